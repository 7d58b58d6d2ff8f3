//! Connections to Redis servers: where a server is, which server the sentinels call the master, how a connection
//! is opened, kept and given up, and how bytes become replies.
//!
//! This room knows no lock and no call, because `route` hands it the words of commands and gets replies. No other
//! room of the product names the redis crate or rustls.

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
mod seats;
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
pub(crate) use in_flight::{Due, Note};
pub(crate) use opening::Opening;
pub(crate) use seats::{LATE, Seat, SeatStep, SeatWait, Seating, Seats};
pub(crate) use sentinel::{Sentinels, named_master};
pub(crate) use table::ConnectionTable;
pub(crate) use tls::{Encryption, encrypted_key};
pub(crate) use transport::{Exchange, MoreTime, PORTION, Transport};

/// Returns an I/O error in words, where a timeout reads as `what`, such as "no connection", and its limit.
pub(crate) fn in_time(error: io::Error, what: &str, span: Duration) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::TimedOut => {
            let millis = (span + Duration::from_micros(500)).as_millis();
            anyhow!("{what} within {millis} ms")
        }
        _ => error.into(),
    }
}

/// Returns whether an error of the socket means only that nothing can be moved now, or that a signal came.
fn is_nothing(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, WouldBlock};
    matches!(error.kind(), Interrupted | WouldBlock)
}

/// Returns the number of bytes that were received, or an error if there were none, which is the end of the stream.
fn not_the_end(received: usize) -> io::Result<usize> {
    if received == 0 {
        let hung_up = "the server closed the connection";
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, hung_up));
    }
    Ok(received)
}

/// The result of a step of work that never blocks.
pub(crate) enum Step<T> {
    Done(T),
    /// The work goes on when this entry of a poll set is ready.
    Waits(Wanted),
}

/// How much of an exchange or a handshake was moved between us and the server.
#[derive(Clone, Copy)]
enum Moved {
    /// The last bytes that were to be moved.
    All,
    Some,
    /// No byte, so the caller has to wait for the socket.
    Nothing(Ready),
}
