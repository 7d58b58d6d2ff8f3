//! The configuration of one object, in which an array, a URL and php.ini become one [`Config`].
//!
//! A [`Config`] is complete, immutable and within its ranges, so nobody reads a raw setting after this.
//! Nothing here connects, resolves a name or opens a file, and no error sentence shows a password or a
//! URL. `php::class` calls [`Config::read`], while `php::info` calls [`redacted`].
//!
//! The sources, of which the strongest comes first, are the constructor's URL or the array's `url`, the
//! rest of the array, the ini URL (only if the constructor names no server), the other ini settings, and
//! the defaults. A new key is one row in `setting`'s table, and one line in `options`, `servers` or
//! `access` that reads it.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

mod access;
mod address;
mod foreign;
mod nodes;
mod packages;
mod part;
mod quorum;
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
pub(crate) use self::setting::depth;
use self::sources::{Origin, Sources};
pub(crate) use self::url::redacted;
use self::value::text_pair;
pub(crate) use self::value::{Pair, RawValue};

const LOCK_PREFIX: &[u8] = b"lock:";
const LEASE: Duration = Duration::from_secs(30);
/// The default of `retry_for`, because a quick restart of Redis takes less, while an outage must not fill
/// all workers of a web server with waits.
const RETRY_FOR: Duration = Duration::from_secs(2);

/// The argument of the constructor, which says where Redis is and how to lock.
#[derive(Clone, PartialEq)]
pub(crate) enum ConfigArgument {
    /// No argument or null, so that the ini settings and the defaults count alone.
    Ini,
    /// A string, which has to be a URL.
    Url(Vec<u8>),
    /// An array, in which integer keys are decimal text.
    Map(Vec<Pair>),
}

/// The current texts of the ini settings.
#[derive(PartialEq)]
pub(crate) struct Ini {
    pub(crate) url: Vec<u8>,
    pub(crate) lock_prefix: Vec<u8>,
    pub(crate) lease: Vec<u8>,
    pub(crate) command_timeout: Vec<u8>,
    pub(crate) retry_for: Vec<u8>,
    pub(crate) await_release: Vec<u8>,
}

/// The servers where one object locks, and the options of its locks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Config {
    pub(crate) servers: Servers,
    pub(crate) locks: Options,
}

/// The options of one object's locks, which `keeper` gets without the servers, because it knows no
/// server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    /// The beginning of each key in Redis, which the lock's name follows with nothing between.
    pub(crate) lock_prefix: Vec<u8>,
    /// The length of a renewed lease, which is the time that it lasts without a renewal.
    pub(crate) lease: Duration,
    /// The length of the renewal, or `None` if the renewal has no end.
    pub(crate) max_hold: Option<Duration>,
    /// For how much longer than its lease a lock stays shut after a crash or a loss.
    pub(crate) lock_delay: Duration,
    /// The longest stretch of a wait during which Redis may be unreachable.
    pub(crate) retry_for: Duration,
    /// Whether every lock gets a fencing token.
    pub(crate) fencing: bool,
    /// Whether a lock is released when its object or the request ends.
    pub(crate) auto_release: bool,
    /// Whether a release waits for its answer, even while the lease is valid by our own clock.
    pub(crate) await_release: bool,
}

/// The servers that keep the locks; objects whose values of this type are equal share connections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Servers {
    One(Server),
    /// The master of a service, whose address is the one that the sentinels give.
    Master(Box<Sentinel>),
    /// The masters of a Cluster, each of which has its own slots.
    Cluster(ClusterSeeds),
    /// Independent servers, of which a majority decides. Their number is odd and from 3 to 15, no two have one
    /// host and port, and each has a login and TLS settings of its own. All have the same `command_timeout`, and
    /// `min_replicas` is 0.
    Quorum(Vec<Server>),
}

/// The sentinels of a service, and how to connect to them and to its master.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sentinel {
    /// The name by which the sentinels know the master, such as `mymaster`.
    pub(crate) service: String,
    /// The addresses of the sentinels, of which there is at least one, each with a host and a port.
    pub(crate) nodes: Vec<Address>,
    /// How to connect to a sentinel, which means database 0, no name, no replicas, and the timeouts of
    /// the master.
    pub(crate) sentinels: Access,
    pub(crate) master: Access,
}

/// The nodes of a Cluster from which the others are learned, and how to connect to any node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClusterSeeds {
    /// The addresses of these nodes, of which there is at least one, each with a host and a port.
    pub(crate) seeds: Vec<Address>,
    /// How to connect to any node, where the database is always 0, because a Cluster has no other.
    pub(crate) access: Access,
}

impl Servers {
    /// Returns how to connect to each of the servers that keep the locks, which the sentinels never do.
    pub(crate) fn accesses(&self) -> impl Iterator<Item = &Access> {
        let (quorum, other) = match self {
            Self::One(server) => (&[][..], Some(&server.access)),
            Self::Master(sentinel) => (&[][..], Some(&sentinel.master)),
            Self::Cluster(cluster) => (&[][..], Some(&cluster.access)),
            Self::Quorum(servers) => (servers.as_slice(), None),
        };
        quorum.iter().map(|server| &server.access).chain(other)
    }

    /// Returns how to connect to the first of them.
    #[cfg(test)]
    pub(crate) fn access(&self) -> &Access {
        self.accesses().next().expect("a server")
    }
}

/// The address of one Redis server, and how to connect to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Server {
    pub(crate) address: Address,
    pub(crate) access: Access,
}

/// How to connect to a server and to log in, which is independent of the server's address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    /// The user of the login, which is `None` if there is no password.
    pub(crate) username: Option<String>,
    pub(crate) password: Option<Secret>,
    pub(crate) database: u32,
    /// The settings of TLS, or `None` if the server is reached over plain TCP or a Unix socket.
    pub(crate) tls: Option<Tls>,
    /// The number of replicas that must have a lock before it counts as granted.
    pub(crate) min_replicas: u32,
    /// The name that the connection gets by CLIENT SETNAME.
    pub(crate) name: Option<String>,
    /// The timeout of opening a connection, which is at most `command_timeout`.
    pub(crate) connect_timeout: Duration,
    pub(crate) command_timeout: Duration,
}

impl Access {
    /// Returns the access to a server of a test, without a login, TLS or replicas, where every deadline is `timeout`.
    #[cfg(test)]
    pub(crate) fn plain(timeout: Duration) -> Self {
        Self {
            username: None,
            password: None,
            database: 0,
            tls: None,
            min_replicas: 0,
            name: None,
            connect_timeout: timeout,
            command_timeout: timeout,
        }
    }

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

/// The TLS settings of a server, whose files are read when a PHP thread connects, and not here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tls {
    /// A PEM file with the certificates of CAs, while the system's certificates count if neither this
    /// file nor `ca_folder` is given.
    pub(crate) ca_file: Option<PathBuf>,
    /// A folder of PEM files with the certificates of CAs.
    pub(crate) ca_folder: Option<PathBuf>,
    pub(crate) client: Option<ClientCertificate>,
    /// The name in the server's certificate, or `None` if that name is the host.
    pub(crate) peer_name: Option<String>,
    pub(crate) verify: Verify,
}

/// The certificate by which a server knows us, and its private key, which may both be in one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClientCertificate {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

/// What has to be true of a server's certificate before the connection is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Verify {
    /// A CA has signed the certificate, its dates are right, and it has the server's name.
    #[default]
    ChainAndName,
    /// A CA has signed the certificate and its dates are right, while its name is not checked.
    Chain,
    Nothing,
}

/// A password, which `Debug` prints as bullets.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

impl Secret {
    /// Returns the password, which is for AUTH and for nothing else.
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
    /// Returns the configuration that the argument and the ini settings give together, once all of it has
    /// been checked.
    ///
    /// # Errors
    /// The first thing that is wrong, as a sentence that goes on after `Argument #1 ($config) `.
    pub(crate) fn read(source: ConfigArgument, ini: &Ini) -> Result<Self, String> {
        let mut from = sources(source, ini)?;
        let servers = servers::read(&mut from)?;
        let mut locks = options(&from)?;
        // What replicas have to acknowledge is no matter of a single answer.
        locks.await_release |= servers.accesses().any(|it| it.min_replicas > 0);
        Ok(Self { servers, locks })
    }
}

/// Returns how the object locks, with the default of each option that no source gives.
fn options(from: &Sources) -> Result<Options, String> {
    Ok(Options {
        lock_prefix: from
            .get("lock_prefix", setting::lock_prefix)?
            .unwrap_or_else(|| LOCK_PREFIX.to_vec()),
        lease: from.get("lease", setting::lease)?.unwrap_or(LEASE),
        max_hold: from
            .get("max_hold", setting::max_hold)?
            .filter(|cap| !cap.is_zero()),
        lock_delay: from
            .get("lock_delay", setting::lock_delay)?
            .unwrap_or_default(),
        retry_for: from
            .get("retry_for", setting::retry_for)?
            .unwrap_or(RETRY_FOR),
        fencing: from.get("fencing", RawValue::flag)?.unwrap_or(false),
        auto_release: from.get("auto_release", RawValue::flag)?.unwrap_or(true),
        await_release: from.get("await_release", RawValue::flag)?.unwrap_or(true),
    })
}

/// Returns the sources, whose keys are checked here while their values are not checked yet.
fn sources(source: ConfigArgument, ini: &Ini) -> Result<Sources, String> {
    let mut sources = Sources::default();
    match source {
        ConfigArgument::Ini => {}
        // An empty text is refused, because an environment variable that is empty must not lock at
        // localhost.
        ConfigArgument::Url(text) if text.is_empty() => {
            return Err(format!(
                "must not be an empty string; give a URL such as {FORMS}, or null for the \
                 ini settings"
            ));
        }
        ConfigArgument::Url(text) => sources.add_url(Origin::Url, &text)?,
        ConfigArgument::Map(array) => {
            let (servers, options, rest) = packages::parted(packages::gathered(array)?);
            // Servers that are left in a list here are an error, of which the first key makes a sentence.
            sources.add(Origin::Array, [servers, rest].concat())?;
            sources.add_options(Origin::Options, options)?;
            if let Some(url) = sources.get("url", setting::url)? {
                sources.add_url(Origin::UrlOfArray, &url)?;
            }
        }
    }
    if !sources.name_a_server() && !ini.url.is_empty() {
        sources.add_url(Origin::IniUrl, &ini.url)?;
    }
    sources.add(
        Origin::IniSettings,
        vec![
            text_pair("lock_prefix", &*ini.lock_prefix),
            text_pair("lease", &*ini.lease),
            text_pair("command_timeout", &*ini.command_timeout),
            text_pair("retry_for", &*ini.retry_for),
            text_pair("await_release", switch(&ini.await_release)),
        ],
    )?;
    Ok(sources)
}

/// Returns the text of a switch in php.ini, where PHP makes an empty text of `Off`.
fn switch(text: &[u8]) -> &[u8] {
    if text.is_empty() { b"0" } else { text }
}
