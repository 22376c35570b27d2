//! [VD] Damage to vehicles.

use super::BoltAction;
use super::action::{Action, Verdict};
use super::data::tables::Tables;
use super::frame::{FireTest, Frame, MassiveDice, MishapDie, Suffering};
use super::ids::UnitId;
use super::resolution::{damage, morale};
use super::terms::{Damage, Mishap, Order};
use crate::game::Side;
use crate::kit::procedures::{Procedure, Progress, Sequence};

impl Procedure<BoltAction> for MishapDie {
    const QUESTION: &'static str = "the die of the vehicle damage table";
    const QUIET: bool = false;

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Roll(die) = action else { unreachable!("{action:?} is no die") };
        let mishap = damage::mishap_of_face(&game.data.tables, self.damage, self.extra, die);
        game.frames.replace_top(Frame::Suffering(self.unit, mishap));
    }
}

impl Procedure<BoltAction> for MassiveDice {
    const QUESTION: &'static str = "two dice of the vehicle damage table";
    const QUIET: bool = false;

    fn draw(self, game: &BoltAction, out: &mut Vec<Action>) {
        let possible = damage::mishap_pairs(&game.data.tables, self.extra).into_iter().filter(|&(_, weight)| weight > 0);
        out.extend(possible.map(|([first, second], _)| Action::Mishaps { first, second }));
    }

    fn carry_out(self, game: &mut BoltAction, action: Action) {
        let Action::Mishaps { first, second } = action else { unreachable!("{action:?} is no pair of results") };
        game.frames.replace_top(Frame::Suffering(self.unit, second));
        game.frames.push(Frame::Suffering(self.unit, first));
    }
}

impl Procedure<BoltAction> for Suffering {
    const QUIET: bool = false;

    fn carry_on(self, game: &mut BoltAction) -> Progress {
        game.pop();
        if game.board.piece(self.unit).is_alive() {
            game.suffer(self.unit, self.mishap);
        }
        Progress::Moves
    }
}

impl Procedure<BoltAction> for FireTest {
    const QUESTION: &'static str = "the test of the crew of the burning vehicle";
    const QUIET: bool = false;

    fn draw(self, game: &BoltAction, out: &mut Vec<Action>) {
        game.draw_morale(self.unit, out);
    }

    /// [VD.3] The crew puts the fire out, or leaves the vehicle.
    fn carry_out(self, game: &mut BoltAction, action: Action) {
        game.pop();
        if action == Action::Test(Verdict::Pass) { game.spend_die(self.unit, Order::Down) } else { game.fall(&[self.unit]) }
    }
}

/// [VDC.3] Weight of a pair of results of massive damage, of 36.
pub(super) fn massive_weight(tables: &Tables, pair: [Mishap; 2], extra: u8) -> u64 {
    damage::mishap_pairs(tables, extra).into_iter().find(|&(other, _)| other == pair).map_or(0, |(_, weight)| weight)
}

impl BoltAction {
    /// [VDC] A vehicle is damaged: its crew rolls once or twice.
    pub(super) fn damage_vehicle(&mut self, unit: UnitId, class: Damage, extra: u8) {
        self.frames.push(match class {
            Damage::Massive => Frame::MassiveDice(unit, extra),
            _ => Frame::MishapDie(unit, class, extra),
        });
    }

    fn suffer(&mut self, unit: UnitId, mishap: Mishap) {
        let piece = self.board.piece_mut(unit);
        piece.pins += u8::from(mishap != Mishap::Destroyed);
        match mishap {
            // [VD.1] It is halted, and takes no action any more.
            Mishap::Stunned => self.spend_die(unit, Order::Down),
            // [VD.2.a] The crew leaves a vehicle that is immobilised again.
            Mishap::Immobilised if piece.immobilised => self.fall(&[unit]),
            // [VD.2] One that has not acted yet may still shoot.
            Mishap::Immobilised => {
                piece.immobilised = true;
                if piece.order.is_some() {
                    piece.order = Some(Order::Down);
                }
            }
            Mishap::OnFire => self.frames.push(Frame::FireTest(unit)),
            Mishap::Destroyed => self.fall(&[unit]),
        }
    }

    /// Adds the results of a test of morale that can come about.
    pub(super) fn draw_morale(&self, unit: UnitId, out: &mut Vec<Action>) {
        let ways = self.morale_test(unit);
        out.extend(
            [Verdict::Pass, Verdict::Fail].into_iter().zip(ways).filter(|&(_, ways)| ways > 0).map(|(verdict, _)| Action::Test(verdict)),
        );
    }

    /// [SHOOT.7] Ways of 36 to pass a test of morale, and to fail it.
    pub(super) fn morale_test(&self, unit: UnitId) -> [u64; 2] {
        morale::morale_test(&self.data.tables, morale::value(&self.data.tables, self.nerve(unit)))
    }

    /// Units are destroyed. A side that has none left has lost at once.
    pub(super) fn fall(&mut self, units: &[UnitId]) {
        for &unit in units {
            self.board.destroy(self.data, unit);
        }
        if Side::ALL.into_iter().any(|side| self.board.alive(side) == 0) {
            self.finish();
        }
    }
}
