//! One request of a client: the call that it sends, and what the reply means to the client.
//!
//! The call and the reading are the product's own, while `client_steps` and `waiting_line` make the requests
//! that `wire` executes.

use std::time::Duration;

use super::rules::Act;
use crate::clock::Moment;
use crate::error::Unavailable;
use crate::protocol::mutex::{acquire, free, leave, release, renew, take, wake};
use crate::protocol::{Call, Reply};
use crate::store::{JoinReply, LeaseRequest, Retry, Standing};

pub(super) const KEY: &[u8] = b"lock:a";

/// One command of a client, with its arguments.
#[derive(Debug, Clone)]
pub(super) enum Request {
    /// The handshake of a new connection, which has these other ones killed.
    Open {
        kill: Vec<usize>,
    },
    Acquire {
        token: String,
        lease: Duration,
        fencing: bool,
        retry: Retry,
    },
    Join {
        token: String,
        lease: Duration,
        fencing: bool,
        standing: Standing,
    },
    /// The BLPOP of a client that sleeps in the queue.
    Sleep {
        token: String,
        slice: Duration,
        /// The end of the sleep by the client's clock.
        until: Moment,
    },
    Release {
        token: String,
    },
    Renew {
        token: String,
        lease: Duration,
    },
    /// Sent, as `Leave` and `Free` are, instead of a script whose keys are at two nodes.
    Take {
        token: String,
        lease: Duration,
    },
    Leave {
        token: String,
    },
    Free {
        token: String,
    },
}

/// Returns the request for a lease of the one lock that all clients want.
pub(super) fn wanted(token: &str, lease: Duration, fencing: bool) -> LeaseRequest<'_> {
    LeaseRequest {
        key: KEY,
        token: token.as_bytes(),
        lease,
        fencing,
    }
}

impl Request {
    /// Returns the call that the request sends, or `None` for a handshake.
    pub(super) fn call(&self) -> Option<Call<'_>> {
        match self {
            Self::Open { .. } => None,
            Self::Acquire { retry, .. } => Some(acquire::question(&self.wanted()?, *retry).call),
            Self::Join { standing, .. } => Some(acquire::join(&self.wanted()?, *standing).call),
            Self::Sleep { token, slice, .. } => {
                Some(wake::question(KEY, token.as_bytes(), *slice).call)
            }
            Self::Release { token } => Some(release::question(KEY, token.as_bytes()).call),
            Self::Renew { .. } => Some(renew::question(&self.wanted()?).call),
            Self::Take { .. } => Some(take::question(&self.wanted()?).call),
            Self::Leave { token } => Some(leave::question(KEY, token.as_bytes()).call),
            Self::Free { token } => Some(free::question(KEY, token.as_bytes()).call),
        }
    }

    pub(super) fn wanted(&self) -> Option<LeaseRequest<'_>> {
        match self {
            Self::Acquire {
                token,
                lease,
                fencing,
                ..
            }
            | Self::Join {
                token,
                lease,
                fencing,
                ..
            } => Some(wanted(token, *lease, *fencing)),
            Self::Renew { token, lease } | Self::Take { token, lease } => {
                Some(wanted(token, *lease, false))
            }
            _ => None,
        }
    }

    /// Returns what the reply means to a client that wants the lock or gives it back, or `None` if the
    /// request cannot have this reply.
    pub(super) fn answer(&self, reply: &Reply) -> Option<JoinReply> {
        if let Some(words) = reply.error_words() {
            let refused = if reply.is_error("ASK") {
                Unavailable::half_moved(&"model", 1, &"model:1")
            } else {
                Unavailable::error_reply(&"model", &words)
            };
            return Some(JoinReply::Unknown(refused));
        }
        match self {
            Self::Acquire { retry, .. } => {
                let wanted = self.wanted()?;
                let vote = acquire::question(&wanted, *retry).read(reply);
                // A mutant may queue a token that was not to join.
                let joined = || acquire::join(&wanted, Standing::Newcomer).read(reply);
                vote.map(JoinReply::from).or_else(joined)
            }
            Self::Join { standing, .. } => acquire::join(&self.wanted()?, *standing).read(reply),
            Self::Release { .. } => release::question(KEY, b"").read(reply).map(JoinReply::from),
            Self::Renew { .. } => renew::question(&self.wanted()?)
                .read(reply)
                .map(JoinReply::from),
            Self::Take { .. } => take::question(&self.wanted()?)
                .read(reply)
                .map(JoinReply::from),
            Self::Leave { .. } => leave::question(KEY, b"")
                .read(reply)
                .map(|_| JoinReply::Refused),
            Self::Free { .. } => free::question(KEY, b"").read(reply).map(JoinReply::from),
            Self::Open { .. } | Self::Sleep { .. } => None,
        }
    }

    pub(super) fn act(&self) -> Option<(Act, &str)> {
        match self {
            Self::Acquire { token, retry, .. } => {
                let is_plain = acquire::is_plain(&self.wanted()?, *retry);
                let act = if is_plain { Act::Set } else { Act::Acquire };
                Some((act, token))
            }
            Self::Join { token, .. } => Some((Act::Acquire, token)),
            Self::Release { token } => Some((Act::Release, token)),
            Self::Renew { token, .. } => Some((Act::Renew, token)),
            Self::Take { token, .. } => Some((Act::Take, token)),
            Self::Leave { token } => Some((Act::Leave, token)),
            Self::Free { token } => Some((Act::Free, token)),
            Self::Open { .. } | Self::Sleep { .. } => None,
        }
    }

    pub(super) fn is_newcomer(&self) -> bool {
        let newcomer = Standing::Newcomer;
        matches!(self, Self::Join { standing, .. } if *standing == newcomer)
    }

    /// Returns whether the request names the token's place in the queue.
    pub(super) fn knows_place(&self) -> bool {
        match self {
            Self::Acquire { retry, .. } => matches!(retry, Retry::Again(Some(_))),
            Self::Join { standing, .. } => matches!(
                standing,
                Standing::Waiter(Some(_)) | Standing::HandedOver(Some(_))
            ),
            _ => false,
        }
    }
}
