//! What a Redis deployment can be asked, and the three answers it may give.
//!
//! Everything hard about distributed locks is the third answer being
//! forgotten: a node that cannot be asked has neither granted nor refused.
//! One deployment's vote is the decision so far; counting the votes of several
//! belongs here when it comes. This file does no I/O and knows no client.
//! `lock` asks; `node` answers.

use std::time::Duration;

use crate::clock::Moment;
use crate::error::Unavailable;
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

/// One Redis deployment. Every question is one command and ends, connecting
/// included, at the node's command timeout or at `by`, whichever is sooner.
/// All are idempotent by token: asking twice is asking once.
pub(crate) trait Node {
    /// Grants the ownership if the key is free. `again`: it may have been granted
    /// already, by a command whose reply was lost.
    fn acquire(&self, wanted: &Ownership, again: bool, by: Moment) -> Vote;

    /// Grants the ownership if the key is the token `from`'s.
    fn adopt(&self, wanted: &Ownership, from: &[u8], by: Moment) -> Vote;

    /// Gives the key a new lifetime if the ownership is the one that holds it.
    fn expire(&self, wanted: &Ownership, by: Moment) -> Vote;

    /// Frees each key that still has its owner's token: one vote each, in order.
    fn release(&self, owned: &[Owned], by: Moment) -> Vec<Vote>;

    /// Who has the key.
    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable>;

    /// Whether anybody has the key.
    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable>;

    /// What errors call this node.
    fn name(&self) -> String;
}
