//! The table of methods: name, parameters, types, defaults, and who answers.
//!
//! It is the contract that `stubs/RedisMutexLock.php` documents; a test holds
//! the two together. Used by `php::class`.

use std::panic::AssertUnwindSafe;

use ext_php_rs::flags::MethodFlags;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::{ExecuteData, run_handler};
use ext_php_rs::zend_fastcall;

use super::class::{RedisMutexLock, enter, enter_static};
use super::signature::{
    ARRAY, BOOL, CALLABLE, CONFIG, FLOAT_OR_NULL, INT, INT_OR_NULL, MIXED, Parameter, SECONDS,
    SECONDS_OR_NULL, STRING, STRING_OR_NULL, Signature,
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

/// `__construct`, which the engine calls in its own way.
pub(super) static CONSTRUCTOR: Signature = Signature {
    method: "__construct",
    parameters: &[optional("config", CONFIG, "null")],
    returns: None,
};

macro_rules! method {
    ($enter:ident, $body:path, $name:literal ($($parameter:expr),*) -> $returns:ident) => {{
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
            is_static: stringify!($enter).len() == "enter_static".len(),
        }
    }};
}

/// Every method but the constructor, in the order of the stubs.
pub(super) fn all() -> Vec<Method> {
    use RedisMutexLock as It;
    vec![
        method!(enter, It::lock, "lock"(
            NAME, optional("timeout", SECONDS_OR_NULL, "0"), EXPIRE, SLEEP
        ) -> BOOL),
        method!(enter, It::unlock, "unlock"(NAME) -> BOOL),
        method!(enter, It::unlock, "release"(NAME) -> BOOL),
        method!(enter, It::unlock_all, "unlockAll"() -> BOOL),
        method!(enter, It::is_locking, "isLocking"(NAME) -> BOOL),
        method!(enter, It::expire, "expire"(NAME, required("expire", SECONDS)) -> BOOL),
        method!(enter, It::synchronized, "synchronized"(
            NAME,
            required("callback", CALLABLE),
            optional("timeout", SECONDS_OR_NULL, "10"),
            optional("expire", SECONDS_OR_NULL, "null"),
            SLEEP
        ) -> MIXED),
        method!(enter, It::is_locked, "isLocked"(NAME) -> BOOL),
        method!(enter, It::owner, "owner"(NAME) -> STRING_OR_NULL),
        method!(enter, It::remaining, "remaining"(NAME) -> FLOAT_OR_NULL),
        method!(enter, It::token, "token"(NAME) -> STRING_OR_NULL),
        method!(enter, It::fence, "fence"(NAME) -> INT_OR_NULL),
        method!(enter, It::held, "held"() -> ARRAY),
        method!(enter, It::detach, "detach"(NAME) -> STRING_OR_NULL),
        method!(enter, It::adopt, "adopt"(
            NAME, required("token", STRING), EXPIRE
        ) -> BOOL),
        method!(enter, It::force_unlock, "forceUnlock"(NAME) -> BOOL),
        method!(enter_static, It::generate_token, "generateToken"() -> STRING),
    ]
}
