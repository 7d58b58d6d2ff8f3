//! How a lock set releases its locks: one lock, the lock of a section of code, all locks, the lock
//! of a token that it does not hold, the lock of any owner, and the locks that are left when its
//! object dies or its request ends.
//!
//! A release of a fixed lease always asks the server, even if the lease is over by our own clock,
//! because a token that nobody relies upon may still keep its name locked. A release of a renewed
//! lease that was lost asks nobody, because the loss is final. Called by `php` and `keeper`.

use super::entries::Entries;
use super::entry::LockEntry;
use super::lock_set::LockSet;
use crate::clock::Moment;
use crate::error::{Error, Refusal};
use crate::lock;
use crate::store::{HeldKey, Holder, LockStore, Vote};
use crate::token::Token;

impl LockSet {
    /// Gives `name` back. Returns whether it was this object's until now.
    pub(crate) fn unlock(&self, name: &[u8]) -> Result<bool, Error> {
        let _occupied = self.occupy(name)?;
        let entry = self.entries.get(name);
        match &entry {
            Some(entry) if entry.may_be_released() => {
                self.unlock_entry(name, entry, self.options.await_release)
            }
            _ => Ok(false),
        }
    }

    /// Gives `name` back for the owner `token`, of any lock set. Returns whether it was that
    /// token's until now. This object's lock of that name stays as it is, unless the token is its
    /// own.
    pub(crate) fn unlock_of(&self, name: &[u8], token: &[u8]) -> Result<bool, Error> {
        if self.entries.of_token(name, token).is_some() {
            return self.unlock(name);
        }
        let is_released = self.release_of(name, token, true).decided()?.is_some();
        if is_released {
            Entries::released_of_another();
        }
        Ok(is_released)
    }

    /// Returns the vote on the release of `name` for an owner of which nothing else is known. A
    /// release whose reply was lost is sent once more, and then "not yours" means that the first
    /// one did it. `for_good`: no call of this object may ask for the token again.
    fn release_of(&self, name: &[u8], token: &[u8], for_good: bool) -> Vote {
        let key = self.key(name);
        let held_key = HeldKey {
            key: &key,
            token,
            valid_until: Moment::NEVER,
            for_good,
        };
        lock::release(&self.store, self.clock(), held_key)
    }

    fn unlock_entry(
        &self,
        name: &[u8],
        entry: &LockEntry,
        is_awaited: bool,
    ) -> Result<bool, Error> {
        let clock = self.clock();
        let now = clock.now();
        if !self.entries.begin_release(name, entry, now) {
            return Ok(false);
        }
        let key = self.spare_key(name);
        let held_key = entry.held_key(&key, now);
        let is_awaited = is_awaited || now >= held_key.valid_until;
        if !is_awaited && self.release_ahead(name, entry, &held_key) {
            return Ok(true);
        }
        let began_in = clock.generation();
        let vote = lock::release(&self.store, clock, held_key);
        if began_in != clock.generation() {
            return Err(Error::Forked);
        }
        self.write_down(name, entry, &held_key, is_awaited, vote)
    }

    /// Sends the release of a valid lease and does not wait for its answer. Returns whether it was
    /// sent.
    fn release_ahead(&self, name: &[u8], entry: &LockEntry, held_key: &HeldKey) -> bool {
        let gone_by = self.entries.ending_of_held(entry).gone_by;
        let is_sent = self.store.release_ahead(held_key, gone_by);
        if is_sent {
            self.has_sent_ahead.set(true);
            self.entries
                .released(name, &entry.token, &Vote::Granted(None));
        }
        is_sent
    }

    /// Writes down the vote on the release of `name`. Returns whether it was this object's until
    /// now. A release that need not be awaited and has no answer is owed while the lease is valid,
    /// so the call has no error to report.
    fn write_down(
        &self,
        name: &[u8],
        entry: &LockEntry,
        held_key: &HeldKey,
        is_awaited: bool,
        vote: Vote,
    ) -> Result<bool, Error> {
        let has_run_out = || entry.has_run_out(self.clock().now());
        if !is_awaited && matches!(vote, Vote::Unknown(_)) && !has_run_out() {
            let gone_by = self.entries.ending_of_held(entry).gone_by;
            self.store.owe(held_key, gone_by);
            self.has_sent_ahead.set(true);
            self.entries
                .released(name, &entry.token, &Vote::Granted(None));
            return Ok(true);
        }
        // With a delay the server still had a lease that was over by our own clock.
        let was_over = held_key.valid_until == Moment::PAST && entry.was_held();
        let vote = match vote {
            Vote::Granted(_) if was_over && !self.options.lock_delay.is_zero() => Vote::Refused,
            vote => vote,
        };
        if matches!(vote, Vote::Granted(_) | Vote::Refused) {
            self.entries.released(name, &entry.token, &vote);
        }
        let unavailable = match vote.decided() {
            Ok(released) => return Ok(released.is_some()),
            Err(unavailable) => unavailable,
        };
        if has_run_out() {
            // The lease is lost, and no answer of the server would change that. The token is
            // released later.
            self.entries.lost_at_release(name, entry);
            return Ok(false);
        }
        self.entries.unsure_of_release(name, &entry.token);
        Err(unavailable.into())
    }

    /// Returns the token that a `lock()` has just got, for [`Self::end_section`].
    pub(crate) fn begin_section(&self, name: &[u8]) -> Option<Token> {
        self.entries.get(name).map(|entry| entry.token)
    }

    /// Releases the token that [`Self::begin_section`] named, and leaves another token alone that
    /// has got `name` since. Returns `false` if the lock was lost meanwhile. If the server cannot
    /// be asked now, what our own clock proves is no loss, and the token is released later.
    pub(crate) fn end_section(&self, name: &[u8], token: Option<&Token>) -> bool {
        // A call that has to end releases at once.
        let _occupied = self.occupy(name).ok();
        let Some(entry) = token.and_then(|it| self.entries.of_token(name, it.as_bytes())) else {
            return false;
        };
        let is_proved = entry.valid_lease(self.clock().now()).is_some();
        self.unlock_entry(name, &entry, true).unwrap_or(is_proved)
    }

    /// Gives everything back, in one pipeline. Returns whether all that was held was this object's
    /// until now.
    ///
    /// # Errors
    /// The first failure, after every name was tried.
    pub(crate) fn unlock_all(&self) -> Result<bool, Error> {
        // All calls occupy the names in their own order, so two of them never wait for each other.
        let names = self.entries.all(LockEntry::may_be_released);
        let mut sorted: Vec<_> = names.iter().map(|(name, _)| name).collect();
        sorted.sort();
        let occupied = sorted.into_iter().map(|name| self.occupy(name));
        let _occupied = occupied.collect::<Result<Vec<_>, _>>()?;
        let mut all = !self.entries.take_dropped_loss();
        // Another call may have released a name before it left it.
        let entry = |(name, _): &(Vec<u8>, _)| {
            let entry = self.entries.get(name);
            Some((name.clone(), entry.filter(LockEntry::may_be_released)?))
        };
        let entries: Vec<_> = names.iter().filter_map(entry).collect();
        let answers = self.release_several(&entries, self.options.await_release)?;
        let mut failure = None;
        for ((_, entry), answer) in entries.iter().zip(answers) {
            match answer {
                // A token that was never known to own the key cannot have lost it.
                Ok(was_own) => all &= was_own || !entry.was_held(),
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        failure.map_or(Ok(all), Err)
    }

    /// Releases entries whose names the caller has occupied, in one pipeline. Returns of each one, in order, whether it
    /// was this object's until now.
    ///
    /// # Errors
    /// The process has forked meanwhile, and the locks are the parent's, which releases them.
    pub(super) fn release_several(
        &self,
        entries: &[(Vec<u8>, LockEntry)],
        is_awaited: bool,
    ) -> Result<Vec<Result<bool, Error>>, Error> {
        let (clock, now) = (self.clock(), self.clock().now());
        let mut sent = Vec::with_capacity(entries.len());
        for (name, entry) in entries {
            if !self.entries.begin_release(name, entry, now) {
                sent.push(SentRelease::Answered(false));
                continue;
            }
            let key = self.key(name);
            let held_key = entry.held_key(&key, now);
            // The releases before may have taken time.
            let has_run_out = || clock.now() >= held_key.valid_until;
            let is_awaited = is_awaited || has_run_out();
            sent.push(
                if !is_awaited && self.release_ahead(name, entry, &held_key) {
                    SentRelease::Answered(true)
                } else {
                    SentRelease::Awaited { key, is_awaited }
                },
            );
        }
        let asked = entries.iter().zip(&sent);
        let asked = asked.filter_map(|((_, entry), sent)| Some((sent.key()?, entry)));
        let began_in = clock.generation();
        let mut votes = self.release_keys(asked, Moment::NEVER).into_iter();
        if began_in != clock.generation() {
            return Err(Error::Forked);
        }
        let answer = |((name, entry), sent): (&(Vec<u8>, LockEntry), SentRelease)| match sent {
            SentRelease::Answered(was_own) => Some(Ok(was_own)),
            SentRelease::Awaited { key, is_awaited } => {
                let held_key = entry.held_key(&key, now);
                Some(self.write_down(name, entry, &held_key, is_awaited, votes.next()?))
            }
        };
        Ok(entries.iter().zip(sent).filter_map(answer).collect())
    }

    /// Returns the votes on the release of keys whose renewal has stopped, by `by` at the latest.
    pub(super) fn release_keys<'a>(
        &self,
        left: impl Iterator<Item = (&'a Vec<u8>, &'a LockEntry)>,
        by: Moment,
    ) -> Vec<Vote> {
        let clock = self.clock();
        let now = clock.now();
        let held_keys: Vec<_> = left.map(|(key, entry)| entry.held_key(key, now)).collect();
        lock::release_all(&self.store, clock, &held_keys, by)
    }

    /// Releases `name` for its holder, any holder. Returns `false` if nobody held it.
    pub(crate) fn force_unlock(&self, name: &[u8]) -> Result<bool, Error> {
        let _occupied = self.occupy(name)?;
        let key = self.key(name);
        let mut holder = self.holder(name)?;
        if matches!(holder, Holder::Foreign) {
            let shares = lock::retry_once(self.clock(), |by| self.store.shares(&key, by))?;
            if !shares.is_empty() {
                return self.force_unlock_shares(name, &shares);
            }
            // The last share may have ended between both questions, and somebody else may have the key now.
            holder = self.holder(name)?;
        }
        match holder {
            Holder::Nobody => Ok(false),
            Holder::Token(token) => self.force_unlock_of(name, &token),
            Holder::Foreign => {
                let name = name.to_vec();
                Err(Error::Refused(Refusal::Ownerless { name, key }))
            }
        }
    }

    /// Releases these shares of `name`, one after the other.
    fn force_unlock_shares(&self, name: &[u8], shares: &[Vec<u8>]) -> Result<bool, Error> {
        let mut any = false;
        for token in shares {
            any |= self.force_unlock_of(name, token)?;
        }
        Ok(any)
    }

    fn force_unlock_of(&self, name: &[u8], token: &[u8]) -> Result<bool, Error> {
        // A `lock()` call that still waits may ask for its token again, so it ends its entry
        // itself.
        let entry = self.entries.of_token(name, token);
        let is_waiting = entry.as_ref().is_some_and(LockEntry::is_pending);
        let own = entry.filter(|entry| !entry.is_pending());
        if let Some(own) = &own {
            self.entries.leave_renewer(own);
        }
        let vote = self.release_of(name, token, !is_waiting);
        if let Some(LockEntry { token, .. }) = &own {
            match &vote {
                Vote::Granted(_) => self.entries.released(name, token, &vote),
                Vote::Refused => self.entries.lost(name, token, false),
                _ => self.entries.unsure_of_release(name, token),
            }
        }
        Ok(vote.decided()?.is_some())
    }

    /// Takes out what is left when the object has died or its request is over. Renewal has stopped,
    /// so what nobody releases runs out.
    pub(super) fn take_left(&self) -> Vec<Left> {
        let keeps_held = !self.options.auto_release;
        let left = self.entries.take_all(keeps_held).into_iter();
        left.map(|(name, entry)| (self.key(&name), entry)).collect()
    }

    /// Takes out the sections that an exception ends, as far as they still have the tokens that [`Self::begin_sections`]
    /// named. The loss of one is reported by the end of the section, which has an exception already.
    pub(super) fn take_sections(
        &self,
        names: &[impl AsRef<[u8]>],
        tokens: &[Option<Token>],
    ) -> Vec<Left> {
        let now = self.clock().now();
        let take = |(name, token): (&_, &Option<Token>)| {
            let name: &[u8] = AsRef::as_ref(name);
            let entry = self.entries.of_token(name, token.as_ref()?.as_bytes())?;
            if !self.entries.begin_release(name, &entry, now) {
                return None;
            }
            self.entries.forget(name, &entry.token);
            Some((self.key(name), entry))
        };
        names.iter().zip(tokens).filter_map(take).collect()
    }

    /// Releases what is left, by `by` at the latest, and returns what has no answer. A failure is dropped, because
    /// nobody is left to learn of it.
    pub(super) fn release_left<'a>(&self, left: &'a [Left], by: Moment) -> Vec<&'a Left> {
        let votes = self.release_keys(left.iter().map(|(key, entry)| (key, entry)), by);
        for ((_, entry), vote) in left.iter().zip(&votes) {
            self.entries.count_release(entry, vote);
        }
        let is_unanswered =
            |number: usize| !matches!(votes.get(number), Some(Vote::Granted(_) | Vote::Refused));
        let unanswered = left
            .iter()
            .enumerate()
            .filter(|(number, _)| is_unanswered(*number));
        unanswered.map(|(_, left)| left).collect()
    }
}

/// How far the release of one of several names has come.
enum SentRelease {
    /// The answer is known, or is not waited for.
    Answered(bool),
    Awaited {
        key: Vec<u8>,
        is_awaited: bool,
    },
}

impl SentRelease {
    fn key(&self) -> Option<&Vec<u8>> {
        match self {
            Self::Awaited { key, .. } => Some(key),
            Self::Answered(_) => None,
        }
    }
}

/// A key, and what its lock set knew of it.
pub(super) type Left = (Vec<u8>, LockEntry);
