//! What `acquire`, `adopt` and `take` have in common, as their scripts have `grant.lua`: a call with the fence's key,
//! and the reply that grants or refuses a lease.

use super::keys::fence_counter;
use crate::protocol::call::{Call, Script, Word};
use crate::protocol::question::Read;
use crate::protocol::reply::Reply;
use crate::store::{LeaseRequest, Vote};

/// Returns the call of a script that may grant a lease. Behind the key stands that of the fence, where a fencing
/// token is made, then `rest`. `keys`: how many keys there are without the fence. No other script names the fence,
/// because in a slot of a Cluster that moves, a node runs no script about a key that it does not have.
pub(super) fn call<'a, const N: usize>(
    script: &'static Script,
    keys: u8,
    request: &LeaseRequest<'a>,
    rest: [Word<'a>; N],
) -> Call<'a> {
    let call = Call::of_script(script, keys, request.key, rest);
    if request.fencing {
        call.with_second_key(Word::Made(fence_counter, request.key))
    } else {
        call
    }
}

/// Returns how to read the reply. A fencing token comes only where one was asked for, and always there.
pub(super) fn read(fencing: bool) -> Read<Vote> {
    if fencing { vote::<true> } else { vote::<false> }
}

/// Returns the vote in the reply to an attempt with a fencing token, or to one without.
pub(super) fn vote<const FENCING: bool>(reply: &Reply) -> Option<Vote> {
    vote_in::<FENCING>(reply.items()?)
}

/// As [`vote`], in the parts of such a reply.
pub(super) fn vote_in<const FENCING: bool>(items: &[Reply]) -> Option<Vote> {
    match (items, FENCING) {
        ([Reply::Int(1), Reply::Nil], false) => Some(Vote::Granted(None)),
        ([Reply::Int(1), Reply::Int(fence)], true) => Some(Vote::Granted(Some(*fence))),
        ([Reply::Int(0)], _) => Some(Vote::Refused),
        _ => None,
    }
}
