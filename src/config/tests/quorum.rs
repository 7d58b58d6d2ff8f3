//! The servers of a quorum: what each may give by itself, what fills its gaps, and what is refused.

use std::time::Duration;

use super::super::{Config, ConfigArgument, Ini, Server, Servers, Tls, redacted};
use super::{
    RawValue, array, dict, good, ini, list, login_of, of_array, of_ini_url, of_url, refused,
};

#[track_caller]
fn quorum(config: &Config) -> &[Server] {
    match &config.servers {
        Servers::Quorum(servers) => servers,
        others => panic!("no quorum: {others:?}"),
    }
}

/// Returns the addresses, each with `+tls` behind it if TLS is spoken there.
fn shown(config: &Config) -> String {
    let tls = |server: &Server| {
        if server.access.tls.is_some() {
            "+tls"
        } else {
            ""
        }
    };
    let each = quorum(config)
        .iter()
        .map(|it| format!("{}{}", it.address, tls(it)));
    each.collect::<Vec<_>>().join(" ")
}

/// Returns the logins and databases of the servers.
fn logins(config: &Config) -> String {
    let each = quorum(config).iter().map(|it| login_of(&it.access));
    each.collect::<Vec<_>>().join(", ")
}

/// Returns a list with these entries.
fn of(entries: &[RawValue]) -> RawValue {
    RawValue::list(entries.iter().cloned())
}

/// Returns a configuration whose servers are h:1 and h:3, with an array of these entries and h:2 between them,
/// and with the others at the top level.
fn second_and(entries: &[(&str, RawValue)], top: &[(&str, RawValue)]) -> Result<Config, String> {
    let second = [&[("host", "h".into()), ("port", 2.into())], entries].concat();
    let servers = of(&["h:1".into(), dict(&second), "h:3".into()]);
    of_array(&[&[("servers", servers)], top].concat())
}

fn second(entries: &[(&str, RawValue)]) -> Result<Config, String> {
    second_and(entries, &[])
}

fn numbered(count: usize) -> RawValue {
    RawValue::list((1..=count).map(|at| format!("h:{at}").as_str().into()))
}

#[test]
fn servers_in_all_their_spellings() {
    let cases: Vec<(RawValue, &str)> = vec![
        (list(&["a", "b:1", "[::1]:2"]), "a:6379 b:1 [::1]:2"),
        ("a:1,b:2,c:3".into(), "a:1 b:2 c:3"),
        (" a ; b ; c ".into(), "a:6379 b:6379 c:6379"),
        (list(&["a,b", "c"]), "a:6379 b:6379 c:6379"),
        (
            "redis://a:6379,redis://b:6379,rediss://:p,w@c:6380".into(),
            "a:6379 b:6379 c:6380+tls",
        ),
        (
            list(&["unix:///a.sock?db=1", "/b.sock", "tls://c"]),
            "/a.sock /b.sock c:6379+tls",
        ),
        (
            of(&[
                dict(&[("path", "/a.sock".into()), ("port", 0.into())]),
                dict(&[("host", "tls://b".into()), ("port", "7".into())]),
                dict(&[("url", "redis://c:8".into()), ("host", "d".into())]),
            ]),
            "/a.sock b:7+tls c:8",
        ),
        (
            dict(&[
                ("enable", true.into()),
                ("0", "a".into()),
                ("1", "b".into()),
                ("2", "c".into()),
            ]),
            "a:6379 b:6379 c:6379",
        ),
    ];
    for (value, expected) in cases {
        let config = good(of_array(&[("servers", value.clone())]));
        assert_eq!(shown(&config), expected, "{value:?}");
    }
}

#[test]
fn the_number_of_servers_is_odd_and_from_3_to_15() {
    for count in [3, 5, 7, 15] {
        assert_eq!(
            quorum(&good(of_array(&[("servers", numbered(count))]))).len(),
            count
        );
    }
    let rule = "must name an odd number of servers from 3 to 15,";
    for count in [1, 2, 4, 14, 16, 17, 1000] {
        let sentence = format!("\"servers\" {rule} {count} given");
        refused(of_array(&[("servers", numbered(count))]), &sentence);
    }
    refused(of_url("redis+quorum://a,b"), &format!("{rule} 2 given"));
    refused(of_url("redis://a,redis://b"), &format!("{rule} 2 given"));
    refused(
        of_array(&[("url", "redis+quorum://a,b,c,d".into())]),
        &format!("\"url\" {rule} 4 given"),
    );
    refused(
        of_ini_url("redis+quorum://a"),
        &format!("the ini setting redis_mutex_lock.url {rule} 1 given"),
    );
}

#[test]
fn what_is_no_list_of_servers_is_refused_with_an_example() {
    for (value, given) in [
        (true.into(), "true"),
        ("on".into(), "\"on\""),
        (1.into(), "1"),
        (RawValue::Other("object"), "object"),
    ] {
        let sentence = format!(
            "\"servers\" must be a list of servers, such as ['10.0.0.1:6379', '10.0.0.2:6379', \
             '10.0.0.3:6379'], {given} given"
        );
        refused(of_array(&[("servers", value)]), &sentence);
    }
    let named = dict(&[("host", "h".into()), ("0", "a".into())]);
    refused(
        of_array(&[("servers", named)]),
        "\"servers\" has the unknown key \"host\"; it is a list of servers",
    );
    for inside in [
        ("lease", 5.into()),
        ("options", dict(&[("password", "secret".into())])),
    ] {
        let value = dict(&[("0", "a".into()), inside]);
        let error = of_array(&[("servers", value)]).expect_err("taken");
        assert!(
            error.ends_with("in \"servers\" has no effect there; it stands at the top level"),
            "{error}"
        );
    }
}

/// A server that is missing would change what a majority is.
#[test]
fn an_empty_server_is_an_error() {
    let sentence = "server 2 of \"servers\" is empty; a server is host:port, [IPv6]:port, a URL, the path \
                    of a Unix socket, or an array with \"host\" and \"port\"";
    for value in [
        list(&["a", "", "c"]),
        of(&["a".into(), RawValue::Null, "c".into()]),
        "a,,c".into(),
        "a,,b,c,d".into(),
    ] {
        refused(of_array(&[("servers", value)]), sentence);
    }
    let sentence = "server 3 of \"servers\" is empty";
    let error = of_array(&[("servers", "a,b,".into())]).expect_err("taken");
    assert!(error.starts_with(sentence), "{error}");
    let error = of_url("redis+quorum://a,b,,c,d").expect_err("taken");
    assert!(
        error.starts_with("must have a list such as host:port"),
        "{error}"
    );
}

#[test]
fn wrong_servers_are_described_and_not_echoed() {
    let forms = "host:port, [IPv6]:port, a URL, the path of a Unix socket, or an array with \"host\" and \
                 \"port\"";
    for server in [
        "a b", "a:", "a:b", ":1", "a:1/0", "u:p@h:1", "[::1", "[::1]7",
    ] {
        let sentence = format!("server 2 of \"servers\" must be {forms}");
        refused(
            of_array(&[("servers", list(&["h", server, "i"]))]),
            &sentence,
        );
    }
    let cases: [(RawValue, &str); 8] = [
        (
            "::1".into(),
            &format!("must be {forms}; an IPv6 address needs its brackets"),
        ),
        (1.into(), &format!("must be {forms}, 1 given")),
        (RawValue::Text(vec![0xff]), "must be valid UTF-8"),
        (
            dict(&[("port", 7.into())]),
            &format!("must name a host or a socket; a server is {forms}"),
        ),
        (
            dict(&[("host", RawValue::Null)]),
            &format!("must name a host or a socket; a server is {forms}"),
        ),
        ("redis+cluster://a".into(), "must be the URL of one server"),
        (
            dict(&[("host", "h".into()), ("0", "i".into())]),
            "has the unknown key \"0\"",
        ),
        (
            dict(&[("host", "h".into()), ("port", 0.into())]),
            "cannot be used: \"port\" must be between 1 and 65535, 0 given",
        ),
    ];
    for (server, predicate) in cases {
        let servers = of(&["a".into(), server, "b".into()]);
        let sentence = format!("server 2 of \"servers\" {predicate}");
        refused(of_array(&[("servers", servers)]), &sentence);
    }
    refused(
        second(&[("lese", 5.into())]),
        "server 2 of \"servers\" has the unknown key \"lese\"",
    );
    refused(
        of_array(&[("servers", "a,b:70000,c".into())]),
        "\"port\" in server 2 of \"servers\" must be between 1 and 65535, \"70000\" given",
    );
    refused(
        of_url("redis+quorum://a,b,c:70000"),
        "\"port\" in server 3 of the URL must be between 1 and 65535, \"70000\" given",
    );
    refused(
        of_ini_url("redis://a,redis://b?timeout=x,redis://c"),
        "\"timeout\" in server 2 of the ini setting redis_mutex_lock.url must be a number of seconds, \"x\" \
         given",
    );
}

#[test]
fn no_two_servers_have_one_host_and_port() {
    let rule = "name another server, because each one has one vote";
    let cases: [(RawValue, &str); 5] = [
        (
            list(&["a:1", "b:1", "a:1"]),
            "a:1 as server 1 and as server 3",
        ),
        (
            list(&["Redis", "b", "rediS:6379"]),
            "rediS:6379 as server 1 and as server 3",
        ),
        (
            list(&["redis://a/1", "rediss://u:p@a/2", "c"]),
            "a:6379 as server 1 and as server 2",
        ),
        (
            list(&["c", "[::1]", "[0:0::1]"]),
            "[0:0::1]:6379 as server 2 and as server 3",
        ),
        (
            list(&["c", "/s", "unix:///s?db=1"]),
            "/s as server 2 and as server 3",
        ),
    ];
    for (servers, which) in cases {
        let sentence = format!("\"servers\" names {which}; {rule}");
        refused(of_array(&[("servers", servers)]), &sentence);
    }
    let sentence = format!("names a:6379 as server 1 and as server 2; {rule}");
    refused(
        of_url("redis+quorum://a,A:6379,b"),
        &sentence.replace("a:6379", "A:6379"),
    );
    refused(of_url("redis://a/0,redis://a/1,redis://b"), &sentence);
    good(of_array(&[("servers", list(&["a:1", "a:2", "a:3"]))]));
}

#[test]
fn each_server_has_what_it_gives_and_the_top_level_fills_the_gaps() {
    let config = good(of_array(&[
        (
            "servers",
            of(&[
                "a".into(),
                "rediss://b/5?timeout=0.3&name=own".into(),
                dict(&[
                    ("host", "c".into()),
                    ("scheme", "tcp".into()),
                    ("auth", list(&["w", "other"])),
                    ("select", 0.into()),
                    ("timeout", 9.into()),
                ]),
            ]),
        ),
        ("scheme", "tls".into()),
        ("username", "u".into()),
        ("password", "p".into()),
        ("database", 2.into()),
        ("name", "all".into()),
        ("timeout", 0.4.into()),
        ("command_timeout", 0.5.into()),
    ]));
    assert_eq!(shown(&config), "a:6379+tls b:6379+tls c:6379");
    assert_eq!(logins(&config), "u p 2, u p 5, w other 0");
    let servers = quorum(&config);
    let names = servers.iter().map(|it| it.access.name.as_deref());
    assert_eq!(
        names.collect::<Vec<_>>(),
        [Some("all"), Some("own"), Some("all")]
    );
    let timeouts = servers
        .iter()
        .map(|it| it.access.connect_timeout.as_millis());
    assert_eq!(timeouts.collect::<Vec<_>>(), [400, 300, 500]);
    let alike = |it: &Server| {
        it.access.command_timeout == Duration::from_millis(500) && it.access.min_replicas == 0
    };
    assert!(servers.iter().all(alike));
}

/// The user of one login with the password of another one is nobody.
#[test]
fn a_login_counts_as_a_whole() {
    let top = [("username", "u".into()), ("password", "p".into())];
    let with = |entries: &[(&str, RawValue)]| second_and(entries, &top);
    for (own, expected) in [
        (vec![("password", "q".into())], "u p 0, - q 0, u p 0"),
        (vec![("auth", list(&["v", "q"]))], "u p 0, v q 0, u p 0"),
        (vec![("password", "".into())], "u p 0, u p 0, u p 0"),
        (vec![("username", "u".into())], "u p 0, u p 0, u p 0"),
        (
            vec![("options", dict(&[("password", "q".into())]))],
            "u p 0, - q 0, u p 0",
        ),
        (
            vec![("context", dict(&[("auth", list(&["v", "q"]))]))],
            "u p 0, v q 0, u p 0",
        ),
        (vec![("url", "redis://:0@i".into())], "u p 0, - 0 0, u p 0"),
    ] {
        assert_eq!(logins(&good(with(&own))), expected, "{own:?}");
    }
    let sentence = "server 2 of \"servers\" has a \"username\" and no \"password\"; give both there, \
                    because the login of the top level counts as a whole";
    refused(with(&[("username", "v".into())]), sentence);
    refused(with(&[("url", "redis://v@i".into())]), sentence);
    assert_eq!(
        logins(&good(second(&[("username", "v".into())]))),
        "- - 0, - - 0, - - 0"
    );
    refused(
        second(&[("url", "redis://secret@i".into())]),
        "server 2 of \"servers\" has a user and no password; a password is written with a colon before it: \
         redis://:password@host",
    );
}

#[test]
fn tls_settings_belong_to_one_server_or_to_all() {
    let own = dict(&[
        ("cafile", "/own.pem".into()),
        ("local_cert", "/own.crt".into()),
    ]);
    let all = dict(&[
        ("cafile", "/ca.pem".into()),
        ("local_cert", "/c.crt".into()),
        ("local_pk", "/c.key".into()),
        ("verify_peer_name", false.into()),
    ]);
    let config = good(second_and(
        &[("context", own)],
        &[
            ("scheme", "tls".into()),
            ("context", dict(&[("stream", all)])),
        ],
    ));
    let shown = |server: &Server| {
        let Tls {
            ca_file,
            client,
            verify,
            ..
        } = server.access.tls.clone().expect("TLS");
        let client = client.expect("a client");
        let paths = [ca_file.expect("a file"), client.certificate, client.key];
        format!(
            "{} {verify:?}",
            paths.map(|it| it.display().to_string()).join(" ")
        )
    };
    let tls: Vec<_> = quorum(&config).iter().map(shown).collect();
    let of_all = "/ca.pem /c.crt /c.key Chain";
    assert_eq!(tls, [of_all, "/own.pem /own.crt /own.crt Chain", of_all]);
    refused(
        second_and(
            &[("local_pk", "/own.key".into())],
            &[("scheme", "tls".into()), ("local_cert", "/c.crt".into())],
        ),
        "server 2 of \"servers\" cannot be used: \"local_pk\" is given without \"local_cert\"; give the certificate of this key too",
    );
    // Where no server speaks TLS, a setting of TLS beside the list is an error, as with one server.
    let top = [("cafile", "/ca.pem".into())];
    refused(
        second_and(&[], &top),
        "\"cafile\" needs TLS, which rediss:// or \"scheme\" => \"tls\" switches on",
    );
    good(second_and(&[("scheme", "tls".into())], &top));
    refused(
        second_and(
            &[("scheme", "tcp".into()), ("cafile", "/ca.pem".into())],
            &[("scheme", "tls".into())],
        ),
        "\"cafile\" in server 2 of \"servers\" needs TLS, which rediss:// or \"scheme\" => \"tls\" switches \
         on",
    );
    refused(
        second(&[
            ("scheme", "tls".into()),
            ("ssl", dict(&[("cafil", 1.into())])),
        ]),
        "server 2 of \"servers\" cannot be used: \"ssl\" has the unknown key \"cafil\" (did you mean \
         \"cafile\"?)",
    );
    let servers = list(&["rediss://a~b", "b", "c"]);
    let error = of_array(&[("servers", servers)]).expect_err("taken");
    let sentence = "server 1 of \"servers\" has a host that must be a DNS name";
    assert!(error.starts_with(sentence), "{error}");
}

#[test]
fn a_socket_needs_no_tls_beside_servers_with_it() {
    let servers = of(&["/s".into(), dict(&[("path", "/t".into())]), "h".into()]);
    let config = good(of_array(&[("servers", servers), ("scheme", "tls".into())]));
    assert_eq!(shown(&config), "/s /t h:6379+tls");
    let socket = dict(&[("scheme", "tls".into()), ("host", "/s".into())]);
    refused(
        of_array(&[("servers", of(&["a".into(), socket, "b".into()]))]),
        "server 2 of \"servers\" cannot be used: \"scheme\" asks for TLS, and a Unix socket has no TLS; leave \
         \"scheme\" out, or give a host instead of the socket",
    );
}

#[test]
fn settings_of_locks_stand_at_the_top_level() {
    let keys = [
        "lock_prefix",
        "lease",
        "max_hold",
        "lock_delay",
        "fencing",
        "auto_release",
        "await_release",
        "retry_for",
        "command_timeout",
    ];
    let rule = "in server 2 of \"servers\" has no effect there; it stands at the top level";
    for key in keys {
        refused(second(&[(key, 1.into())]), &format!("\"{key}\" {rule}"));
        for off in [RawValue::Null, "".into(), 0.into(), false.into()] {
            good(second(&[(key, off)]));
        }
    }
    refused(
        of_array(&[("servers", list(&["a", "redis://b?lease=5", "c"]))]),
        &format!("\"lease\" {rule}"),
    );
    let config = good(second_and(
        &[],
        &[("lease", 5.into()), ("fencing", true.into())],
    ));
    assert_eq!(config.locks.lease, Duration::from_secs(5));
    assert!(config.locks.fencing);
}

#[test]
fn replicas_and_other_groups_are_refused_beside_and_inside() {
    let top = |key: &'static str, value: RawValue| second_and(&[], &[(key, value)]);
    let majority = "because a majority of the servers decides, and not their replicas";
    refused(
        top("min_replicas", 1.into()),
        &format!("\"min_replicas\" must be 0 or left out in a quorum, {majority}"),
    );
    refused(
        of_url("redis+quorum://a,b,c?min_replicas=2"),
        &format!("\"min_replicas\" must be 0 or left out in a quorum, {majority}"),
    );
    refused(
        second(&[("min_replicas", 1.into())]),
        &format!("\"min_replicas\" in server 2 of \"servers\" must be 0 or left out, {majority}"),
    );
    let leave = "where Redis is; leave one of them out";
    for (key, value) in [
        ("sentinel", dict(&[("service", "m".into())])),
        ("cluster", "g".into()),
    ] {
        let error = top(key, value.clone()).expect_err("taken");
        assert!(error.ends_with(leave), "{error}");
        let sentence = format!(
            "\"{key}\" in server 2 of \"servers\" has no place there, because a quorum has plain servers; \
             give the \"host\" of one that is a master by itself"
        );
        refused(second(&[(key, value)]), &sentence);
        good(second_and(
            &[(key, false.into())],
            &[(key, dict(&[("enable", false.into())]))],
        ));
    }
    for key in ["servers", "sentinel_host", "service"] {
        let error = second(&[(key, "a".into())]).expect_err("taken");
        assert!(error.contains("a quorum has plain servers"), "{error}");
    }
    good(second_and(
        &[("min_replicas", 0.into())],
        &[("min_replicas", 0.into())],
    ));
    // The host and the port of one server are in each array of a framework.
    good(second_and(&[], &[("host", "x".into()), ("port", 7.into())]));
    refused(
        top("port", "x".into()),
        "\"port\" must be a whole number between 1 and 65535, \"x\" given",
    );
    refused(
        top("url", "redis://x".into()),
        &format!("says in \"servers\" and in \"url\" {leave}"),
    );
    refused(
        top("path", "/s".into()),
        &format!("says in \"servers\" and in \"path\" {leave}"),
    );
    refused(
        top("url", "redis+quorum://a,b,c".into()),
        &format!("says in \"url\" and in \"servers\" {leave}"),
    );
}

#[test]
fn a_read_timeout_counts_if_all_servers_agree() {
    let with = |timeouts: [f64; 3], top: &[(&str, RawValue)]| {
        let entry = |(at, timeout): (usize, &f64)| {
            dict(&[
                ("host", format!("h{at}").as_str().into()),
                ("read_timeout", (*timeout).into()),
            ])
        };
        let servers = RawValue::list(timeouts.iter().enumerate().map(entry));
        let config = good(of_array(&[&[("servers", servers)], top].concat()));
        config.servers.access().command_timeout.as_millis()
    };
    assert_eq!(with([0.2, 0.2, 0.2], &[]), 200);
    assert_eq!(with([0.2, 0.2, 0.3], &[]), 1000);
    assert_eq!(with([0.3, 0.2, 0.2], &[]), 1000);
    assert_eq!(with([0.2, 0.2, 0.0], &[]), 1000);
    assert_eq!(with([0.0, 0.0, 0.0], &[]), 1000);
    assert_eq!(
        with([0.2, 0.2, 0.2], &[("command_timeout", 0.4.into())]),
        400
    );
    assert_eq!(with([0.2, 0.2, 0.2], &[("read_timeout", 0.4.into())]), 200);
    assert_eq!(with([0.2, 0.2, 0.3], &[("read_timeout", 0.4.into())]), 400);
    let urls = "redis://a?read_timeout=0.2,redis://b?read_timeout=0.2,redis://c?read_timeout=0.2";
    for config in [of_url(urls), of_ini_url(urls)] {
        assert_eq!(
            good(config).servers.access().command_timeout.as_millis(),
            200
        );
    }
}

#[test]
fn the_arrays_of_frameworks_are_servers_as_they_are() {
    let laravel = dict(&[
        ("url", RawValue::Null),
        ("host", "a".into()),
        ("username", RawValue::Null),
        ("password", "secret".into()),
        ("port", "6379".into()),
        ("database", "1".into()),
        ("max_retries", 3.into()),
        ("backoff_algorithm", "decorrelated_jitter".into()),
        ("backoff_base", 100.into()),
        ("backoff_cap", 1000.into()),
        (
            "options",
            dict(&[("serializer", 1.into()), ("name", "web".into())]),
        ),
    ]);
    let think = dict(&[
        ("type", "redis".into()),
        ("host", "b".into()),
        ("port", 6379.into()),
        ("password", "".into()),
        ("select", 2.into()),
        ("timeout", 0.into()),
        ("expire", 0.into()),
        ("persistent", false.into()),
        ("prefix", "".into()),
        ("tag_prefix", "tag:".into()),
        ("serialize", list(&[])),
    ]);
    let hyperf = dict(&[
        ("host", "c".into()),
        ("auth", RawValue::Null),
        ("port", 6379.into()),
        ("db", 3.into()),
        ("timeout", 0.0.into()),
        ("reserved", RawValue::Null),
        (
            "cluster",
            dict(&[("enable", false.into()), ("seeds", list(&[]))]),
        ),
        (
            "sentinel",
            dict(&[("enable", false.into()), ("nodes", list(&[""]))]),
        ),
        ("pool", dict(&[("min_connections", 1.into())])),
    ]);
    let config = good(of_array(&[("servers", of(&[laravel, think, hyperf]))]));
    assert_eq!(shown(&config), "a:6379 b:6379 c:6379");
    assert_eq!(logins(&config), "- secret 1, - - 2, - - 3");
    assert_eq!(quorum(&config)[0].access.name.as_deref(), Some("web"));
}

#[test]
fn one_url_of_a_quorum_has_one_login() {
    let url = "redis+quorum://user:p%40ss@h1:6379,h2,[::1]:7/3?lease=30&name=web";
    let ini = Ini {
        url: url.into(),
        ..ini()
    };
    for config in [
        of_url(url),
        of_array(&[("url", url.into())]),
        Config::read(ConfigArgument::Ini, &ini),
        Config::read(
            ConfigArgument::Map(array(&[("fencing", false.into())])),
            &ini,
        ),
    ] {
        let config = good(config);
        assert_eq!(shown(&config), "h1:6379 h2:6379 [::1]:7");
        assert_eq!(logins(&config), ["user p@ss 3"; 3].join(", "));
        assert_eq!(config.locks.lease, Duration::from_secs(30));
    }
    let config = good(of_url("rediss+quorum://a,b,c?cafile=/ca.pem"));
    assert_eq!(shown(&config), "a:6379+tls b:6379+tls c:6379+tls");
    assert_eq!(
        shown(&good(of_url("REDIS+Quorum://a,b,c"))),
        "a:6379 b:6379 c:6379"
    );
    let error = of_url("redis+quorum://u:secret@a,u:secret@b,c").expect_err("taken");
    assert!(
        error.starts_with("has two \"@\" in front of its path"),
        "{error}"
    );
    let error = of_url("redis+quorum://a,b,c/x").expect_err("taken");
    assert!(
        error.ends_with("different databases are in an array with \"servers\""),
        "{error}"
    );
    assert!(of_url("redis+servers://a,b,c").is_err());
}

#[test]
fn urls_with_commas_between_have_a_login_each() {
    let urls = "redis://u:p@a:1/0, rediss://:q@b/1?timeout=0.2,unix:///s?db=2&lease=7";
    for config in [
        of_url(urls),
        of_array(&[("url", urls.into())]),
        of_ini_url(urls),
    ] {
        let config = good(config);
        assert_eq!(shown(&config), "a:1 b:6379+tls /s");
        assert_eq!(logins(&config), "u p 0, - q 1, - - 2");
        assert_eq!(config.locks.lease, Duration::from_secs(7));
        assert_eq!(quorum(&config)[1].access.connect_timeout.as_millis(), 200);
    }
    let config = of_array(&[
        ("url", "redis://a,redis://:q@b,redis://c".into()),
        ("auth", "p".into()),
    ]);
    assert_eq!(logins(&good(config)), "- p 0, - q 0, - p 0");
    // The settings of locks hold for all, so the URLs that give one have to agree.
    let agreed = good(of_url(
        "redis://a?lease=7,redis://b,redis://c?lease=7&command_timeout=0.3",
    ));
    assert_eq!(agreed.locks.lease, Duration::from_secs(7));
    assert_eq!(agreed.servers.access().command_timeout.as_millis(), 300);
    refused(
        of_url("redis://a?lease=7,redis://b,redis://c?lease=8"),
        "gives \"lease\" two different values",
    );
    for (urls, start) in [
        (
            "redis://a,redis://b:x,redis://c",
            "server 2 of the URL must have a port",
        ),
        (
            "redis://a,redis://b?lese=1,redis://c",
            "server 2 of the URL has the unknown key \"lese\"",
        ),
        (
            "redis+quorum://a,redis://b,redis://c",
            "server 1 of the URL must be the URL of one server",
        ),
        (
            "redis://a,redis://secret@b,redis://c",
            "server 2 of the URL has a user and no password",
        ),
        (
            "redis://a,redis://b?url=redis:%2F%2Fc,redis://c",
            "server 2 of the URL must not contain another",
        ),
    ] {
        let error = of_url(urls).expect_err(urls);
        assert!(error.starts_with(start), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
}

#[test]
fn a_shown_quorum_hides_each_password() {
    let cases = [
        (
            "redis+quorum://u:secret@a,b:1,c/0?lease=5",
            "redis+quorum://u:***@a,b:1,c/0?lease=5",
        ),
        ("rediss+quorum://secret@a,b,c", "rediss+quorum://***@a,b,c"),
        (
            "redis://u:secret@a, rediss://:secret@b/1,unix:///s?password=secret&db=1",
            "redis://u:***@a,rediss://:***@b/1,unix:///s?password=***&db=1",
        ),
        (
            "redis://:secret@a,redis://secret@b:x,redis://c",
            "(not a valid URL)",
        ),
    ];
    for (url, shown) in cases {
        assert_eq!(redacted(url), shown);
    }
}
