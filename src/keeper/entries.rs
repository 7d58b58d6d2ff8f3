//! What one owner knows of its names: the entries, and what they are good for.
//!
//! A name has one entry at the most. Only a held one whose validity has not
//! ended is relied upon; every other is a leftover, whose token may still own
//! the key and has to be released before anything new is asked for that name.
//! Entries that another process made are forgotten. Used by `owner`.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::indexed::Indexed;
use super::renewal::Renewal;
use crate::clock::{Clock, Moment};
use crate::lock::Lease;
use crate::quorum::Owned;
use crate::stats::{self, Counter};
use crate::token::Token;

/// What is known of one name.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) token: Token,
    pub(super) state: State,
    /// It was held, and how that ended has not been counted yet.
    is_open: bool,
    /// Names are listed in the order in which they came.
    number: u64,
}

#[derive(Debug, Clone)]
pub(super) enum State {
    /// Granted; relied upon until its validity ends.
    Held(Held),
    /// A `lock()` call is on its way: nothing is known before it returns.
    Pending,
    /// Lost, and its owner has said so: nothing but a dead token that may own the key
    /// until then.
    Lost { gone_by: Moment },
    /// The server may or may not have granted it. `from`: an adoption of that token.
    Unsure { from: Option<Vec<u8>> },
}

/// A lease, and who lengthens it.
#[derive(Debug, Clone)]
pub(super) struct Held {
    /// As it was granted or given a new lifetime.
    lease: Lease,
    /// Nobody, if it has a fixed lifetime.
    pub(super) renewal: Option<Arc<Renewal>>,
}

impl Held {
    pub(super) fn fixed(lease: Lease) -> Self {
        Self {
            lease,
            renewal: None,
        }
    }

    pub(super) fn renewed(lease: Lease, renewal: Arc<Renewal>) -> Self {
        Self {
            lease,
            renewal: Some(renewal),
        }
    }

    /// The lease as it is at `now`, if it may be relied upon.
    fn at(&self, now: Moment) -> Option<Lease> {
        let valid_until = match &self.renewal {
            Some(renewal) => renewal.valid_at(now)?,
            None => self.lease.valid_until,
        };
        let lease = Lease {
            valid_until,
            ..self.lease
        };
        (now < valid_until).then_some(lease)
    }

    /// Nobody is left to be told of its loss.
    fn is_told(&self) -> bool {
        let renewal = self.renewal.as_ref();
        renewal.is_none_or(|renewal| renewal.is_told())
    }

    /// When the server has dropped it at the latest.
    fn gone_by(&self) -> Moment {
        let renewal = self.renewal.as_ref();
        renewal.map_or(self.lease.gone_by, |renewal| renewal.gone_by())
    }
}

impl Entry {
    /// Not while a `lock()` call is still about to find out.
    pub(super) fn may_be_released(&self) -> bool {
        !matches!(self.state, State::Pending)
    }

    pub(super) fn is_held(&self) -> bool {
        matches!(self.state, State::Held(_))
    }

    pub(super) fn is_lost(&self) -> bool {
        matches!(self.state, State::Lost { .. })
    }

    /// The lease, if it may be relied upon at `now`.
    pub(super) fn lease_at(&self, now: Moment) -> Option<Lease> {
        match &self.state {
            State::Held(held) => held.at(now),
            State::Pending | State::Lost { .. } | State::Unsure { .. } => None,
        }
    }

    /// It ran out, and not even the server can have it any more: a process that
    /// takes one lock after another and lets them run out keeps none of them.
    fn is_gone(&self, now: Moment) -> bool {
        match &self.state {
            State::Held(held) => held.gone_by() <= now && held.is_told(),
            State::Lost { gone_by } => *gone_by <= now,
            State::Pending | State::Unsure { .. } => false,
        }
    }

    pub(super) fn renewal(&self) -> Option<&Arc<Renewal>> {
        match &self.state {
            State::Held(held) => held.renewal.as_ref(),
            State::Pending | State::Lost { .. } | State::Unsure { .. } => None,
        }
    }

    /// Counts how the lease has ended, if there was one: once, whoever finds out.
    pub(super) fn count_end(&self, how: &Counter) {
        if self.is_open {
            how.count();
        }
    }

    /// What a release needs. Of a token that was never known to own the key,
    /// no release whose reply was lost is believed to have freed it.
    pub(super) fn owned<'a>(&'a self, key: &'a [u8], now: Moment) -> Owned<'a> {
        let lease = self.lease_at(now);
        let valid_until = lease.map_or(Moment::PAST, |lease| lease.valid_until);
        Owned {
            key,
            token: self.token.as_bytes(),
            valid_until,
        }
    }
}

/// All entries of one owner.
pub(super) struct Entries {
    clock: &'static dyn Clock,
    /// In which process they were made.
    generation: Cell<u64>,
    list: RefCell<Indexed<Vec<u8>, Entry>>,
    /// How many entries there have been.
    numbered: Cell<u64>,
    /// At how many entries those are dropped that nobody will ask for again.
    prune_at: Cell<usize>,
    dropped_some: Cell<bool>,
    /// Names of renewed leases that were lost and have no entry any more, to be told of.
    lost: RefCell<Vec<Vec<u8>>>,
}

const FEW: usize = 32;

impl Entries {
    pub(super) fn new(clock: &'static dyn Clock) -> Self {
        Self {
            clock,
            generation: Cell::new(clock.generation()),
            list: RefCell::default(),
            numbered: Cell::new(0),
            prune_at: Cell::new(FEW),
            dropped_some: Cell::new(false),
            lost: RefCell::default(),
        }
    }

    pub(super) fn get(&self, name: &[u8]) -> Option<Entry> {
        self.disown_inherited();
        self.list.borrow().get(name).cloned()
    }

    pub(super) fn put(&self, name: &[u8], token: &Token, state: State) {
        self.disown_inherited();
        let mut entry = Entry {
            token: token.clone(),
            is_open: matches!(state, State::Held(_)),
            state,
            number: self.numbered.get(),
        };
        let mut list = self.list.borrow_mut();
        if let Some(old) = list.get_mut(name) {
            entry.is_open |= old.is_open && old.token == *token;
            entry.number = old.number;
            *old = entry;
            return;
        }
        self.numbered.set(entry.number + 1);
        if list.len() >= self.prune_at.get() {
            let now = self.clock.now();
            let mut lost_some = false;
            list.retain(|_, entry| {
                let is_gone = entry.is_gone(now);
                if is_gone {
                    entry.count_end(&stats::LOST);
                    // Of the others somebody was told.
                    lost_some |= entry.is_held();
                }
                !is_gone
            });
            self.dropped_some.set(self.dropped_some.get() || lost_some);
            self.prune_at.set((list.len() * 2).max(FEW));
        }
        list.push(name.to_vec(), entry);
    }

    /// As [`Entry::count_end`], for the entry of `name` if it still is the one
    /// with `token`, and stays.
    pub(super) fn count_end(&self, name: &[u8], token: &Token, how: &Counter) {
        let mut list = self.list.borrow_mut();
        if let Some(entry) = list.get_mut(name).filter(|it| it.token == *token) {
            entry.count_end(how);
            entry.is_open = false;
        }
    }

    /// The entry of a lost lease goes: if it was renewed, somebody is to be told still.
    pub(super) fn note_loss(&self, name: &[u8], renewal: Option<&Arc<Renewal>>) {
        if renewal.is_some_and(|renewal| renewal.mark_told()) {
            self.lost.borrow_mut().push(name.to_vec());
        }
    }

    /// The names of renewed leases that were lost and nobody was told of.
    pub(super) fn take_lost(&self) -> Vec<Vec<u8>> {
        let now = self.clock.now();
        let is_news =
            |renewal: &Arc<Renewal>| renewal.valid_at(now).is_none() && renewal.mark_told();
        let found = self.wanted(|entry| entry.renewal().is_some_and(is_news));
        let mut lost = self.lost.take();
        for (name, entry) in found {
            self.count_end(&name, &entry.token, &stats::LOST);
            lost.push(name);
        }
        lost
    }

    /// Removes the entry of `name` if it still is the one with `token`.
    pub(super) fn forget(&self, name: &[u8], token: &Token) {
        let mut list = self.list.borrow_mut();
        if list.get(name).is_some_and(|it| it.token == *token) {
            list.remove(name);
        }
    }

    /// Those that are `wanted`, in the order in which they came.
    pub(super) fn wanted(&self, wanted: impl Fn(&Entry) -> bool) -> Vec<(Vec<u8>, Entry)> {
        self.disown_inherited();
        let list = self.list.borrow();
        let found = list.iter().filter(|(_, entry)| wanted(entry));
        let mut found: Vec<_> = found
            .map(|(name, entry)| (name.clone(), entry.clone()))
            .collect();
        found.sort_unstable_by_key(|(_, entry)| entry.number);
        found
    }

    /// Whether entries were dropped that had run out, since this was last asked.
    pub(super) fn dropped_some(&self) -> bool {
        self.dropped_some.take()
    }

    pub(super) fn retain(&self, keep: impl Fn(&Entry) -> bool) {
        self.list.borrow_mut().retain(|_, entry| keep(entry));
    }

    pub(super) fn clear(&self) {
        self.list.take();
        self.lost.take();
    }

    /// A forked child starts with nothing: what it inherited is its parent's.
    fn disown_inherited(&self) {
        let generation = self.clock.generation();
        if self.generation.replace(generation) != generation {
            self.clear();
        }
    }
}
