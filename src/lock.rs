//! The algorithm of one lock: attempt, wait, validity, release.
//!
//! Pure: it sees a [`Node`], a [`Clock`] and bytes, and keeps nothing between
//! calls. Its two rules: a grant counts only for as long as our own clock
//! proves it, and a question without an answer is neither a yes nor a no.
//! Called by `keeper`, which remembers what was granted.

use std::time::Duration;

use anyhow::anyhow;

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::quorum::{Fence, Node, Owned, Ownership, Vote};

/// An ownership that was granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lease {
    pub(crate) fence: Fence,
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
    /// The pause between two looks at a lock that is held.
    pub(crate) look: Duration,
}

/// An attempt without a result.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) error: Error,
    /// The token may have been granted, or may still be.
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
    fn new(fence: Fence, lease: Duration, sent: Moment, now: Moment) -> Self {
        Self {
            fence,
            valid_until: validity(sent, lease),
            gone_by: now.after(lease + drift(lease)),
        }
    }
}

/// Acquires an ownership, waiting until the deadline of `asking` and looking at the
/// lock every `look`. `Ok(None)`: somebody else holds it.
///
/// # Errors
/// [`Failed`], with what is known of the token.
pub(crate) fn acquire(
    node: &dyn Node,
    wanted: &Ownership,
    look: Duration,
    asking: &mut Asking,
) -> Result<Option<Lease>, Failed> {
    let clock = asking.clock;
    let mut unsure = false;
    loop {
        let sent = clock.now();
        let paused = match node.acquire(wanted, unsure, asking.deadline_at(sent)) {
            Vote::Granted(fence) => match accept(node, wanted, fence, sent, asking, &mut unsure) {
                Ok(lease) => return Ok(Some(lease)),
                Err(late) => asking.pause_or_fail(late),
            },
            Vote::Refused => {
                unsure = false;
                if sent >= asking.deadline {
                    return Ok(None);
                }
                let next = clock.now().after(look).min(asking.deadline);
                clock.sleep_until(next)
            }
            Vote::Unknown(unavailable) => {
                unsure |= unavailable.is_unanswered();
                asking.pause_or_fail(unavailable)
            }
        };
        paused.map_err(|error| Failed { error, unsure })?;
    }
}

/// The lease of a grant that was asked for at `sent`, or why it is none.
fn accept(
    node: &dyn Node,
    wanted: &Ownership,
    fence: Fence,
    sent: Moment,
    asking: &mut Asking,
    unsure: &mut bool,
) -> Result<Lease, Unavailable> {
    let now = asking.clock.now();
    let lease = Lease::new(fence, wanted.lease, sent, now);
    if now < lease.valid_until {
        return Ok(lease);
    }
    Err(give_back(node, wanted, asking, unsure))
}

/// Gives a grant back that came after its own lease: nobody may rely on it, and
/// it counts as not asked. With no command left the token stays unsure.
fn give_back(
    node: &dyn Node,
    wanted: &Ownership,
    asking: &mut Asking,
    unsure: &mut bool,
) -> Unavailable {
    *unsure = true;
    if !asking.is_over() {
        let by = asking.deadline_at(asking.clock.now());
        let owned = Owned {
            key: wanted.key,
            token: wanted.token.as_bytes(),
            valid_until: asking.clock.now(),
        };
        *unsure = matches!(one_vote(node, owned, by), Vote::Unknown(_));
    }
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
    if !is_unanswered(&vote) {
        return vote;
    }
    second_vote(clock, &owned, one_vote(node, owned, Moment::NEVER))
}

fn is_unanswered(vote: &Vote) -> bool {
    matches!(vote, Vote::Unknown(unavailable) if unavailable.is_unanswered())
}

/// What the second vote means when the answer to the first release was lost.
fn second_vote(clock: &dyn Clock, owned: &Owned, vote: Vote) -> Vote {
    let first_did_it = matches!(vote, Vote::Refused) && clock.now() < owned.valid_until;
    if first_did_it {
        Vote::Granted(None)
    } else {
        vote
    }
}

/// Releases keys, all in one command each time, by `by` at the latest. One
/// vote each, in order; granted: it was that owner's until now.
///
/// A release whose reply was lost is sent once more; "not yours" then means
/// that the first one did it, unless the lease may have run out meanwhile.
pub(crate) fn release_all(
    node: &dyn Node,
    clock: &dyn Clock,
    owned: &[Owned],
    by: Moment,
) -> Vec<Vote> {
    let mut votes = node.release(owned, by);
    let unanswered = owned
        .iter()
        .zip(&votes)
        .filter(|(_, vote)| is_unanswered(vote));
    let again: Vec<Owned> = unanswered.map(|(one, _)| *one).collect();
    if again.is_empty() || clock.now() >= by {
        return votes;
    }
    let second = again.iter().zip(node.release(&again, by));
    let slots = votes.iter_mut().filter(|vote| is_unanswered(vote));
    for (slot, (one, vote)) in slots.zip(second) {
        *slot = second_vote(clock, one, vote);
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
    wanted: &Ownership,
    from: &[u8],
    mut unsure: bool,
    asking: &mut Asking,
) -> Result<Option<Lease>, Failed> {
    let clock = asking.clock;
    loop {
        let sent = clock.now();
        let paused = match node.adopt(wanted, from, asking.deadline_at(sent)) {
            Vote::Granted(fence) => match accept(node, wanted, fence, sent, asking, &mut unsure) {
                Ok(lease) => return Ok(Some(lease)),
                Err(late) => Err(late.into()),
            },
            Vote::Refused => return Ok(None),
            Vote::Unknown(unavailable) => {
                unsure |= unavailable.is_unanswered();
                asking.pause_or_fail(unavailable)
            }
        };
        paused.map_err(|error| Failed { error, unsure })?;
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
    retry(&mut Asking::once(clock), |by| {
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
    asking: &mut Asking,
    mut ask: impl FnMut(Moment) -> Result<T, Unavailable>,
) -> Result<T, Error> {
    loop {
        match ask(asking.deadline_at(asking.clock.now())) {
            Ok(answer) => return Ok(answer),
            Err(unavailable) => asking.pause_or_fail(unavailable)?,
        }
    }
}

/// How often one call of PHP may ask, and what it does about a question that
/// was not answered: until the deadline it asks again after a pause, from then
/// on once more if the reply was lost or the deadline cut the question short. So a call is back no later than its
/// deadline and two command timeouts, whatever it has to ask.
pub(crate) struct Asking<'a> {
    clock: &'a dyn Clock,
    deadline: Moment,
    pause: Duration,
    /// Commands that may still be sent once the deadline has passed.
    left: u8,
    /// The last command was given less than its own time, because of the deadline.
    cut_short: bool,
}

impl<'a> Asking<'a> {
    const FIRST_PAUSE: Duration = Duration::from_millis(10);
    const LONGEST_PAUSE: Duration = Duration::from_millis(320);

    pub(crate) fn until(clock: &'a dyn Clock, deadline: Moment) -> Self {
        Self {
            clock,
            deadline,
            pause: Self::FIRST_PAUSE,
            left: 2,
            cut_short: false,
        }
    }

    /// Without waiting for anything.
    pub(crate) fn once(clock: &'a dyn Clock) -> Self {
        Self::until(clock, clock.now())
    }

    /// Whether no command may be sent any more.
    pub(crate) fn is_over(&self) -> bool {
        self.left == 0
    }

    /// By when a command that is sent at `now` has to be back, the node's own
    /// command timeout aside. Counts it, once the deadline has passed.
    fn deadline_at(&mut self, now: Moment) -> Moment {
        self.cut_short = now < self.deadline;
        if self.cut_short {
            return self.deadline;
        }
        self.left = self.left.saturating_sub(1);
        Moment::NEVER
    }

    /// Returns when it is time to ask again.
    fn pause_or_fail(&mut self, unavailable: Unavailable) -> Result<(), Error> {
        if !unavailable.may_heal() {
            return Err(unavailable.into());
        }
        let now = self.clock.now();
        if now < self.deadline {
            let next = now.after(self.pause).min(self.deadline);
            self.pause = (self.pause * 2).min(Self::LONGEST_PAUSE);
            return self.clock.sleep_until(next);
        }
        if self.is_over() || !(unavailable.is_unanswered() || self.cut_short) {
            return Err(unavailable.into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
