//! One round: the calls of a question, to one server or to several, each server with one pipeline.
//!
//! No server waits for another one, so a server that does not answer costs its own calls and no others. Only here
//! a script goes again, whole, if a server does not know its hash, and only here replicas are counted. A round
//! reads no other reply, because `cluster` says where a redirected call goes next. `server` asks rounds of one
//! server, and `cluster` asks rounds of several.

use std::io;
use std::mem;
use std::rc::Rc;
use std::time::Duration;

use anyhow::anyhow;

use super::{Answer, Deadlines, Outcome, RoundOptions};
use crate::clock::Moment;
use crate::connection::{
    Checkout, Connection, Connections, Due, Exchange, LATE, MoreTime, Note, Opening, PORTION, Seat,
    SeatStep, SeatWait, Seating, Step, Transport, in_time,
};
use crate::error::Unavailable;
use crate::os::{self, Wanted};
use crate::protocol::{Call, Form, Reply, pack, replicas};

/// What a round asks of one server.
pub(super) struct Pipeline<'a, S> {
    /// The server, as the caller of the round knows it.
    pub(super) server: S,
    connections: Rc<Connections>,
    pub(super) deadlines: Deadlines,
    pub(super) calls: Vec<Sent<'a>>,
    /// The number of times that the server did not know a script.
    resent: u8,
}

/// A call of a round, and what came of it.
pub(super) struct Sent<'a> {
    pub(super) role: Role,
    pub(super) call: &'a Call<'a>,
    form: Form,
    /// Hears of the reply if it comes when the round is over, or of the end of the connection.
    late: Option<Rc<dyn Note>>,
    /// `None`: it is still to be sent.
    pub(super) outcome: Option<Outcome>,
}

/// Why a call is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The call is one of the question's, with this index.
    Question(usize),
    /// ASKING, which lets the call behind it in.
    Permit,
    /// CLUSTER SLOTS, behind the others.
    SlotMap,
    /// A release that is owed to the server, in front of the others.
    Owed,
}

/// What follows a pipeline that is over.
pub(super) enum AfterPipeline<P> {
    /// These pipelines, if there are any.
    More(Vec<P>),
    /// Nothing more is wanted. Replies that are still to come will be noted or dropped.
    Enough,
}

impl<'a> Sent<'a> {
    pub(super) fn new(role: Role, call: &'a Call<'a>) -> Self {
        Self {
            role,
            call,
            form: Form::ByHash,
            late: None,
            outcome: None,
        }
    }

    /// The same call in this form, with a note that hears of a reply for which the round does not wait.
    pub(super) fn noted(self, form: Form, late: Rc<dyn Note>) -> Self {
        let late = Some(late);
        Self { form, late, ..self }
    }

    /// The same call after its first exchange.
    pub(super) fn exchanged(self, reply: Result<Reply, Unavailable>) -> Self {
        let outcome = Some(reply.map(Answer::from));
        Self { outcome, ..self }
    }

    /// Adds the call to what a connection sends ahead, so nobody waits for its reply.
    pub(super) fn push_ahead(self, transport: &mut Transport) {
        let due = self.late.map_or(Due::Dropped, Due::Noted);
        push(transport, due, self.call, self.form);
    }

    /// Tells the note that the call was not sent.
    pub(super) fn tell_unsent(&self) {
        if let Some(late) = &self.late {
            late.unsent();
        }
    }

    fn is_to_be_sent(&self) -> bool {
        self.outcome.is_none()
    }

    /// Returns the reply to the call, if it has come.
    pub(super) fn reply(&self) -> Option<&Reply> {
        let answer = self.outcome.as_ref()?.as_ref().ok()?;
        Some(&answer.reply)
    }

    fn has_unknown_script(&self) -> bool {
        self.reply()
            .is_some_and(|reply| self.call.is_unknown(reply))
    }
}

/// Asks all pipelines at once. `after` gets each pipeline when it is over, which means that each of its calls has
/// an outcome, and says what follows.
pub(super) fn ask<'a, S>(
    pipelines: Vec<Pipeline<'a, S>>,
    options: RoundOptions,
    after: impl FnMut(Pipeline<'a, S>) -> AfterPipeline<Pipeline<'a, S>>,
) {
    ask_until(pipelines, options, || Moment::NEVER, after);
}

/// As [`ask`], but the round ends when the moment has come that `until` returns, which may change with each pipeline
/// that is over. A round that has enough before still sends what it has begun to send, because nothing can follow half
/// a request, and closing the connection would also lose whole requests that the server has not read yet. Returns the
/// servers that were not asked, because the round was over before it had a seat there.
pub(super) fn ask_until<'a, S>(
    pipelines: Vec<Pipeline<'a, S>>,
    options: RoundOptions,
    until: impl Fn() -> Moment,
    mut after: impl FnMut(Pipeline<'a, S>) -> AfterPipeline<Pipeline<'a, S>>,
) -> Vec<S> {
    let begin = |mut pipeline: Pipeline<'a, S>| Running {
        progress: pipeline.begin(options),
        pipeline,
        waits_for: None,
    };
    let mut all: Vec<_> = pipelines.into_iter().map(begin).collect();
    let mut is_enough = false;
    while !all.is_empty() {
        let mut new = Vec::new();
        let mut rest = Vec::with_capacity(all.len());
        for mut running in all {
            if running.waits_for.is_none() {
                running.go_on(options);
            }
            if !matches!(running.progress, PipelineState::Over) {
                rest.push(running);
                continue;
            }
            match after(running.pipeline) {
                AfterPipeline::More(more) => new.extend(more),
                AfterPipeline::Enough => is_enough = true,
            }
        }
        let over_at = until();
        let is_over = is_enough && !rest.iter().any(Running::is_half_sent);
        if is_over || over_at < Moment::NEVER && over_at <= os::now() {
            let leave = |running: Running<'a, S>| running.pipeline.leave(running.progress);
            return rest.into_iter().filter_map(leave).collect();
        }
        all = rest;
        let are_new = !new.is_empty();
        all.extend(new.into_iter().map(begin));
        if !are_new && !all.is_empty() {
            wait(&mut all, over_at);
        }
    }
    Vec::new()
}

/// A pipeline that is not over, and what it waits for.
struct Running<'a, S> {
    pipeline: Pipeline<'a, S>,
    progress: PipelineState,
    /// `None`: it goes on at once.
    waits_for: Option<Wanted>,
}

impl<S> Running<'_, S> {
    /// Goes as far as is possible without waiting.
    fn go_on(&mut self, options: RoundOptions) {
        let progress = mem::replace(&mut self.progress, PipelineState::Over);
        let (progress, waits_for) = self.pipeline.go_on(progress, options);
        self.progress = progress;
        self.waits_for = waits_for;
    }

    fn is_half_sent(&self) -> bool {
        match &self.progress {
            PipelineState::Exchanging(connection, ..) => !connection.transport.is_sent(),
            PipelineState::Seating(_) | PipelineState::Opening(..) | PipelineState::Over => false,
        }
    }
}

/// Waits until a pipeline can go on, or until `over_at`. Only that pipeline is looked at then, because the sockets of the
/// others have nothing to say.
fn wait<S>(all: &mut [Running<S>], over_at: Moment) {
    let mut wanted: Vec<_> = all.iter().filter_map(|running| running.waits_for).collect();
    if over_at < Moment::NEVER {
        wanted.push(Wanted::time(over_at));
    }
    match os::wait_for_each(&wanted) {
        Ok(are_due) => {
            let waiting = all.iter_mut().filter(|running| running.waits_for.is_some());
            for (running, is_due) in waiting.zip(are_due) {
                running.waits_for = running.waits_for.filter(|_| !is_due);
            }
        }
        Err(error) => {
            for running in all {
                let before = mem::replace(&mut running.progress, PipelineState::Over);
                running.progress = running.pipeline.break_off(before, &error);
                running.waits_for = None;
            }
        }
    }
}

/// How far a pipeline is.
enum PipelineState {
    Seating(SeatWait),
    Opening(Box<Opening>, Option<Seat>),
    Exchanging(Box<Connection>, Exchange, Awaited),
    Over,
}

/// What an exchange waits for.
#[derive(Clone, Copy)]
enum Awaited {
    Replies,
    /// The reply to WAIT, for so long at most, because all calls have their replies.
    Count(Duration),
}

impl<'a, S> Pipeline<'a, S> {
    pub(super) fn new(
        server: S,
        connections: Rc<Connections>,
        calls: Vec<Sent<'a>>,
        deadlines: Deadlines,
    ) -> Self {
        Self {
            server,
            connections,
            deadlines,
            calls,
            resent: 0,
        }
    }

    /// Begins to ask what has no outcome yet, and the scripts that the server does not know.
    fn begin(&mut self, options: RoundOptions) -> PipelineState {
        let has_more = self.calls.iter().any(Sent::is_to_be_sent) || self.resend_unknown(options);
        if !has_more {
            return PipelineState::Over;
        }
        match self.connections.seat() {
            Seating::Seated(seat) => self.connect(seat, self.deadlines.now, options),
            Seating::Waits(wait) => PipelineState::Seating(wait),
        }
    }

    fn connect(&mut self, seat: Option<Seat>, now: Moment, options: RoundOptions) -> PipelineState {
        match self.connections.begin(now, self.deadlines.open_by) {
            Ok(Checkout::Ready(connection)) => self.send(connection, seat, options),
            Ok(Checkout::Opens(opening)) => PipelineState::Opening(opening, seat),
            Err(trouble) => self.give_up(&trouble),
        }
    }

    /// Returns how far the pipeline has gone without waiting, and what it waits for.
    fn go_on(
        &mut self,
        mut progress: PipelineState,
        options: RoundOptions,
    ) -> (PipelineState, Option<Wanted>) {
        loop {
            progress = match progress {
                PipelineState::Seating(mut wait) => match wait.step(self.deadlines.open_by) {
                    SeatStep::Seated(seat) => self.connect(seat, os::now(), options),
                    SeatStep::Waits(waits) => {
                        return (PipelineState::Seating(wait), Some(waits));
                    }
                    SeatStep::Late => {
                        self.give_up(&Unavailable::out_of_time(&*self.connections, anyhow!(LATE)))
                    }
                },
                PipelineState::Opening(mut opening, seat) => match opening.step() {
                    Ok(Step::Done(new)) => {
                        let connection = self.connections.opened(new);
                        self.send(connection, seat, options)
                    }
                    Ok(Step::Waits(waits)) => {
                        return (PipelineState::Opening(opening, seat), Some(waits));
                    }
                    Err(trouble) => self.give_up(&trouble),
                },
                PipelineState::Exchanging(mut connection, mut exchange, awaited) => {
                    match (connection.transport.go_on(&mut exchange), awaited) {
                        (Ok(Some(waits)), _) => {
                            let progress = PipelineState::Exchanging(connection, exchange, awaited);
                            return (progress, Some(waits));
                        }
                        (Ok(None), Awaited::Replies) => self.take_replies(connection, options),
                        (Ok(None), Awaited::Count(span)) => self.counted(connection, span, options),
                        (Err(error), Awaited::Replies) => self.cut_off(connection, error, options),
                        (Err(error), Awaited::Count(..)) => {
                            self.lose(connection, anyhow!("WAIT had no answer: {error}"))
                        }
                    }
                }
                PipelineState::Over => return (PipelineState::Over, None),
            }
        }
    }

    /// Returns whether the server has answered all calls.
    pub(super) fn is_answered(&self) -> bool {
        self.calls.iter().all(|sent| sent.reply().is_some())
    }

    /// Returns whether nothing was sent to the server.
    pub(super) fn is_unsent(&self) -> bool {
        let is_unsent = |it: &Sent| matches!(&it.outcome, Some(Err(error)) if error.is_unsent());
        self.calls.iter().all(is_unsent)
    }

    fn timeout(&self) -> Duration {
        self.connections.access().command_timeout
    }

    /// Returns how much more time a server gets that answers many calls slowly.
    fn more_time(&self, options: RoundOptions) -> Option<MoreTime> {
        let more = MoreTime {
            each: self.timeout(),
            by: options.by,
        };
        options.gives_more(self.calls.len()).then_some(more)
    }

    fn send(
        &mut self,
        mut connection: Box<Connection>,
        seat: Option<Seat>,
        options: RoundOptions,
    ) -> PipelineState {
        connection.seat = seat;
        let deadline = self.deadlines.by;
        let transport = &mut connection.transport;
        let mut calls = 0;
        for sent in self.calls.iter().filter(|it| it.is_to_be_sent()) {
            let due = match &sent.late {
                Some(late) => Due::WantedOrNoted(Rc::clone(late)),
                None => Due::Wanted,
            };
            push(transport, due, sent.call, sent.form);
            calls += 1;
        }
        if options.counts.is_some() {
            let min_replicas = self.connections.access().min_replicas;
            let args = replicas::args(min_replicas, deadline.until(os::now()));
            transport.push(Due::Wanted, |request| pack(request, &args));
        }
        let exchange = Exchange::of(calls, deadline).with_more_time(self.more_time(options));
        PipelineState::Exchanging(connection, exchange, Awaited::Replies)
    }

    /// Takes the replies, once all calls have theirs. If one of them is a yes, the pipeline waits for WAIT.
    fn take_replies(
        &mut self,
        mut connection: Box<Connection>,
        options: RoundOptions,
    ) -> PipelineState {
        let mut replies = connection.transport.take_arrived().into_iter();
        self.fill(&mut replies);
        let Some(counts) = options.counts else {
            return self.end(connection, options);
        };
        let matters = |sent: &Sent| match (sent.role, sent.reply()) {
            (Role::Question(at), Some(reply)) => counts(at, reply),
            _ => false,
        };
        if let Some(wait) = replies.next() {
            self.take_count(&Ok(wait));
        } else if self.calls.iter().any(matters) {
            let now = os::now();
            // The other half is there to take the call back.
            let span = self.deadlines.by.until(now) / 2;
            let exchange = Exchange::or_none(1, now.after(span));
            return PipelineState::Exchanging(connection, exchange, Awaited::Count(span));
        }
        // A reply to WAIT that does not matter is dropped when it comes: an idle server ends a WAIT up to 100 ms late,
        // and at once if the next command arrives.
        self.end(connection, options)
    }

    /// Takes the reply to WAIT, or its error if none has come in time.
    fn counted(
        &mut self,
        mut connection: Box<Connection>,
        span: Duration,
        options: RoundOptions,
    ) -> PipelineState {
        let wait = connection.transport.take_arrived().pop().ok_or_else(|| {
            let late = io::ErrorKind::TimedOut.into();
            let cause = in_time(late, "WAIT had no answer", span);
            Unavailable::uncounted(&*connection.endpoint, &cause)
        });
        self.take_count(&wait);
        self.end(connection, options)
    }

    /// Abandons a connection that has failed, and gives its error to what has no reply.
    fn lose(&mut self, connection: Box<Connection>, cause: anyhow::Error) -> PipelineState {
        let unanswered = Unavailable::unanswered(&*connection.endpoint, cause);
        self.connections.table.abandon(connection);
        self.take_count(&Err(unanswered.clone()));
        self.forget_unknown_scripts();
        self.give_up(&unanswered)
    }

    /// Ends an exchange in which all calls have got their replies. A reply that is still to come will be dropped.
    fn end(&mut self, mut connection: Box<Connection>, options: RoundOptions) -> PipelineState {
        // A proxy may know the text of a script and no hash.
        let shows = |sent: &Sent| {
            let reply = sent.reply().filter(|_| sent.form == Form::ByHash);
            reply.is_some_and(|reply| sent.call.may_go_ahead_after(reply))
        };
        connection.knows_script |= self.calls.iter().any(shows);
        self.connections.keep(connection);
        self.begin(options)
    }

    /// Has scripts sent again whole that the server does not know by hash. Returns whether there are any, and time to
    /// send them. Of many, only the first one carries the script's text at first, because the server knows the hash
    /// from then on. The server may forget it before the last one, so in the end all go whole.
    fn resend_unknown(&mut self, options: RoundOptions) -> bool {
        let unknown = self.calls.iter().filter(|it| it.has_unknown_script());
        let count = unknown.count();
        if count == 0 || self.resent > 1 {
            return false;
        }
        let behind_the_first = if count > PORTION && self.resent == 0 {
            Form::ByHash
        } else {
            Form::Whole
        };
        self.resent += 1;
        let mut form = Form::Whole;
        let mut permit: Option<&mut Option<Outcome>> = None;
        for sent in &mut self.calls {
            if sent.has_unknown_script() {
                sent.form = mem::replace(&mut form, behind_the_first);
                sent.outcome = None;
                // A permit is for one command.
                if let Some(outcome) = permit {
                    *outcome = None;
                }
            }
            permit = (sent.role == Role::Permit).then_some(&mut sent.outcome);
        }
        self.deadlines = options.next(self.deadlines, self.timeout(), self.calls.len());
        if self.deadlines.are_over() {
            let cause = anyhow!("no time was left to send a script whole");
            self.give_up(&Unavailable::out_of_time(&*self.connections, cause));
            return false;
        }
        true
    }

    /// Takes the replies of unknown scripts away, because no connection is left to send them again. They get the
    /// error of the connection.
    fn forget_unknown_scripts(&mut self) {
        for sent in self.calls.iter_mut().filter(|it| it.has_unknown_script()) {
            sent.outcome = None;
        }
    }

    /// Leaves the rest, which nobody wants: the replies to what was sent will be noted or dropped, and the next question
    /// goes on with an opening. Returns the server if it was not asked, because there was no seat.
    fn leave(self, progress: PipelineState) -> Option<S> {
        match progress {
            PipelineState::Seating(_) => {
                self.tell_unsent();
                return Some(self.server);
            }
            PipelineState::Opening(opening, _) => {
                self.tell_unsent();
                self.connections.keep_opening(opening);
            }
            PipelineState::Exchanging(connection, ..) => self.connections.keep(connection),
            PipelineState::Over => {}
        }
        None
    }

    fn tell_unsent(&self) {
        let unsent = self.calls.iter().filter(|it| it.is_to_be_sent());
        unsent.for_each(Sent::tell_unsent);
    }

    /// Ends a pipeline because the system does not wait for the server.
    fn break_off(&mut self, progress: PipelineState, error: &io::Error) -> PipelineState {
        let cause = anyhow!("the system does not wait: {error}");
        match progress {
            PipelineState::Over => PipelineState::Over,
            PipelineState::Seating(_) | PipelineState::Opening(..) => {
                self.give_up(&Unavailable::unreachable(&*self.connections, cause))
            }
            PipelineState::Exchanging(connection, ..) => self.lose(connection, cause),
        }
    }

    /// Ends a pipeline whose connection broke, or whose time is over. Some replies may have come.
    fn cut_off(
        &mut self,
        mut connection: Box<Connection>,
        error: io::Error,
        options: RoundOptions,
    ) -> PipelineState {
        let count = self.calls.iter().filter(|it| it.is_to_be_sent()).count();
        self.fill(&mut connection.transport.take_arrived().into_iter());
        let missing = self.calls.iter().filter(|it| it.is_to_be_sent()).count();
        let what = if missing == count {
            "no answer".to_owned()
        } else {
            format!("only {} of {count} answers", count - missing)
        };
        let Deadlines { now, by, .. } = self.deadlines;
        let time = match self.more_time(options) {
            Some(MoreTime { each, by }) => each.min(by.until(now)),
            None => by.until(now),
        };
        self.lose(connection, in_time(error, &what, time))
    }

    /// Gives each call its reply, as far as the replies have come.
    fn fill(&mut self, replies: &mut impl Iterator<Item = Reply>) {
        for sent in self.calls.iter_mut().filter(|it| it.is_to_be_sent()) {
            sent.outcome = replies.next().map(|reply| Ok(Answer::from(reply)));
        }
    }

    /// Gives each call that has a reply the reply to WAIT, which counts for all of them.
    fn take_count(&mut self, wait: &Result<Reply, Unavailable>) {
        for sent in &mut self.calls {
            if let Some(Ok(answer)) = &mut sent.outcome {
                answer.wait.get_or_insert_with(|| wait.clone());
            }
        }
    }

    /// Gives each call without a reply this error.
    fn give_up(&mut self, error: &Unavailable) -> PipelineState {
        for sent in self.calls.iter_mut().filter(|it| it.is_to_be_sent()) {
            sent.outcome = Some(Err(error.clone()));
        }
        PipelineState::Over
    }
}

/// Adds a call to what a connection sends next. `due` says what becomes of its reply.
pub(super) fn push(transport: &mut Transport, due: Due, call: &Call, form: Form) {
    transport.push(due, |request| call.pack(form, request));
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::{Arc, mpsc};

    use super::*;
    use crate::clock::Moment;
    use crate::config::{Access, Address, Server};
    use crate::connection::{Caller, Endpoint, Target};
    use crate::protocol::exists;
    use crate::route::server::OneServer;

    /// What every call of these tests sends.
    const REQUEST: &[u8] = b"*2\r\n$6\r\nEXISTS\r\n$3\r\nkey\r\n";

    /// A server of one client, which answers the greeting, and then each request with the next of these replies.
    fn server(replies: &'static [&'static str]) -> OneServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        serve_one(listener, replies);
        server_at(port)
    }

    fn serve_one(listener: TcpListener, replies: &'static [&'static str]) {
        let serve = move || {
            let mut client = greet(&listener);
            for reply in replies {
                // One read of a server that is late could take two requests.
                client.read_exact(&mut [0; REQUEST.len()]).unwrap();
                client.write_all(reply.as_bytes()).unwrap();
            }
            let _ = client.read(&mut [0]);
        };
        os::spawn(Box::new(serve)).unwrap();
    }

    /// Returns the next client, whose greeting is answered.
    fn greet(listener: &TcpListener) -> TcpStream {
        const INFO: &str = "id=7 addr=127.0.0.1:5000 laddr=127.0.0.1:6379\n";
        let (mut client, _) = listener.accept().unwrap();
        let greeting = format!("${}\r\n{INFO}\r\n", INFO.len());
        let _ = client.read(&mut [0; 1000]).unwrap();
        client.write_all(greeting.as_bytes()).unwrap();
        client
    }

    /// Opens a connection to each of these servers.
    fn open(servers: &[&OneServer]) {
        let begun = os::now();
        for server in servers {
            let by = begun.after(Duration::from_secs(20));
            let taken = server.connections.take(begun, by);
            let (connection, _) = taken.map_err(|it| it.to_string()).unwrap();
            server.connections.keep(connection);
        }
    }

    fn server_at(port: u16) -> OneServer {
        let host = "127.0.0.1".to_owned();
        let endpoint = Endpoint::new(&Server {
            address: Address::Tcp { host, port },
            access: Access::plain(Duration::from_secs(20)),
        });
        let target = Target::Server(Arc::new(endpoint));
        OneServer::new(Rc::new(Connections::new(target, Caller::PhpThread)))
    }

    fn deadlines() -> Deadlines {
        Deadlines::begin(Duration::from_secs(20), Moment::NEVER)
    }

    #[test]
    fn a_round_that_has_enough_leaves_its_other_replies_owed() {
        let quick = server(&[":1\r\n"]);
        // The first reply of the second server comes with the second one.
        let slow = server(&["", ":0\r\n:1\r\n"]);
        let call = &exists::question(b"key").call;
        let mut heard = Vec::new();
        let pipeline = |(at, server): (usize, &OneServer)| {
            let calls = vec![Sent::new(Role::Question(at), call)];
            Pipeline::new(at, Rc::clone(&server.connections), calls, deadlines())
        };
        let pipelines = [&quick, &slow].into_iter().enumerate().map(pipeline);
        // Both connections are open, so that the slow server gets its call.
        open(&[&quick, &slow]);
        ask(
            pipelines.collect(),
            RoundOptions::by(Moment::NEVER),
            |pipeline| {
                let reply = pipeline.calls[0].reply().cloned();
                heard.push((pipeline.server, reply));
                AfterPipeline::Enough
            },
        );
        assert_eq!(heard, [(0, Some(Reply::Int(1)))]);
        let second = slow.exchange(call, deadlines());
        assert_eq!(second.map_err(|it| it.to_string()), Ok(Reply::Int(1)));
        assert_eq!(slow.connections.opened_so_far(), 1);
    }

    #[test]
    fn a_round_that_has_enough_sends_the_rest_of_what_it_has_begun_to_send() {
        // More than a socket takes while the server reads nothing.
        let key = vec![b'x'; 32 << 20];
        let call = &exists::question(&key).call;
        let quick = server(&[":1\r\n"]);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let slow = server_at(listener.local_addr().unwrap().port());
        let (has_enough, enough) = mpsc::channel();
        let reader = os::spawn(Box::new(move || {
            let mut client = greet(&listener);
            enough.recv().unwrap();
            let mut request = Vec::new();
            client.read_to_end(&mut request).unwrap();
            assert!(request.ends_with(b"x\r\n") && request.len() > 32 << 20);
        }));
        open(&[&quick, &slow]);
        let short = &exists::question(b"key").call;
        let pipeline = |(at, (server, call)): (usize, (&OneServer, _))| {
            let calls = vec![Sent::new(Role::Question(at), call)];
            Pipeline::new(at, Rc::clone(&server.connections), calls, deadlines())
        };
        let pipelines = [(&quick, short), (&slow, call)].into_iter().enumerate();
        ask(
            pipelines.map(pipeline).collect(),
            RoundOptions::by(Moment::NEVER),
            |_| {
                has_enough.send(()).unwrap();
                AfterPipeline::Enough
            },
        );
        assert!(slow.connections.is_open());
        slow.connections.close_idle();
        reader.unwrap().join().unwrap();
    }

    #[test]
    fn a_round_that_has_enough_leaves_its_openings_to_the_next_question() {
        let quick = server(&[":1\r\n"]);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let slow = server_at(listener.local_addr().unwrap().port());
        let call = &exists::question(b"key").call;
        let pipeline = |(at, server): (usize, &OneServer)| {
            let calls = vec![Sent::new(Role::Question(at), call)];
            Pipeline::new(at, Rc::clone(&server.connections), calls, deadlines())
        };
        let pipelines = [&quick, &slow].into_iter().enumerate().map(pipeline);
        let mut heard = Vec::new();
        ask(
            pipelines.collect(),
            RoundOptions::by(Moment::NEVER),
            |pipeline| {
                heard.push(pipeline.server);
                AfterPipeline::Enough
            },
        );
        assert_eq!(heard, [0]);
        serve_one(listener.try_clone().unwrap(), &[":1\r\n"]);
        let second = slow.exchange(call, deadlines());
        assert_eq!(second.map_err(|it| it.to_string()), Ok(Reply::Int(1)));
        listener.set_nonblocking(true).unwrap();
        assert!(listener.accept().is_err(), "there is one connection");
    }
}
