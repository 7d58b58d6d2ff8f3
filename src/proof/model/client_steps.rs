//! What a client does, which waits by the real `Waiter`, holds the lock and releases it. With its connection
//! and with tokens of unknown outcome the client does what `route` and `keeper` do, while `world` drives it.

use std::time::Duration;

use anyhow::anyhow;

use super::client::{COMMAND_TIMEOUT, Client, ClientStage};
use super::client_record::ClientRecord;
use super::holders::token_of;
use super::protocol::{Bugs, ModelVersion};
use super::request::Request;
use super::rules::Rule;
use super::world::{Event, ModelWorld};
use crate::clock::Moment;
use crate::error::{Error, Unavailable};
use crate::lock::waiter::{WaitStep, Waiter};
use crate::lock::{Budget, Failed, Lease};
use crate::protocol::Reply;
use crate::protocol::mutex::wake;
use crate::store::{JoinReply, Retry, SleepEnd, Standing, Wake};
use crate::token::TokenKind;

pub(super) fn lost() -> Unavailable {
    Unavailable::unanswered(&"model", anyhow!("lost"))
}

impl ModelWorld<'_> {
    pub(super) fn set_timer(&mut self, id: usize, at: Moment) {
        self.timers += 1;
        self.clients[id].timer = self.timers;
        self.plan(at, Event::Timer(id, self.timers));
    }

    pub(super) fn enter(&mut self, id: usize, stage: ClientStage) {
        self.clients[id].stage = stage;
    }

    pub(super) fn person(&mut self, id: usize) -> &mut ClientRecord {
        &mut self.judge.people[id]
    }

    /// Begins the next wait, as soon as no token of an earlier one is left.
    fn begin(&mut self, id: usize) {
        if let Some(token) = self.person(id).leftovers.first().cloned() {
            self.enter(id, ClientStage::Freeing);
            self.ask_in_order(id, Request::Release { token }, Moment::NEVER);
            return;
        }
        if self.clients[id].rounds == 0 {
            if !self.settles(id) {
                self.enter(id, ClientStage::Done);
            }
            return;
        }
        let ahead = self.scenario.ahead;
        let awaits = ahead == 0 || !self.random.percent(ahead);
        let client = &mut self.clients[id];
        client.awaits = awaits;
        client.rounds -= 1;
        client.ticket = None;
        client.passed_by = None;
        client.lease = Duration::from_millis(self.random.pick(self.scenario.leases));
        client.fencing = self.random.percent(20);
        let kind = match self.scenario.wants {
            [] => TokenKind::Lock,
            wants => self.random.pick(wants),
        };
        let is_share = kind != TokenKind::Lock;
        client.fencing &= !is_share;
        let timeout = if self.random.percent(self.scenario.hurry) {
            let longest = self.random.pick(&[0, 10, 50, 300, 2000, 5000]);
            Some(
                self.random
                    .span(Duration::ZERO, Duration::from_millis(longest)),
            )
        } else {
            None
        };
        let impatient = self.scenario.impatient;
        let retry_for = if impatient > 0 && self.random.percent(impatient) {
            Duration::from_millis(self.random.pick(&[0, 30, 300, 2000]))
        } else {
            Duration::MAX
        };
        let now = self.clock_now();
        let client = &mut self.clients[id];
        client.retry_for = retry_for;
        client.trouble_since = None;
        client.deadline = timeout.map_or(Moment::NEVER, |timeout| now.after(timeout));
        self.tokens += 1;
        let token = token_of(id, self.tokens, kind);
        self.note(|| format!("client {id} waits with {token} for {timeout:?}"));
        let fencing = self.clients[id].fencing;
        self.person(id).begins(&token, fencing);
        let client = &mut self.clients[id];
        // The waiter borrows its budget, so a leak is the shortest way to have both.
        let retry_for = match self.protocol.bugs {
            Bugs {
                ignores_retry_for: true,
                ..
            } => Duration::MAX,
            Bugs {
                retries_never: true,
                ..
            } => Duration::ZERO,
            _ => retry_for,
        };
        let budget = Box::leak(Box::new(Budget::of_wait(client.deadline, retry_for)));
        let begins_with_script = client.fencing || is_share;
        let mut waiter = Waiter::new(client.lease, begins_with_script, client.look, budget, &lost);
        let meets_queue = self.random.percent(50) && self.version(id) != ModelVersion::LongForms;
        let client = &mut self.clients[id];
        let step = if meets_queue {
            waiter.begin_in_queue(now)
        } else {
            waiter.begin(now)
        };
        client.waiter = Some(waiter);
        self.take(id, step);
    }

    pub(super) fn step(&mut self, id: usize, next: impl FnOnce(&mut Waiter, Moment) -> WaitStep) {
        let now = self.clock_now();
        let step = next(self.clients[id].waiter.as_mut().unwrap(), now);
        self.take(id, step);
    }

    fn take(&mut self, id: usize, step: WaitStep) {
        self.note(|| format!("client {id}: {step:?}"));
        let token = self.person(id).token.clone();
        match step {
            WaitStep::Acquire { retry, by, .. } => {
                self.check_stretch(id, false);
                let request = self.acquire(id, token, retry);
                if self.gives_up_without_a_look(id) {
                    return;
                }
                self.enter(id, ClientStage::InFlight);
                self.ask_in_order(id, request, by);
            }
            WaitStep::Join { standing, by } => {
                self.check_stretch(id, false);
                let request = self.join(id, token, standing);
                self.enter(id, ClientStage::InFlight);
                if std::mem::take(&mut self.clients[id].ahead) {
                    self.clients[id].busy = self.clients[id].idle.take();
                    self.clients[id].asked_for = Some(request);
                    let deadline = self.now().after(COMMAND_TIMEOUT).min(by);
                    self.set_timer(id, deadline);
                } else {
                    self.ask_in_order(id, request, by);
                }
            }
            WaitStep::Wait { end } => {
                let end = if self.protocol.bugs.waits_without_slices {
                    SleepEnd::At(self.clients[id].deadline)
                } else {
                    end
                };
                self.lies_down(id, end);
            }
            WaitStep::Pause { until } => {
                self.enter(id, ClientStage::Pausing);
                self.set_timer(id, until.max(self.now()));
            }
            WaitStep::GiveBack { .. } if self.protocol.bugs.gives_nothing_back => {
                self.step(id, |waiter, now| waiter.gave_back(true, now));
            }
            WaitStep::GiveBack { by } => {
                self.enter(id, ClientStage::GivingBack);
                self.ask_in_order(id, Request::Release { token }, by);
            }
            WaitStep::Done(outcome) => self.done(id, &outcome),
        }
    }

    pub(super) fn sleeps_in_redis(&mut self, id: usize, until: Moment) {
        let token = self.person(id).token.clone();
        self.enter(id, ClientStage::Sleeping { until });
        let sleep = Request::Sleep {
            token,
            slice: Duration::ZERO,
            until,
        };
        self.ask(id, sleep, until);
    }

    fn acquire(&self, id: usize, token: String, retry: Retry) -> Request {
        let Client { lease, fencing, .. } = self.clients[id];
        let retry = match retry {
            Retry::Again(None) if self.protocol.bugs.sets_again => Retry::First,
            _ => retry,
        };
        Request::Acquire {
            token,
            lease,
            fencing,
            retry,
        }
    }

    pub(super) fn join(&self, id: usize, token: String, standing: Standing) -> Request {
        let Client { lease, fencing, .. } = self.clients[id];
        let standing = if self.version(id) == ModelVersion::LongForms {
            Standing::Waiter(self.clients[id].ticket)
        } else {
            standing
        };
        Request::Join {
            token,
            lease,
            fencing,
            standing,
        }
    }

    pub(super) fn version(&self, id: usize) -> ModelVersion {
        match id % 4 {
            1 if self.scenario.beside => ModelVersion::LongForms,
            3 if self.scenario.beside => ModelVersion::OneServer,
            _ => ModelVersion::Present,
        }
    }

    /// Returns whether a bug makes the client leave the queue at its deadline and do nothing else.
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

    /// Checks how long an outage has lasted for a client that gives up, or that asks again.
    fn check_stretch(&mut self, id: usize, gives_up: bool) {
        let now = self.clock_now();
        let client = &self.clients[id];
        let stretch = client.trouble_since.map(|since| now.until(since));
        let (retry_for, deadline) = (client.retry_for, client.deadline);
        // Trouble is seen no later than one command timeout after its question was sent.
        let is_right = if gives_up {
            stretch.is_some_and(|lasted| lasted + COMMAND_TIMEOUT >= retry_for)
        } else {
            now >= deadline || stretch.is_none_or(|lasted| lasted <= retry_for)
        };
        let is_right = is_right || self.person(id).was_stopped;
        if !is_right {
            let what = format!("client {id} with {retry_for:?}: {stretch:?}");
            self.judge.breaks(Rule::RetryFor, what);
        }
    }

    /// Ends the wait with its outcome, which must be neither too early nor too late.
    fn done(&mut self, id: usize, outcome: &Result<Option<Lease>, Failed>) {
        let now = self.clock_now();
        let deadline = self.clients[id].deadline;
        self.clients[id].waiter = None;
        if !(outcome.is_err() && self.protocol.bugs.stays_in_line) {
            self.leaves_line(id);
        }
        let refused = matches!(outcome, Ok(None));
        let interrupted =
            matches!(outcome, Err(failed) if matches!(failed.error, Error::Interrupted));
        if !interrupted {
            self.judge.check_deadline(id, deadline, refused, now);
        }
        let gave_up =
            matches!(outcome, Err(failed) if matches!(failed.error, Error::Unavailable(_)));
        if gave_up && now < deadline {
            self.check_stretch(id, true);
        }
        match outcome {
            Ok(Some(lease)) => {
                let mut until = lease.valid_until;
                if self.protocol.bugs.counts_from_the_answer {
                    until = crate::lock::validity(now, self.clients[id].lease);
                }
                self.judge.believes(id, until, now);
                self.clients[id].held = Some(*lease);
                self.note(|| format!("client {id} owns the lock for {:?}", until.until(now)));
                self.enter(id, ClientStage::Holding);
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

    /// Ends the use of the token, of which nothing may be left at the server unless its outcome is unsure.
    pub(super) fn ends(&mut self, id: usize, unsure: bool) {
        let token = self.person(id).token.clone();
        let is_sure = !unsure && !self.person(id).leftovers.contains(&token);
        if is_sure && (self.is_queued(&token) || self.holders().has(&token)) {
            self.judge.breaks(
                Rule::Residue,
                format!("{token} has ended and is still there"),
            );
        }
        self.person(id).ends(unsure);
        self.think(id);
    }

    pub(super) fn think(&mut self, id: usize) {
        self.enter(id, ClientStage::Thinking);
        let longest = self.random.pick(&[0, 0, 1, 10]);
        let pause = self
            .random
            .span(Duration::ZERO, Duration::from_millis(longest));
        self.set_timer(id, self.now().after(pause));
    }

    /// Lets the client renew its lease now and then, while it is valid. Returns `false` if it does not.
    fn renews(&mut self, id: usize) -> bool {
        let (now, renewals) = (self.now(), self.scenario.renewals);
        let held = self.clients[id].held.as_ref();
        let may = renewals > 0 && held.is_some_and(|it| now < it.valid_until);
        if !may || !self.random.percent(renewals) {
            return false;
        }
        let (token, lease) = (self.person(id).token.clone(), self.clients[id].lease);
        self.enter(id, ClientStage::Renewing { sent: now });
        self.ask_in_order(id, Request::Renew { token, lease }, Moment::NEVER);
        true
    }

    /// Goes on with the lease that a renewal has lengthened. A loss is final, so nothing lengthens a lease that is over.
    pub(super) fn renewed(&mut self, id: usize, sent: Moment, answer: &JoinReply) {
        let now = self.now();
        self.judge.renewed(id, answer, now);
        let client = &mut self.clients[id];
        let lease = Lease::new(None, client.lease, sent, now);
        let held = client.held.as_mut().unwrap();
        if matches!(answer, JoinReply::Granted(_)) && now < held.valid_until {
            *held = lease;
            self.judge.relies(id, lease.valid_until);
        }
        self.note(|| format!("client {id} has renewed: {answer:?}"));
        self.enter(id, ClientStage::Holding);
        let longest = self.random.pick(&[1, 20, 400]);
        let longest = self.clients[id].lease.min(Duration::from_millis(longest));
        let stays = self.random.span(Duration::ZERO, longest);
        self.set_timer(id, now.after(stays));
    }

    pub(super) fn release(&mut self, id: usize, again: bool) {
        self.person(id).belief = None;
        let token = self.person(id).token.clone();
        self.enter(id, ClientStage::Releasing { again });
        self.ask_in_order(id, Request::Release { token }, Moment::NEVER);
    }

    /// Reads the reply to what the client asked for, and lets the client go on.
    pub(super) fn reads(&mut self, id: usize, reply: &Reply) {
        if let ClientStage::Sleeping { .. } = self.clients[id].stage {
            let woken = wake::read(reply).unwrap();
            if let Some(owner) = wake::passed_on_by(reply) {
                self.clients[id].passed_by = Some(owner);
            }
            self.step(id, |waiter, now| waiter.woken(Ok(woken), now));
            return;
        }
        let request = self.clients[id].asked_for.clone();
        let answer = request.as_ref().and_then(|it| it.answer(reply));
        let Some((request, answer)) = request.zip(answer) else {
            // The client gives the connection up after a reply that the request cannot have, as the real
            // questions do.
            self.clients[id].busy = self.clients[id].idle.take();
            self.fails(id);
            return;
        };
        let is_release = matches!(request, Request::Release { .. });
        let Some(answer) = self.answer_to_all(id, request, answer) else {
            return;
        };
        if is_release && let Some(at) = self.clients[id].idle {
            self.connections[at].has_released |= !matches!(answer, JoinReply::Unknown(_));
        }
        self.takes_answer(id, answer);
    }

    /// Lets the client go on with the answer to its question.
    pub(super) fn goes_on_with(&mut self, id: usize, answer: JoinReply) {
        let is_unknown = matches!(answer, JoinReply::Unknown(_));
        let now = self.now();
        let client = &mut self.clients[id];
        if is_unknown {
            client.trouble_since.get_or_insert(now);
        } else {
            // A grant that came too late is trouble again, once it is given back.
            client.trouble_since = (client.stage == ClientStage::GivingBack).then_some(now);
        }
        match self.clients[id].stage {
            ClientStage::InFlight => {
                if let JoinReply::Waits(place) = &answer {
                    self.clients[id].ticket = Some(place.ticket);
                }
                self.step(id, |waiter, now| waiter.replied(answer, now));
            }
            ClientStage::GivingBack => {
                self.step(id, |waiter, now| waiter.gave_back(!is_unknown, now));
            }
            ClientStage::Releasing { .. } => self.released(id, is_unknown),
            ClientStage::Renewing { sent } => self.renewed(id, sent, &answer),
            ClientStage::Freeing => {
                if is_unknown {
                    self.think(id);
                    return;
                }
                let token = self.person(id).leftovers[0].clone();
                self.person(id).is_freed_of(&token);
                self.begin(id);
            }
            ClientStage::Thinking
            | ClientStage::Sleeping { .. }
            | ClientStage::Napping { .. }
            | ClientStage::Pausing
            | ClientStage::Holding
            | ClientStage::AskingAgain
            | ClientStage::Settling
            | ClientStage::Done => {}
        }
    }

    /// Does what the timer of the client was set for, which depends on its stage.
    pub(super) fn rings(&mut self, id: usize) {
        if let Some(request) = self.clients[id].again.take() {
            self.ask(id, request, self.clients[id].by);
            return;
        }
        match self.clients[id].stage {
            ClientStage::Thinking => self.begin(id),
            ClientStage::Pausing => self.step(id, |waiter, now| waiter.paused(Ok(()), now)),
            ClientStage::Holding => {
                if !(self.renews(id) || self.releases_ahead(id)) {
                    self.release(id, false);
                }
            }
            ClientStage::Sleeping { .. } if self.clients[id].opening.is_none() => {
                // The next command reads the reply and drops it.
                let at = self.clients[id].busy.take().unwrap();
                self.connections[at].owed.push_back(None);
                self.clients[id].idle = Some(at);
                self.step(id, |waiter, now| waiter.woken(Ok(Wake::SliceOver), now));
            }
            ClientStage::Napping { .. } => self.gets_up(id),
            ClientStage::Done => {}
            _ => self.fails(id),
        }
    }

    /// Ends a sleep or a pause as a signal handler does that throws an exception.
    pub(super) fn interrupt(&mut self, id: usize) {
        match self.clients[id].stage {
            ClientStage::Sleeping { .. } if self.clients[id].opening.is_none() => {
                let at = self.clients[id].busy.take().unwrap();
                self.abandon(at);
                self.lose_owed(id, at);
                self.clients[id].ahead = false;
                self.clients[id].abandoned.push(at);
            }
            ClientStage::Napping { .. } => self.no_longer_sleeps(id),
            ClientStage::Pausing => {}
            _ => return,
        }
        self.note(|| format!("client {id} is interrupted"));
        self.person(id).promised = None;
        self.step(id, |waiter, now| {
            waiter.paused(Err(Error::Interrupted), now)
        });
    }
}
