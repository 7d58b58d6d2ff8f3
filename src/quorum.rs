//! What a Redis deployment can be asked, and the three answers it may give.
//!
//! Everything hard about distributed locks is the third answer being
//! forgotten: a node that cannot be asked has neither granted nor refused.
//! One deployment's vote is the decision so far; counting the votes of several
//! belongs here when it comes. This file does no I/O and knows no client.
//! `lock` and `keeper::renewer` ask; `node` answers.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::token::Token;

/// One node's answer to a question that changes something.
#[derive(Debug)]
pub(crate) enum Vote {
    /// It did what was asked, or had done it when first asked.
    Granted(Fence),
    /// The key is not, or not any more, the asking owner's.
    Refused,
    /// Nobody knows, or it could not: never to be taken for a refusal.
    Unknown(Unavailable),
}

/// The fencing token that came with an ownership; `None` where none was asked for.
pub(crate) type Fence = Option<i64>;

/// What an attempt to acquire has behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Nothing: the token was never sent.
    Never,
    /// The token may own the key already, or stand in the queue, with the ticket
    /// that it got there.
    Before(Option<Ticket>),
}

/// Where somebody stands in a queue, for as long as the wait lasts: a point in
/// the server's time, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket(pub(crate) i64);

/// One node's answer to somebody who wants to stand in the queue.
#[derive(Debug)]
pub(crate) enum Turn {
    /// The key is the asking owner's, for the lease that it asked for.
    Granted(Fence),
    /// Somebody else has it; in the queue with this place.
    Waits(Place),
    /// Somebody else has it; not in a queue.
    Refused,
    /// As [`Vote::Unknown`].
    Unknown(Unavailable),
}

/// Why a waiter wakes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Woken {
    /// The key may have been handed over to it.
    HandedOver,
    /// The time is over.
    ToAsk,
    /// It has become the first of those who wait.
    ToWatch,
}

/// A place in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) ticket: Ticket,
    /// 1: the first of those who wait; 2: the one behind it; 0: any other.
    pub(crate) rank: i64,
    /// When to look at the key again, because its holder will have lost it by then
    /// if it does nothing; `None`: others see to that, or nobody has to.
    pub(crate) look_after: Option<Duration>,
}

impl From<Vote> for Turn {
    fn from(vote: Vote) -> Self {
        match vote {
            Vote::Granted(fence) => Self::Granted(fence),
            Vote::Refused => Self::Refused,
            Vote::Unknown(unavailable) => Self::Unknown(unavailable),
        }
    }
}

/// An ownership as it is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ownership<'a> {
    /// The Redis key: prefix and name.
    pub(crate) key: &'a [u8],
    /// Whose it shall be.
    pub(crate) token: &'a Token,
    /// For how long, from when the server executes it.
    pub(crate) lease: Duration,
    /// Whether a fencing token is to be made with it.
    pub(crate) fencing: bool,
}

/// A key and whose it is believed to be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owned<'a> {
    pub(crate) key: &'a [u8],
    pub(crate) token: &'a [u8],
    /// Until when the ownership may be relied upon.
    pub(crate) valid_until: Moment,
}

/// Who has a key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// The key does not exist.
    Nobody,
    /// A string: an owner token, ours or another library's.
    Owner(Vec<u8>),
    /// Something that is not a string, such as another library's hash.
    Foreign,
}

/// One Redis deployment. Every question but `wait` is one command and ends,
/// connecting included, at the node's command timeout or at `by`, whichever is sooner.
/// All are idempotent by token: asking twice is asking once.
pub(crate) trait Node {
    /// Closes the connection that rests, if one does: the next question opens another.
    fn hang_up(&self) {}

    /// Grants the ownership if the key is free or has been handed over to it.
    /// Afterwards its token stands in no queue.
    fn acquire(&self, wanted: &Ownership, asked: Asked, by: Moment) -> Vote;

    /// As `acquire`, but a token that has to wait joins the queue: with `ticket`
    /// at its old place. Who is not seen again for two seconds is passed over.
    fn join(&self, wanted: &Ownership, ticket: Option<Ticket>, by: Moment) -> Turn;

    /// Sleeps in the queue until something happens or `until` has come, serving
    /// signals.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the connection broke; what ended a sleep of `clock`.
    fn wait(&self, wanted: &Ownership, until: Moment, clock: &dyn Clock) -> Result<Woken, Error>;

    /// Grants the ownership if the key is the token `from`'s.
    fn adopt(&self, wanted: &Ownership, from: &[u8], by: Moment) -> Vote;

    /// Gives the key a new lifetime if the ownership is the one that holds it.
    fn expire(&self, wanted: &Ownership, by: Moment) -> Vote;

    /// Gives each key that still has its owner's token to the next in its queue,
    /// or frees it; takes the token out of the queue otherwise. One vote each, in order.
    /// A server that answers many slowly gets more time, until `by`.
    fn release(&self, owned: &[Owned], by: Moment) -> Vec<Vote>;

    /// Lets each lease last at least its own length from now, if the key still has
    /// its owner's token. Never shortens one. One vote each, in order. As `release`, it
    /// gives a slow server more time.
    fn renew(&self, leases: &[Ownership], by: Moment) -> Vec<Vote>;

    /// Who has the key.
    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable>;

    /// Whether anybody has the key.
    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable>;

    /// What errors call this node.
    fn name(&self) -> String;

    /// How another thread asks what this node asks; always the same for one node.
    fn deployment(&self) -> Arc<dyn Deployment>;
}

/// What nodes of several threads have in common.
pub(crate) trait Deployment: Send + Sync {
    /// A node for the calling thread, with connections of its own. It resolves no
    /// names: a resolver that forks in the midst of its work may hang in the child.
    fn node(self: Arc<Self>) -> Box<dyn Node>;
}
