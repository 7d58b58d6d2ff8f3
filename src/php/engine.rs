//! The parts of the Zend engine that ext-php-rs does not wrap: frames, argument
//! conversions, callbacks, arrays with keys of any bytes, interrupts, objects and their
//! Rust halves, ini values, and the parts of a class that exist only after its registration.
//!
//! Only this file and `os` have hand-written `unsafe`; each block says why it is sound.
//! This file decides nothing and words no message. All of it runs on a PHP thread.
//! Used by the other files of `php`.

use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;
use std::mem::{self, offset_of};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use ext_php_rs::alloc::efree;
use ext_php_rs::args::ArgInfoTables;
use ext_php_rs::boxed::ZBox;
use ext_php_rs::ffi::{
    self, ZEND_MODULE_API_NO, zend_fcall_info_cache, zend_hash_str_find_ptr_lc, zend_ini_entry,
    zend_object_handlers, zend_property_info, zend_string, zend_type,
};
use ext_php_rs::flags::{DataType, PropertyFlags};
use ext_php_rs::types::{ZendHashTable, ZendObject, ZendStr, Zval};
use ext_php_rs::zend::{ClassEntry, ExecuteData, ExecutorGlobals, Function};

use crate::os;

unsafe extern "C" {
    fn zend_fiber_switch_block();
    fn zend_fiber_switch_unblock();
    // ZEND_FASTCALL is the C calling convention on every 64-bit Linux.
    fn zend_parse_arg_long_slow(arg: *mut Zval, dest: *mut i64, position: u32) -> bool;
    fn zend_parse_arg_number_slow(arg: *mut Zval, dest: *mut *mut Zval, position: u32) -> bool;
    fn zend_parse_arg_str_slow(arg: *mut Zval, dest: *mut *mut zend_string, position: u32) -> bool;
    fn zval_get_string_func(value: *mut Zval) -> *mut ZendStr;
    fn zend_release_fcall_info_cache(cache: *mut zend_fcall_info_cache);
    fn zend_create_fake_closure(
        closure: *mut Zval,
        function: *mut Function,
        scope: *mut ClassEntry,
        called_scope: *mut ClassEntry,
        this: *mut Zval,
    );
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

/// The frame of a running call. The frame holds the call's object and its arguments
/// until the method has returned, so references to them live as long.
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
        // SAFETY: the pointer was made of a reference with this lifetime.
        unsafe { self.data.as_ref() }
    }

    /// `$this`.
    pub(super) fn object(&self) -> Option<&'a ZendObject> {
        self.data().This.object()
    }

    /// `$this` as the engine's own pointer. A reference would not cover the Rust half,
    /// which lies in front of the object.
    fn object_pointer(&self) -> Option<*mut ZendObject> {
        let this = &self.data().This;
        // SAFETY: every field of this union is one word; an object uses this field.
        this.is_object().then_some(unsafe { this.value.obj })
    }

    /// The Rust half of `$this`; `None` before its constructor has ended. After that it
    /// never changes: [`Self::set_half`] refuses a second one.
    pub(super) fn half<T: Native>(&self) -> Option<&'a T> {
        let halves = halves_of::<T>(self.object_pointer()?)?;
        // SAFETY: the half lies in front of a living object of ours, and nobody makes a
        // `&mut` to it.
        unsafe { (*halves).half.as_ref() }
    }

    /// Gives `$this` its Rust half.
    ///
    /// # Errors
    /// The half itself, if there is one already.
    pub(super) fn set_half<T: Native>(&self, half: T) -> Result<&'a T, T> {
        let halves = self.object_pointer().and_then(halves_of::<T>);
        let Some(halves) = halves.filter(|_| self.half::<T>().is_none()) else {
            return Err(half);
        };
        // SAFETY: as in `half`. The value that is overwritten is `None`, which nobody has
        // borrowed.
        Ok(unsafe { (*halves).half.insert(half) })
    }

    /// How many arguments the call was given.
    pub(super) fn count(&self) -> usize {
        // SAFETY: every field of this union is one u32; a call's frame uses this field.
        unsafe { self.data().This.u2.num_args as usize }
    }

    /// The argument at `index`, dereferenced.
    pub(super) fn argument(&mut self, index: usize) -> Option<&mut Zval> {
        if index >= self.count() {
            return None;
        }
        // SAFETY: behind the frame lies one slot for each argument. `Frame` is the only
        // handle to them, and it is borrowed exclusively.
        let argument = unsafe { self.data().zend_call_arg(index)? };
        Some(argument.dereference_mut())
    }

    /// The bytes of the argument at `index`. Converts as [`convert_to_int`] does.
    pub(super) fn bytes(&mut self, index: usize) -> Option<&'a [u8]> {
        let position = u32::try_from(index + 1).ok()?;
        let argument = self.argument(index)?;
        let mut converted = ptr::null_mut();
        // SAFETY: this is an argument of the running call, which the engine may convert in
        // place. Afterwards it is a string. The frame holds the string until the method
        // returns, and nobody writes into a string that is held.
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

/// Throws the engine's error for a wrong number of arguments.
pub(super) fn throw_argument_count(least: usize, most: usize) {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    // SAFETY: it throws into the running call; both arguments are plain numbers.
    unsafe { ffi::zend_wrong_parameters_count_error(number(least), number(most)) };
}

/// Converts an argument to int as PHP's own functions do, with their deprecations and
/// warnings, and according to `strict_types`. `None`: it cannot be converted, or an
/// exception is pending.
pub(super) fn convert_to_int(argument: &mut Zval, position: u32) -> Option<i64> {
    if let Some(number) = argument.long() {
        return Some(number);
    }
    let mut number = 0;
    // SAFETY: this is an argument of the running call, which the engine may convert in
    // place. The result goes into a local variable.
    unsafe { zend_parse_arg_long_slow(argument, &raw mut number, position) }.then_some(number)
}

/// Converts an argument to int or float in place. `false`: as `None` of [`convert_to_int`].
pub(super) fn convert_to_number(argument: &mut Zval, position: u32) -> bool {
    if argument.is_long() || argument.is_double() {
        return true;
    }
    let mut converted = ptr::null_mut();
    // SAFETY: as in `convert_to_int`. The result is a pointer to the argument itself.
    unsafe { zend_parse_arg_number_slow(argument, &raw mut converted, position) }
}

/// A number as PHP's own string conversion writes it.
pub(super) fn printed(number: &mut Zval) -> String {
    if number.double().is_some_and(f64::is_nan) {
        // PHP 8.5 warns when it converts NaN.
        return "NAN".into();
    }
    // SAFETY: this is a value of the running call. The returned string is a reference of
    // our own, which the ZBox gives back when it is dropped.
    let text = unsafe {
        zval_get_string_func(number)
            .as_mut()
            .map(|it| ZBox::from_raw(it))
    };
    text.map_or_else(String::new, |text| {
        String::from_utf8_lossy(text.as_bytes()).into_owned()
    })
}

/// A callback, as the engine has found it. It is looked up only once, because each lookup
/// may run PHP code and raise a deprecation. It keeps its object or closure alive, whatever
/// PHP code does to the value that named it.
pub(super) struct Callback {
    value: Zval,
    /// Without a function if `__call` answers for it: the engine makes that function for
    /// each call.
    found: zend_fcall_info_cache,
    object: Option<Zval>,
}

impl Callback {
    /// Looks a value up. An exception may be pending afterwards.
    ///
    /// # Errors
    /// Why it is no callback, in the engine's words.
    pub(super) fn find(value: &mut Zval) -> Result<Self, String> {
        let mut words: *mut c_char = ptr::null_mut();
        // SAFETY: the structure consists of pointers (one more since PHP 8.3), which may be
        // null.
        let mut found: zend_fcall_info_cache = unsafe { std::mem::zeroed() };
        // SAFETY: this is a value of the running call. The engine fills `found`; a function
        // that it has made for one call only is released at once. The error is a string in
        // the request's memory, which is ours to free.
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
        // SAFETY: null, or the object that the function is called on, which is alive now.
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

    /// Calls it without arguments. `None`: an exception is pending.
    pub(super) fn call(&self) -> Option<Zval> {
        let mut result = Zval::new();
        // SAFETY: function, object and scope are those that the lookup has found. They are
        // alive: classes and functions live until the end of the request, and this value
        // keeps the object and a closure alive.
        unsafe {
            if self.found.function_handler.is_null() {
                let value = (&raw const self.value).cast_mut();
                ffi::_call_user_function_impl(
                    ptr::null_mut(),
                    value,
                    &raw mut result,
                    0,
                    ptr::null_mut(),
                    ptr::null_mut(),
                );
            } else {
                ffi::zend_call_known_function(
                    self.found.function_handler,
                    self.found.object,
                    self.found.called_scope,
                    &raw mut result,
                    0,
                    ptr::null_mut(),
                    ptr::null_mut(),
                );
            }
        }
        if ExecutorGlobals::has_exception() {
            return None;
        }
        // PHP 8.1 raises no error for a callback that cannot be called any more.
        if result.get_type() == DataType::Undef {
            return Some(Zval::null());
        }
        // As `call_user_func` does, this gives the value of a returned reference.
        Some(result.dereference().shallow_clone())
    }

    /// The callback as a closure, with the rights of the code that passed it. `None`: it is
    /// a closure or another object already, or only `Closure::fromCallable` can make one.
    pub(super) fn closure(&mut self) -> Option<Zval> {
        let function = self.found.function_handler;
        if function.is_null() || self.value.is_object() {
            return None;
        }
        let this = self.object.as_mut().map_or(ptr::null_mut(), ptr::from_mut);
        let mut closure = Zval::new();
        // SAFETY: as in `call`. The closure takes references of its own.
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

    /// The value that was looked up.
    pub(super) fn value(&self) -> &Zval {
        &self.value
    }
}

/// A key of a PHP array.
pub(super) enum Key {
    Number(i64),
    Text(Vec<u8>),
}

/// The pairs of an array, in their order. Keys are cut after `longest` bytes. PHP code must
/// not run while they are read.
pub(super) fn pairs(array: &ZendHashTable, longest: usize) -> impl Iterator<Item = (Key, &Zval)> {
    let table = ptr::from_ref(array).cast_mut();
    let mut position = 0;
    std::iter::from_fn(move || {
        let mut key = Zval::new();
        // SAFETY: the iterator borrows the table for as long as it lives. These functions
        // only read the table, and write the position, which is ours, and the key, which
        // becomes a reference of its own.
        let value = unsafe {
            let value = ffi::zend_hash_get_current_data_ex(table, &raw mut position).as_ref()?;
            ffi::zend_hash_get_current_key_zval_ex(table, &raw mut key, &raw const position);
            ffi::zend_hash_move_forward_ex(table, &raw mut position);
            value
        };
        let key = match (key.long(), key.zend_str()) {
            (Some(number), _) => Key::Number(number),
            (_, text) => {
                let bytes = text.map_or(&b""[..], |text| text.as_bytes());
                Key::Text(bytes.iter().copied().take(longest).collect())
            }
        };
        Some((key, value))
    })
}

/// The flag that asks the engine for an interrupt: for signals, for a time limit, or for an
/// extension.
pub(super) fn interrupt_flag() -> &'static AtomicBool {
    // SAFETY: the executor globals live as long as the thread. The field is one byte that
    // signal handlers and other threads set. Since PHP 8.2 it is declared as an atomic
    // bool; up to PHP 8.1 it is used as one.
    unsafe { &*(&raw const (*ffi::ext_php_rs_executor_globals()).vm_interrupt).cast() }
}

/// Whether the time limit has struck. PHP then ends the request when our call returns.
pub(super) fn has_timed_out() -> bool {
    // SAFETY: as in `interrupt_flag`.
    let flag: &AtomicBool =
        unsafe { &*(&raw const (*ffi::ext_php_rs_executor_globals()).timed_out).cast() };
    flag.load(Ordering::Relaxed)
}

type Hook = unsafe extern "C" fn(*mut ExecuteData);

/// The interrupt hook that was there before ours.
static PREVIOUS: RwLock<Option<Hook>> = RwLock::new(None);

/// `hooked`: has the engine call `ours` at every interrupt; `ours` has to call
/// [`previous_hook`]. Not `hooked`: no longer, because the library may be unloaded.
pub(super) fn hook_interrupts(ours: Hook, hooked: bool) {
    // SAFETY: modules start and end on one thread, and no PHP code runs meanwhile.
    let current = unsafe { (&raw mut ffi::zend_interrupt_function).as_mut() };
    let Some(current) = current else { return };
    let is_ours = current.is_some_and(|hook| ptr::fn_addr_eq(hook, ours));
    // Another extension may have put its hook in front of ours. Then ours stays.
    if is_ours != hooked
        && let Ok(mut previous) = PREVIOUS.write()
    {
        let next = if hooked { Some(ours) } else { *previous };
        *previous = std::mem::replace(current, next);
    }
}

/// One of the engine's frames. It lives until its call has ended.
pub(super) fn frame<'a>(frame: *mut ExecuteData) -> Option<&'a ExecuteData> {
    // SAFETY: null, or the frame of a running call; no caller keeps it.
    unsafe { frame.as_ref() }
}

/// Makes it safe to throw an exception where a frame of PHP code is interrupted. `false`: it
/// cannot be made safe. After an exception PHP 8.2 frees the argument that the next
/// instruction would pass, although it is not in its place yet. So this empties the place.
pub(super) fn allow_exception(frame: &ExecuteData) -> bool {
    // Zend/zend_vm_opcodes.h: ZEND_SEND_VAR_NO_REF_EX and _VAR_NO_REF; _VAL, _VAR_EX, _REF,
    // _VAL_EX, _VAR, _USER, _FUNC_ARG. The other instructions count an argument when they
    // pass it.
    const WITH_NOTICE: [u8; 2] = [50, 106];
    const PASSING: [u8; 7] = [65, 66, 67, 116, 117, 120, 185];
    const CONST: u8 = 1;
    // SAFETY: a frame of PHP code points to its next instruction. If that passes an argument,
    // the frame has a call that is being put together, and the argument's place lies at this
    // distance in it. Instructions with a constant as second operand pass arguments by name,
    // to places of another kind, so they are left out. Before the instruction has run, its
    // place holds nothing.
    unsafe {
        let Some(next) = frame.opline.as_ref() else {
            return true;
        };
        let has_notice = WITH_NOTICE.contains(&next.opcode);
        let passes = has_notice || PASSING.contains(&next.opcode);
        if !passes || next.op2_type == CONST || frame.call.is_null() {
            return true;
        }
        let place: *mut Zval = frame.call.byte_add(next.result.var as usize).cast();
        // These two put a reference into the place, and then run PHP code for their notice.
        if has_notice && (*place).is_reference() {
            return false;
        }
        place.write(Zval::new());
    }
    true
}

/// Calls the hook that was there before ours, with the frame that ours was given.
pub(super) fn previous_hook(frame: *mut ExecuteData) {
    let previous = PREVIOUS.read().ok().and_then(|hook| *hook);
    if let Some(hook) = previous {
        // SAFETY: the hook is made for exactly this call. It may bail out, which skips
        // destructors; no value here needs its destructor.
        unsafe { hook(frame) };
    }
}

/// Forbids fiber switches, as the engine does around signal handlers, or allows them again.
pub(super) fn forbid_fiber_switches(forbidden: bool) {
    let (block, unblock) = (zend_fiber_switch_block, zend_fiber_switch_unblock);
    // SAFETY: both functions change one counter, and touch nothing else.
    unsafe { if forbidden { block() } else { unblock() } };
}

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
pub(super) struct QueuedSignals {
    globals: &'static SignalGlobals,
    unblock: unsafe extern "C" fn(),
}

impl QueuedSignals {
    /// `None`: this PHP was built without signal handling of its own, and leaves masks as they are.
    pub(super) fn begin() -> Option<Self> {
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

/// A reference to the object with this handle. `None`: the object has died, or its
/// destructor has been called.
pub(super) fn living(handle: u32) -> Option<Zval> {
    const FREE_BUCKET: usize = 1;
    const DESTRUCTED: u32 = 1 << 8;
    // SAFETY: the store has `top` buckets. A bucket has a living object, or its lowest bit
    // says that it has none. Every field of `gc.u` is one u32.
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

/// The first property that the class of `object` declares. Classes that extend it have it
/// in the same place.
pub(super) fn first_property(object: &mut ZendObject) -> Option<&mut Zval> {
    // SAFETY: an object ends with property slots, as many as its class says.
    unsafe {
        let slots = (*object.ce).default_properties_count;
        (slots > 0).then(|| &mut *object.properties_table.as_mut_ptr())
    }
}

/// An ini setting's bytes; with `original` those before `ini_set`.
pub(super) fn ini(name: &CStr, original: bool) -> Vec<u8> {
    // SAFETY: the table of this thread's settings lives as long as the thread. A string in it
    // lives until the setting changes, and is copied at once.
    unsafe {
        let settings = (*ffi::ext_php_rs_executor_globals()).ini_directives;
        let setting = zend_hash_str_find_ptr_lc(settings, name.as_ptr(), name.count_bytes());
        let Some(setting) = setting.cast::<zend_ini_entry>().as_ref() else {
            return Vec::new();
        };
        let text = if original && setting.modified != 0 {
            setting.orig_value
        } else {
            setting.value
        };
        let text = text.cast::<ZendStr>().as_ref();
        text.map_or_else(Vec::new, |text| text.as_bytes().to_vec())
    }
}

/// Removes the ini settings of a module that ends. For a module that `dl()` has loaded,
/// the engine would free the names of the settings first, and then the settings.
pub(super) fn forget_ini(module: i32) {
    // SAFETY: the engine finds them by the module's number, and nobody reads them any more.
    unsafe { zend_unregister_ini_entries(module) };
}

/// The Rust half of a PHP object: it lies in front of each object of its class.
pub(super) trait Native: Sized + 'static {
    /// The place for the handlers of the class' objects.
    fn handlers() -> &'static OnceLock<zend_object_handlers>;
}

/// An object in memory. The engine knows only the second part and the slots behind it.
#[repr(C)]
struct Halves<T> {
    half: Option<T>,
    object: ZendObject,
}

/// The whole of an object. `None`: neither its class nor a parent of it has such halves.
fn halves_of<T: Native>(object: *mut ZendObject) -> Option<*mut Halves<T>> {
    let handlers = T::handlers().get()?;
    // SAFETY: the object is alive. Only `create` gives these handlers to an object, and it
    // allocates the whole.
    unsafe {
        let is_ours = ptr::eq((*object).handlers, handlers);
        is_ours.then(|| object.byte_sub(offset_of!(Halves<T>, object)).cast())
    }
}

/// Gives every new object of the class an empty Rust half. The engine's own handlers do
/// everything else, such as properties. Objects cannot be cloned.
pub(super) fn give_halves<T: Native>(class: &mut ClassEntry) {
    // SAFETY: this is the engine's own table: a plain structure that nobody writes to.
    let mut handlers = unsafe { ptr::read(&raw const ffi::std_object_handlers) };
    handlers.offset = offset_of!(Halves<T>, object).try_into().unwrap_or_default();
    handlers.free_obj = Some(free::<T>);
    handlers.clone_obj = None;
    T::handlers().get_or_init(|| handlers);
    class.__bindgen_anon_2.create_object = Some(create::<T>);
}

extern "C" fn create<T: Native>(class: *mut ClassEntry) -> *mut ZendObject {
    // SAFETY: this does what the engine's own `create_object` does, for a structure that ends
    // with the engine's object. `half` is written before anybody reads it. The handlers
    // exist: `give_halves` sets them before it sets this function.
    unsafe {
        let whole: *mut Halves<T> =
            ffi::ext_php_rs_zend_object_alloc(size_of::<Halves<T>>(), class).cast();
        (&raw mut (*whole).half).write(None);
        let object = &raw mut (*whole).object;
        ffi::zend_object_std_init(object, class);
        ffi::object_properties_init(object, class);
        if let Some(handlers) = T::handlers().get() {
            (*object).handlers = handlers;
        }
        object
    }
}

unsafe extern "C" fn free<T: Native>(object: *mut ZendObject) {
    // SAFETY: the engine calls this once for each object of ours, when nobody refers to the
    // object any more.
    unsafe {
        if let Some(whole) = halves_of::<T>(object) {
            let half = (*whole).half.take();
            // A panic must not unwind into the engine.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(half)));
        }
        ffi::zend_object_std_dtor(object);
    }
}

/// Finds a class of an extension, also while modules are still starting.
pub(super) fn internal_class(name: &str) -> Option<&'static ClassEntry> {
    // SAFETY: the class table exists before the first module starts. A class of an extension
    // lives until its module shuts down, and no caller keeps it.
    unsafe {
        let classes = (*ffi::ext_php_rs_compiler_globals()).class_table;
        zend_hash_str_find_ptr_lc(classes, name.as_ptr().cast(), name.len())
            .cast::<ClassEntry>()
            .as_ref()
    }
}

/// Declares the property `$name = null`. With `is_typed` its type is `mixed`, else it has
/// none. Only the slot of a property without a type may be written directly: the engine
/// keeps a list of the references to typed properties.
pub(super) fn declare_property(
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
    // SAFETY: the class is not in use yet. The name is interned; null needs no memory.
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

/// Writes the types of a method, its return type first, into the tables that the engine
/// reads: it may have copied those of the registration.
pub(super) fn set_types(
    class: &mut ClassEntry,
    method: &str,
    types: impl Iterator<Item = Option<u32>>,
) {
    /// The lower bits say which types a value may have, the upper ones how it is passed.
    const KINDS: u32 = (1 << 18) - 1;
    let Some(method) = method_of(class, method) else {
        return;
    };
    // SAFETY: this is an internal function. Its table has one entry for each argument that it
    // says it takes, and the return type in front of the first. Nobody else uses it yet.
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

/// The tables of the methods' arguments that a class was registered with.
struct Tables {
    _kept: ArgInfoTables,
}

// SAFETY: no Rust code reads the tables, on any thread.
unsafe impl Send for Tables {}

/// Keeps the tables that a class was registered with. Its methods point into them until the
/// process ends.
pub(super) fn keep_tables(tables: ArgInfoTables) {
    static KEPT: Mutex<Vec<Tables>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push(Tables { _kept: tables });
}

/// Keeps the argument at `index` of a method out of stack traces, by `#[SensitiveParameter]` (since
/// PHP 8.2).
pub(super) fn mark_sensitive(class: &mut ClassEntry, method: &str, index: usize) {
    const PERSISTENT: u32 = 1;
    let Some(method) = method_of(class, method).filter(|_| ZEND_MODULE_API_NO >= 20_220_829) else {
        return;
    };
    // SAFETY: every kind of function begins with `common`. The name is interned, so nobody
    // has to free it.
    unsafe {
        zend_add_attribute(
            &raw mut method.common.attributes,
            ZendStr::new_interned("SensitiveParameter", true).into_raw(),
            0,
            PERSISTENT,
            // 0 is the method itself.
            u32::try_from(index + 1).unwrap_or_default(),
            0,
        );
    }
}

/// A method of a class that is being registered and not in use yet.
fn method_of<'a>(class: &'a mut ClassEntry, name: &str) -> Option<&'a mut Function> {
    let methods = &raw const class.function_table;
    // SAFETY: the table holds functions, and these live as long as their class.
    unsafe {
        zend_hash_str_find_ptr_lc(methods, name.as_ptr().cast(), name.len())
            .cast::<Function>()
            .as_mut()
    }
}
