//! One attempt to get a majority of the servers at once, and the way out of a split vote, as a state machine.
//!
//! An answer goes in, and the next step comes out. If several tokens ask at the same moment, each of them may get some
//! servers and none a majority. The one that has the gate, which is the first server in the order of the key, keeps
//! what it has and asks the others again. Everybody else gives back and looks. A token that is at a server at two
//! looks, and nowhere near a majority, is a *remnant* of a process that died or lost a race: its server is skipped,
//! and the next one in the order is the gate. One look is not enough, because the token of somebody who collects
//! the servers at this moment looks the same. The machine asks nobody, knows no time and draws no random numbers.
//! `quorum` drives it.

use std::collections::{BTreeMap, BTreeSet};

use super::round::{Enough, Round, Usable};
use super::tally::{Answers, Heard, Majority, Tally, Verdict, holder};
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
        AttemptStep::Ask(Round {
            asks: asks.collect(),
            enough: Enough::majority(self.of),
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
        let may_have = heard.iter().filter(|(_, answer)| !answer.is_no());
        self.may_have.extend(may_have.map(|(server, _)| *server));
        if self.has.len() >= self.of.needed {
            return AttemptStep::Done(AttemptOutcome::Won(std::mem::take(&mut self.has)));
        }
        match self.stage {
            AttemptStage::First => {
                let tally = Tally::of(heard.iter().map(|(_, answer)| answer));
                if tally.granted == 0 && tally.verdict(self.of) == Some(Verdict::Refused) {
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
        if is_late || self.tries == MOST_TRIES {
            return self.give_up(AttemptOutcome::Missing);
        }
        self.tries += 1;
        let gate = self.gate(usable.quick);
        let keeps = gate.is_some_and(|gate| self.has.contains_key(&gate));
        if keeps {
            let looks = self.stage == AttemptStage::Collecting && self.tries > QUICK_TRIES;
            self.stage = if looks {
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

    /// Returns the step behind a look of the token that has the gate. If so many other servers have the same tokens at
    /// two looks that no majority is left, the lock is held, although by nobody alone.
    fn looked_around(&mut self, heard: &Answers, usable: &Usable, is_late: bool) -> AttemptStep {
        let holders = self.holders(heard);
        self.skipped = self.find_remnants(&holders);
        if self.skipped.len() >= self.of.needed {
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
