//! A server, the addresses of its name and its configuration of TLS, shared by all threads of a
//! process.
//!
//! PHP threads read the files of TLS that have changed. The renewing thread takes what they read.
//! Made by `pool`, read by `opening`. `road` makes the renewing thread's node of it.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::anyhow;
use rustls::ClientConfig;

use super::names::Names;
use super::tls::{Trust, Unread};
use crate::config::{Server, Tls};
use crate::error::Unavailable;
use crate::os;

pub(crate) struct Endpoint {
    pub(crate) server: Server,
    pub(super) names: Names,
    /// What was read last from the files of TLS. Touched only where no fork can fall in between.
    trust: Mutex<Option<Trust>>,
}

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
            names: Names::default(),
            trust: Mutex::default(),
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
        let kept = || self.trust.lock().unwrap_or_else(PoisonError::into_inner);
        let last = os::undisturbed(|| kept().clone());
        let is_current = |trust: &Trust| caller == Caller::RenewingThread || trust.is_current(tls);
        if let Some(trust) = last.as_ref().filter(|trust| is_current(trust)) {
            return Ok(Arc::clone(&trust.config));
        }
        let read = match caller {
            Caller::PhpThread => Trust::read(tls),
            Caller::RenewingThread => Err(Unread::from(
                "nobody has read its certificates yet".to_owned(),
            )),
        };
        let trust = read.map_err(|unread| {
            let cause = anyhow!(unread.sentence);
            if unread.is_half || last.is_some() {
                Unavailable::unreachable(&self.server, cause)
            } else {
                Unavailable::unfit(&self.server, cause)
            }
        })?;
        let config = Arc::clone(&trust.config);
        let before = os::undisturbed(|| kept().replace(trust));
        drop(before);
        Ok(config)
    }
}
