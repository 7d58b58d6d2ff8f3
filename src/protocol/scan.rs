//! `SCAN`: the keys of locks at one server, page by page.
//!
//! SCAN has no key, so a router cannot tell from the call which server to ask.

use super::call::{Call, Key, Word};
use super::question::Question;
use super::reply::Reply;

/// The cursor of the first page, and the one behind the last page.
pub(crate) const START: &[u8] = b"0";
/// The number of keys of the server that one page looks at.
const AT_ONCE: &[u8] = b"1000";

/// The type of the keys that are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyType {
    /// Locks. Their companions are of other types.
    Text,
    /// Names with shares. Queues are of this type too.
    SortedSet,
}

pub(crate) fn question<'a>(cursor: &'a [u8], pattern: &'a [u8], of: KeyType) -> Question<'a, Page> {
    let of: &[u8] = match of {
        KeyType::Text => b"string",
        KeyType::SortedSet => b"zset",
    };
    let rest: [&[u8]; 6] = [b"MATCH", pattern, b"COUNT", AT_ONCE, b"TYPE", of];
    let rest = rest.map(Word::Bytes);
    let call = Call::of_command("SCAN", Key::Borrowed(cursor), rest);
    Question::new(call, read)
}

/// The cursor of the next page, and the keys of this one. A key may be in several pages.
pub(crate) type Page = (Vec<u8>, Vec<Vec<u8>>);

fn read(reply: &Reply) -> Option<Page> {
    let [Reply::Bytes(next), Reply::List(keys)] = reply.items()? else {
        return None;
    };
    let key = |reply: &Reply| match reply {
        Reply::Bytes(key) => Some(key.clone()),
        _ => None,
    };
    let keys: Option<Vec<_>> = keys.iter().map(key).collect();
    Some((next.clone(), keys?))
}

/// Returns the pattern of all keys that begin with `prefix` and go on as the glob `pattern` says.
pub(crate) fn pattern(prefix: &[u8], pattern: &[u8]) -> Vec<u8> {
    let mut glob = Vec::with_capacity(2 * prefix.len() + pattern.len());
    for byte in prefix {
        if b"*?[]\\^-".contains(byte) {
            glob.push(b'\\');
        }
        glob.push(*byte);
    }
    glob.extend_from_slice(pattern);
    glob
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_is_no_glob() {
        assert_eq!(pattern(b"lock:", b"*"), b"lock:*");
        assert_eq!(pattern(b"a*?[^b-c]\\:", b"[x]"), br"a\*\?\[\^b\-c\]\\:[x]");
    }

    #[test]
    fn a_page_is_its_next_cursor_and_its_keys() {
        let bytes = |text: &str| Reply::Bytes(text.into());
        let page = Reply::List(vec![bytes("17"), Reply::List(vec![bytes("a"), bytes("b")])]);
        let keys = vec![b"a".to_vec(), b"b".to_vec()];
        assert_eq!(read(&page), Some((b"17".to_vec(), keys)));
        for other in [
            Reply::Nil,
            Reply::List(vec![bytes("0")]),
            Reply::List(vec![bytes("0"), Reply::List(vec![Reply::Int(1)])]),
        ] {
            assert_eq!(read(&other), None);
        }
    }
}
