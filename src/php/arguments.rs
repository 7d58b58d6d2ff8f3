//! What a method was called with, converted and checked as PHP's own functions
//! do it.
//!
//! TypeError and ValueError name the method, the argument's number and name,
//! the range and the value. Units end here: seconds and microseconds of PHP
//! become `Duration`. Nothing is sent from here. Used by `php::class`.

use std::time::Duration;

use ext_php_rs::ffi::ZEND_MODULE_API_NO;
use ext_php_rs::types::{ZendHashTable, Zval};
use ext_php_rs::zend::ExecutorGlobals;

use super::engine::{self, Callback, Frame};
use super::exceptions::Thrown;
use super::signature::Signature;

/// The arguments of one running call.
pub(super) struct Arguments<'a> {
    frame: Frame<'a>,
    signature: &'static Signature,
}

/// What a parameter of type `array|string|null` was given.
pub(super) enum ArrayOrBytes<'a> {
    /// Null, or nothing.
    None,
    Array(&'a ZendHashTable),
    Bytes(&'a [u8]),
}

/// The longest name and the longest token, in bytes.
const LONGEST: usize = 4096;
/// A year, the longest lease, in seconds.
const YEAR: f64 = 31_536_000.0;
/// From then on PHP's errors tell `true` and `false` apart.
const PHP_8_3: u32 = 20_230_831;
/// The shortest lease, in seconds.
const SHORTEST: f64 = 0.01;

impl<'a> Arguments<'a> {
    /// Fails, with the engine's ArgumentCountError pending, when there are too
    /// many or too few.
    pub(super) fn new(frame: Frame<'a>, signature: &'static Signature) -> Result<Self, Thrown> {
        let (least, most) = (signature.required(), signature.parameters.len());
        if (least..=most).contains(&frame.count()) {
            return Ok(Self { frame, signature });
        }
        engine::throw_argument_count(least, most);
        Err(Thrown::Pending)
    }

    /// The call that was given them.
    pub(super) fn frame(&self) -> &Frame<'a> {
        &self.frame
    }

    /// A lock's name or an owner token: 1 to 4096 bytes, any bytes.
    pub(super) fn bytes(&mut self, index: usize) -> Result<&'a [u8], Thrown> {
        let Some(bytes) = self.frame.bytes(index) else {
            return Err(self.wrong_type(index));
        };
        nothing_thrown()?;
        let length = bytes.len();
        if (1..=LONGEST).contains(&length) {
            return Ok(bytes);
        }
        Err(self.out_of_range(
            index,
            &format!("must be from 1 to {LONGEST} bytes long, {length} given"),
        ))
    }

    /// How long to wait. `None`: without limit.
    pub(super) fn timeout(
        &mut self,
        index: usize,
        default: Duration,
    ) -> Result<Option<Duration>, Thrown> {
        let Some(given) = self.number_or_null(index)? else {
            return Ok(Some(default));
        };
        let Some(seconds) = given else {
            return Ok(None);
        };
        if seconds.is_finite() && seconds >= 0.0 {
            // Beyond what a Duration holds is without limit for all that live.
            return Ok(Duration::try_from_secs_f64(seconds).ok());
        }
        let given = self.shown(index);
        Err(self.out_of_range(
            index,
            &format!(
                "must be a finite number of seconds from 0 up, or null to wait without limit, {given} given"
            ),
        ))
    }

    /// A lock's lifetime. `None`: it is to be renewed.
    pub(super) fn expire_or_null(
        &mut self,
        index: usize,
        default: Option<Duration>,
    ) -> Result<Option<Duration>, Thrown> {
        match self.number_or_null(index)? {
            None => Ok(default),
            Some(None) => Ok(None),
            Some(Some(seconds)) => self.lease(index, seconds).map(Some),
        }
    }

    /// A lock's lifetime, where null is no choice.
    pub(super) fn expire(&mut self, index: usize) -> Result<Duration, Thrown> {
        let seconds = self.number(index)?;
        self.lease(index, seconds)
    }

    fn lease(&mut self, index: usize, seconds: f64) -> Result<Duration, Thrown> {
        if (SHORTEST..=YEAR).contains(&seconds) {
            return Ok(Duration::from_secs_f64(seconds));
        }
        let given = self.shown(index);
        Err(self.out_of_range(
            index,
            &format!("must be from {SHORTEST} to {YEAR} seconds, {given} given"),
        ))
    }

    /// How often to look, in microseconds.
    pub(super) fn sleep(&mut self, index: usize, default: Duration) -> Result<Duration, Thrown> {
        let Some(argument) = self.frame.argument(index) else {
            return Ok(default);
        };
        let Some(micros) = engine::convert_to_int(argument, position(index)) else {
            return Err(self.wrong_type(index));
        };
        nothing_thrown()?;
        match u64::try_from(micros) {
            Ok(micros) if micros > 0 => Ok(Duration::from_micros(micros)),
            _ => Err(self.out_of_range(
                index,
                &format!("must be at least 1 microsecond, {micros} given"),
            )),
        }
    }

    /// Something to call.
    pub(super) fn callback(&mut self, index: usize) -> Result<Callback, Thrown> {
        self.callable(index, "a valid callback")
    }

    /// Something to call, or `None` for null.
    pub(super) fn callback_or_null(&mut self, index: usize) -> Result<Option<Callback>, Thrown> {
        match self.frame.argument(index) {
            Some(argument) if argument.is_null() => Ok(None),
            _ => self.callable(index, "a valid callback or null").map(Some),
        }
    }

    fn callable(&mut self, index: usize, expected: &str) -> Result<Callback, Thrown> {
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

    /// An array as it is, or bytes as a string parameter takes them.
    pub(super) fn array_or_bytes(&mut self, index: usize) -> Result<ArrayOrBytes<'_>, Thrown> {
        match self.frame.argument(index) {
            None => return Ok(ArrayOrBytes::None),
            Some(argument) if argument.is_null() => return Ok(ArrayOrBytes::None),
            Some(argument) if argument.is_array() => {}
            Some(_) => {
                let Some(bytes) = self.frame.bytes(index) else {
                    return Err(self.wrong_type(index));
                };
                return nothing_thrown().map(|()| ArrayOrBytes::Bytes(bytes));
            }
        }
        let array = self.frame.argument(index).and_then(|it| it.array());
        Ok(array.map_or(ArrayOrBytes::None, ArrayOrBytes::Array))
    }

    /// Outer `None`: left out. Inner `None`: null.
    #[allow(
        clippy::option_option,
        reason = "left out and null mean different things"
    )]
    fn number_or_null(&mut self, index: usize) -> Result<Option<Option<f64>>, Thrown> {
        match self.frame.argument(index) {
            None => Ok(None),
            Some(argument) if argument.is_null() => Ok(Some(None)),
            Some(_) => self.number(index).map(|number| Some(Some(number))),
        }
    }

    fn number(&mut self, index: usize) -> Result<f64, Thrown> {
        let Some(argument) = self.frame.argument(index) else {
            return Err(Thrown::Pending);
        };
        if !engine::convert_to_number(argument, position(index)) {
            return Err(self.wrong_type(index));
        }
        nothing_thrown()?;
        // Seconds beyond 2^53 are out of every range anyway.
        #[allow(clippy::cast_precision_loss)]
        let whole = argument.long().map(|number| number as f64);
        Ok(whole.or_else(|| argument.double()).unwrap_or(f64::NAN))
    }

    /// The argument as PHP would print it.
    fn shown(&mut self, index: usize) -> String {
        let argument = self.frame.argument(index);
        argument.map_or_else(String::new, engine::printed)
    }

    /// The TypeError of this argument, unless converting it threw something itself.
    pub(super) fn wrong_type(&mut self, index: usize) -> Thrown {
        if let Err(pending) = nothing_thrown() {
            return pending;
        }
        let given = self
            .frame
            .argument(index)
            .map_or("null".into(), |it| type_name(it));
        let expected = self.signature.expected(index);
        let subject = self.signature.subject(index);
        Thrown::type_error(format!(
            "{subject} must be of type {expected}, {given} given"
        ))
    }

    /// The ValueError of this argument.
    pub(super) fn out_of_range(&self, index: usize, rule: &str) -> Thrown {
        Thrown::value_error(format!("{} {rule}", self.signature.subject(index)))
    }
}

/// Converting a value may run PHP code, and that may throw: then the call is over.
fn nothing_thrown() -> Result<(), Thrown> {
    if ExecutorGlobals::has_exception() {
        return Err(Thrown::Pending);
    }
    Ok(())
}

/// A value's type as PHP's errors call it.
pub(super) fn type_name(value: &Zval) -> String {
    if let Some(object) = value.object() {
        let class = object.get_class_name();
        // An anonymous class' name goes on behind a NUL with where it stands.
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

fn position(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
