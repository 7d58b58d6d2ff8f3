//! The calls of one object that ask a server about one name, one after the other where fibers interleave them.
//!
//! A call that is suspended in a command has an answer to come, and another fiber may use the same object meanwhile. With
//! two commands for one token in flight, nobody knows which one the server executes last, and the answer of the first
//! could bring a lease back that the second has released. So a call occupies the name, and a later one is
//! suspended until the name is free. A `lock()` call that waits in the queue occupies nothing, because its name is pending
//! and nothing else is asked for it. This file asks no server. The verbs of `lock_set` occupy names.

use std::cell::RefCell;
use std::time::Duration;

use crate::clock::{Clock, PerProcess};
use crate::error::Error;

/// The names of one lock set about which a call asks now.
#[derive(Default)]
pub(super) struct OccupiedNames(RefCell<PerProcess<Vec<Vec<u8>>>>);

/// An occupied name, which is free again with the end of this value. Calls that cannot be interleaved occupy none.
pub(super) struct Occupancy<'a>(Option<(&'a OccupiedNames, &'a [u8], u64)>);

/// The interval at which a call looks whether the name is free. It is occupied for one command.
const LOOK: Duration = Duration::from_millis(1);

/// The time after which a call goes on all the same, because the other one may stand below it on the stack: a callable
/// that runs tasks of its own may call this object again.
const LONGEST: Duration = Duration::from_secs(10);

impl OccupiedNames {
    /// Occupies a name, as soon as no other call does. Where the call cannot be suspended, it goes on at
    /// once, because it runs in the midst of the other one, which could never end before.
    ///
    /// # Errors
    /// What ended a sleep of `clock`. The name is not occupied.
    #[inline]
    pub(super) fn occupy<'a>(
        &'a self,
        name: &'a [u8],
        clock: &dyn Clock,
    ) -> Result<Occupancy<'a>, Error> {
        if clock.may_suspend() {
            self.occupy_beside_fibers(name, clock)
        } else {
            Ok(Occupancy(None))
        }
    }

    /// As [`Self::occupy`], where other fibers may use the same object.
    #[cold]
    fn occupy_beside_fibers<'a>(
        &'a self,
        name: &'a [u8],
        clock: &dyn Clock,
    ) -> Result<Occupancy<'a>, Error> {
        let gives_up = clock.now().after(LONGEST);
        while self.is_occupied(name, clock) && clock.now() < gives_up {
            match clock.suspend(clock.now().after(LOOK), None) {
                None => return Ok(Occupancy(None)),
                Some(slept) => slept?,
            };
        }
        let generation = clock.generation();
        self.0.borrow_mut().of(generation).push(name.to_vec());
        Ok(Occupancy(Some((self, name, generation))))
    }

    fn is_occupied(&self, name: &[u8], clock: &dyn Clock) -> bool {
        let mut taken = self.0.borrow_mut();
        let taken = taken.of(clock.generation());
        taken.iter().any(|it| it == name)
    }

    #[cold]
    fn free(&self, name: &[u8], generation: u64) {
        let mut taken = self.0.borrow_mut();
        // The names that a parent occupies are not those of its child.
        if let Some(taken) = taken.of_same(generation)
            && let Some(place) = taken.iter().position(|it| it == name)
        {
            taken.swap_remove(place);
        }
    }
}

impl Drop for Occupancy<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some((names, name, generation)) = self.0 {
            names.free(name, generation);
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
    struct OccupiedClock<'a> {
        suspends: bool,
        generation: Cell<u64>,
        sleeps: Cell<u32>,
        meanwhile: &'a dyn Fn(u32) -> Result<bool, Error>,
    }

    impl Clock for OccupiedClock<'_> {
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

    fn clock(meanwhile: &dyn Fn(u32) -> Result<bool, Error>) -> OccupiedClock<'_> {
        OccupiedClock {
            suspends: true,
            generation: Cell::default(),
            sleeps: Cell::default(),
            meanwhile,
        }
    }

    #[test]
    fn a_call_is_suspended_until_another_one_leaves_the_name() {
        let names = OccupiedNames::default();
        let first = RefCell::new(None);
        let meanwhile = |sleeps| {
            if sleeps == 3 {
                drop(first.take());
            }
            Ok(false)
        };
        let clock = clock(&meanwhile);
        first.replace(names.occupy(b"a", &clock).ok());
        let other = names.occupy(b"b", &clock).unwrap();
        assert_eq!(clock.sleeps.get(), 0);
        let second = names.occupy(b"a", &clock).unwrap();
        assert_eq!(clock.sleeps.get(), 3);
        drop((other, second));
        assert!(!names.is_occupied(b"a", &clock) && !names.is_occupied(b"b", &clock));
    }

    #[test]
    fn what_ends_a_sleep_ends_the_call_and_leaves_the_name_to_its_owner() {
        let names = OccupiedNames::default();
        let clock = clock(&|_| Err(Error::Interrupted));
        let first = names.occupy(b"a", &clock).unwrap();
        assert!(matches!(
            names.occupy(b"a", &clock),
            Err(Error::Interrupted)
        ));
        assert!(names.is_occupied(b"a", &clock));
        drop(first);
        assert!(!names.is_occupied(b"a", &clock));
    }

    #[test]
    fn a_call_that_cannot_be_suspended_goes_on_in_the_midst_of_another_one() {
        let names = OccupiedNames::default();
        let mut clock = clock(&|_| Ok(false));
        let first = names.occupy(b"a", &clock).unwrap();
        clock.suspends = false;
        drop(names.occupy(b"a", &clock).unwrap());
        assert!(names.is_occupied(b"a", &clock));
        drop(first);
    }

    #[test]
    fn the_names_of_a_parent_hold_up_no_call_of_its_child() {
        let names = OccupiedNames::default();
        let clock = clock(&|_| panic!("nobody sleeps"));
        let of_parent = names.occupy(b"a", &clock).unwrap();
        clock.generation.set(1);
        let of_child = names.occupy(b"a", &clock).unwrap();
        drop(of_parent);
        assert!(names.is_occupied(b"a", &clock));
        drop(of_child);
    }
}
