//! What to wait for at a socket at which nothing moves.
//!
//! A socket may be ready and move nothing all the same, because the kernel is short of memory or a filter drops
//! the bytes. It is left alone for a moment before it is waited for again, because the wait would otherwise be a
//! loop that never sleeps. `opening` and `transport` use this file.

use std::time::Duration;

use super::channel::Channel;
use crate::clock::Moment;
use crate::os::{Ready, Wanted};

const PAUSE: Duration = Duration::from_millis(1);

/// The memory of the last wait for a socket, which its owner replaces by a new one each time that something has
/// moved.
#[derive(Default)]
pub(super) struct Stuck {
    /// The moment at which the last wait for the socket began. That wait may have ended because of another socket
    /// that was waited for together with this one.
    awaited_since: Option<Moment>,
}

impl Stuck {
    /// Returns what to wait for at `now`, for no longer than until `by`.
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
