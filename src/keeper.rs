//! What is held: one [`Owner`] for each PHP object, and the [`Keeper`] that
//! sees to all of them at the end of the request.
//!
//! An entry is written before the first command that could make it true and
//! leaves when the server has said that it is not, so that whatever ends the
//! call in between (an exception, a fatal error that jumps over every frame)
//! leaves nothing behind that nobody knows of. Called by `php`.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

mod entries;
mod owner;
mod release;
#[cfg(test)]
mod tests;

pub(crate) use owner::{Options, Owner};

/// How long the end of a request may take for all its locks together.
const SWEEP: Duration = Duration::from_millis(500);

/// All owners of this request, one PHP thread's.
#[derive(Default)]
pub(crate) struct Keeper {
    owners: RefCell<Vec<Rc<Owner>>>,
}

impl Keeper {
    /// Takes an owner into care until its object dies or the request ends.
    pub(crate) fn keep(&self, owner: Owner) -> Rc<Owner> {
        let owner = Rc::new(owner);
        self.owners.borrow_mut().push(Rc::clone(&owner));
        owner
    }

    /// The object of this owner has died in the midst of its request.
    pub(crate) fn dismiss(&self, owner: &Rc<Owner>) {
        self.owners
            .borrow_mut()
            .retain(|kept| !Rc::ptr_eq(kept, owner));
        owner.let_go(owner.clock.now().after(SWEEP));
    }

    /// The request is over, and every destructor of PHP code has run.
    pub(crate) fn sweep(&self) {
        let owners = self.owners.take();
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
