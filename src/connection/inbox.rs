//! The bytes that a server has sent and that nobody has read yet.
//!
//! The inbox finds the replies in these bytes and receives nothing itself. `channel` fills it, and `transport`
//! reads it.

use std::io;

use super::resp;
use crate::protocol::Reply;

/// The number of bytes that are asked of the kernel at once, which is more than any usual reply has.
const READ: usize = 4096;
/// The largest number of bytes by which the buffer grows at once for an unusual reply.
const LARGEST_STEP: usize = 1024 * 1024;
/// The longest reply in bytes while a connection is opened, which is more than a server says of itself, of a
/// connection or of a master.
const SHORT_REPLY: usize = 1024 * 1024;
/// The longest reply in bytes once the connection is open, which is more than any owner token, any slot map and
/// any page of names has.
const LONGEST_REPLY: usize = 64 * 1024 * 1024;

pub(super) struct Inbox {
    bytes: Vec<u8>,
    /// The index of the first byte that nobody has read.
    read: usize,
    filled: usize,
    /// The length in bytes that a reply may have.
    longest: usize,
}

impl Inbox {
    pub(super) fn new() -> Self {
        Self {
            bytes: vec![0; READ],
            read: 0,
            filled: 0,
            longest: SHORT_REPLY,
        }
    }

    /// Admits long replies, because from now on commands are sent that may have such a reply.
    pub(super) fn admit_long_replies(&mut self) {
        self.longest = LONGEST_REPLY;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.filled == self.read
    }

    /// Returns whether nothing has come, or a record of TLS, which the server sends to a client that does not
    /// speak TLS. The first byte of a reply is printable, while that of a record is not.
    pub(super) fn may_be_tls(&self) -> bool {
        let first = self.bytes.get(self.read).filter(|_| !self.is_empty());
        first.is_none_or(|byte| !byte.is_ascii_graphic())
    }

    /// Returns the room for the next bytes, which is never empty. The buffer grows in steps, because deadlines are
    /// checked between them.
    pub(super) fn room(&mut self) -> &mut [u8] {
        if self.filled == self.bytes.len() {
            self.make_room();
        }
        self.bytes.get_mut(self.filled..).unwrap_or_default()
    }

    /// Makes the room for at least one byte more.
    #[cold]
    fn make_room(&mut self) {
        if self.read > 0 {
            self.bytes.copy_within(self.read.., 0);
            self.filled -= self.read;
            self.read = 0;
        } else {
            let step = self.filled.min(LARGEST_STEP);
            self.bytes.resize(self.filled + step, 0);
        }
    }

    /// Counts the bytes that were put into the room.
    pub(super) fn add(&mut self, more: usize) {
        self.filled += more;
    }

    /// Takes the next reply, if all of it has come.
    ///
    /// # Errors
    /// `InvalidData` if the bytes are no reply, or if the reply is longer than the connection admits.
    pub(super) fn next_reply(&mut self) -> io::Result<Option<Reply>> {
        let unread = self.bytes.get(self.read..self.filled).unwrap_or_default();
        match resp::read_usual(unread) {
            Some((reply, length)) => {
                self.forget(length);
                Ok(Some(reply))
            }
            None => self.next_unusual(),
        }
    }

    /// As [`Self::next_reply`], for a reply that is none of the usual ones or has not come as a whole.
    #[cold]
    fn next_unusual(&mut self) -> io::Result<Option<Reply>> {
        let unread = self.bytes.get(self.read..self.filled).unwrap_or_default();
        let Some(length) = resp::frame_len(unread, self.longest)? else {
            return Ok(None);
        };
        let reply = resp::read(unread.get(..length).unwrap_or_default())?;
        self.forget(length);
        Ok(Some(reply))
    }

    /// Forgets the bytes of a reply that was read.
    fn forget(&mut self, length: usize) {
        self.read += length;
        if self.is_empty() {
            self.read = 0;
            self.filled = 0;
            if self.bytes.len() > READ {
                self.shrink();
            }
        }
    }

    /// Gives the memory of a long reply back, because an idle connection needs none.
    #[cold]
    fn shrink(&mut self) {
        self.bytes = vec![0; READ];
    }
}
