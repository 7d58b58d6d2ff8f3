//! A connection to one server for the time of the examination.
//!
//! Each batch of commands has the command timeout, as a command of a lock has. This file knows no command and judges no
//! reply. `server`, `sentinel` and `cluster` make visits.

use crate::config::{Access, Server};
use crate::connection::{
    Caller, Connection, Connections, Due, Encryption, Exchange, Target, in_time,
};
use crate::error::{Unavailable, printable};
use crate::os;
use crate::protocol::{Reply, pack};

pub(super) struct Visit(Box<Connection>);

impl Visit {
    /// Connects, logs in and lets the server say what it is.
    ///
    /// # Errors
    /// The server is not reached, or refuses the greeting.
    pub(super) fn begin(target: Target) -> Result<Self, Unavailable> {
        let connections = Connections::new(target, Caller::PhpThread);
        let now = os::now();
        let by = now.after(connections.access().command_timeout);
        let (connection, _) = connections.take(now, by)?;
        Ok(Self(connection))
    }

    /// Returns the replies to commands, of which there are as many.
    ///
    /// # Errors
    /// Not all of them came in time.
    pub(super) fn ask(&mut self, commands: &[Vec<&[u8]>]) -> Result<Vec<Reply>, Unavailable> {
        let span = self.access().command_timeout;
        let by = os::now().after(span);
        let transport = &mut self.0.transport;
        for words in commands {
            transport.push(Due::Wanted, |request| pack(request, words));
        }
        let finished = transport.finish(&mut Exchange::of(commands.len(), by));
        let replies = transport.take_arrived();
        finished.map_err(|error| {
            let cause = in_time(error, "no answer", span);
            Unavailable::unanswered(&self.name(), cause)
        })?;
        Ok(replies)
    }

    /// As [`Self::ask`], for one command.
    pub(super) fn ask_one(&mut self, words: &[&[u8]]) -> Result<Reply, Unavailable> {
        let replies = self.ask(&[words.to_vec()])?;
        Ok(replies.into_iter().next().unwrap_or(Reply::Other))
    }

    /// Returns the server by its name in error messages.
    pub(super) fn name(&self) -> String {
        self.0.endpoint.to_string()
    }

    pub(super) fn server(&self) -> &Server {
        &self.0.endpoint.server
    }

    pub(super) fn access(&self) -> &Access {
        &self.server().access
    }

    pub(super) fn encryption(&self) -> Option<Encryption> {
        self.0.transport.encryption()
    }

    /// Returns the words of an error as a row may show them, or `None` if the reply is no error.
    pub(super) fn refused(&self, reply: &Reply) -> Option<String> {
        let words = reply.error_words()?;
        Some(printable(self.access().hide(&words).as_bytes()))
    }

    /// Returns the sentence about an error, in which a missing key pattern is that of the prefix.
    pub(super) fn sentence(&self, words: &str, lock_prefix: &[u8]) -> String {
        let error = Unavailable::error_reply(&self.name(), words);
        let shown = self.access().hide(words);
        error.shown_as(&shown).message(Some(lock_prefix))
    }
}
