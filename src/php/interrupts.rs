//! Time and sleep of a PHP request, and the way for another thread to ask for an interrupt. While
//! `lock()` waits, signal handlers of pcntl run, what they start (an exception, `exit`, a fork)
//! takes effect, and losses are reported. With a callback of `onWait` a sleep suspends one fiber or coroutine, and
//! stops the process only where the callback cannot do that.
//!
//! Signal handlers are never called from here, but by pcntl's dispatcher, and only where PHP would
//! call it, which is with async signals on. Used by `php`, and by `php::class`, which gives the
//! clock to each lock set.

use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ext_php_rs::types::{ZendCallable, Zval};

use super::on_wait::{self, CallEnding, Waited};
use super::{GLOBALS, engine, on_lost};
use crate::clock::{Bell, Clock, Moment};
use crate::error::Error;
use crate::os::{self, Suspender, Undisturbed, WatchTarget};
use crate::sync::JoinHandle;
use crate::token::Maker;

/// The clock of every lock set in a PHP process.
pub(super) static CLOCK: RequestClock = RequestClock;

pub(super) struct RequestClock;

/// The interval at which a wait checks whether a lease was lost meanwhile.
const LOSS_CHECK: Duration = Duration::from_millis(100);

/// The number of returns of the callback within one sleep, each before its time, after which the process sleeps.
const EARLY_RETURNS: u32 = 100;

/// The longest time for which the callback is asked to wait at a stretch. A loop that counts milliseconds in an int
/// takes it.
const LONGEST_PIECE: Duration = Duration::from_secs(60);

/// The time in which a call that PHP code has ended may send what it has to. The process waits meanwhile.
const LEAVING: Duration = Duration::from_millis(50);

/// The same while `exit` ends the request.
const EXIT: Duration = Duration::from_millis(500);

/// The same as [`LONGEST_PIECE`] while a lease may be lost, because losses are reported when the callback has returned.
const LONGEST_PIECE_OF_RENEWER: Duration = Duration::from_secs(1);

impl Clock for RequestClock {
    fn now(&self) -> Moment {
        os::now()
    }

    fn generation(&self) -> u64 {
        os::generation()
    }

    fn maker(&self) -> Maker {
        os::maker()
    }

    fn spawn(&self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        os::spawn(work)
    }

    fn sleep(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error> {
        self.suspend(until, socket)
            .unwrap_or_else(|| self.stop_process(until, socket))
    }

    fn stop_process(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error> {
        if let Some(error) = self.cut_off() {
            return Err(error);
        }
        let on_wait = &GLOBALS.get().on_wait;
        on_wait.beside(|| self.sleep_and_serve(until, socket))
    }

    fn has_fibers(&self) -> bool {
        os::may_suspend()
    }

    fn may_suspend(&self) -> bool {
        os::may_suspend() && GLOBALS.get().on_wait.usable().is_some()
    }

    fn suspend(&self, until: Moment, socket: Option<RawFd>) -> Option<Result<bool, Error>> {
        let for_writing = false;
        self.suspend_for(until, socket.map(|fd| WatchTarget { fd, for_writing }))
    }

    fn cut_off(&self) -> Option<Error> {
        let ending = os::may_suspend().then(|| GLOBALS.get().on_wait.ending())?;
        match ending? {
            CallEnding::Interrupted(_) => Some(Error::Interrupted),
            CallEnding::Forked => Some(Error::Forked),
        }
    }

    fn begin_anew(&self) {
        GLOBALS.get().on_wait.begin_anew();
    }

    fn bell(&self) -> Option<Rc<dyn Bell>> {
        let bell = os::EventBell::make().ok()?;
        Some(Rc::new(bell))
    }
}

/// Suspends the caller of a question that takes long.
impl Suspender for RequestClock {
    fn limit(&self, deadline: Moment) -> io::Result<Moment> {
        match GLOBALS.get().on_wait.ending() {
            None => Ok(deadline),
            Some(CallEnding::Interrupted(by)) => Ok(deadline.min(by)),
            Some(CallEnding::Forked) => Err(broken_off()),
        }
    }

    fn suspend_wait(
        &self,
        watched: Option<WatchTarget>,
        sockets: &[RawFd],
        until: Moment,
    ) -> io::Result<bool> {
        if !self.may_suspend() {
            return Ok(false);
        }
        let on_wait = &GLOBALS.get().on_wait;
        match on_wait.with_sockets(sockets, || self.suspend_for(until, watched)) {
            None => Ok(false),
            Some(Ok(_)) => Ok(true),
            Some(Err(_)) => Err(broken_off()),
        }
    }
}

/// Lets questions of this thread suspend their callers, until the request ends.
pub(super) fn suspend_questions(are_suspended: bool) {
    os::suspend_long_waits(are_suspended.then_some(&CLOCK as &dyn Suspender));
}

/// Returns the error of a question whose caller was suspended and may not go on.
fn broken_off() -> io::Error {
    io::Error::other("the call ended before the answer")
}

impl RequestClock {
    /// Suspends the caller by the callback of `onWait`, as [`Clock::suspend`] does.
    fn suspend_for(
        &self,
        until: Moment,
        watched: Option<WatchTarget>,
    ) -> Option<Result<bool, Error>> {
        let outcome = self.suspended(until, watched);
        let ending = match &outcome {
            Some(Err(Error::Forked)) => Some(CallEnding::Forked),
            Some(Err(_)) => {
                let span = match engine::is_exiting() {
                    _ if GLOBALS.get().keeper.is_silent(self.now()) => Duration::ZERO,
                    true => EXIT,
                    false => LEAVING,
                };
                Some(CallEnding::Interrupted(self.now().after(span)))
            }
            _ => None,
        };
        if let Some(ending) = ending {
            GLOBALS.get().on_wait.end_by(ending);
        }
        outcome
    }

    fn suspended(
        &self,
        until: Moment,
        watched: Option<WatchTarget>,
    ) -> Option<Result<bool, Error>> {
        let globals = GLOBALS.get();
        let callback = globals.on_wait.usable()?;
        let stream = globals.on_wait.stream(watched.map(|it| it.fd))?;
        let for_writing = watched.is_some_and(|it| it.for_writing);
        let began_in = self.generation();
        let mut came_early = 0;
        loop {
            let now = self.now();
            if now >= until {
                return Some(Ok(false));
            }
            let ends = until.min(now.after(longest_piece()));
            // Other fibers run now, so nothing is borrowed.
            let waited = globals.on_wait.beside(|| {
                let waited = on_wait::call(&callback, &stream, ends.until(now), for_writing);
                if self.generation() == began_in && !engine::has_exception() {
                    on_lost::report();
                }
                waited
            });
            if self.generation() != began_in {
                let is_ending = matches!(waited, Waited::Threw) || engine::has_exception();
                return Some(Err(if is_ending {
                    Error::Interrupted
                } else {
                    Error::Forked
                }));
            }
            if matches!(waited, Waited::Threw) || engine::has_exception() || engine::has_timed_out()
            {
                return Some(Err(Error::Interrupted));
            }
            // A loop that was late may have something to read at the end of the time too.
            if watched.is_some_and(os::is_ready) {
                return Some(Ok(true));
            }
            if matches!(waited, Waited::Declined) {
                return None;
            }
            if self.now() < ends {
                came_early += 1;
                if came_early >= EARLY_RETURNS {
                    return None;
                }
            }
        }
    }

    /// Sleeps while nothing of this thread runs but signal handlers and callbacks of losses.
    fn sleep_and_serve(&self, until: Moment, socket: Option<RawFd>) -> Result<bool, Error> {
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
                // Signals may come faster than their handlers run, so the next call serves the
                // rest.
                if self.now() >= until {
                    break Ok(false);
                }
            }
        };
        if served {
            // Other extensions hook the same interrupt, so the engine has to call them when this
            // call returns. Its second call of ours does no harm.
            set_pending(true);
        }
        outcome
    }
}

/// Lets any thread ask the engine of this thread for an interrupt, until this thread ends.
#[derive(Default)]
pub(super) struct Interrupt {
    flag: Arc<Undisturbed<Option<&'static AtomicBool>>>,
}

impl Interrupt {
    /// Returns a function that asks for the interrupt, on any thread.
    pub(super) fn request(&self) -> impl Fn() + Send + Sync + 'static {
        self.flag
            .with(|flag| *flag = Some(engine::interrupt_flag()));
        let flag = Arc::clone(&self.flag);
        move || {
            flag.with(|flag| {
                if let Some(flag) = flag {
                    flag.store(true, Ordering::Release);
                }
            });
        }
    }
}

impl Drop for Interrupt {
    /// The flag is part of the engine's globals of this thread, which end now.
    fn drop(&mut self) {
        self.flag.with(|flag| *flag = None);
    }
}

/// Returns the longest sleep at a stretch. A request of the renewing thread ends no system call, so
/// a sleep must end by itself to notice it.
fn longest() -> Duration {
    if GLOBALS.get().keeper.renews() {
        LOSS_CHECK
    } else {
        Duration::MAX
    }
}

/// As [`longest`], for a sleep by the callback of `onWait`.
fn longest_piece() -> Duration {
    if GLOBALS.get().keeper.renews() {
        LONGEST_PIECE_OF_RENEWER
    } else {
        LONGEST_PIECE
    }
}

/// Returns whether the engine is asked to interrupt PHP code at its next instruction.
fn is_pending() -> bool {
    engine::interrupt_flag().load(Ordering::Relaxed)
}

/// Withdraws the request for an interrupt, or makes it again.
fn set_pending(pending: bool) {
    engine::interrupt_flag().store(pending, Ordering::Relaxed);
}

/// Does what the engine does at an interrupt.
///
/// # Errors
/// The time limit has passed, or an exception is pending.
fn serve() -> Result<(), Error> {
    if engine::has_timed_out() {
        // The engine raises the fatal error itself when this call returns.
        return Err(Error::Interrupted);
    }
    // The request is withdrawn before the handlers run, so that a signal which arrives meanwhile
    // makes another one.
    set_pending(false);
    if signals_are_async() {
        call("pcntl_signal_dispatch");
    }
    on_lost::report();
    if engine::has_exception() {
        return Err(Error::Interrupted);
    }
    Ok(())
}

fn signals_are_async() -> bool {
    call("pcntl_async_signals").is_some_and(|on| on.is_true())
}

/// Calls a function of pcntl, if that extension is loaded, and returns its result.
fn call(function: &str) -> Option<Zval> {
    ZendCallable::try_from_name(function)
        .ok()?
        .try_call(vec![])
        .ok()
}
