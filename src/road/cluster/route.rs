//! The way of one call through the nodes of a Cluster: where it goes next, and when it has gone far enough.
//!
//! Pure: it sends nothing and has no clock. A redirect proves that the call was not executed, so it may
//! be sent elsewhere. Used by `cluster`.

use super::map::Place;
use crate::error::Unavailable;

/// A call follows so many redirects. Two nodes that name each other would lead it in a circle.
const REDIRECTS: usize = 5;
/// So many nodes of one question may be lost, before it is given up.
const LOST: usize = 3;

/// What has happened to a call.
#[derive(Default)]
pub(super) struct Route {
    redirects: usize,
    /// The nodes that were not reached, or that know no Cluster now.
    pub(super) lost: Vec<Place>,
    /// Why the first of them was lost.
    trouble: Option<Unavailable>,
}

/// Why a route ends without a reply.
#[derive(Debug)]
pub(super) enum End {
    Lost(Unavailable),
    TooManyRedirects,
}

impl Route {
    /// A node names another one.
    ///
    /// # Errors
    /// It names one that is lost, or there were too many redirects.
    pub(super) fn redirected(&mut self, to: &Place) -> Result<(), End> {
        if self.lost.contains(to)
            && let Some(trouble) = self.trouble.take()
        {
            return Err(End::Lost(trouble));
        }
        self.redirects += 1;
        if self.redirects > REDIRECTS {
            return Err(End::TooManyRedirects);
        }
        Ok(())
    }

    /// The node does not help. `Ok`: another one may know more.
    ///
    /// # Errors
    /// There were too many of these, or no other node would help.
    pub(super) fn lost(&mut self, at: Place, trouble: Unavailable) -> Result<(), End> {
        let heals = trouble.may_heal();
        let trouble = self.trouble.get_or_insert(trouble);
        self.lost.push(at);
        if heals && self.lost.len() < LOST {
            return Ok(());
        }
        Err(End::Lost(trouble.clone()))
    }

    /// There is no other node.
    pub(super) fn end(self, or: impl FnOnce() -> Unavailable) -> Unavailable {
        self.trouble.unwrap_or_else(or)
    }
}
