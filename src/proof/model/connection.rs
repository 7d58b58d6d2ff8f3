//! One connection between a client and the server, as data. Used by `world`, while `wire` moves what is in
//! flight on it.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use super::request::Request;
use crate::clock::Moment;
use crate::lock::OwedRelease;
use crate::protocol::Reply;

/// The state of a connection at both its ends.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an observation of its own"
)]
pub(super) struct ModelConnection {
    pub(super) client: usize,
    /// Whether the client's end is gone, so that no further reply gets through.
    pub(super) severed: bool,
    /// Whether the server's end is gone, so that the server executes nothing more of it.
    pub(super) closed: bool,
    /// The moment until which what is in flight is held up somewhere.
    pub(super) held_until: Moment,
    pub(super) inbox: VecDeque<Request>,
    /// The end of its sleep at the server, and the token at whose list it sleeps.
    pub(super) blocked: Option<(Moment, String)>,
    /// The time by which the sleep ends, or ended, later than its client knows, while the requests behind the
    /// sleep wait.
    pub(super) late: Duration,
    /// Whether it sleeps at its client, because the server that was asked has no list for it, so that no
    /// wake-up comes through.
    pub(super) is_deaf: bool,
    pub(super) last_request: Moment,
    pub(super) last_reply: Moment,
    /// The replies that come before that of the next question: those to releases in flight, and those that the
    /// client will skip.
    pub(super) owed: VecDeque<Option<Rc<OwedRelease>>>,
    /// The replies that have come while the client reads none.
    pub(super) unread: VecDeque<Reply>,
    /// Whether a release was answered on it, so the server is known to have the script.
    pub(super) has_released: bool,
}

impl ModelConnection {
    pub(super) fn of(client: usize) -> Self {
        Self {
            client,
            severed: false,
            closed: false,
            held_until: Moment::PAST,
            inbox: VecDeque::new(),
            blocked: None,
            late: Duration::ZERO,
            is_deaf: false,
            last_request: Moment::PAST,
            last_reply: Moment::PAST,
            owed: VecDeque::new(),
            unread: VecDeque::new(),
            has_released: false,
        }
    }
}
