//! The configuration of one object: from array, URL and php.ini to [`Config`].
//!
//! Whatever comes out is complete, within its ranges and immutable; nobody
//! reads a raw setting after this. Nothing here connects, resolves or opens
//! anything. No error sentence holds a password or a URL. The PHP edge calls
//! [`Config::read`], phpinfo calls [`redacted`].
//!
//! Sources, the stronger first: the constructor's URL or the array's `url`,
//! the rest of the array, the ini's URL where the constructor names no server,
//! the other ini settings, the defaults below.

use std::fmt;
use std::time::Duration;

mod address;
mod layer;
mod setting;
#[cfg(test)]
mod tests;
mod url;

pub(crate) use self::address::Address;
use self::address::FORMS;
use self::layer::{Layer, Origin};
pub(crate) use self::setting::{Value, is_known, is_read};
pub(crate) use self::url::redacted;

const URL: &[u8] = b"redis://127.0.0.1:6379/0";
const LOCK_PREFIX: &[u8] = b"lock:";
const LEASE: Duration = Duration::from_secs(30);
const COMMAND_TIMEOUT: Duration = Duration::from_secs(1);
/// Off: with four busy workers on two cores polling cost a fifth (measured).
const BUSY_POLL: Duration = Duration::ZERO;

/// What the constructor got.
pub(crate) enum Source {
    /// Nothing.
    Ini,
    /// A string.
    Url(Vec<u8>),
    /// An array; integer keys are decimal text.
    Map(Vec<(Vec<u8>, Value)>),
}

/// The ini settings' current texts.
pub(crate) struct Ini {
    pub(crate) url: Vec<u8>,
    pub(crate) lock_prefix: Vec<u8>,
    pub(crate) lease: Vec<u8>,
    pub(crate) command_timeout: Vec<u8>,
}

/// How one object locks, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) server: Server,
    /// A lock's key is exactly this and its name.
    pub(crate) lock_prefix: Vec<u8>,
    /// How long a renewed lock lives without renewal.
    pub(crate) lease: Duration,
    /// When renewal stops; `None` is never.
    pub(crate) max_hold: Option<Duration>,
    /// Whether every lock gets a fencing token.
    pub(crate) fencing: bool,
    /// Whether locks are released when their object or request ends.
    pub(crate) auto_release: bool,
}

/// One Redis server and how to talk to it. Objects with equal servers share a
/// connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Server {
    pub(crate) address: Address,
    /// Never without a password.
    pub(crate) username: Option<String>,
    pub(crate) password: Option<Secret>,
    pub(crate) database: u32,
    /// The connection's name for CLIENT SETNAME.
    pub(crate) name: Option<String>,
    /// Never longer than `command_timeout`.
    pub(crate) connect_timeout: Duration,
    pub(crate) command_timeout: Duration,
    /// How long a reply is polled for before the process sleeps.
    pub(crate) busy_poll: Duration,
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, database {}", self.address, self.database)
    }
}

/// A password. It prints as bullets.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// The password, for AUTH and nothing else.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("•••")
    }
}

impl Config {
    /// Reads and checks everything.
    ///
    /// # Errors
    /// What is wrong, as the sentence that goes on after
    /// `Argument #1 ($config) `.
    pub(crate) fn read(source: Source, ini: &Ini) -> Result<Self, String> {
        let (given, names_server) = match source {
            // An environment variable that is empty must not lock at localhost.
            Source::Url(text) if text.is_empty() => {
                return Err(format!(
                    "must not be an empty string; give a URL such as {FORMS}, or null for the \
                     ini settings"
                ));
            }
            Source::Url(text) => (Layer::of_url(&text, Origin::Url)?, true),
            Source::Ini => (Layer::default(), false),
            Source::Map(array) => (read_array(&array)?, names_server(&array)),
        };
        let mut layer = given.settled();
        if !names_server {
            let url = if ini.url.is_empty() { URL } else { &ini.url };
            layer = layer.over(Layer::of_url(url, Origin::IniUrl)?.settled());
        }
        Self::complete(layer.over(read_ini(ini)?))
    }

    fn complete(layer: Layer) -> Result<Self, String> {
        let command_timeout = layer.command_timeout.unwrap_or(COMMAND_TIMEOUT);
        let connect_timeout = layer.connect_timeout.unwrap_or(command_timeout);
        let password = layer.password;
        Ok(Self {
            server: Server {
                address: address::address(layer.scheme, layer.host, layer.port, layer.path)?,
                // Without a password frameworks send no AUTH at all.
                username: layer.username.filter(|_| password.is_some()),
                password,
                database: layer.database.unwrap_or(0),
                name: layer.name,
                connect_timeout: connect_timeout.min(command_timeout),
                command_timeout,
                busy_poll: layer.busy_poll.unwrap_or(BUSY_POLL),
            },
            lock_prefix: layer.lock_prefix.unwrap_or_else(|| LOCK_PREFIX.to_vec()),
            lease: layer.lease.unwrap_or(LEASE),
            max_hold: layer.max_hold.filter(|cap| !cap.is_zero()),
            fencing: layer.fencing.unwrap_or(false),
            auto_release: layer.auto_release.unwrap_or(true),
        })
    }
}

fn read_array(array: &[(Vec<u8>, Value)]) -> Result<Layer, String> {
    let rest = Layer::of_parts(array, Origin::Array)?;
    let url = match array.iter().find(|(key, _)| key == b"url") {
        Some((_, Value::Text(text))) if !text.is_empty() => text,
        Some((_, Value::Null | Value::Text(_))) | None => return Ok(rest),
        Some(_) => return Err("\"url\" must be a string".to_owned()),
    };
    Ok(Layer::of_url(url, Origin::UrlOfArray)?.over(rest))
}

fn names_server(array: &[(Vec<u8>, Value)]) -> bool {
    let server: [&[u8]; 5] = [b"url", b"host", b"path", b"port", b"scheme"];
    array
        .iter()
        .any(|(key, value)| server.contains(&key.as_slice()) && !value.is_absent())
}

fn read_ini(ini: &Ini) -> Result<Layer, String> {
    let part = |key: &str, text: &[u8]| (key.into(), Value::Text(text.to_vec()));
    let parts = [
        part("lock_prefix", &ini.lock_prefix),
        part("lease", &ini.lease),
        part("command_timeout", &ini.command_timeout),
    ];
    Layer::of_parts(&parts, Origin::IniSettings)
}
