//! Telling PHP code that a lease was lost: `onLost`.
//!
//! A callback runs only where PHP would run a signal handler: at an interrupt, when
//! a method of the class is called, and while `lock()` waits; one at a time, each
//! loss once, and never while an exception is pending. It stands in a property of
//! its object, where the engine's cycle collector sees it; nothing here keeps an
//! object or a callback alive. Which leases were lost is `keeper`'s business. Called
//! by `php`, `php::class`, `php::interrupts` and the engine.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
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
use super::interrupts::CLOCK;
use super::{GLOBALS, engine};
use crate::keeper::Owner;
use crate::os;

/// The property that holds the callback: the first that the class declares.
pub(super) const PROPERTY: &str = "onLost";

/// What one PHP thread knows of losses.
#[derive(Default)]
pub(super) struct Losses {
    /// The engine's handle of each owner's object, until that dies.
    objects: RefCell<HashMap<*const Owner, u32>>,
    untold: RefCell<VecDeque<Loss>>,
    telling: Cell<bool>,
    /// From where a method was called that has just returned.
    returned_to: Cell<Option<Place>>,
}

struct Loss {
    owner: Rc<Owner>,
    name: Vec<u8>,
    /// In which process it was lost.
    generation: u64,
}

impl Losses {
    /// An object was constructed.
    pub(super) fn know(&self, owner: &Rc<Owner>, handle: Option<u32>) {
        if let Some(handle) = handle {
            self.objects.borrow_mut().insert(Rc::as_ptr(owner), handle);
        }
    }

    /// An object dies.
    pub(super) fn forget(&self, owner: &Rc<Owner>) {
        self.objects.borrow_mut().remove(&Rc::as_ptr(owner));
    }

    /// The request is over: nobody is left to be told of anything.
    pub(super) fn end_request(&self) {
        self.objects.take();
        self.untold.take();
        self.telling.set(false);
        self.returned_to.take();
    }

    /// What to call from now on when the object of `owner` loses a lease.
    pub(super) fn set_callback(
        &self,
        owner: &Rc<Owner>,
        callback: Option<Callback>,
    ) -> Result<(), Thrown> {
        let callback = match callback {
            None => Zval::null(),
            Some(callable) => closure(callable).ok_or(Thrown::Pending)?,
        };
        let object = self.object_of(owner);
        let replaced = object.and_then(|mut object| {
            let slot = engine::first_property(object.object_mut()?)?;
            Some(std::mem::replace(slot, callback))
        });
        // Its end may run PHP code, so it comes when the new one is in place.
        drop(replaced);
        Ok(())
    }

    fn object_of(&self, owner: &Rc<Owner>) -> Option<Zval> {
        let handle = *self.objects.borrow().get(&Rc::as_ptr(owner))?;
        engine::living(handle)
    }

    /// A method is about to return.
    pub(super) fn answered(&self) {
        if self.has_untold() {
            let frame = ExecutorGlobals::get().current_execute_data;
            self.returned_to.set(engine::frame(frame).map(Place::of));
        }
    }

    fn has_untold(&self) -> bool {
        !self.untold.borrow().is_empty() || GLOBALS.get().keeper.has_lost()
    }

    /// The next loss of this process.
    fn next(&self) -> Option<Loss> {
        let generation = os::generation();
        let mut untold = self.untold.borrow_mut();
        let lost = GLOBALS.get().keeper.take_lost().into_iter();
        untold.extend(lost.map(|(owner, name)| Loss {
            owner,
            name,
            generation,
        }));
        untold.retain(|loss| loss.generation == generation);
        untold.pop_front()
    }

    /// Calls the callback of the object that lost a lease, if both are there.
    fn tell_of(&self, loss: Loss) {
        let Some(mut object) = self.object_of(&loss.owner) else {
            return;
        };
        let slot = object.object_mut().and_then(engine::first_property);
        let Some(callback) = slot.map(|it| it.dereference().shallow_clone()) else {
            return;
        };
        // Whatever ends the call, a fatal error too, leaves no owner behind.
        drop(loss.owner);
        if let (Ok(callback), Ok(name)) = (
            ZendCallable::new_owned(callback),
            Binary::from(loss.name).into_zval(false),
        ) {
            let _ = callback.try_call(vec![&name, &object]);
        }
    }
}

/// The callable as a closure: what it names is looked up now, with the rights
/// of the code that passed it, and not where it happens to be called.
fn closure(mut callable: Callback) -> Option<Zval> {
    if let Some(closure) = callable.closure() {
        return Some(closure);
    }
    let convert = ZendCallable::try_from_name("Closure::fromCallable").ok()?;
    let closure = convert.try_call(vec![callable.value()]).ok();
    closure.filter(|_| !ExecutorGlobals::has_exception())
}

/// Tells of all losses that nobody was told of yet, unless it is no time for
/// it: then the engine is interrupted again a moment later. What a callback
/// throws is pending afterwards, and ends the telling.
pub(super) fn tell() {
    let losses = &GLOBALS.get().losses;
    // A callback that is running is followed by the others.
    if !losses.has_untold() || losses.telling.get() {
        return;
    }
    if !ExecutorGlobals::has_exception() {
        let _telling = BailoutGuard::new(Telling::begin());
        while let Some(loss) = losses.next() {
            losses.tell_of(loss);
            if ExecutorGlobals::has_exception() {
                break;
            }
        }
    }
    tell_later();
}

/// While it lives a callback may be running.
struct Telling;

impl Telling {
    fn begin() -> Self {
        GLOBALS.get().losses.telling.set(true);
        engine::forbid_fiber_switches(true);
        Self
    }
}

impl Drop for Telling {
    fn drop(&mut self) {
        engine::forbid_fiber_switches(false);
        GLOBALS.get().losses.telling.set(false);
    }
}

/// What the engine calls at an interrupt. Signal handlers go first: the other
/// hooks do not expect to be called with an exception pending.
pub(super) extern "C" fn interrupt(frame: *mut ExecuteData) {
    // For signal handlers too, which may throw first.
    let code = engine::frame(frame).filter(|frame| is_php(frame));
    let may_throw = code.is_none_or(engine::allow_exception);
    engine::previous_hook(frame);
    // Catches panics, and lets the engine's bailouts through.
    run_handler(AssertUnwindSafe(|| {
        if is_answering(frame) || !may_throw {
            tell_later();
        } else {
            tell();
        }
    }));
}

/// Whether one of our own methods has just returned: what a callback throws would
/// take the place of its answer, and a token that is not answered is lost.
fn is_answering(frame: *mut ExecuteData) -> bool {
    let returned_to = GLOBALS.get().losses.returned_to.take();
    let now = engine::frame(frame).map(Place::of);
    returned_to.is_some_and(|place| now.is_some_and(|now| now == place || now == place.next()))
}

/// Where PHP code goes on: an instruction, and in which of its frames.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    frame: usize,
    instruction: usize,
}

impl Place {
    /// Of the PHP code that runs in this frame, or has called what does.
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

/// Has the engine interrupted again a moment later, if there is something to tell.
/// Asked for here it would come at once.
fn tell_later() {
    if GLOBALS.get().losses.has_untold() {
        GLOBALS.get().keeper.ring_later(&CLOCK);
    }
}
