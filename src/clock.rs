//! Time as the lock sees it: a point on the kernel's boot-time clock.
//!
//! Never wall-clock time, which jumps, and never `std::time::Instant`, which
//! stands still while the machine is suspended although Redis' clock, which
//! ends our lease, does not. Used by everything that has a deadline.

use std::io;
use std::os::fd::RawFd;
use std::time::Duration;

use crate::error::Error;
use crate::sync::JoinHandle;

/// A point in time of this boot, in nanoseconds since it.
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

    /// This moment and `span`, or the end of time.
    pub(crate) fn after(self, span: Duration) -> Self {
        let nanos = u64::try_from(span.as_nanos()).unwrap_or(u64::MAX);
        Self(self.0.saturating_add(nanos))
    }

    /// How long until this moment, seen from `now`; zero when it has passed.
    pub(crate) fn until(self, now: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(now.0))
    }
}

/// What the lock needs from the process that it runs in. Real: `php::interrupts`;
/// in tests a clock that jumps when somebody sleeps.
pub(crate) trait Clock {
    /// Now, on the boot-time clock.
    fn now(&self) -> Moment;

    /// Which process this is, counted in forks: a child and its parent never
    /// see the same number.
    fn generation(&self) -> u64;

    /// Sleeps until `moment`, or until something can be read from `socket`,
    /// serving the process' signals. Whether it was the socket.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when what a signal started forbids to go on,
    /// [`Error::Forked`] when it forked and this is the child.
    fn sleep(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error>;

    /// Starts a thread that none of the process' signals is ever delivered to.
    ///
    /// # Errors
    /// What the system says if it gives none.
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
