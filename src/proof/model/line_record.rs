//! What the judge knows of the fibers of one process: who waits for the lock, with which tickets, and where they sleep.
//!
//! Each of these functions returns what is wrong, if anything is. Used by `judge`, `fibers`, `faults` and `world`.

use std::time::Duration;

use crate::clock::Moment;

/// The place where a waiting fiber is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SleepingPlace {
    Redis,
    Bell,
    /// It sleeps where nothing wakes it, because it can have no bell or no connection.
    Nowhere,
    /// It does not sleep.
    Awake,
}

struct FiberRecord {
    client: usize,
    ticket: i64,
    place: SleepingPlace,
    since: Moment,
}

#[derive(Default)]
pub(super) struct LineRecord {
    /// The fibers from their first sleep to the end of their wait.
    waiting: Vec<FiberRecord>,
    /// The fiber with the smallest ticket, and the moment since which it could know that.
    first: Option<(usize, Moment)>,
}

/// The time after which a fiber looks again that nothing wakes, which is less than a wake-up may lie unread.
pub(super) const LOOK: Duration = Duration::from_millis(100);
/// The time within which the next one of a line goes to sleep in Redis.
const FOLLOWS: Duration = Duration::from_millis(10);

impl LineRecord {
    /// Notes that a fiber sleeps, and checks that only the first one begins to sleep in Redis. A fiber that is no longer
    /// the first ends its sleep there, because a smaller ticket came.
    pub(super) fn lies_down(
        &mut self,
        client: usize,
        ticket: i64,
        place: SleepingPlace,
        now: Moment,
    ) -> Option<String> {
        self.waiting.retain(|it| it.client != client);
        self.waiting.push(FiberRecord {
            client,
            ticket,
            place,
            since: now,
        });
        self.look_for_first(now);
        let (first, _) = self.first?;
        let is_alone = place != SleepingPlace::Redis || first == client;
        (!is_alone).then(|| format!("client {client} sleeps in Redis behind client {first}"))
    }

    pub(super) fn gets_up(&mut self, client: usize) {
        for it in self.waiting.iter_mut().filter(|it| it.client == client) {
            it.place = SleepingPlace::Awake;
        }
    }

    /// Notes that the wait of a fiber is over.
    pub(super) fn leaves(&mut self, client: usize, now: Moment) {
        self.waiting.retain(|it| it.client != client);
        self.look_for_first(now);
    }

    /// Notes that the process did not run until now.
    pub(super) fn goes_on(&mut self, now: Moment) {
        self.first = None;
        self.look_for_first(now);
    }

    fn look_for_first(&mut self, now: Moment) {
        let first = self.waiting.iter().min_by_key(|it| it.ticket);
        let client = first.map(|it| it.client);
        if client != self.first.map(|(client, _)| client) {
            self.first = client.map(|client| (client, now));
        }
    }

    /// Returns the fiber that is the first, and has slept elsewhere than in Redis for too long.
    pub(super) fn has_missed(&self, now: Moment) -> Option<usize> {
        let (first, since) = self.first?;
        let found = self.waiting.iter().find(|it| it.client == first)?;
        let longest = match found.place {
            SleepingPlace::Bell => FOLLOWS,
            SleepingPlace::Nowhere => LOOK + FOLLOWS,
            SleepingPlace::Redis | SleepingPlace::Awake => return None,
        };
        let is_late = now > found.since.max(since).after(longest);
        is_late.then_some(first)
    }
}
