//! The engine's queue of signals, by which `php` holds signals back at the end of a request.

use std::ffi::c_void;
use std::mem;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI32, Ordering};

use crate::os;

/// The beginning of the engine's `zend_signal_globals` (`Zend/zend_signal.h`).
#[repr(C)]
struct SignalGlobals {
    depth: AtomicI32,
    blocked: AtomicI32,
}

/// A guard during whose life the engine puts signals into its queue instead of handling them. The engine
/// handles the queued signals when the guard is dropped, and its own code does the same by
/// `HANDLE_BLOCK_INTERRUPTIONS` and `HANDLE_UNBLOCK_INTERRUPTIONS`.
///
/// A signal mask is not enough, because where pcntl gives a signal back, the engine unblocks it.
pub(in crate::php) struct QueuedSignals {
    globals: &'static SignalGlobals,
    unblock: unsafe extern "C" fn(),
}

impl QueuedSignals {
    /// Returns the guard, or `None` if this PHP was built without signal handling of its own, and so leaves
    /// masks as they are.
    pub(in crate::php) fn begin() -> Option<Self> {
        let unblock = os::symbol(c"zend_signal_handler_unblock")?;
        let globals = signal_globals()?;
        globals.depth.fetch_add(1, Ordering::Relaxed);
        Some(Self {
            globals,
            // SAFETY: this is the type that Zend/zend_signal.h gives to the function.
            unblock: unsafe { mem::transmute::<NonNull<c_void>, unsafe extern "C" fn()>(unblock) },
        })
    }
}

impl Drop for QueuedSignals {
    fn drop(&mut self) {
        let depth = self.globals.depth.fetch_sub(1, Ordering::Relaxed);
        if depth == self.globals.blocked.load(Ordering::Relaxed) {
            // SAFETY: the depth was 1 and signals came meanwhile, which is the only case where the engine's
            // macro calls this function, because it needs a queue that is not empty.
            unsafe { (self.unblock)() };
        }
    }
}

/// Returns this thread's signal globals, which end after the modules of a request have ended.
fn signal_globals() -> Option<&'static SignalGlobals> {
    let globals: *const SignalGlobals = if let Some(globals) = os::symbol(c"zend_signal_globals") {
        globals.as_ptr().cast()
    } else {
        // A PHP with threads has them at an offset in the block of each thread.
        let offset = os::symbol(c"zend_signal_globals_offset")?;
        let block = os::symbol(c"tsrm_get_ls_cache")?;
        // SAFETY: these are the types of Zend/zend_signal.h and TSRM/TSRM.h, and the engine has filled in the
        // offset before it loads modules.
        unsafe {
            let block =
                mem::transmute::<NonNull<c_void>, unsafe extern "C" fn() -> *mut c_void>(block);
            block().byte_add(*offset.as_ptr().cast::<usize>()).cast()
        }
    };
    // SAFETY: the engine never frees the globals while PHP code runs on this thread, and the two fields are
    // ints that only this thread and its signal handlers touch.
    unsafe { globals.as_ref() }
}
