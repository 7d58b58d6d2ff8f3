//! The [`LockStore`] of a Redis deployment: which questions ask for a change, and what the replies mean for the
//! lock.
//!
//! `lock` decides what to do about an answer, and only a wait that ends too early rests here. A reply that its call
//! cannot have is no answer. This file knows no server and no connection. `split` has the questions whose keys
//! are not at one node, and `listing` has the question about all keys. `route` makes the store, and tests make it
//! over a fake router.

mod listing;
mod split;

use std::rc::Rc;
use std::sync::Arc;

use listing::Pages;

use super::{Answer, Counts, Outcome, RoundOptions, Router, Timeout, found};
use crate::clock::{Clock, Moment};
use crate::connection::Note;
use crate::error::{Error, Unavailable};
use crate::protocol::mutex::{self, acquire, renew, wake, zrange, zscore};
use crate::protocol::{Call, Question, Reply, exists, get, pttl, replicas};
use crate::store::{
    Change, HeldBy, HeldKey, Holder, JoinReply, LateVote, LeaseRequest, Listing, LockStore, Retry,
    SleepEnd, Standing, StoreFactory, Ticket, Unacknowledged, Vote, Wake,
};

/// A store that asks over a router.
pub(crate) struct RedisStore<R>(R);

impl<R: Router> RedisStore<R> {
    pub(crate) fn over(router: R) -> Self {
        Self(router)
    }

    /// As [`LockStore::list`], for a server of a quorum, which has no shares.
    pub(super) fn list_locks<'a>(&'a self, prefix: &[u8], pattern: &[u8]) -> Box<dyn Listing + 'a> {
        Box::new(Pages::new(self, prefix, pattern, false))
    }

    /// Returns what a reply to a question means.
    fn read<A>(&self, question: &Question<A>, reply: &Reply) -> Result<A, Unavailable> {
        let answer = question.read(reply);
        answer.ok_or_else(|| self.0.reject(question.call.key(), reply))
    }

    /// Returns the answer to one question that needs no replicas.
    #[inline]
    fn look<A>(&self, question: &Question<A>, by: Moment) -> Result<A, Unavailable> {
        let reply = self.0.ask_one(&question.call, by)?;
        self.read(question, &reply)
    }

    /// Returns the votes on several questions, in order.
    fn votes(&self, questions: &[Question<Vote>], options: RoundOptions) -> Vec<Vote> {
        let calls: Vec<_> = questions.iter().map(|it| &it.call).collect();
        let outcomes = self.outcomes(&calls, options).into_iter().zip(questions);
        let votes = outcomes.map(|(outcome, question)| {
            let vote = outcome.and_then(|it| self.read_counted(question, it, options));
            vote.unwrap_or_else(Vote::Unknown)
        });
        votes.collect()
    }

    /// Returns the outcomes of several calls, in order.
    fn outcomes(&self, calls: &[&Call], options: RoundOptions) -> Vec<Outcome> {
        let mut outcomes: Vec<_> = calls.iter().map(|_| None).collect();
        self.0.ask(calls, options, &mut |at, outcome| {
            if let Some(missing) = outcomes.get_mut(at) {
                *missing = Some(outcome);
            }
        });
        let or_no_reply = |it: Option<Outcome>| it.unwrap_or_else(|| Err(self.0.no_reply()));
        outcomes.into_iter().map(or_no_reply).collect()
    }

    /// Returns the vote on a question that may grant or lengthen a lease. A yes counts only if `min_replicas`
    /// replicas have it.
    fn ask_counted<P>(
        &self,
        question: &Question<Vote<P>>,
        by: Moment,
    ) -> Result<Vote<P>, Unavailable> {
        if self.0.min_replicas() == 0 {
            return self.look(question, by);
        }
        let is_yes = |_, reply: &Reply| question.read(reply).is_some_and(|it| it.is_granted());
        let options = self.counting(RoundOptions::by(by), &is_yes);
        let mut only = None;
        let mut take = |_, outcome| only = Some(outcome);
        self.0.ask(&[&question.call], options, &mut take);
        let answer = only.unwrap_or_else(|| Err(self.0.no_reply()))?;
        self.read_counted(question, answer, options)
    }

    /// Returns the options of questions that may grant or lengthen a lease. `is_yes` says which replies do so.
    fn counting<'a>(&self, options: RoundOptions<'a>, is_yes: Counts<'a>) -> RoundOptions<'a> {
        let counts = (self.0.min_replicas() > 0).then_some(is_yes);
        RoundOptions { counts, ..options }
    }

    /// Returns the vote in a reply that may have the reply to WAIT behind it. Behind a no, or behind a place in the
    /// queue, the reply to WAIT does not matter.
    fn read_counted<P>(
        &self,
        question: &Question<Vote<P>>,
        Answer { reply, wait }: Answer,
        options: RoundOptions,
    ) -> Result<Vote<P>, Unavailable> {
        let vote = self.read(question, &reply)?;
        if options.counts.is_none() || !vote.is_granted() {
            return Ok(vote);
        }
        let (key, wanted) = (question.call.key(), self.0.min_replicas());
        let count = wait.unwrap_or_else(|| Err(self.0.no_reply()));
        let count = count.and_then(|it| replicas::read(&it).ok_or_else(|| self.0.reject(key, &it)));
        let why = match count {
            Ok(count) if count >= wanted => return Ok(vote),
            Ok(count) => Unavailable::too_few_replicas(&self.0.server_of(key), count, wanted),
            Err(unavailable) => unavailable,
        };
        let given_back = false;
        Ok(Vote::Unacknowledged(Unacknowledged { given_back, why }))
    }

    /// Returns the vote on a lease for a new token, which has never been sent if `is_new`. The deadline of a question that
    /// may need several calls is computed here, once, so that they share the time of one question.
    fn ask_for_lease<P>(
        &self,
        request: &LeaseRequest,
        question: &Question<Vote<P>>,
        is_new: bool,
        by: Moment,
    ) -> Result<Vote<P>, Unavailable>
    where
        Vote<P>: From<Vote>,
    {
        // A command about one key never meets TRYAGAIN.
        if self.0.has_slots() && !question.call.is_about_one_key() {
            self.ask_for_lease_in_slot(request, question, is_new, self.0.deadline(by))
        } else if self.0.min_replicas() > 0 {
            self.ask_or_give_back(request, question, self.0.deadline(by))
        } else {
            self.look(question, by)
        }
    }

    /// As [`Self::ask_counted`], for a new token. If too few replicas have the grant, the key is released by the
    /// same deadline.
    fn ask_or_give_back<P>(
        &self,
        request: &LeaseRequest,
        question: &Question<Vote<P>>,
        by: Moment,
    ) -> Result<Vote<P>, Unavailable> {
        let vote = self.ask_counted(question, by)?;
        Ok(self.kept_or_given_back(request, vote, by))
    }

    /// Returns the same vote on a lease for a new token, after the key was released if too few replicas have the grant.
    fn kept_or_given_back<P>(
        &self,
        request: &LeaseRequest,
        mut vote: Vote<P>,
        by: Moment,
    ) -> Vote<P> {
        if let Vote::Unacknowledged(grant) = &mut vote {
            let release = self.release(&HeldKey::to_give_back(request), by);
            grant.given_back = !matches!(release, Vote::Unknown(_));
        }
        vote
    }

    /// Returns the vote on a question for the lease, and behind it in the same pipeline who has the key. A failure of
    /// that only leaves it unknown.
    fn ask_with_holder(
        &self,
        request: &LeaseRequest,
        question: &Question<Vote>,
        by: Moment,
    ) -> (Result<Vote, Unavailable>, Option<HeldBy>) {
        let (holder, lifetime) = (get::question(request.key), pttl::question(request.key));
        let calls = [&question.call, &holder.call, &lifetime.call];
        let is_yes = |at: usize, reply: &Reply| {
            at == 0 && question.read(reply).is_some_and(|vote| vote.is_granted())
        };
        let options = self.counting(RoundOptions::by(by), &is_yes);
        let mut outcomes = self.outcomes(&calls, options).into_iter();
        let mut next = || outcomes.next().unwrap_or_else(|| Err(self.0.no_reply()));
        let vote = next().and_then(|it| self.read_counted(question, it, options));
        let (holder_said, lifetime_said) = (next(), next());
        let held_by = || {
            let lifetime = lifetime.read(&lifetime_said.ok()?.reply)?;
            found::held_by(holder.read(&holder_said.ok()?.reply)?, lifetime)
        };
        (vote, held_by())
    }

    /// Returns the vote on the release of one key, as every release of a single key asks for it. In slots the deadline
    /// leaves time for all calls: one, and the two that follow if the slot keeps the nodes from answering it.
    fn release(&self, held: &HeldKey, by: Moment) -> Vote {
        let by = if self.0.has_slots() {
            self.0.deadline(by)
        } else {
            by
        };
        let vote = self.look(&self.release_question(held), by);
        let mut votes = [vote.unwrap_or_else(Vote::Unknown)];
        self.release_split(&[*held], &mut votes, by);
        let [vote] = votes;
        vote
    }

    fn release_all(&self, changes: &[Change], by: Moment) -> Vec<Vote> {
        let held = changes.iter().filter_map(|change| match change {
            Change::Release(held) => Some(*held),
            _ => None,
        });
        let held: Vec<_> = held.collect();
        let questions: Vec<_> = held.iter().map(|it| self.release_question(it)).collect();
        let mut votes = self.votes(&questions, RoundOptions::by(by));
        self.release_split(&held, &mut votes, by);
        votes
    }

    /// Returns the vote on an adoption.
    #[cold]
    fn adopt(&self, question: &Question<Vote>, by: Moment) -> Result<Vote, Unavailable> {
        let by = self.0.deadline(by);
        self.ask_until_whole(by, || self.ask_counted(question, by))
    }

    /// Returns the votes on renewals or new lifetimes. However slow a server is, they have the time of one command,
    /// because other servers wait meanwhile, and so does a call that gives one of these leases a new lifetime.
    fn give_lifetimes(&self, changes: &[Change], by: Moment) -> Vec<Vote> {
        let questions: Vec<_> = changes.iter().map(mutex::question).collect();
        let is_yes = |at: usize, reply: &Reply| {
            let vote = questions.get(at).and_then(|it| it.read(reply));
            vote.is_some_and(|vote| vote.is_granted())
        };
        let options = RoundOptions {
            timeout: Timeout::Once,
            ..RoundOptions::by(by)
        };
        self.votes(&questions, self.counting(options, &is_yes))
    }
}

/// Takes the reply to a release that nobody waits for.
struct ReleaseNote {
    vote: Rc<dyn LateVote>,
    read: fn(&Reply) -> Option<Vote>,
}

impl Note for ReleaseNote {
    fn fits(&self, reply: &Reply) -> bool {
        matches!(reply, Reply::Error { .. }) || (self.read)(reply).is_some()
    }

    fn came(&self, reply: Option<Reply>) {
        let vote = reply.and_then(|reply| (self.read)(&reply));
        self.vote.came(match vote {
            Some(Vote::Granted(_)) => Some(true),
            Some(Vote::Refused) => Some(false),
            _ => None,
        });
    }

    fn parted(&self) {
        self.vote.parted();
    }
}

impl<R: Router> LockStore for RedisStore<R> {
    fn ask(&self, change: &Change, by: Moment) -> Vote {
        let question = || mutex::question(change);
        let vote = match change {
            Change::Release(held) => return self.release(held, by),
            Change::Acquire(request, retry) => {
                let is_new = *retry == Retry::First;
                self.ask_for_lease(request, &question(), is_new, by)
            }
            Change::Adopt(..) => self.adopt(&question(), by),
            Change::Expire(_) | Change::Renew(_) => self.ask_counted(&question(), by),
        };
        vote.unwrap_or_else(Vote::Unknown)
    }

    fn last_look(
        &self,
        request: &LeaseRequest,
        retry: Retry,
        by: Moment,
    ) -> (Vote, Option<HeldBy>) {
        let by = self.0.deadline(by);
        let question = self.attempt_question(request, retry);
        let (vote, held_by) = self.ask_with_holder(request, &question, by);
        match vote {
            Ok(vote) => (self.kept_or_given_back(request, vote, by), held_by),
            // Its keys are at two nodes, and `ask` knows what to do then.
            Err(split) if self.0.has_slots() && split.slot_trouble().is_some() => {
                (self.ask(&Change::Acquire(*request, retry), by), None)
            }
            Err(unavailable) => (Vote::Unknown(unavailable), None),
        }
    }

    fn ask_all(&self, changes: &[Change], by: Moment) -> Vec<Vote> {
        match changes {
            [Change::Release(held)] => vec![self.release(held, by)],
            [Change::Release(_), ..] => self.release_all(changes, by),
            _ => self.give_lifetimes(changes, by),
        }
    }

    fn may_be_executed(&self, given_up: Moment) -> bool {
        self.0.may_be_executed(given_up)
    }

    fn cannot_fence(&self, key: &[u8]) -> bool {
        !self.0.has_companions(key)
    }

    fn join(&self, request: &LeaseRequest, standing: Standing, by: Moment) -> JoinReply {
        self.ask_for_lease(request, &acquire::join(request, standing), false, by)
            .unwrap_or_else(JoinReply::Unknown)
    }

    fn wait(
        &self,
        request: &LeaseRequest,
        _: Option<Ticket>,
        end: SleepEnd,
        clock: &dyn Clock,
    ) -> Result<Wake, Error> {
        let until = end.moment();
        let Some(reply) = self.0.wait(request.key, request.token, until, clock)? else {
            return Ok(Wake::SliceOver);
        };
        let woken = wake::read(&reply).ok_or_else(|| self.0.reject(request.key, &reply))?;
        let now = clock.now();
        if let Some(rest) = wake::rest(&reply, until.until(now)) {
            clock.sleep(now.after(rest), None)?;
        }
        Ok(woken)
    }

    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable> {
        self.look(&get::question(key), by)
    }

    fn has_share(&self, key: &[u8], token: &[u8], by: Moment) -> Result<bool, Unavailable> {
        self.look(&zscore::question(key, token), by)
    }

    fn shares(&self, key: &[u8], by: Moment) -> Result<Vec<Vec<u8>>, Unavailable> {
        self.look(&zrange::question(key), by)
    }

    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable> {
        self.look(&exists::question(key), by)
    }

    fn list<'a>(&'a self, prefix: &[u8], pattern: &[u8]) -> Box<dyn Listing + 'a> {
        Box::new(Pages::new(self, prefix, pattern, true))
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn release_ahead(&self, held: &HeldKey, vote: Rc<dyn LateVote>) -> bool {
        // Nothing but the usual script is sent ahead.
        if !self.0.has_companions(held.key) {
            return false;
        }
        let question = self.release_question(held);
        let read = question.reader();
        let note = ReleaseNote { vote, read };
        self.0.send_ahead(&question.call, Rc::new(note))
    }

    fn settle(&self, by: Moment) {
        self.0.settle(by);
    }

    fn place(&self, key: &[u8]) -> u64 {
        self.0.place(key)
    }

    fn deadline(&self, by: Moment) -> Moment {
        self.0.deadline(by)
    }

    fn hang_up(&self) {
        self.0.hang_up();
    }

    fn factory(&self) -> Arc<dyn StoreFactory> {
        // The renewing thread must not be the first to compute the hash: a fork meanwhile would
        // leave it half made.
        renew::SCRIPT.by_hash();
        self.0.factory()
    }
}
