//! What is held: one [`Owner`] for each PHP object, and the [`Keeper`] that
//! sees to all of them at the end of the request.
//!
//! An entry is written before the first command that could make it true and
//! leaves when the server has said that it is not, so that whatever ends the
//! call in between (an exception, a fatal error that jumps over every frame)
//! leaves nothing behind that nobody knows of. Called by `php`.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

mod entries;
mod lifetime;
mod owner;
mod release;
mod renewal;
mod renewer;
#[cfg(test)]
mod tests;

use crate::clock::Clock;
pub(crate) use lifetime::Lifetime;
pub(crate) use owner::{Options, Owner};
pub(crate) use renewal::Bell;
pub(crate) use renewer::stop as stop_renewing;

/// How long the end of a request may take for all its locks together.
const SWEEP: Duration = Duration::from_millis(500);

/// All owners of this request, one PHP thread's.
#[derive(Default)]
pub(crate) struct Keeper {
    owners: RefCell<Vec<Rc<Owner>>>,
    bell: OnceCell<Arc<Bell>>,
}

impl Keeper {
    /// Takes an owner into care until its object dies or the request ends.
    pub(crate) fn keep(&self, owner: Owner) -> Rc<Owner> {
        let owner = Rc::new(owner);
        self.owners.borrow_mut().push(Rc::clone(&owner));
        owner
    }

    /// What rings when a lease of one of these owners is lost. `new`: makes one
    /// that this thread's engine hears.
    pub(crate) fn bell(&self, new: impl FnOnce() -> Bell) -> Arc<Bell> {
        Arc::clone(self.bell.get_or_init(|| Arc::new(new())))
    }

    /// Whether a renewed lease may have been lost that nobody was told of.
    pub(crate) fn has_lost(&self) -> bool {
        self.bell.get().is_some_and(|bell| bell.has_rung())
    }

    /// Whose renewed lease of which name was lost: each loss is told once, and not
    /// at all if giving it back has told of it before.
    pub(crate) fn take_lost(&self) -> Vec<(Rc<Owner>, Vec<u8>)> {
        if !self.bell.get().is_some_and(|bell| bell.answer()) {
            return Vec::new();
        }
        let owners = self.owners.borrow().clone();
        let of_each = owners.iter().flat_map(|owner| {
            let names = owner.entries.take_lost().into_iter();
            names.map(|name| (Rc::clone(owner), name))
        });
        of_each.collect()
    }

    /// The object of this owner has died in the midst of its request.
    pub(crate) fn dismiss(&self, owner: &Rc<Owner>) {
        self.owners
            .borrow_mut()
            .retain(|kept| !Rc::ptr_eq(kept, owner));
        owner.let_go(owner.clock.now().after(SWEEP));
    }

    /// Something is left to tell, and now is no time for it: the engine is to be
    /// interrupted again a moment later. Not by the one who asks: with an
    /// exception on its way the engine would do nothing but serve interrupts.
    pub(crate) fn ring_later(&self, clock: &'static (dyn Clock + Sync)) {
        if let Some(bell) = self.bell.get() {
            renewer::current(clock).ring_later(bell);
        }
    }

    /// Whether a lease of these owners may be lost any moment.
    pub(crate) fn renews(&self) -> bool {
        let owners = self.owners.borrow();
        owners.iter().any(|owner| owner.renews())
    }

    /// Whether another object of this thread holds what `owner` calls `name`, and has
    /// it renewed: who waits for it without limit waits for ever.
    pub(crate) fn renews_elsewhere(&self, owner: &Rc<Owner>, name: &[u8]) -> bool {
        let owners = self.owners.borrow();
        let (server, key) = (owner.node.name(), owner.key(name));
        let mut others = owners.iter().filter(|other| !Rc::ptr_eq(other, owner));
        others.any(|other| other.renews_key(&key) && other.node.name() == server)
    }

    /// The request is over, and every destructor of PHP code has run.
    pub(crate) fn sweep(&self) {
        let owners = self.owners.take();
        // Those too that release nothing.
        for owner in &owners {
            owner.renew_nothing();
        }
        let mut left: Vec<_> = owners.iter().filter(|owner| owner.has_left()).collect();
        let Some(first) = left.first() else {
            return;
        };
        let by = first.clock.now().after(SWEEP);
        // Each gets its share of what is left of the time, so that a server that
        // does not answer costs the others nothing but time.
        while let Some(owner) = left.pop() {
            let now = owner.clock.now();
            let waiting = u32::try_from(left.len()).unwrap_or(u32::MAX);
            owner.let_go(now.after(by.until(now) / waiting.saturating_add(1)));
        }
    }
}
