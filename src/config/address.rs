//! The address at which a server listens, which is a host and a port, or a Unix socket.
//!
//! This file knows every way in which frameworks write an address, and the possible schemes, while it
//! resolves no name and looks at no file. Errors are predicates, as in `value`, and show no host, because
//! people put a URL with its password there. `servers`, `nodes`, `quorum`, `setting` and `url` read addresses
//! here, while `connection` connects to an [`Address`].

use std::fmt;
use std::iter;
use std::net::Ipv6Addr;
use std::path::PathBuf;

use super::value::{Pair, quoted, text_pair};

/// The forms of a URL of ours, as a sentence lists them.
pub(super) const FORMS: &str =
    "redis://user:password@host:port/database or unix:///path/to/socket?db=0";

/// The ways to give several servers, as a sentence lists them.
pub(super) const SEVERAL: &str = "for several servers use \"cluster\", \"sentinel\" or \"servers\", or a \
                                  URL with redis+cluster://, redis+sentinel:// or redis+quorum://";

/// The forms of a node, as a sentence lists them.
pub(super) const NODE_FORMS: &str =
    "host:port, [IPv6]:port, a URL, or an array with \"host\" and \"port\"";

/// The forms of a server of a quorum, as a sentence lists them.
pub(super) const SERVER_FORMS: &str = "host:port, [IPv6]:port, a URL, the path of a Unix socket, or an array with \"host\" and \
     \"port\"";

const SCHEMES: &str = "tcp, redis, valkey, tls, ssl, rediss, valkeys or unix";
const PORT: u16 = 6379;
/// The length in bytes that no host name exceeds (<https://www.rfc-editor.org/rfc/rfc1035>).
const LONGEST_HOST: usize = 253;

/// The address at which one server listens, of which no name is resolved yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Address {
    /// A host and a port, where `host` holds an IPv6 address without its brackets.
    Tcp { host: String, port: u16 },
    /// The absolute path of a Unix socket.
    Unix(PathBuf),
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp { host, port } if host.contains(':') => write!(f, "[{host}]:{port}"),
            Self::Tcp { host, port } => write!(f, "{host}:{port}"),
            Self::Unix(path) => path.display().fmt(f),
        }
    }
}

/// The transport that a scheme stands for, which several schemes may share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scheme {
    /// TCP without TLS.
    Tcp,
    /// TCP with TLS.
    Tls,
    /// A Unix socket.
    Unix,
}

impl Scheme {
    /// Returns the transport that a scheme stands for.
    ///
    /// # Errors
    /// The possible schemes, before which the caller puts `must be` or the like.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "tcp" | "redis" | "valkey" => return Ok(Self::Tcp),
            "tls" | "ssl" | "rediss" | "valkeys" => return Ok(Self::Tls),
            "unix" => return Ok(Self::Unix),
            _ => {}
        }
        let given = quoted(text.as_bytes());
        let hint = if text.contains('+') {
            "; a URL with such a scheme stands in \"url\""
        } else {
            ""
        };
        Err(format!("{SCHEMES}, {given} given{hint}"))
    }
}

/// The value of `host`, which frameworks use for more than a host.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Host {
    /// A name or an IP address, without brackets, and the scheme that stood before it.
    Name {
        name: String,
        scheme: Option<Scheme>,
    },
    /// The path of a Unix socket, which phpredis accepts as a host.
    Socket(PathBuf),
}

impl Host {
    /// Returns the scheme that stood before a name.
    pub(super) fn scheme(&self) -> Option<Scheme> {
        match self {
            Self::Name { scheme, .. } => *scheme,
            Self::Socket(_) => None,
        }
    }

    /// Returns the host in a text, which may have a scheme before it.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme, rest)) => {
                let wrong = |possible| format!("must have no scheme but {possible}");
                (Some(Scheme::read(scheme).map_err(wrong)?), rest)
            }
            None => (None, text),
        };
        match scheme {
            Some(Scheme::Unix) => socket(rest).map(Self::Socket),
            None if rest.starts_with('/') => socket(rest).map(Self::Socket),
            _ => name(rest).map(|name| Self::Name { name, scheme }),
        }
    }
}

/// Returns the path of a Unix socket, which must be absolute, because a PHP script may change its
/// directory, and a lock must not change its server then.
pub(crate) fn socket(text: &str) -> Result<PathBuf, String> {
    let path = text.strip_prefix("unix://").unwrap_or(text);
    if !path.starts_with('/') {
        let given = quoted(text.as_bytes());
        return Err(format!(
            "must be the absolute path of a Unix socket, {given} given"
        ));
    }
    if path.contains(char::is_control) {
        return Err("must not contain control characters".to_owned());
    }
    Ok(path.into())
}

fn name(text: &str) -> Result<String, String> {
    let bracketed = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let bare = bracketed.unwrap_or(text);
    if is_host(bare) && (bracketed.is_none() || bare.contains(':')) {
        Ok(bare.to_owned())
    } else if is_list(text) {
        Err(format!("must be one host; {SEVERAL}"))
    } else {
        Err("must be a host name, an IP address or a socket's path, without a port".to_owned())
    }
}

/// Returns whether the text names several hosts, unless it has an `@`, because then it may be a URL and
/// the comma a part of its password.
pub(super) fn is_list(text: &str) -> bool {
    !text.contains('@') && text.contains([',', ';'])
}

/// Returns whether the text is a server's name, an IPv4 address, or an IPv6 address without brackets.
/// This one rule holds for the configuration, for the masters that sentinels name and for the nodes of a
/// Cluster.
pub(crate) fn is_host(text: &str) -> bool {
    let is_made_right = if text.contains(':') {
        is_ipv6(text)
    } else {
        !text.is_empty() && text.chars().all(is_of_name)
    };
    is_made_right && text.len() <= LONGEST_HOST
}

fn is_ipv6(text: &str) -> bool {
    let (address, zone) = text.split_once('%').unwrap_or((text, "lo"));
    address.parse::<Ipv6Addr>().is_ok() && !zone.is_empty() && zone.chars().all(is_of_name)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "-._~".contains(c)
}

/// Returns the host and the port in `host:port`, as an array would give them, without a judgement of the
/// port's range.
pub(super) fn host_and_port(text: &str) -> Option<Vec<Pair>> {
    let host_ends = match text.strip_prefix('[') {
        Some(rest) => rest.find(']')? + 2,
        None => text.find(':').unwrap_or(text.len()),
    };
    let (host, rest) = text.split_at(host_ends);
    let port = match rest.strip_prefix(':') {
        Some(port) => Some(port),
        None if rest.is_empty() => None,
        None => return None,
    };
    // A path is no host, and a second colon is that of an IPv6 address without brackets, of which nobody
    // knows where it ends.
    let is_port = port.is_none_or(|it| it.bytes().all(|byte| byte.is_ascii_digit()));
    let is_right = name(host).is_ok() && is_port && port != Some("");
    let port = port.map(|port| text_pair("port", port));
    is_right.then(|| iter::once(text_pair("host", host)).chain(port).collect())
}

/// Returns the nodes in a text as [`split`] does, without the empty ones.
pub(super) fn split_list(text: &str) -> Vec<&str> {
    let mut nodes = split(text);
    nodes.retain(|node| !node.is_empty());
    nodes
}

/// Returns the nodes in a text, which stand between `,` or `;`. In front of a URL's scheme both signs
/// separate URLs, while elsewhere in a URL they may be a part of its password.
pub(super) fn split(text: &str) -> Vec<&str> {
    let has_url = text.contains("://");
    let begins_url = |rest: &str| {
        let scheme = rest.trim_ascii_start().split_once("://").map(|it| it.0);
        scheme.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_alphabetic()))
    };
    let signs = text.match_indices([',', ';']).map(|(at, _)| at);
    let ends = signs.filter(|at| !has_url || text.get(at + 1..).is_some_and(begins_url));
    let mut nodes = Vec::new();
    let mut begin = 0;
    for end in ends.chain([text.len()]) {
        nodes.extend(text.get(begin..end).map(str::trim_ascii));
        begin = end + 1;
    }
    nodes
}

/// Returns the address of a node that `host` and `port` give, while the error is about the node as a
/// whole.
pub(super) fn node(host: Option<Host>, port: u16) -> Result<Address, String> {
    match host {
        Some(Host::Name { name: host, .. }) if port > 0 => Ok(Address::Tcp { host, port }),
        Some(Host::Name { .. }) => Err("must have a port between 1 and 65535, 0 given".to_owned()),
        Some(Host::Socket(_)) => {
            Err("must have a host and a port; a Unix socket is no node".to_owned())
        }
        None => Err(format!("must name a host; a node is {NODE_FORMS}")),
    }
}

/// Returns the address that `scheme`, `host`, `port` and `path` give together, and whether TLS is
/// spoken there.
pub(crate) fn address(
    scheme: Option<Scheme>,
    host: Option<Host>,
    port: Option<u16>,
    path: Option<PathBuf>,
) -> Result<(Address, bool), String> {
    let of_host = host.as_ref().and_then(Host::scheme);
    if let (Some(Scheme::Tcp | Scheme::Tls), Some(of_host)) = (scheme, of_host)
        && scheme != Some(of_host)
    {
        return Err(
            "\"scheme\" and the scheme in \"host\" are different; leave one out".to_owned(),
        );
    }
    let is_tls = scheme.or(of_host) == Some(Scheme::Tls);
    let unix = |path| {
        if is_tls {
            return Err(
                "\"scheme\" asks for TLS, and a Unix socket has no TLS; leave \"scheme\" out, \
                        or give a host instead of the socket"
                    .to_owned(),
            );
        }
        Ok((Address::Unix(path), false))
    };
    let host = match (scheme, host, path) {
        (Some(Scheme::Unix), _, Some(path))
        | (_, None, Some(path))
        | (_, Some(Host::Socket(path)), None) => return unix(path),
        (_, Some(Host::Socket(socket)), Some(path)) if socket == path => return unix(path),
        (Some(Scheme::Unix), _, None) => {
            return Err(
                "\"scheme\" is unix, but neither \"path\" nor \"host\" is a path".to_owned(),
            );
        }
        (Some(Scheme::Tcp | Scheme::Tls), Some(Host::Name { name, .. }), _)
        | (None, Some(Host::Name { name, .. }), None) => name,
        (_, Some(_), Some(_)) => {
            let hint = "leave one out, or choose with \"scheme\": tcp or unix";
            return Err(format!("\"host\" and \"path\" are two servers; {hint}"));
        }
        (_, None, None) => "127.0.0.1".to_owned(),
    };
    match port.unwrap_or(PORT) {
        0 => Err("\"port\" must be between 1 and 65535, 0 given".to_owned()),
        port => Ok((Address::Tcp { host, port }, is_tls)),
    }
}
