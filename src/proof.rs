//! What exists for tests only, which is a server in memory, the model of the protocol, the model of a quorum,
//! and the schedules of the renewing thread.
//!
//! Only the tests beside the product's files use it, so none of it is in the extension that PHP loads.

#[cfg_attr(
    feature = "shuttle",
    allow(dead_code, reason = "the model uses the rest of it")
)]
pub(crate) mod fake;
#[cfg(not(feature = "shuttle"))]
mod model;
#[cfg(not(feature = "shuttle"))]
mod quorum;
#[cfg_attr(
    feature = "shuttle",
    allow(dead_code, reason = "the model uses the rest of it")
)]
pub(crate) mod random;
#[cfg(feature = "shuttle")]
mod schedules;
#[cfg(not(feature = "shuttle"))]
mod seeds;
pub(crate) mod tls;
