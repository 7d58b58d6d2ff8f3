//! The other half of the node: joining the queue of a lock, and sleeping until
//! the lock has been handed over.
//!
//! The sleep is a BLPOP on a list of the waiter's own, alone on its connection:
//! nothing that is sent ahead may grant anything, or the server would grant it
//! to a process that is dead by then. A BLPOP takes nothing but the wake-up, so
//! it may be left behind. Who is next, and when it is woken, is decided by
//! `scripts/queue.lua`.

use std::time::Duration;

use redis::Value;

use super::script::ACQUIRE;
use super::{SingleServer, fencing, millis};
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::quorum::{Ownership, Place, Ticket, Turn, Woken};
use crate::scripts::{fence_counter, queue, wake_list};

/// Whether who does not get the lock joins its queue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Joins {
    Yes,
    No,
}

/// How much sooner than the slice the server shall end a BLPOP: a tenth of it, in
/// these limits. An idle server looks at its blocked clients ten times a second
/// only, and whenever a byte arrives. So it is the waiter who keeps the time, and
/// its next command that makes an idle server end the BLPOP, if that is over by
/// then even though it arrived late (sent right at the end: 37 ms late).
const LEAST_MARGIN: Duration = Duration::from_millis(1);
const MOST_MARGIN: Duration = Duration::from_millis(10);
/// Anything shorter is slept here: to BLPOP a zero is no end at all.
const SHORTEST_BLPOP: Duration = Duration::from_millis(1);
/// How long to leave the socket alone after it was ready and had no whole reply.
const HALF_A_REPLY: Duration = Duration::from_millis(1);
/// After a BLPOP that ended before its time, by CLIENT UNBLOCK for example.
const BREATH: Duration = Duration::from_millis(10);

impl SingleServer {
    pub(super) fn run_acquire(
        &self,
        wanted: &Ownership,
        ticket: Option<Ticket>,
        joins: Joins,
        by: Moment,
    ) -> Result<Value, Unavailable> {
        let (key, token) = (wanted.key, wanted.token.as_bytes());
        let (fences, queue) = (fence_counter(key), queue(key));
        let lease = millis(wanted.lease);
        let ticket = ticket.map_or_else(String::new, |ticket| ticket.0.to_string());
        let joins: &[u8] = if joins == Joins::Yes { b"1" } else { b"0" };
        let call = [
            key,
            &fences,
            &queue,
            token,
            lease.as_bytes(),
            fencing(wanted),
            ticket.as_bytes(),
            joins,
        ];
        self.run_one(&ACQUIRE, b"3", call, by)
    }

    /// What the reply to somebody who joins means.
    pub(super) fn turn(&self, reply: &Value, fencing: bool) -> Turn {
        let Value::Array(list) = reply else {
            return self.granted(reply, fencing).into();
        };
        match &**list {
            [
                Value::Int(0),
                Value::Int(left),
                Value::Int(ticket),
                Value::Int(rank),
            ] => {
                Turn::Waits(Place {
                    ticket: Ticket(*ticket),
                    rank: *rank,
                    // Negative: the key has no end.
                    look_after: u64::try_from(*left).ok().map(Duration::from_millis),
                })
            }
            _ => self.granted(reply, fencing).into(),
        }
    }

    /// Sleeps in the queue until woken or `until`, serving signals. Whether woken.
    pub(super) fn wait_in_queue(
        &self,
        wanted: &Ownership,
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Woken, Error> {
        let (now, deadline) = self.span(until);
        let (mut connection, begun) = self.slot.take(now, deadline)?;
        let slice = until.until(begun);
        let blocked_for = slice.saturating_sub((slice / 10).clamp(LEAST_MARGIN, MOST_MARGIN));
        if blocked_for < SHORTEST_BLPOP {
            self.slot.put(connection, true);
            clock.sleep(until, None)?;
            return Ok(Woken::ToAsk);
        }
        let list = wake_list(wanted.key, wanted.token.as_bytes());
        let seconds = format!(
            "{}.{:03}",
            blocked_for.as_secs(),
            blocked_for.subsec_millis()
        );
        let blpop: [&[u8]; 3] = [b"BLPOP", &list, seconds.as_bytes()];
        connection.transport.push(&blpop, &[]);
        if let Err(error) = connection.transport.send_ahead(deadline) {
            self.slot.put(connection, false);
            return Err(Unavailable::unanswered(self.server(), error).into());
        }
        // The socket was ready, and there was no reply: half of one, or not even that.
        let mut empty_handed = false;
        loop {
            // Handlers run in the sleep, and may end it by a jump over this frame:
            // so the connection stays with the slot meanwhile.
            let socket = connection.transport.socket();
            self.slot.park(connection);
            let slept = if empty_handed {
                clock.sleep(clock.now().after(HALF_A_REPLY).min(until), None)
            } else {
                clock.sleep(until, Some(socket))
            };
            let Some(parked) = self.slot.unpark() else {
                return Err(slept.err().unwrap_or(Error::Forked));
            };
            connection = parked;
            match slept {
                Ok(_) if std::mem::take(&mut empty_handed) => continue,
                Ok(true) => {}
                // The reply is the next command's to read.
                Ok(false) => {
                    self.slot.put(connection, true);
                    return Ok(Woken::ToAsk);
                }
                Err(error) => {
                    self.slot.put(connection, false);
                    return Err(error);
                }
            }
            match connection.transport.reply_at_hand() {
                Ok(None) => empty_handed = true,
                Ok(Some(reply)) => {
                    self.slot.put(connection, true);
                    return self.woken(&reply, until, clock);
                }
                Err(error) => {
                    self.slot.put(connection, false);
                    return Err(Unavailable::unanswered(self.server(), error).into());
                }
            }
        }
    }

    /// What the reply of BLPOP means: whatever it popped, the key has the truth.
    fn woken(&self, reply: &Value, until: Moment, clock: &dyn Clock) -> Result<Woken, Error> {
        match reply {
            Value::Nil => {
                let breath = clock.now().after(BREATH);
                if breath.after(MOST_MARGIN) < until {
                    clock.sleep(breath, None)?;
                }
                Ok(Woken::ToAsk)
            }
            Value::Array(popped) => match &**popped {
                [_, Value::BulkString(word)] if word == b"first" => Ok(Woken::ToWatch),
                _ => Ok(Woken::HandedOver),
            },
            // Somebody else's key: there is nothing to be woken by.
            Value::ServerError(error) if error.code() == "WRONGTYPE" => {
                clock.sleep(until, None)?;
                Ok(Woken::ToAsk)
            }
            other => Err(self.unexpected(other).into()),
        }
    }
}
