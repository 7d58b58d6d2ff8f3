//! Sockets that a forked child does not keep, and what std's sockets lack.
//!
//! A table has the descriptors of all our sockets and bells. `atfork` closes them in a child, because Redis
//! would otherwise believe that a parent which was killed lives until its child ends. A descriptor that a loop of
//! PHP code watches stays a number in the child, and belongs to a dead file there. Used by `connection`, `bells`,
//! `php` and `atfork`.

use std::io;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};

use super::forks::{generation, undisturbed};

/// The greatest number of our sockets that one process may have open. There is one socket for each
/// configuration and thread, the renewing thread too, and one more for each signal handler that runs inside a
/// wait.
const SOCKETS: usize = 4096;

/// The places of our open sockets, which the child of a fork closes.
static OPEN: [OpenSocket; SOCKETS] = [const { OpenSocket::none() }; SOCKETS];

/// A place in the table of our open sockets.
#[derive(Debug)]
struct OpenSocket {
    /// The descriptor, or -1 in a free place.
    fd: AtomicI32,
    /// The number of sockets that have had this place, the present one included.
    number: AtomicU64,
    /// Whether a loop of PHP code may watch the descriptor.
    is_watched: AtomicBool,
    /// Whether this process is the child of a fork, and the dead file has taken the place of its parent's socket.
    is_dead: AtomicBool,
}

impl OpenSocket {
    const fn none() -> Self {
        Self {
            fd: AtomicI32::new(-1),
            number: AtomicU64::new(0),
            is_watched: AtomicBool::new(false),
            is_dead: AtomicBool::new(false),
        }
    }

    fn is(&self, fd: RawFd, number: u64) -> bool {
        self.fd.load(Ordering::Relaxed) == fd && self.number.load(Ordering::Relaxed) == number
    }
}

/// A file that is always ready to be read and written, which takes the place of a watched socket in the child of a
/// fork, or -1 before any socket is watched. It is never closed.
static DEAD: AtomicI32 = AtomicI32::new(-1);

/// Closes the sockets of the parent in a forked child. The parent loses nothing, because close(2)
/// sends nothing to Redis while the parent still has the socket open.
///
/// The number of a watched socket stays in use, because a loop of the child would watch any file that gets it. The
/// dead file is ready at once, so what waits for the socket goes on and learns of the fork.
pub(super) fn close_inherited() {
    let dead = DEAD.load(Ordering::Relaxed);
    for open in &OPEN {
        let fd = open.fd.load(Ordering::Relaxed);
        if fd < 0 || open.is_dead.load(Ordering::Relaxed) {
            continue;
        }
        // SAFETY: dup3(2) is a plain system call, as all must be that the child of a process with threads calls,
        // and both descriptors are ours: the dead file is never closed, and a `ForkSafe` leaves the table before it
        // closes its socket, in one step that no fork can divide.
        let is_replaced = open.is_watched.load(Ordering::Relaxed)
            && unsafe { libc::dup3(dead, fd, libc::O_CLOEXEC) } >= 0;
        open.is_dead.store(is_replaced, Ordering::Relaxed);
        if !is_replaced {
            open.fd.store(-1, Ordering::Relaxed);
            // SAFETY: close(2) is async-signal-safe, and the descriptor is ours, as above. Nobody closes it again,
            // because a `ForkSafe` of another generation closes nothing.
            unsafe { libc::close(fd) };
        }
    }
}

/// A socket of ours that a loop of PHP code may watch, which never reads or closes it.
#[derive(Debug)]
pub(crate) struct WatchedSocket {
    open: &'static OpenSocket,
    fd: RawFd,
    number: u64,
    /// The generation of the process in which the watch began.
    generation: u64,
}

impl WatchedSocket {
    /// Returns the watched socket with this descriptor, or `None` if it is not ours, or if the system has no
    /// descriptor for the dead file.
    pub(crate) fn of(fd: RawFd) -> Option<Self> {
        let is_it = |open: &&OpenSocket| open.fd.load(Ordering::Relaxed) == fd;
        let open = OPEN.iter().find(is_it).filter(|_| fd >= 0)?;
        undisturbed(make_dead_file).ok()?;
        open.is_watched.store(true, Ordering::Relaxed);
        Some(Self {
            open,
            fd,
            number: open.number.load(Ordering::Relaxed),
            generation: generation(),
        })
    }

    /// Returns whether the socket is open and belongs to this process.
    pub(crate) fn is_open(&self) -> bool {
        self.generation == generation() && self.descriptor().is_some()
    }

    /// Closes the socket, whose owner never goes on. Its connection must not be used again.
    pub(crate) fn close_left(&self) {
        undisturbed(|| {
            let (open, fd) = (self.open, self.fd);
            if self.generation == generation() && open.is(fd, self.number) {
                open.fd.store(-1, Ordering::Relaxed);
                // SAFETY: the descriptor is ours. A fatal error has jumped over the frames of its owner, whose drop
                // never runs, so nobody closes it again.
                unsafe { libc::close(fd) };
            }
        });
    }

    /// Returns the descriptor, or `None` if the socket is closed. In the child of a fork it is that of the dead file.
    pub(crate) fn descriptor(&self) -> Option<RawFd> {
        self.open.is(self.fd, self.number).then_some(self.fd)
    }
}

/// Closes the descriptor in the child of a fork, where it is one of the dead file and nobody else's.
impl Drop for WatchedSocket {
    fn drop(&mut self) {
        if self.generation == generation() {
            return;
        }
        undisturbed(|| {
            let (open, fd) = (self.open, self.fd);
            if open.is(fd, self.number) && open.is_dead.swap(false, Ordering::Relaxed) {
                open.fd.store(-1, Ordering::Relaxed);
                // SAFETY: the place says that the descriptor is one that the child has of the dead file, and only
                // one caller finds it there, because it is freed in the same step.
                unsafe { libc::close(fd) };
            }
        });
    }
}

/// Makes the dead file, if there is none.
fn make_dead_file() -> io::Result<()> {
    if DEAD.load(Ordering::Relaxed) < 0 {
        let dead = beyond_standard_streams(event_file(1)?)?;
        DEAD.store(dead.into_raw_fd(), Ordering::Relaxed);
    }
    Ok(())
}

/// Returns a file of the kernel that has a count, and something to read while the count is not zero.
///
/// # Errors
/// The error of eventfd(2).
pub(super) fn event_file(count: u32) -> io::Result<OwnedFd> {
    // SAFETY: the call takes no pointer and makes a new descriptor.
    let fd = unsafe { libc::eventfd(count, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was made above, is open, and nobody else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// A socket that a forked child does not keep, because it is closed there before anything else
/// runs. The value in the child never closes the descriptor again, whose number may belong to
/// another file by then.
#[derive(Debug)]
pub(crate) struct ForkSafe<S: AsRawFd> {
    socket: ManuallyDrop<S>,
    open: &'static OpenSocket,
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
        let free = |open: &&OpenSocket| {
            open.fd
                .compare_exchange(-1, fd, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
        };
        let open = OPEN.iter().find(free)?;
        open.number.fetch_add(1, Ordering::Relaxed);
        open.is_watched.store(false, Ordering::Relaxed);
        Some(Self {
            socket: ManuallyDrop::new(socket),
            open,
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
                self.open.fd.store(-1, Ordering::Relaxed);
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

/// Returns whether a socket is open at the other end and nothing has come over it. This does not wait.
pub(crate) fn is_silent(socket: &impl AsRawFd) -> bool {
    let look = receive(socket, &mut [0], Receive::Peek);
    look.is_err_and(|error| error.raw_os_error() == Some(libc::EAGAIN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::has_something;

    fn event() -> ForkSafe<OwnedFd> {
        ForkSafe::make(|| event_file(0)).unwrap()
    }

    #[test]
    fn a_watch_ends_with_its_socket_though_another_one_gets_the_number() {
        let first = event();
        let fd = first.as_raw_fd();
        let watched = WatchedSocket::of(fd).unwrap();
        assert!(watched.is_open() && watched.descriptor() == Some(fd));
        drop(first);
        assert!(!watched.is_open() && watched.descriptor().is_none());
        let _others: Vec<_> = (0..4).map(|_| event()).collect();
        assert_eq!(watched.descriptor(), None);
        assert!(WatchedSocket::of(-1).is_none());
    }

    #[test]
    fn the_dead_file_is_always_ready() {
        let _watched = WatchedSocket::of(event().as_raw_fd());
        assert!(has_something(DEAD.load(Ordering::Relaxed)));
    }
}
