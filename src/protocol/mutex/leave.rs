//! `ZREM`: takes a token out of the queue of a lock.
//!
//! The command is for a token that has no script with a queue, because in a slot of a Cluster that moves the lock
//! and its queue may be at two nodes. It has one key, so a node that has the queue runs it. `queue.lua` says what
//! stands in a queue for a token.

use super::keys::queue;
use crate::protocol::call::{Call, Key, Word};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::Vote;

pub(crate) fn question<'a>(key: &[u8], token: &'a [u8]) -> Question<'a, Vote> {
    let members = [
        Word::Bytes(token),
        Word::Made(|token| [b"seen:", token].concat(), token),
    ];
    let call = Call::of_command("ZREM", Key::Owned(queue(key)), members);
    Question::new(call.replied_without_key(Reply::Int(0)), read)
}

/// The token stands in no queue now. A key of another type is somebody else's.
fn read(reply: &Reply) -> Option<Vote> {
    let has_left = matches!(reply, Reply::Int(_)) || reply.is_error("WRONGTYPE");
    has_left.then_some(Vote::Granted(None))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_members_are_those_of_the_script() {
        let queue = include_str!("queue.lua");
        assert!(queue.contains("'ZREM', queue, token, 'seen:' .. token)"));
    }
}
