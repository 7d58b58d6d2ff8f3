//! The generation of this process, and code that no fork divides.
//!
//! A value that belongs to the process that made it is a `clock::PerProcess`, which compares generations.
//! Used by `atfork`, which counts the forks, by `sockets` and `threads`, and by every room that shares
//! something between threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The number of forks from the first process to this one.
static GENERATION: AtomicU64 = AtomicU64::new(0);

/// Returns the number of forks from the first process to this one. A child and its parent never
/// see the same number, so what was made in another generation belongs to another process.
pub(crate) fn generation() -> u64 {
    GENERATION.load(Ordering::Relaxed)
}

/// Counts one more fork, in its child.
pub(super) fn count_fork() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}

/// True while some thread runs a few instructions during which no fork may happen.
static UNFORKED: AtomicBool = AtomicBool::new(false);

pub(super) fn begin_unforked() {
    while UNFORKED.swap(true, Ordering::Acquire) {
        thread::yield_now();
    }
}

pub(super) fn end_unforked() {
    UNFORKED.store(false, Ordering::Release);
}

/// Runs `work` while no thread of this process can fork. `work` must be short, because forks and other
/// threads wait for it, and must neither panic nor call this function, because then they would wait for ever.
pub(super) fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    begin_unforked();
    let result = work();
    end_unforked();
    result
}

/// A value that all threads of a process share and that no fork finds locked or half changed.
#[derive(Default)]
pub(crate) struct Undisturbed<T>(Mutex<T>);

impl<T> Undisturbed<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Returns what `work` makes of the value. For `work` the rule of [`undisturbed`] holds, and it drops nothing
    /// that takes long to drop, so what it takes out is returned.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        undisturbed(|| work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
