//! What the clients of the quorum's model do: they run the product's `lock` over the product's `Quorum`.
//!
//! Each client is a thread, and everything in it that blocks gives the baton back. This file knows no server but
//! through [`ModelServers`]. `quorum` and the files beside it start clients.

use std::rc::Rc;
use std::time::Duration;

use super::line::{ClientLine, Deed, KEY, LineClock};
use super::peers::{ModelServers, Slips};
use super::plans::{COMMAND_TIMEOUT, Plan};
use super::world::Program;
use super::world::QuorumWorld;
use crate::clock::Moment;
use crate::lock::{self, Budget, Failed, Manner};
use crate::proof::random::Random;
use crate::protocol::mutex::among::Ask;
use crate::route::quorum::{Heard, Inquiry, Quorum, RoundEnd, VotingServers, Waits};
use crate::store::{Change, HeldKey, LeaseRequest, LockStore, Vote};

/// A client, as its own thread knows it.
pub(super) struct Person {
    pub(super) line: Rc<ClientLine>,
    pub(super) store: Quorum<Rc<ModelServers>>,
    servers: Rc<ModelServers>,
    pub(super) clock: LineClock,
    pub(super) random: Random,
    slips: Slips,
    tokens: u64,
    has_waited: bool,
}

/// What one call asks for.
#[derive(Clone, Copy)]
pub(super) struct Wish {
    pub(super) lease: Duration,
    pub(super) timeout: Duration,
    pub(super) retry_for: Duration,
    pub(super) fencing: bool,
}

/// A lock that a client has.
pub(super) struct Got {
    pub(super) token: Vec<u8>,
    wish: Wish,
    valid_until: Moment,
}

/// What every client of a run needs.
#[derive(Clone)]
pub(super) struct Setting {
    pub(super) plan: Plan,
    pub(super) order: Vec<usize>,
    pub(super) seed: u64,
    pub(super) slips: Slips,
    pub(super) ends: Moment,
}

impl Setting {
    /// Returns the setting of a run in this world.
    pub(super) fn of(world: &QuorumWorld, plan: &Plan, seed: u64, slips: Slips) -> Self {
        Self {
            plan: plan.clone(),
            order: world.order.clone(),
            seed,
            slips,
            ends: world.ends,
        }
    }

    /// Returns the program of a client that does this.
    pub(super) fn program(
        &self,
        does: impl FnOnce(&mut Person, &Setting) + Send + 'static,
    ) -> Program {
        let setting = self.clone();
        Box::new(move |line| {
            let mut person = Person::new(line, &setting);
            does(&mut person, &setting);
        })
    }
}

impl Person {
    fn new(line: Rc<ClientLine>, setting: &Setting) -> Self {
        let number = u64::try_from(line.client).unwrap();
        let seed = setting.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let order = setting.order.clone();
        let servers = ModelServers::new(&line, order, COMMAND_TIMEOUT, seed, setting.slips);
        Self {
            store: Quorum::over(Rc::clone(&servers), Rc::new(Waits::default())),
            servers,
            clock: LineClock(Rc::clone(&line)),
            random: Random::new(!seed),
            slips: setting.slips,
            tokens: 0,
            has_waited: false,
            line,
        }
    }

    pub(super) fn token(&mut self) -> Vec<u8> {
        self.tokens += 1;
        format!("c{}.{}", self.line.client, self.tokens).into_bytes()
    }

    pub(super) fn nap(&self, span: Duration) {
        self.line.rest(self.line.now().after(span), false);
    }

    /// Calls `lock`, and tells the judge.
    pub(super) fn lock(&mut self, wish: Wish) -> Option<Got> {
        let token = self.token();
        let sleep = Duration::from_millis(self.random.pick(&[50, 100, 300]));
        self.line.does(Deed::Begins {
            token: token.clone(),
            timeout: wish.timeout,
            retry_for: wish.retry_for,
        });
        let deadline = self.line.now().after(wish.timeout);
        let mut budget = Budget::of_wait(deadline, wish.retry_for);
        let request = request(&token, wish);
        let attempt = lock::acquire(
            &self.store,
            &self.clock,
            &request,
            Manner {
                meets_queue: self.has_waited,
                ..Manner::new(sleep)
            },
            &mut budget,
        );
        self.has_waited = attempt.stood_in_queue;
        match attempt.outcome {
            Ok(Some(lease)) => {
                let valid_until = if self.slips.counts_from_the_reply {
                    lock::validity(self.line.now(), wish.lease)
                } else {
                    lease.valid_until
                };
                self.line.does(Deed::Granted {
                    token: token.clone(),
                    lease,
                    valid_until,
                    waited: attempt.waited.is_some(),
                });
                Some(Got {
                    token,
                    wish,
                    valid_until,
                })
            }
            Ok(None) => {
                self.line.does(Deed::Refused);
                None
            }
            Err(Failed { error, unsure }) => {
                self.line.does(Deed::Fails(format!("{error:?}")));
                if unsure {
                    let held = HeldKey {
                        key: KEY,
                        token: &token,
                        valid_until: Moment::PAST,
                        for_good: false,
                    };
                    let _ = lock::release(&self.store, &self.clock, held);
                }
                None
            }
        }
    }

    /// Renews the lease. Returns whether the client still has the lock.
    fn renew(&self, got: &mut Got) -> bool {
        let sent = self.line.now();
        let request = request(&got.token, got.wish);
        match self.store.ask(&Change::Renew(request), Moment::NEVER) {
            Vote::Granted(_) if self.line.now() < got.valid_until => {
                let until = lock::validity(sent, got.wish.lease);
                got.valid_until = got.valid_until.max(until);
                self.line.does(Deed::Lives(until));
                true
            }
            Vote::Refused => false,
            _ => self.line.now() < got.valid_until,
        }
    }

    /// Works for so long, and renews meanwhile if it is to.
    pub(super) fn work(&self, got: &mut Got, span: Duration, renews: bool) {
        let end = self.line.now().after(span);
        let mut has_it = true;
        while has_it && self.line.now() < end {
            let part = (got.wish.lease / 3).min(end.until(self.line.now()));
            self.nap(part);
            if renews {
                has_it = self.renew(got);
            }
        }
        self.line.does(Deed::LetsGo);
    }

    /// Calls `unlock`. Returns its vote.
    pub(super) fn unlock(&self, got: &Got) -> Option<bool> {
        self.line.does(Deed::LetsGo);
        let held = HeldKey {
            key: KEY,
            token: &got.token,
            valid_until: got.valid_until,
            for_good: true,
        };
        let was_valid = self.line.now() < got.valid_until;
        let vote = match lock::release(&self.store, &self.clock, held) {
            Vote::Granted(_) => Some(true),
            Vote::Refused => Some(false),
            _ => None,
        };
        self.line.does(Deed::Released { vote, was_valid });
        vote
    }

    /// Calls `adopt` for a token of somebody else. Returns whether the client has the lock.
    pub(super) fn adopt(&mut self, from: &[u8], wish: Wish) -> bool {
        let token = self.token();
        let request = request(&token, wish);
        if self.slips.adopts_at_once {
            return self.adopt_at_once(&request, from);
        }
        let mut budget = Budget::once(self.line.now());
        let (store, clock) = (&self.store, &self.clock);
        let adopted = lock::adopt(store, clock, &request, from, false, &mut budget);
        matches!(adopted, Ok(Some(_)))
    }

    /// Mutant: asks all servers at once, twice at most.
    fn adopt_at_once(&self, request: &LeaseRequest, from: &[u8]) -> bool {
        let all = 0..self.servers.peers.len();
        let asked = all.map(|server| Inquiry {
            server,
            request: *request,
            ask: Ask::Adopt(from.to_vec()),
            is_rider: false,
        });
        let asked: Vec<_> = asked.collect();
        let needed = self.servers.majority().needed;
        let count = |heard: &[Heard], yes: bool| {
            let said = heard.iter().filter_map(Heard::said);
            said.filter(|said| said.is_yes() == yes).count()
        };
        for _ in 0..2 {
            let end = RoundEnd {
                answers: needed,
                is_brief: false,
                by: self.line.now().after(COMMAND_TIMEOUT),
                enough: &|heard| count(heard, true) >= needed,
            };
            let heard = self.servers.ask(&asked, &end);
            if count(&heard, true) >= needed {
                return true;
            }
        }
        false
    }

    /// Looks who has the lock, so that the connections are open and servers that are away are known.
    pub(super) fn warm_up(&self, times: u64) {
        for _ in 0..times {
            let _ = self.store.holder(KEY, Moment::NEVER);
            self.nap(Duration::from_millis(5));
        }
    }

    /// Lets servers that were away get what is owed to them.
    fn settle_debts(&self) {
        self.nap(Duration::from_millis(2600));
        for _ in 0..4 {
            let _ = self.store.holder(KEY, Moment::NEVER);
            self.nap(Duration::from_millis(700));
        }
    }

    /// Locks, works and unlocks until the run ends.
    pub(super) fn live(&mut self, setting: &Setting) {
        let plan = &setting.plan;
        let ms = Duration::from_millis;
        let pause = self.random_span(ms(50));
        self.nap(pause);
        while self.line.now() < setting.ends {
            let wish = Wish {
                lease: ms(self.random.pick(plan.leases)),
                timeout: ms(self.random.pick(plan.timeouts)),
                retry_for: ms(self.random.pick(plan.retry_for)),
                fencing: plan.fencing,
            };
            let Some(mut got) = self.lock(wish) else {
                let pause = self.random_span(ms(20));
                self.nap(pause);
                continue;
            };
            let work = ms(self.random.pick(plan.works));
            let renews = self.random.percent(plan.renews);
            self.work(&mut got, work, renews);
            self.unlock(&got);
            let pause = self.random.pick(&[0, 0, 1, 50]);
            self.nap(ms(pause));
        }
        self.settle_debts();
    }

    fn random_span(&mut self, most: Duration) -> Duration {
        self.random.span(Duration::ZERO, most)
    }
}

pub(super) fn request(token: &[u8], wish: Wish) -> LeaseRequest<'_> {
    LeaseRequest {
        key: KEY,
        token,
        lease: wish.lease,
        fencing: wish.fencing,
    }
}
