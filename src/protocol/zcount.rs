//! `ZCOUNT`: how many processes wait for a lock.

use super::call::{Call, Word};
use super::keys::queue;
use super::reply::Reply;

/// Of the members that a queue has for a waiter, only its token has a score above 0: see `queue.lua`.
pub(crate) fn call(key: &[u8]) -> Call<'static> {
    let range = vec![Word::Borrowed(&b"1"[..]), Word::Borrowed(b"+inf")];
    Call::of_command("ZCOUNT", queue(key), range).replied_without_key(Reply::Int(0))
}

/// A waiter that died in the last seconds counts too. A key of another type is somebody else's.
pub(crate) fn answer(reply: &Reply) -> Option<u64> {
    match reply {
        Reply::Int(waiters) => u64::try_from(*waiters).ok(),
        _ => reply.is_error("WRONGTYPE").then_some(0),
    }
}
