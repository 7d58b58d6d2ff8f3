//! The warning about a lock that ends with the expression that takes it.
//!
//! `(new RedisMutexLock())->lock('x')` answers `true` and holds nothing, because PHP destroys the object right
//! behind the call, and the object releases its lock. Nothing else shows that mistake. The warning is
//! raised only where it is certain, and before anything is sent. Used by `php::class`.

use super::arguments::Arguments;
use super::engine;
use super::exceptions::{Result, Thrown};
use super::settings;

/// Warns if the object of this call ends with the call and releases its locks then, which is what
/// `releases_at_end` says.
///
/// # Errors
/// The error handler of PHP code has thrown, so the method must ask nothing of a server.
#[inline]
pub(super) fn warn_of_ending(given: &Arguments, releases_at_end: bool) -> Result<()> {
    // Almost every call stops here, so the rest stands apart.
    if given.frame().ends_object() {
        return warn_if_wanted(releases_at_end);
    }
    Ok(())
}

#[cold]
#[inline(never)]
fn warn_if_wanted(releases_at_end: bool) -> Result<()> {
    if !releases_at_end || !settings::warns() {
        return Ok(());
    }
    engine::warn(
        c"The object ends with this expression and releases the lock at once; keep the object in a \
         variable for as long as the lock is to be held, or use synchronized()",
    );
    if engine::has_exception() {
        return Err(Thrown::Pending);
    }
    Ok(())
}
