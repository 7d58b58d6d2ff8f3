//! `TIME`: the clock of one server.
//!
//! TIME has no key, so a router cannot tell from the call which server to ask.

use super::call::{Call, Key};
use super::question::Question;
use super::reply::Reply;

/// Asks for the microseconds since 1970, in which the tickets of waiters count too.
pub(crate) fn question() -> Question<'static, i64> {
    let call = Call::of_command("TIME", Key::Borrowed(b""), []);
    Question::new(call, read)
}

fn read(reply: &Reply) -> Option<i64> {
    let [Reply::Bytes(seconds), Reply::Bytes(micros)] = reply.items()? else {
        return None;
    };
    let number = |digits: &[u8]| {
        let number: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        i64::try_from(number).ok()
    };
    number(seconds)?
        .checked_mul(1_000_000)?
        .checked_add(number(micros)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_in_microseconds() {
        let bytes = |text: &str| Reply::Bytes(text.into());
        let time = Reply::List(vec![bytes("1795713600"), bytes("000042")]);
        assert_eq!(read(&time), Some(1_795_713_600_000_042));
        for other in [
            Reply::Nil,
            Reply::List(vec![bytes("1")]),
            Reply::List(vec![bytes("x"), bytes("1")]),
            Reply::List(vec![bytes("1"), bytes("-1")]),
            Reply::List(vec![bytes("9223372036854775807"), bytes("1")]),
        ] {
            assert_eq!(read(&other), None);
        }
    }
}
