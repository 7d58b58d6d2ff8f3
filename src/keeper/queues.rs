//! The locks at which this thread has met a queue lately, kept through the requests of a worker.
//!
//! A newcomer that is likely to wait asks for its place at once, without the `SET` that would be refused. A lock that
//! is forgotten or met at another server costs one question more or a slower one, so nothing has to be exact here.
//! `acquire` asks before each attempt and says what came of it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

use crate::clock::Moment;

/// The time for which a queue is remembered, which is how long the server keeps a queue that nobody asks for
/// (`protocol/mutex/queue.lua`).
const REMEMBERED: Duration = Duration::from_millis(2800);
/// The number of locks that are remembered. The oldest goes first.
const MOST: usize = 16;

/// The keys of these locks, each with the moment at which its queue was met last. The oldest stands first.
#[derive(Default)]
pub(super) struct Queues(RefCell<VecDeque<(Vec<u8>, Moment)>>);

impl Queues {
    /// Returns whether others are likely to wait for the lock `key`.
    pub(super) fn was_met(&self, key: &[u8], now: impl FnOnce() -> Moment) -> bool {
        let met = self.0.borrow();
        let of_key = met.iter().find(|(other, _)| other == key);
        of_key.is_some_and(|(_, at)| now() < at.after(REMEMBERED))
    }

    /// Remembers that an attempt has stood in the queue of the lock `key`.
    pub(super) fn meet(&self, key: &[u8], now: Moment) {
        self.forget(key);
        let mut met = self.0.borrow_mut();
        if met.len() == MOST {
            met.pop_front();
        }
        met.push_back((key.to_vec(), now));
    }

    /// Forgets the lock `key`, because an attempt was granted there that did not have to wait.
    #[inline]
    pub(super) fn forget(&self, key: &[u8]) {
        let mut met = self.0.borrow_mut();
        if !met.is_empty() {
            Self::take_out(&mut met, key);
        }
    }

    #[cold]
    fn take_out(met: &mut VecDeque<(Vec<u8>, Moment)>, key: &[u8]) {
        met.retain(|(other, _)| other != key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Moment {
        Moment::from_nanos(millis * 1_000_000)
    }

    #[test]
    fn a_queue_is_remembered_for_as_long_as_the_server_keeps_it() {
        let queues = Queues::default();
        assert!(!queues.was_met(b"a", || at(0)));
        queues.meet(b"a", at(0));
        assert!(queues.was_met(b"a", || at(2799)) && !queues.was_met(b"b", || at(0)));
        assert!(!queues.was_met(b"a", || at(2800)));
        queues.meet(b"a", at(2000));
        assert!(queues.was_met(b"a", || at(4799)));
    }

    #[test]
    fn a_lock_that_was_free_is_forgotten() {
        let queues = Queues::default();
        queues.meet(b"a", at(0));
        queues.forget(b"b");
        assert!(queues.was_met(b"a", || at(1)));
        queues.forget(b"a");
        assert!(!queues.was_met(b"a", || at(1)));
    }

    #[test]
    fn the_oldest_goes_first() {
        let queues = Queues::default();
        for number in 0..=MOST {
            queues.meet(&[u8::try_from(number).unwrap()], at(0));
            queues.meet(&[1], at(0));
        }
        assert!(!queues.was_met(&[0], || at(1)));
        assert!(queues.was_met(&[1], || at(1)) && queues.was_met(&[2], || at(1)));
    }
}
