//! The releases that a client does not await, as `keeper` and `lock::in_order` have them: what is sent ahead of the
//! next question, what is asked for again, and what a client says of its lock. Driven by `client_steps` and
//! `waiting_line`.
//!
//! The product's own `OwedReleases` knows which releases are owed. One client wants one lock, so every question is one
//! about the key of each release.

use std::rc::Rc;

use super::client::{Behind, COMMAND_TIMEOUT, ClientStage, LetGo};
use super::connection::ModelConnection;
use super::request::{KEY, Request};
use super::rules::Rule;
use super::world::ModelWorld;
use crate::clock::Moment;
use crate::lock::OwedRelease;
use crate::protocol::Reply;
use crate::store::{HeldKey, JoinReply, LateVote};

impl ModelWorld<'_> {
    /// Lets the client release its lock without waiting for the answer. Returns `false` if it has to wait.
    pub(super) fn releases_ahead(&mut self, id: usize) -> bool {
        let (now, client) = (self.now(), &self.clients[id]);
        let is_valid = client.held.as_ref().is_some_and(|it| now < it.valid_until);
        let may = is_valid || self.protocol.bugs.says_true_after_the_lease;
        let at = client.idle.filter(|at| self.connections[*at].has_released);
        let Some(at) = at.filter(|_| may && !client.awaits && client.owed.may_grow()) else {
            return false;
        };
        if self.random.percent(5) && self.stops_at_random() {
            self.stop(id, COMMAND_TIMEOUT);
        }
        self.note(|| format!("client {id} does not await its release"));
        let (token, release) = self.lets_go(id);
        let leaves = self.leaves(id);
        self.send(at, Request::Release { token }, leaves);
        if !self.protocol.bugs.shifts_answers {
            self.connections[at].owed.push_back(Some(release));
        }
        if self.protocol.bugs.asks_over_another_connection {
            self.clients[id].idle = Some(self.connect(id));
        }
        self.think(id);
        true
    }

    /// Notes that the client says `true` of its release, before any server has said so.
    fn lets_go(&mut self, id: usize) -> (String, Rc<OwedRelease>) {
        let now = self.now();
        self.judge.says_released(id, now);
        let token = self.person(id).lets_go();
        let client = &mut self.clients[id];
        let lease = client.held.as_ref().unwrap();
        let held = HeldKey {
            key: KEY,
            token: token.as_bytes(),
            valid_until: lease.valid_until,
            for_good: true,
        };
        let release = client.owed.sending(&held, lease.gone_by, 0);
        client.let_go.push(LetGo {
            token: token.clone(),
            release: Rc::clone(&release),
        });
        (token, release)
    }

    /// Ends the use of a lock whose release was awaited. A release without an answer is owed while the lease is valid,
    /// unless the client awaits its releases.
    pub(super) fn released(&mut self, id: usize, is_unknown: bool) {
        let (now, client) = (self.now(), &self.clients[id]);
        let is_valid = client.held.as_ref().is_some_and(|it| now < it.valid_until);
        let may = is_valid || self.protocol.bugs.believes_without_an_answer;
        if !(is_unknown && may && !client.awaits) {
            self.ends(id, is_unknown);
            return;
        }
        let (_, release) = self.lets_go(id);
        self.gets_no_answer(id, &release);
        self.think(id);
    }

    /// Notes that a release has no answer, so that it is owed.
    fn gets_no_answer(&mut self, id: usize, release: &OwedRelease) {
        release.came(None);
        if self.protocol.bugs.forgets_releases {
            release.end();
            self.settled(id, Moment::PAST);
        }
    }

    /// Returns whether the next reply on the connection is none that a question waits for.
    pub(super) fn is_owed_next(&self, at: usize) -> bool {
        let connection = &self.connections[at];
        connection.unread.len() < connection.owed.len()
    }

    /// Takes a reply that comes before that of the question. Returns `false` if there is none before it.
    pub(super) fn takes_owed(&mut self, id: usize, at: usize, reply: &Reply) -> bool {
        let Some(release) = self.connections[at].owed.pop_front() else {
            return false;
        };
        if let Some(release) = release {
            let token = String::new();
            match (Request::Release { token }).answer(reply) {
                Some(JoinReply::Granted(_)) => release.came(Some(true)),
                Some(JoinReply::Refused) => release.came(Some(false)),
                _ if self.protocol.bugs.overlooks_errors => release.came(Some(true)),
                _ => self.gets_no_answer(id, &release),
            }
            self.settled(id, Moment::PAST);
        }
        let is_last = self.connections[at].owed.is_empty();
        if is_last && self.clients[id].stage == ClientStage::Settling {
            self.clients[id].idle = self.clients[id].busy.take();
            self.think(id);
        }
        true
    }

    /// Reads the replies that came while nobody read any.
    pub(super) fn read_what_came(&mut self, id: usize, at: usize) {
        while let Some(reply) = self.connections[at].unread.pop_front() {
            self.takes_owed(id, at, &reply);
        }
    }

    /// Notes that the client reads nothing more from the connection. Returns whether a release was in flight on it.
    pub(super) fn lose_owed(&mut self, id: usize, at: usize) -> bool {
        self.connections[at].unread.clear();
        let lost = std::mem::take(&mut self.connections[at].owed);
        let mut has_lost = false;
        for release in lost.into_iter().flatten() {
            has_lost = true;
            self.gets_no_answer(id, &release);
        }
        has_lost
    }

    /// Notes which releases are owed no longer at this moment: the client knows that their tokens own nothing. While a
    /// question is under way the moment is `Moment::PAST`, because a lease that ends before the answer may have been
    /// valid when the question came. Where a slot is in the midst of its move, the token of a lease that is over may
    /// stand in the queue, as that of a dead waiter does, and the lock may be handed over to it as to a dead waiter.
    fn settled(&mut self, id: usize, now: Moment) {
        let is_settled = |it: &mut LetGo| !it.release.is_owed(now);
        let settled = self.clients[id].let_go.extract_if(.., is_settled);
        for LetGo { token, release } in settled.collect::<Vec<_>>() {
            let is_over = release.is_owed(Moment::PAST);
            let holds = self.holders().has(&token);
            let is_there = if is_over {
                holds && !self.judge.is_claim(&token)
            } else {
                holds || self.is_queued(&token)
            };
            if is_there {
                let what = format!("{token} is said to be released and is still there");
                self.judge.breaks(Rule::Residue, what);
            }
            if is_over {
                self.person(id).let_go.retain(|other| *other != token);
            } else {
                self.person(id).is_freed_of(&token);
            }
        }
    }

    fn unanswered_release(&self, id: usize) -> Option<&LetGo> {
        let mut let_go = self.clients[id].let_go.iter();
        let_go.find(|it| it.release.is_unanswered())
    }

    /// Asks a question behind the releases that have no answer.
    pub(super) fn ask_in_order(&mut self, id: usize, request: Request, by: Moment) {
        self.settled(id, self.now());
        self.clients[id].question = Some(request.clone());
        if self.unanswered_release(id).is_none() {
            self.ask(id, request, by);
            return;
        }
        let behind = Behind {
            stage: self.clients[id].stage,
            request,
            by,
            answer: None,
        };
        self.ask_again(id, Some(behind), by);
    }

    fn ask_again(&mut self, id: usize, behind: Option<Behind>, by: Moment) {
        let let_go = self.unanswered_release(id).unwrap();
        let token = let_go.token.clone();
        self.clients[id].behind = behind;
        self.enter(id, ClientStage::AskingAgain);
        self.ask(id, Request::Release { token }, by);
    }

    /// Takes the answer to a question. A release in front of it may have turned out to have no answer, and then the
    /// release is asked for again first.
    pub(super) fn takes_answer(&mut self, id: usize, answer: JoinReply) {
        let stage = self.clients[id].stage;
        if stage == ClientStage::AskingAgain {
            let is_known = !matches!(answer, JoinReply::Unknown(_));
            self.asked_again(id, is_known, true);
        } else if self.unanswered_release(id).is_some() {
            let by = self.clients[id].by;
            let behind = Behind {
                stage,
                request: self.clients[id].question.clone().unwrap(),
                by,
                answer: Some(answer),
            };
            self.ask_again(id, Some(behind), by);
        } else {
            self.goes_on_with(id, answer);
        }
    }

    /// Goes on after a release was asked for again, with the question that comes behind it. A refusal may be that of the
    /// client's own lock, so the question is asked again too.
    pub(super) fn asked_again(&mut self, id: usize, is_known: bool, was_sent: bool) {
        let now = self.now();
        let let_go = self.unanswered_release(id);
        match let_go.map(|it| Rc::clone(&it.release)) {
            Some(release) if is_known => release.end(),
            Some(release) => release.postpone(now),
            None => {}
        }
        self.settled(id, self.now());
        let Some(behind) = self.clients[id].behind.take() else {
            self.think(id);
            return;
        };
        self.enter(id, behind.stage);
        let believes_the_moot = self.protocol.bugs.believes_the_moot;
        match behind.answer {
            Some(answer) if believes_the_moot || !matches!(answer, JoinReply::Refused) => {
                self.goes_on_with(id, answer);
            }
            _ if is_known => self.ask_in_order(id, behind.request, behind.by),
            _ => self.unanswered(id, was_sent),
        }
    }

    /// Lets the client wait for what it owes before it ends. Returns `false` if it owes nothing.
    pub(super) fn settles(&mut self, id: usize) -> bool {
        self.settled(id, self.now());
        if self.unanswered_release(id).is_some() {
            self.ask_again(id, None, Moment::NEVER);
            return true;
        }
        if self.clients[id].let_go.is_empty() {
            return false;
        }
        let is_its = |it: &ModelConnection| it.client == id && it.owed.iter().any(Option::is_some);
        let Some(at) = self.connections.iter().position(is_its) else {
            return false;
        };
        self.enter(id, ClientStage::Settling);
        self.clients[id].idle = None;
        self.clients[id].busy = Some(at);
        self.clients[id].asked_for = None;
        self.set_timer(id, self.now().after(COMMAND_TIMEOUT / 2));
        self.read_what_came(id, at);
        true
    }
}
