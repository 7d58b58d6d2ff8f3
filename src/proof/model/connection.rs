//! One connection between a client and the server, as data. Used by `world`; `wire` moves what is
//! in flight on it.

use std::collections::VecDeque;
use std::time::Duration;

use super::request::Request;
use crate::clock::Moment;

/// What both ends know of a connection.
pub(super) struct ModelConnection {
    pub(super) client: usize,
    /// No reply gets through any more.
    pub(super) severed: bool,
    /// The server executes nothing of it any more.
    pub(super) closed: bool,
    /// What is in flight is held up somewhere until then.
    pub(super) held_until: Moment,
    pub(super) inbox: VecDeque<Request>,
    /// Until when the server lets it sleep, and at which token's list.
    pub(super) blocked: Option<(Moment, String)>,
    /// The sleep ends, or ended, so much later than its client knows. The requests behind it wait
    /// for so long.
    pub(super) late: Duration,
    /// It sleeps at its client, because the server that it asked has no list for it. No wake-up
    /// comes through.
    pub(super) is_deaf: bool,
    pub(super) last_request: Moment,
    pub(super) last_reply: Moment,
    /// Replies that the client will skip.
    pub(super) owed: usize,
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
            owed: 0,
        }
    }
}
