//! The bonus of the winner of a combat [7.5.3].

use super::AcrossTheBug;
use super::action::Action;
use super::battle::Battle;
use super::command::Command;
use super::frame::{Bonus, Frame};
use super::ids::{HexSet, UnitId, units};
use super::movement::{March, Purse};
use super::results::Role;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl AcrossTheBug {
    /// The side that won the combat at hand.
    fn victor(&self) -> Side {
        self.battle.sufferer()
    }

    /// [7.5.3.1][7.5.3.2] Of the units that fought for the winner those that are left and in command.
    fn rewarded(&self) -> u128 {
        let side = self.victor();
        let fought = self.battle.fought(side) & self.board.on_map(side);
        let in_command = |unit: &UnitId| self.is_in_command(*unit);
        units(side, fought).filter(in_command).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [7.5.3.a] A winning attacker adds the points of his formation to the bonus. One who attacked by a bonus while the other side is
    /// active has none to add.
    fn reward(&self) -> Purse {
        let active = self.data.roster.side_of(self.activation().formation) == self.victor();
        if self.battle.suffers == Role::Attacker && active { Purse::Bonus } else { Purse::Gift }
    }

    /// [7.5.3.b][A15] The hexes that the first step of a bonus movement out of a hex may enter: the one that the enemy has left, or
    /// the one that the stack itself has left by retreat.
    fn bound_hexes(&self, hex: Hex) -> Option<[Hex; 2]> {
        let (own, enemy) = match self.battle.suffers {
            Role::Attacker => (self.battle.hexes[0], self.battle.hexes[1]),
            Role::Defender => (self.battle.hexes[1], self.battle.hexes[0]),
        };
        let other = self.victor().opponent();
        let near = |to: Hex| self.data.map.grid.direction(hex, to).is_some();
        let vacated = (!self.board.fights_in(self.data, other, enemy) && near(enemy)).then_some(enemy);
        let back = (hex != own && near(own) && !self.board.fights_in(self.data, other, own)).then_some(own);
        let first = vacated.or(back)?;
        Some([first, back.unwrap_or(first)])
    }

    /// Whether a unit can begin an action with the bonus.
    fn can_use_bonus(&self, unit: UnitId) -> bool {
        let Some(hex) = self.board.hex(unit) else { return false };
        let bound = self.bound_hexes(hex);
        let march = March {
            side: unit.side(),
            purse: self.reward(),
            formation: self.board.formation(unit),
            command: Command::InCommand,
            hex,
            group: unit.bit(),
            bound,
            ..March::NONE
        };
        let goes = |to: &Hex| {
            let direction = self.data.map.grid.direction(hex, *to);
            let enters = direction.is_some_and(|direction| {
                self.is_enterable(&march, *to)
                    && (self.step_costs(&march, direction, *to).is_some() || self.boat_cost(&march, direction, *to).is_some())
            });
            enters || self.infiltrations(&march).any(|open| open == *to)
        };
        self.targets(&march).next().is_some() || bound.is_some_and(|hexes| hexes.iter().any(goes))
    }

    /// [7.5.3.b] The only hexes into which the stack that acts may begin its movement, when a bonus pays for it.
    pub fn bonus_hexes(&self) -> Option<[Hex; 2]> {
        self.march.bound
    }

    /// Forgets the combat. The strengths of those that fought are told no more [5.3.4].
    pub(super) fn forget_battle(&mut self) {
        for side in Side::ALL {
            self.cover_strengths(side, self.battle.fought(side));
        }
        self.battle = Battle::NONE;
    }
}

impl Procedure<AcrossTheBug> for Bonus {
    const QUESTION: &'static str = "what does the winner do with the bonus?";
    const QUIET: bool = false;

    fn decider(self, game: &AcrossTheBug) -> Turn {
        Turn::Player(game.victor())
    }

    fn carry_on(self, game: &mut AcrossTheBug) -> Progress {
        let mut offered = false;
        game.offer_bonus(&mut |_| offered = true);
        if offered {
            return Progress::Waits;
        }
        game.forget_battle();
        game.pop()
    }

    fn list(self, game: &AcrossTheBug, out: &mut Vec<Action>) {
        out.push(Action::Done);
        game.offer_bonus(&mut |action| out.push(action));
    }

    fn carry_out(self, game: &mut AcrossTheBug, action: Action) {
        let purse = game.reward();
        let costs = &game.data.tables.costs;
        game.pop();
        match action {
            Action::Select(unit) => {
                let bound = game.board.hex(unit).and_then(|hex| game.bound_hexes(hex));
                // The combat is remembered while the stack is put together: only units that fought may join.
                return game.gather(unit, purse, bound);
            }
            Action::Recover(unit) => {
                game.pay(purse, costs.recovery);
                game.frames.push(Frame::RecoveryDie(unit));
            }
            Action::Improve(hex) => {
                game.pay(purse, costs.improved_defence);
                game.board.improve(hex, true);
            }
            _ => {}
        }
        game.forget_battle();
    }
}

impl AcrossTheBug {
    /// All that the bonus may be spent on.
    fn offer_bonus(&self, offer: &mut dyn FnMut(Action)) {
        let (game, able) = (self, self.rewarded());
        let side = game.victor();
        let turned = game.board.turned(side);
        units(side, able & turned).map(Action::Recover).for_each(&mut *offer);
        let whole = able & !turned;
        let hexes: HexSet = units(side, whole).filter_map(|unit| game.board.hex(unit)).collect();
        let of_one_formation = |hex: Hex| {
            let mut here = game.board.combat_units(game.data, hex).map(|unit| game.board.formation(unit));
            let first = here.next();
            here.all(|formation| Some(formation) == first)
        };
        let improved = hexes.iter().filter(|&hex| game.may_improve(side, hex, able) && of_one_formation(hex));
        improved.map(Action::Improve).for_each(&mut *offer);
        units(side, whole).filter(|&unit| game.can_use_bonus(unit)).map(Action::Select).for_each(offer);
    }
}
