//! The ways on which calls travel to servers, and the questions that are asked over them.
//!
//! A route knows connections, time and servers, and of a lock only the wake list at which a waiter
//! sleeps. The questions know the commands of a lock, and not how many servers there are. `php`
//! asks a [`Pool`] for the store of each object.

mod cluster;
mod extras;
mod pool;
mod redis_store;
mod round;
mod server;
mod shared;

use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::os::{self, Wanted};
use crate::protocol::{Call, Reply};
use crate::store::{Keyspace, StoreFactory};

pub(crate) use pool::Pool;
pub(crate) use redis_store::RedisStore;

/// The way to the servers of one deployment.
pub(crate) trait Router {
    /// The route to one server, which has a share of the keys. A call without a key goes there.
    type Shard: Router;

    /// The routes to the servers that have all the keys together.
    fn shards(&self, by: Moment) -> Result<Vec<Self::Shard>, Unavailable>;

    /// A number that changes when another connection leads to the server of a share. It may be another
    /// server then.
    fn connection_epoch(&self) -> u64 {
        0
    }

    /// Sends one call. Connecting included, it is back at the command timeout or at `by`,
    /// whichever is sooner. An error reply is a reply.
    fn send(&self, call: &Call, by: Moment) -> Result<Reply, Unavailable>;

    /// Sends several calls at once. A reply or its failure for each, in order.
    fn send_all(
        &self,
        calls: &[Call],
        time: Timeout,
        by: Moment,
    ) -> Vec<Result<Reply, Unavailable>>;

    /// As `send`, with WAIT behind the call in the same pipeline. `matters` says whether WAIT's
    /// reply matters behind that reply to the call. The route waits for it with half of the time
    /// that is left by then, so that there is time to take the call back.
    fn send_counted(
        &self,
        call: &Call,
        matters: &dyn Fn(&Reply) -> bool,
        by: Moment,
    ) -> Result<Counted, Unavailable>;

    /// Sends several calls at once, and one WAIT behind all that go in one pipeline. They have the
    /// time of one call. One of each, in order.
    fn send_all_counted(&self, calls: &[Call], by: Moment) -> Vec<Result<Counted, Unavailable>>;

    /// How many replicas have to have what a call grants. 0: `send` and `send_all` do.
    fn min_replicas(&self) -> u32;

    /// By when a question that begins now has to be back, whatever it consists of.
    fn deadline(&self, by: Moment) -> Moment;

    /// Whether keys are in slots, which move from server to server. While its slot moves, a call about
    /// two keys may meet TRYAGAIN.
    fn has_slots(&self) -> bool;

    /// Whether the companions of the lock `key` are in its slot. Without slots they are.
    fn has_companions(&self, key: &[u8]) -> bool;

    /// Sleeps for so long, in the midst of a question that has to be back at `by`. `false`: there is no
    /// time for that.
    fn pause(&self, span: Duration, by: Moment) -> bool {
        // What is asked then follows redirects, and its answer says more than that it was cut off.
        let now = os::now();
        let reserve = self.deadline(Moment::NEVER).until(now) / 8;
        let until = now.after(span);
        until.after(reserve) < by && os::wait_for_any(&[Wanted::time(until)]).is_ok()
    }

    /// Sleeps at the wake list of `token` until something was popped or `until` has come,
    /// serving signals. `None`: the time is over.
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

    /// Rejects a reply to a call about `key` that is no answer: an error of the server, or a reply
    /// that the call cannot have. Returns why. It closes the connection if the server has been
    /// demoted, and abandons it if nobody knows which reply would come next.
    fn reject(&self, key: &[u8], reply: &Reply) -> Unavailable;

    /// What errors call the deployment.
    fn name(&self) -> String;

    /// Where the keys are, as the configuration says it.
    fn keyspace(&self) -> Keyspace {
        Keyspace::of(self.name())
    }

    /// What errors call the server that has the key.
    fn server_of(&self, _key: &[u8]) -> String {
        self.name()
    }

    /// As [`crate::store::LockStore::may_be_executed`].
    fn may_be_executed(&self, given_up: Moment) -> bool;

    /// Closes the idle connections: the next call opens another.
    fn hang_up(&self);

    /// How another thread gets a store of the same deployment; always the same for one route.
    fn factory(&self) -> Arc<dyn StoreFactory>;
}

/// The reply to a call, and WAIT's behind it.
#[derive(Clone)]
pub(crate) struct Counted {
    pub(crate) reply: Reply,
    /// Why it has not come, if it has not.
    pub(crate) wait: Result<Reply, Unavailable>,
}

/// When a question begins, by when its connection has to be open, and by when it has to be back.
#[derive(Clone, Copy)]
struct Deadlines {
    now: Moment,
    open_by: Moment,
    deadline: Moment,
}

impl Deadlines {
    /// That of a question that is asked now.
    fn begin(timeout: Duration, by: Moment) -> Self {
        let now = os::now();
        let deadline = now.after(timeout).min(by);
        Self {
            now,
            open_by: deadline,
            deadline,
        }
    }

    /// What is left of it now.
    fn rest(self) -> Self {
        Self {
            now: os::now(),
            open_by: self.deadline,
            ..self
        }
    }
}

/// How much time several calls have together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timeout {
    /// As much as one call.
    Once,
    /// A server that answers gets the time of one call again and again, until `by`.
    PerPortion,
}
