//! What this thread keeps of the newest owner tokens, each with its key.
//!
//! A thing is found by its key and its owner token, because signal handlers may wait inside another wait. If there are
//! too many, the oldest is forgotten. A forked child has nothing of its parent's. This file asks nobody. `quorum`
//! keeps waits and locks in it, and `voters` keeps late wake-ups.

use std::cell::RefCell;

use super::owed::OwedToken;
use crate::clock::PerProcess;
use crate::os;

/// At most so many things, the one that was put in last at the end.
pub(crate) struct ByToken<T, const MOST: usize>(RefCell<PerProcess<Vec<(OwedToken, T)>>>);

impl<T, const MOST: usize> Default for ByToken<T, MOST> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T, const MOST: usize> ByToken<T, MOST> {
    /// Takes what was put in last for this token and this key, if there is anything.
    pub(super) fn take(&self, key: &[u8], token: &[u8]) -> Option<T> {
        let mut all = self.0.borrow_mut();
        let own = all.of(os::generation());
        let at = own.iter().rposition(|(of, _)| of.is(key, token))?;
        Some(own.remove(at).1)
    }

    pub(super) fn put(&self, of: OwedToken, thing: T) {
        let mut all = self.0.borrow_mut();
        let own = all.of(os::generation());
        if own.len() >= MOST {
            own.remove(0);
        }
        own.push((of, thing));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(kept: &ByToken<u32, 3>, key: &[u8], token: &[u8], thing: u32) {
        kept.put(OwedToken::new(key, token), thing);
    }

    #[test]
    fn a_thing_is_that_of_its_key_and_token() {
        let kept = ByToken::default();
        put(&kept, b"a", b"1", 1);
        put(&kept, b"a", b"2", 2);
        assert_eq!(kept.take(b"b", b"1"), None);
        assert_eq!(kept.take(b"a", b"1"), Some(1));
        assert_eq!(kept.take(b"a", b"1"), None);
        assert_eq!(kept.take(b"a", b"2"), Some(2));
    }

    #[test]
    fn the_newest_of_one_token_is_taken_first() {
        let kept = ByToken::default();
        put(&kept, b"a", b"1", 1);
        put(&kept, b"a", b"1", 2);
        assert_eq!(kept.take(b"a", b"1"), Some(2));
        assert_eq!(kept.take(b"a", b"1"), Some(1));
    }

    #[test]
    fn the_oldest_is_forgotten() {
        let kept = ByToken::default();
        for thing in 0..=3 {
            put(&kept, b"a", thing.to_string().as_bytes(), thing);
        }
        assert_eq!(kept.take(b"a", b"0"), None);
        assert_eq!(kept.take(b"a", b"1"), Some(1));
        assert_eq!(kept.take(b"a", b"3"), Some(3));
    }
}
