//! The frame of a running call, with its object and its arguments, which are converted as PHP's own functions
//! do it.
//!
//! Used by `php::dispatch`, `php::arguments` and `php::warnings`.

use std::ffi::{CStr, c_int};
use std::marker::PhantomData;
use std::ptr::{self, NonNull};

use ext_php_rs::boxed::ZBox;
use ext_php_rs::ffi::{self, zend_string};
use ext_php_rs::types::{ZendObject, ZendStr, Zval};
use ext_php_rs::zend::ExecuteData;

use super::objects::{Native, native_object};

unsafe extern "C" {
    // ZEND_FASTCALL is the C calling convention on every 64-bit Linux.
    fn zend_parse_arg_long_slow(arg: *mut Zval, dest: *mut i64, position: u32) -> bool;
    fn zend_parse_arg_number_slow(arg: *mut Zval, dest: *mut *mut Zval, position: u32) -> bool;
    fn zend_parse_arg_str_slow(arg: *mut Zval, dest: *mut *mut zend_string, position: u32) -> bool;
    fn zval_get_string_func(value: *mut Zval) -> *mut ZendStr;
}

/// The frame of a running call, which holds the call's object and its arguments until the method has
/// returned, so references to them live as long.
pub(in crate::php) struct Frame<'a> {
    data: NonNull<ExecuteData>,
    call: PhantomData<&'a ExecuteData>,
}

impl<'a> Frame<'a> {
    pub(in crate::php) fn new(data: &'a mut ExecuteData) -> Self {
        Self {
            data: NonNull::from(data),
            call: PhantomData,
        }
    }

    fn data(&self) -> &'a ExecuteData {
        // SAFETY: the pointer was made of a reference with this lifetime.
        unsafe { self.data.as_ref() }
    }

    /// Returns `$this`, or `None` in a call of a static method.
    pub(in crate::php) fn object(&self) -> Option<&'a ZendObject> {
        self.data().This.object()
    }

    /// Returns `$this` as the engine's own pointer, because a reference would not cover the Rust value, which
    /// lies in front of the object.
    fn object_pointer(&self) -> Option<*mut ZendObject> {
        let this = &self.data().This;
        // SAFETY: every field of this union is one word, and an object uses this field.
        this.is_object().then_some(unsafe { this.value.obj })
    }

    /// Returns the Rust value of `$this`, or `None` before its constructor has ended. The value never changes
    /// after that, because [`Self::set_native`] refuses a second one.
    pub(in crate::php) fn native<T: Native>(&self) -> Option<&'a T> {
        let object = native_object::<T>(self.object_pointer()?)?;
        // SAFETY: the Rust value lies in front of a living object of ours, and nobody makes a
        // `&mut` to it.
        unsafe { (*object).native.as_ref() }
    }

    /// Gives `$this` its Rust value, and returns a reference to the value.
    ///
    /// # Errors
    /// The value itself, if `$this` has one already.
    pub(in crate::php) fn set_native<T: Native>(&self, native: T) -> Result<&'a T, T> {
        let object = self.object_pointer().and_then(native_object::<T>);
        let Some(object) = object.filter(|_| self.native::<T>().is_none()) else {
            return Err(native);
        };
        // SAFETY: as in `native`, and the value that is overwritten is `None`, which nobody has borrowed.
        Ok(unsafe { (*object).native.insert(native) })
    }

    /// Returns whether `$this` ends with this call, because nothing but the call refers to it. `false`: the object
    /// lives on, or may do so. With a destructor it may, because that is PHP code which can keep `$this`.
    pub(in crate::php) fn ends_object(&self) -> bool {
        /// `ZEND_CALL_RELEASE_THIS` of `Zend/zend_compile.h`, the same in PHP 8.1 to 8.5.
        const RELEASES_THIS: u32 = 1 << 21;
        let Some(object) = self.object_pointer() else {
            return false;
        };
        // SAFETY: every field of the union is a u32 or is made of its bytes, and in a call's frame its upper bits are the
        // engine's marks of the call. The object is alive, because it is that of the running call, and so is
        // its class. With this mark the frame has a reference of its own, which the engine gives back when the
        // call returns, so with a count of 1 there is no other one.
        unsafe {
            self.data().This.u1.type_info & RELEASES_THIS != 0
                && (*object).gc.refcount == 1
                && (*(*object).ce).destructor.is_null()
        }
    }

    /// Returns the number of arguments that the call was given.
    pub(in crate::php) fn count(&self) -> usize {
        // SAFETY: every field of this union is one u32, and a call's frame uses this field.
        unsafe { self.data().This.u2.num_args as usize }
    }

    /// Returns the argument at `index`, dereferenced, or `None` if the call was given fewer arguments.
    pub(in crate::php) fn argument(&mut self, index: usize) -> Option<&mut Zval> {
        if index >= self.count() {
            return None;
        }
        // SAFETY: behind the frame lies one slot for each argument, and `Frame` is the only handle to the
        // slots and borrowed exclusively.
        let argument = unsafe { self.data().zend_call_arg(index)? };
        Some(argument.dereference_mut())
    }

    /// Returns the argument at `index` with the engine's number of it, which counts from 1.
    fn numbered(&mut self, index: usize) -> Option<(&mut Zval, u32)> {
        let position = u32::try_from(index + 1).ok()?;
        Some((self.argument(index)?, position))
    }

    /// Returns the argument at `index` as an int. The argument is converted as PHP's own functions do it,
    /// with their deprecations and warnings, and according to `strict_types`. The result is `None` if the
    /// argument cannot be converted or an exception is pending.
    pub(in crate::php) fn int(&mut self, index: usize) -> Option<i64> {
        let (argument, position) = self.numbered(index)?;
        if let Some(number) = argument.long() {
            return Some(number);
        }
        let mut number = 0;
        // SAFETY: this is an argument of the running call, which the engine may convert in place, while the
        // result goes into a local variable.
        unsafe { zend_parse_arg_long_slow(argument, &raw mut number, position) }.then_some(number)
    }

    /// Returns the argument at `index` as a number, converted to int or float as [`Self::int`] does it.
    pub(in crate::php) fn number(&mut self, index: usize) -> Option<f64> {
        let (argument, position) = self.numbered(index)?;
        let mut converted = ptr::null_mut();
        // SAFETY: as in `int`, and the result is a pointer to the argument itself.
        let is_number = argument.is_long()
            || argument.is_double()
            || unsafe { zend_parse_arg_number_slow(argument, &raw mut converted, position) };
        #[allow(
            clippy::cast_precision_loss,
            reason = "seconds beyond 2^53 are out of every range anyway"
        )]
        let whole = argument.long().map(|number| number as f64);
        whole.or_else(|| argument.double()).filter(|_| is_number)
    }

    /// Returns the argument at `index` as bytes, converted as [`Self::int`] does it.
    pub(in crate::php) fn bytes(&mut self, index: usize) -> Option<&'a [u8]> {
        let (argument, position) = self.numbered(index)?;
        let mut converted = ptr::null_mut();
        // SAFETY: this is an argument of the running call, which the engine may convert in place, so it is a
        // string afterwards. The frame holds the string until the method returns, and nobody writes into a
        // string that is held.
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

/// Throws the engine's error for a number of arguments that is not from `least` to `most`.
pub(in crate::php) fn throw_argument_count(least: usize, most: usize) {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    // SAFETY: the function throws into the running call, and both arguments are plain numbers.
    unsafe { ffi::zend_wrong_parameters_count_error(number(least), number(most)) };
}

/// Raises an `E_WARNING` in the running call, whose method the engine names. The error handler is PHP code and may
/// leave an exception pending. A fatal error in it jumps over every frame, so the words are static.
pub(in crate::php) fn warn(words: &'static CStr) {
    let level = c_int::try_from(ffi::E_WARNING).unwrap_or_default();
    // SAFETY: both strings end with a NUL, and the format takes the one string that follows it.
    unsafe { ffi::php_error_docref(ptr::null(), level, c"%s".as_ptr(), words.as_ptr()) };
}

/// Returns a number as PHP's own string conversion writes it.
pub(in crate::php) fn printed(number: &mut Zval) -> String {
    if number.double().is_some_and(f64::is_nan) {
        // PHP 8.5 warns when it converts NaN, so NaN is not converted.
        return "NAN".into();
    }
    // SAFETY: this is a value of the running call, and the returned string is a reference of our own, which
    // the `ZBox` gives back when it is dropped.
    let text = unsafe {
        zval_get_string_func(number)
            .as_mut()
            .map(|it| ZBox::from_raw(it))
    };
    text.map_or_else(String::new, |text| {
        String::from_utf8_lossy(text.as_bytes()).into_owned()
    })
}
