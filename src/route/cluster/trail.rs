//! The redirects and the lost nodes of one call to a Cluster: how many there may be, and what the call
//! ends with.
//!
//! This file is pure: it sends nothing and has no clock. A redirect proves that the call was not executed, so the
//! call may be sent elsewhere. `cluster` uses it.
//!
//! # A slot that was left half moved
//!
//! The source of a move says ASK for a call if it lacks one of its keys, and the target runs the call
//! behind ASKING only if it knows of the move. Redis up to 8.0 keeps that knowledge at the target alone, so a
//! failover of the target ends it: then the target says MOVED, back to the source. Keys that exist are at
//! the source, and no node creates one, until somebody mends the slot.
//!
//! Two circles over source and target prove that a key does not exist. Each ASK says that the key was not at
//! the source. Each MOVED says that the target neither has the slot nor takes it over, so whatever it may
//! have in its memory is no key of the Cluster. One circle does not prove it: between the two replies the
//! move may have been undone, so that a key came back to the source behind its ASK. The second ASK is a
//! later word of the source. A key that existed all the time was at the target at each ASK and at the source
//! at each MOVED, which means that the slot has moved back, there and back again within this one question.
//! No tool does that, and even then the answer would only be a no, which lets nobody in.
//!
//! A move that goes its normal way is never taken for that:
//! - It begins at the target (`IMPORTING`), then at the source (`MIGRATING`). From then on the target runs
//!   what the source sends there. In the other order the source may say ASK to a target that does not know yet:
//!   until then the target has no key of the slot, so what the source has not does not exist.
//! - It ends at the target (`NODE`), then at the source. Between both the target has the slot and runs what is
//!   sent there. In the other order the source says MOVED instead of ASK, so it is no such circle.
//! - It is given up at the source (`STABLE`), then at the target, or the other way round. After the source
//!   no second ASK comes. Before the source the slot is half moved indeed.

use super::redirect::Redirect;
use super::slot_map::NodeAddress;
use crate::error::Unavailable;

/// The most redirects that a call follows, because two nodes that name each other would lead it in a circle.
const REDIRECTS: usize = 5;
/// The number of lost nodes at which a call ends.
const LOST: usize = 5;

/// What has happened to a call.
#[derive(Default)]
pub(super) struct Trail {
    /// The redirects, each with the node that named it.
    redirects: Vec<(NodeAddress, Redirect)>,
    /// The nodes that were not reached, or that are cut off from the Cluster, each with its error.
    lost: Vec<(NodeAddress, Unavailable)>,
}

/// Why a call does not follow a redirect.
#[derive(Debug)]
pub(super) enum End {
    /// The slot was left half moved: a key of the call does not exist, and cannot be created.
    HalfMoved,
    /// The redirect names a node that failed before, with this error.
    Lost(Unavailable),
    TooMany,
}

impl Trail {
    /// Notes that the node `from` names another one.
    ///
    /// # Errors
    /// The call does not go there.
    pub(super) fn redirected(
        &mut self,
        from: &NodeAddress,
        redirect: &Redirect,
    ) -> Result<(), End> {
        if let Some((_, error)) = self
            .lost
            .iter()
            .find(|(address, _)| *address == redirect.to)
        {
            return Err(End::Lost(error.clone()));
        }
        self.redirects.push((from.clone(), redirect.clone()));
        if self.is_half_moved() {
            return Err(End::HalfMoved);
        }
        if self.redirects.len() > REDIRECTS {
            return Err(End::TooMany);
        }
        Ok(())
    }

    /// Returns whether the last redirects are two circles: a source says ASK, and a target sends back. The first
    /// circle may have begun at the source under another of its names.
    fn is_half_moved(&self) -> bool {
        let [.., (_, first), back, again, last] = &*self.redirects else {
            return false;
        };
        let (target, source) = (&last.0, &last.1.to);
        let asks = |it: &Redirect| it.is_ask && it.to == *target;
        let sends_back =
            |(from, it): &(NodeAddress, Redirect)| !it.is_ask && from == target && it.to == *source;
        asks(first) && sends_back(back) && again.0 == *source && asks(&again.1) && sends_back(last)
    }

    /// Returns why nodes were lost, if any was: what one of them has said, or else the error of the first one.
    pub(super) fn error(&self) -> Option<Unavailable> {
        let mut errors = self.lost.iter().map(|(_, error)| error);
        let said = errors.clone().find(|error| !error.is_unsent());
        said.or_else(|| errors.next()).cloned()
    }

    /// Notes a lost node. Returns where the call goes instead: `other` names a node that is not among the lost ones.
    ///
    /// # Errors
    /// As [`Self::error`], because there is no other node, or too many are lost.
    pub(super) fn lost(
        &mut self,
        at: &NodeAddress,
        error: Unavailable,
        other: impl FnOnce(&[NodeAddress]) -> Option<NodeAddress>,
    ) -> Result<NodeAddress, Unavailable> {
        self.lost.push((at.clone(), error.clone()));
        let lost: Vec<_> = self
            .lost
            .iter()
            .map(|(address, _)| address.clone())
            .collect();
        let other = (lost.len() < LOST).then(|| other(&lost));
        other.flatten().ok_or_else(|| self.error().unwrap_or(error))
    }
}

#[cfg(test)]
mod operators;

#[cfg(test)]
mod tests {
    use super::*;

    use anyhow::anyhow;
    use proptest::prelude::*;

    fn address(port: u16) -> NodeAddress {
        NodeAddress::new("127.0.0.1", port, None).unwrap()
    }

    fn redirect(port: u16, is_ask: bool) -> Redirect {
        Redirect {
            slot: 5,
            to: address(port),
            is_ask,
        }
    }

    fn moved(port: u16) -> Redirect {
        redirect(port, false)
    }

    fn ask(port: u16) -> Redirect {
        redirect(port, true)
    }

    fn trouble(port: u16) -> Unavailable {
        Unavailable::unreachable(&port, anyhow!("refused"))
    }

    #[test]
    fn a_redirect_to_a_lost_node_ends_with_its_trouble() {
        let mut trail = Trail::default();
        let other = trail.lost(&address(1), trouble(1), |_| Some(address(2)));
        assert_eq!(other.unwrap(), address(2));
        assert!(trail.redirected(&address(2), &moved(3)).is_ok());
        let Err(End::Lost(trouble)) = trail.redirected(&address(3), &ask(1)) else {
            panic!("it goes to a lost node");
        };
        assert!(trouble.to_string().contains("Redis at 1 cannot"));
    }

    #[test]
    fn what_a_node_says_counts_more_than_that_others_are_away() {
        let mut trail = Trail::default();
        let other = |_: &[NodeAddress]| Some(address(9));
        assert!(trail.lost(&address(1), trouble(1), other).is_ok());
        let down = Unavailable::error_reply(&"2", "CLUSTERDOWN The cluster is down");
        assert!(trail.lost(&address(2), down, other).is_ok());
        let last = trail.lost(&address(3), trouble(3), |_| None).unwrap_err();
        assert!(last.to_string().contains("CLUSTERDOWN"), "{last}");
    }

    #[test]
    fn two_nodes_that_name_each_other_are_left_after_a_few_redirects() {
        let mut trail = Trail::default();
        for _ in 0..REDIRECTS {
            assert!(trail.redirected(&address(2), &moved(1)).is_ok());
        }
        let last = trail.redirected(&address(1), &moved(2));
        assert!(matches!(last, Err(End::TooMany)));
    }

    /// What a call ends with that meets these redirects, each at the node to which the one before has led. `None`:
    /// it goes on.
    fn ended(first: u16, redirects: &[Redirect]) -> Option<End> {
        let mut trail = Trail::default();
        let mut at = address(first);
        for (number, redirect) in redirects.iter().enumerate() {
            if let Err(end) = trail.redirected(&at, redirect) {
                assert_eq!(number + 1, redirects.len(), "{redirects:?}");
                return Some(end);
            }
            at = redirect.to.clone();
        }
        None
    }

    #[test]
    fn two_circles_of_ask_and_moved_are_a_slot_left_half_moved() {
        let circle = || [ask(2), moved(1)];
        let two = [circle(), circle()].concat();
        assert!(matches!(ended(1, &two), Some(End::HalfMoved)));
        // Another node, or another name of the source, leads there first.
        let after_moved = [vec![moved(1)], two.clone()].concat();
        assert!(matches!(ended(3, &after_moved), Some(End::HalfMoved)));
        assert!(matches!(ended(3, &two), Some(End::HalfMoved)));
        for others in [
            circle().to_vec(),
            vec![ask(2), moved(1), ask(2)],
            vec![ask(2), moved(1), ask(3), moved(1)],
            vec![ask(2), moved(3), ask(2), moved(1)],
            vec![ask(2), ask(1), ask(2), moved(1)],
            vec![moved(2), moved(1), ask(2), moved(1)],
        ] {
            assert!(ended(1, &others).is_none(), "{others:?}");
        }
    }

    #[test]
    fn a_node_that_was_lost_in_between_breaks_the_circles() {
        let mut trail = Trail::default();
        assert!(trail.redirected(&address(1), &ask(2)).is_ok());
        assert!(trail.redirected(&address(2), &moved(1)).is_ok());
        let other = trail.lost(&address(1), trouble(1), |_| Some(address(3)));
        assert_eq!(other.unwrap(), address(3));
        assert!(trail.redirected(&address(3), &ask(2)).is_ok());
        let back = trail.redirected(&address(2), &moved(1));
        assert!(matches!(back, Err(End::Lost(_))));
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        /// A call is sent a limited number of times, and never to a node that it has lost.
        #[test]
        fn a_call_ends(events in prop::collection::vec((any::<bool>(), 1_u16..9), 100)) {
            let mut trail = Trail::default();
            let mut at = address(1);
            let mut lost = Vec::new();
            let mut sent = 0;
            for (is_redirect, port) in events {
                prop_assert!(!lost.contains(&at));
                sent += 1;
                let next = if is_redirect {
                    let to = address(port);
                    let redirect = if sent % 2 == 0 { moved(port) } else { ask(port) };
                    let next = trail.redirected(&at, &redirect);
                    next.map(|()| to).map_err(drop)
                } else {
                    lost.push(at.clone());
                    let others = (1..9).map(address).find(|it| !lost.contains(it));
                    trail.lost(&at, trouble(at.port), |_| others).map_err(|first| {
                        let name = format!("Redis at {} cannot", lost[0].port);
                        assert!(first.to_string().contains(&name));
                    })
                };
                let Ok(next) = next else {
                    prop_assert!(sent <= REDIRECTS + LOST);
                    return Ok(());
                };
                at = next;
            }
            prop_assert!(false, "it never ends");
        }
    }
}
