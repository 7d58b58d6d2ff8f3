//! The number of questions that the fibers of one thread may have in flight at one server.
//!
//! A question that is suspended keeps its connection, so without a limit five hundred fibers would open five hundred
//! connections as soon as a server is slow. A question takes a seat before its connection, and those without one wait in the
//! order in which they came. A thread whose questions cannot be suspended never has two in flight, and takes no seats.
//! Used by `connections`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use crate::clock::{Bell, Moment, PerProcess};
use crate::os::{self, EventBell};

/// The largest number of questions in flight, and of idle connections to one server.
pub(super) const SEATS: usize = 16;

/// The largest number of waiting questions that have a bell, because a loop may not watch more than 1,024 descriptors.
const BELLS: usize = 64;

/// The time after which a question without a bell looks whether it has a seat.
const LOOK: Duration = Duration::from_millis(10);

#[derive(Default)]
pub(super) struct Seats(RefCell<PerProcess<OwnSeats>>);

#[derive(Default)]
struct OwnSeats {
    taken: usize,
    /// The questions that wait, the first one first.
    waiting: VecDeque<Rc<Waiting>>,
}

/// A question that waits for a seat.
struct Waiting {
    bell: Option<EventBell>,
    /// Whether a seat was passed on to it.
    is_seated: Cell<bool>,
}

/// A seat, which is free again with the end of this value.
pub(super) struct Seat {
    seats: Rc<Seats>,
    generation: u64,
}

impl Seats {
    /// Takes a seat for a question that has to be back by `deadline`. `None`: none is needed, or all are taken and the question
    /// cannot be suspended here, so those that have the seats stand still.
    ///
    /// # Errors
    /// No seat came free in time, or the running call may wait no longer.
    pub(super) fn take(self: &Rc<Self>, deadline: Moment) -> io::Result<Option<Seat>> {
        if !os::may_suspend() {
            return Ok(None);
        }
        if self.own(OwnSeats::take_free) {
            return Ok(Some(self.seat()));
        }
        self.wait_for_one(deadline)
    }

    #[cold]
    fn wait_for_one(self: &Rc<Self>, by: Moment) -> io::Result<Option<Seat>> {
        let has_bell = self.own(|own| own.waiting.len() < BELLS);
        let waiting = Rc::new(Waiting {
            bell: has_bell.then(|| EventBell::make().ok()).flatten(),
            is_seated: Cell::new(false),
        });
        self.own(|own| own.waiting.push_back(Rc::clone(&waiting)));
        let mut waited = Ok(true);
        while !waiting.is_seated.get() && matches!(waited, Ok(true)) {
            let until = match waiting.bell {
                Some(_) => by,
                None => os::now().after(LOOK).min(by),
            };
            waited = if os::now() < by {
                os::suspend_caller(waiting.bell.as_ref(), until)
            } else {
                Err(io::ErrorKind::TimedOut.into())
            };
        }
        let has_seat = self.own(|own| {
            own.waiting.retain(|other| !Rc::ptr_eq(other, &waiting));
            waiting.is_seated.get()
        });
        // A seat that was passed on to a call which has to end is passed on by the end of this value.
        let seat = has_seat.then(|| self.seat());
        waited.map(|_| seat)
    }

    fn seat(self: &Rc<Self>) -> Seat {
        Seat {
            seats: Rc::clone(self),
            generation: os::generation(),
        }
    }

    fn own<T>(&self, work: impl FnOnce(&mut OwnSeats) -> T) -> T {
        work(self.0.borrow_mut().of(os::generation()))
    }

    /// Frees all seats, because a fatal error has jumped over the frames of the questions that had them.
    pub(super) fn end_request(&self) {
        self.own(|own| *own = OwnSeats::default());
    }
}

impl OwnSeats {
    fn take_free(&mut self) -> bool {
        let is_free = self.taken < SEATS;
        self.taken += usize::from(is_free);
        is_free
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        if self.generation != os::generation() {
            return;
        }
        let next = self.seats.own(|own| {
            let next = own.waiting.pop_front();
            match &next {
                Some(next) => next.is_seated.set(true),
                None => own.taken = own.taken.saturating_sub(1),
            }
            next
        });
        if let Some(bell) = next.as_ref().and_then(|next| next.bell.as_ref()) {
            bell.ring();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_goes_to_the_first_that_waits_and_is_free_after_the_last() {
        let seats = Rc::new(Seats::default());
        for _ in 0..SEATS {
            assert!(seats.own(OwnSeats::take_free));
        }
        assert!(!seats.own(OwnSeats::take_free));
        let wait = || {
            let waiting = Rc::new(Waiting {
                bell: EventBell::make().ok(),
                is_seated: Cell::new(false),
            });
            seats.own(|own| own.waiting.push_back(Rc::clone(&waiting)));
            waiting
        };
        let (first, second) = (wait(), wait());
        drop(seats.seat());
        assert!(first.is_seated.get() && !second.is_seated.get());
        assert!(!seats.own(OwnSeats::take_free));
        drop(seats.seat());
        assert!(second.is_seated.get());
        drop(seats.seat());
        assert!(seats.own(OwnSeats::take_free));
    }
}
