//! The servers of a quorum, each of which is a configuration of its own.
//!
//! A server is a text or an array that could be the argument of the constructor, apart from the settings of
//! locks, and the sources of the whole configuration fill its gaps. The servers need not agree, but no two may
//! be one. `servers` calls [`read`], whose errors are sentences, as in `sources`, while nothing here resolves a
//! name or finds out whether two names lead to one server.

use std::net::IpAddr;
use std::time::Duration;

use super::access::{DATABASE, Login, PASSWORDS, USERNAMES, command_timeout, login, own_login};
use super::address::{self, Host, SERVER_FORMS, Scheme, host_and_port, split};
use super::packages;
use super::setting::{self, ServerGroup};
use super::sources::{Origin, ServerPlace, Sources};
use super::tls;
use super::value::RawValue;
use super::{Access, Address, Server, Tls};

/// The fewest and the most servers that a quorum may have.
const FEWEST: usize = 3;
const MOST: usize = 15;

/// Returns the servers in `value`, which stands in a source of `origin`, where `scheme` is that of the whole
/// configuration.
///
/// # Errors
/// A sentence about the first thing that is wrong.
pub(super) fn read(
    from: &Sources,
    origin: Origin,
    value: RawValue,
    scheme: Option<Scheme>,
) -> Result<Vec<Server>, String> {
    let list = entries(origin, value)?;
    let count = list.len();
    if !(FEWEST..=MOST).contains(&count) || count.is_multiple_of(2) {
        return Err(whole(origin).whole(&format!(
            "must name an odd number of servers from {FEWEST} to {MOST}, {count} given"
        )));
    }
    let of = origin.list_of_servers();
    let members = (1..).zip(list).map(|(number, entry)| {
        let member = Member { number, of };
        Ok((member, member.sources(origin, entry)?))
    });
    let members = members.collect::<Result<Vec<_>, String>>()?;
    refuse_replicas(from)?;
    let command_timeout = command_timeout(from, agreed_read_timeout(&members, origin)?)?;
    let members = members.into_iter().map(|(member, own)| {
        let all = own.over(from);
        let sources = MemberSources { member, own, all };
        sources.server(from, scheme, command_timeout)
    });
    let servers = members.collect::<Result<Vec<_>, String>>()?;
    if servers.iter().all(|server| server.access.tls.is_none()) {
        from.refuse_tls_settings(|_| true)?;
    }
    refuse_twins(origin, &servers)?;
    Ok(servers)
}

/// Returns the origin whose sentences are about the list as a whole.
fn whole(origin: Origin) -> Origin {
    if origin.is_array() {
        Origin::Inside(ServerGroup::Quorum)
    } else {
        origin
    }
}

/// Returns the entries of the list, of which a text holds several, with a sign between them.
fn entries(origin: Origin, value: RawValue) -> Result<Vec<RawValue>, String> {
    let map = match value {
        RawValue::Map(map) => map,
        // A text that answers "on or off?" is no host.
        RawValue::Text(text) if !matches!(RawValue::Text(text.clone()).flag(), Ok(Some(_))) => {
            return Ok(texts(RawValue::Text(text)));
        }
        value => {
            let given = value.shown();
            return Err(format!(
                "\"servers\" must be a list of servers, such as ['10.0.0.1:6379', '10.0.0.2:6379', \
                 '10.0.0.3:6379'], {given} given"
            ));
        }
    };
    let (list, options, mut others) = packages::parted(map);
    others.extend(options);
    let mut inside = Sources::default();
    inside.add(whole(origin), others)?;
    inside.get("enable", RawValue::flag)?;
    Ok(list
        .into_iter()
        .flat_map(|(_, entry)| texts(entry))
        .collect())
}

/// Returns the entry, or the entries in it if it is a text with several. An empty one stays, because a server
/// that is missing changes what a majority is.
fn texts(entry: RawValue) -> Vec<RawValue> {
    match entry.as_str() {
        Some(text) => {
            let texts = split(text).into_iter();
            texts.map(|text| RawValue::Text(text.into())).collect()
        }
        None => vec![entry],
    }
}

/// Refuses replicas that have to acknowledge a lock.
fn refuse_replicas(from: &Sources) -> Result<(), String> {
    let rule = "must be 0 or left out in a quorum, because a majority of the servers decides, and not \
                their replicas";
    let none = |value: &RawValue| match setting::min_replicas(value)? {
        Some(1..) => Err(rule.to_owned()),
        replicas => Ok(replicas),
    };
    from.get("min_replicas", none).map(|_| ())
}

/// Returns the `read_timeout` of the servers, with the origin of the list, if all have the same one, because
/// frameworks put it there, while one deadline holds for all.
fn agreed_read_timeout(
    members: &[(Member, Sources)],
    origin: Origin,
) -> Result<Option<(Origin, Duration)>, String> {
    let mut agreed = None;
    let mut is_agreed = true;
    for (at, (_, own)) in members.iter().enumerate() {
        let given = own.get("read_timeout", setting::read_timeout)?;
        is_agreed &= given.is_some() && (at == 0 || given == agreed);
        agreed = given;
    }
    Ok(agreed.filter(|_| is_agreed).map(|it| (origin, it)))
}

/// Refuses two servers with one host and port, or with one socket, because one server would have two votes.
fn refuse_twins(origin: Origin, servers: &[Server]) -> Result<(), String> {
    for (at, server) in servers.iter().enumerate() {
        let earlier = servers.iter().take(at);
        let mut same = earlier
            .zip(1..)
            .filter(|(it, _)| is_one(&it.address, &server.address));
        if let Some((_, first)) = same.next() {
            return Err(whole(origin).whole(&format!(
                "names {} as server {first} and as server {}; name another server, because each \
                 one has one vote",
                server.address,
                at + 1
            )));
        }
    }
    Ok(())
}

/// Returns whether two addresses are one, however their letters and IP addresses are written.
fn is_one(first: &Address, second: &Address) -> bool {
    let (
        Address::Tcp { host, port },
        Address::Tcp {
            host: other,
            port: other_port,
        },
    ) = (first, second)
    else {
        return first == second;
    };
    let ip = |host: &str| host.parse::<IpAddr>().ok();
    let is_one_ip = ip(host).is_some_and(|it| ip(other) == Some(it));
    port == other_port && (is_one_ip || host.to_lowercase() == other.to_lowercase())
}

/// The number of a server, and what a sentence calls the list that it stands in.
#[derive(Clone, Copy)]
struct Member {
    number: usize,
    of: &'static str,
}

impl Member {
    fn origin(self, place: ServerPlace) -> Origin {
        let Self { number, of } = self;
        Origin::Server { number, place, of }
    }

    /// Returns a sentence about the server as a whole, which ends with `predicate`.
    fn whole(self, predicate: &str) -> String {
        self.origin(ServerPlace::Url).whole(predicate)
    }

    /// Returns the sources of a server in a list of `origin`, which is an array, a URL, a host with its port, or
    /// a socket.
    fn sources(self, origin: Origin, entry: RawValue) -> Result<Sources, String> {
        let mut sources = Sources::default();
        let text = match entry {
            RawValue::Map(parts) => {
                let (listed, options, rest) = packages::parted(parts);
                let array = self.origin(ServerPlace::Array);
                sources.add(array, [rest, listed].concat())?;
                let of_options = |key| self.origin(ServerPlace::Options(key));
                sources.add_options(of_options, options)?;
                if let Some(url) = sources.get("url", setting::url)? {
                    sources.add_url(self.origin(ServerPlace::Url), &url)?;
                }
                return Ok(sources);
            }
            entry if entry.is_absent() => {
                return Err(self.whole(&format!("is empty; a server is {SERVER_FORMS}")));
            }
            RawValue::Text(text) => text,
            entry => {
                let given = entry.shown();
                return Err(self.whole(&format!("must be {SERVER_FORMS}, {given} given")));
            }
        };
        let text = String::from_utf8(text).map_err(|_| self.whole("must be valid UTF-8"))?;
        let place = self.origin(ServerPlace::Url);
        if text.contains("://") {
            if origin.is_array() {
                sources.add_url(place, text.as_bytes())?;
            } else {
                sources.add_listed_url(place, text.as_bytes())?;
            }
            return Ok(sources);
        }
        let is_ipv6 = |byte: u8| byte.is_ascii_hexdigit() || byte == b':';
        let hint = if text.matches(':').count() > 1 && text.bytes().all(is_ipv6) {
            "; an IPv6 address needs its brackets"
        } else {
            ""
        };
        let wrong = || self.whole(&format!("must be {SERVER_FORMS}{hint}"));
        let parts = if text.starts_with('/') {
            vec![(b"path".to_vec(), RawValue::Text(text.into()))]
        } else {
            host_and_port(&text).ok_or_else(wrong)?
        };
        sources.add(place, parts)?;
        Ok(sources)
    }
}

/// What is given for one server, by itself and with what fills its gaps.
struct MemberSources {
    member: Member,
    own: Sources,
    all: Sources,
}

impl MemberSources {
    fn server(
        &self,
        from: &Sources,
        scheme: Option<Scheme>,
        command_timeout: Duration,
    ) -> Result<Server, String> {
        let (address, is_tls) = self.address(scheme)?;
        let tls = self.tls(is_tls)?;
        tls::check_host(tls.as_ref(), &address)
            .map_err(|predicate| self.member.whole(&format!("has a host that {predicate}")))?;
        let (username, password) = self.login(from)?;
        let all = &self.all;
        let database = all.get_any(&DATABASE, |_, value, _| setting::database(value))?;
        let connect_timeout = all.get("timeout", setting::connect_timeout)?;
        Ok(Server {
            address,
            access: Access {
                username,
                password,
                database: database.unwrap_or(0),
                tls,
                min_replicas: 0,
                name: all.get("name", setting::name)?,
                connect_timeout: connect_timeout
                    .map_or(command_timeout, |it| it.min(command_timeout)),
                command_timeout,
            },
        })
    }

    /// Returns the address, which the server alone gives, and whether TLS is spoken there, for which the scheme of
    /// the whole configuration counts if the server has a host and no scheme.
    fn address(&self, scheme: Option<Scheme>) -> Result<(Address, bool), String> {
        let own = &self.own;
        let host = own.get("host", setting::host)?;
        let path = own.get("path", |value| value.parsed(address::socket))?;
        let is_host = matches!(host, Some(Host::Name { scheme: None, .. }));
        if host.is_none() && path.is_none() {
            let forms = format!("must name a host or a socket; a server is {SERVER_FORMS}");
            return Err(self.member.whole(&forms));
        }
        let scheme = own
            .get("scheme", setting::scheme)?
            .or(scheme.filter(|_| is_host));
        let port = own.get("port", setting::port)?;
        let origin = self.member.origin(ServerPlace::Url);
        address::address(scheme, host, port, path).map_err(|sentence| origin.in_server(sentence))
    }

    /// Returns the settings of TLS, each of which the whole configuration gives if the server does not.
    fn tls(&self, is_tls: bool) -> Result<Option<Tls>, String> {
        for key in setting::CONTEXTS {
            self.all.get(key, setting::context)?;
        }
        if is_tls {
            return tls::read(&self.all).map(Some);
        }
        self.all.refuse_tls_settings(Origin::is_of_server)?;
        Ok(None)
    }

    /// Returns the login of the server if it has a password, or else that of the whole configuration. A user and a
    /// password of different places belong to nobody.
    fn login(&self, from: &Sources) -> Result<Login, String> {
        let own = login(&self.own, &USERNAMES, &PASSWORDS)?;
        if own.1.is_some() {
            // What has no effect has to be right too.
            login(from, &USERNAMES, &PASSWORDS)?;
            return Ok(own);
        }
        let username = self
            .own
            .get("username", |value| setting::username(false, value))?;
        let login = login(from, &USERNAMES, &PASSWORDS)?;
        match (&username, &login) {
            (Some(_), (user, Some(_))) if *user != username => Err(self.member.whole(
                "has a \"username\" and no \"password\"; give both there, because the login of the top \
                 level counts as a whole",
            )),
            (_, (_, Some(_))) => Ok(login),
            _ => own_login(&self.all, &USERNAMES, &PASSWORDS),
        }
    }
}
