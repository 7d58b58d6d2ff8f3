//! The servers that a configuration names, and how to connect to them and to log in.
//!
//! The servers are one server, the master of a Sentinel's service, a Cluster, or those of a quorum. `config`
//! calls [`read`], whose errors are sentences, as in `sources`, while nothing here reads a setting of locks or
//! resolves a name.

use super::access::{DATABASE, access, login, own_login, tls_settings};
use super::address::{self, Address, NODE_FORMS, Scheme};
use super::nodes;
use super::packages;
use super::quorum;
use super::setting::{self, ServerGroup};
use super::sources::{Origin, Sources};
use super::tls;
use super::value::{self, Pair, RawValue};
use super::{Access, ClusterSeeds, Sentinel, Server, Servers, Tls};

/// Returns where Redis is and how to connect to it.
///
/// # Errors
/// A sentence about the first thing that is wrong.
pub(super) fn read(from: &mut Sources) -> Result<Servers, String> {
    let Some((origin, group, value)) = from.group()? else {
        return one(from).map(Servers::One);
    };
    let value = value.clone();
    match group {
        ServerGroup::Cluster => cluster(from, origin, value).map(Servers::Cluster),
        ServerGroup::Sentinel => {
            sentinel(from, origin, value).map(|it| Servers::Master(Box::new(it)))
        }
        ServerGroup::Quorum => {
            from.get("port", setting::port)?;
            let scheme = from.get_any(&SCHEME, |key, value, _| any_scheme_in(key, value))?;
            quorum::read(from, origin, value, scheme).map(Servers::Quorum)
        }
    }
}

fn one(from: &Sources) -> Result<Server, String> {
    let (address, is_tls) = address::address(
        from.get("scheme", setting::scheme)?,
        from.get("host", setting::host)?,
        from.get("port", setting::port)?,
        from.get("path", |value| value.parsed(address::socket))?,
    )?;
    let tls = tls_settings(from, is_tls)?;
    tls::check_host(tls.as_ref(), &address).map_err(|predicate| format!("\"host\" {predicate}"))?;
    Ok(Server {
        address,
        access: access(from, tls, setting::database)?,
    })
}

fn cluster(from: &mut Sources, origin: Origin, value: RawValue) -> Result<ClusterSeeds, String> {
    // This `port` is that of one server alone, so it is read before the nodes have theirs.
    from.get("port", setting::port)?;
    let list = if origin.is_array() {
        list_of_cluster(from, value)?
    } else {
        value
    };
    let nodes = nodes::read(from, ServerGroup::Cluster, list)?;
    if nodes.is_empty() {
        return Err(format!("\"cluster\" names no node; a node is {NODE_FORMS}"));
    }
    let is_tls = scheme(from)? == Some(Scheme::Tls);
    let tls = tls_settings(from, is_tls)?;
    check_hosts(tls.as_ref(), &nodes)?;
    Ok(ClusterSeeds {
        access: access(from, tls, database_0("must be 0 in a Cluster"))?,
        seeds: addresses(nodes),
    })
}

/// Returns the list of a Cluster's nodes in what stands under `cluster`, which is a text, a list, with
/// Laravel's `options` in it, or Hyperf's array with the list under `seeds`.
fn list_of_cluster(from: &mut Sources, value: RawValue) -> Result<RawValue, String> {
    let of = ServerGroup::Cluster;
    let example = "['10.0.0.1:7000', '10.0.0.2:7000']";
    let map = match value {
        RawValue::Map(map) => map,
        RawValue::Text(text) if is_driver(&text) => {
            return Err(format!(
                "\"cluster\" must be a list of nodes, such as {example}, and not the name of a \
                 driver; in Laravel the list is in database.redis.clusters"
            ));
        }
        // A text that answers "on or off?" is no host.
        RawValue::Text(_) if !matches!(value.flag(), Ok(Some(_))) => return Ok(value),
        value => {
            let given = value.shown();
            return Err(format!(
                "\"cluster\" must be a list of nodes, such as {example}, {given} given"
            ));
        }
    };
    let (mut list, options, mut others) = packages::parted(map);
    from.add_options(Origin::Options, options)?;
    match value::take(&mut others, "seeds") {
        Some(RawValue::Map(seeds)) => list.extend(seeds),
        Some(seeds) => list.push((Vec::new(), seeds)),
        None => {}
    }
    let mut inside = Sources::default();
    inside.add(Origin::Inside(of), others)?;
    inside.get("enable", RawValue::flag)?;
    from.absorb(inside);
    Ok(RawValue::Map(list))
}

fn sentinel(from: &mut Sources, origin: Origin, value: RawValue) -> Result<Sentinel, String> {
    let of = ServerGroup::Sentinel;
    let mut sentinels = Sources::default();
    let (service, list) = if origin.is_array() {
        let (listed, mut options, mut map) = packages::parted(array_of_sentinel(value)?);
        let service = value::take(&mut options, "service");
        map.extend(service.map(|service| (b"service".to_vec(), service)));
        from.add_options(Origin::Options, options)?;
        let list = packages::sentinels(listed, &mut map)?;
        sentinels.add(Origin::Inside(of), map)?;
        sentinels.get("enable", RawValue::flag)?;
        let service = sentinels.get_any(&SERVICE, |_, value, _| setting::service(value))?;
        let missing = "\"sentinel\" has no \"service\", which is what the sentinels call the \
                       master, such as mymaster";
        (service.ok_or(missing)?, list)
    } else {
        let service = from.get("service", setting::service)?;
        let missing = "has no service in its query, which is what the sentinels call the master, \
                       such as ?service=mymaster";
        (service.ok_or_else(|| origin.whole(missing))?, value)
    };
    let nodes = nodes::read(&mut sentinels, of, list)?;
    if nodes.is_empty() {
        return Err(format!(
            "\"nodes\" in \"sentinel\" names no node; a node is {NODE_FORMS}"
        ));
    }
    from.get("port", setting::port)?;
    let master_scheme = scheme(from)?;
    let is_tls = |scheme| scheme == Some(Scheme::Tls);
    let sentinel_scheme = scheme_of_sentinels(&sentinels, master_scheme)?;
    // The settings are read once, because they hold for both, unless the sentinels have a context of
    // their own.
    let tls = tls_settings(from, is_tls(master_scheme) || is_tls(sentinel_scheme))?;
    let tls_if = |scheme| tls.clone().filter(|_| is_tls(scheme));
    let has_own = is_tls(sentinel_scheme) && sentinels.have_a_context();
    let tls_of_sentinels = tls_settings(&sentinels, has_own)?.or_else(|| tls_if(sentinel_scheme));
    check_hosts(tls_of_sentinels.as_ref(), &nodes)?;
    let no_database = database_0(
        "must be 0 or left out: a sentinel has no databases, and that of the master stands at the \
         top level",
    );
    sentinels.get_any(&DATABASE, |_, value, _| no_database(value))?;
    let master = access(from, tls_if(master_scheme), setting::database)?;
    let (username, password) = if origin.is_array() {
        let passwords = ["password", "auth", "sentinel_password"];
        own_login(&sentinels, &["username", "sentinel_username"], &passwords)?
    } else {
        login(from, &["sentinel_username"], &["sentinel_password"])?
    };
    Ok(Sentinel {
        service,
        nodes: addresses(nodes),
        sentinels: Access {
            username,
            password,
            database: 0,
            tls: tls_of_sentinels,
            min_replicas: 0,
            name: None,
            ..master.clone()
        },
        master,
    })
}

/// Returns the array under `sentinel`, unless it is a list, which is allowed only with the options of a
/// Sentinel.
fn array_of_sentinel(value: RawValue) -> Result<Vec<Pair>, String> {
    let given = match value {
        RawValue::Map(map) if map.iter().all(|(key, _)| key != b"0") => return Ok(map),
        RawValue::Map(map) if packages::is_list_of_sentinels(&map) => return Ok(map),
        RawValue::Map(_) => "list".to_owned(),
        // The text is not shown, because it may be a URL with a password.
        RawValue::Text(_) => "string".to_owned(),
        value => value.shown(),
    };
    Err(format!(
        "\"sentinel\" must be an array with \"service\" and \"nodes\", {given} given"
    ))
}

/// Returns the scheme of the sentinels, which is their own, that of their nodes, or that of the master.
/// Nodes that contradict the master may be an oversight that costs the encryption, so `sentinel` has to
/// repeat the scheme.
fn scheme_of_sentinels(
    sentinels: &Sources,
    master: Option<Scheme>,
) -> Result<Option<Scheme>, String> {
    let own = sentinels.find(&SCHEME, |key, value, _| scheme_in(key, value))?;
    match (own, master) {
        (Some((Origin::Node { number, .. }, own)), Some(master)) if own != master => Err(format!(
            "gives \"scheme\" and \"scheme\" in node {number} of \"sentinel\" different values; if \
             both are right, repeat that of the sentinels in \"sentinel\""
        )),
        (Some((_, own)), _) => Ok(Some(own)),
        (None, master) => Ok(master),
    }
}

/// The keys that give a scheme, which may stand before a host too.
const SCHEME: [&str; 2] = ["scheme", "host"];

/// Returns the scheme where there are several servers. A `host` beside them is no server, but its scheme
/// counts, because otherwise `tls://` there would have no effect.
fn scheme(from: &Sources) -> Result<Option<Scheme>, String> {
    from.get_any(&SCHEME, |key, value, _| scheme_in(key, value))
}

fn scheme_in(key: &str, value: &RawValue) -> Result<Option<Scheme>, String> {
    let scheme = any_scheme_in(key, value)?;
    if scheme == Some(Scheme::Unix) {
        return Err("must not be unix: Sentinel and Cluster are reached over TCP".to_owned());
    }
    Ok(scheme)
}

fn any_scheme_in(key: &str, value: &RawValue) -> Result<Option<Scheme>, String> {
    match key {
        "host" => Ok(setting::host(value)?.and_then(|host| host.scheme())),
        _ => setting::scheme(value),
    }
}

fn check_hosts(tls: Option<&Tls>, nodes: &[(usize, Address)]) -> Result<(), String> {
    nodes.iter().try_for_each(|(number, address)| {
        let named = |predicate| format!("the host of node {number} {predicate}");
        tls::check_host(tls, address).map_err(named)
    })
}

fn addresses(nodes: Vec<(usize, Address)>) -> Vec<Address> {
    nodes.into_iter().map(|(_, address)| address).collect()
}

/// Returns whether a text is what Laravel and Predis call a way to use a Cluster, which stands under
/// `cluster` in Laravel's options. A host with such a name is written with its port, so that it is not
/// taken for a driver.
fn is_driver(text: &[u8]) -> bool {
    let drivers: [&[u8]; 3] = [b"redis", b"redis-cluster", b"predis"];
    drivers.iter().any(|it| it.eq_ignore_ascii_case(text))
}

/// The keys that give a service in the array under `sentinel`.
const SERVICE: [&str; 3] = ["service", "master_name", "sentinel_service"];

/// Returns a reading of a database that takes 0 alone, and the `rule` as its error.
fn database_0(rule: &str) -> impl Fn(&RawValue) -> Result<Option<u32>, String> {
    move |value| match setting::database(value)? {
        Some(1..) => Err(rule.to_owned()),
        database => Ok(database),
    }
}
