//! What is to be renewed and when, and what the votes on renewals mean.
//!
//! The table is plain data, which sends nothing and waits for nobody. A row stands here from a
//! grant until something else is done with its token, or until its lease is lost. PHP threads write
//! the rows and the renewing thread works them off, both through `renewer`, under its mutex.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

// Shuttle's atomics work in its own threads only.
#[cfg(test)]
#[cfg(not(feature = "shuttle"))]
mod tests;

use crate::clock::Moment;
use crate::error::Unavailable;
use crate::keeper::losses::LossFlag;
use crate::keeper::renewal::{Renewal, address_of};
use crate::lock::Backoff;
use crate::stats;
use crate::store::{StoreFactory, Vote};

/// The number of leases in one batch for a deployment: at first, at least and at most. The next
/// batch is twice as large after a full one that was answered in time, and as large as the number
/// of answers after one with silence in it.
const FIRST_BATCH: usize = 250;
const SMALLEST_BATCH: usize = 100;
const LARGEST_BATCH: usize = 4000;

/// The part of the time that a lease has left which a pause after a failure may take. So a short
/// lease is not lost in one pause, when its server answers again and a connection has to be opened.
const PART_OF_THE_REST: u32 = 4;
/// The length below which [`PART_OF_THE_REST`] makes no pause.
const SHORTEST_PAUSE: Duration = Duration::from_millis(10);

/// The leases that are to be renewed, and when.
#[derive(Default)]
pub(super) struct Table {
    /// The rows by the addresses of their renewals.
    rows: BTreeMap<usize, RenewalRow>,
    /// The number of rows that there have been.
    numbered: u64,
    /// The size of a deployment's batch, where that is not [`FIRST_BATCH`].
    batches: HashMap<usize, usize>,
    /// The PHP threads that are to be interrupted, and when.
    interrupts: Vec<(Moment, Arc<LossFlag>)>,
}

pub(super) struct RenewalRow {
    renewal: Arc<Renewal>,
    due: Moment,
    /// The place of this row among those that are due at one moment.
    number: u64,
    backoff: Backoff,
    /// Whether a renewal was sent and is not back.
    is_sent: bool,
    /// Whether a renewal that had no reply may still be executed, because no reply has come since.
    is_unanswered: bool,
    /// The number of renewals that failed, and the error of the last one.
    pub(super) failures: u32,
    pub(super) failure: Option<Unavailable>,
    /// Whether a PHP thread waits to take the row away, so that no renewal follows the one in
    /// flight. Otherwise one might follow another for ever where a round trip takes longer than the
    /// interval.
    pub(super) leaves: bool,
}

impl RenewalRow {
    /// Returns whether a renewal was sent and may still be executed.
    pub(super) fn is_in_flight(&self) -> bool {
        self.is_sent || self.is_unanswered
    }

    /// Returns whether a renewal may still be executed and no later one will show whether it was.
    pub(super) fn is_given_up(&self, now: Moment) -> bool {
        self.is_unanswered && self.renewal.ends() <= now
    }
}

impl Table {
    /// Enters a lease that was granted when asked for at `sent`. Returns when it is due.
    pub(super) fn add(&mut self, renewal: &Arc<Renewal>, sent: Moment) -> Moment {
        let due = renewal.due_after(sent);
        let row = RenewalRow {
            renewal: Arc::clone(renewal),
            due,
            number: self.numbered,
            backoff: Backoff::default(),
            is_sent: false,
            is_unanswered: false,
            failures: 0,
            failure: None,
            leaves: false,
        };
        self.numbered += 1;
        self.rows.insert(address(renewal), row);
        due
    }

    /// Has the PHP thread of `flag` interrupted at `at`. Returns `false` if that is to happen already.
    pub(super) fn interrupt_at(&mut self, at: Moment, flag: &Arc<LossFlag>) -> bool {
        let is_new = !self.interrupts.iter().any(|(_, it)| Arc::ptr_eq(it, flag));
        if is_new {
            self.interrupts.push((at, Arc::clone(flag)));
        }
        is_new
    }

    /// Loses all leases, because nobody renews them and so nobody may rely on them.
    pub(super) fn lose_all(&mut self) {
        for row in self.rows.values() {
            row.renewal.lose_and_flag();
        }
        self.rows = BTreeMap::new();
    }

    pub(super) fn remove(&mut self, renewal: &Arc<Renewal>) {
        self.rows.remove(&address(renewal));
    }

    /// Has a lease renewed as before, because nobody waits any longer to take it away. Returns when it is due.
    pub(super) fn stays(&mut self, renewal: &Arc<Renewal>, now: Moment) -> Moment {
        match self.row(renewal) {
            Some(row) => {
                row.leaves = false;
                row.due
            }
            // It has left already, as its last renewal came back.
            None => self.add(renewal, now),
        }
    }

    pub(super) fn row(&mut self, renewal: &Arc<Renewal>) -> Option<&mut RenewalRow> {
        self.rows.get_mut(&address(renewal))
    }

    /// Returns the addresses of the deployments where something is renewed.
    pub(super) fn deployments(&self) -> HashSet<usize> {
        self.rows.values().map(|row| row.renewal.place()).collect()
    }

    pub(super) fn next_due(&self) -> Moment {
        let due = self.rows.values().map(|row| row.due);
        let interrupts = self.interrupts.iter().map(|(at, _)| *at);
        due.chain(interrupts).min().unwrap_or(Moment::NEVER)
    }

    /// Asks for the interrupts that are due.
    pub(super) fn interrupt_due(&mut self, now: Moment) {
        for (_, flag) in self.interrupts.extract_if(.., |(at, _)| *at <= now) {
            flag.ask_for_interrupt();
        }
    }

    /// Drops the rows of leases that have run out. A lease whose renewal has ended stays until it
    /// runs out, which is what it is due for then.
    fn drop_lost(&mut self, now: Moment) {
        self.rows
            .retain(|_, row| match row.renewal.check_and_flag(now) {
                Some(until) => {
                    if row.renewal.ends() <= now {
                        row.due = until;
                    }
                    true
                }
                None => false,
            });
    }

    /// Takes the leases that are due at `now` at the deployment that waits longest, the most urgent
    /// first, and with them those that will be due there soon. A lease whose renewal has ended is
    /// not sent. Leases that fail are sent by themselves where there are several servers.
    pub(super) fn take_batch(&mut self, now: Moment) -> Vec<Arc<Renewal>> {
        self.drop_lost(now);
        let due = self.rows.values().filter(|row| row.due <= now);
        let Some(first) = due.min_by_key(|row| (row.backoff.has_begun(), row.due, row.number))
        else {
            return Vec::new();
        };
        let place = first.renewal.place();
        // A lease that runs out at a silent server would leave no time for the leases at the
        // others.
        let is_spread = first.renewal.deployment.has_several_servers();
        let fails = first.backoff.has_begun();
        let interval = first.renewal.interval();
        let most = self.batch_size(place);
        let goes = |row: &&mut RenewalRow| {
            let soon = interval.min(row.renewal.interval()) / 4;
            let is_due = row.due <= now || row.due.until(now) < soon;
            let is_alike = !is_spread || row.backoff.has_begun() == fails;
            is_due && is_alike && now < row.renewal.ends() && row.renewal.place() == place
        };
        let mut batch: Vec<_> = self.rows.values_mut().filter(goes).collect();
        // What a slow server has left undone goes first in the next batch.
        batch.sort_unstable_by_key(|row| (row.due, row.number));
        batch.truncate(most);
        let sent = batch.into_iter().map(|row| {
            row.is_sent = true;
            Arc::clone(&row.renewal)
        });
        sent.collect()
    }

    fn batch_size(&self, place: usize) -> usize {
        self.batches.get(&place).copied().unwrap_or(FIRST_BATCH)
    }

    /// Learns from the votes on a batch how large the next one may be.
    pub(super) fn learn(&mut self, deployment: &Arc<dyn StoreFactory>, votes: &[Vote]) {
        let place = address_of(deployment);
        let most = self.batch_size(place);
        let silent = votes.iter().filter(|vote| vote.is_unanswered()).count();
        let next = match votes.len() - silent {
            _ if silent == 0 && votes.len() < most => return,
            _ if silent == 0 => (most * 2).min(LARGEST_BATCH),
            count => count.clamp(SMALLEST_BATCH, most),
        };
        self.batches.insert(place, next);
    }

    /// Returns the deadline of the batch to `deployment` that begins `now`. The deployments where
    /// something is due share half of the time that is left to the most urgent lease which another
    /// server may have, so silent servers cost no lease at another.
    pub(super) fn share_ends(&self, deployment: &Arc<dyn StoreFactory>, now: Moment) -> Moment {
        let (place, is_spread) = (address_of(deployment), deployment.has_several_servers());
        let may_be_elsewhere =
            |row: &&RenewalRow| row.renewal.place() != place || is_spread && !row.is_sent;
        let renewed = self.rows.values().filter(|row| now < row.renewal.ends());
        let ends = renewed
            .filter(may_be_elsewhere)
            .filter_map(|row| row.renewal.valid_until());
        let Some(end) = ends.filter(|end| now < *end).min() else {
            return Moment::NEVER;
        };
        let due = self.rows.values().filter(|row| row.due <= now);
        let sharing: HashSet<_> = due.map(|row| row.renewal.place()).collect();
        let shares = u32::try_from(sharing.len()).unwrap_or(u32::MAX).max(1);
        now.after(end.until(now) / 2 / shares)
    }

    /// Writes down the vote on a renewal, if its lease is still to be renewed.
    pub(super) fn write_down(
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
                row.is_sent = false;
                row.is_unanswered = false;
                row.backoff.end();
                row.due = renewal.due_after(sent);
                stats::RENEWED.count();
                let leaves = row.leaves;
                renewal.extend(&renewal.granted(sent, now), now) && !leaves
            }
            Vote::Unacknowledged(_) | Vote::Unknown(_) => {
                // The renewal may be executed until a new connection has had this one killed, and
                // an attempt that opened no connection has killed none.
                row.is_unanswered |= vote.is_unanswered();
                row.is_sent = false;
                row.failures += 1;
                row.failure = vote.trouble();
                stats::RENEWAL_ERRORS.count();
                // The row is due at the end of the lease at the latest, because that end is to be
                // reported.
                let end = renewal.valid_until().unwrap_or(now);
                let longest = (end.until(now) / PART_OF_THE_REST).max(SHORTEST_PAUSE);
                row.due = now.after(row.backoff.pause().min(longest)).min(end);
                true
            }
            Vote::Refused | Vote::Waits(_) => {
                renewal.lose_and_flag();
                false
            }
        };
        if !keeps {
            self.remove(renewal);
        }
    }
}

fn address(renewal: &Arc<Renewal>) -> usize {
    Arc::as_ptr(renewal).addr()
}
