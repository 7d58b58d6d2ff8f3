//! The arrays of packages that add Sentinel to Laravel, and Laravel's options.

use super::super::{Config, Sentinel, Servers, Tls};
use super::{RawValue, dict, good, list, login, login_of, of_array, refused, server};

#[track_caller]
fn sentinel(config: &Config) -> &Sentinel {
    match &config.servers {
        Servers::Master(sentinel) => sentinel,
        others => panic!("no Sentinel: {others:?}"),
    }
}

fn nodes(config: &Config) -> String {
    let nodes = match &config.servers {
        Servers::Master(sentinel) => &sentinel.nodes,
        Servers::Cluster(cluster) => &cluster.seeds,
        Servers::Quorum(_) => panic!("a quorum"),
        Servers::One(server) => panic!("one server: {server:?}"),
    };
    let nodes: Vec<_> = nodes.iter().map(ToString::to_string).collect();
    nodes.join(" ")
}

fn at(host: &str, port: i64) -> RawValue {
    dict(&[("host", host.into()), ("port", port.into())])
}

const NO_SERVICE: &str = "\"sentinel\" has no \"service\", which is what the sentinels call the \
                          master, such as mymaster";

/// Returns the array of namoshek/laravel-redis-sentinel, with these entries instead of its own values.
fn flat(others: &[(&'static str, RawValue)]) -> Vec<(&'static str, RawValue)> {
    let own = [
        ("sentinel_host", "10.0.0.5".into()),
        ("sentinel_port", 26380.into()),
        ("sentinel_service", "shop".into()),
        ("sentinel_timeout", 0.0.into()),
        ("sentinel_persistent", RawValue::Null),
        ("sentinel_retry_interval", 0.into()),
        ("sentinel_read_timeout", 0.0.into()),
        ("sentinel_username", "watch".into()),
        ("sentinel_password", "other".into()),
        ("retry_attempts", RawValue::Null),
        ("retry_delay", "1000".into()),
        ("host", "127.0.0.1".into()),
        ("port", "6379".into()),
        ("password", "secret".into()),
        ("database", 3.into()),
    ];
    let is_other = |key: &str| others.iter().any(|(other, _)| *other == key);
    let own = own.into_iter().filter(|(key, _)| !is_other(key));
    own.chain(others.iter().cloned()).collect()
}

/// Returns a list of sentinels with options, as Predis and monospice/laravel-redis-sentinel-drivers have
/// it.
fn listed(options: &[(&str, RawValue)]) -> [(&'static str, RawValue); 3] {
    let parameters = dict(&[("password", "secret".into()), ("database", "3".into())]);
    let own = [
        ("replication", "sentinel".into()),
        ("service", "shop".into()),
        ("parameters", parameters),
        ("sentinel_timeout", 0.1.into()),
        ("retry_limit", 20.into()),
        ("retry_wait", 1000.into()),
        ("update_sentinels", false.into()),
    ];
    [
        ("0", at("10.0.0.5, 10.0.0.6:1", 26380)),
        ("1", "tcp://10.0.0.7:26381".into()),
        ("options", dict(&[&own, options].concat())),
    ]
}

#[test]
fn a_flat_array_leads_to_the_master_of_its_service() {
    let config = good(of_array(&flat(&[])));
    let found = sentinel(&config);
    assert_eq!(found.service, "shop");
    assert_eq!(nodes(&config), "10.0.0.5:26380");
    assert_eq!(login(&config), "- secret 3");
    assert_eq!(login_of(&found.sentinels), "watch other 0");
    let two = dict(&[("0", at("a", 1)), ("1", at("b", 2))]);
    let cases = [
        (vec![("sentinel_host", "a,b:1".into())], "a:26380 b:1"),
        (vec![("sentinel_hosts", "a:1, b".into())], "a:1 b:26379"),
        (vec![("sentinel_hosts", list(&["a", "b:2"]))], "a:26379 b:2"),
        (vec![("sentinels", two)], "a:1 b:2"),
    ];
    for (mut given, expected) in cases {
        if given.iter().all(|(key, _)| *key != "sentinel_host") {
            given.push(("sentinel_host", RawValue::Null));
        }
        assert_eq!(nodes(&good(of_array(&flat(&given)))), expected);
    }
    // The array that stands under `sentinel` already is read beside the flat keys.
    let scheme = ("sentinel", dict(&[("scheme", "tls".into())]));
    let config = good(of_array(&flat(&[scheme])));
    assert!(sentinel(&config).sentinels.tls.is_some());
    let disabled = dict(&[("enable", false.into())]);
    for off in [RawValue::Null, false.into(), list(&[]), disabled] {
        sentinel(&good(of_array(&flat(&[("sentinel", off)]))));
    }
}

#[test]
fn a_flat_array_without_sentinels_is_no_sentinel() {
    let off = |service: RawValue| {
        of_array(&flat(&[
            ("sentinel_host", "".into()),
            ("sentinel_service", service),
            ("sentinel_username", RawValue::Null),
            ("sentinel_password", "".into()),
        ]))
    };
    let config = good(off(RawValue::Null));
    assert_eq!(server(&config).to_string(), "127.0.0.1:6379, database 3");
    // A service without sentinels is refused, because the `host` may be that of a sentinel.
    refused(
        off("shop".into()),
        "gives \"sentinel_service\" without \"sentinel_host\", which says where the sentinels are",
    );
    let without = flat(&[("sentinel_service", RawValue::Null)]);
    refused(of_array(&without), NO_SERVICE);
}

#[test]
fn a_sentence_names_the_key_of_a_flat_array() {
    let cases: [(&str, RawValue, &str); 4] = [
        (
            "sentinel_service",
            "a b".into(),
            "\"sentinel_service\" in \"sentinel\" must be one word, such as mymaster, \"a b\" given",
        ),
        (
            "sentinel_password",
            dict(&[("x", 1.into())]),
            "\"sentinel_password\" in \"sentinel\" must be a password or a list of a username and a \
             password",
        ),
        (
            "sentinel_port",
            0.into(),
            "node 1 of \"sentinel\" must have a port between 1 and 65535, 0 given",
        ),
        (
            "sentinels",
            list(&["h"]),
            "\"sentinel\" names sentinels in \"sentinels\" and in \"sentinel_host\"; leave one of \
             them out",
        ),
    ];
    for (key, value, sentence) in cases {
        refused(of_array(&flat(&[(key, value)])), sentence);
    }
}

#[test]
fn a_list_with_options_leads_to_the_master_of_its_service() {
    let at_the_top = listed(&[]);
    let inside = [("sentinel", dict(&listed(&[])))];
    for array in [&at_the_top[..], &inside] {
        let config = good(of_array(array));
        assert_eq!(sentinel(&config).service, "shop");
        assert_eq!(nodes(&config), "10.0.0.5:26380 10.0.0.6:1 10.0.0.7:26381");
        assert_eq!(login(&config), "- secret 3");
        assert_eq!(login_of(&sentinel(&config).sentinels), "- - 0");
    }
    let options = dict(&[("replication", "sentinel".into())]);
    let without = [("0", at("h", 1)), ("options", options)];
    refused(of_array(&without), NO_SERVICE);
}

#[test]
fn a_list_that_is_not_of_sentinels_stays_refused() {
    let sentence = "must have keys such as \"host\" and \"port\", list given; for several servers use \"cluster\", \
                    \"sentinel\" or \"servers\", or a URL with redis+cluster://, \
                    redis+sentinel:// or redis+quorum://";
    let options = dict(&[("cluster", "redis".into())]);
    for array in [
        [("0", at("h", 1)), ("options", options)],
        [("0", "h:1".into()), ("host", "h".into())],
        [("host", "h".into()), ("0", "h:1".into())],
    ] {
        refused(of_array(&array), sentence);
    }
}

#[test]
fn an_array_for_the_class_of_phpredis_leads_to_the_master() {
    let value = |others: &[(&str, RawValue)]| {
        let own = [
            ("host", "10.0.0.5".into()),
            ("port", 26380.into()),
            ("service", "shop".into()),
            ("connectTimeout", 0.5.into()),
            ("readTimeout", 0.5.into()),
            ("retryInterval", 100.into()),
            ("persistent", RawValue::Null),
            ("auth", "other".into()),
        ];
        of_array(&[("sentinel", dict(&[&own, others].concat()))])
    };
    let config = good(value(&[]));
    assert_eq!(nodes(&config), "10.0.0.5:26380");
    assert_eq!(login_of(&sentinel(&config).sentinels), "- other 0");
    refused(
        value(&[("nodes", list(&["h"]))]),
        "\"sentinel\" names sentinels in \"nodes\" and in \"host\"; leave one of them out",
    );
    // The list of sentinels stands beside the array, as goopil/laravel-redis-sentinel has it.
    let service = [("service", "shop".into()), ("password", "other".into())];
    let options = [("scheme", "tls".into()), ("prefix", "x".into())];
    let config = good(of_array(&[
        ("sentinels", dict(&[("0", at("a", 1)), ("1", at("b", 2))])),
        ("sentinel", dict(&service)),
        ("options", dict(&options)),
        ("read_only_replicas", true.into()),
    ]));
    assert_eq!(nodes(&config), "a:1 b:2");
    assert_eq!(login_of(&sentinel(&config).sentinels), "- other 0");
    assert!(sentinel(&config).master.tls.is_some());
}

#[test]
fn sentinels_may_have_a_context_of_their_own() {
    let ca = |file: &str| dict(&[("cafile", file.into())]);
    let file = |tls: &Option<Tls>| tls.clone().and_then(|it| it.ca_file);
    let own = [
        ("service", "shop".into()),
        ("nodes", "h".into()),
        ("ssl", ca("/sentinel.pem")),
    ];
    for array in [
        flat(&[
            ("scheme", "tls".into()),
            ("context", dict(&[("stream", ca("/master.pem"))])),
            ("sentinel_host", "tls://h".into()),
            ("sentinel_ssl", ca("/sentinel.pem")),
        ]),
        vec![
            ("scheme", "tls".into()),
            ("context", ca("/master.pem")),
            ("sentinel", dict(&own)),
        ],
    ] {
        let config = good(of_array(&array));
        let found = sentinel(&config);
        assert_eq!(file(&found.master.tls), Some("/master.pem".into()));
        assert_eq!(file(&found.sentinels.tls), Some("/sentinel.pem".into()));
    }
    let wrong = flat(&[
        ("sentinel_host", "tls://h".into()),
        ("sentinel_ssl", dict(&[("cafil", "/x".into())])),
    ]);
    refused(
        of_array(&wrong),
        "\"sentinel_ssl\" has the unknown key \"cafil\" (did you mean \"cafile\"?)",
    );
}

#[test]
fn the_options_of_laravels_list_of_servers_are_read() {
    let with = |options: &[(&str, RawValue)]| {
        let list = [("0", at("10.0.0.1", 7000)), ("options", dict(options))];
        of_array(&[("cluster", dict(&list))])
    };
    let config = good(with(&[
        ("cluster", "redis".into()),
        ("prefix", "app_".into()),
        ("serializer", 1.into()),
        ("failover", 2.into()),
        ("unknown to us", 7.into()),
        ("username", "shop".into()),
        ("password", "secret".into()),
        ("timeout", 0.2.into()),
        ("read_timeout", 0.7.into()),
    ]));
    assert_eq!(nodes(&config), "10.0.0.1:7000");
    assert_eq!(login(&config), "shop secret 0");
    let access = config.servers.access();
    assert_eq!(access.connect_timeout.as_millis(), 200);
    assert_eq!(access.command_timeout.as_millis(), 700);
    let file = dict(&[("cafile", "/ca.pem".into())]);
    let config = good(with(&[("scheme", "tls".into()), ("context", file.clone())]));
    let tls = config.servers.access().tls.clone().expect("TLS");
    assert_eq!(tls.ca_file, Some("/ca.pem".into()));
    // A context switches TLS on in phpredis by itself, so the password is not sent without TLS.
    let context = |context: RawValue| with(&[("password", "p".into()), ("context", context)]);
    let stream = dict(&[("stream", dict(&[("verify_peer", false.into())]))]);
    refused(
        context(stream),
        "\"context\" in \"options\" is for TLS, which \"scheme\" => \"tls\" switches on; \"scheme\" => \
         \"tcp\" leaves it off",
    );
    let plain = dict(&[("stream", list(&[])), ("auth", list(&["u", "p"]))]);
    assert_eq!(login(&good(context(plain))), "u p 0");
    let nodes = dict(&[
        ("0", "tcp://h".into()),
        ("options", dict(&[("context", file)])),
    ]);
    good(of_array(&[("cluster", nodes)]));
    // Predis has the user and the password in an array of its own, which it calls `parameters`.
    let parameters = dict(&[("username", "u".into()), ("password", "p".into())]);
    let config = good(with(&[("parameters", parameters)]));
    assert_eq!(login(&config), "u p 0");
    refused(
        with(&[("password", RawValue::Other("object"))]),
        "\"password\" in \"options\" must be a string, object given",
    );
}

#[test]
fn options_fill_gaps_and_agree() {
    let with = |own: &[(&str, RawValue)], options: &[(&str, RawValue)]| {
        let both = [("host", "h".into()), ("options", dict(options))];
        of_array(&[&both, own].concat())
    };
    let p = |password: &str| ("password", RawValue::from(password));
    let other = [p("p"), ("host", "other".into())];
    let config = good(with(&[("username", "u".into())], &other));
    assert_eq!(login(&config), "u p 0");
    assert_eq!(server(&config).to_string(), "h:6379, database 0");
    good(with(&[p("p")], &[p("p")]));
    refused(
        with(&[p("hunter1")], &[p("hunter2")]),
        "gives \"password\" and \"password\" in \"options\" different values",
    );
    let node = dict(&[("host", "h".into()), p("hunter1")]);
    let list = dict(&[("0", node), ("options", dict(&[p("hunter2")]))]);
    refused(
        of_array(&[("cluster", list)]),
        "gives \"password\" in \"options\" and \"password\" in node 1 of \"cluster\" different values",
    );
    let empty = [
        p(""),
        ("username", RawValue::Null),
        ("context", RawValue::Null),
    ];
    assert_eq!(login(&good(with(&[p("p")], &empty))), "- p 0");
    for odd in [
        RawValue::Other("object"),
        "x".into(),
        7.into(),
        RawValue::Null,
    ] {
        good(of_array(&[("host", "h".into()), ("options", odd)]));
    }
}
