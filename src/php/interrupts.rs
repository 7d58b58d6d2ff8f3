//! Time and sleep of a PHP request: while `lock()` waits, signal handlers of
//! pcntl run, and what they start (an exception, `exit`, a fork) takes effect.
//! Losses are told then too. And how another thread asks for an interrupt.
//!
//! It never calls signal handlers on its own, only pcntl's dispatcher, and only
//! where PHP itself would have: with async signals on. Given to `keeper` as its
//! clock.

use std::io;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ext_php_rs::types::{ZendCallable, Zval};
use ext_php_rs::zend::ExecutorGlobals;

use super::{GLOBALS, engine, losses};
use crate::clock::{Clock, Moment};
use crate::error::Error;
use crate::os;
use crate::sync::JoinHandle;

/// The clock of every owner in a PHP process.
pub(super) static CLOCK: RequestClock = RequestClock;

pub(super) struct RequestClock;

/// How often a wait looks whether a lease was lost meanwhile.
const LOOK: Duration = Duration::from_millis(100);

impl Clock for RequestClock {
    fn now(&self) -> Moment {
        os::now()
    }

    fn generation(&self) -> u64 {
        os::generation()
    }

    fn spawn(&self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        os::spawn(work)
    }

    fn sleep(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error> {
        let began_in = self.generation();
        let mut served = false;
        let outcome = loop {
            let now = self.now();
            if !is_pending() {
                if now >= until {
                    break Ok(false);
                }
                if os::sleep_unless(is_pending, socket, until.until(now).min(longest())) {
                    break Ok(true);
                }
            }
            if is_pending() {
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
            set_pending(true);
        }
        outcome
    }
}

/// How any thread asks this one's engine for an interrupt, until this one ends.
#[derive(Default)]
pub(super) struct Interrupt {
    /// Touched where no fork falls in between only.
    flag: Arc<Mutex<Option<&'static AtomicBool>>>,
}

impl Interrupt {
    /// What to call for it.
    pub(super) fn asking(&self) -> impl Fn() + Send + Sync + 'static {
        with(&self.flag, |flag| *flag = Some(engine::interrupt_flag()));
        let flag = Arc::clone(&self.flag);
        move || {
            with(&flag, |flag| {
                if let Some(flag) = flag {
                    flag.store(true, Ordering::Release);
                }
            });
        }
    }
}

impl Drop for Interrupt {
    /// The engine's globals of this thread end with it.
    fn drop(&mut self) {
        with(&self.flag, |flag| *flag = None);
    }
}

fn with(
    flag: &Mutex<Option<&'static AtomicBool>>,
    work: impl FnOnce(&mut Option<&'static AtomicBool>),
) {
    os::undisturbed(|| work(&mut flag.lock().unwrap_or_else(PoisonError::into_inner)));
}

/// No system call ends when the renewing thread asks for an interrupt.
fn longest() -> Duration {
    if GLOBALS.get().keeper.renews() {
        LOOK
    } else {
        Duration::MAX
    }
}

/// Whether the engine is asked to interrupt PHP code at its next instruction.
fn is_pending() -> bool {
    engine::interrupt_flag().load(Ordering::Relaxed)
}

/// Takes the request back, or makes it again.
fn set_pending(pending: bool) {
    engine::interrupt_flag().store(pending, Ordering::Relaxed);
}

/// Does what the engine would do between two of its instructions.
fn serve() -> Result<(), Error> {
    if engine::has_timed_out() {
        // The engine raises the fatal error itself as soon as we are back.
        return Err(Error::Interrupted);
    }
    // Before the handlers run: a signal that arrives during one asks anew.
    set_pending(false);
    if signals_are_async() {
        call("pcntl_signal_dispatch");
    }
    losses::tell();
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
