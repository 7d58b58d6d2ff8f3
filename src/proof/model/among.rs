//! What the present processes of the scenario `beside` say to the server, which they ask as one of a quorum.
//!
//! Their releases are for good, and their questions name the token that has passed its keys on, so processes of earlier
//! versions meet at the same keys what only a quorum asks. A client counts no servers, so it gets the reply that a
//! lone server gives. Used by `wire`.

use std::time::Duration;

use super::protocol::ModelVersion;
use super::request::{KEY, Request, wanted};
use super::rules::Rule;
use super::world::ModelWorld;
use crate::protocol::Reply;
use crate::protocol::mutex::among::{self, Ask, Statement};
use crate::protocol::mutex::keys::wake_list;
use crate::protocol::mutex::wake;
use crate::store::{Holder, Retry};

impl ModelWorld<'_> {
    /// Returns what the client asks a server of a quorum, or `None` if it asks a lone one, or both alike.
    pub(super) fn ask_among(&self, client: usize, request: &Request) -> Option<Ask> {
        if !self.scenario.beside || self.version(client) != ModelVersion::Present {
            return None;
        }
        let passed_by = self.clients[client].passed_by.clone();
        match request {
            Request::Acquire {
                retry: Retry::Again(ticket),
                ..
            } => Some(Ask::Acquire {
                ticket: *ticket,
                passed_by,
            }),
            Request::Join { standing, .. } => Some(Ask::Join {
                standing: *standing,
                passed_by,
            }),
            Request::Release { .. } => Some(Ask::ReleaseForGood),
            _ => None,
        }
    }

    /// Executes the request as this question, checks what only a server of a quorum says, and returns the rest.
    /// `before` is the holder before that.
    pub(super) fn run_among(
        &mut self,
        request: &Request,
        ask: &Ask,
        before: Option<&str>,
    ) -> Reply {
        let (_, token) = request.act().unwrap();
        let of = request.wanted();
        let of = of.unwrap_or_else(|| wanted(token, Duration::ZERO, false));
        let question = among::question(&of, ask);
        let named = self.named_in_wake_up(token);
        let edited = |text: &str| self.protocol.edited(text);
        let reply = self.server.run_edited(&question.call, edited);
        if reply.error_words().is_some() {
            return reply;
        }
        let after = self.holder();
        let said = question.read(&reply);
        let is_right = match &said {
            Some(Statement::HandedOver) => after.as_ref().is_some_and(|waiter| {
                let named = self.named_in_wake_up(waiter);
                waiter != token && named.as_deref() == Some(token.as_bytes())
            }),
            Some(Statement::Yes { .. }) if *ask == Ask::ReleaseForGood => after.is_none(),
            Some(Statement::Yes { passed_by, .. }) => {
                let passed_on = match ask {
                    Ask::Acquire { passed_by, .. } | Ask::Join { passed_by, .. } => passed_by,
                    _ => &None,
                };
                let before = before.map(str::as_bytes);
                let by = if before == Some(token.as_bytes()) {
                    named.as_deref()
                } else {
                    before.filter(|before| passed_on.as_deref() == Some(before))
                };
                passed_by.as_deref() == by
            }
            Some(Statement::Waits(_, Holder::Token(holder))) => after
                .as_ref()
                .is_some_and(|after| after.as_bytes() == holder),
            Some(Statement::No) => true,
            Some(Statement::Waits(..) | Statement::Has(_) | Statement::Lives(_)) | None => false,
        };
        if !is_right {
            let what = format!("{token}, {ask:?}: {reply:?}, holder {before:?} -> {after:?}");
            self.judge.breaks(Rule::Among, what);
        }
        as_of_a_lone_server(reply)
    }

    /// Returns the owner that the last unread wake-up of a waiter names.
    fn named_in_wake_up(&self, token: &str) -> Option<Vec<u8>> {
        let list = wake_list(KEY, token.as_bytes());
        let word = self.server.call(&[b"LINDEX", &list, b"-1"]);
        wake::passed_on_by(&Reply::List(vec![Reply::Bytes(list), word]))
    }
}

fn as_of_a_lone_server(reply: Reply) -> Reply {
    match reply {
        Reply::Int(2) => Reply::Int(1),
        Reply::List(mut items) if matches!(items.len(), 3 | 5) => {
            items.pop();
            Reply::List(items)
        }
        reply => reply,
    }
}
