//! The question which locks a majority of the servers has.
//!
//! A lock that a majority has is at one server at least of any so many that are no minority together. So these servers
//! are searched in turn, and all servers are asked about what was found. `quorum` makes the listing.

use std::collections::BTreeSet;
use std::time::Duration;

use super::VotingServers;
use super::round_wait::grace;
use super::tally::Majority;
use crate::clock::Moment;
use crate::error::Unavailable;
use crate::store::{Found, Listing};

/// How far a listing has come.
pub(super) struct QuorumListing<'a, S: VotingServers> {
    servers: &'a S,
    prefix: Vec<u8>,
    pattern: Vec<u8>,
    /// The search at the present server.
    search: Option<(usize, Box<dyn Listing + 'a>)>,
    /// The servers that were searched to the end.
    searched: BTreeSet<usize>,
    /// The servers that were searched, or whose search has failed.
    tried: BTreeSet<usize>,
    /// Whether each search has all of the time, because too few servers have answered within a part of it.
    is_patient: bool,
    /// The keys about which all servers are still to be asked.
    keys: Vec<Vec<u8>>,
}

impl<'a, S: VotingServers> QuorumListing<'a, S> {
    pub(super) fn new(servers: &'a S, prefix: &[u8], pattern: &[u8]) -> Self {
        Self {
            servers,
            prefix: prefix.to_vec(),
            pattern: pattern.to_vec(),
            search: None,
            searched: BTreeSet::new(),
            tried: BTreeSet::new(),
            is_patient: false,
            keys: Vec::new(),
        }
    }

    /// Goes on with the search. Returns whether there was more to search.
    fn search(&mut self, by: Moment) -> Result<bool, Unavailable> {
        let Majority { servers, needed } = self.servers.majority();
        if self.searched.len() > servers - needed {
            return Ok(false);
        }
        let (server, mut search) = match self.search.take() {
            Some(search) => search,
            None => self.next_server()?,
        };
        let brief = grace(self.servers.command_timeout());
        let brief = self.servers.now().after(brief);
        let search_by = if self.is_patient { by } else { by.min(brief) };
        match search.next_round(search_by) {
            Ok(Some(found)) => {
                self.keys = found.into_iter().map(|found| found.key).collect();
                self.search = Some((server, search));
            }
            Ok(None) => {
                self.searched.insert(server);
            }
            // Another server is searched instead, from its beginning.
            Err(_) => {}
        }
        Ok(true)
    }

    /// Returns the next server that is searched.
    fn next_server(&mut self) -> Result<(usize, Box<dyn Listing + 'a>), Unavailable> {
        let Majority { needed, .. } = self.servers.majority();
        let failed = self.tried.len() - self.searched.len();
        let mut left = self.servers.find_usable();
        if self.is_patient && failed >= needed {
            left.clear();
        }
        left.retain(|server| !self.tried.contains(server));
        // A server that owes a reply may be hung, although no round has waited for it yet.
        let is_quick =
            |server: &&usize| !self.servers.is_slow(**server) && self.servers.read_late(**server);
        let quick = left.iter().find(is_quick);
        if let Some(server) = quick.or(left.first()).copied() {
            self.tried.insert(server);
            let search = self.servers.list_at(server, &self.prefix, &self.pattern);
            return Ok((server, search));
        }
        self.tried.clone_from(&self.searched);
        if self.is_patient {
            // The caller may ask for the same round again.
            self.is_patient = false;
            return Err(self.missing());
        }
        self.is_patient = true;
        self.next_server()
    }

    fn missing(&self) -> Unavailable {
        let Majority { servers, needed } = self.servers.majority();
        let since = self.servers.now();
        let failed = (0..servers).filter(|server| !self.searched.contains(server));
        let troubles: Vec<_> = failed
            .map(|server| self.servers.trouble(server, since))
            .collect();
        let what = format!("{} searched", self.searched.len());
        Unavailable::no_majority(&self.servers.name(), &what, needed, &troubles)
    }

    /// Returns what a majority has of these keys.
    fn look_at(&self, keys: &[Vec<u8>], by: Moment) -> Result<Vec<Found>, Unavailable> {
        let Majority { servers, needed } = self.servers.majority();
        let usable = self.servers.find_usable();
        let since = self.servers.now();
        let looked = self.servers.look_at(&usable, keys, by);
        let resting = (0..servers).filter(|server| !usable.contains(server));
        let resting = resting.map(|server| self.servers.trouble(server, since));
        let failed = looked.iter().filter_map(|it| it.as_ref().err().cloned());
        let troubles: Vec<_> = failed.chain(resting).collect();
        let answers: Vec<_> = looked.into_iter().flatten().collect();
        if answers.len() < needed {
            let (name, what) = (self.servers.name(), format!("{} answered", answers.len()));
            return Err(Unavailable::no_majority(&name, &what, needed, &troubles));
        }
        let mut of_servers: Vec<_> = answers.into_iter().map(Vec::into_iter).collect();
        let found = keys.iter().filter_map(|_| {
            let of_key = of_servers.iter_mut().filter_map(|it| it.next().flatten());
            majority_of(of_key.collect(), needed)
        });
        Ok(found.collect())
    }
}

/// Returns the finding of the last server of so many that have the same owner, in the order in which their keys end. `None`:
/// not so many have one owner.
pub(super) fn last_of_majority<T, O: PartialEq>(
    mut found: Vec<T>,
    needed: usize,
    owner: impl Fn(&T) -> O,
    remaining: impl Fn(&T) -> Option<Duration>,
) -> Option<T> {
    let count = |of: &T| found.iter().filter(|it| owner(it) == owner(of)).count();
    let of_majority = owner(found.iter().find(|it| count(it) >= needed)?);
    found.retain(|it| owner(it) == of_majority);
    // A key without an end outlasts all others.
    found.sort_by_key(|it| {
        let remaining = remaining(it);
        std::cmp::Reverse((remaining.is_none(), remaining))
    });
    found.into_iter().nth(needed - 1)
}

/// Returns the lock that so many of these servers have alike: for as long as the last of the majority has it, with the
/// longest queue and the waiter that has waited longest.
fn majority_of(found: Vec<Found>, needed: usize) -> Option<Found> {
    let waiters = found.iter().map(|it| it.waiters).max().unwrap_or_default();
    let oldest = found.iter().filter_map(|it| it.oldest).max();
    let last = last_of_majority(found, needed, |it| it.owner.clone(), |it| it.remaining)?;
    Some(Found {
        waiters,
        oldest,
        ..last
    })
}

impl<S: VotingServers> Listing for QuorumListing<'_, S> {
    fn next_round(&mut self, by: Moment) -> Result<Option<Vec<Found>>, Unavailable> {
        if self.keys.is_empty() {
            return Ok(self.search(by)?.then(Vec::new));
        }
        let found = self.look_at(&self.keys, by)?;
        self.keys.clear();
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(owner: &str, seconds: Option<u64>, waiters: u64) -> Found {
        Found {
            key: b"k".to_vec(),
            shares: 0,
            owner: owner.into(),
            remaining: seconds.map(Duration::from_secs),
            waiters,
            oldest: (waiters > 0).then(|| Duration::from_secs(waiters)),
        }
    }

    #[test]
    fn a_lock_is_what_a_majority_has_alike() {
        let all = || {
            vec![
                found("b", Some(99), 7),
                found("a", Some(3), 0),
                found("a", None, 2),
                found("a", Some(9), 0),
            ]
        };
        assert_eq!(majority_of(all(), 3), Some(found("a", Some(3), 7)));
        assert_eq!(majority_of(all(), 4), None);
        assert_eq!(majority_of(Vec::new(), 3), None);
    }
}
