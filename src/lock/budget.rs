//! How often one call of PHP may ask, and when it asks again after a question without an answer.
//!
//! Until its deadline a call asks again after a pause. A wait does so for `retry_for` in one stretch: each answer
//! ends a stretch, and an outage of that length ends the wait. From the deadline on a call asks once more if the
//! reply was lost, if the server is no longer the master, or if the deadline cut the question short. So every call
//! is back no later than its deadline and two command timeouts. This file asks nothing itself. `lock` uses a budget
//! for its questions, and `keeper` for what has to be asked before.

use std::time::Duration;

use super::backoff::Backoff;
use crate::clock::{Clock, Moment};
use crate::error::{Error, Limit, Remedy, Unavailable};

/// The questions that one call may still ask.
pub(crate) struct Budget {
    deadline: Moment,
    /// The time for which Redis may be unreachable in one stretch.
    retry_for: Duration,
    backoff: Backoff,
    /// The number of commands that may still be sent once the deadline has passed.
    left: u8,
    /// Whether the last command was sent before the deadline, which may have left it less than its own time.
    was_before_deadline: bool,
    /// The moment when the question in flight was sent.
    sent: Option<Moment>,
    /// The moment when the first question of this stretch was sent, if the stretch has begun.
    unreachable_since: Option<Moment>,
    /// The last failure of this stretch after which the call asked again.
    last_failure: Option<Unavailable>,
}

impl Budget {
    /// Returns the budget of a call that waits for a lock.
    pub(crate) fn of_wait(deadline: Moment, retry_for: Duration) -> Self {
        Self {
            deadline,
            retry_for,
            backoff: Backoff::default(),
            left: 2,
            was_before_deadline: false,
            sent: None,
            unreachable_since: None,
            last_failure: None,
        }
    }

    /// Returns the budget of a call that waits for nothing.
    pub(crate) fn once(now: Moment) -> Self {
        Self::of_wait(now, Duration::MAX)
    }

    pub(crate) fn deadline(&self) -> Moment {
        self.deadline
    }

    /// Returns whether no further command may be sent.
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// Returns by when a command that is sent at `now` has to be back, besides the store's own command timeout. Once
    /// the deadline has passed, the command is taken off the budget.
    pub(crate) fn spend(&mut self, now: Moment) -> Moment {
        self.sent = Some(now);
        self.was_before_deadline = now < self.deadline;
        if self.was_before_deadline {
            // A question within a stretch gets the rest of it. A question at its end gets a whole
            // command timeout.
            let stretch = self.stretch_ends().filter(|end| now < *end);
            return stretch.map_or(self.deadline, |end| end.min(self.deadline));
        }
        self.left = self.left.saturating_sub(1);
        Moment::NEVER
    }

    /// Returns when the stretch ends, if one has begun.
    fn stretch_ends(&self) -> Option<Moment> {
        let since = self.unreachable_since?;
        Some(since.after(self.retry_for))
    }

    /// Ends the stretch, because the question in flight has an answer.
    pub(super) fn end_stretch(&mut self) {
        self.sent = None;
        self.unreachable_since = None;
        self.last_failure = None;
    }

    /// Returns when to ask again after this failure, which is at once if the moment is not after `now`.
    ///
    /// # Errors
    /// The failure itself, when no command is left, when the stretch has taken too long, or when
    /// asking again would not help.
    pub(super) fn again_at(
        &mut self,
        unavailable: Unavailable,
        now: Moment,
    ) -> Result<Moment, Unavailable> {
        let remedy = unavailable.remedy();
        if remedy == Remedy::Never {
            return Err(unavailable);
        }
        let sent = self.sent.take().unwrap_or(now);
        let since = *self.unreachable_since.get_or_insert(sent);
        let stretch_ends = since.after(self.retry_for);
        let tried = now.until(since);
        // A question that was cut short by our own deadline proves no failure of Redis. Without this `retry_for` 0
        // would turn a `false` into an error when the deadline comes within a round trip.
        let is_own_cut =
            self.retry_for.is_zero() && self.was_before_deadline && now >= self.deadline;
        if now >= stretch_ends && !is_own_cut {
            let limit = Limit::RetryFor(self.retry_for);
            // The question got the rest of the stretch, which may have been too short for any answer.
            let was_cut = self.was_before_deadline && sent < stretch_ends;
            let unavailable = match self.last_failure.take() {
                Some(before) if was_cut => unavailable.cut_short_after(before),
                _ => unavailable,
            };
            return Err(unavailable.tried_for(tried, limit));
        }
        if now < self.deadline {
            self.last_failure = Some(unavailable);
            let next = now.after(self.backoff.pause());
            return Ok(next.min(self.deadline).min(stretch_ends));
        }
        if !self.is_over() && (remedy == Remedy::Now || self.was_before_deadline) {
            return Ok(now);
        }
        // An answer that cannot be used, such as a late grant, begins a stretch that has no length.
        Err(if self.backoff.has_begun() && !tried.is_zero() {
            unavailable.tried_for(tried, Limit::Deadline)
        } else {
            unavailable
        })
    }

    /// Returns when it is time to ask again.
    ///
    /// # Errors
    /// As [`Self::again_at`], and what ended the pause.
    pub(super) fn pause_or_fail(
        &mut self,
        clock: &dyn Clock,
        unavailable: Unavailable,
    ) -> Result<(), Error> {
        let now = clock.now();
        let next = self.again_at(unavailable, now)?;
        if next > now {
            clock.sleep(next, None)?;
        }
        Ok(())
    }

    /// Begins again with the first pause, because a wait in the queue went well.
    pub(super) fn reset_pauses(&mut self) {
        self.backoff.end();
    }
}
