//! The road to a Redis Cluster.
//!
//! Made by `road`.

mod map;
mod redirect;
mod slot;
