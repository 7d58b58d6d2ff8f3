//! Grants that count only if replicas have them.

use super::*;
use crate::proof::fake::Said;

/// Each grant has to be on one replica, and so many have it.
fn scene(replicas: i64) -> Scene {
    let scene = Scene::new(&[]);
    scene.store.min_replicas.set(1);
    scene.store.server.replicas(replicas);
    scene
}

impl Scene {
    fn wait_says(&self, said: impl IntoIterator<Item = Said>) {
        self.store.waits.borrow_mut().extend(said);
    }

    fn fails_at_once(&self) -> Failed {
        self.acquire(Duration::ZERO).unwrap_err()
    }
}

#[test]
fn a_grant_that_a_replica_has_is_one_pipeline() {
    let scene = scene(1);
    assert!(scene.acquire(Duration::ZERO).unwrap().is_some());
    assert_eq!(scene.sent(), ["set", "WAIT"]);
    let two = Scene::new(&[]);
    two.store.min_replicas.set(1);
    two.store.server.replicas(2);
    assert!(two.acquire(Duration::ZERO).unwrap().is_some());
}

#[test]
fn a_grant_that_no_replica_has_is_given_back_within_its_question() {
    let scene = scene(0);
    let began = scene.clock.now();
    let failed = scene.fails_at_once();
    assert_eq!(
        failed.error.to_string(),
        "Redis at fake executed the command, but 0 of 1 replicas have it: connect the replicas, or lower \
         min_replicas; the lock was given back"
    );
    assert!(!failed.unsure);
    assert_eq!(scene.sent(), ["set", "WAIT", "release"]);
    let by = began.after(FakeRouter::TIMEOUT);
    assert_eq!(*scene.store.deadlines.borrow(), [by; 3]);
    assert_eq!(scene.store.server.keys(), Vec::<Vec<u8>>::new());
}

#[test]
fn a_last_look_counts_replicas_as_every_attempt_does() {
    for (replicas, is_granted) in [(1, true), (0, false)] {
        let scene = scene(replicas);
        let attempt = curious(&scene, Duration::ZERO);
        assert_eq!(attempt.outcome.is_ok(), is_granted, "{replicas} replicas");
        assert_eq!(scene.is_ours(), is_granted, "{replicas} replicas");
    }
}

#[test]
fn what_cannot_be_given_back_is_unsure_and_asked_for_once_more() {
    let scene = scene(0);
    scene.store.fail(&[Fault::None, Fault::RequestLost]);
    let failed = scene.fails_at_once();
    let second = ["acquire", "WAIT", "release"];
    assert_eq!(scene.sent(), [["set", "WAIT", "release"], second].concat());
    assert!(!failed.unsure, "the second one was given back");

    let lost = Fault::RequestLost;
    let scene = Scene::new(&[Fault::None, lost, Fault::None, lost]);
    scene.store.min_replicas.set(1);
    assert!(scene.fails_at_once().unsure);
    assert!(scene.is_ours());
}

#[test]
fn behind_a_no_and_behind_a_place_in_the_queue_nothing_is_counted() {
    let scene = scene(0);
    scene.store.set(KEY, b"other", LEASE);
    scene.wait_says([
        Said::Nothing,
        Said::Error("NOPERM no"),
        Said::Error("UNBLOCKED x"),
    ]);
    assert_eq!(scene.acquire(Duration::from_millis(700)).unwrap(), None);
    assert!(!scene.sent().contains(&"release"));
}

#[test]
fn only_a_number_counts_whatever_else_wait_says() {
    for (says, tries) in [
        (Said::Okay, 1),
        (Said::Count(-1), 1),
        (Said::Nothing, 1),
        (Said::Error("NOPERM no right to 'wait'"), 1),
        // A new connection may lead to the master.
        (Said::Error("UNBLOCKED force unblock"), 2),
        (
            Said::Error("ERR WAIT cannot be used with replica instances."),
            2,
        ),
    ] {
        let scene = scene(1);
        scene.wait_says([says; 2]);
        assert!(!scene.fails_at_once().unsure, "{says:?}");
        assert_eq!(scene.sent().len(), 3 * tries, "{says:?}");
        assert_eq!(scene.store.value(KEY), None, "{says:?}");
    }
}

#[test]
fn a_wait_goes_on_until_a_replica_has_the_grant() {
    let scene = scene(1);
    scene.wait_says([Said::Count(0); 2]);
    assert!(scene.acquire(Duration::from_secs(9)).unwrap().is_some());
    let given_back = ["set", "WAIT", "release"];
    let sent = [&given_back[..], &given_back, &["set", "WAIT"]].concat();
    assert_eq!(scene.sent(), sent);
}

#[test]
fn a_wait_without_replicas_ends_after_retry_for() {
    let scene = scene(0);
    let retry_for = Duration::from_secs(2);
    let mut budget = Budget::of_wait(Moment::NEVER, retry_for);
    let wanted = scene.request(LEASE);
    let began = scene.clock.now();
    let attempt = acquire(
        &*scene.store.store(),
        scene.clock,
        &wanted,
        Manner::new(LOOK),
        &mut budget,
    );
    let failed = attempt.outcome.unwrap_err();
    assert!(failed.error.to_string().ends_with("(retry_for is 2 s)"));
    assert!(!failed.unsure);
    assert!(scene.clock.now() <= began.after(retry_for + FakeRouter::TIMEOUT));
}

#[test]
fn a_lock_that_was_handed_over_is_given_back_too() {
    let scene = scene(1);
    scene.store.set(KEY, b"other", LEASE);
    let soon = Duration::from_millis(30);
    scene.store.release_later(soon, KEY, b"other");
    // The first attempt, the join, and the join that gets the lock.
    scene.wait_says([Said::Count(0); 3]);
    assert!(scene.acquire(Duration::from_secs(9)).unwrap().is_some());
    let begin = ["set", "WAIT", "join", "WAIT", "wait"];
    let end = ["join", "WAIT", "release", "join", "WAIT"];
    assert_eq!(scene.sent(), [begin, end].concat());
    assert_eq!(scene.store.server.keys(), [KEY], "nothing else is left");
}

#[test]
fn adopt_and_expire_are_unknown_and_asked_once_more() {
    let scene = scene(1);
    scene.store.set(KEY, b"detached", LEASE);
    scene.wait_says([Said::Count(0); 3]);
    let wanted = scene.request(LEASE);
    let store = scene.store.store();
    let mut budget = Budget::once(scene.clock.now());
    let adopted = adopt(
        &*store,
        scene.clock,
        &wanted,
        b"detached",
        false,
        &mut budget,
    );
    assert!(adopted.unwrap_err().unsure && scene.is_ours());
    let expired = expire(&*store, scene.clock, &wanted);
    assert!(expired.unwrap().is_some());
    let sent = [
        "adopt", "WAIT", "adopt", "WAIT", "expire", "WAIT", "expire", "WAIT",
    ];
    assert_eq!(scene.sent(), sent);
}

#[test]
fn renewals_have_one_wait_together_and_only_a_yes_needs_it() {
    let scene = scene(1);
    assert!(scene.acquire(Duration::ZERO).unwrap().is_some());
    let lost = LeaseRequest {
        key: b"lock:lost",
        ..scene.request(LEASE)
    };
    let both = [Change::Renew(scene.request(LEASE)), Change::Renew(lost)];
    let store = scene.store.store();
    let votes = store.ask_all(&both, Moment::NEVER);
    assert!(matches!(&*votes, [Vote::Granted(_), Vote::Refused]));
    scene.wait_says([Said::Count(0)]);
    let votes = store.ask_all(&both, Moment::NEVER);
    assert!(matches!(&*votes, [Vote::Unacknowledged(_), Vote::Refused]));
    assert!(scene.is_ours(), "a renewal is not given back");
    assert_eq!(scene.sent()[2..], ["renew", "WAIT", "renew", "WAIT"]);
}
