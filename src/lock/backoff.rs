//! The pauses between attempts that fail: 10 ms first, then twice as long each time, up to 320 ms.
//!
//! This file sleeps nowhere. `budget` and the renewer's table use it.

use std::time::Duration;

/// The pauses of one caller that asks again and again.
#[derive(Debug)]
pub(crate) struct Backoff {
    next: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self { next: Self::FIRST }
    }
}

impl Backoff {
    const FIRST: Duration = Duration::from_millis(10);
    pub(crate) const LONGEST: Duration = Duration::from_millis(320);

    /// Returns how long to pause now. The next pause will be longer.
    pub(crate) fn pause(&mut self) -> Duration {
        let now = self.next;
        self.next = (self.next * 2).min(Self::LONGEST);
        now
    }

    /// Returns whether there has been a pause since the last success.
    pub(crate) fn has_begun(&self) -> bool {
        self.next > Self::FIRST
    }

    /// Begins again with the first pause, because an attempt has succeeded.
    pub(crate) fn end(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit_and_begin_anew_after_a_success() {
        let mut backoff = Backoff::default();
        let pauses: Vec<_> = (0..7).map(|_| backoff.pause().as_millis()).collect();
        assert_eq!(pauses, [10, 20, 40, 80, 160, 320, 320]);
        assert!(backoff.has_begun());
        backoff.end();
        assert!(!backoff.has_begun());
        assert_eq!(backoff.pause().as_millis(), 10);
    }
}
