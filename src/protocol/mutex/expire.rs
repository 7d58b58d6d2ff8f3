//! The script `expire`: gives a key a new lifetime, which may be shorter.

use super::shares::{self, of_kind};
use crate::protocol::call::{Call, Script};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::{LeaseRequest, Vote};

pub(crate) static SCRIPT: Script = script!("key.lua", "holder.lua", "expire.lua");

pub(crate) fn question<'a>(request: &LeaseRequest<'a>) -> Question<'a, Vote> {
    let script = of_kind(request.token, &SCRIPT, &shares::EXPIRE);
    Question::new(Call::of_lease(script, request), Reply::done)
}
