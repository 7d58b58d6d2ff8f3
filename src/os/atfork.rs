//! What runs before and after each fork of this process.
//!
//! The child of a process with threads may call nothing that is not async-signal-safe, so its
//! handler asks for the time, stores to atomics and closes descriptors. `php` registers the handlers when the module
//! starts.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{clock, forks, maker, sockets, threads};
use crate::stats;

/// Counts every fork of this process from now on, and is called when the module starts.
///
/// # Errors
/// The error of `pthread_atfork`, because a child without these handlers would hold its parent's locks.
pub(crate) fn count_forks() -> io::Result<()> {
    /// A module can start twice although its library is loaded once.
    static COUNTED: AtomicBool = AtomicBool::new(false);
    if COUNTED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    // SAFETY: each handler may run where `pthread_atfork` runs it, because the one in the child calls nothing
    // that is not async-signal-safe (see there), while the other two touch atomics and may sleep. None of
    // them panics, and none can run after this library is unloaded, because glibc drops them then.
    match unsafe { libc::pthread_atfork(Some(before_fork), Some(in_parent), Some(in_child)) } {
        0 => Ok(()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

extern "C" fn before_fork() {
    threads::begin_fork();
}

extern "C" fn in_parent() {
    forks::end_unforked();
}

/// Runs in the child, after the fork and before any PHP code.
extern "C" fn in_child() {
    forks::count_fork();
    stats::begin(clock::since_1970().as_secs_f64());
    maker::forget_maker();
    threads::forget_lookups();
    sockets::close_inherited();
    forks::end_unforked();
}
