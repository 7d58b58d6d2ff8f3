//! The script `free`: the release without a queue, for a slot of a Cluster that moves and for several
//! servers at once.

use super::shares::{self, of_kind};
use crate::protocol::call::{Call, Script, Word};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::Vote;

pub(crate) static SCRIPT: Script = script!("key.lua", "holder.lua", "free.lua");

pub(crate) fn question<'a>(key: &'a [u8], token: &'a [u8]) -> Question<'a, Vote> {
    let script = of_kind(token, &SCRIPT, &shares::FREE);
    let call = Call::of_script(script, 1, key, [Word::Bytes(token)]);
    Question::new(call.replied_without_key(Reply::Int(0)), Reply::done)
}
