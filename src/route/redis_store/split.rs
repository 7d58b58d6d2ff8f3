//! Questions about a lock whose companions are not at the same node of a Cluster, for as long as the
//! slot moves or for ever.
//!
//! While a slot moves, each of its keys is at one of two nodes. A node runs a script only if it has all of
//! its keys. Otherwise it says TRYAGAIN and does nothing. Then the short form of the script is asked, which
//! is about the lock alone. Its yes counts. Its no means nothing, because it knows no queue: the answer is
//! what the node said to the script. A release is asked in two steps, which know everything together: so
//! their no counts. A fencing token has no short form, so its script is asked until it is run. A key whose
//! companions are in another slot has its short forms only, and their no counts.
//!
//! A slot may be left half moved: then nobody can create a key in it, and a key that is not at the source does not
//! exist. What each question means then:
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
//! Called by `questions`, only for servers with slots.

use std::time::Duration;

use super::{Answer, RedisStore};
use crate::clock::Moment;
use crate::error::Unavailable;
use crate::protocol::{Call, Reply, free, leave, release, take};
use crate::route::{Router, Timeout};
use crate::store::{HeldKey, LeaseRequest, Vote};

/// The pause before a script is asked again whose keys are at two nodes.
const PAUSE: Duration = Duration::from_millis(10);
/// The same where the slot was left half moved: it takes a person to mend it, and four redirects to find that out.
const LONG_PAUSE: Duration = Duration::from_millis(50);

impl<R: Router> RedisStore<R> {
    /// As `ask_for_lease`, for a call that has the queue or the fence among its keys.
    pub(super) fn ask_for_lease_in_slot<T: Answer + From<Vote>>(
        &self,
        request: &LeaseRequest,
        call: &Call,
        by: Moment,
        answer: impl Fn(&Reply) -> Option<T>,
    ) -> Result<T, Unavailable> {
        let by = self.0.deadline(by);
        if !self.0.has_companions(request.key) {
            return self.take(request, by).map(T::from);
        }
        let ask = |by| self.ask_for_lease(request, call, by, &answer);
        if request.fencing {
            return self.ask_until_whole(by, ask);
        }
        match ask(by) {
            Err(split) if split.is_split() => match self.take(request, by) {
                Ok(Vote::Refused) => Err(split),
                taken => taken.map(T::from),
            },
            asked => asked,
        }
    }

    fn take(&self, request: &LeaseRequest, by: Moment) -> Result<Vote, Unavailable> {
        let answer = |reply: &Reply| take::answer(reply, request.fencing);
        self.ask_for_lease(request, &take::call(request), by, answer)
    }

    /// Asks again and again as long as the keys are at two nodes.
    pub(super) fn ask_until_whole<T>(
        &self,
        by: Moment,
        ask: impl Fn(Moment) -> Result<T, Unavailable>,
    ) -> Result<T, Unavailable> {
        if !self.0.has_slots() {
            return ask(by);
        }
        let by = self.0.deadline(by);
        loop {
            match ask(by) {
                Err(split) if split.is_split() => {
                    let pause = if split.is_half_moved() {
                        LONG_PAUSE
                    } else {
                        PAUSE
                    };
                    if !self.0.pause(pause, by) {
                        return Err(split);
                    }
                }
                asked => return asked,
            }
        }
    }

    /// As `release_one`.
    pub(super) fn release_in_slot(&self, key: &[u8], token: &[u8], by: Moment) -> Vote {
        let by = self.0.deadline(by);
        let held = HeldKey {
            key,
            token,
            valid_until: Moment::PAST,
        };
        let reply = self.0.send(&self.release_call(&held), by);
        let mut vote = [self.vote(key, reply, release::answer)];
        self.release_split(&[held], &mut vote, by);
        let [vote] = vote;
        vote
    }

    /// The call that releases a key. Both have the same replies.
    pub(super) fn release_call<'a>(&self, held: &HeldKey<'a>) -> Call<'a> {
        if self.0.has_companions(held.key) {
            release::call(held.key, held.token)
        } else {
            free::call(held.key, held.token)
        }
    }

    /// Releases the keys again whose release was asked of a node that has not all of their keys, and
    /// writes down the votes: each token leaves the queue, then the lock. In this order nobody can
    /// hand the lock over to a token that is released already. A vote needs the answers of both.
    pub(super) fn release_split(&self, held: &[HeldKey], votes: &mut [Vote], by: Moment) {
        let asked = held.iter().zip(votes);
        let split: Vec<_> = asked.filter(|(_, vote)| is_split(vote)).collect();
        if split.is_empty() {
            return;
        }
        let leaves = split.iter().map(|(one, _)| leave::call(one.key, one.token));
        let leaves: Vec<_> = leaves.collect();
        let left = self.0.send_all(&leaves, Timeout::PerPortion, by);
        let frees = split.iter().map(|(one, _)| free::call(one.key, one.token));
        let frees: Vec<_> = frees.collect();
        // The lock is freed even if nobody knows whether its token has left the queue.
        let replies = self.0.send_all(&frees, Timeout::PerPortion, by);
        for (((one, vote), left), reply) in split.into_iter().zip(left).zip(replies) {
            let vote_on_lock = self.vote(one.key, reply, free::answer);
            let has_left = self.read(one.key, left, leave::answer);
            *vote = match (has_left, vote_on_lock) {
                // A queue that is out of reach for everybody hands nothing over.
                (Err(lost), granted @ Vote::Granted(_)) if lost.is_of_lost_target() => granted,
                (has_left, vote_on_lock) => has_left.map_or_else(Vote::Unknown, |()| vote_on_lock),
            };
        }
    }
}

fn is_split(vote: &Vote) -> bool {
    matches!(vote, Vote::Unknown(unavailable) if unavailable.is_split() || unavailable.is_of_lost_target())
}
