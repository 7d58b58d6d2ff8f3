//! Locks and shares of one name in virtual time, through thousands of interleavings. Persons want the name alone, or
//! beside others, or beside so many at most, and ask the real questions, while some are stopped or killed.
//!
//! The model of the lock (`model`) knows one holder. This one is smaller and has several: it asks by itself instead of by
//! the real `Waiter`, and loses no reply. A run follows from its seed alone: `MODEL=shared:seed cargo test shares`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use super::fake::FakeClock;
use super::fake::server::FakeServer;
use super::random::Random;
use super::seeds::Seeds;
use crate::clock::{Clock, Moment};
use crate::protocol::mutex::keys::wake_list;
use crate::protocol::mutex::{acquire, free, release, renew, take};
use crate::protocol::{Question, Reply};
use crate::store::{LeaseRequest, Standing, Ticket};

const KEY: &[u8] = b"lock:n";
const MOST: usize = 8;
/// No run takes as long in virtual time.
const END: Duration = Duration::from_secs(600);
/// The longest sleep of a waiter, so that it counts as seen.
const LOOK: Duration = Duration::from_millis(500);

/// What a person wants of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    Alone,
    Beside,
    BesideAtMost(usize),
    /// As a library that knows only `SET NX`.
    Foreign,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SharerStage {
    Idle,
    Waits,
    Holds,
    Done,
    Dead,
}

struct Sharer {
    want: Want,
    stage: SharerStage,
    token: String,
    ticket: Option<i64>,
    looks_at: Moment,
    /// The moment until which the lease lives at the server, if nothing ends it before.
    until: Moment,
    stopped_until: Moment,
    /// Whether it was stopped in this wait, so that others may rightly have passed it.
    was_stopped: bool,
    rounds: usize,
}

/// How the runs of a scenario differ.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a trouble of its own"
)]
struct Trouble {
    name: &'static str,
    seeds: u64,
    stops: bool,
    kills: bool,
    moves: bool,
    foreign: bool,
}

static TROUBLES: [Trouble; 4] = [
    Trouble {
        name: "shared",
        seeds: 400,
        stops: false,
        kills: false,
        moves: false,
        foreign: false,
    },
    Trouble {
        name: "shared_by_mortals",
        seeds: 400,
        stops: true,
        kills: true,
        moves: false,
        foreign: false,
    },
    Trouble {
        name: "shared_on_the_move",
        seeds: 400,
        stops: true,
        kills: true,
        moves: true,
        foreign: false,
    },
    Trouble {
        name: "shared_beside_others",
        seeds: 400,
        stops: true,
        kills: true,
        moves: false,
        foreign: true,
    },
];

/// A place in a script and what stands there in a broken one.
type Mutation = (&'static str, &'static str);

struct SharedWorld {
    clock: &'static FakeClock,
    server: FakeServer,
    random: Random,
    trouble: &'static Trouble,
    mutation: Option<Mutation>,
    edited: RefCell<HashMap<String, Option<&'static str>>>,
    sharers: Vec<Sharer>,
    tokens: usize,
    grants: u64,
    broken: Option<String>,
    history: Vec<String>,
}

impl SharedWorld {
    fn new(trouble: &'static Trouble, seed: u64, mutation: Option<Mutation>) -> Self {
        let clock = FakeClock::new();
        let mut random = Random::new(seed);
        let limit = 1 + random.below(4);
        let sharers = (0..2 + random.below(MOST - 1)).map(|_| {
            let want = match random.below(if trouble.foreign { 8 } else { 7 }) {
                0 | 1 => Want::Alone,
                2 | 3 => Want::Beside,
                7 => Want::Foreign,
                other => Want::BesideAtMost(limit + other % 2),
            };
            Sharer {
                want,
                stage: SharerStage::Idle,
                token: String::new(),
                ticket: None,
                looks_at: Moment::PAST,
                until: Moment::PAST,
                stopped_until: Moment::PAST,
                was_stopped: false,
                rounds: 2 + random.below(6),
            }
        });
        let sharers = sharers.collect();
        Self {
            clock,
            server: FakeServer::new(clock),
            random,
            trouble,
            mutation,
            edited: RefCell::default(),
            sharers,
            tokens: 0,
            grants: 0,
            broken: None,
            history: Vec::new(),
        }
    }

    fn run(mut self) -> Self {
        let end = self.clock.now().after(END);
        while self.broken.is_none() && self.sharers.iter().any(|it| !it.is_over()) {
            let span = self.random.span(Duration::ZERO, Duration::from_millis(12));
            self.clock.pass(span);
            if self.clock.now() > end {
                self.breaks("somebody waits for ever".into());
                break;
            }
            self.moves();
            // Each acts in each round, in another order, so who is not stopped reads its wake-up in time.
            let first = self.random.below(self.sharers.len());
            for id in 0..self.sharers.len() {
                self.acts((first + id) % self.sharers.len());
            }
        }
        if self.broken.is_none() {
            while self.server.is_moving() {
                self.server.move_one(0);
            }
            self.clock.pass(Duration::from_secs(6));
            let left = self.server.keys();
            if !left.is_empty() {
                let left: Vec<_> = left
                    .iter()
                    .map(|key| String::from_utf8_lossy(key))
                    .collect();
                let left = format!("left behind: {left:?}");
                self.breaks(left);
            }
        }
        self
    }

    fn moves(&mut self) {
        if !self.trouble.moves {
            return;
        }
        if self.server.is_moving() {
            if self.random.percent(30) {
                let which = self.random.below(4);
                self.server.move_one(which);
            }
        } else if self.random.percent(5) {
            self.server.begin_to_move();
        }
    }

    fn acts(&mut self, id: usize) {
        let now = self.clock.now();
        let sharer = &mut self.sharers[id];
        if sharer.is_over() || sharer.stopped_until > now {
            return;
        }
        if self.trouble.kills && sharer.stage != SharerStage::Idle && self.random.percent(1) {
            sharer.stage = if sharer.stage == SharerStage::Holds {
                SharerStage::Dead
            } else {
                SharerStage::Done
            };
            self.note(id, "is killed");
            return;
        }
        if self.trouble.stops && self.random.percent(2) {
            let span = self
                .random
                .span(Duration::from_millis(20), Duration::from_secs(3));
            sharer.stopped_until = now.after(span);
            sharer.was_stopped = true;
            return;
        }
        match sharer.stage {
            SharerStage::Idle if self.random.percent(30) => self.begins(id),
            SharerStage::Waits => self.waits(id),
            SharerStage::Holds => self.holds(id),
            _ => {}
        }
    }

    fn begins(&mut self, id: usize) {
        self.tokens += 1;
        let number = self.tokens;
        let sharer = &mut self.sharers[id];
        sharer.token = match sharer.want {
            Want::Beside => format!("share:{number:032x}"),
            Want::BesideAtMost(limit) => format!("share{limit}:{number:032x}"),
            Want::Alone | Want::Foreign => format!("{number:032x}"),
        };
        (sharer.ticket, sharer.was_stopped) = (None, false);
        if sharer.want == Want::Foreign {
            let token = sharer.token.clone();
            let words: [&[u8]; 6] = [b"SET", KEY, token.as_bytes(), b"NX", b"PX", b"700"];
            if self.server.call(&words) == Reply::Okay {
                self.granted(id, Duration::from_millis(700));
            }
            return;
        }
        self.asks(id, Standing::Newcomer);
    }

    fn waits(&mut self, id: usize) {
        let list = wake_list(KEY, self.sharers[id].token.as_bytes());
        let ticket = self.sharers[id].ticket.map(Ticket);
        match self.server.call(&[b"LPOP", &list]) {
            Reply::Bytes(word) if word.starts_with(b"yours") => {
                self.asks(id, Standing::HandedOver(ticket));
            }
            Reply::Bytes(_) => self.asks(id, Standing::Waiter(ticket)),
            _ if self.random.percent(1) => self.ends(id),
            _ if self.sharers[id].looks_at <= self.clock.now() => {
                self.asks(id, Standing::Waiter(ticket));
            }
            _ => {}
        }
    }

    fn holds(&mut self, id: usize) {
        let now = self.clock.now();
        if self.sharers[id].until <= now {
            self.note(id, "has outlived its lease");
            self.rests(id);
        } else if self.random.percent(5) && self.sharers[id].want != Want::Foreign {
            let (token, lease) = (self.sharers[id].token.clone(), self.lease());
            let request = request(&token, lease);
            match self.ask(&renew::question(&request)) {
                Reply::Int(1) => {
                    let until = now.after(lease.saturating_sub(Duration::from_millis(1)));
                    self.sharers[id].until = self.sharers[id].until.max(until);
                    self.note(id, "renews");
                }
                Reply::Int(_) => self.breaks(format!("{id} has lost a lease that lives")),
                _ => {}
            }
        } else if self.random.percent(30) {
            self.ends(id);
        }
    }

    /// A release: of a lease, or of a place in the queue. In a slot that moves the short form does it, and leaves the place.
    fn ends(&mut self, id: usize) {
        let token = self.sharers[id].token.clone();
        let holds = self.sharers[id].stage == SharerStage::Holds;
        let reply = if self.sharers[id].want == Want::Foreign {
            self.server.call(&[b"DEL", KEY])
        } else {
            self.ask(&release::question(KEY, token.as_bytes()))
        };
        let reply = match reply {
            Reply::Error { .. } => self.ask(&free::question(KEY, token.as_bytes())),
            reply => reply,
        };
        self.note(id, "releases");
        match reply {
            Reply::Int(1) | Reply::Error { .. } => {}
            _ if holds => self.breaks(format!("{id} has lost a lease that lives")),
            _ => {}
        }
        if !matches!(reply, Reply::Error { .. }) {
            self.rests(id);
        }
    }

    fn asks(&mut self, id: usize, standing: Standing) {
        let (token, lease) = (self.sharers[id].token.clone(), self.lease());
        let request = request(&token, lease);
        let reply = match self.ask(&acquire::join(&request, standing)) {
            Reply::Error { .. } if self.trouble.moves => self.ask(&take::question(&request)),
            reply => reply,
        };
        let now = self.clock.now();
        match reply.items() {
            Some([Reply::Int(1), ..]) => self.granted(id, lease),
            Some([Reply::Int(0), Reply::Int(left), Reply::Int(ticket), _]) => {
                let left = u64::try_from(*left).map_or(LOOK, Duration::from_millis);
                let sharer = &mut self.sharers[id];
                (sharer.stage, sharer.ticket) = (SharerStage::Waits, Some(*ticket));
                sharer.looks_at = now.after(left.min(LOOK));
                self.note(id, "waits");
            }
            Some([Reply::Int(0)]) | None if self.trouble.moves => {
                let sharer = &mut self.sharers[id];
                sharer.stage = SharerStage::Waits;
                sharer.looks_at = now.after(Duration::from_millis(20));
            }
            _ => self.breaks(format!("{id} gets {reply:?}")),
        }
    }

    /// Judges a grant.
    fn granted(&mut self, id: usize, lease: Duration) {
        let now = self.clock.now();
        self.grants += 1;
        self.note(id, "is granted");
        let others = (0..self.sharers.len()).filter(|other| *other != id);
        let live: Vec<_> = others
            .filter(|other| self.sharers[*other].has(now))
            .collect();
        let is_share = |id: usize| self.sharers[id].is_share();
        if live.iter().any(|other| !is_share(id) || !is_share(*other)) {
            self.breaks(format!("{id} is granted beside {live:?}"));
        }
        if !self.trouble.moves && self.sharers[id].want != Want::Foreign {
            let mine = self.sharers[id].ticket.unwrap_or(i64::MAX);
            let passed = (0..self.sharers.len()).find(|other| {
                let other = &self.sharers[*other];
                let waits = other.stage == SharerStage::Waits && !other.was_stopped;
                waits && other.ticket < Some(mine) && !self.has_claim(&other.token)
            });
            if let Some(passed) = passed.filter(|passed| *passed != id) {
                self.breaks(format!("{id} has passed {passed}"));
            }
        }
        let sharer = &mut self.sharers[id];
        sharer.stage = SharerStage::Holds;
        // The server keeps whole milliseconds, and rounds down.
        let until = now.after(lease.saturating_sub(Duration::from_millis(1)));
        sharer.until = until;
    }

    fn has_claim(&self, token: &str) -> bool {
        self.server.call(&[b"GET", KEY]) == Reply::Bytes(token.into())
            || matches!(
                self.server.call(&[b"ZSCORE", KEY, token.as_bytes()]),
                Reply::Bytes(_)
            )
    }

    fn rests(&mut self, id: usize) {
        let sharer = &mut self.sharers[id];
        sharer.rounds -= 1;
        sharer.until = Moment::PAST;
        sharer.stage = if sharer.rounds == 0 {
            SharerStage::Done
        } else {
            SharerStage::Idle
        };
    }

    fn lease(&mut self) -> Duration {
        Duration::from_millis(self.random.pick(&[120, 400, 1500]))
    }

    /// Asks the server, and judges who was let in by that.
    fn ask<A>(&mut self, question: &Question<A>) -> Reply {
        let mut before = self.inside();
        let reply = self.execute(question);
        let mut entered = self.inside();
        // A release takes one out before it lets others in.
        before.retain(|token| entered.contains(token));
        entered.retain(|token| !before.contains(token));
        let is_known = |token: &String| self.sharers.iter().any(|it| it.token == *token);
        if !entered.iter().all(is_known) {
            // A slot that moved has left an abandoned token in the queue, whose ticket nobody knows.
            return reply;
        }
        // A script lets them in by their tickets, and who has none comes last.
        entered.sort_by_key(|token| {
            let sharer = self.sharers.iter().find(|it| it.token == *token);
            sharer.and_then(|it| it.ticket).unwrap_or(i64::MAX)
        });
        for (place, token) in entered.iter().enumerate() {
            let digits = token.strip_prefix("share").unwrap().split(':').next();
            let limit = digits.unwrap().parse().unwrap_or(usize::MAX);
            if before.len() + place >= limit {
                let others = before.len() + place;
                self.breaks(format!("{token} is let in beside {others}"));
            }
        }
        reply
    }

    /// Returns the tokens of the shares that live at the server.
    fn inside(&self) -> Vec<String> {
        let text = |reply: &Reply| match reply {
            Reply::Bytes(bytes) => String::from_utf8(bytes.clone()).unwrap(),
            other => panic!("{other:?}"),
        };
        let time = self.server.call(&[b"TIME"]);
        let [seconds, micros] = time.items().unwrap() else {
            panic!("{time:?}");
        };
        let [seconds, micros] = [seconds, micros].map(|part| text(part).parse::<f64>().unwrap());
        let now = seconds * 1e3 + (micros / 1e3).floor();
        let found = self
            .server
            .call(&[b"ZRANGE", KEY, b"0", b"-1", b"WITHSCORES"]);
        let pairs = found.items().unwrap_or_default().chunks(2);
        let live = pairs.filter(|pair| text(&pair[1]).parse::<f64>().unwrap() > now);
        live.map(|pair| text(&pair[0])).collect()
    }

    /// Runs the broken script if there is one.
    fn execute<A>(&self, question: &Question<A>) -> Reply {
        let Some((right, wrong)) = self.mutation else {
            return self.server.ask(question);
        };
        self.server.run_edited(&question.call, |text| {
            let mut edited = self.edited.borrow_mut();
            *edited.entry(text.to_owned()).or_insert_with(|| {
                let broken = text.replacen(right, wrong, 1);
                (broken != text).then(|| &*broken.leak())
            })
        })
    }

    fn breaks(&mut self, what: String) {
        self.broken.get_or_insert(what);
    }

    fn note(&mut self, id: usize, what: &str) {
        let at = self.clock.now().until(Moment::PAST);
        let want = self.sharers[id].want;
        self.history
            .push(format!("{:.3} {id} ({want:?}) {what}", at.as_secs_f64()));
    }
}

impl Sharer {
    fn is_over(&self) -> bool {
        matches!(self.stage, SharerStage::Done | SharerStage::Dead)
    }

    fn is_share(&self) -> bool {
        matches!(self.want, Want::Beside | Want::BesideAtMost(_))
    }

    /// Whether its lease lives. The lease of a dead process keeps others out too.
    fn has(&self, now: Moment) -> bool {
        matches!(self.stage, SharerStage::Holds | SharerStage::Dead) && self.until > now
    }
}

fn request(token: &str, lease: Duration) -> LeaseRequest<'_> {
    LeaseRequest {
        key: KEY,
        token: token.as_bytes(),
        lease,
        fencing: false,
    }
}

#[allow(clippy::print_stdout, reason = "how much a passed run has seen")]
fn explore(name: &str) {
    let trouble = TROUBLES.iter().find(|it| it.name == name).unwrap();
    let Some(seeds) = Seeds::of(name, trouble.seeds) else {
        return;
    };
    let (runs, mut grants) = (seeds.count(), 0);
    for seed in seeds.range {
        let world = SharedWorld::new(trouble, seed, None).run();
        grants += world.grants;
        if let Some(broken) = &world.broken {
            panic!(
                "{broken}\nMODEL={name}:{seed}\n{}",
                world.history.join("\n")
            );
        }
    }
    println!("{name}: {runs} runs, {grants} events, each a grant");
}

macro_rules! troubles {
    ($($name:ident),+) => {
        /// A folder of their own, by which the long proof finds them.
        mod runs {
            $(#[test] fn $name() { super::explore(stringify!($name)); })+
        }
    };
}

troubles!(
    shared,
    shared_by_mortals,
    shared_on_the_move,
    shared_beside_others
);

#[test]
fn a_broken_script_of_shares_is_noticed() {
    let mutations: [Mutation; 6] = [
        ("not limit or not room(limit)", "not limit"),
        ("count == 0 or room(limit)", "true"),
        ("not head or head[1] == token", "true"),
        (
            "redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2]))",
            "redis.call('PEXPIRE', KEYS[1], 100)",
        ),
        (
            "if holder == token or lives(token)",
            "if holder or lives(token)",
        ),
        ("tonumber(ends) > ms() and tonumber(ends)", "false"),
    ];
    for mutation in mutations {
        let mut noticed = false;
        'seeds: for seed in 0..300 {
            for trouble in &TROUBLES[..2] {
                let world = SharedWorld::new(trouble, seed, Some(mutation)).run();
                if world.broken.is_some() {
                    noticed = true;
                    break 'seeds;
                }
            }
        }
        assert!(noticed, "nobody notices {mutation:?}");
    }
}
