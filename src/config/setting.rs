//! One setting: what it may hold, what that means, and which settings exist.
//!
//! Everything may arrive as text, because it comes from `.env` files and URLs.
//! A conversion says `None` for what counts as not given, and its error is a
//! predicate such as `must be true or false, 7 given` that wants a subject.
//! It never shows a password, nor anything that may be a URL: there may be a
//! password in it. Called by `config::layer` and `config::url`.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The longest piece of somebody else's text that goes into a sentence.
const SHOWN: usize = 64;

/// What a setting holds, as PHP or a URL gave it. No `Debug` outside tests:
/// it may be a password.
#[cfg_attr(test, derive(Debug, Clone, PartialEq))]
pub(crate) enum Value {
    /// PHP's null.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number, NaN and the infinities among them.
    Float(f64),
    /// A string of any bytes.
    Text(Vec<u8>),
    /// An array; integer keys are decimal text.
    Map(Vec<(Vec<u8>, Value)>),
    /// The type's name of something that is no setting, such as `object`.
    Other(&'static str),
}

impl Value {
    /// Whether this counts as not given.
    pub(crate) fn is_absent(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Text(text) => text.is_empty(),
            _ => false,
        }
    }

    /// Bytes of any kind, none at all too.
    pub(crate) fn bytes(&self) -> Result<Option<Vec<u8>>, String> {
        match self {
            Self::Null => Ok(None),
            Self::Text(text) => Ok(Some(text.clone())),
            Self::Int(_) | Self::Float(_) if self.number().is_some() => {
                Ok(self.numeral().map(String::into_bytes))
            }
            _ => Err(format!("must be a string, {} given", self.shown())),
        }
    }

    /// Text that a C interface and a person can read.
    pub(crate) fn text(&self) -> Result<Option<String>, String> {
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

    /// A whole number within `range`.
    pub(crate) fn whole<T>(&self, range: &RangeInclusive<i64>) -> Result<Option<T>, String>
    where
        T: TryFrom<i64>,
    {
        if self.is_absent() {
            return Ok(None);
        }
        let number = self.numeral().and_then(|text| text.parse::<i64>().ok());
        let wanted = match number {
            Some(number) => match T::try_from(number) {
                Ok(fits) if range.contains(&number) => return Ok(Some(fits)),
                _ => "",
            },
            None => "a whole number ",
        };
        let (from, to) = (range.start(), range.end());
        let given = self.shown();
        Err(format!(
            "must be {wanted}between {from} and {to}, {given} given"
        ))
    }

    /// Seconds within `range`. `besides` is what else the sentence offers.
    pub(crate) fn seconds(
        &self,
        range: &RangeInclusive<f64>,
        besides: &str,
    ) -> Result<Option<Duration>, String> {
        if self.is_absent() {
            return Ok(None);
        }
        let wanted = match self.number() {
            Some(number) if range.contains(&number) => {
                return Ok(Duration::try_from_secs_f64(number).ok());
            }
            Some(_) => "",
            None => "a number ",
        };
        let (from, to) = (range.start(), range.end());
        let given = self.shown();
        Err(format!(
            "must be {besides}{wanted}between {from} and {to} seconds, {given} given"
        ))
    }

    /// Seconds as frameworks write them: zero and less mean not given, and
    /// what lies beyond `range` is its nearer end.
    pub(crate) fn loose_seconds(
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

    /// A switch, in each spelling that `.env` files and php.ini have for it.
    pub(crate) fn flag(&self) -> Result<Option<bool>, String> {
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

    /// The number this is or spells; NaN and the infinities are none.
    pub(crate) fn number(&self) -> Option<f64> {
        let number = self.numeral()?.parse::<f64>().ok()?;
        number.is_finite().then_some(number)
    }

    /// What there is to parse: text as PHP reads numbers in it, with white
    /// space around them, and numbers as they are written.
    fn numeral(&self) -> Option<String> {
        match self {
            Self::Int(number) => Some(number.to_string()),
            Self::Float(number) => Some(number.to_string()),
            Self::Text(text) => Some(str::from_utf8(text).ok()?.trim_ascii().to_owned()),
            _ => None,
        }
    }

    /// The value for a sentence; of what is no scalar only the type.
    fn shown(&self) -> String {
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

/// Somebody else's text for a sentence: in quotes, on one line, and not long.
pub(crate) fn quoted(text: &[u8]) -> String {
    // Kubernetes puts tcp://10.0.0.1:6379 into REDIS_PORT, others put a whole
    // URL with its password into the wrong key.
    if text.contains(&b'@') || text.windows(3).any(|three| three == b"://") {
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

/// What a known key is for; in this order it is suggested for a mistyped one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Says how locks behave.
    Ours,
    /// Says where Redis is and how to get in.
    Connection,
    /// Promised by the design, and refused until it is there.
    Unbuilt,
    /// Known from a framework, of no use here whatever it holds.
    Ignored,
}

/// Every key there is. The ignored ones, in this order, are those of Laravel
/// 8 to 13, of `ThinkPHP` 6 and 8 with think-queue, and of Hyperf.
const KEYS: [(Kind, &str); 4] = [
    (
        Kind::Ours,
        "lock_prefix lease max_hold fencing auto_release busy_poll command_timeout",
    ),
    (
        Kind::Connection,
        "url scheme host port path username password auth database db select timeout \
         read_timeout name",
    ),
    (Kind::Unbuilt, "sentinel cluster servers ssl"),
    (
        Kind::Ignored,
        "context options parameters prefix client driver connection lock_connection \
         persistent persistent_id serializer compression compression_level scan \
         pack_ignore_numbers retry_interval read_write_timeout tcp_keepalive max_retries \
         backoff_algorithm backoff_base backoff_cap command_retries \
         type expire tag_prefix serialize fail_delete queue retry_after block_for after_commit \
         pool reserved event",
    ),
];

/// The known keys, one by one.
pub(crate) fn known() -> impl Iterator<Item = (Kind, &'static str)> {
    KEYS.iter()
        .flat_map(|(kind, keys)| keys.split_ascii_whitespace().map(move |key| (*kind, key)))
}

/// What `key` is for, if it is known.
pub(crate) fn kind(key: &[u8]) -> Option<Kind> {
    known()
        .find(|(_, known)| known.as_bytes() == key)
        .map(|(kind, _)| kind)
}

/// Whether an array may have this key.
pub(crate) fn is_known(key: &[u8]) -> bool {
    kind(key).is_some()
}

/// Whether anything depends on what `key` holds.
pub(crate) fn is_read(key: &[u8]) -> bool {
    kind(key).is_some_and(|kind| kind != Kind::Ignored)
}

/// The known key that a mistyped one was probably meant to be.
pub(crate) fn nearest(key: &[u8]) -> Option<&'static str> {
    let key = str::from_utf8(key).ok().filter(|key| key.len() <= SHOWN)?;
    let key = key.to_ascii_lowercase().replace('-', "_");
    known()
        .filter_map(|(kind, known)| {
            let distance = strsim::osa_distance(&key, known);
            // The second measure finds what was cut short: `user`, `pass`.
            let likeness = strsim::jaro_winkler(&key, known);
            let near = distance <= forgiven(key.len().min(known.len())) || likeness > 0.89;
            near.then_some((distance, likeness, kind, known))
        })
        .min_by(|a, b| {
            let by_likeness = || b.1.total_cmp(&a.1);
            a.0.cmp(&b.0)
                .then_with(by_likeness)
                .then_with(|| a.2.cmp(&b.2))
        })
        .map(|(.., known)| known)
}

/// How many slips still make the same word of `length` letters.
fn forgiven(length: usize) -> usize {
    match length {
        0 => 0,
        1..=4 => 1,
        5..=9 => 2,
        _ => 3,
    }
}
