//! A raw value of a setting, and what it can be converted to.
//!
//! Each value can arrive as text, because it comes from `.env` files and URLs. A conversion returns
//! `None` for a value that counts as not given, while its error is a predicate such as
//! `must be true or false, 7 given`, before which the caller puts the subject. No error shows a password,
//! nor text that may be a URL, because a URL may hold a password. This file knows no key, while every
//! other file of `config` uses it.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The longest part of a foreign text that goes into a sentence, in bytes.
pub(super) const SHOWN: usize = 64;

/// The value of a setting, as PHP or a URL gave it, without `Debug` outside tests, because the value may
/// be a password.
#[derive(Clone, PartialEq)]
#[cfg_attr(test, derive(Debug))]
pub(crate) enum RawValue {
    /// PHP's null, which counts as not given.
    Null,
    Bool(bool),
    Int(i64),
    /// A float of PHP, which may also be NaN or infinite.
    Float(f64),
    /// A string, which may consist of any bytes.
    Text(Vec<u8>),
    /// An array, in which integer keys are decimal text.
    Map(Vec<Pair>),
    /// The name of a type that no setting has, such as `object`.
    Other(&'static str),
}

/// A key of an array, which is decimal text if it was an integer, and its value.
pub(crate) type Pair = (Vec<u8>, RawValue);

/// Returns a key with a text as its value, as URLs and ini settings give it.
pub(super) fn text_pair(key: &str, text: impl Into<Vec<u8>>) -> Pair {
    (key.into(), RawValue::Text(text.into()))
}

/// Returns the value that `array` holds under `key`, if the key is there.
pub(super) fn value_of<'a>(array: &'a [Pair], key: &[u8]) -> Option<&'a RawValue> {
    let found = array.iter().find(|(it, _)| it == key);
    found.map(|(_, value)| value)
}

/// Takes `key` out of an array, and returns its value if the key was there.
pub(super) fn take(array: &mut Vec<Pair>, key: &str) -> Option<RawValue> {
    let at = array.iter().position(|(it, _)| it == key.as_bytes())?;
    Some(array.remove(at).1)
}

impl RawValue {
    /// Returns an array whose keys are the numbers from 0.
    pub(super) fn list(values: impl IntoIterator<Item = Self>) -> Self {
        let numbered = |(at, value): (usize, Self)| (at.to_string().into(), value);
        Self::Map(values.into_iter().enumerate().map(numbered).collect())
    }

    /// Returns the keys and values of an array, while any other value has none.
    pub(super) fn into_pairs(self) -> Vec<Pair> {
        match self {
            Self::Map(pairs) => pairs,
            _ => Vec::new(),
        }
    }

    /// Returns the text, if this is one in UTF-8.
    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => str::from_utf8(text).ok(),
            _ => None,
        }
    }

    /// Returns whether this value counts as not given, as null and an empty text do.
    pub(super) fn is_absent(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Text(text) => text.is_empty(),
            _ => false,
        }
    }

    /// Returns the text, which may have any bytes, and counts as given even if it is empty.
    pub(super) fn bytes(&self) -> Result<Option<Vec<u8>>, String> {
        match self {
            Self::Null => Ok(None),
            Self::Text(text) => Ok(Some(text.clone())),
            Self::Int(_) | Self::Float(_) if self.number().is_some() => {
                Ok(self.numeral().map(String::into_bytes))
            }
            _ => Err(format!("must be a string, {} given", self.shown())),
        }
    }

    /// Returns text in UTF-8 without NUL bytes, as C interfaces need it, while an empty text counts as
    /// not given.
    pub(super) fn text(&self) -> Result<Option<String>, String> {
        let bytes = self.bytes()?.filter(|bytes| !bytes.is_empty());
        let Some(bytes) = bytes else { return Ok(None) };
        let Ok(text) = String::from_utf8(bytes) else {
            return Err("must be valid UTF-8".to_owned());
        };
        if text.contains('\0') {
            return Err("must not contain NUL bytes".to_owned());
        }
        Ok(Some(text))
    }

    /// Returns what `read` makes of the text, if a text is given.
    pub(super) fn parsed<T>(
        &self,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        self.text()?.as_deref().map(read).transpose()
    }

    /// Returns a whole number within `range`, if a value is given.
    pub(super) fn whole<T>(&self, range: &RangeInclusive<i64>) -> Result<Option<T>, String>
    where
        T: TryFrom<i64>,
    {
        if self.is_absent() {
            return Ok(None);
        }
        let number = self.numeral().and_then(|text| text.parse::<i64>().ok());
        let inside = number.filter(|number| range.contains(number));
        if let Some(fits) = inside.and_then(|number| T::try_from(number).ok()) {
            return Ok(Some(fits));
        }
        let wanted = number.map_or("a whole number ", |_| "");
        let (from, to) = (range.start(), range.end());
        let given = self.shown();
        Err(format!(
            "must be {wanted}between {from} and {to}, {given} given"
        ))
    }

    /// Returns seconds within `range`, where `besides` is what the error sentence offers besides that
    /// range.
    pub(super) fn seconds(
        &self,
        range: &RangeInclusive<f64>,
        besides: &str,
    ) -> Result<Option<Duration>, String> {
        if self.is_absent() {
            return Ok(None);
        }
        let number = self.number();
        if let Some(inside) = number.filter(|number| range.contains(number)) {
            return Ok(Duration::try_from_secs_f64(inside).ok());
        }
        let wanted = number.map_or("a number ", |_| "");
        let (from, to) = (range.start(), range.end());
        let given = self.shown();
        Err(format!(
            "must be {besides}{wanted}between {from} and {to} seconds, {given} given"
        ))
    }

    /// Returns seconds as frameworks write them, where zero and less count as not given, while other
    /// numbers outside `range` become its nearer end.
    pub(super) fn loose_seconds(
        &self,
        range: &RangeInclusive<f64>,
    ) -> Result<Option<Duration>, String> {
        if self.is_absent() {
            return Ok(None);
        }
        let Some(number) = self.number() else {
            let given = self.shown();
            return Err(format!("must be a number of seconds, {given} given"));
        };
        if number <= 0.0 {
            return Ok(None);
        }
        let number = number.clamp(*range.start(), *range.end());
        Ok(Duration::try_from_secs_f64(number).ok())
    }

    /// Returns the state of a switch, in every spelling that `.env` files and php.ini know.
    pub(super) fn flag(&self) -> Result<Option<bool>, String> {
        let word = match self {
            Self::Null => return Ok(None),
            Self::Bool(flag) => return Ok(Some(*flag)),
            Self::Int(number) => number.to_string().into_bytes(),
            Self::Text(text) => text.to_ascii_lowercase(),
            _ => b"?".to_vec(),
        };
        match word.as_slice() {
            b"" => Ok(None),
            b"1" | b"true" | b"on" | b"yes" => Ok(Some(true)),
            b"0" | b"false" | b"off" | b"no" => Ok(Some(false)),
            _ => Err(format!("must be true or false, {} given", self.shown())),
        }
    }

    /// Returns whether this is the off state of a switch, or counts as not given.
    pub(crate) fn is_switched_off(&self) -> bool {
        matches!(self.flag(), Ok(None | Some(false)))
    }

    /// Returns the number, or the number that the text spells, unless it is NaN or infinite.
    pub(super) fn number(&self) -> Option<f64> {
        let number = self.numeral()?.parse::<f64>().ok()?;
        number.is_finite().then_some(number)
    }

    /// Returns the text of a number, which is trimmed because PHP allows white space around a number in a
    /// text.
    fn numeral(&self) -> Option<String> {
        match self {
            Self::Int(number) => Some(number.to_string()),
            Self::Float(number) => Some(number.to_string()),
            _ => Some(self.as_str()?.trim_ascii().to_owned()),
        }
    }

    /// Returns the value for a sentence, or the name of its type alone if it is no scalar.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(flag) => flag.to_string(),
            Self::Int(number) => number.to_string(),
            Self::Float(number) if number.is_nan() => "NAN".to_owned(),
            Self::Float(number) if number.is_infinite() => {
                if *number > 0.0 { "INF" } else { "-INF" }.to_owned()
            }
            Self::Float(number) => format!("{number:?}"),
            Self::Text(text) => quoted(text),
            Self::Map(_) => "array".to_owned(),
            Self::Other(kind) => (*kind).to_owned(),
        }
    }
}

/// Returns a foreign text for a sentence, which is quoted, on one line, and cut where it is long.
pub(super) fn quoted(text: &[u8]) -> String {
    // Kubernetes puts tcp://10.0.0.1:6379 into REDIS_PORT, while people put a whole URL, with its
    // password, into the wrong key. A `=` hides the text too, because it is left where something else
    // than `&` separates the pairs of a query, as in `lease=30;password=…`.
    let is_sign = |byte: &u8| b"@=".contains(byte);
    if text.iter().any(is_sign) || text.windows(3).any(|three| three == b"://") {
        return "(text that may be a URL)".to_owned();
    }
    let mut out = String::from("\"");
    for chunk in text.utf8_chunks() {
        let valid = chunk.valid().chars().map(|c| c.escape_debug().to_string());
        let invalid = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}"));
        for piece in valid.chain(invalid) {
            if out.len() + piece.len() > SHOWN {
                return out + "…\"";
            }
            out += &piece;
        }
    }
    out + "\""
}
