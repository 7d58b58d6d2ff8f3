//! Values by name, in a sorted list of rows.
//!
//! A process has few locks at a time, mostly one, and each pair of `lock()` and `unlock()` looks for its name five
//! times. In a list of one row that takes fewer instructions than in a tree. A row is a pointer, so a new name among
//! 10,000 moves 80 kB at most. The memory of a row that was removed serves the next one. `entries` uses this file.

#[derive(Debug)]
pub(super) struct ByName<T> {
    rows: Vec<Box<Row<T>>>,
    /// The row that was removed last.
    spare: Option<Box<Row<T>>>,
}

#[derive(Debug)]
struct Row<T> {
    name: Vec<u8>,
    /// `None`: the row is spare.
    value: Option<T>,
}

impl<T> Default for Row<T> {
    fn default() -> Self {
        Self {
            name: Vec::new(),
            value: None,
        }
    }
}

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            spare: None,
        }
    }
}

impl<T> ByName<T> {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns where the name is, or where it would be.
    fn place(&self, name: &[u8]) -> Result<usize, usize> {
        match &*self.rows {
            // Mostly there is one name at most.
            [] => Err(0),
            [row] if *row.name == *name => Ok(0),
            _ => self.search(name),
        }
    }

    #[cold]
    fn search(&self, name: &[u8]) -> Result<usize, usize> {
        self.rows.binary_search_by(|row| (*row.name).cmp(name))
    }

    pub(super) fn get(&self, name: &[u8]) -> Option<&T> {
        let place = self.place(name).ok()?;
        self.rows.get(place)?.value.as_ref()
    }

    pub(super) fn get_mut(&mut self, name: &[u8]) -> Option<&mut T> {
        let place = self.place(name).ok()?;
        self.rows.get_mut(place)?.value.as_mut()
    }

    /// Adds a name that is not there, or gives another value to one that is.
    pub(super) fn insert(&mut self, name: &[u8], value: T) {
        match self.place(name) {
            Ok(place) => {
                if let Some(row) = self.rows.get_mut(place) {
                    row.value = Some(value);
                }
            }
            Err(place) => {
                let mut row = self.spare.take().unwrap_or_default();
                row.name.clear();
                row.name.extend_from_slice(name);
                row.value = Some(value);
                self.rows.insert(place, row);
            }
        }
    }

    /// Removes a name whose value `is_it`.
    pub(super) fn remove_if(&mut self, name: &[u8], is_it: impl FnOnce(&T) -> bool) -> Option<T> {
        let place = self.place(name).ok()?;
        self.rows
            .get(place)?
            .value
            .as_ref()
            .filter(|it| is_it(it))?;
        let mut row = self.rows.remove(place);
        let value = row.value.take();
        self.spare = Some(row);
        value
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u8], &T)> {
        let rows = self.rows.iter();
        rows.filter_map(|row| Some((&*row.name, row.value.as_ref()?)))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (&[u8], &mut T)> {
        let rows = self.rows.iter_mut();
        rows.filter_map(|row| Some((&*row.name, row.value.as_mut()?)))
    }

    pub(super) fn retain(&mut self, mut is_kept: impl FnMut(&T) -> bool) {
        self.rows
            .retain(|row| row.value.as_ref().is_some_and(&mut is_kept));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::proof::random::Random;

    #[test]
    fn it_is_a_map_in_the_order_of_names() {
        let mut random = Random::new(7);
        let (mut list, mut map) = (ByName::default(), BTreeMap::new());
        for value in 0..2000 {
            let name = vec![b'a' + u8::try_from(random.below(26)).unwrap(); random.below(3)];
            if random.below(3) == 0 {
                let is_even = |value: &i32| value % 2 == 0;
                let removed = list.remove_if(&name, is_even);
                assert_eq!(removed, map.get(&name).copied().filter(is_even));
                map.retain(|key, value| *key != name || !is_even(value));
            } else {
                list.insert(&name, value);
                map.insert(name.clone(), value);
            }
            assert_eq!(list.get(&name), map.get(&name));
            assert_eq!(list.get_mut(&name), map.get_mut(&name));
            assert_eq!((list.len(), list.is_empty()), (map.len(), map.is_empty()));
        }
        list.retain(|value| value % 3 != 0);
        map.retain(|_, value| *value % 3 != 0);
        assert!(
            list.iter()
                .eq(map.iter().map(|(name, value)| (&**name, value)))
        );
        assert!(
            list.iter_mut()
                .eq(map.iter_mut().map(|(name, value)| (&**name, value)))
        );
    }
}
