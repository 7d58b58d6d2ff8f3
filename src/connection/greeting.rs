//! The first words on a new connection: AUTH, SELECT, who we are, and which earlier connections the server has to
//! kill.
//!
//! A request in a dead connection, even in a reset one, can be executed seconds later, and a late SET would hold a
//! name for a whole lease (measured). A connection for commands of locks therefore learns its identity. If it is
//! given up with a request in flight, the next connection has the server kill it, where that is certain to hit no
//! other client, and after this greeting the server executes none of its requests. The greeting takes one round
//! trip, or two if connections over a Unix socket have to be killed. It never blocks and never sends a command of
//! a lock. `opening` drives it.

use std::io;
use std::sync::Arc;

use super::Moved;
use super::endpoint::{Endpoint, Kind};
use super::in_flight::Due;
use super::seats::Seat;
use super::transport::{Goal, Transport};
use crate::config::{Access, Address, Secret, Server};
use crate::error::Unavailable;
use crate::os::Receive;
use crate::protocol::{Reply, pack};
use anyhow::anyhow;

/// A connection that is ready for commands.
pub(crate) struct Connection {
    pub(crate) endpoint: Arc<Endpoint>,
    pub(crate) transport: Transport,
    pub(super) identity: Option<Identity>,
    /// Whether the server has answered a script here that may be sent ahead of its reply, so it knows that script.
    pub(crate) knows_script: bool,
    /// The seat of the question in flight, where questions may be suspended.
    pub(crate) seat: Option<Seat>,
}

/// A connection that has just been opened, and the reply to the question of its greeting.
pub(crate) struct NewConnection {
    pub(super) connection: Box<Connection>,
    pub(super) reply: Option<Reply>,
    /// The connections that the server was asked to kill.
    pub(super) abandoned: Vec<Identity>,
    /// Whether the server has killed them, for which the user needs a right.
    pub(super) kills: bool,
}

/// The name that a server has for a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identity {
    id: Vec<u8>,
    address: Vec<u8>,
    instance: Instance,
}

/// The start of the server that an identity belongs to. After a restart the server counts its ids from the
/// beginning, so an id alone may be a stranger's.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Instance {
    /// Any start, because over TCP no other client has the same host and port.
    Any,
    /// The start with this `run_id` of INFO, because all clients of a Unix socket have the same address. The
    /// process behind the socket proves nothing, because a relay may listen there and outlive the server.
    Run(Vec<u8>),
    /// An unknown start, so the connection must not be killed.
    Unknown,
}

/// What a command of the greeting is for, and how its reply is judged.
#[derive(Clone, Copy)]
enum Command {
    /// A command without which there is no connection, such as AUTH.
    Required,
    /// A command without which the greeting goes on, because an old server does not know it and another server
    /// does not permit it.
    Optional,
    /// HELLO, which says what the server is and needs no right, unlike ROLE and CLUSTER.
    WhatIs,
    Question,
    /// CLIENT KILL, without which the greeting goes on where the server does not permit it.
    Kill,
    /// INFO, without which the greeting goes on where the server does not permit it.
    WhichRun,
    /// The same, of which no connection needs to know.
    WhichServer,
    /// CLIENT INFO, without which the greeting goes on where the server does not know or permit it. As the last
    /// command of the first exchange it also shows whether the server talks to us at all.
    WhoAmI,
}

/// A greeting that is in progress.
pub(super) struct Greeting {
    transport: Transport,
    commands: Vec<Command>,
    run: Option<Vec<u8>>,
    identity: Option<Identity>,
    reply: Option<Reply>,
    kills: bool,
}

impl Greeting {
    /// Begins to greet the server over a transport on which nothing has been sent. The greeting has the
    /// `abandoned` connections killed, and asks the `question`.
    pub(super) fn begin(
        transport: Transport,
        endpoint: &Endpoint,
        abandoned: &[Identity],
        question: &[Vec<u8>],
    ) -> Self {
        let server = &endpoint.server;
        let mut greeting = Self {
            transport,
            commands: Vec::new(),
            run: None,
            identity: None,
            reply: None,
            kills: true,
        };
        greeting.push_login(&server.access);
        if endpoint.kind != Kind::Any {
            greeting.push(Command::WhatIs, &[b"HELLO", b"2"]);
        }
        if !question.is_empty() {
            let words: Vec<_> = question.iter().map(Vec::as_slice).collect();
            greeting.push(Command::Question, &words);
        }
        greeting.push_kills(abandoned, &Instance::Any);
        // A connection for one question is never abandoned with a request in flight that matters.
        if question.is_empty() {
            greeting.push_who_am_i(server, endpoint.says_its_run());
        }
        greeting
    }

    /// Ends the greeting early, and returns what the server has refused, if it said so before. A server with too
    /// many connections says that, closes the new one, and reads nothing.
    pub(super) fn broken_off(&mut self, endpoint: &Endpoint) -> Option<Unavailable> {
        let replies = self.transport.take_arrived();
        let last = replies.last().and_then(Reply::error_words);
        let checked = self.check(endpoint, replies);
        let refused = checked.err().filter(Unavailable::is_refused_greeting);
        // An error that may pass is about the connection, and not about a command that is optional.
        let of_connection =
            |words: String| Some(refuse(endpoint, &words)).filter(Unavailable::may_pass);
        refused.or_else(|| last.and_then(of_connection))
    }

    pub(super) fn transport(&self) -> &Transport {
        &self.transport
    }

    pub(super) fn has_a_reply(&self) -> bool {
        self.transport.has_arrived()
    }

    /// Returns whether the other side may speak TLS, if it has not replied. Such a server does not understand the
    /// greeting, and sends nothing or an alert.
    pub(super) fn may_be_with_tls(&self) -> bool {
        self.transport.channel().inbox.may_be_tls()
    }

    /// Sends and receives what can be moved now.
    ///
    /// # Errors
    /// The connection has ended.
    pub(super) fn advance(&mut self) -> io::Result<Moved> {
        self.transport
            .advance(Goal::Replies(self.commands.len()), Receive::Now)
    }

    /// Judges the replies, all of which have come, and returns whether the greeting is over. It needs another
    /// round trip if connections over a Unix socket have to be killed.
    ///
    /// # Errors
    /// The server has refused the greeting.
    pub(super) fn judge(
        &mut self,
        endpoint: &Endpoint,
        abandoned: &[Identity],
    ) -> Result<bool, Unavailable> {
        let replies = self.transport.take_arrived();
        self.check(endpoint, replies)?;
        if let Some(run) = self.run.take() {
            self.push_kills(abandoned, &Instance::Run(run));
        }
        Ok(self.commands.is_empty())
    }

    /// Returns the connection, after the last judgement.
    pub(super) fn end(
        mut self,
        endpoint: Arc<Endpoint>,
        abandoned: Vec<Identity>,
    ) -> NewConnection {
        self.transport.admit_long_replies();
        NewConnection {
            connection: Box::new(Connection {
                endpoint,
                transport: self.transport,
                identity: self.identity,
                knows_script: false,
                seat: None,
            }),
            reply: self.reply,
            abandoned,
            kills: self.kills,
        }
    }

    fn push(&mut self, command: Command, words: &[&[u8]]) {
        let packed = |request: &mut Vec<u8>| pack(request, words);
        self.transport.push(Due::Wanted, packed);
        self.commands.push(command);
    }

    fn push_login(&mut self, access: &Access) {
        let password = access.password.as_ref().map(Secret::expose);
        match (&access.username, password) {
            (Some(user), Some(password)) => self.push(
                Command::Required,
                &[b"AUTH", user.as_bytes(), password.as_bytes()],
            ),
            (None, Some(password)) => {
                self.push(Command::Required, &[b"AUTH", password.as_bytes()]);
            }
            (_, None) => {}
        }
        if access.database != 0 {
            let database = access.database.to_string();
            self.push(Command::Required, &[b"SELECT", database.as_bytes()]);
        }
        if let Some(name) = &access.name {
            self.push(Command::Optional, &[b"CLIENT", b"SETNAME", name.as_bytes()]);
        }
    }

    /// Pushes a command to kill each abandoned connection that belongs to this start of the server.
    fn push_kills(&mut self, abandoned: &[Identity], instance: &Instance) {
        let ours = abandoned.iter().filter(|it| it.instance == *instance);
        for Identity { id, address, .. } in ours {
            self.push(
                Command::Kill,
                &[b"CLIENT", b"KILL", b"ID", id, b"ADDR", address],
            );
        }
    }

    fn push_who_am_i(&mut self, server: &Server, says_its_run: bool) {
        if matches!(server.address, Address::Unix(_)) {
            self.push(Command::WhichRun, &[b"INFO", b"server"]);
        } else if says_its_run {
            self.push(Command::WhichServer, &[b"INFO", b"server"]);
        }
        self.push(Command::WhoAmI, &[b"CLIENT", b"INFO"]);
    }

    fn check(&mut self, endpoint: &Endpoint, replies: Vec<Reply>) -> Result<(), Unavailable> {
        for (command, reply) in self.commands.drain(..).zip(replies) {
            match (command, &reply) {
                (Command::Question, _) => self.reply = Some(reply),
                (Command::WhatIs, Reply::List(fields)) => {
                    check_kind(endpoint, fields)?;
                }
                (Command::Required | Command::Optional | Command::Kill, Reply::Okay)
                | (Command::Kill, Reply::Int(_))
                | (Command::Optional | Command::WhichServer, Reply::Error { .. }) => {}
                (Command::Kill | Command::WhichRun, Reply::Error { .. }) => self.kills = false,
                (Command::WhichRun, Reply::Bytes(text)) => {
                    self.run = field(text, b"run_id:");
                    self.kills &= self.run.is_some();
                    check_run(endpoint, self.run.as_deref())?;
                }
                (Command::WhichServer, Reply::Bytes(text)) => {
                    check_run(endpoint, field(text, b"run_id:").as_deref())?;
                }
                (Command::WhatIs, Reply::Error { words, .. })
                    if endpoint.kind == Kind::Independent && words.contains("unknown command") =>
                {
                    let cause = anyhow!(
                        "it does not know HELLO, by which each server of a quorum says what it is"
                    );
                    return Err(Unavailable::unfit(endpoint, cause));
                }
                (Command::WhoAmI, Reply::Error { code, words })
                    if is_not_supported(code, words) => {}
                (Command::WhoAmI, Reply::Bytes(line)) => {
                    let identity = Identity::read(line, self.run.clone());
                    self.identity = Some(identity.ok_or_else(|| nonsense(endpoint))?);
                }
                _ => {
                    let Some(words) = reply.error_words() else {
                        return Err(nonsense(endpoint));
                    };
                    return Err(refuse(endpoint, &words));
                }
            }
        }
        Ok(())
    }
}

/// Checks that no other server of the same quorum is this one.
fn check_run(endpoint: &Endpoint, run: Option<&[u8]>) -> Result<(), Unavailable> {
    let noted = run.map_or(Ok(()), |run| endpoint.note_run(run));
    noted.map_err(|other| {
        let cause = anyhow!("it is the same server as {other}; name each server once");
        Unavailable::unfit(endpoint, cause)
    })
}

/// Checks what a server is by the fields of its reply to HELLO.
fn check_kind(endpoint: &Endpoint, hello: &[Reply]) -> Result<(), Unavailable> {
    let (name, value, error) = match endpoint.kind {
        Kind::Any => return Ok(()),
        Kind::Independent => return check_independent(endpoint, hello),
        Kind::Master => (
            "role",
            "master",
            "a sentinel named it, but it is not a master",
        ),
        Kind::Node => (
            "mode",
            "cluster",
            "it is not a node of a Cluster; check \"cluster\"",
        ),
    };
    if says(hello, name, value) {
        return Ok(());
    }
    let error = anyhow!(error);
    Err(match endpoint.kind {
        Kind::Node => Unavailable::unfit(endpoint, error),
        Kind::Any | Kind::Master | Kind::Independent => Unavailable::unreachable(endpoint, error),
    })
}

/// As [`check_kind`], for a server of a quorum. A replica, or a node of a Cluster, may have the keys of another server,
/// so the votes of both would not be independent.
fn check_independent(endpoint: &Endpoint, hello: &[Reply]) -> Result<(), Unavailable> {
    if says(hello, "mode", "cluster") {
        let cause = anyhow!("it is part of a Cluster; name independent masters");
        return Err(Unavailable::unfit(endpoint, cause));
    }
    if says(hello, "mode", "sentinel") {
        let cause = anyhow!("it is a sentinel; name independent masters");
        return Err(Unavailable::unfit(endpoint, cause));
    }
    if says(hello, "role", "master") {
        return Ok(());
    }
    let cause = anyhow!("it is a replica; name independent masters");
    Err(Unavailable::unreachable(endpoint, cause))
}

/// Returns whether a field of the reply to HELLO has this value.
fn says(hello: &[Reply], name: &str, value: &str) -> bool {
    let is_text =
        |reply: &Reply, text: &str| matches!(reply, Reply::Bytes(it) if it == text.as_bytes());
    let is_it = |pair: &[Reply]| matches!(pair, [a, b] if is_text(a, name) && is_text(b, value));
    hello.chunks(2).any(is_it)
}

/// Returns the error of a server that has refused the greeting with these words.
pub(super) fn refuse(endpoint: &Endpoint, words: &str) -> Unavailable {
    let shown = endpoint.server.access.hide(words);
    Unavailable::greeting_error(endpoint, words, &shown)
}

fn nonsense(endpoint: &Endpoint) -> Unavailable {
    let cause = anyhow!("its first replies are not those of a Redis");
    Unavailable::unreachable(endpoint, cause)
}

/// Returns whether an error means that the server does not have CLIENT INFO, which came with Redis 6.2, or that an
/// ACL forbids it.
fn is_not_supported(code: &str, words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    code == "NOPERM" || words.contains("unknown") || words.contains("syntax error")
}

/// The longest field of an identity in bytes, which is more than the path of a socket has. Identities are kept, so
/// no server may make them long.
const LONGEST_FIELD: usize = 1024;

impl Identity {
    /// Returns whether a server can be asked to kill the connection without hitting a stranger.
    pub(super) fn can_be_killed(&self) -> bool {
        self.instance != Instance::Unknown
    }

    /// Reads an identity from a reply to CLIENT INFO, such as `id=7 addr=127.0.0.1:5000 laddr=…`.
    fn read(line: &[u8], run: Option<Vec<u8>>) -> Option<Self> {
        let address = address(line).filter(|it| it.len() <= LONGEST_FIELD)?;
        // The address of every client of a Unix socket is the socket's path and port 0.
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

/// Returns what stands between `addr=` and `laddr=`, because a socket's path may have spaces in it, or the word
/// behind `addr=` if there is no `laddr=`.
fn address(line: &[u8]) -> Option<&[u8]> {
    let place = |word: &[u8]| line.windows(word.len()).position(|it| it == word);
    let start = place(b" addr=")? + b" addr=".len();
    match place(b" laddr=") {
        Some(end) => line.get(start..end),
        None => line.get(start..)?.split(u8::is_ascii_whitespace).next(),
    }
}

/// Returns what follows `name` in the word that begins with it.
fn field(text: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let mut words = text.split(u8::is_ascii_whitespace);
    let value = words.find_map(|word| word.strip_prefix(name))?;
    (value.len() <= LONGEST_FIELD).then(|| value.to_vec())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::connection::Members;

    #[test]
    fn a_kind_is_the_value_behind_its_name() {
        let address = Address::Unix("/s".into());
        let access = Access::plain(Duration::from_secs(1));
        let is = |kind, mode: &str, role: &str| {
            let endpoint = Members::new(&access, kind, "").at(&address, None);
            let words = ["role", "x", "mode", mode, "x", "role", "role", role];
            let words = words.iter().skip(2).map(|it| Reply::Bytes((*it).into()));
            check_kind(&endpoint, &words.collect::<Vec<_>>()).is_ok()
        };
        assert!(is(Kind::Master, "standalone", "master"));
        assert!(is(Kind::Node, "cluster", "replica"));
        for other in ["replica", "slave", "sentinel", ""] {
            assert!(!is(Kind::Master, "cluster", other), "{other}");
            assert!(!is(Kind::Node, other, "master"), "{other}");
            assert!(is(Kind::Any, other, other), "{other}");
        }
        assert!(is(Kind::Independent, "standalone", "master"));
        for (mode, role) in [
            ("cluster", "master"),
            ("sentinel", "master"),
            ("standalone", "replica"),
            ("standalone", "slave"),
            ("standalone", ""),
        ] {
            assert!(!is(Kind::Independent, mode, role), "{mode}, {role}");
        }
    }

    #[test]
    fn one_server_under_two_names_is_known_by_its_run() {
        let server = |port| Server {
            address: Address::Tcp {
                host: "h".to_owned(),
                port,
            },
            access: Access::plain(std::time::Duration::from_secs(1)),
        };
        let all = Endpoint::independent(&[server(1), server(2), server(3)]);
        assert!(check_run(&all[0], Some(b"a")).is_ok());
        assert!(check_run(&all[1], Some(b"b")).is_ok());
        // A restart, and a server that says nothing.
        assert!(check_run(&all[0], Some(b"c")).is_ok());
        assert!(check_run(&all[0], None).is_ok());
        let same = check_run(&all[2], Some(b"c")).map_err(|error| error.to_string());
        let words = "it is the same server as h:1, database 0; name each server once";
        assert!(same.is_err_and(|error| error.contains(words)));
    }

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
        let (fits, long) = ("1".repeat(1024), "1".repeat(1025));
        for (id, address, is_kept) in [
            (&fits, &fits, true),
            (&long, &fits, false),
            (&fits, &long, false),
        ] {
            let line = format!("id={id} addr={address} laddr=1");
            assert_eq!(Identity::read(line.as_bytes(), None).is_some(), is_kept);
        }
    }

    #[test]
    fn one_over_a_unix_socket_is_known_by_the_start_of_its_server_too() {
        let run = || Some(b"0c5a".to_vec());
        // Redis writes the first of these addresses, and Valkey 9 the second one.
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
