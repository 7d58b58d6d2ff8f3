//! What ext-php-rs does not wrap of the Zend engine: frames, argument conversions,
//! callbacks, arrays with keys of any bytes, interrupts, objects and their Rust halves,
//! ini values, and the parts of a class that only exist once it is registered.
//!
//! Together with `os` the only file with hand-written `unsafe`; each block argues for
//! itself. It decides nothing and words no message. All of it runs on a PHP thread.
//! Called by the other files of `php`.

use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;
use std::mem::offset_of;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, Ordering};
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

unsafe extern "C" {
    fn zend_fiber_switch_block();
    fn zend_fiber_switch_unblock();
    // ZEND_FASTCALL, which is the C convention on every 64-bit Linux.
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

    /// The same as the engine has it: what stands in front of an object is no part of it.
    fn object_pointer(&self) -> Option<*mut ZendObject> {
        let this = &self.data().This;
        // SAFETY: every field of this union is one word; of an object it is this one.
        this.is_object().then_some(unsafe { this.value.obj })
    }

    /// The Rust half of `$this`; `None` before its constructor has ended. It never
    /// changes from then on: [`Self::set_half`] refuses to put a second one there.
    pub(super) fn half<T: Half>(&self) -> Option<&'a T> {
        let halves = halves_of::<T>(self.object_pointer()?)?;
        // SAFETY: in front of a living object of ours, and nobody makes a `&mut` of it.
        unsafe { (*halves).half.as_ref() }
    }

    /// Gives `$this` its Rust half.
    ///
    /// # Errors
    /// The half itself, if there is one already.
    pub(super) fn set_half<T: Half>(&self, half: T) -> Result<&'a T, T> {
        let halves = self.object_pointer().and_then(halves_of::<T>);
        let Some(halves) = halves.filter(|_| self.half::<T>().is_none()) else {
            return Err(half);
        };
        // SAFETY: as in `half`; what is overwritten is `None`, which nobody has borrowed.
        Ok(unsafe { (*halves).half.insert(half) })
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
    if number.double().is_some_and(f64::is_nan) {
        // PHP 8.5 warns where it converts it.
        return "NAN".into();
    }
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

/// Something that can be called, as the engine found it. It is looked up once: looking it
/// up may run PHP code, and says a deprecation each time. What it needs stays alive,
/// whatever PHP code does to the value that it was found by.
pub(super) struct Callback {
    value: Zval,
    /// No function: one that `__call` stands for, made anew for each call.
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
        // SAFETY: pointers alone, one more of them since PHP 8.3; null is none.
        let mut found: zend_fcall_info_cache = unsafe { std::mem::zeroed() };
        // SAFETY: a value of the running call; the engine fills `found`, and what it made
        // for one call only is released at once; the error is a request's string, now ours.
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
        // SAFETY: the object that the function is called on, if there is one: alive now.
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

    /// Calls it with nothing. `None`: an exception is pending.
    pub(super) fn call(&self) -> Option<Zval> {
        let mut result = Zval::new();
        // SAFETY: function, object and scope are those that were found, and alive: classes
        // and functions live as long as the request, the object and a closure as long as we.
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
        // PHP 8.1 says nothing of a callback that cannot be called any more.
        if result.get_type() == DataType::Undef {
            return Some(Zval::null());
        }
        // A function that returns by reference gives a value here, as `call_user_func` does.
        Some(result.dereference().shallow_clone())
    }

    /// The same as a closure, with the rights of the code that passed it. `None`: it is one
    /// already, or one that only `Closure::fromCallable` can make.
    pub(super) fn closure(&mut self) -> Option<Zval> {
        let function = self.found.function_handler;
        if function.is_null() || self.value.is_object() {
            return None;
        }
        let this = self.object.as_mut().map_or(ptr::null_mut(), ptr::from_mut);
        let mut closure = Zval::new();
        // SAFETY: as in `call`; the closure takes references of its own.
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

/// The pairs of an array, in their order, no key longer than `longest`: what is longer is
/// cut. PHP code must not run while they are read.
pub(super) fn pairs(array: &ZendHashTable, longest: usize) -> impl Iterator<Item = (Key, &Zval)> {
    let table = ptr::from_ref(array).cast_mut();
    let mut position = 0;
    std::iter::from_fn(move || {
        let mut key = Zval::new();
        // SAFETY: the table is borrowed for as long as the iterator lives, and these only
        // read it and the position, which is ours. The key is a reference of its own.
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

/// Sees to it that an exception may be thrown where a frame of PHP code is interrupted.
/// `false`: none may. PHP 8.2 frees the argument that the next instruction passes on, although
/// it is not there yet: so its place is emptied.
pub(super) fn allow_exception(frame: &ExecuteData) -> bool {
    // Zend/zend_vm_opcodes.h: ZEND_SEND_VAR_NO_REF_EX and _VAR_NO_REF; _VAL, _VAR_EX, _REF,
    // _VAL_EX, _VAR, _USER, _FUNC_ARG. What the others pass is counted as it is passed.
    const WITH_NOTICE: [u8; 2] = [50, 106];
    const PASSING: [u8; 7] = [65, 66, 67, 116, 117, 120, 185];
    const CONST: u8 = 1;
    // SAFETY: a frame of PHP code goes on at an instruction. If that passes an argument, the
    // frame has a call that is being put together, with a place for it at this distance.
    // Those with a constant as second operand pass arguments by name, to places of another
    // kind. Before the instruction has run, nothing is in the place.
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
        // These two put a reference there, and then run PHP code for their notice.
        if has_notice && (*place).is_reference() {
            return false;
        }
        place.write(Zval::new());
    }
    true
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

/// An ini setting's bytes; `original`: as they were before `ini_set`.
pub(super) fn ini(name: &CStr, original: bool) -> Vec<u8> {
    // SAFETY: the table of this thread's settings lives as long as the thread. Its strings
    // live until the setting changes, and are copied at once.
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

/// Forgets the ini settings of a module that ends. Those of one that `dl()` has
/// loaded the engine would free after their names.
pub(super) fn forget_ini(module: i32) {
    // SAFETY: they are found by the number, and nobody reads them any more.
    unsafe { zend_unregister_ini_entries(module) };
}

/// What stands in front of each PHP object of a class.
pub(super) trait Half: Sized + 'static {
    /// Where the handlers of the class' objects are kept.
    fn handlers() -> &'static OnceLock<zend_object_handlers>;
}

/// An object as it is laid out: the engine knows the second part and what follows it.
#[repr(C)]
struct Halves<T> {
    half: Option<T>,
    object: ZendObject,
}

/// The whole of an object of this class, or of one below it.
fn halves_of<T: Half>(object: *mut ZendObject) -> Option<*mut Halves<T>> {
    let handlers = T::handlers().get()?;
    // SAFETY: a living object; only `create` gives one these handlers, and it allocates the
    // whole.
    unsafe {
        let is_ours = ptr::eq((*object).handlers, handlers);
        is_ours.then(|| object.byte_sub(offset_of!(Halves<T>, object)).cast())
    }
}

/// Has every new object of the class made with an empty Rust half. The engine's own
/// handlers do everything else, such as properties. Objects cannot be cloned.
pub(super) fn give_halves<T: Half>(class: &mut ClassEntry) {
    // SAFETY: the engine's own table, which is never written to; a plain structure.
    let mut handlers = unsafe { ptr::read(&raw const ffi::std_object_handlers) };
    handlers.offset = offset_of!(Halves<T>, object).try_into().unwrap_or_default();
    handlers.free_obj = Some(free::<T>);
    handlers.clone_obj = None;
    T::handlers().get_or_init(|| handlers);
    class.__bindgen_anon_2.create_object = Some(create::<T>);
}

extern "C" fn create<T: Half>(class: *mut ClassEntry) -> *mut ZendObject {
    // SAFETY: what the engine's own `create_object` does, for a structure that ends with the
    // engine's; `half` is written before anybody reads it. The handlers are there, since
    // `give_halves` has put them there before this function.
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

unsafe extern "C" fn free<T: Half>(object: *mut ZendObject) {
    // SAFETY: the engine calls it once for each object of ours, when nobody has it any more.
    unsafe {
        if let Some(whole) = halves_of::<T>(object) {
            let half = (*whole).half.take();
            // A panic must not leave this function.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(half)));
        }
        ffi::zend_object_std_dtor(object);
    }
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

/// Declares the property `$name = null`, `mixed` or without a type. Only the slot of one
/// without a type may be written directly: the engine keeps count of references to typed ones.
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
    // SAFETY: a class that is not in use yet; the name is interned, null needs no memory.
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

/// What methods take, in the engine's own tables.
struct Tables {
    _kept: ArgInfoTables,
}

// SAFETY: nobody reads them here, on any thread.
unsafe impl Send for Tables {}

/// Keeps the tables that a class was registered with: its methods point into them for as
/// long as the process lives.
pub(super) fn keep_tables(tables: ArgInfoTables) {
    static KEPT: Mutex<Vec<Tables>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push(Tables { _kept: tables });
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
