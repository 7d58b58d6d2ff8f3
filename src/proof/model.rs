//! The lock as a whole, in virtual time, through thousands of interleavings with faults in between. Clients
//! that wait by the real `Waiter` send the real calls to a server in memory, which runs the real scripts
//! while a judge watches.
//!
//! A run follows from its seed alone, so a run that fails names its seed:
//! `MODEL=scenario:seed cargo test model` makes that run once more and prints its history.

mod among;
mod client;
mod client_record;
mod client_steps;
mod connection;
mod faults;
mod judge;
mod mutants;
mod owed;
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

#[allow(clippy::print_stdout, reason = "how much a passed run has seen")]
/// Makes all runs of a scenario, or the one that `MODEL` names.
fn explore(name: &str) {
    let scenario = Scenario::named(name);
    let asked = std::env::var("MODEL").unwrap_or_default();
    let seeds = match asked.split_once(':') {
        Some((of, seed)) if of == name => seed.parse().map(|seed| seed..seed + 1).unwrap(),
        Some(_) => return,
        None => 0..scenario.seeds,
    };
    let protocol = Protocol::real();
    let (mut idle, mut events) = (Duration::ZERO, 0);
    for seed in seeds {
        let outcome = world::run(scenario, &protocol, seed, !asked.is_empty());
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
    println!("{name}: {events} events, never without a holder for more than {idle:?}");
}

macro_rules! scenarios {
    ($($name:ident),+) => {
        $(#[test] fn $name() { explore(stringify!($name)); })+
    };
}

scenarios!(
    calm, deadlines, slow, cuts, outages, kills, stops, foreign, skew, behind, full, moves, left,
    half, alike, beside, ahead, unread, errors, everything
);
