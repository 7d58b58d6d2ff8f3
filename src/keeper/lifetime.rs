//! How long an owner's locks live: leases that are renewed, new lifetimes, and
//! locks that go from one owner to another by their token.
//!
//! Whatever is sent for a token that is renewed is sent when it is not renewed
//! any more. It never acquires anything anew. A part of `owner`; called by `php`.

use std::sync::Arc;
use std::time::Duration;

use super::entries::{Entry, Held, State};
use super::owner::{Owner, count};
use super::renewal::Renewal;
use super::renewer;
use crate::clock::Moment;
use crate::error::{Error, escaped};
use crate::lock::{self, Asking, Lease};
use crate::quorum::Ownership;
use crate::stats;
use crate::token::Token;

/// How long a lock shall live.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Lifetime {
    /// So long from when it was granted.
    Fixed(Duration),
    /// As long as it is held: a lease that is renewed.
    Renewed,
}

impl Owner {
    /// Gives a held name a new lifetime from now. `false`: it is not this object's any more.
    /// A renewed one becomes a fixed one.
    pub(crate) fn expire(&self, name: &[u8], lease: Duration) -> Result<bool, Error> {
        self.give_lifetime(name, Lifetime::Fixed(lease))
    }

    fn give_lifetime(&self, name: &[u8], lifetime: Lifetime) -> Result<bool, Error> {
        let lease = self.begin(lifetime)?;
        let entry = self.entries.get(name);
        let renewal = entry.as_ref().and_then(Entry::renewal);
        if let Some(renewal) = renewal {
            // One that is out would undo the new lifetime.
            renewer::current(self.clock).remove_settled(renewal)?;
        }
        let Some((token, held)) = self.held_entry(name) else {
            return Ok(false);
        };
        // Until the answer is there the command may have been executed or not.
        let lesser = lock::validity(self.clock.now(), lease).min(held.valid_until);
        let meanwhile = Lease {
            valid_until: lesser,
            gone_by: Moment::NEVER,
            ..held
        };
        let meanwhile = Held::fixed(meanwhile);
        self.entries.put(name, &token, State::Held(meanwhile));
        let key = self.key(name);
        let wanted = self.ownership(&key, &token, lease);
        let Some(renewed) = lock::expire(&*self.node, self.clock, &wanted)? else {
            self.lose(name, &token, renewal);
            return Ok(false);
        };
        let renewed = Lease {
            fence: held.fence,
            ..renewed
        };
        // A cap that is running goes on running.
        let ends = renewal.map_or_else(|| self.cap(&renewed), |renewal| renewal.ends);
        let held = self.hold(&wanted, renewed, lifetime, ends);
        self.entries.put(name, &token, State::Held(held));
        Ok(self.held_entry(name).is_some())
    }

    /// What a lock of that lifetime needs before it is asked for, and its lease.
    pub(super) fn begin(&self, lifetime: Lifetime) -> Result<Duration, Error> {
        match lifetime {
            Lifetime::Fixed(lease) => Ok(lease),
            Lifetime::Renewed => {
                let renewer = renewer::current(self.clock);
                renewer.start().map_err(|error| {
                    let words = format!("RedisMutexLock: no thread to renew leases: {error}");
                    Error::Impossible(words)
                })?;
                Ok(self.options.lease)
            }
        }
    }

    /// When the renewal of a lease ends that begins with this one.
    pub(super) fn cap(&self, granted: &Lease) -> Moment {
        let max_hold = self.options.max_hold;
        max_hold.map_or(Moment::NEVER, |span| granted.sent.after(span))
    }

    /// A lease that was granted, renewed from now until `ends` if that was wanted.
    pub(super) fn hold(
        &self,
        wanted: &Ownership,
        lease: Lease,
        lifetime: Lifetime,
        ends: Moment,
    ) -> Held {
        let Lifetime::Renewed = lifetime else {
            return Held::fixed(lease);
        };
        let (deployment, bell) = (self.node.deployment(), Arc::clone(&self.bell));
        let renewal = Renewal::new(wanted, &lease, ends, deployment, bell);
        let renewal = Arc::new(renewal);
        renewer::current(self.clock).add(&renewal, lease.sent);
        Held::renewed(lease, renewal)
    }

    /// Whatever is sent for its token next, it is not renewed any more.
    pub(super) fn stop_renewing(&self, entry: &Entry) {
        if let Some(renewal) = entry.renewal() {
            renewer::current(self.clock).remove(renewal);
        }
    }

    /// Takes over the lock of a detached token, which is used up by it.
    pub(crate) fn adopt(
        &self,
        name: &[u8],
        from: &[u8],
        lifetime: Lifetime,
    ) -> Result<bool, Error> {
        if let Some((token, _)) = self.held_entry(name) {
            if token.as_bytes() == from {
                return self.give_lifetime(name, lifetime);
            }
            stats::REFUSED.count();
            return Ok(false);
        }
        let lease = self.begin(lifetime)?;
        let mut asking = Asking::once(self.clock.now());
        let (token, unsure) = self.token_to_adopt(name, from, &mut asking)?;
        let key = self.key(name);
        let wanted = self.ownership(&key, &token, lease);
        let outcome = lock::adopt(&*self.node, self.clock, &wanted, from, unsure, &mut asking);
        count(&outcome, false);
        self.settle(name, &wanted, outcome, lifetime, Some(from))
    }

    /// The token under which `from` is to be adopted: that of an adoption of
    /// the same token whose outcome is unknown, which it is told with, else a new one.
    fn token_to_adopt(
        &self,
        name: &[u8],
        from: &[u8],
        asking: &mut Asking,
    ) -> Result<(Token, bool), Error> {
        if let Some(entry) = self.entries.get(name) {
            match &entry.state {
                State::Pending => {
                    return Err(Error::Impossible(format!(
                        "RedisMutexLock::adopt(): this object is waiting for {} in lock()",
                        escaped(name)
                    )));
                }
                State::Unsure { from: Some(before) } if before == from => {
                    return Ok((entry.token, true));
                }
                _ => self.free_leftover(name, &entry, asking)?,
            }
        }
        let token = Token::draw()?;
        let from = Some(from.to_vec());
        self.entries.put(name, &token, State::Unsure { from });
        Ok((token, false))
    }

    /// Stops managing `name` once `give` has given its token away. Returns what `give` returned.
    pub(crate) fn detach<T>(&self, name: &[u8], give: impl FnOnce(&Token) -> T) -> Option<T> {
        let entry = self.entries.get(name)?;
        if let Some(renewal) = entry.renewal() {
            let renewer = renewer::current(self.clock);
            if renewer.remove_settled(renewal).is_err() {
                // Executed late it gives the token's next user one lease, no more.
                renewer.remove(renewal);
            }
        }
        let (token, _) = self.held_entry(name)?;
        let given = give(&token);
        self.entries.forget(name, &token);
        Some(given)
    }
}
