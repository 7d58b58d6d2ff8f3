//! The question which locks there are: server by server, round by round. Each server is searched twice, for locks and for
//! names with shares.
//!
//! A round is one SCAN, or the questions about a few of the keys that it has found. They are few, because a key may
//! hold a large value that is no owner token, and the server has all values of one round in its memory. A listing
//! changes nothing, neither at a server nor in what this process knows of its own locks. `redis_store` makes it.

use anyhow::anyhow;

use crate::clock::Moment;
use crate::error::Unavailable;
use crate::os;
use crate::protocol::mutex::keys::is_queue;
use crate::protocol::scan::KeyType;
use crate::protocol::{scan, time};
use crate::route::found::{KeyQuestions, ServerTime};
use crate::route::{RoundOptions, Router};
use crate::store::{Found, Listing};

use super::RedisStore;

/// How far a listing has come.
pub(super) struct Pages<'a, R: Router> {
    store: &'a RedisStore<R>,
    pattern: Vec<u8>,
    /// The shards that are still to be asked, the next one last. `None`: no shard was asked yet.
    shards: Option<Vec<RedisStore<R::Shard>>>,
    /// What is searched for at this shard.
    of: KeyType,
    /// Whether names with shares are searched for too.
    has_shares: bool,
    /// The cursor of this shard's next page, and the connection epoch in which the server named it.
    cursor: Vec<u8>,
    epoch: u64,
    /// The number of times that a search began again.
    restarts: u8,
    /// The keys of the last SCAN about which nothing was asked yet, their type, and the clock of its shard.
    keys: Vec<Vec<u8>>,
    of_keys: KeyType,
    clock: Option<ServerTime>,
}

/// The number of keys that one round asks about.
const AT_ONCE: usize = 16;
/// The most restarts of a search, because one that begins again more often would perhaps never end.
const MOST_RESTARTS: u8 = 3;

impl<'a, R: Router> Pages<'a, R> {
    pub(super) fn new(
        store: &'a RedisStore<R>,
        prefix: &[u8],
        pattern: &[u8],
        has_shares: bool,
    ) -> Self {
        Self {
            store,
            pattern: scan::pattern(prefix, pattern),
            shards: None,
            of: KeyType::Text,
            has_shares,
            cursor: scan::START.to_vec(),
            epoch: 0,
            restarts: 0,
            keys: Vec::new(),
            of_keys: KeyType::Text,
            clock: None,
        }
    }

    /// Begins the search at this shard again, because a connection was lost. Behind the new connection may be another
    /// server, or the same one after a restart, where the cursor would leave keys out.
    fn restart(&mut self) -> Result<(), Unavailable> {
        if self.restarts == MOST_RESTARTS {
            let cause = anyhow!(
                "the connection was lost {MOST_RESTARTS} times during the search, and once more"
            );
            return Err(Unavailable::unreachable(&self.store.0.name(), cause));
        }
        self.restarts += 1;
        self.cursor = scan::START.to_vec();
        Ok(())
    }

    /// Returns whether there were more keys to ask for.
    fn search(&mut self, by: Moment) -> Result<bool, Unavailable> {
        let shards = if let Some(shards) = &mut self.shards {
            shards
        } else {
            let shards = self.store.0.shards(by)?.into_iter();
            self.shards.insert(shards.map(RedisStore::over).collect())
        };
        let Some(shard) = shards.last() else {
            return Ok(false);
        };
        let (page, time) = (
            scan::question(&self.cursor, &self.pattern, self.of),
            time::question(),
        );
        let calls = [&page.call, &time.call];
        let mut answers = shard.outcomes(&calls, RoundOptions::by(by)).into_iter();
        let mut next = || answers.next().unwrap_or_else(|| Err(shard.0.no_reply()));
        let (scanned, clock) = (next()?.reply, next()?.reply);
        let (next, keys) = shard.read(&page, &scanned)?;
        let clock = ServerTime::read(&clock, os::now());
        let clock = clock.map_err(|reply| shard.0.reject(b"", reply))?;
        let epoch = shard.0.connection_epoch();
        if self.cursor != scan::START && self.epoch != epoch {
            self.restart()?;
            return Ok(true);
        }
        self.epoch = epoch;
        self.of_keys = self.of;
        if next == scan::START {
            self.of = match self.of {
                KeyType::Text if self.has_shares => KeyType::SortedSet,
                _ => {
                    shards.pop();
                    KeyType::Text
                }
            };
        }
        self.cursor = next;
        self.keys = keys;
        if self.of_keys == KeyType::SortedSet {
            self.keys.retain(|key| !is_queue(key));
        }
        self.clock = clock;
        Ok(true)
    }

    /// Returns what is known of each key. A key that is gone, or holds something else now, is left out.
    fn look_at(&self, keys: &[Vec<u8>], by: Moment) -> Result<Vec<Found>, Unavailable> {
        let questions = keys.iter().map(|key| match self.of_keys {
            KeyType::Text => KeyQuestions::new(key),
            KeyType::SortedSet => KeyQuestions::of_shares(key, self.clock, os::now()),
        });
        let questions: Vec<_> = questions.collect();
        let calls: Vec<_> = questions.iter().flat_map(KeyQuestions::calls).collect();
        let outcomes = self.store.outcomes(&calls, RoundOptions::by(by));
        let mut replies = outcomes.into_iter().map(|it| it.map(|answer| answer.reply));
        let (mut found, now) = (Vec::with_capacity(keys.len()), os::now());
        for key in &questions {
            let of_key = replies.by_ref().take(key.calls().len());
            let of_key = of_key.collect::<Result<Vec<_>, _>>()?;
            let of_key = key.read(&of_key, self.clock, now);
            found.extend(of_key.map_err(|reply| self.store.0.reject(key.key(), reply))?);
        }
        Ok(found)
    }
}

impl<R: Router> Listing for Pages<'_, R> {
    fn next_round(&mut self, by: Moment) -> Result<Option<Vec<Found>>, Unavailable> {
        if self.keys.is_empty() {
            return Ok(self.search(by)?.then(Vec::new));
        }
        let rest = self.keys.len().saturating_sub(AT_ONCE);
        let found = self.look_at(self.keys.get(rest..).unwrap_or_default(), by)?;
        self.keys.truncate(rest);
        Ok(Some(found))
    }
}
