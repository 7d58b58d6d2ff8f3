//! The addresses of a server's host, shared by all threads of a process.
//!
//! PHP threads resolve the name each time they connect. The renewing thread never calls the resolver, because the
//! resolver has no deadline and the leases at other servers would wait for it. Neither does a PHP thread whose fibers
//! would wait for it. Such a thread takes an address in the
//! configuration as it is, or else what was found last, or else what a Cluster has announced. Each finding is good
//! for one connection of such a thread. For the next one, such as after a failover, a thread that exists for
//! this lookup alone resolves the name again. `endpoint` makes [`Names`], and `opening` asks them.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use super::Step;
use crate::clock::{Moment, PerProcess};
use crate::os::{self, Undisturbed, Wanted};

/// The pause between two questions whether a lookup has ended.
const PAUSE: Duration = Duration::from_millis(2);

/// What is known of the addresses of a host.
#[derive(Clone, Default)]
pub(super) struct Names(Arc<Undisturbed<Known>>);

#[derive(Default)]
struct Known {
    /// The addresses that were found last.
    found: Vec<SocketAddr>,
    /// The address at which the host is, as another server says. A client may not reach the host there, so this
    /// address counts only if the resolver has found nothing.
    announced: Option<IpAddr>,
    /// Whether the renewing thread has not connected to the found addresses yet.
    is_new: bool,
    /// Whether a lookup is in flight. The parent's lookup never ends in a forked child, so each process has a
    /// value of its own.
    is_asked: PerProcess<bool>,
    /// The error of the last lookup, if it found nothing.
    failure: Option<io::Error>,
}

impl Known {
    fn learn(&mut self, found: Vec<SocketAddr>) -> Vec<SocketAddr> {
        self.is_new = true;
        std::mem::replace(&mut self.found, found)
    }

    fn asked_mut(&mut self) -> &mut bool {
        self.is_asked.of(os::generation())
    }
}

impl Names {
    /// Notes where the host is, as another server says.
    pub(super) fn announce(&self, ip: IpAddr) {
        self.0.with(|known| known.announced = Some(ip));
    }

    /// Returns the addresses of `host` for a PHP thread, or the announced address if the resolver fails.
    ///
    /// # Errors
    /// The resolver has failed, and no address was announced.
    pub(super) fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        let found: Vec<_> = match (host, port).to_socket_addrs() {
            Ok(found) => found.collect(),
            Err(error) => {
                let announced = self.0.with(|known| known.announced).ok_or(error)?;
                return Ok(vec![SocketAddr::new(announced, port)]);
            }
        };
        let remembered = found.clone();
        drop(self.0.with(|known| known.learn(remembered)));
        Ok(found)
    }

    /// Begins a search for the addresses of `host`, for a thread that never calls the resolver and connects until
    /// `connect_by`.
    pub(super) fn search(
        &self,
        host: &str,
        port: u16,
        now: Moment,
        connect_by: Moment,
    ) -> Resolving {
        self.search_by(host, port, now, connect_by, os::spawn_lookup)
    }

    fn search_by(
        &self,
        host: &str,
        port: u16,
        now: Moment,
        connect_by: Moment,
        spawn: impl FnOnce(Box<dyn FnOnce() + Send>) -> io::Result<()>,
    ) -> Resolving {
        let names = self.clone();
        if let Ok(literal) = host.parse::<IpAddr>() {
            let literal = Some(SocketAddr::new(literal, port));
            let by = now;
            return Resolving { names, literal, by };
        }
        let (is_to_ask, has_some, announced) = self.0.with(|known| {
            let is_to_ask = !known.is_new && !*known.asked_mut();
            *known.asked_mut() |= is_to_ask;
            let has_some = !known.found.is_empty();
            (is_to_ask, has_some, known.announced.filter(|_| !has_some))
        });
        if is_to_ask {
            let (names, host) = (self.clone(), host.to_owned());
            let lookup = move || {
                let found = (host.as_str(), port).to_socket_addrs();
                names.end_lookup(found.map(Iterator::collect));
            };
            if let Err(error) = spawn(Box::new(lookup)) {
                self.end_lookup(Err(error));
            }
        }
        // The other half of the time is for the old addresses, because perhaps only the resolver has failed.
        let left = connect_by.until(now);
        let by = now.after(if has_some { left / 2 } else { left });
        // An announced address is used at once, so what the lookup finds is for the next connection.
        let literal = announced.map(|announced| SocketAddr::new(announced, port));
        Resolving { names, literal, by }
    }

    fn end_lookup(&self, found: io::Result<Vec<SocketAddr>>) {
        let before = self.0.with(|known| {
            *known.asked_mut() = false;
            match found {
                Ok(found) => (known.learn(found), known.failure.take()),
                Err(error) => (Vec::new(), known.failure.replace(error)),
            }
        });
        drop(before);
    }
}

/// The renewing thread's search for addresses, which never blocks.
pub(super) struct Resolving {
    names: Names,
    literal: Option<SocketAddr>,
    /// The moment from which the search does not wait for the lookup, and takes the old addresses.
    by: Moment,
}

impl Resolving {
    /// Returns the addresses, or the moment at which to ask again while a lookup is in flight.
    ///
    /// # Errors
    /// No address is known: the error is that of the lookup, or `TimedOut`.
    pub(super) fn step(&self, now: Moment) -> io::Result<Step<Vec<SocketAddr>>> {
        if let Some(literal) = self.literal {
            return Ok(Step::Done(vec![literal]));
        }
        self.names.0.with(|known| {
            let is_new = std::mem::take(&mut known.is_new);
            if !is_new && *known.asked_mut() && now < self.by {
                let again = now.after(PAUSE).min(self.by);
                return Ok(Step::Waits(Wanted::time(again)));
            }
            if known.found.is_empty() && !is_new {
                let failure = known.failure.take();
                return Err(failure.unwrap_or_else(|| io::ErrorKind::TimedOut.into()));
            }
            Ok(Step::Done(known.found.clone()))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Lookups that a test runs when it wants, or drops.
    #[derive(Default)]
    struct Lookups(RefCell<Vec<Box<dyn FnOnce() + Send>>>);

    impl Lookups {
        fn search(&self, names: &Names, host: &str, now: Moment) -> Resolving {
            names.search_by(host, 1, now, now.after(SECOND), |work| {
                self.0.borrow_mut().push(work);
                Ok(())
            })
        }

        fn count(&self) -> usize {
            self.0.borrow().len()
        }
    }

    fn addresses(port: u16) -> Vec<SocketAddr> {
        vec![SocketAddr::from(([192, 0, 2, 1], port))]
    }

    /// Returns the addresses that the search has found, or `None` if it waits.
    fn found(resolving: &Resolving, now: Moment) -> Option<Vec<SocketAddr>> {
        match resolving.step(now).unwrap() {
            Step::Done(found) => Some(found),
            Step::Waits(_) => None,
        }
    }

    #[test]
    fn an_address_is_never_looked_up() {
        let lookups = Lookups::default();
        for host in ["192.0.2.1", "2001:db8::1"] {
            for _ in 0..2 {
                let resolving = lookups.search(&Names::default(), host, os::now());
                let literal = SocketAddr::new(host.parse().unwrap(), 1);
                assert_eq!(found(&resolving, os::now()), Some(vec![literal]));
            }
        }
        assert_eq!(lookups.count(), 0);
    }

    #[test]
    fn an_announced_address_has_to_do_until_a_php_thread_has_found_one() {
        let (names, lookups, now) = (Names::default(), Lookups::default(), os::now());
        names.announce("192.0.2.7".parse().unwrap());
        let announced: SocketAddr = "192.0.2.7:1".parse().unwrap();
        let first = lookups.search(&names, "a.test", now);
        assert_eq!(found(&first, now), Some(vec![announced]));
        assert_eq!(lookups.count(), 1, "for the next connection");
        // RFC 6761 says that `.invalid` has no address.
        assert_eq!(names.resolve("a.invalid", 1).unwrap(), [announced]);
        names.0.with(|known| known.learn(addresses(1)));
        let second = lookups.search(&names, "a.test", now);
        assert_eq!(found(&second, now), Some(addresses(1)));
    }

    #[test]
    fn what_a_php_thread_found_is_good_for_one_connection() {
        let (names, lookups, now) = (Names::default(), Lookups::default(), os::now());
        names.0.with(|known| known.learn(addresses(1)));
        let first = lookups.search(&names, "a.test", now);
        assert_eq!(found(&first, now), Some(addresses(1)));
        assert_eq!(lookups.count(), 0);
        let second = lookups.search(&names, "a.test", now);
        assert_eq!(lookups.count(), 1);
        assert_eq!(found(&second, now), None);
        names.end_lookup(Ok(addresses(2)));
        assert_eq!(found(&second, now), Some(addresses(2)));
    }

    #[test]
    fn old_addresses_have_to_do_after_half_of_the_time() {
        let (names, lookups, now) = (Names::default(), Lookups::default(), os::now());
        names.0.with(|known| known.learn(addresses(1)));
        found(&lookups.search(&names, "a.test", now), now);
        let slow = lookups.search(&names, "a.test", now);
        assert_eq!(found(&slow, now.after(SECOND * 49 / 100)), None);
        assert_eq!(found(&slow, now.after(SECOND / 2)), Some(addresses(1)));
        // There is one lookup at a time, and what it finds late is for the next connection.
        let next = lookups.search(&names, "a.test", now);
        assert_eq!(lookups.count(), 1);
        assert_eq!(found(&next, now), None);
        names.end_lookup(Ok(addresses(2)));
        assert_eq!(found(&next, now), Some(addresses(2)));
    }

    #[test]
    fn a_failed_lookup_leaves_the_old_addresses() {
        let (names, lookups, now) = (Names::default(), Lookups::default(), os::now());
        names.0.with(|known| known.learn(addresses(1)));
        found(&lookups.search(&names, "a.test", now), now);
        let failing = lookups.search(&names, "a.test", now);
        names.end_lookup(Err(io::Error::other("no name server")));
        assert_eq!(found(&failing, now), Some(addresses(1)));
        // The next connection starts another lookup.
        lookups.search(&names, "a.test", now);
        assert_eq!(lookups.count(), 2);
    }

    #[test]
    fn without_any_address_the_search_has_all_the_time_and_says_why_it_failed() {
        let (names, lookups, now) = (Names::default(), Lookups::default(), os::now());
        let resolving = lookups.search(&names, "a.test", now);
        assert_eq!(found(&resolving, now.after(SECOND * 99 / 100)), None);
        let failure = resolving.step(now.after(SECOND)).err().unwrap();
        assert_eq!(failure.kind(), io::ErrorKind::TimedOut);
        names.end_lookup(Err(io::Error::other("no name server")));
        let failure = resolving.step(now).err().unwrap();
        assert_eq!(failure.to_string(), "no name server");
        let no_thread = |_| Err(io::Error::other("no thread"));
        let resolving = names.search_by("a.test", 1, now, now.after(SECOND), no_thread);
        let failure = resolving.step(now).err().unwrap();
        assert_eq!(failure.to_string(), "no thread");
    }

    #[test]
    fn a_lookup_of_the_parent_never_ends_in_a_child() {
        let (names, lookups, now) = (Names::default(), Lookups::default(), os::now());
        let parent = os::generation().wrapping_sub(1);
        names.0.with(|known| *known.is_asked.of(parent) = true);
        lookups.search(&names, "a.test", now);
        assert_eq!(lookups.count(), 1);
    }
}
