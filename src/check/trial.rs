//! The trial of rights: each command that the locks of a configuration use, in a form that does no harm.
//!
//! Trying says more than `ACL DRYRUN`. A user with few rights may not call that, and a service or a proxy may refuse what the
//! ACL grants. All commands are about one key that nobody else has. It is a string that ends by itself, so commands for
//! lists, sets and hashes fail behind the check of rights and create nothing. Where the key could not be written for want
//! of a right, they are not tried. This file sends nothing. `server` calls it.

use super::finding::Remark;
use super::plan::Deployment;
use crate::config::{Access, Address, Options, Server};
use crate::error::{Lacking, Needed, RIGHTS, Right, granting, key_pattern};
use crate::protocol::Reply;

/// The time in milliseconds after which the key ends, if it cannot be deleted.
const ENDS: &[u8] = b"10000";
/// The hash of no script.
const NO_SCRIPT: &[u8] = &[b'0'; 40];

/// Returns the command that writes the key, which is the trial of `set`.
pub(super) fn write(key: &[u8]) -> Vec<&[u8]> {
    vec![b"SET", key, b"redis-lock check", b"PX", ENDS, b"NX"]
}

/// What the server said to the trial of a right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TrialResult {
    Granted,
    /// The user lacks the right.
    Lacking,
    /// The command is permitted, and the key is not.
    NoKey,
    /// The server or a proxy does not have the command, and said this.
    Unknown(String),
}

impl TrialResult {
    /// Reads a reply. `refused` is its error as a row may show it.
    pub(super) fn read(reply: &Reply, refused: Option<String>) -> Self {
        let Some(words) = reply.error_words() else {
            return Self::Granted;
        };
        let is_unknown = |words: &str| {
            let words = words.to_ascii_lowercase();
            words.starts_with("err unknown ") || words.contains("unknown command")
        };
        match Lacking::read(&words) {
            Some(Lacking::Command(_)) => Self::Lacking,
            Some(Lacking::Key) => Self::NoKey,
            None if is_unknown(&words) => Self::Unknown(refused.unwrap_or_default()),
            None => Self::Granted,
        }
    }

    /// Returns whether the command was not executed, so that the key does not exist.
    pub(super) fn is_refused(&self) -> bool {
        *self != Self::Granted
    }
}

/// Returns the rights that the locks use, apart from `set`, in the order in which they are tried. The key is deleted last.
pub(super) fn rights(
    server: &Server,
    locks: &Options,
    deployment: Deployment,
    is_written: bool,
) -> Vec<Right> {
    let is_tried = |right: &&Right| {
        let creates = matches!(right.name, "rpush" | "zadd" | "hset");
        let is_used = is_used(right.needed, server, locks, deployment);
        is_used && right.name != "set" && (is_written || !creates)
    };
    let mut rights: Vec<_> = RIGHTS.iter().filter(is_tried).copied().collect();
    rights.sort_by_key(|right| right.name == "del");
    rights
}

fn is_used(needed: Needed, server: &Server, locks: &Options, deployment: Deployment) -> bool {
    let Access {
        database,
        min_replicas,
        name,
        ..
    } = &server.access;
    match needed {
        Needed::Always
        | Needed::ToWait
        | Needed::ToWaitOrFence
        | Needed::ToShare
        | Needed::ToList
        | Needed::ToKill => true,
        Needed::InDatabase => *database != 0,
        Needed::ToFence => locks.fencing,
        Needed::ToCountReplicas => *min_replicas > 0,
        Needed::ToSetName => name.is_some(),
        Needed::ToKnowRun => {
            deployment == Deployment::Quorum || matches!(server.address, Address::Unix(_))
        }
        Needed::InCluster => deployment == Deployment::Cluster,
        Needed::AtSentinel => false,
    }
}

/// Returns the command that tries a right.
pub(super) fn words<'a>(right: &Right, key: &'a [u8], access: &'a Access) -> Vec<&'a [u8]> {
    match right.name {
        "evalsha" => vec![b"EVALSHA", NO_SCRIPT, b"1", key],
        "eval" => vec![b"EVAL", b"return 1", b"1", key],
        "pexpire" => vec![b"PEXPIRE", key, ENDS],
        "expire" => vec![b"EXPIRE", key, b"10"],
        "lindex" => vec![b"LINDEX", key, b"0"],
        "ltrim" => vec![b"LTRIM", key, b"0", b"0"],
        "zrangebyscore" => vec![b"ZRANGEBYSCORE", key, b"0", b"0"],
        "zrange" => vec![b"ZRANGE", key, b"0", b"0"],
        // What is no time changes nothing.
        "pexpireat" => vec![b"PEXPIREAT", key, b"x"],
        "zcount" => vec![b"ZCOUNT", key, b"0", b"0"],
        "zrevrange" => vec![b"ZREVRANGE", key, b"0", b"0"],
        "zrem" => vec![b"ZREM", key, b"x"],
        "zscore" => vec![b"ZSCORE", key, b"x"],
        "zadd" => vec![b"ZADD", key, b"1", b"x"],
        "rpush" => vec![b"RPUSH", key, b"x"],
        "hmget" => vec![b"HMGET", key, b"x"],
        "hset" => vec![b"HSET", key, b"x", b"x"],
        // A timeout below 0 is an error, so nobody waits.
        "blpop" => vec![b"BLPOP", key, b"-1"],
        "time" => vec![b"TIME"],
        "wait" => vec![b"WAIT", b"0", b"1"],
        "scan" => vec![b"SCAN", b"0", b"COUNT", b"1"],
        "client|info" => vec![b"CLIENT", b"INFO"],
        // The id that no connection has.
        "client|kill" => vec![b"CLIENT", b"KILL", b"ID", b"9223372036854775807"],
        "client|setname" => {
            let name = access.name.as_deref().unwrap_or_default();
            vec![b"CLIENT", b"SETNAME", name.as_bytes()]
        }
        "info" => vec![b"INFO", b"server"],
        "cluster|slots" => vec![b"CLUSTER", b"SLOTS"],
        "asking" => vec![b"ASKING"],
        // What is no number chooses no other database.
        "select" => vec![b"SELECT", b"x"],
        // GET, DEL, EXISTS and PTTL have the key alone.
        name => vec![name.as_bytes(), key],
    }
}

/// Returns the remarks about what was tried.
pub(super) fn remarks(tried: &[(Right, TrialResult)], locks: &Options) -> Vec<Remark> {
    const WHAT: &str = "rights";
    let mut remarks: Vec<_> = tried
        .iter()
        .filter_map(|(right, result)| missing(right, result, locks))
        .collect();
    if tried.iter().any(|(_, it)| *it == TrialResult::NoKey) {
        let pattern = key_pattern(&locks.lock_prefix);
        let found = format!("the key pattern {pattern} is missing, so no lock works");
        remarks.push(Remark::bad(WHAT, found, granting(&[&pattern])));
    }
    if remarks.is_empty() {
        let names: Vec<_> = tried.iter().map(|(right, _)| right.name).collect();
        let pattern = key_pattern(&locks.lock_prefix);
        let found = format!("{}, for keys like {pattern}", names.join(" "));
        remarks.push(Remark::good(WHAT, found));
    }
    remarks
}

fn missing(right: &Right, result: &TrialResult, locks: &Options) -> Option<Remark> {
    const WHAT: &str = "rights";
    let (is_bad, why) = match right.needed {
        Needed::Always => (
            true,
            "locks need it, to be acquired, released or waited for",
        ),
        Needed::InDatabase => (true, "a database other than 0 needs it"),
        Needed::ToWaitOrFence if locks.fencing => (true, "fencing and waiting need it"),
        Needed::ToWait | Needed::ToWaitOrFence => {
            (false, "a call that has to wait throws without it")
        }
        Needed::ToFence => (true, "\"fencing\" needs it"),
        Needed::ToCountReplicas => (true, "\"min_replicas\" needs it"),
        Needed::ToList => (false, "list() throws without it, and locks do not need it"),
        Needed::ToShare => (
            false,
            "lockShared() throws without it, and locks do not need it",
        ),
        Needed::ToKill => (
            false,
            "without it Redis may execute the last request of a broken connection late",
        ),
        Needed::ToSetName => (false, "without it the connection has no \"name\""),
        Needed::ToKnowRun => (
            false,
            "without it nobody knows which start of a server this is",
        ),
        Needed::InCluster => (
            false,
            "lock() throws without it for names whose slot is just moving",
        ),
        Needed::AtSentinel => return None,
    };
    match result {
        TrialResult::Granted | TrialResult::NoKey => None,
        TrialResult::Lacking => {
            let rule = right.rule();
            let found = format!("{rule} is missing: {why}");
            let advice = granting(&[&rule]);
            Some(match right.needed {
                _ if is_bad => Remark::bad(WHAT, found, advice),
                // Nothing is wrong without a right that only operators or shares need.
                Needed::ToList | Needed::ToShare => Remark {
                    advice: Some(advice),
                    ..Remark::good(WHAT, found)
                },
                _ => Remark::warning(WHAT, found, advice),
            })
        }
        TrialResult::Unknown(_) if right.name == "evalsha" => {
            let found = "the server does not know EVALSHA, so each script goes whole, with one more round trip";
            let advice = "use a server or a proxy that knows it: docs/managed-redis.md, What the service must permit";
            Some(Remark::warning(WHAT, found, advice))
        }
        TrialResult::Unknown(words) => {
            let found = format!("the server does not permit {}: {why}: {words}", right.name);
            let advice = "docs/managed-redis.md, What the service must permit";
            Some(if is_bad {
                Remark::bad(WHAT, found, advice)
            } else {
                Remark::warning(WHAT, found, advice)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::check::finding::Health;

    fn locks(fencing: bool) -> Options {
        Options {
            lock_prefix: b"lock:".to_vec(),
            lease: Duration::from_secs(30),
            max_hold: None,
            lock_delay: Duration::ZERO,
            retry_for: Duration::ZERO,
            fencing,
            auto_release: true,
            await_release: true,
        }
    }

    fn server(access: Access) -> Server {
        Server {
            address: Address::Tcp {
                host: "h".to_owned(),
                port: 1,
            },
            access,
        }
    }

    fn error(words: &str) -> TrialResult {
        let (code, rest) = words.split_once(' ').unwrap();
        let reply = Reply::Error {
            code: code.to_owned(),
            words: rest.to_owned(),
        };
        TrialResult::read(&reply, Some(words.to_owned()))
    }

    fn of(name: &str) -> Right {
        *RIGHTS.iter().find(|it| it.name == name).unwrap()
    }

    #[test]
    fn each_right_is_tried_by_its_own_command() {
        let access = Access::plain(Duration::from_secs(1));
        for right in RIGHTS {
            let mut words = match right.name {
                "set" => write(b"k"),
                _ => words(&right, b"k", &access),
            }
            .into_iter()
            .map(|word| String::from_utf8_lossy(word).to_ascii_lowercase());
            for part in right.name.split('|') {
                assert_eq!(words.next().as_deref(), Some(part));
            }
        }
    }

    #[test]
    fn only_what_the_configuration_uses_is_tried() {
        let plain = Access::plain(Duration::from_secs(1));
        let names = |access: &Access, fencing, deployment, is_written| {
            let server = server(access.clone());
            let rights = rights(&server, &locks(fencing), deployment, is_written);
            rights.into_iter().map(|it| it.name).collect::<Vec<_>>()
        };
        let few = names(&plain, false, Deployment::OneServer, true);
        for left_out in [
            "set",
            "select",
            "hset",
            "wait",
            "client|setname",
            "info",
            "asking",
        ] {
            assert!(!few.contains(&left_out), "{left_out}");
        }
        assert!(few.contains(&"rpush") && few.last() == Some(&"del"));
        // Nothing creates a key that would not end.
        let unwritten = names(&plain, true, Deployment::OneServer, false);
        assert!(
            ["rpush", "zadd", "hset"]
                .iter()
                .all(|it| !unwritten.contains(it))
        );
        let access = Access {
            database: 2,
            min_replicas: 1,
            name: Some("n".to_owned()),
            ..plain
        };
        let all = names(&access, true, Deployment::Cluster, true);
        assert_eq!(all.len(), RIGHTS.len() - 2);
        assert!(names(&access, true, Deployment::Quorum, true).contains(&"info"));
    }

    #[test]
    fn an_error_of_the_command_itself_shows_that_it_is_permitted() {
        for words in [
            "WRONGTYPE Operation against a key holding the wrong kind of value",
            "ERR timeout is negative",
            "NOSCRIPT No matching script.",
            "MOVED 1 127.0.0.1:7000",
            "OOM command not allowed when used memory > 'maxmemory'.",
        ] {
            assert_eq!(error(words), TrialResult::Granted, "{words}");
        }
        let lacking = "NOPERM this user has no permissions to run the 'get' command";
        assert_eq!(error(lacking), TrialResult::Lacking);
        let no_key = "NOPERM No permissions to access a key";
        assert_eq!(error(no_key), TrialResult::NoKey);
        for words in [
            "ERR unknown command 'EVAL', with args beginning with:",
            "ERR unknown subcommand 'INFO'. Try CLIENT HELP.",
            "ERR Unknown command eval",
        ] {
            assert_eq!(error(words), TrialResult::Unknown(words.to_owned()));
        }
    }

    #[test]
    fn each_missing_right_is_a_row_with_its_line() {
        let found = |name: &str, fencing| {
            let tried = [
                (of(name), TrialResult::Lacking),
                (of("get"), TrialResult::Granted),
            ];
            let remarks = remarks(&tried, &locks(fencing));
            assert_eq!(remarks.len(), 1);
            let remark = remarks.into_iter().next().unwrap();
            assert!(remark.found.starts_with(&format!("+{name} is missing: ")));
            (remark.health, remark.advice.unwrap())
        };
        for (name, fencing, health, line) in [
            ("evalsha", false, Health::Bad, "+evalsha"),
            ("zadd", false, Health::Warning, "+zadd"),
            ("time", false, Health::Warning, "+time"),
            ("time", true, Health::Bad, "+time"),
            ("hset", true, Health::Bad, "+hset"),
            ("client|kill", false, Health::Warning, "'+client|kill'"),
            ("scan", false, Health::Good, "+scan"),
            ("wait", false, Health::Bad, "+wait"),
        ] {
            let line = format!("redis-cli ACL SETUSER <user> {line}");
            assert_eq!(found(name, fencing), (health, line));
        }
    }

    #[test]
    fn a_missing_pattern_is_one_row_and_no_missing_right() {
        let tried = [
            (of("set"), TrialResult::NoKey),
            (of("get"), TrialResult::NoKey),
        ];
        let remarks = remarks(&tried, &locks(false));
        let [remark] = &*remarks else {
            panic!("{remarks:?}");
        };
        assert_eq!(remark.health, Health::Bad);
        let line = "redis-cli ACL SETUSER <user> '~lock:*'";
        assert_eq!(remark.advice.as_deref(), Some(line));
    }

    #[test]
    fn a_service_that_has_no_command_is_as_bad_as_a_missing_right() {
        let of = |name: &str| {
            let tried = [(of(name), TrialResult::Unknown("ERR unknown".to_owned()))];
            remarks(&tried, &locks(false)).remove(0).health
        };
        assert_eq!(of("eval"), Health::Bad);
        assert_eq!(of("evalsha"), Health::Warning);
        assert_eq!(of("blpop"), Health::Warning);
    }
}
