//! `BLPOP` on the list that wakes a waiter: how long the server blocks it, and what it pops.
//!
//! A BLPOP takes nothing but the wake-up, so it may be left behind. `queue.lua` decides which waiter is next and
//! when it is woken. The router sends the BLPOP, and the store reads its reply.

use std::time::Duration;

use super::keys::wake_list;
use crate::protocol::call::{Call, Key, Word};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::store::Wake;

/// The wake-up of a waiter that has become the first of the queue.
const FIRST: &[u8] = b"first";

/// The server ends a BLPOP sooner than the waiter's slice, by a tenth of the slice within these
/// limits. An idle server looks at its blocked clients ten times a second only, and whenever a
/// byte arrives. So the waiter keeps the time. Its next command makes an idle server end the
/// BLPOP, provided that its time is over by then even if it arrived late (measured: a BLPOP
/// that is to end right at the end of the slice ends 37 ms late).
const LEAST_MARGIN: Duration = Duration::from_millis(1);
const MOST_MARGIN: Duration = Duration::from_millis(10);
/// The shortest time for which the server is asked to block, because to BLPOP a zero means without end. Redis 6.2 cuts
/// some times to the millisecond below them, so that it takes 1 ms for a zero (measured).
const SHORTEST: Duration = Duration::from_millis(2);
/// The pause after a BLPOP that ended before its time.
const REST: Duration = Duration::from_millis(10);

/// Returns for how long the server is to block, in whole milliseconds, when the waiter sleeps for `slice`. `None`:
/// the slice is too short for a BLPOP.
pub(crate) fn blocked_for(slice: Duration) -> Option<Duration> {
    let longest = slice.saturating_sub((slice / 10).clamp(LEAST_MARGIN, MOST_MARGIN));
    let whole = Duration::new(longest.as_secs(), longest.subsec_millis() * 1_000_000);
    (whole >= SHORTEST).then_some(whole)
}

/// Returns the question that blocks for a time of [`blocked_for`].
pub(crate) fn question(key: &[u8], token: &[u8], blocked_for: Duration) -> Question<'static, Wake> {
    let list = Key::Owned(wake_list(key, token));
    let call = Call::of_command("BLPOP", list, [Word::Time(blocked_for)]);
    Question::new(call, read)
}

/// Returns why the waiter wakes up whose BLPOP has this reply.
pub(crate) fn read(reply: &Reply) -> Option<Wake> {
    match reply {
        Reply::List(popped) => match &**popped {
            [_, Reply::Bytes(word)] if word == FIRST => Some(Wake::BecameFirst),
            // Every other word means that the key may have been handed over, because the key has the truth.
            _ => Some(Wake::HandedOver),
        },
        // The time of the BLPOP is over, or somebody has ended it.
        Reply::Nil => Some(Wake::SliceOver),
        _ => is_foreign(reply).then_some(Wake::SliceOver),
    }
}

/// Returns the owner that has passed its keys at all servers of a quorum on to the waiter, if the wake-up names it.
pub(crate) fn passed_on_by(reply: &Reply) -> Option<Vec<u8>> {
    let Reply::List(popped) = reply else {
        return None;
    };
    let [_, Reply::Bytes(word)] = &**popped else {
        return None;
    };
    let rest = word.strip_prefix(b"yours ")?;
    let behind = rest.iter().rposition(|byte| *byte == b' ')?;
    rest.get(..behind).map(<[u8]>::to_vec)
}

/// Returns how long the waiter rests before it wakes up, when its slice still has `left`, or `None` if it does not
/// rest. A BLPOP that popped nothing may end again and again, by CLIENT UNBLOCK for example, and a key of somebody
/// else ends each BLPOP at once.
pub(crate) fn rest(reply: &Reply, left: Duration) -> Option<Duration> {
    match reply {
        Reply::Nil => (REST + MOST_MARGIN < left).then_some(REST),
        _ => is_foreign(reply).then_some(left),
    }
}

/// Returns whether the list is somebody else's key, so that there is nothing to be woken by.
fn is_foreign(reply: &Reply) -> bool {
    reply.is_error("WRONGTYPE")
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_server_blocks_for_less_than_the_slice() {
        assert_eq!(blocked_for(ms(1000)), Some(ms(990)));
        assert_eq!(blocked_for(ms(50)), Some(ms(45)));
        assert_eq!(blocked_for(ms(3)), Some(ms(2)));
        assert_eq!(blocked_for(Duration::from_micros(2999)), None);
        assert_eq!(blocked_for(Duration::from_micros(4600)), Some(ms(3)));
    }

    #[test]
    fn only_an_early_end_is_rested_after() {
        let foreign = Reply::Error {
            code: "WRONGTYPE".to_owned(),
            words: String::new(),
        };
        let first = Reply::List(vec![
            Reply::Bytes(b"list".into()),
            Reply::Bytes(FIRST.into()),
        ]);
        assert_eq!(rest(&Reply::Nil, ms(20)), None);
        assert_eq!(rest(&Reply::Nil, ms(21)), Some(ms(10)));
        assert_eq!(rest(&foreign, ms(21)), Some(ms(21)));
        assert_eq!(rest(&first, ms(21)), None);
    }

    #[test]
    fn a_wake_up_may_name_the_owner_that_passed_its_keys_on() {
        let popped = |word: &[u8]| {
            let list = Reply::Bytes(b"list".into());
            passed_on_by(&Reply::List(vec![list, Reply::Bytes(word.into())]))
        };
        assert_eq!(popped(b"first"), None);
        assert_eq!(popped(b"yours 1700000000000"), None);
        assert_eq!(popped(b"yours 0af3 1700000000000"), Some(b"0af3".into()));
        assert_eq!(popped(b"yours a b 17"), Some(b"a b".into()));
    }

    #[test]
    fn the_words_are_those_of_the_script() {
        let queue = include_str!("queue.lua");
        assert!(queue.contains("wake(waiter[1], 'first', 0)"));
        assert!(queue.contains("wake(token, string.format('yours %s%.0f',"));
    }
}
