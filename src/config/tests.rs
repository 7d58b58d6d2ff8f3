//! The rules of the configuration as tables, one file for each topic.

mod arrays;
mod deployments;
mod foreign;
mod keys;
mod packages;
mod properties;
mod quorum;
mod ranges;
mod sources;
mod tls;
mod urls;

use super::setting::{KEYS, KeyScope, Purpose};
use super::{Access, Config, ConfigArgument, Ini, Pair, RawValue, Server, Servers};

impl From<&str> for RawValue {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<i64> for RawValue {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<f64> for RawValue {
    fn from(number: f64) -> Self {
        Self::Float(number)
    }
}

impl From<bool> for RawValue {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

/// Returns every key of the top level, each with its purpose.
fn known() -> impl Iterator<Item = (Purpose, &'static str)> {
    let rows = KEYS.iter().filter(|row| row.scope == KeyScope::Top);
    rows.flat_map(|row| row.names.iter().map(|name| (row.purpose, *name)))
}

/// Returns an array whose keys are the numbers 0, 1, ….
fn list(values: &[&str]) -> RawValue {
    let entry = |(at, value): (usize, &&str)| (at.to_string().into(), RawValue::from(*value));
    RawValue::Map(values.iter().enumerate().map(entry).collect())
}

fn dict(entries: &[(&str, RawValue)]) -> RawValue {
    RawValue::Map(array(entries))
}

fn array(entries: &[(&str, RawValue)]) -> Vec<Pair> {
    let entry = |(key, value): &(&str, RawValue)| ((*key).into(), value.clone());
    entries.iter().map(entry).collect()
}

/// Returns the ini settings as they are if nobody has changed php.ini.
fn ini() -> Ini {
    Ini {
        url: b"redis://127.0.0.1:6379/0".to_vec(),
        lock_prefix: b"lock:".to_vec(),
        lease: b"30".to_vec(),
        command_timeout: b"1.0".to_vec(),
        retry_for: b"2.0".to_vec(),
        await_release: b"1".to_vec(),
    }
}

fn of_array(entries: &[(&str, RawValue)]) -> Result<Config, String> {
    Config::read(ConfigArgument::Map(array(entries)), &ini())
}

fn of_url(url: &str) -> Result<Config, String> {
    Config::read(ConfigArgument::Url(url.into()), &ini())
}

fn of_ini_url(url: &str) -> Result<Config, String> {
    let url = url.into();
    Config::read(ConfigArgument::Ini, &Ini { url, ..ini() })
}

/// Returns the configuration, and fails if it was refused.
#[track_caller]
fn good(config: Result<Config, String>) -> Config {
    config.unwrap_or_else(|error| panic!("refused: {error}"))
}

/// Returns the one server of a configuration, and fails if there are several.
#[track_caller]
fn server(config: &Config) -> &Server {
    match &config.servers {
        Servers::One(server) => server,
        others => panic!("several servers: {others:?}"),
    }
}

/// Asserts that the configuration was refused, and compares the whole sentence.
#[track_caller]
fn refused(config: Result<Config, String>, sentence: &str) {
    assert_eq!(config.expect_err("taken"), sentence);
}

/// Returns the user, password and database as one text, for tables.
fn login(config: &Config) -> String {
    login_of(config.servers.access())
}

fn login_of(access: &Access) -> String {
    let user = access.username.as_deref().unwrap_or("-");
    let password = access.password.as_ref().map_or("-", |it| it.expose());
    format!("{user} {password} {}", access.database)
}
