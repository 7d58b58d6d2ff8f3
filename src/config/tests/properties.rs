//! What is true for every input.

use proptest::prelude::*;

use super::super::setting::known;
use super::super::{Address, Config, Ini, Secret, Source, Value, redacted};
use super::{dict, ini, list, server};

/// A password that no sentence contains by accident.
fn password() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9!$*+,;:/?#@&=%. -]{0,8}QZ[a-zA-Z0-9]{6}"
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        any::<f64>().prop_map(Value::Float),
        prop::collection::vec(any::<u8>(), 0..20).prop_map(Value::Text),
        "[a-z0-9:/.@?&=%\\[\\]-]{0,20}".prop_map(|text| Value::Text(text.into())),
        Just(Value::Other("object")),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        let name = prop_oneof!["[0-2a-z]{0,6}".prop_map(Vec::from), key()];
        prop::collection::vec((name, inner), 0..3).prop_map(Value::Map)
    })
}

fn key() -> impl Strategy<Value = Vec<u8>> {
    let keys: Vec<Vec<u8>> = known().map(|(_, key)| key.into()).collect();
    prop_oneof![
        20 => prop::sample::select(keys),
        1 => Just(b"stream".to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..100),
    ]
}

/// What is true for every configuration that was read.
fn check(config: &Config) {
    let server = server(config);
    assert!(server.access.connect_timeout <= server.access.command_timeout);
    assert!(server.access.connect_timeout.as_millis() >= 1);
    assert!(server.access.command_timeout.as_secs() <= 3600);
    assert!(config.lease.as_millis() >= 10);
    assert!(config.lock_prefix.len() <= 1024);
    assert!(server.access.username.is_none() || server.access.password.is_some());
    assert!(!server.to_string().contains(char::is_control));
    assert!(server.access.min_replicas <= 100);
    let Some(tls) = &server.access.tls else {
        return;
    };
    assert!(matches!(server.address, Address::Tcp { .. }));
    let client = tls.client.iter();
    let own = client.flat_map(|client| [&client.certificate, &client.key]);
    for path in own.chain(&tls.ca_file).chain(&tls.ca_folder) {
        assert!(path.is_absolute(), "{}", path.display());
    }
    assert!(tls.peer_name.as_deref() != Some(""));
}

fn read_and_check(source: Source) -> Option<String> {
    let read = Config::read(source, &ini());
    if let Ok(config) = &read {
        check(config);
    }
    read.err()
}

fn settings() -> ProptestConfig {
    ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn any_bytes_as_a_url_are_taken_or_refused(url in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = redacted(&String::from_utf8_lossy(&url));
        let _ = read_and_check(Source::Url(url));
    }

    #[test]
    fn anything_like_a_url_is_taken_or_refused(
        url in "(redis|unix|tcp|rediss|tls|http)://[a-z0-9:@%/?#&=.\\[\\]+,ü -]{0,40}"
    ) {
        let _ = redacted(&url);
        let _ = read_and_check(Source::Url(url.into()));
    }

    #[test]
    fn any_array_is_taken_or_refused_in_one_line(
        array in prop::collection::vec((key(), value()), 0..8), is_tls in any::<bool>()
    ) {
        let scheme = is_tls.then(|| (b"scheme".to_vec(), Value::from("tls")));
        let array = scheme.into_iter().chain(array).collect();
        if let Some(sentence) = read_and_check(Source::Map(array)) {
            prop_assert!(!sentence.contains(char::is_control));
            prop_assert!(sentence.len() < 300, "{}", sentence);
        }
    }

    #[test]
    fn any_ini_is_taken_or_refused(
        texts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..12), 5)
    ) {
        let [url, lock_prefix, lease, command_timeout, retry_for] = texts.try_into().expect("five");
        let ini = Ini { url, lock_prefix, lease, command_timeout, retry_for };
        let _ = Config::read(Source::Ini, &ini);
    }

    #[test]
    fn no_sentence_contains_the_password(
        password in password(), other in (key(), value()), form in 0..13
    ) {
        let text = Value::from(password.as_str());
        let url = |url: String| (b"url".to_vec(), Value::Text(url.into()));
        let context = |context: Value| (b"context".to_vec(), context);
        let first = match form {
            0 => (b"password".to_vec(), text),
            1 => (b"auth".to_vec(), list(&["user", &password])),
            2 => (b"auth".to_vec(), list(&["user", &password, "x"])),
            3 => url(format!("redis://user:{password}@h:70000/0")),
            4 => url(format!("redis://h/0?password={password}&zzz=1")),
            5 => url(format!("unix:///s?auth={password}&lease=x")),
            6 => url(format!("rediss://h?passphrase={password}&zzz=1")),
            7 => context(dict(&[("passphrase", text)])),
            8 => context(dict(&[("ssl", dict(&[("passphrase", text)]))])),
            9 => context(dict(&[("auth", list(&["user", &password, "x"]))])),
            // The private key where its path belongs.
            10 => context(dict(&[("local_pk", text)])),
            11 => (b"ssl".to_vec(), dict(&[("local_cert", text)])),
            _ => (b"host".to_vec(), Value::Text(format!("redis://u:{password}@h").into())),
        };
        let tls = (b"scheme".to_vec(), "tls".into());
        if let Some(sentence) = read_and_check(Source::Map(vec![tls, first, other])) {
            prop_assert!(!sentence.contains(&password), "{}", sentence);
        }
    }

    #[test]
    fn a_shown_url_never_contains_the_password(password in password(), rest in "[a-z0-9?&=/]{0,12}") {
        let urls = [
            format!("redis://user:{password}@h/{rest}"),
            format!("redis://:{password}@h:1?{rest}"),
            format!("unix:///s?password={password}&{rest}"),
            format!("rediss://h?passphrase={password}&{rest}"),
            format!("redis://{password}@h"),
        ];
        for url in urls {
            // The tail: an unescaped "/", "?", "#" or "&" moves it out of the password's place.
            let tail = &password[password.len() - 8..];
            prop_assert!(!redacted(&url).contains(tail), "{} {}", url, redacted(&url));
            if let Some(sentence) = read_and_check(Source::Url(url.into())) {
                prop_assert!(!sentence.contains(tail), "{}", sentence);
            }
        }
    }

    #[test]
    fn an_encoded_password_arrives_as_it_was(password in "\\PC{1,20}") {
        use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
        let encoded = utf8_percent_encode(&password, NON_ALPHANUMERIC);
        for url in [format!("redis://:{encoded}@h"), format!("unix:///s?password={encoded}")] {
            let config = super::good(Config::read(Source::Url(url.into()), &ini()));
            let read = server(&config).access.password.as_ref().map(Secret::expose);
            prop_assert_eq!(read, Some(password.as_str()));
        }
    }
}
