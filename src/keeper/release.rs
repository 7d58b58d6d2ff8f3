//! How an owner gives its locks back: one, the one of a section, all of them,
//! and what is left when its object or its request has come to an end.
//!
//! The release of a fixed lease is asked about whatever our own clock says of it: a
//! token that nobody relies upon may still keep its name shut. The loss of a renewed
//! one is final. It never touches what another owner holds. A part of `owner`; called
//! by `php` and `keeper`.

use std::collections::HashSet;
use std::sync::Arc;

use super::entries::{Entry, State};
use super::owner::Owner;
use super::renewal::Renewal;
use crate::clock::Moment;
use crate::error::Error;
use crate::lock;
use crate::quorum::Vote;
use crate::stats::{self, Counter};
use crate::token::Token;

impl Owner {
    /// Gives `name` back. `true`: it was this object's until now.
    pub(crate) fn unlock(&self, name: &[u8]) -> Result<bool, Error> {
        match self.entries.get(name).filter(may_be_given_back) {
            Some(entry) => self.unlock_entry(name, &entry),
            None => Ok(false),
        }
    }

    fn unlock_entry(&self, name: &[u8], entry: &Entry) -> Result<bool, Error> {
        if self.ends_as_loss(name, entry) {
            return Ok(false);
        }
        let key = self.key(name);
        self.stop_renewing(entry);
        let owned = entry.owned(&key, self.clock.now());
        let vote = lock::release(&*self.node, self.clock, owned);
        match self.judge(name, entry, vote) {
            Judged::Done(was_mine) => {
                self.entries.forget(name, &entry.token);
                Ok(was_mine)
            }
            Judged::Later => Ok(false),
            Judged::Unknown(error) => Err(error),
        }
    }

    /// The ownership that a `lock()` has just got, for [`Self::end_section`].
    pub(crate) fn begin_section(&self, name: &[u8]) -> Option<Token> {
        self.entries.get(name).map(|entry| entry.token)
    }

    /// Gives back what [`Self::begin_section`] named, and only that: another
    /// ownership of `name` that has come since stays as it is. `false`: it was
    /// lost meanwhile. A server that cannot be asked now does not make a loss
    /// of what our own clock proves; the token is released later.
    pub(crate) fn end_section(&self, name: &[u8], token: Option<&Token>) -> bool {
        let entry = self.entries.get(name);
        let Some(entry) = entry.filter(|entry| Some(&entry.token) == token) else {
            return false;
        };
        let proved = entry.lease_at(self.clock.now()).is_some();
        self.unlock_entry(name, &entry).unwrap_or(proved)
    }

    /// Gives everything back, in one pipeline. `true`: all that was held was
    /// this object's until now.
    ///
    /// # Errors
    /// The first failure, after every name was tried.
    pub(crate) fn unlock_all(&self) -> Result<bool, Error> {
        let mut entries = self.entries.wanted(may_be_given_back);
        let before = entries.len();
        entries.retain(|(name, entry)| !self.ends_as_loss(name, entry));
        let keys: Vec<_> = entries.iter().map(|(name, _)| self.key(name)).collect();
        let with_key = keys.iter().zip(&entries);
        let left = with_key.map(|(key, (_, entry))| {
            self.stop_renewing(entry);
            (key.as_slice(), entry)
        });
        let votes = self.release(left, Moment::NEVER);
        let mut all = !self.entries.dropped_some() && entries.len() == before;
        let mut failure = None;
        let mut done = HashSet::new();
        for ((name, entry), vote) in entries.iter().zip(votes) {
            match self.judge(name, entry, vote) {
                Judged::Done(was_mine) => {
                    // What was never known to be held cannot be lost.
                    all &= was_mine || !entry.is_held();
                    done.insert(entry.token.as_bytes());
                }
                Judged::Later => all = false,
                Judged::Unknown(error) => failure = failure.or(Some(error)),
            }
        }
        let keep = |entry: &Entry| !done.contains(entry.token.as_bytes());
        self.entries.retain(keep);
        failure.map_or(Ok(all), Err)
    }

    /// Releases keys that are not renewed any more.
    fn release<'a>(
        &self,
        left: impl Iterator<Item = (&'a [u8], &'a Entry)>,
        by: Moment,
    ) -> Vec<Vote> {
        let now = self.clock.now();
        let owned: Vec<_> = left.map(|(key, entry)| entry.owned(key, now)).collect();
        lock::release_all(&*self.node, self.clock, &owned, by)
    }

    /// Ends a renewed lease that was lost, and says whether it was one: that is final,
    /// and known without asking, whatever the server still has. Its token is released
    /// later.
    fn ends_as_loss(&self, name: &[u8], entry: &Entry) -> bool {
        let is_lost = |renewal: &&Arc<Renewal>| renewal.valid_at(self.clock.now()).is_none();
        let Some(renewal) = entry.renewal().filter(is_lost) else {
            return false;
        };
        self.stop_renewing(entry);
        // By the answer of the call that asks.
        renewal.mark_told();
        self.entries.count_end(name, &entry.token, &stats::LOST);
        let gone_by = renewal.gone_by();
        self.entries
            .put(name, &entry.token, State::Lost { gone_by });
        true
    }

    /// What the vote on a release means.
    fn judge(&self, name: &[u8], entry: &Entry, vote: Vote) -> Judged {
        match vote {
            Vote::Granted(_) | Vote::Refused => {
                self.count_end(entry, &vote);
                Judged::Done(matches!(vote, Vote::Granted(_)))
            }
            Vote::Unknown(_) if self.has_run_out(entry) => {
                // Of a renewed one this very answer tells.
                if !self.ends_as_loss(name, entry) {
                    self.entries.count_end(name, &entry.token, &stats::LOST);
                }
                Judged::Later
            }
            Vote::Unknown(unavailable) => {
                let unsure = State::Unsure { from: None };
                self.entries.put(name, &entry.token, unsure);
                Judged::Unknown(unavailable.into())
            }
        }
    }

    /// Counts the end of an entry that was just read and is not kept.
    pub(super) fn count_end(&self, entry: &Entry, vote: &Vote) {
        if let Some(how) = self.end(entry, vote) {
            entry.count_end(how);
        }
    }

    /// How the lease of an entry has ended, as the vote on its release says.
    pub(super) fn end(&self, entry: &Entry, vote: &Vote) -> Option<&'static Counter> {
        match vote {
            Vote::Granted(_) => Some(&stats::RELEASED),
            // Where a release was never answered, that one may have done it.
            Vote::Refused => entry.is_held().then_some(&stats::LOST),
            Vote::Unknown(_) => self.has_run_out(entry).then_some(&stats::LOST),
        }
    }

    fn has_run_out(&self, entry: &Entry) -> bool {
        entry.is_held() && entry.lease_at(self.clock.now()).is_none()
    }

    /// Takes what is left to let go out of the entries. Nothing is renewed any more: what
    /// lives on runs out.
    pub(super) fn take_left(&self) -> Vec<Left> {
        for (_, entry) in self.entries.wanted(Entry::is_held) {
            self.stop_renewing(&entry);
        }
        let all = self.options.auto_release;
        let left = self.entries.wanted(|entry| all || !entry.is_held());
        self.entries.clear();
        let left = left.into_iter();
        left.map(|(name, entry)| (self.key(&name), entry)).collect()
    }

    /// Releases what is left, by `by` at the latest. The object has died or its
    /// request is over, so nobody is there to be told of a failure.
    pub(super) fn let_go(&self, left: &[Left], by: Moment) {
        let with_key = left.iter().map(|(key, entry)| (key.as_slice(), entry));
        let votes = self.release(with_key, by);
        for ((_, entry), vote) in left.iter().zip(votes) {
            self.count_end(entry, &vote);
        }
    }
}

/// A key, and what its owner knew of it.
pub(super) type Left = (Vec<u8>, Entry);

/// What `unlock` is about: not a token whose loss an earlier one has told, nor that of
/// a `lock()` that has not returned.
fn may_be_given_back(entry: &Entry) -> bool {
    entry.may_be_released() && !entry.is_lost()
}

/// What came of a release.
enum Judged {
    /// The server's word: whether it was ours until now.
    Done(bool),
    /// It ran out by our own clock, so it is lost whatever the server would
    /// say. The entry stays, for its token to be released later.
    Later,
    /// It may be held still.
    Unknown(Error),
}
