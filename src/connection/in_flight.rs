//! The replies that a connection still has to receive: one entry for each command that was sent, in the order in
//! which the server replies. A lone command whose reply its exchange receives at once has no entry.
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
    /// Returns whether the note's command can have this reply.
    fn fits(&self, reply: &Reply) -> bool;

    /// Hears of the reply, or of `None` if the connection ended before anybody knew which reply it was. Then nobody
    /// knows whether the command was executed.
    fn came(&self, reply: Option<Reply>);

    /// Hears that another question uses the connection, and may be suspended. So the next question may go over another
    /// connection, and overtake this note's command.
    fn parted(&self) {}

    /// Hears that the command was not sent, because nobody waits for the connection to be opened.
    fn unsent(&self) {}
}

/// What is done with a reply when it has come.
pub(crate) enum Due {
    /// The question in progress takes the reply, for which it waits.
    Wanted,
    /// The same, but the note takes the reply if it comes when that question is over.
    WantedOrNoted(Rc<dyn Note>),
    /// The note takes the reply, and nobody waits for it.
    Noted(Rc<dyn Note>),
    /// Nobody takes the reply, which is read and dropped.
    Dropped,
}

/// The replies that are still to come, and the replies that nobody has taken yet.
#[derive(Default)]
pub(super) struct InFlight {
    due: VecDeque<Due>,
    /// Each with the note that takes it if the question is over before it takes the reply itself.
    arrived: Vec<(Reply, Option<Rc<dyn Note>>)>,
    /// The replies that notes will hear of as soon as no reply is due. Before that a lost command would let each
    /// note hear of the reply behind its own.
    noted: Vec<(Rc<dyn Note>, Reply)>,
    /// The number of replies that have come.
    replies: u64,
}

impl InFlight {
    pub(super) fn is_empty(&self) -> bool {
        self.due.is_empty()
    }

    pub(super) fn replies(&self) -> u64 {
        self.replies
    }

    /// Returns whether a note has still to hear of its reply.
    pub(super) fn owes_a_note(&self) -> bool {
        !self.noted.is_empty() || self.due.iter().any(|due| matches!(due, Due::Noted(_)))
    }

    /// Lets the notes hear that the connection goes to a question that may be suspended.
    pub(super) fn part_notes(&self) {
        for due in &self.due {
            if let Due::Noted(note) | Due::WantedOrNoted(note) = due {
                note.parted();
            }
        }
    }

    pub(super) fn push(&mut self, due: Due) {
        self.due.push_back(due);
    }

    /// Gives the next reply to its receiver. Returns `false` if the receiver's command cannot have this reply.
    pub(super) fn came(&mut self, reply: Reply) -> bool {
        self.replies += 1;
        match self.due.pop_front() {
            Some(Due::Wanted) => self.arrived.push((reply, None)),
            Some(Due::WantedOrNoted(note)) => self.arrived.push((reply, Some(note))),
            Some(Due::Noted(note)) if note.fits(&reply) => self.noted.push((note, reply)),
            Some(noted @ Due::Noted(_)) => {
                self.due.push_front(noted);
                return false;
            }
            Some(Due::Dropped) | None => {}
        }
        self.tell_notes();
        true
    }

    /// Lets the notes hear of their replies, unless a reply is due.
    fn tell_notes(&mut self) {
        if self.due.is_empty() {
            for (note, reply) in self.noted.drain(..) {
                note.came(Some(reply));
            }
        }
    }

    /// Returns the number of wanted replies that have come and were not taken.
    pub(super) fn arrived(&self) -> usize {
        self.arrived.len()
    }

    /// Takes the last of the wanted replies that have come.
    pub(super) fn take_one(&mut self) -> Option<Reply> {
        self.arrived.pop().map(|(reply, _)| reply)
    }

    /// Takes all wanted replies that have come, in the order of their commands.
    pub(super) fn take(&mut self) -> Vec<Reply> {
        let arrived = mem::take(&mut self.arrived);
        arrived.into_iter().map(|(reply, _)| reply).collect()
    }

    /// Ends the question, so the replies that it wanted and that are still to come will be noted or dropped.
    #[inline]
    pub(super) fn leave(&mut self) {
        // Mostly the question has taken its one reply, and the connection owes nothing.
        if !(self.due.is_empty() && self.arrived.is_empty() && self.noted.is_empty()) {
            self.leave_replies();
        }
    }

    #[cold]
    fn leave_replies(&mut self) {
        for (reply, note) in self.arrived.drain(..) {
            self.noted.extend(note.map(|note| (note, reply)));
        }
        let is_wanted = |due: &&mut Due| matches!(due, Due::Wanted | Due::WantedOrNoted(_));
        for due in self.due.iter_mut().filter(is_wanted) {
            *due = match mem::replace(due, Due::Dropped) {
                Due::Wanted => Due::Dropped,
                Due::WantedOrNoted(note) => Due::Noted(note),
                due => due,
            };
        }
        self.tell_notes();
    }

    /// Drops the wanted replies that have come, because nobody knows which commands they answer.
    pub(super) fn distrust(&mut self) {
        for (_, note) in self.arrived.drain(..) {
            note.inspect(|note| note.came(None));
        }
    }
}

/// Notes the end of the connection. A forked child drops its parent's connections too, so a note has to know whose
/// it is.
impl Drop for InFlight {
    fn drop(&mut self) {
        let arrived = self.arrived.drain(..).filter_map(|(_, note)| note);
        let noted = self.noted.drain(..).map(|(note, _)| note);
        for note in arrived.chain(noted) {
            note.came(None);
        }
        for due in self.due.drain(..) {
            if let Due::Noted(note) | Due::WantedOrNoted(note) = due {
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
    struct HeardReplies(RefCell<Vec<Option<Reply>>>);

    impl Note for HeardReplies {
        fn fits(&self, reply: &Reply) -> bool {
            matches!(reply, Reply::Int(_))
        }

        fn came(&self, reply: Option<Reply>) {
            self.0.borrow_mut().push(reply);
        }
    }

    #[test]
    fn each_reply_goes_where_its_command_was_to_send_it() {
        let heard = Rc::new(HeardReplies::default());
        let mut in_flight = InFlight::default();
        in_flight.push(Due::Dropped);
        in_flight.push(Due::Wanted);
        in_flight.push(Due::Noted(heard.clone()));
        in_flight.push(Due::Wanted);
        for number in 1..=4 {
            assert!(!in_flight.is_empty());
            assert_eq!(*heard.0.borrow(), []);
            assert!(in_flight.came(Reply::Int(number)));
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
    fn a_reply_that_comes_when_its_question_is_over_is_noted_where_that_was_asked_for() {
        let heard = Rc::new(HeardReplies::default());
        let mut in_flight = InFlight::default();
        in_flight.push(Due::WantedOrNoted(heard.clone()));
        in_flight.push(Due::WantedOrNoted(heard.clone()));
        in_flight.came(Reply::Int(1));
        assert!(!in_flight.owes_a_note());
        assert_eq!(in_flight.take_one(), Some(Reply::Int(1)));
        in_flight.leave();
        assert!(in_flight.owes_a_note());
        in_flight.came(Reply::Int(2));
        assert_eq!(*heard.0.borrow(), [Some(Reply::Int(2))]);
        in_flight.push(Due::WantedOrNoted(heard.clone()));
        drop(in_flight);
        assert_eq!(*heard.0.borrow(), [Some(Reply::Int(2)), None]);
    }

    #[test]
    fn the_end_of_a_connection_is_noted_and_no_question_ends_a_note() {
        let heard = Rc::new(HeardReplies::default());
        let mut in_flight = InFlight::default();
        in_flight.push(Due::Noted(heard.clone()));
        in_flight.leave();
        assert!(in_flight.owes_a_note());
        in_flight.came(Reply::Int(1));
        assert_eq!(*heard.0.borrow(), [Some(Reply::Int(1))]);
        assert!(!in_flight.owes_a_note());
        in_flight.push(Due::Noted(heard.clone()));
        drop(in_flight);
        assert_eq!(*heard.0.borrow(), [Some(Reply::Int(1)), None]);
    }

    #[test]
    fn a_question_that_is_over_leaves_a_reply_that_came_to_its_note() {
        let heard = Rc::new(HeardReplies::default());
        let mut in_flight = InFlight::default();
        in_flight.push(Due::WantedOrNoted(heard.clone()));
        in_flight.push(Due::Wanted);
        in_flight.came(Reply::Int(1));
        in_flight.leave();
        assert_eq!(*heard.0.borrow(), []);
        in_flight.came(Reply::Int(2));
        assert_eq!(*heard.0.borrow(), [Some(Reply::Int(1))]);
        in_flight.push(Due::WantedOrNoted(heard.clone()));
        in_flight.came(Reply::Int(3));
        in_flight.leave();
        assert_eq!(heard.0.borrow().last(), Some(&Some(Reply::Int(3))));
    }

    #[test]
    fn a_note_does_not_hear_of_a_reply_while_a_command_behind_it_has_none() {
        let heard = Rc::new(HeardReplies::default());
        let mut in_flight = InFlight::default();
        in_flight.push(Due::Noted(heard.clone()));
        in_flight.push(Due::Wanted);
        // The first command was lost on the way, so this is the reply to the second one.
        in_flight.came(Reply::Int(1));
        assert!(in_flight.owes_a_note());
        assert_eq!(*heard.0.borrow(), []);
        drop(in_flight);
        assert_eq!(*heard.0.borrow(), [None]);
    }

    #[test]
    fn a_reply_that_does_not_fit_goes_to_nobody() {
        let heard = Rc::new(HeardReplies::default());
        let mut in_flight = InFlight::default();
        in_flight.push(Due::Noted(heard.clone()));
        assert!(!in_flight.came(Reply::Okay));
        assert!(in_flight.owes_a_note());
        drop(in_flight);
        assert_eq!(*heard.0.borrow(), [None]);
    }
}
