//! The judge of the quorum's model, who knows what each client believes and checks the promises.
//!
//! The judge sees what clients do and what servers execute, and asks nobody. `world` tells it everything.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::line::Deed;
use super::plans::{COMMAND_TIMEOUT, Plan};
use crate::clock::Moment;
use crate::protocol::mutex::among::Statement;

/// A promise of a quorum, which no run may break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// No two clients believe at once that they own the lock.
    OneHolder,
    /// Fencing tokens grow from grant to grant.
    Fence,
    /// Nothing stays that nobody will release.
    Leak,
    /// A call is back by its timeout and two command timeouts, and a wait does not give up before.
    Deadline,
    /// A wait throws after `retry_for` without a majority, and not before.
    RetryFor,
    /// No call throws while a majority answers.
    Outage,
    /// `false` means that somebody else had the lock.
    Refusal,
    /// Waiters get the lock in the order of the queue.
    Order,
    /// The lock is not without a holder for long while somebody waits.
    Idle,
    /// Somebody gets the lock.
    Winner,
    /// The product's code does not panic.
    Panic,
}

#[derive(Debug, Clone)]
pub(super) struct Breach {
    pub(super) promise: Promise,
    pub(super) what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.promise, self.what)
    }
}

/// A call that is in progress.
pub(super) struct CallInProgress {
    pub(super) token: Vec<u8>,
    pub(super) began: Moment,
    timeout: Duration,
    retry_for: Duration,
    was_stopped: bool,
    /// The ticket at the gate, and when the gate gave it.
    ticket: Option<(i64, Moment)>,
}

#[derive(Default)]
pub(super) struct JudgedClient {
    pub(super) call: Option<CallInProgress>,
    believes: Option<(Vec<u8>, Moment)>,
    /// The token that the client has and has not released.
    pub(super) has: Option<Vec<u8>>,
    pub(super) is_dead: bool,
}

/// What a run has seen.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Seen {
    pub(super) grants: u64,
    pub(super) by_waiting: u64,
    pub(super) refusals: u64,
    pub(super) failures: u64,
    pub(super) releases: u64,
    pub(super) overtaken: u64,
    pub(super) longest_idle: Duration,
    pub(super) longest_wait: Duration,
    /// The longest time from the beginning of an outage to an error.
    pub(super) longest_outage: Duration,
    pub(super) latest: Duration,
}

pub(super) struct QuorumJudge {
    plan: Plan,
    pub(super) people: BTreeMap<usize, JudgedClient>,
    last_fence: i64,
    pub(super) breach: Option<Breach>,
    pub(super) seen: Seen,
    /// The moment since when a majority is away, and the last end of such a time.
    away_since: Option<Moment>,
    away_until: Moment,
    /// When a server fell ill or came back last.
    changed_at: Moment,
    /// The moment until which servers may have tokens of processes that were killed or stopped.
    remnants_until: Moment,
    /// The moment since when nobody has the lock while somebody waits.
    idle_since: Option<Moment>,
    round_trip: Duration,
    pub(super) began: Moment,
    grants: Vec<(usize, Moment)>,
}

impl QuorumJudge {
    pub(super) fn new(plan: &Plan, round_trip: Duration, began: Moment) -> Self {
        Self {
            plan: plan.clone(),
            people: BTreeMap::new(),
            last_fence: 0,
            breach: None,
            seen: Seen::default(),
            away_since: None,
            away_until: Moment::PAST,
            changed_at: Moment::PAST,
            remnants_until: Moment::PAST,
            idle_since: None,
            round_trip,
            began,
            grants: Vec::new(),
        }
    }

    pub(super) fn breaks(&mut self, promise: Promise, what: String) {
        self.breach.get_or_insert(Breach { promise, what });
    }

    fn person(&mut self, client: usize) -> &mut JudgedClient {
        self.people.entry(client).or_default()
    }

    /// Returns the grants, each with its client and moment.
    pub(super) fn grants(&self) -> &[(usize, Moment)] {
        &self.grants
    }

    /// Notes that a server fell ill or came back, and whether a majority of the servers answers.
    pub(super) fn majority(&mut self, is_well: bool, now: Moment) {
        self.changed_at = now;
        if is_well {
            if self.away_since.take().is_some() {
                self.away_until = now;
            }
        } else {
            self.away_since.get_or_insert(now);
        }
    }

    /// Notes that a process was stopped until then.
    pub(super) fn stopped(&mut self, client: usize, until: Moment) {
        self.leaves_remnants(until);
        if let Some(call) = &mut self.person(client).call {
            call.was_stopped = true;
        }
    }

    /// Notes that a process may leave a token until its lease is over.
    fn leaves_remnants(&mut self, from: Moment) {
        let longest = self.plan.leases.iter().max().copied().unwrap_or_default();
        let until = from.after(Duration::from_millis(longest) + COMMAND_TIMEOUT * 2);
        self.remnants_until = self.remnants_until.max(until);
    }

    pub(super) fn died(&mut self, client: usize, now: Moment) {
        self.leaves_remnants(now);
        let person = self.person(client);
        person.is_dead = true;
        person.believes = None;
        person.call = None;
        person.has = None;
    }

    /// Looks at what has been so since the last event.
    pub(super) fn look(&mut self, now: Moment) {
        let is_held = self.people.values().any(|it| it.believes.is_some());
        let waits = |call: &CallInProgress| call.timeout > Duration::ZERO;
        let mut calls = self.people.values().filter_map(|it| it.call.as_ref());
        if is_held || self.away_since.is_some() || !calls.any(waits) {
            self.idle_since = None;
            return;
        }
        let since = *self.idle_since.get_or_insert(now);
        let idle = now.until(since);
        self.seen.longest_idle = self.seen.longest_idle.max(idle);
        let idle = now.until(since.max(self.changed_at));
        if self
            .plan
            .longest_idle()
            .is_some_and(|longest| longest < idle)
        {
            self.breaks(Promise::Idle, format!("without a holder for {idle:?}"));
        }
    }

    /// Notes what the gate has said to the question of a token.
    pub(super) fn executed_at_the_gate(
        &mut self,
        client: usize,
        said: Option<&Statement>,
        now: Moment,
    ) {
        let Some(Statement::Waits(place, _)) = said else {
            return;
        };
        if let Some(call) = &mut self.person(client).call {
            call.ticket.get_or_insert((place.ticket.0, now));
        }
    }

    /// Notes what a client does. `was_occupied` says how many servers another token may have had since a moment.
    pub(super) fn does(
        &mut self,
        client: usize,
        deed: &Deed,
        now: Moment,
        was_occupied: &dyn Fn(Moment, &[u8]) -> usize,
        needed: usize,
    ) {
        match deed {
            Deed::Begins {
                token,
                timeout,
                retry_for,
            } => {
                self.person(client).call = Some(CallInProgress {
                    token: token.clone(),
                    began: now,
                    timeout: *timeout,
                    retry_for: *retry_for,
                    was_stopped: false,
                    ticket: None,
                });
            }
            Deed::Granted {
                token,
                lease,
                valid_until,
                waited,
            } => {
                let call = self.person(client).call.take();
                self.seen.by_waiting += u64::from(*waited);
                self.granted(client, token, (lease.fence, *valid_until), now);
                if let Some(call) = call {
                    self.is_back(client, &call, now);
                    self.check_order(client, &call, now);
                }
            }
            Deed::Refused => {
                self.seen.refusals += 1;
                let Some(call) = self.person(client).call.take() else {
                    return;
                };
                self.is_back(client, &call, now);
                let early = now < call.began.after(call.timeout);
                if early {
                    self.breaks(
                        Promise::Deadline,
                        format!("client {client} gave up too early"),
                    );
                }
                let occupied = was_occupied(call.began, &call.token);
                if occupied < needed {
                    let what = format!(
                        "client {client} was refused, and others had {occupied} servers at most"
                    );
                    self.breaks(Promise::Refusal, what);
                }
            }
            Deed::Fails(why) => {
                self.seen.failures += 1;
                let Some(call) = self.person(client).call.take() else {
                    return;
                };
                self.is_back(client, &call, now);
                self.failed(client, &call, why, now);
            }
            Deed::Lives(until) => {
                let person = self.person(client);
                if let Some((_, valid_until)) = &mut person.believes {
                    *valid_until = (*valid_until).max(*until);
                }
            }
            Deed::LetsGo => self.person(client).believes = None,
            Deed::Released { vote, was_valid } => {
                self.seen.releases += 1;
                self.person(client).has = None;
                let is_wrong = *vote == Some(false) && *was_valid && self.plan.is_calm();
                if is_wrong {
                    let what = format!("client {client} released a valid lease and heard false");
                    self.breaks(Promise::OneHolder, what);
                }
            }
        }
    }

    fn granted(
        &mut self,
        client: usize,
        token: &[u8],
        (fence, until): (Option<i64>, Moment),
        now: Moment,
    ) {
        self.seen.grants += 1;
        self.idle_since = None;
        self.grants.push((client, now));
        let overlap = self.people.iter().find_map(|(other, person)| {
            let (_, until) = person.believes.as_ref()?;
            (*other != client && now < *until).then_some(*other)
        });
        if let Some(other) = overlap {
            let what = format!("client {client} has the lock while client {other} has it");
            self.breaks(Promise::OneHolder, what);
        }
        if let Some(fence) = fence {
            if fence <= self.last_fence {
                let what = format!("{fence} comes after {}", self.last_fence);
                self.breaks(Promise::Fence, what);
            }
            self.last_fence = self.last_fence.max(fence);
        }
        let person = self.person(client);
        person.believes = Some((token.to_vec(), until));
        person.has = Some(token.to_vec());
    }

    fn is_back(&mut self, client: usize, call: &CallInProgress, now: Moment) {
        let wait = now.until(call.began);
        self.seen.longest_wait = self.seen.longest_wait.max(wait);
        if call.was_stopped {
            return;
        }
        let late = now.until(call.began.after(call.timeout));
        self.seen.latest = self.seen.latest.max(late);
        if late > COMMAND_TIMEOUT * 2 + Duration::from_millis(1) {
            self.breaks(
                Promise::Deadline,
                format!("client {client} is late by {late:?}"),
            );
        }
    }

    fn failed(&mut self, client: usize, call: &CallInProgress, why: &str, now: Moment) {
        if let Some(since) = self.away_since {
            self.seen.longest_outage = self.seen.longest_outage.max(now.until(since));
        }
        // VotingServers that are back may rest or be slow for some time.
        let was_away =
            self.away_since.is_some() || self.away_until.after(COMMAND_TIMEOUT * 2) > call.began;
        if !was_away && self.plan.is_decidable() && !call.was_stopped {
            self.breaks(Promise::Outage, format!("client {client}: {why}"));
        }
        if call.timeout.is_zero() || call.was_stopped {
            return;
        }
        let early = now < call.began.after(call.retry_for.min(call.timeout));
        if early {
            let what = format!("client {client} threw after {:?}", now.until(call.began));
            self.breaks(Promise::RetryFor, what);
        }
    }

    /// Checks that nobody was overtaken who stood in the queue for a round trip.
    fn check_order(&mut self, client: usize, call: &CallInProgress, now: Moment) {
        let Some((ticket, joined)) = call.ticket else {
            return;
        };
        let overtaken = self.people.iter().filter(|(other, person)| {
            let ticket_of = person.call.as_ref().and_then(|it| it.ticket);
            **other != client
                && ticket_of.is_some_and(|(of, since)| {
                    of < ticket && since.after(self.round_trip) < joined.min(now)
                })
        });
        let overtaken: Vec<_> = overtaken.map(|(other, _)| *other).collect();
        self.seen.overtaken += u64::try_from(overtaken.len()).unwrap();
        if self.plan.is_calm() && self.plan.is_patient() && !overtaken.is_empty() {
            let what = format!("client {client} has overtaken {overtaken:?}");
            self.breaks(Promise::Order, what);
        }
    }
}

impl Seen {
    /// Adds what another run has seen.
    pub(super) fn add(&mut self, other: &Self) {
        self.grants += other.grants;
        self.by_waiting += other.by_waiting;
        self.refusals += other.refusals;
        self.failures += other.failures;
        self.releases += other.releases;
        self.overtaken += other.overtaken;
        self.longest_idle = self.longest_idle.max(other.longest_idle);
        self.longest_wait = self.longest_wait.max(other.longest_wait);
        self.latest = self.latest.max(other.latest);
    }
}
