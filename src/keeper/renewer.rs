//! The thread that renews leases: one for each process, however many locks and objects it has.
//!
//! The first lock that wants it starts the thread, never the module, because FPM forks after the
//! module has started. The thread knows nothing of PHP. PHP threads write a table of what it
//! renews, and a lease leaves the table before anything else is sent for its token. The mutex is
//! never held while a command is in flight. In a forked child the thread does not exist and the
//! table may be locked for ever, so a child makes another renewer and leaks the one that it
//! inherited. Used by `entries`, `lifetime`, `transfer` and `keeper`; `php` stops it.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

mod debts;
mod table;

use super::losses::LossFlag;
use super::renewal::{Renewal, address_of};
use crate::clock::{Clock, Moment, PerProcess};
use crate::error::Error;
use crate::store::{Change, LockStore, StoreFactory};
use crate::sync::{Condvar, JoinHandle, Mutex, MutexGuard};
pub(super) use debts::Debt;
use debts::Debts;
use table::Table;

/// The idle timeout of a renewal connection.
const IDLE: Duration = Duration::from_secs(60);
/// The number of idle renewal connections that stay open. Connections in use stay open, however
/// many they are.
const CONNECTIONS: usize = 32;
/// The shortest deadline of an attempt, because less time would leave it no chance.
const SHORTEST_ATTEMPT: Duration = Duration::from_millis(20);
/// The longest sleep of the thread while something is renewed, because a sleep does not count the
/// time for which the machine is suspended, and a lease does.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);
/// The longest time for which a round of owed releases may keep renewals waiting.
const LONGEST_RELEASE: Duration = Duration::from_millis(200);
/// The interval at which a fiber looks whether a renewal in flight is back.
const LOOK: Duration = Duration::from_millis(2);
/// The time after which a PHP thread is interrupted again that could not report its losses.
const NEXT_INTERRUPT: Duration = Duration::from_millis(10);
/// The number of failures after which nobody waits for a renewal in flight, which is how often any
/// other command is tried.
const TRIES: u32 = 2;

/// The renewer of this process, if it has needed one. The mutex is always std's, because the
/// schedules of shuttle explore one renewer each and this static outlives them.
static CURRENT: std::sync::Mutex<PerProcess<Option<&'static Renewer>>> =
    std::sync::Mutex::new(PerProcess::new(None));

pub(crate) struct Renewer {
    clock: &'static (dyn Clock + Sync),
    work: Mutex<Work>,
    /// Wakes the thread, because it has something else to do and may have to sleep for less.
    pub(crate) changed: Condvar,
    /// Wakes the PHP threads that wait for a renewal in flight, because a batch came back or a
    /// lease ran out.
    came_back: Condvar,
}

/// The work of the renewing thread, and the thread that does it.
#[derive(Default)]
struct Work {
    table: Table,
    /// What objects have left that died without an answer.
    debts: Debts,
    /// Whether owed releases were sent and are not back.
    is_releasing: bool,
    thread: Option<JoinHandle<()>>,
    /// The number of the thread that works, if one does. A thread that was stopped never works for
    /// its successor, because the numbers differ.
    worker: Option<u64>,
    started: u64,
    /// The moment at which the thread wakes up by itself.
    looks_at: Option<Moment>,
}

/// Returns the renewer of this process.
pub(super) fn current(clock: &'static (dyn Clock + Sync)) -> &'static Renewer {
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    let own = current.of(clock.generation());
    own.get_or_insert_with(|| Box::leak(Box::new(Renewer::new(clock))))
}

/// Ends the thread, if there is one, and waits for it, which takes no longer than the command in
/// flight.
pub(crate) fn stop(clock: &dyn Clock) {
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    let renewer = *current.of(clock.generation());
    drop(current);
    if let Some(renewer) = renewer {
        renewer.stop();
    }
}

impl Renewer {
    pub(crate) fn new(clock: &'static (dyn Clock + Sync)) -> Self {
        Self {
            clock,
            work: Mutex::default(),
            changed: Condvar::new(),
            came_back: Condvar::new(),
        }
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts the thread if it does not run.
    ///
    /// # Errors
    /// The system's error if it starts no thread.
    pub(crate) fn start(&'static self) -> io::Result<()> {
        let mut work = self.work();
        if work.worker.is_none() {
            let number = work.started + 1;
            let thread = self.clock.spawn(Box::new(move || self.run(number)))?;
            work.thread = Some(thread);
            work.started = number;
            work.worker = Some(number);
        }
        Ok(())
    }

    pub(crate) fn stop(&self) {
        let mut work = self.work();
        work.worker = None;
        work.table = Table::default();
        work.debts = Debts::default();
        let thread = work.thread.take();
        drop(work);
        self.changed.notify_all();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    /// Renews a lease from now on, which was granted when asked for at `sent`.
    pub(crate) fn add(&self, renewal: &Arc<Renewal>, sent: Moment) {
        let mut work = self.work();
        let due = work.table.add(renewal, sent);
        self.look_by(due, &work);
    }

    /// Takes over what a dead object could not release.
    ///
    /// # Errors
    /// The system starts no thread, and nothing is taken over.
    pub(super) fn owe(&'static self, debts: Vec<Debt>) -> io::Result<()> {
        self.start()?;
        let mut work = self.work();
        work.debts.add(debts);
        let due = work.debts.next_due();
        self.look_by(due, &work);
        Ok(())
    }

    /// Waits until `by` for the answers to all releases that are owed, because the request ends.
    pub(super) fn settle(&self, by: Moment) {
        let mut work = self.work();
        work.debts.hurry(self.clock.now());
        self.changed.notify_all();
        loop {
            let now = self.clock.now();
            let is_settled = !work.debts.have_no_answer() && !work.is_releasing;
            if is_settled || work.worker.is_none() || by <= now {
                return;
            }
            let waited = self.came_back.wait_timeout(work, by.until(now));
            work = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Has the PHP thread of `flag` interrupted again in [`NEXT_INTERRUPT`], because it cannot report
    /// its losses now.
    pub(super) fn interrupt_later(&self, flag: &Arc<LossFlag>) {
        let at = self.clock.now().after(NEXT_INTERRUPT);
        let mut work = self.work();
        if work.table.interrupt_at(at, flag) {
            self.look_by(at, &work);
        }
    }

    fn look_by(&self, moment: Moment, work: &Work) {
        if work.looks_at.is_some_and(|at| moment < at) {
            self.changed.notify_all();
        }
    }

    /// Stops the renewal of a lease. A renewal in flight changes nothing for a token that is
    /// released.
    pub(crate) fn remove(&self, renewal: &Arc<Renewal>) {
        self.work().table.remove(renewal);
    }

    /// Stops the renewal of a lease once no renewal of it is in flight, because a renewal that is
    /// executed late would undo a lifetime that is set now.
    ///
    /// # Errors
    /// The second failure while it waits, after which the lease is renewed as before; or the last
    /// failure of a lease whose renewal has ended; or what ended the wait of a fiber, after which the lease is
    /// renewed as before.
    pub(crate) fn remove_when_answered(&self, renewal: &Arc<Renewal>) -> Result<(), Error> {
        let mut work = self.work();
        let mut gives_up_at = None;
        let mut may_suspend = self.clock.may_suspend();
        let began_in = self.clock.generation();
        while let Some(row) = work.table.row(renewal).filter(|row| row.is_in_flight()) {
            let gives_up_at = *gives_up_at.get_or_insert(row.failures + TRIES);
            row.leaves = row.failures < gives_up_at && !row.is_given_up(self.clock.now());
            if let Some(failure) = row.failure.as_ref().filter(|_| !row.leaves) {
                return Err(failure.clone().into());
            }
            if may_suspend {
                drop(work);
                let slept = self.clock.suspend(self.clock.now().after(LOOK), None);
                // The mutex of the parent may be locked for ever in a child.
                if self.clock.generation() != began_in {
                    return Err(slept.and_then(Result::err).unwrap_or(Error::Forked));
                }
                work = self.work();
                match slept {
                    Some(Err(error)) => {
                        let due = work.table.stays(renewal, self.clock.now());
                        self.look_by(due, &work);
                        return Err(error);
                    }
                    Some(Ok(_)) => {}
                    None => may_suspend = false,
                }
                // The renewal may have come back meanwhile.
                continue;
            }
            let waited = self.came_back.wait(work);
            work = waited.unwrap_or_else(PoisonError::into_inner);
        }
        work.table.remove(renewal);
        Ok(())
    }

    /// The work of the thread, which loses all leases if it panics.
    fn run(&self, number: u64) {
        let renewing = std::panic::AssertUnwindSafe(|| self.renew(number));
        if std::panic::catch_unwind(renewing).is_err() {
            let mut work = self.work();
            if work.worker == Some(number) {
                work.worker = None;
                work.table.lose_all();
            }
        }
        self.came_back.notify_all();
    }

    fn renew(&self, number: u64) {
        let mut stores = Stores::default();
        let mut work = self.work();
        while work.worker == Some(number) {
            let now = self.clock.now();
            work.looks_at = None;
            work.table.interrupt_due(now);
            let batch = work.table.take_batch(now);
            // A renewal in flight may be back, or its lease may have run out.
            self.came_back.notify_all();
            if let Some(first) = batch.first() {
                work = self.send(work, &first.deployment, &batch, &mut stores);
                continue;
            }
            let debts = work.debts.take_due(now);
            work = if debts.is_empty() {
                self.rest(work, &mut stores, now)
            } else {
                self.release(work, debts, &mut stores)
            };
        }
    }

    /// Sleeps until something is due, or closes connections that were idle for too long.
    fn rest<'a>(
        &'a self,
        mut work: MutexGuard<'a, Work>,
        stores: &mut Stores,
        now: Moment,
    ) -> MutexGuard<'a, Work> {
        if stores.idle_at() <= now {
            drop(work);
            stores.close_idle(now);
            return self.work();
        }
        let due = match work.table.next_due().min(work.debts.next_due()) {
            Moment::NEVER => Moment::NEVER,
            due => due.min(now.after(LONGEST_SLEEP)),
        };
        let until = due.min(stores.idle_at());
        work.looks_at = Some(until);
        let slept = self.changed.wait_timeout(work, until.until(now));
        slept.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Asks for releases that are owed, all at one deployment, and writes down the votes on them.
    fn release<'a>(
        &'a self,
        mut work: MutexGuard<'a, Work>,
        debts: Vec<Debt>,
        stores: &mut Stores,
    ) -> MutexGuard<'a, Work> {
        let Some(first) = debts.first() else {
            return work;
        };
        let sent = self.clock.now();
        let latest = work.table.next_due().min(sent.after(LONGEST_RELEASE));
        let in_use = stores.are_many().then(|| work.table.deployments());
        work.is_releasing = true;
        drop(work);
        let store = stores.store(&first.deployment, sent, &in_use.unwrap_or_default());
        let releases: Vec<_> = debts
            .iter()
            .map(|it| Change::Release(it.held_key()))
            .collect();
        let votes = store.ask_all(&releases, latest.max(sent.after(SHORTEST_ATTEMPT)));
        let now = self.clock.now();
        let mut work = self.work();
        work.is_releasing = false;
        work.debts.write_down(debts, &votes, now);
        work
    }

    /// Renews a batch, and writes down the votes on it.
    fn send<'a>(
        &'a self,
        work: MutexGuard<'a, Work>,
        deployment: &Arc<dyn StoreFactory>,
        batch: &[Arc<Renewal>],
        stores: &mut Stores,
    ) -> MutexGuard<'a, Work> {
        let sent = self.clock.now();
        // The deadline is the end of the first validity at the latest. If this deployment does not
        // answer, there has to be time left for another attempt, and for the other deployments.
        let ends = batch.iter().map(|it| it.attempt_ends(sent)).min();
        let by = ends
            .unwrap_or(sent)
            .min(work.table.share_ends(deployment, sent));
        let in_use = stores.are_many().then(|| work.table.deployments());
        drop(work);
        let renewals: Vec<_> = batch.iter().map(|it| Change::Renew(it.request())).collect();
        let store = stores.store(deployment, sent, &in_use.unwrap_or_default());
        let votes = store.ask_all(&renewals, by.max(sent.after(SHORTEST_ATTEMPT)));
        let now = self.clock.now();
        let mut work = self.work();
        for (renewal, vote) in batch.iter().zip(&votes) {
            work.table.write_down(renewal, vote, sent, now);
        }
        work.table.learn(deployment, &votes);
        work
    }
}

/// The thread's own stores with connections of their own, the least recently asked one first.
#[derive(Default)]
struct Stores {
    all: Vec<UsedStore>,
}

struct UsedStore {
    deployment: Arc<dyn StoreFactory>,
    store: Box<dyn LockStore>,
    last: Moment,
}

impl Stores {
    /// Returns whether there may be more connections than are to stay open.
    fn are_many(&self) -> bool {
        self.all.len() > CONNECTIONS
    }

    fn store(
        &mut self,
        of: &Arc<dyn StoreFactory>,
        now: Moment,
        in_use: &HashSet<usize>,
    ) -> &dyn LockStore {
        let is_it = |used: &UsedStore| Arc::ptr_eq(&used.deployment, of);
        let store = match self.all.iter().position(is_it) {
            Some(at) => self.all.remove(at).store,
            None => Arc::clone(of).store(),
        };
        // Of the stores that no lease needs now, only the most recently asked ones keep their
        // connections.
        let is_idle = |used: &&UsedStore| !in_use.contains(&address_of(&used.deployment));
        let older = self.all.iter().rev().filter(is_idle).skip(CONNECTIONS);
        older.for_each(|used| used.store.hang_up());
        let at = self.all.len();
        self.all.push(UsedStore {
            deployment: Arc::clone(of),
            store,
            last: now,
        });
        #[allow(clippy::indexing_slicing, reason = "pushed above")]
        &*self.all[at].store
    }

    /// Returns when the first of the stores has been idle for long enough to be closed.
    fn idle_at(&self) -> Moment {
        let first = self.all.first();
        first.map_or(Moment::NEVER, |used| used.last.after(IDLE))
    }

    fn close_idle(&mut self, now: Moment) {
        self.all.retain(|used| now < used.last.after(IDLE));
    }
}
