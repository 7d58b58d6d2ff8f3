//! The releases that were sent and not awaited: which of them have no answer, and when they are asked again.
//!
//! A release stays here until the server has said yes or no to it, or until its lease is over even at the server.
//! A release without an answer is asked again before the next question about its key, and now and then beside
//! questions about other keys. This file asks nothing and knows no store. `in_order` asks, and
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
/// The first pause before a release is asked again in the time of questions about other keys, because a server that
/// answers no release may answer everything else. Each further pause is twice as long.
const PAUSE: Duration = Duration::from_secs(1);
/// The number of times that the pause is doubled at most, so that it ends at about a minute.
const DOUBLINGS: u32 = 6;

/// The releases of one thread at one deployment that are owed.
pub(crate) struct OwedReleases {
    clock: &'static (dyn Clock + Sync),
    /// A forked child owes nothing of its parent's.
    list: RefCell<PerProcess<Vec<Rc<OwedRelease>>>>,
    /// Whether the list is known to be empty. Nearly every question needs to know no more.
    is_empty: Cell<bool>,
}

/// One release, and what is known of it.
pub(crate) struct OwedRelease {
    key: Vec<u8>,
    token: Vec<u8>,
    /// The moment by which even the server has dropped the lease.
    gone_by: Moment,
    /// The number of the server to which it was sent.
    place: u64,
    /// Whether the next question may go over another connection, and overtake it.
    is_parted: Cell<bool>,
    state: Cell<OwedState>,
}

/// The state of a release without an answer that has not been asked again yet.
const NEVER_REPEATED: OwedState = OwedState::Unanswered {
    repeats: 0,
    from: Moment::PAST,
};

/// What a question names: its key, and the owner tokens on which its answer depends.
pub(super) struct Named<'a> {
    pub(super) key: &'a [u8],
    pub(super) tokens: [&'a [u8]; 2],
}

impl<'a> Named<'a> {
    /// Returns what a question names whose answer depends on no token of its own.
    pub(super) fn key(key: &'a [u8]) -> Self {
        Self {
            key,
            tokens: [b"", b""],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OwedState {
    /// It was sent, and its answer has not been read.
    InFlight,
    /// It has no answer. It has been asked again so many times, and is asked again in the time of questions about
    /// other keys from this moment on.
    Unanswered {
        repeats: u32,
        from: Moment,
    },
    Done,
}

impl OwedRelease {
    /// Returns what is asked again.
    pub(super) fn held_key(&self) -> HeldKey<'_> {
        HeldKey::to_release_again(&self.key, &self.token)
    }

    /// Notes that the server has said yes or no, or that asking again is of no use.
    pub(crate) fn end(&self) {
        self.state.set(OwedState::Done);
    }

    /// Notes that asking again had no answer either.
    pub(crate) fn postpone(&self, now: Moment) {
        let OwedState::Unanswered { repeats, .. } = self.state.get() else {
            return;
        };
        let pause = PAUSE * 2_u32.pow(repeats.min(DOUBLINGS));
        self.state.set(OwedState::Unanswered {
            repeats: repeats + 1,
            from: now.after(pause),
        });
    }

    pub(crate) fn is_unanswered(&self) -> bool {
        matches!(self.state.get(), OwedState::Unanswered { .. })
    }

    /// Returns whether a question has to wait for its answer: because it was sent to another server than `place` or over
    /// another connection, so the question may overtake it, or because a question with its token could find the key in front of it.
    fn is_awaited_by(&self, named: &Named, place: u64) -> bool {
        let may_be_overtaken = || self.place != place || self.is_parted.get();
        let is_in_the_way = || may_be_overtaken() || named.tokens.contains(&&*self.token);
        self.state.get() == OwedState::InFlight && self.key == named.key && is_in_the_way()
    }

    pub(crate) fn is_owed(&self, now: Moment) -> bool {
        self.state.get() != OwedState::Done && now < self.gone_by
    }
}

/// The first answer alone says how the lock ended. A lock that was not the token's any more was counted as
/// released when the release was sent.
impl LateVote for OwedRelease {
    fn came(&self, was_released: Option<bool>) {
        match was_released {
            Some(was_released) => {
                // Where it was asked again meanwhile, the second release may have been executed first.
                if !was_released && self.state.get() != OwedState::Done {
                    stats::RELEASED.take_back();
                    stats::LOST.count();
                }
                self.end();
            }
            None if self.state.get() == OwedState::Done => {}
            None => self.state.set(NEVER_REPEATED),
        }
    }

    fn parted(&self) {
        self.is_parted.set(true);
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

    /// Returns whether nothing has to be looked for. Each question can afford to ask this.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty.get()
    }

    /// Returns whether another release may be sent ahead. While an answer is missing none may, because the release
    /// without an answer has to be asked again first.
    pub(crate) fn may_grow(&self) -> bool {
        let (now, list) = (self.clock.now(), self.list());
        let mut owed = list.iter().filter(|it| it.is_owed(now));
        owed.clone().count() < MOST && !owed.any(|it| it.is_unanswered())
    }

    /// Returns whether something has to be done before a question to the server `place`.
    pub(super) fn concerns(&self, named: &Named, place: u64) -> bool {
        let concerns = |it: &Rc<OwedRelease>| it.is_unanswered() || it.is_awaited_by(named, place);
        self.list().iter().any(concerns)
    }

    /// Returns whether a question to the server `place` has to wait for the answer to a release in flight.
    pub(super) fn is_awaited_by(&self, named: &Named, place: u64) -> bool {
        let list = self.list();
        list.iter().any(|it| it.is_awaited_by(named, place))
    }

    /// Writes a release down that is about to be sent.
    pub(crate) fn sending(&self, held: &HeldKey, gone_by: Moment, place: u64) -> Rc<OwedRelease> {
        self.add(held, gone_by, place, OwedState::InFlight)
    }

    /// Writes a release down that was asked for and has no answer.
    pub(super) fn owe(&self, held: &HeldKey, gone_by: Moment, place: u64) {
        self.add(held, gone_by, place, NEVER_REPEATED);
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
            is_parted: Cell::new(false),
            state: Cell::new(state),
        });
        self.forget_settled();
        self.list().push(Rc::clone(&owed));
        self.is_empty.set(false);
        owed
    }

    /// Drops the releases that are owed no more.
    pub(super) fn forget_settled(&self) {
        let (now, mut list) = (self.clock.now(), self.list());
        list.retain(|it| it.is_owed(now));
        self.is_empty.set(list.is_empty());
    }

    /// Returns the releases of this key that have no answer and stood in the way of a question that was `asked` then. The
    /// lease of one may have ended since.
    pub(super) fn unanswered_of(&self, key: &[u8], asked: Moment) -> Vec<Rc<OwedRelease>> {
        self.wanted_at(asked, |it| it.is_unanswered() && it.key == key)
    }

    /// Returns the releases of this key that a question about it has to ask again first: those without an answer, and
    /// those in flight over a connection that another question has, so nobody knows when their answers come.
    pub(super) fn to_repeat(&self, key: &[u8]) -> Vec<Rc<OwedRelease>> {
        let is_out_of_reach = |it: &OwedRelease| {
            it.is_unanswered() || it.state.get() == OwedState::InFlight && it.is_parted.get()
        };
        self.wanted(|it| it.key == key && is_out_of_reach(it))
    }

    /// Returns the releases of other keys without an answer that are to be asked again now, and not too many of them,
    /// because another question waits.
    pub(super) fn due_beside(&self, key: &[u8]) -> Vec<Rc<OwedRelease>> {
        let now = self.clock.now();
        let is_due = |state| matches!(state, OwedState::Unanswered { from, .. } if from <= now);
        let mut due = self.wanted(|it| is_due(it.state.get()) && it.key != key);
        due.truncate(MOST);
        due
    }

    /// Returns all releases that have no answer.
    pub(super) fn unanswered(&self) -> Vec<Rc<OwedRelease>> {
        self.wanted(OwedRelease::is_unanswered)
    }

    fn wanted(&self, wanted: impl Fn(&OwedRelease) -> bool) -> Vec<Rc<OwedRelease>> {
        self.wanted_at(self.clock.now(), wanted)
    }

    fn wanted_at(
        &self,
        moment: Moment,
        wanted: impl Fn(&OwedRelease) -> bool,
    ) -> Vec<Rc<OwedRelease>> {
        let list = self.list();
        let wanted = list.iter().filter(|it| it.is_owed(moment) && wanted(it));
        wanted.cloned().collect()
    }

    fn list(&self) -> RefMut<'_, Vec<Rc<OwedRelease>>> {
        let generation = self.clock.generation();
        RefMut::map(self.list.borrow_mut(), |list| list.of(generation))
    }
}
