//! A combat from the choice of participants to the die [15]. Odds, modifiers and results come from the functions of
//! [`super::odds`], [`super::drm`] and [`super::results`]; this module asks the players and carries out what they say.

use arrayvec::ArrayVec;
use stavka_words::tr;

use super::EastFront;
use super::action::Action;
use super::attacks::{ATTACKS, Attacks, Demand};
use super::data::Cell;
use super::declaration;
use super::frame::{self, CloseCombat, Combat, Frame, Stage};
use super::ids::{AxisUnits, Place, UnitId, UnitSet, above, from_slot, units};
use super::results::{self, Burdens, FirstLoss, Force, Order, Presence, Verdict};
use crate::game::{Side, Turn};
use crate::hex::{Hex, HexList};
use crate::kit::procedures::{Procedure, Progress, Sequence};

/// What is still to be done to one side of a combat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    pub(super) const NONE: Burden =
        Burden { units: 0, owes: 0, retreat: 0, path_by_opponent: false, held_back: false, first: FirstLoss::Any };
}

/// A combat in progress: who fights where, and what is still owed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

impl Procedure<EastFront> for Combat {
    const QUESTION: &'static str = "which attack comes next?";

    fn decider(self, _: &EastFront) -> Turn {
        Turn::Player(self.side)
    }

    fn carry_on(self, game: &mut EastFront) -> Progress {
        let mut open = game.attacks.unresolved();
        let next = (open.next(), open.next());
        drop(open);
        match next {
            (None, _) => game.pop(),
            (Some(only), None) => {
                game.begin_battle(self.side, game.attacks.first(only));
                Progress::Moves
            }
            _ => Progress::Waits,
        }
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        out.extend(game.attacks.unresolved().map(|attack| Action::Resolve(game.attacks.first(attack))));
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        let Action::Resolve(hex) = action else { return game.end(action) };
        game.begin_battle(self.side, hex);
    }
}

impl Procedure<EastFront> for CloseCombat {
    /// [17.26] Missions end; markers of the phase go.
    fn carry_on(self, game: &mut EastFront) -> Progress {
        game.air.land_all();
        game.attacks = Attacks::NONE;
        game.attacked = UnitSet::EMPTY;
        game.fired = UnitSet::EMPTY;
        game.stormers = AxisUnits::EMPTY;
        game.pop()
    }
}

impl Procedure<EastFront> for frame::Battle {
    const QUIET: bool = false;

    fn decider(self, game: &EastFront) -> Turn {
        let battle = &game.battle;
        match self.stage {
            Stage::Participants | Stage::Support | Stage::Order | Stage::Breach | Stage::Advance => Turn::Player(battle.attacker),
            Stage::Die | Stage::HarassmentDie => Turn::Chance,
            Stage::Loss | Stage::Harassment => Turn::Player(battle.suffers),
            Stage::Retreat if game.burden().path_by_opponent => Turn::Player(battle.suffers.opponent()),
            Stage::Retreat => Turn::Player(battle.suffers),
        }
    }

    fn carry_on(self, game: &mut EastFront) -> Progress {
        match self.stage {
            Stage::Participants if game.participants() == 0 || game.battle.defenders == 0 => game.pop(),
            Stage::Participants if game.battle.attackers == game.participants() => game.stage(Stage::Support),
            Stage::Participants => Progress::Waits,
            Stage::Support if game.support_choices() == 0 => game.stage(Stage::Order),
            Stage::Support => Progress::Waits,
            Stage::Order if !game.may_order(game.battle.attacker, &game.attacking_hexes()) => game.stage(Stage::Breach),
            Stage::Order => Progress::Waits,
            Stage::Breach => game.carry_on_breach(),
            Stage::Die => Progress::Waits,
            Stage::Loss => game.carry_on_losses(),
            Stage::Retreat => game.carry_on_retreat(),
            Stage::Harassment => game.carry_on_harassment(),
            Stage::HarassmentDie => Progress::Waits,
            Stage::Advance => game.carry_on_advance(),
        }
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        let side = game.battle.suffers;
        match self.stage {
            Stage::Participants => game.list_participants(out),
            Stage::Support => game.list_supports(out),
            Stage::Order => out.extend(Order::ALL.map(Action::Give)),
            Stage::Breach => out.extend([Action::Breach, Action::Done]),
            Stage::Loss => out.extend(units(side, game.loss_choices()).map(Action::Lose)),
            Stage::Retreat => game.list_retreats(out),
            Stage::Harassment => out.extend(units(side, game.harried_together()).map(Action::Lose)),
            Stage::Advance => game.list_advances(out),
            Stage::Die | Stage::HarassmentDie => unreachable!("dice are listed by the sequence"),
        }
    }

    fn carry_out(self, game: &mut EastFront, action: Action) {
        match (self.stage, action) {
            (Stage::Participants, Action::Commit(unit)) => {
                game.battle.attackers |= unit.bit();
                game.battle.last = EastFront::slot_after(unit);
            }
            (Stage::Participants, Action::Engage) => {
                game.stage(Stage::Support);
            }
            (Stage::Support, Action::Support(gun)) => {
                game.battle.supports |= gun.bit();
                game.fired.insert(gun);
                game.battle.last = EastFront::slot_after(gun);
            }
            (Stage::Support, Action::Done) => {
                game.stage(Stage::Order);
            }
            (Stage::Order, Action::Give(order)) => {
                game.battle.order = order;
                if order != Order::None && game.battle.attacker == Side::Soviet {
                    let hex = game.ordering_hex(&game.attacking_hexes());
                    game.pay_for_order(hex);
                }
                game.stage(Stage::Breach);
            }
            (Stage::Breach, Action::Breach | Action::Done) => {
                game.battle.breach = action == Action::Breach;
                game.stage(Stage::Die);
            }
            (Stage::Die, Action::Roll(die)) => game.resolve(die),
            (Stage::Loss, Action::Lose(unit)) => game.take_loss(unit),
            (Stage::Retreat, Action::RetreatTo(hex)) => game.flee_to(hex),
            (Stage::Retreat, Action::Abandon(unit)) => {
                game.battle.fleeing &= !unit.bit();
                game.lose_unit(unit, Place::ELIMINATED);
            }
            (Stage::Harassment, Action::Lose(unit)) => {
                game.lose_step(unit);
                game.frames.replace_top(Frame::Battle(Stage::HarassmentDie));
            }
            (Stage::HarassmentDie, Action::Roll(die)) => game.roll_harassment(die),
            (Stage::Advance, Action::Advance { unit, hex }) => {
                game.board.put(game.data, unit, Place::on(hex));
                game.stormers.remove(unit);
                game.battle.last = EastFront::slot_after(unit);
            }
            (Stage::Advance, Action::Done) => game.end_battle(),
            _ => unreachable!("{action:?} is not a choice of {self:?}"),
        }
    }

    fn question(self, game: &EastFront) -> String {
        let target = game.hex_name(game.attacks.first(usize::from(game.battle.attack)));
        match self.stage {
            Stage::Participants => tr!("who attacks {target}? ({odds})", target, odds = game.odds_name()),
            Stage::Support => tr!("artillery in support at {target}? ({odds})", target, odds = game.odds_name()),
            Stage::Order => tr!("an order for the attack on {target}?", target),
            Stage::Breach => tr!("declare engineer effects at {target}?", target),
            Stage::Die => tr!("combat at {target} ({odds})", target, odds = game.odds_name()),
            Stage::Loss if game.burden().owes == 1 => tr!("1 step to lose at {target}", target),
            Stage::Loss => tr!("{owes} steps to lose at {target}", owes = game.burden().owes, target),
            Stage::Retreat => tr!("retreat from {target} to where?", target),
            Stage::Harassment => tr!("which unit loses a step in enemy ZOC?").into(),
            Stage::HarassmentDie => tr!("retreat through enemy ZOC").into(),
            Stage::Advance => tr!("advance into {target}?", target),
        }
    }
}

impl EastFront {
    pub(super) fn open_combat(&mut self, side: Side) {
        if self.attacks.declared().is_empty() {
            return;
        }
        self.frames.push_all(&[
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

    pub(super) fn begin_battle(&mut self, side: Side, hex: Hex) {
        let index = self.attacks.at(hex).expect("a declared attack is resolved");
        self.attacks.declared_mut()[index].resolve();
        let held = self.attacks.hexes(index).iter().filter(|&&hex| self.board.holds(hex, side.opponent()));
        let defenders = held.fold(0, |bits, &hex| bits | self.board.stack_bits(hex));
        self.battle = Battle { attacker: side, attack: index as u8, defenders, ..Battle::default() };
        self.battle.attackers = self.bound_stormers();
        self.frames.push(Frame::Battle(Stage::Participants));
    }

    pub(super) fn stage(&mut self, stage: Stage) -> Progress {
        self.battle.last = 0;
        self.frames.replace_top(Frame::Battle(stage));
        Progress::Moves
    }

    pub(super) fn burden(&self) -> &Burden {
        &self.battle.burdens[self.battle.suffers.index()]
    }

    pub(super) fn burden_mut(&mut self) -> &mut Burden {
        &mut self.battle.burdens[self.battle.suffers.index()]
    }

    /// The odds of the combat at hand in words.
    fn odds_name(&self) -> String {
        if self.battle.attackers == 0 {
            return tr!("nobody yet").into();
        }
        let sheet = self.sheet(&self.battle);
        let column = sheet.column.map_or("below 1-4", super::odds::Column::name);
        tr!(
            "{attack} against {defence}, {column}, {net}",
            attack = sheet.attack,
            defence = sheet.defence,
            column,
            net = format_args!("{:+}", sheet.modifiers.net)
        )
    }

    // ---- participants ----------------------------------------------------------

    pub(super) fn target_hexes(&self) -> &[Hex] {
        self.attacks.hexes(usize::from(self.battle.attack))
    }

    /// [15.58] Hexes of the units that attack, each next to all targets, in one of which the attacker's order is given.
    fn attacking_hexes(&self) -> HexList<6> {
        units(self.battle.attacker, self.battle.attackers).filter_map(|unit| self.board.hex(unit)).collect()
    }

    /// [15.21][15.23][12.7] Units that may take part: engineers above the stacking limit only beside others [PB 7.42].
    fn participants(&self) -> u128 {
        let side = self.battle.attacker;
        let all = self.attackers_of(side, self.target_hexes()) & self.usable(side);
        if self.have_company(all) { all } else { 0 }
    }

    /// [12.7] Whether a unit could attack the hexes at hand but for an enemy that nobody attacks.
    pub(super) fn is_bound_elsewhere(&self, unit: UnitId) -> bool {
        self.attackers_of(self.battle.attacker, self.target_hexes()) & !self.attacks.free & unit.bit() != 0
    }

    /// [PB 7.42] Whether a unit is among them that is not above the stacking limit.
    pub(super) fn have_company(&self, attackers: u128) -> bool {
        attackers & !self.stormers.of(self.battle.attacker) != 0
    }

    /// Units whose duty was met at the declaration and that have not attacked.
    fn usable(&self, side: Side) -> u128 {
        self.attacks.free & !self.attacked.of(side) & self.board.on_map(side)
    }

    /// [PB 7.42] Engineers above the stacking limit that have no other fortification to attack.
    pub(super) fn bound_stormers(&self) -> u128 {
        let side = self.battle.attacker;
        let stormers = self.participants() & self.stormers.of(side);
        let bound = |unit: &UnitId| {
            let here = self.assault_targets(*unit).any(|hex| self.target_hexes().contains(&hex));
            here && !self.assault_targets(*unit).any(|hex| self.attacks.is_pending(hex))
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
        let bound = self.bound_stormers();
        let others = self.participants() & !bound;
        if self.may_attack_with(Bond::All, bound, others) {
            Bond::All
        } else if self.may_attack_with(Bond::Others, bound, others) {
            Bond::Others
        } else {
            Bond::None
        }
    }

    /// Whether the attack can go ahead with these units, and with more out of `later` [12.36].
    fn may_attack_with(&self, bond: Bond, attackers: u128, later: u128) -> bool {
        let side = self.battle.attacker;
        let spares = |taken: u128| self.can_deal(side, &self.demands(side, self.usable(side) & !taken));
        match bond {
            Bond::None => self.have_company(attackers | later),
            Bond::Others if self.have_company(attackers) => spares(attackers),
            Bond::Others => units(side, later).any(|unit| self.have_company(attackers | unit.bit()) && spares(attackers | unit.bit())),
            Bond::All => {
                let strength: u16 = units(side, attackers).map(|unit| self.attack_strength(unit)).sum();
                let need = self.points_needed().saturating_sub(strength);
                let own = Demand { candidates: later & !attackers, need, company: !self.have_company(attackers) };
                self.can_deal(side, &self.all_demands(own, attackers))
            }
        }
    }

    fn list_participants(&self, out: &mut Vec<Action>) {
        let bond = self.bond();
        let chosen = self.battle.attackers;
        if self.may_attack_with(bond, chosen, 0) {
            out.push(Action::Engage);
        }
        for unit in units(self.battle.attacker, self.open_participants() & from_slot(self.battle.last)) {
            if self.may_join(bond, chosen, unit) {
                out.push(Action::Commit(unit));
            }
        }
    }

    /// Units that may take part and have not been named.
    fn open_participants(&self) -> u128 {
        self.participants() & !self.battle.attackers
    }

    /// Whether a unit may be named after those that are chosen.
    fn may_join(&self, bond: Bond, chosen: u128, unit: UnitId) -> bool {
        self.may_attack_with(bond, chosen | unit.bit(), self.open_participants() & above(unit.slot()))
    }

    /// Who attacks if every unit is named that may be, in the order of the list.
    pub(super) fn all_participants(&self) -> u128 {
        let bond = self.bond();
        units(self.battle.attacker, self.open_participants() & from_slot(self.battle.last))
            .fold(self.battle.attackers, |chosen, unit| if self.may_join(bond, chosen, unit) { chosen | unit.bit() } else { chosen })
    }

    /// Whether a unit may take part and has not been named.
    pub(super) fn may_still_join(&self, unit: UnitId) -> bool {
        self.open_participants() & unit.bit() != 0
    }

    /// Whether a unit could have been named before the last one that was.
    pub(super) fn is_passed_over(&self, unit: UnitId) -> bool {
        self.may_still_join(unit) && from_slot(self.battle.last) & unit.bit() == 0
    }

    /// [12.36] The attack that would be left below 1-4 if the unit joined the attackers chosen so far: its first hex.
    pub fn needed_at(&self, unit: UnitId) -> Option<Hex> {
        let (bond, side) = (self.bond(), self.battle.attacker);
        let open = self.open_participants();
        if open & unit.bit() == 0 || self.may_attack_with(bond, self.battle.attackers | unit.bit(), open & !unit.bit()) {
            return None;
        }
        let joins = |attack: &usize| self.attackers_of(side, self.attacks.hexes(*attack)) & unit.bit() != 0;
        let demands = self.demands(side, self.usable(side) & !self.battle.attackers & !unit.bit());
        let is_at_stake = |place: usize| {
            let mut others = demands.clone();
            others.remove(place);
            self.can_deal(side, &others)
        };
        let at_stake = self.attacks.unresolved().enumerate().find(|(place, attack)| joins(attack) && is_at_stake(*place));
        at_stake.map(|(_, attack)| attack).or_else(|| self.attacks.unresolved().find(joins)).map(|attack| self.attacks.first(attack))
    }

    /// [12.36] Units that are kept out of the combat at hand by another attack, each with its hex.
    pub(super) fn needed_elsewhere(&self) -> Vec<(UnitId, Hex)> {
        units(self.battle.attacker, self.open_participants()).filter_map(|unit| Some((unit, self.needed_at(unit)?))).collect()
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
        let roster = &self.data.roster;
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
            hexes.iter().any(|&target| self.data.map.grid.direction(hex, target).is_some())
        };
        units(self.battle.attacker, self.battle.supports).filter(near).fold(0, |bits, gun| bits | gun.bit())
    }

    fn verdicts(&self, cell: Cell, extra: u8, hit: u128) -> (Verdict, Verdict) {
        let battle = &self.battle;
        let losses = &self.data.tables.losses;
        let roster = &self.data.roster;
        let enemy = battle.attacker.opponent();
        let works = &self.forts.strongpoints[enemy.index()];
        let across = self.is_against_works(battle);
        let spares = self.data.script.switches.ground_spares_the_second_step;
        let fortified = |hex: Hex| works.contains(&hex) || across && self.data.ground.line_hexes.contains(hex);
        let sheltered =
            spares && self.target_hexes().iter().all(|&hex| results::shelters(self.data.map.features[hex.index()], fortified(hex)));
        let attacker = Force { order: battle.order, all_german: hit & !roster.german.of(battle.attacker) == 0, sheltered: false };
        let order = self.attacks.declared()[usize::from(battle.attack)].order();
        let defender = Force { order, all_german: battle.defenders & !roster.german.of(enemy) == 0, sheltered };
        (results::verdict(losses, cell.attacker, extra, attacker), results::verdict(losses, cell.defender, 0, defender))
    }
}
