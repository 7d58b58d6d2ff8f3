//! One Redis server in memory: its clock, its memory limit, and the way in for
//! commands and scripts. What a command does stands in `commands`, how a script
//! reaches it in `lua`. Nothing here knows the lock.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::commands::{Outcome, command};
use super::values::Keyspace;
use super::{FakeClock, lua};
use crate::clock::{Clock, Moment};

/// What a server says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    Nil,
    Ok,
    Int(i64),
    Bulk(Vec<u8>),
    List(Vec<Reply>),
    Error(String),
}

/// The wall clock, in microseconds, when virtual time was zero.
const EPOCH: i64 = 1_700_000_000_000_000;

const OUT_OF_MEMORY: &str = "OOM command not allowed when used memory > 'maxmemory'.";

/// A server that takes no time. What it is asked is done when it answers, so a
/// test decides alone what happens in which order.
pub(crate) struct FakeServer(Rc<Machine>);

impl FakeServer {
    pub(crate) fn new(clock: &'static FakeClock) -> Self {
        Self(Rc::new(Machine {
            clock,
            skew: Cell::new(0),
            full: Cell::new(false),
            keyspace: RefCell::default(),
        }))
    }

    /// Executes one command.
    pub(crate) fn call(&self, words: &[&[u8]]) -> Reply {
        self.0.execute(words, &mut false)
    }

    /// Runs a script (its whole text). Compiled once per text and kept.
    pub(crate) fn script(&self, text: &str, keys: &[&[u8]], args: &[&[u8]]) -> Reply {
        lua::run(&self.0, text, keys, args)
    }

    /// Every key that exists now.
    pub(crate) fn keys(&self) -> Vec<Vec<u8>> {
        self.0.keyspace.borrow_mut().names(self.0.now())
    }

    /// Sets the server's own clock off by so many microseconds. TIME tells it,
    /// and keys run out by it, as they do on a server whose clock is set.
    pub(crate) fn skew(&self, micros: i64) {
        self.0.skew.set(micros);
    }

    /// Whether there is no memory left for what commands would add.
    pub(crate) fn full(&self, full: bool) {
        self.0.full.set(full);
    }
}

/// What a server and the scripts that run on it share.
pub(super) struct Machine {
    clock: &'static FakeClock,
    skew: Cell<i64>,
    full: Cell<bool>,
    keyspace: RefCell<Keyspace>,
}

impl Machine {
    /// The server's wall clock in microseconds.
    fn now(&self) -> i64 {
        let virtual_time = self.clock.now().until(Moment::PAST);
        EPOCH + i64::try_from(virtual_time.as_micros()).unwrap() + self.skew.get()
    }

    /// Executes one command. `wrote` says whether the same script has written
    /// before: what it has begun, a full server lets it finish.
    pub(super) fn execute(&self, words: &[&[u8]], wrote: &mut bool) -> Reply {
        let answer = self.attempt(words, wrote);
        answer.unwrap_or_else(Reply::Error)
    }

    fn attempt(&self, words: &[&[u8]], wrote: &mut bool) -> Outcome {
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
