//! The algorithm of one lock: attempt, wait, validity, release.
//!
//! Pure: it sees a [`Node`], a [`Clock`] and bytes, and keeps nothing between
//! calls. Its two rules: a grant counts only for as long as our own clock
//! proves it, and a question without an answer is neither a yes nor a no.
//! Called by `keeper`, which remembers what was granted.

use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::quorum::{Claim, Fence, Node, Owned, Vote};

/// An ownership that was granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lease {
    pub(crate) fence: Fence,
    /// Until when it may be relied upon.
    pub(crate) valid_until: Moment,
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
    let drift = lease / 100 + Duration::from_millis(2);
    sent.after(lease.saturating_sub(drift))
}

/// Acquires the claim, waiting until the deadline of `asking` and looking at the
/// lock every `look`. `Ok(None)`: somebody else holds it.
///
/// # Errors
/// [`Failed`], with what is known of the token.
pub(crate) fn acquire(
    node: &dyn Node,
    claim: &Claim,
    look: Duration,
    asking: &mut Asking,
) -> Result<Option<Lease>, Failed> {
    let clock = asking.clock;
    let mut unsure = false;
    loop {
        let sent = clock.now();
        let endured = match node.acquire(claim, unsure, asking.deadline_at(sent)) {
            Vote::Granted(fence) => {
                let valid_until = validity(sent, claim.lease);
                if clock.now() < valid_until {
                    return Ok(Some(Lease { fence, valid_until }));
                }
                let late = give_back(node, claim, asking, &mut unsure);
                asking.endure(late)
            }
            Vote::Refused => {
                unsure = false;
                if sent >= asking.deadline {
                    return Ok(None);
                }
                let next = clock.now().after(look).min(asking.deadline);
                clock.sleep_until(next)
            }
            Vote::Unknown(unavailable) => {
                unsure |= unavailable.is_lost();
                asking.endure(unavailable)
            }
        };
        endured.map_err(|error| Failed { error, unsure })?;
    }
}

/// Gives a grant back that came after its own lease: nobody may rely on it, and
/// it counts as not asked. With no command left the token stays unsure.
fn give_back(
    node: &dyn Node,
    claim: &Claim,
    asking: &mut Asking,
    unsure: &mut bool,
) -> Unavailable {
    *unsure = true;
    if !asking.is_over() {
        let by = asking.deadline_at(asking.clock.now());
        let owned = Owned {
            key: claim.key,
            token: claim.token.as_bytes(),
            valid_until: asking.clock.now(),
        };
        let vote = node.release(&[owned], by).pop();
        *unsure = matches!(vote, None | Some(Vote::Unknown(_)));
    }
    node.useless(format!(
        "the grant took longer than its lease of {} ms",
        claim.lease.as_millis()
    ))
}

/// Releases keys, all in one command each time, by `by` at the latest. One
/// vote each, in order; granted: it was that owner's until now.
///
/// A release whose reply was lost is sent once more; "not yours" then means
/// that the first one did it, unless the lease may have run out meanwhile.
pub(crate) fn release(
    node: &dyn Node,
    clock: &dyn Clock,
    owned: &[Owned],
    by: Moment,
) -> Vec<Vote> {
    let mut votes = node.release(owned, by);
    let lost = |vote: &Vote| matches!(vote, Vote::Unknown(unavailable) if unavailable.is_lost());
    if !votes.iter().any(lost) || clock.now() >= by {
        return votes;
    }
    let unanswered = owned.iter().zip(&votes).filter(|(_, vote)| lost(vote));
    let again: Vec<Owned> = unanswered.map(|(one, _)| *one).collect();
    let second = node.release(&again, by).into_iter().zip(&again);
    let slots = votes.iter_mut().filter(|vote| lost(vote));
    for (slot, (vote, one)) in slots.zip(second) {
        let first_did_it = matches!(vote, Vote::Refused) && clock.now() < one.valid_until;
        *slot = if first_did_it {
            Vote::Granted(None)
        } else {
            vote
        };
    }
    votes
}

/// Takes over the key of the token `from`. `None`: it is not `from`'s any more.
///
/// # Errors
/// [`Failed`], with what is known of the new token.
pub(crate) fn adopt(
    node: &dyn Node,
    claim: &Claim,
    from: &[u8],
    asking: &mut Asking,
) -> Result<Option<Lease>, Failed> {
    let clock = asking.clock;
    let mut unsure = false;
    loop {
        let sent = clock.now();
        let endured = match node.adopt(claim, from, asking.deadline_at(sent)) {
            Vote::Granted(fence) => {
                let valid_until = validity(sent, claim.lease);
                if clock.now() < valid_until {
                    return Ok(Some(Lease { fence, valid_until }));
                }
                let late = give_back(node, claim, asking, &mut unsure);
                Err(late.into())
            }
            Vote::Refused => return Ok(None),
            Vote::Unknown(unavailable) => {
                unsure |= unavailable.is_lost();
                asking.endure(unavailable)
            }
        };
        endured.map_err(|error| Failed { error, unsure })?;
    }
}

/// Gives a held key the lifetime of `claim`. `None`: it is not the claim's any more.
///
/// # Errors
/// [`Error::Unavailable`] when the server could not be asked.
pub(crate) fn expire(
    node: &dyn Node,
    clock: &dyn Clock,
    claim: &Claim,
) -> Result<Option<Moment>, Error> {
    insist(&mut Asking::once(clock), |by| {
        let sent = clock.now();
        match node.expire(claim, by) {
            Vote::Granted(_) => Ok(Some(validity(sent, claim.lease))),
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
pub(crate) fn insist<T>(
    asking: &mut Asking,
    mut ask: impl FnMut(Moment) -> Result<T, Unavailable>,
) -> Result<T, Error> {
    loop {
        match ask(asking.deadline_at(asking.clock.now())) {
            Ok(answer) => return Ok(answer),
            Err(unavailable) => asking.endure(unavailable)?,
        }
    }
}

/// How often one call of PHP may ask, and what it does about a question that
/// was not answered: until the deadline it asks again after a pause, from then
/// on once more if the reply was lost. So a call is back no later than its
/// deadline and two command timeouts, whatever it has to ask.
pub(crate) struct Asking<'a> {
    clock: &'a dyn Clock,
    deadline: Moment,
    pause: Duration,
    /// Commands that may still be sent once the deadline has passed.
    left: u8,
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
        if now < self.deadline {
            return self.deadline;
        }
        self.left = self.left.saturating_sub(1);
        Moment::NEVER
    }

    /// Returns when it is time to ask again.
    fn endure(&mut self, unavailable: Unavailable) -> Result<(), Error> {
        if !unavailable.may_heal() {
            return Err(unavailable.into());
        }
        let now = self.clock.now();
        if now < self.deadline {
            let next = now.after(self.pause).min(self.deadline);
            self.pause = (self.pause * 2).min(Self::LONGEST_PAUSE);
            return self.clock.sleep_until(next);
        }
        if self.is_over() || !unavailable.is_lost() {
            return Err(unavailable.into());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
