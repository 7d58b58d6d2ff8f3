//! The releases that were sent and not awaited: which of them have no answer, and when they are asked again.
//!
//! A release stays here until the server has said yes or no to it, or until its lease is over even at the server.
//! A release without an answer is asked again before the next question about its key, and now and then before
//! questions about other keys to the same server. This file asks nothing and knows no store. `in_order` asks, and
//! `keeper` owns one list for each deployment.

use std::cell::{Cell, RefCell, RefMut};
use std::rc::Rc;
use std::time::Duration;

use crate::clock::{Clock, Moment, PerProcess};
use crate::stats;
use crate::store::{HeldKey, LateVote};

/// The largest number of releases whose answers nobody has read. The next release waits for its answer, which comes
/// behind all of theirs.
const MOST: usize = 64;
/// The pause before a release is asked again in the time of a question about another key, because a server that
/// answers no release may answer everything else.
const PAUSE: Duration = Duration::from_secs(1);

/// The releases of one thread at one deployment that are owed.
pub(crate) struct OwedReleases {
    clock: &'static (dyn Clock + Sync),
    /// A forked child owes nothing of its parent's.
    list: RefCell<PerProcess<Vec<Rc<OwedRelease>>>>,
    /// Whether the list has been empty since it was looked through last. Nearly every question needs to know no more.
    is_empty: Cell<bool>,
}

/// One release, and what is known of it.
pub(super) struct OwedRelease {
    key: Vec<u8>,
    token: Vec<u8>,
    /// The moment by which even the server has dropped the lease.
    gone_by: Moment,
    /// The number of the server to which it was sent.
    place: u64,
    state: Cell<OwedState>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OwedState {
    /// It was sent, and its answer has not been read.
    InFlight,
    /// It has no answer, and is asked again in the time of other questions from this moment on.
    Unanswered(Moment),
    Done,
}

impl OwedRelease {
    /// Returns what is asked again. The validity has no meaning for it, because a refusal is an answer too: the first
    /// request may have released the key.
    pub(super) fn held_key(&self) -> HeldKey<'_> {
        HeldKey {
            key: &self.key,
            token: &self.token,
            valid_until: Moment::PAST,
        }
    }

    /// Notes that the server has said yes or no, or that asking again is of no use.
    pub(super) fn end(&self) {
        self.state.set(OwedState::Done);
    }

    /// Notes that asking again had no answer either.
    pub(super) fn postpone(&self, now: Moment) {
        self.state.set(OwedState::Unanswered(now.after(PAUSE)));
    }

    pub(super) fn is_unanswered(&self) -> bool {
        matches!(self.state.get(), OwedState::Unanswered(_))
    }

    /// Returns whether it was sent to another server than `place` and is of this key.
    fn is_elsewhere(&self, key: &[u8], place: u64) -> bool {
        self.state.get() == OwedState::InFlight && self.place != place && self.key == key
    }

    fn is_owed(&self, now: Moment) -> bool {
        self.state.get() != OwedState::Done && now < self.gone_by
    }
}

/// The first answer alone says how the lock ended. A lock that was not the token's any more was counted as
/// released when the release was sent.
impl LateVote for OwedRelease {
    fn came(&self, was_released: Option<bool>) {
        match was_released {
            Some(was_released) => {
                if !was_released {
                    stats::RELEASED.take_back();
                    stats::LOST.count();
                }
                self.end();
            }
            None => self.state.set(OwedState::Unanswered(Moment::PAST)),
        }
    }
}

impl OwedReleases {
    pub(crate) fn new(clock: &'static (dyn Clock + Sync)) -> Self {
        Self {
            clock,
            list: RefCell::default(),
            is_empty: Cell::new(true),
        }
    }

    pub(super) fn clock(&self) -> &'static (dyn Clock + Sync) {
        self.clock
    }

    /// Returns whether no release is owed now.
    pub(crate) fn are_settled(&self) -> bool {
        let now = self.clock.now();
        !self.list().iter().any(|it| it.is_owed(now))
    }

    /// Returns whether no release was owed when the list was looked through last, and none was added since. Each
    /// question can afford to ask this.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty.get()
    }

    /// Returns whether another release may be sent ahead. While an answer is missing none may, because the release
    /// without an answer has to be asked again first.
    pub(super) fn may_grow(&self) -> bool {
        let mut list = self.list();
        list.retain(|it| it.state.get() != OwedState::Done);
        self.is_empty.set(list.is_empty());
        list.len() < MOST && !list.iter().any(|it| it.is_unanswered())
    }

    /// Returns whether something has to be done before a question about `key` to the server `place`.
    pub(super) fn concerns(&self, key: &[u8], place: u64) -> bool {
        let concerns = |it: &Rc<OwedRelease>| it.is_unanswered() || it.is_elsewhere(key, place);
        self.list().iter().any(concerns)
    }

    /// Writes a release down that is about to be sent.
    pub(super) fn sending(&self, held: &HeldKey, gone_by: Moment, place: u64) -> Rc<OwedRelease> {
        self.add(held, gone_by, place, OwedState::InFlight)
    }

    /// Writes a release down that was asked for and has no answer.
    pub(super) fn owe(&self, held: &HeldKey, gone_by: Moment, place: u64) {
        self.add(held, gone_by, place, OwedState::Unanswered(Moment::PAST));
    }

    fn add(
        &self,
        held: &HeldKey,
        gone_by: Moment,
        place: u64,
        state: OwedState,
    ) -> Rc<OwedRelease> {
        let owed = Rc::new(OwedRelease {
            key: held.key.to_vec(),
            token: held.token.to_vec(),
            gone_by,
            place,
            state: Cell::new(state),
        });
        self.list().push(Rc::clone(&owed));
        self.is_empty.set(false);
        owed
    }

    /// Returns whether a release of this key was sent to another server than `place` and has no answer yet.
    pub(super) fn is_elsewhere(&self, key: &[u8], place: u64) -> bool {
        self.list().iter().any(|it| it.is_elsewhere(key, place))
    }

    /// Returns the releases of this key that have no answer.
    pub(super) fn unanswered_of(&self, key: &[u8]) -> Vec<Rc<OwedRelease>> {
        self.wanted(|it| it.is_unanswered() && it.key == key)
    }

    /// Returns the releases of other keys without an answer that are to be asked again before a question to the server
    /// `place`.
    pub(super) fn due_beside(&self, key: &[u8], place: u64, now: Moment) -> Vec<Rc<OwedRelease>> {
        self.wanted(|it| {
            let is_due = |from: Moment| from <= now && it.key != key && it.place == place;
            matches!(it.state.get(), OwedState::Unanswered(from) if is_due(from))
        })
    }

    /// Returns all releases that have no answer.
    pub(super) fn unanswered(&self) -> Vec<Rc<OwedRelease>> {
        self.wanted(OwedRelease::is_unanswered)
    }

    fn wanted(&self, wanted: impl Fn(&OwedRelease) -> bool) -> Vec<Rc<OwedRelease>> {
        let list = self.living();
        list.iter().filter(|it| wanted(it)).cloned().collect()
    }

    /// Returns the list without the releases that are owed no more.
    fn living(&self) -> RefMut<'_, Vec<Rc<OwedRelease>>> {
        let now = self.clock.now();
        let mut list = self.list();
        list.retain(|it| it.is_owed(now));
        self.is_empty.set(list.is_empty());
        list
    }

    fn list(&self) -> RefMut<'_, Vec<Rc<OwedRelease>>> {
        let generation = self.clock.generation();
        RefMut::map(self.list.borrow_mut(), |list| list.of(generation))
    }
}
