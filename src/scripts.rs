//! The Lua scripts, each a file whose first line is its contract, behind the
//! files that it builds on; and the names of the keys that they work on.
//!
//! What they say, not when or how they are sent. Sent by `node`; in tests run
//! by `fake`.

/// A script's files, in order.
macro_rules! script {
    ($($file:literal),+) => {
        concat!($(include_str!(concat!("scripts/", $file))),+)
    };
}

pub(crate) const ACQUIRE: &str = script!("owner.lua", "grant.lua", "queue.lua", "acquire.lua");
pub(crate) const ADOPT: &str = script!("owner.lua", "grant.lua", "adopt.lua");
pub(crate) const EXPIRE: &str = script!("owner.lua", "expire.lua");
pub(crate) const RENEW: &str = script!("owner.lua", "grant.lua", "renew.lua");
pub(crate) const RELEASE: &str = script!("owner.lua", "queue.lua", "release.lua");

/// The last fencing token of the lock `key`, and whose it is.
pub(crate) fn fence_counter(key: &[u8]) -> Vec<u8> {
    companion(key, b"fence")
}

/// Who waits for the lock `key`.
pub(crate) fn queue(key: &[u8]) -> Vec<u8> {
    companion(key, b"queue")
}

/// What wakes the waiter `token`; named in `owner.lua` too.
pub(crate) fn wake_list(key: &[u8], token: &[u8]) -> Vec<u8> {
    [&companion(key, b"wake"), b":" as &[u8], token].concat()
}

/// The name of a key that belongs to the lock `key`, in the lock's slot of a
/// Cluster wherever a key can have a companion there.
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
