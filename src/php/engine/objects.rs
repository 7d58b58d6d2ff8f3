//! Objects, with the Rust value in front of each object of a class, and the search for an object by its
//! handle.
//!
//! Used by `frames`, `php::registration` and `php::on_lost`.

use std::mem::offset_of;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::sync::OnceLock;

use ext_php_rs::ffi::{self, zend_object_handlers};
use ext_php_rs::types::{ZendObject, Zval};
use ext_php_rs::zend::ClassEntry;

/// Returns a reference to the object with this handle, or `None` if the object has died or its destructor has
/// been called.
pub(in crate::php) fn living(handle: u32) -> Option<Zval> {
    const FREE_BUCKET: usize = 1;
    const DESTRUCTED: u32 = 1 << 8;
    // SAFETY: the store has `top` buckets, each of which has a living object unless its lowest bit says that
    // it has none. Every field of `gc.u` is one u32.
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

/// Returns the first property that the class of `object` declares, which classes that extend it have in the
/// same place.
pub(in crate::php) fn first_property(object: &mut ZendObject) -> Option<&mut Zval> {
    // SAFETY: an object ends with property slots, as many as its class says.
    unsafe {
        let slots = (*object.ce).default_properties_count;
        (slots > 0).then(|| &mut *object.properties_table.as_mut_ptr())
    }
}

/// A Rust value that lies in front of each PHP object of its class.
pub(in crate::php) trait Native: Sized + 'static {
    /// Returns the place for the handlers of the class' objects.
    fn handlers() -> &'static OnceLock<zend_object_handlers>;
}

/// An object in memory, of which the engine knows only the second part and the slots behind it.
#[repr(C)]
pub(super) struct NativeObject<T> {
    pub(super) native: Option<T>,
    object: ZendObject,
}

/// Returns the whole of an object, or `None` if neither its class nor a parent of it has such Rust values.
pub(super) fn native_object<T: Native>(object: *mut ZendObject) -> Option<*mut NativeObject<T>> {
    let handlers = T::handlers().get()?;
    // SAFETY: the object is alive, and only `create`, which allocates the whole, gives these handlers to an
    // object.
    unsafe {
        let is_ours = ptr::eq((*object).handlers, handlers);
        is_ours.then(|| object.byte_sub(offset_of!(NativeObject<T>, object)).cast())
    }
}

/// Gives every new object of the class the place for a Rust value, which is empty. The engine's own handlers
/// do everything else, such as properties, while objects cannot be cloned.
pub(in crate::php) fn make_native<T: Native>(class: &mut ClassEntry) {
    // SAFETY: this is the engine's own table, which is a plain structure that nobody writes to.
    let mut handlers = unsafe { ptr::read(&raw const ffi::std_object_handlers) };
    handlers.offset = offset_of!(NativeObject<T>, object)
        .try_into()
        .unwrap_or_default();
    handlers.free_obj = Some(free::<T>);
    handlers.clone_obj = None;
    T::handlers().get_or_init(|| handlers);
    class.__bindgen_anon_2.create_object = Some(create::<T>);
}

extern "C" fn create<T: Native>(class: *mut ClassEntry) -> *mut ZendObject {
    // SAFETY: this does what the engine's own `create_object` does, for a structure that ends with the
    // engine's object. `native` is written before anybody reads it, and the handlers exist, because
    // `make_native` sets them before it sets this function.
    unsafe {
        let whole: *mut NativeObject<T> =
            ffi::ext_php_rs_zend_object_alloc(size_of::<NativeObject<T>>(), class).cast();
        (&raw mut (*whole).native).write(None);
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
    // SAFETY: the engine calls this once for each object of ours, when nobody refers to the object any
    // longer.
    unsafe {
        if let Some(whole) = native_object::<T>(object) {
            let native = (*whole).native.take();
            // A panic must not unwind into the engine, so it ends here.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(native)));
        }
        ffi::zend_object_std_dtor(object);
    }
}
