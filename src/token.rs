//! The owner token, which says who holds a lock, and who made it.
//!
//! A token is 128 bits, which are written as 32 hex digits. The first half says on which host and in which process
//! it was drawn, so that whoever finds it in Redis knows where to look. The second half comes from the kernel:
//!
//! ```text
//!  digits  1 to  8   the last six characters of the host's name, 32 bits
//!  digits  9 to 16   the process id, 22 bits; then 10 check bits over all the others
//!  digits 17 to 32   64 random bits
//! ```
//!
//! A character is a digit to the base 39: `a` to `z`, `0` to `9`, `-`, `.`, and the pad, which stands on the left of a
//! shorter name. The check bits tell a token of this library from another one's, which passes once in 1024.
//!
//! Each `lock()` call draws one, or gets one that its caller has drawn before, and no token is used twice. The random
//! bits never come from a generator inside the process, because parent and child would draw the same numbers after a
//! fork, and two processes would hold one lock (measured with `rand::rng()`). Tokens are drawn by `keeper`, and for
//! PHP code by `RedisMutexLock::generateToken()`. Only this file knows the layout.

use std::fmt;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::error::Error;

/// The characters of a host's name, each at the place of its number.
const SYMBOLS: &[u8; 38] = b"abcdefghijklmnopqrstuvwxyz0123456789-.";
/// The number that stands where a shorter name has no character.
const PAD: u64 = 38;
const BASE: u64 = 39;
/// How many characters of a host's name a token has.
const CHARACTERS: u32 = 6;
/// Linux gives no process a number that needs more.
const PID_BITS: u32 = 22;
const CHECK_BITS: u32 = 10;

/// Who draws a token: 32 bits of a host and 22 of a process.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Maker(u64);

/// Who has made a token, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Made {
    /// The last six characters of the host's name, or fewer.
    pub(crate) host: String,
    pub(crate) pid: u32,
}

impl fmt::Display for Made {
    /// A host of six characters may have more in front of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, pid } = self;
        let dots = if host.len() == CHARACTERS as usize {
            "…"
        } else {
            ""
        };
        match host.as_str() {
            "" => write!(f, "pid {pid}"),
            host => write!(f, "{dots}{host}, pid {pid}"),
        }
    }
}

impl Maker {
    /// Returns the maker for a process on the host of this name. Capital letters become small ones, and a byte that
    /// no symbol stands for becomes `-`.
    pub(crate) fn new(host: &[u8], pid: u32) -> Self {
        let number = |byte: &u8| {
            let byte = byte.to_ascii_lowercase();
            let place = SYMBOLS.iter().position(|symbol| *symbol == byte);
            // The place of `-`.
            place.map_or(36, |place| place as u64)
        };
        let skipped = host.len().saturating_sub(CHARACTERS as usize);
        let last = host.iter().skip(skipped).map(number);
        let pads = CHARACTERS as usize - last.len();
        let host = std::iter::repeat_n(PAD, pads)
            .chain(last)
            .fold(0, |host, number| host * BASE + number);
        Self(host << PID_BITS | u64::from(pid) & low(PID_BITS))
    }

    /// Returns the maker of a number that [`Self::number`] has given, and `None` for 0.
    pub(crate) fn of_number(number: u64) -> Option<Self> {
        (number != 0).then_some(Self(number))
    }

    /// Returns the maker as a number, which is never 0, because no process has the id 0.
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    /// Returns the host and the process in words, or `None` if no process can have this number.
    fn read(self) -> Option<Made> {
        let pid = u32::try_from(self.0 & low(PID_BITS)).ok()?;
        let mut host = self.0 >> PID_BITS;
        let mut numbers = [0; CHARACTERS as usize];
        for number in numbers.iter_mut().rev() {
            *number = host % BASE;
            host /= BASE;
        }
        let name = numbers.iter().skip_while(|number| **number == PAD);
        let name: Option<String> = name
            .map(|number| {
                SYMBOLS
                    .get(usize::try_from(*number).ok()?)
                    .copied()
                    .map(char::from)
            })
            .collect();
        (host == 0 && pid != 0).then_some(Made { host: name?, pid })
    }

    /// Returns the host and the process in words.
    #[cfg(test)]
    pub(crate) fn made(self) -> Made {
        self.read().unwrap()
    }

    /// Returns the check bits of a token of this maker.
    fn check(self, random: u64) -> u64 {
        // Each bit of both halves reaches the highest bits of the product. The constants are those of SplitMix64.
        let mixed = (random ^ self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0x94D0_49BB_1331_11EB);
        // A key that holds only zeros is nobody's token.
        mixed >> (64 - CHECK_BITS) ^ 0x155
    }
}

/// Returns the eight hex digits of a number. They are made by hand, all at once, because the machinery of `write!` takes
/// many times as many instructions.
fn hex(number: u32) -> [u8; 8] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let one = u64::from(number);
    let two = (one | one << 16) & 0x0000_ffff_0000_ffff;
    let four = (two | two << 8) & 0x00ff_00ff_00ff_00ff;
    // Each byte is the value of one digit. A value above 9 reaches 16 with 6 more, so bit 4 says that it is a letter.
    let eight = (four | four << 4) & (0x0f * ONES);
    let letters = (eight + 6 * ONES) >> 4 & ONES;
    let digits = eight + u64::from(b'0') * ONES + letters * u64::from(b'a' - b'9' - 1);
    digits.to_be_bytes()
}

/// Returns the lowest bits.
const fn low(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// What a token may own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// The key, alone.
    Lock,
    /// The key beside other shares: any number, or as many together as the limit says.
    Share(Option<u32>),
}

impl TokenKind {
    /// Returns what this token may own, whoever has made it. `shares.lua` reads a token in the same way.
    #[inline]
    pub(crate) fn of(token: &[u8]) -> Self {
        // Each command of a lock comes by here, and no digit of a hex number is an `s`.
        if token.first() == SHARE.first() {
            Self::of_share(token).unwrap_or(Self::Lock)
        } else {
            Self::Lock
        }
    }

    fn of_share(token: &[u8]) -> Option<Self> {
        let rest = token.strip_prefix(SHARE)?;
        let end = rest.iter().position(|byte| *byte == b':')?;
        let (limit, digits) = (rest.get(..end)?, rest.get(end + 1..)?);
        let is_hex = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
        let limit = std::str::from_utf8(limit).ok().filter(|_| is_hex)?;
        let is_number = limit.bytes().all(|byte| byte.is_ascii_digit());
        if limit.is_empty() {
            return Some(Self::Share(None));
        }
        let limit = limit.parse().ok().filter(|_| is_number)?;
        (limit <= MOST_SHARES).then_some(Self::Share(Some(limit)))
    }
}

/// Returns whether this is the token of a share.
#[inline]
pub(crate) fn is_share(token: &[u8]) -> bool {
    TokenKind::of(token) != TokenKind::Lock
}

/// The beginning of each token of a share. Behind it stands the limit, if there is one, and a colon.
const SHARE: &[u8] = b"share";
/// The greatest limit of shares that hold one name together.
pub(crate) const MOST_SHARES: u32 = 1_000_000;
/// The longest beginning, which is `share1000000:`.
const LONGEST_KIND: usize = 13;
const DIGITS: usize = 32;

/// An owner token, which is kept as its 32 hex digits, behind the word that says what a share is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Token {
    /// The token stands at the end.
    text: [u8; LONGEST_KIND + DIGITS],
    begin: usize,
}

impl Token {
    /// Returns a new token of this maker, whose other half comes from the kernel.
    ///
    /// # Errors
    /// [`Error::Impossible`] when the kernel has no randomness to give.
    pub(crate) fn draw(maker: Maker) -> Result<Self, Error> {
        let mut bytes = [0_u8; 8];
        SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
            Error::Impossible(format!("the kernel gave no random bytes: {error}"))
        })?;
        Ok(Self::of(maker, u64::from_be_bytes(bytes)))
    }

    /// Returns the token with these digits, as [`Self::to_text`] writes them, or `None` if they are no
    /// token. Any 32 hex digits are one, whoever has made them.
    pub(crate) fn read(digits: &[u8]) -> Option<Self> {
        let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let digits: [u8; DIGITS] = digits.try_into().ok()?;
        digits.iter().all(is_digit).then(|| Self::of_digits(digits))
    }

    /// Returns who has made the token with these digits, or `None` if no library like this one has.
    pub(crate) fn made_by(digits: &[u8]) -> Option<Made> {
        let token = Self::read(digits)?;
        let number =
            |digits: &[u8]| u64::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        let (first, random) = token.digits().split_at(DIGITS / 2);
        let (first, random) = (number(first)?, number(random)?);
        let maker = Maker(first >> CHECK_BITS);
        let is_ours = maker.check(random) == first & low(CHECK_BITS);
        maker.read().filter(|_| is_ours)
    }

    fn of(maker: Maker, random: u64) -> Self {
        let first = maker.0 << CHECK_BITS | maker.check(random);
        Self::new((u128::from(first) << 64 | u128::from(random)).to_be_bytes())
    }

    fn new(bits: [u8; 16]) -> Self {
        let mut digits = [0; DIGITS];
        let (eights, _) = digits.as_chunks_mut();
        for (eight, four) in eights.iter_mut().zip(bits.as_chunks().0) {
            *eight = hex(u32::from_be_bytes(*four));
        }
        Self::of_digits(digits)
    }

    fn of_digits(digits: [u8; DIGITS]) -> Self {
        let mut text = [0; LONGEST_KIND + DIGITS];
        let (_, end) = text.split_at_mut(LONGEST_KIND);
        end.copy_from_slice(&digits);
        Self {
            text,
            begin: LONGEST_KIND,
        }
    }

    /// Returns the token with the same digits that may own this.
    #[inline]
    pub(crate) fn of_kind(self, kind: TokenKind) -> Self {
        match kind {
            TokenKind::Lock => self,
            TokenKind::Share(limit) => self.of_share(limit),
        }
    }

    #[cold]
    fn of_share(mut self, limit: Option<u32>) -> Self {
        let limit = limit.map(|limit| limit.to_string()).unwrap_or_default();
        let word = [SHARE, limit.as_bytes(), b":"].concat();
        let begin = LONGEST_KIND.saturating_sub(word.len());
        if let Some(place) = self.text.get_mut(begin..begin + word.len()) {
            place.copy_from_slice(&word);
        }
        self.begin = begin;
        self
    }

    fn digits(&self) -> &[u8] {
        self.text.get(LONGEST_KIND..).unwrap_or_default()
    }

    /// Returns the token as it stands in Redis.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.text.get(self.begin..).unwrap_or_default()
    }

    /// Returns the same as a text, which PHP code gets.
    pub(crate) fn to_text(&self) -> String {
        self.as_bytes().iter().copied().map(char::from).collect()
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
    use proptest::prelude::*;

    use super::*;

    fn someone() -> Maker {
        Maker::new(b"web-07", 4711)
    }

    #[test]
    fn a_token_is_its_bits_in_hex() {
        let token = Token::new(0x0001_9aff_100f_0708_090a_0b0c_0d0e_0f10_u128.to_be_bytes());
        assert_eq!(token.to_text(), "00019aff100f0708090a0b0c0d0e0f10");
        assert_eq!(token.as_bytes(), token.to_text().as_bytes());
    }

    /// Other versions and other languages read these digits, so the layout never changes.
    #[test]
    fn the_layout_stays() {
        // w e b - 0 7 are 22, 4, 1, 36, 26 and 33, and 4711 is 0x1267.
        let host = [22, 4, 1, 36, 26, 33]
            .iter()
            .fold(0_u64, |host, number| host * 39 + number);
        assert_eq!(someone().number(), host << 22 | 0x1267);
        let token = Token::of(someone(), 0x0123_4567_89ab_cdef);
        assert_eq!(&token.to_text()[16..], "0123456789abcdef");
        let first = u64::from_str_radix(&token.to_text()[..16], 16).unwrap();
        assert_eq!(first >> 10, someone().number());
    }

    #[test]
    fn a_host_is_its_last_six_characters_in_small_letters() {
        for (host, shown) in [
            ("web-07", "web-07"),
            ("shop-Web-07", "web-07"),
            ("db.example.com", "le.com"),
            ("a", "a"),
            ("", ""),
            ("host_ä", "ost---"),
        ] {
            let made = Maker::new(host.as_bytes(), 1).made();
            assert_eq!(made.host, shown, "{host}");
        }
        // The largest process id of Linux.
        assert_eq!(Maker::new(b"h", 4_194_303).made().pid, 4_194_303);
    }

    #[test]
    fn a_message_says_whether_a_host_may_be_longer() {
        for (host, words) in [
            ("shop-web-07", "…web-07, pid 4711"),
            ("db1", "db1, pid 4711"),
            ("", "pid 4711"),
        ] {
            assert_eq!(Maker::new(host.as_bytes(), 4711).made().to_string(), words);
        }
    }

    #[test]
    fn the_tokens_of_other_libraries_are_nobodys() {
        let mut bits = 0x1234_5678_9abc_def0_u128;
        let mut ours = 0;
        for _ in 0..100_000 {
            bits = bits
                .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
                .wrapping_add(0x5851);
            ours +=
                usize::from(Token::made_by(Token::new(bits.to_be_bytes()).as_bytes()).is_some());
        }
        assert!((20..200).contains(&ours), "{ours} of 100,000");
        for digits in [
            "00000000000000000000000000000000",
            "",
            "00019aff100f0708090a0b0c0d0e0f1",
            "X",
        ] {
            assert_eq!(Token::made_by(digits.as_bytes()), None, "{digits}");
        }
    }

    #[test]
    fn no_other_bit_gives_the_same_check_bits() {
        let token = Token::of(someone(), 0x0123_4567_89ab_cdef);
        let bits = u128::from_str_radix(&token.to_text(), 16).unwrap();
        for place in 0..128 {
            let other = Token::new((bits ^ 1 << place).to_be_bytes());
            assert_eq!(Token::made_by(other.as_bytes()), None, "bit {place}");
        }
    }

    proptest! {
        #[test]
        fn a_token_tells_who_made_it(host in "[a-z0-9.-]{0,6}", pid in 1_u32..4_194_304, random: u64) {
            let token = Token::of(Maker::new(host.as_bytes(), pid), random);
            prop_assert_eq!(Token::made_by(token.as_bytes()), Some(Made { host, pid }));
            prop_assert!(Token::read(token.as_bytes()) == Some(token));
        }
    }

    #[test]
    fn a_token_is_read_from_exactly_its_own_digits() {
        let token = Token::draw(someone()).unwrap();
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
            .map(|_| Token::draw(someone()).unwrap().to_text())
            .collect();
        assert_eq!(tokens.len(), 1000);
        assert!(tokens.iter().all(|token| token.len() == 32));
    }

    #[test]
    fn a_share_says_what_it_is() {
        let token = Token::draw(someone()).unwrap();
        let digits = token.to_text();
        for (limit, word) in [
            (None, "share:"),
            (Some(1), "share1:"),
            (Some(1_000_000), "share1000000:"),
        ] {
            let share = token.clone().of_kind(TokenKind::Share(limit));
            assert_eq!(share.to_text(), format!("{word}{digits}"));
            assert_eq!(TokenKind::of(share.as_bytes()), TokenKind::Share(limit));
            assert!(is_share(share.as_bytes()) && share != token);
        }
        assert!(!is_share(token.as_bytes()));
        for other in [
            "share",
            "share:",
            "shares:ab",
            "share:xy",
            "share-1:ab",
            "share+1:ab",
            "share1000001:ab",
            "Share:ab",
            " share:ab",
            "share:ab ",
            "share5",
        ] {
            assert!(!is_share(other.as_bytes()), "{other}");
        }
        assert!(is_share(b"share:AB") && is_share(b"share0:0"));
    }

    #[test]
    fn debug_output_keeps_the_token_secret() {
        let token = Token::draw(someone()).unwrap();
        assert!(!format!("{token:?}").contains(&token.to_text()));
    }
}
