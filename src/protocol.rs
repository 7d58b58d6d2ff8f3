//! What is sent for each question, and what each reply means: one file for each command, and
//! one beside each Lua script.
//!
//! `call(…)` makes the words, `answer(…)` reads the reply. An answer of `None`
//! means: this command cannot have such a reply. Nothing here sends, waits or knows a server.
//! Used by `route`, and by the tests' server and model in `proof`.

pub(crate) mod acquire;
pub(crate) mod adopt;
mod call;
pub(crate) mod exists;
pub(crate) mod expire;
pub(crate) mod free;
pub(crate) mod get;
mod grant;
pub(crate) mod keys;
pub(crate) mod leave;
pub(crate) mod pttl;
pub(crate) mod release;
pub(crate) mod renew;
pub(crate) mod replicas;
mod reply;
pub(crate) mod scan;
pub(crate) mod set;
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "for several servers, which come next")
)]
pub(crate) mod settle;
pub(crate) mod slot;
pub(crate) mod slots;
pub(crate) mod take;
pub(crate) mod wake;
pub(crate) mod zcount;

#[cfg(test)]
pub(crate) use call::Script;
pub(crate) use call::{Call, Form};
pub(crate) use reply::Reply;
