//! The examination of the sentinels of a service, and of the master that they name.
//!
//! Each sentinel is asked, although a lock needs only one, because a failover needs a majority of them. `check` calls it.

use std::sync::Arc;

use super::finding::{Finding, Remark};
use super::plan::CheckPlan;
use super::server;
use super::visit::Visit;
use crate::config::{Address, Sentinel};
use crate::connection::{Kind, Members, Sentinels, Target, named_master};
use crate::error::{Unavailable, printable};
use crate::protocol::Reply;

pub(super) fn examine(sentinel: &Sentinel, plan: &CheckPlan) -> Vec<Finding> {
    let members = Members::new(&sentinel.sentinels, Kind::Any, "a sentinel");
    let mut findings = Vec::new();
    let mut heard = Vec::new();
    for node in &sentinel.nodes {
        let endpoint = members.at(node, None);
        let name = endpoint.to_string();
        match Testimony::from(Target::Server(endpoint), &sentinel.service) {
            Ok(it) => {
                findings.push(it.remark(&sentinel.service).at(&name));
                heard.push(it);
            }
            Err(error) => {
                let remark = server::reachable(Err(error), &plan.locks.lock_prefix);
                findings.push(remark.at(&name));
            }
        }
    }
    let sentinels = Arc::new(Sentinels::new(sentinel));
    let all = format!("the sentinels of \"{}\"", sentinel.service);
    let named: Vec<_> = heard.iter().filter_map(Testimony::master).collect();
    findings.push(agreement(&named, sentinel.nodes.len()).at(&all));
    let failover: Vec<_> = heard.iter().map(|it| &it.failover).collect();
    findings.extend(can_fail_over(&failover).map(|it| it.at(&all)));
    let master = server::examine(Target::SentinelMaster(sentinels), plan, &plan.key());
    findings.extend(master.findings);
    findings
}

/// What one sentinel has said.
struct Testimony {
    master: Result<Option<Address>, String>,
    /// Whether a failover is possible, as the sentinel says; or its words.
    failover: Result<(), String>,
}

impl Testimony {
    /// Asks a sentinel.
    ///
    /// # Errors
    /// It does not answer.
    fn from(target: Target, service: &str) -> Result<Self, Unavailable> {
        let mut visit = Visit::begin(target)?;
        let service = service.as_bytes();
        let replies = visit.ask(&[
            vec![b"SENTINEL", b"GET-MASTER-ADDR-BY-NAME", service],
            vec![b"SENTINEL", b"CKQUORUM", service],
        ])?;
        let mut replies = replies.into_iter();
        let mut next = || replies.next().unwrap_or(Reply::Other);
        let (master, failover) = (next(), next());
        let nonsense = "its answer is no host and port; is it a sentinel?";
        Ok(Self {
            master: match (&master, visit.refused(&master)) {
                (Reply::Nil, _) => Ok(None),
                (_, Some(_)) => {
                    let words = master.error_words().unwrap_or_default();
                    Err(visit.sentence(&words, b""))
                }
                _ => named_master(&master)
                    .map_or_else(|| Err(nonsense.to_owned()), |it| Ok(Some(it))),
            },
            failover: visit.refused(&failover).map_or(Ok(()), Err),
        })
    }

    fn master(&self) -> Option<&Address> {
        self.master.as_ref().ok()?.as_ref()
    }

    fn remark(&self, service: &str) -> Remark {
        const WHAT: &str = "sentinel";
        match &self.master {
            Ok(Some(master)) => Remark::good(WHAT, format!("it names {master} as the master")),
            Ok(None) => {
                let found = format!(
                    "it does not know the service \"{}\"",
                    printable(service.as_bytes())
                );
                let advice = "check \"service\", and \"sentinel monitor\" in its sentinel.conf";
                Remark::bad(WHAT, found, advice)
            }
            Err(words) => Remark::bad_by_itself(WHAT, words),
        }
    }
}

/// Returns the remark about the masters that so many sentinels name.
fn agreement(named: &[&Address], all: usize) -> Remark {
    const WHAT: &str = "sentinels";
    let most = named
        .iter()
        .map(|it| named.iter().filter(|other| other == &it).count());
    let agree = most.max().unwrap_or(0);
    let found = format!("{agree} of {all} name the same master");
    let mend = "mend the sentinels with a bad row: docs/sentinel-and-cluster.md, See what happens";
    if agree <= all / 2 {
        return Remark::bad(WHAT, found, mend);
    }
    if agree < all {
        return Remark::warning(WHAT, found, mend);
    }
    if all < 3 {
        let advice = "name all sentinels, of which there are at least three: docs/sentinel-and-cluster.md, Settings";
        return Remark::warning(WHAT, found, advice);
    }
    Remark::good(WHAT, found)
}

/// Returns the remark about a failover, by what the sentinels that answer say of it.
fn can_fail_over(said: &[&Result<(), String>]) -> Option<Remark> {
    const WHAT: &str = "failover";
    let mut refused = said.iter().filter_map(|it| it.as_ref().err());
    if let Some(words) = refused.clone().find(|it| it.starts_with("NOQUORUM ")) {
        let found = format!("no failover is possible: {words}");
        let advice = "start the other sentinels, and let them reach one another and the master";
        return Some(Remark::bad(WHAT, found, advice));
    }
    if said.iter().any(|it| it.is_ok()) {
        return Some(Remark::good(WHAT, "enough sentinels agree for a failover"));
    }
    let words = refused.next()?;
    let command = "SENTINEL CKQUORUM";
    Some(Remark::unseen(WHAT, command, "+sentinel|ckquorum", words))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::finding::Health;

    #[test]
    fn a_majority_of_all_sentinels_names_one_master() {
        let at = |port| Address::Tcp {
            host: "h".to_owned(),
            port,
        };
        let (one, other) = (at(1), at(2));
        for (named, all, health) in [
            (&[&one, &one, &one][..], 3, Health::Good),
            (&[&one, &one], 3, Health::Warning),
            (&[&one, &other, &one], 3, Health::Warning),
            (&[&one], 3, Health::Bad),
            (&[&one, &other], 2, Health::Bad),
            (&[&one, &one], 2, Health::Warning),
            (&[], 3, Health::Bad),
        ] {
            assert_eq!(agreement(named, all).health, health, "{named:?}");
        }
    }

    #[test]
    fn one_sentinel_that_sees_no_quorum_is_believed() {
        let no_quorum = Err("NOQUORUM 1 usable Sentinels.".to_owned());
        let no_right = Err(
            "NOPERM User a has no permissions to run the 'sentinel|ckquorum' command".to_owned(),
        );
        let health = |said: &[&Result<(), String>]| can_fail_over(said).map(|it| it.health);
        assert_eq!(health(&[&Ok(()), &no_right]), Some(Health::Good));
        assert_eq!(health(&[&Ok(()), &no_quorum]), Some(Health::Bad));
        assert_eq!(health(&[&no_right]), Some(Health::Warning));
        assert_eq!(health(&[]), None);
    }
}
