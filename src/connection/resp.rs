//! Redis' wire format, RESP2, in which replies are found and read.
//!
//! The few replies that every `lock()` and `unlock()` meets are read here. Any other reply, such as an error or an
//! array, goes to the redis crate's parser as one exact frame, because that parser would read ahead into the next
//! reply if it had more bytes. No other file of the product names the redis crate. This file does no I/O.
//! `inbox` reads replies here.

use std::io;

use redis::Value;

use crate::protocol::Reply;

/// The longest line in bytes that a server may send outside of a bulk string.
const LONGEST_LINE: usize = 64 * 1024;
/// The largest number of items in a list, which is more than a reply to a command of ours has. CLUSTER SLOTS has
/// an item for each range of slots.
const LONGEST_LIST: usize = 16_384;
/// The largest depth of lists in lists, which is that of the metadata of a node of a range of CLUSTER SLOTS.
const DEEPEST_LIST: usize = 4;

/// Returns the length of the reply that `bytes` starts with, or `None` while the reply is incomplete. The whole
/// reply may have `longest` bytes, and a list in it may be only so long and so deep as one in a reply to a command
/// of ours. A reply that is too long is refused as soon as it says how long it is.
///
/// # Errors
/// `InvalidData` if no reply starts like this, or if the reply is too long.
pub(super) fn frame_len(bytes: &[u8], longest: usize) -> io::Result<Option<usize>> {
    let found = value_len(bytes, longest, DEEPEST_LIST)?;
    // At least these bytes of an incomplete reply are here.
    if found.unwrap_or(bytes.len()) > longest {
        return Err(too_long());
    }
    Ok(found)
}

/// Returns the length of a value, which may be a list with `depth` lists in one another.
fn value_len(bytes: &[u8], longest: usize, depth: usize) -> io::Result<Option<usize>> {
    let Some((b'*', line)) = first_line(bytes)? else {
        return plain_len(bytes, longest);
    };
    let Some(depth) = depth.checked_sub(1) else {
        return Err(malformed());
    };
    let mut at = 1 + line.len() + 2;
    for _ in 0..length(line, LONGEST_LIST)?.unwrap_or(0) {
        let rest = longest.saturating_sub(at);
        match value_len(bytes.get(at..).unwrap_or_default(), rest, depth)? {
            Some(length) => at += length,
            None => return Ok(None),
        }
    }
    Ok(Some(at))
}

/// Returns the length of a value that is no list.
fn plain_len(bytes: &[u8], longest: usize) -> io::Result<Option<usize>> {
    let Some((kind, line)) = first_line(bytes)? else {
        return Ok(None);
    };
    let mut end = 1 + line.len() + 2;
    match kind {
        b'+' | b'-' => {}
        b':' => {
            number(line)?;
        }
        b'$' => {
            if let Some(length) = length(line, usize::MAX)? {
                end = end.saturating_add(length).saturating_add(2);
            }
            if end > longest {
                return Err(too_long());
            }
        }
        _ => return Err(malformed()),
    }
    Ok((end <= bytes.len()).then_some(end))
}

/// Returns the type byte and the rest of the first line, without its end.
fn first_line(bytes: &[u8]) -> io::Result<Option<(u8, &[u8])>> {
    let Some((&kind, rest)) = bytes.split_first() else {
        return Ok(None);
    };
    if !matches!(kind, b'+' | b'-' | b':' | b'$' | b'*') {
        return Err(malformed());
    }
    match rest.windows(2).position(|end| end == b"\r\n") {
        Some(end) => Ok(rest.get(..end).map(|line| (kind, line))),
        None if rest.len() > LONGEST_LINE => Err(malformed()),
        None => Ok(None),
    }
}

fn number(digits: &[u8]) -> io::Result<i64> {
    let text = std::str::from_utf8(digits).map_err(|_| malformed())?;
    text.parse().map_err(|_| malformed())
}

/// Returns a length from 0 to `longest`, or `None` for -1, which means nil.
fn length(digits: &[u8], longest: usize) -> io::Result<Option<usize>> {
    match number(digits)? {
        -1 => Ok(None),
        length => match usize::try_from(length) {
            Ok(length) if length <= longest => Ok(Some(length)),
            _ => Err(malformed()),
        },
    }
}

/// Returns the reply that `bytes` starts with, and its length, if it is one of the few that nearly every `lock()` and
/// `unlock()` gets. They need no measuring.
pub(super) fn read_usual(bytes: &[u8]) -> Option<(Reply, usize)> {
    match bytes {
        [b'+', b'O', b'K', b'\r', b'\n', ..] => Some((Reply::Okay, 5)),
        [b':', digit @ b'0'..=b'9', b'\r', b'\n', ..] => {
            Some((Reply::Int((digit - b'0').into()), 4))
        }
        [b'$', b'-', b'1', b'\r', b'\n', ..] => Some((Reply::Nil, 5)),
        _ => None,
    }
}

/// Reads one whole frame, as [`frame_len`] measured it.
///
/// # Errors
/// `InvalidData` if the frame is no reply.
pub(super) fn read(frame: &[u8]) -> io::Result<Reply> {
    match frame {
        [b'-', ..] => match in_script(frame) {
            Some(error) => parse(&[b"-", error].concat()),
            None => parse(frame),
        },
        _ => parse(frame),
    }
}

fn parse(frame: &[u8]) -> io::Result<Reply> {
    let value = redis::parse_redis_value(frame).map_err(|_| malformed())?;
    Ok(reply(value))
}

fn reply(value: Value) -> Reply {
    match value {
        Value::Nil => Reply::Nil,
        Value::Okay => Reply::Okay,
        Value::Int(number) => Reply::Int(number),
        Value::BulkString(bytes) => Reply::Bytes(bytes),
        Value::Array(items) => Reply::List(items.into_iter().map(reply).collect()),
        Value::ServerError(error) => Reply::Error {
            code: error.code().to_owned(),
            words: without_arguments(error.details().unwrap_or_default()).to_owned(),
        },
        _ => Reply::Other,
    }
}

/// Returns the words of an error without the words of its command that it repeats, because these may have a
/// password or a token among them.
fn without_arguments(words: &str) -> &str {
    let end = words.find(", with args beginning with");
    words.get(..end.unwrap_or(words.len())).unwrap_or_default()
}

/// Returns the error of a command in a script without the place where it happened, which Redis before 7.0 puts in
/// front of it: `-ERR Error running script (call to f_HASH): @user_script:9: @user_script: 9: -OOM command not
/// allowed …`, or only what begins at `@user_script: 9:` if the script itself returned the error.
fn in_script(error: &[u8]) -> Option<&[u8]> {
    const PLACE: &[u8] = b"@user_script:";
    let raised = error.starts_with(b"-ERR Error running script (call to f_");
    if !raised && !error.get(1..)?.starts_with(PLACE) {
        return None;
    }
    let mut places = error.windows(PLACE.len());
    let at = places.rposition(|window| window == PLACE)? + PLACE.len();
    let behind = error.get(at..)?.trim_ascii_start();
    let colon = behind.iter().position(|byte| !byte.is_ascii_digit())?;
    let words = behind.get(colon..)?.strip_prefix(b": ")?;
    let words = words.strip_prefix(b"-").unwrap_or(words);
    // An error of Lua itself has no code.
    let code = words.iter().position(|byte| !byte.is_ascii_uppercase())?;
    (code >= 2 && words.get(code) == Some(&b' ')).then_some(words)
}

fn too_long() -> io::Error {
    let sentence = "the answer is longer than any that Redis has for this command";
    io::Error::new(io::ErrorKind::InvalidData, sentence)
}

fn malformed() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "the answer is not in Redis' protocol",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::proof::random::Random;

    const LONGEST: usize = 64 * 1024 * 1024;

    fn frame_len(bytes: &[u8]) -> io::Result<Option<usize>> {
        super::frame_len(bytes, LONGEST)
    }

    #[test]
    fn a_reply_that_is_too_long_is_refused_as_soon_as_it_shows() {
        for (begin, rest) in [
            (&b"$3"[..], &b"0000000\r\n"[..]),
            (b"*2\r\n$40", b"\r\n"),
            (b"*2\r\n*1\r\n$20\r\n01234567890123456789\r\n$9", b"\r\n"),
            (b"+0123456789012345678901234567890123456789", b"0"),
        ] {
            let whole = [begin, rest].concat();
            let shown = whole.escape_ascii();
            assert_eq!(super::frame_len(begin, 41).unwrap(), None, "{shown}");
            assert!(super::frame_len(&whole, 41).is_err(), "{shown}");
        }
        let fits = b"*2\r\n$4\r\nhost\r\n$4\r\n6379\r\n";
        assert_eq!(
            super::frame_len(fits, fits.len()).unwrap(),
            Some(fits.len())
        );
        assert!(super::frame_len(fits, fits.len() - 1).is_err());
    }

    #[test]
    fn replies_of_every_shape_are_found_and_read() {
        let error = |frame: &[u8]| match read(frame).unwrap() {
            Reply::Error { code, .. } => code,
            other => panic!("{other:?}"),
        };
        assert_eq!(read(b"+OK\r\n").unwrap(), Reply::Okay);
        assert_eq!(read(b"$-1\r\n").unwrap(), Reply::Nil);
        assert_eq!(read(b":-7\r\n").unwrap(), Reply::Int(-7));
        assert_eq!(
            read(b"$2\r\n\r\n\r\n").unwrap(),
            Reply::Bytes(b"\r\n".to_vec())
        );
        assert_eq!(
            read(b"*2\r\n:1\r\n$-1\r\n").unwrap(),
            Reply::List(vec![Reply::Int(1), Reply::Nil])
        );
        assert_eq!(read(b"+PONG\r\n").unwrap(), Reply::Other);
        assert_eq!(error(b"-OOM command not allowed\r\n"), "OOM");
    }

    #[test]
    fn an_error_repeats_nothing_of_its_command() {
        let said = b"-ERR unknown command 'AUTH', with args beginning with: 'secret' \r\n";
        let words = read(said).unwrap().error_words();
        assert_eq!(words.unwrap(), "ERR unknown command 'AUTH'");
    }

    #[test]
    fn errors_within_scripts_are_those_of_their_commands() {
        let error = |text: &str| match read(format!("-{text}\r\n").as_bytes()).unwrap() {
            Reply::Error { code, words } => (code, words),
            other => panic!("{other:?}"),
        };
        let before = "ERR Error running script (call to f_0aF): @user_script:31: ";
        let (code, words) = error(&format!("{before}@user_script: 31: -OOM not allowed"));
        assert_eq!((&*code, &*words), ("OOM", "not allowed"));
        let (code, _) = error(&format!("{before}WRONGTYPE Operation against a key"));
        assert_eq!(code, "WRONGTYPE");
        let (code, _) = error(&format!("{before}attempt to index nil"));
        assert_eq!(code, "ERR");
        let (code, _) = error("@user_script: 4: -READONLY You can't write");
        assert_eq!(code, "READONLY");
        let (code, _) = error("ERR Error running script (call to f_");
        assert_eq!(code, "ERR");
    }

    #[test]
    fn bytes_that_are_no_reply_are_refused_at_once() {
        for garbage in [
            &b"HTTP/1.1 400"[..],
            b"$-2\r\n",
            b"$x\r\n",
            b":\r\n",
            b"*-3\r\n",
            b"$67108865\r\n",
            b"*16385\r\n",
            b"*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
            b"\0",
        ] {
            assert!(frame_len(garbage).is_err(), "{}", garbage.escape_ascii());
        }
        assert!(frame_len(&vec![b'+'; LONGEST_LINE + 3]).is_err());
    }

    fn reply() -> impl Strategy<Value = Vec<u8>> {
        let bulk = |bytes: Vec<u8>| {
            let mut out = format!("${}\r\n", bytes.len()).into_bytes();
            out.extend(bytes);
            out.extend(b"\r\n");
            out
        };
        let leaf = prop_oneof![
            any::<i64>().prop_map(|n| format!(":{n}\r\n").into_bytes()),
            prop::collection::vec(any::<u8>(), 0..40).prop_map(bulk),
            Just(b"$-1\r\n".to_vec()),
            "[a-zA-Z ]{0,20}".prop_map(|s| format!("+{s}\r\n").into_bytes()),
            "[A-Z]{1,9} [a-z ]{0,20}".prop_map(|s| format!("-{s}\r\n").into_bytes()),
        ];
        let list = prop::collection::vec(leaf.clone(), 0..4).prop_map(|items| {
            let mut out = format!("*{}\r\n", items.len()).into_bytes();
            out.extend(items.concat());
            out
        });
        prop_oneof![leaf, list]
    }

    #[test]
    fn lists_stand_in_lists_as_in_the_reply_of_cluster_slots() {
        let metadata = b"*2\r\n$2\r\nip\r\n$9\r\n127.0.0.1\r\n";
        let node = [b"*4\r\n$1\r\nh\r\n:7000\r\n$2\r\nid\r\n", &metadata[..]].concat();
        let range = [b"*3\r\n:0\r\n:16383\r\n", &node[..]].concat();
        let frame = [b"*2\r\n", &range[..], &range[..]].concat();
        for cut in 0..frame.len() {
            assert_eq!(frame_len(&frame[..cut]).unwrap(), None);
        }
        assert_eq!(frame_len(&frame).unwrap(), Some(frame.len()));
        let Reply::List(ranges) = read(&frame).unwrap() else {
            panic!("no list");
        };
        assert_eq!(ranges.len(), 2);
    }

    /// Frames from a seed, which are made faster than strategies make them.
    struct Frames(Random);

    impl Frames {
        fn text(&mut self, longest: usize) -> String {
            let letter = |frames: &mut Self| char::from(frames.0.pick(b"aZ0 -@:_").to_owned());
            (0..self.0.below(longest)).map(|_| letter(self)).collect()
        }

        fn leaf(&mut self) -> Vec<u8> {
            match self.0.below(5) {
                0 => format!(":{}\r\n", self.0.pick(&[0, 1, -1, 42, i64::MIN, i64::MAX])).into(),
                1 => b"$-1\r\n".to_vec(),
                2 => format!("+{}\r\n", self.text(12)).into(),
                3 => {
                    let code = self
                        .0
                        .pick(&["ERR ", "OOM ", "NOSCRIPT ", "", WRAPPED, RETURNED]);
                    format!("-{code}{}\r\n", self.text(24)).into()
                }
                _ => {
                    let bytes: Vec<u8> = (0..self.0.below(20))
                        .map(|_| self.0.pick(b"\r\n\0$:*+-1\xff"))
                        .collect();
                    [
                        format!("${}\r\n", bytes.len()).into_bytes(),
                        bytes,
                        b"\r\n".to_vec(),
                    ]
                    .concat()
                }
            }
        }

        fn whole(&mut self) -> Vec<u8> {
            if self.0.below(4) > 0 {
                return self.leaf();
            }
            let items: Vec<_> = (0..self.0.below(5)).map(|_| self.leaf()).collect();
            [format!("*{}\r\n", items.len()).into_bytes(), items.concat()].concat()
        }

        /// Returns a frame that only a broken server would send.
        fn broken(&mut self) -> Vec<u8> {
            let mut frame = self.whole();
            for _ in 0..=self.0.below(3) {
                let at = self.0.below(frame.len());
                match self.0.below(3) {
                    0 => frame[at] = self.0.pick(b"\r\n+-:$*0159\0\xff"),
                    1 => frame.insert(at, self.0.pick(b"\r\n+-:$*0159\0\xff")),
                    _ if frame.len() > 1 => drop(frame.remove(at)),
                    _ => {}
                }
            }
            frame
        }
    }

    const WRAPPED: &str = "ERR Error running script (call to f_1): @user_script:1: ";
    const RETURNED: &str = "@user_script: 4: -";

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn a_frame_ends_where_its_reply_ends(frame in reply(), next in reply()) {
            let both = [frame.clone(), next].concat();
            prop_assert_eq!(frame_len(&both).unwrap(), Some(frame.len()));
            prop_assert!(read(&frame).is_ok());
            for cut in 0..frame.len() {
                prop_assert_eq!(frame_len(&frame[..cut]).unwrap(), None);
            }
        }

        #[test]
        fn no_bytes_of_a_server_can_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(Some(length)) = frame_len(&bytes) {
                let _ = read(&bytes[..length]);
            }
        }
    }

    proptest! {
        // These are a million frames, half of them broken.
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            cases: 1_000,
            ..ProptestConfig::default()
        })]

        #[test]
        fn a_million_frames_are_cut_at_every_byte(seed in any::<u64>()) {
            let mut frames = Frames(Random::new(seed));
            for _ in 0..500 {
                let frame = frames.whole();
                prop_assert_eq!(frame_len(&frame).unwrap(), Some(frame.len()));
                prop_assert!(read(&frame).is_ok(), "{}", frame.escape_ascii());
                for cut in 0..frame.len() {
                    prop_assert_eq!(frame_len(&frame[..cut]).unwrap(), None);
                }
            }
            for _ in 0..500 {
                let frame = frames.broken();
                for cut in 0..=frame.len() {
                    let bytes = &frame[..cut];
                    if let Ok(Some(length)) = frame_len(bytes) {
                        prop_assert!(0 < length && length <= cut);
                        let _ = read(&bytes[..length]);
                    }
                }
            }
        }
    }
}
