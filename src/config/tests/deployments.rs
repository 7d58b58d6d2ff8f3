//! What frameworks and people write for Sentinel and Cluster, and what is refused.

use std::time::Duration;

use super::super::{Address, ClusterSeeds, Config, ConfigArgument, Ini, Sentinel, Servers};
use super::{
    RawValue, array, dict, good, ini, list, login, login_of, of_array, of_ini_url, of_url, refused,
    server,
};

#[track_caller]
fn cluster(config: &Config) -> &ClusterSeeds {
    match &config.servers {
        Servers::Cluster(cluster) => cluster,
        others => panic!("no Cluster: {others:?}"),
    }
}

#[track_caller]
fn sentinel(config: &Config) -> &Sentinel {
    match &config.servers {
        Servers::Master(sentinel) => sentinel,
        others => panic!("no Sentinel: {others:?}"),
    }
}

fn shown(nodes: &[Address]) -> String {
    let nodes: Vec<_> = nodes.iter().map(ToString::to_string).collect();
    nodes.join(" ")
}

#[track_caller]
fn seeds(config: Result<Config, String>) -> String {
    shown(&cluster(&good(config)).seeds)
}

/// Returns a list of arrays, whose keys are the numbers from 0.
fn arrays(nodes: &[&[(&str, RawValue)]]) -> RawValue {
    let node = |(at, node): (usize, &&[(&str, RawValue)])| (at.to_string().into(), dict(node));
    RawValue::Map(nodes.iter().enumerate().map(node).collect())
}

fn in_cluster(value: impl Into<RawValue>) -> Result<Config, String> {
    of_array(&[("cluster", value.into())])
}

/// Returns a `sentinel` with a service, one node and these entries.
fn sentinel_and(entries: &[(&'static str, RawValue)]) -> (&'static str, RawValue) {
    let own = [("service", "m".into()), ("nodes", list(&["h"]))];
    ("sentinel", dict(&[&own, entries].concat()))
}

/// Returns the array of one server, as Laravel's `clusters` have it.
fn laravel(host: &str, port: &str) -> Vec<(&'static str, RawValue)> {
    vec![
        ("url", RawValue::Null),
        ("host", host.into()),
        ("username", RawValue::Null),
        ("password", "secret".into()),
        ("port", port.into()),
        ("database", "0".into()),
        ("max_retries", 3.into()),
        ("prefix", "app:".into()),
        ("options", dict(&[("serializer", 1.into())])),
    ]
}

#[test]
fn laravels_list_of_servers_is_taken_as_it_is() {
    let config = good(in_cluster(dict(&[
        ("0", dict(&laravel("10.0.0.1", "7000"))),
        ("1", dict(&laravel("10.0.0.2", "7001"))),
        ("options", dict(&[("cluster", "redis".into())])),
    ])));
    let cluster = cluster(&config);
    assert_eq!(shown(&cluster.seeds), "10.0.0.1:7000 10.0.0.2:7001");
    assert_eq!(login(&config), "- secret 0");
    assert_eq!(cluster.access.tls, None);
}

#[test]
fn hyperfs_arrays_are_taken_as_they_are() {
    let own = |enabled: &str| {
        let is = |key: &str| RawValue::Bool(key == enabled);
        let cluster = dict(&[
            ("enable", is("cluster")),
            ("name", RawValue::Null),
            ("seeds", list(&["10.0.0.1:7000", "10.0.0.2:7000"])),
            ("read_timeout", 0.0.into()),
            ("persistent", false.into()),
            ("context", list(&[])),
        ]);
        let sentinel = dict(&[
            ("enable", is("sentinel")),
            ("master_name", "mymaster".into()),
            (
                "nodes",
                list(&["10.0.0.3:26379", "tcp://10.0.0.4:26380", ""]),
            ),
            ("persistent", "".into()),
            ("read_timeout", 0.into()),
            ("auth", "other".into()),
        ]);
        good(of_array(&[
            ("host", "localhost".into()),
            ("auth", "secret".into()),
            ("port", 6379.into()),
            ("db", 0.into()),
            ("timeout", 0.0.into()),
            ("reserved", RawValue::Null),
            ("read_timeout", 0.0.into()),
            ("cluster", cluster),
            ("sentinel", sentinel),
            ("pool", dict(&[])),
        ]))
    };
    let config = own("cluster");
    assert_eq!(
        shown(&cluster(&config).seeds),
        "10.0.0.1:7000 10.0.0.2:7000"
    );
    assert_eq!(login(&config), "- secret 0");
    let config = own("sentinel");
    let found = sentinel(&config);
    assert_eq!(found.service, "mymaster");
    assert_eq!(shown(&found.nodes), "10.0.0.3:26379 10.0.0.4:26380");
    assert_eq!(login(&config), "- secret 0");
    assert_eq!(login_of(&found.sentinels), "- other 0");
    assert_eq!(
        server(&own("")).address.to_string(),
        "localhost:6379",
        "both are off"
    );
}

#[test]
fn nodes_in_all_their_spellings() {
    let node = |entries: &[(&str, RawValue)]| arrays(&[entries]);
    let cases: Vec<(RawValue, &str)> = vec![
        (list(&["a:7000", "b:7001"]), "a:7000 b:7001"),
        ("a:7000,b:7001".into(), "a:7000 b:7001"),
        (" a:7000 ; b ,".into(), "a:7000 b:6379"),
        ("redis:6379".into(), "redis:6379"),
        (list(&["redis"]), "redis:6379"),
        (list(&["a:1,b:2", "c:3"]), "a:1 b:2 c:3"),
        (list(&["a", "", "a:6379", "a:7000"]), "a:6379 a:7000"),
        (
            list(&["[::1]:7000", "[fe80::1%eth0]"]),
            "[::1]:7000 [fe80::1%eth0]:6379",
        ),
        (list(&["redis://a:1/0", "tcp://b"]), "a:1 b:6379"),
        ("redis://a:1,redis://b:2".into(), "a:1 b:2"),
        ("a:1,redis://:p,w@b:2".into(), "a:1 b:2"),
        (
            node(&[("host", "a".into()), ("port", 7000.into())]),
            "a:7000",
        ),
        (
            node(&[("host", "::1".into()), ("port", "".into())]),
            "[::1]:6379",
        ),
        (node(&[("url", "redis://a:7000".into())]), "a:7000"),
        (
            node(&[
                ("url", "redis://a".into()),
                ("host", "b".into()),
                ("port", "7000".into()),
            ]),
            "a:7000",
        ),
        (dict(&[("seeds", "a:1,b:2".into())]), "a:1 b:2"),
        (
            dict(&[("seeds", list(&["a:1"])), ("enable", "1".into())]),
            "a:1",
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(seeds(in_cluster(value.clone())), expected, "{value:?}");
    }
    let nodes: [(RawValue, &str); 3] = [
        (list(&["a", "b:1", "redis://c"]), "a:26379 b:1 c:26379"),
        ("a,[::1]".into(), "a:26379 [::1]:26379"),
        (node(&[("host", "a".into())]), "a:26379"),
    ];
    for (nodes, expected) in nodes {
        let both = [("service", "m".into()), ("nodes", nodes)];
        let config = good(of_array(&[("sentinel", dict(&both))]));
        assert_eq!(shown(&sentinel(&config).nodes), expected);
    }
}

#[test]
fn wrong_nodes_are_described_and_not_echoed() {
    let forms = "must be host:port, [IPv6]:port, a URL, or an array with \"host\" and \"port\"";
    for node in [
        "a b", "a:", "a:b", ":1", "a:1/0", "u:p@h:1", "/s", "[::1", "[::1]7",
    ] {
        let sentence = format!("node 2 of \"cluster\" {forms}");
        refused(in_cluster(list(&["h:1", node])), &sentence);
    }
    let brackets = format!("node 1 of \"cluster\" {forms}; an IPv6 address needs its brackets");
    for node in ["::1", "::1:7000"] {
        refused(in_cluster(list(&[node])), &brackets);
    }
    let given = |shown| format!("node 1 of \"cluster\" {forms}, {shown} given");
    let other = |value: RawValue| dict(&[("0", value)]);
    refused(in_cluster(other(1.into())), &given("1"));
    refused(
        in_cluster(other(RawValue::Other("object"))),
        &given("object"),
    );
    let bytes = RawValue::Text(vec![0xff]);
    refused(in_cluster(other(bytes)), &given("text that is not UTF-8"));
    let a_node = "a node is host:port, [IPv6]:port, a URL, or an array with \"host\" and \"port\"";
    let no_socket = "must have a host and a port; a Unix socket is no node";
    let port = "in node 1 of \"cluster\" must be between 1 and 65535,";
    let one = |entries: &[(&str, RawValue)]| in_cluster(arrays(&[entries]));
    let cases = [
        (
            one(&[("port", 7000.into())]),
            format!("must name a host; {a_node}"),
        ),
        (
            one(&[("host", "".into())]),
            format!("must name a host; {a_node}"),
        ),
        (one(&[("path", "/s".into())]), no_socket.to_owned()),
        (one(&[("host", "/s".into())]), no_socket.to_owned()),
        (in_cluster("unix:///s"), no_socket.to_owned()),
        (
            one(&[("host", "h".into()), ("port", 0.into())]),
            "must have a port between 1 and 65535, 0 given".to_owned(),
        ),
        (
            in_cluster("redis+cluster://a"),
            "must be the URL of one node".to_owned(),
        ),
        (
            in_cluster(list(&["redis://a:1,b:2"])),
            "must name one host; for several servers use \"cluster\", \
             \"sentinel\" or \"servers\", or a URL with redis+cluster://, \
             redis+sentinel:// or redis+quorum://"
                .to_owned(),
        ),
    ];
    for (read, predicate) in cases {
        refused(read, &format!("node 1 of \"cluster\" {predicate}"));
    }
    refused(
        in_cluster("h:70000"),
        &format!("\"port\" {port} \"70000\" given"),
    );
    let read = one(&[("host", "h".into()), ("port", (-1).into())]);
    refused(read, &format!("\"port\" {port} -1 given"));
}

#[test]
fn a_list_without_a_node_is_an_error() {
    let a_node = "a node is host:port, [IPv6]:port, a URL, or an array with \"host\" and \"port\"";
    let none = [
        list(&[""]),
        ",".into(),
        dict(&[("enable", true.into())]),
        dict(&[("options", dict(&[]))]),
        dict(&[("seeds", list(&[]))]),
    ];
    for value in none {
        refused(
            in_cluster(value),
            &format!("\"cluster\" names no node; {a_node}"),
        );
    }
    for nodes in [RawValue::Null, "".into(), list(&[]), list(&[""])] {
        let value = dict(&[("service", "m".into()), ("nodes", nodes)]);
        let sentence = format!("\"nodes\" in \"sentinel\" names no node; {a_node}");
        refused(of_array(&[("sentinel", value)]), &sentence);
    }
}

#[test]
fn a_list_has_a_thousand_nodes_at_most() {
    let nodes = |count: usize| {
        let nodes: Vec<_> = (0..count).map(|at| format!("h{at}")).collect();
        in_cluster(nodes.join(",").as_str())
    };
    assert_eq!(cluster(&good(nodes(1000))).seeds.len(), 1000);
    refused(nodes(1001), "\"cluster\" has more than 1000 nodes");
}

#[test]
fn a_deployment_of_a_wrong_type_is_refused_with_an_example() {
    for (value, shown) in [
        (true.into(), "true"),
        ("on".into(), "\"on\""),
        (1.into(), "1"),
        (RawValue::Other("object"), "object"),
    ] {
        let sentence = format!(
            "\"cluster\" must be a list of nodes, such as ['10.0.0.1:7000', '10.0.0.2:7000'], \
             {shown} given"
        );
        refused(in_cluster(value), &sentence);
    }
    for (value, shown) in [
        (true.into(), "true"),
        ("redis://:secret@h".into(), "string"),
        (list(&["h:26379"]), "list"),
        (RawValue::Other("object"), "object"),
    ] {
        let sentence =
            format!("\"sentinel\" must be an array with \"service\" and \"nodes\", {shown} given");
        refused(of_array(&[("sentinel", value)]), &sentence);
    }
    for driver in ["redis", "Redis", "redis-cluster", "predis"] {
        let sentence = "\"cluster\" must be a list of nodes, such as ['10.0.0.1:7000', \
                        '10.0.0.2:7000'], and not the name of a driver; in Laravel the list is in \
                        database.redis.clusters";
        refused(in_cluster(driver), sentence);
    }
    let sentence = "\"enable\" in \"cluster\" must be true or false, \"maybe\" given";
    let maybe = dict(&[("enable", "maybe".into()), ("seeds", list(&["h"]))]);
    refused(in_cluster(maybe), sentence);
}

#[test]
fn the_master_and_the_sentinels_have_logins_of_their_own() {
    let config = good(of_array(&[
        ("username", "shop".into()),
        ("password", "secret".into()),
        ("database", 3.into()),
        ("name", "worker".into()),
        ("timeout", 0.2.into()),
        ("min_replicas", 1.into()),
        sentinel_and(&[("username", "watch".into()), ("password", "other".into())]),
    ]));
    let found = sentinel(&config);
    assert_eq!(login(&config), "shop secret 3");
    assert_eq!(login_of(&found.sentinels), "watch other 0");
    assert_eq!(found.master.min_replicas, 1);
    assert_eq!(found.master.name.as_deref(), Some("worker"));
    let own = &found.sentinels;
    assert_eq!((own.min_replicas, &own.name), (0, &None));
    assert_eq!(own.connect_timeout, Duration::from_millis(200));
    assert_eq!(own.command_timeout, Duration::from_secs(1));
    // The sentinels do not take the login of the master, and the master does not take theirs.
    let config = good(of_array(&[
        ("password", "secret".into()),
        sentinel_and(&[]),
    ]));
    assert_eq!(login_of(&sentinel(&config).sentinels), "- - 0");
    let config = good(of_array(&[sentinel_and(&[("auth", list(&["u", "p"]))])]));
    assert_eq!(login(&config), "- - 0");
    assert_eq!(login_of(&sentinel(&config).sentinels), "u p 0");
    // The URL of a node may have the login of the sentinels.
    let nodes = list(&["redis://u:p@a", "b", "redis://u:p@c"]);
    let value = dict(&[("service", "m".into()), ("nodes", nodes)]);
    let config = good(of_array(&[("sentinel", value)]));
    assert_eq!(login_of(&sentinel(&config).sentinels), "u p 0");
}

#[test]
fn a_service_is_one_word_and_required() {
    let value = |entries: &[(&str, RawValue)]| {
        let nodes = [("nodes", list(&["h"]))];
        of_array(&[("sentinel", dict(&[&nodes, entries].concat()))])
    };
    let missing = "\"sentinel\" has no \"service\", which is what the sentinels call the master, \
                   such as mymaster";
    refused(value(&[]), missing);
    refused(value(&[("service", "".into())]), missing);
    refused(
        of_url("redis+sentinel://h"),
        "has no service in its query, which is what the sentinels call the master, such as \
         ?service=mymaster",
    );
    refused(
        value(&[("service", "my master".into())]),
        "\"service\" in \"sentinel\" must be one word, such as mymaster, \"my master\" given",
    );
    good(value(&[
        ("service", "m".into()),
        ("master_name", "m".into()),
    ]));
    refused(
        value(&[("service", "m".into()), ("master_name", "n".into())]),
        "\"sentinel\" gives \"service\" and \"master_name\" different values",
    );
}

#[test]
fn nodes_fill_gaps_and_agree() {
    let one = |entries: &[(&str, RawValue)]| {
        let host = [("host", "h".into())];
        dict(&[&host, entries].concat())
    };
    let two = |first: &[(&str, RawValue)], second: &[(&str, RawValue)]| {
        dict(&[("0", one(first)), ("1", one(second))])
    };
    let config = good(of_array(&[
        ("username", "u".into()),
        (
            "cluster",
            two(&[("password", "p".into())], &[("timeout", 0.5.into())]),
        ),
    ]));
    assert_eq!(login(&config), "u p 0");
    assert_eq!(
        config.servers.access().connect_timeout,
        Duration::from_millis(500)
    );
    let same = [
        ("password", "p".into()),
        ("cluster", two(&[("auth", "p".into())], &[])),
    ];
    assert_eq!(login(&good(of_array(&same))), "- p 0");
    // The URL of a node wins over its array, so the two passwords may differ.
    let node = one(&[("url", "redis://:p@i".into()), ("password", "q".into())]);
    assert_eq!(login(&good(in_cluster(dict(&[("0", node)])))), "- p 0");

    let p = || ("password", RawValue::from("hunter1"));
    let q = || ("password", RawValue::from("hunter2"));
    let cases = [
        (
            in_cluster(two(&[p()], &[q()])),
            "gives \"password\" in node 1 of \"cluster\" and \"password\" in node 2 of \
             \"cluster\" different values",
        ),
        (
            of_array(&[p(), ("cluster", two(&[], &[("auth", "hunter2".into())]))]),
            "gives \"password\" and \"auth\" in node 2 of \"cluster\" different values",
        ),
        (
            of_array(&[
                ("url", RawValue::Null),
                ("cluster", list(&["redis://u:p@a", "redis://v:p@b"])),
            ]),
            "gives \"username\" in node 1 of \"cluster\" and \"username\" in node 2 of \
             \"cluster\" different values",
        ),
        (
            of_array(&[("scheme", "tls".into()), ("cluster", list(&["redis://a"]))]),
            "gives \"scheme\" and \"scheme\" in node 1 of \"cluster\" different values",
        ),
        (
            in_cluster(arrays(&[
                &[("host", "tls://i".into())],
                &[("host", "j".into()), ("scheme", "tcp".into())],
            ])),
            "gives \"host\" in node 1 of \"cluster\" and \"scheme\" in node 2 of \"cluster\" \
             different values",
        ),
    ];
    for (read, sentence) in cases {
        refused(read, sentence);
    }
    let value = dict(&[
        ("service", "m".into()),
        p(),
        ("nodes", dict(&[("0", one(&[q()]))])),
    ]);
    refused(
        of_array(&[("sentinel", value)]),
        "gives \"password\" in \"sentinel\" and \"password\" in node 1 of \"sentinel\" different \
         values",
    );
}

#[test]
fn a_cluster_has_database_0_alone() {
    for key in ["database", "db", "select"] {
        assert_eq!(
            seeds(of_array(&[(key, "0".into()), ("cluster", "h".into())])),
            "h:6379"
        );
        let sentence = format!("\"{key}\" must be 0 in a Cluster");
        refused(
            of_array(&[(key, 1.into()), ("cluster", "h".into())]),
            &sentence,
        );
        let node = arrays(&[&[("host", "h".into()), (key, 1.into())]]);
        let sentence = format!("\"{key}\" in node 1 of \"cluster\" must be 0 in a Cluster");
        refused(in_cluster(node), &sentence);
    }
    refused(
        of_url("redis+cluster://h/1"),
        "\"database\" must be 0 in a Cluster",
    );
    good(of_url("redis+cluster://h/0"));
    let sentence = "\"database\" in node 1 of \"sentinel\" must be 0 or left out: a sentinel has no \
                    databases, and that of the master stands at the top level";
    let value = dict(&[("service", "m".into()), ("nodes", list(&["redis://h/3"]))]);
    refused(of_array(&[("sentinel", value)]), sentence);
}

#[test]
fn a_host_and_a_port_beside_a_list_are_ignored() {
    let config = good(of_array(&[
        ("host", "127.0.0.1".into()),
        ("port", "6379".into()),
        ("url", "".into()),
        ("cluster", "a:7000".into()),
    ]));
    assert_eq!(shown(&cluster(&config).seeds), "a:7000");
    let socket = [
        ("host", "/run/redis.sock".into()),
        ("port", 0.into()),
        ("cluster", "a:7000".into()),
    ];
    assert_eq!(seeds(of_array(&socket)), "a:7000");
    // A scheme in front of the host counts, although the host itself is ignored.
    let tls = [("host", "tls://h".into()), ("cluster", "a:7000".into())];
    let config = good(of_array(&tls));
    assert!(cluster(&config).access.tls.is_some());
    let both = [
        ("scheme", "tcp".into()),
        ("host", "tls://h".into()),
        ("cluster", "a:7000".into()),
    ];
    refused(
        of_array(&both),
        "gives \"scheme\" and \"host\" different values",
    );
}

#[test]
fn redis_is_in_one_place() {
    let list = || ("cluster", RawValue::from("a:7000"));
    let leave = "where Redis is; leave one of them out";
    let cases = [
        (
            of_array(&[("url", "redis://h".into()), list()]),
            "in \"cluster\" and in \"url\"",
        ),
        (
            of_array(&[("url", "redis+cluster://h".into()), list()]),
            "in \"url\" and in \"cluster\"",
        ),
        (
            of_array(&[("path", "/s".into()), list()]),
            "in \"cluster\" and in \"path\"",
        ),
        (
            of_array(&[list(), sentinel_and(&[])]),
            "in \"cluster\" and in \"sentinel\"",
        ),
        (
            of_url("redis+cluster://h?path=/s"),
            "in the URL and in \"path\"",
        ),
    ];
    for (read, places) in cases {
        refused(read, &format!("says {places} {leave}"));
    }
    refused(
        of_array(&[("scheme", "unix".into()), list()]),
        "\"scheme\" must not be unix: Sentinel and Cluster are reached over TCP",
    );
}

#[test]
fn keys_stand_where_they_have_an_effect() {
    let node = |key: &'static str, value: RawValue| {
        in_cluster(arrays(&[&[("host", "h".into()), (key, value)]]))
    };
    let in_node = "in node 1 of \"cluster\" has no effect there; it stands at the top level";
    for key in [
        "lease",
        "lock_prefix",
        "retry_for",
        "min_replicas",
        "command_timeout",
    ] {
        refused(node(key, 1.into()), &format!("\"{key}\" {in_node}"));
        good(node(key, RawValue::Null));
    }
    for key in ["cluster", "sentinel", "servers"] {
        refused(node(key, "h:1".into()), &format!("\"{key}\" {in_node}"));
        good(node(key, dict(&[("enable", false.into())])));
    }
    let unknown = "node 1 of \"cluster\" has the unknown key";
    for (key, hint) in [
        ("hots", " (did you mean \"host\"?)"),
        ("pass", " (did you mean \"password\"?)"),
        // Nothing is suggested for `leese`, because a setting of locks would be refused there.
        ("leese", ""),
        ("service", ""),
        ("zzz", ""),
    ] {
        refused(node(key, 1.into()), &format!("{unknown} \"{key}\"{hint}"));
    }
    let read = in_cluster(list(&["redis://h?lease=5"]));
    refused(read, &format!("\"lease\" {in_node}"));

    let cluster = |key: &'static str| in_cluster(dict(&[("0", "h".into()), (key, "x".into())]));
    let above = "in \"cluster\" has no effect there; it stands at the top level";
    for key in ["password", "username", "lease", "cafile", "database"] {
        refused(cluster(key), &format!("\"{key}\" {above}"));
    }
    for (key, hint) in [
        ("nodes", " (did you mean \"seeds\"?)"),
        ("hosts", " (did you mean \"seeds\"?)"),
        ("sedes", " (did you mean \"seeds\"?)"),
        ("default", "; it is a list of nodes"),
    ] {
        let sentence = format!("\"cluster\" has the unknown key \"{key}\"{hint}");
        refused(cluster(key), &sentence);
    }

    let sentinel = |key: &'static str| of_array(&[sentinel_and(&[(key, "x".into())])]);
    let above = "in \"sentinel\" has no effect there; it stands at the top level";
    for key in ["database", "lease", "cafile", "min_replicas", "servers"] {
        refused(sentinel(key), &format!("\"{key}\" {above}"));
    }
    for (key, hint) in [
        ("name", "service"),
        ("master", "service"),
        ("master_set", "service"),
        ("servce", "service"),
        ("hosts", "nodes"),
        ("pass", "password"),
        ("user", "username"),
    ] {
        let sentence =
            format!("\"sentinel\" has the unknown key \"{key}\" (did you mean \"{hint}\"?)");
        refused(sentinel(key), &sentence);
    }
    for key in [
        "persistent",
        "retry_interval",
        "timeout",
        "read_timeout",
        "connectTimeout",
        "readTimeout",
        "retryInterval",
        "options",
    ] {
        good(sentinel(key));
    }
    for key in ["timeout", "name", "context", "cafile", "lease"] {
        let node = arrays(&[&[("host", "h".into()), (key, "5".into())]]);
        let value = dict(&[("service", "m".into()), ("nodes", node)]);
        let sentence = format!(
            "\"{key}\" in node 1 of \"sentinel\" has no effect there; it stands at the top level"
        );
        refused(of_array(&[("sentinel", value)]), &sentence);
    }
    for key in ["service", "sentinel_username", "sentinel_password"] {
        let sentence = format!(
            "\"{key}\" stands in a redis+sentinel:// URL alone; an array has \"service\", \
             \"nodes\", \"username\" and \"password\" in \"sentinel\""
        );
        refused(of_array(&[(key, "x".into())]), &sentence);
    }
}

#[test]
fn tls_of_the_top_level_holds_for_all() {
    let file = dict(&[("cafile", "/ca.pem".into())]);
    let config = good(of_array(&[
        ("scheme", "tls".into()),
        ("context", file.clone()),
        ("cluster", "a:7000,b:7000".into()),
    ]));
    let tls = cluster(&config).access.tls.clone().expect("TLS");
    assert_eq!(tls.ca_file.as_deref(), Some("/ca.pem".as_ref()));
    // The TLS settings of a node count too, because they fill a gap.
    for node in [
        vec![("host", "tls://h".into()), ("context", file.clone())],
        vec![("url", "rediss://h?cafile=/ca.pem".into())],
        vec![
            ("scheme", "tls".into()),
            ("host", "h".into()),
            ("cafile", "/ca.pem".into()),
        ],
    ] {
        let config = good(in_cluster(arrays(&[&node])));
        assert_eq!(cluster(&config).access.tls, Some(tls.clone()));
    }
    let hyperf = dict(&[("seeds", list(&["a"])), ("context", file.clone())]);
    let config = good(of_array(&[("scheme", "tls".into()), ("cluster", hyperf)]));
    assert_eq!(cluster(&config).access.tls, Some(tls.clone()));

    // scheme, sentinel.scheme, node → TLS of the master, TLS of the sentinels
    let cases = [
        ("", "", "h", false, false),
        ("tls", "", "h", true, true),
        ("tls", "tcp", "h", true, false),
        ("tls", "tcp", "redis://h", true, false),
        ("tcp", "tls", "h", false, true),
        ("", "tls", "h", false, true),
        ("", "", "rediss://h", false, true),
        ("tls", "", "rediss://h", true, true),
    ];
    for (scheme, own, node, master, sentinels) in cases {
        let value = dict(&[
            ("service", "m".into()),
            ("scheme", own.into()),
            ("nodes", list(&[node])),
        ]);
        let config = good(of_array(&[
            ("scheme", scheme.into()),
            ("context", file.clone()),
            ("sentinel", value),
        ]));
        let found = sentinel(&config);
        let of = |is_on: bool| is_on.then(|| tls.clone());
        assert_eq!(found.master.tls, of(master), "{scheme} {own} {node}");
        assert_eq!(found.sentinels.tls, of(sentinels), "{scheme} {own} {node}");
    }
    let value = dict(&[("service", "m".into()), ("nodes", list(&["redis://h"]))]);
    refused(
        of_array(&[("scheme", "tls".into()), ("sentinel", value)]),
        "gives \"scheme\" and \"scheme\" in node 1 of \"sentinel\" different values; if both are \
         right, repeat that of the sentinels in \"sentinel\"",
    );
    let needs = "\"cafile\" needs TLS, which rediss:// or \"scheme\" => \"tls\" switches on";
    let plain = [("cafile", "/ca.pem".into()), ("cluster", "h".into())];
    refused(of_array(&plain), needs);
}

#[test]
fn each_node_is_a_name_that_a_certificate_can_have() {
    let sentence = "the host of node 2 must be a DNS name or an IP address for TLS, or \
                    \"peer_name\" must give the name in the server's certificate";
    let named = |scheme: &str, name: RawValue| {
        of_array(&[
            ("scheme", scheme.into()),
            ("peer_name", name),
            ("cluster", "a,bücher".into()),
        ])
    };
    refused(named("tls", RawValue::Null), sentence);
    good(named("tls", "redis.example".into()));
    good(named("tcp", RawValue::Null));
    refused(of_url("rediss+cluster://a,10.0.0.300"), sentence);
    refused(of_url("rediss+sentinel://a,10.0.0.300?service=m"), sentence);
}

#[test]
fn urls_of_several_servers() {
    let config = good(of_url(
        "redis+sentinel://user:p%40ss@h1:26380,h2,[::1]:1/3?service=mymaster&sentinel_username=w\
         &sentinel_password=other&lease=5",
    ));
    let found = sentinel(&config);
    assert_eq!(found.service, "mymaster");
    assert_eq!(shown(&found.nodes), "h1:26380 h2:26379 [::1]:1");
    assert_eq!(login(&config), "user p@ss 3");
    assert_eq!(login_of(&found.sentinels), "w other 0");
    assert_eq!(config.locks.lease, Duration::from_secs(5));
    assert!(found.master.tls.is_none() && found.sentinels.tls.is_none());

    let config = good(of_url("redis+cluster://user:pass@h1:7000,h2:7001"));
    assert_eq!(shown(&cluster(&config).seeds), "h1:7000 h2:7001");
    assert_eq!(login(&config), "user pass 0");
    let cases = [
        ("REDIS+CLUSTER://h1", "h1:6379", false),
        ("valkey+cluster://h1,h1:6379", "h1:6379", false),
        ("rediss+cluster://:a,b;c@h1", "h1:6379", true),
        ("tls+cluster://h1,,h2?name=a@b", "h1:6379 h2:6379", true),
        (
            " redis+cluster://[fe80::1%25eth0]:7000 ",
            "[fe80::1%eth0]:7000",
            false,
        ),
    ];
    for (url, nodes, is_tls) in cases {
        for read in [
            of_url(url),
            of_array(&[("url", url.into())]),
            of_ini_url(url),
        ] {
            let config = good(read);
            assert_eq!(shown(&cluster(&config).seeds), nodes, "{url}");
            assert_eq!(cluster(&config).access.tls.is_some(), is_tls, "{url}");
        }
    }
    let config = good(of_url("rediss+sentinel://h?service=m"));
    assert!(sentinel(&config).master.tls.is_some());
    assert!(sentinel(&config).sentinels.tls.is_some());
}

#[test]
fn a_url_of_several_servers_wins_over_its_array_and_takes_its_gaps() {
    let config = good(of_array(&[
        ("url", "redis+sentinel://h1,h2/2?service=m".into()),
        ("host", "127.0.0.1".into()),
        ("port", 6379.into()),
        ("password", "p".into()),
        ("database", 5.into()),
    ]));
    assert_eq!(shown(&sentinel(&config).nodes), "h1:26379 h2:26379");
    assert_eq!(login(&config), "- p 2");
    assert_eq!(login_of(&sentinel(&config).sentinels), "- - 0");

    let ini = Ini {
        url: b"redis+cluster://u:p@h1,h2".to_vec(),
        ..ini()
    };
    let read = |entries: &[(&str, RawValue)]| {
        good(Config::read(ConfigArgument::Map(array(entries)), &ini))
    };
    let config = read(&[("password", "own".into())]);
    assert_eq!(shown(&cluster(&config).seeds), "h1:6379 h2:6379");
    assert_eq!(login(&config), "u own 0");
    let config = read(&[("cluster", "a:1".into())]);
    assert_eq!(shown(&cluster(&config).seeds), "a:1");
    assert_eq!(login(&config), "- - 0");
    let config = read(&[("cluster", "off".into())]);
    assert_eq!(shown(&cluster(&config).seeds), "h1:6379 h2:6379");
    assert_eq!(
        server(&read(&[("host", "a".into())])).to_string(),
        "a:6379, database 0"
    );
}

#[test]
fn wrong_urls_of_several_servers_are_described_and_not_echoed() {
    let encoded = "in a password, \"#\" is written %23, \"/\" is written %2F and \"?\" is written \
                   %3F";
    let hosts = format!(
        "must have a list such as host:port,host:port or [::1]:port as its hosts; {encoded}"
    );
    for url in [
        "redis+cluster://",
        "redis+cluster:///0",
        "redis+cluster://,",
        "redis+cluster://a,b c",
        "redis+cluster://a:x,b",
        "redis+cluster://::1",
        "redis+sentinel://u:secret@a,b:c?service=m",
        "unix+cluster:///s",
    ] {
        refused(of_url(url), &hosts);
        let named = format!("\"url\" {hosts}");
        refused(of_array(&[("url", url.into())]), &named);
        let named = format!("the ini setting redis_mutex_lock.url {hosts}");
        refused(of_ini_url(url), &named);
    }
    for (url, char) in [
        ("redis+cluster://u:se/cret@a,b", '/'),
        ("redis+cluster://u:a,b:c?d@a,b", '?'),
        ("redis+sentinel://:se#cret@a?service=m", '#'),
    ] {
        let sentence = format!("has \"{char}\" in its password; {encoded}");
        refused(of_url(url), &sentence);
    }
    let twice = "has two \"@\" in front of its path; the user and the password stand once, before \
                 the first host; in a password, \"@\" is written %40";
    refused(of_url("redis+cluster://u:p@a,u:p@b"), twice);
    refused(of_url("redis+cluster://u:p@ss@a"), twice);
    let path = format!("must have a database number as its path, or none; {encoded}");
    refused(
        of_url("redis+sentinel://a,b/mymaster"),
        &format!("{path}; the service stands in the query: ?service=mymaster"),
    );
    refused(
        of_url("redis+cluster://a,b/x"),
        &format!("{path}; a Cluster has the database 0 alone"),
    );
    refused(
        of_url("redis+sentinel://a?servce=m"),
        "has the unknown key \"servce\" in its query (did you mean \"service\"?)",
    );
    refused(
        of_url("redis+sentinel://a?service=m&service=n"),
        "gives \"service\" two different values",
    );
    refused(
        of_url("unix+cluster://a"),
        "\"scheme\" must not be unix: Sentinel and Cluster are reached over TCP",
    );
    let lone = "has a user and no password; a password is written with a colon before it: \
                redis://:password@host";
    refused(of_url("redis+cluster://secret@a,b"), lone);
    refused(
        of_url("redis+sentinel://secret@a?service=m&sentinel_password=p"),
        lone,
    );
    refused(
        in_cluster("redis://secret@a"),
        &format!("node 1 of \"cluster\" {lone}"),
    );
    // The password of the master is given elsewhere, and the sentinels have none.
    let array = [
        ("url", "redis+sentinel://u@a?service=m".into()),
        ("password", "p".into()),
    ];
    assert_eq!(login(&good(of_array(&array))), "u p 0");
    refused(
        of_url("redis+sentinel://a?service=m&sentinel_password=%ff"),
        "\"sentinel_password\" must be valid UTF-8",
    );
}

#[test]
fn nothing_prints_a_password_of_a_sentinel() {
    let config = good(of_url(
        "redis+sentinel://u:hunter2@h?service=m&sentinel_password=hunter3",
    ));
    let text = format!("{config:?}");
    assert!(text.contains("•••") && !text.contains("hunter"), "{text}");
}
