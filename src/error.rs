//! The one error of the crate and its wording.
//!
//! Variants are chosen by what the caller has to do, not by where it went
//! wrong. No message ever carries a password, a URL or a token, and none
//! carries a byte that could not stand in a log line: server words pass
//! through [`printable`]. Turned into PHP exceptions by
//! `php::exceptions` alone.

use std::fmt;
use std::sync::Arc;

/// Why a question has no answer.
#[derive(Debug)]
pub(crate) enum Error {
    /// Redis could not be asked, or nobody knows what it did.
    Unavailable(Unavailable),
    /// PHP has to go on with something else first: an exception thrown by a
    /// signal handler, `exit`, a time limit. Return at once and say nothing.
    Interrupted,
    /// This is the child of a fork that happened during the call, and what the
    /// call was about is its parent's.
    Forked,
    /// What was asked for cannot be done, and no repetition will change that.
    Impossible(String),
}

/// A question that Redis did not answer with yes or no.
#[derive(Debug, Clone)]
pub(crate) struct Unavailable {
    /// Host, port and database; never who or with which password.
    server: String,
    cause: Arc<anyhow::Error>,
    kind: Kind,
    meaning: Meaning,
}

/// What is known about a question without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It was not sent.
    NotSent,
    /// There was no time left to send it.
    NotAsked,
    /// It was sent, or may have been, and the reply is lost.
    Unanswered,
    /// The server greeted us with an error, so it was not sent.
    TurnedAway,
    /// The server answered with an error.
    Refused,
}

impl Unavailable {
    fn new(server: &impl fmt::Display, cause: impl Into<anyhow::Error>, kind: Kind) -> Self {
        Self {
            server: server.to_string(),
            cause: Arc::new(cause.into()),
            kind,
            meaning: Meaning::NO_WORDS,
        }
    }

    fn in_words_of(server: &impl fmt::Display, words: &str, kind: Kind) -> Self {
        Self {
            meaning: Meaning::of(words),
            ..Self::new(server, anyhow::anyhow!(printable(words.as_bytes())), kind)
        }
    }

    /// The question never left: the server was not reached.
    pub(crate) fn not_sent(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Kind::NotSent)
    }

    /// The time was over before the question could be asked.
    pub(crate) fn not_asked(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Kind::NotAsked)
    }

    /// The question may have been executed, but no usable reply came.
    pub(crate) fn unanswered(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Kind::Unanswered)
    }

    /// The server refused the connection in its own words, such as `WRONGPASS …`.
    pub(crate) fn turned_away(server: &impl fmt::Display, words: &str) -> Self {
        Self::in_words_of(server, words, Kind::TurnedAway)
    }

    /// The server refused in its own words, such as `OOM command not allowed`.
    pub(crate) fn refused(server: &impl fmt::Display, words: &str) -> Self {
        Self::in_words_of(server, words, Kind::Refused)
    }

    /// Whether asking again later may help: everything but a wrong password,
    /// a missing right or a database that does not exist.
    pub(crate) fn may_heal(&self) -> bool {
        self.meaning.heals
    }

    /// Whether the reply is lost: the server may have done all that was asked.
    pub(crate) fn is_unanswered(&self) -> bool {
        self.kind == Kind::Unanswered
    }

    /// Whether another connection may lead to a server that does what this one must not.
    pub(crate) fn is_demoted(&self) -> bool {
        self.kind == Kind::Refused && self.meaning.demoted
    }

    /// Whether the server may have done what was asked, or a part of it. `in_steps`: it was
    /// a script, which may fail half way. If Redis itself sends one of its errors, a single
    /// command was not executed. Any other text may come from a proxy.
    pub(crate) fn may_be_done(&self, in_steps: bool) -> bool {
        match self.kind {
            Kind::Unanswered => true,
            Kind::Refused => in_steps || !self.meaning.before,
            Kind::NotSent | Kind::NotAsked | Kind::TurnedAway => false,
        }
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { server, cause, .. } = self;
        match self.kind {
            Kind::NotSent => write!(f, "Redis at {server} cannot be reached: {cause}"),
            Kind::NotAsked => write!(f, "Redis at {server} was not asked: {cause}"),
            Kind::Unanswered => write!(f, "Redis at {server} gave no usable answer: {cause}"),
            Kind::TurnedAway | Kind::Refused => {
                write!(f, "Redis at {server} refused the command: {cause}")
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(unavailable) => unavailable.fmt(f),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Forked => f.write_str("forked meanwhile"),
            Self::Impossible(sentence) => f.write_str(sentence),
        }
    }
}

impl From<Unavailable> for Error {
    fn from(unavailable: Unavailable) -> Self {
        Self::Unavailable(unavailable)
    }
}

/// What the words of an error say of a command.
#[derive(Debug, Clone, Copy)]
struct Meaning {
    /// The condition passes without anybody's doing.
    heals: bool,
    /// Redis says this instead of executing the command.
    before: bool,
    /// So answers a server that is not the master, or not any more.
    demoted: bool,
}

impl Meaning {
    /// Of what is no error of a server: asking again may help.
    const NO_WORDS: Self = Self {
        heals: true,
        before: false,
        demoted: false,
    };

    /// By the first word, which <https://redis.io/docs/latest/develop/reference/protocol-spec/>
    /// calls the error prefix.
    fn of(words: &str) -> Self {
        let (heals, before, demoted) = match words.split(' ').next().unwrap_or_default() {
            "MASTERDOWN" | "READONLY" => (true, true, true),
            "BUSY" | "CLUSTERDOWN" | "LOADING" | "MISCONF" | "NOREPLICAS" | "OOM" | "TRYAGAIN" => {
                (true, true, false)
            }
            "MOVED" | "NOAUTH" | "NOPERM" => (false, true, false),
            "UNBLOCKED" => (true, false, true),
            "UNKILLABLE" => (true, false, false),
            _ => (words.starts_with("ERR max number of clients"), false, false),
        };
        Self {
            heals,
            before,
            demoted,
        }
    }
}

/// Bytes as they may stand in a message: escaped, and cut after 64 of them.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    const SHOWN: usize = 64;
    let shown = bytes.get(..SHOWN).unwrap_or(bytes);
    let dots = if bytes.len() > SHOWN { "…" } else { "" };
    format!("\"{}\"{dots}", shown.escape_ascii())
}

/// A server's own words as one line: no control bytes, no more than 300 characters.
pub(crate) fn printable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(300)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_names_the_server_and_the_cause() {
        let refused = Unavailable::not_sent(&"h:6379, database 0", anyhow::anyhow!("refused"));
        assert_eq!(
            refused.to_string(),
            "Redis at h:6379, database 0 cannot be reached: refused"
        );
        let words = Unavailable::refused(&"h:1, database 2", "NOPERM no\0rights\n");
        assert_eq!(
            words.to_string(),
            "Redis at h:1, database 2 refused the command: NOPERM no rights "
        );
    }

    #[test]
    fn what_a_person_must_mend_is_not_asked_again() {
        let heals = |words| Unavailable::refused(&"s", words).may_heal();
        for words in [
            "LOADING Redis is loading the dataset in memory",
            "OOM command not allowed when used memory > 'maxmemory'.",
            "READONLY You can't write against a read only replica.",
            "BUSY Redis is busy running a script.",
            "ERR max number of clients reached",
        ] {
            assert!(heals(words), "{words}");
        }
        for words in [
            "WRONGPASS invalid username-password pair",
            "NOAUTH Authentication required.",
            "NOPERM this user has no permissions",
            "ERR DB index is out of range",
            "ERR unknown command 'EVALSHA'",
        ] {
            assert!(!heals(words), "{words}");
        }
    }

    #[test]
    fn what_may_have_been_done_is_told_from_what_was_not() {
        let cause = || anyhow::anyhow!("x");
        let refused = |words| Unavailable::refused(&"s", words);
        assert!(Unavailable::unanswered(&"s", cause()).may_be_done(false));
        assert!(!refused("OOM x").may_be_done(false) && refused("OOM x").may_be_done(true));
        assert!(refused("ERR upstream failed").may_be_done(false));
        assert!(!Unavailable::not_sent(&"s", cause()).may_be_done(true));
        assert!(!Unavailable::not_asked(&"s", cause()).may_be_done(true));
        assert!(!Unavailable::turned_away(&"s", "ERR x").may_be_done(true));
        assert!(!refused("OOM x").is_unanswered());
    }

    #[test]
    fn names_in_messages_are_escaped_and_cut() {
        assert_eq!(escaped(b"a\0\xff"), "\"a\\x00\\xff\"");
        assert_eq!(escaped(&[b'x'; 65]), format!("\"{}\"…", "x".repeat(64)));
        assert_eq!(printable(&[b'y'; 400]).len(), 300);
    }
}
