//! What the examination finds, one row for each thing that it looks at.
//!
//! This file judges nothing. All files of `check` make findings, and `php` turns them into arrays.

use crate::error::{Lacking, granting, printable};

/// How a thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Health {
    Good,
    /// Locks work, and a person should know this.
    Warning,
    /// Locks do not work, or are not safe.
    Bad,
}

impl Health {
    /// Returns the word of a row.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Warning => "warning",
            Self::Bad => "bad",
        }
    }
}

/// What is said about one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remark {
    /// The thing, by a word that never changes.
    pub(crate) what: &'static str,
    pub(crate) health: Health,
    pub(crate) found: String,
    /// What a person can do.
    pub(crate) advice: Option<String>,
}

impl Remark {
    pub(super) fn good(what: &'static str, found: impl Into<String>) -> Self {
        Self {
            what,
            health: Health::Good,
            found: found.into(),
            advice: None,
        }
    }

    pub(super) fn warning(
        what: &'static str,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            health: Health::Warning,
            advice: Some(advice.into()),
            ..Self::good(what, found)
        }
    }

    pub(super) fn bad(
        what: &'static str,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            health: Health::Bad,
            ..Self::warning(what, found, advice)
        }
    }

    /// Returns a bad remark whose words say themselves what to do.
    pub(super) fn bad_by_itself(what: &'static str, found: impl Into<String>) -> Self {
        Self {
            health: Health::Bad,
            ..Self::good(what, found)
        }
    }

    /// Returns the remark about a thing that this command would have shown, if the server had not refused the command
    /// with these `words`. `rule` is the right to it.
    pub(super) fn unseen(what: &'static str, command: &str, rule: &str, words: &str) -> Self {
        if matches!(Lacking::read(words), Some(Lacking::Command(_))) {
            let found = format!("could not be seen, because the user lacks the right {rule}");
            return Self::warning(what, found, granting(&[rule]));
        }
        let found = format!("could not be seen, because {command} gave: {words}");
        let advice = "look at the console of the service, which shows its settings";
        Self::warning(what, found, advice)
    }

    pub(super) fn at(self, server: &str) -> Finding {
        Finding {
            server: printable(server.as_bytes()),
            remark: self,
        }
    }
}

/// A remark, and the server that it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The server, by its name in error messages.
    pub(crate) server: String,
    pub(crate) remark: Remark,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_says_which_right_it_needs() {
        let unseen = |words| Remark::unseen("role", "INFO", "+info", words);
        let no_right = unseen("NOPERM this user has no permissions to run the 'info' command");
        assert_eq!(no_right.health, Health::Warning);
        assert!(no_right.found.ends_with("the user lacks the right +info"));
        assert_eq!(
            no_right.advice.unwrap(),
            "redis-cli ACL SETUSER <user> +info"
        );
        let unknown = unseen("ERR unknown command 'INFO'");
        assert_eq!(unknown.health, Health::Warning);
        assert!(
            unknown
                .found
                .ends_with("INFO gave: ERR unknown command 'INFO'")
        );
    }
}
