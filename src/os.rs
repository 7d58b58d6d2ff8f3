//! What the kernel offers and std does not, a file for each concern.
//!
//! `clock` reads the clocks: that of the kernel, and that of the calendar. `poll` waits for sockets and moments, `signals` sleeps
//! without missing a signal. `threads` starts threads that no signal reaches, and lookups of the
//! resolver. `bells` wakes another wait of the same thread. `maker` says which process on which host this is. `forks` counts the forks of this process,
//! `shared` has memory that forks share, and `sockets` has the descriptors that a forked child must not keep, because
//! `atfork` closes them there. Hand-written `unsafe` stands
//! in this room and in `php::engine` only, and each block gives its reasons. This room knows
//! neither PHP nor Redis, and closes no descriptor that is not ours. Used by `connection`,
//! `route`, `check` and `php`.

mod atfork;
mod bells;
mod clock;
mod forks;
mod loader;
mod long_waits;
mod maker;
mod poll;
mod shared;
mod signals;
mod sockets;
mod threads;

pub(crate) use atfork::count_forks;
pub(crate) use bells::EventBell;
pub(crate) use clock::{now, since_1970};
pub(crate) use forks::{Undisturbed, generation};
pub(crate) use loader::symbol;
pub(crate) use long_waits::{
    Suspender, WatchTarget, may_suspend, suspend_caller, suspend_long_waits,
};
pub(crate) use maker::maker;
#[cfg(test)]
pub(crate) use poll::has_something;
pub(crate) use poll::{Ready, Wanted, is_ready, wait_for_any, wait_for_each};
pub(crate) use shared::shared_atomics;
pub(crate) use signals::{HeldSignals, sleep_unless};
pub(crate) use sockets::{
    ForkSafe, Receive, SEND_NOW, WatchedSocket, is_connecting, is_silent, receive,
};
pub(crate) use threads::{spawn, spawn_lookup};
