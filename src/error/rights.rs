//! The rights in Redis that the extension uses, and the words about a right that a user lacks.
//!
//! The table here is the only list of rights in the code, and a test compares it with the lines of docs/operations.md.
//! This file reads a server's words and grants nothing, because a person runs the command that it names. `error`
//! calls it for what a server has refused, and `check` tries each right.

use std::iter;

use super::is_no_text;

/// A right, by the name that `ACL SETUSER` has for it behind the `+`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Right {
    pub(crate) name: &'static str,
    pub(crate) needed: Needed,
    /// Whether a script runs the command.
    in_script: bool,
}

/// What a right is needed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needed {
    /// Each lock.
    Always,
    /// A database other than 0.
    InDatabase,
    /// Waiting for a lock.
    ToWait,
    /// Fencing tokens.
    ToFence,
    /// Both of these.
    ToWaitOrFence,
    /// Shares, which need the rights to wait too.
    ToShare,
    /// The configuration key `min_replicas`.
    ToCountReplicas,
    /// The method `list`.
    ToList,
    /// Having Redis kill an old connection that may still hold a request.
    ToKill,
    /// The configuration key `name`.
    ToSetName,
    /// Knowing which start of a server this is, over a Unix socket and in a quorum.
    ToKnowRun,
    /// Finding the nodes of a Cluster.
    InCluster,
    /// Asking a sentinel for the master.
    AtSentinel,
}

const fn right(name: &'static str, needed: Needed) -> Right {
    Right {
        name,
        needed,
        in_script: false,
    }
}

const fn in_script(name: &'static str, needed: Needed) -> Right {
    Right {
        name,
        needed,
        in_script: true,
    }
}

/// Every right that the extension uses, in the order of the page.
pub(crate) const RIGHTS: [Right; 34] = [
    in_script("set", Needed::Always),
    in_script("get", Needed::Always),
    in_script("del", Needed::Always),
    in_script("exists", Needed::Always),
    right("evalsha", Needed::Always),
    right("eval", Needed::Always),
    in_script("pexpire", Needed::Always),
    in_script("pttl", Needed::Always),
    in_script("lindex", Needed::Always),
    in_script("ltrim", Needed::Always),
    in_script("zrangebyscore", Needed::Always),
    in_script("zrem", Needed::Always),
    right("select", Needed::InDatabase),
    in_script("time", Needed::ToWaitOrFence),
    right("blpop", Needed::ToWait),
    in_script("rpush", Needed::ToWait),
    in_script("zadd", Needed::ToWait),
    in_script("zscore", Needed::ToWait),
    in_script("zrevrange", Needed::ToWait),
    in_script("hmget", Needed::ToFence),
    in_script("hset", Needed::ToFence),
    in_script("expire", Needed::ToFence),
    in_script("zcard", Needed::ToShare),
    in_script("zrange", Needed::ToShare),
    in_script("pexpireat", Needed::ToShare),
    right("wait", Needed::ToCountReplicas),
    right("scan", Needed::ToList),
    right("zcount", Needed::ToList),
    right("client|info", Needed::ToKill),
    right("client|kill", Needed::ToKill),
    right("client|setname", Needed::ToSetName),
    right("info", Needed::ToKnowRun),
    right("cluster|slots", Needed::InCluster),
    right("asking", Needed::InCluster),
];

/// The right that a sentinel has to grant, while it needs none of [`RIGHTS`].
const OF_SENTINEL: Right = right("sentinel|get-master-addr-by-name", Needed::AtSentinel);

/// The page that explains the rights.
const PAGE: &str = "docs/operations.md, Rights in Redis (ACL)";

/// What a server says that a user lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lacking<'a> {
    /// The right to a command, whose name is `None` if the server does not say it.
    Command(Option<&'a str>),
    /// The right to a key.
    Key,
}

impl<'a> Lacking<'a> {
    /// Returns what the user lacks, if the words of a server's error are about that.
    pub(crate) fn read(words: &'a str) -> Option<Self> {
        if !is_in_script(words) && !words.starts_with("NOPERM ") {
            return None;
        }
        // Redis 7.2 shows the key behind this word. A key may have any words of its own.
        if words.contains(" access ") {
            return Some(Self::Key);
        }
        let command = words
            .split_once(" run the '")
            .and_then(|(_, rest)| rest.split_once('\''))
            .map(|(command, _)| command)
            .filter(|it| {
                it.bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"|_-.".contains(&byte))
            });
        Some(Self::Command(command))
    }
}

fn is_in_script(words: &str) -> bool {
    words.contains("ACL failure in script") || words.contains("The user executing the script can't")
}

/// Returns the command by which a person grants rights and patterns, such as `+set`. It does not name the user, because
/// that would be the half of a login.
pub(crate) fn granting(rules: &[&str]) -> String {
    let words: Vec<_> = rules.iter().map(|rule| shell_word(rule)).collect();
    format!("redis-cli ACL SETUSER <user> {}", words.join(" "))
}

/// Returns a hint for the end of a message, if a server's words are about a right: the right that the user lacks, and
/// the command by which a person grants it. Redis 6 and 7.0 do not name the command of a script.
pub(super) fn missing_right(words: &str, lock_prefix: Option<&[u8]>) -> Option<String> {
    let (what, rules) = match (Lacking::read(words)?, lock_prefix) {
        (Lacking::Key, Some(lock_prefix)) => {
            let pattern = key_pattern(lock_prefix);
            (format!("the key pattern {pattern}"), vec![pattern])
        }
        (Lacking::Command(Some(command)), _) => {
            let rights = rights_to(command);
            let s = if rights.len() == 1 { "" } else { "s" };
            (format!("the right{s} {}", rights.join(" ")), rights)
        }
        (Lacking::Command(None), _) if is_in_script(words) => {
            let rights = RIGHTS.iter().filter(|it| it.in_script).map(Right::rule);
            let what = "one of the rights that the scripts need";
            (what.to_owned(), rights.collect())
        }
        (lacking, _) => {
            let is_key = lacking == Lacking::Key;
            let what = if is_key { "a key pattern" } else { "a right" };
            return Some(format!("; the user lacks {what}: see {PAGE}"));
        }
    };
    let rules: Vec<_> = rules.iter().map(String::as_str).collect();
    let line = granting(&rules);
    Some(format!("; the user lacks {what}: {line} ({PAGE})"))
}

/// Returns the rights to what the extension sends of a command. Redis 6 names a command and not its subcommand, and
/// the right to a whole command would permit CLUSTER RESET too.
fn rights_to(command: &str) -> Vec<String> {
    let of_command = |it: &&Right| it.name.split('|').next() == Some(command);
    let known = RIGHTS.iter().chain([&OF_SENTINEL]);
    let rights: Vec<_> = known.filter(of_command).map(Right::rule).collect();
    if rights.is_empty() {
        return vec![format!("+{command}")];
    }
    rights
}

impl Right {
    /// Returns the right as `ACL SETUSER` takes it.
    pub(crate) fn rule(&self) -> String {
        format!("+{}", self.name)
    }
}

/// Returns the ACL pattern of all keys with this prefix. A pattern cannot have a space, and a message no character
/// that is no text, so each byte of such a character becomes `?`, which is any byte.
pub(crate) fn key_pattern(lock_prefix: &[u8]) -> String {
    let mut pattern = String::from("~");
    for chunk in lock_prefix.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_whitespace() || is_no_text(c) {
                pattern.extend(iter::repeat_n('?', c.len_utf8()));
                continue;
            }
            if r"*?[]\".contains(c) {
                pattern.push('\\');
            }
            pattern.push(c);
        }
        pattern.extend(iter::repeat_n('?', chunk.invalid().len()));
    }
    pattern.push('*');
    pattern
}

/// Returns a word as a shell takes it.
fn shell_word(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+_-.".contains(&byte);
    if word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Unavailable;

    #[test]
    fn a_missing_right_names_itself_and_its_line() {
        let cases = [
            (
                "NOPERM this user has no permissions to run the 'set' command",
                "the right +set: redis-cli ACL SETUSER <user> +set",
            ),
            (
                "NOPERM User a has no permissions to run the 'client|kill' command",
                "the right +client|kill: redis-cli ACL SETUSER <user> '+client|kill'",
            ),
            (
                "NOPERM this user has no permissions to run the 'cluster' command or its subcommand",
                "the right +cluster|slots: redis-cli ACL SETUSER <user> '+cluster|slots'",
            ),
            (
                "NOPERM this user has no permissions to run the 'client' command or its subcommand",
                "the rights +client|info +client|kill +client|setname: redis-cli ACL SETUSER <user> \
                 '+client|info' '+client|kill' '+client|setname'",
            ),
            (
                "NOPERM this user has no permissions to run the 'sentinel' command or its subcommand",
                "the right +sentinel|get-master-addr-by-name: redis-cli ACL SETUSER <user> \
                 '+sentinel|get-master-addr-by-name'",
            ),
            (
                "ERR ACL failure in script: User a has no permissions to run the 'get' command",
                "the right +get: redis-cli ACL SETUSER <user> +get",
            ),
        ];
        let keys = [
            "NOPERM this user has no permissions to access one of the keys used as arguments",
            "NOPERM No permissions to access a key",
            "NOPERM No permissions to access the 'lock:a' key",
            "NOPERM No permissions to access the 'lock: run the 'flushall' command' key",
            "ERR ACL failure in script: No permissions to access the 'lock:a' key",
            "ERR The user executing the script can't access at least one of the keys mentioned",
        ];
        let pattern = "the key pattern ~shop:*: redis-cli ACL SETUSER <user> '~shop:*'";
        let keys = keys.map(|words| (words, pattern));
        for (words, right) in cases.into_iter().chain(keys) {
            for refused in [
                Unavailable::error_reply(&"s", words),
                Unavailable::greeting_error(&"s", words, words),
            ] {
                assert_eq!(
                    refused.message(Some(b"shop:")),
                    format!(
                        "Redis at s refused the command: {words}; the user lacks {right} ({PAGE})"
                    )
                );
            }
        }
        let script = "ERR The user executing the script can't run this command or subcommand";
        let message = Unavailable::error_reply(&"s", script).to_string();
        let words = "one of the rights that the scripts need: redis-cli ACL SETUSER <user> +set ";
        assert!(message.contains(words), "{message}");
        assert!(
            message.ends_with(&format!(" +zrange +pexpireat ({PAGE})")),
            "{message}"
        );
        for left_out in ["eval", "blpop", "select", "wait", "info"] {
            assert!(!message.contains(&format!("+{left_out} ")), "{message}");
        }
    }

    #[test]
    fn the_table_is_the_lines_of_the_page() {
        use Needed::{
            Always, AtSentinel, InCluster, InDatabase, ToCountReplicas, ToFence, ToKill, ToKnowRun,
            ToList, ToSetName, ToShare, ToWait, ToWaitOrFence,
        };
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/operations.md");
        let page = std::fs::read_to_string(page).unwrap();
        let lines: &[(&str, &[Needed])] = &[
            (
                "everything",
                &[
                    Always,
                    InDatabase,
                    ToWait,
                    ToFence,
                    ToWaitOrFence,
                    ToShare,
                    ToCountReplicas,
                    ToList,
                    ToKill,
                    ToSetName,
                    ToKnowRun,
                ],
            ),
            ("without waiting, without fencing", &[Always, InDatabase]),
            (
                "without waiting, with fencing",
                &[Always, InDatabase, ToFence, ToWaitOrFence],
            ),
            (
                "with waiting, without fencing",
                &[Always, InDatabase, ToWait, ToWaitOrFence],
            ),
            (
                "with waiting, with fencing",
                &[Always, InDatabase, ToWait, ToFence, ToWaitOrFence],
            ),
            ("in addition, recommended", &[ToKill, ToSetName, ToKnowRun]),
            ("in addition, for shares", &[ToShare]),
            ("in addition, for min_replicas", &[ToCountReplicas]),
            ("in addition, for list", &[ToList]),
            ("in addition, for a Cluster", &[InCluster]),
            ("for Sentinel, at each sentinel", &[AtSentinel]),
        ];
        for (title, needs) in lines {
            let (_, line) = page.split_once(&format!("# {title}\n")).unwrap();
            let line = line.lines().next().unwrap().replace('\'', "");
            let words = line.split(' ').filter(|it| it.starts_with('+'));
            let known = RIGHTS.iter().chain([&OF_SENTINEL]);
            let rules = known.filter(|it| needs.contains(&it.needed));
            assert_eq!(
                words.collect::<Vec<_>>(),
                rules.map(Right::rule).collect::<Vec<_>>(),
                "{title}"
            );
        }
    }

    #[test]
    fn a_right_that_nobody_can_name_leads_to_the_page() {
        for (words, what) in [
            (
                "NOPERM thi••• u•••er ha••• to run the '•••et' command",
                "a right",
            ),
            ("NOPERM No permissions to access a key", "a key pattern"),
        ] {
            let message = Unavailable::error_reply(&"s", words).to_string();
            let hint = format!("{words}; the user lacks {what}: see {PAGE}");
            assert!(message.ends_with(&hint), "{message}");
        }
    }

    #[test]
    fn a_key_pattern_fits_the_prefix_and_nothing_shorter() {
        for (prefix, pattern) in [
            (&b"lock:"[..], "~lock:*"),
            (b"", "~*"),
            (br"a*?[b]\", r"~a\*\?\[b\]\\*"),
            ("锁:".as_bytes(), "~锁:*"),
            (b"a b\0\n", "~a?b??*"),
            (b"\xffa\xc2\xa0", "~?a??*"),
            ("a\u{202e}b".as_bytes(), "~a???b*"),
        ] {
            assert_eq!(key_pattern(prefix), pattern);
        }
        assert_eq!(shell_word("~it's:*"), r"'~it'\''s:*'");
        assert_eq!(shell_word("+set"), "+set");
    }
}
