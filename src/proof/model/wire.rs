//! The connections that `world` drives, with the requests in flight in their order, the server, which
//! executes one request at a time, the replies in flight, and what may happen to them.
//!
//! A request in flight may be executed late and although its sender is gone, until the server gets the order
//! to kill the connection.

use std::time::Duration;

use super::connection::ModelConnection;
use super::holders::{Holders, kind_of};
use super::protocol::Protocol;
use super::request::{KEY, Request};
use super::rules::{Act, Executed};
use super::world::{Event, ModelWorld};
use crate::clock::Moment;
use crate::protocol::Reply;
use crate::protocol::mutex::keys::{queue, wake_list};
use crate::protocol::mutex::wake;
use crate::token::TokenKind;

impl ModelWorld<'_> {
    pub(super) fn connect(&mut self, client: usize) -> usize {
        self.connections.push(ModelConnection::of(client));
        self.connections.len() - 1
    }

    fn delay(&mut self) -> Duration {
        let (chance, slowest) = self.scenario.slow;
        let longest = if chance > 0 && self.random.percent(chance) {
            slowest
        } else {
            self.scenario.delay
        };
        self.random.span(Duration::from_micros(10), longest)
    }

    /// Sends a request that leaves at `leaves`, and arrives behind those that were sent before.
    pub(super) fn send(&mut self, at: usize, request: Request, leaves: Moment) {
        let arrives = leaves.after(self.delay());
        let connection = &mut self.connections[at];
        let arrives = arrives.max(connection.last_request);
        connection.last_request = arrives;
        self.plan(arrives, Event::Arrive(at, request, leaves));
    }

    pub(super) fn arrive(&mut self, at: usize, request: Request, leaves: Moment) {
        let held_until = self.connections[at].held_until.max(self.halted_until);
        let sender = &self.judge.people[self.connections[at].client];
        // A stopped client that was killed has sent nothing behind its stop.
        let has_left = !(sender.is_dead && sender.gone_since < Some(leaves));
        if self.connections[at].closed || !has_left {
            return;
        }
        if self.now() < held_until {
            self.plan(held_until, Event::Arrive(at, request, leaves));
            return;
        }
        // Whenever a byte arrives, the server ends the sleeps whose time is over.
        self.end_sleeps();
        self.connections[at].inbox.push_back(request);
        self.execute_all(at);
    }

    /// Executes the requests that have arrived and are not behind a sleep.
    pub(super) fn execute_all(&mut self, at: usize) {
        while self.connections[at].blocked.is_none() {
            let Some(request) = self.connections[at].inbox.pop_front() else {
                return;
            };
            self.note(|| format!("server, connection {at}: {request:?}"));
            if let Some(reply) = self.execute(at, &request) {
                self.reply(at, reply);
            }
        }
    }

    fn execute(&mut self, at: usize, request: &Request) -> Option<Reply> {
        match request {
            Request::Open { kill } => {
                for other in kill {
                    if !self.protocol.bugs.kills_no_connection {
                        self.close(*other);
                    }
                }
                Some(Reply::Okay)
            }
            Request::Sleep {
                token,
                slice,
                until: known,
            } => {
                let popped = self.pop(token, *slice);
                if popped != Reply::Nil {
                    self.judge.reads_wake_up(token);
                    return Some(popped);
                }
                let until = self.now().after(*slice);
                self.connections[at].late = until.until(*known);
                self.connections[at].blocked = Some((until, token.clone()));
                self.connections[at].is_deaf = self.server.is_moving();
                self.sleepers.push(at);
                let late = self.random.span(Duration::ZERO, Duration::from_millis(100));
                self.plan(until.after(late), Event::Look);
                None
            }
            _ => Some(self.observe(at, request)),
        }
    }

    /// Executes a request as the protocol of this run has it, and lets the judge see what it did.
    fn observe(&mut self, at: usize, request: &Request) -> Reply {
        let (act, token) = request.act().unwrap();
        let before = self.holders();
        let reply = self.run(self.connections[at].client, request, before.only());
        let after = self.holders();
        let changed = !before.are(&after);
        if act != Act::Set {
            self.serve_sleepers();
        }
        let holder_is_unread = after.only().is_some_and(|it| self.is_unread(it));
        let unread = changed && holder_is_unread;
        let severed = self.connections[at].severed;
        self.note(|| {
            let [before, after] = [&before, &after].map(|it| it.tokens().collect::<Vec<_>>());
            format!("    {reply:?}, holders {before:?} -> {after:?}")
        });
        let answer = request.answer(&reply);
        let executed = Executed {
            client: self.connections[at].client,
            token,
            act,
            knows_place: request.knows_place(),
            is_newcomer: request.is_newcomer(),
            answer: answer.unwrap_or_else(|| panic!("{request:?}: {reply:?}")),
            before,
            after,
            left: self.left(),
            unread,
            holder_is_unread,
            late: self.connections[at].late,
            severed,
        };
        self.judge.executed(&executed, self.clock_now());
        reply
    }

    /// Returns the reply that a lone server gives, although a server of a quorum may be asked.
    fn run(&mut self, client: usize, request: &Request, holder: Option<&str>) -> Reply {
        if let Some(ask) = self.ask_among(client, request) {
            return self.run_among(request, &ask, holder);
        }
        let call = request.call().unwrap();
        let version = self.version(client);
        let edited = |text: &str| {
            let before = Protocol::before(version, text);
            before.or_else(|| self.protocol.edited(text))
        };
        self.server.run_edited(&call, edited)
    }

    /// Returns the token that has the lock alone.
    pub(super) fn holder(&self) -> Option<String> {
        self.holders().only().map(str::to_owned)
    }

    pub(super) fn holders(&self) -> Holders {
        match self.server.call(&[b"GET", KEY]) {
            Reply::Bytes(holder) => {
                let ends = self.now().after(self.left());
                Holders::alone(String::from_utf8(holder).unwrap(), ends)
            }
            reply if reply.is_error("WRONGTYPE") => self.members(),
            _ => Holders::default(),
        }
    }

    /// Returns the members of a set that live, or the other library whose set it is.
    fn members(&self) -> Holders {
        let words: [&[u8]; 5] = [b"ZRANGE", KEY, b"0", b"-1", b"WITHSCORES"];
        let found = self.server.call(&words);
        let texts = found.items().unwrap_or_default().iter().map(text);
        let texts: Vec<_> = texts.collect();
        let pairs = texts.chunks(2).map(|pair| (pair[0].clone(), &pair[1]));
        let pairs: Vec<_> = pairs.collect();
        let is_foreign = |(token, _): &&(String, _)| kind_of(token) == TokenKind::Lock;
        if let Some((foreign, _)) = pairs.first().filter(is_foreign) {
            return Holders::alone(foreign.clone(), self.now().after(self.left()));
        }
        let time = self.server.call(&[b"TIME"]);
        let time: Vec<u64> = time.items().unwrap().iter().map(number).collect();
        let ms = time[0] * 1000 + time[1] / 1000;
        let members = pairs.len();
        let living = pairs.into_iter().filter_map(|(token, ends)| {
            let left = Duration::from_millis(millis(ends).checked_sub(ms)?);
            (!left.is_zero()).then(|| (token, self.now().after(left)))
        });
        Holders::beside_each_other(living.collect(), members)
    }

    /// Returns how long the key lives if nobody does anything.
    pub(super) fn left(&self) -> Duration {
        match self.server.call(&[b"PTTL", KEY]) {
            Reply::Int(left) => {
                Duration::from_millis(u64::try_from(left).map_or(0, |left| left + 1))
            }
            other => panic!("{other:?}"),
        }
    }

    fn is_unread(&self, token: &str) -> bool {
        self.server
            .call(&[b"EXISTS", &wake_list(KEY, token.as_bytes())])
            == Reply::Int(1)
    }

    /// Returns whether the token stands in the queue.
    pub(super) fn is_queued(&self, token: &str) -> bool {
        self.server
            .call(&[b"ZSCORE", &queue(KEY), token.as_bytes()])
            != Reply::Nil
    }

    /// Returns what a sleep pops that has so much time `left`, which is nothing while the wake list is at
    /// another node.
    fn pop(&self, token: &str, left: Duration) -> Reply {
        if self.server.is_elsewhere(&wake_list(KEY, token.as_bytes())) {
            return Reply::Nil;
        }
        self.server
            .ask(&wake::question(KEY, token.as_bytes(), left))
    }

    /// Gives wake-ups to the sleepers at their lists, in the order in which the sleepers came.
    fn serve_sleepers(&mut self) {
        for at in self.sleepers.clone() {
            let Some((until, token)) = &self.connections[at].blocked else {
                continue;
            };
            if self.connections[at].is_deaf {
                continue;
            }
            let popped = self.pop(token, until.until(self.now()));
            if popped != Reply::Nil {
                self.wake(at, popped);
            }
        }
    }

    /// Ends the sleeps whose time is over.
    pub(super) fn end_sleeps(&mut self) {
        let now = self.now();
        for at in self.sleepers.clone() {
            let blocked = self.connections[at].blocked.as_ref();
            if blocked.is_some_and(|(until, _)| *until <= now) {
                self.wake(at, Reply::Nil);
            }
        }
    }

    /// Ends the sleeps at the old node of a slot that has moved, because that node sends the sleepers away,
    /// which ask at once.
    pub(super) fn end_sleeps_elsewhere(&mut self) {
        for at in self.sleepers.clone() {
            if !self.connections[at].is_deaf {
                self.wake(at, Reply::Nil);
            }
        }
    }

    /// Ends a sleep, so that the requests behind it are executed next, but never in the middle of a script.
    fn wake(&mut self, at: usize, reply: Reply) {
        self.connections[at].blocked = None;
        self.sleepers.retain(|other| *other != at);
        self.note(|| format!("    connection {at} wakes up: {reply:?}"));
        self.reply(at, reply);
        if !self.connections[at].inbox.is_empty() {
            self.plan(self.now(), Event::GoOn(at));
        }
    }

    fn reply(&mut self, at: usize, reply: Reply) {
        let arrives = self.now().after(self.delay());
        let connection = &mut self.connections[at];
        if connection.severed {
            return;
        }
        let arrives = arrives.max(connection.last_reply);
        connection.last_reply = arrives;
        self.plan(arrives, Event::Reply(at, reply));
    }

    /// Lets the server forget the connection, with its sleep and the requests that wait behind that.
    fn close(&mut self, at: usize) {
        let connection = &mut self.connections[at];
        connection.closed = true;
        connection.blocked = None;
        connection.inbox.clear();
        self.sleepers.retain(|other| *other != at);
    }

    /// Lets the client close the connection, which the server notices behind what was sent before, or never.
    pub(super) fn abandon(&mut self, at: usize) {
        self.connections[at].severed = true;
        self.connections[at].owed.retain(Option::is_some);
        if self.connections[at].blocked.is_some() && self.random.percent(50) {
            self.close(at);
        }
    }

    /// Breaks the connection, so that what is in flight is lost, or goes on, or is held up for some time
    /// within `span`.
    pub(super) fn sever(&mut self, at: usize, span: Duration) {
        self.abandon(at);
        match self.random.below(3) {
            0 => self.close(at),
            1 => {}
            _ => {
                let held = self.random.span(Duration::ZERO, span);
                self.connections[at].held_until = self.now().after(held);
            }
        }
    }
}

fn text(reply: &Reply) -> String {
    match reply {
        Reply::Bytes(bytes) => String::from_utf8(bytes.clone()).unwrap(),
        other => panic!("{other:?}"),
    }
}

fn number(reply: &Reply) -> u64 {
    text(reply).parse().unwrap()
}

/// Returns the moment of a score, which a server may write as 1.76e+12.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the scores of shares are whole milliseconds above zero"
)]
fn millis(score: &str) -> u64 {
    score.parse::<f64>().unwrap() as u64
}
