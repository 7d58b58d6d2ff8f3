//! A client's connection to one server, its opening, and the replies that are due, as `connection` has them.
//!
//! What is reused of the product: the state of a member, the owed tokens, the known scripts and their notes. The rest
//! stands here once more in few lines, because the product's connections have sockets. `peers` drives this file.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use super::line::{Arrival, ClientLine, LinkId, Message, Parcel};
use crate::clock::Moment;
use crate::protocol::Reply;
use crate::route::Note;
use crate::route::quorum::{KnownScripts, OwedTokens, VoterState};

/// What is done with a reply when it has come.
pub(super) enum WireDue {
    Wanted(Option<Rc<dyn Note>>),
    Noted(Rc<dyn Note>),
    Dropped,
}

/// An open connection.
pub(super) struct Wire {
    pub(super) id: LinkId,
    due: VecDeque<WireDue>,
    arrived: Vec<(Reply, Option<Rc<dyn Note>>)>,
    noted: Vec<(Rc<dyn Note>, Reply)>,
    unread: VecDeque<Arrival>,
    /// The number of replies that were read.
    replies: u64,
    pub(super) is_broken: bool,
    sent_ahead: Moment,
}

impl Wire {
    fn new(id: LinkId) -> Self {
        Self {
            id,
            due: VecDeque::new(),
            arrived: Vec::new(),
            noted: Vec::new(),
            unread: VecDeque::new(),
            replies: 0,
            is_broken: false,
            sent_ahead: Moment::PAST,
        }
    }

    pub(super) fn push(&mut self, due: WireDue) {
        self.due.push_back(due);
    }

    pub(super) fn is_sent_ahead(&mut self, now: Moment) {
        self.sent_ahead = now;
    }

    /// Reads what has come.
    pub(super) fn receive(&mut self) {
        while let Some(arrival) = self.unread.pop_front() {
            match arrival {
                Arrival::Reply(reply) => self.came(reply),
                _ => self.is_broken = true,
            }
        }
    }

    fn came(&mut self, reply: Reply) {
        self.replies += 1;
        match self.due.pop_front() {
            Some(WireDue::Wanted(note)) => self.arrived.push((reply, note)),
            Some(WireDue::Noted(note)) => self.noted.push((note, reply)),
            Some(WireDue::Dropped) | None => {}
        }
        self.tell_notes();
    }

    fn tell_notes(&mut self) {
        if self.due.is_empty() {
            for (note, reply) in self.noted.drain(..) {
                note.came(Some(reply));
            }
        }
    }

    pub(super) fn arrived(&self) -> usize {
        self.arrived.len()
    }

    pub(super) fn take_arrived(&mut self) -> Vec<Reply> {
        let arrived = std::mem::take(&mut self.arrived);
        arrived.into_iter().map(|(reply, _)| reply).collect()
    }

    /// Ends a question, so that the replies that it wanted are noted or dropped.
    pub(super) fn leave(&mut self) {
        for (reply, note) in self.arrived.drain(..) {
            self.noted.extend(note.map(|note| (note, reply)));
        }
        for due in &mut self.due {
            *due = match std::mem::replace(due, WireDue::Dropped) {
                WireDue::Wanted(Some(note)) => WireDue::Noted(note),
                WireDue::Wanted(None) => WireDue::Dropped,
                due => due,
            };
        }
        self.tell_notes();
    }

    fn owes_a_note(&self) -> bool {
        !self.noted.is_empty() || self.due.iter().any(|due| matches!(due, WireDue::Noted(_)))
    }

    fn is_fresh(&mut self, now: Moment) -> bool {
        if self.due.is_empty() {
            return self.unread.is_empty() && !self.is_broken;
        }
        if !self.owes_a_note() || now < self.sent_ahead.after(Duration::from_millis(1)) {
            return !self.is_broken;
        }
        self.receive();
        !self.is_broken
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        let arrived = self.arrived.drain(..).filter_map(|(_, note)| note);
        let noted = self.noted.drain(..).map(|(note, _)| note);
        for note in arrived.chain(noted) {
            note.came(None);
        }
        for due in self.due.drain(..) {
            if let WireDue::Noted(note) | WireDue::Wanted(Some(note)) = due {
                note.came(None);
            }
        }
    }
}

/// An opening, which a question may leave to the next one.
struct WireOpening {
    id: LinkId,
    kill: Vec<LinkId>,
    ends: Moment,
    /// The moment by which the question of now wants it.
    by: Moment,
    move_by: Moment,
    is_taken_up: bool,
    outcome: Option<bool>,
}

/// What one client knows of one server.
pub(super) struct Peer {
    pub(super) server: usize,
    line: Rc<ClientLine>,
    timeout: Duration,
    pub(super) state: RefCell<VoterState>,
    pub(super) owed: Rc<OwedTokens>,
    pub(super) scripts: Rc<KnownScripts>,
    wire: RefCell<Option<Wire>>,
    opening: RefCell<Option<WireOpening>>,
    abandoned: RefCell<Vec<LinkId>>,
    opened: Cell<u64>,
    /// Whether a grant has come late that a mutant counts.
    pub(super) late_grant: Rc<Cell<bool>>,
}

/// The state of a connection that a question wants.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Checked {
    Ready,
    Opens,
    Failed,
}

impl Peer {
    pub(super) fn new(server: usize, line: &Rc<ClientLine>, timeout: Duration) -> Self {
        Self {
            server,
            line: Rc::clone(line),
            timeout,
            state: RefCell::default(),
            owed: Rc::default(),
            scripts: Rc::default(),
            wire: RefCell::default(),
            opening: RefCell::default(),
            abandoned: RefCell::default(),
            opened: Cell::new(0),
            late_grant: Rc::default(),
        }
    }

    pub(super) fn opened_so_far(&self) -> u64 {
        self.opened.get()
    }

    pub(super) fn with_wire<T>(&self, work: impl FnOnce(&mut Wire) -> T) -> Option<T> {
        self.wire.borrow_mut().as_mut().map(work)
    }

    /// Takes what has arrived over this connection, if it is one of these.
    pub(super) fn arrives(&self, id: LinkId, arrival: &Arrival) {
        if let Some(wire) = self.wire.borrow_mut().as_mut().filter(|wire| wire.id == id) {
            wire.unread.push_back(arrival.clone());
        }
        if let Some(opening) = self.opening.borrow_mut().as_mut().filter(|it| it.id == id) {
            opening.outcome = Some(matches!(arrival, Arrival::Opened));
        }
    }

    /// Returns whether there is an idle connection that may be used.
    pub(super) fn is_ready(&self, now: Moment) -> bool {
        let is_good = self.abandoned.borrow().is_empty();
        let is_fresh = |wire: &mut Wire| wire.is_fresh(now);
        match self.with_wire(is_fresh) {
            None => false,
            Some(true) if is_good => true,
            Some(_) => {
                self.close();
                false
            }
        }
    }

    fn close(&self) {
        let Some(wire) = self.wire.take() else {
            return;
        };
        self.line.say(Message::Closes(wire.id));
        if !wire.due.is_empty() {
            self.abandoned.borrow_mut().push(wire.id);
        }
    }

    /// Gives the connection up, whose requests may still be executed.
    pub(super) fn abandon(&self) {
        if let Some(wire) = self.wire.take() {
            self.line.say(Message::Closes(wire.id));
            self.abandoned.borrow_mut().push(wire.id);
        }
    }

    /// As the product: gives up the idle connections and drops the openings.
    pub(super) fn abandon_idle(&self) {
        self.abandon();
        if let Some(opening) = self.opening.take() {
            self.line.say(Message::Closes(opening.id));
        }
    }

    pub(super) fn replies_so_far(&self) -> u64 {
        self.with_wire(|wire| wire.replies).unwrap_or_default()
    }

    /// Returns whether there is a connection, or one that is being opened.
    pub(super) fn is_begun(&self) -> bool {
        self.wire.borrow().is_some() || self.opening.borrow().is_some()
    }

    /// As the product: goes on with the opening between two questions. Returns whether it has moved, or an error if it
    /// has failed.
    pub(super) fn go_on_opening(&self, now: Moment) -> Result<bool, ()> {
        let is_of_use = self.wire.borrow().is_none()
            && self.opening.borrow().as_ref().map(|it| &it.kill) == Some(&*self.abandoned.borrow());
        if !is_of_use {
            if let Some(opening) = self.opening.take() {
                self.line.say(Message::Closes(opening.id));
            }
            return Ok(false);
        }
        if let Some(opening) = self.opening.borrow_mut().as_mut() {
            opening.by = now.after(self.timeout);
            opening.ends = opening.ends.max(opening.by);
            opening.move_by = opening.by;
            opening.is_taken_up = false;
        }
        match self.step(now) {
            (Checked::Ready, _) => Ok(true),
            (Checked::Opens, _) => Ok(false),
            (Checked::Failed, _) => Err(()),
        }
    }

    /// Reads what has come. Returns whether there is a connection, and the server owes no reply.
    fn catch_up(&self) -> bool {
        let read = |wire: &mut Wire| {
            if !wire.due.is_empty() {
                wire.receive();
            }
            wire.is_broken
        };
        if self.with_wire(read) == Some(true) {
            self.close();
        }
        self.with_wire(|wire| wire.due.is_empty()) == Some(true)
    }

    /// Reads what has come for which a round did not wait. Returns whether the server owes nothing more.
    pub(super) fn read_late(&self) -> bool {
        if !self.state.borrow().owes() {
            return true;
        }
        let is_settled = self.catch_up();
        if is_settled {
            self.state.borrow_mut().note_settled();
        }
        is_settled
    }

    /// Begins to use the connection for a question that waits for it until `by`.
    pub(super) fn begin(&self, now: Moment, by: Moment) -> Checked {
        if self.is_ready(now) {
            return Checked::Ready;
        }
        let kill = self.abandoned.borrow().clone();
        let mut opening = self.opening.borrow_mut();
        if let Some(left) = opening.as_mut().filter(|it| it.kill == kill) {
            left.by = by;
            left.is_taken_up = true;
            left.move_by = now.after(by.until(now) / 2);
            return Checked::Opens;
        }
        if let Some(other) = opening.take() {
            self.line.say(Message::Closes(other.id));
        }
        *opening = Some(self.opening_of(kill, now, by));
        Checked::Opens
    }

    fn opening_of(&self, kill: Vec<LinkId>, now: Moment, by: Moment) -> WireOpening {
        let id = self.line.new_link();
        let parcel = Parcel::Open { kill: kill.clone() };
        self.line.say(Message::Connects(id, self.server, parcel));
        WireOpening {
            id,
            kill,
            ends: now.after(self.timeout),
            by,
            move_by: Moment::NEVER,
            is_taken_up: false,
            outcome: None,
        }
    }

    /// Returns how far the opening is, and until when it is waited for.
    pub(super) fn step(&self, now: Moment) -> (Checked, Moment) {
        let mut place = self.opening.borrow_mut();
        let Some(opening) = place.as_mut() else {
            return (Checked::Failed, now);
        };
        let limit = opening.ends.min(opening.by).min(opening.move_by);
        match opening.outcome {
            Some(true) => {
                let WireOpening { id, kill, .. } = place.take().unwrap();
                self.abandoned
                    .borrow_mut()
                    .retain(|abandoned| !kill.contains(abandoned));
                self.opened.set(self.opened.get() + 1);
                self.wire.replace(Some(Wire::new(id)));
                (Checked::Ready, now)
            }
            None if now < limit => (Checked::Opens, limit),
            _ if opening.is_taken_up && now < opening.by => {
                self.line.say(Message::Closes(opening.id));
                let (kill, by) = (self.abandoned.borrow().clone(), opening.by);
                *place = Some(self.opening_of(kill, now, by));
                let limit = now.after(self.timeout).min(by);
                (Checked::Opens, limit)
            }
            _ => {
                self.line.say(Message::Closes(opening.id));
                *place = None;
                (Checked::Failed, now)
            }
        }
    }

    /// Sends an parcel over the open connection.
    pub(super) fn send(&self, parcel: Parcel, due: WireDue) {
        let id = self.with_wire(|wire| {
            wire.push(due);
            wire.id
        });
        if let Some(id) = id {
            self.line.say(Message::Sends(id, parcel));
        }
    }
}
