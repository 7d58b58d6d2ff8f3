//! The end of the line between a client and the world: what the client says to the world, and the baton.
//!
//! A client is a thread that runs the product's blocking code. Exactly one thread has the baton, and gives it back
//! wherever it would block, so a run follows from its seed alone. Time passes only while the world has the baton.
//! `peers` and `people` speak over a line, and `world` is at the other end.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use crate::clock::{Clock, Moment};
use crate::error::Error;
use crate::lock::Lease;
use crate::proof::fake::FakeClock;
use crate::protocol::Reply;
use crate::protocol::mutex::among::Ask;
use crate::sync::JoinHandle;
use crate::token::Maker;

/// The key of every run.
pub(super) const KEY: &[u8] = b"lock:quorum";

/// A connection: the number of its client, and its own.
pub(super) type LinkId = (usize, u64);

/// What travels to a server.
#[derive(Debug, Clone)]
pub(super) enum Parcel {
    /// The greeting, which has these connections killed.
    Open {
        kill: Vec<LinkId>,
    },
    Ask {
        token: Vec<u8>,
        lease: Duration,
        fencing: bool,
        ask: Ask,
        /// Whether a script goes with its text.
        is_whole: bool,
    },
    Sleep {
        token: Vec<u8>,
        span: Duration,
    },
}

/// What arrives at a client.
#[derive(Debug, Clone)]
pub(super) enum Arrival {
    Opened,
    Refused,
    Reply(Reply),
    /// The connection has ended.
    Broken,
}

/// What a client does in the eyes of the judge.
#[derive(Debug, Clone)]
pub(super) enum Deed {
    Begins {
        token: Vec<u8>,
        timeout: Duration,
        retry_for: Duration,
    },
    Granted {
        token: Vec<u8>,
        lease: Lease,
        valid_until: Moment,
        waited: bool,
    },
    Refused,
    /// The error's text.
    Fails(String),
    /// The lease lives until then.
    Lives(Moment),
    /// The client relies on its lease no longer.
    LetsGo,
    /// The vote on its release, and whether the lease was valid when that began.
    Released {
        vote: Option<bool>,
        was_valid: bool,
    },
}

/// What a client says to the world.
pub(super) enum Message {
    /// A connection to the server of this number, which begins with this parcel.
    Connects(LinkId, usize, Parcel),
    Sends(LinkId, Parcel),
    /// The client has closed its end.
    Closes(LinkId),
    Does(Deed),
    /// The client rests until this moment, or until something arrives if it `hears`.
    Rests {
        until: Moment,
        hears: bool,
    },
    /// Ends the rest of another client now.
    Wakes(usize),
    /// The client was asked to stop.
    Stops,
    /// The thread is over. The text is that of a panic.
    Ends(Option<String>),
}

/// What a client gets with the baton.
pub(super) struct Baton {
    pub(super) arrivals: Vec<(LinkId, Arrival)>,
    pub(super) is_killed: bool,
    /// Whether the client stops before it sends something next.
    pub(super) stops: bool,
}

/// Unwinds the thread of a client that was killed.
pub(super) struct Killed;

pub(super) struct ClientLine {
    pub(super) client: usize,
    clock: &'static FakeClock,
    messages: Sender<(usize, Message)>,
    batons: Receiver<Baton>,
    arrivals: RefCell<VecDeque<(LinkId, Arrival)>>,
    links: Cell<u64>,
    stops: Cell<bool>,
}

impl ClientLine {
    pub(super) fn new(
        client: usize,
        clock: &'static FakeClock,
        messages: Sender<(usize, Message)>,
        batons: Receiver<Baton>,
    ) -> Self {
        Self {
            client,
            clock,
            messages,
            batons,
            arrivals: RefCell::default(),
            links: Cell::new(0),
            stops: Cell::new(false),
        }
    }

    pub(super) fn now(&self) -> Moment {
        self.clock.now()
    }

    pub(super) fn say(&self, message: Message) {
        self.messages.send((self.client, message)).unwrap();
    }

    pub(super) fn does(&self, deed: Deed) {
        self.say(Message::Does(deed));
    }

    /// Returns the number of a new connection.
    pub(super) fn new_link(&self) -> LinkId {
        self.links.set(self.links.get() + 1);
        (self.client, self.links.get())
    }

    /// Takes the baton, which the world gives when the client goes on.
    pub(super) fn take_baton(&self) {
        let Ok(baton) = self.batons.recv() else {
            std::panic::resume_unwind(Box::new(Killed));
        };
        if baton.is_killed {
            std::panic::resume_unwind(Box::new(Killed));
        }
        self.arrivals.borrow_mut().extend(baton.arrivals);
        self.stops.set(baton.stops);
    }

    /// Rests until `until`, or until something arrives if the client `hears`.
    pub(super) fn rest(&self, until: Moment, hears: bool) {
        self.say(Message::Rests { until, hears });
        self.take_baton();
    }

    /// Lets the process be stopped here, if it was asked to, between its look at the clock and what follows.
    pub(super) fn breathe(&self) {
        if self.stops.take() {
            self.say(Message::Stops);
            self.take_baton();
        }
    }

    /// Takes what has arrived out.
    pub(super) fn arrivals(&self) -> Vec<(LinkId, Arrival)> {
        self.arrivals.borrow_mut().drain(..).collect()
    }
}

/// The clock of a client, whose sleeps give the baton back.
pub(super) struct LineClock(pub(super) Rc<ClientLine>);

impl Clock for LineClock {
    fn now(&self) -> Moment {
        self.0.now()
    }

    fn generation(&self) -> u64 {
        0
    }

    fn maker(&self) -> Maker {
        Maker::new(b"line", 1)
    }

    fn sleep(&self, until: Moment, _: Option<RawFd>) -> Result<bool, Error> {
        self.0.rest(until, false);
        Ok(false)
    }

    fn spawn(&self, _: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
