//! The names of one lock set: the one place where a lease begins and ends.
//!
//! A name has at most one entry, and each change of an entry is one of the transitions below. The
//! transitions alone count how leases begin and end, and note a loss that is still to be reported.
//! A lease that ends leaves the renewer here. Entries that another process made are forgotten, and
//! no server is asked. Used by `keeper`, by `lock_set` and by the files of its verbs.

use std::cell::{Cell, RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::by_name::ByName;
use super::entry::{Doubt, Ending, HeldLease, LockEntry, LockState};
use super::losses::{Losses, Report};
use super::renewal::Renewal;
use super::renewer;
use crate::clock::{Moment, PerProcess};
use crate::error::Error;
use crate::lock::Lease;
use crate::stats;
use crate::store::Vote;
use crate::token::Token;

/// All entries of one lock set.
pub(super) struct Entries {
    /// The number of the lock set, under which its losses are noted.
    set: u64,
    losses: Rc<Losses>,
    list: RefCell<PerProcess<ByName<LockEntry>>>,
    /// The number of entries that there have been.
    numbered: Cell<u64>,
    /// The number of entries at which those are dropped that nobody will ask for again, and the
    /// moment from which a smaller number is enough.
    drop_at: Cell<usize>,
    drop_by: Cell<Moment>,
    /// Whether a loss was dropped before a release has reported it.
    has_dropped_loss: Cell<bool>,
}

const FEW: usize = 32;
/// The interval at which more than a few entries are looked through.
const LOOK: Duration = Duration::from_secs(1);

/// Questions.
impl Entries {
    pub(super) fn new(set: u64, losses: Rc<Losses>) -> Self {
        Self {
            set,
            losses,
            list: RefCell::default(),
            numbered: Cell::new(0),
            drop_at: Cell::new(FEW),
            drop_by: Cell::new(Moment::PAST),
            has_dropped_loss: Cell::new(false),
        }
    }

    pub(super) fn get(&self, name: &[u8]) -> Option<LockEntry> {
        self.list().get(name).cloned()
    }

    /// Returns the entry of `name`, if it still is the one with `token`.
    pub(super) fn of_token(&self, name: &[u8], token: &[u8]) -> Option<LockEntry> {
        self.get(name)
            .filter(|entry| entry.token.as_bytes() == token)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list().is_empty()
    }

    /// Returns the entries that are `wanted`, in the order in which their names came.
    pub(super) fn all(&self, wanted: impl Fn(&LockEntry) -> bool) -> Vec<(Vec<u8>, LockEntry)> {
        let list = self.list();
        let mut found: Vec<_> = list
            .iter()
            .filter(|(_, entry)| wanted(entry))
            .map(|(name, entry)| (name.to_vec(), entry.clone()))
            .collect();
        found.sort_unstable_by_key(|(_, entry)| entry.number);
        found
    }
}

/// How a lease begins.
impl Entries {
    /// Notes that a `lock()` call is about to ask for `name`.
    pub(super) fn pending(&self, name: &[u8], token: &Token) {
        self.put(name, token, LockState::Pending);
    }

    /// Notes that an adoption of the lock of `from` is about to be asked for.
    pub(super) fn adopting(&self, name: &[u8], token: &Token, from: &[u8]) {
        let doubt = Doubt::Adoption(from.to_vec());
        self.put(name, token, LockState::Unsure(doubt, Ending::OPEN));
    }

    /// Notes that the server has granted `name`.
    pub(super) fn granted(&self, name: &[u8], token: &Token, held: HeldLease) {
        stats::ACQUIRED.count();
        self.put(name, token, LockState::Held(held));
    }

    /// Notes that the server has granted `name` to a call that asks for other names too.
    pub(super) fn gathered(&self, name: &[u8], token: &Token, held: HeldLease) {
        self.put(name, token, LockState::Gathered(held));
    }

    /// Notes that the lease of a held `name` has another lifetime now. A name that this token no longer holds stays as it
    /// is, because PHP code that ran during the question may have released it.
    pub(super) fn given_lifetime(&self, name: &[u8], token: &Token, held: HeldLease) {
        let entry = self.of_token(name, token.as_bytes());
        if entry.is_some_and(|entry| {
            matches!(entry.state, LockState::Held(_) | LockState::RanOut { .. })
        }) {
            self.put(name, token, LockState::Held(held));
        }
    }

    /// Notes that nobody knows whether a held `name` has its new lifetime, for which a `lease` was
    /// asked. `gone_by` is the end of its old lease at the server.
    pub(super) fn unsure_of_lifetime(
        &self,
        name: &[u8],
        token: &Token,
        gone_by: Moment,
        lease: Duration,
    ) {
        let given_up = self.losses.clock().now();
        let entry = self.of_token(name, token.as_bytes());
        let lease_now = entry.and_then(|entry| entry.lease());
        // A signal handler may have given it a lifetime that is known.
        if let Some(held) = lease_now.filter(|it| it.gone_by == Moment::NEVER) {
            let unsure = Lease {
                gone_by: gone_by.max(Ending::given_up(given_up, lease).gone_by),
                ..held
            };
            self.given_lifetime(name, token, HeldLease::fixed(unsure));
        }
    }

    /// Notes that another owner holds `name`. `waited` says whether the call has waited for it.
    pub(super) fn refused(&self, name: &[u8], token: &Token, waited: bool) {
        let how = if waited {
            &stats::TIMED_OUT
        } else {
            &stats::REFUSED
        };
        how.count();
        self.remove(name, token);
    }

    /// Counts a call that is refused without a question, because this object holds its name or
    /// waits for it.
    pub(super) fn refused_at_once() {
        stats::REFUSED.count();
    }
}

/// How a lease ends.
impl Entries {
    /// Returns the entry of `name`, checked against the clock. A lease that has run out is over from
    /// this call on, for good, so an entry that is still held may be relied upon.
    pub(super) fn checked(&self, name: &[u8]) -> Option<LockEntry> {
        let mut list = self.list();
        let entry = list.get_mut(name)?;
        self.check(name, entry, self.losses.clock().now(), Report::AtInterrupt);
        Some(entry.clone())
    }

    /// Returns, checked as by [`Self::checked`], the token and the lease of a `name` that may be
    /// relied upon.
    pub(super) fn valid_lease(&self, name: &[u8]) -> Option<(Token, Lease)> {
        let mut list = self.list();
        let entry = list.get_mut(name)?;
        let lease = self.check(name, entry, self.losses.clock().now(), Report::AtInterrupt)?;
        Some((entry.token.clone(), lease))
    }

    /// Ends the renewed leases that are lost by `now`, and notes them in the order in which their names
    /// came.
    pub(super) fn check_renewed(&self, now: Moment, report: Report) {
        let mut list = self.list();
        let mut renewed: Vec<_> = list.iter_mut().collect();
        renewed.retain(|(_, entry)| entry.renewal().is_some());
        renewed.sort_unstable_by_key(|(_, entry)| entry.number);
        for (name, entry) in renewed {
            self.check(name, entry, now, report);
        }
    }

    /// Returns the lease that may be relied upon at `now`. A held entry without one ends, and the loss
    /// of a renewed lease is noted.
    fn check(
        &self,
        name: &[u8],
        entry: &mut LockEntry,
        now: Moment,
        report: Report,
    ) -> Option<Lease> {
        // Decided once, because the renewing thread may lose the lease between two looks.
        let lease = entry.checked_lease(now);
        if lease.is_none() && matches!(entry.state, LockState::Held(_)) {
            let state = entry.over(false);
            self.end(entry);
            if entry.renewal().is_some() {
                self.losses.note(self.set, name, &entry.token, report);
            }
            entry.state = state;
        }
        lease
    }

    /// Counts a held lease as lost, and stops its renewal.
    fn end(&self, entry: &LockEntry) {
        if let LockState::Held(_) = entry.state {
            stats::LOST.count();
        }
        if let Some(renewal) = entry.renewal() {
            self.leave_renewer(entry);
            renewal.lose();
        }
    }

    /// As [`Self::leave_renewer`], once the renewal in flight has its answer, because it would undo
    /// a shorter lifetime.
    ///
    /// # Errors
    /// The errors of the renewer, after which the lease is still renewed.
    pub(super) fn leave_renewer_when_answered(&self, entry: &LockEntry) -> Result<(), Error> {
        match entry.renewal() {
            Some(renewal) => renewer::current(self.losses.clock()).remove_when_answered(renewal),
            None => Ok(()),
        }
    }

    /// Stops the renewal of this entry's lease, before anything else is sent for its token.
    #[inline]
    pub(super) fn leave_renewer(&self, entry: &LockEntry) {
        if let Some(renewal) = entry.renewal() {
            self.remove_from_renewer(renewal);
        }
    }

    #[cold]
    fn remove_from_renewer(&self, renewal: &Arc<Renewal>) {
        renewer::current(self.losses.clock()).remove(renewal);
    }

    /// Notes that the server no longer has this token in the key of `name`. `was_renewed` says that
    /// a call was making a fixed lease of a renewed one.
    pub(super) fn lost(&self, name: &[u8], token: &Token, was_renewed: bool) {
        if let Some(entry) = self.remove(name, token) {
            self.end(&entry);
            if was_renewed || entry.renewal().is_some() {
                self.losses.note(self.set, name, token, Report::AtInterrupt);
            }
        }
    }

    /// Stops the renewal of `entry`, of `name`, because a release is about to be sent. Returns
    /// `false` if it is a renewed lease that is lost by `now`: it is not to be released, and the
    /// answer of this release reports the loss.
    pub(super) fn begin_release(&self, name: &[u8], entry: &LockEntry, now: Moment) -> bool {
        let is_lost = match entry.renewal() {
            Some(renewal) => renewal.check(now).is_none(),
            None => matches!(entry.state, LockState::Lost { .. }),
        };
        if is_lost {
            self.lost_at_release(name, entry);
        } else {
            self.leave_renewer(entry);
        }
        !is_lost
    }

    /// Notes that the answer of a release reports the loss of `entry`, so nobody else does. Its
    /// token is released later, because it may own the key still.
    pub(super) fn lost_at_release(&self, name: &[u8], entry: &LockEntry) {
        // PHP code that ran during the release may have brought the name to an end.
        if self.of_token(name, entry.token.as_bytes()).is_none() {
            return;
        }
        self.end(entry);
        self.losses.report_by_answer(&entry.token);
        self.put(name, &entry.token, entry.over(true));
    }

    /// Notes the vote of the server on the release of `name`.
    pub(super) fn released(&self, name: &[u8], token: &Token, vote: &Vote) {
        if let Some(entry) = self.remove(name, token) {
            self.count_release(&entry, vote);
        }
    }

    /// Counts a lock that was released for an owner which is none of the entries.
    pub(super) fn released_of_another() {
        stats::RELEASED.count();
    }

    /// Counts as [`Self::released`] does, for an entry that was taken out before.
    pub(super) fn count_release(&self, entry: &LockEntry, vote: &Vote) {
        if let Some(how) = entry.end_by(vote, self.losses.clock()) {
            how.count();
        }
    }

    /// Notes that nobody knows whether `name` was released.
    pub(super) fn unsure_of_release(&self, name: &[u8], token: &Token) {
        let Some(entry) = self.of_token(name, token.as_bytes()) else {
            return;
        };
        let state = match entry.state {
            LockState::Held(_) => LockState::Unsure(Doubt::Release, self.ending_of_held(&entry)),
            LockState::Unsure(Doubt::Grant | Doubt::Release, _) => return,
            // This release may still be executed, so its token can adopt nothing.
            LockState::Unsure(Doubt::Adoption(_), ending) => {
                LockState::Unsure(Doubt::Grant, ending)
            }
            _ => LockState::Unsure(Doubt::Grant, Ending::known(entry.gone_by())),
        };
        self.put(name, token, state);
    }

    /// Returns when a held lease is over at the server if its release is not executed. A renewal in
    /// flight may lengthen it once more.
    pub(super) fn ending_of_held(&self, entry: &LockEntry) -> Ending {
        let renewed = entry.renewal().map(|renewal| {
            let now = self.losses.clock().now();
            Ending::given_up(now, renewal.request().lease).gone_by
        });
        Ending::known(renewed.unwrap_or(Moment::PAST).max(entry.gone_by()))
    }

    /// Notes that nobody knows whether `name` was granted, for as long as `lease`. An adoption was
    /// unsure from the beginning.
    pub(super) fn unsure_of_grant(&self, name: &[u8], token: &Token, lease: Duration) {
        let entry = self.of_token(name, token.as_bytes());
        let doubt = match entry.map(|entry| entry.state) {
            None | Some(LockState::Pending) => Doubt::Grant,
            Some(LockState::Unsure(doubt, _)) => doubt,
            Some(_) => return,
        };
        let ending = Ending::given_up(self.losses.clock().now(), lease);
        self.put(name, token, LockState::Unsure(doubt, ending));
    }

    /// Notes that nobody knows whether a gathered `name` was given back, for as long as `lease`.
    pub(super) fn unsure_of_gathered(&self, name: &[u8], token: &Token, lease: Duration) {
        let ending = Ending::given_up(self.losses.clock().now(), lease);
        self.put(name, token, LockState::Unsure(Doubt::Grant, ending));
    }

    /// Forgets the token of `name`, which is known to own nothing or was given away.
    pub(super) fn forget(&self, name: &[u8], token: &Token) {
        self.remove(name, token);
    }

    /// Drops the entry of a fixed lease that is over by our own clock.
    pub(super) fn forget_ran_out(&self, name: &[u8]) {
        let ran_out = self.get(name);
        let ran_out = ran_out.filter(|entry| matches!(entry.state, LockState::RanOut { .. }));
        if let Some(LockEntry { token, .. }) = ran_out {
            self.forget(name, &token);
        }
    }

    /// Takes all entries out, because the lock set ends, and stops their renewal. Returns those
    /// that are to be released: all of them, or with `keeps_held` those that are not held.
    pub(super) fn take_all(&self, keeps_held: bool) -> Vec<(Vec<u8>, LockEntry)> {
        let mut left = self.all(|_| true);
        for (_, entry) in &left {
            self.leave_renewer(entry);
        }
        *self.list() = ByName::default();
        if keeps_held {
            left.retain(|(_, entry)| !entry.was_held());
        }
        // What is held goes first, because it keeps its name shut for longest and the time may not
        // suffice for all.
        left.sort_by_key(|(_, entry)| !entry.was_held());
        left
    }

    /// Drops entries of which not even the server has anything left. That happens whenever there
    /// are twice as many as after the last time, and once a second while there are more than a few,
    /// so a process keeps no lock that it lets run out and no token of unknown outcome for ever.
    /// `may_be_executed` is the question of [`Ending::at`].
    pub(super) fn make_room(&self, may_be_executed: impl Fn(Moment) -> bool) {
        let mut list = self.list();
        if list.len() < FEW {
            return;
        }
        let now = self.losses.clock().now();
        if list.len() < self.drop_at.get() && now < self.drop_by.get() {
            return;
        }
        for (name, entry) in list.iter_mut() {
            if let LockState::Unsure(_, ending) = &mut entry.state {
                *ending = ending.at(now, &may_be_executed);
            } else if entry.gone_by() <= now {
                self.check(name, entry, now, Report::AtInterrupt);
            }
        }
        // An answer may still report a loss that no callback has reported.
        let unreported = self.losses.unreported();
        list.retain(|entry| {
            let is_gone = entry.gone_by() <= now && !unreported.contains(&entry.token);
            if is_gone && entry.was_held() {
                self.has_dropped_loss.set(true);
            }
            !is_gone
        });
        self.drop_at.set((list.len() * 2).max(FEW));
        self.drop_by.set(now.after(LOOK));
    }

    /// Returns whether a loss was dropped before a release has reported it, once for each such
    /// loss.
    pub(super) fn take_dropped_loss(&self) -> bool {
        self.has_dropped_loss.take()
    }
}

/// What the transitions are made of.
impl Entries {
    fn put(&self, name: &[u8], token: &Token, state: LockState) {
        let mut list = self.list();
        if let Some(entry) = list.get_mut(name) {
            (entry.token, entry.state) = (token.clone(), state);
            return;
        }
        let number = self.numbered.get();
        self.numbered.set(number + 1);
        let entry = LockEntry {
            token: token.clone(),
            state,
            number,
        };
        list.insert(name, entry);
    }

    fn remove(&self, name: &[u8], token: &Token) -> Option<LockEntry> {
        self.list().remove_if(name, |entry| entry.token == *token)
    }

    /// Returns the entries that this process has made.
    fn list(&self) -> RefMut<'_, ByName<LockEntry>> {
        let generation = self.losses.clock().generation();
        RefMut::map(self.list.borrow_mut(), |list| list.of(generation))
    }
}
