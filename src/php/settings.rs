//! Copies the constructor's array and the ini settings into the form that `config` reads, and keeps what
//! was read last.
//!
//! It judges no value. Used by `php`, `php::class` and `php::info`.

use std::cell::RefCell;
use std::ffi::{CStr, c_void};

use ext_php_rs::ffi::{zend_ini_entry, zend_string};
use ext_php_rs::flags::IniEntryPermission;
use ext_php_rs::types::{ZendHashTable, ZendStr, Zval};
use ext_php_rs::zend::{IniEntryDef, IniEntryDefs};

use super::engine::{self, ArrayKey};
use crate::config::{self, Config, ConfigArgument, Ini, Pair, RawValue};

pub(super) const URL: &CStr = c"redis_mutex_lock.url";
pub(super) const LOCK_PREFIX: &CStr = c"redis_mutex_lock.lock_prefix";
pub(super) const LEASE: &CStr = c"redis_mutex_lock.lease";
pub(super) const COMMAND_TIMEOUT: &CStr = c"redis_mutex_lock.command_timeout";
pub(super) const RETRY_FOR: &CStr = c"redis_mutex_lock.retry_for";

/// For the url, which may hold a password: php.ini and the web server may set it,
/// `ini_set()` may not.
const ADMINISTRATOR: IniEntryPermission =
    IniEntryPermission::System.union(IniEntryPermission::PerDir);

static SETTINGS: IniEntryDefs<6> = IniEntryDefs::new([
    setting(URL, c"redis://127.0.0.1:6379/0", ADMINISTRATOR),
    setting(LOCK_PREFIX, c"lock:", IniEntryPermission::All),
    setting(LEASE, c"30", IniEntryPermission::All),
    setting(COMMAND_TIMEOUT, c"1.0", IniEntryPermission::All),
    setting(RETRY_FOR, c"2.0", IniEntryPermission::All),
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

/// Accepts every value; the constructor judges it. Without such a function
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

/// Registers the ini settings.
pub(super) fn register(module: i32) {
    IniEntryDef::register(SETTINGS.as_slice(), module);
}

/// Removes the ini settings, because the module ends.
pub(super) fn unregister(module: i32) {
    engine::forget_ini(module);
}

/// Returns the current ini settings.
pub(super) fn ini() -> Ini {
    let now = |name| engine::ini(name, false);
    Ini {
        url: now(URL),
        lock_prefix: now(LOCK_PREFIX),
        lease: now(LEASE),
        command_timeout: now(COMMAND_TIMEOUT),
        retry_for: now(RETRY_FOR),
    }
}

/// The configuration that this thread has read last. In most processes all objects have the same one, and
/// FPM makes them anew in each request: comparing takes a third of the time.
#[derive(Default)]
pub(super) struct LastConfig(RefCell<Option<(ConfigArgument, Ini, Config)>>);

impl LastConfig {
    /// As [`Config::read`].
    pub(super) fn read(&self, source: ConfigArgument, ini: Ini) -> Result<Config, String> {
        if let Some((last_source, last_ini, config)) = &*self.0.borrow()
            && *last_source == source
            && *last_ini == ini
        {
            return Ok(config.clone());
        }
        let config = Config::read(source.clone(), &ini)?;
        self.0.replace(Some((source, ini, config.clone())));
        Ok(config)
    }
}

/// The longest key that is copied, in bytes. Every known key is much shorter, and an
/// error shows no more than this of an unknown one.
const LONGEST_KEY: usize = 128;
/// The longest text and the longest URL that are read, in bytes.
pub(super) const LONGEST_TEXT: usize = 64 * 1024;
/// How many bytes are copied out of all arrays in the constructor's array: a Cluster's list of
/// 500 nodes with 12 keys each fits.
const MOST_NESTED: usize = 1024 * 1024;
/// More servers than a list may have.
const MOST_SERVERS: usize = 1001;

/// Copies the constructor's array. `config` knows the keys: the value of an ignored key is
/// not copied, and the copy ends behind an unknown key, or behind too many servers, which is an
/// error anyway.
pub(super) fn map(array: &ZendHashTable) -> Vec<Pair> {
    let mut copied = Vec::new();
    let mut left = MOST_NESTED;
    let mut servers = 0;
    for (key, item) in engine::pairs(array, LONGEST_KEY) {
        servers += usize::from(matches!(key, ArrayKey::Number(_)));
        if servers > MOST_SERVERS {
            break;
        }
        let key = key_bytes(key);
        if config::is_read(&key) {
            let depth = config::depth(&key);
            copied.push((key, value(item, depth, LONGEST_TEXT, &mut left)));
            continue;
        }
        let is_ignored = config::is_known(&key);
        copied.push((key, RawValue::Null));
        if !is_ignored {
            break;
        }
    }
    copied
}

fn key_bytes(key: ArrayKey) -> Vec<u8> {
    match key {
        ArrayKey::Number(number) => number.to_string().into_bytes(),
        ArrayKey::Text(text) => text,
    }
}

/// Copies a setting's value. It goes only `depth` arrays deep, and copies no more than is `left`
/// of [`MOST_NESTED`], because arrays may hold themselves, and each other many times. Inside of an
/// array too, an ignored key has no value.
fn value(item: &Zval, depth: usize, longest: usize, left: &mut usize) -> RawValue {
    /// What a key and an empty value cost.
    const PAIR: usize = LONGEST_KEY;
    const LONGEST_NESTED: usize = 4 * 1024;
    let item = item.dereference();
    if let Some((array, depth)) = item.array().zip(depth.checked_sub(1)) {
        let mut copied = Vec::new();
        for (key, item) in engine::pairs(array, LONGEST_KEY) {
            let length = item.dereference().zend_str().map_or(0, ZendStr::len);
            let Some(rest) = left.checked_sub(PAIR + length.min(LONGEST_NESTED)) else {
                return RawValue::Other("an array that is far too large");
            };
            *left = rest;
            let key = key_bytes(key);
            let is_ignored = config::is_known(&key) && !config::is_read(&key);
            let value = if is_ignored {
                RawValue::Null
            } else {
                value(item, depth, LONGEST_NESTED, left)
            };
            copied.push((key, value));
        }
        return RawValue::Map(copied);
    }
    if let Some(text) = item.zend_str() {
        let bytes = text.as_bytes();
        return if bytes.len() > longest {
            RawValue::Other("a string that is far too long")
        } else {
            RawValue::Text(bytes.to_vec())
        };
    }
    match (item.bool(), item.long(), item.double()) {
        _ if item.is_null() => RawValue::Null,
        (Some(truth), _, _) => RawValue::Bool(truth),
        (_, Some(number), _) => RawValue::Int(number),
        (_, _, Some(number)) => RawValue::Float(number),
        _ if item.is_object() => RawValue::Other("object"),
        _ if item.is_array() => RawValue::Other("array in an array"),
        _ => RawValue::Other("resource"),
    }
}
