//! Where the units are and in what condition, and who owns each hex. The functions under "changes" are the only ones that change a unit's
//! place or condition; they keep the stacks and the hash true.

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;

use super::data::Step;
use super::ids::{HEX_WORDS, HexSet, Place, SIDE_CAPACITY, UNIT_CAPACITY, UnitId};
use super::known::Known;
use super::prepared::Prepared;
use crate::dice::mix;
use crate::game::Side;
use crate::hex::{Direction, Hex};
use crate::kit::stacks::Stacks;

/// Most units that are followed one by one from a board to the next.
const FEW: usize = 6;

/// What marks a unit besides its step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(super) enum Mark {
    /// [4.3.c] Out of supply: a white barrel.
    OutOfSupply = 1 << 2,
    /// [5.5] A German unit that is supplied through Finland.
    ThroughFinland = 1 << 3,
    /// Its movement of the phase is over.
    Moved = 1 << 4,
    /// [7.4] Its strategic rail move of the turn is over.
    Railed = 1 << 5,
    /// [7.3.1] It was placed in this turn, and has not moved.
    New = 1 << 6,
    /// [7.8] It took part in a battle of this turn.
    Fought = 1 << 7,
    /// [7.8] Its Blitz of this turn is over.
    Blitzed = 1 << 8,
    /// [3.19.a] An aircraft in flight: on a mission, away from its base.
    Flying = 1 << 9,
    /// [7.7.8] Its shield took a hit in the battle.
    ShieldHit = 1 << 13,
    /// [12.1] It was besieged when its turn began.
    Besieged = 1 << 14,
    /// [13.8.1] It is out of supply, and a Supreme Headquarters let it move as if it was not.
    Relieved = 1 << 15,
}

impl Mark {
    /// Marks that no turn of a player hands on to the next.
    const OF_A_TURN: u16 = Mark::Moved as u16
        | Mark::Railed as u16
        | Mark::New as u16
        | Mark::Fought as u16
        | Mark::Blitzed as u16
        | Mark::Besieged as u16
        | Mark::Relieved as u16;
}

/// Step, marks, and the side by which the unit entered its hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Condition(u16);

impl Condition {
    const FRESH: Condition = Condition(0);
    const STEP: u16 = 0b11;
    const ENTRY_SHIFT: u32 = 10;
    const ENTRY: u16 = 0b111 << Self::ENTRY_SHIFT;
}

/// A unit with the hex, the marks and the step that it is dealt.
pub(super) type Dealt = (UnitId, Hex, u16, usize);

/// Units on the map and off it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    stacks: Stacks<UnitId, Place, UNIT_CAPACITY, HEX_WORDS>,
    conditions: [Condition; UNIT_CAPACITY],
    /// Of the hexes that somebody owns those that the Axis does.
    axis: HexSet,
    /// What the sides know of each other.
    pub(super) known: Known,
    hash: u64,
    /// Changes with what [`Board::lies_as`] compares of the units.
    whereabouts: u64,
}

/// Places and conditions enter by the hash that follows them; stacks and whereabouts follow from them.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Board { stacks: _, conditions: _, axis, known, hash, whereabouts: _ } = self;
        (axis, known, hash).hash(state);
    }
}

impl Board {
    /// No unit on the map: those that take part are in reserve at full strength, the others out of the game.
    pub(super) fn new(data: &Prepared) -> Self {
        let mut board = Board {
            stacks: Stacks::new(Place::REMOVED),
            conditions: [Condition::FRESH; UNIT_CAPACITY],
            axis: data.axis_at_start,
            known: Known::open(data),
            hash: 0,
            whereabouts: 0,
        };
        for unit in all(data).filter(|&unit| data.takes_part(unit)) {
            board.stacks.put(unit, if data.was_lost_before(unit) { Place::ELIMINATED } else { Place::RESERVE });
        }
        board.hash = board.hash_from_scratch(data);
        board.whereabouts = board.whereabouts_from_scratch(data);
        board
    }

    #[inline]
    pub(super) fn place(&self, unit: UnitId) -> Place {
        self.stacks.place(unit)
    }

    /// The hex a unit is in, if it is on the map.
    #[inline]
    pub(super) fn hex(&self, unit: UnitId) -> Option<Hex> {
        self.stacks.hex(unit)
    }

    /// Its step, from 0 for full strength.
    #[inline]
    pub(super) fn step(&self, unit: UnitId) -> usize {
        usize::from(self.conditions[unit.index()].0 & Condition::STEP)
    }

    /// What its step says.
    #[inline]
    pub(super) fn state(&self, data: &Prepared, unit: UnitId) -> Step {
        data.unit(unit).steps[self.step(unit)]
    }

    /// [3.11] Its strength points.
    #[inline]
    pub(super) fn strength(&self, data: &Prepared, unit: UnitId) -> u8 {
        self.state(data, unit).strength
    }

    #[inline]
    pub(super) fn is(&self, unit: UnitId, mark: Mark) -> bool {
        self.conditions[unit.index()].0 & mark as u16 != 0
    }

    /// All its marks as one number, without its step.
    #[inline]
    pub(super) fn marks(&self, unit: UnitId) -> u16 {
        self.conditions[unit.index()].0 & !Condition::STEP
    }

    /// [BOX1.b] The direction of its last step into a hex with enemies; none for others.
    pub(super) fn entry(&self, unit: UnitId) -> Option<Direction> {
        let entry = (self.conditions[unit.index()].0 & Condition::ENTRY) >> Condition::ENTRY_SHIFT;
        Direction::new((entry as u8).checked_sub(1)?)
    }

    /// Units in a hex, those of the Axis first.
    #[inline]
    pub(super) fn stack(&self, hex: Hex) -> &[UnitId] {
        self.stacks.stack(hex)
    }

    /// Units of a side in a hex, in ascending order.
    #[inline]
    pub(super) fn of(&self, side: Side, hex: Hex) -> &[UnitId] {
        let stack = self.stacks.stack(hex);
        let axis = stack.iter().position(|unit| unit.side() == Side::Soviet).unwrap_or(stack.len());
        match side {
            Side::Axis => &stack[..axis],
            Side::Soviet => &stack[axis..],
        }
    }

    /// Whether units of a side are in a hex, in flight or not.
    #[inline]
    pub(super) fn holds(&self, side: Side, hex: Hex) -> bool {
        let stack = self.stack(hex);
        // Those of the Axis come first.
        let foremost = if side == Side::Axis { stack.first() } else { stack.last() };
        foremost.is_some_and(|unit| unit.side() == side)
    }

    /// Units of a side on the map, by hex.
    pub(super) fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        let units = self.stacks.on_map().iter().filter(move |unit| unit.side() == side);
        units.filter_map(|&unit| Some((unit, self.stacks.hex(unit)?)))
    }

    /// Units of a side on the map without a mark, in ascending order.
    pub(super) fn unmarked(&self, side: Side, mark: Mark) -> impl Iterator<Item = UnitId> + '_ {
        let units = (0..SIDE_CAPACITY).map(move |slot| UnitId::new(side, slot));
        units.filter(move |&unit| self.hex(unit).is_some() && !self.is(unit, mark))
    }

    /// Units of both sides on the map, by hex.
    pub(super) fn everybody(&self) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        self.stacks.on_map().iter().filter_map(|&unit| Some((unit, self.stacks.hex(unit)?)))
    }

    /// Hexes with units of a side of which something is true.
    pub(super) fn hexes(&self, side: Side, is: impl Fn(UnitId) -> bool) -> HexSet {
        self.on_map(side).filter(|&(unit, _)| is(unit)).map(|(_, hex)| hex).collect()
    }

    /// Whether everybody is where he is on another board, in the air or not, and the same side owns the same ground.
    #[inline]
    pub(super) fn lies_as(&self, other: &Board) -> bool {
        self.whereabouts == other.whereabouts && self.axis == other.axis
    }

    /// The units that are elsewhere than on another board, or fly here and not there, or there and not here. `None` where they are many.
    pub(super) fn movers_since(&self, other: &Board) -> Option<ArrayVec<UnitId, FEW>> {
        let mut movers = ArrayVec::new();
        for index in self.stacks.differing(&other.stacks) {
            movers.try_push(UnitId(index as u16)).ok()?;
        }
        let flying = |(one, two): (&Condition, &Condition)| (one.0 ^ two.0) & Mark::Flying as u16;
        let pairs = || self.conditions.iter().zip(&other.conditions);
        // A loop that has no way out goes over many units at a time.
        if pairs().fold(0, |all, pair| all | flying(pair)) != 0 {
            for (index, _) in pairs().enumerate().filter(|&(_, pair)| flying(pair) != 0) {
                movers.try_push(UnitId(index as u16)).ok()?;
            }
        }
        Some(movers)
    }

    /// [3.1.a] The side that owns a hex, if anybody does.
    #[inline]
    pub(super) fn owner(&self, data: &Prepared, hex: Hex) -> Option<Side> {
        let owned = data.ownable.contains(hex);
        owned.then(|| if self.axis.contains(hex) { Side::Axis } else { Side::Soviet })
    }

    /// Hexes that a side owns.
    #[inline]
    pub(super) fn owned(&self, data: &Prepared, side: Side) -> HexSet {
        match side {
            Side::Axis => self.axis,
            Side::Soviet => data.ownable.difference(self.axis),
        }
    }

    /// [3.1.a] Whether a side controls a hex: it owns it, and no enemy is in it.
    pub(super) fn controls(&self, data: &Prepared, side: Side, hex: Hex) -> bool {
        self.owner(data, hex) == Some(side) && !self.holds(side.opponent(), hex)
    }

    // ---- changes ---------------------------------------------------------------

    /// Moves a unit to a place, as far as eyes can follow it. One that leaves the map loses its marks.
    pub(super) fn put(&mut self, unit: UnitId, place: Place) {
        self.follow(unit, place);
        self.carry(unit, place);
    }

    /// Moves a unit on to a place in the same march, under the eyes of both sides.
    pub(super) fn carry(&mut self, unit: UnitId, place: Place) {
        self.toggle(unit);
        self.stacks.put(unit, place);
        let condition = &mut self.conditions[unit.index()].0;
        *condition &= !Condition::ENTRY;
        if place.hex().is_none() {
            *condition &= Condition::STEP;
        }
        self.toggle(unit);
    }

    /// [BOX1.b] Notes the direction by which a unit entered the hex it is in.
    pub(super) fn note_entry(&mut self, unit: UnitId, direction: Direction) {
        let entry = (direction.index() as u16 + 1) << Condition::ENTRY_SHIFT;
        self.change(unit, |condition| condition & !Condition::ENTRY | entry);
    }

    /// Sets the step of a unit, from 0 for full strength.
    pub(super) fn set_step(&mut self, unit: UnitId, step: usize) {
        self.change(unit, |condition| condition & !Condition::STEP | step as u16 & Condition::STEP);
    }

    pub(super) fn set(&mut self, unit: UnitId, mark: Mark, on: bool) {
        self.change(unit, |condition| if on { condition | mark as u16 } else { condition & !(mark as u16) });
    }

    /// Takes the marks of a player turn from all units.
    pub(super) fn clear_turn(&mut self, data: &Prepared) {
        for unit in all(data) {
            self.change(unit, |condition| condition & !(Mark::OF_A_TURN | Condition::ENTRY));
        }
    }

    /// Deals units to other blocks of their side on the map: to each a hex, the marks of the block, and a step. Each hex holds as many
    /// blocks of the side as before.
    pub(super) fn deal(&mut self, dealt: &[Dealt]) {
        for &(unit, ..) in dealt {
            self.toggle(unit);
        }
        self.stacks.rearrange(dealt.iter().map(|&(unit, hex, ..)| (unit, Place::on(hex))));
        for &(unit, _, marks, step) in dealt {
            self.conditions[unit.index()] = Condition(marks & !Condition::STEP | step as u16 & Condition::STEP);
            self.toggle(unit);
        }
    }

    /// Gives a hex that can be owned to a side, and says whether it was the other's.
    pub(super) fn give(&mut self, data: &Prepared, side: Side, hex: Hex) -> bool {
        let changes = self.owner(data, hex) == Some(side.opponent());
        if changes {
            self.axis.set(hex, side == Side::Axis);
        }
        changes
    }

    #[inline]
    fn change(&mut self, unit: UnitId, change: impl FnOnce(u16) -> u16) {
        let condition = self.conditions[unit.index()].0;
        let changed = change(condition);
        if changed != condition {
            self.toggle(unit);
            self.conditions[unit.index()].0 = changed;
            self.toggle(unit);
        }
    }

    /// Takes a unit out of the hashes before it changes, and puts it in again after that.
    #[inline]
    fn toggle(&mut self, unit: UnitId) {
        self.hash ^= self.key(unit);
        self.whereabouts ^= self.whereabouts_of(unit);
    }

    #[inline]
    fn key(&self, unit: UnitId) -> u64 {
        mix(u64::from(unit.0) | u64::from(self.place(unit).code()) << 16 | u64::from(self.conditions[unit.index()].0) << 32)
    }

    /// Where a unit is, and whether it flies.
    #[inline]
    fn whereabouts_of(&self, unit: UnitId) -> u64 {
        let flies = u64::from(self.is(unit, Mark::Flying));
        mix(u64::from(unit.0) | u64::from(self.place(unit).code()) << 16 | flies << 32)
    }

    /// Slow reference of the whereabouts.
    fn whereabouts_from_scratch(&self, data: &Prepared) -> u64 {
        all(data).fold(0, |all, unit| all ^ self.whereabouts_of(unit))
    }

    /// Slow reference of the incremental hash.
    fn hash_from_scratch(&self, data: &Prepared) -> u64 {
        all(data).fold(0, |hash, unit| hash ^ self.key(unit))
    }

    /// Slow reference of every derived field, and what always holds of a position.
    ///
    /// # Errors
    /// Names the first thing that differs from its definition.
    pub(super) fn verify(&self, data: &Prepared) -> Result<(), String> {
        if self.hash != self.hash_from_scratch(data) {
            return Err("the incremental hash differs".into());
        }
        if self.whereabouts != self.whereabouts_from_scratch(data) {
            return Err("the whereabouts differ".into());
        }
        self.stacks.verify(all(data))?;
        self.verify_known(data)?;
        if !self.axis.difference(data.ownable).is_empty() {
            return Err("the Axis owns what nobody can own".into());
        }
        for unit in all(data) {
            let known = data.unit(unit);
            if self.step(unit) >= known.steps.len() {
                return Err(format!("{} has no step {}", known.id, self.step(unit)));
            }
            let Some(hex) = self.hex(unit) else {
                if self.conditions[unit.index()].0 & !Condition::STEP != 0 {
                    return Err(format!("{} is off the map with marks", known.id));
                }
                continue;
            };
            if self.is(unit, Mark::Flying) && known.is_ground() && !known.is_airborne() {
                return Err(format!("{} flies", known.id));
            }
            if Side::ALL.into_iter().any(|side| self.holds(side, hex) == self.of(side, hex).is_empty()) {
                return Err(format!("a side is in {}, and is not", data.map.name(hex)));
            }
            let alone = !self.holds(unit.side().opponent(), hex);
            if known.is_ground() && alone && self.owner(data, hex) == Some(unit.side().opponent()) {
                return Err(format!("{} stands alone in {}, which the enemy owns", known.id, data.map.name(hex)));
            }
        }
        Ok(())
    }
}

/// The units of a side, in ascending order.
pub(super) fn of(data: &Prepared, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    data.units(side).map(|(unit, _)| unit)
}

/// All units of the game.
pub(super) fn all(data: &Prepared) -> impl Iterator<Item = UnitId> + '_ {
    Side::ALL.into_iter().flat_map(|side| of(data, side))
}
