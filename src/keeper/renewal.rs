//! One lease that is renewed in the background, as its owner and the renewing
//! thread share it.
//!
//! Whether it holds is one number, until when it may be relied upon, so that both
//! sides always agree; and a loss is final: nothing makes a lease of one that
//! was lost, whatever the server answers later. Made by `lifetime`, kept by
//! its entry and by `renewer`.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::clock::Moment;
use crate::lock::Lease;
use crate::quorum::{Deployment, Ownership};
use crate::sync::{AtomicBool, AtomicU64};
use crate::token::Token;

/// How somebody on a PHP thread is told that a lease was lost.
pub(crate) struct Bell {
    rung: AtomicBool,
    /// The one thing of PHP that the renewing thread touches: asks the engine to
    /// look after us at its next instruction.
    interrupt: Box<dyn Fn() + Send + Sync>,
    /// How many leases may ring it. Nothing waits for it, so no schedule has to see it.
    renewals: AtomicUsize,
}

impl Bell {
    pub(crate) fn new(interrupt: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            rung: AtomicBool::new(false),
            interrupt: Box::new(interrupt),
            renewals: AtomicUsize::new(0),
        }
    }

    /// Whether a lease may be lost that rings it.
    pub(super) fn has_renewals(&self) -> bool {
        self.renewals.load(Ordering::Relaxed) > 0
    }

    pub(super) fn ring(&self) {
        self.rung.store(true, Ordering::Release);
        (self.interrupt)();
    }

    /// Whether it has rung; it is silent afterwards.
    pub(super) fn answer(&self) -> bool {
        self.rung.swap(false, Ordering::AcqRel)
    }

    pub(super) fn has_rung(&self) -> bool {
        self.rung.load(Ordering::Acquire)
    }
}

/// A lease under renewal.
pub(crate) struct Renewal {
    key: Vec<u8>,
    token: Token,
    lease: Duration,
    /// From then on it is not renewed any more, and runs out.
    pub(super) ends: Moment,
    pub(super) deployment: Arc<dyn Deployment>,
    bell: Arc<Bell>,
    /// In nanoseconds; [`LOST`]: it is over.
    valid_until: AtomicU64,
    gone_by: AtomicU64,
    /// Its owner knows of the loss, or does not want to.
    told: AtomicBool,
}

const LOST: u64 = 0;

/// Tells deployments apart.
pub(super) fn place_of(deployment: &Arc<dyn Deployment>) -> usize {
    Arc::as_ptr(deployment).addr()
}

impl Renewal {
    pub(super) fn new(
        wanted: &Ownership,
        granted: &Lease,
        ends: Moment,
        deployment: Arc<dyn Deployment>,
        bell: Arc<Bell>,
    ) -> Self {
        bell.renewals.fetch_add(1, Ordering::Relaxed);
        Self {
            key: wanted.key.to_vec(),
            token: wanted.token.clone(),
            lease: wanted.lease,
            ends,
            deployment,
            bell,
            valid_until: AtomicU64::new(granted.valid_until.as_nanos()),
            gone_by: AtomicU64::new(granted.gone_by.as_nanos()),
            told: AtomicBool::new(false),
        }
    }

    pub(super) fn ownership(&self) -> Ownership<'_> {
        Ownership {
            key: &self.key,
            token: &self.token,
            lease: self.lease,
            fencing: false,
        }
    }

    /// Its deployment, told apart from others by its address.
    pub(super) fn where_to(&self) -> usize {
        place_of(&self.deployment)
    }

    pub(super) fn is_at(&self, deployment: &Arc<dyn Deployment>) -> bool {
        Arc::ptr_eq(&self.deployment, deployment)
    }

    /// How long before the next renewal.
    pub(super) fn interval(&self) -> Duration {
        self.lease / 3
    }

    /// When to renew what was granted when asked for at `sent`; or its end, from
    /// which on it is not.
    pub(super) fn due_after(&self, sent: Moment) -> Moment {
        sent.after(self.interval()).min(self.ends)
    }

    /// When an attempt to renew it that begins `now` has to be back.
    pub(super) fn attempt_ends(&self, now: Moment) -> Moment {
        let end = now.after(self.interval());
        self.valid_at(now).map_or(now, |until| until.min(end))
    }

    /// Until when it may be relied upon, if it may at `now`. That it may not is
    /// final from this very call on.
    pub(super) fn valid_at(&self, now: Moment) -> Option<Moment> {
        loop {
            let until = self.valid_until.load(Ordering::Acquire);
            if now.as_nanos() < until {
                return Some(Moment::from_nanos(until));
            }
            // Not if it has just been renewed, by a clock that was read before.
            if until == LOST || self.replace(until, LOST) {
                self.bell_for(until);
                return None;
            }
        }
    }

    /// The server has granted it anew, which was known at `now`. `false`: too
    /// late, it was lost before.
    pub(super) fn extend(&self, to: &Lease, now: Moment) -> bool {
        let Some(until) = self.valid_at(now) else {
            return false;
        };
        self.gone_by
            .fetch_max(to.gone_by.as_nanos(), Ordering::AcqRel);
        let longer = to.valid_until.max(until);
        self.replace(until.as_nanos(), longer.as_nanos()) || self.valid_at(now).is_some()
    }

    /// The server has said that it is not ours any more.
    pub(super) fn lose(&self) {
        let until = self.valid_until.swap(LOST, Ordering::AcqRel);
        self.bell_for(until);
    }

    fn bell_for(&self, until: u64) {
        if until != LOST && !self.told.load(Ordering::Acquire) {
            self.bell.ring();
        }
    }

    fn replace(&self, old: u64, new: u64) -> bool {
        let (set, fetch) = (Ordering::AcqRel, Ordering::Acquire);
        self.valid_until
            .compare_exchange(old, new, set, fetch)
            .is_ok()
    }

    /// When the server has dropped it at the latest.
    pub(super) fn gone_by(&self) -> Moment {
        Moment::from_nanos(self.gone_by.load(Ordering::Acquire))
    }

    /// Nobody has to be told of its loss any more. Whether somebody had to.
    pub(super) fn mark_told(&self) -> bool {
        !self.told.swap(true, Ordering::AcqRel)
    }

    pub(super) fn is_told(&self) -> bool {
        self.told.load(Ordering::Acquire)
    }
}

impl Drop for Renewal {
    fn drop(&mut self) {
        self.bell.renewals.fetch_sub(1, Ordering::Relaxed);
    }
}

impl fmt::Debug for Renewal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Renewal").finish_non_exhaustive()
    }
}
