//! The keys of all settings, and what a key accepts that others do not.
//!
//! The table says of each key where it stands, what it is for, and what else people call it. An error is
//! a predicate, as in `value`, while nothing here reads a source or knows a default. `sources`,
//! `part`, `url` and `packages` use the keys, while `servers`, `access`, `nodes`, `quorum` and
//! `config` use the conversions of values.

use std::iter;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::address::{Host, SEVERAL, Scheme};
use super::value::{Pair, RawValue, SHOWN, quoted, value_of};

/// The purpose of a key; if two keys are equally near to a mistyped one, the key whose purpose is first
/// in this order is suggested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    /// How to lock, for which no framework has a key.
    Ours,
    /// Where Redis is, so that php.ini says nothing about the server if one of these is given.
    Server,
    /// How to log in, and to which database of the server.
    Login,
    /// How to connect, apart from the address and the login.
    Connection,
    /// How TLS is spoken; such a key may stand in a `context` too, while elsewhere it needs a scheme with
    /// TLS.
    Tls,
    /// Where Redis is, if it is a group of servers.
    Group,
    /// Stands in the query of a URL of Sentinel, while an array has these keys in `sentinel`.
    SentinelUrl,
    /// Stands in the arrays of packages for Sentinel alone, which `packages` turns into our form.
    Flat,
    /// A setting of PHP's TLS that is refused with the way around it.
    Refused,
    /// Laravel's array of options, of which some keys are read.
    Options,
    /// A key of a framework, or one that had a meaning before, whose value is not read because it means
    /// nothing here.
    Ignored,
    /// No effect at this place, because the key counts at the top level alone.
    Above,
}

/// A group of servers that one configuration names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ServerGroup {
    Sentinel,
    Cluster,
    Quorum,
}

impl ServerGroup {
    /// Returns the group that `key` switches on, if it is the key of a group.
    pub(super) fn of_key(key: &[u8]) -> Option<Self> {
        let all = [Self::Sentinel, Self::Cluster, Self::Quorum];
        all.into_iter().find(|it| it.key().as_bytes() == key)
    }

    /// Returns the group whose URLs have this word behind the `+` of their scheme.
    pub(super) fn of_scheme(word: &str) -> Option<Self> {
        let all = [Self::Sentinel, Self::Cluster, Self::Quorum];
        all.into_iter().find(|it| it.of_url() == word)
    }

    /// Returns the key of the group's array.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Sentinel => "sentinel",
            Self::Cluster => "cluster",
            Self::Quorum => "servers",
        }
    }

    /// Returns the word behind the `+` in the scheme of the group's URLs.
    pub(super) const fn of_url(self) -> &'static str {
        match self {
            Self::Sentinel => "sentinel",
            Self::Cluster => "cluster",
            Self::Quorum => "quorum",
        }
    }

    /// Returns the port of a node that names none.
    pub(super) const fn port(self) -> u16 {
        match self {
            Self::Sentinel => 26_379,
            Self::Cluster | Self::Quorum => 6379,
        }
    }
}

/// A place where a key may stand, which decides what the key does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyScope {
    /// In the constructor's array, in its URL, or in php.ini.
    Top,
    /// In the array under `sentinel`, `cluster` or `servers`, of which the last two may be the list itself.
    Inside(ServerGroup),
    /// In a node of the list that belongs to such a group, which a quorum calls a server.
    Node(ServerGroup),
    /// In Laravel's array of options, which Laravel hands to phpredis or Predis; no other key is wrong
    /// there, because much else stands in it.
    Options,
    /// In a `context`, which holds the settings of TLS.
    Context,
    /// In the query of a URL, which may be that of a group.
    Query(Option<ServerGroup>),
}

/// A row of the table: keys of one purpose at one place.
pub(super) struct Keys {
    pub(super) scope: KeyScope,
    pub(super) purpose: Purpose,
    pub(super) names: &'static [&'static str],
    /// What clients, frameworks and people call the key, if it is the only one of its row. A word is here
    /// if its letters lead to no key, or to a wrong one, as `expires` is near the ignored `expire`, and
    /// `connect_timeout` is near `command_timeout`.
    pub(super) words: &'static str,
}

const fn row(
    scope: KeyScope,
    purpose: Purpose,
    names: &'static [&'static str],
    words: &'static str,
) -> Keys {
    Keys {
        scope,
        purpose,
        names,
        words,
    }
}

const SENTINEL: KeyScope = KeyScope::Inside(ServerGroup::Sentinel);
const CLUSTER: KeyScope = KeyScope::Inside(ServerGroup::Cluster);
const QUORUM: KeyScope = KeyScope::Inside(ServerGroup::Quorum);

/// The one table of all keys, where a key has a row for each place with a rule of its own.
#[rustfmt::skip] // It would put each word on a line of its own.
pub(super) const KEYS: &[Keys] = {
    use KeyScope::{Context, Top};
    use Purpose::{Connection, Flat, Group, Ignored, Login, Ours, Refused, SentinelUrl, Server, Tls};
    &[
        row(Top, Ours, &["lock_prefix"], "prefix key_prefix redis_prefix cache_prefix namespace"),
        row(Top, Ours, &["lease"], "expire expires expiry expiration expire_in ttl lifetime lock_timeout"),
        row(Top, Ours, &["max_hold"], "max_lease max_lifetime max_ttl"),
        row(Top, Ours, &["lock_delay"], "delay"),
        row(Top, Ours, &["fencing"], "fence fencing_token"),
        row(Top, Ours, &["auto_release"], ""),
        row(Top, Ours, &["await_release"], "async_release wait_release"),
        row(Top, Ours, &["retry_for"], "retry retries retry_timeout"),
        row(Top, Ours, &["min_replicas"], ""),
        row(Top, Server, &["url"], "uri dsn connection_string"),
        row(Top, Server, &["scheme"], "protocol tls use_tls use_ssl"),
        row(Top, Server, &["host"], "hostname server address addr"),
        row(Top, Server, &["port"], ""),
        row(Top, Server, &["path"], "socket unix_socket unix_socket_path"),
        row(Top, Login, &["username"], "user login acl_user"),
        row(Top, Login, &["password"], "pass passwd pwd"),
        row(Top, Login, &["auth"], ""),
        row(Top, Login, &["database"], "dbname dbindex db_index"),
        row(Top, Login, &["db", "select"], ""),
        row(Top, Connection, &["timeout"],
            "connect_timeout connection_timeout conn_timeout socket_connect_timeout"),
        // Behind `timeout`, because the first one counts if two words are equally near.
        row(Top, Ours, &["command_timeout"], "socket_timeout write_timeout response_timeout"),
        row(Top, Connection, &["read_timeout"], ""),
        row(Top, Connection, &["name"], "client_name connection_name"),
        row(Top, Connection, &["context", "ssl"], ""),
        row(Top, Tls, &["cafile"], "ca_cert ca_certificate ca_bundle ssl_ca_certs"),
        row(Top, Tls, &["capath"], "ca_dir ca_folder ssl_ca_path"),
        row(Top, Tls, &["local_cert"], "certificate client_cert client_certificate cert_file ssl_certfile"),
        row(Top, Tls, &["local_pk"], "private_key client_key key_file ssl_keyfile"),
        row(Top, Tls, &["peer_name"], "CN_match SNI_server_name server_name"),
        row(Top, Tls, &["verify_peer"], "ssl_cert_reqs"),
        row(Top, Tls, &["verify_peer_name"], "ssl_check_hostname"),
        row(Top, Group, &["sentinel"], "master_name sentinel_nodes redis_sentinel sentinel_master"),
        row(Top, Group, &["cluster"], ""),
        row(Top, Group, &["servers"], "quorum redlock redis_servers server_list"),
        row(Top, SentinelUrl, &["service", "sentinel_username", "sentinel_password"], ""),
        row(Top, Flat, &[
            "sentinel_host", "sentinel_hosts", "sentinels", "sentinel_port", "sentinel_service", "sentinel_ssl",
        ], ""),
        row(Top, Refused, &["passphrase", "peer_fingerprint", "allow_self_signed"], ""),
        row(Top, Purpose::Options, &["options", "parameters"], ""),
        // Keys of Laravel 8 to 13, of ThinkPHP 6 and 8 with think-queue, of Hyperf, and of the packages
        // that add Sentinel to Laravel, beside `busy_poll`, which this class itself read before.
        row(Top, Ignored, &[
            "prefix", "client", "driver", "connection", "lock_connection", "persistent", "persistent_id",
            "serializer", "compression", "compression_level", "scan", "pack_ignore_numbers",
            "retry_interval", "read_write_timeout", "tcp_keepalive", "max_retries", "backoff_algorithm",
            "backoff_base", "backoff_cap", "command_retries", "failover", "type", "expire", "tag_prefix",
            "serialize", "fail_delete", "queue", "retry_after", "block_for", "after_commit", "pool",
            "reserved", "event", "sentinel_timeout", "sentinel_read_timeout", "sentinel_persistent",
            "sentinel_persistent_id", "sentinel_retry_interval", "retry_limit", "retry_wait",
            "retry_attempts", "retry_delay", "connector_retry_attempts", "connector_retry_delay",
            "update_sentinels", "replication", "read_only_replicas", "read_commands", "busy_poll",
        ], ""),
        row(SENTINEL, Connection, &["service"],
            "name master mastername master_set master_group set_name sentinel_service"),
        row(SENTINEL, Connection, &["nodes"],
            "node hosts host servers server seeds sentinels url urls ips addresses"),
        row(SENTINEL, Connection, &["username"], "user login sentinel_username"),
        row(SENTINEL, Connection, &["password"], "pass passwd pwd sentinel_password"),
        // The last two keys of this row are Hyperf's.
        row(SENTINEL, Connection, &["auth", "scheme", "master_name", "enable"], ""),
        // The packages for Laravel alone write these keys, which `packages` turns into ours.
        row(SENTINEL, Flat, &[
            "host", "port", "context", "ssl", "sentinels", "sentinel_host", "sentinel_hosts", "sentinel_port",
            "sentinel_service", "sentinel_username", "sentinel_password", "sentinel_ssl",
        ], ""),
        // The timeouts of Hyperf and of phpredis, which are without meaning here.
        row(SENTINEL, Ignored, &["timeout", "read_timeout", "connectTimeout", "readTimeout", "retryInterval"], ""),
        // The array with `seeds` is Hyperf's, while other frameworks write the list itself.
        row(CLUSTER, Connection, &["seeds"], "nodes node hosts host servers server masters url urls addresses"),
        row(CLUSTER, Connection, &["context", "ssl", "enable"], ""),
        row(CLUSTER, Ignored, &["timeout", "read_timeout", "name"], ""),
        row(QUORUM, Connection, &["enable"], ""),
        row(KeyScope::Options, Connection, &[
            "username", "password", "scheme", "context", "ssl", "timeout", "read_timeout", "name",
        ], ""),
        // Needless, because rustls has safe ciphers and versions, always sends the name, and captures
        // and compresses nothing.
        row(Context, Ignored, &[
            "ciphers", "crypto_method", "min_proto_version", "max_proto_version", "security_level",
            "verify_depth", "SNI_enabled", "disable_compression", "no_ticket", "capture_peer_cert",
            "capture_peer_cert_chain", "capture_session_meta",
        ], ""),
    ]
};

/// Returns whether `key` is a number, which is the key of an entry in a list.
pub(super) fn is_number(key: &[u8]) -> bool {
    !key.is_empty() && key.iter().all(u8::is_ascii_digit)
}

/// The keys under which frameworks pass the TLS settings of phpredis and of Predis.
pub(super) const CONTEXTS: [&str; 3] = ["context", "ssl", "sentinel_ssl"];

/// Returns whether `key` is read in an array of options, or in the array of Predis' parameters in it.
pub(super) fn is_option(key: &[u8], is_of_predis: bool) -> bool {
    KeyScope::Options.purpose(key).is_some() || is_of_predis && key == b"database"
}

/// Returns how many arrays deep the value of `key` is read, which is 0 if the key is ignored, or `None` if
/// no array may have the key at its top level.
pub(crate) fn depth(key: &[u8]) -> Option<usize> {
    let depth = match KeyScope::Top.purpose(key) {
        // A number stands for a server in a list.
        None if is_number(key) => 1,
        None => return None,
        Some(Purpose::Ignored) => 0,
        // servers → a server → options → parameters → context → ssl
        Some(Purpose::Group) => 6,
        // options → parameters → context → ssl
        Some(Purpose::Options) => 4,
        // sentinels → a node
        Some(Purpose::Flat) => 2,
        Some(_) if CONTEXTS.iter().any(|it| it.as_bytes() == key) => 2,
        Some(_) => 1,
    };
    Some(depth)
}

/// Returns whether an unknown key is what frameworks and clients call a list of servers.
pub(super) fn is_list(key: &[u8]) -> bool {
    let lists: [&[u8]; 4] = [b"hosts", b"nodes", b"seeds", b"masters"];
    lists.iter().any(|list| list.eq_ignore_ascii_case(key))
}

impl KeyScope {
    /// Returns the purpose of `key` in the rows of this place.
    pub(super) fn purpose(self, key: &[u8]) -> Option<Purpose> {
        let mut rows = KEYS.iter().filter(|row| row.scope == self);
        let found = rows.find(|row| row.names.iter().any(|name| name.as_bytes() == key));
        found.map(|row| row.purpose)
    }

    /// Returns what `key` is for here, if it is known.
    pub(super) fn use_of(self, key: &[u8]) -> Option<Purpose> {
        // `name` is not that of the connection here, because to Symfony and others it is the service.
        let is_elsewhere = matches!(self, Self::Inside(_)) && key == b"name";
        let above = || Self::Top.purpose(key).filter(|_| !is_elsewhere);
        self.purpose(key)
            .or_else(|| above().and_then(|it| self.use_for(it)))
    }

    /// Returns what a key is for here that has no row of this place, which its purpose at the top level
    /// decides. A sentinel has a login of its own, while the rest is the master's.
    fn use_for(self, purpose: Purpose) -> Option<Purpose> {
        use Purpose::{
            Above, Connection, Flat, Ignored, Login, Options, Refused, SentinelUrl, Server, Tls,
        };
        match (self, purpose) {
            (Self::Node(_), Server | Login | Options | Ignored)
            | (
                Self::Node(ServerGroup::Cluster | ServerGroup::Quorum),
                Connection | Tls | Refused,
            )
            | (Self::Context, Tls | Refused) => Some(purpose),
            (Self::Inside(_), Options | Ignored) => Some(Ignored),
            // Such a key is refused by a sentence about the quorum.
            (Self::Node(ServerGroup::Quorum), SentinelUrl | Flat) => Some(Above),
            (Self::Inside(_), Server) | (Self::Context, _) | (_, SentinelUrl | Flat) => None,
            _ => Some(Above),
        }
    }

    /// Returns the rank of a row's keys among the suggestions here, if they are known here.
    fn rank_of(self, row: &Keys) -> Option<Purpose> {
        match (self, row.purpose) {
            (_, purpose) if row.scope == self => Some(purpose),
            _ if row.scope != Self::Top => None,
            (Self::Query(Some(ServerGroup::Sentinel)), Purpose::SentinelUrl)
            | (Self::Query(_), Purpose::Tls) => Some(Purpose::Connection),
            (Self::Query(_), purpose) => (purpose < Purpose::Group).then_some(purpose),
            (_, purpose) => self.use_for(purpose),
        }
    }

    /// Returns the end of a sentence about an unknown key, which asks whether another one was meant, or
    /// nothing if no key is near.
    pub(super) fn hint(self, key: &[u8]) -> String {
        let known = self.nearest(key);
        known.map_or_else(String::new, |it| format!(" (did you mean \"{it}\"?)"))
    }

    /// Returns the key that was probably meant by an unknown one. Only keys with an effect here are
    /// suggested, because an ignored key helps nobody.
    pub(super) fn nearest(self, key: &[u8]) -> Option<&'static str> {
        let key = str::from_utf8(key).ok().filter(|key| key.len() <= SHOWN)?;
        // The brackets are cut off, because Predis reads `ssl[cafile]` in a URL's query.
        let bare = key.strip_prefix("ssl[").and_then(|it| it.strip_suffix(']'));
        let key = bare.unwrap_or(key).to_ascii_lowercase().replace('-', "_");
        let ranked = KEYS
            .iter()
            .filter_map(|row| Some((row, self.rank_of(row)?)));
        ranked
            .filter(|(_, rank)| *rank <= Purpose::Group)
            .flat_map(|(row, rank)| row.spellings(rank))
            .filter_map(|(word, rank, meant)| {
                let distance = strsim::osa_distance(&key, &word.to_ascii_lowercase());
                // The likeness finds a key that was cut short, such as `datab` or `fenc`.
                let likeness = match rank {
                    Purpose::Ignored => 0.0,
                    _ => strsim::jaro_winkler(&key, word),
                };
                let near = distance <= forgiven(key.len().min(word.len())) || likeness > 0.89;
                near.then_some((distance, likeness, rank, meant))
            })
            .min_by(|a, b| {
                let by_likeness = || b.1.total_cmp(&a.1);
                a.0.cmp(&b.0)
                    .then_with(by_likeness)
                    .then_with(|| a.2.cmp(&b.2))
            })
            .map(|(.., meant)| meant)
    }
}

impl Keys {
    /// Returns the keys with their `rank`, and behind them the other words, which rank last, while the
    /// key that is meant stands at the end of each.
    fn spellings(
        &'static self,
        rank: Purpose,
    ) -> impl Iterator<Item = (&'static str, Purpose, &'static str)> {
        self.names.iter().flat_map(move |name| {
            let words = self.words.split_ascii_whitespace();
            let others = words.map(move |word| (word, Purpose::Ignored, *name));
            iter::once((*name, rank, *name)).chain(others)
        })
    }
}

/// Returns how many slips of the finger a word of `length` letters may have.
fn forgiven(length: usize) -> usize {
    match length {
        0 => 0,
        1..=4 => 1,
        5..=9 => 2,
        _ => 3,
    }
}

/// The seconds that `lease` and `max_hold` accept, from 10 ms to a year.
const LEASE: RangeInclusive<f64> = 0.01..=31_536_000.0;
/// The seconds that the three timeouts accept, from 1 ms to an hour.
const TIMEOUT: RangeInclusive<f64> = 0.001..=3600.0;
/// The seconds that `retry_for` accepts, from zero to a year.
const RETRY_FOR: RangeInclusive<f64> = 0.0..=31_536_000.0;
/// The seconds that `lock_delay` accepts, up to an hour.
const LOCK_DELAY: RangeInclusive<f64> = 0.0..=3600.0;
/// The numbers that `min_replicas` accepts, up to more replicas than any server has.
const REPLICAS: RangeInclusive<i64> = 0..=100;
/// The length that `lock_prefix` may have at most, in bytes.
const LONGEST_PREFIX: usize = 1024;

/// Returns the `url` of an array, if it is given and not empty.
pub(super) fn url(value: &RawValue) -> Result<Option<Vec<u8>>, String> {
    match value {
        RawValue::Text(url) if !url.is_empty() => Ok(Some(url.clone())),
        RawValue::Text(_) | RawValue::Null => Ok(None),
        RawValue::Map(_) => Err(format!("must be one URL, array given; {SEVERAL}")),
        _ => Err("must be a string".to_owned()),
    }
}

pub(super) fn host(value: &RawValue) -> Result<Option<Host>, String> {
    match value {
        RawValue::Map(_) => Err(format!("must be one host, array given; {SEVERAL}")),
        _ => value.parsed(Host::read),
    }
}

/// Returns what the sentinels call the master, which is one word, because it goes into a command and into
/// errors.
pub(super) fn service(value: &RawValue) -> Result<Option<String>, String> {
    value.parsed(|name| {
        if !name.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Ok(name.to_owned());
        }
        let given = quoted(name.as_bytes());
        Err(format!("must be one word, such as mymaster, {given} given"))
    })
}

pub(super) fn scheme(value: &RawValue) -> Result<Option<Scheme>, String> {
    value.parsed(|text| Scheme::read(text).map_err(|possible| format!("must be {possible}")))
}

/// Returns a port, which may be zero because frameworks write zero beside a socket, while `address`
/// refuses it beside a host.
pub(super) fn port(value: &RawValue) -> Result<Option<u16>, String> {
    if value.number() == Some(0.0) {
        return Ok(Some(0));
    }
    value.whole(&(1..=65_535))
}

/// Returns the user of `username`, or of a password that is phpredis' list `[user, password]`.
pub(super) fn username(is_password: bool, value: &RawValue) -> Result<Option<String>, String> {
    match value {
        RawValue::Map(list) if is_password => credentials(list)?.0.map_or(Ok(None), RawValue::text),
        _ if is_password => Ok(None),
        _ => value.text(),
    }
}

/// Returns the password, for which "0" is none if `zero_is_none`, because frameworks ask PHP's `empty()`,
/// while in a URL "0" is a password.
pub(super) fn password(value: &RawValue, zero_is_none: bool) -> Result<Option<String>, String> {
    match value {
        RawValue::Map(list) => credentials(list)?.1.map_or(Ok(None), RawValue::text),
        RawValue::Bool(flag) => Ok(flag.then(|| "true".to_owned())),
        _ => Ok(value.text()?.filter(|text| !zero_is_none || text != "0")),
    }
}

/// Returns the user and the password of a list, as phpredis takes them, which is as `[password]`, as
/// `[user, password]`, or by the names `user` and `pass`.
fn credentials(list: &[Pair]) -> Result<(Option<&RawValue>, Option<&RawValue>), String> {
    let find = |name| value_of(list, name);
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

pub(super) fn database(value: &RawValue) -> Result<Option<u32>, String> {
    value.whole(&(0..=i64::from(i32::MAX)))
}

/// Accepts an array, and what `.env` files write for "no TLS settings". A plain connection ignores its
/// `context`, but refuses `true` too, because `true` does not switch TLS on.
pub(super) fn context(value: &RawValue) -> Result<Option<()>, String> {
    match value {
        RawValue::Map(_) => Ok(None),
        _ if value.is_switched_off() => Ok(None),
        _ => Err(
            "must be an array of TLS settings; TLS is switched on by rediss:// or by \
                  \"scheme\" => \"tls\""
                .to_owned(),
        ),
    }
}

/// Returns a name that fits, because CLIENT SETNAME refuses one with a space or with anything but visible
/// ASCII, and would do it in a connection's first reply. The name is changed and not refused, because
/// people name a connection after their application, and no lock depends on it.
pub(super) fn name(value: &RawValue) -> Result<Option<String>, String> {
    let given = value.bytes()?.unwrap_or_default();
    let parts: Vec<_> = given
        .split(|byte| !byte.is_ascii_graphic())
        .filter(|part| !part.is_empty())
        .map(String::from_utf8_lossy)
        .collect();
    Ok((!parts.is_empty()).then(|| parts.join("-")))
}

/// Returns a timeout, which must not be less than zero, because no framework gives such a `timeout` a
/// meaning.
pub(super) fn connect_timeout(value: &RawValue) -> Result<Option<Duration>, String> {
    if value.number().is_some_and(|number| number < 0.0) {
        return value.seconds(&TIMEOUT, "0 (not given) or ");
    }
    value.loose_seconds(&TIMEOUT)
}

/// Returns a timeout, for which -1 counts as not given, because it is "without end" to phpredis, while a
/// lock needs a deadline.
pub(super) fn read_timeout(value: &RawValue) -> Result<Option<Duration>, String> {
    value.loose_seconds(&TIMEOUT)
}

pub(super) fn command_timeout(value: &RawValue) -> Result<Option<Duration>, String> {
    value.seconds(&TIMEOUT, "")
}

/// Returns the time of `retry_for`, where zero means that the first trouble ends a wait.
pub(super) fn retry_for(value: &RawValue) -> Result<Option<Duration>, String> {
    value.seconds(&RETRY_FOR, "")
}

pub(super) fn min_replicas(value: &RawValue) -> Result<Option<u32>, String> {
    value.whole(&REPLICAS)
}

pub(super) fn lock_prefix(value: &RawValue) -> Result<Option<Vec<u8>>, String> {
    match value.bytes()? {
        Some(prefix) if prefix.len() > LONGEST_PREFIX => Err(format!(
            "must be at most {LONGEST_PREFIX} bytes, {} given",
            prefix.len()
        )),
        prefix => Ok(prefix),
    }
}

pub(super) fn lease(value: &RawValue) -> Result<Option<Duration>, String> {
    value.seconds(&LEASE, "")
}

pub(super) fn lock_delay(value: &RawValue) -> Result<Option<Duration>, String> {
    value.seconds(&LOCK_DELAY, "")
}

/// Returns the time of `max_hold`, which is zero if there is no cap.
pub(super) fn max_hold(value: &RawValue) -> Result<Option<Duration>, String> {
    if value.number() == Some(0.0) {
        return Ok(Some(Duration::ZERO));
    }
    value.seconds(&LEASE, "0 (no cap) or ")
}
