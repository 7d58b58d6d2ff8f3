//! Releases that nobody waits for: what comes behind them, and what becomes of those without an answer.

use super::*;
use crate::proof::random::Random;
use crate::store::Holder;

impl KeeperScene {
    /// Returns the names of the commands that `work` sends.
    fn sent(&self, work: impl FnOnce()) -> Vec<&'static str> {
        let before = self.commands();
        work();
        self.store.sent.borrow()[before..].to_vec()
    }

    /// Acquires the lock, and releases it with this fault.
    fn unlock_with(&self, fault: Fault) {
        assert!(self.lock().unwrap());
        self.store.fail(&[fault]);
        assert!(self.set.unlock(NAME).unwrap());
    }

    fn is_free(&self) -> bool {
        self.store.value(KEY).is_none()
    }
}

/// The faults after which a release that was sent ahead has no answer.
const FAULTS: [Fault; 7] = [
    Fault::RequestLost,
    Fault::ReplyLost,
    Fault::Restart,
    Fault::Unreachable,
    Fault::Says("NOSCRIPT No matching script."),
    Fault::Says("LOADING Redis is loading the dataset in memory"),
    Fault::Says("READONLY You can't write against a read only replica."),
];

#[test]
fn the_release_of_a_valid_lease_takes_no_time() {
    let scene = KeeperScene::ahead();
    assert!(scene.lock().unwrap());
    let now = scene.clock.now();
    let sent = scene.sent(|| assert!(scene.set.unlock(NAME).unwrap()));
    assert_eq!((sent, scene.clock.now()), (vec!["ahead"], now));
    assert!(scene.lock().unwrap());
    let sent = scene.sent(|| assert!(scene.set.unlock_all().unwrap()));
    assert_eq!(sent, ["ahead"]);
    assert!(scene.is_free());
}

#[test]
fn the_release_is_awaited_while_the_server_may_not_know_the_script() {
    let scene = KeeperScene::ahead();
    scene.store.knows_scripts.set(false);
    assert!(scene.lock().unwrap());
    let sent = scene.sent(|| assert!(scene.set.unlock(NAME).unwrap()));
    assert_eq!(sent, ["release"]);
}

#[test]
fn a_release_that_was_answered_leaves_nothing_behind() {
    let scene = KeeperScene::ahead();
    let are_settled = || {
        let owed = scene.keeper.owed.borrow();
        owed.iter().all(|at| at.releases.are_settled())
    };
    scene.store.knows_scripts.set(false);
    assert!(scene.lock().unwrap());
    assert!(scene.set.unlock(NAME).unwrap());
    assert!(are_settled());
    scene.store.knows_scripts.set(true);
    scene.unlock_with(Fault::RequestLost);
    assert!(!are_settled());
    assert!(!scene.set.is_locked(NAME).unwrap());
    assert!(are_settled());
}

#[test]
fn the_release_of_a_lease_that_has_run_out_is_awaited_and_answers_false() {
    for lifetime in [Lifetime::Fixed(LEASE), Lifetime::Renewed] {
        let scene = KeeperScene::ahead();
        let call = call(NAME, lifetime, scene.clock.now());
        if matches!(lifetime, Lifetime::Renewed) && cfg!(feature = "shuttle") {
            continue;
        }
        assert!(locked(&scene.set, &call).unwrap());
        scene.clock.pass(LEASE * 2);
        let sent = scene.sent(|| assert!(!scene.set.unlock(NAME).unwrap()));
        assert!(!sent.contains(&"ahead"), "{sent:?}");
    }
}

#[test]
fn the_end_of_a_section_is_awaited() {
    let scene = KeeperScene::ahead();
    assert!(scene.lock().unwrap());
    let token = scene.set.begin_section(NAME);
    scene.store.set(KEY, b"thief", LEASE);
    let sent = scene.sent(|| assert!(!scene.set.end_section(NAME, token.as_ref())));
    assert_eq!(sent, ["release"]);
}

#[test]
fn a_key_that_was_stolen_is_released_all_the_same_and_stays_the_thiefs() {
    let scene = KeeperScene::ahead();
    assert!(scene.lock().unwrap());
    scene.store.set(KEY, b"thief", LEASE);
    assert!(scene.set.unlock(NAME).unwrap());
    assert!(scene.set.is_locked(NAME).unwrap());
    assert_eq!(scene.store.value(KEY).unwrap(), b"thief");
}

#[test]
fn the_next_lock_of_any_object_comes_behind_a_release_without_an_answer() {
    for fault in FAULTS {
        let scene = KeeperScene::ahead();
        let beside = scene.beside();
        scene.unlock_with(fault);
        assert!(beside.lock().unwrap(), "{fault:?}");
        assert!(!scene.lock().unwrap());
    }
}

#[test]
fn a_refusal_by_the_client_s_own_lease_counts_for_nothing_although_the_lease_has_ended_before_the_answer()
 {
    let scene = KeeperScene::ahead();
    let lease = FakeRouter::TIMEOUT / 4;
    assert!(scene.lock_until(NAME, lease, scene.clock.now()).unwrap());
    let refusal = "TRYAGAIN Multiple keys request during rehashing of slot";
    scene
        .store
        .fail(&[Fault::Says(refusal), Fault::Slow(lease * 2)]);
    assert!(scene.set.unlock(NAME).unwrap());
    assert!(scene.lock().unwrap());
}

#[test]
fn the_next_look_comes_behind_a_release_without_an_answer() {
    for fault in FAULTS {
        let scene = KeeperScene::ahead();
        scene.unlock_with(fault);
        assert!(!scene.set.is_locked(NAME).unwrap(), "{fault:?}");
        let scene = KeeperScene::ahead();
        scene.unlock_with(fault);
        let holder = scene.set.holder(NAME).unwrap();
        assert_eq!(holder, Holder::Nobody, "{fault:?}");
    }
}

#[test]
fn a_list_comes_behind_a_release_without_an_answer() {
    for fault in FAULTS {
        let scene = KeeperScene::ahead();
        scene.unlock_with(fault);
        assert_eq!(scene.set.list(b"*", 1).unwrap().len(), 0, "{fault:?}");
    }
}

#[test]
fn a_wait_is_handed_the_key_of_a_release_without_an_answer() {
    for fault in FAULTS {
        let scene = KeeperScene::ahead();
        let beside = scene.beside();
        scene.unlock_with(fault);
        let began = scene.clock.now();
        let deadline = began.after(LEASE / 2);
        assert!(beside.lock_until(NAME, LEASE, deadline).unwrap());
        let waited = began.until(scene.clock.now());
        assert!(waited < Duration::from_secs(1), "{fault:?}: {waited:?}");
    }
}

#[test]
fn a_question_about_another_name_asks_again_for_a_release_once_a_second() {
    let scene = KeeperScene::ahead();
    scene.unlock_with(Fault::RequestLost);
    let look = |faults: &[Fault]| {
        scene.store.fail(faults);
        scene.sent(|| assert!(!scene.set.is_locked(b"b").unwrap()))
    };
    // The connection breaks under the first question, and then the release is lost once more.
    let sent = look(&[Fault::None, Fault::RequestLost]);
    assert_eq!(sent, ["exists", "release", "exists"]);
    assert_eq!(look(&[]), ["exists"]);
    scene.clock.pass(Duration::from_secs(1));
    assert_eq!(look(&[]), ["release", "exists"]);
    assert_eq!(look(&[]), ["exists"]);
    assert!(scene.is_free());
}

#[test]
fn a_release_that_stays_without_an_answer_is_asked_again_after_pauses_that_double() {
    let scene = KeeperScene::ahead();
    assert!(
        scene
            .lock_until(NAME, LEASE * 100, scene.clock.now())
            .unwrap()
    );
    let look = |faults: &[Fault]| {
        scene.store.fail(faults);
        scene.sent(|| assert!(!scene.set.is_locked(b"b").unwrap()))
    };
    scene
        .store
        .fail(&[Fault::Says("NOSCRIPT No matching script.")]);
    assert!(scene.set.unlock(NAME).unwrap());
    assert_eq!(
        look(&[Fault::None, Fault::RequestLost]),
        ["exists", "release"]
    );
    for seconds in [1, 2, 4, 8, 16, 32, 64, 64, 64] {
        let pause = Duration::from_secs(seconds);
        scene.clock.pass(pause * 9 / 10);
        assert_eq!(look(&[]), ["exists"], "{pause:?}");
        scene.clock.pass(pause / 10);
        assert_eq!(
            look(&[Fault::RequestLost]),
            ["release", "exists"],
            "{pause:?}"
        );
    }
}

#[test]
fn a_question_about_another_name_asks_again_in_the_same_call() {
    for fault in FAULTS {
        let scene = KeeperScene::ahead();
        scene.unlock_with(fault);
        assert!(!scene.set.is_locked(b"b").unwrap());
        assert!(scene.is_free(), "{fault:?}");
    }
}

#[test]
fn a_question_with_the_released_token_waits_until_the_release_has_its_answer() {
    for fault in FAULTS {
        let scene = KeeperScene::ahead();
        assert!(scene.lock().unwrap());
        let (token, _) = scene.set.valid_lease(NAME).unwrap();
        scene.store.fail(&[fault]);
        assert!(scene.set.unlock(NAME).unwrap());
        assert!(!scene.adopt(token.as_bytes()).unwrap(), "{fault:?}: adopt");
        assert!(scene.is_free());

        let lock = || {
            let call = LockCall {
                token: Some(&token),
                ..call(NAME, Lifetime::Fixed(LEASE), scene.clock.now())
            };
            assert!(locked(&scene.set, &call).unwrap(), "{fault:?}: lock");
        };
        lock();
        scene.store.fail(&[fault]);
        assert!(scene.set.unlock(NAME).unwrap());
        lock();
        assert_eq!(
            scene.store.value(KEY).unwrap(),
            token.as_bytes(),
            "{fault:?}"
        );
        scene.store.fail(&[fault]);
        assert!(scene.set.unlock(NAME).unwrap());
        let is_released = scene.set.unlock_of(NAME, token.as_bytes()).unwrap();
        assert!(!is_released, "{fault:?}: unlock");
    }
}

#[test]
fn a_question_about_another_name_gives_half_of_its_time_to_a_release() {
    let scene = KeeperScene::ahead();
    scene.unlock_with(Fault::Unreachable);
    assert!(scene.lock().unwrap());
    scene.store.fail(&[Fault::Unreachable, Fault::RequestLost]);
    assert!(scene.set.unlock(NAME).unwrap());
    scene.clock.pass(Duration::from_secs(1));
    let now = scene.clock.now();
    let sent = scene.sent(|| assert!(!scene.set.is_locked(b"b").unwrap()));
    assert_eq!(sent, ["release", "exists"]);
    let deadlines = scene.store.deadlines.borrow();
    let [release, exists] = deadlines[deadlines.len() - 2..] else {
        panic!("two deadlines");
    };
    assert_eq!(release, now.after(FakeRouter::TIMEOUT / 2));
    assert_eq!(exists, now.after(FakeRouter::TIMEOUT));
}

#[test]
fn a_redis_that_dies_after_the_work_is_no_error_and_the_release_is_owed() {
    let scene = KeeperScene::ahead();
    assert!(scene.lock().unwrap());
    scene.store.knows_scripts.set(false);
    scene.store.fail(&[Fault::Unreachable]);
    assert!(scene.set.unlock(NAME).unwrap());
    assert!(!scene.is_free());
    assert!(scene.lock().unwrap());
}

#[test]
fn a_release_whose_sending_fails_is_asked_again_within_the_lease() {
    let scene = KeeperScene::ahead();
    let (lease, began) = (FakeRouter::TIMEOUT / 2, scene.clock.now());
    assert!(scene.lock_until(NAME, lease, began).unwrap());
    scene.store.fail(&[Fault::Unreachable, Fault::RequestLost]);
    let sent = scene.sent(|| assert!(scene.set.unlock(NAME).unwrap()));
    assert_eq!(sent, ["ahead", "release"]);
    let deadline = *scene.store.deadlines.borrow().last().unwrap();
    assert!(deadline <= began.after(lease));
    assert!(scene.clock.now() <= began.after(lease));
}

#[test]
fn a_release_that_only_a_person_can_make_possible_is_no_error_and_the_next_lock_says_so() {
    let scene = KeeperScene::ahead();
    assert!(scene.lock().unwrap());
    scene.store.knows_scripts.set(false);
    let words = "NOPERM this user has no permissions to run the 'evalsha' command";
    scene.store.fail(&[Fault::Says(words)]);
    assert!(scene.set.unlock(NAME).unwrap());
    scene.store.fail(&[Fault::Says(words)]);
    let error = scene.lock();
    assert!(matches!(error, Err(Error::Unavailable(_))), "{error:?}");
}

#[test]
fn an_object_that_dies_waits_for_the_answers_and_asks_again_without_them() {
    for fault in FAULTS {
        let scene = KeeperScene::ahead();
        scene.unlock_with(fault);
        scene.keeper.dismiss(&scene.set);
        assert!(scene.is_free(), "{fault:?}");
    }
}

#[test]
fn the_end_of_the_request_asks_again_and_forgets() {
    for fault in FAULTS {
        let scene = KeeperScene::ahead();
        scene.unlock_with(fault);
        assert!(scene.keeper.may_hold_locks());
        scene.keeper.sweep();
        assert!(scene.is_free(), "{fault:?}");
        assert!(!scene.keeper.may_hold_locks());
    }
}

#[test]
fn the_end_of_the_request_asks_again_for_an_object_that_has_died() {
    for fault in FAULTS {
        let scene = KeeperScene::ahead();
        scene.unlock_with(fault);
        // The object's end asks again, and that is lost too.
        scene.store.fail(&[Fault::Unreachable; 2]);
        scene.keeper.dismiss(&scene.set);
        scene.store.faults.take();
        scene.keeper.sweep();
        assert!(scene.is_free(), "{fault:?}");
    }
}

#[test]
fn a_forked_child_owes_nothing() {
    let scene = KeeperScene::ahead();
    scene.unlock_with(Fault::RequestLost);
    scene.clock.fork();
    let sent = scene.sent(|| assert!(scene.set.is_locked(NAME).is_ok()));
    assert!(!sent.contains(&"release"), "{sent:?}");
}

#[test]
fn a_release_is_owed_until_its_lease_is_over_at_the_server() {
    let scene = KeeperScene::ahead();
    scene.unlock_with(Fault::RequestLost);
    scene.clock.pass(LEASE * 2);
    scene.store.fail(&[Fault::None]);
    let sent = scene.sent(|| assert!(scene.set.is_locked(b"b").is_ok()));
    assert!(!sent.contains(&"release"), "{sent:?}");
}

#[test]
fn the_release_behind_many_is_awaited() {
    let scene = KeeperScene::ahead();
    let names: Vec<_> = (0..70_u8).map(|number| vec![b'n', number]).collect();
    for name in &names {
        assert!(scene.lock_until(name, LEASE, scene.clock.now()).unwrap());
    }
    let sent = scene.sent(|| {
        for name in &names {
            assert!(scene.set.unlock(name).unwrap());
        }
    });
    let place = sent.iter().position(|name| *name == "release");
    assert_eq!(place, Some(64));
    assert_eq!(sent.iter().filter(|name| **name == "release").count(), 1);
}

/// One thread with two objects locks and unlocks at random, while requests and replies are lost. It knows what it
/// holds, so every other answer is wrong.
#[test]
fn no_lost_release_leaves_a_lock_or_stands_in_the_way_of_the_next_one() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let scene = KeeperScene::ahead();
        let other = KeeperScene::ahead_on(&scene.keeper, scene.clock, scene.store);
        let sets = [&scene.set, &other.set];
        // Which object holds each name, and which one may hold it.
        let mut holders: [Option<usize>; 2] = [None; 2];
        let mut unsure: [Option<usize>; 2] = [None; 2];
        for _ in 0..60 {
            if random.percent(30) {
                let fault = random.pick(&FAULTS[..4]);
                scene.store.fail(&[fault]);
            }
            let place = random.below(2);
            let name = [b"a", b"b"][place];
            let object = holders[place].or(unsure[place]);
            let object = object.unwrap_or_else(|| random.below(2));
            if holders[place].take().is_some() {
                assert!(sets[object].unlock(name).unwrap(), "seed {seed}");
            } else {
                match scene_lock(&scene, sets[object], name) {
                    Ok(true) => (holders[place], unsure[place]) = (Some(object), None),
                    Ok(false) => panic!("seed {seed}: an earlier lock is in the way"),
                    Err(_) => unsure[place] = Some(object),
                }
            }
            scene
                .clock
                .pass(random.span(Duration::ZERO, Duration::from_millis(700)));
        }
        scene.store.faults.take();
        scene.keeper.sweep();
        let left = [KEY, b"lock:b"].map(|key| scene.store.value(key));
        assert_eq!(left, [None, None], "seed {seed}");
    }
}

fn scene_lock(scene: &KeeperScene, set: &LockSet, name: &[u8]) -> Result<bool, Error> {
    let call = call(name, Lifetime::Fixed(LEASE * 10), scene.clock.now());
    locked(set, &call)
}
