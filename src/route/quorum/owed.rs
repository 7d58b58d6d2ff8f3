//! The releases that one server still has to get, and the replies of that server for which nobody waits.
//!
//! A token that may own a key at a server is owed until the server has said yes or no to its release: because the
//! server could not be reached, or because its reply says neither. What is owed goes first over the server's next
//! connection that is used. A late reply also shows that the server knows a script by its hash, without which every
//! script goes whole, because the NOSCRIPT that nobody reads would leave the key to its lease. This file sends
//! nothing. `voter` owns one list for each server.

use std::cell::RefCell;
use std::rc::Rc;

use crate::clock::PerProcess;
use crate::connection::Note;
use crate::os;
use crate::protocol::Reply;

/// What is owed to one server. A forked child owes nothing of its parent's.
#[derive(Default)]
pub(crate) struct OwedTokens(RefCell<PerProcess<Vec<OwedToken>>>);

/// An owner token and its key, which are released together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwedToken {
    pub(crate) key: Vec<u8>,
    pub(crate) token: Vec<u8>,
}

impl OwedToken {
    pub(super) fn new(key: &[u8], token: &[u8]) -> Self {
        Self {
            key: key.to_vec(),
            token: token.to_vec(),
        }
    }

    pub(super) fn is(&self, key: &[u8], token: &[u8]) -> bool {
        self.token == token && self.key == key
    }
}

/// The number of tokens that are owed to one server at most. The oldest is left to its lease, because a server that is
/// never reached again would fill the memory.
const MOST: usize = 512;
/// The number of tokens that one batch releases at most in front of its questions, so that these do not wait for long.
/// The next batch goes on.
const MOST_AT_ONCE: usize = 64;

impl OwedTokens {
    fn own<T>(&self, work: impl FnOnce(&mut Vec<OwedToken>) -> T) -> T {
        work(self.0.borrow_mut().of(os::generation()))
    }

    pub(crate) fn owe(&self, key: &[u8], token: &[u8]) {
        let new = OwedToken::new(key, token);
        self.own(|all| {
            if all.iter().any(|it| it.is(key, token)) {
                return;
            }
            if all.len() >= MOST {
                all.remove(0);
            }
            all.push(new);
        });
    }

    /// Forgets a token that has got the key again, so nothing may release it any more.
    pub(crate) fn forget(&self, key: &[u8], token: &[u8]) {
        self.own(|all| all.retain(|it| !it.is(key, token)));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.own(|all| all.is_empty())
    }

    /// Takes the oldest tokens out, to release them now.
    pub(crate) fn take(&self) -> Vec<OwedToken> {
        self.own(|all| all.drain(..all.len().min(MOST_AT_ONCE)).collect())
    }
}

/// The texts of the scripts that a server is known to have, as it has shown over its present connection.
#[derive(Default)]
pub(crate) struct KnownScripts {
    /// How many connections had been opened when the server answered these.
    known: RefCell<(u64, Vec<&'static str>)>,
    /// The scripts to which the server has answered an error since.
    unknown: RefCell<Vec<&'static str>>,
}

impl KnownScripts {
    /// Returns whether the server has answered the script since so many connections were opened.
    fn has(&self, epoch: u64, script: &'static str) -> bool {
        let known = self.known.borrow();
        known.0 == epoch && is_one_of(&known.1, script)
    }

    /// Returns whether a call carries the text of its script. `whole`: the scripts that go whole in front of the call, in the
    /// same batch, so the server knows them by then. With the text in each of many releases, the batch would be megabytes
    /// long. But a server that did not know a script when it was asked last gets the text each time, because it may have
    /// refused the call that carried the text.
    pub(crate) fn goes_whole(
        &self,
        epoch: u64,
        script: &'static str,
        whole: &mut Vec<&'static str>,
    ) -> bool {
        let is_in_front = is_one_of(whole, script) && !self.was_unknown(script);
        if is_in_front || self.has(epoch, script) {
            return false;
        }
        whole.push(script);
        true
    }

    /// Returns whether the last answer to the script was an error.
    fn was_unknown(&self, script: &'static str) -> bool {
        is_one_of(&self.unknown.borrow(), script)
    }

    pub(crate) fn forget(&self, script: &'static str) {
        remove(&mut self.known.borrow_mut().1, script);
        if !self.was_unknown(script) {
            self.unknown.borrow_mut().push(script);
        }
    }

    pub(crate) fn learn(&self, epoch: u64, script: &'static str) {
        if self.has(epoch, script) {
            return;
        }
        remove(&mut self.unknown.borrow_mut(), script);
        let mut known = self.known.borrow_mut();
        if known.0 != epoch {
            *known = (epoch, Vec::new());
        }
        known.1.push(script);
    }
}

/// Scripts are texts of the library, so equal ones are the same one.
fn is_one_of(scripts: &[&'static str], script: &'static str) -> bool {
    scripts.iter().any(|other| std::ptr::eq(*other, script))
}

fn remove(scripts: &mut Vec<&'static str>, script: &'static str) {
    scripts.retain(|other| !std::ptr::eq(*other, script));
}

/// Hears of a reply that comes when its round is over, or of the end of the connection.
pub(crate) struct LateReply {
    generation: u64,
    owed: Rc<OwedTokens>,
    /// The token that is owed again unless the reply is yes or no.
    release: Option<OwedToken>,
    scripts: Rc<KnownScripts>,
    /// The script that was sent, and how many connections were open before.
    script: Option<(u64, &'static str)>,
}

impl LateReply {
    /// Returns what hears of one reply. `release`: the token that the call releases. `script`: the call's script, and
    /// how many connections were open before.
    pub(crate) fn new(
        owed: &Rc<OwedTokens>,
        scripts: &Rc<KnownScripts>,
        release: Option<OwedToken>,
        script: Option<(u64, &'static str)>,
    ) -> Rc<Self> {
        Rc::new(Self {
            generation: os::generation(),
            owed: Rc::clone(owed),
            release,
            scripts: Rc::clone(scripts),
            script,
        })
    }
}

impl Note for LateReply {
    fn fits(&self, _: &Reply) -> bool {
        true
    }

    fn came(&self, reply: Option<Reply>) {
        // A child drops its parent's connections.
        if self.generation != os::generation() {
            return;
        }
        let is_error = matches!(reply, Some(Reply::Error { .. }));
        let is_answer = reply.is_some() && !is_error;
        match self.script {
            Some((epoch, script)) if is_answer => self.scripts.learn(epoch, script),
            // The server may have forgotten the script, so it goes whole again. The end of the connection says nothing
            // about that, and a batch full of texts would keep a server that is far away from answering in time.
            Some((_, script)) if is_error => self.scripts.forget(script),
            _ => {}
        }
        if !is_answer {
            self.unsent();
        }
    }

    fn unsent(&self) {
        if let Some(OwedToken { key, token }) = &self.release {
            self.owed.owe(key, token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static SCRIPT: &str = "return 1";

    fn token(key: &str, token: &str) -> OwedToken {
        OwedToken::new(key.as_bytes(), token.as_bytes())
    }

    #[test]
    fn a_token_is_owed_once_until_it_gets_the_key_again() {
        let owed = OwedTokens::default();
        owed.owe(b"a", b"1");
        owed.owe(b"a", b"1");
        owed.owe(b"b", b"1");
        owed.owe(b"a", b"2");
        owed.forget(b"a", b"1");
        assert_eq!(owed.take(), [token("b", "1"), token("a", "2")]);
        assert_eq!(owed.take(), []);
    }

    #[test]
    fn the_oldest_token_is_left_to_its_lease() {
        let owed = OwedTokens::default();
        for number in 0..=MOST {
            owed.owe(b"a", number.to_string().as_bytes());
        }
        for batch in 0..MOST / MOST_AT_ONCE {
            let some = owed.take();
            assert_eq!(some.len(), MOST_AT_ONCE);
            let first = 1 + batch * MOST_AT_ONCE;
            assert_eq!(some[0], token("a", &first.to_string()));
        }
        assert!(owed.is_empty());
    }

    #[test]
    fn a_release_is_owed_unless_its_late_reply_is_yes_or_no() {
        let error = Reply::Error {
            code: "NOSCRIPT".to_owned(),
            words: String::new(),
        };
        for (reply, is_owed) in [
            (Some(Reply::Int(1)), false),
            (Some(Reply::Int(0)), false),
            (Some(error), true),
            (None, true),
        ] {
            let owed = Rc::new(OwedTokens::default());
            let release = Some(token("a", "1"));
            let late = LateReply::new(&owed, &Rc::default(), release, Some((1, SCRIPT)));
            late.came(reply.clone());
            assert_eq!(owed.take().len(), usize::from(is_owed), "{reply:?}");
            assert_eq!(late.scripts.has(1, SCRIPT), !is_owed);
        }
    }

    #[test]
    fn the_end_of_a_connection_says_nothing_about_a_script() {
        let scripts = Rc::new(KnownScripts::default());
        let late = || LateReply::new(&Rc::default(), &scripts, None, Some((1, SCRIPT)));
        late().came(None);
        assert!(!scripts.was_unknown(SCRIPT));
        late().came(Some(Reply::Error {
            code: "NOPERM".to_owned(),
            words: String::new(),
        }));
        assert!(scripts.was_unknown(SCRIPT));
        late().came(Some(Reply::Int(1)));
        assert!(!scripts.was_unknown(SCRIPT) && scripts.has(1, SCRIPT));
    }

    #[test]
    fn a_release_that_was_not_sent_is_owed() {
        let owed = Rc::new(OwedTokens::default());
        let late = LateReply::new(&owed, &Rc::default(), Some(token("a", "1")), None);
        late.unsent();
        assert_eq!(owed.take(), [token("a", "1")]);
    }

    #[test]
    fn a_script_is_known_over_the_connection_on_which_it_was_answered() {
        let scripts = KnownScripts::default();
        assert!(!scripts.has(0, SCRIPT));
        scripts.learn(1, SCRIPT);
        assert!(scripts.has(1, SCRIPT) && !scripts.has(2, SCRIPT));
        scripts.learn(2, SCRIPT);
        assert!(!scripts.has(1, SCRIPT));
    }
}
