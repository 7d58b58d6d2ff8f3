//! `EXISTS`: whether anybody has a key.

use super::call::Call;
use super::reply::Reply;

pub(crate) fn call(key: &[u8]) -> Call<'_> {
    Call::of_command("EXISTS", key, Vec::new()).replied_without_key(Reply::Int(0))
}

pub(crate) fn answer(reply: &Reply) -> Option<bool> {
    match reply {
        Reply::Int(0) => Some(false),
        Reply::Int(1) => Some(true),
        _ => None,
    }
}
