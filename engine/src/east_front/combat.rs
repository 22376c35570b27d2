//! A combat from the choice of participants to the advance [15][16]. Odds, modifiers and results come from the functions
//! of [`super::odds`], [`super::drm`] and [`super::results`]; this room asks the players and carries out what they say.

use arrayvec::ArrayVec;

use super::EastFront;
use super::action::Action;
use super::attacks::{ATTACKS, Attacks, Demand};
use super::data::Cell;
use super::declaration;
use super::escape::{Escapes, Rule};
use super::ids::{HexSet, UnitId};
use super::results::{self, Burdens, FirstLoss, Force, Order, Presence, Verdict};
use super::retreat::{self, Retreating};
use super::sequence::{Frame, Progress};
use super::sets::{Place, UnitSet, above, from_slot, units};
use crate::game::{Side, Turn};
use crate::hex::Hex;

/// The next step of a combat in progress. The comment says who decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Stage {
    /// [15.2] Attacker picks the units that attack.
    Participants,
    /// [15.4] Attacker picks supporting artillery.
    Support,
    /// [15.58] Attacker gives an order.
    Order,
    /// [15.63] Attacker declares engineer effects.
    Breach,
    /// [15.81.b] Die.
    Die,
    /// [16.21] The losing side picks who loses a step.
    Loss,
    /// [16.4] The retreating side, or its opponent, picks where the next unit goes.
    Retreat,
    /// [16.46] The retreating side picks who loses a step after an empty hex of enemy ZOC.
    Harassment,
    /// [16.46] Die of the retreat table.
    HarassmentDie,
    /// [16.5] Attacker advances.
    Advance,
}

/// What is still to be done to one side of a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Burden {
    /// Units to which the result happens.
    pub(super) units: u128,
    /// Steps to lose.
    pub(super) owes: u8,
    /// Hexes to retreat; 0 for none.
    pub(super) retreat: u8,
    /// The opponent picks the way [16.41.b.1].
    pub(super) path_by_opponent: bool,
    /// May not advance [16.41.b.4].
    pub(super) held_back: bool,
    /// Who takes the first step.
    pub(super) first: FirstLoss,
}

impl Burden {
    const NONE: Burden = Burden { units: 0, owes: 0, retreat: 0, path_by_opponent: false, held_back: false, first: FirstLoss::Any };

    fn words(&self) -> [u64; 3] {
        let flags = u8::from(self.path_by_opponent) | u8::from(self.held_back) << 1;
        let small = [self.owes, self.retreat, flags, self.first as u8, 0, 0, 0, 0];
        [self.units as u64, (self.units >> 64) as u64, u64::from_le_bytes(small)]
    }
}

/// A combat in progress: who fights where, and what is still owed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    /// The attacking side.
    pub(super) attacker: Side,
    /// Number of the declared attack.
    pub(super) attack: u8,
    /// Attacking units.
    pub(super) attackers: u128,
    /// Supporting artillery of the attacker.
    pub(super) supports: u128,
    /// Units in the defending hexes.
    pub(super) defenders: u128,
    /// The attacker's order.
    pub(super) order: Order,
    /// Engineer effects are declared.
    pub(super) breach: bool,
    /// The side that loses or retreats at the moment.
    pub(super) suffers: Side,
    /// Last unit in the list being built, as slot + 1.
    pub(super) last: u8,
    /// What happens to each side.
    pub(super) burdens: [Burden; 2],
    /// Units of the suffering side that have yet to retreat.
    pub(super) fleeing: u128,
    /// Units that retreated through an empty hex of enemy ZOC and have yet to pay for it.
    pub(super) harried: u128,
    /// Those among them for which that hex was woods.
    pub(super) in_woods: u128,
}

impl Default for Battle {
    fn default() -> Self {
        Battle {
            attacker: Side::Axis,
            attack: 0,
            attackers: 0,
            supports: 0,
            defenders: 0,
            order: Order::None,
            breach: false,
            suffers: Side::Axis,
            last: 0,
            burdens: [Burden::NONE; 2],
            fleeing: 0,
            harried: 0,
            in_woods: 0,
        }
    }
}

impl Battle {
    pub(super) fn words(&self) -> impl Iterator<Item = u64> {
        let small = [self.attacker as u8, self.attack, self.order as u8, u8::from(self.breach), self.suffers as u8, self.last, 0, 0];
        let wide = [self.attackers, self.supports, self.defenders, self.fleeing, self.harried, self.in_woods];
        let [axis, soviet] = self.burdens.map(|burden| burden.words());
        wide.into_iter().flat_map(|bits| [bits as u64, (bits >> 64) as u64]).chain(axis).chain(soviet).chain([u64::from_le_bytes(small)])
    }
}

/// How far the choice of participants is bound by what the attacks declared need [12.36][15.21.note].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bond {
    /// Every attack that is left can have 1-4: the units chosen must leave it so, this attack included.
    All,
    /// This one cannot, the others can: they must be left what they need.
    Others,
    /// Nothing can be kept up.
    None,
}

/// What a die does in the combat at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    cell: Cell,
    /// Steps of the asterisk.
    extra: u8,
    /// Units of the attacker to which the result happens.
    hit: u128,
    pub(super) attacker: Verdict,
    pub(super) defender: Verdict,
}

impl EastFront {
    pub(super) fn open_combat(&mut self, side: Side) {
        if self.attacks.count == 0 {
            return;
        }
        self.push_all(&[
            Frame::Flight(side),
            Frame::Flight(side.opponent()),
            Frame::AirOrder(side),
            Frame::AntiAirDie,
            Frame::Combat(side),
            Frame::CloseCombat,
            Frame::Excess(side, 0),
            Frame::Excess(side.opponent(), 0),
        ]);
    }

    /// [17.26] Missions end; markers of the phase go.
    pub(super) fn close_combat(&mut self) -> Progress {
        self.air.land_all();
        self.attacks = Attacks::NONE;
        self.attacked = UnitSet::EMPTY;
        self.fired = UnitSet::EMPTY;
        self.stormers = UnitSet::EMPTY;
        self.pop()
    }

    /// Attacks that are still to be resolved.
    pub(super) fn unresolved(&self) -> impl Iterator<Item = usize> + '_ {
        self.attacks.declared().iter().enumerate().filter(|(_, attack)| !attack.resolved).map(|(index, _)| index)
    }

    pub(super) fn carry_on_combat(&mut self, side: Side) -> Progress {
        let mut open = self.unresolved();
        match (open.next(), open.next()) {
            (None, _) => {
                drop(open);
                self.pop()
            }
            (Some(only), None) => {
                drop(open);
                let hex = self.attacks.list[only].first();
                self.begin_battle(side, hex);
                Progress::Moves
            }
            _ => Progress::Waits,
        }
    }

    pub(super) fn begin_battle(&mut self, side: Side, hex: Hex) {
        let index = self.attacks.at(hex).expect("a declared attack is resolved");
        self.attacks.list[index].resolved = true;
        let defenders = self.attacks.list[index]
            .hexes
            .iter()
            .fold(0, |bits, hex| bits | if self.board.holds(hex, side.opponent()) { self.board.stack_bits(hex) } else { 0 });
        self.battle = Battle { attacker: side, attack: index as u8, defenders, ..Battle::default() };
        self.battle.attackers = self.bound_stormers();
        self.frames.push(Frame::Battle(Stage::Participants));
    }

    pub(super) fn battle_decider(&self, stage: Stage) -> Turn {
        let battle = &self.battle;
        match stage {
            Stage::Participants | Stage::Support | Stage::Order | Stage::Breach | Stage::Advance => Turn::Player(battle.attacker),
            Stage::Die | Stage::HarassmentDie => Turn::Chance,
            Stage::Loss | Stage::Harassment => Turn::Player(battle.suffers),
            Stage::Retreat if self.burden().path_by_opponent => Turn::Player(battle.suffers.opponent()),
            Stage::Retreat => Turn::Player(battle.suffers),
        }
    }

    fn stage(&mut self, stage: Stage) -> Progress {
        self.battle.last = 0;
        self.frames.replace_top(Frame::Battle(stage));
        Progress::Moves
    }

    fn burden(&self) -> &Burden {
        &self.battle.burdens[self.battle.suffers.index()]
    }

    fn burden_mut(&mut self) -> &mut Burden {
        &mut self.battle.burdens[self.battle.suffers.index()]
    }

    pub(super) fn carry_on_battle(&mut self, stage: Stage) -> Progress {
        match stage {
            Stage::Participants if self.participants() == 0 || self.battle.defenders == 0 => self.pop(),
            Stage::Participants if self.battle.attackers == self.participants() => self.stage(Stage::Support),
            Stage::Participants => Progress::Waits,
            Stage::Support if self.support_choices() == 0 => self.stage(Stage::Order),
            Stage::Support => Progress::Waits,
            Stage::Order if !self.may_order(self.battle.attacker, &self.target_hexes()) => self.stage(Stage::Breach),
            Stage::Order => Progress::Waits,
            Stage::Breach => self.carry_on_breach(),
            Stage::Die => Progress::Waits,
            Stage::Loss => self.carry_on_losses(),
            Stage::Retreat => self.carry_on_retreat(),
            Stage::Harassment => self.carry_on_harassment(),
            Stage::HarassmentDie => Progress::Waits,
            Stage::Advance => self.carry_on_advance(),
        }
    }

    pub(super) fn list_battle(&self, stage: Stage, out: &mut Vec<Action>) {
        let side = self.battle.suffers;
        match stage {
            Stage::Participants => self.list_participants(out),
            Stage::Support => self.list_supports(out),
            Stage::Order => out.extend(Order::ALL.map(Action::Give)),
            Stage::Breach => out.extend([Action::Breach, Action::Done]),
            Stage::Loss => out.extend(units(side, self.loss_choices()).map(Action::Lose)),
            Stage::Retreat => self.list_retreats(out),
            Stage::Harassment => out.extend(units(side, self.harried_together()).map(Action::Lose)),
            Stage::Advance => self.list_advances(out),
            Stage::Die | Stage::HarassmentDie => unreachable!("dice are listed by the sequence"),
        }
    }

    pub(super) fn fight_on(&mut self, stage: Stage, action: Action) {
        match (stage, action) {
            (Stage::Participants, Action::Commit(unit)) => {
                self.battle.attackers |= unit.bit();
                self.battle.last = Self::slot_after(unit);
            }
            (Stage::Participants, Action::Engage) => {
                self.stage(Stage::Support);
            }
            (Stage::Support, Action::Support(gun)) => {
                self.battle.supports |= gun.bit();
                self.fired.insert(gun);
                self.battle.last = Self::slot_after(gun);
            }
            (Stage::Support, Action::Done) => {
                self.stage(Stage::Order);
            }
            (Stage::Order, Action::Give(order)) => {
                self.battle.order = order;
                if order != Order::None && self.battle.attacker == Side::Soviet {
                    self.pay_for_order(usize::from(self.battle.attack));
                }
                self.stage(Stage::Breach);
            }
            (Stage::Breach, Action::Breach | Action::Done) => {
                self.battle.breach = action == Action::Breach;
                self.stage(Stage::Die);
            }
            (Stage::Die, Action::Roll(die)) => self.resolve(die),
            (Stage::Loss, Action::Lose(unit)) => self.take_loss(unit),
            (Stage::Retreat, Action::RetreatTo(hex)) => self.flee_to(hex),
            (Stage::Retreat, Action::Abandon(unit)) => {
                self.battle.fleeing &= !unit.bit();
                self.lose_unit(unit, Place::ELIMINATED);
            }
            (Stage::Harassment, Action::Lose(unit)) => {
                self.lose_step(unit);
                self.frames.replace_top(Frame::Battle(Stage::HarassmentDie));
            }
            (Stage::HarassmentDie, Action::Roll(die)) => self.roll_harassment(die),
            (Stage::Advance, Action::Advance { unit, hex }) => {
                self.board.put(self.data, unit, Place::on(hex));
                self.stormers.remove(unit);
                self.battle.last = Self::slot_after(unit);
            }
            (Stage::Advance, Action::Done) => self.end_battle(),
            _ => unreachable!("{action:?} is not a choice of {stage:?}"),
        }
    }

    // ---- participants ----------------------------------------------------------

    pub(super) fn target_hexes(&self) -> HexSet {
        self.attacks.list[usize::from(self.battle.attack)].hexes
    }

    /// [15.21][15.23][12.7] Units that may take part.
    fn participants(&self) -> u128 {
        let side = self.battle.attacker;
        self.attackers_of(side, &self.target_hexes()) & self.usable(side)
    }

    /// Units whose duty was met at the declaration and that have not attacked.
    fn usable(&self, side: Side) -> u128 {
        self.attacks.free & !self.attacked.of(side) & self.board.on_map(side)
    }

    /// [PB 7.42] Engineers above the stacking limit that have no other fortification to attack.
    fn bound_stormers(&self) -> u128 {
        let side = self.battle.attacker;
        let stormers = self.participants() & self.stormers.of(side);
        let pending = self.attacks.pending();
        let bound = |unit: &UnitId| {
            let here = self.assault_targets(*unit).any(|hex| self.target_hexes().contains(hex));
            here && !self.assault_targets(*unit).any(|hex| pending.contains(hex))
        };
        units(side, stormers).filter(bound).fold(0, |bits, unit| bits | unit.bit())
    }

    /// Points of attack that give this attack 1-4 with all support that it can have.
    fn points_needed(&self) -> u16 {
        let battle = &self.battle;
        let defence = self.defence_total(battle);
        let guns = self.supporters(battle.attacker, usize::from(battle.attack), 0);
        let support = self.support_of(battle.attacker, guns);
        let reaches = |attack: &u16| declaration::odds_allow(attack + support.min(*attack), defence);
        (1..=defence).find(reaches).unwrap_or(1)
    }

    /// This attack and the others that are left, with `own` for this one and without units that are `taken`.
    fn all_demands(&self, own: Demand, taken: u128) -> ArrayVec<Demand, ATTACKS> {
        let side = self.battle.attacker;
        let mut demands = self.demands(side, self.usable(side) & !taken);
        demands.push(own);
        demands
    }

    fn bond(&self) -> Bond {
        let side = self.battle.attacker;
        let candidates = self.participants();
        let own = Demand { candidates, need: self.points_needed() };
        if self.can_deal(side, &self.all_demands(own, 0)) {
            return Bond::All;
        }
        let spared = |unit: UnitId| self.can_deal(side, &self.demands(side, self.usable(side) & !unit.bit()));
        if units(side, candidates).any(spared) { Bond::Others } else { Bond::None }
    }

    /// Whether the attack can go ahead with these units, and with more out of `later` [12.36].
    fn may_attack_with(&self, bond: Bond, attackers: u128, later: u128) -> bool {
        let side = self.battle.attacker;
        match bond {
            Bond::None => attackers != 0,
            Bond::Others => attackers != 0 && self.can_deal(side, &self.demands(side, self.usable(side) & !attackers)),
            Bond::All => {
                let strength: u16 = units(side, attackers).map(|unit| self.attack_strength(unit)).sum();
                let own = Demand { candidates: later & !attackers, need: self.points_needed().saturating_sub(strength) };
                attackers != 0 && self.can_deal(side, &self.all_demands(own, attackers))
            }
        }
    }

    fn list_participants(&self, out: &mut Vec<Action>) {
        let bond = self.bond();
        let chosen = self.battle.attackers;
        if self.may_attack_with(bond, chosen, 0) {
            out.push(Action::Engage);
        }
        let side = self.battle.attacker;
        let open = self.participants() & !chosen;
        for unit in units(side, open & from_slot(self.battle.last)) {
            if self.may_attack_with(bond, chosen | unit.bit(), open & above(unit.slot())) {
                out.push(Action::Commit(unit));
            }
        }
    }

    // ---- support, order, engineers ----------------------------------------------

    /// Guns that may still be added.
    fn support_choices(&self) -> u128 {
        let battle = &self.battle;
        let guns = self.supporters(battle.attacker, usize::from(battle.attack), battle.supports);
        guns & from_slot(battle.last)
    }

    /// Whether the odds are, or with all these guns become, 1-4 [12.36].
    fn reaches_least_odds(&self, supports: u128) -> bool {
        let battle = Battle { supports, ..self.battle };
        declaration::odds_allow(self.attack_total(&battle), self.defence_total(&battle))
    }

    fn list_supports(&self, out: &mut Vec<Action>) {
        let battle = &self.battle;
        let guns = self.support_choices();
        let reachable = self.reaches_least_odds(battle.supports | guns);
        if !reachable || self.reaches_least_odds(battle.supports) {
            out.push(Action::Done);
        }
        for gun in units(battle.attacker, guns) {
            let later = guns & above(gun.slot());
            if !reachable || self.reaches_least_odds(battle.supports | gun.bit() | later) {
                out.push(Action::Support(gun));
            }
        }
    }

    /// [15.63][PB 7.42] Engineer effects are declared if they change anything; those of an assault apply at once.
    fn carry_on_breach(&mut self) -> Progress {
        if !self.may_breach(&self.battle) {
            return self.stage(Stage::Die);
        }
        if self.battle.attackers & self.stormers.of(self.battle.attacker) != 0 {
            self.battle.breach = true;
            return self.stage(Stage::Die);
        }
        Progress::Waits
    }

    // ---- resolution ----------------------------------------------------------------

    /// [15.81][16.31][16.4] What a die does, read from the tables without carrying it out.
    pub(super) fn read(&self, die: u8) -> Reading {
        let battle = &self.battle;
        let tables = &self.data.tables;
        let sheet = self.sheet(battle);
        let cell = results::cell(tables, sheet.column, die, sheet.modifiers.net);
        let burdens = Burdens {
            no_attack_supply: !self.has_attack_supply(battle.attacker),
            mandated: false,
            fortification: self.is_against_works(battle),
        };
        let extra = results::asterisk_steps(&tables.losses, cell.attacker, burdens);
        let hit = battle.attackers | self.adjacent_supports();
        let (attacker, defender) = self.verdicts(cell, extra, hit);
        Reading { cell, extra, hit, attacker, defender }
    }

    /// [15.81][16] The result of the die, and what both sides owe.
    fn resolve(&mut self, die: u8) {
        let battle = self.battle;
        let Reading { cell, extra, hit, attacker, defender } = self.read(die);
        let roster = &self.data.play.roster;
        let enemy = battle.attacker.opponent();
        let presence = Presence {
            engineers: battle.breach,
            attacking_armour: battle.attackers & roster.armour.of(battle.attacker) != 0,
            fights_armour: battle.defenders & roster.against_armour.of(enemy) != 0,
        };
        let (first_attacker, first_defender) = results::first_losses(cell, extra, presence, &self.data.script.switches);
        let burden = |verdict: Verdict, units: u128, first: FirstLoss| Burden {
            units,
            owes: if verdict.eliminated { u8::MAX } else { verdict.steps },
            retreat: verdict.retreat,
            path_by_opponent: verdict.path_by_opponent,
            held_back: verdict.held_back,
            first,
        };
        self.battle.burdens[battle.attacker.index()] = burden(attacker, hit, first_attacker);
        self.battle.burdens[enemy.index()] = burden(defender, battle.defenders, first_defender);
        for unit in units(battle.attacker, battle.attackers) {
            self.attacked.insert(unit);
        }
        for (side, verdict, units_hit) in [(enemy, defender, battle.defenders), (battle.attacker, attacker, hit)] {
            if verdict.eliminated {
                for unit in units(side, units_hit) {
                    self.lose_unit(unit, Place::ELIMINATED);
                }
            }
        }
        self.battle.suffers = enemy;
        self.stage(Stage::Loss);
    }

    /// [16.13] Supporting artillery next to a defending hex shares the attacker's result.
    fn adjacent_supports(&self) -> u128 {
        let hexes = self.target_hexes();
        let near = |gun: &UnitId| {
            let hex = self.board.hex(*gun).expect("guns that support are on the map");
            hexes.iter().any(|target| self.data.map.grid.direction(hex, target).is_some())
        };
        units(self.battle.attacker, self.battle.supports).filter(near).fold(0, |bits, gun| bits | gun.bit())
    }

    fn verdicts(&self, cell: Cell, extra: u8, hit: u128) -> (Verdict, Verdict) {
        let battle = &self.battle;
        let losses = &self.data.tables.losses;
        let roster = &self.data.play.roster;
        let enemy = battle.attacker.opponent();
        let works = self.forts.strongpoints[enemy.index()];
        let across = self.is_against_works(battle);
        let spares = self.data.script.switches.ground_spares_the_second_step;
        let fortified = |hex: Hex| works.contains(hex) || across && self.data.play.ground.line_hexes.contains(hex);
        let sheltered =
            spares && self.target_hexes().iter().all(|hex| results::shelters(self.data.map.features[hex.index()], fortified(hex)));
        let attacker = Force { order: battle.order, all_german: hit & !roster.german.of(battle.attacker) == 0, sheltered: false };
        let order = self.attacks.list[usize::from(battle.attack)].order;
        let defender = Force { order, all_german: battle.defenders & !roster.german.of(enemy) == 0, sheltered };
        (results::verdict(losses, cell.attacker, extra, attacker), results::verdict(losses, cell.defender, 0, defender))
    }

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
        let roster = &self.data.play.roster;
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
    fn loss_choices(&self) -> u128 {
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

    fn carry_on_losses(&mut self) -> Progress {
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

    fn take_loss(&mut self, unit: UnitId) {
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
        self.escapes(unit, &self.target_hexes(), self.burden().retreat, self.retreat_rule())
    }

    fn carry_on_retreat(&mut self) -> Progress {
        let Some(unit) = self.next_fleeing() else {
            return self.stage(Stage::Harassment);
        };
        if !self.escapes_of(unit).is_empty() {
            return Progress::Waits;
        }
        let place = self.box_of_the_trapped(unit, &self.target_hexes(), self.burden().retreat, self.retreat_rule());
        self.battle.fleeing &= !unit.bit();
        self.lose_unit(unit, place);
        Progress::Moves
    }

    fn list_retreats(&self, out: &mut Vec<Action>) {
        let unit = self.next_fleeing().expect("somebody is left to retreat");
        let escapes = self.escapes_of(unit);
        out.extend(escapes.iter().map(|escape| Action::RetreatTo(escape.end)));
        // [16.46] Guns may be given up before they hinder the others.
        if self.data.play.roster.artillery.contains(unit) && escapes.iter().all(|escape| escape.harried) {
            out.push(Action::Abandon(unit));
        }
    }

    fn flee_to(&mut self, hex: Hex) {
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
    fn harried_together(&self) -> u128 {
        let side = self.battle.suffers;
        let harried = self.battle.harried & self.board.on_map(side);
        let hex = units(side, harried).filter_map(|unit| self.board.hex(unit)).min();
        hex.map_or(0, |hex| harried & self.board.stack_bits(hex))
    }

    fn carry_on_harassment(&mut self) -> Progress {
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

    /// [16.46][T.RETREAT] The retreat table for the stack.
    fn roll_harassment(&mut self, die: u8) {
        let side = self.battle.suffers;
        let together = self.harried_together();
        let roster = &self.data.play.roster;
        let stack = Retreating {
            all_german: together & !roster.german.of(side) == 0,
            through_woods: together & !self.battle.in_woods == 0,
            artillery: together & roster.artillery.of(side) != 0,
        };
        if !retreat::survives(&self.data.tables.retreat, die, stack) {
            for unit in units(side, together) {
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
                    .collect::<ArrayVec<Hex, 6>>()
                    .into_iter()
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
        let step = self.steps_of(self.data.play.roster.brief(unit).payer)[from.index()][direction.index()];
        let passable = step.to == hex.0 && (step.full != super::flood::CLOSED || step.road != super::flood::CLOSED);
        let advanced = self.target_hexes().contains(from);
        passable && !advanced && self.board.values(self.data, unit).ma > 0 && self.has_room(hex, unit)
    }

    fn carry_on_advance(&mut self) -> Progress {
        if self.advances().next().is_some() {
            return Progress::Waits;
        }
        self.end_battle();
        Progress::Moves
    }

    fn list_advances(&self, out: &mut Vec<Action>) {
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
    fn end_battle(&mut self) {
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
