//! How an owner gives its locks back: one, the one of a section, all of them,
//! and what is left when its object or its request has come to an end.
//!
//! A release is asked about whatever our own clock says of the lease: a token
//! that nobody relies upon may still keep its name shut. It never touches what
//! another owner holds. The other half of `owner`; called by `php` and `keeper`.

use std::collections::HashSet;

use super::entries::{Entry, State};
use super::owner::Owner;
use crate::clock::Moment;
use crate::error::Error;
use crate::lock;
use crate::quorum::Vote;
use crate::token::Token;

impl Owner {
    /// Gives `name` back. `true`: it was this object's until now.
    pub(crate) fn unlock(&self, name: &[u8]) -> Result<bool, Error> {
        match self.entries.get(name).filter(Entry::may_be_released) {
            Some(entry) => self.unlock_entry(name, &entry),
            None => Ok(false),
        }
    }

    fn unlock_entry(&self, name: &[u8], entry: &Entry) -> Result<bool, Error> {
        let key = self.key(name);
        let vote = lock::release(&*self.node, self.clock, entry.owned(&key));
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

    /// Gives everything back, in one command. `true`: all that was held was
    /// this object's until now.
    ///
    /// # Errors
    /// The first failure, after every name was tried.
    pub(crate) fn unlock_all(&self) -> Result<bool, Error> {
        let entries = self.entries.wanted(Entry::may_be_released);
        let votes = self.release(&entries, Moment::NEVER);
        let mut all = !self.entries.dropped_some();
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

    /// Releases entries, all in one command.
    fn release(&self, entries: &[(Vec<u8>, Entry)], by: Moment) -> Vec<Vote> {
        if entries.is_empty() {
            return Vec::new();
        }
        let keys: Vec<_> = entries.iter().map(|(name, _)| self.key(name)).collect();
        let with_key = keys.iter().zip(entries);
        let owned: Vec<_> = with_key.map(|(key, (_, entry))| entry.owned(key)).collect();
        lock::release_all(&*self.node, self.clock, &owned, by)
    }

    /// What the vote on a release means.
    fn judge(&self, name: &[u8], entry: &Entry, vote: Vote) -> Judged {
        match vote {
            Vote::Granted(_) => Judged::Done(true),
            Vote::Refused => Judged::Done(false),
            Vote::Unknown(_) if entry.is_held() && entry.lease_at(self.clock.now()).is_none() => {
                Judged::Later
            }
            Vote::Unknown(unavailable) => {
                let unsure = State::Unsure { from: None };
                self.entries.put(name, &entry.token, unsure);
                Judged::Unknown(unavailable.into())
            }
        }
    }

    /// Whether something is left to let go.
    pub(super) fn has_left(&self) -> bool {
        !self.left().is_empty()
    }

    fn left(&self) -> Vec<(Vec<u8>, Entry)> {
        let options = &self.options;
        self.entries
            .wanted(|entry| options.auto_release || !entry.is_held())
    }

    /// Releases what is left, by `by` at the latest. The object has died or its
    /// request is over, so nobody is there to be told of a failure.
    pub(super) fn let_go(&self, by: Moment) {
        let left = self.left();
        self.entries.clear();
        if self.clock.now() < by {
            self.release(&left, by);
        }
    }
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
