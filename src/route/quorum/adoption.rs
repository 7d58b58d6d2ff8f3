//! The adoption of a detached token, as a state machine: look, adopt at the first server, then at the rest.
//!
//! If several processes adopted one token at all servers at once, each might get some of them and none a majority. So
//! each of them first asks the first server in the order of the key that has the token, and only the one that gets it
//! there goes on. If that server is not the first one that answers, somebody may be collecting the servers at this
//! moment, so it counts only when a second look finds the same. The machine is pure, and `quorum` drives it.

use std::collections::{BTreeMap, BTreeSet};

use super::round::{Enough, Round};
use super::tally::{Answers, Heard, Majority, Tally, Verdict};
use crate::protocol::mutex::among::{Ask, Statement};
use crate::store::{Fence, Holder};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::route) enum AdoptionStep {
    Ask(Round),
    /// Rest for about the time of a round.
    Rest,
    /// Rest for as long as a slow server is waited for.
    RestLong,
    /// These servers have granted the lease.
    Won(BTreeMap<usize, Fence>),
    /// The detached token does not have the lock.
    Refused,
    /// Nobody knows.
    Missing,
}

pub(in crate::route) struct Adoption {
    of: Majority,
    order: Vec<usize>,
    from: Vec<u8>,
    to: Vec<u8>,
    /// The servers that had one of the two tokens at the last look.
    seen: Vec<usize>,
    has: BTreeMap<usize, Fence>,
    may_have: BTreeSet<usize>,
    looks: u8,
    /// The server that is asked alone.
    first: Option<usize>,
}

/// The number of looks of one call.
const MOST_LOOKS: u8 = 8;

impl Adoption {
    pub(in crate::route) fn new(of: Majority, order: Vec<usize>, from: &[u8], to: &[u8]) -> Self {
        Self {
            of,
            order,
            from: from.to_vec(),
            to: to.to_vec(),
            seen: Vec::new(),
            has: BTreeMap::new(),
            may_have: BTreeSet::new(),
            looks: 0,
            first: None,
        }
    }

    /// Returns the round that looks. `usable`, here and below, are the servers that can be asked now.
    pub(in crate::route) fn look(&self, usable: &[usize]) -> Round {
        let servers = usable.iter().copied();
        Round::to(servers, &Ask::Look, Enough::All, self.of.needed)
    }

    /// Returns the step behind the answers to a round.
    pub(in crate::route) fn heard(
        &mut self,
        heard: &Answers,
        usable: &[usize],
        is_late: bool,
    ) -> AdoptionStep {
        match self.first.take() {
            None if self.has.is_empty() => self.looked(heard, is_late),
            None => self.collected(heard),
            Some(first) => {
                self.note(heard);
                if !self.has.contains_key(&first) {
                    return self.again(is_late);
                }
                let others = usable.iter().filter(|it| **it != first);
                let enough = Enough::rest(self.of, 1);
                let answers = self.of.needed - 1;
                AdoptionStep::Ask(Round::to(others.copied(), &self.adopt(), enough, answers))
            }
        }
    }

    fn adopt(&self) -> Ask {
        Ask::Adopt(self.from.clone())
    }

    /// Returns the servers that may have granted the lease, which are those that did not say no.
    pub(in crate::route) fn may_have(&self) -> Vec<usize> {
        self.may_have.iter().copied().collect()
    }

    fn note(&mut self, heard: &Answers) {
        let may_have = heard.iter().filter(|(_, answer)| !answer.is_no());
        self.may_have.extend(may_have.map(|(server, _)| *server));
        for (server, answer) in heard {
            if let Some(Statement::Yes { fence, .. }) = answer.said() {
                self.has.insert(*server, *fence);
            }
        }
    }

    fn again(&mut self, is_late: bool) -> AdoptionStep {
        self.looks += 1;
        if is_late || self.looks == MOST_LOOKS {
            return AdoptionStep::Missing;
        }
        AdoptionStep::Rest
    }

    fn looked(&mut self, heard: &Answers, is_late: bool) -> AdoptionStep {
        let holder =
            |(server, answer): &(usize, Heard)| Some((*server, answer.said()?.holder()?.clone()));
        let holders: BTreeMap<_, _> = heard.iter().filter_map(holder).collect();
        let has = |holder: &Holder| match holder {
            Holder::Token(token) => *token == self.from || *token == self.to,
            _ => false,
        };
        let in_order = |server: &&usize| holders.contains_key(server);
        let known: Vec<_> = self.order.iter().filter(in_order).copied().collect();
        let is_old = |server: &&usize| holders.get(server).is_some_and(has);
        let old: Vec<_> = known.iter().filter(is_old).copied().collect();
        let unknown = self.of.servers - known.len();
        if old.len() + unknown < self.of.needed {
            return AdoptionStep::Refused;
        }
        let (Some(first), Some(first_old)) = (known.first(), old.first().copied()) else {
            return AdoptionStep::Missing;
        };
        if known.len() < self.of.needed {
            return AdoptionStep::Missing;
        }
        if first_old != *first && self.seen != old {
            self.seen = old;
            return match self.again(is_late) {
                AdoptionStep::Rest => AdoptionStep::RestLong,
                step => step,
            };
        }
        self.first = Some(first_old);
        AdoptionStep::Ask(Round::alone(first_old, self.adopt()))
    }

    /// Returns the outcome behind the answers of the rest.
    fn collected(&mut self, heard: &Answers) -> AdoptionStep {
        self.note(heard);
        let mut tally = Tally::of(heard.iter().map(|(_, heard)| heard));
        tally.granted = self.has.len();
        match tally.verdict(self.of) {
            Some(Verdict::Granted) => AdoptionStep::Won(std::mem::take(&mut self.has)),
            Some(Verdict::Refused) => AdoptionStep::Refused,
            None => AdoptionStep::Missing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[usize] = &[0, 1, 2, 3, 4];

    fn adoption() -> Adoption {
        Adoption::new(Majority::of(5), ALL.to_vec(), b"old", b"mine")
    }

    /// Returns what servers have said: `o` for a look that finds the old token, `m` the new one, `.` nobody, `a` another,
    /// `y` for yes, `n` for no, and `-` for nothing.
    fn heard(from: usize, letters: &str) -> Vec<(usize, Heard)> {
        let answer = |letter| {
            Heard::Answer(match letter {
                'y' => Statement::Yes {
                    fence: Some(3),
                    passed_by: None,
                },
                'n' => Statement::No,
                'o' => Statement::Has(Holder::Token(b"old".into())),
                'm' => Statement::Has(Holder::Token(b"mine".into())),
                'a' => Statement::Has(Holder::Token(b"other".into())),
                '.' => Statement::Has(Holder::Nobody),
                _ => return Heard::Nothing,
            })
        };
        let answers = letters.chars().map(answer).enumerate();
        answers.map(|(at, answer)| (at + from, answer)).collect()
    }

    fn next(adoption: &mut Adoption, from: usize, letters: &str) -> AdoptionStep {
        adoption.heard(&heard(from, letters), ALL, false)
    }

    fn alone(server: usize) -> AdoptionStep {
        AdoptionStep::Ask(Round::alone(server, Ask::Adopt(b"old".into())))
    }

    #[test]
    fn an_adoption_looks_and_asks_the_first_and_then_the_rest() {
        let mut adoption = adoption();
        let round = adoption.look(ALL);
        assert!(round.asks.iter().all(|(_, ask)| *ask == Ask::Look) && round.asks.len() == 5);
        assert_eq!(next(&mut adoption, 0, "ooo-o"), alone(0));
        let AdoptionStep::Ask(rest) = next(&mut adoption, 0, "y") else {
            panic!("no round");
        };
        let servers: Vec<_> = rest.asks.iter().map(|(server, _)| *server).collect();
        assert_eq!(servers, [1, 2, 3, 4]);
        let won = [(0, Some(3)), (1, Some(3)), (4, Some(3))].into();
        assert_eq!(next(&mut adoption, 1, "yn-y"), AdoptionStep::Won(won));
    }

    #[test]
    fn an_adopter_that_does_not_get_the_first_server_takes_no_other() {
        let mut adoption = adoption();
        assert_eq!(next(&mut adoption, 0, "ooooo"), alone(0));
        assert_eq!(next(&mut adoption, 0, "n"), AdoptionStep::Rest);
        assert!(adoption.has.is_empty());
        assert_eq!(next(&mut adoption, 0, "aaaoo"), AdoptionStep::Refused);
    }

    #[test]
    fn another_first_server_counts_at_the_second_look() {
        let mut adoption = adoption();
        assert_eq!(next(&mut adoption, 0, "aoooo"), AdoptionStep::RestLong);
        assert_eq!(next(&mut adoption, 0, "aaooo"), AdoptionStep::RestLong);
        assert_eq!(next(&mut adoption, 0, "aaooo"), alone(2));
    }

    #[test]
    fn a_lock_that_neither_token_can_have_is_refused_and_unknown_servers_count() {
        assert_eq!(next(&mut adoption(), 0, "oo..."), AdoptionStep::Refused);
        assert_eq!(next(&mut adoption(), 0, "m...."), AdoptionStep::Refused);
        assert_eq!(next(&mut adoption(), 0, "oo---"), AdoptionStep::Missing);
        assert_eq!(next(&mut adoption(), 0, "mmo.."), alone(0));
    }

    #[test]
    fn an_adoption_gives_up_after_eight_looks() {
        let mut adoption = adoption();
        let mut looks = 0;
        loop {
            looks += 1;
            assert_eq!(next(&mut adoption, 0, "ooooo"), alone(0));
            match next(&mut adoption, 0, "-") {
                AdoptionStep::Rest => {}
                step => break assert_eq!(step, AdoptionStep::Missing),
            }
        }
        assert_eq!(looks, MOST_LOOKS);
    }
}
