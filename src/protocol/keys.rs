//! The names of the keys that belong to a lock.
//!
//! It reads and writes no key. Used by the files beside this one, and by tests.

/// The last fencing token of the lock `key`, and the owner token that it was made for.
pub(crate) fn fence_counter(key: &[u8]) -> Vec<u8> {
    companion(key, b"fence")
}

/// The waiters of the lock `key`.
pub(crate) fn queue(key: &[u8]) -> Vec<u8> {
    companion(key, b"queue")
}

/// The list that wakes the waiter `token`. `holder.lua` names it too.
pub(crate) fn wake_list(key: &[u8], token: &[u8]) -> Vec<u8> {
    [&companion(key, b"wake"), b":" as &[u8], token].concat()
}

/// The name of a key that belongs to the lock `key`. It is in the lock's slot of a Cluster
/// wherever a key can have a companion there.
fn companion(key: &[u8], what: &[u8]) -> Vec<u8> {
    [key, b":", what, b":{", key, b"}"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_companion_shares_the_slot_and_the_prefix_of_its_lock() {
        assert_eq!(fence_counter(b"lock:a"), b"lock:a:fence:{lock:a}");
        assert_eq!(queue(b"lock:a"), b"lock:a:queue:{lock:a}");
        assert_eq!(wake_list(b"lock:a", b"t"), b"lock:a:wake:{lock:a}:t");
    }
}
