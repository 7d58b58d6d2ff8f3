//! The quorum as a whole, in virtual time: the product's own `lock`, `Quorum` and state machines over servers in
//! memory that run the real scripts, through thousands of interleavings with faults in between.
//!
//! Each client is a thread that runs the product's blocking code and has a baton meanwhile, so a run follows from
//! its seed alone. `MODEL=plan:seed cargo test proof::quorum` makes one run once more and prints its history.

mod bursts;
mod judge;
mod line;
mod mutants;
mod peers;
mod people;
mod plans;
mod voter;
mod waits;
mod wires;
mod world;

use judge::{Breach, Seen};
use peers::Slips;
use people::Setting;
use plans::Plan;
use world::{QuorumOutcome, QuorumWorld};

use super::seeds::Seeds;

/// Makes the run of a seed, in which clients live by the plan.
fn live(plan: &Plan, seed: u64, slips: Slips, tells: bool) -> QuorumOutcome {
    let mut world = QuorumWorld::new(plan, seed, tells);
    let setting = Setting::of(&world, plan, seed, slips);
    for _ in 0..plan.clients {
        let program = setting.program(people::Person::live);
        world.spawn(std::time::Duration::ZERO, program);
    }
    let successor = setting.clone();
    world.successor = Some(Box::new(move |_| successor.program(people::Person::live)));
    world.run(QuorumWorld::check_the_rest)
}

#[allow(clippy::print_stdout, reason = "how much a passed run has seen")]
/// Makes the runs of a plan that are asked for.
fn explore(name: &str) {
    let plan = Plan::named(name);
    let Some(seeds) = Seeds::of(name, plan.seeds) else {
        return;
    };
    let runs = seeds.count();
    let (mut total, mut events) = (Seen::default(), 0);
    for seed in seeds.range {
        let outcome = live(plan, seed, Slips::default(), seeds.tells);
        events += outcome.events;
        total.add(&outcome.seen);
        if let Some(breach) = outcome.breach {
            fail(name, plan, seed, &breach);
        }
    }
    println!("{name}: {runs} runs, {events} events, {total:?}");
}

fn fail(name: &str, plan: &Plan, seed: u64, breach: &Breach) -> ! {
    let history = live(plan, seed, Slips::default(), true).history;
    let from = history.len().saturating_sub(40_000);
    panic!(
        "{breach}\nMODEL={name}:{seed}\n{}\n{breach}",
        history[from..].join("\n")
    );
}

macro_rules! plans {
    ($($name:ident),+) => {
        /// A folder of their own, by which the long proof finds them.
        mod runs {
            $(#[test] fn $name() { super::explore(stringify!($name)); })+
        }
    };
}

plans!(
    calm, deadlines, faults, away, late, leaks, tight, owing, minority
);
