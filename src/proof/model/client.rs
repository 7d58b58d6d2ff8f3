//! A client as data, which is what it does now and what it remembers. Used by `world`, while `client_steps`
//! and `waiting_line` say what the client does.

use std::rc::Rc;
use std::time::Duration;

use super::request::Request;
use crate::clock::{Clock, Moment};
use crate::lock::waiter::Waiter;
use crate::lock::{Lease, Nap, OwedRelease, OwedReleases};
use crate::store::{JoinReply, SleepEnd, Ticket};

/// The stage of a client, which decides what a reply and a timer mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClientStage {
    Thinking,
    /// A question of its waiter is in flight, so the client waits for the reply.
    InFlight,
    /// The client sleeps in the queue, until a wake-up comes or at most until this moment.
    Sleeping {
        until: Moment,
    },
    /// The client, which is a fiber, sleeps in the queue behind others of its process. The sleep with this end has
    /// come to this nap.
    Napping {
        end: SleepEnd,
        nap: Nap,
    },
    Pausing,
    GivingBack,
    Holding,
    /// The client renews its lease by a question that it asked at `sent`.
    Renewing {
        sent: Moment,
    },
    /// The client releases its lock, `again` if the answer to the first release was lost.
    Releasing {
        again: bool,
    },
    /// The client releases a token of unknown outcome before its next wait.
    Freeing,
    /// The client asks again for a release that has no answer.
    AskingAgain,
    /// The client reads the answers to its releases, because it has nothing else to ask.
    Settling,
    Done,
}

/// A token whose release was sent and is not known to have an answer.
pub(super) struct LetGo {
    pub(super) token: String,
    pub(super) release: Rc<OwedRelease>,
}

/// A question that comes behind a release which is asked for again.
pub(super) struct Behind {
    pub(super) stage: ClientStage,
    pub(super) request: Request,
    pub(super) by: Moment,
    /// The answer that the question has got, if it was asked before its client learnt that the release has none.
    pub(super) answer: Option<JoinReply>,
}

pub(super) struct Client {
    /// The process whose fiber the client is, which is its own unless the scenario has fibers.
    pub(super) process: usize,
    pub(super) stage: ClientStage,
    pub(super) rounds: usize,
    pub(super) look: Duration,
    pub(super) lease: Duration,
    pub(super) fencing: bool,
    pub(super) deadline: Moment,
    pub(super) retry_for: Duration,
    /// The moment at which its present trouble with the server was first seen.
    pub(super) trouble_since: Option<Moment>,
    pub(super) waiter: Option<Waiter<'static>>,
    /// The lease that the client holds, or held last.
    pub(super) held: Option<Lease>,
    /// Whether the client waits for the answer to its next release.
    pub(super) awaits: bool,
    /// The releases whose answers nobody has waited for.
    pub(super) owed: OwedReleases,
    /// The tokens of these releases.
    pub(super) let_go: Vec<LetGo>,
    /// The question that comes behind the release that is asked for again.
    pub(super) behind: Option<Behind>,
    /// The question that the client asks now, whatever requests it is made of.
    pub(super) question: Option<Request>,
    /// The ticket of the client, for questions that its waiter does not ask.
    pub(super) ticket: Option<Ticket>,
    /// The time in microseconds by which its ticket in the line of its process is later than the server's.
    pub(super) later: i64,
    /// The owner that has passed its keys on to the client, as a wake-up has named it.
    pub(super) passed_by: Option<Vec<u8>>,
    /// The number of the last timer, which is the only one that counts.
    pub(super) timer: u64,
    pub(super) stopped_until: Option<Moment>,
    pub(super) idle: Option<usize>,
    /// The connection whose reply the client waits for.
    pub(super) busy: Option<usize>,
    /// The request whose reply the client waits for.
    pub(super) asked_for: Option<Request>,
    /// The request that is sent as soon as that connection is open.
    pub(super) opening: Option<Request>,
    /// The deadline by which the command has to be back.
    pub(super) by: Moment,
    /// The request that is sent again after a pause, because its keys are at two nodes.
    pub(super) again: Option<Request>,
    /// Set while nobody knows whether the token of a release has left the queue; true if a server may have
    /// got that request.
    pub(super) unsure_of_leave: Option<bool>,
    pub(super) abandoned: Vec<usize>,
    /// Whether a bug has made the client send its next join ahead.
    pub(super) ahead: bool,
}

pub(super) const COMMAND_TIMEOUT: Duration = Duration::from_secs(1);

impl Client {
    pub(super) fn new(
        process: usize,
        rounds: usize,
        look: Duration,
        clock: &'static (dyn Clock + Sync),
    ) -> Self {
        Self {
            process,
            stage: ClientStage::Thinking,
            rounds,
            look,
            lease: Duration::ZERO,
            fencing: false,
            deadline: Moment::NEVER,
            retry_for: Duration::MAX,
            trouble_since: None,
            waiter: None,
            held: None,
            awaits: true,
            owed: OwedReleases::new(clock),
            let_go: Vec::new(),
            behind: None,
            question: None,
            ticket: None,
            later: 0,
            passed_by: None,
            timer: 0,
            stopped_until: None,
            idle: None,
            busy: None,
            asked_for: None,
            opening: None,
            by: Moment::NEVER,
            again: None,
            unsure_of_leave: None,
            abandoned: Vec::new(),
            ahead: false,
        }
    }
}
