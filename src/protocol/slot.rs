//! The slot of a key, and whether the companions of a lock are in the same slot:
//! <https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/>.
//!
//! This file knows no server and no slot map. `keys` calls it, and so does the route to a Cluster for each question.

use crc16::{State, XMODEM};

/// The number of slots of every Cluster.
pub(crate) const SLOTS: u16 = 16_384;

/// Returns the slot of a key.
pub(crate) fn slot_of(key: &[u8]) -> u16 {
    State::<XMODEM>::calculate(tag(key).unwrap_or(key)) % SLOTS
}

/// Returns whether the queue, the wake lists and the fence of the lock `key` are in its slot. Their names start with
/// the key, and `{key}` stands behind it.
pub(crate) fn has_companions(key: &[u8]) -> bool {
    if tag(key).is_some() {
        return true;
    }
    if key.contains(&b'{') {
        // Each companion is hashed by other bytes: by a tag that ends behind the companion's own
        // words, or by the whole name.
        return false;
    }
    // The tag of the companions is the key, or that part of it which stands before a `}`.
    match key.iter().position(|byte| *byte == b'}') {
        None => !key.is_empty(),
        Some(end) => {
            let before = key.get(..end).filter(|before| !before.is_empty());
            before.is_some_and(|before| slot_of(before) == slot_of(key))
        }
    }
}

/// Returns what a key is hashed by instead of the whole key: the bytes between the first `{` and the first `}` behind
/// it, if there are any.
pub(super) fn tag(key: &[u8]) -> Option<&[u8]> {
    let open = key.iter().position(|byte| *byte == b'{')?;
    let rest = key.get(open + 1..)?;
    let close = rest.iter().position(|byte| *byte == b'}')?;
    rest.get(..close).filter(|tag| !tag.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::random::Random;
    use crate::protocol::mutex::keys::{fence_counter, queue, wake_list};
    use redis::cluster_routing::{Route, SlotAddr};

    /// So many names with braces and without: short ones, so that every order of braces comes.
    fn names(many: usize) -> impl Iterator<Item = Vec<u8>> {
        let mut random = Random::new(14);
        (0..many).map(move |_| {
            let length = 1 + random.below(9);
            let byte = |random: &mut Random| random.pick(b"{}{}ab:\0\xff");
            (0..length).map(|_| byte(&mut random)).collect()
        })
    }

    #[test]
    fn the_examples_of_the_specification_have_their_slots() {
        assert_eq!(State::<XMODEM>::calculate(b"123456789"), 0x31c3);
        assert_eq!(slot_of(b"{user1000}.following"), slot_of(b"user1000"));
        assert_eq!(slot_of(b"foo{{bar}}zap"), slot_of(b"{bar"));
        assert_eq!(slot_of(b"foo{bar}{zap}"), slot_of(b"bar"));
        assert_ne!(slot_of(b"foo{}{bar}"), slot_of(b"bar"));
        assert_eq!(slot_of(b""), 0);
    }

    #[test]
    fn another_client_computes_the_same_slot() {
        for name in names(100_000) {
            let ours = Route::new(slot_of(&name), SlotAddr::Master);
            let theirs = Route::with_key(&name, SlotAddr::Master);
            assert_eq!(ours, theirs, "{}", name.escape_ascii());
        }
    }

    #[test]
    fn a_lock_has_companions_where_all_of_them_are_in_its_slot() {
        let mut with = 0;
        for name in names(1_000_000) {
            let slot = slot_of(&name);
            let is_here = |companion: Vec<u8>| slot_of(&companion) == slot;
            let all = is_here(queue(&name))
                && is_here(fence_counter(&name))
                && is_here(wake_list(&name, b"0019"))
                && is_here(wake_list(&name, b"ffed"));
            assert_eq!(has_companions(&name), all, "{}", name.escape_ascii());
            with += u32::from(all);
        }
        assert!((200_000..800_000).contains(&with), "{with}");
    }

    #[test]
    fn a_name_with_a_brace_has_companions_only_with_a_whole_tag() {
        for (name, has) in [
            ("order:42", true),
            ("{order}:42", true),
            ("a}{order}", true),
            ("{order", false),
            ("order}", false),
            ("}", false),
            ("{}order", false),
            ("{}{order}", false),
            ("{{}}", true),
        ] {
            assert_eq!(has_companions(name.as_bytes()), has, "{name}");
        }
    }
}
