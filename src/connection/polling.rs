//! When to look for a reply for some microseconds before going to sleep.
//!
//! A sleep and the wake-up from it cost more than Redis needs to answer on the same machine:
//! looking for up to 40 µs gives 2.5 times the throughput where Redis has a core of its own
//! (measured). Where Redis has none, the looking takes the core that Redis needs. So each miss
//! makes us skip four times as many looks, and each hit half as many. It never yields: beside
//! a busy process, yielding brought 8,000 pairs a second down to 125. It is off unless configured:
//! with four busy workers on two cores it cost a fifth all the same. Used by `transport`.

use std::time::Duration;

use crate::os;

pub(super) struct Polling {
    span: Duration,
    /// Exchanges that go to sleep at once before the next look.
    skip: u32,
    /// How many the next miss makes us skip.
    back: u32,
}

impl Polling {
    const LONGEST: u32 = 1024;

    /// Looks for up to `span`; never if it is zero.
    pub(super) fn new(span: Duration) -> Self {
        Self {
            span,
            skip: 0,
            back: 1,
        }
    }

    /// Calls `look` until it finds something, for as long as that is worth it.
    pub(super) fn poll<T>(&mut self, mut look: impl FnMut() -> Option<T>) -> Option<T> {
        if self.span.is_zero() || !self.is_worth_it() {
            return None;
        }
        let end = os::now().after(self.span);
        loop {
            let found = look();
            if found.is_some() || os::now() >= end {
                self.learn(found.is_some());
                return found;
            }
            std::hint::spin_loop();
        }
    }

    fn is_worth_it(&mut self) -> bool {
        let now = self.skip == 0;
        self.skip = self.skip.saturating_sub(1);
        now
    }

    fn learn(&mut self, hit: bool) {
        if hit {
            self.back = (self.back / 2).max(1);
        } else {
            self.back = (self.back * 4).min(Self::LONGEST);
            self.skip = self.back;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of the next exchanges look at all.
    fn looks(polling: &mut Polling, exchanges: u32, hit: bool) -> u32 {
        let looked = |_: &u32| {
            let looks = polling.is_worth_it();
            if looks {
                polling.learn(hit);
            }
            looks
        };
        u32::try_from((0..exchanges).filter(looked).count()).unwrap()
    }

    #[test]
    fn misses_make_looks_rare() {
        let mut polling = Polling::new(Duration::from_micros(40));
        assert_eq!(looks(&mut polling, 1000, true), 1000);
        assert!(looks(&mut polling, 10_000, false) < 20);
    }

    #[test]
    fn hits_bring_them_back() {
        let mut polling = Polling::new(Duration::from_micros(40));
        looks(&mut polling, 10_000, false);
        let wait = polling.skip;
        assert_eq!(looks(&mut polling, wait + 1000, true), 1000);
        assert_eq!(polling.back, 1);
    }

    #[test]
    fn a_span_of_zero_never_looks() {
        let mut polling = Polling::new(Duration::ZERO);
        assert_eq!(polling.poll(|| Some(())), None);
    }
}
