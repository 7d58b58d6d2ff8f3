//! The configuration of one object: an array, a URL and php.ini become one [`Config`].
//!
//! A [`Config`] is complete, immutable and within its ranges, so nobody reads a raw setting after
//! this. Nothing here connects, resolves a name or opens a file, and no error sentence shows a
//! password or a URL. `php::class` calls [`Config::read`], and `php::info` calls [`redacted`].
//!
//! Sources, the strongest first: the constructor's URL or the array's `url`, the rest of the
//! array, the ini URL (only where the constructor names no server), the other ini settings,
//! the defaults. A new key is one row in `setting`'s table, and one line in `options` or in
//! `servers`.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

mod address;
mod context;
mod foreign;
mod nodes;
mod packages;
mod servers;
mod setting;
mod sources;
#[cfg(test)]
mod tests;
mod tls;
mod url;
mod value;

use self::address::FORMS;
pub(crate) use self::address::{Address, is_host};
pub(crate) use self::setting::{depth, is_known, is_read};
use self::sources::{Origin, Sources};
pub(crate) use self::url::redacted;
pub(crate) use self::value::{Pair, RawValue};

const LOCK_PREFIX: &[u8] = b"lock:";
const LEASE: Duration = Duration::from_secs(30);
/// A quick restart of Redis takes less, while an outage must not fill all workers of a web server
/// with waits.
const RETRY_FOR: Duration = Duration::from_secs(2);

/// The constructor's argument.
#[derive(Clone, PartialEq)]
pub(crate) enum ConfigArgument {
    /// Nothing.
    Ini,
    /// A string.
    Url(Vec<u8>),
    /// An array. Integer keys are decimal text.
    Map(Vec<Pair>),
}

/// The ini settings' current texts.
#[derive(PartialEq)]
pub(crate) struct Ini {
    pub(crate) url: Vec<u8>,
    pub(crate) lock_prefix: Vec<u8>,
    pub(crate) lease: Vec<u8>,
    pub(crate) command_timeout: Vec<u8>,
    pub(crate) retry_for: Vec<u8>,
}

/// Where one object locks, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) servers: Servers,
    pub(crate) locks: Options,
}

/// How one object locks. `keeper` gets this part alone, because it knows no server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    /// The beginning of each key in Redis; the lock's name follows with nothing between.
    pub(crate) lock_prefix: Vec<u8>,
    /// The length of a renewed lease, which it lasts without a renewal.
    pub(crate) lease: Duration,
    /// The length of the renewal; `None`: without end.
    pub(crate) max_hold: Option<Duration>,
    /// The longest stretch of a wait during which Redis may be unreachable.
    pub(crate) retry_for: Duration,
    /// Whether every lock gets a fencing token.
    pub(crate) fencing: bool,
    /// Whether a lock is released when its object or the request ends.
    pub(crate) auto_release: bool,
}

/// The servers where locks are kept. Objects with equal values share connections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Servers {
    One(Server),
    /// The master of a service, wherever the sentinels say that it is.
    Master(Box<Sentinel>),
    /// The masters of a Cluster, each with its slots.
    Cluster(ClusterSeeds),
}

/// The sentinels of a service, and how to connect to its master.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sentinel {
    /// The sentinels' name of the master, such as `mymaster`.
    pub(crate) service: String,
    /// At least one. Each has a host and a port.
    pub(crate) nodes: Vec<Address>,
    /// How to connect to a sentinel: database 0, no name, no replicas, and the timeouts of the master.
    pub(crate) sentinels: Access,
    pub(crate) master: Access,
}

/// The nodes of a Cluster from which the others are learned, and how to connect to any node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClusterSeeds {
    /// At least one. Each has a host and a port.
    pub(crate) seeds: Vec<Address>,
    /// Its database is 0.
    pub(crate) access: Access,
}

impl Servers {
    /// How to connect to the servers that have the locks.
    pub(crate) fn access(&self) -> &Access {
        match self {
            Self::One(server) => &server.access,
            Self::Master(sentinel) => &sentinel.master,
            Self::Cluster(cluster) => &cluster.access,
        }
    }
}

/// One Redis server and how to connect to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Server {
    pub(crate) address: Address,
    pub(crate) access: Access,
}

/// How to connect to a server and to log in, wherever it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    /// `None` where there is no password.
    pub(crate) username: Option<String>,
    pub(crate) password: Option<Secret>,
    pub(crate) database: u32,
    /// `None`: plain TCP, or a Unix socket.
    pub(crate) tls: Option<Tls>,
    /// The number of replicas that must have a lock before it counts as granted.
    pub(crate) min_replicas: u32,
    /// The connection's name for CLIENT SETNAME.
    pub(crate) name: Option<String>,
    /// At most `command_timeout`.
    pub(crate) connect_timeout: Duration,
    pub(crate) command_timeout: Duration,
}

impl Access {
    /// Returns the words of a server without the password, which the server knows and may repeat.
    pub(crate) fn hide(&self, words: &str) -> String {
        match &self.password {
            Some(password) => words.replace(password.expose(), "•••"),
            None => words.to_owned(),
        }
    }
}

impl Server {
    /// Returns whether the server is reached over TCP without TLS.
    pub(crate) fn is_plain_tcp(&self) -> bool {
        self.access.tls.is_none() && matches!(self.address, Address::Tcp { .. })
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, database {}", self.address, self.access.database)
    }
}

/// How TLS is spoken with a server. The files are read when a PHP thread connects, and not here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tls {
    /// A PEM file with the certificates of CAs; without it and without `ca_folder`, the system's
    /// certificates count.
    pub(crate) ca_file: Option<PathBuf>,
    /// A folder of such files.
    pub(crate) ca_folder: Option<PathBuf>,
    pub(crate) client: Option<ClientCertificate>,
    /// The name in the server's certificate; `None`: the host.
    pub(crate) peer_name: Option<String>,
    pub(crate) verify: Verify,
}

/// The certificate by which a server knows us, and its private key. Both may be in one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClientCertificate {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

/// What has to be true of a server's certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Verify {
    /// A CA has signed it, its dates are right, and it has the server's name.
    #[default]
    ChainAndName,
    /// A CA has signed it, and its dates are right.
    Chain,
    Nothing,
}

/// A password. `Debug` prints bullets.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// Returns the password, for AUTH and nothing else.
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
    /// The first thing that is wrong, as a sentence that goes on after `Argument #1 ($config) `.
    pub(crate) fn read(source: ConfigArgument, ini: &Ini) -> Result<Self, String> {
        let mut from = sources(source, ini)?;
        Ok(Self {
            servers: servers::read(&mut from)?,
            locks: options(&from)?,
        })
    }
}

/// Reads how the object locks.
fn options(from: &Sources) -> Result<Options, String> {
    Ok(Options {
        lock_prefix: from
            .get("lock_prefix", setting::lock_prefix)?
            .unwrap_or_else(|| LOCK_PREFIX.to_vec()),
        lease: from.get("lease", setting::lease)?.unwrap_or(LEASE),
        max_hold: from
            .get("max_hold", setting::max_hold)?
            .filter(|cap| !cap.is_zero()),
        retry_for: from
            .get("retry_for", setting::retry_for)?
            .unwrap_or(RETRY_FOR),
        fencing: from.get("fencing", RawValue::flag)?.unwrap_or(false),
        auto_release: from.get("auto_release", RawValue::flag)?.unwrap_or(true),
    })
}

/// Checks the sources' keys, not yet their values.
fn sources(source: ConfigArgument, ini: &Ini) -> Result<Sources, String> {
    let mut sources = Sources::default();
    match source {
        ConfigArgument::Ini => {}
        // An environment variable that is empty must not lock at localhost.
        ConfigArgument::Url(text) if text.is_empty() => {
            return Err(format!(
                "must not be an empty string; give a URL such as {FORMS}, or null for the \
                 ini settings"
            ));
        }
        ConfigArgument::Url(text) => sources.add_url(Origin::Url, &text)?,
        ConfigArgument::Map(array) => {
            let (servers, options, rest) = packages::parted(packages::gathered(array)?);
            // Servers that are left here are an error, of which the first key makes a sentence.
            sources.add(Origin::Array, [servers, rest].concat())?;
            sources.add_options(options)?;
            if let Some(url) = sources.get("url", setting::url)? {
                sources.add_url(Origin::UrlOfArray, &url)?;
            }
        }
    }
    if !sources.name_a_server() && !ini.url.is_empty() {
        sources.add_url(Origin::IniUrl, &ini.url)?;
    }
    let part = |key: &str, text: &[u8]| (key.into(), RawValue::Text(text.to_vec()));
    sources.add(
        Origin::IniSettings,
        vec![
            part("lock_prefix", &ini.lock_prefix),
            part("lease", &ini.lease),
            part("command_timeout", &ini.command_timeout),
            part("retry_for", &ini.retry_for),
        ],
    )?;
    Ok(sources)
}
