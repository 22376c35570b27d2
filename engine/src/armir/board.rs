//! Where the counters are, and everything that follows from it at once: stacks, zones of control,
//! control of hexes, the hash.
//!
//! [`Board::put`], [`Board::lose_step`], [`Board::gain_step`] and [`Board::set_out_of_supply`] are
//! the only functions that change a counter's place, strength or supply; they keep the derived
//! fields true.

use std::hash::{Hash, Hasher};

use super::data::Data;
use super::ids::{HEX_CAPACITY, HexSet, Place, SIDE_SHIFT, UNIT_CAPACITY, UnitId, UnitSet};
use crate::dice::mix;
use crate::game::Side;
use crate::hex::{CLOSED, Hex, OFF_MAP};

/// Belongs to neither side: the bits above [`SIDE_SHIFT`] are those of no side.
const NOBODY: u8 = 0xff;

/// Counters on the map and in boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    place: [Place; UNIT_CAPACITY],
    steps: [u8; UNIT_CAPACITY],
    /// First counter of the stack in each hex, stacks being linked lists in ascending order.
    first: [u8; HEX_CAPACITY],
    next: [u8; UNIT_CAPACITY],
    on_map: UnitSet,
    out_of_supply: UnitSet,
    /// Hexes in a ZOC of each side [7].
    zoc: [HexSet; 2],
    /// Hexes in the ZOC of a hex that holds heavy Axis units [7.1.1].
    heavy_zoc: HexSet,
    soviet_control: HexSet,
    /// Hash of the places and steps.
    hash: u64,
}

/// What follows from places and steps is left out, and these enter by the number that is kept up for them.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Board { place: _, steps: _, first: _, next: _, on_map: _, out_of_supply, zoc: _, heavy_zoc: _, soviet_control, hash } = self;
        (out_of_supply, soviet_control, hash).hash(state);
    }
}

impl Board {
    /// All counters of the scenario in reserve at full strength.
    pub(super) fn new(data: &Data) -> Self {
        let mut board = Board {
            place: [Place::RESERVE; UNIT_CAPACITY],
            steps: [0; UNIT_CAPACITY],
            first: [NOBODY; HEX_CAPACITY],
            next: [NOBODY; UNIT_CAPACITY],
            on_map: UnitSet::EMPTY,
            out_of_supply: UnitSet::EMPTY,
            zoc: [HexSet::EMPTY; 2],
            heavy_zoc: HexSet::EMPTY,
            soviet_control: data.map.soviet_at_start,
            hash: 0,
        };
        for unit in data.all.iter() {
            board.steps[unit.index()] = data.unit(unit).steps;
        }
        board.hash = board.hash_from_scratch(data);
        board
    }

    #[inline]
    pub(super) fn place(&self, unit: UnitId) -> Place {
        self.place[unit.index()]
    }

    /// The hex a counter stands in, if it is on the map.
    #[inline]
    pub(super) fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.place[unit.index()].hex()
    }

    #[inline]
    pub(super) fn steps(&self, unit: UnitId) -> u8 {
        self.steps[unit.index()]
    }

    #[inline]
    pub(super) fn on_map(&self, side: Side) -> u64 {
        self.on_map.of(side)
    }

    #[inline]
    pub(super) fn is_out_of_supply(&self, unit: UnitId) -> bool {
        self.out_of_supply.contains(unit)
    }

    pub(super) fn out_of_supply(&self, side: Side) -> u64 {
        self.out_of_supply.of(side)
    }

    /// The side whose counters stand in the hex.
    #[inline]
    pub(super) fn occupant(&self, hex: Hex) -> Option<Side> {
        let first = self.first[hex.index()];
        if first == NOBODY { None } else { Some(UnitId(first).side()) }
    }

    #[inline]
    pub(super) fn holds(&self, hex: Hex, side: Side) -> bool {
        self.occupant(hex) == Some(side)
    }

    /// Closes the hexes where counters of `side` stand to a move of the other side. Plain bytes, so that the
    /// compiler makes vectors of it.
    #[inline]
    pub(super) fn close_occupied(&self, side: Side, prices: &mut [u8]) {
        for (price, &first) in prices.iter_mut().zip(&self.first) {
            *price = if first >> SIDE_SHIFT == side as u8 { CLOSED } else { *price };
        }
    }

    /// Counters in the hex in ascending order.
    #[inline]
    pub(super) fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        let mut at = self.first[hex.index()];
        std::iter::from_fn(move || {
            if at == NOBODY {
                return None;
            }
            let unit = UnitId(at);
            at = self.next[unit.index()];
            Some(unit)
        })
    }

    /// The counters in the hex as bits of their side.
    #[inline]
    pub(super) fn stack_bits(&self, hex: Hex) -> u64 {
        self.stack(hex).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [7] Whether the hex lies in a ZOC of `side`.
    #[inline]
    pub(super) fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        self.zoc[side.index()].contains(hex)
    }

    /// All hexes in a ZOC of `side`.
    pub(super) fn zoc(&self, side: Side) -> &HexSet {
        &self.zoc[side.index()]
    }

    /// All hexes in the ZOC of heavy Axis units.
    pub(super) fn heavy_zoc(&self) -> &HexSet {
        &self.heavy_zoc
    }

    /// [1.5] The side that controls the hex.
    #[inline]
    pub(super) fn controller(&self, hex: Hex) -> Side {
        if self.soviet_control.contains(hex) { Side::Soviet } else { Side::Axis }
    }

    /// [1.5] Gives control of a hex to the side that entered it.
    #[inline]
    pub(super) fn take_control(&mut self, side: Side, hex: Hex) {
        self.soviet_control.set(hex, side == Side::Soviet);
    }

    pub(super) fn soviet_control(&self) -> &HexSet {
        &self.soviet_control
    }

    /// Moves a counter to a place, in or out of a stack.
    pub(super) fn put(&mut self, data: &Data, unit: UnitId, place: Place) {
        let old = self.place[unit.index()];
        if old == place {
            return;
        }
        self.hash ^= self.key(unit);
        if let Some(hex) = old.hex() {
            self.change_stack(data, hex, unit.side(), |board| board.unlink(unit, hex));
        }
        self.place[unit.index()] = place;
        self.on_map.set(unit, place.hex().is_some());
        if let Some(hex) = place.hex() {
            self.change_stack(data, hex, unit.side(), |board| board.link(unit, hex));
        }
        self.hash ^= self.key(unit);
    }

    /// [12.2.a] Takes a step off a counter and eliminates it with the last one.
    pub(super) fn lose_step(&mut self, data: &Data, unit: UnitId) {
        self.hash ^= self.key(unit);
        let steps = self.steps[unit.index()].saturating_sub(1);
        match self.hex(unit) {
            Some(hex) => self.change_stack(data, hex, unit.side(), |board| board.steps[unit.index()] = steps),
            None => self.steps[unit.index()] = steps,
        }
        self.hash ^= self.key(unit);
        if steps == 0 {
            self.put(data, unit, Place::ELIMINATED);
            self.out_of_supply.remove(unit);
        }
    }

    /// Sets the steps of a counter, for replacements, exchanges and arrivals below full strength.
    pub(super) fn set_steps(&mut self, data: &Data, unit: UnitId, steps: u8) {
        self.hash ^= self.key(unit);
        match self.hex(unit) {
            Some(hex) => self.change_stack(data, hex, unit.side(), |board| board.steps[unit.index()] = steps),
            None => self.steps[unit.index()] = steps,
        }
        self.hash ^= self.key(unit);
    }

    /// [8.3] Places or removes an out-of-supply marker.
    pub(super) fn set_out_of_supply(&mut self, data: &Data, unit: UnitId, out: bool) {
        if self.out_of_supply.contains(unit) == out {
            return;
        }
        match self.hex(unit) {
            Some(hex) => self.change_stack(data, hex, unit.side(), |board| board.out_of_supply.set(unit, out)),
            None => self.out_of_supply.set(unit, out),
        }
    }

    /// [7][8.3] Whether the counters in a hex exert a ZOC (two steps of combat units in supply), and whether
    /// a heavy one [7.1.1].
    #[inline]
    fn exertion(&self, data: &Data, hex: Hex) -> (bool, bool) {
        let mut steps = 0;
        let mut heavy = false;
        for unit in self.stack(hex) {
            if data.combat.contains(unit) && !self.out_of_supply.contains(unit) {
                steps += self.steps[unit.index()];
                heavy |= data.heavy.contains(unit);
            }
        }
        (steps >= 2, steps >= 2 && heavy)
    }

    /// Whether a hex of `side` other than `except` covers `hex`; with `heavy`, only hexes with heavy
    /// units count.
    pub(super) fn covered_by_other(&self, data: &Data, side: Side, heavy: bool, hex: Hex, except: Hex) -> bool {
        let barriers = data.map.zoc_barriers[side.index()][hex.index()];
        data.map.neighbours[hex.index()].iter().enumerate().any(|(direction, &near)| {
            near != OFF_MAP && self.holds(Hex(near), side) && near != except.0 && barriers & (1 << direction) == 0 && {
                let (any, weighty) = self.exertion(data, Hex(near));
                if heavy { weighty } else { any }
            }
        })
    }

    /// Changes one stack and then brings the ZOC around it up to date.
    fn change_stack(&mut self, data: &Data, hex: Hex, side: Side, change: impl FnOnce(&mut Self)) {
        let before = self.exertion(data, hex);
        change(self);
        let after = self.exertion(data, hex);
        if before.0 != after.0 {
            self.spread_zoc(data, side, hex, after.0);
        }
        if side == Side::Axis && before.1 != after.1 {
            self.spread_heavy_zoc(data, hex, after.1);
        }
    }

    fn spread_zoc(&mut self, data: &Data, side: Side, hex: Hex, on: bool) {
        let barriers = &data.map.zoc_barriers[side.index()];
        for (direction, &near) in data.map.neighbours[hex.index()].iter().enumerate() {
            if near == OFF_MAP || barriers[hex.index()] & (1 << direction) != 0 {
                continue;
            }
            let near = Hex(near);
            let covered = on || self.covered_by_other(data, side, false, near, hex);
            self.zoc[side.index()].set(near, covered);
        }
    }

    fn spread_heavy_zoc(&mut self, data: &Data, hex: Hex, on: bool) {
        let barriers = &data.map.zoc_barriers[Side::Axis.index()];
        for (direction, &near) in data.map.neighbours[hex.index()].iter().enumerate() {
            if near == OFF_MAP || barriers[hex.index()] & (1 << direction) != 0 {
                continue;
            }
            let near = Hex(near);
            let covered = on || self.covered_by_other(data, Side::Axis, true, near, hex);
            self.heavy_zoc.set(near, covered);
        }
    }

    /// Enters a counter into the list of its hex, in ascending order, so that equal positions are
    /// equal bytes whatever the order of arrival.
    fn link(&mut self, unit: UnitId, hex: Hex) {
        let mut previous = NOBODY;
        let mut at = self.first[hex.index()];
        while at != NOBODY && at < unit.0 {
            previous = at;
            at = self.next[UnitId(at).index()];
        }
        self.next[unit.index()] = at;
        if previous == NOBODY {
            self.first[hex.index()] = unit.0;
        } else {
            self.next[UnitId(previous).index()] = unit.0;
        }
    }

    fn unlink(&mut self, unit: UnitId, hex: Hex) {
        let after = self.next[unit.index()];
        if self.first[hex.index()] == unit.0 {
            self.first[hex.index()] = after;
        } else {
            let mut at = UnitId(self.first[hex.index()]);
            while self.next[at.index()] != unit.0 {
                at = UnitId(self.next[at.index()]);
            }
            self.next[at.index()] = after;
        }
        self.next[unit.index()] = NOBODY;
    }

    #[inline]
    fn key(&self, unit: UnitId) -> u64 {
        mix(u64::from(unit.0) | u64::from(self.place[unit.index()].code()) << 8 | u64::from(self.steps[unit.index()]) << 24)
    }

    /// Slow reference of the incremental hash.
    pub(super) fn hash_from_scratch(&self, data: &Data) -> u64 {
        data.all.iter().fold(0, |hash, unit| hash ^ self.key(unit))
    }

    /// Slow reference of every derived field: lists, sets, zones of control and hash.
    ///
    /// # Errors
    /// Names the first field that differs from its definition.
    pub(super) fn verify(&self, data: &Data) -> Result<(), String> {
        if self.hash != self.hash_from_scratch(data) {
            return Err("the incremental hash differs".into());
        }
        for unit in data.all.iter() {
            let listed = self.hex(unit).is_some_and(|hex| self.stack(hex).any(|other| other == unit));
            if self.hex(unit).is_some() != listed || self.on_map.contains(unit) != listed {
                return Err(format!("{} is not listed where it stands", data.unit(unit).id));
            }
            if listed && (self.steps(unit) == 0 || self.steps(unit) > data.unit(unit).steps) {
                return Err(format!("{} is on the map with {} steps", data.unit(unit).id, self.steps(unit)));
            }
        }
        for hex in data.map.grid.hexes() {
            let stack: Vec<UnitId> = self.stack(hex).collect();
            if stack.windows(2).any(|pair| pair[0] >= pair[1] || pair[0].side() != pair[1].side()) {
                return Err(format!("the stack in {} is out of order or mixed", data.map.grid.name(hex)));
            }
            for (side, heavy) in [(Side::Axis, false), (Side::Soviet, false), (Side::Axis, true)] {
                let covered = self.covered_by_other(data, side, heavy, hex, Hex(OFF_MAP));
                let kept = if heavy { self.heavy_zoc.contains(hex) } else { self.in_zoc(side, hex) };
                if covered != kept {
                    return Err(format!("the {side} ZOC in {} (heavy: {heavy}) differs", data.map.grid.name(hex)));
                }
            }
        }
        Ok(())
    }
}
