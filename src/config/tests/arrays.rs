//! What an array may hold, which is what frameworks write, synonyms, odd values and addresses.

use std::time::Duration;

use super::super::{Access, Address, Server};
use super::{RawValue, dict, good, list, login, of_array, refused, server};

fn laravel() -> Vec<(&'static str, RawValue)> {
    vec![
        ("url", RawValue::Null),
        ("host", "127.0.0.1".into()),
        ("username", RawValue::Null),
        ("password", RawValue::Null),
        ("port", "6379".into()),
        ("database", "0".into()),
        ("max_retries", 3.into()),
        ("backoff_algorithm", "decorrelated_jitter".into()),
        ("backoff_base", 100.into()),
        ("backoff_cap", "1000".into()),
        ("command_retries", 0.into()),
        ("prefix", "app-database-".into()),
        ("options", dict(&[("prefix", "x".into())])),
        ("read_timeout", 2.5.into()),
        ("timeout", 0.5.into()),
    ]
}

#[test]
fn laravels_array_is_taken_as_it_is() {
    let config = good(of_array(&laravel()));
    let expected = Server {
        address: Address::Tcp {
            host: "127.0.0.1".into(),
            port: 6379,
        },
        access: Access {
            connect_timeout: Duration::from_millis(500),
            ..Access::plain(Duration::from_millis(2500))
        },
    };
    assert_eq!(*server(&config), expected);
    assert_eq!(config.locks.lock_prefix, b"lock:");
}

#[test]
fn thinkphps_array_is_taken_and_its_cache_ttl_is_no_lease() {
    let config = good(of_array(&[
        ("type", "redis".into()),
        ("host", "10.0.0.7".into()),
        ("port", 6380.into()),
        ("password", "".into()),
        ("select", "3".into()),
        ("timeout", 0.into()),
        ("expire", 5.into()),
        ("persistent", false.into()),
        ("prefix", "".into()),
        ("tag_prefix", "tag:".into()),
        ("serialize", list(&[])),
        ("fail_delete", false.into()),
    ]));
    assert_eq!(server(&config).to_string(), "10.0.0.7:6380, database 3");
    assert_eq!(config.locks.lease, Duration::from_secs(30));
    assert_eq!(
        server(&config).access.connect_timeout,
        Duration::from_secs(1)
    );
}

#[test]
fn hyperfs_array_is_taken_with_its_deployments_switched_off() {
    let off = |value: RawValue| dict(&[("enable", value), ("seeds", list(&[]))]);
    for value in [
        false.into(),
        0.into(),
        "0".into(),
        "".into(),
        RawValue::Null,
    ] {
        good(of_array(&[
            ("host", "localhost".into()),
            ("auth", RawValue::Null),
            ("db", 0.into()),
            ("reserved", RawValue::Null),
            ("cluster", off(value.clone())),
            ("sentinel", off(value)),
            ("pool", dict(&[("min_connections", 1.into())])),
        ]));
    }
}

#[test]
fn a_group_of_servers_may_be_off() {
    for key in ["sentinel", "cluster", "servers"] {
        for absent in [RawValue::Null, "".into(), list(&[]), false.into(), 0.into()] {
            good(of_array(&[(key, absent)]));
        }
        for absent in ["0", "off", "false", "No"] {
            good(of_array(&[(key, absent.into())]));
        }
    }
}

#[test]
fn credentials_are_what_frameworks_take_them_for() {
    let cases: Vec<(Vec<(&str, RawValue)>, &str)> = vec![
        (vec![("password", "p".into())], "- p 0"),
        (vec![("auth", "p".into())], "- p 0"),
        (vec![("password", 1234.into())], "- 1234 0"),
        (vec![("password", 1.5.into())], "- 1.5 0"),
        (vec![("password", true.into())], "- true 0"),
        (vec![("password", false.into())], "- - 0"),
        (vec![("password", "".into())], "- - 0"),
        (vec![("password", "0".into())], "- - 0"),
        (vec![("password", 0.into())], "- - 0"),
        (vec![("password", "00".into())], "- 00 0"),
        (vec![("username", "u".into())], "- - 0"),
        (
            vec![("username", "u".into()), ("password", "0".into())],
            "- - 0",
        ),
        (vec![("username", 7.into()), ("auth", "p".into())], "7 p 0"),
        (vec![("username", "".into()), ("auth", "p".into())], "- p 0"),
        (vec![("auth", list(&["p"]))], "- p 0"),
        (vec![("auth", list(&["u", "p"]))], "u p 0"),
        (vec![("auth", list(&["", "p"]))], "- p 0"),
        (vec![("auth", list(&["u", ""]))], "- - 0"),
        (vec![("auth", list(&[]))], "- - 0"),
        (
            vec![("auth", dict(&[("user", "u".into()), ("pass", "p".into())]))],
            "u p 0",
        ),
        (vec![("auth", dict(&[("pass", "p".into())]))], "- p 0"),
        (
            vec![("auth", list(&["u", "p"])), ("password", "p".into())],
            "u p 0",
        ),
        (vec![("auth", "p".into()), ("password", "".into())], "- p 0"),
    ];
    for (array, expected) in cases {
        assert_eq!(login(&good(of_array(&array))), expected, "{array:?}");
    }
}

#[test]
fn a_list_of_credentials_has_a_password() {
    let lists = [
        list(&["u", "p", "x"]),
        dict(&[("user", "u".into())]),
        dict(&[("pass", "p".into()), ("x", "y".into())]),
    ];
    for auth in lists {
        let sentence = "\"auth\" must be a password or a list of a username and a password";
        refused(of_array(&[("auth", auth)]), sentence);
    }
}

#[test]
fn synonyms_agree_or_are_both_named() {
    good(of_array(&[("database", "2".into()), ("select", 2.into())]));
    let cases: [(&[(&str, RawValue)], &str); 4] = [
        (
            &[("auth", "p".into()), ("password", "q".into())],
            "gives \"password\" and \"auth\" different values",
        ),
        (
            &[("username", "u".into()), ("auth", list(&["v", "p"]))],
            "gives \"username\" and \"auth\" different values",
        ),
        (
            &[("select", 1.into()), ("database", 2.into())],
            "gives \"database\" and \"select\" different values",
        ),
        (
            &[("select", 1.into()), ("db", 2.into())],
            "gives \"db\" and \"select\" different values",
        ),
    ];
    for (array, sentence) in cases {
        refused(of_array(array), sentence);
    }
}

#[track_caller]
fn addresses(cases: &[(&[(&str, RawValue)], &str)]) {
    for (array, expected) in cases {
        let server = server(&good(of_array(array))).clone();
        assert_eq!(server.address.to_string(), *expected, "{array:?}");
    }
}

#[test]
fn a_host_in_all_its_spellings() {
    addresses(&[
        (&[], "127.0.0.1:6379"),
        (&[("host", "h".into()), ("port", "".into())], "h:6379"),
        (&[("port", 6380.into())], "127.0.0.1:6380"),
        (&[("port", 6380.0.into())], "127.0.0.1:6380"),
        (&[("scheme", "tcp".into())], "127.0.0.1:6379"),
        (
            &[("scheme", "".into()), ("host", "my_redis".into())],
            "my_redis:6379",
        ),
        (
            &[("scheme", "tcp".into()), ("host", "tcp://h".into())],
            "h:6379",
        ),
        (&[("host", "::1".into())], "[::1]:6379"),
        (&[("host", "[::1]".into())], "[::1]:6379"),
        (
            &[("host", "redis://[fe80::1%eth0]".into())],
            "[fe80::1%eth0]:6379",
        ),
    ]);
}

#[test]
fn a_socket_in_all_its_spellings() {
    addresses(&[
        (&[("path", "/s".into())], "/s"),
        (&[("path", "unix:///s".into())], "/s"),
        (&[("path", "/s".into()), ("port", 6379.into())], "/s"),
        (&[("path", "/s".into()), ("host", "".into())], "/s"),
        (&[("host", "/s".into()), ("port", 0.into())], "/s"),
        (&[("host", "/s".into()), ("port", "0".into())], "/s"),
        (&[("host", "unix:///s".into()), ("port", 0.into())], "/s"),
        (&[("host", "/s".into()), ("path", "/s".into())], "/s"),
    ]);
}

#[test]
fn between_a_host_and_a_path_the_scheme_decides() {
    let both = |scheme: RawValue| {
        [
            ("host", "h".into()),
            ("path", "/s".into()),
            ("scheme", scheme),
        ]
    };
    addresses(&[
        (&both("unix".into()), "/s"),
        (&both("tcp".into()), "h:6379"),
    ]);
    let sentence = "\"host\" and \"path\" are two servers; leave one out, or choose with \
                    \"scheme\": tcp or unix";
    refused(of_array(&both(RawValue::Null)), sentence);
}

#[test]
fn a_wrong_host_is_not_shown() {
    let sentence = "\"host\" must be a host name, an IP address or a socket's path, without a port";
    for host in [
        "h:6379",
        "127.0.0.1:6379",
        "a b",
        "u:p@h",
        "h/0",
        "[::1",
        "[h]",
        "tcp://",
        "redis://u:p,w@h",
        "a\u{202e}b",
        &"h".repeat(254),
    ] {
        refused(of_array(&[("host", host.into())]), sentence);
    }
    let longest = "h".repeat(253);
    addresses(&[(
        &[("host", longest.as_str().into())],
        &format!("{longest}:6379"),
    )]);
    let sentence = "\"host\" must have no scheme but tcp, redis, valkey, tls, ssl, rediss, valkeys \
                    or unix, \"http\" given";
    refused(of_array(&[("host", "http://h".into())]), sentence);
}

#[test]
fn a_list_of_servers_is_refused_with_its_purpose() {
    let purpose = "for several servers use \"cluster\", \
                   \"sentinel\" or \"servers\", or a URL with redis+cluster://, \
                   redis+sentinel:// or redis+quorum://";
    for host in ["a,b", "a:1,b:2", "a; b", "redis://a,b"] {
        let sentence = format!("\"host\" must be one host; {purpose}");
        refused(of_array(&[("host", host.into())]), &sentence);
    }
    for hosts in [list(&["a", "b"]), list(&["a"]), list(&[])] {
        let sentence = format!("\"host\" must be one host, array given; {purpose}");
        refused(of_array(&[("host", hosts.clone())]), &sentence);
        let sentence = format!("\"url\" must be one URL, array given; {purpose}");
        refused(of_array(&[("url", hosts)]), &sentence);
    }
    for key in ["hosts", "nodes", "Seeds", "masters"] {
        let sentence = format!("has the unknown key \"{key}\"; {purpose}");
        refused(of_array(&[(key, list(&["a", "b"]))]), &sentence);
    }
    let sentence = format!("must have keys such as \"host\" and \"port\", list given; {purpose}");
    refused(of_array(&[("0", "a".into()), ("1", "b".into())]), &sentence);
}

#[test]
fn wrong_ports_and_paths_are_described() {
    let cases = [
        (
            "port",
            0.into(),
            "\"port\" must be between 1 and 65535, 0 given",
        ),
        (
            "path",
            RawValue::from("s"),
            "\"path\" must be the absolute path of a Unix socket, \"s\" given",
        ),
        (
            "path",
            "/a\nb".into(),
            "\"path\" must not contain control characters",
        ),
        (
            "scheme",
            "unix".into(),
            "\"scheme\" is unix, but neither \"path\" nor \"host\" is a path",
        ),
    ];
    for (key, value, sentence) in cases {
        refused(of_array(&[(key, value)]), sentence);
    }
}

#[test]
fn unknown_schemes_are_refused_with_the_possible_ones() {
    let cases = [
        (
            "redis+sentinel",
            "\"redis+sentinel\" given; a URL with such a scheme stands in \"url\"",
        ),
        (
            "rediss+cluster",
            "\"rediss+cluster\" given; a URL with such a scheme stands in \"url\"",
        ),
        ("http", "\"http\" given"),
        ("redis://u:p@h", "(text that may be a URL) given"),
    ];
    for (scheme, rest) in cases {
        let sentence = format!(
            "\"scheme\" must be tcp, redis, valkey, tls, ssl, rediss, valkeys or unix, {rest}"
        );
        refused(of_array(&[("scheme", scheme.into())]), &sentence);
    }
}
