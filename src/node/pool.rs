//! The idle connections of one PHP thread: one for each server configuration,
//! however many objects use it.
//!
//! A connection is taken out while a command is on it, so whoever comes
//! meanwhile (a signal handler that uses the same lock) opens another; only
//! one is kept. Connections that left a request behind are remembered, for the
//! next one to have the server close them first. Used by the node; a [`Pool`] is
//! owned by `php`, a single slot by the renewing thread.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::handshake::{self, Identity};
use super::reached::{Caller, Reached};
use super::transport::Transport;
use crate::clock::Moment;
use crate::config::Server;
use crate::error::Unavailable;
use crate::os;

/// One thread's connections.
#[derive(Default)]
pub(crate) struct Pool {
    slots: RefCell<Vec<Rc<Slot>>>,
}

impl Pool {
    /// With more configurations than this, those that no object uses any more
    /// lose their idle connection.
    const KEPT: usize = 16;

    /// The place of this server's connection.
    pub(super) fn slot(&self, server: &Server) -> Rc<Slot> {
        let mut slots = self.slots.borrow_mut();
        if let Some(slot) = slots.iter().find(|slot| *slot.server() == *server) {
            return Rc::clone(slot);
        }
        if slots.len() >= Self::KEPT {
            slots.retain(|slot| Rc::strong_count(slot) > 1);
        }
        let reached = Arc::new(Reached::new(server));
        let slot = Rc::new(Slot::new(reached, Caller::PhpThread));
        slots.push(Rc::clone(&slot));
        slot
    }

    /// The request is over: a connection that is still waited at belongs to a
    /// wait that a fatal error has cut off.
    pub(crate) fn end_request(&self) {
        for slot in self.slots.borrow().iter() {
            for connection in slot.parked.take() {
                slot.put(connection, false);
            }
        }
    }
}

/// Where the idle connection to one server rests.
pub(super) struct Slot {
    pub(super) reached: Arc<Reached>,
    caller: Caller,
    generation: Cell<u64>,
    idle: Cell<Option<Connection>>,
    /// Those that somebody waits at, the innermost wait last: a handler that
    /// runs inside a wait may begin another one.
    parked: RefCell<Vec<Connection>>,
    /// Connections whose last request may still be executed: the server sees
    /// no end of a connection that was cut, and even after a reset it may read
    /// what is in its buffer first.
    abandoned: RefCell<Vec<Identity>>,
}

/// A connection, ready for commands.
pub(super) struct Connection {
    pub(super) transport: Transport,
    pub(super) identity: Option<Identity>,
}

impl Slot {
    pub(super) fn new(reached: Arc<Reached>, caller: Caller) -> Self {
        Self {
            reached,
            caller,
            generation: Cell::new(os::generation()),
            idle: Cell::new(None),
            parked: RefCell::default(),
            abandoned: RefCell::default(),
        }
    }

    pub(super) fn server(&self) -> &Server {
        &self.reached.server
    }

    /// A connection for a command that begins `now` and has to be back by
    /// `deadline`, and when the command begins in truth: opening takes its time.
    pub(super) fn take(
        &self,
        now: Moment,
        deadline: Moment,
    ) -> Result<(Connection, Moment), Unavailable> {
        let generation = os::generation();
        if self.generation.replace(generation) != generation {
            // The parent's: closed already, and not ours to have killed.
            self.idle.take();
            self.parked.take();
            self.abandoned.take();
        }
        // One that is not as it was left is closed before another is opened; and
        // only a new one has those killed that were abandoned meanwhile.
        if let Some(idle) = self.idle.take()
            && self.abandoned.borrow().is_empty()
            && idle.transport.is_fresh()
        {
            return Ok((idle, now));
        }
        let abandoned = self.abandoned.borrow().clone();
        let connection = handshake::open(&self.reached, self.caller, &abandoned, now, deadline)?;
        self.abandoned.take();
        Ok((connection, os::now()))
    }

    /// Takes a connection back, to keep it or to remember how it ended.
    pub(super) fn put(&self, connection: Connection, answered: bool) {
        if !answered {
            self.abandoned.borrow_mut().extend(connection.identity);
        } else if connection.transport.is_open() {
            self.idle.set(Some(connection));
        }
    }

    /// Keeps a connection while signal handlers may run.
    pub(super) fn park(&self, connection: Connection) {
        self.parked.borrow_mut().push(connection);
    }

    /// The connection that was parked last; `None`: in the child of a fork that
    /// has disowned it already.
    pub(super) fn unpark(&self) -> Option<Connection> {
        self.parked.borrow_mut().pop()
    }

    /// Closes the connection that rests here, with nothing to be answered on it.
    pub(super) fn close_idle(&self) {
        self.idle.take();
    }

    /// Gives up the connection that rests here: its last reply was none that
    /// the command can have, so who knows what the next one would be.
    pub(super) fn abandon_idle(&self) {
        if let Some(connection) = self.idle.take() {
            self.put(connection, false);
        }
    }
}
