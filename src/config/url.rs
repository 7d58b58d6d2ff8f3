//! URLs: taken apart into keys and values, or shown without their secrets.
//!
//! A URL is percent-decoded and nothing else. A `+` stays a `+`, in a query too, because it may
//! be part of a password. Errors are predicates, as in `value`. They never repeat the URL, nor
//! the second half of a password that has an unescaped `/`, `?`, `#` or `&` in it. `sources`
//! reads URLs here; phpinfo shows them.

use std::borrow::Cow;

use ::url::{ParseError, Url};
use percent_encoding::percent_decode_str;

use super::address::{FORMS, unbuilt};
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
    let key = pair.split_once('=').map_or(pair, |(key, _)| key);
    if is_secret(&decoded(key)) {
        Cow::Owned(format!("{key}={HIDDEN}"))
    } else {
        Cow::Borrowed(pair)
    }
}

/// The keys whose values are secret.
const SECRETS: [&[u8]; 2] = [b"password", b"auth"];

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
    let url = Url::parse(text).map_err(|error| sentence(error).to_owned())?;
    if url.fragment().is_some() {
        return Err("must not contain \"#\"; in a password it is written %23".to_owned());
    }
    Ok(url)
}

fn sentence(error: ParseError) -> &'static str {
    match error {
        ParseError::EmptyHost => {
            "must name a host; a Unix socket's credentials stand behind the path: \
             unix:///path?username=…&password=…"
        }
        ParseError::InvalidPort => {
            "must have a port between 1 and 65535; in a password, \"/\", \"?\" and \"#\" are \
             written %2F, %3F and %23"
        }
        ParseError::InvalidIpv4Address
        | ParseError::InvalidIpv6Address
        | ParseError::InvalidDomainCharacter
        | ParseError::IdnaError => "must have a host name or an IP address as its host",
        _ => "must be a valid URL",
    }
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
        let hint = "in a password, \"/\" is written %2F, and a Unix socket is unix:///path";
        return Err(format!(
            "must have a database number as its path, or none; {hint}"
        ));
    }
    parts.push(part("database", database));
    Ok(parts)
}

fn query(url: &Url) -> Result<Vec<(Vec<u8>, Value)>, String> {
    let mut parts = Vec::new();
    let mut after_secret = false;
    let pairs = url.query().unwrap_or_default().split('&');
    for pair in pairs.filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let key = decoded(key);
        if purpose(&key).is_none() {
            return Err(unknown(&key, after_secret));
        }
        after_secret |= is_secret(&key);
        parts.push((key, Value::Text(decoded(value))));
    }
    Ok(parts)
}

/// Shows the key, unless it may be the part of a password behind its `?` or `&`.
fn unknown(key: &[u8], after_secret: bool) -> String {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    // `?password-secret`: somebody meant an =.
    let has_secret = SECRETS.iter().any(|it| key.starts_with(it));
    match nearest(key).filter(|_| !has_secret) {
        Some(known) => format!(
            "has the unknown key {} in its query (did you mean \"{known}\"?)",
            quoted(key)
        ),
        None if key.iter().all(is_word) && !after_secret && !has_secret => {
            format!("has the unknown key {} in its query", quoted(key))
        }
        None => "has an unknown key in its query; in a password, \"?\" and \"&\" are written \
                 %3F and %26"
            .to_owned(),
    }
}

fn part(key: &str, encoded: &str) -> (Vec<u8>, Value) {
    (key.into(), Value::Text(decoded(encoded)))
}

fn decoded(encoded: &str) -> Vec<u8> {
    percent_decode_str(encoded).collect()
}
