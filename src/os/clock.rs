//! The kernel's boot-time clock, and the wall clock for what only people read.
//!
//! `Moment`, which the whole crate computes with, is defined in `crate::clock`. Used by `poll`,
//! `signals`, `threads`, and by every room that may ask the system for the time.

use std::time::Duration;

use crate::clock::Moment;

/// Returns the present moment on `CLOCK_BOOTTIME`, a monotonic clock that goes on while the
/// machine is suspended, as the clock of the Redis server does.
pub(crate) fn now() -> Moment {
    let time = time(libc::CLOCK_BOOTTIME);
    // Neither is negative, and their sum overflows five centuries after the machine has booted.
    let (seconds, nanos) = (time.tv_sec.cast_unsigned(), time.tv_nsec.cast_unsigned());
    Moment::from_nanos(seconds * 1_000_000_000 + nanos)
}

/// Returns the seconds of the Unix time, for people to read. The wall clock jumps, so no span is computed of it.
pub(crate) fn unix_time() -> f64 {
    let now = time(libc::CLOCK_REALTIME);
    #[allow(
        clippy::cast_precision_loss,
        reason = "the seconds of 285 million years are exact"
    )]
    let seconds = now.tv_sec as f64;
    seconds + f64::from(u32::try_from(now.tv_nsec).unwrap_or_default()) / 1e9
}

/// Returns the time on `clock`, which has to be one that the kernel always has.
fn time(clock: libc::clockid_t) -> libc::timespec {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid timespec, and the call writes to it alone. The call cannot fail, because both
    // clocks that this file asks for exist since Linux 2.6.39 and the pointer is valid.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    time
}

/// Returns `span` in the form in which the kernel takes a timeout.
pub(super) fn timespec(span: Duration) -> libc::timespec {
    libc::timespec {
        tv_sec: span.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: span.subsec_nanos().into(),
    }
}
