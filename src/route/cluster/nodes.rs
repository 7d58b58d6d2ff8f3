//! The nodes of a Cluster as one thread uses them: a route to each that it has needed.
//!
//! It sends nothing, but reads what nodes say of the map. Made by `pool` for PHP threads, by `cluster` for
//! the renewing thread.

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
    /// The map as this thread saw it last.
    map: RefCell<Arc<SlotMap>>,
    version: Cell<u64>,
    /// The nodes that have slots, by their index in the map. `None`: not needed yet.
    by_index: RefCell<Vec<Option<Rc<ClusterNode>>>>,
    /// These nodes and others that were needed, until the next map.
    all: RefCell<Vec<Rc<ClusterNode>>>,
    /// When a wait was sent to another node last.
    moved_at: Cell<Moment>,
}

/// A node to which calls are sent, and the route to it.
pub(in crate::route) struct ClusterNode {
    pub(super) place: NodeAddress,
    pub(in crate::route) server: OneServer,
}

impl ClusterNodes {
    pub(in crate::route) fn new(topology: Arc<Topology>, caller: Caller) -> Self {
        // In this order a change in between is seen later.
        let version = Cell::new(topology.version());
        Self {
            map: RefCell::new(topology.map()),
            version,
            by_index: RefCell::default(),
            all: RefCell::default(),
            moved_at: Cell::new(Moment::PAST),
            topology,
            caller,
            table: Rc::new(ConnectionTable::new()),
        }
    }

    /// Where a call about a key in this slot goes first: to the node that has the slot, or to any node if
    /// nobody knows that one. `None`: the Cluster has no node.
    pub(super) fn start(&self, slot: u16) -> Option<Rc<ClusterNode>> {
        self.with_slot(slot)
            .or_else(|| Some(self.node(&self.topology.other(&[])?)))
    }

    /// The node that has the slot, as far as is known.
    pub(super) fn with_slot(&self, slot: u16) -> Option<Rc<ClusterNode>> {
        let version = self.topology.version();
        if self.version.replace(version) != version {
            self.catch_up();
        }
        let index = self.map.borrow().index(slot)?;
        let known = self.by_index.borrow().get(index).cloned().flatten();
        if known.is_some() {
            return known;
        }
        let node = self.node(self.map.borrow().place(index)?);
        let mut by_index = self.by_index.borrow_mut();
        if by_index.len() <= index {
            by_index.resize(index + 1, None);
        }
        *by_index.get_mut(index)? = Some(Rc::clone(&node));
        Some(node)
    }

    /// Takes over the map that has changed. A node without slots needs no connection.
    fn catch_up(&self) {
        let map = self.topology.map();
        self.by_index.borrow_mut().clear();
        let owners: Vec<_> = map.owners().collect();
        self.all.borrow_mut().retain(|node| {
            let is_needed = owners.contains(&&node.place);
            if !is_needed {
                node.server.hang_up();
            }
            is_needed || is_in_use(node)
        });
        *self.map.borrow_mut() = map;
    }

    /// The route to a node.
    pub(super) fn node(&self, place: &NodeAddress) -> Rc<ClusterNode> {
        let mut all = self.all.borrow_mut();
        let endpoint = self.topology.endpoint(place);
        if let Some(node) = all.iter().find(|node| node.place == *place) {
            return Rc::clone(node);
        }
        let connections = Connections::of(&self.table, Target::Server(endpoint), self.caller);
        let node = Rc::new(ClusterNode {
            place: place.clone(),
            server: OneServer::new(Rc::new(connections)),
        });
        // Redirects may name ever new nodes, and no other map.
        if all.len() >= MOST_NODES {
            all.retain(is_in_use);
        }
        all.push(Rc::clone(&node));
        node
    }

    /// Learns the slot map from a node's reply. Without the right to ask for it, redirects have to do.
    pub(super) fn learn(&self, reply: &Reply, at: &ClusterNode) {
        let map = SlotMap::read(reply, &at.place);
        if let Some(map) = map.filter(|map| !map.places().is_empty()) {
            self.topology.learn(map);
        }
    }

    /// Where a reply leads, if it is a redirect. A lasting one is noted.
    pub(super) fn redirect(&self, reply: &Reply, at: &ClusterNode) -> Option<Redirect> {
        if !matches!(reply, Reply::Error { .. }) {
            return None;
        }
        let redirect = Redirect::read(reply, &at.place, &self.topology.map())?;
        if !redirect.is_ask {
            self.topology.moved(redirect.slot, &redirect.to);
        }
        Some(redirect)
    }

    /// When to ask after MOVED to a wait: at once, unless the last one is less than a pause ago.
    pub(super) fn moved_wait(&self, now: Moment) -> Moment {
        let last = self.moved_at.replace(now);
        if now < last.after(REST) {
            now.after(REST)
        } else {
            now
        }
    }
}

/// Whether a call goes to it now, or it has slots.
fn is_in_use(node: &Rc<ClusterNode>) -> bool {
    Rc::strong_count(node) > 1
}
