//! Waits for several sockets and moments at once.
//!
//! A signal ends none of these waits, because the renewing thread gets no signals and PHP's own
//! waits go through `signals`. Used by `connection` and `route`, and by `php` behind a wait of PHP code.

use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::ptr;
use std::time::Duration;

use super::bells::EventBell;
use super::clock::{now, timespec};
use super::long_waits::{self, BellsOfWait, WatchTarget};
use crate::clock::Moment;

/// The events of a socket for which a wait ends.
#[derive(Clone, Copy)]
pub(crate) enum Ready {
    /// Bytes, an error or the end of the stream can be received.
    Read,
    /// Bytes can be sent without waiting.
    Write,
    /// Bytes can be received or sent, or the stream has failed or ended.
    Either,
}

impl Ready {
    fn events(self) -> libc::c_short {
        match self {
            Self::Read => libc::POLLIN,
            Self::Write => libc::POLLOUT,
            Self::Either => libc::POLLIN | libc::POLLOUT,
        }
    }
}

/// An entry of a poll set: a deadline, and a socket that may be ready sooner.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    socket: Option<(RawFd, Ready)>,
    until: Moment,
    /// Whether other code of this thread ends the wait, so it is in vain where the thread stands still.
    is_bell: bool,
}

impl Wanted {
    /// Returns the entry of a socket that is `ready`, or of the deadline `until`.
    pub(crate) fn ready(socket: &impl AsRawFd, ready: Ready, until: Moment) -> Self {
        Self {
            socket: Some((socket.as_raw_fd(), ready)),
            until,
            is_bell: false,
        }
    }

    /// Returns the entry of a bell that other code of this thread rings, or of a look at `until` for what it does. Where the
    /// caller cannot be suspended, the wait ends at once.
    pub(crate) fn bell(bell: Option<&EventBell>, until: Moment) -> Self {
        Self {
            socket: bell.map(|bell| (bell.as_raw_fd(), Ready::Read)),
            until,
            is_bell: true,
        }
    }

    /// Returns the entry of a deadline alone.
    pub(crate) fn time(until: Moment) -> Self {
        Self {
            socket: None,
            until,
            is_bell: false,
        }
    }
}

/// Returns what ppoll(2) takes for a socket, or for none.
pub(super) fn slot(socket: Option<(RawFd, Ready)>) -> libc::pollfd {
    libc::pollfd {
        // ppoll ignores an entry whose descriptor is negative.
        fd: socket.map_or(-1, |(socket, _)| socket),
        events: socket.map_or(0, |(_, ready)| ready.events()),
        revents: 0,
    }
}

/// Polls until a socket is ready or a deadline passes, and returns whether a socket is ready.
///
/// # Errors
/// An error of ppoll(2).
pub(crate) fn wait_for_any(all: &[Wanted]) -> io::Result<bool> {
    // Nearly every wait is for one entry, so it needs no list.
    if let [one] = all {
        return wait_for_slots(&mut [slot(one.socket)], one.until, BellsOfWait::None);
    }
    let mut slots: Vec<_> = all.iter().map(|wanted| slot(wanted.socket)).collect();
    let until = all.iter().map(|wanted| wanted.until).min();
    wait_for_slots(
        &mut slots,
        until.unwrap_or(Moment::NEVER),
        BellsOfWait::None,
    )
}

/// As [`wait_for_any`], and returns for each entry whether its socket is ready or its time has come, or whether it waits in
/// vain for a bell.
///
/// # Errors
/// An error of ppoll(2).
pub(crate) fn wait_for_each(all: &[Wanted]) -> io::Result<Vec<bool>> {
    let mut slots: Vec<_> = all.iter().map(|wanted| slot(wanted.socket)).collect();
    let until = all.iter().map(|wanted| wanted.until).min();
    let until = until.unwrap_or(Moment::NEVER);
    let bells = match all.iter().filter(|wanted| wanted.is_bell).count() {
        0 => BellsOfWait::None,
        count if count == all.len() => BellsOfWait::All,
        _ => BellsOfWait::Some,
    };
    let is_ready = wait_for_slots(&mut slots, until, bells)?;
    let now = now();
    let are_in_vain = !is_ready && now < until;
    let is_due = |(wanted, slot): (&Wanted, &libc::pollfd)| {
        slot.revents != 0 || wanted.until <= now || wanted.is_bell && are_in_vain
    };
    Ok(all.iter().zip(&slots).map(is_due).collect())
}

/// Returns whether a descriptor is ready now.
pub(crate) fn is_ready(watched: WatchTarget) -> bool {
    let WatchTarget { fd, for_writing } = watched;
    let ready = if for_writing {
        Ready::Write
    } else {
        Ready::Read
    };
    poll(&mut [slot(Some((fd, ready)))], Duration::ZERO, None).unwrap_or(false)
}

/// Returns whether a descriptor has something to read now.
#[cfg(test)]
pub(crate) fn has_something(fd: RawFd) -> bool {
    let for_writing = false;
    is_ready(WatchTarget { fd, for_writing })
}

/// Returns whether one of the slots is ready before `deadline`.
fn wait_for_slots(
    slots: &mut [libc::pollfd],
    deadline: Moment,
    bells: BellsOfWait,
) -> io::Result<bool> {
    match long_waits::suspender() {
        None if bells == BellsOfWait::None => stop_thread(slots, deadline),
        None => stop_thread(slots, Moment::PAST),
        Some(suspender) => long_waits::wait(suspender, slots, deadline, bells, stop_thread),
    }
}

/// As [`wait_for_slots`], while nothing else of this thread runs.
fn stop_thread(slots: &mut [libc::pollfd], deadline: Moment) -> io::Result<bool> {
    loop {
        match poll(slots, deadline.until(now()), None) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            outcome => return outcome,
        }
    }
}

/// Returns whether one of the slots is ready within `span`. The signal mask of the thread is `mask` meanwhile,
/// if one is given.
///
/// # Errors
/// An error of ppoll(2), which a signal ends with `Interrupted`.
pub(super) fn poll(
    slots: &mut [libc::pollfd],
    span: Duration,
    mask: Option<&libc::sigset_t>,
) -> io::Result<bool> {
    let timeout = timespec(span);
    let count = libc::nfds_t::try_from(slots.len()).unwrap_or(libc::nfds_t::MAX);
    let mask = mask.map_or(ptr::null(), ptr::from_ref);
    // SAFETY: the pointers are to as many valid pollfds as the count says, which nobody else uses, and to a
    // valid timespec that lives longer than the call. The mask is null, which changes no signal mask, or a
    // valid one. A descriptor that is not open is only reported in its slot.
    match unsafe { libc::ppoll(slots.as_mut_ptr(), count, &raw const timeout, mask) } {
        ready @ 0.. => Ok(ready > 0),
        _ => Err(io::Error::last_os_error()),
    }
}
