//! The waiters of one thread that wait for the same lock, in the order of their tickets.
//!
//! The server wakes the first two of a queue, so only the first waiter of a line sleeps in Redis, over a connection of its
//! own. The others keep their own tokens and tickets, ask again with each slice over the connection of all, and sleep at
//! a bell. Where a wait ends, or the first one gets a later place, the bell of the one that is the first now rings, and
//! from then on that one sleeps in Redis. There are lines only where sleeps suspend fibers, because a process that sleeps
//! has one waiter. This file asks no server. `in_order` has its waits go through it, and `keeper` makes one value for
//! each PHP thread. `proof/model` goes through the same lines step by step.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::os::fd::RawFd;
use std::rc::Rc;
use std::time::Duration;

use crate::clock::{Bell, Clock, Moment, PerProcess, nanos};
use crate::error::Error;
use crate::store::{SleepEnd, Ticket, Wake};

/// The lines of one thread.
#[derive(Default)]
pub(crate) struct Lines(RefCell<PerProcess<AllLines>>);

/// What belongs to one process. A forked child waits in lines of its own.
#[derive(Default)]
struct AllLines {
    lines: Vec<LockLine>,
    /// The bells at which nobody sleeps.
    spare: Vec<Rc<dyn Bell>>,
    /// The number of bells that there are.
    bells: usize,
    /// When the first sleep of this process began. Each process counts from its own, so different ones ask at different
    /// moments.
    began: Option<Moment>,
}

/// A waiter, and the lock that it waits for.
#[derive(Clone, Copy)]
pub(crate) struct InLine<'a> {
    /// What no other deployment of this thread has.
    pub(crate) deployment: usize,
    pub(crate) key: &'a [u8],
    pub(crate) token: &'a [u8],
    /// The place in the server's order, which is the order of the line too. Questions that are under way together may
    /// arrive there in another order than they were asked in.
    pub(crate) ticket: Option<Ticket>,
}

struct LockLine {
    deployment: usize,
    key: Vec<u8>,
    /// The waiters, of which the first one sleeps in Redis.
    waiters: VecDeque<StandingWaiter>,
    /// Whether its first waiter may have a connection.
    is_connected: bool,
}

/// A waiter that stands in a line until its wait ends.
struct StandingWaiter {
    token: Vec<u8>,
    ticket: Option<Ticket>,
    bell: Option<Rc<dyn Bell>>,
}

/// Where a waiter of a line has to sleep.
enum Bed {
    /// In Redis, because it is the first of its line.
    Redis,
    /// The same, but too many locks have a connection for that.
    Unconnected,
    /// Behind others, at its bell, if there is one for it. The bell itself stays in the line, because a fatal error lets
    /// no fiber go on that sleeps at a bell.
    Behind(Option<RawFd>),
}

/// A sleep of a waiter that does not sleep in Redis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Nap {
    pub(crate) until: Moment,
    /// The bell that ends the sleep sooner.
    pub(crate) bell: Option<RawFd>,
    /// The moment from which on the waiter asks when it wakes up. Before that it looks again where it has to sleep.
    asks_from: Moment,
}

impl Nap {
    /// Returns whether the waiter asks when it wakes up now.
    pub(crate) fn is_enough(self, now: Moment) -> bool {
        self.asks_from <= now
    }
}

impl Lines {
    /// The largest number of locks whose first waiter sleeps in Redis, because each of them has a connection.
    pub(crate) const CONNECTIONS: usize = 64;
    /// The largest number of bells. A loop that calls select(2) can watch descriptors below 1,024 only, and it watches
    /// those of the application too.
    const BELLS: usize = 256;
    /// The interval at which a waiter looks that nothing would wake. A wake-up may lie unread for 200 ms
    /// (`protocol/mutex/queue.lua`), so a first waiter without a connection asks within that time.
    const LOOK: Duration = Duration::from_millis(100);
    /// Naps that may end a little sooner end together, once in this span, because a turn of a loop costs as much as a
    /// question, and more with every descriptor that it watches. Those that end together have begun within the span, one
    /// after the other, so their questions keep the loop for no longer than that.
    const TOGETHER: Duration = Duration::from_millis(50);
    /// A shorter nap ends in time, because it would lose more than half.
    const SHORT: Duration = Duration::from_millis(100);

    /// Sleeps until the waiter is woken or the sleep ends, as `in_redis` does, which is called for the first waiter of
    /// its line alone, or where nothing can be suspended.
    ///
    /// # Errors
    /// Those of `in_redis`, and what ended a sleep of `clock`.
    pub(super) fn wait(
        &self,
        waiter: InLine,
        end: SleepEnd,
        clock: &dyn Clock,
        in_redis: impl FnOnce() -> Result<Wake, Error>,
    ) -> Result<Wake, Error> {
        if !clock.may_suspend() {
            return in_redis();
        }
        while let Some(nap) = self.nap(waiter, end, clock) {
            match clock.suspend(nap.until, nap.bell) {
                // A process that sleeps is not woken by its own code.
                None => break,
                Some(Err(error)) => return Err(error),
                Some(Ok(_)) if nap.is_enough(clock.now()) => return Ok(Wake::SliceOver),
                Some(Ok(_)) => {}
            }
        }
        in_redis()
    }

    /// Returns the sleep that comes next for a waiter whose sleep has this end. `None`: it sleeps in Redis.
    pub(crate) fn nap(&self, waiter: InLine, end: SleepEnd, clock: &dyn Clock) -> Option<Nap> {
        let now = clock.now();
        let look = now.after(Self::LOOK);
        let bed = self.stand(waiter, clock);
        let mut all = self.0.borrow_mut();
        let all = all.of(clock.generation());
        let until = match end {
            SleepEnd::About(moment) => all.together(moment, now),
            SleepEnd::At(moment) => moment,
        };
        let (nap_ends, bell, asks_from) = match bed {
            Bed::Redis => return None,
            // The server may have handed the lock over meanwhile, so it is asked.
            Bed::Unconnected => (look.min(until), None, Moment::PAST),
            Bed::Behind(None) => (all.together(look, now).min(until), None, until),
            Bed::Behind(bell) => (until, bell, until),
        };
        Some(Nap {
            until: nap_ends,
            bell,
            asks_from,
        })
    }

    /// Ends the wait of a waiter, whose place the next one in the line gets.
    pub(crate) fn leave(&self, waiter: InLine, clock: &dyn Clock) {
        let mut all = self.0.borrow_mut();
        if let Some(bell) = all.of(clock.generation()).leave(waiter) {
            bell.ring();
        }
    }

    /// Forgets all lines, because the request is over. A fatal error leaves waiters in them.
    pub(crate) fn end_request(&self) {
        drop(self.0.take());
    }

    /// Returns where a waiter has to sleep, which stands in its line from now on.
    fn stand(&self, waiter: InLine, clock: &dyn Clock) -> Bed {
        let mut all = self.0.borrow_mut();
        all.of(clock.generation()).stand(waiter, clock)
    }
}

impl AllLines {
    /// Returns the number of the line in which a waiter stands, or has to stand.
    fn find(&self, waiter: InLine) -> Option<usize> {
        let is_it =
            |line: &LockLine| line.deployment == waiter.deployment && line.key == waiter.key;
        self.lines.iter().position(is_it)
    }

    /// Returns the moment at which a nap ends together with others, `end` or a little before.
    fn together(&mut self, end: Moment, now: Moment) -> Moment {
        let began = *self.began.get_or_insert(now);
        if end.until(now) < Lines::SHORT {
            return end;
        }
        let sooner = nanos(end.until(began)) % nanos(Lines::TOGETHER);
        Moment::from_nanos(end.as_nanos() - sooner)
    }

    fn stand(&mut self, waiter: InLine, clock: &dyn Clock) -> Bed {
        let connected = self.lines.iter().filter(|line| line.is_connected).count();
        let at = self.find(waiter).unwrap_or(self.lines.len());
        if at == self.lines.len() {
            self.lines.push(LockLine::new(waiter));
        }
        let Some(line) = self.lines.get_mut(at) else {
            return Bed::Behind(None);
        };
        let was_first = line.place(waiter.token) == Some(0);
        let place = line.stand(waiter);
        // A waiter that was the first has gone back: nobody else tells the one that is the first now.
        if was_first
            && place > 0
            && let Some(bell) = line.waiters.front().and_then(|it| it.bell.as_ref())
        {
            bell.ring();
        }
        let Some(standing) = line.waiters.get_mut(place) else {
            return Bed::Behind(None);
        };
        if place == 0 {
            self.spare.extend(standing.bell.take());
            line.is_connected |= connected < Lines::CONNECTIONS;
            return if line.is_connected {
                Bed::Redis
            } else {
                Bed::Unconnected
            };
        }
        if standing.bell.is_none() {
            standing.bell = self.spare.pop();
        }
        if standing.bell.is_none() && self.bells < Lines::BELLS {
            standing.bell = clock.bell();
            self.bells += usize::from(standing.bell.is_some());
        }
        // The bell may still ring for a waiter that had it before.
        if let Some(bell) = &standing.bell {
            bell.silence();
        }
        Bed::Behind(standing.bell.as_ref().map(|bell| bell.socket()))
    }

    /// Takes a waiter out, and returns the bell that is to ring.
    fn leave(&mut self, waiter: InLine) -> Option<Rc<dyn Bell>> {
        let at = self.find(waiter)?;
        let line = self.lines.get_mut(at)?;
        let place = line.place(waiter.token)?;
        self.spare.extend(line.waiters.remove(place)?.bell);
        let Some(first) = line.waiters.front() else {
            self.lines.swap_remove(at);
            return None;
        };
        first.bell.clone().filter(|_| place == 0)
    }
}

impl LockLine {
    fn new(waiter: InLine) -> Self {
        Self {
            deployment: waiter.deployment,
            key: waiter.key.to_vec(),
            waiters: VecDeque::new(),
            is_connected: false,
        }
    }

    fn place(&self, token: &[u8]) -> Option<usize> {
        self.waiters.iter().position(|it| it.token == token)
    }

    /// Returns the place of a waiter, which is behind all smaller tickets.
    fn stand(&mut self, waiter: InLine) -> usize {
        let InLine { token, ticket, .. } = waiter;
        let stood = self.place(token);
        let has_ticket = |it: &StandingWaiter| it.ticket == ticket;
        if let Some(place) = stood
            && self.waiters.get(place).is_some_and(has_ticket)
        {
            return place;
        }
        let bell = stood.and_then(|place| self.waiters.remove(place)?.bell);
        let goes_before = |it: &StandingWaiter| match (it.ticket, ticket) {
            (Some(one), Some(other)) => one <= other,
            (_, None) => true,
            (None, Some(_)) => false,
        };
        let place = self.waiters.partition_point(goes_before);
        let token = token.to_vec();
        let standing = StandingWaiter {
            token,
            ticket,
            bell,
        };
        self.waiters.insert(place, standing);
        place
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io;

    use super::*;
    use crate::sync::JoinHandle;
    use crate::token::Maker;

    /// What happens while a waiter sleeps: other waiters come and go.
    type Meanwhile = Box<dyn FnOnce() -> Option<Result<bool, Error>>>;

    /// A clock whose sleeps a test plays, each time with the next piece of what happens meanwhile.
    #[derive(Default)]
    struct PlayedClock {
        now: Cell<u64>,
        sleeps: RefCell<VecDeque<Meanwhile>>,
        /// How each sleep was asked for: until when, and at which bell.
        asked: RefCell<Vec<(u64, Option<RawFd>)>>,
        bells: RefCell<Vec<Rc<CountedBell>>>,
        is_forked: Cell<bool>,
    }

    #[derive(Default)]
    struct CountedBell {
        number: RawFd,
        rings: Cell<bool>,
    }

    impl Bell for CountedBell {
        fn socket(&self) -> RawFd {
            self.number
        }

        fn ring(&self) {
            self.rings.set(true);
        }

        fn silence(&self) {
            self.rings.set(false);
        }
    }

    impl PlayedClock {
        fn plays(&self, meanwhile: impl FnOnce() -> Option<Result<bool, Error>> + 'static) {
            self.sleeps.borrow_mut().push_back(Box::new(meanwhile));
        }

        fn at(millis: u64) -> Moment {
            Moment::from_nanos(millis * 1_000_000)
        }

        fn rings(&self, bell: usize) -> bool {
            self.bells.borrow()[bell].rings.get()
        }
    }

    impl Clock for PlayedClock {
        fn now(&self) -> Moment {
            Self::at(self.now.get())
        }

        fn generation(&self) -> u64 {
            u64::from(self.is_forked.get())
        }

        fn maker(&self) -> Maker {
            Maker::new(b"played", 1)
        }

        fn sleep(&self, _: Moment, _: Option<RawFd>) -> Result<bool, Error> {
            panic!("the process would sleep");
        }

        fn may_suspend(&self) -> bool {
            true
        }

        fn suspend(&self, until: Moment, bell: Option<RawFd>) -> Option<Result<bool, Error>> {
            let asked = (until.as_nanos() / 1_000_000, bell);
            self.asked.borrow_mut().push(asked);
            let meanwhile = self.sleeps.borrow_mut().pop_front();
            if let Some(meanwhile) = meanwhile {
                return meanwhile();
            }
            self.now.set(self.now.get().max(asked.0));
            Some(Ok(false))
        }

        fn bell(&self) -> Option<Rc<dyn Bell>> {
            let mut bells = self.bells.borrow_mut();
            let number = RawFd::try_from(bells.len()).unwrap();
            let rings = Cell::new(false);
            let bell = Rc::new(CountedBell { number, rings });
            bells.push(Rc::clone(&bell));
            Some(bell)
        }

        fn spawn(&self, _: Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    /// Returns values that live on, because what happens in a sleep of the clock uses the clock.
    fn scene() -> (&'static Lines, &'static PlayedClock) {
        (Box::leak(Box::default()), Box::leak(Box::default()))
    }

    fn waiter(token: &[u8]) -> InLine<'_> {
        InLine {
            deployment: 1,
            key: b"key",
            token,
            ticket: None,
        }
    }

    /// Lets a waiter wait for a second, and returns how it woke up, and whether it has slept in Redis.
    fn wait(lines: &Lines, clock: &PlayedClock, waiter: InLine) -> (Result<Wake, Error>, bool) {
        let slept_there = Cell::new(false);
        let until = clock.now().after(Duration::from_secs(1));
        let woken = lines.wait(waiter, SleepEnd::About(until), clock, || {
            slept_there.set(true);
            Ok(Wake::HandedOver)
        });
        (woken, slept_there.get())
    }

    fn is_in_redis(lines: &Lines, clock: &PlayedClock, waiter: InLine) -> bool {
        wait(lines, clock, waiter).1
    }

    #[test]
    fn only_the_first_sleeps_in_redis_and_the_next_one_follows_it() {
        let (lines, clock) = scene();
        assert!(is_in_redis(lines, clock, waiter(b"a")));
        // Nobody rings, so the slice of the second one is over.
        let (woken, slept_there) = wait(lines, clock, waiter(b"b"));
        assert!(matches!(woken, Ok(Wake::SliceOver)) && !slept_there);
        assert_eq!(*clock.asked.borrow(), [(1000, Some(0))]);
        // The first one waits on, slice after slice.
        assert!(is_in_redis(lines, clock, waiter(b"a")));
        clock.plays(move || {
            lines.leave(waiter(b"a"), clock);
            Some(Ok(clock.rings(0)))
        });
        let (woken, slept_there) = wait(lines, clock, waiter(b"b"));
        assert!(matches!(woken, Ok(Wake::HandedOver)) && slept_there);
        lines.leave(waiter(b"b"), clock);
        assert!(lines.0.borrow().of_any().lines.is_empty());
        assert_eq!(clock.bells.borrow().len(), 1);
    }

    #[test]
    fn a_waiter_that_leaves_from_the_middle_wakes_nobody() {
        let (lines, clock) = scene();
        for token in [b"a", b"b", b"c"] {
            wait(lines, clock, waiter(token)).0.unwrap();
        }
        lines.leave(waiter(b"b"), clock);
        assert!(!clock.rings(0) && !clock.rings(1));
        lines.leave(waiter(b"a"), clock);
        assert!(!clock.rings(0) && clock.rings(1));
        // A bell that rings and is free rings no longer when another waiter gets it.
        assert!(is_in_redis(lines, clock, waiter(b"c")));
        assert!(!is_in_redis(lines, clock, waiter(b"d")));
        assert!(!clock.rings(1));
    }

    #[test]
    fn a_line_has_the_order_of_the_tickets() {
        let (lines, clock) = scene();
        let with_ticket = |token, ticket| InLine {
            ticket: Some(Ticket(ticket)),
            ..waiter(token)
        };
        assert!(is_in_redis(lines, clock, with_ticket(b"b", 2)));
        assert!(!is_in_redis(lines, clock, with_ticket(b"d", 4)));
        assert!(!is_in_redis(lines, clock, with_ticket(b"c", 3)));
        // The question of `a` came to the server first and its answer last.
        assert!(is_in_redis(lines, clock, with_ticket(b"a", 1)));
        assert!(!is_in_redis(lines, clock, with_ticket(b"b", 2)));
        let order = || {
            let all = lines.0.borrow();
            let line = &all.of_any().lines[0].waiters;
            line.iter().map(|it| it.token[0]).collect::<Vec<_>>()
        };
        assert_eq!(order(), b"abcd");
        // Where the gate of a quorum changes, a waiter may get a later place. The one that is the first now follows at once.
        assert!(!clock.rings(2));
        assert!(!is_in_redis(lines, clock, with_ticket(b"a", 5)));
        assert_eq!(order(), b"bcda");
        assert!(clock.rings(2));
        assert!(is_in_redis(lines, clock, with_ticket(b"b", 2)));
        lines.leave(with_ticket(b"b", 2), clock);
        assert!(is_in_redis(lines, clock, with_ticket(b"c", 3)));
    }

    #[test]
    fn a_bell_that_rings_when_the_time_is_over_lets_the_waiter_ask_as_ever() {
        let (lines, clock) = scene();
        wait(lines, clock, waiter(b"a")).0.unwrap();
        clock.plays(move || {
            lines.leave(waiter(b"a"), clock);
            clock.now.set(1000);
            Some(Ok(true))
        });
        let (woken, slept_there) = wait(lines, clock, waiter(b"b"));
        assert!(matches!(woken, Ok(Wake::SliceOver)) && !slept_there);
        assert!(is_in_redis(lines, clock, waiter(b"b")));
    }

    #[test]
    fn naps_end_together_where_nothing_happens_then() {
        let (lines, clock) = scene();
        clock.now.set(7);
        wait(lines, clock, waiter(b"a")).0.unwrap();
        let nap = |from, end: fn(Moment) -> SleepEnd, until| {
            clock.now.set(from);
            let nap = lines.nap(waiter(b"b"), end(PlayedClock::at(until)), clock);
            let nap = nap.unwrap();
            assert!(nap.is_enough(nap.until));
            nap.until.as_nanos() / 1_000_000
        };
        let about = |from, until| nap(from, SleepEnd::About, until);
        // The first sleep of all began at 7.
        let ends = [about(7, 1007), about(9, 1009), about(56, 1056)];
        assert_eq!(ends, [1007; 3]);
        assert_eq!([about(57, 1057), about(99, 1099)], [1057; 2]);
        // A short sleep would lose much, and the end of a lease or of the wait is not sooner than it is.
        assert_eq!([about(30, 129), about(30, 130)], [129, 107]);
        assert_eq!(nap(9, SleepEnd::At, 1009), 1009);
    }

    #[test]
    fn a_waiter_that_cannot_be_suspended_sleeps_in_redis() {
        let (lines, clock) = scene();
        wait(lines, clock, waiter(b"a")).0.unwrap();
        clock.plays(|| None);
        assert!(is_in_redis(lines, clock, waiter(b"b")));
        clock.plays(|| Some(Err(Error::Interrupted)));
        let (woken, slept_there) = wait(lines, clock, waiter(b"b"));
        assert!(matches!(woken, Err(Error::Interrupted)) && !slept_there);
    }

    #[test]
    fn locks_beyond_so_many_are_looked_at_without_a_connection() {
        let (lines, clock) = scene();
        let keys: Vec<_> = (0..=Lines::CONNECTIONS).map(|it| it.to_string()).collect();
        let waiter_of = |at: usize| InLine {
            deployment: 1,
            key: keys[at].as_bytes(),
            token: b"a",
            ticket: None,
        };
        for at in 0..Lines::CONNECTIONS {
            assert!(is_in_redis(lines, clock, waiter_of(at)));
        }
        let last = waiter_of(Lines::CONNECTIONS);
        let (woken, slept_there) = wait(lines, clock, last);
        assert!(matches!(woken, Ok(Wake::SliceOver)) && !slept_there);
        assert_eq!(*clock.asked.borrow(), [(100, None)]);
        lines.leave(waiter_of(7), clock);
        assert!(is_in_redis(lines, clock, last));
    }

    #[test]
    fn waiters_beyond_so_many_look_for_a_bell_or_for_their_turn() {
        let (lines, clock) = scene();
        let tokens = (0..Lines::BELLS + 2).map(|it| it.to_string());
        let tokens: &[_] = Vec::leak(tokens.collect());
        let (last, others) = tokens.split_last().unwrap();
        let last = waiter(last.as_bytes());
        for token in others {
            wait(lines, clock, waiter(token.as_bytes())).0.unwrap();
        }
        clock.asked.take();
        let (began, first) = (clock.now.get(), waiter(tokens[0].as_bytes()));
        clock.plays(move || {
            clock.now.set(began + 100);
            lines.leave(first, clock);
            // The first bell rings for the second waiter, which gives it back when it sleeps in Redis.
            let second = waiter(tokens[1].as_bytes());
            assert!(is_in_redis(lines, clock, second));
            Some(Ok(false))
        });
        let (woken, slept_there) = wait(lines, clock, last);
        assert!(matches!(woken, Ok(Wake::SliceOver)) && !slept_there);
        let asked = [(began + 100, None), (began + 1000, Some(0))];
        assert_eq!(*clock.asked.borrow(), asked);
        assert_eq!(clock.bells.borrow().len(), Lines::BELLS);
    }

    #[test]
    fn a_child_waits_in_lines_of_its_own() {
        let (lines, clock) = scene();
        for token in [b"a", b"b"] {
            wait(lines, clock, waiter(token)).0.unwrap();
        }
        clock.is_forked.set(true);
        lines.leave(waiter(b"a"), clock);
        assert!(!clock.rings(0));
        assert!(is_in_redis(lines, clock, waiter(b"c")));
    }

    #[test]
    fn other_keys_and_other_deployments_have_lines_of_their_own() {
        let (lines, clock) = scene();
        for (deployment, key) in [(1, b"a"), (1, b"b"), (2, b"a")] {
            let token = b"token";
            let waiter = InLine {
                deployment,
                key,
                token,
                ticket: None,
            };
            assert!(is_in_redis(lines, clock, waiter));
        }
    }
}
