//! What the kernel gives and std does not: the boot-time clock, waiting with a
//! deadline, sleeping without missing a signal, a thread that gets no signals, and
//! knowing of a fork.
//!
//! Together with `php::engine` the only file with hand-written `unsafe`; each
//! block argues for itself. It knows neither PHP nor Redis, and closes no
//! descriptor but a `ForkSafe`'s own and those that a forked child inherited.
//! Called by `node` (descriptors, time, forks) and by `php` (time, sleep, the
//! thread, forks).

use std::io;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock::Moment;
use crate::stats;
use crate::sync::{Builder, JoinHandle};

/// Now, on `CLOCK_BOOTTIME`: monotonic, and it goes on while the machine is
/// suspended, as the Redis server's clock does.
pub(crate) fn now() -> Moment {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid timespec for the call to fill. The call cannot
    // fail: the clock exists since Linux 2.6.39 and the pointer is good.
    unsafe { libc::clock_gettime(libc::CLOCK_BOOTTIME, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let nanos = u64::try_from(time.tv_nsec).unwrap_or(0);
    Moment::from_nanos(seconds.saturating_mul(1_000_000_000).saturating_add(nanos))
}

fn timespec(span: Duration) -> libc::timespec {
    libc::timespec {
        tv_sec: span.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: span.subsec_nanos().into(),
    }
}

/// What a socket is waited for.
#[derive(Clone, Copy)]
pub(crate) enum Ready {
    /// Bytes, an error or the end of the stream can be read.
    Read,
    /// Bytes can be written.
    Write,
    /// One of the two.
    Either,
}

/// Waits until `socket` is ready. A signal does not end the wait.
///
/// # Errors
/// `TimedOut` at `deadline`, and what ppoll(2) says.
pub(crate) fn wait_for(socket: &impl AsRawFd, ready: Ready, deadline: Moment) -> io::Result<()> {
    let events = match ready {
        Ready::Read => libc::POLLIN,
        Ready::Write => libc::POLLOUT,
        Ready::Either => libc::POLLIN | libc::POLLOUT,
    };
    loop {
        let left = deadline.until(now());
        let mut slot = libc::pollfd {
            fd: socket.as_raw_fd(),
            events,
            revents: 0,
        };
        let timeout = timespec(left);
        // SAFETY: one valid pollfd, a valid timespec, and no signal mask, all
        // alive for the length of the call.
        match unsafe { libc::ppoll(&raw mut slot, 1, &raw const timeout, std::ptr::null()) } {
            1.. => return Ok(()),
            0 => return Err(io::ErrorKind::TimedOut.into()),
            _ => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => {}
                error => return Err(error),
            },
        }
    }
}

/// Sleeps for `span`, until something can be read from `socket`, or until a
/// signal was handled, unless `pending` says that there is something to do
/// already. Whether it was the socket.
///
/// Signals are blocked while `pending` is asked and unblocked by the kernel in
/// the same step in which it goes to sleep, so that none falls in between.
pub(crate) fn sleep_unless(
    pending: impl FnOnce() -> bool,
    socket: Option<RawFd>,
    span: Duration,
) -> bool {
    let timeout = timespec(span);
    let mut slot = libc::pollfd {
        fd: socket.unwrap_or(-1), // ppoll passes over a negative one
        events: libc::POLLIN,
        revents: 0,
    };
    let mut ready = 0;
    // SAFETY: a sigset_t is a plain bit field that sigfillset fills; every
    // pointer is to a local that outlives the calls; the mask that was in
    // force is put back before returning; `pending` must not unwind, else all
    // signals would stay blocked.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
        if !pending() {
            ready = libc::ppoll(&raw mut slot, 1, &raw const timeout, &raw const before);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
    }
    ready > 0
}

/// Starts a thread with all signals blocked, so that each of them reaches a thread
/// that PHP knows.
///
/// # Errors
/// What the system says if it gives none.
pub(crate) fn spawn(work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
    // SAFETY: as in `sleep_unless`. A thread inherits the mask of the one that
    // starts it, which is put back before returning.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut before);
        let thread = Builder::new()
            .name("redis_mutex_lock".into())
            .stack_size(256 * 1024)
            .spawn(work);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const before, std::ptr::null_mut());
        thread
    }
}

/// How many sockets of ours one process may have open: one for each configuration and
/// thread, the renewing one too, and one more for each signal handler that runs inside a
/// wait.
const SOCKETS: usize = 4096;

/// Our open sockets, for the child of a fork to close. -1: free.
static OPEN: [AtomicI32; SOCKETS] = [const { AtomicI32::new(-1) }; SOCKETS];

/// Forks between the start of the first process and this one.
static GENERATION: AtomicU64 = AtomicU64::new(0);

/// In which process this is, counted in forks: a number that a child and its
/// parent do not share. What was made in another generation belongs to
/// somebody else.
pub(crate) fn generation() -> u64 {
    GENERATION.load(Ordering::Relaxed)
}

/// Makes every later fork of this process count as one. To be called once,
/// when the module starts.
///
/// # Errors
/// What `pthread_atfork` says: without it a child would own its parent's locks.
pub(crate) fn count_forks() -> io::Result<()> {
    /// A module may start twice in a library that is loaded once.
    static COUNTED: AtomicBool = AtomicBool::new(false);
    if COUNTED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    // SAFETY: the handler is async-signal-safe (see there), and glibc forgets
    // it when the library that registered it is unloaded.
    match unsafe { libc::pthread_atfork(Some(before_fork), Some(in_parent), Some(in_child)) } {
        0 => Ok(()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

/// Held where no fork may fall in between, for a few instructions.
static UNFORKED: AtomicBool = AtomicBool::new(false);

fn begin_unforked() {
    while UNFORKED.swap(true, Ordering::Acquire) {
        thread::yield_now();
    }
}

fn end_unforked() {
    UNFORKED.store(false, Ordering::Release);
}

/// Does something that no fork falls into, neither of this thread nor of another.
/// Short, and it must not panic.
pub(crate) fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    begin_unforked();
    let result = work();
    end_unforked();
    result
}

/// Runs in the parent before a fork: waits for another thread's few instructions.
extern "C" fn before_fork() {
    begin_unforked();
}

extern "C" fn in_parent() {
    end_unforked();
}

/// Runs in the child, between fork and its first instruction of PHP.
///
/// The sockets must not survive there: a parent that is killed would look
/// alive to Redis for as long as its child lives. close(2) sends nothing
/// while the parent has the descriptor too, so the parent loses nothing.
extern "C" fn in_child() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
    stats::start_anew();
    for slot in &OPEN {
        let fd = slot.swap(-1, Ordering::Relaxed);
        if fd >= 0 {
            // SAFETY: async-signal-safe, all that is allowed in the child of a
            // process with threads. The descriptor is ours: `ForkSafe` takes a
            // socket out of the table before it closes it, and one of another
            // generation closes nothing.
            unsafe { libc::close(fd) };
        }
    }
    end_unforked();
}

/// A socket that does not outlive a fork: in the child it is closed before
/// anything else runs, and the value there closes nothing more, since its
/// descriptor's number may be somebody else's by then.
#[derive(Debug)]
pub(crate) struct ForkSafe<S: AsRawFd> {
    socket: ManuallyDrop<S>,
    slot: &'static AtomicI32,
    generation: u64,
}

impl<S: AsRawFd + From<OwnedFd>> ForkSafe<S> {
    /// Makes a socket and enters it into the table of those that a forked child
    /// closes. It is never one of the standard streams.
    ///
    /// # Errors
    /// What making it says; and when [`SOCKETS`] of them are open.
    pub(crate) fn make(make: impl FnOnce() -> io::Result<S>) -> io::Result<Self> {
        // Else a child would keep a socket that the table does not know.
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

/// The same socket under a descriptor that is no standard stream's. A daemon closes its
/// streams, and the kernel gives their numbers away again: whatever PHP prints would
/// go to Redis then, and be executed there.
fn beyond_standard_streams<S: AsRawFd + From<OwnedFd>>(socket: S) -> io::Result<S> {
    if socket.as_raw_fd() > libc::STDERR_FILENO {
        return Ok(socket);
    }
    let (duplicate, least) = (libc::F_DUPFD_CLOEXEC, libc::STDERR_FILENO + 1);
    // SAFETY: it makes a new descriptor, and `socket` closes its own when it is dropped.
    let copy = unsafe { libc::fcntl(socket.as_raw_fd(), duplicate, least) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: made a line ago, and nobody else's.
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
                // SAFETY: dropped here and nowhere else, and never used again.
                unsafe { ManuallyDrop::drop(&mut self.socket) };
            });
        }
    }
}

/// send(2), as much as fits at once; `WouldBlock` when nothing does. A peer
/// that has gone is an error, never a SIGPIPE.
pub(crate) fn send(socket: &impl AsRawFd, bytes: &[u8]) -> io::Result<usize> {
    let flags = libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT;
    // SAFETY: the pointer and the length are those of one slice.
    let sent = unsafe {
        libc::send(
            socket.as_raw_fd(),
            bytes.as_ptr().cast(),
            bytes.len(),
            flags,
        )
    };
    usize::try_from(sent).map_err(|_| io::Error::last_os_error())
}

/// How to receive.
#[derive(Clone, Copy)]
pub(crate) enum Receive {
    /// What is there now, else `WouldBlock`.
    Now,
    /// As `Now`, and it stays there.
    Peek,
    /// Sleeps for as long as the socket's own timeout: `WouldBlock` then, and
    /// `Interrupted` by a signal.
    Sleep,
}

/// recv(2). `Ok(0)`: the end of the stream.
pub(crate) fn receive(socket: &impl AsRawFd, buffer: &mut [u8], how: Receive) -> io::Result<usize> {
    let flags = match how {
        Receive::Now => libc::MSG_DONTWAIT,
        Receive::Peek => libc::MSG_DONTWAIT | libc::MSG_PEEK,
        Receive::Sleep => 0,
    };
    // SAFETY: the pointer and the length are those of one exclusive slice, and
    // the kernel writes initialised bytes only.
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
