//! What a listing asks about one key: who has it, for how long, how many wait, and since when.
//!
//! This file asks nobody. `redis_store` asks these questions of one deployment, and `quorum` of several servers.

use std::time::Duration;

use crate::clock::Moment;
use crate::protocol::mutex::oldest::{self, Oldest};
use crate::protocol::mutex::{zcount, zrange};
use crate::protocol::pttl::{self, KeyLifetime};
use crate::protocol::{Call, Question, Reply, get, time};
use crate::store::{Found, HeldBy, Holder, Ticket};

/// No lock library makes a longer owner token, in bytes: theirs have 16 to 64. A longer value is cut, because
/// a cache below the same prefix has many large values.
const LONGEST_OWNER: usize = 256;

/// Returns who has a key that has this holder and this lifetime, or `None` if nobody has it.
pub(super) fn held_by(holder: Holder, lifetime: KeyLifetime) -> Option<HeldBy> {
    let owner = match holder {
        Holder::Nobody => return None,
        Holder::Token(owner) => Some(owner),
        Holder::Foreign => None,
    };
    let remaining = match lifetime {
        // It ended between the two questions.
        KeyLifetime::Gone => return None,
        KeyLifetime::Never => None,
        KeyLifetime::In(span) => Some(span),
    };
    Some(HeldBy { owner, remaining })
}

/// A server's clock, as it was read at a moment of ours.
#[derive(Debug, Clone, Copy)]
pub(super) struct ServerTime {
    /// Microseconds since 1970.
    micros: i64,
    read_at: Moment,
}

impl ServerTime {
    /// Returns what a reply to TIME means that has come at `now`. `Ok(None)`: the server does not tell its clock to this
    /// user, and a list is worth having without it.
    ///
    /// # Errors
    /// A reply that TIME cannot have.
    pub(super) fn read(reply: &Reply, now: Moment) -> Result<Option<Self>, &Reply> {
        if reply.error_words().is_some() {
            return Ok(None);
        }
        let micros = time::question().read(reply).ok_or(reply)?;
        Ok(Some(Self {
            micros,
            read_at: now,
        }))
    }

    /// Returns the server's time at `now`, in milliseconds since 1970.
    fn millis(self, now: Moment) -> i64 {
        let since = i64::try_from(now.until(self.read_at).as_micros()).unwrap_or_default();
        self.micros.saturating_add(since) / 1000
    }

    /// Returns the time between the drawing of a ticket and `now`. It is never negative, because the clock may have been
    /// set back.
    fn since(self, Ticket(drawn): Ticket, now: Moment) -> Duration {
        let before = u64::try_from(self.micros.saturating_sub(drawn)).unwrap_or_default();
        Duration::from_micros(before) + now.until(self.read_at)
    }
}

/// The questions about one key, in an order that the replies have too.
pub(super) struct KeyQuestions<'a> {
    key: &'a [u8],
    who: WhoQuestions<'a>,
    lifetime: Question<'a, KeyLifetime>,
    waiters: Question<'a, u64>,
    oldest: Question<'a, Oldest>,
}

/// The questions who has a key.
enum WhoQuestions<'a> {
    /// Of a lock.
    Lock(Box<Question<'a, Holder>>),
    /// Of a name with shares.
    Shares(Box<ShareQuestions<'a>>),
}

/// The questions whether a set is ours, and how many of its shares live.
struct ShareQuestions<'a> {
    lowest: Question<'a, Vec<Vec<u8>>>,
    count: Question<'a, u64>,
}

impl<'a> KeyQuestions<'a> {
    /// Returns the questions about a lock.
    pub(super) fn new(key: &'a [u8]) -> Self {
        Self::about(key, WhoQuestions::Lock(Box::new(get::question(key))))
    }

    /// Returns the questions about a key that may have shares, to a server with this clock, which are asked at `now`.
    /// Without a clock a share whose lease is over may count as living.
    pub(super) fn of_shares(key: &'a [u8], clock: Option<ServerTime>, now: Moment) -> Self {
        let shares = ShareQuestions {
            lowest: zrange::lowest(key),
            count: zcount::shares(key, clock.map_or(0, |clock| clock.millis(now))),
        };
        Self::about(key, WhoQuestions::Shares(Box::new(shares)))
    }

    fn about(key: &'a [u8], who: WhoQuestions<'a>) -> Self {
        Self {
            key,
            who,
            lifetime: pttl::question(key),
            waiters: zcount::question(key),
            oldest: oldest::question(key),
        }
    }

    pub(super) fn key(&self) -> &'a [u8] {
        self.key
    }

    pub(super) fn calls(&self) -> Vec<&Call<'a>> {
        let mut calls = match &self.who {
            WhoQuestions::Lock(holder) => vec![&holder.call],
            WhoQuestions::Shares(of) => vec![&of.lowest.call, &of.count.call],
        };
        calls.extend([&self.lifetime.call, &self.waiters.call, &self.oldest.call]);
        calls
    }

    /// Returns what the replies to the calls mean, which have come at `now` from a server with this clock, or `None` for a
    /// key that is gone or holds something else now.
    ///
    /// # Errors
    /// The first reply that its call cannot have.
    pub(super) fn read<'r>(
        &self,
        replies: &'r [Reply],
        clock: Option<ServerTime>,
        now: Moment,
    ) -> Result<Option<Found>, &'r Reply> {
        let [who @ .., lifetime, waiters, oldest] = replies else {
            return Ok(None);
        };
        let who = self.who.read(who)?;
        let lifetime = self.lifetime.read(lifetime).ok_or(lifetime)?;
        let waiters = self.waiters.read(waiters).ok_or(waiters)?;
        let Oldest(first) = self.oldest.read(oldest).ok_or(oldest)?;
        let Some((owner, shares)) = who else {
            return Ok(None);
        };
        let remaining = match lifetime {
            KeyLifetime::In(span) => Some(span),
            // The set of a share always ends.
            KeyLifetime::Never if shares == 0 => None,
            _ => return Ok(None),
        };
        Ok(Some(Found {
            key: self.key.to_vec(),
            owner,
            shares,
            remaining,
            waiters,
            oldest: clock
                .zip(first)
                .map(|(clock, ticket)| clock.since(ticket, now)),
        }))
    }
}

impl WhoQuestions<'_> {
    /// Returns the owner token and the number of shares, of which one is empty, or `None` if nobody of ours or of another
    /// library has the key.
    fn read<'r>(&self, replies: &'r [Reply]) -> Result<Option<(Vec<u8>, u64)>, &'r Reply> {
        match (self, replies) {
            (Self::Lock(holder), [reply]) => Ok(match holder.read(reply).ok_or(reply)? {
                Holder::Token(mut owner) => {
                    owner.truncate(LONGEST_OWNER);
                    owner.shrink_to_fit();
                    Some((owner, 0))
                }
                _ => None,
            }),
            (Self::Shares(of), [first, living]) => {
                let lowest = of.lowest.read(first).ok_or(first)?;
                let shares = of.count.read(living).ok_or(living)?;
                let has_shares = !lowest.is_empty() && shares > 0;
                Ok(has_shares.then_some((Vec::new(), shares)))
            }
            _ => Ok(None),
        }
    }
}
