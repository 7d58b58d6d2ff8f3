//! A store whose questions come behind the releases that were sent ahead.
//!
//! A release that nobody waits for is sent over the connection of the next question, so the server executes it first.
//! Where that is not certain, because its answer was lost or its key is at another server now, the release is asked
//! again, and awaited, before the question. This file keeps no lock and counts none. `keeper` makes one for each of
//! its lock sets, and asks nothing past it. The waiters of one thread sleep as `line` has them sleep.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;

use super::line::{InLine, Lines};
use super::owed::{Named, OwedRelease, OwedReleases};
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::store::{
    Change, HeldBy, HeldKey, Holder, JoinReply, LeaseRequest, Listing, LockStore, Retry, SleepEnd,
    Standing, StoreFactory, Ticket, Vote, Wake,
};

/// The store of a deployment, and the releases that this thread owes there.
pub(crate) struct InOrder {
    store: Box<dyn LockStore>,
    owed: Rc<OwedReleases>,
    lines: Rc<Lines>,
    /// As [`LockStore::lock_delay`]. Each lease that is asked for gets it.
    lock_delay: Duration,
}

impl InOrder {
    pub(crate) fn new(
        store: Box<dyn LockStore>,
        owed: Rc<OwedReleases>,
        lines: Rc<Lines>,
        lock_delay: Duration,
    ) -> Self {
        Self {
            store,
            owed,
            lines,
            lock_delay,
        }
    }

    /// Returns a waiter as the lines know it. The releases that are owed are those of one deployment.
    fn in_line<'a>(&self, request: &LeaseRequest<'a>, ticket: Option<Ticket>) -> InLine<'a> {
        InLine {
            deployment: Rc::as_ptr(&self.owed).addr(),
            key: request.key,
            token: request.token,
            ticket,
        }
    }

    /// Sends the release of a valid lease, whose end at the server is `gone_by` at the latest, and does not wait for
    /// its answer. Returns `false` if it was not sent, and then the caller has to ask.
    pub(crate) fn release_ahead(&self, held: &HeldKey, gone_by: Moment) -> bool {
        if !self.owed.may_grow() {
            return false;
        }
        let owed = self.owed.sending(held, gone_by, self.store.place(held.key));
        let vote = Rc::clone(&owed);
        if !self.store.release_ahead(held, vote) {
            owed.end();
            return false;
        }
        if owed.is_unanswered() {
            // The connection broke. Nobody may have to wait for the key until the next question. Behind the end of the
            // lease the caller could not say any longer that it was valid.
            let by = self.store.deadline(Moment::NEVER).min(held.valid_until);
            let _ = self.ask_again(&[owed], by);
        }
        true
    }

    /// Takes over the release of a valid lease that was asked for and has no answer.
    pub(crate) fn owe(&self, held: &HeldKey, gone_by: Moment) {
        self.owed.owe(held, gone_by, self.store.place(held.key));
    }

    /// Returns whether a release is owed.
    pub(crate) fn owes(&self) -> bool {
        !self.owed.are_settled()
    }

    /// Waits until `by` for the answers to all releases that are owed, and asks again for those without one.
    pub(crate) fn settle_all(&self, by: Moment) {
        if self.owed.is_empty() {
            return;
        }
        self.read_answers(by);
        let unanswered = self.owed.unanswered();
        if self.owed.clock().now() < by {
            let _ = self.ask_again(&unanswered, by);
        }
    }

    /// Waits for the answers to the releases in flight. Half of the time until `by` is left to ask again on a new
    /// connection, because the old one may have fallen silent.
    fn read_answers(&self, by: Moment) {
        let now = self.owed.clock().now();
        self.store.settle(now.after(by.until(now) / 2));
    }

    /// Returns the answer of a question, behind the releases that are owed. `is_moot` says whether the answer is to be
    /// asked for again if a release of the key, in front of the question, turns out to have no answer.
    ///
    /// # Errors
    /// A release of the key has no answer, so nothing is asked.
    fn behind<A>(
        &self,
        named: &Named,
        by: Moment,
        is_moot: impl Fn(&A) -> bool,
        mut ask: impl FnMut(Moment) -> A,
    ) -> Result<A, Unavailable> {
        if self.owed.is_empty() {
            return Ok(ask(by));
        }
        let (place, all_by) = (self.store.place(named.key), self.store.deadline(by));
        let asked = self.owed.clock().now();
        let mut answer = if self.owed.concerns(named, place) {
            self.settle_before(named, place, all_by)?;
            if self.owed.clock().cut_off().is_some() {
                let cause = anyhow!("the call ended before it was asked");
                return Err(Unavailable::out_of_time(&self.store.name(), cause));
            }
            ask(all_by)
        } else {
            ask(by)
        };
        // A release in front of this question may have got no answer, or one that is neither yes nor no. Its lease may have
        // ended since, but not yet when the question came.
        let of_key = self.owed.unanswered_of(named.key, asked);
        if !of_key.is_empty() {
            let asked_again = self.ask_again(&of_key, all_by);
            if is_moot(&answer) {
                asked_again?;
                answer = ask(all_by);
            }
        }
        self.ask_again_beside(named.key, all_by);
        self.owed.forget_settled();
        Ok(answer)
    }

    /// Waits for the releases that have to come before a question, and asks again for those without an answer.
    ///
    /// # Errors
    /// A release of the key has no answer. That of another key may stay without one.
    fn settle_before(&self, named: &Named, place: u64, by: Moment) -> Result<(), Unavailable> {
        if self.owed.is_awaited_by(named, place) {
            self.read_answers(by);
        }
        self.ask_again(&self.owed.to_repeat(named.key), by)?;
        self.ask_again_beside(named.key, by);
        Ok(())
    }

    /// Asks again for releases of other keys that are due, in half of the time that is left until `by`.
    fn ask_again_beside(&self, key: &[u8], by: Moment) {
        let beside = self.owed.due_beside(key);
        if beside.is_empty() {
            return;
        }
        let now = self.owed.clock().now();
        if now < by {
            let _ = self.ask_again(&beside, now.after(by.until(now) / 2));
        }
    }

    /// Asks for releases once more, in one pipeline.
    ///
    /// # Errors
    /// One of them has no answer.
    fn ask_again(&self, owed: &[Rc<OwedRelease>], by: Moment) -> Result<(), Unavailable> {
        if owed.is_empty() {
            return Ok(());
        }
        let releases: Vec<_> = owed
            .iter()
            .map(|it| Change::Release(it.held_key()))
            .collect();
        let votes = self.store.ask_all(&releases, by);
        let mut outcome = Ok(());
        for (owed, vote) in owed.iter().zip(votes) {
            match vote.decided() {
                Ok(_) => owed.end(),
                Err(unavailable) => {
                    owed.postpone(self.owed.clock().now());
                    outcome = Err(unavailable);
                }
            }
        }
        outcome
    }

    /// As [`LockStore::ask`], where each lease is kept longer than the caller asks for.
    #[cold]
    fn ask_for_longer(&self, change: &Change, by: Moment) -> Vote {
        self.ask_behind(&change.kept_longer(self.lock_delay), by)
    }

    /// As [`LockStore::ask`], with the lease that the server is to have.
    #[inline]
    fn ask_behind(&self, change: &Change, by: Moment) -> Vote {
        // Nearly every change has nothing in front of it.
        if self.owed.is_empty() {
            return self.store.ask(change, by);
        }
        self.ask_behind_owed(change, by)
    }

    /// As [`Self::ask_behind`], where a release is owed.
    #[cold]
    fn ask_behind_owed(&self, change: &Change, by: Moment) -> Vote {
        let is_moot = |vote: &Vote| matches!(vote, Vote::Refused);
        let named = Named {
            key: change.key(),
            tokens: change.tokens(),
        };
        let vote = self.behind(&named, by, is_moot, |by| self.store.ask(change, by));
        vote.unwrap_or_else(Vote::Unknown)
    }
}

impl LockStore for InOrder {
    fn ask(&self, change: &Change, by: Moment) -> Vote {
        if self.lock_delay.is_zero() {
            self.ask_behind(change, by)
        } else {
            self.ask_for_longer(change, by)
        }
    }

    fn last_look(
        &self,
        request: &LeaseRequest,
        retry: Retry,
        by: Moment,
    ) -> (Vote, Option<HeldBy>) {
        let request = &request.kept_longer(self.lock_delay);
        let is_moot = |(vote, _): &(Vote, _)| matches!(vote, Vote::Refused);
        let named = Named {
            key: request.key,
            tokens: [request.token; 2],
        };
        let ask = |by| self.store.last_look(request, retry, by);
        let looked = self.behind(&named, by, is_moot, ask);
        looked.unwrap_or_else(|why| (Vote::Unknown(why), None))
    }

    fn ask_all(&self, changes: &[Change], by: Moment) -> Vec<Vote> {
        let changes: Vec<_> = changes
            .iter()
            .map(|it| it.kept_longer(self.lock_delay))
            .collect();
        let key = changes.first().map_or(&b""[..], Change::key);
        let never = |_: &Vec<Vote>| false;
        let votes = self.behind(&Named::key(key), by, never, |by| {
            self.store.ask_all(&changes, by)
        });
        votes.unwrap_or_else(|why| changes.iter().map(|_| Vote::Unknown(why.clone())).collect())
    }

    fn join(&self, request: &LeaseRequest, standing: Standing, by: Moment) -> JoinReply {
        let request = &request.kept_longer(self.lock_delay);
        let is_moot = |reply: &JoinReply| matches!(reply, JoinReply::Refused);
        let ask = |by| self.store.join(request, standing, by);
        let named = Named {
            key: request.key,
            tokens: [request.token; 2],
        };
        let reply = self.behind(&named, by, is_moot, ask);
        reply.unwrap_or_else(JoinReply::Unknown)
    }

    fn wait(
        &self,
        request: &LeaseRequest,
        ticket: Option<Ticket>,
        end: SleepEnd,
        clock: &dyn Clock,
    ) -> Result<Wake, Error> {
        let in_redis = || self.store.wait(request, ticket, end, clock);
        self.lines
            .wait(self.in_line(request, ticket), end, clock, in_redis)
    }

    fn end_wait(&self, request: &LeaseRequest) {
        self.lines
            .leave(self.in_line(request, None), self.owed.clock());
    }

    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable> {
        let is_moot = |answer: &Result<Holder, _>| !matches!(answer, Err(_) | Ok(Holder::Nobody));
        self.behind(&Named::key(key), by, is_moot, |by| {
            self.store.holder(key, by)
        })?
    }

    fn has_share(&self, key: &[u8], token: &[u8], by: Moment) -> Result<bool, Unavailable> {
        let never = |_: &Result<bool, _>| false;
        self.behind(&Named::key(key), by, never, |by| {
            self.store.has_share(key, token, by)
        })?
    }

    fn shares(&self, key: &[u8], by: Moment) -> Result<Vec<Vec<u8>>, Unavailable> {
        let never = |_: &Result<Vec<_>, _>| false;
        self.behind(&Named::key(key), by, never, |by| self.store.shares(key, by))?
    }

    fn counts_shares(&self) -> bool {
        self.store.counts_shares()
    }

    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable> {
        let is_moot = |answer: &Result<bool, _>| matches!(answer, Ok(true));
        self.behind(&Named::key(key), by, is_moot, |by| {
            self.store.exists(key, by)
        })?
    }

    /// A list reads many keys over several connections, so it begins behind the answers to all releases. What a
    /// release without an answer leaves is in the list.
    fn list<'a>(&'a self, prefix: &[u8], pattern: &[u8]) -> Box<dyn Listing + 'a> {
        self.settle_all(self.store.deadline(Moment::NEVER));
        self.store.list(prefix, pattern)
    }

    fn deadline(&self, by: Moment) -> Moment {
        self.store.deadline(by)
    }

    fn lock_delay(&self) -> Duration {
        self.lock_delay
    }

    fn hang_up(&self) {
        self.store.hang_up();
    }

    fn may_be_executed(&self, given_up: Moment) -> bool {
        self.store.may_be_executed(given_up)
    }

    fn cannot_fence(&self, key: &[u8]) -> bool {
        self.store.cannot_fence(key)
    }

    fn name(&self) -> String {
        self.store.name()
    }

    fn factory(&self) -> Arc<dyn StoreFactory> {
        self.store.factory()
    }
}
