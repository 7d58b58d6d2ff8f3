//! One connection: a socket, and the queue of the replies that are to come over it.
//!
//! An exchange is back at its deadline, even if the server answers half, drips bytes, never answers or hangs up,
//! and even if signals arrive. A connection that has shown the least irregularity is closed for good, so a reply
//! is never taken for that of another command. The transport knows no command. A plain exchange costs a send, a
//! receive and a check for bytes that nobody asked for. `opening` makes transports, and `greeting`, `connections`
//! and `route` use them.

use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::time::Duration;

use super::channel::Channel;
use super::in_flight::{Due, InFlight};
use super::stuck::Stuck;
use super::tls::Encryption;
use super::{Moved, is_nothing};
use crate::clock::{Moment, nanos};
use crate::config::{Address, Server};
use crate::os::{self, Ready, Receive, Wanted};
use crate::protocol::Reply;

/// The number of replies after which the deadline of many commands moves, as [`MoreTime`] says.
pub(crate) const PORTION: usize = 100;
/// The longest request in bytes behind which a receive may sleep for the whole receive timeout. Packing and
/// sending a longer request may take a part of its command's time.
const SHORT_REQUEST: usize = 16 * 1024;

/// The time for which something that was sent ahead is new: an exchange that sleeps a second time may miss its
/// deadline by as much.
const AT_ONCE: Duration = Duration::from_millis(1);

pub(crate) struct Transport {
    channel: Channel,
    open: bool,
    /// The commands that are not sent yet, of which the first `sent` bytes have gone already.
    request: Vec<u8>,
    sent: usize,
    in_flight: InFlight,
    /// The moment when something was sent ahead last.
    sent_ahead: Moment,
    /// The longest time in nanoseconds that a blocking receive sleeps, which is set once.
    receive_timeout: u64,
    /// Whether the socket is one of TCP, over which a blocking receive is the fastest way to sleep (measured).
    is_tcp: bool,
}

impl Transport {
    /// Returns a transport over a channel that is connected.
    ///
    /// # Errors
    /// The socket refuses the timeout.
    pub(super) fn over(channel: Channel, server: &Server) -> io::Result<Self> {
        channel.sleep_at_most(server.access.command_timeout)?;
        Ok(Self {
            channel,
            open: true,
            request: Vec::with_capacity(512),
            sent: 0,
            in_flight: InFlight::default(),
            sent_ahead: Moment::PAST,
            receive_timeout: nanos(server.access.command_timeout),
            is_tcp: matches!(server.address, Address::Tcp { .. }),
        })
    }

    /// Returns what protects the connection, or `None` if it is plain.
    pub(crate) fn encryption(&self) -> Option<Encryption> {
        self.channel.encryption()
    }

    /// Adds a command to the next exchange, which `pack` appends to the request. `due` says what becomes of its
    /// reply.
    pub(crate) fn push(&mut self, due: Due, pack: impl FnOnce(&mut Vec<u8>)) {
        pack(&mut self.request);
        self.in_flight.push(due);
    }

    /// As [`Inbox::admit_long_replies`](super::inbox::Inbox::admit_long_replies).
    pub(super) fn admit_long_replies(&mut self) {
        self.channel.inbox.admit_long_replies();
    }

    /// Returns whether an idle connection is as it was left, which has to be asked before each use. A server that
    /// has closed the connection meanwhile (a restart, its `timeout`) is noticed here, and not by a lost reply.
    /// Bytes that nobody asked for are not taken for the next reply. The check costs a system call each time, but
    /// nothing less is sure, because nothing in the reply of `SET` says which command it answers.
    ///
    /// Where a reply is owed, bytes may come. If a note has waited for its reply for a while, the reply is received
    /// instead, because the connection may have ended meanwhile.
    pub(super) fn is_fresh(&mut self) -> bool {
        if !self.owes_a_reply() {
            return self.channel.is_silent();
        }
        if !self.owes_a_note() || os::now() < self.sent_ahead.after(AT_ONCE) {
            return true;
        }
        self.catch_up()
    }

    /// Receives the replies that are owed and have come. Returns whether the connection may be used again.
    pub(super) fn catch_up(&mut self) -> bool {
        if self.owes_a_reply() {
            let received = self.receive_all();
            self.check(&received);
        }
        self.open
    }

    /// Receives all bytes that have come.
    fn receive_all(&mut self) -> io::Result<()> {
        while self.receive(Receive::Now)? {}
        Ok(())
    }

    /// Returns the number of replies that have come to commands in flight.
    pub(super) fn replies(&self) -> u64 {
        self.in_flight.replies()
    }

    /// Returns whether the server has still to reply to an earlier command.
    pub(super) fn owes_a_reply(&self) -> bool {
        !self.in_flight.is_empty()
    }

    /// Returns whether a note has still to hear of the reply to an earlier command.
    pub(super) fn owes_a_note(&self) -> bool {
        self.in_flight.owes_a_note()
    }

    /// As [`InFlight::part_notes`].
    pub(super) fn part_notes(&self) {
        self.in_flight.part_notes();
    }

    /// Sends one command, which `pack` appends to the request, and returns its reply, by `deadline`. `now` is what the
    /// clock has just said.
    ///
    /// # Errors
    /// Sending or receiving has failed, and the connection is closed.
    pub(crate) fn exchange_one(
        &mut self,
        now: Moment,
        deadline: Moment,
        pack: impl FnOnce(&mut Vec<u8>),
    ) -> io::Result<Reply> {
        pack(&mut self.request);
        let may_sleep = self.is_tcp
            && !os::may_suspend()
            && now.after_nanos(self.receive_timeout) <= deadline
            && self.request.len() <= SHORT_REQUEST;
        if may_sleep && self.in_flight.is_empty() {
            let at_once = self.exchange_at_once();
            self.open &= at_once.is_ok();
            if let Some(reply) = at_once? {
                return Ok(reply);
            }
        }
        self.exchange_in_pieces(deadline, may_sleep)
    }

    /// As [`Self::exchange_one`], with an exchange that may not be done at once, or with the rest of one that was
    /// tried.
    #[cold]
    fn exchange_in_pieces(&mut self, deadline: Moment, may_sleep: bool) -> io::Result<Reply> {
        self.in_flight.push(Due::Wanted);
        // What has slept has used the one sleep that is within the deadline.
        let mut exchange = Exchange::of(1, deadline);
        exchange.may_sleep = may_sleep && !self.is_sent();
        self.finish(&mut exchange)?;
        let reply = self.in_flight.take_one();
        reply.ok_or_else(|| io::Error::other("no reply"))
    }

    /// Sends the one command in one piece and sleeps for its reply, which comes in one piece, as nearly always, so the
    /// reply need not be in flight. Returns `None` where anything is otherwise, and the exchange goes on from there.
    fn exchange_at_once(&mut self) -> io::Result<Option<Reply>> {
        if !self.send_some()? || !self.is_sent() {
            return Ok(None);
        }
        match self.channel.receive(Receive::Sleep) {
            Err(error) if !is_nothing(&error) => return Err(error),
            _ => {}
        }
        let reply = self.channel.inbox.next_reply()?;
        if reply.is_some() {
            self.end()?;
        }
        Ok(reply)
    }

    /// Sends the commands that were pushed and waits for no reply. `now` is what the clock has just said.
    ///
    /// # Errors
    /// As [`Self::exchange_one`].
    pub(crate) fn send_ahead(&mut self, now: Moment, deadline: Moment) -> io::Result<()> {
        self.sent_ahead = now;
        self.finish(&mut Exchange::of(0, deadline))
    }

    /// Returns the wanted reply, if all of it has come.
    ///
    /// # Errors
    /// As [`Self::exchange_one`].
    pub(crate) fn reply_at_hand(&mut self) -> io::Result<Option<Reply>> {
        let moved = self.advance(Goal::Replies(1), Receive::Now);
        self.check(&moved);
        moved.map(|_| self.in_flight.take_one())
    }

    /// Sends the commands that were pushed, and waits until the exchange is over.
    ///
    /// # Errors
    /// As [`Self::exchange_one`].
    pub(crate) fn finish(&mut self, exchange: &mut Exchange) -> io::Result<()> {
        while let Some(wanted) = self.go_on(exchange)? {
            let waited = os::wait_for_any(&[wanted]);
            self.check(&waited);
            waited?;
        }
        Ok(())
    }

    /// Sends and receives what can be moved now. Returns what the exchange waits for, or `None` when its replies
    /// have come.
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
            let moved = self.advance(exchange.goal, how)?;
            if matches!(moved, Moved::All) {
                return Ok(None);
            }
            let now = os::now();
            // One sleep is within the deadline. A second one is too, but for this moment, if an owed reply has
            // ended the first one at once.
            let is_at_once =
                now.after_nanos(self.receive_timeout) <= exchange.deadline.after(AT_ONCE);
            exchange.may_sleep &= is_at_once && matches!(moved, Moved::Some);
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

    /// Sends and receives what can be moved now, until everything is sent and the goal is reached. `how` is the way
    /// to receive once everything is sent.
    ///
    /// # Errors
    /// As [`Self::exchange_one`]. The caller drops the transport then, or has it checked.
    pub(super) fn advance(&mut self, goal: Goal, how: Receive) -> io::Result<Moved> {
        let was_sent = self.is_sent();
        let has_sent = !was_sent && self.send_some()?;
        let is_sent = self.is_sent();
        // Right after the last byte no reply can be there, so only a sleep for it makes sense.
        let may_come = was_sent || !is_sent || matches!(how, Receive::Sleep);
        let is_missing = !is_sent || !self.reached(goal);
        let has_received = is_missing && may_come && {
            let how = if is_sent { how } else { Receive::Now };
            self.receive(how)?
        };
        if is_sent && self.reached(goal) {
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

    fn reached(&self, goal: Goal) -> bool {
        match goal {
            Goal::Replies(count) => self.in_flight.arrived() >= count,
            Goal::Settled => self.in_flight.is_empty(),
        }
    }

    /// Returns whether all commands that were pushed are sent.
    pub(crate) fn is_sent(&self) -> bool {
        self.request.is_empty() && self.channel.has_sent_all()
    }

    /// Sends what the socket takes now, and returns whether it took a byte.
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
            Err(error) => self.not_sent(error),
        }
    }

    /// Returns `false` if nothing could be sent now, or else the error, behind the replies that have come before it.
    #[cold]
    fn not_sent(&mut self, error: io::Error) -> io::Result<bool> {
        if is_nothing(&error) {
            return Ok(false);
        }
        self.receive_the_rest();
        self.take_replies()?;
        Err(error)
    }

    /// Begins a new request, and gives the memory of a long one back, because an idle connection needs none.
    fn forget_request(&mut self) {
        self.request.clear();
        if self.request.capacity() > SHORT_REQUEST {
            self.shrink_request();
        }
        self.sent = 0;
    }

    #[cold]
    fn shrink_request(&mut self) {
        self.request.shrink_to(SHORT_REQUEST);
    }

    /// Receives bytes, if there are any, takes the replies in them, and returns whether there were any bytes.
    fn receive(&mut self, how: Receive) -> io::Result<bool> {
        let received = self.channel.receive(how);
        self.take_replies()?;
        match received {
            Ok(()) => Ok(true),
            Err(error) if is_nothing(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Receives what the server has said before it took no more bytes. This is here even after a reset, because
    /// Linux gives out what has come before it reports how the connection ended.
    fn receive_the_rest(&mut self) {
        /// The number of receives after which a server that never stops talking is left, because its last words
        /// come in one piece.
        const READS: usize = 16;
        for _ in 0..READS {
            if self.channel.receive(Receive::Now).is_err() {
                break;
            }
        }
    }

    /// Takes the replies that have come, while commands of ours still have one to come.
    fn take_replies(&mut self) -> io::Result<()> {
        while !self.in_flight.is_empty()
            && let Some(reply) = self.channel.inbox.next_reply()?
        {
            if !self.in_flight.came(reply) {
                return Err(unfit("a reply does not fit the command"));
            }
        }
        Ok(())
    }

    /// Checks, once everything is sent and the wanted replies have come, that no bytes have come which answer no
    /// command.
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

    /// Ends a question, so that replies that have not come are read and dropped later. Returns whether another
    /// question may follow, which it may neither after the least irregularity nor behind half a request.
    pub(crate) fn leave(&mut self) -> bool {
        self.in_flight.leave();
        self.open &= self.is_sent();
        self.open
    }

    /// Returns the channel over which the bytes travel.
    pub(super) fn channel(&self) -> &Channel {
        &self.channel
    }

    /// Returns the socket at which replies will arrive.
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

/// Returns the error of a server that has sent a reply which belongs to no command.
fn surplus() -> io::Error {
    unfit("more replies than commands")
}

fn unfit(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// What ends an exchange, once everything is sent.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// So many wanted replies have come.
    Replies(usize),
    /// No reply is owed.
    Settled,
}

/// An exchange that is going on: what ends it, and by when.
pub(crate) struct Exchange {
    goal: Goal,
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

/// The additional time for a server that is slow and not silent, because the deadline moves with each [`PORTION`]
/// of replies.
#[derive(Clone, Copy)]
pub(crate) struct MoreTime {
    /// The time from each portion to the next deadline.
    pub(crate) each: Duration,
    /// The moment after which no deadline lies.
    pub(crate) by: Moment,
}

impl Exchange {
    /// Returns an exchange that is over when so many wanted replies have come.
    pub(crate) fn of(replies: usize, deadline: Moment) -> Self {
        Self::until(Goal::Replies(replies), deadline)
    }

    /// Returns an exchange that is over when the server owes no reply.
    pub(super) fn of_owed(deadline: Moment) -> Self {
        Self::until(Goal::Settled, deadline)
    }

    fn until(goal: Goal, deadline: Moment) -> Self {
        Self {
            goal,
            deadline,
            is_optional: false,
            more: None,
            portion: PORTION,
            may_sleep: false,
            stuck: Stuck::default(),
        }
    }

    /// Returns an exchange that is over at the deadline too, even without its replies, and that leaves the
    /// connection as it is then.
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
            access: Access::plain(Duration::from_secs(20)),
        };
        let mut transport = Transport::over(Channel::new(socket, None), &server).unwrap();
        let now = os::now();
        let by = now.after(Duration::from_secs(20));
        let reply = transport.exchange_one(now, by, |request| request.resize(LONG, b'x'));
        assert_eq!(reply.unwrap(), Reply::Okay);
        assert!(transport.request.capacity() <= SHORT_REQUEST);
        thread.join().unwrap();
    }
}
