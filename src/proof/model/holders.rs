//! Who has the lock at the server: nobody, one token alone, or several shares beside each other. And the tokens, which say
//! what their client wants.
//!
//! This file asks no server and judges nothing. `wire` makes the holders, `judge` judges them, and `client_steps` makes
//! the tokens.

use std::time::Duration;

use crate::clock::Moment;
use crate::token::TokenKind;

/// A server counts in whole milliseconds, and a key still exists in that in which its lease ends.
pub(super) const ROUNDED: Duration = Duration::from_millis(2);

/// Returns the token of a client, which is the `number`th of the run.
pub(super) fn token_of(client: usize, number: usize, kind: TokenKind) -> String {
    match kind {
        TokenKind::Lock => format!("{client}.{number}"),
        TokenKind::Share(None) => format!("share:{client:x}{number:04x}"),
        TokenKind::Share(Some(limit)) => format!("share{limit}:{client:x}{number:04x}"),
    }
}

/// Returns the client of a token that [`token_of`] made. There are less than sixteen clients.
pub(super) fn client_of(token: &str) -> usize {
    let digits = token.split_once(':').map_or(token, |(_, digits)| digits);
    usize::from_str_radix(&digits[..1], 16).unwrap()
}

pub(super) fn kind_of(token: &str) -> TokenKind {
    TokenKind::of(token.as_bytes())
}

/// The tokens that have the lock, each with the moment at which its lease ends.
#[derive(Debug, Clone, Default)]
pub(super) struct Holders {
    /// In the order of their bytes.
    living: Vec<(String, Moment)>,
    /// The number of members of the set of shares. A share whose lease is over counts too. `None`: there is no set.
    pub(super) members: Option<usize>,
}

impl Holders {
    pub(super) fn alone(token: String, ends: Moment) -> Self {
        let living = vec![(token, ends)];
        let members = None;
        Self { living, members }
    }

    pub(super) fn beside_each_other(mut living: Vec<(String, Moment)>, members: usize) -> Self {
        living.sort();
        let members = Some(members);
        Self { living, members }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.living.is_empty()
    }

    pub(super) fn tokens(&self) -> impl Iterator<Item = &str> {
        self.living.iter().map(|(token, _)| token.as_str())
    }

    pub(super) fn has(&self, token: &str) -> bool {
        self.tokens().any(|it| it == token)
    }

    /// Returns the moment at which the lease of this token ends, if it lives.
    pub(super) fn ends(&self, token: &str) -> Option<Moment> {
        let mut living = self.living.iter();
        living.find(|(it, _)| it == token).map(|(_, ends)| *ends)
    }

    /// Returns whether these are the same tokens, however long they live.
    pub(super) fn are(&self, others: &Self) -> bool {
        self.tokens().eq(others.tokens())
    }

    /// Returns those that are not among the others.
    pub(super) fn without(&self, others: &Self) -> Vec<String> {
        let new = self.tokens().filter(|token| !others.has(token));
        new.map(str::to_owned).collect()
    }

    /// Returns the token that has the lock alone.
    pub(super) fn only(&self) -> Option<&str> {
        let is_alone = self.members.is_none();
        self.tokens().next().filter(|_| is_alone)
    }

    /// Returns the moment from which there is a place for a token of this kind, if nobody does anything.
    pub(super) fn room_from(&self, kind: TokenKind) -> Moment {
        let mut ends: Vec<_> = self.living.iter().map(|(_, ends)| *ends).collect();
        ends.sort();
        let in_the_way = match kind {
            TokenKind::Share(limit) if self.members.is_some() => {
                limit.map_or(0, |limit| ends.len().saturating_sub(limit as usize - 1))
            }
            _ => ends.len(),
        };
        let last = in_the_way.checked_sub(1);
        last.map_or(Moment::PAST, |last| ends[last].after(ROUNDED))
    }
}
