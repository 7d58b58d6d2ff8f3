//! One run in virtual time, which `model` or `mutants` starts, with what is due when and the troubles in
//! between.

use std::collections::BTreeMap;
use std::time::Duration;

use super::client::{Client, ClientStage};
use super::connection::ModelConnection;
use super::holders::client_of;
use super::judge::Judge;
use super::process::ModelProcess;
use super::protocol::Protocol;
use super::request::{KEY, Request};
use super::rules::{Broken, Rule};
use super::scenario::Scenario;
use crate::clock::{Clock, Moment};
use crate::proof::fake::FakeClock;
use crate::proof::fake::server::FakeServer;
use crate::proof::random::Random;
use crate::protocol::Reply;
use crate::protocol::mutex::keys::fence_counter;

/// An event that is due at a moment of virtual time.
pub(super) enum Event {
    /// A request arrives at the server over this connection. It left its client at that moment.
    Arrive(usize, Request, Moment),
    /// The server ends the sleeps whose time is over.
    Look,
    /// The server goes on with the requests behind a sleep.
    GoOn(usize),
    /// A reply arrives at the client of this connection.
    Reply(usize, Reply),
    /// The client notices that its connection is broken.
    Broken(usize),
    Timer(usize, u64),
    /// The event loop of this client goes on with it if its bell rings.
    Ring(usize),
    /// The process of this client was stopped and goes on.
    Continue(usize),
    Trouble,
    /// Another library tries to get the lock, and tries this many times more while it is held.
    Foreign(usize),
    ForeignEnds(String),
    FullEnds,
    /// The next key of a slot moves to the other node.
    Move,
}

pub(super) struct ModelWorld<'a> {
    clock: &'static FakeClock,
    pub(super) server: FakeServer,
    pub(super) random: Random,
    pub(super) scenario: &'static Scenario,
    pub(super) protocol: &'a Protocol,
    agenda: BTreeMap<(Moment, u64), Event>,
    planned: u64,
    pub(super) connections: Vec<ModelConnection>,
    /// The connections that sleep at the server.
    pub(super) sleepers: Vec<usize>,
    pub(super) clients: Vec<Client>,
    pub(super) processes: Vec<ModelProcess>,
    pub(super) judge: Judge,
    pub(super) timers: u64,
    pub(super) tokens: usize,
    pub(super) trouble_ends: Moment,
    /// The moment until which the server is stopped.
    pub(super) halted_until: Moment,
    pub(super) skew: i64,
    history: Option<Vec<String>>,
}

/// The limit of a run in virtual time, because no run takes as long.
const END: Duration = Duration::from_secs(900);
const EVENTS: usize = 200_000;

/// The time after which a wake-up is gone that nobody has read: 3 s, and the millisecond in which they end.
const WAKE_UP: Duration = Duration::from_millis(3001);

/// The end of a run, with the rule that it broke if there is one.
pub(super) struct ScenarioOutcome {
    pub(super) broken: Option<Broken>,
    pub(super) history: Vec<String>,
    pub(super) longest_idle: Duration,
    pub(super) events: u64,
}

/// Makes the run of `seed` and returns its outcome, with its history if `tells`.
pub(super) fn run(
    scenario: &'static Scenario,
    protocol: &Protocol,
    seed: u64,
    tells: bool,
) -> ScenarioOutcome {
    let mut world = ModelWorld::new(scenario, protocol, seed, tells);
    world.live();
    ScenarioOutcome {
        broken: world.judge.broken,
        history: world.history.unwrap_or_default(),
        longest_idle: world.judge.longest_idle,
        events: world.planned,
    }
}

impl<'a> ModelWorld<'a> {
    fn new(scenario: &'static Scenario, protocol: &'a Protocol, seed: u64, tells: bool) -> Self {
        let clock = FakeClock::new();
        let mut random = Random::new(seed);
        let many = 2 + random.below(7);
        let hosts = if scenario.fibers {
            1 + random.below(3)
        } else {
            many
        };
        let clients = (0..many).map(|id| {
            let rounds = 1 + random.below(4);
            let look = random.pick(scenario.looks);
            Client::new(id % hosts, rounds, Duration::from_millis(look), clock)
        });
        let clients: Vec<_> = clients.collect();
        let processes = (0..hosts).map(|_| {
            let mut process = ModelProcess::new(clock, protocol.bugs);
            if scenario.short {
                process.is_short(&mut random);
            }
            process
        });
        let processes = processes.collect();
        Self {
            clock,
            server: FakeServer::new(clock),
            random,
            scenario,
            protocol,
            agenda: BTreeMap::new(),
            planned: 0,
            connections: Vec::new(),
            sleepers: Vec::new(),
            clients,
            processes,
            judge: Judge::new(scenario, many),
            timers: 0,
            tokens: 0,
            trouble_ends: clock.now().after(scenario.trouble),
            halted_until: Moment::PAST,
            skew: 0,
            history: tells.then(Vec::new),
        }
    }

    pub(super) fn now(&self) -> Moment {
        self.clock.now()
    }

    /// Returns the moment by the clients' clock, which is the clock of the run.
    pub(super) fn clock_now(&self) -> Moment {
        self.clock.now()
    }

    pub(super) fn plan(&mut self, at: Moment, event: Event) {
        self.planned += 1;
        self.agenda.insert((at, self.planned), event);
    }

    pub(super) fn note(&mut self, line: impl FnOnce() -> String) {
        let now = self.now().until(Moment::from_nanos(1_000_000_000));
        if let Some(history) = &mut self.history {
            history.push(format!(
                "{:>12.3} ms  {}",
                now.as_secs_f64() * 1000.0,
                line()
            ));
        }
    }

    fn live(&mut self) {
        for id in 0..self.clients.len() {
            self.think(id);
        }
        if !self.scenario.faults.is_empty() {
            self.plan(self.now(), Event::Trouble);
        }
        let end = self.now().after(END);
        for _ in 0..EVENTS {
            let is_over = self
                .clients
                .iter()
                .all(|client| client.stage == ClientStage::Done);
            if is_over || self.judge.broken.is_some() {
                break;
            }
            let Some(((at, _), event)) = self.agenda.pop_first().filter(|((at, _), _)| *at <= end)
            else {
                break;
            };
            self.clock.pass(at.until(self.now()));
            self.judge.look(self.now());
            self.happens(event);
        }
        if self.judge.broken.is_none() {
            self.finish();
        }
    }

    fn happens(&mut self, event: Event) {
        match event {
            Event::Arrive(at, request, leaves) => self.arrive(at, request, leaves),
            Event::Look => self.end_sleeps(),
            Event::GoOn(at) => self.execute_all(at),
            Event::Trouble => self.trouble(),
            Event::Foreign(tries) => self.foreign(tries),
            Event::ForeignEnds(token) => self.foreign_ends(&token),
            Event::FullEnds => {
                self.server.full(false);
                self.judge.disturbed(self.now());
            }
            Event::Move => self.move_on(),
            Event::Continue(id) => {
                self.clients[id].stopped_until = None;
                let (now, process) = (self.now(), self.clients[id].process);
                self.judge.goes_on(id, now);
                self.judge.lines[process].goes_on(now);
            }
            Event::Reply(at, _) | Event::Broken(at) => {
                let id = self.connections[at].client;
                self.unless_stopped(id, event);
            }
            Event::Timer(id, _) | Event::Ring(id) => self.unless_stopped(id, event),
        }
    }

    /// Delivers an event to a client, while a stopped process gets it when it goes on, and a dead one never.
    fn unless_stopped(&mut self, id: usize, event: Event) {
        if self.judge.people[id].is_dead {
            return;
        }
        if let Some(until) = self.clients[id].stopped_until {
            self.plan(until, event);
            return;
        }
        match event {
            Event::Reply(at, reply) => self.hears(at, &reply),
            Event::Broken(at) => self.notices(at),
            Event::Timer(id, timer) if self.clients[id].timer == timer => self.rings(id),
            Event::Ring(id) => self.hears_bell(id),
            _ => {}
        }
    }

    /// Checks what is left when every client is done.
    fn finish(&mut self) {
        let waiting: Vec<_> = (0..self.clients.len())
            .filter(|id| self.clients[*id].stage != ClientStage::Done)
            .collect();
        if !waiting.is_empty() {
            self.judge
                .breaks(Rule::End, format!("{waiting:?} have not come to an end"));
            return;
        }
        self.check_lines();
        let holders = self.holders();
        let mut own = holders.tokens().filter(|it| !it.starts_with("foreign"));
        let is_left = |token: &&str| {
            !self.judge.people[client_of(token)].is_dead && !self.judge.may_live_again(token)
        };
        if let Some(left) = own.find(is_left) {
            let what = format!("the key is left with {left}");
            self.judge.breaks(Rule::Leak, what);
        }
        // Requests of dead clients may still be in flight, for a second.
        let mut left = self.left();
        if self.judge.people.iter().any(|person| person.is_dead) {
            self.drain(Duration::from_secs(1));
            left = self.left();
        }
        self.clock.pass(left.max(WAKE_UP) + self.judge.set_back);
        if left > Duration::ZERO && self.judge.people.iter().any(|person| person.is_dead) {
            self.clock.pass(Duration::from_secs(3));
        }
        let fence = fence_counter(KEY);
        let keys = self.server.keys();
        let mut keys = keys.iter().filter(|key| **key != fence);
        if let Some(key) = keys.next() {
            let key = String::from_utf8_lossy(key).into_owned();
            self.judge
                .breaks(Rule::Residue, format!("{key} is left over"));
        }
    }

    /// Lets requests arrive for `span`, while no client hears of anything.
    fn drain(&mut self, span: Duration) {
        let end = self.now().after(span);
        while let Some(entry) = self.agenda.first_entry() {
            if entry.key().0 > end {
                break;
            }
            let ((at, _), event) = entry.remove_entry();
            self.clock.pass(at.until(self.now()));
            if matches!(event, Event::Arrive(..) | Event::Look | Event::GoOn(_)) {
                self.happens(event);
            }
        }
        self.clock.pass(end.until(self.now()));
    }
}
