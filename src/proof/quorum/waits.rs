//! Many waiters: how soon the lock goes from one to the next, in which order, and what an outage does to them.
//!
//! Each run has a world of its own with 64 waiters, or 16. Speeds are in virtual time, so they are those of the
//! messages alone.

use std::time::Duration;

use super::judge::Promise;
use super::peers::Slips;
use super::people::{Setting, Wish};
use super::plans::{CALM, COMMAND_TIMEOUT, Plan};
use super::voter::Condition;
use super::world::{QuorumOutcome, QuorumWorld};

const MS: Duration = Duration::from_millis(1);

/// Lets waiters lock, work for 1 ms and unlock until the run ends.
fn crowd(
    plan: &Plan,
    clients: usize,
    retry_for: Duration,
    begin: impl FnOnce(&mut QuorumWorld),
    finish: impl FnOnce(&mut QuorumWorld),
) -> QuorumOutcome {
    let mut world = QuorumWorld::new(plan, 1, false);
    begin(&mut world);
    let setting = Setting::of(&world, plan, 1, Slips::default());
    let wish = Wish {
        lease: Duration::from_secs(20),
        timeout: Duration::from_secs(60),
        retry_for,
        fencing: false,
    };
    for _ in 0..clients {
        let program = setting.program(move |person, setting| {
            let pause = person.random.span(Duration::ZERO, MS * 20);
            person.nap(pause);
            while person.line.now() < setting.ends {
                let Some(mut got) = person.lock(wish) else {
                    return;
                };
                person.work(&mut got, MS, false);
                person.unlock(&got);
            }
        });
        world.spawn(Duration::ZERO, program);
    }
    world.run(finish)
}

/// Returns the grants a second of 64 waiters that are 5 ms away, behind the first second and a half.
fn speed(what: &str, conditions: &'static [(usize, Condition)]) {
    let plan = Plan {
        name: "speed",
        servers: &[5],
        span: MS * 3500,
        one_ways: &[5000],
        jitters: &[10],
        ..CALM
    };
    let begin = |world: &mut QuorumWorld| {
        for (place, condition) in conditions {
            world.disturb(world.order[*place], *condition);
        }
    };
    let finish = |world: &mut QuorumWorld| {
        let from = world.ends.until(world.now());
        assert_eq!(from, Duration::ZERO);
        let since = world.judge.began.after(MS * 1500);
        let until = world.judge.began.after(MS * 3500);
        let grants = world.judge.grants().iter();
        let count = grants.filter(|(_, at)| since <= *at && *at < until).count();
        if count < 2 * 38 {
            let what = format!("{what}: {} locks a second", count / 2);
            world.judge.breaks(Promise::Idle, what);
        }
    };
    let outcome = crowd(&plan, 64, MS * 5000, begin, finish);
    if let Some(breach) = outcome.breach {
        panic!("{what}: {breach}, {:?}", outcome.seen);
    }
}

#[test]
fn waiters_are_served_at_the_speed_of_the_messages() {
    use Condition::{CutOff, Dead};
    speed("all well", &[]);
    speed("one dead", &[(0, Dead)]);
    speed("two dead", &[(0, Dead), (1, Dead)]);
    speed("two cut off", &[(0, CutOff), (1, CutOff)]);
}

/// Lets three of five servers be dead for so long while 16 clients wait.
fn outage(span: Duration, retry_for: Duration) -> QuorumOutcome {
    let plan = Plan {
        name: "outage",
        // The time without a holder is that of the outage, and of the servers' rest behind it.
        slow: (1, MS * 2),
        servers: &[5],
        span: MS * 5000,
        one_ways: &[1000],
        jitters: &[100],
        ..CALM
    };
    let begin = move |world: &mut QuorumWorld| {
        for place in 0..3 {
            let server = world.order[2 + place];
            world.later(MS * 1000, move |world| {
                world.disturb(server, Condition::Dead);
            });
            world.later(MS * 1000 + span, move |world| world.restart(server, false));
        }
    };
    crowd(&plan, 16, retry_for, begin, |_| {})
}

#[test]
fn waits_outlast_an_outage_that_is_shorter_than_retry_for() {
    let outcome = outage(MS * 1000, MS * 3000);
    assert!(outcome.breach.is_none(), "{:?}", outcome.breach);
    assert_eq!(outcome.seen.failures, 0, "{:?}", outcome.seen);
}

#[test]
fn waits_end_when_an_outage_has_lasted_for_retry_for() {
    let outcome = outage(MS * 60_000, MS * 1000);
    assert!(outcome.breach.is_none(), "{:?}", outcome.breach);
    assert_eq!(outcome.seen.failures, 16, "{:?}", outcome.seen);
    assert!(
        outcome.seen.longest_outage < COMMAND_TIMEOUT * 3,
        "{:?}",
        outcome.seen
    );
}
