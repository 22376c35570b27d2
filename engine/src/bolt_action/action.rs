//! What a player or a die decides.

use std::fmt::{self, Formatter};

use stavka_words::tr;

use super::BoltAction;
use super::data::Data;
use super::ids::UnitId;
use super::march::LegNumber;
use super::terms::{Mishap, Order};
use crate::game::Side;
use crate::kit::actions::{ActionWord, Die, IdDigit, actions};
use crate::kit::terms::terms;
use crate::square::{Cell, Facing, Lattice};

terms! {
    /// An outcome of a test with two dice.
    Verdict {
        /// Passed.
        Pass = "pass",
        /// Failed.
        Fail = "fail",
        /// Double six [FUB.1].
        Fubar = "fubar",
    }
}

actions! {
    of game: BoltAction, in words of Data, naming unit: UnitId, cell: Cell;

    /// What a player or a die decides.
    pub enum Action {
        /// Hold fire, stop, do not react: go on without.
        Done = "done", verb "done": "go on";
        /// A die of the side leaves the bag [TURN.1.1].
        Draw(side: Side) = "draw {side}", verb "draw": "a die of the side (amount 0 Axis, 1 Soviet) is drawn", token { amount: side.index() as u8 };
        /// Outcome of a test [TURN.1.3][SHOOT.7].
        Test(verdict: Verdict) = "test {verdict}", verb "test": "a test (amount 0 passed, 1 failed, 2 FUBAR)", token { amount: verdict as u8 };
        /// A die.
        Roll(die: u8 as Die<6>) = "die {die}", verb "roll": "die result (amount)", token { amount: die };
        /// A number that several dice give: hits, damage, shots, pins.
        Score(number: u8) = "score {number}", verb "score": "what dice give together (amount)", token { amount: number };
        /// Both results of massive damage, in the order of the table [VDC.3].
        Mishaps { first: Mishap, second: Mishap } = "mishaps {first} {second}",
            verb "mishaps": "two results of the vehicle damage table (amount 4 x first + second)",
            token { amount: 4 * first as u8 + second as u8 };
        /// Choose a block of eight by eight cells for a unit of the set-up.
        Block { unit: UnitId, block: u8 } = "block {unit} {block}", verb "block": "unit is placed in a block of cells (amount)",
            names { unit }, token { amount: block };
        /// Place it.
        Place { unit: UnitId, cell: Cell } = "place {unit} {cell}", verb "place": "unit is placed at `to`", names { unit, cell };
        /// Turn towards a direction.
        Face { unit: UnitId, facing: Facing } = "face {unit} {facing}", verb "face": "unit faces a direction (amount 0 north, clockwise)",
            names { unit }, token { amount: facing };
        /// Give an order [TURN.1.2].
        Order { unit: UnitId, order: Order } = "order {unit} {order}",
            verb "order": "unit gets an order (amount 0 fire, advance, run, ambush, rally, down)", names { unit }, token { amount: order as u8 };
        /// Order an assault [ORD.3.a].
        Assault(unit: UnitId) = "assault {unit}", verb "assault": "unit is ordered to assault", names { unit };
        /// Name the target of an assault [CQ.1].
        Charge(unit: UnitId) = "charge {unit}", verb "charge": "assault unit", names { unit };
        /// Go to a cell by the cheapest way.
        MoveTo(cell: Cell) = "move {cell}", verb "move": "move from -> to", names { cell }, token { from: game.mover_cell() };
        /// Go cell by cell, while an enemy is in Ambush (decision D5).
        StepByStep = "step-by-step", verb "step-by-step": "move cell by cell", token { from: game.mover_cell() };
        /// One cell.
        Step(facing: Facing) = "step {facing}", verb "step": "one cell towards a direction (amount)", token { from: game.mover_cell(), amount: facing };
        /// A leg of a vehicle: turn, then so many cells ahead.
        Leg { facing: Facing, cells: u8 } = "leg {facing} {cells}", verb "leg": "turn towards a direction and drive (amount 64 x direction + cells)",
            token { from: game.mover_cell(), amount: LegNumber::new(facing, cells) };
        /// A leg backwards [REV].
        Reverse { facing: Facing, cells: u8 } = "reverse {facing} {cells}",
            verb "reverse": "turn towards a direction and drive backwards (amount 64 x direction + cells)",
            token { from: game.mover_cell(), amount: LegNumber::new(facing, cells) };
        /// Shoot at a unit, with so many Panzerfausts [SHOOT.1].
        Target { unit: UnitId, panzerfausts: u8 } = "target {unit} {panzerfausts}",
            verb "target": "shoot at unit, with Panzerfausts (amount)", names { unit }, token { amount: panzerfausts };
        /// Fire indirectly at a unit (supplement S27).
        Shell(unit: UnitId) = "shell {unit}", verb "shell": "fire indirectly at unit", names { unit };
        /// A target goes Down before it is shot at (supplement S4).
        Duck(unit: UnitId) = "duck {unit}", verb "duck": "unit goes Down before it is shot at", names { unit };
        /// A Recce vehicle escapes (supplement S5).
        Escape(unit: UnitId) = "escape {unit}", verb "escape": "unit escapes", names { unit };
        /// A target of an assault shoots first (supplement S6).
        Return(unit: UnitId) = "return {unit}", verb "return": "unit shoots at those who assault it", names { unit };
        /// Fire from Ambush [ORD.4].
        Spring(unit: UnitId) = "spring {unit}", verb "spring": "unit fires from Ambush", names { unit };
        /// Name the friend that is shot at by mistake [FUB.2.a].
        Mistake(unit: UnitId) = "mistake {unit}", verb "mistake": "unit is shot at by its own side", names { unit };
        /// Move after close quarters [CQ.6].
        Consolidate(cell: Cell) = "consolidate {cell}", verb "consolidate": "move from -> to after close quarters", names { cell },
            token { from: game.mover_cell() };
        /// Keep Ambush or Down for the next turn (supplement S8).
        Keep(unit: UnitId) = "keep {unit}", verb "keep": "unit keeps its order", names { unit };
        /// Give the die back to the bag.
        GiveBack(unit: UnitId) = "give-back {unit}", verb "give-back": "the die of unit goes back to the bag", names { unit };
    }
}

impl AsRef<Lattice> for Data {
    fn as_ref(&self) -> &Lattice {
        &self.battlefield.lattice
    }
}

impl IdDigit<Data> for UnitId {
    fn radix(data: &Data) -> u32 {
        data.units.count() as u32
    }

    fn digit(self, data: &Data) -> u32 {
        data.units.rank(self) as u32
    }
}

impl ActionWord<Data> for UnitId {
    fn write(self, data: &Data, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(data.name(self))
    }

    fn read(word: &str, data: &Data) -> Result<Self, String> {
        data.find_unit(word)
            .ok_or_else(|| tr!("no unit {word} in this scenario; expected an id such as rifle10-1", word = format_args!("{word:?}")))
    }
}
