//! Waits of a thread that suspend their caller once they have lasted for a millisecond, where something can suspend it.
//!
//! A thread may have one [`Suspender`]. It is asked for each wait that is long, and where it cannot suspend the caller, the
//! thread waits. Other code of the thread runs meanwhile, so a caller that waits borrows nothing. This file suspends
//! nothing itself, and a thread without a suspender never gets here. Used by `poll`, and by `php` and `connection`.

use std::cell::Cell;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::clock::now;
use super::sockets::ForkSafe;
use crate::clock::Moment;

/// The time for which a thread waits before it asks its suspender, because most replies come sooner.
const SHORT: Duration = Duration::from_millis(1);

/// What suspends the caller of a long wait, while other code of its thread runs.
pub(crate) trait Suspender {
    /// Returns by when a wait has to end that would last until `deadline`.
    ///
    /// # Errors
    /// The running call may wait no longer.
    fn limit(&self, deadline: Moment) -> io::Result<Moment>;

    /// Suspends the caller until `until`, or until the watched socket is ready, or sooner. `sockets` are those that
    /// have to be closed if the caller never goes on. Returns `false` if the caller cannot be suspended here.
    ///
    /// # Errors
    /// The running call may wait no longer.
    fn suspend_wait(
        &self,
        watched: Option<WatchTarget>,
        sockets: &[RawFd],
        until: Moment,
    ) -> io::Result<bool>;
}

/// A descriptor of ours that ends a wait.
#[derive(Clone, Copy)]
pub(crate) struct WatchTarget {
    pub(crate) fd: RawFd,
    /// Whether the wait is for room to write, and not for something to read.
    pub(crate) for_writing: bool,
}

/// Whether a wait is for bells that other code of the same thread rings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BellsOfWait {
    None,
    /// For bells and sockets.
    Some,
    /// For nothing else.
    All,
}

/// Whether any thread of this process has ever had a suspender. A look at this costs less than one at the thread's own.
static HAS_ANY: AtomicBool = AtomicBool::new(false);

thread_local! {
    static OF_THREAD: Cell<Option<&'static dyn Suspender>> = const { Cell::new(None) };
}

/// Lets long waits of this thread suspend their callers, or lets the thread itself wait again.
pub(crate) fn suspend_long_waits(suspender: Option<&'static dyn Suspender>) {
    OF_THREAD.set(suspender);
    if suspender.is_some() {
        HAS_ANY.store(true, Ordering::Relaxed);
    }
}

/// Returns whether long waits of this thread may suspend their callers.
#[inline]
pub(crate) fn may_suspend() -> bool {
    HAS_ANY.load(Ordering::Relaxed) && suspender().is_some()
}

/// Returns the suspender of this thread.
#[inline]
pub(super) fn suspender() -> Option<&'static dyn Suspender> {
    if HAS_ANY.load(Ordering::Relaxed) {
        OF_THREAD.get()
    } else {
        None
    }
}

/// Suspends the caller until `until`, or until the descriptor has something to read, or sooner. Returns `false` if the
/// caller cannot be suspended here.
///
/// # Errors
/// The running call may wait no longer.
pub(crate) fn suspend_caller(bell: Option<&impl AsRawFd>, until: Moment) -> io::Result<bool> {
    let Some(suspender) = suspender() else {
        return Ok(false);
    };
    let limit = suspender.limit(until)?;
    if limit <= now() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    let watched = bell.map(|bell| WatchTarget {
        fd: bell.as_raw_fd(),
        for_writing: false,
    });
    let sockets: Vec<_> = watched.iter().map(|it| it.fd).collect();
    suspender.suspend_wait(watched, &sockets, limit)
}

/// Waits until a slot is ready or `deadline` comes, and returns whether one is ready. `stop` waits in the thread. No bell
/// rings while the thread stands still, so a wait for bells ends at once where the caller cannot be suspended.
///
/// # Errors
/// An error of the system, or the running call may wait no longer.
#[cold]
pub(super) fn wait(
    suspender: &dyn Suspender,
    slots: &mut [libc::pollfd],
    deadline: Moment,
    bells: BellsOfWait,
    stop: impl Fn(&mut [libc::pollfd], Moment) -> io::Result<bool>,
) -> io::Result<bool> {
    let limit = suspender.limit(deadline)?;
    let short = match bells {
        BellsOfWait::None | BellsOfWait::Some => now().after(SHORT),
        BellsOfWait::All => Moment::PAST,
    };
    if stop(slots, limit.min(short))? {
        return Ok(true);
    }
    if limit <= short {
        // A caller that waits until the deadline would only wait again.
        return if limit < deadline && limit <= now() {
            Err(io::ErrorKind::TimedOut.into())
        } else {
            Ok(false)
        };
    }
    let sockets: Vec<_> = slots.iter().map(|it| it.fd).filter(|fd| *fd >= 0).collect();
    // One socket can be watched as it is. A set of them is watched by a descriptor of its own.
    let of_set;
    let watched = match *slots {
        _ if sockets.is_empty() => None,
        [libc::pollfd { fd, events, .. }] if events != libc::POLLIN | libc::POLLOUT => {
            let for_writing = events == libc::POLLOUT;
            Some(WatchTarget { fd, for_writing })
        }
        _ => {
            of_set = watch_set(slots)?;
            Some(WatchTarget {
                fd: of_set.as_raw_fd(),
                for_writing: false,
            })
        }
    };
    let is_suspended = suspender.suspend_wait(watched, &sockets, limit)?;
    // A caller that was suspended has waited, so this only looks.
    let only_looks = is_suspended || bells != BellsOfWait::None;
    let is_ready = stop(slots, if only_looks { Moment::PAST } else { limit })?;
    if !is_ready && limit < deadline && limit <= now() {
        return Err(io::ErrorKind::TimedOut.into());
    }
    Ok(is_ready)
}

/// Returns an epoll descriptor, which has something to read while one of the slots is ready.
///
/// # Errors
/// An error of the system.
fn watch_set(slots: &[libc::pollfd]) -> io::Result<ForkSafe<OwnedFd>> {
    let set = ForkSafe::make(|| {
        // SAFETY: the call takes no pointer and makes a new descriptor.
        let fd = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor was made above, is open, and nobody else owns it.
        Ok(unsafe { OwnedFd::from_raw_fd(fd) })
    })?;
    for slot in slots.iter().filter(|it| it.fd >= 0) {
        let read = if slot.events & libc::POLLIN != 0 {
            libc::EPOLLIN
        } else {
            0
        };
        let write = if slot.events & libc::POLLOUT != 0 {
            libc::EPOLLOUT
        } else {
            0
        };
        let mut event = libc::epoll_event {
            events: (read | write).cast_unsigned(),
            u64: 0,
        };
        // SAFETY: both descriptors are open, and the event is valid during the call, which copies it.
        let added = unsafe {
            libc::epoll_ctl(
                set.as_raw_fd(),
                libc::EPOLL_CTL_ADD,
                slot.fd,
                &raw mut event,
            )
        };
        if added != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(set)
}
