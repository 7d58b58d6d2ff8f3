//! A script as it is sent: by hash, and whole when the server does not know the
//! hash (any more). Used by the node.

use std::sync::LazyLock;

use crate::scripts;

/// A script and the SHA-1 by which EVALSHA names it.
pub(super) struct Script {
    pub(super) text: &'static str,
    hash: String,
}

impl Script {
    fn new(text: &'static str) -> Self {
        let hash = redis::Script::new(text).get_hash().to_owned();
        Self { text, hash }
    }

    pub(super) fn hash(&self) -> &[u8] {
        self.hash.as_bytes()
    }
}

pub(super) static ACQUIRE: LazyLock<Script> = LazyLock::new(|| Script::new(scripts::ACQUIRE));
pub(super) static ADOPT: LazyLock<Script> = LazyLock::new(|| Script::new(scripts::ADOPT));
pub(super) static EXPIRE: LazyLock<Script> = LazyLock::new(|| Script::new(scripts::EXPIRE));
pub(super) static RENEW: LazyLock<Script> = LazyLock::new(|| Script::new(scripts::RENEW));
pub(super) static RELEASE: LazyLock<Script> = LazyLock::new(|| Script::new(scripts::RELEASE));
