//! The script `adopt`: takes a key over from the token that it was detached with.

use super::grant;
use crate::protocol::call::{Call, Script, Word, flag, millis};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::{LeaseRequest, Vote};

pub(crate) static SCRIPT: Script = Script::new(concat!(
    include_str!("holder.lua"),
    include_str!("grant.lua"),
    include_str!("adopt.lua"),
));

pub(crate) fn question<'a>(request: &LeaseRequest<'a>, from: &'a [u8]) -> Question<'a, Vote> {
    let rest = [
        Word::Borrowed(request.token),
        Word::Owned(millis(request.lease)),
        flag(request.fencing),
        Word::Borrowed(from),
    ];
    let keys = 1 + u8::from(request.fencing);
    let rest = grant::fence_key(request).into_iter().chain(rest);
    let call = Call::of_script(&SCRIPT, keys, request.key, rest.collect());
    let call = if request.fencing {
        call
    } else {
        call.replied_without_key(Reply::List(vec![Reply::Int(0)]))
    };
    Question::new(call, grant::read(request.fencing))
}
