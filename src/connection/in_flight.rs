//! The replies that a connection still has to receive: one entry for each command that was sent, in the order in
//! which the server replies.
//!
//! Every reply is read, also one that nobody waits for, because the replies behind it could not be matched
//! otherwise. The queue moves no bytes and knows no command. `transport` owns it.

use std::collections::VecDeque;
use std::mem;
use std::rc::Rc;

use crate::protocol::Reply;

/// The receiver of a reply that nobody waits for. A note outlives the question that sent the command, and uses no
/// connection when it hears of the reply.
pub(crate) trait Note {
    /// Hears of the reply, which has come in front of a later one. `None` means that the connection ended before
    /// the reply, so nobody knows whether the command was executed.
    fn came(&self, reply: Option<Reply>);
}

/// What is done with a reply when it has come.
pub(crate) enum Due {
    /// The question in progress takes the reply, for which it waits.
    Wanted,
    /// The note takes the reply, and nobody waits for it.
    #[cfg_attr(
        not(test),
        expect(
            dead_code,
            reason = "for releases that nobody waits for, which come next"
        )
    )]
    Noted(Rc<dyn Note>),
    /// Nobody takes the reply, which is read and dropped.
    Dropped,
}

/// The replies that are still to come, and the wanted replies that nobody has taken yet.
#[derive(Default)]
pub(super) struct InFlight {
    due: VecDeque<Due>,
    arrived: Vec<Reply>,
}

impl InFlight {
    pub(super) fn is_empty(&self) -> bool {
        self.due.is_empty()
    }

    pub(super) fn push(&mut self, due: Due) {
        self.due.push_back(due);
    }

    /// Gives the next reply to its receiver.
    pub(super) fn came(&mut self, reply: Reply) {
        match self.due.pop_front() {
            Some(Due::Wanted) => self.arrived.push(reply),
            Some(Due::Noted(note)) => note.came(Some(reply)),
            Some(Due::Dropped) | None => {}
        }
    }

    /// Returns the number of wanted replies that have come and were not taken.
    pub(super) fn arrived(&self) -> usize {
        self.arrived.len()
    }

    /// Takes the last of the wanted replies that have come.
    pub(super) fn take_one(&mut self) -> Option<Reply> {
        self.arrived.pop()
    }

    /// Takes all wanted replies that have come, in the order of their commands.
    pub(super) fn take(&mut self) -> Vec<Reply> {
        mem::take(&mut self.arrived)
    }

    /// Ends the question, so the replies that it wanted and that are still to come will be dropped.
    pub(super) fn leave(&mut self) {
        self.arrived.clear();
        for due in &mut self.due {
            if matches!(due, Due::Wanted) {
                *due = Due::Dropped;
            }
        }
    }

    /// Drops the wanted replies that have come, because nobody knows which commands they answer.
    pub(super) fn distrust(&mut self) {
        self.arrived.clear();
    }
}

/// Notes the end of the connection. A forked child drops its parent's connections too, so a note has to know whose
/// it is.
impl Drop for InFlight {
    fn drop(&mut self) {
        for due in self.due.drain(..) {
            if let Due::Noted(note) = due {
                note.came(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[derive(Default)]
    struct Heard(RefCell<Vec<Option<Reply>>>);

    impl Note for Heard {
        fn came(&self, reply: Option<Reply>) {
            self.0.borrow_mut().push(reply);
        }
    }

    #[test]
    fn each_reply_goes_where_its_command_was_to_send_it() {
        let heard = Rc::new(Heard::default());
        let mut in_flight = InFlight::default();
        in_flight.push(Due::Dropped);
        in_flight.push(Due::Wanted);
        in_flight.push(Due::Noted(heard.clone()));
        in_flight.push(Due::Wanted);
        for number in 1..=4 {
            assert!(!in_flight.is_empty());
            in_flight.came(Reply::Int(number));
        }
        assert!(in_flight.is_empty());
        assert_eq!(in_flight.take(), [Reply::Int(2), Reply::Int(4)]);
        assert_eq!(*heard.0.borrow(), [Some(Reply::Int(3))]);
    }

    #[test]
    fn a_question_that_is_over_takes_no_reply_of_the_next_one() {
        let mut in_flight = InFlight::default();
        in_flight.push(Due::Wanted);
        in_flight.push(Due::Wanted);
        in_flight.came(Reply::Int(1));
        in_flight.leave();
        in_flight.push(Due::Wanted);
        in_flight.came(Reply::Int(2));
        assert_eq!(in_flight.arrived(), 0);
        in_flight.came(Reply::Int(3));
        assert_eq!(in_flight.take_one(), Some(Reply::Int(3)));
    }

    #[test]
    fn the_end_of_a_connection_is_noted_and_no_question_ends_a_note() {
        let heard = Rc::new(Heard::default());
        let mut in_flight = InFlight::default();
        in_flight.push(Due::Noted(heard.clone()));
        in_flight.push(Due::Noted(heard.clone()));
        in_flight.leave();
        in_flight.came(Reply::Okay);
        assert_eq!(*heard.0.borrow(), [Some(Reply::Okay)]);
        drop(in_flight);
        assert_eq!(*heard.0.borrow(), [Some(Reply::Okay), None]);
    }
}
