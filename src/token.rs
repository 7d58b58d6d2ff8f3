//! The owner token: who holds a lock.
//!
//! 128 bits straight from the kernel, printed as 32 hex digits, one for each
//! `lock()` call and never used again. Never from a generator that lives in
//! the process: after fork parent and child would draw the same numbers, and
//! two processes would own one lock (measured with `rand::rng()`). Made by
//! `keeper` and by `RedisMutexLock::generateToken()`.

use std::fmt;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::error::Error;

/// Identity of one ownership.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; 32]);

impl Token {
    /// Draws a new one.
    ///
    /// # Errors
    /// [`Error::Impossible`] when the kernel has no randomness to give.
    pub(crate) fn draw() -> Result<Self, Error> {
        let mut bytes = [0_u8; 16];
        SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
            Error::Impossible(format!("the kernel gave no random bytes: {error}"))
        })?;
        Ok(Self::from_bytes(bytes))
    }

    fn from_bytes(bytes: [u8; 16]) -> Self {
        let mut digits = [0_u8; 32];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(bytes) {
            pair.copy_from_slice(&[hex(byte >> 4), hex(byte & 15)]);
        }
        Self(digits)
    }

    /// As it stands in Redis.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The same digits as text.
    pub(crate) fn to_text(&self) -> String {
        self.0.iter().copied().map(char::from).collect()
    }
}

const fn hex(nibble: u8) -> u8 {
    match nibble {
        0..=9 => b'0' + nibble,
        _ => b'a' + nibble - 10,
    }
}

/// A token is what entitles to release: it stays out of every message.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(•••)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_the_bytes_in_hex() {
        let token = Token::from_bytes([
            0, 1, 0x9a, 0xff, 0x10, 0x0f, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
        ]);
        assert_eq!(token.to_text(), "00019aff100f0708090a0b0c0d0e0f10");
        assert_eq!(token.as_bytes(), token.to_text().as_bytes());
    }

    #[test]
    fn no_two_draws_are_equal() {
        let tokens: std::collections::HashSet<_> = (0..1000)
            .map(|_| Token::draw().unwrap().to_text())
            .collect();
        assert_eq!(tokens.len(), 1000);
        assert!(tokens.iter().all(|token| token.len() == 32));
    }

    #[test]
    fn debug_output_keeps_the_token_secret() {
        let token = Token::draw().unwrap();
        assert!(!format!("{token:?}").contains(&token.to_text()));
    }
}
