//! The two errors by which a node of a Cluster sends a client elsewhere: MOVED for good, ASK for one
//! question.
//!
//! This file asks no node and changes no slot map. `nodes` calls it.

use super::slot_map::{NodeAddress, SlotMap};
use crate::protocol::Reply;
use crate::protocol::slot::SLOTS;

/// Where a question has to be asked instead.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Redirect {
    pub(super) slot: u16,
    pub(super) to: NodeAddress,
    /// False, MOVED: that node has the slot. True, ASK: the slot is moving to that node, which has this key
    /// already, or will have it, and answers behind ASKING.
    pub(super) is_ask: bool,
}

impl Redirect {
    /// Returns what the node `answering` says, if its reply is one of the two: `MOVED 3999 host:port`. An empty host
    /// means the host of `answering`, because that node does not know the other name. The host `?` stands for a
    /// node that is to announce a name and has none, and then the slot map may know its address.
    pub(super) fn read(reply: &Reply, answering: &NodeAddress, slot_map: &SlotMap) -> Option<Self> {
        let Reply::Error { code, words } = reply else {
            return None;
        };
        let (slot, at) = words.split_once(' ')?;
        let slot = slot.parse().ok().filter(|slot| *slot < SLOTS)?;
        // The last colon: an IPv6 address has some itself.
        let (host, port) = at.rsplit_once(':')?;
        let port = port.parse().ok()?;
        let to = match host {
            "" => answering.beside(port),
            "?" => slot_map.nameless(port).cloned(),
            _ => {
                let at = NodeAddress::new(host, port, None)?;
                let known = slot_map.addresses().iter().find(|known| **known == at);
                known.cloned().or(Some(at))
            }
        }?;
        let is_ask = match code.as_str() {
            "MOVED" => false,
            "ASK" => true,
            _ => return None,
        };
        Some(Self { slot, to, is_ask })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    use proptest::prelude::*;

    fn address(host: &str, port: u16, ip: Option<&str>) -> NodeAddress {
        let ip = ip.map(|ip| ip.parse::<IpAddr>().unwrap());
        NodeAddress::new(host, port, ip).unwrap()
    }

    /// A slot map that knows a node with a name, and one without.
    fn known() -> SlotMap {
        let mut map = SlotMap::empty();
        map.moved(1, &address("a.example", 7000, Some("10.0.0.1")));
        map.moved(2, &address("10.0.0.2", 7000, None));
        map
    }

    fn read(code: &str, words: &str) -> Option<Redirect> {
        let (code, words) = (code.to_owned(), words.to_owned());
        let answering = address("seed", 7005, Some("10.0.0.5"));
        Redirect::read(&Reply::Error { code, words }, &answering, &known())
    }

    #[test]
    fn a_redirect_names_a_node_address() {
        for (words, host, port, ip) in [
            ("127.0.0.1:6381", "127.0.0.1", 6381, Some("127.0.0.1")),
            ("::1:6381", "::1", 6381, Some("::1")),
            ("fe80::1%eth0:6381", "fe80::1%eth0", 6381, None),
            ("b.example:65535", "b.example", 65_535, None),
            ("a.example:7000", "a.example", 7000, Some("10.0.0.1")),
            ("a.example:7001", "a.example", 7001, None),
            (":7001", "seed", 7001, Some("10.0.0.5")),
            ("?:7000", "10.0.0.2", 7000, Some("10.0.0.2")),
        ] {
            let to = address(host, port, ip);
            for (code, is_ask) in [("MOVED", false), ("ASK", true)] {
                let Some(redirect) = read(code, &format!("3999 {words}")) else {
                    panic!("{words}");
                };
                assert_eq!((redirect.slot, redirect.is_ask), (3999, is_ask));
                let is = redirect.to;
                assert_eq!((&is, is.ip), (&to, to.ip), "{words}");
            }
        }
    }

    #[test]
    fn nonsense_is_no_redirect() {
        for words in [
            "",
            "3999",
            "3999 ",
            "3999 h",
            "3999 h:",
            "3999 h:0",
            "3999 h:65536",
            "3999 h:-1",
            "16384 h:1",
            "-1 h:1",
            "x h:1",
            " h:1",
            "3999 a b:1",
            "3999  h:1",
            "3999 h\n:1",
            "3999 h\u{9b}:1",
            "3999 a\u{202e}b:1",
            "3999 http://h:1",
            // Two nodes may be meant, or none.
            "3999 ?:7001",
        ] {
            assert_eq!(read("MOVED", words), None, "{words}");
        }
        assert_eq!(read("ERR", "3999 h:1"), None);
        let answering = address("seed", 1, None);
        assert_eq!(Redirect::read(&Reply::Okay, &answering, &known()), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 5000,
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn every_redirect_that_is_printed_is_read_back(
            slot in 0..SLOTS,
            port in 1_u16..,
            ip in any::<IpAddr>(),
            name in "[a-z][a-z0-9-]{0,9}(\\.[a-z0-9-]{1,9}){0,3}",
            has_name in any::<bool>(),
        ) {
            let host = if has_name { name } else { ip.to_string() };
            let to = NodeAddress::new(&host, port, None).unwrap();
            let words = format!("{slot} {host}:{port}");
            for (code, is_ask) in [("MOVED", false), ("ASK", true)] {
                let to = to.clone();
                prop_assert_eq!(read(code, &words), Some(Redirect { slot, to, is_ask }));
            }
        }

        #[test]
        fn no_words_can_do_harm(words in "\\PC{0,30}", slot in 0_u32..20_000, at in "[0-9a-f:?. ]{0,20}") {
            let _ = read("MOVED", &words);
            let _ = read("ASK", &format!("{slot} {at}"));
        }
    }
}
