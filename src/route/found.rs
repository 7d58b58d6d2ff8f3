//! What a listing asks about one key: who has it, for how long, and how many wait.
//!
//! This file asks nobody. `redis_store` asks these questions of one deployment, and `quorum` of several servers.

use crate::protocol::mutex::zcount;
use crate::protocol::pttl::{self, KeyLifetime};
use crate::protocol::{Call, Question, Reply, get};
use crate::store::{Found, Holder};

/// No lock library makes a longer owner token, in bytes: theirs have 16 to 64. A longer value is cut, because
/// a cache below the same prefix has many large values.
const LONGEST_OWNER: usize = 256;

/// The questions about one key.
pub(super) struct KeyQuestions<'a> {
    key: &'a [u8],
    holder: Question<'a, Holder>,
    lifetime: Question<'a, KeyLifetime>,
    waiters: Question<'a, u64>,
}

impl<'a> KeyQuestions<'a> {
    pub(super) fn new(key: &'a [u8]) -> Self {
        Self {
            key,
            holder: get::question(key),
            lifetime: pttl::question(key),
            waiters: zcount::question(key),
        }
    }

    pub(super) fn key(&self) -> &'a [u8] {
        self.key
    }

    pub(super) fn calls(&self) -> [&Call<'a>; 3] {
        [&self.holder.call, &self.lifetime.call, &self.waiters.call]
    }

    /// Returns what the replies to the calls mean, or `None` for a key that is gone or no longer holds a string.
    ///
    /// # Errors
    /// The first reply that its call cannot have.
    pub(super) fn read<'r>(&self, replies: &'r [Reply; 3]) -> Result<Option<Found>, &'r Reply> {
        let [holder, lifetime, waiters] = replies;
        let holder = self.holder.read(holder).ok_or(holder)?;
        let lifetime = self.lifetime.read(lifetime).ok_or(lifetime)?;
        let waiters = self.waiters.read(waiters).ok_or(waiters)?;
        let (mut owner, remaining) = match (holder, lifetime) {
            (Holder::Token(owner), KeyLifetime::In(span)) => (owner, Some(span)),
            (Holder::Token(owner), KeyLifetime::Never) => (owner, None),
            _ => return Ok(None),
        };
        owner.truncate(LONGEST_OWNER);
        owner.shrink_to_fit();
        Ok(Some(Found {
            key: self.key.to_vec(),
            owner,
            remaining,
            waiters,
        }))
    }
}
