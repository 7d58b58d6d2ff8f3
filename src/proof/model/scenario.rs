//! What may happen in a run, for `world`, `faults` and `judge`, which is how clients wait, how long messages
//! take and which faults there are.

use std::time::Duration;

use crate::token::TokenKind::{self, Lock, Share};

/// A fault that a scenario can draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScenarioFault {
    /// A connection breaks while commands or replies may be in flight on it.
    Cut,
    /// A process is killed, and its host closes the connections for it, or dies with it.
    Kill,
    /// A process is stopped, and goes on later.
    Stop,
    /// A signal handler throws an exception into a wait.
    Interrupt,
    /// Another library takes the lock by SET NX, and gives it back by DEL or never.
    Foreign,
    /// The server's clock is set forward or back.
    Skew,
    /// The server's clock is set back by less than a second, as by a failover to a master that is behind. All
    /// such steps of a run take less time than a waiter may go unseen.
    Behind,
    /// A waiter gets a later ticket with its next answer, as where the gate of a quorum changes. Only the line of its
    /// process hears of that, because the one server of a run keeps every ticket.
    Later,
    /// The server has no memory left for a while.
    Full,
    /// The server is stopped, and executes what came meanwhile when it goes on.
    Halt,
    /// The slot moves to another node of a Cluster, key by key.
    Move,
    /// The slot begins to move, and stays in the midst of it for seconds.
    LeaveMove,
    /// The slot begins to move and stays in the midst of it for seconds, while the target forgets the move,
    /// so no node can create a key.
    HalfMove,
}

/// The probabilities of what clients do, and of what goes wrong, in a run.
#[derive(Debug)]
pub(super) struct Scenario {
    pub(super) name: &'static str,
    /// The number of runs that the test makes, each from a seed of its own.
    pub(super) seeds: u64,
    /// The faults to draw from, of which one that stands here twice is drawn twice as often.
    pub(super) faults: &'static [ScenarioFault],
    /// The longest time from one fault to the next.
    pub(super) pause: Duration,
    /// The time from the beginning of the run in which there are faults.
    pub(super) trouble: Duration,
    /// The longest time that a message takes, unless it is a slow one.
    pub(super) delay: Duration,
    /// The percentage of messages that are slow, and the longest time that these take.
    pub(super) slow: (u64, Duration),
    /// The percentage of waits that have a deadline.
    pub(super) hurry: u64,
    /// The percentage of waits that do not last through every outage.
    pub(super) impatient: u64,
    /// The percentage of holders that stay for longer than their lease.
    pub(super) overstay: u64,
    /// The leases from which a wait draws its own, in milliseconds.
    pub(super) leases: &'static [u64],
    pub(super) looks: &'static [u64],
    /// What a wait wants, from which each draws its own, and all want the lock alone where nothing is said.
    pub(super) wants: &'static [TokenKind],
    /// The percentage of holders that renew their lease before they release it, again and again.
    pub(super) renewals: u64,
    /// The percentage of locks whose release is not awaited.
    pub(super) ahead: u64,
    /// Whether every second client runs the scripts of an earlier version, while the others ask the server as one of
    /// a quorum.
    pub(super) beside: bool,
    /// Whether the clients are fibers of a few processes.
    pub(super) fibers: bool,
    /// Whether the processes of these fibers have too few bells or connections now and then.
    pub(super) short: bool,
}

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

const LEASES: &[u64] = &[50, 200, 500, 900, 1500, 5000, 5000, 30_000];

/// Locks and shares of one name, with and without a limit.
const SHARES: &[TokenKind] = &[
    Lock,
    Lock,
    Share(None),
    Share(None),
    Share(Some(1)),
    Share(Some(2)),
    Share(Some(2)),
    Share(Some(3)),
];

const CALM: Scenario = Scenario {
    name: "calm",
    seeds: 300,
    faults: &[],
    pause: ms(0),
    trouble: ms(0),
    delay: Duration::from_micros(500),
    slow: (0, ms(0)),
    hurry: 0,
    impatient: 0,
    overstay: 0,
    leases: LEASES,
    looks: &[20, 100, 300],
    wants: &[],
    renewals: 0,
    ahead: 0,
    beside: false,
    fibers: false,
    short: false,
};

const SHARED: Scenario = Scenario {
    name: "shared",
    wants: SHARES,
    renewals: 40,
    ..CALM
};

pub(super) const SCENARIOS: &[Scenario] = &[
    CALM,
    Scenario {
        name: "deadlines",
        faults: &[ScenarioFault::Interrupt],
        pause: ms(10),
        trouble: ms(200),
        hurry: 70,
        overstay: 10,
        ..CALM
    },
    Scenario {
        name: "slow",
        slow: (10, ms(1200)),
        hurry: 30,
        overstay: 10,
        ..CALM
    },
    Scenario {
        name: "cuts",
        faults: &[ScenarioFault::Cut],
        pause: ms(10),
        trouble: ms(200),
        hurry: 30,
        ..CALM
    },
    Scenario {
        name: "outages",
        faults: &[
            ScenarioFault::Cut,
            ScenarioFault::Cut,
            ScenarioFault::Interrupt,
        ],
        pause: ms(5),
        trouble: ms(400),
        hurry: 30,
        impatient: 60,
        ..CALM
    },
    Scenario {
        name: "kills",
        faults: &[ScenarioFault::Kill],
        pause: ms(10),
        trouble: ms(100),
        ..CALM
    },
    Scenario {
        name: "stops",
        faults: &[ScenarioFault::Stop],
        pause: ms(100),
        trouble: ms(400),
        hurry: 20,
        overstay: 10,
        leases: &[200, 900, 5000, 30_000],
        looks: &[100, 300],
        ..CALM
    },
    Scenario {
        name: "foreign",
        faults: &[ScenarioFault::Foreign],
        pause: ms(30),
        trouble: ms(300),
        hurry: 30,
        overstay: 5,
        ..CALM
    },
    Scenario {
        name: "skew",
        faults: &[
            ScenarioFault::Skew,
            ScenarioFault::Cut,
            ScenarioFault::Foreign,
        ],
        pause: ms(100),
        trouble: ms(1500),
        hurry: 20,
        ..CALM
    },
    Scenario {
        name: "behind",
        faults: &[ScenarioFault::Behind],
        pause: ms(100),
        trouble: ms(1500),
        ..CALM
    },
    Scenario {
        name: "full",
        faults: &[
            ScenarioFault::Full,
            ScenarioFault::Full,
            ScenarioFault::Cut,
            ScenarioFault::Interrupt,
        ],
        pause: ms(30),
        trouble: ms(400),
        hurry: 30,
        ..CALM
    },
    Scenario {
        name: "moves",
        faults: &[
            ScenarioFault::Move,
            ScenarioFault::Move,
            ScenarioFault::Move,
            ScenarioFault::Cut,
        ],
        pause: ms(60),
        trouble: ms(600),
        hurry: 30,
        overstay: 5,
        ..CALM
    },
    Scenario {
        name: "left",
        faults: &[
            ScenarioFault::LeaveMove,
            ScenarioFault::LeaveMove,
            ScenarioFault::Cut,
        ],
        pause: ms(60),
        trouble: ms(1000),
        hurry: 30,
        overstay: 5,
        ..CALM
    },
    Scenario {
        name: "half",
        faults: &[
            ScenarioFault::HalfMove,
            ScenarioFault::HalfMove,
            ScenarioFault::Cut,
        ],
        pause: ms(60),
        trouble: ms(1000),
        hurry: 30,
        overstay: 5,
        ..CALM
    },
    // Leases that are hardly shorter than a claim.
    Scenario {
        name: "alike",
        faults: &[ScenarioFault::Move],
        pause: ms(10),
        trouble: ms(2000),
        leases: &[900],
        ..CALM
    },
    // Processes of three versions at the same lock, of which the present ones pass their keys on.
    Scenario {
        name: "beside",
        faults: &[
            ScenarioFault::Cut,
            ScenarioFault::Kill,
            ScenarioFault::Interrupt,
            ScenarioFault::Foreign,
        ],
        pause: ms(50),
        trouble: ms(300),
        hurry: 30,
        overstay: 5,
        beside: true,
        ..CALM
    },
    // Releases whose answers nobody waits for.
    Scenario {
        name: "ahead",
        overstay: 10,
        ahead: 90,
        ..CALM
    },
    Scenario {
        name: "unread",
        faults: &[
            ScenarioFault::Cut,
            ScenarioFault::Cut,
            ScenarioFault::Cut,
            ScenarioFault::Kill,
            ScenarioFault::Stop,
            ScenarioFault::Interrupt,
            ScenarioFault::Halt,
        ],
        pause: ms(20),
        trouble: ms(600),
        slow: (2, ms(1200)),
        hurry: 30,
        overstay: 10,
        ahead: 80,
        ..CALM
    },
    // Their answers are errors now and then.
    Scenario {
        name: "errors",
        faults: &[
            ScenarioFault::Move,
            ScenarioFault::LeaveMove,
            ScenarioFault::Full,
            ScenarioFault::Cut,
        ],
        pause: ms(40),
        trouble: ms(600),
        hurry: 40,
        overstay: 20,
        ahead: 80,
        ..CALM
    },
    // Fibers of a few processes.
    Scenario {
        name: "fibers",
        fibers: true,
        ..CALM
    },
    Scenario {
        name: "destroyed",
        faults: &[ScenarioFault::Interrupt],
        pause: ms(3),
        trouble: ms(300),
        hurry: 30,
        overstay: 5,
        fibers: true,
        short: true,
        ..CALM
    },
    Scenario {
        name: "gates",
        faults: &[
            ScenarioFault::Later,
            ScenarioFault::Later,
            ScenarioFault::Later,
            ScenarioFault::Interrupt,
        ],
        pause: ms(10),
        trouble: ms(500),
        overstay: 5,
        fibers: true,
        short: true,
        ..CALM
    },
    Scenario {
        name: "loops",
        faults: &[
            ScenarioFault::Cut,
            ScenarioFault::Kill,
            ScenarioFault::Stop,
            ScenarioFault::Interrupt,
            ScenarioFault::Interrupt,
            ScenarioFault::Foreign,
        ],
        pause: ms(30),
        trouble: ms(500),
        slow: (2, ms(400)),
        hurry: 30,
        overstay: 5,
        fibers: true,
        short: true,
        ..CALM
    },
    // Locks and shares of one name.
    SHARED,
    Scenario {
        name: "shared_semaphore",
        faults: &[ScenarioFault::Kill, ScenarioFault::Interrupt],
        pause: ms(20),
        trouble: ms(200),
        hurry: 20,
        overstay: 10,
        wants: &[Share(Some(2)), Share(Some(2)), Share(Some(3)), Lock],
        ..SHARED
    },
    Scenario {
        name: "shared_cuts",
        faults: &[
            ScenarioFault::Cut,
            ScenarioFault::Cut,
            ScenarioFault::Interrupt,
        ],
        pause: ms(10),
        trouble: ms(400),
        slow: (3, ms(1200)),
        hurry: 40,
        impatient: 20,
        overstay: 5,
        ahead: 40,
        ..SHARED
    },
    Scenario {
        name: "shared_mortals",
        faults: &[ScenarioFault::Kill, ScenarioFault::Stop],
        pause: ms(30),
        trouble: ms(400),
        hurry: 20,
        overstay: 20,
        leases: &[50, 200, 200, 900, 5000, 5000],
        ..SHARED
    },
    Scenario {
        name: "shared_moves",
        faults: &[
            ScenarioFault::Move,
            ScenarioFault::Move,
            ScenarioFault::LeaveMove,
            ScenarioFault::HalfMove,
            ScenarioFault::Cut,
        ],
        pause: ms(60),
        trouble: ms(600),
        hurry: 30,
        overstay: 5,
        ..SHARED
    },
    Scenario {
        name: "shared_behind",
        faults: &[ScenarioFault::Behind, ScenarioFault::Halt],
        pause: ms(100),
        trouble: ms(1500),
        ..SHARED
    },
    // Beside another library, which takes the name as a string or as a sorted set of its own.
    Scenario {
        name: "shared_foreign",
        faults: &[
            ScenarioFault::Foreign,
            ScenarioFault::Foreign,
            ScenarioFault::Kill,
        ],
        pause: ms(30),
        trouble: ms(300),
        hurry: 30,
        overstay: 5,
        ..SHARED
    },
    Scenario {
        name: "shared_skew",
        faults: &[
            ScenarioFault::Skew,
            ScenarioFault::Cut,
            ScenarioFault::Foreign,
        ],
        pause: ms(100),
        trouble: ms(1500),
        hurry: 20,
        ..SHARED
    },
    Scenario {
        name: "shared_fibers",
        faults: &[
            ScenarioFault::Cut,
            ScenarioFault::Kill,
            ScenarioFault::Interrupt,
        ],
        pause: ms(30),
        trouble: ms(300),
        hurry: 20,
        overstay: 5,
        fibers: true,
        short: true,
        ..SHARED
    },
    Scenario {
        name: "shared_everything",
        faults: &[
            ScenarioFault::Cut,
            ScenarioFault::Cut,
            ScenarioFault::Kill,
            ScenarioFault::Stop,
            ScenarioFault::Interrupt,
            ScenarioFault::Foreign,
            ScenarioFault::Full,
            ScenarioFault::Move,
            ScenarioFault::LeaveMove,
            ScenarioFault::HalfMove,
            ScenarioFault::Halt,
        ],
        pause: ms(20),
        trouble: ms(500),
        slow: (3, ms(400)),
        hurry: 30,
        impatient: 20,
        overstay: 5,
        ahead: 40,
        ..SHARED
    },
    Scenario {
        name: "everything",
        faults: &[
            ScenarioFault::Cut,
            ScenarioFault::Cut,
            ScenarioFault::Kill,
            ScenarioFault::Stop,
            ScenarioFault::Interrupt,
            ScenarioFault::Foreign,
            ScenarioFault::Full,
            ScenarioFault::Move,
            ScenarioFault::LeaveMove,
            ScenarioFault::HalfMove,
        ],
        pause: ms(20),
        trouble: ms(500),
        slow: (3, ms(400)),
        hurry: 30,
        impatient: 20,
        overstay: 5,
        ahead: 40,
        ..CALM
    },
];

impl Scenario {
    pub(super) fn named(name: &str) -> &'static Self {
        let found = SCENARIOS.iter().find(|scenario| scenario.name == name);
        found.unwrap_or_else(|| panic!("there is no scenario {name}"))
    }

    pub(super) fn has(&self, fault: ScenarioFault) -> bool {
        self.faults.contains(&fault)
    }

    /// Returns whether the slot moves.
    pub(super) fn has_moves(&self) -> bool {
        use ScenarioFault::{HalfMove, LeaveMove, Move};
        self.faults
            .iter()
            .any(|fault| matches!(fault, Move | LeaveMove | HalfMove))
    }

    /// Returns whether nothing happens at all, and no client is in a hurry.
    pub(super) fn is_undisturbed(&self) -> bool {
        self.slow.0 == 0 && self.faults.is_empty() && self.hurry == 0
    }

    /// Returns whether nothing happens to a client but what it does itself.
    pub(super) fn is_calm(&self) -> bool {
        self.slow.0 == 0
            && self
                .faults
                .iter()
                .all(|fault| *fault == ScenarioFault::Interrupt)
    }

    /// Returns the longest time that a message may take.
    pub(super) fn longest_delay(&self) -> Duration {
        self.delay.max(self.slow.1)
    }
}
