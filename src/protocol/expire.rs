//! The script `expire`: gives a key a new lifetime, which may be shorter.

use super::call::{Call, Script};
use super::reply::Reply;
use crate::store::{LeaseRequest, Vote};

pub(crate) static SCRIPT: Script = Script::new(concat!(
    include_str!("holder.lua"),
    include_str!("expire.lua"),
));

pub(crate) fn call<'a>(request: &LeaseRequest<'a>) -> Call<'a> {
    Call::of_lease(&SCRIPT, request)
}

pub(crate) fn answer(reply: &Reply) -> Option<Vote> {
    reply.done()
}
