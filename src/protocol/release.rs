//! The script `release`: hands a key over to the next waiter, or frees it.

use super::call::{Call, Script, Word};
use super::keys::queue;
use super::reply::Reply;
use crate::store::Vote;

pub(crate) static SCRIPT: Script = Script::new(concat!(
    include_str!("alone.lua"),
    include_str!("holder.lua"),
    include_str!("queue.lua"),
    include_str!("release.lua"),
));

pub(crate) fn call<'a>(key: &'a [u8], token: &'a [u8]) -> Call<'a> {
    let rest = vec![Word::Owned(queue(key)), Word::Borrowed(token)];
    Call::of_script(&SCRIPT, 2, key, rest)
}

pub(crate) fn answer(reply: &Reply) -> Option<Vote> {
    reply.done()
}
