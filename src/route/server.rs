//! The route to one Redis server: always the same one, or the master that sentinels name.
//!
//! It knows how long a call may take, in which form a script goes, and what becomes of the
//! connection afterwards. It makes no call but the BLPOP of a wait, and reads no reply but errors.
//! Made by `pool` for PHP threads, by [`Endpoint`] and [`Sentinels`] for the renewing thread, and by
//! `cluster` for each of its nodes.

mod counting;
mod waiting;

use std::rc::Rc;
use std::sync::Arc;
use std::{fmt, io};

use anyhow::anyhow;

use super::extras::{Extras, is_unknown_script, push};
use super::round::{self, Answer, Pipeline, RoundOptions, Sent};
use super::{Counted, Deadlines, RedisStore, Router, Timeout};
use crate::clock::{Clock, Moment};
use crate::config::Access;
use crate::connection::{Caller, Connections, Endpoint, Sentinels, Target, Transport, in_time};
use crate::error::{Error, Unavailable};
use crate::protocol::{Call, Form, Reply};
use crate::store::{Keyspace, LockStore, StoreFactory};

/// A single server, or something that behaves like one.
pub(super) struct OneServer {
    pub(super) connections: Rc<Connections>,
}

/// What came of a call, and the reply to CLUSTER SLOTS, if that was asked behind it.
pub(super) type WithMap<T> = (T, Option<Reply>);

impl OneServer {
    pub(super) fn new(connections: Rc<Connections>) -> Self {
        Self { connections }
    }

    fn access(&self) -> &Access {
        self.connections.access()
    }

    /// The span of a command that is sent now.
    fn span(&self, by: Moment) -> Deadlines {
        Deadlines::begin(self.access().command_timeout, by)
    }

    /// Sends what `pack` adds, by `exchange`, and returns what that returns, within a span that opening
    /// a connection is part of.
    fn exchange<T>(
        &self,
        pack: impl FnOnce(&mut Transport),
        span: Deadlines,
        exchange: impl FnOnce(&mut Transport, Moment, Moment) -> io::Result<T>,
    ) -> Result<T, Unavailable> {
        let Deadlines {
            now,
            open_by,
            deadline,
        } = span;
        let (mut connection, begun) = self.connections.take(now, open_by)?;
        pack(&mut connection.transport);
        match exchange(&mut connection.transport, begun, deadline) {
            Ok(replies) => {
                self.connections.keep(connection);
                Ok(replies)
            }
            Err(error) => {
                let cause = in_time(error, "no answer", deadline.until(now));
                let unanswered = Unavailable::unanswered(&*connection.endpoint, cause);
                self.connections.abandon(connection);
                Err(unanswered)
            }
        }
    }

    /// Sends a call by `exchange`. A script that the server does not know by hash is sent once
    /// more, whole and within the same time.
    fn send_or_whole<T>(
        call: &Call,
        span: Deadlines,
        exchange: impl Fn(Form, Deadlines) -> Result<T, Unavailable>,
        reply: impl Fn(&T) -> &Reply,
    ) -> Result<T, Unavailable> {
        let answer = exchange(Form::ByHash, span)?;
        if !(call.is_script() && is_unknown_script(reply(&answer))) {
            return Ok(answer);
        }
        exchange(Form::Whole, span.rest())
    }

    fn send_within(&self, call: &Call, span: Deadlines) -> Result<Reply, Unavailable> {
        let exchange = |form, span| {
            let pack = |transport: &mut Transport| push(transport, call, form);
            self.exchange(pack, span, Transport::exchange_one)
        };
        Self::send_or_whole(call, span, exchange, |reply| reply)
    }

    /// As `send_within`, with `extras`. Most calls have none, and go the shorter way.
    pub(super) fn send_with(
        &self,
        call: &Call,
        extras: Extras,
        span: Deadlines,
    ) -> Result<WithMap<Reply>, Unavailable> {
        if extras == Extras::NONE {
            return self.send_within(call, span).map(|reply| (reply, None));
        }
        let exchange = |form, span| {
            let pack = |transport: &mut Transport| {
                extras.push(transport, call, form);
                extras.push_behind(transport);
            };
            let replies = self.exchange(pack, span, Transport::exchange)?;
            extras
                .unpack(replies)
                .ok_or_else(|| no_reply(&*self.connections))
        };
        Self::send_or_whole(call, span, exchange, |(reply, _)| reply)
    }

    /// Sends several calls in one pipeline.
    fn send_several(
        &self,
        calls: &[Call],
        time: Timeout,
        counts: bool,
        by: Moment,
    ) -> Vec<Result<Answer, Unavailable>> {
        let span = self.span(by);
        let manner = RoundOptions::new(time, counts, span, by);
        let calls = calls.iter().enumerate();
        let calls = calls.map(|(at, call)| Sent::new(at, call, false));
        let connections = Rc::clone(&self.connections);
        let pipeline = Pipeline::new((), connections, calls.collect(), span);
        let mut sent = Vec::new();
        round::ask(vec![pipeline], manner, |pipeline| {
            sent = pipeline.calls;
            Vec::new()
        });
        let outcomes = sent.into_iter().map(|sent| sent.outcome);
        let outcomes = outcomes.map(|it| it.unwrap_or_else(|| Err(no_reply(&*self.connections))));
        outcomes.collect()
    }
}

/// Why a reply is no answer: it is an error, or one that the call cannot have.
pub(super) fn rejected(name: &impl fmt::Display, access: &Access, reply: &Reply) -> Unavailable {
    match reply.error_words() {
        Some(words) => Unavailable::error_reply(name, &words).shown_as(&access.hide(&words)),
        None => Unavailable::unanswered(name, anyhow!("the reply does not fit the command")),
    }
}

/// What an exchange without a reply is; none ends like that.
fn no_reply(name: &impl fmt::Display) -> Unavailable {
    Unavailable::unanswered(name, anyhow!("no reply"))
}

impl Router for OneServer {
    type Shard = Self;

    fn shards(&self, _: Moment) -> Result<Vec<Self>, Unavailable> {
        Ok(vec![Self::new(Rc::clone(&self.connections))])
    }

    fn connection_epoch(&self) -> u64 {
        self.connections.opened_so_far()
    }

    fn send(&self, call: &Call, by: Moment) -> Result<Reply, Unavailable> {
        self.send_within(call, self.span(by))
    }

    fn send_all(
        &self,
        calls: &[Call],
        time: Timeout,
        by: Moment,
    ) -> Vec<Result<Reply, Unavailable>> {
        round::replies(self.send_several(calls, time, false, by))
    }

    fn send_counted(
        &self,
        call: &Call,
        matters: &dyn Fn(&Reply) -> bool,
        by: Moment,
    ) -> Result<Counted, Unavailable> {
        let counted = self.send_with_wait(call, Extras::NONE, matters, self.span(by));
        counted.map(|(counted, _)| counted)
    }

    fn send_all_counted(&self, calls: &[Call], by: Moment) -> Vec<Result<Counted, Unavailable>> {
        round::counted(self.send_several(calls, Timeout::Once, true, by))
    }

    fn min_replicas(&self) -> u32 {
        self.access().min_replicas
    }

    fn deadline(&self, by: Moment) -> Moment {
        self.span(by).deadline
    }

    fn has_slots(&self) -> bool {
        false
    }

    fn has_companions(&self, _: &[u8]) -> bool {
        true
    }

    fn wait(
        &self,
        key: &[u8],
        token: &[u8],
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error> {
        self.wait_at_list(key, token, until, clock)
    }

    fn reject(&self, _: &[u8], reply: &Reply) -> Unavailable {
        let rejected = rejected(&*self.connections, self.access(), reply);
        if rejected.is_unanswered() {
            self.connections.abandon_idle();
        } else if rejected.is_demoted() {
            // A new connection goes to where the address leads now, or to the new master.
            self.connections.close_idle();
        }
        rejected
    }

    fn name(&self) -> String {
        self.connections.to_string()
    }

    fn keyspace(&self) -> Keyspace {
        match &self.connections.way {
            Target::Server(endpoint) => Keyspace::of(endpoint.to_string()),
            Target::SentinelMaster(sentinels) => {
                let (what, addresses) = sentinels.keyspace();
                Keyspace { what, addresses }
            }
        }
    }

    fn may_be_executed(&self, given_up: Moment) -> bool {
        self.connections.may_be_executed(given_up)
    }

    fn hang_up(&self) {
        self.connections.close_idle();
    }

    fn factory(&self) -> Arc<dyn StoreFactory> {
        match &self.connections.way {
            Target::Server(endpoint) => Arc::clone(endpoint) as Arc<dyn StoreFactory>,
            Target::SentinelMaster(sentinels) => Arc::clone(sentinels) as Arc<dyn StoreFactory>,
        }
    }
}

impl StoreFactory for Endpoint {
    fn store(self: Arc<Self>) -> Box<dyn LockStore> {
        renewing(Target::Server(self))
    }
}

impl StoreFactory for Sentinels {
    fn store(self: Arc<Self>) -> Box<dyn LockStore> {
        renewing(Target::SentinelMaster(self))
    }
}

/// The renewing thread's store.
fn renewing(way: Target) -> Box<dyn LockStore> {
    let connections = Connections::new(way, Caller::RenewingThread);
    Box::new(RedisStore::over(OneServer::new(Rc::new(connections))))
}
