//! The attempt to acquire: `SET NX PX` or the script `acquire`, and the join of a queue.
//!
//! The plain first attempt is in `set`. This file decides which attempts are plain, and `lock::waiter` relies on
//! that when a refused command may have been executed in part.

use std::time::Duration;

use super::keys::queue_word;
use super::shares::{self, of_kind};
use super::{grant, set};
use crate::protocol::call::{Call, Script, Word, flag, millis};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::{JoinReply, LeaseRequest, QueuePlace, Retry, Standing, Ticket, Vote};
use crate::token::is_share;

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
    retry == Retry::First && !request.fencing && !is_share(request.token)
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
    let (ticket, manner) = manner(standing);
    let read = if request.fencing {
        joined::<true>
    } else {
        joined::<false>
    };
    Question::new(script(request, ticket, manner), read)
}

/// Returns the ticket of a token that asks for a place, and the word for its past.
pub(super) fn manner(standing: Standing) -> (Option<Ticket>, &'static [u8]) {
    match standing {
        Standing::Newcomer => (None, b"newcomer"),
        Standing::Waiter(ticket) => (ticket, b"1"),
        Standing::HandedOver(ticket) => (ticket, b"woken"),
    }
}

/// Returns the call to a server of a quorum, which says more in its reply than a lone server does. `passed_by`: a key
/// that has this token counts as free.
pub(super) fn among<'a>(
    request: &LeaseRequest<'a>,
    ticket: Option<Ticket>,
    manner: &'static [u8],
    passed_by: Option<&'a [u8]>,
) -> Call<'a> {
    let passed_by = Word::Bytes(passed_by.unwrap_or_default());
    let [queue, token, lease, fencing, ticket, manner] = words(request, ticket, manner);
    let rest = [queue, token, lease, fencing, ticket, manner, passed_by];
    grant::call(&SCRIPT, 2, request, rest)
}

fn joined<const FENCING: bool>(reply: &Reply) -> Option<JoinReply> {
    let place = place_in(reply.items()?).map(JoinReply::Waits);
    place.or_else(|| grant::vote::<FENCING>(reply).map(JoinReply::from))
}

fn script<'a>(
    request: &LeaseRequest<'a>,
    ticket: Option<Ticket>,
    manner: &'static [u8],
) -> Call<'a> {
    let script = of_kind(request.token, &SCRIPT, &shares::ACQUIRE);
    grant::call(script, 2, request, words(request, ticket, manner))
}

fn words<'a>(
    request: &LeaseRequest<'a>,
    ticket: Option<Ticket>,
    manner: &'static [u8],
) -> [Word<'a>; 6] {
    [
        queue_word(request.key),
        Word::Bytes(request.token),
        millis(request.lease),
        flag(request.fencing),
        ticket.map_or(Word::Bytes(b""), |ticket| Word::Number(ticket.0)),
        Word::Bytes(manner),
    ]
}

/// Returns the place in the queue of a token that has to wait, in the parts of a reply.
pub(super) fn place_in(items: &[Reply]) -> Option<QueuePlace> {
    match items {
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
