//! The array under `context` or `ssl`, in which PHP code keeps the TLS settings of a connection.
//!
//! Frameworks hand the array to phpredis or Predis, which hand it to PHP's own TLS. The settings stand in
//! it directly, under `stream` (phpredis) or under `ssl` (PHP). `sources` calls this file, which knows
//! which keys may stand where, and reads no value.

use std::slice;

use super::setting::{CONTEXTS, KeyScope, Purpose};
use super::value::{Pair, RawValue, quoted};

/// The keys of a context under which the settings may stand.
const BRANCHES: [&[u8]; 2] = [b"stream", b"ssl"];

/// The key under which phpredis finds the password in a `context`, as in Laravel's own example.
const AUTH: &[u8] = b"auth";

/// Returns the name of the context, if `key` is that of one.
fn place(key: &[u8]) -> Option<&'static str> {
    CONTEXTS.into_iter().find(|it| it.as_bytes() == key)
}

fn is_branch(key: &[u8]) -> bool {
    BRANCHES.contains(&key)
}

fn is_setting(key: &[u8]) -> bool {
    matches!(
        KeyScope::Top.purpose(key),
        Some(Purpose::Tls | Purpose::Refused)
    )
}

/// Returns the settings of a context, including those in its branches.
fn leaves(context: &[Pair]) -> impl Iterator<Item = &Pair> {
    context.iter().flat_map(|pair| match pair {
        (key, RawValue::Map(branch)) if is_branch(key) => branch.as_slice(),
        pair => slice::from_ref(pair),
    })
}

/// Returns the values of the setting `key` in a source's part, each with the name of the context, if the
/// part is a context.
pub(super) fn values<'a>(
    part: &[u8],
    value: &'a RawValue,
    key: &'a str,
) -> impl Iterator<Item = (&'static str, &'a RawValue)> {
    let found = match value {
        RawValue::Map(context) => place(part).map(|place| (place, context.as_slice())),
        _ => None,
    };
    found.into_iter().flat_map(move |(place, context)| {
        let settings = leaves(if is_setting(key.as_bytes()) {
            context
        } else {
            &[]
        });
        let has_auth = key.as_bytes() == AUTH && place == "context";
        let auth = if has_auth { context } else { &[] };
        let own = settings
            .chain(auth)
            .filter(move |(it, _)| it == key.as_bytes());
        own.map(move |(_, value)| (place, value))
    })
}

/// Returns whether a source's part is a context with TLS settings in it.
pub(super) fn has_settings(part: &[u8], value: &RawValue) -> bool {
    let is_setting = |(key, _): &Pair| key != AUTH;
    matches!(value, RawValue::Map(context) if place(part).is_some() && leaves(context).any(is_setting))
}

/// Checks the keys of a source's part, if the part is a context.
///
/// # Errors
/// The first key that may not stand there, as a sentence.
pub(super) fn check(part: &[u8], value: &RawValue) -> Result<(), String> {
    let (Some(place), RawValue::Map(context)) = (place(part), value) else {
        return Ok(());
    };
    for (key, value) in leaves(context) {
        if is_branch(key) {
            if !value.is_absent() {
                let key = String::from_utf8_lossy(key);
                return Err(format!(
                    "\"{key}\" in \"{place}\" must be an array of TLS settings"
                ));
            }
        } else if key != AUTH && KeyScope::Context.use_of(key).is_none() {
            let hint = KeyScope::Context.hint(key);
            let key = quoted(key);
            return Err(format!("\"{place}\" has the unknown key {key}{hint}"));
        }
    }
    Ok(())
}
