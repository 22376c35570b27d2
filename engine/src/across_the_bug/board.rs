//! Where the counters are, and everything that follows from it at once: stacks, zones of control, who was last in a settlement,
//! markers of improved defence, the hash.
//!
//! The functions under "changes" are the only ones that change a counter's place, strength or face; they keep the derived fields
//! true.

use std::hash::{Hash, Hasher};

use super::data::Face;
use super::ground::Exertion;
use super::ids::{FORMATIONS, FormationId, HEX_WORDS, HexSet, Place, UNIT_CAPACITY, UnitId, UnitSet, units};
use super::known::Known;
use super::pontoon::Pontoons;
use super::prepared::Prepared;
use crate::dice::mix;
use crate::game::Side;
use crate::hex::{Direction, Hex, OFF_MAP, ZocField};
use crate::kit::stacks::Stacks;

/// Counters on the map and in boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    stacks: Stacks<UnitId, Place, UNIT_CAPACITY, HEX_WORDS>,
    /// Strength points of combat units and support points of headquarters, two counters in a byte.
    points: [u8; UNIT_CAPACITY / 2],
    on_map: UnitSet,
    /// Disorganized combat units [5.6.3], headquarters on their Emergency Supply side [5.7.2].
    turned: UnitSet,
    /// Hexes with German counters; those of the others are Soviet.
    german: HexSet,
    /// By side.
    zoc: [ZocField<HEX_WORDS>; 2],
    /// Of the hexes whose last occupant matters those that the Soviets were last in [9.a].
    soviet_held: HexSet,
    /// Hexes with a marker of improved defence [7.7].
    improved: HexSet,
    /// The formation under which a unit acts [5.5.1].
    formation: [FormationId; UNIT_CAPACITY],
    /// Units that act under another formation than their own.
    attached: UnitSet,
    /// Of these those that were taken over while they were isolated [5.5.1.d].
    lent: UnitSet,
    /// Activation levels [3.1.3.c].
    levels: [u8; FORMATIONS],
    pub(super) pontoons: Pontoons,
    /// What the sides know of each other's counters [5.3.4].
    pub(super) known: Known,
    hash: u64,
}

/// Places, points, faces and assignments enter by the hash that follows them; stacks and ZOC follow from the rest.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Board {
            stacks: _,
            points: _,
            on_map: _,
            turned: _,
            german: _,
            zoc: _,
            soviet_held,
            improved,
            formation: _,
            attached: _,
            lent: _,
            levels,
            pontoons,
            known,
            hash,
        } = self;
        (soviet_held, improved, levels, pontoons, known, hash).hash(state);
    }
}

impl Board {
    /// All counters of the scenario in reserve at full strength.
    pub(super) fn new(data: &Prepared) -> Self {
        let mut board = Board {
            stacks: Stacks::new(Place::RESERVE),
            points: [0; UNIT_CAPACITY / 2],
            on_map: UnitSet::EMPTY,
            turned: UnitSet::EMPTY,
            german: HexSet::EMPTY,
            zoc: [ZocField::EMPTY; 2],
            soviet_held: data.ground.soviet_at_start,
            improved: HexSet::EMPTY,
            formation: [FormationId::NONE; UNIT_CAPACITY],
            attached: UnitSet::EMPTY,
            lent: UnitSet::EMPTY,
            levels: [0; FORMATIONS],
            pontoons: Pontoons::new(data),
            known: Known::OPEN,
            hash: 0,
        };
        for unit in data.roster.all.iter() {
            board.write_points(unit, data.roster.stats(unit).strength);
            board.formation[unit.index()] = data.roster.own_formation(unit);
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

    /// Strength points of a combat unit, support points of a headquarters.
    #[inline]
    pub(super) fn points(&self, unit: UnitId) -> u8 {
        self.points[unit.index() / 2] >> (4 * (unit.index() % 2)) & 15
    }

    fn write_points(&mut self, unit: UnitId, points: u8) {
        debug_assert!(points < 16, "no counter has more than twelve");
        let shift = 4 * (unit.index() % 2);
        let pair = &mut self.points[unit.index() / 2];
        *pair = *pair & !(15 << shift) | points << shift;
    }

    /// [5.6.3] Whether a combat unit is disorganized.
    #[inline]
    pub(super) fn is_disorganized(&self, unit: UnitId) -> bool {
        self.turned.contains(unit)
    }

    /// [5.7.2] Whether a headquarters shows its Emergency Supply side.
    #[inline]
    pub(super) fn has_spent_supply(&self, hq: UnitId) -> bool {
        self.turned.contains(hq)
    }

    /// The counters of a side that show their back.
    #[inline]
    pub(super) fn turned(&self, side: Side) -> u128 {
        self.turned.of(side)
    }

    /// The values of a unit as it lies.
    #[inline]
    pub(super) fn face<'a>(&self, data: &'a Prepared, unit: UnitId) -> &'a Face {
        &data.roster.stats(unit).faces[usize::from(self.turned.contains(unit))]
    }

    #[inline]
    pub(super) fn on_map(&self, side: Side) -> u128 {
        self.on_map.of(side)
    }

    /// Counters in a hex in ascending order: headquarters first.
    #[inline]
    pub(super) fn stack(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.stacks.stack(hex).iter().copied()
    }

    /// The combat units in a hex in ascending order.
    #[inline]
    pub(super) fn combat_units<'a>(&'a self, data: &'a Prepared, hex: Hex) -> impl Iterator<Item = UnitId> + 'a {
        self.stack(hex).filter(|&unit| data.roster.combat.contains(unit))
    }

    /// The combat units in a hex as bits of their side.
    #[inline]
    pub(super) fn combat_bits(&self, data: &Prepared, hex: Hex) -> u128 {
        self.combat_units(data, hex).fold(0, |bits, unit| bits | unit.bit())
    }

    /// The headquarters in a hex.
    pub(super) fn headquarters<'a>(&'a self, data: &'a Prepared, hex: Hex) -> impl Iterator<Item = UnitId> + 'a {
        self.stack(hex).filter(|&unit| data.roster.hqs.contains(unit))
    }

    /// The side whose counters stand in a hex.
    #[inline]
    pub(super) fn occupant(&self, hex: Hex) -> Option<Side> {
        let held = self.stacks.occupied().contains(hex);
        held.then(|| if self.german.contains(hex) { Side::Axis } else { Side::Soviet })
    }

    /// Whether counters of a side stand in a hex.
    #[inline]
    pub(super) fn holds(&self, side: Side, hex: Hex) -> bool {
        self.occupant(hex) == Some(side)
    }

    /// Whether combat units of a side stand in a hex.
    #[inline]
    pub(super) fn fights_in(&self, data: &Prepared, side: Side, hex: Hex) -> bool {
        self.holds(side, hex) && self.combat_units(data, hex).next().is_some()
    }

    /// Hexes with counters of a side.
    #[inline]
    pub(super) fn held(&self, side: Side) -> HexSet {
        match side {
            Side::Axis => self.german,
            Side::Soviet => self.stacks.occupied().difference(self.german),
        }
    }

    /// [5.4] Whether a hex lies in a ZOC that units of a side in other hexes exert.
    #[inline]
    pub(super) fn in_zoc(&self, side: Side, hex: Hex) -> bool {
        self.zoc[side.index()].covers(hex)
    }

    /// All hexes in a ZOC of a side.
    #[inline]
    pub(super) fn zoc(&self, side: Side) -> &HexSet {
        self.zoc[side.index()].covered()
    }

    /// [5.4.1.d] Whether a unit projects its ZOC from its hex to the neighbour in a direction.
    #[inline]
    pub(super) fn projects(&self, data: &Prepared, unit: UnitId, from: Hex, direction: Direction) -> bool {
        let class = if data.roster.armour.contains(unit) { Exertion::Armour } else { Exertion::Infantry };
        data.roster.combat.contains(unit) && !self.turned.contains(unit) && self.passes(data, class, from, direction)
    }

    /// [5.4.c][5.4.d] Whether the ZOC of a class passes a hexside into the neighbour. A pontoon opens its side where bridges do [A58].
    #[inline]
    fn passes(&self, data: &Prepared, class: Exertion, from: Hex, direction: Direction) -> bool {
        let ground = &data.ground;
        let bit = 1 << direction.index();
        ground.zoc_reach[class as usize][from.index()] & bit != 0
            || data.script.switches.zoc_over_bridges
                && ground.zoc_by_bridge[class as usize][from.index()] & bit != 0
                && self.pontoons.joins(&data.map.grid, from, direction)
    }

    /// Whether the ZOC of the units of a side in `from` covers the neighbour in a direction.
    #[inline]
    fn zoc_passes(&self, data: &Prepared, side: Side, from: Hex, direction: Direction) -> bool {
        self.exertion(data, from, side).is_some_and(|class| self.passes(data, class, from, direction))
    }

    /// [5.4.b] How the units of a side in a hex exert a ZOC, if they do.
    fn exertion(&self, data: &Prepared, hex: Hex, side: Side) -> Option<Exertion> {
        let stack = self.stacks.stack(hex);
        if stack.first()?.side() != side {
            return None;
        }
        let active = stack.iter().filter(|&&unit| data.roster.combat.contains(unit) && !self.turned.contains(unit));
        active.map(|&unit| if data.roster.armour.contains(unit) { Exertion::Armour } else { Exertion::Infantry }).max()
    }

    /// [9.a] The side that was last in a settlement or a hex that scores; of other hexes it is not kept.
    #[inline]
    pub(super) fn last_in(&self, hex: Hex) -> Side {
        if self.soviet_held.contains(hex) { Side::Soviet } else { Side::Axis }
    }

    /// Of the hexes that matter those that a side was last in.
    #[inline]
    pub(super) fn last_held(&self, data: &Prepared, side: Side) -> HexSet {
        match side {
            Side::Soviet => self.soviet_held,
            Side::Axis => data.ground.matters.difference(self.soviet_held),
        }
    }

    /// Sets who was last in a hex, for positions made by hand.
    pub(super) fn give(&mut self, data: &Prepared, side: Side, hex: Hex) {
        if data.ground.matters.contains(hex) {
            self.soviet_held.set(hex, side == Side::Soviet);
        }
    }

    /// [7.7] Whether the stack of a hex is in improved defence.
    #[inline]
    pub(super) fn is_improved(&self, hex: Hex) -> bool {
        self.improved.contains(hex)
    }

    /// Hexes in improved defence.
    #[inline]
    pub(super) fn improved(&self) -> &HexSet {
        &self.improved
    }

    // ---- formations ------------------------------------------------------------

    /// [5.5.1] The formation under which a unit acts.
    #[inline]
    pub(super) fn formation(&self, unit: UnitId) -> FormationId {
        self.formation[unit.index()]
    }

    /// [5.5.1] The combat units that act under a formation, as bits of its side.
    pub(super) fn members(&self, data: &Prepared, formation: FormationId) -> u128 {
        let side = data.roster.side_of(formation);
        let attached = self.attached.of(side);
        let guests = units(side, attached).filter(|&unit| self.formation(unit) == formation);
        guests.fold(data.roster.own_units(formation) & !attached, |bits, unit| bits | unit.bit())
    }

    /// Units that act under another formation than their own, independents included.
    #[inline]
    pub(super) fn attached(&self, side: Side) -> u128 {
        self.attached.of(side)
    }

    /// [5.5.1.d] Whether another formation has taken a unit over while it was isolated.
    #[inline]
    pub(super) fn is_lent(&self, unit: UnitId) -> bool {
        self.lent.contains(unit)
    }

    /// [6.3.2] The activation level of a formation.
    #[inline]
    pub(super) fn level(&self, formation: FormationId) -> u8 {
        self.levels[formation.index()]
    }

    /// Sets the activation level of a formation.
    pub(super) fn set_level(&mut self, formation: FormationId, level: u8) {
        self.levels[formation.index()] = level;
    }

    /// [5.5.1.a] Puts a unit under a formation.
    pub(super) fn assign(&mut self, data: &Prepared, unit: UnitId, formation: FormationId) {
        self.assign_for(data, unit, formation, false);
    }

    /// [5.5.1.a][5.5.1.d] Puts a unit under a formation, for good or as long as it is cut off from its own.
    pub(super) fn assign_for(&mut self, data: &Prepared, unit: UnitId, formation: FormationId, lent: bool) {
        self.hash ^= self.key(unit);
        self.formation[unit.index()] = formation;
        let guest = formation != data.roster.own_formation(unit);
        self.attached.set(unit, guest);
        self.lent.set(unit, guest && lent);
        self.hash ^= self.key(unit);
    }

    // ---- changes ---------------------------------------------------------------

    /// Moves a combat unit out of the hex of others who keep their improved defence.
    pub(super) fn put_aside(&mut self, data: &Prepared, unit: UnitId, place: Place) {
        let improved = self.hex(unit).filter(|&hex| self.is_improved(hex));
        self.put(data, unit, place);
        if let Some(hex) = improved
            && self.combat_units(data, hex).next().is_some()
        {
            self.improve(hex, true);
        }
    }

    /// Moves a counter to a place, in or out of a stack. A combat unit that leaves a hex ends its improved defence [7.7.a].
    pub(super) fn put(&mut self, data: &Prepared, unit: UnitId, place: Place) {
        let old = self.place(unit);
        if old == place {
            return;
        }
        let side = unit.side();
        self.hash ^= self.key(unit);
        self.known.show(unit);
        if let Some(hex) = old.hex() {
            self.known.stir(hex);
            // A counter that moves leaves its hex before it enters the next: what only its ZOC held is lost in between.
            let aside = if place.hex().is_some() { Place::RESERVE } else { place };
            self.change(data, hex, side, |board| board.stacks.put(unit, aside));
            if self.stacks.first(hex).is_none() {
                self.german.remove(hex);
            }
            if data.roster.combat.contains(unit) {
                self.improved.remove(hex);
            }
            if self.known.covered(side) != 0 {
                self.show_top(hex);
            }
        }
        if let Some(hex) = place.hex() {
            self.known.stir(hex);
            if side == Side::Axis {
                self.german.insert(hex);
            }
            self.change(data, hex, side, |board| board.stacks.put(unit, place));
            self.give(data, side, hex);
            if data.roster.hqs.contains(unit) {
                self.uncover(hex);
            }
            let lost = side == Side::Soviet && self.pontoons.lose_at(&data.map.grid, hex);
            if lost && data.script.switches.zoc_over_bridges {
                self.refresh_zoc(data);
            }
        } else {
            self.known.tell(unit);
            self.stacks.put(unit, place);
        }
        self.on_map.set(unit, place.hex().is_some());
        self.hash ^= self.key(unit);
    }

    /// Lets counters of one side and kind change places among the hexes in which they stand: zones of control, who holds what and who
    /// is on the map stay as they are.
    pub(super) fn rearrange(&mut self, places: &[(UnitId, Hex)]) {
        for &(unit, _) in places {
            self.hash ^= self.key(unit);
            self.stacks.put(unit, Place::RESERVE);
        }
        for &(unit, hex) in places {
            self.stacks.put(unit, Place::on(hex));
            self.hash ^= self.key(unit);
        }
    }

    /// All counters of a hex are shown.
    pub(super) fn uncover(&mut self, hex: Hex) {
        self.stacks.stack(hex).iter().for_each(|&unit| self.known.show(unit));
    }

    /// [5.3.4] Somebody lies on top of a stack, and is seen: of those that nobody knows the one with the lowest number.
    pub(super) fn show_top(&mut self, hex: Hex) {
        let top = self.stack(hex).next();
        if let Some(top) = top
            && self.stack(hex).all(|unit| self.known.is_covered(unit))
        {
            self.known.show(top);
        }
    }

    /// Sets the strength points of a combat unit or the support points of a headquarters.
    pub(super) fn set_points(&mut self, unit: UnitId, points: u8) {
        self.hash ^= self.key(unit);
        self.write_points(unit, points);
        self.hash ^= self.key(unit);
    }

    /// [5.6.2][5.6.4][5.7.2] Turns a counter to its back or its front. A stack with a disorganized unit is not in improved defence.
    pub(super) fn turn(&mut self, data: &Prepared, unit: UnitId, back: bool) {
        if self.turned.contains(unit) == back {
            return;
        }
        self.hash ^= self.key(unit);
        if back {
            self.known.show(unit);
        }
        match self.hex(unit) {
            Some(hex) => {
                self.change(data, hex, unit.side(), |board| board.turned.set(unit, back));
                if back && data.roster.combat.contains(unit) {
                    self.improved.remove(hex);
                }
            }
            None => self.turned.set(unit, back),
        }
        self.hash ^= self.key(unit);
    }

    /// [7.7] Puts a marker of improved defence on a hex or takes it off.
    pub(super) fn improve(&mut self, hex: Hex, on: bool) {
        self.improved.set(hex, on);
    }

    /// Brings the ZOC around a hexside up to date, where a pontoon was built or lost.
    pub(super) fn refresh_zoc(&mut self, data: &Prepared) {
        for side in Side::ALL {
            self.zoc[side.index()] = self.zoc_from_scratch(data, side);
        }
    }

    /// Changes one stack and brings the ZOC around it up to date.
    fn change<T>(&mut self, data: &Prepared, hex: Hex, side: Side, change: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.exertion(data, hex, side);
        let changed = change(self);
        if self.exertion(data, hex, side) != before {
            let mut field = self.zoc[side.index()];
            field.refresh(data.map.grid.neighbour_table(), hex, |from, direction| self.zoc_passes(data, side, from, direction));
            self.zoc[side.index()] = field;
        }
        changed
    }

    fn zoc_from_scratch(&self, data: &Prepared, side: Side) -> ZocField<HEX_WORDS> {
        let passes = |from, direction| self.zoc_passes(data, side, from, direction);
        ZocField::recompute(data.map.grid.neighbour_table(), self.held(side).iter(), passes)
    }

    #[inline]
    fn key(&self, unit: UnitId) -> u64 {
        let facts = u64::from(self.points(unit)) | u64::from(self.turned.contains(unit)) << 4 | u64::from(self.lent.contains(unit)) << 5;
        mix(u64::from(unit.0) | u64::from(self.place(unit).code()) << 8 | facts << 24 | u64::from(self.formation(unit).0) << 32)
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
            let most = data.roster.stats(unit).strength;
            let least = u8::from(data.roster.combat.contains(unit));
            if self.on_map.contains(unit) != self.hex(unit).is_some() {
                return Err(format!("{id} is not listed where it stands"));
            }
            if self.hex(unit).is_some() && !(least..=most).contains(&self.points(unit)) {
                return Err(format!("{id} is on the map with {} points", self.points(unit)));
            }
            if self.attached.contains(unit) != (self.formation(unit) != data.roster.own_formation(unit)) {
                return Err(format!("{id} is not noted as attached or not"));
            }
            if let Some(hex) = self.hex(unit)
                && !data.script.area.contains(hex)
            {
                return Err(format!("{id} stands in {}, out of the area", data.map.grid.name(hex)));
            }
        }
        for side in Side::ALL {
            if self.zoc[side.index()] != self.zoc_from_scratch(data, side) {
                return Err(format!("the {side} ZOC differs"));
            }
            let held: HexSet = units(side, self.on_map(side)).filter_map(|unit| self.hex(unit)).collect();
            if self.held(side) != held {
                return Err(format!("the hexes with {side} counters differ"));
            }
        }
        for hex in data.map.grid.hexes() {
            let name = data.map.grid.name(hex);
            let stands = |&near: &u16| near != OFF_MAP && near == hex.0;
            debug_assert!(!data.map.grid.neighbour_table()[hex.index()].iter().any(stands), "no hex is beside itself");
            if self.stack(hex).any(|unit| unit.side() == Side::Axis) && self.stack(hex).any(|unit| unit.side() == Side::Soviet) {
                return Err(format!("counters of both sides stand in {name}"));
            }
            if self.improved.contains(hex) && self.combat_units(data, hex).next().is_none() {
                return Err(format!("{name} is in improved defence and empty"));
            }
            if self.improved.contains(hex) && self.combat_units(data, hex).any(|unit| self.is_disorganized(unit)) {
                return Err(format!("{name} is in improved defence with a disorganized unit"));
            }
            if let Some(side) = self.occupant(hex)
                && data.ground.matters.contains(hex)
                && self.last_in(hex) != side
            {
                return Err(format!("{name} is occupied by the {side} and counts as the other's"));
            }
        }
        Ok(())
    }
}
