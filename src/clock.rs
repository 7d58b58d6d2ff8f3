//! A point in time on the kernel's boot-time clock, what a lock needs from its process, and values
//! that belong to one process.
//!
//! Never wall-clock time, because it jumps. Never `std::time::Instant`, which stands still while
//! the machine is suspended: Redis' clock goes on then, and Redis' clock ends a lease. Used by
//! every room that has a deadline or something that a forked child must not use.

use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;
use std::time::Duration;

use crate::error::Error;
use crate::sync::JoinHandle;
use crate::token::Maker;

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

    /// Returns the moment `span` after this one, or [`Self::NEVER`] if that is too far away.
    pub(crate) fn after(self, span: Duration) -> Self {
        self.after_nanos(nanos(span))
    }

    /// As [`Self::after`], for a span in nanoseconds.
    pub(crate) fn after_nanos(self, nanos: u64) -> Self {
        Self(self.0.saturating_add(nanos))
    }

    /// Returns the time from `now` to this moment; zero if this moment has passed.
    pub(crate) fn until(self, now: Self) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(now.0))
    }
}

/// Returns a span in nanoseconds, or the largest number if that is too small.
pub(crate) fn nanos(span: Duration) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}

/// What a lock needs from its process. `php::interrupts` implements it for PHP, and tests have a
/// clock that jumps forward when somebody sleeps.
pub(crate) trait Clock {
    /// Returns the present moment on the boot-time clock.
    fn now(&self) -> Moment;

    /// Returns the number of forks from the first process to this one. A child and its parent
    /// never see the same number.
    fn generation(&self) -> u64;

    /// Returns who draws the tokens of this process.
    fn maker(&self) -> Maker;

    /// Sleeps until `until`, or until `socket` has something to read. Runs the handlers of
    /// signals that arrive meanwhile. Returns whether the socket ended the sleep.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if a signal's handler forbids the call to go on;
    /// [`Error::Forked`] if a handler forked and this is the child.
    fn sleep(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error>;

    /// Returns whether fibers that wait may share this thread, so that nothing may stop it for long.
    fn has_fibers(&self) -> bool {
        false
    }

    /// Returns whether [`Self::suspend`] may suspend the caller here.
    fn may_suspend(&self) -> bool {
        false
    }

    /// As [`Self::sleep`], but other code of this thread runs meanwhile, and signals are its affair. `None`: the caller
    /// cannot be suspended here, so the process has to sleep.
    fn suspend(&self, _until: Moment, _socket: Option<RawFd>) -> Option<Result<bool, Error>> {
        None
    }

    /// As [`Self::sleep`], where [`Self::suspend`] could not suspend the caller.
    ///
    /// # Errors
    /// As [`Self::sleep`].
    fn stop_process(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error> {
        self.sleep(until, socket)
    }

    /// Returns why the running call has to end: PHP code that ran while the call was suspended has ended it.
    fn cut_off(&self) -> Option<Error> {
        None
    }

    /// Lets the running call go on in the child of a fork, with questions of its own.
    fn begin_anew(&self) {}

    /// Returns a new bell, by which one caller that is suspended wakes another one. `None`: there is none to be had.
    fn bell(&self) -> Option<Rc<dyn Bell>> {
        None
    }

    /// Starts a thread that never receives a signal.
    ///
    /// # Errors
    /// The system's error if it starts no thread.
    fn spawn(&self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>>;
}

/// A bell, at which one caller sleeps and which another caller of the same thread rings.
pub(crate) trait Bell {
    /// Returns the descriptor that has something to read while the bell rings.
    fn socket(&self) -> RawFd;

    /// Rings the bell until it is silenced.
    fn ring(&self);

    fn silence(&self);
}

/// A value that belongs to the process that made it. A forked child begins with an empty one,
/// because what it inherits is its parent's.
///
/// The child drops what it inherits. A value whose drop would touch something of the parent is
/// therefore a reference to what is leaked, or guards itself as `os::ForkSafe` does.
#[derive(Debug, Default)]
pub(crate) struct PerProcess<T> {
    /// The generation of the process to which `value` belongs.
    generation: u64,
    value: T,
}

impl<T: Default> PerProcess<T> {
    /// Returns a holder of `empty`, which has to be the default, for a `const`.
    pub(crate) const fn new(empty: T) -> Self {
        Self {
            generation: 0,
            value: empty,
        }
    }

    /// Returns the value of the process with this `generation`, which is the present one.
    #[inline]
    pub(crate) fn of(&mut self, generation: u64) -> &mut T {
        if self.generation != generation {
            self.drop_inherited(generation);
        }
        &mut self.value
    }

    #[cold]
    fn drop_inherited(&mut self, generation: u64) {
        drop(self.take_inherited(generation));
    }

    /// Returns the value, whether it belongs to this process or was inherited, for a look that is the same for both.
    pub(crate) fn of_any(&self) -> &T {
        &self.value
    }

    /// Returns the value, if it is that of the process with this `generation`.
    pub(crate) fn of_same(&mut self, generation: u64) -> Option<&mut T> {
        (self.generation == generation).then_some(&mut self.value)
    }

    /// Returns the value that this process has inherited, if it has not been taken. For a value whose drop may use
    /// the holder, which is borrowed inside [`Self::of`].
    pub(crate) fn take_inherited(&mut self, generation: u64) -> Option<T> {
        if self.generation == generation {
            return None;
        }
        self.generation = generation;
        Some(std::mem::take(&mut self.value))
    }
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

    #[test]
    fn a_child_begins_with_an_empty_value_and_keeps_its_own() {
        let mut value = PerProcess::new(Vec::new());
        value.of(7).push("the parent's");
        assert_eq!(*value.of(7), ["the parent's"]);
        assert!(value.of(8).is_empty());
        value.of(8).push("the child's");
        assert_eq!(*value.of(8), ["the child's"]);
    }
}
