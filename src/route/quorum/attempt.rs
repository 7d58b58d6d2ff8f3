//! One attempt to get a majority of the servers at once, and the way out of a split vote, as a state machine.
//!
//! An answer goes in, and the next step comes out. If several tokens ask at the same moment, each of them may get some
//! servers and none a majority. The one that has the gate, which is the first server in the order of the key, keeps
//! what it has and asks the others again. Everybody else gives back and looks. A token that is at a server at two
//! looks, and nowhere near a majority, is a *remnant* of a process that died or lost a race: its server is skipped,
//! and the next one in the order is the gate. One look is not enough, because the token of somebody who collects
//! the servers at this moment looks the same. An attempt whose tries are over is refused if its last look or question
//! found others at too many servers, whoever gets the lock in the end. The machine asks nobody, knows no time and draws
//! no random numbers. `quorum` drives it.

use std::collections::{BTreeMap, BTreeSet};

use super::round::{Enough, Round, Usable};
use super::tally::{Answers, Heard, Majority, Tally, holder};
use crate::protocol::mutex::among::{Ask, Statement};
use crate::store::{Fence, Holder, Ticket};

/// The next step of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::route) enum AttemptStep {
    Ask(Round),
    /// Give back what these servers may have granted, and wait for no answer.
    GiveBack(Vec<usize>),
    /// Rest for about the time of a round, doubled so many times, so that two attempts do not go on meeting.
    Rest {
        doublings: u32,
        /// Whether a look follows. Another process needs time to show that it is alive.
        is_before_look: bool,
    },
    Done(AttemptOutcome),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::route) enum AttemptOutcome {
    /// These servers have granted the lease.
    Won(BTreeMap<usize, Fence>),
    /// Another token has the lock.
    Refused,
    /// Nobody knows.
    Missing,
}

/// The past of the token that asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::route) struct Past {
    pub(in crate::route) token: Vec<u8>,
    /// Whether the token was sent before.
    pub(in crate::route) was_sent: bool,
    /// The token's place in the queue of a server.
    pub(in crate::route) place: Option<(usize, Ticket)>,
    /// The owner that has passed its keys on to the token.
    pub(in crate::route) passed_by: Option<Vec<u8>>,
}

pub(in crate::route) struct Attempt {
    of: Majority,
    /// The servers in the order of the key.
    order: Vec<usize>,
    past: Past,
    /// The servers that have granted the lease.
    has: BTreeMap<usize, Fence>,
    /// The servers that may have granted it since the token was given back last: those that did not say no.
    may_have: BTreeSet<usize>,
    /// What each server had at the last look, apart from this token.
    seen: BTreeMap<usize, Holder>,
    /// The servers that have a remnant.
    skipped: Vec<usize>,
    /// Whether others had so many servers that no majority was left, at the last look or when the token with the gate
    /// asked for them last.
    is_contended: bool,
    /// Whether a majority has refused the last question.
    was_refused: bool,
    tries: u32,
    stage: AttemptStage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AttemptStage {
    First,
    /// The token has the gate, and asks the other servers.
    Collecting,
    /// The token has the gate, and looks whether the others have a holder each that stays.
    LookingAround,
    Looking,
    /// The token asks the gate alone.
    AtTheGate(usize),
}

/// The number of times that a split vote is looked at, which is more than any burst of processes has needed in the model.
const MOST_TRIES: u32 = 8;
/// The number of tries after which a token with the gate looks at the other servers too.
const QUICK_TRIES: u32 = 3;

impl Attempt {
    pub(in crate::route) fn new(of: Majority, order: Vec<usize>, past: Past) -> Self {
        Self {
            of,
            order,
            past,
            has: BTreeMap::new(),
            may_have: BTreeSet::new(),
            seen: BTreeMap::new(),
            skipped: Vec::new(),
            is_contended: false,
            was_refused: false,
            tries: 0,
            stage: AttemptStage::First,
        }
    }

    /// Returns the first step. `usable`, here and in every other call, are the servers that can be asked now, and the
    /// gate is the first of those that answer quickly.
    pub(in crate::route) fn begin(&self, usable: &Usable) -> AttemptStep {
        let asks = usable
            .all
            .iter()
            .map(|server| (*server, self.first_ask(*server)));
        // The gate may have handed the lock over to a waiter while the others have the key of the owner before, and its
        // answer names that owner. Nobody else learns the name, so a refusal of the others does not end this round.
        let enough = if self.past.was_sent {
            Enough::rest(self.of, 0)
        } else {
            Enough::majority(self.of)
        };
        AttemptStep::Ask(Round {
            asks: asks.collect(),
            enough,
            answers: self.of.needed,
        })
    }

    /// Notes the owner that has passed its keys on, as a wake-up has named it.
    pub(in crate::route) fn passed_by(&mut self, owner: Vec<u8>) {
        self.past.passed_by = Some(owner);
    }

    fn first_ask(&self, server: usize) -> Ask {
        if !self.past.was_sent {
            return Ask::First;
        }
        let place = self.past.place.filter(|(at, _)| *at == server);
        self.ask(place.map(|(_, ticket)| ticket))
    }

    fn ask(&self, ticket: Option<Ticket>) -> Ask {
        let passed_by = self.past.passed_by.clone();
        Ask::Acquire { ticket, passed_by }
    }

    /// Returns the step behind these answers. `is_late`: no time is left to ask again.
    pub(in crate::route) fn heard(
        &mut self,
        heard: &Answers,
        usable: &Usable,
        is_late: bool,
    ) -> AttemptStep {
        match self.stage {
            AttemptStage::Looking => return self.looked(heard, usable, is_late),
            AttemptStage::LookingAround => return self.looked_around(heard, usable, is_late),
            _ => {}
        }
        for (server, answer) in heard {
            if let Some(Statement::Yes { fence, passed_by }) = answer.said() {
                self.has.insert(*server, *fence);
                // The server had handed its key over, and the wake-up was not read.
                if let Some(owner) = passed_by {
                    self.passed_by(owner.clone());
                }
            }
        }
        let tally = Tally::of(heard.iter().map(|(_, answer)| answer));
        self.was_refused = tally.refused >= self.of.needed;
        // A question that time has cut off leaves what the look before it has found.
        let answers = self.has.len() + tally.refused;
        if self.stage == AttemptStage::Collecting && answers >= self.of.needed {
            self.is_contended = self.was_refused;
        }
        let may_have = heard.iter().filter(|(_, answer)| !answer.is_no());
        self.may_have.extend(may_have.map(|(server, _)| *server));
        if self.has.len() >= self.of.needed {
            return AttemptStep::Done(AttemptOutcome::Won(std::mem::take(&mut self.has)));
        }
        match self.stage {
            AttemptStage::First => {
                if tally.granted == 0 && self.was_refused {
                    return self.give_up(AttemptOutcome::Refused);
                }
                self.go_on(usable, is_late)
            }
            AttemptStage::AtTheGate(gate) if self.has.contains_key(&gate) => {
                self.stage = AttemptStage::Collecting;
                AttemptStep::Ask(self.others(usable))
            }
            _ => self.go_on(usable, is_late),
        }
    }

    /// Returns the question to the servers that have granted nothing yet.
    fn others(&self, usable: &Usable) -> Round {
        let others = usable.all.iter().filter(|it| !self.has.contains_key(it));
        let missing = self.of.needed.saturating_sub(self.has.len());
        let enough = Enough::rest(self.of, self.has.len());
        Round::to(others.copied(), &self.ask(None), enough, missing)
    }

    /// Returns the next step of an attempt that has no majority.
    fn go_on(&mut self, usable: &Usable, is_late: bool) -> AttemptStep {
        // The token with the gate does not end with a look that left a majority possible.
        let may_ask_once_more = self.stage == AttemptStage::LookingAround && !self.is_contended;
        if is_late || self.tries >= MOST_TRIES && !may_ask_once_more {
            return self.give_up(if self.is_contended {
                AttemptOutcome::Refused
            } else {
                AttemptOutcome::Missing
            });
        }
        self.tries += 1;
        let gate = self.gate(usable.quick);
        let keeps = gate.is_some_and(|gate| self.has.contains_key(&gate));
        if keeps {
            let looks = self.was_refused || self.tries > QUICK_TRIES;
            self.stage = if looks && self.stage == AttemptStage::Collecting {
                AttemptStage::LookingAround
            } else {
                AttemptStage::Collecting
            };
            return self.rest();
        }
        self.stage = AttemptStage::Looking;
        self.has.clear();
        match self.take_back() {
            nothing if nothing.is_empty() => self.rest(),
            may_have => AttemptStep::GiveBack(may_have),
        }
    }

    /// Returns the rest before the next round, also after [`AttemptStep::GiveBack`].
    pub(in crate::route) fn rest(&self) -> AttemptStep {
        AttemptStep::Rest {
            doublings: self.tries.saturating_sub(1),
            is_before_look: self.stage != AttemptStage::Collecting,
        }
    }

    /// Takes the servers out that may have granted the lease since the token was given back last. At the end of an
    /// attempt that has not won, its driver gives the token back there.
    pub(in crate::route) fn take_back(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.may_have).into_iter().collect()
    }

    /// Returns the step after [`AttemptStep::Rest`].
    pub(in crate::route) fn rested(&self, usable: &Usable) -> AttemptStep {
        AttemptStep::Ask(if self.stage == AttemptStage::Collecting {
            self.others(usable)
        } else {
            let servers = usable.all.iter().copied();
            Round::to(servers, &Ask::Look, Enough::All, self.of.needed)
        })
    }

    /// Returns the step behind a look of the token that has the gate. Another token may have got a majority without the
    /// gate. If a majority has the same tokens at two looks, the lock is held, although by nobody alone.
    fn looked_around(&mut self, heard: &Answers, usable: &Usable, is_late: bool) -> AttemptStep {
        let holders = self.holders(heard);
        self.skipped = self.find_remnants(&holders);
        let decided = holder(holders.values(), self.of);
        let is_held = decided.is_some_and(|holder| holder != Holder::Nobody);
        if is_held || self.skipped.len() >= self.of.needed {
            return self.give_up(AttemptOutcome::Refused);
        }
        self.go_on(usable, is_late)
    }

    /// Returns the step behind a look.
    fn looked(&mut self, heard: &Answers, usable: &Usable, is_late: bool) -> AttemptStep {
        let holders = self.holders(heard);
        if holders.len() < self.of.needed {
            return self.give_up(AttemptOutcome::Missing);
        }
        let decided = holder(holders.values(), self.of);
        if decided.is_some_and(|holder| holder != Holder::Nobody) {
            return self.give_up(AttemptOutcome::Refused);
        }
        self.skipped = self.find_remnants(&holders);
        if self.skipped.len() >= self.of.needed {
            return self.give_up(AttemptOutcome::Refused);
        }
        let known: Vec<_> = holders.keys().copied().collect();
        let gate = self.gate(&known);
        // Without the servers of the remnants there may be no majority. To take one of the others would only keep it
        // from a process that was not able to run for a while, whose token looks like a remnant.
        let is_left = known.len() - self.skipped.len() >= self.of.needed;
        match gate.filter(|gate| is_left && !self.seen.contains_key(gate)) {
            Some(gate) if !is_late => {
                self.stage = AttemptStage::AtTheGate(gate);
                AttemptStep::Ask(Round::alone(gate, self.ask(None)))
            }
            _ => self.go_on(usable, is_late),
        }
    }

    /// Returns who has each server that has answered a look: nobody in place of this token, whose request may have been
    /// executed late.
    fn holders(&self, heard: &Answers) -> BTreeMap<usize, Holder> {
        let holder = |(server, answer): &(usize, Heard)| match answer.said()?.holder()? {
            Holder::Token(token) if *token == self.past.token => Some((*server, Holder::Nobody)),
            holder => Some((*server, holder.clone())),
        };
        heard.iter().filter_map(holder).collect()
    }

    /// Returns the servers that have the same holder as at the look before, and notes what was seen now.
    fn find_remnants(&mut self, holders: &BTreeMap<usize, Holder>) -> Vec<usize> {
        let taken = holders
            .iter()
            .filter(|(_, holder)| **holder != Holder::Nobody);
        let seen: BTreeMap<_, _> = taken.map(|(at, holder)| (*at, holder.clone())).collect();
        let is_remnant = |(at, holder): &(&usize, &Holder)| self.seen.get(at) == Some(*holder);
        let remnants = seen.iter().filter(is_remnant).map(|(at, _)| *at).collect();
        let is_known = holders.len() >= self.of.needed;
        self.is_contended = is_known && self.of.servers - seen.len() < self.of.needed;
        self.seen = seen;
        remnants
    }

    /// Returns the first of these servers in the order of the key that has no remnant.
    fn gate(&self, servers: &[usize]) -> Option<usize> {
        let may_be = |server: &usize| servers.contains(server) && !self.skipped.contains(server);
        self.order.iter().copied().find(may_be)
    }

    fn give_up(&mut self, outcome: AttemptOutcome) -> AttemptStep {
        self.has.clear();
        AttemptStep::Done(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[usize] = &[0, 1, 2, 3, 4];
    const USABLE: &Usable = &Usable {
        all: ALL,
        quick: ALL,
    };

    fn usable(all: &[usize]) -> Usable<'_> {
        Usable { all, quick: all }
    }

    fn attempt() -> Attempt {
        let past = Past {
            token: b"mine".into(),
            ..Past::default()
        };
        Attempt::new(Majority::of(5), ALL.to_vec(), past)
    }

    /// Returns what servers have said: a letter for each server, which is `y` for yes, `n` for no, `-` for nothing, `.`
    /// for a look that finds nobody, and any other for a look that finds this token, of which `m` is the own one.
    fn heard(letters: &str) -> Vec<(usize, Heard)> {
        let answer = |letter| {
            Heard::Answer(match letter {
                'y' => Statement::Yes {
                    fence: None,
                    passed_by: None,
                },
                'n' => Statement::No,
                '-' => return Heard::Nothing,
                '.' => Statement::Has(Holder::Nobody),
                'm' => Statement::Has(Holder::Token(b"mine".into())),
                other => Statement::Has(Holder::Token(other.to_string().into())),
            })
        };
        letters.chars().map(answer).enumerate().collect()
    }

    fn next(attempt: &mut Attempt, letters: &str) -> AttemptStep {
        attempt.heard(&heard(letters), USABLE, false)
    }

    /// Returns the step behind the rest before a round.
    fn rested(attempt: &mut Attempt, step: &AttemptStep) -> Round {
        assert!(
            matches!(step, AttemptStep::Rest { .. } | AttemptStep::GiveBack(_)),
            "{step:?}"
        );
        match attempt.rested(USABLE) {
            AttemptStep::Ask(round) => round,
            other => panic!("{other:?}"),
        }
    }

    fn asked(round: &Round) -> Vec<usize> {
        round.asks.iter().map(|(server, _)| *server).collect()
    }

    fn is_look(round: &Round) -> bool {
        round.asks.iter().all(|(_, ask)| *ask == Ask::Look)
    }

    fn granted(servers: &[usize]) -> AttemptStep {
        let granted = servers.iter().map(|server| (*server, None)).collect();
        AttemptStep::Done(AttemptOutcome::Won(granted))
    }

    #[test]
    fn a_majority_of_the_first_round_wins_or_refuses() {
        let AttemptStep::Ask(round) = attempt().begin(&usable(&[0, 2, 4])) else {
            panic!("no round");
        };
        assert_eq!(round.asks, [0, 2, 4].map(|server| (server, Ask::First)));
        assert_eq!(next(&mut attempt(), "yn-yy"), granted(&[0, 3, 4]));
        let mut refused = attempt();
        let step = next(&mut refused, "n-nn-");
        assert_eq!(step, AttemptStep::Done(AttemptOutcome::Refused));
        // Those that have not said no may have granted it.
        assert_eq!(refused.take_back(), [1, 4]);
    }

    #[test]
    fn the_token_with_the_gate_keeps_what_it_has() {
        let mut attempt = attempt();
        let step = next(&mut attempt, "ynnny");
        let round = rested(&mut attempt, &step);
        assert_eq!(asked(&round), [1, 2, 3]);
        let again = Ask::Acquire {
            ticket: None,
            passed_by: None,
        };
        assert!(round.asks.iter().all(|(_, ask)| *ask == again));
        let rest: Vec<_> = heard("-y").into_iter().skip(1).collect();
        assert_eq!(attempt.heard(&rest, USABLE, false), granted(&[0, 1, 4]));
    }

    #[test]
    fn everybody_else_gives_back_and_looks_and_takes_a_free_gate_first() {
        let mut attempt = attempt();
        let step = next(&mut attempt, "nyyn-");
        assert_eq!(step, AttemptStep::GiveBack(vec![1, 2, 4]));
        let round = rested(&mut attempt, &step);
        assert!(is_look(&round) && asked(&round) == ALL);
        let step = next(&mut attempt, "..a.m");
        let alone = Ask::Acquire {
            ticket: None,
            passed_by: None,
        };
        assert_eq!(step, AttemptStep::Ask(Round::alone(0, alone)));
        let AttemptStep::Ask(round) = attempt.heard(&heard("y"), USABLE, false) else {
            panic!("no round");
        };
        assert_eq!(asked(&round), [1, 2, 3, 4]);
        let rest: Vec<_> = heard("-yny").into_iter().skip(1).collect();
        assert_eq!(attempt.heard(&rest, USABLE, false), granted(&[0, 1, 3]));
    }

    #[test]
    fn a_remnant_is_skipped_at_the_second_look_and_not_at_the_first() {
        let mut attempt = attempt();
        let step = next(&mut attempt, "nynny");
        assert_eq!(step, AttemptStep::GiveBack(vec![1, 4]));
        rested(&mut attempt, &step);
        // Another token has the gate. It may be collecting the servers at this moment.
        let step = next(&mut attempt, "a....");
        assert!(is_look(&rested(&mut attempt, &step)));
        let step = next(&mut attempt, "a....");
        assert!(matches!(step, AttemptStep::Ask(round) if asked(&round) == [1]));
    }

    #[test]
    fn a_gate_that_changes_hands_is_no_remnant() {
        let mut attempt = attempt();
        let step = next(&mut attempt, "nynny");
        rested(&mut attempt, &step);
        for token in ["a....", "b....", "a...."] {
            let step = next(&mut attempt, token);
            assert!(is_look(&rested(&mut attempt, &step)));
        }
    }

    #[test]
    fn a_look_refuses_if_one_token_has_a_majority_or_several_stay_there() {
        for (first, second) in [
            ("aaa..", None),
            ("aabb.", Some("aabb.")),
            ("abc-.", Some("abc..")),
        ] {
            let mut attempt = attempt();
            let step = next(&mut attempt, "nnny-");
            rested(&mut attempt, &step);
            let mut step = next(&mut attempt, first);
            if let Some(second) = second {
                rested(&mut attempt, &step);
                step = next(&mut attempt, second);
            }
            assert_eq!(step, AttemptStep::Done(AttemptOutcome::Refused), "{first}");
        }
    }

    #[test]
    fn the_token_with_the_gate_looks_around_and_finds_another_majority() {
        for (first, second) in [
            (".aaa.", None),
            (".aab.", Some(".aab.")),
            (".abc.", Some(".abc.")),
        ] {
            let mut attempt = attempt();
            let mut step = next(&mut attempt, "ynnnn");
            let mut looks = 0;
            while looks <= usize::from(second.is_some()) {
                let round = rested(&mut attempt, &step);
                let look = second.filter(|_| looks > 0).unwrap_or(first);
                if is_look(&round) {
                    looks += 1;
                    step = next(&mut attempt, look);
                } else {
                    let rest: Vec<_> = heard("-nnnn").into_iter().skip(1).collect();
                    step = attempt.heard(&rest, USABLE, false);
                }
            }
            assert_eq!(step, AttemptStep::Done(AttemptOutcome::Refused), "{first}");
            assert!(attempt.take_back().contains(&0));
        }
    }

    #[test]
    fn an_attempt_ends_without_an_answer_of_a_majority_or_when_it_is_late() {
        let missing = AttemptStep::Done(AttemptOutcome::Missing);
        let mut late = attempt();
        assert_eq!(late.heard(&heard("ynnn-"), USABLE, true), missing);
        let mut away = attempt();
        let step = next(&mut away, "ny---");
        rested(&mut away, &step);
        assert_eq!(next(&mut away, "..---"), missing);
    }

    /// Returns the end of an attempt that keeps its gate: `hears` says what a look hears, or a question, and when it is
    /// late, by the number of looks so far. Also returns how many looks and questions there were.
    fn collect(
        mut hears: impl FnMut(bool, usize) -> (&'static str, bool),
    ) -> (AttemptStep, usize, usize) {
        let mut attempt = attempt();
        let mut step = next(&mut attempt, "ynnnn");
        let (mut looks, mut questions) = (0, 0);
        while !matches!(step, AttemptStep::Done(_)) {
            let is_look = is_look(&rested(&mut attempt, &step));
            looks += usize::from(is_look);
            questions += usize::from(!is_look);
            let (letters, is_late) = hears(is_look, looks);
            step = attempt.heard(&heard(letters), USABLE, is_late);
        }
        (step, looks, questions)
    }

    #[test]
    fn the_token_with_the_gate_asks_once_more_behind_a_last_look_that_leaves_a_majority_possible() {
        const REFUSED: AttemptStep = AttemptStep::Done(AttemptOutcome::Refused);
        const MISSING: AttemptStep = AttemptStep::Done(AttemptOutcome::Missing);
        for (last_look, last_answers, more, outcome) in [
            ("mab..", "-nyny", 1, granted(&[0, 2, 4])),
            ("mab..", "-nnny", 1, REFUSED),
            ("mab..", "-nny-", 1, MISSING),
            ("mabc.", "-nyny", 0, REFUSED),
        ] {
            let (step, looks, questions) = collect(|is_look, looks| {
                let is_last = looks == 4;
                let letters = match is_look {
                    true if is_last => last_look,
                    true if looks % 2 == 0 => "mab..",
                    true => "m.ba.",
                    false if is_last => last_answers,
                    false => "-nnnn",
                };
                (letters, false)
            });
            assert_eq!(step, outcome, "{last_look} {last_answers}");
            assert_eq!((looks, questions), (4, 4 + more));
        }
    }

    #[test]
    fn a_question_that_time_has_cut_off_leaves_what_the_look_before_has_found() {
        for (look, outcome) in [
            ("mabc.", AttemptOutcome::Refused),
            ("mab..", AttemptOutcome::Missing),
        ] {
            let (step, looks, questions) = collect(|is_look, looks| match (is_look, looks) {
                (true, _) => (look, false),
                (false, 0) => ("-nnnn", false),
                (false, _) => ("-----", true),
            });
            assert_eq!(step, AttemptStep::Done(outcome), "{look}");
            assert_eq!((looks, questions), (1, 2));
        }
    }

    #[test]
    fn an_attempt_gives_up_after_eight_tries() {
        let mut attempt = attempt();
        let mut step = next(&mut attempt, "nynny");
        let mut looks = 0;
        while step != AttemptStep::Done(AttemptOutcome::Missing) {
            rested(&mut attempt, &step);
            looks += 1;
            step = next(&mut attempt, if looks % 2 == 0 { "a...." } else { "b...." });
        }
        assert_eq!(looks, MOST_TRIES);
    }

    #[test]
    fn a_token_that_was_sent_asks_with_its_ticket_and_its_predecessor() {
        let past = Past {
            token: b"mine".into(),
            was_sent: true,
            place: Some((2, Ticket(7))),
            passed_by: Some(b"old".into()),
        };
        let attempt = Attempt::new(Majority::of(3), vec![2, 0, 1], past);
        let AttemptStep::Ask(round) = attempt.begin(&usable(&[1, 2])) else {
            panic!("no round");
        };
        let ask = |ticket| Ask::Acquire {
            ticket,
            passed_by: Some(b"old".into()),
        };
        assert_eq!(round.asks, [(1, ask(None)), (2, ask(Some(Ticket(7))))]);
        // The others may have the key of the owner whose name the gate is about to say.
        let is_enough = |letters| round.enough.is_reached(&heard(letters), round.answers);
        assert!(!is_enough("nn-"));
        assert!(is_enough("yny"));
    }
}
