//! The script `release`: hands a key over to the next waiter, or frees it.

use super::keys::queue_word;
use super::shares::{self, of_kind};
use crate::protocol::call::{Call, Script, Word};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::Vote;

pub(crate) static SCRIPT: Script = script!(
    goes_ahead: "key.lua",
    "release_short.lua",
    "holder.lua",
    "queue.lua",
    "release.lua"
);

pub(crate) fn question<'a>(key: &'a [u8], token: &'a [u8]) -> Question<'a, Vote> {
    let rest = [queue_word(key), Word::Bytes(token)];
    let script = of_kind(token, &SCRIPT, &shares::RELEASE);
    Question::new(Call::of_script(script, 2, key, rest), Reply::done)
}

/// Returns the call at the server of a quorum that hands the lock over. The token will never own a key again, so the
/// next waiter may take its other keys over.
pub(super) fn for_good<'a>(key: &'a [u8], token: &'a [u8]) -> Call<'a> {
    let rest = [queue_word(key), Word::Bytes(token), Word::Number(1)];
    Call::of_script(&SCRIPT, 2, key, rest)
}
