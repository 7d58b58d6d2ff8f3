//! What `acquire` and `adopt` have in common, as their scripts have `grant.lua`: the reply that
//! grants or refuses a lease.

use super::reply::Reply;
use crate::node::Vote;

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
