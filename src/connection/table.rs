//! The connections of one thread to one deployment: the idle ones, those of waits, and those that were given up.
//!
//! The table owns every connection on which nobody works at the moment. A few connections to each server are idle,
//! and if there are too many altogether, the least recently used one is hung up. A wait keeps its connection here
//! while PHP code may run and finds it by its key, so waits may end in any order. An opening that a question had
//! to leave waits here for the next question to that server, or for a look. A connection that was given up with a
//! request in flight is remembered, so that the next connection to that server has it killed first. The table opens
//! no connection. `connections` uses it, for one server or for all nodes of a Cluster.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;

use super::endpoint::Endpoint;
use super::greeting::{Connection, Identity};
use super::opening::Opening;
use super::seats::{SEATS, Seats};
use super::transport::Exchange;
use crate::clock::{Moment, PerProcess};
use crate::os;

pub(crate) struct ConnectionTable {
    own: RefCell<PerProcess<Own>>,
    /// The earliest moment at which a connection was given up that no server can be asked to kill, or
    /// [`Moment::NEVER`] if there was none.
    unkillable_since: Cell<Moment>,
    /// The number of servers and waits that have a number.
    numbers: Cell<u64>,
    /// The seats at each server, as long as somebody asks that server.
    seats: RefCell<Vec<Weak<Seats>>>,
}

/// What belongs to one process. A child neither uses nor kills what its parent had, whose sockets are closed
/// already.
#[derive(Default)]
struct Own {
    /// The idle connections, the least recently used one first, each with the number of its server. They are in
    /// boxes, because each command takes one out and puts it back.
    idle: Vec<(u64, Box<Connection>)>,
    /// The openings that a question has left, at most one to each server, each with the number of its server.
    openings: Vec<(u64, Box<Opening>)>,
    /// The connections of waits, each with the key of its wait.
    suspended: Vec<(u64, Box<Connection>)>,
    abandoned: Vec<Abandoned>,
}

/// A connection whose last request may still be executed. The server does not notice the end of a connection that
/// was cut, and even after a reset it may first read what is in its buffer.
struct Abandoned {
    endpoint: Arc<Endpoint>,
    identity: Identity,
    at: Moment,
}

/// The key by which a wait finds its connection.
pub(crate) struct Suspended(u64);

impl Own {
    /// Takes an idle connection out if there are too many after one to this server was added: the oldest one to
    /// this server, or the oldest of all.
    #[inline]
    fn surplus(&mut self, number: u64) -> Option<Box<Connection>> {
        if self.idle.len() <= ConnectionTable::EACH {
            return None;
        }
        self.take_surplus(number)
    }

    /// As [`Self::surplus`], where there are many connections.
    #[cold]
    fn take_surplus(&mut self, number: u64) -> Option<Box<Connection>> {
        let is_of_it = |(of, _): &(u64, _)| *of == number;
        let oldest = if self.idle.iter().filter(|it| is_of_it(it)).count() > ConnectionTable::EACH {
            self.idle.iter().position(is_of_it)
        } else {
            (self.idle.len() > ConnectionTable::IDLE).then_some(0)
        };
        oldest.map(|place| self.idle.remove(place).1)
    }

    /// Takes the idle connection out that [`ConnectionTable::take`] names, unless the only idle one is of this server,
    /// where there is nothing to choose.
    #[cold]
    fn choose(&mut self, number: u64) -> Option<(u64, Box<Connection>)> {
        let is_of_it = |(of, _): &(u64, _)| *of == number;
        let owes = |it: &(u64, Box<Connection>)| is_of_it(it) && it.1.transport.owes_a_note();
        let owing = self.idle.iter().rposition(owes);
        let place = owing.or_else(|| self.idle.iter().rposition(is_of_it))?;
        Some(self.idle.remove(place))
    }
}

impl ConnectionTable {
    /// The largest number of idle connections, which is more than nearly every Cluster has masters. Those of a PHP
    /// thread and of the renewing thread together take an eighth of the 1,024 descriptors that a process usually
    /// may have, even if a Cluster names very many addresses.
    pub(super) const IDLE: usize = 64;
    /// The largest number of idle connections to one server. A second one is opened where a signal handler asks
    /// while a command waits, and more where commands of several fibers wait.
    const EACH: usize = SEATS;
    /// The largest number of abandoned connections that are remembered, because a former master may never come
    /// back.
    pub(super) const ABANDONED: usize = 256;

    pub(crate) fn new() -> Self {
        Self {
            own: RefCell::default(),
            unkillable_since: Cell::new(Moment::NEVER),
            numbers: Cell::default(),
            seats: RefCell::default(),
        }
    }

    /// Returns a number that no other server and no other wait has.
    pub(super) fn number(&self) -> u64 {
        self.numbers.replace(self.numbers.get() + 1)
    }

    /// Returns new seats at a server.
    pub(super) fn seats(&self) -> Rc<Seats> {
        self.new_seats(SEATS)
    }

    /// Returns new seats for rounds, each of which asks so many servers. There are so few that all their connections can be
    /// idle at once.
    pub(crate) fn seats_of_rounds(&self, servers: usize) -> Rc<Seats> {
        self.new_seats((Self::IDLE / servers.max(1)).clamp(1, SEATS))
    }

    fn new_seats(&self, limit: usize) -> Rc<Seats> {
        let new = Rc::new(Seats::new(limit));
        let mut all = self.seats.borrow_mut();
        all.retain(|seats| seats.strong_count() > 0);
        all.push(Rc::downgrade(&new));
        new
    }

    /// Returns what `work` makes of the values that belong to this process. `work` must close no connection,
    /// because its end may run a note while the table is borrowed.
    fn own<T>(&self, work: impl FnOnce(&mut Own) -> T) -> T {
        let generation = os::generation();
        let mut own = self.own.borrow_mut();
        if own.of_same(generation).is_none() {
            drop(own);
            self.drop_inherited(generation);
            own = self.own.borrow_mut();
        }
        work(own.of(generation))
    }

    /// Drops what belongs to the parent, while the table is not borrowed.
    #[cold]
    fn drop_inherited(&self, generation: u64) {
        let inherited = self.own.borrow_mut().take_inherited(generation);
        drop(inherited);
    }

    /// Takes an idle connection of a server out: the one that owes a note, because the next command has to come
    /// behind the one of that note, or else the one that was used last. Returns beside it whether a connection to the
    /// same server was abandoned.
    pub(super) fn take(&self, number: u64) -> Option<(Box<Connection>, bool)> {
        self.own(|own| {
            let (_, connection) = match &*own.idle {
                // Mostly there is one connection, so there is nothing to choose.
                [(of, _)] if *of == number => own.idle.pop()?,
                _ => own.choose(number)?,
            };
            let is_same = |it: &Abandoned| Arc::ptr_eq(&it.endpoint, &connection.endpoint);
            let has_abandoned = own.abandoned.iter().any(is_same);
            Some((connection, has_abandoned))
        })
    }

    /// Lets the notes of a server hear that the next question may go over another connection than theirs.
    pub(super) fn part_notes(&self, number: u64) {
        self.own(|own| {
            let idle = own.idle.iter().filter(|(of, _)| *of == number);
            idle.for_each(|(_, connection)| connection.transport.part_notes());
        });
    }

    /// Takes all idle connections of a server out.
    pub(super) fn take_all(&self, number: u64) -> Vec<(u64, Box<Connection>)> {
        let is_of_it = |(of, _): &mut (u64, _)| *of == number;
        self.own(|own| own.idle.extract_if(.., is_of_it).collect())
    }

    /// Receives the replies that are owed to notes, from all servers at once. A connection on which they have not
    /// come by `deadline` is abandoned.
    pub(crate) fn receive_owed(&self, deadline: Moment) {
        let owing: Vec<_> = self.own(|own| {
            let owes = |it: &mut (u64, Box<Connection>)| it.1.transport.owes_a_note();
            own.idle.extract_if(.., owes).collect()
        });
        let begin = |(number, connection): (u64, Box<Connection>)| {
            if os::may_suspend() {
                connection.transport.part_notes();
            }
            (number, connection, Exchange::of_owed(deadline))
        };
        let mut owing: Vec<_> = owing.into_iter().map(begin).collect();
        while !owing.is_empty() {
            let mut wanted = Vec::with_capacity(owing.len());
            let mut rest = Vec::with_capacity(owing.len());
            for (number, mut connection, mut exchange) in owing {
                match connection.transport.go_on(&mut exchange) {
                    Ok(Some(waits)) => {
                        wanted.push(waits);
                        rest.push((number, connection, exchange));
                    }
                    Ok(None) => self.put(number, connection),
                    Err(_) => self.abandon(connection),
                }
            }
            owing = rest;
            if !owing.is_empty() && os::wait_for_any(&wanted).is_err() {
                for (_, connection, _) in owing.drain(..) {
                    self.abandon(connection);
                }
            }
        }
    }

    /// Keeps a connection to a server idle.
    pub(super) fn put(&self, number: u64, connection: Box<Connection>) {
        let surplus = self.own(|own| {
            own.idle.push((number, connection));
            own.surplus(number)
        });
        if let Some(surplus) = surplus {
            self.close(surplus);
        }
    }

    /// Closes an idle connection. A wake-up may be in flight on one that owes a reply, so it is abandoned.
    #[cold]
    pub(super) fn close(&self, connection: Box<Connection>) {
        if connection.transport.owes_a_reply() {
            self.abandon(connection);
        }
    }

    /// Takes the opening out that a question to this server has left.
    pub(super) fn take_opening(&self, number: u64) -> Option<Box<Opening>> {
        self.own(|own| {
            let place = own.openings.iter().position(|(of, _)| *of == number)?;
            Some(own.openings.swap_remove(place).1)
        })
    }

    /// Returns whether a question to this server has left an opening.
    pub(super) fn has_opening(&self, number: u64) -> bool {
        self.own(|own| own.openings.iter().any(|(of, _)| *of == number))
    }

    /// Keeps an opening for the next question to this server, in place of an earlier one.
    pub(super) fn put_opening(&self, number: u64, opening: Box<Opening>) {
        let before = self.take_opening(number);
        self.own(|own| own.openings.push((number, opening)));
        drop(before);
    }

    /// Returns the server to which the idle connection with this number leads.
    pub(super) fn server(&self, number: u64) -> Option<Arc<Endpoint>> {
        self.own(|own| {
            let (_, found) = own.idle.iter().rfind(|(of, _)| *of == number)?;
            Some(Arc::clone(&found.endpoint))
        })
    }

    /// Returns the number of replies that have come over the idle connections with this number.
    pub(super) fn replies(&self, number: u64) -> u64 {
        self.own(|own| {
            let idle = own.idle.iter().filter(|(of, _)| *of == number);
            idle.map(|(_, connection)| connection.transport.replies())
                .sum()
        })
    }

    /// Closes the idle connections and the unfinished openings to one server, or to all of them.
    pub(crate) fn close_idle(&self, number: Option<u64>) {
        self.end_idle(number, Self::close);
    }

    /// As [`Self::close_idle`], but abandons the connections, because nobody knows which of them has had a reply that
    /// does not fit.
    pub(crate) fn abandon_idle(&self, number: Option<u64>) {
        self.end_idle(number, Self::abandon);
    }

    fn end_idle(&self, number: Option<u64>, end: impl Fn(&Self, Box<Connection>)) {
        let is_ended = |of: u64| number.is_none_or(|number| number == of);
        let (idle, openings): (Vec<_>, Vec<_>) = self.own(|own| {
            let idle = own.idle.extract_if(.., |(of, _)| is_ended(*of));
            let openings = own.openings.extract_if(.., |(of, _)| is_ended(*of));
            (idle.collect(), openings.collect())
        });
        drop(openings);
        for (_, connection) in idle {
            end(self, connection);
        }
    }

    /// Closes a connection whose last request may still be executed.
    #[allow(clippy::boxed_local, reason = "connections are in boxes everywhere")]
    pub(crate) fn abandon(&self, connection: Box<Connection>) {
        let Connection {
            endpoint, identity, ..
        } = *connection;
        let at = os::now();
        let Some(identity) = identity.filter(Identity::can_be_killed) else {
            self.note_unkillable(at);
            return;
        };
        let forgotten = self.own(|own| {
            own.abandoned.push(Abandoned {
                endpoint,
                identity,
                at,
            });
            let is_full = own.abandoned.len() > Self::ABANDONED;
            is_full.then(|| own.abandoned.remove(0).at)
        });
        if let Some(at) = forgotten {
            self.note_unkillable(at);
        }
    }

    fn note_unkillable(&self, at: Moment) {
        self.unkillable_since
            .set(self.unkillable_since.get().min(at));
    }

    /// Returns the abandoned connections to this server.
    pub(super) fn abandoned(&self, endpoint: &Arc<Endpoint>) -> Vec<Identity> {
        self.own(|own| {
            let abandoned = own.abandoned.iter();
            let to_it = abandoned.filter(|it| Arc::ptr_eq(&it.endpoint, endpoint));
            to_it.map(|it| it.identity.clone()).collect()
        })
    }

    /// Forgets the abandoned connections that a server was asked to kill, but not those that were abandoned since.
    /// If it does not kill them, which `kills` says, no server can be asked to kill them later.
    pub(super) fn settle(&self, endpoint: &Arc<Endpoint>, asked: &[Identity], kills: bool) {
        let is_settled = |it: &mut Abandoned| {
            Arc::ptr_eq(&it.endpoint, endpoint) && asked.contains(&it.identity)
        };
        let settled = self.own(|own| own.abandoned.extract_if(.., is_settled).collect::<Vec<_>>());
        for Abandoned { at, .. } in settled.into_iter().filter(|_| !kills) {
            self.note_unkillable(at);
        }
    }

    /// Returns whether a request may still be executed whose connection was given up by `given_up`.
    pub(crate) fn may_be_executed(&self, given_up: Moment) -> bool {
        let first = self.own(|own| own.abandoned.iter().map(|it| it.at).min());
        first.is_some_and(|at| at <= given_up) || self.unkillable_since.get() <= given_up
    }

    /// Ends a request of PHP, and closes the unfinished openings.
    pub(crate) fn end_request(&self) {
        let openings = self.own(|own| std::mem::take(&mut own.openings));
        drop(openings);
        self.abandon_cut_off();
    }

    /// Gives the connections up that are still suspended at the end of a request, and frees the seats, because they belong to
    /// calls that a fatal error has cut off.
    pub(crate) fn abandon_cut_off(&self) {
        let suspended = self.own(|own| std::mem::take(&mut own.suspended));
        for (_, connection) in suspended {
            self.abandon(connection);
        }
        for seats in self.seats.borrow().iter().filter_map(Weak::upgrade) {
            seats.end_request();
        }
    }

    /// Holds the connection of a wait while PHP code may run.
    pub(crate) fn suspend(&self, mut connection: Box<Connection>) -> Suspended {
        // A wait lasts, so it keeps no other question from its seat.
        connection.seat = None;
        let key = self.number();
        self.own(|own| own.suspended.push((key, connection)));
        Suspended(key)
    }

    /// Returns the connection of a wait, or `None` in the child of a fork, which does not have it.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a key is good for one connection"
    )]
    pub(crate) fn resume(&self, key: Suspended) -> Option<Box<Connection>> {
        self.own(|own| {
            let place = own.suspended.iter().position(|(of, _)| *of == key.0)?;
            Some(own.suspended.remove(place).1)
        })
    }
}
