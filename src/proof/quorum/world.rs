//! One run of the quorum's model in virtual time: the servers, the messages in flight, the clients' threads, of which
//! one has the baton at a time, and the faults in between.
//!
//! A message that was sent may be executed late and although its sender is gone, until the server gets the order to
//! kill its connection. The tests of `quorum` start runs.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use super::judge::{Breach, Promise, QuorumJudge, Seen};
use super::line::{Arrival, Baton, ClientLine, Deed, KEY, Killed, LinkId, Message, Parcel};
use super::plans::{Plan, QuorumFault};
use super::voter::{Condition, ModelVoter};
use crate::clock::{Clock, Moment};
use crate::proof::fake::FakeClock;
use crate::proof::random::Random;
use crate::protocol::Reply;
use crate::protocol::mutex::keys::fence_counter;
use crate::store::LeaseRequest;
use crate::sync::{Builder, JoinHandle};

/// An event that is due at a moment of virtual time.
enum QuorumEvent {
    Arrive(LinkId, Parcel),
    /// A server ends the sleeps whose time is over.
    Look(usize),
    /// A server goes on with the requests behind a sleep.
    GoOn(LinkId),
    /// A server notices the end of a connection.
    Close(LinkId),
    Reply(LinkId, Arrival),
    Timer(usize, u64),
    /// A process that was stopped goes on.
    Continue(usize),
    /// A client begins.
    Start(usize),
    Fault,
    /// A server that hangs or is cut off is well again.
    Resume(usize),
    /// A server that has died is back.
    Restart(usize, bool),
    /// A test's own event.
    Call(usize),
}

/// A connection as the network has it.
struct Link {
    server: usize,
    last_request: Moment,
    last_reply: Moment,
    inbox: VecDeque<Parcel>,
    /// The end of its sleep at the server, and the token that sleeps.
    blocked: Option<(Moment, Vec<u8>)>,
    /// The server knows it no more.
    is_closed: bool,
    /// The client knows it no more.
    is_severed: bool,
}

enum ThreadState {
    Fresh,
    Rests { until: Moment, hears: bool },
    Ended,
}

struct ClientThread {
    batons: Sender<Baton>,
    handle: Option<JoinHandle<()>>,
    state: ThreadState,
    timer: u64,
    arrivals: Vec<(LinkId, Arrival)>,
    stopped_until: Option<Moment>,
    /// For how long the process stops before it sends something next.
    stops_for: Option<Duration>,
}

/// What a client runs. It gets its line, and unwinds when it is killed.
pub(super) type Program = Box<dyn FnOnce(Rc<ClientLine>) + Send>;

/// What a test lets happen at a moment.
pub(super) type Happening = Box<dyn FnOnce(&mut QuorumWorld)>;

pub(super) struct QuorumWorld {
    pub(super) clock: &'static FakeClock,
    pub(super) random: Random,
    pub(super) plan: Plan,
    pub(super) voters: Vec<ModelVoter>,
    /// The order of the servers for the key.
    pub(super) order: Vec<usize>,
    links: BTreeMap<LinkId, Link>,
    threads: Vec<ClientThread>,
    agenda: BTreeMap<(Moment, u64), QuorumEvent>,
    planned: u64,
    happenings: Vec<Option<Happening>>,
    messages: Receiver<(usize, Message)>,
    to_world: Sender<(usize, Message)>,
    pub(super) judge: QuorumJudge,
    pub(super) one_way: Duration,
    jitter: u64,
    pub(super) ends: Moment,
    history: Option<Vec<String>>,
    /// Makes the program of a client that takes the place of a killed one.
    pub(super) successor: Option<Box<dyn Fn(usize) -> Program>>,
}

/// The end of a run.
pub(super) struct QuorumOutcome {
    pub(super) breach: Option<Breach>,
    pub(super) history: Vec<String>,
    pub(super) seen: Seen,
    pub(super) events: u64,
}

/// An idle server ends a sleep by so much too late at most.
const LATE_LOOK: Duration = Duration::from_millis(100);

impl QuorumWorld {
    pub(super) fn new(plan: &Plan, seed: u64, tells: bool) -> Self {
        let clock = FakeClock::new();
        let mut random = Random::new(seed);
        let servers = random.pick(plan.servers);
        let one_way = Duration::from_micros(random.pick(plan.one_ways));
        let jitter = random.pick(plan.jitters);
        let most = i64::try_from(plan.skew.as_micros()).unwrap();
        let mut skew = || {
            let width = usize::try_from(2 * most + 1).unwrap();
            i64::try_from(random.below(width)).unwrap() - most
        };
        let voters = (0..servers)
            .map(|_| ModelVoter::new(clock, skew()))
            .collect();
        let mut order: Vec<_> = (0..servers).collect();
        for at in (1..servers).rev() {
            order.swap(at, random.below(at + 1));
        }
        let (to_world, messages) = mpsc::channel();
        let part = u32::try_from(100 + jitter).unwrap();
        Self {
            clock,
            random,
            plan: plan.clone(),
            voters,
            order,
            links: BTreeMap::new(),
            threads: Vec::new(),
            agenda: BTreeMap::new(),
            planned: 0,
            happenings: Vec::new(),
            messages,
            to_world,
            judge: QuorumJudge::new(plan, one_way * part / 100 * 2, clock.now()),
            one_way,
            jitter,
            ends: clock.now().after(plan.span),
            history: tells.then(Vec::new),
            successor: None,
        }
    }

    pub(super) fn now(&self) -> Moment {
        self.clock.now()
    }

    /// Returns the number of servers that are a majority.
    pub(super) fn needed(&self) -> usize {
        self.voters.len() / 2 + 1
    }

    fn plan_at(&mut self, at: Moment, event: QuorumEvent) {
        self.planned += 1;
        self.agenda.insert((at, self.planned), event);
    }

    /// Lets something happen so much later.
    pub(super) fn later(
        &mut self,
        span: Duration,
        happening: impl FnOnce(&mut QuorumWorld) + 'static,
    ) {
        self.happenings.push(Some(Box::new(happening)));
        let number = self.happenings.len() - 1;
        self.plan_at(self.now().after(span), QuorumEvent::Call(number));
    }

    pub(super) fn note(&mut self, line: impl FnOnce() -> String) {
        let now = self.now().until(Moment::from_nanos(1_000_000_000));
        if let Some(history) = &mut self.history {
            let millis = now.as_secs_f64() * 1000.0;
            history.push(format!("{millis:>12.3} ms  {}", line()));
        }
    }

    /// Adds a client, which begins so much later.
    pub(super) fn spawn(&mut self, span: Duration, program: Program) -> usize {
        let client = self.threads.len();
        let (batons, taken) = mpsc::channel();
        let (clock, to_world) = (self.clock, self.to_world.clone());
        let work = move || {
            let run = || {
                let line = ClientLine::new(client, clock, to_world.clone(), taken);
                line.take_baton();
                program(Rc::new(line));
            };
            let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
            let panic = end.err().filter(|why| !why.is::<Killed>()).map(|why| {
                let text = why.downcast_ref::<String>().cloned();
                text.or_else(|| why.downcast_ref::<&str>().map(|it| (*it).to_owned()))
                    .unwrap_or_default()
            });
            let _ = to_world.send((client, Message::Ends(panic)));
        };
        let handle = Builder::new().stack_size(512 * 1024).spawn(work).unwrap();
        self.threads.push(ClientThread {
            batons,
            handle: Some(handle),
            state: ThreadState::Fresh,
            timer: 0,
            arrivals: Vec::new(),
            stopped_until: None,
            stops_for: None,
        });
        self.plan_at(self.now().after(span), QuorumEvent::Start(client));
        client
    }

    /// Makes the whole run, and returns its outcome.
    pub(super) fn run(mut self, finish: impl FnOnce(&mut Self)) -> QuorumOutcome {
        if !self.plan.faults.is_empty() {
            self.plan_at(self.now().after(self.plan.pause), QuorumEvent::Fault);
        }
        let limit = self.ends.after(Duration::from_secs(90));
        while !self.is_over() && self.judge.breach.is_none() {
            if !self.step(limit) {
                break;
            }
        }
        if self.judge.breach.is_none() {
            if !self.is_over() {
                let what = "a client has not come to an end".to_owned();
                self.judge.breaks(Promise::Deadline, what);
            }
            finish(&mut self);
        }
        for client in 0..self.threads.len() {
            self.end_thread(client);
        }
        QuorumOutcome {
            breach: self.judge.breach.take(),
            history: self.history.take().unwrap_or_default(),
            seen: self.judge.seen,
            events: self.planned,
        }
    }

    fn is_over(&self) -> bool {
        let is_ended = |it: &ClientThread| matches!(it.state, ThreadState::Ended);
        self.threads.iter().all(is_ended)
    }

    /// Lets the next event happen, unless it is later than `limit`.
    fn step(&mut self, limit: Moment) -> bool {
        let Some(entry) = self.agenda.first_entry().filter(|it| it.key().0 <= limit) else {
            return false;
        };
        let ((at, _), event) = entry.remove_entry();
        self.clock.pass(at.until(self.now()));
        self.judge.look(self.now());
        self.happens(event);
        true
    }

    /// Lets messages arrive for so long.
    pub(super) fn drain(&mut self, span: Duration) {
        let end = self.now().after(span);
        while self.step(end) {}
        self.clock.pass(end.until(self.now()));
    }

    fn happens(&mut self, event: QuorumEvent) {
        match event {
            QuorumEvent::Arrive(id, parcel) => self.arrive(id, parcel),
            QuorumEvent::Look(server) => self.end_sleeps(server),
            QuorumEvent::GoOn(id) => self.execute_all(id),
            QuorumEvent::Close(id) => self.close(id),
            QuorumEvent::Reply(id, arrival) => self.deliver(id, arrival),
            QuorumEvent::Timer(client, timer) => {
                if self.threads[client].timer == timer {
                    self.go_on_if_due(client);
                }
            }
            QuorumEvent::Continue(client) => {
                let thread = &mut self.threads[client];
                if thread
                    .stopped_until
                    .is_some_and(|until| until <= self.clock.now())
                {
                    thread.stopped_until = None;
                    self.go_on_if_due(client);
                }
            }
            QuorumEvent::Start(client) => self.give_baton(client),
            QuorumEvent::Fault => self.fault(),
            QuorumEvent::Resume(server) => self.resume(server),
            QuorumEvent::Restart(server, is_empty) => self.restart(server, is_empty),
            QuorumEvent::Call(number) => {
                let happening = self.happenings[number].take().unwrap();
                happening(self);
            }
        }
    }

    // The network.

    fn delay(&mut self) -> Duration {
        let (chance, slowest) = self.plan.slow;
        if chance > 0 && self.random.percent(chance) {
            return self.random.span(self.one_way, slowest);
        }
        let part = u32::try_from(100 + self.jitter).unwrap();
        self.random.span(self.one_way, self.one_way * part / 100)
    }

    fn send(&mut self, id: LinkId, parcel: Parcel, extra: Duration) {
        let arrives = self.now().after(self.delay()).after(extra);
        let link = self.links.get_mut(&id).unwrap();
        let arrives = arrives.max(link.last_request);
        link.last_request = arrives;
        self.plan_at(arrives, QuorumEvent::Arrive(id, parcel));
    }

    fn arrive(&mut self, id: LinkId, parcel: Parcel) {
        let link = &self.links[&id];
        let server = link.server;
        if link.is_closed {
            return;
        }
        match self.voters[server].condition {
            Condition::Dead => {
                self.close(id);
                self.reply(id, Arrival::Refused);
                return;
            }
            Condition::Hung | Condition::CutOff => {
                self.voters[server].held.push_back((id, parcel));
                return;
            }
            Condition::Well => {}
        }
        // Whenever a byte arrives, the server ends the sleeps whose time is over.
        self.end_sleeps(server);
        self.links.get_mut(&id).unwrap().inbox.push_back(parcel);
        self.execute_all(id);
    }

    /// Executes the requests that have arrived and are not behind a sleep.
    fn execute_all(&mut self, id: LinkId) {
        loop {
            let link = self.links.get_mut(&id).unwrap();
            let is_well = self.voters[link.server].condition == Condition::Well;
            if link.blocked.is_some() || link.is_closed || !is_well {
                return;
            }
            let Some(parcel) = link.inbox.pop_front() else {
                return;
            };
            let arrival = self.execute(id, parcel);
            if let Some(arrival) = arrival {
                self.reply(id, arrival);
            }
        }
    }

    fn execute(&mut self, id: LinkId, parcel: Parcel) -> Option<Arrival> {
        let server = self.links[&id].server;
        match parcel {
            Parcel::Open { kill } => {
                self.note(|| format!("server {server}: {id:?} opens, kills {kill:?}"));
                for other in kill {
                    self.close(other);
                }
                Some(Arrival::Opened)
            }
            Parcel::Sleep { token, span } => {
                let popped = self.voters[server].pop(&token);
                self.note(|| format!("server {server}: {id:?} sleeps {span:?}: {popped:?}"));
                if popped != Reply::Nil {
                    return Some(Arrival::Reply(popped));
                }
                let until = self.now().after(span);
                self.links.get_mut(&id).unwrap().blocked = Some((until, token));
                self.voters[server].sleepers.push(id);
                let late = self.random.span(Duration::ZERO, LATE_LOOK);
                self.plan_at(until.after(late), QuorumEvent::Look(server));
                None
            }
            Parcel::Ask {
                token,
                lease,
                fencing,
                ask,
                is_whole,
            } => {
                let request = LeaseRequest {
                    key: KEY,
                    token: &token,
                    lease,
                    fencing,
                };
                let now = self.now();
                let shown = self.voters[server].execute(&request, &ask, is_whole, now);
                self.note(|| {
                    let token = String::from_utf8_lossy(&token).into_owned();
                    let after = shown.after.as_deref().map(String::from_utf8_lossy);
                    format!(
                        "server {server}: {token} {ask:?}: {:?}, now {after:?}",
                        shown.reply
                    )
                });
                if server == self.order[0] {
                    self.judge
                        .executed_at_the_gate(id.0, shown.said.as_ref(), now);
                }
                self.serve_sleepers(server);
                Some(Arrival::Reply(shown.reply))
            }
        }
    }

    /// Gives wake-ups to the sleepers at their lists.
    fn serve_sleepers(&mut self, server: usize) {
        if self.voters[server].sleepers.is_empty() {
            return;
        }
        for woken in self.voters[server].woken() {
            let sleeps = |id: &LinkId| matches!(&self.links[id].blocked, Some((_, token)) if *token == woken);
            let sleeper = self.voters[server].sleepers.iter().copied().find(sleeps);
            if let Some(id) = sleeper {
                let popped = self.voters[server].pop(&woken);
                self.wake(id, popped);
            }
        }
    }

    fn end_sleeps(&mut self, server: usize) {
        if self.voters[server].condition == Condition::Hung {
            return;
        }
        let now = self.now();
        for id in self.voters[server].sleepers.clone() {
            let blocked = &self.links[&id].blocked;
            if blocked.as_ref().is_some_and(|(until, _)| *until <= now) {
                self.wake(id, Reply::Nil);
            }
        }
    }

    fn wake(&mut self, id: LinkId, reply: Reply) {
        let link = self.links.get_mut(&id).unwrap();
        link.blocked = None;
        let (server, has_more) = (link.server, !link.inbox.is_empty());
        self.voters[server].sleepers.retain(|other| *other != id);
        self.note(|| format!("server {server}: {id:?} wakes up: {reply:?}"));
        self.reply(id, Arrival::Reply(reply));
        if has_more {
            self.plan_at(self.now(), QuorumEvent::GoOn(id));
        }
    }

    fn reply(&mut self, id: LinkId, arrival: Arrival) {
        let server = self.links[&id].server;
        if self.voters[server].condition == Condition::CutOff {
            self.voters[server].held_replies.push((id, arrival));
            return;
        }
        let arrives = self.now().after(self.delay());
        let link = self.links.get_mut(&id).unwrap();
        let arrives = arrives.max(link.last_reply);
        link.last_reply = arrives;
        self.plan_at(arrives, QuorumEvent::Reply(id, arrival));
    }

    /// Lets the server forget the connection.
    fn close(&mut self, id: LinkId) {
        let Some(link) = self.links.get_mut(&id) else {
            return;
        };
        link.is_closed = true;
        link.blocked = None;
        link.inbox.clear();
        let server = link.server;
        self.voters[server].sleepers.retain(|other| *other != id);
    }

    /// Lets the server notice the end of a connection behind what was sent, or never.
    fn sever(&mut self, id: LinkId) {
        let delay = self.delay();
        let is_noticed = self.random.percent(50);
        let now = self.now();
        let link = self.links.get_mut(&id).unwrap();
        link.is_severed = true;
        let noticed = now.after(delay).max(link.last_request);
        if is_noticed {
            self.plan_at(noticed, QuorumEvent::Close(id));
        }
    }

    /// Ends a connection at the server, of which its client hears.
    fn cut(&mut self, id: LinkId) {
        if !self.links[&id].is_closed {
            self.close(id);
            self.reply(id, Arrival::Broken);
        }
    }

    fn deliver(&mut self, id: LinkId, arrival: Arrival) {
        if self.links[&id].is_severed {
            return;
        }
        let client = id.0;
        let thread = &mut self.threads[client];
        thread.arrivals.push((id, arrival));
        if matches!(thread.state, ThreadState::Rests { hears: true, .. }) {
            self.go_on_if_due(client);
        }
    }

    // The clients.

    /// Gives the baton to a client whose rest is over, unless its process is stopped.
    fn go_on_if_due(&mut self, client: usize) {
        let now = self.now();
        let thread = &self.threads[client];
        let ThreadState::Rests { until, hears } = thread.state else {
            return;
        };
        let is_due = until <= now || hears && !thread.arrivals.is_empty();
        if is_due && thread.stopped_until.is_none() {
            self.give_baton(client);
        }
    }

    fn give_baton(&mut self, client: usize) {
        let thread = &mut self.threads[client];
        if matches!(thread.state, ThreadState::Ended) {
            return;
        }
        let baton = Baton {
            arrivals: std::mem::take(&mut thread.arrivals),
            is_killed: false,
            stops: thread.stops_for.is_some(),
        };
        if thread.batons.send(baton).is_ok() {
            self.hear_from(client);
        }
    }

    /// Takes what a client says until it gives the baton back.
    fn hear_from(&mut self, client: usize) {
        loop {
            let (from, message) = self.messages.recv().unwrap();
            assert_eq!(from, client, "two threads have the baton");
            match message {
                Message::Connects(id, server, parcel) => {
                    self.links.insert(
                        id,
                        Link {
                            server,
                            last_request: Moment::PAST,
                            last_reply: Moment::PAST,
                            inbox: VecDeque::new(),
                            blocked: None,
                            is_closed: false,
                            is_severed: false,
                        },
                    );
                    // The handshake of TCP comes first.
                    self.send(id, parcel, self.one_way * 2);
                }
                Message::Sends(id, parcel) => self.send(id, parcel, Duration::ZERO),
                Message::Closes(id) => self.sever(id),
                Message::Wakes(other) => {
                    let now = self.now();
                    let thread = &mut self.threads[other];
                    if let ThreadState::Rests { until, .. } = &mut thread.state {
                        *until = now;
                        let timer = thread.timer;
                        self.plan_at(now, QuorumEvent::Timer(other, timer));
                    }
                }
                Message::Does(deed) => self.does(client, &deed),
                Message::Rests { until, hears } => {
                    let thread = &mut self.threads[client];
                    thread.state = ThreadState::Rests { until, hears };
                    thread.timer += 1;
                    let timer = thread.timer;
                    let until = until.max(self.now());
                    if until < Moment::NEVER {
                        self.plan_at(until, QuorumEvent::Timer(client, timer));
                    }
                    return;
                }
                Message::Stops => {
                    let now = self.now();
                    let thread = &mut self.threads[client];
                    thread.state = ThreadState::Rests {
                        until: now,
                        hears: false,
                    };
                    thread.timer += 1;
                    let span = thread.stops_for.take().unwrap_or_default();
                    self.stop(client, span);
                    return;
                }
                Message::Ends(panic) => {
                    self.threads[client].state = ThreadState::Ended;
                    if let Some(panic) = panic {
                        self.judge.breaks(Promise::Panic, panic);
                    }
                    return;
                }
            }
        }
    }

    fn does(&mut self, client: usize, deed: &Deed) {
        self.note(|| format!("client {client}: {deed:?}"));
        let now = self.now();
        if matches!(deed, Deed::Refused) {
            for voter in &mut self.voters {
                voter.observe(now);
            }
        }
        let voters = &self.voters;
        let was_occupied = |from: Moment, token: &[u8]| {
            let occupied = voters.iter().filter(|it| it.was_occupied(from, token));
            occupied.count()
        };
        let needed = voters.len() / 2 + 1;
        self.judge.does(client, deed, now, &was_occupied, needed);
    }

    /// Stops a process for so long.
    pub(super) fn stop(&mut self, client: usize, span: Duration) {
        self.note(|| format!("client {client} stops for {span:?}"));
        let until = self.now().after(span);
        self.threads[client].stopped_until = Some(until);
        self.judge.stopped(client, until);
        self.plan_at(until, QuorumEvent::Continue(client));
    }

    /// Kills a process.
    pub(super) fn kill(&mut self, client: usize) {
        self.note(|| format!("client {client} is killed"));
        let own: Vec<_> = self
            .links
            .range((client, 0)..(client + 1, 0))
            .map(|(id, _)| *id)
            .collect();
        for id in own {
            if !self.links[&id].is_severed {
                self.sever(id);
            }
        }
        let now = self.now();
        self.judge.died(client, now);
        self.end_thread(client);
    }

    fn end_thread(&mut self, client: usize) {
        let thread = &mut self.threads[client];
        if !matches!(thread.state, ThreadState::Ended) {
            let baton = Baton {
                arrivals: Vec::new(),
                is_killed: true,
                stops: false,
            };
            if thread.batons.send(baton).is_ok() {
                while !matches!(self.messages.recv().unwrap().1, Message::Ends(_)) {}
            }
            thread.state = ThreadState::Ended;
        }
        if let Some(handle) = thread.handle.take() {
            handle.join().unwrap();
        }
    }

    // The servers.

    fn count_conditions(&mut self) {
        let well = self
            .voters
            .iter()
            .filter(|it| it.condition == Condition::Well);
        let (is_well, now) = (well.count() >= self.needed(), self.now());
        self.judge.majority(is_well, now);
    }

    fn links_of(&self, server: usize) -> Vec<LinkId> {
        let of = self
            .links
            .iter()
            .filter(|(_, link)| link.server == server && !link.is_closed);
        of.map(|(id, _)| *id).collect()
    }

    /// Changes the condition of a server that is well.
    pub(super) fn disturb(&mut self, server: usize, condition: Condition) {
        self.note(|| format!("server {server} is {condition:?}"));
        self.voters[server].condition = condition;
        if condition == Condition::Dead {
            for id in self.links_of(server) {
                self.cut(id);
            }
        }
        self.count_conditions();
    }

    /// Lets a server that hung or was cut off go on with what has come.
    pub(super) fn resume(&mut self, server: usize) {
        self.note(|| format!("server {server} goes on"));
        let was_cut_off = self.voters[server].condition == Condition::CutOff;
        self.voters[server].condition = Condition::Well;
        self.count_conditions();
        for (id, arrival) in std::mem::take(&mut self.voters[server].held_replies) {
            self.reply(id, arrival);
        }
        if was_cut_off {
            for id in self.links_of(server) {
                if self.random.percent(50) {
                    self.cut(id);
                }
            }
        }
        for (id, parcel) in std::mem::take(&mut self.voters[server].held) {
            self.arrive(id, parcel);
        }
        self.end_sleeps(server);
    }

    pub(super) fn restart(&mut self, server: usize, is_empty: bool) {
        self.note(|| format!("server {server} is back, empty: {is_empty}"));
        self.voters[server].restart(is_empty);
        let now = self.now();
        self.voters[server].observe(now);
        self.count_conditions();
    }

    /// Draws a fault, and the moment of the next one.
    fn fault(&mut self) {
        if self.now() >= self.ends {
            return;
        }
        let next = self.random.span(Duration::ZERO, self.plan.pause);
        self.plan_at(self.now().after(next), QuorumEvent::Fault);
        let fault = self.random.pick(self.plan.faults);
        let is_living = |it: &ClientThread| !matches!(it.state, ThreadState::Ended);
        let living: Vec<_> = (0..self.threads.len())
            .filter(|client| is_living(&self.threads[*client]))
            .collect();
        let well: Vec<_> = (0..self.voters.len())
            .filter(|server| self.voters[*server].condition == Condition::Well)
            .collect();
        let most = if self.plan.majority_stays {
            self.voters.len() - self.needed()
        } else {
            self.voters.len()
        };
        let may_disturb = self.voters.len() - well.len() < most;
        let back = Duration::from_millis(self.random.pick(&[50, 500, 2000]));
        let back = self.now().after(back);
        let longest = self.plan.leases.iter().max().copied().unwrap_or_default();
        let lease_is_over = self.now().after(Duration::from_millis(longest + 100));
        match fault {
            QuorumFault::Kill if !living.is_empty() => {
                let client = self.random.pick(&living);
                self.kill(client);
                let program = self.successor.as_ref().map(|make| make(self.threads.len()));
                if let Some(program) = program {
                    self.spawn(Duration::ZERO, program);
                }
            }
            QuorumFault::Stop if !living.is_empty() => {
                let client = self.random.pick(&living);
                let span = Duration::from_millis(self.random.pick(&[10, 300, 1500, 4000]));
                if self.random.percent(50) {
                    self.stop(client, span);
                } else {
                    self.threads[client].stops_for = Some(span);
                }
            }
            QuorumFault::Cut => {
                let open = self
                    .links
                    .iter()
                    .filter(|(_, it)| !it.is_closed && !it.is_severed);
                let open: Vec<_> = open.map(|(id, _)| *id).collect();
                if !open.is_empty() {
                    let id = self.random.pick(&open);
                    self.note(|| format!("connection {id:?} breaks"));
                    self.cut(id);
                }
            }
            QuorumFault::Forget => {
                let server = self.random.below(self.voters.len());
                self.note(|| format!("server {server} forgets its scripts"));
                self.voters[server].forgets_scripts();
            }
            _ if !may_disturb || well.is_empty() => {}
            QuorumFault::Hang => {
                let server = self.random.pick(&well);
                self.disturb(server, Condition::Hung);
                self.plan_at(back, QuorumEvent::Resume(server));
            }
            QuorumFault::CutOff => {
                let server = self.random.pick(&well);
                self.disturb(server, Condition::CutOff);
                self.plan_at(back, QuorumEvent::Resume(server));
            }
            QuorumFault::Die => {
                let server = self.random.pick(&well);
                self.disturb(server, Condition::Dead);
                self.plan_at(back, QuorumEvent::Restart(server, false));
            }
            QuorumFault::Empty => {
                let server = self.random.pick(&well);
                self.disturb(server, Condition::Dead);
                self.plan_at(lease_is_over, QuorumEvent::Restart(server, true));
            }
            QuorumFault::Kill | QuorumFault::Stop => {}
        }
    }

    // The end.

    /// Checks what is left when every client is done and nothing is in flight.
    pub(super) fn check_the_rest(&mut self) {
        self.drain(Duration::from_millis(4500));
        for server in 0..self.voters.len() {
            let holder = self.voters[server].holder();
            let owner = holder.as_deref().and_then(client_of);
            let is_left = owner.is_some_and(|owner| {
                let person = &self.judge.people[&owner];
                !person.is_dead && person.has != holder
            });
            if is_left {
                let holder = String::from_utf8_lossy(&holder.unwrap_or_default()).into_owned();
                let what = format!("server {server} is left with {holder}");
                self.judge.breaks(Promise::Leak, what);
                return;
            }
            let fence = fence_counter(KEY);
            let keys = self.voters[server].server.keys();
            let other = keys.iter().find(|key| **key != fence && *key != KEY);
            if let Some(other) = other {
                let what = format!("{} is left over", String::from_utf8_lossy(other));
                self.judge.breaks(Promise::Leak, what);
                return;
            }
        }
    }
}

/// Returns the client of a token.
pub(super) fn client_of(token: &[u8]) -> Option<usize> {
    let text = str::from_utf8(token).ok()?;
    text.strip_prefix('c')?.split('.').next()?.parse().ok()
}
