//! The promises that the judge checks, and what it gets to know.

use std::fmt;
use std::time::Duration;

use super::holders::Holders;
use crate::store::JoinReply;

/// A promise of the protocol, which no run may break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// No two clients believe at once that they own the lock, unless both have a share of it.
    OneHolder,
    /// A share with a limit is let in only where fewer shares than that are inside, and no lock.
    Room,
    /// What has run out is not renewed, and what lives is.
    Renewal,
    /// A client that believes that it owns the lock, or a share of it, has the key.
    Truth,
    /// Waiters that run and are known to the server are served in the order of coming.
    Order,
    /// Where somebody waits, a release hands the lock over, and the waiter notices at once.
    HandOver,
    /// The lock is not without a holder for long while somebody waits, and the first waiter does not wait for long where
    /// there is a place for it.
    Idle,
    /// A key never stays with a token that nobody will release.
    Leak,
    /// A client that does not wait any more is not in the queue, and the end leaves nothing behind.
    Residue,
    /// A wait ends soon after its deadline, and never before.
    Deadline,
    /// An outage ends a wait when it has lasted for `retry_for`, and not before.
    RetryFor,
    /// At the deadline, a lock that is free is not refused.
    LastLook,
    /// Every wait ends once there is no more trouble.
    End,
    /// Nothing is granted for a whole lease to a process that cannot ask.
    Asleep,
    /// Of the fibers of one process, only the one with the smallest ticket goes to sleep in Redis, and when its wait
    /// ends the next one follows at once.
    Line,
    /// Fencing tokens grow, while one owner token may get the same one again.
    Fence,
    /// A release is answered with `true` only if the lease was valid by the client's own clock, or by the
    /// server's word.
    Released,
    /// A question of a client finds no key that the same client has released before.
    Behind,
    /// A connection that nothing happens to is never given up.
    Connection,
    /// A server of a quorum says who holds the key and who has passed it on, and a hand-over for good says so.
    Among,
    /// A script that ends with an error has not changed the key.
    Whole,
    /// While a slot moves, each key is at one of its nodes, so the tools that move it never stop.
    OneNode,
}

#[derive(Debug, Clone)]
pub(super) struct Broken {
    pub(super) rule: Rule,
    pub(super) what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.rule, self.what)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Set,
    Acquire,
    Release,
    Renew,
    /// The short form of an acquire, which is sent where the lock and its queue are at two nodes, as `Leave`
    /// and `Free` are, the two steps of a release.
    Take,
    Leave,
    Free,
}

/// A command that the server has executed for a client.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an observation of its own"
)]
pub(super) struct Executed<'a> {
    pub(super) client: usize,
    pub(super) token: &'a str,
    pub(super) act: Act,
    /// Whether the question named the ticket of its client.
    pub(super) knows_place: bool,
    /// Whether the question said that its token has never asked for a place.
    pub(super) is_newcomer: bool,
    /// The meaning of the reply to the command.
    pub(super) answer: JoinReply,
    /// Who had the key before the command, and who has it after it.
    pub(super) before: Holders,
    pub(super) after: Holders,
    pub(super) left: Duration,
    /// Whether the key was handed over while its wake-up lies unread in the list.
    pub(super) unread: bool,
    /// The time by which the connection sleeps longer at the server than its client knows.
    pub(super) late: Duration,
    /// Whether the wake-up of the holder lies unread in its list after the command.
    pub(super) holder_is_unread: bool,
    /// Whether the connection is dead, so that the reply gets lost.
    pub(super) severed: bool,
}
