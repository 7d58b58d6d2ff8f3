//! From the name of a service to a connection to its master, as the sentinels say.
//!
//! A sentinel alone is not believed, because the server that it names has to say itself that it is a master. A
//! search connects to a master only when a sentinel has just named that master, and has one deadline, however
//! sentinels and servers behave. This file sends no command of a lock. `route` makes [`Sentinels`], and
//! `connections` asks them.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::anyhow;

use super::endpoint::{Caller, Endpoint, Kind, Members};
use super::greeting::{self, NewConnection};
use super::opening::{OpenRequest, Opening};
use crate::clock::Moment;
use crate::config::{Access, Address, Sentinel, is_host};
use crate::error::Unavailable;
use crate::os;
use crate::protocol::Reply;

/// The sentinels of a service, shared by all threads of a process.
pub(crate) struct Sentinels {
    pub(crate) config: Sentinel,
    all: Vec<Arc<Endpoint>>,
    masters: Members,
    /// The index of the sentinel that was right last, which is asked first.
    right: AtomicUsize,
    /// The address in memory of the endpoint of the server that was last proved to be the master.
    master: AtomicUsize,
}

impl Sentinels {
    pub(crate) fn new(config: &Sentinel) -> Self {
        let sentinels = Members::new(&config.sentinels, Kind::Any, "a sentinel");
        let all = config.nodes.iter().map(|node| sentinels.at(node, None));
        let label = format!("service \"{}\"", config.service);
        Self {
            all: all.collect(),
            masters: Members::new(&config.master, Kind::Master, &label),
            right: AtomicUsize::new(0),
            master: AtomicUsize::new(0),
            config: config.clone(),
        }
    }

    /// Returns where the keys are, whichever server is the master.
    pub(crate) fn keyspace(&self) -> (String, Vec<String>) {
        let Sentinel {
            service,
            nodes,
            master,
            ..
        } = &self.config;
        let what = format!("{service}, database {}", master.database);
        (what, nodes.iter().map(Address::to_string).collect())
    }

    pub(super) fn access(&self) -> &Access {
        &self.config.master
    }

    /// Returns whether no thread of this process has found another master since this server was found.
    pub(super) fn is_master(&self, server: &Arc<Endpoint>) -> bool {
        self.master.load(Ordering::Relaxed) == address_of(server)
    }

    /// Opens a connection to the master, as `request` has it, for a command that has `begun` and has to be back by
    /// `deadline`. A sentinel that does not answer costs its share of the time.
    ///
    /// # Errors
    /// The error says why the last server that a sentinel named is not the master, or else why no sentinel has
    /// named a server. The question of the command was not sent.
    pub(super) fn open(
        &self,
        caller: Caller,
        request: impl Fn(&Arc<Endpoint>) -> OpenRequest,
        begun: Moment,
        deadline: Moment,
    ) -> Result<NewConnection, Unavailable> {
        let mut search = MasterSearch::default();
        let first = self.right.load(Ordering::Relaxed);
        let from_first = self.all.iter().enumerate().cycle().skip(first);
        let mut now = begun;
        for (asked, (at, sentinel)) in from_first.take(self.all.len()).enumerate() {
            let left = deadline.until(now);
            if left.is_zero() {
                break;
            }
            let rest = u32::try_from(self.all.len() - asked).unwrap_or(u32::MAX);
            // The master needs a share of the time too.
            let by = now.after(left / rest.saturating_add(1));
            match self.ask(sentinel, caller, now, by) {
                Ok(Some(master)) if search.note_named(&master) => {
                    let now = os::now();
                    // If this server is not the master, the other sentinels need time.
                    let share = if rest == 1 { 1 } else { 2 };
                    let by = now.after(deadline.until(now) / share);
                    let master = self.masters.at(&master, None);
                    match open(request(&master), now, by) {
                        Ok(new) => {
                            self.right.store(at, Ordering::Relaxed);
                            self.master.store(address_of(&master), Ordering::Relaxed);
                            return Ok(new);
                        }
                        Err(failure) => search.note_failure(failure),
                    }
                }
                Ok(Some(_)) => {}
                Ok(None) => search.unknown += 1,
                Err(failure) => search.failures.push(failure),
            }
            now = os::now();
        }
        Err(self.not_found(search))
    }

    /// Returns the address of the master as this sentinel has it, or `None` if the sentinel does not know the
    /// service.
    fn ask(
        &self,
        sentinel: &Arc<Endpoint>,
        caller: Caller,
        now: Moment,
        by: Moment,
    ) -> Result<Option<Address>, Unavailable> {
        let words = ["SENTINEL", "GET-MASTER-ADDR-BY-NAME", &self.config.service];
        let request = OpenRequest {
            endpoint: Arc::clone(sentinel),
            caller,
            abandoned: Vec::new(),
            question: words.map(|word| word.as_bytes().to_vec()).into(),
        };
        let reply = open(request, now, by)?.reply;
        match &reply {
            Some(Reply::Nil) => Ok(None),
            Some(Reply::Error { code, words }) => {
                let said = format!("{code} {words}");
                let refused = greeting::refuse(sentinel, &said);
                if code != "ERR" || refused.may_pass() {
                    return Err(refused);
                }
                // The server does not know the command.
                let cause = anyhow!("is it a sentinel? It says: {}", refused.words());
                Err(Unavailable::unfit(sentinel, cause))
            }
            reply => {
                let named = reply.as_ref().and_then(named_master);
                let cause = "its answer is no host and port; is it a sentinel?";
                let nonsense = || Unavailable::unreachable(sentinel, anyhow!(cause));
                named.map(Some).ok_or_else(nonsense)
            }
        }
    }

    fn not_found(&self, search: MasterSearch) -> Unavailable {
        if let Some(failure) = search.no_master {
            return failure;
        }
        if search.unknown == self.all.len() {
            let service = &self.config.service;
            let cause = anyhow!("no sentinel knows \"{service}\"; check \"service\"");
            return Unavailable::unfit(self, cause);
        }
        if search.unknown > 0 {
            let what = "a sentinel does not know it, and the others do not answer";
            return Unavailable::of_all(self, what, &search.failures);
        }
        let is_shut_out = |it: &Unavailable| it.is_refused_greeting() && !it.may_pass();
        let what = if search.failures.iter().any(is_shut_out) {
            "no sentinel lets us in; check \"username\" and \"password\" in \"sentinel\""
        } else {
            "no sentinel answers"
        };
        Unavailable::of_all(self, what, &search.failures)
    }
}

impl fmt::Display for Sentinels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the master of \"{}\"", self.config.service)
    }
}

/// Opens a connection, which is open by `by` or not at all.
fn open(request: OpenRequest, now: Moment, by: Moment) -> Result<NewConnection, Unavailable> {
    Opening::begin(request, now, by)?.finish()
}

fn address_of(server: &Arc<Endpoint>) -> usize {
    Arc::as_ptr(server).addr()
}

/// What one search has found so far.
#[derive(Default)]
struct MasterSearch {
    /// The addresses of the servers that were named.
    named: Vec<Address>,
    /// The error of the last named server that is not the master, where an error that may pass outweighs one that
    /// may not.
    no_master: Option<Unavailable>,
    /// The number of sentinels that do not know the service.
    unknown: usize,
    /// The errors of the other sentinels, which named no server.
    failures: Vec<Unavailable>,
}

impl MasterSearch {
    fn note_failure(&mut self, failure: Unavailable) {
        let heals = |failure: &Unavailable| failure.may_pass();
        if failure.may_pass() || !self.no_master.as_ref().is_some_and(heals) {
            self.no_master = Some(failure);
        }
    }

    /// Notes a server that a sentinel has named, and returns whether no sentinel has named it before.
    fn note_named(&mut self, named: &Address) -> bool {
        let is_new = !self.named.contains(named);
        if is_new {
            self.named.push(named.clone());
        }
        is_new
    }
}

/// Returns the address of the master in a sentinel's reply.
pub(crate) fn named_master(reply: &Reply) -> Option<Address> {
    let Reply::List(parts) = reply else {
        return None;
    };
    let [Reply::Bytes(host), Reply::Bytes(port)] = &**parts else {
        return None;
    };
    let host = String::from_utf8(host.clone()).ok()?;
    let port = str::from_utf8(port).ok()?.parse().ok()?;
    (is_host(&host) && port > 0).then_some(Address::Tcp { host, port })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Reply {
        Reply::Bytes(text.into())
    }

    #[test]
    fn only_a_host_and_a_port_are_an_address() {
        let named =
            |parts: &[&str]| named_master(&Reply::List(parts.iter().map(|it| bytes(it)).collect()));
        let expected = Address::Tcp {
            host: "::1".into(),
            port: 6379,
        };
        assert_eq!(named(&["::1", "6379"]), Some(expected));
        for parts in [
            &["h"][..],
            &["h", "0"],
            &["h", "65536"],
            &["h", "x"],
            &["", "6379"],
            &["h\n", "6379"],
            &["h\u{9b}", "6379"],
            &["a\u{202e}b", "6379"],
            &["a b", "6379"],
            &[&"h".repeat(254), "6379"],
            &["h", "1", "2"],
        ] {
            assert_eq!(named(parts), None, "{parts:?}");
        }
        assert_eq!(named_master(&bytes("h:1")), None);
    }
}
