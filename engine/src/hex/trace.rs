//! Lines of supply and other traces that count steps, not movement points.
//!
//! In all of these `neighbours` is [`super::Grid::neighbour_table`].

use std::collections::VecDeque;

use super::layout::{Direction, Hex, OFF_MAP};
use super::set::HexSet;
use super::spread::{End, Spread};

/// The hexes within `limit` steps of any of `sources` along hexes of `passable`, both ends included: a
/// source that is not passable counts for nothing. A limit of `u16::MAX` means any length. The
/// neighbourhood decides which steps there are: all of a map, or those along a railway.
#[inline]
pub fn flood_along<const W: usize>(spread: &Spread<W>, sources: &HexSet<W>, passable: &HexSet<W>, limit: u16) -> HexSet<W> {
    spread.flood(sources, passable, limit, End::Never)
}

/// The hexes of `goal` that are joined to any of `sources` along hexes of `passable`, ends included. Ends
/// as soon as all are.
#[inline]
pub fn joined<const W: usize>(spread: &Spread<W>, sources: &HexSet<W>, passable: &HexSet<W>, goal: &HexSet<W>) -> HexSet<W> {
    joined_within(spread, sources, passable, goal, u16::MAX)
}

/// The same within `limit` steps: the part of [`flood_along`] that lies in `goal`.
#[inline]
pub fn joined_within<const W: usize>(
    spread: &Spread<W>,
    sources: &HexSet<W>,
    passable: &HexSet<W>,
    goal: &HexSet<W>,
    limit: u16,
) -> HexSet<W> {
    spread.flood(sources, passable, limit, End::All(goal)).intersection(*goal)
}

/// [`flood_along`] of any length that ends with the first ring of hexes that meets `goal`.
#[inline]
pub fn flood_to<const W: usize>(spread: &Spread<W>, sources: &HexSet<W>, passable: &HexSet<W>, goal: &HexSet<W>) -> HexSet<W> {
    spread.flood(sources, passable, u16::MAX, End::First(goal))
}

/// [`flood_along`] hex by hex over a table by hex and direction, [`OFF_MAP`] where there is no neighbour.
pub fn flood_steps<const W: usize>(neighbours: &[[u16; 6]], sources: &HexSet<W>, passable: &HexSet<W>, limit: u16) -> HexSet<W> {
    flood(neighbours, sources, passable, limit, |_, _| true)
}

/// [`flood_steps`] of any length that steps from hex `h` in direction `d` only where bit `d` of `links[h]`
/// is set.
pub fn flood_links<const W: usize>(neighbours: &[[u16; 6]], links: &[u8], sources: &HexSet<W>, passable: &HexSet<W>) -> HexSet<W> {
    flood(neighbours, sources, passable, u16::MAX, |hex, direction| links[hex.index()] & (1 << direction.index()) != 0)
}

/// A shortest trace from `from` to the nearest hex of `goal`, both ends included, every hex of it
/// passable; `None` when there is none. Of several the one found first, searching breadth-first and
/// clockwise from direction 0.
///
/// Allocates: for drawing and for reports, not for search.
pub fn shortest_path<const W: usize>(neighbours: &[[u16; 6]], from: Hex, goal: &HexSet<W>, passable: &HexSet<W>) -> Option<Vec<Hex>> {
    if !passable.contains(from) {
        return None;
    }
    let mut came_from = vec![from; neighbours.len()];
    let mut open = *passable;
    let mut queue = VecDeque::from([from]);
    open.remove(from);
    while let Some(hex) = queue.pop_front() {
        if goal.contains(hex) {
            return Some(walk_back(&came_from, from, hex));
        }
        for next in neighbours[hex.index()].map(Hex) {
            if next.0 != OFF_MAP && open.contains(next) {
                open.remove(next);
                came_from[next.index()] = hex;
                queue.push_back(next);
            }
        }
    }
    None
}

/// Breadth-first, one ring of hexes for each step.
#[inline]
fn flood<const W: usize>(
    neighbours: &[[u16; 6]],
    sources: &HexSet<W>,
    passable: &HexSet<W>,
    limit: u16,
    linked: impl Fn(Hex, Direction) -> bool,
) -> HexSet<W> {
    let mut ring = sources.intersection(*passable);
    let mut reached = ring;
    let mut open = passable.difference(ring);
    for _ in 0..limit {
        if ring.is_empty() {
            break;
        }
        let mut next_ring = HexSet::EMPTY;
        for hex in ring.iter() {
            let row = &neighbours[hex.index()];
            for direction in Direction::ALL {
                let next = Hex(row[direction.index()]);
                if next.0 != OFF_MAP && open.contains(next) && linked(hex, direction) {
                    open.remove(next);
                    next_ring.insert(next);
                }
            }
        }
        reached = reached.union(next_ring);
        ring = next_ring;
    }
    reached
}

fn walk_back(came_from: &[Hex], from: Hex, to: Hex) -> Vec<Hex> {
    let mut path = vec![to];
    let mut hex = to;
    while hex != from {
        hex = came_from[hex.index()];
        path.push(hex);
    }
    path.reverse();
    path
}
