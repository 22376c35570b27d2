//! What each side knows of the other's counters [5.3.4], as a named part of the state.
//!
//! It changes only where a rule shows or covers something: a counter is shown when it acts, is checked, fights or lies on top; what lies
//! under the top one of a stack is covered again when the stack has changed and come to rest. Strength is told in each fight and check;
//! after a fight the markers lie under the counters, and what stays known is what those that fought together have lost together.

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;

use super::AcrossTheBug;
use super::ids::{HexSet, UNIT_CAPACITY, UnitId, UnitSet, units};
use super::prepared::Prepared;
use crate::dice::Dice;
use crate::game::{Determinize as _, Game as _, Side};
use crate::hex::Hex;

/// Most units that lose strength together: more than a stack of retreats can hold.
const MOST_TOGETHER: usize = 12;
/// Most strength points of so many units.
const MOST_POINTS: usize = 15 * MOST_TOGETHER;
/// Kinds of counters that the board tells apart by what they do to stacking and zones of control.
const KINDS: usize = 4;

/// Units of one fight with their printed strength.
type Together = ArrayVec<(UnitId, u8), MOST_TOGETHER>;

/// What the sides know of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Counters on the map whose identity the other side does not know.
    covered: UnitSet,
    /// Hexes whose stack has changed since it came to rest.
    stirred: HexSet,
    /// Units whose strength the other side knows only together with that of others.
    shared: UnitSet,
    /// The first counter of those with which a unit has lost strength; 0 for all that are not shared.
    first: [u8; UNIT_CAPACITY],
}

/// Of the fights only those that hide something enter the hash.
impl Hash for Known {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Known { covered, stirred, shared, first } = self;
        (covered, stirred, shared).hash(state);
        shared.iter().for_each(|unit| first[unit.index()].hash(state));
    }
}

impl Known {
    /// Everything lies open.
    pub(super) const OPEN: Known =
        Known { covered: UnitSet::EMPTY, stirred: HexSet::EMPTY, shared: UnitSet::EMPTY, first: [0; UNIT_CAPACITY] };

    /// Whether the other side does not know the identity of a counter.
    #[inline]
    pub(super) fn is_covered(&self, unit: UnitId) -> bool {
        self.covered.contains(unit)
    }

    /// The counters of a side whose identity the other does not know.
    #[inline]
    pub(super) fn covered(&self, side: Side) -> u128 {
        self.covered.of(side)
    }

    /// The units of a side whose strength the other does not know one by one.
    #[inline]
    pub(super) fn shared(&self, side: Side) -> u128 {
        self.shared.of(side)
    }

    /// The other side learns which counter this is.
    #[inline]
    pub(super) fn show(&mut self, unit: UnitId) {
        self.covered.remove(unit);
    }

    /// The stack of a hex changes.
    #[inline]
    pub(super) fn stir(&mut self, hex: Hex) {
        self.stirred.insert(hex);
    }

    /// The units with which a unit has lost strength, itself among them; none for a unit whose strength is known.
    pub(super) fn together(&self, unit: UnitId) -> u128 {
        if !self.shared.contains(unit) {
            return 0;
        }
        let first = self.first[unit.index()];
        let same = units(unit.side(), self.shared.of(unit.side())).filter(|other| self.first[other.index()] == first);
        same.fold(0, |bits, other| bits | other.bit())
    }

    /// The other side learns the strength of a unit. It knows what the others have lost, too.
    #[inline]
    pub(super) fn tell(&mut self, unit: UnitId) {
        if self.shared.contains(unit) {
            let rest = self.together(unit) & !unit.bit();
            self.join(unit.side(), unit.bit());
            self.join(unit.side(), rest);
        }
    }

    /// Of these units of a side the other knows from now on only what they have lost together.
    fn join(&mut self, side: Side, bits: u128) {
        let several = bits.count_ones() > 1;
        let first = units(side, bits).next().map_or(0, |unit| unit.0);
        for unit in units(side, bits) {
            self.shared.set(unit, several);
            self.first[unit.index()] = if several { first } else { 0 };
        }
    }

    /// The hexes whose stacks have changed, which are taken to be at rest.
    fn settle(&mut self) -> HexSet {
        std::mem::replace(&mut self.stirred, HexSet::EMPTY)
    }
}

/// What stacking and zones of control tell of a counter: whether it counts against the limit of one [5.3.1.b], and how far its zone
/// goes [3.2.i].
fn kind(data: &Prepared, unit: UnitId) -> usize {
    usize::from(data.roster.limited.contains(unit)) << 1 | usize::from(data.roster.armour.contains(unit))
}

/// In how many ways the units from each on can have so many points, one at least and the printed ones at most.
fn ways(units: &Together) -> [[u64; MOST_POINTS + 1]; MOST_TOGETHER + 1] {
    let mut ways = [[0; MOST_POINTS + 1]; MOST_TOGETHER + 1];
    ways[units.len()][0] = 1;
    for (at, &(_, printed)) in units.iter().enumerate().rev() {
        for points in 1..=MOST_POINTS {
            let own = 1..=usize::from(printed).min(points);
            ways[at][points] = own.map(|own| ways[at + 1][points - own]).sum();
        }
    }
    ways
}

/// Deals points evenly, one after the other.
fn deal_evenly(units: &Together, points: usize) -> ArrayVec<u8, MOST_TOGETHER> {
    let mut dealt: ArrayVec<u8, MOST_TOGETHER> = units.iter().map(|_| 1).collect();
    let mut left = points.saturating_sub(units.len());
    while left > 0 {
        let before = left;
        for (own, &(_, printed)) in dealt.iter_mut().zip(units) {
            if left > 0 && *own < printed {
                *own += 1;
                left -= 1;
            }
        }
        if left == before {
            break;
        }
    }
    dealt
}

/// Draws how points lie, every way as likely as any other.
fn draw_points(units: &Together, points: usize, dice: &mut Dice) -> ArrayVec<u8, MOST_TOGETHER> {
    let ways = ways(units);
    let mut left = points.min(MOST_POINTS);
    let mut drawn = ArrayVec::new();
    for (at, &(_, printed)) in units.iter().enumerate() {
        let mut ticket = dice.below_wide(ways[at][left].max(1));
        let mut own = 1;
        while own < usize::from(printed).min(left) && ticket >= ways[at + 1][left - own] {
            ticket -= ways[at + 1][left - own];
            own += 1;
        }
        left -= own.min(left);
        drawn.push(own as u8);
    }
    drawn
}

impl AcrossTheBug {
    /// [5.3.4] Whether a counter is on the map and the other side does not know which one it is.
    pub fn is_covered(&self, unit: UnitId) -> bool {
        self.board.known.is_covered(unit)
    }

    /// [5.3.4] Units of the side of a unit, itself among them, of which the other side knows only the strength points that they have
    /// lost together; as bits of the side, 0 when it knows the strength of the unit.
    pub fn shares_losses_with(&self, unit: UnitId) -> u128 {
        self.board.known.together(unit)
    }

    /// Whether a side has counters or strengths that the other does not know.
    pub(super) fn is_veiled(&self, side: Side) -> bool {
        self.board.known.covered(side) | self.board.known.shared(side) != 0
    }

    /// [5.3.4] The combat units of a hex are shown and their strengths told: they fight, or are all checked.
    pub(super) fn show_fighters(&mut self, hex: Hex) {
        for unit in units(self.board.occupant(hex).unwrap_or(Side::Axis), self.board.combat_bits(self.data, hex)) {
            self.show_and_tell(unit);
        }
    }

    /// A unit is shown, and its strength is told.
    pub(super) fn show_and_tell(&mut self, unit: UnitId) {
        self.board.known.show(unit);
        self.board.known.tell(unit);
    }

    /// [5.3.4][7.5.1.2.B] A combat is declared: both sides look at the hexes that fight, and at the stacks beside the enemy that may
    /// support, because the modifiers are counted in the open.
    pub(super) fn look(&mut self, attacker: Side, hexes: [Hex; 2]) {
        let [from, target] = hexes;
        self.show_fighters(from);
        self.show_fighters(target);
        for (side, beside) in [(attacker, target), (attacker.opponent(), from)] {
            if self.board.known.covered(side) == 0 {
                continue;
            }
            for (_, near) in self.data.map.grid.neighbours(beside) {
                if self.board.holds(side, near) {
                    self.board.uncover(near);
                }
            }
        }
    }

    /// [5.3.4] The units that have fought are told apart no more: their markers lie under them. Where nobody has lost anything,
    /// nothing is hidden.
    pub(super) fn cover_strengths(&mut self, side: Side, fought: u128) {
        let left = fought & self.board.on_map(side);
        let reduced = |unit: UnitId| self.board.points(unit) < self.data.roster.stats(unit).strength;
        if units(side, left).any(reduced) && left.count_ones() as usize <= MOST_TOGETHER {
            units(side, left).for_each(|unit| self.board.known.tell(unit));
            self.board.known.join(side, left);
        }
    }

    /// [5.3.4] Between whole moves stacks that have changed are at rest: what lies under their top counter is covered.
    pub(super) fn come_to_rest(&mut self) {
        if self.board.known.stirred.is_empty() || self.march.group != 0 || self.battle.units != [0; 2] || !self.is_quiet() {
            return;
        }
        for hex in self.board.known.settle().iter() {
            self.board.cover(self.data, hex);
        }
    }

    /// Everything that is on the map lies open: a start that is printed, a position made by hand.
    pub(super) fn lay_open(&mut self) {
        self.board.known = Known::OPEN;
    }

    /// The game as a side sees it, with what it does not know in one fixed order: covered counters by number in ascending hexes,
    /// strength spread evenly over those that have lost it together. Equal for all worlds that the side cannot tell apart.
    pub(super) fn as_seen_by(&self, viewer: Side) -> AcrossTheBug {
        let mut seen = self.clone();
        if !self.sees_all(viewer) {
            seen.deal_again(viewer.opponent(), |_| {}, deal_evenly);
        }
        seen
    }

    /// A world that a side cannot tell from this one: every assignment of the covered counters of a kind to their places is as likely
    /// as any other, and so is every spread of losses that were taken together.
    pub(super) fn drawn_for(&self, viewer: Side, dice: &mut Dice) -> AcrossTheBug {
        let mut world = self.clone();
        if self.sees_all(viewer) {
            return world;
        }
        let dice = std::cell::RefCell::new(dice);
        let shuffle = |hexes: &mut [Hex]| {
            for at in (1..hexes.len()).rev() {
                hexes.swap(at, dice.borrow_mut().below(at as u32 + 1) as usize);
            }
        };
        world.deal_again(viewer.opponent(), shuffle, |units, points| draw_points(units, points, &mut dice.borrow_mut()));
        world
    }

    /// Deals what the opponent of a side does not know of it: `order` puts the places of the covered counters of a kind, which come in
    /// ascending order, into another; `spread` says how points lie that belong to several units.
    fn deal_again(
        &mut self,
        side: Side,
        order: impl Fn(&mut [Hex]),
        spread: impl Fn(&Together, usize) -> ArrayVec<u8, MOST_TOGETHER>,
    ) {
        let covered = self.board.known.covered(side);
        for wanted in 0..KINDS {
            let of_kind = || units(side, covered).filter(|&unit| kind(self.data, unit) == wanted);
            let mut hexes: ArrayVec<Hex, { UNIT_CAPACITY / 2 }> = of_kind().filter_map(|unit| self.board.hex(unit)).collect();
            if hexes.len() < 2 {
                continue;
            }
            hexes.sort_unstable_by_key(|hex| hex.0);
            order(&mut hexes);
            let dealt: ArrayVec<(UnitId, Hex), { UNIT_CAPACITY / 2 }> = of_kind().zip(hexes).collect();
            self.board.rearrange(&dealt);
        }
        let mut left = self.board.known.shared(side);
        while let Some(unit) = units(side, left).next() {
            let bits = self.board.known.together(unit);
            left &= !bits;
            let together: Together = units(side, bits).map(|unit| (unit, self.data.roster.stats(unit).strength)).collect();
            let points = together.iter().map(|&(unit, _)| usize::from(self.board.points(unit))).sum();
            for (&(unit, _), own) in together.iter().zip(spread(&together, points)) {
                self.board.set_points(unit, own);
            }
        }
    }
}

impl super::board::Board {
    /// All counters of a hex are shown.
    pub(super) fn uncover(&mut self, hex: Hex) {
        let stack: ArrayVec<UnitId, { UNIT_CAPACITY / 2 }> = self.stack(hex).collect();
        stack.into_iter().for_each(|unit| self.known.show(unit));
    }

    /// Whether counters that the other side does not know stand in a hex.
    pub(super) fn hides(&self, hex: Hex) -> bool {
        self.stack(hex).any(|unit| self.known.is_covered(unit))
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

    /// [5.3.4][5.3.4.a] Covers a stack at rest. Under a headquarters everything is seen. Disorganized units are known, and lie on top;
    /// if there is none, the known counter with the lowest number does.
    pub(super) fn cover(&mut self, data: &Prepared, hex: Hex) {
        let stack: ArrayVec<UnitId, { UNIT_CAPACITY / 2 }> = self.stack(hex).collect();
        if stack.iter().any(|&unit| data.roster.hqs.contains(unit)) {
            return;
        }
        let top = match stack.iter().any(|&unit| self.is_disorganized(unit)) {
            true => None,
            false => stack.iter().copied().find(|&unit| !self.known.is_covered(unit)),
        };
        for unit in stack {
            if Some(unit) != top && !self.is_disorganized(unit) {
                self.known.covered.insert(unit);
            }
        }
    }

    /// Slow reference of what has to hold of the knowledge of the sides.
    ///
    /// # Errors
    /// Names what does not hold.
    pub(super) fn verify_known(&self, data: &Prepared) -> Result<(), String> {
        for unit in self.known.covered.iter() {
            let id = &data.unit(unit).id;
            let Some(hex) = self.hex(unit) else { return Err(format!("{id} is covered and not on the map")) };
            if self.is_disorganized(unit) || data.roster.hqs.contains(unit) {
                return Err(format!("{id} is covered and may not be"));
            }
            if self.stack(hex).any(|unit| data.roster.hqs.contains(unit)) {
                return Err(format!("{id} is covered under a headquarters"));
            }
            if self.stack(hex).all(|unit| self.known.is_covered(unit)) {
                return Err(format!("nobody lies on top of {}", data.map.grid.name(hex)));
            }
        }
        for unit in data.roster.all.iter() {
            let together = self.known.together(unit);
            let fits = match self.known.shared.contains(unit) {
                true => together.count_ones() > 1 && together & !self.on_map(unit.side()) == 0 && data.roster.combat.contains(unit),
                false => self.known.first[unit.index()] == 0,
            };
            if !fits {
                return Err(format!("{} shares its losses with {together:#x}", data.unit(unit).id));
            }
        }
        Ok(())
    }
}
