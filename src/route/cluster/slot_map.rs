//! Which node of a Cluster has which slot, and where that node announces itself:
//! <https://redis.io/docs/latest/commands/cluster-slots/>.
//!
//! This file asks no node and connects to none. `nodes` and `check` read the slot map, and `topology` keeps and patches it.

use std::fmt;
use std::net::IpAddr;

use crate::config::is_host;
use crate::protocol::Reply;
use crate::protocol::slot::SLOTS;

/// More masters than a Cluster has: <https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/>
/// recommends a thousand at most.
const MOST_ADDRESSES: usize = 2000;

/// The address at which a node is to be reached.
#[derive(Debug, Clone)]
pub(crate) struct NodeAddress {
    /// What TLS verifies: a name or an address.
    pub(crate) host: String,
    pub(crate) port: u16,
    /// The IP address of the host, if the Cluster says it, so that nobody has to resolve the host.
    pub(crate) ip: Option<IpAddr>,
}

/// Two node addresses are one if they are written alike.
impl PartialEq for NodeAddress {
    fn eq(&self, other: &Self) -> bool {
        self.port == other.port && self.host == other.host
    }
}

/// As the tools of Redis want it.
impl fmt::Display for NodeAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl NodeAddress {
    /// Returns a node address, or `None` if nothing can be reached there. `ip` counts if the host is no IP address
    /// itself.
    pub(crate) fn new(host: &str, port: u16, ip: Option<IpAddr>) -> Option<Self> {
        if !is_host(host) || port == 0 {
            return None;
        }
        Some(Self {
            host: host.to_owned(),
            port,
            ip: host.parse().ok().or(ip),
        })
    }

    /// Returns another port of the same host.
    pub(super) fn beside(&self, port: u16) -> Option<Self> {
        Self::new(&self.host, port, self.ip)
    }
}

/// The slots of a Cluster.
#[derive(Debug, Clone)]
pub(crate) struct SlotMap {
    /// For each slot the index of its node address, or [`NOBODY`].
    slots: Vec<u16>,
    /// Each node address once. A node may have lost all its slots.
    addresses: Vec<NodeAddress>,
}

/// The index that no node address has.
const NOBODY: u16 = u16::MAX;

impl SlotMap {
    /// Returns a slot map in which no slot has a node.
    pub(super) fn empty() -> Self {
        Self {
            slots: vec![NOBODY; usize::from(SLOTS)],
            addresses: Vec::new(),
        }
    }

    /// Returns the slot map in the reply of the node `answering` to CLUSTER SLOTS, or `None` if the reply or a part of
    /// it is malformed. The master of a range counts, and its replicas are not looked at. A master that does not
    /// know its own address has no slots here, because MOVED leads to it.
    pub(crate) fn read(reply: &Reply, answering: &NodeAddress) -> Option<Self> {
        let mut map = Self::empty();
        // Ranges that overlap are no map. They might cost more time than a question has.
        let mut free = usize::from(SLOTS);
        for range in reply.items()? {
            let [Reply::Int(first), Reply::Int(last), Reply::List(master), ..] = range.items()?
            else {
                return None;
            };
            let (first, last) = (usize::try_from(*first).ok()?, usize::try_from(*last).ok()?);
            let slots = map.slots.get_mut(first..=last);
            let slots = slots.filter(|slots| !slots.is_empty())?;
            free = free.checked_sub(slots.len())?;
            if let Some(address) = announced(master, answering).ok()? {
                slots.fill(index_of(&mut map.addresses, &address));
            }
            if map.addresses.len() > MOST_ADDRESSES {
                return None;
            }
        }
        Some(map)
    }

    /// Returns the index of the node address that has a slot.
    pub(crate) fn index(&self, slot: u16) -> Option<usize> {
        let index = self.slots.get(usize::from(slot)).copied();
        index.filter(|index| *index != NOBODY).map(usize::from)
    }

    pub(crate) fn address(&self, index: usize) -> Option<&NodeAddress> {
        self.addresses.get(index)
    }

    pub(super) fn addresses(&self) -> &[NodeAddress] {
        &self.addresses
    }

    /// Returns the addresses of the nodes that have slots.
    pub(crate) fn owners(&self) -> impl Iterator<Item = &NodeAddress> {
        let mut has_slots = vec![false; self.addresses.len()];
        for index in &self.slots {
            if let Some(has_slots) = has_slots.get_mut(usize::from(*index)) {
                *has_slots = true;
            }
        }
        let addresses = self.addresses.iter().zip(has_slots);
        addresses.filter_map(|(address, has_slots)| has_slots.then_some(address))
    }

    /// Returns the only node address with this port whose host is an IP address. In a Cluster whose nodes announce
    /// names, that is the node that has no name and announces `?`.
    pub(super) fn nameless(&self, port: u16) -> Option<&NodeAddress> {
        let is_nameless =
            |address: &&NodeAddress| address.port == port && address.host.parse::<IpAddr>().is_ok();
        let mut found = self.addresses.iter().filter(is_nameless);
        found.next().filter(|_| found.next().is_none())
    }

    /// Returns how many slots have no node.
    pub(crate) fn unowned(&self) -> usize {
        self.slots.iter().filter(|index| **index == NOBODY).count()
    }

    /// Notes that the slot has moved there.
    pub(super) fn moved(&mut self, slot: u16, to: &NodeAddress) {
        // Redirects alone never forget a node. Nodes that are needed are learned again.
        if self.addresses.len() > MOST_ADDRESSES {
            *self = Self::empty();
        }
        if let Some(index) = self.slots.get_mut(usize::from(slot)) {
            *index = index_of(&mut self.addresses, to);
        }
    }
}

/// Returns the index of `address`, which is inserted if new, or [`NOBODY`] if there are too many.
fn index_of(addresses: &mut Vec<NodeAddress>, address: &NodeAddress) -> u16 {
    let known = addresses.iter().position(|other| other == address);
    let index = known.unwrap_or(addresses.len());
    let Some(index) = u16::try_from(index).ok().filter(|it| *it != NOBODY) else {
        return NOBODY;
    };
    if known.is_none() {
        addresses.push(address.clone());
    }
    index
}

/// The reply's part does not describe a node.
struct Malformed;

/// Returns the address of a node, by its part of a range: host, port, id and, from Redis 7.0 on, other names of the
/// same host. `None`: the node does not know its own address.
fn announced(node: &[Reply], answering: &NodeAddress) -> Result<Option<NodeAddress>, Malformed> {
    let [host, Reply::Int(port), rest @ ..] = node else {
        return Err(Malformed);
    };
    let port = u16::try_from(*port).map_err(|_| Malformed)?;
    let ip = match rest.get(1) {
        None => None,
        Some(Reply::List(others)) => ip_among(others),
        Some(_) => return Err(Malformed),
    };
    let address = match host {
        Reply::Nil => answering.beside(port),
        Reply::Bytes(host) => match str::from_utf8(host) {
            Ok("") => answering.beside(port),
            Ok("?") => match ip {
                None => return Ok(None),
                Some(ip) => NodeAddress::new(&ip.to_string(), port, None),
            },
            Ok(host) => NodeAddress::new(host, port, ip),
            Err(_) => None,
        },
        _ => None,
    };
    address.map(Some).ok_or(Malformed)
}

/// Returns the IP address of a node among what else the node says of itself, in pairs.
fn ip_among(others: &[Reply]) -> Option<IpAddr> {
    let mut pairs = others.chunks_exact(2);
    pairs.find_map(|pair| match pair {
        [Reply::Bytes(what), Reply::Bytes(ip)] if what == b"ip" => {
            str::from_utf8(ip).ok()?.parse().ok()
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::net::Ipv4Addr;

    use crate::proof::random::Random;
    use proptest::prelude::*;

    fn text(words: &str) -> Reply {
        Reply::Bytes(words.into())
    }

    fn address(host: &str, port: u16) -> NodeAddress {
        NodeAddress::new(host, port, None).unwrap()
    }

    fn range(first: i64, last: i64, nodes: &[Vec<Reply>]) -> Reply {
        let nodes = nodes.iter().cloned().map(Reply::List);
        let items = [Reply::Int(first), Reply::Int(last)].into_iter();
        Reply::List(items.chain(nodes).collect())
    }

    fn node(host: Reply, port: i64, others: &[(&str, &str)]) -> Vec<Reply> {
        let others = others.iter().flat_map(|(a, b)| [text(a), text(b)]);
        let others = Reply::List(others.collect());
        vec![host, Reply::Int(port), text("an id"), others]
    }

    /// The node address of a slot map with one node.
    fn only(node: Vec<Reply>) -> Option<NodeAddress> {
        let answering = NodeAddress::new("seed", 7000, Some(Ipv4Addr::new(10, 0, 0, 9).into()));
        let reply = Reply::List(vec![range(0, 16_383, &[node])]);
        let map = SlotMap::read(&reply, &answering.unwrap())?;
        assert_eq!(map.index(0), map.index(16_383));
        map.address(map.index(0)?).cloned()
    }

    #[test]
    fn a_node_is_where_it_announces_itself() {
        let ip = &[("ip", "10.0.0.1")];
        for (host, others, is_at, has_ip) in [
            (text("10.0.0.2"), &[][..], "10.0.0.2", Some("10.0.0.2")),
            (text("::1"), &[], "::1", Some("::1")),
            (text("a.example"), ip, "a.example", Some("10.0.0.1")),
            (text("a.example"), &[("ip", "")], "a.example", None),
            (text("a.example"), &[("zone", "x")], "a.example", None),
            (
                text("10.0.0.2"),
                &[("hostname", "a.example")],
                "10.0.0.2",
                Some("10.0.0.2"),
            ),
            (text("?"), ip, "10.0.0.1", Some("10.0.0.1")),
            // A node behind a proxy, and one that has met no other node yet.
            (Reply::Nil, ip, "seed", Some("10.0.0.9")),
            (text(""), &[], "seed", Some("10.0.0.9")),
        ] {
            let found = only(node(host, 7001, others)).unwrap();
            assert_eq!((&*found.host, found.port), (is_at, 7001));
            assert_eq!(found.ip, has_ip.map(|ip| ip.parse().unwrap()), "{is_at}");
        }
    }

    #[test]
    fn a_node_without_an_address_has_no_slots() {
        let nameless = range(0, 9, &[node(text("?"), 7001, &[])]);
        let other = range(10, 19, &[node(text("h"), 7002, &[])]);
        let map = SlotMap::read(&Reply::List(vec![nameless, other]), &address("s", 1)).unwrap();
        assert_eq!((map.index(9), map.index(10)), (None, Some(0)));
    }

    #[test]
    fn the_owners_are_the_nodes_that_have_slots_each_once() {
        let address_of = |port| NodeAddress::new("h", port, None).unwrap();
        let node = |port: u16| node(text("h"), port.into(), &[]);
        let ranges = [
            (0, 99, 1),
            (100, 199, 2),
            (200, 299, 1),
            (16_383, 16_383, 3),
        ];
        let ranges = ranges.map(|(first, last, port)| range(first, last, &[node(port)]));
        let mut map = SlotMap::read(&Reply::List(ranges.to_vec()), &address("s", 1)).unwrap();
        let ports = |map: &SlotMap| {
            let ports = map.owners().map(|it| it.port);
            ports.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(map.owners().count(), 3);
        assert_eq!(ports(&map), [1, 2, 3].into());
        map.moved(16_383, &address_of(4));
        assert_eq!(ports(&map), [1, 2, 4].into());
        assert_eq!(map.owners().count(), 3);
        assert_eq!(SlotMap::empty().owners().count(), 0);
    }

    #[test]
    fn redis_6_says_less_of_a_node() {
        for words in [2, 3] {
            let mut node = node(text("h"), 7001, &[]);
            node.truncate(words);
            assert_eq!(only(node), Some(address("h", 7001)));
        }
    }

    #[test]
    fn only_the_master_of_a_range_counts() {
        let master = || node(text("m"), 1, &[]);
        let odd_replica = vec![text("?"), Reply::Int(0)];
        let reply = Reply::List(vec![
            range(0, 5, &[master(), odd_replica]),
            range(7, 7, &[master(), node(text("r"), 2, &[])]),
        ]);
        let map = SlotMap::read(&reply, &address("s", 1)).unwrap();
        assert_eq!(map.addresses(), [address("m", 1)]);
        assert_eq!((map.index(5), map.index(6)), (Some(0), None));
        assert_eq!((map.index(7), map.index(16_384)), (Some(0), None));
    }

    #[test]
    fn an_empty_list_is_an_empty_map_and_nonsense_is_none() {
        let read = |reply: &Reply| SlotMap::read(reply, &address("s", 1));
        let map = read(&Reply::List(Vec::new())).unwrap();
        assert!(map.addresses().is_empty() && map.index(0).is_none());
        let node = |host: Reply, port| node(host, port, &[]);
        let good = || node(text("h"), 1);
        let mut without_list = good();
        without_list[3] = Reply::Int(1);
        for odd in [
            range(-1, 5, &[good()]),
            range(6, 5, &[good()]),
            range(0, 16_384, &[good()]),
            range(0, 5, &[]),
            range(0, 5, &[vec![]]),
            range(0, 5, &[node(text("h"), 0)]),
            range(0, 5, &[node(text("h"), 65_536)]),
            range(0, 5, &[node(text("h"), -1)]),
            range(0, 5, &[node(text("a b"), 1)]),
            range(0, 5, &[node(text(&"h".repeat(254)), 1)]),
            range(0, 5, &[node(text("a\u{9b}31m"), 1)]),
            range(0, 5, &[node(text("a\u{202e}b"), 1)]),
            range(0, 5, &[node(Reply::Bytes(vec![0xff]), 1)]),
            range(0, 5, &[node(Reply::Okay, 1)]),
            range(0, 5, &[without_list]),
            Reply::List(vec![Reply::Int(0), Reply::Int(5), text("h")]),
            Reply::Nil,
        ] {
            let reply = Reply::List(vec![range(0, 5, &[good()]), odd.clone()]);
            assert!(read(&reply).is_none(), "{odd:?}");
        }
        assert!(read(&Reply::Okay).is_none());
    }

    #[test]
    fn a_node_without_a_name_is_found_if_it_is_the_only_one() {
        let mut map = SlotMap::empty();
        for (slot, host) in (0..).zip(["10.0.0.1", "a.example"]) {
            map.moved(slot, &address(host, 7000));
        }
        assert_eq!(map.nameless(7000), Some(&address("10.0.0.1", 7000)));
        assert_eq!(map.nameless(7001), None);
        map.moved(2, &address("10.0.0.2", 7000));
        assert_eq!(map.nameless(7000), None);
    }

    #[test]
    fn the_map_has_what_a_naive_one_has() {
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let mut naive = HashMap::new();
            let some_address = |random: &mut Random| {
                let port = random.pick(&[7000, 7001, 7002]);
                address(random.pick(&["a", "b", "10.0.0.1"]), port)
            };
            let mut ranges = Vec::new();
            for _ in 0..random.below(20) {
                let ends = [random.below(16_384), random.below(16_384)];
                let (first, last) = (*ends.iter().min().unwrap(), *ends.iter().max().unwrap());
                let at = some_address(&mut random);
                let (first, last) = (first.min(last), last.min(first + 99));
                (first..=last).for_each(|slot| drop(naive.insert(slot, at.clone())));
                let node = node(text(&at.host), at.port.into(), &[]);
                let (first, last) = (first.try_into().unwrap(), last.try_into().unwrap());
                ranges.push(range(first, last, &[node]));
            }
            let mut map = SlotMap::read(&Reply::List(ranges), &address("s", 1)).unwrap();
            for _ in 0..random.below(50) {
                let (slot, at) = (random.below(16_384), some_address(&mut random));
                map.moved(slot.try_into().unwrap(), &at);
                naive.insert(slot, at);
            }
            for slot in 0..SLOTS {
                let found = map.index(slot).map(|index| map.address(index).unwrap());
                assert_eq!(found, naive.get(&slot.into()), "seed {seed}");
            }
            let twice =
                |at: &NodeAddress| map.addresses().iter().filter(|it| *it == at).count() > 1;
            assert!(!map.addresses().iter().any(twice));
        }
    }

    #[test]
    fn more_addresses_than_indices_are_nobody() {
        let mut addresses = Vec::new();
        for number in 0..u16::MAX {
            addresses.push(NodeAddress {
                host: String::new(),
                port: number,
                ip: None,
            });
        }
        assert_eq!(index_of(&mut addresses, &address("h", 1)), NOBODY);
        assert_eq!(addresses.len(), usize::from(NOBODY));
    }

    fn any_reply() -> impl Strategy<Value = Reply> {
        let word = prop_oneof![
            Just(b"ip".to_vec()),
            Just(b"?".to_vec()),
            Just(b"10.0.0.1".to_vec()),
            prop::collection::vec(any::<u8>(), 0..6),
        ];
        let number = prop_oneof![any::<i64>(), -1_i64..16_390];
        let leaf = prop_oneof![
            Just(Reply::Nil),
            Just(Reply::Other),
            number.prop_map(Reply::Int),
            word.prop_map(Reply::Bytes),
        ];
        leaf.prop_recursive(4, 60, 5, |item| {
            prop::collection::vec(item, 0..5).prop_map(Reply::List)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: 5000,
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn no_reply_can_do_harm(
            first in any_reply(), last in any_reply(), host in any_reply(), port in any_reply(),
            others in any_reply(), whole in any_reply(),
        ) {
            let node = Reply::List(vec![host, port, Reply::Nil, others]);
            let ranges = Reply::List(vec![Reply::List(vec![first, last, node])]);
            for reply in [ranges, whole] {
                if let Some(map) = SlotMap::read(&reply, &address("s", 1)) {
                    for at in map.addresses() {
                        prop_assert!(at.port > 0 && !at.host.is_empty());
                    }
                }
            }
        }
    }
}
