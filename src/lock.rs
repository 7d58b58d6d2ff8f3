//! The algorithm of one lock: attempt, wait, validity, release.
//!
//! This file is pure: it sees a [`LockStore`], a [`Clock`] and bytes, and keeps nothing between calls. Its two rules
//! are that a grant counts only while our own clock proves it, and that a question without an answer is neither a
//! yes nor a no. `waiter` says how a wait goes on, `budget` says how often a call may ask, and this file asks.
//! `keeper` calls it and remembers what was granted.

use std::time::Duration;

use anyhow::anyhow;

mod backoff;
mod budget;
mod in_order;
mod line;
mod owed;
#[cfg(test)]
mod tests;
pub(crate) mod waiter;

use crate::clock::{Clock, Moment, nanos};
use crate::error::{Error, Remedy, Unavailable};
use crate::store::{
    Change, Fence, HeldBy, HeldKey, JoinReply, LeaseRequest, LockStore, Vote, Wake,
};
use crate::token::is_share;
pub(crate) use backoff::Backoff;
pub(crate) use budget::Budget;
pub(crate) use in_order::InOrder;
pub(crate) use line::Lines;
#[cfg(all(test, not(feature = "shuttle")))]
pub(crate) use line::{InLine, Nap};
#[cfg(all(test, not(feature = "shuttle")))]
pub(crate) use owed::OwedRelease;
pub(crate) use owed::OwedReleases;
use waiter::{WaitStep, Waiter};

/// A lease that was granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lease {
    pub(crate) fence: Fence,
    /// The moment when the lease was asked for.
    pub(crate) sent: Moment,
    /// The moment until which the lease may be relied upon.
    pub(crate) valid_until: Moment,
    /// The moment by which the server has dropped the lease.
    pub(crate) gone_by: Moment,
}

/// The outcome of an attempt, and how it came about.
pub(crate) struct LockAttempt {
    /// `Ok(None)`: somebody else holds the lock.
    pub(crate) outcome: Result<Option<Lease>, Failed>,
    /// The time that the attempt took, if it had to wait.
    pub(crate) waited: Option<Duration>,
    /// Whether the lease was granted after a wake-up in the queue.
    pub(crate) was_handed_over: bool,
    /// Whether the token stood in the queue of the lock.
    pub(crate) stood_in_queue: bool,
    /// Who had the lock when the attempt was refused, if that was asked for and is known.
    pub(crate) held_by: Option<HeldBy>,
}

/// How an attempt goes about it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// The pause between two looks at a lock that nobody hands over.
    pub(crate) sleep: Duration,
    /// Whether others are likely to wait, so the first question asks for a place in the queue.
    pub(crate) meets_queue: bool,
    /// Whether the last look asks who has the lock.
    pub(crate) asks_holder: bool,
}

#[cfg(test)]
impl Manner {
    /// Returns the manner of an attempt that meets nobody and asks for nothing more.
    pub(crate) const fn new(sleep: Duration) -> Self {
        Self {
            sleep,
            meets_queue: false,
            asks_holder: false,
        }
    }
}

/// An attempt without a result.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) error: Error,
    /// Whether the token may own the key or stand in the queue, now or later.
    pub(crate) unsure: bool,
}

/// Returns until when a lease of this length may be relied upon that was asked for at `sent`. Our clock may run
/// slower than the server's, by the 1 % and 2 ms of drift that Redlock allows for
/// (<https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/>).
pub(crate) fn validity(sent: Moment, lease: Duration) -> Moment {
    let lease = nanos(lease);
    sent.after_nanos(lease.saturating_sub(drift(lease)))
}

/// Returns when the server has dropped a lease of this length at the latest, if it was granted by `granted_by`.
pub(crate) fn gone_by(granted_by: Moment, lease: Duration) -> Moment {
    let lease = nanos(lease);
    granted_by.after_nanos(lease.saturating_add(drift(lease)))
}

/// Returns the drift during a lease, both in nanoseconds.
fn drift(lease: u64) -> u64 {
    lease / 100 + 2_000_000
}

impl Lease {
    /// Returns the same lease where its key is kept for `delay` longer.
    fn kept_longer(self, delay: Duration) -> Self {
        Self {
            gone_by: self.gone_by.after(delay),
            ..self
        }
    }

    /// Returns a lease that was asked for at `sent` and had been granted by `now`.
    pub(crate) fn new(fence: Fence, lease: Duration, sent: Moment, now: Moment) -> Self {
        Self {
            fence,
            sent,
            valid_until: validity(sent, lease),
            gone_by: gone_by(now, lease),
        }
    }
}

/// Returns what came of acquiring a lease, for which it waits until the deadline of `budget`.
pub(crate) fn acquire(
    store: &dyn LockStore,
    clock: &dyn Clock,
    request: &LeaseRequest,
    manner: Manner,
    budget: &mut Budget,
) -> LockAttempt {
    let began = clock.now();
    let mut progress = WaitProgress::default();
    let too_late = || too_late(store, request);
    let mut waiter = Waiter::new(
        request.lease,
        request.fencing || is_share(request.token),
        manner.sleep,
        budget,
        &too_late,
    );
    let first = if manner.meets_queue {
        waiter.begin_in_queue(began)
    } else {
        waiter.begin(began)
    };
    let asks_holder = manner.asks_holder;
    let mut outcome = drive(
        &mut waiter,
        first,
        store,
        clock,
        request,
        asks_holder,
        &mut progress,
    );
    if progress.had_to_wait {
        store.end_wait(request);
    }
    if let Ok(Some(lease)) = &mut outcome {
        *lease = lease.kept_longer(store.lock_delay());
    }
    LockAttempt {
        waited: progress.had_to_wait.then(|| clock.now().until(began)),
        was_handed_over: progress.was_woken && matches!(outcome, Ok(Some(_))),
        stood_in_queue: progress.stood_in_queue,
        held_by: progress.held_by.filter(|_| matches!(outcome, Ok(None))),
        outcome,
    }
}

/// The events on the way to an outcome.
#[derive(Default)]
struct WaitProgress {
    held_by: Option<HeldBy>,
    had_to_wait: bool,
    /// The last wait in the queue ended with a wake-up for a hand-over.
    was_woken: bool,
    stood_in_queue: bool,
}

fn drive(
    waiter: &mut Waiter,
    mut step: WaitStep,
    store: &dyn LockStore,
    clock: &dyn Clock,
    request: &LeaseRequest,
    asks_holder: bool,
    progress: &mut WaitProgress,
) -> Result<Option<Lease>, Failed> {
    let began_in = clock.generation();
    loop {
        step = match step {
            WaitStep::Acquire {
                retry,
                by,
                is_last: true,
            } if asks_holder => {
                let (vote, held_by) = store.last_look(request, retry, by);
                progress.held_by = held_by;
                replied(waiter, vote.into(), clock)
            }
            WaitStep::Acquire { retry, by, .. } => {
                let reply = store.ask(&Change::Acquire(*request, retry), by).into();
                replied(waiter, reply, clock)
            }
            WaitStep::Join { standing, by } => {
                let reply = store.join(request, standing, by);
                progress.stood_in_queue |= matches!(reply, JoinReply::Waits(_));
                replied(waiter, reply, clock)
            }
            WaitStep::Wait { end } => {
                progress.had_to_wait = true;
                let woken = store.wait(request, waiter.ticket(), end, clock);
                not_the_parents(clock, began_in, &woken)?;
                progress.was_woken = matches!(woken, Ok(Wake::HandedOver));
                waiter.woken(woken, clock.now())
            }
            WaitStep::Pause { until } => {
                progress.had_to_wait = true;
                let paused = clock.sleep(until, None).map(drop);
                not_the_parents(clock, began_in, &paused)?;
                waiter.paused(paused, clock.now())
            }
            WaitStep::GiveBack { by } => {
                let is_given_back = give_back(store, request, by);
                waiter.gave_back(is_given_back, clock.now())
            }
            WaitStep::Done(outcome) => return outcome,
        }
    }
}

/// Returns the step after a reply, or the end of a call that PHP code has ended while the question was suspended.
fn replied(waiter: &mut Waiter, reply: JoinReply, clock: &dyn Clock) -> WaitStep {
    let is_granted = matches!(reply, JoinReply::Granted(_));
    let step = waiter.replied(reply, clock.now());
    match clock.cut_off() {
        None => step,
        Some(error) => waiter.cut_off(error, is_granted, clock.now()),
    }
}

/// Returns an error in the child of a signal handler that has forked. The token is the parent's there, so nothing may
/// be sent for it, neither to go on waiting nor to leave the queue.
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

/// Gives back a lease that nobody may rely on, and the place in the queue. Returns whether the server has confirmed
/// it.
fn give_back(store: &dyn LockStore, request: &LeaseRequest, by: Moment) -> bool {
    let vote = one_vote(store, HeldKey::to_give_back(request), by);
    matches!(vote, Vote::Granted(_) | Vote::Refused)
}

/// Returns the error of a grant that came after its own lease, which counts as no answer.
pub(crate) fn too_late(store: &dyn LockStore, request: &LeaseRequest) -> Unavailable {
    let lease = request.lease.as_millis();
    let cause = anyhow!("the grant took longer than its lease of {lease} ms");
    Unavailable::unanswered(&store.name(), cause)
}

/// Returns the vote on the release of one key, which is sent once.
pub(crate) fn one_vote(store: &dyn LockStore, held_key: HeldKey, by: Moment) -> Vote {
    store.ask(&Change::Release(held_key), by)
}

/// Returns the vote on the release of one key, as [`release_all`] does.
pub(crate) fn release(store: &dyn LockStore, clock: &dyn Clock, held_key: HeldKey) -> Vote {
    let first = one_vote(store, held_key, Moment::NEVER);
    if may_ask_again(&first) {
        release_again(store, clock, &held_key, first)
    } else {
        first
    }
}

/// Returns the vote on a release that is sent once more, or the `first` vote if the running call has to end.
#[cold]
fn release_again(
    store: &dyn LockStore,
    clock: &dyn Clock,
    held_key: &HeldKey,
    first: Vote,
) -> Vote {
    if clock.cut_off().is_some() {
        return first;
    }
    let second = one_vote(store, *held_key, Moment::NEVER);
    second_vote(clock, held_key, &first, second)
}

/// Returns the votes on the release of keys, in order, or none at all if `by` has passed. The keys are released in
/// one pipeline each time. Granted means that the key was that token's until now.
///
/// A release whose reply was lost is sent once more. A refusal of the second one means that the first one has
/// released the key, unless the lease may have run out meanwhile.
pub(crate) fn release_all(
    store: &dyn LockStore,
    clock: &dyn Clock,
    held_keys: &[HeldKey],
    by: Moment,
) -> Vec<Vote> {
    if held_keys.is_empty() || clock.now() >= by {
        return Vec::new();
    }
    let releases = held_keys.iter().map(|held| Change::Release(*held));
    let mut votes = store.ask_all(&releases.collect::<Vec<_>>(), by);
    let with_vote = held_keys.iter().zip(&votes);
    let repeatable = with_vote.filter(|(_, vote)| may_ask_again(vote));
    let again: Vec<_> = repeatable.map(|(held_key, _)| held_key).collect();
    if again.is_empty() || clock.now() >= by || clock.cut_off().is_some() {
        return votes;
    }
    let releases = again.iter().map(|held| Change::Release(**held));
    let second = store.ask_all(&releases.collect::<Vec<_>>(), by);
    let first = votes.iter_mut().filter(|vote| may_ask_again(vote));
    for (first, (held_key, vote)) in first.zip(again.into_iter().zip(second)) {
        *first = second_vote(clock, held_key, first, vote);
    }
    votes
}

/// Returns whether a release is sent once more, because its reply was lost, or because the server is no longer the
/// master and a new connection may lead to the master.
fn may_ask_again(vote: &Vote) -> bool {
    matches!(vote, Vote::Unknown(unavailable) if unavailable.remedy() == Remedy::Now)
}

/// Returns what the second vote on a release means. If the reply to the first release was lost, that one may have
/// released the key.
fn second_vote(clock: &dyn Clock, held_key: &HeldKey, first: &Vote, vote: Vote) -> Vote {
    let first_did_it = first.is_unanswered()
        && matches!(vote, Vote::Refused)
        && clock.now() < held_key.valid_until;
    if first_did_it {
        Vote::Granted(None)
    } else {
        vote
    }
}

/// Returns the lease of a key that is taken over from the token `from`, or `None` if the key is no longer `from`'s.
/// `unsure`: an earlier call may have taken the key over for the same new token.
///
/// # Errors
/// [`Failed`], with what is known of the new token.
pub(crate) fn adopt(
    store: &dyn LockStore,
    clock: &dyn Clock,
    request: &LeaseRequest,
    from: &[u8],
    mut unsure: bool,
    budget: &mut Budget,
) -> Result<Option<Lease>, Failed> {
    let adopted = retry(clock, budget, |by| {
        let sent = clock.now();
        let vote = store.ask(&Change::Adopt(*request, from), by);
        let decided = vote.decided();
        let granted = decided.inspect_err(|error| unsure |= error.may_be_done(false))?;
        Ok(granted.map(|fence| granted_now(store, clock, request, fence, sent)))
    });
    match adopted {
        Ok(Some(lease)) if clock.now() >= lease.valid_until => {
            unsure = budget.is_over() || {
                let by = budget.spend(clock.now());
                !give_back(store, request, by)
            };
            let error = too_late(store, request).into();
            Err(Failed { error, unsure })
        }
        outcome => outcome.map_err(|error| Failed { error, unsure }),
    }
}

/// Returns the lease that the server has granted a question which was sent at `sent`.
fn granted_now(
    store: &dyn LockStore,
    clock: &dyn Clock,
    request: &LeaseRequest,
    fence: Fence,
    sent: Moment,
) -> Lease {
    Lease::new(fence, request.lease, sent, clock.now()).kept_longer(store.lock_delay())
}

/// Returns the new lease of a held key, which gets the lifetime of `request`, or `None` if the key is no longer held.
///
/// # Errors
/// [`Error::Unavailable`] when the server could not be asked.
pub(crate) fn expire(
    store: &dyn LockStore,
    clock: &dyn Clock,
    request: &LeaseRequest,
) -> Result<Option<Lease>, Error> {
    retry_once(clock, |by| {
        let sent = clock.now();
        let granted = store.ask(&Change::Expire(*request), by).decided()?;
        Ok(granted.map(|fence| granted_now(store, clock, request, fence, sent)))
    })
}

/// As [`expire`], for several keys in one round, which is asked until the budget is spent. Returns the leases in order.
///
/// # Errors
/// As [`retry`].
pub(crate) fn expire_all(
    store: &dyn LockStore,
    clock: &dyn Clock,
    requests: &[LeaseRequest],
    budget: &mut Budget,
) -> Result<Vec<Option<Lease>>, Error> {
    let changes: Vec<_> = requests.iter().map(|it| Change::Expire(*it)).collect();
    retry(clock, budget, |by| {
        let sent = clock.now();
        let votes = store.ask_all(&changes, by).into_iter().zip(requests);
        let lease = |(vote, request): (Vote, &LeaseRequest)| {
            let granted = vote.decided()?;
            Ok(granted.map(|fence| granted_now(store, clock, request, fence, sent)))
        };
        votes.map(lease).collect()
    })
}

/// Returns the first answer of a question, for a call that waits for nothing.
///
/// # Errors
/// As [`retry`].
pub(crate) fn retry_once<T>(
    clock: &dyn Clock,
    ask: impl FnMut(Moment) -> Result<T, Unavailable>,
) -> Result<T, Error> {
    retry(clock, &mut Budget::once(clock.now()), ask)
}

/// Returns the first answer of a question that is asked until the budget is spent. `ask` gets the moment by which it
/// has to be back.
///
/// # Errors
/// The last failure, or what ended a pause.
pub(crate) fn retry<T>(
    clock: &dyn Clock,
    budget: &mut Budget,
    mut ask: impl FnMut(Moment) -> Result<T, Unavailable>,
) -> Result<T, Error> {
    loop {
        match ask(budget.spend(clock.now())) {
            Ok(answer) => {
                budget.end_stretch();
                return Ok(answer);
            }
            Err(unavailable) => match clock.cut_off() {
                Some(error) => return Err(error),
                None => budget.pause_or_fail(clock, unavailable)?,
            },
        }
    }
}
