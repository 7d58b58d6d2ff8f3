//! The locks of one PHP object: what its methods have in common, and what they ask.
//!
//! Each verb has a file of its own: `acquire`, `release`, `lifetime`, `transfer`. A verb asks the
//! store and makes one transition of the entries. No `RefCell` borrow outlives a statement in these
//! files, because PHP code may come back into the same object while a command is in flight or a
//! pause lasts. Made by `keeper`, called by `php`.

use std::cell::Cell;
use std::mem;
use std::ops::Deref;
use std::rc::Rc;
use std::time::Duration;

use super::entries::Entries;
use super::entry::LockEntry;
use super::losses::{Losses, Report};
use super::occupied::{Occupancy, OccupiedNames};
use super::queues::Queues;
use crate::clock::Clock;
use crate::config::Options;
use crate::error::Error;
use crate::lock::{self, InOrder, Lease};
use crate::store::{Holder, LeaseRequest, LockStore};
use crate::token::{Token, is_share};

/// The lifetime that a lock is to have.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Lifetime {
    /// A fixed lease of this length.
    Fixed(Duration),
    /// A lease that is renewed for as long as the lock is held.
    Renewed,
}

/// One PHP object's locks.
pub(crate) struct LockSet {
    /// The number of this lock set in its keeper.
    pub(super) number: u64,
    /// The number of the object in PHP's engine, which gives it to another one when the object has died.
    pub(crate) object: Cell<Option<u32>>,
    pub(super) store: InOrder,
    pub(super) losses: Rc<Losses>,
    pub(super) options: Options,
    pub(super) queues: Rc<Queues>,
    pub(super) entries: Entries,
    /// Whether a release of this object was ever sent ahead or owed, so that its end has to look for the answers.
    pub(super) has_sent_ahead: Cell<bool>,
    occupied: OccupiedNames,
    /// The memory of the last key that a call has made, for the next call.
    spare_key: Cell<Vec<u8>>,
}

/// A key in the memory that its lock set keeps for one, because each call needs a key and no call needs two.
pub(super) struct SpareKey<'a> {
    set: &'a LockSet,
    key: Vec<u8>,
}

impl Deref for SpareKey<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.key
    }
}

impl Drop for SpareKey<'_> {
    fn drop(&mut self) {
        self.set.spare_key.set(mem::take(&mut self.key));
    }
}

impl LockSet {
    pub(super) fn new(
        number: u64,
        store: InOrder,
        losses: Rc<Losses>,
        options: Options,
        queues: Rc<Queues>,
    ) -> Self {
        Self {
            number,
            object: Cell::new(None),
            store,
            entries: Entries::new(number, Rc::clone(&losses)),
            losses,
            options,
            has_sent_ahead: Cell::new(false),
            occupied: OccupiedNames::default(),
            spare_key: Cell::default(),
            queues,
        }
    }

    /// Occupies `name`, which each call has to do that asks about this object's token of it.
    ///
    /// # Errors
    /// What ended a sleep, before anything was asked.
    #[inline]
    pub(super) fn occupy<'a>(&'a self, name: &'a [u8]) -> Result<Occupancy<'a>, Error> {
        self.occupied.occupy(name, self.clock())
    }

    pub(super) fn clock(&self) -> &'static (dyn Clock + Sync) {
        self.losses.clock()
    }

    /// Returns the prefix of all keys.
    pub(crate) fn lock_prefix(&self) -> &[u8] {
        &self.options.lock_prefix
    }

    /// Returns whether the end of the object releases its locks.
    pub(crate) fn releases_at_end(&self) -> bool {
        self.options.auto_release
    }

    pub(super) fn key(&self, name: &[u8]) -> Vec<u8> {
        let prefix = &self.options.lock_prefix;
        let mut key = Vec::with_capacity(prefix.len() + name.len());
        key.extend_from_slice(prefix);
        key.extend_from_slice(name);
        key
    }

    /// As [`Self::key`]. In a signal handler that runs inside a call, the key has memory of its own.
    pub(super) fn spare_key(&self, name: &[u8]) -> SpareKey<'_> {
        let (mut key, prefix) = (self.spare_key.take(), &self.options.lock_prefix);
        // The memory of the last key begins with the prefix already.
        key.truncate(prefix.len());
        if key.is_empty() {
            key.extend_from_slice(prefix);
        }
        key.extend_from_slice(name);
        SpareKey { set: self, key }
    }

    pub(super) fn request<'a>(
        &self,
        key: &'a [u8],
        token: &'a Token,
        lease: Duration,
    ) -> LeaseRequest<'a> {
        LeaseRequest {
            key,
            token: token.as_bytes(),
            lease,
            // Shares have no order, so two of them would refuse each other.
            fencing: self.options.fencing && !is_share(token.as_bytes()),
        }
    }

    /// Drops entries that are good for nothing, because a new name is about to be written down.
    pub(super) fn make_room(&self) {
        let store = &self.store;
        self.entries
            .make_room(|given_up| store.may_be_executed(given_up));
    }

    /// Returns the token and the lease of a name that may be relied upon now. A lease that has run out
    /// is over from this call on.
    pub(crate) fn valid_lease(&self, name: &[u8]) -> Option<(Token, Lease)> {
        self.entries.valid_lease(name)
    }

    /// Returns how long `name` may still be relied upon.
    pub(crate) fn remaining(&self, name: &[u8]) -> Option<Duration> {
        let (_, lease) = self.valid_lease(name)?;
        Some(lease.valid_until.until(self.clock().now()))
    }

    /// Returns the names that may be relied upon now.
    pub(crate) fn held(&self) -> Vec<Vec<u8>> {
        let now = self.clock().now();
        self.entries.check_renewed(now, Report::AtInterrupt);
        let held = self.entries.all(|entry| entry.valid_lease(now).is_some());
        held.into_iter().map(|(name, _)| name).collect()
    }

    /// Returns whether this lock set holds `key`, or gathers it with others, and has it renewed.
    pub(super) fn renews_key(&self, key: &[u8]) -> bool {
        let now = self.clock().now();
        let name = key.strip_prefix(&*self.options.lock_prefix);
        let entry = name.and_then(|name| self.entries.get(name));
        let is_kept = |entry: &LockEntry| entry.is_pending() || entry.valid_lease(now).is_some();
        let is_renewed = |entry: LockEntry| entry.renewal().is_some() && is_kept(&entry);
        entry.is_some_and(is_renewed)
    }

    /// Returns whether this object holds `name` now, by its own clock first and then by the
    /// server's word.
    pub(crate) fn is_locking(&self, name: &[u8]) -> Result<bool, Error> {
        let _occupied = self.occupy(name)?;
        let Some((token, _)) = self.valid_lease(name) else {
            return Ok(false);
        };
        if !self.is_held_by(name, &token)? {
            self.entries.lost(name, &token, false);
            return Ok(false);
        }
        let now = self.valid_lease(name);
        Ok(now.is_some_and(|(now, _)| now == token))
    }

    /// Returns whether the server has this token for `name`.
    fn is_held_by(&self, name: &[u8], token: &Token) -> Result<bool, Error> {
        let token = token.as_bytes();
        if is_share(token) {
            let key = self.key(name);
            return lock::retry_once(self.clock(), |by| self.store.has_share(&key, token, by));
        }
        let holder = self.holder(name)?;
        Ok(matches!(holder, Holder::Token(holder) if holder == token))
    }

    /// Returns who has the key of `name`.
    pub(crate) fn holder(&self, name: &[u8]) -> Result<Holder, Error> {
        let key = self.key(name);
        lock::retry_once(self.clock(), |by| self.store.holder(&key, by))
    }

    /// Returns whether anybody has the key of `name`.
    pub(crate) fn is_locked(&self, name: &[u8]) -> Result<bool, Error> {
        let key = self.key(name);
        lock::retry_once(self.clock(), |by| self.store.exists(&key, by))
    }
}
