//! The kernel's boot-time clock, and that of the calendar.
//!
//! `Moment`, which the whole crate computes with, is defined in `crate::clock`, and comes from the boot-time clock alone.
//! Used by `poll`, `signals`, `threads`, and by every room that may ask the system for the time. `check`, `php` and
//! `atfork` ask for the calendar.

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

/// Returns the time since 1970 on the clock of the calendar, which may jump. It is for people to read, and no lock depends
/// on it.
pub(crate) fn since_1970() -> Duration {
    let time = time(libc::CLOCK_REALTIME);
    let (seconds, nanos) = (time.tv_sec.cast_unsigned(), time.tv_nsec.cast_unsigned());
    Duration::from_secs(seconds) + Duration::from_nanos(nanos)
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
