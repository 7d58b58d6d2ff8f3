//! What the judge knows of one client. Used by `judge`, `client_steps`, `faults` and `world`.

use std::time::Duration;

use crate::clock::Moment;

/// A waiter that the server heard of within so long counts as living.
pub(super) const UNSEEN: Duration = Duration::from_millis(1998);

pub(super) struct ClientRecord {
    /// The token that it uses now. No token is used twice.
    pub(super) token: String,
    /// Tokens that it will have to release.
    pub(super) leftovers: Vec<String>,
    /// Tokens that it knows to own nothing.
    finished: Vec<String>,
    /// It wants a fencing token too.
    pub(super) fencing: bool,
    pub(super) is_dead: bool,
    /// Since when it is dead or stopped.
    pub(super) gone_since: Option<Moment>,
    /// Whether it was stopped during this wait.
    pub(super) was_stopped: bool,
    /// When the server granted it the lock.
    pub(super) granted: Moment,
    /// Until when it believes that it owns the lock.
    pub(super) belief: Option<Moment>,
    /// By when it has to know that the lock was handed over to it.
    pub(super) promised: Option<Moment>,
}

/// Where a token stands in the queue.
pub(super) struct PlaceInLine {
    /// Its first ticket of this wait.
    pub(super) first: i64,
    pub(super) queued: bool,
    /// It owns the key, and stands there all the same: it got the key by a script that knows no
    /// queue.
    pub(super) owns: bool,
    pub(super) seen: Moment,
    /// Since when it stands there undisturbed.
    pub(super) since: Option<Moment>,
}

impl PlaceInLine {
    pub(super) fn new(ticket: i64, now: Moment) -> Self {
        Self {
            first: ticket,
            queued: true,
            owns: false,
            seen: now,
            since: Some(now),
        }
    }

    /// The server has put the token into the queue again, or has heard of it there. A client that
    /// has never learnt its place has lost it if the token was not there any more.
    pub(super) fn joins(&mut self, ticket: i64, knows_place: bool, now: Moment) {
        let was_there = self.queued && now < self.seen.after(UNSEEN);
        if !knows_place && !was_there {
            self.first = ticket;
        }
        self.queued = true;
        self.owns = false;
        self.seen = now;
        self.since.get_or_insert(now);
    }

    pub(super) fn leaves(&mut self) {
        self.queued = false;
        self.owns = false;
        self.since = None;
    }
}

impl ClientRecord {
    pub(super) fn new() -> Self {
        Self {
            token: String::new(),
            leftovers: Vec::new(),
            finished: Vec::new(),
            fencing: false,
            is_dead: false,
            gone_since: None,
            was_stopped: false,
            granted: Moment::PAST,
            belief: None,
            promised: None,
        }
    }

    pub(super) fn is_running(&self) -> bool {
        self.gone_since.is_none()
    }

    pub(super) fn begins(&mut self, token: &str, fencing: bool) {
        token.clone_into(&mut self.token);
        self.fencing = fencing;
        self.belief = None;
        self.was_stopped = false;
    }

    /// Its token is used up, and owns nothing unless the client is unsure.
    pub(super) fn ends(&mut self, unsure: bool) {
        let token = std::mem::take(&mut self.token);
        if unsure {
            self.leftovers.push(token);
        } else {
            self.finished.push(token);
        }
        self.belief = None;
        self.promised = None;
    }

    pub(super) fn is_freed_of(&mut self, token: &str) {
        self.leftovers.retain(|other| other != token);
        self.finished.push(token.to_owned());
    }

    pub(super) fn believes(&self, now: Moment) -> bool {
        self.belief.is_some_and(|until| now < until)
    }

    /// Whether it is alive and knows that this token owns nothing.
    pub(super) fn has_finished(&self, token: &str) -> bool {
        !self.is_dead && self.finished.iter().any(|other| other == token)
    }
}
