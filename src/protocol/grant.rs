//! What `acquire`, `adopt` and `take` have in common, as their scripts have `grant.lua`: the fence's
//! key, and the reply that grants or refuses a lease.

use super::call::Word;
use super::keys::fence_counter;
use super::reply::Reply;
use crate::store::{LeaseRequest, Vote};

/// The key of the fence, where one is made. No other script names it: in a slot of a Cluster that
/// moves, a node runs no script about a key that it does not have.
pub(super) fn fence_key<'a>(request: &LeaseRequest) -> Option<Word<'a>> {
    let made = request.fencing.then_some(request.key)?;
    Some(Word::Owned(fence_counter(made)))
}

/// The fencing token comes exactly where one was asked for.
pub(super) fn answer(reply: &Reply, fencing: bool) -> Option<Vote> {
    let Reply::List(items) = reply else {
        return None;
    };
    match (&**items, fencing) {
        ([Reply::Int(1), Reply::Nil], false) => Some(Vote::Granted(None)),
        ([Reply::Int(1), Reply::Int(fence)], true) => Some(Vote::Granted(Some(*fence))),
        ([Reply::Int(0)], _) => Some(Vote::Refused),
        _ => None,
    }
}
