//! Counters of what this process has done since it started.
//!
//! Each counter is one relaxed atomic for all threads, which says how often something happened and never
//! in which order. No decision depends on a counter, so every room may count, and only `php` reads. `os`
//! sets the counters to zero in a forked child, because the child is a new process.

use std::fmt::{self, Display, Formatter};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A number of events, or the time that they took. [`reset`] sets it to zero.
pub(crate) struct Counter {
    /// The key of the counter in the array that PHP gets.
    pub(crate) name: &'static str,
    unit: Unit,
    sum: AtomicU64,
}

enum Unit {
    Times,
    Nanoseconds,
}

/// The value of a counter, in which a time is read in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Reading {
    Times(u64),
    Seconds(f64),
}

/// Locks that `lock` or `synchronized` acquired, or that `adopt` took over.
pub(crate) static ACQUIRED: Counter = Counter::times("acquired");
/// Calls whose answer was no, without a wait for the lock.
pub(crate) static REFUSED: Counter = Counter::times("refused");
/// Calls whose answer was no, after a wait for the lock.
pub(crate) static TIMED_OUT: Counter = Counter::times("timed_out");
/// The time of all calls that had to wait, however they ended.
pub(crate) static WAITED: Counter = Counter::time("waited_seconds");
/// Locks acquired by a waiter that a hand-over woke, which count as acquired too.
pub(crate) static HANDED_OVER: Counter = Counter::times("handed_over");
/// Renewals of a lease that the server granted.
pub(crate) static RENEWED: Counter = Counter::times("renewed");
/// Tries of a renewal without an answer whether the lock is held, after which the next try comes while
/// the lock is valid.
pub(crate) static RENEWAL_ERRORS: Counter = Counter::times("renewal_errors");
/// Acquired locks that ran out, or were found missing in Redis, before their release.
pub(crate) static LOST: Counter = Counter::times("lost");
/// Acquired locks that were released.
pub(crate) static RELEASED: Counter = Counter::times("released");
/// Connections to Redis that were opened and whose greeting succeeded.
pub(crate) static CONNECTIONS_OPENED: Counter = Counter::times("connections_opened");
/// Openings of a connection that failed or were given up, each try of one question by itself.
pub(crate) static CONNECTION_ERRORS: Counter = Counter::times("connection_errors");

/// All counters, in the order in which PHP shows them.
pub(crate) static ALL: [&Counter; 11] = [
    &ACQUIRED,
    &REFUSED,
    &TIMED_OUT,
    &WAITED,
    &HANDED_OVER,
    &RENEWED,
    &RENEWAL_ERRORS,
    &LOST,
    &RELEASED,
    &CONNECTIONS_OPENED,
    &CONNECTION_ERRORS,
];

/// Sets all counters to zero, and does nothing but store to atomics, because a forked child calls it
/// before anything else runs.
pub(crate) fn reset() {
    for counter in ALL {
        counter.sum.store(0, Ordering::Relaxed);
    }
}

impl Counter {
    const fn times(name: &'static str) -> Self {
        Self::new(name, Unit::Times)
    }

    const fn time(name: &'static str) -> Self {
        Self::new(name, Unit::Nanoseconds)
    }

    const fn new(name: &'static str, unit: Unit) -> Self {
        Self {
            name,
            unit,
            sum: AtomicU64::new(0),
        }
    }

    /// Counts one event, for a counter whose unit is times.
    pub(crate) fn count(&self) {
        self.add(1);
    }

    /// Takes back one event, which turned out to be another one than was counted.
    pub(crate) fn take_back(&self) {
        self.sum.fetch_sub(1, Ordering::Relaxed);
    }

    /// Adds a span of time, for a counter whose unit is nanoseconds.
    pub(crate) fn spend(&self, span: Duration) {
        self.add(u64::try_from(span.as_nanos()).unwrap_or(u64::MAX));
    }

    fn add(&self, more: u64) {
        self.sum.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> Reading {
        let sum = self.sum.load(Ordering::Relaxed);
        match self.unit {
            Unit::Times => Reading::Times(sum),
            Unit::Nanoseconds => Reading::Seconds(Duration::from_nanos(sum).as_secs_f64()),
        }
    }
}

impl Display for Reading {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Times(times) => write!(f, "{times}"),
            Self::Seconds(seconds) => write!(f, "{seconds:.6}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_and_time_is_read_in_seconds() {
        let (times, time) = (Counter::times("n"), Counter::time("s"));
        assert_eq!(times.read(), Reading::Times(0));
        times.count();
        times.count();
        assert_eq!(times.read(), Reading::Times(2));
        time.spend(Duration::from_millis(250));
        time.spend(Duration::from_nanos(1));
        assert_eq!(time.read(), Reading::Seconds(0.250_000_001));
        assert_eq!(time.read().to_string(), "0.250000");
    }

    #[test]
    fn each_key_is_there_once() {
        let mut names = ALL.map(|counter| counter.name);
        names.sort_unstable();
        assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
    }
}
