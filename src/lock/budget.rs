//! How often one call of PHP may ask, and when it asks again after a question without an answer.
//!
//! Until its deadline a call asks again after a pause. A wait does so for `retry_for` in one
//! stretch: each answer ends a stretch, and an outage ends the wait. From the deadline on a call
//! asks once more if the reply was lost, if the server is not the master any more, or if the
//! deadline cut the question short. So a call is back no later than its deadline and two command
//! timeouts, whatever it has to ask. This file asks nothing itself. Used by `lock`, and by `keeper`
//! for what has to be asked before.

use std::time::Duration;

use super::backoff::Backoff;
use crate::clock::{Clock, Moment};
use crate::error::{Error, Limit, Remedy, Unavailable};

/// What one call may still ask.
pub(crate) struct Budget {
    deadline: Moment,
    /// For how long in one stretch Redis may be unreachable.
    retry_for: Duration,
    backoff: Backoff,
    /// Commands that may still be sent once the deadline has passed.
    left: u8,
    /// The last command was given less than its own time, because of the deadline.
    is_cut_short: bool,
    /// When the question was sent that is in flight.
    sent: Option<Moment>,
    /// When the first question of this stretch was sent, if the stretch has begun.
    unreachable_since: Option<Moment>,
}

impl Budget {
    /// For a call that waits for a lock.
    pub(crate) fn of_wait(deadline: Moment, retry_for: Duration) -> Self {
        Self {
            deadline,
            retry_for,
            backoff: Backoff::default(),
            left: 2,
            is_cut_short: false,
            sent: None,
            unreachable_since: None,
        }
    }

    /// For a call that waits for nothing.
    pub(crate) fn once(now: Moment) -> Self {
        Self::of_wait(now, Duration::MAX)
    }

    pub(crate) fn deadline(&self) -> Moment {
        self.deadline
    }

    /// Whether no command may be sent any more.
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// By when a command that is sent at `now` has to be back, besides the store's own command
    /// timeout. Once the deadline has passed, it takes the command off the budget.
    pub(crate) fn spend(&mut self, now: Moment) -> Moment {
        self.sent = Some(now);
        self.is_cut_short = now < self.deadline;
        if self.is_cut_short {
            // A question within a stretch gets the rest of it. A question at its end gets a whole
            // command timeout.
            let stretch = self.stretch_ends().filter(|end| now < *end);
            return stretch.map_or(self.deadline, |end| end.min(self.deadline));
        }
        self.left = self.left.saturating_sub(1);
        Moment::NEVER
    }

    /// When the stretch ends, if one has begun.
    fn stretch_ends(&self) -> Option<Moment> {
        let since = self.unreachable_since?;
        Some(since.after(self.retry_for))
    }

    /// The question in flight has an answer, so the stretch is over.
    pub(super) fn end_stretch(&mut self) {
        self.sent = None;
        self.unreachable_since = None;
    }

    /// When to ask again after this failure; not after `now`: at once.
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
        // A question that was cut short by our own deadline proves no trouble of Redis. Without this
        // `retry_for` 0 would turn a `false` into an error when the deadline comes within a round
        // trip.
        let is_own_cut = self.retry_for.is_zero() && self.is_cut_short && now >= self.deadline;
        if now >= stretch_ends && !is_own_cut {
            return Err(unavailable.tried_for(tried, Limit::RetryFor(self.retry_for)));
        }
        if now < self.deadline {
            let next = now.after(self.backoff.pause());
            return Ok(next.min(self.deadline).min(stretch_ends));
        }
        if !self.is_over() && (remedy == Remedy::Now || self.is_cut_short) {
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

    /// A wait in the queue went well: the next failure is a new one.
    pub(super) fn reset_pauses(&mut self) {
        self.backoff.end();
    }
}
