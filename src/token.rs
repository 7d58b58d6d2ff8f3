//! The owner token, which says who holds a lock.
//!
//! A token is 128 bits from the kernel, which are written as 32 hex digits. Each `lock()` call draws one,
//! or gets one that its caller has drawn before, and no token is used twice. A token never comes from a
//! generator inside the process, because parent and child would draw the same numbers after a fork, and
//! two processes would hold one lock (measured with `rand::rng()`). Tokens are drawn by `keeper`, and for
//! PHP code by `RedisMutexLock::generateToken()`.

use std::fmt;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::error::Error;

/// An owner token, which is kept as its 32 hex digits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Token([u8; 32]);

impl Token {
    /// Returns a new token, whose bits come from the kernel.
    ///
    /// # Errors
    /// [`Error::Impossible`] when the kernel has no randomness to give.
    pub(crate) fn draw() -> Result<Self, Error> {
        let mut bytes = [0_u8; 16];
        SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
            Error::Impossible(format!("the kernel gave no random bytes: {error}"))
        })?;
        Ok(Self::new(bytes))
    }

    /// Returns the token with these digits, as [`Self::to_text`] writes them, or `None` if they are no
    /// token.
    pub(crate) fn read(digits: &[u8]) -> Option<Self> {
        let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let digits = digits.try_into().ok()?;
        Some(Self(digits)).filter(|token| token.0.iter().all(is_digit))
    }

    fn new(bits: [u8; 16]) -> Self {
        // The digits are made by hand, because the machinery of `write!` takes many times as many
        // instructions. Without a branch the compiler makes 16 of them at once.
        let digit = |half: u8| half + b'0' + (b'a' - b'9' - 1) * u8::from(half > 9);
        let two_digits = |byte: u8| [digit(byte >> 4), digit(byte & 15)];
        let mut digits = [0; 32];
        digits.copy_from_slice(bits.map(two_digits).as_flattened());
        Self(digits)
    }

    /// Returns the digits of the token, as they stand in Redis.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the same digits as a text, which PHP code gets.
    pub(crate) fn to_text(&self) -> String {
        self.0.iter().copied().map(char::from).collect()
    }
}

/// No message may show a token, because it is the right to release its lock.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(•••)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_its_bits_in_hex() {
        let token = Token::new(0x0001_9aff_100f_0708_090a_0b0c_0d0e_0f10_u128.to_be_bytes());
        assert_eq!(token.to_text(), "00019aff100f0708090a0b0c0d0e0f10");
        assert_eq!(token.as_bytes(), token.to_text().as_bytes());
    }

    #[test]
    fn a_token_is_read_from_exactly_its_own_digits() {
        let token = Token::draw().unwrap();
        assert!(Token::read(token.as_bytes()) == Some(token));
        let digits = b"00019aff100f0708090a0b0c0d0e0f10";
        for wrong in [&digits[1..], b"", &[digits as &[u8], b"0"].concat()] {
            assert!(Token::read(wrong).is_none());
        }
        for byte in *b"gAF -\0\n" {
            let mut wrong = *digits;
            wrong[7] = byte;
            assert!(Token::read(&wrong).is_none());
        }
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
