//! What this process has done since it started, in numbers.
//!
//! One relaxed atomic for each counter, whichever thread it is that counts: they
//! say how often, never in which order. Nothing is decided by them, so any module may count
//! and only `php` reads. The child of a fork is another process: `os` sets it to zero.

use std::fmt::{self, Display, Formatter};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// One number that only grows.
pub(crate) struct Counter {
    /// The key in PHP.
    pub(crate) name: &'static str,
    unit: Unit,
    sum: AtomicU64,
}

enum Unit {
    Times,
    Nanoseconds,
}

/// What a counter shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Reading {
    Times(u64),
    Seconds(f64),
}

/// Locks that were got, by `lock`, `synchronized` or the adoption of another's token.
pub(crate) static ACQUIRED: Counter = Counter::times("acquired");
/// Calls that were told no without having waited.
pub(crate) static REFUSED: Counter = Counter::times("refused");
/// Calls that were told no at the end of a wait.
pub(crate) static TIMED_OUT: Counter = Counter::times("timed_out");
/// How long attempts took that had to wait, however they ended.
pub(crate) static WAITED: Counter = Counter::time("waited_seconds");
/// Locks that were got by being woken in the queue; each is an acquired one too.
pub(crate) static HANDED_OVER: Counter = Counter::times("handed_over");
/// Renewals that the server has granted.
pub(crate) static RENEWED: Counter = Counter::times("renewed");
/// Renewals without the server's word on the lock; each is tried again while it is valid.
pub(crate) static RENEWAL_ERRORS: Counter = Counter::times("renewal_errors");
/// Acquired locks that ran out or turned out to be gone before they were given back.
pub(crate) static LOST: Counter = Counter::times("lost");
/// Acquired locks that were given back.
pub(crate) static RELEASED: Counter = Counter::times("released");
/// Connections to Redis that were opened and greeted.
pub(crate) static CONNECTIONS_OPENED: Counter = Counter::times("connections_opened");

/// All of them, in the order in which PHP shows them.
pub(crate) static ALL: [&Counter; 10] = [
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
];

/// This is another process from now on. For the child of a fork, before anything
/// else runs in it: stores to atomics are all that it does.
pub(crate) fn start_anew() {
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

    /// It has happened once more.
    pub(crate) fn count(&self) {
        self.add(1);
    }

    /// So much time more has been spent.
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
