//! A point in time, on the kernel's boot-time clock; and what a lock needs from its process.
//!
//! Never wall-clock time: it jumps. Never `std::time::Instant`: it stands still while the
//! machine is suspended, but Redis' clock goes on, and Redis' clock ends a lease. Used by
//! every room that has a deadline.

use std::io;
use std::os::fd::RawFd;
use std::time::Duration;

use crate::error::Error;
use crate::sync::JoinHandle;

/// A point in time, in nanoseconds since the machine booted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(u64);

impl Moment {
    /// Before every moment that a clock shows.
    pub(crate) const PAST: Self = Self(0);

    /// After every moment that a clock shows.
    pub(crate) const NEVER: Self = Self(u64::MAX);

    pub(crate) const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    pub(crate) const fn as_nanos(self) -> u64 {
        self.0
    }

    /// `span` after this moment, or [`Self::NEVER`] if that is too far away.
    pub(crate) fn after(self, span: Duration) -> Self {
        let nanos = u64::try_from(span.as_nanos()).unwrap_or(u64::MAX);
        Self(self.0.saturating_add(nanos))
    }

    /// How long it takes from `now` to this moment; zero if this moment has passed.
    pub(crate) fn until(self, now: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(now.0))
    }
}

/// What a lock needs from its process. `php::interrupts` implements it for PHP; in tests it is
/// a clock that jumps forward when somebody sleeps.
pub(crate) trait Clock {
    /// The present moment on the boot-time clock.
    fn now(&self) -> Moment;

    /// The number of forks from the first process to this one. A child and its parent never
    /// see the same number.
    fn generation(&self) -> u64;

    /// Sleeps until `until`, or until `socket` has something to read. Runs the handlers of
    /// signals that arrive meanwhile. Returns whether the socket ended the sleep.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if a signal's handler forbids the call to go on;
    /// [`Error::Forked`] if a handler forked and this is the child.
    fn sleep(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error>;

    /// Starts a thread that never receives a signal.
    ///
    /// # Errors
    /// The system's error if it starts no thread.
    fn spawn(&self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_saturates_instead_of_wrapping() {
        let now = Moment::from_nanos(5);
        assert_eq!(now.after(Duration::MAX), Moment(u64::MAX));
        assert_eq!(Moment::PAST.until(now), Duration::ZERO);
        assert_eq!(now.after(Duration::from_nanos(7)).until(now).as_nanos(), 7);
    }
}
