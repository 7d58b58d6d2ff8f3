//! What all threads of a process have in common about the servers of one configuration.
//!
//! The thread that needs such a value first makes it, and the value lives while a thread uses it. This file knows
//! no server. `pool` uses it.

use std::sync::{Arc, Weak};

use crate::os::Undisturbed;

/// All living values of a kind.
pub(super) struct Shared<T>(Undisturbed<Vec<Weak<T>>>);

impl<T> Shared<T> {
    pub(super) const fn new() -> Self {
        Self(Undisturbed::new(Vec::new()))
    }

    /// Returns the living value that `is_it` accepts, or inserts what `make` builds.
    pub(super) fn get(&self, is_it: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> Arc<T> {
        let find = |all: &[Weak<T>]| all.iter().filter_map(Weak::upgrade).find(|it| is_it(it));
        if let Some(found) = self.0.with(|all| find(all)) {
            return found;
        }
        let new = Arc::new(make());
        self.0.with(|all| {
            all.retain(|it| it.strong_count() > 0);
            // Another thread may have made it in between.
            find(all).unwrap_or_else(|| {
                all.push(Arc::downgrade(&new));
                Arc::clone(&new)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_for_as_long_as_it_is_used() {
        let shared = Shared::new();
        let get = |number: i32| shared.get(|it| *it == number, || number);
        let first = get(1);
        assert!(Arc::ptr_eq(&first, &get(1)));
        assert!(!Arc::ptr_eq(&first, &get(2)));
        drop(first);
        assert_eq!(*get(3), 3);
        let count = shared.0.with(|all| all.len());
        assert!(count <= 2, "the others are forgotten");
    }
}
