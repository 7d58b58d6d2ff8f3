//! Atomics, locks and threads, which are std's, or shuttle's in the tests of schedules.
//!
//! Shuttle (feature `shuttle`, tests only) runs all threads on one thread, and chooses at each operation
//! which of them goes on, so a test can try thousands of schedules of the code that uses these types. The
//! code that runs in the renewing thread, or that starts it, uses this file, which defines nothing
//! itself.

#[cfg(all(test, feature = "shuttle"))]
use shuttle as from;
#[cfg(not(all(test, feature = "shuttle")))]
use std as from;

pub(crate) use from::sync::atomic::{AtomicBool, AtomicU64};
pub(crate) use from::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use from::thread::{Builder, JoinHandle};
