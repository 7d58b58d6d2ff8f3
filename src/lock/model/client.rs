//! A client: it waits by the real `Waiter`, holds, releases; and does with its
//! connection and with tokens of unknown outcome what `node` and `keeper` do.

use std::time::Duration;

use anyhow::anyhow;

use super::person::Person;
use super::rules::Rule;
use super::wire::Request;
use super::world::{Event, World};
use crate::clock::Moment;
use crate::error::{Error, Unavailable};
use crate::fake::granted;
use crate::fake::server::Reply;
use crate::lock::waiter::{Step, Waiter};
use crate::lock::{Asking, Failed, Lease};
use crate::quorum::{Asked, Turn, Woken};

/// What it does now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Thinking,
    /// Its question is out.
    Asking,
    /// It sleeps in the queue.
    Sleeping {
        until: Moment,
    },
    Pausing,
    GivingBack,
    Holding,
    /// `again`: the answer to the first release was lost.
    Releasing {
        again: bool,
    },
    /// It releases a token of unknown outcome.
    Freeing,
    Done,
}

pub(super) struct Client {
    pub(super) stage: Stage,
    rounds: usize,
    look: Duration,
    lease: Duration,
    fencing: bool,
    deadline: Moment,
    waiter: Option<Waiter<'static>>,
    /// Its place, for those who ask without their machine.
    pub(super) ticket: Option<i64>,
    /// Only the last one counts.
    pub(super) timer: u64,
    pub(super) stopped_until: Option<Moment>,
    pub(super) idle: Option<usize>,
    /// The connection whose reply it waits for.
    pub(super) busy: Option<usize>,
    /// To be sent as soon as that one is open.
    pub(super) opening: Option<Request>,
    /// By when the command has to be back.
    pub(super) by: Moment,
    pub(super) abandoned: Vec<usize>,
    /// Sent ahead, where that is what it does.
    pub(super) ahead: bool,
}

pub(super) const COMMAND_TIMEOUT: Duration = Duration::from_secs(1);

impl Client {
    pub(super) fn new(rounds: usize, look: Duration) -> Self {
        Self {
            stage: Stage::Thinking,
            rounds,
            look,
            lease: Duration::ZERO,
            fencing: false,
            deadline: Moment::NEVER,
            waiter: None,
            ticket: None,
            timer: 0,
            stopped_until: None,
            idle: None,
            busy: None,
            opening: None,
            by: Moment::NEVER,
            abandoned: Vec::new(),
            ahead: false,
        }
    }
}

pub(super) fn lost() -> Unavailable {
    Unavailable::unanswered(&"model", anyhow!("lost"))
}

impl World<'_> {
    pub(super) fn set_timer(&mut self, id: usize, at: Moment) {
        self.timers += 1;
        self.clients[id].timer = self.timers;
        self.plan(at, Event::Timer(id, self.timers));
    }

    pub(super) fn enter(&mut self, id: usize, stage: Stage) {
        self.clients[id].stage = stage;
    }

    fn person(&mut self, id: usize) -> &mut Person {
        &mut self.judge.people[id]
    }

    /// Begins the next wait, once nothing is left of earlier ones.
    fn begin(&mut self, id: usize) {
        if let Some(token) = self.person(id).leftovers.first().cloned() {
            self.enter(id, Stage::Freeing);
            self.ask(id, Request::Release { token }, Moment::NEVER);
            return;
        }
        let client = &mut self.clients[id];
        if client.rounds == 0 {
            self.enter(id, Stage::Done);
            return;
        }
        client.rounds -= 1;
        client.ticket = None;
        client.lease = Duration::from_millis(self.random.pick(self.scenario.leases));
        client.fencing = self.random.percent(20);
        let timeout = if self.random.percent(self.scenario.hurry) {
            let longest = self.random.pick(&[0, 10, 50, 300, 2000, 5000]);
            Some(
                self.random
                    .span(Duration::ZERO, Duration::from_millis(longest)),
            )
        } else {
            None
        };
        let now = self.clock_now();
        let client = &mut self.clients[id];
        client.deadline = timeout.map_or(Moment::NEVER, |timeout| now.after(timeout));
        self.tokens += 1;
        let token = format!("{id}.{}", self.tokens);
        self.note(|| format!("client {id} waits with {token} for {timeout:?}"));
        self.person(id).begins(&token);
        let client = &mut self.clients[id];
        // The machine borrows what it asks with; a leak is the shortest way to both.
        let asking = Box::leak(Box::new(Asking::until(client.deadline)));
        let mut waiter = Waiter::new(client.lease, client.look, asking);
        let step = waiter.begin(now);
        client.waiter = Some(waiter);
        self.take(id, step);
    }

    pub(super) fn step(&mut self, id: usize, next: impl FnOnce(&mut Waiter, Moment) -> Step) {
        let now = self.clock_now();
        let step = next(self.clients[id].waiter.as_mut().unwrap(), now);
        self.take(id, step);
    }

    fn take(&mut self, id: usize, step: Step) {
        self.note(|| format!("client {id}: {step:?}"));
        let token = self.person(id).token.clone();
        match step {
            Step::Acquire { asked, by } => {
                let request = self.first_or_last(id, token, asked);
                if self.gives_up_without_a_look(id) {
                    return;
                }
                self.enter(id, Stage::Asking);
                self.ask(id, request, by);
            }
            Step::Join { ticket, by } => {
                let request = self.acquire(id, token, ticket.map(|it| it.0), true);
                self.enter(id, Stage::Asking);
                if std::mem::take(&mut self.clients[id].ahead) {
                    self.clients[id].busy = self.clients[id].idle.take();
                    let deadline = self.now().after(COMMAND_TIMEOUT).min(by);
                    self.set_timer(id, deadline);
                } else {
                    self.ask(id, request, by);
                }
            }
            Step::Wait { until } => {
                let until = if self.protocol.bugs.waits_without_slices {
                    self.clients[id].deadline
                } else {
                    until
                };
                self.enter(id, Stage::Sleeping { until });
                let slice = Duration::ZERO;
                self.ask(
                    id,
                    Request::Sleep {
                        token,
                        slice,
                        until,
                    },
                    until,
                );
            }
            Step::Pause { until } => {
                self.enter(id, Stage::Pausing);
                self.set_timer(id, until.max(self.now()));
            }
            Step::GiveBack { .. } if self.protocol.bugs.gives_nothing_back => {
                self.step(id, |waiter, now| waiter.gave_back(true, lost, now));
            }
            Step::GiveBack { by } => {
                self.enter(id, Stage::GivingBack);
                self.ask(id, Request::Release { token }, by);
            }
            Step::Done(outcome) => self.done(id, &outcome),
        }
    }

    fn first_or_last(&self, id: usize, token: String, asked: Asked) -> Request {
        let client = &self.clients[id];
        let (is_first, ticket) = match asked {
            Asked::Never => (true, None),
            Asked::Before(ticket) => (false, ticket.map(|ticket| ticket.0)),
        };
        let sets = is_first || self.protocol.bugs.sets_again && ticket.is_none();
        if sets && !client.fencing {
            let lease = client.lease;
            return Request::Set { token, lease };
        }
        self.acquire(id, token, ticket, false)
    }

    pub(super) fn acquire(
        &self,
        id: usize,
        token: String,
        ticket: Option<i64>,
        joins: bool,
    ) -> Request {
        let Client { lease, fencing, .. } = self.clients[id];
        Request::Acquire {
            token,
            lease,
            fencing,
            ticket,
            joins,
        }
    }

    /// A bug: at its deadline it only leaves the queue.
    fn gives_up_without_a_look(&mut self, id: usize) -> bool {
        let over = self.clients[id].ticket.is_some() && self.now() >= self.clients[id].deadline;
        if !(over && self.protocol.bugs.takes_no_last_look) {
            return false;
        }
        let token = self.person(id).token.clone();
        self.person(id).leftovers.push(token);
        self.done(id, &Ok(None));
        true
    }

    /// The wait is over.
    fn done(&mut self, id: usize, outcome: &Result<Option<Lease>, Failed>) {
        let now = self.clock_now();
        let deadline = self.clients[id].deadline;
        self.clients[id].waiter = None;
        let refused = matches!(outcome, Ok(None));
        let interrupted =
            matches!(outcome, Err(failed) if matches!(failed.error, Error::Interrupted));
        if !interrupted {
            self.judge.check_deadline(id, deadline, refused, now);
        }
        match outcome {
            Ok(Some(lease)) => {
                let mut until = lease.valid_until;
                if self.protocol.bugs.counts_from_the_answer {
                    until = crate::lock::validity(now, self.clients[id].lease);
                }
                self.judge.believes(id, until, now);
                self.note(|| format!("client {id} owns the lock for {:?}", until.until(now)));
                self.enter(id, Stage::Holding);
                let longest = self.random.pick(&[0, 0, 1, 1, 1, 5, 5, 20, 1200]);
                let mut hold = self
                    .random
                    .span(Duration::ZERO, Duration::from_millis(longest));
                if self.random.percent(self.scenario.overstay) {
                    hold += self.clients[id].lease;
                }
                self.set_timer(id, now.after(hold));
            }
            Ok(None) => self.ends(id, false),
            Err(Failed { unsure, .. }) => self.ends(id, *unsure),
        }
    }

    /// The token is used up.
    pub(super) fn ends(&mut self, id: usize, unsure: bool) {
        let token = self.person(id).token.clone();
        let is_sure = !unsure && !self.person(id).leftovers.contains(&token);
        if is_sure && (self.is_queued(&token) || self.owner().as_ref() == Some(&token)) {
            self.judge.breaks(
                Rule::Residue,
                format!("{token} has ended and is still there"),
            );
        }
        self.person(id).ends(unsure);
        self.think(id);
    }

    pub(super) fn think(&mut self, id: usize) {
        self.enter(id, Stage::Thinking);
        let longest = self.random.pick(&[0, 0, 1, 10]);
        let pause = self
            .random
            .span(Duration::ZERO, Duration::from_millis(longest));
        self.set_timer(id, self.now().after(pause));
    }

    pub(super) fn release(&mut self, id: usize, again: bool) {
        self.person(id).belief = None;
        let token = self.person(id).token.clone();
        self.enter(id, Stage::Releasing { again });
        self.ask(id, Request::Release { token }, Moment::NEVER);
    }

    pub(super) fn answered(&mut self, id: usize, reply: &Reply) {
        let turn = match reply {
            Reply::Error(words) => Turn::Unknown(Unavailable::refused(&"model", words)),
            Reply::List(_) if self.clients[id].stage == Stage::Asking => granted(reply),
            Reply::Ok | Reply::Int(1) => Turn::Granted(None),
            _ => Turn::Refused,
        };
        match self.clients[id].stage {
            Stage::Asking => {
                if let Turn::Waits(place) = &turn {
                    self.clients[id].ticket = Some(place.ticket.0);
                }
                self.step(id, |waiter, now| waiter.answered(turn, lost, now));
            }
            Stage::Sleeping { .. } => {
                let is_first = *reply == Reply::Bulk(b"first".to_vec());
                let woken = if is_first {
                    Woken::ToWatch
                } else {
                    Woken::ToAsk
                };
                self.step(id, |waiter, now| waiter.woken(Ok(woken), now));
            }
            Stage::GivingBack => {
                let is_done = !matches!(turn, Turn::Unknown(_));
                self.step(id, |waiter, now| waiter.gave_back(is_done, lost, now));
            }
            Stage::Releasing { .. } => self.ends(id, matches!(turn, Turn::Unknown(_))),
            Stage::Freeing => {
                if matches!(turn, Turn::Unknown(_)) {
                    self.think(id);
                    return;
                }
                let token = self.person(id).leftovers[0].clone();
                self.person(id).is_freed_of(&token);
                self.begin(id);
            }
            Stage::Thinking | Stage::Pausing | Stage::Holding | Stage::Done => {}
        }
    }

    pub(super) fn rings(&mut self, id: usize) {
        match self.clients[id].stage {
            Stage::Thinking => self.begin(id),
            Stage::Pausing => self.step(id, |waiter, now| waiter.paused(Ok(()), now)),
            Stage::Holding => self.release(id, false),
            Stage::Sleeping { .. } if self.clients[id].opening.is_none() => {
                // The reply is the next command's to read.
                let at = self.clients[id].busy.take().unwrap();
                self.connections[at].owed += 1;
                self.clients[id].idle = Some(at);
                self.step(id, |waiter, now| waiter.woken(Ok(Woken::ToAsk), now));
            }
            Stage::Done => {}
            _ => self.fails(id),
        }
    }

    /// A signal handler throws.
    pub(super) fn interrupt(&mut self, id: usize) {
        match self.clients[id].stage {
            Stage::Sleeping { .. } if self.clients[id].opening.is_none() => {
                let at = self.clients[id].busy.take().unwrap();
                self.abandon(at);
                self.clients[id].ahead = false;
                self.clients[id].abandoned.push(at);
            }
            Stage::Pausing => {}
            _ => return,
        }
        self.note(|| format!("client {id} is interrupted"));
        self.person(id).promised = None;
        self.step(id, |waiter, now| {
            waiter.paused(Err(Error::Interrupted), now)
        });
    }
}
