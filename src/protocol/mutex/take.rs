//! The script `take`: the attempt to acquire without a queue, for a slot of a Cluster that moves and
//! for several servers at once.

use super::grant;
use super::shares::{self, of_kind};
use crate::protocol::call::{Script, Word, flag, millis};
use crate::protocol::question::Question;
use crate::store::{LeaseRequest, Vote};

pub(crate) static SCRIPT: Script = script!("key.lua", "holder.lua", "grant.lua", "take.lua");

pub(crate) fn question<'a>(request: &LeaseRequest<'a>) -> Question<'a, Vote> {
    let rest = [
        Word::Bytes(request.token),
        millis(request.lease),
        flag(request.fencing),
    ];
    let script = of_kind(request.token, &SCRIPT, &shares::TAKE);
    let call = grant::call(script, 1, request, rest);
    Question::new(call, grant::read(request.fencing))
}
