//! The questions of a [`LockStore`] over any route: the calls that it sends, and what
//! the replies mean.
//!
//! It says what a reply means for the lock. `lock` decides what to do about it; only a wait that
//! ends too early rests here. A reply that its call cannot have is no answer. This file knows no
//! server and no connection; `split` has the questions whose keys are not at one store, `listing` the one
//! about all keys. Made by `route`, and by tests over a fake route.

mod listing;
mod split;

use std::sync::Arc;

use listing::Pages;

use super::{Counted, Router, Timeout};
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::protocol::{
    Call, Reply, acquire, adopt, exists, expire, get, release, renew, replicas, wake,
};
use crate::store::{
    HeldKey, Holder, JoinReply, Keyspace, LeaseRequest, Listing, LockStore, Retry, StoreFactory,
    Ticket, Vote, Wake,
};

/// A store that asks over a route.
pub(crate) struct RedisStore<R>(R);

impl<R: Router> RedisStore<R> {
    pub(crate) fn over(route: R) -> Self {
        Self(route)
    }

    /// What a reply to a call about `key` means, or why there is no answer.
    fn read<T>(
        &self,
        key: &[u8],
        reply: Result<Reply, Unavailable>,
        answer: impl FnOnce(&Reply) -> Option<T>,
    ) -> Result<T, Unavailable> {
        let reply = reply?;
        answer(&reply).ok_or_else(|| self.0.reject(key, &reply))
    }

    fn vote(
        &self,
        key: &[u8],
        reply: Result<Reply, Unavailable>,
        answer: impl FnOnce(&Reply) -> Option<Vote>,
    ) -> Vote {
        self.read(key, reply, answer).unwrap_or_else(Vote::Unknown)
    }

    /// Sends a call that may grant or lengthen a lease about `key`. A yes counts only if
    /// `min_replicas` have it.
    fn ask<T: Answer>(
        &self,
        key: &[u8],
        call: &Call,
        by: Moment,
        answer: impl Fn(&Reply) -> Option<T>,
    ) -> Result<T, Unavailable> {
        if self.0.min_replicas() == 0 {
            return self.read(key, self.0.send(call, by), answer);
        }
        self.ask_counted(key, call, by, answer)
    }

    fn ask_counted<T: Answer>(
        &self,
        key: &[u8],
        call: &Call,
        by: Moment,
        answer: impl Fn(&Reply) -> Option<T>,
    ) -> Result<T, Unavailable> {
        let is_yes = |reply: &Reply| answer(reply).is_some_and(|it| it.is_granted());
        let counted = self.0.send_counted(call, &is_yes, by);
        self.read_counted(key, counted, answer)
    }

    /// As [`Self::ask`], for a new token. If too few replicas have the grant, the key is released
    /// within the time of the question.
    fn ask_for_lease<T: Answer>(
        &self,
        request: &LeaseRequest,
        call: &Call,
        by: Moment,
        answer: impl Fn(&Reply) -> Option<T>,
    ) -> Result<T, Unavailable> {
        if self.0.min_replicas() == 0 {
            return self.read(request.key, self.0.send(call, by), answer);
        }
        let by = self.0.deadline(by);
        self.ask_counted(request.key, call, by, answer)
            .map_err(|unavailable| {
                let is_given_back = unavailable.is_unacknowledged() && {
                    let vote = self.release_one(request.key, request.token, by);
                    !matches!(vote, Vote::Unknown(_))
                };
                if is_given_back {
                    unavailable.given_back()
                } else {
                    unavailable
                }
            })
    }

    /// Releases one key: by one call, and no pipeline. Every `unlock()` comes by here.
    fn release_one(&self, key: &[u8], token: &[u8], by: Moment) -> Vote {
        if self.0.has_slots() {
            return self.release_in_slot(key, token, by);
        }
        let reply = self.0.send(&release::call(key, token), by);
        self.vote(key, reply, release::answer)
    }

    /// What a reply means that has WAIT's behind it. Behind a no, or behind a place in the queue,
    /// it does not matter what WAIT says.
    fn read_counted<T: Answer>(
        &self,
        key: &[u8],
        counted: Result<Counted, Unavailable>,
        answer: impl FnOnce(&Reply) -> Option<T>,
    ) -> Result<T, Unavailable> {
        let Counted { reply, wait } = counted?;
        let answer = answer(&reply).ok_or_else(|| self.0.reject(key, &reply))?;
        if !answer.is_granted() {
            return Ok(answer);
        }
        let wanted = self.0.min_replicas();
        match self.read(key, wait, replicas::answer) {
            Ok(count) if count >= wanted => Ok(answer),
            Ok(count) => Err(Unavailable::too_few_replicas(
                &self.0.server_of(key),
                count,
                wanted,
            )),
            Err(unavailable) => Err(unavailable),
        }
        .map_err(Unavailable::behind_a_grant)
    }
}

/// An answer to a call that may grant or lengthen a lease.
trait Answer {
    fn is_granted(&self) -> bool;
}

impl Answer for Vote {
    fn is_granted(&self) -> bool {
        matches!(self, Self::Granted(_))
    }
}

impl Answer for JoinReply {
    fn is_granted(&self) -> bool {
        matches!(self, Self::Granted(_))
    }
}

impl<R: Router> LockStore for RedisStore<R> {
    fn may_be_executed(&self, given_up: Moment) -> bool {
        self.0.may_be_executed(given_up)
    }

    fn cannot_fence(&self, key: &[u8]) -> bool {
        !self.0.has_companions(key)
    }

    fn acquire(&self, request: &LeaseRequest, retry: Retry, by: Moment) -> Vote {
        let call = acquire::call(request, retry);
        let answer = |reply: &Reply| acquire::answer(reply, request, retry);
        // A command about one key never meets TRYAGAIN.
        if self.0.has_slots() && !acquire::is_plain(request, retry) {
            self.ask_for_lease_in_slot(request, &call, by, answer)
        } else {
            self.ask_for_lease(request, &call, by, answer)
        }
        .unwrap_or_else(Vote::Unknown)
    }

    fn join(&self, request: &LeaseRequest, ticket: Option<Ticket>, by: Moment) -> JoinReply {
        let call = acquire::join_call(request, ticket);
        let answer = |reply: &Reply| acquire::join_answer(reply, request);
        if self.0.has_slots() {
            self.ask_for_lease_in_slot(request, &call, by, answer)
        } else {
            self.ask_for_lease(request, &call, by, answer)
        }
        .unwrap_or_else(JoinReply::Unknown)
    }

    fn wait(
        &self,
        request: &LeaseRequest,
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Wake, Error> {
        let Some(reply) = self.0.wait(request.key, request.token, until, clock)? else {
            return Ok(Wake::SliceOver);
        };
        let wake_up = self.read(request.key, Ok(reply), wake::answer)?;
        let now = clock.now();
        if let Some(rest) = wake_up.rest(until.until(now)) {
            clock.sleep(now.after(rest), None)?;
        }
        Ok(wake_up.woken())
    }

    fn adopt(&self, request: &LeaseRequest, from: &[u8], by: Moment) -> Vote {
        let call = adopt::call(request, from);
        let answer = |reply: &Reply| adopt::answer(reply, request.fencing);
        self.ask_until_whole(by, |by| self.ask(request.key, &call, by, answer))
            .unwrap_or_else(Vote::Unknown)
    }

    fn expire(&self, request: &LeaseRequest, by: Moment) -> Vote {
        let call = expire::call(request);
        self.ask(request.key, &call, by, expire::answer)
            .unwrap_or_else(Vote::Unknown)
    }

    fn release(&self, held: &[HeldKey], by: Moment) -> Vec<Vote> {
        if let [one] = held {
            return vec![self.release_one(one.key, one.token, by)];
        }
        let calls: Vec<_> = held.iter().map(|one| self.release_call(one)).collect();
        let replies = self.0.send_all(&calls, Timeout::PerPortion, by);
        let replies = held.iter().zip(replies);
        let votes = replies.map(|(one, reply)| self.vote(one.key, reply, release::answer));
        let mut votes: Vec<_> = votes.collect();
        if self.0.has_slots() {
            self.release_split(held, &mut votes, by);
        }
        votes
    }

    fn renew(&self, leases: &[LeaseRequest], by: Moment) -> Vec<Vote> {
        let calls: Vec<_> = leases.iter().map(renew::call).collect();
        if self.0.min_replicas() > 0 {
            let counted = self.0.send_all_counted(&calls, by);
            let counted = leases.iter().zip(counted);
            let votes =
                counted.map(|(one, counted)| self.read_counted(one.key, counted, renew::answer));
            return votes.map(|it| it.unwrap_or_else(Vote::Unknown)).collect();
        }
        // However slow the server is: other servers wait meanwhile, and so does a call that gives
        // one of these leases a new lifetime.
        let replies = self.0.send_all(&calls, Timeout::Once, by);
        let replies = leases.iter().zip(replies);
        replies
            .map(|(one, reply)| self.vote(one.key, reply, renew::answer))
            .collect()
    }

    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable> {
        self.read(key, self.0.send(&get::call(key), by), get::answer)
    }

    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable> {
        self.read(key, self.0.send(&exists::call(key), by), exists::answer)
    }

    fn list<'a>(&'a self, prefix: &[u8], pattern: &[u8]) -> Box<dyn Listing + 'a> {
        Box::new(Pages::new(self, prefix, pattern))
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn keyspace(&self) -> Keyspace {
        self.0.keyspace()
    }

    fn hang_up(&self) {
        self.0.hang_up();
    }

    fn factory(&self) -> Arc<dyn StoreFactory> {
        // The renewing thread must not be the first to compute the hash: a fork meanwhile would
        // leave it half made.
        renew::SCRIPT.hash();
        self.0.factory()
    }
}
