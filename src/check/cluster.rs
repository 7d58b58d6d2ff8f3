//! The examination of a Cluster: its slots, each of its masters, and the seeds that are no masters.
//!
//! The slot map is that of the first seed that answers. The key that a master is tried with is in one of its own slots.
//! `check` calls it.

use std::sync::Arc;

use super::finding::{Finding, Remark};
use super::plan::CheckPlan;
use super::server;
use super::visit::Visit;
use crate::config::{Address, ClusterSeeds};
use crate::connection::{Endpoint, Kind, Members, Target};
use crate::error::Unavailable;
use crate::protocol::slot::slot_of;
use crate::route::{NodeAddress, SlotMap};

pub(super) fn examine(config: &ClusterSeeds, plan: &CheckPlan) -> Vec<Finding> {
    let members = Members::new(&config.access, Kind::Node, "a node of the Cluster");
    let prefix = &plan.locks.lock_prefix;
    let mut findings = Vec::new();
    let mut seeds = Vec::new();
    let mut map = None;
    for address in &config.seeds {
        // A master has all its rows below.
        if has_master(map.as_ref(), address) {
            continue;
        }
        let endpoint = members.at(address, None);
        let target = Target::Server(Arc::clone(&endpoint));
        let asked = if map.is_none() {
            asked_for_slots(target, address, prefix)
        } else {
            Visit::begin(target).map(|_| Err(None))
        };
        let reached = match asked {
            Ok(Ok(slots)) => {
                map = Some(slots);
                Ok(())
            }
            Ok(Err(refused)) => {
                findings.extend(refused.map(|it| it.at(&endpoint.to_string())));
                Ok(())
            }
            Err(error) => Err(error),
        };
        seeds.push((address, endpoint, reached));
    }
    findings.extend(map.as_ref().map(|it| slots(it).at("the Cluster")));
    for (address, endpoint, reached) in seeds {
        if !has_master(map.as_ref(), address) {
            let remark = server::reachable(reached, prefix);
            findings.push(remark.at(&endpoint.to_string()));
        }
    }
    let nodes: Vec<_> = map.iter().flat_map(SlotMap::owners).cloned().collect();
    for node in &nodes {
        let target = Target::Server(endpoint(&members, node));
        let key = map.as_ref().and_then(|map| key_at(node, map, plan));
        let key = key.unwrap_or_else(|| plan.key());
        findings.extend(server::examine(target, plan, &key).findings);
    }
    findings
}

/// Returns the slot map as this node has it; or else a remark.
///
/// # Errors
/// The node does not answer.
fn asked_for_slots(
    target: Target,
    address: &Address,
    lock_prefix: &[u8],
) -> Result<Result<SlotMap, Option<Remark>>, Unavailable> {
    const WHAT: &str = "slots";
    let mut visit = Visit::begin(target)?;
    let reply = visit.ask_one(&[b"CLUSTER", b"SLOTS"])?;
    if let Some(words) = visit.refused(&reply) {
        let unseen = Remark::unseen(WHAT, "CLUSTER SLOTS", "+cluster|slots", &words);
        return Ok(Err(Some(unseen)));
    }
    let Address::Tcp { host, port } = address else {
        return Ok(Err(None));
    };
    let map = NodeAddress::new(host, *port, None).and_then(|it| SlotMap::read(&reply, &it));
    Ok(map.ok_or_else(|| {
        let sentence = visit.sentence("its reply to CLUSTER SLOTS is malformed", lock_prefix);
        Some(Remark::bad_by_itself(WHAT, sentence))
    }))
}

fn slots(map: &SlotMap) -> Remark {
    const WHAT: &str = "slots";
    let (unowned, masters) = (map.unowned(), map.owners().count());
    if unowned == 0 {
        return Remark::good(WHAT, format!("all are at {masters} masters"));
    }
    let found = format!("{unowned} of 16384 are at no master, so no name of theirs can be locked");
    let advice = "redis-cli --cluster check HOST:PORT, and then --cluster fix";
    Remark::bad(WHAT, found, advice)
}

/// Returns whether a master with slots is at this address.
fn has_master(map: Option<&SlotMap>, address: &Address) -> bool {
    let is_here = |node: &NodeAddress| matches!(address, Address::Tcp { host, port } if *host == node.host && *port == node.port);
    map.is_some_and(|map| map.owners().any(is_here))
}

fn endpoint(members: &Members, node: &NodeAddress) -> Arc<Endpoint> {
    let address = Address::Tcp {
        host: node.host.clone(),
        port: node.port,
    };
    members.at(&address, node.ip)
}

/// Returns a key in a slot of this node.
fn key_at(node: &NodeAddress, map: &SlotMap, plan: &CheckPlan) -> Option<Vec<u8>> {
    /// Enough for a node with few slots of all.
    const ATTEMPTS: u32 = 200_000;
    let begin = plan.key();
    let keys =
        (0..ATTEMPTS).map(|number| [&begin, &b":"[..], number.to_string().as_bytes()].concat());
    let is_here = |key: &Vec<u8>| {
        let index = map.index(slot_of(key));
        index.and_then(|it| map.address(it)) == Some(node)
    };
    keys.into_iter().find(is_here)
}
