//! The clock of a wait without limit, which never stops a process that would wait for itself.
//!
//! If another object of the same thread renews the lock, such a wait ends only when other code of the thread releases
//! it. So a sleep may suspend its caller, while a sleep that would stop the process ends the wait with an error. Used by
//! `acquire`.

use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;

use crate::clock::{Bell, Clock, Moment};
use crate::error::{Error, Refusal};
use crate::sync::JoinHandle;
use crate::token::Maker;

pub(super) struct EndlessClock<'a> {
    pub(super) clock: &'a dyn Clock,
    /// The name that is waited for.
    pub(super) name: &'a [u8],
    /// Whether another object of this thread renews the lock now.
    pub(super) is_own: &'a dyn Fn() -> bool,
}

impl Clock for EndlessClock<'_> {
    fn now(&self) -> Moment {
        self.clock.now()
    }

    fn generation(&self) -> u64 {
        self.clock.generation()
    }

    fn maker(&self) -> Maker {
        self.clock.maker()
    }

    fn sleep(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error> {
        self.suspend(until, socket)
            .unwrap_or_else(|| self.stop_process(until, socket))
    }

    fn may_suspend(&self) -> bool {
        self.clock.may_suspend()
    }

    fn suspend(&self, until: Moment, socket: Option<RawFd>) -> Option<Result<bool, Error>> {
        self.clock.suspend(until, socket)
    }

    fn stop_process(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error> {
        if (self.is_own)() {
            let name = self.name.to_vec();
            return Err(Error::Refused(Refusal::Endless { name }));
        }
        self.clock.stop_process(until, socket)
    }

    fn cut_off(&self) -> Option<Error> {
        self.clock.cut_off()
    }

    fn begin_anew(&self) {
        self.clock.begin_anew();
    }

    fn bell(&self) -> Option<Rc<dyn Bell>> {
        self.clock.bell()
    }

    fn spawn(&self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        self.clock.spawn(work)
    }
}
