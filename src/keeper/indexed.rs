//! A list of rows, each found by its key.
//!
//! Up to `HANDFUL` rows are searched one by one, which is faster than hashing. More rows get an
//! index, so that finding a row does not take longer with more rows. A key has one row at most.
//! The rows have no order: the last row takes the place of a removed one. The list never looks
//! into its rows. Used by `entries` and by the renewer's table.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

/// The number of rows up to which there is no index.
const HANDFUL: usize = 32;

pub(super) struct Indexed<K, V> {
    rows: Vec<(K, V)>,
    /// The place of each key's row in `rows`. Empty until there are more than a handful of rows.
    places: HashMap<K, usize>,
}

impl<K, V> Default for Indexed<K, V> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            places: HashMap::new(),
        }
    }
}

impl<K: Clone + Eq + Hash, V> Indexed<K, V> {
    fn place<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        if self.places.is_empty() {
            return self.rows.iter().position(|(its, _)| its.borrow() == key);
        }
        self.places.get(key).copied()
    }

    pub(super) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let row = self.rows.get(self.place(key)?);
        row.map(|(_, value)| value)
    }

    pub(super) fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key)?;
        self.rows.get_mut(place).map(|(_, value)| value)
    }

    /// Adds a row for a key that has none.
    pub(super) fn push(&mut self, key: K, value: V) {
        if !self.places.is_empty() {
            self.places.insert(key.clone(), self.rows.len());
        }
        self.rows.push((key, value));
        if self.rows.len() > HANDFUL && self.places.is_empty() {
            self.index();
        }
    }

    pub(super) fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.remove_if(key, |_| true)
    }

    /// Removes the row of `key` if `condition` says so.
    pub(super) fn remove_if<Q: Eq + Hash + ?Sized>(
        &mut self,
        key: &Q,
        condition: impl FnOnce(&V) -> bool,
    ) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key)?;
        self.rows.get(place).filter(|(_, value)| condition(value))?;
        let (_, value) = self.rows.swap_remove(place);
        if !self.places.is_empty() {
            self.places.remove(key);
            if let Some((moved, _)) = self.rows.get(place) {
                self.places.insert(moved.clone(), place);
            }
        }
        Some(value)
    }

    /// Removes the rows for which `keep` says no. `keep` may change the others.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        let before = self.rows.len();
        self.rows.retain_mut(|(key, value)| keep(key, value));
        if self.rows.len() < before && !self.places.is_empty() {
            self.index();
        }
    }

    fn index(&mut self) {
        self.places.clear();
        if self.rows.len() > HANDFUL {
            let places = self.rows.iter().enumerate();
            self.places
                .extend(places.map(|(place, (key, _))| (key.clone(), place)));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.rows.iter().map(|(key, value)| (key, value))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.rows.iter_mut().map(|(key, value)| (&*key, value))
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.rows.iter().map(|(_, value)| value)
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.rows.iter_mut().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Clone)]
    enum Change {
        Put(u8),
        Remove(u8),
        KeepBelow(u8),
    }

    fn change() -> impl Strategy<Value = Change> {
        prop_oneof![
            8 => any::<u8>().prop_map(Change::Put),
            4 => any::<u8>().prop_map(Change::Remove),
            1 => (100..=255_u8).prop_map(Change::KeepBelow),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// With few keys, with many, and changing between the two.
        #[test]
        fn it_is_a_map(changes in prop::collection::vec(change(), 0..400)) {
            let mut indexed = Indexed::default();
            let mut map = std::collections::BTreeMap::new();
            for (number, change) in changes.into_iter().enumerate() {
                match change {
                    Change::Put(key) => {
                        match indexed.get_mut(&key) {
                            Some(value) => *value = number,
                            None => indexed.push(key, number),
                        }
                        map.insert(key, number);
                    }
                    Change::Remove(key) => {
                        prop_assert_eq!(indexed.remove(&key), map.remove(&key));
                    }
                    Change::KeepBelow(limit) => {
                        indexed.retain(|key, _| *key < limit);
                        map.retain(|key, _| *key < limit);
                    }
                }
                for key in 0..=255_u8 {
                    prop_assert_eq!(indexed.get(&key), map.get(&key));
                }
                let mut rows: Vec<_> = indexed.iter().map(|(key, value)| (*key, *value)).collect();
                rows.sort_unstable();
                prop_assert_eq!(rows, map.iter().map(|(key, value)| (*key, *value)).collect::<Vec<_>>());
            }
        }
    }
}
