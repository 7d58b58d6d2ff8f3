//! The road to one Redis server.
//!
//! It knows how long a call may take, in which form a script goes, and what becomes of the
//! connection afterwards. It makes no call but the BLPOP of a wait, and reads no reply but errors.
//! Made by `road` for PHP threads, and by [`Endpoint`] for the renewing thread.

mod counting;
mod waiting;

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use std::{io, iter};

use anyhow::anyhow;

use super::{Counted, Questions, Road, Time};
use crate::clock::{Clock, Moment};
use crate::config::Server;
use crate::connection::{Caller, Connection, Connections, Endpoint, PORTION, Transport, in_time};
use crate::error::{Error, Unavailable};
use crate::node::{Deployment, Node};
use crate::os;
use crate::protocol::{Call, Form, Reply};

/// A single server, or something that behaves like one.
pub(super) struct OneServer {
    connections: Rc<Connections>,
}

/// When a command begins, and when it has to be back.
type Span = (Moment, Moment);

impl OneServer {
    pub(super) fn new(connections: Rc<Connections>) -> Self {
        Self { connections }
    }

    fn server(&self) -> &Server {
        self.connections.server()
    }

    /// The span of a command that is sent now.
    fn span(&self, by: Moment) -> Span {
        let now = os::now();
        (now, now.after(self.server().access.command_timeout).min(by))
    }

    /// Sends the calls by `exchange` and returns their replies, within a span that connecting is
    /// part of.
    fn exchange<'a, T>(
        &self,
        calls: impl Iterator<Item = (&'a Call<'a>, Form)>,
        (now, deadline): Span,
        exchange: impl FnOnce(&mut Transport, Moment, Moment) -> io::Result<T>,
    ) -> Result<T, Unavailable> {
        let (mut connection, begun) = self.connections.take(now, deadline)?;
        push(&mut connection.transport, calls);
        match exchange(&mut connection.transport, begun, deadline) {
            Ok(replies) => {
                self.connections.keep(connection);
                Ok(replies)
            }
            Err(error) => {
                self.connections.abandon(connection);
                let cause = in_time(error, "no answer", deadline.until(now));
                Err(Unavailable::unanswered(self.server(), cause))
            }
        }
    }

    fn exchange_one(&self, call: &Call, form: Form, span: Span) -> Result<Reply, Unavailable> {
        let calls = iter::once((call, form));
        self.exchange(calls, span, Transport::exchange_one)
    }

    /// Sends `count` calls. If they are many, a server that answers gets its time again and
    /// again, until `by`. A reply or its failure for each, in order.
    fn exchange_many<'a>(
        &self,
        calls: impl Iterator<Item = (&'a Call<'a>, Form)>,
        count: usize,
        (now, deadline): Span,
        by: Moment,
    ) -> Vec<Result<Reply, Unavailable>> {
        if count <= PORTION {
            return match self.exchange(calls, (now, deadline), Transport::exchange) {
                Ok(replies) => replies.into_iter().map(Ok).collect(),
                Err(unavailable) => vec![Err(unavailable); count],
            };
        }
        let mut connection = match self.connections.take(now, deadline) {
            Ok((connection, _)) => connection,
            Err(unavailable) => return vec![Err(unavailable); count],
        };
        push(&mut connection.transport, calls);
        let timeout = self.server().access.command_timeout;
        let (replies, end) = connection.transport.exchange_many(deadline, timeout, by, 0);
        let what = (replies.len(), count);
        let end = self.end_many(connection, end, what, timeout.min(by.until(now)));
        let mut replies: Vec<_> = replies.into_iter().map(Ok).collect();
        if let Err(unanswered) = end {
            replies.resize(count, Err(unanswered));
        }
        replies
    }

    /// Keeps the connection of many calls, or gives it up and says why answers are missing.
    fn end_many<T>(
        &self,
        connection: Box<Connection>,
        end: io::Result<T>,
        (answers, count): (usize, usize),
        time: Duration,
    ) -> Result<T, Unavailable> {
        match end {
            Ok(value) => {
                self.connections.keep(connection);
                Ok(value)
            }
            Err(error) => {
                self.connections.abandon(connection);
                let cause = in_time(error, &format!("only {answers} of {count} answers"), time);
                Err(Unavailable::unanswered(self.server(), cause))
            }
        }
    }

    /// Sends a call by `exchange`. A script that the server does not know by hash is sent once
    /// more, whole and within the same time.
    fn send_or_whole<T>(
        &self,
        call: &Call,
        by: Moment,
        exchange: impl Fn(Form, Span) -> Result<T, Unavailable>,
        reply: impl Fn(&T) -> &Reply,
    ) -> Result<T, Unavailable> {
        let (now, deadline) = self.span(by);
        let answer = exchange(Form::ByHash, (now, deadline))?;
        if !(call.is_script() && is_unknown_script(reply(&answer))) {
            return Ok(answer);
        }
        exchange(Form::Whole, (os::now(), deadline))
    }
}

impl Road for OneServer {
    fn send(&self, call: &Call, by: Moment) -> Result<Reply, Unavailable> {
        let exchange = |form, span| self.exchange_one(call, form, span);
        self.send_or_whole(call, by, exchange, |reply| reply)
    }

    /// Scripts that the server does not know by hash are sent again whole. If they are many,
    /// only the first one is sent whole at first, from which the server knows the script.
    fn send_all(&self, calls: &[Call], time: Time, by: Moment) -> Vec<Result<Reply, Unavailable>> {
        let count = calls.len();
        let (now, deadline) = self.span(by);
        let by = match time {
            Time::OfOne => deadline,
            Time::WhileAnswered => by,
        };
        let by_hash = calls.iter().map(|call| (call, Form::ByHash));
        let mut replies = self.exchange_many(by_hash, count, (now, deadline), by);
        // The server may forget the script of the first one before the last: then all go whole.
        for behind_the_first in [Form::ByHash, Form::Whole] {
            let unknown = replies.iter().filter(|it| is_unknown(it)).count();
            if unknown == 0 || behind_the_first == Form::ByHash && unknown <= PORTION {
                continue;
            }
            let asked = calls.iter().zip(&replies);
            let again = asked.filter(|(_, it)| is_unknown(it)).map(|(call, _)| call);
            let forms = iter::once(Form::Whole).chain(iter::repeat(behind_the_first));
            // Within the same time, unless they are many.
            let (now, anew) = self.span(by);
            let deadline = if count > PORTION { anew } else { deadline };
            let again = self.exchange_many(again.zip(forms), unknown, (now, deadline), by);
            let places = replies.iter_mut().filter(|it| is_unknown(it));
            places.zip(again).for_each(|(place, reply)| *place = reply);
        }
        replies
    }

    fn send_counted(
        &self,
        call: &Call,
        matters: &dyn Fn(&Reply) -> bool,
        by: Moment,
    ) -> Result<Counted, Unavailable> {
        self.send_with_wait(call, matters, by)
    }

    fn send_all_counted(&self, calls: &[Call], by: Moment) -> Vec<Result<Counted, Unavailable>> {
        self.send_all_with_wait(calls, by)
    }

    fn min_replicas(&self) -> u32 {
        self.server().access.min_replicas
    }

    fn deadline(&self, by: Moment) -> Moment {
        self.span(by).1
    }

    fn wait(
        &self,
        key: &[u8],
        token: &[u8],
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error> {
        self.wait_at_list(key, token, until, clock)
    }

    fn reject(&self, _: &[u8], reply: &Reply) -> Unavailable {
        if let Some(words) = reply.error_words() {
            let error = Unavailable::error_reply(self.server(), &words);
            if error.is_demoted() {
                // A new connection goes to where the address leads now.
                self.connections.close_idle();
            }
            return error;
        }
        self.connections.abandon_idle();
        let cause = anyhow!("the reply does not fit the command");
        Unavailable::unanswered(self.server(), cause)
    }

    fn name(&self) -> String {
        self.server().to_string()
    }

    fn hang_up(&self) {
        self.connections.close_idle();
    }

    fn deployment(&self) -> Arc<dyn Deployment> {
        Arc::clone(&self.connections.endpoint) as Arc<dyn Deployment>
    }
}

impl Deployment for Endpoint {
    fn node(self: Arc<Self>) -> Box<dyn Node> {
        let connections = Connections::new(self, Caller::RenewingThread);
        Box::new(Questions::over(OneServer::new(Rc::new(connections))))
    }
}

fn push<'a>(transport: &mut Transport, calls: impl Iterator<Item = (&'a Call<'a>, Form)>) {
    for (call, form) in calls {
        call.packed(form, |first, rest| transport.push(first, rest));
    }
}

fn is_unknown(reply: &Result<Reply, Unavailable>) -> bool {
    reply.as_ref().is_ok_and(is_unknown_script)
}

fn is_unknown_script(reply: &Reply) -> bool {
    reply.is_error("NOSCRIPT")
}
