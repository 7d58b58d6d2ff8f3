//! How a lock goes from one lock set to another by its owner token: detach and adopt.
//!
//! Renewal of a token stops before it is given away. A token is adopted under a new one, which
//! is written down first. Called by `php`.

use super::acquire::PendingLease;
use super::entries::Entries;
use super::entry::{Doubt, LockState};
use super::lock_set::{Lifetime, LockSet};
use crate::error::{Error, Refusal};
use crate::lock::{self, Budget};
use crate::store::HeldKey;
use crate::token::{Token, TokenKind};

impl LockSet {
    /// Takes over the lock of the detached token `from`, which is used up by it. Returns `false` if that
    /// token owns nothing.
    pub(crate) fn adopt(
        &self,
        name: &[u8],
        from: &[u8],
        lifetime: Lifetime,
    ) -> Result<bool, Error> {
        if TokenKind::of(from) == TokenKind::Lock {
            self.refuse_unfenced(name)?;
        }
        let _occupied = self.occupy(name)?;
        if let Some((token, _)) = self.valid_lease(name) {
            if token.as_bytes() == from {
                return self.give_lifetime(name, lifetime);
            }
            Entries::refused_at_once();
            return Ok(false);
        }
        let clock = self.clock();
        let began_in = clock.generation();
        let lease = self.lease_of(lifetime)?;
        let mut budget = Budget::once(clock.now());
        let (token, unsure) = self.token_to_adopt(name, from, &mut budget)?;
        let key = self.key(name);
        let pending = PendingLease {
            name,
            token: &token,
            lifetime,
            request: self.request(&key, &token, lease),
            is_part: false,
        };
        let request = &pending.request;
        let outcome = lock::adopt(&self.store, clock, request, from, unsure, &mut budget);
        // In the child of a fork the token is the parent's, so nothing is written down for it.
        if began_in != clock.generation() {
            return Err(outcome.err().map_or(Error::Forked, |failed| failed.error));
        }
        // A call that could not be suspended may have released the name while this one was, even in front of the adoption.
        let is_gone = self.entries.of_token(name, token.as_bytes()).is_none();
        if is_gone && matches!(outcome, Ok(Some(_))) {
            let adopted = HeldKey::to_release_again(&key, token.as_bytes());
            lock::release(&self.store, clock, adopted);
            return Ok(false);
        }
        self.conclude(&pending, outcome, false)
    }

    /// Returns the token under which `from` is to be adopted, and whether an earlier adoption of `from`
    /// under that token had an unknown outcome. Without such an adoption the token is a new one.
    fn token_to_adopt(
        &self,
        name: &[u8],
        from: &[u8],
        budget: &mut Budget,
    ) -> Result<(Token, bool), Error> {
        if let Some(entry) = self.entries.get(name) {
            match &entry.state {
                LockState::Pending | LockState::Gathered(_) => {
                    let name = name.to_vec();
                    return Err(Error::Refused(Refusal::Awaited { name }));
                }
                LockState::Unsure(Doubt::Adoption(before), _) if before == from => {
                    return Ok((entry.token, true));
                }
                _ => self.release_leftover(name, &entry, budget)?,
            }
        }
        // A share stays one, with its limit.
        let token = Token::draw(self.clock().maker())?.of_kind(TokenKind::of(from));
        self.make_room();
        self.entries.adopting(name, &token, from);
        Ok((token, false))
    }

    /// Stops managing `name` once `give` has given its token away. Returns what `give` returned, or `None` if this object
    /// does not hold the lock. An object that releases nothing at its end forgets a token whose fixed lease is over by
    /// our own clock, because another process may have given it a new lifetime. Any other object keeps it, to free it.
    pub(crate) fn detach<T>(&self, name: &[u8], give: impl FnOnce(&Token) -> T) -> Option<T> {
        // A call that has to end gives the token away at once.
        let _occupied = self.occupy(name).ok();
        let entry = self.entries.get(name).filter(|entry| !entry.is_pending())?;
        if self.entries.leave_renewer_when_answered(&entry).is_err() {
            // A renewal that is executed late gives the token's next user one lease, no more.
            self.entries.leave_renewer(&entry);
        }
        let Some((token, _)) = self.valid_lease(name) else {
            if !self.options.auto_release {
                self.entries.forget_ran_out(name);
            }
            return None;
        };
        let given = give(&token);
        self.entries.forget(name, &token);
        Some(given)
    }
}
