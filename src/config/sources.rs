//! The sources of one configuration, ordered, and the lookup of a setting in them.
//!
//! A source is a list of keys and values as they were given, and an [`Origin`]. When a source is added,
//! its keys are checked, and when a setting is looked up, its value is converted in every source, because
//! a wrong value is an error even where a stronger source wins. The sentence names the source that has to
//! be changed. `config`, `servers`, `nodes` and `tls` look settings up, while nothing here knows a
//! default, nor what a value means.

use std::fmt;

use super::address::SEVERAL;
use super::context;
use super::setting::{KeyScope, Purpose, ServerGroup, is_list, is_option};
use super::url;
use super::value::{Pair, RawValue, quoted, value_of};

/// The place that a source comes from, in an order where the first that gives a value of a setting wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// The constructor's string, if the argument is a URL.
    Url,
    /// The key `url` of the constructor's array, which holds a URL.
    UrlOfArray,
    /// The constructor's array, without those in it that are sources of their own.
    Array,
    /// The array under `sentinel` or `cluster` in the constructor's array.
    Inside(ServerGroup),
    /// Laravel's `options` in one of these arrays, or the `parameters` in them; both fill gaps and must
    /// agree.
    Options(&'static str),
    /// A node of a list, whose nodes fill gaps and must agree.
    Node {
        /// The number of the node, which is 1 for the first.
        number: usize,
        /// Whether the source is the array of the node, and not the URL in it, which is stronger.
        is_array: bool,
        of: ServerGroup,
    },
    /// The ini setting `redis_mutex_lock.url`, which counts only if the constructor names no server.
    IniUrl,
    /// The ini settings other than the URL, which are the weakest source.
    IniSettings,
}

impl Origin {
    /// Returns the rank of the source, which is 0 for the constructor's argument with all that is in it,
    /// 1 for the ini URL, and 2 for the other ini settings.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::IniUrl => 1,
            Self::IniSettings => 2,
            _ => 0,
        }
    }

    /// Returns whether a PHP array gave the values of the source.
    pub(super) const fn is_array(self) -> bool {
        match self {
            Self::Array | Self::Inside(_) | Self::Options(_) => true,
            Self::Node { is_array, .. } => is_array,
            Self::Url | Self::UrlOfArray | Self::IniUrl | Self::IniSettings => false,
        }
    }

    const fn scope(self) -> KeyScope {
        match self {
            Self::Inside(of) => KeyScope::Inside(of),
            Self::Node { of, .. } => KeyScope::Node(of),
            _ => KeyScope::Top,
        }
    }

    /// Returns what a sentence calls the source, or `None` if the sentence is about the argument or about
    /// php.ini anyway.
    fn shown(self) -> Option<String> {
        Some(match self {
            Self::Array | Self::Url | Self::IniSettings => return None,
            Self::UrlOfArray => "\"url\"".to_owned(),
            Self::Inside(of) => format!("\"{}\"", of.key()),
            Self::Options(key) => format!("\"{key}\""),
            Self::Node { number, of, .. } => format!("node {number} of \"{}\"", of.key()),
            Self::IniUrl => "the ini setting redis_mutex_lock.url".to_owned(),
        })
    }

    /// Returns a sentence about the source as a whole, which ends with `predicate`.
    pub(super) fn whole(self, predicate: &str) -> String {
        match self.shown() {
            Some(source) => format!("{source} {predicate}"),
            None => predicate.to_owned(),
        }
    }

    /// Returns a sentence about one key of the source, which ends with `predicate`.
    fn key(self, name: Name, predicate: &str) -> String {
        format!("{} {predicate}", self.named(name))
    }

    /// Returns a sentence about one part of the source, which ends with `predicate`.
    fn about(self, part: &Part, predicate: &str) -> String {
        let key = &String::from_utf8_lossy(&part.key);
        self.key(Name { key, context: None }, predicate)
    }

    /// Returns what a sentence calls one key of the source.
    fn named(self, name: Name) -> String {
        match self.shown() {
            Some(source) => format!("{name} in {source}"),
            None if self == Self::IniSettings => {
                format!("the ini setting redis_mutex_lock.{}", name.key)
            }
            None => name.to_string(),
        }
    }
}

/// What a sentence calls a key of a source, with the context around it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Name<'a> {
    key: &'a str,
    /// The key of the context in which the named key stands, if there is one.
    context: Option<&'static str>,
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.key)?;
        match self.context {
            Some(context) => write!(f, " in \"{context}\""),
            None => Ok(()),
        }
    }
}

/// The sources that count, of which the strongest comes first.
#[derive(Default)]
pub(super) struct Sources {
    list: Vec<Given>,
    /// The origin of a URL with a user and no colon behind it, because such a user may be a password.
    lone_user: Option<Origin>,
}

impl Sources {
    /// Adds the keys and values of a URL as a source, and notes whether its user is without a colon.
    ///
    /// # Errors
    /// What is wrong with the URL as a whole, or with a key of its query.
    pub(super) fn add_url(&mut self, origin: Origin, text: &[u8]) -> Result<(), String> {
        let parts = url::parts(text).map_err(|predicate| origin.whole(&predicate))?;
        self.add(origin, parts)?;
        if url::has_lone_user(text) {
            self.lone_user = self.lone_user.or(Some(origin));
        }
        Ok(())
    }

    /// Refuses a URL such as `redis://secret@host`; call this only if no source gives a password.
    ///
    /// # Errors
    /// A URL has a user and nothing behind it.
    pub(super) fn refuse_lone_user(&self) -> Result<(), String> {
        self.lone_user.map_or(Ok(()), |origin| {
            Err(origin.whole(
                "has a user and no password; a password is written with a colon before it: \
                 redis://:password@host",
            ))
        })
    }

    /// Adds keys and values as a source, whose keys are checked first.
    ///
    /// # Errors
    /// The first key that may not stand here.
    pub(super) fn add(&mut self, origin: Origin, parts: Vec<Pair>) -> Result<(), String> {
        self.insert(Given::new(origin, parts)?);
        Ok(())
    }

    /// Adds what is read of Laravel's options, and of Predis' parameters in them.
    ///
    /// # Errors
    /// The first key that may not stand there, as in [`Self::add`].
    pub(super) fn add_options(&mut self, options: Vec<Pair>) -> Result<(), String> {
        let (parameters, options): (Vec<_>, Vec<_>) = options
            .into_iter()
            .partition(|(key, _)| key == b"parameters");
        let inside = parameters.into_iter().flat_map(|(_, it)| it.into_pairs());
        let read = options.into_iter().filter(|(key, _)| is_option(key, false));
        self.add(Origin::Options("options"), read.collect())?;
        let read = inside.filter(|(key, _)| is_option(key, true));
        self.add(Origin::Options("parameters"), read.collect())
    }

    /// Returns whether there are TLS settings in a context of any source.
    pub(super) fn have_a_context(&self) -> bool {
        self.parts().any(|(_, part)| part.is_context())
    }

    /// Returns the parts of all sources, each with its origin.
    fn parts(&self) -> impl Iterator<Item = (Origin, &Part)> {
        let sources = self.list.iter();
        sources.flat_map(|given| given.parts.iter().map(|part| (given.origin, part)))
    }

    /// Adds the sources of a node, or those of an array in the constructor's array.
    pub(super) fn absorb(&mut self, node: Self) {
        self.lone_user = self.lone_user.or(node.lone_user);
        for given in node.list {
            self.insert(given);
        }
    }

    fn insert(&mut self, given: Given) {
        let place = self.list.partition_point(|it| it.origin < given.origin);
        self.list.insert(place, given);
    }

    /// Returns whether a source says where Redis is, which decides whether the ini URL counts.
    pub(super) fn name_a_server(&self) -> bool {
        self.parts().any(|(_, part)| match part.purpose {
            Purpose::Server => !part.value.is_absent(),
            Purpose::Group => !is_off(&part.value),
            _ => false,
        })
    }

    /// Returns the one group of servers that is switched on, if there is one, with its origin and value.
    ///
    /// # Errors
    /// There are two groups, or something beside the group says too where Redis is.
    pub(super) fn group(&self) -> Result<Option<(Origin, ServerGroup, &RawValue)>, String> {
        let mut groups = self.parts().filter_map(|(origin, part)| {
            let group = ServerGroup::of_key(&part.key)?;
            (!is_off(&part.value)).then_some((origin, group, &part.value))
        });
        let Some((origin, group, value)) = groups.next() else {
            return Ok(None);
        };
        let second = match groups.next() {
            Some((origin, second, _)) => Some(place_of(origin, second)),
            None => self.server_beside_group(origin),
        };
        match second {
            Some(second) => Err(format!(
                "says in {} and in {second} where Redis is; leave one of them out",
                place_of(origin, group)
            )),
            None => Ok(Some((origin, group, value))),
        }
    }

    /// Returns what a sentence calls the `url` or the `path` beside a group of `origin`, if one of them is
    /// given, because both are empty unless somebody wants them. A `host` and a `port` there are ignored,
    /// because every connection of Laravel and of Hyperf has them, filled with defaults, while the list has
    /// been written by hand.
    fn server_beside_group(&self, origin: Origin) -> Option<String> {
        let is_url = |given: &Given| given.origin == Origin::UrlOfArray;
        if origin == Origin::Array && self.list.iter().any(is_url) {
            return Some("\"url\"".to_owned());
        }
        let is_path = |part: &Part| part.key == b"path" && !part.value.is_absent();
        let has_path = self.parts().any(|(_, part)| is_path(part));
        has_path.then(|| "\"path\"".to_owned())
    }

    /// Checks the keys in `context` and `ssl`; call this only if TLS is on, because otherwise nobody
    /// reads these keys.
    ///
    /// # Errors
    /// The first key that may not stand there.
    pub(super) fn check_contexts(&self) -> Result<(), String> {
        self.parts()
            .try_for_each(|(_, part)| context::check(&part.key, &part.value))
    }

    /// Refuses TLS settings outside of a `context`; call this only if TLS is off. No framework has such a
    /// key, so the author of such a key relies on TLS.
    ///
    /// # Errors
    /// A source gives such a setting, or options have a context while nobody says whether TLS is wanted.
    pub(super) fn refuse_tls_settings(&self) -> Result<(), String> {
        let is_tls = |part: &Part| {
            matches!(part.purpose, Purpose::Tls | Purpose::Refused) && !part.value.is_absent()
        };
        let hint = "needs TLS, which rediss:// or \"scheme\" => \"tls\" switches on";
        match self.parts().find(|(_, part)| is_tls(part)) {
            Some((origin, part)) => Err(origin.about(part, hint)),
            None => self.refuse_an_idle_context(),
        }
    }

    /// Refuses a context in options if nobody says whether TLS is wanted, because phpredis speaks TLS
    /// then, and the password beside it must not be sent without.
    fn refuse_an_idle_context(&self) -> Result<(), String> {
        if self.parts().any(|(_, part)| part.says_how()) {
            return Ok(());
        }
        let hint = "is for TLS, which \"scheme\" => \"tls\" switches on; \"scheme\" => \"tcp\" leaves it off";
        let mut parts = self.parts();
        match parts.find(|(it, part)| matches!(it, Origin::Options(_)) && part.is_context()) {
            Some((origin, part)) => Err(origin.about(part, hint)),
            None => Ok(()),
        }
    }

    /// Returns the setting that is called `key`, whose value is converted in every source.
    ///
    /// # Errors
    /// A value that `convert` does not take, or two different ones in one source.
    pub(super) fn get<T: PartialEq>(
        &self,
        key: &str,
        convert: impl Fn(&RawValue) -> Result<Option<T>, String>,
    ) -> Result<Option<T>, String> {
        self.get_any(&[key], |_, value, _| convert(value))
    }

    /// Returns the setting that every one of `keys` can give, which must agree in one source.
    ///
    /// # Errors
    /// The same errors as those of [`Self::get`].
    pub(super) fn get_any<T: PartialEq>(
        &self,
        keys: &[&str],
        convert: impl Fn(&str, &RawValue, Origin) -> Result<Option<T>, String>,
    ) -> Result<Option<T>, String> {
        let found = self.find(keys, convert)?;
        Ok(found.map(|(_, value)| value))
    }

    /// Returns the setting as [`Self::get_any`] does, with the origin of its value, while a node and
    /// options must agree with what is found so far.
    pub(super) fn find<T: PartialEq>(
        &self,
        keys: &[&str],
        convert: impl Fn(&str, &RawValue, Origin) -> Result<Option<T>, String>,
    ) -> Result<Option<(Origin, T)>, String> {
        let mut strongest: Option<(Origin, Name, T)> = None;
        let mut last = None;
        for given in &self.list {
            // Every source is read, because a weaker one must be right too.
            let Some((name, value)) = given.agreed(keys, &convert)? else {
                continue;
            };
            let number = match given.origin {
                Origin::Node { number, .. } => Some(number),
                _ => None,
            };
            // The URL of a node wins over its array, so the array need not agree with it.
            let is_first = number != last && number.is_some();
            let must_agree = is_first || matches!(given.origin, Origin::Options(_));
            last = number.or(last);
            match &strongest {
                None => strongest = Some((given.origin, name, value)),
                Some((origin, first, found)) => {
                    if must_agree && *found != value {
                        let (first, second) = (origin.named(*first), given.origin.named(name));
                        return Err(format!("gives {first} and {second} different values"));
                    }
                }
            }
        }
        Ok(strongest.map(|(origin, _, value)| (origin, value)))
    }
}

/// Returns what a sentence calls the place where a group is given.
fn place_of(origin: Origin, group: ServerGroup) -> String {
    match origin {
        Origin::Url | Origin::IniUrl => "the URL".to_owned(),
        Origin::UrlOfArray => "\"url\"".to_owned(),
        _ => format!("\"{}\"", group.key()),
    }
}

/// One source, whose keys and values stand as they were given.
struct Given {
    origin: Origin,
    parts: Vec<Part>,
}

/// One key of a source, with its purpose and the value that it holds.
struct Part {
    key: Vec<u8>,
    purpose: Purpose,
    value: RawValue,
}

impl Part {
    /// Returns whether the part says how to connect, which a scheme does, or a host with one before it.
    fn says_how(&self) -> bool {
        let has_scheme = |text: &[u8]| text.windows(3).any(|three| three == b"://");
        match &self.value {
            value if self.key == b"scheme" => !value.is_absent(),
            RawValue::Text(text) => self.key == b"host" && has_scheme(text),
            _ => false,
        }
    }

    /// Returns whether the part is a context with TLS settings in it.
    fn is_context(&self) -> bool {
        context::has_settings(&self.key, &self.value)
    }
}

impl Given {
    fn new(origin: Origin, parts: Vec<Pair>) -> Result<Self, String> {
        let checked = |(key, value): Pair| checked(origin, &key, value);
        let parts = parts.into_iter().map(checked).collect::<Result<_, _>>()?;
        Ok(Self { origin, parts })
    }

    /// Returns the value that all of `keys` agree on, if one of them gives a value.
    fn agreed<'a, T: PartialEq>(
        &'a self,
        keys: &[&'a str],
        convert: impl Fn(&str, &RawValue, Origin) -> Result<Option<T>, String>,
    ) -> Result<Option<(Name<'a>, T)>, String> {
        let mut found = None;
        for (name, value) in keys.iter().flat_map(|key| self.all(key)) {
            let converted = convert(name.key, value, self.origin);
            let Some(new) = converted.map_err(|predicate| self.origin.key(name, &predicate))?
            else {
                continue;
            };
            match &found {
                None => found = Some((name, new)),
                Some((_, old)) if *old == new => {}
                Some((first, _)) => return Err(self.contradiction(*first, name)),
            }
        }
        Ok(found)
    }

    /// Returns every value of `key`, because one source may hold several. A URL can give a key twice in
    /// its query, or in the query and as the host, the path or the like, while an array can give it in a
    /// context too.
    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = (Name<'a>, &'a RawValue)> {
        let name = move |context| Name { key, context };
        let is_own = move |part: &&Part| part.key == key.as_bytes();
        let own = self
            .parts
            .iter()
            .filter(is_own)
            .map(move |part| (name(None), &part.value));
        let arrays = self.parts.iter().filter(|part| part.value.is_array());
        let inside = arrays.flat_map(|part| context::values(&part.key, &part.value, key));
        own.chain(inside.map(move |(context, value)| (name(Some(context)), value)))
    }

    fn contradiction(&self, first: Name, second: Name) -> String {
        self.origin.whole(&if first == second {
            format!("gives {first} two different values")
        } else {
            format!("gives {first} and {second} different values")
        })
    }
}

/// Returns one part of a source, if its key may stand there.
fn checked(origin: Origin, key: &[u8], value: RawValue) -> Result<Part, String> {
    let Some(purpose) = origin.scope().use_of(key) else {
        return Err(unknown(origin, key));
    };
    let part = Part {
        key: key.to_vec(),
        purpose,
        value,
    };
    let rule = match purpose {
        Purpose::Above if is_off(&part.value) => return Ok(part),
        Purpose::Above if !origin.is_array() && ServerGroup::of_key(key).is_some() => {
            return Err(origin.whole("must be the URL of one node"));
        }
        Purpose::Above => "has no effect there; it stands at the top level",
        Purpose::Unbuilt if !is_off(&part.value) => {
            "is not built yet; use one server, \"sentinel\" or \"cluster\""
        }
        Purpose::SentinelUrl if origin == Origin::Array => {
            "stands in a redis+sentinel:// URL alone; an array has \"service\", \"nodes\", \
             \"username\" and \"password\" in \"sentinel\""
        }
        Purpose::Server if key == b"url" && !origin.is_array() => {
            return Err(origin.whole("must not contain another \"url\""));
        }
        _ => return Ok(part),
    };
    Err(origin.about(&part, rule))
}

/// Returns the sentence about a key that nobody knows where it stands.
fn unknown(origin: Origin, key: &[u8]) -> String {
    if key == b"0" && origin == Origin::Array {
        let rule = "must have keys such as \"host\" and \"port\"";
        return format!("{rule}, list given; {SEVERAL}");
    }
    let scope = origin.scope();
    let hint = match scope.hint(key) {
        _ if scope == KeyScope::Top && is_list(key) => format!("; {SEVERAL}"),
        hint if hint.is_empty() && scope == KeyScope::Inside(ServerGroup::Cluster) => {
            "; it is a list of nodes".to_owned()
        }
        hint => hint,
    };
    origin.whole(&format!("has the unknown key {}{hint}", quoted(key)))
}

/// Returns whether the value of a group, or of a key that has no effect where it stands, is that of
/// something that is not used, because Hyperf's file lists groups with `enable` off.
pub(super) fn is_off(value: &RawValue) -> bool {
    match value {
        RawValue::Map(map) if map.is_empty() => true,
        RawValue::Map(map) => value_of(map, b"enable").is_some_and(RawValue::is_switched_off),
        _ => value.is_switched_off() || value.number() == Some(0.0),
    }
}
