//! Locks in the slots of a Cluster: while a slot moves, and where a lock has no companions.

use super::*;
use crate::proof::fake::server::{CallSource, FakeServer};
use crate::store::{Change, Holder, JoinReply, Retry, Standing};

const SPLIT: &str = "TRYAGAIN Multiple keys request during rehashing of slot";
const QUEUE: &[u8] = b"lock:a:queue:{lock:a}";
/// The name of a lock without companions in its slot.
const ALONE: &[u8] = b"lock:{";

/// A route to a Cluster.
fn scene(faults: &[Fault]) -> Scene {
    let scene = Scene::new(faults);
    scene.store.has_slots.set(true);
    scene
}

/// A slot that moves. Its source has all the keys that exist now, but no new ones.
fn moving(holder: Option<&[u8]>) -> Scene {
    let scene = scene(&[]);
    if let Some(holder) = holder {
        scene.store.set(KEY, holder, LEASE);
    }
    scene.store.server.begin_to_move();
    scene
}

/// A slot that was left half moved. Its source has all the keys that exist, and nobody creates one.
fn half_moved(holder: Option<&[u8]>, source: CallSource) -> Scene {
    let scene = moving(holder);
    scene.store.server.forget_move(source);
    scene
}

const SOURCES: [CallSource; 2] = [CallSource::WithoutAll, CallSource::WithoutOne];

fn move_all(server: &FakeServer) {
    while server.move_one(0) {}
}

impl Scene {
    fn fenced(&self) -> LeaseRequest<'_> {
        LeaseRequest {
            fencing: true,
            ..self.request(LEASE)
        }
    }

    fn alone(&self) -> LeaseRequest<'_> {
        LeaseRequest {
            key: ALONE,
            ..self.request(LEASE)
        }
    }

    fn join(&self, request: &LeaseRequest) -> JoinReply {
        let standing = Standing::Waiter(None);
        self.store.store().join(request, standing, Moment::NEVER)
    }

    fn ask_again(&self, request: &LeaseRequest) -> Vote {
        let again = Retry::Again(None);
        self.store
            .store()
            .ask(&Change::Acquire(*request, again), Moment::NEVER)
    }

    /// Another token stands in the queue, or this one.
    fn queue_up(&self, token: &[u8]) {
        let wanted = LeaseRequest {
            token,
            ..self.request(LEASE)
        };
        let standing = Standing::Newcomer;
        let reply = self.store.store().join(&wanted, standing, Moment::NEVER);
        assert!(matches!(reply, JoinReply::Waits(_)), "{reply:?}");
        self.store.sent.borrow_mut().clear();
        self.store.deadlines.borrow_mut().clear();
    }

    fn release(&self, keys: &[&[u8]]) -> Vec<Vote> {
        let token = self.token.as_bytes();
        let releases = keys.iter().map(|key| {
            Change::Release(HeldKey {
                key,
                token,
                valid_until: Moment::PAST,
                for_good: true,
            })
        });
        let releases: Vec<_> = releases.collect();
        self.store.store().ask_all(&releases, Moment::NEVER)
    }

    /// All that was asked had the same deadline: that of one question which began at `began`.
    fn has_one_deadline(&self, began: Moment) {
        let deadlines = self.store.deadlines.borrow();
        let by = began.after(FakeRouter::TIMEOUT);
        assert!(deadlines.iter().all(|it| *it == by), "{deadlines:?}");
    }
}

#[track_caller]
fn is_split(unavailable: &Unavailable) {
    let message = unavailable.to_string();
    assert!(message.contains(SPLIT), "{message}");
    assert!(unavailable.may_pass() && unavailable.may_be_done(true));
}

#[track_caller]
fn only(mut votes: Vec<Vote>) -> Vote {
    assert_eq!(votes.len(), 1);
    votes.remove(0)
}

#[test]
fn a_script_whose_keys_are_at_two_nodes_is_asked_in_its_short_form() {
    for joins in [true, false] {
        let scene = moving(None);
        let began = scene.clock.now();
        let wanted = scene.request(LEASE);
        let script = if joins {
            let reply = scene.join(&wanted);
            assert!(matches!(reply, JoinReply::Granted(None)), "{reply:?}");
            "join"
        } else {
            let vote = scene.ask_again(&wanted);
            assert!(matches!(vote, Vote::Granted(None)), "{vote:?}");
            "acquire"
        };
        assert_eq!(scene.sent(), [script, "take"]);
        scene.has_one_deadline(began);
        assert!(scene.is_ours());
    }
}

#[test]
fn a_last_look_at_a_slot_that_moves_is_asked_in_its_short_form_too() {
    let scene = moving(None);
    let wanted = scene.request(LEASE);
    let store = scene.store.store();
    let (vote, held_by) = store.last_look(&wanted, Retry::Again(None), Moment::NEVER);
    assert!(matches!(vote, Vote::Granted(None)), "{vote:?}");
    assert_eq!(held_by, None);
    assert!(scene.is_ours());
}

#[test]
fn the_no_of_a_short_form_means_nothing() {
    let scene = moving(Some(b"other"));
    let JoinReply::Unknown(unavailable) = scene.join(&scene.request(LEASE)) else {
        panic!("an answer");
    };
    is_split(&unavailable);
    let Vote::Unknown(unavailable) = scene.ask_again(&scene.request(LEASE)) else {
        panic!("an answer");
    };
    is_split(&unavailable);
    assert_eq!(scene.sent(), ["join", "take", "acquire", "take"]);
    assert_eq!(scene.store.value(KEY).unwrap(), b"other");
}

#[test]
fn a_short_form_without_a_reply_is_unanswered() {
    let scene = moving(None);
    scene.store.fail(&[Fault::None, Fault::ReplyLost]);
    let JoinReply::Unknown(unavailable) = scene.join(&scene.request(LEASE)) else {
        panic!("an answer");
    };
    assert!(unavailable.is_unanswered() && scene.is_ours());
}

#[test]
fn a_first_attempt_without_fencing_is_one_command_in_any_slot() {
    for holder in [None, Some(&b"other"[..])] {
        let scene = moving(holder);
        let got = scene.acquire(Duration::ZERO).unwrap();
        assert_eq!(got.is_some(), holder.is_none());
        assert_eq!(scene.sent(), ["set"]);
    }
}

#[test]
fn a_wait_goes_on_while_the_slot_moves() {
    let scene = moving(Some(b"other"));
    let (freed, moved) = (Duration::from_millis(300), Duration::from_millis(800));
    scene.store.later(freed, |server| {
        server.call(&[b"DEL", KEY]);
    });
    scene.store.later(moved, move_all);
    let began = scene.clock.now();
    assert!(scene.acquire(Duration::from_secs(9)).unwrap().is_some());
    let took = scene.clock.now().until(began);
    assert!(freed < took && took < moved, "{took:?}");
    assert_eq!(scene.sent().last(), Some(&"take"));
}

#[test]
fn a_grant_of_a_short_form_needs_its_replicas() {
    let scene = moving(None);
    scene.store.min_replicas.set(1);
    scene.store.server.replicas(1);
    let began = scene.clock.now();
    let reply = scene.join(&scene.request(LEASE));
    assert!(matches!(reply, JoinReply::Granted(None)), "{reply:?}");
    assert_eq!(scene.sent(), ["join", "WAIT", "take", "WAIT"]);
    scene.has_one_deadline(began);
}

#[test]
fn a_grant_of_a_short_form_without_its_replicas_is_given_back() {
    let scene = moving(None);
    scene.store.min_replicas.set(1);
    let began = scene.clock.now();
    let JoinReply::Unacknowledged(grant) = scene.join(&scene.request(LEASE)) else {
        panic!("a grant");
    };
    assert!(grant.given_back, "{}", grant.why);
    let sent = scene.sent();
    assert_eq!(sent[..4], ["join", "WAIT", "take", "WAIT"]);
    assert_eq!(sent[4..], ["release", "leave", "free"]);
    scene.has_one_deadline(began);
    assert_eq!(scene.store.server.keys(), Vec::<Vec<u8>>::new());
}

#[test]
fn a_fencing_token_has_no_short_form_and_is_asked_for_again() {
    type Ask = fn(&Scene) -> Vote;
    let first: Ask = |scene| {
        let store = scene.store.store();
        store.ask(
            &Change::Acquire(scene.fenced(), Retry::First),
            Moment::NEVER,
        )
    };
    let again: Ask = |scene| scene.ask_again(&scene.fenced());
    let join: Ask = |scene| match scene.join(&scene.fenced()) {
        JoinReply::Granted(fence) => Vote::Granted(fence),
        JoinReply::Unknown(unavailable) => Vote::Unknown(unavailable),
        other => panic!("{other:?}"),
    };
    let adopt: Ask = |scene| {
        let store = scene.store.store();
        store.ask(&Change::Adopt(scene.fenced(), b"detached"), Moment::NEVER)
    };
    for (ask, script, min_replicas) in [
        (first, "acquire", 0),
        (again, "acquire", 1),
        (join, "join", 0),
        (join, "join", 1),
        (adopt, "adopt", 0),
        (adopt, "adopt", 1),
    ] {
        let scene = || {
            let scene = moving((script == "adopt").then_some(b"detached"));
            scene.store.min_replicas.set(min_replicas);
            scene.store.server.replicas(min_replicas.into());
            scene
        };
        // The slot stays in the midst of its move.
        let left = scene();
        let began = left.clock.now();
        let Vote::Unknown(unavailable) = ask(&left) else {
            panic!("{script}: an answer");
        };
        is_split(&unavailable);
        let took = left.clock.now().until(began);
        let pause = Duration::from_millis(10);
        assert!(
            took <= FakeRouter::TIMEOUT && took + pause + FakeRouter::TRIP >= FakeRouter::TIMEOUT
        );
        left.has_one_deadline(began);
        let sent = left.sent();
        assert!(
            sent.iter().all(|it| [script, "WAIT"].contains(it)),
            "{sent:?}"
        );
        let trips = sent.iter().filter(|it| **it == script).count();
        assert!((50..=91).contains(&trips), "{script}: {trips}");

        // The move ends.
        let scene = scene();
        scene.store.later(Duration::from_millis(35), move_all);
        let vote = ask(&scene);
        assert!(matches!(vote, Vote::Granted(Some(_))), "{script}: {vote:?}");
        assert!(scene.is_ours());
    }
}

#[test]
fn in_a_slot_left_half_moved_nobody_gets_a_free_lock_and_hears_why() {
    for source in SOURCES {
        let scene = half_moved(None, source);
        let (store, wanted) = (scene.store.store(), scene.request(LEASE));
        let first = store.ask(&Change::Acquire(wanted, Retry::First), Moment::NEVER);
        let JoinReply::Unknown(joined) = scene.join(&wanted) else {
            panic!("an answer");
        };
        let fenced = store.ask(
            &Change::Acquire(scene.fenced(), Retry::First),
            Moment::NEVER,
        );
        for vote in [
            first,
            scene.ask_again(&wanted),
            Vote::Unknown(joined),
            fenced,
        ] {
            let Vote::Unknown(unavailable) = vote else {
                panic!("an answer");
            };
            let message = unavailable.to_string();
            assert!(
                message.contains("redis-cli --cluster fix fake:1"),
                "{message}"
            );
            assert!(unavailable.may_pass() && !unavailable.may_be_done(true));
        }
        assert_eq!(scene.store.server.keys(), Vec::<Vec<u8>>::new());
    }
}

#[test]
fn in_a_slot_left_half_moved_a_lock_that_does_not_exist_is_nobodys() {
    for source in SOURCES {
        let scene = half_moved(None, source);
        let (store, wanted) = (scene.store.store(), scene.request(LEASE));
        let holder = store.holder(KEY, Moment::NEVER).unwrap();
        assert_eq!(holder, Holder::Nobody);
        assert!(!store.exists(KEY, Moment::NEVER).unwrap());
        assert!(matches!(
            store.ask(&Change::Expire(wanted), Moment::NEVER),
            Vote::Refused
        ));
        let renewed = store.ask_all(&[Change::Renew(wanted)], Moment::NEVER);
        assert!(matches!(*renewed, [Vote::Refused]), "{renewed:?}");
        let adopted = store.ask(&Change::Adopt(wanted, b"detached"), Moment::NEVER);
        assert!(matches!(adopted, Vote::Refused), "{adopted:?}");
        assert!(matches!(only(scene.release(&[KEY])), Vote::Refused));
        let votes = scene.release(&[KEY, b"lock:b", ALONE]);
        assert!(
            votes.iter().all(|it| matches!(it, Vote::Refused)),
            "{votes:?}"
        );
    }
}

#[test]
fn in_a_slot_left_half_moved_a_lock_that_exists_is_what_it_was() {
    for source in SOURCES {
        let scene = half_moved(Some(b"detached"), source);
        let (store, wanted) = (scene.store.store(), scene.request(LEASE));
        assert!(
            matches!(scene.join(&wanted), JoinReply::Unknown(it) if it.slot_trouble().is_some())
        );
        let adopted = store.ask(&Change::Adopt(wanted, b"detached"), Moment::NEVER);
        assert!(matches!(adopted, Vote::Granted(None)), "{adopted:?}");
        assert!(matches!(
            store.ask(&Change::Expire(wanted), Moment::NEVER),
            Vote::Granted(_)
        ));
        assert!(matches!(
            *store.ask_all(&[Change::Renew(wanted)], Moment::NEVER),
            [Vote::Granted(_)]
        ));
        // It was handed over to this token, which asks for it again.
        assert!(matches!(scene.join(&wanted), JoinReply::Granted(None)));
        scene.store.sent.borrow_mut().clear();
        assert!(matches!(only(scene.release(&[KEY])), Vote::Granted(_)));
        assert_eq!(scene.sent(), ["release", "leave", "free"]);
        assert_eq!(scene.store.server.keys(), Vec::<Vec<u8>>::new());
    }
}

#[test]
fn a_release_is_a_yes_although_the_target_of_the_move_is_lost() {
    let lost = Fault::TargetLost;
    for (first, source) in [
        (Fault::None, CallSource::WithoutAll),
        (lost, CallSource::WithoutOne),
    ] {
        let ours = |faults: &[Fault]| {
            let scene = half_moved(Some(b"other"), source);
            scene.store.set(KEY, scene.token.as_bytes(), LEASE);
            scene.store.fail(faults);
            let vote = only(scene.release(&[KEY]));
            assert_eq!(scene.sent(), ["release", "leave", "free"]);
            vote
        };
        assert!(matches!(ours(&[first, lost]), Vote::Granted(_)));
        // The lock itself may be out of reach.
        assert!(matches!(ours(&[first, lost, lost]), Vote::Unknown(_)));
    }
}

#[test]
fn what_has_one_key_is_asked_once_in_any_slot() {
    let scene = moving(Some(b"detached"));
    let (store, wanted) = (scene.store.store(), scene.request(LEASE));
    assert!(matches!(
        store.ask(&Change::Adopt(wanted, b"detached"), Moment::NEVER),
        Vote::Granted(None)
    ));
    assert!(matches!(
        store.ask(&Change::Expire(wanted), Moment::NEVER),
        Vote::Granted(_)
    ));
    assert!(matches!(
        *store.ask_all(&[Change::Renew(wanted)], Moment::NEVER),
        [Vote::Granted(_)]
    ));
    assert_eq!(scene.sent(), ["adopt", "expire", "renew"]);
}

#[test]
fn a_release_whose_keys_are_at_two_nodes_frees_the_lock() {
    for which in [0, 1] {
        let scene = scene(&[]);
        scene.store.set(KEY, b"other", LEASE);
        // The token has got the lock by a script that knows no queue.
        scene.queue_up(scene.token.as_bytes());
        scene.store.set(KEY, scene.token.as_bytes(), LEASE);
        scene.store.server.begin_to_move();
        scene.store.server.move_one(which);
        let began = scene.clock.now();
        let vote = only(scene.release(&[KEY]));
        assert!(matches!(vote, Vote::Granted(_)), "{vote:?}");
        assert_eq!(scene.sent(), ["release", "leave", "free"]);
        scene.has_one_deadline(began);
        assert_eq!(scene.store.server.keys(), Vec::<Vec<u8>>::new());
    }
}

#[test]
fn a_release_that_frees_leaves_the_other_waiters_in_the_queue() {
    let scene = scene(&[]);
    scene.store.set(KEY, scene.token.as_bytes(), LEASE);
    scene.queue_up(b"waiter");
    scene.store.server.begin_to_move();
    scene.store.server.move_one(0);
    let vote = only(scene.release(&[KEY]));
    assert!(matches!(vote, Vote::Granted(_)), "{vote:?}");
    assert_eq!(scene.store.server.keys(), [QUEUE]);
}

#[test]
fn a_release_whose_keys_are_at_one_node_hands_over_in_any_slot() {
    let scene = scene(&[]);
    scene.store.set(KEY, scene.token.as_bytes(), LEASE);
    scene.queue_up(b"waiter");
    scene.store.server.begin_to_move();
    assert!(matches!(only(scene.release(&[KEY])), Vote::Granted(_)));
    assert_eq!(scene.sent(), ["release"]);
    assert_eq!(scene.store.value(KEY).unwrap(), b"waiter");
}

#[test]
fn a_release_of_what_another_holds_is_a_no_once_the_token_has_left_the_queue() {
    let scene = moving(Some(b"other"));
    assert!(matches!(only(scene.release(&[KEY])), Vote::Refused));
    assert_eq!(scene.sent(), ["release", "leave", "free"]);
    // The queue is somebody else's key.
    let scene = moving(Some(b"other"));
    scene.store.set(QUEUE, b"somebody's", LEASE);
    assert!(matches!(only(scene.release(&[KEY])), Vote::Refused));
}

#[test]
fn a_release_needs_to_know_that_the_token_has_left_the_queue_and_frees_the_lock_anyway() {
    for (fault, is_unanswered) in [
        (Fault::ReplyLost, true),
        (Fault::RequestLost, true),
        (Fault::Says("CLUSTERDOWN x"), false),
    ] {
        let scene = moving(Some(b"other"));
        scene.store.set(KEY, scene.token.as_bytes(), LEASE);
        scene.store.fail(&[Fault::None, fault]);
        let vote = only(scene.release(&[KEY]));
        let Vote::Unknown(unavailable) = vote else {
            panic!("an answer");
        };
        assert_eq!(unavailable.is_unanswered(), is_unanswered);
        assert_eq!(scene.sent(), ["release", "leave", "free"]);
        assert_eq!(scene.store.value(KEY), None);
    }
}

#[test]
fn a_release_in_two_steps_is_asked_once_more_if_the_reply_to_one_was_lost() {
    for lost in [1, 2] {
        for fault in [Fault::ReplyLost, Fault::RequestLost] {
            let scene = moving(Some(b"other"));
            scene.store.set(KEY, scene.token.as_bytes(), LEASE);
            scene.store.fail(&vec![Fault::None; lost]);
            scene.store.fail(&[fault]);
            let held = HeldKey {
                key: KEY,
                token: scene.token.as_bytes(),
                valid_until: scene.clock.now().after(LEASE),
                for_good: true,
            };
            let vote = release(&*scene.store.store(), scene.clock, held);
            assert!(matches!(vote, Vote::Granted(_)), "{vote:?}");
            let steps = ["release", "leave", "free"];
            assert_eq!(scene.sent(), [steps, steps].concat());
        }
    }
}

#[test]
fn a_release_whose_lock_was_not_heard_of_is_unanswered() {
    let scene = moving(Some(b"other"));
    scene
        .store
        .fail(&[Fault::None, Fault::None, Fault::ReplyLost]);
    let vote = only(scene.release(&[KEY]));
    assert!(matches!(vote, Vote::Unknown(it) if it.is_unanswered()));
}

#[test]
fn many_releases_free_those_whose_keys_are_at_two_nodes() {
    let scene = scene(&[]);
    let token = scene.token.as_bytes();
    scene.store.set(KEY, token, LEASE);
    scene.queue_up(b"waiter");
    for key in [&b"lock:b"[..], b"lock:c", ALONE] {
        scene.store.set(key, token, LEASE);
    }
    scene.store.set(b"lock:d", b"other", LEASE);
    scene.store.server.begin_to_move();
    let votes = scene.release(&[b"lock:b", KEY, b"lock:d", ALONE, b"lock:c"]);
    let [b, a, Vote::Refused, alone, c] = &*votes else {
        panic!("{votes:?}");
    };
    for vote in [b, a, alone, c] {
        assert!(matches!(vote, Vote::Granted(_)), "{votes:?}");
    }
    assert_eq!(scene.store.value(KEY).unwrap(), b"waiter");
    assert_eq!(scene.sent(), ["release", "leave", "free"]);
    let mut left = scene.store.server.keys();
    left.sort();
    assert_eq!(left, [KEY, b"lock:d"]);
}

#[test]
fn a_lock_without_companions_has_no_queue() {
    let scene = scene(&[]);
    let (store, wanted) = (scene.store.store(), scene.alone());
    assert!(matches!(
        store.ask(&Change::Acquire(wanted, Retry::First), Moment::NEVER),
        Vote::Granted(None)
    ));
    assert!(matches!(scene.ask_again(&wanted), Vote::Granted(None)));
    assert!(matches!(scene.join(&wanted), JoinReply::Granted(None)));
    let other = LeaseRequest {
        token: b"other",
        ..wanted
    };
    assert!(matches!(scene.ask_again(&other), Vote::Refused));
    assert!(matches!(scene.join(&other), JoinReply::Refused));
    assert!(matches!(only(scene.release(&[ALONE])), Vote::Granted(_)));
    assert!(matches!(only(scene.release(&[ALONE])), Vote::Refused));
    let taken = ["set", "take", "take", "take", "take"];
    assert_eq!(scene.sent(), [&taken[..], &["free", "free"]].concat());
    assert_eq!(scene.store.server.keys(), Vec::<Vec<u8>>::new());
    assert!(store.cannot_fence(ALONE) && !store.cannot_fence(KEY));
}

#[test]
fn a_lock_without_companions_is_looked_at() {
    let scene = scene(&[]);
    scene.store.set(ALONE, b"other", Duration::from_millis(150));
    let wanted = scene.alone();
    let began = scene.clock.now();
    let mut budget = Budget::of_wait(began.after(Duration::from_secs(9)), Duration::MAX);
    let attempt = acquire(
        &*scene.store.store(),
        scene.clock,
        &wanted,
        Manner::new(LOOK),
        &mut budget,
    );
    assert!(attempt.outcome.unwrap().is_some());
    assert_eq!(scene.sent(), ["set", "take", "take", "take"]);
    let deadline = scene.clock.now().after(Duration::from_millis(250));
    let other = LeaseRequest {
        token: b"another",
        ..wanted
    };
    let mut budget = Budget::of_wait(deadline, Duration::MAX);
    let attempt = acquire(
        &*scene.store.store(),
        scene.clock,
        &other,
        Manner::new(LOOK),
        &mut budget,
    );
    assert_eq!(attempt.outcome.unwrap(), None);
    assert!(scene.clock.now() >= deadline);
}

#[test]
fn a_grant_without_companions_needs_its_replicas() {
    let scene = scene(&[]);
    scene.store.min_replicas.set(1);
    let JoinReply::Unacknowledged(grant) = scene.join(&scene.alone()) else {
        panic!("a grant");
    };
    assert!(grant.given_back, "{}", grant.why);
    assert_eq!(scene.sent(), ["take", "WAIT", "free"]);
    scene.store.server.replicas(1);
    assert!(matches!(scene.join(&scene.alone()), JoinReply::Granted(_)));
}

#[test]
fn one_server_is_never_asked_in_a_short_form() {
    let scene = Scene::new(&[Fault::Says(SPLIT); 4]);
    let store = scene.store.store();
    let JoinReply::Unknown(unavailable) = scene.join(&scene.request(LEASE)) else {
        panic!("an answer");
    };
    is_split(&unavailable);
    assert!(matches!(scene.ask_again(&scene.fenced()), Vote::Unknown(_)));
    let adopted = store.ask(&Change::Adopt(scene.fenced(), b"x"), Moment::NEVER);
    assert!(matches!(adopted, Vote::Unknown(_)));
    assert!(matches!(only(scene.release(&[KEY])), Vote::Unknown(_)));
    assert_eq!(scene.sent(), ["join", "acquire", "adopt", "release"]);
    assert!(!store.cannot_fence(ALONE));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// As on one server, while the slot moves key by key, stays in the midst of its move, or was left half moved.
    #[test]
    fn every_answer_is_true_while_the_slot_moves(
        faults in prop::collection::vec(fault(), 0..12),
        held_ms in prop_oneof![Just(0_u64), 1_u64..3000],
        timeout_ms in 0_u64..2000,
        lease_ms in 10_u64..2000,
        begins_ms in 0_u64..500,
        moves_ms in prop::collection::vec(0_u64..2000, 0..5),
        forgets in prop_oneof![Just(None), Just(Some(SOURCES[0])), Just(Some(SOURCES[1]))],
    ) {
        let scene = scene(&faults);
        if held_ms > 0 {
            scene.store.set(KEY, b"other", Duration::from_millis(held_ms));
        }
        let begins = Duration::from_millis(begins_ms);
        scene.store.later(begins, move |server| {
            server.begin_to_move();
            if let Some(source) = forgets {
                server.forget_move(source);
            }
        });
        for (which, millis) in moves_ms.into_iter().enumerate() {
            let at = begins + Duration::from_millis(1 + millis);
            scene.store.later(at, move |server| {
                server.move_one(which);
            });
        }
        let timeout = Duration::from_millis(timeout_ms);
        scene.check_answer(Duration::from_millis(lease_ms), timeout)?;
        // The token can be released, and leaves nothing behind.
        scene.store.faults.borrow_mut().clear();
        let was_ours = scene.is_ours();
        let left = scene.store.left(KEY);
        let asked = scene.clock.now();
        match only(scene.release(&[KEY])) {
            Vote::Granted(_) => prop_assert!(was_ours && !scene.is_ours()),
            // Its lease may run out between the commands of a release.
            Vote::Refused => {
                let took = scene.clock.now().until(asked);
                prop_assert!(!was_ours || left <= took, "{:?} left, it took {:?}", left, took);
            }
            vote => prop_assert!(false, "{:?}", vote),
        }
        let keys = scene.store.server.keys();
        prop_assert!(keys.iter().all(|key| *key == KEY), "{:?}", keys);
    }
}
