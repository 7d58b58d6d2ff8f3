//! What is to be examined.
//!
//! `check` makes the plan of a configuration, and the other files of `check` read it.

use crate::config::Options;

/// The deployment that a server belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deployment {
    OneServer,
    Sentinel,
    Cluster,
    Quorum,
}

/// What is to be examined.
pub(super) struct CheckPlan<'a> {
    pub(super) deployment: Deployment,
    pub(super) locks: &'a Options,
    /// The name of a lock that nobody else has.
    pub(super) name: &'a str,
}

impl CheckPlan<'_> {
    /// Returns the key that is written.
    pub(super) fn key(&self) -> Vec<u8> {
        [&self.locks.lock_prefix, self.name.as_bytes()].concat()
    }
}
