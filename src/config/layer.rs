//! What one source says: an array, a URL, or the ini settings, in types.
//!
//! A layer is checked on its own, so that its errors can name where it came
//! from; laid over another one it wins setting by setting. It fills in no
//! default and decides nothing between settings but synonyms. Made and laid
//! over each other by `config`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::Secret;
use super::address::{self, Host, Scheme};
use super::setting::{self, Kind, Value, nearest, quoted};
use super::url;

const LEASE: RangeInclusive<f64> = 0.01..=31_536_000.0;
const COMMAND: RangeInclusive<f64> = 0.001..=3600.0;
const LONGEST_PREFIX: usize = 1024;

/// Whose words a sentence is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The constructor's array.
    Array,
    /// The constructor's string.
    Url,
    /// The key `url` of the constructor's array.
    UrlOfArray,
    /// `redis_mutex_lock.url`.
    IniUrl,
    /// The other ini settings.
    IniSettings,
}

impl Origin {
    /// A sentence about the source as a whole.
    fn whole(self, predicate: &str) -> String {
        match self {
            Self::Array | Self::Url | Self::IniSettings => predicate.to_owned(),
            Self::UrlOfArray => format!("\"url\" {predicate}"),
            Self::IniUrl => format!("the ini setting redis_mutex_lock.url {predicate}"),
        }
    }

    /// A sentence about one key in it.
    fn key(self, key: &str, predicate: &str) -> String {
        match self {
            Self::Array | Self::Url => format!("\"{key}\" {predicate}"),
            Self::UrlOfArray => format!("\"{key}\" in \"url\" {predicate}"),
            Self::IniUrl => {
                format!("\"{key}\" in the ini setting redis_mutex_lock.url {predicate}")
            }
            Self::IniSettings => format!("the ini setting redis_mutex_lock.{key} {predicate}"),
        }
    }
}

/// The settings of one source; `None` is what it does not say.
#[derive(Default)]
pub(crate) struct Layer {
    pub(crate) scheme: Option<Scheme>,
    pub(crate) host: Option<Host>,
    /// Zero beside a socket, where frameworks want a number.
    pub(crate) port: Option<u16>,
    pub(crate) path: Option<PathBuf>,
    pub(crate) username: Option<String>,
    pub(crate) password: Option<Secret>,
    pub(crate) database: Option<u32>,
    pub(crate) name: Option<String>,
    pub(crate) connect_timeout: Option<Duration>,
    pub(crate) read_timeout: Option<Duration>,
    pub(crate) command_timeout: Option<Duration>,
    pub(crate) busy_poll: Option<Duration>,
    pub(crate) lock_prefix: Option<Vec<u8>>,
    pub(crate) lease: Option<Duration>,
    /// Zero is no cap.
    pub(crate) max_hold: Option<Duration>,
    pub(crate) fencing: Option<bool>,
    pub(crate) auto_release: Option<bool>,
}

impl Layer {
    /// Reads a URL.
    pub(crate) fn of_url(text: &[u8], origin: Origin) -> Result<Self, String> {
        let parts = url::parts(text).map_err(|predicate| origin.whole(&predicate))?;
        Self::of_parts(&parts, origin)
    }

    /// Reads named settings. Of an array, `url` is somebody else's part.
    pub(crate) fn of_parts(parts: &[(Vec<u8>, Value)], origin: Origin) -> Result<Self, String> {
        let from = Parts { parts, origin };
        from.check_keys()?;
        Ok(Self {
            scheme: from.pick(&["scheme"], |_, value| scheme(value))?,
            host: from.pick(&["host"], |_, value| {
                value.text()?.as_deref().map(Host::read).transpose()
            })?,
            port: from.pick(&["port"], |_, value| port(value))?,
            path: from.pick(&["path"], |_, value| {
                value.text()?.as_deref().map(address::socket).transpose()
            })?,
            username: from.pick(&["username", "password", "auth"], username)?,
            password: from.pick(&["password", "auth"], |_, value| password(value, origin))?,
            database: from.pick(&["database", "db", "select"], |_, value| {
                value.whole(&(0..=i64::from(i32::MAX)))
            })?,
            name: from.pick(&["name"], |_, value| name(value))?,
            connect_timeout: from.pick(&["timeout"], |_, value| connect_timeout(value))?,
            // phpredis' -1 for "without end" among it, which is no deadline for a lock.
            read_timeout: from.pick(&["read_timeout"], |_, value| value.loose_seconds(&COMMAND))?,
            command_timeout: from
                .pick(&["command_timeout"], |_, value| value.seconds(&COMMAND, ""))?,
            busy_poll: from.pick(&["busy_poll"], |_, value| {
                Ok(value.whole(&(0..=10_000))?.map(Duration::from_micros))
            })?,
            lock_prefix: from.pick(&["lock_prefix"], |_, value| lock_prefix(value))?,
            lease: from.pick(&["lease"], |_, value| value.seconds(&LEASE, ""))?,
            max_hold: from.pick(&["max_hold"], |_, value| max_hold(value))?,
            fencing: from.pick(&["fencing"], |_, value| value.flag())?,
            auto_release: from.pick(&["auto_release"], |_, value| value.flag())?,
        })
    }

    /// This layer, its gaps filled by `below`.
    pub(crate) fn over(self, below: Self) -> Self {
        Self {
            scheme: self.scheme.or(below.scheme),
            host: self.host.or(below.host),
            port: self.port.or(below.port),
            path: self.path.or(below.path),
            username: self.username.or(below.username),
            password: self.password.or(below.password),
            database: self.database.or(below.database),
            name: self.name.or(below.name),
            connect_timeout: self.connect_timeout.or(below.connect_timeout),
            read_timeout: self.read_timeout.or(below.read_timeout),
            command_timeout: self.command_timeout.or(below.command_timeout),
            busy_poll: self.busy_poll.or(below.busy_poll),
            lock_prefix: self.lock_prefix.or(below.lock_prefix),
            lease: self.lease.or(below.lease),
            max_hold: self.max_hold.or(below.max_hold),
            fencing: self.fencing.or(below.fencing),
            auto_release: self.auto_release.or(below.auto_release),
        }
    }

    /// This layer with a framework's `read_timeout` as the command's deadline
    /// where it names none itself. To be asked before a weaker source fills
    /// the gap: php.ini always names one.
    pub(crate) fn settled(mut self) -> Self {
        self.command_timeout = self.command_timeout.or(self.read_timeout);
        self
    }
}

/// A source's settings as they were given.
struct Parts<'a> {
    parts: &'a [(Vec<u8>, Value)],
    origin: Origin,
}

impl Parts<'_> {
    fn check_keys(&self) -> Result<(), String> {
        for (key, value) in self.parts {
            match setting::kind(key) {
                None => return Err(self.origin.whole(&unknown(key))),
                Some(Kind::Unbuilt) if !is_off(value) => {
                    let key = String::from_utf8_lossy(key);
                    return Err(self.origin.key(&key, "is not built yet"));
                }
                Some(_) if key == b"url" && self.origin != Origin::Array => {
                    return Err(self.origin.whole("must not contain another \"url\""));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// What the synonyms `keys` say with one voice.
    fn pick<T: PartialEq>(
        &self,
        keys: &[&'static str],
        convert: impl Fn(&str, &Value) -> Result<Option<T>, String>,
    ) -> Result<Option<T>, String> {
        let mut found = None;
        for (key, value) in keys.iter().flat_map(|key| self.all(key)) {
            let converted = convert(key, value);
            let Some(new) = converted.map_err(|error| self.origin.key(key, &error))? else {
                continue;
            };
            match &found {
                None => found = Some((key, new)),
                Some((_, old)) if *old == new => {}
                Some((first, _)) => return Err(self.contradiction(first, key)),
            }
        }
        Ok(found.map(|(_, value)| value))
    }

    /// Each value of `key`: a URL's query may name it twice, or once more than
    /// the URL's other parts do.
    fn all<'a>(&'a self, key: &'static str) -> impl Iterator<Item = (&'static str, &'a Value)> {
        let own = move |(name, _): &&(Vec<u8>, Value)| name == key.as_bytes();
        self.parts
            .iter()
            .filter(own)
            .map(move |(_, value)| (key, value))
    }

    fn contradiction(&self, first: &str, second: &str) -> String {
        self.origin.whole(&if first == second {
            format!("gives \"{first}\" two different values")
        } else {
            format!("gives \"{first}\" and \"{second}\" different values")
        })
    }
}

fn unknown(key: &[u8]) -> String {
    let key_shown = quoted(key);
    match nearest(key) {
        Some(known) => format!("has the unknown key {key_shown} (did you mean \"{known}\"?)"),
        None => format!("has the unknown key {key_shown}"),
    }
}

/// Hyperf writes down deployments that it does not use, with `enable` off.
fn is_off(value: &Value) -> bool {
    match value {
        Value::Map(map) if !map.is_empty() => map
            .iter()
            .any(|(key, value)| key == b"enable" && matches!(value.flag(), Ok(None | Some(false)))),
        Value::Map(_) | Value::Bool(false) => true,
        _ => value.is_absent(),
    }
}

fn scheme(value: &Value) -> Result<Option<Scheme>, String> {
    let scheme = value.text()?.as_deref().map(Scheme::read).transpose();
    scheme.map_err(|possible| format!("must be {possible}"))
}

/// Zero is left to whoever knows whether there is a socket.
fn port(value: &Value) -> Result<Option<u16>, String> {
    if value.number() == Some(0.0) {
        return Ok(Some(0));
    }
    value.whole(&(1..=65_535))
}

fn name(value: &Value) -> Result<Option<String>, String> {
    match value.text()? {
        // CLIENT SETNAME refuses anything else, with the connection's first reply.
        Some(name) if !name.bytes().all(|byte| byte.is_ascii_graphic()) => {
            let given = quoted(name.as_bytes());
            Err(format!(
                "must consist of visible ASCII characters without spaces, {given} given"
            ))
        }
        name => Ok(name),
    }
}

fn lock_prefix(value: &Value) -> Result<Option<Vec<u8>>, String> {
    match value.bytes()? {
        Some(prefix) if prefix.len() > LONGEST_PREFIX => Err(format!(
            "must be at most {LONGEST_PREFIX} bytes, {} given",
            prefix.len()
        )),
        prefix => Ok(prefix),
    }
}

/// No framework gives a deadline below zero a meaning.
fn connect_timeout(value: &Value) -> Result<Option<Duration>, String> {
    if value.number().is_some_and(|number| number < 0.0) {
        return value.seconds(&COMMAND, "0 (not given) or ");
    }
    value.loose_seconds(&COMMAND)
}

fn max_hold(value: &Value) -> Result<Option<Duration>, String> {
    if value.number() == Some(0.0) {
        return Ok(Some(Duration::ZERO));
    }
    value.seconds(&LEASE, "0 (no cap) or ")
}

/// The user of `username`, or of phpredis' list `[user, password]`.
fn username(key: &str, value: &Value) -> Result<Option<String>, String> {
    match value {
        Value::Map(list) if key != "username" => match credentials(list)?.0 {
            Some(user) => user.text(),
            None => Ok(None),
        },
        _ if key == "username" => value.text(),
        _ => Ok(None),
    }
}

fn password(value: &Value, origin: Origin) -> Result<Option<Secret>, String> {
    let text = match value {
        Value::Map(list) => match credentials(list)?.1 {
            Some(password) => password.text()?,
            None => None,
        },
        Value::Bool(flag) => flag.then(|| "true".to_owned()),
        // Frameworks ask PHP's empty(); a URL that says "0" means it.
        _ if origin == Origin::Array => value.text()?.filter(|text| text != "0"),
        _ => value.text()?,
    };
    Ok(text.map(Secret))
}

/// User and password of a list, as phpredis takes them: `[password]`,
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
