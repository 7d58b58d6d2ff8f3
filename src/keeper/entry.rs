//! What is known of one name: its token, and what that token is good for.
//!
//! A held name is relied upon until its validity ends. Any other token that no call asks for is
//! a leftover: it may still own the key, and has to be released before anything new is asked for
//! its name. Only questions stand here, and no question changes anything. Changed by `entries`
//! alone, which gives copies to the other files of `keeper`.

use std::sync::Arc;
use std::time::Duration;

use super::renewal::Renewal;
use crate::clock::{Clock, Moment};
use crate::lock::{self, Lease};
use crate::stats::{self, Counter};
use crate::store::{HeldKey, Vote};
use crate::token::Token;

/// What is known of one name.
#[derive(Debug, Clone)]
pub(super) struct LockEntry {
    pub(super) token: Token,
    pub(super) state: LockState,
    /// Names are listed in the order in which they came.
    pub(super) number: u64,
}

#[derive(Debug, Clone)]
pub(super) enum LockState {
    /// A `lock()` call asks for it: nothing is known before that returns.
    Pending,
    /// Granted, and relied upon until its validity ends.
    Held(HeldLease),
    /// Our own clock says that a fixed lease is over. The server may have the key still, so
    /// a release of it asks the server.
    RanOut { gone_by: Moment },
    /// A renewed lease was lost, which is final: a release of it asks nobody.
    Lost {
        gone_by: Moment,
        /// A release has answered `false` for it.
        is_answered: bool,
    },
    /// The token may own the key, and nobody knows.
    Unsure(Doubt, Ending),
}

/// When a token of unknown outcome owns nothing any more, even if nobody ever releases it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ending {
    /// When even the server's lease is over. [`Moment::NEVER`] while the call is still asking.
    pub(super) gone_by: Moment,
    /// What may still be executed and would begin the lease then, as far as is known.
    late: Option<LateGrant>,
}

/// A request for a lease whose reply was given up.
#[derive(Debug, Clone, Copy)]
struct LateGrant {
    given_up: Moment,
    lease: Duration,
}

impl Ending {
    /// For how long a request may be executed after its connection was given up: it may lie in the
    /// buffers of a busy or a stopped server. No protocol sets a limit. A minute is longer than the
    /// stalls that were measured; a request that comes later costs its name one lease.
    const LATE: Duration = Duration::from_secs(60);

    /// The call is still asking.
    pub(super) const OPEN: Self = Self::known(Moment::NEVER);

    /// That of a token that nothing in flight can give a lease any more.
    pub(super) const fn known(gone_by: Moment) -> Self {
        Self {
            gone_by,
            late: None,
        }
    }

    /// That of a token for which a `lease` was asked, when the last reply was given up.
    pub(super) fn given_up(given_up: Moment, lease: Duration) -> Self {
        Self {
            gone_by: lock::gone_by(given_up.after(Self::LATE), lease),
            late: Some(LateGrant { given_up, lease }),
        }
    }

    /// The same at `now`. A request that certainly cannot be executed any more begins no lease.
    /// `may_be_executed` says whether one may that was given up by that moment.
    pub(super) fn at(self, now: Moment, may_be_executed: &dyn Fn(Moment) -> bool) -> Self {
        match self.late {
            Some(late) if !may_be_executed(late.given_up) => {
                let gone_by = lock::gone_by(now, late.lease);
                Self::known(gone_by.min(self.gone_by))
            }
            _ => self,
        }
    }
}

/// Which question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Doubt {
    /// Whether it was granted.
    Grant,
    /// Whether it has adopted the lock of this token.
    Adoption(Vec<u8>),
    /// Whether it was released, after it was held.
    Release,
}

/// A lease, and who lengthens it.
#[derive(Debug, Clone)]
pub(super) struct HeldLease {
    /// As it was granted or given a new lifetime.
    lease: Lease,
    /// `None`: it has a fixed lifetime.
    renewal: Option<Arc<Renewal>>,
}

impl HeldLease {
    pub(super) fn fixed(lease: Lease) -> Self {
        Self {
            lease,
            renewal: None,
        }
    }

    pub(super) fn renewed(lease: Lease, renewal: Arc<Renewal>) -> Self {
        Self {
            lease,
            renewal: Some(renewal),
        }
    }

    /// The lease as it is now; `None`: it was renewed, and lost.
    fn lease(&self) -> Option<Lease> {
        let valid_until = match &self.renewal {
            Some(renewal) => renewal.valid_until()?,
            None => self.lease.valid_until,
        };
        Some(self.lease_until(valid_until))
    }

    /// The lease, when it may be relied upon until `valid_until`.
    pub(super) fn lease_until(&self, valid_until: Moment) -> Lease {
        Lease {
            valid_until,
            ..self.lease
        }
    }

    /// When the server has dropped its key at the latest.
    fn gone_by(&self) -> Moment {
        let renewal = self.renewal.as_ref();
        renewal.map_or(self.lease.gone_by, |renewal| renewal.gone_by())
    }
}

impl LockEntry {
    /// The lease of a name that is held, whether it has run out or not.
    pub(super) fn lease(&self) -> Option<Lease> {
        match &self.state {
            LockState::Held(held) => held.lease(),
            _ => None,
        }
    }

    /// The lease, if it may be relied upon at `now`.
    pub(super) fn valid_lease(&self, now: Moment) -> Option<Lease> {
        self.lease().filter(|lease| now < lease.valid_until)
    }

    pub(super) fn renewal(&self) -> Option<&Arc<Renewal>> {
        match &self.state {
            LockState::Held(held) => held.renewal.as_ref(),
            _ => None,
        }
    }

    /// This object holds the name or waits for it, so another `lock()` of it is refused. The question is
    /// for what `checked` returns: before that a lease that has run out is held too.
    pub(super) fn keeps_name(&self) -> bool {
        matches!(self.state, LockState::Held(_) | LockState::Pending)
    }

    /// A `lock()` call is still to find out what becomes of it.
    pub(super) fn is_pending(&self) -> bool {
        matches!(self.state, LockState::Pending)
    }

    /// A release may be asked for: not while a `lock()` call is still to find out, and not
    /// of a loss that a release has reported.
    pub(super) fn may_be_released(&self) -> bool {
        !matches!(
            self.state,
            LockState::Pending
                | LockState::Lost {
                    is_answered: true,
                    ..
                }
        )
    }

    /// It was granted, and no release has said how that ended.
    pub(super) fn was_held(&self) -> bool {
        match self.state {
            LockState::Held(_) | LockState::RanOut { .. } => true,
            LockState::Lost { is_answered, .. } => !is_answered,
            LockState::Pending | LockState::Unsure(..) => false,
        }
    }

    /// It was held, and our own clock says at `now` that it is over.
    pub(super) fn has_run_out(&self, now: Moment) -> bool {
        self.was_held() && self.valid_lease(now).is_none()
    }

    /// Its state when its lease is over. `is_answered`: a release has said so.
    pub(super) fn over(&self, is_answered: bool) -> LockState {
        match &self.state {
            LockState::Held(held) if held.renewal.is_none() => LockState::RanOut {
                gone_by: held.gone_by(),
            },
            LockState::Held(held) => LockState::Lost {
                gone_by: held.gone_by(),
                is_answered,
            },
            LockState::Lost { gone_by, .. } => LockState::Lost {
                gone_by: *gone_by,
                is_answered,
            },
            other => other.clone(),
        }
    }

    /// When even the server has dropped its key, at the latest.
    pub(super) fn gone_by(&self) -> Moment {
        match &self.state {
            LockState::Held(held) => held.gone_by(),
            LockState::RanOut { gone_by } | LockState::Lost { gone_by, .. } => *gone_by,
            LockState::Pending => Moment::NEVER,
            LockState::Unsure(_, ending) => ending.gone_by,
        }
    }

    /// What a release of it asks for. If the reply to that is lost, a token that was never known
    /// to own the key is not believed to have freed it.
    pub(super) fn held_key<'a>(&'a self, key: &'a [u8], now: Moment) -> HeldKey<'a> {
        let lease = self.valid_lease(now);
        let valid_until = lease.map_or(Moment::PAST, |lease| lease.valid_until);
        HeldKey {
            key,
            token: self.token.as_bytes(),
            valid_until,
        }
    }

    /// Which counter the vote on its release adds to: none for an end that was counted before, nor
    /// for a token that was never counted as acquired.
    pub(super) fn end_by(&self, vote: &Vote, clock: &dyn Clock) -> Option<&'static Counter> {
        match (&self.state, vote) {
            (LockState::Held(_) | LockState::Unsure(Doubt::Release, _), Vote::Granted(_)) => {
                Some(&stats::RELEASED)
            }
            (LockState::Held(_), Vote::Refused) => Some(&stats::LOST),
            (LockState::Held(_), Vote::Unknown(_)) if self.has_run_out(clock.now()) => {
                Some(&stats::LOST)
            }
            // Refused after a release without a reply: that one may have done it.
            _ => None,
        }
    }
}
