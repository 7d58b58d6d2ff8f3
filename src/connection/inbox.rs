//! The bytes that a server has sent and that nobody has read yet.
//!
//! It finds replies in them and receives nothing itself. Filled by `channel`, read by
//! `transport`.

use std::io;

use super::resp;
use crate::protocol::Reply;

/// How much is asked of the kernel at once; more than any usual reply.
const READ: usize = 4096;
/// The most by which the buffer grows at once for an unusual one.
const LARGEST_STEP: usize = 1024 * 1024;
/// More than a server says of itself, of a connection or of a master.
const SHORT_REPLY: usize = 1024 * 1024;
/// More than any owner token, any map of the slots and any page of names.
const LONGEST_REPLY: usize = 64 * 1024 * 1024;

pub(super) struct Inbox {
    bytes: Vec<u8>,
    /// Where the first byte is that nobody has read.
    read: usize,
    filled: usize,
    /// How long a reply may be.
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

    /// From now on commands are sent to which a reply may be long.
    pub(super) fn admit_long_replies(&mut self) {
        self.longest = LONGEST_REPLY;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.filled == self.read
    }

    /// Whether nothing has come, or what TLS says to somebody who does not speak it: the first byte
    /// of a reply is printable, and that of a record is not.
    pub(super) fn may_be_tls(&self) -> bool {
        let first = self.bytes.first().filter(|_| !self.is_empty());
        first.is_none_or(|byte| !byte.is_ascii_graphic())
    }

    /// Where the next bytes go; never empty. The buffer grows in steps, because deadlines are checked between
    /// them.
    pub(super) fn room(&mut self) -> &mut [u8] {
        if self.filled == self.bytes.len() {
            if self.read > 0 {
                self.bytes.copy_within(self.read.., 0);
                self.filled -= self.read;
                self.read = 0;
            } else {
                let step = self.filled.min(LARGEST_STEP);
                self.bytes.resize(self.filled + step, 0);
            }
        }
        self.bytes.get_mut(self.filled..).unwrap_or_default()
    }

    /// So many bytes were put into the room.
    pub(super) fn add(&mut self, more: usize) {
        self.filled += more;
    }

    /// Takes the next reply, if all of it has come.
    ///
    /// # Errors
    /// `InvalidData` when it is no reply, or a longer one than any that is admitted.
    pub(super) fn next_reply(&mut self) -> io::Result<Option<Reply>> {
        let unread = self.bytes.get(self.read..self.filled).unwrap_or_default();
        let Some(length) = resp::frame_len(unread, self.longest)? else {
            return Ok(None);
        };
        let reply = resp::read(unread.get(..length).unwrap_or_default())?;
        self.read += length;
        if self.is_empty() {
            self.read = 0;
            self.filled = 0;
            if self.bytes.len() > READ {
                self.bytes = vec![0; READ];
            }
        }
        Ok(Some(reply))
    }
}
