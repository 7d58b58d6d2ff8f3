//! Sockets that a forked child does not keep, and what std's sockets lack.
//!
//! A table has the descriptors of all our sockets. `atfork` closes them in a child, because Redis
//! would otherwise believe that a parent which was killed lives until its child ends. Used by
//! `connection` and `atfork`.

use std::io;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::atomic::{AtomicI32, Ordering};

use super::forks::{generation, undisturbed};

/// The greatest number of our sockets that one process may have open. There is one socket for each
/// configuration and thread, the renewing thread too, and one more for each signal handler that runs inside a
/// wait.
const SOCKETS: usize = 4096;

/// The descriptors of our open sockets, which the child of a fork closes, or -1 in a free place.
static OPEN: [AtomicI32; SOCKETS] = [const { AtomicI32::new(-1) }; SOCKETS];

/// Closes the sockets of the parent in a forked child. The parent loses nothing, because close(2)
/// sends nothing to Redis while the parent still has the socket open.
pub(super) fn close_inherited() {
    for slot in &OPEN {
        let fd = slot.swap(-1, Ordering::Relaxed);
        if fd >= 0 {
            // SAFETY: close(2) is async-signal-safe, as all must be that the child of a process with threads
            // calls. The descriptor is ours, because a `ForkSafe` leaves the table before it closes its
            // socket, in one step that no fork can divide. Nobody closes it again, because a `ForkSafe` of
            // another generation closes nothing.
            unsafe { libc::close(fd) };
        }
    }
}

/// A socket that a forked child does not keep, because it is closed there before anything else
/// runs. The value in the child never closes the descriptor again, whose number may belong to
/// another file by then.
#[derive(Debug)]
pub(crate) struct ForkSafe<S: AsRawFd> {
    socket: ManuallyDrop<S>,
    slot: &'static AtomicI32,
    /// The generation of the process that made the socket.
    generation: u64,
}

impl<S: AsRawFd + From<OwnedFd>> ForkSafe<S> {
    /// Returns a new socket from `make`, entered into the table of the sockets that a forked child closes.
    /// Its descriptor is never one of the standard streams, because PHP writes to those.
    ///
    /// # Errors
    /// The error of `make`, or of the table when [`SOCKETS`] sockets are open.
    pub(crate) fn make(make: impl FnOnce() -> io::Result<S>) -> io::Result<Self> {
        // A fork in between would give the child a socket that is not in the table.
        undisturbed(|| {
            let too_many = || io::Error::other("too many lock connections in one process");
            let socket = beyond_standard_streams(make()?)?;
            Self::enter(socket).ok_or_else(too_many)
        })
    }

    fn enter(socket: S) -> Option<Self> {
        let fd = socket.as_raw_fd();
        let free = |slot: &&AtomicI32| {
            slot.compare_exchange(-1, fd, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        };
        let slot = OPEN.iter().find(free)?;
        Some(Self {
            socket: ManuallyDrop::new(socket),
            slot,
            generation: generation(),
        })
    }
}

/// Returns the same socket, with a descriptor that is not a standard stream's. A daemon closes its standard
/// streams, so the kernel gives their numbers to the next files, and PHP's output would then go to Redis,
/// which would execute it.
fn beyond_standard_streams<S: AsRawFd + From<OwnedFd>>(socket: S) -> io::Result<S> {
    if socket.as_raw_fd() > libc::STDERR_FILENO {
        return Ok(socket);
    }
    let (duplicate, least) = (libc::F_DUPFD_CLOEXEC, libc::STDERR_FILENO + 1);
    // SAFETY: the call takes no pointer and makes a new descriptor. `socket` still owns the old
    // one, and closes it at the end of this function.
    let copy = unsafe { libc::fcntl(socket.as_raw_fd(), duplicate, least) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was made above, is open, and nobody else owns it.
    Ok(S::from(unsafe { OwnedFd::from_raw_fd(copy) }))
}

impl<S: AsRawFd> Deref for ForkSafe<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.socket
    }
}

impl<S: AsRawFd> Drop for ForkSafe<S> {
    fn drop(&mut self) {
        if self.generation == generation() {
            undisturbed(|| {
                self.slot.store(-1, Ordering::Relaxed);
                // SAFETY: this is the only place that drops the socket, `drop` runs once, and nothing can use
                // the value afterwards.
                unsafe { ManuallyDrop::drop(&mut self.socket) };
            });
        }
    }
}

/// Returns whether connect(2) says that the connection is still being made.
pub(crate) fn is_connecting(error: &io::Error) -> bool {
    matches!(
        error.raw_os_error(),
        Some(libc::EINPROGRESS | libc::EALREADY)
    )
}

/// Flags of send(2): send as much as fits at once, and fail with `WouldBlock` when nothing
/// does. A peer that has gone is an error, never a SIGPIPE.
pub(crate) const SEND_NOW: i32 = libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT;

/// Whether [`receive`] waits for bytes, and whether it takes them.
#[derive(Clone, Copy)]
pub(crate) enum Receive {
    /// Does not wait, and fails with `WouldBlock` if nothing is there.
    Now,
    /// Does the same as `Now`, while the bytes stay in the socket.
    Peek,
    /// Sleeps for at most the socket's own timeout, and fails with `WouldBlock` after that time, or with
    /// `Interrupted` if a signal comes.
    Sleep,
}

/// Returns how many bytes recv(2) has written to `buffer`, which is zero at the end of the stream.
///
/// # Errors
/// An error of recv(2).
pub(crate) fn receive(socket: &impl AsRawFd, buffer: &mut [u8], how: Receive) -> io::Result<usize> {
    let flags = match how {
        Receive::Now => libc::MSG_DONTWAIT,
        Receive::Peek => libc::MSG_DONTWAIT | libc::MSG_PEEK,
        Receive::Sleep => 0,
    };
    // SAFETY: the pointer and the length are those of one slice that nobody else uses. The kernel writes
    // bytes to the slice, and any byte is a valid u8.
    let received = unsafe {
        libc::recv(
            socket.as_raw_fd(),
            buffer.as_mut_ptr().cast(),
            buffer.len(),
            flags,
        )
    };
    usize::try_from(received).map_err(|_| io::Error::last_os_error())
}
