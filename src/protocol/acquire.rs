//! The script `acquire`: the key, or a place in its queue.

use std::time::Duration;

use super::call::{Call, Script, Word};
use super::grant::{self, flag};
use super::keys::{fence_counter, millis, queue};
use super::reply::{Answer, Reply};
use crate::node::{LeaseRequest, QueuePlace, Ticket};

pub(crate) static SCRIPT: Script = Script::new(concat!(
    include_str!("holder.lua"),
    include_str!("grant.lua"),
    include_str!("queue.lua"),
    include_str!("acquire.lua"),
));

/// Whether a token that does not get the lock joins its queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Joins {
    Yes,
    No,
}

/// Asks for the key; with a `ticket` from the place in the queue that it stands for.
pub(crate) fn call<'a>(
    request: &LeaseRequest<'a>,
    ticket: Option<Ticket>,
    joins: Joins,
) -> Call<'a> {
    let ticket = ticket.map_or_else(String::new, |ticket| ticket.0.to_string());
    let rest = vec![
        Word::Owned(fence_counter(request.key)),
        Word::Owned(queue(request.key)),
        Word::Borrowed(request.token),
        Word::Owned(millis(request.lease)),
        flag(request.fencing),
        Word::Owned(ticket.into_bytes()),
        flag(joins == Joins::Yes),
    ];
    Call::of_script(&SCRIPT, 3, request.key, rest)
}

/// The reply to a token that does not join, and to one that need not wait.
pub(crate) fn answer(reply: &Reply, fencing: bool) -> Option<Answer> {
    grant::answer(reply, fencing)
}

/// The place in the queue of a token that joined and has to wait.
pub(crate) fn place(reply: &Reply) -> Option<QueuePlace> {
    let Reply::List(items) = reply else {
        return None;
    };
    match &**items {
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
