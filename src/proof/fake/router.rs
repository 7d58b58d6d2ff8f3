//! A route to a `FakeServer`, on which each call takes a millisecond and fails as its test wants it to.
//!
//! The route reads no reply and makes no call but the BLPOP of a wait, because the questions over it are the
//! real ones. Used by the tests of `lock` and `keeper`.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::FakeClock;
use super::machine::error;
use super::server::FakeServer;
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::protocol::mutex::{acquire, adopt, expire, free, release, renew, settle, take, wake};
use crate::protocol::{Call, Form, Reply, replicas};
use crate::route::{Answer, Note, Outcome, RedisStore, RoundOptions, Router};
use crate::store::{Keyspace, LockStore, StoreFactory};

/// The fault of the next command, if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing goes wrong, so the command is executed and answered.
    None,
    /// The command is lost before it is executed, so nobody knows its outcome.
    RequestLost,
    /// The command is executed and its reply is lost, so nobody knows its outcome.
    ReplyLost,
    /// The reply to the command comes this much later.
    Slow(Duration),
    /// The server restarts with all its keys before it executes the command, so nobody knows its outcome.
    Restart,
    /// No connection to the server could be opened.
    Unreachable,
    /// No connection to the target of a move could be opened.
    TargetLost,
    /// The server refuses the command in these words.
    Says(&'static str),
}

/// The reply to the next WAIT, if the test sets one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    /// This many replicas have acknowledged what was written.
    Count(i64),
    /// The server refuses the WAIT in these words.
    Error(&'static str),
    /// The reply is `OK`, which is no count.
    Okay,
    /// No reply to the WAIT comes in time.
    Nothing,
}

/// Something that happens at the server while a client waits.
type Deed = Box<dyn FnOnce(&FakeServer)>;

/// The route to a server that executes each pipeline in a millisecond.
pub(crate) struct FakeRouter {
    clock: &'static FakeClock,
    pub(crate) server: FakeServer,
    pub(crate) faults: RefCell<VecDeque<Fault>>,
    pub(crate) min_replicas: Cell<u32>,
    /// Whether the route leads to a Cluster, whose slots may move.
    pub(crate) has_slots: Cell<bool>,
    /// What the next WAITs say instead of how many replicas the server has.
    pub(crate) waits: RefCell<VecDeque<Said>>,
    /// The names of the commands that were sent, where a pipeline counts as one of them and a WAIT behind it
    /// as another.
    pub(crate) sent: RefCell<Vec<&'static str>>,
    /// The deadline of each of these commands.
    pub(crate) deadlines: RefCell<Vec<Moment>>,
    agenda: RefCell<Vec<(Moment, Deed)>>,
    /// The number of connections that were lost.
    line: Cell<u64>,
    /// Whether the requests of lost connections may still be executed.
    pub(crate) keeps_lost_requests: Cell<bool>,
    /// What was sent ahead, each with the reply that has not been read.
    ahead: RefCell<Vec<(Rc<dyn Note>, Reply)>>,
    /// Whether the connection broke after something was sent ahead.
    is_broken: Cell<bool>,
    /// Whether the server knows the scripts that may be sent ahead.
    pub(crate) knows_scripts: Cell<bool>,
    factory: Arc<dyn StoreFactory>,
}

impl FakeRouter {
    pub(crate) const TRIP: Duration = Duration::from_millis(1);
    /// The longest time that one question may take.
    pub(crate) const TIMEOUT: Duration = Duration::from_secs(1);

    pub(crate) fn new(clock: &'static FakeClock) -> &'static Self {
        Box::leak(Box::new(Self {
            clock,
            server: FakeServer::new(clock),
            faults: RefCell::default(),
            min_replicas: Cell::new(0),
            has_slots: Cell::new(false),
            waits: RefCell::default(),
            sent: RefCell::default(),
            deadlines: RefCell::default(),
            agenda: RefCell::default(),
            line: Cell::default(),
            keeps_lost_requests: Cell::default(),
            ahead: RefCell::default(),
            is_broken: Cell::default(),
            knows_scripts: Cell::new(true),
            factory: Arc::new(Elsewhere(1)),
        }))
    }

    /// Returns a store whose questions go over this route.
    pub(crate) fn store(&'static self) -> Box<dyn LockStore> {
        Box::new(RedisStore::over(self))
    }

    pub(crate) fn fail(&self, faults: &[Fault]) {
        self.faults.borrow_mut().extend(faults);
    }

    /// Lets another client release `key` after `span`.
    pub(crate) fn release_later(&self, span: Duration, key: &'static [u8], token: &'static [u8]) {
        self.later(span, move |server| {
            let reply = server.ask(&release::question(key, token));
            assert_eq!(reply, Reply::Int(1));
        });
    }

    /// Lets something happen at the server after `span`, while a client may wait.
    pub(crate) fn later(&self, span: Duration, deed: impl FnOnce(&FakeServer) + 'static) {
        let at = self.clock.now().after(span);
        self.agenda.borrow_mut().push((at, Box::new(deed)));
    }

    pub(crate) fn set(&self, key: &[u8], token: &[u8], lease: Duration) {
        let millis = lease.as_millis().to_string();
        self.server
            .call(&[b"SET", key, token, b"PX", millis.as_bytes()]);
    }

    pub(crate) fn value(&self, key: &[u8]) -> Option<Vec<u8>> {
        match self.server.call(&[b"GET", key]) {
            Reply::Bytes(value) => Some(value),
            _ => None,
        }
    }

    /// Returns how long a key that has an end still lives, to the millisecond, or zero if it does not exist.
    pub(crate) fn left(&self, key: &[u8]) -> Duration {
        match self.server.call(&[b"PTTL", key]) {
            Reply::Int(millis) => Duration::from_millis(u64::try_from(millis).unwrap_or(0)),
            reply => panic!("{reply:?}"),
        }
    }

    /// Returns the reply to the WAIT behind calls, which takes its time if replicas are missing and somebody
    /// waits for it.
    fn wait_behind(&self, by: Moment, left: Duration, matters: bool) -> Result<Reply, Unavailable> {
        self.sent.borrow_mut().push("WAIT");
        self.deadlines.borrow_mut().push(by);
        let wanted = self.min_replicas.get();
        let [wait, count, millis] = replicas::args(wanted, left);
        let said = self.server.call(&[&wait, &count, &millis]);
        if matters && said != Reply::Int(i64::from(wanted)) {
            self.clock.pass(left / 4);
        }
        match self.waits.borrow_mut().pop_front() {
            None => Ok(said),
            Some(Said::Count(count)) => Ok(Reply::Int(count)),
            Some(Said::Error(words)) => Ok(error(words)),
            Some(Said::Okay) => Ok(Reply::Okay),
            Some(Said::Nothing) => Err(Unavailable::uncounted(&"fake", &"WAIT had no answer")),
        }
    }

    /// Lets everything happen at the server that is due by now.
    fn catch_up(&self) {
        let now = self.clock.now();
        let mut agenda = self.agenda.borrow_mut();
        agenda.sort_by_key(|(at, _)| *at);
        let due = agenda.partition_point(|(at, _)| *at <= now);
        for (_, deed) in agenda.drain(..due) {
            deed(&self.server);
        }
    }

    /// Sends a command, which is executed halfway through its trip, or refused with an error reply.
    fn trip<T>(
        &self,
        name: &'static str,
        by: Moment,
        execute: impl FnOnce() -> T,
        refuse: impl FnOnce(Reply) -> T,
    ) -> Result<T, Unavailable> {
        self.sent.borrow_mut().push(name);
        self.deadlines.borrow_mut().push(by);
        let fault = self.faults.borrow_mut().pop_front().unwrap_or(Fault::None);
        self.clock.pass(Self::TRIP / 2);
        self.catch_up();
        let lost = || Unavailable::unanswered(&"fake", anyhow::anyhow!("lost"));
        let answer = match fault {
            _ if self.is_broken.take() => Err(lost()),
            Fault::RequestLost => Err(lost()),
            Fault::Restart => {
                self.server.restart();
                Err(lost())
            }
            Fault::Unreachable => Err(Unavailable::unreachable(&"fake", anyhow::anyhow!("away"))),
            Fault::TargetLost => {
                let lost = Unavailable::unreachable(&"target", anyhow::anyhow!("away"));
                Err(lost.of_target(1, &"fake:1"))
            }
            Fault::Says(words) => Ok(refuse(error(words))),
            Fault::ReplyLost => {
                execute();
                Err(lost())
            }
            Fault::None | Fault::Slow(_) => Ok(execute()),
        };
        // A lost request or reply takes its connection with it, so the connection epoch grows.
        self.line.set(self.line.get() + u64::from(answer.is_err()));
        self.hear(answer.is_ok());
        if let Fault::Slow(span) = fault {
            self.clock.pass(span);
        }
        self.clock.pass(Self::TRIP / 2);
        answer
    }

    /// Lets the notes hear of what was sent ahead: of its replies, or of the end of the connection.
    fn hear(&self, is_whole: bool) {
        for (note, reply) in self.ahead.take() {
            note.came(is_whole.then_some(reply));
        }
    }
}

/// Returns what tests call a call, which is its script or its command, but "join" for an `acquire` that joins
/// the queue.
fn name_of(call: &Call) -> &'static str {
    let words = call.words(Form::Whole);
    let words: Vec<_> = words.iter().map(Vec::as_slice).collect();
    match &*words {
        [b"EVAL", text, .., last] if *text == acquire::SCRIPT.text.as_bytes() => {
            if matches!(*last, b"0" | b"new") {
                "acquire"
            } else {
                "join"
            }
        }
        [b"EVAL", text, ..] => {
            let scripts = [
                (&adopt::SCRIPT, "adopt"),
                (&expire::SCRIPT, "expire"),
                (&free::SCRIPT, "free"),
                (&release::SCRIPT, "release"),
                (&renew::SCRIPT, "renew"),
                (&settle::SCRIPT, "settle"),
                (&take::SCRIPT, "take"),
            ];
            let named =
                |(script, _): &&(&crate::protocol::Script, _)| script.text.as_bytes() == *text;
            scripts.iter().find(named).unwrap().1
        }
        [b"SET", ..] => "set",
        [b"GET", ..] => "get",
        [b"EXISTS", ..] => "exists",
        [b"SCAN", ..] => "scan",
        [b"ZREM", ..] => "leave",
        _ => panic!("a call without a name"),
    }
}

/// Returns the reply, or an error if it is a redirect that leads in a circle.
fn arrived(reply: Reply) -> Result<Reply, Unavailable> {
    if reply.is_error("ASK") {
        return Err(Unavailable::half_moved(&"fake", 1, &"fake:1"));
    }
    Ok(reply)
}

/// A deployment without a store for another thread, because tests renew by hand.
struct Elsewhere(
    /// A value, because two allocations of nothing would have one address.
    #[expect(dead_code, reason = "only its address counts")]
    u8,
);

impl StoreFactory for Elsewhere {
    fn store(self: Arc<Self>) -> Box<dyn LockStore> {
        unreachable!("the fake server stays on its thread")
    }

    fn keyspace(&self) -> Keyspace {
        Keyspace::of("fake".into())
    }
}

impl Router for &'static FakeRouter {
    type Shard = Self;

    fn shards(&self, _: Moment) -> Result<Vec<Self>, Unavailable> {
        Ok(vec![self])
    }

    fn connection_epoch(&self) -> u64 {
        self.line.get()
    }

    fn ask<'a>(
        &self,
        calls: &'a [&'a Call<'a>],
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    ) {
        let left = options.by.until(self.clock.now()).min(FakeRouter::TIMEOUT);
        let execute = || calls.iter().map(|call| self.server.run(call)).collect();
        let refuse = |error| vec![error; calls.len()];
        let replies: Vec<_> = match self.trip(name_of(calls[0]), options.by, execute, refuse) {
            Ok(replies) => replies,
            Err(unavailable) => {
                return (0..calls.len()).for_each(|at| take(at, Err(unavailable.clone())));
            }
        };
        let wait = options.counts.map(|counts| {
            let matters = replies
                .iter()
                .enumerate()
                .any(|(at, reply)| counts(at, reply));
            self.wait_behind(options.by, left, matters)
        });
        for (at, reply) in replies.into_iter().enumerate() {
            let wait = wait.clone();
            take(at, arrived(reply).map(|reply| Answer { reply, wait }));
        }
    }

    fn min_replicas(&self) -> u32 {
        self.min_replicas.get()
    }

    fn deadline(&self, by: Moment) -> Moment {
        self.clock.now().after(FakeRouter::TIMEOUT).min(by)
    }

    fn has_slots(&self) -> bool {
        self.has_slots.get()
    }

    /// Returns whether the key has its companions in its slot, which a key with a brace has not in a Cluster.
    fn has_companions(&self, key: &[u8]) -> bool {
        !self.has_slots.get() || !key.contains(&b'{')
    }

    fn pause(&self, span: Duration, by: Moment) -> bool {
        let is_in_time = self.clock.now().after(span) < by;
        if is_in_time {
            self.clock.pass(span);
        }
        is_in_time
    }

    fn wait(
        &self,
        key: &[u8],
        token: &[u8],
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error> {
        let refused = self.trip("wait", until, || None, Some)?;
        if refused.is_some() {
            return Ok(refused);
        }
        loop {
            self.catch_up();
            let left = until.until(clock.now());
            match self.server.ask(&wake::question(key, token, left)) {
                Reply::Nil if left.is_zero() => return Ok(None),
                Reply::Nil => {}
                reply => return Ok(Some(reply)),
            }
            let next = self.agenda.borrow().iter().map(|(at, _)| *at).min();
            clock.sleep(next.map_or(until, |next| next.min(until)), None)?;
        }
    }

    fn reject(&self, _: &[u8], reply: &Reply) -> Unavailable {
        match reply.error_words() {
            Some(words) => Unavailable::error_reply(&"fake", &words),
            None => Unavailable::unanswered(&"fake", anyhow::anyhow!("{reply:?}")),
        }
    }

    fn name(&self) -> String {
        "fake".into()
    }

    fn may_be_executed(&self, _: Moment) -> bool {
        self.keeps_lost_requests.get()
    }

    fn send_ahead(&self, call: &Call, note: Rc<dyn Note>) -> bool {
        if !self.knows_scripts.get() {
            return false;
        }
        self.sent.borrow_mut().push("ahead");
        let mut reply = Reply::Nil;
        match self.faults.borrow_mut().pop_front().unwrap_or(Fault::None) {
            Fault::None | Fault::Slow(_) => reply = self.server.run(call),
            Fault::ReplyLost => {
                self.server.run(call);
                self.is_broken.set(true);
            }
            Fault::Says(words) => reply = error(words),
            Fault::Restart => {
                self.server.restart();
                self.is_broken.set(true);
            }
            Fault::RequestLost => self.is_broken.set(true),
            // The send itself fails.
            Fault::Unreachable | Fault::TargetLost => {
                note.came(None);
                return true;
            }
        }
        self.ahead.borrow_mut().push((note, reply));
        true
    }

    fn settle(&self, _: Moment) {
        let is_broken = self.is_broken.take();
        self.hear(!is_broken);
    }

    fn hang_up(&self) {}

    fn factory(&self) -> Arc<dyn StoreFactory> {
        Arc::clone(&self.factory)
    }
}
