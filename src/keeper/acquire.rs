//! How a lock set acquires a name.
//!
//! The owner token is drawn here, or given by a caller that has never used it. The token is written
//! down before the first command that could make it own the key, and every outcome is one transition
//! of the entries. A leftover is released before anything new is asked for its name. `php` calls
//! this, and `transfer` writes down the outcome of an adoption as this file does that of an attempt.

use std::time::Duration;

use anyhow::anyhow;

use super::endless::EndlessClock;
use super::entries::Entries;
use super::entry::{HeldLease, LockEntry};
use super::lock_set::{Lifetime, LockSet};
use crate::clock::{Clock, Moment};
use crate::error::{Error, Refusal, Unavailable};
use crate::lock::{self, Budget, Failed, Lease, LockAttempt, Manner};
use crate::stats;
use crate::store::{HeldBy, LeaseRequest, LockStore, Vote};
use crate::token::{Token, TokenKind};

/// A call that acquires a lock, and may wait for it.
#[derive(Clone, Copy)]
pub(crate) struct LockCall<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) lifetime: Lifetime,
    /// The end of the wait. A deadline that is not in the future is one attempt.
    pub(crate) deadline: Moment,
    /// Set for a wait without limit: whether another object of this thread renews the lock, so that the wait must not
    /// stop the process.
    pub(crate) never_stops: Option<&'a dyn Fn() -> bool>,
    /// The pause between two looks at a lock that nobody hands over.
    pub(crate) sleep: Duration,
    /// The owner token to acquire the lock under; `None`: it is drawn.
    pub(crate) token: Option<&'a Token>,
    /// What is acquired.
    pub(crate) kind: TokenKind,
    /// Whether a refusal is to say who holds the lock.
    pub(crate) asks_holder: bool,
    /// Whether the lock is one of several that the call gathers, so that nobody may rely on it yet.
    pub(crate) is_part: bool,
}

/// What came of a call that acquires a lock.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Acquired {
    Yes,
    /// Another owner holds the lock, or this object does. Who it was, if that was asked for and is known.
    No(Option<HeldBy>),
}

/// A lease that is asked for under a token which stands in the entries already.
pub(super) struct PendingLease<'a> {
    pub(super) name: &'a [u8],
    pub(super) token: &'a Token,
    pub(super) lifetime: Lifetime,
    pub(super) request: LeaseRequest<'a>,
    /// As [`LockCall::is_part`].
    pub(super) is_part: bool,
}

impl LockSet {
    /// Acquires a lock.
    ///
    /// # Errors
    /// Nobody knows whether the lock was granted, or it cannot be asked for.
    pub(crate) fn lock(&self, call: &LockCall) -> Result<Acquired, Error> {
        match call.kind {
            TokenKind::Lock => self.refuse_unfenced(call.name)?,
            TokenKind::Share(_) if !self.store.counts_shares() => {
                return Err(Error::Refused(Refusal::Unshared));
            }
            TokenKind::Share(_) => {}
        }
        loop {
            match self.try_lock(call) {
                // A signal handler forked. The child waits on under a token of its own, because all
                // that it inherits is its parent's.
                Err(Error::Forked) if call.token.is_none() => self.clock().begin_anew(),
                Err(Error::Forked) => {
                    let name = call.name.to_vec();
                    return Err(Error::Refused(Refusal::TokenOfParent { name }));
                }
                outcome => return outcome,
            }
        }
    }

    pub(super) fn try_lock(&self, call: &LockCall) -> Result<Acquired, Error> {
        let (clock, name) = (self.clock(), call.name);
        let lease = self.lease_of(call.lifetime)?;
        let mut budget = Budget::of_wait(call.deadline, self.options.retry_for);
        // A call that gives the name back, or adopts it, comes to its end first.
        let occupied = self.occupy(name)?;
        // Again after each release, because a signal handler may have used this object in its pauses.
        while let Some(entry) = self.entries.checked(name) {
            if entry.keeps_name() {
                Entries::refused_at_once();
                return Ok(Acquired::No(None));
            }
            self.release_leftover(name, &entry, &mut budget)?;
        }
        let began_in = clock.generation();
        let token = call
            .token
            .cloned()
            .map_or_else(|| Token::draw(clock.maker()), Ok)?
            .of_kind(call.kind);
        self.make_room();
        self.entries.pending(name, &token);
        drop(occupied);
        let key = self.spare_key(name);
        let pending = PendingLease {
            name,
            token: &token,
            lifetime: call.lifetime,
            request: self.request(&key, &token, lease),
            is_part: call.is_part,
        };
        let endless;
        let clock_of_wait = match call.never_stops {
            None => clock as &dyn Clock,
            Some(is_own) => {
                endless = EndlessClock {
                    clock,
                    name,
                    is_own,
                };
                &endless
            }
        };
        let LockAttempt {
            outcome,
            waited,
            was_handed_over,
            stood_in_queue,
            held_by,
        } = lock::acquire(
            &self.store,
            clock_of_wait,
            &pending.request,
            Manner {
                sleep: call.sleep,
                meets_queue: self.queues.was_met(&key, || clock.now()),
                asks_holder: call.asks_holder,
            },
            &mut budget,
        );
        if began_in != clock.generation() {
            return Err(outcome.err().map_or(Error::Forked, |failed| failed.error));
        }
        if let Some(span) = waited {
            stats::count_wait(span);
        }
        if stood_in_queue {
            self.queues.meet(&key, clock.now());
        } else if matches!(outcome, Ok(Some(_))) {
            self.queues.forget(&key);
        }
        if was_handed_over {
            stats::HANDED_OVER.count();
        }
        let is_granted = self.conclude(&pending, outcome, waited.is_some())?;
        Ok(if is_granted {
            Acquired::Yes
        } else {
            Acquired::No(held_by)
        })
    }

    /// Refuses a `name` that is to have a fencing token and cannot have one.
    #[inline]
    pub(super) fn refuse_unfenced(&self, name: &[u8]) -> Result<(), Error> {
        if self.options.fencing {
            self.refuse_unfenced_key(name)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn refuse_unfenced_key(&self, name: &[u8]) -> Result<(), Error> {
        let key = self.key(name);
        if !self.store.cannot_fence(&key) {
            return Ok(());
        }
        let name = name.to_vec();
        Err(Error::Refused(Refusal::Unfenced { name, key }))
    }

    /// Returns whether this object holds `name` or waits for it, and counts a refusal then. A section
    /// of code for such a name would wait for itself.
    pub(crate) fn refuse_own(&self, name: &[u8]) -> bool {
        let entry = self.entries.checked(name);
        let is_own = entry.is_some_and(|entry| entry.keeps_name());
        if is_own {
            Entries::refused_at_once();
        }
        is_own
    }

    /// Releases a leftover, before anything new is asked for its name.
    ///
    /// # Errors
    /// Nobody knows whether it was released, or the release took all the time of `budget`.
    pub(super) fn release_leftover(
        &self,
        name: &[u8],
        entry: &LockEntry,
        budget: &mut Budget,
    ) -> Result<(), Error> {
        let (key, clock) = (self.key(name), self.clock());
        let vote = lock::retry(clock, budget, |by| {
            let held_key = entry.held_key(&key, clock.now());
            match lock::one_vote(&self.store, held_key, by) {
                Vote::Unknown(unavailable) => Err(unavailable),
                vote => Ok(vote),
            }
        })?;
        self.entries.released(name, &entry.token, &vote);
        if budget.is_over() {
            let cause = anyhow!("the release of an earlier call's token took all the time");
            return Err(Unavailable::out_of_time(&self.store.name(), cause).into());
        }
        Ok(())
    }

    /// Writes down the outcome of an attempt. Returns whether the lease was granted.
    pub(super) fn conclude(
        &self,
        pending: &PendingLease,
        outcome: Result<Option<Lease>, Failed>,
        waited: bool,
    ) -> Result<bool, Error> {
        let PendingLease { name, token, .. } = *pending;
        match outcome {
            Ok(Some(lease)) => {
                let renewed = |ends| self.renewed(&pending.request, lease, ends);
                match pending.lifetime {
                    // The call that gathers it ends its renewal when it has got all.
                    _ if pending.is_part => {
                        self.entries.gathered(name, token, renewed(Moment::NEVER));
                    }
                    Lifetime::Fixed(_) => {
                        self.entries.granted(name, token, HeldLease::fixed(lease));
                    }
                    Lifetime::Renewed => {
                        self.entries.granted(name, token, renewed(self.cap(&lease)));
                    }
                }
                Ok(true)
            }
            Ok(None) => {
                self.entries.refused(name, token, waited);
                Ok(false)
            }
            Err(Failed { error, unsure }) => {
                if unsure {
                    self.entries
                        .unsure_of_grant(name, token, self.kept_for(pending.request.lease));
                } else {
                    self.entries.forget(name, token);
                }
                Err(error)
            }
        }
    }
}
