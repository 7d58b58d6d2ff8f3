//! `CLUSTER SLOTS`: which node of a Cluster has which slot.
//!
//! Any node answers it, because it is about no key. `route` reads the reply.

use super::call::{Call, Key};

pub(crate) static CALL: Call<'static> = Call::of_command("CLUSTER", Key::Borrowed(b"SLOTS"), []);
