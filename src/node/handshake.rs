//! From a server's configuration to a connection that may be used: connect,
//! AUTH, SELECT, in one deadline and one round trip.
//!
//! It also makes sure that nothing an earlier connection has sent is executed
//! any more: a request in a dead connection, even in a reset one, can be
//! executed seconds later, and a late SET would hold a name for a whole lease
//! (measured). So every connection learns who it is, and the next one has the
//! server kill it, where it is certain that this hits nobody else. Called by `pool`.

use std::io;

use anyhow::anyhow;
use redis::{ServerError, Value};

use super::pool::Connection;
use super::reached::{Caller, Reached};
use super::transport::Transport;
use super::{in_time, server_words};
use crate::clock::Moment;
use crate::config::{Address, Secret, Server};
use crate::error::Unavailable;
use crate::os;
use crate::stats;

/// A connection as its server calls it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identity {
    id: Vec<u8>,
    address: Vec<u8>,
    instance: Instance,
}

/// Which start of a server an identity belongs to. A server that was started anew counts
/// its ids anew, so that an id alone may be a stranger's.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Instance {
    /// It does not matter: over TCP a client's host and port are nobody else's.
    Any,
    /// The `run_id` of INFO. All clients of a Unix socket have the same address. The process
    /// behind the socket is no proof: a relay may listen there, and outlive the server.
    Run(Vec<u8>),
    /// Nobody knows: the connection is not to be killed.
    Unknown,
}

/// Opens a connection for a command that has `begun` and has to be back by `deadline`,
/// having `abandoned` ones killed before it is used.
pub(super) fn open(
    reached: &Reached,
    caller: Caller,
    abandoned: &[Identity],
    begun: Moment,
    deadline: Moment,
) -> Result<Connection, Unavailable> {
    let server = &reached.server;
    let connect_by = begun.after(server.connect_timeout).min(deadline);
    let unreachable = |error: io::Error| {
        Unavailable::not_sent(
            server,
            in_time(error, "no connection", connect_by.until(begun)),
        )
    };
    let transport = Transport::connect(reached, caller, connect_by).map_err(unreachable)?;
    let mut greeting = Greeting {
        server,
        transport,
        commands: Vec::new(),
        run: None,
        identity: None,
    };
    greeting.push_login();
    greeting.push_kills(abandoned, &Instance::Any);
    greeting.push_who_am_i();
    greeting.exchange(begun, deadline)?;
    if let Some(run) = greeting.run.clone() {
        // Another round trip, after trouble only.
        greeting.push_kills(abandoned, &Instance::Run(run));
        if !greeting.commands.is_empty() {
            greeting.exchange(begun, deadline)?;
        }
    }
    stats::CONNECTIONS_OPENED.count();
    Ok(Connection {
        transport: greeting.transport,
        identity: greeting.identity,
    })
}

/// The server's words, should they repeat what it was told, without the password.
fn words(server: &Server, error: &ServerError) -> String {
    let words = server_words(error);
    match &server.password {
        Some(password) => words.replace(password.expose(), "•••"),
        None => words,
    }
}

/// What a failure of a command of the handshake means.
#[derive(Clone, Copy)]
enum Command {
    /// Without it there is no connection.
    Required,
    /// Nice to have: an old server, or one that does not permit it, goes without.
    Optional,
    /// INFO, as `Optional`.
    WhichRun,
    /// As `Optional`; but as the last command of the first exchange it is also the
    /// one that shows whether the server talks to us at all.
    WhoAmI,
}

/// A handshake that is going on.
struct Greeting<'a> {
    server: &'a Server,
    transport: Transport,
    commands: Vec<Command>,
    run: Option<Vec<u8>>,
    identity: Option<Identity>,
}

impl Greeting<'_> {
    fn push(&mut self, command: Command, words: &[&[u8]]) {
        self.transport.push(words, &[]);
        self.commands.push(command);
    }

    fn push_login(&mut self) {
        let server = self.server;
        let password = server.password.as_ref().map(Secret::expose);
        match (&server.username, password) {
            (Some(user), Some(password)) => self.push(
                Command::Required,
                &[b"AUTH", user.as_bytes(), password.as_bytes()],
            ),
            (None, Some(password)) => {
                self.push(Command::Required, &[b"AUTH", password.as_bytes()]);
            }
            (_, None) => {}
        }
        if server.database != 0 {
            let database = server.database.to_string();
            self.push(Command::Required, &[b"SELECT", database.as_bytes()]);
        }
        if let Some(name) = &server.name {
            self.push(Command::Optional, &[b"CLIENT", b"SETNAME", name.as_bytes()]);
        }
    }

    /// Has the connections killed that belong to this instance.
    fn push_kills(&mut self, abandoned: &[Identity], instance: &Instance) {
        let ours = abandoned.iter().filter(|it| it.instance == *instance);
        for Identity { id, address, .. } in ours {
            self.push(
                Command::Optional,
                &[b"CLIENT", b"KILL", b"ID", id, b"ADDR", address],
            );
        }
    }

    fn push_who_am_i(&mut self) {
        if matches!(self.server.address, Address::Unix(_)) {
            self.push(Command::WhichRun, &[b"INFO", b"server"]);
        }
        self.push(Command::WhoAmI, &[b"CLIENT", b"INFO"]);
    }

    /// Sends what was pushed, and judges the replies.
    fn exchange(&mut self, begun: Moment, deadline: Moment) -> Result<(), Unavailable> {
        let server = self.server;
        let replies = self
            .transport
            .exchange(os::now(), deadline)
            .map_err(|error| in_time(error, "no answer to the handshake", deadline.until(begun)))
            .map_err(|cause| Unavailable::not_sent(server, cause))?;
        for (command, reply) in self.commands.drain(..).zip(&replies) {
            match (command, reply) {
                (Command::Required | Command::Optional, Value::Okay)
                | (Command::Optional, Value::Int(_))
                | (Command::Optional | Command::WhichRun, Value::ServerError(_)) => {}
                (Command::WhichRun, Value::BulkString(text)) => {
                    self.run = field(text, b"run_id:");
                }
                (Command::WhoAmI, Value::ServerError(error)) if is_not_supported(error) => {}
                (Command::WhoAmI, Value::BulkString(line)) => {
                    let identity = Identity::read(line, self.run.clone());
                    self.identity = Some(identity.ok_or_else(|| nonsense(server))?);
                }
                (_, Value::ServerError(error)) => {
                    return Err(Unavailable::turned_away(server, &words(server, error)));
                }
                _ => return Err(nonsense(server)),
            }
        }
        Ok(())
    }
}

fn nonsense(server: &Server) -> Unavailable {
    let cause = anyhow!("the handshake was answered with something else");
    Unavailable::not_sent(server, cause)
}

/// CLIENT INFO came with Redis 6.2, and an ACL may forbid it.
fn is_not_supported(error: &ServerError) -> bool {
    error.code() == "NOPERM"
        || error.details().is_some_and(|words| {
            let words = words.to_ascii_lowercase();
            words.contains("unknown") || words.contains("syntax error")
        })
}

impl Identity {
    /// Reads `id=7 addr=127.0.0.1:5000 laddr=…`.
    fn read(line: &[u8], run: Option<Vec<u8>>) -> Option<Self> {
        let address = address(line)?;
        // A client of a Unix socket is called by the socket's path and port 0, and so are all.
        let instance = if address.ends_with(b":0") {
            run.map_or(Instance::Unknown, Instance::Run)
        } else {
            Instance::Any
        };
        Some(Self {
            id: field(line, b"id=")?,
            address: address.to_vec(),
            instance,
        })
    }
}

/// What stands between `addr=` and `laddr=`: a socket's path may have spaces in it. Without
/// `laddr=` the next word.
fn address(line: &[u8]) -> Option<&[u8]> {
    let place = |word: &[u8]| line.windows(word.len()).position(|it| it == word);
    let start = place(b" addr=")? + b" addr=".len();
    match place(b" laddr=") {
        Some(end) => line.get(start..end),
        None => line.get(start..)?.split(u8::is_ascii_whitespace).next(),
    }
}

/// What follows `name` in a text of words.
fn field(text: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let mut words = text.split(u8::is_ascii_whitespace);
    words.find_map(|word| word.strip_prefix(name).map(<[u8]>::to_vec))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_over_tcp_is_known_by_id_and_address() {
        let line = b"id=7 addr=127.0.0.1:5000 laddr=127.0.0.1:6379 fd=8 name= db=0\n";
        let identity = Identity::read(line, Some(b"0c5a".to_vec())).unwrap();
        assert_eq!(identity.id, b"7");
        assert_eq!(identity.address, b"127.0.0.1:5000");
        assert_eq!(identity.instance, Instance::Any);
        let short = Identity::read(b"id=7 addr=127.0.0.1:5000\r\n", None).unwrap();
        assert_eq!(short.address, b"127.0.0.1:5000");
        assert_eq!(Identity::read(b"laddr=1 id=2", None), None);
    }

    #[test]
    fn one_over_a_unix_socket_is_known_by_the_start_of_its_server_too() {
        let run = || Some(b"0c5a".to_vec());
        // As Redis calls it, and as Valkey 9 does.
        for address in ["/run/my redis.sock:0", "[/run/redis.sock:0]:0"] {
            let line = format!("id=7 addr={address} laddr={address} fd=8");
            let read = |run| Identity::read(line.as_bytes(), run).unwrap();
            assert_eq!(read(None).address, address.as_bytes());
            assert_eq!(read(run()).instance, Instance::Run(b"0c5a".to_vec()));
            assert_eq!(read(None).instance, Instance::Unknown);
        }
        let info = b"# Server\r\nredis_version:7.0.15\r\nrun_id:0c5a\r\ntcp_port:0\r\n";
        assert_eq!(field(info, b"run_id:"), run());
    }
}
