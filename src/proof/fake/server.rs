//! One Redis server in memory: the way in for calls, commands and scripts.
//!
//! `machine` executes commands, `lua` runs scripts. Nothing here knows the lock. Used by
//! `fake::road` and by the model.

use std::rc::Rc;

use super::machine::Machine;
use super::{FakeClock, lua};
use crate::protocol::{Call, Form, Reply};

/// A server that takes no time. It has done what it was asked when it answers, so the test alone
/// decides what happens in which order.
pub(crate) struct FakeServer(Rc<Machine>);

impl FakeServer {
    pub(crate) fn new(clock: &'static FakeClock) -> Self {
        Self(Rc::new(Machine::new(clock)))
    }

    /// Executes a call: the very words that go out.
    pub(crate) fn run(&self, call: &Call) -> Reply {
        self.run_edited(call, |_| None)
    }

    /// The same, but if `edited` has another text for its script, that runs.
    pub(crate) fn run_edited<'a>(
        &self,
        call: &Call,
        edited: impl Fn(&str) -> Option<&'a str>,
    ) -> Reply {
        call.packed(Form::Whole, |first, rest| {
            let rest = rest.iter().map(|word| &**word);
            let words: Vec<_> = first.iter().copied().chain(rest).collect();
            let [b"EVAL", text, keys, words @ ..] = &*words else {
                return self.call(&words);
            };
            let text = str::from_utf8(text).unwrap();
            let keys = str::from_utf8(keys).unwrap().parse().unwrap();
            let (keys, args) = words.split_at(keys);
            self.script(edited(text).unwrap_or(text), keys, args)
        })
    }

    /// Executes one command.
    pub(crate) fn call(&self, words: &[&[u8]]) -> Reply {
        self.0.execute(words, &mut false)
    }

    /// Runs a script, which is compiled once per text and kept.
    pub(crate) fn script(&self, text: &str, keys: &[&[u8]], args: &[&[u8]]) -> Reply {
        lua::run(&self.0, text, keys, args)
    }

    /// Every key that exists now.
    pub(crate) fn keys(&self) -> Vec<Vec<u8>> {
        self.0.keys()
    }

    /// Sets the server's own clock off by so many microseconds. TIME tells it, and keys run out
    /// by it, as on a real server whose clock is set.
    pub(crate) fn skew(&self, micros: i64) {
        self.0.skew.set(micros);
    }

    /// So many replicas have everything, as WAIT says.
    pub(crate) fn replicas(&self, count: i64) {
        self.0.replicas.set(count);
    }

    /// Whether the server has no memory left for what commands would add.
    pub(crate) fn full(&self, full: bool) {
        self.0.full.set(full);
    }
}
