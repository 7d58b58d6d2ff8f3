//! The troubles of a run that `world` drives, which are connections that break, processes that are killed or
//! stopped, other libraries, and the server's clock and memory.

use std::time::Duration;

use super::client::ClientStage;
use super::judge::LONGEST_HALT;
use super::request::{KEY, wanted};
use super::rules::Rule;
use super::scenario::ScenarioFault;
use super::world::{Event, ModelWorld};
use crate::proof::fake::server::CallSource;
use crate::protocol::Reply;
use crate::protocol::mutex::set;

/// The longest time by which all clocks behind the first one may be behind it.
const BEHIND: Duration = Duration::from_millis(1500);

impl ModelWorld<'_> {
    pub(super) fn trouble(&mut self) {
        if self.now() >= self.trouble_ends {
            return;
        }
        let pause = self.random.span(Duration::ZERO, self.scenario.pause);
        self.plan(self.now().after(pause), Event::Trouble);
        let id = self.random.below(self.clients.len());
        let person = &self.judge.people[id];
        let is_there = !person.is_dead && self.clients[id].stage != ClientStage::Done;
        match self.random.pick(self.scenario.faults) {
            ScenarioFault::Cut if is_there => self.cut(id),
            ScenarioFault::Kill if is_there => self.kill(id),
            ScenarioFault::Stop if is_there => {
                let longest = self.random.pick(&[300, 1500, 5000, 5000]);
                let span = self
                    .random
                    .span(Duration::from_millis(50), Duration::from_millis(longest));
                self.stop(id, span);
            }
            ScenarioFault::Interrupt if is_there && self.clients[id].stopped_until.is_none() => {
                self.interrupt(id);
            }
            ScenarioFault::Foreign => self.foreign(20),
            ScenarioFault::Skew => {
                let by = self.random.span(Duration::ZERO, Duration::from_secs(5));
                let is_forward = self.random.percent(50);
                self.set_clock(by, is_forward);
            }
            ScenarioFault::Behind => {
                let by = self.random.span(Duration::ZERO, BEHIND / 2);
                if self.judge.set_back + by < BEHIND {
                    self.set_clock(by, false);
                }
            }
            ScenarioFault::Later if is_there => {
                let later = self.random.span(Duration::ZERO, Duration::from_millis(20));
                self.note(|| format!("client {id} stands {later:?} later in its line"));
                self.clients[id].later += i64::try_from(later.as_micros()).unwrap();
                // The line and the queue differ, so the one to which the lock is handed over may sleep at its bell.
                self.judge.disturbs(id, self.now());
            }
            ScenarioFault::Move if !self.server.is_moving() => {
                self.begin_to_move();
                self.move_on();
            }
            ScenarioFault::LeaveMove if !self.server.is_moving() => {
                self.begin_to_move();
                for _ in 0..self.random.below(4) {
                    let which = self.random.below(8);
                    self.server.move_one(which);
                }
                self.judge.disturbed(self.now());
                let span = self.random.span(Duration::ZERO, Duration::from_secs(5));
                self.plan(self.now().after(span), Event::Move);
            }
            ScenarioFault::HalfMove if !self.server.is_moving() => {
                self.begin_to_move();
                self.note(|| "its target forgets the move".into());
                let source = self
                    .random
                    .pick(&[CallSource::WithoutAll, CallSource::WithoutOne]);
                self.server.forget_move(source);
                self.judge.is_half_moved = true;
                self.judge.disturbed(self.now());
                let span = self.random.span(Duration::ZERO, Duration::from_secs(5));
                self.plan(self.now().after(span), Event::Move);
            }
            ScenarioFault::Halt if self.now() >= self.halted_until => {
                let span = self.random.span(Duration::ZERO, LONGEST_HALT);
                self.note(|| format!("the server is stopped for {span:?}"));
                self.halted_until = self.now().after(span);
                self.judge.disturbed(self.halted_until);
            }
            ScenarioFault::Full => {
                self.note(|| "the server is full".into());
                self.server.full(true);
                let span = self.random.span(Duration::ZERO, Duration::from_millis(300));
                self.plan(self.now().after(span), Event::FullEnds);
            }
            _ => {}
        }
    }

    fn cut(&mut self, id: usize) {
        let client = &self.clients[id];
        let Some(at) = client.busy.or(client.idle) else {
            return;
        };
        self.note(|| format!("connection {at} of client {id} breaks"));
        self.sever(at, Duration::from_secs(3));
        self.judge.disturbs(id, self.now());
        if self.random.percent(70) {
            let notices = self.random.span(Duration::ZERO, Duration::from_millis(2));
            self.plan(self.now().after(notices), Event::Broken(at));
        }
    }

    /// Kills the process of the client, unless nobody else lives.
    fn kill(&mut self, id: usize) {
        let fibers = self.fibers_beside(id);
        let mut others = self.judge.people.iter().enumerate();
        if !others.any(|(other, person)| !person.is_dead && !fibers.contains(&other)) {
            return;
        }
        for fiber in fibers {
            if self.clients[fiber].stage != ClientStage::Done {
                self.dies(fiber);
            }
        }
    }

    fn dies(&mut self, id: usize) {
        self.note(|| format!("client {id} is killed"));
        for at in 0..self.connections.len() {
            if self.connections[at].client == id && !self.connections[at].severed {
                self.sever(at, Duration::from_secs(1));
            }
        }
        self.clients[id].stage = ClientStage::Done;
        let now = self.now();
        let person = &mut self.judge.people[id];
        person.is_dead = true;
        person.gone_since = Some(now);
        person.belief = None;
        self.judge.lines[self.clients[id].process].leaves(id, now);
        self.judge.disturbed(now);
    }

    /// Returns whether a process may stop anywhere now.
    pub(super) fn stops_at_random(&self) -> bool {
        self.scenario.has(ScenarioFault::Stop) && self.now() < self.trouble_ends
    }

    pub(super) fn stop(&mut self, id: usize, span: Duration) {
        if self.clients[id].stopped_until.is_some() {
            return;
        }
        let now = self.now();
        let until = now.after(span);
        for id in self.fibers_beside(id) {
            self.note(|| format!("client {id} is stopped for {span:?}"));
            self.clients[id].stopped_until = Some(until);
            let person = &mut self.judge.people[id];
            person.gone_since = Some(now);
            person.was_stopped = true;
            self.judge.disturbs(id, now);
            self.plan(until, Event::Continue(id));
        }
    }

    pub(super) fn foreign(&mut self, tries: usize) {
        let lease = Duration::from_millis(self.random.pick(&[10, 100, 1000]));
        self.tokens += 1;
        let token = format!("foreign.{}", self.tokens);
        if self.foreign_takes(&token, lease) {
            self.note(|| format!("{token} gets the lock for {lease:?}"));
            self.judge
                .foreign(&token, self.now().after(lease), self.now());
            let hold = self.random.span(Duration::ZERO, Duration::from_millis(20));
            if self.random.percent(70) {
                self.plan(self.now().after(hold), Event::ForeignEnds(token));
            }
        } else if tries > 0 {
            let pause = self.random.span(Duration::ZERO, Duration::from_millis(3));
            self.plan(self.now().after(pause), Event::Foreign(tries - 1));
        }
    }

    /// Lets another library take the lock if it is free. Where there are shares it may be one that has a sorted set of its
    /// own, whose scores are no moments.
    fn foreign_takes(&mut self, token: &str, lease: Duration) -> bool {
        if self.scenario.wants.is_empty() || self.random.percent(50) {
            let attempt = set::question(&wanted(token, lease, false));
            return self.server.ask(&attempt) == Reply::Okay;
        }
        let is_free = self.server.call(&[b"EXISTS", KEY]) == Reply::Int(0);
        if is_free {
            let lease = lease.as_millis().to_string();
            self.server.call(&[b"ZADD", KEY, b"1", token.as_bytes()]);
            self.server.call(&[b"PEXPIRE", KEY, lease.as_bytes()]);
        }
        // A server without memory adds no member.
        is_free && self.holder().as_deref() == Some(token)
    }

    pub(super) fn foreign_ends(&mut self, token: &str) {
        if self.holder().as_deref() == Some(token) {
            self.note(|| format!("{token} gives the lock back"));
            self.server.call(&[b"DEL", KEY]);
            self.judge.foreign_ends(self.now());
        }
    }

    fn begin_to_move(&mut self) {
        self.note(|| "the slot begins to move".into());
        self.server.begin_to_move();
        self.judge.is_moving = true;
    }

    /// Moves one more key of a slot that moves.
    pub(super) fn move_on(&mut self) {
        let which = self.random.below(8);
        self.judge.disturbed(self.now());
        if let Some(key) = self.server.at_both() {
            let key = String::from_utf8_lossy(&key).into_owned();
            self.judge
                .breaks(Rule::OneNode, format!("{key} is at both nodes"));
        }
        self.judge.is_half_moved = false;
        if self.server.move_one(which) {
            let longest = self.random.pick(&[1, 1, 5, 100]);
            let pause = self
                .random
                .span(Duration::ZERO, Duration::from_millis(longest));
            self.plan(self.now().after(pause), Event::Move);
        } else {
            self.note(|| "the slot has moved".into());
            self.judge.is_moving = false;
            self.end_sleeps_elsewhere();
        }
    }

    fn set_clock(&mut self, by: Duration, is_forward: bool) {
        let micros = i64::try_from(by.as_micros()).unwrap();
        self.note(|| format!("the server's clock is set by {by:?}"));
        if is_forward {
            self.skew += micros;
            self.judge.leaps(self.now());
        } else {
            self.skew -= micros;
            self.judge.set_back += by;
        }
        self.server.skew(self.skew);
        let holders = self.holders();
        self.judge.sees(&holders, self.now());
        self.judge.disturbed(self.now());
    }
}
