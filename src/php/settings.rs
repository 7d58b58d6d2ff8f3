//! The constructor's argument and the ini settings, as `config` reads them.
//!
//! It copies values and judges none. Used by `php::class` and `php::info`.

use std::ffi::CStr;

use ext_php_rs::flags::IniEntryPermission;
use ext_php_rs::types::{ArrayKey, ZendHashTable, Zval};
use ext_php_rs::zend::{IniEntryDef, IniEntryDefs};

use super::engine;
use crate::config::{Ini, Value};

pub(super) const URL: &CStr = c"redis_mutex_lock.url";
pub(super) const LOCK_PREFIX: &CStr = c"redis_mutex_lock.lock_prefix";
pub(super) const LEASE: &CStr = c"redis_mutex_lock.lease";
pub(super) const COMMAND_TIMEOUT: &CStr = c"redis_mutex_lock.command_timeout";

/// The url holds a password: for php.ini and the web server, not for `ini_set()`.
const ADMINISTRATOR: IniEntryPermission =
    IniEntryPermission::System.union(IniEntryPermission::PerDir);

static SETTINGS: IniEntryDefs<5> = IniEntryDefs::new([
    IniEntryDef::new(URL, c"redis://127.0.0.1:6379/0", ADMINISTRATOR),
    IniEntryDef::new(LOCK_PREFIX, c"lock:", IniEntryPermission::All),
    IniEntryDef::new(LEASE, c"30", IniEntryPermission::All),
    IniEntryDef::new(COMMAND_TIMEOUT, c"1.0", IniEntryPermission::All),
    IniEntryDef::end(),
]);

/// Makes the ini settings known to PHP.
pub(super) fn register(module: i32) {
    IniEntryDef::register(SETTINGS.as_slice(), module);
}

/// The module ends.
pub(super) fn unregister(module: i32) {
    engine::forget_ini(module);
}

/// The ini settings as they are now.
pub(super) fn ini() -> Ini {
    let now = |name| engine::ini(name, false);
    Ini {
        url: now(URL),
        lock_prefix: now(LOCK_PREFIX),
        lease: now(LEASE),
        command_timeout: now(COMMAND_TIMEOUT),
    }
}

/// The constructor's array, copied.
pub(super) fn map(array: &ZendHashTable) -> Vec<(Vec<u8>, Value)> {
    /// An array that holds itself is not followed for ever.
    const DEEPEST: usize = 8;
    nested(array, DEEPEST)
}

fn nested(array: &ZendHashTable, depth: usize) -> Vec<(Vec<u8>, Value)> {
    let pairs = array.iter();
    pairs
        .map(|(key, item)| (key_bytes(&key), value(item, depth - 1)))
        .collect()
}

fn key_bytes(key: &ArrayKey) -> Vec<u8> {
    match key {
        ArrayKey::Long(number) => number.to_string().into_bytes(),
        ArrayKey::String(text) => text.clone().into_bytes(),
        ArrayKey::Str(text) => text.as_bytes().to_vec(),
        ArrayKey::ZendString(text) => text.as_bytes().to_vec(),
    }
}

fn value(item: &Zval, depth: usize) -> Value {
    let item = item.dereference();
    if let Some(array) = item.array().filter(|_| depth > 0) {
        return Value::Map(nested(array, depth));
    }
    if let Some(text) = item.zend_str() {
        return Value::Text(text.as_bytes().to_vec());
    }
    match (item.bool(), item.long(), item.double()) {
        _ if item.is_null() => Value::Null,
        (Some(truth), _, _) => Value::Bool(truth),
        (_, Some(number), _) => Value::Int(number),
        (_, _, Some(number)) => Value::Float(number),
        _ if item.is_object() => Value::Other("object"),
        _ if item.is_array() => Value::Other("array in an array"),
        _ => Value::Other("resource"),
    }
}
