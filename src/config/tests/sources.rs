//! Which source wins if several give a setting, and which source a sentence names.

use std::time::Duration;

use super::super::{Config, ConfigArgument, Ini};
use super::{RawValue, array, good, ini, login, of_array, of_ini_url, of_url, refused, server};

fn with_ini_url(entries: &[(&str, RawValue)], url: &str) -> Config {
    let url = url.into();
    good(Config::read(
        ConfigArgument::Map(array(entries)),
        &Ini { url, ..ini() },
    ))
}

#[test]
fn without_anything_the_defaults_hold() {
    let nothing = Ini {
        url: Vec::new(),
        lock_prefix: b"lock:".to_vec(),
        lease: Vec::new(),
        command_timeout: Vec::new(),
        retry_for: Vec::new(),
        await_release: b"1".to_vec(),
    };
    let config = good(Config::read(ConfigArgument::Ini, &nothing));
    assert_eq!(config, good(Config::read(ConfigArgument::Ini, &ini())));
    assert_eq!(config, good(of_array(&[])));
    assert_eq!(server(&config).to_string(), "127.0.0.1:6379, database 0");
    assert_eq!(config.locks.lock_prefix, b"lock:");
    assert_eq!(config.locks.lease, Duration::from_secs(30));
    assert_eq!(config.locks.max_hold, None);
    assert_eq!(config.locks.retry_for, Duration::from_secs(2));
    assert_eq!(
        server(&config).access.command_timeout,
        Duration::from_secs(1)
    );
    assert!(!config.locks.fencing && config.locks.auto_release && config.locks.await_release);
}

#[test]
fn ini_settings_are_defaults_for_every_source() {
    let ini = Ini {
        lock_prefix: b"app:".to_vec(),
        lease: b"12".to_vec(),
        command_timeout: b"0.25".to_vec(),
        retry_for: b"7.5".to_vec(),
        // PHP makes this of `Off`.
        await_release: Vec::new(),
        ..ini()
    };
    let sources = [
        ConfigArgument::Ini,
        ConfigArgument::Url(b"redis://h".to_vec()),
        ConfigArgument::Map(array(&[("host", "h".into())])),
    ];
    for source in sources {
        let config = good(Config::read(source, &ini));
        assert_eq!(config.locks.lock_prefix, b"app:");
        assert_eq!(config.locks.lease, Duration::from_secs(12));
        assert_eq!(
            server(&config).access.command_timeout,
            Duration::from_millis(250)
        );
        assert_eq!(config.locks.retry_for, Duration::from_millis(7500));
        assert!(!config.locks.await_release);
        assert_eq!(
            server(&config).access.connect_timeout,
            Duration::from_millis(250)
        );
    }
    let own = array(&[
        ("lock_prefix", "".into()),
        ("lease", 3.into()),
        ("read_timeout", 2.into()),
    ]);
    let config = good(Config::read(ConfigArgument::Map(own), &ini));
    assert_eq!(config.locks.lock_prefix, b"");
    assert_eq!(config.locks.lease, Duration::from_secs(3));
    assert_eq!(
        server(&config).access.command_timeout,
        Duration::from_secs(2)
    );
}

#[test]
fn an_empty_ini_prefix_is_an_empty_prefix() {
    let ini = Ini {
        lock_prefix: Vec::new(),
        ..ini()
    };
    assert_eq!(
        good(Config::read(ConfigArgument::Ini, &ini))
            .locks
            .lock_prefix,
        b""
    );
}

#[test]
fn the_ini_url_is_the_server_where_an_array_names_none() {
    let url = "redis://u:p@ini:7000/4?lease=9&read_timeout=2";
    let config = with_ini_url(&[("password", "own".into()), ("host", "".into())], url);
    assert_eq!(server(&config).to_string(), "ini:7000, database 4");
    assert_eq!(login(&config), "u own 4");
    assert_eq!(config.locks.lease, Duration::from_secs(9));
    assert_eq!(
        server(&config).access.command_timeout,
        Duration::from_secs(2)
    );
    let config = with_ini_url(&[("database", 0.into()), ("lease", 5.into())], url);
    assert_eq!(login(&config), "u p 0");
    assert_eq!(config.locks.lease, Duration::from_secs(5));
}

#[test]
fn an_array_that_names_a_server_takes_nothing_from_the_ini_url() {
    let named: [(&str, RawValue, &str); 5] = [
        ("url", "redis://h".into(), "h:6379"),
        ("host", "h".into(), "h:6379"),
        ("path", "/s".into(), "/s"),
        ("port", 1.into(), "127.0.0.1:1"),
        ("scheme", "tcp".into(), "127.0.0.1:6379"),
    ];
    for (key, value, address) in named {
        let config = with_ini_url(&[(key, value)], "redis://u:p@ini:7000/4?lease=9");
        assert_eq!(server(&config).address.to_string(), address);
        assert_eq!(login(&config), "- - 0");
        assert_eq!(config.locks.lease, Duration::from_secs(30));
    }
}

#[test]
fn an_arrays_url_wins_part_by_part_and_the_array_fills_the_gaps() {
    let gaps: &[(&str, RawValue)] = &[
        ("host", "array".into()),
        ("port", "7000".into()),
        ("username", "user".into()),
        ("password", "pass".into()),
        ("select", 7.into()),
        ("lease", 7.into()),
    ];
    let cases = [
        ("redis://h", "h:7000", "user pass 7", 7),
        ("redis://h:1/2", "h:1", "user pass 2", 7),
        ("redis://u:p@h/0?lease=1", "h:7000", "u p 0", 1),
        ("redis://:p@h", "h:7000", "user p 7", 7),
        ("redis://:0@h", "h:7000", "user 0 7", 7),
        ("redis://", "array:7000", "user pass 7", 7),
        ("unix:///s?db=1&password=p", "/s", "user p 1", 7),
        ("", "array:7000", "user pass 7", 7),
    ];
    for (url, address, expected, lease) in cases {
        let entries = [gaps, &[("url", url.into())]].concat();
        let config = good(of_array(&entries));
        assert_eq!(server(&config).address.to_string(), address, "{url}");
        assert_eq!(login(&config), expected, "{url}");
        assert_eq!(config.locks.lease, Duration::from_secs(lease), "{url}");
    }
}

#[test]
fn a_sentence_names_the_source_that_has_to_be_changed() {
    let wrong = "must be between 0.01 and 31536000 seconds, \"0\" given";
    refused(
        of_array(&[("lease", "0".into())]),
        &format!("\"lease\" {wrong}"),
    );
    refused(of_url("redis://h?lease=0"), &format!("\"lease\" {wrong}"));
    let url = [("url", "redis://h?lease=0".into())];
    refused(of_array(&url), &format!("\"lease\" in \"url\" {wrong}"));
    let sentence = format!("\"lease\" in the ini setting redis_mutex_lock.url {wrong}");
    refused(of_ini_url("redis://h?lease=0"), &sentence);
    let bad = Ini {
        lease: b"0".to_vec(),
        ..ini()
    };
    let sentence = format!("the ini setting redis_mutex_lock.lease {wrong}");
    refused(Config::read(ConfigArgument::Ini, &bad), &sentence);
    let bad = Ini {
        command_timeout: b"x".to_vec(),
        ..ini()
    };
    let sentence = "the ini setting redis_mutex_lock.command_timeout must be a number between \
                    0.001 and 3600 seconds, \"x\" given";
    refused(Config::read(ConfigArgument::Ini, &bad), sentence);
    let bad = Ini {
        lock_prefix: vec![b'x'; 2000],
        ..ini()
    };
    let sentence = "the ini setting redis_mutex_lock.lock_prefix must be at most 1024 bytes, 2000 \
                    given";
    refused(Config::read(ConfigArgument::Ini, &bad), sentence);
    let whole = "must have a port between 1 and 65535, 0 given";
    refused(of_url("redis://h:0"), whole);
    refused(
        of_array(&[("url", "redis://h:0".into())]),
        &format!("\"url\" {whole}"),
    );
    let sentence = format!("the ini setting redis_mutex_lock.url {whole}");
    refused(of_ini_url("redis://h:0"), &sentence);
}

#[test]
fn a_wrong_value_is_an_error_even_where_a_stronger_source_wins() {
    let wrong = "must be between 0.01 and 31536000 seconds, \"0\" given";
    let weak_ini = |source| {
        let lease = b"0".to_vec();
        Config::read(source, &Ini { lease, ..ini() })
    };
    let sentence = format!("the ini setting redis_mutex_lock.lease {wrong}");
    let array = array(&[("host", "h".into()), ("lease", 5.into())]);
    refused(weak_ini(ConfigArgument::Map(array)), &sentence);
    let url = ConfigArgument::Url(b"redis://h?lease=5".to_vec());
    refused(weak_ini(url), &sentence);
    let below_its_url: [(&str, RawValue); 2] =
        [("url", "redis://h?lease=5".into()), ("lease", "0".into())];
    refused(of_array(&below_its_url), &format!("\"lease\" {wrong}"));
}

#[test]
fn an_ini_url_is_checked_where_it_counts_and_nowhere_else() {
    let url = b"redis://h?lease=0".to_vec();
    let ini = Ini { url, ..ini() };
    let read =
        |entries: &[(&str, RawValue)]| Config::read(ConfigArgument::Map(array(entries)), &ini);
    good(read(&[("host", "h".into())]));
    let sentence = "\"lease\" in the ini setting redis_mutex_lock.url must be between 0.01 and \
                    31536000 seconds, \"0\" given";
    refused(read(&[("lease", 5.into())]), sentence);
}

#[test]
fn a_read_timeout_is_the_commands_deadline_among_sources_of_one_rank() {
    let check = |entries: &[(&str, RawValue)], ini_url, expected| {
        let server = server(&with_ini_url(entries, ini_url)).clone();
        assert_eq!(
            server.access.command_timeout.as_secs(),
            expected,
            "{entries:?}"
        );
    };
    let read_in_url = || ("url", "redis://h?read_timeout=2".into());
    check(&[read_in_url()], "redis://ini", 2);
    let both = [read_in_url(), ("command_timeout", 3.into())];
    check(&both, "redis://ini", 3);
    let command_in_url = ("url", "redis://h?command_timeout=3".into());
    let both = [command_in_url, ("read_timeout", 2.into())];
    check(&both, "redis://ini", 3);
    let read = [("read_timeout", 2.into())];
    check(&read, "redis://ini?command_timeout=3", 2);
    let neither = [("timeout", 5.into())];
    check(&neither, "redis://ini?read_timeout=4&command_timeout=3", 3);
}

#[test]
fn synonyms_of_two_sources_need_not_agree() {
    let config = good(of_array(&[
        ("url", "redis://:p@h/1".into()),
        ("select", 2.into()),
        ("auth", "q".into()),
    ]));
    assert_eq!(login(&config), "- p 1");
}

#[test]
fn nothing_prints_a_password() {
    let config = good(of_url("redis://user:hunter2@h/1"));
    assert!(format!("{config:?}").contains("•••"));
    assert!(!format!("{config:?}").contains("hunter2"));
    assert_eq!(server(&config).to_string(), "h:6379, database 1");
}
