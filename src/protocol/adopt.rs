//! The script `adopt`: takes a key over from the token that it was detached with.

use super::call::{Call, Script, Word, flag, millis};
use super::grant;
use super::reply::Reply;
use crate::store::{LeaseRequest, Vote};

pub(crate) static SCRIPT: Script = Script::new(concat!(
    include_str!("holder.lua"),
    include_str!("grant.lua"),
    include_str!("adopt.lua"),
));

pub(crate) fn call<'a>(request: &LeaseRequest<'a>, from: &'a [u8]) -> Call<'a> {
    let rest = [
        Word::Borrowed(request.token),
        Word::Owned(millis(request.lease)),
        flag(request.fencing),
        Word::Borrowed(from),
    ];
    let keys = 1 + u8::from(request.fencing);
    let rest = grant::fence_key(request).into_iter().chain(rest);
    let call = Call::of_script(&SCRIPT, keys, request.key, rest.collect());
    if request.fencing {
        return call;
    }
    call.replied_without_key(Reply::List(vec![Reply::Int(0)]))
}

pub(crate) fn answer(reply: &Reply, fencing: bool) -> Option<Vote> {
    grant::answer(reply, fencing)
}
