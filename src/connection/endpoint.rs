//! A server, the addresses of its name and its configuration of TLS, shared by all threads of a
//! process.
//!
//! PHP threads read the files of TLS that have changed. The renewing thread takes what they read.
//! The servers of one deployment have these files in common. It connects to nothing. Made by `route`
//! and `sentinel`, read by `opening`, `greeting` and `kept`.

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
    /// What errors call it.
    name: String,
    /// What it has to be.
    pub(super) kind: Kind,
    pub(super) names: Names,
    trust: Arc<LastTrust>,
}

/// What a server has to say of itself in its greeting. A server that says something else is not used: it
/// might grant a lock that another server has granted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Anything: it is not asked what it is.
    Any,
    Master,
    /// A node of a Cluster, master or replica.
    Node,
}

/// What was read last from the files of TLS.
type LastTrust = Undisturbed<Option<Trust>>;

/// Which thread connects.
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
        }
    }

    /// The configuration for rustls of `tls`, which is this server's.
    ///
    /// # Errors
    /// A file that cannot be used. That may heal if it could be used before, or if only the halves
    /// of a pair do not fit: somebody is replacing the files one by one.
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

/// The servers of one deployment that were needed so far. One login and one configuration of TLS is for
/// all of them.
pub(crate) struct Members {
    access: Access,
    kind: Kind,
    /// What errors say about each of them.
    label: String,
    trust: Arc<LastTrust>,
    met: Undisturbed<Vec<Arc<Endpoint>>>,
}

impl Members {
    /// With more servers than this, those that nobody uses are forgotten.
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

    /// The server at that address; always the same one for as long as somebody uses it. `ip` is where
    /// the host of the address is, if another server has said it.
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
            // Another thread may have met it in between.
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
