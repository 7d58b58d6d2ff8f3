//! `GET`: who has a key.

use super::call::Call;
use super::reply::Reply;
use crate::store::Holder;

pub(crate) fn call(key: &[u8]) -> Call<'_> {
    Call::of_command("GET", key, Vec::new()).replied_without_key(Reply::Nil)
}

pub(crate) fn answer(reply: &Reply) -> Option<Holder> {
    match reply {
        Reply::Nil => Some(Holder::Nobody),
        Reply::Bytes(token) => Some(Holder::Token(token.clone())),
        _ if reply.is_error("WRONGTYPE") => Some(Holder::Foreign),
        _ => None,
    }
}
