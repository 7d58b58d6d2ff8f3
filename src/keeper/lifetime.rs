//! How long the locks of a lock set live: new lifetimes, and leases that are renewed.
//!
//! Renewal of a token stops before anything else is sent for it. Nothing is acquired here.
//! Called by `php`, `acquire` and `transfer`.

use std::sync::Arc;
use std::time::Duration;

use super::entry::{Entry, Held};
use super::lock_set::{Lifetime, LockSet};
use super::renewal::Renewal;
use super::renewer;
use crate::clock::Moment;
use crate::error::Error;
use crate::lock::{self, Lease};
use crate::store::LeaseRequest;
use crate::token::Token;

impl LockSet {
    /// Gives a held name a fixed lifetime from now. `false`: it is not this object's any more.
    pub(crate) fn expire(&self, name: &[u8], lease: Duration) -> Result<bool, Error> {
        self.give_lifetime(name, Lifetime::Fixed(lease))
    }

    /// Gives `name` a fixed lifetime from now for its owner `token`, whoever that is. `false`: that token
    /// does not own it. Nothing is remembered of a token that is not this object's.
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
        let granted = lock::expire(&*self.store, self.clock(), &request)?;
        Ok(granted.is_some())
    }

    pub(super) fn give_lifetime(&self, name: &[u8], lifetime: Lifetime) -> Result<bool, Error> {
        let clock = self.clock();
        let lease = self.lease_of(lifetime)?;
        let entry = self.entries.get(name);
        let renewal = entry.as_ref().and_then(Entry::renewal);
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
        let meanwhile = Held::fixed(meanwhile);
        self.entries.given_lifetime(name, &token, meanwhile);
        let key = self.key(name);
        let request = self.request(&key, &token, lease);
        let granted = lock::expire(&*self.store, clock, &request);
        let granted = granted.inspect_err(|_| {
            self.entries
                .unsure_of_lifetime(name, &token, held.gone_by, lease);
        });
        let Some(granted) = granted? else {
            self.entries.lost(name, &token, renewal.is_some());
            return Ok(false);
        };
        let granted = Lease {
            fence: held.fence,
            ..granted
        };
        let held = match lifetime {
            Lifetime::Fixed(_) => Held::fixed(granted),
            Lifetime::Renewed => {
                // A cap that is running goes on running.
                let ends = renewal.map_or_else(|| self.cap(&granted), |renewal| renewal.ends);
                self.renewed(&token, &request, granted, ends)
            }
        };
        self.entries.given_lifetime(name, &token, held);
        Ok(self.valid_lease(name).is_some())
    }

    /// How long the lease is to be asked for. A renewed one has its thread from now on.
    pub(super) fn lease_of(&self, lifetime: Lifetime) -> Result<Duration, Error> {
        match lifetime {
            Lifetime::Fixed(lease) => Ok(lease),
            Lifetime::Renewed => {
                self.start_renewing()?;
                Ok(self.options.lease)
            }
        }
    }

    /// Starts the renewing thread, if it does not run: before a lease is asked for that it is to
    /// renew.
    fn start_renewing(&self) -> Result<(), Error> {
        renewer::current(self.clock()).start().map_err(|error| {
            let words = format!("RedisMutexLock: no thread to renew leases: {error}");
            Error::Impossible(words)
        })
    }

    /// When the renewal of a lease ends that begins with this one.
    pub(super) fn cap(&self, granted: &Lease) -> Moment {
        let max_hold = self.options.max_hold;
        max_hold.map_or(Moment::NEVER, |span| granted.sent.after(span))
    }

    /// A lease that was granted, and is renewed from now until `ends`.
    pub(super) fn renewed(
        &self,
        token: &Token,
        request: &LeaseRequest,
        lease: Lease,
        ends: Moment,
    ) -> Held {
        let (deployment, flag) = (self.store.factory(), Arc::clone(self.losses.flag()));
        let renewal = Renewal::new(request, token, &lease, ends, deployment, flag);
        let renewal = Arc::new(renewal);
        renewer::current(self.clock()).add(&renewal, lease.sent);
        Held::renewed(lease, renewal)
    }
}
