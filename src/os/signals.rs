//! Signals of a thread: hold them back, or sleep without missing one.
//!
//! No handler is installed or called here, because PHP's own handlers run. Used by `threads`, and
//! by `php` for the waits of a request and for its end.

use std::os::fd::RawFd;
use std::time::Duration;

use super::poll::{Ready, poll, slot};

/// Sleeps for `span`, until `socket` has something to read, or until a signal was handled; not at
/// all if `pending` says that there is work already. Returns whether the socket ended the sleep.
///
/// All signals are blocked while `pending` runs. The kernel unblocks them in the same step in
/// which the sleep begins, so no signal can arrive unseen between the two.
pub(crate) fn sleep_unless(
    pending: impl FnOnce() -> bool,
    socket: Option<RawFd>,
    span: Duration,
) -> bool {
    let mut slots = [slot(socket.map(|socket| (socket, Ready::Read)))];
    let held = HeldSignals::all();
    !pending() && poll(&mut slots, span, Some(&held.before)).unwrap_or(false)
}

/// Signals that a process may survive, and those that its own mistakes raise, because a fault ends
/// the process at once.
const NEVER_HELD: [libc::c_int; 12] = [
    libc::SIGCHLD,
    libc::SIGCONT,
    libc::SIGTSTP,
    libc::SIGTTIN,
    libc::SIGTTOU,
    libc::SIGABRT,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGSEGV,
    libc::SIGSYS,
    libc::SIGTRAP,
];

/// Holds back the signals that this thread would get while the value lives. The drop gives the
/// thread its own mask again, so the signals that came meanwhile take effect then.
pub(crate) struct HeldSignals {
    before: libc::sigset_t,
}

impl HeldSignals {
    /// Holds back the signals that would end the process.
    pub(crate) fn fatal() -> Self {
        Self::all_but(&NEVER_HELD)
    }

    pub(super) fn all() -> Self {
        Self::all_but(&[])
    }

    fn all_but(others: &[libc::c_int]) -> Self {
        // SAFETY: a sigset_t is an array of bits, so all zeros are a valid value; the calls then
        // write to it. Every pointer is to a local that lives longer than the calls, which change
        // nothing but this thread's mask.
        unsafe {
            let mut held: libc::sigset_t = std::mem::zeroed();
            let mut before: libc::sigset_t = std::mem::zeroed();
            libc::sigfillset(&raw mut held);
            for signal in others {
                libc::sigdelset(&raw mut held, *signal);
            }
            libc::pthread_sigmask(libc::SIG_BLOCK, &raw const held, &raw mut before);
            Self { before }
        }
    }
}

impl Drop for HeldSignals {
    fn drop(&mut self) {
        let before = &raw const self.before;
        // SAFETY: the pointer is to a mask that the kernel has written.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before, std::ptr::null_mut()) };
    }
}
