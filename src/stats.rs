//! Counters of what this process has done since it started, and of what all workers of its php-fpm master have.
//!
//! Each counter is one relaxed atomic for all threads, which says how often something happened and never
//! in which order. Under php-fpm a second atomic, in memory that the master shares with its workers, is counted up
//! with the first. Any worker can write to that memory, so its numbers are shown and never computed with. No
//! decision depends on a counter, so every room may count, and only `php` reads. `os` begins the counters of this
//! process anew in a forked child, because the child is a new process, and leaves those of the workers.

use std::fmt::{self, Display, Formatter};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A number of events, or the time that they took.
pub(crate) struct Counter {
    /// The key of the counter in the array that PHP gets.
    pub(crate) name: &'static str,
    unit: Unit,
    own: AtomicU64,
    /// The same counter of all workers, if this process is the master of workers or one of them.
    workers: OnceLock<&'static AtomicU64>,
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

/// The processes whose events a reading has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountedBy {
    Process,
    /// All workers of one master, or this process alone if it has no workers beside it.
    Workers,
}

/// Locks that `lock` or `synchronized` acquired, or that `adopt` took over.
pub(crate) static ACQUIRED: Counter = Counter::times("acquired");
/// Calls whose answer was no, without a wait for the lock.
pub(crate) static REFUSED: Counter = Counter::times("refused");
/// Calls whose answer was no, after a wait for the lock.
pub(crate) static TIMED_OUT: Counter = Counter::times("timed_out");
/// The time of all calls that had to wait, however they ended.
static WAITED: Counter = Counter::time("waited_seconds");
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

/// Calls that had to wait, each in the first bucket that is not shorter than its wait.
pub(crate) static WAIT_BUCKETS: [Bucket; 11] = [
    Bucket::up_to("0.001", Duration::from_millis(1)),
    Bucket::up_to("0.003", Duration::from_millis(3)),
    Bucket::up_to("0.01", Duration::from_millis(10)),
    Bucket::up_to("0.03", Duration::from_millis(30)),
    Bucket::up_to("0.1", Duration::from_millis(100)),
    Bucket::up_to("0.3", Duration::from_millis(300)),
    Bucket::up_to("1.0", Duration::from_secs(1)),
    Bucket::up_to("3.0", Duration::from_secs(3)),
    Bucket::up_to("10.0", Duration::from_secs(10)),
    Bucket::up_to("30.0", Duration::from_secs(30)),
    Bucket::up_to("+Inf", Duration::MAX),
];

/// The number of all counters, which is how many atomics a master shares with its workers.
pub(crate) const COUNTERS: usize = ALL.len() + WAIT_BUCKETS.len();

/// When the counters of this process began, in seconds of the Unix time, as the bits of an `f64`.
static BEGAN: AtomicU64 = AtomicU64::new(0);

/// When those of the workers began. A static of its own, because the shared memory is open to each worker.
static WORKERS_BEGAN: OnceLock<f64> = OnceLock::new();

/// Begins the counters of this process at zero, and does nothing but store to atomics, because a forked child
/// calls it before anything else runs. `now`: the present second of the Unix time.
pub(crate) fn begin(now: f64) {
    for counter in every() {
        counter.own.store(0, Ordering::Relaxed);
    }
    BEGAN.store(now.to_bits(), Ordering::Relaxed);
}

/// Counts in `cells` too from now on, which this process shares with the workers that it will fork.
pub(crate) fn begin_workers(cells: &'static [AtomicU64; COUNTERS], now: f64) {
    for (counter, cell) in every().zip(cells) {
        let _ = counter.workers.set(cell);
    }
    let _ = WORKERS_BEGAN.set(now);
}

/// Counts a call that had to wait for `span`.
pub(crate) fn count_wait(span: Duration) {
    WAITED.spend(span);
    if let Some(bucket) = bucket_of(span) {
        bucket.waits.count();
    }
}

fn bucket_of(span: Duration) -> Option<&'static Bucket> {
    WAIT_BUCKETS.iter().find(|it| span <= it.longest)
}

/// Returns when the counters began, in seconds of the Unix time.
pub(crate) fn since(by: CountedBy) -> f64 {
    let workers = WORKERS_BEGAN.get().filter(|_| by == CountedBy::Workers);
    workers.map_or_else(
        || f64::from_bits(BEGAN.load(Ordering::Relaxed)),
        |began| *began,
    )
}

/// Returns whether this process counts for the workers of a master.
pub(crate) fn has_workers() -> bool {
    WORKERS_BEGAN.get().is_some()
}

fn every() -> impl Iterator<Item = &'static Counter> {
    let buckets = WAIT_BUCKETS.iter().map(|bucket| &bucket.waits);
    ALL.into_iter().chain(buckets)
}

/// The waits that were not longer than `longest`, but longer than that of the bucket before.
pub(crate) struct Bucket {
    longest: Duration,
    /// The number of these waits, whose name is `longest` in seconds as Prometheus writes it.
    pub(crate) waits: Counter,
}

impl Bucket {
    const fn up_to(seconds: &'static str, longest: Duration) -> Self {
        Self {
            longest,
            waits: Counter::times(seconds),
        }
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
            own: AtomicU64::new(0),
            workers: OnceLock::new(),
        }
    }

    /// Counts one event, for a counter whose unit is times.
    pub(crate) fn count(&self) {
        self.add(1);
    }

    /// Takes back one event, which turned out to be another one than was counted.
    pub(crate) fn take_back(&self) {
        self.add(1_u64.wrapping_neg());
    }

    /// Adds a span of time, for a counter whose unit is nanoseconds.
    fn spend(&self, span: Duration) {
        self.add(u64::try_from(span.as_nanos()).unwrap_or(u64::MAX));
    }

    /// Adds `more`, beyond whose greatest number the atomics begin again at zero.
    fn add(&self, more: u64) {
        self.own.fetch_add(more, Ordering::Relaxed);
        if let Some(workers) = self.workers.get() {
            workers.fetch_add(more, Ordering::Relaxed);
        }
    }

    pub(crate) fn read(&self, by: CountedBy) -> Reading {
        let workers = self.workers.get().filter(|_| by == CountedBy::Workers);
        let sum = workers.map_or(&self.own, |it| *it).load(Ordering::Relaxed);
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

    fn own(counter: &Counter) -> Reading {
        counter.read(CountedBy::Process)
    }

    #[test]
    fn counts_add_up_and_time_is_read_in_seconds() {
        let (times, time) = (Counter::times("n"), Counter::time("s"));
        assert_eq!(own(&times), Reading::Times(0));
        times.count();
        times.count();
        assert_eq!(own(&times), Reading::Times(2));
        times.take_back();
        assert_eq!(own(&times), Reading::Times(1));
        time.spend(Duration::from_millis(250));
        time.spend(Duration::from_nanos(1));
        assert_eq!(own(&time), Reading::Seconds(0.250_000_001));
        assert_eq!(own(&time).to_string(), "0.250000");
    }

    #[test]
    fn a_process_without_workers_reads_its_own_counters_as_theirs() {
        let counter = Counter::times("n");
        counter.count();
        assert_eq!(counter.read(CountedBy::Workers), Reading::Times(1));
    }

    #[test]
    fn workers_count_together_and_each_for_itself() {
        static CELL: AtomicU64 = AtomicU64::new(0);
        let workers = [Counter::times("n"), Counter::times("n")];
        for worker in &workers {
            worker.workers.set(&CELL).unwrap();
            worker.count();
        }
        workers[1].count();
        workers[1].take_back();
        assert_eq!(workers.each_ref().map(own), [Reading::Times(1); 2]);
        assert_eq!(workers[0].read(CountedBy::Workers), Reading::Times(2));
    }

    #[test]
    fn a_wait_is_in_the_first_bucket_that_is_not_shorter() {
        let of = |nanos| bucket_of(Duration::from_nanos(nanos)).map(|it| it.waits.name);
        let names = [0, 1_000_000, 1_000_001, 30_000_000_000, u64::MAX].map(of);
        assert_eq!(names, ["0.001", "0.001", "0.003", "30.0", "+Inf"].map(Some));
    }

    #[test]
    fn buckets_are_named_by_their_bounds_which_grow() {
        let bounds = WAIT_BUCKETS.each_ref().map(|it| it.longest);
        assert!(bounds.is_sorted());
        for bucket in WAIT_BUCKETS.iter().filter(|it| it.longest != Duration::MAX) {
            let seconds = bucket.longest.as_secs_f64();
            assert_eq!(bucket.waits.name.parse(), Ok(seconds));
        }
    }

    #[test]
    fn each_key_is_there_once() {
        let mut names: Vec<_> = every().map(|counter| counter.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|two| two[0] != two[1]), "{names:?}");
        assert_eq!(names.len(), COUNTERS);
    }
}
