//! From a server's configuration to a connection that may be used, by connecting, the handshake of TLS and the
//! greeting.
//!
//! An opening never blocks: each step does what can be done now and returns what it waits for, so one thread can
//! drive several openings at once. An opening ends with the time of its question. But a question that needs no more
//! replies leaves an unfinished opening to the next question, or to a look between two questions, so the opening has
//! limits of its own too. Nothing but the handshake is sent before TLS has verified the server. `connections` and
//! `sentinel` call this file, and `route` drives openings.

use std::io;
use std::mem;
use std::sync::Arc;

use anyhow::anyhow;
use rustls::pki_types::ServerName;

use super::channel::Channel;
use super::connecting::Connecting;
use super::endpoint::{Caller, Endpoint};
use super::greeting::{Greeting, Identity, NewConnection};
use super::names::Resolving;
use super::stuck::Stuck;
use super::tls::{self, Session};
use super::transport::Transport;
use super::{Moved, Step, in_time};
use crate::clock::Moment;
use crate::config::{Address, Tls};
use crate::error::Unavailable;
use crate::os::{self, Wanted};
use crate::stats;

/// What is to be opened, and for which thread.
pub(super) struct OpenRequest {
    pub(super) endpoint: Arc<Endpoint>,
    pub(super) caller: Caller,
    /// The connections that the server has to kill before it executes a command on the new one.
    pub(super) abandoned: Vec<Identity>,
    /// The words of one more command of the greeting, if there are any. The greeting does not judge the reply,
    /// even if it is an error.
    pub(super) question: Vec<Vec<u8>>,
}

/// A connection that is being opened.
pub(crate) struct Opening {
    request: OpenRequest,
    state: State,
    stuck: Stuck,
    /// The limit of the current part, which is `connect_timeout` for all parts up to the greeting, and
    /// `command_timeout` for the greeting.
    ends: Moment,
    wait: QuestionWait,
    /// Whether an earlier question began the opening and left it to the current one.
    is_taken_up: bool,
    /// The moment at which an opening that was taken up is given up, unless it has moved. [`Moment::NEVER`] if it
    /// has, and for a new opening.
    move_by: Moment,
}

/// How long the current question waits for the opening.
struct QuestionWait {
    begun: Moment,
    by: Moment,
}

enum State {
    Resolving(Resolving, Option<Box<Session>>),
    Connecting(Connecting, Option<Box<Session>>),
    ShakingHands(Channel),
    Greeting(Greeting),
    Open(NewConnection),
    Failed,
}

/// The next state of an opening, and what it waits for, if nothing can be done now.
type Next = (State, Option<Wanted>);

impl Opening {
    /// Begins an opening for a question that has `begun` and waits for the opening until `by`. For a PHP thread
    /// this reads the files of TLS, and resolves the host's name unless fibers share the thread. Neither has a deadline
    /// but the system's own.
    ///
    /// # Errors
    /// The server cannot be reached, and the command of the question was not sent.
    pub(super) fn begin(
        request: OpenRequest,
        begun: Moment,
        by: Moment,
    ) -> Result<Box<Self>, Unavailable> {
        Self::first(request, begun, by).inspect_err(|_| stats::CONNECTION_ERRORS.count())
    }

    /// As [`Self::begin`], but a failure is not counted.
    fn first(request: OpenRequest, begun: Moment, by: Moment) -> Result<Box<Self>, Unavailable> {
        let (endpoint, caller) = (&*request.endpoint, request.caller);
        let server = &endpoint.server;
        let ends = begun.after(server.access.connect_timeout);
        let session = match (&server.access.tls, &server.address) {
            (Some(tls), Address::Tcp { host, .. }) => Some(session(endpoint, tls, host, caller)?),
            _ => None,
        };
        let state = match &server.address {
            Address::Unix(path) => State::Connecting(Connecting::to_socket(path.clone()), session),
            Address::Tcp { host, port }
                if caller == Caller::RenewingThread || os::may_suspend() =>
            {
                let resolving = endpoint.names.search(host, *port, os::now(), ends.min(by));
                State::Resolving(resolving, session)
            }
            Address::Tcp { host, port } => {
                let found = endpoint.names.resolve(host, *port);
                let found = found.map_err(|error| Unavailable::unreachable(endpoint, error))?;
                State::Connecting(Connecting::to_addresses(found), session)
            }
        };
        Ok(Box::new(Self {
            request,
            state,
            stuck: Stuck::default(),
            ends,
            wait: QuestionWait { begun, by },
            is_taken_up: false,
            move_by: Moment::NEVER,
        }))
    }

    /// Goes on for another question, which has `begun` and waits for the opening until `by`. The server may have
    /// failed since, so the opening has half of this time to move. If it does not, or if it fails, a new opening takes
    /// its place.
    pub(super) fn go_on_for(&mut self, begun: Moment, by: Moment) {
        self.wait = QuestionWait { begun, by };
        self.is_taken_up = true;
        self.move_by = begun.after(by.until(begun) / 2);
    }

    /// Goes on between two questions, as far as is possible now. Returns whether the opening has moved since the last
    /// step. A look gives up no opening that stands still, which its caller does after more than one look.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub(super) fn look(&mut self, now: Moment) -> Result<(Step<NewConnection>, bool), Unavailable> {
        let by = now.after(self.endpoint().server.access.connect_timeout);
        self.wait = QuestionWait { begun: now, by };
        self.ends = self.ends.max(by);
        self.move_by = by;
        let step = self.advance()?;
        Ok((step, self.move_by != by))
    }

    /// Gives the opening up, which has stood still for too long. Returns its trouble.
    pub(super) fn give_up(mut self: Box<Self>) -> Unavailable {
        stats::CONNECTION_ERRORS.count();
        self.out_of_time()
    }

    /// Returns whether another question may go on with this opening, which has neither failed nor ended.
    pub(super) fn is_unfinished(&self) -> bool {
        !matches!(self.state, State::Open(_) | State::Failed)
    }

    /// Returns whether the server is asked to kill exactly these connections.
    pub(super) fn kills(&self, abandoned: &[Identity]) -> bool {
        self.request.abandoned == abandoned
    }

    #[cfg(test)]
    pub(super) fn is_greeting(&self) -> bool {
        matches!(self.state, State::Greeting(_))
    }

    /// Waits until the connection is open.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub(super) fn finish(&mut self) -> Result<NewConnection, Unavailable> {
        loop {
            match self.step()? {
                Step::Done(new) => return Ok(new),
                Step::Waits(wanted) => {
                    os::wait_for_any(&[wanted])
                        .map_err(|error| Unavailable::unreachable(self.endpoint(), error))?;
                }
            }
        }
    }

    /// Goes on as far as is possible now.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub(crate) fn step(&mut self) -> Result<Step<NewConnection>, Unavailable> {
        let outcome = self.advance();
        if outcome.is_ok() || !self.is_taken_up {
            return outcome;
        }
        let (now, by) = (os::now(), self.wait.by);
        if by <= now {
            return outcome;
        }
        let request = OpenRequest {
            endpoint: Arc::clone(self.endpoint()),
            caller: self.request.caller,
            abandoned: mem::take(&mut self.request.abandoned),
            question: mem::take(&mut self.request.question),
        };
        *self = *Self::begin(request, now, by)?;
        self.advance()
    }

    /// As [`Self::step`], but an opening that was taken up may fail. A failure is counted once.
    fn advance(&mut self) -> Result<Step<NewConnection>, Unavailable> {
        let is_over = matches!(self.state, State::Failed);
        let outcome = self.move_on();
        if outcome.is_err() && !is_over {
            stats::CONNECTION_ERRORS.count();
        }
        outcome
    }

    /// As [`Self::advance`], but a failure is not counted.
    fn move_on(&mut self) -> Result<Step<NewConnection>, Unavailable> {
        loop {
            let now = os::now();
            let (state, wanted) = match mem::replace(&mut self.state, State::Failed) {
                State::Resolving(resolving, session) => self.resolve(resolving, session, now)?,
                State::Connecting(connecting, session) => self.connect(connecting, session, now)?,
                State::ShakingHands(channel) => self.shake_hands(channel, now)?,
                State::Greeting(greeting) => self.greet(greeting, now)?,
                State::Open(new) => return Ok(Step::Done(new)),
                State::Failed => {
                    return Err(self.not_reached(io::ErrorKind::NotConnected.into(), ""));
                }
            };
            self.state = state;
            if self.limit() <= now && self.is_unfinished() {
                return Err(self.out_of_time());
            }
            if let Some(wanted) = wanted {
                return Ok(Step::Waits(wanted));
            }
        }
    }

    fn endpoint(&self) -> &Arc<Endpoint> {
        &self.request.endpoint
    }

    /// Returns the moment at which the current part fails.
    fn limit(&self) -> Moment {
        self.ends.min(self.wait.by).min(self.move_by)
    }

    fn resolve(
        &mut self,
        resolving: Resolving,
        session: Option<Box<Session>>,
        now: Moment,
    ) -> Result<Next, Unavailable> {
        match resolving.step(now) {
            Ok(Step::Waits(wanted)) => Ok((State::Resolving(resolving, session), Some(wanted))),
            Ok(Step::Done(found)) => {
                self.move_by = Moment::NEVER;
                let connecting = Connecting::to_addresses(found);
                Ok((State::Connecting(connecting, session), None))
            }
            Err(error) => Err(self.not_reached(error, "no address of the host")),
        }
    }

    fn connect(
        &mut self,
        mut connecting: Connecting,
        session: Option<Box<Session>>,
        now: Moment,
    ) -> Result<Next, Unavailable> {
        match connecting.step(now, self.limit()) {
            Ok(Step::Waits(wanted)) => Ok((State::Connecting(connecting, session), Some(wanted))),
            Ok(Step::Done(socket)) => {
                self.move_by = Moment::NEVER;
                let channel = Channel::new(socket, session);
                Ok((State::ShakingHands(channel), None))
            }
            Err(error) => Err(self.not_reached(error, NO_CONNECTION)),
        }
    }

    fn shake_hands(&mut self, mut channel: Channel, now: Moment) -> Result<Next, Unavailable> {
        let moved = channel.shake_hands();
        match moved.map_err(|error| self.not_verified(error))? {
            Moved::All => {
                self.move_by = Moment::NEVER;
                self.ends = now.after(self.endpoint().server.access.command_timeout);
                let transport = Transport::over(channel, &self.endpoint().server)
                    .map_err(|error| self.not_reached(error, NO_CONNECTION))?;
                let OpenRequest {
                    endpoint,
                    abandoned,
                    question,
                    ..
                } = &self.request;
                let greeting = Greeting::begin(transport, endpoint, abandoned, question);
                Ok((State::Greeting(greeting), None))
            }
            moved => {
                let wanted = self.wanted(moved, &channel, now);
                Ok((State::ShakingHands(channel), wanted))
            }
        }
    }

    fn greet(&mut self, mut greeting: Greeting, now: Moment) -> Result<Next, Unavailable> {
        let moved = greeting.advance();
        match moved.map_err(|error| self.not_greeted(&mut greeting, error))? {
            Moved::All if greeting.judge(self.endpoint(), &self.request.abandoned)? => {
                stats::CONNECTIONS_OPENED.count();
                let abandoned = mem::take(&mut self.request.abandoned);
                let new = greeting.end(Arc::clone(self.endpoint()), abandoned);
                Ok((State::Open(new), None))
            }
            moved => {
                let wanted = self.wanted(moved, greeting.transport().channel(), now);
                Ok((State::Greeting(greeting), wanted))
            }
        }
    }

    /// Returns what to wait for, or `None` if something has moved.
    fn wanted(&mut self, moved: Moved, channel: &Channel, now: Moment) -> Option<Wanted> {
        let limit = self.limit();
        if let Moved::Nothing(ready) = moved {
            return Some(self.stuck.wanted(channel, ready, limit, now));
        }
        self.move_by = Moment::NEVER;
        self.stuck = Stuck::default();
        None
    }

    /// Ends the opening, because its time is over.
    fn out_of_time(&mut self) -> Unavailable {
        let error = io::ErrorKind::TimedOut.into();
        match mem::replace(&mut self.state, State::Failed) {
            // Without TLS there is no handshake that could be late: the greeting was about to be sent.
            State::ShakingHands(_) if self.endpoint().server.access.tls.is_none() => {
                Unavailable::silent(self.endpoint(), self.in_time(error, "nothing came"))
            }
            State::ShakingHands(_) => self.not_verified(error),
            State::Greeting(mut greeting) => self.not_greeted(&mut greeting, error),
            _ => self.not_reached(error, NO_CONNECTION),
        }
    }

    /// Returns an I/O error of the question in words, where a timeout reads as `what` and the question's limit.
    fn in_time(&self, error: io::Error, what: &str) -> anyhow::Error {
        in_time(error, what, self.limit().until(self.wait.begun))
    }

    fn not_reached(&self, error: io::Error, what: &str) -> Unavailable {
        Unavailable::unreachable(self.endpoint(), self.in_time(error, what))
    }

    fn not_verified(&self, error: io::Error) -> Unavailable {
        if let Some(unavailable) = self.failure_of_tls(&error) {
            return unavailable;
        }
        let is_silent = error.kind() == io::ErrorKind::TimedOut;
        let cause = self.in_time(error, "no TLS handshake");
        let hint = "use redis:// or the scheme \"tcp\" if this port does not speak TLS";
        if is_silent {
            return Unavailable::silent(self.endpoint(), anyhow!("{cause}; {hint}"));
        }
        // Over TLS a server with too many connections says nothing and closes the new one.
        let is_full = "raise \"maxclients\" if the server has too many connections";
        Unavailable::unreachable(self.endpoint(), anyhow!("{cause}; {hint}, and {is_full}"))
    }

    fn not_greeted(&self, greeting: &mut Greeting, error: io::Error) -> Unavailable {
        if let Some(unavailable) = self.failure_of_tls(&error) {
            return unavailable;
        }
        let has_a_reply = greeting.has_a_reply();
        if has_a_reply && let Some(refused) = greeting.broken_off(self.endpoint()) {
            return refused;
        }
        if error.kind() == io::ErrorKind::TimedOut {
            let nothing = if has_a_reply {
                "nothing more came"
            } else {
                "nothing came"
            };
            return Unavailable::silent(self.endpoint(), self.in_time(error, nothing));
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

    /// Returns the error of TLS, if `error` is one. A client certificate may be refused as late as in the first
    /// reply.
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

/// What an error says about a question whose time to connect is over.
const NO_CONNECTION: &str = "no connection";

/// Returns a session of TLS for a connection to `host`.
fn session(
    endpoint: &Endpoint,
    tls: &Tls,
    host: &str,
    caller: Caller,
) -> Result<Box<Session>, Unavailable> {
    let unfit = |sentence: String| Unavailable::unfit(endpoint, anyhow!(sentence));
    let config = endpoint.trust(tls, caller)?;
    // The zone of `fe80::1%eth0` has a meaning on this machine alone, so no certificate names it.
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

    /// A server that answers, or is silent from the first byte on. It lives in the test's own thread, so it can
    /// answer only because no opening ever blocks.
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
                    tls: self.tls.is_some().then(|| Tls {
                        verify: Verify::Nothing,
                        ..Tls::default()
                    }),
                    ..Access::plain(Duration::from_secs(1))
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

    fn request(endpoint: Endpoint) -> OpenRequest {
        OpenRequest {
            endpoint: Arc::new(endpoint),
            caller: Caller::PhpThread,
            abandoned: Vec::new(),
            question: Vec::new(),
        }
    }

    #[test]
    fn only_a_server_with_tls_is_said_to_have_missed_a_handshake() {
        for (has_tls, what) in [
            (false, "nothing came within"),
            (true, "no TLS handshake within"),
        ] {
            let server = TestServer::new(false, has_tls);
            let begun = os::now();
            let by = begun.after(Duration::from_secs(1));
            let mut opening = Opening::begin(request(server.endpoint()), begun, by).unwrap();
            // The time ends when the connection stands, before its first byte is sent.
            while !matches!(opening.state, State::ShakingHands(_)) {
                let State::Connecting(connecting, session) =
                    mem::replace(&mut opening.state, State::Failed)
                else {
                    panic!("an address needs no resolving");
                };
                let (state, wanted) = opening.connect(connecting, session, os::now()).unwrap();
                opening.state = state;
                if let Some(wanted) = wanted {
                    os::wait_for_any(&[wanted]).unwrap();
                }
            }
            let failure = opening.give_up();
            assert!(failure.is_unsent(), "{failure}");
            assert!(failure.to_string().contains(what), "{failure}");
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
        let open_one = |endpoint| Opening::begin(request(endpoint), begun, deadline).unwrap();
        let mut openings: Vec<_> = endpoints.into_iter().map(open_one).collect();
        let mut open = 0;
        let mut failures = Vec::new();
        while !openings.is_empty() {
            servers.iter_mut().for_each(TestServer::serve);
            let mut wanted = Vec::new();
            let mut rest = Vec::new();
            for mut opening in openings {
                match opening.step() {
                    Ok(Step::Done(new)) => {
                        assert!(new.connection.identity.is_some());
                        assert!(os::now() < deadline);
                        open += 1;
                    }
                    Ok(Step::Waits(until)) => {
                        rest.push(opening);
                        wanted.push(until);
                    }
                    Err(failure) => failures.push(failure.to_string()),
                }
            }
            openings = rest;
            // The wait is short, because the servers have their turns in this thread too.
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
