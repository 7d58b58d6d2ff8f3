//! The route to one Redis server: always the same one, or the master that sentinels name.
//!
//! The route knows how long a call may take, in which form a script goes, and what becomes of the connection
//! afterwards. This file makes no call but the BLPOP of a wait, and reads no reply but errors. `pool` makes the
//! route for PHP threads, [`Endpoint`] and [`Sentinels`] make it for the renewing thread, and `cluster` makes one
//! for each of its nodes.

mod waiting;

use std::fmt;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;

use super::round::{self, AfterPipeline, Pipeline, Role, Sent, push};
use super::{Deadlines, Outcome, RedisStore, RoundOptions, Router};
use crate::clock::{Clock, Moment};
use crate::config::Access;
use crate::connection::{
    Caller, Connection, Connections, Due, Endpoint, Note, Sentinels, Target, in_time,
};
use crate::error::{Error, Remedy, Unavailable};
use crate::protocol::{Call, Form, Reply};
use crate::store::{Keyspace, LockStore, StoreFactory};

/// The route to a single server, or to something that behaves like one.
pub(super) struct OneServer {
    pub(super) connections: Rc<Connections>,
}

impl OneServer {
    pub(super) fn new(connections: Rc<Connections>) -> Self {
        Self { connections }
    }

    fn access(&self) -> &Access {
        self.connections.access()
    }

    /// Returns the deadlines of a command that is sent now.
    fn deadlines(&self, by: Moment) -> Deadlines {
        Deadlines::begin(self.access().command_timeout, by)
    }

    /// Asks a round of these calls.
    fn ask_round(
        &self,
        sent: Vec<Sent>,
        deadlines: Deadlines,
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    ) {
        let connections = Rc::clone(&self.connections);
        let pipeline = Pipeline::new((), connections, sent, deadlines);
        round::ask(vec![pipeline], options, |pipeline| {
            for sent in pipeline.calls {
                if let (Role::Question(at), Some(outcome)) = (sent.role, sent.outcome) {
                    take(at, outcome);
                }
            }
            AfterPipeline::More(Vec::new())
        });
    }

    /// Returns the reply to one call, for which it waits in the receive itself. Nearly every question is one such
    /// call, and needs no round.
    pub(super) fn exchange(&self, call: &Call, deadlines: Deadlines) -> Result<Reply, Unavailable> {
        let Deadlines { now, open_by, by } = deadlines;
        let (mut connection, begun) = self.connections.take(now, open_by)?;
        let pack = |request: &mut Vec<u8>| call.pack(Form::ByHash, request);
        match connection.transport.exchange_one(begun, by, pack) {
            Ok(reply) => {
                connection.knows_script |= call.may_go_ahead_after(&reply);
                self.connections.keep(connection);
                Ok(reply)
            }
            Err(error) => Err(self.unanswered(connection, error, by.until(now))),
        }
    }

    /// Gives up a connection whose exchange has failed, and returns the error. The exchange had so much time.
    #[cold]
    fn unanswered(
        &self,
        connection: Box<Connection>,
        error: io::Error,
        span: Duration,
    ) -> Unavailable {
        let cause = in_time(error, "no answer", span);
        let unanswered = Unavailable::unanswered(&*connection.endpoint, cause);
        self.connections.table.abandon(connection);
        unanswered
    }

    /// Returns the reply to the whole script of a call, whose `answer` says that the server does not know the script by
    /// its hash.
    #[cold]
    fn ask_whole(
        &self,
        call: &Call,
        answer: Result<Reply, Unavailable>,
        deadlines: Deadlines,
        by: Moment,
    ) -> Result<Reply, Unavailable> {
        let sent = Sent::new(Role::Question(0), call).exchanged(answer);
        let mut only = None;
        let mut take = |_, outcome: Outcome| only = Some(outcome);
        self.ask_round(vec![sent], deadlines, RoundOptions::by(by), &mut take);
        let answer = only.unwrap_or_else(|| Err(self.no_reply()))?;
        Ok(answer.reply)
    }

    /// Sends a call over an idle connection and does not wait for its reply, of which `note` will hear. Returns
    /// `false` if nothing was sent, because no connection is open whose server is known to know the script.
    pub(super) fn send_ahead(&self, call: &Call, note: Rc<dyn Note>) -> bool {
        let Some(mut connection) = self.connections.idle() else {
            return false;
        };
        let is_sent = connection.knows_script;
        if is_sent {
            let Deadlines { now, by, .. } = self.deadlines(Moment::NEVER);
            let transport = &mut connection.transport;
            push(transport, Due::Noted(note), call, Form::ByHash);
            if transport.send_ahead(now, by).is_err() {
                // The note hears of the end of the connection.
                self.connections.table.abandon(connection);
                return true;
            }
        }
        self.connections.keep(connection);
        is_sent
    }
}

/// Returns why a reply is no answer: it is an error, or a reply that the call cannot have.
pub(super) fn rejected(name: &impl fmt::Display, access: &Access, reply: &Reply) -> Unavailable {
    match reply.error_words() {
        Some(words) => Unavailable::error_reply(name, &words).shown_as(&access.hide(&words)),
        None => Unavailable::unanswered(name, anyhow!("the reply does not fit the command")),
    }
}

impl Router for OneServer {
    type Shard = Self;

    fn shards(&self, _: Moment) -> Result<Vec<Self>, Unavailable> {
        Ok(vec![Self::new(Rc::clone(&self.connections))])
    }

    fn connection_epoch(&self) -> u64 {
        self.connections.opened_so_far()
    }

    fn ask<'a>(
        &self,
        calls: &'a [&'a Call<'a>],
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    ) {
        let sent = |(at, call): (usize, &&'a Call<'a>)| Sent::new(Role::Question(at), call);
        let sent = calls.iter().enumerate().map(sent).collect();
        self.ask_round(sent, self.deadlines(options.by), options, take);
    }

    fn ask_one(&self, call: &Call, by: Moment) -> Result<Reply, Unavailable> {
        let deadlines = self.deadlines(by);
        let mut answer = self.exchange(call, deadlines);
        if answer.as_ref().is_ok_and(|reply| call.is_unknown(reply)) {
            answer = self.ask_whole(call, answer, deadlines, by);
        }
        answer
    }

    fn min_replicas(&self) -> u32 {
        self.access().min_replicas
    }

    fn deadline(&self, by: Moment) -> Moment {
        self.deadlines(by).by
    }

    fn has_slots(&self) -> bool {
        false
    }

    fn wait(
        &self,
        key: &[u8],
        token: &[u8],
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error> {
        self.wait_at_list(key, token, until, clock, Due::Wanted)
    }

    fn reject(&self, _: &[u8], reply: &Reply) -> Unavailable {
        let rejected = rejected(&*self.connections, self.access(), reply);
        if rejected.is_unanswered() {
            self.connections.abandon_idle();
        } else if rejected.remedy() == Remedy::Now {
            // A new connection goes to where the address leads now, or to the new master.
            self.connections.close_idle();
        }
        rejected
    }

    fn name(&self) -> String {
        self.connections.to_string()
    }

    fn may_be_executed(&self, given_up: Moment) -> bool {
        self.connections.table.may_be_executed(given_up)
    }

    fn send_ahead(&self, call: &Call, note: Rc<dyn Note>) -> bool {
        Self::send_ahead(self, call, note)
    }

    fn settle(&self, by: Moment) {
        self.connections.table.receive_owed(by);
    }

    fn hang_up(&self) {
        self.connections.close_idle();
    }

    fn factory(&self) -> Arc<dyn StoreFactory> {
        match &self.connections.target {
            Target::Server(endpoint) => Arc::clone(endpoint) as Arc<dyn StoreFactory>,
            Target::SentinelMaster(sentinels) => Arc::clone(sentinels) as Arc<dyn StoreFactory>,
        }
    }
}

impl StoreFactory for Endpoint {
    fn store(self: Arc<Self>) -> Box<dyn LockStore> {
        renewing(Target::Server(self))
    }

    fn keyspace(&self) -> Keyspace {
        Keyspace::of(self.to_string())
    }
}

impl StoreFactory for Sentinels {
    fn store(self: Arc<Self>) -> Box<dyn LockStore> {
        renewing(Target::SentinelMaster(self))
    }

    fn keyspace(&self) -> Keyspace {
        let (what, addresses) = Sentinels::keyspace(self);
        Keyspace { what, addresses }
    }
}

/// Returns the store of the renewing thread.
fn renewing(target: Target) -> Box<dyn LockStore> {
    let connections = Connections::new(target, Caller::RenewingThread);
    Box::new(RedisStore::over(OneServer::new(Rc::new(connections))))
}
