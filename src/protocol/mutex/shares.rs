//! The scripts of shares: several owner tokens that have one key beside each other.
//!
//! A share asks the questions of a lock, with the same words, and its token says what it is. So this file is a table: for
//! each script of a lock the script that a share needs in its place. Waiters for locks and for shares stand in one
//! queue. The files beside this one use the table, and the model in `proof` breaks its scripts.

use crate::protocol::call::Script;
use crate::token::is_share;

pub(crate) static ACQUIRE: Script = script!(
    "key.lua",
    "shares/acquire_short.lua",
    "holder.lua",
    "queue.lua",
    "shares/shares.lua",
    "shares/admit.lua",
    "shares/acquire.lua"
);

pub(crate) static TAKE: Script = script!(
    "key.lua",
    "holder.lua",
    "shares/shares.lua",
    "shares/take.lua"
);

pub(super) static ADOPT: Script = script!(
    "key.lua",
    "holder.lua",
    "shares/shares.lua",
    "shares/adopt.lua"
);

pub(super) static EXPIRE: Script = script!(
    "key.lua",
    "holder.lua",
    "shares/shares.lua",
    "shares/expire.lua"
);

pub(crate) static RENEW: Script = script!(
    "key.lua",
    "holder.lua",
    "shares/shares.lua",
    "shares/renew.lua"
);

pub(crate) static RELEASE: Script = script!(
    goes_ahead: "key.lua",
    "holder.lua",
    "queue.lua",
    "shares/shares.lua",
    "shares/admit.lua",
    "shares/release.lua"
);

pub(crate) static FREE: Script = script!(
    "key.lua",
    "holder.lua",
    "shares/shares.lua",
    "shares/free.lua"
);

/// Returns the script that this token needs.
pub(super) fn of_kind(
    token: &[u8],
    of_lock: &'static Script,
    of_share: &'static Script,
) -> &'static Script {
    if is_share(token) { of_share } else { of_lock }
}
