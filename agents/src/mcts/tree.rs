//! The search graph: information sets and the choices between them, in memory that is set aside once.
//!
//! Nodes and edges live in two slabs and refer to each other by index; a node is found by the hash of what
//! the searching side knows, through an open-addressing table. All of it together never exceeds the cap it
//! was made with: when a slab is full, nothing more is added, and the search plays on from there without
//! remembering. [`Tree::sweep`] frees what a new root cannot reach.

use stavka_engine::Turn;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Edges that memory is set aside for, per node. Most nodes are seen once and never get edges.
const EDGES_PER_NODE: usize = 8;
/// Slots of the table per node, which keeps searches in it short.
const SLOTS_PER_NODE: usize = 2;
/// Least cap of memory in bytes: room for the longest list of choices.
const LEAST_MEMORY: usize = 1 << 20;

/// An information set of the searching side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Hash of what the searching side knows.
    key: u64,
    /// Chance of an Axis win.
    pub(super) value: f32,
    /// Mean of the values of the simulations that came through.
    mean: f32,
    /// Sum of their squared deviations.
    deviation: f32,
    /// Simulations that came through and are over.
    pub(super) visits: u32,
    /// Simulations that came through and wait for their value.
    pub(super) pending: u32,
    first: u32,
    length: u32,
    /// Edges that may have been visited, the first ones.
    pub(super) open: u32,
    /// Fingerprint of the list of choices that the edges are made of.
    pub(super) list: u32,
    /// Where a sweep moves the node.
    forward: u32,
    /// Who acts here.
    pub(super) turn: Turn,
}

impl Node {
    /// Whether the choices are known.
    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.length > 0
    }

    #[inline]
    fn first(&self) -> usize {
        self.first as usize
    }

    /// Standard deviation of the values that came through, drawn towards `usual` while they are few.
    #[inline]
    pub(super) fn spread(&self, usual: f32) -> f32 {
        const DRAW: f32 = 8.0;
        ((self.deviation + DRAW * usual * usual) / (self.visits as f32 + DRAW)).sqrt()
    }

    fn count(&mut self, value: f32) {
        self.visits += 1;
        let off = value - self.mean;
        self.mean += off / self.visits as f32;
        self.deviation += off * (value - self.mean);
    }
}

/// A choice, or a result of dice, at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) action: A,
    /// Chance of an Axis win after it.
    pub(super) value: f32,
    /// Share of a choice in the weights of its list; weight of a die result.
    pub(super) prior: f32,
    /// Simulations that went this way and are over.
    pub(super) visits: u32,
    /// Visits of the node in worlds where this choice did not exist.
    pub(super) missed: u32,
    child: u32,
    /// Simulations that went this way and wait for their value.
    pub(super) pending: u16,
    /// Whether it led to different information sets in different worlds.
    split: bool,
}

impl<A> Edge<A> {
    /// The node that the edge leads to, unless that depends on the world.
    fn end(&self) -> Option<u32> {
        (self.child != NONE && !self.split).then_some(self.child)
    }
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
pub(super) struct Tree<A> {
    nodes: Vec<Node>,
    edges: Vec<Edge<A>>,
    blocks: Vec<Block>,
    table: Vec<Slot>,
    generation: u32,
}

impl<A: Copy + PartialEq> Tree<A> {
    /// An empty graph that will never take more than `memory` bytes.
    pub(super) fn new(memory: usize) -> Self {
        let per_node = size_of::<Node>() + SLOTS_PER_NODE * size_of::<Slot>() + size_of::<Block>() + EDGES_PER_NODE * size_of::<Edge<A>>();
        let nodes = (memory.max(LEAST_MEMORY) / per_node).min(NONE as usize / EDGES_PER_NODE);
        Tree {
            nodes: Vec::with_capacity(nodes),
            edges: Vec::with_capacity(nodes * EDGES_PER_NODE),
            blocks: Vec::with_capacity(nodes),
            table: vec![Slot::default(); nodes * SLOTS_PER_NODE],
            generation: 1,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
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
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of the nodes and edges in use, with their part of the table.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node>() + SLOTS_PER_NODE * size_of::<Slot>())
            + size_of_val(self.edges.as_slice())
            + size_of_val(self.blocks.as_slice())
    }

    /// Bytes set aside.
    pub(super) fn reserved(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge<A>>()
            + self.blocks.capacity() * size_of::<Block>()
            + self.table.capacity() * size_of::<Slot>()
    }

    /// Share of the memory in use, 0 to 1.
    pub(super) fn load(&self) -> f32 {
        let nodes = self.nodes.len() as f32 / self.nodes.capacity().max(1) as f32;
        let edges = self.edges.len() as f32 / self.edges.capacity().max(1) as f32;
        nodes.max(edges)
    }

    #[inline]
    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    pub(super) fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// The edges of a node.
    #[inline]
    pub(super) fn edges(&self, node: u32) -> &[Edge<A>] {
        let node = self.node(node);
        &self.edges[node.first()..node.first() + node.length as usize]
    }

    /// The edges of a node.
    #[inline]
    pub(super) fn edges_mut(&mut self, node: u32) -> &mut [Edge<A>] {
        let node = self.nodes[node as usize];
        &mut self.edges[node.first()..node.first() + node.length as usize]
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
            if slot.generation != self.generation || self.nodes[slot.node as usize].key == key {
                return at;
            }
            at = if at + 1 == self.table.len() { 0 } else { at + 1 };
        }
    }

    /// The node with this key.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        let slot = self.table[self.probe(key)];
        (slot.generation == self.generation).then_some(slot.node)
    }

    /// The node with this key, which is made if there is none; `None` if there is no room for it.
    pub(super) fn find_or_add(&mut self, key: u64, turn: Turn) -> Option<u32> {
        let at = self.probe(key);
        if self.table[at].generation == self.generation {
            return Some(self.table[at].node);
        }
        if self.nodes.len() == self.nodes.capacity() {
            return None;
        }
        let node = self.nodes.len() as u32;
        self.table[at] = Slot { generation: self.generation, node };
        self.nodes.push(Node {
            key,
            value: 0.5,
            mean: 0.0,
            deviation: 0.0,
            visits: 0,
            pending: 0,
            first: 0,
            length: 0,
            open: 0,
            list: 0,
            forward: NONE,
            turn,
        });
        Some(node)
    }

    /// Gives a node its edges, or further ones behind those it has: pairs of action and prior. False if
    /// there is no room for them.
    pub(super) fn grow(&mut self, node: u32, more: impl ExactSizeIterator<Item = (A, f32)>) -> bool {
        let Node { first, length, visits, value, .. } = *self.node(node);
        let needed = length as usize + more.len();
        if self.edges.len() + needed > self.edges.capacity() || self.blocks.len() == self.blocks.capacity() {
            return false;
        }
        let begin = self.edges.len();
        self.edges.extend_from_within(first as usize..(first + length) as usize);
        // Choices that turn up late were missing in all worlds before.
        let missed = if length == 0 { 0 } else { visits };
        self.edges.extend(more.map(|(action, prior)| Edge {
            action,
            value,
            prior,
            visits: 0,
            missed,
            child: NONE,
            pending: 0,
            split: false,
        }));
        self.blocks.push(Block { owner: node, first: begin as u32 });
        let node = self.node_mut(node);
        node.first = begin as u32;
        node.length = needed as u32;
        true
    }

    /// Sends a simulation on from a node by one of its edges. Returns the action.
    #[inline]
    pub(super) fn enter(&mut self, node: u32, place: usize) -> A {
        let node = &mut self.nodes[node as usize];
        node.pending += 1;
        let edge = &mut self.edges[node.first as usize + place];
        edge.pending += 1;
        edge.action
    }

    /// Takes a simulation back that went on from a node.
    pub(super) fn leave(&mut self, node: u32, place: usize) {
        let node = &mut self.nodes[node as usize];
        node.pending -= 1;
        self.edges[node.first as usize + place].pending -= 1;
    }

    /// The node that an edge leads to in a world in which the viewer then knows what `key` stands for; `None`
    /// if there is no room for it.
    pub(super) fn follow(&mut self, node: u32, place: usize, key: u64, turn: Turn) -> Option<u32> {
        let edge = self.node(node).first() + place;
        let child = self.edges[edge].child;
        if child != NONE && self.nodes[child as usize].key == key {
            return Some(child);
        }
        let found = self.find_or_add(key, turn)?;
        let edge = &mut self.edges[edge];
        edge.split |= child != NONE;
        edge.child = found;
        Some(found)
    }

    /// How play goes on from a node by `action`: the most visited edges, until they end or the way depends on
    /// the world. At most `length` of them.
    pub(super) fn line(&self, node: u32, action: A, length: usize, out: &mut Vec<A>) {
        let mut edge = self.edges(node).iter().find(|edge| edge.action == action);
        while let Some(at) = edge {
            out.push(at.action);
            let Some(child) = at.end().filter(|_| out.len() < length) else { break };
            // The first of equals has the better prior.
            edge = self.edges(child).iter().rev().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 0);
        }
    }

    /// Books the value of a simulation that ended at a node.
    pub(super) fn book_leaf(&mut self, node: u32, value: f32) {
        let node = self.node_mut(node);
        node.count(value);
        // Once the choices are known, they tell more than leaves here.
        if !node.is_expanded() {
            node.value = node.mean;
        }
    }

    /// Books the value of a simulation that went on from a node by one of its edges, to `child`.
    pub(super) fn book_step(&mut self, node: u32, place: usize, child: Option<u32>, value: f32) {
        let known = child.map(|child| self.node(child).value);
        let at = &mut self.nodes[node as usize];
        let edge = &mut self.edges[at.first as usize + place];
        edge.visits += 1;
        edge.pending -= 1;
        edge.value = match known {
            Some(known) if !edge.split => known,
            _ if edge.visits == 1 => value,
            _ => edge.value + (value - edge.value) / edge.visits as f32,
        };
        at.count(value);
        at.pending -= 1;
        let value = if at.turn == Turn::Chance { self.expectation(node) } else { self.worth(node) };
        self.nodes[node as usize].value = value;
    }

    /// Mean of the choices by the squares of their visits.
    fn worth(&self, node: u32) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for edge in self.edges(node).iter().take(self.node(node).open as usize) {
            let weight = edge.visits as f32 * edge.visits as f32;
            sum += weight * edge.value;
            weights += weight;
        }
        // Rounding may carry a mean of ones past one.
        (sum / weights).clamp(0.0, 1.0)
    }

    /// Mean of the results of dice that have been seen, by their exact weights.
    fn expectation(&self, node: u32) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for edge in self.edges(node).iter().filter(|edge| edge.visits > 0) {
            sum += edge.prior * edge.value;
            weights += edge.prior;
        }
        (sum / weights).clamp(0.0, 1.0)
    }

    /// Keeps what can be reached from `root` and frees the rest. Returns where the root is now.
    pub(super) fn sweep(&mut self, root: u32) -> u32 {
        self.mark(root);
        let mut kept = 0;
        for node in self.nodes.iter_mut().filter(|node| node.forward != NONE) {
            node.forward = kept;
            kept += 1;
        }
        self.slide_edges();
        let root = self.nodes[root as usize].forward;
        for at in 0..self.nodes.len() {
            let node = self.nodes[at];
            if node.forward != NONE {
                self.nodes[node.forward as usize] = node;
            }
        }
        self.nodes.truncate(kept as usize);
        self.empty_table();
        for at in 0..self.nodes.len() {
            self.nodes[at].forward = NONE;
            let slot = self.probe(self.nodes[at].key);
            self.table[slot] = Slot { generation: self.generation, node: at as u32 };
        }
        root
    }

    /// Marks what can be reached from `root`. The table, which is built anew afterwards, is the queue.
    fn mark(&mut self, root: u32) {
        let (mut done, mut queued) = (0, 1);
        self.table[0] = Slot { generation: 0, node: root };
        self.nodes[root as usize].forward = root;
        while done < queued {
            let node = self.nodes[self.table[done].node as usize];
            done += 1;
            for edge in node.first()..node.first() + node.length as usize {
                let child = self.edges[edge].child;
                if child != NONE && self.nodes[child as usize].forward == NONE {
                    self.nodes[child as usize].forward = child;
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
            let node = &mut self.nodes[owner as usize];
            // A node that has grown has left an older block behind.
            if node.forward == NONE || node.first != first {
                continue;
            }
            let (begin, length) = (first as usize, node.length as usize);
            node.first = end as u32;
            self.blocks[kept] = Block { owner: node.forward, first: end as u32 };
            kept += 1;
            self.edges.copy_within(begin..begin + length, end);
            for edge in &mut self.edges[end..end + length] {
                if edge.child != NONE {
                    edge.child = self.nodes[edge.child as usize].forward;
                }
            }
            end += length;
        }
        self.blocks.truncate(kept);
        self.edges.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stavka_engine::Side;
    use stavka_engine::dice::mix;

    const AXIS: Turn = Turn::Player(Side::Axis);

    /// A graph in which node `n` leads to the nodes `2n + 1` and `2n + 2`, below `nodes`, and keys are mixed
    /// numbers. Every edge carries its number.
    fn binary(nodes: u64) -> Tree<u64> {
        let mut tree = Tree::new(1 << 20);
        tree.find_or_add(mix(0), AXIS);
        for number in 0..nodes {
            let node = tree.find(mix(number)).expect("parents come first");
            let below = [2 * number + 1, 2 * number + 2];
            let edges = below.into_iter().filter(|&child| child < nodes);
            assert!(tree.grow(node, edges.clone().map(|child| (child, 0.5)).collect::<Vec<_>>().into_iter()));
            for (place, child) in edges.enumerate() {
                assert!(tree.follow(node, place, mix(child), AXIS).is_some());
            }
        }
        tree
    }

    /// Numbers of the nodes below a node, itself included, found by way of the edges.
    fn below(tree: &Tree<u64>, node: u32, number: u64, out: &mut Vec<u64>) {
        assert_eq!(tree.node(node).key, mix(number), "an edge leads to another node than it says");
        out.push(number);
        for edge in tree.edges(node) {
            below(tree, edge.end().expect("every edge has been followed"), edge.action, out);
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
                let mut tree = binary(nodes);
                let root = tree.find(mix(number)).expect("it is there");
                let root = tree.sweep(root);
                let (mut kept, mut wanted) = (Vec::new(), Vec::new());
                below(&tree, root, number, &mut kept);
                expected(nodes, number, &mut wanted);
                assert_eq!(kept, wanted);
                assert_eq!(tree.len(), wanted.len());
                for other in 0..nodes {
                    assert_eq!(tree.find(mix(other)).is_some(), wanted.contains(&other), "node {other} from root {number}");
                }
            }
        }
    }

    #[test]
    fn a_node_that_has_grown_survives_a_sweep_with_all_its_edges() {
        let mut tree = binary(7);
        let node = tree.find(mix(1)).expect("it is there");
        assert!(tree.grow(node, [(99, 0.1)].into_iter()));
        assert!(tree.follow(node, 2, mix(99), AXIS).is_some());
        let root = tree.sweep(node);
        assert_eq!(tree.edges(root).iter().map(|edge| edge.action).collect::<Vec<_>>(), [3, 4, 99]);
        assert_eq!(tree.edges.len(), 3, "the block that was left behind is gone");
        assert_eq!(tree.len(), 4);
        assert!(tree.grow(root, [(100, 0.1)].into_iter()), "growing goes on");
    }

    #[test]
    fn a_full_graph_refuses_and_a_cleared_one_takes_again() {
        let mut tree = Tree::<u64>::new(1 << 20);
        let room = tree.nodes.capacity() as u64;
        for number in 0..room {
            assert!(tree.find_or_add(mix(number), AXIS).is_some(), "node {number} of {room}");
        }
        assert_eq!(tree.find_or_add(mix(room), AXIS), None);
        assert_eq!(tree.find_or_add(mix(5), AXIS), Some(5), "what is there is found");
        assert!(tree.reserved() <= 1 << 20);
        tree.clear();
        assert_eq!(tree.find(mix(5)), None);
        assert_eq!(tree.find_or_add(mix(room), AXIS), Some(0));
    }

    #[test]
    fn a_full_slab_of_edges_refuses_a_list() {
        let mut tree = Tree::<u64>::new(1 << 20);
        let node = tree.find_or_add(1, AXIS).expect("an empty graph has room");
        let room = tree.edges.capacity() as u64;
        assert!(!tree.grow(node, (0..=room).map(|number| (number, 0.0)).collect::<Vec<_>>().into_iter()));
        assert!(!tree.node(node).is_expanded());
        assert!(tree.grow(node, (0..room).map(|number| (number, 0.0)).collect::<Vec<_>>().into_iter()));
    }

    #[test]
    fn dice_count_by_their_weights_and_not_by_their_visits() {
        let mut tree = Tree::<u64>::new(1 << 20);
        let node = tree.find_or_add(1, Turn::Chance).expect("an empty graph has room");
        assert!(tree.grow(node, [(0, 1.0), (1, 3.0)].into_iter()));
        for (place, value) in [(0, 1.0), (0, 1.0), (0, 1.0), (1, 0.0)] {
            tree.enter(node, place);
            tree.book_step(node, place, None, value);
        }
        assert!((tree.node(node).value - 0.25).abs() < 1e-6);
    }

    #[test]
    fn an_edge_is_worth_its_node_and_a_split_one_the_mean_of_its_simulations() {
        let mut tree = Tree::<u64>::new(1 << 20);
        let node = tree.find_or_add(1, AXIS).expect("an empty graph has room");
        assert!(tree.grow(node, [(0, 1.0)].into_iter()));
        let first = tree.follow(node, 0, 77, AXIS).expect("there is room");
        for value in [1.0, 0.5, 0.0] {
            tree.book_leaf(first, value);
        }
        tree.enter(node, 0);
        tree.book_step(node, 0, Some(first), 0.0);
        assert!((tree.edges(node)[0].value - 0.5).abs() < 1e-6, "what came in by other ways counts");

        let second = tree.follow(node, 0, 78, AXIS).expect("there is room");
        assert_eq!(tree.edges(node)[0].end(), None);
        tree.enter(node, 0);
        tree.book_step(node, 0, Some(second), 1.0);
        assert!((tree.edges(node)[0].value - 0.75).abs() < 1e-6);
    }
}
