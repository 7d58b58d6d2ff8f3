//! What all threads of a process have in common about the servers of one configuration.
//!
//! It is made by the thread that needs it first, and lives as long as a thread uses it. This file knows
//! no server. Used by `pool`.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::os;

/// All that exist of a kind. Touched only where no fork can fall in between.
pub(super) struct Shared<T>(Mutex<Vec<Weak<T>>>);

impl<T> Shared<T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The one that `is_it`; a new one if there is none.
    pub(super) fn get(&self, is_it: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> Arc<T> {
        let find = |all: &[Weak<T>]| all.iter().filter_map(Weak::upgrade).find(|it| is_it(it));
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = os::undisturbed(|| find(&all())) {
            return found;
        }
        let new = Arc::new(make());
        os::undisturbed(|| {
            let mut all = all();
            all.retain(|it| it.strong_count() > 0);
            // Another thread may have made it in between.
            find(&all).unwrap_or_else(|| {
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
        assert!(
            shared.0.lock().unwrap().len() <= 2,
            "the others are forgotten"
        );
    }
}
