//! What shows a counter to the other side and what covers it again [5.3.4], and the worlds that a side cannot tell apart.
//!
//! A counter is shown when it acts, is checked, fights or lies on top; what lies under the top one of a stack is covered again when the
//! stack has changed and come to rest. Strength is told in each fight and check; after a fight the markers lie under the counters, and
//! what stays known is what those that fought together have lost together. `Board` calls the functions on stacks at each change.

use std::borrow::Cow;
use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::AcrossTheBug;
use super::board::Board;
use super::ids::{UNIT_CAPACITY, UnitId, units};
use super::known::Known;
use super::prepared::Prepared;
use crate::dice::Dice;
use crate::game::{Determinize as _, Game as _, Side};
use crate::hex::Hex;

/// Most units of a side in a combat.
const MOST_TOGETHER: usize = 8;
/// Most strength points of so many units.
const MOST_POINTS: usize = 15 * MOST_TOGETHER;
/// Kinds of counters that the board tells apart by what they do to stacking and zones of control.
const KINDS: usize = 4;

/// Units of one fight with their printed strength.
type Together = ArrayVec<(UnitId, u8), MOST_TOGETHER>;

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
        if self.board.known.is_at_rest() || self.march.group != 0 || self.battle.units != [0; 2] || !self.is_quiet() {
            return;
        }
        for hex in self.board.known.settle().iter() {
            self.board.cover(self.data, hex);
        }
    }

    /// Everything that is on the map lies open: a start that is printed, a position made by hand, the end of the game.
    pub(super) fn lay_open(&mut self) {
        self.board.known = Known::OPEN;
    }

    /// The game as a side sees it, with what it does not know in one fixed order: covered counters by number in ascending hexes,
    /// strength spread evenly over those that have lost it together. Equal for all worlds that the side cannot tell apart, so that it may
    /// be shown to the side; [`AcrossTheBug::is_covered`] and [`AcrossTheBug::shares_losses_with`] say what of it is not known. The game
    /// itself where the side sees all.
    pub fn as_seen_by(&self, viewer: Side) -> Cow<'_, AcrossTheBug> {
        if self.sees_all(viewer) {
            return Cow::Borrowed(self);
        }
        let mut seen = self.clone();
        seen.deal_again(viewer.opponent(), |_| {}, deal_evenly);
        Cow::Owned(seen)
    }

    /// A world that a side cannot tell from this one: every assignment of the covered counters of a kind to their places is as likely
    /// as any other, and so is every spread of losses that were taken together.
    pub(super) fn drawn_for(&self, viewer: Side, dice: &mut Dice) -> AcrossTheBug {
        let mut world = self.clone();
        if self.sees_all(viewer) {
            return world;
        }
        let dice = RefCell::new(dice);
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
    fn deal_again(&mut self, side: Side, order: impl Fn(&mut [Hex]), spread: impl Fn(&Together, usize) -> ArrayVec<u8, MOST_TOGETHER>) {
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

impl Board {
    /// Whether counters that the other side does not know stand in a hex.
    pub(super) fn hides(&self, hex: Hex) -> bool {
        self.stack(hex).any(|unit| self.known.is_covered(unit))
    }

    /// [5.3.4][5.3.4.a] Covers a stack at rest. Under a headquarters everything is seen. Disorganized units are known, and lie on top;
    /// if there is none, the known counter with the lowest number does.
    pub(super) fn cover(&mut self, data: &Prepared, hex: Hex) {
        let stack: ArrayVec<UnitId, { UNIT_CAPACITY / 2 }> = self.stack(hex).collect();
        if stack.iter().any(|&unit| data.roster.hqs.contains(unit)) {
            return;
        }
        let weak = stack.iter().any(|&unit| self.is_disorganized(unit));
        let top = stack.iter().copied().find(|&unit| !weak && !self.known.is_covered(unit));
        for unit in stack {
            if Some(unit) != top && !self.is_disorganized(unit) {
                self.known.cover(unit);
            }
        }
    }

    /// Slow reference of what has to hold of the knowledge of the sides.
    ///
    /// # Errors
    /// Names what does not hold.
    pub(super) fn verify_known(&self, data: &Prepared) -> Result<(), String> {
        for unit in Side::ALL.into_iter().flat_map(|side| units(side, self.known.covered(side))) {
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
            let standing = self.on_map(unit.side()) & data.roster.combat.of(unit.side());
            if !self.known.shares_are_sound(unit, standing) {
                return Err(format!("{} shares its losses with {:#x}", data.unit(unit).id, self.known.together(unit)));
            }
        }
        Ok(())
    }
}
