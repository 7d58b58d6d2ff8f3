//! The Lua scripts, each a file whose first line is its contract.
//!
//! What they are, not when they run: the node sends them by hash, and whole
//! when the server does not know the hash (any more).

use std::sync::LazyLock;

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

/// A script's files, in order.
macro_rules! script {
    ($($file:literal),+) => {
        LazyLock::new(|| Script::new(concat!($(include_str!(concat!("../scripts/", $file))),+)))
    };
}

pub(super) static ACQUIRE: LazyLock<Script> = script!("owner.lua", "grant.lua", "acquire.lua");
pub(super) static ADOPT: LazyLock<Script> = script!("owner.lua", "grant.lua", "adopt.lua");
pub(super) static EXPIRE: LazyLock<Script> = script!("owner.lua", "expire.lua");
pub(super) static RELEASE: LazyLock<Script> = script!("owner.lua", "release.lua");
