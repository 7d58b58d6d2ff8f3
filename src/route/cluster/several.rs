//! Several calls at once: one round over their nodes.
//!
//! A call that is redirected goes on by itself: it waits for no node that is still to answer another call.
//! Called by `cluster`, which decides where a call goes next.

use std::rc::Rc;

use super::nodes::ClusterNode;
use super::trail::Trail;
use super::{Cluster, Onward, halved};
use crate::clock::Moment;
use crate::error::Unavailable;
use crate::protocol::Call;
use crate::route::round::{self, Answer, Pipeline, RoundOptions, Sent};
use crate::route::{Deadlines, Timeout};

/// One of several calls.
#[derive(Default)]
struct Pending {
    trail: Trail,
    outcome: Option<Result<Answer, Unavailable>>,
}

/// The pipeline to one node.
type NodePipeline<'a> = Pipeline<'a, Rc<ClusterNode>>;

/// Whether a node of it takes the Cluster for down, so that another one is asked.
fn is_down(pipeline: &NodePipeline) -> bool {
    let answers = pipeline.calls.iter().filter_map(|it| it.outcome.as_ref());
    let mut answers = answers.flatten();
    answers.any(|answer| answer.reply.is_error("CLUSTERDOWN"))
}

impl Cluster {
    /// Sends several calls. An answer or its failure for each, in order.
    pub(super) fn send_several(
        &self,
        calls: &[Call],
        time: Timeout,
        counts: bool,
        by: Moment,
    ) -> Vec<Result<Answer, Unavailable>> {
        let span = self.span(by);
        let manner = RoundOptions::new(time, counts, span, by);
        let mut pending: Vec<_> = calls.iter().map(|_| Pending::default()).collect();
        let mut first = Vec::new();
        for (at, (call, one)) in calls.iter().zip(&mut pending).enumerate() {
            match self.start(call.key()) {
                Ok(node) => first.push((Sent::new(at, call, false), node)),
                Err(trouble) => one.outcome = Some(Err(trouble)),
            }
        }
        round::ask(self.pipelines(first, span), manner, |pipeline| {
            let before = pipeline.span();
            let is_answered = pipeline.is_answered();
            let is_redirected = is_answered && !is_down(&pipeline);
            let onward = self.arrive(&mut pending, calls, pipeline);
            let span = if is_answered {
                manner.next(before, self.access().command_timeout, calls.len())
            } else {
                before.rest()
            };
            if span.deadline > span.now {
                // If a node that was named is lost, the others would name the same one. So its opening may
                // take all of the time of a renewal, which has little.
                let takes_all = is_redirected && time == Timeout::Once;
                let span = if takes_all { span } else { halved(span) };
                return self.pipelines(onward, span);
            }
            for (sent, _) in onward {
                if let Some(one) = pending.get_mut(sent.at) {
                    one.outcome = Some(Err(self.late(&one.trail)));
                }
            }
            Vec::new()
        });
        let outcomes = pending.into_iter().map(|one| one.outcome);
        let outcomes = outcomes.map(|it| it.unwrap_or_else(|| Err(self.no_node())));
        outcomes.collect()
    }

    /// One pipeline for each node.
    fn pipelines<'a>(
        &self,
        calls: Vec<(Sent<'a>, Rc<ClusterNode>)>,
        span: Deadlines,
    ) -> Vec<NodePipeline<'a>> {
        let mut pipelines: Vec<NodePipeline> = Vec::new();
        for (sent, node) in calls {
            let is_it = |pipeline: &&mut NodePipeline| Rc::ptr_eq(&pipeline.server, &node);
            if let Some(pipeline) = pipelines.iter_mut().find(is_it) {
                pipeline.calls.push(sent);
            } else {
                let connections = Rc::clone(&node.server.connections);
                pipelines.push(Pipeline::new(node, connections, vec![sent], span));
            }
        }
        if let Some(first) = pipelines.first_mut() {
            first.with_map = self.topology().asks_for_map(span.now);
        }
        pipelines
    }

    /// All calls of a pipeline have their outcomes: they have arrived, or they go on. Returns those that go on.
    fn arrive<'a>(
        &self,
        pending: &mut [Pending],
        calls: &'a [Call<'a>],
        pipeline: NodePipeline<'a>,
    ) -> Vec<(Sent<'a>, Rc<ClusterNode>)> {
        let node = &pipeline.server;
        let answers = pipeline
            .calls
            .iter()
            .filter_map(|sent| sent.outcome.as_ref());
        let replies = answers.filter_map(|it| it.as_ref().ok().map(|answer| &answer.reply));
        self.nodes.learn(pipeline.map.as_ref(), replies, node);
        if pipeline.with_map && pipeline.is_unsent() {
            self.topology().map_was_not_asked_for();
        } else if pipeline.with_map && pipeline.map.is_none() {
            self.topology().want_map();
        }
        // The same one for all calls of a lost node: each other node costs a connection.
        let mut other = None;
        let mut onward = Vec::new();
        for sent in pipeline.calls {
            let at = sent.at;
            let (Some(one), Some(call)) = (pending.get_mut(at), calls.get(at)) else {
                continue;
            };
            let next = match sent.outcome {
                Some(Ok(mut answer)) => {
                    match self.after(call, &mut answer.reply, node, &mut one.trail) {
                        None => {
                            one.outcome = Some(Ok(answer));
                            continue;
                        }
                        Some(next) => next,
                    }
                }
                Some(Err(trouble)) => self.after_trouble(trouble, node, &mut one.trail, |lost| {
                    let same = other.clone().filter(|it| !lost.contains(it));
                    other = same.or_else(|| self.topology().other(lost));
                    other.clone()
                }),
                None => Err(self.no_node()),
            };
            match next {
                Ok(Onward { node, is_asking }) => {
                    onward.push((Sent::new(at, call, is_asking), node));
                }
                Err(trouble) => one.outcome = Some(Err(trouble)),
            }
        }
        onward
    }
}
