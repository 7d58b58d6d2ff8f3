//! What threads share, wait at and are made of: std's.
//!
//! With the feature `shuttle`, in tests only, it is shuttle's instead, which runs
//! all threads on one and decides at each operation which of them goes on. So what
//! is written with these can be tried under thousands of schedules. Used by whatever
//! runs in the renewing thread or starts it.

#[cfg(all(test, feature = "shuttle"))]
use shuttle as from;
#[cfg(not(all(test, feature = "shuttle")))]
use std as from;

pub(crate) use from::sync::atomic::{AtomicBool, AtomicU64};
pub(crate) use from::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use from::thread::{Builder, JoinHandle};
