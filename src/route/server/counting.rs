//! A call with WAIT behind it in the same pipeline: how many replicas have what it did.
//!
//! WAIT belongs to the connection that its call went over. An idle server ends a WAIT up to 100 ms late,
//! and at once if a byte arrives. So the route keeps the time: a late reply stays owed, and the next
//! command on the connection makes the server end the WAIT. The questions say what the count means.

use super::{OneServer, WithMap, no_reply};
use crate::clock::Moment;
use crate::connection::Transport;
use crate::error::Unavailable;
use crate::os;
use crate::protocol::{Call, Form, Reply};
use crate::route::extras::{Extras, count, counted_by, push_wait};
use crate::route::{Counted, Deadlines};

impl OneServer {
    /// As [`Router::send_counted`](crate::route::Router::send_counted), with `extras`.
    pub(in crate::route) fn send_with_wait(
        &self,
        call: &Call,
        extras: Extras,
        matters: &dyn Fn(&Reply) -> bool,
        span: Deadlines,
    ) -> Result<WithMap<Counted>, Unavailable> {
        let exchange = |form, span| self.exchange_counted(call, form, extras, matters, span);
        Self::send_or_whole(call, span, exchange, |(counted, _)| &counted.reply)
    }

    fn exchange_counted(
        &self,
        call: &Call,
        form: Form,
        extras: Extras,
        matters: &dyn Fn(&Reply) -> bool,
        span: Deadlines,
    ) -> Result<WithMap<Counted>, Unavailable> {
        let pack = |transport: &mut Transport| {
            extras.push(transport, call, form);
            extras.push_behind(transport);
            push_wait(
                transport,
                self.access().min_replicas,
                os::now(),
                span.deadline,
            );
        };
        let ask = |transport: &mut Transport, begun: Moment, deadline: Moment| {
            let replies = transport.exchange_but_last(begun, deadline)?;
            let replies = extras.unpack(replies);
            let does_matter = replies.as_ref().is_some_and(|(reply, _)| matters(reply));
            let now = os::now();
            let until = if does_matter {
                counted_by(now, deadline)
            } else {
                now
            };
            Ok((replies, transport.owed_reply(until), (now, until)))
        };
        let (replies, wait, time) = self.exchange(pack, span, ask)?;
        let name = &*self.connections;
        let (reply, map) = replies.ok_or_else(|| no_reply(name))?;
        let wait = count(name, wait, time);
        Ok((Counted { reply, wait }, map))
    }
}
