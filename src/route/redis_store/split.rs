//! Questions about a lock whose companions are not at the same node of a Cluster, for as long as the
//! slot moves or for ever.
//!
//! While a slot moves, each of its keys is at one of two nodes. A node runs a script only if the node has all of
//! its keys, and otherwise says TRYAGAIN and does nothing. In that case the short form of the script is asked,
//! which is about the lock alone. Its yes counts, but its no means nothing, because the short form knows no queue.
//! So the answer is what the node said to the script. Only a token that was never sent stands in no queue, so there a
//! no counts: a share without a wait is refused beside a lock, as `SET` refuses a lock. A release is asked in two steps,
//! whose no counts, because both together know the lock and the queue. A fencing token has no short form, so its script
//! is asked until a node runs it. A key whose companions are in another slot has its short forms only, and their no
//! counts.
//!
//! In a slot that was left half moved nobody can create a key, and a key that is not at the source does not exist.
//! The answers of each question in such a slot:
//! - SET, `take` and everything with a fencing token need a key that nobody can create: there is no answer, and its
//!   message says how to mend the slot. `acquire` and the join of a queue are asked in their short form first: a lock
//!   that was handed over to the token exists.
//! - A question about one key that creates none has its answer: a lock that does not exist is nobody's, so it
//!   cannot be freed, lengthened, renewed or adopted, and a lease of it is lost. A queue that does not exist has
//!   no waiters, and a token has left it. [`Call::without_key`] is that answer, and the route gives it.
//! - `release` names the queue too, so it is asked in two steps, as in every slot that moves. Redis 6.2 sends a
//!   script on even if only one of its keys is missing; so the redirects of a script prove nothing of its lock.
//! - A wait at a wake list ends with its slice, because no hand-over can create the list.
//!
//! A lock that had come to the target before is out of reach for everybody. A repair of the slot may bring it
//! back: then it ends with its lease, because its owner has been answered that it is lost.
//!
//! `redis_store` calls this file, only for servers with slots.

use std::time::Duration;

use super::RedisStore;
use crate::clock::Moment;
use crate::error::{SlotTrouble, Unavailable};
use crate::protocol::Question;
use crate::protocol::mutex::{self, free, leave, release, take};
use crate::route::{RoundOptions, Router};
use crate::store::{Change, HeldKey, LeaseRequest, Retry, Vote};

/// The pause before a script whose keys are at two nodes is asked again.
const PAUSE: Duration = Duration::from_millis(10);
/// The same where the slot was left half moved: it takes a person to mend it, and four redirects to find that out.
const LONG_PAUSE: Duration = Duration::from_millis(50);

impl<R: Router> RedisStore<R> {
    /// Returns what `ask_for_lease` returns, for a question that has the queue or the fence among its keys. `by` is
    /// the deadline of all its calls. A new token stands in no queue, so the no of the short form is its answer.
    pub(super) fn ask_for_lease_in_slot<P>(
        &self,
        request: &LeaseRequest,
        question: &Question<Vote<P>>,
        is_new: bool,
        by: Moment,
    ) -> Result<Vote<P>, Unavailable>
    where
        Vote<P>: From<Vote>,
    {
        let take = || self.ask_or_give_back(request, &take::question(request), by);
        if !self.0.has_companions(request.key) {
            return take().map(Vote::into);
        }
        let ask = || self.ask_or_give_back(request, question, by);
        if request.fencing {
            return self.ask_until_whole(by, ask);
        }
        match ask() {
            Err(split) if is_split(&split) => match take() {
                Ok(Vote::Refused) if !is_new => Err(split),
                taken => taken.map(Vote::into),
            },
            asked => asked,
        }
    }

    /// Returns the question of an attempt for this key: the short form where the companions are in another slot.
    pub(super) fn attempt_question<'a>(
        &self,
        request: &LeaseRequest<'a>,
        retry: Retry,
    ) -> Question<'a, Vote> {
        let question = mutex::question(&Change::Acquire(*request, retry));
        if question.call.is_about_one_key() || self.0.has_companions(request.key) {
            question
        } else {
            take::question(request)
        }
    }

    /// Returns the first answer of a question that is asked again, until the deadline `by`, while its keys are at two
    /// nodes.
    pub(super) fn ask_until_whole<A>(
        &self,
        by: Moment,
        ask: impl Fn() -> Result<A, Unavailable>,
    ) -> Result<A, Unavailable> {
        loop {
            match ask() {
                Err(split) if self.0.has_slots() && is_split(&split) => {
                    let pause = match split.slot_trouble() {
                        Some(SlotTrouble::HalfMoved) => LONG_PAUSE,
                        _ => PAUSE,
                    };
                    if !self.0.pause(pause, by) {
                        return Err(split);
                    }
                }
                asked => return asked,
            }
        }
    }

    /// Returns the question that releases a key. Both forms have the same replies.
    pub(super) fn release_question<'a>(&self, held: &HeldKey<'a>) -> Question<'a, Vote> {
        if self.0.has_companions(held.key) {
            release::question(held.key, held.token)
        } else {
            free::question(held.key, held.token)
        }
    }

    /// Releases those keys again whose release was asked of a node that does not have all of their keys, and writes
    /// down the votes. Each token leaves the queue first and the lock second, so that nobody can hand the lock over
    /// to a token that is released already. A vote needs the answers of both steps.
    pub(super) fn release_split(&self, held: &[HeldKey], votes: &mut [Vote], by: Moment) {
        if !self.0.has_slots() {
            return;
        }
        let asked = held.iter().zip(votes);
        let split: Vec<_> = asked.filter(|(_, vote)| is_kept_from(vote)).collect();
        if split.is_empty() {
            return;
        }
        let ask = |question: fn(_, _) -> _| {
            let questions = split.iter().map(|(held, _)| question(held.key, held.token));
            self.votes(&questions.collect::<Vec<_>>(), RoundOptions::by(by))
        };
        let left = ask(leave::question);
        // The lock is freed even if nobody knows whether its token has left the queue.
        let freed = ask(free::question);
        for (((_, vote), left), freed) in split.into_iter().zip(left).zip(freed) {
            *vote = match (left, freed) {
                // A queue that is out of reach for everybody hands nothing over.
                (Vote::Unknown(lost), granted @ Vote::Granted(_))
                    if lost.slot_trouble() == Some(SlotTrouble::TargetLost) =>
                {
                    granted
                }
                (unknown @ Vote::Unknown(_), _) => unknown,
                (_, freed) => freed,
            };
        }
    }
}

/// Returns whether the short form may be asked instead, because no node has all keys of a question.
fn is_split(unavailable: &Unavailable) -> bool {
    use SlotTrouble::{HalfMoved, Moves};
    matches!(unavailable.slot_trouble(), Some(Moves | HalfMoved))
}

/// Returns whether the slot of a key has kept the nodes from voting.
fn is_kept_from(vote: &Vote) -> bool {
    matches!(vote, Vote::Unknown(unavailable) if unavailable.slot_trouble().is_some())
}
