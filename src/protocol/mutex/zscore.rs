//! `ZSCORE`: whether a key has a share of this token.

use crate::protocol::call::{Call, Key, Word};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;

pub(crate) fn question<'a>(key: &'a [u8], token: &'a [u8]) -> Question<'a, bool> {
    let call = Call::of_command("ZSCORE", Key::Borrowed(key), [Word::Bytes(token)]);
    Question::new(call.replied_without_key(Reply::Nil), read)
}

/// A share stays in the set for some time when its lease is over, so its owner looks at its own clock first. A key of another
/// type is somebody else's.
fn read(reply: &Reply) -> Option<bool> {
    match reply {
        Reply::Nil => Some(false),
        Reply::Bytes(_) => Some(true),
        _ => reply.is_error("WRONGTYPE").then_some(false),
    }
}
