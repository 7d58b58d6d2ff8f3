//! One wait for a lock as a machine: what happened goes in, what to do next
//! comes out.
//!
//! Pure, so that the very rules that PHP waits by can be driven through
//! thousands of interleavings in virtual time (`lock/model`). It asks nothing,
//! sleeps nowhere and knows no node. The protocol is drawn in
//! `docs/waiting.md`. Driven by `lock::acquire`.

use std::time::Duration;

use super::{Asking, Failed, Lease};
use crate::clock::Moment;
use crate::error::{Error, Unavailable};
use crate::quorum::{Asked, Place, Ticket, Turn, Woken};

/// What to do next.
#[derive(Debug)]
pub(crate) enum Step {
    /// Ask for the key, and stay out of the queue.
    Acquire { asked: Asked, by: Moment },
    /// Ask for the key, or for a place in the queue.
    Join { ticket: Option<Ticket>, by: Moment },
    /// Wait in the queue: to be woken, or for the slice to be over.
    Wait { until: Moment },
    /// Wait for the time to pass.
    Pause { until: Moment },
    /// Give back what the token owns, and its place in the queue.
    GiveBack { by: Moment },
    /// The wait is over.
    Done(Result<Option<Lease>, Failed>),
}

/// One wait: a token that wants a key.
pub(crate) struct Waiter<'a> {
    asking: &'a mut Asking,
    lease: Duration,
    /// With fencing the first question is a script too.
    fencing: bool,
    look: Duration,
    /// When the last question was sent.
    sent: Moment,
    stage: Stage,
    /// When the slice is over.
    slice_ends: Moment,
    /// The place in the queue, kept for the whole wait: whoever was passed over
    /// because it was not seen stands where it stood when it comes back.
    ticket: Option<Ticket>,
    /// The token may own the key, or stand in the queue.
    unsure: bool,
    /// Why the wait ends as soon as everything is given back.
    leaving: Option<Error>,
}

/// Which question is out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The first, which is one command where the lock is free.
    First,
    /// For a place in the queue.
    Queue,
    /// The last: the deadline has come.
    Last,
}

/// A waiter is seen this often; the server takes it for dead after twice as long.
const SLICE: Duration = Duration::from_secs(1);
/// No slice is shorter than that: the server counts in milliseconds.
const SHORTEST_SLICE: Duration = Duration::from_millis(2);
/// A dead first waiter sees nothing for so long, then the second does.
const SECOND_LOOK: Duration = Duration::from_millis(500);
/// When somebody who has become the first looks, if not before: so long a wake-up
/// may lie unread (`scripts/queue.lua`).
const FIRST_LOOK: Duration = Duration::from_millis(201);
/// How long the way out may take whoever has to leave at once.
const LEAVING: Duration = Duration::from_millis(500);

impl<'a> Waiter<'a> {
    pub(crate) fn new(lease: Duration, look: Duration, asking: &'a mut Asking) -> Self {
        Self {
            asking,
            lease,
            fencing: false,
            look,
            sent: Moment::PAST,
            stage: Stage::First,
            slice_ends: Moment::PAST,
            ticket: None,
            unsure: false,
            leaving: None,
        }
    }

    pub(crate) fn with_fencing(self, fencing: bool) -> Self {
        Self { fencing, ..self }
    }

    /// The first step. The clock of this and of every other call: the moment
    /// right before the step is done.
    pub(crate) fn begin(&mut self, now: Moment) -> Step {
        self.ask(now)
    }

    /// The answer to [`Step::Acquire`] or [`Step::Join`].
    pub(crate) fn answered(
        &mut self,
        turn: Turn,
        too_late: impl FnOnce() -> Unavailable,
        now: Moment,
    ) -> Step {
        match turn {
            Turn::Granted(fence) => {
                let lease = Lease::new(fence, self.lease, self.sent, now);
                if now < lease.valid_until {
                    return Step::Done(Ok(Some(lease)));
                }
                self.unsure = true;
                if self.asking.is_over() {
                    return self.trouble(too_late(), now);
                }
                let by = self.asking.deadline_at(now);
                Step::GiveBack { by }
            }
            Turn::Waits(place) => {
                self.unsure = true;
                self.ticket = Some(place.ticket);
                self.wait(place, now)
            }
            Turn::Refused => {
                self.unsure = false;
                self.refused(now)
            }
            Turn::Unknown(unavailable) => {
                let in_steps = self.fencing || self.stage != Stage::First;
                self.unsure |= unavailable.may_be_done(in_steps);
                self.trouble(unavailable, now)
            }
        }
    }

    /// The end of [`Step::Wait`].
    pub(crate) fn woken(&mut self, how: Result<Woken, Error>, now: Moment) -> Step {
        match how {
            Ok(woken) => {
                self.asking.calm_down();
                if woken != Woken::ToWatch || now >= self.slice_ends {
                    return self.ask(now);
                }
                // Who has the key now, and for how long, it sees when it looks; and no
                // later than it would have looked, however often it is told.
                let slice = self.slice_ends.until(now);
                self.sleep(slice.min(self.look).min(FIRST_LOOK), now)
            }
            Err(error) => self.disturbed(error, now),
        }
    }

    /// The end of [`Step::Pause`].
    pub(crate) fn paused(&mut self, how: Result<(), Error>, now: Moment) -> Step {
        match how {
            Ok(()) => self.ask(now),
            Err(error) => self.disturbed(error, now),
        }
    }

    fn disturbed(&mut self, error: Error, now: Moment) -> Step {
        match error {
            Error::Unavailable(unavailable) => self.trouble(unavailable, now),
            Error::Interrupted if self.unsure => {
                self.leaving = Some(error);
                let by = now.after(LEAVING);
                Step::GiveBack { by }
            }
            _ => self.fail(error),
        }
    }

    /// The end of [`Step::GiveBack`], and whether it is known to have been done.
    /// `too_late` is the trouble to tell of if it was a grant that came too late.
    pub(crate) fn gave_back(
        &mut self,
        is_done: bool,
        too_late: impl FnOnce() -> Unavailable,
        now: Moment,
    ) -> Step {
        self.unsure = !is_done;
        match self.leaving.take() {
            Some(error) => self.fail(error),
            None => self.trouble(too_late(), now),
        }
    }

    fn ask(&mut self, now: Moment) -> Step {
        let deadline_came = now >= self.asking.deadline();
        if deadline_came && self.stage == Stage::Queue {
            self.stage = Stage::Last;
        }
        self.sent = now;
        let by = self.asking.deadline_at(now);
        let ticket = self.ticket;
        match self.stage {
            Stage::First if !self.unsure => Step::Acquire {
                asked: Asked::Never,
                by,
            },
            Stage::First | Stage::Last => Step::Acquire {
                asked: Asked::Before(ticket),
                by,
            },
            Stage::Queue => Step::Join { ticket, by },
        }
    }

    /// The lock is held, and this token stands in no queue.
    fn refused(&mut self, now: Moment) -> Step {
        let deadline = self.asking.deadline();
        if self.sent >= deadline {
            return Step::Done(Ok(None));
        }
        if self.stage == Stage::First {
            self.stage = Stage::Queue;
            return self.ask(now);
        }
        Step::Pause {
            until: now.after(self.look.max(SHORTEST_SLICE)).min(deadline),
        }
    }

    /// The first watches the holder, and the second the first, should it be dead.
    fn wait(&mut self, place: Place, now: Moment) -> Step {
        let slice = match place.rank {
            1 => self.look,
            2 => self.look.max(SECOND_LOOK),
            _ => SLICE,
        };
        // In the very millisecond in which it runs out a key still exists.
        let look_after = place.look_after.map(|left| left + Duration::from_millis(1));
        self.sleep(slice.min(look_after.unwrap_or(SLICE)), now)
    }

    fn sleep(&mut self, slice: Duration, now: Moment) -> Step {
        self.slice_ends = now.after(slice.clamp(SHORTEST_SLICE, SLICE));
        Step::Wait {
            until: self.slice_ends.min(self.asking.deadline()),
        }
    }

    fn trouble(&mut self, unavailable: Unavailable, now: Moment) -> Step {
        match self.asking.again_at(unavailable, now) {
            Ok(next) if next > now => Step::Pause { until: next },
            Ok(_) => self.ask(now),
            Err(unavailable) => self.fail(unavailable.into()),
        }
    }

    fn fail(&mut self, error: Error) -> Step {
        let unsure = self.unsure;
        Step::Done(Err(Failed { error, unsure }))
    }
}

#[cfg(test)]
mod tests;
