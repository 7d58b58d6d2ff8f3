//! The surroundings of the renewer in an explored run: a server with keys and faults, and time,
//! which a thread of its own lets pass.
//!
//! A `yield_now` stands where another thread may go on, and std's mutex around the keys is never held across
//! one. The renewing thread catches panics, so a broken rule is written down there and reported at the end of
//! the run.

use std::collections::BTreeMap;
use std::io;
use std::os::fd::RawFd;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use shuttle::rand::{Rng, thread_rng};
use shuttle::thread::{self, yield_now};

use crate::clock::{Clock, Moment};
use crate::error::{Error, Unavailable};
use crate::lock;
use crate::store::{
    Change, Holder, JoinReply, Keyspace, LeaseRequest, Listing, LockStore, SleepEnd, Standing,
    StoreFactory, Ticket, Vote, Wake,
};
use crate::sync::{Builder, JoinHandle};
use crate::token::Maker;

/// A key of the server, and what is known of its renewal.
#[derive(Debug, Default)]
pub(super) struct KeyRecord {
    /// The end of the key's life at the server, or `None` if somebody took the key away.
    pub(super) lives_until: Option<Moment>,
    /// The longest validity that a renewal can have proved, counted from the moment of its question.
    pub(super) proved: Option<Moment>,
    /// Whether the key was given a fixed lifetime, which nothing may lengthen from then on.
    pub(super) is_fixed: bool,
    /// The greatest number that a renewal with this key may have, if there is a limit.
    pub(super) last_call: Option<usize>,
}

/// The fault of one renewal, if it has one.
#[derive(Debug, Clone, Copy)]
enum ScheduledFault {
    None,
    /// The renewal is not sent, because the server cannot be reached.
    Away,
    /// The renewal is lost before it is executed, so nobody knows its outcome.
    RequestLost,
    /// The renewal is executed and its reply is lost, so nobody knows its outcome.
    ReplyLost,
    /// Nobody knows the outcome of the renewal, which is executed later unless its connection is killed.
    Stalled,
}

/// A command that a broken connection has left behind.
struct Stalled {
    /// The address of the deployment whose command it is.
    of: usize,
    key: Vec<u8>,
    lease: Duration,
}

#[derive(Default)]
pub(super) struct ScheduleWorld {
    now: AtomicU64,
    keys: Mutex<BTreeMap<Vec<u8>, KeyRecord>>,
    stalled: Mutex<Vec<Stalled>>,
    /// The number of renewals that began, of which `returned` have come back.
    pub(super) calls: AtomicUsize,
    pub(super) returned: AtomicUsize,
    pub(super) is_over: AtomicBool,
    faulty: bool,
    wrongs: Mutex<Vec<&'static str>>,
}

impl ScheduleWorld {
    pub(super) fn new(faulty: bool) -> &'static Self {
        Box::leak(Box::new(Self {
            now: AtomicU64::new(1_000_000_000),
            faulty,
            ..Self::default()
        }))
    }

    fn wrong(&self, what: &'static str) {
        self.wrongs.lock().unwrap().push(what);
    }

    pub(super) fn check(&self) {
        let wrongs = self.wrongs.lock().unwrap();
        assert!(wrongs.is_empty(), "{wrongs:?}");
    }

    /// Returns what `work` makes of the record of `key`, which is new if there was none.
    pub(super) fn key<T>(&self, key: &[u8], work: impl FnOnce(&mut KeyRecord) -> T) -> T {
        let mut keys = self.keys.lock().unwrap();
        work(keys.entry(key.to_vec()).or_default())
    }

    /// Lets time pass until the run is over, and calls `wake` after each step of time, because shuttle's
    /// waits never end by themselves.
    pub(super) fn pass(&'static self, wake: impl Fn() + Send + 'static) -> thread::JoinHandle<()> {
        thread::spawn(move || {
            while !self.is_over.load(SeqCst) {
                let span = Duration::from_millis(thread_rng().gen_range(1..40));
                let nanos = u64::try_from(span.as_nanos()).unwrap();
                self.now.fetch_add(nanos, SeqCst);
                if self.faulty && thread_rng().gen_range(0..8) == 0 {
                    self.execute_stalled();
                }
                wake();
                yield_now();
            }
        })
    }

    /// Executes what was left in the server's buffers, which the server reads only some time later.
    fn execute_stalled(&self) {
        let stalled = std::mem::take(&mut *self.stalled.lock().unwrap());
        for Stalled { key, lease, .. } in stalled {
            self.execute(&key, lease);
        }
    }

    /// Executes the script of a renewal, and returns whether the key still has its token.
    fn execute(&self, key: &[u8], lease: Duration) -> bool {
        let now = self.now();
        self.key(key, |it| {
            if it.is_fixed {
                self.wrong("a renewal was executed after a lifetime was set");
            }
            let lives = it.lives_until.filter(|until| now < *until);
            it.lives_until = lives.map(|until| until.max(now.after(lease)));
            it.lives_until.is_some()
        })
    }

    fn fault(&self) -> ScheduledFault {
        if !self.faulty {
            return ScheduledFault::None;
        }
        match thread_rng().gen_range(0..10) {
            0 => ScheduledFault::RequestLost,
            1 => ScheduledFault::ReplyLost,
            2 => ScheduledFault::Stalled,
            3 | 4 => ScheduledFault::Away,
            _ => ScheduledFault::None,
        }
    }

    fn renew(&self, one: &LeaseRequest, asked: Moment) -> Vote {
        if self.execute(one.key, one.lease) {
            let proved = lock::validity(asked, one.lease);
            self.key(one.key, |it| it.proved = it.proved.max(Some(proved)));
            Vote::Granted(None)
        } else {
            Vote::Refused
        }
    }
}

impl Clock for ScheduleWorld {
    fn now(&self) -> Moment {
        Moment::from_nanos(self.now.load(SeqCst))
    }

    fn generation(&self) -> u64 {
        0
    }

    fn maker(&self) -> Maker {
        Maker::new(b"schedules", 1)
    }

    fn sleep(&self, _: Moment, _: Option<RawFd>) -> Result<bool, Error> {
        unreachable!("nobody sleeps")
    }

    fn spawn(&self, work: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        Builder::new().spawn(work)
    }
}

/// The server of a `ScheduleWorld`, which gives the renewer its stores.
pub(super) struct ScheduleServer(pub(super) &'static ScheduleWorld);

impl StoreFactory for ScheduleServer {
    fn store(self: Arc<Self>) -> Box<dyn LockStore> {
        Box::new(ScheduleConnection(self))
    }

    fn keyspace(&self) -> Keyspace {
        unreachable!("the renewing thread only renews")
    }
}

struct ScheduleConnection(Arc<ScheduleServer>);

impl LockStore for ScheduleConnection {
    fn may_be_executed(&self, _: Moment) -> bool {
        unreachable!("the renewing thread only renews")
    }

    fn cannot_fence(&self, _: &[u8]) -> bool {
        false
    }

    fn ask_all(&self, changes: &[Change], by: Moment) -> Vec<Vote> {
        let leases = changes.iter().map(|change| match change {
            Change::Renew(request) => *request,
            _ => unreachable!("the renewing thread only renews"),
        });
        let leases: Vec<_> = leases.collect();
        let (world, of) = (self.0.0, Arc::as_ptr(&self.0).addr());
        let (asked, fault) = (world.now(), world.fault());
        let call = world.calls.fetch_add(1, SeqCst) + 1;
        for one in &leases {
            let last = world.key(one.key, |it| it.last_call);
            if last.is_some_and(|last| last < call) {
                world.wrong("a renewal was sent of what had left the table");
            }
        }
        yield_now();
        let lost = || Unavailable::unanswered(&"fake", anyhow::anyhow!("lost"));
        let away = || Unavailable::unreachable(&"fake", anyhow::anyhow!("away"));
        // A new connection has the broken ones killed, so their commands are never executed.
        if !matches!(fault, ScheduledFault::Away) {
            world.stalled.lock().unwrap().retain(|it| it.of != of);
        }
        let mut votes: Vec<Vote> = match fault {
            ScheduledFault::Away => leases.iter().map(|_| Vote::Unknown(away())).collect(),
            ScheduledFault::RequestLost => leases.iter().map(|_| Vote::Unknown(lost())).collect(),
            ScheduledFault::Stalled => {
                let stalled = leases.iter().map(|one| Stalled {
                    of,
                    key: one.key.to_vec(),
                    lease: one.lease,
                });
                world.stalled.lock().unwrap().extend(stalled);
                leases.iter().map(|_| Vote::Unknown(lost())).collect()
            }
            ScheduledFault::None | ScheduledFault::ReplyLost => {
                leases.iter().map(|one| world.renew(one, asked)).collect()
            }
        };
        if matches!(fault, ScheduledFault::ReplyLost) {
            votes = leases.iter().map(|_| Vote::Unknown(lost())).collect();
        }
        yield_now();
        if by < world.now() && !matches!(fault, ScheduledFault::Away) {
            // The deadline came before the answer, so nobody knows the outcome.
            votes = leases.iter().map(|_| Vote::Unknown(lost())).collect();
        }
        world.returned.fetch_add(1, SeqCst);
        votes
    }

    fn ask(&self, _: &Change, _: Moment) -> Vote {
        unreachable!()
    }

    fn join(&self, _: &LeaseRequest, _: Standing, _: Moment) -> JoinReply {
        unreachable!()
    }

    fn wait(
        &self,
        _: &LeaseRequest,
        _: Option<Ticket>,
        _: SleepEnd,
        _: &dyn Clock,
    ) -> Result<Wake, Error> {
        unreachable!()
    }

    fn holder(&self, _: &[u8], _: Moment) -> Result<Holder, Unavailable> {
        unreachable!()
    }

    fn exists(&self, _: &[u8], _: Moment) -> Result<bool, Unavailable> {
        unreachable!()
    }

    fn list<'a>(&'a self, _: &[u8], _: &[u8]) -> Box<dyn Listing + 'a> {
        unreachable!()
    }

    fn deadline(&self, _: Moment) -> Moment {
        unreachable!()
    }

    fn name(&self) -> String {
        "fake".into()
    }

    fn factory(&self) -> Arc<dyn StoreFactory> {
        Arc::clone(&self.0) as Arc<dyn StoreFactory>
    }
}
