//! The exception classes, and which error becomes which of them.
//!
//! The four are plain PHP classes, so file, line and trace are filled in, and user code may extend and create
//! them. Each throw looks its class up by name, because a module that is started again in the same process
//! registers the classes again. Which error a call has is decided elsewhere, while the sentence of a refusal
//! is made here. Used by `php` and by the files of `php` that may throw.

use std::time::Duration;

use ext_php_rs::builders::ClassBuilder;
use ext_php_rs::exception::PhpException;
use ext_php_rs::flags::PropertyFlags;
use ext_php_rs::types::Zval;
use ext_php_rs::zend::{ClassEntry, ExecutorGlobals, ce};

use super::engine;
use crate::error::{Error, Refusal, Unavailable, escaped};
use crate::store::HeldBy;
use crate::token::Token;

const BASE: &str = "RedisMutexLockException";
const UNAVAILABLE: &str = "RedisMutexLockUnavailableException";
const TIMEOUT: &str = "RedisMutexLockTimeoutException";
const LOST: &str = "RedisMutexLockLostException";

/// The reason why a method returns no value.
pub(super) enum Thrown {
    /// An exception is pending in the engine already, or the time limit has struck, so nothing is left to
    /// throw.
    Pending,
    /// An exception that is still to be thrown.
    New(PhpException),
    /// Redis could not be asked, which becomes a `RedisMutexLockUnavailableException` once the prefix of the
    /// key is known.
    Unavailable(Unavailable),
    /// The lock set refuses the call, which becomes a `RedisMutexLockException` once the method is known.
    Refused(Refusal),
}

/// The value that a method returns, or the reason why it returns none.
pub(super) type Result<T> = std::result::Result<T, Thrown>;

impl Thrown {
    /// Returns PHP's own TypeError, for an argument of a wrong type.
    pub(super) fn type_error(message: String) -> Self {
        Self::New(PhpException::new(message, 0, ce::type_error()))
    }

    /// Returns PHP's own ValueError, for a value out of its range.
    pub(super) fn value_error(message: String) -> Self {
        Self::New(PhpException::new(message, 0, ce::value_error()))
    }

    /// Returns PHP's own Error, for a use of the object that is wrong with any arguments.
    pub(super) fn error(message: &str) -> Self {
        Self::New(PhpException::new(message.into(), 0, ce::error()))
    }

    /// Returns the exception of a `synchronized` that did not get the lock.
    pub(super) fn timeout(message: String) -> Self {
        Self::New(PhpException::new(message, 0, class(TIMEOUT)))
    }

    /// Returns the exception of a section of code whose object has `name` already, or waits for it.
    pub(super) fn own(method: &str, name: &[u8]) -> Self {
        Self::timeout(format!(
            "RedisMutexLock::{method}(): this object already holds {0} or waits for it; a lock is not reentrant",
            escaped(name)
        ))
    }

    /// Returns the exception of a section of code that did not get `name` within the timeout, and who had it then.
    pub(super) fn not_free(
        method: &str,
        name: &[u8],
        timeout: Duration,
        held_by: Option<&HeldBy>,
    ) -> Self {
        let s = if timeout == Duration::from_secs(1) {
            ""
        } else {
            "s"
        };
        Self::timeout(format!(
            "RedisMutexLock::{method}(): {} is held by another owner and was not free within {} second{s}{}",
            escaped(name),
            timeout.as_secs_f64(),
            held_by.map(holder_in_words).unwrap_or_default()
        ))
    }

    /// Returns the exception of a section of code that lost the lock `name` while its callback ran, which
    /// returned `result`. What a signal handler or the callable of `onWait` has thrown during the release wins over
    /// the loss, as in [`Self::throw`], and no property is written on it.
    pub(super) fn lost(method: &str, name: &[u8], result: Zval) -> Self {
        if engine::has_exception() {
            return Self::Pending;
        }
        let message = format!(
            "RedisMutexLock::{method}(): the lock {} was lost while the callback ran",
            escaped(name)
        );
        PhpException::new(message, 0, class(LOST)).throw();
        let Some(mut exception) = ExecutorGlobals::take_exception() else {
            return Self::Pending;
        };
        // This cannot fail, because a public property of type mixed takes every value.
        let _ = exception.set_property("result", result);
        let mut object = Zval::new();
        object.set_object(&mut exception);
        Self::New(PhpException::new(String::new(), 0, class(LOST)).with_object(object))
    }

    /// Throws the exception out of a call of `method`, unless an exception is pending already. `lock_prefix`
    /// is the prefix of the keys that the call's object has.
    #[cold]
    pub(super) fn throw(self, method: &str, lock_prefix: Option<&[u8]>) {
        let exception = match self {
            Self::Pending => return,
            Self::New(exception) => exception,
            Self::Unavailable(it) => {
                PhpException::new(it.message(lock_prefix), 0, class(UNAVAILABLE))
            }
            Self::Refused(it) => PhpException::new(sentence(&it, method), 0, class(BASE)),
        };
        // PHP code that ran during the call has thrown, so a failure of the question is not the reason of the end.
        if !engine::has_exception() {
            exception.throw();
        }
    }
}

impl From<ext_php_rs::error::Error> for Thrown {
    fn from(error: ext_php_rs::error::Error) -> Self {
        Self::New(PhpException::from(error))
    }
}

impl From<Error> for Thrown {
    fn from(error: Error) -> Self {
        match error {
            Error::Interrupted => Self::Pending,
            Error::Unavailable(unavailable) => Self::Unavailable(unavailable),
            Error::Refused(refusal) => Self::Refused(refusal),
            Error::Impossible(_) | Error::Forked => {
                Self::New(PhpException::new(error.to_string(), 0, class(BASE)))
            }
        }
    }
}

/// Returns the end of a message that says who has a lock, and for how long.
fn holder_in_words(HeldBy { owner, remaining }: &HeldBy) -> String {
    let made = owner.as_deref().map(Token::made_by);
    let (who, whence) = match &made {
        // Another process may hold it: the token may have been given to lock(), or a detached lock handed on.
        Some(Some(made)) => (
            made.to_string(),
            "; its owner token was made by that process",
        ),
        Some(None) => ("another library's owner".to_owned(), ""),
        None => ("something that is not a string".to_owned(), ""),
    };
    let end = match remaining {
        // No lease that still has its key ends in 0.0 s.
        Some(left) => format!(
            "ends in {:.1} s unless it is renewed",
            left.as_secs_f64().max(0.1)
        ),
        None => "has no end".to_owned(),
    };
    format!("; held by {who}; its lease {end}{whence}")
}

/// Returns the message of a refused call of `method`.
fn sentence(refusal: &Refusal, method: &str) -> String {
    let predicate = match refusal {
        Refusal::Unfenced { name, key } => format!(
            "{} cannot be locked with fencing: its key {} has a brace but no hash tag, so its fencing \
             counter would be in another slot of the Cluster; use a name without braces, or with a whole \
             {{tag}}",
            escaped(name),
            escaped(key)
        ),
        Refusal::TokenOfParent { name } => format!(
            "a signal handler forked during the wait for {}, and this is the child; the given owner token \
             ($token) is its parent's; call {method}() again, with a token of its own",
            escaped(name)
        ),
        Refusal::Awaited { name } => format!("this object waits for {} in lock()", escaped(name)),
        Refusal::Endless { name } => format!(
            "another object of this process holds {} and renews it; a wait without limit ($timeout is \
             null) would never end; give a timeout",
            escaped(name)
        ),
        Refusal::Unshared => format!(
            "{method}() works with one server, Sentinel or a Cluster: independent servers cannot count shares"
        ),
        Refusal::Ownerless { name, key } => format!(
            "{} is held by something that is not a string and has no owner token; delete the key {} by \
             hand",
            escaped(name),
            escaped(key)
        ),
    };
    format!("RedisMutexLock::{method}(): {predicate}")
}

/// Registers the four classes, each after the parent that it extends.
///
/// # Errors
/// The engine refuses a class, for example because its name is taken.
pub(super) fn register() -> ext_php_rs::error::Result<()> {
    let exception = |name: &str| ClassBuilder::new(name).registration(|_, _| {});
    exception(BASE)
        .extends((|| class("RuntimeException"), "\\RuntimeException"))
        .register()?;
    let below_base = (|| class(BASE)) as fn() -> &'static ClassEntry;
    for name in [UNAVAILABLE, TIMEOUT] {
        exception(name).extends((below_base, BASE)).register()?;
    }
    ClassBuilder::new(LOST)
        .extends((below_base, BASE))
        .registration(|class, _| {
            engine::declare_property(class, "result", PropertyFlags::Public, true);
        })
        .register()
}

fn class(name: &str) -> &'static ClassEntry {
    engine::internal_class(name).unwrap_or_else(ce::exception)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_method_and_the_lock() {
        let name = b"a{b\n".to_vec();
        let key = [b"lock:", &*name].concat();
        let unfenced = Refusal::Unfenced {
            name: name.clone(),
            key: key.clone(),
        };
        let of_parent = Refusal::TokenOfParent { name: name.clone() };
        let awaited = Refusal::Awaited { name: name.clone() };
        let endless = Refusal::Endless { name: name.clone() };
        let cases = [
            (
                unfenced,
                "lock",
                "RedisMutexLock::lock(): \"a{b\\n\" cannot be locked with fencing: its key \"lock:a{b\\n\" has a \
                 brace but no hash tag, so its fencing counter would be in another slot of the Cluster; use a \
                 name without braces, or with a whole {tag}",
            ),
            (
                of_parent,
                "lock",
                "RedisMutexLock::lock(): a signal handler forked during the wait for \"a{b\\n\", and this is the \
                 child; the given owner token ($token) is its parent's; call lock() again, with a token of \
                 its own",
            ),
            (
                awaited,
                "adopt",
                "RedisMutexLock::adopt(): this object waits for \"a{b\\n\" in lock()",
            ),
            (
                endless,
                "synchronized",
                "RedisMutexLock::synchronized(): another object of this process holds \"a{b\\n\" and renews it; \
                 a wait without limit ($timeout is null) would never end; give a timeout",
            ),
            (
                Refusal::Ownerless { name, key },
                "forceUnlock",
                "RedisMutexLock::forceUnlock(): \"a{b\\n\" is held by something that is not a string and has no \
                 owner token; delete the key \"lock:a{b\\n\" by hand",
            ),
        ];
        for (refusal, method, message) in cases {
            assert_eq!(sentence(&refusal, method), message);
        }
    }
}
