//! What may happen in a run of the quorum's model: how many servers, what clients do, and which faults there are.
//!
//! `world` and `people` follow a plan, and `judge` asks it what may be expected.

use std::time::Duration;

/// A fault that a plan can draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuorumFault {
    /// A process is killed, and its host closes the connections for it, or dies with it.
    Kill,
    /// A process is stopped, and goes on later.
    Stop,
    /// A server is stopped for a while.
    Hang,
    /// A server dies, and comes back with all its keys.
    Die,
    /// A server is cut off from everybody.
    CutOff,
    /// A server dies, and comes back without its keys when every lease is over.
    Empty,
    /// A connection breaks.
    Cut,
    /// A server forgets its scripts.
    Forget,
}

/// The probabilities of what clients do, and of what goes wrong, in a run.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) name: &'static str,
    /// The number of runs, each from a seed of its own.
    pub(super) seeds: u64,
    pub(super) servers: &'static [usize],
    pub(super) clients: usize,
    /// The time for which clients go on.
    pub(super) span: Duration,
    pub(super) faults: &'static [QuorumFault],
    /// The longest time from one fault to the next.
    pub(super) pause: Duration,
    /// Whether a majority of the servers is well all the time.
    pub(super) majority_stays: bool,
    /// The times that a message takes at least, in microseconds, of which a run draws one.
    pub(super) one_ways: &'static [u64],
    /// How much longer a message may take, in percent.
    pub(super) jitters: &'static [u64],
    /// The percentage of messages that are slow, and the longest time that these take.
    pub(super) slow: (u64, Duration),
    pub(super) leases: &'static [u64],
    pub(super) timeouts: &'static [u64],
    pub(super) retry_for: &'static [u64],
    /// How long a holder works, in milliseconds.
    pub(super) works: &'static [u64],
    /// The percentage of holders that renew.
    pub(super) renews: u64,
    /// The percentage of locks with a fencing token.
    pub(super) fencing: bool,
    /// By how much the clocks of the servers differ at most.
    pub(super) skew: Duration,
}

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// The command timeout of every run.
pub(super) const COMMAND_TIMEOUT: Duration = ms(1000);

use QuorumFault::{Cut, CutOff, Die, Empty, Forget, Hang, Kill, Stop};

pub(super) const CALM: Plan = Plan {
    name: "calm",
    seeds: 8,
    servers: &[3, 5],
    clients: 6,
    span: ms(4000),
    faults: &[],
    pause: ms(0),
    majority_stays: true,
    one_ways: &[100, 1000, 5000],
    jitters: &[10, 100, 300],
    slow: (0, ms(0)),
    leases: &[20_000],
    timeouts: &[60_000],
    retry_for: &[2000],
    works: &[0, 2, 20],
    renews: 0,
    fencing: false,
    skew: ms(0),
};

const FAULTS: Plan = Plan {
    name: "faults",
    seeds: 25,
    span: ms(12_000),
    faults: &[Kill, Stop, Hang, Die, CutOff, Empty],
    pause: ms(500),
    leases: &[400, 1000, 2500],
    timeouts: &[0, 0, 300, 1000, 3000],
    works: &[0, 2, 20, 300],
    renews: 30,
    fencing: true,
    skew: ms(500),
    ..CALM
};

pub(super) const PLANS: &[Plan] = &[
    CALM,
    Plan {
        name: "deadlines",
        timeouts: &[0, 0, 5, 30, 300],
        works: &[0, 2, 20, 100],
        renews: 30,
        fencing: true,
        skew: ms(500),
        ..CALM
    },
    FAULTS,
    Plan {
        name: "away",
        seeds: 15,
        majority_stays: false,
        ..FAULTS
    },
    // Messages that are late or lost, so that answers come when nobody waits for them.
    Plan {
        name: "late",
        seeds: 20,
        span: ms(8000),
        faults: &[Cut, Cut, Forget],
        pause: ms(150),
        majority_stays: false,
        slow: (3, ms(1500)),
        leases: &[1000, 2500],
        timeouts: &[0, 300, 1000, 3000],
        works: &[0, 2, 20],
        renews: 30,
        fencing: true,
        skew: ms(500),
        ..CALM
    },
    // Leases so long that no key is gone by itself.
    Plan {
        name: "leaks",
        seeds: 16,
        span: ms(8000),
        faults: &[Hang, Die, CutOff, Cut, Cut, Forget],
        pause: ms(300),
        leases: &[60_000],
        timeouts: &[0, 0, 100, 1000, 3000],
        // So that nobody owes more tokens to a server than are kept for it.
        works: &[20, 50],
        ..CALM
    },
    // Leases that end while their holders work, and answers that come when nobody waits for them any more.
    Plan {
        name: "tight",
        seeds: 15,
        slow: (15, ms(250)),
        leases: &[400],
        timeouts: &[3000],
        works: &[20, 390],
        fencing: true,
        skew: ms(500),
        ..CALM
    },
    // Servers that often answer when the next question was asked already.
    Plan {
        name: "owing",
        seeds: 15,
        servers: &[3],
        one_ways: &[100],
        slow: (40, ms(200)),
        leases: &[2500],
        timeouts: &[0, 0, 300],
        works: &[20, 100],
        fencing: true,
        ..CALM
    },
    // Waits only, with a minority in trouble.
    Plan {
        name: "minority",
        seeds: 12,
        span: ms(8000),
        faults: &[Hang, Die, CutOff],
        pause: ms(400),
        leases: &[20_000],
        timeouts: &[60_000],
        retry_for: &[2500],
        works: &[0, 2, 20],
        ..CALM
    },
];

impl Plan {
    pub(super) fn named(name: &str) -> &'static Self {
        let found = PLANS.iter().find(|plan| plan.name == name);
        found.unwrap_or_else(|| panic!("there is no plan {name}"))
    }

    pub(super) fn has(&self, fault: QuorumFault) -> bool {
        self.faults.contains(&fault)
    }

    /// Returns whether nothing goes wrong.
    pub(super) fn is_calm(&self) -> bool {
        self.faults.is_empty() && self.slow.0 == 0
    }

    /// Returns whether no wait meets its deadline.
    pub(super) fn is_patient(&self) -> bool {
        self.timeouts.iter().all(|timeout| *timeout >= 60_000)
    }

    /// Returns for how long the lock may be without a holder while somebody waits and no server falls ill or comes back, if
    /// there is a limit. A waiter in front that has gone counts for two seconds, the one behind it finds out within another
    /// one, and the first of the queue looks twice and more before it passes a remnant at the gate over.
    pub(super) fn longest_idle(&self) -> Option<Duration> {
        let is_prompt = self.slow.0 == 0 && !self.has(Cut);
        match self.is_patient() && is_prompt {
            true if self.is_calm() => Some(ms(300)),
            true => Some(ms(4500)),
            false => None,
        }
    }

    /// Returns whether a majority of the servers can say at each moment who has the lock, if that majority is well.
    /// Behind its deadline a wait may not be able to say it, while a holder has a server that is away.
    pub(super) fn is_decidable(&self) -> bool {
        let is_prompt = self.slow.0 == 0 && !self.has(Cut);
        self.is_calm() || self.is_patient() && is_prompt
    }
}
