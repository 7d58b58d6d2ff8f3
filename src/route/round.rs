//! One round: several calls at once, to one server or to several, each server with one pipeline.
//!
//! No server waits for another one. A server that does not answer costs its own calls and no others. A
//! round sends a script again, whole, if a server does not know its hash. It reads no other reply:
//! `cluster` says where a call is sent next that was redirected. Used by `server`, which has one server,
//! and by `cluster`.

use std::io;
use std::rc::Rc;
use std::time::Duration;

use anyhow::anyhow;

use super::extras::{Extras, count, counted_by, is_unknown_script, next_reply, push_wait};
use super::{Counted, Deadlines, Timeout};
use crate::clock::Moment;
use crate::connection::{
    Awaited, Checkout, Connection, Connections, Exchange, Opening, Owed, PORTION, Step, in_time,
};
use crate::error::Unavailable;
use crate::os::{self, Wanted};
use crate::protocol::{Call, Form, Reply};

/// What a round asks of one server.
pub(super) struct Pipeline<'a, S> {
    /// Which server that is.
    pub(super) server: S,
    connections: Rc<Connections>,
    span: Deadlines,
    pub(super) calls: Vec<Sent<'a>>,
    /// Whether CLUSTER SLOTS goes behind the calls.
    pub(super) with_map: bool,
    /// The reply to CLUSTER SLOTS.
    pub(super) map: Option<Reply>,
    /// How often a script of it was unknown.
    resent: u8,
}

/// A call of a round, and what came of it.
pub(super) struct Sent<'a> {
    /// Its place among all calls of the question.
    pub(super) at: usize,
    call: &'a Call<'a>,
    /// Whether ASKING goes before it.
    is_asking: bool,
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
pub(super) struct RoundOptions {
    pub(super) time: Timeout,
    /// Whether WAIT stands behind the calls to each server.
    pub(super) counts: bool,
    /// By when the whole round ends at the latest.
    pub(super) by: Moment,
}

impl RoundOptions {
    /// Of a question with this span, which may take until `by` altogether.
    pub(super) fn new(time: Timeout, counts: bool, span: Deadlines, by: Moment) -> Self {
        let by = match time {
            Timeout::Once => span.deadline,
            Timeout::PerPortion => by,
        };
        Self { time, counts, by }
    }

    /// The time of calls that follow `before`, in the same question. They share its time. But if they are
    /// among many calls, to servers that answer, they have the time of one call again.
    pub(super) fn next(&self, before: Deadlines, timeout: Duration, calls: usize) -> Deadlines {
        if self.gives_more(calls) {
            Deadlines::begin(timeout, self.by)
        } else {
            before.rest()
        }
    }

    /// Whether a server that answers so many calls slowly gets its time again and again.
    fn gives_more(&self, calls: usize) -> bool {
        calls > PORTION && self.time == Timeout::PerPortion
    }
}

impl<'a, S> Pipeline<'a, S> {
    pub(super) fn new(
        server: S,
        connections: Rc<Connections>,
        calls: Vec<Sent<'a>>,
        span: Deadlines,
    ) -> Self {
        Self {
            server,
            connections,
            span,
            calls,
            with_map: false,
            map: None,
            resent: 0,
        }
    }
}

/// The replies of a round.
pub(super) fn replies(
    answers: Vec<Result<Answer, Unavailable>>,
) -> Vec<Result<Reply, Unavailable>> {
    let replies = answers.into_iter().map(|it| it.map(|answer| answer.reply));
    replies.collect()
}

/// The replies of a round that counts replicas.
pub(super) fn counted(
    answers: Vec<Result<Answer, Unavailable>>,
) -> Vec<Result<Counted, Unavailable>> {
    let counted = |Answer { reply, wait }| {
        let wait = wait.unwrap_or(Ok(Reply::Nil));
        Counted { reply, wait }
    };
    answers.into_iter().map(|it| it.map(counted)).collect()
}

impl<'a> Sent<'a> {
    pub(super) fn new(at: usize, call: &'a Call<'a>, is_asking: bool) -> Self {
        Self {
            at,
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

/// Asks all pipelines at once. `after` gets each pipeline when it is over: each of its calls has an outcome then.
/// It returns the pipelines that follow, if there are any.
pub(super) fn ask<'a, S>(
    pipelines: Vec<Pipeline<'a, S>>,
    manner: RoundOptions,
    mut after: impl FnMut(Pipeline<'a, S>) -> Vec<Pipeline<'a, S>>,
) {
    let begin = |mut pipeline: Pipeline<'a, S>| {
        let state = pipeline.begin(manner);
        (pipeline, state)
    };
    let mut running: Vec<_> = pipelines.into_iter().map(begin).collect();
    while !running.is_empty() {
        let mut wanted = Vec::with_capacity(running.len());
        let mut new = Vec::new();
        let mut rest = Vec::with_capacity(running.len());
        for (mut pipeline, state) in running {
            match pipeline.go_on(state, manner, &mut wanted) {
                State::Over => new.extend(after(pipeline)),
                state => rest.push((pipeline, state)),
            }
        }
        running = rest;
        let are_new = !new.is_empty();
        running.extend(new.into_iter().map(begin));
        if are_new || running.is_empty() {
            continue;
        }
        if let Err(error) = os::wait_for_any(&wanted) {
            for (pipeline, state) in &mut running {
                *state = pipeline.break_off(std::mem::replace(state, State::Over), &error);
            }
        }
    }
}

/// How far a pipeline is.
enum State {
    Opening(Box<Opening>),
    Exchanging(Box<Connection>, Exchange),
    /// All calls have their replies, and WAIT has none.
    Counting(Box<Connection>, Awaited, (Moment, Moment)),
    Over,
}

impl<S> Pipeline<'_, S> {
    fn begin(&mut self, manner: RoundOptions) -> State {
        match self.connections.begin(self.span.now, self.span.open_by) {
            Ok(Checkout::Ready(connection)) => self.send(connection, manner),
            Ok(Checkout::Opens(opening)) => State::Opening(opening),
            Err(trouble) => self.give_up(&trouble),
        }
    }

    /// Goes on as far as it goes now, and adds what it waits for.
    fn go_on(&mut self, mut state: State, manner: RoundOptions, wanted: &mut Vec<Wanted>) -> State {
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
                            self.take_count(&wait);
                            self.end(connection, manner)
                        }
                        Err(error) => {
                            let wait = count(&*connection.endpoint, Err(error), counting);
                            self.connections.abandon(connection);
                            self.take_count(&wait);
                            self.forget_unknown_scripts();
                            match &wait {
                                Err(trouble) => self.give_up(trouble),
                                Ok(_) => State::Over,
                            }
                        }
                    }
                }
                State::Over => return State::Over,
            }
        }
    }

    pub(super) fn span(&self) -> Deadlines {
        self.span
    }

    /// Whether the server has answered all calls.
    pub(super) fn is_answered(&self) -> bool {
        let is_answered = |sent: &Sent| matches!(&sent.outcome, Some(Ok(_)));
        self.calls.iter().all(is_answered)
    }

    /// Whether nothing was sent to the server.
    pub(super) fn is_unsent(&self) -> bool {
        let is_unsent =
            |sent: &Sent| matches!(&sent.outcome, Some(Err(trouble)) if trouble.is_unsent());
        self.calls.iter().all(is_unsent)
    }

    fn min_replicas(&self, manner: RoundOptions) -> u32 {
        if manner.counts {
            self.connections.access().min_replicas
        } else {
            0
        }
    }

    fn timeout(&self) -> Duration {
        self.connections.access().command_timeout
    }

    /// How much more time the server gets: this time, again and again, until then.
    fn more(&self, manner: RoundOptions) -> Option<(Duration, Moment)> {
        let gives_more = manner.gives_more(self.calls.len());
        gives_more.then_some((self.timeout(), manner.by))
    }

    fn send(&mut self, mut connection: Box<Connection>, manner: RoundOptions) -> State {
        let deadline = self.span.deadline;
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
        manner: RoundOptions,
    ) -> State {
        self.fill(exchange.replies(None));
        if self.min_replicas(manner) == 0 {
            return self.end(connection, manner);
        }
        let now = os::now();
        let until = counted_by(now, self.span.deadline);
        State::Counting(connection, Awaited::until(until), (now, until))
    }

    /// All calls have their replies. Scripts that the server does not know by hash are sent again whole. If
    /// they are many, only the first one goes whole at first, from which the server knows the script. It
    /// may forget that before the last one: then all go whole.
    fn end(&mut self, connection: Box<Connection>, manner: RoundOptions) -> State {
        let unknown = self.calls.iter().filter(|it| it.has_unknown_script());
        let count = unknown.count();
        if count == 0 || self.resent > 1 {
            self.connections.keep(connection);
            return State::Over;
        }
        let behind_the_first = if count > PORTION && self.resent == 0 {
            Form::ByHash
        } else {
            Form::Whole
        };
        self.resent += 1;
        let unknown = self.calls.iter_mut().filter(|it| it.has_unknown_script());
        for (place, sent) in unknown.enumerate() {
            sent.form = if place == 0 {
                Form::Whole
            } else {
                behind_the_first
            };
            sent.outcome = None;
        }
        self.span = manner.next(self.span, self.timeout(), self.calls.len());
        if self.span.deadline <= self.span.now {
            let cause = anyhow!("no time was left to send a script whole");
            let late = Unavailable::out_of_time(&*connection.endpoint, cause);
            self.connections.keep(connection);
            return self.give_up(&late);
        }
        self.send(connection, manner)
    }

    /// No connection is left to send them again. They have the trouble of the connection.
    fn forget_unknown_scripts(&mut self) {
        for sent in self.calls.iter_mut().filter(|it| it.has_unknown_script()) {
            sent.outcome = None;
        }
    }

    /// The system does not wait for the server.
    fn break_off(&mut self, state: State, error: &io::Error) -> State {
        let cause = || anyhow!("the system does not wait: {error}");
        let trouble = match state {
            State::Over => return State::Over,
            State::Opening(_) => Unavailable::unreachable(&*self.connections, cause()),
            State::Exchanging(connection, _) | State::Counting(connection, ..) => {
                let trouble = Unavailable::unanswered(&*connection.endpoint, cause());
                self.connections.abandon(connection);
                trouble
            }
        };
        self.take_count(&Err(trouble.clone()));
        self.give_up(&trouble)
    }

    /// The connection broke, or the time is over. Some replies may have come.
    fn cut_off(
        &mut self,
        connection: Box<Connection>,
        exchange: Exchange,
        error: io::Error,
        manner: RoundOptions,
    ) -> State {
        let count = self.calls.iter().filter(|it| it.is_to_be_sent()).count();
        self.fill(exchange.replies(Some(&error)));
        let missing = self.calls.iter().filter(|it| it.is_to_be_sent()).count();
        let what = if missing == count {
            "no answer".to_owned()
        } else {
            format!("only {} of {count} answers", count - missing)
        };
        let Deadlines { now, deadline, .. } = self.span;
        let time = match self.more(manner) {
            Some((each, by)) => each.min(by.until(now)),
            None => deadline.until(now),
        };
        let cause = in_time(error, &what, time);
        let trouble = Unavailable::unanswered(&*connection.endpoint, cause);
        self.connections.abandon(connection);
        if self.min_replicas(manner) > 0 {
            self.take_count(&Err(trouble.clone()));
        }
        self.forget_unknown_scripts();
        self.give_up(&trouble)
    }

    /// Gives each call its reply, as far as they have come.
    fn fill(&mut self, replies: Vec<Reply>) {
        let mut replies = replies.into_iter();
        for sent in self.calls.iter_mut().filter(|it| it.is_to_be_sent()) {
            let reply = next_reply(&mut replies, sent.is_asking);
            let answer = |reply| Ok(Answer { reply, wait: None });
            sent.outcome = reply.map(answer);
        }
        self.map = self.map.take().or(replies.next());
    }

    /// Gives each call that has a reply what WAIT says of all of them.
    fn take_count(&mut self, wait: &Result<Reply, Unavailable>) {
        for sent in &mut self.calls {
            if let Some(Ok(answer)) = &mut sent.outcome {
                answer.wait.get_or_insert_with(|| wait.clone());
            }
        }
    }

    /// Gives each call without a reply this trouble.
    fn give_up(&mut self, trouble: &Unavailable) -> State {
        for sent in self.calls.iter_mut().filter(|it| it.is_to_be_sent()) {
            sent.outcome = Some(Err(trouble.clone()));
        }
        State::Over
    }
}
