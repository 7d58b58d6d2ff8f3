//! The question which locks there are: server by server, round by round.
//!
//! A round is one SCAN, or the questions about a few of the keys that it has found: a key may hold a
//! large value that is no owner token, and the server has all values of one round in its memory. It
//! changes nothing, neither at a server nor in what this process knows of its own locks. Made by `questions`.

use anyhow::anyhow;

use crate::clock::Moment;
use crate::error::Unavailable;
use crate::protocol::{Call, get, pttl, scan, zcount};
use crate::route::{Router, Timeout};
use crate::store::{Found, Holder, Listing};

use super::RedisStore;

/// How far a listing has come.
pub(super) struct Pages<'a, R: Router> {
    questions: &'a RedisStore<R>,
    pattern: Vec<u8>,
    /// The servers that are still to be asked; the last one is the next. `None`: nobody was asked yet.
    shards: Option<Vec<R::Shard>>,
    /// Where the next page of this server begins, and the line on which the server said so.
    cursor: Vec<u8>,
    line: u64,
    /// How often a search began anew.
    restarts: u8,
    /// What the last SCAN has found, as far as nothing was asked about it yet.
    keys: Vec<Vec<u8>>,
}

/// How many keys one round asks about.
const AT_ONCE: usize = 16;
/// No lock library makes a longer owner token, in bytes: theirs have 16 to 64. A longer value is cut, because
/// a cache below the same prefix has many large values.
const LONGEST_OWNER: usize = 256;
/// A search that begins anew more often would perhaps never end.
const MOST_RESTARTS: u8 = 3;

impl<'a, R: Router> Pages<'a, R> {
    pub(super) fn new(questions: &'a RedisStore<R>, prefix: &[u8], pattern: &[u8]) -> Self {
        Self {
            questions,
            pattern: scan::pattern(prefix, pattern),
            shards: None,
            cursor: scan::START.to_vec(),
            line: 0,
            restarts: 0,
            keys: Vec::new(),
        }
    }

    /// Begins the search at this server anew: a connection was lost, and behind the new one may be another
    /// server, or the same one after a restart. There the cursor would leave keys out.
    fn restart(&mut self) -> Result<(), Unavailable> {
        if self.restarts == MOST_RESTARTS {
            let cause = anyhow!(
                "the connection was lost {MOST_RESTARTS} times during the search, and once more"
            );
            return Err(Unavailable::unreachable(&self.questions.0.name(), cause));
        }
        self.restarts += 1;
        self.cursor = scan::START.to_vec();
        Ok(())
    }

    /// Asks for the next keys. `false`: there are no more.
    fn search(&mut self, by: Moment) -> Result<bool, Unavailable> {
        let route = &self.questions.0;
        let shards = match &mut self.shards {
            Some(shards) => shards,
            None => self.shards.insert(route.shards(by)?),
        };
        let Some(shard) = shards.last() else {
            return Ok(false);
        };
        let reply = shard.send(&scan::call(&self.cursor, &self.pattern), by)?;
        let page = scan::answer(&reply);
        let (next, keys) = page.ok_or_else(|| shard.reject(&[], &reply))?;
        let line = shard.connection_epoch();
        if self.cursor != scan::START && self.line != line {
            self.restart()?;
            return Ok(true);
        }
        self.line = line;
        if next == scan::START {
            shards.pop();
        }
        self.cursor = next;
        self.keys = keys;
        Ok(true)
    }

    /// What is known of each key. A key that is gone, or is no string any more, is left out.
    fn look_at(&self, keys: &[Vec<u8>], by: Moment) -> Result<Vec<Found>, Unavailable> {
        let route = &self.questions.0;
        let calls = keys.iter().flat_map(|key| calls(key));
        let calls: Vec<_> = calls.collect();
        let mut replies = route.send_all(&calls, Timeout::PerPortion, by).into_iter();
        let mut found = Vec::with_capacity(keys.len());
        for key in keys {
            let (Some(holder), Some(end), Some(waiters)) =
                (replies.next(), replies.next(), replies.next())
            else {
                break;
            };
            let state = (
                self.questions.read(key, holder, get::answer)?,
                self.questions.read(key, end, pttl::answer)?,
                self.questions.read(key, waiters, zcount::answer)?,
            );
            let (mut owner, remaining, waiters) = match state {
                (Holder::Token(owner), pttl::End::In(span), waiters) => {
                    (owner, Some(span), waiters)
                }
                (Holder::Token(owner), pttl::End::Never, waiters) => (owner, None, waiters),
                _ => continue,
            };
            owner.truncate(LONGEST_OWNER);
            owner.shrink_to_fit();
            found.push(Found {
                key: key.clone(),
                owner,
                remaining,
                waiters,
            });
        }
        Ok(found)
    }
}

fn calls(key: &[u8]) -> [Call<'_>; 3] {
    [get::call(key), pttl::call(key), zcount::call(key)]
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
