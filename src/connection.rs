//! Connections to one Redis server: where it is, how a connection is opened, kept and given
//! up, and how bytes become replies.
//!
//! It knows no lock and no call: `road` gives it words and gets replies. No other room names
//! the redis crate.

mod endpoint;
mod handshake;
mod polling;
mod pool;
mod resp;
mod transport;

use std::io;
use std::time::Duration;

use anyhow::anyhow;

pub(crate) use endpoint::{Caller, Endpoint};
pub(crate) use pool::{Connections, Pool};
pub(crate) use transport::{PORTION, Transport};

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
