//! Who draws the tokens of this process: its host and its process id, found once.
//!
//! A token says who made it without a system call, so both are kept here, and `atfork` wipes them in a forked child. This file
//! does not know how a token is written. Used by `php`, whose clock gives the maker to the code
//! that draws a token.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::token::Maker;

/// The maker of this process, as its number. 0: it has not been found in this process.
static MAKER: AtomicU64 = AtomicU64::new(0);

/// Returns the maker of the tokens of this process.
pub(crate) fn maker() -> Maker {
    // Two threads that look at the same time find the same.
    Maker::of_number(MAKER.load(Ordering::Relaxed)).unwrap_or_else(|| {
        let maker = Maker::new(&host_name(), std::process::id());
        MAKER.store(maker.number(), Ordering::Relaxed);
        maker
    })
}

/// Forgets the maker, in the child of a fork.
pub(super) fn forget_maker() {
    MAKER.store(0, Ordering::Relaxed);
}

/// Returns the name of the host, or nothing if the kernel does not tell it.
fn host_name() -> Vec<u8> {
    // Linux permits 64 bytes.
    let mut name = [0_u8; 256];
    // SAFETY: the pointer leads to that many bytes, which are ours. The call writes no more of them.
    let status = unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len()) };
    match name.iter().position(|byte| *byte == 0) {
        Some(end) if status == 0 => name.get(..end).unwrap_or_default().to_vec(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maker_is_this_process_on_this_host() {
        let made = maker().made();
        assert_eq!(made.pid, std::process::id());
        let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        assert!(kernel.trim_end().to_lowercase().ends_with(&made.host));
        assert!(maker() == maker());
    }
}
