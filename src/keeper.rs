//! What is held: one [`LockSet`] for each PHP object, and the [`Keeper`] that sees to all of
//! them until the end of the request.
//!
//! An entry is written before the first command that could make it true, and leaves when the server
//! has said that the token owns nothing. So it still names the token when a call ends in between,
//! by an exception or by a fatal error that jumps over every frame. Called by `php`.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

mod acquire;
mod by_name;
mod endless;
mod entries;
mod entry;
mod lifetime;
mod listing;
mod lock_set;
mod losses;
mod occupied;
mod queues;
mod release;
pub(crate) mod renewal;
pub(crate) mod renewer;
mod several;
#[cfg(test)]
mod tests;
mod transfer;

use crate::clock::{Clock, Moment};
use crate::config::Options;
use crate::lock::{InOrder, Lines, OwedReleases};
use crate::store::{LockStore, StoreFactory};
use crate::token::Token;
pub(crate) use acquire::{Acquired, LockCall};
pub(crate) use lock_set::{Lifetime, LockSet};
pub(crate) use losses::LossFlag;
use losses::{Losses, Report};
use queues::Queues;
use release::Left;
use renewal::address_of;
use renewer::Debt;
pub(crate) use renewer::stop as stop_renewing;
pub(crate) use several::{AcquiredAll, SeveralCall};

/// The time that the end of a request may take for all its locks together.
const SWEEP: Duration = Duration::from_millis(500);

/// The time that the death of an object may take where fibers share its thread.
const LEAVE: Duration = Duration::from_millis(50);

/// The time for which nothing that has to end where fibers share its thread waits for an answer, after the first that got
/// none.
const SILENT: Duration = Duration::from_secs(1);

/// All lock sets of a request, which are those of one PHP thread.
#[derive(Default)]
pub(crate) struct Keeper {
    /// The lock sets by their numbers, which is the order in which they came.
    sets: RefCell<BTreeMap<u64, Rc<LockSet>>>,
    numbered: Cell<u64>,
    losses: OnceCell<Rc<Losses>>,
    /// The releases that are owed at each deployment.
    owed: RefCell<Vec<OwedAt>>,
    /// The lock sets of objects that died while releases were owed, one for each deployment, by which the end of the
    /// request asks again.
    dead: RefCell<BTreeMap<usize, Rc<LockSet>>>,
    queues: Rc<Queues>,
    lines: Rc<Lines>,
    /// Whether the renewing thread may owe releases of objects that died in this request.
    has_debts: Cell<bool>,
    /// Until when an object that dies, or a call that has to end, waits for no answer, because another one got none.
    no_answer_until: Cell<Option<Moment>>,
}

/// The releases that are owed at one deployment.
struct OwedAt {
    deployment: Arc<dyn StoreFactory>,
    releases: Rc<OwedReleases>,
}

impl Keeper {
    /// Returns a new lock set, which is kept until its object dies or the request ends. `flag`
    /// makes the flag that losses of this thread raise, and is called once.
    pub(crate) fn open(
        &self,
        store: Box<dyn LockStore>,
        options: Options,
        clock: &'static (dyn Clock + Sync),
        flag: impl FnOnce() -> LossFlag,
    ) -> Rc<LockSet> {
        let new_losses = || Rc::new(Losses::new(clock, flag()));
        let losses = self.losses.get_or_init(new_losses);
        let number = self.numbered.get();
        self.numbered.set(number + 1);
        let owed = self.owed_at(store.factory(), clock);
        let store = InOrder::new(store, owed, Rc::clone(&self.lines), options.lock_delay);
        let set = Rc::new(LockSet::new(
            number,
            store,
            Rc::clone(losses),
            options,
            Rc::clone(&self.queues),
        ));
        self.sets.borrow_mut().insert(number, Rc::clone(&set));
        set
    }

    /// Returns the releases that are owed at a deployment. Those of deployments that no object uses are forgotten
    /// when nothing is owed there.
    fn owed_at(
        &self,
        deployment: Arc<dyn StoreFactory>,
        clock: &'static (dyn Clock + Sync),
    ) -> Rc<OwedReleases> {
        let mut all = self.owed.borrow_mut();
        let is_it = |at: &&OwedAt| address_of(&at.deployment) == address_of(&deployment);
        if let Some(OwedAt { releases, .. }) = all.iter().find(is_it) {
            return Rc::clone(releases);
        }
        all.retain(|at| Rc::strong_count(&at.releases) > 1 || !at.releases.are_settled());
        let releases = Rc::new(OwedReleases::new(clock));
        all.push(OwedAt {
            deployment,
            releases: Rc::clone(&releases),
        });
        releases
    }

    /// Returns whether the end of the request may find something to release.
    pub(crate) fn may_hold_locks(&self) -> bool {
        let (sets, owed) = (self.sets.borrow(), self.owed.borrow());
        self.has_debts.get()
            || sets.values().any(|set| !set.entries.is_empty())
            || owed.iter().any(|at| !at.releases.is_empty())
    }

    /// Returns whether there may be an unreported loss of a renewed lease.
    pub(crate) fn may_have_loss(&self) -> bool {
        self.losses.get().is_some_and(|it| it.may_be_unreported())
    }

    /// Takes the next unreported loss of a renewed lease. Returns the lock set that held it, and
    /// its name.
    pub(crate) fn take_loss(&self) -> Option<(Rc<LockSet>, Vec<u8>)> {
        let losses = self.losses.get()?;
        let sets = self.sets.borrow();
        if losses.flag().lower() {
            let now = losses.clock().now();
            for set in sets.values() {
                set.entries.check_renewed(now, Report::Now);
            }
        }
        while let Some((number, name)) = losses.take_first() {
            // The loss of an object that has died has nobody to learn of it.
            if let Some(set) = sets.get(&number) {
                return Some((Rc::clone(set), name));
            }
        }
        None
    }

    /// Asks for another interrupt in 10 ms, because there is a loss that cannot be reported now. The
    /// engine is not asked at once, because with an exception pending it would do nothing but serve
    /// interrupts.
    pub(crate) fn interrupt_later(&self) {
        if let Some(losses) = self.losses.get() {
            renewer::current(losses.clock()).interrupt_later(losses.flag());
        }
    }

    /// Returns whether a lease of these lock sets may be lost at any moment.
    pub(crate) fn renews(&self) -> bool {
        self.losses.get().is_some_and(|it| it.has_renewals())
    }

    /// Returns whether another object of this thread holds the key that `name` is in `set`, and has
    /// it renewed. A wait for such a key would never end without a limit.
    pub(crate) fn renews_elsewhere(&self, set: &Rc<LockSet>, name: &[u8]) -> bool {
        if !self.renews() {
            return false;
        }
        let sets = self.sets.borrow();
        let (keyspace, key) = (set.store.factory().keyspace(), set.key(name));
        let mut others = sets.values().filter(|other| !Rc::ptr_eq(other, set));
        others.any(|other| other.renews_key(&key) && other.store.factory().keyspace().is(&keyspace))
    }

    /// Returns whether a call or an object that had to end where fibers share its thread got no answer just now. Many may
    /// end at once, as a destroyed fiber and its object do, and together they have the time of one.
    pub(crate) fn is_silent(&self, now: Moment) -> bool {
        self.no_answer_until.get().is_some_and(|until| now < until)
    }

    /// Notes that a call or an object that had to end got no answer in its time. One that had no time says nothing new.
    pub(crate) fn note_silence(&self, now: Moment) {
        if !self.is_silent(now) {
            self.no_answer_until.set(Some(now.after(SILENT)));
        }
    }

    /// Releases what is left of a lock set, because its object has died in the midst of the
    /// request.
    pub(crate) fn dismiss(&self, set: &Rc<LockSet>) {
        self.sets.borrow_mut().remove(&set.number);
        let by = self.leave(set, &set.take_left());
        if !set.has_sent_ahead.get() {
            return;
        }
        set.store.settle_all(by);
        let mut dead = self.dead.borrow_mut();
        dead.retain(|_, set| set.store.owes());
        if set.store.owes() {
            dead.insert(address_of(&set.store.factory()), Rc::clone(set));
        }
    }

    /// Releases the sections of a call that an exception ends, as far as they still are what [`LockSet::begin_sections`]
    /// named. Fibers share the thread and nothing can be suspended under an exception, so the answer has the time that an
    /// object has which dies.
    pub(crate) fn leave_sections(
        &self,
        set: &LockSet,
        names: &[impl AsRef<[u8]>],
        tokens: &[Option<Token>],
    ) {
        self.leave(set, &set.take_sections(names, tokens));
    }

    /// Releases what a lock set has left, and returns until when that might take. Where fibers go on meanwhile, the
    /// renewing thread owes what has no answer by then.
    fn leave(&self, set: &LockSet, left: &[Left]) -> Moment {
        let clock = set.clock();
        let now = clock.now();
        let span = match clock.has_fibers() {
            true if self.is_silent(now) => Duration::ZERO,
            true => LEAVE,
            false => SWEEP,
        };
        let by = now.after(span);
        let unanswered = set.release_left(left, by);
        if clock.has_fibers() && !unanswered.is_empty() {
            self.note_silence(clock.now());
            if self.owe(set, &unanswered).is_err() {
                set.release_left(left, by.after(SWEEP));
            }
        }
        by
    }

    /// Has the renewing thread release what an object or a section has left, because fibers of its thread go on meanwhile.
    fn owe(&self, set: &LockSet, left: &[&Left]) -> io::Result<()> {
        let deployment = set.store.factory();
        let now = set.clock().now();
        let debt = |(key, entry): &&Left| Debt {
            deployment: Arc::clone(&deployment),
            key: key.clone(),
            token: entry.token.as_bytes().to_vec(),
            gone_by: set.entries.ending_of_held(entry).gone_by,
            next: now,
            asked: 0,
            refused: 0,
        };
        self.has_debts.set(true);
        renewer::current(set.clock()).owe(left.iter().map(debt).collect())
    }

    /// Releases what is left of all lock sets, because the request is over and every destructor of
    /// PHP code has run.
    pub(crate) fn sweep(&self) {
        let (sets, dead) = (self.sets.take(), self.dead.take());
        self.lines.end_request();
        let Some(losses) = self.losses.get() else {
            return;
        };
        losses.forget_all();
        let clock = losses.clock();
        let by = clock.now().after(SWEEP);
        // The locks of all objects that are left at one deployment are released together.
        let mut left_at: BTreeMap<_, (Arc<dyn StoreFactory>, &LockSet, Vec<Left>)> =
            BTreeMap::new();
        for set in sets.values().chain(dead.values()) {
            let left = set.take_left();
            if !left.is_empty() || set.store.owes() {
                let deployment = set.store.factory();
                let place = left_at.entry(address_of(&deployment));
                let (.., others) = place.or_insert((deployment, set, Vec::new()));
                others.extend(left);
            }
        }
        // Each deployment gets its share of the time that is left, so a silent deployment costs
        // the others nothing but time.
        while let Some((_, (_, set, left))) = left_at.pop_first() {
            let now = clock.now();
            let waiting = u32::try_from(left_at.len()).unwrap_or(u32::MAX);
            let by = now.after(by.until(now) / waiting.saturating_add(1));
            set.release_left(&left, by);
            set.store.settle_all(by);
        }
        if self.has_debts.take() {
            renewer::current(clock).settle(by);
        }
        self.owed.take();
    }
}
