//! What boards and players ask of a game in progress: the march at hand, the fight at hand or one that could be, missions
//! and attacks as a side sees them. The numbers are those that the rules themselves use.

use super::action::FACES;
use super::attacks::Attacks;
use super::combat::Battle;
use super::flood::{Reach, least};
use super::frame::{Frame, Phase, Stage};
use super::ids::{AirId, AirSet, HexSet, UnitId, UnitSet, units};
use super::overrun;
use super::results::{Order, Verdict};
use super::{BattleSheet, EastFront};
use crate::game::Side;
use crate::hex::Hex;
use crate::kit::tally::Tally;

/// The march in progress as its mover sees it. Costs are half movement points.
#[derive(Clone, Debug)]
pub struct MarchReport {
    /// The side that moves.
    pub side: Side,
    /// Units on the march, as bits of their side.
    pub group: u128,
    /// Where they stand, or where they enter the map.
    pub hex: Hex,
    /// Half points left.
    pub points: u8,
    /// Hexes within reach, and the least half points that each takes.
    pub reached: Vec<(Hex, u8)>,
    /// Units left behind, which go on later [10.53].
    pub waiting: u128,
}

/// An overrun whose die has not been rolled, or whose consequences are being carried out.
#[derive(Clone, Debug)]
pub struct OverrunReport {
    /// The hex overrun.
    pub target: Hex,
    /// Its modifiers; `None` once the die has been rolled.
    pub modifiers: Option<Tally<overrun::Cause>>,
}

/// A combat with the forces and the odds, as both sides may see it.
#[derive(Clone, Debug)]
pub struct FightReport {
    /// The attacking side.
    pub attacker: Side,
    /// The hexes attacked.
    pub hexes: HexSet,
    /// Attacking units.
    pub attackers: u128,
    /// Artillery that supports the attack.
    pub supports: u128,
    /// Units in the hexes.
    pub defenders: u128,
    /// Artillery that supports the defence from elsewhere, or from a hex in place of its own defence.
    pub guns: u128,
    /// [12.7] Units of the attacker next to the hexes that join no attack, each with an enemy hex that would have to be
    /// attacked too.
    pub bound: Vec<(UnitId, Hex)>,
    /// [12.36] While attackers are chosen: units that another attack needs, each with the first hex of that attack.
    pub needed: Vec<(UnitId, Hex)>,
    /// The attacker's order.
    pub order: Order,
    /// Engineer effects are declared [15.63].
    pub breach: bool,
    /// Strengths, column and modifiers.
    pub sheet: BattleSheet,
    /// What each face of the die does to the attacker and to the defender, from 1.
    pub falls: Vec<[Verdict; 2]>,
}

/// A declared attack as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AttackReport {
    /// Hexes attacked as one.
    pub hexes: HexSet,
    /// It has been resolved, or is being resolved.
    pub resolved: bool,
    /// The defender's order; `None` when one lies there that the viewer may not read [14.32].
    pub order: Option<Order>,
    /// Artillery committed to the defence.
    pub guns: u128,
}

/// The air units over a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissionReport {
    /// Hex.
    pub hex: Hex,
    /// Counters of both sides.
    pub flyers: AirSet,
    /// They have been turned up [17.31.a].
    pub revealed: bool,
}

/// What a side could do in its next Movement Phase, if nobody else moved first.
#[derive(Clone, Copy, Debug)]
pub struct ThreatReport {
    /// Hexes that a unit on the map could enter.
    pub reached: HexSet,
    /// Hexes of the other side next to which a unit that can attack stands or could come.
    pub attacked: HexSet,
}

impl EastFront {
    /// The march at hand, also while it overruns; `None` while nobody moves.
    pub fn march_report(&self) -> Option<MarchReport> {
        let march = &self.march;
        let under_way = matches!(self.frames.top(), Some(Frame::March | Frame::Overrun(_)));
        if !under_way || march.group == 0 {
            return None;
        }
        let mut reach = Reach::new();
        self.ways(march, &mut reach);
        let before = least(march.spent);
        let reached = reach.reached().iter().map(|&hex| (hex, reach.cost(hex) - before)).collect();
        Some(MarchReport { side: march.side, group: march.group, hex: march.hex, points: march.left(), reached, waiting: march.waiting })
    }

    /// The overrun at hand.
    pub fn overrun_report(&self) -> Option<OverrunReport> {
        let Some(Frame::Overrun(stage)) = self.frames.top() else { return None };
        let open = stage == super::frame::OverrunStage::Die;
        Some(OverrunReport { target: self.march.target, modifiers: open.then(|| self.overrun_tally()) })
    }

    /// The hexes under attack and the units in the combat at hand, from its first choice to the advance: hexes, attackers
    /// with their artillery, and the attacking side.
    pub fn combat_at_hand(&self) -> Option<(HexSet, u128, Side)> {
        let Some(Frame::Battle(_)) = self.frames.top() else { return None };
        Some((self.target_hexes().iter().copied().collect(), self.battle.attackers | self.battle.supports, self.battle.attacker))
    }

    /// The hex of the combat for which an order is being asked.
    pub fn order_at_hand(&self) -> Option<Hex> {
        let attack = match self.frames.top() {
            Some(Frame::Orders(_, attack)) => attack,
            Some(Frame::Battle(Stage::Order)) => self.battle.attack,
            _ => return None,
        };
        self.attacks.hexes(usize::from(attack)).first().copied()
    }

    /// The combat at hand until its die is rolled; while nobody attacks yet, with all that may.
    pub fn fight_report(&self) -> Option<FightReport> {
        use Stage::{Breach, Die, Order, Participants, Support};
        let open = matches!(self.frames.top(), Some(Frame::Battle(Participants | Support | Order | Breach | Die)));
        if !open {
            return None;
        }
        if self.battle.attackers == 0 {
            return self.full_attack(self.battle.attacker, *self.target_hexes().first()?);
        }
        let mut report = self.report(&self.battle);
        if self.frames.top() == Some(Frame::Battle(Participants)) {
            report.needed = self.needed_elsewhere();
        }
        Some(report)
    }

    /// The combat that a side could have for a hex with every unit that the list would offer and every gun that may join, if
    /// it were resolved next: the declared attack on it, or one on this hex alone beside those declared.
    pub fn full_attack(&self, side: Side, hex: Hex) -> Option<FightReport> {
        let mut then = self.clone();
        if self.attacking_side() != side {
            then.attacks = Attacks::NONE;
        }
        let index = match then.attacks.of(hex) {
            Some(index) => index,
            // A hex without defenders is attacked by nobody.
            None if then.board.holds(hex, side.opponent()) => then.attacks.open(hex),
            None => return None,
        };
        // Who fights elsewhere at the moment does not fight here.
        if matches!(self.frames.top(), Some(Frame::Battle(_))) && self.battle.attacker == side && usize::from(self.battle.attack) != index {
            for unit in units(side, self.battle.attackers) {
                then.attacked.insert(unit);
            }
        }
        let free = if self.attacking_side() == side { then.free_to_attack(side) } else { then.units_free_under(side, &[hex]) };
        let hexes = then.attacks.hexes(index);
        let beside = then.attackers_of(side, hexes) & !then.attacked.of(side);
        let defenders = hexes.iter().fold(0, |bits, &hex| bits | then.board.stack_bits(hex));
        // [12.7] Where nobody is free yet, those that would be when what binds them is attacked too.
        then.attacks.free = if beside & free == 0 { free | beside } else { free };
        then.attacks.declared_mut()[index].resolve();
        then.battle = Battle { attacker: side, attack: index as u8, defenders, ..Battle::default() };
        then.battle.attackers = then.bound_stormers();
        then.battle.attackers = then.all_participants();
        if then.battle.attackers == 0 {
            return None;
        }
        let needed = then.needed_elsewhere();
        then.attacks.free = free;
        loop {
            let more = then.supporters(side, index, then.battle.supports);
            let Some(gun) = units(side, more).next() else { break };
            then.battle.supports |= gun.bit();
        }
        then.battle.breach = then.may_breach(&then.battle);
        let battle = then.battle;
        if self.attacking_side() == side {
            then.attacks.declared_mut()[index].set_order(Order::None);
        }
        Some(FightReport { needed, ..then.report(&battle) })
    }

    fn report(&self, battle: &Battle) -> FightReport {
        let index = usize::from(battle.attack);
        let mut then = self.clone();
        then.battle = *battle;
        if self.sealed_order() == Some(index) {
            then.attacks.declared_mut()[index].set_order(Order::None);
        }
        let falls = (1..=FACES).map(|die| then.verdicts_of(die)).collect();
        let guns = self.attacks.guns(index);
        let beside = then.attackers_of(battle.attacker, self.attacks.hexes(index)) & !then.attacked.of(battle.attacker);
        let kept_out = beside & !self.free_to_attack(battle.attacker);
        let binding = |unit| Some((unit, self.binding_hex(unit, self.attacks.targets())?));
        FightReport {
            attacker: battle.attacker,
            hexes: self.attacks.hexes(index).iter().copied().collect(),
            attackers: battle.attackers,
            supports: battle.supports,
            defenders: battle.defenders,
            guns,
            bound: units(battle.attacker, kept_out).filter_map(binding).collect(),
            needed: Vec::new(),
            order: battle.order,
            breach: battle.breach,
            sheet: self.sheet(battle),
            falls,
        }
    }

    /// What a die of the combat at hand does to the attacker and the defender.
    fn verdicts_of(&self, die: u8) -> [Verdict; 2] {
        let reading = self.read(die);
        [reading.attacker, reading.defender]
    }

    /// What a die of the combat at hand does to the attacker and to the defender; `None` when no such die is to be rolled.
    pub fn combat_result(&self, die: u8) -> Option<[Verdict; 2]> {
        (self.frames.top() == Some(Frame::Battle(Stage::Die))).then(|| self.verdicts_of(die))
    }

    /// The attacks of the phase as a side sees them.
    pub fn attack_reports(&self, viewer: Side) -> Vec<AttackReport> {
        let sealed: Vec<usize> = self.sealed(viewer).collect();
        let seen = |(index, attack): (usize, &super::attacks::Attack)| AttackReport {
            hexes: self.attacks.hexes(index).iter().copied().collect(),
            resolved: attack.is_resolved(),
            order: (!sealed.contains(&index)).then_some(attack.order()),
            guns: self.attacks.guns(index),
        };
        self.attacks.declared().iter().enumerate().map(seen).collect()
    }

    /// The missions of the phase, in the order of their hexes. Which counters of the other side lie face down on them is
    /// nobody else's business: [`MissionReport::revealed`].
    pub fn missions(&self) -> Vec<MissionReport> {
        let told =
            |mission: &super::flight::Mission| MissionReport { hex: mission.hex, flyers: mission.flyers, revealed: mission.revealed };
        self.air.missions().iter().map(told).collect()
    }

    /// Whether an air unit that is in no box and over no hex has left the game [8.72].
    pub fn has_left(&self, air: AirId) -> bool {
        self.air.box_of(air).is_none() && !self.air.missions().iter().any(|mission| mission.flyers.contains(air))
    }

    /// [13.15] Level of interdiction in a hex.
    pub fn interdiction(&self, hex: Hex) -> u8 {
        self.interdiction_level(hex)
    }

    /// [22.12.a] Whether a headquarters has activated the unit this turn.
    pub fn is_activated(&self, unit: UnitId) -> bool {
        unit.side() == Side::Soviet && self.activated & unit.bit() != 0
    }

    /// [15.23] Whether a unit has attacked in this phase, or artillery has fired.
    pub fn is_spent(&self, unit: UnitId) -> bool {
        self.attacked.contains(unit) || self.fired.contains(unit)
    }

    /// Whether there is a storm [5.13.c].
    pub fn is_stormy(&self) -> bool {
        self.season.sky.is_some_and(|sky| sky.storm)
    }

    /// The hex by which a reinforcement that waits off the map enters it.
    pub fn entry_of(&self, unit: UnitId) -> Option<Hex> {
        self.data.script.reinforcements.iter().find(|arrival| arrival.unit == unit).map(|arrival| arrival.hex)
    }

    /// Stacking points in a hex [3.32].
    pub fn stacking_points(&self, hex: Hex) -> u8 {
        self.board.height(self.data, hex)
    }

    /// How far the units of a side on the map could move in its next Movement Phase, each by itself, and what they could
    /// then stand next to. Reserved for those that may attack: units without an attack strength threaten nobody.
    pub fn threat_report(&self, side: Side) -> ThreatReport {
        let phase = if side == Side::Axis { Phase::AxisMovement } else { Phase::SovietMovement };
        let mut then = self.clone();
        then.phase = Phase::ALL.iter().position(|&known| known == phase).unwrap_or(0) as u8;
        then.moved = UnitSet::EMPTY;
        let grid = &self.data.map.grid;
        let mut reach = Reach::new();
        let mut report = ThreatReport { reached: HexSet::EMPTY, attacked: HexSet::EMPTY };
        for unit in units(side, then.board.on_map(side)) {
            let Some(hex) = then.board.hex(unit) else { continue };
            let march = then.new_march(unit);
            let mut stands: HexSet = [hex].into_iter().collect();
            then.ways(&march, &mut reach);
            for &to in reach.reached() {
                stands.insert(to);
                report.reached.insert(to);
            }
            if then.attack_strength(unit) == 0 {
                continue;
            }
            for near in stands.iter().flat_map(|stand| grid.neighbours(stand).map(|(_, near)| near)) {
                if then.board.holds(near, side.opponent()) {
                    report.attacked.insert(near);
                }
            }
        }
        report
    }
}
