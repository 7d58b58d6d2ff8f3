//! A property of renewed leases, of which each loss is reported once and is final, in every order of calls.

use super::*;
use crate::keeper::entry::LockState;
use proptest::prelude::*;

/// What PHP code or the world does next.
#[derive(Debug, Clone, Copy)]
enum Action {
    Lock(usize),
    Unlock(usize),
    UnlockAll,
    /// Makes the lease a fixed one, which is no loss.
    Expire(usize),
    /// Begins a section of code and ends it at once.
    Section(usize),
    ForceUnlock(usize),
    Detach(usize),
    /// Adopts the token that was detached last.
    Adopt(usize),
    Remaining(usize),
    IsLocking(usize),
    Held,
    /// Asks what is locked, which changes nothing.
    List,
    /// Lets a callback of `onLost` run, which takes one loss.
    TakeLoss,
    /// Lets this many milliseconds pass, so that one lease or all may run out.
    Pass(u64),
    /// Lets somebody else take the key of this name.
    Steal(usize),
    Fail(Fault),
}

const NAMES: [&[u8]; 2] = [b"a", b"b"];

fn action() -> impl Strategy<Value = Action> {
    let name = 0..NAMES.len();
    prop_oneof![
        4 => name.clone().prop_map(Action::Lock),
        3 => name.clone().prop_map(Action::Unlock),
        1 => Just(Action::UnlockAll),
        1 => name.clone().prop_map(Action::Expire),
        1 => name.clone().prop_map(Action::Section),
        1 => name.clone().prop_map(Action::ForceUnlock),
        1 => name.clone().prop_map(Action::Detach),
        1 => name.clone().prop_map(Action::Adopt),
        2 => name.clone().prop_map(Action::Remaining),
        2 => name.clone().prop_map(Action::IsLocking),
        1 => Just(Action::Held),
        1 => Just(Action::List),
        2 => Just(Action::TakeLoss),
        2 => (1..12_000_u64).prop_map(Action::Pass),
        1 => name.prop_map(Action::Steal),
        1 => prop_oneof![Just(Fault::ReplyLost), Just(Fault::Unreachable)].prop_map(Action::Fail),
    ]
}

/// What the test knows of one name.
#[derive(Debug, Default)]
struct Expected {
    /// Whether a renewed lease was granted of which nobody has heard how it ended.
    is_open: bool,
    /// The token of the lease that was granted last.
    token: Option<Token>,
    /// Whether a call has said that the lease is no longer relied upon.
    is_over: bool,
    /// How many earlier leases of the name were lost and are not reported yet.
    unreported: u32,
    detached: Option<Token>,
}

struct Story {
    scene: KeeperScene,
    known: [Expected; NAMES.len()],
}

impl Story {
    fn new() -> Self {
        Self {
            scene: KeeperScene::new(),
            known: Default::default(),
        }
    }

    fn happens(&mut self, action: Action) {
        let set = Rc::clone(&self.scene.set);
        match action {
            Action::Lock(name) => {
                let now = self.scene.clock.now();
                let got = locked(&set, &call(NAMES[name], Lifetime::Renewed, now));
                self.got(name, matches!(got, Ok(true)));
            }
            Action::Adopt(name) => {
                let Some(token) = self.known[name].detached.take() else {
                    return;
                };
                let got = set.adopt(NAMES[name], token.as_bytes(), Lifetime::Renewed);
                self.got(name, matches!(got, Ok(true)));
            }
            Action::Detach(name) => {
                if let Some(token) = set.detach(NAMES[name], Clone::clone) {
                    self.known[name].is_open = false;
                    self.known[name].detached = Some(token);
                }
            }
            Action::ForceUnlock(name) => {
                let is_mine = self.has_entry(name) && self.has_key(name);
                let before = set.entries.get(NAMES[name]);
                // What was lost before stays a loss, although the server had the key for a moment longer.
                let was_lost = before.is_some_and(|it| matches!(it.state, LockState::Lost { .. }));
                let found = set.force_unlock(NAMES[name]);
                // The lock is released, or nobody knows whether it is, and neither is a loss.
                let is_found = !matches!(found, Ok(false));
                let entry = set.entries.get(NAMES[name]);
                let is_kept = entry.is_some_and(|entry| entry.renewal().is_some());
                self.known[name].is_open &= !(is_mine && is_found && !is_kept) || was_lost;
            }
            Action::Section(name) => {
                let token = set.begin_section(NAMES[name]);
                let has_entry = self.has_entry(name);
                set.end_section(NAMES[name], token.as_ref());
                self.known[name].is_open &= !has_entry;
            }
            Action::Unlock(name) => {
                let has_entry = self.has_entry(name);
                let _ = set.unlock(NAMES[name]);
                // A lease that the server has said to be lost leaves nothing to unlock, because the callback
                // reports it.
                self.known[name].is_open &= !has_entry;
            }
            Action::UnlockAll => {
                let has_entry = [0, 1].map(|name| self.has_entry(name));
                let _ = set.unlock_all();
                for (known, has_entry) in self.known.iter_mut().zip(has_entry) {
                    known.is_open &= !has_entry;
                }
            }
            Action::Expire(name) => {
                let is_known = set.expire(NAMES[name], LEASE).is_ok_and(|done| !done);
                let entry = set.entries.get(NAMES[name]);
                let is_renewed = entry.is_some_and(|entry| entry.renewal().is_some());
                self.known[name].is_open &= is_known || is_renewed;
            }
            Action::Remaining(name) => {
                let remaining = set.remaining(NAMES[name]);
                self.relies(name, remaining.is_some());
            }
            Action::IsLocking(name) => {
                if let Ok(is_locking) = set.is_locking(NAMES[name]) {
                    self.relies(name, is_locking);
                }
            }
            Action::Held => {
                let held = set.held();
                for (name, bytes) in NAMES.iter().enumerate() {
                    self.relies(name, held.iter().any(|it| it == bytes));
                }
            }
            Action::List => self.lists(),
            Action::TakeLoss => self.takes_loss(),
            Action::Pass(millis) => self.scene.clock.pass(Duration::from_millis(millis)),
            Action::Steal(name) => {
                let key = [b"lock:", NAMES[name]].concat();
                self.scene.store.set(&key, b"thief", LEASE);
            }
            Action::Fail(fault) => self.scene.store.fail(&[fault]),
        }
    }

    /// Notes that a call has returned whether it got the lock.
    fn got(&mut self, name: usize, got: bool) {
        if !got {
            return;
        }
        let token = self.scene.set.begin_section(NAMES[name]);
        let known = &mut self.known[name];
        known.unreported += u32::from(known.is_open);
        (known.is_open, known.is_over, known.token) = (true, false, token);
    }

    /// Returns whether the key still has the token of the lease that was granted last.
    fn has_key(&self, name: usize) -> bool {
        let value = self.scene.store.value(&[b"lock:", NAMES[name]].concat());
        let token = self.known[name].token.as_ref();
        token.is_some_and(|token| value.as_deref() == Some(token.as_bytes()))
    }

    /// Returns whether the lease that was granted last still stands in the entries.
    fn has_entry(&self, name: usize) -> bool {
        let token = self.known[name].token.as_ref();
        let entry =
            token.and_then(|it| self.scene.set.entries.of_token(NAMES[name], it.as_bytes()));
        entry.is_some()
    }

    fn relies(&mut self, name: usize, relies: bool) {
        let known = &mut self.known[name];
        assert!(
            !(known.is_open && known.is_over && relies),
            "what was lost is back"
        );
        known.is_over |= !relies;
    }

    fn lists(&self) {
        for lock in self.scene.set.list(b"*", 10).unwrap_or_default() {
            let name = NAMES.iter().position(|it| **it == *lock.name).unwrap();
            let known = &self.known[name];
            assert!(
                !(lock.is_mine && known.is_open && known.is_over),
                "what was lost is called mine"
            );
        }
    }

    fn takes_loss(&mut self) {
        let Some((_, lost)) = self.scene.keeper.take_loss() else {
            return;
        };
        let name = NAMES.iter().position(|it| **it == *lost).unwrap();
        let known = &mut self.known[name];
        if known.unreported > 0 {
            known.unreported -= 1;
        } else {
            assert!(std::mem::take(&mut known.is_open), "reported twice");
        }
    }
}

#[test]
fn a_loss_that_was_seen_is_reported_although_the_key_is_forced_free_afterwards() {
    let mut story = Story::new();
    // Our own clock ends the lease between the question of isLocking() and its answer.
    let just_before = Action::Pass(19_796);
    for action in [Action::Lock(0), just_before, Action::IsLocking(0)] {
        story.happens(action);
    }
    assert!(story.known[0].is_over && story.has_key(0));
    story.happens(Action::ForceUnlock(0));
    assert!(!story.has_key(0));
    let (_, name) = story.scene.keeper.take_loss().unwrap();
    assert_eq!(name, NAMES[0]);
    assert!(story.scene.keeper.take_loss().is_none());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn each_loss_is_reported_once_and_is_final(actions in prop::collection::vec(action(), 1..60)) {
        let mut story = Story::new();
        for action in actions {
            story.happens(action);
        }
        story.scene.store.faults.borrow_mut().clear();
        story.happens(Action::Pass(60_000));
        story.happens(Action::Held);
        while story.scene.keeper.may_have_loss() {
            story.takes_loss();
        }
        for known in &story.known {
            prop_assert!(!known.is_open && known.unreported == 0, "never reported: {known:?}");
        }
    }
}
