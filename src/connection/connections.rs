//! The connections of one thread to one server, or to the master that sentinels name.
//!
//! A connection is taken out while a command is in flight on it. A signal handler that uses the same lock
//! meanwhile opens another one, and both are kept. `table` has the connections that are not in use. This file
//! knows no command. `route` uses it, for PHP threads and for the renewing thread.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use super::Step;
use super::endpoint::{Caller, Endpoint};
use super::greeting::{Connection, NewConnection};
use super::opening::{OpenRequest, Opening};
use super::seats::{Seat, Seating, Seats};
use super::sentinel::Sentinels;
use super::table::ConnectionTable;
use crate::clock::Moment;
use crate::config::Access;
use crate::error::Unavailable;
use crate::os;

/// The server to which connections lead.
#[derive(Clone)]
pub(crate) enum Target {
    /// One server, which is always the same.
    Server(Arc<Endpoint>),
    /// The server that is the master when the connection is opened.
    SentinelMaster(Arc<Sentinels>),
}

/// One thread's connections to a server.
pub(crate) struct Connections {
    pub(crate) target: Target,
    caller: Caller,
    /// The connections on which nobody works at the moment, and those that were given up.
    pub(crate) table: Rc<ConnectionTable>,
    /// The number of this server, or of the master, in the table.
    number: u64,
    /// The number of connections that were opened.
    opened: Cell<u64>,
    seats: Rc<Seats>,
}

/// A connection, or an opening that leads to one.
pub(crate) enum Checkout {
    Ready(Box<Connection>),
    /// An opening, whose end belongs to [`Connections::opened`].
    Opens(Box<Opening>),
}

impl Connections {
    pub(crate) fn new(target: Target, caller: Caller) -> Self {
        Self::of(&Rc::new(ConnectionTable::new()), target, caller)
    }

    /// Returns the connections to one of several servers, whose connections are in one table.
    pub(crate) fn of(table: &Rc<ConnectionTable>, target: Target, caller: Caller) -> Self {
        Self {
            target,
            caller,
            number: table.number(),
            table: Rc::clone(table),
            opened: Cell::default(),
            seats: table.seats(),
        }
    }

    pub(crate) fn access(&self) -> &Access {
        match &self.target {
            Target::Server(endpoint) => &endpoint.server.access,
            Target::SentinelMaster(sentinels) => sentinels.access(),
        }
    }

    /// Returns a connection for a command that begins `now` and has to be back by `deadline`. The moment beside it
    /// is when the command really begins, because opening a connection takes time.
    pub(crate) fn take(
        &self,
        now: Moment,
        deadline: Moment,
    ) -> Result<(Box<Connection>, Moment), Unavailable> {
        if os::may_suspend() {
            return self.take_seated(deadline);
        }
        match self.idle() {
            Some(idle) => Ok((idle, now)),
            None => self.take_new(now, deadline),
        }
    }

    /// As [`Self::take`], where other questions may be in flight.
    #[cold]
    fn take_seated(&self, deadline: Moment) -> Result<(Box<Connection>, Moment), Unavailable> {
        let seat = self.seats.take(deadline);
        let seat = seat.map_err(|error| Unavailable::out_of_time(self, error))?;
        self.table.part_notes(self.number);
        let (mut connection, begun) = match self.idle() {
            Some(idle) => (idle, os::now()),
            None => self.take_new(os::now(), deadline)?,
        };
        connection.seat = seat;
        Ok((connection, begun))
    }

    /// As [`Self::take`], where no connection is idle.
    #[cold]
    fn take_new(
        &self,
        now: Moment,
        deadline: Moment,
    ) -> Result<(Box<Connection>, Moment), Unavailable> {
        let connection = match self.open(now, deadline)? {
            Checkout::Ready(connection) => connection,
            Checkout::Opens(mut opening) => self.opened(opening.finish()?),
        };
        Ok((connection, os::now()))
    }

    /// Asks for a seat for a question that [`Self::begin`] begins.
    pub(crate) fn seat(&self) -> Seating {
        self.seats.begin()
    }

    /// As [`Self::take`], but it does not wait until a connection to a server is open, while it does wait for a
    /// search through sentinels. The caller has the seat.
    pub(crate) fn begin(&self, now: Moment, deadline: Moment) -> Result<Checkout, Unavailable> {
        if os::may_suspend() {
            self.table.part_notes(self.number);
        }
        match self.idle() {
            Some(idle) => Ok(Checkout::Ready(idle)),
            None => self.open(now, deadline),
        }
    }

    /// Goes on with the opening that an earlier question left, or begins a new one.
    fn open(&self, now: Moment, deadline: Moment) -> Result<Checkout, Unavailable> {
        let endpoint = match &self.target {
            Target::Server(endpoint) => endpoint,
            Target::SentinelMaster(sentinels) => {
                let request = |master: &Arc<Endpoint>| self.request(master);
                let new = sentinels.open(self.caller, request, now, deadline)?;
                return Ok(Checkout::Ready(self.opened(new)));
            }
        };
        if let Some(mut left) = self.left_opening(endpoint) {
            left.go_on_for(now, deadline);
            return Ok(Checkout::Opens(left));
        }
        let request = self.request(endpoint);
        Opening::begin(request, now, deadline).map(Checkout::Opens)
    }

    /// Takes the opening that an earlier question has left, unless the server has to kill other connections by now.
    fn left_opening(&self, endpoint: &Arc<Endpoint>) -> Option<Box<Opening>> {
        let left = self.table.take_opening(self.number)?;
        left.kills(&self.table.abandoned(endpoint)).then_some(left)
    }

    /// Goes on with the opening that an earlier question has left, without waiting. Returns whether it has moved since
    /// the last look. Where a connection is idle, nobody needs the opening, which is dropped.
    ///
    /// # Errors
    /// The opening has failed.
    pub(crate) fn go_on_opening(&self, now: Moment) -> Result<bool, Unavailable> {
        let Target::Server(endpoint) = &self.target else {
            return Ok(false);
        };
        let left = self.left_opening(endpoint);
        let Some(mut left) = left.filter(|_| !self.is_open()) else {
            return Ok(false);
        };
        let (step, has_moved) = left.look(now)?;
        match step {
            Step::Done(new) => self.keep(self.opened(new)),
            Step::Waits(_) => self.keep_opening(left),
        }
        Ok(has_moved)
    }

    /// Keeps an opening for the next question, if it may go on.
    pub(crate) fn keep_opening(&self, opening: Box<Opening>) {
        if opening.is_unfinished() {
            self.table.put_opening(self.number, opening);
        }
    }

    /// Returns an idle connection that may be used. A connection is closed if it is not as it was left, or if
    /// another master was found since. It is also closed if an earlier one to its server was abandoned, because
    /// only the greeting of a new connection has that one killed.
    pub(crate) fn idle(&self) -> Option<Box<Connection>> {
        while let Some((mut idle, has_abandoned)) = self.table.take(self.number) {
            let is_good = !has_abandoned
                && match &self.target {
                    Target::Server(_) => true,
                    Target::SentinelMaster(sentinels) => sentinels.is_master(&idle.endpoint),
                };
            if is_good && idle.transport.is_fresh() {
                return Some(idle);
            }
            self.table.close(idle);
        }
        None
    }

    fn request(&self, endpoint: &Arc<Endpoint>) -> OpenRequest {
        OpenRequest {
            endpoint: Arc::clone(endpoint),
            caller: self.caller,
            abandoned: self.table.abandoned(endpoint),
            question: Vec::new(),
        }
    }

    /// Returns the connection that was opened, whose server has killed the abandoned ones or does not permit it.
    pub(crate) fn opened(&self, new: NewConnection) -> Box<Connection> {
        let NewConnection {
            connection,
            abandoned,
            kills,
            ..
        } = new;
        self.table.settle(&connection.endpoint, &abandoned, kills);
        self.opened.set(self.opened.get() + 1);
        connection
    }

    /// Returns the number of this server, or of the master, among all servers whose connections are in the table.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Returns the number of connections that were opened so far.
    pub(crate) fn opened_so_far(&self) -> u64 {
        self.opened.get()
    }

    /// Takes a connection back, whose question is over, so a reply that is still to come is dropped. A connection that
    /// may not be used again is abandoned.
    pub(crate) fn keep(&self, mut connection: Box<Connection>) {
        match connection.seat.take() {
            None => self.put_back(connection),
            Some(seat) => self.put_back_seated(connection, seat),
        }
    }

    /// As [`Self::keep`], where other questions may wait for the seat. The next one finds the connection in the table.
    #[cold]
    fn put_back_seated(&self, connection: Box<Connection>, seat: Seat) {
        self.put_back(connection);
        drop(seat);
    }

    fn put_back(&self, mut connection: Box<Connection>) {
        if connection.transport.leave() {
            self.table.put(self.number, connection);
        } else {
            self.table.abandon(connection);
        }
    }

    /// Returns the number of replies that have come over the idle connections.
    pub(crate) fn replies_so_far(&self) -> u64 {
        self.table.replies(self.number)
    }

    /// Gives up the opening that an earlier question has left, and returns its trouble, if there is one.
    pub(crate) fn give_up_opening(&self) -> Option<Unavailable> {
        self.table.take_opening(self.number).map(Opening::give_up)
    }

    /// Returns whether a connection is open and idle, or being opened since an earlier question.
    pub(crate) fn is_begun(&self) -> bool {
        self.is_open() || self.table.has_opening(self.number)
    }

    /// Returns whether a connection is open and idle.
    pub(crate) fn is_open(&self) -> bool {
        self.table.server(self.number).is_some()
    }

    /// Receives what has come over the idle connections. Returns whether there is one, and the server owes no reply.
    pub(crate) fn catch_up(&self) -> bool {
        let mut kept = Vec::new();
        for (_, mut idle) in self.table.take_all(self.number) {
            if idle.transport.catch_up() {
                kept.push(idle);
            } else {
                self.table.close(idle);
            }
        }
        let owes = |idle: &Connection| idle.transport.owes_a_reply();
        let is_settled = !kept.is_empty() && !kept.iter().any(|idle| owes(idle));
        for idle in kept {
            self.table.put(self.number, idle);
        }
        is_settled
    }

    /// Closes the idle connections and the unfinished openings.
    pub(crate) fn close_idle(&self) {
        self.table.close_idle(Some(self.number));
    }

    /// Gives the idle connections up, because the last reply was to another command, so nobody knows which command
    /// the next reply would answer.
    pub(crate) fn abandon_idle(&self) {
        self.table.abandon_idle(Some(self.number));
    }
}

/// Closes the idle connections, which nobody needs now.
impl Drop for Connections {
    fn drop(&mut self) {
        self.close_idle();
    }
}

/// Writes the name of the server in errors.
impl fmt::Display for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.target {
            Target::Server(endpoint) => endpoint.fmt(f),
            Target::SentinelMaster(sentinels) => match self.table.server(self.number) {
                Some(master) => master.fmt(f),
                None => sentinels.fmt(f),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::time::Duration;

    use super::*;
    use crate::config::{Address, Server};
    use crate::connection::Due;
    use crate::os::Wanted;
    use crate::protocol::pack;

    const INFO: &str = "id=7 addr=127.0.0.1:5000 laddr=127.0.0.1:6379\n";

    /// Reads a greeting and answers it.
    fn answer(client: &mut TcpStream) {
        let _ = client.read(&mut [0; 1000]).unwrap();
        write!(client, "${}\r\n{INFO}\r\n", INFO.len()).unwrap();
    }

    /// Returns the port of servers each of which answers one greeting.
    fn port() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let serve = move || {
            let mut open = Vec::new();
            for client in listener.incoming() {
                let mut client = client.unwrap();
                answer(&mut client);
                open.push(client);
            }
        };
        os::spawn(Box::new(serve)).unwrap();
        port
    }

    fn server(table: &Rc<ConnectionTable>, port: u16) -> Connections {
        let endpoint = Endpoint::new(&Server {
            address: Address::Tcp {
                host: "127.0.0.1".to_owned(),
                port,
            },
            access: Access::plain(Duration::from_secs(20)),
        });
        Connections::of(table, Target::Server(Arc::new(endpoint)), Caller::PhpThread)
    }

    fn take(server: &Connections) -> Box<Connection> {
        let now = os::now();
        let taken = server.take(now, now.after(Duration::from_secs(20)));
        taken.map_err(|it| it.to_string()).unwrap().0
    }

    fn is_idle(server: &Connections) -> bool {
        server.table.server(server.number).is_some()
    }

    #[test]
    fn the_connection_that_was_used_least_recently_is_hung_up() {
        let (table, port) = (Rc::new(ConnectionTable::new()), port());
        let servers: Vec<_> = (0..ConnectionTable::IDLE)
            .map(|_| server(&table, port))
            .collect();
        for server in &servers {
            server.keep(take(server));
        }
        assert!(servers.iter().all(is_idle));
        // The first connection is used again, so the second one is the oldest.
        servers[0].keep(take(&servers[0]));
        assert_eq!(servers[0].opened_so_far(), 1);
        let new = server(&table, port);
        new.keep(take(&new));
        let left: Vec<_> = servers.iter().map(is_idle).collect();
        assert!(is_idle(&new) && left[0] && !left[1]);
        assert!(left[2..].iter().all(|is_idle| *is_idle));
        // The second connection is opened again, in place of the third one.
        servers[1].keep(take(&servers[1]));
        assert_eq!(servers[1].opened_so_far(), 2);
        assert!(!is_idle(&servers[2]) && is_idle(&servers[3]));
        // A server that nobody needs keeps no connection, so there is room for the third one.
        drop(new);
        servers[2].keep(take(&servers[2]));
        assert!(servers.iter().all(is_idle));
    }

    #[test]
    fn an_abandoned_connection_is_remembered_when_its_server_is_forgotten() {
        let (table, port) = (Rc::new(ConnectionTable::new()), port());
        let first = server(&table, port);
        let Target::Server(endpoint) = first.target.clone() else {
            panic!("no server");
        };
        first.table.abandon(take(&first));
        drop(first);
        let again = Connections::of(
            &table,
            Target::Server(Arc::clone(&endpoint)),
            Caller::PhpThread,
        );
        assert_eq!(again.request(&endpoint).abandoned.len(), 1);
        assert!(again.table.may_be_executed(os::now()));
    }

    #[test]
    fn an_idle_connection_that_owes_a_reply_is_abandoned_when_it_is_closed() {
        let server = server(&Rc::new(ConnectionTable::new()), port());
        let before = os::now();
        for owes in [false, true] {
            let mut connection = take(&server);
            if owes {
                connection
                    .transport
                    .push(Due::Wanted, |request| pack(request, &[b"BLPOP"]));
                let by = before.after(Duration::from_secs(20));
                connection.transport.send_ahead(before, by).unwrap();
            }
            server.keep(connection);
            server.close_idle();
            assert!(!is_idle(&server));
            assert_eq!(server.table.may_be_executed(os::now()), owes);
        }
        assert!(!server.table.may_be_executed(before));
    }

    #[test]
    fn so_many_abandoned_connections_are_remembered_and_none_is_taken_for_settled() {
        let (table, port) = (Rc::new(ConnectionTable::new()), port());
        let before = os::now();
        let server = server(&table, port);
        let Target::Server(endpoint) = &server.target else {
            panic!("no server");
        };
        let opened = ConnectionTable::ABANDONED + 9;
        let connections: Vec<_> = (0..opened).map(|_| take(&server)).collect();
        for connection in connections {
            server.table.abandon(connection);
        }
        assert_eq!(table.abandoned(endpoint).len(), ConnectionTable::ABANDONED);
        let forgotten = os::now();
        table.settle(endpoint, &table.abandoned(endpoint), true);
        assert!(!server.table.may_be_executed(before) && server.table.may_be_executed(forgotten));
    }

    /// Returns a server that answers nothing by itself, and the connections to it.
    fn quiet_server() -> (TcpListener, Connections) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = server(&Rc::new(ConnectionTable::new()), port);
        (listener, server)
    }

    /// Begins an opening for a question that waits for so long.
    fn begin_opening(server: &Connections, span: Duration) -> Box<Opening> {
        let now = os::now();
        match server.begin(now, now.after(span)) {
            Ok(Checkout::Opens(opening)) => opening,
            _ => panic!("the server has answered"),
        }
    }

    /// Begins an opening and leaves it while its greeting waits for an answer.
    fn leave_unfinished(server: &Connections) {
        let mut opening = begin_opening(server, Duration::from_secs(20));
        while !opening.is_greeting() {
            assert!(matches!(opening.step(), Ok(Step::Waits(_))));
        }
        server.keep_opening(opening);
    }

    /// Returns whether the other end of a connection is closed, from which only a greeting may have come.
    fn is_closed(client: &mut TcpStream) -> bool {
        client.set_nonblocking(true).unwrap();
        let mut greeting = Vec::new();
        client.read_to_end(&mut greeting).is_ok()
    }

    #[test]
    fn the_next_question_goes_on_with_the_opening_that_a_question_had_to_leave() {
        let (listener, server) = quiet_server();
        leave_unfinished(&server);
        let (mut client, _) = listener.accept().unwrap();
        answer(&mut client);
        server.keep(take(&server));
        assert_eq!(server.opened_so_far(), 1);
        listener.set_nonblocking(true).unwrap();
        assert!(listener.accept().is_err(), "there is one connection");
    }

    #[test]
    fn an_opening_whose_time_is_over_is_closed() {
        let (listener, server) = quiet_server();
        let now = os::now();
        let taken = server.take(now, now.after(Duration::from_millis(300)));
        let error = taken.map(drop).map_err(|error| error.to_string());
        let silence = "nothing came within 300 ms";
        assert!(error.is_err_and(|error| error.contains(silence)));
        let (mut client, _) = listener.accept().unwrap();
        assert!(is_closed(&mut client));
    }

    #[test]
    fn a_new_opening_takes_the_place_of_a_left_one_that_is_silent_for_half_of_the_time() {
        let (listener, server) = quiet_server();
        leave_unfinished(&server);
        let serve = move || {
            let _silent = listener.accept().unwrap();
            let (mut client, _) = listener.accept().unwrap();
            answer(&mut client);
            let _ = client.read(&mut [0]);
        };
        os::spawn(Box::new(serve)).unwrap();
        let now = os::now();
        let by = now.after(Duration::from_secs(4));
        let taken = server.take(now, by).map_err(|error| error.to_string());
        let (_connection, begun) = taken.unwrap();
        assert!(now.after(Duration::from_secs(2)) <= begun && begun < by);
    }

    #[test]
    fn an_opening_that_the_server_hung_up_is_begun_again_at_once() {
        let (listener, server) = quiet_server();
        leave_unfinished(&server);
        drop(listener.accept().unwrap());
        let serve = move || {
            let (mut client, _) = listener.accept().unwrap();
            answer(&mut client);
            let _ = client.read(&mut [0]);
        };
        os::spawn(Box::new(serve)).unwrap();
        drop(take(&server));
    }

    #[test]
    fn an_unfinished_opening_is_closed_with_the_request_and_with_the_idle_connections() {
        let ends: [fn(&Connections); 3] = [
            |server| server.table.end_request(),
            Connections::close_idle,
            Connections::abandon_idle,
        ];
        for end in ends {
            let (listener, server) = quiet_server();
            leave_unfinished(&server);
            let (mut client, _) = listener.accept().unwrap();
            assert!(!is_closed(&mut client));
            end(&server);
            assert!(is_closed(&mut client));
        }
    }

    #[test]
    fn a_look_goes_on_with_an_opening_however_long_ago_it_was_left() {
        let (listener, server) = quiet_server();
        let span = Duration::from_millis(1);
        let mut opening = begin_opening(&server, span);
        // The socket has begun to connect.
        assert!(matches!(opening.step(), Ok(Step::Waits(_))) && !opening.is_greeting());
        server.keep_opening(opening);
        os::wait_for_any(&[Wanted::time(os::now().after(span))]).unwrap();
        assert!(matches!(server.go_on_opening(os::now()), Ok(true)));
        let (mut client, _) = listener.accept().unwrap();
        assert!(server.is_begun() && !server.is_open());
        assert!(matches!(server.go_on_opening(os::now()), Ok(false)));
        answer(&mut client);
        while !server.is_open() {
            assert!(server.go_on_opening(os::now()).is_ok());
        }
        assert_eq!(server.opened_so_far(), 1);
    }

    #[test]
    fn a_look_finds_out_that_an_opening_has_failed() {
        let (listener, server) = quiet_server();
        leave_unfinished(&server);
        drop(listener.accept().unwrap());
        drop(listener);
        while let Ok(_moved) = server.go_on_opening(os::now()) {
            assert!(server.is_begun());
        }
        assert!(!server.is_begun());
    }

    #[test]
    fn an_opening_is_dropped_where_a_connection_is_idle() {
        let (listener, server) = quiet_server();
        leave_unfinished(&server);
        let (mut client, _) = listener.accept().unwrap();
        answer(&mut client);
        let connection = take(&server);
        leave_unfinished(&server);
        let (mut left, _) = listener.accept().unwrap();
        server.keep(connection);
        assert!(matches!(server.go_on_opening(os::now()), Ok(false)));
        assert!(is_closed(&mut left));
    }

    #[test]
    fn an_opening_that_does_not_kill_what_was_abandoned_since_is_not_used() {
        let (listener, server) = quiet_server();
        leave_unfinished(&server);
        let (mut left, _) = listener.accept().unwrap();
        let port = port();
        let other = self::server(&server.table, port);
        let Target::Server(endpoint) = &server.target else {
            panic!("no server");
        };
        let mut abandoned = take(&other);
        abandoned.endpoint = Arc::clone(endpoint);
        server.table.abandon(abandoned);
        leave_unfinished(&server);
        assert!(is_closed(&mut left));
        let (mut client, _) = listener.accept().unwrap();
        let mut greeting = [0; 1000];
        let length = client.read(&mut greeting).unwrap();
        let greeting = String::from_utf8_lossy(&greeting[..length]);
        assert!(greeting.contains("KILL"), "{greeting}");
    }
}
