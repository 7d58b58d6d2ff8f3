//! What to wait for at a socket at which nothing moves.
//!
//! A socket that was waited for and moves nothing all the same (the kernel is short of memory, a
//! filter drops it) is left alone for a moment before it is waited for again. Otherwise the wait
//! would be a loop that never sleeps. Used by `opening` and `transport`.

use std::time::Duration;

use super::channel::Channel;
use crate::clock::Moment;
use crate::os::{Ready, Wanted};

const PAUSE: Duration = Duration::from_millis(1);

/// A new one for each time that something has moved.
#[derive(Default)]
pub(super) struct Stuck {
    /// Since when the socket was waited for last. Others may be waited for together with it, and end the
    /// wait.
    awaited_since: Option<Moment>,
}

impl Stuck {
    /// What to wait for at `now`, no longer than until `by`.
    pub(super) fn wanted(
        &mut self,
        channel: &Channel,
        ready: Ready,
        by: Moment,
        now: Moment,
    ) -> Wanted {
        let is_quick = |since: Moment| now < since.after(PAUSE);
        if self.awaited_since.take().is_some_and(is_quick) {
            return Wanted::time(now.after(PAUSE).min(by));
        }
        self.awaited_since = Some(now);
        Wanted::ready(channel, ready, by)
    }
}
