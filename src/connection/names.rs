//! The addresses of a server's host, shared by all threads of a process.
//!
//! PHP threads resolve the name each time they connect. The renewing thread never calls the
//! resolver, which has no deadline: the leases at other servers would wait for it. It takes an
//! address in the configuration as it is, then what a PHP thread found, then what a Cluster has
//! announced. Each finding is good for
//! one connection of the renewing thread. For the next one, such as after a failover, a thread
//! of its own resolves the name again. Made by `endpoint`, asked by `opening`.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use super::Step;
use crate::clock::{Moment, PerProcess};
use crate::os::{self, Undisturbed, Wanted};

/// How long to leave a lookup alone that is in flight.
const PAUSE: Duration = Duration::from_millis(2);

/// What is known of the name.
#[derive(Clone, Default)]
pub(super) struct Names(Arc<Undisturbed<Known>>);

#[derive(Default)]
struct Known {
    /// The addresses that were found last.
    found: Vec<SocketAddr>,
    /// Where another server says that the host is. A client may not reach it there, so it counts only if
    /// the resolver has found nothing.
    announced: Option<IpAddr>,
    /// The renewing thread has not connected to them yet.
    is_new: bool,
    /// Whether a lookup is in flight. In a forked child that of the parent never ends.
    is_asked: PerProcess<bool>,
    /// Why the last lookup found nothing.
    failure: Option<io::Error>,
}

impl Known {
    fn learn(&mut self, found: Vec<SocketAddr>) -> Vec<SocketAddr> {
        self.is_new = true;
        std::mem::replace(&mut self.found, found)
    }

    fn is_asked(&mut self) -> &mut bool {
        self.is_asked.of(os::generation())
    }
}

impl Names {
    /// Notes where another server says that the host is.
    pub(super) fn announce(&self, ip: IpAddr) {
        self.0.with(|known| known.announced = Some(ip));
    }

    /// The addresses of `host`, for a PHP thread.
    ///
    /// # Errors
    /// Those of the resolver.
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

    /// The addresses of `host`, for the renewing thread, which connects until `connect_by`.
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
            let is_to_ask = !known.is_new && !*known.is_asked();
            *known.is_asked() |= is_to_ask;
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
        // The other half of the time is for the old addresses: perhaps only the resolver has
        // failed.
        let left = connect_by.until(now);
        let by = now.after(if has_some { left / 2 } else { left });
        // What the lookup finds is for the next connection then.
        let literal = announced.map(|announced| SocketAddr::new(announced, port));
        Resolving { names, literal, by }
    }

    fn end_lookup(&self, found: io::Result<Vec<SocketAddr>>) {
        let before = self.0.with(|known| {
            *known.is_asked() = false;
            match found {
                Ok(found) => (known.learn(found), known.failure.take()),
                Err(error) => (Vec::new(), known.failure.replace(error)),
            }
        });
        drop(before);
    }
}

/// The renewing thread's search for addresses. It never blocks.
pub(super) struct Resolving {
    names: Names,
    literal: Option<SocketAddr>,
    /// From then on the old addresses have to do.
    by: Moment,
}

impl Resolving {
    /// Asks whether there is an answer.
    ///
    /// # Errors
    /// No address is known: why the lookup failed, or `TimedOut`.
    pub(super) fn step(&self, now: Moment) -> io::Result<Step<Vec<SocketAddr>>> {
        if let Some(literal) = self.literal {
            return Ok(Step::Done(vec![literal]));
        }
        self.names.0.with(|known| {
            let is_new = std::mem::take(&mut known.is_new);
            if !is_new && *known.is_asked() && now < self.by {
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

    /// What it has found; `None`: it waits.
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
        // `.invalid` has no address: RFC 6761.
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
        // One lookup at a time. What it finds late is for the next connection.
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
