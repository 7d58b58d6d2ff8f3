//! What is locked now under the prefix of a lock set, by any owner.
//!
//! A listing is for operators, and the entries stay as they are because it only reads. Called by
//! `php`.

use std::collections::BTreeMap;
use std::time::Duration;

use super::entry::LockEntry;
use super::lock_set::LockSet;
use crate::error::Error;
use crate::lock;
use crate::store::{Found, LockStore};
use crate::token::is_share;

/// A lock that somebody holds.
pub(crate) struct ListedLock {
    pub(crate) name: Vec<u8>,
    /// The owner token, of any library. Empty for shares.
    pub(crate) owner: Vec<u8>,
    /// The number of shares. 0: a lock.
    pub(crate) shares: u64,
    /// The time that is left; `None`: the lock has no end.
    pub(crate) remaining: Option<Duration>,
    /// The number of waiters, among which one may be that has died in the last seconds.
    pub(crate) waiters: u64,
    /// The time for which the first of them has waited.
    pub(crate) oldest: Option<Duration>,
    /// Whether this lock set holds the lock, or one of the shares.
    pub(crate) is_mine: bool,
}

impl LockSet {
    /// Returns the locks whose names fit the glob `pattern`, in the order of their names. There are
    /// at most `limit` of them, which ends the search.
    pub(crate) fn list(&self, pattern: &[u8], limit: usize) -> Result<Vec<ListedLock>, Error> {
        let clock = self.clock();
        let prefix = self.lock_prefix();
        let mut listing = self.store.list(prefix, pattern);
        let mut found = BTreeMap::new();
        while found.len() < limit {
            let round = lock::retry_once(clock, |by| listing.next_round(by))?;
            let Some(round) = round else { break };
            for lock in round {
                // The prefix alone is no name.
                let name = lock.key.get(prefix.len()..).filter(|it| !it.is_empty());
                if let Some(name) = name.map(<[u8]>::to_vec) {
                    found.insert(name, lock);
                }
            }
            // Signal handlers run between two rounds, and the time limit counts. A forked child
            // goes on by itself.
            match clock.sleep(clock.now(), None) {
                Ok(_) | Err(Error::Forked) => {}
                Err(error) => return Err(error),
            }
        }
        let first = found.into_iter().take(limit);
        Ok(first.map(|(name, lock)| self.listed(name, lock)).collect())
    }

    fn listed(&self, name: Vec<u8>, found: Found) -> ListedLock {
        let now = self.clock().now();
        let has_owner = |entry: &LockEntry| match found.shares {
            0 => entry.token.as_bytes() == found.owner,
            _ => is_share(entry.token.as_bytes()),
        };
        let own = self.entries.get(&name).filter(has_owner);
        ListedLock {
            is_mine: own.is_some_and(|entry| entry.valid_lease(now).is_some()),
            shares: found.shares,
            name,
            owner: found.owner,
            remaining: found.remaining,
            waiters: found.waiters,
            oldest: found.oldest,
        }
    }
}
