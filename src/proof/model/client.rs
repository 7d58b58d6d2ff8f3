//! A client as data: what it does now, and what it remembers. Used by `world`; `client_steps` and `waiting_line`
//! say what it does.

use std::time::Duration;

use super::request::Request;
use crate::clock::Moment;
use crate::lock::waiter::Waiter;
use crate::store::Ticket;

/// What the client does now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClientStage {
    Thinking,
    /// Its question is in flight.
    InFlight,
    /// It sleeps in the queue.
    Sleeping {
        until: Moment,
    },
    Pausing,
    GivingBack,
    Holding,
    /// `again`: the answer to the first release was lost.
    Releasing {
        again: bool,
    },
    /// It releases a token of unknown outcome.
    Freeing,
    Done,
}

pub(super) struct Client {
    pub(super) stage: ClientStage,
    pub(super) rounds: usize,
    pub(super) look: Duration,
    pub(super) lease: Duration,
    pub(super) fencing: bool,
    pub(super) deadline: Moment,
    pub(super) retry_for: Duration,
    /// When its present trouble with the server was first seen.
    pub(super) trouble_since: Option<Moment>,
    pub(super) waiter: Option<Waiter<'static>>,
    /// Its place, for questions that its waiter does not ask.
    pub(super) ticket: Option<Ticket>,
    /// The number of the timer that counts: the last one.
    pub(super) timer: u64,
    pub(super) stopped_until: Option<Moment>,
    pub(super) idle: Option<usize>,
    /// The connection whose reply it waits for.
    pub(super) busy: Option<usize>,
    /// What that will be the reply to.
    pub(super) asked_for: Option<Request>,
    /// The request that is sent as soon as that connection is open.
    pub(super) opening: Option<Request>,
    /// By when the command has to be back.
    pub(super) by: Moment,
    /// What it asks again after a pause, because the keys are at two nodes.
    pub(super) again: Option<Request>,
    /// Nobody knows whether the token of a release has left the queue; and whether that was asked.
    pub(super) unsure_of_leave: Option<bool>,
    pub(super) abandoned: Vec<usize>,
    /// A bug: it has sent its next join ahead.
    pub(super) ahead: bool,
}

pub(super) const COMMAND_TIMEOUT: Duration = Duration::from_secs(1);

impl Client {
    pub(super) fn new(rounds: usize, look: Duration) -> Self {
        Self {
            stage: ClientStage::Thinking,
            rounds,
            look,
            lease: Duration::ZERO,
            fencing: false,
            deadline: Moment::NEVER,
            retry_for: Duration::MAX,
            trouble_since: None,
            waiter: None,
            ticket: None,
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
