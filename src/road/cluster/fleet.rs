//! The nodes of a Cluster as one thread uses them: a road to each that it has needed.
//!
//! It sends nothing, but reads what nodes say of the map. Made by `pool` for PHP threads, by `cluster` for
//! the renewing thread.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::known::Known;
use super::map::{Map, Place};
use super::redirect::Redirect;
use crate::clock::Moment;
use crate::connection::{Caller, Connections, Way};
use crate::protocol::Reply;
use crate::road::Road;
use crate::road::server::OneServer;

/// The pause before the next question, where nodes send waits from one to another.
const REST: Duration = Duration::from_millis(10);

pub(in crate::road) struct Fleet {
    pub(super) known: Arc<Known>,
    caller: Caller,
    /// The map as this thread saw it last.
    map: RefCell<Arc<Map>>,
    version: Cell<u64>,
    /// The nodes that have slots, by their index in the map. `None`: not needed yet.
    by_index: RefCell<Vec<Option<Rc<Stop>>>>,
    /// All nodes that were needed so far.
    all: RefCell<Vec<Rc<Stop>>>,
    /// When a wait was sent to another node last.
    moved_at: Cell<Moment>,
}

/// A node to which calls are sent, and the road to it.
pub(in crate::road) struct Stop {
    pub(super) place: Place,
    pub(in crate::road) server: OneServer,
}

impl Fleet {
    pub(in crate::road) fn new(known: Arc<Known>, caller: Caller) -> Self {
        // In this order a change in between is seen later.
        let version = Cell::new(known.version());
        Self {
            map: RefCell::new(known.map()),
            version,
            by_index: RefCell::default(),
            all: RefCell::default(),
            moved_at: Cell::new(Moment::PAST),
            known,
            caller,
        }
    }

    /// Where a call about a key in this slot goes first: to the node that has the slot, or to any node if
    /// nobody knows that one. `None`: the Cluster has no node.
    pub(super) fn start(&self, slot: u16) -> Option<Rc<Stop>> {
        self.with_slot(slot)
            .or_else(|| Some(self.stop(&self.known.other(&[])?)))
    }

    /// The node that has the slot, as far as is known.
    pub(super) fn with_slot(&self, slot: u16) -> Option<Rc<Stop>> {
        let version = self.known.version();
        if self.version.replace(version) != version {
            self.catch_up();
        }
        let index = self.map.borrow().index(slot)?;
        let known = self.by_index.borrow().get(index).cloned().flatten();
        if known.is_some() {
            return known;
        }
        let stop = self.stop(self.map.borrow().place(index)?);
        let mut by_index = self.by_index.borrow_mut();
        if by_index.len() <= index {
            by_index.resize(index + 1, None);
        }
        *by_index.get_mut(index)? = Some(Rc::clone(&stop));
        Some(stop)
    }

    /// Takes over the map that has changed. A node without slots needs no connection.
    fn catch_up(&self) {
        let map = self.known.map();
        self.by_index.borrow_mut().clear();
        self.all.borrow_mut().retain(|stop| {
            let is_needed = map.places().contains(&stop.place);
            if !is_needed {
                stop.server.hang_up();
            }
            is_needed || stop.server.connections.has_abandoned() || Rc::strong_count(stop) > 1
        });
        *self.map.borrow_mut() = map;
    }

    /// The road to a node.
    pub(super) fn stop(&self, place: &Place) -> Rc<Stop> {
        let mut all = self.all.borrow_mut();
        let endpoint = self.known.endpoint(place);
        if let Some(stop) = all.iter().find(|stop| stop.place == *place) {
            return Rc::clone(stop);
        }
        let way = Way::To(endpoint);
        let connections = Connections::new(way, self.caller);
        let stop = Rc::new(Stop {
            place: place.clone(),
            server: OneServer::new(Rc::new(connections)),
        });
        all.push(Rc::clone(&stop));
        stop
    }

    /// Learns the map from a node's reply. Without the right to ask for it, redirects have to do.
    pub(super) fn learn(&self, reply: Option<&Reply>, at: &Stop) {
        let map = reply.and_then(|reply| Map::read(reply, &at.place));
        if let Some(map) = map.filter(|map| !map.places().is_empty()) {
            self.known.learn(map);
        }
    }

    /// Where a reply leads, if it is a redirect. A lasting one is noted.
    pub(super) fn redirect(&self, reply: &Reply, at: &Stop) -> Option<Redirect> {
        if !matches!(reply, Reply::Error { .. }) {
            return None;
        }
        let redirect = Redirect::read(reply, &at.place, &self.known.map())?;
        if let Redirect::Moved { slot, to } = &redirect {
            self.known.moved(*slot, to);
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

    /// Gives up the idle connections. Nobody knows which of them has had a reply that does not fit.
    pub(super) fn abandon_idle(&self) {
        let all = self.all.borrow();
        all.iter()
            .for_each(|stop| stop.server.connections.abandon_idle());
    }

    /// Closes the idle connections.
    pub(super) fn hang_up(&self) {
        let all = self.all.borrow();
        all.iter().for_each(|stop| stop.server.hang_up());
    }

    /// As [`Connections::end_request`], for each node.
    pub(in crate::road) fn end_request(&self) {
        for stop in &*self.all.borrow() {
            stop.server.connections.end_request();
        }
    }
}
