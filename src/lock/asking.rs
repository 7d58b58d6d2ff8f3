//! How often one call of PHP may ask, and what it does about a question that
//! was not answered.
//!
//! Until the deadline it asks again after a pause, from then on once more if
//! the reply was lost, the server is not the master any more, or the deadline cut the
//! question short. So a call is back
//! no later than its deadline and two command timeouts, whatever it has to ask.
//! It asks nothing itself. Used by `lock`, and by `keeper` for what has to be
//! asked before.

use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};

/// The budget of one call.
pub(crate) struct Asking {
    deadline: Moment,
    pause: Duration,
    /// Commands that may still be sent once the deadline has passed.
    left: u8,
    /// The last command was given less than its own time, because of the deadline.
    cut_short: bool,
}

impl Asking {
    const FIRST_PAUSE: Duration = Duration::from_millis(10);
    const LONGEST_PAUSE: Duration = Duration::from_millis(320);

    pub(crate) fn until(deadline: Moment) -> Self {
        Self {
            deadline,
            pause: Self::FIRST_PAUSE,
            left: 2,
            cut_short: false,
        }
    }

    /// Without waiting for anything.
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

    /// By when a command that is sent at `now` has to be back, the node's own
    /// command timeout aside. Counts it, once the deadline has passed.
    pub(crate) fn deadline_at(&mut self, now: Moment) -> Moment {
        self.cut_short = now < self.deadline;
        if self.cut_short {
            return self.deadline;
        }
        self.left = self.left.saturating_sub(1);
        Moment::NEVER
    }

    /// When to ask again what was not answered; not after `now`: at once.
    ///
    /// # Errors
    /// The failure itself, when there is nothing left to ask with or asking
    /// again would not help.
    pub(crate) fn again_at(
        &mut self,
        unavailable: Unavailable,
        now: Moment,
    ) -> Result<Moment, Unavailable> {
        if !unavailable.may_heal() {
            return Err(unavailable);
        }
        if now < self.deadline {
            let next = now.after(self.pause).min(self.deadline);
            self.pause = (self.pause * 2).min(Self::LONGEST_PAUSE);
            return Ok(next);
        }
        let may_help = unavailable.is_unanswered() || unavailable.is_demoted() || self.cut_short;
        if self.is_over() || !may_help {
            return Err(unavailable);
        }
        Ok(now)
    }

    /// Returns when it is time to ask again.
    ///
    /// # Errors
    /// As [`Self::again_at`], and what ended the pause.
    pub(crate) fn pause_or_fail(
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

    /// The server is well: the next trouble is a new one.
    pub(crate) fn calm_down(&mut self) {
        self.pause = Self::FIRST_PAUSE;
    }
}
