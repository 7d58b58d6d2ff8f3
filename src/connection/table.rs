//! What one thread has of its connections to one deployment: the idle ones, and those that were given up.
//!
//! At most one connection to each server is idle, and not too many altogether: beyond that the least recently
//! used one is hung up. A connection that was given up with a request in flight is remembered, so that the next
//! one to that server has it killed first. Used by `kept`, for one server or for all nodes of a Cluster.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use super::endpoint::Endpoint;
use super::greeting::{Connection, Identity};
use crate::clock::Moment;
use crate::os;

pub(crate) struct ConnectionTable {
    generation: Cell<u64>,
    /// The least recently used one first, each with the number of its server. In boxes: each command takes
    /// one out and puts it back.
    idle: RefCell<Vec<(u64, Box<Connection>)>>,
    /// Those of waits, the innermost wait last: a signal handler that runs inside a wait may
    /// begin another one.
    parked: RefCell<Vec<Connection>>,
    abandoned: RefCell<Vec<Abandoned>>,
    /// Since when a connection has been given up that no server can be asked to kill.
    /// [`Moment::NEVER`]: none was.
    unkillable_since: Cell<Moment>,
    /// How many servers have a number.
    numbers: Cell<u64>,
}

/// A connection whose last request may still be executed. The server sees no end of a connection
/// that was cut; even after a reset it may first read what is in its buffer.
struct Abandoned {
    endpoint: Arc<Endpoint>,
    identity: Identity,
    at: Moment,
}

impl ConnectionTable {
    /// So many connections are kept idle: more than the masters of nearly every Cluster. Those of a PHP thread
    /// and of the renewing thread together take an eighth of the 1,024 descriptors that a process usually
    /// may have, whatever addresses a Cluster names.
    pub(super) const IDLE: usize = 64;
    /// So many abandoned connections are remembered. A former master may never come back.
    pub(super) const ABANDONED: usize = 256;

    pub(crate) fn new() -> Self {
        Self {
            generation: Cell::new(os::generation()),
            idle: RefCell::default(),
            parked: RefCell::default(),
            abandoned: RefCell::default(),
            unkillable_since: Cell::new(Moment::NEVER),
            numbers: Cell::default(),
        }
    }

    /// The number of another server.
    pub(super) fn number(&self) -> u64 {
        self.numbers.replace(self.numbers.get() + 1)
    }

    /// Forgets what the parent of this process had: it is closed already, and not for a child to have
    /// killed.
    fn disown(&self) {
        let generation = os::generation();
        if self.generation.replace(generation) != generation {
            self.idle.take();
            self.parked.take();
            self.abandoned.take();
        }
    }

    /// The idle connection of a server.
    pub(super) fn take(&self, number: u64) -> Option<Box<Connection>> {
        self.disown();
        let mut idle = self.idle.borrow_mut();
        let place = idle.iter().position(|(of, _)| *of == number)?;
        Some(idle.remove(place).1)
    }

    /// Keeps a connection to a server idle, instead of the one that was idle before.
    pub(super) fn put(&self, number: u64, connection: Box<Connection>) {
        let before = self.take(number);
        let oldest = {
            let mut idle = self.idle.borrow_mut();
            idle.push((number, connection));
            (idle.len() > Self::IDLE).then(|| idle.remove(0).1)
        };
        drop(before);
        // A wake-up may be in flight on a connection that owes a reply.
        if let Some(oldest) = oldest.filter(|it| it.transport.owes_a_reply()) {
            self.abandon(oldest);
        }
    }

    /// The server of the idle connection with this number.
    pub(super) fn server(&self, number: u64) -> Option<Arc<Endpoint>> {
        let idle = self.idle.borrow();
        let (_, found) = idle.iter().find(|(of, _)| *of == number)?;
        Some(Arc::clone(&found.endpoint))
    }

    /// Closes the idle connections, on which no reply is to come.
    pub(crate) fn close_idle(&self) {
        self.idle.take();
    }

    /// Gives all idle connections up: nobody knows which of them has had a reply that does not fit.
    pub(crate) fn abandon_idle(&self) {
        for (_, connection) in self.idle.take() {
            self.abandon(connection);
        }
    }

    /// Closes a connection whose last request may still be executed.
    #[allow(clippy::boxed_local, reason = "connections are in boxes everywhere")]
    pub(super) fn abandon(&self, connection: Box<Connection>) {
        let Connection {
            endpoint, identity, ..
        } = *connection;
        let at = os::now();
        let Some(identity) = identity.filter(Identity::can_be_killed) else {
            self.is_unkillable(at);
            return;
        };
        let mut abandoned = self.abandoned.borrow_mut();
        abandoned.push(Abandoned {
            endpoint,
            identity,
            at,
        });
        if abandoned.len() > Self::ABANDONED {
            self.is_unkillable(abandoned.remove(0).at);
        }
    }

    fn is_unkillable(&self, at: Moment) {
        self.unkillable_since
            .set(self.unkillable_since.get().min(at));
    }

    /// The abandoned connections to this server.
    pub(super) fn abandoned(&self, endpoint: &Arc<Endpoint>) -> Vec<Identity> {
        let abandoned = self.abandoned.borrow();
        let to_it = abandoned
            .iter()
            .filter(|it| Arc::ptr_eq(&it.endpoint, endpoint));
        to_it.map(|it| it.identity.clone()).collect()
    }

    /// Whether a connection to this server was abandoned.
    pub(super) fn has_abandoned(&self, endpoint: &Arc<Endpoint>) -> bool {
        let abandoned = self.abandoned.borrow();
        abandoned
            .iter()
            .any(|it| Arc::ptr_eq(&it.endpoint, endpoint))
    }

    /// A server was asked to kill these. `kills`: it did, and does not refuse it. Another one may have
    /// been abandoned since.
    pub(super) fn settle(&self, endpoint: &Arc<Endpoint>, asked: &[Identity], kills: bool) {
        self.abandoned.borrow_mut().retain(|it| {
            let is_settled = Arc::ptr_eq(&it.endpoint, endpoint) && asked.contains(&it.identity);
            if is_settled && !kills {
                self.is_unkillable(it.at);
            }
            !is_settled
        });
    }

    /// Whether a request may still be executed whose connection was given up by `given_up`.
    pub(crate) fn may_be_executed(&self, given_up: Moment) -> bool {
        let abandoned = self.abandoned.borrow();
        let first = abandoned.iter().map(|it| it.at).min();
        first.is_some_and(|at| at <= given_up) || self.unkillable_since.get() <= given_up
    }

    /// The request is over. A connection that is still parked belongs to a wait that a fatal
    /// error has cut off.
    pub(crate) fn end_request(&self) {
        for connection in self.parked.take() {
            self.abandon(Box::new(connection));
        }
    }

    /// Holds a connection while signal handlers may run.
    pub(super) fn park(&self, connection: Box<Connection>) {
        self.parked.borrow_mut().push(*connection);
    }

    /// The connection that was parked last. `None`: this is the child of a fork, which has
    /// disowned it already.
    pub(super) fn unpark(&self) -> Option<Box<Connection>> {
        self.parked.borrow_mut().pop().map(Box::new)
    }
}
