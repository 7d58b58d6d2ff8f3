//! Losses of renewed leases, of which each is found, noted and flagged once.

use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

/// A scene that counts how often the engine is asked for an interrupt.
struct Watched {
    scene: KeeperScene,
    interrupts: Arc<AtomicU32>,
}

impl Watched {
    fn new() -> Self {
        let interrupts = Arc::new(AtomicU32::new(0));
        let asked = Arc::clone(&interrupts);
        let flag = LossFlag::new(move || {
            asked.fetch_add(1, Ordering::Relaxed);
        });
        let clock = FakeClock::new();
        let store = FakeRouter::new(clock);
        let scene = KeeperScene::flagged(&Rc::default(), clock, store, true, flag);
        Self { scene, interrupts }
    }
}

/// Acquires these names with leases that are renewed.
fn renew(scene: &KeeperScene, names: &[&[u8]]) {
    for name in names {
        let call = call(name, Lifetime::Renewed, scene.clock.now());
        assert!(locked(&scene.set, &call).unwrap());
    }
}

/// Takes all losses, and returns their names, how often the engine was asked for an interrupt so far, and
/// whether anything is left to look at.
fn reported(watched: &Watched) -> (Vec<Vec<u8>>, u32, bool) {
    let scene = &watched.scene;
    let losses = std::iter::from_fn(|| {
        let loss = scene.keeper.take_loss();
        let is_raised = scene.keeper.losses.get().unwrap().flag().is_raised();
        assert!(!is_raised, "all leases would be looked at twice");
        loss
    });
    let names = losses.map(|(_, name)| name).collect();
    let interrupts = watched.interrupts.load(Ordering::Relaxed);
    (names, interrupts, scene.keeper.may_have_loss())
}

#[test]
fn a_loss_that_the_renewing_thread_finds_raises_the_flag_once_and_asks_for_one_interrupt() {
    let watched = Watched::new();
    let scene = &watched.scene;
    renew(scene, &[b"a", b"b"]);
    scene.clock.pass(LEASE);
    // The loss of `a` leads to a look at all leases, which finds the loss of `b`.
    let entry = scene.set.entries.get(b"a").unwrap();
    let renewal = entry.renewal().unwrap();
    assert!(renewal.check_and_flag(scene.clock.now()).is_none());
    assert!(renewal.check_and_flag(scene.clock.now()).is_none());
    let names = [b"a", b"b"].map(|name| name.to_vec()).to_vec();
    assert_eq!(reported(&watched), (names, 1, false));
}

#[test]
fn a_loss_that_a_call_finds_is_noted_once_and_asks_for_one_interrupt() {
    let calls: [fn(&KeeperScene); 3] = [
        |scene| drop(scene.set.held()),
        |scene| assert!(scene.set.remaining(NAME).is_none()),
        |scene| {
            scene.store.set(KEY, b"thief", LEASE);
            assert!(!scene.set.is_locking(NAME).unwrap());
        },
    ];
    for (number, call) in calls.into_iter().enumerate() {
        let watched = Watched::new();
        let scene = &watched.scene;
        renew(scene, &[NAME]);
        if number < 2 {
            scene.clock.pass(LEASE);
        }
        call(scene);
        assert_eq!(reported(&watched), (vec![NAME.to_vec()], 1, false));
    }
}

#[test]
fn a_loss_that_an_answer_has_reported_is_reported_by_no_callback() {
    let scene = KeeperScene::new();
    renew(&scene, &[b"a", b"b"]);
    scene.clock.pass(LEASE);
    assert!(scene.set.held().is_empty());
    let (_, name) = scene.keeper.take_loss().unwrap();
    assert_eq!(name, b"a", "the callback of the first loss runs");
    assert!(
        !scene.set.unlock(b"b").unwrap(),
        "its answer reports the second"
    );
    assert!(scene.keeper.take_loss().is_none());
    assert!(!scene.set.unlock_all().unwrap(), "no answer has reported a");
    assert!(scene.set.unlock_all().unwrap(), "nothing is left to report");
}

#[test]
fn a_loss_is_kept_until_it_is_reported_however_many_locks_follow() {
    let scene = KeeperScene::new();
    renew(&scene, &[b"a", b"b"]);
    scene.clock.pass(2 * LEASE);
    assert!(scene.set.held().is_empty());
    assert_eq!(scene.keeper.take_loss().unwrap().1, b"a");
    for name in 0..100_u32 {
        let (name, now) = (name.to_be_bytes(), scene.clock.now());
        assert!(scene.lock_until(&name, LEASE, now).unwrap());
    }
    assert!(!scene.set.unlock(b"b").unwrap(), "this answer reports b");
    assert!(scene.keeper.take_loss().is_none());
}
