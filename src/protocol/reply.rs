//! The reply of a server.
//!
//! `connection` reads it from bytes, and the tests' server makes it. The file of each command says what a reply to
//! that command means.

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
    /// Returns whether the reply is the error with that code.
    pub(crate) fn is_error(&self, of: &str) -> bool {
        matches!(self, Self::Error { code, .. } if code == of)
    }

    /// Returns the parts of a list.
    pub(crate) fn items(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns an error as the server words it, its code included.
    pub(crate) fn error_words(&self) -> Option<String> {
        match self {
            Self::Error { code, words } => Some(format!("{code} {words}")),
            _ => None,
        }
    }

    /// Returns the vote in the reply of a script that answers 1 for done, and 0 if the key does not have the token.
    pub(super) fn done(&self) -> Option<Vote> {
        match self {
            Self::Int(1) => Some(Vote::Granted(None)),
            Self::Int(0) => Some(Vote::Refused),
            _ => None,
        }
    }
}
