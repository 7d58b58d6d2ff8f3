//! One server of a quorum, as one thread knows it: its connections, whether it is slow, rests or owes replies, and what
//! is owed to it.
//!
//! `voter_state` says when a server is slow and when it rests. This file asks no question about a lock, while it goes on
//! with an opening that a round has left. `voters` asks the servers and tells this file what came of it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::owed::{KnownScripts, LateReply, OwedToken, OwedTokens};
use super::round_wait::Record;
use super::voter_state::VoterState;
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
        self.state(|state| state.is_slow())
    }

    /// As [`VoterState::record`].
    pub(super) fn record(&self) -> Record {
        self.state(|state| state.record())
    }

    /// As [`VoterState::trouble`].
    pub(super) fn trouble(&self) -> Option<Unavailable> {
        self.state(|state| state.trouble())
    }

    /// As [`VoterState::is_usable`].
    pub(super) fn is_usable(&self, now: Moment) -> bool {
        let is_connected = self.connections.is_begun();
        self.state(|state| state.is_usable(now, is_connected))
    }

    /// Reads what a slow server has answered since, or goes on with its opening. A server that has answered everything is
    /// slow no longer, while one that owes a reply for longer than `timeout` is given up.
    pub(super) fn catch_up(&self, now: Moment, timeout: Duration) {
        let Some(is_late) = self.state(|state| state.is_to_catch_up(now, timeout)) else {
            return;
        };
        if !self.connections.is_begun() {
            self.state(VoterState::note_nothing_begun);
            return;
        }
        let is_moving = match self.connections.go_on_opening(now) {
            Ok(is_moving) => is_moving,
            Err(trouble) => return self.note_failure(trouble, now),
        };
        let is_settled = self.read_late();
        let replies = self.connections.replies_so_far();
        let goes_on = self.state(|state| state.note_look(replies, is_moving, now));
        if !is_settled && is_late && !goes_on {
            let trouble = self.connections.give_up_opening().unwrap_or_else(|| {
                let waited = timeout.as_millis();
                let silence = anyhow::anyhow!("no answer within {waited} ms");
                Unavailable::unanswered(&*self.connections, silence)
            });
            self.connections.abandon_idle();
            self.note_failure(trouble, now);
        }
    }

    /// Reads what has come for which a round did not wait. Returns whether the server owes nothing more.
    pub(super) fn read_late(&self) -> bool {
        if !self.state(|state| state.owes()) {
            return true;
        }
        let is_settled = self.connections.catch_up();
        if is_settled {
            self.state(VoterState::note_settled);
        }
        is_settled
    }

    /// As [`VoterState::note_answer`].
    pub(super) fn note_answer(&self) {
        self.state(VoterState::note_answer);
    }

    /// As [`VoterState::note_failure`].
    pub(super) fn note_failure(&self, why: Unavailable, now: Moment) {
        self.state(|state| state.note_failure(why, now));
    }

    /// As [`VoterState::note_silence`].
    pub(super) fn note_silence(&self, now: Moment, in_vain: bool) {
        self.state(|state| state.note_silence(now, in_vain));
    }

    /// Returns the form in which a call goes now. `whole`: as for [`KnownScripts::goes_whole`].
    pub(super) fn form(&self, call: &Call, whole: &mut Vec<&'static str>) -> Form {
        let epoch = self.connections.opened_so_far();
        match call.script() {
            Some(script) if self.scripts.goes_whole(epoch, script, whole) => Form::Whole,
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
        let script = call.script().map(|script| (epoch, script));
        LateReply::new(&self.owed, &self.scripts, release, script)
    }
}
