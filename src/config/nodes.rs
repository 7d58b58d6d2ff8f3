//! The list of nodes of a Sentinel or a Cluster, with the address of each and what it says about the
//! login.
//!
//! A node is `host:port`, a URL or an array, so that the list of servers that a framework keeps can be
//! given as it is. What a node says besides its address becomes a source of its own, which fills gaps,
//! and the nodes must agree. `servers` reads its nodes here, and nothing here connects to them.

use super::address::{self, Address, NODE_FORMS, host_and_port, split_list};
use super::setting::{self, ServerGroup};
use super::sources::{Origin, Sources};
use super::value::{Pair, RawValue};

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
    let mut number = 0;
    let whole = |number| Origin::Node {
        number,
        is_array: false,
        of,
    };
    for node in entries(list) {
        number += 1;
        if number > MOST {
            return Err(format!("\"{}\" has more than {MOST} nodes", of.key()));
        }
        let sources = match node {
            ListedNode::Text(text) => of_text(number, of, &text),
            ListedNode::Array(parts) => of_array(number, of, parts),
            ListedNode::Other(shown) => {
                Err(whole(number).whole(&format!("must be {NODE_FORMS}, {shown} given")))
            }
        }?;
        let host = sources.get("host", setting::host)?;
        let port = sources.get("port", setting::port)?;
        let path = sources.get("path", |value| value.parsed(address::socket))?;
        let address = match path {
            Some(path) => address::node(Some(address::Host::Socket(path)), 0),
            None => address::node(host, port.unwrap_or(of.port())),
        }
        .map_err(|predicate| whole(number).whole(&predicate))?;
        if nodes.iter().all(|(_, known)| *known != address) {
            nodes.push((number, address));
        }
        to.absorb(sources);
    }
    Ok(nodes)
}

/// What a list holds at one place, unless it counts as not given.
enum ListedNode {
    Text(String),
    Array(Vec<Pair>),
    Other(String),
}

/// Returns the entries of a list, which may be a text itself, and of which one text may hold several
/// nodes.
fn entries(list: RawValue) -> Vec<ListedNode> {
    let values = match list {
        RawValue::Map(list) => list.into_iter().map(|(_, value)| value).collect(),
        value => vec![value],
    };
    let mut entries = Vec::new();
    for value in values {
        match value {
            value if value.is_absent() => {}
            RawValue::Map(node) => entries.push(ListedNode::Array(node)),
            RawValue::Text(text) => match str::from_utf8(&text) {
                Ok(text) => {
                    let nodes = split_list(text).into_iter();
                    entries.extend(nodes.map(|node| ListedNode::Text(node.to_owned())));
                }
                Err(_) => entries.push(ListedNode::Other("text that is not UTF-8".to_owned())),
            },
            value => entries.push(ListedNode::Other(value.shown())),
        }
    }
    entries
}

/// Returns the sources of a node that is a text, which is a URL, or a host with its port.
fn of_text(number: usize, of: ServerGroup, text: &str) -> Result<Sources, String> {
    let origin = Origin::Node {
        number,
        is_array: false,
        of,
    };
    let mut sources = Sources::default();
    if text.contains("://") {
        sources.add_url(origin, text.as_bytes())?;
        return Ok(sources);
    }
    let wrong = || {
        // An IPv6 address without brackets is refused, because nobody knows where it ends and the port
        // begins.
        let is_ipv6 = |byte: u8| byte.is_ascii_hexdigit() || byte == b':';
        let hint = if text.matches(':').count() > 1 && text.bytes().all(is_ipv6) {
            "; an IPv6 address needs its brackets"
        } else {
            ""
        };
        origin.whole(&format!("must be {NODE_FORMS}{hint}"))
    };
    let (host, port) = host_and_port(text).ok_or_else(wrong)?;
    let named = |key: &str, text: &str| (key.into(), RawValue::Text(text.into()));
    let port = port.map(|port| named("port", port));
    sources.add(
        origin,
        [named("host", host)].into_iter().chain(port).collect(),
    )?;
    Ok(sources)
}

/// Returns the sources of a node that is an array, whose URL wins part by part, as that of the
/// constructor's array does.
fn of_array(number: usize, of: ServerGroup, parts: Vec<Pair>) -> Result<Sources, String> {
    let origin = |is_array| Origin::Node {
        number,
        is_array,
        of,
    };
    let mut sources = Sources::default();
    sources.add(origin(true), parts)?;
    if let Some(url) = sources.get("url", setting::url)? {
        sources.add_url(origin(false), &url)?;
    }
    Ok(sources)
}
