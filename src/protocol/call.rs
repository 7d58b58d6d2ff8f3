//! One command or one call of a script, with its arguments.
//!
//! A call can be sent to any server, as often as needed, and never says when, where or in which form. The files
//! beside this one make calls, and `route` sends them.

use std::borrow::Cow;
use std::sync::OnceLock;
use std::time::Duration;

use sha1_smol::Sha1;

use super::reply::Reply;
use crate::store::LeaseRequest;

pub(super) type Word<'a> = Cow<'a, [u8]>;

/// A Lua script.
pub(crate) struct Script {
    pub(crate) text: &'static str,
    hash: OnceLock<String>,
    /// Whether a call may be sent ahead of its reply, over a connection on which the server has shown that it knows
    /// the script.
    goes_ahead: bool,
}

impl Script {
    pub(super) const fn new(text: &'static str) -> Self {
        Self {
            text,
            hash: OnceLock::new(),
            goes_ahead: false,
        }
    }

    /// Returns a script whose calls may be sent ahead of their replies.
    pub(super) const fn going_ahead(text: &'static str) -> Self {
        Self {
            text,
            hash: OnceLock::new(),
            goes_ahead: true,
        }
    }

    /// Returns the SHA-1 in hex by which EVALSHA names the script. The first call computes it.
    pub(crate) fn hash(&self) -> &str {
        self.hash
            .get_or_init(|| Sha1::from(self.text).digest().to_string())
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
    key: Word<'a>,
    /// The arguments behind the key, further keys first.
    rest: Vec<Word<'a>>,
    /// The reply that every server would give if the key did not exist. `None`: the call would create the key, or has
    /// several keys.
    pub(crate) without_key: Option<Reply>,
}

enum Verb {
    Command(&'static str),
    Script { script: &'static Script, keys: u8 },
}

impl<'a> Call<'a> {
    const fn new(verb: Verb, key: Word<'a>, rest: Vec<Word<'a>>) -> Self {
        let without_key = None;
        Self {
            verb,
            key,
            rest,
            without_key,
        }
    }

    /// Returns a command about `key`, with the arguments behind it. A command about no key has its second word in place
    /// of a key, or nothing.
    pub(super) const fn of_command(name: &'static str, key: Word<'a>, rest: Vec<Word<'a>>) -> Self {
        Self::new(Verb::Command(name), key, rest)
    }

    /// Returns the call of a script. `keys`: how many of the arguments are keys, `key` included; at most 9.
    pub(super) fn of_script(
        script: &'static Script,
        keys: u8,
        key: &'a [u8],
        rest: Vec<Word<'a>>,
    ) -> Self {
        Self::new(Verb::Script { script, keys }, key.into(), rest)
    }

    /// Returns the call of a script about one key, with the token that the key has, and the lease that the key shall
    /// have. A key that does not exist is nobody's.
    pub(super) fn of_lease(script: &'static Script, request: &LeaseRequest<'a>) -> Self {
        let rest = vec![
            Word::Borrowed(request.token),
            Word::Owned(millis(request.lease)),
        ];
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

    /// Returns whether `reply`, to this call by its hash, shows that the next call of its script may be sent ahead of
    /// its reply.
    pub(crate) fn may_go_ahead_after(&self, reply: &Reply) -> bool {
        matches!(self.verb, Verb::Script { script, .. } if script.goes_ahead)
            && !matches!(reply, Reply::Error { .. })
    }

    /// Returns whether `reply` says that the server does not know the script by its hash. A proxy in front of the
    /// server may know no hashes at all, and then every script goes whole. Neither has executed anything.
    pub(crate) fn is_unknown(&self, reply: &Reply) -> bool {
        if !matches!(self.verb, Verb::Script { .. }) {
            return false;
        }
        let knows_no_hashes = |message: &str| {
            let message = message.to_ascii_lowercase();
            message.contains("unknown command") && message.contains("evalsha")
        };
        match reply {
            Reply::Error { code, words } => {
                code == "NOSCRIPT" || code == "ERR" && knows_no_hashes(words)
            }
            _ => false,
        }
    }

    /// Gives `pack` the name and all arguments in order: those up to the first key, and then the rest.
    pub(crate) fn packed<T>(&self, form: Form, pack: impl FnOnce(&[&[u8]], &[Word<'a>]) -> T) -> T {
        match &self.verb {
            Verb::Command(name) if self.key.is_empty() => pack(&[name.as_bytes()], &self.rest),
            Verb::Command(name) => pack(&[name.as_bytes(), &self.key], &self.rest),
            Verb::Script { script, keys } => {
                let (name, which) = match form {
                    Form::ByHash => ("EVALSHA", script.hash()),
                    Form::Whole => ("EVAL", script.text),
                };
                let keys = [b'0' + keys];
                let first = [name.as_bytes(), which.as_bytes(), &keys, &self.key];
                pack(&first, &self.rest)
            }
        }
    }
}

/// Returns a lease in milliseconds, at least one, because PX 0 is an error, and PEXPIRE 0 deletes the key.
pub(super) fn millis(lease: Duration) -> Vec<u8> {
    let millis = u64::try_from(lease.as_millis()).unwrap_or(u64::MAX);
    millis.max(1).to_string().into_bytes()
}

/// Returns a yes or no as the scripts read it.
pub(super) fn flag(is_set: bool) -> Word<'static> {
    Word::Borrowed(if is_set { b"1" } else { b"0" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(call: &Call, form: Form) -> Vec<String> {
        call.packed(form, |first, rest| {
            let rest = rest.iter().map(|word| &**word);
            let all = first.iter().copied().chain(rest);
            all.map(|word| String::from_utf8(word.to_vec()).unwrap())
                .collect()
        })
    }

    #[test]
    fn a_script_goes_by_its_hash_or_whole_and_a_command_as_it_is() {
        static SCRIPT: Script = Script::new("return 1");
        let rest = || vec![Word::from(&b"second"[..]), Word::from(b"x".to_vec())];
        let call = Call::of_script(&SCRIPT, 2, b"first", rest());
        let hash = "e0e1f9fabfc9d4800c877a703b823ac0578ff8db";
        assert_eq!(
            words(&call, Form::ByHash),
            ["EVALSHA", hash, "2", "first", "second", "x"]
        );
        assert_eq!(
            words(&call, Form::Whole),
            ["EVAL", "return 1", "2", "first", "second", "x"]
        );
        let call = Call::of_command("GET", Word::Borrowed(b"k"), Vec::new());
        assert_eq!(words(&call, Form::ByHash), ["GET", "k"]);
        assert_eq!(words(&call, Form::Whole), ["GET", "k"]);
    }

    #[test]
    fn no_lease_is_ever_sent_as_zero() {
        assert_eq!(millis(Duration::ZERO), b"1");
        assert_eq!(millis(Duration::from_micros(10_900)), b"10");
        assert_eq!(millis(Duration::from_secs(31_536_000)), b"31536000000");
    }
}
