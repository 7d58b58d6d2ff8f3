//! What `acquire`, `adopt` and `take` have in common, as their scripts have `grant.lua`: the fence's
//! key, and the reply that grants or refuses a lease.

use super::keys::fence_counter;
use crate::protocol::call::Word;
use crate::protocol::question::Read;
use crate::protocol::reply::Reply;
use crate::store::{LeaseRequest, Vote};

/// The key of the fence, where one is made. No other script names it: in a slot of a Cluster that
/// moves, a node runs no script about a key that it does not have.
pub(super) fn fence_key<'a>(request: &LeaseRequest) -> Option<Word<'a>> {
    let made = request.fencing.then_some(request.key)?;
    Some(Word::Owned(fence_counter(made)))
}

/// Returns how to read the reply. A fencing token comes exactly where one was asked for.
pub(super) fn read(fencing: bool) -> Read<Vote> {
    if fencing { fenced } else { plain }
}

fn plain(reply: &Reply) -> Option<Vote> {
    match reply.items()? {
        [Reply::Int(1), Reply::Nil] => Some(Vote::Granted(None)),
        [Reply::Int(0)] => Some(Vote::Refused),
        _ => None,
    }
}

fn fenced(reply: &Reply) -> Option<Vote> {
    match reply.items()? {
        [Reply::Int(1), Reply::Int(fence)] => Some(Vote::Granted(Some(*fence))),
        [Reply::Int(0)] => Some(Vote::Refused),
        _ => None,
    }
}
