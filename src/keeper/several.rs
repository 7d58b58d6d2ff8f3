//! How a lock set acquires several names, all of them or none, and releases them after a section of code.
//!
//! The names are acquired in the order of their bytes, and the order that the caller gave does not count. So a call waits
//! for a name only while it has smaller ones, and no circle of calls waits for itself. What a call has so far is renewed, and
//! nobody relies on it before the call returns. Each name is acquired as `acquire` does it, and afterwards is a lock
//! of its own. Called by `php`.

use std::time::Duration;

use super::acquire::{Acquired, LockCall};
use super::entry::{HeldLease, LockEntry, LockState};
use super::lock_set::{Lifetime, LockSet};
use crate::clock::Moment;
use crate::error::{Error, Unavailable};
use crate::lock::{self, Backoff, Budget, Lease};
use crate::store::{HeldBy, LockStore, Vote};
use crate::token::{Token, TokenKind};

/// A call that acquires several locks, and may wait for each.
pub(crate) struct SeveralCall<'a> {
    /// The names in the order of their bytes, each once.
    pub(crate) names: &'a [Vec<u8>],
    pub(crate) lifetime: Lifetime,
    /// The end of all waits together. A deadline that is not in the future is one attempt for each name.
    pub(crate) deadline: Moment,
    /// As [`LockCall::never_stops`], for each of the names.
    pub(crate) never_stops: Option<&'a IsOwn<'a>>,
    pub(crate) sleep: Duration,
    pub(crate) asks_holder: bool,
}

/// Returns whether another object of this thread renews the lock of a name.
type IsOwn<'a> = dyn Fn(&[u8]) -> bool + 'a;

/// What came of a call that acquires several locks.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum AcquiredAll {
    Yes,
    /// None is held, because this one could not be acquired. Who had it, if that was asked for and is known.
    No {
        name: Vec<u8>,
        held_by: Option<HeldBy>,
    },
}

/// What came of one try to gather all names.
enum Gathered {
    All,
    Refused {
        name: Vec<u8>,
        held_by: Option<HeldBy>,
    },
    /// This name was lost before the last one was granted.
    Lost(Vec<u8>),
    /// The deadline came before this name was asked for.
    OutOfTime(Vec<u8>),
    /// The lifetime that the locks shall have was over when the answer came.
    Late(Unavailable),
}

/// A name, and the token that the call has for it.
type Part = (Vec<u8>, Token);

/// The time that a call which has to end at once may take to give back what it has.
const LEAVING: Duration = Duration::from_millis(500);

impl LockSet {
    /// Acquires several locks, all or none.
    ///
    /// # Errors
    /// As [`Self::lock`] for one of the names; none of them is held then.
    pub(crate) fn lock_all(&self, call: &SeveralCall) -> Result<AcquiredAll, Error> {
        for name in call.names {
            self.refuse_unfenced(name)?;
        }
        let refused = |name: &Vec<u8>, held_by| AcquiredAll::No {
            name: name.clone(),
            held_by,
        };
        if let Some(own) = call.names.iter().find(|name| self.refuse_own(name)) {
            return Ok(refused(own, None));
        }
        let (clock, mut backoff, mut late) = (self.clock(), Backoff::default(), None);
        loop {
            match self.gather(call) {
                Ok(Gathered::All) => return Ok(AcquiredAll::Yes),
                Ok(Gathered::Refused { name, held_by }) => return Ok(refused(&name, held_by)),
                Ok(Gathered::Late(why)) => late = Some(why),
                Ok(Gathered::Lost(name)) if call.deadline <= clock.now() => {
                    return Ok(refused(&name, None));
                }
                Ok(Gathered::OutOfTime(name)) if late.is_none() => {
                    return Ok(refused(&name, None));
                }
                Ok(Gathered::Lost(_) | Gathered::OutOfTime(_)) => {}
                // What the process has so far is its parent's.
                Err(Error::Forked) => {
                    clock.begin_anew();
                    continue;
                }
                Err(error) => return Err(error),
            }
            let now = clock.now();
            if call.deadline <= now
                && let Some(why) = late.take()
            {
                return Err(why.into());
            }
            match clock.sleep(now.after(backoff.pause()).min(call.deadline), None) {
                Ok(_) => {}
                Err(Error::Forked) => clock.begin_anew(),
                Err(error) => return Err(error),
            }
        }
    }

    /// Tries once to get all names, and gives back what it has if it does not get all.
    fn gather(&self, call: &SeveralCall) -> Result<Gathered, Error> {
        let clock = self.clock();
        let began_in = clock.generation();
        let mut parts = Vec::with_capacity(call.names.len());
        let outcome = match self.acquire_parts(call, &mut parts) {
            Ok(None) => self.hold(&parts, call),
            Ok(Some(refused)) => Ok(refused),
            Err(error) => Err(error),
        };
        let in_child = |outcome: Result<_, _>| Err(outcome.err().unwrap_or(Error::Forked));
        if clock.generation() != began_in {
            return in_child(outcome);
        }
        if !matches!(outcome, Ok(Gathered::All)) {
            self.give_back(&parts, call, &outcome);
        }
        if clock.generation() != began_in {
            return in_child(outcome);
        }
        outcome
    }

    /// Acquires one name after the other, and adds each to `parts`. Returns why it has not got all.
    fn acquire_parts(
        &self,
        call: &SeveralCall,
        parts: &mut Vec<Part>,
    ) -> Result<Option<Gathered>, Error> {
        for name in call.names {
            let is_own = || call.never_stops.is_some_and(|is_own| is_own(name));
            let part = LockCall {
                name,
                lifetime: Lifetime::Renewed,
                deadline: call.deadline,
                never_stops: call.never_stops.map(|_| &is_own as &dyn Fn() -> bool),
                sleep: call.sleep,
                token: None,
                kind: TokenKind::Lock,
                asks_holder: call.asks_holder,
                is_part: true,
            };
            // Behind the deadline the call may still look at the name that it has waited for, and not begin another one.
            let is_too_late = !parts.is_empty()
                && call.deadline != Moment::PAST
                && call.deadline <= self.clock().now();
            if is_too_late {
                return Ok(Some(Gathered::OutOfTime(name.clone())));
            }
            if let Acquired::No(held_by) = self.try_lock(&part)? {
                let name = name.clone();
                return Ok(Some(Gathered::Refused { name, held_by }));
            }
            match self.entries.get(name) {
                Some(entry) => parts.push((name.clone(), entry.token)),
                None => return Ok(Some(Gathered::Lost(name.clone()))),
            }
        }
        Ok(None)
    }

    /// Returns when a call is over that waits until its deadline: two command timeouts behind it, as for one lock. Each
    /// of several attempts without a wait has its own time.
    fn ends(&self, call: &SeveralCall) -> Moment {
        if call.deadline == Moment::PAST {
            return Moment::NEVER;
        }
        let now = self.clock().now();
        let timeout = self.store.deadline(Moment::NEVER).until(now);
        call.deadline.after(timeout).after(timeout)
    }

    /// Returns the entry of a part that the call still has by our own clock.
    fn part(&self, (name, token): &Part) -> Option<(LockEntry, HeldLease)> {
        let entry = self.entries.of_token(name, token.as_bytes())?;
        let LockState::Gathered(held) = &entry.state else {
            return None;
        };
        let held = held.clone();
        held.renewal.as_ref()?.check(self.clock().now())?;
        Some((entry, held))
    }

    /// Begins to hold all parts, each for the lifetime that the call asks for.
    fn hold(&self, parts: &[Part], call: &SeveralCall) -> Result<Gathered, Error> {
        let mut leases = Vec::with_capacity(parts.len());
        for part in parts {
            let Some((entry, held)) = self.part(part) else {
                return Ok(Gathered::Lost(part.0.clone()));
            };
            if let Lifetime::Fixed(_) = call.lifetime {
                self.entries.leave_renewer_when_answered(&entry)?;
            }
            leases.push(held);
        }
        let leases = match call.lifetime {
            Lifetime::Renewed => leases,
            Lifetime::Fixed(lease) => match self.expire_parts(parts, &leases, lease, call)? {
                Ok(leases) => leases,
                Err(lost) => return Ok(lost),
            },
        };
        // PHP code that ran behind the last answer may have ended the call.
        if let Some(error) = self.clock().cut_off() {
            return Err(error);
        }
        let ends = leases.last().map(|last| self.cap(&last.lease));
        for ((name, token), held) in parts.iter().zip(leases) {
            if let (Some(renewal), Some(ends)) = (&held.renewal, ends) {
                renewal.end_at(ends);
            }
            self.entries.granted(name, token, held);
        }
        Ok(Gathered::All)
    }

    /// Returns the parts with a fixed lease from now on, in one round, or the part that was lost.
    fn expire_parts(
        &self,
        parts: &[Part],
        leases: &[HeldLease],
        lease: Duration,
        call: &SeveralCall,
    ) -> Result<Result<Vec<HeldLease>, Gathered>, Error> {
        let clock = self.clock();
        let keys: Vec<_> = parts.iter().map(|(name, _)| self.key(name)).collect();
        let requests = keys.iter().zip(parts);
        let requests = requests.map(|(key, (_, token))| self.request(key, token, lease));
        let mut budget = Budget::of_wait(call.deadline, self.options.retry_for);
        let requests: Vec<_> = requests.collect();
        let began = clock.now();
        let given = lock::expire_all(&self.store, clock, &requests, &mut budget)?;
        let now = clock.now();
        // A round without an answer is asked again. If its lease was over by then, the server says no because of that lease.
        let is_late = began.after(lease) <= now;
        let mut fixed = Vec::with_capacity(parts.len());
        for ((part, old), (given, request)) in parts
            .iter()
            .zip(leases)
            .zip(given.into_iter().zip(&requests))
        {
            // PHP code may have run in the round.
            let entry = self.entries.of_token(&part.0, part.1.as_bytes());
            let Some(given) = given.filter(|_| entry.is_some()) else {
                return Ok(Err(if is_late && entry.is_some() {
                    Gathered::Late(lock::too_late(&self.store, request))
                } else {
                    Gathered::Lost(part.0.clone())
                }));
            };
            if now >= given.valid_until {
                let why = lock::too_late(&self.store, request);
                return Ok(Err(Gathered::Late(why)));
            }
            fixed.push(HeldLease::fixed(Lease {
                fence: old.lease.fence,
                ..given
            }));
        }
        Ok(Ok(fixed))
    }

    /// Gives back all parts, in one round. What cannot be released now is a leftover.
    fn give_back(&self, parts: &[Part], call: &SeveralCall, why: &Result<Gathered, Error>) {
        let clock = self.clock();
        let now = clock.now();
        let by = match why {
            Err(Error::Interrupted | Error::Refused(_)) => now.after(LEAVING),
            _ => self.store.deadline(self.ends(call).max(now.after(LEAVING))),
        };
        let longest = match call.lifetime {
            Lifetime::Fixed(lease) => lease.max(self.options.lease),
            Lifetime::Renewed => self.options.lease,
        };
        let mut left = Vec::with_capacity(parts.len());
        for (name, token) in parts {
            let entry = self.entries.of_token(name, token.as_bytes());
            if let Some(entry) = entry.filter(LockEntry::is_pending) {
                self.entries.leave_renewer(&entry);
                self.entries
                    .unsure_of_gathered(name, token, self.kept_for(longest));
                left.push((name, self.key(name), entry));
            }
        }
        let began_in = clock.generation();
        let keys = left.iter().map(|(_, key, entry)| (key, entry));
        let votes = self.release_keys(keys, by);
        if clock.generation() != began_in {
            return;
        }
        for ((name, _, entry), vote) in left.iter().zip(votes) {
            if matches!(vote, Vote::Granted(_) | Vote::Refused) {
                self.entries.forget(name, &entry.token);
            }
        }
    }

    /// Returns the tokens that [`Self::lock_all`] has just got, for [`Self::end_sections`].
    pub(crate) fn begin_sections(&self, names: &[Vec<u8>]) -> Vec<Option<Token>> {
        names.iter().map(|name| self.begin_section(name)).collect()
    }

    /// Releases what [`Self::begin_sections`] named, in one round, and leaves another token alone that has got a name
    /// since. Returns the first name that was lost meanwhile. As with [`Self::end_section`], what our own clock proves
    /// is no loss.
    pub(crate) fn end_sections<'a>(
        &self,
        names: &'a [Vec<u8>],
        tokens: &[Option<Token>],
    ) -> Option<&'a [u8]> {
        // A call that has to end releases at once.
        let _occupied: Vec<_> = names.iter().map(|name| self.occupy(name).ok()).collect();
        let now = self.clock().now();
        let of_token = |(name, token): (&'a Vec<u8>, &Option<Token>)| {
            let token = token.as_ref();
            (
                name,
                token.and_then(|it| self.entries.of_token(name, it.as_bytes())),
            )
        };
        let sections: Vec<_> = names.iter().zip(tokens).map(of_token).collect();
        let own = sections
            .iter()
            .filter_map(|(name, entry)| Some(((*name).clone(), entry.clone()?)));
        let own: Vec<_> = own.collect();
        let is_proved = own.iter().map(|(_, it)| it.valid_lease(now).is_some());
        let is_proved: Vec<_> = is_proved.collect();
        let mut kept = match self.release_several(&own, true) {
            Ok(answers) => {
                let answers = answers.into_iter().zip(is_proved);
                answers
                    .map(|(it, is_proved)| it.unwrap_or(is_proved))
                    .collect()
            }
            Err(_) => is_proved,
        }
        .into_iter();
        let mut is_lost = |entry: &Option<LockEntry>| entry.is_none() || kept.next() != Some(true);
        let mut sections = sections.into_iter();
        let lost = sections.find_map(|(name, entry)| is_lost(&entry).then_some(name));
        lost.map(Vec::as_slice)
    }
}
