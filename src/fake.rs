//! A Redis server and a clock for tests: in memory, in virtual time, with
//! faults on demand. Used by tests only.
//!
//! `FakeServer` runs the real scripts, for tests of the protocol itself;
//! `FakeNode` asks one as a node would, for the tests of `lock` and `keeper`.

use std::collections::VecDeque;
use std::io;
use std::os::fd::RawFd;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::Error;
use crate::sync::{Builder, JoinHandle};

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
    now: AtomicU64,
    generation: AtomicU64,
    /// How the next sleeps end.
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

    /// How the next sleep ends that is not told yet.
    pub(crate) fn next_sleep(&self, ends: Error) {
        self.sleeps.lock().unwrap().push_back(ends);
    }

    /// From now on this is the child of a fork.
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

    fn sleep(&self, until: Moment, _: Option<RawFd>) -> Result<bool, Error> {
        self.pass(until.until(self.now()));
        let ends = self.sleeps.lock().unwrap().pop_front();
        ends.map_or(Ok(false), Err)
    }

    /// A thread that is over at once: tests do its work themselves.
    fn spawn(&self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        Builder::new().spawn(|| drop(work))
    }
}
