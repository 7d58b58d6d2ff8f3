//! The table of methods: name, parameters, types, defaults, and who answers.
//!
//! It is the contract that `stubs/RedisMutexLock.php` documents; a test holds
//! the two together. Used by `php::class`.

use std::panic::AssertUnwindSafe;

use ext_php_rs::flags::MethodFlags;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::{ExecuteData, run_handler};
use ext_php_rs::zend_fastcall;

use super::class::{RedisMutexLock, enter, enter_constructor, enter_static};
use super::signature::{
    ARRAY, BOOL, CALLABLE, CALLABLE_OR_NULL, CONFIG, FLOAT_OR_NULL, INT, INT_OR_NULL, MIXED,
    Parameter, SECONDS, SECONDS_OR_NULL, STRING, STRING_OR_NULL, Signature, VOID,
};

/// How the engine calls a method.
type Handler = extern "C" fn(&mut ExecuteData, &mut Zval);

/// A method as it is registered.
pub(super) struct Method {
    pub(super) signature: &'static Signature,
    pub(super) handler: Handler,
    is_static: bool,
}

impl Method {
    pub(super) fn flags(&self) -> MethodFlags {
        if self.is_static {
            MethodFlags::Public | MethodFlags::Static
        } else {
            MethodFlags::Public
        }
    }
}

const fn required(name: &'static str, of: super::signature::Type) -> Parameter {
    Parameter {
        name,
        of,
        default: None,
    }
}

const fn optional(
    name: &'static str,
    of: super::signature::Type,
    default: &'static str,
) -> Parameter {
    Parameter {
        name,
        of,
        default: Some(default),
    }
}

const NAME: Parameter = required("name", STRING);
const EXPIRE: Parameter = optional("expire", SECONDS_OR_NULL, "20");
const SLEEP: Parameter = optional("sleep", INT, "100000");

pub(super) static CONSTRUCTOR: Signature = Signature {
    method: "__construct",
    parameters: &[optional("config", CONFIG, "null")],
    returns: None,
};

zend_fastcall! {
    extern fn construct(frame: &mut ExecuteData, _: &mut Zval) {
        // Catches panics, and lets the engine's bailouts through.
        run_handler(AssertUnwindSafe(|| enter_constructor(frame, &CONSTRUCTOR)));
    }
}

macro_rules! entry {
    ($static:literal, $enter:ident, $body:path, $name:literal,
     [$($parameter:expr),*], $returns:ident) => {{
        static SIGNATURE: Signature = Signature {
            method: $name,
            parameters: &[$($parameter),*],
            returns: Some($returns),
        };
        zend_fastcall! {
            extern fn handler(frame: &mut ExecuteData, returned: &mut Zval) {
                // Catches panics, and lets the engine's bailouts through.
                run_handler(AssertUnwindSafe(|| $enter(frame, returned, &SIGNATURE, $body)));
            }
        }
        Method {
            signature: &SIGNATURE,
            handler,
            is_static: $static,
        }
    }};
}

macro_rules! method {
    ($body:path, $name:literal ($($parameter:expr),*) -> $returns:ident) => {
        entry!(false, enter, $body, $name, [$($parameter),*], $returns)
    };
}

macro_rules! static_method {
    ($body:path, $name:literal ($($parameter:expr),*) -> $returns:ident) => {
        entry!(true, enter_static, $body, $name, [$($parameter),*], $returns)
    };
}

/// Every method, in the order of the stubs.
pub(super) fn all() -> Vec<Method> {
    use RedisMutexLock as It;
    vec![
        Method {
            signature: &CONSTRUCTOR,
            handler: construct,
            is_static: false,
        },
        method!(It::lock, "lock"(
            NAME, optional("timeout", SECONDS_OR_NULL, "0"), EXPIRE, SLEEP
        ) -> BOOL),
        method!(It::unlock, "unlock"(NAME) -> BOOL),
        method!(It::unlock, "release"(NAME) -> BOOL),
        method!(It::unlock_all, "unlockAll"() -> BOOL),
        method!(It::is_locking, "isLocking"(NAME) -> BOOL),
        method!(It::expire, "expire"(NAME, required("expire", SECONDS)) -> BOOL),
        method!(It::synchronized, "synchronized"(
            NAME,
            required("callback", CALLABLE),
            optional("timeout", SECONDS_OR_NULL, "10"),
            optional("expire", SECONDS_OR_NULL, "null"),
            SLEEP
        ) -> MIXED),
        method!(It::is_locked, "isLocked"(NAME) -> BOOL),
        method!(It::owner, "owner"(NAME) -> STRING_OR_NULL),
        method!(It::remaining, "remaining"(NAME) -> FLOAT_OR_NULL),
        method!(It::token, "token"(NAME) -> STRING_OR_NULL),
        method!(It::fence, "fence"(NAME) -> INT_OR_NULL),
        method!(It::held, "held"() -> ARRAY),
        method!(It::detach, "detach"(NAME) -> STRING_OR_NULL),
        method!(It::adopt, "adopt"(
            NAME, required("token", STRING), EXPIRE
        ) -> BOOL),
        method!(It::force_unlock, "forceUnlock"(NAME) -> BOOL),
        method!(It::on_lost, "onLost"(required("callback", CALLABLE_OR_NULL)) -> VOID),
        static_method!(It::generate_token, "generateToken"() -> STRING),
        static_method!(It::stats, "stats"() -> ARRAY),
    ]
}
