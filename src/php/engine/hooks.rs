//! The engine's interrupts, with the flag that asks for one, the hook that is called at one, and the places
//! where an exception may be thrown out of the hook.
//!
//! Used by `php`, `php::interrupts`, `php::on_lost` and `php::on_wait`.

use std::ptr;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

use ext_php_rs::ffi;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::ExecuteData;

unsafe extern "C" {
    fn zend_fiber_switch_block();
    fn zend_fiber_switch_unblock();
    fn zend_fiber_switch_blocked() -> bool;
    fn zend_is_unwind_exit(exception: *const ffi::zend_object) -> bool;
}

/// Returns the flag that asks the engine for an interrupt, which is set for signals, for a time limit or for
/// an extension.
pub(in crate::php) fn interrupt_flag() -> &'static AtomicBool {
    // SAFETY: the executor globals live as long as the thread, and the field is one byte that signal handlers
    // and other threads set. Since PHP 8.2 the field is declared as an atomic bool, while up to PHP 8.1 it is
    // used as one.
    unsafe { &*(&raw const (*ffi::ext_php_rs_executor_globals()).vm_interrupt).cast() }
}

/// Returns whether the time limit has struck, after which PHP ends the request when our call returns.
pub(in crate::php) fn has_timed_out() -> bool {
    // SAFETY: as in `interrupt_flag`.
    let flag: &AtomicBool =
        unsafe { &*(&raw const (*ffi::ext_php_rs_executor_globals()).timed_out).cast() };
    flag.load(Ordering::Relaxed)
}

/// Returns whether an exception is pending. ext-php-rs takes a lock for this, and every call of a method asks twice.
pub(in crate::php) fn has_exception() -> bool {
    // SAFETY: the executor globals live as long as the thread, which alone uses this field.
    unsafe { !(*ffi::ext_php_rs_executor_globals()).exception.is_null() }
}

/// Returns whether `exit` is ending the request. A fiber that is destroyed is not ending it.
pub(in crate::php) fn is_exiting() -> bool {
    // SAFETY: as in `has_exception`. The function looks at the class of a pending exception and at nothing else.
    unsafe {
        let exception = (*ffi::ext_php_rs_executor_globals()).exception;
        !exception.is_null() && zend_is_unwind_exit(exception)
    }
}

type Hook = unsafe extern "C" fn(*mut ExecuteData);

/// The interrupt hook that was there before ours, or `None` if there was none.
static PREVIOUS: RwLock<Option<Hook>> = RwLock::new(None);

/// If `hooked`, has the engine call `ours` at every interrupt, where `ours` has to call [`previous_hook`].
/// Otherwise the engine no longer calls `ours`, because the library may be unloaded.
pub(in crate::php) fn hook_interrupts(ours: Hook, hooked: bool) {
    // SAFETY: modules start and end on one thread, and no PHP code runs meanwhile.
    let current = unsafe { (&raw mut ffi::zend_interrupt_function).as_mut() };
    let Some(current) = current else { return };
    let is_ours = current.is_some_and(|hook| ptr::fn_addr_eq(hook, ours));
    // Another extension may have put its hook in front of ours, in which case ours stays.
    if is_ours != hooked
        && let Ok(mut previous) = PREVIOUS.write()
    {
        let next = if hooked { Some(ours) } else { *previous };
        *previous = std::mem::replace(current, next);
    }
}

/// Returns one of the engine's frames, which lives until its call has ended.
pub(in crate::php) fn frame<'a>(frame: *mut ExecuteData) -> Option<&'a ExecuteData> {
    // SAFETY: the pointer is null, or that of the frame of a running call, which no caller keeps.
    unsafe { frame.as_ref() }
}

/// Makes it safe to throw an exception where a frame of PHP code is interrupted, and returns `false` if that
/// cannot be made safe. After an exception PHP 8.2 frees the argument that the next instruction would pass,
/// although the argument is not in its place yet, so this function empties the place.
pub(in crate::php) fn allow_exception(frame: &ExecuteData) -> bool {
    // The numbers of Zend/zend_vm_opcodes.h, which are first ZEND_SEND_VAR_NO_REF_EX and _VAR_NO_REF, and
    // then _VAL, _VAR_EX, _REF, _VAL_EX, _VAR, _USER and _FUNC_ARG. The other instructions count an argument
    // when they pass it, so they need no such care.
    const WITH_NOTICE: [u8; 2] = [50, 106];
    const PASSING: [u8; 7] = [65, 66, 67, 116, 117, 120, 185];
    const CONST: u8 = 1;
    // SAFETY: a frame of PHP code points to its next instruction. If that passes an argument,
    // the frame has a call that is being put together, and the argument's place lies at this
    // distance in it. Instructions with a constant as second operand pass arguments by name,
    // to places of another kind, so they are left out. Before the instruction has run, its
    // place holds nothing.
    unsafe {
        let Some(next) = frame.opline.as_ref() else {
            return true;
        };
        let has_notice = WITH_NOTICE.contains(&next.opcode);
        let passes = has_notice || PASSING.contains(&next.opcode);
        if !passes || next.op2_type == CONST || frame.call.is_null() {
            return true;
        }
        let place: *mut Zval = frame.call.byte_add(next.result.var as usize).cast();
        // These two put a reference into the place, and then run PHP code for their notice.
        if has_notice && (*place).is_reference() {
            return false;
        }
        place.write(Zval::new());
    }
    true
}

/// Calls the hook that was there before ours, with the frame that ours was given.
pub(in crate::php) fn previous_hook(frame: *mut ExecuteData) {
    let previous = PREVIOUS.read().ok().and_then(|hook| *hook);
    if let Some(hook) = previous {
        // SAFETY: the hook is made for exactly this call, and if it bails out, which skips destructors, no
        // value here needs its destructor.
        unsafe { hook(frame) };
    }
}

/// Forbids fiber switches, as the engine does around signal handlers, or allows them again.
pub(in crate::php) fn forbid_fiber_switches(forbidden: bool) {
    let (block, unblock) = (zend_fiber_switch_block, zend_fiber_switch_unblock);
    // SAFETY: both functions change one counter, and touch nothing else.
    unsafe { if forbidden { block() } else { unblock() } };
}

/// Returns whether no fiber may be suspended now, as inside a signal handler, up to PHP 8.3 inside a destructor, and in the
/// `finally` blocks of a fiber that is destroyed.
pub(in crate::php) fn are_fiber_switches_forbidden() -> bool {
    // SAFETY: the function reads one counter of this thread. The running fiber, if there is one, lives as long as it runs,
    // and its flags stand behind its object in each version of PHP that has fibers (Zend/zend_fibers.h).
    unsafe {
        let fiber = (*ffi::ext_php_rs_executor_globals()).active_fiber;
        let is_destroyed =
            !fiber.is_null() && (*fiber.cast::<FiberHead>()).flags & FIBER_FLAG_DESTROYED != 0;
        is_destroyed || zend_fiber_switch_blocked()
    }
}

/// The beginning of the engine's fiber.
#[repr(C)]
struct FiberHead {
    object: ffi::zend_object,
    flags: u8,
}

/// `ZEND_FIBER_FLAG_DESTROYED`
const FIBER_FLAG_DESTROYED: u8 = 1 << 2;
