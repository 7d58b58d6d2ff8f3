//! The examination of a quorum: each of its servers, and whether a majority grants locks.
//!
//! A server that is dead costs one timeout, and no other server a row. `check` calls it.

use super::finding::{Finding, Remark};
use super::plan::CheckPlan;
use super::server;
use crate::config::Server;
use crate::connection::{Endpoint, Target};

pub(super) fn examine(servers: &[Server], plan: &CheckPlan) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut grants = 0;
    for endpoint in Endpoint::independent(servers) {
        let examined = server::examine(Target::Server(endpoint), plan, &plan.key());
        grants += usize::from(examined.grants);
        findings.extend(examined.findings);
    }
    findings.push(majority(grants, servers.len()).at("the quorum"));
    findings
}

fn majority(grants: usize, all: usize) -> Remark {
    const WHAT: &str = "quorum";
    let needed = all / 2 + 1;
    let found = format!("{grants} of {all} servers grant locks, and {needed} are needed");
    let mend = "mend the servers with a bad row: docs/quorum.md, When something is wrong";
    match grants {
        _ if grants < needed => Remark::bad(WHAT, found, mend),
        _ if grants < all => Remark::warning(WHAT, found, mend),
        _ => Remark::good(WHAT, found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::finding::Health;

    #[test]
    fn a_quorum_needs_a_majority() {
        for (grants, health) in [
            (5, Health::Good),
            (4, Health::Warning),
            (3, Health::Warning),
            (2, Health::Bad),
            (0, Health::Bad),
        ] {
            assert_eq!(majority(grants, 5).health, health, "{grants}");
        }
        let found = "2 of 3 servers grant locks, and 2 are needed";
        assert_eq!(majority(2, 3).found, found);
    }
}
