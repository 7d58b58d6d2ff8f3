//! `PTTL`: how long a key still lives.

use std::time::Duration;

use super::call::{Call, Key};
use super::question::Question;
use super::reply::Reply;

/// How long a key still lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyLifetime {
    /// The key does not exist.
    Gone,
    /// It has no end.
    Never,
    In(Duration),
}

pub(crate) fn question(key: &[u8]) -> Question<'_, KeyLifetime> {
    let call = Call::of_command("PTTL", Key::Borrowed(key), []);
    Question::new(call.replied_without_key(Reply::Int(-2)), read)
}

pub(super) fn read(reply: &Reply) -> Option<KeyLifetime> {
    match reply {
        Reply::Int(-2) => Some(KeyLifetime::Gone),
        Reply::Int(-1) => Some(KeyLifetime::Never),
        Reply::Int(millis) => Some(KeyLifetime::In(Duration::from_millis(
            u64::try_from(*millis).ok()?,
        ))),
        _ => None,
    }
}
