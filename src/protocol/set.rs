//! The first attempt of a token without fencing: `SET NX PX`, one command, and the layout that
//! every other library of this kind uses.

use super::call::{Call, Word};
use super::keys::millis;
use super::reply::{Answer, Reply};
use crate::node::LeaseRequest;

pub(crate) fn call<'a>(request: &LeaseRequest<'a>) -> Call<'a> {
    let rest = vec![
        Word::Borrowed(request.token),
        Word::Borrowed(b"NX"),
        Word::Borrowed(b"PX"),
        Word::Owned(millis(request.lease)),
    ];
    Call::of_command("SET", request.key, rest)
}

pub(crate) fn answer(reply: &Reply) -> Option<Answer> {
    match reply {
        Reply::Okay => Some(Answer::Granted(None)),
        Reply::Nil => Some(Answer::Refused),
        _ => None,
    }
}
