//! The road to a Redis Cluster: each call goes to the node that has its slot.
//!
//! It follows redirects, learns the map of the slots behind its questions, and asks another node when one
//! is lost. Several calls are one round over the nodes. A call is sent elsewhere only if it was certainly
//! not executed. It knows calls by their keys and no lock. Made by `pool`, and by [`Known`] for the
//! renewing thread.

mod fleet;
mod known;
mod map;
mod redirect;
mod route;
mod several;
mod slot;

use std::rc::Rc;
use std::sync::Arc;

use anyhow::anyhow;

pub(super) use fleet::Fleet;
use fleet::Stop;
pub(super) use known::Known;
use map::Place;
use redirect::Redirect;
use route::{End, Route};
use slot::{has_companions, slot_of};

use super::extras::Extras;
use super::round::Answer;
use super::server::{OneServer, WithMap, rejected};
use super::{Counted, Questions, Road, Span, Time};
use crate::clock::{Clock, Moment};
use crate::config::{Access, Address};
use crate::connection::Caller;
use crate::error::{Error, Unavailable, printable};
use crate::node::{Deployment, Node, Site};
use crate::protocol::{Call, Reply};

/// A Cluster, as one thread asks it.
pub(super) struct Cluster {
    fleet: Rc<Fleet>,
}

/// Where a call goes next.
struct Onward {
    stop: Rc<Stop>,
    /// Whether ASKING goes before it.
    is_asking: bool,
}

impl Cluster {
    pub(super) fn new(fleet: Rc<Fleet>) -> Self {
        Self { fleet }
    }

    fn known(&self) -> &Known {
        &self.fleet.known
    }

    fn access(&self) -> &Access {
        &self.known().config.access
    }

    /// A connection gets half of the time, so that another node can be asked if this one is lost.
    fn span(&self, by: Moment) -> Span {
        halved(Span::begin(self.access().command_timeout, by))
    }

    /// Sends one call by `send`, to one node after the other, until a reply is no redirect.
    fn travel<T>(
        &self,
        call: &Call,
        by: Moment,
        send: impl Fn(&OneServer, Extras, Span) -> Result<WithMap<T>, Unavailable>,
        reply: impl Fn(&T) -> &Reply,
    ) -> Result<T, Unavailable> {
        let mut span = self.span(by);
        let mut route = Route::default();
        let start = self.fleet.start(slot_of(call.key()));
        let mut stop = start.ok_or_else(|| self.no_node())?;
        let mut is_asking = false;
        loop {
            let extras = Extras {
                is_asking,
                with_map: self.known().asks_for_map(span.now),
            };
            let onward = match send(&stop.server, extras, span) {
                Ok((answer, map)) => {
                    self.fleet.learn(map.as_ref(), &stop);
                    match self.after(reply(&answer), &stop, &mut route) {
                        None => return Ok(answer),
                        Some(onward) => onward,
                    }
                }
                Err(trouble) => {
                    if extras.with_map && trouble.is_unsent() {
                        self.known().map_was_not_asked_for();
                    }
                    let other = |lost: &[Place]| self.known().other(lost);
                    self.after_trouble(trouble, &stop, &mut route, other)
                }
            };
            Onward { stop, is_asking } = onward?;
            span = halved(span.rest());
            if span.deadline <= span.now {
                return Err(self.late(&route));
            }
        }
    }

    /// Where a call goes after this reply. `None`: it has arrived.
    fn after(
        &self,
        reply: &Reply,
        stop: &Stop,
        route: &mut Route,
    ) -> Option<Result<Onward, Unavailable>> {
        let other = |lost: &[Place]| self.known().other(lost);
        if reply.is_error("CLUSTERDOWN") {
            // Perhaps this node is cut off from the others, and they are not.
            let words = reply.error_words().unwrap_or_default();
            let trouble = Unavailable::error_reply(&*stop.server.connections, &words);
            return Some(self.elsewhere(trouble, stop, route, other));
        }
        let Some(redirect) = self.fleet.redirect(reply, stop) else {
            if !(reply.is_error("MOVED") || reply.is_error("ASK")) {
                return None;
            }
            let words = printable(reply.error_words().unwrap_or_default().as_bytes());
            let cause = anyhow!("its redirect names no node: {words}");
            let trouble = Unavailable::unreachable(&*stop.server.connections, cause);
            return Some(self.elsewhere(trouble, stop, route, other));
        };
        let (to, is_asking) = match redirect {
            Redirect::Moved { to, .. } => (to, false),
            Redirect::Ask { to } => (to, true),
        };
        let onward = route.redirected(&to);
        Some(match onward {
            Ok(()) => Ok(Onward {
                stop: self.fleet.stop(&to),
                is_asking,
            }),
            Err(end) => Err(Self::ended(end, reply, stop)),
        })
    }

    /// Where a call goes that a node has not answered.
    fn after_trouble(
        &self,
        trouble: Unavailable,
        stop: &Stop,
        route: &mut Route,
        other: impl FnOnce(&[Place]) -> Option<Place>,
    ) -> Result<Onward, Unavailable> {
        self.known().want_map();
        if trouble.is_unsent() {
            self.elsewhere(trouble, stop, route, other)
        } else {
            Err(trouble)
        }
    }

    /// Another node may know who has the slot now.
    fn elsewhere(
        &self,
        trouble: Unavailable,
        stop: &Stop,
        route: &mut Route,
        other: impl FnOnce(&[Place]) -> Option<Place>,
    ) -> Result<Onward, Unavailable> {
        self.known().want_map();
        let place = route.lost(&stop.place, trouble, other)?;
        Ok(Onward {
            stop: self.fleet.stop(&place),
            is_asking: false,
        })
    }

    fn ended(end: End, reply: &Reply, stop: &Stop) -> Unavailable {
        match end {
            End::Lost(trouble) => trouble,
            End::TooMany => {
                let words = reply.error_words().unwrap_or_default();
                Unavailable::misled(&*stop.server.connections, &words)
            }
        }
    }

    fn no_node(&self) -> Unavailable {
        Unavailable::unreachable(self.known(), anyhow!("it has no node"))
    }

    fn late(&self, route: &Route) -> Unavailable {
        let cause = anyhow!("no time was left to ask another node");
        let late = || Unavailable::out_of_time(self.known(), cause);
        route.trouble().unwrap_or_else(late)
    }
}

/// Opening gets half of what is left.
fn halved(span: Span) -> Span {
    let open_by = span.now.after(span.deadline.until(span.now) / 2);
    Span { open_by, ..span }
}

impl Road for Cluster {
    fn send(&self, call: &Call, by: Moment) -> Result<Reply, Unavailable> {
        let send = |server: &OneServer, extras, span| server.send_with(call, extras, span);
        self.travel(call, by, send, |reply| reply)
    }

    fn send_all(&self, calls: &[Call], time: Time, by: Moment) -> Vec<Result<Reply, Unavailable>> {
        let answers = self.send_several(calls, time, false, by);
        let replies = answers.into_iter().map(|it| it.map(|answer| answer.reply));
        replies.collect()
    }

    fn send_counted(
        &self,
        call: &Call,
        matters: &dyn Fn(&Reply) -> bool,
        by: Moment,
    ) -> Result<Counted, Unavailable> {
        let send =
            |server: &OneServer, extras, span| server.send_with_wait(call, extras, matters, span);
        self.travel(call, by, send, |counted| &counted.reply)
    }

    fn send_all_counted(&self, calls: &[Call], by: Moment) -> Vec<Result<Counted, Unavailable>> {
        let answers = self.send_several(calls, Time::OfOne, true, by);
        let counted = answers.into_iter().map(|it| it.map(Answer::counted));
        counted.collect()
    }

    fn min_replicas(&self) -> u32 {
        self.access().min_replicas
    }

    fn deadline(&self, by: Moment) -> Moment {
        self.span(by).deadline
    }

    fn has_slots(&self) -> bool {
        true
    }

    fn has_companions(&self, key: &[u8]) -> bool {
        has_companions(key)
    }

    fn wait(
        &self,
        key: &[u8],
        token: &[u8],
        until: Moment,
        clock: &dyn Clock,
    ) -> Result<Option<Reply>, Error> {
        let stop = self
            .fleet
            .start(slot_of(key))
            .ok_or_else(|| self.no_node())?;
        let reply = stop.server.wait_at_list(key, token, until, clock);
        if let Err(Error::Unavailable(_)) = &reply {
            self.known().want_map();
        }
        let reply = reply?;
        let redirect = reply.as_ref().and_then(|it| self.fleet.redirect(it, &stop));
        match redirect {
            None => Ok(reply),
            // The question that follows goes to the node that has the slot now.
            Some(Redirect::Moved { .. }) => {
                let now = clock.now();
                let next = self.fleet.moved_wait(now).min(until);
                if now < next {
                    clock.sleep(next, None)?;
                }
                Ok(None)
            }
            // The list does not exist. A hand-over cannot reach it while its slot moves.
            Some(Redirect::Ask { .. }) => {
                clock.sleep(until, None)?;
                Ok(None)
            }
        }
    }

    fn reject(&self, key: &[u8], reply: &Reply) -> Unavailable {
        let rejected = rejected(&self.server_of(key), reply);
        // The reply may be that of another node, to which a redirect has led.
        if rejected.is_unanswered() {
            self.fleet.abandon_idle();
        } else if rejected.is_demoted() {
            self.fleet.hang_up();
        }
        rejected
    }

    fn name(&self) -> String {
        self.known().to_string()
    }

    fn site(&self) -> Site {
        let seeds = &self.known().config.seeds;
        Site {
            what: "Cluster".to_owned(),
            addresses: seeds.iter().map(Address::to_string).collect(),
        }
    }

    fn server_of(&self, key: &[u8]) -> String {
        let known = self.fleet.with_slot(slot_of(key));
        known.map_or_else(|| self.name(), |stop| stop.server.name())
    }

    fn hang_up(&self) {
        self.fleet.hang_up();
    }

    fn deployment(&self) -> Arc<dyn Deployment> {
        Arc::clone(&self.fleet.known) as Arc<dyn Deployment>
    }
}

impl Deployment for Known {
    fn node(self: Arc<Self>) -> Box<dyn Node> {
        let fleet = Fleet::new(self, Caller::RenewingThread);
        Box::new(Questions::over(Cluster::new(Rc::new(fleet))))
    }

    fn has_several_servers(&self) -> bool {
        true
    }
}
