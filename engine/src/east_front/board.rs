//! Where the counters are, and everything that follows from it at once: stacks, zones of control, control of hexes,
//! the hash.
//!
//! [`Board::put`], [`Board::set_steps`], [`Board::turn_over`] and [`Board::mark_overrun`] are the only functions that
//! change a counter's place, strength, side or marker; they keep the derived fields true.

use super::data::Face;
use super::ids::{HEX_CAPACITY, HEX_WORDS, HexSet, UnitId};
use super::prepared::Prepared;
use super::sets::{Place, UNIT_CAPACITY, UnitSet};
use crate::dice::mix;
use crate::game::Side;
use crate::hex::{Direction, Hex, OFF_MAP, ZocField};

/// No counter: the last slot of the Soviets is never used.
const NOBODY: u8 = u8::MAX;

/// Which of two fields a stack exerts its ZOC in [10.6.note].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exertion {
    None,
    /// Only motorized units: roads matter in bad weather.
    Motorized,
    /// At least one unit on foot exerts with the stack.
    Foot,
}

/// Counters on the map and in boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    place: [Place; UNIT_CAPACITY],
    steps: [u8; UNIT_CAPACITY],
    /// First counter of the stack in each hex, stacks being linked lists in ascending order.
    first: [u8; HEX_CAPACITY],
    next: [u8; UNIT_CAPACITY],
    on_map: UnitSet,
    /// Counters of one step with their back up: non-operational headquarters, mobile super-heavies.
    back_up: UnitSet,
    /// Counters with an Overrun marker [11.44].
    overrun: UnitSet,
    /// ZOC of units on foot and of motorized units, by side.
    zoc: [[ZocField<HEX_WORDS>; 2]; 2],
    /// Hexes the Soviets control [3.21].
    soviet_control: HexSet,
    /// Weather column by which ZOC passes hexsides.
    column: u8,
    hash: u64,
}

impl Board {
    /// All counters of the scenario in reserve at full strength.
    pub(super) fn new(data: &Prepared) -> Self {
        let mut board = Board {
            place: [Place::RESERVE; UNIT_CAPACITY],
            steps: [0; UNIT_CAPACITY],
            first: [NOBODY; HEX_CAPACITY],
            next: [NOBODY; UNIT_CAPACITY],
            on_map: UnitSet::EMPTY,
            back_up: UnitSet::EMPTY,
            overrun: UnitSet::EMPTY,
            zoc: [[ZocField::EMPTY; 2]; 2],
            soviet_control: data.script.soviet_control,
            column: 0,
            hash: 0,
        };
        for unit in data.roster.all.iter() {
            board.steps[unit.index()] = data.roster.stats(unit).steps;
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
        data.roster.values(unit, self.steps[unit.index()], self.back_up.contains(unit))
    }

    #[inline]
    pub(super) fn on_map(&self, side: Side) -> u128 {
        self.on_map.of(side)
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

    /// Hexes with counters of a side.
    pub(super) fn occupied(&self, side: Side) -> HexSet {
        super::sets::units(side, self.on_map.of(side)).filter_map(|unit| self.hex(unit)).collect()
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
        let [foot, motorized] = &self.zoc[side.index()];
        foot.covers(hex) || motorized.covers(hex)
    }

    /// All hexes in a ZOC of `side`.
    #[inline]
    pub(super) fn zoc(&self, side: Side) -> HexSet {
        let [foot, motorized] = &self.zoc[side.index()];
        foot.covered().union(*motorized.covered())
    }

    /// [3.42] Whether the units in a hex exert a ZOC.
    #[inline]
    pub(super) fn exerts(&self, side: Side, hex: Hex) -> bool {
        self.zoc[side.index()].iter().any(|field| field.exerts(hex))
    }

    /// Whether the ZOC of the units of `side` in `from` covers the neighbour in that direction.
    #[inline]
    pub(super) fn zoc_passes(&self, data: &Prepared, side: Side, from: Hex, direction: Direction) -> bool {
        let barriers = &data.ground.tracks[usize::from(self.column)].zoc_barriers;
        self.zoc[side.index()]
            .iter()
            .zip(barriers)
            .any(|(field, barriers)| field.exerts(from) && barriers[from.index()] & (1 << direction.index()) == 0)
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

    /// Sets the hexes that the Soviets control.
    pub(super) fn set_control(&mut self, soviet: HexSet) {
        self.soviet_control = soviet;
    }

    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// Sets that enter the hash of a position whole.
    pub(super) fn sets(&self) -> [UnitSet; 2] {
        [self.back_up, self.overrun]
    }

    // ---- changes -----------------------------------------------------------

    /// Moves a counter to a place, in or out of a stack.
    pub(super) fn put(&mut self, data: &Prepared, unit: UnitId, place: Place) {
        let old = self.place[unit.index()];
        if old == place {
            return;
        }
        self.hash ^= self.key(unit);
        if let Some(hex) = old.hex() {
            self.change(data, hex, unit.side(), |board| board.unlink(unit, hex));
        }
        self.place[unit.index()] = place;
        self.on_map.set(unit, place.hex().is_some());
        if let Some(hex) = place.hex() {
            self.change(data, hex, unit.side(), |board| board.link(unit, hex));
        } else {
            self.overrun.remove(unit);
        }
        self.hash ^= self.key(unit);
    }

    /// Sets the steps of a counter.
    pub(super) fn set_steps(&mut self, data: &Prepared, unit: UnitId, steps: u8) {
        self.hash ^= self.key(unit);
        self.on_counter(data, unit, |board| board.steps[unit.index()] = steps);
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
        let barriers = &data.ground.tracks[usize::from(column)].zoc_barriers;
        for side in 0..2 {
            for (kind, barriers) in barriers.iter().enumerate() {
                let exerting = *self.zoc[side][kind].exerting();
                self.zoc[side][kind] = ZocField::recompute(&data.map.neighbours, barriers, exerting);
            }
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
    fn change(&mut self, data: &Prepared, hex: Hex, side: Side, change: impl FnOnce(&mut Self)) {
        change(self);
        let exertion = self.exertion(data, hex, side);
        let barriers = &data.ground.tracks[usize::from(self.column)].zoc_barriers;
        let [foot, motorized] = &mut self.zoc[side.index()];
        foot.set(&data.map.neighbours, &barriers[0], hex, exertion == Exertion::Foot);
        motorized.set(&data.map.neighbours, &barriers[1], hex, exertion == Exertion::Motorized);
        self.claim(hex);
        for &near in &data.map.neighbours[hex.index()] {
            if near != OFF_MAP && data.map.open.contains(Hex(near)) {
                self.claim(Hex(near));
            }
        }
    }

    /// [3.42] How the units of a side in a hex exert ZOC: one of them does, and with it all combat units.
    fn exertion(&self, data: &Prepared, hex: Hex, side: Side) -> Exertion {
        if !self.holds(hex, side) {
            return Exertion::None;
        }
        let roster = &data.roster;
        let mut exerts = false;
        let mut on_foot = false;
        for unit in self.stack(hex).filter(|&unit| roster.combat.contains(unit) && !self.overrun.contains(unit)) {
            exerts |= self.values(data, unit).zoc;
            on_foot |= !roster.motorized.contains(unit);
        }
        match (exerts, on_foot) {
            (false, _) => Exertion::None,
            (true, true) => Exertion::Foot,
            (true, false) => Exertion::Motorized,
        }
    }

    /// [3.21] Control follows occupation, and in empty hexes a ZOC that only one side exerts.
    fn claim(&mut self, hex: Hex) {
        let owner = self.occupant(hex).or_else(|| match (self.in_zoc(Side::Axis, hex), self.in_zoc(Side::Soviet, hex)) {
            (true, false) => Some(Side::Axis),
            (false, true) => Some(Side::Soviet),
            _ => None,
        });
        if let Some(side) = owner {
            self.give(side, hex);
        }
    }

    /// Enters a counter into the list of its hex, in ascending order, so that equal positions are equal bytes whatever
    /// the order of arrival.
    fn link(&mut self, unit: UnitId, hex: Hex) {
        let mut previous = NOBODY;
        let mut at = self.first[hex.index()];
        while at != NOBODY && at < unit.0 {
            previous = at;
            at = self.next[usize::from(at)];
        }
        self.next[unit.index()] = at;
        if previous == NOBODY {
            self.first[hex.index()] = unit.0;
        } else {
            self.next[usize::from(previous)] = unit.0;
        }
    }

    fn unlink(&mut self, unit: UnitId, hex: Hex) {
        let after = self.next[unit.index()];
        if self.first[hex.index()] == unit.0 {
            self.first[hex.index()] = after;
        } else {
            let mut at = self.first[hex.index()];
            while self.next[usize::from(at)] != unit.0 {
                at = self.next[usize::from(at)];
            }
            self.next[usize::from(at)] = after;
        }
        self.next[unit.index()] = NOBODY;
    }

    #[inline]
    fn key(&self, unit: UnitId) -> u64 {
        mix(u64::from(unit.0) | u64::from(self.place[unit.index()].code()) << 8 | u64::from(self.steps[unit.index()]) << 24)
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
        for unit in data.roster.all.iter() {
            let id = &data.unit(unit).id;
            let listed = self.hex(unit).is_some_and(|hex| self.stack(hex).any(|other| other == unit));
            if self.hex(unit).is_some() != listed || self.on_map.contains(unit) != listed {
                return Err(format!("{id} is not listed where it stands"));
            }
            if listed && !(1..=data.unit(unit).steps).contains(&self.steps(unit)) {
                return Err(format!("{id} is on the map with {} steps", self.steps(unit)));
            }
        }
        let barriers = &data.ground.tracks[usize::from(self.column)].zoc_barriers;
        for side in Side::ALL {
            for (kind, exertion) in [Exertion::Foot, Exertion::Motorized].into_iter().enumerate() {
                let exerting: HexSet = data.map.grid.hexes().filter(|&hex| self.exertion(data, hex, side) == exertion).collect();
                if self.zoc[side.index()][kind] != ZocField::recompute(&data.map.neighbours, &barriers[kind], exerting) {
                    return Err(format!("the {side} ZOC differs"));
                }
            }
        }
        for hex in data.map.grid.hexes() {
            let stack: Vec<UnitId> = self.stack(hex).collect();
            let name = data.map.grid.name(hex);
            if stack.windows(2).any(|pair| pair[0] >= pair[1] || pair[0].side() != pair[1].side()) {
                return Err(format!("the stack in {name} is out of order or mixed"));
            }
            let contested = self.in_zoc(Side::Axis, hex) && self.in_zoc(Side::Soviet, hex);
            let owner = self.occupant(hex).or_else(|| {
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
