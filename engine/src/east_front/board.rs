//! Where the counters are, and everything that follows from it at once: stacks, zones of control, control of hexes,
//! the hash.
//!
//! [`Board::put`], [`Board::set_steps`], [`Board::turn_over`] and [`Board::mark_overrun`] are the only functions that
//! change a counter's place, strength, side or marker; they keep the derived fields true.

use std::hash::{Hash, Hasher};

use super::data::Face;
use super::ids::{HEX_WORDS, HexSet, Place, UNIT_CAPACITY, UnitId, UnitSet};
use super::prepared::Prepared;
use crate::dice::mix;
use crate::game::Side;
use crate::hex::{Direction, Hex, OFF_MAP, ZocField};
use crate::kit::stacks::Stacks;

/// Who exerts the ZOC of a stack [10.6.note], an index of `zoc_barriers`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exertion {
    /// At least one unit on foot exerts with the stack.
    Foot = 0,
    /// Only motorized units: roads matter in bad weather.
    Motorized = 1,
}

/// Counters on the map and in boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    stacks: Stacks<UnitId, Place, UNIT_CAPACITY, HEX_WORDS>,
    /// Steps by counter, two of them in a byte.
    steps: [u8; UNIT_CAPACITY / 2],
    on_map: UnitSet,
    /// Counters of one step with their back up: non-operational headquarters, mobile super-heavies.
    back_up: UnitSet,
    /// Counters with an Overrun marker [11.44].
    overrun: UnitSet,
    /// By side.
    zoc: [ZocField<HEX_WORDS>; 2],
    /// Hexes the Soviets control [3.21].
    soviet_control: HexSet,
    /// Weather column by which ZOC passes hexsides.
    column: u8,
    hash: u64,
}

/// Places and steps enter by the hash that follows them; ZOC follows from the rest.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Board { stacks: _, steps: _, on_map: _, back_up, overrun, zoc: _, soviet_control, column, hash } = self;
        (back_up, overrun, soviet_control, column, hash).hash(state);
    }
}

impl Board {
    /// All counters of the scenario in reserve at full strength.
    pub(super) fn new(data: &Prepared) -> Self {
        let mut board = Board {
            stacks: Stacks::new(Place::RESERVE),
            steps: [0; UNIT_CAPACITY / 2],
            on_map: UnitSet::EMPTY,
            back_up: UnitSet::EMPTY,
            overrun: UnitSet::EMPTY,
            zoc: [ZocField::EMPTY; 2],
            soviet_control: data.script.soviet_control,
            column: 0,
            hash: 0,
        };
        for unit in data.roster.all.iter() {
            board.write_steps(unit, data.roster.stats(unit).steps);
        }
        board.hash = board.hash_from_scratch(data);
        board
    }

    #[inline]
    pub(super) fn place(&self, unit: UnitId) -> Place {
        self.stacks.place(unit)
    }

    /// The hex a counter stands in, if it is on the map.
    #[inline]
    pub(super) fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.stacks.hex(unit)
    }

    #[inline]
    pub(super) fn steps(&self, unit: UnitId) -> u8 {
        self.steps[unit.index() / 2] >> (4 * (unit.index() % 2)) & 15
    }

    fn write_steps(&mut self, unit: UnitId, steps: u8) {
        debug_assert!(steps < 16, "no counter has more than four");
        let shift = 4 * (unit.index() % 2);
        let pair = &mut self.steps[unit.index() / 2];
        *pair = *pair & !(15 << shift) | steps << shift;
    }

    #[inline]
    pub(super) fn is_back_up(&self, unit: UnitId) -> bool {
        self.back_up.contains(unit)
    }

    #[inline]
    pub(super) fn has_overrun_marker(&self, unit: UnitId) -> bool {
        self.overrun.contains(unit)
    }

    pub(super) fn overrun_markers(&self, side: Side) -> u128 {
        self.overrun.of(side)
    }

    /// The values of the counter as it lies.
    #[inline]
    pub(super) fn values<'a>(&self, data: &'a Prepared, unit: UnitId) -> &'a Face {
        data.roster.values(unit, self.steps(unit), self.back_up.contains(unit))
    }

    #[inline]
    pub(super) fn on_map(&self, side: Side) -> u128 {
        self.on_map.of(side)
    }

    /// The side whose counters stand in the hex: it controls it [3.21].
    #[inline]
    pub(super) fn occupant(&self, hex: Hex) -> Option<Side> {
        self.stacks.occupied().contains(hex).then(|| self.controller(hex))
    }

    #[inline]
    pub(super) fn holds(&self, hex: Hex, side: Side) -> bool {
        self.occupant(hex) == Some(side)
    }

    /// Hexes with counters of a side, which controls them [3.21].
    #[inline]
    pub(super) fn occupied(&self, side: Side) -> HexSet {
        match side {
            Side::Axis => self.stacks.occupied().difference(self.soviet_control),
            Side::Soviet => self.stacks.occupied().intersection(self.soviet_control),
        }
    }

    /// Counters in the hex in ascending order.
    #[inline]
    pub(super) fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.stack(hex).iter().copied()
    }

    /// The counters in the hex as bits of their side.
    #[inline]
    pub(super) fn stack_bits(&self, hex: Hex) -> u128 {
        self.stack(hex).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [3.32] Stacking points in the hex.
    pub(super) fn height(&self, data: &Prepared, hex: Hex) -> u8 {
        self.stack(hex).map(|unit| self.values(data, unit).stacking).sum()
    }

    /// [3.4] Whether the hex lies in a ZOC that units of `side` in other hexes exert.
    #[inline]
    pub(super) fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        self.zoc[side.index()].covers(hex)
    }

    /// All hexes in a ZOC of `side`.
    #[inline]
    pub(super) fn zoc(&self, side: Side) -> &HexSet {
        self.zoc[side.index()].covered()
    }

    /// [3.42] Whether the units in a hex exert a ZOC.
    pub(super) fn exerts(&self, data: &Prepared, side: Side, hex: Hex) -> bool {
        self.exertion(data, hex, side).is_some()
    }

    /// Whether the ZOC of the units of `side` in `from` covers the neighbour in that direction.
    #[inline]
    pub(super) fn zoc_passes(&self, data: &Prepared, side: Side, from: Hex, direction: Direction) -> bool {
        let barriers = &data.ground.tracks[usize::from(self.column)].zoc_barriers;
        self.exertion(data, from, side).is_some_and(|kind| barriers[kind as usize][from.index()] & (1 << direction.index()) == 0)
    }

    /// Hexes of `side` whose ZOC covers `hex`.
    pub(super) fn zoc_sources(&self, data: &Prepared, side: Side, hex: Hex) -> impl Iterator<Item = Hex> {
        let near = &data.map.neighbours[hex.index()];
        Direction::ALL.into_iter().filter_map(move |direction| {
            let from = Hex(near[direction.index()]);
            (from.0 != OFF_MAP && self.zoc_passes(data, side, from, direction.opposite())).then_some(from)
        })
    }

    /// [3.21] The side that controls the hex.
    #[inline]
    pub(super) fn controller(&self, hex: Hex) -> Side {
        if self.soviet_control.contains(hex) { Side::Soviet } else { Side::Axis }
    }

    pub(super) fn soviet_control(&self) -> &HexSet {
        &self.soviet_control
    }

    /// Sets the control of a hex, for positions made by hand.
    pub(super) fn give(&mut self, side: Side, hex: Hex) {
        self.soviet_control.set(hex, side == Side::Soviet);
    }

    /// Sets the hexes that the Soviets control, but for what counters and ZOC decide.
    pub(super) fn set_control(&mut self, data: &Prepared, soviet: &HexSet) {
        self.soviet_control = *soviet;
        self.claim_all(data);
    }

    // ---- changes -----------------------------------------------------------

    /// Moves a counter to a place, in or out of a stack.
    pub(super) fn put(&mut self, data: &Prepared, unit: UnitId, place: Place) {
        let old = self.place(unit);
        if old == place {
            return;
        }
        self.hash ^= self.key(unit);
        // A counter that moves leaves its hex before it enters the next: what only its ZOC held is lost in between.
        if let Some(hex) = old.hex() {
            let aside = if place.hex().is_some() { Place::RESERVE } else { place };
            self.change(data, hex, unit.side(), |board| board.stacks.put(unit, aside));
        }
        match place.hex() {
            Some(hex) => self.change(data, hex, unit.side(), |board| board.stacks.put(unit, place)),
            None => self.stacks.put(unit, place),
        };
        self.on_map.set(unit, place.hex().is_some());
        if place.hex().is_none() {
            self.overrun.remove(unit);
        }
        self.hash ^= self.key(unit);
    }

    /// Sets the steps of a counter.
    pub(super) fn set_steps(&mut self, data: &Prepared, unit: UnitId, steps: u8) {
        self.hash ^= self.key(unit);
        self.on_counter(data, unit, |board| board.write_steps(unit, steps));
        self.hash ^= self.key(unit);
    }

    /// Turns a counter of one step to its front or back.
    pub(super) fn turn_over(&mut self, data: &Prepared, unit: UnitId, back: bool) {
        self.on_counter(data, unit, |board| board.back_up.set(unit, back));
    }

    /// [11.44] Puts an Overrun marker on a counter or takes it off.
    pub(super) fn mark_overrun(&mut self, data: &Prepared, unit: UnitId, on: bool) {
        self.on_counter(data, unit, |board| board.overrun.set(unit, on));
    }

    /// [3.21] A counter of `side` passes through a hex: it controls the hex, and what its ZOC covers if it exerts one.
    pub(super) fn pass(&mut self, data: &Prepared, unit: UnitId, hex: Hex) {
        let side = unit.side();
        self.give(side, hex);
        let exerts = self.values(data, unit).zoc && !self.overrun.contains(unit);
        if !exerts {
            return;
        }
        let motorized = usize::from(data.roster.motorized.contains(unit));
        let barriers = data.ground.tracks[usize::from(self.column)].zoc_barriers[motorized][hex.index()];
        for direction in Direction::ALL {
            let near = Hex(data.map.neighbours[hex.index()][direction.index()]);
            let covered = near.0 != OFF_MAP && barriers & (1 << direction.index()) == 0;
            if covered && self.occupant(near).is_none() && !self.in_zoc(side.opponent(), near) && data.map.open.contains(near) {
                self.give(side, near);
            }
        }
    }

    /// [3.43] The weather has changed: ZOC is built anew.
    pub(super) fn set_column(&mut self, data: &Prepared, column: u8) {
        if self.column == column {
            return;
        }
        self.column = column;
        for side in Side::ALL {
            self.zoc[side.index()] = self.zoc_from_scratch(data, side);
        }
        self.claim_all(data);
    }

    /// [3.21] Brings the control of every hex up to date.
    pub(super) fn claim_all(&mut self, data: &Prepared) {
        for hex in data.map.open.iter() {
            self.claim(hex);
        }
    }

    fn on_counter(&mut self, data: &Prepared, unit: UnitId, change: impl FnOnce(&mut Self)) {
        match self.hex(unit) {
            Some(hex) => self.change(data, hex, unit.side(), change),
            None => change(self),
        }
    }

    /// Changes one stack and brings ZOC and control around it up to date.
    fn change<T>(&mut self, data: &Prepared, hex: Hex, side: Side, change: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.exertion(data, hex, side);
        let changed = change(self);
        self.claim(hex);
        if self.exertion(data, hex, side) != before {
            let mut field = self.zoc[side.index()];
            field.refresh(&data.map.neighbours, hex, |from, direction| self.zoc_passes(data, side, from, direction));
            self.zoc[side.index()] = field;
        }
        for &near in &data.map.neighbours[hex.index()] {
            if near != OFF_MAP && data.map.open.contains(Hex(near)) {
                self.claim(Hex(near));
            }
        }
        changed
    }

    fn zoc_from_scratch(&self, data: &Prepared, side: Side) -> ZocField<HEX_WORDS> {
        let passes = |from, direction| self.zoc_passes(data, side, from, direction);
        ZocField::recompute(&data.map.neighbours, self.occupied(side).iter(), passes)
    }

    /// [3.42] How the units of a side in a hex exert ZOC, if they do: one of them does, and with it all combat units.
    fn exertion(&self, data: &Prepared, hex: Hex, side: Side) -> Option<Exertion> {
        let stack = self.stacks.stack(hex);
        if stack.first()?.side() != side {
            return None;
        }
        let roster = &data.roster;
        let mut exerts = false;
        let mut on_foot = false;
        for &unit in stack.iter().filter(|&&unit| roster.combat.contains(unit) && !self.overrun.contains(unit)) {
            exerts |= self.values(data, unit).zoc;
            on_foot |= !roster.motorized.contains(unit);
        }
        exerts.then_some(if on_foot { Exertion::Foot } else { Exertion::Motorized })
    }

    /// [3.21] Control follows occupation, and in empty hexes a ZOC that only one side exerts.
    fn claim(&mut self, hex: Hex) {
        let stands = self.stacks.first(hex).map(UnitId::side);
        let owner = stands.or_else(|| match (self.in_zoc(Side::Axis, hex), self.in_zoc(Side::Soviet, hex)) {
            (true, false) => Some(Side::Axis),
            (false, true) => Some(Side::Soviet),
            _ => None,
        });
        if let Some(side) = owner {
            self.give(side, hex);
        }
    }

    #[inline]
    fn key(&self, unit: UnitId) -> u64 {
        mix(u64::from(unit.0) | u64::from(self.place(unit).code()) << 8 | u64::from(self.steps(unit)) << 24)
    }

    /// Slow reference of the incremental hash.
    fn hash_from_scratch(&self, data: &Prepared) -> u64 {
        data.roster.all.iter().fold(0, |hash, unit| hash ^ self.key(unit))
    }

    /// Slow reference of every derived field: lists, sets, zones of control and hash.
    ///
    /// # Errors
    /// Names the first field that differs from its definition.
    pub(super) fn verify(&self, data: &Prepared) -> Result<(), String> {
        if self.hash != self.hash_from_scratch(data) {
            return Err("the incremental hash differs".into());
        }
        self.stacks.verify(data.roster.all.iter())?;
        for unit in data.roster.all.iter() {
            let id = &data.unit(unit).id;
            let listed = self.hex(unit).is_some();
            if self.on_map.contains(unit) != listed {
                return Err(format!("{id} is not listed where it stands"));
            }
            if listed && !(1..=data.unit(unit).steps).contains(&self.steps(unit)) {
                return Err(format!("{id} is on the map with {} steps", self.steps(unit)));
            }
        }
        for side in Side::ALL {
            if self.zoc[side.index()] != self.zoc_from_scratch(data, side) {
                return Err(format!("the {side} ZOC differs"));
            }
        }
        for hex in data.map.grid.hexes() {
            let stack: Vec<UnitId> = self.stack(hex).collect();
            let name = data.map.grid.name(hex);
            if stack.windows(2).any(|pair| pair[0].side() != pair[1].side()) {
                return Err(format!("the stack in {name} is mixed"));
            }
            let contested = self.in_zoc(Side::Axis, hex) && self.in_zoc(Side::Soviet, hex);
            let stands = self.stacks.first(hex).map(UnitId::side);
            let owner = stands.or_else(|| {
                let covering = Side::ALL.into_iter().find(|&side| self.in_zoc(side, hex));
                covering.filter(|_| !contested && data.map.open.contains(hex))
            });
            if owner.is_some_and(|side| side != self.controller(hex)) {
                return Err(format!("control of {name} differs"));
            }
        }
        Ok(())
    }
}
