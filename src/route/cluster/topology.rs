//! What all threads of a process know of a Cluster: which node has which slot, and where the nodes are.
//!
//! The map is replaced as a whole, by what a node says, and patched by each MOVED. This file asks no
//! node: it says when one is to be asked. Made by `pool`, used by `cluster` and `nodes`.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::slot_map::{NodeAddress, SlotMap};
use crate::clock::Moment;
use crate::config::{Address, ClusterSeeds};
use crate::connection::{Endpoint, Kind, Members};
use crate::os;

/// The map is asked for no sooner than this after the last time.
const PAUSE: Duration = Duration::from_secs(1);

pub(in crate::route) struct Topology {
    pub(in crate::route) config: ClusterSeeds,
    seeds: Vec<NodeAddress>,
    members: Members,
    /// Touched only where no fork can fall in between.
    map: Mutex<Arc<SlotMap>>,
    /// Changes with the map.
    version: AtomicU64,
    is_map_wanted: AtomicBool,
    /// When the map was asked for last, in nanoseconds. 0: never.
    asked_at: AtomicU64,
    /// How many nodes were chosen by [`Self::other`], so that it is another one each time.
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
            map: Mutex::new(Arc::new(SlotMap::empty())),
            version: AtomicU64::new(0),
            is_map_wanted: AtomicBool::new(true),
            asked_at: AtomicU64::new(0),
            chosen: AtomicUsize::new(0),
            config: config.clone(),
        }
    }

    /// Changes with the map.
    pub(super) fn version(&self) -> u64 {
        self.version.load(Ordering::Acquire)
    }

    pub(super) fn map(&self) -> Arc<SlotMap> {
        let map = || self.map.lock().unwrap_or_else(PoisonError::into_inner);
        os::undisturbed(|| Arc::clone(&map()))
    }

    /// Changes the map. Of two changes at once one may be lost; the next redirect repeats it.
    fn change(&self, change: impl FnOnce(&SlotMap) -> SlotMap) {
        let new = Arc::new(change(&self.map()));
        let map = || self.map.lock().unwrap_or_else(PoisonError::into_inner);
        let before = os::undisturbed(|| {
            let before = std::mem::replace(&mut *map(), new);
            self.version.fetch_add(1, Ordering::Release);
            before
        });
        drop(before);
    }

    /// A node has said which node has which slot.
    pub(super) fn learn(&self, map: SlotMap) {
        self.change(|_| map);
    }

    /// A node has said who has the slot. There may be more news, so the whole map is asked for.
    pub(super) fn moved(&self, slot: u16, to: &NodeAddress) {
        let map = self.map();
        let known = map.index(slot).and_then(|index| map.place(index));
        if known != Some(to) {
            self.change(|map| {
                let mut map = map.clone();
                map.moved(slot, to);
                map
            });
            self.want_map();
        }
    }

    /// One of the next questions asks for the map.
    pub(super) fn want_map(&self) {
        self.is_map_wanted.store(true, Ordering::Relaxed);
    }

    /// The question that was to ask for the map was not sent.
    pub(super) fn map_was_not_asked_for(&self) {
        self.asked_at.store(0, Ordering::Relaxed);
        self.want_map();
    }

    /// Whether the question that is asked now asks for the map too. One question alone gets a yes: it has
    /// to ask.
    pub(super) fn asks_for_map(&self, now: Moment) -> bool {
        if !self.is_map_wanted.load(Ordering::Relaxed) {
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
            self.is_map_wanted.store(false, Ordering::Relaxed);
        }
        is_ours
    }

    /// A node that is not among the `lost` ones: a seed, or one that has slots.
    pub(super) fn other(&self, lost: &[NodeAddress]) -> Option<NodeAddress> {
        let map = self.map();
        let all: Vec<_> = self.seeds.iter().chain(map.places()).collect();
        let chosen = self.chosen.fetch_add(1, Ordering::Relaxed);
        let next = all.iter().cycle().skip(chosen.checked_rem(all.len())?);
        let mut others = next.take(all.len()).filter(|it| !lost.contains(it));
        others.next().map(|place| NodeAddress::clone(place))
    }

    pub(super) fn endpoint(&self, place: &NodeAddress) -> Arc<Endpoint> {
        let address = Address::Tcp {
            host: place.host.clone(),
            port: place.port,
        };
        self.members.at(&address, place.ip)
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
