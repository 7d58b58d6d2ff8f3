//! What is to be renewed and when, and what the answers mean.
//!
//! Plain data that whoever holds its mutex changes; it sends nothing and waits for
//! nobody. A row stands here from a grant until something else is done with its
//! token, or until it is lost. Written by PHP threads and worked off by the renewing
//! one, both through `renewer`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

// Shuttle's atomics are for its threads only.
#[cfg(test)]
#[cfg(not(feature = "shuttle"))]
mod tests;

use crate::clock::Moment;
use crate::error::Unavailable;
use crate::keeper::indexed::Indexed;
use crate::keeper::renewal::{Bell, Renewal, place_of};
use crate::lock::Lease;
use crate::quorum::{Deployment, Vote};
use crate::stats;

/// What a server gets in one go at first, at least and at most. One that answers all of it
/// in time gets twice as much, one that does not gets what it has answered.
const FIRST_BATCH: usize = 250;
const SMALLEST_BATCH: usize = 100;
const LARGEST_BATCH: usize = 4000;
const FIRST_PAUSE: Duration = Duration::from_millis(10);
const LONGEST_PAUSE: Duration = Duration::from_millis(320);

/// What is to be renewed, and when.
#[derive(Default)]
pub(super) struct Table {
    /// By the addresses of their renewals.
    rows: Indexed<usize, Row>,
    /// How many leases go to a deployment in one go, where that is not [`FIRST_BATCH`].
    batches: HashMap<usize, usize>,
    /// Bells to ring once more, and when.
    rings: Vec<(Moment, Arc<Bell>)>,
}

pub(super) struct Row {
    renewal: Arc<Renewal>,
    due: Moment,
    pause: Duration,
    /// A renewal of it is on its way.
    is_sent: bool,
    /// One that had no answer may still be executed: nothing has come back since.
    unanswered: bool,
    /// How often one had no answer, and why the last of them had none.
    pub(super) failures: u32,
    pub(super) failure: Option<Unavailable>,
    /// Somebody waits to take it away: its answer is the last. Else one renewal
    /// might follow another for ever where a round trip takes longer than the interval.
    pub(super) leaves: bool,
}

impl Row {
    fn new(renewal: &Arc<Renewal>, due: Moment) -> Self {
        Self {
            renewal: Arc::clone(renewal),
            due,
            pause: FIRST_PAUSE,
            is_sent: false,
            unanswered: false,
            failures: 0,
            failure: None,
            leaves: false,
        }
    }

    /// A renewal of it is on its way, or may still be executed.
    pub(super) fn is_out(&self) -> bool {
        self.is_sent || self.unanswered
    }

    /// The last one failed: whoever has had no trouble goes first.
    fn is_failing(&self) -> bool {
        self.pause > FIRST_PAUSE
    }

    /// One may still be executed, and no later one will settle that.
    pub(super) fn is_given_up(&self, now: Moment) -> bool {
        self.unanswered && self.renewal.ends <= now
    }
}

impl Table {
    /// Enters what was granted when asked for at `sent`. When it is due.
    pub(super) fn add(&mut self, renewal: &Arc<Renewal>, sent: Moment) -> Moment {
        let due = renewal.due_after(sent);
        self.rows.push(address(renewal), Row::new(renewal, due));
        due
    }

    /// Has the bell rung at `at`. Whether that is news.
    pub(super) fn ring_at(&mut self, at: Moment, bell: &Arc<Bell>) -> bool {
        let is_new = !self.rings.iter().any(|(_, it)| Arc::ptr_eq(it, bell));
        if is_new {
            self.rings.push((at, Arc::clone(bell)));
        }
        is_new
    }

    /// Nothing is renewed any more.
    pub(super) fn clear(&mut self) {
        self.rows = Indexed::default();
        self.batches.clear();
        self.rings.clear();
    }

    /// Nobody renews it any more, so nobody may rely on it.
    pub(super) fn lose_all(&mut self) {
        for row in self.rows.values() {
            row.renewal.lose();
        }
        self.rows = Indexed::default();
    }

    pub(super) fn take(&mut self, renewal: &Arc<Renewal>) {
        self.rows.remove(&address(renewal));
    }

    pub(super) fn row(&mut self, renewal: &Arc<Renewal>) -> Option<&mut Row> {
        self.rows.get_mut(&address(renewal))
    }

    /// Where something is renewed.
    pub(super) fn deployments(&self) -> HashSet<usize> {
        self.rows
            .values()
            .map(|row| row.renewal.where_to())
            .collect()
    }

    pub(super) fn next_due(&self) -> Moment {
        let due = self.rows.values().map(|row| row.due);
        let rings = self.rings.iter().map(|(at, _)| *at);
        due.chain(rings).min().unwrap_or(Moment::NEVER)
    }

    pub(super) fn ring(&mut self, now: Moment) {
        self.rings.retain(|(at, bell)| {
            let is_due = *at <= now;
            if is_due {
                bell.ring();
            }
            !is_due
        });
    }

    /// What is due at `now` at the deployment that waits longest, the most urgent first. With
    /// it goes what will be due there soon. A row that ran out leaves the table. One whose
    /// renewal has ended stays until it runs out, and is not sent.
    pub(super) fn take_batch(&mut self, now: Moment) -> Vec<Arc<Renewal>> {
        self.rows.retain(|_, row| {
            let valid = row.renewal.valid_at(now);
            if let Some(until) = valid.filter(|_| row.renewal.ends <= now) {
                // The next thing to happen to it is its end.
                row.due = until;
            }
            valid.is_some()
        });
        let due = self.rows.values().filter(|row| row.due <= now);
        let Some(first) = due.min_by_key(|row| (row.is_failing(), row.due)) else {
            return Vec::new();
        };
        let deployment = Arc::clone(&first.renewal.deployment);
        let interval = first.renewal.interval();
        let most = self.batch_size(first.renewal.where_to());
        let goes = |row: &&mut Row| {
            let soon = interval.min(row.renewal.interval()) / 4;
            let soon = row.due <= now || row.due.until(now) < soon;
            soon && now < row.renewal.ends && row.renewal.is_at(&deployment)
        };
        let mut batch: Vec<_> = self.rows.values_mut().filter(goes).collect();
        // Those that a slow server did not get to go first with the next batch.
        batch.sort_by_key(|row| row.due);
        batch.truncate(most);
        let batch = batch.into_iter().map(|row| {
            row.is_sent = true;
            Arc::clone(&row.renewal)
        });
        batch.collect()
    }

    fn batch_size(&self, place: usize) -> usize {
        self.batches.get(&place).copied().unwrap_or(FIRST_BATCH)
    }

    /// A batch came back with these votes: how large the next one may be.
    pub(super) fn learn(&mut self, deployment: &Arc<dyn Deployment>, votes: &[Vote]) {
        let place = place_of(deployment);
        let most = self.batch_size(place);
        let is_silence = |vote: &&Vote| matches!(vote, Vote::Unknown(it) if it.is_unanswered());
        let silent = votes.iter().filter(is_silence).count();
        let next = match votes.len() - silent {
            _ if silent == 0 && votes.len() < most => return,
            _ if silent == 0 => (most * 2).min(LARGEST_BATCH),
            answered => answered.clamp(SMALLEST_BATCH, most),
        };
        self.batches.insert(place, next);
    }

    /// When a command to `deployment` that begins `now` has to be back, so that one
    /// that does not answer costs no lease at another, nor do several of them: its
    /// share of half of what is left to the most urgent of the others.
    pub(super) fn patience(&self, deployment: &Arc<dyn Deployment>, now: Moment) -> Moment {
        let others = self.rows.values();
        let others = others.filter(|it| now < it.renewal.ends && !it.renewal.is_at(deployment));
        let left = others.filter_map(|it| Some(it.renewal.valid_at(now)?.until(now)));
        let Some(left) = left.min() else {
            return Moment::NEVER;
        };
        let due = self.rows.values().filter(|row| row.due <= now);
        let due: HashSet<_> = due.map(|row| row.renewal.where_to()).collect();
        now.after(left / 2 / u32::try_from(due.len()).unwrap_or(u32::MAX).max(1))
    }

    /// What the answer to a renewal means, if it is still wanted.
    pub(super) fn answered(
        &mut self,
        renewal: &Arc<Renewal>,
        vote: &Vote,
        sent: Moment,
        now: Moment,
    ) {
        let Some(row) = self.row(renewal) else {
            return;
        };
        let keeps = match vote {
            Vote::Granted(_) => {
                let lease = renewal.ownership().lease;
                row.is_sent = false;
                row.unanswered = false;
                row.pause = FIRST_PAUSE;
                row.due = renewal.due_after(sent);
                stats::RENEWED.count();
                let leaves = row.leaves;
                renewal.extend(&Lease::new(None, lease, sent, now), now) && !leaves
            }
            Vote::Unknown(unavailable) => {
                // Until another connection has had this one killed, which one that
                // could not even be opened has not.
                row.unanswered |= unavailable.is_unanswered();
                row.is_sent = false;
                row.failures += 1;
                row.failure = Some(unavailable.clone());
                stats::RENEWAL_ERRORS.count();
                // Its end is noticed when it comes: somebody is to be told.
                let end = renewal.valid_at(now).unwrap_or(now);
                row.due = now.after(row.pause).min(end);
                row.pause = (row.pause * 2).min(LONGEST_PAUSE);
                true
            }
            Vote::Refused => {
                renewal.lose();
                false
            }
        };
        if !keeps {
            self.take(renewal);
        }
    }
}

fn address(renewal: &Arc<Renewal>) -> usize {
    Arc::as_ptr(renewal).addr()
}
