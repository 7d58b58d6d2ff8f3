//! The attempt to acquire: `SET NX PX` or the script `acquire`, and the join of a queue.
//!
//! The plain first attempt is in `set`. This file decides which attempts are plain, and `lock::waiter` relies on
//! that when a refused command may have been executed in part.

use std::time::Duration;

use super::keys::queue_word;
use super::{grant, set};
use crate::protocol::call::{Call, Script, Word, flag, millis};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::{JoinReply, LeaseRequest, QueuePlace, Retry, Standing, Ticket, Vote};

pub(crate) static SCRIPT: Script = script!(
    "key.lua",
    "acquire_short.lua",
    "holder.lua",
    "grant.lua",
    "queue.lua",
    "acquire.lua"
);

/// Returns whether `SET` is enough, because the token was never sent, and nothing else is to be made.
pub(crate) fn is_plain(request: &LeaseRequest, retry: Retry) -> bool {
    retry == Retry::First && !request.fencing
}

/// Returns the question for the key, and for no place in the queue.
pub(crate) fn question<'a>(request: &LeaseRequest<'a>, retry: Retry) -> Question<'a, Vote> {
    if is_plain(request, retry) {
        return set::question(request);
    }
    let (ticket, manner): (_, &[u8]) = match retry {
        Retry::First => (None, b"new"),
        Retry::Again(ticket) => (ticket, b"0"),
    };
    let call = script(request, ticket, manner);
    Question::new(call, grant::read(request.fencing))
}

/// Returns the question for the key or for a place in the queue, which is the old place if there is a ticket.
pub(crate) fn join<'a>(request: &LeaseRequest<'a>, standing: Standing) -> Question<'a, JoinReply> {
    let (ticket, manner): (_, &[u8]) = match standing {
        Standing::Newcomer => (None, b"newcomer"),
        Standing::Waiter(ticket) => (ticket, b"1"),
        Standing::HandedOver(ticket) => (ticket, b"woken"),
    };
    let read = if request.fencing {
        joined::<true>
    } else {
        joined::<false>
    };
    Question::new(script(request, ticket, manner), read)
}

fn joined<const FENCING: bool>(reply: &Reply) -> Option<JoinReply> {
    let place = place(reply).map(JoinReply::Waits);
    place.or_else(|| grant::vote::<FENCING>(reply).map(JoinReply::from))
}

fn script<'a>(
    request: &LeaseRequest<'a>,
    ticket: Option<Ticket>,
    manner: &'static [u8],
) -> Call<'a> {
    let rest = [
        queue_word(request.key),
        Word::Bytes(request.token),
        millis(request.lease),
        flag(request.fencing),
        ticket.map_or(Word::Bytes(b""), |ticket| Word::Number(ticket.0)),
        Word::Bytes(manner),
    ];
    grant::call(&SCRIPT, 2, request, rest)
}

/// Returns the place in the queue of a token that has to wait.
fn place(reply: &Reply) -> Option<QueuePlace> {
    match reply.items()? {
        [
            Reply::Int(0),
            Reply::Int(left),
            Reply::Int(ticket),
            Reply::Int(rank),
        ] => Some(QueuePlace {
            ticket: Ticket(*ticket),
            rank: *rank,
            // Negative: the key has no end.
            look_after: u64::try_from(*left).ok().map(Duration::from_millis),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    const QUEUE: &str = include_str!("queue.lua");
    const ACQUIRE: &str = include_str!("acquire_short.lua");
    const RELEASE: &str = include_str!("release_short.lua");

    /// Returns the number that `queue.lua` gives this name, in a list of names with as many numbers.
    fn number(name: &str) -> u32 {
        let of = |line: &str| {
            let (names, numbers) = line.strip_prefix("local ")?.split_once(" = ")?;
            let at = names.split(", ").position(|it| it == name)?;
            numbers.split(", ").nth(at)?.parse().ok()
        };
        QUEUE.lines().find_map(of).expect(name)
    }

    #[test]
    fn the_short_forms_use_the_numbers_that_the_queue_has_names_for() {
        let [claim, apart, kept] = ["CLAIM", "APART", "KEPT"].map(number);
        let [unseen, unread] = ["UNSEEN", "UNREAD"].map(number);
        let woken = kept + unread;
        let places = [
            (ACQUIRE, format!("left < 0 or left > {claim})")),
            (ACQUIRE, format!("math.min(ARGV[2] - {apart}, {claim})")),
            (ACQUIRE, format!("'PEXPIRE', KEYS[2], {kept})")),
            (RELEASE, format!("(-mark / 1000)) < {unseen} then")),
            (RELEASE, format!("wake(second, 'first', {kept})")),
            (RELEASE, format!("ms + claim), {woken})")),
        ];
        for (script, place) in places {
            assert!(script.contains(&place), "there is no {place}");
        }
    }
}
