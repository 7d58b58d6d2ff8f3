//! A Redis server and a clock for tests: in memory, in virtual time, with
//! faults on demand. Used by tests only.
//!
//! `FakeServer` runs the real scripts, for tests of the protocol itself;
//! `FakeNode` asks one as a node would, for the tests of `lock` and `keeper`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::os::fd::RawFd;
use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::Error;

mod commands;
mod lua;
mod node;
pub(crate) mod server;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use node::{FakeNode, Fault, granted, set_if_free};

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

    fn sleep(&self, until: Moment, _: Option<RawFd>) -> Result<bool, Error> {
        self.pass(until.until(self.now()));
        self.sleeps.borrow_mut().pop_front().map_or(Ok(false), Err)
    }
}
