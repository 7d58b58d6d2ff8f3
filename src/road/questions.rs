//! The questions of a [`Node`] over any road: the calls that it sends, and what
//! the replies mean.
//!
//! It says what a reply means for the lock. `lock` decides what to do about it; only a wait that
//! ends too early rests here. A reply that its call cannot have is no answer. This file knows no
//! server and no connection. Made by `road`, and by tests over a fake road.

use std::sync::Arc;

use super::{Road, Time};
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::node::{
    Deployment, HeldKey, Holder, JoinReply, LeaseRequest, Node, Retry, Ticket, Vote, Woken,
};
use crate::protocol::{Reply, acquire, adopt, exists, expire, get, release, renew, wake};

/// A node that asks over a road.
pub(crate) struct Questions<R>(R);

impl<R: Road> Questions<R> {
    pub(crate) fn over(road: R) -> Self {
        Self(road)
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
}

impl<R: Road> Node for Questions<R> {
    fn acquire(&self, request: &LeaseRequest, retry: Retry, by: Moment) -> Vote {
        let reply = self.0.send(&acquire::call(request, retry), by);
        let answer = |reply: &Reply| acquire::answer(reply, request, retry);
        self.vote(request.key, reply, answer)
    }

    fn join(&self, request: &LeaseRequest, ticket: Option<Ticket>, by: Moment) -> JoinReply {
        let reply = self.0.send(&acquire::join_call(request, ticket), by);
        let answer = |reply: &Reply| acquire::join_answer(reply, request);
        self.read(request.key, reply, answer)
            .unwrap_or_else(JoinReply::Unknown)
    }

    fn wait(
        &self,
        request: &LeaseRequest,
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Woken, Error> {
        let Some(reply) = self.0.wait(request.key, request.token, until, clock)? else {
            return Ok(Woken::ToAsk);
        };
        let wake_up = self.read(request.key, Ok(reply), wake::answer)?;
        let now = clock.now();
        if let Some(rest) = wake_up.rest(until.until(now)) {
            clock.sleep(now.after(rest), None)?;
        }
        Ok(wake_up.woken())
    }

    fn adopt(&self, request: &LeaseRequest, from: &[u8], by: Moment) -> Vote {
        let reply = self.0.send(&adopt::call(request, from), by);
        let answer = |reply: &Reply| adopt::answer(reply, request.fencing);
        self.vote(request.key, reply, answer)
    }

    fn expire(&self, request: &LeaseRequest, by: Moment) -> Vote {
        let reply = self.0.send(&expire::call(request), by);
        self.vote(request.key, reply, expire::answer)
    }

    fn release(&self, held: &[HeldKey], by: Moment) -> Vec<Vote> {
        // Every `unlock()` comes by here: one call, and no pipeline.
        if let [one] = held {
            let reply = self.0.send(&release::call(one.key, one.token), by);
            return vec![self.vote(one.key, reply, release::answer)];
        }
        let calls: Vec<_> = held
            .iter()
            .map(|one| release::call(one.key, one.token))
            .collect();
        let replies = self.0.send_all(&calls, Time::WhileAnswered, by);
        let replies = held.iter().zip(replies);
        replies
            .map(|(one, reply)| self.vote(one.key, reply, release::answer))
            .collect()
    }

    fn renew(&self, leases: &[LeaseRequest], by: Moment) -> Vec<Vote> {
        let calls: Vec<_> = leases.iter().map(renew::call).collect();
        // However slow the server is: other servers wait meanwhile, and so does a call that gives
        // one of these leases a new lifetime.
        let replies = self.0.send_all(&calls, Time::OfOne, by);
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

    fn name(&self) -> String {
        self.0.name()
    }

    fn hang_up(&self) {
        self.0.hang_up();
    }

    fn deployment(&self) -> Arc<dyn Deployment> {
        // The renewing thread must not be the first to compute the hash: a fork meanwhile would
        // leave it half made.
        renew::SCRIPT.hash();
        self.0.deployment()
    }
}
