//! `ZCOUNT`: how many processes wait for a lock, and how many shares of it live.

use super::keys::queue;
use crate::protocol::call::{Call, Key, Word};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;

/// Of the members that a queue has for a waiter, only its token has a score above 0: see `queue.lua`.
pub(crate) fn question(key: &[u8]) -> Question<'static, u64> {
    let range = [Word::Number(1), Word::Bytes(b"+inf")];
    let call = Call::of_command("ZCOUNT", Key::Owned(queue(key)), range);
    Question::new(call.replied_without_key(Reply::Int(0)), read)
}

/// Returns the question how many shares of `key` end behind this time of the server, in milliseconds.
pub(crate) fn shares(key: &[u8], now: i64) -> Question<'_, u64> {
    let range = [Word::Number(now.saturating_add(1)), Word::Bytes(b"+inf")];
    let call = Call::of_command("ZCOUNT", Key::Borrowed(key), range);
    Question::new(call.replied_without_key(Reply::Int(0)), read)
}

/// A waiter that died in the last seconds counts too. A key of another type is somebody else's.
fn read(reply: &Reply) -> Option<u64> {
    match reply {
        Reply::Int(waiters) => u64::try_from(*waiters).ok(),
        _ => reply.is_error("WRONGTYPE").then_some(0),
    }
}
