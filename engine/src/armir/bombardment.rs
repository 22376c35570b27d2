//! Air and artillery bombardment [9.1][10][11].

use std::ops::ControlFlow;

use stavka_words::tr;

use super::action::Action;
use super::combat::{Battle, BattleKind};
use super::data::BombardmentResult;
use super::frame::{AirDie, ArtilleryPoints, Bombardment, BombardmentDie, BombardmentLoss, Frame};
use super::ids::{Formation, UnitId, units};
use super::{Armir, ArmirDenial};
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::odds;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

impl Procedure<Armir> for ArtilleryPoints {
    /// [10.2] Each army has as many points as the radius of its HQ.
    fn carry_on(self, game: &mut Armir) -> Progress {
        for (slot, army) in Formation::ARMIES.into_iter().enumerate() {
            let hq = game.data.hq(army).filter(|&hq| game.board.hex(hq).is_some());
            game.tracks.artillery[slot] = hq.map_or(0, |hq| game.values(hq).radius);
        }
        game.pop()
    }
}

impl Procedure<Armir> for AirDie {
    const QUESTION: &'static str = "air unit (1-3 Axis, 4-6 Soviet)";

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        game.pop();
        game.tracks.air = Some(game.air_goes_to(die));
    }
}

impl Procedure<Armir> for Bombardment {
    const QUESTION: &'static str = "bombard, or end the bombardment";

    fn decider(self, _: &Armir) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &Armir) -> bool {
        game.each_bombardment(self.side, |_| ControlFlow::Break(())).is_break()
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.push(Action::Done);
        let _ = game.each_bombardment(self.side, |action| {
            out.push(action);
            ControlFlow::Continue(())
        });
    }

    /// Pays for a bombardment; its value waits in the battle register for the die.
    fn carry_out(self, game: &mut Armir, action: Action) {
        let (side, value, target) = match action {
            Action::AirStrike(target) => {
                let side = game.tracks.air.take().expect("an air strike needs an air unit");
                let air = &game.data.tables.air;
                (side, if side == Side::Axis { air.axis_value } else { air.soviet_value }, target)
            }
            Action::Barrage { gun, target } => {
                game.tracks.supply_points -= 1;
                game.fired.insert(gun);
                (Side::Axis, game.gun_value(game.values(gun).bombardment), target)
            }
            Action::Salvo { hq, points, target } => {
                let army = game.data.stats(hq).formation.army().expect("a Soviet HQ leads an army");
                game.tracks.artillery[army] -= points;
                (Side::Soviet, points, target)
            }
            _ => return game.end(action),
        };
        for unit in units(side.opponent(), game.board.stack_bits(target)) {
            game.bombarded.insert(unit);
        }
        game.battle = Battle::new(BattleKind::Attack, side, target);
        game.battle.attacker_owes = value;
        game.frames.push(Frame::BombardmentDie);
    }
}

impl Procedure<Armir> for BombardmentDie {
    const QUIET: bool = false;

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Roll(die) = action else { return game.end(action) };
        game.frames.pop();
        let target = game.battle.target;
        let result = game.bombardment_result(game.battle.attacker, game.battle.attacker_owes, target, die);
        let owner = game.battle.attacker.opponent();
        game.battle = Battle::default();
        if result >= BombardmentResult::Disorganised {
            for unit in units(owner, game.board.stack_bits(target)) {
                game.disorganised.insert(unit);
            }
        }
        if result == BombardmentResult::DisorganisedAndStep {
            game.frames.push(Frame::BombardmentLoss(target));
        }
    }

    fn question(self, game: &Armir) -> String {
        tr!("bombardment of {target}", target = game.hex_name(game.battle.target))
    }
}

impl Procedure<Armir> for BombardmentLoss {
    const QUIET: bool = false;

    fn decider(self, game: &Armir) -> Turn {
        Turn::Player(game.board.occupant(self.hex).expect("a stack is left to lose a step"))
    }

    /// [11.1.3] The owner picks the step (reading A29); a lone counter takes it.
    fn carry_on(self, game: &mut Armir) -> Progress {
        let mut stack = game.board.stack(self.hex);
        let only = stack.next().expect("a bombarded hex holds units");
        if stack.next().is_some() {
            return Progress::Waits;
        }
        drop(stack);
        game.pop();
        game.lose_step(only);
        Progress::Moves
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.extend(game.board.stack(self.hex).map(Action::Lose));
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Lose(unit) = action else { return game.end(action) };
        game.pop();
        game.lose_step(unit);
    }

    fn question(self, game: &Armir) -> String {
        tr!("which counter in {hex} loses a step?", hex = game.hex_name(self.hex))
    }
}

impl Armir {
    /// [9.1] The side that gets the air unit on a die.
    pub(super) fn air_goes_to(&self, die: u8) -> Side {
        if self.data.tables.air.axis_on.contains(&die) { Side::Axis } else { Side::Soviet }
    }

    /// Every bombardment the side can make now: air unit, Italian guns, Soviet armies. Stops when `found`
    /// breaks off.
    fn each_bombardment(&self, side: Side, mut found: impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let targets = self.bombardment_targets(side);
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        if self.tracks.air == Some(side) {
            for hex in targets.iter().filter(|&hex| self.air_problem(side, hex).is_none()) {
                found(Action::AirStrike(hex))?;
            }
        }
        match side {
            Side::Axis => {
                if self.tracks.supply_points == 0 {
                    return ControlFlow::Continue(());
                }
                let guns = self.board.on_map(side) & self.data.artillery.of(side) & !self.fired.of(side);
                for gun in units(side, guns).filter(|&gun| self.gun_problem(gun).is_none()) {
                    let from = self.board.hex(gun).expect("a gun in action stands on the map");
                    let range = u16::from(self.values(gun).range);
                    for target in self.data.map.grid.among(&targets, from, range) {
                        found(Action::Barrage { gun, target })?;
                    }
                }
            }
            Side::Soviet => {
                for (slot, army) in Formation::ARMIES.into_iter().enumerate() {
                    let Some(hq) = self.data.hq(army).filter(|&hq| self.army_guns_problem(hq).is_none()) else {
                        continue;
                    };
                    let from = self.board.hex(hq).expect("an HQ in action stands on the map");
                    let range = self.data.tables.soviet_gun_range;
                    for target in self.data.map.grid.among(&targets, from, range) {
                        for points in 1..=self.most_points(slot) {
                            found(Action::Salvo { hq, points, target })?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Most points that one salvo of an army can use: its pool, up to the last column of the table.
    pub(super) fn most_points(&self, army: usize) -> u8 {
        let columns = self.data.tables.bombardment[0].len() as u8;
        self.tracks.artillery[army].min(columns)
    }

    /// [11][11.b] Enemy hexes not yet bombarded in this phase.
    fn bombardment_targets(&self, side: Side) -> super::HexSet {
        let enemy = side.opponent();
        let mut targets = super::HexSet::EMPTY;
        for unit in units(enemy, self.board.on_map(enemy) & !self.bombarded.of(enemy)) {
            targets.insert(self.board.hex(unit).expect("a unit on the map stands in a hex"));
        }
        targets
    }

    /// [9.1.2] Why the air unit may not strike a hex.
    pub(super) fn air_problem(&self, side: Side, hex: Hex) -> Option<ArmirDenial> {
        let in_reach = side == Side::Axis
            || Formation::ARMIES
                .iter()
                .any(|&army| self.radius_of(army).is_some_and(|(centre, radius)| self.data.map.grid.distance(centre, hex) <= radius));
        if in_reach { None } else { Some(ArmirDenial::AirRange) }
    }

    /// [10.1][8.3.1][11.2.a] Why an Italian gun may not bombard.
    pub(super) fn gun_problem(&self, gun: UnitId) -> Option<ArmirDenial> {
        if self.values(gun).bombardment == 0 {
            Some(ArmirDenial::NoBombardmentValue)
        } else if self.fired.contains(gun) {
            Some(ArmirDenial::GunFired)
        } else if self.disorganised.contains(gun) {
            Some(ArmirDenial::Disorganised)
        } else if self.board.is_out_of_supply(gun) {
            Some(ArmirDenial::OutOfSupplyGuns)
        } else if self.tracks.supply_points == 0 {
            Some(ArmirDenial::NoSupplyPoints)
        } else {
            None
        }
    }

    /// [10.2.1][8.3.1] Why a Soviet army may not bombard.
    pub(super) fn army_guns_problem(&self, hq: UnitId) -> Option<ArmirDenial> {
        let army = self.data.stats(hq).formation.army()?;
        if self.board.hex(hq).is_none() {
            Some(ArmirDenial::NotOnMap)
        } else if self.board.is_out_of_supply(hq) {
            Some(ArmirDenial::OutOfSupplyGuns)
        } else if self.tracks.artillery[army] == 0 {
            Some(ArmirDenial::NoArtilleryPoints)
        } else {
            None
        }
    }

    /// [11.1][14.3.2] Result of a bombardment of a value at a hex for a die.
    pub fn bombardment_result(&self, side: Side, value: u8, target: Hex, die: u8) -> BombardmentResult {
        let tables = &self.data.tables;
        let modifier =
            if side == Side::Soviet && self.data.map.fortified.contains(target) { tables.strongpoint.bombardment_die } else { 0 };
        let columns = odds::row(&tables.bombardment, 0, die as i8 + modifier);
        columns[usize::from(value).clamp(1, columns.len()) - 1]
    }

    /// The bombardment whose die is due: side, value and hex.
    pub fn bombardment(&self) -> Option<(Side, u8, Hex)> {
        let battle = &self.battle;
        (self.frames.top() == Some(Frame::BombardmentDie)).then_some((battle.attacker, battle.attacker_owes, battle.target))
    }
}
