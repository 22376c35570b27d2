//! What each side knows of the other's blocks [1.3][3.22], as a named part of the state.
//!
//! Blocks stand with their backs to the enemy. Open are: that a block stands in a hex, its colour (red, black for Germans and their allies,
//! light green for Italians), what marks it (out of supply, in flight, moved, newly placed), whether ground units are in a hex, because
//! supply asks for it [4.3.a], everything off the map, all points, and every die. Hidden are identity, nation among the black blocks, and step.
//!
//! Of each block on the map the other side knows which it is, or not:
//!
//! | event | effect |
//! |---|---|
//! | the set-up of a scenario | unknown; the steps with which units begin are printed |
//! | a set-up in which players distribute strength [LONG.a] | unknown; of their steps each nation's sum above the lowest is told |
//! | a battle is opened in its hex [7.7] | known, with its step: both sides' units face each other |
//! | it comes from off the map: rebuilt, or as a reinforcement [7.3.1] | known: it is taken from those that lie open |
//! | it leaves the map: eliminated, surrendered, disbanded, kept back | known |
//! | it is above the stacking limit [AMB-94] | known, with the units of its side in the hex |
//! | it loses a step in a siege [12.1] | known, with its step |
//! | it is a headquarters and is activated [13.2] | known, with its step, until it stands down |
//! | it is sent ashore [24.0] | known, until the next turn of its side begins at least |
//! | it stands down [13.6] | unknown, with the step that it has then; not those that never leave their seat, which are always known |
//! | the game ends | known |
//! | a block leaves a hex without enemies, and could be another one | all that it could be are unknown from then on, itself among them |
//!
//! The last row is what eyes can follow on a map in the open. A block that leaves could be each block of its colour in the hex that is
//! unknown, and each known one that moves as it does: on the ground, or in the air. If that is itself alone, what was known stays known
//! as it goes; if not, all of them are unknown. A battle is open: whoever leaves a hex with enemies is seen to leave. An aircraft in
//! flight has come from such a battle, or lies beside it, and is followed to its base. Who arrives takes nothing away: it is known that it
//! is in the hex, or it is one unknown block more there. A march is one move, however many legs it has.
//!
//! Where the players agreed to play with all units visible, every block is known from the first turn to the last.
//!
//! Of a known block the step is known, repairs included. Of an unknown one the last look tells it: losses are taken in battles alone. A
//! repair of an unknown unit tells how many steps its nation has rebuilt so, and not for whom.
//!
//! What a player may conclude besides, and the drawn worlds do not, stands in the README of the data.

use std::hash::{Hash, Hasher};

use super::board::{self, Board, Mark};
use super::ids::{Place, UNIT_CAPACITY, UnitId};
use super::prepared::Prepared;
use super::terms::{Nation, UnitClass};
use crate::game::Side;
use crate::hex::Hex;

/// Steps that share a byte.
const IN_A_BYTE: usize = 4;

/// A set of units of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Units([u64; UNIT_CAPACITY / 64]);

impl Units {
    #[inline]
    pub(super) const fn contains(&self, unit: UnitId) -> bool {
        self.0[unit.index() / 64] & (1 << (unit.index() % 64)) != 0
    }

    #[inline]
    pub(super) fn set(&mut self, unit: UnitId, on: bool) {
        let (word, bit) = (&mut self.0[unit.index() / 64], 1 << (unit.index() % 64));
        *word = if on { *word | bit } else { *word & !bit };
    }

    fn of(data: &Prepared, is: impl Fn(UnitId) -> bool) -> Self {
        let mut units = Units::default();
        board::all(data).filter(|&unit| is(unit)).for_each(|unit| units.set(unit, true));
        units
    }

    pub(super) fn iter(self) -> impl Iterator<Item = UnitId> {
        (0..UNIT_CAPACITY as u16).map(UnitId).filter(move |&unit| self.contains(unit))
    }
}

/// What the sides know of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// Units on the map whose identity the other side does not know.
    hidden: Units,
    /// Steps as of the last look at units that are hidden, two bits each; 0 for others.
    seen: [u8; UNIT_CAPACITY / IN_A_BYTE],
    /// Aircraft, which move in the air: the same from the first turn to the last.
    air: Units,
    /// Light green blocks, the same.
    green: Units,
    /// [13.2] Blocks that face the enemy: headquarters that are activated, and those that never leave their seat. It follows from them.
    face_up: Units,
    /// The players agreed that all units are visible.
    agreed: bool,
}

/// Colours, classes and what the players agreed on are those of the scenario, and enter no hash.
impl Hash for Known {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Known { hidden, seen, air: _, green: _, face_up: _, agreed: _ } = self;
        (hidden.0[0], hidden.0[1], hidden.0[2], hidden.0[3], hidden.0[4]).hash(state);
        seen.chunks_exact(8).for_each(|bytes| bytes.iter().fold(0_u64, |word, &byte| word << 8 | u64::from(byte)).hash(state));
    }
}

impl Known {
    /// Everything lies open.
    pub(super) fn open(data: &Prepared) -> Self {
        Known {
            hidden: Units::default(),
            seen: [0; UNIT_CAPACITY / IN_A_BYTE],
            air: Units::of(data, |unit| data.unit(unit).class == UnitClass::Air),
            green: Units::of(data, |unit| data.unit(unit).nation == Nation::Italian),
            face_up: Units::of(data, |unit| is_seated(data, unit)),
            agreed: data.script.options.open,
        }
    }

    /// Whether the other side does not know which unit a block is.
    #[inline]
    pub(super) fn is_hidden(&self, unit: UnitId) -> bool {
        self.hidden.contains(unit)
    }

    /// The units of a side that the other does not know, in ascending order.
    pub(super) fn hidden(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.hidden.iter().filter(move |unit| unit.side() == side)
    }

    /// Whether the other side of a side sees all of its units.
    pub(super) fn shows_all(&self, side: Side) -> bool {
        self.hidden(side).next().is_none()
    }

    /// Whether the block of a unit is light green.
    #[inline]
    pub(super) fn is_green(&self, unit: UnitId) -> bool {
        self.green.contains(unit)
    }

    /// [13.2] Whether a block faces the enemy.
    #[inline]
    pub(super) fn is_face_up(&self, unit: UnitId) -> bool {
        self.face_up.contains(unit)
    }

    /// The step of a hidden unit as of the last look.
    #[inline]
    pub(super) fn seen(&self, unit: UnitId) -> usize {
        usize::from(self.seen[unit.index() / IN_A_BYTE] >> (unit.index() % IN_A_BYTE * 2) & 0b11)
    }

    fn note(&mut self, unit: UnitId, step: usize) {
        let (byte, shift) = (&mut self.seen[unit.index() / IN_A_BYTE], unit.index() % IN_A_BYTE * 2);
        *byte = *byte & !(0b11 << shift) | (step as u8 & 0b11) << shift;
    }

    /// The other side learns which unit this is.
    #[inline]
    pub(super) fn show(&mut self, unit: UnitId) {
        if self.is_hidden(unit) {
            self.hidden.set(unit, false);
            self.note(unit, 0);
        }
    }

    /// The other side does not know any more which unit this is, unless all units are visible. One that it does not know already keeps its
    /// last look.
    pub(super) fn hide(&mut self, unit: UnitId, step: usize) {
        if !self.agreed && !self.is_hidden(unit) && !self.is_face_up(unit) {
            self.hidden.set(unit, true);
            self.note(unit, step);
        }
    }
}

/// [13.8.1.h][13.8.2.a] Whether a unit never leaves its seat, so that everybody knows which block it is.
fn is_seated(data: &Prepared, unit: UnitId) -> bool {
    data.script.command.as_ref().is_some_and(|command| command.seats.iter().any(|seat| seat.unit == unit))
}

impl Board {
    /// The other side loses sight of a unit on the map.
    pub(super) fn hide(&mut self, unit: UnitId) {
        if self.hex(unit).is_some() {
            let step = self.step(unit);
            self.known.hide(unit, step);
        }
    }

    /// [2.0] The start of a scenario: positions are seen, and nothing more.
    pub(super) fn hide_all(&mut self, data: &Prepared) {
        board::all(data).for_each(|unit| self.hide(unit));
    }

    /// [LONG.a] The other side has not seen at which step a hidden unit begins: it knows the lowest alone.
    pub(super) fn overlook(&mut self, unit: UnitId, lowest: usize) {
        if self.known.is_hidden(unit) {
            self.known.note(unit, lowest);
        }
    }

    /// [13.2] A block is turned towards the enemy, or may be turned away.
    pub(super) fn turn_up(&mut self, unit: UnitId, up: bool) {
        if up {
            self.known.show(unit);
        }
        self.known.face_up.set(unit, up);
    }

    /// Everything lies open: the game is over.
    pub(super) fn show_all(&mut self, data: &Prepared) {
        board::all(data).for_each(|unit| self.known.show(unit));
    }

    /// The units of a side in a hex are shown.
    pub(super) fn show_stack(&mut self, side: Side, hex: Hex) {
        for index in 0..self.of(side, hex).len() {
            let unit = self.of(side, hex)[index];
            self.known.show(unit);
        }
    }

    /// Follows a unit by eye from where it is to a place, before it goes there.
    pub(super) fn follow(&mut self, unit: UnitId, place: Place) {
        if place.hex().is_none() || self.hex(unit).is_none() {
            return self.known.show(unit);
        }
        if self.hex(unit) != place.hex() {
            self.pick(unit);
        }
    }

    /// A unit is picked to move: the other side loses sight of it and of all that it could be.
    pub(super) fn pick(&mut self, unit: UnitId) {
        let Some(from) = self.hex(unit).filter(|_| self.could_be_another(unit)) else { return };
        for index in 0..self.of(unit.side(), from).len() {
            let other = self.of(unit.side(), from)[index];
            if self.is_taken_for(other, unit) {
                self.hide(other);
            }
        }
    }

    /// Whether a unit that is picked to move may be another of its hex, in the eyes of the other side.
    pub(super) fn could_be_another(&self, unit: UnitId) -> bool {
        let Some(hex) = self.hex(unit) else { return false };
        let in_the_open =
            self.known.agreed || self.is(unit, Mark::Flying) || self.known.is_face_up(unit) || self.holds(unit.side().opponent(), hex);
        !in_the_open && self.of(unit.side(), hex).iter().filter(|&&other| self.is_taken_for(other, unit)).count() > 1
    }

    /// Whether a unit could be the one of its hex that is picked: of its colour, not in flight, and not known to move otherwise.
    fn is_taken_for(&self, other: UnitId, unit: UnitId) -> bool {
        let moves_so = self.known.is_hidden(other) || self.known.air.contains(other) == self.known.air.contains(unit);
        let turned = self.known.is_face_up(other);
        self.known.is_green(other) == self.known.is_green(unit) && !self.is(other, Mark::Flying) && !turned && moves_so
    }

    /// Slow reference of what has to hold of the knowledge of the sides.
    ///
    /// # Errors
    /// Names what does not hold.
    pub(super) fn verify_known(&self, data: &Prepared) -> Result<(), String> {
        for unit in board::all(data) {
            let id = &data.unit(unit).id;
            match (self.known.is_hidden(unit), self.hex(unit)) {
                (true, None) => return Err(format!("{id} is hidden off the map")),
                (true, Some(_)) if self.step(unit) > self.known.seen(unit) => return Err(format!("{id} has lost steps out of sight")),
                (false, _) if self.known.seen(unit) != 0 => return Err(format!("{id} is known, but its last look is kept")),
                _ => {}
            }
        }
        Ok(())
    }
}
