//! The idle connections of one PHP thread: one for each server configuration, however many
//! objects use it.
//!
//! A connection is taken out while a command is in flight on it. A signal handler that
//! uses the same lock meanwhile opens another one, and only one of them is kept.
//! A connection that was given up with a request in flight is remembered, so that the next
//! one has the server kill it first. `php` owns a [`Pool`], whose [`Connections`] `road` uses;
//! the renewing thread owns [`Connections`] of its own.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::endpoint::{Caller, Endpoint};
use super::greeting::{Connection, Identity};
use super::opening;
use crate::clock::Moment;
use crate::config::Server;
use crate::error::Unavailable;
use crate::os;

/// One thread's connections.
#[derive(Default)]
pub(crate) struct Pool {
    all: RefCell<Vec<Rc<Connections>>>,
}

impl Pool {
    /// With more configurations than this, a configuration that no object uses loses its idle
    /// connection.
    const KEPT: usize = 16;

    /// The connections to this server.
    pub(crate) fn connections(&self, server: &Server) -> Rc<Connections> {
        let mut all = self.all.borrow_mut();
        if let Some(connections) = all.iter().find(|it| *it.server() == *server) {
            return Rc::clone(connections);
        }
        if all.len() >= Self::KEPT {
            all.retain(|connections| Rc::strong_count(connections) > 1);
        }
        let endpoint = Arc::new(Endpoint::new(server));
        let connections = Rc::new(Connections::new(endpoint, Caller::PhpThread));
        all.push(Rc::clone(&connections));
        connections
    }

    /// The request is over. A connection that is still parked belongs to a wait that a fatal
    /// error has cut off.
    pub(crate) fn end_request(&self) {
        for connections in self.all.borrow().iter() {
            for connection in connections.parked.take() {
                connections.abandon(Box::new(connection));
            }
        }
    }
}

/// One thread's connections to one server, of which one is kept idle.
pub(crate) struct Connections {
    pub(crate) endpoint: Arc<Endpoint>,
    caller: Caller,
    generation: Cell<u64>,
    /// In a box: each command takes it out and puts it back.
    idle: Cell<Option<Box<Connection>>>,
    /// Those of waits, the innermost wait last: a signal handler that runs inside a wait may
    /// begin another one.
    parked: RefCell<Vec<Connection>>,
    /// Connections whose last request may still be executed. The server sees no end of a
    /// connection that was cut; even after a reset it may first read what is in its buffer.
    abandoned: RefCell<Vec<Identity>>,
}

impl Connections {
    pub(crate) fn new(endpoint: Arc<Endpoint>, caller: Caller) -> Self {
        Self {
            endpoint,
            caller,
            generation: Cell::new(os::generation()),
            idle: Cell::new(None),
            parked: RefCell::default(),
            abandoned: RefCell::default(),
        }
    }

    pub(crate) fn server(&self) -> &Server {
        &self.endpoint.server
    }

    /// A connection for a command that begins `now` and has to be back by `deadline`; and when
    /// the command really begins, because opening a connection takes time.
    pub(crate) fn take(
        &self,
        now: Moment,
        deadline: Moment,
    ) -> Result<(Box<Connection>, Moment), Unavailable> {
        let generation = os::generation();
        if self.generation.replace(generation) != generation {
            // They are the parent's: closed already, and not for a child to have killed.
            self.idle.take();
            self.parked.take();
            self.abandoned.take();
        }
        // An idle connection that is not as it was left is closed before another is opened.
        // Only the greeting of a new connection has the abandoned ones killed.
        if let Some(mut idle) = self.idle.take()
            && self.abandoned.borrow().is_empty()
            && idle.transport.is_fresh()
        {
            return Ok((idle, now));
        }
        let abandoned = self.abandoned.borrow().clone();
        let connection = opening::open(&self.endpoint, self.caller, &abandoned, now, deadline)?;
        self.abandoned.take();
        Ok((Box::new(connection), os::now()))
    }

    /// Takes a connection back whose commands were answered, or whose reply may come later.
    pub(crate) fn keep(&self, connection: Box<Connection>) {
        if connection.transport.is_open() {
            self.idle.set(Some(connection));
        }
    }

    /// Closes a connection whose last request may still be executed.
    pub(crate) fn abandon(&self, connection: Box<Connection>) {
        self.abandoned.borrow_mut().extend(connection.identity);
    }

    /// Holds a connection while signal handlers may run.
    pub(crate) fn park(&self, connection: Box<Connection>) {
        self.parked.borrow_mut().push(*connection);
    }

    /// The connection that was parked last. `None`: this is the child of a fork, which has
    /// disowned it already.
    pub(crate) fn unpark(&self) -> Option<Box<Connection>> {
        self.parked.borrow_mut().pop().map(Box::new)
    }

    /// Closes the idle connection, on which no reply is to come.
    pub(crate) fn close_idle(&self) {
        self.idle.take();
    }

    /// Gives the idle connection up: its command cannot have the last reply, so nobody knows
    /// which command the next reply would answer.
    pub(crate) fn abandon_idle(&self) {
        if let Some(connection) = self.idle.take() {
            self.abandon(connection);
        }
    }
}
