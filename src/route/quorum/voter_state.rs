//! What a process knows of one server of a quorum: whether it is slow, whether it rests, and whether it owes a reply.
//!
//! A server that was silent for longer than a majority is slow, so nobody waits for it until it has answered all that
//! it was asked. A server that cannot be reached, or owes a reply for longer than a command may take, rests. This file
//! is pure and knows no connection. `voter` keeps one for each server, and so does the model.

use std::time::Duration;

use super::round_wait::Record;
use crate::clock::Moment;
use crate::error::Unavailable;

#[derive(Default)]
pub(crate) struct VoterState {
    is_slow: bool,
    /// Whether a round has waited for the first connection.
    was_awaited: bool,
    /// The moment since when the server owes a reply, if it owes one.
    owes_since: Option<Moment>,
    /// The number of replies that it had sent when that was found last.
    replies: u64,
    rests_until: Option<Moment>,
    /// The length of the last rest, without an answer since.
    rest: Duration,
    trouble: Option<Unavailable>,
}

/// The shortest and the longest rest of a server that cannot be reached.
const SHORTEST_REST: Duration = Duration::from_millis(10);
const LONGEST_REST: Duration = Duration::from_secs(1);

impl VoterState {
    pub(crate) fn is_slow(&self) -> bool {
        self.is_slow
    }

    /// Returns what a round has to know of the server, before it asks the server.
    pub(crate) fn record(&self) -> Record {
        Record {
            is_slow: self.is_slow,
            is_new: !self.was_awaited,
        }
    }

    /// Returns why the server was not asked, if it was in trouble when it was asked last.
    pub(crate) fn trouble(&self) -> Option<Unavailable> {
        self.trouble.clone()
    }

    /// Returns whether the server can be asked now, because it does not rest. `is_open`: there is a connection over which
    /// it may owe a reply. A hung server gets nothing more, because it would execute what comes when nobody needs it, and
    /// a process that ends meanwhile would leave its token there.
    pub(crate) fn is_usable(&self, now: Moment, is_open: bool) -> bool {
        let is_hung = self.is_slow && self.owes() && is_open;
        !is_hung && self.rests_until.is_none_or(|until| until <= now)
    }

    /// Returns whether the server owes a reply.
    pub(crate) fn owes(&self) -> bool {
        self.owes_since.is_some()
    }

    /// Returns whether it is time to read what the server has answered since it was left: `None` if it is not, or else
    /// whether the server owes a reply for longer than `timeout`.
    pub(crate) fn is_to_catch_up(&self, now: Moment, timeout: Duration) -> Option<bool> {
        let is_late = self.owes_since?.after(timeout) <= now;
        (self.is_slow || is_late).then_some(is_late)
    }

    /// Notes that the server has sent so many replies over its connection. Returns whether these are more than before, so
    /// what it still owes is younger than was known.
    pub(crate) fn note_replies(&mut self, replies: u64, now: Moment) -> bool {
        let has_more = self.replies != replies;
        self.replies = replies;
        if has_more {
            self.owes_since = self.owes_since.map(|_| now);
        }
        has_more
    }

    /// Notes that the server owes nothing any more.
    pub(crate) fn note_settled(&mut self) {
        self.is_slow = false;
        self.owes_since = None;
    }

    /// Notes that the server has answered all that it was asked.
    pub(crate) fn note_answer(&mut self) {
        *self = Self {
            was_awaited: true,
            ..Self::default()
        };
    }

    /// Notes that the server cannot be asked for a while.
    pub(crate) fn note_failure(&mut self, why: Unavailable, now: Moment) {
        // While no majority is left, servers are asked although they rest. That proves nothing new.
        let was_resting = self.rests_until.is_some_and(|until| now < until);
        let longer = if was_resting { 1 } else { 2 };
        let rest = (self.rest * longer).clamp(SHORTEST_REST, LONGEST_REST);
        *self = Self {
            is_slow: true,
            was_awaited: true,
            owes_since: None,
            replies: 0,
            rests_until: Some(now.after(rest)),
            rest,
            trouble: Some(why),
        };
    }

    /// Notes that a round has ended without the server's answer. `in_vain`: it has waited for the server.
    pub(crate) fn note_silence(&mut self, now: Moment, in_vain: bool) {
        self.owes_since.get_or_insert(now);
        self.is_slow |= in_vain;
        self.was_awaited |= in_vain;
    }
}
