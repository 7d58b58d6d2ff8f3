//! What `acquire` and `adopt` have in common, as their scripts have `grant.lua`: the flag that
//! asks for a fencing token, and the reply that grants.

use super::call::Word;
use super::reply::{Answer, Reply};

/// A yes or no as the scripts read it.
pub(super) fn flag(is_set: bool) -> Word<'static> {
    Word::Borrowed(if is_set { b"1" } else { b"0" })
}

/// The fencing token comes exactly where one was asked for.
pub(super) fn answer(reply: &Reply, fencing: bool) -> Option<Answer> {
    let Reply::List(items) = reply else {
        return None;
    };
    match (&**items, fencing) {
        ([Reply::Int(1), Reply::Nil], false) => Some(Answer::Granted(None)),
        ([Reply::Int(1), Reply::Int(fence)], true) => Some(Answer::Granted(Some(*fence))),
        ([Reply::Int(0)], _) => Some(Answer::Refused),
        _ => None,
    }
}
