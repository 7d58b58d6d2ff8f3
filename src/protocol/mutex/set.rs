//! The first attempt of a token without fencing: `SET NX PX`, one command, and the layout that
//! every other library of this kind uses.

use crate::protocol::call::{Call, Key, Word, millis};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::{LeaseRequest, Vote};

pub(crate) fn question<'a>(request: &LeaseRequest<'a>) -> Question<'a, Vote> {
    let rest = [
        Word::Bytes(request.token),
        Word::Bytes(b"NX"),
        Word::Bytes(b"PX"),
        millis(request.lease),
    ];
    let call = Call::of_command("SET", Key::Borrowed(request.key), rest);
    Question::new(call, read)
}

fn read(reply: &Reply) -> Option<Vote> {
    match reply {
        Reply::Okay => Some(Vote::Granted(None)),
        Reply::Nil => Some(Vote::Refused),
        _ => None,
    }
}
