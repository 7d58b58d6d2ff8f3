//! The constructor's argument and the ini settings, as `config` reads them.
//!
//! It copies values and judges none. Used by `php::class` and `php::info`.

use std::ffi::{CStr, c_void};

use ext_php_rs::ffi::{zend_ini_entry, zend_string};
use ext_php_rs::flags::IniEntryPermission;
use ext_php_rs::types::{ZendHashTable, Zval};
use ext_php_rs::zend::{IniEntryDef, IniEntryDefs};

use super::engine::{self, Key};
use crate::config::{self, Ini, Value};

pub(super) const URL: &CStr = c"redis_mutex_lock.url";
pub(super) const LOCK_PREFIX: &CStr = c"redis_mutex_lock.lock_prefix";
pub(super) const LEASE: &CStr = c"redis_mutex_lock.lease";
pub(super) const COMMAND_TIMEOUT: &CStr = c"redis_mutex_lock.command_timeout";

/// The url holds a password: for php.ini and the web server, not for `ini_set()`.
const ADMINISTRATOR: IniEntryPermission =
    IniEntryPermission::System.union(IniEntryPermission::PerDir);

static SETTINGS: IniEntryDefs<5> = IniEntryDefs::new([
    setting(URL, c"redis://127.0.0.1:6379/0", ADMINISTRATOR),
    setting(LOCK_PREFIX, c"lock:", IniEntryPermission::All),
    setting(LEASE, c"30", IniEntryPermission::All),
    setting(COMMAND_TIMEOUT, c"1.0", IniEntryPermission::All),
    IniEntryDef::end(),
]);

const fn setting(
    name: &'static CStr,
    default: &'static CStr,
    permission: IniEntryPermission,
) -> IniEntryDef {
    IniEntryDef {
        on_modify: Some(accept),
        ..IniEntryDef::new(name, default, permission)
    }
}

/// Takes every value: it is judged where an object is made of it. Without such a function
/// `ini_restore()` would restore nothing.
extern "C" fn accept(
    _: *mut zend_ini_entry,
    _: *mut zend_string,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: i32,
) -> i32 {
    0
}

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

/// No known key comes near it; of a longer one no more is shown.
const LONGEST_KEY: usize = 128;
/// Nobody reads a longer text, nor a longer URL.
pub(super) const LONGEST_TEXT: usize = 64 * 1024;

/// The constructor's array, copied as far as it is read. What a key is for, `config` knows:
/// what is ignored is not looked into, and behind an unknown key nothing matters any more.
pub(super) fn map(array: &ZendHashTable) -> Vec<(Vec<u8>, Value)> {
    let mut copied = Vec::new();
    for (key, item) in engine::pairs(array, LONGEST_KEY) {
        let key = key_bytes(key);
        let (is_known, is_read) = (config::is_known(&key), config::is_read(&key));
        let value = if is_read {
            value(item, false)
        } else {
            Value::Null
        };
        copied.push((key, value));
        if !is_known {
            break;
        }
    }
    copied
}

fn key_bytes(key: Key) -> Vec<u8> {
    match key {
        Key::Number(number) => number.to_string().into_bytes(),
        Key::Text(text) => text,
    }
}

/// A setting's value. Of an array in it, no more and no longer ones than anybody reads, and
/// none that are deeper: arrays may hold themselves, and each other many times.
fn value(item: &Zval, is_nested: bool) -> Value {
    const MOST_NESTED: usize = 16;
    const LONGEST_NESTED: usize = 4 * 1024;
    let item = item.dereference();
    if let Some(array) = item.array().filter(|_| !is_nested) {
        let pairs = engine::pairs(array, LONGEST_KEY).take(MOST_NESTED);
        return Value::Map(
            pairs
                .map(|(key, item)| (key_bytes(key), value(item, true)))
                .collect(),
        );
    }
    if let Some(text) = item.zend_str() {
        let bytes = text.as_bytes();
        let longest = if is_nested {
            LONGEST_NESTED
        } else {
            LONGEST_TEXT
        };
        return if bytes.len() > longest {
            Value::Other("a string that is far too long")
        } else {
            Value::Text(bytes.to_vec())
        };
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
