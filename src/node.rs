//! One Redis server as a [`Node`]: questions in, commands out, replies judged.
//!
//! It decides what a reply means and never what to do about it: that is
//! `lock`'s. A reply that is not exactly one of those that its command may
//! have is no answer. The only part of the crate that knows the redis crate.
//! Made by `php` for each object, over the connections of a [`Pool`]; by `reached`
//! for the renewing thread, over one of its own.

mod handshake;
mod polling;
mod pool;
mod reached;
mod reply;
mod script;
mod transport;
mod waiting;

use std::io;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use anyhow::anyhow;
use redis::{ServerError, Value};

use crate::clock::{Clock, Moment};
use crate::config::Server;
use crate::error::{Error, Unavailable};
use crate::os;
use crate::quorum::{Asked, Deployment, Holder, Node, Owned, Ownership, Ticket, Turn, Vote, Woken};
use crate::scripts::{fence_counter, queue};

pub(crate) use pool::Pool;
use pool::Slot;
use script::{ADOPT, EXPIRE, RELEASE, RENEW, Script};
use transport::{PORTION, Transport};
use waiting::Joins;

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
        self.slot.server()
    }

    /// When a command begins that is sent now, and when it ends.
    fn span(&self, by: Moment) -> (Moment, Moment) {
        let now = os::now();
        (now, now.after(self.server().command_timeout).min(by))
    }

    /// Sends the commands that `push` adds and returns their replies, within a
    /// span that connecting is part of.
    fn ask(
        &self,
        push: impl Fn(&mut Transport),
        (now, deadline): (Moment, Moment),
    ) -> Result<Vec<Value>, Unavailable> {
        let (mut connection, begun) = self.slot.take(now, deadline)?;
        push(&mut connection.transport);
        let answer = connection.transport.exchange(begun, deadline);
        self.slot.put(connection, answer.is_ok());
        answer.map_err(|error| {
            let cause = in_time(error, "no answer", deadline.until(now));
            Unavailable::unanswered(self.server(), cause)
        })
    }

    /// The first attempt: one command, and the layout that every other library
    /// of this kind uses.
    fn set(&self, wanted: &Ownership, by: Moment) -> Vote {
        let lease = millis(wanted.lease);
        let token = wanted.token.as_bytes();
        let set = [b"SET", wanted.key, token, b"NX", b"PX", lease.as_bytes()];
        match self.ask_one(&set, by) {
            Ok(Value::Okay) => Vote::Granted(None),
            Ok(Value::Nil) => Vote::Refused,
            Ok(other) => Vote::Unknown(self.unexpected(&other)),
            Err(unavailable) => Vote::Unknown(unavailable),
        }
    }

    fn ask_one(&self, command: &[&[u8]], by: Moment) -> Result<Value, Unavailable> {
        let mut replies = self.ask(|to| to.push(command, &[]), self.span(by))?;
        replies.pop().ok_or_else(|| self.no_answer("no reply"))
    }

    /// The same for so many commands, as many as there may be: a server that answers gets its
    /// time again and again, until `by`. A reply or its failure each, in order.
    fn ask_many(
        &self,
        push: impl Fn(&mut Transport),
        count: usize,
        (now, deadline): (Moment, Moment),
        by: Moment,
    ) -> Vec<Result<Value, Unavailable>> {
        if count <= PORTION {
            return each(count, self.ask(push, (now, deadline)));
        }
        let mut connection = match self.slot.take(now, deadline) {
            Ok((connection, _)) => connection,
            Err(unavailable) => return each(count, Err(unavailable)),
        };
        push(&mut connection.transport);
        let timeout = self.server().command_timeout;
        let (replies, end) = connection.transport.exchange_many(deadline, timeout, by);
        self.slot.put(connection, end.is_ok());
        let mut answers: Vec<_> = replies.into_iter().map(Ok).collect();
        if let Err(error) = end {
            let what = format!("{} of {count} answers, and no more", answers.len());
            let cause = in_time(error, &what, timeout.min(by.until(now)));
            let unanswered = Unavailable::unanswered(self.server(), cause);
            answers.resize_with(count, || Err(unanswered.clone()));
        }
        answers
    }

    /// Runs a script for each of `calls`, which are keys and arguments, the
    /// keys first. Those that the server did not know by hash are sent again whole; of many
    /// first only one is, from which the server knows the script. One answer each, in order.
    fn run<'a, const N: usize>(
        &self,
        script: &Script,
        keys: &[u8],
        calls: &(impl Iterator<Item = [&'a [u8]; N]> + Clone),
        by: Moment,
    ) -> Vec<Result<Value, Unavailable>> {
        let by_hash: [&[u8]; 3] = [b"EVALSHA", script.hash(), keys];
        let whole: [&[u8]; 3] = [b"EVAL", script.text.as_bytes(), keys];
        let (now, deadline) = self.span(by);
        let push_all = |to: &mut Transport| {
            calls.clone().for_each(|call| to.push(&by_hash, &call));
        };
        let count = calls.clone().count();
        let mut answers = self.ask_many(push_all, count, (now, deadline), by);
        // What the first one brings, the server may forget before the last: then all do.
        for only_first in [true, false] {
            let unknown = answers.iter().filter(|it| is_no_script(it)).count();
            if unknown == 0 || only_first && unknown <= PORTION {
                continue;
            }
            let push_unknown = |to: &mut Transport| {
                let mut head = &whole;
                let asked = calls.clone().zip(&answers);
                for (call, _) in asked.filter(|(_, answer)| is_no_script(answer)) {
                    to.push(head, &call);
                    if only_first {
                        head = &by_hash;
                    }
                }
            };
            // Within the same time, but for many.
            let (now, anew) = self.span(by);
            let deadline = if count > PORTION { anew } else { deadline };
            let again = self.ask_many(push_unknown, unknown, (now, deadline), by);
            let slots = answers.iter_mut().filter(|it| is_no_script(it));
            slots.zip(again).for_each(|(slot, answer)| *slot = answer);
        }
        answers
    }

    fn run_one<const N: usize>(
        &self,
        script: &Script,
        keys: &[u8],
        call: [&[u8]; N],
        by: Moment,
    ) -> Result<Value, Unavailable> {
        let mut answers = self.run(script, keys, &std::iter::once(call), by);
        answers
            .pop()
            .unwrap_or_else(|| Err(self.no_answer("no reply")))
    }

    /// What the reply of a script that grants means; the fence comes exactly
    /// where one was asked for.
    fn granted(&self, reply: &Value, fencing: bool) -> Vote {
        let Value::Array(list) = reply else {
            return Vote::Unknown(self.unexpected(reply));
        };
        match (&**list, fencing) {
            ([Value::Int(1), Value::Nil], false) => Vote::Granted(None),
            ([Value::Int(1), Value::Int(fence)], true) => Vote::Granted(Some(*fence)),
            ([Value::Int(0)], _) => Vote::Refused,
            _ => Vote::Unknown(self.unexpected(reply)),
        }
    }

    /// What the reply of a script that changes or frees means.
    fn done(&self, reply: &Value) -> Vote {
        match reply {
            Value::Int(1) => Vote::Granted(None),
            Value::Int(0) => Vote::Refused,
            _ => Vote::Unknown(self.unexpected(reply)),
        }
    }

    /// One vote for each answer.
    fn votes(&self, answers: Vec<Result<Value, Unavailable>>) -> Vec<Vote> {
        let vote = |answer: Result<Value, Unavailable>| {
            answer.map_or_else(Vote::Unknown, |reply| self.done(&reply))
        };
        answers.into_iter().map(vote).collect()
    }

    fn no_answer(&self, words: &'static str) -> Unavailable {
        Unavailable::unanswered(self.server(), anyhow!(words))
    }

    /// A reply that is no answer: the server's error, or something else
    /// altogether. What else it may have sent before nobody can say.
    fn unexpected(&self, reply: &Value) -> Unavailable {
        if let Value::ServerError(error) = reply {
            let refused = Unavailable::refused(self.server(), &server_words(error));
            if refused.is_demoted() {
                // Where the address leads now, a new connection says.
                self.slot.close_idle();
            }
            return refused;
        }
        self.slot.abandon_idle();
        self.no_answer("a reply that the command cannot have")
    }
}

impl Node for SingleServer {
    fn acquire(&self, wanted: &Ownership, asked: Asked, by: Moment) -> Vote {
        let ticket = match asked {
            Asked::Never if !wanted.fencing => return self.set(wanted, by),
            Asked::Never => None,
            Asked::Before(ticket) => ticket,
        };
        let reply = self.run_acquire(wanted, ticket, Joins::No, by);
        reply.map_or_else(Vote::Unknown, |it| self.granted(&it, wanted.fencing))
    }

    fn join(&self, wanted: &Ownership, ticket: Option<Ticket>, by: Moment) -> Turn {
        let reply = self.run_acquire(wanted, ticket, Joins::Yes, by);
        reply.map_or_else(Turn::Unknown, |it| self.turn(&it, wanted.fencing))
    }

    fn wait(&self, wanted: &Ownership, until: Moment, clock: &dyn Clock) -> Result<Woken, Error> {
        self.wait_in_queue(wanted, until, clock)
    }

    fn adopt(&self, wanted: &Ownership, from: &[u8], by: Moment) -> Vote {
        let fences = fence_counter(wanted.key);
        let lease = millis(wanted.lease);
        let call: [&[u8]; 6] = [
            wanted.key,
            &fences,
            wanted.token.as_bytes(),
            lease.as_bytes(),
            fencing(wanted),
            from,
        ];
        let reply = self.run_one(&ADOPT, b"2", call, by);
        reply.map_or_else(Vote::Unknown, |it| self.granted(&it, wanted.fencing))
    }

    fn expire(&self, wanted: &Ownership, by: Moment) -> Vote {
        let lease = millis(wanted.lease);
        let call = [wanted.key, wanted.token.as_bytes(), lease.as_bytes()];
        let reply = self.run_one(&EXPIRE, b"1", call, by);
        reply.map_or_else(Vote::Unknown, |it| self.done(&it))
    }

    fn release(&self, owned: &[Owned], by: Moment) -> Vec<Vote> {
        let queues: Vec<_> = owned.iter().map(|one| queue(one.key)).collect();
        let with_queue = owned.iter().zip(&queues);
        let calls = with_queue.map(|(one, queue)| [one.key, queue, one.token]);
        self.votes(self.run(&RELEASE, b"2", &calls, by))
    }

    fn renew(&self, leases: &[Ownership], by: Moment) -> Vec<Vote> {
        let spans: Vec<_> = leases.iter().map(|one| millis(one.lease)).collect();
        let with_span = leases.iter().zip(&spans);
        let calls = with_span.map(|(one, span)| [one.key, one.token.as_bytes(), span.as_bytes()]);
        // No more time than for one command, however slow it is: other servers wait meanwhile,
        // and so does whoever gives one of these a new lifetime.
        let (_, deadline) = self.span(by);
        self.votes(self.run(&RENEW, b"1", &calls, deadline))
    }

    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable> {
        match self.ask_one(&[b"GET", key], by)? {
            Value::Nil => Ok(Holder::Nobody),
            Value::BulkString(owner) => Ok(Holder::Owner(owner)),
            Value::ServerError(error) if error.code() == "WRONGTYPE" => Ok(Holder::Foreign),
            other => Err(self.unexpected(&other)),
        }
    }

    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable> {
        match self.ask_one(&[b"EXISTS", key], by)? {
            Value::Int(0) => Ok(false),
            Value::Int(1) => Ok(true),
            other => Err(self.unexpected(&other)),
        }
    }

    fn name(&self) -> String {
        self.server().to_string()
    }

    fn hang_up(&self) {
        self.slot.close_idle();
    }

    fn deployment(&self) -> Arc<dyn Deployment> {
        // Not first in the renewing thread: a fork meanwhile would leave it half made.
        LazyLock::force(&RENEW);
        Arc::clone(&self.slot.reached) as Arc<dyn Deployment>
    }
}

/// Whether the scripts are to make a fencing token.
fn fencing(wanted: &Ownership) -> &'static [u8] {
    if wanted.fencing { b"1" } else { b"0" }
}

/// A lease as Redis takes it. At least one: PX 0 is an error and PEXPIRE 0 a deletion.
fn millis(lease: Duration) -> String {
    let millis = u64::try_from(lease.as_millis()).unwrap_or(u64::MAX);
    millis.max(1).to_string()
}

fn is_no_script(answer: &Result<Value, Unavailable>) -> bool {
    matches!(answer, Ok(Value::ServerError(error)) if error.code() == "NOSCRIPT")
}

/// Replies, or their failure for each of so many.
fn each(count: usize, replies: Result<Vec<Value>, Unavailable>) -> Vec<Result<Value, Unavailable>> {
    match replies {
        Ok(replies) => replies.into_iter().map(Ok).collect(),
        Err(unavailable) => vec![Err(unavailable); count],
    }
}

/// An error as the server put it, its first word included; but for what it
/// was told, passwords and tokens among it, which some errors repeat.
fn server_words(error: &ServerError) -> String {
    let details = error.details().unwrap_or_default();
    let end = details.find(", with args beginning with");
    let details = details.get(..end.unwrap_or(details.len()));
    format!("{} {}", error.code(), details.unwrap_or_default())
}

/// An I/O error in words; what ran into its deadline says which.
fn in_time(error: io::Error, what: &str, span: Duration) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::TimedOut => {
            let millis = (span + Duration::from_micros(500)).as_millis();
            anyhow!("{what} within {millis} ms")
        }
        _ => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_lease_is_ever_sent_as_zero() {
        assert_eq!(millis(Duration::ZERO), "1");
        assert_eq!(millis(Duration::from_micros(10_900)), "10");
        assert_eq!(millis(Duration::from_secs(31_536_000)), "31536000000");
    }
}
