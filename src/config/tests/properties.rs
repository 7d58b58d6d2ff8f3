//! The rules that hold for every input, whether it is right or wrong.

use proptest::prelude::*;

use super::super::{
    Access, Address, Config, ConfigArgument, Ini, RawValue, Secret, Servers, redacted,
};
use super::{dict, ini, known, list};

/// Returns passwords that no sentence contains by accident.
fn password() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9!$*+,;:/?#@&=%. -]{0,8}QZ[a-zA-Z0-9]{6}"
}

fn value() -> impl Strategy<Value = RawValue> {
    let leaf = prop_oneof![
        Just(RawValue::Null),
        any::<bool>().prop_map(RawValue::Bool),
        any::<i64>().prop_map(RawValue::Int),
        any::<f64>().prop_map(RawValue::Float),
        prop::collection::vec(any::<u8>(), 0..20).prop_map(RawValue::Text),
        "[a-z0-9:/.@?&=%\\[\\]-]{0,20}".prop_map(|text| RawValue::Text(text.into())),
        Just(RawValue::Other("object")),
    ];
    leaf.prop_recursive(4, 16, 3, |inner| {
        const INSIDE: [&str; 8] = ["service", "nodes", "seeds", "enable", "0", "1", "2", "host"];
        let inside = prop::sample::select(&INSIDE[..]).prop_map(Vec::from);
        let name = prop_oneof!["[0-2a-z]{0,6}".prop_map(Vec::from), key(), inside];
        prop::collection::vec((name, inner), 0..3).prop_map(RawValue::Map)
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

/// Asserts what is true for every configuration that was read.
fn check(config: &Config) {
    assert!(config.locks.lease.as_millis() >= 10);
    assert!(config.locks.lock_prefix.len() <= 1024);
    match &config.servers {
        Servers::One(server) => {
            check_access(&server.access);
            let is_tcp = matches!(server.address, Address::Tcp { .. });
            assert!(is_tcp || server.access.tls.is_none());
            assert!(!server.to_string().contains(char::is_control));
        }
        Servers::Master(sentinel) => {
            check_access(&sentinel.master);
            check_access(&sentinel.sentinels);
            check_nodes(&sentinel.nodes);
            assert!(!sentinel.service.is_empty());
            let own = &sentinel.sentinels;
            assert_eq!((own.database, own.min_replicas, &own.name), (0, 0, &None));
        }
        Servers::Cluster(cluster) => {
            check_access(&cluster.access);
            check_nodes(&cluster.seeds);
            assert_eq!(cluster.access.database, 0);
        }
        Servers::Quorum(servers) => {
            assert!(servers.len() % 2 == 1 && (3..=15).contains(&servers.len()));
            for (at, server) in servers.iter().enumerate() {
                check_access(&server.access);
                let (access, first) = (&server.access, config.servers.access());
                assert_eq!(access.min_replicas, 0);
                assert_eq!(access.command_timeout, first.command_timeout);
                let is_tcp = matches!(server.address, Address::Tcp { .. });
                assert!(is_tcp || access.tls.is_none());
                assert!(!server.to_string().contains(char::is_control));
                let mut earlier = servers[..at].iter();
                assert!(
                    earlier.all(|it| it.address != server.address),
                    "{server} twice"
                );
            }
        }
    }
}

fn check_nodes(nodes: &[Address]) {
    assert!(!nodes.is_empty());
    for (at, node) in nodes.iter().enumerate() {
        assert!(matches!(node, Address::Tcp { port: 1.., .. }), "{node}");
        assert!(!node.to_string().contains(char::is_control));
        assert!(!nodes[..at].contains(node), "{node} twice");
    }
}

fn check_access(access: &Access) {
    assert!(access.connect_timeout <= access.command_timeout);
    assert!(access.connect_timeout.as_millis() >= 1);
    assert!(access.command_timeout.as_secs() <= 3600);
    assert!(access.username.is_none() || access.password.is_some());
    assert!(access.min_replicas <= 100);
    let Some(tls) = &access.tls else {
        return;
    };
    let client = tls.client.iter();
    let own = client.flat_map(|client| [&client.certificate, &client.key]);
    for path in own.chain(&tls.ca_file).chain(&tls.ca_folder) {
        assert!(path.is_absolute(), "{}", path.display());
    }
    assert!(tls.peer_name.as_deref() != Some(""));
}

/// Returns a list of two nodes, of which the second has these entries.
fn nodes(second: &[(&str, RawValue)]) -> RawValue {
    dict(&[("0", "h:1".into()), ("1", dict(second))])
}

/// Returns the servers of a quorum, of which the second has these entries.
fn three(second: &[(&str, RawValue)]) -> RawValue {
    dict(&[
        ("0", "h:1".into()),
        ("1", dict(second)),
        ("2", "h:2".into()),
    ])
}

fn read_and_check(source: ConfigArgument) -> Option<String> {
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
        let _ = read_and_check(ConfigArgument::Url(url));
    }

    #[test]
    fn anything_like_a_url_is_taken_or_refused(
        url in "(redis|unix|tcp|rediss|tls|http|redis\\+cluster|rediss\\+sentinel|redis\\+quorum)://[a-z0-9:@%/?#&=.\\[\\]+,ü -]{0,40}"
    ) {
        let _ = redacted(&url);
        let _ = read_and_check(ConfigArgument::Url(url.into()));
    }

    #[test]
    fn any_array_is_taken_or_refused_in_one_line(
        array in prop::collection::vec((key(), value()), 0..8), is_tls in any::<bool>()
    ) {
        let scheme = is_tls.then(|| (b"scheme".to_vec(), RawValue::from("tls")));
        let array = scheme.into_iter().chain(array).collect();
        if let Some(sentence) = read_and_check(ConfigArgument::Map(array)) {
            prop_assert!(!sentence.contains(char::is_control));
            prop_assert!(sentence.len() < 300, "{}", sentence);
        }
    }

    #[test]
    fn any_ini_is_taken_or_refused(
        texts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..12), 6)
    ) {
        let [url, lock_prefix, lease, command_timeout, retry_for, await_release] =
            texts.try_into().expect("six");
        let ini = Ini { url, lock_prefix, lease, command_timeout, retry_for, await_release };
        let _ = Config::read(ConfigArgument::Ini, &ini);
    }

    #[test]
    fn no_sentence_contains_the_password(
        password in password(), other in (key(), value()), form in 0..29
    ) {
        let text = RawValue::from(password.as_str());
        let url = |url: String| (b"url".to_vec(), RawValue::Text(url.into()));
        let context = |context: RawValue| (b"context".to_vec(), context);
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
            // The private key stands here where its path belongs.
            10 => context(dict(&[("local_pk", text)])),
            11 => (b"ssl".to_vec(), dict(&[("local_cert", text)])),
            12 => url(format!("redis+cluster://user:{password}@h:70000,i")),
            13 => url(format!("redis+sentinel://h,i?sentinel_password={password}&zzz=1")),
            14 => url(format!("redis+sentinel://u:{password}@h,i?service=m")),
            15 => (b"cluster".to_vec(), list(&["h:1", &format!("redis://u:{password}@i:x")])),
            16 => (b"cluster".to_vec(), RawValue::Text(format!("h,redis://u:{password}@i").into())),
            17 => (b"cluster".to_vec(), list(&[&format!("u:{password}@i")])),
            18 => (b"cluster".to_vec(), nodes(&[("password", text), ("port", "x".into())])),
            19 => (b"cluster".to_vec(), nodes(&[("host", "i".into()), ("pasword", text)])),
            20 => (b"sentinel".to_vec(), dict(&[("password", text)])),
            21 => (b"sentinel".to_vec(), RawValue::Text(format!("redis://:{password}@i").into())),
            22 => (b"sentinel".to_vec(), dict(&[
                ("service", "m".into()),
                ("auth", list(&["u", &password])),
                ("nodes", nodes(&[("host", "i".into()), ("auth", "other".into())])),
            ])),
            23 => (b"servers".to_vec(), RawValue::Text(format!("h,i,redis://u:{password}@j").into())),
            24 => (b"servers".to_vec(), list(&["h:1", "i", &format!("u:{password}@i")])),
            25 => (b"servers".to_vec(), three(&[("auth", text), ("port", "x".into())])),
            26 => (b"servers".to_vec(), three(&[("host", "i".into()), ("pasword", text)])),
            27 => url(format!("redis://u:{password}@h,redis://h,redis://:{password}@h:2/x")),
            _ => (b"host".to_vec(), RawValue::Text(format!("redis://u:{password}@h").into())),
        };
        let tls = (b"scheme".to_vec(), "tls".into());
        if let Some(sentence) = read_and_check(ConfigArgument::Map(vec![tls, first, other])) {
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
            format!("redis+cluster://user:{password}@h,i:1/{rest}"),
            format!("redis+sentinel://:{password}@h,i?service=m&{rest}"),
            format!("redis+quorum://u:{password}@h,i:1,j/{rest}"),
            format!("redis://h,redis://:{password}@i,tls://j?{rest}"),
            format!("redis://h,redis://i,unix:///s?password={password}&{rest}"),
            format!("redis+sentinel://h,i?service=m&sentinel_password={password}&{rest}"),
        ];
        for url in urls {
            // Only the tail is looked for, because an unescaped "/", "?", "#" or "&" moves it out of the
            // password's place.
            let tail = &password[password.len() - 8..];
            prop_assert!(!redacted(&url).contains(tail), "{} {}", url, redacted(&url));
            if let Some(sentence) = read_and_check(ConfigArgument::Url(url.into())) {
                prop_assert!(!sentence.contains(tail), "{}", sentence);
            }
        }
    }

    #[test]
    fn an_encoded_password_arrives_as_it_was(password in "\\PC{1,20}") {
        use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
        let encoded = utf8_percent_encode(&password, NON_ALPHANUMERIC);
        for url in [
            format!("redis://:{encoded}@h"),
            format!("unix:///s?password={encoded}"),
            format!("redis+cluster://:{encoded}@h,i"),
            format!("rediss+quorum://:{encoded}@h,i,j"),
            format!("redis://:{encoded}@h,redis://i,redis://j"),
            format!("redis+sentinel://:{encoded}@h,i?service=m&sentinel_password={encoded}"),
        ] {
            let config = super::good(Config::read(ConfigArgument::Url(url.into()), &ini()));
            let mut read = vec![config.servers.access()];
            if let Servers::Master(sentinel) = &config.servers {
                read.push(&sentinel.sentinels);
            }
            for access in read {
                let read = access.password.as_ref().map(Secret::expose);
                prop_assert_eq!(read, Some(password.as_str()));
            }
        }
    }
}
