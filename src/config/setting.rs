//! The settings: which keys exist, and what a key accepts that others do not.
//!
//! An error is a predicate, as in `value`. Reads no source and knows no default. Used by
//! `sources`, `context` and `url` (keys), and by `servers`, `nodes` and `config` (values).

use std::ops::RangeInclusive;
use std::time::Duration;

use super::address::{Host, SEVERAL, Scheme};
use super::value::{SHOWN, Value, quoted};

/// What a key is for. If two keys are equally near to a mistyped one, the first in this order is
/// suggested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    /// Ours alone: no framework has it.
    Ours,
    /// Where Redis is. With one of these, php.ini says nothing about the server.
    Server,
    /// How to connect and log in.
    Connection,
    /// How TLS is spoken. Stands in a `context` too, and needs a scheme with TLS elsewhere.
    Tls,
    /// Where Redis is, if it is more than one server.
    StoreFactory,
    /// Promised by the design, and an error until it is built.
    Unbuilt,
    /// Stands in the query of a URL of Sentinel: an array has these in `sentinel`.
    SentinelUrl,
    /// Stands in the flat arrays of packages for Sentinel alone, which `packages` turns into our form.
    Flat,
    /// Of PHP's TLS settings those that are refused with the way around them.
    Refused,
    /// Laravel's array of options, of which some keys are read.
    Options,
    /// Without meaning here, so its value is not read: a framework's, or one that had a meaning.
    Ignored,
}

/// The one list of all keys. The ignored keys are, in this order, those of Laravel 8 to 13, of
/// `ThinkPHP` 6 and 8 with think-queue, of Hyperf, of the packages that add Sentinel to Laravel, and
/// `busy_poll`, which this class read before.
#[rustfmt::skip] // It would put each word on a line of its own.
const KEYS: [(Purpose, &[&str]); 11] = [
    (Purpose::Ours, &[
        "lock_prefix", "lease", "max_hold", "fencing", "auto_release",
        "command_timeout", "retry_for", "min_replicas",
    ]),
    (Purpose::Server, &["url", "scheme", "host", "port", "path"]),
    (Purpose::Connection, &[
        "username", "password", "auth", "database", "db", "select", "timeout", "read_timeout",
        "name", "context", "ssl",
    ]),
    (Purpose::Tls, &[
        "cafile", "capath", "local_cert", "local_pk", "peer_name", "verify_peer",
        "verify_peer_name",
    ]),
    (Purpose::StoreFactory, &["sentinel", "cluster"]),
    (Purpose::Unbuilt, &["servers"]),
    (Purpose::SentinelUrl, &["service", "sentinel_username", "sentinel_password"]),
    (Purpose::Flat, &[
        "sentinel_host", "sentinel_hosts", "sentinels", "sentinel_port", "sentinel_service", "sentinel_ssl",
    ]),
    (Purpose::Refused, &["passphrase", "peer_fingerprint", "allow_self_signed"]),
    (Purpose::Options, &["options", "parameters"]),
    (Purpose::Ignored, &[
        "prefix", "client", "driver", "connection", "lock_connection",
        "persistent", "persistent_id", "serializer", "compression", "compression_level", "scan",
        "pack_ignore_numbers", "retry_interval", "read_write_timeout", "tcp_keepalive",
        "max_retries", "backoff_algorithm", "backoff_base", "backoff_cap", "command_retries", "failover",
        "type", "expire", "tag_prefix", "serialize", "fail_delete", "queue", "retry_after",
        "block_for", "after_commit", "pool", "reserved", "event",
        "sentinel_timeout", "sentinel_read_timeout", "sentinel_persistent", "sentinel_persistent_id",
        "sentinel_retry_interval", "retry_limit", "retry_wait", "retry_attempts", "retry_delay",
        "connector_retry_attempts", "connector_retry_delay", "update_sentinels",
        "replication", "read_only_replicas", "read_commands", "busy_poll",
    ]),
];

/// All keys.
pub(super) fn known() -> impl Iterator<Item = (Purpose, &'static str)> {
    KEYS.iter()
        .flat_map(|&(purpose, keys)| keys.iter().map(move |&key| (purpose, key)))
}

/// What `key` is for, if it exists.
pub(super) fn purpose(key: &[u8]) -> Option<Purpose> {
    known()
        .find(|(_, known)| known.as_bytes() == key)
        .map(|(purpose, _)| purpose)
}

/// Whether an array may have this key.
pub(crate) fn is_known(key: &[u8]) -> bool {
    purpose(key).is_some()
}

/// Whether the value of `key` is read. A number is that of a server in a list.
pub(crate) fn is_read(key: &[u8]) -> bool {
    is_number(key) || purpose(key).is_some_and(|purpose| purpose != Purpose::Ignored)
}

/// Whether `key` is that of an entry in a list.
pub(super) fn is_number(key: &[u8]) -> bool {
    !key.is_empty() && key.iter().all(u8::is_ascii_digit)
}

/// The keys under which frameworks pass the TLS settings of phpredis and of Predis.
pub(super) const CONTEXTS: [&str; 3] = ["context", "ssl", "sentinel_ssl"];

/// The keys that are read in Laravel's array of options. Laravel hands the array to phpredis and has
/// much else in it, so that no other key is wrong there.
const IN_OPTIONS: [&str; 8] = [
    "username",
    "password",
    "scheme",
    "context",
    "ssl",
    "timeout",
    "read_timeout",
    "name",
];

/// Whether `key` is read in an array of options, or in the array of Predis' parameters in it.
pub(super) fn is_option(key: &[u8], is_of_predis: bool) -> bool {
    is_one_of(key, &IN_OPTIONS) || is_of_predis && key == b"database"
}

/// How many arrays deep the value of `key` is read.
pub(crate) fn depth(key: &[u8]) -> usize {
    match purpose(key) {
        // cluster → seeds → a node → its context → ssl
        Some(Purpose::StoreFactory) => 5,
        // options → parameters → context → ssl
        Some(Purpose::Options) => 4,
        // sentinels → a node
        Some(Purpose::Flat) => 2,
        _ if CONTEXTS.iter().any(|it| it.as_bytes() == key) => 2,
        _ => 1,
    }
}

/// More than one server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StoreFactory {
    Sentinel,
    Cluster,
}

impl StoreFactory {
    /// What `key` switches on.
    pub(super) fn of_key(key: &[u8]) -> Option<Self> {
        let all = [Self::Sentinel, Self::Cluster];
        all.into_iter().find(|it| it.key().as_bytes() == key)
    }

    /// The key of its array, and the end of its URL's scheme.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Sentinel => "sentinel",
            Self::Cluster => "cluster",
        }
    }

    /// The key of its nodes in its array. A Cluster's array may be the list of nodes itself.
    pub(super) const fn list(self) -> &'static str {
        match self {
            Self::Sentinel => "nodes",
            Self::Cluster => "seeds",
        }
    }

    /// Where its nodes listen if nobody says it.
    pub(super) const fn port(self) -> u16 {
        match self {
            Self::Sentinel => 26_379,
            Self::Cluster => 6379,
        }
    }
}

/// Where a key may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In the constructor's array, in its URL, or in php.ini.
    Top,
    /// In the array under `sentinel` or `cluster`.
    Inside(StoreFactory),
    /// In one of its nodes.
    Node(StoreFactory),
}

/// What a key is at a place where it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Here(Purpose),
    /// It counts at the top level alone.
    Above,
}

/// The keys with a meaning in the array under `sentinel`. `enable` and `master_name` are Hyperf's.
const IN_SENTINEL: [&str; 8] = [
    "service",
    "nodes",
    "username",
    "password",
    "auth",
    "scheme",
    "master_name",
    "enable",
];

/// More of them, which only the packages for Laravel write. They are no suggestion for a mistyped key.
const OF_PACKAGES_IN_SENTINEL: [&str; 12] = [
    "host",
    "port",
    "context",
    "ssl",
    "sentinels",
    "sentinel_host",
    "sentinel_hosts",
    "sentinel_port",
    "sentinel_service",
    "sentinel_username",
    "sentinel_password",
    "sentinel_ssl",
];

/// The keys with a meaning in the array under `cluster`, which is Hyperf's.
const IN_CLUSTER: [&str; 4] = ["seeds", "context", "ssl", "enable"];

/// Other words for the keys in the array under `sentinel`.
const WORDS_IN_SENTINEL: [(&str, &str); 4] = [
    (
        "service",
        "name master mastername master_set master_group set_name sentinel_service",
    ),
    (
        "nodes",
        "node hosts host servers server seeds sentinels url urls ips addresses",
    ),
    ("username", "user login sentinel_username"),
    ("password", "pass passwd pwd sentinel_password"),
];

/// Other words for the keys in the array under `cluster`.
const WORDS_IN_CLUSTER: [(&str, &str); 1] = [(
    "seeds",
    "nodes node hosts host servers server masters url urls addresses",
)];

impl Place {
    /// What `key` is here, if anybody knows it.
    pub(super) fn standing(self, key: &[u8]) -> Option<Standing> {
        match self {
            Self::Top => purpose(key).map(Standing::Here),
            Self::Inside(of) => inside(of, key),
            Self::Node(of) => in_node(of, key),
        }
    }

    /// The key with an effect here that was probably meant by an unknown one. An ignored key helps
    /// nobody, and neither does one that is not built.
    pub(super) fn nearest(self, key: &[u8]) -> Option<&'static str> {
        let plain = |key: &&'static str| (Purpose::Connection, *key);
        match self {
            Self::Top => nearest_of(key, known(), &OTHER_WORDS),
            Self::Inside(StoreFactory::Sentinel) => {
                nearest_of(key, IN_SENTINEL.iter().map(plain), &WORDS_IN_SENTINEL)
            }
            Self::Inside(StoreFactory::Cluster) => {
                nearest_of(key, IN_CLUSTER.iter().map(plain), &WORDS_IN_CLUSTER)
            }
            Self::Node(_) => {
                let is_here = |&(purpose, key): &(Purpose, &str)| {
                    self.standing(key.as_bytes()) == Some(Standing::Here(purpose))
                };
                nearest_of(key, known().filter(is_here), &OTHER_WORDS)
            }
        }
    }
}

/// Other words for a key: what clients, frameworks and people call the same thing. By its letters
/// `expires` is near the ignored `expire`, and `connect_timeout` is near `command_timeout`. This
/// list stays short: a word is in it if its letters lead to no key, or to a wrong one.
pub(super) const OTHER_WORDS: [(&str, &str); 23] = [
    (
        "lock_prefix",
        "prefix key_prefix redis_prefix cache_prefix namespace",
    ),
    (
        "lease",
        "expire expires expiry expiration expire_in ttl lifetime lock_timeout",
    ),
    ("max_hold", "max_lease max_lifetime max_ttl"),
    ("fencing", "fence fencing_token"),
    ("retry_for", "retry retries retry_timeout"),
    ("url", "uri dsn connection_string"),
    ("scheme", "protocol tls use_tls use_ssl"),
    ("host", "hostname server address addr"),
    ("path", "socket unix_socket unix_socket_path"),
    ("username", "user login acl_user"),
    ("password", "pass passwd pwd"),
    ("database", "dbname dbindex db_index"),
    (
        "timeout",
        "connect_timeout connection_timeout conn_timeout socket_connect_timeout",
    ),
    (
        "command_timeout",
        "socket_timeout write_timeout response_timeout",
    ),
    ("name", "client_name connection_name"),
    ("cafile", "ca_cert ca_certificate ca_bundle ssl_ca_certs"),
    ("capath", "ca_dir ca_folder ssl_ca_path"),
    (
        "local_cert",
        "certificate client_cert client_certificate cert_file ssl_certfile",
    ),
    ("local_pk", "private_key client_key key_file ssl_keyfile"),
    ("peer_name", "CN_match SNI_server_name server_name"),
    ("verify_peer", "ssl_cert_reqs"),
    ("verify_peer_name", "ssl_check_hostname"),
    (
        "sentinel",
        "master_name sentinel_nodes redis_sentinel sentinel_master",
    ),
];

/// What frameworks and clients call a list of servers.
const LISTS: [&[u8]; 4] = [b"hosts", b"nodes", b"seeds", b"masters"];

/// Whether an unknown key names a list of servers.
pub(super) fn is_list(key: &[u8]) -> bool {
    LISTS.iter().any(|list| list.eq_ignore_ascii_case(key))
}

/// As [`Place::nearest`], for a key in a `context`.
pub(super) fn nearest_in_context(key: &[u8]) -> Option<&'static str> {
    let tls = known().filter(|(purpose, _)| *purpose == Purpose::Tls);
    nearest_of(key, tls, &OTHER_WORDS)
}

/// As [`Place::nearest`], for a key in the query of a URL.
pub(super) fn nearest_in_query(key: &[u8], of: Option<StoreFactory>) -> Option<&'static str> {
    let is_meant = |purpose| match purpose {
        Purpose::SentinelUrl => of == Some(StoreFactory::Sentinel),
        purpose => purpose < Purpose::StoreFactory,
    };
    let keys = known().filter(|(purpose, _)| is_meant(*purpose));
    // Their order is that of the keys: a key of a deployment's own has no effect without it.
    let keys = keys.map(|(purpose, key)| (purpose.min(Purpose::Connection), key));
    nearest_of(key, keys, &OTHER_WORDS)
}

/// The nearest of `keys` with an effect. `others` are other words for some of them.
fn nearest_of(
    key: &[u8],
    keys: impl Iterator<Item = (Purpose, &'static str)>,
    others: &'static [(&'static str, &'static str)],
) -> Option<&'static str> {
    let key = str::from_utf8(key).ok().filter(|key| key.len() <= SHOWN)?;
    // Predis reads `ssl[cafile]` in a URL's query.
    let bare = key.strip_prefix("ssl[").and_then(|it| it.strip_suffix(']'));
    let key = bare.unwrap_or(key).to_ascii_lowercase().replace('-', "_");
    let keys: Vec<_> = keys
        .filter(|(purpose, _)| *purpose < Purpose::Unbuilt)
        .collect();
    let is_meant = |meant: &str| keys.iter().any(|(_, key)| *key == meant);
    let others = others.iter().filter(|(meant, _)| is_meant(meant));
    let others = others.flat_map(|(meant, words)| {
        let words = words.split_ascii_whitespace();
        words.map(|word| (word, Purpose::Ignored, *meant))
    });
    let own = keys.iter().map(|&(purpose, key)| (key, purpose, key));
    own.chain(others)
        .filter_map(|(word, purpose, meant)| {
            let distance = strsim::osa_distance(&key, &word.to_ascii_lowercase());
            // The likeness finds a key that was cut short: `datab`, `fenc`.
            let likeness = match purpose {
                Purpose::Ignored => 0.0,
                _ => strsim::jaro_winkler(&key, word),
            };
            let near = distance <= forgiven(key.len().min(word.len())) || likeness > 0.89;
            near.then_some((distance, likeness, purpose, meant))
        })
        .min_by(|a, b| {
            let by_likeness = || b.1.total_cmp(&a.1);
            a.0.cmp(&b.0)
                .then_with(by_likeness)
                .then_with(|| a.2.cmp(&b.2))
        })
        .map(|(.., meant)| meant)
}

/// How many slips of the finger a word of `length` letters may have.
fn forgiven(length: usize) -> usize {
    match length {
        0 => 0,
        1..=4 => 1,
        5..=9 => 2,
        _ => 3,
    }
}

/// What a key is in the array under `sentinel` or `cluster`.
fn inside(of: StoreFactory, key: &[u8]) -> Option<Standing> {
    let (own, ignored): (&[&str], &[&str]) = match of {
        // The timeouts are Hyperf's and those of phpredis. To Symfony and others `name` is the service.
        StoreFactory::Sentinel => (
            &IN_SENTINEL,
            &[
                "timeout",
                "read_timeout",
                "connectTimeout",
                "readTimeout",
                "retryInterval",
            ],
        ),
        StoreFactory::Cluster => (&IN_CLUSTER, &["timeout", "read_timeout", "name"]),
    };
    let is_of_a_package = of == StoreFactory::Sentinel && is_one_of(key, &OF_PACKAGES_IN_SENTINEL);
    if is_one_of(key, own) || is_of_a_package {
        return Some(Standing::Here(Purpose::Connection));
    }
    if is_one_of(key, ignored) {
        return Some(Standing::Here(Purpose::Ignored));
    }
    match purpose(key)? {
        Purpose::Ignored | Purpose::Options => Some(Standing::Here(Purpose::Ignored)),
        Purpose::Server | Purpose::SentinelUrl | Purpose::Flat => None,
        _ if key == b"name" => None,
        _ => Some(Standing::Above),
    }
}

/// What a key is in a node. A sentinel has a login of its own, and the rest is the master's.
fn in_node(of: StoreFactory, key: &[u8]) -> Option<Standing> {
    let is_here = match purpose(key)? {
        Purpose::SentinelUrl | Purpose::Flat => return None,
        Purpose::Server | Purpose::Options | Purpose::Ignored => true,
        Purpose::Connection if of == StoreFactory::Sentinel => {
            !is_one_of(key, &["timeout", "read_timeout", "name", "context", "ssl"])
        }
        Purpose::Connection | Purpose::Tls | Purpose::Refused => of == StoreFactory::Cluster,
        Purpose::Ours | Purpose::StoreFactory | Purpose::Unbuilt => false,
    };
    let here = purpose(key).map(Standing::Here);
    if is_here { here } else { Some(Standing::Above) }
}

fn is_one_of(key: &[u8], keys: &[&str]) -> bool {
    keys.iter().any(|it| it.as_bytes() == key)
}

/// What `lease` and `max_hold` accept, in seconds.
const LEASE: RangeInclusive<f64> = 0.01..=31_536_000.0;
/// What the three timeouts accept, in seconds.
const TIMEOUT: RangeInclusive<f64> = 0.001..=3600.0;
/// What `retry_for` accepts, in seconds: zero to a year.
const RETRY_FOR: RangeInclusive<f64> = 0.0..=31_536_000.0;
/// More replicas than any server has.
const REPLICAS: RangeInclusive<i64> = 0..=100;
/// In bytes.
const LONGEST_PREFIX: usize = 1024;

/// An array's `url`.
pub(super) fn url(value: &Value) -> Result<Option<Vec<u8>>, String> {
    match value {
        Value::Text(url) if !url.is_empty() => Ok(Some(url.clone())),
        Value::Text(_) | Value::Null => Ok(None),
        Value::Map(_) => Err(format!("must be one URL, array given; {SEVERAL}")),
        _ => Err("must be a string".to_owned()),
    }
}

pub(super) fn host(value: &Value) -> Result<Option<Host>, String> {
    match value {
        Value::Map(_) => Err(format!("must be one host, array given; {SEVERAL}")),
        _ => value.parsed(Host::read),
    }
}

/// What the sentinels call the master: one word, which goes into a command and into errors.
pub(super) fn service(value: &Value) -> Result<Option<String>, String> {
    value.parsed(|name| {
        if !name.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Ok(name.to_owned());
        }
        let given = quoted(name.as_bytes());
        Err(format!("must be one word, such as mymaster, {given} given"))
    })
}

pub(super) fn scheme(value: &Value) -> Result<Option<Scheme>, String> {
    value.parsed(|text| Scheme::read(text).map_err(|possible| format!("must be {possible}")))
}

/// Accepts zero: frameworks write it beside a socket. `address` refuses it beside a host.
pub(super) fn port(value: &Value) -> Result<Option<u16>, String> {
    if value.number() == Some(0.0) {
        return Ok(Some(0));
    }
    value.whole(&(1..=65_535))
}

/// The user of `username`, or of a password that is phpredis' list `[user, password]`.
pub(super) fn username(is_password: bool, value: &Value) -> Result<Option<String>, String> {
    match value {
        Value::Map(list) if is_password => match credentials(list)?.0 {
            Some(user) => user.text(),
            None => Ok(None),
        },
        _ if is_password => Ok(None),
        _ => value.text(),
    }
}

/// `zero_is_none`: frameworks ask PHP's `empty()`, so their "0" is no password. A URL's "0" is.
pub(super) fn password(value: &Value, zero_is_none: bool) -> Result<Option<String>, String> {
    match value {
        Value::Map(list) => match credentials(list)?.1 {
            Some(password) => password.text(),
            None => Ok(None),
        },
        Value::Bool(flag) => Ok(flag.then(|| "true".to_owned())),
        _ => Ok(value.text()?.filter(|text| !zero_is_none || text != "0")),
    }
}

/// The user and the password of a list, as phpredis takes them: `[password]`,
/// `[user, password]`, or by the names `user` and `pass`.
fn credentials(list: &[(Vec<u8>, Value)]) -> Result<(Option<&Value>, Option<&Value>), String> {
    let find = |name: &[u8]| {
        let found = list.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value)
    };
    let (first, second) = (find(b"0"), find(b"1"));
    let user = find(b"user").or(second.and(first));
    let password = find(b"pass").or(second).or(first);
    let understood = usize::from(user.is_some()) + usize::from(password.is_some());
    if understood == list.len() && (password.is_some() || user.is_none()) {
        Ok((user, password))
    } else {
        Err("must be a password or a list of a username and a password".to_owned())
    }
}

pub(super) fn database(value: &Value) -> Result<Option<u32>, String> {
    value.whole(&(0..=i64::from(i32::MAX)))
}

/// Accepts an array, and what `.env` files write for "no TLS settings". A plain connection ignores
/// its `context`, but refuses `true` too: `true` does not switch TLS on.
pub(super) fn context(value: &Value) -> Result<Option<()>, String> {
    match value {
        Value::Map(_) => Ok(None),
        _ if matches!(value.flag(), Ok(None | Some(false))) => Ok(None),
        _ => Err(
            "must be an array of TLS settings; TLS is switched on by rediss:// or by \
                  \"scheme\" => \"tls\""
                .to_owned(),
        ),
    }
}

/// Makes the name fit: CLIENT SETNAME refuses one with a space or with anything but visible ASCII, and
/// would do it in a connection's first reply. People name a connection after their application, and no
/// lock depends on it.
pub(super) fn name(value: &Value) -> Result<Option<String>, String> {
    let given = value.bytes()?.unwrap_or_default();
    let parts = given.split(|byte| !byte.is_ascii_graphic());
    let parts = parts.filter(|part| !part.is_empty());
    let parts: Vec<_> = parts.map(String::from_utf8_lossy).collect();
    Ok((!parts.is_empty()).then(|| parts.join("-")))
}

/// Refuses less than zero: no framework gives such a `timeout` a meaning.
pub(super) fn connect_timeout(value: &Value) -> Result<Option<Duration>, String> {
    if value.number().is_some_and(|number| number < 0.0) {
        return value.seconds(&TIMEOUT, "0 (not given) or ");
    }
    value.loose_seconds(&TIMEOUT)
}

/// Accepts -1, which is "without end" to phpredis. A lock needs a deadline, so it counts as not
/// given.
pub(super) fn read_timeout(value: &Value) -> Result<Option<Duration>, String> {
    value.loose_seconds(&TIMEOUT)
}

pub(super) fn command_timeout(value: &Value) -> Result<Option<Duration>, String> {
    value.seconds(&TIMEOUT, "")
}

/// Zero: the first trouble ends a wait.
pub(super) fn retry_for(value: &Value) -> Result<Option<Duration>, String> {
    value.seconds(&RETRY_FOR, "")
}

pub(super) fn min_replicas(value: &Value) -> Result<Option<u32>, String> {
    value.whole(&REPLICAS)
}

pub(super) fn lock_prefix(value: &Value) -> Result<Option<Vec<u8>>, String> {
    match value.bytes()? {
        Some(prefix) if prefix.len() > LONGEST_PREFIX => Err(format!(
            "must be at most {LONGEST_PREFIX} bytes, {} given",
            prefix.len()
        )),
        prefix => Ok(prefix),
    }
}

pub(super) fn lease(value: &Value) -> Result<Option<Duration>, String> {
    value.seconds(&LEASE, "")
}

/// Zero is no cap.
pub(super) fn max_hold(value: &Value) -> Result<Option<Duration>, String> {
    if value.number() == Some(0.0) {
        return Ok(Some(Duration::ZERO));
    }
    value.seconds(&LEASE, "0 (no cap) or ")
}
