//! The table of methods, which has for each method its name, parameters, types and defaults, and the function
//! of the class that does its work; and the same of the one function that belongs to no class.
//!
//! The table, which `php::registration` uses, is the contract that `stubs/RedisMutexLock.php` documents, and
//! a test compares the two.

use std::panic::AssertUnwindSafe;

use ext_php_rs::flags::MethodFlags;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::{ExecuteData, run_handler};
use ext_php_rs::zend_fastcall;

use super::class::{self, RedisMutexLock};
use super::dispatch;
use super::signature::DefaultValue::{self, Int, Null, Text};
use super::signature::{
    ARRAY, BOOL, CALLABLE, CALLABLE_OR_NULL, CONFIG, FLOAT_OR_NULL, INT, INT_OR_NULL, MIXED,
    Parameter, SECONDS, SECONDS_OR_NULL, STRING, STRING_OR_NULL, Signature, VOID,
};

/// The function that the engine calls to run a method.
type Handler = extern "C" fn(&mut ExecuteData, &mut Zval);

/// A method or a function as it is registered with the engine.
pub(super) struct Method {
    pub(super) signature: &'static Signature,
    pub(super) handler: Handler,
    pub(super) flags: MethodFlags,
}

const STATIC: MethodFlags = MethodFlags::Public.union(MethodFlags::Static);

const NAME: Parameter = Parameter::required("name", STRING);
const NAMES: Parameter = Parameter::required("names", ARRAY);
const EXPIRE: Parameter = expire(Int(20));
const SLEEP: Parameter = Parameter::optional("sleep", INT, Int(100_000));
const LIMIT: Parameter = Parameter::optional("limit", INT_OR_NULL, Null);
const TOKEN: Parameter = Parameter::optional("token", STRING_OR_NULL, Null).secret();

const fn timeout(seconds: u32) -> Parameter {
    Parameter::optional("timeout", SECONDS_OR_NULL, Int(seconds))
}

const fn expire(default: DefaultValue) -> Parameter {
    Parameter::optional("expire", SECONDS_OR_NULL, default)
}

const CONFIGURATION: Parameter = Parameter::optional("config", CONFIG, Null).secret();

macro_rules! entry {
    ($flags:expr, $dispatch:path, $body:path, $name:literal,
     [$($parameter:expr),*], $returns:expr) => {
        entry!($flags, $dispatch, $body, Signature::new($name, &[$($parameter),*], $returns))
    };
    ($flags:expr, $dispatch:path, $body:path, $signature:expr) => {{
        static SIGNATURE: Signature = $signature;
        zend_fastcall! {
            extern fn handler(frame: &mut ExecuteData, returned: &mut Zval) {
                // `run_handler` catches panics, while it lets the engine's bailouts through.
                run_handler(AssertUnwindSafe(|| $dispatch(frame, returned, &SIGNATURE, $body)));
            }
        }
        Method {
            signature: &SIGNATURE,
            handler,
            flags: $flags,
        }
    }};
}

macro_rules! method {
    ($body:path, $name:literal ($($parameter:expr),*) -> $returns:ident) => {
        entry!(MethodFlags::Public, dispatch::method, $body, $name, [$($parameter),*], Some($returns))
    };
}

macro_rules! static_method {
    ($body:path, $name:literal ($($parameter:expr),*) -> $returns:ident) => {
        entry!(STATIC, dispatch::static_method, $body, $name, [$($parameter),*], Some($returns))
    };
}

/// Returns every method of the class, in the order of the stubs.
pub(super) fn all() -> Vec<Method> {
    use RedisMutexLock as It;
    vec![
        entry!(
            MethodFlags::Public,
            dispatch::constructor,
            It::new,
            "__construct",
            [CONFIGURATION],
            None
        ),
        method!(It::lock, "lock"(NAME, timeout(0), EXPIRE, SLEEP, TOKEN) -> BOOL),
        method!(It::lock_all, "lockAll"(NAMES, timeout(0), EXPIRE, SLEEP) -> BOOL),
        method!(It::lock_shared, "lockShared"(NAME, timeout(0), EXPIRE, SLEEP, LIMIT) -> BOOL),
        method!(It::unlock, "unlock"(NAME, TOKEN) -> BOOL),
        method!(It::unlock, "release"(NAME, TOKEN) -> BOOL),
        method!(It::unlock_all, "unlockAll"() -> BOOL),
        method!(It::is_locking, "isLocking"(NAME) -> BOOL),
        method!(It::expire, "expire"(
            NAME, Parameter::required("expire", SECONDS), TOKEN
        ) -> BOOL),
        method!(It::synchronized, "synchronized"(
            NAME, Parameter::required("callback", CALLABLE), timeout(10), expire(Null), SLEEP
        ) -> MIXED),
        method!(It::synchronized_all, "synchronizedAll"(
            NAMES, Parameter::required("callback", CALLABLE), timeout(10), expire(Null), SLEEP
        ) -> MIXED),
        method!(It::synchronized_shared, "synchronizedShared"(
            NAME, Parameter::required("callback", CALLABLE), timeout(10), expire(Null), SLEEP, LIMIT
        ) -> MIXED),
        method!(It::is_locked, "isLocked"(NAME) -> BOOL),
        method!(It::owner, "owner"(NAME) -> STRING_OR_NULL),
        method!(It::remaining, "remaining"(NAME) -> FLOAT_OR_NULL),
        method!(It::token, "token"(NAME) -> STRING_OR_NULL),
        method!(It::fence, "fence"(NAME) -> INT_OR_NULL),
        method!(It::held, "held"() -> ARRAY),
        method!(It::detach, "detach"(NAME) -> STRING_OR_NULL),
        method!(It::adopt, "adopt"(NAME, Parameter::required("token", STRING).secret(), EXPIRE) -> BOOL),
        method!(It::force_unlock, "forceUnlock"(NAME) -> BOOL),
        method!(It::on_lost, "onLost"(Parameter::required("callback", CALLABLE_OR_NULL)) -> VOID),
        static_method!(It::on_wait, "onWait"(Parameter::required("wait", CALLABLE_OR_NULL)) -> VOID),
        static_method!(It::generate_token, "generateToken"() -> STRING),
        method!(It::list, "list"(
            Parameter::optional("pattern", STRING, Text("*")),
            Parameter::optional("limit", INT, Int(1000))
        ) -> ARRAY),
        static_method!(It::stats, "stats"() -> ARRAY),
        static_method!(It::pool_stats, "poolStats"() -> ARRAY),
    ]
}

/// Returns the function that examines a configuration. It is no method, because the methods are those of a lock.
pub(super) fn check() -> Method {
    entry!(
        STATIC,
        dispatch::static_method,
        class::check,
        Signature::of_function("redis_mutex_lock_check", &[CONFIGURATION], Some(ARRAY))
    )
}
