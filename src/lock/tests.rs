//! The rules of `lock`, one a test, against a fake server in virtual time.

use super::*;
use crate::proof::fake::{FakeClock, FakeRouter, Fault};
use crate::token::{Maker, Token};
use proptest::prelude::*;

mod replicated;
mod slots;

const KEY: &[u8] = b"lock:a";
const LEASE: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(100);

struct Scene {
    clock: &'static FakeClock,
    store: &'static FakeRouter,
    token: Token,
}

impl Scene {
    fn new(faults: &[Fault]) -> Self {
        let clock = FakeClock::new();
        let store = FakeRouter::new(clock);
        store.fail(faults);
        let token = Token::draw(Maker::new(b"lock", 1)).unwrap();
        Self {
            clock,
            store,
            token,
        }
    }

    fn request(&self, lease: Duration) -> LeaseRequest<'_> {
        LeaseRequest {
            key: KEY,
            token: self.token.as_bytes(),
            lease,
            fencing: false,
        }
    }

    fn acquire(&self, timeout: Duration) -> Result<Option<Lease>, Failed> {
        self.acquire_for(LEASE, timeout)
    }

    fn acquire_for(&self, lease: Duration, timeout: Duration) -> Result<Option<Lease>, Failed> {
        self.attempt_for(lease, timeout).outcome
    }

    fn attempt_for(&self, lease: Duration, timeout: Duration) -> LockAttempt {
        let mut budget = Budget::of_wait(self.clock.now().after(timeout), Duration::MAX);
        let wanted = self.request(lease);
        acquire(
            &*self.store.store(),
            self.clock,
            &wanted,
            Manner::new(LOOK),
            &mut budget,
        )
    }

    fn sent(&self) -> Vec<&'static str> {
        self.store.sent.borrow().clone()
    }

    fn is_ours(&self) -> bool {
        self.store.value(KEY).as_deref() == Some(self.token.as_bytes())
    }
}

#[test]
fn a_free_lock_is_one_command() {
    let scene = Scene::new(&[]);
    let started = scene.clock.now();
    let lease = scene.acquire(Duration::ZERO).unwrap().unwrap();
    assert_eq!(scene.sent(), ["set"]);
    assert_eq!(lease.valid_until, validity(started, LEASE));
}

#[test]
fn validity_counts_from_before_the_request_and_allows_for_drift() {
    let sent = Moment::PAST;
    let until = validity(sent, Duration::from_secs(10));
    assert_eq!(until.until(sent), Duration::from_millis(9_898));
    assert_eq!(validity(sent, Duration::from_millis(1)), sent);
}

#[test]
fn a_held_lock_without_a_timeout_is_one_command_and_a_no() {
    let scene = Scene::new(&[]);
    scene.store.set(KEY, b"other", LEASE);
    assert_eq!(scene.acquire(Duration::ZERO).unwrap(), None);
    assert_eq!(scene.sent(), ["set"]);
}

/// What comes of one attempt, or of a wait of a moment, that asks who has the lock.
fn curious(scene: &Scene, timeout: Duration) -> LockAttempt {
    let mut budget = Budget::of_wait(scene.clock.now().after(timeout), Duration::MAX);
    let manner = Manner {
        asks_holder: true,
        ..Manner::new(LOOK)
    };
    let (store, wanted) = (scene.store.store(), scene.request(LEASE));
    acquire(&*store, scene.clock, &wanted, manner, &mut budget)
}

#[test]
fn the_last_look_and_no_other_sees_who_has_the_lock() {
    // A pipeline counts as one command, so nothing is asked for that alone.
    for (timeout, sent) in [(0, &["set"][..]), (50, &["set", "join", "wait", "acquire"])] {
        let scene = Scene::new(&[]);
        scene.store.set(KEY, b"other", LEASE);
        let attempt = curious(&scene, Duration::from_millis(timeout));
        assert_eq!(attempt.outcome.unwrap(), None);
        let held_by = attempt.held_by.unwrap();
        assert_eq!(held_by.owner.as_deref(), Some(&b"other"[..]));
        assert!(held_by.remaining.is_some_and(|left| left <= LEASE));
        assert_eq!(scene.sent(), sent);
    }
    let scene = Scene::new(&[]);
    let attempt = curious(&scene, Duration::ZERO);
    assert!(attempt.outcome.unwrap().is_some() && attempt.held_by.is_none());
    assert!(scene.is_ours(), "a lock that is free is granted");
}

#[test]
fn giving_up_is_never_early_and_at_most_one_look_late() {
    let scene = Scene::new(&[]);
    scene.store.set(KEY, b"other", LEASE);
    let deadline = scene.clock.now().after(Duration::from_millis(250));
    assert_eq!(scene.acquire(Duration::from_millis(250)).unwrap(), None);
    assert!(scene.clock.now() >= deadline);
    assert!(scene.clock.now() <= deadline.after(FakeRouter::TRIP));
}

#[test]
fn a_lock_that_becomes_free_is_taken_at_the_next_look() {
    let scene = Scene::new(&[]);
    scene.store.set(KEY, b"other", Duration::from_millis(150));
    assert!(scene.acquire(Duration::from_secs(1)).unwrap().is_some());
    assert_eq!(
        scene.sent(),
        ["set", "join", "wait", "join", "wait", "join"]
    );
}

#[test]
fn a_lock_that_was_handed_over_is_asked_for_once() {
    let scene = Scene::new(&[]);
    scene.store.set(KEY, b"other", LEASE);
    let was_handed_over = Duration::from_millis(30);
    scene.store.release_later(was_handed_over, KEY, b"other");
    let began = scene.clock.now();
    let attempt = scene.attempt_for(LEASE, Duration::from_secs(9));
    assert!(attempt.was_handed_over && attempt.outcome.unwrap().is_some());
    assert_eq!(scene.sent(), ["set", "join", "wait", "join"]);
    let took = scene.clock.now().until(began);
    assert_eq!(took, was_handed_over + FakeRouter::TRIP);
    assert_eq!(attempt.waited, Some(took));
    assert_eq!(scene.store.server.keys(), [KEY], "nothing else is left");
}

#[test]
fn an_attempt_tells_whether_it_had_to_wait() {
    let scene = Scene::new(&[]);
    let attempt = scene.attempt_for(LEASE, Duration::from_secs(9));
    assert!(attempt.outcome.unwrap().is_some());
    assert_eq!(
        (attempt.waited, attempt.was_handed_over),
        (None, false),
        "free"
    );

    let scene = Scene::new(&[]);
    scene.store.set(KEY, b"other", LEASE);
    let attempt = scene.attempt_for(LEASE, Duration::ZERO);
    assert_eq!(attempt.outcome.unwrap(), None);
    assert_eq!(attempt.waited, None, "one attempt is no wait");
    let began = scene.clock.now();
    let attempt = scene.attempt_for(LEASE, Duration::from_millis(250));
    assert_eq!(attempt.outcome.unwrap(), None);
    assert_eq!(attempt.waited, Some(scene.clock.now().until(began)));

    // It ran out: a look finds it free, and nobody hands it over.
    let scene = Scene::new(&[]);
    scene.store.set(KEY, b"other", Duration::from_millis(150));
    let attempt = scene.attempt_for(LEASE, Duration::from_secs(9));
    assert!(attempt.outcome.unwrap().is_some());
    assert!(attempt.waited.is_some() && !attempt.was_handed_over);
}

#[test]
fn an_interrupted_waiter_leaves_the_queue() {
    let scene = Scene::new(&[]);
    scene.store.set(KEY, b"other", LEASE);
    scene.clock.next_sleep(Error::Interrupted);
    let failed = scene.acquire(Duration::from_secs(9)).unwrap_err();
    assert!(matches!(failed.error, Error::Interrupted) && !failed.unsure);
    assert_eq!(scene.sent(), ["set", "join", "wait", "release"]);
    assert_eq!(scene.store.server.keys(), [KEY]);
}

#[test]
fn a_waiter_that_cannot_say_that_it_leaves_stays_unsure() {
    let scene = Scene::new(&[Fault::None, Fault::None, Fault::None, Fault::Unreachable]);
    scene.store.set(KEY, b"other", LEASE);
    scene.clock.next_sleep(Error::Interrupted);
    assert!(scene.acquire(Duration::from_secs(9)).unwrap_err().unsure);
}

#[test]
fn giving_up_leaves_no_trace() {
    let scene = Scene::new(&[]);
    scene.store.set(KEY, b"other", LEASE);
    assert_eq!(scene.acquire(Duration::from_millis(1500)).unwrap(), None);
    assert_eq!(scene.store.server.keys(), [KEY]);
}

#[test]
fn a_connection_that_breaks_while_waiting_is_replaced() {
    let scene = Scene::new(&[Fault::None, Fault::None, Fault::ReplyLost]);
    scene.store.set(KEY, b"other", Duration::from_millis(50));
    assert!(scene.acquire(Duration::from_secs(9)).unwrap().is_some());
    assert_eq!(scene.sent()[..4], ["set", "join", "wait", "join"]);
}

#[test]
fn without_a_queue_the_lock_is_looked_at() {
    let scene = Scene::new(&[]);
    scene.store.set(KEY, b"other", Duration::from_millis(150));
    scene
        .store
        .set(b"lock:a:queue:{lock:a}", b"somebody's", LEASE);
    assert!(scene.acquire(Duration::from_secs(9)).unwrap().is_some());
    assert_eq!(scene.sent(), ["set", "join", "join", "join"]);
}

#[test]
fn a_lost_reply_is_resolved_by_token_and_never_by_asking_as_if_for_the_first_time() {
    for fault in [Fault::ReplyLost, Fault::RequestLost] {
        let scene = Scene::new(&[fault]);
        assert!(
            scene.acquire(Duration::ZERO).unwrap().is_some(),
            "{fault:?}"
        );
        assert_eq!(scene.sent(), ["set", "acquire"]);
        assert!(scene.is_ours());
    }
}

#[test]
fn two_lost_replies_are_unavailable_and_leave_the_token_unsure() {
    let scene = Scene::new(&[Fault::ReplyLost; 9]);
    let failed = scene.acquire(Duration::ZERO).unwrap_err();
    assert!(failed.unsure);
    assert_eq!(scene.sent(), ["set", "acquire"]);
}

#[test]
fn a_reply_lost_before_a_refused_connection_still_leaves_the_token_unsure() {
    let scene = Scene::new(&[Fault::ReplyLost, Fault::Unreachable]);
    assert!(scene.acquire(Duration::ZERO).unwrap_err().unsure);
}

#[test]
fn a_refusal_makes_the_token_sure_again() {
    let scene = Scene::new(&[Fault::RequestLost, Fault::None, Fault::Unreachable]);
    scene.store.set(KEY, b"other", LEASE);
    scene.store.fail(&[Fault::Unreachable; 99]);
    let failed = scene.acquire(Duration::from_secs(1)).unwrap_err();
    assert!(!failed.unsure);
}

#[test]
fn an_unreachable_server_is_asked_again_only_while_there_is_time() {
    let scene = Scene::new(&[Fault::Unreachable; 3]);
    assert!(scene.acquire(Duration::ZERO).is_err());
    assert_eq!(scene.sent().len(), 1);
    let scene = Scene::new(&[Fault::Unreachable; 3]);
    assert!(scene.acquire(Duration::from_secs(1)).unwrap().is_some());
}

#[test]
fn an_answer_before_the_attempt_ends_the_stretch_too() {
    let clock = FakeClock::new();
    let retry_for = Duration::from_millis(100);
    let mut budget = Budget::of_wait(Moment::NEVER, retry_for);
    for _ in 0..2 {
        let mut is_reachable = false;
        let answer = retry(clock, &mut budget, |_| {
            let away = || Unavailable::unreachable(&"s", anyhow!("away"));
            let answer = is_reachable.then_some(()).ok_or_else(away);
            is_reachable = true;
            answer
        });
        assert!(answer.is_ok(), "{answer:?}");
        clock.pass(retry_for);
    }
}

#[test]
fn trouble_that_never_heals_is_reported_at_once() {
    let scene = Scene::new(&[Fault::Says("WRONGPASS invalid password")]);
    let failed = scene.acquire(Duration::from_secs(60)).unwrap_err();
    assert_eq!(scene.sent().len(), 1);
    assert!(matches!(failed.error, Error::Unavailable(_)));
    let scene = Scene::new(&[Fault::Says("LOADING the dataset"); 3]);
    assert!(scene.acquire(Duration::from_secs(60)).unwrap().is_some());
}

#[test]
fn a_grant_that_outlived_its_lease_is_given_back() {
    let late = Fault::Slow(Duration::from_millis(60));
    let scene = Scene::new(&[late]);
    let lease = Duration::from_millis(50);
    let failed = scene.acquire_for(lease, Duration::ZERO).unwrap_err();
    assert_eq!(scene.sent(), ["set", "release"]);
    assert!(!failed.unsure);
    assert!(!scene.is_ours());
}

#[test]
fn a_late_grant_is_not_given_back_by_a_third_command() {
    let late = Fault::Slow(Duration::from_millis(60));
    let scene = Scene::new(&[Fault::RequestLost, late]);
    let lease = Duration::from_millis(50);
    let failed = scene.acquire_for(lease, Duration::ZERO).unwrap_err();
    assert_eq!(scene.sent(), ["set", "acquire"]);
    assert!(failed.unsure, "the keeper releases it later");
}

#[test]
fn a_release_whose_reply_was_lost_is_sent_once_more() {
    let released = |scene: &Scene, valid: Duration| {
        scene.store.set(KEY, scene.token.as_bytes(), LEASE);
        let held_key = HeldKey {
            key: KEY,
            token: scene.token.as_bytes(),
            valid_until: scene.clock.now().after(valid),
            for_good: true,
        };
        match release(&*scene.store.store(), scene.clock, held_key) {
            Vote::Granted(_) => Some(true),
            Vote::Refused => Some(false),
            Vote::Unacknowledged(_) | Vote::Unknown(_) => None,
        }
    };
    let scene = Scene::new(&[Fault::ReplyLost]);
    assert_eq!(released(&scene, LEASE), Some(true), "the first one did it");
    let scene = Scene::new(&[Fault::ReplyLost]);
    assert_eq!(
        released(&scene, Duration::ZERO),
        Some(false),
        "it may have run out"
    );
    let scene = Scene::new(&[Fault::RequestLost]);
    assert_eq!(
        released(&scene, Duration::ZERO),
        Some(true),
        "the second one did it"
    );
    let scene = Scene::new(&[Fault::ReplyLost; 2]);
    assert_eq!(released(&scene, LEASE), None, "nobody knows");
    assert_eq!(scene.sent().len(), 2);
}

fn fault() -> impl Strategy<Value = Fault> {
    prop_oneof![
        3 => Just(Fault::None),
        2 => Just(Fault::RequestLost),
        2 => Just(Fault::ReplyLost),
        1 => Just(Fault::Unreachable),
        1 => (0_u64..3000).prop_map(|ms| Fault::Slow(Duration::from_millis(ms))),
        1 => Just(Fault::Says("LOADING")),
        1 => Just(Fault::Says("NOPERM")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Under all faults a yes is the truth, and a no is the truth. An error says that it is unsure
    /// if the token may own the key.
    #[test]
    fn every_answer_is_true(
        faults in prop::collection::vec(fault(), 0..12),
        held_ms in prop_oneof![Just(0_u64), 1_u64..3000],
        timeout_ms in 0_u64..2000,
        lease_ms in 10_u64..2000,
    ) {
        let scene = Scene::new(&faults);
        if held_ms > 0 {
            scene.store.set(KEY, b"other", Duration::from_millis(held_ms));
        }
        let timeout = Duration::from_millis(timeout_ms);
        scene.check_answer(Duration::from_millis(lease_ms), timeout)?;
        let after = scene.store.deadlines.borrow().iter().filter(|by| **by == Moment::NEVER).count();
        prop_assert!(after <= 2, "{after} commands after the deadline");
    }
}

impl Scene {
    /// Checks that the answer to an attempt is true.
    fn check_answer(&self, lease: Duration, timeout: Duration) -> Result<(), TestCaseError> {
        let deadline = self.clock.now().after(timeout);
        match self.acquire_for(lease, timeout) {
            Ok(Some(granted)) => {
                prop_assert!(self.clock.now() < granted.valid_until);
                prop_assert!(self.is_ours());
                self.clock.pass(granted.valid_until.until(self.clock.now()));
                prop_assert!(self.is_ours(), "relied upon for longer than it lasts");
            }
            Ok(None) => {
                prop_assert!(!self.is_ours());
                prop_assert!(self.clock.now() >= deadline, "gave up early");
            }
            Err(failed) => prop_assert!(failed.unsure || !self.is_ours()),
        }
        Ok(())
    }
}
