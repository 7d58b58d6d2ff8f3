//! One connection: a socket, and one deadline for each exchange with the server.
//!
//! [`Transport::exchange`] is back at its deadline, whatever the server does (answers half,
//! drips bytes, never answers, hangs up) and whatever signals arrive. A connection that has
//! shown the least irregularity is closed for good, so a reply is never taken for that of
//! another command. It knows no command. A plain exchange costs three system calls: a look for
//! bytes that nobody asked for, a send and a receive. Opened by `handshake`, used by `pool`
//! and `road`.

use std::io;
use std::net::SocketAddr;
use std::os::fd::{AsRawFd, RawFd};
use std::path::Path;
use std::time::Duration;

use socket2::{Domain, SockAddr, Socket, TcpKeepalive, Type};

use super::endpoint::{Caller, Endpoint};
use super::polling::Polling;
use super::resp;
use crate::clock::Moment;
use crate::config::Address;
use crate::os::{self, ForkSafe, Ready, Receive};
use crate::protocol::Reply;

/// How much is asked of the kernel at once; more than any usual reply.
const READ: usize = 4096;
/// The most by which the buffer grows at once for an unusual one.
const LARGEST_STEP: usize = 1024 * 1024;
/// The deadline of many commands starts anew with each so many replies.
pub(crate) const PORTION: usize = 100;
/// Packing and sending a longer request may take a part of its command's time.
const SHORT_REQUEST: usize = 16 * 1024;

pub(crate) struct Transport {
    socket: ForkSafe<Socket>,
    open: bool,
    request: Vec<u8>,
    /// How many replies the commands in `request` will have.
    replies: usize,
    /// How many replies to commands that were sent ahead are still to come.
    owed: usize,
    received: Vec<u8>,
    filled: usize,
    polling: Polling,
    /// How long a blocking receive sleeps, set once.
    receive_timeout: Duration,
    /// Over TCP a blocking receive is the fastest way to sleep (measured).
    is_tcp: bool,
}

impl Transport {
    /// Connects by `deadline` at the latest. Name resolution alone has no deadline but the
    /// resolver's own.
    ///
    /// # Errors
    /// The reason why there is no connection; `TimedOut` at the deadline.
    pub(super) fn connect(
        endpoint: &Endpoint,
        caller: Caller,
        deadline: Moment,
    ) -> io::Result<Self> {
        let server = &endpoint.server;
        let is_tcp = matches!(server.address, Address::Tcp { .. });
        let (socket, is_local) = match &server.address {
            Address::Unix(path) => (connect_unix(path, deadline)?, true),
            Address::Tcp { host, port } => {
                connect_tcp(&endpoint.addresses(host, *port, caller)?, deadline)?
            }
        };
        socket.set_read_timeout(Some(server.command_timeout))?;
        let busy_poll = if is_local {
            server.busy_poll
        } else {
            Duration::ZERO
        };
        Ok(Self {
            socket,
            open: true,
            request: Vec::with_capacity(512),
            replies: 0,
            owed: 0,
            received: vec![0; READ],
            filled: 0,
            polling: Polling::new(busy_poll),
            receive_timeout: server.command_timeout,
            is_tcp,
        })
    }

    /// Adds a command to the next exchange: the words of `head`, then those of `tail`.
    pub(crate) fn push<W: AsRef<[u8]>>(&mut self, head: &[&[u8]], tail: &[W]) {
        resp::pack(&mut self.request, head, tail);
        self.replies += 1;
    }

    /// Whether nothing has happened that forbids another exchange.
    pub(super) fn is_open(&self) -> bool {
        self.open
    }

    /// Whether an idle connection is as it was left. To be asked before each use: a server that
    /// closed it meanwhile (a restart, its `timeout`) shows here, and not as a lost reply; and
    /// bytes that nobody asked for are not taken for the next reply. The look costs a system
    /// call each time. Nothing less is sure: nothing in the reply of `SET` says which command
    /// it answers.
    pub(super) fn is_fresh(&self) -> bool {
        // Where a reply is owed, bytes may come.
        if self.owed > 0 {
            return true;
        }
        let mut byte = [0];
        let look = os::receive(&*self.socket, &mut byte, Receive::Peek);
        look.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
    }

    /// Sends the commands that were pushed and reads one reply for each, by `deadline`. Owed
    /// replies come before them and are dropped. `now` is what the clock has just said.
    ///
    /// # Errors
    /// Every failure of sending or receiving. The connection is closed then.
    pub(crate) fn exchange(&mut self, now: Moment, deadline: Moment) -> io::Result<Vec<Reply>> {
        let mut replies = Vec::with_capacity(self.replies);
        self.exchange_into(now, deadline, |reply| replies.push(reply))?;
        Ok(replies)
    }

    /// As [`Self::exchange`] of the one command that was pushed. Nearly every exchange is one of
    /// these, and needs no list.
    pub(crate) fn exchange_one(&mut self, now: Moment, deadline: Moment) -> io::Result<Reply> {
        let mut only = None;
        self.exchange_into(now, deadline, |reply| only = Some(reply))?;
        only.ok_or_else(|| io::Error::other("no reply"))
    }

    fn exchange_into(
        &mut self,
        now: Moment,
        deadline: Moment,
        mut take: impl FnMut(Reply),
    ) -> io::Result<()> {
        let mut owed = std::mem::take(&mut self.owed);
        let replies = owed + std::mem::take(&mut self.replies);
        let is_far = deadline.until(now) >= self.receive_timeout;
        let sent = self.send(deadline);
        let result = sent.and_then(|at_once| {
            self.read(replies, deadline, at_once && is_far, |reply| {
                if owed > 0 {
                    owed -= 1;
                } else {
                    take(reply);
                }
            })
        });
        self.check(&result);
        result
    }

    /// Sends the commands that were pushed, which are many, and reads their replies as they
    /// come. With each [`PORTION`] of replies the deadline moves to `each` from then, but not
    /// beyond `by`: such a server is slow, and not silent. Returns the replies that came, in
    /// order, and what ended them if some are missing. Then the connection is closed.
    pub(crate) fn exchange_many(
        &mut self,
        mut deadline: Moment,
        each: Duration,
        by: Moment,
    ) -> (Vec<Reply>, io::Result<()>) {
        let owed = std::mem::take(&mut self.owed);
        let replies = owed + std::mem::take(&mut self.replies);
        let mut flow = Flow {
            request: std::mem::take(&mut self.request),
            ..Flow::default()
        };
        let mut progress = PORTION;
        let result = loop {
            match self.flow(&mut flow, replies, deadline) {
                Ok(true) => break self.end_of(flow.read),
                Ok(false) => {}
                Err(error) => break Err(error),
            }
            let now = os::now();
            if flow.values.len() >= progress {
                progress = flow.values.len() + PORTION;
                deadline = now.after(each).min(by);
            }
            if deadline <= now {
                break Err(io::ErrorKind::TimedOut.into());
            }
        };
        self.check(&result);
        let mut values = flow.values;
        if matches!(&result, Err(error) if error.kind() == io::ErrorKind::InvalidData) {
            // Nobody knows which commands these replies were to.
            values.clear();
        }
        values.drain(..owed.min(values.len()));
        (values, result)
    }

    /// Sends and receives what can be moved now, or waits until something can. Whether
    /// everything is done.
    fn flow(&mut self, flow: &mut Flow, replies: usize, deadline: Moment) -> io::Result<bool> {
        let mut moved = false;
        self.make_room();
        let room = self.received.get_mut(self.filled..).unwrap_or_default();
        if let Some(more) = at_hand(&self.socket, room, Receive::Now) {
            self.add(more?)?;
            moved = true;
        }
        while flow.values.len() < replies
            && let Some(reply) = self.parse(&mut flow.read)?
        {
            flow.values.push(reply);
        }
        let rest = flow.request.get(flow.sent..).unwrap_or_default();
        if flow.values.len() == replies {
            return if rest.is_empty() {
                Ok(true)
            } else {
                Err(surplus())
            };
        }
        if !rest.is_empty() {
            match self.socket.send_with_flags(rest, os::SEND_NOW) {
                Ok(more) => {
                    flow.sent += more;
                    moved = true;
                }
                Err(error) if is_nothing(&error) => {}
                Err(error) => return Err(error),
            }
        }
        let is_sent = flow.sent == flow.request.len();
        if moved {
            flow.stuck = Stuck::default();
        } else {
            let ready = if is_sent { Ready::Read } else { Ready::Either };
            flow.stuck.wait(&self.socket, ready, deadline)?;
        }
        Ok(false)
    }

    /// Sends the commands that were pushed and waits for none of their replies, which are owed
    /// from then on.
    ///
    /// # Errors
    /// As [`Self::exchange`].
    pub(crate) fn send_ahead(&mut self, deadline: Moment) -> io::Result<()> {
        self.owed += std::mem::take(&mut self.replies);
        let result = self.send(deadline).map(drop);
        self.check(&result);
        result
    }

    /// The owed reply, if all of it has come.
    ///
    /// # Errors
    /// As [`Self::exchange`].
    pub(crate) fn reply_at_hand(&mut self) -> io::Result<Option<Reply>> {
        let result = self.look_for_reply();
        self.check(&result);
        result
    }

    fn look_for_reply(&mut self) -> io::Result<Option<Reply>> {
        self.make_room();
        let room = self.received.get_mut(self.filled..).unwrap_or_default();
        if let Some(more) = at_hand(&self.socket, room, Receive::Now) {
            self.add(more?)?;
        }
        let mut read = 0;
        let reply = self.parse(&mut read)?;
        self.consume(read);
        self.owed -= usize::from(reply.is_some());
        Ok(reply)
    }

    /// The socket at which the owed reply will arrive.
    pub(crate) fn socket(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    fn check<T>(&mut self, result: &io::Result<T>) {
        self.open &= result.is_ok() && (self.filled == 0 || self.owed > 0);
    }

    /// Sends the request. Whether all of it went at once, and sending took no time.
    fn send(&mut self, deadline: Moment) -> io::Result<bool> {
        let at_once = self.send_all(deadline);
        let is_short = self.request.len() <= SHORT_REQUEST;
        self.request.clear();
        Ok(at_once? && is_short)
    }

    fn send_all(&self, deadline: Moment) -> io::Result<bool> {
        let mut at_once = true;
        let mut stuck = Stuck::default();
        let mut sent = 0;
        while let Some(rest) = self.request.get(sent..).filter(|rest| !rest.is_empty()) {
            match self.socket.send_with_flags(rest, os::SEND_NOW) {
                Ok(more) => {
                    sent += more;
                    stuck = Stuck::default();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_nothing(&error) => {
                    at_once = false;
                    stuck.wait(&self.socket, Ready::Write, deadline)?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(at_once)
    }

    /// Reads so many replies. `may_block`: a receive that blocks for the whole receive timeout is
    /// back by the deadline.
    fn read(
        &mut self,
        mut replies: usize,
        deadline: Moment,
        may_block: bool,
        mut take: impl FnMut(Reply),
    ) -> io::Result<()> {
        let mut at = 0;
        let mut first = true;
        loop {
            while replies > 0
                && let Some(reply) = self.parse(&mut at)?
            {
                replies -= 1;
                take(reply);
            }
            if replies == 0 {
                return self.end_of(at);
            }
            if !first && os::now() >= deadline {
                // As long as bytes keep coming, no wait runs into its own end.
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.receive(deadline, std::mem::take(&mut first), may_block)?;
        }
    }

    /// All replies have been read; the last one ends here.
    fn end_of(&mut self, read: usize) -> io::Result<()> {
        self.consume(read);
        if self.filled > 0 {
            return Err(surplus());
        }
        Ok(())
    }

    /// The reply that begins at `at`, if all of it has come. Moves `at` behind it.
    fn parse(&self, at: &mut usize) -> io::Result<Option<Reply>> {
        let unread = self.received.get(*at..self.filled).unwrap_or_default();
        let Some(length) = resp::frame_len(unread)? else {
            return Ok(None);
        };
        *at += length;
        resp::read(unread.get(..length).unwrap_or_default()).map(Some)
    }

    /// Forgets what was read.
    fn consume(&mut self, read: usize) {
        self.received.copy_within(read..self.filled, 0);
        self.filled -= read;
        if self.received.len() > READ && self.filled == 0 {
            self.received = vec![0; READ];
        }
    }

    /// Receives at least one byte more.
    fn receive(&mut self, deadline: Moment, first: bool, may_block: bool) -> io::Result<()> {
        self.make_room();
        let room = self.received.get_mut(self.filled..).unwrap_or_default();
        let socket = &*self.socket;
        let mut more = None;
        if first {
            more = self.polling.poll(|| at_hand(socket, room, Receive::Now));
            if more.is_none() && self.is_tcp && may_block {
                more = at_hand(socket, room, Receive::Sleep);
            }
        }
        let mut stuck = Stuck::default();
        let more = loop {
            match more {
                Some(done) => break done?,
                None => stuck.wait(socket, Ready::Read, deadline)?,
            }
            more = at_hand(socket, room, Receive::Now);
        };
        self.add(more)
    }

    fn make_room(&mut self) {
        if self.filled == self.received.len() {
            // In steps: the deadline is checked between them.
            let step = self.filled.min(LARGEST_STEP);
            self.received.resize(self.filled + step, 0);
        }
    }

    fn add(&mut self, more: usize) -> io::Result<()> {
        if more == 0 {
            let hung_up = "the server closed the connection";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, hung_up));
        }
        self.filled += more;
        Ok(())
    }
}

/// Nobody asked for one of the replies, and nobody knows for which.
fn surplus() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "more replies than commands")
}

/// Many commands in flight, and their replies.
#[derive(Default)]
struct Flow {
    request: Vec<u8>,
    sent: usize,
    values: Vec<Reply>,
    /// Where the next reply begins.
    read: usize,
    stuck: Stuck,
}

/// `None`: nothing yet.
fn at_hand(socket: &Socket, room: &mut [u8], how: Receive) -> Option<io::Result<usize>> {
    let done = os::receive(socket, room, how);
    (!done.as_ref().is_err_and(is_nothing)).then_some(done)
}

/// Neither an idle socket nor a signal is an error.
fn is_nothing(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, WouldBlock};
    matches!(error.kind(), Interrupted | WouldBlock)
}

/// A socket at which nothing moves.
#[derive(Default)]
struct Stuck {
    was_ready: bool,
}

impl Stuck {
    /// How long to leave a socket alone that is ready by poll(2) and moves nothing.
    const PAUSE: Duration = Duration::from_millis(1);

    /// Waits until the socket is ready. A socket that was ready before and moved nothing all the
    /// same (the kernel is short of memory, a filter drops it) is asked again after a pause,
    /// and not beyond the deadline.
    fn wait(&mut self, socket: &Socket, ready: Ready, deadline: Moment) -> io::Result<()> {
        if std::mem::replace(&mut self.was_ready, true) {
            if deadline <= os::now() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            os::sleep_unless(|| false, None, Self::PAUSE);
        }
        os::wait_for(socket, ready, deadline)
    }
}

/// The socket, and whether the server is on this machine. Each address of the host gets its
/// share of the time, so a silent one does not use all of it.
fn connect_tcp(addresses: &[SocketAddr], deadline: Moment) -> io::Result<(ForkSafe<Socket>, bool)> {
    let mut failure = io::Error::other("the host name has no address");
    for (address, still) in addresses.iter().zip((1..=addresses.len()).rev()) {
        let left = deadline.until(os::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let share = left / u32::try_from(still).unwrap_or(u32::MAX);
        match connect_to(*address, share) {
            Ok(socket) => return Ok((socket, address.ip().is_loopback())),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

fn connect_to(address: SocketAddr, span: Duration) -> io::Result<ForkSafe<Socket>> {
    let domain = Domain::for_address(address);
    let socket = ForkSafe::make(|| Socket::new(domain, Type::STREAM, None))?;
    socket.set_tcp_nodelay(true)?;
    // A peer that vanished while the connection was idle is noticed in the end.
    let keepalive = TcpKeepalive::new().with_time(Duration::from_secs(60));
    socket.set_tcp_keepalive(&keepalive)?;
    socket.connect_timeout(&address.into(), span)?;
    Ok(socket)
}

/// A Unix socket whose server is too busy to accept answers "try again" at once, where TCP
/// would wait. So the waiting is done here.
fn connect_unix(path: &Path, deadline: Moment) -> io::Result<ForkSafe<Socket>> {
    const PAUSE: Duration = Duration::from_millis(1);
    let socket = ForkSafe::make(|| Socket::new(Domain::UNIX, Type::STREAM, None))?;
    let address = SockAddr::unix(path)?;
    socket.set_nonblocking(true)?;
    loop {
        match socket.connect(&address) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if deadline <= os::now() {
                    return Err(io::ErrorKind::TimedOut.into());
                }
                os::sleep_unless(|| false, None, PAUSE);
            }
            done => {
                done?;
                socket.set_nonblocking(false)?;
                return Ok(socket);
            }
        }
    }
}
