//! The nodes of a Cluster as one thread uses them: a route to each that it has needed.
//!
//! This file sends nothing, but reads what nodes say of the slot map. `pool` makes it for PHP threads, and
//! `cluster` makes it for the renewing thread.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::redirect::Redirect;
use super::slot_map::{NodeAddress, SlotMap};
use super::topology::Topology;
use crate::clock::Moment;
use crate::connection::{Caller, ConnectionTable, Connections, Target};
use crate::protocol::Reply;
use crate::route::Router;
use crate::route::server::OneServer;

/// The pause before the next question, where nodes send waits from one to another.
const REST: Duration = Duration::from_millis(10);

/// With more nodes than this, those without slots are forgotten.
const MOST_NODES: usize = 256;

pub(in crate::route) struct ClusterNodes {
    pub(super) topology: Arc<Topology>,
    caller: Caller,
    /// The connections to all nodes.
    pub(in crate::route) table: Rc<ConnectionTable>,
    /// The slot map as this thread saw it last.
    slot_map: RefCell<Arc<SlotMap>>,
    version: Cell<u64>,
    /// The nodes that have slots, by their index in the slot map. `None`: not needed yet.
    by_index: RefCell<Vec<Option<Rc<ClusterNode>>>>,
    /// These nodes and others that were needed, until the next slot map.
    all: RefCell<Vec<Rc<ClusterNode>>>,
    /// The moment when a wait was sent to another node last.
    moved_at: Cell<Moment>,
}

/// A node to which calls are sent, and the route to it.
pub(in crate::route) struct ClusterNode {
    pub(super) address: NodeAddress,
    pub(in crate::route) server: OneServer,
}

impl ClusterNodes {
    pub(in crate::route) fn new(topology: Arc<Topology>, caller: Caller) -> Self {
        // In this order a change in between is seen later.
        let version = Cell::new(topology.version());
        Self {
            slot_map: RefCell::new(topology.slot_map()),
            version,
            by_index: RefCell::default(),
            all: RefCell::default(),
            moved_at: Cell::new(Moment::PAST),
            topology,
            caller,
            table: Rc::new(ConnectionTable::new()),
        }
    }

    /// Returns the node that has the slot, as far as is known.
    pub(super) fn with_slot(&self, slot: u16) -> Option<Rc<ClusterNode>> {
        let version = self.topology.version();
        if self.version.replace(version) != version {
            self.catch_up();
        }
        let index = self.slot_map.borrow().index(slot)?;
        let known = self.by_index.borrow().get(index).cloned().flatten();
        if known.is_some() {
            return known;
        }
        let node = self.node(self.slot_map.borrow().address(index)?);
        let mut by_index = self.by_index.borrow_mut();
        if by_index.len() <= index {
            by_index.resize(index + 1, None);
        }
        *by_index.get_mut(index)? = Some(Rc::clone(&node));
        Some(node)
    }

    /// Takes over the slot map that has changed. A node without slots needs no connection.
    fn catch_up(&self) {
        let slot_map = self.topology.slot_map();
        self.by_index.borrow_mut().clear();
        let owners: Vec<_> = slot_map.owners().collect();
        self.all.borrow_mut().retain(|node| {
            let is_needed = owners.contains(&&node.address);
            if !is_needed {
                node.server.hang_up();
            }
            is_needed || is_in_use(node)
        });
        *self.slot_map.borrow_mut() = slot_map;
    }

    /// Returns the node at this address, with the route to it.
    pub(super) fn node(&self, address: &NodeAddress) -> Rc<ClusterNode> {
        let mut all = self.all.borrow_mut();
        let endpoint = self.topology.endpoint(address);
        if let Some(node) = all.iter().find(|node| node.address == *address) {
            return Rc::clone(node);
        }
        let connections = Connections::of(&self.table, Target::Server(endpoint), self.caller);
        let node = Rc::new(ClusterNode {
            address: address.clone(),
            server: OneServer::new(Rc::new(connections)),
        });
        // Redirects may name ever new nodes, while no other slot map comes.
        if all.len() >= MOST_NODES {
            all.retain(is_in_use);
        }
        all.push(Rc::clone(&node));
        node
    }

    /// Learns the slot map from a node's reply. Without the right to ask for it, redirects have to do.
    pub(super) fn learn(&self, reply: &Reply, at: &ClusterNode) {
        let slot_map = SlotMap::read(reply, &at.address);
        if let Some(slot_map) = slot_map.filter(|it| !it.addresses().is_empty()) {
            self.topology.learn(slot_map);
        }
    }

    /// Returns where a reply leads, if it is a redirect. A lasting redirect is noted in the slot map.
    pub(super) fn redirect(&self, reply: &Reply, at: &ClusterNode) -> Option<Redirect> {
        if !matches!(reply, Reply::Error { .. }) {
            return None;
        }
        let redirect = Redirect::read(reply, &at.address, &self.topology.slot_map())?;
        if !redirect.is_ask {
            self.topology.moved(redirect.slot, &redirect.to);
        }
        Some(redirect)
    }

    /// Returns when to ask after MOVED to a wait: at once, unless the last MOVED is less than a pause ago.
    pub(super) fn moved_wait(&self, now: Moment) -> Moment {
        let last = self.moved_at.replace(now);
        if now < last.after(REST) {
            now.after(REST)
        } else {
            now
        }
    }
}

/// Returns whether a call goes to the node now, or the node has slots.
fn is_in_use(node: &Rc<ClusterNode>) -> bool {
    Rc::strong_count(node) > 1
}
