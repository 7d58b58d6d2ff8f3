//! The servers of a quorum as one client of the model asks them: [`VotingServers`] over messages in virtual time.
//!
//! This file does what `route::quorum::voters` does over sockets, in the same order, and with the product's own
//! wait, states of servers, owed tokens and known scripts. A request that is sent by half is missing here, and so is
//! an opening of several steps, because a message of the model goes as a whole. The mutants of `mutants` sit here, at
//! the boundary of the product. `people` makes one for each client.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;

use super::line::{ClientLine, KEY, Parcel};
use super::wires::{Checked, Peer, Wire, WireDue};
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::proof::random::Random;
use crate::protocol::Reply;
use crate::protocol::mutex::among::{self, Ask, Statement};
use crate::protocol::mutex::{release, wake};
use crate::route::Note;
use crate::route::quorum::{
    Heard, Inquiry, LateReply, Majority, OwedToken, Record, RoundEnd, RoundWait, VotingServers,
    grace,
};
use crate::store::{Found, Holder, LeaseRequest, Listing, StoreFactory};

/// The mistakes of a client, of which a mutant has one.
#[derive(Debug, Default, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a mutant of its own")]
pub(super) struct Slips {
    pub(super) counts_half: bool,
    pub(super) gives_nothing_back: bool,
    pub(super) settles_at_one: bool,
    pub(super) settles_nowhere: bool,
    pub(super) counts_from_the_reply: bool,
    pub(super) releases_for_good: bool,
    pub(super) looks_for_a_grant: bool,
    pub(super) counts_late_votes: bool,
    pub(super) drops_late_wake_ups: bool,
    pub(super) drops_late_errors: bool,
    pub(super) misses_all_for_one: bool,
    pub(super) adopts_at_once: bool,
}

pub(super) struct ModelServers {
    line: Rc<ClientLine>,
    pub(super) peers: Vec<Peer>,
    order: Vec<usize>,
    timeout: Duration,
    random: RefCell<Random>,
    trip: Cell<Duration>,
    wake_ups: Rc<NamedOwners>,
    slips: Slips,
}

/// The owners that late wake-ups have named, each with the token that it was for.
#[derive(Default)]
struct NamedOwners(RefCell<Vec<(Vec<u8>, Vec<u8>)>>);

/// Hears of a wake-up that came when the sleep was over.
struct LateWord {
    token: Vec<u8>,
    owners: Rc<NamedOwners>,
}

impl Note for LateWord {
    fn fits(&self, _: &Reply) -> bool {
        true
    }

    fn came(&self, reply: Option<Reply>) {
        if let Some(owner) = reply.as_ref().and_then(wake::passed_on_by) {
            self.owners.0.borrow_mut().push((self.token.clone(), owner));
        }
    }
}

/// Mutant: hears of a grant that came late, which is counted for the next question.
struct LateGrantNote(Rc<Cell<bool>>);

impl Note for LateGrantNote {
    fn fits(&self, _: &Reply) -> bool {
        true
    }

    fn came(&self, reply: Option<Reply>) {
        let is_grant = match &reply {
            Some(Reply::Okay) => true,
            Some(Reply::List(items)) => items.first() == Some(&Reply::Int(1)),
            _ => false,
        };
        self.0.set(self.0.get() || is_grant);
    }
}

/// A call of a pipeline, and what came of it.
struct PipelineCall {
    /// The place of the question in the list of the round, or the token that is owed.
    what: Result<usize, OwedToken>,
    is_whole: bool,
    note: Option<Rc<dyn Note>>,
    /// `None`: it is still to be sent.
    outcome: Option<Result<Reply, Unavailable>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PipelineStage {
    Opens,
    Exchanges,
    Over,
}

struct ServerPipeline {
    place: usize,
    server: usize,
    calls: Vec<PipelineCall>,
    by: Moment,
    resent: u8,
    stage: PipelineStage,
}

fn owned(token: &[u8]) -> OwedToken {
    OwedToken {
        key: KEY.to_vec(),
        token: token.to_vec(),
    }
}

fn released(asked: &Inquiry) -> Option<OwedToken> {
    let is_release = matches!(asked.ask, Ask::Release | Ask::ReleaseForGood | Ask::PassOn);
    is_release.then(|| owned(asked.request.token))
}

fn grants(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::First | Ask::Acquire { .. } | Ask::Join { .. } | Ask::Adopt(_)
    )
}

fn script_of(request: &LeaseRequest, ask: &Ask) -> Option<&'static str> {
    among::question(request, ask).call.script()
}

fn is_unknown(reply: &Reply) -> bool {
    reply.is_error("NOSCRIPT")
}

/// Returns the request that releases a token.
fn release_request(token: &[u8]) -> LeaseRequest<'_> {
    LeaseRequest {
        key: KEY,
        token,
        lease: Duration::ZERO,
        fencing: false,
    }
}

impl ModelServers {
    pub(super) fn new(
        line: &Rc<ClientLine>,
        order: Vec<usize>,
        timeout: Duration,
        seed: u64,
        slips: Slips,
    ) -> Rc<Self> {
        let peers = (0..order.len()).map(|server| Peer::new(server, line, timeout));
        Rc::new(Self {
            line: Rc::clone(line),
            peers: peers.collect(),
            order,
            timeout,
            random: RefCell::new(Random::new(seed)),
            trip: Cell::new(Duration::from_millis(1)),
            wake_ups: Rc::default(),
            slips,
        })
    }

    /// Sorts what has arrived by its connection.
    fn hear(&self) {
        for (id, arrival) in self.line.arrivals() {
            for peer in &self.peers {
                peer.arrives(id, &arrival);
            }
        }
    }

    /// Looks for what a slow server has sent since, or goes on with its opening.
    fn catch_up(&self, peer: &Peer, now: Moment) {
        let Some(is_late) = peer.state.borrow().is_to_catch_up(now, self.timeout) else {
            return;
        };
        if !peer.is_begun() {
            peer.state.borrow_mut().note_nothing_begun();
            return;
        }
        let failed = |why| peer.state.borrow_mut().note_failure(why, now);
        let Ok(is_moving) = peer.go_on_opening(now) else {
            return failed(Self::unreachable(peer.server));
        };
        let is_settled = peer.read_late();
        let replies = peer.replies_so_far();
        let goes_on = peer.state.borrow_mut().note_look(replies, is_moving, now);
        if !is_settled && is_late && !goes_on {
            peer.abandon_idle();
            failed(Self::unanswered(peer.server));
        }
    }

    fn unreachable(server: usize) -> Unavailable {
        Unavailable::unreachable(&format!("server {server}"), anyhow!("refused"))
    }

    fn unanswered(server: usize) -> Unavailable {
        Unavailable::unanswered(&format!("server {server}"), anyhow!("no answer"))
    }

    fn note(
        &self,
        server: usize,
        script: Option<&'static str>,
        release: Option<OwedToken>,
    ) -> Rc<LateReply> {
        let peer = &self.peers[server];
        let release = release.filter(|_| !self.slips.drops_late_errors);
        let script = script.map(|script| (peer.opened_so_far(), script));
        LateReply::new(&peer.owed, &peer.scripts, release, script)
    }

    /// As [`KnownScripts::goes_whole`](crate::route::quorum::KnownScripts::goes_whole), but for a mutant.
    fn is_whole(
        &self,
        server: usize,
        script: Option<&'static str>,
        whole: &mut Vec<&'static str>,
    ) -> bool {
        let peer = &self.peers[server];
        let epoch = peer.opened_so_far();
        let goes_whole = |script| peer.scripts.goes_whole(epoch, script, whole);
        !self.slips.drops_late_errors && script.is_some_and(goes_whole)
    }

    /// Returns the question that a mutant asks in place of this one.
    fn slipped(&self, ask: &Ask) -> Ask {
        match ask {
            Ask::Release if self.slips.releases_for_good => Ask::ReleaseForGood,
            Ask::First | Ask::Acquire { .. } if self.slips.looks_for_a_grant => Ask::Look,
            ask => ask.clone(),
        }
    }

    fn parcel(&self, request: &LeaseRequest, ask: &Ask, is_whole: bool) -> Parcel {
        Parcel::Ask {
            token: request.token.to_vec(),
            lease: request.lease,
            fencing: request.fencing,
            ask: self.slipped(ask),
            is_whole,
        }
    }

    fn read(&self, asked: &Inquiry, reply: &Reply) -> Option<Statement> {
        let ask = self.slipped(&asked.ask);
        let said = among::question(&asked.request, &ask).read(reply);
        match said {
            Some(Statement::Has(Holder::Nobody)) if grants(&asked.ask) => Some(Statement::Yes {
                fence: asked.request.fencing.then_some(1),
                passed_by: None,
            }),
            Some(Statement::Has(_)) if grants(&asked.ask) => Some(Statement::No),
            said => said,
        }
    }

    fn pipeline_of(
        &self,
        place: usize,
        server: usize,
        asked: &[Inquiry],
        now: Moment,
    ) -> ServerPipeline {
        let peer = &self.peers[server];
        let mut whole = Vec::new();
        let mut call = |what, script: Option<&'static str>, release: Option<OwedToken>| {
            let is_noted = release.is_some() || script.is_some();
            let note = is_noted.then(|| self.note(server, script, release));
            PipelineCall {
                what,
                is_whole: self.is_whole(server, script, &mut whole),
                note: note.map(|note| note as Rc<dyn Note>),
                outcome: None,
            }
        };
        let mut calls = Vec::new();
        for owed in peer.owed.take() {
            let script = release::question(&owed.key, &owed.token).call.script();
            calls.push(call(Err(owed.clone()), script, Some(owed)));
        }
        for (at, asked) in asked
            .iter()
            .enumerate()
            .filter(|(_, it)| it.server == server)
        {
            let script = script_of(&asked.request, &self.slipped(&asked.ask));
            let mut call = call(Ok(at), script, released(asked));
            if self.slips.counts_late_votes && grants(&asked.ask) {
                call.note = Some(Rc::new(LateGrantNote(Rc::clone(&peer.late_grant))));
            }
            calls.push(call);
        }
        ServerPipeline {
            place,
            server,
            calls,
            by: now.after(self.timeout),
            resent: 0,
            stage: PipelineStage::Over,
        }
    }

    /// Begins to ask what has no outcome yet, and the scripts that the server does not know.
    fn begin(&self, pipeline: &mut ServerPipeline, asked: &[Inquiry]) {
        let is_open = |call: &PipelineCall| call.outcome.is_none();
        if !pipeline.calls.iter().any(is_open) && !Self::resend_unknown(pipeline) {
            pipeline.stage = PipelineStage::Over;
            return;
        }
        match self.peers[pipeline.server].begin(self.line.now(), pipeline.by) {
            Checked::Ready => self.send(pipeline, asked),
            _ => pipeline.stage = PipelineStage::Opens,
        }
    }

    fn resend_unknown(pipeline: &mut ServerPipeline) -> bool {
        let is_unknown =
            |call: &PipelineCall| matches!(&call.outcome, Some(Ok(reply)) if is_unknown(reply));
        if pipeline.resent > 1 || !pipeline.calls.iter().any(is_unknown) {
            return false;
        }
        pipeline.resent += 1;
        for call in pipeline.calls.iter_mut().filter(|call| is_unknown(call)) {
            call.is_whole = true;
            call.outcome = None;
        }
        true
    }

    fn send(&self, pipeline: &mut ServerPipeline, asked: &[Inquiry]) {
        let peer = &self.peers[pipeline.server];
        for call in pipeline.calls.iter().filter(|call| call.outcome.is_none()) {
            let note = call.note.clone();
            let parcel = match &call.what {
                Ok(at) => self.parcel(&asked[*at].request, &asked[*at].ask, call.is_whole),
                Err(owed) => {
                    self.parcel(&release_request(&owed.token), &Ask::Release, call.is_whole)
                }
            };
            peer.send(parcel, WireDue::Wanted(note));
        }
        pipeline.stage = PipelineStage::Exchanges;
    }

    /// Goes on without waiting. Returns the moment until which the pipeline waits.
    fn go_on(&self, pipeline: &mut ServerPipeline, asked: &[Inquiry]) -> Moment {
        let (now, server) = (self.line.now(), pipeline.server);
        let peer = &self.peers[server];
        loop {
            match pipeline.stage {
                PipelineStage::Over => return now,
                PipelineStage::Opens => match peer.step(now) {
                    (Checked::Ready, _) => self.send(pipeline, asked),
                    (Checked::Opens, until) => return until,
                    (Checked::Failed, _) => {
                        Self::give_up(pipeline, &Self::unreachable(server));
                        return now;
                    }
                },
                PipelineStage::Exchanges => {
                    let open = pipeline.calls.iter().filter(|it| it.outcome.is_none());
                    let goal = open.count();
                    let (has_all, is_lost) = peer
                        .with_wire(|wire| {
                            wire.receive();
                            (wire.arrived() >= goal, wire.is_broken)
                        })
                        .unwrap();
                    if !has_all && !is_lost && now < pipeline.by {
                        return pipeline.by;
                    }
                    let replies = peer.with_wire(Wire::take_arrived).unwrap();
                    let mut replies = replies.into_iter();
                    for call in pipeline.calls.iter_mut().filter(|it| it.outcome.is_none()) {
                        call.outcome = replies.next().map(Ok);
                    }
                    if has_all {
                        peer.with_wire(Wire::leave);
                        self.begin(pipeline, asked);
                    } else {
                        peer.abandon();
                        for call in &mut pipeline.calls {
                            if matches!(&call.outcome, Some(Ok(reply)) if is_unknown(reply)) {
                                call.outcome = None;
                            }
                        }
                        Self::give_up(pipeline, &Self::unanswered(server));
                    }
                }
            }
        }
    }

    fn give_up(pipeline: &mut ServerPipeline, why: &Unavailable) {
        for call in pipeline.calls.iter_mut().filter(|it| it.outcome.is_none()) {
            call.outcome = Some(Err(why.clone()));
        }
        pipeline.stage = PipelineStage::Over;
    }

    /// Takes the outcomes of a pipeline. Returns whether the server has answered.
    fn take(
        &self,
        pipeline: ServerPipeline,
        asked: &[Inquiry],
        heard: &mut [Heard],
    ) -> Result<(), Unavailable> {
        let server = pipeline.server;
        let peer = &self.peers[server];
        let mut outcome = Ok(());
        for call in pipeline.calls {
            let reply = call.outcome.unwrap();
            let asked_here = match &call.what {
                Ok(at) => Some(&asked[*at]),
                Err(_) => None,
            };
            let script = match asked_here {
                Some(asked) => script_of(&asked.request, &self.slipped(&asked.ask)),
                None => script_of(&release_request(b""), &Ask::Release),
            };
            let is_reply = matches!(&reply, Ok(reply) if !matches!(reply, Reply::Error { .. }));
            if let Some(script) = script.filter(|_| is_reply) {
                peer.scripts.learn(peer.opened_so_far(), script);
            }
            let (Ok(at), Some(asked)) = (call.what.clone(), asked_here) else {
                if let (Err(OwedToken { key, token }), false) =
                    (call.what, matches!(reply, Ok(Reply::Int(_))))
                {
                    self.owe(server, &key, &token);
                }
                continue;
            };
            let token = asked.request.token;
            let said = reply.and_then(|reply| {
                let said = self.read(asked, &reply);
                said.ok_or_else(|| {
                    Unavailable::error_reply(&format!("server {server}"), &format!("{reply:?}"))
                })
            });
            let said = match said {
                Ok(_) if grants(&asked.ask) && peer.late_grant.take() => Ok(Statement::Yes {
                    fence: asked.request.fencing.then_some(1),
                    passed_by: None,
                }),
                said => said,
            };
            if matches!(&said, Err(trouble) if !trouble.is_unanswered() && !trouble.is_unsent()) {
                // Nobody knows which reply would come next.
                peer.abandon();
            }
            match &said {
                Ok(said) if said.is_yes() && grants(&asked.ask) => peer.owed.forget(KEY, token),
                Err(_) if released(asked).is_some() => self.owe(server, KEY, token),
                _ => {}
            }
            heard[at] = match said {
                Ok(said) => Heard::Answer(said),
                Err(trouble) => {
                    outcome = Err(trouble.clone());
                    Heard::Trouble(trouble)
                }
            };
        }
        outcome
    }

    fn round(&self, asked: &[Inquiry], end: &RoundEnd, needed: usize) -> Vec<Heard> {
        let begun = self.line.now();
        let mut servers: Vec<usize> = Vec::new();
        for asked in asked {
            if !servers.contains(&asked.server) {
                servers.push(asked.server);
            }
        }
        let record = |server: &usize| self.peers[*server].state.borrow().record();
        let records: Vec<Record> = servers.iter().map(record).collect();
        let wait = RoundWait::new(records.iter().copied(), needed, self.timeout, end.by);
        let mut wait = if end.is_brief {
            wait.briefly(begun)
        } else {
            wait
        };
        let mut left = vec![true; servers.len()];
        let mut last_answer = None;
        let mut heard = vec![Heard::Nothing; asked.len()];
        let numbered = servers.iter().enumerate();
        let mut running: Vec<_> = numbered
            .map(|(place, server)| self.pipeline_of(place, *server, asked, begun))
            .collect();
        for pipeline in &mut running {
            self.begin(pipeline, asked);
        }
        while !running.is_empty() {
            let mut is_enough = false;
            let mut until = Moment::NEVER;
            let mut rest = Vec::with_capacity(running.len());
            for mut pipeline in running {
                let waits_until = self.go_on(&mut pipeline, asked);
                if pipeline.stage != PipelineStage::Over {
                    until = until.min(waits_until);
                    rest.push(pipeline);
                    continue;
                }
                let (place, now) = (pipeline.place, self.line.now());
                let server = pipeline.server;
                let outcome = self.take(pipeline, asked, &mut heard);
                left[place] = false;
                last_answer = last_answer.max(outcome.is_ok().then_some(now));
                wait.ended(records[place], outcome.is_ok(), now);
                let mut state = self.peers[server].state.borrow_mut();
                match outcome {
                    Ok(()) => state.note_answer(),
                    Err(trouble) => state.note_failure(trouble, now),
                }
                if (end.enough)(&heard) {
                    wait.has_enough(now);
                }
                is_enough |= wait.is_over();
            }
            if is_enough || wait.until() <= self.line.now() {
                for pipeline in rest {
                    if pipeline.stage == PipelineStage::Exchanges {
                        self.peers[pipeline.server].with_wire(Wire::leave);
                        continue;
                    }
                    let unsent = pipeline.calls.iter().filter(|call| call.outcome.is_none());
                    for note in unsent.filter_map(|call| call.note.as_ref()) {
                        note.unsent();
                    }
                }
                break;
            }
            running = rest;
            if !running.is_empty() {
                self.line.rest(until.min(wait.until()), true);
                self.hear();
            }
        }
        let now = self.line.now();
        let in_vain = wait.was_in_vain(now);
        for (server, _) in servers.iter().zip(&left).filter(|(_, is_left)| **is_left) {
            self.peers[*server]
                .state
                .borrow_mut()
                .note_silence(begun, in_vain);
        }
        if let Some(at) = last_answer {
            self.trip.set(at.until(begun).min(grace(self.timeout)));
        }
        heard
    }
}

impl VotingServers for Rc<ModelServers> {
    fn majority(&self) -> Majority {
        let of = Majority::of(self.peers.len());
        Majority {
            needed: of.needed - usize::from(self.slips.counts_half),
            ..of
        }
    }

    fn name(&self) -> String {
        "model".to_owned()
    }

    fn command_timeout(&self) -> Duration {
        self.timeout
    }

    fn now(&self) -> Moment {
        self.line.now()
    }

    fn order(&self, _: &[u8]) -> Vec<usize> {
        self.order.clone()
    }

    fn find_usable(&self) -> Vec<usize> {
        self.hear();
        let now = self.line.now();
        for peer in &self.peers {
            self.catch_up(peer, now);
        }
        let usable = self
            .peers
            .iter()
            .filter(|it| it.state.borrow().is_usable(now, it.is_begun()));
        let usable: Vec<_> = usable.map(|peer| peer.server).collect();
        if usable.len() < Majority::of(self.peers.len()).needed {
            return (0..self.peers.len()).collect();
        }
        usable
    }

    fn is_slow(&self, server: usize) -> bool {
        self.peers[server].state.borrow().is_slow()
    }

    fn read_late(&self, server: usize) -> bool {
        self.hear();
        self.peers[server].read_late()
    }

    fn ask(&self, asked: &[Inquiry], end: &RoundEnd) -> Vec<Heard> {
        self.line.breathe();
        self.hear();
        let is_settle = matches!(
            asked.first(),
            Some(Inquiry {
                ask: Ask::Settle(_),
                ..
            })
        );
        if is_settle && self.slips.settles_nowhere {
            let yes = Statement::Yes {
                fence: None,
                passed_by: None,
            };
            return vec![Heard::Answer(yes); asked.len()];
        }
        let mut heard = if is_settle && self.slips.settles_at_one {
            let one = self.round(&asked[..1], end, 1);
            vec![one[0].clone(); asked.len()]
        } else {
            self.round(asked, end, end.answers)
        };
        if self.slips.misses_all_for_one && heard.iter().any(|heard| heard.said().is_none()) {
            heard.fill(Heard::Nothing);
        }
        self.line.breathe();
        heard
    }

    fn tell(&self, asked: &[Inquiry]) {
        self.hear();
        let now = self.line.now();
        for asked in asked {
            if self.slips.gives_nothing_back && asked.ask == Ask::Release {
                continue;
            }
            let (server, peer) = (asked.server, &self.peers[asked.server]);
            let release = released(asked);
            if !peer.is_ready(now) {
                if release.is_some() {
                    self.owe(server, KEY, asked.request.token);
                }
                continue;
            }
            let owed = peer.owed.take().into_iter();
            let mut calls: Vec<_> = owed
                .map(|owed| (owed.token.clone(), Ask::Release, Some(owed)))
                .collect();
            calls.push((asked.request.token.to_vec(), asked.ask.clone(), release));
            let mut whole = Vec::new();
            for (token, ask, release) in calls {
                let request = LeaseRequest {
                    token: &token,
                    ..asked.request
                };
                let script = script_of(&request, &self.slipped(&ask));
                let is_whole = self.is_whole(server, script, &mut whole);
                let note = self.note(server, script, release);
                let parcel = self.parcel(&request, &ask, is_whole);
                peer.send(parcel, WireDue::Noted(note));
            }
            peer.with_wire(|wire| wire.is_sent_ahead(now));
            peer.state.borrow_mut().note_silence(now, false);
        }
    }

    fn take_late_wake_up(&self, _: &[u8], token: &[u8]) -> Option<Vec<u8>> {
        let mut owners = self.wake_ups.0.borrow_mut();
        let at = owners.iter().rposition(|(of, _)| of == token)?;
        let owner = owners.remove(at).1;
        (!self.slips.drops_late_wake_ups).then_some(owner)
    }

    fn trip(&self) -> Duration {
        let part = u32::try_from(self.random.borrow_mut().below(1024)).unwrap();
        self.trip.get() / 2 + self.trip.get() * part / 1024
    }

    fn rest(&self, span: Duration, by: Moment) {
        let until = self.line.now().after(span).min(by);
        self.line.rest(until, false);
    }

    fn sleep(
        &self,
        server: usize,
        request: &LeaseRequest,
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error> {
        let peer = &self.peers[server];
        self.hear();
        let fails = |why| {
            let mut state = peer.state.borrow_mut();
            state.note_failure(why, self.line.now());
            Ok(None)
        };
        let is_left = || {
            peer.state.borrow_mut().note_silence(self.line.now(), false);
            Ok(None)
        };
        let begun = self.line.now();
        let by = begun.after(self.timeout).min(until);
        let mut checked = peer.begin(begun, by);
        while checked == Checked::Opens {
            let waits_until;
            (checked, waits_until) = peer.step(self.line.now());
            match checked {
                Checked::Ready => {}
                Checked::Opens => {
                    self.line.rest(waits_until, true);
                    self.hear();
                }
                Checked::Failed if until <= self.line.now() => return is_left(),
                Checked::Failed => return fails(ModelServers::unreachable(server)),
            }
        }
        let Some(span) = wake::blocked_for(until.until(self.line.now())) else {
            clock.sleep(until, None)?;
            return is_left();
        };
        let late = LateWord {
            token: request.token.to_vec(),
            owners: Rc::clone(&self.wake_ups),
        };
        let token = request.token.to_vec();
        peer.send(
            Parcel::Sleep { token, span },
            WireDue::Wanted(Some(Rc::new(late))),
        );
        loop {
            self.line.rest(until, true);
            self.hear();
            let (reply, is_broken) = peer
                .with_wire(|wire| {
                    wire.receive();
                    let reply = wire.take_arrived().pop();
                    let is_broken = wire.is_broken;
                    if reply.is_some() || until <= self.line.now() {
                        wire.leave();
                    }
                    (reply, is_broken)
                })
                .unwrap();
            if reply.is_some() {
                return Ok(reply);
            }
            if is_broken {
                peer.abandon();
                return fails(ModelServers::unanswered(server));
            }
            if until <= self.line.now() {
                return is_left();
            }
        }
    }

    fn trouble(&self, server: usize, _: Moment) -> Unavailable {
        let state = self.peers[server].state.borrow();
        let trouble = state.trouble();
        trouble.unwrap_or_else(|| ModelServers::unanswered(server))
    }

    fn list_at<'a>(&'a self, _: usize, _: &[u8], _: &[u8]) -> Box<dyn Listing + 'a> {
        unreachable!("the model lists nothing")
    }

    fn look_at(
        &self,
        _: &[usize],
        _: &[Vec<u8>],
        _: Moment,
    ) -> Vec<Result<Vec<Option<Found>>, Unavailable>> {
        unreachable!("the model lists nothing")
    }

    fn may_be_executed(&self, _: Moment) -> bool {
        true
    }

    fn hang_up(&self) {}

    fn factory(&self) -> Arc<dyn StoreFactory> {
        unreachable!("the model has no other threads")
    }
}

impl ModelServers {
    fn owe(&self, server: usize, key: &[u8], token: &[u8]) {
        if !self.slips.gives_nothing_back {
            self.peers[server].owed.owe(key, token);
        }
    }
}
