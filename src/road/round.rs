//! One round: several calls at once, to one server or to several, each server with one pipeline.
//!
//! No server waits for another one. A server that does not answer costs its own calls and no others. A
//! round sends a script again, whole, if a server does not know its hash. It reads no other reply and
//! follows no redirect. Used by `server`, which has one server, and by `cluster`.

use std::io;
use std::time::Duration;

use anyhow::anyhow;

use super::extras::{Extras, count, counted_by, is_unknown_script, push_wait};
use super::{Counted, Span, Time};
use crate::clock::Moment;
use crate::connection::{
    Awaited, Begun, Connection, Connections, Exchange, Opening, Owed, PORTION, Step, in_time,
};
use crate::error::Unavailable;
use crate::os::{self, Wanted};
use crate::protocol::{Call, Form, Reply};

/// What a round asks of one server.
pub(super) struct Lane<'a> {
    pub(super) connections: &'a Connections,
    pub(super) calls: Vec<Sent<'a>>,
    /// Whether CLUSTER SLOTS goes behind the calls.
    pub(super) with_map: bool,
    /// The reply to CLUSTER SLOTS.
    pub(super) map: Option<Reply>,
}

/// A call of a round, and what came of it.
pub(super) struct Sent<'a> {
    pub(super) call: &'a Call<'a>,
    /// Whether ASKING goes before it.
    pub(super) is_asking: bool,
    form: Form,
    /// `None`: it is still to be sent.
    pub(super) outcome: Option<Result<Answer, Unavailable>>,
}

/// A reply, and WAIT's behind it if the round counts replicas.
pub(super) struct Answer {
    pub(super) reply: Reply,
    pub(super) wait: Option<Result<Reply, Unavailable>>,
}

/// How a round is asked.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// The time of one call.
    pub(super) span: Span,
    pub(super) time: Time,
    /// Whether WAIT stands behind the calls to each server.
    pub(super) counts: bool,
    /// By when the whole round ends at the latest.
    pub(super) by: Moment,
}

impl Manner {
    /// How much more time a server gets that answers so many calls slowly: this time, again and again,
    /// until then.
    fn more(&self, timeout: Duration, calls: usize) -> Option<(Duration, Moment)> {
        let is_slow = calls > PORTION && self.time == Time::WhileAnswered;
        is_slow.then_some((timeout, self.by))
    }
}

impl<'a> Lane<'a> {
    pub(super) fn new(connections: &'a Connections, calls: Vec<Sent<'a>>) -> Self {
        Self {
            connections,
            calls,
            with_map: false,
            map: None,
        }
    }
}

impl Answer {
    /// The reply of a round that counts replicas.
    pub(super) fn counted(self) -> Counted {
        let Self { reply, wait } = self;
        let wait = wait.unwrap_or(Ok(Reply::Nil));
        Counted { reply, wait }
    }
}

impl<'a> Sent<'a> {
    pub(super) fn new(call: &'a Call<'a>, is_asking: bool) -> Self {
        Self {
            call,
            is_asking,
            form: Form::ByHash,
            outcome: None,
        }
    }

    fn is_to_be_sent(&self) -> bool {
        self.outcome.is_none()
    }

    fn has_unknown_script(&self) -> bool {
        let answer = self.outcome.as_ref().and_then(|it| it.as_ref().ok());
        self.call.is_script() && answer.is_some_and(|it| is_unknown_script(&it.reply))
    }
}

/// Asks all lanes at once. Afterwards each call has its outcome. Scripts that a server does not know by
/// hash are sent again whole. If they are many, only the first one goes whole at first, from which the
/// server knows the script.
pub(super) fn ask(lanes: &mut [Lane], manner: Manner) {
    ask_once(lanes, manner);
    // The server may forget the script of the first one before the last: then all go whole.
    for behind_the_first in [Form::ByHash, Form::Whole] {
        let mut is_again = false;
        let mut are_many = false;
        for lane in &mut *lanes {
            let unknown = lane.calls.iter().filter(|it| it.has_unknown_script());
            let count = unknown.count();
            let behind = if count > PORTION {
                behind_the_first
            } else {
                Form::Whole
            };
            are_many |= lane.calls.len() > PORTION;
            let unknown = lane.calls.iter_mut().filter(|it| it.has_unknown_script());
            for (place, sent) in unknown.enumerate() {
                is_again = true;
                sent.form = if place == 0 { Form::Whole } else { behind };
                sent.outcome = None;
            }
        }
        if !is_again {
            return;
        }
        // Within the same time, unless they are many.
        let span = manner.span;
        let span = if are_many && manner.time == Time::WhileAnswered {
            Span::begin(span.deadline.until(span.now), manner.by)
        } else {
            span.rest()
        };
        ask_once(lanes, Manner { span, ..manner });
    }
}

/// One pipeline for each lane that has something to send.
fn ask_once(lanes: &mut [Lane], manner: Manner) {
    let begin = |lane: &mut Lane| {
        if !lane.calls.iter().any(Sent::is_to_be_sent) {
            return State::Over;
        }
        match lane.connections.begin(manner.span.now, manner.span.open_by) {
            Ok(Begun::Ready(connection)) => lane.send(connection, manner),
            Ok(Begun::Opens(opening)) => State::Opening(opening),
            Err(trouble) => lane.give_up(&trouble),
        }
    };
    let mut states: Vec<_> = lanes.iter_mut().map(begin).collect();
    loop {
        let mut wanted = Vec::with_capacity(lanes.len());
        for (lane, state) in lanes.iter_mut().zip(&mut states) {
            let now = std::mem::replace(state, State::Over);
            *state = lane.go_on(now, manner, &mut wanted);
        }
        if wanted.is_empty() {
            return;
        }
        if let Err(error) = os::wait_for_any(&wanted) {
            for (lane, state) in lanes.iter_mut().zip(&mut states) {
                let cause = || anyhow!("the system does not wait: {error}");
                if !matches!(std::mem::replace(state, State::Over), State::Over) {
                    let trouble = Unavailable::unanswered(lane.connections, cause());
                    lane.give_up(&trouble);
                }
            }
            return;
        }
    }
}

/// How far a lane is.
enum State {
    Opening(Box<Opening>),
    Exchanging(Box<Connection>, Exchange),
    /// All calls have their replies, and WAIT has none.
    Counting(Box<Connection>, Awaited, (Moment, Moment)),
    Over,
}

impl Lane<'_> {
    /// Goes on as far as it goes now, and adds what it waits for.
    fn go_on(&mut self, mut state: State, manner: Manner, wanted: &mut Vec<Wanted>) -> State {
        loop {
            state = match state {
                State::Opening(opening) => match opening.step() {
                    Ok(Step::Open(opened)) => {
                        let connection = self.connections.opened(opened);
                        self.send(connection, manner)
                    }
                    Ok(Step::Waits(opening, waits)) => {
                        wanted.push(waits);
                        return State::Opening(opening);
                    }
                    Err(trouble) => self.give_up(&trouble),
                },
                State::Exchanging(mut connection, mut exchange) => {
                    let more = self.more(manner);
                    match connection.transport.go_on(&mut exchange, more) {
                        Ok(Some(waits)) => {
                            wanted.push(waits);
                            return State::Exchanging(connection, exchange);
                        }
                        Ok(None) => self.take_replies(connection, exchange, manner),
                        Err(error) => self.cut_off(connection, exchange, error, manner),
                    }
                }
                State::Counting(mut connection, mut awaited, counting) => {
                    match connection.transport.look_for_owed(&mut awaited) {
                        Ok(Owed::Waits(waits)) => {
                            wanted.push(waits);
                            return State::Counting(connection, awaited, counting);
                        }
                        Ok(Owed::Came(reply)) => {
                            let wait = count(&*connection.endpoint, Ok(reply), counting);
                            self.connections.keep(connection);
                            self.counted(&wait)
                        }
                        Err(error) => {
                            let wait = count(&*connection.endpoint, Err(error), counting);
                            self.connections.abandon(connection);
                            self.counted(&wait)
                        }
                    }
                }
                State::Over => return State::Over,
            }
        }
    }

    /// Whether nothing was sent to the server.
    pub(super) fn is_unsent(&self) -> bool {
        let is_unsent =
            |sent: &Sent| matches!(&sent.outcome, Some(Err(trouble)) if trouble.is_unsent());
        self.calls.iter().all(is_unsent)
    }

    fn min_replicas(&self, manner: Manner) -> u32 {
        if manner.counts {
            self.connections.access().min_replicas
        } else {
            0
        }
    }

    fn more(&self, manner: Manner) -> Option<(Duration, Moment)> {
        let timeout = self.connections.access().command_timeout;
        manner.more(timeout, self.calls.len())
    }

    fn send(&mut self, mut connection: Box<Connection>, manner: Manner) -> State {
        let deadline = manner.span.deadline;
        let transport = &mut connection.transport;
        for sent in self.calls.iter().filter(|it| it.is_to_be_sent()) {
            let extras = Extras {
                is_asking: sent.is_asking,
                ..Extras::NONE
            };
            extras.push(transport, sent.call, sent.form);
        }
        let behind = Extras {
            with_map: self.with_map && self.map.is_none(),
            ..Extras::NONE
        };
        behind.push_behind(transport);
        let min_replicas = self.min_replicas(manner);
        if min_replicas > 0 {
            push_wait(transport, min_replicas, os::now(), deadline);
        }
        let exchange = transport.start(usize::from(min_replicas > 0), deadline);
        State::Exchanging(connection, exchange)
    }

    fn take_replies(
        &mut self,
        connection: Box<Connection>,
        exchange: Exchange,
        manner: Manner,
    ) -> State {
        self.fill(exchange.replies(None));
        if self.min_replicas(manner) == 0 {
            self.connections.keep(connection);
            return State::Over;
        }
        let now = os::now();
        let until = counted_by(now, manner.span.deadline);
        State::Counting(connection, Awaited::until(until), (now, until))
    }

    /// The connection broke, or the time is over. Some replies may have come.
    fn cut_off(
        &mut self,
        connection: Box<Connection>,
        exchange: Exchange,
        error: io::Error,
        manner: Manner,
    ) -> State {
        let count = self.calls.iter().filter(|it| it.is_to_be_sent()).count();
        self.fill(exchange.replies(Some(&error)));
        let missing = self.calls.iter().filter(|it| it.is_to_be_sent()).count();
        let what = if missing == count {
            "no answer".to_owned()
        } else {
            format!("only {} of {count} answers", count - missing)
        };
        let Span { now, deadline, .. } = manner.span;
        let time = match self.more(manner) {
            Some((each, by)) => each.min(by.until(now)),
            None => deadline.until(now),
        };
        let cause = in_time(error, &what, time);
        let trouble = Unavailable::unanswered(&*connection.endpoint, cause);
        self.connections.abandon(connection);
        let wait = Err(trouble.clone());
        if self.min_replicas(manner) > 0 {
            self.counted(&wait);
        }
        self.give_up(&trouble)
    }

    /// Gives each call its reply, as far as they have come.
    fn fill(&mut self, replies: Vec<Reply>) {
        let mut replies = replies.into_iter();
        for sent in self.calls.iter_mut().filter(|it| it.is_to_be_sent()) {
            let reply = if sent.is_asking {
                replies.nth(1)
            } else {
                replies.next()
            };
            let answer = |reply| Ok(Answer { reply, wait: None });
            sent.outcome = reply.map(answer);
        }
        self.map = self.map.take().or(replies.next());
    }

    /// Gives each call that has a reply what WAIT says of all of them.
    fn counted(&mut self, wait: &Result<Reply, Unavailable>) -> State {
        for sent in &mut self.calls {
            if let Some(Ok(answer)) = &mut sent.outcome {
                answer.wait.get_or_insert_with(|| wait.clone());
            }
        }
        State::Over
    }

    /// Gives each call without a reply this trouble.
    fn give_up(&mut self, trouble: &Unavailable) -> State {
        for sent in self.calls.iter_mut().filter(|it| it.is_to_be_sent()) {
            sent.outcome = Some(Err(trouble.clone()));
        }
        State::Over
    }
}
