//! Contenders in one instant with one attempt each, adoptions that race, and a lock right behind an unlock.
//!
//! Each run has a world of its own, in which servers are away or have leftovers from the beginning. The tests here and
//! `mutants` make such runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use super::judge::{Breach, Promise};
use super::line::{KEY, Message};
use super::peers::Slips;
use super::people::{Person, Setting, Wish};
use super::plans::{CALM, Plan};
use super::voter::Condition;
use super::world::{QuorumOutcome, QuorumWorld};
use crate::clock::Moment;

/// The servers that are in disorder from the beginning, by their places in the order of the key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Disorder {
    pub(super) what: &'static str,
    dead: &'static [usize],
    leftovers: &'static [usize],
}

const fn disorder(
    what: &'static str,
    dead: &'static [usize],
    leftovers: &'static [usize],
) -> Disorder {
    Disorder {
        what,
        dead,
        leftovers,
    }
}

pub(super) const DISORDERS: &[Disorder] = &[
    disorder("all well", &[], &[]),
    disorder("one dead", &[1], &[]),
    disorder("two dead", &[0, 1], &[]),
    disorder("a leftover at the gate", &[], &[0]),
    disorder("a leftover at the gate, and one dead", &[2], &[0]),
];

const PLAN: Plan = Plan {
    name: "burst",
    servers: &[5],
    span: Duration::from_millis(100),
    one_ways: &[100],
    jitters: &[100],
    ..CALM
};

const WISH: Wish = Wish {
    lease: Duration::from_secs(20),
    timeout: Duration::ZERO,
    retry_for: Duration::from_secs(2),
    fencing: false,
};

/// The moment of the burst, by which every client knows its servers.
const WARM: Duration = Duration::from_millis(60);

fn world(plan: &Plan, seed: u64, slips: Slips, tells: bool) -> (QuorumWorld, Setting) {
    let world = QuorumWorld::new(plan, seed, tells);
    let setting = Setting::of(&world, plan, seed, slips);
    (world, setting)
}

fn give_to(world: &mut QuorumWorld, server: usize, token: &[u8]) {
    let words: &[&[u8]] = &[b"SET", KEY, token, b"PX", b"90000"];
    world.voters[server].server.call(words);
}

impl Disorder {
    fn begin(&self, world: &mut QuorumWorld) {
        for place in self.leftovers {
            give_to(world, world.order[*place], b"leftover");
        }
        for place in self.dead {
            world.disturb(world.order[*place], Condition::Dead);
        }
    }
}

/// Lets so many clients, who know the servers by then, do this in one instant.
fn at_once(
    world: &mut QuorumWorld,
    setting: &Setting,
    clients: usize,
    does: impl Fn(&mut Person) + Clone + Send + 'static,
) {
    let start = world.now().after(WARM);
    for _ in 0..clients {
        let does = does.clone();
        let program = setting.program(move |person, _| {
            person.warm_up(3);
            person.line.rest(start, false);
            does(person);
        });
        world.spawn(Duration::ZERO, program);
    }
}

/// Lets so many clients lock in one instant, and one of them has to win.
pub(super) fn burst(
    disorder: &Disorder,
    clients: usize,
    seed: u64,
    slips: Slips,
    tells: bool,
) -> QuorumOutcome {
    let (mut world, setting) = world(&PLAN, seed, slips, tells);
    disorder.begin(&mut world);
    at_once(&mut world, &setting, clients, |person| {
        person.lock(WISH);
    });
    world.run(|world| {
        let winners = world.judge.seen.grants;
        if winners != 1 {
            let what = format!("{winners} of {clients} have won");
            world.judge.breaks(Promise::Winner, what);
        }
        world.check_the_rest();
    })
}

/// Lets so many clients adopt one token in one instant, and one of them has to get it.
pub(super) fn adoptions(
    disorder: &Disorder,
    clients: usize,
    seed: u64,
    slips: Slips,
    tells: bool,
) -> QuorumOutcome {
    let (mut world, setting) = world(&PLAN, seed, slips, tells);
    for server in 0..world.voters.len() {
        give_to(&mut world, server, b"old");
    }
    disorder.begin(&mut world);
    let winners = Arc::new(AtomicUsize::new(0));
    let of_all = Arc::clone(&winners);
    at_once(&mut world, &setting, clients, move |person| {
        if person.adopt(b"old", WISH) {
            of_all.fetch_add(1, SeqCst);
        }
    });
    world.run(|world| {
        let winners = winners.load(SeqCst);
        if winners != 1 {
            let what = format!("{winners} of {clients} have adopted the token");
            world.judge.breaks(Promise::Winner, what);
        }
    })
}

/// Lets one client lock in the moment in which the unlock of another one returns.
fn right_behind(seed: u64, tells: bool) -> QuorumOutcome {
    let plan = Plan {
        one_ways: &[100, 1000, 5000],
        jitters: &[10, 300],
        ..PLAN
    };
    let (mut world, setting) = world(&plan, seed, Slips::default(), tells);
    let refused = Arc::new(AtomicUsize::new(0));
    for client in 0..2 {
        let refused = Arc::clone(&refused);
        let program = setting.program(move |person, _| {
            person.warm_up(3);
            // The other one begins, and each wakes the other behind its unlock.
            if client == 1 {
                person.line.rest(Moment::NEVER, false);
            }
            person.nap(Duration::from_millis(100));
            for _ in 0..10 {
                let got = person.lock(WISH);
                let Some(got) = got else {
                    refused.fetch_add(1, SeqCst);
                    break;
                };
                person.nap(Duration::from_millis(1));
                assert_eq!(person.unlock(&got), Some(true));
                person.line.say(Message::Wakes(1 - client));
                person.line.rest(Moment::NEVER, false);
            }
            person.line.say(Message::Wakes(1 - client));
        });
        world.spawn(Duration::ZERO, program);
    }
    world.run(|world| {
        if refused.load(SeqCst) > 0 {
            let what = "a free lock was refused".to_owned();
            world.judge.breaks(Promise::Refusal, what);
        }
    })
}

fn check(name: &str, seed: u64, run: impl Fn(bool) -> QuorumOutcome) {
    if let Some(breach) = run(false).breach {
        fail(name, seed, &breach, &run(true).history);
    }
}

fn fail(name: &str, seed: u64, breach: &Breach, history: &[String]) -> ! {
    panic!("{breach}\n{name}, seed {seed}\n{}", history.join("\n"));
}

#[test]
fn one_of_a_burst_wins() {
    for disorder in DISORDERS {
        for (clients, rounds) in [(2, 40), (8, 20), (64, 3)] {
            for seed in 0..rounds {
                let name = format!("{}, {clients} clients", disorder.what);
                check(&name, seed, |tells| {
                    burst(disorder, clients, seed, Slips::default(), tells)
                });
            }
        }
    }
}

#[test]
fn one_of_three_adopters_gets_the_lock() {
    for disorder in &DISORDERS[..3] {
        for seed in 0..60 {
            check(disorder.what, seed, |tells| {
                adoptions(disorder, 3, seed, Slips::default(), tells)
            });
        }
    }
}

#[test]
fn a_lock_right_behind_an_unlock_is_never_refused() {
    for seed in 0..60 {
        check("right behind", seed, |tells| right_behind(seed, tells));
    }
}
