//! The calls of one question: one round over their nodes, and the one loop that follows redirects.
//!
//! A call that is redirected goes on by itself, so the call waits for no node that is still to answer another one.
//! `cluster` calls this file and decides where a call goes next.

use std::iter;
use std::rc::Rc;

use super::nodes::ClusterNode;
use super::trail::Trail;
use super::{Cluster, Onward, is_redirect, is_slot_map};
use crate::protocol::{Call, Reply, asking, slots};
use crate::route::round::{self, AfterPipeline, Pipeline, Role, Sent};
use crate::route::{Answer, Deadlines, Outcome, RoundOptions, Timeout};

/// The pipeline to one node.
type NodePipeline<'a> = Pipeline<'a, Rc<ClusterNode>>;

/// A call of the question with its index, and where the call goes.
type Leg<'a> = (usize, &'a Call<'a>, Onward);

impl Cluster {
    /// Sends one call, which goes on in a round if its reply leads on.
    pub(super) fn ask_one<'a>(
        &self,
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
                self.travel(vec![first], 1, options, take);
            }
        }
    }

    /// Sends several calls, each to the node that has its slot, and asks for the slot map too if it is due.
    pub(super) fn ask_several<'a>(
        &self,
        calls: &'a [&'a Call<'a>],
        deadlines: Deadlines,
        is_map_due: bool,
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    ) {
        let mut legs = Vec::with_capacity(calls.len());
        for (at, call) in calls.iter().enumerate() {
            match self.start(call.key()) {
                Ok(node) => legs.push((at, *call, Onward::to(node))),
                Err(error) => take(at, Err(error)),
            }
        }
        let first = pipelines(legs, deadlines, is_map_due);
        self.travel(first, calls.len(), options, take);
    }

    /// Follows so many calls until each has its outcome.
    fn travel(
        &self,
        first: Vec<NodePipeline>,
        calls: usize,
        options: RoundOptions,
        take: &mut dyn FnMut(usize, Outcome),
    ) {
        let mut trails: Vec<_> = iter::repeat_with(Trail::default).take(calls).collect();
        round::ask(first, options, |pipeline| {
            let before = pipeline.deadlines;
            let is_answered = pipeline.is_answered();
            let is_redirected = is_answered && !is_down(&pipeline);
            let legs = self.arrive(pipeline, &mut trails, take);
            let rest = if is_answered {
                options.next(before, self.access().command_timeout, calls)
            } else {
                before.rest()
            };
            if rest.are_over() {
                for (at, ..) in legs {
                    take(at, Err(self.late(trails.get(at))));
                }
                return AfterPipeline::More(Vec::new());
            }
            // If a node that was named is lost, the others would name the same one. So opening its connection may
            // take all of the time of a renewal, which has little.
            let takes_all = is_redirected && options.timeout == Timeout::Once;
            let deadlines = if takes_all { rest } else { rest.halved() };
            let is_map_due = !legs.is_empty() && self.topology().asks_for_slot_map(deadlines.now);
            AfterPipeline::More(pipelines(legs, deadlines, is_map_due))
        });
    }

    /// Returns the calls that go on, once all calls of a pipeline have their outcomes. The others have arrived.
    fn arrive<'a>(
        &self,
        pipeline: NodePipeline<'a>,
        trails: &mut [Trail],
        take: &mut dyn FnMut(usize, Outcome),
    ) -> Vec<Leg<'a>> {
        let node = &pipeline.server;
        self.learn_slot_map_of(&pipeline);
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
                Role::SlotMap | Role::Owed => continue,
            };
            let refusal = permit.take().filter(|it| matches!(it, Reply::Error { .. }));
            let Some(trail) = trails.get_mut(at) else {
                continue;
            };
            let onward = match sent.outcome {
                Some(Ok(mut answer)) => {
                    // If ASKING was refused, that says more than the MOVED behind it, which leads back.
                    if let Some(refusal) = refusal.filter(|_| answer.reply.is_error("MOVED")) {
                        answer.reply = refusal;
                    }
                    match self.after(sent.call, &mut answer.reply, node, trail, &mut other) {
                        None => {
                            take(at, Ok(answer));
                            continue;
                        }
                        Some(onward) => onward,
                    }
                }
                Some(Err(error)) if error.is_unsent() => {
                    self.elsewhere(error, node, trail, &mut other)
                }
                Some(Err(error)) => {
                    self.topology().want_slot_map();
                    Err(error)
                }
                None => Err(self.no_node()),
            };
            match onward {
                Ok(onward) => legs.push((at, sent.call, onward)),
                Err(error) => take(at, Err(error)),
            }
        }
        legs
    }

    /// Learns the slot map if a pipeline has brought it, or has it asked for again.
    fn learn_slot_map_of(&self, pipeline: &NodePipeline) {
        let Some(slot_map) = pipeline.calls.iter().find(|it| is_slot_map(it.call)) else {
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

/// Returns one pipeline for each node. If the slot map is due, the first one asks for it.
fn pipelines(legs: Vec<Leg>, deadlines: Deadlines, is_map_due: bool) -> Vec<NodePipeline> {
    let mut pipelines: Vec<NodePipeline> = Vec::new();
    for (at, call, Onward { node, is_asking }) in legs {
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
    let asks = |it: &NodePipeline| it.calls.iter().any(|sent| is_slot_map(sent.call));
    if let Some(first) = pipelines.first_mut().filter(|it| is_map_due && !asks(it)) {
        first.calls.push(Sent::new(Role::SlotMap, &slots::CALL));
    }
    pipelines
}
