//! The questions of a [`Node`] over any road: calls out, replies judged.
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
use crate::protocol::acquire::{self, Joins};
use crate::protocol::wake::{self, WakeUp};
use crate::protocol::{Answer, Reply, adopt, exists, expire, get, release, renew, set};

/// A node that asks over a road.
pub(crate) struct Questions<R>(R);

impl<R: Road> Questions<R> {
    pub(crate) fn over(road: R) -> Self {
        Self(road)
    }

    fn vote(
        &self,
        key: &[u8],
        reply: Result<Reply, Unavailable>,
        answer: impl FnOnce(&Reply) -> Option<Answer>,
    ) -> Vote {
        let reply = match reply {
            Ok(reply) => reply,
            Err(unavailable) => return Vote::Unknown(unavailable),
        };
        match answer(&reply) {
            Some(Answer::Granted(fence)) => Vote::Granted(fence),
            Some(Answer::Refused) => Vote::Refused,
            None => Vote::Unknown(self.0.reject(key, &reply)),
        }
    }
}

impl<R: Road> Node for Questions<R> {
    fn acquire(&self, request: &LeaseRequest, retry: Retry, by: Moment) -> Vote {
        let ticket = match retry {
            Retry::First if !request.fencing => {
                let reply = self.0.send(&set::call(request), by);
                return self.vote(request.key, reply, set::answer);
            }
            Retry::First => None,
            Retry::Again(ticket) => ticket,
        };
        let reply = self.0.send(&acquire::call(request, ticket, Joins::No), by);
        self.vote(request.key, reply, |it| {
            acquire::answer(it, request.fencing)
        })
    }

    fn join(&self, request: &LeaseRequest, ticket: Option<Ticket>, by: Moment) -> JoinReply {
        let reply = self.0.send(&acquire::call(request, ticket, Joins::Yes), by);
        if let Some(place) = reply.as_ref().ok().and_then(acquire::place) {
            return JoinReply::Waits(place);
        }
        let answer = |reply: &Reply| acquire::answer(reply, request.fencing);
        self.vote(request.key, reply, answer).into()
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
        match wake::answer(&reply) {
            Some(WakeUp::First) => Ok(Woken::ToWatch),
            Some(WakeUp::Yours) => Ok(Woken::HandedOver),
            Some(WakeUp::Nothing) => {
                let now = clock.now();
                if let Some(rest) = wake::rest(until.until(now)) {
                    clock.sleep(now.after(rest), None)?;
                }
                Ok(Woken::ToAsk)
            }
            Some(WakeUp::Foreign) => {
                clock.sleep(until, None)?;
                Ok(Woken::ToAsk)
            }
            None => Err(self.0.reject(request.key, &reply).into()),
        }
    }

    fn adopt(&self, request: &LeaseRequest, from: &[u8], by: Moment) -> Vote {
        let reply = self.0.send(&adopt::call(request, from), by);
        self.vote(request.key, reply, |it| adopt::answer(it, request.fencing))
    }

    fn expire(&self, request: &LeaseRequest, by: Moment) -> Vote {
        let reply = self.0.send(&expire::call(request), by);
        self.vote(request.key, reply, expire::answer)
    }

    fn release(&self, held: &[HeldKey], by: Moment) -> Vec<Vote> {
        // Every `unlock()` comes by here, and needs no lists of one.
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
        let reply = self.0.send(&get::call(key), by)?;
        get::answer(&reply).ok_or_else(|| self.0.reject(key, &reply))
    }

    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable> {
        let reply = self.0.send(&exists::call(key), by)?;
        exists::answer(&reply).ok_or_else(|| self.0.reject(key, &reply))
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn hang_up(&self) {
        self.0.hang_up();
    }

    fn deployment(&self) -> Arc<dyn Deployment> {
        self.0.deployment()
    }
}
