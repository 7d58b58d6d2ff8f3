//! The ranges and types of values, and the sentences that name them.

use std::time::Duration;

use super::{RawValue, dict, good, of_array, of_url, refused, server};

#[test]
fn numbers_outside_their_range_are_shown_with_it() {
    let port = "\"port\" must be between 1 and 65535,";
    let lease = "\"lease\" must be between 0.01 and 31536000 seconds,";
    let cap = "\"max_hold\" must be 0 (no cap) or between 0.01 and 31536000 seconds,";
    let command = "\"command_timeout\" must be between 0.001 and 3600 seconds,";
    let retry = "\"retry_for\" must be between 0 and 31536000 seconds,";
    let delay = "\"lock_delay\" must be between 0 and 3600 seconds,";
    let replicas = "\"min_replicas\" must be between 0 and 100,";
    let db = "\"db\" must be between 0 and 2147483647,";
    let cases: Vec<(&str, RawValue, &str)> = vec![
        (port, 70_000.into(), "70000"),
        (port, "70000".into(), "\"70000\""),
        (port, (-1).into(), "-1"),
        (lease, 0.into(), "0"),
        (lease, 0.009.into(), "0.009"),
        (lease, 31_536_001.into(), "31536001"),
        (lease, "-5".into(), "\"-5\""),
        (cap, 0.001.into(), "0.001"),
        (cap, 1e300.into(), "1e300"),
        (command, 0.into(), "0"),
        (command, "3601".into(), "\"3601\""),
        (retry, (-0.5).into(), "-0.5"),
        (retry, 31_536_001.into(), "31536001"),
        (delay, (-1).into(), "-1"),
        (delay, 3601.into(), "3601"),
        (replicas, 101.into(), "101"),
        (replicas, "-1".into(), "\"-1\""),
        (db, 2_147_483_648.into(), "2147483648"),
        (db, "-1".into(), "\"-1\""),
    ];
    for (start, value, shown) in cases {
        let key = start.split('"').nth(1).unwrap_or_default();
        refused(of_array(&[(key, value)]), &format!("{start} {shown} given"));
    }
}

#[test]
fn a_value_that_is_no_number_is_refused_by_its_type() {
    let cases: Vec<(RawValue, &str)> = vec![
        ("abc".into(), "\"abc\""),
        ("5 apples".into(), "\"5 apples\""),
        ("inf".into(), "\"inf\""),
        ("1e999".into(), "\"1e999\""),
        ("tcp://10.0.0.1:6379".into(), "(text that may be a URL)"),
        ("5;password=p".into(), "(text that may be a URL)"),
        (f64::NAN.into(), "NAN"),
        (f64::INFINITY.into(), "INF"),
        (f64::NEG_INFINITY.into(), "-INF"),
        (true.into(), "true"),
        (dict(&[("a", 1.into())]), "array"),
        (RawValue::Other("object"), "object"),
    ];
    for (value, shown) in cases {
        let sentence =
            format!("\"lease\" must be a number between 0.01 and 31536000 seconds, {shown} given");
        refused(of_array(&[("lease", value.clone())]), &sentence);
        let sentence =
            format!("\"port\" must be a whole number between 1 and 65535, {shown} given");
        refused(of_array(&[("port", value.clone())]), &sentence);
        let sentence = format!("\"timeout\" must be a number of seconds, {shown} given");
        refused(of_array(&[("timeout", value)]), &sentence);
    }
    let sentence = "\"min_replicas\" must be a whole number between 0 and 100, true given";
    refused(of_array(&[("min_replicas", true.into())]), sentence);
    let sentence = "\"min_replicas\" must be a whole number between 0 and 100, 1.5 given";
    refused(of_array(&[("min_replicas", 1.5.into())]), sentence);
}

#[test]
fn numbers_may_arrive_as_text_and_the_bounds_belong_to_the_range() {
    let seconds = Duration::from_secs_f64;
    let cases: Vec<(RawValue, Duration)> = vec![
        (0.01.into(), seconds(0.01)),
        ("0.01".into(), seconds(0.01)),
        (31_536_000.into(), seconds(31_536_000.0)),
        (" 1e2 ".into(), seconds(100.0)),
        ("".into(), seconds(30.0)),
        (RawValue::Null, seconds(30.0)),
    ];
    for (value, lease) in cases {
        assert_eq!(good(of_array(&[("lease", value)])).locks.lease, lease);
    }
    for (value, cap) in [("0", None), ("0.0", None), ("", None), ("60", Some(60))] {
        let config = good(of_array(&[("max_hold", value.into())]));
        assert_eq!(config.locks.max_hold, cap.map(Duration::from_secs));
    }
    for (value, span) in [
        ("0", 0.0),
        ("", 2.0),
        ("0.5", 0.5),
        ("31536000", 31_536_000.0),
    ] {
        let config = good(of_array(&[("retry_for", value.into())]));
        assert_eq!(config.locks.retry_for, seconds(span));
    }
    for (value, span) in [("0", 0.0), ("", 0.0), ("2.5", 2.5), ("3600", 3600.0)] {
        let config = good(of_array(&[("lock_delay", value.into())]));
        assert_eq!(config.locks.lock_delay, seconds(span));
    }
    let replicas: [(RawValue, u32); 6] = [
        (0.into(), 0),
        ("".into(), 0),
        (RawValue::Null, 0),
        ("1".into(), 1),
        (2.0.into(), 2),
        (100.into(), 100),
    ];
    for (value, expected) in replicas {
        let server = server(&good(of_array(&[("min_replicas", value)]))).clone();
        assert_eq!(server.access.min_replicas, expected);
    }
    let config = good(of_array(&[("db", "2147483647".into())]));
    assert_eq!(server(&config).access.database, 2_147_483_647);
}

#[test]
fn connecting_never_takes_longer_than_a_command() {
    // timeout, read_timeout, command_timeout → connect, command; milliseconds
    let cases: &[(RawValue, RawValue, RawValue, u64, u64)] = &[
        (RawValue::Null, RawValue::Null, RawValue::Null, 1000, 1000),
        (5.into(), RawValue::Null, RawValue::Null, 1000, 1000),
        (0.2.into(), RawValue::Null, RawValue::Null, 200, 1000),
        (0.into(), 0.into(), RawValue::Null, 1000, 1000),
        // A timeout of -1 is "without end" to phpredis.
        (0.into(), (-1).into(), RawValue::Null, 1000, 1000),
        ("2.5".into(), "60".into(), RawValue::Null, 2500, 60_000),
        (9.into(), 60.into(), 0.5.into(), 500, 500),
        (1e-9.into(), 1e9.into(), RawValue::Null, 1, 3_600_000),
        (RawValue::Null, 1e-9.into(), RawValue::Null, 1, 1),
    ];
    for (timeout, read, command, expected_connect, expected_command) in cases {
        let server = server(&good(of_array(&[
            ("timeout", timeout.clone()),
            ("read_timeout", read.clone()),
            ("command_timeout", command.clone()),
        ])))
        .clone();
        let found = (
            server.access.connect_timeout.as_millis(),
            server.access.command_timeout.as_millis(),
        );
        let expected = (u128::from(*expected_connect), u128::from(*expected_command));
        assert_eq!(found, expected, "{timeout:?} {read:?} {command:?}");
    }
    for refuses in [
        of_array(&[("timeout", (-1).into())]),
        of_url("redis://h?timeout=-1"),
    ] {
        let sentence = refuses.unwrap_err();
        let rule = "\"timeout\" must be 0 (not given) or between 0.001 and 3600 seconds, ";
        assert!(sentence.starts_with(rule), "{sentence}");
        assert!(sentence.contains("-1"), "{sentence}");
    }
}

#[test]
fn switches_are_taken_in_every_spelling() {
    let on: [RawValue; 7] = [
        true.into(),
        1.into(),
        "1".into(),
        "true".into(),
        "On".into(),
        "yes".into(),
        "TRUE".into(),
    ];
    let off: [RawValue; 6] = [
        false.into(),
        0.into(),
        "0".into(),
        "false".into(),
        "off".into(),
        "no".into(),
    ];
    for (values, expected) in [(on.as_slice(), true), (off.as_slice(), false)] {
        for value in values {
            let pair = [("fencing", value.clone()), ("auto_release", value.clone())];
            let locks = good(of_array(&pair)).locks;
            assert_eq!((locks.fencing, locks.auto_release), (expected, expected));
        }
    }
    let absent = [("fencing", "".into()), ("auto_release", RawValue::Null)];
    let locks = good(of_array(&absent)).locks;
    assert_eq!((locks.fencing, locks.auto_release), (false, true));
    for (value, shown) in [
        (7.into(), "7"),
        ("maybe".into(), "\"maybe\""),
        (RawValue::Other("object"), "object"),
    ] {
        let sentence = format!("\"fencing\" must be true or false, {shown} given");
        refused(of_array(&[("fencing", value)]), &sentence);
    }
}

#[test]
fn text_is_utf8_without_nul_and_is_not_shown() {
    for key in ["host", "path", "username", "password", "auth", "scheme"] {
        let sentence = format!("\"{key}\" must not contain NUL bytes");
        refused(of_array(&[(key, "/a\0b".into())]), &sentence);
        let sentence = format!("\"{key}\" must be valid UTF-8");
        refused(
            of_array(&[(key, RawValue::Text(vec![b'/', 0xff]))]),
            &sentence,
        );
        let sentence = format!("\"{key}\" must be a string, object given");
        refused(of_array(&[(key, RawValue::Other("object"))]), &sentence);
    }
    refused(of_array(&[("url", 1.into())]), "\"url\" must be a string");
}

#[test]
fn a_connections_name_is_made_one_that_the_server_takes() {
    let cases: [(RawValue, Option<&str>); 10] = [
        ("app-1".into(), Some("app-1")),
        ("My shop".into(), Some("My-shop")),
        (" My  shop\n".into(), Some("My-shop")),
        ("a\nb\0c".into(), Some("a-b-c")),
        ("bücher".into(), Some("b-cher")),
        (RawValue::Text(b"a\xff\xfeb\x7f".to_vec()), Some("a-b")),
        (7.into(), Some("7")),
        (" \n".into(), None),
        ("中文".into(), None),
        (RawValue::Null, None),
    ];
    for (name, fit) in cases {
        let config = good(of_array(&[("name", name.clone())]));
        assert_eq!(server(&config).access.name.as_deref(), fit, "{name:?}");
    }
    let object = of_array(&[("name", RawValue::Other("object"))]);
    refused(object, "\"name\" must be a string, object given");
}

#[test]
fn a_lock_prefix_is_any_bytes_and_may_be_empty() {
    for prefix in [&b""[..], b"\0\xff\n", &[b'x'; 1024]] {
        let config = good(of_array(&[(
            "lock_prefix",
            RawValue::Text(prefix.to_vec()),
        )]));
        assert_eq!(config.locks.lock_prefix, prefix);
    }
    let prefix = |value| good(of_array(&[("lock_prefix", value)])).locks.lock_prefix;
    assert_eq!(prefix(RawValue::Null), b"lock:");
    assert_eq!(prefix(7.into()), b"7");
    let long = RawValue::Text(vec![b'x'; 1025]);
    let sentence = "\"lock_prefix\" must be at most 1024 bytes, 1025 given";
    refused(of_array(&[("lock_prefix", long)]), sentence);
}
