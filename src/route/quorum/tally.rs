//! What the answers of several servers mean together.
//!
//! This file is pure: it counts answers that others have got, and asks nobody. A server that has not answered counts
//! for every outcome that it could still bring about, so silence is never a yes and never a no. `attempt`, `lead`,
//! `adoption` and `quorum` use it.

use std::collections::BTreeMap;

use crate::error::Unavailable;
use crate::protocol::mutex::among::Statement;
use crate::store::{Fence, Holder};

/// How many servers there are, and how many of them are a majority.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Majority {
    pub(crate) servers: usize,
    pub(crate) needed: usize,
}

impl Majority {
    pub(crate) const fn of(servers: usize) -> Self {
        let needed = servers / 2 + 1;
        Self { servers, needed }
    }
}

/// What came of a question to one server.
#[derive(Debug, Clone)]
pub(crate) enum Heard {
    /// No answer has come, and nobody waits for it any longer. The server may have done what was asked.
    Nothing,
    Answer(Statement),
    /// The server was not reached, or its reply is no answer.
    Trouble(Unavailable),
}

impl Heard {
    pub(crate) fn said(&self) -> Option<&Statement> {
        match self {
            Self::Answer(said) => Some(said),
            Self::Nothing | Self::Trouble(_) => None,
        }
    }

    pub(super) fn is_yes(&self) -> bool {
        self.said().is_some_and(Statement::is_yes)
    }

    pub(super) fn is_no(&self) -> bool {
        self.said().is_some_and(Statement::is_no)
    }
}

/// A question's answers, each with the number of its server.
pub(crate) type Answers = [(usize, Heard)];

/// The numbers of answers of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    pub(crate) granted: usize,
    pub(crate) refused: usize,
}

/// What a majority has said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Granted,
    Refused,
}

impl Tally {
    pub(crate) fn of<'a>(heard: impl IntoIterator<Item = &'a Heard>) -> Self {
        let mut tally = Self::default();
        heard.into_iter().for_each(|heard| tally.add(heard));
        tally
    }

    pub(super) fn add(&mut self, heard: &Heard) {
        self.granted += usize::from(heard.is_yes());
        self.refused += usize::from(heard.is_no());
    }

    /// Returns what a majority of all servers has said, however many have answered.
    pub(crate) fn verdict(self, of: Majority) -> Option<Verdict> {
        if self.granted >= of.needed {
            Some(Verdict::Granted)
        } else if self.refused >= of.needed {
            Some(Verdict::Refused)
        } else {
            None
        }
    }

    /// Returns what the answers say of a release. A server that was asked again may have released the key when it was
    /// asked first, and a server that restarted may have lost it. So while the lease is valid, one yes among the
    /// answers of a majority is enough, unless a majority has said no.
    pub(crate) fn verdict_on_release(self, of: Majority, is_valid: bool) -> Option<Verdict> {
        let has_answers = self.granted + self.refused >= of.needed;
        let is_enough = has_answers && self.granted > 0 && is_valid;
        self.verdict(of).or(is_enough.then_some(Verdict::Granted))
    }
}

/// Returns who has the key, or `None` if the servers that have not answered could still decide that. Nobody has a key
/// of which no token can have a majority any more.
pub(crate) fn holder<'a>(
    known: impl IntoIterator<Item = &'a Holder>,
    of: Majority,
) -> Option<Holder> {
    let mut known: Vec<_> = known.into_iter().collect();
    let unknown = of.servers.saturating_sub(known.len());
    known.retain(|holder| **holder != Holder::Nobody);
    let count = |holder: &Holder| known.iter().filter(|other| **other == holder).count();
    let most = known.iter().max_by_key(|holder| count(holder));
    match most {
        Some(holder) if count(holder) >= of.needed => Some((**holder).clone()),
        Some(holder) if count(holder) + unknown >= of.needed => None,
        None if unknown >= of.needed => None,
        _ => Some(Holder::Nobody),
    }
}

/// Returns the fencing token of a lease that these servers have granted, and whether a majority has it. It is the
/// largest one, because a majority that grants the next lease shares a server with this one.
pub(crate) fn fence(granted: &BTreeMap<usize, Fence>, of: Majority) -> (Fence, bool) {
    let Some(largest) = granted.values().flatten().max().copied() else {
        return (None, true);
    };
    let agreed = granted.values().flatten().filter(|it| **it == largest);
    (Some(largest), agreed.count() >= of.needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(granted: usize, refused: usize) -> Tally {
        Tally { granted, refused }
    }

    #[test]
    fn a_verdict_is_that_of_more_than_half_of_all_servers() {
        for servers in 1..=7 {
            let of = Majority::of(servers);
            assert!(2 * of.needed > servers && 2 * (of.needed - 1) <= servers);
            for granted in 0..=servers {
                for refused in 0..=servers - granted {
                    let unknown = servers - granted - refused;
                    let verdict = tally(granted, refused).verdict(of);
                    let is_granted = 2 * granted > servers;
                    let is_refused = 2 * refused > servers;
                    assert_eq!(verdict == Some(Verdict::Granted), is_granted);
                    assert_eq!(verdict == Some(Verdict::Refused), is_refused);
                    // No answer of the silent servers changes a verdict.
                    for late in 0..=unknown {
                        let later = tally(granted + late, refused + unknown - late);
                        assert!(verdict.is_none() || later.verdict(of) == verdict);
                    }
                }
            }
        }
    }

    #[test]
    fn two_tokens_never_have_a_majority_at_once() {
        for servers in 1..=7 {
            let of = Majority::of(servers);
            for granted in 0..=servers {
                for others in 0..=servers - granted {
                    let both = [granted, others].map(|count| tally(count, 0).verdict(of));
                    assert!(both.contains(&None));
                }
            }
        }
    }

    #[test]
    fn a_release_is_done_if_one_of_a_majority_had_the_key_while_the_lease_is_valid() {
        for servers in 1..=7 {
            let of = Majority::of(servers);
            for granted in 0..=servers {
                for refused in 0..=servers - granted {
                    let tally = tally(granted, refused);
                    let valid = tally.verdict_on_release(of, true);
                    let expected = match (granted, granted + refused >= of.needed) {
                        _ if refused >= of.needed => Some(Verdict::Refused),
                        (1.., true) => Some(Verdict::Granted),
                        _ => None,
                    };
                    assert_eq!(valid, expected, "{tally:?} of {servers}");
                    assert_eq!(tally.verdict_on_release(of, false), tally.verdict(of));
                }
            }
        }
    }

    /// Returns every list of what so many servers may say, of which the first `tokens` letters are tokens.
    fn all_looks(servers: usize) -> Vec<Vec<Option<Holder>>> {
        let says = [
            None,
            Some(Holder::Nobody),
            Some(Holder::Foreign),
            Some(Holder::Token(b"a".to_vec())),
            Some(Holder::Token(b"b".to_vec())),
        ];
        let mut all = vec![Vec::new()];
        for _ in 0..servers {
            let longer = all.iter().flat_map(|list| {
                says.iter().map(move |said| {
                    let mut list: Vec<_> = list.clone();
                    list.push(said.clone());
                    list
                })
            });
            all = longer.collect();
        }
        all
    }

    #[test]
    fn a_holder_is_known_when_nobody_could_change_it_any_more() {
        for servers in [1, 3, 5, 7] {
            let of = Majority::of(servers);
            for looks in all_looks(servers) {
                let known: Vec<_> = looks.iter().flatten().collect();
                let found = holder(known.iter().copied(), of);
                let unknown = servers - known.len();
                // What the silent servers can still make of it.
                let count = |of: &Holder| known.iter().filter(|it| **it == of).count();
                let some = ["a", "b", "c"].map(|it| Holder::Token(it.into()));
                let mut possible: Vec<_> = some.to_vec();
                possible.push(Holder::Foreign);
                possible.retain(|it| count(it) + unknown >= of.needed);
                let certain = possible.iter().find(|it| count(it) >= of.needed);
                let expected = match certain {
                    Some(certain) => Some(certain.clone()),
                    None if possible.is_empty() => Some(Holder::Nobody),
                    None => None,
                };
                assert_eq!(found, expected, "{looks:?}");
            }
        }
    }

    #[test]
    fn the_fence_is_the_largest_one_and_known_at_a_majority() {
        let of = Majority::of(5);
        let granted = |fences: &[i64]| {
            let numbered = fences.iter().enumerate();
            numbered.map(|(at, it)| (at, Some(*it))).collect()
        };
        assert_eq!(fence(&granted(&[7, 9, 8]), of), (Some(9), false));
        assert_eq!(fence(&granted(&[9, 9, 8]), of), (Some(9), false));
        assert_eq!(fence(&granted(&[9, 9, 8, 9]), of), (Some(9), true));
        let without = BTreeMap::from([(0, None), (1, None), (2, None)]);
        assert_eq!(fence(&without, of), (None, true));
    }
}
