//! Unknown keys, and the suggestions for them.

use super::super::setting::{KEYS, KeyScope, Purpose};
use super::{RawValue, good, known, of_array, refused};

/// Returns `key` with one letter wrong, in every way, of which some may be another key.
fn slips(key: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = key.chars().collect();
    let joined = |letters: Vec<char>| letters.into_iter().collect::<String>();
    (0..letters.len()).flat_map(move |at| {
        let mut dropped = letters.clone();
        dropped.remove(at);
        let mut doubled = letters.clone();
        doubled.insert(at, letters[at]);
        let mut replaced = letters.clone();
        replaced[at] = 'x';
        let mut upper = letters.clone();
        upper[at] = letters[at].to_ascii_uppercase();
        let mut swapped = letters.clone();
        swapped.swap(at, (at + 1).min(letters.len() - 1));
        [dropped, doubled, replaced, upper, swapped].map(joined)
    })
}

fn nearest(key: &[u8]) -> Option<&'static str> {
    KeyScope::Top.nearest(key)
}

/// Returns the keys that a hint may recommend, because they have an effect.
fn with_effect() -> impl Iterator<Item = &'static str> {
    let keys = known().filter(|(purpose, _)| *purpose <= Purpose::Group);
    keys.map(|(_, key)| key)
}

#[test]
fn every_key_misspelt_by_one_letter_is_recognised() {
    for key in with_effect() {
        for slip in slips(key) {
            // `server` is a word for `host`, although it is one letter away from `servers`.
            let is_word = |word: &str| word == slip;
            let is_key = known().any(|(_, known)| is_word(known))
                || KEYS.iter().any(|row| row.words.split(' ').any(is_word));
            if is_key || slip.len() < 2 {
                continue;
            }
            let distance = |to: &str| strsim::osa_distance(&slip.to_ascii_lowercase(), to);
            let hint = nearest(slip.as_bytes()).unwrap_or_else(|| panic!("no hint for {slip}"));
            let as_near = distance(hint) <= distance(key);
            let rivals = with_effect().filter(|rival| distance(rival) <= distance(key));
            assert!(as_near, "{slip} is {key}, not {hint}");
            assert!(
                hint == key || rivals.count() > 1,
                "{slip} is {key}, not {hint}"
            );
        }
    }
}

#[test]
fn a_key_without_an_effect_is_never_recommended() {
    for (_, key) in known() {
        for slip in slips(key) {
            if let Some(hint) = nearest(slip.as_bytes()) {
                assert!(with_effect().any(|key| key == hint), "{slip}: {hint}");
            }
        }
    }
}

/// A word that is a key needs no hint, while a word that leads nowhere is a mistake of the list.
#[test]
fn every_other_word_leads_to_a_key_with_an_effect() {
    let rows = KEYS.iter().filter(|row| row.scope == KeyScope::Top);
    for row in rows.filter(|row| !row.words.is_empty()) {
        let [meant] = row.names else {
            panic!("words for one of several keys: {:?}", row.names);
        };
        assert!(with_effect().any(|key| key == *meant), "{meant}");
        for word in row.words.split_ascii_whitespace() {
            assert_eq!(nearest(word.as_bytes()), Some(*meant), "{word}");
        }
    }
}

#[test]
fn hints_that_a_person_would_give() {
    let cases = [
        ("lese", "lease"),
        ("Lease", "lease"),
        ("LEASE", "lease"),
        ("lockPrefix", "lock_prefix"),
        ("read-timeout", "read_timeout"),
        ("readTimeout", "read_timeout"),
        ("user", "username"),
        ("pass", "password"),
        ("passwd", "password"),
        ("hostname", "host"),
        ("databse", "database"),
        ("ath", "auth"),
        ("pth", "path"),
        ("dbx", "db"),
        // By their letters these are near an ignored key, a wrong key or none.
        ("prefx", "lock_prefix"),
        ("Prefix", "lock_prefix"),
        ("key_prefix", "lock_prefix"),
        ("expires", "lease"),
        ("Expire", "lease"),
        ("ttl", "lease"),
        ("connect_timeout", "timeout"),
        ("connectTimeout", "timeout"),
        ("connection-timeout", "timeout"),
        ("commandtimeout", "command_timeout"),
        ("pwd", "password"),
        ("socket", "path"),
        ("unix_socket", "path"),
        ("server", "host"),
        ("address", "host"),
        ("dbindex", "database"),
        ("retries", "retry_for"),
        ("uri", "url"),
        ("lock_timeout", "lease"),
        ("write_timeout", "command_timeout"),
        ("client_name", "name"),
        ("tls", "scheme"),
        ("use_tls", "scheme"),
        ("ca_file", "cafile"),
        ("verify", "verify_peer"),
        ("certificate", "local_cert"),
        ("clustr", "cluster"),
        ("clusters", "cluster"),
        ("sentinal", "sentinel"),
        ("sentinel_nodes", "sentinel"),
        ("redis_sentinel", "sentinel"),
        ("master_name", "sentinel"),
        ("ssl_cert_reqs", "verify_peer"),
        ("ssl_ca_certs", "cafile"),
    ];
    for (key, hint) in cases {
        let sentence = format!("has the unknown key \"{key}\" (did you mean \"{hint}\"?)");
        refused(of_array(&[(key, 1.into())]), &sentence);
    }
}

#[test]
fn a_key_that_is_near_no_other_gets_no_hint() {
    for key in [
        "17",
        "default",
        "stores",
        "timezone",
        "serialiser",
        "connections",
        "xyz",
        "banana",
        "中文",
    ] {
        let sentence = format!("has the unknown key \"{key}\"");
        refused(of_array(&[(key, 1.into())]), &sentence);
    }
}

#[test]
fn unknown_keys_are_escaped_and_cut() {
    let cases: [(&[u8], &str); 5] = [
        (b"", "\"\""),
        (b"a\n\0\xff", "\"a\\n\\0\\xff\""),
        (b"redis://u:p@h", "(text that may be a URL)"),
        (b"zzz?host=h", "(text that may be a URL)"),
        (&[b'k'; 90], &format!("\"{}…\"", "k".repeat(63))),
    ];
    for (key, shown) in cases {
        let array = vec![(key.to_vec(), RawValue::Null)];
        let read = super::Config::read(super::ConfigArgument::Map(array), &super::ini());
        refused(read, &format!("has the unknown key {shown}"));
    }
}

#[test]
fn unused_keys_of_frameworks_are_ignored_with_any_value() {
    for (kind, key) in known() {
        if kind == Purpose::Ignored {
            for value in [RawValue::Other("object"), "x".into(), f64::NAN.into()] {
                good(of_array(&[(key, value)]));
            }
        }
    }
}

/// A key in the table that `Config::read` forgets would accept every value.
#[test]
fn every_other_key_is_read() {
    for (purpose, key) in known() {
        // The keys of a Sentinel URL are refused unread, while the tests of packages are about the
        // others.
        let others = [Purpose::SentinelUrl, Purpose::Flat, Purpose::Options];
        if purpose != Purpose::Ignored && !others.contains(&purpose) {
            let mut array = vec![(key, RawValue::Other("object"))];
            if key != "scheme" {
                // The settings of TLS are refused unread if no scheme switches TLS on.
                array.push(("scheme", "tls".into()));
            }
            let sentence = of_array(&array).expect_err(key);
            assert!(sentence.starts_with(&format!("\"{key}\" ")), "{sentence}");
            assert!(!sentence.contains("needs TLS"), "{sentence}");
        }
    }
}
