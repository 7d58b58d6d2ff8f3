//! What one owner knows of its names: the entries, and what they are good for.
//!
//! A name has one entry at the most. Only a held one whose validity has not
//! ended is relied upon; every other is a leftover, whose token may still own
//! the key and has to be released before anything new is asked for that name.
//! Entries that another process made are forgotten. Used by `owner`.

use std::cell::{Cell, RefCell};

use crate::clock::{Clock, Moment};
use crate::lock::Lease;
use crate::quorum::Owned;
use crate::token::Token;

/// What is known of one name.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) token: Token,
    pub(super) state: State,
}

#[derive(Debug, Clone)]
pub(super) enum State {
    /// Granted; relied upon until its validity ends.
    Held(Lease),
    /// A `lock()` call is on its way: nothing is known before it returns.
    Pending,
    /// The server may or may not have granted it. `from`: an adoption of that token.
    Unsure { from: Option<Vec<u8>> },
}

impl Entry {
    /// Not while a `lock()` call is still about to find out.
    pub(super) fn may_be_released(&self) -> bool {
        !matches!(self.state, State::Pending)
    }

    pub(super) fn is_held(&self) -> bool {
        matches!(self.state, State::Held(_))
    }

    /// The lease, if it may be relied upon at `now`.
    pub(super) fn lease_at(&self, now: Moment) -> Option<Lease> {
        match &self.state {
            State::Held(lease) if now < lease.valid_until => Some(*lease),
            _ => None,
        }
    }

    /// It ran out, and not even the server can have it any more: a process that
    /// takes one lock after another and lets them run out keeps none of them.
    fn is_gone(&self, now: Moment) -> bool {
        matches!(&self.state, State::Held(lease) if lease.gone_by <= now)
    }

    /// What a release needs. Of a token that was never known to own the key,
    /// no release whose reply was lost is believed to have freed it.
    pub(super) fn owned<'a>(&'a self, key: &'a [u8]) -> Owned<'a> {
        let valid_until = match &self.state {
            State::Held(lease) => lease.valid_until,
            State::Pending | State::Unsure { .. } => Moment::PAST,
        };
        Owned {
            key,
            token: self.token.as_bytes(),
            valid_until,
        }
    }
}

/// All entries of one owner. A handful, as a rule: looking through them beats hashing.
pub(super) struct Entries {
    clock: &'static dyn Clock,
    /// In which process they were made.
    generation: Cell<u64>,
    list: RefCell<Vec<(Vec<u8>, Entry)>>,
    /// At how many entries those are dropped that nobody will ask for again.
    prune_at: Cell<usize>,
    dropped_some: Cell<bool>,
}

const FEW: usize = 32;

impl Entries {
    pub(super) fn new(clock: &'static dyn Clock) -> Self {
        Self {
            clock,
            generation: Cell::new(clock.generation()),
            list: RefCell::default(),
            prune_at: Cell::new(FEW),
            dropped_some: Cell::new(false),
        }
    }

    pub(super) fn get(&self, name: &[u8]) -> Option<Entry> {
        self.disown_inherited();
        let list = self.list.borrow();
        let found = list.iter().find(|(of, _)| of == name);
        found.map(|(_, entry)| entry.clone())
    }

    pub(super) fn put(&self, name: &[u8], token: &Token, state: State) {
        self.disown_inherited();
        let entry = Entry {
            token: token.clone(),
            state,
        };
        let mut list = self.list.borrow_mut();
        if let Some((_, old)) = list.iter_mut().find(|(of, _)| of == name) {
            *old = entry;
            return;
        }
        if list.len() >= self.prune_at.get() {
            let (now, before) = (self.clock.now(), list.len());
            list.retain(|(_, entry)| !entry.is_gone(now));
            self.dropped_some
                .set(self.dropped_some.get() || list.len() < before);
            self.prune_at.set((list.len() * 2).max(FEW));
        }
        list.push((name.to_vec(), entry));
    }

    /// Removes the entry of `name` if it still is the one with `token`.
    pub(super) fn forget(&self, name: &[u8], token: &Token) {
        let mut list = self.list.borrow_mut();
        let is_it = |(of, entry): &(Vec<u8>, Entry)| of == name && entry.token == *token;
        if let Some(at) = list.iter().position(is_it) {
            list.remove(at);
        }
    }

    /// Those that are `wanted`, in the order in which they came.
    pub(super) fn wanted(&self, wanted: impl Fn(&Entry) -> bool) -> Vec<(Vec<u8>, Entry)> {
        self.disown_inherited();
        let list = self.list.borrow();
        let found = list.iter().filter(|(_, entry)| wanted(entry));
        found.cloned().collect()
    }

    /// Whether entries were dropped that had run out, since this was last asked.
    pub(super) fn dropped_some(&self) -> bool {
        self.dropped_some.take()
    }

    pub(super) fn retain(&self, keep: impl Fn(&Entry) -> bool) {
        self.list.borrow_mut().retain(|(_, entry)| keep(entry));
    }

    pub(super) fn clear(&self) {
        self.list.take();
    }

    /// A forked child starts with nothing: what it inherited is its parent's.
    fn disown_inherited(&self) {
        let generation = self.clock.generation();
        if self.generation.replace(generation) != generation {
            self.clear();
        }
    }
}
