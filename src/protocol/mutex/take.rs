//! The script `take`: the attempt to acquire without a queue, for a slot of a Cluster that moves and
//! for several servers at once.

use super::grant;
use crate::protocol::call::{Call, Script, Word, flag, millis};
use crate::protocol::question::Question;
use crate::store::{LeaseRequest, Vote};

pub(crate) static SCRIPT: Script = Script::new(concat!(
    include_str!("holder.lua"),
    include_str!("grant.lua"),
    include_str!("take.lua"),
));

pub(crate) fn question<'a>(request: &LeaseRequest<'a>) -> Question<'a, Vote> {
    let rest = [
        Word::Borrowed(request.token),
        Word::Owned(millis(request.lease)),
        flag(request.fencing),
    ];
    let keys = 1 + u8::from(request.fencing);
    let rest = grant::fence_key(request).into_iter().chain(rest);
    let call = Call::of_script(&SCRIPT, keys, request.key, rest.collect());
    Question::new(call, grant::read(request.fencing))
}
