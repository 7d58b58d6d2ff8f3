//! Callbacks, which are looked up once, and called later or made a closure.
//!
//! Used by `php::arguments`, `php::class`, `php::on_lost` and `php::on_wait`.

use std::ffi::{CStr, c_char, c_int};
use std::ptr;

use ext_php_rs::alloc::efree;
use ext_php_rs::ffi::{self, zend_fcall_info, zend_fcall_info_cache};
use ext_php_rs::flags::DataType;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::{ClassEntry, ExecutorGlobals, Function};

unsafe extern "C" {
    fn zend_call_function(call: *mut zend_fcall_info, found: *mut zend_fcall_info_cache) -> c_int;
    fn zend_release_fcall_info_cache(cache: *mut zend_fcall_info_cache);
    fn zend_create_fake_closure(
        closure: *mut Zval,
        function: *mut Function,
        scope: *mut ClassEntry,
        called_scope: *mut ClassEntry,
        this: *mut Zval,
    );
}

/// A callback, as the engine has found it in its only lookup, because each lookup may run PHP code and raise
/// a deprecation. The callback keeps its object or closure alive, even if PHP code changes the value that
/// named it.
pub(in crate::php) struct Callback {
    value: Zval,
    /// What the engine has found, which lacks a function if `__call` answers for the callback, because the
    /// engine makes that function for each call.
    found: zend_fcall_info_cache,
    object: Option<Zval>,
}

impl Callback {
    /// Returns the callback that `value` names, after a lookup that may leave an exception pending.
    ///
    /// # Errors
    /// The value is no callback, for a reason in the engine's words.
    pub(in crate::php) fn find(value: &mut Zval) -> Result<Self, String> {
        let mut words: *mut c_char = ptr::null_mut();
        // SAFETY: the structure consists of pointers (one more since PHP 8.3), which may be
        // null.
        let mut found: zend_fcall_info_cache = unsafe { std::mem::zeroed() };
        // SAFETY: this is a value of the running call, and the engine fills `found`. A function that the
        // engine has made for one call only is released at once, and the error is a string in the request's
        // memory, which is ours to free.
        unsafe {
            let callable = ffi::zend_is_callable_ex(
                value,
                ptr::null_mut(),
                0,
                ptr::null_mut(),
                &raw mut found,
                &raw mut words,
            );
            let reason = (!words.is_null()).then(|| {
                let reason = CStr::from_ptr(words).to_string_lossy().into_owned();
                efree(words.cast());
                reason
            });
            let function = found.function_handler.as_ref();
            if function
                .is_some_and(|it| it.common.fn_flags & ffi::ZEND_ACC_CALL_VIA_TRAMPOLINE != 0)
            {
                zend_release_fcall_info_cache(&raw mut found);
            }
            if !callable {
                return Err(reason.unwrap_or_else(|| "no array or string given".into()));
            }
        }
        // SAFETY: the pointer is null, or that of the object that the function is called on, which is alive
        // now.
        let object = unsafe { found.object.as_mut() }.map(|object| {
            let mut reference = Zval::new();
            reference.set_object(object);
            reference
        });
        Ok(Self {
            value: value.shallow_clone(),
            found,
            object,
        })
    }

    /// Calls the callback without arguments and returns its result, or `None` if an exception is pending.
    pub(in crate::php) fn call(&self) -> Option<Zval> {
        self.call_with(&mut [])
    }

    /// Calls the callback with these arguments, and returns as [`Self::call`] does.
    pub(in crate::php) fn call_with(&self, arguments: &mut [Zval]) -> Option<Zval> {
        let mut result = Zval::new();
        let mut found = self.found;
        // SAFETY: function, object and scope are those that the lookup has found. All of them are alive,
        // because classes and functions live until the end of the request, and this value keeps the object
        // and a closure alive. Without a function the engine looks the callback up once more. All zeros are
        // a call without arguments, to which the callback, the place of its result and the arguments are added.
        // The engine copies the arguments into the frame of the call, and the slice outlives it.
        unsafe {
            let mut call: zend_fcall_info = std::mem::zeroed();
            call.size = size_of::<zend_fcall_info>();
            call.function_name = self.value.shallow_clone();
            call.retval = &raw mut result;
            call.params = arguments.as_mut_ptr();
            call.param_count = u32::try_from(arguments.len()).unwrap_or_default();
            zend_call_function(&raw mut call, &raw mut found);
        }
        if ExecutorGlobals::has_exception() {
            return None;
        }
        // PHP 8.1 raises no error for a callback that can no longer be called, so the result is null.
        if result.get_type() == DataType::Undef {
            return Some(Zval::null());
        }
        // As `call_user_func` does, this gives the value of a returned reference.
        Some(result.dereference().shallow_clone())
    }

    /// Returns the callback as a closure, with the rights of the code that passed it. The result is `None` if
    /// the callback is a closure or another object already, or if only `Closure::fromCallable` can make one.
    pub(in crate::php) fn closure(&mut self) -> Option<Zval> {
        let function = self.found.function_handler;
        if function.is_null() || self.value.is_object() {
            return None;
        }
        let this = self.object.as_mut().map_or(ptr::null_mut(), ptr::from_mut);
        let mut closure = Zval::new();
        // SAFETY: as in `call`, and the closure takes references of its own.
        unsafe {
            let scope = (*function).common.scope;
            zend_create_fake_closure(
                &raw mut closure,
                function,
                scope,
                self.found.called_scope,
                this,
            );
        }
        Some(closure)
    }

    /// Returns the value that [`Self::find`] has looked up.
    pub(in crate::php) fn value(&self) -> &Zval {
        &self.value
    }
}
