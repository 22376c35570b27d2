//! What players may measure at any time: who acts, what bears on what, where a unit may come to. Nothing of it changes a game.

use super::BoltAction;
use super::action::Action;
use super::fire::Aim;
use super::ids::{UnitId, units};
use super::march::Leg;
use super::reports::ShotReport;
use super::resolution::loadout::Armed;
use super::terms::{Class, Order, Pace};
use super::volley::Mode;
use crate::game::Side;
use crate::kit::counters::Counter as _;
use crate::square::{Cell, CellSet};

impl BoltAction {
    /// Where the unit on the move would stand after an action: the cell of a step, the last one of a leg.
    pub fn end_of(&self, action: Action) -> Option<Cell> {
        let cell = self.mover_cell()?;
        let ahead = |way, cells| (0..cells).try_fold(cell, |at, _| self.data.lattice().step(at, way));
        match action {
            Action::Step(facing) => ahead(facing, 1),
            Action::Leg { facing, cells } => ahead(facing, cells),
            Action::Reverse { facing, cells } => ahead(facing.reversed(), cells),
            _ => action.cell(),
        }
    }

    /// What is left of the weapons of a unit.
    pub fn weapons_left(&self, unit: UnitId) -> &'static [Armed] {
        self.data.arms(unit, self.board.piece(unit).men).weapons.as_slice()
    }

    /// [SHOOT.3] Cells in which a unit could shoot at an enemy from where it stands and looks, directly or indirectly.
    pub fn field_of_fire(&self, unit: UnitId) -> CellSet {
        let piece = self.board.piece(unit);
        let Some(from) = piece.cell.filter(|_| piece.is_alive()) else { return CellSet::EMPTY };
        let bears = |to: Cell| {
            let aim = |mode| Aim { shooter: unit, target: UnitId::NOBODY, facing: piece.facing, from, to, mode };
            to != from && [Mode::ALL, Mode::Indirect].into_iter().any(|mode| self.bears(&aim(mode)))
        };
        self.data.lattice().cells().filter(|&cell| bears(cell)).collect()
    }

    /// [SHOOT.3] Who of a side could shoot at whom from where they stand and look.
    pub fn lines_of_fire(&self, side: Side) -> Vec<(UnitId, UnitId)> {
        let bears =
            |&(unit, target): &(UnitId, UnitId)| [Mode::ALL, Mode::Indirect].into_iter().any(|mode| self.can_shoot(unit, target, mode));
        let pairs = units(side, self.board.alive(side)).flat_map(|unit| self.enemies(unit).map(move |target| (unit, target)));
        pairs.filter(bears).collect()
    }

    /// The shot of a unit at another one as it stands: with all that fires directly and all its Panzerfausts, else indirectly; `None` if
    /// nothing bears, even after a turn.
    pub fn possible_shot(&self, shooter: UnitId, target: UnitId) -> Option<ShotReport> {
        if ![shooter, target].into_iter().all(|unit| self.board.piece(unit).is_alive()) || shooter.side() == target.side() {
            return None;
        }
        let panzerfausts = self.panzerfausts(shooter, target);
        let modes = [Mode::Direct { panzerfausts }, Mode::Indirect];
        modes.into_iter().find_map(|mode| self.turned_aim(shooter, target, mode)).map(|aim| self.shot_of(&aim))
    }

    /// [MOVE] Cells in which a unit that has not moved could end an Advance or a Run, its own among them; none for what does not move so.
    pub fn reach(&self, unit: UnitId, order: Order) -> CellSet {
        let template = self.data.unit(unit);
        let runs = order == Order::Run;
        let stays = template.pace == Pace::Turn || if runs { !self.may_run(unit) } else { !self.may_leave(unit) };
        if !self.board.piece(unit).is_alive() || self.board.piece(unit).immobilised || stays {
            return CellSet::EMPTY;
        }
        let mut game = self.clone();
        game.board.piece_mut(unit).order = Some(order);
        game.begin_march(unit, order);
        if template.class != Class::Vehicle {
            return game.destinations(unit);
        }
        let mut ends: CellSet = [game.board.cell(unit)].into_iter().collect();
        game.drive_on(unit, &mut ends);
        ends
    }

    /// Adds the ends of all legs that a vehicle may drive from here.
    fn drive_on(&self, unit: UnitId, ends: &mut CellSet) {
        for leg in self.legs(unit) {
            let Leg { cells, .. } = leg;
            let Some(end) = self.end_of_leg(unit, leg) else { continue };
            ends.insert(end);
            if cells == 0 {
                continue;
            }
            let mut next = self.clone();
            next.drive(unit, leg);
            next.frames.pop();
            next.board.piece_mut(unit).cell = Some(end);
            if !next.march.ended && next.march.turns > 0 {
                next.drive_on(unit, ends);
            }
        }
    }
}
