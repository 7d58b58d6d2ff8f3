//! All that operators may do to a slot while a call is in flight: whether a key can be taken for absent that
//! existed all the time.
//!
//! Two nodes, one key, and every order of the commands by which a slot is moved, step by step. The search finds the
//! fewest steps within one question that deceive a call.

use std::collections::{HashSet, VecDeque};

use super::*;

/// What a node knows of the slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct SearchedNode {
    /// Which of the two nodes it takes for the owner.
    owner: usize,
    is_migrating: bool,
    is_importing: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct SearchedWorld {
    nodes: [SearchedNode; 2],
    /// Which node has the key.
    key: usize,
}

/// What an operator does at a node.
#[derive(Debug, Clone, Copy)]
enum OperatorStep {
    Migrating,
    Importing,
    Stable,
    /// SETSLOT NODE.
    Give(usize),
    /// MIGRATE, which moves the key to the other node.
    MoveKey,
}

impl SearchedWorld {
    /// What a node does with a call about the key: `Ok`, it runs the call.
    fn trail(&self, at: usize, is_asking: bool) -> Result<(), Redirect> {
        let node = self.nodes[at];
        let to = |to: usize, is_ask| {
            let to = u16::try_from(to).unwrap() + 1;
            let to = NodeAddress::new("127.0.0.1", to, None).unwrap();
            let slot = 5;
            Err(Redirect { slot, to, is_ask })
        };
        if node.owner == at {
            if node.is_migrating && self.key != at {
                return to(1 - at, true);
            }
            return Ok(());
        }
        if node.is_importing && is_asking {
            return Ok(());
        }
        to(node.owner, false)
    }

    /// Whether a client that follows redirects finds the key, wherever it begins.
    fn is_in_reach(&self) -> bool {
        let at = self.key;
        let source = self.nodes[1 - at];
        let is_sent_here = source.owner != at && source.is_migrating;
        self.nodes[at].owner == at || (self.nodes[at].is_importing && is_sent_here)
    }

    /// After a step that the node permits.
    fn after(mut self, at: usize, step: OperatorStep) -> Option<Self> {
        let key = self.key;
        let node = &mut self.nodes[at];
        match step {
            OperatorStep::Migrating if node.owner == at => node.is_migrating = true,
            OperatorStep::Importing if node.owner != at => node.is_importing = true,
            OperatorStep::Stable => (node.is_migrating, node.is_importing) = (false, false),
            OperatorStep::Give(to) if to == at || key != at || node.owner != at => {
                *node = SearchedNode {
                    owner: to,
                    is_migrating: node.is_migrating && to == at,
                    is_importing: false,
                };
            }
            OperatorStep::MoveKey if key == at => {
                // The other node takes it as a client behind ASKING would create it.
                let other = SearchedWorld { key: at, ..self };
                other.trail(1 - at, true).ok()?;
                self.key = 1 - at;
            }
            _ => return None,
        }
        Some(self)
    }

    fn steps(self) -> impl Iterator<Item = Self> {
        let steps = [
            OperatorStep::Migrating,
            OperatorStep::Importing,
            OperatorStep::Stable,
            OperatorStep::Give(0),
            OperatorStep::Give(1),
            OperatorStep::MoveKey,
        ];
        let all = [0, 1]
            .into_iter()
            .flat_map(move |at| steps.map(|step| (at, step)));
        all.filter_map(move |(at, step)| self.after(at, step))
    }

    /// Every one in which the key is in reach.
    fn all() -> impl Iterator<Item = Self> {
        let bits = (0..64_u32).flat_map(|bits| [0, 1].map(|key| (bits, key)));
        let worlds = bits.map(|(bits, key)| {
            let node = |bits: u32| SearchedNode {
                owner: (bits & 1) as usize,
                is_migrating: bits & 2 > 0,
                is_importing: bits & 4 > 0,
            };
            let nodes = [node(bits), node(bits >> 3)];
            Self { nodes, key }
        });
        worlds.filter(Self::is_in_reach)
    }
}

/// A call under way: the redirects that it has met, and where it goes next.
type Path = Vec<(usize, Redirect)>;

/// Sends the call once. `None`: it is answered, or ends in another way. `Some(Err)`: the key is taken for absent.
fn sent(
    world: SearchedWorld,
    first: usize,
    path: &Path,
    ends: fn(&Path) -> bool,
) -> Option<Result<Path, ()>> {
    let last = path.last().map(|(_, redirect)| redirect);
    let (at, is_asking) = last.map_or((first, false), |it| {
        (usize::from(it.to.port) - 1, it.is_ask)
    });
    let redirect = world.trail(at, is_asking).err()?;
    let mut path = path.clone();
    path.push((at, redirect));
    if ends(&path) {
        return Some(Err(()));
    }
    (path.len() <= REDIRECTS).then_some(Ok(path))
}

/// How many steps of operators it takes to have a key taken for absent that was in reach all the time.
fn fewest_steps(ends: fn(&Path) -> bool) -> Option<usize> {
    let begin =
        SearchedWorld::all().flat_map(|world| [0, 1].map(|first| (world, first, Path::new(), 0)));
    let mut next: VecDeque<_> = begin.collect();
    let mut seen = HashSet::new();
    while let Some((world, first, path, steps)) = next.pop_front() {
        let kinds: Vec<_> = path
            .iter()
            .map(|(at, it)| (*at, it.to.port, it.is_ask))
            .collect();
        if !seen.insert((world, first, kinds)) {
            continue;
        }
        match sent(world, first, &path, ends) {
            Some(Err(())) => return Some(steps),
            Some(Ok(path)) => next.push_front((world, first, path, steps)),
            None => {}
        }
        let worlds = world.steps().filter(SearchedWorld::is_in_reach);
        next.extend(worlds.map(|world| (world, first, path.clone(), steps + 1)));
    }
    None
}

fn ends_as_a_route_does(path: &Path) -> bool {
    let mut trail = Trail::default();
    let mut ends = path.iter().map(|(at, redirect)| {
        let from = NodeAddress::new("127.0.0.1", u16::try_from(*at).unwrap() + 1, None).unwrap();
        trail.redirected(&from, redirect)
    });
    ends.any(|end| matches!(end, Err(End::HalfMoved)))
}

#[test]
fn only_a_slot_that_moves_back_there_and_back_again_deceives_a_call() {
    assert_eq!(fewest_steps(ends_as_a_route_does), Some(9));
}

#[test]
fn a_move_that_is_undone_would_deceive_a_call_that_asks_once() {
    let once =
        |path: &Path| matches!(&**path, [.., (_, ask), (_, moved)] if ask.is_ask && !moved.is_ask);
    assert_eq!(fewest_steps(once), Some(3));
}
