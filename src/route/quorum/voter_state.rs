//! What a process knows of one server of a quorum: whether it is slow, whether it rests, and whether it owes a reply.
//!
//! A server that was silent for longer than a majority is slow, so nobody waits for it until it has answered all that
//! it was asked. A server that many rounds have left behind is not asked until then either. A server that cannot be
//! reached, or owes a reply for longer than a command may take, rests. This file is pure and knows no connection.
//! `voter` keeps one for each server, and so does the model.

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
    /// The number of rounds that have ended without its answer since it owed nothing.
    silences: u32,
    /// The moment of the last look for what it has sent.
    looked_at: Option<Moment>,
    /// Whether its opening had moved at that look.
    is_moving: bool,
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
/// The rounds after which a server that has not answered is far behind. The tokens of so many rounds can all be owed to
/// it, so none of them stays there for its lease.
const MOST_SILENCES: u32 = 32;
/// The time between two looks for what a server has sent while nobody waits for it. A look costs some system calls, and
/// a lock costs little more.
const LOOK_EVERY: Duration = Duration::from_millis(1);

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

    /// Returns whether the server can be asked now, because it does not rest. `is_connected`: there is a connection over
    /// which it may owe a reply, or one that is being opened. A hung server gets nothing more, because it would execute
    /// what comes when nobody needs it, and a process that ends meanwhile would leave its token there. A server whose
    /// opening moves is not hung, and a round goes on with the opening for longer than a look does.
    pub(crate) fn is_usable(&self, now: Moment, is_connected: bool) -> bool {
        let is_behind = (self.is_slow || self.is_far_behind()) && self.owes();
        let is_hung = is_behind && !self.is_moving;
        !(is_hung && is_connected) && self.rests_until.is_none_or(|until| until <= now)
    }

    /// Returns whether the server owes a reply.
    pub(crate) fn owes(&self) -> bool {
        self.owes_since.is_some()
    }

    fn is_far_behind(&self) -> bool {
        self.silences >= MOST_SILENCES
    }

    /// Returns whether it is time to read what the server has answered since it was left: `None` if it is not, or else
    /// whether the server owes a reply for longer than `timeout`.
    pub(crate) fn is_to_catch_up(&self, now: Moment, timeout: Duration) -> Option<bool> {
        let owes_since = self.owes_since?;
        let was_seen = |at: Moment| now < at.after(LOOK_EVERY);
        if self.looked_at.is_some_and(was_seen) {
            return None;
        }
        let is_overdue = owes_since.after(timeout) <= now;
        // What came while nobody looked is read by the first look, so only a later one finds a server late.
        let was_looked_at = self.looked_at.is_some_and(|at| owes_since <= at);
        let is_to_be_read = self.is_slow || self.is_far_behind() || is_overdue;
        is_to_be_read.then_some(is_overdue && was_looked_at)
    }

    /// Notes a look, with the number of replies that the server has sent over its connection. `is_moving`: its opening has
    /// moved. Returns whether there is more than before, so what the server still owes is younger than was known.
    pub(crate) fn note_look(&mut self, replies: u64, is_moving: bool, now: Moment) -> bool {
        let has_more = is_moving || self.replies != replies;
        self.replies = replies;
        self.is_moving = is_moving;
        self.looked_at = Some(now);
        if has_more {
            self.owes_since = self.owes_since.map(|_| now);
        }
        has_more
    }

    /// Notes that the server owes nothing any more.
    pub(crate) fn note_settled(&mut self) {
        self.is_slow = false;
        self.note_nothing_begun();
    }

    /// Notes that there is neither a connection nor an opening, over which the server could owe anything.
    pub(crate) fn note_nothing_begun(&mut self) {
        self.owes_since = None;
        self.silences = 0;
        self.is_moving = false;
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
            silences: 0,
            looked_at: None,
            is_moving: false,
            replies: 0,
            rests_until: Some(now.after(rest)),
            rest,
            trouble: Some(why),
        };
    }

    /// Notes that a round has ended without the server's answer. `in_vain`: it has waited for the server.
    pub(crate) fn note_silence(&mut self, now: Moment, in_vain: bool) {
        self.owes_since.get_or_insert(now);
        self.silences = self.silences.saturating_add(1);
        self.is_slow |= in_vain;
        self.was_awaited |= in_vain;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Moment = Moment::NEVER;

    #[test]
    fn a_server_that_is_far_behind_is_asked_again_when_it_owes_nothing() {
        let mut state = VoterState::default();
        for _ in 1..MOST_SILENCES {
            state.note_silence(NOW, false);
            assert!(state.is_usable(NOW, true));
        }
        state.note_silence(NOW, false);
        assert!(!state.is_usable(NOW, true));
        assert!(state.is_to_catch_up(NOW, Duration::ZERO).is_some());
        assert!(
            state.is_usable(NOW, false),
            "there is nothing that it owes over"
        );
        state.note_settled();
        assert!(state.is_usable(NOW, true));
    }

    #[test]
    fn a_slow_server_is_asked_while_its_opening_moves() {
        let mut state = VoterState::default();
        let begun = Moment::PAST;
        state.note_silence(begun, true);
        assert!(!state.is_usable(begun, true));
        assert!(state.note_look(0, true, begun));
        assert!(state.is_usable(begun, true));
        let later = begun.after(LOOK_EVERY);
        assert_eq!(state.is_to_catch_up(later, LOOK_EVERY * 9), Some(false));
        assert!(!state.note_look(0, false, later));
        assert!(!state.is_usable(later, true));
    }

    #[test]
    fn a_server_without_a_connection_owes_nothing_and_is_still_slow() {
        let mut state = VoterState::default();
        state.note_silence(NOW, true);
        state.note_nothing_begun();
        assert!(!state.owes() && state.is_slow());
    }

    #[test]
    fn late_replies_are_not_looked_for_at_every_lock() {
        let mut state = VoterState::default();
        let begun = Moment::PAST;
        state.note_silence(begun, true);
        assert_eq!(state.is_to_catch_up(begun, LOOK_EVERY * 9), Some(false));
        state.note_look(0, false, begun);
        assert_eq!(state.is_to_catch_up(begun, LOOK_EVERY * 9), None);
        let later = begun.after(LOOK_EVERY);
        assert_eq!(state.is_to_catch_up(later, LOOK_EVERY * 9), Some(false));
        assert_eq!(state.is_to_catch_up(later, LOOK_EVERY), Some(true));
    }
}
