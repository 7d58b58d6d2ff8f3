//! The rights that a user of Redis lacks, in words for the end of a message.
//!
//! This file reads a server's words and grants nothing, because a person runs the command that it names. `error`
//! calls it for what a server has refused.

use std::iter;

use super::is_no_text;

/// The rights to all commands that the scripts run.
const OF_SCRIPTS: &str = "+get +set +del +exists +expire +pexpire +pttl +time +hmget +hset +lindex \
                          +ltrim +rpush +zadd +zrangebyscore +zrem +zrevrange +zscore";

/// Returns a hint for the end of a message, if a server's words are about a right: the right that the user lacks, and
/// the command by which a person grants it. Redis 6 and 7.0 do not name the command of a script. The hint does not
/// name the user, because that would be the half of a login.
pub(super) fn missing_right(words: &str, lock_prefix: Option<&[u8]>) -> Option<String> {
    const PAGE: &str = "docs/operations.md, Rights in Redis (ACL)";
    let in_script = words.contains("ACL failure in script")
        || words.contains("The user executing the script can't");
    if !in_script && !words.starts_with("NOPERM ") {
        return None;
    }
    // Redis 7.2 shows the key behind this word. A key may have any words of its own.
    let of_key = words.contains(" access ");
    let command = words
        .split_once(" run the '")
        .and_then(|(_, rest)| rest.split_once('\''))
        .map(|(command, _)| command)
        .filter(|it| {
            it.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"|_-.".contains(&byte))
        });
    let (what, rights) = match (command, lock_prefix) {
        (_, Some(lock_prefix)) if of_key => {
            let pattern = key_pattern(lock_prefix);
            (format!("the key pattern {pattern}"), shell_word(&pattern))
        }
        (Some(command), _) if !of_key => {
            let rights = rights_to(command);
            let words: Vec<_> = rights.iter().map(|right| shell_word(right)).collect();
            let s = if rights.len() == 1 { "" } else { "s" };
            (
                format!("the right{s} {}", rights.join(" ")),
                words.join(" "),
            )
        }
        (None, _) if in_script && !of_key => {
            let what = "one of the rights that the scripts need";
            (what.to_owned(), OF_SCRIPTS.to_owned())
        }
        _ => {
            let what = if of_key { "a key pattern" } else { "a right" };
            return Some(format!("; the user lacks {what}: see {PAGE}"));
        }
    };
    Some(format!(
        "; the user lacks {what}: redis-cli ACL SETUSER <user> {rights} ({PAGE})"
    ))
}

/// Returns the rights to what the extension sends of a command. Redis 6 names a command and not its subcommand, and
/// the right to a whole command would permit CLUSTER RESET too.
fn rights_to(command: &str) -> Vec<String> {
    let subcommands: &[&str] = match command {
        "client" => &["info", "kill", "setname"],
        "cluster" => &["slots"],
        "sentinel" => &["get-master-addr-by-name"],
        _ => return vec![format!("+{command}")],
    };
    let right = |subcommand| format!("+{command}|{subcommand}");
    subcommands.iter().map(right).collect()
}

/// Returns the ACL pattern of all keys with this prefix. A pattern cannot have a space, and a message no character
/// that is no text, so each byte of such a character becomes `?`, which is any byte.
fn key_pattern(lock_prefix: &[u8]) -> String {
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

    const PAGE: &str = "docs/operations.md, Rights in Redis (ACL)";

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
        let words = "one of the rights that the scripts need: redis-cli ACL SETUSER <user> +get ";
        assert!(message.contains(words), "{message}");
        assert!(
            message.ends_with(&format!(" +zscore ({PAGE})")),
            "{message}"
        );
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
