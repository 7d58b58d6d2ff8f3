//! Registers the class `RedisMutexLock` with the engine, once per process.
//!
//! `php` uses this file, while `php::methods` says what the methods are called and take.

use std::sync::OnceLock;

use ext_php_rs::builders::{ClassBuilder, FunctionBuilder};
use ext_php_rs::ffi::zend_object_handlers;
use ext_php_rs::flags::{ClassFlags, PropertyFlags};

use super::class::RedisMutexLock;
use super::engine::{self, Native};
use super::methods;
use super::on_lost;

impl Native for RedisMutexLock {
    fn handlers() -> &'static OnceLock<zend_object_handlers> {
        static HANDLERS: OnceLock<zend_object_handlers> = OnceLock::new();
        &HANDLERS
    }
}

/// Registers the class with all its methods and its one property.
///
/// # Errors
/// The engine refuses the class, for example because its name is taken.
pub(super) fn register() -> ext_php_rs::error::Result<()> {
    let mut class = ClassBuilder::new("RedisMutexLock")
        .flags(ClassFlags::NoDynamicProperties | ClassFlags::NotSerializable);
    for method in methods::all() {
        let builder = FunctionBuilder::new(method.signature.method, method.handler);
        class = class.method(method.signature.describe(builder), method.flags);
    }
    class
        .registration(|class, tables| {
            for method in methods::all() {
                let signature = method.signature;
                engine::set_types(class, signature.method, signature.types());
                for index in signature.secrets() {
                    engine::mark_sensitive(class, signature.method, index);
                }
            }
            engine::make_native::<RedisMutexLock>(class);
            engine::declare_property(class, on_lost::PROPERTY, PropertyFlags::Private, false);
            engine::keep_tables(tables);
        })
        .register()
}
