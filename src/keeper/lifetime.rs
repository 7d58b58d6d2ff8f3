//! The lifetimes of a lock set's locks: new ones for held locks, and leases that are renewed.
//!
//! Renewal of a token stops before anything else is sent for it. Nothing is acquired here.
//! Called by `php`, `acquire` and `transfer`.

use std::sync::Arc;
use std::time::Duration;

use super::entry::{HeldLease, LockEntry};
use super::lock_set::{Lifetime, LockSet};
use super::renewal::Renewal;
use super::renewer;
use crate::clock::Moment;
use crate::error::Error;
use crate::lock::{self, Lease};
use crate::store::{LeaseRequest, LockStore};

impl LockSet {
    /// Gives a held name a fixed lifetime from now. Returns `false` if this object does not hold it.
    pub(crate) fn expire(&self, name: &[u8], lease: Duration) -> Result<bool, Error> {
        let _occupied = self.occupy(name)?;
        self.give_lifetime(name, Lifetime::Fixed(lease))
    }

    /// Gives `name` a fixed lifetime from now for the owner `token`, of any lock set. Returns `false` if
    /// that token does not own it. Nothing is remembered of a token that is not this object's.
    pub(crate) fn expire_of(
        &self,
        name: &[u8],
        token: &[u8],
        lease: Duration,
    ) -> Result<bool, Error> {
        if self.entries.of_token(name, token).is_some() {
            return self.expire(name, lease);
        }
        let key = self.key(name);
        let request = LeaseRequest {
            key: &key,
            token,
            lease,
            fencing: false,
        };
        let granted = lock::expire(&self.store, self.clock(), &request)?;
        Ok(granted.is_some())
    }

    pub(super) fn give_lifetime(&self, name: &[u8], lifetime: Lifetime) -> Result<bool, Error> {
        let clock = self.clock();
        let lease = self.lease_of(lifetime)?;
        // A name that is gathered by a call has no lifetime that another call may change.
        let entry = self.entries.get(name).filter(|entry| !entry.is_pending());
        let renewal = entry.as_ref().and_then(LockEntry::renewal);
        if let Some(entry) = &entry {
            self.entries.leave_renewer_when_answered(entry)?;
        }
        let Some((token, held)) = self.valid_lease(name) else {
            return Ok(false);
        };
        // Until the answer is there the command may have been executed or not.
        let lesser = lock::validity(clock.now(), lease).min(held.valid_until);
        let meanwhile = Lease {
            valid_until: lesser,
            gone_by: Moment::NEVER,
            ..held
        };
        let meanwhile = HeldLease::fixed(meanwhile);
        self.entries.given_lifetime(name, &token, meanwhile);
        let key = self.key(name);
        let request = self.request(&key, &token, lease);
        let answer = lock::expire(&self.store, clock, &request).inspect_err(|_| {
            self.entries
                .unsure_of_lifetime(name, &token, held.gone_by, self.kept_for(lease));
        });
        let Some(granted) = answer? else {
            self.entries.lost(name, &token, renewal.is_some());
            return Ok(false);
        };
        let granted = Lease {
            fence: held.fence,
            ..granted
        };
        let held = match lifetime {
            Lifetime::Fixed(_) => HeldLease::fixed(granted),
            Lifetime::Renewed => {
                // A cap that is running goes on running.
                let ends = renewal.map_or_else(|| self.cap(&granted), |renewal| renewal.ends());
                self.renewed(&request, granted, ends)
            }
        };
        self.entries.given_lifetime(name, &token, held);
        Ok(self.valid_lease(name).is_some())
    }

    /// Returns the length of the lease to ask for. A renewed one has its thread from now on.
    pub(super) fn lease_of(&self, lifetime: Lifetime) -> Result<Duration, Error> {
        match lifetime {
            Lifetime::Fixed(lease) => Ok(lease),
            Lifetime::Renewed => {
                let words = |error| format!("RedisMutexLock: no thread to renew leases: {error}");
                let started = renewer::current(self.clock()).start();
                started.map_err(|error| Error::Impossible(words(error)))?;
                Ok(self.options.lease)
            }
        }
    }

    /// Returns for how long the server keeps the key of a lease of this length.
    pub(super) fn kept_for(&self, lease: Duration) -> Duration {
        lease.saturating_add(self.options.lock_delay)
    }

    /// Returns when `max_hold` ends the renewal of a lease that was granted now.
    pub(super) fn cap(&self, granted: &Lease) -> Moment {
        let max_hold = self.options.max_hold;
        max_hold.map_or(Moment::NEVER, |span| granted.sent.after(span))
    }

    /// Returns a lease that was granted, and is renewed from now until `ends`.
    pub(super) fn renewed(&self, request: &LeaseRequest, lease: Lease, ends: Moment) -> HeldLease {
        let (deployment, flag) = (self.store.factory(), Arc::clone(self.losses.flag()));
        let renewal = Arc::new(Renewal::new(
            request,
            &lease,
            self.options.lock_delay,
            ends,
            deployment,
            flag,
        ));
        renewer::current(self.clock()).add(&renewal, lease.sent);
        HeldLease {
            lease,
            renewal: Some(renewal),
        }
    }
}
