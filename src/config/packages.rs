//! The arrays of packages that add Sentinel to Laravel, in the form of ours.
//!
//! Some have flat keys, as in `'sentinel_host' => 'h'`, while others, and Predis itself, have a list of
//! sentinels with an array of options in it. Both become a value of `sentinel`, in which each key keeps
//! its name, because a sentence about a value names the key that a person has written. `config` and
//! `servers` call this file, which reads a value only to see whether it is given.

use std::iter;

use super::address::split_list;
use super::setting::{KeyScope, Purpose, is_number};
use super::sources::is_off;
use super::value::{self, Pair, RawValue};

/// The flat keys that say where the sentinels are.
const HOSTS: [&[u8]; 3] = [b"sentinel_host", b"sentinel_hosts", b"sentinels"];

/// Returns the array, in which everything that belongs to the sentinels has moved under `sentinel`.
///
/// # Errors
/// Flat keys without a host, because a lock without them would be at another server.
pub(super) fn gathered(array: Vec<Pair>) -> Result<Vec<Pair>, String> {
    let belongs = if is_list_of_sentinels(&array) {
        |key: &[u8]| is_number(key) || key == b"options"
    } else {
        |key: &[u8]| is_flat(key)
    };
    let (own, mut rest): (Vec<_>, Vec<_>) = array.into_iter().partition(|(key, _)| belongs(key));
    let mut own: Vec<_> = own.into_iter().filter(|(_, it)| !is_absent(it)).collect();
    let is_given = |key: &[u8]| own.iter().any(|(it, _)| it == key);
    if HOSTS.into_iter().chain([&b"0"[..]]).any(is_given) {
        match rest.iter_mut().find(|(key, _)| key == b"sentinel") {
            Some((_, value)) if is_off(value) => *value = RawValue::Map(own),
            Some((_, RawValue::Map(map))) => map.append(&mut own),
            Some(_) => {}
            None => rest.push((b"sentinel".to_vec(), RawValue::Map(own))),
        }
    } else if is_given(b"sentinel_service") {
        let hint = "\"sentinel_host\", which says where the sentinels are";
        return Err(format!("gives \"sentinel_service\" without {hint}"));
    } else {
        // A login of nobody stays, because it is an error that `sources` knows, while a port is often
        // given by default.
        rest.extend(own.into_iter().filter(|(key, _)| is_login(key)));
    }
    Ok(rest)
}

/// Returns the three parts of a list of servers, as Laravel and Predis have it, which are the servers,
/// their options and the rest.
pub(super) fn parted(map: Vec<Pair>) -> (Vec<Pair>, Vec<Pair>, Vec<Pair>) {
    let (servers, rest): (Vec<_>, Vec<_>) = map.into_iter().partition(|(key, _)| is_number(key));
    let (options, rest): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(it, _)| it == b"options");
    let options = options.into_iter().flat_map(|(_, it)| it.into_pairs());
    (servers, options.collect(), rest)
}

/// Returns the list of sentinels in what stands under `sentinel`, where `listed` are those of a list, and
/// `map` is the rest, which loses the keys that name sentinels.
///
/// # Errors
/// A sentence with the two keys, if two keys name sentinels.
pub(super) fn sentinels(listed: Vec<Pair>, map: &mut Vec<Pair>) -> Result<RawValue, String> {
    let mut take = |key| value::take(map, key).filter(|value| !is_absent(value));
    let mut lists: Vec<(&str, RawValue)> = Vec::new();
    lists.extend((!listed.is_empty()).then_some(("0", RawValue::Map(listed))));
    for key in ["nodes", "sentinels", "sentinel_hosts"] {
        lists.extend(take(key).map(|list| (key, list)));
    }
    for (host, port) in [("host", "port"), ("sentinel_host", "sentinel_port")] {
        let port = take(port).map(|port| (b"port".to_vec(), port));
        if let Some(given) = take(host) {
            let node = iter::once((b"host".to_vec(), given)).chain(port).collect();
            lists.push((host, RawValue::list([RawValue::Map(node)])));
        }
    }
    if let [(first, _), (second, _), ..] = lists.as_slice() {
        return Err(format!(
            "\"sentinel\" names sentinels in \"{first}\" and in \"{second}\"; leave one of them out"
        ));
    }
    Ok(match lists.pop() {
        Some((_, RawValue::Map(nodes))) => {
            RawValue::list(nodes.into_iter().flat_map(|(_, node)| one_by_one(node)))
        }
        Some((_, list)) => list,
        None => RawValue::Null,
    })
}

/// Returns one node for each host, if the `host` of an array is a text with several hosts in it, or else
/// the node as it is.
fn one_by_one(node: RawValue) -> Vec<RawValue> {
    let RawValue::Map(parts) = &node else {
        return vec![node];
    };
    let host = value::value_of(parts, b"host").and_then(RawValue::as_str);
    let hosts = split_list(host.unwrap_or_default());
    if hosts.len() < 2 {
        return vec![node];
    }
    let with = |host: &str| {
        // A host that has a port of its own keeps that port.
        if host.contains(':') {
            return RawValue::Text(host.into());
        }
        let part = |(key, value): &Pair| match key.as_slice() {
            b"host" => (key.clone(), RawValue::Text(host.into())),
            _ => (key.clone(), value.clone()),
        };
        RawValue::Map(parts.iter().map(part).collect())
    };
    hosts.into_iter().map(with).collect()
}

/// Returns whether the array is a list of sentinels, as Predis has it.
pub(super) fn is_list_of_sentinels(array: &[Pair]) -> bool {
    let has_nodes = array.iter().any(|(key, _)| key == b"0");
    has_nodes
        && array.iter().any(|(key, value)| match value {
            RawValue::Map(options) if key == b"options" => options.iter().any(|(key, value)| {
                let is_sentinel = *value == RawValue::Text(b"sentinel".to_vec());
                key == b"service" && !value.is_absent() || key == b"replication" && is_sentinel
            }),
            _ => false,
        })
}

/// Returns whether this is a key of a flat array, although two of these keys stand in a URL too.
fn is_flat(key: &[u8]) -> bool {
    is_login(key) || KeyScope::Top.purpose(key) == Some(Purpose::Flat)
}

fn is_login(key: &[u8]) -> bool {
    [&b"sentinel_username"[..], b"sentinel_password"].contains(&key)
}

fn is_absent(value: &RawValue) -> bool {
    value.is_absent() || matches!(value, RawValue::Map(map) if map.is_empty())
}
