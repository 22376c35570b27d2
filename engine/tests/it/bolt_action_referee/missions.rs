//! Whole games of the missions: the set-up, the turns, and when they end.

use stavka_engine::Side;
use stavka_engine::bolt_action::data::mission::Victory;
use stavka_engine::bolt_action::terms::{Class, Mobility, Order};
use stavka_engine::bolt_action::{Action, UnitId};
use stavka_engine::square::Cell;

use super::Referee;

/// Ground on which guns are set up and never move again [TERK.5].
const SET_UP_ONLY: &str = "smvTtHh";

impl Referee<'_> {
    /// Decision D12: where a side attacks, the other one sets up whole before it; else one unit each in turn.
    pub(super) fn sets_up(&mut self) {
        let mission = &self.game.data().mission;
        let sides = [mission.first_set_up, mission.first_set_up.opponent()];
        let [mut first, mut second] = sides.map(|side| self.pieces.keys().copied().filter(|unit| unit.side() == side).collect::<Vec<_>>());
        let mut order = Vec::new();
        if mission.placed.is_empty() {
            while !first.is_empty() || !second.is_empty() {
                for units in [&mut first, &mut second] {
                    let count = if mission.attacker.is_some() { units.len() } else { units.len().min(1) };
                    order.extend(units.drain(..count));
                }
            }
        }
        for unit in order {
            self.sets_up_unit(unit);
        }
        // Decision D13: men and guns of the defenders are dug in.
        for unit in self.all_living() {
            let digs = mission.dug_in == Some(unit.side()) && self.class(unit) != Class::Vehicle;
            self.edit(unit).dug_in = digs;
        }
        self.bag = Side::ALL.map(|side| self.living(side).len() as u64);
    }

    /// A block of eight by eight cells, a cell in it, and where the unit looks.
    fn sets_up_unit(&mut self, unit: UnitId) {
        let (data, field) = (self.game.data(), self.field());
        let (lattice, mobility, zone) = (data.lattice(), data.unit(unit).mobility, &data.mission.zones[unit.side().index()]);
        let stands = |cell: Cell| {
            let gun = mobility == Mobility::Artillery && SET_UP_ONLY.contains(field.glyph(cell));
            gun || field.is_open(mobility, false, cell)
        };
        let free = lattice.cells().filter(|&cell| zone.contains(cell) && stands(cell) && field.has_room(unit, None, cell));
        let across = lattice.width().div_ceil(8);
        let block = |cell: Cell| {
            let (column, row) = lattice.place(cell);
            row as usize / 8 * across + column as usize / 8
        };
        let free: Vec<(usize, Cell)> = free.map(|cell| (block(cell), cell)).collect();
        let mut blocks: Vec<usize> = free.iter().map(|&(block, _)| block).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let lines: Vec<String> = blocks.iter().map(|block| format!("block {} {block}", self.name(unit))).collect();
        let block = blocks[self.chooses("where is the next unit placed, roughly?", unit.side(), &lines)];
        let cells: Vec<Cell> = free.into_iter().filter(|entry| entry.0 == block).map(|(_, cell)| cell).collect();
        let lines: Vec<String> = cells.iter().map(|&cell| self.line(Action::Place { unit, cell })).collect();
        let cell = cells[self.chooses("in which cell is the unit placed?", unit.side(), &lines)];
        self.edit(unit).cell = Some(cell);
        if self.class(unit) == Class::Vehicle || data.is_fixed(data.unit(unit)) {
            let facing = self.looks(unit);
            self.edit(unit).facing = facing;
        }
    }

    /// Whether no turn can follow on this one.
    pub(super) fn is_last_turn(&self) -> bool {
        let mission = &self.game.data().mission;
        self.turn > mission.turns.into() || self.turn == mission.turns.into() && mission.extra_turn_from.is_none()
    }

    /// Whether another turn follows on this one: not after charges have been laid; after the last one a die decides (supplement S34).
    pub(super) fn goes_on_for_a_turn(&mut self) -> bool {
        if self.is_last_turn() || self.is_mined() {
            return false;
        }
        let mission = &self.game.data().mission;
        self.turn < mission.turns.into() || self.throw_die("a die for another turn") >= 4
    }

    /// The bridge is mined: by infantry with anything against tanks that is beside it, is not Down, and has no defender within three inches.
    fn is_mined(&self) -> bool {
        let (data, mission) = (self.game.data(), &self.game.data().mission);
        let (Victory::Demolition { .. }, Some(attacker)) = (&mission.victory, mission.attacker) else { return false };
        let defenders = self.living(attacker.opponent());
        self.living(attacker).into_iter().any(|unit| {
            let (piece, template) = (self.piece(unit), data.unit(unit));
            let able = template.class == Class::Infantry && template.anti_tank && piece.order != Some(Order::Down);
            let beside = mission.objectives.iter().any(|&at| data.lattice().is_near(self.cell(unit), at, 1));
            able && beside && !defenders.iter().any(|&other| self.apart(unit, other) <= 9)
        })
    }
}
