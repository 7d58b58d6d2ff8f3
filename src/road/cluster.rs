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
mod slot;

use std::rc::Rc;
use std::sync::Arc;

use anyhow::anyhow;

pub(super) use fleet::Fleet;
use fleet::Stop;
pub(super) use known::Known;
use redirect::Redirect;
use route::{End, Route};
use slot::{has_companions, slot_of};

use super::extras::Extras;
use super::round::{self, Answer, Lane, Manner, Sent};
use super::server::{OneServer, WithMap};
use super::{Counted, Questions, Road, Span, Time};
use crate::clock::{Clock, Moment};
use crate::config::Access;
use crate::connection::{Caller, PORTION};
use crate::error::{Error, Unavailable};
use crate::node::{Deployment, Node};
use crate::protocol::{Call, Reply};

/// A Cluster, as one thread asks it.
pub(super) struct Cluster {
    fleet: Rc<Fleet>,
}

/// One of several calls, and where it is to be sent next.
struct Trip<'a> {
    call: &'a Call<'a>,
    route: Route,
    stop: Option<Rc<Stop>>,
    is_asking: bool,
    outcome: Option<Result<Answer, Unavailable>>,
}

/// Where a call goes next, and whether with ASKING.
type Onward = (Rc<Stop>, bool);

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
                    self.after_trouble(trouble, &stop, &mut route)
                }
            };
            (stop, is_asking) = onward?;
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
        if reply.is_error("CLUSTERDOWN") {
            // Perhaps this node is cut off from the others, and they are not.
            let words = reply.error_words().unwrap_or_default();
            let trouble = Unavailable::error_reply(&*stop.server.connections, &words);
            return Some(self.elsewhere(trouble, stop, route));
        }
        let (to, is_asking) = match self.fleet.redirect(reply, stop)? {
            Redirect::Moved { to, .. } => (to, false),
            Redirect::Ask { to } => (to, true),
        };
        let onward = route.redirected(&to);
        Some(match onward {
            Ok(()) => Ok((self.fleet.stop(&to), is_asking)),
            Err(end) => Err(Self::ended(end, reply, stop)),
        })
    }

    /// Where a call goes that a node has not answered.
    fn after_trouble(
        &self,
        trouble: Unavailable,
        stop: &Stop,
        route: &mut Route,
    ) -> Result<Onward, Unavailable> {
        self.known().want_map();
        if trouble.is_unsent() {
            self.elsewhere(trouble, stop, route)
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
    ) -> Result<Onward, Unavailable> {
        self.known().want_map();
        let place = route.lost(&stop.place, trouble, |lost| self.known().other(lost))?;
        Ok((self.fleet.stop(&place), false))
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

    /// Sends several calls: a round over their nodes, then another one for those that were redirected.
    fn send_several(
        &self,
        calls: &[Call],
        time: Time,
        counts: bool,
        by: Moment,
    ) -> Vec<Result<Answer, Unavailable>> {
        let mut span = self.span(by);
        let by = match time {
            Time::OfOne => span.deadline,
            Time::WhileAnswered => by,
        };
        let mut trips: Vec<_> = calls.iter().map(|call| self.trip(call)).collect();
        while trips.iter().any(|trip| trip.outcome.is_none()) {
            let manner = Manner {
                span,
                time,
                counts,
                by,
            };
            let is_slow = self.go_round(&mut trips, manner) && calls.len() > PORTION;
            span = halved(if is_slow && time == Time::WhileAnswered {
                Span::begin(self.access().command_timeout, by)
            } else {
                span.rest()
            });
            if span.deadline <= span.now {
                self.end_late(&mut trips);
            }
        }
        trips.into_iter().filter_map(|trip| trip.outcome).collect()
    }

    /// The time is over for the calls that are to be sent elsewhere.
    fn end_late(&self, trips: &mut [Trip]) {
        for trip in trips.iter_mut().filter(|it| it.outcome.is_none()) {
            trip.outcome = Some(Err(self.late(&trip.route)));
        }
    }

    fn late(&self, route: &Route) -> Unavailable {
        let cause = anyhow!("no time was left to ask another node");
        let late = || Unavailable::out_of_time(self.known(), cause);
        route.trouble().unwrap_or_else(late)
    }

    fn trip<'a>(&self, call: &'a Call<'a>) -> Trip<'a> {
        let stop = self.fleet.start(slot_of(call.key()));
        Trip {
            call,
            route: Route::default(),
            outcome: stop.is_none().then(|| Err(self.no_node())),
            stop,
            is_asking: false,
        }
    }

    /// One round with all calls that have not arrived. Whether all nodes have answered.
    fn go_round(&self, trips: &mut [Trip], manner: Manner) -> bool {
        let mut stops: Vec<Rc<Stop>> = Vec::new();
        for stop in trips.iter().filter(|it| it.outcome.is_none()) {
            let is_new = |stop: &&Rc<Stop>| !stops.iter().any(|it| Rc::ptr_eq(it, stop));
            stops.extend(stop.stop.as_ref().filter(is_new).cloned());
        }
        let mut groups: Vec<Vec<&mut Trip>> = stops.iter().map(|_| Vec::new()).collect();
        for trip in trips.iter_mut().filter(|it| it.outcome.is_none()) {
            let is_it = |stop: &Rc<Stop>| trip.stop.as_ref().is_some_and(|it| Rc::ptr_eq(it, stop));
            let group = stops
                .iter()
                .position(is_it)
                .and_then(|at| groups.get_mut(at));
            if let Some(group) = group {
                group.push(trip);
            }
        }
        let with_calls = stops.iter().zip(&groups);
        let mut lanes: Vec<_> = with_calls.map(|(stop, group)| lane(stop, group)).collect();
        if let Some(first) = lanes.first_mut() {
            first.with_map = self.known().asks_for_map(manner.span.now);
        }
        round::ask(&mut lanes, manner);
        let mut have_answered = true;
        for ((stop, group), lane) in stops.iter().zip(groups).zip(lanes) {
            self.fleet.learn(lane.map.as_ref(), stop);
            if lane.with_map && lane.is_unsent() {
                self.known().map_was_not_asked_for();
            }
            for (trip, sent) in group.into_iter().zip(lane.calls) {
                let outcome = sent.outcome.unwrap_or_else(|| Err(self.no_node()));
                have_answered &= outcome.is_ok();
                self.arrive(trip, outcome, stop);
            }
        }
        have_answered
    }

    /// A call has its outcome from `stop`: it has arrived, or it goes on.
    fn arrive(&self, trip: &mut Trip, outcome: Result<Answer, Unavailable>, stop: &Stop) {
        let onward = match outcome {
            Ok(answer) => match self.after(&answer.reply, stop, &mut trip.route) {
                None => {
                    trip.outcome = Some(Ok(answer));
                    return;
                }
                Some(onward) => onward,
            },
            Err(trouble) => self.after_trouble(trouble, stop, &mut trip.route),
        };
        match onward {
            Ok((stop, is_asking)) => {
                trip.stop = Some(stop);
                trip.is_asking = is_asking;
            }
            Err(trouble) => trip.outcome = Some(Err(trouble)),
        }
    }

    /// The node that has the key, as far as is known: most likely the one that was asked last.
    fn node_of(&self, key: &[u8]) -> Option<Rc<Stop>> {
        self.fleet.start(slot_of(key))
    }
}

/// What a round asks of one node.
fn lane<'b, 'a: 'b>(stop: &'b Stop, group: &[&mut Trip<'a>]) -> Lane<'b> {
    let calls = group
        .iter()
        .map(|trip| Sent::new(trip.call, trip.is_asking));
    Lane::new(&stop.server.connections, calls.collect())
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
        let stop = self.node_of(key).ok_or_else(|| self.no_node())?;
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
        match self.node_of(key) {
            Some(stop) => stop.server.reject(key, reply),
            None => self.no_node(),
        }
    }

    fn name(&self) -> String {
        self.known().to_string()
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
