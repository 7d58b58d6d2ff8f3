//! A Redis server, a route to it and a clock for tests, in memory and in virtual time, with faults on demand.
//!
//! `FakeServer` executes real calls and runs the real scripts, while `FakeRouter` carries the real questions
//! to such a server. Used by the tests of `lock` and `keeper`, and by the model.

use std::collections::VecDeque;
use std::io;
use std::os::fd::RawFd;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::Error;
use crate::sync::{Builder, JoinHandle};
use crate::token::Maker;

mod commands;
mod lua;
mod machine;
mod router;
pub(crate) mod server;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use router::{FakeRouter, Fault, Said};

/// A clock whose time passes when somebody sleeps or asks. Each test leaks one, because a `LockSet` wants a
/// clock that outlives it.
pub(crate) struct FakeClock {
    now: AtomicU64,
    generation: AtomicU64,
    /// The errors with which the next sleeps end.
    sleeps: Mutex<VecDeque<Error>>,
}

impl FakeClock {
    pub(crate) fn new() -> &'static Self {
        Box::leak(Box::new(Self {
            now: AtomicU64::new(1_000_000_000),
            generation: AtomicU64::new(0),
            sleeps: Mutex::default(),
        }))
    }

    pub(crate) fn pass(&self, span: Duration) {
        let nanos = u64::try_from(span.as_nanos()).unwrap();
        self.now.fetch_add(nanos, SeqCst);
    }

    /// Lets a sleep end with this error, behind those that were added before.
    pub(crate) fn next_sleep(&self, ends: Error) {
        self.sleeps.lock().unwrap().push_back(ends);
    }

    /// Makes this process the child of a fork from now on.
    pub(crate) fn fork(&self) {
        self.generation.fetch_add(1, SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Moment {
        Moment::from_nanos(self.now.load(SeqCst))
    }

    fn generation(&self) -> u64 {
        self.generation.load(SeqCst)
    }

    fn maker(&self) -> Maker {
        Maker::new(b"fake", 1)
    }

    fn sleep(&self, until: Moment, _: Option<RawFd>) -> Result<bool, Error> {
        self.pass(until.until(self.now()));
        let ends = self.sleeps.lock().unwrap().pop_front();
        ends.map_or(Ok(false), Err)
    }

    /// Spawns a thread that is over at once, because tests do its work themselves.
    fn spawn(&self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        Builder::new().spawn(|| drop(work))
    }
}
