//! A property of a listing, which has every lock once or fails, although anything may happen to the
//! connections.

use std::collections::BTreeMap;

use super::*;
use crate::store::{LeaseRequest, Standing};
use proptest::prelude::*;

/// The owner that a name has when the locks are listed, if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Mine,
    /// This object had the name, and its own clock says that this is over.
    Past,
    Another,
    /// Another library has the name, under a key without an end.
    Endless,
    /// The key is no string, so it has no owner.
    Hash,
    /// The key is not below the prefix.
    Elsewhere,
}

fn whose() -> impl Strategy<Value = Whose> {
    prop_oneof![
        Just(Whose::Mine),
        Just(Whose::Past),
        Just(Whose::Another),
        Just(Whose::Endless),
        Just(Whose::Hash),
        Just(Whose::Elsewhere),
    ]
}

fn fault() -> impl Strategy<Value = Fault> {
    prop_oneof![
        30 => Just(Fault::None),
        2 => Just(Fault::RequestLost),
        2 => Just(Fault::ReplyLost),
        2 => Just(Fault::Restart),
        1 => Just(Fault::Unreachable),
    ]
}

/// Gives a name to the owner that it is to have. Returns what is to be listed of it, which is its owner and
/// whether that is this object.
fn take(
    scene: &KeeperScene,
    other: &KeeperScene,
    name: &[u8],
    whose: Whose,
) -> Option<(Vec<u8>, bool)> {
    let key = [b"lock:", name].concat();
    let now = scene.clock.now();
    let owner = || scene.store.value(&key).unwrap();
    match whose {
        Whose::Mine => {
            assert!(scene.lock_until(name, 10 * LEASE, now).unwrap());
            Some((owner(), true))
        }
        Whose::Past => {
            assert!(scene.lock_until(name, LEASE, now).unwrap());
            let token = owner();
            scene.store.server.call(&[b"SET", &key, &token]);
            Some((token, false))
        }
        Whose::Another => {
            assert!(other.lock_until(name, 10 * LEASE, now).unwrap());
            Some((owner(), false))
        }
        Whose::Endless => {
            scene.store.server.call(&[b"SET", &key, b"somebody"]);
            Some((b"somebody".to_vec(), false))
        }
        Whose::Hash => {
            scene.store.server.call(&[b"HSET", &key, b"a", b"b"]);
            None
        }
        Whose::Elsewhere => {
            let key = [b"cache:", name].concat();
            scene.store.server.call(&[b"SET", &key, b"x"]);
            None
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_listing_has_every_lock_once_or_fails(
        names in prop::collection::btree_map(0_u8..40, whose(), 0..30),
        faults in prop::collection::vec(fault(), 0..60),
        limit in 1_usize..40,
    ) {
        let scene = KeeperScene::new();
        let other = scene.other();
        let mut expected = BTreeMap::new();
        for (name, whose) in &names {
            let name = name.to_string().into_bytes();
            if let Some(listed) = take(&scene, &other, &name, *whose) {
                expected.insert(name, listed);
            }
        }
        scene.clock.pass(LEASE);
        let before = format!("{:?}", scene.set.entries.all(|_| true));
        scene.store.fail(&faults);
        let found = scene.set.list(b"*", limit);
        prop_assert_eq!(before, format!("{:?}", scene.set.entries.all(|_| true)));
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                prop_assert!(matches!(error, Error::Unavailable(_)));
                prop_assert!(faults.iter().any(|it| *it != Fault::None));
                return Ok(());
            }
        };
        prop_assert_eq!(found.len(), expected.len().min(limit));
        prop_assert!(found.is_sorted_by(|one, next| one.name < next.name));
        for lock in found {
            let (owner, is_mine) = &expected[&lock.name];
            prop_assert_eq!((&lock.owner, lock.is_mine), (owner, *is_mine));
            prop_assert_eq!(lock.remaining.is_none(), !is_mine && lock.owner.len() < 32 || {
                let name = str::from_utf8(&lock.name).unwrap().parse().unwrap();
                names[&name] == Whose::Past
            });
        }
    }
}

#[test]
fn a_connection_that_is_lost_on_every_page_ends_the_search() {
    let scene = KeeperScene::new();
    for name in 0..20_u8 {
        scene
            .store
            .set(&[b"lock:", &[b'a' + name][..]].concat(), b"somebody", LEASE);
    }
    for _ in 0..100 {
        scene
            .store
            .fail(&[Fault::None, Fault::None, Fault::ReplyLost]);
    }
    let Err(Error::Unavailable(unavailable)) = scene.set.list(b"*", 1000) else {
        panic!("it goes on");
    };
    assert!(unavailable.message(None).contains("during the search"));
    assert!(scene.commands() < 40);
}

#[test]
fn waiters_are_counted_and_companions_are_no_locks() {
    let scene = KeeperScene::new();
    assert!(scene.lock().unwrap());
    for waiter in [b"one" as &[u8], b"two"] {
        let request = LeaseRequest {
            key: KEY,
            token: waiter,
            lease: LEASE,
            fencing: true,
        };
        let standing = Standing::Newcomer;
        scene.store.store().join(&request, standing, Moment::NEVER);
    }
    let [lock] = &*scene.set.list(b"*", 1000).unwrap() else {
        panic!("not one lock");
    };
    assert_eq!((&*lock.name, lock.waiters, lock.is_mine), (NAME, 2, true));
    scene.store.server.call(&[b"DEL", b"lock:a:queue:{lock:a}"]);
    scene
        .store
        .server
        .call(&[b"HSET", b"lock:a:queue:{lock:a}", b"a", b"b"]);
    assert_eq!(scene.set.list(b"a", 1000).unwrap()[0].waiters, 0);
}
