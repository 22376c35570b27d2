//! Record tracks: momentum, Chir front, airfields [16].

use stavka_words::tr;

use super::action::Action;
use super::frame::{AirfieldDie, AirfieldLoss, ChirDie, ChirLoss, DepotDie, Drain, Frame, GarrisonDie};
use super::ids::{Place, UnitId, units};
use super::notation::steps;
use super::victory::Level;
use super::{Armir, Battle, BattleSheet};
use crate::game::{Side, Turn};
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl Procedure<Armir> for Drain {
    /// [16.4.2] The drain while the airfields are not taken.
    fn carry_on(self, game: &mut Armir) -> Progress {
        if game.tracks.garrison > 0 {
            game.change_momentum(-i16::from(game.data.tables.momentum.airfields_drain));
        }
        game.pop()
    }
}

impl Procedure<Armir> for GarrisonDie {
    const QUESTION: &'static str = "growth of the airfield garrison";

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        game.pop();
        if game.garrison_grows(die) {
            game.tracks.garrison += 1;
        }
    }
}

impl Procedure<Armir> for DepotDie {
    const QUESTION: &'static str = "supply points lost with the depot";
    const QUIET: bool = false;

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        game.pop();
        game.tracks.supply_points = game.tracks.supply_points.saturating_sub(die);
    }
}

impl Procedure<Armir> for ChirDie {
    const QUESTION: &'static str = "fighting on the Chir";

    /// [16.1.1] Whether units fight on the track.
    fn is_due(self, game: &Armir) -> bool {
        game.tracks.chir_turn == 0 && game.chir_units() != 0
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let (advances, losses) = game.chir_result(die);
        game.frames.replace_top(Frame::ChirLoss(losses));
        if advances {
            game.tracks.chir_box += 1;
            if game.tracks.chir_box >= game.data.tables.chir.boxes {
                game.tracks.chir_turn = game.turn;
            }
        }
    }
}

impl Procedure<Armir> for ChirLoss {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUIET: bool = false;

    /// [16.1.2] Takes losses that leave no choice; survivors at the end of the track go to its last box
    /// [16.1.4].
    fn carry_on(self, game: &mut Armir) -> Progress {
        let group = game.chir_units();
        if self.left > 0 && group.count_ones() > 1 {
            return Progress::Waits;
        }
        if self.left > 0 && group != 0 {
            self.carry_out(game, Action::Lose(UnitId::new(Side::Soviet, group.trailing_zeros() as usize)));
            return Progress::Moves;
        }
        if game.tracks.chir_turn == game.turn {
            for unit in units(Side::Soviet, group) {
                game.board.put(game.data, unit, Place::BOKOVSKAYA_BOX);
            }
        }
        game.pop()
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.extend(units(Side::Soviet, game.chir_units()).map(Action::Lose));
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Lose(unit) = action else { return game.end(action) };
        game.frames.replace_top(Frame::ChirLoss(self.left - 1));
        game.lose_step(unit);
    }

    fn question(self, _: &Armir) -> String {
        tr!("{steps} to lose on the Chir", steps = steps(self.left))
    }
}

impl Procedure<Armir> for AirfieldDie {
    const QUESTION: &'static str = "attack on the airfields";

    /// [16.3.1.a] Whether units attack the garrison.
    fn is_due(self, game: &Armir) -> bool {
        game.tracks.garrison > 0 && game.in_box(Place::AIRFIELDS) != 0
    }

    /// [16.3.2] The die against the garrison.
    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        let sheet = game.airfield_sheet();
        let result = game.battle_result(&sheet, die);
        game.tracks.garrison = game.tracks.garrison.saturating_sub(result.defender);
        game.battle = Battle::default();
        game.battle.attacker_owes = result.attacker;
        game.frames.replace_top(Frame::AirfieldLoss);
    }
}

impl Procedure<Armir> for AirfieldLoss {
    const DECIDER: Turn = Turn::Player(Side::Soviet);
    const QUIET: bool = false;

    fn carry_on(self, game: &mut Armir) -> Progress {
        let candidates = game.airfield_loss_candidates();
        if game.battle.attacker_owes > 0 && candidates.count_ones() > 1 {
            return Progress::Waits;
        }
        if game.battle.attacker_owes > 0 && candidates != 0 {
            self.carry_out(game, Action::Lose(UnitId::new(Side::Soviet, candidates.trailing_zeros() as usize)));
            return Progress::Moves;
        }
        game.battle = Battle::default();
        game.pop()
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.extend(units(Side::Soviet, game.airfield_loss_candidates()).map(Action::Lose));
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Lose(unit) = action else { return game.end(action) };
        game.battle.attacker_owes -= 1;
        game.count_hit(unit);
        game.lose_step(unit);
    }

    fn question(self, game: &Armir) -> String {
        tr!("{steps} to lose at the airfields", steps = steps(game.battle.attacker_owes))
    }
}

impl Armir {
    /// [16.4][17] Changes the momentum; nothing left is a Soviet defeat at once.
    pub(super) fn change_momentum(&mut self, by: i16) {
        let momentum = (i16::from(self.tracks.momentum) + by).clamp(0, i16::from(u8::MAX));
        self.tracks.momentum = momentum as u8;
        if momentum == 0 {
            self.result = Some(Level::SovietCollapse);
        }
    }

    // ---- Chir --------------------------------------------------------------

    /// Soviet units on the Chir track.
    pub(super) fn chir_units(&self) -> u64 {
        self.in_box(Place::CHIR)
    }

    /// [16.1.3] CP on the track, mobile units counted with their factor.
    pub fn chir_strength(&self) -> u16 {
        let factor = self.data.tables.chir.mobile_factor;
        units(Side::Soviet, self.chir_units())
            .map(|unit| u16::from(self.cp(unit)) * if self.data.mobile.contains(unit) { factor } else { 1 })
            .sum()
    }

    /// [16.1.1][16.1.2][16.1.3] Advance and steps lost on a die, which is modified for both (reading A45).
    pub(super) fn chir_result(&self, die: u8) -> (bool, u8) {
        let chir = &self.data.tables.chir;
        let modified = u16::from(die) + self.chir_strength() / chir.cp_per_modifier;
        let losses = chir.losses.iter().rev().find(|loss| modified >= u16::from(loss.from)).map_or(0, |loss| loss.steps);
        (modified >= u16::from(chir.advance_at), losses)
    }

    // ---- airfields ---------------------------------------------------------

    /// [16.3] Whether the garrison grows: when the die is below the turn number, up to the end of its track.
    pub(super) fn garrison_grows(&self, die: u8) -> bool {
        let cap = self.data.tables.garrison_cp.len() as u8 - 1;
        die < self.turn && self.tracks.garrison > 0 && self.tracks.garrison < cap
    }

    /// Odds of the airfield attack: all units together, no shifts (reading A49).
    pub fn airfield_sheet(&self) -> BattleSheet {
        let half: u16 = units(Side::Soviet, self.in_box(Place::AIRFIELDS))
            .map(|unit| u16::from(self.cp(unit)) * if self.board.is_out_of_supply(unit) { 1 } else { 2 })
            .sum();
        let defence = u16::from(self.data.tables.garrison_cp[usize::from(self.tracks.garrison)]);
        BattleSheet::plain(half.div_ceil(2), defence)
    }

    /// Units at the airfields that may take the next loss, evenly [12.2.1].
    fn airfield_loss_candidates(&self) -> u64 {
        self.evenly(Side::Soviet, self.in_box(Place::AIRFIELDS))
    }
}
