//! The connections of one PHP thread to its deployments, however many objects use each of them.
//!
//! A pool makes stores and connects to nothing. `php` owns a [`Pool`] for each thread.

use std::cell::RefCell;
use std::rc::Rc;

use super::RedisStore;
use super::cluster::{Cluster, ClusterNodes, Topology};
use super::quorum::{QuorumEndpoints, Voters};
use super::server::OneServer;
use super::shared::Shared;
use crate::config::Servers;
use crate::connection::{Caller, Connections, Endpoint, Sentinels, Target};
use crate::store::LockStore;

static ENDPOINTS: Shared<Endpoint> = Shared::new();
static SENTINELS: Shared<Sentinels> = Shared::new();
static CLUSTERS: Shared<Topology> = Shared::new();
static QUORUMS: Shared<QuorumEndpoints> = Shared::new();

/// One thread's connections.
#[derive(Default)]
pub(crate) struct Pool {
    all: RefCell<Vec<(Servers, Kept)>>,
}

/// The connections to one deployment.
#[derive(Clone)]
enum Kept {
    Server(Rc<Connections>),
    Cluster(Rc<ClusterNodes>),
    Quorum(Rc<Voters>),
}

impl Pool {
    /// The number of configurations from which on a configuration that no object uses loses its idle connections.
    const KEPT: usize = 16;

    /// Returns a store that asks these servers over the connections of this thread.
    pub(crate) fn store(&self, servers: &Servers) -> Box<dyn LockStore> {
        match self.kept(servers) {
            Kept::Server(connections) => Box::new(RedisStore::over(OneServer::new(connections))),
            Kept::Cluster(nodes) => Box::new(RedisStore::over(Cluster::new(nodes))),
            Kept::Quorum(voters) => voters.store(),
        }
    }

    fn kept(&self, servers: &Servers) -> Kept {
        let mut all = self.all.borrow_mut();
        if let Some((_, kept)) = all.iter().find(|(of, _)| of == servers) {
            return kept.clone();
        }
        if all.len() >= Self::KEPT {
            all.retain(|(_, kept)| kept.is_used());
        }
        let kept = Kept::new(servers);
        all.push((servers.clone(), kept.clone()));
        kept
    }

    /// Ends the request at all connections.
    pub(crate) fn end_request(&self) {
        for (_, kept) in self.all.borrow().iter() {
            match kept {
                Kept::Server(connections) => connections.table.end_request(),
                Kept::Cluster(nodes) => nodes.table.end_request(),
                Kept::Quorum(voters) => voters.end_request(),
            }
        }
    }
}

impl Kept {
    fn new(servers: &Servers) -> Self {
        let caller = Caller::PhpThread;
        let to = |target| Self::Server(Rc::new(Connections::new(target, caller)));
        match servers {
            Servers::One(server) => {
                let make = || Endpoint::new(server);
                to(Target::Server(
                    ENDPOINTS.get(|it| it.server == *server, make),
                ))
            }
            Servers::Master(sentinel) => {
                let make = || Sentinels::new(sentinel);
                to(Target::SentinelMaster(
                    SENTINELS.get(|it| it.config == **sentinel, make),
                ))
            }
            Servers::Cluster(cluster) => {
                let make = || Topology::new(cluster);
                let topology = CLUSTERS.get(|it| it.config == *cluster, make);
                Self::Cluster(Rc::new(ClusterNodes::new(topology, caller)))
            }
            Servers::Quorum(servers) => {
                let make = || QuorumEndpoints::new(servers);
                let voters = QUORUMS.get(|it| it.servers == *servers, make);
                Self::Quorum(Rc::new(Voters::new(voters, caller)))
            }
        }
    }

    /// Returns whether an object uses these connections.
    fn is_used(&self) -> bool {
        let count = match self {
            Self::Server(connections) => Rc::strong_count(connections),
            Self::Cluster(nodes) => Rc::strong_count(nodes),
            Self::Quorum(voters) => Rc::strong_count(voters),
        };
        count > 1
    }
}
