//! The list of nodes of a Sentinel or a Cluster, with the address of each and what it says about the
//! login.
//!
//! A node is `host:port`, a URL or an array, so that the list of servers that a framework keeps can be
//! given as it is. What a node says besides its address becomes a source of its own, which fills gaps,
//! and the nodes must agree. `servers` reads its nodes here, and nothing here connects to them.

use super::address::{self, Address, Host, NODE_FORMS, host_and_port, split_list};
use super::setting::{self, ServerGroup};
use super::sources::{Origin, Sources};
use super::value::RawValue;

/// The most nodes of a list, which is more than any list needs, because a text that is no list could cost
/// seconds without a limit.
const MOST: usize = 1000;

/// Reads the nodes in `list` into `to`, and returns the number and the address of each, of which none
/// comes twice.
///
/// # Errors
/// What is wrong with the first node that is wrong, as a sentence.
pub(super) fn read(
    to: &mut Sources,
    of: ServerGroup,
    list: RawValue,
) -> Result<Vec<(usize, Address)>, String> {
    let mut nodes: Vec<(usize, Address)> = Vec::new();
    for (at, node) in entries(list).into_iter().enumerate() {
        let number = at + 1;
        if number > MOST {
            return Err(format!("\"{}\" has more than {MOST} nodes", of.key()));
        }
        let origin = |is_array| Origin::Node {
            number,
            is_array,
            of,
        };
        let sources = sources(origin, node)?;
        let host = sources.get("host", setting::host)?;
        let port = sources.get("port", setting::port)?;
        let path = sources.get("path", |value| value.parsed(address::socket))?;
        let host = path.map(Host::Socket).or(host);
        let address = address::node(host, port.unwrap_or(of.port()))
            .map_err(|predicate| origin(false).whole(&predicate))?;
        if nodes.iter().all(|(_, known)| *known != address) {
            nodes.push((number, address));
        }
        to.absorb(sources);
    }
    Ok(nodes)
}

/// Returns the entries of a list, which may be a text itself, and of which one text may hold several
/// nodes.
fn entries(list: RawValue) -> Vec<RawValue> {
    let values = match list {
        RawValue::Map(list) => list.into_iter().map(|(_, value)| value).collect(),
        value => vec![value],
    };
    let mut entries = Vec::new();
    for value in values.into_iter().filter(|value| !value.is_absent()) {
        match value.as_str().map(split_list) {
            Some(nodes) => entries.extend(nodes.into_iter().map(|it| RawValue::Text(it.into()))),
            None => entries.push(value),
        }
    }
    entries
}

/// Returns the sources of a node, which is an array, a URL, or a host with its port. The URL in an array
/// wins part by part, as that of the constructor's array does.
fn sources(origin: impl Fn(bool) -> Origin, node: RawValue) -> Result<Sources, String> {
    let wrong = |hint: &str| origin(false).whole(&format!("must be {NODE_FORMS}{hint}"));
    let mut sources = Sources::default();
    if let RawValue::Map(parts) = node {
        sources.add(origin(true), parts)?;
        if let Some(url) = sources.get("url", setting::url)? {
            sources.add_url(origin(false), &url)?;
        }
        return Ok(sources);
    }
    let Some(text) = node.as_str() else {
        let shown = match node {
            RawValue::Text(_) => "text that is not UTF-8".to_owned(),
            _ => node.shown(),
        };
        return Err(wrong(&format!(", {shown} given")));
    };
    if text.contains("://") {
        sources.add_url(origin(false), text.as_bytes())?;
    } else {
        // An IPv6 address without brackets is refused, because nobody knows where it ends and the port
        // begins.
        let is_ipv6 = |byte: u8| byte.is_ascii_hexdigit() || byte == b':';
        let hint = if text.matches(':').count() > 1 && text.bytes().all(is_ipv6) {
            "; an IPv6 address needs its brackets"
        } else {
            ""
        };
        let parts = host_and_port(text).ok_or_else(|| wrong(hint))?;
        sources.add(origin(false), parts)?;
    }
    Ok(sources)
}
