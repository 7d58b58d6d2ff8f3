//! What keys hold, and until when.
//!
//! A key exists while there is something in it and its time has not run out, so no other file has to care for
//! either. Used by `commands` and `machine`.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, VecDeque};

use crate::protocol::Reply;

/// A command's reply, or the words of its error.
pub(super) type CommandOutcome = Result<Reply, String>;

/// A string, or `None` for a key that does not exist.
#[derive(Default)]
pub(super) struct Text(pub(super) Option<Vec<u8>>);

pub(super) type Hash = HashMap<Vec<u8>, Vec<u8>>;

pub(super) type List = VecDeque<Vec<u8>>;

/// The members of a sorted set by score, and by name where the scores are the same.
#[derive(Default)]
pub(super) struct Sorted(Vec<(f64, Vec<u8>)>);

impl Sorted {
    pub(super) fn all(&self) -> &[(f64, Vec<u8>)] {
        &self.0
    }

    pub(super) fn score(&self, member: &[u8]) -> Option<f64> {
        let found = self.0.iter().find(|(_, other)| other == member);
        found.map(|(score, _)| *score)
    }

    /// Takes a member out, and returns its score.
    pub(super) fn take(&mut self, member: &[u8]) -> Option<f64> {
        let place = self.0.iter().position(|(_, other)| other == member)?;
        Some(self.0.remove(place).0)
    }

    /// Gives a member this score.
    pub(super) fn put(&mut self, score: f64, member: Vec<u8>) {
        self.take(&member);
        // Redis keeps no negative zero, which this sum makes a positive one.
        let score = score + 0.0;
        let place = self.0.partition_point(|(other_score, other)| {
            let order = other_score.partial_cmp(&score).unwrap();
            order.then_with(|| other.cmp(&member)) == Ordering::Less
        });
        self.0.insert(place, (score, member));
    }
}

pub(super) enum FakeValue {
    Text(Text),
    Hash(Hash),
    List(List),
    Sorted(Sorted),
}

/// A type that a key may be of.
pub(super) trait ValueKind: Default {
    fn wrap(self) -> FakeValue;
    fn of(value: &mut FakeValue) -> Option<&mut Self>;
    fn has_something(&self) -> bool;
}

macro_rules! kind {
    ($kind:ident, $has_something:expr) => {
        impl ValueKind for $kind {
            fn wrap(self) -> FakeValue {
                FakeValue::$kind(self)
            }

            fn of(value: &mut FakeValue) -> Option<&mut Self> {
                match value {
                    FakeValue::$kind(value) => Some(value),
                    _ => None,
                }
            }

            fn has_something(&self) -> bool {
                let test: fn(&Self) -> bool = $has_something;
                test(self)
            }
        }
    };
}

kind!(Text, |text| text.0.is_some());
kind!(Hash, |hash| !hash.is_empty());
kind!(List, |list| !list.is_empty());
kind!(Sorted, |set| !set.0.is_empty());

struct FakeEntry {
    value: FakeValue,
    /// The end of the key's life, in milliseconds of the server's clock.
    until: Option<i64>,
}

/// All keys of a server, with its clock and the seed of their order.
#[derive(Default)]
pub(super) struct FakeKeys {
    entries: BTreeMap<Vec<u8>, FakeEntry>,
    /// The server's clock in microseconds, as of the command at work.
    pub(super) now: i64,
    /// The seed of the order in which SCAN finds the keys, which changes with each restart.
    pub(super) seed: u64,
}

impl FakeKeys {
    fn millis(&self) -> i64 {
        self.now.div_euclid(1000)
    }

    /// Returns the key's entry, unless its time has run out. A key exists for the whole of its last
    /// millisecond, as in Redis.
    fn live(&mut self, key: &[u8]) -> Option<&mut FakeEntry> {
        let now = self.millis();
        let until = self.entries.get(key)?.until;
        if until.is_some_and(|until| now > until) {
            self.entries.remove(key);
        }
        self.entries.get_mut(key)
    }

    /// Lets a command work on what the key holds, or on an empty value if there is no such key, while a key
    /// of another type is an error.
    pub(super) fn with<K: ValueKind>(
        &mut self,
        key: &[u8],
        work: impl FnOnce(&mut K) -> Reply,
    ) -> CommandOutcome {
        let Some(entry) = self.live(key) else {
            let mut value = K::default();
            let reply = work(&mut value);
            if value.has_something() {
                let value = value.wrap();
                self.entries
                    .insert(key.to_vec(), FakeEntry { value, until: None });
            }
            return Ok(reply);
        };
        let value = K::of(&mut entry.value)
            .ok_or("WRONGTYPE Operation against a key holding the wrong kind of value")?;
        let reply = work(value);
        if !value.has_something() {
            self.entries.remove(key);
        }
        Ok(reply)
    }

    /// Returns whether the key is a string, or with `sorted` a sorted set.
    pub(super) fn is_of_type(&mut self, key: &[u8], sorted: bool) -> bool {
        let entry = self.live(key);
        entry.is_some_and(|entry| match entry.value {
            FakeValue::Text(_) => !sorted,
            FakeValue::Sorted(_) => sorted,
            _ => false,
        })
    }

    /// Makes the key this string, although it may have been something else.
    pub(super) fn set(&mut self, key: &[u8], text: &[u8], until: Option<i64>) {
        let value = Text(Some(text.to_vec())).wrap();
        self.entries
            .insert(key.to_vec(), FakeEntry { value, until });
    }

    pub(super) fn exists(&mut self, key: &[u8]) -> bool {
        self.live(key).is_some()
    }

    /// Returns whether the key exists at this time, in microseconds of the server's clock.
    pub(super) fn has(&mut self, key: &[u8], now: i64) -> bool {
        self.now = now;
        self.exists(key)
    }

    /// Moves a key, with its end, to another store.
    pub(super) fn give(&mut self, key: &[u8], to: &mut Self) {
        if let Some(entry) = self.entries.remove(key) {
            to.entries.insert(key.to_vec(), entry);
        }
    }

    pub(super) fn remove(&mut self, key: &[u8]) -> bool {
        self.exists(key) && self.entries.remove(key).is_some()
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Returns the moment `millis` milliseconds from now, or `None` if that is beyond an `i64`.
    pub(super) fn after(&self, millis: i64) -> Option<i64> {
        self.millis().checked_add(millis)
    }

    /// Ends the key's time at this moment, which may have passed, and returns whether the key exists.
    pub(super) fn expire_at(&mut self, key: &[u8], until: i64) -> bool {
        let past = until <= self.millis();
        let Some(entry) = self.live(key) else {
            return false;
        };
        entry.until = Some(until);
        if past {
            self.entries.remove(key);
        }
        true
    }

    /// Returns the milliseconds that the key has left, or -1 if it has no end, or -2 if it does not exist.
    pub(super) fn left(&mut self, key: &[u8]) -> i64 {
        let now = self.millis();
        let Some(entry) = self.live(key) else {
            return -2;
        };
        entry.until.map_or(-1, |until| until - now)
    }

    /// Returns the names of all keys that exist at this time, in microseconds.
    pub(super) fn names(&mut self, now: i64) -> Vec<Vec<u8>> {
        self.now = now;
        let names: Vec<_> = self.entries.keys().cloned().collect();
        names.into_iter().filter(|key| self.exists(key)).collect()
    }
}
