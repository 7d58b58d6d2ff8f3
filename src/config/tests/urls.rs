//! URLs, with what they say, what is wrong with them, and how they are shown.

use super::super::redacted;
use super::{good, login, of_array, of_ini_url, of_url, refused, server};

const ENCODED: &str =
    "in a password, \"#\" is written %23, \"/\" is written %2F and \"?\" is written %3F";

#[test]
fn an_empty_environment_variable_is_no_server() {
    refused(
        of_url(""),
        "must not be an empty string; give a URL such as \
         redis://user:password@host:port/database or unix:///path/to/socket?db=0, \
         or null for the ini settings",
    );
}

#[test]
fn urls_say_what_every_client_reads_in_them() {
    let cases = [
        ("redis://h", "h:6379", "- - 0"),
        ("redis://user:pass@host:6380/2", "host:6380", "user pass 2"),
        ("redis://:p@h", "h:6379", "- p 0"),
        ("redis://u:@h", "h:6379", "- - 0"),
        ("redis://:0@h", "h:6379", "- 0 0"),
        ("redis://:p%40ss%2F@h", "h:6379", "- p@ss/ 0"),
        ("redis://:p@ss@h", "h:6379", "- p@ss 0"),
        ("redis://:a+b@h?lock_prefix=x+y", "h:6379", "- a+b 0"),
        ("redis://h?password=a+b%2B", "h:6379", "- a+b+ 0"),
        ("redis://h?password=0", "h:6379", "- 0 0"),
        ("redis://h?username=u&auth=p&", "h:6379", "u p 0"),
        ("redis://h/", "h:6379", "- - 0"),
        ("redis:///3", "127.0.0.1:6379", "- - 3"),
        ("redis://h?database=1", "h:6379", "- - 1"),
        ("redis://h/1?db=1", "h:6379", "- - 1"),
        ("redis://[::1]:6379/1", "[::1]:6379", "- - 1"),
        ("REDIS://my_redis", "my_redis:6379", "- - 0"),
        (
            "tcp://127.0.0.1:6379?database=0&prefix=a:",
            "127.0.0.1:6379",
            "- - 0",
        ),
        ("valkey://h", "h:6379", "- - 0"),
        ("unix:///r.sock", "/r.sock", "- - 0"),
        ("unix:///a%20b?db=1&username=u&password=p", "/a b", "u p 1"),
        ("  redis://h/1\n", "h:6379", "- - 1"),
    ];
    for (url, address, expected) in cases {
        let config = good(of_url(url));
        assert_eq!(server(&config).address.to_string(), address, "{url}");
        assert_eq!(login(&config), expected, "{url}");
    }
}

#[test]
fn settings_may_stand_in_the_query() {
    let url = "redis://h?lock_prefix=&lease=5&max_hold=60&lock_delay=3&fencing=on&auto_release=0&name=n\
               &command_timeout=0.5&busy_poll=x&min_replicas=2&retry_for=0&timeout=0.1&serializer=php&expire=3";
    let config = good(of_url(url));
    assert_eq!(config.locks.lock_prefix, b"");
    assert_eq!(config.locks.lease.as_secs(), 5);
    assert_eq!(config.locks.max_hold.map(|cap| cap.as_secs()), Some(60));
    assert_eq!(config.locks.lock_delay.as_secs(), 3);
    assert!(config.locks.fencing && !config.locks.auto_release);
    assert_eq!(server(&config).access.name.as_deref(), Some("n"));
    assert_eq!(server(&config).access.command_timeout.as_millis(), 500);
    assert_eq!(config.locks.retry_for.as_millis(), 0);
    assert_eq!(server(&config).access.connect_timeout.as_millis(), 100);
    assert_eq!(server(&config).access.min_replicas, 2);
    let config = good(of_url("redis://h?lock_prefix=%00%ff"));
    assert_eq!(config.locks.lock_prefix, b"\0\xff");
}

#[track_caller]
fn all_refused(urls: &[&str], sentence: &str) {
    for url in urls {
        refused(of_url(url), sentence);
    }
}

#[test]
fn a_wrong_url_is_described_and_not_echoed() {
    let sentence = "must be a URL: redis://user:password@host:port/database or \
                    unix:///path/to/socket?db=0";
    all_refused(
        &["localhost", "localhost:6379", "/run/redis.sock", "redis:h"],
        sentence,
    );
    let sentence = format!("must have a port between 1 and 65535; {ENCODED}");
    all_refused(&["redis://h:70000", "redis://user:pass"], &sentence);
    let sentence = "must have a host name or an IP address as its host";
    all_refused(&["redis://h h", "redis://[::1"], sentence);
    let sentence = format!(
        "must have a database number as its path, or none; {ENCODED}; a Unix socket is unix:///path"
    );
    let urls = [
        "redis://h/zero",
        "redis://u:12/34@h",
        "redis://h//1",
        "redis:///run/redis.sock",
    ];
    all_refused(&urls, &sentence);
    let sentence = "must be unix:///path/to/socket, with three slashes";
    all_refused(&["unix://run/redis.sock", "unix:///"], sentence);
    let sentence = "must name a host; the username and password of a Unix socket are in the \
                    query: unix:///path?username=…&password=…";
    all_refused(&["unix://u:p@/s", "redis://:6379"], sentence);
    let sentence = format!("must not contain \"#\"; {ENCODED}");
    all_refused(&["redis://u:12#34@h", "redis://h#1"], &sentence);
    all_refused(
        &["redis://h\0", "redis://:a\tb@h"],
        "must not contain control characters",
    );
}

#[test]
fn a_delimiter_inside_a_password_is_named_with_its_code() {
    let cases = [
        ("redis://:se#cret@h", '#'),
        ("redis://user:se/cret@h:6379/0", '/'),
        ("redis://user:se?cret@h", '?'),
        ("redis://:12/34@h", '/'),
        ("redis://user:a,b/c#d@h", '/'),
        ("valkey://:?@h?lock_prefix=x", '?'),
    ];
    for (url, char) in cases {
        let sentence = format!("has \"{char}\" in its password; {ENCODED}");
        refused(of_url(url), &sentence);
        refused(
            of_array(&[("url", url.into())]),
            &format!("\"url\" {sentence}"),
        );
        let sentence = format!("the ini setting redis_mutex_lock.url {sentence}");
        refused(of_ini_url(url), &sentence);
    }
    // These URLs look like the refused ones, while they are right.
    for url in [
        "redis://h:6379/0?password=a@b",
        "redis://[::1]/0?name=a@b",
        "redis://u:p@h/1?lock_prefix=@",
        "unix:///run/a@b:c/redis.sock?password=a:b@c/d",
    ] {
        good(of_url(url));
    }
    let config = good(of_url("redis://:a%23b%2Fc%3Fd@h"));
    assert_eq!(login(&config), "- a#b/c?d 0");
}

#[test]
fn a_user_without_a_password_may_be_a_password() {
    let sentence = "has a user and no password; a password is written with a colon before it: \
                    redis://:password@host";
    for url in [
        "redis://secret@h",
        "redis://secret@h/1?lease=5",
        "redis://se%3Acret@h",
    ] {
        refused(of_url(url), sentence);
        let array = [("url", url.into()), ("password", "".into())];
        refused(of_array(&array), &format!("\"url\" {sentence}"));
        let ini = format!("the ini setting redis_mutex_lock.url {sentence}");
        refused(of_ini_url(url), &ini);
    }
    // The lone user is allowed, because an array may hold the password, and a template may leave it
    // empty.
    let array = [("url", "redis://u@h".into()), ("password", "p".into())];
    assert_eq!(login(&good(of_array(&array))), "u p 0");
    assert_eq!(login(&good(of_url("redis://u@h?password=p"))), "u p 0");
    assert_eq!(login(&good(of_url("redis://u:@h"))), "- - 0");
}

#[test]
fn a_list_of_hosts_is_refused_with_its_purpose() {
    for url in [
        "redis://a:1,b:2",
        "redis://a,b/0",
        "redis://user:p,w@a:1,b:2/0?lease=5",
        "tcp://a;b",
    ] {
        let sentence = "must name one host; for several servers use \"cluster\", \
                        \"sentinel\" or \"servers\", or a URL with redis+cluster://, \
                        redis+sentinel:// or redis+quorum://";
        refused(of_url(url), sentence);
    }
    assert_eq!(login(&good(of_url("redis://u:a,b;c@h"))), "u a,b;c 0");
}

#[test]
fn parts_of_a_url_are_checked_like_an_arrays() {
    let cases = [
        ("redis://:%00@h", "\"password\" must not contain NUL bytes"),
        ("redis://:%ff@h", "\"password\" must be valid UTF-8"),
        (
            "redis://h?url=redis://x",
            "must not contain another \"url\"",
        ),
        (
            "redis://h/1?db=2",
            "gives \"database\" and \"db\" different values",
        ),
        (
            "redis://h?lease=1&lease=2",
            "gives \"lease\" two different values",
        ),
        ("redis://h?host=i", "gives \"host\" two different values"),
        (
            "redis://h?sentinel=x",
            "has \"sentinel\" in its query; write redis+sentinel://host:port,host:port",
        ),
        (
            "redis://h?service=x",
            "has \"service\" in its query, which is for redis+sentinel:// alone",
        ),
        (
            "redis+cluster://h?sentinel_password=x",
            "has \"sentinel_password\" in its query, which is for redis+sentinel:// alone",
        ),
        (
            "redis://h?servers=a,b,c",
            "has \"servers\" in its query; write redis+quorum://host:port,host:port",
        ),
    ];
    for (url, sentence) in cases {
        refused(of_url(url), sentence);
    }
}

#[test]
fn a_scheme_that_nobody_knows_is_refused() {
    for (url, scheme) in [
        ("http://h", "http"),
        ("http+cluster://h", "http"),
        ("redis+servers://h", "redis"),
    ] {
        let sentence = of_url(url).expect_err(url);
        let rule = "\"scheme\" must be tcp, redis, valkey, tls, ssl, rediss, valkeys or unix, \"";
        assert!(
            sentence.starts_with(&format!("{rule}{scheme}")),
            "{sentence}"
        );
    }
}

#[test]
fn a_key_without_a_value_is_refused() {
    // php.ini cuts a URL without quotes off at its first `=`, and goes on.
    for url in ["redis://h?min_replicas", "redis://h?lease=9&fencing"] {
        let sentence = of_url(url).unwrap_err();
        let end = " in its query; in php.ini, a URL with a query needs quotes";
        assert!(
            sentence.contains("has no value for ") && sentence.ends_with(end),
            "{sentence}"
        );
    }
}

#[test]
fn unknown_keys_in_a_query_are_named_unless_they_may_be_half_a_password() {
    let hidden = "has an unknown key in its query; in a password, \"?\" is written %3F and \"&\" \
                  is written %26";
    let cases = [
        (
            "redis://h?lese=1",
            "has the unknown key \"lese\" in its query (did you mean \"lease\"?)",
        ),
        (
            "redis://h?zzz=1",
            "has the unknown key \"zzz\" in its query",
        ),
        ("redis://u:12?34@h", hidden),
        ("redis://h?password=ab&zzz", hidden),
        ("redis://h?password-ab", hidden),
        (
            "redis://h?password=ab&lese=1",
            "has an unknown key in its query (did you mean \"lease\"?); in a password, \"?\" is \
             written %3F and \"&\" is written %26",
        ),
        // These keys are hidden, although they look like another word for a key.
        ("redis://h?password=ab&passw0rd", hidden),
        ("unix:///s?auth=a&pass", hidden),
        ("redis://u:12?prefx@h", hidden),
        ("redis://u:12?zzz=@h", hidden),
        ("redis://u:12/?zzz=34@h", hidden),
        ("redis://h?prefx", hidden),
    ];
    for (url, sentence) in cases {
        refused(of_url(url), sentence);
    }
}

#[test]
fn phpinfo_shows_a_url_without_its_password() {
    let cases = [
        ("redis://127.0.0.1:6379/0", "redis://127.0.0.1:6379/0"),
        ("redis://user:secret@h:6379/0", "redis://user:***@h:6379/0"),
        ("redis://:secret@h?lease=5", "redis://:***@h?lease=5"),
        ("redis://secret@h", "redis://***@h"),
        ("rediss://u:secret@h", "rediss://u:***@h"),
        (
            "tls://h?cafile=/ca.pem&local_pk=/c.key&passphrase=secret&verify_peer=0",
            "tls://h?cafile=/ca.pem&local_pk=/c.key&passphrase=***&verify_peer=0",
        ),
        (
            "redis://h?password=secret&db=1",
            "redis://h?password=***&db=1",
        ),
        (
            "redis://h?pass%77ord=secret&auth=secret",
            "redis://h?pass%77ord=***&auth=***",
        ),
        (
            "unix:///s?db=1&username=u&password=secret",
            "unix:///s?db=1&username=u&password=***",
        ),
        (
            "redis://h?lease=5;password=secret&db=0?auth=secret",
            "redis://h?lease=***&db=***",
        ),
        ("redis://h?lease=u:secret@h", "redis://h?lease=***"),
        (
            "rediss+sentinel://u:secret@h1:1,[::1]:2/0?service=m&sentinel_password=secret",
            "rediss+sentinel://u:***@h1:1,[::1]:2/0?service=m&sentinel_password=***",
        ),
        (
            "redis+cluster://:secret@a,b:1",
            "redis+cluster://:***@a,b:1",
        ),
        ("redis+cluster://secret@a,b:1", "redis+cluster://***@a,b:1"),
        ("", ""),
    ];
    for (url, shown) in cases {
        assert_eq!(redacted(url), shown);
    }
    let nothing = [
        "secret",
        "redis:secret@h",
        "redis://u:1/secret@h",
        "redis://u:1#secret@h",
        "redis://u:1?secret@h",
        "redis://h?pasword=secret",
        "redis+sentinel://u:1/secret@h1,h2",
        "redis+sentinel://u:1@secret@h1,h2",
        "redis+cluster://u:1#secret@h1,h2",
        "redis+cluster://u:1?secret@h1,h2",
        "redis+cluster://h1,u:secret",
        "redis+sentinel://h?sentinel_pasword=secret",
        "redis://h?password=a&secret",
    ];
    for url in nothing {
        assert_eq!(redacted(url), "(not a valid URL)");
    }
}
