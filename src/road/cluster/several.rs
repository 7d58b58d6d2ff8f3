//! Several calls at once: one round over their nodes.
//!
//! A call that is redirected goes on by itself: it waits for no node that is still to answer another call.
//! Called by `cluster`, which decides where a call goes next.

use std::rc::Rc;

use super::fleet::Stop;
use super::route::Route;
use super::slot::slot_of;
use super::{Cluster, Onward, halved};
use crate::clock::Moment;
use crate::error::Unavailable;
use crate::protocol::Call;
use crate::road::round::{self, Answer, Lane, Manner, Sent};
use crate::road::{Span, Time};

/// One of several calls.
#[derive(Default)]
struct Trip {
    route: Route,
    outcome: Option<Result<Answer, Unavailable>>,
}

/// The pipeline to one node.
type NodeLane<'a> = Lane<'a, Rc<Stop>>;

impl Cluster {
    /// Sends several calls. An answer or its failure for each, in order.
    pub(super) fn send_several(
        &self,
        calls: &[Call],
        time: Time,
        counts: bool,
        by: Moment,
    ) -> Vec<Result<Answer, Unavailable>> {
        let span = self.span(by);
        let by = match time {
            Time::OfOne => span.deadline,
            Time::WhileAnswered => by,
        };
        let manner = Manner { time, counts, by };
        let mut trips: Vec<_> = calls.iter().map(|_| Trip::default()).collect();
        let mut first = Vec::new();
        for (at, (call, trip)) in calls.iter().zip(&mut trips).enumerate() {
            match self.fleet.start(slot_of(call.key())) {
                Some(stop) => first.push((Sent::new(at, call, false), stop)),
                None => trip.outcome = Some(Err(self.no_node())),
            }
        }
        round::ask(self.lanes(first, span), manner, |lane| {
            let before = lane.span();
            let is_answered = lane.is_answered();
            let onward = self.arrive(&mut trips, calls, lane);
            let span = if is_answered {
                manner.next(before, self.access().command_timeout, calls.len())
            } else {
                before.rest()
            };
            if span.deadline > span.now {
                return self.lanes(onward, halved(span));
            }
            for (sent, _) in onward {
                if let Some(trip) = trips.get_mut(sent.at) {
                    trip.outcome = Some(Err(self.late(&trip.route)));
                }
            }
            Vec::new()
        });
        let outcomes = trips.into_iter().map(|trip| trip.outcome);
        let outcomes = outcomes.map(|it| it.unwrap_or_else(|| Err(self.no_node())));
        outcomes.collect()
    }

    /// One lane for each node.
    fn lanes<'a>(&self, calls: Vec<(Sent<'a>, Rc<Stop>)>, span: Span) -> Vec<NodeLane<'a>> {
        let mut lanes: Vec<NodeLane> = Vec::new();
        for (sent, stop) in calls {
            let is_it = |lane: &&mut NodeLane| Rc::ptr_eq(&lane.server, &stop);
            if let Some(lane) = lanes.iter_mut().find(is_it) {
                lane.calls.push(sent);
            } else {
                let connections = Rc::clone(&stop.server.connections);
                lanes.push(Lane::new(stop, connections, vec![sent], span));
            }
        }
        if let Some(first) = lanes.first_mut() {
            first.with_map = self.known().asks_for_map(span.now);
        }
        lanes
    }

    /// All calls of a lane have their outcomes: they have arrived, or they go on. Returns those that go on.
    fn arrive<'a>(
        &self,
        trips: &mut [Trip],
        calls: &'a [Call<'a>],
        lane: NodeLane<'a>,
    ) -> Vec<(Sent<'a>, Rc<Stop>)> {
        let stop = &lane.server;
        self.fleet.learn(lane.map.as_ref(), stop);
        if lane.with_map && lane.is_unsent() {
            self.known().map_was_not_asked_for();
        }
        // The same one for all calls of a lost node: each other node costs a connection.
        let mut other = None;
        let mut onward = Vec::new();
        for sent in lane.calls {
            let at = sent.at;
            let (Some(trip), Some(call)) = (trips.get_mut(at), calls.get(at)) else {
                continue;
            };
            let next = match sent.outcome {
                Some(Ok(answer)) => match self.after(&answer.reply, stop, &mut trip.route) {
                    None => {
                        trip.outcome = Some(Ok(answer));
                        continue;
                    }
                    Some(next) => next,
                },
                Some(Err(trouble)) => self.after_trouble(trouble, stop, &mut trip.route, |lost| {
                    let same = other.clone().filter(|it| !lost.contains(it));
                    other = same.or_else(|| self.known().other(lost));
                    other.clone()
                }),
                None => Err(self.no_node()),
            };
            match next {
                Ok(Onward { stop, is_asking }) => {
                    onward.push((Sent::new(at, call, is_asking), stop));
                }
                Err(trouble) => trip.outcome = Some(Err(trouble)),
            }
        }
        onward
    }
}
