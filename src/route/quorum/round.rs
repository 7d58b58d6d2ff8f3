//! A round as a value: what each server is asked, and which answers are enough.
//!
//! This file is pure. `attempt`, `lead` and `adoption` make rounds, and the servers of [`super::VotingServers`] ask them.

use super::tally::{Answers, Majority, Tally};
use crate::protocol::mutex::among::Ask;

/// What several servers are asked at once about one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::route) struct Round {
    /// The questions, each with the number of its server.
    pub(in crate::route) asks: Vec<(usize, Ask)>,
    pub(in crate::route) enough: Enough,
    /// The number of answers that are a majority, together with what is known already.
    pub(in crate::route) answers: usize,
}

/// The servers that can be asked now.
#[derive(Debug, Clone, Copy)]
pub(in crate::route) struct Usable<'a> {
    pub(in crate::route) all: &'a [usize],
    /// Those that are not slow, or all if every one is.
    pub(in crate::route) quick: &'a [usize],
}

/// The answers that end a round before every server that is not slow has answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::route) enum Enough {
    /// So many grants, or so many refusals and no grant.
    Votes { granted: usize, refused: usize },
    /// The answer of this server and of a majority, so that an outage is noticed.
    Server(usize),
    /// The answer of the one server that is asked, for which nobody waits longer than for a slow one.
    Alone,
    /// As many as come.
    All,
}

impl Round {
    /// Returns the round that asks these servers the same.
    pub(in crate::route) fn to(
        servers: impl IntoIterator<Item = usize>,
        ask: &Ask,
        enough: Enough,
        answers: usize,
    ) -> Self {
        let asks = servers.into_iter().map(|server| (server, ask.clone()));
        Self {
            asks: asks.collect(),
            enough,
            answers,
        }
    }

    /// Returns the round that asks one server alone.
    pub(in crate::route) fn alone(server: usize, ask: Ask) -> Self {
        Self {
            asks: vec![(server, ask)],
            enough: Enough::Alone,
            answers: 1,
        }
    }
}

impl Enough {
    /// Returns what ends a round whose majority decides.
    pub(in crate::route) fn majority(of: Majority) -> Self {
        Self::Votes {
            granted: of.needed,
            refused: of.needed,
        }
    }

    /// Returns what ends a round for the rest, behind so many grants.
    pub(in crate::route) fn rest(of: Majority, granted: usize) -> Self {
        Self::Votes {
            granted: of.needed.saturating_sub(granted),
            refused: usize::MAX,
        }
    }

    /// Returns whether these answers are enough. `answers`: how many are a majority.
    pub(in crate::route) fn is_reached(self, heard: &Answers, answers: usize) -> bool {
        match self {
            Self::Votes { granted, refused } => {
                let tally = Tally::of(heard.iter().map(|(_, heard)| heard));
                tally.granted >= granted || tally.granted == 0 && tally.refused >= refused
            }
            Self::Server(server) => {
                let mut said = heard.iter().filter(|(_, heard)| heard.said().is_some());
                said.clone().count() >= answers && said.any(|(of, _)| *of == server)
            }
            Self::Alone => heard.iter().any(|(_, heard)| heard.said().is_some()),
            Self::All => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::mutex::among::Statement;
    use crate::route::quorum::tally::Heard;

    const YES: Heard = Heard::Answer(Statement::Yes {
        fence: None,
        passed_by: None,
    });
    const NO: Heard = Heard::Answer(Statement::No);

    fn is_reached(enough: Enough, heard: &[Heard]) -> bool {
        let heard: Vec<_> = heard.iter().cloned().enumerate().collect();
        enough.is_reached(&heard, 3)
    }

    #[test]
    fn a_majority_of_yes_is_enough_and_one_of_no_only_without_a_yes() {
        let enough = Enough::majority(Majority::of(5));
        assert!(!is_reached(enough, &[YES, YES, NO, Heard::Nothing, NO]));
        assert!(is_reached(enough, &[YES, YES, NO, Heard::Nothing, YES]));
        assert!(is_reached(enough, &[NO, NO, Heard::Nothing, NO]));
        assert!(!is_reached(enough, &[NO, NO, YES, NO, NO]));
    }

    #[test]
    fn the_rest_is_enough_when_the_grants_are_a_majority_together() {
        let enough = Enough::rest(Majority::of(5), 1);
        assert!(!is_reached(enough, &[NO, NO, NO, YES]));
        assert!(is_reached(enough, &[YES, NO, NO, YES]));
    }

    #[test]
    fn a_server_is_enough_together_with_a_majority() {
        let enough = Enough::Server(1);
        assert!(!is_reached(enough, &[NO, NO]));
        assert!(!is_reached(enough, &[NO, Heard::Nothing, NO, NO]));
        assert!(is_reached(enough, &[NO, YES, Heard::Nothing, NO]));
        assert!(is_reached(Enough::Alone, &[Heard::Nothing, NO]));
        assert!(!is_reached(Enough::Alone, &[Heard::Nothing]));
        assert!(!is_reached(Enough::All, &[YES; 5]));
    }
}
