//! From a server's configuration to a connection that may be used: connect,
//! AUTH, SELECT, in one deadline and one round trip.
//!
//! It also makes sure that nothing an earlier connection has sent is executed
//! any more: a request in a dead connection, even in a reset one, can be
//! executed seconds later, and a late SET would hold a name for a whole lease
//! (measured). So every connection learns who it is, and the next one has the
//! server kill it, by id *and* address: after a restart of the server ids start
//! anew, and the id alone might be an innocent client's. Called by `pool`.

use std::io;

use anyhow::anyhow;
use redis::{ServerError, Value};

use super::pool::Connection;
use super::reached::{Caller, Reached};
use super::transport::Transport;
use super::{in_time, server_words};
use crate::clock::Moment;
use crate::config::{Secret, Server};
use crate::error::Unavailable;
use crate::os;
use crate::stats;

/// A connection as its server calls it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identity {
    id: Vec<u8>,
    address: Vec<u8>,
    /// The server's process, where the socket tells: all clients of a Unix socket
    /// have the same address, and a new process counts its ids anew.
    process: Option<i32>,
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
    let mut transport = Transport::connect(reached, caller, connect_by).map_err(unreachable)?;
    let commands = push_commands(server, abandoned, &mut transport);
    let replies = transport
        .exchange(os::now(), deadline)
        .map_err(|error| in_time(error, "no answer to the handshake", deadline.until(begun)))
        .map_err(|cause| Unavailable::not_sent(server, cause))?;
    let mut identity = None;
    for (command, reply) in commands.iter().zip(&replies) {
        match (command, reply) {
            (Command::Required | Command::Optional, Value::Okay)
            | (Command::Optional, Value::Int(_) | Value::ServerError(_)) => {}
            (Command::WhoAmI, Value::ServerError(error)) if is_not_supported(error) => {}
            (Command::WhoAmI, Value::BulkString(line)) if Identity::read(line, None).is_some() => {
                identity = Identity::read(line, transport.peer_process());
            }
            (_, Value::ServerError(error)) => {
                return Err(Unavailable::answered(server, &words(server, error)));
            }
            _ => {
                let cause = anyhow!("the handshake was answered with something else");
                return Err(Unavailable::not_sent(server, cause));
            }
        }
    }
    stats::CONNECTIONS_OPENED.count();
    Ok(Connection {
        transport,
        identity,
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
    /// As `Optional`; but as the last command of every handshake it is also the
    /// one that shows whether the server talks to us at all.
    WhoAmI,
}

fn push_commands(
    server: &Server,
    abandoned: &[Identity],
    transport: &mut Transport,
) -> Vec<Command> {
    let mut commands = Vec::new();
    let process = transport.peer_process();
    let mut push = |kind, words: &[&[u8]]| {
        transport.push(words, &[]);
        commands.push(kind);
    };
    let password = server.password.as_ref().map(Secret::expose);
    match (&server.username, password) {
        (Some(user), Some(password)) => push(
            Command::Required,
            &[b"AUTH", user.as_bytes(), password.as_bytes()],
        ),
        (None, Some(password)) => push(Command::Required, &[b"AUTH", password.as_bytes()]),
        (_, None) => {}
    }
    if server.database != 0 {
        let database = server.database.to_string();
        push(Command::Required, &[b"SELECT", database.as_bytes()]);
    }
    if let Some(name) = &server.name {
        push(Command::Optional, &[b"CLIENT", b"SETNAME", name.as_bytes()]);
    }
    let same_server = |it: &&Identity| it.process == process;
    for Identity { id, address, .. } in abandoned.iter().filter(same_server) {
        push(
            Command::Optional,
            &[b"CLIENT", b"KILL", b"ID", id, b"ADDR", address],
        );
    }
    push(Command::WhoAmI, &[b"CLIENT", b"INFO"]);
    commands
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
    fn read(line: &[u8], process: Option<i32>) -> Option<Self> {
        let field = |name: &[u8]| {
            let mut words = line.split(u8::is_ascii_whitespace);
            words.find_map(|word| word.strip_prefix(name).map(<[u8]>::to_vec))
        };
        Some(Self {
            id: field(b"id=")?,
            address: field(b"addr=")?,
            process,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_known_by_id_and_address() {
        let line = b"id=7 addr=127.0.0.1:5000 laddr=127.0.0.1:6379 fd=8 name= db=0\n";
        let identity = Identity::read(line, None).unwrap();
        assert_eq!(identity.id, b"7");
        assert_eq!(identity.address, b"127.0.0.1:5000");
        assert_eq!(Identity::read(b"laddr=1 id=2", None), None);
    }
}
