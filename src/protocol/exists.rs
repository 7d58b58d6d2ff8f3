//! `EXISTS`: whether anybody has a key.

use super::call::{Call, Key};
use super::question::Question;
use super::reply::Reply;

pub(crate) fn question(key: &[u8]) -> Question<'_, bool> {
    let call = Call::of_command("EXISTS", Key::Borrowed(key), []);
    Question::new(call.replied_without_key(Reply::Int(0)), read)
}

fn read(reply: &Reply) -> Option<bool> {
    match reply {
        Reply::Int(0) => Some(false),
        Reply::Int(1) => Some(true),
        _ => None,
    }
}
