//! What is held: one [`Owner`] for each PHP object, and the [`Keeper`] that
//! sees to all of them at the end of the request.
//!
//! An entry is written before the first command that could make it true and
//! leaves when the server has said that it is not, so that whatever ends the
//! call in between (an exception, a fatal error that jumps over every frame)
//! leaves nothing behind that nobody knows of. Called by `php`.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

mod entries;
mod indexed;
mod lifetime;
mod owner;
mod release;
mod renewal;
mod renewer;
#[cfg(test)]
mod tests;

use crate::clock::Clock;
use crate::quorum::Deployment;
pub(crate) use lifetime::Lifetime;
pub(crate) use owner::{Options, Owner};
use release::Left;
pub(crate) use renewal::Bell;
use renewal::place_of;
pub(crate) use renewer::stop as stop_renewing;

/// How long the end of a request may take for all its locks together.
const SWEEP: Duration = Duration::from_millis(500);

/// All owners of this request, one PHP thread's.
#[derive(Default)]
pub(crate) struct Keeper {
    /// By their numbers: in the order in which they came.
    owners: RefCell<BTreeMap<u64, Rc<Owner>>>,
    numbered: Cell<u64>,
    bell: OnceCell<Arc<Bell>>,
}

impl Keeper {
    /// Takes an owner into care until its object dies or the request ends.
    pub(crate) fn keep(&self, mut owner: Owner) -> Rc<Owner> {
        owner.number = self.numbered.get();
        self.numbered.set(owner.number + 1);
        let owner = Rc::new(owner);
        self.owners
            .borrow_mut()
            .insert(owner.number, Rc::clone(&owner));
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
        let owners = self.owners.borrow();
        let of_each = owners.values().flat_map(|owner| {
            let names = owner.entries.take_lost().into_iter();
            names.map(|name| (Rc::clone(owner), name))
        });
        of_each.collect()
    }

    /// The object of this owner has died in the midst of its request.
    pub(crate) fn dismiss(&self, owner: &Rc<Owner>) {
        self.owners.borrow_mut().remove(&owner.number);
        let left = owner.take_left();
        owner.let_go(&left, owner.clock.now().after(SWEEP));
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
        self.bell.get().is_some_and(|bell| bell.has_renewals())
    }

    /// Whether another object of this thread holds what `owner` calls `name`, and has
    /// it renewed: who waits for it without limit waits for ever.
    pub(crate) fn renews_elsewhere(&self, owner: &Rc<Owner>, name: &[u8]) -> bool {
        if !self.renews() {
            return false;
        }
        let owners = self.owners.borrow();
        let (server, key) = (owner.node.name(), owner.key(name));
        let mut others = owners.values().filter(|other| !Rc::ptr_eq(other, owner));
        others.any(|other| other.renews_key(&key) && other.node.name() == server)
    }

    /// The request is over, and every destructor of PHP code has run.
    pub(crate) fn sweep(&self) {
        let owners = self.owners.take();
        // What is left at one server is released together, whichever objects it was of.
        let mut left_at: Vec<(&Owner, Arc<dyn Deployment>, Vec<Left>)> = Vec::new();
        let mut places = HashMap::new();
        for owner in owners.values() {
            let left = owner.take_left();
            if left.is_empty() {
                continue;
            }
            let deployment = owner.node.deployment();
            let place = *places.entry(place_of(&deployment)).or_insert(left_at.len());
            match left_at.get_mut(place) {
                Some((_, _, others)) => others.extend(left),
                None => left_at.push((owner, deployment, left)),
            }
        }
        let Some((first, ..)) = left_at.first() else {
            return;
        };
        let by = first.clock.now().after(SWEEP);
        // Each server gets its share of what is left of the time, so that one that
        // does not answer costs the others nothing but time.
        while let Some((owner, _, left)) = left_at.pop() {
            let now = owner.clock.now();
            let waiting = u32::try_from(left_at.len()).unwrap_or(u32::MAX);
            owner.let_go(&left, now.after(by.until(now) / waiting.saturating_add(1)));
        }
    }
}
