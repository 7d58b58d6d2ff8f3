//! What executes commands: a server's keys, its clock and its memory limit.
//!
//! `commands` says what a command does. Used by `server`, and by `lua` for scripts.

use std::cell::{Cell, RefCell};

use super::FakeClock;
use super::commands::command;
use super::values::{Keyspace, Outcome};
use crate::clock::{Clock, Moment};
use crate::protocol::Reply;

/// The wall clock, in microseconds, when virtual time was zero.
const EPOCH: i64 = 1_700_000_000_000_000;

const OUT_OF_MEMORY: &str = "OOM command not allowed when used memory > 'maxmemory'.";

/// An error as a server words it: a code and the words behind it.
pub(super) fn error(text: &str) -> Reply {
    let (code, words) = text.split_once(' ').unwrap_or((text, ""));
    let (code, words) = (code.to_owned(), words.to_owned());
    Reply::Error { code, words }
}

/// What a server and the scripts that run on it share.
pub(super) struct Machine {
    clock: &'static FakeClock,
    pub(super) skew: Cell<i64>,
    pub(super) full: Cell<bool>,
    pub(super) replicas: Cell<i64>,
    keyspace: RefCell<Keyspace>,
}

impl Machine {
    pub(super) fn new(clock: &'static FakeClock) -> Self {
        Self {
            clock,
            skew: Cell::new(0),
            full: Cell::new(false),
            replicas: Cell::new(0),
            keyspace: RefCell::default(),
        }
    }

    /// Every key that exists now.
    pub(super) fn keys(&self) -> Vec<Vec<u8>> {
        self.keyspace.borrow_mut().names(self.now())
    }

    /// The server's wall clock in microseconds.
    fn now(&self) -> i64 {
        let virtual_time = self.clock.now().until(Moment::PAST);
        EPOCH + i64::try_from(virtual_time.as_micros()).unwrap() + self.skew.get()
    }

    /// Executes one command. `wrote` says whether the same script has written before: a full
    /// server lets a script finish what it has begun.
    pub(super) fn execute(&self, words: &[&[u8]], wrote: &mut bool) -> Reply {
        let answer = self.attempt(words, wrote);
        answer.unwrap_or_else(|text| error(&text))
    }

    fn attempt(&self, words: &[&[u8]], wrote: &mut bool) -> Outcome {
        if let [b"WAIT", _, millis] = words {
            let waits_for: u64 = str::from_utf8(millis).unwrap().parse().unwrap();
            assert!(waits_for > 0, "a WAIT without end");
            return Ok(Reply::Int(self.replicas.get()));
        }
        let command = command(words)?;
        if self.full.get() && command.grows && !*wrote {
            return Err(OUT_OF_MEMORY.into());
        }
        *wrote |= command.writes;
        let mut keyspace = self.keyspace.borrow_mut();
        keyspace.now = self.now();
        (command.run)(&mut keyspace, words)
    }
}
