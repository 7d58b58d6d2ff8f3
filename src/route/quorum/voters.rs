//! The servers of a quorum over sockets, as one thread asks them.
//!
//! One poll waits for all servers of a round, so a server that does not answer costs the others nothing. Connections
//! that a round does not wait for any longer are left as they are: their openings go on beside the next round or at a
//! look between two rounds, and their replies are read in front of the next ones. This file knows which questions change
//! a key, and decides nothing about a lock. `quorum` asks through it, and `pool` keeps one for each configuration.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;

use super::by_token::ByToken;
use super::order::order;
use super::owed::OwedToken;
use super::round_wait::{Record, RoundWait, grace};
use super::tally::{Heard, Majority};
use super::voter::Voter;
use super::{Inquiry, Quorum, RoundEnd, VotingServers, Waits};
use crate::clock::{Clock, Moment};
use crate::config::Server;
use crate::connection::{Caller, ConnectionTable, Due, Endpoint, LATE, Note, Seat, Seats};
use crate::error::{Error, Unavailable};
use crate::os::{self, Wanted};
use crate::protocol::mutex::among::{self, Ask, Statement};
use crate::protocol::mutex::{release, wake};
use crate::protocol::{Call, Question, Reply, time};
use crate::route::found::{KeyQuestions, ServerTime};
use crate::route::round::{self, AfterPipeline, Pipeline, Role, Sent};
use crate::route::{Answer, Deadlines, Outcome, RoundOptions, Router};
use crate::store::{Found, Keyspace, LeaseRequest, Listing, LockStore, StoreFactory, Vote};

/// The servers of one quorum, which all threads of a process share.
pub(in crate::route) struct QuorumEndpoints {
    pub(in crate::route) servers: Vec<Server>,
    all: Vec<Arc<Endpoint>>,
    /// The hosts and ports, or the paths.
    names: Vec<String>,
}

/// One thread's connections to the servers.
pub(in crate::route) struct Voters {
    endpoints: Arc<QuorumEndpoints>,
    all: Vec<Voter>,
    table: Rc<ConnectionTable>,
    /// The time from the beginning of a round to its last answer. The wait for silent servers does not count, because the
    /// rests between two looks are made as long as this time.
    trip: Cell<Duration>,
    wake_ups: Rc<LateWakeUps>,
    /// The waits of this thread.
    waits: Rc<Waits>,
    /// The seats of rounds. A round takes one before its time begins, so no server is slow because other rounds are in front.
    rounds: Rc<Seats>,
}

/// The owners that late wake-ups have named, each of which is taken by the next question of its wait.
type LateWakeUps = ByToken<Vec<u8>, 16>;

/// Hears of a wake-up that came when the sleep was over.
struct LateWakeUp {
    generation: u64,
    of: OwedToken,
    wake_ups: Rc<LateWakeUps>,
}

/// The time that a round is believed to take before there was one.
const FIRST_TRIP: Duration = Duration::from_millis(1);

impl QuorumEndpoints {
    pub(in crate::route) fn new(servers: &[Server]) -> Self {
        Self {
            servers: servers.to_vec(),
            all: Endpoint::independent(servers),
            names: servers.iter().map(|it| it.address.to_string()).collect(),
        }
    }
}

impl Voters {
    pub(in crate::route) fn new(endpoints: Arc<QuorumEndpoints>, caller: Caller) -> Self {
        let table = Rc::new(ConnectionTable::new());
        let voter = |endpoint| Voter::new(&table, endpoint, caller);
        Self {
            all: endpoints.all.iter().map(voter).collect(),
            rounds: table.seats_of_rounds(endpoints.all.len()),
            endpoints,
            table,
            trip: Cell::new(FIRST_TRIP),
            wake_ups: Rc::default(),
            waits: Rc::default(),
        }
    }

    /// Returns a store that asks these servers.
    pub(in crate::route) fn store(self: Rc<Self>) -> Box<dyn LockStore> {
        let waits = Rc::clone(&self.waits);
        Box::new(Quorum::over(self, waits))
    }

    /// Ends the request of PHP. What was sent is read for as long as a slow server is waited for, because the end of a
    /// connection with unread replies may take requests with it. What is owed goes once more, over open connections.
    /// Openings go on with the next request, because a short one would never see the end of any.
    pub(in crate::route) fn end_request(&self) {
        let by = os::now().after(grace(self.timeout()));
        self.table.receive_owed(by);
        let mut has_sent = false;
        for (server, voter) in self.all.iter().enumerate() {
            has_sent |= !voter.owed.is_empty() && self.send_ahead(Batch::new(server, voter), &[]);
        }
        if has_sent {
            self.table.receive_owed(by);
        }
        self.table.abandon_cut_off();
    }

    /// Sends what is owed to a server, and a batch behind it, over an idle connection, and waits for no reply. Returns
    /// `false` if no connection is idle, and then the batch's releases are owed too.
    fn send_ahead(&self, mut batch: Batch, asked: &[Inquiry]) -> bool {
        let voter = batch.voter;
        // This reads late replies, so what they owe and which scripts are unknown is taken afterwards.
        let Some(mut connection) = voter.connections.idle() else {
            batch.owe_releases(asked);
            return false;
        };
        batch.take_owed();
        let in_front = batch.in_front();
        for call in batch.calls(asked, &in_front) {
            call.push_ahead(&mut connection.transport);
        }
        let now = os::now();
        let by = now.after(grace(self.timeout()));
        match connection.transport.send_ahead(now, by) {
            Ok(()) => {
                voter.connections.keep(connection);
                voter.note_silence(now, false);
            }
            Err(error) => {
                // The notes hear of the end of the connection.
                self.table.abandon(connection);
                let cause = anyhow!("the request could not be sent: {error}");
                let trouble = Unavailable::unanswered(&*voter.connections, cause);
                voter.note_failure(trouble, os::now());
            }
        }
        true
    }

    fn timeout(&self) -> Duration {
        let first = self.endpoints.servers.first();
        first.map_or(Duration::ZERO, |it| it.access.command_timeout)
    }

    /// Takes a seat for a round that has to be back by `by`, as [`Seats::take`] does.
    ///
    /// # Errors
    /// No seat came free in time, or the running call may wait no longer.
    fn seat(&self, by: Moment) -> io::Result<Option<Seat>> {
        self.rounds.take(os::now().after(self.timeout()).min(by))
    }

    /// Returns what is heard of a server that was not asked, because other rounds were in front for too long.
    fn unasked(&self, server: usize) -> Heard {
        let late = |voter: &Voter| Unavailable::out_of_time(&*voter.connections, anyhow!(LATE));
        let voter = self.all.get(server);
        voter.map_or(Heard::Nothing, |voter| Heard::Trouble(late(voter)))
    }

    /// Asks one pipeline of each of these servers, and hands `take` the place of each server in the list and its calls
    /// when it has ended. `end` says how long the round waits.
    fn round<'a>(
        &self,
        pipelines: Vec<(usize, Vec<Sent<'a>>)>,
        end: &RoundEnd,
        take: &mut dyn FnMut(usize, Vec<Sent<'a>>) -> Ended,
    ) {
        let begun = os::now();
        let of_round = |(server, _): &(usize, _)| (*server, self.record(*server));
        let records: Vec<_> = pipelines.iter().map(of_round).collect();
        let of_servers = records.iter().map(|(_, record)| *record);
        let mut wait = RoundWait::new(of_servers, end.answers, self.timeout(), end.by);
        if end.is_brief {
            wait = wait.briefly(begun);
        }
        let wait = RefCell::new(wait);
        // Every server has the time of a command, however little of it this round waits.
        let deadlines = Deadlines::begin(self.timeout(), Moment::NEVER);
        let pipeline = |(place, (server, calls)): (usize, (usize, Vec<Sent<'a>>))| {
            let connections = Rc::clone(&self.all.get(server)?.connections);
            Some(Pipeline::new(place, connections, calls, deadlines))
        };
        let pipelines = pipelines.into_iter().enumerate().filter_map(pipeline);
        let mut left: BTreeSet<_> = (0..records.len()).collect();
        let mut last_answer = None;
        let unasked = round::ask_until(
            pipelines.collect(),
            RoundOptions::by(Moment::NEVER),
            || wait.borrow().until(),
            |pipeline| {
                let place = pipeline.server;
                let Ended { trouble, is_enough } = take(place, pipeline.calls);
                left.remove(&place);
                let now = os::now();
                let mut wait = wait.borrow_mut();
                if let Some((server, record)) = records.get(place) {
                    let is_answer = trouble.is_none();
                    last_answer = last_answer.max(is_answer.then_some(now));
                    wait.ended(*record, is_answer, now);
                    self.note(*server, trouble, now);
                }
                if is_enough {
                    wait.has_enough(now);
                }
                if wait.is_over() {
                    AfterPipeline::Enough
                } else {
                    AfterPipeline::More(Vec::new())
                }
            },
        );
        if let Some(at) = last_answer {
            self.trip.set(at.until(begun).min(grace(self.timeout())));
        }
        let now = os::now();
        let in_vain = wait.borrow().was_in_vain(now);
        left.retain(|place| !unasked.contains(place));
        let left = left.iter().filter_map(|place| records.get(*place));
        for voter in left.filter_map(|(server, _)| self.all.get(*server)) {
            if voter.connections.is_begun() {
                voter.note_silence(begun, in_vain);
            } else {
                // The round has given the connection up, because nothing can follow half a request.
                let cause = anyhow!("only a part of the request could be sent in time");
                voter.note_failure(Unavailable::unanswered(&*voter.connections, cause), now);
            }
        }
    }

    fn record(&self, server: usize) -> Record {
        let voter = self.all.get(server);
        voter.map_or_else(Record::default, Voter::record)
    }

    fn note(&self, server: usize, trouble: Option<Unavailable>, now: Moment) {
        if let Some(voter) = self.all.get(server) {
            match trouble {
                None => voter.note_answer(),
                Some(trouble) => voter.note_failure(trouble, now),
            }
        }
    }
}

/// What the end of one server's pipeline means for its round.
#[derive(Default)]
struct Ended {
    /// Why the server has not answered, if it has not.
    trouble: Option<Unavailable>,
    /// Whether the answers so far are enough.
    is_enough: bool,
}

/// The questions that one server gets in a round.
struct Batch<'a> {
    server: usize,
    voter: &'a Voter,
    /// The tokens that are released in front of the questions.
    owed: Vec<OwedToken>,
    /// The places of the questions in the list of the round.
    places: Vec<usize>,
    questions: Vec<Question<'a, Statement>>,
}

impl<'a> Batch<'a> {
    fn new(server: usize, voter: &'a Voter) -> Self {
        Self {
            server,
            voter,
            owed: Vec::new(),
            places: Vec::new(),
            questions: Vec::new(),
        }
    }

    /// Returns one batch for each server, without what is owed.
    fn all(voters: &'a Voters, asked: &'a [Inquiry]) -> Vec<Self> {
        let mut batches: Vec<Self> = Vec::new();
        for (place, asked) in asked.iter().enumerate() {
            let Some(voter) = voters.all.get(asked.server) else {
                continue;
            };
            let known = batches.iter().position(|it| it.server == asked.server);
            let at = known.unwrap_or_else(|| {
                batches.push(Self::new(asked.server, voter));
                batches.len() - 1
            });
            if let Some(batch) = batches.get_mut(at) {
                batch.places.push(place);
                let question = among::question(&asked.request, &asked.ask);
                batch.questions.push(question);
            }
        }
        batches
    }

    fn take_owed(&mut self) {
        self.owed = self.voter.owed.take();
    }

    /// Owes what the questions release, because they are not sent.
    fn owe_releases(&self, asked: &[Inquiry]) {
        let asked = self.places.iter().filter_map(|place| asked.get(*place));
        for OwedToken { key, token } in asked.filter_map(released) {
            self.voter.owed.owe(&key, &token);
        }
    }

    /// Returns the questions that release the owed tokens.
    fn in_front(&self) -> Vec<Question<'_, Vote>> {
        let owed = self.owed.iter();
        owed.map(|it| release::question(&it.key, &it.token))
            .collect()
    }

    /// Returns the calls to the server. `owed`: the questions of [`Self::in_front`].
    fn calls<'c>(&'c self, asked: &[Inquiry], owed: &'c [Question<'_, Vote>]) -> Vec<Sent<'c>> {
        let mut whole = Vec::new();
        let mut send = |role, call: &'c Call<'c>, release: Option<OwedToken>| {
            let sent = Sent::new(role, call);
            if release.is_none() && call.script().is_none() {
                return sent;
            }
            let form = self.voter.form(call, &mut whole);
            sent.noted(form, self.voter.late(call, release))
        };
        let mut calls = Vec::with_capacity(self.owed.len() + self.places.len());
        for (owed, question) in self.owed.iter().zip(owed) {
            calls.push(send(Role::Owed, &question.call, Some(owed.clone())));
        }
        for (place, question) in self.places.iter().zip(&self.questions) {
            let release = asked.get(*place).and_then(released);
            calls.push(send(Role::Question(*place), &question.call, release));
        }
        calls
    }

    /// Takes what came of the calls. Returns why the server has not answered all of them, if it has not.
    fn take(
        &self,
        asked: &[Inquiry],
        calls: Vec<Sent>,
        heard: &mut [Heard],
    ) -> Option<Unavailable> {
        let voter = self.voter;
        let mut last_trouble = None;
        let mut owed = self.owed.iter();
        let mut questions = self.places.iter().zip(&self.questions);
        for sent in calls {
            let is_error = |reply: &Reply| matches!(reply, Reply::Error { .. });
            if sent.reply().is_some_and(|reply| !is_error(reply)) {
                voter.learn(sent.call);
            }
            if sent.role == Role::Owed {
                let is_answer = matches!(sent.reply(), Some(Reply::Int(_)));
                if let Some(OwedToken { key, token }) = owed.next().filter(|_| !is_answer) {
                    voter.owed.owe(key, token);
                }
                continue;
            }
            let Some((at, question)) = questions.next() else {
                continue;
            };
            let (Some(asked), Some(heard)) = (asked.get(*at), heard.get_mut(*at)) else {
                continue;
            };
            let LeaseRequest { key, token, .. } = asked.request;
            let read = |answer: Answer| {
                let said = question.read(&answer.reply);
                said.ok_or_else(|| voter.server.reject(key, &answer.reply))
            };
            let answer = sent.outcome.unwrap_or_else(|| Err(voter.server.no_reply()));
            if asked.is_rider && answer.is_ok() {
                let said = answer.ok().and_then(|it| question.read(&it.reply));
                *heard = said.map_or(Heard::Nothing, Heard::Answer);
                continue;
            }
            *heard = match answer.and_then(read) {
                Ok(said) => {
                    if said.is_yes() && grants(&asked.ask) {
                        voter.owed.forget(key, token);
                    }
                    Heard::Answer(said)
                }
                Err(trouble) => {
                    if released(asked).is_some() {
                        voter.owed.owe(key, token);
                    }
                    last_trouble = Some(trouble.clone());
                    Heard::Trouble(trouble)
                }
            };
        }
        last_trouble
    }
}

/// Returns the token that a question releases, if it does.
fn released(asked: &Inquiry) -> Option<OwedToken> {
    let is_release = matches!(asked.ask, Ask::Release | Ask::ReleaseForGood | Ask::PassOn);
    let LeaseRequest { key, token, .. } = asked.request;
    is_release.then(|| OwedToken::new(key, token))
}

/// Returns whether a yes to the question gives the key to its token.
fn grants(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::First | Ask::Acquire { .. } | Ask::Join { .. } | Ask::Adopt(_)
    )
}

impl VotingServers for Rc<Voters> {
    fn majority(&self) -> Majority {
        Majority::of(self.all.len())
    }

    fn name(&self) -> String {
        format!("{} Redis servers", self.all.len())
    }

    fn command_timeout(&self) -> Duration {
        self.timeout()
    }

    fn now(&self) -> Moment {
        os::now()
    }

    fn order(&self, key: &[u8]) -> Vec<usize> {
        order(&self.endpoints.names, key)
    }

    fn find_usable(&self) -> Vec<usize> {
        let (now, timeout) = (os::now(), self.timeout());
        for voter in &self.all {
            voter.catch_up(now, timeout);
        }
        let numbered = self.all.iter().enumerate();
        let usable = numbered.filter(|(_, voter)| voter.is_usable(now));
        let usable: Vec<_> = usable.map(|(server, _)| server).collect();
        if usable.len() < self.majority().needed {
            return (0..self.all.len()).collect();
        }
        usable
    }

    fn is_slow(&self, server: usize) -> bool {
        self.all.get(server).is_some_and(Voter::is_slow)
    }

    fn read_late(&self, server: usize) -> bool {
        self.all.get(server).is_some_and(Voter::read_late)
    }

    fn ask(&self, asked: &[Inquiry], end: &RoundEnd) -> Vec<Heard> {
        let mut batches = Batch::all(self, asked);
        let Ok(_seat) = self.seat(end.by) else {
            for batch in &batches {
                batch.owe_releases(asked);
            }
            return asked.iter().map(|it| self.unasked(it.server)).collect();
        };
        batches.iter_mut().for_each(Batch::take_owed);
        let owed: Vec<_> = batches.iter().map(Batch::in_front).collect();
        let pipelines = batches.iter().zip(&owed);
        let pipelines = pipelines.map(|(batch, owed)| (batch.server, batch.calls(asked, owed)));
        let mut heard = vec![Heard::Nothing; asked.len()];
        self.round(pipelines.collect(), end, &mut |place, calls| {
            let Some(batch) = batches.get(place) else {
                return Ended::default();
            };
            let trouble = batch.take(asked, calls, &mut heard);
            let is_enough = (end.enough)(&heard);
            Ended { trouble, is_enough }
        });
        heard
    }

    fn tell(&self, asked: &[Inquiry]) {
        for batch in Batch::all(self, asked) {
            self.send_ahead(batch, asked);
        }
    }

    fn take_late_wake_up(&self, key: &[u8], token: &[u8]) -> Option<Vec<u8>> {
        self.wake_ups.take(key, token)
    }

    fn trip(&self) -> Duration {
        // The last digits of a clock that counts nanoseconds are as good as random, and differ between processes.
        let part = u32::try_from(os::now().as_nanos() / 32 % 1024).unwrap_or(0);
        self.trip.get() / 2 + self.trip.get() * part / 1024
    }

    fn rest(&self, span: Duration, by: Moment) {
        let until = os::now().after(span).min(by);
        let _ = os::wait_for_any(&[Wanted::time(until)]);
    }

    fn sleep(
        &self,
        server: usize,
        request: &LeaseRequest,
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error> {
        let Some(voter) = self.all.get(server) else {
            return Ok(None);
        };
        let LeaseRequest { key, token, .. } = *request;
        let late = LateWakeUp {
            generation: os::generation(),
            of: OwedToken::new(key, token),
            wake_ups: Rc::clone(&self.wake_ups),
        };
        let due = Due::WantedOrNoted(Rc::new(late));
        match voter.server.wait_at_list(key, token, until, clock, due) {
            Ok(Some(reply)) if wake::read(&reply).is_none() => {
                let trouble = voter.server.reject(key, &reply);
                voter.note_failure(trouble, os::now());
                Ok(None)
            }
            Err(Error::Unavailable(trouble)) => {
                voter.note_failure(trouble, os::now());
                Ok(None)
            }
            Ok(None) => {
                voter.note_silence(os::now(), false);
                Ok(None)
            }
            slept => slept,
        }
    }

    fn trouble(&self, server: usize, since: Moment) -> Unavailable {
        let Some(voter) = self.all.get(server) else {
            return Unavailable::unanswered(&self.name(), anyhow!("no reply"));
        };
        let silence = || {
            let waited = (os::now().until(since) + Duration::from_micros(500)).as_millis();
            let cause = anyhow!("no answer within {waited} ms");
            Unavailable::unanswered(&*voter.connections, cause)
        };
        voter.trouble().unwrap_or_else(silence)
    }

    fn list_at<'a>(
        &'a self,
        server: usize,
        prefix: &[u8],
        pattern: &[u8],
    ) -> Box<dyn Listing + 'a> {
        match self.all.get(server) {
            Some(voter) => Box::new(VoterListing {
                voter,
                listing: voter.store.list_locks(prefix, pattern),
            }),
            None => Box::new(Nothing),
        }
    }

    fn look_at(
        &self,
        servers: &[usize],
        keys: &[Vec<u8>],
        by: Moment,
    ) -> Vec<Result<Vec<Option<Found>>, Unavailable>> {
        let since = os::now();
        let questions: Vec<_> = keys.iter().map(|key| KeyQuestions::new(key)).collect();
        let time = time::question();
        let pipeline = |server: &usize| {
            let of_keys = questions.iter().flat_map(KeyQuestions::calls);
            let calls = std::iter::once(&time.call).chain(of_keys);
            let sent = |(at, call)| Sent::new(Role::Question(at), call);
            (*server, calls.enumerate().map(sent).collect())
        };
        let silent = |(server, looked): (&usize, Option<_>)| {
            looked.unwrap_or_else(|| Err(self.trouble(*server, since)))
        };
        let mut looked: Vec<_> = servers.iter().map(|_| None).collect();
        let Ok(_seat) = self.seat(by) else {
            return servers.iter().zip(looked).map(silent).collect();
        };
        let end = RoundEnd {
            answers: self.majority().needed,
            is_brief: false,
            by,
            enough: &|_| false,
        };
        self.round(
            servers.iter().map(pipeline).collect(),
            &end,
            &mut |place, calls| {
                let Some(voter) = servers.get(place).and_then(|it| self.all.get(*it)) else {
                    return Ended::default();
                };
                let mut outcomes = calls.into_iter().map(|sent| sent.outcome);
                let mut next = || -> Outcome {
                    let outcome = outcomes.next().flatten();
                    outcome.unwrap_or_else(|| Err(voter.server.no_reply()))
                };
                let now = os::now();
                let clock = next().and_then(|Answer { reply, .. }| {
                    let clock = ServerTime::read(&reply, now);
                    clock.map_err(|reply| voter.server.reject(b"", reply))
                });
                let found = clock.and_then(|clock| {
                    let found = questions.iter().map(|key| {
                        let replies = key.calls().into_iter().map(|_| Ok(next()?.reply));
                        let replies = replies.collect::<Result<Vec<_>, Unavailable>>()?;
                        key.read(&replies, clock, now)
                            .map_err(|reply| voter.server.reject(key.key(), reply))
                    });
                    found.collect::<Result<Vec<_>, Unavailable>>()
                });
                let trouble = found.as_ref().err().cloned();
                if let Some(place) = looked.get_mut(place) {
                    *place = Some(found);
                }
                let is_enough = false;
                Ended { trouble, is_enough }
            },
        );
        servers.iter().zip(looked).map(silent).collect()
    }

    fn may_be_executed(&self, given_up: Moment) -> bool {
        self.table.may_be_executed(given_up)
    }

    fn hang_up(&self) {
        self.table.close_idle(None);
    }

    fn factory(&self) -> Arc<dyn StoreFactory> {
        Arc::clone(&self.endpoints) as Arc<dyn StoreFactory>
    }
}

/// The listing of one server, whose failure is noted.
struct VoterListing<'a> {
    voter: &'a Voter,
    listing: Box<dyn Listing + 'a>,
}

impl Listing for VoterListing<'_> {
    fn next_round(&mut self, by: Moment) -> Result<Option<Vec<Found>>, Unavailable> {
        let round = self.listing.next_round(by);
        if let Err(trouble) = &round {
            self.voter.note_failure(trouble.clone(), os::now());
        }
        round
    }
}

/// The listing of no server.
struct Nothing;

impl Listing for Nothing {
    fn next_round(&mut self, _: Moment) -> Result<Option<Vec<Found>>, Unavailable> {
        Ok(None)
    }
}

impl Note for LateWakeUp {
    fn fits(&self, _: &Reply) -> bool {
        true
    }

    fn came(&self, reply: Option<Reply>) {
        if self.generation != os::generation() {
            return;
        }
        let Some(owner) = reply.as_ref().and_then(wake::passed_on_by) else {
            return;
        };
        self.wake_ups.put(self.of.clone(), owner);
    }
}

impl StoreFactory for QuorumEndpoints {
    fn store(self: Arc<Self>) -> Box<dyn LockStore> {
        Rc::new(Voters::new(self, Caller::RenewingThread)).store()
    }

    /// Two quorums are one deployment if they are the same servers. Servers that both have are not enough, because the
    /// majorities of both need not meet there.
    fn keyspace(&self) -> Keyspace {
        let mut names = self.names.clone();
        names.sort();
        Keyspace {
            what: "quorum".to_owned(),
            addresses: vec![names.join(",")],
        }
    }
}
