//! One server of the model's quorum: the server in memory, and whether it answers.
//!
//! This file sends nothing and knows no client. `world` drives it.

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use super::line::{Arrival, KEY, LinkId, Parcel};
use crate::clock::Moment;
use crate::proof::fake::FakeClock;
use crate::proof::fake::server::FakeServer;
use crate::protocol::Reply;
use crate::protocol::mutex::among::{self, Ask, Statement};
use crate::protocol::mutex::wake;
use crate::store::LeaseRequest;

/// Whether a server answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Condition {
    Well,
    /// The process is stopped, and executes what has come meanwhile when it goes on.
    Hung,
    /// Nothing listens at its port.
    Dead,
    /// Nothing comes in, and nothing goes out.
    CutOff,
}

pub(super) struct ModelVoter {
    pub(super) server: FakeServer,
    clock: &'static FakeClock,
    skew: i64,
    pub(super) condition: Condition,
    /// What has come while the server was hung or cut off.
    pub(super) held: VecDeque<(LinkId, Parcel)>,
    pub(super) held_replies: Vec<(LinkId, Arrival)>,
    /// The addresses of the scripts' texts that it knows by hash.
    known: BTreeSet<usize>,
    /// The connections that sleep, in the order in which they came.
    pub(super) sleepers: Vec<LinkId>,
    /// Who has had the key since when, as far as an observation has seen it.
    seen: Vec<(Moment, Option<Vec<u8>>)>,
}

/// What the execution of a question has shown.
pub(super) struct Shown {
    pub(super) reply: Reply,
    pub(super) said: Option<Statement>,
    pub(super) after: Option<Vec<u8>>,
}

impl ModelVoter {
    pub(super) fn new(clock: &'static FakeClock, skew: i64) -> Self {
        let server = FakeServer::new(clock);
        server.skew(skew);
        Self {
            server,
            clock,
            skew,
            condition: Condition::Well,
            held: VecDeque::new(),
            held_replies: Vec::new(),
            known: BTreeSet::new(),
            sleepers: Vec::new(),
            seen: vec![(Moment::PAST, None)],
        }
    }

    pub(super) fn holder(&self) -> Option<Vec<u8>> {
        match self.server.call(&[b"GET", KEY]) {
            Reply::Bytes(holder) => Some(holder),
            _ => None,
        }
    }

    /// Notes who has the key now.
    pub(super) fn observe(&mut self, now: Moment) -> Option<Vec<u8>> {
        let holder = self.holder();
        if self.seen.last().map(|(_, last)| last) != Some(&holder) {
            self.seen.push((now, holder.clone()));
        }
        holder
    }

    /// Returns whether a token other than this one may have had the key since `from`.
    pub(super) fn was_occupied(&self, from: Moment, token: &[u8]) -> bool {
        let is_other =
            |holder: &Option<Vec<u8>>| holder.as_ref().is_some_and(|holder| holder != token);
        // An entry lasts until the next one.
        let at = self.seen.iter().rposition(|(since, _)| *since <= from);
        self.seen[at.unwrap_or(0)..]
            .iter()
            .any(|(_, holder)| is_other(holder))
    }

    pub(super) fn forgets_scripts(&mut self) {
        self.known.clear();
    }

    /// Begins anew, with an empty memory if the server has kept nothing.
    pub(super) fn restart(&mut self, is_empty: bool) {
        self.condition = Condition::Well;
        self.known.clear();
        if is_empty {
            self.server = FakeServer::new(self.clock);
            self.server.skew(self.skew);
        }
    }

    /// Executes a question.
    pub(super) fn execute(
        &mut self,
        request: &LeaseRequest,
        ask: &Ask,
        is_whole: bool,
        now: Moment,
    ) -> Shown {
        let question = among::question(request, ask);
        if let Some(script) = question.call.script() {
            let script = script.as_ptr().addr();
            if is_whole {
                self.known.insert(script);
            } else if !self.known.contains(&script) {
                let reply = Reply::Error {
                    code: "NOSCRIPT".to_owned(),
                    words: "No matching script.".to_owned(),
                };
                return Shown {
                    reply,
                    said: None,
                    after: self.observe(now),
                };
            }
        }
        self.observe(now);
        let reply = self.server.run(&question.call);
        Shown {
            said: question.read(&reply),
            after: self.observe(now),
            reply,
        }
    }

    /// Returns what a sleep at the list of this token pops.
    pub(super) fn pop(&self, token: &[u8]) -> Reply {
        let span = Duration::from_secs(1);
        self.server.ask(&wake::question(KEY, token, span))
    }

    /// Returns the tokens that have a wake-up.
    pub(super) fn woken(&self) -> Vec<Vec<u8>> {
        let begin = [KEY, b":wake:{", KEY, b"}:"].concat();
        let keys = self.server.keys().into_iter();
        let token = |key: Vec<u8>| key.strip_prefix(&*begin).map(<[u8]>::to_vec);
        keys.filter_map(token).collect()
    }
}
