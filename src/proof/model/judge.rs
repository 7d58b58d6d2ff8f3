//! The judge, which knows what must be true in every run, and sees only what the server executes and what the
//! clients believe. `wire`, `client_steps`, `faults` and `world` report to it.

use std::collections::HashMap;
use std::time::Duration;

use super::client_record::{ClientRecord, PlaceInLine};
use super::holders::{Holders, ROUNDED, kind_of};
use super::line_record::{LOOK, LineRecord};
use super::rules::{Act, Broken, Executed, Rule};
use super::scenario::{Scenario, ScenarioFault};
use crate::clock::Moment;
use crate::lock::Backoff;
use crate::store::{JoinReply, QueuePlace};
use crate::token::TokenKind;

pub(super) struct Judge {
    scenario: &'static Scenario,
    pub(super) broken: Option<Broken>,
    pub(super) people: Vec<ClientRecord>,
    /// The fibers of each process.
    pub(super) lines: Vec<LineRecord>,
    /// The place of every token that ever joined.
    places: HashMap<String, PlaceInLine>,
    /// Whether the slot moves from one node to another.
    pub(super) is_moving: bool,
    /// Whether nobody can create a key, because the target has forgotten the move.
    pub(super) is_half_moved: bool,
    /// The moment until which another library has the lock.
    foreign: Option<Moment>,
    /// Who had the lock when the judge looked last.
    holders: Holders,
    /// The moment since which the first waiter cannot have got nearer to the lock, unless a lease ended.
    unchanged_since: Moment,
    /// The tokens that the key, or a place beside others, was handed over to as a claim, until they ask for their own
    /// leases.
    claims: Vec<String>,
    /// The moment until which somebody owned the lock, or something was out of order.
    calm_since: Moment,
    /// When the last disturbance was over.
    disturbed_at: Moment,
    /// The tokens that the lock was handed over to since then, with the time that each may keep it without
    /// asking.
    prices: HashMap<String, Duration>,
    free_since: Option<Moment>,
    /// The last fencing token, and the holder token that it was made for.
    last_fence: (i64, String),
    /// The time by which the server's clock was set back.
    pub(super) set_back: Duration,
    /// The moment at which the server's clock was set forward, so nobody can rely on a lease that began
    /// before, which no protocol can mend.
    set_forward: Moment,
    /// The longest time that the lock was without a holder while somebody waited.
    pub(super) longest_idle: Duration,
}

/// The time after which a waiter that the server did not hear of counts as dead.
const SEEN: Duration = Duration::from_millis(2002);
/// A claim of the key, and one of a place beside others, with the millisecond that is rounded up.
const CLAIM: Duration = Duration::from_millis(1001);
const SHARE_CLAIM: Duration = Duration::from_millis(251);
const UNREAD: Duration = Duration::from_millis(200);
const SLICE: Duration = Duration::from_secs(1);
/// The longest `sleep` in these scenarios, which is longer than a new first waiter rests.
const FIRST_LOOK: Duration = Duration::from_millis(300);
/// The time that a step of a healthy client takes beyond its messages.
const STEP: Duration = Duration::from_millis(10);
/// The longest time for which a server is stopped.
pub(super) const LONGEST_HALT: Duration = Duration::from_secs(3);
/// The delay with which an idle server notices the end of a sleep.
const LATE: Duration = Duration::from_millis(100);

impl Judge {
    pub(super) fn new(scenario: &'static Scenario, many: usize) -> Self {
        Self {
            scenario,
            broken: None,
            people: (0..many).map(|_| ClientRecord::new()).collect(),
            lines: (0..many).map(|_| LineRecord::default()).collect(),
            places: HashMap::new(),
            is_moving: false,
            is_half_moved: false,
            foreign: None,
            holders: Holders::default(),
            unchanged_since: Moment::PAST,
            claims: Vec::new(),
            calm_since: Moment::PAST,
            disturbed_at: Moment::PAST,
            prices: HashMap::new(),
            free_since: None,
            last_fence: (i64::MIN, String::new()),
            set_back: Duration::ZERO,
            set_forward: Moment::PAST,
            longest_idle: Duration::ZERO,
        }
    }

    pub(super) fn breaks(&mut self, rule: Rule, what: impl Into<String>) {
        let what = what.into();
        self.broken.get_or_insert(Broken { rule, what });
    }

    fn check(&mut self, holds: bool, rule: Rule, what: impl FnOnce() -> String) {
        if !holds {
            self.breaks(rule, what());
        }
    }

    fn is_ordered(&self) -> bool {
        !self.scenario.has(ScenarioFault::Skew) && !self.scenario.beside
    }

    /// Returns the clients that wait, are running and are known to the server, with their places.
    fn in_order(&self, now: Moment) -> impl Iterator<Item = (usize, &PlaceInLine)> {
        let people = self.people.iter().enumerate();
        people.filter_map(move |(id, person)| {
            let place = self.places.get(&person.token)?;
            let waits = place.stands(now) && !place.owns && person.is_running();
            waits.then_some((id, place))
        })
    }

    pub(super) fn executed(&mut self, done: &Executed, now: Moment) {
        if done.severed {
            self.disturbed(now);
        }
        self.check_own_release(done);
        let asks = done.act == Act::Acquire && !done.before.has(done.token);
        if let Some(place) = self.places.get_mut(done.token).filter(|_| asks) {
            place.asks(done.knows_place, now);
        }
        self.check_word(done);
        let is_grant = self.note(done, now);
        let entered = done.after.without(&done.before);
        self.check_room(done, &entered);
        self.check_order(done, &entered, is_grant, now);
        for token in entered {
            if !(is_grant && token == done.token) {
                self.handed_over(done, token, now);
            }
        }
        if is_grant {
            self.claims.retain(|claim| claim != done.token);
            self.people[done.client].granted = now;
            let halt = if self.scenario.has(ScenarioFault::Halt) {
                LONGEST_HALT
            } else {
                Duration::ZERO
            };
            let longest = self.scenario.longest_delay() + halt + LATE + STEP + done.late;
            let gone = self.people[done.client].gone_since;
            let asks = done.severed || gone.is_none_or(|gone| now < gone.after(longest));
            self.check(asks, Rule::Asleep, || {
                format!("{} was granted while it is stopped or dead", done.token)
            });
        }
        self.claims.retain(|claim| done.after.has(claim));
        if done.after.is_empty() {
            if !done.before.is_empty() {
                self.owned_until(now);
            }
        } else if done.after.tokens().count() > self.claims.len() {
            self.owned_until(now.after(done.left));
        }
        if matches!(done.act, Act::Release | Act::Leave | Act::Free | Act::Take) {
            self.unchanged_since = now;
        }
        self.sees(&done.after, now);
        self.check_holder(&done.after, now);
    }

    /// Notes who has the lock now.
    pub(super) fn sees(&mut self, holders: &Holders, now: Moment) {
        let is_same_kind = holders.members.is_some() == self.holders.members.is_some();
        if !(is_same_kind && holders.are(&self.holders)) {
            self.unchanged_since = now;
        }
        self.holders.clone_from(holders);
    }

    /// Checks that a release and a renewal say whether their token had the key, and that a renewal lets nobody in.
    fn check_word(&mut self, done: &Executed) {
        let says_yes = match (done.act, &done.answer) {
            (Act::Release | Act::Free | Act::Renew, JoinReply::Granted(_)) => true,
            (Act::Release | Act::Free | Act::Renew, JoinReply::Refused) => false,
            _ => return,
        };
        let rule = if done.act == Act::Renew {
            Rule::Renewal
        } else {
            Rule::Released
        };
        // The claim of a share is no lease yet. A client asks for its renewal where a token of a lease that is over has got a
        // claim: see `settled` in `owed`.
        let is_share = kind_of(done.token) != TokenKind::Lock;
        let is_no_lease = done.act == Act::Renew && is_share && self.is_claim(done.token);
        let had = done.before.has(done.token) && !is_no_lease;
        self.check(says_yes == had, rule, || {
            format!("{} is told {says_yes}", done.token)
        });
    }

    /// Checks that each share which is let in finds fewer shares than its limit, and no lock.
    fn check_room(&mut self, done: &Executed, entered: &[String]) {
        let is_renewal = done.act == Act::Renew;
        self.check(!is_renewal || entered.is_empty(), Rule::Renewal, || {
            format!("{entered:?} had run out, and {} is renewed", done.token)
        });
        let stayed = done.after.tokens().count() - entered.len();
        let mut in_order: Vec<_> = entered.iter().collect();
        in_order.sort_by_key(|token| self.ticket(token));
        for (inside, token) in (stayed..).zip(in_order) {
            let has_room = match kind_of(token) {
                TokenKind::Lock => inside == 0,
                TokenKind::Share(limit) => limit.is_none_or(|limit| inside < limit as usize),
            };
            // A clock that is set wrong changes the order of the tickets.
            let is_known = self.is_ordered() || entered.len() == 1;
            self.check(has_room || !is_known, Rule::Room, || {
                format!("{token} is let in beside {inside}: {:?}", done.after)
            });
        }
    }

    /// Checks that the client does not find a key that it has released before. A release that ends with an error is
    /// asked for again behind the question, so where there are such errors the question may find it once.
    fn check_own_release(&mut self, done: &Executed) {
        if !matches!(done.act, Act::Set | Act::Acquire | Act::Take) {
            return;
        }
        let person = &mut self.people[done.client];
        let has_met_own = person.let_go.iter().any(|own| done.before.has(own));
        person.has_met_own = has_met_own;
        let may_fail = self.scenario.has_moves() || self.scenario.has(ScenarioFault::Full);
        self.check(may_fail || !has_met_own, Rule::Behind, || {
            format!(
                "{} came before the release of {:?}",
                done.token, done.before
            )
        });
    }

    /// Notes that a client learns that its lock is released, although no server has said so.
    pub(super) fn says_released(&mut self, id: usize, now: Moment) {
        let is_valid = now < self.people[id].valid_until;
        self.check(is_valid, Rule::Released, || {
            format!("client {id} learns that it released a lease that was over")
        });
    }

    fn owned_until(&mut self, until: Moment) {
        self.calm_since = until;
        self.prices.clear();
    }

    /// Notes where the client stands now, and returns whether the key was granted to it.
    fn note(&mut self, done: &Executed, now: Moment) -> bool {
        let is_granted = matches!(done.answer, JoinReply::Granted(_));
        match (done.act, &done.answer) {
            (_, JoinReply::Unknown(_)) => {
                // In a slot that moves, a node cannot make a key that its script has deleted. So a claim that a share takes
                // up, or finds void, may be lost before the set is made, and the short form asks for the free key.
                let is_share = kind_of(done.token) != TokenKind::Lock;
                let was_claim = is_share && done.before.only().is_some_and(|it| self.is_claim(it));
                let has_lost_claim = self.is_moving && was_claim && done.after.is_empty();
                let is_whole = done.before.are(&done.after) || has_lost_claim;
                self.check(is_whole, Rule::Whole, || {
                    format!(
                        "{} has changed the key, and its answer is an error",
                        done.token
                    )
                });
                return false;
            }
            (Act::Set, _) => return is_granted,
            (Act::Renew, _) => return false,
            (Act::Take, _) => {
                let place = self.places.get_mut(done.token);
                if let Some(place) = place.filter(|_| is_granted) {
                    place.owns = true;
                    place.since = None;
                }
                return is_granted;
            }
            // A free hands the key over to nobody, so the token keeps its place.
            (Act::Free, _) => {
                self.disturbed(now);
                return false;
            }
            (_, JoinReply::Waits(place)) => {
                self.joined(done, place, now);
                return false;
            }
            (_, JoinReply::Granted(Some(fence))) => {
                let (last, of) = &self.last_fence;
                let grows = fence > last || fence == last && of == done.token;
                self.last_fence = (*fence, done.token.to_owned());
                self.check(grows, Rule::Fence, || {
                    format!("{fence} came after a greater one")
                });
            }
            _ => {}
        }
        if let Some(place) = self.places.get_mut(done.token) {
            // A last look that is refused takes the token out of the queue too, so those behind it stand nearer.
            if place.queued {
                self.unchanged_since = now;
            }
            place.leaves();
        }
        is_granted && done.act == Act::Acquire
    }

    /// Notes that the client stands in the queue and knows its place, and checks that it knows when to look.
    fn joined(&mut self, done: &Executed, given: &QueuePlace, now: Moment) {
        let place = self.places.entry(done.token.to_owned());
        let place = place.or_insert_with(|| PlaceInLine::new(given.ticket.0, now));
        place.joins(given.ticket.0, done.knows_place, now);
        let first = place.first;
        // The dead stay in the queue until they were unseen for too long. A newcomer counts them until another
        // waiter has looked, because it takes nobody out.
        let stands = |place: &&PlaceInLine| {
            place.queued && (done.is_newcomer || now <= place.seen.after(SEEN + self.set_back))
        };
        let queue = self.places.values().filter(stands);
        let before = queue.filter(|place| place.first < first).count();
        let is_right = match before {
            0 => given.rank == 1,
            1 => given.rank > 0,
            _ => true,
        };
        // A server whose clock was set back takes a claim that has more left than a claim can have for a lease. In a slot
        // that moves, the wake-up of a claim may come to the node after the lease.
        let is_claim = done.holder_is_unread && done.left <= CLAIM;
        let left = if is_claim && !self.scenario.has_moves() {
            UNREAD + self.set_back
        } else {
            done.left.max(UNREAD)
        };
        let looks_in_time = given.look_after.is_some_and(|after| after <= left);
        self.check(
            !self.is_ordered() || is_right && (given.rank != 1 || looks_in_time),
            Rule::Idle,
            || format!("{} does not know when to look", done.token),
        );
    }

    fn check_order(&mut self, done: &Executed, entered: &[String], is_grant: bool, now: Moment) {
        if !self.is_ordered() || !matches!(done.act, Act::Acquire | Act::Release) {
            return;
        }
        let is_yes = matches!(done.answer, JoinReply::Granted(_));
        let was_released = done.act == Act::Release && is_yes;
        if was_released && done.after.is_empty() {
            let left_out = self.in_order(now).next().map(|(id, _)| id);
            self.check(left_out.is_none(), Rule::HandOver, || {
                format!("{left_out:?} waits, and the release hands over to nobody")
            });
        }
        if let Some(members) = done.after.members.filter(|_| was_released || is_grant) {
            let first = self.first_of_all(entered, now).cloned();
            let left_out = first.filter(|token| {
                matches!(kind_of(token), TokenKind::Share(limit)
                    if limit.is_none_or(|limit| members < limit as usize))
            });
            self.check(left_out.is_none(), Rule::HandOver, || {
                format!("{left_out:?} waits, and there is a place for it")
            });
        }
        for token in entered {
            let ticket = self.ticket(token);
            let mut waiting = self.in_order(now).filter(|(id, place)| {
                place.first < ticket && !entered.contains(&self.people[*id].token)
            });
            let earlier = waiting.next().map(|(id, _)| id);
            drop(waiting);
            let how = if is_grant { "granted" } else { "handed over" };
            self.check(earlier.is_none(), Rule::Order, || {
                format!("{how} to {token} before {earlier:?}")
            });
        }
    }

    /// Returns the token that the server takes for the first waiter, if its client runs. `entered`: these tokens do not
    /// wait any more.
    fn first_of_all(&self, entered: &[String], now: Moment) -> Option<&String> {
        let may_stand = |(token, place): &(&String, &PlaceInLine)| {
            let is_seen = now <= place.seen.after(SEEN + self.set_back);
            place.queued && is_seen && !entered.contains(token)
        };
        let standing = self.places.iter().filter(may_stand);
        let (first, place) = standing.min_by_key(|(_, place)| place.first)?;
        let mut running = self.in_order(now).filter(|(_, it)| it.first == place.first);
        running.next().map(|_| first)
    }

    /// Returns the moment since which the token could have got the lock, if it waits: there is a place for it, and nobody
    /// stands before it.
    fn could_enter_from(&self, token: &str) -> Moment {
        let ticket = self.ticket(token);
        let is_before = |(other, place): &(&String, &PlaceInLine)| {
            place.queued && place.first < ticket && *other != token
        };
        let before = self.places.iter().filter(is_before);
        let unseen = before.map(|(_, place)| place.seen.after(SEEN + self.set_back));
        let room = self.holders.room_from(kind_of(token));
        let free = self.free_from().unwrap_or(Moment::PAST);
        let alone = unseen.max().unwrap_or(Moment::PAST);
        room.max(free).max(alone).max(self.unchanged_since)
    }

    /// Returns the moment from which the key can be made, if nobody has the lock.
    fn free_from(&self) -> Option<Moment> {
        self.free_since.map(|since| since.after(ROUNDED))
    }

    /// Checks that the first waiter has not waited for too long although there is a place for it.
    fn check_first(&mut self, now: Moment) {
        if self.scenario.wants.is_empty() || self.is_moving || !self.is_ordered() {
            return;
        }
        let waiting = self.in_order(now).min_by_key(|(_, place)| place.first);
        let Some((id, since)) = waiting.and_then(|(id, place)| Some((id, place.since?))) else {
            return;
        };
        let token = self.people[id].token.clone();
        let from = self.could_enter_from(&token).max(since);
        let idle = now.until(from.max(self.disturbed_at));
        let bound = self.base() + SLICE;
        self.check(idle <= bound, Rule::Idle, || {
            format!("there is a place for {token} for {idle:?}, not {bound:?}")
        });
    }

    /// Returns the first ticket of the token, which is behind all others if it never stood in the queue.
    fn ticket(&self, token: &str) -> i64 {
        let place = self.places.get(token);
        place.map_or(i64::MAX, |place| place.first)
    }

    fn handed_over(&mut self, done: &Executed, token: String, now: Moment) {
        let place = self.places.get_mut(&token);
        let waits = place.as_ref().is_some_and(|place| place.queued);
        let seen = place.as_ref().map_or(Moment::PAST, |place| place.seen);
        if let Some(place) = place {
            place.leaves();
        }
        self.check(waits, Rule::Order, || {
            format!("handed over to {token}, which does not wait")
        });
        let is_seen = now <= seen.after(SEEN + self.set_back) || !self.is_ordered();
        self.check(is_seen, Rule::Order, || {
            format!("handed over to {token}, which was not heard of for long")
        });
        let longest = done.after.members.map_or(CLAIM, |_| SHARE_CLAIM);
        let is_short = done.after.ends(&token) <= Some(now.after(longest));
        self.check(is_short, Rule::Asleep, || {
            format!("{token} gets more than a claim: {:?}", done.after)
        });
        let is_calm = self.scenario.is_calm();
        let mut people = self.people.iter_mut();
        if let Some(person) = people.find(|person| person.token == token)
            && is_calm
            && done.act == Act::Release
        {
            let look = if self.scenario.short {
                LOOK
            } else {
                Duration::ZERO
            };
            person.promised = Some(now.after(look + STEP));
        }
        let price = if done.unread { UNREAD } else { CLAIM };
        self.prices.insert(token.clone(), price + STEP);
        self.claims.push(token);
    }

    /// Returns whether the key was handed over to this token, and it has not asked for its own lease.
    pub(super) fn is_claim(&self, token: &str) -> bool {
        self.claims.iter().any(|claim| claim == token)
    }

    /// Notes that a sleep reads the wake-up of a claim, which lasts for its whole time then, also if the client is dead.
    pub(super) fn reads_wake_up(&mut self, token: &str) {
        if let Some(price) = self.prices.get_mut(token) {
            *price = CLAIM + STEP;
        }
    }

    fn check_holder(&mut self, holders: &Holders, now: Moment) {
        if holders.is_empty() {
            self.free_since.get_or_insert(now);
        } else {
            self.free_since = None;
        }
        for holder in holders.tokens() {
            let leaked = self.people.iter().any(|person| person.has_finished(holder))
                && !self.may_live_again(holder);
            self.check(!leaked, Rule::Leak, || {
                format!("the key has {holder}, which nobody will release")
            });
        }
        for person in &self.people {
            if person.believes(now) && !holders.has(&person.token) {
                let what = format!("{} believes, and the key has {holders:?}", person.token);
                self.breaks(Rule::Truth, what);
                return;
            }
        }
    }

    /// Returns whether the lease of this token may have begun again although it was over, for the time by which the clock
    /// was set back. The token of a share whose lease is over may stay in the set.
    pub(super) fn may_live_again(&self, token: &str) -> bool {
        self.set_back > Duration::ZERO && kind_of(token) != TokenKind::Lock
    }

    /// Notes that the client believes from now on that it owns the lock, which nobody else may own then.
    pub(super) fn believes(&mut self, id: usize, until: Moment, now: Moment) {
        let is_lock = |person: &ClientRecord| kind_of(&person.token) == TokenKind::Lock;
        let is_alone = is_lock(&self.people[id]);
        let mut people = self.people.iter();
        let is_taken = people.any(|it| it.believes(now) && (is_alone || is_lock(it)));
        let foreign = self.foreign.is_some_and(|until| now < until);
        // The server counts leases by its clock, so one that was granted before that clock was set forward may be over
        // when the client hears of it.
        let may_be_over = self.people[id].granted < self.set_forward;
        let is_another_s = (is_taken || foreign) && !may_be_over;
        self.check(!is_another_s, Rule::OneHolder, || {
            format!("client {id} got what another has")
        });
        let person = &mut self.people[id];
        person.promised = None;
        if !may_be_over {
            person.belief = Some(until);
            person.valid_until = until;
        }
    }

    /// Notes that a client relies upon its lease, which it has renewed, until then.
    pub(super) fn relies(&mut self, id: usize, until: Moment) {
        let person = &mut self.people[id];
        if person.belief.is_some() {
            person.belief = Some(until);
            person.valid_until = until;
        }
    }

    /// Notes what a client hears of its renewal.
    pub(super) fn renewed(&mut self, id: usize, answer: &JoinReply, now: Moment) {
        let has_lost = matches!(answer, JoinReply::Refused) && self.people[id].believes(now);
        self.check(!has_lost, Rule::Renewal, || {
            format!("client {id} has lost a lease that lives")
        });
    }

    /// Notes that another library got the lock, which no client may believe to own then.
    pub(super) fn foreign(&mut self, token: &str, until: Moment, now: Moment) {
        let owned = self.people.iter().any(|person| person.believes(now));
        self.check(!owned, Rule::OneHolder, || {
            "another library got what a client has".into()
        });
        self.foreign = Some(until);
        self.sees(&Holders::alone(token.to_owned(), until), now);
        self.claims.clear();
        self.free_since = None;
        self.owned_until(until);
    }

    /// Notes that another library gave the lock back.
    pub(super) fn foreign_ends(&mut self, now: Moment) {
        self.foreign = None;
        self.sees(&Holders::default(), now);
        self.owned_until(now);
        self.free_since = Some(now);
    }

    /// Notes that the server's clock was set forward, so that no lease counts which began before.
    pub(super) fn leaps(&mut self, now: Moment) {
        self.set_forward = now;
        self.foreign = None;
        for person in &mut self.people {
            person.belief = None;
        }
        self.owned_until(now);
    }

    /// Notes that the server may not hear of the client for a while.
    pub(super) fn disturbs(&mut self, id: usize, now: Moment) {
        if let Some(place) = self.places.get_mut(&self.people[id].token) {
            place.since = None;
        }
        self.disturbed(now);
    }

    /// Notes that a client goes on after a stop. A question that it had sent before may have given it a place in the
    /// meantime, but only from now on can it look. Who was killed meanwhile does not come back.
    pub(super) fn goes_on(&mut self, id: usize, now: Moment) {
        let person = &mut self.people[id];
        person.gone_since = person.gone_since.filter(|_| person.is_dead);
        if let Some(place) = self.places.get_mut(&person.token) {
            place.since = place.since.map(|_| now);
        }
    }

    /// Notes that something is out of order that nobody can mend at once.
    pub(super) fn disturbed(&mut self, now: Moment) {
        self.calm_since = self.calm_since.max(now);
        self.disturbed_at = self.disturbed_at.max(now);
        if self.claims.is_empty() {
            self.prices.clear();
        }
    }

    /// Checks what must be true between two events.
    pub(super) fn look(&mut self, now: Moment) {
        self.check_first(now);
        for person in &self.people {
            if person.promised.is_some_and(|by| by < now) && person.is_running() {
                let what = format!("{} was handed the lock and does not know", person.token);
                self.breaks(Rule::HandOver, what);
                return;
            }
        }
        let mut missed = self.lines.iter().filter_map(|line| line.has_missed(now));
        if let Some(id) = missed.find(|id| self.people[*id].is_running()) {
            let what = format!("client {id} is the first and does not sleep in Redis");
            self.breaks(Rule::Line, what);
            return;
        }
        // While the slot moves, nobody may be able to get a fencing token.
        let can_have_it =
            |id: usize| !(self.is_half_moved || (self.is_moving && self.people[id].fencing));
        let waiting = self.in_order(now).filter(|(id, _)| can_have_it(*id));
        let Some(since) = waiting.filter_map(|(_, place)| place.since).min() else {
            return;
        };
        let idle = now.until(since.max(self.calm_since));
        self.longest_idle = self.longest_idle.max(idle);
        let bound = self.prices.values().sum::<Duration>() + self.base();
        self.check(idle <= bound, Rule::Idle, || {
            format!("nobody has owned the lock for {idle:?}, not {bound:?}")
        });
    }

    /// Returns how long the lock may be without a holder although nobody is dead.
    fn base(&self) -> Duration {
        let trips = 6 * self.scenario.longest_delay();
        if self.scenario.has(ScenarioFault::Skew) || self.scenario.beside {
            return 3 * SLICE + LATE + trips + STEP + self.set_back;
        }
        // A waiter that becomes the first gets a wake-up, so it need not find out by itself.
        let looks = if self.scenario.is_calm() {
            FIRST_LOOK
        } else {
            SLICE
        };
        // Where a slot moves, nodes refuse again and again, so the pause after a lost answer is the longest.
        let pause = if self.scenario.has_moves() {
            Backoff::LONGEST
        } else {
            Duration::ZERO
        };
        looks + pause + LATE + trips + STEP + self.set_back
    }

    /// Checks that a wait is not back too early or too late.
    pub(super) fn check_deadline(
        &mut self,
        id: usize,
        deadline: Moment,
        refused: bool,
        now: Moment,
    ) {
        self.check(!refused || now >= deadline, Rule::Deadline, || {
            format!("client {id} gave up too early")
        });
        let late = if self.scenario.is_calm() {
            STEP
        } else {
            Duration::from_millis(2600)
        };
        let person = &self.people[id];
        let in_time = person.was_stopped || now <= deadline.after(late);
        self.check(in_time, Rule::Deadline, || {
            format!("client {id} is late by {:?}", now.until(deadline))
        });
        let free = self.free_from().filter(|from| refused && *from < deadline);
        let others = self.in_order(now).filter(|(other, _)| *other != id).count();
        let has_met_own = refused && self.people[id].has_met_own;
        self.check(!has_met_own, Rule::Behind, || {
            format!("client {id} was refused because of its own release")
        });
        let has_place = refused
            && !self.scenario.wants.is_empty()
            && self.is_ordered()
            && self.could_enter_from(&self.people[id].token) < deadline;
        let missed = free.is_some() && others == 0 || has_place;
        self.check(!missed, Rule::LastLook, || {
            format!("client {id} was refused a free lock")
        });
    }
}
