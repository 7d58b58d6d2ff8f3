//! A command as bytes, in Redis' wire format RESP2, where it is an array of strings:
//! <https://redis.io/docs/latest/develop/reference/protocol-spec/>.
//!
//! This file appends to a request and sends nothing. `call` packs its words here, and `connection` packs the commands
//! that are no calls.

/// Appends a whole command.
pub(crate) fn pack(out: &mut Vec<u8>, words: &[impl AsRef<[u8]>]) {
    begin(out, words.len());
    for word in words {
        push_word(out, word.as_ref());
    }
    end(out);
}

/// Appends the beginning of a command of so many words, without the end of its line, which is part of the next word.
pub(super) fn begin(out: &mut Vec<u8>, words: usize) {
    match u8::try_from(words) {
        Ok(words @ 0..10) => out.extend_from_slice(&[b'*', b'0' + words]),
        _ => begin_long(out, words),
    }
}

/// As [`begin`], together with the first word, which is the name of the command.
pub(super) fn begin_with(out: &mut Vec<u8>, words: usize, name: &[u8]) {
    let numbers = (u8::try_from(words), u8::try_from(name.len()));
    if let (Ok(words @ 0..10), Ok(length @ 0..10)) = numbers {
        let (words, length) = (b'0' + words, b'0' + length);
        let lines = [b'*', words, b'\r', b'\n', b'$', length, b'\r', b'\n'];
        out.extend_from_slice(&lines);
        out.extend_from_slice(name);
    } else {
        begin(out, words);
        push_word(out, name);
    }
}

#[cold]
fn begin_long(out: &mut Vec<u8>, words: usize) {
    out.extend_from_slice(format!("*{words}").as_bytes());
}

/// Appends one word without the end of its line.
pub(super) fn push_word(out: &mut Vec<u8>, word: &[u8]) {
    push_word_of(out, &[word]);
}

/// As [`push_word`], for a word that is as long as an owner token, which is appended at once with the line in front of
/// it because its length is known.
pub(super) fn push_token(out: &mut Vec<u8>, token: &[u8; 32]) {
    let mut packed = [0; 39];
    let (line, word) = packed.split_at_mut(7);
    line.copy_from_slice(b"\r\n$32\r\n");
    word.copy_from_slice(token);
    out.extend_from_slice(&packed);
}

/// As [`push_word`], for a word that consists of these parts.
pub(super) fn push_word_of<const N: usize>(out: &mut Vec<u8>, parts: &[&[u8]; N]) {
    push_length(out, parts.iter().map(|part| part.len()).sum());
    for part in parts {
        out.extend_from_slice(part);
    }
}

/// As [`push_word`], for a number in decimal digits.
pub(super) fn push_number(out: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let (mut rest, mut first) = (number, digits.len());
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        first -= 1;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    push_word(out, digits.get(first..).unwrap_or_default());
}

/// Ends the last line of a command.
pub(super) fn end(out: &mut Vec<u8>) {
    out.extend_from_slice(b"\r\n");
}

/// Appends the end of the last line, and the line in front of a word of this length.
fn push_length(out: &mut Vec<u8>, length: usize) {
    match u8::try_from(length) {
        Ok(ones @ 0..10) => {
            out.extend_from_slice(&[b'\r', b'\n', b'$', b'0' + ones, b'\r', b'\n']);
        }
        Ok(length @ 10..100) => {
            let (tens, ones) = (b'0' + length / 10, b'0' + length % 10);
            out.extend_from_slice(&[b'\r', b'\n', b'$', tens, ones, b'\r', b'\n']);
        }
        _ => push_long_length(out, length),
    }
}

#[cold]
fn push_long_length(out: &mut Vec<u8>, length: usize) {
    out.extend_from_slice(format!("\r\n${length}\r\n").as_bytes());
}

/// Returns the words of a packed command, as a server reads them.
#[cfg(test)]
pub(crate) fn unpack(mut packed: &[u8]) -> Vec<Vec<u8>> {
    let length = |kind: u8, rest: &mut &[u8]| -> usize {
        let (&first, behind) = rest.split_first().unwrap();
        assert_eq!(first, kind);
        let end = behind.iter().position(|byte| *byte == b'\r').unwrap();
        let (digits, behind) = behind.split_at(end);
        *rest = behind.strip_prefix(b"\r\n").unwrap();
        str::from_utf8(digits).unwrap().parse().unwrap()
    };
    let count = length(b'*', &mut packed);
    let mut word = |_| {
        let length = length(b'$', &mut packed);
        let (word, behind) = packed.split_at(length);
        packed = behind.strip_prefix(b"\r\n").unwrap();
        word.to_vec()
    };
    let words = (0..count).map(&mut word).collect();
    assert!(packed.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_packed_as_arrays_of_strings() {
        let mut out = Vec::new();
        pack(&mut out, &[&b"SET"[..], b"k\r\n", b""]);
        assert_eq!(out, b"*3\r\n$3\r\nSET\r\n$3\r\nk\r\n\r\n$0\r\n\r\n");
        assert_eq!(unpack(&out), [&b"SET"[..], b"k\r\n", b""]);
        out.clear();
        pack(&mut out, &[&[b'x'; 100][..], &[b'y'; 42]]);
        assert!(out.starts_with(b"*2\r\n$100\r\nxxx"));
        assert!(out.ends_with(&[&b"\r\n$42\r\n"[..], &[b'y'; 42], b"\r\n"].concat()));
    }

    #[test]
    fn numbers_tokens_and_words_of_parts_are_words() {
        for number in [0, 7, 10, 99, 20_000, u64::MAX] {
            let (mut packed, mut expected) = (Vec::new(), Vec::new());
            push_number(&mut packed, number);
            push_word(&mut expected, number.to_string().as_bytes());
            assert_eq!(packed, expected);
        }
        let mut out = Vec::new();
        push_word_of(&mut out, &[b"a", b"", b"bc"]);
        assert_eq!(out, b"\r\n$3\r\nabc");
        let (mut packed, mut expected) = (Vec::new(), Vec::new());
        push_token(&mut packed, &[b't'; 32]);
        push_word(&mut expected, &[b't'; 32]);
        assert_eq!(packed, expected);
    }
}
