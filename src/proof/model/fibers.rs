//! The fibers of one process that wait for the lock, which stand in the real `Lines` of that process. Each client of
//! such a scenario is a fiber. `client_steps`, `faults` and `world` call this file, and `line_record` judges.
//!
//! Modelled are where a fiber sleeps, the bells, what has no bell or no connection, tickets that become later, fibers that
//! are destroyed while they sleep, and processes that are killed or do not run their event loop. Not modelled are the
//! connections that fibers share: each fiber asks over its own, as where answers are slow, so questions overtake each other. Its BLPOP is
//! alone there too. All releases are awaited, because the model has the releases that are owed for single clients only.
//! A fiber is destroyed only in a sleep, not in a question, and then it awaits its release. Neither is a fork modelled,
//! nor a second lock.

use std::time::Duration;

use super::client::ClientStage;
use super::line_record::SleepingPlace;
use super::process::{ModelProcess, in_line};
use super::rules::Rule;
use super::world::{Event, ModelWorld};
use crate::lock::{InLine, Nap};
use crate::store::{SleepEnd, Ticket, Wake};

/// The longest time after which the event loop goes on with a fiber whose bell rings.
const LOOP: Duration = Duration::from_micros(500);

impl ModelWorld<'_> {
    /// Returns the clients of the same process, with this one.
    pub(super) fn fibers_beside(&self, id: usize) -> Vec<usize> {
        let process = self.clients[id].process;
        let clients = 0..self.clients.len();
        clients
            .filter(|other| self.clients[*other].process == process)
            .collect()
    }

    /// Lets a client sleep in the queue: in Redis, or at its bell behind other fibers of its process.
    pub(super) fn lies_down(&mut self, id: usize, end: SleepEnd) {
        let Some(nap) = self.nap(id, end) else {
            self.sleeps_in_redis(id, end.moment());
            return;
        };
        self.enter(id, ClientStage::Napping { end, nap });
        self.set_timer(id, nap.until);
        let process = &self.processes[self.clients[id].process];
        if nap.bell.is_some_and(|bell| process.rings(bell)) {
            let what = format!("client {id} lies down at a bell that rings");
            self.judge.breaks(Rule::Line, what);
        }
    }

    /// Returns the nap of a client that does not sleep in Redis.
    fn nap(&mut self, id: usize, end: SleepEnd) -> Option<Nap> {
        if !self.scenario.fibers {
            return None;
        }
        let client = &self.clients[id];
        // Redis gives no ticket twice, so a client that stands later gets none of another one. There are less than sixteen.
        let place = i64::try_from(id).unwrap();
        let later = |ticket: Ticket| Ticket((ticket.0 + client.later) * 16 + place);
        let ticket = client.waiter.as_ref().unwrap().ticket().map(later);
        let by_arrival = self.protocol.bugs.lines_by_arrival;
        let token = self.person(id).token.clone();
        let process = &self.processes[self.clients[id].process];
        let waiter = InLine {
            ticket: ticket.filter(|_| !by_arrival),
            ..in_line(token.as_bytes())
        };
        let nap = process.lines.nap(waiter, end, &process.clock);
        self.plan_rings(id);
        let nap = nap.filter(|_| !self.protocol.bugs.all_sleep_in_redis);
        let place = match &nap {
            None => SleepingPlace::Redis,
            Some(Nap { bell: Some(_), .. }) => SleepingPlace::Bell,
            Some(_) => SleepingPlace::Nowhere,
        };
        self.note(|| format!("client {id} sleeps: {place:?}, {nap:?}"));
        let ticket = ticket.map_or(i64::MAX, |ticket| ticket.0);
        let (now, process) = (self.now(), self.clients[id].process);
        let broken = self.judge.lines[process].lies_down(id, ticket, place, now);
        self.breaks_line(broken);
        nap
    }

    fn breaks_line(&mut self, broken: Option<String>) {
        if let Some(what) = broken {
            self.judge.breaks(Rule::Line, what);
        }
    }

    /// Ends the nap of a client, which asks, or looks again where it has to sleep.
    pub(super) fn gets_up(&mut self, id: usize) {
        let ClientStage::Napping { end, nap } = self.clients[id].stage else {
            return;
        };
        self.no_longer_sleeps(id);
        if nap.is_enough(self.clock_now()) {
            self.step(id, |waiter, now| waiter.woken(Ok(Wake::SliceOver), now));
        } else {
            self.lies_down(id, end);
        }
    }

    pub(super) fn no_longer_sleeps(&mut self, id: usize) {
        let process = self.clients[id].process;
        self.judge.lines[process].gets_up(id);
    }

    /// Wakes a client whose bell rings, unless it has got up meanwhile.
    pub(super) fn hears_bell(&mut self, id: usize) {
        if self.hears_its_bell(id) {
            self.gets_up(id);
        }
    }

    fn hears_its_bell(&self, id: usize) -> bool {
        let process = &self.processes[self.clients[id].process];
        match self.clients[id].stage {
            ClientStage::Napping { nap, .. } => nap.bell.is_some_and(|bell| process.rings(bell)),
            _ => false,
        }
    }

    /// Has the event loop go on with the fibers of the same process whose bells ring.
    fn plan_rings(&mut self, id: usize) {
        for fiber in self.fibers_beside(id) {
            if self.hears_its_bell(fiber) {
                let after = self.random.span(Duration::ZERO, LOOP);
                self.plan(self.now().after(after), Event::Ring(fiber));
            }
        }
    }

    /// Checks that nobody stands in a line of a living process when every client is done.
    pub(super) fn check_lines(&mut self) {
        for process in 0..self.processes.len() {
            let mut fibers = self.clients.iter().zip(&self.judge.people);
            let is_dead = fibers.any(|(it, person)| it.process == process && person.is_dead);
            if !is_dead && !self.processes[process].is_empty() {
                let what = format!("somebody is left in the line of process {process}");
                self.judge.breaks(Rule::Line, what);
            }
        }
    }

    /// Ends the wait of a client, whose place the next fiber of the process gets.
    pub(super) fn leaves_line(&mut self, id: usize) {
        if !self.scenario.fibers {
            return;
        }
        let (now, token) = (self.now(), self.person(id).token.clone());
        let process = self.clients[id].process;
        let ModelProcess { lines, clock, .. } = &self.processes[process];
        lines.leave(in_line(token.as_bytes()), clock);
        self.judge.lines[process].leaves(id, now);
        self.clients[id].later = 0;
        self.plan_rings(id);
        if self.random.percent(30) {
            self.processes[process].end_other();
        }
    }
}
