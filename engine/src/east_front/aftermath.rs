//! What follows the die of a combat: losses, retreats, advance [16.2][16.4][16.5].

use super::EastFront;
use super::action::Action;
use super::combat::{Battle, Burden};
use super::escape::{Escapes, Rule};
use super::frame::{Frame, Stage};
use super::ids::{Place, UnitId, above, from_slot, units};
use super::results::FirstLoss;
use super::retreat::{self, Retreating};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::procedures::Progress;

impl EastFront {
    // ---- losses ------------------------------------------------------------------------

    /// Units of the suffering side that are left of those to which the result happens.
    fn survivors(&self) -> u128 {
        self.burden().units & self.board.on_map(self.battle.suffers)
    }

    fn steps_of_units(&self, bits: u128) -> u32 {
        units(self.battle.suffers, bits).map(|unit| u32::from(self.board.steps(unit))).sum()
    }

    /// Units that must take the first step lost.
    fn first_losers(&self) -> u128 {
        let roster = &self.data.roster;
        let side = self.battle.suffers;
        let special = match self.burden().first {
            FirstLoss::Any => return 0,
            FirstLoss::Engineers => roster.engineers.of(side) & self.battle.attackers,
            FirstLoss::Armour => roster.armour.of(side) & self.battle.attackers,
            FirstLoss::FightsArmour => roster.against_armour.of(side),
        };
        self.survivors() & special
    }

    /// [16.21] Units that may lose the next step: steps are taken in ascending order of the units, and those that are left
    /// must suffice.
    pub(super) fn loss_choices(&self) -> u128 {
        let first = self.first_losers();
        if first != 0 {
            return first;
        }
        let side = self.battle.suffers;
        let owes = u32::from(self.burden().owes);
        let candidates = self.survivors() & from_slot(self.battle.last);
        let suffices = |unit: &UnitId| self.steps_of_units(candidates & (above(unit.slot()) | unit.bit())) >= owes;
        units(side, candidates).filter(suffices).fold(0, |bits, unit| bits | unit.bit())
    }

    pub(super) fn carry_on_losses(&mut self) -> Progress {
        let survivors = self.survivors();
        let owes = self.burden().owes;
        if owes == 0 || survivors == 0 {
            return self.after_losses();
        }
        if u32::from(owes) >= self.steps_of_units(survivors) {
            for unit in units(self.battle.suffers, survivors) {
                self.lose_unit(unit, Place::CADRE);
            }
            self.burden_mut().owes = 0;
            return Progress::Moves;
        }
        Progress::Waits
    }

    pub(super) fn take_loss(&mut self, unit: UnitId) {
        let first = self.first_losers() != 0;
        self.burden_mut().owes -= 1;
        self.burden_mut().first = FirstLoss::Any;
        self.battle.last = if first { 0 } else { unit.slot() as u8 };
        self.lose_step(unit);
    }

    /// The defender loses first, then the attacker; then the defender retreats, then the attacker.
    fn after_losses(&mut self) -> Progress {
        let attacker = self.battle.attacker;
        if self.battle.suffers == attacker {
            self.begin_retreat(attacker.opponent())
        } else {
            self.battle.suffers = attacker;
            self.stage(Stage::Loss)
        }
    }

    // ---- retreats ------------------------------------------------------------------------

    fn begin_retreat(&mut self, side: Side) -> Progress {
        self.battle.suffers = side;
        self.battle.fleeing = if self.burden().retreat > 0 { self.survivors() } else { 0 };
        self.stage(Stage::Retreat)
    }

    fn next_fleeing(&self) -> Option<UnitId> {
        units(self.battle.suffers, self.battle.fleeing).next()
    }

    fn retreat_rule(&self) -> Rule {
        if self.burden().path_by_opponent { Rule::NoEmptyZoc } else { Rule::Ordinary }
    }

    fn escapes_of(&self, unit: UnitId) -> Escapes {
        self.escapes(unit, self.target_hexes(), self.burden().retreat, self.retreat_rule())
    }

    pub(super) fn carry_on_retreat(&mut self) -> Progress {
        let Some(unit) = self.next_fleeing() else {
            return self.stage(Stage::Harassment);
        };
        if !self.escapes_of(unit).is_empty() {
            return Progress::Waits;
        }
        let place = self.box_of_the_trapped(unit, self.target_hexes(), self.burden().retreat, self.retreat_rule());
        self.battle.fleeing &= !unit.bit();
        self.lose_unit(unit, place);
        Progress::Moves
    }

    pub(super) fn list_retreats(&self, out: &mut Vec<Action>) {
        let unit = self.next_fleeing().expect("somebody is left to retreat");
        let escapes = self.escapes_of(unit);
        out.extend(escapes.iter().map(|escape| Action::RetreatTo(escape.end)));
        // [16.46] Guns may be given up before they hinder the others.
        if self.data.roster.artillery.contains(unit) && escapes.iter().all(|escape| escape.harried) {
            out.push(Action::Abandon(unit));
        }
    }

    pub(super) fn flee_to(&mut self, hex: Hex) {
        let unit = self.next_fleeing().expect("somebody is left to retreat");
        let escape = self.escapes_of(unit).into_iter().find(|escape| escape.end == hex).expect("a retreat ends where it may");
        self.battle.fleeing &= !unit.bit();
        self.board.put(self.data, unit, Place::on(hex));
        if escape.harried {
            self.battle.harried |= unit.bit();
            self.break_hq(unit);
            if escape.woods {
                self.battle.in_woods |= unit.bit();
            }
        }
    }

    /// [16.46] The first stack that came through an empty hex of enemy ZOC.
    pub(super) fn harried_together(&self) -> u128 {
        let side = self.battle.suffers;
        let harried = self.battle.harried & self.board.on_map(side);
        let hex = units(side, harried).filter_map(|unit| self.board.hex(unit)).min();
        hex.map_or(0, |hex| harried & self.board.stack_bits(hex))
    }

    pub(super) fn carry_on_harassment(&mut self) -> Progress {
        let together = self.harried_together();
        if together == 0 {
            self.battle.harried = 0;
            return self.after_retreat();
        }
        if together.is_power_of_two() {
            let unit = UnitId::new(self.battle.suffers, together.trailing_zeros() as usize);
            self.lose_step(unit);
            if self.board.hex(unit).is_none() {
                return Progress::Moves;
            }
            self.frames.replace_top(Frame::Battle(Stage::HarassmentDie));
            return Progress::Moves;
        }
        Progress::Waits
    }

    /// [16.46][T.RETREAT] Whether the stack that retreats survives on a die, by the retreat table.
    pub(super) fn gets_through(&self, die: u8) -> bool {
        let side = self.battle.suffers;
        let together = self.harried_together();
        let roster = &self.data.roster;
        let stack = Retreating {
            all_german: together & !roster.german.of(side) == 0,
            through_woods: together & !self.battle.in_woods == 0,
            artillery: together & roster.artillery.of(side) != 0,
        };
        retreat::survives(&self.data.tables.retreat, die, stack)
    }

    /// [16.46] The stack that does not survive is lost.
    pub(super) fn roll_harassment(&mut self, die: u8) {
        let together = self.harried_together();
        if !self.gets_through(die) {
            for unit in units(self.battle.suffers, together) {
                self.lose_unit(unit, Place::CADRE);
            }
        }
        self.battle.harried &= !together;
        self.frames.replace_top(Frame::Battle(Stage::Harassment));
    }

    fn after_retreat(&mut self) -> Progress {
        let attacker = self.battle.attacker;
        if self.battle.suffers != attacker {
            return self.begin_retreat(attacker);
        }
        self.stage(Stage::Advance)
    }

    // ---- advance ---------------------------------------------------------------------------

    /// [16.5] Moves of victorious units into emptied hexes, in ascending order of the units; an engineer of an assault goes
    /// first [PB 7.42].
    fn advances(&self) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        let battle = &self.battle;
        let side = battle.attacker;
        let burden = &battle.burdens[side.index()];
        let stays = burden.retreat > 0 || burden.held_back;
        let stormers = battle.attackers & self.stormers.of(side) & self.board.on_map(side);
        let all = if stays { 0 } else { battle.attackers & self.board.on_map(side) };
        let emptied = move |hex: &Hex| self.board.occupant(*hex) != Some(side.opponent());
        let free = move |bits: u128| {
            units(side, bits).flat_map(move |unit| {
                self.target_hexes()
                    .iter()
                    .copied()
                    .filter(emptied)
                    .filter_map(move |hex| self.may_advance(unit, hex).then_some((unit, hex)))
            })
        };
        let first = if free(stormers & all).next().is_some() { stormers & all } else { all & from_slot(battle.last) };
        free(first)
    }

    /// [16.52][16.53][16.54] Whether a unit may go into an emptied hex.
    fn may_advance(&self, unit: UnitId, hex: Hex) -> bool {
        let Some(from) = self.board.hex(unit) else { return false };
        let Some(direction) = self.data.map.grid.direction(from, hex) else { return false };
        let step = self.steps_of(self.data.roster.stats(unit).payer)[from.index()][direction.index()];
        let passable = step.to == hex.0 && (step.full != super::flood::CLOSED || step.road != super::flood::CLOSED);
        let advanced = self.target_hexes().contains(&from);
        passable && !advanced && self.board.values(self.data, unit).ma > 0 && self.has_room(hex, unit)
    }

    pub(super) fn carry_on_advance(&mut self) -> Progress {
        if self.advances().next().is_some() {
            return Progress::Waits;
        }
        self.end_battle();
        Progress::Moves
    }

    pub(super) fn list_advances(&self, out: &mut Vec<Action>) {
        let stormers = self.battle.attackers & self.stormers.of(self.battle.attacker);
        let mut forced = false;
        for (unit, hex) in self.advances() {
            forced |= stormers & unit.bit() != 0;
            out.push(Action::Advance { unit, hex });
        }
        if !forced {
            out.push(Action::Done);
        }
    }

    /// The combat is over, but for an engineer of an assault that could not advance: it falls back [PB 7.42].
    pub(super) fn end_battle(&mut self) {
        let side = self.battle.attacker;
        let left = self.battle.attackers & self.stormers.of(side) & self.board.on_map(side);
        for unit in units(side, left) {
            self.stormers.remove(unit);
        }
        if left == 0 || self.battle.burdens[side.index()].retreat > 0 {
            self.battle = Battle::default();
            let frame = self.frames.pop();
            debug_assert!(matches!(frame, Some(Frame::Battle(_))), "a combat ends under its own frame");
            return;
        }
        self.battle.attackers &= !left;
        let burden = &mut self.battle.burdens[side.index()];
        *burden = Burden { units: left, retreat: self.data.tables.losses.retreat_hexes, held_back: true, ..Burden::NONE };
        self.begin_retreat(side);
    }
}
