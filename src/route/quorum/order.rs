//! The order of the servers for a key, which every process computes alike.
//!
//! The order decides which server is the gate of a key, so that the keys spread over the servers. It depends on the
//! names of the servers and not on the order of the configuration's list. `voters` uses this file.

use crate::protocol::mutex::keys::rank_at;

/// Returns the numbers of the servers with these names, in the order of the hash of name and key.
pub(super) fn order(names: &[String], key: &[u8]) -> Vec<usize> {
    let mut order: Vec<_> = (0..names.len()).collect();
    order.sort_by_cached_key(|at| names.get(*at).map(|name| rank_at(name, key)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_names_and_not_that_of_the_list() {
        let names = ["a:1", "b:1", "c:1", "d:1", "e:1"].map(str::to_owned);
        let mut turned = names.clone();
        turned.rotate_left(2);
        let mut gates = [0; 5];
        for number in 0..500 {
            let key = format!("lock:{number}");
            let ordered = |names: &[String]| -> Vec<_> {
                let order = order(names, key.as_bytes());
                order.iter().map(|at| names[*at].clone()).collect()
            };
            assert_eq!(ordered(&names), ordered(&turned));
            gates[order(&names, key.as_bytes())[0]] += 1;
        }
        assert!(gates.iter().all(|count| *count > 50), "{gates:?}");
    }
}
