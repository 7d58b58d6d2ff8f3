//! What switches TLS on, where its settings may stand, and what is refused.

use std::path::Path;

use super::super::{Address, Ini, Tls, Verify};
use super::{
    Config, ConfigArgument, RawValue, array, dict, good, ini, list, login, of_array, of_url,
    refused, server,
};

/// Returns the TLS of a configuration, as a short text for tables.
fn shown(config: &Config) -> String {
    let Some(tls) = &server(config).access.tls else {
        return "plain".to_owned();
    };
    let path = |path: &Path| path.display().to_string();
    let Tls {
        ca_file,
        ca_folder,
        client,
        peer_name,
        verify,
    } = tls;
    let mut parts = vec![format!("{verify:?}")];
    parts.extend(ca_file.as_deref().map(path));
    parts.extend(ca_folder.as_deref().map(path));
    if let Some(client) = client {
        parts.push(format!(
            "{}+{}",
            path(&client.certificate),
            path(&client.key)
        ));
    }
    parts.extend(peer_name.clone());
    parts.join(" ")
}

/// Returns every setting at once, with the text that [`shown`] makes of them.
fn all() -> (Vec<(&'static str, RawValue)>, &'static str) {
    let settings = vec![
        ("cafile", "/ca.pem".into()),
        ("capath", "/ca".into()),
        ("local_cert", "/c.pem".into()),
        ("local_pk", "/c.key".into()),
        ("peer_name", "redis.example".into()),
        ("verify_peer", true.into()),
        ("verify_peer_name", false.into()),
    ];
    (settings, "Chain /ca.pem /ca /c.pem+/c.key redis.example")
}

fn tls_and<'a>(entries: &[(&'a str, RawValue)]) -> Vec<(&'a str, RawValue)> {
    [&[("scheme", "tls".into()), ("host", "h".into())], entries].concat()
}

/// Returns a configuration that has TLS and this `context`.
fn in_context(context: RawValue) -> Result<Config, String> {
    of_array(&tls_and(&[("context", context)]))
}

#[test]
fn a_scheme_switches_tls_on() {
    for scheme in ["rediss", "tls", "ssl", "valkeys", "TLS"] {
        for read in [
            of_url(&format!("{scheme}://h:7000/2")),
            of_array(&[
                ("scheme", scheme.into()),
                ("host", "h".into()),
                ("port", 7000.into()),
                ("db", 2.into()),
            ]),
            of_array(&[
                ("host", format!("{scheme}://h").as_str().into()),
                ("port", 7000.into()),
                ("db", 2.into()),
            ]),
            of_array(&[
                ("scheme", scheme.into()),
                ("host", format!("{scheme}://h").as_str().into()),
                ("port", 7000.into()),
                ("db", 2.into()),
            ]),
        ] {
            let config = good(read);
            assert_eq!(server(&config).access.tls, Some(Tls::default()), "{scheme}");
            assert_eq!(server(&config).to_string(), "h:7000, database 2");
        }
    }
    for scheme in ["redis", "tcp", "valkey"] {
        assert_eq!(shown(&good(of_url(&format!("{scheme}://h")))), "plain");
    }
    let defaults = server(&good(of_url("rediss://:p@[::1]"))).clone();
    assert_eq!(
        defaults.address,
        Address::Tcp {
            host: "::1".into(),
            port: 6379
        }
    );
    assert_eq!(
        defaults.access.tls.map(|tls| tls.verify),
        Some(Verify::ChainAndName)
    );
}

#[test]
fn the_scheme_of_a_url_wins_over_the_arrays() {
    let cases = [
        ("redis://h", "tls", "plain"),
        ("rediss://h", "tcp", "ChainAndName"),
        ("tls://", "redis", "ChainAndName"),
        ("", "tls", "ChainAndName"),
        ("unix:///s", "tls", "plain"),
    ];
    for (url, scheme, expected) in cases {
        let entries = [("url", url.into()), ("scheme", scheme.into())];
        assert_eq!(shown(&good(of_array(&entries))), expected, "{url} {scheme}");
    }
    let entries = [("url", "redis://".into()), ("host", "tls://i".into())];
    let sentence = "\"scheme\" and the scheme in \"host\" are different; leave one out";
    refused(of_array(&entries), sentence);
    for (scheme, host) in [("tcp", "tls://h"), ("rediss", "redis://h")] {
        let entries = [("scheme", scheme.into()), ("host", host.into())];
        refused(of_array(&entries), sentence);
    }
}

#[test]
fn a_unix_socket_has_no_tls() {
    let sentence = "\"scheme\" asks for TLS, and a Unix socket has no TLS; leave \"scheme\" out, or \
                    give a host instead of the socket";
    let cases: [&[(&str, RawValue)]; 4] = [
        &[("scheme", "tls".into()), ("path", "/s".into())],
        &[("scheme", "tls".into()), ("host", "/s".into())],
        &[
            ("scheme", "rediss".into()),
            ("host", "/s".into()),
            ("path", "/s".into()),
        ],
        &[("url", "rediss://".into()), ("path", "/s".into())],
    ];
    for entries in cases {
        refused(of_array(entries), sentence);
    }
    let both = tls_and(&[("path", "/s".into())]);
    let config = good(of_array(&both));
    assert_eq!(server(&config).address.to_string(), "h:6379");
    assert_eq!(shown(&config), "ChainAndName");
}

#[test]
fn every_place_gives_the_same_settings() {
    let (settings, expected) = all();
    let query = "cafile=/ca.pem&capath=%2Fca&local_cert=/c.pem&local_pk=/c.key\
                 &peer_name=redis.example&verify_peer=1&verify_peer_name=off";
    let flat = dict(&settings);
    let under = |key| dict(&[(key, dict(&settings))]);
    let mixed = dict(&[
        ("stream", dict(&settings[..3])),
        ("ssl", dict(&settings[3..5])),
        ("verify_peer_name", false.into()),
        ("cafile", "/ca.pem".into()),
    ]);
    for read in [
        of_url(&format!("rediss://h?{query}")),
        of_array(&[("url", format!("rediss://h?{query}").as_str().into())]),
        of_array(&tls_and(&settings)),
        in_context(flat.clone()),
        in_context(under("stream")),
        in_context(under("ssl")),
        in_context(mixed),
        of_array(&tls_and(&[("ssl", flat.clone())])),
        of_array(&tls_and(&[("ssl", under("ssl"))])),
        of_array(&tls_and(&[
            ("ssl", flat.clone()),
            ("context", under("stream")),
        ])),
        of_array(&[("url", "rediss://h".into()), ("context", flat.clone())]),
        Config::read(
            ConfigArgument::Map(array(&[("context", flat.clone())])),
            &Ini {
                url: b"rediss://h".to_vec(),
                ..ini()
            },
        ),
    ] {
        assert_eq!(shown(&good(read)), expected);
    }
}

#[test]
fn a_url_wins_over_a_context_part_by_part() {
    let config = good(of_array(&[
        (
            "url",
            "rediss://h?cafile=/url.pem&verify_peer_name=1".into(),
        ),
        (
            "context",
            dict(&[
                ("cafile", "/context.pem".into()),
                ("peer_name", "n".into()),
                ("verify_peer_name", false.into()),
            ]),
        ),
    ]));
    assert_eq!(shown(&config), "ChainAndName /url.pem n");
}

#[test]
fn two_places_of_an_array_agree_or_are_both_named() {
    let file = |path: &str| dict(&[("cafile", path.into())]);
    let cases: [(Vec<(&str, RawValue)>, &str); 4] = [
        (
            vec![("cafile", "/a".into()), ("context", file("/b"))],
            "gives \"cafile\" and \"cafile\" in \"context\" different values",
        ),
        (
            vec![("context", file("/a")), ("ssl", file("/b"))],
            "gives \"cafile\" in \"context\" and \"cafile\" in \"ssl\" different values",
        ),
        (
            vec![(
                "context",
                dict(&[("ssl", file("/a")), ("stream", file("/b"))]),
            )],
            "gives \"cafile\" in \"context\" two different values",
        ),
        (
            vec![(
                "context",
                dict(&[("cafile", "/a".into()), ("stream", file("/b"))]),
            )],
            "gives \"cafile\" in \"context\" two different values",
        ),
    ];
    for (entries, sentence) in cases {
        refused(of_array(&tls_and(&entries)), sentence);
    }
}

#[test]
fn what_is_verified() {
    let cases: [(RawValue, RawValue, &str); 8] = [
        (RawValue::Null, RawValue::Null, "ChainAndName"),
        (true.into(), true.into(), "ChainAndName"),
        ("".into(), "1".into(), "ChainAndName"),
        (true.into(), false.into(), "Chain"),
        (RawValue::Null, "0".into(), "Chain"),
        (false.into(), RawValue::Null, "Nothing"),
        ("off".into(), true.into(), "Nothing"),
        (0.into(), false.into(), "Nothing"),
    ];
    for (peer, name, expected) in cases {
        let context = dict(&[("verify_peer", peer), ("verify_peer_name", name)]);
        assert_eq!(shown(&good(in_context(context))), expected);
    }
    let sentence = "\"verify_peer\" in \"context\" must be true or false, \"maybe\" given";
    refused(
        in_context(dict(&[("verify_peer", "maybe".into())])),
        sentence,
    );
}

#[test]
fn the_key_may_be_in_the_file_of_the_certificate() {
    let context = dict(&[("local_cert", "/both.pem".into()), ("local_pk", "".into())]);
    let config = good(in_context(context));
    assert_eq!(shown(&config), "ChainAndName /both.pem+/both.pem");
    let sentence = "\"local_pk\" is given without \"local_cert\"; give the certificate of this \
                    key too";
    refused(in_context(dict(&[("local_pk", "/k".into())])), sentence);
    refused(of_url("rediss://h?local_pk=/k"), sentence);
}

#[test]
fn paths_are_absolute_and_a_key_is_never_shown() {
    let key = "-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----";
    let own = "must be the absolute path of a PEM file";
    let cases: [(&str, RawValue, &str); 8] = [
        (
            "cafile",
            "ca.pem".into(),
            "must be the absolute path of a file, \"ca.pem\" given",
        ),
        (
            "cafile",
            "/a\nb".into(),
            "must be the absolute path of a file, \"/a\\nb\" given",
        ),
        (
            "capath",
            "./ca".into(),
            "must be the absolute path of a folder, \"./ca\" given",
        ),
        ("capath", "/\0".into(), "must not contain NUL bytes"),
        ("local_cert", "MIIEvQ".into(), own),
        ("local_pk", "MIIEvQ".into(), own),
        (
            "local_pk",
            key.into(),
            "must be the absolute path of a PEM file; the content of such a file is given",
        ),
        ("cafile", list(&["/a"]), "must be a string, array given"),
    ];
    for (name, value, predicate) in cases {
        let context = dict(&[(name, value)]);
        let sentence = format!("\"{name}\" in \"context\" {predicate}");
        refused(in_context(context), &sentence);
    }
    let sentence = "\"cafile\" in \"url\" must be the absolute path of a file, \"ca.pem\" given";
    let url = [("url", "rediss://h?cafile=ca.pem".into())];
    refused(of_array(&url), sentence);
}

#[test]
fn a_peer_name_is_a_name_that_a_certificate_can_have() {
    let label = "a".repeat(63);
    let longest = format!("{label}.{label}.{label}.{}", "a".repeat(61));
    for name in [
        "redis.example",
        "my_redis",
        "redis.example.",
        "3.redis-0.x1",
        "10.0.0.7",
        "::1",
        &longest,
    ] {
        let config = good(in_context(dict(&[("peer_name", name.into())])));
        assert_eq!(shown(&config), format!("ChainAndName {name}"));
    }
    let too_long = format!("{longest}a");
    let label = format!("{label}a");
    for name in [
        "a b",
        "-a",
        "a-.b",
        "a..b",
        ".",
        "*.redis.example",
        "10.0.0.300",
        "bücher.example",
        "[::1]",
        "h:6379",
        &label,
        &too_long,
    ] {
        let read = in_context(dict(&[("peer_name", name.into())]));
        let sentence = read.expect_err(name);
        let rule = "\"peer_name\" in \"context\" must be a DNS name or an IP address, \"";
        assert!(sentence.starts_with(rule), "{sentence}");
    }
    let empty = in_context(dict(&[("peer_name", "".into())]));
    assert_eq!(shown(&good(empty)), "ChainAndName");
}

#[test]
fn a_host_that_no_certificate_can_name_needs_a_peer_name() {
    let host = |host: &str| ("host", RawValue::from(host));
    let tls = || ("scheme", RawValue::from("tls"));
    let sentence = "\"host\" must be a DNS name or an IP address for TLS, or \"peer_name\" must \
                    give the name in the server's certificate";
    refused(of_array(&[tls(), host("bücher")]), sentence);
    refused(of_array(&[tls(), host("10.0.0.300")]), sentence);
    let named = [tls(), host("bücher"), ("peer_name", "n".into())];
    assert_eq!(shown(&good(of_array(&named))), "ChainAndName n");
    good(of_array(&[tls(), host("fe80::1%eth0")]));
    good(of_array(&[host("bücher")]));
}

#[test]
fn what_cannot_be_done_is_refused_with_the_way_around_it() {
    let passphrase = "is refused, because private keys must not be encrypted here; decrypt the \
                      key once: openssl pkey -in encrypted.key -out plain.key";
    let fingerprint =
        "is refused; name the file with the server's certificate in \"cafile\" instead";
    let self_signed = "must not be true; name the file with the self-signed certificate in \
                       \"cafile\" instead";
    let cases: [(&str, RawValue, &str); 5] = [
        ("passphrase", "hunter2".into(), passphrase),
        ("passphrase", 0.into(), passphrase),
        ("peer_fingerprint", "aa".into(), fingerprint),
        (
            "peer_fingerprint",
            dict(&[("md5", "aa".into())]),
            fingerprint,
        ),
        ("allow_self_signed", true.into(), self_signed),
    ];
    for (key, value, predicate) in cases {
        let setting = dict(&[(key, value.clone())]);
        let stream = dict(&[("stream", setting.clone())]);
        for context in [setting.clone(), stream] {
            let sentence = format!("\"{key}\" in \"context\" {predicate}");
            refused(in_context(context), &sentence);
        }
        let read = of_array(&tls_and(&[("ssl", setting)]));
        refused(read, &format!("\"{key}\" in \"ssl\" {predicate}"));
        refused(
            of_array(&tls_and(&[(key, value)])),
            &format!("\"{key}\" {predicate}"),
        );
    }
    refused(
        of_url("rediss://h?passphrase=hunter2"),
        &format!("\"passphrase\" {passphrase}"),
    );
    // These settings are switched off or without an effect, so none is refused.
    for off in [
        dict(&[
            ("passphrase", "".into()),
            ("peer_fingerprint", RawValue::Null),
        ]),
        dict(&[("allow_self_signed", false.into())]),
        dict(&[
            ("verify_peer", false.into()),
            ("allow_self_signed", true.into()),
        ]),
    ] {
        good(in_context(off));
    }
}

#[test]
fn settings_of_php_that_are_not_needed_are_ignored_in_a_context() {
    let context = dict(&[
        ("ciphers", "HIGH".into()),
        ("crypto_method", 33.into()),
        ("min_proto_version", 771.into()),
        ("max_proto_version", 772.into()),
        ("security_level", 1.into()),
        ("verify_depth", 5.into()),
        ("SNI_enabled", true.into()),
        ("disable_compression", true.into()),
        ("no_ticket", true.into()),
        ("capture_peer_cert", true.into()),
        ("capture_peer_cert_chain", RawValue::Other("object")),
        ("capture_session_meta", false.into()),
    ]);
    for context in [context.clone(), dict(&[("ssl", context)])] {
        assert_eq!(shown(&good(in_context(context))), "ChainAndName");
    }
    let sentence = "has the unknown key \"ciphers\"";
    refused(of_array(&tls_and(&[("ciphers", "HIGH".into())])), sentence);
}

#[test]
fn an_unknown_key_of_a_context_is_named_with_the_nearest_one() {
    let cases = [
        ("cafle", "cafile"),
        ("CAFILE", "cafile"),
        ("ca_file", "cafile"),
        ("ca_cert", "cafile"),
        ("ca_path", "capath"),
        ("localCert", "local_cert"),
        ("cert_file", "local_cert"),
        ("private_key", "local_pk"),
        ("verifyPeer", "verify_peer"),
        ("verify_peername", "verify_peer_name"),
        ("CN_match", "peer_name"),
        ("SNI_server_name", "peer_name"),
        ("ssl[cafile]", "cafile"),
    ];
    for (key, hint) in cases {
        let setting = dict(&[(key, RawValue::Null)]);
        let unknown = format!("has the unknown key \"{key}\" (did you mean \"{hint}\"?)");
        let stream = dict(&[("stream", setting.clone())]);
        for context in [setting.clone(), stream] {
            refused(in_context(context), &format!("\"context\" {unknown}"));
        }
        let read = of_array(&tls_and(&[("ssl", setting)]));
        refused(read, &format!("\"ssl\" {unknown}"));
        refused(
            of_url(&format!("rediss://h?{key}=1")),
            &format!("has the unknown key \"{key}\" in its query (did you mean \"{hint}\"?)"),
        );
    }
    // A key that has an effect elsewhere has none in a context.
    for key in ["host", "lease", "0", "zzz", "context", "\u{1}"] {
        let context = dict(&[(key, "x".into())]);
        let shown = key.escape_debug();
        let sentence = format!("\"context\" has the unknown key \"{shown}\"");
        refused(in_context(context), &sentence);
    }
    let deep = dict(&[("ssl", dict(&[("stream", dict(&[("cafile", "/a".into())]))]))]);
    refused(
        in_context(deep),
        "\"stream\" in \"context\" must be an array of TLS settings",
    );
}

#[test]
fn a_context_is_an_array() {
    let rule = "must be an array of TLS settings";
    let way = "TLS is switched on by rediss:// or by \"scheme\" => \"tls\"";
    for key in ["context", "ssl"] {
        for value in [true.into(), "x".into(), 1.into(), RawValue::Other("object")] {
            let plain = [(key, value)];
            refused(of_array(&plain), &format!("\"{key}\" {rule}; {way}"));
            refused(
                of_array(&tls_and(&plain)),
                &format!("\"{key}\" {rule}; {way}"),
            );
        }
        for off in [
            RawValue::Null,
            "".into(),
            false.into(),
            list(&[]),
            "0".into(),
        ] {
            good(of_array(&[(key, off.clone())]));
            good(of_array(&tls_and(&[(key, off)])));
        }
        refused(
            of_url(&format!("rediss://h?{key}=1")),
            &format!("\"{key}\" {rule}; {way}"),
        );
    }
    for branch in ["stream", "ssl"] {
        let sentence = format!("\"{branch}\" in \"context\" {rule}");
        refused(in_context(dict(&[(branch, true.into())])), &sentence);
        good(in_context(dict(&[(branch, RawValue::Null)])));
    }
}

#[test]
fn a_plain_connection_ignores_a_context() {
    let contexts = [
        dict(&[("cafile", "relative".into())]),
        dict(&[("zzz", 1.into())]),
        dict(&[("stream", true.into())]),
        dict(&[("passphrase", "x".into()), ("verify_peer", "maybe".into())]),
    ];
    for context in contexts {
        for key in ["context", "ssl"] {
            let config = good(of_array(&[("host", "h".into()), (key, context.clone())]));
            assert_eq!(server(&config).access.tls, None);
        }
    }
}

#[test]
fn a_tls_setting_of_ones_own_needs_tls() {
    let needs = "needs TLS, which rediss:// or \"scheme\" => \"tls\" switches on";
    let (settings, _) = all();
    for key in settings.iter().map(|(key, _)| *key).chain(["passphrase"]) {
        for url in [format!("redis://h?{key}=/x"), format!("unix:///s?{key}=/x")] {
            refused(of_url(&url), &format!("\"{key}\" {needs}"));
            let array = [("url", url.as_str().into()), ("scheme", "tls".into())];
            refused(of_array(&array), &format!("\"{key}\" in \"url\" {needs}"));
        }
        refused(
            of_array(&[("host", "h".into()), (key, "/x".into())]),
            &format!("\"{key}\" {needs}"),
        );
        for absent in [RawValue::Null, "".into()] {
            good(of_array(&[(key, absent)]));
        }
    }
    let ini = super::of_ini_url("redis://h?cafile=/x");
    let sentence = format!("\"cafile\" in the ini setting redis_mutex_lock.url {needs}");
    refused(ini, &sentence);
}

#[test]
fn the_password_of_a_context_is_read_with_and_without_tls() {
    let context = |auth: RawValue| dict(&[("auth", auth), ("stream", dict(&[]))]);
    for scheme in ["tcp", "tls"] {
        let read = |entries: &[(&str, RawValue)]| {
            of_array(&[&[("scheme", scheme.into())], entries].concat())
        };
        let of_context = [("context", context(list(&["u", "p"])))];
        assert_eq!(login(&good(read(&of_context))), "u p 0");
        let both = [of_context[0].clone(), ("password", "p".into())];
        assert_eq!(login(&good(read(&both))), "u p 0");
        let other = [of_context[0].clone(), ("password", "q".into())];
        let sentence = "gives \"password\" and \"auth\" in \"context\" different values";
        refused(read(&other), sentence);
        let of_url = [
            of_context[0].clone(),
            ("url", format!("{scheme}://v:w@h").as_str().into()),
        ];
        assert_eq!(login(&good(read(&of_url))), "v w 0");
        let wrong = [("context", context(RawValue::Other("object")))];
        let sentence = "\"auth\" in \"context\" must be a string, object given";
        refused(read(&wrong), sentence);
        // The password does not count in `ssl`, because phpredis reads none there.
        let elsewhere = [("ssl", context("p".into()))];
        assert_eq!(login(&good(read(&elsewhere))), "- - 0");
    }
}
