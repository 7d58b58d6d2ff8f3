//! What a client does where the keys of its question are at two nodes, as `route::redis_store` does it.
//!
//! Driven by `client_steps` and `waiting_line`.

use std::time::Duration;

use super::request::Request;
use super::world::ModelWorld;
use crate::error::Unavailable;
use crate::store::JoinReply;

/// The pause before the same question is sent again.
const PAUSE: Duration = Duration::from_millis(10);

impl ModelWorld<'_> {
    /// Returns what the answer to `request` means for the question that it belongs to, or `None` if the
    /// question goes on.
    pub(super) fn answer_to_all(
        &mut self,
        id: usize,
        request: Request,
        answer: JoinReply,
    ) -> Option<JoinReply> {
        let bugs = self.protocol.bugs;
        let is_split =
            matches!(&answer, JoinReply::Unknown(unknown) if unknown.slot_trouble().is_some());
        let is_granted = matches!(answer, JoinReply::Granted(_));
        let next = match request {
            Request::Take { .. } if matches!(answer, JoinReply::Refused) && !bugs.believes_take => {
                let split = "TRYAGAIN Multiple keys request during rehashing of slot";
                let split = Unavailable::error_reply(&"model", split);
                return Some(JoinReply::Unknown(split));
            }
            Request::Leave { .. } if bugs.frees_before_leaving => {
                return Some(JoinReply::Granted(None));
            }
            Request::Leave { token } => Request::Free { token },
            Request::Free { token } if bugs.frees_before_leaving && is_granted => {
                Request::Leave { token }
            }
            Request::Free { .. } => {
                let Some(was_sent) = self.clients[id].unsure_of_leave.take() else {
                    return Some(answer);
                };
                self.unanswered(id, was_sent);
                return None;
            }
            _ if !is_split => return Some(answer),
            Request::Release { token }
                if bugs.frees_before_leaving || bugs.frees_without_leaving =>
            {
                Request::Free { token }
            }
            Request::Release { token } => Request::Leave { token },
            Request::Acquire { fencing: true, .. } | Request::Join { fencing: true, .. } => {
                let next = self.now().after(PAUSE);
                if next >= self.clients[id].by {
                    return Some(answer);
                }
                self.clients[id].again = Some(request);
                self.set_timer(id, next);
                return None;
            }
            Request::Acquire { token, lease, .. } | Request::Join { token, lease, .. } => {
                Request::Take { token, lease }
            }
            _ => return Some(answer),
        };
        self.ask(id, next, self.clients[id].by);
        None
    }

    /// Returns whether a question goes on although its request, which was in flight, has failed. A lock is
    /// freed even if nobody knows whether its token has left the queue.
    pub(super) fn goes_on_without(
        &mut self,
        id: usize,
        request: Option<Request>,
        was_sent: bool,
    ) -> bool {
        let by = self.clients[id].by;
        match request {
            Some(Request::Leave { token }) if self.now() < by => {
                self.clients[id].unsure_of_leave = Some(was_sent);
                self.ask(id, Request::Free { token }, by);
                true
            }
            _ => false,
        }
    }
}
