//! A position as it is looked at: every counter with its hex and its worth, and what a combat in progress is expected to do to them.

use arrayvec::ArrayVec;
use stavka_engine::Side;
use stavka_engine::across_the_bug::{AcrossTheBug, Engagement, FormationId, UnitId, units};
use stavka_engine::hex::Hex;

use super::ground::Ground;
use super::odds::{self, Odds};

/// Effectiveness of an ordinary unit.
const ORDINARY: f32 = 5.0;

/// A combat unit on the map.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) unit: UnitId,
    pub(super) hex: Hex,
    pub(super) formation: FormationId,
    /// Strength points, and the same times effectiveness over that of an ordinary unit.
    pub(super) strength: f32,
    pub(super) worth: f32,
    /// Class of movement, half points of allowance.
    pub(super) class: usize,
    pub(super) allowance: f32,
    /// Chance that it is disorganized.
    pub(super) shaken: f32,
    pub(super) in_command: bool,
}

/// The combat in progress before its die.
#[derive(Clone, Copy)]
pub(super) struct Fight {
    pub(super) attacker: Side,
    pub(super) target: Hex,
    pub(super) odds: Odds,
}

/// A position as it is looked at.
pub(super) struct Survey<'a> {
    pub(super) game: &'a AcrossTheBug,
    pub(super) ground: &'a Ground,
    pub(super) pieces: ArrayVec<Piece, 192>,
    pub(super) fight: Option<Fight>,
}

impl<'a> Survey<'a> {
    pub(super) fn new(game: &'a AcrossTheBug, ground: &'a Ground) -> Self {
        let mut pieces = ArrayVec::new();
        for side in Side::ALL {
            let commanded = game.commanded(side);
            for unit in units(side, game.on_map(side) & ground.combat.of(side)) {
                let Some(hex) = game.place(unit).hex() else { continue };
                let face = game.values(unit);
                let strength = f32::from(game.points(unit));
                let (class, ma) = ground.mobility[unit.index()];
                pieces.push(Piece {
                    unit,
                    hex,
                    formation: game.formation(unit),
                    strength,
                    worth: strength * f32::from(face.effectiveness) / ORDINARY,
                    class,
                    allowance: ma,
                    shaken: if game.is_disorganized(unit) { 1.0 } else { 0.0 },
                    in_command: commanded & unit.bit() != 0,
                });
            }
        }
        let mut survey = Survey { game, ground, pieces, fight: None };
        survey.foresee();
        survey
    }

    /// The combat units of a side.
    pub(super) fn of(&self, side: Side) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(move |piece| piece.unit.side() == side)
    }

    /// The chance that who stands in a hex is there after the combat in progress.
    pub(super) fn stays(&self, hex: Hex) -> f32 {
        self.fight.filter(|fight| fight.target == hex).map_or(1.0, |fight| 1.0 - fight.odds.defender.gone)
    }

    /// Hexes between a unit and its headquarters, as the crow flies.
    pub(super) fn hexes_to_hq(&self, piece: &Piece) -> u16 {
        let data = self.game.data();
        let hq = self.game.place(data.formation(piece.formation).hq).hex();
        hq.map_or(u16::MAX / 2, |hq| data.map.grid.distance(piece.hex, hq))
    }

    /// Counts in what the combat in progress is expected to do, before its die.
    fn foresee(&mut self) {
        let Some(Engagement { attacker, hexes: [_, target], units: groups }) = self.game.engagement() else { return };
        let Some(odds) = odds::judge(self.game, &self.game.battle_sheet()) else { return };
        for piece in &mut self.pieces {
            let own = piece.unit.side() == attacker;
            let (share, group) = if own { (odds.attacker, groups[0]) } else { (odds.defender, groups[1]) };
            if group & piece.unit.bit() == 0 {
                continue;
            }
            let all: f32 = f32::from(group.count_ones() as u16);
            let left = (piece.strength - share.lost / all).max(0.0);
            piece.worth *= left / piece.strength.max(0.1);
            piece.strength = left;
            piece.shaken += (1.0 - piece.shaken) * share.shaken;
        }
        self.fight = Some(Fight { attacker, target, odds });
    }
}
