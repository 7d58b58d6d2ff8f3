//! One connection: a socket, and the queue of the replies that are to come over it.
//!
//! An exchange is back at its deadline, whatever the server does (answers half, drips bytes, never answers,
//! hangs up) and whatever signals arrive. A connection that has shown the least irregularity is closed for
//! good, so a reply is never taken for that of another command. The transport knows no command. A plain
//! exchange costs a send, a receive and a look for bytes that nobody asked for. `opening` makes transports;
//! `greeting`, `connections` and `route` use them.

use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::time::Duration;

use super::channel::Channel;
use super::in_flight::{Due, InFlight};
use super::stuck::Stuck;
use super::{Moved, is_nothing};
use crate::clock::Moment;
use crate::config::{Address, Server};
use crate::connection::resp;
use crate::os::{self, Ready, Receive, Wanted};
use crate::protocol::Reply;

/// The deadline of many commands starts anew with each so many replies.
pub(crate) const PORTION: usize = 100;
/// Packing and sending a longer request may take a part of its command's time.
const SHORT_REQUEST: usize = 16 * 1024;

pub(crate) struct Transport {
    channel: Channel,
    open: bool,
    /// The commands that are not sent yet, of which the first `sent` bytes are.
    request: Vec<u8>,
    sent: usize,
    in_flight: InFlight,
    /// How long a blocking receive sleeps, set once.
    receive_timeout: Duration,
    /// Over TCP a blocking receive is the fastest way to sleep (measured).
    is_tcp: bool,
}

impl Transport {
    /// A transport over a channel that is connected.
    ///
    /// # Errors
    /// Those of the socket.
    pub(super) fn over(channel: Channel, server: &Server) -> io::Result<Self> {
        channel.sleep_at_most(server.access.command_timeout)?;
        Ok(Self {
            channel,
            open: true,
            request: Vec::with_capacity(512),
            sent: 0,
            in_flight: InFlight::default(),
            receive_timeout: server.access.command_timeout,
            is_tcp: matches!(server.address, Address::Tcp { .. }),
        })
    }

    /// Adds a command to the next exchange, the words of `head` and then those of `tail`, and says what
    /// becomes of its reply.
    pub(crate) fn push<W: AsRef<[u8]>>(&mut self, due: Due, head: &[&[u8]], tail: &[W]) {
        resp::pack(&mut self.request, head, tail);
        self.in_flight.push(due);
    }

    /// As [`Inbox::admit_long_replies`](super::inbox::Inbox::admit_long_replies).
    pub(super) fn admit_long_replies(&mut self) {
        self.channel.inbox.admit_long_replies();
    }

    /// Whether an idle connection is as it was left. To be asked before each use: a server that
    /// closed it meanwhile (a restart, its `timeout`) shows here, and not as a lost reply; and
    /// bytes that nobody asked for are not taken for the next reply. The look costs a system
    /// call each time. Nothing less is sure: nothing in the reply of `SET` says which command
    /// it answers.
    pub(super) fn is_fresh(&mut self) -> bool {
        // Where a reply is owed, bytes may come.
        self.owes_a_reply() || self.channel.is_silent()
    }

    /// Whether the server has still to reply to a command of the past.
    pub(super) fn owes_a_reply(&self) -> bool {
        !self.in_flight.is_empty()
    }

    /// Sends the one command that was pushed and returns its reply, by `deadline`. `now` is what the clock
    /// has just said.
    ///
    /// # Errors
    /// Every failure of sending or receiving. The connection is closed then.
    pub(crate) fn exchange_one(&mut self, now: Moment, deadline: Moment) -> io::Result<Reply> {
        let mut exchange = Exchange::of(1, deadline);
        exchange.may_sleep = self.is_tcp
            && deadline.until(now) >= self.receive_timeout
            && self.request.len() <= SHORT_REQUEST;
        self.finish(&mut exchange)?;
        let reply = self.in_flight.take_one();
        reply.ok_or_else(|| io::Error::other("no reply"))
    }

    /// Sends the commands that were pushed and waits for no reply.
    ///
    /// # Errors
    /// As [`Self::exchange_one`].
    pub(crate) fn send_ahead(&mut self, deadline: Moment) -> io::Result<()> {
        self.finish(&mut Exchange::of(0, deadline))
    }

    /// The wanted reply, if all of it has come.
    ///
    /// # Errors
    /// As [`Self::exchange_one`].
    pub(crate) fn reply_at_hand(&mut self) -> io::Result<Option<Reply>> {
        let moved = self.advance(1, Receive::Now);
        self.check(&moved);
        moved.map(|_| self.in_flight.take_one())
    }

    fn finish(&mut self, exchange: &mut Exchange) -> io::Result<()> {
        while let Some(wanted) = self.go_on(exchange)? {
            let waited = os::wait_for_any(&[wanted]);
            self.check(&waited);
            waited?;
        }
        Ok(())
    }

    /// Sends and receives what can be moved now. Returns what the exchange waits for, or `None` when its
    /// replies have come.
    ///
    /// # Errors
    /// As [`Self::exchange_one`].
    pub(crate) fn go_on(&mut self, exchange: &mut Exchange) -> io::Result<Option<Wanted>> {
        let wanted = self.move_on(exchange);
        if !matches!(wanted, Ok(Some(_))) {
            self.check(&wanted);
        }
        wanted
    }

    fn move_on(&mut self, exchange: &mut Exchange) -> io::Result<Option<Wanted>> {
        loop {
            let how = if exchange.may_sleep {
                Receive::Sleep
            } else {
                Receive::Now
            };
            let moved = self.advance(exchange.replies, how)?;
            if matches!(moved, Moved::All) {
                return Ok(None);
            }
            // One sleep is within the deadline, and a second one would not be.
            exchange.may_sleep = false;
            let now = os::now();
            exchange.extend(self.in_flight.arrived(), now);
            match moved {
                _ if exchange.deadline <= now && exchange.is_optional => return Ok(None),
                _ if exchange.deadline <= now => return Err(io::ErrorKind::TimedOut.into()),
                Moved::All | Moved::Some => exchange.stuck = Stuck::default(),
                Moved::Nothing(ready) => {
                    let (stuck, by) = (&mut exchange.stuck, exchange.deadline);
                    return Ok(Some(stuck.wanted(&self.channel, ready, by, now)));
                }
            }
        }
    }

    /// Sends and receives what can be moved now, until everything is sent and so many `replies` have come
    /// that somebody wants. `how` is the way to receive once everything is sent.
    ///
    /// # Errors
    /// As [`Self::exchange_one`]. The caller drops the transport then, or has it checked.
    pub(super) fn advance(&mut self, replies: usize, how: Receive) -> io::Result<Moved> {
        let was_sent = self.is_sent();
        let has_sent = !was_sent && self.send_some()?;
        let is_sent = self.is_sent();
        // Right after the last byte no reply can be there, so only a sleep for it makes sense.
        let may_come = was_sent || !is_sent || matches!(how, Receive::Sleep);
        let is_missing = !is_sent || self.in_flight.arrived() < replies;
        let has_received = is_missing && may_come && {
            let how = if is_sent { how } else { Receive::Now };
            self.receive(how)?
        };
        if is_sent && self.in_flight.arrived() >= replies {
            return self.end().map(|()| Moved::All);
        }
        if self.in_flight.is_empty() {
            return Err(surplus());
        }
        Ok(match (has_received || has_sent && !is_sent, is_sent) {
            (true, _) => Moved::Some,
            (false, true) => Moved::Nothing(Ready::Read),
            (false, false) => Moved::Nothing(Ready::Either),
        })
    }

    fn is_sent(&self) -> bool {
        self.request.is_empty() && self.channel.has_sent_all()
    }

    /// Sends what the socket takes now. Returns whether it took a byte.
    fn send_some(&mut self) -> io::Result<bool> {
        let rest = self.request.get(self.sent..).unwrap_or_default();
        match self.channel.send(rest) {
            Ok(more) => {
                self.sent += more;
                if self.sent == self.request.len() {
                    self.forget_request();
                }
                Ok(true)
            }
            Err(error) if is_nothing(&error) => Ok(false),
            Err(error) => {
                self.receive_the_rest();
                self.take_replies()?;
                Err(error)
            }
        }
    }

    /// Begins a new request. The memory of a long one is given back, because an idle connection needs none.
    fn forget_request(&mut self) {
        self.request.clear();
        self.request.shrink_to(SHORT_REQUEST);
        self.sent = 0;
    }

    /// Receives bytes, if there are any, and takes the replies in them. Returns whether there were any.
    fn receive(&mut self, how: Receive) -> io::Result<bool> {
        let received = self.channel.receive(how);
        self.take_replies()?;
        match received {
            Ok(()) => Ok(true),
            Err(error) if is_nothing(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The server takes no more bytes. What it has said before that is here, even after a reset, because Linux
    /// gives out what has come before it tells how the connection ended.
    fn receive_the_rest(&mut self) {
        /// The last words of a server come in one piece. One that never stops talking is left.
        const READS: usize = 16;
        for _ in 0..READS {
            if self.channel.receive(Receive::Now).is_err() {
                break;
            }
        }
    }

    /// The replies that have come, as far as commands of ours have any.
    fn take_replies(&mut self) -> io::Result<()> {
        while !self.in_flight.is_empty()
            && let Some(reply) = self.channel.inbox.next_reply()?
        {
            self.in_flight.came(reply);
        }
        Ok(())
    }

    /// Everything is sent, and the wanted replies have come.
    fn end(&self) -> io::Result<()> {
        if self.in_flight.is_empty() && !self.channel.inbox.is_empty() {
            return Err(surplus());
        }
        Ok(())
    }

    /// Takes the wanted replies that have come, in order.
    pub(crate) fn take_arrived(&mut self) -> Vec<Reply> {
        self.in_flight.take()
    }

    /// Returns whether a wanted reply has come.
    pub(crate) fn has_arrived(&self) -> bool {
        self.in_flight.arrived() > 0
    }

    /// Ends a question. Replies that have not come are read and dropped later. Returns whether another question
    /// may follow: not after the least irregularity, and not behind half a request.
    pub(crate) fn leave(&mut self) -> bool {
        self.in_flight.leave();
        self.open &= self.is_sent();
        self.open
    }

    /// Where its bytes travel.
    pub(super) fn channel(&self) -> &Channel {
        &self.channel
    }

    /// The socket at which replies will arrive.
    pub(crate) fn socket(&self) -> RawFd {
        self.channel.as_raw_fd()
    }

    fn check<T>(&mut self, result: &io::Result<T>) {
        if let Err(error) = result
            && error.kind() == io::ErrorKind::InvalidData
        {
            self.in_flight.distrust();
        }
        self.open &=
            result.is_ok() && (self.channel.inbox.is_empty() || !self.in_flight.is_empty());
    }
}

/// The server has sent a reply that belongs to no command.
fn surplus() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "more replies than commands")
}

/// An exchange that is going on: how many replies it wants, and by when.
pub(crate) struct Exchange {
    replies: usize,
    deadline: Moment,
    /// Whether a reply that is not there at the deadline is no error.
    is_optional: bool,
    more: Option<MoreTime>,
    /// The number of replies with which the deadline moves next.
    portion: usize,
    /// Whether the next receive may sleep for the whole receive timeout.
    may_sleep: bool,
    stuck: Stuck,
}

/// The time of a server that is slow and not silent: with each [`PORTION`] of replies the deadline moves.
#[derive(Clone, Copy)]
pub(crate) struct MoreTime {
    /// From each portion to the next deadline.
    pub(crate) each: Duration,
    /// No deadline is later.
    pub(crate) by: Moment,
}

impl Exchange {
    /// An exchange that is over when so many wanted replies have come.
    pub(crate) fn of(replies: usize, deadline: Moment) -> Self {
        Self {
            replies,
            deadline,
            is_optional: false,
            more: None,
            portion: PORTION,
            may_sleep: false,
            stuck: Stuck::default(),
        }
    }

    /// The same, but the exchange is over at the deadline too, and the connection stays as it is.
    pub(crate) fn or_none(replies: usize, deadline: Moment) -> Self {
        Self {
            is_optional: true,
            ..Self::of(replies, deadline)
        }
    }

    pub(crate) fn with_more_time(self, more: Option<MoreTime>) -> Self {
        Self { more, ..self }
    }

    fn extend(&mut self, arrived: usize, now: Moment) {
        if let Some(MoreTime { each, by }) = self.more
            && arrived >= self.portion
        {
            self.portion = arrived + PORTION;
            self.deadline = now.after(each).min(by);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    use super::*;
    use crate::config::Access;

    #[test]
    fn a_long_request_leaves_no_memory_behind() {
        const LONG: usize = 1024 * 1024;
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let serve = move || {
            theirs.read_exact(&mut vec![0; LONG]).unwrap();
            theirs.write_all(b"+OK\r\n").unwrap();
        };
        let thread = os::spawn(Box::new(serve)).unwrap();
        let socket = os::ForkSafe::make(|| Ok(ours.into())).unwrap();
        let server = Server {
            address: Address::Unix("/".into()),
            access: Access {
                username: None,
                password: None,
                database: 0,
                tls: None,
                min_replicas: 0,
                name: None,
                connect_timeout: Duration::from_secs(20),
                command_timeout: Duration::from_secs(20),
            },
        };
        let mut transport = Transport::over(Channel::new(socket, None), &server).unwrap();
        transport.push::<&[u8]>(Due::Wanted, &[&vec![b'x'; LONG]], &[]);
        let now = os::now();
        let reply = transport.exchange_one(now, now.after(Duration::from_secs(20)));
        assert_eq!(reply.unwrap(), Reply::Okay);
        assert!(transport.request.capacity() <= SHORT_REQUEST);
        thread.join().unwrap();
    }
}
