//! One Redis server as a [`Node`]: questions in, commands out, replies judged.
//!
//! It decides what a reply means and never what to do about it: that is
//! `lock`'s. A reply that is not exactly one of those that its command may
//! have is no answer. The only part of the crate that knows the redis crate.
//! Made by `php` for each object, over the connections of a [`Pool`].

mod handshake;
mod polling;
mod pool;
mod reply;
mod scripts;
mod transport;

use std::io;
use std::rc::Rc;
use std::time::Duration;

use anyhow::anyhow;
use redis::{ServerError, Value};

use crate::clock::Moment;
use crate::config::Server;
use crate::error::Unavailable;
use crate::os;
use crate::quorum::{Claim, Holder, Node, Vote};

pub(crate) use pool::Pool;
use pool::Slot;
use scripts::{ACQUIRE, ADOPT, EXPIRE, RELEASE, Script};

/// A single server, or one that behaves like it.
pub(crate) struct SingleServer {
    slot: Rc<Slot>,
}

impl SingleServer {
    pub(crate) fn new(pool: &Pool, server: &Server) -> Self {
        Self {
            slot: pool.slot(server),
        }
    }

    fn server(&self) -> &Server {
        &self.slot.server
    }

    /// Sends commands together and returns their replies, by the command
    /// timeout from now or by `by`, connecting included.
    fn ask(&self, commands: &[&[&[u8]]], by: Moment) -> Result<Vec<Value>, Unavailable> {
        self.ask_by(commands, self.deadline(by))
    }

    fn ask_by(&self, commands: &[&[&[u8]]], deadline: Moment) -> Result<Vec<Value>, Unavailable> {
        let mut connection = self.slot.take(deadline)?;
        for command in commands {
            connection.transport.push(command);
        }
        let answer = connection.transport.exchange(deadline);
        self.slot.put(connection, answer.is_ok());
        answer.map_err(|error| {
            let cause = in_time(error, "no answer", self.server().command_timeout);
            Unavailable::lost(self.server(), cause)
        })
    }

    fn deadline(&self, by: Moment) -> Moment {
        os::now().after(self.server().command_timeout).min(by)
    }

    fn ask_one(&self, command: &[&[u8]], by: Moment) -> Result<Value, Unavailable> {
        let mut replies = self.ask(&[command], by)?;
        replies.pop().ok_or_else(|| self.useless("no reply".into()))
    }

    /// Runs one script for each of `calls`, which are keys and arguments with
    /// the keys first. Those that the server does not know by hash are sent
    /// again whole, within the same time.
    fn run(
        &self,
        script: &Script,
        keys: &[u8],
        calls: &[&[&[u8]]],
        by: Moment,
    ) -> Result<Vec<Value>, Unavailable> {
        let deadline = self.deadline(by);
        let by_hash: Vec<_> = calls
            .iter()
            .map(|call| [&[b"EVALSHA", script.hash(), keys], *call].concat())
            .collect();
        let by_hash: Vec<&[&[u8]]> = by_hash.iter().map(Vec::as_slice).collect();
        let mut replies = self.ask_by(&by_hash, deadline)?;
        let unknown: Vec<_> = calls
            .iter()
            .zip(&replies)
            .filter(|(_, reply)| is_no_script(reply))
            .map(|(call, _)| [&[b"EVAL", script.text.as_bytes(), keys], *call].concat())
            .collect();
        if !unknown.is_empty() {
            let whole: Vec<&[&[u8]]> = unknown.iter().map(Vec::as_slice).collect();
            let again = self.ask_by(&whole, deadline)?;
            let slots = replies.iter_mut().filter(|reply| is_no_script(reply));
            for (slot, reply) in slots.zip(again) {
                *slot = reply;
            }
        }
        Ok(replies)
    }

    fn run_one(&self, script: &Script, keys: &[u8], call: &[&[u8]], by: Moment) -> Vote {
        match self.run(script, keys, &[call], by) {
            Ok(mut replies) => self.vote(replies.pop().unwrap_or_default()),
            Err(unavailable) => Vote::Unknown(unavailable),
        }
    }

    /// Runs one of the scripts that grant an ownership.
    fn grant(&self, script: &Script, claim: &Claim, more: &[&[u8]], by: Moment) -> Vote {
        let lease = millis(claim.lease);
        let fences = companion(claim.key, b"fence");
        let fencing: &[u8] = if claim.fencing { b"1" } else { b"0" };
        let call: Vec<&[u8]> = [
            &[
                claim.key,
                &fences,
                claim.token.as_bytes(),
                lease.as_bytes(),
                fencing,
            ],
            more,
        ]
        .concat();
        self.run_one(script, b"2", &call, by)
    }

    /// What a script's reply means: 1 and 0, alone or first in a list whose
    /// second is the fence.
    fn vote(&self, reply: Value) -> Vote {
        match reply {
            Value::Int(1) => Vote::Granted(None),
            Value::Int(0) => Vote::Refused,
            Value::Array(list) => match *list {
                [Value::Int(1), Value::Nil] => Vote::Granted(None),
                [Value::Int(1), Value::Int(fence)] => Vote::Granted(Some(fence)),
                [Value::Int(0)] => Vote::Refused,
                _ => Vote::Unknown(self.unexpected(&Value::Array(list))),
            },
            other => Vote::Unknown(self.unexpected(&other)),
        }
    }

    /// A reply that is no answer: the server's error, or something else
    /// altogether. What else it may have sent before nobody can say.
    fn unexpected(&self, reply: &Value) -> Unavailable {
        if let Value::ServerError(error) = reply {
            return Unavailable::answered(self.server(), &server_words(error));
        }
        self.slot.abandon_idle();
        self.useless("a reply that the command cannot have".into())
    }
}

impl Node for SingleServer {
    fn acquire(&self, claim: &Claim, again: bool, by: Moment) -> Vote {
        if again || claim.fencing {
            return self.grant(&ACQUIRE, claim, &[], by);
        }
        let lease = millis(claim.lease);
        let token = claim.token.as_bytes();
        let set = [b"SET", claim.key, token, b"NX", b"PX", lease.as_bytes()];
        match self.ask_one(&set, by) {
            Ok(Value::Okay) => Vote::Granted(None),
            Ok(Value::Nil) => Vote::Refused,
            Ok(other) => Vote::Unknown(self.unexpected(&other)),
            Err(unavailable) => Vote::Unknown(unavailable),
        }
    }

    fn adopt(&self, claim: &Claim, from: &[u8], by: Moment) -> Vote {
        self.grant(&ADOPT, claim, &[from], by)
    }

    fn expire(&self, claim: &Claim, by: Moment) -> Vote {
        let lease = millis(claim.lease);
        let call = [claim.key, claim.token.as_bytes(), lease.as_bytes()];
        self.run_one(&EXPIRE, b"1", &call, by)
    }

    fn release(&self, owned: &[(&[u8], &[u8])], by: Moment) -> Vec<Vote> {
        let calls: Vec<_> = owned.iter().map(|(key, token)| [*key, *token]).collect();
        let calls: Vec<&[&[u8]]> = calls.iter().map(|call| &call[..]).collect();
        match self.run(&RELEASE, b"1", &calls, by) {
            Ok(replies) => replies.into_iter().map(|reply| self.vote(reply)).collect(),
            Err(unavailable) => owned
                .iter()
                .map(|_| Vote::Unknown(unavailable.clone()))
                .collect(),
        }
    }

    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable> {
        match self.ask_one(&[b"GET", key], by)? {
            Value::Nil => Ok(Holder::Nobody),
            Value::BulkString(owner) => Ok(Holder::Owner(owner)),
            Value::ServerError(error) if error.code() == "WRONGTYPE" => Ok(Holder::Foreign),
            other => Err(self.unexpected(&other)),
        }
    }

    fn useless(&self, words: String) -> Unavailable {
        Unavailable::lost(self.server(), anyhow!(words))
    }
}

/// The name of a key that belongs to the lock `key`, in the lock's slot of a
/// Cluster wherever a key can have a companion there.
fn companion(key: &[u8], what: &[u8]) -> Vec<u8> {
    [key, b":", what, b":{", key, b"}"].concat()
}

/// A lease as Redis takes it. At least one: PX 0 is an error and PEXPIRE 0 a deletion.
fn millis(lease: Duration) -> String {
    lease.as_millis().max(1).to_string()
}

fn is_no_script(reply: &Value) -> bool {
    matches!(reply, Value::ServerError(error) if error.code() == "NOSCRIPT")
}

/// An error as the server put it, its first word included.
fn server_words(error: &ServerError) -> String {
    let details = error.details().unwrap_or_default();
    format!("{} {details}", error.code())
}

/// An I/O error in words; what ran into its deadline says which.
fn in_time(error: io::Error, what: &str, span: Duration) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::TimedOut => anyhow!("{what} within {} ms", span.as_millis()),
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_companion_shares_the_slot_and_the_prefix_of_its_lock() {
        assert_eq!(companion(b"lock:a", b"fence"), b"lock:a:fence:{lock:a}");
    }

    #[test]
    fn no_lease_is_ever_sent_as_zero() {
        assert_eq!(millis(Duration::ZERO), "1");
        assert_eq!(millis(Duration::from_micros(10_900)), "10");
        assert_eq!(millis(Duration::from_secs(31_536_000)), "31536000000");
    }
}
