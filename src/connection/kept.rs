//! The connections of one thread to one server, or to the master that sentinels name. One of them is
//! kept idle.
//!
//! A connection is taken out while a command is in flight on it. A signal handler that
//! uses the same lock meanwhile opens another one, and only one of them is kept.
//! A connection that was given up with a request in flight is remembered, so that the next
//! one to that server has it killed first. It knows no command. Used by `road`, for PHP threads and
//! for the renewing thread.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

use super::endpoint::{Caller, Endpoint};
use super::greeting::{Connection, Identity, Opened};
use super::opening::{self, Opening, Order};
use super::sentinel::Sentinels;
use crate::clock::Moment;
use crate::config::Access;
use crate::error::Unavailable;
use crate::os;

/// Where connections lead.
#[derive(Clone)]
pub(crate) enum Way {
    /// To one server.
    To(Arc<Endpoint>),
    /// To the server that is the master when the connection is opened.
    Through(Arc<Sentinels>),
}

/// One thread's connections, of which one is kept idle.
pub(crate) struct Connections {
    pub(crate) way: Way,
    caller: Caller,
    generation: Cell<u64>,
    /// In a box: each command takes it out and puts it back.
    idle: Cell<Option<Box<Connection>>>,
    /// Those of waits, the innermost wait last: a signal handler that runs inside a wait may
    /// begin another one.
    parked: RefCell<Vec<Connection>>,
    /// How many were opened.
    opened: Cell<u64>,
    abandoned: RefCell<Vec<Abandoned>>,
    /// Since when a connection has been given up that no server can be asked to kill.
    /// [`Moment::NEVER`]: none was.
    unkillable_since: Cell<Moment>,
}

/// A connection whose last request may still be executed. The server sees no end of a connection
/// that was cut; even after a reset it may first read what is in its buffer.
struct Abandoned {
    endpoint: Arc<Endpoint>,
    identity: Identity,
    at: Moment,
}

/// A connection, or the way to one.
pub(crate) enum Begun {
    Ready(Box<Connection>),
    /// Its end belongs to [`Connections::opened`].
    Opens(Box<Opening>),
}

impl Connections {
    /// So many abandoned connections are remembered. A former master may never come back.
    const ABANDONED: usize = 64;

    pub(crate) fn new(way: Way, caller: Caller) -> Self {
        Self {
            way,
            caller,
            generation: Cell::new(os::generation()),
            idle: Cell::new(None),
            parked: RefCell::default(),
            opened: Cell::default(),
            abandoned: RefCell::default(),
            unkillable_since: Cell::new(Moment::NEVER),
        }
    }

    pub(crate) fn access(&self) -> &Access {
        match &self.way {
            Way::To(endpoint) => &endpoint.server.access,
            Way::Through(sentinels) => sentinels.access(),
        }
    }

    /// A connection for a command that begins `now` and has to be back by `deadline`; and when
    /// the command really begins, because opening a connection takes time.
    pub(crate) fn take(
        &self,
        now: Moment,
        deadline: Moment,
    ) -> Result<(Box<Connection>, Moment), Unavailable> {
        if let Some(idle) = self.idle() {
            return Ok((idle, now));
        }
        let connection = match &self.way {
            Way::To(endpoint) => self.opened(opening::open(self.order(endpoint), now, deadline)?),
            Way::Through(sentinels) => self.open_to_master(sentinels, now, deadline)?,
        };
        Ok((connection, os::now()))
    }

    /// As [`Self::take`], but it does not wait until a connection to a server is open. A search through
    /// sentinels is waited for.
    pub(crate) fn begin(&self, now: Moment, deadline: Moment) -> Result<Begun, Unavailable> {
        if let Some(idle) = self.idle() {
            return Ok(Begun::Ready(idle));
        }
        match &self.way {
            Way::To(endpoint) => {
                Opening::begin(self.order(endpoint), now, deadline).map(Begun::Opens)
            }
            Way::Through(sentinels) => {
                let connection = self.open_to_master(sentinels, now, deadline)?;
                Ok(Begun::Ready(connection))
            }
        }
    }

    /// The idle connection, if it may be used. One that is not as it was left is closed before
    /// another is opened. Only the greeting of a new connection has the abandoned ones killed.
    fn idle(&self) -> Option<Box<Connection>> {
        let generation = os::generation();
        if self.generation.replace(generation) != generation {
            // They are the parent's: closed already, and not for a child to have killed.
            self.idle.take();
            self.parked.take();
            self.abandoned.take();
        }
        let mut idle = self.idle.take()?;
        let has_abandoned = |it: &Abandoned| Arc::ptr_eq(&it.endpoint, &idle.endpoint);
        let is_good = !self.abandoned.borrow().iter().any(has_abandoned)
            && match &self.way {
                Way::To(_) => true,
                Way::Through(sentinels) => sentinels.is_master(&idle.endpoint),
            };
        (is_good && idle.transport.is_fresh()).then_some(idle)
    }

    fn order(&self, endpoint: &Arc<Endpoint>) -> Order {
        let abandoned = self.abandoned.borrow();
        let abandoned = abandoned
            .iter()
            .filter(|it| Arc::ptr_eq(&it.endpoint, endpoint));
        Order {
            endpoint: Arc::clone(endpoint),
            caller: self.caller,
            abandoned: abandoned.map(|it| it.identity.clone()).collect(),
            question: Vec::new(),
        }
    }

    fn open_to_master(
        &self,
        sentinels: &Sentinels,
        now: Moment,
        deadline: Moment,
    ) -> Result<Box<Connection>, Unavailable> {
        let order = |master: &Arc<Endpoint>| self.order(master);
        let opened = sentinels.open(self.caller, order, now, deadline)?;
        Ok(self.opened(opened))
    }

    /// The connection that was opened. Its server has killed the abandoned ones, or does not permit it.
    pub(crate) fn opened(&self, opened: Opened) -> Box<Connection> {
        let Opened {
            connection,
            abandoned,
            kills,
            ..
        } = opened;
        // Another one may have been abandoned since.
        let is_settled = |it: &Abandoned| {
            Arc::ptr_eq(&it.endpoint, &connection.endpoint) && abandoned.contains(&it.identity)
        };
        self.abandoned.borrow_mut().retain(|it| {
            let is_settled = is_settled(it);
            if is_settled && !kills {
                self.is_unkillable(it.at);
            }
            !is_settled
        });
        self.opened.set(self.opened.get() + 1);
        connection
    }

    /// How many connections were opened so far.
    pub(crate) fn opened_so_far(&self) -> u64 {
        self.opened.get()
    }

    /// Takes a connection back whose commands were answered, or whose reply may come later.
    pub(crate) fn keep(&self, connection: Box<Connection>) {
        if connection.transport.is_open() {
            self.idle.set(Some(connection));
        }
    }

    /// Closes a connection whose last request may still be executed.
    pub(crate) fn abandon(&self, connection: Box<Connection>) {
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

    /// Whether a request of an abandoned connection may still be executed.
    pub(crate) fn has_abandoned(&self) -> bool {
        !self.abandoned.borrow().is_empty()
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

/// What errors call the server.
impl fmt::Display for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.way {
            Way::To(endpoint) => endpoint.fmt(f),
            Way::Through(sentinels) => {
                let idle = self.idle.take();
                let master = idle.as_ref().map(|it| Arc::clone(&it.endpoint));
                self.idle.set(idle);
                match master {
                    Some(endpoint) => endpoint.fmt(f),
                    None => sentinels.fmt(f),
                }
            }
        }
    }
}
