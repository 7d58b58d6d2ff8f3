//! The [`LockStore`] of a quorum: several independent servers, of which a majority decides.
//!
//! Each question about a lock goes to all servers at once, and its answer is what a majority of all servers has said,
//! however many of them can be reached. The pure machines beside this file say what is asked next: `attempt` without
//! a wait, `lead` for a wait, and `adoption`. This file drives them, and has the questions that need one round. It
//! knows no connection, because the servers are a [`VotingServers`]: over sockets in `voters`, and in memory in tests.
//! `pool` makes the store for PHP threads, and [`QuorumEndpoints`] makes it for the renewing thread.

mod adoption;
mod attempt;
mod by_token;
mod lead;
mod listing;
mod order;
mod owed;
mod releases;
mod round;
mod round_wait;
mod tally;
mod voter;
mod voter_state;
mod voters;

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use adoption::{Adoption, AdoptionStep};
use attempt::{Attempt, AttemptOutcome, AttemptStep, Past};
use by_token::ByToken;
use lead::{Lead, LeadStep, Surroundings};
use listing::QuorumListing;
pub(crate) use owed::OwedToken;
use round::{Enough, Round, Usable};
pub(crate) use round_wait::grace;
pub(crate) use tally::{Heard, Majority};
use tally::{Tally, Verdict};
pub(super) use voters::{QuorumEndpoints, Voters};

#[cfg(all(test, not(feature = "shuttle")))]
pub(crate) use owed::{KnownScripts, LateReply, OwedTokens};
#[cfg(all(test, not(feature = "shuttle")))]
pub(crate) use round_wait::{Record, RoundWait};
#[cfg(all(test, not(feature = "shuttle")))]
pub(crate) use voter_state::VoterState;

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::protocol::Reply;
use crate::protocol::mutex::among::{Ask, PASSED_ON, Statement};
use crate::protocol::mutex::wake;
use crate::route::found::held_by;
use crate::store::{
    Change, Fence, Found, HeldBy, Holder, JoinReply, LeaseRequest, Listing, LockStore, Retry,
    SleepEnd, Standing, StoreFactory, Ticket, Vote, Wake,
};

/// The servers of a quorum, as one thread asks them.
pub(crate) trait VotingServers {
    fn majority(&self) -> Majority;

    /// Returns what errors call the deployment.
    fn name(&self) -> String;

    fn command_timeout(&self) -> Duration;

    fn now(&self) -> Moment;

    /// Returns the servers in the order of the key, by which every process finds the same gate.
    fn order(&self, key: &[u8]) -> Vec<usize>;

    /// Reads what has come from servers that were silent, gives those up that are silent for too long, and returns the
    /// servers that can be asked now: those that do not rest, or all of them if these are no majority.
    fn find_usable(&self) -> Vec<usize>;

    /// Returns whether the server was silent for too long when it was asked last.
    fn is_slow(&self, server: usize) -> bool;

    /// Reads what has come from a server for which a round did not wait. Returns whether the server owes nothing more.
    fn read_late(&self, server: usize) -> bool;

    /// Asks all questions at once, and returns what was heard of each. `enough` says whether that is enough. A release
    /// without an answer is owed.
    fn ask(&self, asked: &[Inquiry], end: &RoundEnd) -> Vec<Heard>;

    /// Sends what is to be done and waits for no answer. What cannot be sent now is owed as a release.
    fn tell(&self, asked: &[Inquiry]);

    /// Takes the owner out that a wake-up has named which came when its sleep was over.
    fn take_late_wake_up(&self, key: &[u8], token: &[u8]) -> Option<Vec<u8>>;

    /// Returns the time from the beginning of a round to its last answer, made shorter or longer by up to a half, at random.
    fn trip(&self) -> Duration;

    /// Rests for this long, or until `by`.
    fn rest(&self, span: Duration, by: Moment);

    /// Sleeps at the wake list of a token at this server, serving signals. Returns the reply when something was popped,
    /// or `None` when `until` has come or the connection broke.
    ///
    /// # Errors
    /// What ended a sleep of `clock`.
    fn sleep(
        &self,
        server: usize,
        request: &LeaseRequest,
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error>;

    /// Returns why the server has given no answer to a question that was sent at `since`, or was not asked.
    fn trouble(&self, server: usize, since: Moment) -> Unavailable;

    /// Lists the locks at one server, as [`LockStore::list`] does.
    fn list_at<'a>(&'a self, server: usize, prefix: &[u8], pattern: &[u8])
    -> Box<dyn Listing + 'a>;

    /// Returns what each of these servers knows of each of these keys: `None` for a key that is gone there.
    fn look_at(
        &self,
        servers: &[usize],
        keys: &[Vec<u8>],
        by: Moment,
    ) -> Vec<Result<Vec<Option<Found>>, Unavailable>>;

    /// As [`LockStore::may_be_executed`].
    fn may_be_executed(&self, given_up: Moment) -> bool;

    /// Closes the idle connections.
    fn hang_up(&self);

    fn factory(&self) -> Arc<dyn StoreFactory>;
}

/// One question to one server.
pub(crate) struct Inquiry<'a> {
    pub(crate) server: usize,
    pub(crate) request: LeaseRequest<'a>,
    pub(crate) ask: Ask,
    /// Whether the question only rides behind another one, so that an error in reply to it means nothing.
    pub(crate) is_rider: bool,
}

/// What ends a round.
pub(crate) struct RoundEnd<'a> {
    /// The number of answers that are a majority.
    pub(crate) answers: usize,
    /// Whether nobody waits longer than for a slow server, because there is another way on.
    pub(crate) is_brief: bool,
    pub(crate) by: Moment,
    /// Takes what was heard of each question so far, and returns whether that is enough.
    pub(crate) enough: &'a dyn Fn(&[Heard]) -> bool,
}

/// The shortest time between two looks at a split vote. A process that collects servers gets on within it, unless the
/// system does not let it run.
const SHORTEST_REST: Duration = Duration::from_millis(1);

/// The waits and the locks of a thread, each with what it knows of the servers. The oldest of more than 256 is forgotten.
/// A wait that was forgotten begins again at the end of the queue, and a lock that was forgotten is released at all
/// servers at once, so nothing is wrong then, only less fair.
pub(crate) type Waits = ByToken<Lead, 256>;

/// A store that asks a majority of these servers.
pub(crate) struct Quorum<S> {
    servers: S,
    waits: Rc<Waits>,
}

/// The servers that can be asked now.
struct Reach {
    usable: Vec<usize>,
    /// Those that are not slow, or all if every one is.
    quick: Vec<usize>,
}

impl Reach {
    fn as_usable(&self) -> Usable<'_> {
        Usable {
            all: &self.usable,
            quick: &self.quick,
        }
    }

    /// Returns the gate of a key that gives this order to the servers.
    fn gate(&self, order: &[usize]) -> usize {
        let mut order = order.iter().copied();
        let gate = order.find(|server| self.quick.contains(server));
        gate.unwrap_or_default()
    }
}

/// What a round has heard of each server.
struct HeardRound {
    heard: Vec<(usize, Heard)>,
    /// Of what was asked behind the question.
    of_riders: Vec<(usize, Vec<Heard>)>,
}

/// What is known of a question that may end without a majority.
struct HeardSoFar {
    since: Moment,
    /// The most grants of one round.
    granted: usize,
    /// Whether nothing was to be granted, so the message counts answers.
    is_look: bool,
    /// What each server said last.
    heard: BTreeMap<usize, Heard>,
    /// Who had the key at each server when it was asked last, if that is to be known.
    holders: Option<BTreeMap<usize, HeldBy>>,
}

impl HeardSoFar {
    fn new(since: Moment) -> Self {
        Self {
            since,
            granted: 0,
            is_look: false,
            heard: BTreeMap::new(),
            holders: None,
        }
    }

    /// Returns who had the key at a majority of the servers, for as long as the last of that majority has it. `None`: none
    /// had, as while several processes have some servers each, or `token` itself had, or the key may be that of an owner
    /// which has released it and passes it on.
    fn held_by(&self, of: Majority, token: &[u8]) -> Option<HeldBy> {
        let all = self.holders.as_ref()?.values().cloned().collect();
        let by = |it: &HeldBy| it.owner.clone();
        let held_by = listing::last_of_majority(all, of.needed, by, |it| it.remaining)?;
        let is_passed_on = held_by.remaining.is_some_and(|left| left <= PASSED_ON);
        let is_own = held_by.owner.as_deref() == Some(token);
        (!is_passed_on && !is_own).then_some(held_by)
    }

    fn of_look(since: Moment) -> Self {
        Self {
            is_look: true,
            ..Self::new(since)
        }
    }

    /// Returns what the servers have done, in words.
    fn words(&self) -> String {
        let heard = self.heard.values();
        if self.is_look {
            let answers = heard.filter(|it| it.said().is_some()).count();
            return format!("{answers} answered");
        }
        let granted = Tally::of(heard).granted.max(self.granted);
        format!("{granted} granted")
    }

    fn note(&mut self, answers: &[(usize, Heard)]) {
        let tally = Tally::of(answers.iter().map(|(_, heard)| heard));
        self.granted = self.granted.max(tally.granted);
        self.heard.extend(answers.iter().cloned());
    }
}

impl<S: VotingServers> Quorum<S> {
    pub(crate) fn over(servers: S, waits: Rc<Waits>) -> Self {
        Self { servers, waits }
    }

    fn of(&self) -> Majority {
        self.servers.majority()
    }

    /// Returns the servers that can be asked now, and those of them that answer quickly, or all if none does.
    fn find_reach(&self) -> Reach {
        let usable = self.servers.find_usable();
        let is_quick = |server: &usize| !self.servers.is_slow(*server);
        let mut quick: Vec<_> = usable.iter().copied().filter(is_quick).collect();
        if quick.is_empty() {
            quick.clone_from(&usable);
        }
        Reach { usable, quick }
    }

    /// Asks a round about one key, and returns the answers with the numbers of their servers.
    fn round(&self, request: &LeaseRequest, round: Round, by: Moment) -> Vec<(usize, Heard)> {
        self.round_with(request, round, &[], by).heard
    }

    /// As [`Self::round`]. Returns also the answers of each server to the `riders`, which are asked behind its question in
    /// the same pipeline, and for which nobody waits.
    fn round_with(
        &self,
        request: &LeaseRequest,
        round: Round,
        riders: &[Ask],
        by: Moment,
    ) -> HeardRound {
        let Round {
            asks,
            enough,
            answers,
        } = round;
        let servers: Vec<_> = asks.iter().map(|(server, _)| *server).collect();
        let with_server = |heard: &[Heard]| -> Vec<_> {
            let servers = servers.iter().copied();
            servers.zip(heard.iter().cloned()).collect()
        };
        let request = *request;
        let behind = servers.iter().flat_map(|server| {
            let rider = |ask: &Ask| (*server, ask.clone(), true);
            riders.iter().map(rider)
        });
        let asked = asks.into_iter().map(|(server, ask)| (server, ask, false));
        let asked = asked.chain(behind).map(|(server, ask, is_rider)| Inquiry {
            server,
            request,
            ask,
            is_rider,
        });
        let end = RoundEnd {
            answers,
            is_brief: enough == Enough::Alone,
            by,
            enough: &|heard| enough.is_reached(&with_server(heard), answers),
        };
        let heard = self.servers.ask(&asked.collect::<Vec<_>>(), &end);
        let of_riders = heard.get(servers.len()..).unwrap_or_default();
        let of_riders = of_riders.chunks(riders.len().max(1)).map(<[_]>::to_vec);
        HeardRound {
            heard: with_server(&heard),
            of_riders: servers.iter().copied().zip(of_riders).collect(),
        }
    }

    /// Asks a round of an attempt, whose report may be one that wants to know who has the key.
    fn attempt_round(
        &self,
        request: &LeaseRequest,
        round: Round,
        report: &mut HeardSoFar,
        by: Moment,
    ) -> Vec<(usize, Heard)> {
        let Some(holders) = &mut report.holders else {
            return self.round(request, round, by);
        };
        let riders = [Ask::Look, Ask::Lifetime];
        let HeardRound { heard, of_riders } = self.round_with(request, round, &riders, by);
        for (server, said) in of_riders {
            holders.remove(&server);
            let said: Vec<_> = said.iter().map(Heard::said).collect();
            if let [
                Some(Statement::Has(holder)),
                Some(Statement::Lives(lifetime)),
            ] = said.as_slice()
            {
                let held_by = held_by(holder.clone(), *lifetime);
                holders.extend(held_by.map(|it| (server, it)));
            }
        }
        heard
    }

    /// Gives a token back at these servers, and waits for no answer. The token may be used again.
    fn give_back(&self, request: &LeaseRequest, servers: Vec<usize>) {
        self.tell(request, servers, &Ask::Release);
    }

    fn tell(&self, request: &LeaseRequest, servers: Vec<usize>, ask: &Ask) {
        let asked = servers.into_iter().map(|server| Inquiry {
            server,
            request: *request,
            ask: ask.clone(),
            is_rider: false,
        });
        let asked: Vec<_> = asked.collect();
        if !asked.is_empty() {
            self.servers.tell(&asked);
        }
    }

    /// Returns the error of a question to which too few servers have answered.
    fn missing(&self, report: &HeardSoFar) -> Unavailable {
        let of = self.of();
        let trouble = |server| match report.heard.get(&server) {
            Some(Heard::Answer(_)) => None,
            Some(Heard::Trouble(trouble)) => Some(trouble.clone()),
            Some(Heard::Nothing) | None => Some(self.servers.trouble(server, report.since)),
        };
        let troubles: Vec<_> = (0..of.servers).filter_map(trouble).collect();
        Unavailable::no_majority(&self.servers.name(), &report.words(), of.needed, &troubles)
    }

    /// Returns the fencing token of a lease that these servers have granted, once a majority of them has it; or an error
    /// if that cannot be brought about.
    fn settle(
        &self,
        request: &LeaseRequest,
        granted: &BTreeMap<usize, Fence>,
        by: Moment,
    ) -> Result<Fence, Unavailable> {
        let of = self.of();
        let (fence, is_agreed) = tally::fence(granted, of);
        let Some(largest) = fence.filter(|_| !is_agreed) else {
            return Ok(fence);
        };
        let mut report = HeardSoFar::new(self.servers.now());
        let servers = granted.keys().copied();
        let enough = Enough::rest(of, 0);
        let round = Round::to(servers, &Ask::Settle(largest), enough, of.needed);
        let heard = self.round(request, round, by);
        report.note(&heard);
        if report.granted >= of.needed {
            return Ok(fence);
        }
        Err(self.missing(&report))
    }

    /// Returns the vote on one attempt that does not wait, or on the last look of a wait. The report says what the
    /// servers have said to it.
    fn acquire(
        &self,
        request: &LeaseRequest,
        retry: Retry,
        report: &mut HeardSoFar,
        by: Moment,
    ) -> Vote {
        let by = self.deadline(by);
        let waited = self.waits.take(request.key, request.token);
        let past = match &waited {
            Some(lead) => lead.past(),
            None => Past {
                token: request.token.to_vec(),
                was_sent: retry != Retry::First,
                ..Past::default()
            },
        };
        let mut attempt = Attempt::new(self.of(), self.servers.order(request.key), past);
        let vote = match self.drive(&mut attempt, request, report, by) {
            AttemptOutcome::Won(granted) => match self.settle(request, &granted, by) {
                Ok(fence) => Vote::Granted(fence),
                Err(missing) => Vote::Unknown(missing),
            },
            AttemptOutcome::Refused => Vote::Refused,
            AttemptOutcome::Missing => Vote::Unknown(self.missing(report)),
        };
        if !vote.is_granted() {
            self.give_back(request, attempt.take_back());
        }
        match waited {
            // The wait is over. A server that the attempt did not reach may have granted the lease before.
            Some(mut lead) if matches!(vote, Vote::Refused) => {
                self.give_back(request, lead.take_all_back());
            }
            None if matches!(vote, Vote::Refused) => {}
            waited => {
                let is_held = waited.is_some() && vote.is_granted();
                self.remember(request, waited, is_held, report);
            }
        }
        vote
    }

    /// Remembers which servers a token has reached. `is_held`: it has the lock, and has waited for it.
    fn remember(
        &self,
        request: &LeaseRequest,
        waited: Option<Lead>,
        is_held: bool,
        report: &HeardSoFar,
    ) {
        let new = || Lead::new(self.of(), request.token, false);
        let mut lead = waited.unwrap_or_else(new);
        lead.is_held = is_held;
        lead.reached.extend(report.heard.keys());
        self.keep(request, lead);
    }

    fn keep(&self, request: &LeaseRequest, lead: Lead) {
        let of = OwedToken::new(request.key, request.token);
        self.waits.put(of, lead);
    }

    fn drive(
        &self,
        attempt: &mut Attempt,
        request: &LeaseRequest,
        report: &mut HeardSoFar,
        by: Moment,
    ) -> AttemptOutcome {
        let mut step = attempt.begin(&self.find_reach().as_usable());
        loop {
            step = match step {
                AttemptStep::Ask(round) => {
                    let heard = self.attempt_round(request, round, report, by);
                    report.note(&heard);
                    if let Some(owner) = self.servers.take_late_wake_up(request.key, request.token)
                    {
                        attempt.passed_by(owner);
                    }
                    let is_late = self.servers.now() >= by;
                    attempt.heard(&heard, &self.find_reach().as_usable(), is_late)
                }
                AttemptStep::GiveBack(servers) => {
                    self.give_back(request, servers);
                    attempt.rest()
                }
                AttemptStep::Rest {
                    doublings,
                    is_before_look,
                } => {
                    let trip = self.servers.trip();
                    let span = if is_before_look {
                        trip.max(SHORTEST_REST)
                    } else {
                        trip
                    };
                    let longest = grace(self.servers.command_timeout());
                    self.servers
                        .rest((span * 2_u32.pow(doublings)).min(longest), by);
                    attempt.rested(&self.find_reach().as_usable())
                }
                AttemptStep::Done(outcome) => return outcome,
            };
        }
    }

    /// Returns the answer to a token that joins the queue, or goes on waiting there.
    fn lead(&self, lead: &mut Lead, request: &LeaseRequest, by: Moment) -> JoinReply {
        let order = self.servers.order(request.key);
        let mut report = HeardSoFar::new(self.servers.now());
        // Each lost gate is slow afterwards, so another one follows.
        for _ in 0..order.len() {
            let reach = self.find_reach();
            let around = |gate| Surroundings {
                usable: &reach.usable,
                gate,
                now: self.servers.now(),
                trip: self.servers.trip(),
                command_timeout: self.servers.command_timeout(),
            };
            let gate = reach.gate(&order);
            self.give_back(request, lead.take_back(gate));
            let mut round = lead.begin(&around(gate));
            let step = loop {
                let heard = self.round(request, round, by);
                report.note(&heard);
                // A wake-up that came late is read in front of the gate's answer.
                if let Some(owner) = self.servers.take_late_wake_up(request.key, request.token) {
                    lead.passed_by(owner);
                }
                match lead.heard(&heard, &around(gate)) {
                    LeadStep::Ask(rest) => round = rest,
                    step => break step,
                }
            };
            match step {
                LeadStep::GateLost if self.servers.now() < by => {}
                LeadStep::Won { granted, queues } => {
                    return match self.settle(request, &granted, by) {
                        Ok(fence) => {
                            self.give_back(request, queues);
                            JoinReply::Granted(fence)
                        }
                        Err(missing) => {
                            self.give_back(request, lead.take_all_back());
                            JoinReply::Unknown(missing)
                        }
                    };
                }
                LeadStep::Waits(place) => return JoinReply::Waits(place),
                LeadStep::GiveUp(servers) => {
                    self.give_back(request, servers);
                    return JoinReply::Refused;
                }
                LeadStep::Ask(_) | LeadStep::GateLost | LeadStep::Missing => break,
            }
        }
        JoinReply::Unknown(self.missing(&report))
    }

    fn adopt(&self, request: &LeaseRequest, from: &[u8], by: Moment) -> Vote {
        let by = self.deadline(by);
        let order = self.servers.order(request.key);
        let mut adoption = Adoption::new(self.of(), order, from, request.token);
        let mut report = HeardSoFar::new(self.servers.now());
        let mut round = adoption.look(&self.servers.find_usable());
        let granted = loop {
            let heard = self.round(request, round, by);
            report.note(&heard);
            let is_late = self.servers.now() >= by;
            let usable = self.servers.find_usable();
            round = match adoption.heard(&heard, &usable, is_late) {
                AdoptionStep::Ask(round) => round,
                AdoptionStep::Rest => {
                    self.servers.rest(self.servers.trip(), by);
                    adoption.look(&usable)
                }
                AdoptionStep::RestLong => {
                    self.servers.rest(grace(self.servers.command_timeout()), by);
                    adoption.look(&usable)
                }
                AdoptionStep::Won(granted) => break granted,
                AdoptionStep::Refused => {
                    self.give_back(request, adoption.may_have());
                    return Vote::Refused;
                }
                // The same adoption may be asked for again, so what it has got stays.
                AdoptionStep::Missing => return Vote::Unknown(self.missing(&report)),
            };
        };
        match self.settle(request, &granted, by) {
            Ok(fence) => {
                self.remember(request, None, false, &report);
                Vote::Granted(fence)
            }
            Err(missing) => Vote::Unknown(missing),
        }
    }

    /// Returns the votes on questions about several keys, each of which a majority of yes or no decides. They go to each
    /// server as one pipeline.
    fn ask_majority(&self, requests: &[LeaseRequest], ask: &Ask, by: Moment) -> Vec<Vote> {
        let (by, of) = (self.deadline(by), self.of());
        let since = self.servers.now();
        let usable = self.servers.find_usable();
        let asked = usable.iter().flat_map(|server| {
            requests.iter().map(|request| Inquiry {
                server: *server,
                request: *request,
                ask: ask.clone(),
                is_rider: false,
            })
        });
        let asked: Vec<_> = asked.collect();
        // The questions to one server stand together, in the order of the requests.
        let keys = requests.len();
        let tally = |heard: &[Heard], key: usize| Tally::of(heard.iter().skip(key).step_by(keys));
        let end = RoundEnd {
            answers: of.needed,
            is_brief: false,
            by,
            enough: &|heard| (0..keys).all(|key| tally(heard, key).verdict(of).is_some()),
        };
        let heard = self.servers.ask(&asked, &end);
        let vote = |(key, request)| {
            let of_key = heard.iter().skip(key).step_by(keys).cloned();
            let answers: Vec<_> = usable.iter().copied().zip(of_key).collect();
            match tally(&heard, key).verdict(of) {
                Some(Verdict::Granted) => Vote::Granted(None),
                Some(Verdict::Refused) => {
                    // A token that is renewed is this process' own, while one that gets a new lifetime may be
                    // another's, who is acquiring at this moment.
                    if *ask == Ask::Renew {
                        self.give_back(request, not_refused(answers));
                    }
                    Vote::Refused
                }
                None => {
                    let mut report = HeardSoFar::new(since);
                    report.note(&answers);
                    Vote::Unknown(self.missing(&report))
                }
            }
        };
        requests.iter().enumerate().map(vote).collect()
    }

    /// As [`Self::ask_majority`], about one key.
    fn ask_one(&self, request: &LeaseRequest, ask: &Ask, by: Moment) -> Vote {
        let votes = self.ask_majority(&[*request], ask, by);
        let no_vote = || Vote::Unknown(self.missing(&HeardSoFar::new(self.servers.now())));
        votes.into_iter().next().unwrap_or_else(no_vote)
    }
}

/// Returns the servers that may still have the key of a lease that a majority has lost. The loss is final, so nobody
/// else would free them before their lease ends.
fn not_refused(answers: Vec<(usize, Heard)>) -> Vec<usize> {
    let may_have = answers.into_iter().filter(|(_, heard)| !heard.is_no());
    may_have.map(|(server, _)| server).collect()
}

impl<S: VotingServers> LockStore for Quorum<S> {
    fn ask(&self, change: &Change, by: Moment) -> Vote {
        match change {
            Change::Acquire(request, retry) => {
                let mut report = HeardSoFar::new(self.servers.now());
                self.acquire(request, *retry, &mut report, by)
            }
            Change::Adopt(request, from) => self.adopt(request, from, by),
            Change::Expire(request) => self.ask_one(request, &Ask::Expire, by),
            Change::Renew(request) => self.ask_one(request, &Ask::Renew, by),
            Change::Release(held) => self.release(held, by),
        }
    }

    fn last_look(
        &self,
        request: &LeaseRequest,
        retry: Retry,
        by: Moment,
    ) -> (Vote, Option<HeldBy>) {
        let mut report = HeardSoFar {
            holders: Some(BTreeMap::new()),
            ..HeardSoFar::new(self.servers.now())
        };
        let vote = self.acquire(request, retry, &mut report, by);
        (vote, report.held_by(self.of(), request.token))
    }

    fn ask_all(&self, changes: &[Change], by: Moment) -> Vec<Vote> {
        match changes {
            [Change::Release(held)] => vec![self.release(held, by)],
            [Change::Release(_), ..] => {
                let held = changes.iter().filter_map(|change| match change {
                    Change::Release(held) => Some(*held),
                    _ => None,
                });
                self.release_all(&held.collect::<Vec<_>>(), by)
            }
            _ => {
                let ask = match changes {
                    [Change::Expire(_), ..] => Ask::Expire,
                    _ => Ask::Renew,
                };
                let requests = changes.iter().filter_map(|change| match change {
                    Change::Renew(request) | Change::Expire(request) => Some(*request),
                    _ => None,
                });
                self.ask_majority(&requests.collect::<Vec<_>>(), &ask, by)
            }
        }
    }

    fn join(&self, request: &LeaseRequest, standing: Standing, by: Moment) -> JoinReply {
        let by = self.deadline(by);
        let (key, token) = (request.key, request.token);
        let new = || Lead::new(self.of(), token, standing == Standing::Newcomer);
        let mut lead = self.waits.take(key, token).unwrap_or_else(new);
        let reply = self.lead(&mut lead, request, by);
        lead.is_held = matches!(reply, JoinReply::Granted(_));
        self.keep(request, lead);
        reply
    }

    fn wait(
        &self,
        request: &LeaseRequest,
        _: Option<Ticket>,
        end: SleepEnd,
        clock: &dyn Clock,
    ) -> Result<Wake, Error> {
        let until = end.moment();
        let (key, token) = (request.key, request.token);
        let with_lead = |change: &dyn Fn(&mut Lead)| {
            let lead = self.waits.take(key, token);
            lead.map(|mut lead| {
                change(&mut lead);
                let at = lead.sleeps_at();
                self.keep(request, lead);
                at
            })
        };
        let Some(server) = with_lead(&|_| ()).flatten() else {
            clock.sleep(until, None)?;
            return Ok(Wake::SliceOver);
        };
        let Some(reply) = self.servers.sleep(server, request, until, clock)? else {
            return Ok(Wake::SliceOver);
        };
        let woken = wake::read(&reply).unwrap_or(Wake::SliceOver);
        match woken {
            Wake::HandedOver => {
                let owner = wake::passed_on_by(&reply);
                with_lead(&|lead| lead.woken(owner.clone()));
            }
            Wake::BecameFirst => {
                with_lead(&Lead::became_first);
            }
            Wake::SliceOver => {}
        }
        let now = clock.now();
        if let Some(rest) = wake::rest(&reply, until.until(now)) {
            clock.sleep(now.after(rest), None)?;
        }
        Ok(woken)
    }

    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable> {
        let (by, of) = (self.deadline(by), self.of());
        let mut report = HeardSoFar::of_look(self.servers.now());
        let request = LeaseRequest {
            key,
            token: b"",
            lease: Duration::ZERO,
            fencing: false,
        };
        let usable = self.servers.find_usable();
        let asked = usable.iter().map(|server| Inquiry {
            server: *server,
            request,
            ask: Ask::Look,
            is_rider: false,
        });
        let holder = |heard: &[Heard]| {
            let holders = heard.iter().filter_map(|it| it.said()?.holder());
            tally::holder(holders, of)
        };
        let end = RoundEnd {
            answers: of.needed,
            is_brief: false,
            by,
            enough: &|heard| holder(heard).is_some(),
        };
        let heard = self.servers.ask(&asked.collect::<Vec<_>>(), &end);
        let found = holder(&heard);
        let answers: Vec<_> = usable.iter().copied().zip(heard).collect();
        report.note(&answers);
        found.ok_or_else(|| self.missing(&report))
    }

    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable> {
        Ok(self.holder(key, by)? != Holder::Nobody)
    }

    fn list<'a>(&'a self, prefix: &[u8], pattern: &[u8]) -> Box<dyn Listing + 'a> {
        Box::new(QuorumListing::new(&self.servers, prefix, pattern))
    }

    fn deadline(&self, by: Moment) -> Moment {
        let timeout = self.servers.command_timeout();
        self.servers.now().after(timeout).min(by)
    }

    fn hang_up(&self) {
        self.servers.hang_up();
    }

    fn may_be_executed(&self, given_up: Moment) -> bool {
        self.servers.may_be_executed(given_up)
    }

    fn counts_shares(&self) -> bool {
        false
    }

    fn cannot_fence(&self, _: &[u8]) -> bool {
        false
    }

    fn name(&self) -> String {
        self.servers.name()
    }

    fn factory(&self) -> Arc<dyn StoreFactory> {
        self.servers.factory()
    }
}
