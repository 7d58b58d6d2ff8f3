//! What a server says.
//!
//! Read from bytes by `connection`; made by the tests' server. What a reply means is said by
//! the file of the command that it answers.

use crate::store::Vote;

/// A server's reply.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    Nil,
    /// `OK`.
    Okay,
    Int(i64),
    Bytes(Vec<u8>),
    List(Vec<Reply>),
    /// The first word of an error, such as `NOSCRIPT`, and those behind it.
    Error {
        code: String,
        words: String,
    },
    /// Anything else: no command of ours has such a reply.
    Other,
}

impl Reply {
    /// Whether it is the error of that code.
    pub(crate) fn is_error(&self, of: &str) -> bool {
        matches!(self, Self::Error { code, .. } if code == of)
    }

    /// The parts of a list.
    pub(super) fn items(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// An error as the server words it, its code included.
    pub(crate) fn error_words(&self) -> Option<String> {
        match self {
            Self::Error { code, words } => Some(format!("{code} {words}")),
            _ => None,
        }
    }

    /// The vote in the reply of a script that answers 1 for done, and 0 if the key has not this token.
    pub(super) fn done(&self) -> Option<Vote> {
        match self {
            Self::Int(1) => Some(Vote::Granted(None)),
            Self::Int(0) => Some(Vote::Refused),
            _ => None,
        }
    }
}
