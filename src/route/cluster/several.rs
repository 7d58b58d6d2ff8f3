//! The calls of one question: one round over their nodes, and the one loop that follows redirects.
//!
//! A call that is redirected goes on by itself, so the call waits for no node that is still to answer another one.
//! `cluster` calls this file and decides where a call goes next.

use std::rc::Rc;

use super::nodes::ClusterNode;
use super::trail::Trail;
use super::{Cluster, Onward, is_redirect, is_slot_map};
use crate::protocol::{Call, Reply, asking, slots};
use crate::route::round::{self, AfterPipeline, Pipeline, Role, Sent};
use crate::route::{Answer, Deadlines, Outcome, RoundOptions, Timeout};

/// The pipeline to one node.
type NodePipeline<'a> = Pipeline<'a, Rc<ClusterNode>>;

/// The calls of one question, and who gets their outcomes.
struct Journey<'a, 'b> {
    calls: &'a [&'a Call<'a>],
    /// One for each call.
    trails: Vec<Trail>,
    take: &'b mut dyn FnMut(usize, Outcome),
}

/// The index of a call, and where the call goes.
type Leg = (usize, Onward);

impl Cluster {
    /// Sends one call, which goes on in a round if its reply leads on.
    pub(super) fn ask_one<'a>(
        &self,
        calls: &'a [&'a Call<'a>],
        call: &'a Call<'a>,
        deadlines: Deadlines,
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    ) {
        let node = match self.start(call.key()) {
            Ok(node) => node,
            Err(error) => return take(0, Err(error)),
        };
        match node.server.exchange(call, deadlines) {
            Ok(reply) if !leads_on(call, &reply) => take(0, Ok(Answer::from(reply))),
            reply => {
                let sent = Sent::new(Role::Question(0), call).exchanged(reply);
                let connections = Rc::clone(&node.server.connections);
                let first = Pipeline::new(node, connections, vec![sent], deadlines);
                self.travel(calls, vec![first], options.within(deadlines), take);
            }
        }
    }

    /// Sends several calls, each to the node that has its slot.
    pub(super) fn ask_several<'a>(
        &self,
        calls: &'a [&'a Call<'a>],
        deadlines: Deadlines,
        with_slot_map: bool,
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    ) {
        let mut legs = Vec::with_capacity(calls.len());
        for (at, call) in calls.iter().enumerate() {
            match self.start(call.key()) {
                Ok(node) => legs.push((at, Onward::to(node))),
                Err(error) => take(at, Err(error)),
            }
        }
        let first = pipelines(calls, legs, deadlines, with_slot_map);
        self.travel(calls, first, options.within(deadlines), take);
    }

    /// Follows the calls until each has its outcome.
    fn travel<'a>(
        &self,
        calls: &'a [&'a Call<'a>],
        first: Vec<NodePipeline<'a>>,
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    ) {
        let trails = calls.iter().map(|_| Trail::default()).collect();
        let mut journey = Journey {
            calls,
            trails,
            take,
        };
        round::ask(first, options, |pipeline| {
            let before = pipeline.deadlines;
            let is_answered = pipeline.is_answered();
            let is_redirected = is_answered && !is_down(&pipeline);
            let legs = self.arrive(&mut journey, pipeline);
            let rest = if is_answered {
                options.next(before, self.access().command_timeout, calls.len())
            } else {
                before.rest()
            };
            if rest.are_over() {
                for (at, _) in legs {
                    let late = journey.trails.get(at).map(|trail| self.late(trail));
                    (journey.take)(at, Err(late.unwrap_or_else(|| self.no_node())));
                }
                return AfterPipeline::More(Vec::new());
            }
            // If a node that was named is lost, the others would name the same one. So opening its connection may
            // take all of the time of a renewal, which has little.
            let takes_all = is_redirected && options.timeout == Timeout::Once;
            let deadlines = if takes_all { rest } else { rest.halved() };
            let is_map_due = !legs.is_empty() && self.topology().asks_for_slot_map(deadlines.now);
            let with_slot_map = is_map_due && !matches!(calls, [call] if is_slot_map(call));
            AfterPipeline::More(pipelines(calls, legs, deadlines, with_slot_map))
        });
    }

    /// Returns the calls that go on, once all calls of a pipeline have their outcomes. The others have arrived.
    fn arrive<'a>(&self, journey: &mut Journey<'a, '_>, pipeline: NodePipeline<'a>) -> Vec<Leg> {
        let node = &pipeline.server;
        self.learn_slot_map_of(journey.calls, &pipeline);
        // All calls of a lost node go to the same other node, because each other node costs a connection.
        let mut other = None;
        let mut permit = None;
        let mut legs = Vec::new();
        for sent in pipeline.calls {
            let at = match sent.role {
                Role::Question(at) => at,
                Role::Permit => {
                    permit = sent.reply().cloned();
                    continue;
                }
                Role::SlotMap => continue,
            };
            let refusal = permit.take().filter(|it| matches!(it, Reply::Error { .. }));
            let (Some(trail), Some(call)) = (journey.trails.get_mut(at), journey.calls.get(at))
            else {
                continue;
            };
            let onward = match sent.outcome {
                Some(Ok(mut answer)) => {
                    // If ASKING was refused, that says more than the MOVED behind it, which leads back.
                    if let Some(refusal) = refusal.filter(|_| answer.reply.is_error("MOVED")) {
                        answer.reply = refusal;
                    }
                    match self.after(call, &mut answer.reply, node, trail) {
                        None => {
                            (journey.take)(at, Ok(answer));
                            continue;
                        }
                        Some(onward) => onward,
                    }
                }
                Some(Err(error)) => self.after_error(error, node, trail, |lost| {
                    let same = other.clone().filter(|it| !lost.contains(it));
                    other = same.or_else(|| self.topology().other(lost));
                    other.clone()
                }),
                None => Err(self.no_node()),
            };
            match onward {
                Ok(onward) => legs.push((at, onward)),
                Err(error) => (journey.take)(at, Err(error)),
            }
        }
        legs
    }

    /// Learns the slot map if a pipeline has brought it, or has it asked for again.
    fn learn_slot_map_of(&self, calls: &[&Call], pipeline: &NodePipeline) {
        let is_asked = |at: usize| calls.get(at).is_some_and(|call| is_slot_map(call));
        let is_slot_map = |sent: &&Sent| match sent.role {
            Role::Question(at) => is_asked(at),
            Role::Permit => false,
            Role::SlotMap => true,
        };
        let Some(slot_map) = pipeline.calls.iter().find(is_slot_map) else {
            return;
        };
        match slot_map.reply() {
            Some(reply) if !is_down(pipeline) => self.nodes.learn(reply, &pipeline.server),
            Some(_) => {}
            None if pipeline.is_unsent() => self.topology().slot_map_was_not_asked_for(),
            None => self.topology().want_slot_map(),
        }
    }
}

/// Returns whether a reply to a call leads on: to another node, or to the same one with the whole script.
fn leads_on(call: &Call, reply: &Reply) -> bool {
    is_redirect(reply) || reply.is_error("CLUSTERDOWN") || call.is_unknown(reply)
}

/// Returns whether a node takes the Cluster for down, so that another node is asked. Such a node may have an old
/// slot map.
fn is_down(pipeline: &NodePipeline) -> bool {
    let mut replies = pipeline.calls.iter().filter_map(Sent::reply);
    replies.any(|reply| reply.is_error("CLUSTERDOWN"))
}

/// Returns one pipeline for each node. The first one asks for the slot map too if it is wanted.
fn pipelines<'a>(
    calls: &'a [&'a Call<'a>],
    legs: Vec<Leg>,
    deadlines: Deadlines,
    with_slot_map: bool,
) -> Vec<NodePipeline<'a>> {
    let mut pipelines: Vec<NodePipeline> = Vec::new();
    for (at, Onward { node, is_asking }) in legs {
        let Some(call) = calls.get(at) else { continue };
        let sent = Sent::new(Role::Question(at), call);
        let permit = is_asking.then(|| Sent::new(Role::Permit, &asking::CALL));
        let known = pipelines
            .iter()
            .position(|it| Rc::ptr_eq(&it.server, &node));
        let index = known.unwrap_or_else(|| {
            let connections = Rc::clone(&node.server.connections);
            pipelines.push(Pipeline::new(node, connections, Vec::new(), deadlines));
            pipelines.len() - 1
        });
        if let Some(pipeline) = pipelines.get_mut(index) {
            pipeline.calls.extend(permit.into_iter().chain([sent]));
        }
    }
    if let Some(first) = pipelines.first_mut().filter(|_| with_slot_map) {
        first.calls.push(Sent::new(Role::SlotMap, &slots::CALL));
    }
    pipelines
}
