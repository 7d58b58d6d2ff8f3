//! The parts of a class or a function that exist only after its registration, which are properties, union types and
//! attributes.
//!
//! Used by `php::registration` and `php::exceptions`.

use std::ffi::c_void;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use ext_php_rs::args::ArgInfoTables;
use ext_php_rs::ffi::{
    self, ZEND_MODULE_API_NO, zend_hash_str_find_ptr_lc, zend_property_info, zend_string, zend_type,
};
use ext_php_rs::flags::PropertyFlags;
use ext_php_rs::types::{ZendStr, Zval};
use ext_php_rs::zend::{ClassEntry, Function};

unsafe extern "C" {
    fn zend_declare_typed_property(
        class: *mut ClassEntry,
        name: *mut zend_string,
        default: *mut Zval,
        access: i32,
        doc_comment: *mut zend_string,
        property_type: zend_type,
    ) -> *mut zend_property_info;
    fn zend_add_attribute(
        attributes: *mut *mut ffi::HashTable,
        name: *mut zend_string,
        arguments: u32,
        flags: u32,
        offset: u32,
        line: u32,
    ) -> *mut c_void;
}

/// Returns a class of an extension, even while modules are still starting.
pub(in crate::php) fn internal_class(name: &str) -> Option<&'static ClassEntry> {
    // SAFETY: the class table exists before the first module starts, while a class of an extension lives
    // until its module shuts down, and no caller keeps it.
    unsafe {
        let classes = (*ffi::ext_php_rs_compiler_globals()).class_table;
        zend_hash_str_find_ptr_lc(classes, name.as_ptr().cast(), name.len())
            .cast::<ClassEntry>()
            .as_ref()
    }
}

/// Declares the property `$name = null`, whose type is `mixed` if `is_typed`, while otherwise it has none.
/// Only the slot of a property without a type may be written directly, because the engine keeps a list of the
/// references to typed properties.
pub(in crate::php) fn declare_property(
    class: &mut ClassEntry,
    name: &str,
    access: PropertyFlags,
    is_typed: bool,
) {
    let mut default = Zval::null();
    let kinds = zend_type {
        ptr: ptr::null_mut(),
        type_mask: if is_typed { ffi::MAY_BE_ANY } else { 0 },
    };
    // SAFETY: the class is not in use yet, the name is interned, and null needs no memory.
    unsafe {
        zend_declare_typed_property(
            class,
            ZendStr::new_interned(name, true).into_raw(),
            &raw mut default,
            i32::try_from(access.bits()).unwrap_or_default(),
            ptr::null_mut(),
            kinds,
        );
    }
}

/// Writes the types of a method or function, its return type first, into the tables that the engine reads, because
/// the engine may have copied those of the registration.
pub(in crate::php) fn set_types(function: &mut Function, types: impl Iterator<Item = Option<u32>>) {
    /// The lower bits say which types a value may have, while the upper ones say how it is passed.
    const KINDS: u32 = (1 << 18) - 1;
    // SAFETY: this is an internal function, whose table has one entry for each argument that it says it
    // takes, and the return type in front of the first. Nobody else uses the table yet.
    let table = unsafe {
        let first = function.internal_function.arg_info.sub(1);
        let length = function.internal_function.num_args as usize + 1;
        std::slice::from_raw_parts_mut(first, length)
    };
    for (info, kinds) in table.iter_mut().zip(types) {
        if let Some(kinds) = kinds {
            info.type_.type_mask = info.type_.type_mask & !KINDS | kinds;
        }
    }
}

/// The tables of the methods' arguments that a class was registered with.
struct Tables {
    _kept: ArgInfoTables,
}

// SAFETY: no Rust code reads the tables, on any thread.
unsafe impl Send for Tables {}

/// Keeps the tables that a class was registered with, because its methods point into them until the process
/// ends.
pub(in crate::php) fn keep_tables(tables: ArgInfoTables) {
    static KEPT: Mutex<Vec<Tables>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push(Tables { _kept: tables });
}

/// Keeps the argument at `index` of a method or function out of stack traces, by `#[SensitiveParameter]` (since
/// PHP 8.2).
pub(in crate::php) fn mark_sensitive(function: &mut Function, index: usize) {
    const PERSISTENT: u32 = 1;
    if ZEND_MODULE_API_NO < 20_220_829 {
        return;
    }
    // SAFETY: every kind of function begins with `common`, and the name is interned, so nobody has to free
    // it.
    unsafe {
        zend_add_attribute(
            &raw mut function.common.attributes,
            ZendStr::new_interned("SensitiveParameter", true).into_raw(),
            0,
            PERSISTENT,
            // Position 0 is the function itself, so the arguments count from 1.
            u32::try_from(index + 1).unwrap_or_default(),
            0,
        );
    }
}

/// Returns a method of a class that is being registered and not in use yet.
pub(in crate::php) fn method<'a>(
    class: &'a mut ClassEntry,
    name: &str,
) -> Option<&'a mut Function> {
    let methods = &raw const class.function_table;
    // SAFETY: the table holds functions, and these live as long as their class.
    unsafe { function_in(methods, name) }
}

/// Returns a function of this module, which is being started, so nobody uses the function yet.
pub(in crate::php) fn own_function(name: &str) -> Option<&'static mut Function> {
    // SAFETY: the table exists before the first module starts. It holds functions, and those of a module live until the
    // module shuts down, while no caller keeps one.
    unsafe {
        let functions = (*ffi::ext_php_rs_compiler_globals()).function_table;
        function_in(functions, name)
    }
}

/// Returns the function of this name in a table.
///
/// # Safety
/// The table holds functions, which live as long as the reference, and no other reference to the function exists.
unsafe fn function_in<'a>(table: *const ffi::HashTable, name: &str) -> Option<&'a mut Function> {
    // SAFETY: the caller vouches for the table and for the function.
    unsafe {
        zend_hash_str_find_ptr_lc(table, name.as_ptr().cast(), name.len())
            .cast::<Function>()
            .as_mut()
    }
}
