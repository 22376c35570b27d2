//! The memory of tree searches: nodes and the edges between them, in slabs that are set aside once.
//!
//! Nodes and edges refer to each other by index; a node is found by a key, the hash of what the searching side
//! knows, through an open-addressing table. All of it together never exceeds the cap it was made with: when a
//! slab is full, nothing more is added, and the search does without. [`Graph::sweep`] frees what a new root
//! cannot reach. What a search learns of nodes and edges is its own affair: it brings both types, and the graph
//! only asks where they keep their [`Placement`] and [`Link`].

use std::hash::{Hash, Hasher};

use stavka_engine::Dice;
use stavka_engine::dice::mix;

/// No node.
pub(crate) const NONE: u32 = u32::MAX;
/// Stands for the list of choices of a node whose edges come from worlds with different choices.
pub(crate) const OF_SEVERAL_WORLDS: u32 = u32::MAX;

/// Edges that memory is set aside for, per node. Most nodes are seen once and never get edges.
const EDGES_PER_NODE: usize = 8;
/// Slots of the table per node, which keeps searches in it short.
const SLOTS_PER_NODE: usize = 2;
/// Least cap of memory in bytes: room for the longest list of choices.
const LEAST_MEMORY: usize = 1 << 20;

/// Where a node is and what belongs to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    key: u64,
    first: u32,
    length: u32,
    /// Where a sweep moves the node.
    forward: u32,
}

impl Placement {
    fn of(key: u64) -> Self {
        Placement { key, first: 0, length: 0, forward: NONE }
    }

    fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.length) as usize
    }
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    child: u32,
    /// Whether it led to different nodes in different worlds.
    split: bool,
}

impl Link {
    /// Not followed yet.
    pub(crate) const OPEN: Link = Link { child: NONE, split: false };

    /// The node that the edge leads to, unless that depends on the world.
    #[inline]
    pub(crate) fn end(self) -> Option<u32> {
        (self.child != NONE && !self.split).then_some(self.child)
    }

    /// Whether it led to different nodes in different worlds.
    #[inline]
    pub(crate) fn is_split(self) -> bool {
        self.split
    }
}

/// A node of some search.
pub(crate) trait Node: Copy {
    /// A node that nothing is known of.
    fn new(placement: Placement) -> Self;
    /// Where the node is.
    fn placement(&self) -> &Placement;
    /// Where the node is.
    fn placement_mut(&mut self) -> &mut Placement;

    /// Whether it has edges.
    #[inline]
    fn is_expanded(&self) -> bool {
        self.placement().length > 0
    }
}

/// An edge of some search.
pub(crate) trait Edge: Copy {
    /// Where it leads.
    fn link(&self) -> Link;
    /// Where it leads.
    fn link_mut(&mut self) -> &mut Link;
}

/// Where the edges of a node were put, in the order of the slab.
#[derive(Clone, Copy)]
struct Block {
    owner: u32,
    first: u32,
}

/// A slot of the table; empty unless it is of the generation at hand, so that clearing costs nothing.
#[derive(Clone, Copy, Default)]
struct Slot {
    generation: u32,
    node: u32,
}

/// The graph.
pub(crate) struct Graph<N, E> {
    nodes: Vec<N>,
    edges: Vec<E>,
    blocks: Vec<Block>,
    table: Vec<Slot>,
    generation: u32,
}

impl<N: Node, E: Edge> Graph<N, E> {
    /// An empty graph that will never take more than `memory` bytes.
    pub(crate) fn new(memory: usize) -> Self {
        let per_node = size_of::<N>() + SLOTS_PER_NODE * size_of::<Slot>() + size_of::<Block>() + EDGES_PER_NODE * size_of::<E>();
        let nodes = (memory.max(LEAST_MEMORY) / per_node).min(NONE as usize / EDGES_PER_NODE);
        Graph {
            nodes: Vec::with_capacity(nodes),
            edges: Vec::with_capacity(nodes * EDGES_PER_NODE),
            blocks: Vec::with_capacity(nodes),
            table: vec![Slot::default(); nodes * SLOTS_PER_NODE],
            generation: 1,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.blocks.clear();
        self.empty_table();
    }

    fn empty_table(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.table.fill(Slot::default());
            self.generation = 1;
        }
    }

    /// Nodes in the graph.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of the nodes and edges in use, with their part of the table.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<N>() + SLOTS_PER_NODE * size_of::<Slot>())
            + size_of_val(self.edges.as_slice())
            + size_of_val(self.blocks.as_slice())
    }

    /// Bytes set aside.
    pub(crate) fn reserved(&self) -> usize {
        self.nodes.capacity() * size_of::<N>()
            + self.edges.capacity() * size_of::<E>()
            + self.blocks.capacity() * size_of::<Block>()
            + self.table.capacity() * size_of::<Slot>()
    }

    /// Share of the memory in use, 0 to 1.
    pub(crate) fn load(&self) -> f32 {
        let nodes = self.nodes.len() as f32 / self.nodes.capacity().max(1) as f32;
        let edges = self.edges.len() as f32 / self.edges.capacity().max(1) as f32;
        nodes.max(edges)
    }

    /// A node.
    #[inline]
    pub(crate) fn node(&self, node: u32) -> &N {
        &self.nodes[node as usize]
    }

    /// A node.
    #[inline]
    pub(crate) fn node_mut(&mut self, node: u32) -> &mut N {
        &mut self.nodes[node as usize]
    }

    /// All nodes, in the order they were added.
    pub(crate) fn nodes_mut(&mut self) -> &mut [N] {
        &mut self.nodes
    }

    /// The edges of a node.
    #[inline]
    pub(crate) fn edges(&self, node: u32) -> &[E] {
        &self.edges[self.node(node).placement().range()]
    }

    /// The edges of a node.
    #[inline]
    pub(crate) fn edges_mut(&mut self, node: u32) -> &mut [E] {
        let range = self.node(node).placement().range();
        &mut self.edges[range]
    }

    /// A node with one of its edges.
    #[inline]
    pub(crate) fn step_mut(&mut self, node: u32, place: usize) -> (&mut N, &mut E) {
        let node = &mut self.nodes[node as usize];
        let edge = node.placement().first as usize + place;
        (node, &mut self.edges[edge])
    }

    #[inline]
    fn slot_of(&self, key: u64) -> usize {
        ((u128::from(key) * self.table.len() as u128) >> 64) as usize
    }

    /// The slot that holds the key, or the empty one where it belongs.
    #[inline]
    fn probe(&self, key: u64) -> usize {
        let mut at = self.slot_of(key);
        loop {
            let slot = self.table[at];
            if slot.generation != self.generation || self.nodes[slot.node as usize].placement().key == key {
                return at;
            }
            at = if at + 1 == self.table.len() { 0 } else { at + 1 };
        }
    }

    /// The node with this key.
    pub(crate) fn find(&self, key: u64) -> Option<u32> {
        let slot = self.table[self.probe(key)];
        (slot.generation == self.generation).then_some(slot.node)
    }

    /// The node with this key, which is made if there is none; `None` if there is no room for it.
    pub(crate) fn find_or_add(&mut self, key: u64) -> Option<u32> {
        let at = self.probe(key);
        if self.table[at].generation == self.generation {
            return Some(self.table[at].node);
        }
        if self.nodes.len() == self.nodes.capacity() {
            return None;
        }
        let node = self.nodes.len() as u32;
        self.table[at] = Slot { generation: self.generation, node };
        self.nodes.push(N::new(Placement::of(key)));
        Some(node)
    }

    /// Gives a node its edges, or further ones behind those it has. False if there is no room for them.
    pub(crate) fn grow(&mut self, node: u32, more: impl ExactSizeIterator<Item = E>) -> bool {
        let known = self.node(node).placement().range();
        let needed = known.len() + more.len();
        if self.edges.len() + needed > self.edges.capacity() || self.blocks.len() == self.blocks.capacity() {
            return false;
        }
        let begin = self.edges.len() as u32;
        self.edges.extend_from_within(known);
        self.edges.extend(more);
        self.blocks.push(Block { owner: node, first: begin });
        let placement = self.node_mut(node).placement_mut();
        placement.first = begin;
        placement.length = needed as u32;
        true
    }

    /// The node that an edge leads to in a world in which the searching side then knows what `key` stands for;
    /// `None` if there is no room for it.
    pub(crate) fn follow(&mut self, node: u32, place: usize, key: u64) -> Option<u32> {
        let known = self.edges(node)[place].link().child;
        if known != NONE && self.node(known).placement().key == key {
            return Some(known);
        }
        let found = self.find_or_add(key)?;
        let (_, edge) = self.step_mut(node, place);
        let link = edge.link_mut();
        link.split |= known != NONE;
        link.child = found;
        Some(found)
    }

    /// Keeps what can be reached from `root` and frees the rest. Returns where the root is now.
    pub(crate) fn sweep(&mut self, root: u32) -> u32 {
        self.mark(root);
        let mut kept = 0;
        for node in self.nodes.iter_mut().map(N::placement_mut).filter(|node| node.forward != NONE) {
            node.forward = kept;
            kept += 1;
        }
        self.slide_edges();
        let root = self.nodes[root as usize].placement().forward;
        for at in 0..self.nodes.len() {
            let node = self.nodes[at];
            if node.placement().forward != NONE {
                self.nodes[node.placement().forward as usize] = node;
            }
        }
        self.nodes.truncate(kept as usize);
        self.empty_table();
        for at in 0..self.nodes.len() {
            self.nodes[at].placement_mut().forward = NONE;
            let slot = self.probe(self.nodes[at].placement().key);
            self.table[slot] = Slot { generation: self.generation, node: at as u32 };
        }
        root
    }

    /// Marks what can be reached from `root`. The table, which is built anew afterwards, is the queue.
    fn mark(&mut self, root: u32) {
        let (mut done, mut queued) = (0, 1);
        self.table[0] = Slot { generation: 0, node: root };
        self.nodes[root as usize].placement_mut().forward = root;
        while done < queued {
            let edges = self.nodes[self.table[done].node as usize].placement().range();
            done += 1;
            for edge in edges {
                let child = self.edges[edge].link().child;
                if child != NONE && self.nodes[child as usize].placement().forward == NONE {
                    self.nodes[child as usize].placement_mut().forward = child;
                    self.table[queued] = Slot { generation: 0, node: child };
                    queued += 1;
                }
            }
        }
    }

    /// Moves the edges of marked nodes together and points them at where their nodes will be.
    fn slide_edges(&mut self) {
        let (mut kept, mut end) = (0, 0);
        for at in 0..self.blocks.len() {
            let Block { owner, first } = self.blocks[at];
            let node = self.nodes[owner as usize].placement_mut();
            // A node that has grown has left an older block behind.
            if node.forward == NONE || node.first != first {
                continue;
            }
            let old = node.range();
            let length = old.len();
            node.first = end as u32;
            self.blocks[kept] = Block { owner: node.forward, first: end as u32 };
            kept += 1;
            self.edges.copy_within(old, end);
            for edge in &mut self.edges[end..end + length] {
                let link = edge.link_mut();
                if link.child != NONE {
                    link.child = self.nodes[link.child as usize].placement().forward;
                }
            }
            end += length;
        }
        self.blocks.truncate(kept);
        self.edges.truncate(end);
    }
}

/// A result of dice, given for each its weight and how often it came up. The first is drawn by weight, the next
/// ones by what they still lack of their share, so that few visits already show the whole range.
pub(crate) fn roll(results: impl Iterator<Item = (f32, u32)> + Clone, dice: &mut Dice) -> usize {
    let (total, visits) = results.clone().fold((0.0, 0), |(total, visits), (weight, seen)| (total + weight, visits + seen));
    let lacking = |(weight, seen): (f32, u32)| (weight / total * (visits + 1) as f32 - seen as f32).max(0.0);
    let sum: f32 = results.clone().map(lacking).sum();
    // Twenty-four bits fill the mantissa.
    let mut ticket = sum * (dice.below(1 << 24) as f32 / (1 << 24) as f32);
    let mut last = 0;
    for (at, result) in results.enumerate() {
        let share = lacking(result);
        if share > 0.0 {
            if ticket < share {
                return at;
            }
            ticket -= share;
            last = at;
        }
    }
    last
}

/// A short hash of a list of choices in its order, never [`OF_SEVERAL_WORLDS`].
pub(crate) fn fingerprint<A: Hash>(list: &[A]) -> u32 {
    struct Fold(u64);
    impl Hasher for Fold {
        fn finish(&self) -> u64 {
            self.0
        }

        fn write(&mut self, bytes: &[u8]) {
            for part in bytes.chunks(8) {
                let mut word = [0; 8];
                word[..part.len()].copy_from_slice(part);
                self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
    }
    let mut fold = Fold(list.len() as u64);
    for action in list {
        action.hash(&mut fold);
    }
    mix(fold.finish()) as u32 >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy)]
    struct Spot(Placement);

    impl Node for Spot {
        fn new(placement: Placement) -> Self {
            Spot(placement)
        }

        fn placement(&self) -> &Placement {
            &self.0
        }

        fn placement_mut(&mut self) -> &mut Placement {
            &mut self.0
        }
    }

    /// An edge that carries a number.
    #[derive(Clone, Copy)]
    struct Way(u64, Link);

    impl Edge for Way {
        fn link(&self) -> Link {
            self.1
        }

        fn link_mut(&mut self) -> &mut Link {
            &mut self.1
        }
    }

    fn ways(numbers: impl IntoIterator<Item = u64>) -> std::vec::IntoIter<Way> {
        numbers.into_iter().map(|number| Way(number, Link::OPEN)).collect::<Vec<_>>().into_iter()
    }

    /// A graph in which node `n` leads to the nodes `2n + 1` and `2n + 2`, below `nodes`, and keys are mixed
    /// numbers. Every edge carries its number.
    fn binary(nodes: u64) -> Graph<Spot, Way> {
        let mut graph = Graph::new(1 << 20);
        graph.find_or_add(mix(0));
        for number in 0..nodes {
            let node = graph.find(mix(number)).expect("parents come first");
            let below = [2 * number + 1, 2 * number + 2].into_iter().filter(|&child| child < nodes);
            assert!(graph.grow(node, ways(below.clone())));
            for (place, child) in below.enumerate() {
                assert!(graph.follow(node, place, mix(child)).is_some());
            }
        }
        graph
    }

    /// Numbers of the nodes below a node, itself included, found by way of the edges.
    fn below(graph: &Graph<Spot, Way>, node: u32, number: u64, out: &mut Vec<u64>) {
        assert_eq!(graph.node(node).0.key, mix(number), "an edge leads to another node than it says");
        out.push(number);
        for edge in graph.edges(node) {
            below(graph, edge.1.end().expect("every edge has been followed"), edge.0, out);
        }
    }

    fn expected(nodes: u64, number: u64, out: &mut Vec<u64>) {
        if number < nodes {
            out.push(number);
            expected(nodes, 2 * number + 1, out);
            expected(nodes, 2 * number + 2, out);
        }
    }

    #[test]
    fn a_sweep_keeps_what_the_root_reaches_and_nothing_else() {
        for nodes in [1, 2, 7, 500] {
            for number in [0, 1, 5, 20].into_iter().filter(|&number| number < nodes) {
                let mut graph = binary(nodes);
                let root = graph.find(mix(number)).expect("it is there");
                let root = graph.sweep(root);
                let (mut kept, mut wanted) = (Vec::new(), Vec::new());
                below(&graph, root, number, &mut kept);
                expected(nodes, number, &mut wanted);
                assert_eq!(kept, wanted);
                assert_eq!(graph.len(), wanted.len());
                for other in 0..nodes {
                    assert_eq!(graph.find(mix(other)).is_some(), wanted.contains(&other), "node {other} from root {number}");
                }
            }
        }
    }

    #[test]
    fn a_node_that_has_grown_survives_a_sweep_with_all_its_edges() {
        let mut graph = binary(7);
        let node = graph.find(mix(1)).expect("it is there");
        assert!(graph.grow(node, ways([99])));
        assert!(graph.follow(node, 2, mix(99)).is_some());
        let root = graph.sweep(node);
        assert_eq!(graph.edges(root).iter().map(|edge| edge.0).collect::<Vec<_>>(), [3, 4, 99]);
        assert_eq!(graph.edges.len(), 3, "the block that was left behind is gone");
        assert_eq!(graph.len(), 4);
        assert!(graph.grow(root, ways([100])), "growing goes on");
    }

    #[test]
    fn a_full_graph_refuses_and_a_cleared_one_takes_again() {
        let mut graph = Graph::<Spot, Way>::new(1 << 20);
        let room = graph.nodes.capacity() as u64;
        for number in 0..room {
            assert!(graph.find_or_add(mix(number)).is_some(), "node {number} of {room}");
        }
        assert_eq!(graph.find_or_add(mix(room)), None);
        assert_eq!(graph.find_or_add(mix(5)), Some(5), "what is there is found");
        assert!(graph.reserved() <= 1 << 20);
        graph.clear();
        assert_eq!(graph.find(mix(5)), None);
        assert_eq!(graph.find_or_add(mix(room)), Some(0));
    }

    #[test]
    fn a_full_slab_of_edges_refuses_a_list() {
        let mut graph = Graph::<Spot, Way>::new(1 << 20);
        let node = graph.find_or_add(1).expect("an empty graph has room");
        let room = graph.edges.capacity() as u64;
        assert!(!graph.grow(node, ways(0..=room)));
        assert!(!graph.node(node).is_expanded());
        assert!(graph.grow(node, ways(0..room)));
    }

    #[test]
    fn dice_that_lack_most_of_their_share_come_up_next() {
        let mut seen = [0; 3];
        let mut dice = Dice::new(3);
        for _ in 0..12 {
            let result = roll([1.0, 2.0, 3.0].into_iter().zip(seen), &mut dice);
            seen[result] += 1;
        }
        assert_eq!(seen, [2, 4, 6]);
    }
}
