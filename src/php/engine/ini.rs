//! The current bytes of ini settings, and the removal of the settings.
//!
//! Used by `php::settings` and `php::info`.

use std::ffi::CStr;

use ext_php_rs::ffi::{self, zend_hash_str_find_ptr_lc, zend_ini_entry};
use ext_php_rs::types::ZendStr;

unsafe extern "C" {
    fn zend_unregister_ini_entries(module: i32);
}

/// Returns the bytes of an ini setting, which with `original` are those before `ini_set()`.
pub(in crate::php) fn ini(name: &CStr, original: bool) -> Vec<u8> {
    // SAFETY: the table of this thread's settings lives as long as the thread. A string in the table lives
    // until the setting changes, so it is copied at once.
    unsafe {
        let settings = (*ffi::ext_php_rs_executor_globals()).ini_directives;
        let setting = zend_hash_str_find_ptr_lc(settings, name.as_ptr(), name.count_bytes());
        let Some(setting) = setting.cast::<zend_ini_entry>().as_ref() else {
            return Vec::new();
        };
        let current = if original && setting.modified != 0 {
            setting.orig_value
        } else {
            setting.value
        };
        let text = current.cast::<ZendStr>().as_ref();
        text.map_or_else(Vec::new, |text| text.as_bytes().to_vec())
    }
}

/// Removes the ini settings of a module that ends, because for a module that `dl()` has loaded the engine
/// would free the names of the settings first, and then the settings.
pub(in crate::php) fn forget_ini(module: i32) {
    // SAFETY: the engine finds the settings by the module's number, and nobody reads them after that.
    unsafe { zend_unregister_ini_entries(module) };
}
