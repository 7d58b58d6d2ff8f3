//! Time and sleep of a PHP request: while `lock()` waits, signal handlers of
//! pcntl run, and what they start (an exception, `exit`, a fork) takes effect.
//!
//! It never calls PHP code on its own, only pcntl's dispatcher, and only where
//! PHP itself would have: with async signals on. Given to `keeper` as its clock.

use std::os::fd::RawFd;

use ext_php_rs::types::{ZendCallable, Zval};
use ext_php_rs::zend::ExecutorGlobals;

use super::engine;
use crate::clock::{Clock, Moment};
use crate::error::Error;
use crate::os;

/// The clock of every owner in a PHP process.
pub(super) static CLOCK: RequestClock = RequestClock;

pub(super) struct RequestClock;

impl Clock for RequestClock {
    fn now(&self) -> Moment {
        os::now()
    }

    fn generation(&self) -> u64 {
        os::generation()
    }

    fn sleep(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error> {
        let began_in = self.generation();
        let mut served = false;
        let outcome = loop {
            let now = self.now();
            if !engine::interrupt_is_pending() {
                if now >= until {
                    break Ok(false);
                }
                if os::sleep_unless(engine::interrupt_is_pending, socket, until.until(now)) {
                    break Ok(true);
                }
            }
            if engine::interrupt_is_pending() {
                served = true;
                if let Err(error) = serve() {
                    break Err(error);
                }
                if self.generation() != began_in {
                    break Err(Error::Forked);
                }
            }
        };
        if served {
            // Others hook the same interrupt: the engine serves them, and us
            // once more for nothing, when this call returns.
            engine::set_interrupt(true);
        }
        outcome
    }
}

/// Does what the engine would do between two of its instructions.
fn serve() -> Result<(), Error> {
    if engine::has_timed_out() {
        // The engine raises the fatal error itself as soon as we are back.
        return Err(Error::Interrupted);
    }
    // Before the handlers run: a signal that arrives during one asks anew.
    engine::set_interrupt(false);
    if signals_are_async() {
        call("pcntl_signal_dispatch");
    }
    if ExecutorGlobals::has_exception() {
        return Err(Error::Interrupted);
    }
    Ok(())
}

fn signals_are_async() -> bool {
    call("pcntl_async_signals").is_some_and(|on| on.is_true())
}

/// Calls a function of pcntl, if there is one.
fn call(function: &str) -> Option<Zval> {
    ZendCallable::try_from_name(function)
        .ok()?
        .try_call(vec![])
        .ok()
}
