//! How long the way to a server takes, and whether its clock is right.
//!
//! This file measures nothing, because `server` does that.

use std::time::Duration;

use super::finding::Remark;
use crate::protocol::{Reply, time};

/// The difference of two clocks from which on a person has to know it.
const APART: Duration = Duration::from_secs(1);
/// The part of the command timeout that a round trip may take.
const PART: u32 = 4;
/// The longest way to a server of a quorum, as docs/quorum.md says.
const LONGEST_IN_QUORUM: Duration = Duration::from_millis(100);

/// Returns the remark about round trips, of which there is at least one.
pub(super) fn round_trip(
    mut trips: Vec<Duration>,
    command_timeout: Duration,
    is_in_quorum: bool,
) -> Remark {
    const WHAT: &str = "round trip";
    trips.sort_unstable();
    let median = trips.get(trips.len() / 2).copied().unwrap_or_default();
    let worst = trips.last().copied().unwrap_or_default();
    let found = format!(
        "median {}, worst {} of {}",
        millis(median),
        millis(worst),
        trips.len()
    );
    if worst * PART > command_timeout {
        let found = format!("{found}, while a command has {}", millis(command_timeout));
        let advice = "raise \"command_timeout\", or bring PHP and Redis closer together";
        return Remark::warning(WHAT, found, advice);
    }
    if is_in_quorum && median > LONGEST_IN_QUORUM {
        let advice = "keep each server of a quorum within 100 ms: docs/quorum.md, Rules for the people who run the servers";
        return Remark::warning(WHAT, found, advice);
    }
    Remark::good(WHAT, found)
}

/// Returns the remark about the clock of a server, by its reply to TIME, which came between the moments `before` and
/// `after` of our own clock. A reply that is no time gives no remark.
pub(super) fn clock(reply: &Reply, before: Duration, after: Duration) -> Option<Remark> {
    const WHAT: &str = "clock";
    let theirs = time::question().read(reply)?;
    let theirs = Duration::from_micros(u64::try_from(theirs).ok()?);
    // Nobody knows when in between the server looked at its clock.
    let doubt = after.saturating_sub(before) / 2;
    let ours = before + doubt;
    let apart = theirs.abs_diff(ours);
    let side = if theirs > ours { "ahead of" } else { "behind" };
    let found = format!("{:.3} s {side} that of this machine", apart.as_secs_f64());
    if apart < APART + doubt {
        return Some(Remark::good(WHAT, found));
    }
    let advice = "run chrony or ntpd on both machines: no lock compares clocks, but one that is set right in one step ends \
                  leases too early or too late";
    Some(Remark::warning(WHAT, found, advice))
}

fn millis(span: Duration) -> String {
    format!("{:.2} ms", span.as_secs_f64() * 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::finding::Health;

    const SECOND: Duration = Duration::from_secs(1);

    fn trips(millis: &[u64]) -> Vec<Duration> {
        millis.iter().copied().map(Duration::from_millis).collect()
    }

    #[test]
    fn a_round_trip_leaves_most_of_the_command_timeout() {
        let remark = round_trip(trips(&[9, 1, 2, 250, 3]), SECOND, true);
        assert_eq!(remark.health, Health::Good);
        assert_eq!(remark.found, "median 3.00 ms, worst 250.00 ms of 5");
        let slow = round_trip(trips(&[1, 1, 251]), SECOND, false);
        assert_eq!(slow.health, Health::Warning);
        assert!(slow.found.ends_with("a command has 1000.00 ms"));
        for (median, health) in [(100, Health::Good), (101, Health::Warning)] {
            assert_eq!(round_trip(trips(&[median]), SECOND, true).health, health);
            let good = round_trip(trips(&[median]), SECOND, false);
            assert_eq!(good.health, Health::Good);
        }
    }

    #[test]
    fn a_clock_is_right_within_a_second() {
        let time = |seconds: &str, micros: &str| {
            Reply::List(vec![
                Reply::Bytes(seconds.into()),
                Reply::Bytes(micros.into()),
            ])
        };
        let before = Duration::from_millis(999_900);
        let after = Duration::from_millis(1_000_100);
        for (seconds, micros, found, health) in [
            ("1000", "0", "0.000 s behind", Health::Good),
            ("1001", "99000", "1.099 s ahead of", Health::Good),
            ("1001", "100000", "1.100 s ahead of", Health::Warning),
            ("940", "0", "60.000 s behind", Health::Warning),
        ] {
            let remark = clock(&time(seconds, micros), before, after).unwrap();
            assert!(remark.found.starts_with(found), "{}", remark.found);
            assert_eq!(remark.health, health);
        }
        for other in [Reply::Nil, time("x", "0"), time("1", "-1")] {
            assert_eq!(clock(&other, before, after), None);
        }
    }
}
