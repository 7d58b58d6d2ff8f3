//! The examination of a configuration: whether its servers are fit for locks, and what a person has to do where one is not.
//!
//! The examination asks over connections of its own, which end with it, and every command has the command timeout. It
//! changes no lock, and of everything that it writes only one key is left for ten seconds if the user may not delete
//! it. Nothing that it finds is an error here, because each finding is a row. No row shows a password or a token. `php`
//! calls [`examine`].

mod cluster;
mod finding;
mod info;
mod plan;
mod protection;
mod quorum;
mod sentinel;
mod server;
mod timing;
mod trial;
mod visit;

use std::sync::Arc;

use crate::config::{Config, Servers};
use crate::connection::{Endpoint, Target};
use plan::{CheckPlan, Deployment};

pub(crate) use finding::Finding;

/// Returns what is found at the servers of a configuration. `name` is that of a lock that nobody else has.
pub(crate) fn examine(config: &Config, name: &str) -> Vec<Finding> {
    let plan = |deployment| CheckPlan {
        deployment,
        locks: &config.locks,
        name,
    };
    match &config.servers {
        Servers::One(server) => {
            let endpoint = Arc::new(Endpoint::new(server));
            let plan = plan(Deployment::OneServer);
            server::examine(Target::Server(endpoint), &plan, &plan.key()).findings
        }
        Servers::Master(sentinel) => sentinel::examine(sentinel, &plan(Deployment::Sentinel)),
        Servers::Cluster(seeds) => cluster::examine(seeds, &plan(Deployment::Cluster)),
        Servers::Quorum(servers) => quorum::examine(servers, &plan(Deployment::Quorum)),
    }
}
