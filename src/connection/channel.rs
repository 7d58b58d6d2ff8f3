//! The bytes to a server and from it, which travel over the socket as they are, or in the records of TLS.
//!
//! A channel moves what can be moved now, and waits for nothing but a receive that may sleep. It knows no reply
//! and no deadline. `opening` makes channels, and `transport` uses them.

use std::io;
use std::os::fd::{AsRawFd, RawFd};
use std::time::Duration;

use socket2::Socket;

use super::inbox::Inbox;
use super::tls::{Encryption, Session};
use super::{Moved, not_the_end};
use crate::os::{self, ForkSafe, Receive};

pub(super) struct Channel {
    socket: ForkSafe<Socket>,
    tls: Option<Box<Session>>,
    /// The bytes that have come and that nobody has read.
    pub(super) inbox: Inbox,
}

impl Channel {
    pub(super) fn new(socket: ForkSafe<Socket>, tls: Option<Box<Session>>) -> Self {
        Self {
            socket,
            tls,
            inbox: Inbox::new(),
        }
    }

    /// Moves what can be moved now of the handshake of TLS, if the channel has TLS.
    ///
    /// # Errors
    /// As [`Self::receive`].
    pub(super) fn shake_hands(&mut self) -> io::Result<Moved> {
        match &mut self.tls {
            Some(session) => session.shake_hands(&self.socket, &mut self.inbox),
            None => Ok(Moved::All),
        }
    }

    pub(super) fn encryption(&self) -> Option<Encryption> {
        self.tls.as_ref().map(|tls| tls.encryption())
    }

    /// Sets how long a receive that may sleep sleeps at most.
    ///
    /// # Errors
    /// The socket refuses the timeout.
    pub(super) fn sleep_at_most(&self, span: Duration) -> io::Result<()> {
        self.socket.set_read_timeout(Some(span))
    }

    /// Sends as many of the bytes as the socket takes now, and returns how many were taken.
    ///
    /// # Errors
    /// `WouldBlock` if the socket takes no byte. Any other error is the end of the connection.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.tls {
            None => self.socket.send_with_flags(bytes, os::SEND_NOW),
            Some(session) => session.send(&self.socket, bytes),
        }
    }

    /// Returns whether the socket has all bytes that [`Self::send`] took.
    pub(super) fn has_sent_all(&self) -> bool {
        self.tls.as_ref().is_none_or(|tls| tls.has_sent_all())
    }

    /// Receives at least one byte from the socket. Over TLS the bytes may be a part of a record that has not
    /// ended, in which case nothing comes into the inbox.
    ///
    /// # Errors
    /// `WouldBlock` or `Interrupted` if there is no byte. Any other error is the end of the connection.
    pub(super) fn receive(&mut self, how: Receive) -> io::Result<()> {
        match &mut self.tls {
            None => {
                let more = not_the_end(os::receive(&*self.socket, self.inbox.room(), how)?)?;
                self.inbox.add(more);
                Ok(())
            }
            Some(session) => session.receive(&self.socket, &mut self.inbox, how),
        }
    }

    /// Returns whether a server that owes no reply has sent nothing and is still there. Over TLS the records
    /// without data, such as session tickets, are received for this, because they answer no command.
    pub(super) fn is_silent(&mut self) -> bool {
        match &mut self.tls {
            None => os::is_silent(&*self.socket),
            Some(session) => session.is_silent(&self.socket, &mut self.inbox),
        }
    }
}

impl AsRawFd for Channel {
    fn as_raw_fd(&self) -> RawFd {
        self.socket.as_raw_fd()
    }
}
