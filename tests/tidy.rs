//! The house rules that the compiler does not check, which say which module may use which other one, where
//! `unsafe` stands, and what a file opens with.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test says what it expects"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the crate that each module may use, where `route` is `route.rs` and `route/`.
const MAY_USE: &[(&str, &[&str])] = &[
    (
        "check",
        &["config", "connection", "error", "os", "protocol", "route"],
    ),
    ("clock", &["error", "sync", "token"]),
    ("config", &[]),
    (
        "connection",
        &[
            "clock", "config", "error", "os", "proof", "protocol", "stats",
        ],
    ),
    ("error", &[]),
    (
        "keeper",
        &[
            "clock", "config", "error", "lock", "store", "proof", "stats", "sync", "token",
        ],
    ),
    ("lib", &[]),
    (
        "lock",
        &["clock", "error", "store", "proof", "stats", "sync", "token"],
    ),
    ("store", &["clock", "error"]),
    ("os", &["clock", "stats", "sync", "token"]),
    (
        "php",
        &[
            "check",
            "clock",
            "config",
            "connection",
            "error",
            "keeper",
            "store",
            "os",
            "route",
            "stats",
            "sync",
            "token",
        ],
    ),
    (
        "proof",
        &[
            "clock", "error", "keeper", "lock", "store", "protocol", "route", "sync", "token",
        ],
    ),
    ("protocol", &["store", "proof", "token"]),
    (
        "route",
        &[
            "clock",
            "config",
            "connection",
            "error",
            "store",
            "os",
            "proof",
            "protocol",
        ],
    ),
    ("stats", &[]),
    ("sync", &[]),
    ("token", &["error"]),
];

/// The only files that may name a crate or write a keyword.
const RESERVED: &[(&str, &[&str])] = &[
    ("ext_php_rs", &["lib.rs", "php.rs", "php/"]),
    ("redis::", &["connection/resp.rs", "protocol/slot.rs"]),
    ("crc16", &["protocol/slot.rs"]),
    ("sha1_smol", &["protocol/call.rs", "protocol/mutex/keys.rs"]),
    (
        "rustls",
        &[
            "connection/endpoint.rs",
            "connection/opening.rs",
            "connection/tls/",
            "proof/tls.rs",
        ],
    ),
    (
        "socket2",
        &[
            "connection/channel.rs",
            "connection/connecting.rs",
            "connection/tls/session.rs",
        ],
    ),
    ("libc::", &["os.rs", "os/"]),
    ("rand::", &["token.rs", "proof/schedules"]),
    ("mlua", &["proof/fake/lua.rs"]),
    ("unsafe", &["os.rs", "os/", "php/engine.rs", "php/engine/"]),
    ("std::thread", &["os.rs", "os/"]),
    ("shuttle::", &["proof/schedules"]),
    ("SystemTime", &[]),
];

struct Source {
    /// The path of the file below `src`.
    name: String,
    text: String,
}

impl Source {
    /// Returns all lines of the file except comments.
    fn code(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().map(str::trim);
        lines.filter(|line| !line.starts_with("//"))
    }

    /// Returns the code of the file without its inline tests.
    fn product_code(&self) -> String {
        let code = self.code().collect::<Vec<_>>().join("\n");
        let product = code.split("#[cfg(test)]\nmod tests {").next();
        product.unwrap_or_default().to_owned()
    }

    /// Returns the module's path below `crate`.
    fn path(&self) -> Module {
        let name = self.name.trim_end_matches(".rs");
        name.split('/').map(str::to_owned).collect()
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
    let mut unused = BTreeSet::new();
    for (module, allowed) in MAY_USE {
        unused.extend(allowed.iter().map(|used| format!("{module} uses {used}")));
    }
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
                unused.remove(&format!("{} uses {used}", source.module()));
            }
        }
    }
    assert!(unused.is_empty(), "nobody needs this: {unused:?}");
}

/// A module, as the list of the names in its path below `crate`.
type Module = Vec<String>;

/// Returns for each file the files beside it that it uses. The file of a folder (`keeper.rs` for `keeper/`)
/// counts as one with its folder, so what it uses of that folder does not count, and neither do tests.
fn uses_of_siblings() -> BTreeMap<Module, BTreeSet<Module>> {
    let mut named = BTreeMap::new();
    for source in sources("rs") {
        let module = source.path();
        if !module.iter().any(|name| name == "tests") {
            let paths = paths(&source.product_code()).into_iter();
            let paths: Vec<_> = paths.map(|path| resolved(path, &module)).collect();
            named.insert(module, paths);
        }
    }
    // After `use child::Item` in a folder's file, `super::Item` below that folder means the child.
    let mut imported = BTreeMap::new();
    for (folder, paths) in &named {
        for path in paths.iter().filter(|path| path.starts_with(folder)) {
            let short = folder.iter().chain(path.last());
            imported.insert(short.cloned().collect::<Module>(), path);
        }
    }
    let mut graph: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, paths) in &named {
        for path in paths {
            let alike = module.iter().zip(path).take_while(|(a, b)| a == b);
            let folder = alike.count();
            let (Some(from), Some(item)) = (module.get(..=folder), path.get(..=folder)) else {
                continue;
            };
            let import = imported.get(item).and_then(|path| path.get(..=folder));
            let to = import.filter(|_| !named.contains_key(item)).unwrap_or(item);
            if folder > 0 && from != to && named.contains_key(to) {
                graph.entry(from.into()).or_default().insert(to.into());
            }
        }
    }
    graph
}

/// Returns a path that is written in `module` as it is seen from the crate's root.
fn resolved(path: Module, module: &Module) -> Module {
    let mut from = module.clone();
    let mut rest = Vec::new();
    for name in path {
        match name.as_str() {
            "crate" => from.clear(),
            "self" => {}
            "super" => drop(from.pop()),
            _ => rest.push(name),
        }
    }
    from.extend(rest);
    from
}

/// Returns the paths in `use` lines, and those in the code that start with `crate`, `self` or `super`.
fn paths(code: &str) -> Vec<Module> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if is_name(first) {
            rest.find(|c| !is_name(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (token, others) = rest.split_at(length);
        tokens.push(token);
        rest = others.trim_start();
    }
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_rooted = matches!(*token, "crate" | "self" | "super");
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        if *token == "use" {
            path_tree(&tokens, at + 1, &[], &mut found);
        } else if is_rooted && before != Some(&"::") && tokens.get(at + 1) == Some(&"::") {
            path_tree(&tokens, at, &[], &mut found);
        }
    }
    found
}

/// Reads `a::{b, c::d}` at `at` into `found`, and returns where it ends.
fn path_tree(tokens: &[&str], mut at: usize, before: &[String], found: &mut Vec<Module>) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    at = path_tree(tokens, at, &path, found);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            Some(name) if tokens.get(at + 1) == Some(&"::") => {
                path.push((*name).to_owned());
                at += 2;
            }
            last => {
                path.extend(last.map(|name| (*name).to_owned()));
                found.push(path);
                let renamed = tokens.get(at + 1) == Some(&"as");
                return at + if renamed { 3 } else { 1 };
            }
        }
    }
}

#[test]
fn no_file_uses_a_file_that_uses_it() {
    let graph = uses_of_siblings();
    let reaches = |from: &Module, to: &Module| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            if seen.insert(module) {
                open.extend(graph.get(module).into_iter().flatten());
            }
        }
        seen.contains(to)
    };
    let mut rings = Vec::new();
    for (from, used) in &graph {
        for to in used.iter().filter(|to| reaches(to, from)) {
            rings.push(format!("{} uses {}", from.join("::"), to.join("::")));
        }
    }
    assert!(rings.is_empty(), "rings of files: {rings:#?}");
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
fn no_two_types_have_the_same_name() {
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources("rs") {
        for line in source.code() {
            let line = match line.split_once("pub") {
                Some(("", rest)) => rest.trim_start_matches(|c| c != ' ').trim_start(),
                _ => line,
            };
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            let is_type = matches!(words.next(), Some("struct" | "enum" | "trait" | "union"));
            if let Some(name) = words.next().filter(|_| is_type) {
                let places = files.entry(name.to_owned()).or_default();
                places.insert(source.name.clone());
            }
        }
    }
    files.retain(|_, places| places.len() > 1);
    assert!(files.is_empty(), "a name for each type: {files:#?}");
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
        let contract = format!("-- {}: ", source.name.trim_start_matches("protocol/mutex/"));
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

/// Names that were replaced by words of the glossary in `src/lib.rs`, each with its replacement.
const RETIRED_NAMES: &[(&str, &str)] = &[
    ("Owner", "LockSet"),
    ("Ownership", "LeaseRequest"),
    ("Patience", "deadline and sleep"),
    ("Asking", "Budget"),
    ("Course", "Progress"),
    ("Turn", "JoinReply"),
    ("turn", "reply"),
    ("Asked", "Retry"),
    ("Reached", "Endpoint"),
    ("Slot", "Connections"),
    ("Layer", "Sources"),
    ("Fate", "Reason"),
    ("answered", "a verb that says what is done"),
    ("held_entry", "valid_lease"),
];

/// Words that may stand neither in a name nor in a text, each with the plain word for it.
const RETIRED_STEMS: &[(&str, &str)] = &[
    ("ownership", "lease"),
    ("patience", "deadline, or share"),
    ("told", "reported, or what the subject learns"),
    ("untold", "unreported"),
];

/// Words that may be no part of a name, although a text may have them, each with the plain word for it.
const RETIRED_PARTS: &[(&str, &str)] = &[("fate", "reason, or outcome")];

/// Words that need a second reading in a text, each with the plain word for it.
const SECOND_READING: &[(&str, &str)] = &[
    ("Whoever", "a subject with a name"),
    ("Whatever", "a subject with a name"),
    ("is out", "is in flight"),
    ("was out", "was in flight"),
    ("are out", "are in flight"),
    ("on its way", "in flight"),
    ("on their way", "in flight"),
    ("at the most", "at most"),
];

/// Returns the words that are wrong in a text that people read, each with the plain word for it.
fn unclear(text: &str) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let words = RETIRED_STEMS.iter().chain(SECOND_READING);
    words.filter(move |(words, _)| has_word(text, words))
}

/// Returns whether `word` stands in `text` as a word of its own, and not as the beginning of "out of".
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = &text[at + word.len()..];
        let is_whole = !before.is_some_and(is_part) && !behind.chars().next().is_some_and(is_part);
        is_whole && !(word.ends_with(" out") && behind.starts_with(" of"))
    })
}

#[test]
fn retired_words_stay_retired() {
    let mut found = Vec::new();
    for (ending, comment) in [("rs", "//"), ("lua", "--")] {
        for source in sources(ending) {
            for (number, line) in source.text.lines().enumerate() {
                let (code, comment) = line.split_once(comment).unwrap_or((line, ""));
                // Every second part stands between quotes, so it is no code.
                let code: Vec<_> = code.split('"').step_by(2).collect();
                let is_in_code = |name: &str| code.iter().any(|it| has_word(it, name));
                let names = RETIRED_NAMES.iter().filter(|(name, _)| is_in_code(name));
                let parts = code.join(" ").replace('_', " ");
                let stems = RETIRED_STEMS.iter().chain(RETIRED_PARTS);
                let stems = stems.filter(|(stem, _)| has_word(&parts, stem));
                for (word, instead) in names.chain(stems).chain(unclear(comment)) {
                    let place = format!("{}:{}", source.name, number + 1);
                    found.push(format!("{place}: '{word}', say {instead}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// The folders whose texts people read, besides `src`.
const READ: &[&str] = &[
    "docs",
    "stubs",
    "examples",
    "integrations",
    "php-tests",
    "bench",
    "tools",
];

#[test]
fn pages_stubs_and_tests_need_no_second_reading() {
    let mut paths = Vec::new();
    for ending in ["md", "php", "phpt"] {
        for folder in READ {
            files(&root().join(folder), ending, &mut paths);
        }
    }
    for page in [
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CHANGELOG.md",
    ] {
        paths.push(root().join(page));
    }
    let mut found = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            for (word, instead) in unclear(line) {
                let place = format!("{}:{}", path.display(), number + 1);
                found.push(format!("{place}: '{word}', say {instead}"));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
