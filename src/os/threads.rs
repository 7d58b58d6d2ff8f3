//! Threads that no signal reaches, and the lookups of the resolver among them.
//!
//! A fork waits for lookups, because the resolver's locks would stay shut in the child for ever.
//! Used by `connection` and `php`, and by `atfork`.

use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::clock::now;
use super::forks::{begin_unforked, end_unforked, undisturbed};
use super::loader::stay_loaded;
use super::signals::HeldSignals;
use crate::clock::Moment;
use crate::sync::{Builder, JoinHandle};

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

/// The longest time for which a fork waits for lookups, and the greatest age of the newest of them.
const LONGEST_FORK: Duration = Duration::from_secs(1);

/// The number of lookups of [`spawn_lookup`] that are in progress.
static LOOKUPS: AtomicUsize = AtomicUsize::new(0);

/// The moment in which the newest of these lookups began, in nanoseconds of [`Moment`].
static NEWEST_LOOKUP: AtomicU64 = AtomicU64::new(0);

/// Starts a thread for `work`, which calls the system's resolver. Nobody waits for its end, because
/// the resolver has no deadline but its own, which may be half a minute.
///
/// A child that is forked while the resolver holds one of its locks may hang at its own first lookup, because
/// it has the lock and not the thread that opens it. A fork therefore waits for the lookups, but for no
/// longer than [`LONGEST_FORK`]. The C library holds these locks while it reads its files and loads its
/// modules, not while it waits for the network, so a lookup that lasts longer waits for the network. The
/// moment in which such a slow lookup ends is not guarded, a risk that each program has which resolves names
/// in a thread. A wait without a limit would be worse, because each `proc_open` would wait for a name server
/// that is down, and a module of the resolver that forks would wait for itself.
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

/// Waits before a fork until no thread is inside `undisturbed`, and for lookups as [`spawn_lookup`] says.
/// Until `end_unforked`, no thread can enter and no lookup can begin.
pub(super) fn begin_fork() {
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

/// Returns whether a fork that was wanted at `begun` has to wait for a lookup.
fn is_fork_to_wait(begun: Moment) -> bool {
    let newest = Moment::from_nanos(NEWEST_LOOKUP.load(Ordering::Relaxed));
    let until = begun.min(newest).after(LONGEST_FORK);
    LOOKUPS.load(Ordering::Relaxed) > 0 && now() < until
}

/// Forgets the lookups of the parent, whose threads a forked child does not have.
pub(super) fn forget_lookups() {
    LOOKUPS.store(0, Ordering::Relaxed);
}
