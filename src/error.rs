//! The one error type of the crate, and its messages.
//!
//! A variant says what the caller must do, not where the error happened. No message shows a
//! password, a URL or a token. No message holds a byte that cannot stand in a log line: a
//! server's words pass through [`printable`]. Used by every room; only `php::exceptions` turns
//! an error into a PHP exception.

use std::sync::Arc;
use std::time::Duration;
use std::{fmt, iter};

/// Why a call has no result.
#[derive(Debug)]
pub(crate) enum Error {
    /// Redis could not be asked, or nobody knows what Redis did.
    Unavailable(Unavailable),
    /// PHP must do something else first: an exception of a signal handler, `exit`, a time
    /// limit. The caller returns at once, without an exception of its own.
    Interrupted,
    /// The process forked during the call, and this is the child. The call belongs to the
    /// parent.
    Forked,
    /// The call cannot be done, and repeating it does not help. The text is the message.
    Impossible(String),
}

/// A question that Redis answered neither with yes nor with no.
#[derive(Debug, Clone)]
pub(crate) struct Unavailable {
    /// Host, port and database; never the user or the password.
    server: String,
    cause: Arc<anyhow::Error>,
    reason: Reason,
    meaning: Meaning,
    /// The server granted the question, but too few replicas are known to have it.
    unacknowledged: Option<Undone>,
    /// For how long the call asked again and again, and what ended that.
    tried: Option<(Duration, Limit)>,
    /// The prefix of the keys that the call was about, where somebody knows it.
    lock_prefix: Option<Vec<u8>>,
}

/// What became of a grant that too few replicas are known to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Undone {
    /// It may be in force.
    No,
    /// It was given back.
    Yes,
}

/// What ends the attempts to ask.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Limit {
    /// The setting `retry_for`, which has this value.
    RetryFor(Duration),
    /// The call's own timeout.
    Deadline,
}

/// Why the question has neither yes nor no as its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// The server was not reached, so the question was not sent.
    Unreachable,
    /// No time was left to send the question.
    OutOfTime,
    /// The question was sent, or a part of it, and no usable reply came.
    Unanswered,
    /// The server replied to the greeting with an error, so the question was not sent.
    GreetingError,
    /// The server replied to the question with an error.
    ErrorReply,
    /// The server did what was asked. Fewer replicas have it than `min_replicas` says, as far as is
    /// known.
    TooFewReplicas,
}

impl Unavailable {
    fn new(server: &impl fmt::Display, cause: impl Into<anyhow::Error>, reason: Reason) -> Self {
        Self {
            server: server.to_string(),
            cause: Arc::new(cause.into()),
            reason,
            meaning: Meaning::NO_WORDS,
            unacknowledged: None,
            tried: None,
            lock_prefix: None,
        }
    }

    fn with_words(server: &impl fmt::Display, words: &str, reason: Reason) -> Self {
        Self {
            meaning: Meaning::of(words),
            ..Self::new(server, anyhow::anyhow!(printable(words.as_bytes())), reason)
        }
    }

    /// The server was not reached, so the question was not sent.
    pub(crate) fn unreachable(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Reason::Unreachable)
    }

    /// As [`Self::unreachable`], and only a person can mend it: a certificate that is not
    /// believed, a file that cannot be read.
    pub(crate) fn unfit(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        let unreachable = Self::unreachable(server, cause);
        Self {
            meaning: Meaning {
                heals: false,
                ..unreachable.meaning
            },
            ..unreachable
        }
    }

    /// The time was over before the question could be sent.
    pub(crate) fn out_of_time(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Reason::OutOfTime)
    }

    /// No usable reply came. The server may have done what was asked.
    pub(crate) fn unanswered(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Reason::Unanswered)
    }

    /// The server replied to the greeting with an error, such as `WRONGPASS …`. The question
    /// was not sent. The message has the words as `shown`, without the password that they may
    /// repeat; their meaning is that of the `words` themselves.
    pub(crate) fn greeting_error(server: &impl fmt::Display, words: &str, shown: &str) -> Self {
        Self {
            meaning: Meaning::of(words),
            ..Self::with_words(server, shown, Reason::GreetingError)
        }
    }

    /// The server replied to the question with an error, such as `OOM command not allowed`.
    pub(crate) fn error_reply(server: &impl fmt::Display, words: &str) -> Self {
        Self::with_words(server, words, Reason::ErrorReply)
    }

    /// The server did what was asked, and `count` replicas have it, which is fewer than `wanted`.
    pub(crate) fn too_few_replicas(server: &impl fmt::Display, count: u32, wanted: u32) -> Self {
        let cause = anyhow::anyhow!("{count} of {wanted} replicas have it");
        Self::uncounted(server, cause)
    }

    /// The server did what was asked, and has not said in time how many replicas have it.
    pub(crate) fn uncounted(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Reason::TooFewReplicas)
    }

    /// The same trouble behind a grant: it is about WAIT, and the grant may be in force.
    pub(crate) fn behind_a_grant(self) -> Self {
        Self {
            unacknowledged: Some(Undone::No),
            ..self
        }
    }

    /// The same after the grant was given back.
    pub(crate) fn given_back(self) -> Self {
        Self {
            unacknowledged: Some(Undone::Yes),
            ..self
        }
    }

    /// The same after the call has asked for so long.
    pub(crate) fn tried_for(self, span: Duration, limit: Limit) -> Self {
        Self {
            tried: Some((span, limit)),
            ..self
        }
    }

    /// The same for a call about keys with this prefix: a key pattern that is missing is named.
    pub(crate) fn for_prefix(self, lock_prefix: &[u8]) -> Self {
        Self {
            lock_prefix: Some(lock_prefix.to_vec()),
            ..self
        }
    }

    /// Whether asking again later may help. It does not help against a wrong password, a
    /// missing right or a database that does not exist.
    pub(crate) fn may_heal(&self) -> bool {
        self.meaning.heals
    }

    /// Whether no usable reply came. The server may have done all that was asked.
    pub(crate) fn is_unanswered(&self) -> bool {
        self.reason == Reason::Unanswered && self.unacknowledged.is_none()
    }

    /// Whether the server has done what was asked, and too few replicas are known to have it.
    pub(crate) fn is_unacknowledged(&self) -> bool {
        self.unacknowledged == Some(Undone::No)
    }

    /// Whether the server had granted what was asked, and has it back.
    pub(crate) fn is_given_back(&self) -> bool {
        self.unacknowledged == Some(Undone::Yes)
    }

    /// Whether the server is not the master, or not any more. A new connection may lead to the
    /// master.
    pub(crate) fn is_demoted(&self) -> bool {
        self.reason == Reason::ErrorReply && self.meaning.demoted
    }

    /// Whether the server may have done what was asked, or a part of it. A script may fail half
    /// way. A single command was not executed if Redis itself replied with an error; any other
    /// error may come from a proxy.
    pub(crate) fn may_be_done(&self, is_script: bool) -> bool {
        if let Some(undone) = self.unacknowledged {
            return undone == Undone::No;
        }
        match self.reason {
            Reason::Unanswered | Reason::TooFewReplicas => true,
            Reason::ErrorReply => is_script || !self.meaning.not_executed,
            Reason::Unreachable | Reason::OutOfTime | Reason::GreetingError => false,
        }
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { server, cause, .. } = self;
        match self.reason {
            Reason::Unreachable => write!(f, "Redis at {server} cannot be reached: {cause}"),
            Reason::OutOfTime => write!(f, "Redis at {server} was not asked: {cause}"),
            Reason::Unanswered => write!(f, "Redis at {server} gave no usable answer: {cause}"),
            Reason::GreetingError | Reason::ErrorReply => {
                write!(f, "Redis at {server} refused the command: {cause}")?;
                let words = cause.to_string();
                let hint = missing_right(&words, self.lock_prefix.as_deref());
                let hint = hint.or_else(|| of_a_cluster(&words));
                hint.map_or(Ok(()), |hint| f.write_str(&hint))
            }
            Reason::TooFewReplicas => write!(
                f,
                "Redis at {server} did it, but {cause}: connect the replicas, or lower min_replicas"
            ),
        }?;
        let Some((span, limit)) = self.tried else {
            return Ok(());
        };
        write!(f, "; tried for {:.1} s", span.as_secs_f64())?;
        match limit {
            Limit::RetryFor(allowed) => write!(f, " (retry_for is {} s)", allowed.as_secs_f64()),
            Limit::Deadline => Ok(()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unavailable(unavailable) => unavailable.fmt(f),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Forked => f.write_str(
                "RedisMutexLock: the process forked during the call; only its parent goes on with it",
            ),
            Self::Impossible(sentence) => f.write_str(sentence),
        }
    }
}

impl From<Unavailable> for Error {
    fn from(unavailable: Unavailable) -> Self {
        Self::Unavailable(unavailable)
    }
}

/// What a server's error says about the command.
#[derive(Debug, Clone, Copy)]
struct Meaning {
    /// The trouble can pass without a person's help.
    heals: bool,
    /// Redis replies this instead of executing the command.
    not_executed: bool,
    /// The server is not the master, or not any more.
    demoted: bool,
}

impl Meaning {
    /// There is no error of a server: asking again may help.
    const NO_WORDS: Self = Self {
        heals: true,
        not_executed: false,
        demoted: false,
    };

    /// Judges by the first word, the error prefix of
    /// <https://redis.io/docs/latest/develop/reference/protocol-spec/>.
    fn of(words: &str) -> Self {
        let (heals, not_executed, demoted) = match words.split(' ').next().unwrap_or_default() {
            "MASTERDOWN" | "READONLY" => (true, true, true),
            "BUSY" | "CLUSTERDOWN" | "LOADING" | "MISCONF" | "NOREPLICAS" | "OOM" | "TRYAGAIN" => {
                (true, true, false)
            }
            "MOVED" | "NOAUTH" | "NOPERM" => (false, true, false),
            "UNBLOCKED" => (true, false, true),
            // WAIT, if the server has been demoted since the command before it.
            _ if words.starts_with("ERR WAIT cannot be used with replica") => (true, false, true),
            "UNKILLABLE" => (true, false, false),
            _ => (words.starts_with("ERR max number of clients"), false, false),
        };
        Self {
            heals,
            not_executed,
            demoted,
        }
    }
}

/// The rights to all commands that the scripts run.
const OF_SCRIPTS: &str = "+get +set +del +exists +expire +pexpire +pttl +time +hmget +hset +lindex \
                          +ltrim +rpush +zadd +zrangebyscore +zrem +zrevrange +zscore";

/// The right that the user lacks, and the command of a person that grants it, if a server's words
/// are about a right: a hint for the end of a message. Of a script's command Redis 6 and 7.0 say no
/// name. The user has none here: that would be the half of a login.
fn missing_right(words: &str, lock_prefix: Option<&[u8]>) -> Option<String> {
    const PAGE: &str = "docs/operations.md, Rights in Redis (ACL)";
    let in_script = words.contains("ACL failure in script")
        || words.contains("The user executing the script can't");
    if !in_script && !words.starts_with("NOPERM ") {
        return None;
    }
    // Redis 7.2 shows the key behind this word. A key may have any words of its own.
    let of_key = words.contains(" access ");
    let command = words
        .split_once(" run the '")
        .and_then(|(_, rest)| rest.split_once('\''))
        .map(|(command, _)| command)
        .filter(|it| {
            it.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"|_-.".contains(&byte))
        });
    let (what, rights) = match (command, lock_prefix) {
        (_, Some(lock_prefix)) if of_key => {
            let pattern = key_pattern(lock_prefix);
            (format!("the key pattern {pattern}"), shell_word(&pattern))
        }
        (Some(command), _) if !of_key => {
            let right = format!("+{command}");
            (format!("the right {right}"), shell_word(&right))
        }
        (None, _) if in_script && !of_key => {
            let what = "one of the rights that the scripts need";
            (what.to_owned(), OF_SCRIPTS.to_owned())
        }
        _ => {
            let what = if of_key { "a key pattern" } else { "a right" };
            return Some(format!("; the user lacks {what}: see {PAGE}"));
        }
    };
    Some(format!(
        "; the user lacks {what}: redis-cli ACL SETUSER <user> {rights} ({PAGE})"
    ))
}

/// The ACL pattern of all keys with this prefix. A pattern cannot have a space, and a message no
/// control byte: each byte of such a character becomes `?`, which is any byte.
fn key_pattern(lock_prefix: &[u8]) -> String {
    let mut pattern = String::from("~");
    for chunk in lock_prefix.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_whitespace() || c.is_control() {
                pattern.extend(iter::repeat_n('?', c.len_utf8()));
                continue;
            }
            if r"*?[]\".contains(c) {
                pattern.push('\\');
            }
            pattern.push(c);
        }
        pattern.extend(iter::repeat_n('?', chunk.invalid().len()));
    }
    pattern.push('*');
    pattern
}

/// A word as a shell takes it.
fn shell_word(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+_-.".contains(&byte);
    if word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A hint for a server that sends us to another one.
fn of_a_cluster(words: &str) -> Option<String> {
    words.starts_with("MOVED ").then(|| {
        "; this server is part of a Redis Cluster, which is not supported yet: name a server that \
         belongs to no Cluster"
            .to_owned()
    })
}

/// Bytes for a message: escaped, and cut after 64 bytes.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    const SHOWN: usize = 64;
    let shown = bytes.get(..SHOWN).unwrap_or(bytes);
    let dots = if bytes.len() > SHOWN { "…" } else { "" };
    format!("\"{}\"{dots}", shown.escape_ascii())
}

/// A server's words as one line, without control characters and at most 300 characters long.
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
        let refused = Unavailable::unreachable(&"h:6379, database 0", anyhow::anyhow!("refused"));
        assert_eq!(
            refused.to_string(),
            "Redis at h:6379, database 0 cannot be reached: refused"
        );
        let words = Unavailable::error_reply(&"h:1, database 2", "NOPERM no\0rights\n");
        assert_eq!(
            words.to_string(),
            "Redis at h:1, database 2 refused the command: NOPERM no rights ; the user lacks a right: \
             see docs/operations.md, Rights in Redis (ACL)"
        );
    }

    const PAGE: &str = "docs/operations.md, Rights in Redis (ACL)";

    #[test]
    fn a_missing_right_names_itself_and_its_line() {
        let cases = [
            (
                "NOPERM this user has no permissions to run the 'set' command",
                "the right +set: redis-cli ACL SETUSER <user> +set",
            ),
            (
                "NOPERM User a has no permissions to run the 'client|kill' command",
                "the right +client|kill: redis-cli ACL SETUSER <user> '+client|kill'",
            ),
            (
                "NOPERM this user has no permissions to run the 'client' command or its subcommand",
                "the right +client: redis-cli ACL SETUSER <user> +client",
            ),
            (
                "ERR ACL failure in script: User a has no permissions to run the 'get' command",
                "the right +get: redis-cli ACL SETUSER <user> +get",
            ),
        ];
        let keys = [
            "NOPERM this user has no permissions to access one of the keys used as arguments",
            "NOPERM No permissions to access a key",
            "NOPERM No permissions to access the 'lock:a' key",
            "NOPERM No permissions to access the 'lock: run the 'flushall' command' key",
            "ERR ACL failure in script: No permissions to access the 'lock:a' key",
            "ERR The user executing the script can't access at least one of the keys mentioned",
        ];
        let pattern = "the key pattern ~shop:*: redis-cli ACL SETUSER <user> '~shop:*'";
        let keys = keys.map(|words| (words, pattern));
        for (words, right) in cases.into_iter().chain(keys) {
            for refused in [
                Unavailable::error_reply(&"s", words),
                Unavailable::greeting_error(&"s", words, words),
            ] {
                assert_eq!(
                    refused.for_prefix(b"shop:").to_string(),
                    format!(
                        "Redis at s refused the command: {words}; the user lacks {right} ({PAGE})"
                    )
                );
            }
        }
        let script = "ERR The user executing the script can't run this command or subcommand";
        let message = Unavailable::error_reply(&"s", script).to_string();
        let words = "one of the rights that the scripts need: redis-cli ACL SETUSER <user> +get ";
        assert!(message.contains(words), "{message}");
        assert!(
            message.ends_with(&format!(" +zscore ({PAGE})")),
            "{message}"
        );
    }

    #[test]
    fn a_right_that_nobody_can_name_leads_to_the_page() {
        for (words, what) in [
            (
                "NOPERM thi••• u•••er ha••• to run the '•••et' command",
                "a right",
            ),
            ("NOPERM No permissions to access a key", "a key pattern"),
        ] {
            let message = Unavailable::error_reply(&"s", words).to_string();
            let hint = format!("{words}; the user lacks {what}: see {PAGE}");
            assert!(message.ends_with(&hint), "{message}");
        }
        let moved = Unavailable::error_reply(&"s", "MOVED 3999 127.0.0.1:6381").to_string();
        assert!(moved.contains("part of a Redis Cluster"), "{moved}");
        for words in ["NOAUTH Authentication required.", "ERR no such key"] {
            let message = Unavailable::error_reply(&"s", words).to_string();
            assert!(message.ends_with(words), "{message}");
        }
    }

    #[test]
    fn a_key_pattern_fits_the_prefix_and_nothing_shorter() {
        for (prefix, pattern) in [
            (&b"lock:"[..], "~lock:*"),
            (b"", "~*"),
            (br"a*?[b]\", r"~a\*\?\[b\]\\*"),
            ("锁:".as_bytes(), "~锁:*"),
            (b"a b\0\n", "~a?b??*"),
            (b"\xffa\xc2\xa0", "~?a??*"),
        ] {
            assert_eq!(key_pattern(prefix), pattern);
        }
        assert_eq!(shell_word("~it's:*"), r"'~it'\''s:*'");
        assert_eq!(shell_word("+set"), "+set");
    }

    #[test]
    fn only_trouble_that_can_pass_is_worth_asking_again() {
        let heals = |words| Unavailable::error_reply(&"s", words).may_heal();
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
    fn a_password_that_the_server_repeats_changes_no_meaning() {
        let refused = Unavailable::greeting_error(&"s", "LOADING the data", "••• the data");
        assert!(refused.may_heal());
        assert!(refused.to_string().ends_with("••• the data"));
    }

    #[test]
    fn a_question_that_was_not_executed_is_known_as_such() {
        let cause = || anyhow::anyhow!("x");
        let refused = |words| Unavailable::error_reply(&"s", words);
        assert!(Unavailable::unanswered(&"s", cause()).may_be_done(false));
        assert!(!refused("OOM x").may_be_done(false) && refused("OOM x").may_be_done(true));
        assert!(refused("ERR upstream failed").may_be_done(false));
        assert!(!Unavailable::unreachable(&"s", cause()).may_be_done(true));
        assert!(!Unavailable::out_of_time(&"s", cause()).may_be_done(true));
        assert!(!Unavailable::greeting_error(&"s", "ERR x", "ERR x").may_be_done(true));
        assert!(!refused("OOM x").is_unanswered());
    }

    #[test]
    fn names_in_messages_are_escaped_and_cut() {
        assert_eq!(escaped(b"a\0\xff"), "\"a\\x00\\xff\"");
        assert_eq!(escaped(&[b'x'; 65]), format!("\"{}\"…", "x".repeat(64)));
        assert_eq!(printable(&[b'y'; 400]).len(), 300);
    }
}
