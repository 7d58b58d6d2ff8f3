//! What the kernel offers and std does not: the boot-time clock, a wait with a deadline, a
//! sleep that misses no signal, a thread without signals, one for the resolver, and notice of a
//! fork.
//!
//! Hand-written `unsafe` is here and in `php::engine` only; each block gives its reasons. This
//! file knows neither PHP nor Redis. It never closes a descriptor that is not ours: it closes a
//! `ForkSafe`'s own, and in a forked child the inherited ones of every `ForkSafe`. Used by
//! `connection` (descriptors, sleep, time, forks), by `route` (time) and by `php` (time, sleep,
//! the thread, forks).

use std::ffi::{CStr, c_void};
use std::io;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock::Moment;
use crate::stats;
use crate::sync::{Builder, JoinHandle};

/// The present moment on `CLOCK_BOOTTIME`. This clock is monotonic. It goes on while the
/// machine is suspended, like the Redis server's clock.
pub(crate) fn now() -> Moment {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid timespec, and the call writes to it alone. The call cannot fail:
    // the clock exists since Linux 2.6.39, and the pointer is valid.
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

/// What a wait for a socket waits for.
#[derive(Clone, Copy)]
pub(crate) enum Ready {
    /// Bytes, an error or the end of the stream can be received.
    Read,
    /// Bytes can be sent.
    Write,
    /// One of these two.
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

/// What somebody waits for who does not wait by itself: a socket that is ready, or a point in
/// time, whichever is sooner.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    socket: Option<(RawFd, Ready)>,
    until: Moment,
}

impl Wanted {
    pub(crate) fn ready(socket: &impl AsRawFd, ready: Ready, until: Moment) -> Self {
        Self {
            socket: Some((socket.as_raw_fd(), ready)),
            until,
        }
    }

    pub(crate) fn time(until: Moment) -> Self {
        let socket = None;
        Self { socket, until }
    }
}

/// Waits until one of them has what it wants. A signal does not end the wait. Returns whether a
/// socket is ready.
///
/// # Errors
/// An error of ppoll(2).
pub(crate) fn wait_for_any(all: &[Wanted]) -> io::Result<bool> {
    let slot = |wanted: &Wanted| libc::pollfd {
        // ppoll ignores a negative one.
        fd: wanted.socket.map_or(-1, |(socket, _)| socket),
        events: wanted.socket.map_or(0, |(_, ready)| ready.events()),
        revents: 0,
    };
    // Nearly every wait is for one, and needs no list.
    if let [one] = all {
        return wait_for_slots(&mut [slot(one)], one.until);
    }
    let mut slots: Vec<_> = all.iter().map(slot).collect();
    let until = all.iter().map(|wanted| wanted.until).min();
    wait_for_slots(&mut slots, until.unwrap_or(Moment::NEVER))
}

/// Whether one of the slots is ready before `deadline`.
fn wait_for_slots(slots: &mut [libc::pollfd], deadline: Moment) -> io::Result<bool> {
    loop {
        let timeout = timespec(deadline.until(now()));
        let count = libc::nfds_t::try_from(slots.len()).unwrap_or(libc::nfds_t::MAX);
        // SAFETY: the pointers are to as many valid pollfds as the count says, which nobody else
        // uses, and to a valid timespec that lives longer than the call. A null mask changes no
        // signal mask. A descriptor that is not open is reported in its slot, and nothing else
        // happens.
        let ready = unsafe {
            libc::ppoll(
                slots.as_mut_ptr(),
                count,
                &raw const timeout,
                std::ptr::null(),
            )
        };
        match ready {
            1.. => return Ok(true),
            0 => return Ok(false),
            _ => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => {}
                error => return Err(error),
            },
        }
    }
}

/// Whether connect(2) says that the connection is still being made.
pub(crate) fn is_connecting(error: &io::Error) -> bool {
    matches!(
        error.raw_os_error(),
        Some(libc::EINPROGRESS | libc::EALREADY)
    )
}

/// Sleeps for `span`, until `socket` has something to read, or until a signal was handled. Does
/// not sleep if `pending` says that there is work already. Returns whether the socket ended the
/// sleep.
///
/// All signals are blocked while `pending` runs. The kernel unblocks them in the same step in
/// which the sleep begins, so no signal can arrive unseen between the two.
pub(crate) fn sleep_unless(
    pending: impl FnOnce() -> bool,
    socket: Option<RawFd>,
    span: Duration,
) -> bool {
    let timeout = timespec(span);
    let mut slot = libc::pollfd {
        fd: socket.unwrap_or(-1), // ppoll ignores a negative one
        events: libc::POLLIN,
        revents: 0,
    };
    let held = HeldSignals::all();
    if pending() {
        return false;
    }
    let before = &raw const held.before;
    // SAFETY: every pointer is to a local that lives longer than the call. If the descriptor is not
    // open any more, ppoll says so and does nothing else.
    let ready = unsafe { libc::ppoll(&raw mut slot, 1, &raw const timeout, before) };
    ready > 0
}

/// What a name stands for in the running program, which not every program has.
pub(crate) fn symbol(name: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: the name ends with a NUL. The loader only looks it up.
    NonNull::new(unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) })
}

/// Signals that a process may survive, and those that its own mistakes raise: a fault ends it at once.
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

/// While it lives, signals wait that this thread would get. They take effect when this is dropped, and the
/// thread has its own mask again.
pub(crate) struct HeldSignals {
    before: libc::sigset_t,
}

impl HeldSignals {
    /// Those that would end the process.
    pub(crate) fn fatal() -> Self {
        Self::all_but(&NEVER_HELD)
    }

    fn all() -> Self {
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

/// Starts a thread with all signals blocked, so that every signal goes to a thread that PHP
/// knows.
///
/// # Errors
/// The system's error if it starts no thread.
pub(crate) fn spawn(work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
    // The new thread inherits the mask of this one.
    let _held = HeldSignals::all();
    Builder::new()
        .name("redis_mutex_lock".into())
        .stack_size(256 * 1024)
        .spawn(work)
}

/// How long a fork waits for lookups at most, and how old the newest of them may be.
const LONGEST_FORK: Duration = Duration::from_secs(1);

/// How many lookups of [`spawn_lookup`] are in progress.
static LOOKUPS: AtomicUsize = AtomicUsize::new(0);

/// When the newest of them began.
static NEWEST_LOOKUP: AtomicU64 = AtomicU64::new(0);

/// Starts a thread for `work`, which calls the system's resolver. Nobody waits for its end: the
/// resolver has no deadline but its own, which may be half a minute.
///
/// A child that is forked while the resolver holds one of its locks may hang at its own first
/// lookup: it has the lock and not the thread that opens it. So a fork waits for the lookups, but for
/// no longer than [`LONGEST_FORK`]. The C library holds these locks while it reads its files and
/// loads its modules, not while it waits for the network, and a lookup that lasts for so long waits
/// for the network. The moment in which such a slow lookup ends is not guarded. Each program that
/// resolves names in a thread has this risk. A wait without a limit would be worse: each
/// `proc_open` would wait for a name server that is down, and a module of the resolver that forks
/// would wait for itself.
///
/// # Errors
/// The system's error if it starts no thread, or if the library cannot be kept in memory.
pub(crate) fn spawn_lookup(work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    undisturbed(|| {
        stay_loaded()?;
        NEWEST_LOOKUP.store(now().as_nanos(), Ordering::Relaxed);
        LOOKUPS.fetch_add(1, Ordering::Relaxed);
        Ok::<_, io::Error>(())
    })?;
    let counted = Box::new(|| {
        work();
        LOOKUPS.fetch_sub(1, Ordering::Relaxed);
    });
    match spawn(counted) {
        Ok(_) => Ok(()),
        Err(error) => {
            LOOKUPS.fetch_sub(1, Ordering::Relaxed);
            Err(error)
        }
    }
}

/// PHP unloads its modules at its end. From now on this library stays in memory all the same, so
/// that a lookup can come back to it.
fn stay_loaded() -> io::Result<()> {
    static STAYS: AtomicBool = AtomicBool::new(false);
    if STAYS.load(Ordering::Relaxed) {
        return Ok(());
    }
    let failed = || io::Error::other("the library cannot be kept in memory");
    let address: *const AtomicBool = &raw const STAYS;
    // SAFETY: all zeros are a valid Dl_info, and the call writes to it alone. It takes any address
    // and reads nothing there.
    let (found, place) = unsafe {
        let mut place: libc::Dl_info = std::mem::zeroed();
        (libc::dladdr(address.cast(), &raw mut place), place)
    };
    if found == 0 || place.dli_fname.is_null() {
        return Err(failed());
    }
    let flags = libc::RTLD_NOW | libc::RTLD_NOLOAD | libc::RTLD_NODELETE;
    // SAFETY: the string is the loader's own and ends with a NUL; it lives as long as this library
    // is loaded, which is at least until the thread that calls this has ended. The library is
    // loaded already, so none of its code runs. Nobody gives the handle back.
    let handle = unsafe { libc::dlopen(place.dli_fname, flags) };
    if handle.is_null() {
        return Err(failed());
    }
    STAYS.store(true, Ordering::Relaxed);
    Ok(())
}

/// How many of our sockets one process may have open. There is one for each configuration and
/// thread, the renewing thread too, and one more for each signal handler that runs inside a
/// wait.
const SOCKETS: usize = 4096;

/// The descriptors of our open sockets. The child of a fork closes them. -1: a free place.
static OPEN: [AtomicI32; SOCKETS] = [const { AtomicI32::new(-1) }; SOCKETS];

/// The number of forks from the first process to this one.
static GENERATION: AtomicU64 = AtomicU64::new(0);

/// The number of forks from the first process to this one. A child and its parent never see
/// the same number. What was made in another generation belongs to another process.
pub(crate) fn generation() -> u64 {
    GENERATION.load(Ordering::Relaxed)
}

/// From now on every fork of this process is counted. Called when the module starts.
///
/// # Errors
/// The error of `pthread_atfork`. Without it a child would hold its parent's locks.
pub(crate) fn count_forks() -> io::Result<()> {
    /// A module can start twice although its library is loaded once.
    static COUNTED: AtomicBool = AtomicBool::new(false);
    if COUNTED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    // SAFETY: the handlers may run where they run: the one in the child calls nothing that is
    // not async-signal-safe (see there), and the other two touch atomics and may sleep. None
    // of them panics. They cannot run after this library is unloaded: glibc drops them then.
    match unsafe { libc::pthread_atfork(Some(before_fork), Some(in_parent), Some(in_child)) } {
        0 => Ok(()),
        error => Err(io::Error::from_raw_os_error(error)),
    }
}

/// True while some thread runs a few instructions during which no fork may happen.
static UNFORKED: AtomicBool = AtomicBool::new(false);

fn begin_unforked() {
    while UNFORKED.swap(true, Ordering::Acquire) {
        thread::yield_now();
    }
}

fn end_unforked() {
    UNFORKED.store(false, Ordering::Release);
}

/// Runs `work`. No thread of this process can fork meanwhile. `work` must be short, must not
/// panic, and must not call this function.
pub(crate) fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    begin_unforked();
    let result = work();
    end_unforked();
    result
}

/// Runs in the parent before a fork. Waits for lookups, as [`spawn_lookup`] says, and until no
/// thread is inside `undisturbed`. Lets none in, and lets no lookup begin, until the fork is done.
extern "C" fn before_fork() {
    begin_unforked();
    if LOOKUPS.load(Ordering::Relaxed) > 0 {
        let begun = now();
        while is_fork_to_wait(begun) {
            end_unforked();
            thread::sleep(Duration::from_millis(1));
            begin_unforked();
        }
    }
}

/// Whether a fork that was wanted at `begun` has to wait for a lookup.
fn is_fork_to_wait(begun: Moment) -> bool {
    let newest = Moment::from_nanos(NEWEST_LOOKUP.load(Ordering::Relaxed));
    let until = begun.min(newest).after(LONGEST_FORK);
    LOOKUPS.load(Ordering::Relaxed) > 0 && now() < until
}

extern "C" fn in_parent() {
    end_unforked();
}

/// Runs in the child, after the fork and before any PHP code.
///
/// The child must not keep the sockets: if the parent is killed, Redis would believe that the
/// parent lives until the child ends. The parent loses nothing: close(2) sends nothing to Redis
/// while the parent still has the socket open.
extern "C" fn in_child() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
    stats::start_anew();
    LOOKUPS.store(0, Ordering::Relaxed); // their threads are the parent's
    for slot in &OPEN {
        let fd = slot.swap(-1, Ordering::Relaxed);
        if fd >= 0 {
            // SAFETY: close(2) is async-signal-safe; the child of a process with threads may
            // call nothing else. The descriptor is ours: a `ForkSafe` leaves the table before
            // it closes its socket, in one step that no fork can divide. Nobody closes it
            // again: a `ForkSafe` of another generation closes nothing.
            unsafe { libc::close(fd) };
        }
    }
    end_unforked();
}

/// A socket that a forked child does not keep. In the child it is closed before anything else
/// runs. The value in the child never closes it again, because the descriptor's number may
/// belong to another file by then.
#[derive(Debug)]
pub(crate) struct ForkSafe<S: AsRawFd> {
    socket: ManuallyDrop<S>,
    slot: &'static AtomicI32,
    generation: u64,
}

impl<S: AsRawFd + From<OwnedFd>> ForkSafe<S> {
    /// Makes a socket and enters it into the table of the sockets that a forked child closes.
    /// Its descriptor is never one of the standard streams.
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

/// The same socket, with a descriptor that is not a standard stream's. A daemon closes its
/// standard streams, and the kernel gives their numbers to the next files. PHP's output would
/// then go to Redis, and Redis would execute it.
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
                // SAFETY: this is the only place that drops it, and `drop` runs once. Nothing
                // can use the value afterwards.
                unsafe { ManuallyDrop::drop(&mut self.socket) };
            });
        }
    }
}

/// Flags of send(2): send as much as fits at once, and fail with `WouldBlock` when nothing
/// does. A peer that has gone is an error, never a SIGPIPE.
pub(crate) const SEND_NOW: i32 = libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT;

/// How [`receive`] waits.
#[derive(Clone, Copy)]
pub(crate) enum Receive {
    /// Not at all. `WouldBlock` if nothing is there.
    Now,
    /// As `Now`. The bytes stay in the socket.
    Peek,
    /// Sleeps, at most for the socket's own timeout. `WouldBlock` after that time,
    /// `Interrupted` by a signal.
    Sleep,
}

/// recv(2). `Ok(0)` is the end of the stream.
pub(crate) fn receive(socket: &impl AsRawFd, buffer: &mut [u8], how: Receive) -> io::Result<usize> {
    let flags = match how {
        Receive::Now => libc::MSG_DONTWAIT,
        Receive::Peek => libc::MSG_DONTWAIT | libc::MSG_PEEK,
        Receive::Sleep => 0,
    };
    // SAFETY: the pointer and the length are those of one slice that nobody else uses. The
    // kernel writes bytes to it, and any byte is a valid u8.
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
