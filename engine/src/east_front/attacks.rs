//! Attack declaration [12].
//!
//! A declaration names the hexes attacked and which of them are attacked as one combat. The units named with it would bind
//! nobody (15.21: participants are chosen when the attack is resolved), so that units exist which fulfil the declaration is
//! what is checked: enough of them for every attack at 1-4, each in one attack, and none next to an enemy ZOC that is not
//! attacked [12.7].

use arrayvec::ArrayVec;

use super::EastFront;
use super::action::Action;
use super::declaration;
use super::frame::Frame;
use super::ids::{HexSet, UnitId};
use super::results::Order;
use super::sets::units;
use crate::game::Side;
use crate::hex::Hex;
use crate::stack::Progress;

/// Most attacks of one phase.
pub(super) const ATTACKS: usize = 10;

/// A declared attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attack {
    /// Hexes attacked as one.
    pub(super) hexes: HexSet,
    /// Artillery committed to the defence [14.21].
    pub(super) guns: u128,
    /// The defender's order, face down until the combat [14.32].
    pub(super) order: Order,
    /// Points of close air support, positive for the attacker [15.65].
    pub(super) support: i8,
    /// It has been resolved, or is being resolved.
    pub(super) resolved: bool,
}

impl Attack {
    const EMPTY: Attack = Attack { hexes: HexSet::EMPTY, guns: 0, order: Order::None, support: 0, resolved: false };

    /// Its first hex, by which it goes in notation.
    pub(super) fn first(&self) -> Hex {
        self.hexes.first().unwrap_or(Hex(0))
    }
}

/// The attacks declared in the phase at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attacks {
    pub(super) list: [Attack; ATTACKS],
    pub(super) count: u8,
    /// Units of the attacker whose duty to attack all that project ZOC into their hex is met [12.7].
    pub(super) free: u128,
}

impl Attacks {
    pub(super) const NONE: Attacks = Attacks { list: [Attack::EMPTY; ATTACKS], count: 0, free: 0 };

    pub(super) fn declared(&self) -> &[Attack] {
        &self.list[..usize::from(self.count)]
    }

    /// All hexes with a Declared Attack marker, resolved ones included.
    pub(super) fn targets(&self) -> HexSet {
        self.declared().iter().fold(HexSet::EMPTY, |all, attack| all.union(attack.hexes))
    }

    /// Hexes whose attack is still to be resolved [16.44].
    pub(super) fn pending(&self) -> HexSet {
        self.declared().iter().filter(|attack| !attack.resolved).fold(HexSet::EMPTY, |all, attack| all.union(attack.hexes))
    }

    /// The attack whose first hex this is.
    pub(super) fn at(&self, hex: Hex) -> Option<usize> {
        self.declared().iter().position(|attack| attack.first() == hex)
    }

    /// The attack that a hex is a target of.
    pub(super) fn of(&self, hex: Hex) -> Option<usize> {
        self.declared().iter().position(|attack| attack.hexes.contains(hex))
    }

    /// Declares an attack on a hex.
    pub(super) fn open(&mut self, hex: Hex) {
        self.list[usize::from(self.count)] = Attack { hexes: [hex].into_iter().collect(), ..Attack::EMPTY };
        self.count += 1;
    }

    /// Adds a hex to the attack declared last.
    pub(super) fn also(&mut self, hex: Hex) {
        self.list[usize::from(self.count) - 1].hexes.insert(hex);
    }

    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let attack = |attack: &Attack| {
            let flags = u64::from(attack.order as u8) | u64::from(attack.support as u8) << 8 | u64::from(attack.resolved) << 16;
            let [a, b, c] = *attack.hexes.words();
            [a, b, c, attack.guns as u64, (attack.guns >> 64) as u64, flags]
        };
        self.declared().iter().flat_map(attack).chain([self.free as u64, (self.free >> 64) as u64])
    }
}

/// [12.31] The least attack that may be declared against a defence.
fn least_attack(defence: u16) -> u16 {
    (1..=defence.max(1)).find(|&attack| declaration::odds_allow(attack, defence)).unwrap_or(defence)
}

/// What an attack needs, and who may be in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    pub(super) candidates: u128,
    /// Points of attack.
    pub(super) need: u16,
    /// It needs a unit that is not above the stacking limit [PB 7.42].
    pub(super) company: bool,
}

impl EastFront {
    pub(super) fn open_declaration(&mut self, side: Side) {
        self.attacks = Attacks::NONE;
        self.frames.push(Frame::Declaration(side));
    }

    /// [12.1][12.5] Whether a unit may attack an adjacent hex: the enemy there exerts ZOC into its hex, or it could go there.
    pub(super) fn may_attack(&self, unit: UnitId, target: Hex) -> bool {
        let Some(hex) = self.board.hex(unit) else { return false };
        let Some(direction) = self.data.map.grid.direction(hex, target) else { return false };
        let enemy = unit.side().opponent();
        let strong = self.data.roster.combat.contains(unit) && self.board.values(self.data, unit).attack > 0;
        let step = self.steps_of(self.data.roster.stats(unit).payer)[hex.index()][direction.index()];
        let enterable = step.to != hex.0 && (step.full != super::flood::CLOSED || step.road != super::flood::CLOSED);
        let in_its_zoc = self.board.zoc_passes(self.data, enemy, target, direction.opposite());
        strong && self.board.holds(target, enemy) && declaration::may_attack(in_its_zoc, enterable)
    }

    /// Units of a side that may attack every hex of a set.
    pub(super) fn attackers_of(&self, side: Side, hexes: &HexSet) -> u128 {
        let Some(first) = hexes.first() else { return 0 };
        let near = self
            .data
            .map
            .grid
            .neighbours(first)
            .fold(0, |bits, (_, hex)| bits | if self.board.holds(hex, side) { self.board.stack_bits(hex) } else { 0 });
        let all = |unit: &UnitId| hexes.iter().all(|target| self.may_attack(*unit, target));
        units(side, near).filter(all).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [12.7] Enemy hexes that exert ZOC into the hex of a unit.
    fn duty(&self, unit: UnitId) -> HexSet {
        let hex = self.board.hex(unit).expect("it stands next to the enemy");
        self.board.zoc_sources(self.data, unit.side().opponent(), hex).collect()
    }

    /// Units whose duty is met when these hexes are attacked.
    fn units_free_under(&self, side: Side, targets: &HexSet) -> u128 {
        let near = targets.iter().fold(0, |bits, target| bits | self.attackers_of(side, &[target].into_iter().collect()));
        let met = |unit: &UnitId| self.duty(*unit).difference(*targets).is_empty();
        units(side, near).filter(met).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [12.33] Attack strength of a unit.
    pub(super) fn attack_strength(&self, unit: UnitId) -> u16 {
        u16::from(self.board.values(self.data, unit).attack)
    }

    /// [12.34] Declared defence of a set of hexes: without artillery, and at least what one point of attack takes on.
    fn declared_defence(&self, hexes: &HexSet) -> u16 {
        let artillery = &self.data.roster.artillery;
        let stack = hexes.iter().flat_map(|hex| self.board.stack(hex));
        stack.filter(|&unit| !artillery.contains(unit)).map(|unit| u16::from(self.board.values(self.data, unit).defence)).sum()
    }

    /// What the attacks need that are not resolved yet, with units out of `usable` alone.
    pub(super) fn demands(&self, side: Side, usable: u128) -> ArrayVec<Demand, ATTACKS> {
        let open = self.attacks.declared().iter().filter(|attack| !attack.resolved);
        open.map(|attack| Demand {
            candidates: self.attackers_of(side, &attack.hexes) & usable,
            need: least_attack(self.declared_defence(&attack.hexes)),
            company: true,
        })
        .collect()
    }

    /// Whether units can be dealt out so that every attack has the strength and the company it needs, each unit in one
    /// attack.
    pub(super) fn can_deal(&self, side: Side, demands: &[Demand]) -> bool {
        self.deal(side, demands, 0)
    }

    fn deal(&self, side: Side, demands: &[Demand], used: u128) -> bool {
        let Some((demand, others)) = demands.split_first() else { return true };
        let wanted = others.iter().fold(0, |bits, other| bits | other.candidates);
        let usable = demand.candidates & !used;
        let exclusive = usable & !wanted;
        let strength: u16 = units(side, exclusive).map(|unit| self.attack_strength(unit)).sum();
        let rest = Demand {
            candidates: usable & wanted,
            need: demand.need.saturating_sub(strength),
            company: demand.company && exclusive & !self.stormers.of(side) == 0,
        };
        self.deal_shared(side, rest, others, used)
    }

    /// Covers what is missing out of units that other attacks could use as well.
    fn deal_shared(&self, side: Side, rest: Demand, others: &[Demand], used: u128) -> bool {
        if rest.need == 0 && !rest.company {
            return self.deal(side, others, used);
        }
        let Some(unit) = units(side, rest.candidates).next() else { return false };
        let without = Demand { candidates: rest.candidates & !unit.bit(), ..rest };
        let with = Demand {
            need: rest.need.saturating_sub(self.attack_strength(unit)),
            company: rest.company && self.stormers.contains(unit),
            ..without
        };
        self.deal_shared(side, with, others, used | unit.bit()) || self.deal_shared(side, without, others, used)
    }

    // ---- choices -------------------------------------------------------------

    /// Whether the attacks declared so far can be made as they are [12.31][12.7].
    fn is_declarable(&self, side: Side) -> bool {
        let free = self.units_free_under(side, &self.attacks.targets());
        self.can_deal(side, &self.demands(side, free))
    }

    /// Whether they can be made when further hexes are declared: only hexes that a duty asks for help.
    fn is_completable(&mut self, side: Side) -> bool {
        if self.is_declarable(side) {
            return true;
        }
        let targets = self.attacks.targets();
        let near = targets.iter().fold(0, |bits, target| bits | self.attackers_of(side, &[target].into_iter().collect()));
        let wanted = units(side, near).fold(HexSet::EMPTY, |all, unit| all.union(self.duty(unit))).difference(targets);
        let before = self.attacks;
        for hex in wanted.iter() {
            for choice in [Action::Attack(hex), Action::Also(hex)] {
                if self.is_in_order(side, choice) {
                    self.declare(choice);
                    let completable = self.is_completable(side);
                    self.attacks = before;
                    if completable {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn declare(&mut self, choice: Action) {
        match choice {
            Action::Attack(hex) => self.attacks.open(hex),
            Action::Also(hex) => self.attacks.also(hex),
            _ => unreachable!("{choice:?} declares nothing"),
        }
    }

    /// Attacks are declared in the order of their first hexes, and their hexes in order, so that each set of attacks comes
    /// about in one way. A hex belongs to one attack, and every hex of an attack has a unit next to all of them [12.8].
    fn is_in_order(&self, side: Side, choice: Action) -> bool {
        let last = self.attacks.declared().last();
        let new = |hex: Hex| !self.attacks.targets().contains(hex);
        match choice {
            Action::Attack(hex) => {
                usize::from(self.attacks.count) < ATTACKS
                    && new(hex)
                    && last.is_none_or(|last| hex > last.first())
                    && self.attackers_of(side, &[hex].into_iter().collect()) != 0
            }
            Action::Also(hex) => last.is_some_and(|last| {
                let mut hexes = last.hexes;
                let highest = hexes.iter().last();
                hexes.insert(hex);
                new(hex) && highest.is_some_and(|highest| hex > highest) && self.attackers_of(side, &hexes) != 0
            }),
            _ => false,
        }
    }

    /// Enemy hexes next to units of the side.
    fn attackable(&self, side: Side) -> HexSet {
        let beside = |hex: &Hex| self.attackers_of(side, &[*hex].into_iter().collect()) != 0;
        self.board.occupied(side.opponent()).iter().filter(beside).collect()
    }

    pub(super) fn carry_on_declaration(&mut self, side: Side) -> Progress {
        let any = !self.attackable(side).is_empty();
        self.wait_or_pop(any)
    }

    pub(super) fn list_declarations(&self, side: Side, out: &mut Vec<Action>) {
        if self.is_declarable(side) {
            out.push(Action::Done);
        }
        let attackable = self.attackable(side);
        let mut trial = self.clone();
        for hex in attackable.iter() {
            for choice in [Action::Attack(hex), Action::Also(hex)] {
                if !self.is_in_order(side, choice) {
                    continue;
                }
                trial.declare(choice);
                if trial.is_completable(side) {
                    out.push(choice);
                }
                trial.attacks = self.attacks;
            }
        }
    }

    /// All attacks are declared: engineers told off for an assault must have one [PB 7.42].
    pub(super) fn close_declaration(&mut self, side: Side) {
        self.frames.pop();
        self.attacks.free = self.units_free_under(side, &self.attacks.targets());
        for unit in units(side, self.stormers.of(side)) {
            let joins = |attack: &Attack| {
                let fortified = self.assault_targets(unit).any(|target| attack.hexes.contains(target));
                fortified && self.attackers_of(side, &attack.hexes) & self.attacks.free & unit.bit() != 0
            };
            if !self.attacks.declared().iter().any(joins) {
                self.stormers.remove(unit);
            }
        }
        self.frames.push(Frame::Excess(side, 0));
    }
}
