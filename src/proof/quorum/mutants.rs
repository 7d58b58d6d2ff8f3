//! Mutants of the quorum's clients, each of which breaks one rule, so the model has to see it.
//!
//! A model that accepts a mutant would also accept that defect in the product. The mistakes stand at the boundary of
//! the product, in `peers` and `people`. Those inside the state machines are found by the tests beside them.

use super::bursts::{DISORDERS, adoptions};
use super::judge::Promise;
use super::live;
use super::peers::Slips;
use super::plans::Plan;
use super::world::QuorumOutcome;

struct QuorumMutant {
    name: &'static str,
    slips: fn(&mut Slips),
    /// The plan in which the mutant shows, and the promises that it may break there.
    plan: &'static str,
    /// The seed of the first run, because most of the runs do not show it.
    from: u64,
    breaks: &'static [Promise],
}

const fn mutant(
    name: &'static str,
    (plan, from): (&'static str, u64),
    breaks: &'static [Promise],
    slips: fn(&mut Slips),
) -> QuorumMutant {
    QuorumMutant {
        name,
        slips,
        plan,
        from,
        breaks,
    }
}

use Promise::{Fence, Idle, Leak, OneHolder, Outage, RetryFor};

const MUTANTS: &[QuorumMutant] = &[
    mutant(
        "half is a majority",
        ("faults", 0),
        &[OneHolder, Fence],
        |it| it.counts_half = true,
    ),
    mutant("nothing is given back", ("leaks", 0), &[Leak], |it| {
        it.gives_nothing_back = true;
    }),
    mutant(
        "one server settles the fence",
        ("faults", 0),
        &[Fence],
        |it| it.settles_at_one = true,
    ),
    mutant(
        "no server settles the fence",
        ("faults", 0),
        &[Fence],
        |it| it.settles_nowhere = true,
    ),
    mutant(
        "validity counts from the reply",
        ("tight", 0),
        &[OneHolder],
        |it| {
            it.counts_from_the_reply = true;
        },
    ),
    mutant(
        "every release is for good",
        ("faults", 0),
        &[OneHolder, Fence],
        |it| {
            it.releases_for_good = true;
        },
    ),
    mutant(
        "a look is a grant",
        ("deadlines", 0),
        &[OneHolder, Fence],
        |it| it.looks_for_a_grant = true,
    ),
    mutant(
        "a late vote counts for the next question",
        ("owing", 0),
        &[OneHolder, Fence, Leak],
        |it| {
            it.counts_late_votes = true;
        },
    ),
    mutant("a late wake-up is dropped", ("calm", 0), &[Idle], |it| {
        it.drops_late_wake_ups = true;
    }),
    mutant("a late error is dropped", ("leaks", 0), &[Leak], |it| {
        it.drops_late_errors = true;
    }),
    mutant(
        "one lost server makes an outage",
        ("minority", 0),
        &[Outage, RetryFor],
        |it| {
            it.misses_all_for_one = true;
        },
    ),
];

/// The number of runs in which a mutant has to show.
const SEEDS: u64 = 100;

fn is_seen(mutant: &QuorumMutant, outcome: &QuorumOutcome) -> bool {
    let breach = outcome.breach.as_ref();
    breach.is_some_and(|breach| mutant.breaks.contains(&breach.promise))
}

#[test]
#[allow(clippy::print_stdout, reason = "how soon each mutant was seen")]
fn every_mutant_is_seen() {
    let asked = std::env::var("MUTANT").unwrap_or_default();
    let mut unseen = Vec::new();
    for mutant in MUTANTS.iter().filter(|mutant| mutant.name.contains(&asked)) {
        let mut slips = Slips::default();
        (mutant.slips)(&mut slips);
        let plan = Plan::named(mutant.plan);
        let mut seeds = mutant.from..mutant.from + SEEDS;
        let seen = seeds.find(|seed| is_seen(mutant, &live(plan, *seed, slips, false)));
        println!("{}: {seen:?}", mutant.name);
        if seen.is_none() {
            unseen.push(mutant.name);
        }
    }
    assert!(unseen.is_empty(), "{unseen:?}");
}

#[test]
fn an_adoption_at_all_servers_at_once_is_seen() {
    let slips = Slips {
        adopts_at_once: true,
        ..Slips::default()
    };
    let mut runs = (0..60).map(|seed| adoptions(&DISORDERS[1], 3, seed, slips, false));
    assert!(runs.any(|outcome| outcome.breach.is_some()));
}
