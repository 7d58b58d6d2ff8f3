//! Numbers that look random, and are the same for the same seed on every machine, so a failed run is made
//! again from its seed. Used by the model, and by tests that make data faster than a strategy of proptest
//! does.

use std::time::Duration;

/// The generator `SplitMix64`, which has few lines and for which any seed is as good as another.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number that is at least zero and less than `many`.
    pub(crate) fn below(&mut self, many: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(many).unwrap()).unwrap()
    }

    pub(crate) fn percent(&mut self, chance: u64) -> bool {
        self.next() % 100 < chance
    }

    /// Returns a span between `from` and `to` in whole microseconds.
    pub(crate) fn span(&mut self, from: Duration, to: Duration) -> Duration {
        let width = u64::try_from(to.saturating_sub(from).as_micros()).unwrap() + 1;
        from + Duration::from_micros(self.next() % width)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
