//! The script `expire`: gives a key a new lifetime, which may be shorter.

use super::call::{Call, Script, Word};
use super::keys::millis;
use super::reply::{Answer, Reply};
use crate::node::LeaseRequest;

pub(crate) static SCRIPT: Script = Script::new(concat!(
    include_str!("holder.lua"),
    include_str!("expire.lua"),
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
