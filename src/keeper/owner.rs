//! One PHP object's locks: each of its methods as questions to a node and
//! entries to write.
//!
//! How long they live is `lifetime`'s, how they are given back `release`'s. No
//! `RefCell` borrow outlives a statement here: while a command or a pause is out,
//! PHP code may come back into the same owner. Made and called by `php`, let go by
//! `keeper`, asks through `lock`.

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;

use super::entries::{Entries, Entry, State};
use super::lifetime::Lifetime;
use super::renewal::{Bell, Renewal};
use super::renewer;
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable, escaped};
use crate::lock::{self, Asking, Attempt, Failed, Lease, Patience};
use crate::quorum::{Holder, Node, Owned, Ownership, Vote};
use crate::stats;
use crate::token::Token;

/// What an owner does differently from another.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    pub(crate) lock_prefix: Vec<u8>,
    /// How long a lease is that is renewed.
    pub(crate) lease: Duration,
    /// How long such a lock may be held; `None`: without end.
    pub(crate) max_hold: Option<Duration>,
    pub(crate) fencing: bool,
    pub(crate) auto_release: bool,
}

/// One PHP object's locks.
pub(crate) struct Owner {
    /// Which of its keeper's owners it is.
    pub(super) number: u64,
    pub(super) node: Box<dyn Node>,
    pub(super) clock: &'static (dyn Clock + Sync),
    pub(super) bell: Arc<Bell>,
    pub(super) options: Options,
    pub(super) entries: Entries,
}

impl Owner {
    pub(crate) fn new(
        node: Box<dyn Node>,
        clock: &'static (dyn Clock + Sync),
        bell: Arc<Bell>,
        options: Options,
    ) -> Self {
        Self {
            number: 0,
            node,
            clock,
            bell,
            options,
            entries: Entries::new(clock),
        }
    }

    /// Acquires `name`. `false`: somebody holds it, this object included.
    pub(crate) fn lock(
        &self,
        name: &[u8],
        lifetime: Lifetime,
        patience: Patience,
    ) -> Result<bool, Error> {
        loop {
            match self.try_lock(name, lifetime, patience) {
                // A signal handler forked: the child waits on, with nothing of
                // its parent's, so under a token of its own.
                Err(Error::Forked) => {}
                outcome => return outcome,
            }
        }
    }

    fn try_lock(&self, name: &[u8], lifetime: Lifetime, patience: Patience) -> Result<bool, Error> {
        let lease = self.begin(lifetime)?;
        let mut asking = Asking::until(patience.deadline);
        // Again after each pause, in which a handler may have used this object.
        while let Some(entry) = self.entries.get(name) {
            if self.refuses(name) {
                return Ok(false);
            }
            self.free_leftover(name, &entry, &mut asking)?;
        }
        let began_in = self.clock.generation();
        let token = Token::draw()?;
        self.entries.put(name, &token, State::Pending);
        let key = self.key(name);
        let wanted = self.ownership(&key, &token, lease);
        let Attempt {
            outcome,
            waited,
            handed_over,
        } = lock::acquire(&*self.node, self.clock, &wanted, patience.look, &mut asking);
        if began_in != self.clock.generation() {
            return Err(outcome.err().map_or(Error::Forked, |failed| failed.error));
        }
        if let Some(span) = waited {
            stats::WAITED.spend(span);
        }
        if handed_over {
            stats::HANDED_OVER.count();
        }
        count(&outcome, waited.is_some());
        self.settle(name, &wanted, outcome, lifetime, None)
    }

    /// Whether `name` is refused at once: a `lock()` of it would be a wait for
    /// this very object.
    pub(crate) fn refuses(&self, name: &[u8]) -> bool {
        let entry = || self.entries.get(name);
        let refuses = self.held_entry(name).is_some()
            || entry().is_some_and(|entry| !entry.may_be_released());
        if refuses {
            stats::REFUSED.count();
        }
        refuses
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
        let entry = self.entries.get(name).filter(|entry| entry.token == token);
        self.lose(name, &token, entry.as_ref().and_then(Entry::renewal));
        Ok(false)
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
        let mine = || {
            self.entries
                .get(name)
                .filter(|mine| mine.token.as_bytes() == token)
        };
        if let Some(mine) = mine() {
            self.stop_renewing(&mine);
        }
        let vote = lock::release(&*self.node, self.clock, owned);
        let done = match &vote {
            Vote::Granted(_) => true,
            Vote::Refused => false,
            Vote::Unknown(unavailable) => {
                if let Some(mine) = mine() {
                    let unsure = State::Unsure { from: None };
                    self.entries.put(name, &mine.token, unsure);
                }
                return Err(unavailable.clone().into());
            }
        };
        if let Some(mine) = mine() {
            if done {
                self.count_end(&mine, &vote);
                self.entries.forget(name, &mine.token);
            } else {
                self.lose(name, &mine.token, mine.renewal());
            }
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
        let lease = entry.lease_at(self.clock.now());
        if lease.is_none() && entry.is_held() {
            self.entries.count_end(name, &entry.token, &stats::LOST);
        }
        Some((entry.token, lease?))
    }

    /// How long `name` may still be relied upon.
    pub(crate) fn remaining(&self, name: &[u8]) -> Option<Duration> {
        let (_, lease) = self.held_entry(name)?;
        Some(lease.valid_until.until(self.clock.now()))
    }

    pub(super) fn renews_key(&self, key: &[u8]) -> bool {
        let name = key.strip_prefix(&*self.options.lock_prefix);
        let entry = name.and_then(|name| self.entries.get(name));
        entry.is_some_and(|entry| {
            entry.renewal().is_some() && entry.lease_at(self.clock.now()).is_some()
        })
    }

    /// The names that may be relied upon now.
    pub(crate) fn held(&self) -> Vec<Vec<u8>> {
        let now = self.clock.now();
        let held = self.entries.wanted(|entry| entry.lease_at(now).is_some());
        held.into_iter().map(|(name, _)| name).collect()
    }

    /// Frees the key from a token that is not relied upon any more, before
    /// anything new is asked for that name.
    pub(super) fn free_leftover(
        &self,
        name: &[u8],
        entry: &Entry,
        asking: &mut Asking,
    ) -> Result<(), Error> {
        let key = self.key(name);
        self.stop_renewing(entry);
        lock::retry(self.clock, asking, |by| {
            let vote = lock::one_vote(&*self.node, entry.owned(&key, self.clock.now()), by);
            if let Some(how) = self.end(entry, &vote) {
                self.entries.count_end(name, &entry.token, how);
            }
            match vote {
                Vote::Unknown(unavailable) => Err(unavailable),
                Vote::Granted(_) | Vote::Refused => Ok(()),
            }
        })?;
        self.entries.note_loss(name, entry.renewal());
        self.entries.forget(name, &entry.token);
        if asking.is_over() {
            let cause = anyhow!("the time was over when an earlier call's token had been released");
            return Err(Unavailable::not_asked(&self.node.name(), cause).into());
        }
        Ok(())
    }

    /// The server has said that a held `name` is not this object's any more; of a
    /// renewed one the callback is told as well.
    pub(super) fn lose(&self, name: &[u8], token: &Token, renewal: Option<&Arc<Renewal>>) {
        if let Some(renewal) = renewal {
            renewer::current(self.clock).remove(renewal);
            renewal.lose();
        }
        self.entries.note_loss(name, renewal);
        self.entries.count_end(name, token, &stats::LOST);
        self.entries.forget(name, token);
    }

    /// Writes down what came of an attempt to own `name`.
    pub(super) fn settle(
        &self,
        name: &[u8],
        wanted: &Ownership,
        outcome: Result<Option<Lease>, Failed>,
        lifetime: Lifetime,
        from: Option<&[u8]>,
    ) -> Result<bool, Error> {
        let token = wanted.token;
        match outcome {
            Ok(Some(lease)) => {
                let held = self.hold(wanted, lease, lifetime, self.cap(&lease));
                self.entries.put(name, token, State::Held(held));
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

    pub(super) fn ownership<'a>(
        &self,
        key: &'a [u8],
        token: &'a Token,
        lease: Duration,
    ) -> Ownership<'a> {
        Ownership {
            key,
            token,
            lease,
            fencing: self.options.fencing,
        }
    }
}

/// Counts what came of an attempt to own a name.
pub(super) fn count(outcome: &Result<Option<Lease>, Failed>, waited: bool) {
    match outcome {
        Ok(Some(_)) => stats::ACQUIRED.count(),
        Ok(None) if waited => stats::TIMED_OUT.count(),
        Ok(None) => stats::REFUSED.count(),
        Err(_) => {}
    }
}
