//! Bells: each wakes one waiter of this thread that sleeps without a connection.
//!
//! A bell is a file of the kernel with a count, so a loop that waits for sockets can wait for it too. It belongs to the
//! process that made it, as a socket does. This file knows no waiter. `php` makes bells for the clock of a request.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use super::sockets::{ForkSafe, event_file};
use crate::clock::Bell;

/// A bell of this process.
#[derive(Debug)]
pub(crate) struct EventBell(ForkSafe<OwnedFd>);

impl EventBell {
    /// Returns a new bell, which is silent.
    ///
    /// # Errors
    /// The system has no descriptor left, or too many of ours are open.
    pub(crate) fn make() -> io::Result<Self> {
        ForkSafe::make(|| event_file(0)).map(Self)
    }
}

impl AsRawFd for EventBell {
    fn as_raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}

impl Bell for EventBell {
    fn socket(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    fn ring(&self) {
        let one = 1_u64;
        // SAFETY: the pointer leads to the eight bytes of a local, and the descriptor is open as long as this value
        // lives. A full count refuses the write, and rings all the same.
        unsafe { libc::write(self.socket(), (&raw const one).cast(), size_of::<u64>()) };
    }

    fn silence(&self) {
        let mut count = 0_u64;
        // SAFETY: as in `ring`, and any eight bytes are a valid number. The call does not wait, because the file
        // does not block.
        unsafe { libc::read(self.socket(), (&raw mut count).cast(), size_of::<u64>()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::has_something;

    #[test]
    fn a_bell_rings_until_it_is_silenced() {
        let bell = EventBell::make().unwrap();
        assert!(!has_something(bell.socket()));
        bell.silence();
        bell.ring();
        bell.ring();
        assert!(has_something(bell.socket()));
        bell.silence();
        assert!(!has_something(bell.socket()));
    }
}
