//! A server and the addresses of its name, shared by all threads of a process.
//!
//! PHP threads resolve the name each time they connect. The renewing thread never resolves: it
//! takes what they found, because a fork in the midst of a resolver's work may leave the
//! resolver's locks held in the child for ever. Made by `pool`, read by `handshake` and
//! `transport`. `road` makes the renewing thread's node of it.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::{Mutex, PoisonError};

use crate::config::Server;
use crate::os;

pub(crate) struct Endpoint {
    pub(crate) server: Server,
    /// The addresses that were found last. Touched only where no fork can fall in between.
    known: Mutex<Vec<SocketAddr>>,
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
            known: Mutex::default(),
        }
    }

    /// The addresses of `host`, which is this server's host.
    ///
    /// # Errors
    /// Those of the resolver.
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
