//! How often one call of PHP may ask, and when it asks again after a question without an answer.
//!
//! Until its deadline a call asks again after a pause. From then on it asks once more if the reply
//! was lost, if the server is not the master any more, or if the deadline cut the question short.
//! So a call is back no later than its deadline and two command timeouts, whatever it has to ask.
//! This file asks nothing itself. Used by `lock`, and by `keeper` for what has to be asked before.

use super::backoff::Backoff;
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};

/// What one call may still ask.
pub(crate) struct Budget {
    deadline: Moment,
    backoff: Backoff,
    /// Commands that may still be sent once the deadline has passed.
    left: u8,
    /// The last command was given less than its own time, because of the deadline.
    is_cut_short: bool,
}

impl Budget {
    pub(crate) fn until(deadline: Moment) -> Self {
        Self {
            deadline,
            backoff: Backoff::default(),
            left: 2,
            is_cut_short: false,
        }
    }

    /// For a call that waits for nothing.
    pub(crate) fn once(now: Moment) -> Self {
        Self::until(now)
    }

    pub(crate) fn deadline(&self) -> Moment {
        self.deadline
    }

    /// Whether no command may be sent any more.
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// By when a command that is sent at `now` has to be back, besides the node's own command
    /// timeout. Once the deadline has passed, it takes the command off the budget.
    pub(crate) fn spend(&mut self, now: Moment) -> Moment {
        self.is_cut_short = now < self.deadline;
        if self.is_cut_short {
            return self.deadline;
        }
        self.left = self.left.saturating_sub(1);
        Moment::NEVER
    }

    /// When to ask again after this failure; not after `now`: at once.
    ///
    /// # Errors
    /// The failure itself, when no command is left or asking again would not help.
    pub(super) fn again_at(
        &mut self,
        unavailable: Unavailable,
        now: Moment,
    ) -> Result<Moment, Unavailable> {
        if !unavailable.may_heal() {
            return Err(unavailable);
        }
        if now < self.deadline {
            return Ok(now.after(self.backoff.pause()).min(self.deadline));
        }
        let may_help = unavailable.is_unanswered() || unavailable.is_demoted() || self.is_cut_short;
        if self.is_over() || !may_help {
            return Err(unavailable);
        }
        Ok(now)
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

    /// The server has answered: the next failure is a new one.
    pub(super) fn calm_down(&mut self) {
        self.backoff.end();
    }
}
