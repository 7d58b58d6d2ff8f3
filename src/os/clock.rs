//! The kernel's boot-time clock.
//!
//! `Moment`, which the whole crate computes with, is defined in `crate::clock`. Used by `poll`,
//! `signals`, `threads`, and by every room that may ask the system for the time.

use std::time::Duration;

use crate::clock::Moment;

/// Returns the present moment on `CLOCK_BOOTTIME`, a monotonic clock that goes on while the
/// machine is suspended, as the clock of the Redis server does.
pub(crate) fn now() -> Moment {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid timespec, and the call writes to it alone. The call cannot fail, because the
    // clock exists since Linux 2.6.39 and the pointer is valid.
    unsafe { libc::clock_gettime(libc::CLOCK_BOOTTIME, &raw mut time) };
    // Neither is negative, and their sum overflows five centuries after the machine has booted.
    let (seconds, nanos) = (time.tv_sec.cast_unsigned(), time.tv_nsec.cast_unsigned());
    Moment::from_nanos(seconds * 1_000_000_000 + nanos)
}

/// Returns `span` in the form in which the kernel takes a timeout.
pub(super) fn timespec(span: Duration) -> libc::timespec {
    libc::timespec {
        tv_sec: span.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: span.subsec_nanos().into(),
    }
}
