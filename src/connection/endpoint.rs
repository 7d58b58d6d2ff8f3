//! A server, the addresses of its name and its configuration of TLS, which all threads of a process share.
//!
//! PHP threads read the files of TLS that have changed, and the renewing thread takes what they read. The servers
//! of one [`Members`] have these files in common. Nothing here connects to a server. `route` and `sentinel` make
//! endpoints, and `opening`, `greeting` and `connections` read them.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use anyhow::anyhow;
use rustls::ClientConfig;

use super::names::Names;
use super::tls::{TlsFileError, Trust};
use crate::config::{Access, Address, Server, Tls};
use crate::error::Unavailable;
use crate::os::Undisturbed;

pub(crate) struct Endpoint {
    pub(crate) server: Server,
    /// The name of the server in errors.
    name: String,
    /// The kind that the server has to prove in its greeting.
    pub(super) kind: Kind,
    pub(super) names: Names,
    trust: Arc<LastTrust>,
    /// The servers of the same quorum, and the number of this server among them.
    siblings: Option<(Arc<Siblings>, usize)>,
}

/// The servers of a quorum, each with its name and the `run_id` that it said last, by which one server under two
/// names is known.
struct Siblings(Undisturbed<Vec<(String, Vec<u8>)>>);

/// What a server has to say of itself in its greeting. A server that says something else is not used, because it
/// might grant a lock that another server has granted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Any kind, so the server is not asked what it is.
    Any,
    Master,
    /// A node of a Cluster, which may be a master or a replica.
    Node,
    /// A server of a quorum, which is a master outside a Cluster, and no other server of the quorum.
    Independent,
}

/// What was read last from the files of TLS, if anything was.
type LastTrust = Undisturbed<Option<Trust>>;

/// The kind of thread that connects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    PhpThread,
    RenewingThread,
}

impl Endpoint {
    pub(crate) fn new(server: &Server) -> Self {
        Self {
            server: server.clone(),
            name: server.to_string(),
            kind: Kind::Any,
            names: Names::default(),
            trust: Arc::default(),
            siblings: None,
        }
    }

    /// Returns the servers of a quorum.
    pub(crate) fn independent(servers: &[Server]) -> Vec<Arc<Self>> {
        let unnamed = |server: &Server| (server.to_string(), Vec::new());
        let siblings = Siblings(Undisturbed::new(servers.iter().map(unnamed).collect()));
        let siblings = Arc::new(siblings);
        let endpoint = |(number, server)| {
            Arc::new(Self {
                kind: Kind::Independent,
                siblings: Some((Arc::clone(&siblings), number)),
                ..Self::new(server)
            })
        };
        servers.iter().enumerate().map(endpoint).collect()
    }

    /// Returns whether the server says in its greeting which start of a server it is, apart from what its connections
    /// need.
    pub(super) fn says_its_run(&self) -> bool {
        self.siblings.is_some()
    }

    /// Notes the `run_id` of the server.
    ///
    /// # Errors
    /// The name of another server of the quorum that has said the same.
    pub(super) fn note_run(&self, run: &[u8]) -> Result<(), String> {
        let Some((siblings, number)) = &self.siblings else {
            return Ok(());
        };
        siblings.0.with(|all| {
            let others = all.iter().enumerate().filter(|(at, _)| at != number);
            let same = others.map(|(_, other)| other).find(|(_, of)| of == run);
            if let Some((name, _)) = same {
                return Err(name.clone());
            }
            if let Some((_, own)) = all.get_mut(*number) {
                run.clone_into(own);
            }
            Ok(())
        })
    }

    /// Returns the configuration of rustls for `tls`, which is this server's configuration of TLS.
    ///
    /// # Errors
    /// A file cannot be used. The error may pass if the files could be used before, or if only the halves of a
    /// pair do not fit, because somebody may be replacing the files one by one.
    pub(super) fn trust(
        &self,
        tls: &Tls,
        caller: Caller,
    ) -> Result<Arc<ClientConfig>, Unavailable> {
        let last = self.trust.with(|trust| trust.clone());
        let is_current = |trust: &Trust| caller == Caller::RenewingThread || trust.is_current(tls);
        if let Some(trust) = last.as_ref().filter(|trust| is_current(trust)) {
            return Ok(Arc::clone(&trust.config));
        }
        let read = match caller {
            Caller::PhpThread => Trust::read(tls),
            Caller::RenewingThread => Err(TlsFileError::from(
                "nobody has read its certificates yet".to_owned(),
            )),
        };
        let trust = read.map_err(|unread| {
            let cause = anyhow!(unread.sentence);
            if unread.is_half || last.is_some() {
                Unavailable::unreachable(self, cause)
            } else {
                Unavailable::unfit(self, cause)
            }
        })?;
        let config = Arc::clone(&trust.config);
        let before = self.trust.with(|last| last.replace(trust));
        drop(before);
        Ok(config)
    }

    fn is_at(&self, address: &Address) -> bool {
        self.server.address == *address
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The servers with one login and one configuration of TLS that were needed so far: the nodes of a Cluster, the
/// sentinels of a service, or the servers that they have named as its master.
pub(crate) struct Members {
    access: Access,
    kind: Kind,
    /// The words about each of these servers in errors.
    label: String,
    trust: Arc<LastTrust>,
    met: Undisturbed<Vec<Arc<Endpoint>>>,
}

impl Members {
    /// The number of servers that are kept even if nobody uses them. When there are so many, the unused servers
    /// are forgotten before another one is added.
    const KEPT: usize = 64;

    pub(crate) fn new(access: &Access, kind: Kind, label: &str) -> Self {
        Self {
            access: access.clone(),
            kind,
            label: label.to_owned(),
            trust: Arc::default(),
            met: Undisturbed::default(),
        }
    }

    /// Returns the server at `address`, which is the same endpoint while somebody uses it. `ip` is where the host
    /// of the address is, if another server has said it.
    pub(crate) fn at(&self, address: &Address, ip: Option<IpAddr>) -> Arc<Endpoint> {
        let endpoint = self.find_or_make(address);
        if let Some(ip) = ip {
            endpoint.names.announce(ip);
        }
        endpoint
    }

    fn find_or_make(&self, address: &Address) -> Arc<Endpoint> {
        let find = |met: &[Arc<Endpoint>]| met.iter().find(|it| it.is_at(address)).cloned();
        if let Some(found) = self.met.with(|met| find(met)) {
            return found;
        }
        let server = Server {
            address: address.clone(),
            access: self.access.clone(),
        };
        let new = Arc::new(Endpoint {
            name: format!("{server} ({})", self.label),
            kind: self.kind,
            trust: Arc::clone(&self.trust),
            ..Endpoint::new(&server)
        });
        let is_used = |it: &mut Arc<Endpoint>| Arc::strong_count(it) > 1;
        let (found, forgotten) = self.met.with(|met| {
            // Another thread may have added the server in between.
            if let Some(found) = find(met) {
                return (found, Vec::new());
            }
            let is_full = met.len() >= Self::KEPT;
            let forgotten = met.extract_if(.., |it| is_full && !is_used(it)).collect();
            met.push(Arc::clone(&new));
            (Arc::clone(&new), forgotten)
        });
        drop(forgotten);
        found
    }
}
