//! What a waiting token knows of the servers of its lock, from its first place in a queue until its release.
//!
//! Waiters stand in the queue of the gate, by the rules of one server, and look at the other servers meanwhile. The one
//! that *leads* asks all servers for their keys: it has the gate's key, or it is the first of the queue while the
//! gate has a remnant, which is a token that nobody adds servers to. A leader keeps what it gets, and gives all of it
//! back if it has no majority for longer than a command may take. Nobody else holds anything, so waiters never split
//! the servers among themselves. The gate hands its key over with a wake-up that names the owner before, whose keys at
//! the other servers the new leader takes over.
//!
//! The machine is pure. `quorum` drives it, and keeps one for each wait.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::attempt::Past;
use super::round::{Enough, Round};
use super::tally::{Answers, Heard, Majority};
use crate::clock::Moment;
use crate::protocol::mutex::among::{Ask, Statement};
use crate::store::{Fence, Holder, QueuePlace, Standing, Ticket};

/// The next step of a join.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::route) enum LeadStep {
    /// The token has the gate, so it asks the rest.
    Ask(Round),
    /// These servers have granted the lease, and the token stands in the queues of the others.
    Won {
        granted: BTreeMap<usize, Fence>,
        queues: Vec<usize>,
    },
    /// The token waits at this place.
    Waits(QueuePlace),
    /// The token was without a majority for too long. It gives back what these servers may have granted.
    GiveUp(Vec<usize>),
    /// The gate has not answered, while a majority has. The next server in the order is the gate.
    GateLost,
    /// Too few servers have answered.
    Missing,
}

/// The circumstances of a join.
#[derive(Debug, Clone, Copy)]
pub(in crate::route) struct Surroundings<'a> {
    /// The servers that can be asked now.
    pub(in crate::route) usable: &'a [usize],
    /// The first of them in the order of the key.
    pub(in crate::route) gate: usize,
    pub(in crate::route) now: Moment,
    /// The time that a round takes, drawn a little shorter or longer each time.
    pub(in crate::route) trip: Duration,
    /// The longest time for which a leader goes on without a majority.
    pub(in crate::route) command_timeout: Duration,
}

#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an observation of its own"
)]
pub(crate) struct Lead {
    of: Majority,
    token: Vec<u8>,
    /// The server in whose queue the token stands, and its ticket there.
    place: Option<(usize, Ticket)>,
    /// The owner that has passed its keys on to the token.
    passed_by: Option<Vec<u8>>,
    /// The servers that granted the lease when they were asked last.
    has: BTreeMap<usize, Fence>,
    /// The servers that may have granted it.
    may_have: BTreeSet<usize>,
    /// The rank in the queue of the gate.
    rank: i64,
    /// The holder of the gate that has no majority, as it was seen last, and whether it was seen twice.
    minor: Option<Holder>,
    is_remnant: bool,
    /// The moment since when the token keeps servers without a majority.
    keeps_since: Option<Moment>,
    /// The number of times that it has asked the others at once.
    tries: u8,
    /// The token has never asked for a place.
    is_newcomer: bool,
    /// The wake-up of a hand-over was read and nothing was asked since.
    was_handed_over: bool,
    /// Whether this join leads.
    leads: bool,
    /// The answers of this join.
    heard: BTreeMap<usize, Heard>,
    /// The server at whose list the token sleeps, or `None` if there is none.
    sleeps_at: Option<usize>,
    /// The token has the lock, and got it after a wait.
    pub(in crate::route) is_held: bool,
    /// The servers that were asked to grant the lease, so that they may have granted it.
    pub(in crate::route) reached: BTreeSet<usize>,
}

/// The number of times that a leader asks again within a round trip, before it waits at a server that has refused.
const QUICK_TRIES: u8 = 8;

impl Lead {
    pub(in crate::route) fn new(of: Majority, token: &[u8], is_newcomer: bool) -> Self {
        Self {
            of,
            token: token.to_vec(),
            place: None,
            passed_by: None,
            has: BTreeMap::new(),
            may_have: BTreeSet::new(),
            rank: 0,
            minor: None,
            is_remnant: false,
            keeps_since: None,
            tries: 0,
            is_newcomer,
            was_handed_over: false,
            leads: false,
            heard: BTreeMap::new(),
            sleeps_at: None,
            is_held: false,
            reached: BTreeSet::new(),
        }
    }

    /// Returns what an attempt for the same token has to know.
    pub(in crate::route) fn past(&self) -> Past {
        Past {
            token: self.token.clone(),
            was_sent: true,
            place: self.place,
            passed_by: self.passed_by.clone(),
        }
    }

    /// Notes a wake-up of this wait. It names the owner that has passed its keys on, if the hand-over was for good.
    pub(in crate::route) fn woken(&mut self, passed_by: Option<Vec<u8>>) {
        self.was_handed_over = true;
        self.tries = 0;
        self.passed_by = passed_by.or_else(|| self.passed_by.take());
    }

    /// Notes the owner that has passed its keys on, as a wake-up has named it.
    pub(in crate::route) fn passed_by(&mut self, owner: Vec<u8>) {
        self.passed_by = Some(owner);
    }

    /// Notes that the token has become the first of the queue.
    pub(in crate::route) fn became_first(&mut self) {
        self.rank = 1;
    }

    /// Returns the server at whose list the token sleeps, unless there is nothing to be woken by.
    pub(in crate::route) fn sleeps_at(&self) -> Option<usize> {
        self.sleeps_at
    }

    /// Takes the servers out that have to be given back before the token asks again, because it neither leads nor
    /// keeps them.
    pub(in crate::route) fn take_back(&mut self, gate: usize) -> Vec<usize> {
        let keeps = self.has.contains_key(&gate) || self.keeps_since.is_some();
        if keeps || self.may_have.is_empty() {
            return Vec::new();
        }
        self.has.clear();
        let others = self.may_have.iter().copied().filter(|it| *it != gate);
        let others = others.collect();
        self.may_have.retain(|server| *server == gate);
        others
    }

    /// Takes all servers out that may have granted the lease.
    pub(in crate::route) fn take_all_back(&mut self) -> Vec<usize> {
        self.has.clear();
        std::mem::take(&mut self.may_have).into_iter().collect()
    }

    /// Returns the round with which the token asks for the lock or for a place in the queue.
    pub(in crate::route) fn begin(&mut self, around: &Surroundings) -> Round {
        let gate = around.gate;
        let was_handed_over = std::mem::take(&mut self.was_handed_over);
        let is_newcomer = std::mem::take(&mut self.is_newcomer);
        self.leads =
            self.has.contains_key(&gate) || was_handed_over || self.rank == 1 && self.is_remnant;
        self.heard.clear();
        // The ticket of an earlier gate keeps its place, as far as the clocks of the servers agree.
        let ticket = self.place.map(|(_, ticket)| ticket);
        let at_the_gate = match ticket {
            _ if was_handed_over && self.sleeps_at == Some(gate) => Standing::HandedOver(ticket),
            None if is_newcomer => Standing::Newcomer,
            ticket => Standing::Waiter(ticket),
        };
        let ask = |server: &usize| {
            let ask = if *server == gate {
                self.join(at_the_gate)
            } else if self.leads {
                self.join(Standing::Waiter(None))
            } else {
                Ask::Look
            };
            (*server, ask)
        };
        let enough = if self.leads {
            Enough::rest(self.of, 0)
        } else {
            Enough::Server(gate)
        };
        Round {
            asks: around.usable.iter().map(ask).collect(),
            enough,
            answers: self.of.needed,
        }
    }

    fn join(&self, standing: Standing) -> Ask {
        let passed_by = self.passed_by.clone();
        Ask::Join {
            standing,
            passed_by,
        }
    }

    /// Returns the step behind the answers of a round.
    pub(in crate::route) fn heard(&mut self, heard: &Answers, around: &Surroundings) -> LeadStep {
        for (server, answer) in heard {
            let was_look = !self.leads && *server != around.gate;
            if answer.is_no() {
                self.may_have.remove(server);
            } else if !was_look {
                self.may_have.insert(*server);
            }
            if !was_look {
                self.reached.insert(*server);
            }
            self.heard.insert(*server, answer.clone());
        }
        let at_the_gate = self.said(around.gate).cloned();
        if let Some(Statement::Yes { passed_by, .. }) = &at_the_gate
            && !self.leads
        {
            // The token has the gate, so it leads from now on.
            self.leads = true;
            self.passed_by = passed_by.clone().or_else(|| self.passed_by.take());
            let others = around.usable.iter().filter(|it| **it != around.gate);
            let ask = self.join(Standing::Waiter(None));
            let enough = Enough::rest(self.of, 1);
            let answers = self.of.needed - 1;
            return LeadStep::Ask(Round::to(others.copied(), &ask, enough, answers));
        }
        self.judge(at_the_gate.as_ref(), around)
    }

    fn said(&self, server: usize) -> Option<&Statement> {
        self.heard.get(&server)?.said()
    }

    /// Returns the step at the end of a join.
    fn judge(&mut self, at_the_gate: Option<&Statement>, around: &Surroundings) -> LeadStep {
        self.has = self.granted();
        if self.has.len() >= self.of.needed {
            return LeadStep::Won {
                granted: std::mem::take(&mut self.has),
                queues: self.queues(),
            };
        }
        let answers = self.heard.values().filter(|it| it.said().is_some()).count();
        if answers < self.of.needed {
            self.forget_gate();
            return LeadStep::Missing;
        }
        match at_the_gate {
            None if !self.is_keeping(around.gate) => return LeadStep::GateLost,
            Some(Statement::Waits(place, holder)) => {
                self.place = Some((around.gate, place.ticket));
                self.rank = place.rank;
                self.judge_holder(holder, answers);
            }
            _ => {}
        }
        let keeps = self.is_keeping(around.gate);
        self.keeps_since = keeps.then(|| self.keeps_since.unwrap_or(around.now));
        let for_too_long = |since: Moment| since.after(around.command_timeout) < around.now;
        if self.keeps_since.is_some_and(for_too_long) {
            self.forget_gate();
            return LeadStep::GiveUp(self.take_all_back());
        }
        LeadStep::Waits(self.wait(keeps, around))
    }

    fn forget_gate(&mut self) {
        self.rank = 0;
        self.minor = None;
        self.is_remnant = false;
        self.keeps_since = None;
    }

    /// Returns whether the token has servers that it keeps although they are no majority.
    fn is_keeping(&self, gate: usize) -> bool {
        !self.has.is_empty() && (self.has.contains_key(&gate) || self.rank == 1 && self.is_remnant)
    }

    fn granted(&self) -> BTreeMap<usize, Fence> {
        let fence = |heard: &Heard| match heard.said() {
            Some(Statement::Yes { fence, .. }) => Some(*fence),
            _ => None,
        };
        let granted = self.heard.iter();
        granted
            .filter_map(|(server, heard)| Some((*server, fence(heard)?)))
            .collect()
    }

    /// Returns the servers in whose queues the token stands.
    fn queues(&self) -> Vec<usize> {
        let waits =
            |(_, heard): &(&usize, &Heard)| matches!(heard.said(), Some(Statement::Waits(..)));
        self.heard.iter().filter(waits).map(|(at, _)| *at).collect()
    }

    /// Notes whether the holder of the gate is a remnant: it cannot have a majority, and was there at the last join.
    fn judge_holder(&mut self, holder: &Holder, answers: usize) {
        let holders = self.heard.values().filter_map(|it| it.said()?.holder());
        let silent = self.of.servers.saturating_sub(answers);
        let most = holders.filter(|it| *it == holder).count() + silent;
        let is_minor = most < self.of.needed;
        self.is_remnant = is_minor && self.minor.as_ref() == Some(holder);
        self.minor = is_minor.then(|| holder.clone());
    }

    /// Returns how the token waits, and notes where.
    fn wait(&mut self, keeps: bool, around: &Surroundings) -> QueuePlace {
        let waits = |(server, heard): (&usize, &Heard)| match heard.said() {
            Some(Statement::Waits(place, holder)) => Some((*server, *place, holder.clone())),
            _ => None,
        };
        let waits: Vec<_> = self.heard.iter().filter_map(waits).collect();
        self.sleeps_at = Some(around.gate);
        if keeps || self.is_remnant && self.rank == 1 {
            // What the token needs is at the servers of the holder that has most of the others.
            let count = |of: &Holder| waits.iter().filter(|(_, _, it)| it == of).count();
            let most = waits.iter().max_by_key(|(_, _, holder)| count(holder));
            self.sleeps_at = most.map(|(server, ..)| *server);
        }
        let sleeps_at = self.sleeps_at.filter(|at| !self.has.contains_key(at));
        self.sleeps_at = sleeps_at;
        // The first of each queue watches its holder, and all watch one that does not read its wake-up.
        let look_after = waits.iter().filter_map(|(_, place, _)| place.look_after);
        let look_after = look_after.min();
        let mut quick = None;
        if keeps {
            self.tries = self.tries.saturating_add(1);
            let is_quick = self.tries <= QUICK_TRIES && self.has.contains_key(&around.gate);
            quick = is_quick.then_some(around.trip);
        } else if self.rank == 1 && self.minor.is_some() && !self.is_remnant {
            // The second look.
            quick = Some(around.trip * 2);
        }
        let place = sleeps_at.and_then(|at| waits.iter().find(|(server, ..)| *server == at));
        QueuePlace {
            ticket: place.map_or(Ticket(0), |(_, place, _)| place.ticket),
            rank: if keeps { 1 } else { self.rank },
            look_after: [look_after, quick].into_iter().flatten().min(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &[usize] = &[0, 1, 2, 3, 4];
    const MS: Duration = Duration::from_millis(1);

    fn around(gate: usize, millis: u64) -> Surroundings<'static> {
        Surroundings {
            usable: ALL,
            gate,
            now: Moment::from_nanos(millis * 1_000_000),
            trip: MS,
            command_timeout: MS * 1000,
        }
    }

    fn newcomer() -> Lead {
        Lead::new(Majority::of(5), b"mine", true)
    }

    fn waits(rank: i64, holder: &str) -> Heard {
        let place = QueuePlace {
            ticket: Ticket(70 + rank),
            rank,
            look_after: (rank == 1).then_some(MS * 50),
        };
        Heard::Answer(Statement::Waits(place, Holder::Token(holder.into())))
    }

    fn yes(passed_by: Option<&str>) -> Heard {
        Heard::Answer(Statement::Yes {
            fence: None,
            passed_by: passed_by.map(Into::into),
        })
    }

    fn has(holder: &str) -> Heard {
        Heard::Answer(Statement::Has(Holder::Token(holder.into())))
    }

    const NOBODY: Heard = Heard::Answer(Statement::Has(Holder::Nobody));

    fn numbered(heard: [Heard; 5]) -> Vec<(usize, Heard)> {
        heard.into_iter().enumerate().collect()
    }

    fn joins(round: &Round) -> Vec<usize> {
        let joins = round
            .asks
            .iter()
            .filter(|(_, ask)| matches!(ask, Ask::Join { .. }));
        joins.map(|(server, _)| *server).collect()
    }

    fn ask_of(round: &Round, server: usize) -> Ask {
        let found = round.asks.iter().find(|(at, _)| *at == server);
        found.map(|(_, ask)| ask.clone()).unwrap()
    }

    fn join(standing: Standing, passed_by: Option<&str>) -> Ask {
        Ask::Join {
            standing,
            passed_by: passed_by.map(Into::into),
        }
    }

    /// Returns a lead that waits at this rank behind a holder with a majority.
    fn waiting(rank: i64) -> Lead {
        let mut lead = newcomer();
        lead.begin(&around(0, 0));
        let heard = [waits(rank, "a"), has("a"), has("a"), NOBODY, NOBODY];
        let step = lead.heard(&numbered(heard), &around(0, 0));
        assert!(
            matches!(step, LeadStep::Waits(place) if place.rank == rank),
            "{step:?}"
        );
        lead
    }

    #[test]
    fn a_waiter_joins_at_the_gate_and_looks_at_the_others() {
        let mut lead = newcomer();
        let round = lead.begin(&around(2, 0));
        assert_eq!(joins(&round), [2]);
        assert_eq!(ask_of(&round, 2), join(Standing::Newcomer, None));
        assert_eq!(ask_of(&round, 0), Ask::Look);
        assert_eq!(round.enough, Enough::Server(2));
    }

    #[test]
    fn a_waiter_that_does_not_lead_keeps_nothing() {
        for rank in [0, 1, 2] {
            let mut lead = waiting(rank);
            assert_eq!(lead.sleeps_at(), Some(0));
            let round = lead.begin(&around(0, 1));
            assert_eq!(joins(&round), [0]);
            let ticket = Some(Ticket(70 + rank));
            assert_eq!(ask_of(&round, 0), join(Standing::Waiter(ticket), None));
            assert!(lead.take_back(0).is_empty());
        }
    }

    #[test]
    fn a_hand_over_takes_the_other_keys_over_from_the_owner_before() {
        let mut lead = waiting(1);
        lead.woken(Some(b"a".into()));
        let round = lead.begin(&around(0, 1));
        assert_eq!(joins(&round), ALL);
        let handed_over = Standing::HandedOver(Some(Ticket(71)));
        assert_eq!(ask_of(&round, 0), join(handed_over, Some("a")));
        assert_eq!(ask_of(&round, 4), join(Standing::Waiter(None), Some("a")));
        let heard = [
            yes(None),
            yes(Some("a")),
            waits(0, "b"),
            yes(Some("a")),
            NOBODY,
        ];
        let step = lead.heard(&numbered(heard), &around(0, 1));
        let granted = [(0, None), (1, None), (3, None)].into();
        let queues = vec![2];
        assert_eq!(step, LeadStep::Won { granted, queues });
    }

    #[test]
    fn a_gate_that_is_granted_makes_a_leader_which_asks_the_rest() {
        let mut lead = newcomer();
        lead.begin(&around(0, 0));
        // The wake-up lay unread, and the gate's reply names the owner.
        let heard = [yes(Some("a")), has("a"), has("a"), has("a"), Heard::Nothing];
        let LeadStep::Ask(rest) = lead.heard(&numbered(heard), &around(0, 0)) else {
            panic!("no round");
        };
        assert_eq!(joins(&rest), [1, 2, 3, 4]);
        assert_eq!(ask_of(&rest, 1), join(Standing::Waiter(None), Some("a")));
        assert_eq!(rest.answers, 2);
        let heard: Vec<_> = [(1, yes(Some("a"))), (2, yes(Some("a")))].into();
        let step = lead.heard(&heard, &around(0, 0));
        assert!(matches!(step, LeadStep::Won { granted, .. } if granted.len() == 3));
    }

    #[test]
    fn a_late_wake_up_names_the_owner_for_the_next_round() {
        let mut lead = newcomer();
        lead.begin(&around(0, 0));
        lead.passed_by(b"late".into());
        let heard = [yes(None), has("late"), has("late"), NOBODY, NOBODY];
        let LeadStep::Ask(rest) = lead.heard(&numbered(heard), &around(0, 0)) else {
            panic!("no round");
        };
        assert_eq!(ask_of(&rest, 1), join(Standing::Waiter(None), Some("late")));
    }

    #[test]
    fn the_first_leads_when_the_gate_has_the_same_remnant_at_two_joins() {
        let mut lead = newcomer();
        let heard = || numbered([waits(1, "r"), NOBODY, NOBODY, has("b"), NOBODY]);
        lead.begin(&around(0, 0));
        let LeadStep::Waits(place) = lead.heard(&heard(), &around(0, 0)) else {
            panic!("it does not wait");
        };
        // The second look comes soon.
        assert_eq!(place.look_after, Some(MS * 2));
        assert_eq!(joins(&lead.begin(&around(0, 2))), [0]);
        lead.heard(&heard(), &around(0, 2));
        assert_eq!(joins(&lead.begin(&around(0, 3))), ALL);
    }

    #[test]
    fn a_holder_that_silent_servers_may_give_a_majority_is_no_remnant() {
        let mut lead = newcomer();
        for _ in 0..3 {
            assert_eq!(joins(&lead.begin(&around(0, 0))), [0]);
            let heard = [
                waits(1, "r"),
                NOBODY,
                NOBODY,
                Heard::Nothing,
                Heard::Nothing,
            ];
            lead.heard(&numbered(heard), &around(0, 0));
        }
    }

    #[test]
    fn a_leader_gives_everything_back_when_it_has_no_majority_for_too_long() {
        let mut lead = waiting(1);
        lead.woken(None);
        let heard = || {
            numbered([
                yes(None),
                waits(1, "b"),
                waits(1, "b"),
                NOBODY,
                Heard::Nothing,
            ])
        };
        for (millis, is_over) in [(1, false), (1001, false), (1002, true)] {
            assert_eq!(joins(&lead.begin(&around(0, millis))), ALL);
            let step = lead.heard(&heard(), &around(0, millis));
            match step {
                LeadStep::GiveUp(servers) if is_over => assert_eq!(servers, [0, 3, 4]),
                LeadStep::Waits(_) if !is_over => {}
                other => panic!("{other:?}"),
            }
            // It sleeps where most of what it needs is.
            assert!(is_over || lead.sleeps_at() == Some(2));
        }
        assert_eq!(joins(&lead.begin(&around(0, 1003))), [0]);
    }

    #[test]
    fn a_gate_that_is_lost_takes_the_ticket_along() {
        let mut lead = waiting(2);
        lead.begin(&around(0, 1));
        let heard = [Heard::Nothing, has("a"), has("a"), has("a"), NOBODY];
        assert_eq!(
            lead.heard(&numbered(heard), &around(0, 1)),
            LeadStep::GateLost
        );
        let round = lead.begin(&around(1, 2));
        let ticket = Standing::Waiter(Some(Ticket(72)));
        assert_eq!(ask_of(&round, 1), join(ticket, None));
        assert_eq!(joins(&round), [1]);
        // What it may have at the gate before is given back.
        assert_eq!(lead.take_back(1), [0]);
    }

    #[test]
    fn too_few_answers_are_an_outage() {
        let mut lead = waiting(1);
        lead.begin(&around(0, 1));
        let heard = [
            waits(1, "a"),
            has("a"),
            Heard::Nothing,
            Heard::Nothing,
            Heard::Nothing,
        ];
        assert_eq!(
            lead.heard(&numbered(heard), &around(0, 1)),
            LeadStep::Missing
        );
    }
}
