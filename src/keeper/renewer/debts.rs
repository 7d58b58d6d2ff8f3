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

    pub(super) fn is_empty(&self) -> bool {
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
