//! From a server's configuration to a connection that may be used: connecting, the handshake of
//! TLS, the greeting.
//!
//! An opening never blocks: each step does what can be done now, and says what it waits for. So one
//! thread can drive several at once. All of it has one deadline. Nothing but the handshake is
//! sent before TLS has verified the server. Called by `kept` and `sentinel`.

use std::io;
use std::sync::Arc;

use anyhow::anyhow;
use rustls::pki_types::ServerName;

use super::channel::Channel;
use super::connecting::{Connecting, Progress};
use super::endpoint::{Caller, Endpoint};
use super::greeting::{Greeting, Identity, Opened};
use super::names::{NameSearch, Resolving};
use super::stuck::Stuck;
use super::tls::{self, Session};
use super::transport::Transport;
use super::{Moved, in_time};
use crate::clock::Moment;
use crate::config::{Address, Tls};
use crate::error::Unavailable;
use crate::os::{self, Wanted};
use crate::stats;

/// What there is at the end of the time to connect.
const NO_CONNECTION: &str = "no connection";

/// Opens a connection for a command that has `begun` and has to be back by `deadline`.
///
/// # Errors
/// The question of that command was not sent.
pub(super) fn open(order: Order, begun: Moment, deadline: Moment) -> Result<Opened, Unavailable> {
    let endpoint = Arc::clone(&order.endpoint);
    let mut opening = Opening::begin(order, begun, deadline)?;
    loop {
        match opening.step()? {
            Step::Open(opened) => return Ok(opened),
            Step::Waits(rest, wanted) => {
                opening = rest;
                os::wait_for_any(&[wanted])
                    .map_err(|error| Unavailable::unreachable(&endpoint, error))?;
            }
        }
    }
}

/// What is to be opened, and for whom.
pub(super) struct Order {
    pub(super) endpoint: Arc<Endpoint>,
    pub(super) caller: Caller,
    /// These connections are killed before the new one is used.
    pub(super) abandoned: Vec<Identity>,
    /// The words of one more command of the greeting, if there are any. The greeting does not judge the
    /// reply, even if it is an error.
    pub(super) question: Vec<Vec<u8>>,
}

/// A connection that is being opened.
pub(crate) struct Opening {
    task: Task,
    state: State,
}

/// What is to be opened, and by when.
struct Task {
    order: Order,
    begun: Moment,
    /// When connecting and the handshake of TLS have to be done.
    connect_by: Moment,
    deadline: Moment,
    stuck: Stuck,
}

enum State {
    Resolving(Resolving, Option<Box<Session>>),
    Connecting(Connecting, Option<Box<Session>>),
    ShakingHands(Channel),
    Greeting(Greeting),
    Open(Opened),
}

/// How far an opening is.
pub(crate) enum Step {
    Open(Opened),
    /// To be asked again when it has what it wants.
    Waits(Box<Opening>, Wanted),
}

impl Opening {
    /// For a PHP thread it resolves the name and reads the files of TLS. Both have no deadline but
    /// the system's own.
    ///
    /// # Errors
    /// As [`open`].
    pub(super) fn begin(
        order: Order,
        begun: Moment,
        deadline: Moment,
    ) -> Result<Box<Self>, Unavailable> {
        let (endpoint, caller) = (&*order.endpoint, order.caller);
        let server = &endpoint.server;
        let connect_by = begun.after(server.access.connect_timeout).min(deadline);
        let session = match (&server.access.tls, &server.address) {
            (Some(tls), Address::Tcp { host, .. }) => Some(session(endpoint, tls, host, caller)?),
            _ => None,
        };
        let state = match &server.address {
            Address::Unix(path) => {
                State::Connecting(Connecting::to_socket(path.clone(), connect_by), session)
            }
            Address::Tcp { host, port } if caller == Caller::RenewingThread => {
                let resolving = endpoint.names.search(host, *port, os::now(), connect_by);
                State::Resolving(resolving, session)
            }
            Address::Tcp { host, port } => {
                let found = endpoint.names.resolve(host, *port);
                let found = found.map_err(|error| Unavailable::unreachable(endpoint, error))?;
                State::Connecting(Connecting::to_addresses(found, connect_by), session)
            }
        };
        Ok(Box::new(Self {
            task: Task {
                order,
                begun,
                connect_by,
                deadline,
                stuck: Stuck::default(),
            },
            state,
        }))
    }

    /// Goes on as far as it goes now.
    ///
    /// # Errors
    /// As [`open`].
    pub(crate) fn step(mut self: Box<Self>) -> Result<Step, Unavailable> {
        loop {
            let now = os::now();
            let (state, wanted) = match self.state {
                State::Resolving(resolving, session) => {
                    self.task.resolve(resolving, session, now)?
                }
                State::Connecting(connecting, session) => {
                    self.task.connect(connecting, session, now)?
                }
                State::ShakingHands(channel) => self.task.shake_hands(channel, now)?,
                State::Greeting(greeting) => self.task.greet(greeting, now)?,
                State::Open(opened) => return Ok(Step::Open(opened)),
            };
            self.state = state;
            if let Some(wanted) = wanted {
                return Ok(Step::Waits(self, wanted));
            }
        }
    }
}

/// Where an opening is next, and what it waits for, if it waits.
type Next = (State, Option<Wanted>);

impl Task {
    fn endpoint(&self) -> &Arc<Endpoint> {
        &self.order.endpoint
    }

    fn resolve(
        &self,
        resolving: Resolving,
        session: Option<Box<Session>>,
        now: Moment,
    ) -> Result<Next, Unavailable> {
        match resolving.step(now) {
            Ok(NameSearch::Waits(wanted)) => {
                Ok((State::Resolving(resolving, session), Some(wanted)))
            }
            Ok(NameSearch::Found(found)) => {
                let connecting = Connecting::to_addresses(found, self.connect_by);
                Ok((State::Connecting(connecting, session), None))
            }
            Err(error) => Err(self.not_reached(error, "no address of the host")),
        }
    }

    fn connect(
        &self,
        mut connecting: Connecting,
        session: Option<Box<Session>>,
        now: Moment,
    ) -> Result<Next, Unavailable> {
        let progress = connecting.step(now);
        match progress.map_err(|error| self.not_reached(error, NO_CONNECTION))? {
            Progress::Waits(wanted) => Ok((State::Connecting(connecting, session), Some(wanted))),
            Progress::Connected(socket) => {
                let channel = Channel::new(socket, session);
                Ok((State::ShakingHands(channel), None))
            }
        }
    }

    fn shake_hands(&mut self, mut channel: Channel, now: Moment) -> Result<Next, Unavailable> {
        let moved = channel.shake_hands();
        let pace = moved.and_then(|moved| self.pace(moved, &channel, self.connect_by, now));
        let wanted = match pace.map_err(|error| self.not_verified(error))? {
            Pace::Waits(wanted) => Some(wanted),
            Pace::GoesOn => None,
            Pace::Done => {
                let server = &self.endpoint().server;
                let transport = Transport::over(channel, server);
                let transport =
                    transport.map_err(|error| self.not_reached(error, NO_CONNECTION))?;
                let Order {
                    abandoned,
                    question,
                    ..
                } = &self.order;
                let greeting = Greeting::begin(transport, self.endpoint(), abandoned, question);
                return Ok((State::Greeting(greeting), None));
            }
        };
        Ok((State::ShakingHands(channel), wanted))
    }

    fn greet(&mut self, mut greeting: Greeting, now: Moment) -> Result<Next, Unavailable> {
        let moved = greeting.advance();
        let channel = greeting.transport().channel();
        let pace = moved.and_then(|moved| self.pace(moved, channel, self.deadline, now));
        let wanted = match pace.map_err(|error| self.not_greeted(&mut greeting, error))? {
            Pace::Waits(wanted) => Some(wanted),
            Pace::Done if greeting.judge(self.endpoint(), &self.order.abandoned)? => {
                stats::CONNECTIONS_OPENED.count();
                let abandoned = std::mem::take(&mut self.order.abandoned);
                let opened = greeting.end(Arc::clone(self.endpoint()), abandoned);
                return Ok((State::Open(opened), None));
            }
            Pace::Done | Pace::GoesOn => None,
        };
        Ok((State::Greeting(greeting), wanted))
    }

    /// What comes after so much has moved.
    ///
    /// # Errors
    /// `TimedOut` if the time is over.
    fn pace(
        &mut self,
        moved: Moved,
        channel: &Channel,
        by: Moment,
        now: Moment,
    ) -> io::Result<Pace> {
        match moved {
            Moved::All => Ok(Pace::Done),
            _ if by <= now => Err(io::ErrorKind::TimedOut.into()),
            Moved::Some => {
                self.stuck = Stuck::default();
                Ok(Pace::GoesOn)
            }
            Moved::Nothing(ready) => Ok(Pace::Waits(self.stuck.wanted(channel, ready, by, now))),
        }
    }

    /// There is `what` instead of a connection.
    fn not_reached(&self, error: io::Error, what: &str) -> Unavailable {
        let cause = in_time(error, what, self.connect_by.until(self.begun));
        Unavailable::unreachable(self.endpoint(), cause)
    }

    fn not_verified(&self, error: io::Error) -> Unavailable {
        if let Some(trouble) = self.failure_of_tls(&error) {
            return trouble;
        }
        let is_silent = error.kind() == io::ErrorKind::TimedOut;
        let cause = in_time(error, "no TLS handshake", self.connect_by.until(self.begun));
        let hint = "use redis:// or the scheme \"tcp\" if this port does not speak TLS";
        if is_silent {
            return Unavailable::silent(self.endpoint(), anyhow!("{cause}; {hint}"));
        }
        // Over TLS a server with too many connections says nothing and closes the new one.
        let is_full = "raise \"maxclients\" if the server has too many connections";
        Unavailable::unreachable(self.endpoint(), anyhow!("{cause}; {hint}, and {is_full}"))
    }

    fn not_greeted(&self, greeting: &mut Greeting, error: io::Error) -> Unavailable {
        if let Some(trouble) = self.failure_of_tls(&error) {
            return trouble;
        }
        let has_a_reply = greeting.has_a_reply();
        if let Some(refused) = greeting.broken_off(self.endpoint()) {
            return refused;
        }
        if error.kind() == io::ErrorKind::TimedOut {
            let nothing = if has_a_reply {
                "nothing more came"
            } else {
                "nothing came"
            };
            let span = self.deadline.until(self.begun);
            return Unavailable::silent(self.endpoint(), in_time(error, nothing, span));
        }
        let may_be_tls =
            !has_a_reply && self.endpoint().server.is_plain_tcp() && greeting.may_be_with_tls();
        let hint = if may_be_tls {
            "; use rediss:// or the scheme \"tls\" if this port speaks TLS"
        } else {
            ""
        };
        Unavailable::unreachable(self.endpoint(), anyhow!("{error}{hint}"))
    }

    /// A client certificate may be refused as late as in the first reply.
    fn failure_of_tls(&self, error: &io::Error) -> Option<Unavailable> {
        let tls = self.endpoint().server.access.tls.as_ref()?;
        let cause = anyhow!(tls::explained(error, tls)?);
        Some(if tls::is_final(error) {
            Unavailable::unfit(self.endpoint(), cause)
        } else {
            Unavailable::unreachable(self.endpoint(), cause)
        })
    }
}

/// How an opening goes on.
enum Pace {
    /// This part of it is done.
    Done,
    GoesOn,
    Waits(Wanted),
}

/// A session of TLS for a connection to `host`.
fn session(
    endpoint: &Endpoint,
    tls: &Tls,
    host: &str,
    caller: Caller,
) -> Result<Box<Session>, Unavailable> {
    let unfit = |sentence: String| Unavailable::unfit(endpoint, anyhow!(sentence));
    let config = endpoint.trust(tls, caller)?;
    // The zone of `fe80::1%eth0` is this machine's own word.
    let host = host.split('%').next().unwrap_or(host);
    let name = tls.peer_name.as_deref().unwrap_or(host).to_owned();
    let name = ServerName::try_from(name).map_err(|_| {
        unfit("no certificate can have the name of its host; set \"peer_name\"".to_owned())
    })?;
    let session =
        Session::new(config, name).map_err(|error| unfit(format!("TLS failed: {error}")))?;
    Ok(Box::new(session))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::time::Duration;

    use rustls::ServerConnection;
    use rustls::version::TLS13;

    use super::*;
    use crate::config::{Access, Server, Verify};
    use crate::proof;

    /// A server that answers, or is silent from the first byte on. It lives in the test's own
    /// thread: it can answer only because no opening ever blocks.
    struct TestServer {
        listener: TcpListener,
        client: Option<TcpStream>,
        tls: Option<ServerConnection>,
        answers: bool,
    }

    impl TestServer {
        fn new(answers: bool, has_tls: bool) -> Self {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            listener.set_nonblocking(true).unwrap();
            Self {
                listener,
                client: None,
                tls: has_tls.then(|| proof::tls::server(&[&TLS13], 2, None)),
                answers,
            }
        }

        fn endpoint(&self) -> Endpoint {
            Endpoint::new(&Server {
                address: Address::Tcp {
                    host: "127.0.0.1".to_owned(),
                    port: self.listener.local_addr().unwrap().port(),
                },
                access: Access {
                    username: None,
                    password: None,
                    database: 0,
                    tls: self.tls.is_some().then(|| Tls {
                        verify: Verify::Nothing,
                        ..Tls::default()
                    }),
                    min_replicas: 0,
                    name: None,
                    connect_timeout: Duration::from_secs(1),
                    command_timeout: Duration::from_secs(1),
                },
            })
        }

        fn serve(&mut self) {
            const INFO: &str = "id=7 addr=127.0.0.1:5000 laddr=127.0.0.1:6379\n";
            if let Ok((client, _)) = self.listener.accept() {
                client.set_nonblocking(true).unwrap();
                self.client = Some(client);
            }
            let Some(client) = self.client.as_mut().filter(|_| self.answers) else {
                return;
            };
            let mut words = [0; 1000];
            let read = match &mut self.tls {
                None => client.read(&mut words).unwrap_or(0),
                Some(tls) => {
                    let _ = tls.read_tls(client);
                    tls.process_new_packets().unwrap();
                    tls.reader().read(&mut words).unwrap_or(0)
                }
            };
            let answer = format!("${}\r\n{INFO}\r\n", INFO.len());
            let answer = if read > 0 { answer.as_bytes() } else { b"" };
            match &mut self.tls {
                None => client.write_all(answer).unwrap(),
                Some(tls) => {
                    tls.writer().write_all(answer).unwrap();
                    while tls.wants_write() {
                        tls.write_tls(client).unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn one_thread_drives_several_and_a_silent_server_delays_no_other() {
        let [plain, tls] = [false, true];
        let (silent, answers) = (false, true);
        let mut servers = [
            TestServer::new(answers, plain),
            TestServer::new(silent, plain),
            TestServer::new(silent, tls),
            TestServer::new(answers, tls),
            TestServer::new(answers, plain),
        ];
        let endpoints = servers.each_ref().map(TestServer::endpoint);
        let begun = os::now();
        let deadline = begun.after(Duration::from_millis(500));
        let open_one = |endpoint| {
            let order = Order {
                endpoint: Arc::new(endpoint),
                caller: Caller::PhpThread,
                abandoned: Vec::new(),
                question: Vec::new(),
            };
            Opening::begin(order, begun, deadline).unwrap()
        };
        let mut openings: Vec<_> = endpoints.into_iter().map(open_one).collect();
        let mut open = 0;
        let mut failures = Vec::new();
        while !openings.is_empty() {
            servers.iter_mut().for_each(TestServer::serve);
            let mut wanted = Vec::new();
            let mut rest = Vec::new();
            for opening in openings {
                match opening.step() {
                    Ok(Step::Open(opened)) => {
                        assert!(opened.connection.identity.is_some());
                        assert!(os::now() < deadline);
                        open += 1;
                    }
                    Ok(Step::Waits(opening, until)) => {
                        rest.push(opening);
                        wanted.push(until);
                    }
                    Err(failure) => failures.push(failure.to_string()),
                }
            }
            openings = rest;
            // The servers need turns of their own.
            wanted.push(Wanted::time(os::now().after(Duration::from_millis(1))));
            os::wait_for_any(&wanted).unwrap();
        }
        assert_eq!(open, 3);
        let [first, second] = &*failures else {
            panic!("{failures:?}");
        };
        for (failure, what) in [
            (
                first,
                "was reached and does not answer: nothing came within 500 ms",
            ),
            (
                second,
                "was reached and does not answer: no TLS handshake within 500 ms",
            ),
        ] {
            assert!(failure.contains(what), "{failure}");
        }
    }
}
