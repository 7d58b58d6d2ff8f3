//! What is known of one name: its token, and what that token is good for.
//!
//! A held name is relied upon until its validity ends. Any other token that no call asks for is a
//! leftover, which has to be released before anything new is asked for its name, because it may
//! still own the key. Only questions stand here, and no question changes anything. `entries` alone
//! changes an entry, and gives copies to the other files of `keeper`.

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
    /// The place of the name in lists, which have the order in which names came.
    pub(super) number: u64,
}

#[derive(Debug, Clone)]
pub(super) enum LockState {
    /// A `lock()` call asks for the name, and nothing is known before it returns.
    Pending,
    /// The lease is granted to a call that asks for other names too. Nobody relies on it before that call returns.
    Gathered(HeldLease),
    /// The lease is granted, and relied upon until its validity ends.
    Held(HeldLease),
    /// A fixed lease is over by our own clock. A release of it asks the server, which may have the
    /// key still.
    RanOut { gone_by: Moment },
    /// A renewed lease was lost. A release of it asks nobody, because the loss is final.
    Lost {
        gone_by: Moment,
        /// Whether a release has answered `false` for the loss.
        is_answered: bool,
    },
    /// Nobody knows whether the token owns the key.
    Unsure(Doubt, Ending),
}

/// The moment from which a token of unknown outcome owns nothing, even if nobody ever releases it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ending {
    /// The end of the server's lease; [`Moment::NEVER`] while the call is still asking.
    pub(super) gone_by: Moment,
    /// The request that may still be executed and would begin the lease then, as far as is known.
    late: Option<LateGrant>,
}

/// A request for a lease whose reply was given up.
#[derive(Debug, Clone, Copy)]
struct LateGrant {
    given_up: Moment,
    lease: Duration,
}

impl Ending {
    /// The time for which a request may be executed after its connection was given up, because it
    /// may lie in the buffers of a busy or a stopped server. No protocol sets a limit. A minute is
    /// longer than the stalls that were measured, and a request that comes later costs its name one
    /// lease.
    const LATE: Duration = Duration::from_secs(60);

    /// The ending of a token for which the call is still asking.
    pub(super) const OPEN: Self = Self::known(Moment::NEVER);

    /// Returns the ending of a token to which no request in flight can give a lease.
    pub(super) const fn known(gone_by: Moment) -> Self {
        Self {
            gone_by,
            late: None,
        }
    }

    /// Returns the ending of a token for which a `lease` was asked, when the last reply was given
    /// up.
    pub(super) fn given_up(given_up: Moment, lease: Duration) -> Self {
        Self {
            gone_by: lock::gone_by(given_up.after(Self::LATE), lease),
            late: Some(LateGrant { given_up, lease }),
        }
    }

    /// Returns the ending as it is known at `now`, because a request that certainly cannot be
    /// executed begins no lease. `may_be_executed` says whether a request may be that was given up
    /// by a moment.
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
    /// Whether the lease was granted.
    Grant,
    /// Whether the token has adopted the lock of this other token.
    Adoption(Vec<u8>),
    /// Whether the held lease was released.
    Release,
}

/// A lease that is relied upon, and its renewal if it has one.
#[derive(Debug, Clone)]
pub(super) struct HeldLease {
    /// The lease as it was granted or given a new lifetime.
    pub(super) lease: Lease,
    /// The renewal; `None`: the lifetime is fixed.
    pub(super) renewal: Option<Arc<Renewal>>,
}

impl HeldLease {
    pub(super) fn fixed(lease: Lease) -> Self {
        Self {
            lease,
            renewal: None,
        }
    }

    /// Returns the lease as it is now; `None`: it was renewed, and lost.
    fn lease(&self) -> Option<Lease> {
        let valid_until = match &self.renewal {
            Some(renewal) => renewal.valid_until()?,
            None => self.lease.valid_until,
        };
        Some(Lease {
            valid_until,
            ..self.lease
        })
    }

    /// Returns the moment by which the server has dropped the key at the latest.
    fn gone_by(&self) -> Moment {
        let renewal = self.renewal.as_ref();
        renewal.map_or(self.lease.gone_by, |renewal| renewal.gone_by())
    }
}

impl LockEntry {
    /// Returns the lease of a name that is held, whether it has run out or not.
    pub(super) fn lease(&self) -> Option<Lease> {
        match &self.state {
            LockState::Held(held) => held.lease(),
            _ => None,
        }
    }

    /// Returns the lease if it may be relied upon at `now`.
    pub(super) fn valid_lease(&self, now: Moment) -> Option<Lease> {
        self.lease().filter(|lease| now < lease.valid_until)
    }

    /// As [`Self::valid_lease`], and if a renewed lease has run out by `now`, its loss is final from this
    /// call on.
    pub(super) fn checked_lease(&self, now: Moment) -> Option<Lease> {
        if let Some(renewal) = self.renewal() {
            renewal.check(now)?;
        }
        self.valid_lease(now)
    }

    pub(super) fn renewal(&self) -> Option<&Arc<Renewal>> {
        match &self.state {
            LockState::Held(held) | LockState::Gathered(held) => held.renewal.as_ref(),
            _ => None,
        }
    }

    /// Returns whether this object holds the name or waits for it, so that another `lock()` is
    /// refused. It is asked of what `Entries::checked` returns, because before that a lease which
    /// has run out counts as held.
    pub(super) fn keeps_name(&self) -> bool {
        self.is_pending() || matches!(self.state, LockState::Held(_))
    }

    /// Returns whether a call that asks for the name, and perhaps for others too, has not returned yet.
    pub(super) fn is_pending(&self) -> bool {
        matches!(self.state, LockState::Pending | LockState::Gathered(_))
    }

    /// Returns whether a release may be asked for: not while a call asks for the name, and
    /// not of a loss that a release has reported.
    pub(super) fn may_be_released(&self) -> bool {
        !matches!(
            self.state,
            LockState::Pending
                | LockState::Gathered(_)
                | LockState::Lost {
                    is_answered: true,
                    ..
                }
        )
    }

    /// Returns whether the lease was granted and no release has said how it ended.
    pub(super) fn was_held(&self) -> bool {
        match self.state {
            LockState::Held(_) | LockState::RanOut { .. } => true,
            LockState::Lost { is_answered, .. } => !is_answered,
            LockState::Pending | LockState::Gathered(_) | LockState::Unsure(..) => false,
        }
    }

    /// Returns whether the lease was held and is over by our own clock, which shows `now`.
    pub(super) fn has_run_out(&self, now: Moment) -> bool {
        self.was_held() && self.valid_lease(now).is_none()
    }

    /// Returns the state of the entry when its lease is over. `is_answered` says whether a release
    /// has reported that.
    pub(super) fn over(&self, is_answered: bool) -> LockState {
        let gone_by = self.gone_by();
        match &self.state {
            LockState::Held(held) if held.renewal.is_none() => LockState::RanOut { gone_by },
            LockState::Held(_) | LockState::Lost { .. } => LockState::Lost {
                gone_by,
                is_answered,
            },
            other => other.clone(),
        }
    }

    /// Returns the moment by which even the server has dropped the key at the latest.
    pub(super) fn gone_by(&self) -> Moment {
        match &self.state {
            LockState::Held(held) | LockState::Gathered(held) => held.gone_by(),
            LockState::RanOut { gone_by } | LockState::Lost { gone_by, .. } => *gone_by,
            LockState::Pending => Moment::NEVER,
            LockState::Unsure(_, ending) => ending.gone_by,
        }
    }

    /// Returns what a release of the entry asks for. The validity is in the past for a token that
    /// was never known to own the key, because a lost reply is then no proof that it has freed it.
    pub(super) fn held_key<'a>(&'a self, key: &'a [u8], now: Moment) -> HeldKey<'a> {
        let lease = self.valid_lease(now);
        let valid_until = lease.map_or(Moment::PAST, |lease| lease.valid_until);
        HeldKey {
            key,
            token: self.token.as_bytes(),
            valid_until,
            for_good: matches!(self.state, LockState::Held(_) | LockState::Gathered(_)),
        }
    }

    /// Returns the counter to which the vote on a release adds; `None` for an end that was counted
    /// before, and for a token that was never counted as acquired.
    pub(super) fn end_by(&self, vote: &Vote, clock: &dyn Clock) -> Option<&'static Counter> {
        match (&self.state, vote) {
            (LockState::Held(_) | LockState::Unsure(Doubt::Release, _), Vote::Granted(_)) => {
                Some(&stats::RELEASED)
            }
            (LockState::Held(_), Vote::Refused) => Some(&stats::LOST),
            (LockState::Held(_), Vote::Unknown(_)) if self.has_run_out(clock.now()) => {
                Some(&stats::LOST)
            }
            // Refused after a release without a reply, which may have freed the key.
            _ => None,
        }
    }
}
