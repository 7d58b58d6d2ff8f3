//! One connection: a socket, and one deadline for each exchange with the server.
//!
//! [`Transport::exchange`] is back at its deadline, whatever the server does (answers half,
//! drips bytes, never answers, hangs up) and whatever signals arrive. A connection that has
//! shown the least irregularity is closed for good, so a reply is never taken for that of
//! another command. It knows no command. A plain exchange costs a send, a receive and
//! a look for bytes that nobody asked for. Made by `opening`, used by `greeting`, `kept`
//! and `route`.

use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::time::Duration;

use super::channel::Channel;
use super::polling::Polling;
use super::stuck::Stuck;
use super::{Moved, is_nothing, resp};
use crate::clock::Moment;
use crate::config::{Address, Server};
use crate::os::{self, Ready, Receive, Wanted};
use crate::protocol::Reply;

/// The deadline of many commands starts anew with each so many replies.
pub(crate) const PORTION: usize = 100;
/// Packing and sending a longer request may take a part of its command's time.
const SHORT_REQUEST: usize = 16 * 1024;

pub(crate) struct Transport {
    channel: Channel,
    open: bool,
    request: Vec<u8>,
    /// How many replies the commands in `request` will have.
    replies: usize,
    /// How many replies are still to come to commands for whose replies nobody has waited.
    owed: usize,
    /// How many of them come before the reply to what was sent ahead last.
    stale: usize,
    polling: Polling,
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
        let busy_poll = if channel.is_local {
            server.access.busy_poll
        } else {
            Duration::ZERO
        };
        Ok(Self {
            channel,
            open: true,
            request: Vec::with_capacity(512),
            replies: 0,
            owed: 0,
            stale: 0,
            polling: Polling::new(busy_poll),
            receive_timeout: server.access.command_timeout,
            is_tcp: matches!(server.address, Address::Tcp { .. }),
        })
    }

    /// Adds a command to the next exchange: the words of `head`, then those of `tail`.
    pub(crate) fn push<W: AsRef<[u8]>>(&mut self, head: &[&[u8]], tail: &[W]) {
        resp::pack(&mut self.request, head, tail);
        self.replies += 1;
    }

    /// As [`Inbox::admit_long_replies`](super::inbox::Inbox::admit_long_replies).
    pub(super) fn admit_long_replies(&mut self) {
        self.channel.inbox.admit_long_replies();
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
    pub(super) fn is_fresh(&mut self) -> bool {
        // Where a reply is owed, bytes may come.
        self.owed > 0 || self.channel.is_silent()
    }

    /// Whether the server has still to reply to a command of the past.
    pub(super) fn owes_a_reply(&self) -> bool {
        self.owed > 0
    }

    /// Sends the commands that were pushed and reads one reply for each, by `deadline`. Owed
    /// replies come before them and are dropped. `now` is what the clock has just said.
    ///
    /// # Errors
    /// Every failure of sending or receiving. The connection is closed then.
    pub(crate) fn exchange(&mut self, now: Moment, deadline: Moment) -> io::Result<Vec<Reply>> {
        self.exchange_list(now, deadline, 0)
    }

    /// As [`Self::exchange`] of all commands but the last. The reply to the last one is owed.
    ///
    /// # Errors
    /// As [`Self::exchange`].
    pub(crate) fn exchange_but_last(
        &mut self,
        now: Moment,
        deadline: Moment,
    ) -> io::Result<Vec<Reply>> {
        self.exchange_list(now, deadline, 1)
    }

    fn exchange_list(
        &mut self,
        now: Moment,
        deadline: Moment,
        unread: usize,
    ) -> io::Result<Vec<Reply>> {
        let mut replies = Vec::with_capacity(self.replies);
        self.exchange_into(now, deadline, unread, |reply| replies.push(reply))?;
        Ok(replies)
    }

    /// As [`Self::exchange`] of the one command that was pushed. Nearly every exchange is one of
    /// these, and needs no list.
    pub(crate) fn exchange_one(&mut self, now: Moment, deadline: Moment) -> io::Result<Reply> {
        let mut only = None;
        self.exchange_into(now, deadline, 0, |reply| only = Some(reply))?;
        only.ok_or_else(|| io::Error::other("no reply"))
    }

    /// Leaves so many replies `unread`: they are owed from then on.
    fn exchange_into(
        &mut self,
        now: Moment,
        deadline: Moment,
        unread: usize,
        mut take: impl FnMut(Reply),
    ) -> io::Result<()> {
        let mut owed = std::mem::replace(&mut self.owed, unread);
        let replies = owed + std::mem::take(&mut self.replies) - unread;
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

    /// Takes the commands that were pushed, to be sent by [`Self::go_on`] until `deadline`. The last
    /// replies stay `unread`, and are owed.
    pub(crate) fn start(&mut self, unread: usize, deadline: Moment) -> Exchange {
        Exchange {
            flow: self.begin(unread),
            stuck: Stuck::default(),
            progress: PORTION,
            deadline,
        }
    }

    /// Sends and receives what can be moved now. Returns what the exchange waits for, or `None` when all
    /// replies have come. If `more` is given, a server that answers gets more time: with each [`PORTION`]
    /// of replies the deadline moves to the first span from then, but not beyond the second part. Such
    /// a server is slow, and not silent.
    ///
    /// # Errors
    /// As [`Self::exchange`]; the connection is closed then.
    pub(crate) fn go_on(
        &mut self,
        exchange: &mut Exchange,
        more: Option<(Duration, Moment)>,
    ) -> io::Result<Option<Wanted>> {
        let wanted = self.move_on(exchange, more);
        if !matches!(wanted, Ok(Some(_))) {
            self.check(&wanted);
        }
        wanted
    }

    fn move_on(
        &mut self,
        exchange: &mut Exchange,
        more: Option<(Duration, Moment)>,
    ) -> io::Result<Option<Wanted>> {
        loop {
            let moved = self.advance(&mut exchange.flow)?;
            let now = os::now();
            let received = exchange.flow.values.len();
            if let Some((each, by)) = more
                && received >= exchange.progress
            {
                exchange.progress = received + PORTION;
                exchange.deadline = now.after(each).min(by);
            }
            match moved {
                Moved::All => return Ok(None),
                _ if exchange.deadline <= now => return Err(io::ErrorKind::TimedOut.into()),
                Moved::Some => exchange.stuck = Stuck::default(),
                Moved::Nothing(ready) => {
                    let (stuck, by) = (&mut exchange.stuck, exchange.deadline);
                    return Ok(Some(stuck.wanted(&self.channel, ready, by, now)));
                }
            }
        }
    }

    /// Takes the commands that were pushed, to be sent by [`Self::advance`]. The last replies stay
    /// `unread`.
    pub(super) fn begin(&mut self, unread: usize) -> Flow {
        let owed = std::mem::replace(&mut self.owed, unread);
        Flow {
            request: std::mem::take(&mut self.request),
            expected: owed + std::mem::take(&mut self.replies) - unread,
            owed,
            ..Flow::default()
        }
    }

    /// Sends and receives what can be moved now.
    ///
    /// # Errors
    /// As [`Self::exchange`]. The caller drops the transport then, or has it checked.
    pub(super) fn advance(&mut self, flow: &mut Flow) -> io::Result<Moved> {
        let mut moved = false;
        match self.channel.receive(Receive::Now) {
            Ok(()) => moved = true,
            Err(error) if is_nothing(&error) => {}
            Err(error) => return Err(error),
        }
        self.take_replies(flow)?;
        let rest = flow.request.get(flow.sent..).unwrap_or_default();
        let is_sent = rest.is_empty() && self.channel.has_sent_all();
        // Where replies stay unread, all others may have come before everything is sent.
        if flow.values.len() == flow.expected && (is_sent || self.owed == 0) {
            return if is_sent {
                self.end_of(flow.read).map(|()| Moved::All)
            } else {
                Err(surplus())
            };
        }
        if !is_sent {
            match self.channel.send(rest) {
                Ok(more) => {
                    flow.sent += more;
                    moved = true;
                }
                Err(error) if is_nothing(&error) => {}
                Err(error) => {
                    self.receive_the_rest();
                    self.take_replies(flow)?;
                    return Err(error);
                }
            }
        }
        let is_sent = flow.sent == flow.request.len() && self.channel.has_sent_all();
        Ok(match (moved, is_sent) {
            (true, _) => Moved::Some,
            (false, true) => Moved::Nothing(Ready::Read),
            (false, false) => Moved::Nothing(Ready::Either),
        })
    }

    /// The replies that have come, as far as they are expected.
    fn take_replies(&mut self, flow: &mut Flow) -> io::Result<()> {
        while flow.values.len() < flow.expected
            && let Some(reply) = self.channel.inbox.reply(&mut flow.read)?
        {
            flow.values.push(reply);
        }
        Ok(())
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

    /// Sends the commands that were pushed and waits for none of their replies, which are owed
    /// from then on.
    ///
    /// # Errors
    /// As [`Self::exchange`].
    pub(crate) fn send_ahead(&mut self, deadline: Moment) -> io::Result<()> {
        self.stale = self.owed;
        self.owed += std::mem::take(&mut self.replies);
        let result = self.send(deadline).map(drop);
        self.check(&result);
        result
    }

    /// The reply to what was sent ahead, if all of it has come.
    ///
    /// # Errors
    /// As [`Self::exchange`].
    pub(crate) fn reply_at_hand(&mut self) -> io::Result<Option<Reply>> {
        let result = self.look_for_reply();
        self.check(&result);
        result
    }

    fn look_for_reply(&mut self) -> io::Result<Option<Reply>> {
        match self.channel.receive(Receive::Now) {
            Err(error) if !is_nothing(&error) => return Err(error),
            _ => {}
        }
        while let Some(reply) = self.next_owed()? {
            if self.stale == 0 {
                return Ok(Some(reply));
            }
            self.stale -= 1;
        }
        Ok(None)
    }

    /// The next owed reply, if all of it is in the buffer.
    fn next_owed(&mut self) -> io::Result<Option<Reply>> {
        let mut read = 0;
        let reply = self.channel.inbox.reply(&mut read)?;
        self.channel.inbox.forget(read);
        self.owed -= usize::from(reply.is_some());
        Ok(reply)
    }

    /// Where its bytes travel.
    pub(super) fn channel(&self) -> &Channel {
        &self.channel
    }

    /// The one owed reply, if all of it comes by `until`. It stays owed otherwise.
    ///
    /// # Errors
    /// As [`Self::exchange`].
    pub(crate) fn owed_reply(&mut self, until: Moment) -> io::Result<Option<Reply>> {
        let mut awaited = Awaited::until(until);
        loop {
            match self.look_for_owed(&mut awaited)? {
                Owed::Came(reply) => return Ok(reply),
                Owed::Waits(wanted) => drop(os::wait_for_any(&[wanted])?),
            }
        }
    }

    /// A step of [`Self::owed_reply`], which does not wait.
    ///
    /// # Errors
    /// As [`Self::exchange`].
    pub(crate) fn look_for_owed(&mut self, awaited: &mut Awaited) -> io::Result<Owed> {
        let result = self.next_or_wanted(awaited);
        self.check(&result);
        result
    }

    fn next_or_wanted(&mut self, awaited: &mut Awaited) -> io::Result<Owed> {
        match self.channel.receive(Receive::Now) {
            Err(error) if is_nothing(&error) => {}
            received => {
                received?;
                awaited.stuck = Stuck::default();
            }
        }
        if let Some(reply) = self.next_owed()? {
            return Ok(Owed::Came(Some(reply)));
        }
        let now = os::now();
        if awaited.until <= now {
            return Ok(Owed::Came(None));
        }
        let (stuck, until) = (&mut awaited.stuck, awaited.until);
        let wanted = stuck.wanted(&self.channel, Ready::Read, until, now);
        Ok(Owed::Waits(wanted))
    }

    /// The socket at which owed replies will arrive.
    pub(crate) fn socket(&self) -> RawFd {
        self.channel.as_raw_fd()
    }

    fn check<T>(&mut self, result: &io::Result<T>) {
        self.open &= result.is_ok() && (self.channel.inbox.is_empty() || self.owed > 0);
    }

    /// Sends the request. Whether all of it went at once, and sending took no time.
    fn send(&mut self, deadline: Moment) -> io::Result<bool> {
        let at_once = self.send_all(deadline);
        let is_short = self.request.len() <= SHORT_REQUEST;
        self.request.clear();
        Ok(at_once? && is_short)
    }

    fn send_all(&mut self, deadline: Moment) -> io::Result<bool> {
        let mut at_once = true;
        let mut stuck = Stuck::default();
        let mut sent = 0;
        while sent < self.request.len() || !self.channel.has_sent_all() {
            let rest = self.request.get(sent..).unwrap_or_default();
            match self.channel.send(rest) {
                Ok(more) => {
                    sent += more;
                    stuck = Stuck::default();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if is_nothing(&error) => {
                    at_once = false;
                    stuck.wait(&self.channel, Ready::Write, deadline)?;
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
                && let Some(reply) = self.channel.inbox.reply(&mut at)?
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
        self.channel.inbox.forget(read);
        if !self.channel.inbox.is_empty() && self.owed == 0 {
            return Err(surplus());
        }
        Ok(())
    }

    /// Receives at least one byte more.
    fn receive(&mut self, deadline: Moment, first: bool, may_block: bool) -> io::Result<()> {
        let Self {
            channel, polling, ..
        } = self;
        let receive = |channel: &mut Channel, how| match channel.receive(how) {
            Err(error) if is_nothing(&error) => None,
            done => Some(done),
        };
        let mut done = None;
        if first {
            done = polling.poll(|| receive(channel, Receive::Now));
            if done.is_none() && self.is_tcp && may_block {
                done = receive(channel, Receive::Sleep);
            }
        }
        let mut stuck = Stuck::default();
        loop {
            if let Some(done) = done {
                return done;
            }
            if !channel.has_ended() {
                stuck.wait(channel, Ready::Read, deadline)?;
            }
            done = receive(channel, Receive::Now);
        }
    }
}

/// Nobody asked for one of the replies, and nobody knows for which.
fn surplus() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "more replies than commands")
}

/// An exchange that is going on, beside others.
pub(crate) struct Exchange {
    flow: Flow,
    stuck: Stuck,
    /// With so many replies the deadline moves.
    progress: usize,
    deadline: Moment,
}

impl Exchange {
    /// The replies that have come, when `failure` has ended it or nothing has.
    pub(crate) fn replies(self, failure: Option<&io::Error>) -> Vec<Reply> {
        self.flow.replies(failure)
    }
}

/// An owed reply that somebody waits for.
pub(crate) struct Awaited {
    until: Moment,
    stuck: Stuck,
}

impl Awaited {
    pub(crate) fn until(until: Moment) -> Self {
        let stuck = Stuck::default();
        Self { until, stuck }
    }
}

/// Whether an owed reply has come.
pub(crate) enum Owed {
    /// `None`: not in time.
    Came(Option<Reply>),
    Waits(Wanted),
}

/// Commands in flight, and their replies.
#[derive(Default)]
pub(super) struct Flow {
    request: Vec<u8>,
    sent: usize,
    /// How many replies are to come, with the owed ones before the others.
    expected: usize,
    owed: usize,
    values: Vec<Reply>,
    /// Where the next reply begins.
    read: usize,
}

impl Flow {
    pub(super) fn has_a_reply(&self) -> bool {
        !self.values.is_empty()
    }

    /// The replies that have come, without the owed ones, when `failure` has ended it.
    pub(super) fn replies(self, failure: Option<&io::Error>) -> Vec<Reply> {
        let mut values = self.values;
        if failure.is_some_and(|error| error.kind() == io::ErrorKind::InvalidData) {
            // Nobody knows which commands these replies were to.
            values.clear();
        }
        values.drain(..self.owed.min(values.len()));
        values
    }
}
