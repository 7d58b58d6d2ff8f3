//! One command or one call of a script, with its arguments.
//!
//! A call can be sent to any server, as often as needed, and never says when, where or in which form. The files
//! beside this one make calls, and `route` sends them.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::time::Duration;

use sha1_smol::Sha1;

use super::reply::Reply;
use super::request::{begin, begin_with, end, push_number, push_token, push_word, push_word_of};
use crate::store::LeaseRequest;

/// The first key of a call.
pub(super) type Key<'a> = Cow<'a, [u8]>;

/// The number of bytes of two packed words of two letters each.
pub(super) const PAIR_LEN: usize = 16;

/// An argument. It becomes bytes where the call is packed, so nothing is allocated for the usual ones.
#[derive(Clone, Copy)]
pub(super) enum Word<'a> {
    Bytes(&'a [u8]),
    Number(i64),
    /// Two words of two letters that are always the same, packed as `request` packs them, so that they are appended at
    /// once.
    Pair(&'static [u8; PAIR_LEN]),
    /// In seconds, with three decimals.
    Time(Duration),
    Companion(Companion<'a>),
    /// The word that the function makes of these bytes.
    Made(fn(&[u8]) -> Vec<u8>, &'a [u8]),
}

/// The name of a key that belongs to the lock `key`. That key is in the lock's slot of a Cluster wherever a key can have
/// a companion there.
#[derive(Clone, Copy)]
pub(super) struct Companion<'a> {
    pub(super) key: &'a [u8],
    /// What stands between the key and the key in braces, the brace included.
    pub(super) what: &'static &'static str,
}

/// The largest number of arguments behind the first key, one of which is kept for a second key.
const MOST: usize = 8;

/// The arguments behind the first key.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    list: [Word<'a>; MOST],
    /// How many places of the list are used.
    used: usize,
    /// How many words these are.
    count: usize,
}

/// The number of bytes of the first two words of a call by hash.
const BY_HASH: usize = 60;

/// A Lua script.
pub(crate) struct Script {
    pub(crate) text: &'static str,
    by_hash: OnceLock<[u8; BY_HASH]>,
    /// Whether a call may be sent ahead of its reply, over a connection on which the server has shown that it knows
    /// the script.
    goes_ahead: bool,
}

impl Script {
    pub(super) const fn new(text: &'static str) -> Self {
        Self {
            text,
            by_hash: OnceLock::new(),
            goes_ahead: false,
        }
    }

    /// Returns a script whose calls may be sent ahead of their replies.
    pub(super) const fn going_ahead(text: &'static str) -> Self {
        Self {
            text,
            by_hash: OnceLock::new(),
            goes_ahead: true,
        }
    }

    /// Returns the first two words of a call by hash, packed: EVALSHA and the SHA-1 of the script in hex. The first call
    /// computes them.
    pub(crate) fn by_hash(&self) -> &[u8; BY_HASH] {
        self.by_hash.get_or_init(|| {
            let mut packed = [0; BY_HASH];
            let (lines, hash) = packed.split_at_mut(BY_HASH - 40);
            lines.copy_from_slice(b"\r\n$7\r\nEVALSHA\r\n$40\r\n");
            hash.copy_from_slice(Sha1::from(self.text).digest().to_string().as_bytes());
            packed
        })
    }
}

/// The form in which a script is sent. A plain command has one form only.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// By its hash, which the server may not know.
    ByHash,
    /// With its whole text, from which the server knows the hash afterwards.
    Whole,
}

/// One command.
pub(crate) struct Call<'a> {
    verb: Verb,
    /// The first of its keys. All of them are in one slot of a Cluster.
    key: Key<'a>,
    /// The arguments behind the key, further keys first.
    rest: Words<'a>,
    /// The reply that every server would give if the key did not exist. `None`: the call would create the key, or has
    /// several keys.
    pub(crate) without_key: Option<Reply>,
}

enum Verb {
    Command(&'static str),
    Script { script: &'static Script, keys: u8 },
}

impl<'a> Call<'a> {
    const fn new<const N: usize>(verb: Verb, key: Key<'a>, rest: [Word<'a>; N]) -> Self {
        Self {
            verb,
            key,
            rest: Words::new(rest),
            without_key: None,
        }
    }

    /// Returns a command about `key`, with the arguments behind it. A command about no key has its second word in place
    /// of a key, or nothing.
    pub(super) const fn of_command<const N: usize>(
        name: &'static str,
        key: Key<'a>,
        rest: [Word<'a>; N],
    ) -> Self {
        Self::new(Verb::Command(name), key, rest)
    }

    /// Returns the call of a script. `keys`: how many of the arguments are keys, `key` included; at most 9.
    pub(super) const fn of_script<const N: usize>(
        script: &'static Script,
        keys: u8,
        key: &'a [u8],
        rest: [Word<'a>; N],
    ) -> Self {
        let verb = Verb::Script { script, keys };
        Self::new(verb, Cow::Borrowed(key), rest)
    }

    /// Returns the call of the same script with one key more, behind the first one.
    pub(super) fn with_second_key(self, second: Word<'a>) -> Self {
        let verb = match self.verb {
            Verb::Script { script, keys } => Verb::Script {
                script,
                keys: keys + 1,
            },
            command @ Verb::Command(_) => command,
        };
        let rest = self.rest.behind(second);
        Self { verb, rest, ..self }
    }

    /// Returns the call of a script about one key, with the token that the key has, and the lease that the key shall
    /// have. A key that does not exist is nobody's.
    pub(super) fn of_lease(script: &'static Script, request: &LeaseRequest<'a>) -> Self {
        let rest = [Word::Bytes(request.token), millis(request.lease)];
        Self::of_script(script, 1, request.key, rest).replied_without_key(Reply::Int(0))
    }

    /// Returns the same call, about one key, which changes nothing and has this reply if the key does not exist.
    pub(super) fn replied_without_key(self, reply: Reply) -> Self {
        Self {
            without_key: Some(reply),
            ..self
        }
    }

    /// Returns whether the call has no second key.
    pub(crate) fn is_about_one_key(&self) -> bool {
        matches!(self.verb, Verb::Command(_) | Verb::Script { keys: 1, .. })
    }

    /// Returns the first of its keys, by which a Cluster finds the node.
    pub(crate) fn key(&self) -> &[u8] {
        &self.key
    }

    /// Returns the text of its script, if the call runs one.
    pub(crate) fn script(&self) -> Option<&'static str> {
        match self.verb {
            Verb::Script { script, .. } => Some(script.text),
            Verb::Command(_) => None,
        }
    }

    /// Returns whether `reply`, to this call by its hash, shows that the next call of its script may be sent ahead of
    /// its reply.
    pub(crate) fn may_go_ahead_after(&self, reply: &Reply) -> bool {
        matches!(self.verb, Verb::Script { script, .. } if script.goes_ahead)
            && !matches!(reply, Reply::Error { .. })
    }

    /// Returns whether `reply` says that the server does not know the script by its hash. A proxy in front of the
    /// server may know no hashes at all, and then every script goes whole. Neither has executed anything.
    #[inline]
    pub(crate) fn is_unknown(&self, reply: &Reply) -> bool {
        matches!(reply, Reply::Error { code, words } if self.is_unknown_by(code, words))
    }

    /// As [`Self::is_unknown`], for an error of this code with these words.
    #[cold]
    fn is_unknown_by(&self, code: &str, words: &str) -> bool {
        let knows_no_hashes = |message: &str| {
            let message = message.to_ascii_lowercase();
            message.contains("unknown command") && message.contains("evalsha")
        };
        let is_script = matches!(self.verb, Verb::Script { .. });
        is_script && (code == "NOSCRIPT" || code == "ERR" && knows_no_hashes(words))
    }

    /// Appends the call to a request.
    pub(crate) fn pack(&self, form: Form, out: &mut Vec<u8>) {
        let rest = self.rest.count;
        match &self.verb {
            Verb::Command(name) => {
                let words = 1 + usize::from(!self.key.is_empty()) + rest;
                begin_with(out, words, name.as_bytes());
                if !self.key.is_empty() {
                    push_word(out, &self.key);
                }
            }
            Verb::Script { script, keys } => {
                begin(out, 4 + rest);
                match form {
                    Form::ByHash => out.extend_from_slice(script.by_hash()),
                    Form::Whole => {
                        push_word(out, b"EVAL");
                        push_word(out, script.text.as_bytes());
                    }
                }
                out.extend_from_slice(&[b'\r', b'\n', b'$', b'1', b'\r', b'\n', b'0' + keys]);
                push_word(out, &self.key);
            }
        }
        for word in self.rest.as_slice() {
            word.pack(out);
        }
        end(out);
    }

    /// Returns the words of the call, as a server reads them.
    #[cfg(test)]
    pub(crate) fn words(&self, form: Form) -> Vec<Vec<u8>> {
        let mut packed = Vec::new();
        self.pack(form, &mut packed);
        super::request::unpack(&packed)
    }
}

impl Word<'_> {
    fn pack(&self, out: &mut Vec<u8>) {
        match *self {
            Self::Bytes(bytes) => match bytes.try_into() {
                Ok(token) => push_token(out, token),
                Err(_) => push_word(out, bytes),
            },
            Self::Number(number) => match u64::try_from(number) {
                Ok(number) => push_number(out, number),
                Err(_) => push_word(out, number.to_string().as_bytes()),
            },
            Self::Pair(packed) => out.extend_from_slice(packed),
            Self::Time(span) => {
                let (seconds, millis) = (span.as_secs(), span.subsec_millis());
                push_word(out, format!("{seconds}.{millis:03}").as_bytes());
            }
            Self::Companion(companion) => push_word_of(out, &companion.parts()),
            Self::Made(make, of) => push_word(out, &make(of)),
        }
    }
}

const fn count(mut words: &[Word]) -> usize {
    let mut count = 0;
    while let [first, rest @ ..] = words {
        count += if matches!(first, Word::Pair(_)) { 2 } else { 1 };
        words = rest;
    }
    count
}

impl<'a> Companion<'a> {
    fn parts(&self) -> [&'a [u8]; 4] {
        [self.key, self.what.as_bytes(), self.key, b"}"]
    }

    pub(super) fn name(&self) -> Vec<u8> {
        self.parts().concat()
    }
}

impl<'a> Words<'a> {
    const fn new<const N: usize>(words: [Word<'a>; N]) -> Self {
        const { assert!(N < MOST, "no place for a second key") };
        let mut list = [Word::Number(0); MOST];
        let (head, _) = list.split_at_mut(N);
        head.copy_from_slice(&words);
        Self {
            list,
            used: N,
            count: count(&words),
        }
    }

    /// Returns `first` and these words behind it. A call never has more than [`MOST`].
    fn behind(mut self, first: Word<'a>) -> Self {
        self.list.rotate_right(1);
        self.list[0] = first;
        self.used += 1;
        self.count += 1;
        self
    }

    fn as_slice(&self) -> &[Word<'a>] {
        self.list.get(..self.used).unwrap_or_default()
    }
}

/// Returns a lease in milliseconds, at least one, because PX 0 is an error, and PEXPIRE 0 deletes the key.
pub(super) fn millis(lease: Duration) -> Word<'static> {
    let millis = i64::try_from(lease.as_millis()).unwrap_or(i64::MAX);
    Word::Number(millis.max(1))
}

/// Returns a yes or no as the scripts read it.
pub(super) fn flag(is_set: bool) -> Word<'static> {
    Word::Number(is_set.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(call: &Call, form: Form) -> Vec<String> {
        let words = call.words(form).into_iter();
        words.map(|word| String::from_utf8(word).unwrap()).collect()
    }

    #[test]
    fn a_script_goes_by_its_hash_or_whole_and_a_command_as_it_is() {
        static SCRIPT: Script = Script::new("return 1");
        let second = Companion {
            key: b"k",
            what: &":second:{",
        };
        let time = Word::Time(Duration::from_millis(1050));
        let rest = [Word::Companion(second), Word::Number(-7), time];
        let call = Call::of_script(&SCRIPT, 2, b"first", rest);
        let hash = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";
        assert_eq!(
            words(&call, Form::ByHash),
            ["EVALSHA", hash, "2", "first", "k:second:{k}", "-7", "1.050"]
        );
        assert_eq!(
            words(&call, Form::Whole),
            [
                "EVAL",
                "return 1",
                "2",
                "first",
                "k:second:{k}",
                "-7",
                "1.050"
            ]
        );
        let call = Call::of_command("GET", Key::Borrowed(b"k"), []);
        assert_eq!(words(&call, Form::ByHash), ["GET", "k"]);
        assert_eq!(words(&call, Form::Whole), ["GET", "k"]);
    }

    #[test]
    fn no_lease_is_ever_sent_as_zero() {
        let sent = |lease| match millis(lease) {
            Word::Number(number) => number,
            _ => panic!("no number"),
        };
        assert_eq!(sent(Duration::ZERO), 1);
        assert_eq!(sent(Duration::from_micros(10_900)), 10);
        assert_eq!(sent(Duration::from_secs(31_536_000)), 31_536_000_000);
    }
}
