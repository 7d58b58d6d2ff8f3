//! Releases that objects have left, because no answer came before they died.
//!
//! An object that dies while fibers share its thread may not stop them until a server answers. What it could not release in
//! a moment is owed here, until the server has said yes, or no more than once, or until the lease is over. A first no may
//! come before a late request for the lease is executed. This file is plain data and asks nobody. `renewer` asks,
//! in the time that renewals leave.

use std::sync::Arc;
use std::time::Duration;

use crate::clock::Moment;
use crate::store::{HeldKey, StoreFactory, Vote};

/// The pause before a release is asked again. Each further pause is twice as long.
const PAUSE: Duration = Duration::from_secs(1);
/// The number of times that the pause is doubled at most, so that it ends at about half a minute.
const DOUBLINGS: u32 = 5;
/// The number of answers "no" after which the token owns nothing and never will.
const REFUSALS: u32 = 2;
/// The largest number of releases in one pipeline.
const BATCH: usize = 100;

/// A release that is owed.
pub(crate) struct Debt {
    pub(crate) deployment: Arc<dyn StoreFactory>,
    pub(crate) key: Vec<u8>,
    pub(crate) token: Vec<u8>,
    /// The moment by which even the server has dropped the lease.
    pub(crate) gone_by: Moment,
    pub(crate) next: Moment,
    pub(crate) asked: u32,
    pub(crate) refused: u32,
}

#[derive(Default)]
pub(super) struct Debts(Vec<Debt>);

impl Debt {
    pub(super) fn held_key(&self) -> HeldKey<'_> {
        HeldKey::to_release_again(&self.key, &self.token)
    }
}

impl Debts {
    pub(super) fn add(&mut self, debts: Vec<Debt>) {
        self.0.extend(debts);
    }

    /// Returns whether there is a release to which no server has said anything.
    pub(super) fn have_no_answer(&self) -> bool {
        self.0.iter().any(|it| it.refused == 0)
    }

    #[cfg(all(test, not(feature = "shuttle")))]
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn next_due(&self) -> Moment {
        self.0
            .iter()
            .map(|it| it.next)
            .min()
            .unwrap_or(Moment::NEVER)
    }

    /// Makes everything due now, because the request ends.
    pub(super) fn hurry(&mut self, now: Moment) {
        for debt in &mut self.0 {
            debt.next = debt.next.min(now);
        }
    }

    /// Takes out what is due at the deployment of the first one that is due.
    pub(super) fn take_due(&mut self, now: Moment) -> Vec<Debt> {
        self.0.retain(|it| now < it.gone_by);
        let Some(first) = self.0.iter().find(|it| it.next <= now) else {
            return Vec::new();
        };
        let deployment = Arc::clone(&first.deployment);
        let is_due = |it: &mut Debt| it.next <= now && Arc::ptr_eq(&it.deployment, &deployment);
        self.0.extract_if(.., is_due).take(BATCH).collect()
    }

    /// Keeps what is owed still, as the votes say.
    pub(super) fn write_down(&mut self, asked: Vec<Debt>, votes: &[Vote], now: Moment) {
        for (number, mut debt) in asked.into_iter().enumerate() {
            match votes.get(number) {
                Some(Vote::Granted(_)) => continue,
                Some(Vote::Refused) => debt.refused += 1,
                _ => {}
            }
            if debt.refused < REFUSALS {
                debt.next = now.after(PAUSE * 2_u32.pow(debt.asked.min(DOUBLINGS)));
                debt.asked += 1;
                self.0.push(debt);
            }
        }
    }
}

// Shuttle's atomics work in its own threads only.
#[cfg(test)]
#[cfg(not(feature = "shuttle"))]
mod tests {
    use super::*;
    use crate::error::Unavailable;
    use crate::proof::fake::{FakeClock, FakeRouter};

    fn at(seconds: u64) -> Moment {
        Moment::PAST.after(Duration::from_secs(seconds))
    }

    fn deployment() -> Arc<dyn StoreFactory> {
        FakeRouter::new(FakeClock::new()).store().factory()
    }

    fn debt(deployment: &Arc<dyn StoreFactory>) -> Debt {
        Debt {
            deployment: Arc::clone(deployment),
            key: b"k".to_vec(),
            token: b"t".to_vec(),
            gone_by: at(1000),
            next: at(0),
            asked: 0,
            refused: 0,
        }
    }

    fn unknown() -> Vote {
        Vote::Unknown(Unavailable::unanswered(&"s", anyhow::anyhow!("lost")))
    }

    #[test]
    fn a_release_is_owed_until_yes_or_a_second_no() {
        let here = deployment();
        for (votes, is_owed) in [
            (vec![Vote::Granted(None)], false),
            (vec![Vote::Refused], true),
            (vec![Vote::Refused, Vote::Refused], false),
            (vec![Vote::Refused, Vote::Granted(None)], false),
            (vec![unknown(), Vote::Refused], true),
            (
                vec![unknown(), Vote::Refused, unknown(), Vote::Refused],
                false,
            ),
        ] {
            let mut debts = Debts::default();
            debts.add(vec![debt(&here)]);
            for vote in votes {
                let now = debts.next_due();
                let due = debts.take_due(now);
                assert_eq!(due.len(), 1);
                debts.write_down(due, &[vote], now);
            }
            assert_eq!(!debts.is_empty(), is_owed);
        }
    }

    #[test]
    fn the_pauses_grow_until_the_lease_is_over() {
        let mut debts = Debts::default();
        debts.add(vec![debt(&deployment())]);
        let mut pauses = Vec::new();
        let mut now = at(0);
        loop {
            let due = debts.take_due(now);
            if due.is_empty() {
                break;
            }
            // No vote at all is as good as one without an answer.
            debts.write_down(due, &[], now);
            pauses.push(debts.next_due().until(now).as_secs());
            now = debts.next_due();
        }
        assert_eq!(pauses.get(..7), Some(&[1, 2, 4, 8, 16, 32, 32][..]));
        assert!(debts.is_empty() && at(1000) <= now && now < at(1033));
    }

    #[test]
    fn each_deployment_has_rounds_of_its_own_and_the_end_of_a_request_waits_for_no_pause() {
        let (here, there) = (deployment(), deployment());
        let mut debts = Debts::default();
        let many = (0..150).map(|number| debt(if number % 3 == 0 { &there } else { &here }));
        debts.add(many.collect());
        // The first one is there.
        assert_eq!(debts.take_due(at(1)).len(), 50);
        let due = debts.take_due(at(1));
        assert_eq!(due.len(), 100);
        assert!(due.iter().all(|it| Arc::ptr_eq(&it.deployment, &here)));
        debts.write_down(due, &[], at(1));
        assert!(debts.take_due(at(1)).is_empty());
        debts.hurry(at(1));
        assert_eq!(debts.take_due(at(1)).len(), 100);
    }
}
