//! The waits and the locks of this thread, each with what it knows of the servers.
//!
//! A wait is found by its key and its owner token, because signal handlers may wait inside another wait. If there are
//! too many, the oldest is forgotten. A wait that was forgotten begins again at the end of the queue, and a lock that
//! was forgotten is released at all servers at once, so nothing is wrong then, only less fair. This file asks
//! nobody. `quorum` uses it.

use std::cell::RefCell;

use super::lead::Lead;
use crate::clock::PerProcess;
use crate::os;

#[derive(Default)]
pub(crate) struct Waits {
    /// The waits of this process, the one that was used last at the end.
    all: RefCell<PerProcess<Vec<Wait>>>,
}

struct Wait {
    key: Vec<u8>,
    token: Vec<u8>,
    lead: Lead,
}

/// The number of waits that are kept, which is more than one process has at a time, so locks that outlive their
/// process' interest, such as detached ones, take no memory for ever.
const MOST: usize = 256;

impl Waits {
    /// Takes the wait of this token for this key out, if there is one.
    pub(super) fn take(&self, key: &[u8], token: &[u8]) -> Option<Lead> {
        let mut all = self.all.borrow_mut();
        let own = all.of(os::generation());
        let is_it = |wait: &Wait| wait.token == token && wait.key == key;
        let at = own.iter().rposition(is_it)?;
        Some(own.remove(at).lead)
    }

    /// Keeps a wait.
    pub(super) fn put(&self, key: &[u8], token: &[u8], lead: Lead) {
        let mut all = self.all.borrow_mut();
        let own = all.of(os::generation());
        if own.len() >= MOST {
            own.remove(0);
        }
        own.push(Wait {
            key: key.to_vec(),
            token: token.to_vec(),
            lead,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::tally::Majority;
    use super::*;

    fn lead() -> Lead {
        Lead::new(Majority::of(3), b"t", false)
    }

    #[test]
    fn a_wait_is_that_of_its_key_and_token() {
        let waits = Waits::default();
        waits.put(b"a", b"1", lead());
        waits.put(b"a", b"2", lead());
        assert!(waits.take(b"b", b"1").is_none());
        assert!(waits.take(b"a", b"1").is_some());
        assert!(waits.take(b"a", b"1").is_none());
        assert!(waits.take(b"a", b"2").is_some());
    }

    #[test]
    fn the_oldest_wait_is_forgotten() {
        let waits = Waits::default();
        for number in 0..=MOST {
            waits.put(b"a", number.to_string().as_bytes(), lead());
        }
        assert!(waits.take(b"a", b"0").is_none());
        assert!(waits.take(b"a", b"1").is_some());
        assert!(waits.take(b"a", MOST.to_string().as_bytes()).is_some());
    }
}
