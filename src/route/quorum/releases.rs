//! The releases of a quorum: at the gate first where others are likely to wait, and at all servers at once elsewhere.
//!
//! The gate is asked for good, so it passes the keys of the other servers on to the waiter to which it hands over. A
//! release that a server could not get is owed to it, if the token may have reached that server. This file knows no
//! connection. `quorum` calls it.

use std::collections::BTreeSet;
use std::time::Duration;

use super::tally::{Heard, Majority, Tally, Verdict};
use super::{HeardSoFar, Inquiry, Quorum, RoundEnd, VotingServers};
use crate::clock::Moment;
use crate::protocol::mutex::among::{Ask, Statement};
use crate::store::{HeldKey, LeaseRequest, LockStore, Vote};

impl<S: VotingServers> Quorum<S> {
    /// Returns the vote on the release of one key. A lock that was got by waiting is released at the gate first, because
    /// others are likely to wait too.
    pub(super) fn release(&self, held: &HeldKey, by: Moment) -> Vote {
        let by = self.deadline(by);
        let release = self.begin_release(held);
        let is_foreign = held.valid_until == Moment::NEVER;
        let gate_first = held.for_good && (is_foreign || release.was_waited_for);
        let mut releases = [release];
        if gate_first {
            self.release_at_gates(&mut releases, by);
        }
        self.release_at_the_rest(&mut releases, by);
        let [release] = releases;
        self.vote_on(&release)
    }

    fn begin_release<'a>(&self, held: &HeldKey<'a>) -> Releasing<'a> {
        let lead = self.waits.take(held.key, held.token);
        Releasing {
            held: *held,
            was_waited_for: lead.as_ref().is_some_and(|lead| lead.is_held),
            reached: lead.map(|lead| lead.reached),
            gate: None,
            report: HeardSoFar::new(self.servers.now()),
        }
    }

    fn vote_on(&self, release: &Releasing) -> Vote {
        let count = ReleaseCount::of(release);
        if count.is_handed_over {
            return Vote::Granted(None);
        }
        let is_valid = self.servers.now() < release.held.valid_until;
        match count.tally.verdict_on_release(self.of(), is_valid) {
            Some(Verdict::Granted) => Vote::Granted(None),
            // The gate may have handed over, and then the new owner has taken the others over already.
            Some(Verdict::Refused) if is_valid && release.may_be_handed_over() => {
                Vote::Granted(None)
            }
            Some(Verdict::Refused) => Vote::Refused,
            None => Vote::Unknown(self.missing(&release.report)),
        }
    }

    /// Releases many keys in two rounds, first at the gate of each and then at the others.
    pub(super) fn release_all(&self, held: &[HeldKey], by: Moment) -> Vec<Vote> {
        let by = self.deadline(by);
        let mut releases: Vec<_> = held.iter().map(|held| self.begin_release(held)).collect();
        self.release_at_gates(&mut releases, by);
        self.release_at_the_rest(&mut releases, by);
        releases
            .iter()
            .map(|release| self.vote_on(release))
            .collect()
    }

    /// Releases each key at its gate, which hands it over if somebody waits.
    fn release_at_gates(&self, releases: &mut [Releasing], by: Moment) {
        let reach = self.find_reach();
        let mut asks = Vec::with_capacity(releases.len());
        for (place, release) in releases.iter_mut().enumerate() {
            let server = reach.gate(&self.servers.order(release.held.key));
            release.gate = Some(server);
            asks.push(ReleaseAsk {
                place,
                server,
                ask: release.last_ask(),
            });
        }
        // The others can go on without a gate that is slow.
        let servers: BTreeSet<_> = asks.iter().map(|it| it.server).collect();
        let end = RoundEnd {
            answers: servers.len(),
            is_brief: true,
            by,
            enough: &|_| false,
        };
        self.ask_releases(releases, &asks, &end);
    }

    /// Releases the keys at the servers that were not asked yet. Where the gate has handed a key over, the others leave
    /// theirs to the new owner.
    fn release_at_the_rest(&self, releases: &mut [Releasing], by: Moment) {
        let reach = self.find_reach();
        let mut asks = Vec::new();
        // What is sent to a server that is not asked comes behind what it has got, and is owed where nothing is open.
        let mut unawaited = Vec::new();
        for (place, release) in releases.iter_mut().enumerate() {
            let order = self.servers.order(release.held.key);
            let gate = reach.gate(&order);
            let is_left = |server: &usize| !release.report.heard.contains_key(server);
            for server in order.into_iter().filter(is_left) {
                if !reach.usable.contains(&server) {
                    if release.may_have(server) {
                        unawaited.push(release.inquiry(server, Ask::Release));
                    }
                } else if release.is_handed_over() {
                    unawaited.push(release.inquiry(server, Ask::PassOn));
                } else {
                    let is_gate = server == gate && release.gate.is_none();
                    let ask = if is_gate {
                        release.gate = Some(gate);
                        release.last_ask()
                    } else {
                        Ask::Release
                    };
                    asks.push(ReleaseAsk { place, server, ask });
                }
            }
        }
        if !unawaited.is_empty() {
            self.servers.tell(&unawaited);
        }
        if asks.is_empty() {
            return;
        }
        let known: Vec<_> = releases.iter().map(ReleaseCount::of).collect();
        let of = self.of();
        let is_enough = |heard: &[Heard]| {
            let mut counts = known.clone();
            for (ask, heard) in asks.iter().zip(heard) {
                if let Some(count) = counts.get_mut(ask.place) {
                    count.add(heard);
                    count.awaits_gate |= ask.is_for_good() && heard.said().is_none();
                }
            }
            counts.iter().all(|count| count.is_over(of))
        };
        let fewest_known = known.iter().map(ReleaseCount::answers).min();
        let end = RoundEnd {
            answers: of.needed.saturating_sub(fewest_known.unwrap_or_default()),
            is_brief: false,
            by,
            enough: &is_enough,
        };
        self.ask_releases(releases, &asks, &end);
    }

    /// Asks for these releases, and notes what was heard.
    fn ask_releases(&self, releases: &mut [Releasing], asks: &[ReleaseAsk], end: &RoundEnd) {
        let inquiry = |it: &ReleaseAsk| {
            let release = releases.get(it.place)?;
            Some(release.inquiry(it.server, it.ask.clone()))
        };
        let asked: Vec<_> = asks.iter().filter_map(inquiry).collect();
        let heard = self.servers.ask(&asked, end);
        for (ask, heard) in asks.iter().zip(heard) {
            if let Some(release) = releases.get_mut(ask.place) {
                release.report.note(&[(ask.server, heard)]);
            }
        }
    }
}

/// The release of one key at one server.
struct ReleaseAsk {
    /// The place of the key among those that are released.
    place: usize,
    server: usize,
    ask: Ask,
}

impl ReleaseAsk {
    fn is_for_good(&self) -> bool {
        self.ask == Ask::ReleaseForGood
    }
}

/// The answers to the release of one key.
#[derive(Clone, Default)]
struct ReleaseCount {
    tally: Tally,
    is_handed_over: bool,
    /// Whether the gate is asked in this round and has not answered.
    awaits_gate: bool,
}

impl ReleaseCount {
    fn of(release: &Releasing) -> Self {
        let mut count = Self::default();
        release
            .report
            .heard
            .values()
            .for_each(|heard| count.add(heard));
        count
    }

    fn add(&mut self, heard: &Heard) {
        self.tally.add(heard);
        self.is_handed_over |= matches!(heard.said(), Some(Statement::HandedOver));
    }

    fn answers(&self) -> usize {
        self.tally.granted + self.tally.refused
    }

    /// Returns whether no further answer matters. A no of the others may only show that the gate has handed over.
    fn is_over(&self, of: Majority) -> bool {
        match self.tally.verdict(of) {
            _ if self.is_handed_over => true,
            Some(Verdict::Granted) => true,
            Some(Verdict::Refused) => !self.awaits_gate,
            None => false,
        }
    }
}

/// A release that is going on.
struct Releasing<'a> {
    held: HeldKey<'a>,
    was_waited_for: bool,
    /// The servers that may have granted the lease; `None`: all of them.
    reached: Option<BTreeSet<usize>>,
    /// The server that was asked to hand over.
    gate: Option<usize>,
    report: HeardSoFar,
}

impl<'a> Releasing<'a> {
    /// Returns whether a server may have the key. What is owed to a server where it was never asked for would leave no
    /// room for what matters.
    fn may_have(&self, server: usize) -> bool {
        let reached = self.reached.as_ref();
        reached.is_none_or(|reached| reached.contains(&server))
    }

    fn inquiry(&self, server: usize, ask: Ask) -> Inquiry<'a> {
        let request = LeaseRequest {
            key: self.held.key,
            token: self.held.token,
            lease: Duration::ZERO,
            fencing: false,
        };
        Inquiry {
            server,
            request,
            ask,
            is_rider: false,
        }
    }

    /// Returns what the gate is asked.
    fn last_ask(&self) -> Ask {
        if self.held.for_good {
            Ask::ReleaseForGood
        } else {
            Ask::Release
        }
    }

    /// Returns whether nobody knows what the gate has done.
    fn may_be_handed_over(&self) -> bool {
        match self.gate.and_then(|gate| self.report.heard.get(&gate)) {
            Some(Heard::Nothing) => true,
            Some(Heard::Trouble(trouble)) => trouble.is_unanswered(),
            Some(Heard::Answer(_)) | None => false,
        }
    }

    fn is_handed_over(&self) -> bool {
        ReleaseCount::of(self).is_handed_over
    }
}
