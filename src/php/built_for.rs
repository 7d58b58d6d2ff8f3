//! For which PHP this library was built, and from which commit, as `build.rs` has found out.
//!
//! This file ends the build if the bindings of ext-php-rs belong to another PHP. Cargo makes them again only after a change
//! of `PATH`, `PHP` or `PHP_CONFIG`, and another PHP may stand behind the same `PATH`. At run time this file asks nothing.
//! `php` and `info` show what stands here.

use ext_php_rs::ffi;

/// The version, and between two releases the commit behind a `+`.
pub(super) const VERSION: &str = env!("REDIS_MUTEX_LOCK_VERSION");
/// The PHP, its module API, and its kind.
pub(super) const PHP: &str = env!("REDIS_MUTEX_LOCK_PHP");

const _: () = assert!(
    is(env!("REDIS_MUTEX_LOCK_PHP_API"), ffi::ZEND_MODULE_API_NO)
        && is(env!("REDIS_MUTEX_LOCK_PHP_ZTS"), ffi::USING_ZTS)
        && is(env!("REDIS_MUTEX_LOCK_PHP_DEBUG"), ffi::ZEND_DEBUG),
    "the bindings of ext-php-rs belong to another PHP: run 'cargo clean -p ext-php-rs -p redis_mutex_lock', with \
     --release for a release build, and build again"
);

/// Returns whether a text is this number.
const fn is(text: &str, number: u32) -> bool {
    matches!(u32::from_str_radix(text, 10), Ok(read) if read == number)
}
