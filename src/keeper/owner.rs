//! One PHP object's locks: each of its methods as questions to a node and
//! entries to write.
//!
//! No `RefCell` borrow outlives a statement here: while a command or a pause is
//! out, PHP code may come back into the same owner. Made and let go by
//! `keeper`, called by `php`, asks through `lock`.

use std::time::Duration;

use anyhow::anyhow;

use super::entries::{Entries, Entry, State};
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable, escaped};
use crate::lock::{self, Asking, Failed, Lease, Patience};
use crate::quorum::{Holder, Node, Owned, Ownership, Vote};
use crate::token::Token;

/// What an owner does differently from another.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    pub(crate) lock_prefix: Vec<u8>,
    pub(crate) fencing: bool,
    pub(crate) auto_release: bool,
}

/// One PHP object's locks.
pub(crate) struct Owner {
    pub(super) node: Box<dyn Node>,
    pub(super) clock: &'static dyn Clock,
    pub(super) options: Options,
    pub(super) entries: Entries,
}

impl Owner {
    pub(crate) fn new(node: Box<dyn Node>, clock: &'static dyn Clock, options: Options) -> Self {
        Self {
            node,
            clock,
            options,
            entries: Entries::new(clock),
        }
    }

    /// Acquires `name` for `lease`. `false`: somebody holds it, this object included.
    pub(crate) fn lock(
        &self,
        name: &[u8],
        lease: Duration,
        patience: Patience,
    ) -> Result<bool, Error> {
        loop {
            match self.try_lock(name, lease, patience) {
                // A signal handler forked: the child waits on, with nothing of
                // its parent's, so under a token of its own.
                Err(Error::Forked) => {}
                outcome => return outcome,
            }
        }
    }

    fn try_lock(&self, name: &[u8], lease: Duration, patience: Patience) -> Result<bool, Error> {
        let mut asking = Asking::until(patience.deadline);
        // Again after each pause, in which a handler may have used this object.
        while let Some(entry) = self.entries.get(name) {
            if self.is_engaged(name) {
                return Ok(false);
            }
            self.free_leftover(name, &entry, &mut asking)?;
        }
        let began_in = self.clock.generation();
        let token = Token::draw()?;
        self.entries.put(name, &token, State::Pending);
        let key = self.key(name);
        let wanted = self.ownership(&key, &token, lease);
        let outcome = lock::acquire(&*self.node, self.clock, &wanted, patience.look, &mut asking);
        if began_in != self.clock.generation() {
            return Err(outcome.err().map_or(Error::Forked, |failed| failed.error));
        }
        self.settle(name, &token, outcome, None)
    }

    /// Whether a `lock()` of `name` would be a wait for this very object.
    pub(crate) fn is_engaged(&self, name: &[u8]) -> bool {
        let entry = self.entries.get(name);
        entry.is_some_and(|entry| {
            entry.lease_at(self.clock.now()).is_some() || !entry.may_be_released()
        })
    }

    /// Whether this object holds `name` now: its own clock first, then the server's word.
    pub(crate) fn is_locking(&self, name: &[u8]) -> Result<bool, Error> {
        let Some((token, _)) = self.held_entry(name) else {
            return Ok(false);
        };
        let holder = self.holder(name)?;
        if matches!(holder, Holder::Owner(owner) if owner == token.as_bytes()) {
            return Ok(self.held_entry(name).is_some_and(|(now, _)| now == token));
        }
        self.entries.forget(name, &token);
        Ok(false)
    }

    /// Gives a held name a new lifetime from now. `false`: it is not this object's any more.
    pub(crate) fn expire(&self, name: &[u8], lease: Duration) -> Result<bool, Error> {
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
        self.entries.put(name, &token, State::Held(meanwhile));
        let key = self.key(name);
        let wanted = self.ownership(&key, &token, lease);
        let Some(renewed) = lock::expire(&*self.node, self.clock, &wanted)? else {
            self.entries.forget(name, &token);
            return Ok(false);
        };
        let renewed = Lease {
            fence: held.fence,
            ..renewed
        };
        self.entries.put(name, &token, State::Held(renewed));
        Ok(self.held_entry(name).is_some())
    }

    /// Takes over the lock of a detached token, which is used up by it.
    pub(crate) fn adopt(&self, name: &[u8], from: &[u8], lease: Duration) -> Result<bool, Error> {
        if let Some((token, _)) = self.held_entry(name) {
            return if token.as_bytes() == from {
                self.expire(name, lease)
            } else {
                Ok(false)
            };
        }
        let mut asking = Asking::once(self.clock.now());
        let (token, unsure) = self.token_to_adopt(name, from, &mut asking)?;
        let key = self.key(name);
        let wanted = self.ownership(&key, &token, lease);
        let outcome = lock::adopt(&*self.node, self.clock, &wanted, from, unsure, &mut asking);
        self.settle(name, &token, outcome, Some(from))
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

    /// Stops managing `name` and gives its token away.
    pub(crate) fn detach(&self, name: &[u8]) -> Option<Token> {
        let (token, _) = self.held_entry(name)?;
        self.entries.forget(name, &token);
        Some(token)
    }

    /// Releases `name` for whoever holds it. `false`: nobody did.
    pub(crate) fn force_unlock(&self, name: &[u8]) -> Result<bool, Error> {
        let token = match self.holder(name)? {
            Holder::Nobody => return Ok(false),
            Holder::Owner(token) => token,
            Holder::Foreign => {
                return Err(Error::Impossible(format!(
                    "RedisMutexLock::forceUnlock(): {} is held by something that is not a string and \
                     has no owner token; delete the key {} by hand",
                    escaped(name),
                    escaped(&self.key(name)),
                )));
            }
        };
        let key = self.key(name);
        let owned = Owned {
            key: &key,
            token: &token,
            valid_until: Moment::NEVER,
        };
        let done = match lock::release(&*self.node, self.clock, owned) {
            Vote::Granted(_) => true,
            Vote::Refused => false,
            Vote::Unknown(unavailable) => return Err(unavailable.into()),
        };
        let mine = self.entries.get(name);
        if let Some(mine) = mine.filter(|mine| mine.token.as_bytes() == token) {
            self.entries.forget(name, &mine.token);
        }
        Ok(done)
    }

    /// Who has the key of `name`.
    pub(crate) fn holder(&self, name: &[u8]) -> Result<Holder, Error> {
        let key = self.key(name);
        lock::retry(self.clock, &mut Asking::once(self.clock.now()), |by| {
            self.node.holder(&key, by)
        })
    }

    /// Whether anybody has the key of `name`.
    pub(crate) fn is_locked(&self, name: &[u8]) -> Result<bool, Error> {
        let key = self.key(name);
        lock::retry(self.clock, &mut Asking::once(self.clock.now()), |by| {
            self.node.exists(&key, by)
        })
    }

    /// The token and lease of a name that may be relied upon now.
    pub(crate) fn held_entry(&self, name: &[u8]) -> Option<(Token, Lease)> {
        let entry = self.entries.get(name)?;
        let lease = entry.lease_at(self.clock.now())?;
        Some((entry.token, lease))
    }

    /// How long `name` may still be relied upon.
    pub(crate) fn remaining(&self, name: &[u8]) -> Option<Duration> {
        let (_, lease) = self.held_entry(name)?;
        Some(lease.valid_until.until(self.clock.now()))
    }

    /// The names that may be relied upon now.
    pub(crate) fn held(&self) -> Vec<Vec<u8>> {
        let now = self.clock.now();
        let held = self.entries.wanted(|entry| entry.lease_at(now).is_some());
        held.into_iter().map(|(name, _)| name).collect()
    }

    /// Frees the key from a token that is not relied upon any more, before
    /// anything new is asked for that name.
    fn free_leftover(&self, name: &[u8], entry: &Entry, asking: &mut Asking) -> Result<(), Error> {
        let key = self.key(name);
        lock::retry(self.clock, asking, |by| {
            match lock::one_vote(&*self.node, entry.owned(&key), by) {
                Vote::Unknown(unavailable) => Err(unavailable),
                Vote::Granted(_) | Vote::Refused => Ok(()),
            }
        })?;
        self.entries.forget(name, &entry.token);
        if asking.is_over() {
            let cause = anyhow!("the time was over when an earlier call's token had been released");
            return Err(Unavailable::not_asked(&self.node.name(), cause).into());
        }
        Ok(())
    }

    /// Writes down what came of an attempt to own `name`.
    fn settle(
        &self,
        name: &[u8],
        token: &Token,
        outcome: Result<Option<Lease>, Failed>,
        from: Option<&[u8]>,
    ) -> Result<bool, Error> {
        match outcome {
            Ok(Some(lease)) => {
                self.entries.put(name, token, State::Held(lease));
                Ok(true)
            }
            Ok(None) => {
                self.entries.forget(name, token);
                Ok(false)
            }
            Err(Failed { error, unsure }) => {
                if unsure {
                    let from = from.map(<[u8]>::to_vec);
                    self.entries.put(name, token, State::Unsure { from });
                } else {
                    self.entries.forget(name, token);
                }
                Err(error)
            }
        }
    }

    pub(super) fn key(&self, name: &[u8]) -> Vec<u8> {
        [&self.options.lock_prefix, name].concat()
    }

    fn ownership<'a>(&self, key: &'a [u8], token: &'a Token, lease: Duration) -> Ownership<'a> {
        Ownership {
            key,
            token,
            lease,
            fencing: self.options.fencing,
        }
    }
}
