//! A question: one command, and what each reply to it means.
//!
//! A question is a value, so a list of questions is one too. It never says when or where it is asked. The files
//! beside this one make questions, and `route` asks them.

use super::call::Call;
use super::reply::Reply;

/// One command to a server whose reply means an `A`.
pub(crate) struct Question<'a, A> {
    pub(crate) call: Call<'a>,
    read: Read<A>,
}

/// Returns what a reply means, or `None` if the command cannot have such a reply, so that it is no answer.
pub(crate) type Read<A> = fn(&Reply) -> Option<A>;

impl<'a, A> Question<'a, A> {
    pub(super) fn new(call: Call<'a>, read: Read<A>) -> Self {
        Self { call, read }
    }

    /// Returns how replies are read, for a reply that comes when the question is gone.
    pub(crate) fn reader(&self) -> Read<A> {
        self.read
    }

    /// Returns what `reply` means, or `None` if this question cannot have such a reply.
    pub(crate) fn read(&self, reply: &Reply) -> Option<A> {
        (self.read)(reply)
    }
}
