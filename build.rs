//! Finds out for which PHP the extension is built, and from which commit, before the crate is compiled.
//!
//! What is found goes into the library, where `php --ri` and `phpinfo()` show it. A system on which the extension cannot
//! be built is refused with the thing to install, because the compiler would say it in its own words. This program
//! installs nothing and changes no file. `cargo` runs it, and runs it again when another PHP stands behind the same PATH.

#![allow(
    clippy::print_stdout,
    reason = "cargo reads the standard output of this program"
)]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use ext_php_rs_build::{PHPInfo, find_executable, find_php, path_from_env};

/// The oldest PHP with what ext-php-rs and the class need.
const OLDEST_PHP: (u32, &str) = (80_100, "8.1");

/// Cargo looks at each file below a folder that it watches, so it watches none with more files than this.
const LARGE_FOLDER: usize = 1_000;
/// Folders in `PATH` of the system's packages. Each new package would have the extension built again, and none puts a PHP
/// into such a folder in front of another one.
const OF_PACKAGES: [&str; 4] = ["/bin", "/sbin", "/usr/bin", "/usr/sbin"];
/// Where Debian's alternatives are links, beside those of every other package.
const ALTERNATIVES: &str = "/etc/alternatives";
/// Where Debian writes down which alternative is chosen, with a file for each.
const CHOICES: &str = "/var/lib/dpkg/alternatives";

fn main() -> ExitCode {
    for name in ["PATH", "PHP", "PHP_CONFIG"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    if let Err(sentence) = describe_the_build() {
        println!("cargo::error={sentence}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Prints the environment variables with which the crate is compiled.
fn describe_the_build() -> Result<(), String> {
    if env::var("CARGO_CFG_TARGET_POINTER_WIDTH").is_ok_and(|bits| bits != "64") {
        return Err(
            "the extension needs a 64-bit system, because a fencing token has 64 bits: \
            build it for a 64-bit target"
                .to_owned(),
        );
    }
    let php = Php::find()?;
    // Both programs are often behind the same folders.
    let mut in_front = BTreeSet::new();
    for (program, variable) in [(&php.program, "PHP"), (&php.config, "PHP_CONFIG")] {
        watch(program);
        if env::var_os(variable).is_none() {
            in_front.extend(folders_in_front_of(program));
        }
    }
    for folder in in_front.iter().filter(|folder| is_small(folder)) {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    println!("cargo::rustc-env=REDIS_MUTEX_LOCK_PHP={}", php.in_words());
    for (name, number) in [
        ("API", &*php.api),
        ("ZTS", as_number(php.is_thread_safe)),
        ("DEBUG", as_number(php.is_debug)),
    ] {
        println!("cargo::rustc-env=REDIS_MUTEX_LOCK_PHP_{name}={number}");
    }
    let version = env!("CARGO_PKG_VERSION");
    let commit = commit_behind(version);
    println!("cargo::rustc-env=REDIS_MUTEX_LOCK_VERSION={version}{commit}");
    Ok(())
}

/// The PHP for which the extension is built.
struct Php {
    program: PathBuf,
    config: PathBuf,
    version: String,
    /// The number of the module API, by which PHP refuses an extension of another PHP.
    api: String,
    is_thread_safe: bool,
    is_debug: bool,
}

impl Php {
    /// Finds the PHP that the bindings of ext-php-rs are made for: that of `PHP` and `PHP_CONFIG`, or that of `PATH`.
    fn find() -> Result<Self, String> {
        let headers = "the headers of PHP are needed: install php-dev (Debian, Ubuntu), php-devel (Fedora) or php84-dev \
            (Alpine, for PHP 8.4)";
        let program = find_php().map_err(|_| {
            "there is no php: install php-cli, or set PHP to the path of php".to_owned()
        })?;
        let config = path_from_env("PHP_CONFIG")
            .or_else(|| find_executable("php-config"))
            .filter(|path| path.exists())
            .ok_or_else(|| {
                format!("there is no php-config, and {headers}, or set PHP_CONFIG to the path of php-config")
            })?;
        let info = PHPInfo::get(&program)
            .map_err(|error| format!("'{} -i' has failed: {error}", program.display()))?;
        let config_says = |argument| first_line(Command::new(&config).arg(argument));
        let number: u32 = config_says("--vernum")
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| format!("'{} --vernum' prints no number", config.display()))?;
        let version = info
            .version()
            .map_err(|error| error.to_string())?
            .to_owned();
        let (oldest, name) = OLDEST_PHP;
        let version_of_config = config_says("--version").unwrap_or_default();
        if number < oldest {
            return Err(format!(
                "PHP {name} or newer is needed, and {} is that of PHP {version_of_config}: install a newer PHP, or set PHP \
                 and PHP_CONFIG to the paths of php and php-config",
                config.display(),
            ));
        }
        if minor(&version_of_config) != minor(&version) {
            return Err(format!(
                "{} is PHP {version}, and {} is that of PHP {version_of_config}: set PHP and PHP_CONFIG to the paths of \
                 one PHP",
                program.display(),
                config.display(),
            ));
        }
        let includes = PathBuf::from(config_says("--include-dir").unwrap_or_default());
        if !includes.join("main/php.h").exists() {
            return Err(format!(
                "there is no main/php.h in {}: {headers}",
                includes.display()
            ));
        }
        let api = info.get_key("PHP Extension").unwrap_or_default().to_owned();
        let php = Self {
            program,
            config,
            version,
            api,
            is_thread_safe: info.thread_safety().unwrap_or(false),
            is_debug: info.debug().unwrap_or(false),
        };
        let header = fs::read_to_string(includes.join("main/php_config.h")).unwrap_or_default();
        for (macro_name, is, kind) in [
            ("ZTS", php.is_thread_safe, "ZTS"),
            ("ZEND_DEBUG", php.is_debug, "debug"),
        ] {
            if is_defined(&header, macro_name).is_some_and(|defined| defined != is) {
                let not = |is| if is { "" } else { "not " };
                return Err(format!(
                    "{} is {}{kind}, and the headers of {} are {}{kind}: set PHP and PHP_CONFIG to the paths of one PHP",
                    php.program.display(),
                    not(is),
                    php.config.display(),
                    not(!is),
                ));
            }
        }
        Ok(php)
    }

    fn in_words(&self) -> String {
        let threads = if self.is_thread_safe { "ZTS" } else { "NTS" };
        let debug = if self.is_debug { ", debug" } else { "" };
        format!("PHP {}, API {}, {threads}{debug}", self.version, self.api)
    }
}

/// Returns whether a header defines a macro as 1. None: the header does not mention it, as where it only includes another one.
fn is_defined(header: &str, name: &str) -> Option<bool> {
    header
        .lines()
        .filter(|line| line.starts_with("#define") || line.starts_with("/* #undef"))
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .find(|words| words.contains(&name))
        .map(|words| words.last() == Some(&"1"))
}

/// Returns the version without its last number, because an extension is built for one minor version.
fn minor(version: &str) -> String {
    let numbers: Vec<_> = version.split('.').take(2).collect();
    numbers.join(".")
}

fn as_number(is_so: bool) -> &'static str {
    if is_so { "1" } else { "0" }
}

/// Has cargo run this program again when something else stands behind a path. A link may lead to a file that is older
/// than the last build, so cargo watches the folders of the links too, in which a new link is a new entry.
fn watch(path: &Path) {
    let mut path = path.to_owned();
    // A circle of links ends in no file, and then php would not have run.
    while let Ok(target) = fs::read_link(&path) {
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        let watched = match path.file_name() {
            Some(name) if folder == Path::new(ALTERNATIVES) => Path::new(CHOICES).join(name),
            _ => folder.clone(),
        };
        if watched.is_file() || is_small(&watched) {
            println!("cargo::rerun-if-changed={}", watched.display());
        }
        path = folder.join(target);
    }
    println!("cargo::rerun-if-changed={}", path.display());
}

/// Returns the folders that stand earlier in `PATH` than that of a program, in which another one of its name may appear.
fn folders_in_front_of(program: &Path) -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let of_packages = OF_PACKAGES.map(Path::new);
    env::split_paths(&path)
        .take_while(|folder| Some(&**folder) != program.parent())
        .filter(|folder| folder.is_absolute() && !of_packages.contains(&&**folder))
        .collect()
}

/// Returns whether cargo can watch a folder. Cargo looks at everything below, also behind links.
fn is_small(folder: &Path) -> bool {
    let mut folders = vec![folder.to_owned()];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            return false;
        };
        for entry in entries.flatten() {
            seen += 1;
            // A link that leads to a folder above itself ends here too.
            if seen > LARGE_FOLDER {
                return false;
            }
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    true
}

/// Returns what stands behind the version: the day and the commit of the checkout, or nothing if it is the one of this
/// version's tag, or the sources are no checkout. A build after that tag has a `+` there, and is newer than the release. One before it, or
/// without it, has a `-dev.`, and is older. The day comes first, so that of two builds the later one is newer. Both hold for
/// Semantic Versioning and for `version_compare()`.
fn commit_behind(version: &str) -> String {
    if !Path::new(".git").exists() {
        return String::new();
    }
    // A checkout may be another user's, such as one that is mounted into a container. The day is that of Greenwich.
    let command = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.env("TZ", "UTC0")
            .args(["-c", "safe.directory=*"])
            .args(arguments);
        git
    };
    let git = |arguments: &[&str]| first_line(&mut command(arguments));
    // Each commit and each change of the branch adds a line to the log.
    for name in ["logs/HEAD", "refs/tags", "packed-refs"] {
        let path = git(&["rev-parse", "--git-path", name]);
        if let Some(path) = path.filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let has_tag = |which: &str| {
        let tags = command(&["tag", which, "HEAD"]).output();
        let tags = tags.map(|output| output.stdout).unwrap_or_default();
        let tags = String::from_utf8_lossy(&tags);
        let is_release = |tag: &str| tag.strip_prefix('v').unwrap_or(tag) == version;
        tags.lines().any(is_release)
    };
    if has_tag("--points-at") {
        return String::new();
    }
    let mark = if has_tag("--merged") { "+" } else { "-dev." };
    let commit = git(&[
        "log",
        "-1",
        "--abbrev=10",
        "--date=format-local:%Y%m%d",
        "--format=%cd.%h",
    ]);
    // Without git nobody knows whether this is the release.
    let commit = commit.unwrap_or_else(|| "0.unknown".to_owned());
    format!("{mark}{commit}")
}

/// Returns the first line that a program prints, if the program has succeeded.
fn first_line(program: &mut Command) -> Option<String> {
    let output = program
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().next().map(str::to_owned)
}
