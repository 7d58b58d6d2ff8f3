//! The thread that renews leases: one a process, however many locks and objects.
//!
//! It is started by the first lock that wants it, never by the module (FPM forks
//! after that), and knows nothing of PHP. What it is to renew stands in a table
//! that PHP threads write: an entry leaves it before anything else is sent for its
//! token. The mutex is never held while a command is out. In a forked child the
//! thread does not exist and the table may be locked for ever, so a child makes
//! another one and leaks what it inherited. Used by `owner` and `keeper`, stopped by `php`.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

#[cfg(test)]
#[cfg(feature = "shuttle")]
mod explored;
mod table;

use super::renewal::{Bell, Renewal, place_of};
use crate::clock::{Clock, Moment};
use crate::error::Unavailable;
use crate::quorum::{Deployment, Node};
use crate::sync::{Condvar, JoinHandle, Mutex, MutexGuard};
use table::Table;

/// Connections that nothing was renewed over for so long are closed.
const IDLE: Duration = Duration::from_secs(60);
/// So many connections stay open that nothing is renewed over any more. Connections in use
/// stay open, however many they are.
const CONNECTIONS: usize = 32;
/// No attempt is given less, whatever the time: it would have no chance.
const SHORTEST_ATTEMPT: Duration = Duration::from_millis(20);
/// While something is renewed nobody sleeps for longer: a sleep does not count the
/// time for which the machine is suspended, a lease does.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);
/// How much later a bell rings again that nobody could listen to.
const NEXT_RING: Duration = Duration::from_millis(10);
/// After how many failures nobody waits any longer for a renewal to settle: as
/// often as any other command is tried.
const TRIES: u32 = 2;

/// The renewer of this process, if it has needed one. Always std's mutex: what is
/// explored is one renewer, and this outlives each of them.
static CURRENT: std::sync::Mutex<Option<&'static Renewer>> = std::sync::Mutex::new(None);

pub(super) struct Renewer {
    clock: &'static (dyn Clock + Sync),
    /// In which process it was made.
    generation: u64,
    work: Mutex<Work>,
    /// There is something else to do: less time to sleep, or none.
    changed: Condvar,
    /// A batch came back, or what was out ran out.
    came_back: Condvar,
}

/// What there is to do, and who does it.
#[derive(Default)]
struct Work {
    table: Table,
    thread: Option<JoinHandle<()>>,
    /// Which thread works, if one does, by its number: one that was stopped never
    /// takes what its successor is told for its own.
    worker: Option<u64>,
    started: u64,
    /// When the thread looks again by itself.
    looks_at: Option<Moment>,
}

/// The renewer of this process.
pub(super) fn current(clock: &'static (dyn Clock + Sync)) -> &'static Renewer {
    let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    match *current {
        Some(renewer) if renewer.generation == clock.generation() => renewer,
        _ => {
            let renewer = Box::leak(Box::new(Renewer::new(clock)));
            *current = Some(renewer);
            renewer
        }
    }
}

/// Ends the thread, if there is one, and waits for it: no longer than the command
/// takes that is out.
pub(crate) fn stop(clock: &dyn Clock) {
    let current = *CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(renewer) = current.filter(|it| it.generation == clock.generation()) {
        renewer.stop();
    }
}

impl Renewer {
    fn new(clock: &'static (dyn Clock + Sync)) -> Self {
        Self {
            clock,
            generation: clock.generation(),
            work: Mutex::default(),
            changed: Condvar::new(),
            came_back: Condvar::new(),
        }
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sees to it that the thread runs.
    ///
    /// # Errors
    /// What the system says if it gives no thread.
    pub(super) fn start(&'static self) -> io::Result<()> {
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

    fn stop(&self) {
        let mut work = self.work();
        work.worker = None;
        work.table.clear();
        let thread = work.thread.take();
        drop(work);
        self.changed.notify_all();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    /// Renews it from now on, which was granted when asked for at `sent`.
    pub(super) fn add(&self, renewal: &Arc<Renewal>, sent: Moment) {
        let mut work = self.work();
        let due = work.table.add(renewal, sent);
        self.look_by(due, &work);
    }

    /// Rings the bell again a moment later, since nobody could listen now.
    pub(super) fn ring_later(&self, bell: &Arc<Bell>) {
        let at = self.clock.now().after(NEXT_RING);
        let mut work = self.work();
        if work.table.ring_at(at, bell) {
            self.look_by(at, &work);
        }
    }

    fn look_by(&self, moment: Moment, work: &Work) {
        if work.looks_at.is_some_and(|at| moment < at) {
            self.changed.notify_all();
        }
    }

    /// Renews it no longer. What is out already changes nothing any more for a
    /// token that is released.
    pub(super) fn remove(&self, renewal: &Arc<Renewal>) {
        self.work().table.take(renewal);
    }

    /// Renews it no longer, once no renewal of it is out: one that is executed late
    /// would undo a lifetime that is set now.
    ///
    /// # Errors
    /// The second failure while it waits, and it is renewed as before; or the last one,
    /// when its time to be renewed is over.
    pub(super) fn remove_settled(&self, renewal: &Arc<Renewal>) -> Result<(), Unavailable> {
        let mut work = self.work();
        let mut gives_up_at = None;
        while let Some(row) = work.table.row(renewal).filter(|row| row.is_out()) {
            let gives_up_at = *gives_up_at.get_or_insert(row.failures + TRIES);
            row.leaves = row.failures < gives_up_at && !row.is_given_up(self.clock.now());
            if let Some(failure) = row.failure.as_ref().filter(|_| !row.leaves) {
                return Err(failure.clone());
            }
            let waited = self.came_back.wait(work);
            work = waited.unwrap_or_else(PoisonError::into_inner);
        }
        work.table.take(renewal);
        Ok(())
    }

    /// The thread.
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
        let mut nodes = Nodes::default();
        let mut work = self.work();
        while work.worker == Some(number) {
            let now = self.clock.now();
            work.looks_at = None;
            work.table.ring(now);
            let batch = work.table.take_batch(now);
            // What was out is back, or has run out.
            self.came_back.notify_all();
            work = match batch.first() {
                Some(first) => self.send(work, &first.deployment, &batch, &mut nodes),
                None => self.rest(work, &mut nodes, now),
            };
        }
    }

    /// Sleeps until something is due, or closes what has rested for too long.
    fn rest<'a>(
        &'a self,
        mut work: MutexGuard<'a, Work>,
        nodes: &mut Nodes,
        now: Moment,
    ) -> MutexGuard<'a, Work> {
        if nodes.idle_at() <= now {
            drop(work);
            nodes.close_idle(now);
            return self.work();
        }
        let due = match work.table.next_due() {
            Moment::NEVER => Moment::NEVER,
            due => due.min(now.after(LONGEST_SLEEP)),
        };
        let until = due.min(nodes.idle_at());
        work.looks_at = Some(until);
        let slept = self.changed.wait_timeout(work, until.until(now));
        slept.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Renews a batch, and writes down what came of it.
    fn send<'a>(
        &'a self,
        work: MutexGuard<'a, Work>,
        deployment: &Arc<dyn Deployment>,
        batch: &[Arc<Renewal>],
        nodes: &mut Nodes,
    ) -> MutexGuard<'a, Work> {
        let sent = self.clock.now();
        // Not a moment longer than the first of them is valid; and that time is left
        // for another attempt, and for other servers, should this one not answer.
        let ends = batch.iter().map(|it| it.attempt_ends(sent)).min();
        let by = ends
            .unwrap_or(sent)
            .min(work.table.patience(deployment, sent));
        let in_use = if nodes.are_many() {
            work.table.deployments()
        } else {
            HashSet::new()
        };
        drop(work);
        let owned: Vec<_> = batch.iter().map(|it| it.ownership()).collect();
        let node = nodes.node(deployment, sent, &in_use);
        let votes = node.renew(&owned, by.max(sent.after(SHORTEST_ATTEMPT)));
        let now = self.clock.now();
        let mut work = self.work();
        for (renewal, vote) in batch.iter().zip(&votes) {
            work.table.answered(renewal, vote, sent, now);
        }
        work.table.learn(deployment, &votes);
        work
    }
}

/// The thread's own nodes, with connections of their own; those asked last at the end.
#[derive(Default)]
struct Nodes {
    all: Vec<Used>,
}

struct Used {
    deployment: Arc<dyn Deployment>,
    node: Box<dyn Node>,
    last: Moment,
}

impl Nodes {
    /// Whether connections that nothing needs may have to be closed.
    fn are_many(&self) -> bool {
        self.all.len() > CONNECTIONS
    }

    fn node(
        &mut self,
        of: &Arc<dyn Deployment>,
        now: Moment,
        in_use: &HashSet<usize>,
    ) -> &dyn Node {
        let is_it = |used: &Used| Arc::ptr_eq(&used.deployment, of);
        let node = match self.all.iter().position(is_it) {
            Some(at) => self.all.remove(at).node,
            None => Arc::clone(of).node(),
        };
        // Of those that nothing needs now, only the ones that were asked last stay open.
        let is_idle = |used: &&Used| !in_use.contains(&place_of(&used.deployment));
        let older = self.all.iter().rev().filter(is_idle).skip(CONNECTIONS);
        older.for_each(|used| used.node.hang_up());
        let at = self.all.len();
        self.all.push(Used {
            deployment: Arc::clone(of),
            node,
            last: now,
        });
        #[allow(clippy::indexing_slicing, reason = "pushed above")]
        &*self.all[at].node
    }

    /// When the first of them has rested for long enough.
    fn idle_at(&self) -> Moment {
        let first = self.all.first();
        first.map_or(Moment::NEVER, |used| used.last.after(IDLE))
    }

    fn close_idle(&mut self, now: Moment) {
        self.all.retain(|used| now < used.last.after(IDLE));
    }
}
