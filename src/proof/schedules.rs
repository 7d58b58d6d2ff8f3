//! The renewing thread, PHP threads and time run under thousands of schedules, while the tests say what may
//! never happen in any order of their steps.
//!
//! `cargo test --features shuttle --lib schedules` runs them, and a failure prints the schedule that
//! `shuttle::replay` repeats.

use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Weak};
use std::time::Duration;

use shuttle::rand::{Rng, thread_rng};
use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use shuttle::thread::{self, yield_now};
use shuttle::{Config, MaxSteps, Runner};

mod world;

use crate::clock::{Clock, Moment};
use crate::keeper::LossFlag;
use crate::keeper::renewal::Renewal;
use crate::keeper::renewer::Renewer;
use crate::lock::{self, Lease};
use crate::store::{LeaseRequest, StoreFactory};
use crate::token::{Maker, Token};
use world::{ScheduleServer, ScheduleWorld};

const LEASE: Duration = Duration::from_millis(300);

/// Runs a test under many schedules: random ones, and some that let one thread run far ahead of the
/// others. `SHUTTLE_RANDOM_SEED` chooses other ones.
#[allow(clippy::print_stdout, reason = "how much a passed run has seen")]
fn explore(test: fn()) {
    let random = run(RandomScheduler::new(8000), test);
    let ahead = run(PctScheduler::new(3, 4000), test);
    println!("{} schedules", random + ahead);
}

/// Returns the number of schedules, which is smaller if the time for them runs out.
fn run(scheduler: impl Scheduler + 'static, test: fn()) -> usize {
    let mut config = Config::new();
    config.stack_size = 256 * 1024;
    // A run has some hundreds of steps, while one that never ends fails at this limit.
    config.max_steps = MaxSteps::FailAfter(50_000);
    // With a seed of its own a run makes the same schedules on every machine, so no time ends it.
    let seeded = std::env::var_os("SHUTTLE_RANDOM_SEED").is_some();
    config.max_time = (!seeded).then_some(Duration::from_secs(2));
    config.silence_warnings = true;
    Runner::new(scheduler, config).run(test)
}

fn chance(of: u32) -> bool {
    thread_rng().gen_range(0..of) == 0
}

/// One renewer, the server that it asks, and time.
#[derive(Clone, Copy)]
struct Schedule {
    world: &'static ScheduleWorld,
    renewer: &'static Renewer,
}

impl Schedule {
    fn new(faulty: bool) -> (Self, thread::JoinHandle<()>) {
        let world = ScheduleWorld::new(faulty);
        let renewer: &Renewer = Box::leak(Box::new(Renewer::new(world)));
        let time = world.pass(|| renewer.changed.notify_all());
        (Self { world, renewer }, time)
    }

    fn factory(self) -> Arc<dyn StoreFactory> {
        Arc::new(ScheduleServer(self.world))
    }

    /// Acquires a lock, has it renewed, and returns it as its PHP thread sees it.
    fn hold(self, key: &[u8], deployment: Arc<dyn StoreFactory>) -> HeldLock {
        self.renewer.start().unwrap();
        let flag = Arc::new(LossFlag::new(|| ()));
        let token = Token::draw(Maker::new(b"schedules", 1)).unwrap();
        let request = LeaseRequest {
            key,
            token: token.as_bytes(),
            lease: LEASE,
            fencing: false,
        };
        let sent = self.world.now();
        self.world.key(key, |it| {
            it.lives_until = Some(sent.after(LEASE));
            it.proved = Some(lock::validity(sent, LEASE));
        });
        let granted = Lease::new(None, LEASE, sent, self.world.now());
        let ends = if chance(4) {
            sent.after(LEASE)
        } else {
            Moment::NEVER
        };
        let renewal = Renewal::new(
            &request,
            &granted,
            Duration::ZERO,
            ends,
            deployment,
            Arc::clone(&flag),
        );
        let renewal = Arc::new(renewal);
        self.renewer.add(&renewal, sent);
        HeldLock {
            scene: self,
            key: key.to_vec(),
            renewal,
            flag,
            is_lost: false,
            raises: 0,
            found: 0,
        }
    }

    fn wait(self, span: Duration) {
        let until = self.world.now().after(span);
        while self.world.now() < until {
            yield_now();
        }
    }

    /// Returns while a renewal is in flight, or after half a lease without one.
    fn wait_for_renewal(self) {
        let until = self.world.now().after(LEASE / 2);
        let is_in_flight = || self.world.returned.load(SeqCst) < self.world.calls.load(SeqCst);
        while !is_in_flight() && self.world.now() < until {
            yield_now();
        }
    }

    /// Ends the process, while time goes on or stands still.
    fn end(self, time: thread::JoinHandle<()>) {
        if chance(2) {
            self.world.is_over.store(true, SeqCst);
        }
        self.renewer.stop();
        let calls = self.world.calls.load(SeqCst);
        assert_eq!(
            self.world.returned.load(SeqCst),
            calls,
            "one is still in flight"
        );
        self.world.is_over.store(true, SeqCst);
        time.join().unwrap();
        assert_eq!(self.world.calls.load(SeqCst), calls, "sent after the stop");
        self.world.check();
    }
}

/// A lock as its PHP thread sees it.
struct HeldLock {
    scene: Schedule,
    key: Vec<u8>,
    renewal: Arc<Renewal>,
    flag: Arc<LossFlag>,
    is_lost: bool,
    raises: u32,
    /// How often its PHP thread has found the loss itself, which raises no flag.
    found: u32,
}

impl HeldLock {
    /// Returns whether the lock may be relied upon, and checks that a loss is final. The PHP thread learns of
    /// a loss once, by the flag or by a look of its own.
    fn look(&mut self) -> bool {
        let now = self.scene.world.now();
        let valid = self.renewal.check_or(now, || self.found += 1);
        if let Some(until) = valid {
            assert!(!self.is_lost, "what was lost is back");
            assert!(now < until);
            let proved = self.scene.world.key(&self.key, |it| it.proved);
            assert!(Some(until) <= proved, "valid for longer than granted");
        }
        self.is_lost |= valid.is_none();
        self.listen();
        valid.is_some()
    }

    fn listen(&mut self) {
        if self.flag.lower() {
            self.raises += 1;
            self.is_lost = true;
        }
        assert!(self.raises + self.found <= 1, "a loss is learned once");
    }

    /// Looks at the lock now and then, for at most `span`.
    fn use_for(&mut self, span: Duration) {
        let until = self.scene.world.now().after(span);
        while self.scene.world.now() < until && !chance(20) {
            if chance(2) {
                self.look();
            }
            yield_now();
        }
    }

    /// Takes the key away, which has another token or none from now on.
    fn is_taken_away(&self) {
        let world = self.scene.world;
        world.key(&self.key, |it| it.lives_until = None);
    }

    fn may_be_renewed_until_call(&self, last: usize) {
        let world = self.scene.world;
        world.key(&self.key, |it| it.last_call = Some(last));
    }

    /// Releases the lock as `unlock()` does, while a batch that was taken before may still be sent.
    fn unlock(&self) {
        self.scene.renewer.remove(&self.renewal);
        let next = self.scene.world.calls.load(SeqCst) + 1;
        self.may_be_renewed_until_call(next);
        self.is_taken_away();
    }

    /// Gives the lock a fixed lifetime as `expire()` does, and returns whether that was to be done.
    fn expire(&mut self) -> bool {
        let world = self.scene.world;
        if self
            .scene
            .renewer
            .remove_when_answered(&self.renewal)
            .is_err()
        {
            return false;
        }
        self.may_be_renewed_until_call(world.calls.load(SeqCst));
        let is_held = self.look();
        if is_held {
            world.key(&self.key, |it| it.is_fixed = true);
        }
        is_held
    }
}

/// Runs `php` in two threads that use one renewer, and then ends the process.
fn two_threads(faulty: bool, php: fn(Schedule, &[u8], Arc<dyn StoreFactory>)) {
    let (scene, time) = Schedule::new(faulty);
    let shared = scene.factory();
    let threads = [b"a", b"b"].map(|key| {
        let own = chance(3);
        let deployment = if own {
            scene.factory()
        } else {
            Arc::clone(&shared)
        };
        thread::spawn(move || php(scene, key, deployment))
    });
    for thread in threads {
        thread.join().unwrap();
    }
    scene.end(time);
    assert_eq!(Arc::strong_count(&shared), 1, "something is left behind");
}

#[test]
fn a_loss_is_final_and_is_learned_once() {
    explore(|| {
        let (scene, time) = Schedule::new(true);
        let mut held = scene.hold(b"a", scene.factory());
        let renewal = Arc::clone(&held.renewal);
        let other = thread::spawn(move || {
            for _ in 0..5 {
                renewal.check_and_flag(scene.world.now());
                yield_now();
            }
        });
        held.use_for(LEASE);
        if chance(2) {
            held.is_taken_away();
        }
        held.use_for(LEASE * 2);
        other.join().unwrap();
        scene.end(time);
        held.look();
        assert_eq!(
            held.raises + held.found == 1,
            held.is_lost,
            "the PHP thread learns of a loss if and only if the lease is lost"
        );
    });
}

#[test]
fn a_lease_that_left_the_table_is_not_sent() {
    explore(|| {
        two_threads(true, |scene, key, deployment| {
            let mut held = scene.hold(key, deployment);
            held.use_for(LEASE);
            held.unlock();
            scene.wait(LEASE / 2);
        });
    });
}

#[test]
fn a_lifetime_that_was_set_is_never_undone() {
    explore(|| {
        two_threads(true, |scene, key, deployment| {
            let mut held = scene.hold(key, deployment);
            held.use_for(LEASE);
            held.expire();
            scene.wait(LEASE / 2);
        });
    });
}

#[test]
fn an_object_may_die_while_its_renewal_is_in_flight() {
    explore(|| {
        two_threads(false, |scene, key, deployment| {
            let held = scene.hold(key, deployment);
            scene.wait_for_renewal();
            held.unlock();
            let renewal: Weak<_> = Arc::downgrade(&held.renewal);
            drop(held);
            // A batch in flight may still have the renewal, so its end is waited for.
            while renewal.strong_count() > 0 {
                yield_now();
            }
        });
    });
}

#[test]
fn a_stop_ends_renewals_in_flight_and_those_started_meanwhile() {
    explore(|| {
        let (scene, time) = Schedule::new(true);
        let deployment = scene.factory();
        let held = scene.hold(b"a", Arc::clone(&deployment));
        if chance(2) {
            scene.wait_for_renewal();
        }
        let stops = thread::spawn(move || scene.renewer.stop());
        let another = scene.hold(b"b", deployment);
        yield_now();
        drop((held, another));
        stops.join().unwrap();
        scene.end(time);
    });
}
