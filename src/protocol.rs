//! What is sent for each question, and what each reply means: one file for each command, and one beside each Lua
//! script.
//!
//! `question(…)` makes the command and knows how its reply is read. Nothing here sends, waits or knows a server. The
//! commands of a primitive stand in a folder of its own (`mutex`), while those that belong to Redis itself stand
//! beside that folder. `route` asks the questions, and so do the tests' server and model in `proof`.

pub(crate) mod asking;
mod call;
pub(crate) mod exists;
pub(crate) mod get;
pub(crate) mod mutex;
pub(crate) mod pttl;
mod question;
pub(crate) mod replicas;
mod reply;
mod request;
pub(crate) mod scan;
pub(crate) mod slot;
pub(crate) mod slots;
pub(crate) mod time;

#[cfg(test)]
pub(crate) use call::Script;
pub(crate) use call::{Call, Form};
pub(crate) use question::Question;
pub(crate) use reply::Reply;
pub(crate) use request::pack;
