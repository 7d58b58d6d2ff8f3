//! The arguments of one call, converted and checked as PHP's own functions do it.
//!
//! A method reads its arguments one after the other, in the order of its signature, and an argument that the
//! call left out has the default that the signature says. TypeError and ValueError name the method, the
//! argument's number and name, the range and the value. PHP's units end here, where seconds and microseconds
//! become `Duration`, and nothing is sent from here. Used by `php::dispatch`, which makes the arguments, and
//! by `php::class`, which reads them.

use std::time::Duration;

use ext_php_rs::ffi::ZEND_MODULE_API_NO;
use ext_php_rs::types::{ZendHashTable, Zval};
use ext_php_rs::zend::ExecutorGlobals;

use super::engine::{self, Callback, Frame};
use super::exceptions::{Result, Thrown};
use super::signature::Signature;
use crate::keeper::Lifetime;
use crate::token::Token;

/// The arguments of one running call, which are read in the order of its signature.
pub(super) struct Arguments<'a> {
    frame: Frame<'a>,
    signature: &'static Signature,
    /// The number of arguments read so far, of which errors are about the last.
    read: usize,
}

/// The argument of a parameter of type `array|string|null`.
pub(super) enum ArrayOrBytes<'a> {
    /// The argument is null or was left out.
    None,
    Array(&'a ZendHashTable),
    Bytes(&'a [u8]),
}

/// The greatest length of a name or of an owner token, in bytes.
const LONGEST: usize = 4096;
/// The longest lease, which is a year, in seconds.
const YEAR: f64 = 31_536_000.0;
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
        self.next();
        self.few_bytes()
    }

    /// Returns the glob of names, which like a name is 1 to 4096 bytes of any value.
    pub(super) fn pattern(&mut self) -> Result<&'a [u8]> {
        let index = self.next();
        if self.frame.argument(index).is_none() {
            return Ok(self.signature.default_text(index).as_bytes());
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
        Err(self.out_of_range(&format!(
            "must be from 1 to {LONGEST} bytes long, {length} given"
        )))
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
        match self.int()? {
            limit if limit > 0 => Ok(usize::try_from(limit).unwrap_or(usize::MAX)),
            limit => Err(self.out_of_range(&format!("must be at least 1, {limit} given"))),
        }
    }

    /// Returns the longest wait, which the call gives in seconds, or `None` for a wait without limit.
    pub(super) fn timeout(&mut self) -> Result<Option<Duration>> {
        let index = self.next();
        match self.frame.argument(index) {
            None => return Ok(self.default_seconds(index)),
            Some(argument) if argument.is_null() => return Ok(None),
            Some(_) => {}
        }
        let seconds = self.number()?;
        if seconds.is_finite() && seconds >= 0.0 {
            // A wait that a `Duration` cannot hold is longer than anybody lives, so it has no limit.
            return Ok(Duration::try_from_secs_f64(seconds).ok());
        }
        let given = self.shown();
        Err(self.out_of_range(&format!(
            "must be a finite number of seconds from 0 up, or null to wait without limit, {given} given"
        )))
    }

    /// Returns a lock's lifetime, which the call gives in seconds, or as null for a lease that is renewed.
    pub(super) fn expire_or_null(&mut self) -> Result<Lifetime> {
        let index = self.next();
        let lease = match self.frame.argument(index) {
            None => self.default_seconds(index),
            Some(argument) if argument.is_null() => None,
            Some(_) => Some(self.lease()?),
        };
        Ok(lease.map_or(Lifetime::Renewed, Lifetime::Fixed))
    }

    /// Returns a lock's lifetime, which the call gives in seconds, while null is an error that says how a
    /// lease is renewed.
    pub(super) fn expire(&mut self) -> Result<Duration> {
        let index = self.next();
        if self.frame.argument(index).is_some_and(|it| it.is_null()) {
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
            Err(_) => self.wrong_type_with(&format!("; {hint}")),
        }
    }

    fn lease(&mut self) -> Result<Duration> {
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
        let micros = self.int()?;
        match u64::try_from(micros) {
            Ok(micros) if micros > 0 => Ok(Duration::from_micros(micros)),
            _ => Err(self.out_of_range(&format!("must be at least 1 microsecond, {micros} given"))),
        }
    }

    /// Returns a callback, or a TypeError with the engine's reason if the argument is none.
    pub(super) fn callback(&mut self) -> Result<Callback> {
        self.next();
        self.callable("a valid callback")
    }

    /// Returns a callback as [`Self::callback`] does, or `None` if the argument is null.
    pub(super) fn callback_or_null(&mut self) -> Result<Option<Callback>> {
        let index = self.next();
        match self.frame.argument(index) {
            Some(argument) if argument.is_null() => Ok(None),
            _ => self.callable("a valid callback or null").map(Some),
        }
    }

    fn callable(&mut self, expected: &str) -> Result<Callback> {
        let index = self.index();
        let found = match self.frame.argument(index) {
            Some(argument) => Callback::find(argument),
            None => return Err(Thrown::Pending),
        };
        nothing_thrown()?;
        found.map_err(|reason| {
            let subject = self.signature.subject(index);
            Thrown::type_error(format!("{subject} must be {expected}, {reason}"))
        })
    }

    /// Returns an array as it is, or bytes as a string parameter takes them.
    pub(super) fn array_or_bytes(&mut self) -> Result<ArrayOrBytes<'_>> {
        let index = self.next();
        match self.frame.argument(index) {
            None => return Ok(ArrayOrBytes::None),
            Some(argument) if argument.is_null() => return Ok(ArrayOrBytes::None),
            Some(argument) if argument.is_array() => {}
            Some(_) => {
                return self.bytes().map(ArrayOrBytes::Bytes);
            }
        }
        let array = self.frame.argument(index).and_then(|it| it.array());
        Ok(array.map_or(ArrayOrBytes::None, ArrayOrBytes::Array))
    }

    /// Returns the default of the parameter at `index`, which is in seconds, or `None` if the default is
    /// null.
    fn default_seconds(&self, index: usize) -> Option<Duration> {
        let seconds = self.signature.default_number(index);
        seconds.map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// Returns the argument that is being read as a number, converted as PHP's own functions do it.
    fn number(&mut self) -> Result<f64> {
        let index = self.index();
        let Some(argument) = self.frame.argument(index) else {
            return Err(Thrown::Pending);
        };
        if !engine::convert_to_number(argument, position(index)) {
            return Err(self.wrong_type());
        }
        nothing_thrown()?;
        #[allow(
            clippy::cast_precision_loss,
            reason = "seconds beyond 2^53 are out of every range anyway"
        )]
        let whole = argument.long().map(|number| number as f64);
        Ok(whole.or_else(|| argument.double()).unwrap_or(f64::NAN))
    }

    /// Goes on to the next argument and returns it as a whole number, or its default if it was left out.
    fn int(&mut self) -> Result<i64> {
        let index = self.next();
        let Some(argument) = self.frame.argument(index) else {
            let default = self.signature.default_number(index).unwrap_or_default();
            return Ok(default.into());
        };
        let Some(number) = engine::convert_to_int(argument, position(index)) else {
            return Err(self.wrong_type());
        };
        nothing_thrown().map(|()| number)
    }

    /// Returns the argument that is being read as bytes, converted as PHP's own functions do it.
    fn bytes(&mut self) -> Result<&'a [u8]> {
        let index = self.index();
        let Some(bytes) = self.frame.bytes(index) else {
            return Err(self.wrong_type());
        };
        nothing_thrown().map(|()| bytes)
    }

    /// Goes on to the next argument and returns whether it is null or was left out.
    fn is_next_null(&mut self) -> bool {
        let index = self.next();
        self.frame.argument(index).is_none_or(|it| it.is_null())
    }

    /// Goes on to the next argument and returns its index.
    fn next(&mut self) -> usize {
        let index = self.read;
        self.read += 1;
        index
    }

    /// Returns the index of the argument that was read last.
    fn index(&self) -> usize {
        self.read.saturating_sub(1)
    }

    /// Returns the argument that was read last, as PHP would print it.
    fn shown(&mut self) -> String {
        let index = self.index();
        let argument = self.frame.argument(index);
        argument.map_or_else(String::new, engine::printed)
    }

    /// Returns the TypeError of the argument, unless its conversion has thrown something itself.
    fn wrong_type(&mut self) -> Thrown {
        self.wrong_type_with("")
    }

    /// Returns the error of [`Self::wrong_type`], whose sentence ends with `hint`.
    fn wrong_type_with(&mut self, hint: &str) -> Thrown {
        if let Err(pending) = nothing_thrown() {
            return pending;
        }
        let index = self.index();
        let given = self
            .frame
            .argument(index)
            .map_or("null".into(), |it| type_name(it));
        let expected = self.signature.expected(index);
        let subject = self.signature.subject(index);
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

/// Ends the call if an exception is pending, because the conversion of a value may run PHP code, which may
/// throw.
fn nothing_thrown() -> Result<()> {
    if ExecutorGlobals::has_exception() {
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

/// Returns the engine's number of an argument, which counts from 1.
fn position(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
