//! The first attempt of a token without fencing: `SET NX PX`, one command, and the layout that
//! every other library of this kind uses.

use super::call::{Call, Word, millis};
use super::reply::Reply;
use crate::store::{LeaseRequest, Vote};

pub(crate) fn call<'a>(request: &LeaseRequest<'a>) -> Call<'a> {
    let rest = vec![
        Word::Borrowed(request.token),
        Word::Borrowed(b"NX"),
        Word::Borrowed(b"PX"),
        Word::Owned(millis(request.lease)),
    ];
    Call::of_command("SET", request.key, rest)
}

pub(crate) fn answer(reply: &Reply) -> Option<Vote> {
    match reply {
        Reply::Okay => Some(Vote::Granted(None)),
        Reply::Nil => Some(Vote::Refused),
        _ => None,
    }
}
