//! How a lock set acquires a name.
//!
//! Its token is a new one, or one that the caller gives, which has to be as new. The token is written
//! down before the first command that could make it own the key, and every outcome is one transition
//! of the entries. A token that is not relied upon any more is released before anything new is asked
//! for its name. Called by `php`; `transfer` ends an adoption as this file ends an attempt.

use std::time::Duration;

use anyhow::anyhow;

use super::entries::Entries;
use super::entry::{Entry, Held};
use super::lock_set::{Lifetime, LockSet};
use crate::clock::Moment;
use crate::error::{Error, Refusal, Unavailable};
use crate::lock::{self, Attempt, Budget, Failed, Lease};
use crate::stats;
use crate::store::{LeaseRequest, Vote};
use crate::token::Token;

impl LockSet {
    /// Acquires `name` by `deadline`; a deadline that is not in the future is one attempt. `sleep`
    /// is the pause between two looks at a lock that nobody hands over. `token` is the one to acquire
    /// it under, if it is not to be drawn here. `false`: somebody holds it, this object included.
    pub(crate) fn lock(
        &self,
        name: &[u8],
        lifetime: Lifetime,
        deadline: Moment,
        sleep: Duration,
        token: Option<&Token>,
    ) -> Result<bool, Error> {
        self.refuse_unfenced(name)?;
        loop {
            match self.try_lock(name, lifetime, deadline, sleep, token) {
                // A signal handler forked. The child waits on under a token of its own, since all
                // that it inherits is its parent's.
                Err(Error::Forked) if token.is_none() => {}
                Err(Error::Forked) => {
                    let name = name.to_vec();
                    return Err(Error::Refused(Refusal::TokenOfParent { name }));
                }
                outcome => return outcome,
            }
        }
    }

    fn try_lock(
        &self,
        name: &[u8],
        lifetime: Lifetime,
        deadline: Moment,
        sleep: Duration,
        token: Option<&Token>,
    ) -> Result<bool, Error> {
        let clock = self.clock();
        let lease = self.lease_of(lifetime)?;
        let mut budget = Budget::of_wait(deadline, self.options.retry_for);
        // Again after each release: a signal handler may have used this object in its pauses.
        while let Some(entry) = self.entries.checked(name) {
            if entry.keeps_name() {
                Entries::refused_at_once();
                return Ok(false);
            }
            self.release_leftover(name, &entry, &mut budget)?;
        }
        let began_in = clock.generation();
        let token = token.cloned().map_or_else(Token::draw, Ok)?;
        self.make_room();
        self.entries.pending(name, &token);
        let key = self.key(name);
        let request = self.request(&key, &token, lease);
        let Attempt {
            outcome,
            waited,
            was_handed_over,
        } = lock::acquire(&*self.store, clock, &request, sleep, &mut budget);
        if began_in != clock.generation() {
            return Err(outcome.err().map_or(Error::Forked, |failed| failed.error));
        }
        if let Some(span) = waited {
            stats::WAITED.spend(span);
        }
        if was_handed_over {
            stats::HANDED_OVER.count();
        }
        self.conclude(name, &token, &request, lifetime, outcome, waited.is_some())
    }

    /// Refuses a `name` that is to have a fencing token and cannot have one.
    pub(super) fn refuse_unfenced(&self, name: &[u8]) -> Result<(), Error> {
        if !self.options.fencing {
            return Ok(());
        }
        let key = self.key(name);
        if !self.store.cannot_fence(&key) {
            return Ok(());
        }
        let name = name.to_vec();
        Err(Error::Refused(Refusal::Unfenced { name, key }))
    }

    /// Refuses a section of code for a `name` that this object holds or waits for, which would
    /// be a wait for itself. `false`: it does neither.
    pub(crate) fn refuse_own(&self, name: &[u8]) -> bool {
        let entry = self.entries.checked(name);
        let is_own = entry.is_some_and(|entry| entry.keeps_name());
        if is_own {
            Entries::refused_at_once();
        }
        is_own
    }

    /// Releases a token that is not relied upon any more, before anything new is asked for its
    /// name.
    pub(super) fn release_leftover(
        &self,
        name: &[u8],
        entry: &Entry,
        budget: &mut Budget,
    ) -> Result<(), Error> {
        let (key, clock) = (self.key(name), self.clock());
        let vote = lock::retry(clock, budget, |by| {
            let held_key = entry.held_key(&key, clock.now());
            match lock::one_vote(&*self.store, held_key, by) {
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

    /// Writes down what came of an attempt to own `name`.
    pub(super) fn conclude(
        &self,
        name: &[u8],
        token: &Token,
        request: &LeaseRequest,
        lifetime: Lifetime,
        outcome: Result<Option<Lease>, Failed>,
        waited: bool,
    ) -> Result<bool, Error> {
        match outcome {
            Ok(Some(lease)) => {
                let held = match lifetime {
                    Lifetime::Fixed(_) => Held::fixed(lease),
                    Lifetime::Renewed => self.renewed(token, request, lease, self.cap(&lease)),
                };
                self.entries.granted(name, token, held);
                Ok(true)
            }
            Ok(None) => {
                self.entries.refused(name, token, waited);
                Ok(false)
            }
            Err(Failed { error, unsure }) => {
                if unsure {
                    self.entries.unsure_of_grant(name, token, request.lease);
                } else {
                    self.entries.not_granted(name, token);
                }
                Err(error)
            }
        }
    }
}
