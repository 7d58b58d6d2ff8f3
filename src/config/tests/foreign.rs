//! URLs of other clients, of which each is refused with the form of ours that means the same.

use super::{good, list, login, of_array, of_ini_url, of_url, refused, server};

const SENTINEL: &str = "+sentinel://user:password@host:port,host:port/database?service=mymaster";
const CLUSTER: &str = "+cluster://user:password@host:port,host:port";
const ONE: &str = "://user:password@host:port/database";
const SOCKET: &str = "unix:///path/to/socket?db=0&username=user&password=password";

/// Asserts the sentence for each place where a URL may stand.
#[track_caller]
fn refused_everywhere(url: &str, predicate: &str) {
    assert!(!predicate.contains("hunter"), "{predicate}");
    refused(of_url(url), predicate);
    let named = format!("\"url\" {predicate}");
    refused(of_array(&[("url", url.into())]), &named);
    let named = format!("the ini setting redis_mutex_lock.url {predicate}");
    refused(of_ini_url(url), &named);
}

#[test]
fn a_scheme_of_another_client_is_refused_with_ours() {
    let lettuce = "://u:hunter2@h1:26379,h2/0?sentinelMasterId=m";
    let cases = [
        ("redis-sentinel", lettuce, format!("redis{SENTINEL}")),
        ("rediss-sentinel", "://h1", format!("rediss{SENTINEL}")),
        (
            "redis-cluster",
            "://:hunter2@a,b",
            format!("redis{CLUSTER}"),
        ),
        ("rediss-cluster", "://a", format!("rediss{CLUSTER}")),
        ("redis+unix", "://u:hunter2@/s", SOCKET.to_owned()),
        ("redis-socket", ":///s?password=hunter2", SOCKET.to_owned()),
        ("redis+socket", ":///s", SOCKET.to_owned()),
        ("redis+tls", "://u:hunter2@h", format!("rediss{ONE}")),
        ("redis+ssl", "://h:1/0", format!("rediss{ONE}")),
    ];
    for (scheme, rest, form) in cases {
        let sentence = format!("must be written as {form}, because nothing here reads {scheme}://");
        refused_everywhere(&format!("{scheme}{rest}"), &sentence);
        refused_everywhere(&format!("{}{rest}", scheme.to_uppercase()), &sentence);
    }
    let node = of_array(&[("cluster", list(&["redis+unix:///s"]))]);
    refused(
        node,
        &format!(
            "node 1 of \"cluster\" must be written as {SOCKET}, because nothing here reads \
             redis+unix://"
        ),
    );
}

#[test]
fn a_url_that_symfony_alone_understands_is_refused_with_ours() {
    let cases = [
        (
            "redis:?host[h1:26379]&host[h2]&redis_sentinel=mymaster",
            format!("redis{SENTINEL}"),
        ),
        (
            "rediss:hunter2@?host[h1]&sentinel_master=mymaster",
            format!("rediss{SENTINEL}"),
        ),
        (
            "redis:?host[h1]&host[h2]&redis_cluster=1&auth=hunter2",
            format!("redis{CLUSTER}"),
        ),
        ("valkeys:?host[h1]&host[h2]", format!("rediss{CLUSTER}")),
        ("redis:?host%5Bh1%5D", format!("redis{ONE}")),
        ("redis:u:hunter2@?host[/s:]", SOCKET.to_owned()),
    ];
    for (url, form) in cases {
        let sentence = format!("must be written as {form}, and not as Symfony does it");
        refused_everywhere(url, &sentence);
    }
    // These are the URLs of no client, so none gets a form of ours.
    let none =
        "must be a URL: redis://user:password@host:port/database or unix:///path/to/socket?db=0";
    for url in [
        "redis:h",
        "redis:?db=1",
        "http:?host[h]",
        "redis:",
        ":",
        "h",
    ] {
        refused(of_url(url), none);
    }
}

#[test]
fn a_key_of_another_client_in_a_query_is_refused_with_ours() {
    let plain = format!("write redis{SENTINEL}");
    let tls = format!("write rediss{SENTINEL}");
    let cluster = format!("write redis{CLUSTER}");
    let off = "write verify_peer=0, and the certificate is not checked";
    let no_name = "write verify_peer_name=0, and the name in the certificate is not checked";
    let on = "leave it out, because the certificate is checked by itself";
    let cases = [
        ("rediss://h", "ssl_cert_reqs", "none", off),
        ("rediss://h", "ssl_cert_reqs", "CERT_NONE", off),
        ("rediss://h", "ssl_cert_reqs", "required", on),
        ("rediss://h", "ssl_cert_reqs", "hunter2", on),
        ("rediss://h", "ssl_check_hostname", "false", no_name),
        ("rediss://h", "ssl_check_hostname", "true", on),
        (
            "rediss://h",
            "ssl_ca_certs",
            "/c",
            "write cafile=/path/to/ca.pem",
        ),
        (
            "rediss://h",
            "ssl_ca_path",
            "/c",
            "write capath=/path/to/folder",
        ),
        (
            "rediss://h",
            "ssl_certfile",
            "/c",
            "write local_cert=/path/to/client.crt",
        ),
        (
            "rediss://h",
            "ssl_keyfile",
            "/c",
            "write local_pk=/path/to/client.key",
        ),
        ("redis://h", "redis_sentinel", "m", &plain),
        ("rediss://u:hunter2@h", "sentinel_master", "m", &tls),
        ("redis+sentinel://h", "sentinelMasterId", "m", &plain),
        ("rediss+sentinel://h", "sentinelMasterId", "m", &tls),
        ("redis://h", "redis_cluster", "1", &cluster),
    ];
    for (url, key, value, advice) in cases {
        let sentence = format!("has \"{key}\" in its query; {advice}");
        refused_everywhere(&format!("{url}?{key}={value}"), &sentence);
    }
    refused_everywhere(
        "redis://h1?host[h2]",
        &format!("has hosts in its query; write redis{CLUSTER} or redis{SENTINEL}"),
    );
    for key in ["sentinel_host", "sentinels", "sentinel_service"] {
        let sentence = format!("has \"{key}\" in its query; {plain}");
        refused_everywhere(&format!("redis://h?{key}=x"), &sentence);
        refused_everywhere(&format!("redis+sentinel://h?service=m&{key}=x"), &sentence);
    }
}

#[test]
fn the_zone_of_an_ipv6_address_stands_in_a_url() {
    let cases = [
        ("redis://[fe80::1%25lo]", "[fe80::1%lo]:6379", "- - 0"),
        (
            "redis://[fe80::1%25eth0.2]:7000/3",
            "[fe80::1%eth0.2]:7000",
            "- - 3",
        ),
        (
            "rediss://u:p%40s@s@[fe80::1%25lo]:1?db=5",
            "[fe80::1%lo]:1",
            "u p@s@s 5",
        ),
        // The `%` of a zone need not be written as `%25`, because people paste what `ip address` prints.
        ("redis://[fe80::1%lo]:7000", "[fe80::1%lo]:7000", "- - 0"),
    ];
    for (url, address, expected) in cases {
        for read in [
            of_url(url),
            of_array(&[("url", url.into())]),
            of_ini_url(url),
        ] {
            let config = good(read);
            assert_eq!(server(&config).address.to_string(), address, "{url}");
            assert_eq!(login(&config), expected, "{url}");
        }
    }
    let address = "must have a host name or an IP address as its host";
    for url in [
        "redis://[fe80::1%25lo",
        "redis://[host%25lo]",
        "redis://[fe80::1%25]:1",
        "redis://[fe80::1%25lo]x",
    ] {
        refused_everywhere(url, address);
    }
    refused(
        of_url("redis://[fe80::1%25lo]:70000"),
        "\"port\" must be between 1 and 65535, \"70000\" given",
    );
    let shown = super::super::redacted("redis://u:hunter2@[fe80::1%25lo]:7000/3?lease=5");
    assert_eq!(shown, "redis://u:***@[fe80::1%25lo]:7000/3?lease=5");
}
