//! `CLUSTER SLOTS`: which node of a Cluster has which slot.
//!
//! It has no key: any node answers it. `route` reads the reply.

use super::call::Call;

pub(crate) fn call() -> Call<'static> {
    Call::of_command("CLUSTER", &b"SLOTS"[..], Vec::new())
}
