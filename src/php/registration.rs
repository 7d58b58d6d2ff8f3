//! Registers the class `RedisMutexLock` and the function of the extension with the engine, once per process.
//!
//! `php` uses this file, while `php::methods` says what the methods and the function are called and take.

use std::sync::OnceLock;

use ext_php_rs::builders::{ClassBuilder, FunctionBuilder, ModuleBuilder};
use ext_php_rs::ffi::zend_object_handlers;
use ext_php_rs::flags::{ClassFlags, PropertyFlags};
use ext_php_rs::zend::Function;

use super::class::RedisMutexLock;
use super::engine::{self, Native};
use super::methods;
use super::on_lost;
use super::signature::Signature;

impl Native for RedisMutexLock {
    fn handlers() -> &'static OnceLock<zend_object_handlers> {
        static HANDLERS: OnceLock<zend_object_handlers> = OnceLock::new();
        &HANDLERS
    }
}

/// Returns `module` with the function, which the engine registers before it starts the module.
pub(super) fn with_function(module: ModuleBuilder) -> ModuleBuilder {
    let function = methods::check();
    let builder = FunctionBuilder::new(function.signature.method, function.handler);
    module.function(function.signature.describe(builder))
}

/// Completes the function, and registers the class with all its methods and its one property.
///
/// # Errors
/// The engine refuses the class, for example because its name is taken.
pub(super) fn register() -> ext_php_rs::error::Result<()> {
    let check = methods::check().signature;
    complete(engine::own_function(check.method), check);
    let mut class = ClassBuilder::new("RedisMutexLock")
        .flags(ClassFlags::NoDynamicProperties | ClassFlags::NotSerializable);
    for method in methods::all() {
        let builder = FunctionBuilder::new(method.signature.method, method.handler);
        class = class.method(method.signature.describe(builder), method.flags);
    }
    class
        .registration(|class, tables| {
            for method in methods::all() {
                let function = engine::method(class, method.signature.method);
                complete(function, method.signature);
            }
            engine::make_native::<RedisMutexLock>(class);
            engine::declare_property(class, on_lost::PROPERTY, PropertyFlags::Private, false);
            engine::keep_tables(tables);
        })
        .register()
}

/// Gives a method or function what its builder cannot say.
fn complete(function: Option<&mut Function>, signature: &Signature) {
    let Some(function) = function else {
        return;
    };
    engine::set_types(function, signature.types());
    for index in signature.secrets() {
        engine::mark_sensitive(function, index);
    }
}
