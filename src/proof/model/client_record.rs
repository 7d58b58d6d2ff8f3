//! What the judge knows of one client. Used by `judge`, `client_steps`, `faults` and `world`.

use std::time::Duration;

use crate::clock::Moment;

/// The time within which the server must have heard of a waiter that counts as living.
const UNSEEN: Duration = Duration::from_millis(1998);

#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an observation of its own"
)]
pub(super) struct ClientRecord {
    /// The token that the client uses now, and that is used only once.
    pub(super) token: String,
    /// The tokens that the client still has to release, because their outcome is unknown.
    pub(super) leftovers: Vec<String>,
    /// The tokens of which the client knows that they own nothing.
    finished: Vec<String>,
    /// The tokens that it has said to be released, while the answers are not known.
    pub(super) let_go: Vec<String>,
    /// Whether the client wants a fencing token too.
    pub(super) fencing: bool,
    pub(super) is_dead: bool,
    /// The moment since which the client is dead or stopped.
    pub(super) gone_since: Option<Moment>,
    /// Whether the client was stopped during this wait.
    pub(super) was_stopped: bool,
    /// The moment at which the server granted the lock to the client.
    pub(super) granted: Moment,
    /// The moment until which the client believes that it owns the lock.
    pub(super) belief: Option<Moment>,
    /// Whether its last question found the key with one of these tokens.
    pub(super) has_met_own: bool,
    /// The moment until which it could rely upon its last lease.
    pub(super) valid_until: Moment,
    /// The moment by which the client has to know that the lock was handed over to it.
    pub(super) promised: Option<Moment>,
}

/// The place of a token in the queue.
pub(super) struct PlaceInLine {
    /// The first ticket that the token got in this wait.
    pub(super) first: i64,
    pub(super) queued: bool,
    /// Whether the token owns the key and stands in the queue all the same, because it got the key by a
    /// script that knows no queue.
    pub(super) owns: bool,
    pub(super) seen: Moment,
    /// The moment since which the token stands there undisturbed.
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

    /// Returns whether the token stands in the queue, and the server takes its client for living.
    pub(super) fn stands(&self, now: Moment) -> bool {
        self.queued && now < self.seen.after(UNSEEN)
    }

    /// Returns whether a client that asks has lost its place: it has never learnt that place, and the token is no longer
    /// in the queue.
    fn is_lost(&self, knows_place: bool, now: Moment) -> bool {
        !knows_place && !self.stands(now)
    }

    /// Notes that the client asks for a lock that it does not have. If its place is lost, it stands behind all others.
    pub(super) fn asks(&mut self, knows_place: bool, now: Moment) {
        if self.is_lost(knows_place, now) {
            self.first = i64::MAX;
        }
    }

    /// Notes that the server has put the token into the queue again, or has heard of it there.
    pub(super) fn joins(&mut self, ticket: i64, knows_place: bool, now: Moment) {
        if self.is_lost(knows_place, now) {
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
            let_go: Vec::new(),
            has_met_own: false,
            fencing: false,
            is_dead: false,
            gone_since: None,
            was_stopped: false,
            granted: Moment::PAST,
            belief: None,
            valid_until: Moment::PAST,
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

    /// Ends the use of its token, which owns nothing unless the client is unsure.
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

    /// Ends the use of its token, whose release has no answer yet. Returns the token.
    pub(super) fn lets_go(&mut self) -> String {
        let token = std::mem::take(&mut self.token);
        self.let_go.push(token.clone());
        self.belief = None;
        self.promised = None;
        token
    }

    pub(super) fn is_freed_of(&mut self, token: &str) {
        self.leftovers.retain(|other| other != token);
        self.let_go.retain(|other| other != token);
        self.finished.push(token.to_owned());
    }

    pub(super) fn believes(&self, now: Moment) -> bool {
        self.belief.is_some_and(|until| now < until)
    }

    /// Returns whether the client is alive and knows that this token owns nothing.
    pub(super) fn has_finished(&self, token: &str) -> bool {
        !self.is_dead && self.finished.iter().any(|other| other == token)
    }
}
