//! URLs: taken apart into keys and values, or shown without their secrets.
//!
//! A URL is percent-decoded and nothing else. A `+` stays a `+`, in a query too, because it may
//! be part of a password. Errors are predicates, as in `value`. They never repeat the URL, nor
//! the second half of a password that has an unescaped `/`, `?`, `#` or `&` in it. `sources`
//! reads URLs here; phpinfo shows them.

use std::borrow::Cow;

use ::url::{ParseError, Url};
use percent_encoding::percent_decode_str;

use super::address::{FORMS, SEVERAL, is_list, unbuilt};
use super::setting::{nearest, purpose};
use super::value::{Value, quoted};

/// Replaces a secret. Plain ASCII that no URL has to escape.
const HIDDEN: &str = "***";

/// The keys and values of a URL, as an array would give them.
pub(crate) fn parts(text: &[u8]) -> Result<Vec<(Vec<u8>, Value)>, String> {
    let url = parse(text)?;
    let mut parts = vec![part("scheme", url.scheme())];
    if url.scheme() == "unix" {
        parts.push(part("path", socket(&url)?));
    } else {
        parts.extend(server(&url)?);
    }
    parts.push(part("username", url.username()));
    parts.push(part("password", url.password().unwrap_or_default()));
    parts.extend(query(&url)?);
    Ok(parts)
}

/// `url` without its secrets, or nothing of it if it is no valid URL of ours.
pub(crate) fn redacted(url: &str) -> String {
    if url.is_empty() {
        return String::new();
    }
    let shown = parts(url.as_bytes()).and_then(|_| parse(url.as_bytes()));
    shown
        .ok()
        .and_then(without_secrets)
        .unwrap_or_else(|| "(not a valid URL)".to_owned())
}

fn without_secrets(mut url: Url) -> Option<String> {
    if url.password().is_some() {
        url.set_password(Some(HIDDEN)).ok()?;
    } else if !url.username().is_empty() {
        // The user may be a password: redis://password@host is a common mistake.
        url.set_username(HIDDEN).ok()?;
    }
    if let Some(query) = url.query() {
        let shown: Vec<_> = query.split('&').map(without_secret).collect();
        url.set_query(Some(&shown.join("&")));
    }
    Some(url.into())
}

fn without_secret(pair: &str) -> Cow<'_, str> {
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    // A wrong separator hides the next pair in this value: `lease=30;password=…`.
    if is_secret(&decoded(key)) || value.contains(['=', '@']) {
        Cow::Owned(format!("{key}={HIDDEN}"))
    } else {
        Cow::Borrowed(pair)
    }
}

/// The keys whose values are secret.
const SECRETS: [&[u8]; 3] = [b"password", b"auth", b"passphrase"];

fn is_secret(key: &[u8]) -> bool {
    SECRETS.contains(&key)
}

fn parse(text: &[u8]) -> Result<Url, String> {
    let Ok(text) = str::from_utf8(text.trim_ascii()) else {
        return Err("must be valid UTF-8".to_owned());
    };
    // The url crate would silently drop them, even from a password.
    if text.contains(|c: char| c.is_ascii_control()) {
        return Err("must not contain control characters".to_owned());
    }
    let Some((scheme, _)) = text.split_once("://") else {
        return Err(format!("must be a URL: {FORMS}"));
    };
    // Before `Url::parse`, which cannot read several hosts.
    if let Some(what) = unbuilt(scheme).filter(|_| scheme.contains('+')) {
        return Err(format!(
            "names a {what} deployment; {what} is not built yet"
        ));
    }
    if let Some(char) = delimiter_in_password(text) {
        return Err(format!("has \"{char}\" in its password; {ENCODED}"));
    }
    if scheme != "unix" && is_list(hosts(authority(text))) {
        return Err(format!("must name one host; {SEVERAL}"));
    }
    let url = Url::parse(text).map_err(sentence)?;
    if url.fragment().is_some() {
        return Err(format!("must not contain \"#\"; {ENCODED}"));
    }
    Ok(url)
}

/// How the characters that end a password too early are written, for a sentence.
const ENCODED: &str =
    "in a password, \"#\" is written %23, \"/\" is written %2F and \"?\" is written %3F";

/// What stands between `://` and the first `/`, `?` or `#`: user, password, host and port.
fn authority(text: &str) -> &str {
    let rest = text.split_once("://").map_or("", |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// An authority without its user and password.
fn hosts(authority: &str) -> &str {
    authority
        .rsplit_once('@')
        .map_or(authority, |(_, hosts)| hosts)
}

/// Whether `text` has a user with no colon behind it, as in `redis://secret@host`.
pub(crate) fn has_lone_user(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let credentials = authority(&text).rsplit_once('@').map_or("", |it| it.0);
    !credentials.is_empty() && !credentials.contains(':')
}

/// The character that ended a password too early, as in `redis://user:se#cret@host`: the `@` of
/// the password stands behind it, and what stands before it is no host with a port.
fn delimiter_in_password(text: &str) -> Option<char> {
    let (_, rest) = text.split_once("://")?;
    let (before, behind) = rest.split_at(rest.find(['/', '?', '#'])?);
    let (_, port) = before.rsplit_once(':')?;
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && before.len() > port.len() + 1;
    if before.contains('@') || before.ends_with(']') || is_port || !behind.contains('@') {
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

fn server(url: &Url) -> Result<Vec<(Vec<u8>, Value)>, String> {
    let mut parts = vec![part("host", url.host_str().unwrap_or_default())];
    match url.port() {
        Some(0) => return Err("must have a port between 1 and 65535, 0 given".to_owned()),
        Some(port) => parts.push((b"port".to_vec(), Value::Int(port.into()))),
        None => {}
    }
    let path = url.path();
    let database = path.strip_prefix('/').unwrap_or(path);
    if !database.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "must have a database number as its path, or none; {ENCODED}; a Unix socket is \
             unix:///path"
        ));
    }
    parts.push(part("database", database));
    Ok(parts)
}

fn query(url: &Url) -> Result<Vec<(Vec<u8>, Value)>, String> {
    let mut parts = Vec::new();
    let query = url.query().unwrap_or_default();
    // An `@` may end a password that has a `?` in it: `redis://user:1?secret=2@host`.
    let mut after_secret = query.contains('@');
    let pairs = query.split('&');
    for pair in pairs.filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let key = decoded(key);
        if purpose(&key).is_none() {
            return Err(unknown(&key, pair.contains('='), after_secret));
        }
        if !pair.contains('=') {
            return Err(format!(
                "has no value for {} in its query; in php.ini, a URL with a query needs quotes",
                quoted(&key)
            ));
        }
        after_secret |= is_secret(&key);
        parts.push((key, Value::Text(decoded(value))));
    }
    Ok(parts)
}

/// Shows the key, unless it may be the part of a password behind its `?` or `&`. Such a part
/// may look like a key, and it rarely has an `=`.
fn unknown(key: &[u8], has_value: bool, after_secret: bool) -> String {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    // `?password-secret`: there the `=` is missing.
    let has_secret = SECRETS.iter().any(|it| key.starts_with(it));
    let is_safe = has_value && !after_secret && !has_secret;
    let hint = nearest(key)
        .filter(|_| has_value && !has_secret)
        .map(|known| format!(" (did you mean \"{known}\"?)"));
    match hint {
        Some(hint) if is_safe => {
            format!("has the unknown key {} in its query{hint}", quoted(key))
        }
        None if is_safe && key.iter().all(is_word) => {
            format!("has the unknown key {} in its query", quoted(key))
        }
        hint => format!(
            "has an unknown key in its query{}; in a password, \"?\" is written %3F and \"&\" is \
             written %26",
            hint.unwrap_or_default()
        ),
    }
}

fn part(key: &str, encoded: &str) -> (Vec<u8>, Value) {
    (key.into(), Value::Text(decoded(encoded)))
}

fn decoded(encoded: &str) -> Vec<u8> {
    percent_decode_str(encoded).collect()
}
