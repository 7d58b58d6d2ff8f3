//! The sources of one configuration, ordered, and the lookup of a setting in them.
//!
//! A source is a list of keys and values as they were given, and an [`Origin`]. When a source is added,
//! its keys are checked, and when a setting is looked up, its value is converted in every source, because
//! a wrong value is an error even where a stronger source wins. The sentence names the source that has to
//! be changed. `config`, `servers`, `nodes` and `tls` look settings up, while nothing here knows a
//! default, nor what a value means.

use super::address::SEVERAL;
use super::part::Part;
use super::setting::{KeyScope, Purpose, ServerGroup, is_list, is_option};
use super::url;
use super::value::{Pair, RawValue, quoted, value_of};

/// The place that a source comes from, in an order where the first that gives a value of a setting wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// One server of a quorum, whose gaps the sources of the whole configuration fill.
    Server {
        /// The number of the server, which is 1 for the first.
        number: usize,
        place: ServerPlace,
        /// What a sentence calls the list of the servers.
        of: &'static str,
    },
    /// The constructor's string, if the argument is a URL.
    Url,
    /// The key `url` of the constructor's array, which holds a URL.
    UrlOfArray,
    /// The constructor's array, without those in it that are sources of their own.
    Array,
    /// The array under `sentinel`, `cluster` or `servers` in the constructor's array.
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

/// The place in a server's own configuration that a source comes from, in the order of [`Origin`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ServerPlace {
    /// The URL, or a text with a host and a port.
    Url,
    /// The array, without the URL and the options in it.
    Array,
    /// The options in the array, or the parameters in them.
    Options(&'static str),
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
            Self::Server { place, .. } => !matches!(place, ServerPlace::Url),
            Self::Url | Self::UrlOfArray | Self::IniUrl | Self::IniSettings => false,
        }
    }

    const fn scope(self) -> KeyScope {
        match self {
            Self::Inside(of) => KeyScope::Inside(of),
            Self::Node { of, .. } => KeyScope::Node(of),
            Self::Server {
                place: ServerPlace::Url | ServerPlace::Array,
                ..
            } => KeyScope::Node(ServerGroup::Quorum),
            _ => KeyScope::Top,
        }
    }

    /// Returns whether the source belongs to one server of a quorum.
    pub(super) const fn is_of_server(self) -> bool {
        matches!(self, Self::Server { .. })
    }

    const fn is_options(self) -> bool {
        let place = match self {
            Self::Server { place, .. } => place,
            Self::Options(key) => ServerPlace::Options(key),
            _ => return false,
        };
        matches!(place, ServerPlace::Options(_))
    }

    /// Returns what a sentence calls the list of a quorum's servers that this source gives.
    pub(super) const fn list_of_servers(self) -> &'static str {
        match self {
            Self::Url => "the URL",
            Self::UrlOfArray => "\"url\"",
            Self::IniUrl => "the ini setting redis_mutex_lock.url",
            _ => "\"servers\"",
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
            Self::Server { number, place, of } => match place {
                ServerPlace::Options(key) => format!("\"{key}\" in server {number} of {of}"),
                _ => format!("server {number} of {of}"),
            },
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

    /// Returns a sentence that has not named the source yet, with the server of a quorum before it if the source
    /// is one of a server.
    pub(super) fn in_server(self, sentence: String) -> String {
        if self.is_of_server() {
            self.whole(&format!("cannot be used: {sentence}"))
        } else {
            sentence
        }
    }

    /// Returns a sentence about one part of the source, which ends with `predicate`.
    fn about(self, part: &Part, predicate: &str) -> String {
        format!("{} {predicate}", self.named(part))
    }

    /// Returns what a sentence calls one part of the source.
    fn named(self, part: &Part) -> String {
        match self.shown() {
            Some(source) => format!("{part} in {source}"),
            None if self == Self::IniSettings => {
                format!("the ini setting redis_mutex_lock.{}", part.key)
            }
            None => part.to_string(),
        }
    }
}

/// The sources that count, of which the strongest comes first.
#[derive(Default, Clone)]
pub(super) struct Sources {
    list: Vec<Given>,
}

impl Sources {
    /// Adds the keys and values of a URL as a source, and notes whether its user is without a colon.
    ///
    /// # Errors
    /// What is wrong with the URL as a whole, or with a key of its query.
    pub(super) fn add_url(&mut self, origin: Origin, text: &[u8]) -> Result<(), String> {
        if matches!(origin, Origin::Url | Origin::UrlOfArray | Origin::IniUrl)
            && let Some(urls) = url::list(text)
        {
            return self.add_urls(origin, &urls);
        }
        let parts = url::parts(text).map_err(|predicate| origin.whole(&predicate))?;
        let mut given = Given::new(origin, parts)?;
        given.has_lone_user = url::has_lone_user(text);
        self.insert(given);
        Ok(())
    }

    /// Adds a list of URLs as a source, which is that of a quorum with the settings of locks in all queries,
    /// while the rest of each URL is read with its server.
    fn add_urls(&mut self, origin: Origin, urls: &[&str]) -> Result<(), String> {
        let mut parts = Vec::new();
        for (number, text) in (1..).zip(urls) {
            let place = ServerPlace::Url;
            let of = origin.list_of_servers();
            let server = Origin::Server { number, place, of };
            let own = url::parts(text.as_bytes()).map_err(|predicate| server.whole(&predicate))?;
            parts.extend(own.into_iter().filter(|(key, _)| is_of_locks(key)));
        }
        let urls = urls.iter().map(|url| RawValue::Text((*url).into()));
        let servers = ServerGroup::Quorum.key();
        parts.push((servers.into(), RawValue::list(urls)));
        self.add(origin, parts)
    }

    /// Adds the URL of one server in such a list.
    ///
    /// # Errors
    /// What is wrong with the URL, as in [`Self::add_url`].
    pub(super) fn add_listed_url(&mut self, origin: Origin, text: &[u8]) -> Result<(), String> {
        let mut parts = url::parts(text).map_err(|predicate| origin.whole(&predicate))?;
        parts.retain(|(key, _)| !is_of_locks(key));
        let mut given = Given::new(origin, parts)?;
        given.has_lone_user = url::has_lone_user(text);
        self.insert(given);
        Ok(())
    }

    /// Refuses a URL such as `redis://secret@host`; call this only if no source gives a password.
    ///
    /// # Errors
    /// A URL has a user and nothing behind it.
    pub(super) fn refuse_lone_user(&self) -> Result<(), String> {
        let rule = "has a user and no password; a password is written with a colon before it: \
                    redis://:password@host";
        let lone = self.list.iter().find(|given| given.has_lone_user);
        lone.map_or(Ok(()), |given| Err(given.origin.whole(rule)))
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
    pub(super) fn add_options(
        &mut self,
        origin: impl Fn(&'static str) -> Origin,
        options: Vec<Pair>,
    ) -> Result<(), String> {
        let (parameters, options): (Vec<_>, Vec<_>) = options
            .into_iter()
            .partition(|(key, _)| key == b"parameters");
        let inside = parameters.into_iter().flat_map(|(_, it)| it.into_pairs());
        let read = options.into_iter().filter(|(key, _)| is_option(key, false));
        self.add(origin("options"), read.collect())?;
        let read = inside.filter(|(key, _)| is_option(key, true));
        self.add(origin("parameters"), read.collect())
    }

    /// Returns whether there are TLS settings in a context of any source.
    pub(super) fn have_a_context(&self) -> bool {
        self.parts().any(|(_, part)| part.has_tls_settings())
    }

    /// Returns the parts of all sources, without those in contexts, each with its origin.
    fn parts(&self) -> impl Iterator<Item = (Origin, &Part)> {
        let sources = self.list.iter();
        sources.flat_map(|given| given.parts.iter().map(|part| (given.origin, part)))
    }

    /// Adds the sources of a node, or those of an array in the constructor's array.
    pub(super) fn absorb(&mut self, node: Self) {
        node.list.into_iter().for_each(|given| self.insert(given));
    }

    /// Returns these sources of a server, with those of the whole configuration behind them.
    pub(super) fn over(&self, whole: &Self) -> Self {
        let mut all = self.clone();
        all.absorb(whole.clone());
        all
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
            let group = ServerGroup::of_key(part.key.as_bytes())?;
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
        let is_path = |part: &Part| part.key == "path" && !part.value.is_absent();
        let path = self.parts().find(|(_, part)| is_path(part));
        path.map(|(_, part)| part.to_string())
    }

    /// Checks the keys in `context` and `ssl`; call this only if TLS is on, because otherwise nobody
    /// reads these keys.
    ///
    /// # Errors
    /// The first key that may not stand there.
    pub(super) fn check_contexts(&self) -> Result<(), String> {
        self.parts().try_for_each(|(origin, part)| {
            let checked = part.check_context();
            checked.map_err(|sentence| origin.in_server(sentence))
        })
    }

    /// Refuses TLS settings outside of a `context` in the sources of which `is_meant` is true; call this only
    /// if TLS is off. No framework has such a key, so the author of such a key relies on TLS.
    ///
    /// # Errors
    /// A source gives such a setting, or options have a context while nobody says whether TLS is wanted,
    /// because phpredis speaks TLS then, and the password beside it must not be sent without.
    pub(super) fn refuse_tls_settings(
        &self,
        is_meant: impl Fn(Origin) -> bool,
    ) -> Result<(), String> {
        let is_tls = |origin, part: &Part| {
            is_meant(origin)
                && matches!(part.purpose, Purpose::Tls | Purpose::Refused)
                && !part.value.is_absent()
        };
        let hint = "needs TLS, which rediss:// or \"scheme\" => \"tls\" switches on";
        self.refuse(is_tls, hint)?;
        if self.parts().any(|(_, part)| part.says_how()) {
            return Ok(());
        }
        let is_idle = |origin: Origin, part: &Part| {
            is_meant(origin) && origin.is_options() && part.has_tls_settings()
        };
        let hint = "is for TLS, which \"scheme\" => \"tls\" switches on; \"scheme\" => \"tcp\" leaves it off";
        self.refuse(is_idle, hint)
    }

    /// Refuses the first part of which `is_refused` is true, by a sentence that ends with `predicate`.
    fn refuse(
        &self,
        is_refused: impl Fn(Origin, &Part) -> bool,
        predicate: &str,
    ) -> Result<(), String> {
        let mut parts = self.parts();
        match parts.find(|(origin, part)| is_refused(*origin, part)) {
            Some((origin, part)) => Err(origin.about(part, predicate)),
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
    /// options must agree with what is found so far. A server of a quorum need not agree with the whole
    /// configuration.
    pub(super) fn find<T: PartialEq>(
        &self,
        keys: &[&str],
        convert: impl Fn(&str, &RawValue, Origin) -> Result<Option<T>, String>,
    ) -> Result<Option<(Origin, T)>, String> {
        let mut strongest: Option<(Origin, &Part, T)> = None;
        let mut last = None;
        for given in &self.list {
            // Every source is read, because a weaker one must be right too.
            let Some((part, value)) = given.agreed(keys, &convert)? else {
                continue;
            };
            let number = match given.origin {
                Origin::Node { number, .. } => Some(number),
                _ => None,
            };
            // The URL of a node wins over its array, so the array need not agree with it.
            let is_first = number != last && number.is_some();
            let must_agree = is_first || given.origin.is_options();
            last = number.or(last);
            let is_own = |origin: &Origin| origin.is_of_server() && !given.origin.is_of_server();
            match &strongest {
                None => strongest = Some((given.origin, part, value)),
                Some((origin, first, found))
                    if must_agree && *found != value && !is_own(origin) =>
                {
                    let (first, second) = (origin.named(first), given.origin.named(part));
                    return Err(format!("gives {first} and {second} different values"));
                }
                Some(_) => {}
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
#[derive(Clone)]
struct Given {
    origin: Origin,
    parts: Vec<Part>,
    /// Whether this is a URL with a user and no colon behind it, because such a user may be a password.
    has_lone_user: bool,
}

impl Given {
    fn new(origin: Origin, pairs: Vec<Pair>) -> Result<Self, String> {
        let checked = |(key, value): Pair| checked(origin, &key, value);
        let parts = pairs.into_iter().map(checked).collect::<Result<_, _>>()?;
        Ok(Self {
            origin,
            parts,
            has_lone_user: false,
        })
    }

    /// Returns the value that all of `keys` agree on, if one of them gives a value.
    fn agreed<T: PartialEq>(
        &self,
        keys: &[&str],
        convert: impl Fn(&str, &RawValue, Origin) -> Result<Option<T>, String>,
    ) -> Result<Option<(&Part, T)>, String> {
        let mut found: Option<(&Part, T)> = None;
        for part in keys.iter().flat_map(|key| self.all(key)) {
            let converted = convert(&part.key, &part.value, self.origin);
            let converted = converted.map_err(|predicate| self.origin.about(part, &predicate))?;
            match (&found, converted) {
                (_, None) => {}
                (None, Some(new)) => found = Some((part, new)),
                (Some((_, old)), Some(new)) if *old == new => {}
                (Some((first, _)), Some(_)) => return Err(self.contradiction(first, part)),
            }
        }
        Ok(found)
    }

    /// Returns every part for `key`, because one source may hold several. A URL can give a key twice in
    /// its query, or in the query and as the host, the path or the like, while an array can give it in a
    /// context too.
    fn all(&self, key: &str) -> impl Iterator<Item = &Part> {
        let in_contexts = self.parts.iter().flat_map(|part| &part.settings);
        let parts = self.parts.iter().chain(in_contexts);
        parts.filter(move |part| part.key == key)
    }

    fn contradiction(&self, first: &Part, second: &Part) -> String {
        let (first, second) = (first.to_string(), second.to_string());
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
    let part = Part::new(key, purpose, value);
    let rule = match purpose {
        Purpose::Above if is_off(&part.value) => return Ok(part),
        Purpose::Above if origin.is_of_server() && !origin.is_array() && is_group(key) => {
            return Err(origin.whole("must be the URL of one server"));
        }
        Purpose::Above if origin.is_of_server() && key == b"min_replicas" => {
            "must be 0 or left out, because a majority of the servers decides, and not their replicas"
        }
        Purpose::Above if origin.is_of_server() && !is_of_locks(key) => {
            "has no place there, because a quorum has plain servers; give the \"host\" of one that is \
             a master by itself"
        }
        Purpose::Above if !origin.is_array() && is_group(key) => {
            return Err(origin.whole("must be the URL of one node"));
        }
        Purpose::Above => "has no effect there; it stands at the top level",
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

/// Returns the sentence about a key that is unknown where it stands.
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
        _ if scope == KeyScope::Inside(ServerGroup::Quorum) => {
            "; it is a list of servers".to_owned()
        }
        hint => hint,
    };
    origin.whole(&format!("has the unknown key {}{hint}", quoted(key)))
}

fn is_group(key: &[u8]) -> bool {
    ServerGroup::of_key(key).is_some()
}

/// Returns whether the key says how to lock, or how long a command may take.
fn is_of_locks(key: &[u8]) -> bool {
    KeyScope::Top.purpose(key) == Some(Purpose::Ours)
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
