//! Memory that this process shares with the processes that it forks.
//!
//! Nothing but atomics lies in it, because each of these processes writes to it at any time, and it is never unmapped,
//! because they keep references to it. Used by `php`, for the counters of a php-fpm master and its workers.

use std::io;
use std::ptr;
use std::sync::atomic::AtomicU64;

/// Returns atomics that are zero, and which all processes share that this one forks from now on. A child of a fork
/// has no copy of them, and a program that a process starts does not get them.
///
/// # Errors
/// The error of mmap(2), for example because the memory of this process is limited.
pub(crate) fn shared_atomics<const N: usize>() -> io::Result<&'static [AtomicU64; N]> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let kind = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    let size = size_of::<[AtomicU64; N]>();
    // SAFETY: the kernel chooses an address that is in use by nobody, and the mapping has no file behind it.
    let memory = unsafe { libc::mmap(ptr::null_mut(), size, access, kind, -1, 0) };
    if memory == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the mapping begins at a page and is at least `size` bytes long. Its bytes are zeros, which are valid
    // atomics. Nobody unmaps it, so it lives as long as the process, and every process that has it uses it by
    // atomic operations alone, whatever else it does.
    Ok(unsafe { &*memory.cast() })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn atomics_begin_at_zero_and_are_of_their_own() {
        let [one, other] = [(); 2].map(|()| shared_atomics::<3>().unwrap());
        one[2].store(7, Ordering::Relaxed);
        let read = |all: &[AtomicU64; 3]| all.each_ref().map(|it| it.load(Ordering::Relaxed));
        assert_eq!([read(one), read(other)], [[0, 0, 7], [0, 0, 0]]);
    }
}
