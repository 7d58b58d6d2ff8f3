//! A process of the model, as data: the real `Lines` of its fibers, its bells, and what it has too few of. It asks no
//! server and sleeps nowhere. `world` makes the processes, and `fibers` has its clients go through their lines.

use std::cell::{Cell, RefCell};
use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;

use super::protocol::Bugs;
use super::request::KEY;
use crate::clock::{Bell, Clock, Moment};
use crate::error::Error;
use crate::lock::{InLine, Lines};
use crate::proof::fake::FakeClock;
use crate::proof::random::Random;
use crate::store::SleepEnd;
use crate::sync::JoinHandle;
use crate::token::Maker;

/// A process, with the lines of its fibers.
pub(super) struct ModelProcess {
    pub(super) lines: Lines,
    pub(super) clock: LoopClock,
    /// The number of other lines whose first waiter has a connection.
    others: usize,
}

/// The clock of a process whose sleeps `world` plays, so nothing sleeps by it. It makes the bells of the process.
pub(super) struct LoopClock {
    clock: &'static FakeClock,
    bells: RefCell<Vec<Rc<ModelBell>>>,
    /// The largest number of bells that the process gets.
    most_bells: usize,
    bugs: Bugs,
}

struct ModelBell {
    number: RawFd,
    rings: Cell<bool>,
    bugs: Bugs,
}

impl Bell for ModelBell {
    fn socket(&self) -> RawFd {
        self.number
    }

    fn ring(&self) {
        self.rings.set(!self.bugs.rings_no_bell);
    }

    fn silence(&self) {
        if !self.bugs.silences_no_bell {
            self.rings.set(false);
        }
    }
}

impl Clock for LoopClock {
    fn now(&self) -> Moment {
        self.clock.now()
    }

    fn generation(&self) -> u64 {
        self.clock.generation()
    }

    fn maker(&self) -> Maker {
        self.clock.maker()
    }

    fn sleep(&self, _: Moment, _: Option<RawFd>) -> Result<bool, Error> {
        unreachable!("the world plays the sleeps")
    }

    fn may_suspend(&self) -> bool {
        true
    }

    fn bell(&self) -> Option<Rc<dyn Bell>> {
        let mut bells = self.bells.borrow_mut();
        if bells.len() == self.most_bells {
            return None;
        }
        let bell = Rc::new(ModelBell {
            number: RawFd::try_from(bells.len()).unwrap(),
            rings: Cell::new(false),
            bugs: self.bugs,
        });
        bells.push(Rc::clone(&bell));
        Some(bell)
    }

    fn spawn(&self, _: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl ModelProcess {
    pub(super) fn new(clock: &'static FakeClock, bugs: Bugs) -> Self {
        let (bells, most_bells) = (RefCell::default(), usize::MAX);
        Self {
            lines: Lines::default(),
            clock: LoopClock {
                clock,
                bells,
                most_bells,
                bugs,
            },
            others: 0,
        }
    }

    /// Takes bells or connections from the process, as an application does that has many descriptors open or waits for
    /// many locks.
    pub(super) fn is_short(&mut self, random: &mut Random) {
        self.clock.most_bells = random.pick(&[0, 1, 100, 100]);
        self.others = random.pick(&[0, 0, 0, Lines::CONNECTIONS]);
        for other in 0..self.others {
            let of_other = Self::of_other(other);
            self.lines
                .nap(of_other, SleepEnd::At(Moment::NEVER), &self.clock);
        }
    }

    fn of_other(other: usize) -> InLine<'static> {
        InLine {
            deployment: 2 + other,
            ..in_line(b"other")
        }
    }

    /// Lets the first waiter of one more line have a connection.
    pub(super) fn end_other(&mut self) {
        if self.others > 0 {
            self.others -= 1;
            let of_other = Self::of_other(self.others);
            self.lines.leave(of_other, &self.clock);
        }
    }

    pub(super) fn rings(&self, bell: RawFd) -> bool {
        let bells = self.clock.bells.borrow();
        let mut bells = bells.iter();
        bells.any(|it| it.number == bell && it.rings.get())
    }

    /// Returns whether nobody waits for the lock. A waiter without a ticket would be the first only then.
    pub(super) fn is_empty(&mut self) -> bool {
        self.end_other();
        let probe = in_line(b"probe");
        let end = SleepEnd::At(Moment::NEVER);
        let is_empty = self.lines.nap(probe, end, &self.clock).is_none();
        self.lines.leave(probe, &self.clock);
        is_empty
    }
}

/// Returns a waiter for the lock that has no ticket.
pub(super) fn in_line(token: &[u8]) -> InLine<'_> {
    InLine {
        deployment: 1,
        key: KEY,
        token,
        ticket: None,
    }
}
