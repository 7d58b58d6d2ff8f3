//! The rules of the renewer's table, which say what leases it sends and what it makes of the answers.

use std::time::Duration;

use super::*;
use crate::error::Unavailable;
use crate::lock;
use crate::lock::Lease;
use crate::proof::fake::{FakeClock, FakeRouter};
use crate::store::{Keyspace, LeaseRequest, LockStore, StoreFactory, Unacknowledged};
use crate::token::{Maker, Token};

const LEASE: Duration = Duration::from_millis(300);
const BEGIN: Moment = Moment::from_nanos(1_000_000_000);

/// Returns the moment so many milliseconds after the beginning.
fn at(millis: u64) -> Moment {
    BEGIN.after(Duration::from_millis(millis))
}

fn factory() -> Arc<dyn StoreFactory> {
    FakeRouter::new(FakeClock::new()).store().factory()
}

/// Returns a renewal of a lease that was granted at the beginning.
fn renewal(lease: Duration, ends: Moment, deployment: &Arc<dyn StoreFactory>) -> Arc<Renewal> {
    let token = Token::draw(Maker::new(b"table", 1)).unwrap();
    let request = LeaseRequest {
        key: b"lock:a",
        token: token.as_bytes(),
        lease,
        fencing: false,
    };
    let granted = Lease::new(None, lease, BEGIN, BEGIN);
    let deployment = Arc::clone(deployment);
    Arc::new(Renewal::new(
        &request,
        &granted,
        Duration::ZERO,
        ends,
        deployment,
        Arc::new(LossFlag::new(|| ())),
    ))
}

/// Returns a table with these renewals, each due after a third of its lease.
fn table(renewals: &[&Arc<Renewal>]) -> Table {
    let mut table = Table::default();
    for renewal in renewals {
        table.add(renewal, BEGIN);
    }
    table
}

fn is(batch: &[Arc<Renewal>], wanted: &[&Arc<Renewal>]) -> bool {
    let same = |(one, other): (&Arc<Renewal>, &&Arc<Renewal>)| Arc::ptr_eq(one, other);
    batch.len() == wanted.len() && batch.iter().zip(wanted).all(same)
}

fn is_in_flight(table: &mut Table, renewal: &Arc<Renewal>) -> bool {
    table.row(renewal).is_some_and(|row| row.is_in_flight())
}

fn unanswered() -> Vote {
    Vote::Unknown(Unavailable::unanswered(&"fake", anyhow::anyhow!("lost")))
}

fn not_sent() -> Vote {
    Vote::Unknown(Unavailable::unreachable(&"fake", anyhow::anyhow!("away")))
}

#[test]
fn a_renewal_that_too_few_replicas_have_says_that_the_server_did_it() {
    let renewal = renewal(LEASE, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    let why = Unavailable::too_few_replicas(&"fake", 0, 1);
    let vote = Vote::Unacknowledged(Unacknowledged {
        given_back: false,
        why,
    });
    table.write_down(&renewal, &vote, at(100), at(101));
    let row = table.row(&renewal).unwrap();
    let message = row.failure.as_ref().unwrap().to_string();
    assert!(message.contains("executed the command"), "{message}");
    assert!(message.ends_with("the lock may be held until its lease ends"));
    assert!(!row.is_in_flight());
}

#[test]
fn a_due_lease_takes_along_those_that_are_due_soon() {
    let here = factory();
    let first = renewal(LEASE, Moment::NEVER, &here);
    let soon = renewal(LEASE * 6 / 5, Moment::NEVER, &here);
    let later = renewal(LEASE * 3 / 2, Moment::NEVER, &here);
    let mut table = table(&[&first, &soon, &later]);
    assert!(table.take_batch(at(99)).is_empty());
    assert_eq!(table.next_due(), at(100));
    assert!(is(&table.take_batch(at(100)), &[&first, &soon]));
    assert!(
        is_in_flight(&mut table, &first)
            && is_in_flight(&mut table, &soon)
            && !is_in_flight(&mut table, &later)
    );
}

#[test]
fn each_deployment_is_a_batch_of_its_own() {
    let (here, there) = (factory(), factory());
    let mine = renewal(LEASE, Moment::NEVER, &here);
    let other = renewal(LEASE, Moment::NEVER, &there);
    let third = renewal(LEASE, Moment::NEVER, &here);
    let mut table = table(&[&mine, &other, &third]);
    assert!(is(&table.take_batch(at(100)), &[&mine, &third]));
    for renewal in [&mine, &third] {
        table.write_down(renewal, &Vote::Granted(None), at(100), at(101));
    }
    assert!(is(&table.take_batch(at(101)), &[&other]));
    assert!(!is_in_flight(&mut table, &mine), "it is not due again");
}

#[test]
fn a_lease_that_ran_out_leaves_the_table_and_is_lost() {
    let renewal = renewal(LEASE, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    let end = lock::validity(BEGIN, LEASE);
    assert!(table.take_batch(end).is_empty());
    assert!(table.rows.is_empty());
    assert_eq!(renewal.check(BEGIN), None, "whatever a clock says");
}

#[test]
fn a_lease_at_its_cap_is_not_renewed_and_runs_out() {
    let renewal = renewal(LEASE, at(50), &factory());
    let mut table = table(&[&renewal]);
    assert_eq!(table.next_due(), at(50), "there is nothing to gain before");
    assert!(table.take_batch(at(50)).is_empty());
    let end = lock::validity(BEGIN, LEASE);
    assert_eq!(table.next_due(), end);
    assert_eq!(renewal.check(at(200)), Some(end));
    assert!(table.take_batch(end).is_empty() && table.rows.is_empty());
}

#[test]
fn a_grant_counts_from_when_it_was_asked_for() {
    let renewal = renewal(LEASE, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    table.take_batch(at(100));
    table.write_down(&renewal, &Vote::Granted(None), at(100), at(180));
    let until = lock::validity(at(100), LEASE);
    assert_eq!(renewal.check(at(180)), Some(until));
    assert_eq!(table.next_due(), at(200));
    assert!(!is_in_flight(&mut table, &renewal));
}

#[test]
fn a_grant_that_comes_too_late_revives_nothing() {
    let renewal = renewal(LEASE, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    table.take_batch(at(100));
    table.write_down(&renewal, &Vote::Granted(None), at(100), at(300));
    assert!(table.rows.is_empty());
    assert_eq!(renewal.check(at(300)), None);
}

#[test]
fn a_refusal_is_the_end() {
    let renewal = renewal(LEASE, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    table.take_batch(at(100));
    table.write_down(&renewal, &Vote::Refused, at(100), at(101));
    assert!(table.rows.is_empty());
    assert_eq!(renewal.check(at(101)), None);
}

#[test]
fn an_answer_for_a_lease_that_left_the_table_changes_nothing() {
    let renewal = renewal(LEASE, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    table.take_batch(at(100));
    table.remove(&renewal);
    table.write_down(&renewal, &Vote::Granted(None), at(100), at(101));
    let until = lock::validity(BEGIN, LEASE);
    assert_eq!(renewal.check(at(101)), Some(until));
    table.write_down(&renewal, &Vote::Refused, at(101), at(102));
    assert_eq!(renewal.check(at(102)), Some(until));
}

#[test]
fn after_failures_the_pauses_grow() {
    let renewal = renewal(LEASE * 10, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    let mut now = at(1000);
    let mut pauses = Vec::new();
    for _ in 0..7 {
        assert!(is(&table.take_batch(now), &[&renewal]));
        table.write_down(&renewal, &not_sent(), now, now);
        pauses.push(table.next_due().until(now).as_millis());
        now = table.next_due();
    }
    assert_eq!(pauses, [10, 20, 40, 80, 160, 320, 320]);
    table.take_batch(now);
    table.write_down(&renewal, &Vote::Granted(None), now, now);
    let due = table.next_due();
    table.take_batch(due);
    table.write_down(&renewal, &not_sent(), due, due);
    assert_eq!(
        table.next_due(),
        due.after(Duration::from_millis(10)),
        "from the start"
    );
}

#[test]
fn pauses_leave_a_short_lease_time_for_further_attempts() {
    let lease = Duration::from_millis(1200);
    let renewal = renewal(lease, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    let end = lock::validity(BEGIN, lease);
    let mut now = at(400);
    let mut attempts = Vec::new();
    while now < end {
        attempts.push(now);
        table.take_batch(now);
        table.write_down(&renewal, &not_sent(), now, now);
        now = table.next_due();
    }
    let shortest = Duration::from_millis(10);
    for (now, next) in attempts.iter().zip(attempts.iter().skip(1)) {
        let longest = (end.until(*now) / 4).max(shortest);
        assert!(next.until(*now) <= longest, "{attempts:?}");
    }
    assert!(attempts.len() < 30, "{attempts:?}");
}

#[test]
fn no_pause_lasts_longer_than_the_lease() {
    let renewal = renewal(LEASE, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    let end = lock::validity(BEGIN, LEASE);
    let mut now = at(100);
    while now < end {
        table.take_batch(now);
        table.write_down(&renewal, &not_sent(), now, now);
        now = table.next_due();
    }
    assert_eq!(now, end);
    assert!(table.take_batch(now).is_empty() && table.rows.is_empty());
}

#[test]
fn an_unanswered_renewal_is_in_flight_until_an_answer_comes() {
    let renewal = renewal(LEASE, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    for (vote, stays_out) in [
        (not_sent(), false),
        (unanswered(), true),
        // No new connection has had the old one killed, so the first request may still be executed.
        (not_sent(), true),
        (Vote::Granted(None), false),
        (not_sent(), false),
    ] {
        let due = table.next_due();
        table.take_batch(due);
        assert!(is_in_flight(&mut table, &renewal));
        table.write_down(&renewal, &vote, due, due);
        assert_eq!(is_in_flight(&mut table, &renewal), stays_out, "{vote:?}");
    }
}

#[test]
fn a_lease_that_somebody_waits_for_leaves_with_its_answer() {
    let renewal = renewal(LEASE, Moment::NEVER, &factory());
    let mut table = table(&[&renewal]);
    table.take_batch(at(100));
    table.row(&renewal).unwrap().leaves = true;
    table.write_down(&renewal, &unanswered(), at(100), at(110));
    assert!(
        is(&table.take_batch(at(120)), &[&renewal]),
        "to learn whether it was executed"
    );
    table.write_down(&renewal, &Vote::Granted(None), at(120), at(240));
    assert!(table.take_batch(at(240)).is_empty());
    let until = lock::validity(at(120), LEASE);
    assert_eq!(renewal.check(at(240)), Some(until), "as it was granted");
}

#[test]
fn the_deployment_that_waits_longest_goes_first() {
    let (here, there) = (factory(), factory());
    let mine = renewal(LEASE * 2, Moment::NEVER, &here);
    let other = renewal(LEASE, Moment::NEVER, &there);
    let mut table = table(&[&mine, &other]);
    assert!(is(&table.take_batch(at(200)), &[&other]));
}

#[test]
fn servers_that_do_not_answer_cost_no_lease_at_another() {
    let healthy = factory();
    let deployments: Vec<_> = (0..50).map(|_| factory()).collect();
    let renewal_at = |it| renewal(LEASE, Moment::NEVER, it);
    let dead: Vec<_> = deployments.iter().map(renewal_at).collect();
    let other = renewal(LEASE, Moment::NEVER, &healthy);
    let mut all: Vec<_> = dead.iter().collect();
    all.push(&other);
    let mut table = table(&all);
    let mut now = at(100);
    loop {
        let batch = table.take_batch(now);
        if is(&batch, &[&other]) {
            break;
        }
        let by = table.share_ends(&batch[0].deployment, now);
        table.write_down(&batch[0], &not_sent(), now, by);
        now = by;
    }
    let half = at(100).after(lock::validity(BEGIN, LEASE).until(at(100)) / 2);
    assert!(now <= half, "there is time for two attempts");
    for renewal in &dead {
        table.remove(renewal);
    }
    assert_eq!(table.share_ends(&healthy, now), Moment::NEVER);
}

/// A deployment of several servers, which no test asks.
struct Spread;

impl StoreFactory for Spread {
    fn store(self: Arc<Self>) -> Box<dyn LockStore> {
        unreachable!("tests renew by hand")
    }

    fn keyspace(&self) -> Keyspace {
        unreachable!("no test asks")
    }

    fn has_several_servers(&self) -> bool {
        true
    }
}

#[test]
fn a_silent_server_costs_no_lease_at_another_of_the_same_deployment() {
    let cluster: Arc<dyn StoreFactory> = Arc::new(Spread);
    let slow = renewal(LEASE * 2, Moment::NEVER, &cluster);
    let quick = renewal(LEASE, Moment::NEVER, &cluster);
    let mut table = table(&[&slow, &quick]);
    let half_of = |sent, lease, now: Moment| now.after(lock::validity(sent, lease).until(now) / 2);
    assert!(is(&table.take_batch(at(100)), &[&quick]));
    let by = half_of(BEGIN, LEASE * 2, at(100));
    assert_eq!(table.share_ends(&cluster, at(100)), by, "not its own");
    table.write_down(&quick, &Vote::Granted(None), at(190), at(191));
    assert!(is(&table.take_batch(at(200)), &[&slow]));
    let by = half_of(at(190), LEASE, at(200));
    assert_eq!(table.share_ends(&cluster, at(200)), by);
}

#[test]
fn where_servers_are_several_failing_leases_go_by_themselves() {
    for (is_spread, together) in [(true, false), (false, true)] {
        let servers: Arc<dyn StoreFactory> = if is_spread {
            Arc::new(Spread)
        } else {
            factory()
        };
        let failing = renewal(LEASE, Moment::NEVER, &servers);
        let other = renewal(LEASE * 6 / 5, Moment::NEVER, &servers);
        let mut table = table(&[&failing, &other]);
        assert!(is(&table.take_batch(at(100)), &[&failing, &other]));
        table.write_down(&failing, &not_sent(), at(100), at(101));
        table.write_down(&other, &Vote::Granted(None), at(100), at(101));
        let batch = table.take_batch(at(220));
        assert_eq!(batch.len() == 2, together);
        assert!(batch.iter().any(|it| Arc::ptr_eq(it, &other)));
    }
}

#[test]
fn leases_without_failures_go_first() {
    let (here, there) = (factory(), factory());
    let failing = renewal(LEASE, Moment::NEVER, &here);
    let other = renewal(LEASE * 6 / 5, Moment::NEVER, &there);
    let mut table = table(&[&failing, &other]);
    table.take_batch(at(100));
    table.write_down(&failing, &not_sent(), at(100), at(105));
    assert!(
        is(&table.take_batch(at(130)), &[&other]),
        "though due later"
    );
    table.write_down(&other, &Vote::Granted(None), at(130), at(131));
    assert!(is(&table.take_batch(at(131)), &[&failing]));
}

#[test]
fn at_the_cap_nobody_waits_for_an_unanswered_renewal() {
    let renewal = renewal(LEASE, at(120), &factory());
    let mut table = table(&[&renewal]);
    table.take_batch(at(100));
    assert!(
        !table.row(&renewal).unwrap().is_given_up(at(120)),
        "its answer may come"
    );
    table.write_down(&renewal, &unanswered(), at(100), at(110));
    assert!(!table.row(&renewal).unwrap().is_given_up(at(119)));
    assert!(table.row(&renewal).unwrap().is_given_up(at(120)));
    assert!(table.take_batch(at(120)).is_empty());
}

fn granted() -> Vote {
    Vote::Granted(None)
}

/// Returns how many leases go in one batch after these votes.
fn goes(table: &mut Table, here: &Arc<dyn StoreFactory>, votes: &[Vote]) -> usize {
    table.learn(here, votes);
    let all: Vec<_> = (0..5000)
        .map(|_| renewal(LEASE, Moment::NEVER, here))
        .collect();
    for renewal in &all {
        table.add(renewal, BEGIN);
    }
    let batch = table.take_batch(at(100)).len();
    for renewal in &all {
        table.remove(renewal);
    }
    batch
}

#[test]
fn a_batch_is_as_large_as_the_server_is_quick() {
    let (here, there) = (factory(), factory());
    let mut table = Table::default();
    let all = |count| (0..count).map(|_| granted()).collect::<Vec<_>>();
    let cut = |count| {
        let mut votes = all(count);
        votes.extend((0..500).map(|_| unanswered()));
        votes
    };
    assert_eq!(goes(&mut table, &here, &[]), 250);
    assert_eq!(goes(&mut table, &here, &all(250)), 500);
    // A batch that was not full changes nothing, because it says nothing about the server's speed.
    assert_eq!(goes(&mut table, &here, &all(499)), 500);
    assert_eq!(goes(&mut table, &here, &all(500)), 1000);
    assert_eq!(goes(&mut table, &here, &cut(300)), 300);
    assert_eq!(goes(&mut table, &here, &cut(7)), 100);
    // Each deployment has a size of its own.
    assert_eq!(goes(&mut table, &there, &[]), 250);
    for _ in 0..10 {
        goes(&mut table, &there, &all(4000));
    }
    assert_eq!(goes(&mut table, &there, &[]), 4000);
}

#[test]
fn leases_that_a_batch_did_not_reach_go_first() {
    let here = factory();
    let all: Vec<_> = (0..300)
        .map(|_| renewal(LEASE, Moment::NEVER, &here))
        .collect();
    let mut table = table(&all.iter().collect::<Vec<_>>());
    let batch = table.take_batch(at(100));
    for (number, renewal) in batch.iter().enumerate() {
        let vote = if number < 120 {
            granted()
        } else {
            unanswered()
        };
        table.write_down(renewal, &vote, at(100), at(150));
    }
    let next = table.take_batch(at(210));
    let was_reached = |one: &Arc<Renewal>| batch[..120].iter().any(|it| Arc::ptr_eq(it, one));
    assert!(next.len() >= 180);
    assert!(!next[..180].iter().any(was_reached));
}
