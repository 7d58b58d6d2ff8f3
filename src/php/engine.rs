//! What ext-php-rs does not wrap of the Zend engine: frames, argument conversions,
//! interrupts, objects by their handles, ini values, and the parts of a class that only
//! exist once it is registered.
//!
//! Together with `os` the only file with hand-written `unsafe`; each block argues for
//! itself. It decides nothing and words no message. All of it runs on a PHP thread.
//! Called by the other files of `php`.

use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;
use std::ptr::{self, NonNull};
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};

use ext_php_rs::boxed::ZBox;
use ext_php_rs::class::RegisteredClass;
use ext_php_rs::ffi::{
    self, ZEND_MODULE_API_NO, zend_hash_str_find_ptr_lc, zend_property_info, zend_string, zend_type,
};
use ext_php_rs::flags::PropertyFlags;
use ext_php_rs::types::{ZendClassObject, ZendObject, ZendStr, Zval};
use ext_php_rs::zend::{ClassEntry, ExecuteData, Function};

unsafe extern "C" {
    fn zend_fiber_switch_block();
    fn zend_fiber_switch_unblock();
    // ZEND_FASTCALL, which is the C convention on every 64-bit Linux.
    fn zend_parse_arg_long_slow(arg: *mut Zval, dest: *mut i64, position: u32) -> bool;
    fn zend_parse_arg_number_slow(arg: *mut Zval, dest: *mut *mut Zval, position: u32) -> bool;
    fn zend_parse_arg_str_slow(arg: *mut Zval, dest: *mut *mut zend_string, position: u32) -> bool;
    fn zval_get_string_func(value: *mut Zval) -> *mut ZendStr;
    fn zend_ini_string_ex(
        name: *const c_char,
        length: usize,
        original: i32,
        exists: *mut bool,
    ) -> *const c_char;
    fn zend_unregister_ini_entries(module: i32);
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

/// The frame of a running call. Whatever it lends lives until the method has
/// returned: a frame holds its object and its arguments for so long.
pub(super) struct Frame<'a> {
    data: NonNull<ExecuteData>,
    call: PhantomData<&'a ExecuteData>,
}

impl<'a> Frame<'a> {
    pub(super) fn new(data: &'a mut ExecuteData) -> Self {
        Self {
            data: NonNull::from(data),
            call: PhantomData,
        }
    }

    fn data(&self) -> &'a ExecuteData {
        // SAFETY: made of a reference with this lifetime.
        unsafe { self.data.as_ref() }
    }

    /// `$this`.
    pub(super) fn object(&self) -> Option<&'a ZendObject> {
        self.data().This.object()
    }

    /// The Rust half of `$this`; `None` before its constructor ran. Nobody makes
    /// a `&mut` of it while a method runs: the one who does, the constructor,
    /// refuses to run twice.
    pub(super) fn this<T: RegisteredClass>(&self) -> Option<&'a T> {
        let object = ZendClassObject::<T>::from_zend_obj(self.object()?)?;
        object.obj.as_ref()
    }

    /// How many arguments the call was given.
    pub(super) fn count(&self) -> usize {
        // SAFETY: every field of this union is one u32, in a call's frame this one.
        unsafe { self.data().This.u2.num_args as usize }
    }

    /// The argument at `index`, dereferenced.
    pub(super) fn argument(&mut self, index: usize) -> Option<&mut Zval> {
        if index >= self.count() {
            return None;
        }
        // SAFETY: the frame holds as many slots behind it as it has arguments,
        // and the exclusive borrow of the only handle covers them.
        let argument = unsafe { self.data().zend_call_arg(index)? };
        Some(argument.dereference_mut())
    }

    /// The bytes of the argument at `index`, converted as by [`convert_to_int`].
    pub(super) fn bytes(&mut self, index: usize) -> Option<&'a [u8]> {
        let position = u32::try_from(index + 1).ok()?;
        let argument = self.argument(index)?;
        let mut converted = ptr::null_mut();
        // SAFETY: an argument of the running call, which the engine may convert
        // in place; afterwards it is a string, which the frame holds until the
        // method returns, and nobody writes into a string that is held.
        unsafe {
            if !argument.is_string()
                && !zend_parse_arg_str_slow(argument, &raw mut converted, position)
            {
                return None;
            }
            let string = argument.value.str_;
            Some(std::slice::from_raw_parts(
                (&raw const (*string).val).cast(),
                (*string).len,
            ))
        }
    }
}

/// The engine's error for a wrong number of arguments.
pub(super) fn throw_argument_count(least: usize, most: usize) {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    // SAFETY: throws into the running call; both are plain numbers.
    unsafe { ffi::zend_wrong_parameters_count_error(number(least), number(most)) };
}

/// Converts as PHP's own functions do, deprecations, warnings and `strict_types`
/// included. `None`: it cannot be, or an exception is pending.
pub(super) fn convert_to_int(argument: &mut Zval, position: u32) -> Option<i64> {
    if let Some(number) = argument.long() {
        return Some(number);
    }
    let mut number = 0;
    // SAFETY: an argument of the running call, which the engine may convert in
    // place; the result is a local.
    unsafe { zend_parse_arg_long_slow(argument, &raw mut number, position) }.then_some(number)
}

/// Converts to int or float in place; see [`convert_to_int`].
pub(super) fn convert_to_number(argument: &mut Zval, position: u32) -> bool {
    if argument.is_long() || argument.is_double() {
        return true;
    }
    let mut converted = ptr::null_mut();
    // SAFETY: as above; the result is the argument itself.
    unsafe { zend_parse_arg_number_slow(argument, &raw mut converted, position) }
}

/// A number as PHP's own string conversion writes it.
pub(super) fn printed(number: &mut Zval) -> String {
    // SAFETY: a value of the running call; the string is a reference of our own,
    // given back when the ZBox is dropped.
    let text = unsafe {
        zval_get_string_func(number)
            .as_mut()
            .map(|it| ZBox::from_raw(it))
    };
    text.map_or_else(String::new, |text| {
        String::from_utf8_lossy(text.as_bytes()).into_owned()
    })
}

/// Why a value is no callback, in the engine's words. `None`: it is one.
pub(super) fn callback_error(callback: &mut Zval) -> Option<String> {
    let mut words: *mut c_char = ptr::null_mut();
    // SAFETY: the call frame's own value; the error is a request's string, now ours.
    unsafe {
        let callable = ffi::zend_is_callable_ex(
            callback,
            ptr::null_mut(),
            0,
            ptr::null_mut(),
            ptr::null_mut(),
            &raw mut words,
        );
        let reason = (!words.is_null()).then(|| {
            let reason = CStr::from_ptr(words).to_string_lossy().into_owned();
            ffi::_efree(words.cast());
            reason
        });
        (!callable).then(|| reason.unwrap_or_else(|| "no array or string given".into()))
    }
}

/// Whether the engine is asked to serve signals, a time limit or another wish.
pub(super) fn interrupt_flag() -> &'static AtomicBool {
    // SAFETY: the executor globals live as long as the thread. The field is one
    // byte that signal handlers and threads set, an atomic bool in all but its
    // name up to PHP 8.1 and in name too since 8.2.
    unsafe { &*(&raw const (*ffi::ext_php_rs_executor_globals()).vm_interrupt).cast() }
}

/// Whether the time limit has struck: PHP ends the request as soon as we return.
pub(super) fn has_timed_out() -> bool {
    // SAFETY: as in `interrupt_flag`.
    let flag: &AtomicBool =
        unsafe { &*(&raw const (*ffi::ext_php_rs_executor_globals()).timed_out).cast() };
    flag.load(Ordering::Relaxed)
}

type Hook = unsafe extern "C" fn(*mut ExecuteData);

/// Whoever hooked interrupts before us.
static PREVIOUS: RwLock<Option<Hook>> = RwLock::new(None);

/// Has `ours` called at every interrupt; it has to call [`previous_hook`].
/// `false`: no longer, as the library may be unloaded.
pub(super) fn hook_interrupts(ours: Hook, hooked: bool) {
    // SAFETY: modules start and end on one thread while no PHP code runs.
    let current = unsafe { (&raw mut ffi::zend_interrupt_function).as_mut() };
    let Some(current) = current else { return };
    let is_ours = current.is_some_and(|hook| ptr::fn_addr_eq(hook, ours));
    // Somebody may have hooked them on top of us: then there is no way out.
    if is_ours != hooked
        && let Ok(mut previous) = PREVIOUS.write()
    {
        let next = if hooked { Some(ours) } else { *previous };
        *previous = std::mem::replace(current, next);
    }
}

/// A frame of the engine's, which lives until its call has ended.
pub(super) fn frame<'a>(frame: *mut ExecuteData) -> Option<&'a ExecuteData> {
    // SAFETY: null or one that runs, and no caller keeps it.
    unsafe { frame.as_ref() }
}

/// Calls the hook that was there before ours, with what ours was called with.
pub(super) fn previous_hook(frame: *mut ExecuteData) {
    let previous = PREVIOUS.read().ok().and_then(|hook| *hook);
    if let Some(hook) = previous {
        // SAFETY: made for exactly this call. It may bail out: nothing here
        // waits for its destructor.
        unsafe { hook(frame) };
    }
}

/// Forbids fibers to be switched, as the engine does around signal handlers.
pub(super) fn forbid_fiber_switches(forbidden: bool) {
    let (block, unblock) = (zend_fiber_switch_block, zend_fiber_switch_unblock);
    // SAFETY: they count, and touch nothing else.
    unsafe { if forbidden { block() } else { unblock() } };
}

/// A reference to the object with this handle. `None`: it has died, or the turn
/// of its destructor has come.
pub(super) fn living(handle: u32) -> Option<Zval> {
    const FREE_BUCKET: usize = 1;
    const DESTRUCTED: u32 = 1 << 8;
    // SAFETY: the store has `top` buckets, each with a living object or, marked
    // by its lowest bit, without one; every field of `gc.u` is one u32.
    let object = unsafe {
        let store = &(*ffi::ext_php_rs_executor_globals()).objects_store;
        let bucket = (handle < store.top).then(|| store.object_buckets.add(handle as usize))?;
        let living = (*bucket).addr() & FREE_BUCKET == 0;
        living
            .then(|| &mut **bucket)
            .filter(|it| it.gc.u.type_info & DESTRUCTED == 0)?
    };
    let mut reference = Zval::new();
    reference.set_object(object);
    Some(reference)
}

/// The first property that the class of `object` declares, and every class below.
pub(super) fn first_property(object: &mut ZendObject) -> Option<&mut Zval> {
    // SAFETY: an object ends with as many slots as its class says.
    unsafe {
        let slots = (*object.ce).default_properties_count;
        (slots > 0).then(|| &mut *object.properties_table.as_mut_ptr())
    }
}

/// An ini setting's text; `original`: as it was before `ini_set`.
pub(super) fn ini(name: &CStr, original: bool) -> Vec<u8> {
    let mut exists = false;
    // SAFETY: a NUL-terminated name and its length; the answer is a string that
    // lives until the setting changes, and is copied at once.
    unsafe {
        let length = name.count_bytes();
        let text = zend_ini_string_ex(name.as_ptr(), length, original.into(), &raw mut exists);
        if text.is_null() {
            return Vec::new();
        }
        CStr::from_ptr(text).to_bytes().to_vec()
    }
}

/// Forgets the ini settings of a module that ends. Those of one that `dl()` has
/// loaded the engine would free after their names.
pub(super) fn forget_ini(module: i32) {
    // SAFETY: they are found by the number, and nobody reads them any more.
    unsafe { zend_unregister_ini_entries(module) };
}

/// A class of an extension, also while modules are still starting.
pub(super) fn internal_class(name: &str) -> Option<&'static ClassEntry> {
    // SAFETY: the class table exists before the first module starts; a class of
    // an extension lives until the module shuts down, and no caller keeps it.
    unsafe {
        let classes = (*ffi::ext_php_rs_compiler_globals()).class_table;
        zend_hash_str_find_ptr_lc(classes, name.as_ptr().cast(), name.len())
            .cast::<ClassEntry>()
            .as_ref()
    }
}

/// Declares the property `mixed $name = null`.
pub(super) fn declare_mixed_property(class: &mut ClassEntry, name: &str, access: PropertyFlags) {
    let mut default = Zval::null();
    let any = zend_type {
        ptr: ptr::null_mut(),
        type_mask: ffi::MAY_BE_ANY,
    };
    // SAFETY: a class that is not in use yet; the name is interned, null needs no memory.
    unsafe {
        zend_declare_typed_property(
            class,
            ZendStr::new_interned(name, true).into_raw(),
            &raw mut default,
            i32::try_from(access.bits()).unwrap_or_default(),
            ptr::null_mut(),
            any,
        );
    }
}

/// Writes the types of a method, what it returns first, into the engine's tables: it
/// has copied those that it was given.
pub(super) fn set_types(
    class: &mut ClassEntry,
    method: &str,
    types: impl Iterator<Item = Option<u32>>,
) {
    /// Below it the kinds of value, above it how an argument is passed.
    const KINDS: u32 = (1 << 18) - 1;
    let Some(method) = method_of(class, method) else {
        return;
    };
    // SAFETY: an internal function that takes as many arguments as it says,
    // with the return type in front of the first; nobody else uses it yet.
    let table = unsafe {
        let first = method.internal_function.arg_info.sub(1);
        let length = method.internal_function.num_args as usize + 1;
        std::slice::from_raw_parts_mut(first, length)
    };
    for (info, kinds) in table.iter_mut().zip(types) {
        if let Some(kinds) = kinds {
            info.type_.type_mask = info.type_.type_mask & !KINDS | kinds;
        }
    }
}

/// Keeps a method's first argument out of stack traces: `#[SensitiveParameter]` (PHP 8.2).
pub(super) fn mark_first_parameter_sensitive(class: &mut ClassEntry, method: &str) {
    const PERSISTENT: u32 = 1;
    const FIRST_PARAMETER: u32 = 1;
    let Some(method) = method_of(class, method).filter(|_| ZEND_MODULE_API_NO >= 20_220_829) else {
        return;
    };
    // SAFETY: `common` starts every kind of function; the name is interned, so
    // nobody has to free it.
    unsafe {
        zend_add_attribute(
            &raw mut method.common.attributes,
            ZendStr::new_interned("SensitiveParameter", true).into_raw(),
            0,
            PERSISTENT,
            FIRST_PARAMETER,
            0,
        );
    }
}

/// A method of a class that was registered a moment ago and is not in use.
fn method_of<'a>(class: &'a mut ClassEntry, name: &str) -> Option<&'a mut Function> {
    let methods = &raw const class.function_table;
    // SAFETY: the table holds functions, which live as long as their class.
    unsafe {
        zend_hash_str_find_ptr_lc(methods, name.as_ptr().cast(), name.len())
            .cast::<Function>()
            .as_mut()
    }
}
