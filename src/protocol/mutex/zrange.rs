//! `ZRANGE`: which shares have a key, and when their leases end.

use crate::protocol::call::{Call, Key, Word};
use crate::protocol::question::Question;
use crate::protocol::reply::Reply;
use crate::token::is_share;

/// The tokens of the shares, in the order in which their leases end. Some may be over already.
pub(crate) fn question(key: &[u8]) -> Question<'_, Vec<Vec<u8>>> {
    let all = [Word::Number(0), Word::Number(-1)];
    let call = Call::of_command("ZRANGE", Key::Borrowed(key), all);
    Question::new(call.replied_without_key(Reply::List(Vec::new())), read)
}

/// As [`question`], for the share whose lease ends first.
pub(crate) fn lowest(key: &[u8]) -> Question<'_, Vec<Vec<u8>>> {
    let first = [Word::Number(0), Word::Number(0)];
    let call = Call::of_command("ZRANGE", Key::Borrowed(key), first);
    Question::new(
        call.replied_without_key(Reply::List(Vec::new())),
        read_lowest,
    )
}

/// A user who has no right to this command uses no shares.
fn read_lowest(reply: &Reply) -> Option<Vec<Vec<u8>>> {
    if reply.is_error("NOPERM") {
        return Some(Vec::new());
    }
    read(reply)
}

/// A set is ours if its lowest member is a share, as `shares.lua` has it. Another library's members among ours stay.
fn read(reply: &Reply) -> Option<Vec<Vec<u8>>> {
    let Some(items) = reply.items() else {
        return reply.is_error("WRONGTYPE").then(Vec::new);
    };
    let member = |item: &Reply| match item {
        Reply::Bytes(member) => Some(member.clone()),
        _ => None,
    };
    let mut members: Vec<_> = items.iter().map(member).collect::<Option<_>>()?;
    if members.first().is_none_or(|lowest| is_share(lowest)) {
        members.retain(|member| is_share(member));
    } else {
        members.clear();
    }
    Some(members)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_ours_if_its_lowest_member_is_a_share() {
        let read = |members: &[&str]| {
            let items = members.iter().map(|it| Reply::Bytes((*it).into()));
            let shares = read(&Reply::List(items.collect())).unwrap();
            shares
                .into_iter()
                .map(|it| String::from_utf8(it).unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(read(&[]), Vec::<String>::new());
        assert_eq!(
            read(&["share:a", "symfony", "share2:b"]),
            ["share:a", "share2:b"]
        );
        assert_eq!(read(&["symfony", "share:a"]), Vec::<String>::new());
    }
}
