//! The script `settle`: raises the fence of one server to the number that the owner got from another.

use super::keys::fence_counter;
use crate::protocol::call::{Call, Script, Word};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::Vote;

pub(crate) static SCRIPT: Script = script!("key.lua", "holder.lua", "grant.lua", "settle.lua");

pub(crate) fn question<'a>(key: &'a [u8], token: &'a [u8], fence: i64) -> Question<'a, Vote> {
    let rest = [
        Word::Made(fence_counter, key),
        Word::Bytes(token),
        Word::Number(fence),
    ];
    Question::new(Call::of_script(&SCRIPT, 2, key, rest), Reply::done)
}
