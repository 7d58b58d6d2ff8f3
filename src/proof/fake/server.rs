//! One Redis server in memory, with the way in for calls, commands and scripts.
//!
//! `machine` executes commands and `lua` runs scripts, while nothing here knows the lock. Used by
//! `fake::router` and by the model.

use std::rc::Rc;

use super::commands::keys;
pub(crate) use super::machine::CallSource;
use super::machine::{At, Machine};
use super::{FakeClock, lua};
use crate::protocol::{Call, Form, Question, Reply};

/// A server that takes no time and has done what it was asked when it answers, so the test alone decides what
/// happens in which order.
pub(crate) struct FakeServer(Rc<Machine>);

impl FakeServer {
    pub(crate) fn new(clock: &'static FakeClock) -> Self {
        Self(Rc::new(Machine::new(clock)))
    }

    /// Executes the call of a question, and returns the reply.
    pub(crate) fn ask<A>(&self, question: &Question<A>) -> Reply {
        self.run(&question.call)
    }

    /// Executes a call by the very words that go out, and returns the reply.
    pub(crate) fn run(&self, call: &Call) -> Reply {
        self.run_edited(call, |_| None)
    }

    /// Executes a call, but runs the text that `edited` has for its script, if `edited` has one.
    pub(crate) fn run_edited<'a>(
        &self,
        call: &Call,
        edited: impl Fn(&str) -> Option<&'a str>,
    ) -> Reply {
        let words = call.words(Form::Whole);
        let words: Vec<_> = words.iter().map(Vec::as_slice).collect();
        let reply = if let [b"EVAL", text, keys, words @ ..] = &*words {
            let text = str::from_utf8(text).unwrap();
            let keys = str::from_utf8(keys).unwrap().parse().unwrap();
            let (keys, args) = words.split_at(keys);
            self.script(edited(text).unwrap_or(text), keys, args)
        } else {
            let at = self.0.route(keys(&words));
            at.map_or_else(|ask| ask, |at| self.0.execute(&words, at, &mut false))
        };
        // The route to a Cluster ends in the same way where no store can run a call.
        match &call.without_key {
            Some(without_key) if reply.is_error("ASK") => without_key.clone(),
            _ => reply,
        }
    }

    /// Executes one command for a test, which needs an answer in each slot.
    pub(crate) fn call(&self, words: &[&[u8]]) -> Reply {
        match self.0.route(keys(words)) {
            Ok(at) => self.0.execute(words, at, &mut false),
            Err(reply) if reply.is_error("TRYAGAIN") => reply,
            Err(_) => self.0.execute(words, At::Home, &mut false),
        }
    }

    /// Runs a script, which is compiled once per text and kept, and returns its reply.
    pub(crate) fn script(&self, text: &str, keys: &[&[u8]], args: &[&[u8]]) -> Reply {
        lua::run(&self.0, text, keys, args)
    }

    /// Returns the name of every key that exists now.
    pub(crate) fn keys(&self) -> Vec<Vec<u8>> {
        self.0.keys()
    }

    /// Begins to move the slot of all keys to another store, while clients follow ASK.
    pub(crate) fn begin_to_move(&self) {
        self.0.begin_to_move();
    }

    /// Moves one more key, the `which`th that has not moved or one after it. Returns false if all keys have
    /// moved, and so has the slot.
    pub(crate) fn move_one(&self, which: usize) -> bool {
        self.0.move_one(which)
    }

    /// Makes the target of the move forget it, so that the slot stays half moved until the next key moves.
    pub(crate) fn forget_move(&self, source: CallSource) {
        self.0.forget(source);
    }

    pub(crate) fn is_moving(&self) -> bool {
        self.0.is_moving()
    }

    /// Returns a key that both nodes of a slot that moves have, if there is one.
    pub(crate) fn at_both(&self) -> Option<Vec<u8>> {
        self.0.at_both()
    }

    /// Returns whether the store that has the slot would send a client that names this key elsewhere.
    pub(crate) fn is_elsewhere(&self, key: &[u8]) -> bool {
        self.0.route(&[key]) != Ok(At::Home)
    }

    /// Sets the server's own clock off by this many microseconds. TIME returns that clock and keys run out by
    /// it, as on a real server whose clock is set.
    pub(crate) fn skew(&self, micros: i64) {
        self.0.skew.set(micros);
    }

    /// Restarts the server with all its keys, which SCAN then finds in another order.
    pub(crate) fn restart(&self) {
        self.0.restart();
    }

    /// Sets how many replicas have everything, which is what WAIT says.
    pub(crate) fn replicas(&self, count: i64) {
        self.0.replicas.set(count);
    }

    /// Sets whether the server has no memory left for what commands would add.
    pub(crate) fn full(&self, full: bool) {
        self.0.full.set(full);
    }
}
