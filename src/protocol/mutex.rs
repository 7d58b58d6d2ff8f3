//! The mutex: one owner token has a key, or several shares have it beside each other, and the others wait in a queue.
//!
//! Each file makes one question, beside the Lua script that the question runs. `shares` has the scripts that a share
//! needs in their place, because a store knows changes and not their scripts.
//! This file says which question asks for which change. A store of `route` releases by the question that its slots
//! need, so for a release this file has the usual one. `route` uses it, and so do the tests' server and model in
//! `proof`.

/// Makes one script of these files, in order: those with functions first.
macro_rules! script {
    ($($file:literal),+) => {
        Script::new(concat!($(include_str!($file)),+))
    };
    (goes_ahead: $($file:literal),+) => {
        Script::going_ahead(concat!($(include_str!($file)),+))
    };
}

pub(crate) mod acquire;
pub(crate) mod adopt;
pub(crate) mod among;
pub(crate) mod expire;
pub(crate) mod free;
mod grant;
pub(crate) mod keys;
pub(crate) mod leave;
pub(crate) mod oldest;
pub(crate) mod release;
pub(crate) mod renew;
pub(crate) mod set;
pub(crate) mod settle;
pub(crate) mod shares;
pub(crate) mod take;
pub(crate) mod wake;
pub(crate) mod zcount;
pub(crate) mod zrange;
pub(crate) mod zscore;

use super::question::Question;
use crate::store::{Change, Vote};

/// Returns the question that asks for a change.
pub(crate) fn question<'a>(change: &Change<'a>) -> Question<'a, Vote> {
    match change {
        Change::Acquire(request, retry) => acquire::question(request, *retry),
        Change::Adopt(request, from) => adopt::question(request, from),
        Change::Expire(request) => expire::question(request),
        Change::Renew(request) => renew::question(request),
        Change::Release(held) => release::question(held.key, held.token),
    }
}
