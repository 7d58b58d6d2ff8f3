//! What exists for tests only: a server in memory, the model of the protocol, and the
//! schedules of the renewing thread.
//!
//! None of it is in the extension that PHP loads. Used by the tests beside the product's files.

#[cfg_attr(
    feature = "shuttle",
    allow(dead_code, reason = "the model uses the rest of it")
)]
pub(crate) mod fake;
#[cfg(not(feature = "shuttle"))]
mod model;
#[cfg_attr(
    feature = "shuttle",
    allow(dead_code, reason = "the model uses the rest of it")
)]
pub(crate) mod random;
#[cfg(feature = "shuttle")]
mod schedules;
pub(crate) mod tls;
