//! The extra commands in the pipeline of calls: ASKING before each call, CLUSTER SLOTS and WAIT behind
//! all of them.
//!
//! It packs words, tells replies apart and says how long WAIT may take. It sends nothing. Used by
//! `cluster`, by `server` for one call, and by `round` for several.

use std::{fmt, io};

use anyhow::anyhow;

use crate::clock::Moment;
use crate::connection::{Transport, in_time};
use crate::error::Unavailable;
use crate::protocol::{Call, Form, Reply, replicas};

/// Which extra commands go with a question, besides WAIT.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Extras {
    /// The slot of the call moves to this node. ASKING counts for one command.
    pub(super) is_asking: bool,
    /// The node shall say which node has which slot.
    pub(super) with_map: bool,
}

impl Extras {
    pub(super) const NONE: Self = Self {
        is_asking: false,
        with_map: false,
    };

    /// Adds the call, and ASKING before it.
    pub(super) fn push(self, transport: &mut Transport, call: &Call, form: Form) {
        if self.is_asking {
            transport.push::<&[u8]>(&[b"ASKING"], &[]);
        }
        push(transport, call, form);
    }

    /// Adds what stands behind all calls but WAIT.
    pub(super) fn push_behind(self, transport: &mut Transport) {
        if self.with_map {
            transport.push::<&[u8]>(&[b"CLUSTER", b"SLOTS"], &[]);
        }
    }

    /// The reply to the one call among the replies to all, and the one to CLUSTER SLOTS.
    pub(super) fn unpack(self, replies: Vec<Reply>) -> Option<(Reply, Option<Reply>)> {
        let mut replies = replies.into_iter();
        let reply = next_reply(&mut replies, self.is_asking)?;
        Some((reply, replies.next()))
    }
}

/// The next reply to a call. If ASKING was refused, that says more than the MOVED behind it, which leads back.
pub(super) fn next_reply(
    replies: &mut impl Iterator<Item = Reply>,
    is_asking: bool,
) -> Option<Reply> {
    let permit = is_asking.then(|| replies.next()).flatten();
    let reply = replies.next()?;
    match permit {
        Some(refused @ Reply::Error { .. }) if reply.is_error("MOVED") => Some(refused),
        _ => Some(reply),
    }
}

/// Adds a call.
pub(super) fn push(transport: &mut Transport, call: &Call, form: Form) {
    call.packed(form, |first, rest| transport.push(first, rest));
}

/// Adds WAIT for a question that has begun and has to be back by `deadline`.
pub(super) fn push_wait(
    transport: &mut Transport,
    min_replicas: u32,
    begun: Moment,
    deadline: Moment,
) {
    let words = replicas::words(min_replicas, deadline.until(begun));
    transport.push(&[], &words);
}

/// Whether the server does not know a script by its hash. A proxy in front of it may know no hashes at all,
/// and then every script goes whole. Neither has executed anything.
pub(super) fn is_unknown_script(reply: &Reply) -> bool {
    let knows_no_hashes = |words: &str| {
        let words = words.to_ascii_lowercase();
        words.contains("unknown command") && words.contains("evalsha")
    };
    match reply {
        Reply::Error { code, words } => {
            code == "NOSCRIPT" || code == "ERR" && knows_no_hashes(words)
        }
        _ => false,
    }
}

/// By when WAIT has to have its answer: half of the time that is left, so that there is time to take the
/// call back.
pub(super) fn counted_by(now: Moment, deadline: Moment) -> Moment {
    now.after(deadline.until(now) / 2)
}

/// WAIT's reply, or why there is none in its time.
pub(super) fn count(
    name: &impl fmt::Display,
    reply: io::Result<Option<Reply>>,
    (begun, until): (Moment, Moment),
) -> Result<Reply, Unavailable> {
    Err(match reply {
        Ok(Some(reply)) => return Ok(reply),
        Ok(None) => {
            let late = io::ErrorKind::TimedOut.into();
            let cause = in_time(late, "WAIT had no answer", until.until(begun));
            Unavailable::uncounted(name, &cause)
        }
        Err(error) => {
            let cause = anyhow!("WAIT had no answer: {error}");
            Unavailable::unanswered(name, cause)
        }
    })
}
