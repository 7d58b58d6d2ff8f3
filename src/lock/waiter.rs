//! One wait for a lock as a state machine: an event goes in, the next step comes out.
//!
//! This file is pure, so that `proof/model` can drive the very rules of PHP's waits through thousands of
//! interleavings in virtual time. A waiter asks nothing, sleeps nowhere and knows no store. `docs/waiting.md` draws
//! the protocol. `lock::acquire` drives the waiter.

use std::time::Duration;

use super::{Budget, Failed, Lease};
use crate::clock::Moment;
use crate::error::{Error, Unavailable};
use crate::store::{JoinReply, QueuePlace, Retry, SleepEnd, Standing, Ticket, Wake};

/// The next step of a wait.
#[derive(Debug)]
pub(crate) enum WaitStep {
    /// Ask for the key without joining the queue. `is_last`: a refusal ends the wait.
    Acquire {
        retry: Retry,
        by: Moment,
        is_last: bool,
    },
    /// Ask for the key, or for a place in the queue.
    Join { standing: Standing, by: Moment },
    /// Wait in the queue: to be woken, or for the slice to be over.
    Wait { end: SleepEnd },
    /// Wait for the time to pass.
    Pause { until: Moment },
    /// Give back what the token owns, and its place in the queue.
    GiveBack { by: Moment },
    /// The wait is over.
    Done(Result<Option<Lease>, Failed>),
}

/// One wait: a token that wants a key.
pub(crate) struct Waiter<'a> {
    budget: &'a mut Budget,
    lease: Duration,
    /// Whether the first question is a script already, and not one command.
    begins_with_script: bool,
    /// The pause between two looks at a lock that nobody hands over.
    sleep: Duration,
    /// The moment when the last question was sent.
    sent: Moment,
    stage: WaitStage,
    /// The moment when the slice is over.
    slice_ends: Moment,
    /// The place in the queue, kept for the whole wait. A waiter that was passed over, because the server had not
    /// seen it, gets its old place when it comes back.
    ticket: Option<Ticket>,
    /// Whether the token may own the key, or stand in the queue.
    unsure: bool,
    /// Whether the wake-up of a hand-over was read and nothing was asked since.
    was_handed_over: bool,
    /// The reason why the wait ends as soon as everything is given back.
    leaving: Option<Error>,
    /// Makes the error of a grant that came too late.
    too_late: &'a dyn Fn() -> Unavailable,
}

/// The kind of question that is in flight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WaitStage {
    /// The first: one command where the lock is free.
    First,
    /// For a place in the queue.
    Queue,
    /// The last: the deadline has come.
    Last,
}

/// The server sees a waiter this often, and takes it for dead after twice as long.
const SLICE: Duration = Duration::from_secs(1);
/// No slice is shorter: the server counts in milliseconds.
const SHORTEST_SLICE: Duration = Duration::from_millis(2);
/// The second waiter looks this often at least, should the first be dead.
const SECOND_LOOK: Duration = Duration::from_millis(500);
/// A waiter that has become the first looks after this time at the latest, because a wake-up may lie unread for
/// that long (`protocol/mutex/queue.lua`).
const FIRST_LOOK: Duration = Duration::from_millis(201);
/// The time that a waiter which has to leave at once may take to leave the queue.
const LEAVING: Duration = Duration::from_millis(500);

impl<'a> Waiter<'a> {
    pub(crate) fn new(
        lease: Duration,
        begins_with_script: bool,
        sleep: Duration,
        budget: &'a mut Budget,
        too_late: &'a dyn Fn() -> Unavailable,
    ) -> Self {
        Self {
            budget,
            lease,
            begins_with_script,
            sleep,
            sent: Moment::PAST,
            stage: WaitStage::First,
            slice_ends: Moment::PAST,
            ticket: None,
            unsure: false,
            was_handed_over: false,
            leaving: None,
            too_late,
        }
    }

    /// Returns the first step. `now`, here and in every other call, is the moment right before the step is done.
    pub(crate) fn begin(&mut self, now: Moment) -> WaitStep {
        self.ask(now)
    }

    /// Returns the first step where others are likely to wait: it asks for a place in the queue at once, unless the
    /// call does not wait.
    pub(crate) fn begin_in_queue(&mut self, now: Moment) -> WaitStep {
        if now < self.budget.deadline() {
            self.stage = WaitStage::Queue;
        }
        self.ask(now)
    }

    /// Returns the step after the reply to [`WaitStep::Acquire`] or [`WaitStep::Join`].
    pub(crate) fn replied(&mut self, reply: JoinReply, now: Moment) -> WaitStep {
        if !matches!(reply, JoinReply::Unacknowledged(_) | JoinReply::Unknown(_)) {
            self.budget.end_stretch();
        }
        match reply {
            JoinReply::Granted(fence) => {
                let lease = Lease::new(fence, self.lease, self.sent, now);
                if now < lease.valid_until {
                    return WaitStep::Done(Ok(Some(lease)));
                }
                self.unsure = true;
                if self.budget.is_over() {
                    return self.trouble((self.too_late)(), now);
                }
                let by = self.budget.spend(now);
                WaitStep::GiveBack { by }
            }
            JoinReply::Waits(place) => {
                self.unsure = true;
                self.ticket = Some(place.ticket);
                self.wait(place, now)
            }
            JoinReply::Refused => {
                self.unsure = false;
                self.refused(now)
            }
            JoinReply::Unacknowledged(grant) => {
                // The release that gives the lock back takes the token out of the queue too.
                self.unsure = !grant.given_back;
                self.trouble(grant.into(), now)
            }
            JoinReply::Unknown(unavailable) => {
                let in_steps = self.begins_with_script || self.stage != WaitStage::First;
                self.unsure |= unavailable.may_be_done(in_steps);
                self.trouble(unavailable, now)
            }
        }
    }

    /// Returns the step after [`WaitStep::Wait`].
    pub(crate) fn woken(&mut self, how: Result<Wake, Error>, now: Moment) -> WaitStep {
        match how {
            Ok(woken) => {
                self.budget.reset_pauses();
                self.was_handed_over = woken == Wake::HandedOver;
                if woken != Wake::BecameFirst || now >= self.slice_ends {
                    return self.ask(now);
                }
                // The waiter looks soon who has the key and for how long. However often it is woken, it looks no
                // later than without the wake-ups.
                let slice = self.slice_ends.until(now);
                self.wait_for(slice.min(self.sleep).min(FIRST_LOOK), None, now)
            }
            Err(error) => self.disturbed(error, now),
        }
    }

    /// Returns the ticket of the place in the queue, if one is known.
    pub(crate) fn ticket(&self) -> Option<Ticket> {
        self.ticket
    }

    /// Returns the step after [`WaitStep::Pause`].
    pub(crate) fn paused(&mut self, how: Result<(), Error>, now: Moment) -> WaitStep {
        match how {
            Ok(()) => self.ask(now),
            Err(error) => self.disturbed(error, now),
        }
    }

    /// Returns the step in place of that after a reply, because the call has to end. A lease that was granted is given
    /// back, because the call cannot say that it has it. In the child of a fork nothing is, because the token is the parent's.
    #[cold]
    pub(crate) fn cut_off(&mut self, why: Error, is_granted: bool, now: Moment) -> WaitStep {
        self.unsure = !matches!(why, Error::Forked) && (self.unsure || is_granted);
        self.disturbed(why, now)
    }

    fn disturbed(&mut self, error: Error, now: Moment) -> WaitStep {
        match error {
            Error::Unavailable(unavailable) => self.trouble(unavailable, now),
            Error::Interrupted | Error::Refused(_) if self.unsure => {
                self.leaving = Some(error);
                let by = now.after(LEAVING);
                WaitStep::GiveBack { by }
            }
            _ => self.fail(error),
        }
    }

    /// Returns the step after [`WaitStep::GiveBack`]. `is_done`: the server has confirmed it.
    pub(crate) fn gave_back(&mut self, is_done: bool, now: Moment) -> WaitStep {
        self.unsure = !is_done;
        if is_done {
            self.budget.end_stretch();
        }
        match self.leaving.take() {
            Some(error) => self.fail(error),
            None => self.trouble((self.too_late)(), now),
        }
    }

    fn ask(&mut self, now: Moment) -> WaitStep {
        let deadline_came = now >= self.budget.deadline();
        if deadline_came && self.stage == WaitStage::Queue {
            self.stage = WaitStage::Last;
        }
        self.sent = now;
        let by = self.budget.spend(now);
        let ticket = self.ticket;
        let was_handed_over = std::mem::take(&mut self.was_handed_over);
        match self.stage {
            WaitStage::First if !self.unsure => WaitStep::Acquire {
                retry: Retry::First,
                by,
                is_last: deadline_came,
            },
            WaitStage::First | WaitStage::Last => WaitStep::Acquire {
                retry: Retry::Again(ticket),
                by,
                is_last: deadline_came,
            },
            WaitStage::Queue => {
                let standing = if was_handed_over {
                    Standing::HandedOver(ticket)
                } else if self.unsure || ticket.is_some() {
                    Standing::Waiter(ticket)
                } else {
                    Standing::Newcomer
                };
                WaitStep::Join { standing, by }
            }
        }
    }

    /// Returns the step after a refusal: somebody holds the lock, and this token stands in no queue.
    fn refused(&mut self, now: Moment) -> WaitStep {
        let deadline = self.budget.deadline();
        if self.sent >= deadline {
            return WaitStep::Done(Ok(None));
        }
        if self.stage == WaitStage::First {
            self.stage = WaitStage::Queue;
            return self.ask(now);
        }
        WaitStep::Pause {
            until: now.after(self.sleep.max(SHORTEST_SLICE)).min(deadline),
        }
    }

    /// Returns the wait at this place of the queue. The first waiter watches the holder, and the second one watches
    /// the first, which may be dead.
    fn wait(&mut self, place: QueuePlace, now: Moment) -> WaitStep {
        let slice = match place.rank {
            1 => self.sleep,
            2 => self.sleep.max(SECOND_LOOK),
            _ => SLICE,
        };
        // A key still exists in the very millisecond in which its lease ends.
        let look_after = place.look_after.map(|left| left + Duration::from_millis(1));
        self.wait_for(slice, look_after, now)
    }

    /// Returns the wait for a slice. A lease that ends before it, after `look_after`, ends the slice too.
    fn wait_for(&mut self, slice: Duration, look_after: Option<Duration>, now: Moment) -> WaitStep {
        let slice = slice.min(SLICE);
        let until_event = look_after.filter(|left| *left < slice);
        let span = until_event.unwrap_or(slice).max(SHORTEST_SLICE);
        self.slice_ends = now.after(span);
        let deadline = self.budget.deadline();
        let end = if deadline <= self.slice_ends {
            SleepEnd::At(deadline)
        } else if until_event.is_some() {
            SleepEnd::At(self.slice_ends)
        } else {
            SleepEnd::About(self.slice_ends)
        };
        WaitStep::Wait { end }
    }

    fn trouble(&mut self, unavailable: Unavailable, now: Moment) -> WaitStep {
        match self.budget.again_at(unavailable, now) {
            Ok(next) if next > now => WaitStep::Pause { until: next },
            Ok(_) => self.ask(now),
            Err(unavailable) => self.fail(unavailable.into()),
        }
    }

    fn fail(&mut self, error: Error) -> WaitStep {
        let unsure = self.unsure;
        WaitStep::Done(Err(Failed { error, unsure }))
    }
}

#[cfg(test)]
mod tests;
