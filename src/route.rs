//! The routes on which calls travel to servers, and the store that asks its questions over them.
//!
//! A router knows connections, time and servers, and of a lock only the wake list at which a waiter sleeps. The
//! store knows the questions about a lock, and not how many servers there are. `php` asks a [`Pool`] for the store
//! of each object.

mod cluster;
mod found;
mod pool;
pub(crate) mod quorum;
mod redis_store;
mod round;
mod server;
mod shared;

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;

use crate::clock::{Clock, Moment};
use crate::connection::PORTION;
use crate::error::{Error, Unavailable};
use crate::os::{self, Wanted};
use crate::protocol::slot::has_companions;
use crate::protocol::{Call, Reply};
use crate::store::StoreFactory;

pub(crate) use crate::connection::Note;
pub(crate) use cluster::{NodeAddress, SlotMap};
pub(crate) use pool::Pool;
pub(crate) use redis_store::RedisStore;

/// The route to the servers of one deployment.
pub(crate) trait Router {
    /// The route to one shard, which is a server that has a part of the keys. A call without a key goes there.
    type Shard: Router;

    /// Returns the routes to the shards that have all the keys together.
    fn shards(&self, by: Moment) -> Result<Vec<Self::Shard>, Unavailable>;

    /// Returns a number that changes with each new connection to a shard. A SCAN cursor is void then, because the
    /// connection may lead to another server.
    fn connection_epoch(&self) -> u64 {
        0
    }

    /// Asks one call or several at once. `take` gets the index of each call and its outcome, in any order. An error
    /// reply is a reply. A call that a server has not executed for sure may go to another one meanwhile.
    fn ask<'a>(
        &self,
        calls: &'a [&'a Call<'a>],
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    );

    /// Returns the reply to one call, behind which no replicas are counted.
    fn ask_one(&self, call: &Call, by: Moment) -> Result<Reply, Unavailable> {
        let mut only = None;
        let mut take = |_, outcome: Outcome| only = Some(outcome);
        self.ask(&[call], RoundOptions::by(by), &mut take);
        let answer = only.unwrap_or_else(|| Err(self.no_reply()))?;
        Ok(answer.reply)
    }

    /// Returns the error of a call that got no outcome.
    fn no_reply(&self) -> Unavailable {
        Unavailable::unanswered(&self.name(), anyhow!("no reply"))
    }

    /// Returns how many replicas have to have what a call grants.
    fn min_replicas(&self) -> u32;

    /// Returns the deadline of a question that begins now, however many calls it needs.
    fn deadline(&self, by: Moment) -> Moment;

    /// Returns whether keys are in slots, which move from server to server. While its slot moves, a call about two
    /// keys may meet TRYAGAIN.
    fn has_slots(&self) -> bool;

    /// Returns whether the companions of the lock `key` are in its slot. Without slots they are.
    fn has_companions(&self, key: &[u8]) -> bool {
        !self.has_slots() || has_companions(key)
    }

    /// Sleeps for `span` within a question whose deadline is `by`. Returns whether there was time for that.
    fn pause(&self, span: Duration, by: Moment) -> bool {
        // The next call needs time to follow redirects, because an answer says more than a call that was cut off.
        let now = os::now();
        let reserve = self.deadline(Moment::NEVER).until(now) / 8;
        let until = now.after(span);
        until.after(reserve) < by && os::wait_for_any(&[Wanted::time(until)]).is_ok()
    }

    /// Sleeps at the wake list of `token`, serving signals. Returns the reply when something was popped, or `None`
    /// when `until` has come.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the connection broke; what ended a sleep of `clock`.
    fn wait(
        &self,
        key: &[u8],
        token: &[u8],
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error>;

    /// Returns why a reply to a call about `key` is no answer: an error of the server, or a reply that the call cannot
    /// have. The connection is closed if the server has been demoted, and abandoned if nobody knows which reply
    /// would come next.
    fn reject(&self, key: &[u8], reply: &Reply) -> Unavailable;

    /// Returns what errors call the deployment.
    fn name(&self) -> String;

    /// Returns what errors call the server that has the key.
    fn server_of(&self, _key: &[u8]) -> String {
        self.name()
    }

    /// As [`crate::store::LockStore::may_be_executed`].
    fn may_be_executed(&self, given_up: Moment) -> bool;

    /// Sends a call and does not wait for its reply, of which `note` will hear. Every later call about its key that
    /// goes to the same server comes behind it. Returns `false` if nothing was sent.
    fn send_ahead(&self, _call: &Call, _note: Rc<dyn Note>) -> bool {
        false
    }

    /// Receives the replies to what was sent ahead. A connection on which they have not come by `by` is abandoned.
    fn settle(&self, _by: Moment) {}

    /// Returns the number of the server to which a call about the key goes first.
    fn place(&self, _key: &[u8]) -> u64 {
        0
    }

    /// Closes the idle connections: the next call opens another.
    fn hang_up(&self);

    /// Returns how another thread gets a store of the same deployment; always the same for one router.
    fn factory(&self) -> Arc<dyn StoreFactory>;
}

/// What came of a call: its reply, or why there is none.
pub(crate) type Outcome = Result<Answer, Unavailable>;

/// The reply to a call.
#[derive(Clone)]
pub(crate) struct Answer {
    pub(crate) reply: Reply,
    /// WAIT's reply behind it, or why that has not come. `None`: nobody asked for it, or it did not matter.
    pub(crate) wait: Option<Result<Reply, Unavailable>>,
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        Self { reply, wait: None }
    }
}

/// How calls are asked.
#[derive(Clone, Copy)]
pub(crate) struct RoundOptions<'a> {
    pub(crate) timeout: Timeout,
    /// The moment when everything is over at the latest.
    pub(crate) by: Moment,
    /// Set if WAIT stands behind the calls of each server: which replies make the reply to WAIT matter. The server waits
    /// for its replicas for a quarter of the time, and we wait for the reply to WAIT for half of the rest, so that time
    /// is left to take the call back.
    pub(crate) counts: Option<Counts<'a>>,
}

/// Takes the index of a call and its reply, and returns whether the reply to WAIT matters behind it.
pub(crate) type Counts<'a> = &'a dyn Fn(usize, &Reply) -> bool;

impl RoundOptions<'_> {
    /// Returns the options of calls that have to be back at `by`.
    pub(crate) fn by(by: Moment) -> Self {
        Self {
            timeout: Timeout::PerPortion,
            by,
            counts: None,
        }
    }

    /// Returns the deadlines of calls that follow `before` in the same question, whose time they share. If they
    /// are among many calls, to servers that answer, they have the time of one call again.
    fn next(&self, before: Deadlines, timeout: Duration, calls: usize) -> Deadlines {
        if self.gives_more(calls) {
            Deadlines::begin(timeout, self.by)
        } else {
            before.rest()
        }
    }

    /// Returns whether a server that answers so many calls slowly gets its time again and again.
    fn gives_more(&self, calls: usize) -> bool {
        calls > PORTION && self.timeout == Timeout::PerPortion
    }
}

/// The moments when a question begins, by which its connection has to be open, and by which it has to be back.
#[derive(Clone, Copy)]
struct Deadlines {
    now: Moment,
    open_by: Moment,
    by: Moment,
}

impl Deadlines {
    /// Returns the deadlines of a question that is asked now.
    fn begin(timeout: Duration, by: Moment) -> Self {
        let now = os::now();
        let by = now.after(timeout).min(by);
        let open_by = by;
        Self { now, open_by, by }
    }

    /// Returns what is left of the deadlines now.
    fn rest(self) -> Self {
        Self {
            now: os::now(),
            open_by: self.by,
            ..self
        }
    }

    fn are_over(&self) -> bool {
        self.by <= self.now
    }

    /// Returns the same deadlines, with half of the time that is left for opening a connection.
    fn halved(self) -> Self {
        let open_by = self.now.after(self.by.until(self.now) / 2);
        Self { open_by, ..self }
    }
}

/// The time that several calls have together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timeout {
    /// As much as one call.
    Once,
    /// A server that answers gets the time of one call again and again, with each portion of replies.
    PerPortion,
}
