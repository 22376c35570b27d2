//! Stacking limits and what happens beyond them [5.3].

use super::AcrossTheBug;
use super::action::Action;
use super::checks::Occasion;
use super::frame::{Excess, Frame, OverstackDie};
use super::ids::{Place, UnitId, from_slot, units};
use super::terms::Crossing;
use crate::game::{Side, Turn};
use crate::hex::{Direction, Hex};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// Displacements that may follow from one another before excess units are eliminated.
const LONGEST_CHAIN: u8 = 2;

impl AcrossTheBug {
    /// Units in a hex, and those of them that are limited.
    pub(super) fn crowd(&self, hex: Hex) -> (u8, u8) {
        let count = |(all, limited): (u8, u8), unit: UnitId| (all + 1, limited + u8::from(self.data.roster.limited.contains(unit)));
        self.board.combat_units(self.data, hex).fold((0, 0), count)
    }

    /// [5.3.1.b] Whether more units stand in a hex than it holds.
    pub(super) fn is_overstacked(&self, hex: Hex) -> bool {
        self.is_overstacked_with(hex, &[])
    }

    /// [5.3.1.b] The same with units that come into it.
    fn is_overstacked_with(&self, hex: Hex, comers: &[UnitId]) -> bool {
        let (all, limited) = self.crowd(hex);
        let more = comers.iter().filter(|&&unit| self.data.roster.limited.contains(unit)).count() as u8;
        !self.data.tables.stacking.holds(all + comers.len() as u8, limited + more)
    }

    /// [5.3.1] Whether the stack at hand would be too many with those of a hex if its movement ended there. On the way there is no harm.
    pub fn would_overstack(&self, hex: Hex) -> bool {
        let march = &self.march;
        let comers: arrayvec::ArrayVec<UnitId, 128> = units(march.side, march.group).collect();
        march.group != 0 && hex != march.hex && self.is_overstacked_with(hex, &comers)
    }

    /// [5.3.1.b] Whether a hex has room for one more unit.
    pub(super) fn has_room(&self, unit: UnitId, hex: Hex) -> bool {
        !self.is_overstacked_with(hex, &[unit])
    }

    /// [5.3.1.a] Opens what follows when a hex holds too many at the end of an action: checks, then displacements.
    pub(super) fn check_stacking(&mut self, hex: Hex) {
        self.check_stacking_of(hex, 0);
    }

    fn check_stacking_of(&mut self, hex: Hex, depth: u8) {
        if self.board.headquarters(self.data, hex).count() > self.hq_limit(hex).max(1) {
            self.crowd_headquarters(hex);
        }
        if self.is_overstacked(hex) {
            self.show_fighters(hex);
            self.frames.push(Frame::Excess(hex, depth));
            self.frames.push(Frame::OverstackDie(hex, 0));
        }
    }

    /// [5.3.1.e] Each headquarters of a crowded hex loses support points, and the owner displaces those that are too many.
    pub(super) fn crowd_headquarters(&mut self, hex: Hex) {
        let crowd: arrayvec::ArrayVec<UnitId, 12> = self.board.headquarters(self.data, hex).collect();
        for hq in crowd {
            self.board.set_points(hq, self.board.points(hq).saturating_sub(self.data.tables.stacking.hq_loss));
        }
        self.frames.push(Frame::ExcessHeadquarters(hex));
    }

    /// [5.3.1.d] Opens the checks of an overstacked hex during a retreat; units are displaced when it is over [5.3.3.c].
    pub(super) fn check_during_retreat(&mut self, hex: Hex) {
        if self.is_overstacked(hex) {
            self.show_fighters(hex);
            self.frames.push(Frame::OverstackDie(hex, 0));
        }
    }

    /// Units of which the opponent may displace the next: those whose going helps, the disorganized ones first (reading A11).
    fn excess_units(&self, hex: Hex) -> (Side, u128) {
        let Some(side) = self.board.occupant(hex) else { return (Side::Axis, 0) };
        let stacking = &self.data.tables.stacking;
        let (all, limited) = self.crowd(hex);
        let here = self.board.combat_bits(self.data, hex);
        let crowded = if limited > stacking.limited { here & self.data.roster.limited.of(side) } else { 0 };
        let helps = if all > stacking.units { here } else { crowded };
        let weak = helps & self.board.turned(side);
        (side, if weak != 0 { weak } else { helps })
    }

    /// [5.3.3][5.3.1.g] Hexes to which a unit may be displaced: those with room before all others. At the end of a chain there are
    /// no others.
    fn refuges(&self, unit: UnitId, hex: Hex, depth: u8) -> impl Iterator<Item = Hex> + '_ {
        let grid = &self.data.map.grid;
        let other = unit.side().opponent();
        let open = move |&(direction, to): &(Direction, Hex)| {
            let dry = match self.data.ground.crossing(hex, direction) {
                Crossing::Lake => false,
                Crossing::Bug => self.board.pontoons.joins(grid, hex, direction),
                _ => true,
            };
            dry && self.data.script.area.contains(to) && !self.board.holds(other, to)
        };
        let roomy = grid.neighbours(hex).filter(open).any(|(_, to)| self.has_room(unit, to));
        let fits = move |&to: &Hex| if roomy || depth >= LONGEST_CHAIN { self.has_room(unit, to) } else { true };
        grid.neighbours(hex).filter(open).map(|(_, to)| to).filter(fits)
    }
}

impl Procedure<AcrossTheBug> for OverstackDie {
    const QUESTION: &'static str = "check of a unit in a crowded hex";
    const QUIET: bool = false;

    fn is_due(self, game: &AcrossTheBug) -> bool {
        self.unit(game).is_some()
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let Some(unit) = self.unit(game) else { return };
        game.frames.replace_top(Frame::OverstackDie(self.hex, unit.slot() as u8 + 1));
        game.check_unit(unit, Occasion::Overstacking, die);
    }
}

impl OverstackDie {
    /// The first unit that has not been checked.
    pub(super) fn unit(self, game: &AcrossTheBug) -> Option<UnitId> {
        let side = game.board.occupant(self.hex)?;
        units(side, game.board.combat_bits(game.data, self.hex) & from_slot(self.from)).next()
    }
}

impl Procedure<AcrossTheBug> for Excess {
    const QUESTION: &'static str = "which unit of the crowded hex is displaced, and where to?";
    const QUIET: bool = false;

    /// [5.3.1.f] The opponent displaces; where nothing can be displaced the owner eliminates [5.3.1.g].
    fn decider(self, game: &AcrossTheBug) -> Turn {
        let (side, excess) = game.excess_units(self.hex);
        let open = units(side, excess).any(|unit| game.refuges(unit, self.hex, self.depth).next().is_some());
        Turn::Player(if open { side.opponent() } else { side })
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        if game.is_overstacked(self.hex) { Progress::Waits } else { game.pop() }
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        let (side, excess) = game.excess_units(self.hex);
        for unit in units(side, excess) {
            out.extend(game.refuges(unit, self.hex, self.depth).map(|hex| Action::Displace { unit, hex }));
        }
        if out.is_empty() {
            out.extend(units(side, excess).map(Action::Remove));
        }
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        match action {
            Action::Displace { unit, hex } => {
                let swamp = game.enters_swamp(unit.side(), unit.bit(), self.hex, hex);
                game.board.put(game.data, unit, Place::on(hex));
                game.arrived_in(unit.side(), hex);
                if game.board.is_improved(hex) && game.board.is_disorganized(unit) {
                    game.board.improve(hex, false);
                }
                game.check_stacking_of(hex, self.depth + 1);
                // [3.1.1.j] Whatever takes an AFV into a swamp, it is checked.
                if swamp {
                    game.frames.push(Frame::BogDie(unit));
                }
            }
            Action::Remove(unit) => game.eliminate(unit),
            other => game.end(other),
        }
    }
}
