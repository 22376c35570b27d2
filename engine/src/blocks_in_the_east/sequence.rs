//! [7.0] The sequence of play: the weather, the Axis turn, the Soviet turn, the Victory Phase; in each turn of a player the phases in
//! order.

use super::BlocksInTheEast;
use super::action::{Action, FACES};
use super::board::{self, Mark};
use super::frame::{Frame, GameTurn, Phase, PlayerTurn, Why};
use super::rail::RailUse;
use super::treasury::Points;
use crate::game::Side;
use crate::kit::procedures::{Frames, Procedure, Progress, Sequence};

impl Sequence for BlocksInTheEast {
    type Frame = Frame;
    const DONE: Action = Action::Done;
    const FACES: u8 = FACES;
    const ROLL: fn(u8) -> Action = Action::Roll;

    #[inline]
    fn frames(&self) -> &Frames<Frame> {
        &self.frames
    }

    #[inline]
    fn frames_mut(&mut self) -> &mut Frames<Frame> {
        &mut self.frames
    }

    #[inline]
    fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }
}

impl Procedure<BlocksInTheEast> for GameTurn {
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        game.frames.replace_top(Frame::GameTurn(self.step + 1));
        match self.step {
            0 => game.begin_month(),
            1 => game.frames.push(Frame::PlayerTurn(Side::Axis, 0)),
            2 => game.frames.push(Frame::PlayerTurn(Side::Soviet, 0)),
            3 => game.victory_phase(),
            _ => {
                game.end_turn();
                game.frames.replace_top(Frame::GameTurn(0));
            }
        }
        Progress::Moves
    }
}

impl Procedure<BlocksInTheEast> for PlayerTurn {
    fn carry_on(self, game: &mut BlocksInTheEast) -> Progress {
        if game.is_won_meanwhile() {
            return Progress::Moves;
        }
        let Some(&phase) = Phase::ALL.get(usize::from(self.next)) else {
            game.board.clear_turn(game.data);
            game.forget_reconnaissance();
            game.dissolve_reserves(self.side);
            return game.pop();
        };
        game.frames.replace_top(Frame::PlayerTurn(self.side, self.next + 1));
        game.open(self.side, phase);
        Progress::Moves
    }
}

impl BlocksInTheEast {
    /// [7.1][35.0] Strategic warfare comes before the production of each side: raids on Germany before its own, attacks on convoys before the
    /// Soviet one [AMB-57].
    fn open_strategic_warfare(&mut self, side: Side) {
        if !self.data.has_strategic_warfare() {
            return;
        }
        match side {
            Side::Axis => {
                self.begin_air_war();
                self.frames.push_all(&[Frame::Raid(0), Frame::Scramble, Frame::AirWar(0)]);
            }
            Side::Soviet => self.attack_convoys(),
        }
    }

    /// [7.2] Who is out of supply, and who is besieged.
    pub(super) fn judge_supply(&mut self, side: Side) {
        self.mark_supply(side, |_, _| true);
        self.mark_sieges(side);
    }

    /// Opens a phase of the turn of a side.
    fn open(&mut self, side: Side, phase: Phase) {
        let other = side.opponent();
        let is_armour = |game: &Self, unit| game.is_armoured(unit) || game.is_motorized(unit);
        // [29.1] Partisans rise when production is over; who garrisons cities is counted when it begins.
        if let Some(left) = self.uprising().filter(|_| (side, phase) == (Side::Soviet, Phase::Production)) {
            self.frames.push(Frame::Uprising(left));
        }
        match phase {
            Phase::Supply => {
                self.forget_drops(side);
                self.forget_landings(side);
                self.repair_bombed(side);
                // [36.0] Once in a turn, before anything else.
                if side == Side::Axis && self.italy_gives_up_on().is_some() {
                    self.frames.push(Frame::ItalyRoll);
                } else {
                    self.judge_supply(side);
                }
            }
            Phase::Production if self.data.script.income.follows_map => {
                self.industry.roll_on(side);
                self.frames.push_all(&[Frame::Savings(side), Frame::Income(side), Frame::Minefields(side), Frame::Production(side)]);
                self.open_strategic_warfare(side);
            }
            Phase::Production => {
                self.begin_production(side);
                self.frames.push(Frame::Production(side));
            }
            Phase::Disbanding => {
                // [34.0.d]
                self.treasury.set_lend_lease(Points::default());
                self.frames.push(Frame::Disbanding(side, 0));
            }
            Phase::RailMoves => {
                self.rail_use = RailUse::without(self.lost_rail_moves(side).saturating_add(self.bombed_rail_moves(side)));
                self.frames.push(Frame::RailMoves(side));
            }
            Phase::GroundMovement if self.command_rules().is_some() => {
                self.activate_german_command(side);
                self.frames.push_all(&[Frame::Supreme(side), Frame::Ground(side, Why::Movement)]);
            }
            Phase::GroundMovement => self.frames.push(Frame::Ground(side, Why::Movement)),
            // [7.5.3.d] Stacks are judged when all movement is over.
            Phase::AirMovement => self.frames.push_all(&[Frame::Flights(side, false), Frame::Excess(side)]),
            // [SBE5.c]
            Phase::Reaction if other == Side::Soviet && self.is_surprise() => {}
            Phase::Reaction if self.has_reserves(other) => {
                self.frames.push_all(&[Frame::Ground(other, Why::Reaction), Frame::Flights(other, true)]);
            }
            Phase::Reaction => self.frames.push(Frame::Flights(other, true)),
            Phase::Combat => self.frames.push(Frame::Combat(side)),
            Phase::Blitz => self.frames.push(Frame::Blitz(side)),
            Phase::AirReturn => self.frames.push_all(&[Frame::AirReturn(side), Frame::AirReturn(other)]),
            // [13.6] The Blitz is over, and headquarters stand down.
            Phase::Verification => {
                self.stand_down();
                self.verify_supply(side);
            }
            Phase::Exploitation => {
                // [7.10.a] Armour exploits if it is in supply now.
                self.mark_supply(side, is_armour);
                // All marks go, so that they do not tell armour from others.
                for unit in board::of(self.data, side) {
                    self.board.set(unit, Mark::Moved, false);
                }
                self.frames.push_all(&[Frame::Ground(side, Why::Exploitation), Frame::Excess(side)]);
            }
            // [13.7][AMB-37] So do those that were activated for exploitation.
            Phase::Recheck => {
                self.stand_down();
                self.mark_supply(side, is_armour);
                self.end_motorization();
            }
        }
    }
}
