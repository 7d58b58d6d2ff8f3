//! Calls with WAIT behind them in the same pipeline: how many replicas have what they did.
//!
//! WAIT belongs to the connection that its calls went over, so each pipeline has its own. An idle
//! server ends a WAIT up to 100 ms late, and at once if a byte arrives. So the road keeps the time:
//! a late reply stays owed, and the next command on the connection makes the server end the WAIT.
//! The questions say what the count means.

use std::{io, iter};

use anyhow::anyhow;

use super::{OneServer, Span, is_unknown_script, push};
use crate::clock::Moment;
use crate::connection::{Transport, in_time};
use crate::error::Unavailable;
use crate::os;
use crate::protocol::{Call, Form, Reply, replicas};
use crate::road::Counted;

/// WAIT's reply, or `None` if it has not come in time, and how long that was.
type Waited = (io::Result<Option<Reply>>, Moment, Moment);

impl OneServer {
    /// As [`Road::send_counted`](crate::road::Road::send_counted).
    pub(super) fn send_with_wait(
        &self,
        call: &Call,
        matters: &dyn Fn(&Reply) -> bool,
        by: Moment,
    ) -> Result<Counted, Unavailable> {
        let exchange = |form, span| self.exchange_counted(call, form, matters, span);
        self.send_or_whole(call, by, exchange, |counted| &counted.reply)
    }

    fn exchange_counted(
        &self,
        call: &Call,
        form: Form,
        matters: &dyn Fn(&Reply) -> bool,
        span: Span,
    ) -> Result<Counted, Unavailable> {
        let exchange = |transport: &mut Transport, begun: Moment, deadline: Moment| {
            self.push_wait(transport, begun, deadline);
            let reply = transport.exchange_first(begun, deadline)?;
            let ends = matters(&reply).then_some(deadline);
            let waited = wait_for_count(transport, ends);
            Ok((reply, waited))
        };
        // With the iterator of `exchange_one` the compiler would inline neither (measured: 50
        // instructions a pair without `min_replicas`).
        let calls = [(call, form)].into_iter();
        let (reply, waited) = self.exchange(calls, span, exchange)?;
        let wait = self.count(waited);
        Ok(Counted { reply, wait })
    }

    /// As [`Road::send_all_counted`](crate::road::Road::send_all_counted). Scripts that the server
    /// does not know by hash are sent again: the first one whole, from which the server knows it.
    pub(super) fn send_all_with_wait(
        &self,
        calls: &[Call],
        by: Moment,
    ) -> Vec<Result<Counted, Unavailable>> {
        let (now, deadline) = self.span(by);
        let by_hash = calls.iter().map(|call| (call, Form::ByHash));
        let mut all = self.exchange_all_counted(by_hash, calls.len(), (now, deadline));
        let is_unknown = |counted: &Result<Counted, Unavailable>| {
            let counted = counted.as_ref();
            counted.is_ok_and(|it| is_unknown_script(&it.reply))
        };
        let count = all.iter().filter(|it| is_unknown(it)).count();
        if count > 0 {
            let unknown = calls.iter().zip(&all).filter(|(_, it)| is_unknown(it));
            let forms = iter::once(Form::Whole).chain(iter::repeat(Form::ByHash));
            let again = unknown.map(|(call, _)| call).zip(forms);
            // Within the same time.
            let again = self.exchange_all_counted(again, count, (os::now(), deadline));
            let places = all.iter_mut().filter(|it| is_unknown(it));
            places.zip(again).for_each(|(place, it)| *place = it);
        }
        all
    }

    fn exchange_all_counted<'a>(
        &self,
        calls: impl Iterator<Item = (&'a Call<'a>, Form)>,
        count: usize,
        (now, deadline): Span,
    ) -> Vec<Result<Counted, Unavailable>> {
        let (mut connection, begun) = match self.connections.take(now, deadline) {
            Ok(ready) => ready,
            Err(unavailable) => return vec![Err(unavailable); count],
        };
        let transport = &mut connection.transport;
        push(transport, calls);
        self.push_wait(transport, begun, deadline);
        let each = self.server().access.command_timeout;
        let (replies, end) = transport.exchange_many(deadline, each, deadline, 1);
        let end = end.map(|()| wait_for_count(transport, Some(deadline)));
        let what = (replies.len(), count);
        let end = self.end_many(connection, end, what, deadline.until(now));
        let wait = end.and_then(|waited| self.count(waited));
        with_wait(replies, wait, count)
    }

    fn push_wait(&self, transport: &mut Transport, begun: Moment, deadline: Moment) {
        let words = replicas::words(self.server().access.min_replicas, deadline.until(begun));
        transport.push(&[], &words);
    }

    fn count(&self, (reply, begun, until): Waited) -> Result<Reply, Unavailable> {
        Err(match reply {
            Ok(Some(reply)) => return Ok(reply),
            Ok(None) => {
                let late = io::ErrorKind::TimedOut.into();
                let cause = in_time(late, "WAIT had no answer", until.until(begun));
                Unavailable::uncounted(self.server(), &cause)
            }
            Err(error) => {
                let cause = anyhow!("WAIT had no answer: {error}");
                Unavailable::unanswered(self.server(), cause)
            }
        })
    }
}

/// The replies to `count` calls, each with what WAIT says of all of them. Calls without a reply have
/// the same trouble as WAIT.
fn with_wait(
    replies: Vec<Reply>,
    wait: Result<Reply, Unavailable>,
    count: usize,
) -> Vec<Result<Counted, Unavailable>> {
    let counted = replies.into_iter().map(|reply| {
        let wait = wait.clone();
        Ok(Counted { reply, wait })
    });
    let mut all: Vec<_> = counted.collect();
    if let Err(unanswered) = wait {
        all.resize(count, Err(unanswered));
    }
    all
}

/// Waits for WAIT's reply with half of the time that is left until `ends`; without `ends` not at
/// all.
fn wait_for_count(transport: &mut Transport, ends: Option<Moment>) -> Waited {
    let now = os::now();
    let until = ends.map_or(now, |ends| now.after(ends.until(now) / 2));
    (transport.owed_reply(until), now, until)
}
