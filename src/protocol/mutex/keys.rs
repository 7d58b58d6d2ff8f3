//! The names of the keys that belong to a lock.
//!
//! This file reads and writes no key. The files beside this one use it, and so do tests.

use sha1_smol::Sha1;

use crate::protocol::call::{Companion, Word};
use crate::protocol::slot::{slot_of, tag};

/// Returns the name of the counter that has the last fencing token of the lock `key`, and the owner token for which
/// it was made.
pub(crate) fn fence_counter(key: &[u8]) -> Vec<u8> {
    short_fence_counter(key).unwrap_or_else(|| companion(key, &":fence:{").name())
}

/// Returns a number by which the servers of a quorum are ordered for the lock `key`. It depends on nothing else, so every
/// process computes the same one.
pub(crate) fn rank_at(server: &str, key: &[u8]) -> [u8; 20] {
    let mut hash = Sha1::from(server);
    hash.update(b"\0");
    hash.update(key);
    hash.digest().bytes()
}

/// Longer keys have a counter whose name is shorter than their own.
const LONG: usize = 256;

/// Returns the counter of a long key, in the slot of that key. The counter stays for a day, so its name does not hold
/// all of the key. The name begins as the key does, because a user may have rights to keys with that prefix only,
/// and has the SHA-1 of the key. If two keys ever had one counter, both would have growing numbers.
/// `None`: the key is short, or its beginning has a brace that decides the slot together with the rest.
fn short_fence_counter(key: &[u8]) -> Option<Vec<u8>> {
    let begin = key.get(..LONG).filter(|begin| begin.len() < key.len())?;
    let digest = Sha1::from(key).digest().to_string();
    let end = if tag(begin).is_some() {
        [b":fence:{", digest.as_bytes(), b"}"].concat()
    } else if begin.contains(&b'{') {
        return None;
    } else {
        let tag = tag_in(slot_of(key))?;
        [b":fence:{", tag.as_slice(), b"}:", digest.as_bytes()].concat()
    };
    Some([begin, &end].concat())
}

/// Returns a hash tag in this slot. The search takes 0.1 ms.
fn tag_in(slot: u16) -> Option<[u8; 3]> {
    tags().find(|tag| slot_of(tag) == slot)
}

/// Returns all hash tags of three letters. Each slot has some.
fn tags() -> impl Iterator<Item = [u8; 3]> {
    const LETTERS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let pairs = LETTERS
        .iter()
        .flat_map(|a| LETTERS.iter().map(|b| (*a, *b)));
    pairs.flat_map(|(a, b)| LETTERS.iter().map(move |c| [a, b, *c]))
}

/// Returns the name of the queue of the lock `key`.
pub(crate) fn queue(key: &[u8]) -> Vec<u8> {
    companion(key, &QUEUE).name()
}

/// Returns whether this is the name of a queue.
pub(crate) fn is_queue(name: &[u8]) -> bool {
    let lock_length = name.len().checked_sub(QUEUE.len() + 1).map(|both| both / 2);
    let lock = lock_length.and_then(|length| name.get(..length));
    lock.is_some_and(|lock| queue(lock) == name)
}

/// As [`queue`], for a call.
pub(super) fn queue_word(key: &[u8]) -> Word<'_> {
    Word::Companion(companion(key, &QUEUE))
}

const QUEUE: &str = ":queue:{";

/// Returns the name of the list that wakes the waiter `token`. `holder.lua` names that list too.
pub(crate) fn wake_list(key: &[u8], token: &[u8]) -> Vec<u8> {
    [&companion(key, &":wake:{").name(), b":" as &[u8], token].concat()
}

fn companion<'a>(key: &'a [u8], what: &'static &'static str) -> Companion<'a> {
    Companion { key, what }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::protocol::slot::{SLOTS, has_companions};

    #[test]
    fn a_companion_shares_the_slot_and_the_prefix_of_its_lock() {
        assert_eq!(fence_counter(b"lock:a"), b"lock:a:fence:{lock:a}");
        assert_eq!(queue(b"lock:a"), b"lock:a:queue:{lock:a}");
        assert!(is_queue(b"lock:a:queue:{lock:a}") && !is_queue(b"lock:a:queue:{lock:b}"));
        assert!(!is_queue(b"lock:a") && !is_queue(b":queue:{") && !is_queue(b""));
        assert_eq!(wake_list(b"lock:a", b"t"), b"lock:a:wake:{lock:a}:t");
    }

    #[test]
    fn every_slot_has_a_tag() {
        let slots: HashSet<_> = tags().map(|tag| slot_of(&tag)).collect();
        assert_eq!(slots.len(), usize::from(SLOTS));
        assert_eq!(tag_in(7).map(|tag| slot_of(&tag)), Some(7));
    }

    #[test]
    fn the_counter_of_a_long_key_is_short_and_in_its_slot() {
        for (begin, end) in [("lock:", ""), ("lock:{order}:", "}"), ("lock:}", "{")] {
            let filled = |bytes: usize| {
                let middle = "x".repeat(bytes - begin.len() - end.len());
                format!("{begin}{middle}{end}").into_bytes()
            };
            for long in [LONG + 1, 4101] {
                let key = filled(long);
                let counter = fence_counter(&key);
                assert!(counter.starts_with(&key[..LONG]) && counter.len() < LONG + 60);
                if has_companions(&key) {
                    assert_eq!(slot_of(&counter), slot_of(&key), "{begin}…{end}");
                }
                let other = [&key[..long - 1], b"y"].concat();
                assert_ne!(fence_counter(&other), counter);
            }
            let key = filled(LONG);
            assert_eq!(fence_counter(&key), companion(&key, &":fence:{").name());
        }
        let braces = [b"lock:{".as_slice(), &[b'x'; 300], b"}"].concat();
        assert_eq!(
            fence_counter(&braces),
            companion(&braces, &":fence:{").name()
        );
        assert_eq!(slot_of(&fence_counter(&braces)), slot_of(&braces));
    }
}
