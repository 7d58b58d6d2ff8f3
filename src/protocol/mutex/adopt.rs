//! The script `adopt`: takes a key over from the token that it was detached with.

use super::grant;
use super::shares::{self, of_kind};
use crate::protocol::call::{Script, Word, flag, millis};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::{LeaseRequest, Vote};

pub(crate) static SCRIPT: Script = script!("key.lua", "holder.lua", "grant.lua", "adopt.lua");

pub(crate) fn question<'a>(request: &LeaseRequest<'a>, from: &'a [u8]) -> Question<'a, Vote> {
    let rest = [
        Word::Bytes(request.token),
        millis(request.lease),
        flag(request.fencing),
        Word::Bytes(from),
    ];
    let script = of_kind(request.token, &SCRIPT, &shares::ADOPT);
    let call = grant::call(script, 1, request, rest);
    let call = if request.fencing {
        call
    } else {
        call.replied_without_key(Reply::List(vec![Reply::Int(0)]))
    };
    Question::new(call, grant::read(request.fencing))
}
