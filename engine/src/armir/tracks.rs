//! Record tracks: momentum, Chir front, airfields [16].

use super::frame::Frame;
use super::ids::{Place, UnitId, units};
use super::victory::Level;
use super::{Armir, Battle, BattleSheet};
use crate::game::Side;
use crate::kit::procedures::Progress;

impl Armir {
    /// [16.4][17] Changes the momentum; nothing left is a Soviet defeat at once.
    pub(super) fn change_momentum(&mut self, by: i16) {
        let momentum = (i16::from(self.tracks.momentum) + by).clamp(0, i16::from(u8::MAX));
        self.tracks.momentum = momentum as u8;
        if momentum == 0 {
            self.result = Some(Level::SovietCollapse);
        }
    }

    /// [16.4.2] The drain while the airfields are not taken.
    pub(super) fn drain_momentum(&mut self) -> Progress {
        self.frames.pop();
        if self.tracks.garrison > 0 {
            self.change_momentum(-i16::from(self.data.tables.momentum.airfields_drain));
        }
        Progress::Moves
    }

    /// [16.3] The garrison grows when the die is below the turn number, up to the end of its track.
    pub(super) fn roll_garrison(&mut self, die: u8) {
        self.frames.pop();
        let cap = self.data.tables.garrison_cp.len() as u8 - 1;
        if die < self.turn && self.tracks.garrison > 0 && self.tracks.garrison < cap {
            self.tracks.garrison += 1;
        }
    }

    // ---- Chir --------------------------------------------------------------

    /// Soviet units on the Chir track.
    pub(super) fn chir_units(&self) -> u64 {
        self.in_box(Place::CHIR)
    }

    /// [16.1.1] Whether the Chir die is rolled.
    pub(super) fn chir_is_fought(&self) -> bool {
        self.tracks.chir_turn == 0 && self.chir_units() != 0
    }

    /// [16.1.3] CP on the track, mobile units counted with their factor.
    pub fn chir_strength(&self) -> u16 {
        let factor = self.data.tables.chir.mobile_factor;
        units(Side::Soviet, self.chir_units())
            .map(|unit| u16::from(self.cp(unit)) * if self.data.mobile.contains(unit) { factor } else { 1 })
            .sum()
    }

    /// [16.1.1][16.1.2][16.1.3] Advance and losses, by the same modified die (reading A45).
    pub(super) fn roll_chir(&mut self, die: u8) {
        let chir = &self.data.tables.chir;
        let modified = u16::from(die) + self.chir_strength() / chir.cp_per_modifier;
        let losses = chir.losses.iter().rev().find(|loss| modified >= u16::from(loss.from)).map_or(0, |loss| loss.steps);
        let advances = modified >= u16::from(chir.advance_at);
        self.frames.replace_top(Frame::ChirLoss(losses));
        if advances {
            self.tracks.chir_box += 1;
            if self.tracks.chir_box >= chir.boxes {
                self.tracks.chir_turn = self.turn;
            }
        }
    }

    /// [16.1.2] Takes losses that leave no choice; survivors at the end of the track go to its last box
    /// [16.1.4].
    pub(super) fn carry_on_chir_loss(&mut self, left: u8) -> Progress {
        let group = self.chir_units();
        if left > 0 && group.count_ones() > 1 {
            return Progress::Waits;
        }
        if left > 0 && group != 0 {
            self.frames.replace_top(Frame::ChirLoss(left - 1));
            self.lose_step(UnitId::new(Side::Soviet, group.trailing_zeros() as usize));
            return Progress::Moves;
        }
        if self.tracks.chir_turn == self.turn {
            for unit in units(Side::Soviet, group) {
                self.board.put(self.data, unit, Place::BOKOVSKAYA_BOX);
            }
        }
        self.pop()
    }

    // ---- airfields ---------------------------------------------------------

    /// [16.3.1.a] Whether units attack the garrison.
    pub(super) fn airfields_are_attacked(&self) -> bool {
        self.tracks.garrison > 0 && self.in_box(Place::AIRFIELDS) != 0
    }

    /// Odds of the airfield attack: all units together, no shifts (reading A49).
    pub fn airfield_sheet(&self) -> BattleSheet {
        let half: u16 = units(Side::Soviet, self.in_box(Place::AIRFIELDS))
            .map(|unit| u16::from(self.cp(unit)) * if self.board.is_out_of_supply(unit) { 1 } else { 2 })
            .sum();
        let defence = u16::from(self.data.tables.garrison_cp[usize::from(self.tracks.garrison)]);
        BattleSheet::plain(half.div_ceil(2), defence)
    }

    /// [16.3.2] The die against the garrison.
    pub(super) fn roll_airfields(&mut self, die: u8) {
        let sheet = self.airfield_sheet();
        let result = self.battle_result(&sheet, die);
        self.tracks.garrison = self.tracks.garrison.saturating_sub(result.defender);
        self.battle = Battle::default();
        self.battle.attacker_owes = result.attacker;
        self.frames.replace_top(Frame::AirfieldLoss);
    }

    /// Units at the airfields that may take the next loss, evenly [12.2.1].
    pub(super) fn airfield_loss_candidates(&self) -> u64 {
        self.evenly(Side::Soviet, self.in_box(Place::AIRFIELDS))
    }

    pub(super) fn carry_on_airfield_loss(&mut self) -> Progress {
        let candidates = self.airfield_loss_candidates();
        if self.battle.attacker_owes > 0 && candidates.count_ones() > 1 {
            return Progress::Waits;
        }
        if self.battle.attacker_owes > 0 && candidates != 0 {
            self.lose_at_airfields(UnitId::new(Side::Soviet, candidates.trailing_zeros() as usize));
            return Progress::Moves;
        }
        self.battle = Battle::default();
        self.pop()
    }

    pub(super) fn lose_at_airfields(&mut self, unit: UnitId) {
        self.battle.attacker_owes -= 1;
        self.count_hit(unit);
        self.lose_step(unit);
    }
}
