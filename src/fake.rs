//! A Redis server and a clock for tests: in memory, in virtual time, with
//! faults on demand. Used by tests only.
//!
//! `FakeNode` answers as a node would, without a server: for the tests of `lock`
//! and `keeper`. `FakeServer` is what a node asks: it runs the real scripts, for
//! tests of the protocol itself.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::quorum::{Holder, Node, Owned, Ownership, Vote};

mod commands;
mod lua;
pub(crate) mod server;
#[cfg(test)]
mod tests;
mod values;

/// What happens to the next command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing.
    None,
    /// It was not executed, and nobody knows.
    RequestLost,
    /// It was executed, and nobody knows.
    ReplyLost,
    /// Its answer takes this long.
    Slow(Duration),
    /// The server was not reached.
    Unreachable,
    /// The server refuses in these words.
    Says(&'static str),
}

/// Time that passes when somebody sleeps or asks. Each test leaks one: owners
/// want a clock that outlives them.
pub(crate) struct FakeClock {
    now: Cell<u64>,
    generation: Cell<u64>,
    /// How the next sleeps end.
    pub(crate) sleeps: RefCell<VecDeque<Error>>,
}

impl FakeClock {
    pub(crate) fn new() -> &'static Self {
        Box::leak(Box::new(Self {
            now: Cell::new(1_000_000_000),
            generation: Cell::new(0),
            sleeps: RefCell::default(),
        }))
    }

    pub(crate) fn pass(&self, span: Duration) {
        let nanos = u64::try_from(span.as_nanos()).unwrap();
        self.now.set(self.now.get() + nanos);
    }

    /// From now on this is the child of a fork.
    pub(crate) fn fork(&self) {
        self.generation.set(self.generation.get() + 1);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Moment {
        Moment::from_nanos(self.now.get())
    }

    fn generation(&self) -> u64 {
        self.generation.get()
    }

    fn sleep_until(&self, moment: Moment) -> Result<(), Error> {
        self.pass(moment.until(self.now()));
        self.sleeps.borrow_mut().pop_front().map_or(Ok(()), Err)
    }
}

/// What a key holds, and until when.
type Value = (Vec<u8>, Moment);

/// A server that executes each command in a millisecond.
pub(crate) struct FakeNode {
    clock: &'static FakeClock,
    pub(crate) keys: RefCell<HashMap<Vec<u8>, Value>>,
    pub(crate) faults: RefCell<VecDeque<Fault>>,
    /// The commands that were sent.
    pub(crate) sent: RefCell<Vec<&'static str>>,
    /// By when each of them had to be back.
    pub(crate) deadlines: RefCell<Vec<Moment>>,
}

impl FakeNode {
    pub(crate) const TRIP: Duration = Duration::from_millis(1);

    pub(crate) fn new(clock: &'static FakeClock) -> &'static Self {
        Box::leak(Box::new(Self {
            clock,
            keys: RefCell::default(),
            faults: RefCell::default(),
            sent: RefCell::default(),
            deadlines: RefCell::default(),
        }))
    }

    pub(crate) fn fail(&self, faults: &[Fault]) {
        self.faults.borrow_mut().extend(faults);
    }

    pub(crate) fn set(&self, key: &[u8], token: &[u8], lease: Duration) {
        let until = self.clock.now().after(lease);
        self.keys
            .borrow_mut()
            .insert(key.to_vec(), (token.to_vec(), until));
    }

    pub(crate) fn value(&self, key: &[u8]) -> Option<Vec<u8>> {
        let now = self.clock.now();
        let mut keys = self.keys.borrow_mut();
        keys.retain(|_, (_, until)| now < *until);
        keys.get(key).map(|(token, _)| token.clone())
    }

    /// Sends one command, which is executed halfway of its trip.
    fn ask<T>(
        &self,
        command: &'static str,
        by: Moment,
        execute: impl FnOnce() -> T,
    ) -> Result<T, Unavailable> {
        self.sent.borrow_mut().push(command);
        self.deadlines.borrow_mut().push(by);
        let fault = self.faults.borrow_mut().pop_front().unwrap_or(Fault::None);
        self.clock.pass(Self::TRIP / 2);
        let lost = || Unavailable::unanswered(&"fake", anyhow::anyhow!("lost"));
        let answer = match fault {
            Fault::RequestLost => Err(lost()),
            Fault::Unreachable => Err(Unavailable::not_sent(&"fake", anyhow::anyhow!("away"))),
            Fault::Says(words) => Err(Unavailable::answered(&"fake", words)),
            Fault::ReplyLost => {
                execute();
                Err(lost())
            }
            Fault::None | Fault::Slow(_) => Ok(execute()),
        };
        if let Fault::Slow(span) = fault {
            self.clock.pass(span);
        }
        self.clock.pass(Self::TRIP / 2);
        answer
    }

    /// Grants the ownership if the key is `from`'s, or its own already.
    fn grant(&self, wanted: &Ownership, from: Option<&[u8]>) -> Vote {
        let holder = self.value(wanted.key);
        let token = wanted.token.as_bytes();
        if holder.as_deref() != from && holder.as_deref() != Some(token) {
            return Vote::Refused;
        }
        self.set(wanted.key, token, wanted.lease);
        Vote::Granted(wanted.fencing.then_some(7))
    }
}

fn or_unknown(answer: Result<Vote, Unavailable>) -> Vote {
    answer.unwrap_or_else(Vote::Unknown)
}

impl Node for &'static FakeNode {
    fn acquire(&self, wanted: &Ownership, again: bool, by: Moment) -> Vote {
        let command = if again { "acquire again" } else { "acquire" };
        or_unknown(self.ask(command, by, || {
            // A first attempt is a SET NX, which refuses its own token too.
            if !again && self.value(wanted.key).is_some() {
                return Vote::Refused;
            }
            self.grant(wanted, None)
        }))
    }

    fn adopt(&self, wanted: &Ownership, from: &[u8], by: Moment) -> Vote {
        or_unknown(self.ask("adopt", by, || self.grant(wanted, Some(from))))
    }

    fn expire(&self, wanted: &Ownership, by: Moment) -> Vote {
        let token = wanted.token.as_bytes();
        or_unknown(self.ask("expire", by, || self.grant(wanted, Some(token))))
    }

    fn release(&self, owned: &[Owned], by: Moment) -> Vec<Vote> {
        let votes = self.ask("release", by, || {
            let release = |one: &Owned| {
                if self.value(one.key).as_deref() != Some(one.token) {
                    return Vote::Refused;
                }
                self.keys.borrow_mut().remove(one.key);
                Vote::Granted(None)
            };
            owned.iter().map(release).collect()
        });
        votes.unwrap_or_else(|unavailable| {
            let unknown = |_| Vote::Unknown(unavailable.clone());
            owned.iter().map(unknown).collect()
        })
    }

    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable> {
        self.ask("holder", by, || {
            self.value(key).map_or(Holder::Nobody, Holder::Owner)
        })
    }

    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable> {
        self.ask("exists", by, || self.value(key).is_some())
    }

    fn name(&self) -> String {
        "fake".into()
    }
}
