//! `GET`: who has a key.

use super::call::{Call, Key};
use super::question::Question;
use super::reply::Reply;
use crate::store::Holder;

pub(crate) fn question(key: &[u8]) -> Question<'_, Holder> {
    let call = Call::of_command("GET", Key::Borrowed(key), []);
    Question::new(call.replied_without_key(Reply::Nil), read)
}

pub(super) fn read(reply: &Reply) -> Option<Holder> {
    match reply {
        Reply::Nil => Some(Holder::Nobody),
        Reply::Bytes(token) => Some(Holder::Token(token.clone())),
        _ if reply.is_error("WRONGTYPE") => Some(Holder::Foreign),
        _ => None,
    }
}
