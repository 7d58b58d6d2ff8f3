//! The arguments of one call, converted and checked as PHP's own functions do it.
//!
//! A method reads its arguments one after the other, in the order of its signature, and an argument that the
//! call left out has the default that the signature says. TypeError and ValueError name the method, the
//! argument's number and name, the range and the value. PHP's units end here, where seconds and microseconds
//! become `Duration`, and nothing is sent from here. Used by `php::dispatch`, which makes the arguments, and
//! by `php::class`, which reads them.

use std::collections::BTreeSet;
use std::time::Duration;

use ext_php_rs::ffi::ZEND_MODULE_API_NO;
use ext_php_rs::types::Zval;

use super::engine::{self, Callback, Frame};
use super::exceptions::{Result, Thrown};
use super::settings;
use super::signature::Signature;
use crate::config::ConfigArgument;
use crate::keeper::Lifetime;
use crate::token::{MOST_SHARES, Token};

/// The arguments of one running call, which are read in the order of its signature.
pub(super) struct Arguments<'a> {
    frame: Frame<'a>,
    signature: &'static Signature,
    /// The number of arguments read so far, of which errors are about the last.
    read: usize,
}

/// The greatest length of a name or of an owner token, in bytes.
const LONGEST: usize = 4096;
/// The greatest number of locks that one call acquires.
const MOST_NAMES: usize = 1000;
/// The longest lease, which is a year, in seconds.
const YEAR: f64 = 31_536_000.0;
/// The same as whole seconds.
const WHOLE_YEAR: u64 = 31_536_000;
/// The number of the module API since which PHP's errors tell `true` and `false` apart.
const PHP_8_3: u32 = 20_230_831;
/// The shortest lease, in seconds.
const SHORTEST: f64 = 0.01;

impl<'a> Arguments<'a> {
    /// Returns the arguments of a call, if their number fits the signature.
    ///
    /// # Errors
    /// The call has too many or too few arguments, so the engine's ArgumentCountError is pending.
    pub(super) fn new(frame: Frame<'a>, signature: &'static Signature) -> Result<Self> {
        let (least, most) = (signature.least(), signature.most());
        if (least..=most).contains(&frame.count()) {
            return Ok(Self {
                frame,
                signature,
                read: 0,
            });
        }
        engine::throw_argument_count(least, most);
        Err(Thrown::Pending)
    }

    /// Returns the frame of the call, which also holds the call's object.
    pub(super) fn frame(&self) -> &Frame<'a> {
        &self.frame
    }

    /// Returns a lock's name, which is 1 to 4096 bytes of any value.
    pub(super) fn name(&mut self) -> Result<&'a [u8]> {
        self.read += 1;
        self.few_bytes()
    }

    /// Returns the names of several locks in the order of their bytes, each once. The argument is an array of 1 to
    /// 1,000 names, each as [`Self::name`] has it; an int counts as its digits, because PHP makes ints of such keys.
    pub(super) fn names(&mut self) -> Result<Vec<Vec<u8>>> {
        self.next();
        let Some(array) = self.given().and_then(|it| it.array()) else {
            return Err(self.wrong_type(""));
        };
        let (mut names, mut wrong) = (BTreeSet::new(), None);
        for (at, (_, item)) in engine::pairs(array, 0).enumerate() {
            match name_in(item.dereference()) {
                Ok(name) => names.insert(name),
                Err(found) => {
                    wrong = Some((at + 1, found));
                    break;
                }
            };
            if names.len() > MOST_NAMES {
                break;
            }
        }
        if let Some((position, found)) = wrong {
            return Err(self.wrong_element(position, found));
        }
        let given = match names.len() {
            1..=MOST_NAMES => return Ok(names.into_iter().collect()),
            0 => "0".to_owned(),
            _ => format!("more than {MOST_NAMES}"),
        };
        Err(self.out_of_range(&format!(
            "must have from 1 to {MOST_NAMES} names, {given} given"
        )))
    }

    /// Returns the error of an element at this position of the array that was read last, which is no name.
    fn wrong_element(&self, position: usize, found: WrongName) -> Thrown {
        let subject = self.signature.subject(self.index());
        match found {
            WrongName::Type(given) => Thrown::type_error(format!(
                "{subject} must have names of type string, {given} given at position {position}"
            )),
            WrongName::Length(length) => self.out_of_range(&format!(
                "must have names of 1 to {LONGEST} bytes, {length} given at position {position}"
            )),
        }
    }

    /// Returns the glob of names, which like a name is 1 to 4096 bytes of any value.
    pub(super) fn pattern(&mut self) -> Result<&'a [u8]> {
        if self.next().is_none() {
            return Ok(self.signature.default_text(self.index()).as_bytes());
        }
        self.few_bytes()
    }

    /// Returns the argument that is being read as bytes, of which there must be 1 to 4096.
    fn few_bytes(&mut self) -> Result<&'a [u8]> {
        let bytes = self.bytes()?;
        let length = bytes.len();
        if (1..=LONGEST).contains(&length) {
            return Ok(bytes);
        }
        Err(self.wrong_length(length))
    }

    #[cold]
    fn wrong_length(&mut self, length: usize) -> Thrown {
        self.out_of_range(&format!(
            "must be from 1 to {LONGEST} bytes long, {length} given"
        ))
    }

    /// Returns an owner token, which like a name is 1 to 4096 bytes of any value.
    pub(super) fn token(&mut self) -> Result<&'a [u8]> {
        self.name()
    }

    /// Returns an owner token as [`Self::token`] does, or `None` if the argument is null or left out.
    pub(super) fn token_or_null(&mut self) -> Result<Option<&'a [u8]>> {
        if self.is_next_null() {
            return Ok(None);
        }
        self.few_bytes().map(Some)
    }

    /// Returns an owner token in the form of `generateToken()`, under which nothing was acquired yet, or
    /// `None` if the argument is null or left out.
    pub(super) fn new_token_or_null(&mut self) -> Result<Option<Token>> {
        if self.is_next_null() {
            return Ok(None);
        }
        match Token::read(self.bytes()?) {
            // The message does not show the value, because it may be a part of a token, which is a secret.
            None => Err(self.out_of_range("must be 32 hex digits as generateToken() makes them")),
            token => Ok(token),
        }
    }

    /// Returns the greatest number of locks to list, which is at least 1.
    pub(super) fn limit(&mut self) -> Result<usize> {
        let limit = self.at_least("1")?;
        Ok(usize::try_from(limit).unwrap_or(usize::MAX))
    }

    /// Returns how many shares may hold a name together, or `None` for any number if the argument is null or left out.
    pub(super) fn share_limit_or_null(&mut self) -> Result<Option<u32>> {
        if self.is_next_null() {
            return Ok(None);
        }
        let number = self.frame.int(self.index());
        let number = self.converted(number)?;
        match u32::try_from(number) {
            Ok(limit @ 1..=MOST_SHARES) => Ok(Some(limit)),
            _ => Err(self.out_of_range(&format!(
                "must be from 1 to {MOST_SHARES}, or null for any number of shares, {number} given"
            ))),
        }
    }

    /// Returns the longest wait, which the call gives in seconds, or `None` for a wait without limit.
    pub(super) fn timeout(&mut self) -> Result<Option<Duration>> {
        self.span_or_null(|it| {
            if let Some(seconds) = it.whole() {
                return Ok(Some(Duration::from_secs(seconds)));
            }
            let seconds = it.number()?;
            if seconds.is_finite() && seconds >= 0.0 {
                // A wait that a `Duration` cannot hold is longer than anybody lives, so it has no limit.
                return Ok(Duration::try_from_secs_f64(seconds).ok());
            }
            let given = it.shown();
            Err(it.out_of_range(&format!(
                "must be a finite number of seconds from 0 up, or null to wait without limit, {given} given"
            )))
        })
    }

    /// Returns a lock's lifetime, which the call gives in seconds, or as null for a lease that is renewed.
    pub(super) fn expire_or_null(&mut self) -> Result<Lifetime> {
        let lease = self.span_or_null(|it| it.lease().map(Some))?;
        Ok(lease.map_or(Lifetime::Renewed, Lifetime::Fixed))
    }

    /// Returns a lock's lifetime, which the call gives in seconds, while null is an error that says how a
    /// lease is renewed.
    pub(super) fn expire(&mut self) -> Result<Duration> {
        if self.next().is_some_and(|it| it.is_null()) {
            return Err(self.null_lifetime());
        }
        self.lease()
    }

    /// Returns the error that PHP has for null here, with a hint. The error is a TypeError in strict mode,
    /// and otherwise PHP's notice about the conversion together with what is wrong with 0.
    fn null_lifetime(&mut self) -> Thrown {
        let hint =
            "for a renewed lease call adopt($name, $token, null) with the token of token($name)";
        match self.number() {
            Ok(_) => self.out_of_range(&format!(
                "must be from {SHORTEST} to {YEAR} seconds, null given; {hint}"
            )),
            Err(Thrown::Pending) => Thrown::Pending,
            Err(_) => self.wrong_type(&format!("; {hint}")),
        }
    }

    fn lease(&mut self) -> Result<Duration> {
        let whole = self.whole();
        if let Some(seconds) = whole.filter(|it| (1..=WHOLE_YEAR).contains(it)) {
            return Ok(Duration::from_secs(seconds));
        }
        let seconds = self.number()?;
        if (SHORTEST..=YEAR).contains(&seconds) {
            return Ok(Duration::from_secs_f64(seconds));
        }
        let given = self.shown();
        Err(self.out_of_range(&format!(
            "must be from {SHORTEST} to {YEAR} seconds, {given} given"
        )))
    }

    /// Returns the sleep between two attempts, which the call gives in microseconds.
    pub(super) fn sleep(&mut self) -> Result<Duration> {
        self.at_least("1 microsecond").map(Duration::from_micros)
    }

    /// Goes on to the next argument and returns it as a whole number from 1 up, which errors call `least`.
    fn at_least(&mut self, least: &str) -> Result<u64> {
        let number = self.int()?;
        match u64::try_from(number) {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(self.out_of_range(&format!("must be at least {least}, {number} given"))),
        }
    }

    /// Returns a callback, or a TypeError with the engine's reason if the argument is none.
    pub(super) fn callback(&mut self) -> Result<Callback> {
        self.next();
        self.callable("a valid callback")
    }

    /// Returns a callback as [`Self::callback`] does, or `None` if the argument is null.
    pub(super) fn callback_or_null(&mut self) -> Result<Option<Callback>> {
        if self.is_next_null() {
            return Ok(None);
        }
        self.callable("a valid callback or null").map(Some)
    }

    fn callable(&mut self, expected: &str) -> Result<Callback> {
        let found = self
            .given()
            .map_or(Err("none given".into()), Callback::find);
        nothing_thrown()?;
        found.map_err(|reason| {
            let subject = self.signature.subject(self.index());
            Thrown::type_error(format!("{subject} must be {expected}, {reason}"))
        })
    }

    /// Returns a configuration, which is an array, or a URL as a string parameter takes it. Without either
    /// the ini settings are the configuration.
    pub(super) fn config(&mut self) -> Result<ConfigArgument> {
        if self.is_next_null() {
            return Ok(ConfigArgument::Ini);
        }
        if let Some(array) = self.given().and_then(|it| it.array()) {
            return Ok(ConfigArgument::Map(settings::map(array)));
        }
        let url = self.bytes()?;
        let (length, most) = (url.len(), settings::LONGEST_TEXT);
        if length > most {
            return Err(self.out_of_range(&format!(
                "must be at most {most} bytes long, {length} given"
            )));
        }
        Ok(ConfigArgument::Url(url.to_vec()))
    }

    /// Goes on to the next argument, which is null or a time that `read` reads. A default is in seconds or
    /// null.
    fn span_or_null(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Option<Duration>>,
    ) -> Result<Option<Duration>> {
        match self.next() {
            None => {
                let seconds = self.signature.default_number(self.index());
                Ok(seconds.map(|seconds| Duration::from_secs(seconds.into())))
            }
            Some(argument) if argument.is_null() => Ok(None),
            Some(_) => read(self),
        }
    }

    /// Returns the argument that is being read if it is an int from 0 up, as most are, so nothing has to be converted.
    fn whole(&mut self) -> Option<u64> {
        u64::try_from(self.given()?.long()?).ok()
    }

    /// Returns the argument that is being read as a number.
    fn number(&mut self) -> Result<f64> {
        let number = self.frame.number(self.index());
        self.converted(number)
    }

    /// Goes on to the next argument and returns it as a whole number, or its default if it was left out.
    fn int(&mut self) -> Result<i64> {
        if self.next().is_none() {
            let default = self.signature.default_number(self.index());
            return Ok(default.unwrap_or_default().into());
        }
        let number = self.frame.int(self.index());
        self.converted(number)
    }

    /// Returns the argument that is being read as bytes.
    fn bytes(&mut self) -> Result<&'a [u8]> {
        let bytes = self.frame.bytes(self.index());
        self.converted(bytes)
    }

    /// Returns the `value` to which the engine has converted the argument, unless PHP code that the
    /// conversion ran has thrown. The argument has a wrong type if there is no value.
    fn converted<T>(&mut self, value: Option<T>) -> Result<T> {
        nothing_thrown()?;
        value.ok_or_else(|| self.wrong_type(""))
    }

    /// Goes on to the next argument and returns whether it is null or was left out.
    fn is_next_null(&mut self) -> bool {
        self.next().is_none_or(|it| it.is_null())
    }

    /// Goes on to the next argument and returns it, or `None` if it was left out.
    fn next(&mut self) -> Option<&mut Zval> {
        self.read += 1;
        self.given()
    }

    /// Returns the argument that was read last, or `None` if it was left out.
    fn given(&mut self) -> Option<&mut Zval> {
        self.frame.argument(self.index())
    }

    /// Returns the index of the argument that was read last.
    fn index(&self) -> usize {
        self.read.saturating_sub(1)
    }

    /// Returns the argument that was read last, as PHP would print it.
    fn shown(&mut self) -> String {
        self.given().map_or_else(String::new, engine::printed)
    }

    /// Returns the TypeError of the argument, whose sentence ends with `hint`.
    fn wrong_type(&mut self, hint: &str) -> Thrown {
        let given = self.given().map_or("null".into(), |it| type_name(it));
        let expected = self.signature.expected(self.index());
        let subject = self.signature.subject(self.index());
        Thrown::type_error(format!(
            "{subject} must be of type {expected}, {given} given{hint}"
        ))
    }

    /// Returns the ValueError of the argument that was read last, which breaks this `rule`.
    pub(super) fn out_of_range(&self, rule: &str) -> Thrown {
        let subject = self.signature.subject(self.index());
        Thrown::value_error(format!("{subject} {rule}"))
    }
}

/// What is wrong with an element of an array of names.
enum WrongName {
    Type(String),
    Length(usize),
}

/// Returns the name that an element of an array of names is.
fn name_in(element: &Zval) -> std::result::Result<Vec<u8>, WrongName> {
    let name = match (element.zend_str(), element.long()) {
        (Some(text), _) => text.as_bytes().to_vec(),
        (None, Some(number)) => number.to_string().into_bytes(),
        (None, None) => return Err(WrongName::Type(type_name(element))),
    };
    match name.len() {
        1..=LONGEST => Ok(name),
        length => Err(WrongName::Length(length)),
    }
}

/// Ends the call if an exception is pending, because the conversion of a value may run PHP code, which may
/// throw.
fn nothing_thrown() -> Result<()> {
    if engine::has_exception() {
        return Err(Thrown::Pending);
    }
    Ok(())
}

/// Returns the name that PHP's errors give to the type of a value.
fn type_name(value: &Zval) -> String {
    if let Some(object) = value.object() {
        let class = object.get_class_name();
        // The name of an anonymous class contains a NUL, behind which stands the file of the class.
        return class.map_or("object".into(), |name| {
            name.split('\0').next().unwrap_or_default().to_owned()
        });
    }
    let name = match value {
        _ if value.is_null() => "null",
        _ if value.is_bool() && ZEND_MODULE_API_NO < PHP_8_3 => "bool",
        _ if value.is_true() => "true",
        _ if value.is_false() => "false",
        _ if value.is_long() => "int",
        _ if value.is_double() => "float",
        _ if value.is_string() => "string",
        _ if value.is_array() => "array",
        _ => "resource",
    };
    name.into()
}
