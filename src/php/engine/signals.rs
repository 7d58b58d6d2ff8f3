//! The engine's queue of signals, which holds them back while it is in use.
//!
//! Used by `php` at the end of a request.

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

/// While it lives, the engine puts signals into its queue instead of handling them; it handles them when
/// this is dropped. The engine's own code does that by `HANDLE_BLOCK_INTERRUPTIONS` and
/// `HANDLE_UNBLOCK_INTERRUPTIONS`.
///
/// A signal mask is not enough: where pcntl gives a signal back, the engine unblocks it.
pub(in crate::php) struct QueuedSignals {
    globals: &'static SignalGlobals,
    unblock: unsafe extern "C" fn(),
}

impl QueuedSignals {
    /// `None`: this PHP was built without signal handling of its own, and leaves masks as they are.
    pub(in crate::php) fn begin() -> Option<Self> {
        let unblock = os::symbol(c"zend_signal_handler_unblock")?;
        let globals = signal_globals()?;
        globals.depth.fetch_add(1, Ordering::Relaxed);
        Some(Self {
            globals,
            // SAFETY: Zend/zend_signal.h declares this function so.
            unblock: unsafe { mem::transmute::<NonNull<c_void>, unsafe extern "C" fn()>(unblock) },
        })
    }
}

impl Drop for QueuedSignals {
    fn drop(&mut self) {
        let depth = self.globals.depth.fetch_sub(1, Ordering::Relaxed);
        if depth == self.globals.blocked.load(Ordering::Relaxed) {
            // SAFETY: the depth was 1, and signals came meanwhile: only then the engine's macro calls
            // this function, which needs a queue that is not empty.
            unsafe { (self.unblock)() };
        }
    }
}

/// This thread's signal globals, which end after the modules of a request have ended.
fn signal_globals() -> Option<&'static SignalGlobals> {
    let globals: *const SignalGlobals = if let Some(globals) = os::symbol(c"zend_signal_globals") {
        globals.as_ptr().cast()
    } else {
        // A PHP with threads has them at an offset in the block of each thread.
        let offset = os::symbol(c"zend_signal_globals_offset")?;
        let block = os::symbol(c"tsrm_get_ls_cache")?;
        // SAFETY: Zend/zend_signal.h and TSRM/TSRM.h declare both so. The engine has filled in the
        // offset before it loads modules.
        unsafe {
            let block =
                mem::transmute::<NonNull<c_void>, unsafe extern "C" fn() -> *mut c_void>(block);
            block().byte_add(*offset.as_ptr().cast::<usize>()).cast()
        }
    };
    // SAFETY: the engine never frees them while PHP code runs on this thread. The two fields are
    // ints that only this thread and its signal handlers touch.
    unsafe { globals.as_ref() }
}
