//! The rules of `keeper`, one a test, against a fake server in virtual time.

use super::*;
use crate::clock::{Clock, Moment};
use crate::error::{Error, Refusal};
use crate::proof::fake::{FakeClock, FakeRouter, Fault};
use crate::token::{Maker, Token, TokenKind};

// Flags are made of the atomics of shuttle, which work in its own runs only.
#[cfg(not(feature = "shuttle"))]
mod losses;
#[cfg(not(feature = "shuttle"))]
mod reported;

mod ahead;
mod listing;

const LEASE: Duration = Duration::from_secs(20);
/// A time after which the lease is over by our own clock, while the server still has it.
const WITHIN_DRIFT: Duration = Duration::from_millis(19_900);
const NAME: &[u8] = b"a";
const KEY: &[u8] = b"lock:a";

struct KeeperScene {
    clock: &'static FakeClock,
    store: &'static FakeRouter,
    keeper: Rc<Keeper>,
    set: Rc<LockSet>,
}

impl KeeperScene {
    fn new() -> Self {
        let clock = FakeClock::new();
        Self::on(clock, FakeRouter::new(clock), true)
    }

    fn on(clock: &'static FakeClock, store: &'static FakeRouter, auto_release: bool) -> Self {
        Self::of(&Rc::default(), clock, store, auto_release)
    }

    fn of(
        keeper: &Rc<Keeper>,
        clock: &'static FakeClock,
        store: &'static FakeRouter,
        auto_release: bool,
    ) -> Self {
        Self::flagged(keeper, clock, store, auto_release, LossFlag::new(|| ()))
    }

    /// Returns a scene whose releases are sent ahead.
    fn ahead() -> Self {
        let clock = FakeClock::new();
        Self::ahead_on(&Rc::default(), clock, FakeRouter::new(clock))
    }

    fn ahead_on(
        keeper: &Rc<Keeper>,
        clock: &'static FakeClock,
        store: &'static FakeRouter,
    ) -> Self {
        let options = Options {
            await_release: false,
            ..options(true)
        };
        Self::with(keeper, clock, store, options, LossFlag::new(|| ()))
    }

    fn flagged(
        keeper: &Rc<Keeper>,
        clock: &'static FakeClock,
        store: &'static FakeRouter,
        auto_release: bool,
        flag: LossFlag,
    ) -> Self {
        Self::with(keeper, clock, store, options(auto_release), flag)
    }

    fn with(
        keeper: &Rc<Keeper>,
        clock: &'static FakeClock,
        store: &'static FakeRouter,
        options: Options,
        flag: LossFlag,
    ) -> Self {
        let keeper = Rc::clone(keeper);
        let set = keeper.open(store.store(), options, clock, || flag);
        Self {
            clock,
            store,
            keeper,
            set,
        }
    }

    /// Returns a scene with another object on the same server.
    fn other(&self) -> Self {
        Self::on(self.clock, self.store, true)
    }

    /// Returns a scene with another object of the same thread on the same server, which awaits its releases.
    fn beside(&self) -> Self {
        Self::of(&self.keeper, self.clock, self.store, true)
    }

    fn lock(&self) -> Result<bool, Error> {
        self.lock_until(NAME, LEASE, self.clock.now())
    }

    fn lock_until(&self, name: &[u8], lease: Duration, deadline: Moment) -> Result<bool, Error> {
        locked(&self.set, &call(name, Lifetime::Fixed(lease), deadline))
    }

    fn adopt(&self, token: &[u8]) -> Result<bool, Error> {
        self.set.adopt(NAME, token, Lifetime::Fixed(LEASE))
    }

    fn commands(&self) -> usize {
        self.store.sent.borrow().len()
    }
}

fn options(auto_release: bool) -> Options {
    Options {
        lock_prefix: b"lock:".to_vec(),
        lease: LEASE,
        max_hold: None,
        lock_delay: Duration::ZERO,
        retry_for: Duration::MAX,
        fencing: true,
        auto_release,
        await_release: true,
    }
}

/// Returns a call for `name` that has no token yet, so one is drawn.
fn call(name: &[u8], lifetime: Lifetime, deadline: Moment) -> LockCall<'_> {
    LockCall {
        name,
        lifetime,
        deadline,
        never_stops: None,
        sleep: Duration::from_millis(100),
        token: None,
        asks_holder: false,
        is_part: false,
        kind: TokenKind::Lock,
    }
}

fn locked(set: &LockSet, call: &LockCall) -> Result<bool, Error> {
    Ok(set.lock(call)? == Acquired::Yes)
}

#[test]
fn the_key_is_the_prefix_and_the_name() {
    let scene = KeeperScene::new();
    assert!(scene.lock().unwrap());
    let (token, lease) = scene.set.valid_lease(NAME).unwrap();
    assert_eq!(scene.store.value(KEY).unwrap(), token.as_bytes());
    assert!(lease.fence.unwrap() > 1_700_000_000_000_000);
}

#[test]
fn a_second_lock_of_the_same_object_is_refused_at_once() {
    let scene = KeeperScene::new();
    assert!(scene.lock().unwrap());
    let before = scene.commands();
    assert!(!scene.lock().unwrap());
    assert_eq!(scene.commands(), before);
    assert!(!scene.other().lock().unwrap());
}

#[test]
fn a_lease_that_ran_out_counts_for_nothing_and_is_released_before_the_next_attempt() {
    let scene = KeeperScene::new();
    assert!(scene.lock().unwrap());
    let (old, _) = scene.set.valid_lease(NAME).unwrap();
    scene.clock.pass(WITHIN_DRIFT);
    assert!(scene.set.held().is_empty());
    assert!(scene.set.valid_lease(NAME).is_none());
    assert_eq!(scene.store.value(KEY).unwrap(), old.as_bytes(), "the drift");
    assert!(scene.lock().unwrap());
    assert_eq!(scene.store.sent.borrow()[1..], ["release", "acquire"]);
}

#[test]
fn unlock_asks_the_server_about_a_lease_that_ran_out_and_needs_no_answer() {
    let scene = KeeperScene::new();
    scene.lock().unwrap();
    scene.clock.pass(WITHIN_DRIFT);
    assert!(scene.set.unlock(NAME).unwrap(), "the server's word counts");
    scene.lock().unwrap();
    scene.clock.pass(LEASE);
    scene.store.fail(&[Fault::Unreachable]);
    assert!(!scene.set.unlock(NAME).unwrap());
    assert!(scene.set.held().is_empty());
    assert!(
        !scene.set.unlock(NAME).unwrap(),
        "asked again, and lost for good"
    );
}

#[test]
fn a_token_of_unknown_outcome_is_released_before_the_next_command() {
    let scene = KeeperScene::new();
    scene.store.fail(&[Fault::ReplyLost, Fault::ReplyLost]);
    assert!(scene.lock().is_err());
    assert!(
        scene.store.value(KEY).is_some(),
        "granted, and nobody knows"
    );
    assert!(scene.lock().unwrap());
    assert_eq!(scene.store.sent.borrow()[2..], ["release", "acquire"]);
}

#[test]
fn a_token_of_unknown_outcome_is_released_at_the_end_of_the_request_without_auto_release_too() {
    let clock = FakeClock::new();
    let store = FakeRouter::new(clock);
    let scene = KeeperScene::on(clock, store, false);
    store.fail(&[Fault::ReplyLost, Fault::ReplyLost]);
    assert!(scene.lock().is_err());
    scene.keeper.sweep();
    assert_eq!(store.value(KEY), None);
}

/// Returns how many names the lock set knows after `calls` locks of unknown outcome, one each 20 ms.
fn known_after_unknown_outcomes(scene: &KeeperScene, calls: u32) -> usize {
    for name in 0..calls {
        let (name, now) = (name.to_be_bytes(), scene.clock.now());
        scene.store.fail(&[Fault::RequestLost, Fault::RequestLost]);
        let lease = Duration::from_millis(10);
        assert!(scene.lock_until(&name, lease, now).is_err());
        scene.clock.pass(Duration::from_millis(20));
    }
    scene.set.entries.all(|_| true).len()
}

#[test]
fn a_token_of_unknown_outcome_is_forgotten_when_its_lease_is_over() {
    let scene = KeeperScene::new();
    assert!(known_after_unknown_outcomes(&scene, 1_000) < 100);
    let before = scene.commands();
    assert!(scene.set.unlock_all().unwrap(), "nothing was held");
    assert_eq!(scene.commands(), before + 1, "the last ones are released");
}

#[test]
fn tokens_of_an_outage_are_forgotten_when_the_server_is_well_again() {
    let scene = KeeperScene::new();
    for name in 0..500_u32 {
        scene.store.fail(&[Fault::RequestLost, Fault::RequestLost]);
        let now = scene.clock.now();
        assert!(scene.lock_until(&name.to_be_bytes(), LEASE, now).is_err());
    }
    for _ in 0..30 {
        scene.clock.pass(Duration::from_secs(1));
        assert!(scene.lock().unwrap() && scene.set.unlock(NAME).unwrap());
    }
    assert_eq!(scene.set.entries.all(|_| true).len(), 0);
}

#[test]
fn what_is_held_is_released_first_at_the_end() {
    let scene = KeeperScene::new();
    scene.store.fail(&[Fault::RequestLost, Fault::RequestLost]);
    let now = scene.clock.now();
    assert!(scene.lock_until(b"unknown", LEASE, now).is_err());
    scene.lock().unwrap();
    let left = scene.set.take_left();
    let keys: Vec<_> = left.iter().map(|(key, _)| key.as_slice()).collect();
    assert_eq!(keys, [KEY, b"lock:unknown"]);
}

#[test]
fn a_token_is_known_for_as_long_as_its_request_may_be_executed() {
    let scene = KeeperScene::new();
    scene.store.keeps_lost_requests.set(true);
    assert_eq!(known_after_unknown_outcomes(&scene, 1_000), 1_000);
    scene.clock.pass(Duration::from_secs(60));
    assert!(known_after_unknown_outcomes(&scene, 1_100) < 200);
}

#[test]
fn a_token_is_known_for_as_long_as_the_server_may_have_its_lease() {
    let scene = KeeperScene::new();
    scene.store.fail(&[Fault::ReplyLost, Fault::ReplyLost]);
    assert!(scene.lock().is_err());
    scene.clock.pass(WITHIN_DRIFT);
    known_after_unknown_outcomes(&scene, 200);
    assert!(scene.lock().unwrap(), "its leftover is released first");
    assert_eq!(
        scene.store.sent.borrow()[scene.commands() - 2..],
        ["release", "acquire"]
    );
}

#[test]
fn a_lifetime_of_unknown_outcome_is_forgotten_when_it_is_over() {
    let scene = KeeperScene::new();
    scene.lock().unwrap();
    scene.store.fail(&[Fault::ReplyLost, Fault::ReplyLost]);
    let hour = Duration::from_secs(3600);
    assert!(scene.set.expire(NAME, hour).is_err());
    let known = || scene.set.entries.get(NAME).is_some();
    scene.clock.pass(hour);
    known_after_unknown_outcomes(&scene, 200);
    assert!(known(), "the server may have it");
    scene.clock.pass(hour);
    known_after_unknown_outcomes(&scene, 200);
    assert!(!known());
}

#[test]
fn an_unlock_without_an_answer_can_be_repeated() {
    let scene = KeeperScene::new();
    scene.lock().unwrap();
    scene.store.fail(&[Fault::RequestLost, Fault::RequestLost]);
    assert!(scene.set.unlock(NAME).is_err());
    assert!(scene.set.held().is_empty(), "not relied upon any more");
    assert!(scene.set.unlock(NAME).unwrap());
    assert_eq!(scene.store.value(KEY), None);
}

#[test]
fn unlock_never_touches_another_owner() {
    let scene = KeeperScene::new();
    scene.lock().unwrap();
    scene.store.set(KEY, b"thief", LEASE);
    assert!(!scene.set.unlock(NAME).unwrap());
    assert_eq!(scene.store.value(KEY).unwrap(), b"thief");
}

#[test]
fn forcing_a_name_free_leaves_the_call_that_waits_for_it() {
    for faults in [&[][..], &[Fault::None, Fault::Unreachable]] {
        let scene = KeeperScene::new();
        let token = Token::draw(Maker::new(b"keeper", 1)).unwrap();
        scene.set.entries.pending(NAME, &token);
        scene.store.set(KEY, token.as_bytes(), LEASE);
        scene.store.fail(faults);
        assert_eq!(scene.set.force_unlock(NAME).is_ok(), faults.is_empty());
        assert!(!scene.lock().unwrap(), "the name is waited for");
        assert!(scene.set.entries.of_token(NAME, token.as_bytes()).is_some());
    }
}

#[test]
fn unlock_all_is_one_command_and_says_what_was_lost() {
    let scene = KeeperScene::new();
    assert!(scene.set.unlock_all().unwrap(), "nothing held");
    scene.lock().unwrap();
    assert!(scene.lock_until(b"b", LEASE, scene.clock.now()).unwrap());
    let before = scene.commands();
    assert!(scene.set.unlock_all().unwrap());
    assert_eq!(scene.commands(), before + 1);
    scene.lock().unwrap();
    scene.store.set(KEY, b"thief", LEASE);
    assert!(!scene.set.unlock_all().unwrap());
}

#[test]
fn between_question_and_answer_the_lesser_lifetime_is_believed() {
    let scene = KeeperScene::new();
    scene.lock().unwrap();
    scene.store.fail(&[Fault::ReplyLost, Fault::ReplyLost]);
    assert!(scene.set.expire(NAME, Duration::from_secs(5)).is_err());
    assert!(scene.set.remaining(NAME).unwrap() < Duration::from_secs(5));
    scene.store.fail(&[Fault::RequestLost, Fault::RequestLost]);
    assert!(scene.set.expire(NAME, Duration::from_secs(50)).is_err());
    assert!(scene.set.remaining(NAME).unwrap() < Duration::from_secs(5));
    assert!(scene.set.expire(NAME, Duration::from_secs(50)).unwrap());
    assert!(scene.set.remaining(NAME).unwrap() > Duration::from_secs(40));
}

#[test]
fn a_lost_lock_is_forgotten_when_the_server_says_so() {
    let scene = KeeperScene::new();
    scene.lock().unwrap();
    assert!(scene.set.is_locking(NAME).unwrap());
    scene.store.set(KEY, b"thief", LEASE);
    assert!(!scene.set.is_locking(NAME).unwrap());
    assert!(scene.set.held().is_empty());
    let before = scene.commands();
    assert!(!scene.set.is_locking(NAME).unwrap(), "without asking");
    assert_eq!(scene.commands(), before);
}

#[test]
fn of_two_adoptions_of_one_token_one_succeeds() {
    let scene = KeeperScene::new();
    scene.lock().unwrap();
    let token = scene.set.detach(NAME, Clone::clone).unwrap();
    let (first, second) = (scene.other(), scene.other());
    assert!(first.adopt(token.as_bytes()).unwrap());
    assert!(
        !second
            .set
            .adopt(NAME, token.as_bytes(), Lifetime::Fixed(LEASE))
            .unwrap()
    );
    assert!(!scene.set.unlock(NAME).unwrap(), "the token is used up");
}

#[test]
fn an_adoption_of_unknown_outcome_goes_on_under_its_token() {
    let scene = KeeperScene::new();
    scene.store.set(KEY, b"detached", LEASE);
    scene.store.fail(&[Fault::ReplyLost, Fault::ReplyLost]);
    assert!(scene.adopt(b"detached").is_err());
    assert!(scene.adopt(b"detached").unwrap());
    assert_eq!(*scene.store.sent.borrow(), ["adopt"; 3]);
}

#[test]
fn adopting_my_own_token_sets_its_lifetime() {
    let scene = KeeperScene::new();
    scene.lock().unwrap();
    let (token, _) = scene.set.valid_lease(NAME).unwrap();
    let hour = Duration::from_secs(3600);
    assert!(
        scene
            .set
            .adopt(NAME, token.as_bytes(), Lifetime::Fixed(hour))
            .unwrap()
    );
    assert_eq!(scene.set.valid_lease(NAME).unwrap().0, token);
    assert!(scene.set.remaining(NAME).unwrap() > hour / 2);
    assert!(
        !scene
            .set
            .adopt(NAME, b"another", Lifetime::Fixed(hour))
            .unwrap()
    );
}

#[test]
fn a_forked_child_holds_nothing_and_releases_nothing() {
    let scene = KeeperScene::new();
    scene.lock().unwrap();
    scene.clock.fork();
    let before = scene.commands();
    assert!(scene.set.held().is_empty());
    assert!(!scene.set.unlock(NAME).unwrap());
    scene.keeper.dismiss(&scene.set);
    assert_eq!(scene.store.sent.borrow().len(), before);
    assert!(scene.store.value(KEY).is_some());
}

#[test]
fn a_child_forked_during_a_wait_waits_on_under_a_token_of_its_own() {
    let scene = KeeperScene::new();
    scene.store.set(KEY, b"other", Duration::from_millis(50));
    let deadline = scene.clock.now().after(Duration::from_secs(1));
    scene.clock.next_sleep(Error::Forked);
    scene.clock.fork();
    assert!(scene.lock_until(NAME, LEASE, deadline).unwrap());
    assert_eq!(scene.set.held().len(), 1);
}

#[test]
fn a_dying_object_releases_unless_configured_otherwise() {
    for (auto_release, left) in [(true, None), (false, Some(()))] {
        let clock = FakeClock::new();
        let store = FakeRouter::new(clock);
        let scene = KeeperScene::on(clock, store, auto_release);
        scene.lock().unwrap();
        scene.keeper.dismiss(&scene.set);
        assert_eq!(store.value(KEY).map(drop), left);
    }
}

#[test]
fn the_sweep_keeps_its_time_whatever_the_server_does() {
    let clock = FakeClock::new();
    let stores = [(); 3].map(|()| FakeRouter::new(clock));
    let keeper = Rc::default();
    for store in stores {
        let scene = KeeperScene::of(&keeper, clock, store, true);
        scene.lock().unwrap();
        store.fail(&[Fault::Slow(SWEEP * 2)]);
        store.deadlines.borrow_mut().clear();
    }
    let third = clock.now().after(SWEEP / 3);
    keeper.sweep();
    let deadlines = stores.map(|store| store.deadlines.borrow().clone());
    assert_eq!(deadlines.concat(), [third], "and no more when time is up");
}

#[test]
fn a_server_that_does_not_answer_leaves_the_others_their_share_of_the_sweep() {
    let clock = FakeClock::new();
    let (healthy, hung) = (FakeRouter::new(clock), FakeRouter::new(clock));
    let keeper = Rc::default();
    for store in [healthy, hung] {
        let scene = KeeperScene::of(&keeper, clock, store, true);
        scene.lock().unwrap();
    }
    hung.fail(&[Fault::Slow(SWEEP / 2)]);
    keeper.sweep();
    assert_eq!(healthy.value(KEY), None);
}

#[test]
fn an_adoption_of_unknown_outcome_stays_unknown_whatever_comes_after() {
    let scene = KeeperScene::new();
    scene.store.set(KEY, b"detached", LEASE);
    let lost = [Fault::ReplyLost, Fault::ReplyLost];
    for faults in [&lost[..], &[Fault::Unreachable], &[Fault::Says("LOADING")]] {
        scene.store.fail(faults);
        assert!(scene.adopt(b"detached").is_err());
    }
    assert!(scene.adopt(b"detached").unwrap());
    assert!(scene.set.unlock(NAME).unwrap());
}

#[test]
fn entries_that_ran_out_on_the_server_too_are_dropped() {
    let scene = KeeperScene::new();
    for name in 0..1000_u32 {
        let lease = Duration::from_millis(50);
        let name = name.to_be_bytes();
        assert!(scene.lock_until(&name, lease, scene.clock.now()).unwrap());
        assert!(scene.set.entries.all(|_| true).len() < 200);
    }
    assert!(!scene.set.unlock_all().unwrap(), "some had been lost");
    scene.store.sent.borrow_mut().clear();
    assert!(scene.set.unlock_all().unwrap() && scene.commands() == 0);
}

#[test]
fn a_short_timeout_over_a_slow_way_still_gets_its_last_look() {
    let scene = KeeperScene::new();
    let deadline = scene.clock.now().after(Duration::from_micros(700));
    scene.store.fail(&[Fault::Unreachable]);
    assert!(scene.lock_until(NAME, LEASE, deadline).unwrap());
}

#[test]
fn a_lease_that_the_server_still_has_is_not_ended_by_locks_of_other_names() {
    let scene = KeeperScene::new();
    assert!(scene.lock().unwrap());
    scene.clock.pass(WITHIN_DRIFT);
    for name in 0..50_u32 {
        let (name, now) = (name.to_be_bytes(), scene.clock.now());
        assert!(scene.lock_until(&name, 2 * LEASE, now).unwrap());
    }
    let entry = scene.set.entries.get(NAME).unwrap();
    assert!(entry.lease().is_some(), "nothing has ended it: {entry:?}");
    assert!(scene.set.unlock(NAME).unwrap(), "the server's word counts");
}

#[test]
fn a_name_that_cannot_have_a_fencing_token_is_refused_before_anything_is_sent() {
    let scene = KeeperScene::new();
    scene.store.has_slots.set(true);
    let (name, key) = (b"a{b".to_vec(), b"lock:a{b".to_vec());
    let refusal = Refusal::Unfenced { name, key };
    let is_refused = |result| matches!(result, Err(Error::Refused(it)) if it == refusal);
    assert!(is_refused(scene.lock_until(
        b"a{b",
        LEASE,
        scene.clock.now()
    )));
    let adopted = scene.set.adopt(b"a{b", b"token", Lifetime::Fixed(LEASE));
    assert!(is_refused(adopted));
    assert_eq!((scene.commands(), scene.set.held().len()), (0, 0));
    assert!(scene.lock().unwrap(), "a name without a brace");
    // Without slots every name can have a fencing token.
    let scene = KeeperScene::new();
    let now = scene.clock.now();
    assert!(scene.lock_until(b"a{b", LEASE, now).unwrap());
}
