//! A node in front of a `FakeServer`: each question is a command or a script
//! there, takes a millisecond, and fails as its test wants it to.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use super::FakeClock;
use super::server::{FakeServer, Reply};
use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::quorum::{
    Asked, Deployment, Holder, Node, Owned, Ownership, Place, Ticket, Turn, Vote, Woken,
};
use crate::scripts::{self, fence_counter, queue, wake_list};

/// What happens to the next command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing.
    None,
    /// It was not executed, and nobody knows.
    RequestLost,
    /// It was executed, and nobody knows.
    ReplyLost,
    /// Its answer takes this long.
    Slow(Duration),
    /// The server was not reached.
    Unreachable,
    /// The server refuses in these words.
    Says(&'static str),
}

/// Something that happens at the server while others wait.
type Deed = Box<dyn FnOnce(&FakeServer)>;

/// A server that executes each command in a millisecond.
pub(crate) struct FakeNode {
    clock: &'static FakeClock,
    pub(crate) server: FakeServer,
    pub(crate) faults: RefCell<VecDeque<Fault>>,
    /// The commands that were sent.
    pub(crate) sent: RefCell<Vec<&'static str>>,
    /// By when each of them had to be back.
    pub(crate) deadlines: RefCell<Vec<Moment>>,
    agenda: RefCell<Vec<(Moment, Deed)>>,
}

impl FakeNode {
    pub(crate) const TRIP: Duration = Duration::from_millis(1);

    pub(crate) fn new(clock: &'static FakeClock) -> &'static Self {
        Box::leak(Box::new(Self {
            clock,
            server: FakeServer::new(clock),
            faults: RefCell::default(),
            sent: RefCell::default(),
            deadlines: RefCell::default(),
            agenda: RefCell::default(),
        }))
    }

    pub(crate) fn fail(&self, faults: &[Fault]) {
        self.faults.borrow_mut().extend(faults);
    }

    /// Has something done at the server in so long a time.
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
            Reply::Bulk(value) => Some(value),
            _ => None,
        }
    }

    /// What is due by now.
    fn catch_up(&self) {
        let now = self.clock.now();
        let mut agenda = self.agenda.borrow_mut();
        agenda.sort_by_key(|(at, _)| *at);
        let due = agenda.partition_point(|(at, _)| *at <= now);
        for (_, deed) in agenda.drain(..due) {
            deed(&self.server);
        }
    }

    /// Sends one command, which is executed halfway of its trip.
    fn ask<T>(
        &self,
        command: &'static str,
        by: Moment,
        execute: impl FnOnce() -> T,
    ) -> Result<T, Unavailable> {
        self.sent.borrow_mut().push(command);
        self.deadlines.borrow_mut().push(by);
        let fault = self.faults.borrow_mut().pop_front().unwrap_or(Fault::None);
        self.clock.pass(Self::TRIP / 2);
        self.catch_up();
        let lost = || Unavailable::unanswered(&"fake", anyhow::anyhow!("lost"));
        let answer = match fault {
            Fault::RequestLost => Err(lost()),
            Fault::Unreachable => Err(Unavailable::not_sent(&"fake", anyhow::anyhow!("away"))),
            Fault::Says(words) => Err(Unavailable::refused(&"fake", words)),
            Fault::ReplyLost => {
                execute();
                Err(lost())
            }
            Fault::None | Fault::Slow(_) => Ok(execute()),
        };
        if let Fault::Slow(span) = fault {
            self.clock.pass(span);
        }
        self.clock.pass(Self::TRIP / 2);
        answer
    }

    fn run_acquire(&self, wanted: &Ownership, ticket: Option<Ticket>, joins: bool) -> Turn {
        let joins: &[u8] = if joins { b"1" } else { b"0" };
        let ticket = ticket.map_or_else(String::new, |it| it.0.to_string());
        let tail: [&[u8]; 2] = [ticket.as_bytes(), joins];
        granted(&self.run_grant(scripts::ACQUIRE, wanted, &tail))
    }

    fn run_grant(&self, script: &str, wanted: &Ownership, tail: &[&[u8]]) -> Reply {
        let (fences, queue) = (fence_counter(wanted.key), queue(wanted.key));
        let lease = wanted.lease.as_millis().to_string();
        let fencing: &[u8] = if wanted.fencing { b"1" } else { b"0" };
        let token = wanted.token.as_bytes();
        let args = [&[token, lease.as_bytes(), fencing], tail].concat();
        self.server
            .script(script, &[wanted.key, &fences, &queue], &args)
    }
}

/// The first attempt, ours or another library's.
pub(crate) fn set_if_free(server: &FakeServer, key: &[u8], token: &[u8], lease: Duration) -> Reply {
    let millis = lease.as_millis().to_string();
    server.call(&[b"SET", key, token, b"NX", b"PX", millis.as_bytes()])
}

pub(crate) fn granted(reply: &Reply) -> Turn {
    let Reply::List(list) = reply else {
        panic!("{reply:?}");
    };
    match &**list {
        [Reply::Int(1), Reply::Nil] => Turn::Granted(None),
        [Reply::Int(1), Reply::Int(fence)] => Turn::Granted(Some(*fence)),
        [Reply::Int(0)] => Turn::Refused,
        [
            Reply::Int(0),
            Reply::Int(left),
            Reply::Int(ticket),
            Reply::Int(rank),
        ] => Turn::Waits(Place {
            ticket: Ticket(*ticket),
            rank: *rank,
            look_after: u64::try_from(*left).ok().map(Duration::from_millis),
        }),
        _ => panic!("{reply:?}"),
    }
}

fn vote(turn: Turn) -> Vote {
    match turn {
        Turn::Granted(fence) => Vote::Granted(fence),
        Turn::Refused => Vote::Refused,
        Turn::Waits(place) => panic!("{place:?}"),
        Turn::Unknown(unavailable) => Vote::Unknown(unavailable),
    }
}

fn done(reply: &Reply) -> Vote {
    match reply {
        Reply::Int(1) => Vote::Granted(None),
        Reply::Int(0) => Vote::Refused,
        _ => panic!("{reply:?}"),
    }
}

/// What has no node for another thread: tests renew by hand.
struct Elsewhere;

impl Deployment for Elsewhere {
    fn node(self: Arc<Self>) -> Box<dyn Node> {
        unreachable!("the fake server stays on its thread")
    }
}

impl Node for &'static FakeNode {
    fn acquire(&self, wanted: &Ownership, asked: Asked, by: Moment) -> Vote {
        let answer = match asked {
            Asked::Never if !wanted.fencing => self.ask("acquire", by, || {
                let token = wanted.token.as_bytes();
                match set_if_free(&self.server, wanted.key, token, wanted.lease) {
                    Reply::Ok => Vote::Granted(None),
                    _ => Vote::Refused,
                }
            }),
            Asked::Never => self.ask("acquire", by, || {
                vote(self.run_acquire(wanted, None, false))
            }),
            Asked::Before(ticket) => self.ask("acquire again", by, || {
                vote(self.run_acquire(wanted, ticket, false))
            }),
        };
        answer.unwrap_or_else(Vote::Unknown)
    }

    fn join(&self, wanted: &Ownership, ticket: Option<Ticket>, by: Moment) -> Turn {
        let answer = self.ask("join", by, || self.run_acquire(wanted, ticket, true));
        answer.unwrap_or_else(Turn::Unknown)
    }

    fn wait(&self, wanted: &Ownership, until: Moment, clock: &dyn Clock) -> Result<Woken, Error> {
        self.ask("wait", until, || ())?;
        let wake = wake_list(wanted.key, wanted.token.as_bytes());
        loop {
            self.catch_up();
            match self.server.call(&[b"LPOP", &wake]) {
                Reply::Bulk(word) if word == b"first" => return Ok(Woken::ToWatch),
                Reply::Nil if clock.now() < until => {}
                Reply::Nil => return Ok(Woken::ToAsk),
                _ => return Ok(Woken::HandedOver),
            }
            let next = self.agenda.borrow().iter().map(|(at, _)| *at).min();
            clock.sleep(next.map_or(until, |next| next.min(until)), None)?;
        }
    }

    fn adopt(&self, wanted: &Ownership, from: &[u8], by: Moment) -> Vote {
        let answer = self.ask("adopt", by, || {
            vote(granted(&self.run_grant(scripts::ADOPT, wanted, &[from])))
        });
        answer.unwrap_or_else(Vote::Unknown)
    }

    fn expire(&self, wanted: &Ownership, by: Moment) -> Vote {
        let answer = self.ask("expire", by, || {
            let lease = wanted.lease.as_millis().to_string();
            let args = [wanted.token.as_bytes(), lease.as_bytes()];
            done(&self.server.script(scripts::EXPIRE, &[wanted.key], &args))
        });
        answer.unwrap_or_else(Vote::Unknown)
    }

    fn release(&self, owned: &[Owned], by: Moment) -> Vec<Vote> {
        let votes = self.ask("release", by, || {
            let release = |one: &Owned| {
                let keys: [&[u8]; 2] = [one.key, &queue(one.key)];
                done(&self.server.script(scripts::RELEASE, &keys, &[one.token]))
            };
            owned.iter().map(release).collect()
        });
        votes.unwrap_or_else(|unavailable| {
            let unknown = |_| Vote::Unknown(unavailable.clone());
            owned.iter().map(unknown).collect()
        })
    }

    fn renew(&self, leases: &[Ownership], by: Moment) -> Vec<Vote> {
        let votes = self.ask("renew", by, || {
            let renew = |one: &Ownership| {
                let lease = one.lease.as_millis().to_string();
                let args = [one.token.as_bytes(), lease.as_bytes()];
                done(&self.server.script(scripts::RENEW, &[one.key], &args))
            };
            leases.iter().map(renew).collect()
        });
        votes.unwrap_or_else(|unavailable| {
            let unknown = |_| Vote::Unknown(unavailable.clone());
            leases.iter().map(unknown).collect()
        })
    }

    fn holder(&self, key: &[u8], by: Moment) -> Result<Holder, Unavailable> {
        self.ask("holder", by, || {
            self.value(key).map_or(Holder::Nobody, Holder::Owner)
        })
    }

    fn exists(&self, key: &[u8], by: Moment) -> Result<bool, Unavailable> {
        self.ask("exists", by, || self.value(key).is_some())
    }

    fn name(&self) -> String {
        "fake".into()
    }

    fn deployment(&self) -> Arc<dyn Deployment> {
        Arc::new(Elsewhere)
    }
}
