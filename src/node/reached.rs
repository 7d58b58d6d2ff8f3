//! A server and where its name leads, as all threads of a process share it.
//!
//! PHP threads resolve the name each time they connect; the renewing thread takes
//! what they found, since a fork in the midst of a resolver's work may leave its
//! locks held in the child for ever. Used by `pool` and `transport`.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use super::SingleServer;
use super::pool::Slot;
use crate::config::Server;
use crate::os;
use crate::quorum::{Deployment, Node};

pub(super) struct Reached {
    pub(super) server: Server,
    /// What the name led to last. Touched where no fork falls in between only.
    known: Mutex<Vec<SocketAddr>>,
}

/// Who asks for an address.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Caller {
    PhpThread,
    RenewingThread,
}

impl Reached {
    pub(super) fn new(server: &Server) -> Self {
        Self {
            server: server.clone(),
            known: Mutex::default(),
        }
    }

    /// The addresses of the host, which is this server's.
    pub(super) fn addresses(
        &self,
        host: &str,
        port: u16,
        caller: Caller,
    ) -> io::Result<Vec<SocketAddr>> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if caller == Caller::RenewingThread {
            return Ok(os::undisturbed(|| known().clone()));
        }
        let found: Vec<_> = (host, port).to_socket_addrs()?.collect();
        let remembered = found.clone();
        let before = os::undisturbed(|| std::mem::replace(&mut *known(), remembered));
        drop(before);
        Ok(found)
    }
}

impl Deployment for Reached {
    fn node(self: Arc<Self>) -> Box<dyn Node> {
        let slot = Slot::new(self, Caller::RenewingThread);
        Box::new(SingleServer {
            slot: Rc::new(slot),
        })
    }
}
