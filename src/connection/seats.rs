//! The number of questions that the fibers of one thread may have in flight at one server, and of rounds that they may have
//! in flight at one quorum.
//!
//! A question that is suspended keeps its connection, so without a limit five hundred fibers would open five hundred
//! connections as soon as a server is slow. A question takes a seat before its connection, and those without one wait in the
//! order in which they came. A round asks each of its servers as soon as it has a seat there, so it waits for no seat while
//! another one of its servers has nothing to do. A thread whose questions cannot be suspended never has two in flight, and
//! takes no seats. Used by `connections`, and by the rounds of `route`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use crate::clock::{Bell, Moment, PerProcess};
use crate::os::{self, EventBell, Wanted};

/// The largest number of questions in flight, and of idle connections to one server.
pub(super) const SEATS: usize = 16;

/// The largest number of waiting questions that have a bell, because a loop may not watch more than 1,024 descriptors.
const BELLS: usize = 64;

/// The time after which a question without a bell looks whether it has a seat.
const LOOK: Duration = Duration::from_millis(10);

/// Why a question has got no seat in time.
pub(crate) const LATE: &str = "the questions of other fibers were in front of this one";

pub(crate) struct Seats {
    /// The number of seats.
    limit: usize,
    own: RefCell<PerProcess<OwnSeats>>,
}

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
pub(crate) struct Seat {
    seats: Rc<Seats>,
    generation: u64,
}

/// What a question gets that asks for a seat.
pub(crate) enum Seating {
    /// A seat, or none where none is needed, or where the question cannot wait for one.
    Seated(Option<Seat>),
    /// A place in the line.
    Waits(SeatWait),
}

/// The place of a question in the line, which it leaves with the end of this value.
pub(crate) struct SeatWait {
    seats: Rc<Seats>,
    waiting: Rc<Waiting>,
    generation: u64,
    /// When the question looks whether it has a seat, unless the bell rings before.
    looks_at: Moment,
}

/// How far a question is that waits for a seat.
pub(crate) enum SeatStep {
    Seated(Option<Seat>),
    /// It goes on when this entry of a poll set is ready.
    Waits(Wanted),
    /// No seat came free in time.
    Late,
}

impl Seats {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            own: RefCell::default(),
        }
    }

    /// Takes a seat for a question that has to be back by `deadline`. `None`: none is needed, or all are taken and the question
    /// cannot be suspended here, so those that have the seats stand still.
    ///
    /// # Errors
    /// No seat came free in time, or the running call may wait no longer.
    pub(crate) fn take(self: &Rc<Self>, deadline: Moment) -> io::Result<Option<Seat>> {
        match self.begin() {
            Seating::Seated(seat) => Ok(seat),
            Seating::Waits(wait) => wait.suspended(deadline),
        }
    }

    /// As [`Self::take`], but it does not wait.
    pub(crate) fn begin(self: &Rc<Self>) -> Seating {
        if !os::may_suspend() {
            return Seating::Seated(None);
        }
        if self.take_free() {
            return Seating::Seated(Some(self.seat()));
        }
        Seating::Waits(self.stand_in_line())
    }

    #[cold]
    fn stand_in_line(self: &Rc<Self>) -> SeatWait {
        let has_bell = self.own(|own| own.waiting.len() < BELLS);
        let waiting = Rc::new(Waiting {
            bell: has_bell.then(|| EventBell::make().ok()).flatten(),
            is_seated: Cell::new(false),
        });
        self.own(|own| own.waiting.push_back(Rc::clone(&waiting)));
        SeatWait {
            seats: Rc::clone(self),
            waiting,
            generation: os::generation(),
            looks_at: Moment::PAST,
        }
    }

    fn take_free(&self) -> bool {
        self.own(|own| {
            let is_free = own.taken < self.limit;
            own.taken += usize::from(is_free);
            is_free
        })
    }

    fn seat(self: &Rc<Self>) -> Seat {
        Seat {
            seats: Rc::clone(self),
            generation: os::generation(),
        }
    }

    fn own<T>(&self, work: impl FnOnce(&mut OwnSeats) -> T) -> T {
        work(self.own.borrow_mut().of(os::generation()))
    }

    /// Frees all seats, because a fatal error has jumped over the frames of the questions that had them.
    pub(super) fn end_request(&self) {
        self.own(|own| *own = OwnSeats::default());
    }
}

impl SeatWait {
    /// Returns whether the question goes on, or for what it waits until `by` at the latest.
    pub(crate) fn step(&mut self, by: Moment) -> SeatStep {
        if let Some(seat) = self.passed_on() {
            return SeatStep::Seated(Some(seat));
        }
        let now = os::now();
        if by <= now {
            return SeatStep::Late;
        }
        // The wait has ended and nobody has rung, so it cannot be suspended here.
        if now < self.looks_at {
            return SeatStep::Seated(None);
        }
        self.looks_at = self.next_look(by);
        SeatStep::Waits(Wanted::bell(self.waiting.bell.as_ref(), self.looks_at))
    }

    /// Waits until the question has a seat, as [`Seats::take`] does.
    fn suspended(self, by: Moment) -> io::Result<Option<Seat>> {
        loop {
            if let Some(seat) = self.passed_on() {
                return Ok(Some(seat));
            }
            if by <= os::now() {
                return Err(io::Error::new(io::ErrorKind::TimedOut, LATE));
            }
            if !os::suspend_caller(self.waiting.bell.as_ref(), self.next_look(by))? {
                return Ok(self.passed_on());
            }
        }
    }

    fn next_look(&self, by: Moment) -> Moment {
        match self.waiting.bell {
            Some(_) => by,
            None => os::now().after(LOOK).min(by),
        }
    }

    /// Takes the seat that was passed on to the question.
    fn passed_on(&self) -> Option<Seat> {
        self.waiting.is_seated.take().then(|| Seat {
            seats: Rc::clone(&self.seats),
            generation: self.generation,
        })
    }
}

impl Drop for SeatWait {
    fn drop(&mut self) {
        self.seats
            .own(|own| own.waiting.retain(|it| !Rc::ptr_eq(it, &self.waiting)));
        // A seat that was passed on to a question which ends is passed on again.
        drop(self.passed_on());
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
        let seats = full();
        let (first, second) = (seats.stand_in_line(), seats.stand_in_line());
        drop(seats.seat());
        assert!(!seats.take_free());
        assert!(second.passed_on().is_none());
        let seat = first.passed_on();
        assert!(seat.is_some() && second.passed_on().is_none());
        drop(seat);
        drop(second.passed_on().unwrap());
        assert!(seats.take_free());
    }

    #[test]
    fn a_seat_of_a_question_that_ends_in_the_line_goes_to_the_next() {
        let seats = full();
        let (first, second, third) = (
            seats.stand_in_line(),
            seats.stand_in_line(),
            seats.stand_in_line(),
        );
        drop(second);
        drop(seats.seat());
        drop(first);
        assert!(third.passed_on().is_some());
    }

    #[test]
    fn a_question_waits_until_it_is_seated_or_its_time_is_over_or_it_cannot_be_suspended() {
        let seats = full();
        let later = os::now().after(Duration::from_secs(20));
        let mut wait = seats.stand_in_line();
        assert!(matches!(wait.step(os::now()), SeatStep::Late));
        assert!(matches!(wait.step(later), SeatStep::Waits(_)));
        assert!(matches!(wait.step(later), SeatStep::Seated(None)));
        drop(seats.seat());
        assert!(matches!(wait.step(later), SeatStep::Seated(Some(_))));
    }

    /// Returns seats that are all taken.
    fn full() -> Rc<Seats> {
        let seats = Rc::new(Seats::new(SEATS));
        for _ in 0..SEATS {
            assert!(seats.take_free());
        }
        assert!(!seats.take_free());
        seats
    }
}
