//! The callback of `onWait`, which suspends one fiber or coroutine where a method would stop the process.
//!
//! The callback belongs to a PHP thread until the end of the request. A call that has slept by a callback keeps it until
//! the call ends, even if another callback is set meanwhile. Other calls run while one is suspended, and calls end in
//! any order, so what belongs to the running call is put aside around each piece of PHP code. This file decides where
//! the callback may be called, and `php::interrupts`, which sleeps by it, decides for how long. Used by `php`,
//! `php::class`, `php::dispatch` and `php::interrupts`.

use std::cell::{Cell, RefCell};
use std::os::fd::RawFd;
use std::rc::Rc;
use std::time::Duration;

use ext_php_rs::types::Zval;

use super::engine::{self, Callback, WatchStream};
use crate::clock::Moment;
use crate::os::{self, WatchedSocket};

/// What one PHP thread needs to suspend its fibers.
#[derive(Default)]
pub(super) struct OnWait {
    callback: RefCell<Option<Rc<Callback>>>,
    /// The callback of the call that runs now, from its first sleep on.
    of_call: Cell<Option<Rc<Callback>>>,
    /// Why that call has to end. A value of its own, because each call reads it and only few have slept by a callback.
    ending: Cell<Option<CallEnding>>,
    /// The number of reasons for which nothing may be suspended now.
    forbidden: Cell<u32>,
    /// The streams over our sockets, each with its descriptor. A socket has the same stream as long as it is open.
    streams: RefCell<Vec<(RawFd, WatchStream)>>,
    /// The sockets of the calls that are suspended in a question, each with the number of its wait.
    suspended: RefCell<Vec<(u64, WatchedSocket)>>,
    waits: Cell<u64>,
}

/// Why a call has to end that was suspended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CallEnding {
    /// An exception is pending, or the time limit has struck. What has to be sent may take until this moment.
    Interrupted(Moment),
    /// The process has forked, and this is the child.
    Forked,
}

/// How a call of the callback has ended.
pub(super) enum Waited {
    /// It came back, so the caller looks whether there is something to do.
    Back,
    /// It cannot suspend anything here, so the process has to sleep.
    Declined,
    /// An exception is pending.
    Threw,
}

/// A guard during whose life nothing is suspended.
pub(super) struct Forbidden<'a>(&'a Cell<u32>);

impl<'a> Forbidden<'a> {
    fn begin(count: &'a Cell<u32>) -> Self {
        count.set(count.get() + 1);
        Self(count)
    }
}

impl Drop for Forbidden<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

impl OnWait {
    /// Sets the callback, or removes it.
    pub(super) fn set(&self, callback: Option<Callback>) {
        let replaced = self.callback.replace(callback.map(Rc::new));
        // A destructor may run here, so the new callback is already in place.
        drop(replaced);
    }

    /// Forgets everything, because the request is over while PHP's values can still be freed.
    pub(super) fn end_request(&self) {
        self.set(None);
        self.end_call();
        // A fatal error has jumped over the guards.
        self.forbidden.set(0);
        drop(self.streams.take());
        for (_, left) in self.suspended.take() {
            left.close_left();
        }
    }

    /// Forgets the callback of a call that ends. Returns whether the call had to end, and got no answer in the time that
    /// it had to leave.
    #[inline]
    pub(super) fn end_call(&self) -> bool {
        drop(self.of_call.take());
        matches!(self.ending.take(), Some(CallEnding::Interrupted(by)) if by <= os::now())
    }

    /// Forbids to suspend anything as long as the guard lives. No PHP code may run meanwhile, because other calls would
    /// be forbidden to suspend too.
    pub(super) fn forbid(&self) -> Forbidden<'_> {
        Forbidden::begin(&self.forbidden)
    }

    /// Returns what `code` returns, which runs PHP code in the midst of a call. Its own calls have callbacks of their own.
    pub(super) fn beside<T>(&self, code: impl FnOnce() -> T) -> T {
        let kept = (self.of_call.take(), self.ending.take());
        let result = code();
        self.of_call.set(kept.0);
        self.ending.set(kept.1);
        result
    }

    /// Returns the callback that the running call has to use, or `None` if there is none or nothing may be suspended
    /// here.
    pub(super) fn usable(&self) -> Option<Rc<Callback>> {
        if self.forbidden.get() > 0 {
            return None;
        }
        let callback = match self.of_call.take() {
            Some(callback) => callback,
            None => self.callback.borrow().clone()?,
        };
        self.of_call.set(Some(Rc::clone(&callback)));
        let is_allowed = self.ending.get().is_none()
            && !engine::has_exception()
            && !engine::are_fiber_switches_forbidden();
        is_allowed.then_some(callback)
    }

    /// Notes why the running call has to end, which has slept by its callback.
    pub(super) fn end_by(&self, ending: CallEnding) {
        self.ending.set(Some(ending));
    }

    /// Lets the running call go on in the child of a fork, with new questions.
    pub(super) fn begin_anew(&self) {
        self.ending.set(None);
    }

    /// Returns why the running call has to end, or `None` if it may go on.
    pub(super) fn ending(&self) -> Option<CallEnding> {
        self.ending.get()
    }

    /// Returns what `wait` returns, which suspends a call whose question uses these sockets. If a fatal error keeps it from
    /// returning, nobody owns the sockets, so the end of the request closes them.
    pub(super) fn with_sockets<T>(&self, sockets: &[RawFd], wait: impl FnOnce() -> T) -> T {
        let number = self.waits.get();
        self.waits.set(number.wrapping_add(1));
        let watched = sockets.iter().filter_map(|fd| WatchedSocket::of(*fd));
        let watched: Vec<_> = watched.map(|socket| (number, socket)).collect();
        self.suspended.borrow_mut().extend(watched);
        let result = wait();
        let mut suspended = self.suspended.borrow_mut();
        let own = suspended.extract_if(.., |(of, _)| *of == number);
        drop(own.collect::<Vec<_>>());
        result
    }

    /// Returns the stream over a socket, or null if there is no socket. `None`: the system has no stream for it.
    pub(super) fn stream(&self, socket: Option<RawFd>) -> Option<Zval> {
        let Some(fd) = socket else {
            return Some(Zval::null());
        };
        let is_of_it = |(of, _): &&(RawFd, WatchStream)| *of == fd;
        let kept = self
            .streams
            .borrow()
            .iter()
            .find(is_of_it)
            .and_then(|(_, stream)| stream.value());
        if kept.is_some() {
            return kept;
        }
        let new = WatchStream::over(WatchedSocket::of(fd)?)?;
        let value = new.value();
        let mut streams = self.streams.borrow_mut();
        let ended = streams.extract_if(.., |(_, stream)| stream.value().is_none());
        let ended: Vec<_> = ended.collect();
        streams.push((fd, new));
        drop(streams);
        // The end of a resource is the engine's affair, so nothing is borrowed meanwhile.
        drop(ended);
        value
    }
}

/// Calls the callback with a stream, or null, the time that it may take, and whether room to write is waited for.
pub(super) fn call(
    callback: &Callback,
    stream: &Zval,
    span: Duration,
    for_writing: bool,
) -> Waited {
    let mut arguments = [stream.shallow_clone(), Zval::new(), Zval::new()];
    let [_, seconds, is_writable] = &mut arguments;
    seconds.set_double(span.as_secs_f64());
    is_writable.set_bool(for_writing);
    match callback.call_with(&mut arguments) {
        None => Waited::Threw,
        Some(result) if result.is_false() => Waited::Declined,
        Some(_) => Waited::Back,
    }
}
