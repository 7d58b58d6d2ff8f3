//! What other clients write in a URL, and the form of ours that means the same.
//!
//! None of it is taken, because two ways to say one thing are two ways to get it wrong, but a person who
//! brings a URL along has to read what to write instead. The sentences are predicates, as in `value`, and
//! show nothing of the URL, which may have a password, but words of the tables here. `url` calls
//! [`refuse`] for each URL, and [`advice`] for each key of a query that it does not take.

// The forms of our URLs, as they are without TLS.
const ONE: &str = "redis://user:password@host:port/database";
const SOCKET: &str = "unix:///path/to/socket?db=0&username=user&password=password";
const SENTINEL: &str =
    "redis+sentinel://user:password@host:port,host:port/database?service=mymaster";
const CLUSTER: &str = "redis+cluster://user:password@host:port,host:port";

/// Returns the form with `rediss` in the place of `redis` if TLS is spoken, which a Unix socket never does.
fn shown(form: &str, is_tls: bool) -> String {
    match form.strip_prefix("redis") {
        Some(rest) if is_tls => format!("rediss{rest}"),
        _ => form.to_owned(),
    }
}

/// The schemes of other clients, which are Lettuce, redis-py and those that take after them.
const SCHEMES: [(&str, &str, bool); 12] = [
    ("redis-sentinel", SENTINEL, false),
    ("rediss-sentinel", SENTINEL, true),
    ("redis-cluster", CLUSTER, false),
    ("rediss-cluster", CLUSTER, true),
    ("redis-socket", SOCKET, false),
    ("redis+socket", SOCKET, false),
    ("redis+unix", SOCKET, false),
    ("redis-unix", SOCKET, false),
    ("unix+redis", SOCKET, false),
    ("redis+tls", ONE, true),
    ("redis+ssl", ONE, true),
    ("redis-tls", ONE, true),
];

/// Refuses a URL with a scheme of another client, and one that Symfony alone understands.
///
/// # Errors
/// A predicate with the form of ours, which has to be written instead.
pub(super) fn refuse(text: &str) -> Result<(), String> {
    let (scheme, rest) = text.split_once(':').unwrap_or_default();
    let scheme = scheme.to_ascii_lowercase();
    if !rest.starts_with("//") {
        return match of_symfony(&scheme, rest) {
            None => Ok(()),
            Some(form) => Err(format!(
                "must be written as {form}, and not as Symfony does it"
            )),
        };
    }
    match SCHEMES.iter().find(|(foreign, ..)| *foreign == scheme) {
        None => Ok(()),
        Some((foreign, form, is_tls)) => Err(format!(
            "must be written as {}, because nothing here reads {foreign}://",
            shown(form, *is_tls)
        )),
    }
}

/// Returns the form of ours for `redis:?host[h1]&host[h2]&redis_sentinel=mymaster` and its like, whose
/// hosts stand in the query, behind nothing but a password.
fn of_symfony(scheme: &str, rest: &str) -> Option<String> {
    let is_tls = matches!(scheme, "rediss" | "valkeys");
    if !is_tls && !matches!(scheme, "redis" | "valkey") {
        return None;
    }
    let (_, query) = rest.split_once('?')?;
    let pairs = || query.split('&');
    let hosts: Vec<_> = pairs()
        .filter_map(|pair| pair.strip_prefix("host[").or(pair.strip_prefix("host%5B")))
        .collect();
    let first = hosts.first()?;
    let has = |key: &str| pairs().any(|pair| pair.split('=').next() == Some(key));
    let form = match () {
        () if has("redis_sentinel") || has("sentinel_master") => SENTINEL,
        () if has("redis_cluster") || has("cluster") || hosts.len() > 1 => CLUSTER,
        () if first.starts_with('/') => SOCKET,
        () => ONE,
    };
    Some(shown(form, is_tls))
}

/// Returns what to do about a key that other clients have in the query of their URLs, if it is one
/// of theirs.
pub(super) fn advice(key: &[u8], value: &str, is_tls: bool) -> Option<String> {
    let key = str::from_utf8(key).ok()?;
    let sentinel = shown(SENTINEL, is_tls);
    let cluster = shown(CLUSTER, is_tls);
    if key.starts_with("host[") {
        return Some(format!(
            "has hosts in its query; write {cluster} or {sentinel}"
        ));
    }
    let offs = ["none", "cert_none", "0", "false", "no", "off"];
    let is_off = offs.iter().any(|off| value.eq_ignore_ascii_case(off));
    let instead = match key {
        "ssl_cert_reqs" if is_off => "write verify_peer=0, and the certificate is not checked",
        "ssl_check_hostname" if is_off => {
            "write verify_peer_name=0, and the name in the certificate is not checked"
        }
        "ssl_cert_reqs" | "ssl_check_hostname" => {
            "leave it out, because the certificate is checked by itself"
        }
        "ssl_ca_certs" => "write cafile=/path/to/ca.pem",
        "ssl_ca_path" => "write capath=/path/to/folder",
        "ssl_certfile" => "write local_cert=/path/to/client.crt",
        "ssl_keyfile" => "write local_pk=/path/to/client.key",
        "sentinelMasterId" | "master_name" | "redis_sentinel" | "sentinel_master"
        | "sentinel_host" | "sentinel_hosts" | "sentinels" | "sentinel_port"
        | "sentinel_service" | "sentinel_ssl" => &format!("write {sentinel}"),
        "redis_cluster" => &format!("write {cluster}"),
        _ => return None,
    };
    Some(format!("has \"{key}\" in its query; {instead}"))
}
