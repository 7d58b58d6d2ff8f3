//! When a round to several servers has waited for long enough.
//!
//! A round waits for the servers that answered quickly when they were asked last, and for a tenth of the command
//! timeout longer than a majority took. So a server that is hung, dead or cut off costs that much once, and nothing
//! afterwards. This file is pure and knows no server but by what it did. `voters` uses it, and so does the model.

use std::time::Duration;

use crate::clock::Moment;

/// What is known of a server before it is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Record {
    /// The server was silent for too long when it was asked last, so nobody waits for it.
    pub(crate) is_slow: bool,
    /// The server was never connected, and nobody has waited for that yet.
    pub(crate) is_new: bool,
}

/// How long a round still waits.
#[derive(Debug)]
pub(crate) struct RoundWait {
    /// The number of answers that are a majority for this round.
    needed: usize,
    answers: usize,
    /// The number of servers that are not slow and have not answered.
    brisk: usize,
    /// The number of new servers that have not answered.
    new: usize,
    /// The time for which slow answers are waited for behind those that matter.
    grace: Duration,
    /// The end of that time, once it has begun.
    grace_ends: Moment,
    /// The moment by which the round has to be back.
    by: Moment,
    has_enough: bool,
}

/// The part of a command timeout for which a round waits behind a majority.
const PART: u32 = 10;

/// Returns the longest time for which anything waits for a server that may be slow, while there is another way on.
pub(crate) fn grace(command_timeout: Duration) -> Duration {
    command_timeout / PART
}

impl RoundWait {
    /// Returns the wait of a round whose result needs so many answers.
    pub(crate) fn new(
        records: impl IntoIterator<Item = Record>,
        needed: usize,
        command_timeout: Duration,
        by: Moment,
    ) -> Self {
        let mut wait = Self {
            needed,
            answers: 0,
            brisk: 0,
            new: 0,
            grace: grace(command_timeout),
            grace_ends: Moment::NEVER,
            by,
            has_enough: false,
        };
        for record in records {
            wait.brisk += usize::from(!record.is_slow);
            wait.new += usize::from(record.is_new);
        }
        wait
    }

    /// The same, but of one that waits no longer than the tenth, because there is another way on.
    pub(crate) fn briefly(self, now: Moment) -> Self {
        let grace_ends = now.after(self.grace);
        Self { grace_ends, ..self }
    }

    /// Notes that a server has answered, or that its connection has failed.
    pub(crate) fn ended(&mut self, of: Record, is_answer: bool, now: Moment) {
        self.brisk = self.brisk.saturating_sub(usize::from(!of.is_slow));
        self.new = self.new.saturating_sub(usize::from(of.is_new));
        self.answers += usize::from(is_answer);
        if self.answers == self.needed {
            self.begin_grace(now);
        }
    }

    /// Notes that the answers are enough. A server that was never connected is waited for all the same, once.
    pub(crate) fn has_enough(&mut self, now: Moment) {
        if !self.has_enough {
            self.has_enough = true;
            self.begin_grace(now);
        }
    }

    fn begin_grace(&mut self, now: Moment) {
        if self.grace_ends == Moment::NEVER {
            self.grace_ends = now.after(self.grace);
        }
    }

    /// Returns whether nothing more is to be waited for.
    pub(crate) fn is_over(&self) -> bool {
        if self.has_enough {
            return self.new == 0;
        }
        self.brisk == 0 && self.answers >= self.needed
    }

    /// Returns the moment when the round is over, whatever has come until then.
    pub(crate) fn until(&self) -> Moment {
        self.by.min(self.grace_ends)
    }

    /// Returns whether a server that has not answered by `now` was waited for, and in vain.
    pub(crate) fn was_in_vain(&self, now: Moment) -> bool {
        self.grace_ends <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRISK: Record = Record {
        is_slow: false,
        is_new: false,
    };
    const SLOW: Record = Record {
        is_slow: true,
        ..BRISK
    };
    const NEW: Record = Record {
        is_new: true,
        ..BRISK
    };

    fn at(millis: u64) -> Moment {
        Moment::from_nanos(millis * 1_000_000)
    }

    fn wait(records: &[Record]) -> RoundWait {
        let records = records.iter().copied();
        RoundWait::new(records, 3, Duration::from_secs(1), at(1000))
    }

    #[test]
    fn a_round_waits_for_every_server_that_is_not_slow() {
        let mut wait = wait(&[BRISK, BRISK, BRISK, BRISK, SLOW]);
        for _ in 0..3 {
            assert!(!wait.is_over());
            wait.ended(BRISK, true, at(1));
        }
        assert!(!wait.is_over());
        assert_eq!(wait.until(), at(101));
        assert!(!wait.was_in_vain(at(100)) && wait.was_in_vain(at(101)));
        wait.ended(BRISK, true, at(2));
        assert!(wait.is_over());
    }

    #[test]
    fn without_a_majority_slow_servers_are_waited_for_too() {
        let mut wait = wait(&[BRISK, BRISK, SLOW, SLOW, SLOW]);
        for _ in 0..2 {
            wait.ended(BRISK, true, at(1));
        }
        assert!(!wait.is_over());
        assert_eq!(wait.until(), at(1000));
        wait.ended(SLOW, true, at(500));
        assert!(wait.is_over());
    }

    #[test]
    fn a_server_that_failed_is_no_answer() {
        let mut wait = wait(&[BRISK; 5]);
        for _ in 0..3 {
            wait.ended(BRISK, false, at(1));
        }
        for _ in 0..2 {
            wait.ended(BRISK, true, at(1));
        }
        assert!(!wait.is_over());
        assert_eq!(wait.until(), at(1000));
    }

    #[test]
    fn only_a_new_server_is_waited_for_behind_enough_answers() {
        let mut wait = wait(&[BRISK, BRISK, BRISK, BRISK, NEW]);
        wait.ended(BRISK, true, at(1));
        wait.has_enough(at(1));
        assert!(!wait.is_over());
        assert_eq!(wait.until(), at(101));
        wait.ended(NEW, true, at(50));
        assert!(wait.is_over());
        let mut wait = self::wait(&[BRISK; 5]);
        wait.has_enough(at(1));
        assert!(wait.is_over());
    }

    #[test]
    fn a_server_that_is_asked_alone_has_a_tenth_of_the_time() {
        let one = RoundWait::new([BRISK], 1, Duration::from_secs(1), at(1000));
        assert_eq!(one.briefly(at(7)).until(), at(107));
    }
}
