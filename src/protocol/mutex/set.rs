//! The first attempt of a token without fencing: `SET NX PX`, one command, and the layout that
//! every other library of this kind uses.

use crate::protocol::call::{Call, Key, PAIR_LEN, Word, millis};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::{LeaseRequest, Vote};

/// The words `NX` and `PX`.
const NX_PX: &[u8; PAIR_LEN] = b"\r\n$2\r\nNX\r\n$2\r\nPX";

pub(crate) fn question<'a>(request: &LeaseRequest<'a>) -> Question<'a, Vote> {
    let rest = [
        Word::Bytes(request.token),
        Word::Pair(NX_PX),
        millis(request.lease),
    ];
    let call = Call::of_command("SET", Key::Borrowed(request.key), rest);
    Question::new(call, read)
}

pub(super) fn read(reply: &Reply) -> Option<Vote> {
    match reply {
        Reply::Okay => Some(Vote::Granted(None)),
        Reply::Nil => Some(Vote::Refused),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::protocol::call::Form;

    #[test]
    fn the_command_has_its_words() {
        let request = LeaseRequest {
            key: b"k",
            token: b"t",
            lease: Duration::from_secs(20),
            fencing: false,
        };
        let words = question(&request).call.words(Form::ByHash);
        assert_eq!(words, [&b"SET"[..], b"k", b"t", b"NX", b"PX", b"20000"]);
    }
}
