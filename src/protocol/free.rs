//! The script `free`: the release without a queue, for a slot of a Cluster that moves and for several
//! servers at once.

use super::call::{Call, Script, Word};
use super::reply::Reply;
use crate::store::Vote;

pub(crate) static SCRIPT: Script = Script::new(concat!(
    include_str!("holder.lua"),
    include_str!("free.lua"),
));

pub(crate) fn call<'a>(key: &'a [u8], token: &'a [u8]) -> Call<'a> {
    let call = Call::of_script(&SCRIPT, 1, key, vec![Word::Borrowed(token)]);
    call.replied_without_key(Reply::Int(0))
}

pub(crate) fn answer(reply: &Reply) -> Option<Vote> {
    reply.done()
}
