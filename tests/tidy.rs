//! The house rules that a compiler does not check: who may know whom, where
//! `unsafe` stands, what a file opens with.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test says what it expects"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// What each module may use of the crate; `node` is `node.rs` and `node/`.
const MAY_USE: &[(&str, &[&str])] = &[
    ("clock", &["error", "sync"]),
    ("config", &[]),
    ("error", &[]),
    ("fake", &["clock", "error", "quorum", "scripts", "sync"]),
    (
        "keeper",
        &[
            "clock", "error", "fake", "lock", "quorum", "stats", "sync", "token",
        ],
    ),
    ("lib", &["php"]),
    (
        "lock",
        // `scripts` only in tests: what they mean is the node's affair.
        &["clock", "error", "fake", "quorum", "scripts", "token"],
    ),
    (
        "node",
        &[
            "clock", "config", "error", "os", "quorum", "scripts", "stats",
        ],
    ),
    ("os", &["clock", "stats", "sync"]),
    (
        "php",
        &[
            "clock", "config", "error", "keeper", "lock", "node", "os", "quorum", "stats", "sync",
            "token",
        ],
    ),
    ("quorum", &["clock", "error", "token"]),
    ("scripts", &[]),
    ("stats", &[]),
    ("sync", &[]),
    ("token", &["error"]),
];

/// Who alone may name a crate or write a keyword.
const RESERVED: &[(&str, &[&str])] = &[
    ("ext_php_rs", &["lib.rs", "php.rs", "php/"]),
    ("redis::", &["node.rs", "node/"]),
    ("socket2", &["node/transport.rs"]),
    ("libc::", &["os.rs"]),
    ("rand::", &["token.rs", "keeper/renewer/explored"]),
    ("mlua", &["fake/lua.rs"]),
    ("unsafe", &["os.rs", "php/engine.rs"]),
    ("std::thread", &["os.rs"]),
    ("shuttle::", &["keeper/renewer/explored"]),
    ("SystemTime", &[]),
];

struct Source {
    /// Below `src`.
    name: String,
    text: String,
}

impl Source {
    /// The lines that are no comments.
    fn code(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().map(str::trim);
        lines.filter(|line| !line.starts_with("//"))
    }

    fn module(&self) -> &str {
        let end = self.name.find(['/', '.']).unwrap();
        &self.name[..end]
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|it| it == ending) {
            found.push(path);
        }
    }
}

fn sources(ending: &str) -> Vec<Source> {
    let src = root().join("src");
    let mut found = Vec::new();
    files(&src, ending, &mut found);
    assert!(!found.is_empty());
    let read = |path: &PathBuf| Source {
        name: path.strip_prefix(&src).unwrap().display().to_string(),
        text: fs::read_to_string(path).unwrap(),
    };
    found.iter().map(read).collect()
}

#[test]
fn modules_know_only_those_below_them() {
    for source in sources("rs") {
        let (_, allowed) = MAY_USE
            .iter()
            .find(|(module, _)| *module == source.module())
            .unwrap_or_else(|| panic!("{} is not in the table", source.name));
        for line in source.code() {
            for used in line.split("crate::").skip(1) {
                let end = used.find(|c: char| !c.is_alphanumeric() && c != '_');
                let used = &used[..end.unwrap_or(used.len())];
                assert!(
                    used == source.module() || allowed.contains(&used),
                    "{} may not use crate::{used}: {line}",
                    source.name
                );
            }
        }
    }
}

#[test]
fn crates_and_unsafe_stay_where_they_belong() {
    for source in sources("rs") {
        for (word, places) in RESERVED {
            let allowed = places.iter().any(|place| source.name.starts_with(place));
            for line in source.code().filter(|_| !allowed) {
                assert!(!line.contains(word), "{}: {line}", source.name);
            }
        }
    }
}

#[test]
fn every_block_of_unsafe_argues_for_itself() {
    for source in sources("rs") {
        let blocks = source.code().filter(|line| line.contains("unsafe {"));
        let arguments = source.text.lines().filter(|line| line.contains("SAFETY:"));
        assert!(arguments.count() >= blocks.count(), "{}", source.name);
    }
}

#[test]
fn files_say_what_they_are() {
    for source in sources("rs") {
        assert!(source.text.starts_with("//! "), "{}", source.name);
        for word in ["util", "helper", "common", "misc"] {
            assert!(!source.name.contains(word), "{}", source.name);
        }
    }
}

#[test]
fn every_script_opens_with_its_contract() {
    for source in sources("lua") {
        let first = source.text.lines().next().unwrap();
        let contract = format!("-- {}: ", source.name.trim_start_matches("scripts/"));
        let contract = contract.replace(".lua", "");
        assert!(first.starts_with(&contract), "{}: {first}", source.name);
        assert!(first.contains("KEYS") && first.contains("ARGV"), "{first}");
    }
}

#[test]
fn the_changelog_knows_this_version() {
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let heading = format!("## {}", env!("CARGO_PKG_VERSION"));
    assert!(changelog.contains(&heading), "no {heading}");
}
