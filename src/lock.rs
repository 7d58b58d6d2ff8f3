//! The algorithm of one lock: attempt, wait, validity, release.
//!
//! Pure: it sees a [`Node`], a [`Clock`] and bytes, and keeps nothing between
//! calls. Its two rules: a grant counts only for as long as our own clock
//! proves it, and a question without an answer is neither a yes nor a no.
//! How a wait goes on is `waiter`'s, how often may be asked `asking`'s; this
//! file asks. Called by `keeper`, which remembers what was granted.

use std::time::Duration;

use anyhow::anyhow;

mod asking;
mod waiter;

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::quorum::{Fence, Node, Owned, Ownership, Vote, Woken};
pub(crate) use asking::Asking;
use waiter::{Step, Waiter};

/// An ownership that was granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lease {
    pub(crate) fence: Fence,
    /// When it was asked for.
    pub(crate) sent: Moment,
    /// Until when it may be relied upon.
    pub(crate) valid_until: Moment,
    /// When the server has dropped it at the latest.
    pub(crate) gone_by: Moment,
}

/// How long an attempt may wait, and how often it looks meanwhile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Patience {
    /// When to give up. A moment that is not in the future: one attempt.
    pub(crate) deadline: Moment,
    /// The pause between two looks at a lock that nobody may hand over.
    pub(crate) look: Duration,
}

/// What came of an attempt, and how.
pub(crate) struct Attempt {
    /// `Ok(None)`: somebody else holds it.
    pub(crate) outcome: Result<Option<Lease>, Failed>,
    /// How long it took, if it had to wait.
    pub(crate) waited: Option<Duration>,
    /// Granted to who had been woken in the queue.
    pub(crate) handed_over: bool,
}

/// An attempt without a result.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) error: Error,
    /// The token may have been granted, or may still be: its place in the queue too.
    pub(crate) unsure: bool,
}

/// When a lease of `lease` that was asked for at `sent` may no longer be relied
/// upon: our clock may run slower than the server's, by the 1 % and 2 ms that
/// Redlock allows for (<https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/>).
pub(crate) fn validity(sent: Moment, lease: Duration) -> Moment {
    sent.after(lease.saturating_sub(drift(lease)))
}

fn drift(lease: Duration) -> Duration {
    lease / 100 + Duration::from_millis(2)
}

impl Lease {
    /// One that was asked for at `sent` and has been granted by `now`.
    pub(crate) fn new(fence: Fence, lease: Duration, sent: Moment, now: Moment) -> Self {
        Self {
            fence,
            sent,
            valid_until: validity(sent, lease),
            gone_by: now.after(lease + drift(lease)),
        }
    }
}

/// Acquires an ownership, waiting its turn until the deadline of `asking` and
/// looking at a lock that nobody hands over every `look`.
pub(crate) fn acquire(
    node: &dyn Node,
    clock: &dyn Clock,
    wanted: &Ownership,
    look: Duration,
    asking: &mut Asking,
) -> Attempt {
    let began = clock.now();
    let mut course = Course::default();
    let mut waiter = Waiter::new(wanted.lease, look, asking).with_fencing(wanted.fencing);
    let outcome = drive(&mut waiter, node, clock, wanted, &mut course);
    Attempt {
        waited: course.had_to_wait.then(|| clock.now().until(began)),
        handed_over: course.was_woken && matches!(outcome, Ok(Some(_))),
        outcome,
    }
}

/// What happened on the way to an outcome.
#[derive(Default)]
struct Course {
    had_to_wait: bool,
    /// The last wait in the queue ended with a hand-over.
    was_woken: bool,
}

fn drive(
    waiter: &mut Waiter,
    node: &dyn Node,
    clock: &dyn Clock,
    wanted: &Ownership,
    course: &mut Course,
) -> Result<Option<Lease>, Failed> {
    let began_in = clock.generation();
    let mut step = waiter.begin(clock.now());
    loop {
        step = match step {
            Step::Acquire { asked, by } => {
                let turn = node.acquire(wanted, asked, by).into();
                waiter.answered(turn, || too_late(node, wanted), clock.now())
            }
            Step::Join { ticket, by } => {
                let turn = node.join(wanted, ticket, by);
                waiter.answered(turn, || too_late(node, wanted), clock.now())
            }
            Step::Wait { until } => {
                course.had_to_wait = true;
                let woken = node.wait(wanted, until, clock);
                not_the_parents(clock, began_in, &woken)?;
                course.was_woken = matches!(woken, Ok(Woken::HandedOver));
                waiter.woken(woken, clock.now())
            }
            Step::Pause { until } => {
                course.had_to_wait = true;
                let paused = clock.sleep(until, None).map(drop);
                not_the_parents(clock, began_in, &paused)?;
                waiter.paused(paused, clock.now())
            }
            Step::GiveBack { by } => {
                let is_given_back = is_given_back(node, wanted, by);
                waiter.gave_back(is_given_back, || too_late(node, wanted), clock.now())
            }
            Step::Done(outcome) => return outcome,
        }
    }
}

/// In the child of a fork, which a signal handler has made, the token is its
/// parent's and nothing may be sent for it: neither to wait on nor to leave.
fn not_the_parents<T>(
    clock: &dyn Clock,
    began_in: u64,
    rested: &Result<T, Error>,
) -> Result<(), Failed> {
    if clock.generation() == began_in {
        return Ok(());
    }
    let error = match rested {
        Err(Error::Interrupted) => Error::Interrupted,
        _ => Error::Forked,
    };
    Err(Failed {
        error,
        unsure: false,
    })
}

/// Gives an ownership back that nobody may rely on, or the place in the queue.
fn is_given_back(node: &dyn Node, wanted: &Ownership, by: Moment) -> bool {
    let owned = Owned {
        key: wanted.key,
        token: wanted.token.as_bytes(),
        valid_until: Moment::PAST,
    };
    !matches!(one_vote(node, owned, by), Vote::Unknown(_))
}

/// A grant that came after its own lease counts as no answer.
fn too_late(node: &dyn Node, wanted: &Ownership) -> Unavailable {
    let lease = wanted.lease.as_millis();
    let cause = anyhow!("the grant took longer than its lease of {lease} ms");
    Unavailable::unanswered(&node.name(), cause)
}

/// The vote on the release of one key.
pub(crate) fn one_vote(node: &dyn Node, owned: Owned, by: Moment) -> Vote {
    let vote = node.release(&[owned], by).pop();
    vote.unwrap_or_else(|| {
        let cause = anyhow!("a release without a vote");
        Vote::Unknown(Unavailable::unanswered(&node.name(), cause))
    })
}

/// Releases one key; see [`release_all`].
pub(crate) fn release(node: &dyn Node, clock: &dyn Clock, owned: Owned) -> Vote {
    let vote = one_vote(node, owned, Moment::NEVER);
    if !may_ask_again(&vote) {
        return vote;
    }
    second_vote(clock, &owned, &vote, one_vote(node, owned, Moment::NEVER))
}

fn is_unanswered(vote: &Vote) -> bool {
    matches!(vote, Vote::Unknown(unavailable) if unavailable.is_unanswered())
}

/// Whether a release is sent once more: its reply was lost, or the server is not the master
/// any more and a new connection may lead to the one that is.
fn may_ask_again(vote: &Vote) -> bool {
    is_unanswered(vote) || matches!(vote, Vote::Unknown(unavailable) if unavailable.is_demoted())
}

/// What the second vote on a release means. Where the answer to the first was lost, that
/// one may have done it.
fn second_vote(clock: &dyn Clock, owned: &Owned, first: &Vote, vote: Vote) -> Vote {
    let first_did_it =
        is_unanswered(first) && matches!(vote, Vote::Refused) && clock.now() < owned.valid_until;
    if first_did_it {
        Vote::Granted(None)
    } else {
        vote
    }
}

/// Releases keys in one pipeline each time, by `by` at the latest. One vote each, in order,
/// or none at all if `by` has passed; granted: it was that owner's until now.
///
/// A release whose reply was lost is sent once more; "not yours" then means
/// that the first one did it, unless the lease may have run out meanwhile.
pub(crate) fn release_all(
    node: &dyn Node,
    clock: &dyn Clock,
    owned: &[Owned],
    by: Moment,
) -> Vec<Vote> {
    if owned.is_empty() || clock.now() >= by {
        return Vec::new();
    }
    let mut votes = node.release(owned, by);
    let of_those = owned
        .iter()
        .zip(&votes)
        .filter(|(_, vote)| may_ask_again(vote));
    let again: Vec<Owned> = of_those.map(|(one, _)| *one).collect();
    if again.is_empty() || clock.now() >= by {
        return votes;
    }
    let second = again.iter().zip(node.release(&again, by));
    let slots = votes.iter_mut().filter(|vote| may_ask_again(vote));
    for (slot, (one, vote)) in slots.zip(second) {
        *slot = second_vote(clock, one, slot, vote);
    }
    votes
}

/// Takes over the key of the token `from`. `None`: it is not `from`'s any more.
/// `unsure`: an earlier call may have done so, for the same new token.
///
/// # Errors
/// [`Failed`], with what is known of the new token.
pub(crate) fn adopt(
    node: &dyn Node,
    clock: &dyn Clock,
    wanted: &Ownership,
    from: &[u8],
    mut unsure: bool,
    asking: &mut Asking,
) -> Result<Option<Lease>, Failed> {
    loop {
        let sent = clock.now();
        let by = asking.deadline_at(sent);
        let unavailable = match node.adopt(wanted, from, by) {
            Vote::Granted(fence) => {
                let lease = Lease::new(fence, wanted.lease, sent, clock.now());
                if clock.now() < lease.valid_until {
                    return Ok(Some(lease));
                }
                unsure = asking.is_over() || {
                    let by = asking.deadline_at(clock.now());
                    !is_given_back(node, wanted, by)
                };
                let error = too_late(node, wanted).into();
                return Err(Failed { error, unsure });
            }
            Vote::Refused => return Ok(None),
            Vote::Unknown(unavailable) => unavailable,
        };
        unsure |= unavailable.may_be_done(false);
        asking
            .pause_or_fail(clock, unavailable)
            .map_err(|error| Failed { error, unsure })?;
    }
}

/// Gives a held key the lifetime of `wanted`. `None`: it is not held any more.
///
/// # Errors
/// [`Error::Unavailable`] when the server could not be asked.
pub(crate) fn expire(
    node: &dyn Node,
    clock: &dyn Clock,
    wanted: &Ownership,
) -> Result<Option<Lease>, Error> {
    retry(clock, &mut Asking::once(clock.now()), |by| {
        let sent = clock.now();
        match node.expire(wanted, by) {
            Vote::Granted(fence) => Ok(Some(Lease::new(fence, wanted.lease, sent, clock.now()))),
            Vote::Refused => Ok(None),
            Vote::Unknown(unavailable) => Err(unavailable),
        }
    })
}

/// Asks until there is an answer or nothing is left to ask with. `ask` is given
/// the moment by which it has to be back.
///
/// # Errors
/// The last failure, or what ended a pause.
pub(crate) fn retry<T>(
    clock: &dyn Clock,
    asking: &mut Asking,
    mut ask: impl FnMut(Moment) -> Result<T, Unavailable>,
) -> Result<T, Error> {
    loop {
        match ask(asking.deadline_at(clock.now())) {
            Ok(answer) => return Ok(answer),
            Err(unavailable) => asking.pause_or_fail(clock, unavailable)?,
        }
    }
}

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;
