//! A client's end of its connections, as `route` and `connection` have it. A command travels over the idle
//! connection, or over a new one, which first has the server kill the abandoned ones. Driven by `world` and
//! `client_steps`.

use std::time::Duration;

use anyhow::anyhow;

use super::client::{COMMAND_TIMEOUT, ClientStage};
use super::client_steps::lost;
use super::request::Request;
use super::rules::Rule;
use super::world::ModelWorld;
use crate::clock::Moment;
use crate::error::Unavailable;
use crate::protocol::Reply;
use crate::protocol::mutex::wake;
use crate::store::{JoinReply, Standing};

/// The longest sleep of a client, because a sleep without slices would not end.
const LONGEST_SLEEP: Duration = Duration::from_secs(100_000);

impl ModelWorld<'_> {
    /// Asks the server, over a new connection if the client has no idle one, and goes on in [`Self::reads`]
    /// or [`Self::fails`].
    pub(super) fn ask(&mut self, id: usize, request: Request, by: Moment) {
        let now = self.now();
        self.clients[id].by = now.after(COMMAND_TIMEOUT).min(by);
        if self.random.percent(5) && self.stops_at_random() {
            let span = self.random.span(Duration::ZERO, Duration::from_secs(2));
            self.stop(id, span);
        }
        if let Some(at) = self.clients[id].idle.take() {
            self.dispatch(id, at, request);
            return;
        }
        let at = self.connect(id);
        let kill = self.clients[id].abandoned.clone();
        self.clients[id].opening = Some(request);
        self.clients[id].busy = Some(at);
        let leaves = self.leaves(id);
        self.send(at, Request::Open { kill }, leaves);
        self.set_timer(id, self.clients[id].by);
    }

    /// Returns when the command leaves, which is later if the client is stopped between its look at the clock
    /// and the command.
    pub(super) fn leaves(&self, id: usize) -> Moment {
        self.clients[id].stopped_until.unwrap_or(self.now())
    }

    fn dispatch(&mut self, id: usize, at: usize, request: Request) {
        let leaves = self.leaves(id);
        let now = self.now();
        self.clients[id].busy = Some(at);
        self.clients[id].asked_for = Some(request.clone());
        self.read_what_came(id, at);
        let (ClientStage::Sleeping { until }, Request::Sleep { token, .. }) =
            (self.clients[id].stage, &request)
        else {
            self.send(at, request, leaves);
            self.set_timer(id, self.clients[id].by);
            return;
        };
        let Some(slice) = wake::blocked_for(until.until(now)) else {
            self.clients[id].idle = self.clients[id].busy.take();
            self.enter(id, ClientStage::Pausing);
            self.set_timer(id, until.max(now));
            return;
        };
        let slice = slice.min(LONGEST_SLEEP);
        let token = token.clone();
        let sleep = Request::Sleep {
            token: token.clone(),
            slice,
            until,
        };
        self.send(at, sleep, leaves);
        if self.protocol.bugs.joins_ahead {
            let standing = Standing::Waiter(self.clients[id].ticket);
            let join = self.join(id, token, standing);
            self.send(at, join, leaves);
            self.clients[id].ahead = true;
        }
        self.set_timer(id, until);
    }

    /// Takes a reply that has come to the client, which skips it if nobody waits for it.
    pub(super) fn hears(&mut self, at: usize, reply: &Reply) {
        let id = self.connections[at].client;
        if self.connections[at].severed {
            return;
        }
        let is_read = self.clients[id].busy == Some(at);
        if !is_read && self.is_owed_next(at) {
            self.connections[at].unread.push_back(reply.clone());
            return;
        }
        if self.takes_owed(id, at, reply) || !is_read {
            return;
        }
        if let Some(request) = self.clients[id].opening.take() {
            self.clients[id].abandoned.clear();
            self.dispatch(id, at, request);
            return;
        }
        self.clients[id].idle = self.clients[id].busy.take();
        self.reads(id, reply);
    }

    /// Gives the connection up, because there will be no reply.
    pub(super) fn fails(&mut self, id: usize) {
        let Some(at) = self.clients[id].busy.take() else {
            return;
        };
        if self.scenario.is_undisturbed() {
            let what = format!(
                "client {id} gives up its connection in {:?}",
                self.clients[id].stage
            );
            self.judge.breaks(Rule::Connection, what);
        }
        self.abandon(at);
        self.lose_owed(id, at);
        self.clients[id].ahead = false;
        let opening = self.clients[id].opening.take();
        let was_sent = opening.is_none();
        let now = self.now();
        self.clients[id].trouble_since.get_or_insert(now);
        if was_sent {
            self.clients[id].abandoned.push(at);
        }
        let request = opening.or_else(|| self.clients[id].asked_for.clone());
        if self.goes_on_without(id, request, was_sent) {
            return;
        }
        let was_sent = self.clients[id].unsure_of_leave.take().unwrap_or(was_sent);
        self.unanswered(id, was_sent);
    }

    /// Goes on although nobody knows the answer to a question, which a server may have got if `was_sent`.
    pub(super) fn unanswered(&mut self, id: usize, was_sent: bool) {
        let unavailable = if was_sent {
            lost()
        } else {
            Unavailable::unreachable(&"model", anyhow!("away"))
        };
        match self.clients[id].stage {
            ClientStage::InFlight => {
                let unknown = JoinReply::Unknown(unavailable);
                self.step(id, |waiter, now| waiter.replied(unknown, now));
            }
            ClientStage::Sleeping { .. } => {
                self.step(id, |waiter, now| waiter.woken(Err(unavailable.into()), now));
            }
            ClientStage::GivingBack => {
                self.step(id, |waiter, now| waiter.gave_back(false, now));
            }
            ClientStage::Releasing { again: false } if was_sent => self.release(id, true),
            ClientStage::Releasing { .. } => self.released(id, true),
            ClientStage::Renewing { sent } => {
                self.renewed(id, sent, &JoinReply::Unknown(unavailable));
            }
            ClientStage::Freeing | ClientStage::Settling => self.think(id),
            ClientStage::AskingAgain => self.asked_again(id, false, was_sent),
            ClientStage::Thinking
            | ClientStage::Napping { .. }
            | ClientStage::Pausing
            | ClientStage::Holding
            | ClientStage::Done => {}
        }
    }

    /// Lets the client notice that its connection is broken, whether or not it waits for a reply.
    pub(super) fn notices(&mut self, at: usize) {
        let id = self.connections[at].client;
        if self.clients[id].busy == Some(at) {
            self.fails(id);
        } else if self.clients[id].idle == Some(at) {
            self.clients[id].idle = None;
            if self.lose_owed(id, at) {
                self.clients[id].abandoned.push(at);
            }
        }
    }
}
