//! `PTTL`: how long a key still lives.

use std::time::Duration;

use super::call::Call;
use super::reply::Reply;

/// The end of a key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The key does not exist.
    Gone,
    /// It has no end.
    Never,
    In(Duration),
}

pub(crate) fn call(key: &[u8]) -> Call<'_> {
    Call::of_command("PTTL", key, Vec::new()).replied_without_key(Reply::Int(-2))
}

pub(crate) fn answer(reply: &Reply) -> Option<End> {
    match reply {
        Reply::Int(-2) => Some(End::Gone),
        Reply::Int(-1) => Some(End::Never),
        Reply::Int(millis) => Some(End::In(Duration::from_millis(u64::try_from(*millis).ok()?))),
        _ => None,
    }
}
