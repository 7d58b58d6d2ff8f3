//! What a Redis deployment can be asked, and the three answers that it may give.
//!
//! Everything hard about distributed locks comes from forgetting the third answer, which is that a store could not
//! be asked, so it has neither granted nor refused. With one server its vote is the decision, and counting the
//! votes of several belongs here when it comes. This file does no I/O and knows no client. `lock` and `keeper`
//! ask, and `route` answers.

use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};

/// One store's answer to a question that changes something. Only the answer to a token that wants to join the queue
/// has a place in it, `P`.
#[derive(Debug)]
pub(crate) enum Vote<P = Infallible> {
    /// The store did what was asked, or had done it when first asked.
    Granted(Fence),
    /// The key does not have the asking token, or no longer has it. The token stands in no queue.
    Refused,
    /// Another token has the key, and the asking token stands in the queue at this place.
    Waits(P),
    /// The store did what was asked, and too few replicas are known to have it, so nobody may rely on it.
    Unacknowledged(Unacknowledged),
    /// Nobody knows, or the store could not do it: never to be taken for a refusal.
    Unknown(Unavailable),
}

/// One store's answer to a token that wants to join the queue.
pub(crate) type JoinReply = Vote<QueuePlace>;

/// A grant that too few replicas are known to have.
#[derive(Debug, Clone)]
pub(crate) struct Unacknowledged {
    /// Whether the same question has given the lock back.
    pub(crate) given_back: bool,
    pub(crate) why: Unavailable,
}

impl From<Unacknowledged> for Unavailable {
    fn from(grant: Unacknowledged) -> Self {
        grant.why.behind_a_grant(grant.given_back)
    }
}

/// The fencing token of a lease, or `None` where none was asked for.
pub(crate) type Fence = Option<i64>;

/// The past of an attempt to acquire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Retry {
    /// Nothing: the token was never sent.
    First,
    /// The token may have the key already, or stand in the queue, where it got this ticket if one is known.
    Again(Option<Ticket>),
}

/// The past of a token that asks for a place in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The token has never asked for a place.
    Newcomer,
    /// The token may stand in the queue, where it got this ticket if one is known.
    Waiter(Option<Ticket>),
    /// The same, and the last thing that happened is that the token's wake-up for a hand-over was read.
    HandedOver(Option<Ticket>),
}

/// A waiter's place in the order of the queue, for as long as the wait lasts: a point in the
/// server's time, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ticket(pub(crate) i64);

/// The end of a sleep in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SleepEnd {
    /// Nothing happens at this moment, so a question a little sooner does as well.
    About(Moment),
    /// A lease or the wait ends at this moment, so a question before it would be one more.
    At(Moment),
}

impl SleepEnd {
    pub(crate) fn moment(self) -> Moment {
        match self {
            Self::About(moment) | Self::At(moment) => moment,
        }
    }
}

/// Why a waiter wakes up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wake {
    /// The key may have been handed over to the waiter.
    HandedOver,
    /// The slice is over.
    SliceOver,
    /// The waiter has become the first of the queue.
    BecameFirst,
}

/// What a waiter learns about its place in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QueuePlace {
    pub(crate) ticket: Ticket,
    /// 1: the first of the queue; 2: the one behind it; 0: any other.
    pub(crate) rank: i64,
    /// The time until the waiter looks at the key again, because its holder will have lost it by then unless it
    /// renews. `None`: other waiters see to that, or nobody has to.
    pub(crate) look_after: Option<Duration>,
}

impl From<Vote> for JoinReply {
    fn from(vote: Vote) -> Self {
        match vote {
            Vote::Granted(fence) => Self::Granted(fence),
            Vote::Refused => Self::Refused,
            Vote::Unacknowledged(grant) => Self::Unacknowledged(grant),
            Vote::Unknown(unavailable) => Self::Unknown(unavailable),
        }
    }
}

impl Change<'_> {
    /// Returns the same change with a lease that the server keeps for `delay` longer.
    pub(crate) fn kept_longer(&self, delay: Duration) -> Self {
        match self {
            Self::Acquire(request, retry) => Self::Acquire(request.kept_longer(delay), *retry),
            Self::Adopt(request, from) => Self::Adopt(request.kept_longer(delay), from),
            Self::Expire(request) => Self::Expire(request.kept_longer(delay)),
            Self::Renew(request) => Self::Renew(request.kept_longer(delay)),
            Self::Release(held) => Self::Release(*held),
        }
    }

    /// Returns the key that changes.
    pub(crate) fn key(&self) -> &[u8] {
        match self {
            Self::Acquire(request, _)
            | Self::Adopt(request, _)
            | Self::Expire(request)
            | Self::Renew(request) => request.key,
            Self::Release(held) => held.key,
        }
    }

    /// Returns the owner tokens on which the answer depends. Where there is one, it stands there twice.
    pub(crate) fn tokens(&self) -> [&[u8]; 2] {
        match self {
            Self::Adopt(request, from) => [request.token, from],
            Self::Acquire(request, _) | Self::Expire(request) | Self::Renew(request) => {
                [request.token; 2]
            }
            Self::Release(held) => [held.token; 2],
        }
    }
}

impl<P> Vote<P> {
    pub(crate) fn is_granted(&self) -> bool {
        matches!(self, Self::Granted(_))
    }

    /// Returns whether no usable reply has come, so the store may have done what was asked.
    pub(crate) fn is_unanswered(&self) -> bool {
        matches!(self, Self::Unknown(unavailable) if unavailable.is_unanswered())
    }

    /// Returns why there is no decision, if there is none.
    pub(crate) fn trouble(&self) -> Option<Unavailable> {
        match self {
            Self::Granted(_) | Self::Waits(_) | Self::Refused => None,
            Self::Unacknowledged(grant) => Some(grant.clone().into()),
            Self::Unknown(unavailable) => Some(unavailable.clone()),
        }
    }
}

impl Vote {
    /// Returns the fencing token of a grant, or `None` for a refusal.
    ///
    /// # Errors
    /// The reason why the vote is neither.
    pub(crate) fn decided(self) -> Result<Option<Fence>, Unavailable> {
        match self {
            Self::Granted(fence) => Ok(Some(fence)),
            Self::Refused => Ok(None),
            Self::Unacknowledged(grant) => Err(grant.into()),
            Self::Unknown(unavailable) => Err(unavailable),
        }
    }
}

/// A change of one key by its token. Each change is idempotent by token, so asking twice has the effect of asking
/// once.
#[derive(Clone, Copy)]
pub(crate) enum Change<'a> {
    /// Grants the lease if the key is free or has been handed over to the token. A token that is refused
    /// stands in no queue afterwards.
    Acquire(LeaseRequest<'a>, Retry),
    /// Grants the lease if the key has this other token.
    Adopt(LeaseRequest<'a>, &'a [u8]),
    /// Gives the key a new lifetime if it has the token.
    Expire(LeaseRequest<'a>),
    /// Lets the lease last at least its own length from now, if the key still has its token. Never shortens
    /// a lease.
    Renew(LeaseRequest<'a>),
    /// Gives the key to the next in its queue, or frees it, if it still has its token; takes the token out of
    /// the queue otherwise.
    Release(HeldKey<'a>),
}

/// The receiver of the vote on a release that nobody waits for.
pub(crate) trait LateVote {
    /// Gets the vote: whether the key was the token's until then, or `None` for anything that is neither yes nor no.
    fn came(&self, was_released: Option<bool>);

    /// Hears that the next question may overtake the release.
    fn parted(&self) {}
}

/// The request of a lease.
#[derive(Clone, Copy)]
pub(crate) struct LeaseRequest<'a> {
    /// The Redis key: prefix and name.
    pub(crate) key: &'a [u8],
    /// The owner token that the key shall have.
    pub(crate) token: &'a [u8],
    /// The length of the lease, from when the server executes the question.
    pub(crate) lease: Duration,
    /// Whether a fencing token is to be made with the lease.
    pub(crate) fencing: bool,
}

impl LeaseRequest<'_> {
    /// Returns the request for a lease that the server keeps for `delay` longer.
    pub(crate) fn kept_longer(&self, delay: Duration) -> Self {
        Self {
            lease: self.lease.saturating_add(delay),
            ..*self
        }
    }
}

/// A key and the owner token that it is believed to have.
#[derive(Clone, Copy)]
pub(crate) struct HeldKey<'a> {
    pub(crate) key: &'a [u8],
    pub(crate) token: &'a [u8],
    /// The moment until which the lease may be relied upon.
    pub(crate) valid_until: Moment,
    /// Whether the token will never own a key again, so that the next waiter may take over what the token still has.
    pub(crate) for_good: bool,
}

impl<'a> HeldKey<'a> {
    /// Returns the key whose release is asked again for good. The validity has no meaning for it, because a refusal is
    /// an answer too: the first request may have released the key.
    pub(crate) fn to_release_again(key: &'a [u8], token: &'a [u8]) -> Self {
        Self {
            key,
            token,
            valid_until: Moment::PAST,
            for_good: true,
        }
    }

    /// Returns the key of a lease that is to be given back, because nobody may rely on it.
    pub(crate) fn to_give_back(request: &LeaseRequest<'a>) -> Self {
        Self {
            key: request.key,
            token: request.token,
            valid_until: Moment::PAST,
            for_good: false,
        }
    }
}

/// The holder of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Holder {
    /// The key does not exist.
    Nobody,
    /// A string: an owner token, ours or another library's.
    Token(Vec<u8>),
    /// Something that is not a string, such as another library's hash.
    Foreign,
}

/// A lock as a listing finds it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) key: Vec<u8>,
    /// The owner token that the key has, of any library. A value too long for one is cut. Empty for shares.
    pub(crate) owner: Vec<u8>,
    /// The number of shares that live. 0: a lock.
    pub(crate) shares: u64,
    /// The time until the key ends. `None`: the key has no end.
    pub(crate) remaining: Option<Duration>,
    /// The number of waiters. One that has died in the last seconds may count too.
    pub(crate) waiters: u64,
    /// The time for which the first waiter has waited, by the server's clock. `None`: nobody waits.
    pub(crate) oldest: Option<Duration>,
}

/// Who had the key when a last look was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HeldBy {
    /// The owner token that the key had, of any library. `None`: the key held something that is not a string.
    pub(crate) owner: Option<Vec<u8>>,
    /// The time until the key ends unless it is renewed. `None`: the key has no end.
    pub(crate) remaining: Option<Duration>,
}

/// A listing of locks, round by round. A lock that exists all the time is found, perhaps several times.
pub(crate) trait Listing {
    /// Returns what the next round has found, which may be nothing, or `None` at the end. After a failure the same
    /// round may be asked for again.
    fn next_round(&mut self, by: Moment) -> Result<Option<Vec<Found>>, Unavailable>;
}

/// Where the keys of a deployment are, whichever servers have them now. Two configurations may name the
/// same deployment: the nodes of a Cluster in another order, or with another timeout.
pub(crate) struct Keyspace {
    /// The name of the deployment, if there may be several at these addresses.
    pub(crate) what: String,
    /// The addresses of one server, or of servers that know the others.
    pub(crate) addresses: Vec<String>,
}

impl Keyspace {
    /// Returns the keyspace of one server.
    pub(crate) fn of(address: String) -> Self {
        Self {
            what: String::new(),
            addresses: vec![address],
        }
    }

    /// Returns whether both are one deployment.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let is_known = |address: &String| other.addresses.contains(address);
        self.what == other.what && self.addresses.iter().any(is_known)
    }
}

/// The locks of one Redis deployment. Every question but `wait` has one deadline, connecting included: the
/// command timeout or `by`, whichever is sooner. Only a list of releases may take longer, because a server that
/// answers many slowly gets more time, until `by`. A lease that is granted and not acknowledged is given back
/// first, within the same deadline.
pub(crate) trait LockStore {
    /// Returns the vote on one change.
    fn ask(&self, change: &Change, by: Moment) -> Vote;

    /// As [`Self::ask`], for [`Change::Acquire`] at the end of a wait. Returns also who has the key, if the servers
    /// have said it in the same round trip, because nothing is asked for that alone.
    fn last_look(
        &self,
        request: &LeaseRequest,
        retry: Retry,
        by: Moment,
    ) -> (Vote, Option<HeldBy>) {
        (self.ask(&Change::Acquire(*request, retry), by), None)
    }

    /// Returns the votes on several changes of one kind, renewals, new lifetimes or releases, in order. However many the
    /// renewals or lifetimes are, they have the time of one command.
    fn ask_all(&self, changes: &[Change], by: Moment) -> Vec<Vote>;

    /// Returns the vote on [`Change::Acquire`] of a token that joins the queue if it has to wait, with a ticket at its
    /// old place. A waiter that is not seen again for two seconds is passed over.
    fn join(&self, request: &LeaseRequest, standing: Standing, by: Moment) -> JoinReply;

    /// Sleeps in the queue, at the place of `ticket`, until something happens or the sleep ends, serving signals.
    /// Returns why it woke up.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the connection broke; what ended a sleep of `clock`.
    fn wait(
        &self,
        request: &LeaseRequest,
        ticket: Option<Ticket>,
        end: SleepEnd,
        clock: &dyn Clock,
    ) -> Result<Wake, Error>;

    /// Ends a wait of several sleeps in the queue, whose token sleeps there no more.
    fn end_wait(&self, _request: &LeaseRequest) {}

    /// Returns who has the key.
    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable>;

    /// Returns whether anybody has the key.
    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable>;

    /// Lists the locks whose keys begin with `prefix` and go on as the glob `pattern` says. Nothing is asked
    /// before the first round.
    fn list<'a>(&'a self, prefix: &[u8], pattern: &[u8]) -> Box<dyn Listing + 'a>;

    /// Sends a release and does not wait for the vote, which `vote` will get. The server executes the release before
    /// each later question about its key, as long as [`Self::place`] says the same. Returns `false` if nothing was
    /// sent, and then the caller has to ask.
    fn release_ahead(&self, _held: &HeldKey, _vote: Rc<dyn LateVote>) -> bool {
        false
    }

    /// Waits until `by` for the votes on releases that were sent ahead. A vote that has not come by then is missing
    /// for good.
    fn settle(&self, _by: Moment) {}

    /// Returns the number of the server to which questions about the key go.
    fn place(&self, _key: &[u8]) -> u64 {
        0
    }

    /// Returns the deadline of a question that begins now and has to be back by `by`.
    fn deadline(&self, by: Moment) -> Moment;

    /// Returns for how much longer than a lease its key is kept, so that nobody gets it right behind a loss.
    fn lock_delay(&self) -> Duration {
        Duration::ZERO
    }

    /// Closes the idle connections, so that the next question opens another.
    fn hang_up(&self) {}

    /// Returns whether a request may still be executed whose connection was given up by `given_up`: the server
    /// does not see that nobody waits for it.
    fn may_be_executed(&self, given_up: Moment) -> bool;

    /// Returns whether no lease of this key can come with a fencing token, because its counter would be in
    /// another slot of a Cluster.
    fn cannot_fence(&self, key: &[u8]) -> bool;

    /// Returns whether shares can be counted, which independent servers cannot do: majorities of two places admit three.
    fn counts_shares(&self) -> bool {
        true
    }

    /// Returns whether the server has this share. Its lease may be over.
    fn has_share(&self, _key: &[u8], _token: &[u8], _by: Moment) -> Result<bool, Unavailable> {
        Ok(false)
    }

    /// Returns the tokens of the shares that have the key, of which some may be over. None, if the key is somebody else's.
    fn shares(&self, _key: &[u8], _by: Moment) -> Result<Vec<Vec<u8>>, Unavailable> {
        Ok(Vec::new())
    }

    /// Returns what errors call this store.
    fn name(&self) -> String;

    /// Returns how another thread asks what this store asks; always the same for one store.
    fn factory(&self) -> Arc<dyn StoreFactory>;
}

/// What the stores of several threads have in common.
pub(crate) trait StoreFactory: Send + Sync {
    /// Returns a store for the calling thread, with connections of its own. That thread never waits for a resolver
    /// past a deadline.
    fn store(self: Arc<Self>) -> Box<dyn LockStore>;

    /// Returns where the keys are, as the configuration says it.
    fn keyspace(&self) -> Keyspace;

    /// Returns whether its keys are at several servers, so that one of them may be silent while another one answers.
    fn has_several_servers(&self) -> bool {
        false
    }
}
