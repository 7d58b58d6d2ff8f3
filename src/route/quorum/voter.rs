//! One server of a quorum, as one thread knows it: its connections, whether it is slow, rests or owes replies, and what
//! is owed to it.
//!
//! A server that was silent for longer than a majority is slow, so nobody waits for it until it has answered all that
//! it was asked. A server that cannot be reached, or owes a reply for longer than a command may take, rests. This file
//! asks nothing. `voters` asks the servers and tells this file what came of it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::owed::{KnownScripts, LateReply, OwedToken, OwedTokens};
use super::round_wait::Record;
use crate::clock::{Moment, PerProcess};
use crate::connection::{Caller, ConnectionTable, Connections, Endpoint, Target};
use crate::error::Unavailable;
use crate::os;
use crate::protocol::{Call, Form};
use crate::route::redis_store::RedisStore;
use crate::route::server::OneServer;

pub(super) struct Voter {
    pub(super) connections: Rc<Connections>,
    pub(super) server: OneServer,
    /// The same server as a store of its own, for a listing.
    pub(super) store: RedisStore<OneServer>,
    pub(super) owed: Rc<OwedTokens>,
    scripts: Rc<KnownScripts>,
    /// What this process knows of the server.
    state: RefCell<PerProcess<VoterState>>,
}

#[derive(Default)]
struct VoterState {
    is_slow: bool,
    /// Whether a round has waited for the first connection.
    was_awaited: bool,
    /// The moment since when the server owes a reply, if it owes one.
    owes_since: Option<Moment>,
    rests_until: Option<Moment>,
    /// The length of the last rest, without an answer since.
    rest: Duration,
    trouble: Option<Unavailable>,
}

/// The shortest and the longest rest of a server that cannot be reached.
const SHORTEST_REST: Duration = Duration::from_millis(10);
const LONGEST_REST: Duration = Duration::from_secs(1);

impl Voter {
    pub(super) fn new(
        table: &Rc<ConnectionTable>,
        endpoint: &Arc<Endpoint>,
        caller: Caller,
    ) -> Self {
        let target = Target::Server(Arc::clone(endpoint));
        let connections = Rc::new(Connections::of(table, target, caller));
        let server = || OneServer::new(Rc::clone(&connections));
        Self {
            server: server(),
            store: RedisStore::over(server()),
            owed: Rc::default(),
            scripts: Rc::default(),
            state: RefCell::default(),
            connections,
        }
    }

    fn state<T>(&self, work: impl FnOnce(&mut VoterState) -> T) -> T {
        work(self.state.borrow_mut().of(os::generation()))
    }

    pub(super) fn is_slow(&self) -> bool {
        self.state(|state| state.is_slow)
    }

    /// Returns what a round has to know of the server, before it asks the server.
    pub(super) fn record(&self) -> Record {
        self.state(|state| Record {
            is_slow: state.is_slow,
            is_new: !state.was_awaited,
        })
    }

    /// Returns why the server was not asked, if it was in trouble when it was asked last.
    pub(super) fn trouble(&self) -> Option<Unavailable> {
        self.state(|state| state.trouble.clone())
    }

    /// Returns whether the server can be asked now, because it does not rest.
    pub(super) fn is_usable(&self, now: Moment) -> bool {
        self.state(|state| state.rests_until.is_none_or(|until| until <= now))
    }

    /// Reads what a slow server has answered since. A server that has answered everything is slow no longer, while one
    /// that owes a reply for longer than `timeout` is given up.
    pub(super) fn catch_up(&self, now: Moment, timeout: Duration) {
        let (is_slow, owes_since) = self.state(|state| (state.is_slow, state.owes_since));
        let Some(since) = owes_since else {
            return;
        };
        let is_late = since.after(timeout) <= now;
        if !is_slow && !is_late {
            return;
        }
        if !self.read_late() && is_late {
            self.connections.abandon_idle();
            let waited = timeout.as_millis();
            let silence = anyhow::anyhow!("no answer within {waited} ms");
            self.note_failure(Unavailable::unanswered(&*self.connections, silence), now);
        }
    }

    /// Reads what has come for which a round did not wait. Returns whether the server owes nothing more.
    pub(super) fn read_late(&self) -> bool {
        if self.state(|state| state.owes_since.is_none()) {
            return true;
        }
        let is_settled = self.connections.catch_up();
        if is_settled {
            self.state(|state| {
                state.is_slow = false;
                state.owes_since = None;
            });
        }
        is_settled
    }

    /// Notes that the server has answered all that it was asked.
    pub(super) fn note_answer(&self) {
        self.state(|state| {
            *state = VoterState {
                was_awaited: true,
                ..VoterState::default()
            };
        });
    }

    /// Notes that the server cannot be asked for a while.
    pub(super) fn note_failure(&self, why: Unavailable, now: Moment) {
        self.state(|state| {
            // While no majority is left, servers are asked although they rest. That proves nothing new.
            let was_resting = state.rests_until.is_some_and(|until| now < until);
            let longer = if was_resting { 1 } else { 2 };
            let rest = (state.rest * longer).clamp(SHORTEST_REST, LONGEST_REST);
            *state = VoterState {
                is_slow: true,
                was_awaited: true,
                owes_since: None,
                rests_until: Some(now.after(rest)),
                rest,
                trouble: Some(why),
            };
        });
    }

    /// Notes that a round has ended without the server's answer. `in_vain`: it has waited for the server.
    pub(super) fn note_silence(&self, now: Moment, in_vain: bool) {
        self.state(|state| {
            state.owes_since.get_or_insert(now);
            state.is_slow |= in_vain;
            state.was_awaited |= in_vain;
        });
    }

    /// Returns the form in which a call goes now.
    pub(super) fn form(&self, call: &Call) -> Form {
        let epoch = self.connections.opened_so_far();
        match call.script() {
            Some(script) if !self.scripts.has(epoch, script) => Form::Whole,
            _ => Form::ByHash,
        }
    }

    /// Notes that the server has answered this call over the present connection, so it knows the script.
    pub(super) fn learn(&self, call: &Call) {
        if let Some(script) = call.script() {
            self.scripts.learn(self.connections.opened_so_far(), script);
        }
    }

    /// Returns what hears of the reply to a call for which nobody waits. `release`: the token that the call releases.
    pub(super) fn late(&self, call: &Call, release: Option<OwedToken>) -> Rc<LateReply> {
        let epoch = self.connections.opened_so_far();
        Rc::new(LateReply {
            generation: os::generation(),
            owed: Rc::clone(&self.owed),
            release,
            scripts: Rc::clone(&self.scripts),
            script: call.script().map(|script| (epoch, script)),
        })
    }
}
