//! What all threads of a process know of a Cluster: which node has which slot, and where the nodes are.
//!
//! The slot map is replaced as a whole by what a node says, and patched by each MOVED. This file asks no node, but
//! it says when one is to be asked. `pool` makes it, and `cluster` and `nodes` use it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use super::slot_map::{NodeAddress, SlotMap};
use crate::clock::Moment;
use crate::config::{Address, ClusterSeeds};
use crate::connection::{Endpoint, Kind, Members};
use crate::os::Undisturbed;

/// The shortest time between two questions for the slot map.
const PAUSE: Duration = Duration::from_secs(1);

pub(in crate::route) struct Topology {
    pub(in crate::route) config: ClusterSeeds,
    seeds: Vec<NodeAddress>,
    members: Members,
    slot_map: Undisturbed<Arc<SlotMap>>,
    /// A number that changes with the slot map.
    version: AtomicU64,
    is_slot_map_wanted: AtomicBool,
    /// The moment when the slot map was asked for last, in nanoseconds. 0: never.
    asked_at: AtomicU64,
    /// The number of nodes that [`Self::other`] has chosen, so that it chooses another one each time.
    chosen: AtomicUsize,
}

impl Topology {
    pub(in crate::route) fn new(config: &ClusterSeeds) -> Self {
        let seed = |address: &Address| match address {
            Address::Tcp { host, port } => NodeAddress::new(host, *port, None),
            Address::Unix(_) => None,
        };
        Self {
            seeds: config.seeds.iter().filter_map(seed).collect(),
            members: Members::new(&config.access, Kind::Node, "a node of the Cluster"),
            slot_map: Undisturbed::new(Arc::new(SlotMap::empty())),
            version: AtomicU64::new(0),
            is_slot_map_wanted: AtomicBool::new(true),
            asked_at: AtomicU64::new(0),
            chosen: AtomicUsize::new(0),
            config: config.clone(),
        }
    }

    /// Returns a number that changes with the slot map.
    pub(super) fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    pub(super) fn slot_map(&self) -> Arc<SlotMap> {
        self.slot_map.with(|slot_map| Arc::clone(slot_map))
    }

    /// A node has said which node has which slot. Of two slot maps at once one may be lost, and then the next
    /// redirect repeats it.
    pub(super) fn learn(&self, slot_map: SlotMap) {
        let new = Arc::new(slot_map);
        let before = self.slot_map.with(|slot_map| {
            let before = std::mem::replace(slot_map, new);
            self.version.fetch_add(1, Ordering::Release);
            before
        });
        drop(before);
    }

    /// A redirect has said which node has the slot. More slots may have moved, so the whole slot map is asked for.
    pub(super) fn moved(&self, slot: u16, to: &NodeAddress) {
        let slot_map = self.slot_map();
        let known = slot_map.index(slot);
        let known = known.and_then(|index| slot_map.address(index));
        if known != Some(to) {
            let mut slot_map = SlotMap::clone(&slot_map);
            slot_map.moved(slot, to);
            self.learn(slot_map);
            self.want_slot_map();
        }
    }

    /// Has one of the next questions ask for the slot map.
    pub(super) fn want_slot_map(&self) {
        self.is_slot_map_wanted.store(true, Ordering::Relaxed);
    }

    /// The question that was to ask for the slot map was not sent.
    pub(super) fn slot_map_was_not_asked_for(&self) {
        self.asked_at.store(0, Ordering::Relaxed);
        self.want_slot_map();
    }

    /// Returns whether the question that is asked now asks for the slot map too. Only one question gets a yes, so
    /// that question has to ask.
    pub(super) fn asks_for_slot_map(&self, now: Moment) -> bool {
        if !self.is_slot_map_wanted.load(Ordering::Relaxed) {
            return false;
        }
        let last = self.asked_at.load(Ordering::Relaxed);
        let is_due = last == 0 || Moment::from_nanos(last).after(PAUSE) <= now;
        let is_ours = is_due
            && self
                .asked_at
                .compare_exchange(last, now.as_nanos(), Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        if is_ours {
            self.is_slot_map_wanted.store(false, Ordering::Relaxed);
        }
        is_ours
    }

    /// Returns a node that is not among the `lost` ones: a seed, or a node that has slots.
    pub(super) fn other(&self, lost: &[NodeAddress]) -> Option<NodeAddress> {
        let slot_map = self.slot_map();
        let all: Vec<_> = self.seeds.iter().chain(slot_map.addresses()).collect();
        let chosen = self.chosen.fetch_add(1, Ordering::Relaxed);
        let next = all.iter().cycle().skip(chosen.checked_rem(all.len())?);
        let mut others = next.take(all.len()).filter(|it| !lost.contains(it));
        others.next().map(|address| NodeAddress::clone(address))
    }

    pub(super) fn endpoint(&self, node: &NodeAddress) -> Arc<Endpoint> {
        let address = Address::Tcp {
            host: node.host.clone(),
            port: node.port,
        };
        self.members.at(&address, node.ip)
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        let seeds = &self.config.seeds;
        let shown: Vec<_> = seeds.iter().take(SHOWN).map(Address::to_string).collect();
        write!(f, "the Cluster of {}", shown.join(", "))?;
        match seeds.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            others => write!(f, " and {others} more"),
        }
    }
}
