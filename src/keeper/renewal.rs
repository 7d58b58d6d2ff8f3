//! One lease that is renewed in the background, as its PHP thread and the renewing thread
//! share it.
//!
//! One number says until when the lease may be relied upon, so both threads always agree. A loss is
//! final, because nothing raises the number of a lost lease, not even a later grant. Nothing is
//! sent from here. `lifetime` makes it, its entry and `renewer` keep it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::losses::LossFlag;
use crate::clock::Moment;
use crate::lock::{self, Lease};
use crate::store::{LeaseRequest, StoreFactory};
use crate::sync::AtomicU64;

/// A lease under renewal.
pub(crate) struct Renewal {
    key: Vec<u8>,
    /// The owner token.
    token: Vec<u8>,
    lease: Duration,
    /// For how much longer than the lease the server keeps the key.
    lock_delay: Duration,
    /// The moment from which on the lease is not renewed, and runs out, in nanoseconds of [`Moment`].
    ends: AtomicU64,
    pub(super) deployment: Arc<dyn StoreFactory>,
    /// The flag of the PHP thread, which a loss raises that the renewing thread finds.
    flag: Arc<LossFlag>,
    /// The end of the validity in nanoseconds of [`Moment`], or [`LOST`].
    valid_until: AtomicU64,
    /// The moment by which the server has dropped the key at the latest, in nanoseconds of
    /// [`Moment`].
    gone_by: AtomicU64,
}

const LOST: u64 = 0;

/// Returns the address of a deployment, by which one deployment differs from another.
pub(super) fn address_of(deployment: &Arc<dyn StoreFactory>) -> usize {
    Arc::as_ptr(deployment).addr()
}

impl Renewal {
    pub(crate) fn new(
        request: &LeaseRequest,
        granted: &Lease,
        lock_delay: Duration,
        ends: Moment,
        deployment: Arc<dyn StoreFactory>,
        flag: Arc<LossFlag>,
    ) -> Self {
        Self {
            key: request.key.to_vec(),
            token: request.token.to_vec(),
            lease: request.lease,
            lock_delay,
            ends: AtomicU64::new(ends.as_nanos()),
            deployment,
            flag,
            valid_until: AtomicU64::new(granted.valid_until.as_nanos()),
            gone_by: AtomicU64::new(granted.gone_by.as_nanos()),
        }
    }

    pub(super) fn request(&self) -> LeaseRequest<'_> {
        LeaseRequest {
            key: &self.key,
            token: &self.token,
            lease: self.lease,
            fencing: false,
        }
        .kept_longer(self.lock_delay)
    }

    /// Returns the lease that a renewal has granted which was sent at `sent`.
    pub(super) fn granted(&self, sent: Moment, now: Moment) -> Lease {
        let kept = Lease::new(None, self.lease.saturating_add(self.lock_delay), sent, now);
        Lease {
            valid_until: lock::validity(sent, self.lease),
            ..kept
        }
    }

    /// Returns the address of the deployment.
    pub(super) fn place(&self) -> usize {
        address_of(&self.deployment)
    }

    /// Returns the moment from which on the lease is not renewed, and runs out.
    pub(super) fn ends(&self) -> Moment {
        Moment::from_nanos(self.ends.load(Ordering::Acquire))
    }

    /// Ends the renewal at this moment, because the lock is held from now on.
    pub(super) fn end_at(&self, ends: Moment) {
        self.ends.store(ends.as_nanos(), Ordering::Release);
    }

    /// Returns the time between two renewals.
    pub(super) fn interval(&self) -> Duration {
        self.lease / 3
    }

    /// Returns when the lease is to be renewed that was granted when asked for at `sent`: at `ends` at
    /// the latest, because it is not renewed from then on.
    pub(super) fn due_after(&self, sent: Moment) -> Moment {
        sent.after(self.interval()).min(self.ends())
    }

    /// Returns the deadline of an attempt to renew the lease that begins `now`.
    pub(super) fn attempt_ends(&self, now: Moment) -> Moment {
        let end = now.after(self.interval());
        self.valid_until().map_or(now, |until| until.min(end))
    }

    /// Returns until when the lease may be relied upon; `None`: it was lost. The moment may have
    /// passed, because the loss is final only once one of the two threads has looked with
    /// [`Self::check`].
    pub(super) fn valid_until(&self) -> Option<Moment> {
        let until = self.valid_until.load(Ordering::Acquire);
        (until != LOST).then(|| Moment::from_nanos(until))
    }

    /// Returns until when the lease may be relied upon; `None`: it is lost. If it has run out by `now`,
    /// the loss is final from this call on. The PHP thread of the lease notes such a loss itself, so
    /// its flag stays as it is.
    pub(super) fn check(&self, now: Moment) -> Option<Moment> {
        self.check_or(now, || ())
    }

    /// As [`Self::check`], for the renewing thread: a loss that this call makes final raises the flag.
    pub(crate) fn check_and_flag(&self, now: Moment) -> Option<Moment> {
        self.check_or(now, || self.flag.raise())
    }

    /// As [`Self::check`], and calls `at_loss` if this call has made the loss final.
    pub(crate) fn check_or(&self, now: Moment, at_loss: impl FnOnce()) -> Option<Moment> {
        loop {
            let until = self.valid_until()?;
            if now < until {
                return Some(until);
            }
            // It fails if the lease has just been renewed, by a clock that was read before ours.
            if self.replace(until.as_nanos(), LOST) {
                at_loss();
                return None;
            }
        }
    }

    /// Lengthens the lease to what the server has granted, which was known at `now`. Returns `false`
    /// if the lease was lost before. For the renewing thread.
    pub(super) fn extend(&self, to: &Lease, now: Moment) -> bool {
        let Some(until) = self.check_and_flag(now) else {
            return false;
        };
        self.gone_by
            .fetch_max(to.gone_by.as_nanos(), Ordering::AcqRel);
        let longer = to.valid_until.max(until);
        self.replace(until.as_nanos(), longer.as_nanos()) || self.check_and_flag(now).is_some()
    }

    /// Makes the lease a lost one. Its PHP thread calls this, and notes the loss itself.
    pub(super) fn lose(&self) {
        self.valid_until.store(LOST, Ordering::Release);
    }

    /// As [`Self::lose`], for the renewing thread: the server has said that the lease is lost, or
    /// nobody renews it any more.
    pub(super) fn lose_and_flag(&self) {
        if self.valid_until.swap(LOST, Ordering::AcqRel) != LOST {
            self.flag.raise();
        }
    }

    fn replace(&self, old: u64, new: u64) -> bool {
        let (set, fetch) = (Ordering::AcqRel, Ordering::Acquire);
        self.valid_until
            .compare_exchange(old, new, set, fetch)
            .is_ok()
    }

    /// Returns the moment by which the server has dropped the key at the latest.
    pub(super) fn gone_by(&self) -> Moment {
        Moment::from_nanos(self.gone_by.load(Ordering::Acquire))
    }
}

impl fmt::Debug for Renewal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Renewal").finish_non_exhaustive()
    }
}
