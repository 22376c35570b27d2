//! Combat [12]: declaration, odds, resolution. Resolution is a pure function of a [`Battle`], the
//! positions and the die; attacks, overruns, previews and opponents all call the same one.

use stavka_words::tr;

use super::action::Action;
use super::data::{CRT_ODDS, CrtResult, edge};
use super::frame::{self, CloseCombat, Combat, Frame, Stage};
use super::ids::{UnitId, UnitSet, from_slot, units};
use super::notation::steps;
use super::{Armir, Class};
use crate::game::{Side, Turn};
use crate::hex::{Direction, Hex, OFF_MAP};
use crate::kit::odds;
use crate::kit::procedures::{Procedure, Progress, Sequence as _};

/// Ordinary attack or overrun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum BattleKind {
    /// Declared in a combat phase [12].
    Attack,
    /// Made during movement [13].
    Overrun,
}

/// A combat in progress: who fights where, and what is still owed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    /// Ordinary attack or overrun.
    pub kind: BattleKind,
    /// The attacking side.
    pub attacker: Side,
    /// The attacked hex.
    pub target: Hex,
    /// Attacking units, as bits of their side.
    pub attackers: u64,
    /// Supporting Italian guns, as bits of the Axis.
    pub supports: u64,
    /// Steps the attacker still has to lose.
    pub attacker_owes: u8,
    /// Steps the defender still has to lose.
    pub defender_owes: u8,
    /// The defender retreats.
    pub(super) retreats: bool,
    /// The die has been rolled.
    pub(super) fought: bool,
    /// Last unit in the list being built, as slot + 1.
    pub(super) last: u8,
    /// Times each unit of the losing side at hand was hit: the low and the high bit of a count.
    pub(super) hits: (u64, u64),
}

impl Default for Battle {
    fn default() -> Self {
        Battle::new(BattleKind::Attack, Side::Axis, Hex(0))
    }
}

impl Battle {
    pub(super) const fn new(kind: BattleKind, attacker: Side, target: Hex) -> Self {
        Battle {
            kind,
            attacker,
            target,
            attackers: 0,
            supports: 0,
            attacker_owes: 0,
            defender_owes: 0,
            retreats: false,
            fought: false,
            last: 0,
            hits: (0, 0),
        }
    }
}

/// One entry of an odds sheet: a value with the rule it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// Rule id.
    pub rule: &'static str,
    /// What it is.
    pub what: &'static str,
    /// Columns to the right (negative: left), or die pips.
    pub value: i8,
}

/// Odds of a combat, itemised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BattleSheet {
    /// Attack strength after halving and rounding, support included.
    pub attack: u16,
    /// Defence strength after halving and rounding, support included.
    pub defence: u16,
    /// Column before shifts: 0 is 1:2, `n` is n:1 [12.1.a][12.1.b].
    pub base_column: u8,
    /// Column used.
    pub column: u8,
    /// Shifts that apply.
    shifts: [Option<Modifier>; 3],
    /// [12.1.1] Added to the die.
    pub die_bonus: u8,
    /// [14.3] The strongpoint protects the defender's losses and costs the Soviets one.
    pub strongpoint: bool,
}

impl BattleSheet {
    /// Odds without any modifier.
    pub(super) fn plain(attack: u16, defence: u16) -> Self {
        let column = base_column(attack, defence);
        BattleSheet { attack, defence, base_column: column, column, shifts: [None; 3], die_bonus: 0, strongpoint: false }
    }

    /// Column shifts that apply, with their rules.
    pub fn shifts(&self) -> impl Iterator<Item = Modifier> + '_ {
        self.shifts.iter().flatten().copied()
    }
}

impl Procedure<Armir> for Combat {
    const QUESTION: &'static str = "choose a hex to attack, or end the phase";

    fn decider(self, _: &Armir) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &Armir) -> bool {
        units(self.side, game.ready_to_attack(self.side)).any(|unit| game.targets_of(unit).next().is_some())
    }

    /// Every hex that may be attacked, in ascending order, and the end of the phase.
    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        out.push(Action::Done);
        let beside_enemies = game.data.map.spread.neighbours_of(&game.hexes_of(self.side.opponent(), u64::MAX));
        let mut targets = super::HexSet::EMPTY;
        for unit in units(self.side, game.ready_to_attack(self.side)) {
            let hex = game.board.hex(unit).expect("an attacker stands on the map");
            if beside_enemies.contains(hex) {
                for target in game.targets_from(self.side, hex) {
                    targets.insert(target);
                }
            }
        }
        out.extend(targets.iter().map(Action::Attack));
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        let Action::Attack(target) = action else { return game.end(action) };
        game.battle = Battle::new(BattleKind::Attack, self.side, target);
        game.frames.push(Frame::Battle(Stage::Attackers));
    }
}

impl Procedure<Armir> for frame::Battle {
    const QUIET: bool = false;

    fn decider(self, game: &Armir) -> Turn {
        let attacker = game.battle.attacker;
        match self.stage {
            Stage::Attackers | Stage::AttackerLoss | Stage::Advance => Turn::Player(attacker),
            Stage::Support | Stage::FirstAttackerLoss | Stage::FirstDefenderLoss => Turn::Player(Side::Axis),
            Stage::StandOrRetreat | Stage::DefenderLoss | Stage::RetreatHex => Turn::Player(attacker.opponent()),
            Stage::Die => Turn::Chance,
            Stage::OpenOverrun => unreachable!("opening an overrun needs no choice"),
        }
    }

    fn carry_on(self, game: &mut Armir) -> Progress {
        match self.stage {
            Stage::Attackers | Stage::Die => Progress::Waits,
            Stage::OpenOverrun => {
                game.battle.attackers = game.overrun_attackers();
                if game.battle.attackers == 0 {
                    return game.pop();
                }
                game.stage(Stage::Die);
                game.frames.push(Frame::Excess(game.battle.attacker.opponent(), Some(game.battle.target)));
                Progress::Moves
            }
            Stage::Support => {
                if game.supporters() != 0 {
                    return Progress::Waits;
                }
                game.battle.last = 0;
                game.stage(Stage::Die)
            }
            Stage::FirstAttackerLoss | Stage::AttackerLoss | Stage::FirstDefenderLoss | Stage::DefenderLoss => {
                game.carry_on_losses(self.stage)
            }
            Stage::StandOrRetreat => game.carry_on_retreat_decision(),
            Stage::RetreatHex => game.carry_on_retreat_hex(),
            Stage::Advance if game.advancers() != 0 => Progress::Waits,
            Stage::Advance => game.pop(),
        }
    }

    fn list(self, game: &Armir, out: &mut Vec<Action>) {
        let battle = &game.battle;
        match self.stage {
            Stage::Attackers => {
                if battle.attackers != 0 {
                    out.push(Action::Engage);
                }
                out.extend(units(battle.attacker, game.committable()).map(Action::Commit));
            }
            Stage::Support => {
                out.push(Action::Done);
                out.extend(units(Side::Axis, game.supporters()).map(Action::Support));
            }
            Stage::FirstAttackerLoss | Stage::AttackerLoss | Stage::FirstDefenderLoss | Stage::DefenderLoss => {
                let (side, bits) = game.loss_candidates(self.stage);
                out.extend(units(side, bits).map(Action::Lose));
            }
            Stage::StandOrRetreat => out.extend([Action::Retreat, Action::Stand]),
            Stage::RetreatHex => out.extend(game.retreat_hexes().map(Action::RetreatTo)),
            Stage::Advance => {
                out.push(Action::Done);
                out.extend(units(battle.attacker, game.advancers()).map(Action::Advance));
            }
            Stage::Die | Stage::OpenOverrun => unreachable!("not a player's choice"),
        }
    }

    fn carry_out(self, game: &mut Armir, action: Action) {
        match (self.stage, action) {
            (Stage::Attackers, Action::Commit(unit)) => {
                game.battle.attackers |= unit.bit();
                game.battle.last = (unit.0 & 63) + 1;
            }
            (Stage::Attackers, Action::Engage) => {
                let mut set = UnitSet::EMPTY;
                set.0[game.battle.attacker.index()] = game.battle.attackers;
                for unit in set.iter() {
                    game.attacked.insert(unit);
                }
                game.battle.last = 0;
                game.stage(Stage::Support);
            }
            (Stage::Support, Action::Support(gun)) => {
                game.battle.supports |= gun.bit();
                game.battle.last = (gun.0 & 63) + 1;
                game.tracks.supply_points -= 1;
                game.fired.insert(gun);
            }
            (Stage::Support, Action::Done) => {
                game.battle.last = 0;
                game.stage(Stage::Die);
            }
            (Stage::Die, Action::Roll(die)) => game.resolve_battle(die),
            (_, Action::Lose(unit)) => game.take_loss(self.stage, unit),
            (Stage::StandOrRetreat, Action::Retreat) => game.decide_retreat(true),
            (Stage::StandOrRetreat, Action::Stand) => game.decide_retreat(false),
            (Stage::RetreatHex, Action::RetreatTo(hex)) => game.retreat_to(hex),
            (Stage::Advance, Action::Advance(unit)) => game.advance(unit),
            _ => game.end(action),
        }
    }

    fn question(self, game: &Armir) -> String {
        let battle = &game.battle;
        let target = game.hex_name(battle.target);
        match self.stage {
            Stage::Attackers => tr!("who attacks {target}? ({odds})", target, odds = game.odds_name(battle)),
            Stage::Support => tr!("guns in support at {target}? ({odds})", target, odds = game.odds_name(battle)),
            Stage::Die | Stage::OpenOverrun => tr!("combat at {target} ({odds})", target, odds = game.odds_name(battle)),
            Stage::FirstAttackerLoss | Stage::FirstDefenderLoss => tr!("heavy weapons pick the first Soviet loss at {target}", target),
            Stage::AttackerLoss => tr!("the attacker loses {steps} at {target}", steps = steps(battle.attacker_owes), target),
            Stage::StandOrRetreat => {
                tr!("{steps} to lose at {target}: stand, or retreat for one?", steps = steps(battle.defender_owes), target)
            }
            Stage::DefenderLoss => tr!("the defender loses {steps} at {target}", steps = steps(battle.defender_owes), target),
            Stage::RetreatHex => tr!("retreat from {target} to where?", target),
            Stage::Advance => tr!("advance into {target}?", target),
        }
    }
}

impl Procedure<Armir> for CloseCombat {
    /// [11.2.1][6.c] End of a combat phase.
    fn carry_on(self, game: &mut Armir) -> Progress {
        game.disorganised = UnitSet::EMPTY;
        game.retreated = UnitSet::EMPTY;
        game.frames.replace_top(Frame::Excess(Side::Axis, None));
        game.frames.push(Frame::Excess(Side::Soviet, None));
        Progress::Moves
    }
}

impl Armir {
    // ---- declaration -------------------------------------------------------

    /// Combat units of a side that may still attack in this phase.
    fn ready_to_attack(&self, side: Side) -> u64 {
        self.board.on_map(side) & self.data.combat.of(side) & !self.attacked.of(side)
    }

    /// Hexes that a unit may attack from where it stands [12][14.2.1].
    fn targets_of(&self, unit: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let hex = self.board.hex(unit).expect("an attacker stands on the map");
        self.targets_from(unit.side(), hex)
    }

    /// Hexes that a unit of the side could attack from a hex [12][14.2.1].
    pub(super) fn targets_from(&self, side: Side, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        let map = &self.data.map;
        Direction::ALL.into_iter().filter_map(move |direction| {
            let near = map.neighbours[hex.index()][direction.index()];
            let open = near != OFF_MAP
                && self.board.holds(Hex(near), side.opponent())
                && !(side == Side::Axis && map.edge(hex, direction) & edge::DON != 0);
            open.then_some(Hex(near))
        })
    }

    /// Units that may still be committed: adjacent, not yet used, above the last one named, of the army
    /// already engaged [12.e].
    fn committable(&self) -> u64 {
        let battle = &self.battle;
        let side = battle.attacker;
        let later = from_slot(battle.last);
        let army = (side == Side::Soviet && battle.attackers != 0)
            .then(|| self.data.unit(UnitId::new(side, battle.attackers.trailing_zeros() as usize)).formation);
        let mut bits = 0;
        for direction in Direction::ALL {
            let near = self.data.map.neighbours[battle.target.index()][direction.index()];
            if near == OFF_MAP || !self.board.holds(Hex(near), side) {
                continue;
            }
            if side == Side::Axis && self.data.map.edge(battle.target, direction) & edge::DON != 0 {
                continue;
            }
            bits |= self.board.stack_bits(Hex(near));
        }
        bits &= self.ready_to_attack(side) & !battle.attackers & later;
        if let Some(army) = army {
            bits = units(side, bits).filter(|&unit| self.data.stats(unit).formation == army).fold(0, |bits, unit| bits | unit.bit());
        }
        bits
    }

    // ---- support -----------------------------------------------------------

    /// Guns that may support the combat and come after the last one named [10.1.2][10.1.3].
    fn supporters(&self) -> u64 {
        if self.battle.kind == BattleKind::Overrun || self.tracks.supply_points == 0 {
            return 0;
        }
        let later = from_slot(self.battle.last);
        let guns = self.board.on_map(Side::Axis) & self.data.artillery.of(Side::Axis) & later & !self.battle.supports;
        units(Side::Axis, guns).filter(|&gun| self.support_problem(gun).is_none()).fold(0, |bits, gun| bits | gun.bit())
    }

    /// Why a gun may not support the combat at hand, if it may not.
    pub(super) fn support_problem(&self, gun: UnitId) -> Option<super::ArmirDenial> {
        use super::ArmirDenial as Denial;
        let values = self.values(gun);
        let Some(hex) = self.board.hex(gun) else {
            return Some(Denial::NotOnMap);
        };
        if values.support == 0 {
            return Some(Denial::NoSupportValue);
        }
        if self.disorganised.contains(gun) {
            return Some(Denial::Disorganised);
        }
        if self.fired.contains(gun) {
            return Some(Denial::GunFired);
        }
        if hex == self.battle.target && self.retreated.contains(gun) {
            return Some(Denial::GunHelpless);
        }
        if self.data.map.grid.distance(hex, self.battle.target) > self.data.tables.support_range {
            return Some(Denial::OutOfRange);
        }
        if hex == self.battle.target {
            return None;
        }
        let fighters = if self.battle.attacker == Side::Axis { self.battle.attackers } else { self.defenders() };
        let entitled = units(Side::Axis, fighters & self.data.combat.of(Side::Axis)).any(|unit| self.gun_serves(gun, unit));
        if entitled { None } else { Some(Denial::WrongFormation) }
    }

    /// [10.1.2.b] A division's gun serves its division, a corps gun its corps and army troops.
    fn gun_serves(&self, gun: UnitId, unit: UnitId) -> bool {
        let (gun, unit) = (self.data.unit(gun), self.data.unit(unit));
        if gun.parent_number != 0 {
            gun.parent_number == unit.parent_number
        } else {
            gun.formation == unit.formation || unit.formation == super::Formation::Army
        }
    }

    // ---- odds --------------------------------------------------------------

    /// Strength of a combat unit in half CP: twice its CP, or once when halved [11.2.2].
    fn half_points(&self, unit: UnitId, halved: bool) -> u16 {
        u16::from(self.cp(unit)) * if halved { 1 } else { 2 }
    }

    /// Whether the weather of the first turn halves Italian guns [18.4.1].
    fn guns_are_halved(&self) -> bool {
        self.turn == self.data.weather.turn
    }

    /// Bombardment value of a gun, halved and rounded up in the weather of the first turn [18.4.1]; guns bombard one by
    /// one [11.1.2].
    pub(super) fn gun_value(&self, value: u8) -> u8 {
        if self.guns_are_halved() { value.div_ceil(2) } else { value }
    }

    /// Support value of a gun in half CP.
    fn support_half_points(&self, gun: UnitId) -> u16 {
        u16::from(self.values(gun).support) * if self.guns_are_halved() { 1 } else { 2 }
    }

    /// Adds the half CP of units, all of those in one hex before they are rounded up [1.4].
    fn summed_by_hex(&self, side: Side, group: u64, half_points: impl Fn(UnitId) -> u16) -> u16 {
        let mut left = group;
        let mut total = 0;
        while left != 0 {
            let unit = UnitId::new(side, left.trailing_zeros() as usize);
            let hex = self.board.hex(unit).expect("a unit in combat stands on the map");
            let here = self.board.stack_bits(hex) & group;
            left &= !here;
            total += units(side, here).map(&half_points).sum::<u16>().div_ceil(2);
        }
        total
    }

    /// Attack strength [12.1], support included.
    fn attack_strength(&self, battle: &Battle) -> u16 {
        let side = battle.attacker;
        let supports = if side == Side::Axis { battle.supports & self.board.on_map(side) } else { 0 };
        self.summed_by_hex(side, battle.attackers | supports, |unit| {
            if supports & unit.bit() != 0 {
                self.support_half_points(unit)
            } else {
                self.half_points(unit, self.disorganised.contains(unit) || self.board.is_out_of_supply(unit))
            }
        })
    }

    /// Defence strength [12.1]: the stack and the guns that support it, in the hex or beside it.
    fn defence_strength(&self, battle: &Battle) -> u16 {
        let side = battle.attacker.opponent();
        let supports = if side == Side::Axis { battle.supports & self.board.on_map(side) } else { 0 };
        let stack = if self.board.holds(battle.target, side) { self.board.stack_bits(battle.target) & !self.retreated.of(side) } else { 0 };
        self.summed_by_hex(side, stack | supports, |unit| {
            if supports & unit.bit() != 0 {
                return self.support_half_points(unit);
            }
            let halved = self.disorganised.contains(unit);
            match self.data.stats(unit).class {
                Class::Combat => self.half_points(unit, halved),
                Class::Artillery => u16::from(self.data.tables.gun_defence) * if halved { 1 } else { 2 },
                Class::Hq => 0,
            }
        })
    }

    /// Whether every attacking hex lies across a side with all these flags.
    fn all_across(&self, battle: &Battle, flag: u8) -> bool {
        battle.attackers != 0
            && units(battle.attacker, battle.attackers).all(|unit| {
                let hex = self.board.hex(unit).expect("an attacker stands on the map");
                let direction = self.data.map.grid.direction(battle.target, hex).expect("an attacker stands next to its target");
                self.data.map.edge(battle.target, direction) & flag != 0
            })
    }

    /// The odds of a combat as declared so far.
    pub fn battle_sheet(&self, battle: &Battle) -> BattleSheet {
        let attack = self.attack_strength(battle);
        let defence = self.defence_strength(battle);
        let base_column = base_column(attack, defence);
        let shifts = &self.data.tables.shifts;
        // The strongpoint shields units in its hex, not Axis units in front of it that are attacked from it.
        let own_strongpoint = battle.attacker == Side::Soviet && self.data.map.fortified.contains(battle.target);
        let strongpoint = own_strongpoint && self.all_across(battle, edge::FORTIFIED);
        let entry = |applies: bool, rule, what, value| (applies && value != 0).then_some(Modifier { rule, what, value });
        let shifts = [
            entry(self.all_across(battle, edge::RIVER), "14.2", "all attackers across a river", shifts.river),
            entry(strongpoint, "14.3", "all attackers across strongpoint hexsides", shifts.strongpoint),
            entry(self.data.map.cities.contains(battle.target), "14.4", "city", shifts.city),
        ];
        let moved: i8 = shifts.iter().flatten().map(|shift| shift.value).sum();
        let tanks = battle.attackers & self.data.tracked.of(Side::Axis) & self.data.german.of(Side::Axis);
        BattleSheet {
            attack,
            defence,
            base_column,
            column: (base_column as i8 + moved).clamp(0, 7) as u8,
            shifts,
            die_bonus: if battle.attacker == Side::Axis && tanks != 0 { self.data.tables.tank_bonus } else { 0 },
            strongpoint,
        }
    }

    /// Steps lost by both sides for a die, strongpoint effects included [12.2][14.3].
    pub fn battle_result(&self, sheet: &BattleSheet, die: u8) -> CrtResult {
        let mut result = odds::row(&self.data.tables.crt, 1, (die + sheet.die_bonus) as i8)[usize::from(sheet.column)];
        if sheet.strongpoint {
            let effect = &self.data.tables.strongpoint;
            result.attacker += effect.soviet_extra_loss;
            if result.defender >= effect.ignored_defender_loss {
                result.defender -= 1;
            }
        }
        result
    }

    /// The combat being declared or fought, if one is.
    pub fn battle(&self) -> Option<&Battle> {
        matches!(self.frames.top(), Some(Frame::Battle(_))).then_some(&self.battle)
    }

    /// The odds if every unit that may still join the attack on a hex did so, for previews.
    pub fn full_attack(&self, side: Side, target: Hex) -> Battle {
        let mut battle = Battle::new(BattleKind::Attack, side, target);
        let trial = Armir { battle, ..self.clone() };
        battle.attackers = trial.committable();
        if side == Side::Soviet
            && let Some(first) = units(side, battle.attackers).next()
        {
            let army = self.data.stats(first).formation;
            battle.attackers = units(side, battle.attackers)
                .filter(|&unit| self.data.stats(unit).formation == army)
                .fold(0, |bits, unit| bits | unit.bit());
        }
        battle
    }

    // ---- the course of a combat --------------------------------------------

    pub(super) fn stage(&mut self, stage: Stage) -> Progress {
        self.frames.replace_top(Frame::Battle(stage));
        Progress::Moves
    }

    /// [12.2] Applies the die: what each side owes, and the order in which it is paid.
    fn resolve_battle(&mut self, die: u8) {
        let sheet = self.battle_sheet(&self.battle);
        let result = self.battle_result(&sheet, die);
        self.battle.fought = true;
        self.battle.attacker_owes = result.attacker;
        self.battle.defender_owes = result.defender;
        let heavy_axis = self.heavy_in_combat();
        let first = if self.battle.attacker == Side::Soviet && heavy_axis { Stage::FirstAttackerLoss } else { Stage::AttackerLoss };
        self.stage(first);
    }
}

/// [12.1.a][12.1.b] Column of the odds before shifts: 0 for less than 1:1, else the quotient rounded
/// down, at most 7. A defence of nothing is as weak as can be (reading A37).
fn base_column(attack: u16, defence: u16) -> u8 {
    odds::column(&CRT_ODDS, attack, defence).unwrap_or(0) as u8
}

#[cfg(test)]
mod tests {
    use super::base_column;

    #[test]
    fn odds_are_rounded_in_favour_of_the_defender() {
        assert_eq!(base_column(7, 4), 1, "DV1");
        assert_eq!(base_column(8, 4), 2, "DV2");
        assert_eq!(base_column(3, 7), 0, "DV3");
        assert_eq!(base_column(1, 20), 0, "DV3");
        assert_eq!(base_column(27, 4), 6, "DV4");
        assert_eq!(base_column(39, 4), 7, "TV2");
        assert_eq!(base_column(5, 0), 7, "A37");
    }
}
