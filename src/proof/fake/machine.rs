//! The machine that executes commands, with a server's keys, its clock, its memory limit, and a slot that
//! moves to another store.
//!
//! `commands` says what a command does. Used by `server`, and by `lua` for scripts.

use std::cell::{Cell, RefCell};

use super::FakeClock;
use super::commands::{command, keys};
use super::values::{CommandOutcome, FakeKeys};
use crate::clock::{Clock, Moment};
use crate::protocol::Reply;

/// The wall clock, in microseconds, when virtual time was zero.
const EPOCH: i64 = 1_700_000_000_000_000;

const OUT_OF_MEMORY: &str = "OOM command not allowed when used memory > 'maxmemory'.";

const TRY_AGAIN: &str = "TRYAGAIN Multiple keys request during rehashing of slot";
const ASK: &str = "ASK 1 target:1";
const NOT_LOCAL: &str = "ERR Script attempted to access a non local key in a cluster store";

/// Returns an error as a server words it, which is a code and the words behind it.
pub(super) fn error(text: &str) -> Reply {
    let (code, words) = text.split_once(' ').unwrap_or((text, ""));
    let (code, words) = (code.to_owned(), words.to_owned());
    Reply::Error { code, words }
}

/// Which of two nodes of a Cluster runs a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// The store that has the slot, which is the source while the slot moves.
    Home,
    /// The store that the slot moves to.
    Target,
}

/// What a server and the scripts that run on it share.
pub(super) struct Machine {
    clock: &'static FakeClock,
    pub(super) skew: Cell<i64>,
    pub(super) full: Cell<bool>,
    pub(super) replicas: Cell<i64>,
    home: RefCell<FakeKeys>,
    /// The keys that have moved, while the slot still moves.
    target: RefCell<Option<FakeKeys>>,
    /// How the source sends on what it cannot run, if the target has forgotten the move and sends everything
    /// back.
    forgotten: Cell<Option<CallSource>>,
}

/// How the source of a move sends on a call about several keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallSource {
    /// The source sends a call on if it has none of the keys, as from Redis 7.0 on.
    WithoutAll,
    /// The source sends a call on if it has not all of the keys, as Redis 6.2 does.
    WithoutOne,
}

impl Machine {
    pub(super) fn new(clock: &'static FakeClock) -> Self {
        Self {
            clock,
            skew: Cell::new(0),
            full: Cell::new(false),
            replicas: Cell::new(0),
            home: RefCell::default(),
            target: RefCell::default(),
            forgotten: Cell::default(),
        }
    }

    /// Returns the name of every key that exists now.
    pub(super) fn keys(&self) -> Vec<Vec<u8>> {
        let mut names = self.home.borrow_mut().names(self.now());
        if let Some(target) = &mut *self.target.borrow_mut() {
            names.extend(target.names(self.now()));
        }
        names
    }

    pub(super) fn restart(&self) {
        self.home.borrow_mut().seed += 1;
    }

    pub(super) fn is_moving(&self) -> bool {
        self.target.borrow().is_some()
    }

    pub(super) fn begin_to_move(&self) {
        self.target.replace(Some(FakeKeys::default()));
    }

    /// Makes the target forget the move, until the next key moves.
    pub(super) fn forget(&self, source: CallSource) {
        self.forgotten.set(Some(source));
    }

    /// Moves one of the keys that are still at the source, the `which`th or one after it. Returns false if
    /// there was none, so that the slot is at its new home.
    pub(super) fn move_one(&self, which: usize) -> bool {
        self.forgotten.set(None);
        let mut target = self.target.borrow_mut();
        let names = self.home.borrow_mut().names(self.now());
        let Some(to) = &mut *target else {
            return false;
        };
        if names.is_empty() {
            self.home.replace(target.take().unwrap());
            return false;
        }
        let name = &names[which % names.len()];
        self.home.borrow_mut().give(name, to);
        true
    }

    fn has(&self, at: At, key: &[u8]) -> bool {
        let now = self.now();
        match at {
            At::Home => self.home.borrow_mut().has(key, now),
            At::Target => {
                let target = &mut *self.target.borrow_mut();
                target.as_mut().is_some_and(|target| target.has(key, now))
            }
        }
    }

    /// Returns which store runs a command or a script about these keys, for a client that follows ASK. As in
    /// a Cluster, the source runs it if the source has all the keys, and the target if the source has none of
    /// them, but of several keys the target must have all. ASK is the end of a circle between both.
    pub(super) fn route(&self, keys: &[&[u8]]) -> Result<At, Reply> {
        let missing = |at| keys.iter().filter(|key| !self.has(at, key)).count();
        if !self.is_moving() || missing(At::Home) == 0 {
            return Ok(At::Home);
        }
        let is_asked = missing(At::Home) == keys.len();
        match self.forgotten.get() {
            Some(CallSource::WithoutOne) => return Err(error(ASK)),
            Some(CallSource::WithoutAll) if is_asked => return Err(error(ASK)),
            _ => {}
        }
        if is_asked && (keys.len() == 1 || missing(At::Target) == 0) {
            return Ok(At::Target);
        }
        Err(error(TRY_AGAIN))
    }

    /// Returns a key that both nodes have, if there is one, because MIGRATE then says BUSYKEY and the tools
    /// that move slots stop.
    pub(super) fn at_both(&self) -> Option<Vec<u8>> {
        let mut target = self.target.borrow_mut();
        let target = target.as_mut()?.names(self.now());
        target.into_iter().find(|key| self.has(At::Home, key))
    }

    /// Executes a command that a script calls. While the slot moves, the source refuses a command about a key
    /// that it does not have, and the target refuses one about several keys of which it does not have all.
    pub(super) fn execute_called(&self, words: &[&[u8]], at: At, wrote: &mut bool) -> Reply {
        let keys = keys(words);
        let is_here = |key: &&[u8]| self.has(at, key);
        let may_be_new = at == At::Target && keys.len() == 1;
        if !self.is_moving() || may_be_new || keys.iter().all(is_here) {
            self.execute(words, at, wrote)
        } else {
            error(NOT_LOCAL)
        }
    }

    /// Returns the server's wall clock in microseconds.
    fn now(&self) -> i64 {
        let virtual_time = self.clock.now().until(Moment::PAST);
        EPOCH + i64::try_from(virtual_time.as_micros()).unwrap() + self.skew.get()
    }

    /// Executes one command. `wrote` says whether the same script has written before, because a full server
    /// lets a script finish what it has begun.
    pub(super) fn execute(&self, words: &[&[u8]], at: At, wrote: &mut bool) -> Reply {
        let answer = self.attempt(words, at, wrote);
        answer.unwrap_or_else(|text| error(&text))
    }

    fn attempt(&self, words: &[&[u8]], at: At, wrote: &mut bool) -> CommandOutcome {
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
        let (mut home, mut target) = (self.home.borrow_mut(), self.target.borrow_mut());
        let keyspace = match (at, &mut *target) {
            (At::Target, Some(target)) => target,
            _ => &mut home,
        };
        keyspace.now = self.now();
        (command.run)(keyspace, words)
    }
}
