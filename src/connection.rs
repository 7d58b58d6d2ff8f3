//! Connections to Redis servers: where a server is, which one the sentinels call the master, how a
//! connection is opened, kept and given up, and how bytes become replies.
//!
//! It knows no lock and no call: `route` gives it words and gets replies. The product names the redis
//! crate and rustls nowhere else.

mod channel;
mod connecting;
mod connections;
mod endpoint;
mod greeting;
mod in_flight;
mod inbox;
mod names;
mod opening;
mod resp;
mod sentinel;
mod stuck;
mod table;
mod tls;
mod transport;

use std::io;
use std::time::Duration;

use anyhow::anyhow;

use crate::os::{Ready, Wanted};

pub(crate) use connections::{Checkout, Connections, Target};
pub(crate) use endpoint::{Caller, Endpoint, Kind, Members};
pub(crate) use greeting::Connection;
pub(crate) use in_flight::Due;
pub(crate) use opening::Opening;
pub(crate) use sentinel::Sentinels;
pub(crate) use table::ConnectionTable;
pub(crate) use tls::encrypted_key;
pub(crate) use transport::{Exchange, MoreTime, PORTION, Transport};

/// An I/O error in words. A timeout says what did not come, and within how long.
pub(crate) fn in_time(error: io::Error, what: &str, span: Duration) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::TimedOut => {
            let millis = (span + Duration::from_micros(500)).as_millis();
            anyhow!("{what} within {millis} ms")
        }
        _ => error.into(),
    }
}

/// Whether an error of the socket is none: an idle socket, or a signal.
fn is_nothing(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, WouldBlock};
    matches!(error.kind(), Interrupted | WouldBlock)
}

/// So many bytes were received. None is the end of the stream.
fn not_the_end(received: usize) -> io::Result<usize> {
    if received == 0 {
        let hung_up = "the server closed the connection";
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, hung_up));
    }
    Ok(received)
}

/// How far something is that never blocks.
pub(crate) enum Step<T> {
    Done(T),
    /// It goes on when this entry of a poll set is ready.
    Waits(Wanted),
}

/// What was moved between us and the server.
#[derive(Clone, Copy)]
enum Moved {
    /// The last thing that was to be moved.
    All,
    Some,
    /// The socket has to be waited for.
    Nothing(Ready),
}
