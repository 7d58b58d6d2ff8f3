//! The parts of a source, which are its keys and their values, and the settings in its contexts.
//!
//! A context is the array under `context` or `ssl`, in which PHP code keeps the TLS settings of a
//! connection. Frameworks hand it to phpredis or Predis, which hand it to PHP's own TLS. The settings
//! stand in it directly, under `stream` (phpredis) or under `ssl` (PHP). `sources` calls this file, which
//! knows which keys may stand in a context, and reads no value.

use std::fmt;
use std::slice;

use super::setting::{CONTEXTS, KeyScope, Purpose};
use super::value::{Pair, RawValue, quoted};

/// The keys of a context under which the settings may stand.
const BRANCHES: [&[u8]; 2] = [b"stream", b"ssl"];

/// The key under which phpredis finds the password in a `context`, as in Laravel's own example.
const AUTH: &[u8] = b"auth";

/// One key of a source, with its purpose and the value that it holds.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) key: String,
    pub(super) purpose: Purpose,
    pub(super) value: RawValue,
    /// The key of the context in which this key stands, if it stands in one.
    context: Option<String>,
    /// The settings in this part, if it is a context.
    pub(super) settings: Vec<Part>,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.key)?;
        match &self.context {
            Some(context) => write!(f, " in \"{context}\""),
            None => Ok(()),
        }
    }
}

impl Part {
    /// Returns the part of a source, with the settings that stand in it if it is a context.
    pub(super) fn new(key: &[u8], purpose: Purpose, value: RawValue) -> Self {
        let mut part = Self {
            key: String::from_utf8_lossy(key).into_owned(),
            purpose,
            value,
            context: None,
            settings: Vec::new(),
        };
        let setting = |(key, value): &Pair, purpose| Self {
            context: Some(part.key.clone()),
            ..Self::new(key, purpose, value.clone())
        };
        let of_tls = part.tls_settings().filter_map(|pair| {
            let purpose = KeyScope::Context.use_of(&pair.0)?;
            Some(setting(pair, purpose))
        });
        let is_password = |(key, _): &&Pair| key == AUTH && part.key == "context";
        let passwords = part.context().iter().filter(is_password);
        let logins = passwords.map(|pair| setting(pair, Purpose::Login));
        part.settings = of_tls.chain(logins).collect();
        part
    }

    /// Returns what stands in this part if it is a context, and nothing otherwise.
    fn context(&self) -> &[Pair] {
        match &self.value {
            RawValue::Map(context) if CONTEXTS.contains(&self.key.as_str()) => context,
            _ => &[],
        }
    }

    /// Returns what stands in this part if it is a context, or in its branches, apart from passwords.
    fn tls_settings(&self) -> impl Iterator<Item = &Pair> {
        let settings = self.context().iter().flat_map(|pair| match pair {
            (key, RawValue::Map(branch)) if is_branch(key) => branch.as_slice(),
            pair => slice::from_ref(pair),
        });
        settings.filter(|(key, _)| key != AUTH)
    }

    /// Returns whether the part is a context with TLS settings in it.
    pub(super) fn has_tls_settings(&self) -> bool {
        self.tls_settings().next().is_some()
    }

    /// Returns whether the part says how to connect, which a scheme does, or a host with one before it.
    pub(super) fn says_how(&self) -> bool {
        match self.key.as_str() {
            "scheme" => !self.value.is_absent(),
            "host" => self.value.as_str().is_some_and(|it| it.contains("://")),
            _ => false,
        }
    }

    /// Checks the keys in this part, if it is a context.
    ///
    /// # Errors
    /// The first key that may not stand there, as a sentence.
    pub(super) fn check_context(&self) -> Result<(), String> {
        let context = &self.key;
        for (key, value) in self.tls_settings() {
            if is_branch(key) {
                if !value.is_absent() {
                    let key = String::from_utf8_lossy(key);
                    let rule = "must be an array of TLS settings";
                    return Err(format!("\"{key}\" in \"{context}\" {rule}"));
                }
            } else if KeyScope::Context.use_of(key).is_none() {
                let hint = KeyScope::Context.hint(key);
                let key = quoted(key);
                return Err(format!("\"{context}\" has the unknown key {key}{hint}"));
            }
        }
        Ok(())
    }
}

fn is_branch(key: &[u8]) -> bool {
    BRANCHES.contains(&key)
}
