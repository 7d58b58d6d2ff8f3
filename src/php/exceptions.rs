//! The exception classes, and which error becomes which of them.
//!
//! They are plain PHP classes: file, line and trace are filled in, and user code may extend and
//! create them. Each throw looks its class up by name, because a module that is started again in
//! the same process registers the classes again. This file does not decide which error a call has.
//! Used by `php` and the files of `php` that may throw.

use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::exception::PhpException;
use ext_php_rs::flags::PropertyFlags;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::{ClassEntry, ExecutorGlobals, ce};

use super::engine;
use crate::error::{Error, Unavailable};

const BASE: &str = "RedisMutexLockException";
const UNAVAILABLE: &str = "RedisMutexLockUnavailableException";
const TIMEOUT: &str = "RedisMutexLockTimeoutException";
const LOST: &str = "RedisMutexLockLostException";

/// Why a method returns no value.
pub(super) enum Thrown {
    /// An exception is pending in the engine already, or the time limit has struck.
    Pending,
    /// An exception that is still to be thrown.
    New(PhpException),
    /// Redis could not be asked. Its exception is made when it is thrown.
    Unavailable(Unavailable),
}

impl Thrown {
    /// A wrong type: PHP's own TypeError.
    pub(super) fn type_error(message: String) -> Self {
        Self::New(PhpException::new(message, 0, ce::type_error()))
    }

    /// A value out of its range: PHP's own ValueError.
    pub(super) fn value_error(message: String) -> Self {
        Self::New(PhpException::new(message, 0, ce::value_error()))
    }

    /// A wrong use of the object, whatever the arguments are: PHP's own Error.
    pub(super) fn error(message: &str) -> Self {
        Self::New(PhpException::new(message.into(), 0, ce::error()))
    }

    /// The call cannot be done: `RedisMutexLockException`.
    pub(super) fn impossible(message: String) -> Self {
        Self::New(PhpException::new(message, 0, class(BASE)))
    }

    /// Redis could not be asked: `RedisMutexLockUnavailableException`. `lock_prefix` is that of the
    /// call's keys.
    pub(super) fn unavailable(it: &Unavailable, lock_prefix: Option<&[u8]>) -> PhpException {
        PhpException::new(it.message(lock_prefix), 0, class(UNAVAILABLE))
    }

    /// `synchronized` did not get the lock.
    pub(super) fn timeout(message: String) -> Self {
        Self::New(PhpException::new(message, 0, class(TIMEOUT)))
    }

    /// `synchronized` lost the lock while its callback ran, which gave `result`.
    pub(super) fn lost(message: String, result: Zval) -> Self {
        PhpException::new(message, 0, class(LOST)).throw();
        let Some(mut exception) = ExecutorGlobals::take_exception() else {
            return Self::Pending;
        };
        // This cannot fail: a mixed public property takes every value.
        let _ = exception.set_property("result", result);
        let mut object = Zval::new();
        object.set_object(&mut exception);
        Self::New(PhpException::new(String::new(), 0, class(LOST)).with_object(object))
    }
}

impl From<ext_php_rs::error::Error> for Thrown {
    fn from(error: ext_php_rs::error::Error) -> Self {
        Self::New(PhpException::from(error))
    }
}

impl From<Error> for Thrown {
    fn from(error: Error) -> Self {
        match error {
            Error::Interrupted => Self::Pending,
            Error::Unavailable(unavailable) => Self::Unavailable(unavailable),
            Error::Impossible(_) | Error::Forked => Self::impossible(error.to_string()),
        }
    }
}

/// Registers the four classes, each after its parent.
///
/// # Errors
/// When the engine refuses, such as for a name that is taken.
pub(super) fn register() -> ext_php_rs::error::Result<()> {
    let exception = |name: &str| ClassBuilder::new(name).registration(|_, _| {});
    exception(BASE)
        .extends((|| class("RuntimeException"), "\\RuntimeException"))
        .register()?;
    let below_base = (|| class(BASE)) as fn() -> &'static ClassEntry;
    exception(UNAVAILABLE)
        .extends((below_base, BASE))
        .register()?;
    exception(TIMEOUT).extends((below_base, BASE)).register()?;
    ClassBuilder::new(LOST)
        .extends((below_base, BASE))
        .registration(|class, _| {
            engine::declare_property(class, "result", PropertyFlags::Public, true);
        })
        .register()
}

fn class(name: &str) -> &'static ClassEntry {
    engine::internal_class(name).unwrap_or_else(ce::exception)
}
