//! Copies the constructor's array and the ini settings into the form that `config` reads, and keeps what
//! was read last.
//!
//! No value is judged here, because `config` does that. Used by `php`, `php::class` and `php::info`.

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
pub(super) const AWAIT_RELEASE: &CStr = c"redis_mutex_lock.await_release";
pub(super) const WARNINGS: &CStr = c"redis_mutex_lock.warnings";

/// The permission for the url, which php.ini and the web server may set but `ini_set()` may not, because the
/// url may hold a password.
const ADMINISTRATOR: IniEntryPermission =
    IniEntryPermission::System.union(IniEntryPermission::PerDir);

static SETTINGS: IniEntryDefs<8> = IniEntryDefs::new([
    setting(URL, c"redis://127.0.0.1:6379/0", ADMINISTRATOR),
    setting(LOCK_PREFIX, c"lock:", IniEntryPermission::All),
    setting(LEASE, c"30", IniEntryPermission::All),
    setting(COMMAND_TIMEOUT, c"1.0", IniEntryPermission::All),
    setting(RETRY_FOR, c"2.0", IniEntryPermission::All),
    setting(AWAIT_RELEASE, c"1", IniEntryPermission::All),
    setting(WARNINGS, c"1", IniEntryPermission::All),
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

/// Accepts every value, because the constructor judges it. Without such a function for each setting
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

/// Registers the ini settings under the number of the module.
pub(super) fn register(module: i32) {
    IniEntryDef::register(SETTINGS.as_slice(), module);
}

/// Removes the ini settings, because the module ends.
pub(super) fn unregister(module: i32) {
    engine::forget_ini(module);
}

/// Returns the current ini settings, with what `ini_set()` has changed.
pub(super) fn ini() -> Ini {
    let now = |name| engine::ini(name, false);
    Ini {
        url: now(URL),
        lock_prefix: now(LOCK_PREFIX),
        lease: now(LEASE),
        command_timeout: now(COMMAND_TIMEOUT),
        retry_for: now(RETRY_FOR),
        await_release: now(AWAIT_RELEASE),
    }
}

/// Returns whether mistakes raise warnings, which is so unless the setting is off.
pub(super) fn warns() -> bool {
    !RawValue::Text(engine::ini(WARNINGS, false)).is_switched_off()
}

/// The configuration that this thread has read last, with its sources. In most processes all objects have the
/// same configuration, and FPM creates them again in each request, so the sources are compared first, which
/// takes a third of the time of reading.
#[derive(Default)]
pub(super) struct LastConfig(RefCell<Option<(ConfigArgument, Ini, Config)>>);

impl LastConfig {
    /// Returns what [`Config::read`] returns, which runs only if `source` or `ini` differs from the last one.
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

/// The longest part of a key that is copied, in bytes, because every known key is much shorter and an error
/// shows no more than this of an unknown key.
const LONGEST_KEY: usize = 128;
/// The longest text and the longest URL that are read, in bytes.
pub(super) const LONGEST_TEXT: usize = 64 * 1024;
/// The number of bytes that are copied out of all arrays in the constructor's array, into which a Cluster's
/// list of 500 nodes with 12 keys each fits.
const MOST_NESTED: usize = 1024 * 1024;
/// The number of servers that are copied, which is more than a list may have.
const MOST_SERVERS: usize = 1001;

/// Returns a copy of the constructor's array, whose keys `config` knows. The value of an ignored key is not
/// copied, and the copy ends behind an unknown key or behind too many servers, because either is an error
/// anyway.
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
        let depth = config::depth(&key);
        let value = match depth {
            None | Some(0) => RawValue::Null,
            Some(depth) => value(item, depth, LONGEST_TEXT, &mut left),
        };
        copied.push((key, value));
        if depth.is_none() {
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

/// Returns a copy of a setting's value, in which an ignored key of an array has no value either. The copy
/// goes only `depth` arrays deep and takes no more than is `left` of [`MOST_NESTED`], because arrays may hold
/// themselves, and each other many times.
fn value(item: &Zval, depth: usize, longest: usize, left: &mut usize) -> RawValue {
    /// The number of bytes that a key and an empty value cost.
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
            let value = match config::depth(&key) {
                Some(0) => RawValue::Null,
                _ => value(item, depth, LONGEST_NESTED, left),
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
