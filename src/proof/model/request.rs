//! One request of a client: the call that it sends, and what the reply means to the client.
//!
//! Both are the product's own. Made by `conduct` and `line`, executed by `wire`.

use std::time::Duration;

use super::rules::Act;
use crate::clock::Moment;
use crate::error::Unavailable;
use crate::node::{JoinReply, LeaseRequest, Ticket};
use crate::protocol::acquire::{self, Joins};
use crate::protocol::{Answer, Call, Reply, release, set, wake};

pub(super) const KEY: &[u8] = b"lock:a";

/// One command.
#[derive(Debug, Clone)]
pub(super) enum Request {
    /// The handshake, which has other connections killed.
    Open {
        kill: Vec<usize>,
    },
    /// SET NX.
    Set {
        token: String,
        lease: Duration,
    },
    Acquire {
        token: String,
        lease: Duration,
        fencing: bool,
        ticket: Option<Ticket>,
        joins: Joins,
    },
    /// BLPOP.
    Sleep {
        token: String,
        slice: Duration,
        /// By the client's clock.
        until: Moment,
    },
    Release {
        token: String,
    },
}

/// A lease of the one lock that all clients want.
pub(super) fn wanted(token: &str, lease: Duration, fencing: bool) -> LeaseRequest<'_> {
    LeaseRequest {
        key: KEY,
        token: token.as_bytes(),
        lease,
        fencing,
    }
}

impl Request {
    /// What it sends; `None` for a handshake.
    pub(super) fn call(&self) -> Option<Call<'_>> {
        match self {
            Self::Open { .. } => None,
            Self::Set { token, lease } => Some(set::call(&wanted(token, *lease, false))),
            Self::Acquire {
                token,
                lease,
                fencing,
                ticket,
                joins,
            } => {
                let wanted = wanted(token, *lease, *fencing);
                Some(acquire::call(&wanted, *ticket, *joins))
            }
            Self::Sleep { token, slice, .. } => Some(wake::call(KEY, token.as_bytes(), *slice)),
            Self::Release { token } => Some(release::call(KEY, token.as_bytes())),
        }
    }

    /// What its reply means to a client that wants the lock or gives it back. `None`: it cannot
    /// have this reply.
    pub(super) fn answer(&self, reply: &Reply) -> Option<JoinReply> {
        if let Some(words) = reply.error_words() {
            let refused = Unavailable::error_reply(&"model", &words);
            return Some(JoinReply::Unknown(refused));
        }
        let answer = match self {
            Self::Set { .. } => set::answer(reply),
            Self::Acquire { fencing, .. } => {
                // Whether it was to join or not: a mutant may take no notice.
                if let Some(place) = acquire::place(reply) {
                    return Some(JoinReply::Waits(place));
                }
                acquire::answer(reply, *fencing)
            }
            Self::Release { .. } => release::answer(reply),
            Self::Open { .. } | Self::Sleep { .. } => None,
        };
        answer.map(|answer| match answer {
            Answer::Granted(fence) => JoinReply::Granted(fence),
            Answer::Refused => JoinReply::Refused,
        })
    }

    pub(super) fn act(&self) -> Option<(Act, &str)> {
        match self {
            Self::Set { token, .. } => Some((Act::Set, token)),
            Self::Acquire { token, .. } => Some((Act::Acquire, token)),
            Self::Release { token } => Some((Act::Release, token)),
            Self::Open { .. } | Self::Sleep { .. } => None,
        }
    }
}
