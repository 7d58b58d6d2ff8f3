//! The lock as a whole, in virtual time, through thousands of interleavings with faults in between. Clients
//! that wait by the real `Waiter` send the real calls to a server in memory, which runs the real scripts
//! while a judge watches. In some scenarios they want shares of the lock too.
//!
//! A run follows from its seed alone, so a run that fails names its seed:
//! `MODEL=scenario:seed cargo test model` makes that run once more and prints its history.

mod among;
mod client;
mod client_record;
mod client_steps;
mod connection;
mod faults;
mod fibers;
mod holders;
mod judge;
mod line_record;
mod mutants;
mod owed;
mod process;
mod protocol;
mod request;
mod rules;
mod scenario;
mod split;
mod waiting_line;
mod wire;
mod world;

use std::time::Duration;

use protocol::Protocol;
use scenario::Scenario;

use super::seeds::Seeds;

#[allow(clippy::print_stdout, reason = "how much a passed run has seen")]
/// Makes the runs of a scenario that are asked for.
fn explore(name: &str) {
    let scenario = Scenario::named(name);
    let Some(seeds) = Seeds::of(name, scenario.seeds) else {
        return;
    };
    let runs = seeds.count();
    let protocol = Protocol::real();
    let (mut idle, mut events) = (Duration::ZERO, 0);
    for seed in seeds.range {
        let outcome = world::run(scenario, &protocol, seed, seeds.tells);
        idle = idle.max(outcome.longest_idle);
        events += outcome.events;
        let Some(broken) = outcome.broken else {
            continue;
        };
        let history = world::run(scenario, &protocol, seed, true)
            .history
            .join("\n");
        panic!("{broken}\nMODEL={name}:{seed}\n{history}");
    }
    println!("{name}: {runs} runs, {events} events, never without a holder for more than {idle:?}");
}

macro_rules! scenarios {
    ($($name:ident),+) => {
        /// A folder of their own, by which the long proof finds them.
        mod runs {
            $(#[test] fn $name() { super::explore(stringify!($name)); })+
        }
    };
}

scenarios!(
    calm,
    deadlines,
    slow,
    cuts,
    outages,
    kills,
    stops,
    foreign,
    skew,
    behind,
    full,
    moves,
    left,
    half,
    alike,
    beside,
    ahead,
    unread,
    errors,
    fibers,
    destroyed,
    gates,
    loops,
    shared,
    shared_semaphore,
    shared_cuts,
    shared_mortals,
    shared_moves,
    shared_behind,
    shared_foreign,
    shared_skew,
    shared_fibers,
    shared_everything,
    everything
);
