//! The commands as Redis documents them, with those options only that we may want. Used by `machine`,
//! `server` and `lua`, while the values that the commands work on are in `values`.

#![allow(clippy::unnecessary_wraps, reason = "commands are all of one type")]

use std::hash::{DefaultHasher, Hash as _, Hasher};

use super::values::{CommandOutcome, FakeKeys, Hash, List, Sorted, Text};
use crate::protocol::Reply;

type Words<'a> = &'a [&'a [u8]];

type CommandRun = fn(&mut FakeKeys, Words) -> CommandOutcome;

pub(super) struct FakeCommand {
    name: &'static str,
    /// The least and, in `most`, the greatest number of words that the command takes, its name included.
    least: usize,
    most: usize,
    pub(super) writes: bool,
    /// Whether the command adds data, so that a full server refuses it.
    pub(super) grows: bool,
    pub(super) run: CommandRun,
}

const MANY: usize = usize::MAX;

const fn reads(name: &'static str, least: usize, most: usize, run: CommandRun) -> FakeCommand {
    FakeCommand {
        name,
        least,
        most,
        writes: false,
        grows: false,
        run,
    }
}

const fn shrinks(name: &'static str, least: usize, most: usize, run: CommandRun) -> FakeCommand {
    let mut command = reads(name, least, most, run);
    command.writes = true;
    command
}

const fn grows(name: &'static str, least: usize, most: usize, run: CommandRun) -> FakeCommand {
    let mut command = shrinks(name, least, most, run);
    command.grows = true;
    command
}

static COMMANDS: &[FakeCommand] = &[
    reads("GET", 2, 2, get),
    grows("SET", 3, MANY, set),
    shrinks("DEL", 2, MANY, del),
    reads("EXISTS", 2, MANY, exists),
    reads("PTTL", 2, 2, pttl),
    shrinks("PEXPIRE", 3, 4, |keys, words| expire(keys, words, 1)),
    shrinks("EXPIRE", 3, 4, |keys, words| expire(keys, words, 1000)),
    shrinks("PEXPIREAT", 3, 4, |keys, words| {
        expire_at(keys, words, integer(words[2])?)
    }),
    reads("HMGET", 3, MANY, hmget),
    grows("HSET", 4, MANY, hset),
    reads("TIME", 1, 1, time),
    grows("ZADD", 4, MANY, zadd),
    shrinks("ZREM", 3, MANY, zrem),
    reads("SCAN", 8, 8, scan),
    reads("ZSCORE", 3, 3, zscore),
    reads("ZCOUNT", 4, 4, zcount),
    reads("ZCARD", 2, 2, |keys, words| {
        keys.with(words[1], |set: &mut Sorted| count(set.all().len()))
    }),
    reads("ZRANGEBYSCORE", 4, MANY, zrangebyscore),
    reads("ZRANGE", 4, 5, |keys, words| zrange(keys, words, false)),
    reads("ZREVRANGE", 4, 5, |keys, words| zrange(keys, words, true)),
    grows("RPUSH", 3, MANY, |keys, words| {
        push(keys, words, List::push_back)
    }),
    grows("LPUSH", 3, MANY, |keys, words| {
        push(keys, words, List::push_front)
    }),
    shrinks("LPOP", 2, 2, |keys, words| {
        keys.with(words[1], |list: &mut List| bulk(list.pop_front()))
    }),
    // BLPOP pops at once or never here, because the test that drives the server says how long it blocks.
    shrinks("BLPOP", 3, 3, |keys, words| {
        keys.with(words[1], |list: &mut List| {
            let popped = list.pop_front();
            popped.map_or(Reply::Nil, |word| {
                Reply::List(vec![Reply::Bytes(words[1].to_vec()), Reply::Bytes(word)])
            })
        })
    }),
    // LTRIM is here as scripts use it, which is to keep nothing of a list.
    shrinks("LTRIM", 4, 4, |keys, words| {
        keys.with(words[1], |list: &mut List| {
            list.clear();
            Reply::Okay
        })
    }),
    // LINDEX is here as scripts use it, which is for the last word of a list.
    reads("LINDEX", 3, 3, |keys, words| {
        keys.with(words[1], |list: &mut List| bulk(list.back().cloned()))
    }),
    shrinks("FLUSHALL", 1, 1, |keys, _| {
        keys.clear();
        Ok(Reply::Okay)
    }),
];

/// Returns the keys that these words name.
pub(super) fn keys<'a>(words: &'a [&'a [u8]]) -> &'a [&'a [u8]] {
    match words {
        [b"EXISTS" | b"DEL", keys @ ..] => keys,
        _ => words.get(1..2).unwrap_or_default(),
    }
}

/// Returns the command that these words name, unless the name or the number of words is wrong.
pub(super) fn command(words: Words) -> Result<&'static FakeCommand, String> {
    let name = words.first().copied().unwrap_or_default();
    let mut all = COMMANDS.iter();
    let found = all.find(|command| name.eq_ignore_ascii_case(command.name.as_bytes()));
    let found = found.ok_or_else(|| {
        let name = String::from_utf8_lossy(name);
        format!("ERR unknown command '{name}'")
    })?;
    if (found.least..=found.most).contains(&words.len()) {
        Ok(found)
    } else {
        Err(wrong_number(found.name))
    }
}

fn wrong_number(name: &str) -> String {
    let name = name.to_lowercase();
    format!("ERR wrong number of arguments for '{name}' command")
}

fn syntax_error() -> String {
    "ERR syntax error".into()
}

fn count(number: usize) -> Reply {
    Reply::Int(i64::try_from(number).unwrap())
}

fn bulk(bytes: Option<Vec<u8>>) -> Reply {
    bytes.map_or(Reply::Nil, Reply::Bytes)
}

fn is(word: &[u8], option: &str) -> bool {
    word.eq_ignore_ascii_case(option.as_bytes())
}

/// Returns an integer as Redis reads it, which is only in the form in which Redis prints it.
fn integer(word: &[u8]) -> Result<i64, String> {
    let text = str::from_utf8(word).unwrap_or_default();
    let number = text.parse::<i64>().ok();
    let number = number.filter(|number| number.to_string() == text);
    number.ok_or_else(|| "ERR value is not an integer or out of range".into())
}

/// Returns a score or the end of a range of scores, or the error `complaint` if the word is no number.
fn score(word: &[u8], complaint: &str) -> Result<f64, String> {
    let text = str::from_utf8(word).unwrap_or_default();
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| !number.is_nan());
    number.ok_or_else(|| format!("ERR {complaint}"))
}

/// Returns a number as C's `%.17g` prints it, because Redis prints a score so, and a number that a script
/// gives to a command.
pub(super) fn printed(number: f64) -> String {
    const DIGITS: i32 = 17;
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.into();
    }
    if number.is_nan() {
        return if number.is_sign_negative() {
            "-nan"
        } else {
            "nan"
        }
        .into();
    }
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return format!("{number:.0}");
    }
    let scientific = format!("{number:.16e}");
    let (digits, exponent) = scientific.split_once('e').unwrap();
    let exponent: i32 = exponent.parse().unwrap();
    if (-4..DIGITS).contains(&exponent) {
        let decimals = usize::try_from(DIGITS - 1 - exponent).unwrap();
        return without_zeros(&format!("{number:.decimals$}")).into();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let digits = without_zeros(digits);
    format!("{digits}e{sign}{:02}", exponent.abs())
}

fn without_zeros(number: &str) -> &str {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}

fn get(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    keys.with(words[1], |text: &mut Text| bulk(text.0.clone()))
}

fn set(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    let (mut absent_only, mut lease) = (false, None);
    let mut options = words[3..].iter();
    while let Some(option) = options.next() {
        if is(option, "NX") {
            absent_only = true;
        } else if is(option, "PX") && lease.is_none() {
            lease = Some(integer(options.next().ok_or_else(syntax_error)?)?);
        } else {
            return Err(syntax_error());
        }
    }
    let until = lease.map(|lease| {
        let until = keys.after(lease).filter(|_| lease > 0);
        until.ok_or("ERR invalid expire time in 'set' command")
    });
    let until = until.transpose()?;
    if absent_only && keys.exists(words[1]) {
        return Ok(Reply::Nil);
    }
    keys.set(words[1], words[2], until);
    Ok(Reply::Okay)
}

fn del(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    let gone = words[1..].iter().filter(|key| keys.remove(key)).count();
    Ok(count(gone))
}

fn exists(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    let found = words[1..].iter().filter(|key| keys.exists(key)).count();
    Ok(count(found))
}

fn pttl(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    Ok(Reply::Int(keys.left(words[1])))
}

fn expire(keys: &mut FakeKeys, words: Words, unit: i64) -> CommandOutcome {
    let span = integer(words[2])?.checked_mul(unit);
    let until = span.and_then(|span| keys.after(span)).ok_or_else(|| {
        let name = String::from_utf8_lossy(words[0]).to_lowercase();
        format!("ERR invalid expire time in '{name}' command")
    })?;
    expire_at(keys, words, until)
}

/// `words[3]` may be GT, by which a key never ends sooner than before.
fn expire_at(keys: &mut FakeKeys, words: Words, until: i64) -> CommandOutcome {
    let only_later = words.get(3).is_some();
    if words.get(3).is_some_and(|option| !is(option, "GT")) {
        return Err(syntax_error());
    }
    let left = keys.left(words[1]);
    // A key without end ends later than any other.
    let is_later = left != -1 && keys.after(left).is_some_and(|ends| ends < until);
    if only_later && !is_later {
        return Ok(Reply::Int(0));
    }
    Ok(Reply::Int(keys.expire_at(words[1], until).into()))
}

fn hmget(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    keys.with(words[1], |hash: &mut Hash| {
        let fields = words[2..].iter();
        Reply::List(
            fields
                .map(|field| bulk(hash.get(*field).cloned()))
                .collect(),
        )
    })
}

fn hset(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    let (fields, rest) = words[2..].as_chunks();
    if !rest.is_empty() {
        return Err(wrong_number("HSET"));
    }
    keys.with(words[1], |hash: &mut Hash| {
        let is_new =
            |[field, value]: &&[&[u8]; 2]| hash.insert(field.to_vec(), value.to_vec()).is_none();
        count(fields.iter().filter(is_new).count())
    })
}

fn time(keys: &mut FakeKeys, _: Words) -> CommandOutcome {
    let part = |number: i64| Reply::Bytes(number.to_string().into());
    let (seconds, micros) = (
        keys.now.div_euclid(1_000_000),
        keys.now.rem_euclid(1_000_000),
    );
    Ok(Reply::List(vec![part(seconds), part(micros)]))
}

/// GT lets no score sink, and with CH the reply counts the scores that have changed too.
fn zadd(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    let (mut only_higher, mut counts_changed) = (false, false);
    let mut pairs = &words[2..];
    while let [option, behind @ ..] = pairs
        && (is(option, "GT") || is(option, "CH"))
    {
        only_higher |= is(option, "GT");
        counts_changed |= is(option, "CH");
        pairs = behind;
    }
    let (pairs, rest) = pairs.as_chunks();
    if pairs.is_empty() || !rest.is_empty() {
        return Err(syntax_error());
    }
    let scored =
        |[at, member]: &[&[u8]; 2]| Ok((score(at, "value is not a valid float")?, member.to_vec()));
    let scored = pairs
        .iter()
        .map(scored)
        .collect::<Result<Vec<_>, String>>()?;
    keys.with(words[1], |set: &mut Sorted| {
        let put = |(at, member): (f64, Vec<u8>)| {
            let before = set.score(&member);
            if only_higher && before.is_some_and(|before| before >= at) {
                return false;
            }
            set.put(at, member);
            before.is_none() || counts_changed && before != Some(at)
        };
        count(scored.into_iter().map(put).filter(|counts| *counts).count())
    })
}

fn zrem(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    keys.with(words[1], |set: &mut Sorted| {
        let taken = words[2..].iter().filter_map(|member| set.take(member));
        count(taken.count())
    })
}

fn zcount(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    let complaint = "min or max is not a float";
    let (min, max) = (score(words[2], complaint)?, score(words[3], complaint)?);
    keys.with(words[1], |set: &mut Sorted| {
        let scores = set.all().iter().map(|(score, _)| score);
        count(scores.filter(|score| (min..=max).contains(*score)).count())
    })
}

/// Finds two keys a page, although COUNT may name another number. As in Redis, the cursor says how far the
/// search has come in an order of the server's own, so a key that exists all the time is found.
fn scan(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    const PAGE: usize = 2;
    let from = integer(words[1])?;
    let [
        b"MATCH",
        pattern,
        b"COUNT",
        _,
        b"TYPE",
        kind @ (b"string" | b"zset"),
    ] = words[2..]
    else {
        return Err(syntax_error());
    };
    let sorted = kind == b"zset";
    let seed = keys.seed;
    let mut all = keys.names(keys.now);
    all.sort_by_cached_key(|key| place(seed, key));
    let mut rest = all.into_iter().skip_while(|key| place(seed, key) < from);
    let page: Vec<_> = rest.by_ref().take(PAGE).collect();
    let next = rest.next().map_or(0, |key| place(seed, &key));
    let page = page
        .into_iter()
        .filter(|key| fits(pattern, key) && keys.is_of_type(key, sorted));
    let page = page.map(Reply::Bytes).collect();
    Ok(Reply::List(vec![
        Reply::Bytes(next.to_string().into()),
        Reply::List(page),
    ]))
}

/// Returns the place of a key in the order of a server, which is never 0, because that is the beginning.
fn place(seed: u64, key: &[u8]) -> i64 {
    let mut hasher = DefaultHasher::new();
    (seed, key).hash(&mut hasher);
    i64::try_from(hasher.finish() >> 1).unwrap().max(1)
}

/// Returns whether a key fits a glob of literal bytes, escaped ones and stars.
fn fits(pattern: &[u8], key: &[u8]) -> bool {
    match pattern {
        [] => key.is_empty(),
        [b'*', rest @ ..] => (0..=key.len()).any(|from| fits(rest, &key[from..])),
        [b'\\', byte, rest @ ..] | [byte, rest @ ..] => key
            .split_first()
            .is_some_and(|(first, others)| first == byte && fits(rest, others)),
    }
}

fn zscore(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    keys.with(words[1], |set: &mut Sorted| {
        let score = set.score(words[2]);
        bulk(score.map(|score| printed(score).into()))
    })
}

/// Returns members as a range command answers them.
fn members<'a>(found: impl Iterator<Item = &'a (f64, Vec<u8>)>, with_scores: bool) -> Reply {
    let mut replies = Vec::new();
    for (score, member) in found {
        replies.push(Reply::Bytes(member.clone()));
        if with_scores {
            replies.push(Reply::Bytes(printed(*score).into()));
        }
    }
    Reply::List(replies)
}

fn zrangebyscore(keys: &mut FakeKeys, words: Words) -> CommandOutcome {
    let (mut with_scores, mut skipped, mut most) = (false, 0, -1);
    let mut options = words[4..].iter();
    while let Some(option) = options.next() {
        if is(option, "WITHSCORES") {
            with_scores = true;
        } else if is(option, "LIMIT") && options.len() >= 2 {
            let mut limit = || integer(options.next().ok_or_else(syntax_error)?);
            (skipped, most) = (limit()?, limit()?);
        } else {
            return Err(syntax_error());
        }
    }
    let complaint = "min or max is not a float";
    let (min, max) = (score(words[2], complaint)?, score(words[3], complaint)?);
    // With a negative offset Redis finds nothing, while a negative count means all.
    let most = if skipped < 0 {
        0
    } else {
        usize::try_from(most).unwrap_or(MANY)
    };
    let skipped = usize::try_from(skipped).unwrap_or(0);
    keys.with(words[1], |set: &mut Sorted| {
        let found = set
            .all()
            .iter()
            .filter(|(score, _)| (min..=max).contains(score));
        members(found.skip(skipped).take(most), with_scores)
    })
}

fn zrange(keys: &mut FakeKeys, words: Words, backwards: bool) -> CommandOutcome {
    let (start, stop) = (integer(words[2])?, integer(words[3])?);
    if words.get(4).is_some_and(|option| !is(option, "WITHSCORES")) {
        return Err(syntax_error());
    }
    keys.with(words[1], |set: &mut Sorted| {
        let mut all: Vec<_> = set.all().iter().collect();
        if backwards {
            all.reverse();
        }
        // A negative index counts from the end. A start before the first member is the first, while a stop
        // there finds nothing.
        let place = |index: i64| match usize::try_from(index) {
            Ok(place) => Some(place),
            Err(_) => all
                .len()
                .checked_sub(usize::try_from(index.unsigned_abs()).unwrap()),
        };
        let end = place(stop).map_or(0, |stop| stop.saturating_add(1).min(all.len()));
        let found = all.get(place(start).unwrap_or(0)..end).unwrap_or_default();
        members(found.iter().copied(), words.len() == 5)
    })
}

fn push(keys: &mut FakeKeys, words: Words, push: fn(&mut List, Vec<u8>)) -> CommandOutcome {
    keys.with(words[1], |list: &mut List| {
        words[2..]
            .iter()
            .for_each(|value| push(list, value.to_vec()));
        count(list.len())
    })
}
