//! The route to a Redis Cluster: each call goes to the node that has its slot.
//!
//! The route follows redirects, learns the slot map behind its questions, and asks another node when one is
//! lost. Several calls are one round over the nodes. A call is sent elsewhere only if it was certainly not
//! executed. This file knows calls by their keys, and knows no lock. `pool` makes the route for PHP threads, and
//! [`Topology`] makes it for the renewing thread.

mod nodes;
mod redirect;
mod several;
mod slot_map;
mod topology;
mod trail;

use std::rc::Rc;
use std::sync::Arc;
use std::{fmt, ptr};

use anyhow::anyhow;

use nodes::ClusterNode;
pub(super) use nodes::ClusterNodes;
use redirect::Redirect;
pub(crate) use slot_map::{NodeAddress, SlotMap};
pub(super) use topology::Topology;
use trail::{End, Trail};

use super::server::{OneServer, rejected};
use super::{Deadlines, Outcome, RedisStore, RoundOptions, Router};
use crate::clock::{Clock, Moment};
use crate::config::{Access, Address};
use crate::connection::{Caller, Due, Note};
use crate::error::{Error, Remedy, Unavailable, printable};
use crate::protocol::slot::slot_of;
use crate::protocol::{Call, Reply, slots};
use crate::store::{Keyspace, LockStore, StoreFactory};

/// The route to a Cluster, as one thread asks it.
pub(super) struct Cluster {
    nodes: Rc<ClusterNodes>,
}

/// Where a call goes next.
struct Onward {
    node: Rc<ClusterNode>,
    /// Whether ASKING goes before the call.
    is_asking: bool,
}

impl Onward {
    fn to(node: Rc<ClusterNode>) -> Self {
        let is_asking = false;
        Self { node, is_asking }
    }
}

impl Cluster {
    pub(super) fn new(nodes: Rc<ClusterNodes>) -> Self {
        Self { nodes }
    }

    fn topology(&self) -> &Topology {
        &self.nodes.topology
    }

    fn access(&self) -> &Access {
        &self.topology().config.access
    }

    /// Returns the deadlines of a question. A connection gets half of the time to open, so that another node can be
    /// asked if this one is lost.
    fn deadlines(&self, by: Moment) -> Deadlines {
        Deadlines::begin(self.access().command_timeout, by).halved()
    }

    /// Returns the node that is asked first about a key: the one that has the slot, or any node if that one is
    /// unknown.
    fn start(&self, key: &[u8]) -> Result<Rc<ClusterNode>, Unavailable> {
        let any = || Some(self.nodes.node(&self.topology().other(&[])?));
        let start = self.nodes.with_slot(slot_of(key)).or_else(any);
        start.ok_or_else(|| self.no_node())
    }

    /// Learns the slot map now. Other questions ask for it behind a call once it is wanted, for example because
    /// one of them has met a redirect.
    fn learn_slot_map(&self, by: Moment) -> Result<(), Unavailable> {
        let mut learned = Err(self.no_node());
        self.ask(&[&slots::CALL], RoundOptions::by(by), &mut |_, outcome| {
            learned = outcome.map(|answer| answer.reply);
        });
        match learned? {
            Reply::List(_) => Ok(()),
            refused => Err(rejected(&self.name(), self.access(), &refused)),
        }
    }

    /// Returns where a call goes after this reply, or `None` if the call has arrived. Where no node can run it
    /// because its key does not exist, the reply becomes the one that says so. `other` is as in [`Self::elsewhere`].
    fn after(
        &self,
        call: &Call,
        reply: &mut Reply,
        node: &ClusterNode,
        trail: &mut Trail,
        other: &mut Option<NodeAddress>,
    ) -> Option<Result<Onward, Unavailable>> {
        let connections = &*node.server.connections;
        let error =
            if is_slot_map(call) && matches!(reply, Reply::List(ranges) if ranges.is_empty()) {
                // A node that has met no other one knows no master. Another node may know them.
                no_slots(connections)
            } else if reply.is_error("CLUSTERDOWN") {
                // Perhaps this node is cut off from the others, and they are not.
                rejected(connections, self.access(), reply)
            } else if let Some(redirect) = self.nodes.redirect(reply, node) {
                return self.follow(&redirect, call, reply, node, trail);
            } else if is_redirect(reply) {
                self.misled(node, "its redirect names no node", reply)
            } else {
                return None;
            };
        Some(self.elsewhere(error, node, trail, other))
    }

    /// Returns where a redirected call goes, as [`Self::after`] does.
    fn follow(
        &self,
        redirect: &Redirect,
        call: &Call,
        reply: &mut Reply,
        node: &ClusterNode,
        trail: &mut Trail,
    ) -> Option<Result<Onward, Unavailable>> {
        let to = || self.nodes.node(&redirect.to);
        let error = match trail.redirected(&node.address, redirect) {
            Ok(()) => {
                let is_asking = redirect.is_ask;
                return Some(Ok(Onward {
                    node: to(),
                    is_asking,
                }));
            }
            Err(End::HalfMoved) => {
                if let Some(without_key) = &call.without_key {
                    *reply = without_key.clone();
                    return None;
                }
                let source = to();
                Unavailable::half_moved(&*source.server.connections, redirect.slot, &source.address)
            }
            Err(End::Lost(error)) if redirect.is_ask => {
                error.of_target(redirect.slot, &node.address)
            }
            Err(End::Lost(error)) => error,
            Err(End::TooMany) => {
                self.misled(node, "one redirect too many follows the others", reply)
            }
        };
        Some(Err(error))
    }

    /// Returns why a redirect is not followed: `what` is wrong with it.
    fn misled(&self, node: &ClusterNode, what: &str, redirect: &Reply) -> Unavailable {
        let message = self
            .access()
            .hide(&redirect.error_words().unwrap_or_default());
        let cause = anyhow!("{what}: {}", printable(message.as_bytes()));
        Unavailable::unreachable(&*node.server.connections, cause)
    }

    /// Returns another node for a call that this one has not executed, because it may know which node has the slot
    /// now. `other` is the node to which calls of this one have gone so far: it gets all of them, because each
    /// other node costs a connection.
    fn elsewhere(
        &self,
        error: Unavailable,
        node: &ClusterNode,
        trail: &mut Trail,
        other: &mut Option<NodeAddress>,
    ) -> Result<Onward, Unavailable> {
        self.topology().want_slot_map();
        let address = trail.lost(&node.address, error, |lost| {
            let same = other.take().filter(|it| !lost.contains(it));
            *other = same.or_else(|| self.topology().other(lost));
            other.clone()
        })?;
        Ok(Onward::to(self.nodes.node(&address)))
    }

    fn no_node(&self) -> Unavailable {
        Unavailable::unreachable(self.topology(), anyhow!("it has no node"))
    }

    /// Returns why a call ends that has gone this way when its time is over.
    fn late(&self, trail: Option<&Trail>) -> Unavailable {
        let cause = anyhow!("no time was left to ask another node");
        let late = || Unavailable::out_of_time(self.topology(), cause);
        trail.and_then(Trail::error).unwrap_or_else(late)
    }
}

fn no_slots(name: &impl fmt::Display) -> Unavailable {
    Unavailable::unreachable(name, anyhow!("it knows no node that has slots"))
}

fn is_redirect(reply: &Reply) -> bool {
    reply.is_error("MOVED") || reply.is_error("ASK")
}

/// Returns whether the question itself asks for the slot map.
fn is_slot_map(call: &Call) -> bool {
    ptr::eq(call, &raw const slots::CALL)
}

impl Router for Cluster {
    type Shard = OneServer;

    fn shards(&self, by: Moment) -> Result<Vec<OneServer>, Unavailable> {
        self.learn_slot_map(by)?;
        let slot_map = self.topology().slot_map();
        let connections = |address| Rc::clone(&self.nodes.node(address).server.connections);
        let server = |address| OneServer::new(connections(address));
        let owners: Vec<_> = slot_map.owners().map(server).collect();
        if owners.is_empty() {
            return Err(no_slots(self.topology()));
        }
        Ok(owners)
    }

    fn ask<'a>(
        &self,
        calls: &'a [&'a Call<'a>],
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    ) {
        let deadlines = self.deadlines(options.by);
        let is_map_due = self.topology().asks_for_slot_map(deadlines.now);
        match calls {
            [call] if !is_map_due && !is_slot_map(call) && options.counts.is_none() => {
                self.ask_one(call, deadlines, options, take);
            }
            _ => self.ask_several(calls, deadlines, is_map_due, options, take),
        }
    }

    fn min_replicas(&self) -> u32 {
        self.access().min_replicas
    }

    fn deadline(&self, by: Moment) -> Moment {
        self.deadlines(by).by
    }

    fn has_slots(&self) -> bool {
        true
    }

    fn wait(
        &self,
        key: &[u8],
        token: &[u8],
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error> {
        let node = self.start(key)?;
        let reply = node
            .server
            .wait_at_list(key, token, until, clock, Due::Wanted);
        if let Err(Error::Unavailable(_)) = &reply {
            self.topology().want_slot_map();
        }
        let reply = reply?;
        let Some(error) = reply.as_ref().filter(|it| is_redirect(it)) else {
            return Ok(reply);
        };
        let now = clock.now();
        let next = match self.nodes.redirect(error, &node) {
            // The list does not exist. A hand-over cannot reach it while its slot moves.
            Some(Redirect { is_ask: true, .. }) => until,
            // The question that follows goes to the new node, or learns where it is.
            Some(_) | None => self.nodes.moved_wait(now).min(until),
        };
        if now < next {
            clock.sleep(next, None)?;
        }
        Ok(None)
    }

    fn reject(&self, key: &[u8], reply: &Reply) -> Unavailable {
        let rejected = rejected(&self.server_of(key), self.access(), reply);
        // The reply may be that of another node, to which a redirect has led.
        if rejected.is_unanswered() {
            self.nodes.table.abandon_idle(None);
        } else if rejected.remedy() == Remedy::Now {
            self.nodes.table.close_idle(None);
        }
        rejected
    }

    fn name(&self) -> String {
        self.topology().to_string()
    }

    fn server_of(&self, key: &[u8]) -> String {
        let known = self.nodes.with_slot(slot_of(key));
        known.map_or_else(|| self.name(), |node| node.server.name())
    }

    fn may_be_executed(&self, given_up: Moment) -> bool {
        self.nodes.table.may_be_executed(given_up)
    }

    fn send_ahead(&self, call: &Call, note: Rc<dyn Note>) -> bool {
        let owner = self.nodes.with_slot(slot_of(call.key()));
        owner.is_some_and(|owner| owner.server.send_ahead(call, note))
    }

    fn settle(&self, by: Moment) {
        self.nodes.table.receive_owed(by);
    }

    fn place(&self, key: &[u8]) -> u64 {
        let node = self.nodes.with_slot(slot_of(key));
        node.map_or(u64::MAX, |node| node.server.connections.number())
    }

    fn hang_up(&self) {
        self.nodes.table.close_idle(None);
    }

    fn factory(&self) -> Arc<dyn StoreFactory> {
        Arc::clone(&self.nodes.topology) as Arc<dyn StoreFactory>
    }
}

impl StoreFactory for Topology {
    fn store(self: Arc<Self>) -> Box<dyn LockStore> {
        let nodes = ClusterNodes::new(self, Caller::RenewingThread);
        Box::new(RedisStore::over(Cluster::new(Rc::new(nodes))))
    }

    fn keyspace(&self) -> Keyspace {
        Keyspace {
            what: "Cluster".to_owned(),
            addresses: self.config.seeds.iter().map(Address::to_string).collect(),
        }
    }

    fn has_several_servers(&self) -> bool {
        true
    }
}
