//! The calls of one object that ask a server about one name, one after the other where fibers interleave them.
//!
//! A call that is suspended in a command has an answer to come, and another fiber may use the same object meanwhile. With
//! two commands for one token in flight, nobody knows which one the server executes last, and the answer of the first
//! could bring a lease back that the second has released. So a call takes its turn at the name, and a later one is
//! suspended until that turn is over. A `lock()` call that waits in the queue takes no turn, because its name is pending
//! and nothing else is asked for it. This file asks no server. The verbs of `lock_set` take turns.

use std::cell::RefCell;
use std::time::Duration;

use crate::clock::{Clock, PerProcess};
use crate::error::Error;

/// The names of one lock set about which a call asks now.
#[derive(Default)]
pub(super) struct Turns(RefCell<PerProcess<Vec<Vec<u8>>>>);

/// A turn, which is over with this value. Calls that cannot be interleaved take none.
pub(super) struct Turn<'a>(Option<(&'a Turns, &'a [u8], u64)>);

/// The interval at which a call looks whether the turn of another one is over. A turn lasts for one command.
const LOOK: Duration = Duration::from_millis(1);

impl Turns {
    /// Takes the turn at a name, as soon as no other call has it. Where the call cannot be suspended, it goes on at
    /// once, because it runs in the midst of the other one, which could never end before.
    ///
    /// # Errors
    /// What ended a sleep of `clock`. The turn is not taken.
    pub(super) fn take<'a>(&'a self, name: &'a [u8], clock: &dyn Clock) -> Result<Turn<'a>, Error> {
        if !clock.may_suspend() {
            return Ok(Turn(None));
        }
        while self.is_taken(name, clock) {
            match clock.suspend(clock.now().after(LOOK), None) {
                None => return Ok(Turn(None)),
                Some(slept) => slept?,
            };
        }
        let generation = clock.generation();
        self.0.borrow_mut().of(generation).push(name.to_vec());
        Ok(Turn(Some((self, name, generation))))
    }

    fn is_taken(&self, name: &[u8], clock: &dyn Clock) -> bool {
        let mut taken = self.0.borrow_mut();
        let taken = taken.of(clock.generation());
        taken.iter().any(|it| it == name)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let Some((turns, name, generation)) = self.0 else {
            return;
        };
        let mut taken = turns.0.borrow_mut();
        // The turns of a parent are not those of its child.
        if let Some(taken) = taken.of_same(generation)
            && let Some(place) = taken.iter().position(|it| it == name)
        {
            taken.swap_remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io;
    use std::os::fd::RawFd;

    use super::*;
    use crate::clock::Moment;
    use crate::sync::JoinHandle;
    use crate::token::Maker;

    /// A clock whose sleeps a test plays, and which counts them.
    struct PlayedClock<'a> {
        suspends: bool,
        generation: Cell<u64>,
        sleeps: Cell<u32>,
        meanwhile: &'a dyn Fn(u32) -> Result<bool, Error>,
    }

    impl Clock for PlayedClock<'_> {
        fn now(&self) -> Moment {
            Moment::PAST
        }

        fn generation(&self) -> u64 {
            self.generation.get()
        }

        fn maker(&self) -> Maker {
            Maker::new(b"played", 1)
        }

        fn sleep(&self, _: Moment, _: Option<RawFd>) -> Result<bool, Error> {
            panic!("the process would sleep");
        }

        fn may_suspend(&self) -> bool {
            self.suspends
        }

        fn suspend(&self, _: Moment, _: Option<RawFd>) -> Option<Result<bool, Error>> {
            self.sleeps.set(self.sleeps.get() + 1);
            Some((self.meanwhile)(self.sleeps.get()))
        }

        fn spawn(&self, _: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    fn clock(meanwhile: &dyn Fn(u32) -> Result<bool, Error>) -> PlayedClock<'_> {
        PlayedClock {
            suspends: true,
            generation: Cell::default(),
            sleeps: Cell::default(),
            meanwhile,
        }
    }

    #[test]
    fn a_call_is_suspended_until_the_turn_of_another_one_is_over() {
        let turns = Turns::default();
        let first = RefCell::new(None);
        let meanwhile = |sleeps| {
            if sleeps == 3 {
                drop(first.take());
            }
            Ok(false)
        };
        let clock = clock(&meanwhile);
        first.replace(turns.take(b"a", &clock).ok());
        let other = turns.take(b"b", &clock).unwrap();
        assert_eq!(clock.sleeps.get(), 0);
        let second = turns.take(b"a", &clock).unwrap();
        assert_eq!(clock.sleeps.get(), 3);
        drop((other, second));
        assert!(!turns.is_taken(b"a", &clock) && !turns.is_taken(b"b", &clock));
    }

    #[test]
    fn what_ends_a_sleep_ends_the_call_and_leaves_the_turn_to_its_owner() {
        let turns = Turns::default();
        let clock = clock(&|_| Err(Error::Interrupted));
        let first = turns.take(b"a", &clock).unwrap();
        assert!(matches!(turns.take(b"a", &clock), Err(Error::Interrupted)));
        assert!(turns.is_taken(b"a", &clock));
        drop(first);
        assert!(!turns.is_taken(b"a", &clock));
    }

    #[test]
    fn a_call_that_cannot_be_suspended_goes_on_in_the_midst_of_another_one() {
        let turns = Turns::default();
        let mut clock = clock(&|_| Ok(false));
        let first = turns.take(b"a", &clock).unwrap();
        clock.suspends = false;
        drop(turns.take(b"a", &clock).unwrap());
        assert!(turns.is_taken(b"a", &clock));
        drop(first);
    }

    #[test]
    fn the_turns_of_a_parent_hold_up_no_call_of_its_child() {
        let turns = Turns::default();
        let clock = clock(&|_| panic!("nobody sleeps"));
        let of_parent = turns.take(b"a", &clock).unwrap();
        clock.generation.set(1);
        let of_child = turns.take(b"a", &clock).unwrap();
        drop(of_parent);
        assert!(turns.is_taken(b"a", &clock));
        drop(of_child);
    }
}
