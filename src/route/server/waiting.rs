//! The sleep of a waiter: a BLPOP on a list of its own, and signals served meanwhile.
//!
//! The BLPOP is alone on its connection. Nothing that is sent ahead may grant anything, because the server would
//! grant it to a process that is dead by then. `queue.lua` decides which waiter is next and when a waiter is woken,
//! and `wake` of `protocol` reads what was popped. `server` and `cluster` call this file.

use std::time::Duration;

use super::OneServer;
use crate::clock::{Clock, Moment};
use crate::connection::{Connection, Due};
use crate::error::{Error, Unavailable};
use crate::protocol::mutex::wake;
use crate::protocol::{Form, Reply};
use crate::route::Deadlines;
use crate::route::round::push;

/// The pause after the socket was ready and had no whole reply.
const HALF_A_REPLY: Duration = Duration::from_millis(1);

impl OneServer {
    /// Returns what [`Router::wait`](crate::route::Router::wait) returns. `due` says what becomes of a wake-up that comes
    /// when the sleep is over.
    pub(in crate::route) fn wait_at_list(
        &self,
        key: &[u8],
        token: &[u8],
        until: Moment,
        clock: &dyn Clock,
        due: Due,
    ) -> Result<Option<Reply>, Error> {
        let connections = &*self.connections;
        let broken = |connection: Box<Connection>, error| {
            let unavailable = Unavailable::unanswered(&*connection.endpoint, error);
            connections.table.abandon(connection);
            Err(unavailable.into())
        };
        let Deadlines {
            now, by: deadline, ..
        } = self.deadlines(until);
        let (mut connection, begun) = match connections.take(now, deadline) {
            Ok(ready) => ready,
            // The slice left no time for a new connection. The next question has its own time.
            Err(_) if until <= clock.now() => return Ok(None),
            Err(unavailable) => return Err(unavailable.into()),
        };
        let Some(blocked_for) = wake::blocked_for(until.until(begun)) else {
            connections.keep(connection);
            clock.sleep(until, None)?;
            return Ok(None);
        };
        let question = wake::question(key, token, blocked_for);
        push(&mut connection.transport, due, &question.call, Form::Whole);
        if let Err(error) = connection.transport.send_ahead(begun, deadline) {
            return broken(connection, error);
        }
        // Whether the socket was ready although no whole reply had come.
        let mut empty_handed = false;
        loop {
            // Signal handlers run in the sleep, and may end it by a jump over this frame. So
            // the connection stays with `connections` meanwhile.
            let socket = connection.transport.socket();
            let suspended = connections.table.suspend(connection);
            let slept = if empty_handed {
                clock.sleep(clock.now().after(HALF_A_REPLY).min(until), None)
            } else {
                clock.sleep(until, Some(socket))
            };
            let Some(resumed) = connections.table.resume(suspended) else {
                return Err(slept.err().unwrap_or(Error::Forked));
            };
            connection = resumed;
            match slept {
                Ok(_) if std::mem::take(&mut empty_handed) => continue,
                Ok(true) => {}
                // The next command reads the reply and drops it.
                Ok(false) => {
                    connections.keep(connection);
                    return Ok(None);
                }
                Err(error) => {
                    connections.table.abandon(connection);
                    return Err(error);
                }
            }
            match connection.transport.reply_at_hand() {
                Ok(None) => empty_handed = true,
                Ok(Some(reply)) => {
                    connections.keep(connection);
                    return Ok(Some(reply));
                }
                Err(error) => return broken(connection, error),
            }
        }
    }
}
