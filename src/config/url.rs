//! URLs, which are taken apart into keys and values, or shown without their secrets.
//!
//! A URL is percent-decoded and nothing else, so a `+` stays a `+`, in a query too, because it may be
//! part of a password. Errors are predicates, as in `value`, and repeat neither the URL nor the second
//! half of a password that has an unescaped `/`, `?`, `#` or `&` in it. `sources` reads URLs here, while
//! phpinfo shows them.

use std::borrow::Cow;

use ::url::{ParseError, Position, Url};
use percent_encoding::percent_decode_str;

use super::address::{FORMS, SEVERAL, Scheme, host_and_port, is_list, split, split_list};
use super::foreign;
use super::setting::{KeyScope, Purpose, ServerGroup};
use super::value::{Pair, RawValue, quoted, text_pair};

/// The text that replaces a secret, in plain ASCII, which no URL has to escape.
const HIDDEN: &str = "***";

/// Returns the URLs in a text, if there are several, which are the servers of a quorum.
pub(crate) fn list(text: &[u8]) -> Option<Vec<&str>> {
    let text = str::from_utf8(text).ok()?;
    let urls = split(text);
    (urls.len() > 1 && urls.iter().all(|url| url.contains("://"))).then_some(urls)
}

/// Returns the keys and values of a URL, as an array would give them.
pub(crate) fn parts(text: &[u8]) -> Result<Vec<Pair>, String> {
    let (url, hosts) = parse(text)?;
    let of = hosts.as_ref().and_then(|hosts| hosts.of);
    let scheme = match of {
        Some(_) => url.scheme().split('+').next().unwrap_or_default(),
        None => url.scheme(),
    };
    let mut parts = vec![part("scheme", scheme)];
    let is_socket = url.scheme() == "unix";
    match (of, hosts) {
        (Some(of), Some(hosts)) => parts.push((of.key().into(), hosts.nodes(of)?)),
        _ if is_socket => parts.push(part("path", socket(&url)?)),
        (_, Some(hosts)) => parts.extend(hosts.one()?),
        (_, None) => parts.extend(server(&url)?),
    }
    if !is_socket {
        parts.push(database(&url, of)?);
    }
    parts.push(part("username", url.username()));
    parts.push(part("password", url.password().unwrap_or_default()));
    parts.extend(query(&url, of)?);
    Ok(parts)
}

/// The hosts as they are written in a URL, if the url crate cannot read them, because they are those of
/// several servers, or one with the zone of an IPv6 address.
struct Hosts<'a> {
    /// The group that the hosts form, or `None` if they are one server.
    of: Option<ServerGroup>,
    text: &'a str,
}

impl Hosts<'_> {
    /// Returns the one host and its port, as an array would give them.
    fn one(&self) -> Result<Vec<Pair>, String> {
        let decoded = decoded(self.text);
        let parts = str::from_utf8(&decoded).ok().and_then(host_and_port);
        parts.ok_or_else(|| sentence(ParseError::InvalidIpv6Address))
    }

    /// Returns each host with its port, as an array would list them.
    fn nodes(&self, of: ServerGroup) -> Result<RawValue, String> {
        // A server of a quorum that is missing would change what a majority is.
        let texts = match of {
            ServerGroup::Quorum => split(self.text),
            _ => split_list(self.text),
        };
        let texts = texts.into_iter();
        let nodes: Vec<_> = texts.map(|text| RawValue::Text(decoded(text))).collect();
        let is_node = |node: &RawValue| node.as_str().and_then(host_and_port).is_some();
        if nodes.is_empty() || !nodes.iter().all(is_node) {
            return Err(format!(
                "must have a list such as host:port,host:port or [::1]:port as its hosts; {ENCODED}"
            ));
        }
        Ok(RawValue::list(nodes))
    }
}

/// Returns `url` without its secrets, or nothing of it if it is no valid URL of ours.
pub(crate) fn redacted(url: &str) -> String {
    if url.is_empty() {
        return String::new();
    }
    if let Some(urls) = list(url.as_bytes()) {
        let shown = urls.iter().map(|url| valid_without_secrets(url));
        let shown: Option<Vec<_>> = shown.collect();
        return shown.map_or_else(|| NOT_VALID.to_owned(), |urls| urls.join(","));
    }
    valid_without_secrets(url).unwrap_or_else(|| NOT_VALID.to_owned())
}

/// What is shown in the place of a text that is no URL, because nobody knows which part of it is secret.
const NOT_VALID: &str = "(not a valid URL)";

fn valid_without_secrets(url: &str) -> Option<String> {
    let (url, hosts) = parts(url.as_bytes())
        .and_then(|_| parse(url.as_bytes()))
        .ok()?;
    without_secrets(url, hosts.as_ref())
}

fn without_secrets(mut url: Url, hosts: Option<&Hosts>) -> Option<String> {
    if url.password().is_some() {
        url.set_password(Some(HIDDEN)).ok()?;
    } else if !url.username().is_empty() {
        // The user is hidden, because it may be a password, and `redis://password@host` is a common
        // mistake.
        url.set_username(HIDDEN).ok()?;
    }
    if let Some(query) = url.query() {
        let shown: Vec<_> = query.split('&').map(without_secret).collect();
        url.set_query(Some(&shown.join("&")));
    }
    Some(match hosts {
        Some(hosts) => {
            let (before, behind) = (&url[..Position::BeforeHost], &url[Position::AfterHost..]);
            format!("{before}{}{behind}", hosts.text)
        }
        None => url.into(),
    })
}

fn without_secret(pair: &str) -> Cow<'_, str> {
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    // The value is hidden too where a wrong separator hides the next pair in it, as in
    // `lease=30;password=…`.
    if is_secret(&decoded(key)) || value.contains(['=', '@']) {
        Cow::Owned(format!("{key}={HIDDEN}"))
    } else {
        Cow::Borrowed(pair)
    }
}

/// The keys of a query whose values are secret.
const SECRETS: [&[u8]; 4] = [b"password", b"auth", b"passphrase", b"sentinel_password"];

fn is_secret(key: &[u8]) -> bool {
    SECRETS.contains(&key)
}

/// Returns the parsed URL, and beside it the hosts that `Url::parse` cannot read, in whose place it gets
/// another host.
fn parse(text: &[u8]) -> Result<(Url, Option<Hosts<'_>>), String> {
    let Ok(text) = str::from_utf8(text.trim_ascii()) else {
        return Err("must be valid UTF-8".to_owned());
    };
    // Control characters are refused, because the url crate would silently drop them, even from a
    // password.
    if text.contains(|c: char| c.is_ascii_control()) {
        return Err("must not contain control characters".to_owned());
    }
    foreign::refuse(text)?;
    let Some((scheme, _)) = text.split_once("://") else {
        return Err(format!("must be a URL: {FORMS}"));
    };
    if let Some(char) = delimiter_in_password(text) {
        return Err(format!("has \"{char}\" in its password; {ENCODED}"));
    }
    let (_, deployment) = scheme.split_once('+').unwrap_or_default();
    let of = ServerGroup::of_scheme(&deployment.to_ascii_lowercase());
    let (credentials, hosts) = credentials_and_hosts(authority(text));
    let has_zone = hosts.starts_with('[') && hosts.contains('%') && !is_list(hosts);
    let unread = (of.is_some() || has_zone).then_some(Hosts { of, text: hosts });
    let url = if unread.is_some() {
        // A second `@` gets a sentence of its own, because some programs repeat the user in front of each
        // host, as in `u:p@h1,u:p@h2`.
        if of.is_some() && credentials.contains('@') {
            return Err(
                "has two \"@\" in front of its path; the user and the password stand once, before \
                 the first host; in a password, \"@\" is written %40"
                    .to_owned(),
            );
        }
        let start = scheme.len() + "://".len() + authority(text).len() - hosts.len();
        let (before, rest) = text.split_at(start);
        let (_, behind) = rest.split_at(hosts.len());
        Url::parse(&format!("{before}host{behind}"))
    } else {
        if scheme != "unix" && is_list(hosts) {
            return Err(format!("must name one host; {SEVERAL}"));
        }
        Url::parse(text)
    };
    let url = url.map_err(sentence)?;
    if url.fragment().is_some() {
        return Err(format!("must not contain \"#\"; {ENCODED}"));
    }
    Ok((url, unread))
}

/// The hint for a sentence, which says how the characters that end a password too early are written.
const ENCODED: &str =
    "in a password, \"#\" is written %23, \"/\" is written %2F and \"?\" is written %3F";

/// Returns the user, password, host and port, which stand between `://` and the first `/`, `?` or `#`.
fn authority(text: &str) -> &str {
    let rest = text.split_once("://").map_or("", |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Returns what stands in front of the last `@` of an authority, and what stands behind it.
fn credentials_and_hosts(authority: &str) -> (&str, &str) {
    authority.rsplit_once('@').unwrap_or(("", authority))
}

/// Returns whether `text` has a user with no colon behind it, as in `redis://secret@host`.
pub(crate) fn has_lone_user(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let (credentials, _) = credentials_and_hosts(authority(&text));
    !credentials.is_empty() && !credentials.contains(':')
}

/// Returns the character that ended a password too early, as in `redis://user:se#cret@host`. It is known
/// by the `@` of the password behind it, while what stands before it is no list of hosts with their
/// ports.
fn delimiter_in_password(text: &str) -> Option<char> {
    let (_, rest) = text.split_once("://")?;
    let (before, behind) = rest.split_at(rest.find(['/', '?', '#'])?);
    let is_host = |part: &str| match part.rsplit_once(':') {
        Some((host, port)) => {
            let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && !host.is_empty();
            is_port || part.ends_with(']')
        }
        None => true,
    };
    if before.contains('@') || before.split(',').all(is_host) || !behind.contains('@') {
        return None;
    }
    behind.chars().next()
}

fn sentence(error: ParseError) -> String {
    let rule = match error {
        ParseError::EmptyHost => {
            "must name a host; the username and password of a Unix socket are in the query: \
             unix:///path?username=…&password=…"
        }
        ParseError::InvalidPort => {
            return format!("must have a port between 1 and 65535; {ENCODED}");
        }
        ParseError::InvalidIpv4Address
        | ParseError::InvalidIpv6Address
        | ParseError::InvalidDomainCharacter
        | ParseError::IdnaError => "must have a host name or an IP address as its host",
        _ => "must be a valid URL",
    };
    rule.to_owned()
}

fn socket(url: &Url) -> Result<&str, String> {
    if url.host_str().is_some_and(|host| !host.is_empty()) || url.path().len() < 2 {
        return Err("must be unix:///path/to/socket, with three slashes".to_owned());
    }
    Ok(url.path())
}

fn server(url: &Url) -> Result<Vec<Pair>, String> {
    let mut parts = vec![part("host", url.host_str().unwrap_or_default())];
    match url.port() {
        Some(0) => return Err("must have a port between 1 and 65535, 0 given".to_owned()),
        Some(port) => parts.push((b"port".to_vec(), RawValue::Int(port.into()))),
        None => {}
    }
    Ok(parts)
}

/// Returns the database, which is the path of a URL. The error has a hint for each group of servers,
/// because people may expect another path in the URL of several servers.
fn database(url: &Url, of: Option<ServerGroup>) -> Result<Pair, String> {
    let path = url.path();
    let database = path.strip_prefix('/').unwrap_or(path);
    if database.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(part("database", database));
    }
    let hint = match of {
        None => "a Unix socket is unix:///path",
        Some(ServerGroup::Sentinel) => "the service stands in the query: ?service=mymaster",
        Some(ServerGroup::Cluster) => "a Cluster has the database 0 alone",
        Some(ServerGroup::Quorum) => "different databases are in an array with \"servers\"",
    };
    Err(format!(
        "must have a database number as its path, or none; {ENCODED}; {hint}"
    ))
}

fn query(url: &Url, of: Option<ServerGroup>) -> Result<Vec<Pair>, String> {
    let mut parts = Vec::new();
    let query = url.query().unwrap_or_default();
    // An `@` may end a password that has a `?` in it, as in `redis://user:1?secret=2@host`.
    let mut after_secret = query.contains('@');
    let pairs = query.split('&');
    for pair in pairs.filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let key = decoded(key);
        match KeyScope::Top.purpose(&key) {
            None | Some(Purpose::Flat) => {
                let scheme = url.scheme().split('+').next().unwrap_or_default();
                let is_tls = Scheme::read(scheme) == Ok(Scheme::Tls);
                let advice = foreign::advice(&key, value, is_tls);
                let unknown = || unknown(&key, pair.contains('='), after_secret, of);
                return Err(advice.unwrap_or_else(unknown));
            }
            Some(Purpose::SentinelUrl) if of != Some(ServerGroup::Sentinel) => {
                let key = quoted(&key);
                return Err(format!(
                    "has {key} in its query, which is for redis+sentinel:// alone"
                ));
            }
            Some(Purpose::Group) if !matches!(value, "" | "0") => {
                let word = ServerGroup::of_key(&key).map_or("", ServerGroup::of_url);
                let key = String::from_utf8_lossy(&key);
                return Err(format!(
                    "has \"{key}\" in its query; write redis+{word}://host:port,host:port"
                ));
            }
            _ => {}
        }
        if !pair.contains('=') {
            return Err(format!(
                "has no value for {} in its query; in php.ini, a URL with a query needs quotes",
                quoted(&key)
            ));
        }
        after_secret |= is_secret(&key);
        parts.push((key, RawValue::Text(decoded(value))));
    }
    Ok(parts)
}

/// Returns a predicate that shows the key, unless the key may be the part of a password behind its `?` or
/// `&`, because such a part may look like a key, although it rarely has an `=`.
fn unknown(key: &[u8], has_value: bool, after_secret: bool, of: Option<ServerGroup>) -> String {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    // The key may be `password-secret`, where the `=` behind the name of a secret is missing.
    let has_secret = SECRETS.iter().any(|it| key.starts_with(it));
    let hint = if has_value && !has_secret {
        KeyScope::Query(of).hint(key)
    } else {
        String::new()
    };
    let is_like_a_key = !hint.is_empty() || key.iter().all(is_word);
    if has_value && !after_secret && !has_secret && is_like_a_key {
        return format!("has the unknown key {} in its query{hint}", quoted(key));
    }
    format!(
        "has an unknown key in its query{hint}; in a password, \"?\" is written %3F and \"&\" is \
         written %26"
    )
}

fn part(key: &str, encoded: &str) -> Pair {
    text_pair(key, decoded(encoded))
}

fn decoded(encoded: &str) -> Vec<u8> {
    percent_decode_str(encoded).collect()
}
