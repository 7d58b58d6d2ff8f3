//! The examination of one server that keeps locks.
//!
//! A server that falls silent in the midst has the rows so far, and one that says so. This file knows no INFO and no
//! right, which `info` and `trial` judge. `check` calls it for one server, and `sentinel`, `cluster` and `quorum` for each of
//! theirs.

use super::finding::{Finding, Remark};
use super::info::ServerInfo;
use super::plan::{CheckPlan, Deployment};
use super::trial::{self, TrialResult};
use super::visit::Visit;
use super::{protection, timing};
use crate::connection::Target;
use crate::error::{RIGHTS, Unavailable};
use crate::os;
use crate::protocol::{Reply, replicas};

/// What was found at one server.
pub(super) struct Examined {
    pub(super) findings: Vec<Finding>,
    /// Whether the server has granted the key, as it grants a lock.
    pub(super) grants: bool,
}

/// Examines a server, where `key` is written and removed.
pub(super) fn examine(target: Target, plan: &CheckPlan, key: &[u8]) -> Examined {
    let name = match &target {
        Target::Server(endpoint) => endpoint.to_string(),
        Target::SentinelMaster(sentinels) => sentinels.to_string(),
    };
    let mut look = Look {
        remarks: Vec::new(),
        grants: false,
    };
    let (name, ended) = match Visit::begin(target) {
        Ok(mut visit) => (visit.name(), look.at_all(&mut visit, plan, key)),
        Err(error) => (name, Err(error)),
    };
    let reachable = reachable(ended, &plan.locks.lock_prefix);
    let remarks = [reachable].into_iter().chain(look.remarks);
    Examined {
        findings: remarks.map(|remark| remark.at(&name)).collect(),
        grants: look.grants,
    }
}

/// Returns the remark about a server whose examination has ended so.
pub(super) fn reachable(ended: Result<(), Unavailable>, lock_prefix: &[u8]) -> Remark {
    const WHAT: &str = "reachable";
    let Err(error) = ended else {
        return Remark::good(WHAT, "it lets us in and answers");
    };
    let sentence = error.message(Some(lock_prefix));
    if error.may_pass() {
        let advice = "look whether the server runs and is not busy, whether its host and port are right, and whether a \
                      firewall is between";
        return Remark::bad(WHAT, sentence, advice);
    }
    Remark::bad_by_itself(WHAT, sentence)
}

/// What was seen so far.
struct Look {
    remarks: Vec<Remark>,
    grants: bool,
}

impl Look {
    /// Looks at everything.
    ///
    /// # Errors
    /// The server has stopped to answer. What was seen before stays.
    fn at_all(
        &mut self,
        visit: &mut Visit,
        plan: &CheckPlan,
        key: &[u8],
    ) -> Result<(), Unavailable> {
        let encryption = visit.encryption();
        let protection = protection::remarks(visit.server(), encryption.as_ref(), os::since_1970());
        self.remarks.extend(protection);
        self.at_info(visit, plan)?;
        let written = self.at_write(visit, plan, key)?;
        self.at_rights(visit, plan, key, written)?;
        self.at_time(visit, plan, key)
    }

    fn at_info(&mut self, visit: &mut Visit, plan: &CheckPlan) -> Result<(), Unavailable> {
        let replies = visit.ask(&[vec![b"HELLO", b"2"], vec![b"INFO"]])?;
        if let [hello, info] = &*replies {
            let info = ServerInfo::read(hello, info, visit.refused(info));
            let min_replicas = visit.access().min_replicas;
            self.remarks
                .extend(info.remarks(plan.deployment, min_replicas));
        }
        Ok(())
    }

    /// Writes the key as a lock is written, with WAIT behind it if replicas are counted. Returns what the trial of `set` has
    /// shown.
    fn at_write(
        &mut self,
        visit: &mut Visit,
        plan: &CheckPlan,
        key: &[u8],
    ) -> Result<TrialResult, Unavailable> {
        let access = visit.access();
        let (wanted, span) = (access.min_replicas, access.command_timeout);
        let wait = replicas::args(wanted, span);
        let mut commands = vec![trial::write(key)];
        if wanted > 0 {
            commands.push(wait.iter().map(Vec::as_slice).collect());
        }
        let replies = visit.ask(&commands)?;
        let mut replies = replies.into_iter();
        let reply = replies.next().unwrap_or(Reply::Other);
        let result = TrialResult::read(&reply, visit.refused(&reply));
        self.grants = reply == Reply::Okay;
        let is_moving = plan.deployment == Deployment::Cluster
            && ["MOVED", "ASK", "TRYAGAIN"]
                .iter()
                .any(|it| reply.is_error(it));
        if self.grants {
            let found = "a key was written, as a lock is";
            self.remarks.push(Remark::good("write", found));
        } else if is_moving {
            let found = "not tried, because the slot of the key is just moving";
            let advice = "examine the Cluster again when its slots are at rest";
            self.remarks.push(Remark::warning("write", found, advice));
        } else if !result.is_refused() {
            // A missing right has its own row.
            let words = reply.error_words();
            let words = words.unwrap_or_else(|| "the reply does not fit the command".to_owned());
            let sentence = visit.sentence(&words, &plan.locks.lock_prefix);
            self.remarks.push(Remark::bad_by_itself("write", sentence));
        }
        if let Some(reply) = replies.next().filter(|_| self.grants) {
            self.remarks.extend(counted(&reply, wanted, visit, plan));
        }
        Ok(result)
    }

    fn at_rights(
        &mut self,
        visit: &mut Visit,
        plan: &CheckPlan,
        key: &[u8],
        written: TrialResult,
    ) -> Result<(), Unavailable> {
        let may_create = !matches!(written, TrialResult::Lacking | TrialResult::Unknown(_));
        let rights = trial::rights(visit.server(), plan.locks, plan.deployment, may_create);
        let access = visit.access().clone();
        let commands = rights.iter().map(|it| trial::words(it, key, &access));
        let replies = visit.ask(&commands.collect::<Vec<_>>())?;
        let set = RIGHTS.iter().filter(|it| it.name == "set").copied();
        let results = replies
            .iter()
            .map(|reply| TrialResult::read(reply, visit.refused(reply)));
        let tried: Vec<_> = set
            .zip([written])
            .chain(rights.into_iter().zip(results))
            .collect();
        self.remarks.extend(trial::remarks(&tried, plan.locks));
        Ok(())
    }

    fn at_time(
        &mut self,
        visit: &mut Visit,
        plan: &CheckPlan,
        key: &[u8],
    ) -> Result<(), Unavailable> {
        const TRIPS: usize = 7;
        let mut trips = Vec::new();
        for _ in 0..TRIPS {
            // Each lock may use GET, unlike PING, for which a user with few rights has none.
            let begun = os::now();
            visit.ask_one(&[b"GET", key])?;
            trips.push(os::now().until(begun));
        }
        let timeout = visit.access().command_timeout;
        let is_in_quorum = plan.deployment == Deployment::Quorum;
        self.remarks
            .push(timing::round_trip(trips, timeout, is_in_quorum));
        let before = os::since_1970();
        let reply = visit.ask_one(&[b"TIME"])?;
        let after = os::since_1970();
        self.remarks.extend(timing::clock(&reply, before, after));
        Ok(())
    }
}

/// Returns the remark about the replicas that have the key, as WAIT has counted them.
fn counted(reply: &Reply, wanted: u32, visit: &Visit, plan: &CheckPlan) -> Option<Remark> {
    const WHAT: &str = "replicas";
    let count = match (replicas::read(reply), reply.error_words()) {
        (Some(count), _) => count,
        (None, Some(words)) => {
            // A missing right has its own row.
            let is_refused = TrialResult::read(reply, None).is_refused();
            let sentence = visit.sentence(&words, &plan.locks.lock_prefix);
            return (!is_refused).then(|| Remark::bad_by_itself(WHAT, sentence));
        }
        (None, None) => return None,
    };
    let found = format!("{count} have the key in time, and \"min_replicas\" is {wanted}");
    if count >= wanted {
        return Some(Remark::good(WHAT, found));
    }
    let advice = "connect the replicas, or lower \"min_replicas\": docs/reliability.md, Locks that replicas have";
    Some(Remark::bad(WHAT, found, advice))
}
