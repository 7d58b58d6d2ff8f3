//! `ZRANGEBYSCORE`: since when the first waiter of a lock waits.

use super::keys::queue;
use crate::protocol::call::{Call, Key, Word};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::Ticket;

/// The ticket of the first waiter. `None`: nobody waits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Oldest(pub(crate) Option<Ticket>);

/// Of the members that a queue has for a waiter, only its token has a score above 0: its ticket. See `queue.lua`.
pub(crate) fn question(key: &[u8]) -> Question<'static, Oldest> {
    let first = [
        Word::Number(1),
        Word::Bytes(b"+inf"),
        Word::Bytes(b"WITHSCORES"),
        Word::Bytes(b"LIMIT"),
        Word::Number(0),
        Word::Number(1),
    ];
    let call = Call::of_command("ZRANGEBYSCORE", Key::Owned(queue(key)), first);
    let nobody = Reply::List(Vec::new());
    Question::new(call.replied_without_key(nobody), read)
}

/// A key of another type is somebody else's. Who may count the waiters may perhaps not see them.
fn read(reply: &Reply) -> Option<Oldest> {
    let nobody = Oldest(None);
    match reply {
        Reply::List(items) => match items.as_slice() {
            [] => Some(nobody),
            [_, Reply::Bytes(score)] => Some(Oldest(Some(ticket(score)?))),
            _ => None,
        },
        _ => (reply.is_error("WRONGTYPE") || reply.is_error("NOPERM")).then_some(nobody),
    }
}

/// A server may write a score as 1.79e+15.
#[expect(
    clippy::cast_possible_truncation,
    reason = "53 bits suffice until the year 2255"
)]
fn ticket(score: &[u8]) -> Option<Ticket> {
    let score: f64 = std::str::from_utf8(score).ok()?.parse().ok()?;
    (score.is_finite()).then_some(Ticket(score as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_waiter_has_the_lowest_ticket() {
        let bytes = |text: &str| Reply::Bytes(text.into());
        for score in ["1795713600000042", "1.795713600000042e+15"] {
            let line = Reply::List(vec![bytes("token"), bytes(score)]);
            assert_eq!(
                read(&line),
                Some(Oldest(Some(Ticket(1_795_713_600_000_042))))
            );
        }
        assert_eq!(read(&Reply::List(Vec::new())), Some(Oldest(None)));
        let other = Reply::Error {
            code: "WRONGTYPE".into(),
            words: String::new(),
        };
        assert_eq!(read(&other), Some(Oldest(None)));
        let infinite = Reply::List(vec![bytes("token"), bytes("inf")]);
        for wrong in [infinite, Reply::Int(1), Reply::List(vec![bytes("token")])] {
            assert_eq!(read(&wrong), None);
        }
    }
}
