//! The one error type of the crate, and its messages.
//!
//! A variant says what the caller must do, not where the error happened. No message shows a password, a URL or a
//! token. A message is one line of text that no terminal takes for an order, and a server's words in it are short,
//! because they pass through [`printable`]. Every room uses this file, and only `php::exceptions` turns an error
//! into a PHP exception.

mod rights;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use rights::{Lacking, Needed, RIGHTS, Right, granting, key_pattern};

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
    /// The lock set refuses the call. `php::exceptions` words the message, because it names the method.
    Refused(Refusal),
    /// The call cannot be done, and repeating it does not help. The text is the message.
    Impossible(String),
}

/// Why a call for the lock `name` is refused, whatever Redis says. A `key` is that of the lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The lock is to have a fencing token, and its counter would be in another slot than its key.
    Unfenced { name: Vec<u8>, key: Vec<u8> },
    /// The process forked during the wait, and the given owner token is the parent's.
    TokenOfParent { name: Vec<u8> },
    /// The same object waits for the lock, in a call that this one has interrupted.
    Awaited { name: Vec<u8> },
    /// The wait has no limit, and another object of the same thread renews the lock.
    Endless { name: Vec<u8> },
    /// The deployment cannot count shares.
    Unshared,
    /// The key holds something that has no owner token.
    Ownerless { name: Vec<u8>, key: Vec<u8> },
}

/// A question that Redis answered neither with yes nor with no.
#[derive(Debug, Clone)]
pub(crate) struct Unavailable(
    /// In a box, because every answer has room for it and nearly none has it.
    Box<Details>,
);

/// What is known of a question without an answer.
#[derive(Debug, Clone)]
struct Details {
    /// Host, port and database; never the user or the password.
    server: String,
    cause: Arc<anyhow::Error>,
    reason: Reason,
    /// What can be done about the question as long as no grant is known.
    remedy: Remedy,
    /// Whether Redis replied with an error instead of executing the command.
    is_not_executed: bool,
    slot_trouble: Option<SlotTrouble>,
    /// The advice to a person.
    hint: Option<&'static str>,
    grant: Grant,
    /// The time for which the call asked again and again, and what ended that.
    tried: Option<(Duration, Limit)>,
    /// The failure before this one, if this question got less than its own time.
    before: Option<Unavailable>,
}

/// Whether the server had granted a lease before the error. Too few replicas are known to have that grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grant {
    /// No grant is known.
    None,
    /// It may be in force.
    InForce,
    /// It was given back.
    GivenBack,
}

/// What can be done about a question without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Asking again at once: the reply was lost, or a new connection may lead to the master.
    Now,
    /// Asking again after a pause, because the server cannot do it at the moment.
    Later,
    /// Asking another server, or this one after a pause, because the question was not sent.
    Elsewhere,
    /// Nothing but a person's help: a wrong password, a missing right, a database that does not exist.
    Never,
}

/// Why the slot of a question keeps every node of a Cluster from answering it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SlotTrouble {
    /// The slot moves, and the keys of the question are at two nodes.
    Moves,
    /// The slot was left in the midst of its move.
    HalfMoved,
    /// The node to which the slot moves is lost, so the keys that it has are out of reach.
    TargetLost,
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
    /// The server was reached and has not answered the greeting, so the question was not sent.
    Silent,
    /// No time was left to send the question.
    OutOfTime,
    /// The question was sent, or a part of it, and no usable reply came.
    Unanswered,
    /// The server replied to the greeting with an error, so the question was not sent.
    GreetingError,
    /// The server replied to the question with an error.
    ErrorReply,
    /// No node of a Cluster could do what was asked. Nothing was changed.
    HalfMoved,
    /// No majority of a quorum has said yes, and none has said no.
    NoMajority {
        /// Whether a server may have done what was asked without saying so.
        may_be_done: bool,
    },
}

impl Unavailable {
    fn new(
        server: &impl fmt::Display,
        cause: impl Into<anyhow::Error>,
        reason: Reason,
        remedy: Remedy,
    ) -> Self {
        Self(Box::new(Details {
            server: server.to_string(),
            cause: Arc::new(cause.into()),
            reason,
            remedy,
            is_not_executed: false,
            slot_trouble: None,
            hint: None,
            grant: Grant::None,
            tried: None,
            before: None,
        }))
    }

    /// The server was not reached, so the question was not sent.
    pub(crate) fn unreachable(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Reason::Unreachable, Remedy::Elsewhere)
    }

    /// The server accepted the connection, and then `nothing` came in time.
    pub(crate) fn silent(server: &impl fmt::Display, nothing: impl Into<anyhow::Error>) -> Self {
        Self::new(server, nothing, Reason::Silent, Remedy::Elsewhere)
    }

    /// As [`Self::unreachable`], and only a person can mend it: a certificate that is not
    /// believed, a file that cannot be read.
    pub(crate) fn unfit(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Reason::Unreachable, Remedy::Never)
    }

    /// `what`, so nobody was reached: each of these servers has its own error. The whole may pass if one of the
    /// errors may.
    pub(crate) fn of_all(name: &impl fmt::Display, what: &str, troubles: &[Self]) -> Self {
        let each: Vec<_> = troubles.iter().map(Self::among_others).collect();
        let cause = anyhow::anyhow!("{what}: {}", each.join("; "));
        if troubles.is_empty() || troubles.iter().any(Self::may_pass) {
            Self::unreachable(name, cause)
        } else {
            Self::unfit(name, cause)
        }
    }

    /// Too few of the servers of a quorum have answered alike: `what` they have done, where `needed` are a majority, and
    /// these others have troubles of their own. A person has to mend it if so many troubles need a person that no
    /// majority is left.
    pub(crate) fn no_majority(
        servers: &impl fmt::Display,
        what: &str,
        needed: usize,
        troubles: &[Self],
    ) -> Self {
        let each = troubles.iter().map(|it| {
            let Details {
                server,
                cause,
                hint,
                ..
            } = &*it.0;
            format!("{server}: {cause}{}", hint.unwrap_or_default())
        });
        let parts: Vec<_> = [what.to_owned()].into_iter().chain(each).collect();
        let cause = anyhow::anyhow!("{}", parts.join("; "));
        let is_final = |it: &&Self| !it.may_pass();
        let finals = troubles.iter().filter(is_final).count();
        let may_be_done = troubles.iter().any(Self::is_unanswered);
        let remedy = match may_be_done {
            _ if finals >= needed => Remedy::Never,
            true => Remedy::Now,
            false => Remedy::Later,
        };
        let reason = Reason::NoMajority { may_be_done };
        Self::new(servers, cause, reason, remedy)
    }

    /// Returns the error as a part of the message of all, which says itself what to check in the settings.
    fn among_others(&self) -> String {
        let Details { server, cause, .. } = &*self.0;
        match self.0.reason {
            Reason::Silent => format!("{server} {} {cause}", self.what_happened()),
            Reason::GreetingError if self.may_pass() => {
                let hint = self.0.hint.unwrap_or_default();
                format!("{server}: {cause}{hint}")
            }
            _ => format!("{server}: {cause}"),
        }
    }

    /// The time was over before the question could be sent.
    pub(crate) fn out_of_time(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Reason::OutOfTime, Remedy::Elsewhere)
    }

    /// No usable reply came. The server may have done what was asked.
    pub(crate) fn unanswered(server: &impl fmt::Display, cause: impl Into<anyhow::Error>) -> Self {
        Self::new(server, cause, Reason::Unanswered, Remedy::Now)
    }

    /// The server replied to the greeting with an error, such as `WRONGPASS …`. The question
    /// was not sent. The message has the words as `shown`, without the password that they may
    /// repeat, while their meaning is that of the `words` themselves.
    pub(crate) fn greeting_error(server: &impl fmt::Display, words: &str, shown: &str) -> Self {
        let mut refused = Self::error_reply(server, words).shown_as(shown);
        let remedy = if refused.may_pass() {
            Remedy::Elsewhere
        } else {
            Remedy::Never
        };
        refused.0.reason = Reason::GreetingError;
        refused.0.remedy = remedy;
        refused
    }

    /// The server replied to the question with an error, such as `OOM command not allowed`.
    pub(crate) fn error_reply(server: &impl fmt::Display, words: &str) -> Self {
        let cause = anyhow::anyhow!(printable(words.as_bytes()));
        let (remedy, is_not_executed) = meaning(words);
        let mut refused = Self::new(server, cause, Reason::ErrorReply, remedy);
        refused.0.is_not_executed = is_not_executed;
        let is_split = words.starts_with("TRYAGAIN ") || words.contains(NOT_LOCAL);
        refused.0.slot_trouble = is_split.then_some(SlotTrouble::Moves);
        refused.0.hint = what_to_check(words);
        refused
    }

    /// Returns the same error with another text to show. Its meaning is that of the text before.
    pub(crate) fn shown_as(mut self, words: &str) -> Self {
        self.0.cause = Arc::new(anyhow::anyhow!(printable(words.as_bytes())));
        self
    }

    /// The slot of the question was left in the midst of its move to another node: `source` has its keys, and
    /// nobody can create one. Nothing was changed.
    pub(crate) fn half_moved(
        server: &impl fmt::Display,
        slot: u16,
        source: &impl fmt::Display,
    ) -> Self {
        let cause = anyhow::anyhow!(
            "slot {slot} was left half moved, so no node creates a key in it: mend it with \
             redis-cli --cluster fix {source}"
        );
        let mut half_moved = Self::new(server, cause, Reason::HalfMoved, Remedy::Later);
        half_moved.0.slot_trouble = Some(SlotTrouble::HalfMoved);
        half_moved
    }

    /// Returns the same error of the node to which the slot of the question moves, as `source` says, which does not
    /// have all keys of the slot.
    pub(crate) fn of_target(mut self, slot: u16, source: &impl fmt::Display) -> Self {
        let cause = anyhow::anyhow!(
            "{}; slot {slot} was moving to it: if it does not come back, mend the slot with \
             redis-cli --cluster fix {source}",
            self.0.cause
        );
        // A target that replies with an error is not lost.
        let trouble = if self.is_unsent() {
            SlotTrouble::TargetLost
        } else {
            SlotTrouble::Moves
        };
        self.0.cause = Arc::new(cause);
        self.0.slot_trouble = Some(trouble);
        self
    }

    /// WAIT counts `count` replicas, which is fewer than `wanted`.
    pub(crate) fn too_few_replicas(server: &impl fmt::Display, count: u32, wanted: u32) -> Self {
        Self::uncounted(server, &format!("{count} of {wanted} replicas have it"))
    }

    /// WAIT has counted too few replicas, or none in time.
    pub(crate) fn uncounted(server: &impl fmt::Display, cause: &impl fmt::Display) -> Self {
        let advice = "connect the replicas, or lower min_replicas";
        Self::unanswered(server, anyhow::anyhow!("{cause}: {advice}"))
    }

    /// Returns the same error behind a grant. The error is about WAIT, and the grant may be in force if it was not
    /// given back.
    pub(crate) fn behind_a_grant(mut self, is_given_back: bool) -> Self {
        self.0.grant = if is_given_back {
            Grant::GivenBack
        } else {
            Grant::InForce
        };
        self
    }

    /// Returns the same error of a call that has asked for so long.
    pub(crate) fn tried_for(mut self, span: Duration, limit: Limit) -> Self {
        self.0.tried = Some((span, limit));
        self
    }

    /// Returns the same error of a question that got less than its own time. Its silence may mean nothing, so the
    /// message tells the failure `before` as well.
    pub(crate) fn cut_short_after(mut self, before: Self) -> Self {
        self.0.before = Some(before);
        self
    }

    /// Returns what can be done about the error. A question that was not sent may go elsewhere at once, even where
    /// asking the same server again never helps.
    pub(crate) fn remedy(&self) -> Remedy {
        match (self.0.remedy, self.0.grant) {
            (Remedy::Never, _) => Remedy::Never,
            (_, Grant::InForce) => Remedy::Now,
            (_, Grant::GivenBack) if self.0.reason != Reason::ErrorReply => Remedy::Later,
            (remedy, _) => remedy,
        }
    }

    /// Returns whether the error may pass without a person's help.
    pub(crate) fn may_pass(&self) -> bool {
        self.remedy() != Remedy::Never
    }

    /// Returns whether the server has refused the greeting, such as the password in it.
    pub(crate) fn is_refused_greeting(&self) -> bool {
        self.0.reason == Reason::GreetingError
    }

    /// Returns the cause, in a few words.
    pub(crate) fn words(&self) -> String {
        self.0.cause.to_string()
    }

    /// Returns whether the question was not sent.
    pub(crate) fn is_unsent(&self) -> bool {
        matches!(
            self.0.reason,
            Reason::Unreachable | Reason::Silent | Reason::OutOfTime | Reason::GreetingError
        )
    }

    /// Returns whether no usable reply came. The server may have done all that was asked.
    pub(crate) fn is_unanswered(&self) -> bool {
        let may_be_done = Reason::NoMajority { may_be_done: true };
        (self.0.reason == Reason::Unanswered && self.0.grant == Grant::None)
            || self.0.reason == may_be_done
    }

    /// Returns why no node of a Cluster can do what was asked, if that is because of the slot of its keys. Nothing
    /// was changed.
    pub(crate) fn slot_trouble(&self) -> Option<SlotTrouble> {
        self.0.slot_trouble
    }

    /// Returns whether the server may have done what was asked, or a part of it. A script may fail half
    /// way. A single command was not executed if Redis itself replied with an error; any other
    /// error may come from a proxy.
    pub(crate) fn may_be_done(&self, is_script: bool) -> bool {
        if self.0.grant != Grant::None {
            return self.0.grant == Grant::InForce;
        }
        match self.0.reason {
            Reason::Unanswered => true,
            Reason::NoMajority { may_be_done } => may_be_done,
            Reason::ErrorReply => is_script || !self.0.is_not_executed,
            _ => false,
        }
    }

    /// Returns the message for a call about keys with this prefix, which names the key pattern that is missing.
    pub(crate) fn message(&self, lock_prefix: Option<&[u8]>) -> String {
        let failure = self.failure(lock_prefix);
        let before = self.0.before.as_ref().map(|it| it.failure(lock_prefix));
        let before = before.map(|it| format!("; the attempt before it: {it}"));
        let tried = match self.0.tried {
            None => String::new(),
            Some((span, Limit::Deadline)) => format!("; tried for {:.1} s", span.as_secs_f64()),
            Some((span, Limit::RetryFor(allowed))) => format!(
                "; tried for {:.1} s (retry_for is {} s)",
                span.as_secs_f64(),
                allowed.as_secs_f64()
            ),
        };
        one_line(&format!("{failure}{}{tried}", before.unwrap_or_default()))
    }

    /// Returns the part of the message that tells of this question alone.
    fn failure(&self, lock_prefix: Option<&[u8]>) -> String {
        let Details { server, cause, .. } = &*self.0;
        if let Reason::NoMajority { .. } = self.0.reason {
            return format!("No majority of {server}: {cause}");
        }
        let hint = match self.0.reason {
            Reason::GreetingError | Reason::ErrorReply => {
                let right = rights::missing_right(&self.words(), lock_prefix);
                right.or_else(|| self.0.hint.map(str::to_owned))
            }
            _ => None,
        };
        let hint = hint.unwrap_or_default();
        let lock = match self.0.grant {
            Grant::None => "",
            Grant::InForce => "; the lock may be held until its lease ends",
            Grant::GivenBack => "; the lock was given back",
        };
        let what = self.what_happened();
        format!("Redis at {server} {what} {cause}{hint}{lock}")
    }

    /// Returns the words between the server and the cause.
    fn what_happened(&self) -> &'static str {
        match self.0.reason {
            Reason::Unreachable | Reason::NoMajority { .. } => "cannot be reached:",
            Reason::Silent => "was reached and does not answer:",
            Reason::OutOfTime => "was not asked:",
            Reason::HalfMoved => "cannot do it:",
            Reason::Unanswered if self.0.grant == Grant::None => "gave no usable answer:",
            Reason::Unanswered => "executed the command, but",
            Reason::GreetingError | Reason::ErrorReply => "refused the command:",
        }
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(None))
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
            Self::Refused(refusal) => write!(f, "refused: {refusal:?}"),
            Self::Impossible(sentence) => f.write_str(sentence),
        }
    }
}

impl From<Unavailable> for Error {
    fn from(unavailable: Unavailable) -> Self {
        Self::Unavailable(unavailable)
    }
}

/// The words for a script that makes a key again which it has deleted, in a slot of a Cluster that moves. The version of the
/// server decides what stands around them.
const NOT_LOCAL: &str = "attempted to access a non local key";

/// Returns what can be done about a question to which a server has replied with this error, and whether Redis replies
/// so instead of executing the command. The first word says both: it is the error prefix of
/// <https://redis.io/docs/latest/develop/reference/protocol-spec/>.
fn meaning(words: &str) -> (Remedy, bool) {
    match words.split(' ').next().unwrap_or_default() {
        // The server is not the master, or no longer the master.
        "MASTERDOWN" | "READONLY" => (Remedy::Now, true),
        "UNBLOCKED" => (Remedy::Now, false),
        // WAIT, if the server has been demoted since the command before it.
        _ if words.starts_with("ERR WAIT cannot be used with replica") => (Remedy::Now, false),
        "BUSY" | "CLUSTERDOWN" | "LOADING" | "MISCONF" | "NOREPLICAS" | "OOM" | "TRYAGAIN" => {
            (Remedy::Later, true)
        }
        "UNKILLABLE" => (Remedy::Later, false),
        _ if words.contains(NOT_LOCAL) => (Remedy::Later, false),
        _ if words.starts_with("ERR max number of clients") => (Remedy::Later, false),
        "MOVED" | "NOAUTH" | "NOPERM" => (Remedy::Never, true),
        _ => (Remedy::Never, false),
    }
}

/// Returns what a person can do about the errors that every new configuration meets, about those that a growing
/// one meets later, and about a slot that was left in the midst of its move.
fn what_to_check(words: &str) -> Option<&'static str> {
    const HINTS: [(&str, &str); 12] = [
        ("WRONGPASS ", "; check \"username\" and \"password\""),
        (
            "NOAUTH ",
            "; set \"password\", and \"username\" if the user is not default",
        ),
        (
            "ERR AUTH <password> called without any password",
            "; this Redis has no password: leave \"password\" out",
        ),
        ("ERR DB index is out of range", "; check \"database\""),
        (
            "TRYAGAIN ",
            "; the slot moves: if it stays like that, it was left half moved: mend it with \
             redis-cli --cluster fix",
        ),
        (
            "MOVED ",
            "; this server is part of a Redis Cluster: name its nodes in \"cluster\" instead of one \
             server",
        ),
        (
            "ERR max number of clients",
            "; raise \"maxclients\" of this Redis, or let fewer processes connect: see \
             docs/operations.md, Connections",
        ),
        (
            "OOM ",
            "; this Redis is full: raise its \"maxmemory\", or give the locks a Redis of their own",
        ),
        (
            "READONLY ",
            "; this server is a replica, or a failover has just made it one: connect to the master",
        ),
        (
            "BUSY ",
            "; a script keeps this Redis busy: redis-cli SCRIPT KILL ends it if it has written nothing",
        ),
        (
            "MISCONF ",
            "; this Redis cannot save its data: look at its disk and at its log",
        ),
        (
            "ERR unknown command 'HELLO'",
            "; behind Sentinel and in a Cluster each server has to know HELLO, because it says there \
             what the server is",
        ),
    ];
    // Redis 6 writes a command's name between backticks.
    let words = words.replace('`', "'");
    let hints = |(start, _): &&(&str, &str)| words.starts_with(start);
    HINTS.iter().find(hints).map(|(_, hint)| *hint)
}

/// Returns bytes for a message: escaped, and cut after 64 bytes.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    const SHOWN: usize = 64;
    let shown = bytes.get(..SHOWN).unwrap_or(bytes);
    let dots = if bytes.len() > SHOWN { "…" } else { "" };
    format!("\"{}\"{dots}", shown.escape_ascii())
}

/// Returns a server's words as one line, at most 300 characters long.
pub(crate) fn printable(bytes: &[u8]) -> String {
    const SHOWN: usize = 300;
    let text = String::from_utf8_lossy(bytes);
    let shown: String = text.chars().take(SHOWN).collect();
    one_line(&shown)
}

/// Returns the text with a space for each character that is no text.
fn one_line(text: &str) -> String {
    text.replace(is_no_text, " ")
}

/// Returns whether a terminal or a log takes this character for an order: control characters, those of C1 among
/// them; what ends a line; and the marks that change the direction of the text behind them, so that one
/// reads something else than what stands there: <https://www.unicode.org/reports/tr9/>.
fn is_no_text(c: char) -> bool {
    let changes_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || changes_direction
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

    #[test]
    fn only_a_refusal_that_needs_it_has_a_hint() {
        let moved = Unavailable::error_reply(&"s", "MOVED 3999 127.0.0.1:6381").to_string();
        assert!(moved.contains("part of a Redis Cluster"), "{moved}");
        let wrong = "WRONGPASS invalid username-password pair or user is disabled.";
        let wrong = Unavailable::greeting_error(&"s", wrong, wrong).to_string();
        assert!(
            wrong.ends_with("; check \"username\" and \"password\""),
            "{wrong}"
        );
        for words in [
            "LOADING Redis is loading the dataset in memory",
            "ERR no such key",
        ] {
            let message = Unavailable::error_reply(&"s", words).to_string();
            assert!(message.ends_with(words), "{message}");
        }
    }

    #[test]
    fn an_error_that_a_person_can_end_says_how() {
        for (words, hint) in [
            ("ERR max number of clients reached", "raise \"maxclients\""),
            (
                "ERR max number of clients + cluster connections reached",
                "raise \"maxclients\"",
            ),
            (
                "OOM command not allowed when used memory > 'maxmemory'.",
                "raise its \"maxmemory\"",
            ),
            (
                "READONLY You can't write against a read only replica.",
                "connect to the master",
            ),
            ("BUSY Redis is busy running a script.", "SCRIPT KILL"),
            (
                "MISCONF Redis is configured to save RDB snapshots",
                "look at its disk",
            ),
            (
                "ERR unknown command 'HELLO'",
                "each server has to know HELLO",
            ),
            (
                "ERR unknown command `HELLO`",
                "each server has to know HELLO",
            ),
        ] {
            let message = Unavailable::error_reply(&"s", words).to_string();
            let (said, advice) = message.rsplit_once("; ").unwrap();
            assert_eq!(said, format!("Redis at s refused the command: {words}"));
            assert!(advice.contains(hint), "{message}");
        }
        let full = Unavailable::greeting_error(
            &"a",
            "ERR max number of clients reached",
            "ERR max number of clients reached",
        );
        let silent = Unavailable::silent(&"b", anyhow::anyhow!("nothing came"));
        assert!(silent.is_unsent() && silent.may_pass() && !silent.may_be_done(true));
        assert_eq!(
            silent.to_string(),
            "Redis at b was reached and does not answer: nothing came"
        );
        let all = Unavailable::of_all(&"m", "no sentinel answers", &[full, silent]).to_string();
        assert!(
            all.contains("a: ERR max number of clients reached; raise \"maxclients\""),
            "{all}"
        );
        assert!(
            all.ends_with("; b was reached and does not answer: nothing came"),
            "{all}"
        );
    }

    #[test]
    fn a_message_is_one_line_of_text_and_nothing_that_a_terminal_obeys() {
        let marks = "\u{1b}\u{9b}\u{85}\u{7f}\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2066}\u{2069}";
        let spaces = " ".repeat(13);
        assert_eq!(printable(marks.as_bytes()), spaces);
        assert_eq!(printable("锁\u{200b}é".as_bytes()), "锁\u{200b}é");
        let server = format!("a{marks}b");
        for it in [
            Unavailable::error_reply(&server, &format!("ERR {marks}x")),
            Unavailable::unreachable(&server, anyhow::anyhow!("{marks}")),
        ] {
            let message = it.message(Some(marks.as_bytes()));
            assert!(!message.contains(is_no_text), "{message:?}");
            assert!(
                message.starts_with(&format!("Redis at a{spaces}b ")),
                "{message}"
            );
        }
        let name = escaped(marks.as_bytes());
        assert!(name.trim_end_matches('…').is_ascii(), "{name:?}");
    }

    #[test]
    fn behind_a_grant_a_message_says_what_became_of_the_lock() {
        let held = "; the lock may be held until its lease ends";
        let late = Unavailable::uncounted(&"s", &"WAIT had no answer");
        let back = late.clone().behind_a_grant(true);
        let late = late.behind_a_grant(false);
        let advice = "connect the replicas, or lower min_replicas";
        let did_it = format!("Redis at s executed the command, but WAIT had no answer: {advice}");
        assert_eq!(late.to_string(), format!("{did_it}{held}"));
        assert!(late.may_be_done(false) && !late.is_unanswered());
        let message = format!("{did_it}; the lock was given back");
        assert_eq!(back.to_string(), message);
        assert!(!back.may_be_done(true) && !back.is_unanswered());
        let span = Duration::from_secs(2);
        let tried = back.tried_for(span, Limit::RetryFor(span)).to_string();
        assert_eq!(
            tried,
            format!("{message}; tried for 2.0 s (retry_for is 2 s)")
        );
        let refused = Unavailable::error_reply(&"s", "ERR no").behind_a_grant(false);
        let message = format!("Redis at s refused the command: ERR no{held}");
        assert_eq!(refused.to_string(), message);
        assert!(refused.may_be_done(false));
    }

    #[test]
    fn only_trouble_that_can_pass_is_worth_asking_again() {
        let heals = |words| Unavailable::error_reply(&"s", words).may_pass();
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
    fn a_password_that_is_a_part_of_an_error_leaves_its_hint() {
        let full = "ERR max number of clients reached";
        let refused =
            Unavailable::error_reply(&"s", full).shown_as("ERR ma••• number of clients reached");
        assert!(
            refused.to_string().contains("; raise \"maxclients\""),
            "{refused}"
        );
    }

    #[test]
    fn a_password_that_the_server_repeats_changes_no_meaning() {
        let refused = Unavailable::greeting_error(&"s", "LOADING the data", "••• the data");
        assert!(refused.may_pass());
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
    fn a_slot_that_was_left_half_moved_is_named_with_its_remedy() {
        let left = Unavailable::half_moved(&"h:1", 5, &"10.0.0.1:7000");
        assert_eq!(
            left.to_string(),
            "Redis at h:1 cannot do it: slot 5 was left half moved, so no node creates a key in it: mend it \
             with redis-cli --cluster fix 10.0.0.1:7000"
        );
        assert_eq!(left.slot_trouble(), Some(SlotTrouble::HalfMoved));
        assert_eq!(left.remedy(), Remedy::Later);
        assert!(!left.may_be_done(true) && !left.is_unanswered());
        let lost = Unavailable::unreachable(&"h:2", anyhow::anyhow!("refused"));
        assert_eq!(lost.slot_trouble(), None);
        let lost = lost.of_target(5, &"10.0.0.1:7000");
        assert_eq!(
            lost.to_string(),
            "Redis at h:2 cannot be reached: refused; slot 5 was moving to it: if it does not come back, mend \
             the slot with redis-cli --cluster fix 10.0.0.1:7000"
        );
        assert_eq!(lost.slot_trouble(), Some(SlotTrouble::TargetLost));
        assert!(lost.is_unsent());
    }

    #[test]
    fn each_error_has_one_remedy() {
        let cause = || anyhow::anyhow!("x");
        let reply = |message| Unavailable::error_reply(&"s", message);
        let unacknowledged = |back| Unavailable::uncounted(&"s", &"x").behind_a_grant(back);
        for (error, remedy) in [
            (Unavailable::unanswered(&"s", cause()), Remedy::Now),
            (reply("READONLY x"), Remedy::Now),
            (unacknowledged(false), Remedy::Now),
            (unacknowledged(true), Remedy::Later),
            (reply("OOM x"), Remedy::Later),
            (Unavailable::unreachable(&"s", cause()), Remedy::Elsewhere),
            (Unavailable::silent(&"s", cause()), Remedy::Elsewhere),
            (Unavailable::out_of_time(&"s", cause()), Remedy::Elsewhere),
            (Unavailable::unfit(&"s", cause()), Remedy::Never),
            (reply("NOPERM x"), Remedy::Never),
        ] {
            assert_eq!(error.remedy(), remedy, "{error}");
        }
    }

    #[test]
    fn names_in_messages_are_escaped_and_cut() {
        assert_eq!(escaped(b"a\0\xff"), "\"a\\x00\\xff\"");
        assert_eq!(escaped(&[b'x'; 65]), format!("\"{}\"…", "x".repeat(64)));
        assert_eq!(printable(&[b'y'; 400]).len(), 300);
    }
}
