//! The redirects and the lost nodes of one call to a Cluster: how many there may be, and what the call
//! ends with.
//!
//! Pure: it sends nothing and has no clock. A redirect proves that the call was not executed, so it may
//! be sent elsewhere. Used by `cluster`.

use super::map::Place;
use crate::error::Unavailable;

/// A call follows so many redirects. Two nodes that name each other would lead it in a circle.
const REDIRECTS: usize = 5;
/// So many nodes may be lost for one call.
const LOST: usize = 5;

/// What has happened to a call.
#[derive(Default)]
pub(super) struct Route {
    redirects: usize,
    /// The nodes that were not reached, or that are cut off from the Cluster, each with its trouble.
    lost: Vec<(Place, Unavailable)>,
}

/// Why a call does not follow a redirect.
#[derive(Debug)]
pub(super) enum End {
    /// It leads to a node that is lost, for this reason.
    Lost(Unavailable),
    TooMany,
}

impl Route {
    /// A node names another one.
    ///
    /// # Errors
    /// The call does not go there.
    pub(super) fn redirected(&mut self, to: &Place) -> Result<(), End> {
        if let Some((_, trouble)) = self.lost.iter().find(|(place, _)| place == to) {
            return Err(End::Lost(trouble.clone()));
        }
        self.redirects += 1;
        if self.redirects > REDIRECTS {
            return Err(End::TooMany);
        }
        Ok(())
    }

    /// Why nodes were lost, if any was: what one of them has said, or else the trouble of the first one.
    pub(super) fn trouble(&self) -> Option<Unavailable> {
        let mut troubles = self.lost.iter().map(|(_, trouble)| trouble);
        let said = troubles.clone().find(|trouble| !trouble.is_unsent());
        said.or_else(|| troubles.next()).cloned()
    }

    /// A node is lost. Where the call goes instead: `other` names a node that is not among these.
    ///
    /// # Errors
    /// As [`Self::trouble`]: there is no other node, or too many are lost.
    pub(super) fn lost(
        &mut self,
        at: &Place,
        trouble: Unavailable,
        other: impl FnOnce(&[Place]) -> Option<Place>,
    ) -> Result<Place, Unavailable> {
        self.lost.push((at.clone(), trouble.clone()));
        let lost: Vec<_> = self.lost.iter().map(|(place, _)| place.clone()).collect();
        let other = (lost.len() < LOST).then(|| other(&lost));
        let trouble = || self.trouble().unwrap_or(trouble);
        other.flatten().ok_or_else(trouble)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use anyhow::anyhow;
    use proptest::prelude::*;

    fn place(port: u16) -> Place {
        Place::new("127.0.0.1", port, None).unwrap()
    }

    fn trouble(port: u16) -> Unavailable {
        Unavailable::unreachable(&port, anyhow!("refused"))
    }

    #[test]
    fn a_redirect_to_a_lost_node_ends_with_its_trouble() {
        let mut route = Route::default();
        let other = route.lost(&place(1), trouble(1), |_| Some(place(2)));
        assert_eq!(other.unwrap(), place(2));
        assert!(route.redirected(&place(3)).is_ok());
        let Err(End::Lost(trouble)) = route.redirected(&place(1)) else {
            panic!("it goes to a lost node");
        };
        assert!(trouble.to_string().contains("Redis at 1 cannot"));
    }

    #[test]
    fn what_a_node_says_counts_more_than_that_others_are_away() {
        let mut route = Route::default();
        let other = |_: &[Place]| Some(place(9));
        assert!(route.lost(&place(1), trouble(1), other).is_ok());
        let down = Unavailable::error_reply(&"2", "CLUSTERDOWN The cluster is down");
        assert!(route.lost(&place(2), down, other).is_ok());
        let last = route.lost(&place(3), trouble(3), |_| None).unwrap_err();
        assert!(last.to_string().contains("CLUSTERDOWN"), "{last}");
    }

    #[test]
    fn two_nodes_that_name_each_other_are_left_after_a_few_redirects() {
        let mut route = Route::default();
        for _ in 0..REDIRECTS {
            assert!(route.redirected(&place(1)).is_ok());
        }
        assert!(matches!(route.redirected(&place(2)), Err(End::TooMany)));
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        /// A call is sent a limited number of times, and never to a node that it has lost.
        #[test]
        fn a_call_ends(events in prop::collection::vec((any::<bool>(), 1_u16..9), 100)) {
            let mut route = Route::default();
            let mut at = place(1);
            let mut lost = Vec::new();
            let mut sent = 0;
            for (is_redirect, port) in events {
                prop_assert!(!lost.contains(&at));
                sent += 1;
                let next = if is_redirect {
                    let to = place(port);
                    route.redirected(&to).map(|()| to).map_err(drop)
                } else {
                    lost.push(at.clone());
                    let others = (1..9).map(place).find(|it| !lost.contains(it));
                    route.lost(&at, trouble(at.port), |_| others).map_err(|first| {
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
