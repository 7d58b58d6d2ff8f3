//! The callback of `onLost`, by which PHP code learns that a lease was lost.
//!
//! A callback runs only where PHP would run a signal handler, which is at an interrupt, when a method of the
//! class is called, and while `lock()` waits. One callback runs at a time, each loss is reported once, and
//! nothing is reported while an exception is pending. The callback stands in a property of its object, where
//! the engine's cycle collector sees it, while this file keeps no object and no callback alive. Not this file
//! but `keeper` decides which leases are lost. Used by `php`, `php::class`, `php::dispatch`,
//! `php::registration`, `php::interrupts` and the engine.

use std::cell::Cell;
use std::panic::AssertUnwindSafe;
use std::ptr;
use std::rc::Rc;

use ext_php_rs::binary::Binary;
use ext_php_rs::convert::IntoZval;
use ext_php_rs::ffi::zend_op;
use ext_php_rs::flags::FunctionType;
use ext_php_rs::types::{ZendCallable, Zval};
use ext_php_rs::zend::{BailoutGuard, ExecuteData, ExecutorGlobals, Function, run_handler};

use super::engine::Callback;
use super::exceptions::Thrown;
use super::{GLOBALS, engine};
use crate::keeper::LockSet;

/// The name of the property that holds the callback, which is the first that the class declares.
pub(super) const PROPERTY: &str = "onLost";

/// The state that one PHP thread needs to report losses.
#[derive(Default)]
pub(super) struct OnLost {
    /// Whether a callback is running, which keeps any other from running.
    reporting: Cell<bool>,
    /// Where PHP code goes on after the method that has just returned, and how many interrupts may
    /// still find it there.
    returned_to: Cell<Option<(ReturnPoint, u8)>>,
}

impl OnLost {
    /// Resets the state at the end of the request, because a fatal error may have ended a report.
    pub(super) fn end_request(&self) {
        self.reporting.set(false);
        self.returned_to.take();
    }

    /// Notes where PHP code goes on, because a method is about to return and a loss must not be reported
    /// there, as [`has_just_returned`] explains.
    pub(super) fn note_return(&self) {
        if GLOBALS.get().keeper.may_have_loss() {
            self.note_return_point();
        }
    }

    #[cold]
    fn note_return_point(&self) {
        let frame = ExecutorGlobals::get().current_execute_data;
        let point = engine::frame(frame).map(ReturnPoint::of);
        self.returned_to.set(point.map(|point| (point, INTERRUPTS)));
    }
}

/// Sets the callback of the object that `locks` belong to, or removes it if `callback` is `None`.
///
/// # Errors
/// The callback cannot be made a closure, and an exception is pending.
pub(super) fn set_callback(locks: &LockSet, callback: Option<Callback>) -> Result<(), Thrown> {
    let callback = match callback {
        None => Zval::null(),
        Some(callable) => closure(callable).ok_or(Thrown::Pending)?,
    };
    let replaced = object_of(locks).and_then(|mut object| {
        let slot = engine::first_property(object.object_mut()?)?;
        Some(std::mem::replace(slot, callback))
    });
    // A destructor may run here, so the new callback is already in place.
    drop(replaced);
    Ok(())
}

fn object_of(locks: &LockSet) -> Option<Zval> {
    engine::living(locks.object.get()?)
}

/// Calls the callback of the object that has lost a lease, if both are alive.
fn report_loss(locks: Rc<LockSet>, name: Vec<u8>) {
    let Some(mut object) = object_of(&locks) else {
        return;
    };
    let slot = object.object_mut().and_then(engine::first_property);
    let Some(callback) = slot.map(|it| it.dereference().shallow_clone()) else {
        return;
    };
    // The lock set is let go before the call, because a fatal error in the call jumps over every
    // destructor of Rust.
    drop(locks);
    if let (Ok(callback), Ok(name)) = (
        ZendCallable::new_owned(callback),
        Binary::from(name).into_zval(false),
    ) {
        let _ = callback.try_call(vec![&name, &object]);
    }
}

/// Returns the callable as a closure. Its name is looked up now, with the rights of the code that passed it,
/// because other code would be running at the time of the call.
fn closure(mut callable: Callback) -> Option<Zval> {
    if let Some(closure) = callable.closure() {
        return Some(closure);
    }
    let convert = ZendCallable::try_from_name("Closure::fromCallable").ok()?;
    let closure = convert.try_call(vec![callable.value()]).ok();
    closure.filter(|_| !engine::has_exception())
}

/// Reports all unreported losses, unless an exception is pending, in which case the engine is interrupted
/// again a moment later. When a callback throws, the other losses therefore wait, because its exception is
/// pending afterwards.
pub(super) fn report() {
    if GLOBALS.get().keeper.may_have_loss() {
        report_unreported();
    }
}

#[cold]
fn report_unreported() {
    let globals = GLOBALS.get();
    // This call may come out of a running callback, after which the loop below goes on.
    if globals.on_lost.reporting.get() {
        return;
    }
    if !engine::has_exception() {
        let _reporting = BailoutGuard::new(Reporting::begin());
        while let Some((locks, name)) = globals.keeper.take_loss() {
            report_loss(locks, name);
            if engine::has_exception() {
                break;
            }
        }
    }
    report_later();
}

/// A guard during whose life a callback may be running, so no other report begins and fibers do not switch.
struct Reporting;

impl Reporting {
    fn begin() -> Self {
        GLOBALS.get().on_lost.reporting.set(true);
        engine::forbid_fiber_switches(true);
        Self
    }
}

impl Drop for Reporting {
    fn drop(&mut self) {
        engine::forbid_fiber_switches(false);
        GLOBALS.get().on_lost.reporting.set(false);
    }
}

/// Reports losses at an interrupt, where the engine calls this hook. Signal handlers run first, because the
/// other hooks do not expect a pending exception.
pub(super) extern "C" fn interrupt(frame: *mut ExecuteData) {
    // The place is made safe before the signal handlers run, because they may throw as well.
    let code = engine::frame(frame).filter(|frame| is_php(frame));
    let may_throw = code.is_none_or(engine::allow_exception);
    engine::previous_hook(frame);
    // `run_handler` catches panics, while it lets the engine's bailouts through.
    run_handler(AssertUnwindSafe(|| {
        if has_just_returned(frame) || !may_throw {
            report_later();
        } else {
            report();
        }
    }));
}

/// Returns whether a method of ours has returned to exactly here. A loss must not be reported then, because
/// an exception of a callback would replace the method's result, and a token that is not returned is lost.
///
/// The engine may serve several interrupts before it goes on there, because the moment of [`report_later`] is
/// over if the system stops this thread meanwhile. The point therefore counts for more than one interrupt,
/// but not for ever, because another call may return there.
fn has_just_returned(frame: *mut ExecuteData) -> bool {
    let returned_to = &GLOBALS.get().on_lost.returned_to;
    let now = engine::frame(frame).map(ReturnPoint::of);
    let is_there = |point: ReturnPoint| now.is_some_and(|now| now == point || now == point.next());
    let found = returned_to.take().filter(|(point, _)| is_there(*point));
    let left = found.and_then(|(point, left)| Some((point, left.checked_sub(1)?)));
    returned_to.set(left);
    found.is_some()
}

/// The number of interrupts in a row that may find PHP code where a method has returned. Each of
/// them needs a suspension of this thread of over 10 ms, the moment of [`report_later`].
const INTERRUPTS: u8 = 16;

/// The point where PHP code goes on after a call, which is a frame and an instruction of its code.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ReturnPoint {
    frame: usize,
    instruction: usize,
}

impl ReturnPoint {
    /// Returns the point in the nearest frame of PHP code, which is `frame` or a caller of it.
    fn of(frame: &ExecuteData) -> Self {
        let mut frame = frame;
        while let Some(previous) = frame.previous().filter(|_| !is_php(frame)) {
            frame = previous;
        }
        Self {
            frame: ptr::from_ref(frame).addr(),
            instruction: frame.opline.addr(),
        }
    }

    fn next(self) -> Self {
        Self {
            instruction: self.instruction + size_of::<zend_op>(),
            ..self
        }
    }
}

fn is_php(frame: &ExecuteData) -> bool {
    let kind = frame.function().map(Function::function_type);
    matches!(kind, Some(Ok(FunctionType::User)))
}

/// Has the engine interrupted again a moment later if a loss is unreported. A request from here
/// would take effect at once, which is too early.
fn report_later() {
    if GLOBALS.get().keeper.may_have_loss() {
        GLOBALS.get().keeper.interrupt_later();
    }
}
