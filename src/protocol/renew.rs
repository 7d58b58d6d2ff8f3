//! The script `renew`: lengthens the lifetime of a key, and never shortens it.

use super::call::{Call, Script, Word};
use super::keys::millis;
use super::reply::{Answer, Reply};
use crate::node::LeaseRequest;

pub(crate) static SCRIPT: Script = Script::new(concat!(
    include_str!("holder.lua"),
    include_str!("grant.lua"),
    include_str!("renew.lua"),
));

pub(crate) fn call<'a>(request: &LeaseRequest<'a>) -> Call<'a> {
    let rest = vec![
        Word::Borrowed(request.token),
        Word::Owned(millis(request.lease)),
    ];
    Call::of_script(&SCRIPT, 1, request.key, rest)
}

pub(crate) fn answer(reply: &Reply) -> Option<Answer> {
    reply.done()
}
