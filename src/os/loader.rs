//! The dynamic loader: symbols of the running program, and this library's own stay in memory.
//!
//! Nothing is loaded here, and no code of another library runs. Used by `threads` and
//! `php::engine`.

use std::ffi::{CStr, c_void};
use std::io;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns the address of a symbol of the running program, which not every program has.
pub(crate) fn symbol(name: &CStr) -> Option<NonNull<c_void>> {
    // SAFETY: the name ends with a NUL, and the loader only looks it up.
    NonNull::new(unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) })
}

/// Keeps this library in memory from now on, although PHP unloads its modules at its end, so that
/// a lookup can come back to it.
///
/// # Errors
/// The loader does not know this library, or does not keep it.
pub(super) fn stay_loaded() -> io::Result<()> {
    static STAYS: AtomicBool = AtomicBool::new(false);
    if STAYS.load(Ordering::Relaxed) {
        return Ok(());
    }
    let failed = || io::Error::other("the library cannot be kept in memory");
    let address: *const AtomicBool = &raw const STAYS;
    // SAFETY: all zeros are a valid Dl_info, and the call writes to it alone. The address may be any, because
    // the call reads nothing there.
    let (found, place) = unsafe {
        let mut place: libc::Dl_info = std::mem::zeroed();
        (libc::dladdr(address.cast(), &raw mut place), place)
    };
    if found == 0 || place.dli_fname.is_null() {
        return Err(failed());
    }
    let flags = libc::RTLD_NOW | libc::RTLD_NOLOAD | libc::RTLD_NODELETE;
    // SAFETY: the string is the loader's own and ends with a NUL; it lives as long as this library is loaded,
    // which is at least until the thread that calls this has ended. The library is loaded already, so none of
    // its code runs, and nobody gives the handle back.
    let handle = unsafe { libc::dlopen(place.dli_fname, flags) };
    if handle.is_null() {
        return Err(failed());
    }
    STAYS.store(true, Ordering::Relaxed);
    Ok(())
}
