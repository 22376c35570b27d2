//! Attack declaration [12].
//!
//! A declaration names the hexes attacked and which of them are attacked as one combat. The units named with it would bind
//! nobody (15.21: participants are chosen when the attack is resolved), so that units exist which fulfil the declaration is
//! what is checked: enough of them for every attack at 1-4, each in one attack, and none next to an enemy ZOC that is not
//! attacked [12.7].

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;

use super::EastFront;
use super::action::Action;
use super::declaration;
use super::frame::{Declaration, Frame};
use super::ids::{HexSet, SIDE_UNITS, UnitId, units};
use super::results::Order;
use crate::game::{Side, Turn};
use crate::hex::Hex;
use crate::kit::procedures::Procedure;

/// Most attacks of one phase: each takes a unit of its own.
pub(super) const ATTACKS: usize = SIDE_UNITS;
/// A gun is committed to no attack.
const NO_ATTACK: u8 = u8::MAX;
/// Most hexes under attack in one phase: each holds a counter of the defender.
const TARGETS: usize = SIDE_UNITS;

/// A declared attack, in three bytes. Its hexes stand in [`Attacks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Attack {
    /// End of its hexes in the list of all.
    end: u8,
    /// The number of the order, and [`RESOLVED`].
    flags: u8,
    /// Points of close air support, positive for the attacker [15.65].
    pub(super) support: i8,
}

/// The flag of an attack that has been resolved, or is being resolved.
const RESOLVED: u8 = 1 << 7;

impl Attack {
    const EMPTY: Attack = Attack { end: 0, flags: 0, support: 0 };

    /// The defender's order, face down until the combat [14.32].
    pub(super) fn order(self) -> Order {
        Order::ALL[usize::from(self.flags & !RESOLVED)]
    }

    pub(super) fn set_order(&mut self, order: Order) {
        self.flags = order as u8 | self.flags & RESOLVED;
    }

    /// Whether it has been resolved, or is being resolved.
    pub(super) fn is_resolved(self) -> bool {
        self.flags & RESOLVED != 0
    }

    pub(super) fn resolve(&mut self) {
        self.flags |= RESOLVED;
    }
}

/// The attacks declared in the phase at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Attacks {
    /// Hexes with a Declared Attack marker, attack by attack.
    targets: [Hex; TARGETS],
    list: [Attack; ATTACKS],
    count: u8,
    /// The attack that each gun of the defender answers [14.21], by slot; [`NO_ATTACK`] for none.
    answered: [u8; SIDE_UNITS],
    /// Units of the attacker whose duty to attack all that project ZOC into their hex is met [12.7].
    pub(super) free: u128,
}

impl Attacks {
    pub(super) const NONE: Attacks =
        Attacks { targets: [Hex(0); TARGETS], list: [Attack::EMPTY; ATTACKS], count: 0, answered: [NO_ATTACK; SIDE_UNITS], free: 0 };

    /// The attacks in the order of their declaration.
    pub(super) fn declared(&self) -> &[Attack] {
        &self.list[..usize::from(self.count)]
    }

    /// The attacks, to be changed.
    pub(super) fn declared_mut(&mut self) -> &mut [Attack] {
        &mut self.list[..usize::from(self.count)]
    }

    /// Numbers of the attacks that are still to be resolved.
    pub(super) fn unresolved(&self) -> impl Iterator<Item = usize> + '_ {
        self.declared().iter().enumerate().filter(|(_, attack)| !attack.is_resolved()).map(|(index, _)| index)
    }

    /// Hexes attacked as one, in ascending order.
    pub(super) fn hexes(&self, attack: usize) -> &[Hex] {
        let from = attack.checked_sub(1).map_or(0, |before| self.list[before].end);
        &self.targets[usize::from(from)..usize::from(self.list[attack].end)]
    }

    /// The first hex of an attack, by which it goes in notation.
    pub(super) fn first(&self, attack: usize) -> Hex {
        self.hexes(attack)[0]
    }

    /// All hexes with a Declared Attack marker, resolved ones included.
    pub(super) fn targets(&self) -> &[Hex] {
        self.declared().last().map_or(&[], |last| &self.targets[..usize::from(last.end)])
    }

    /// Whether the attack on a hex is still to be resolved [16.44].
    pub(super) fn is_pending(&self, hex: Hex) -> bool {
        self.unresolved().any(|attack| self.hexes(attack).contains(&hex))
    }

    /// The attack whose first hex this is.
    pub(super) fn at(&self, hex: Hex) -> Option<usize> {
        (0..self.declared().len()).find(|&attack| self.first(attack) == hex)
    }

    /// The attack that a hex is a target of.
    pub(super) fn of(&self, hex: Hex) -> Option<usize> {
        (0..self.declared().len()).find(|&attack| self.hexes(attack).contains(&hex))
    }

    /// Declares an attack on a hex and gives its number.
    pub(super) fn open(&mut self, hex: Hex) -> usize {
        let end = self.targets().len() as u8;
        self.list[usize::from(self.count)] = Attack { end, ..Attack::EMPTY };
        self.count += 1;
        self.also(hex);
        usize::from(self.count) - 1
    }

    /// Adds a hex, higher than the others, to the attack declared last.
    pub(super) fn also(&mut self, hex: Hex) {
        let last = &mut self.list[usize::from(self.count) - 1];
        self.targets[usize::from(last.end)] = hex;
        last.end += 1;
    }

    /// Artillery committed to the defence against an attack.
    pub(super) fn guns(&self, attack: usize) -> u128 {
        let answers = |bits: u128, (slot, &answered): (usize, &u8)| bits | u128::from(usize::from(answered) == attack) << slot;
        self.answered.iter().enumerate().fold(0, answers)
    }

    /// Commits a gun to the defence against an attack.
    pub(super) fn commit(&mut self, gun: UnitId, attack: usize) {
        self.answered[gun.slot()] = attack as u8;
    }
}

/// Only what is declared counts.
impl Hash for Attacks {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.declared().hash(state);
        self.targets().hash(state);
        self.answered.hash(state);
        self.free.hash(state);
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

impl Procedure<EastFront> for Declaration {
    const QUESTION: &'static str = "declare attacks, or done";

    fn decider(self, _: &EastFront) -> Turn {
        Turn::Player(self.side)
    }

    fn is_due(self, game: &EastFront) -> bool {
        !game.attackable(self.side).is_empty()
    }

    fn list(self, game: &EastFront, out: &mut Vec<Action>) {
        let side = self.side;
        if game.is_declarable(side) {
            out.push(Action::Done);
        }
        let attackable = game.attackable(side);
        let mut trial = game.clone();
        for hex in attackable.iter() {
            for choice in [Action::Attack(hex), Action::Also(hex)] {
                if !game.is_in_order(side, choice) {
                    continue;
                }
                trial.declare(choice);
                if trial.is_completable(side) {
                    out.push(choice);
                }
                trial.attacks = game.attacks;
            }
        }
    }

    /// When all attacks are declared, engineers told off for an assault must have one [PB 7.42].
    fn carry_out(self, game: &mut EastFront, action: Action) {
        if action != Action::Done {
            return game.declare(action);
        }
        let side = self.side;
        game.attacks.free = game.units_free_under(side, game.attacks.targets());
        for unit in units(side, game.stormers.of(side)) {
            let joins = |attack: usize| {
                let hexes = game.attacks.hexes(attack);
                let fortified = game.assault_targets(unit).any(|target| hexes.contains(&target));
                fortified && game.attackers_of(side, hexes) & game.attacks.free & unit.bit() != 0
            };
            if !(0..game.attacks.declared().len()).any(joins) {
                game.stormers.remove(unit);
            }
        }
        game.frames.replace_top(Frame::Excess(side, 0));
    }
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
    pub(super) fn attackers_of(&self, side: Side, hexes: &[Hex]) -> u128 {
        let Some(&first) = hexes.first() else { return 0 };
        let near = self
            .data
            .map
            .grid
            .neighbours(first)
            .fold(0, |bits, (_, hex)| bits | if self.board.holds(hex, side) { self.board.stack_bits(hex) } else { 0 });
        let all = |unit: &UnitId| hexes.iter().all(|&target| self.may_attack(*unit, target));
        units(side, near).filter(all).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [12.7] Enemy hexes that exert ZOC into the hex of a unit.
    fn duty(&self, unit: UnitId) -> impl Iterator<Item = Hex> {
        let hex = self.board.hex(unit).expect("it stands next to the enemy");
        self.board.zoc_sources(self.data, unit.side().opponent(), hex)
    }

    /// [12.7] The first enemy hex that keeps a unit out of every attack on these hexes: it would have to be attacked too.
    pub(super) fn binding_hex(&self, unit: UnitId, targets: &[Hex]) -> Option<Hex> {
        self.duty(unit).find(|hex| !targets.contains(hex))
    }

    /// [12.7] Units of a side that are free to attack: in its declaration those whose duty the attacks declared so far meet,
    /// afterwards those whose duty was met when it ended.
    pub(super) fn free_to_attack(&self, side: Side) -> u128 {
        if matches!(self.frames.top(), Some(Frame::Declaration(_))) {
            self.units_free_under(side, self.attacks.targets())
        } else {
            self.attacks.free
        }
    }

    /// Units whose duty is met when these hexes are attacked.
    pub(super) fn units_free_under(&self, side: Side, targets: &[Hex]) -> u128 {
        let near = targets.iter().fold(0, |bits, &target| bits | self.attackers_of(side, &[target]));
        let met = |unit: &UnitId| self.duty(*unit).all(|hex| targets.contains(&hex));
        units(side, near).filter(met).fold(0, |bits, unit| bits | unit.bit())
    }

    /// [12.33] Attack strength of a unit.
    pub(super) fn attack_strength(&self, unit: UnitId) -> u16 {
        u16::from(self.board.values(self.data, unit).attack)
    }

    /// [12.34] Declared defence of a set of hexes: without artillery, and at least what one point of attack takes on.
    fn declared_defence(&self, hexes: &[Hex]) -> u16 {
        let artillery = &self.data.roster.artillery;
        let stack = hexes.iter().flat_map(|&hex| self.board.stack(hex));
        stack.filter(|&unit| !artillery.contains(unit)).map(|unit| u16::from(self.board.values(self.data, unit).defence)).sum()
    }

    /// What the attacks need that are not resolved yet, with units out of `usable` alone.
    pub(super) fn demands(&self, side: Side, usable: u128) -> ArrayVec<Demand, ATTACKS> {
        let demand = |attack: usize| {
            let hexes = self.attacks.hexes(attack);
            let candidates = self.attackers_of(side, hexes) & usable;
            Demand { candidates, need: least_attack(self.declared_defence(hexes)), company: true }
        };
        self.attacks.unresolved().map(demand).collect()
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
        let free = self.units_free_under(side, self.attacks.targets());
        self.can_deal(side, &self.demands(side, free))
    }

    /// Whether they can be made when further hexes are declared: only hexes that a duty asks for help.
    fn is_completable(&mut self, side: Side) -> bool {
        if self.is_declarable(side) {
            return true;
        }
        let targets = self.attacks.targets();
        let near = targets.iter().fold(0, |bits, &target| bits | self.attackers_of(side, &[target]));
        let wanted: HexSet = units(side, near).flat_map(|unit| self.duty(unit)).filter(|hex| !targets.contains(hex)).collect();
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
            Action::Attack(hex) => _ = self.attacks.open(hex),
            Action::Also(hex) => self.attacks.also(hex),
            _ => unreachable!("{choice:?} declares nothing"),
        }
    }

    /// Attacks are declared in the order of their first hexes, and their hexes in order, so that each set of attacks comes
    /// about in one way. A hex belongs to one attack, and every hex of an attack has a unit next to all of them [12.8].
    fn is_in_order(&self, side: Side, choice: Action) -> bool {
        let last = self.attacks.declared().len().checked_sub(1);
        let new = |hex: Hex| !self.attacks.targets().contains(&hex);
        match choice {
            Action::Attack(hex) => {
                new(hex) && last.is_none_or(|last| hex > self.attacks.first(last)) && self.attackers_of(side, &[hex]) != 0
            }
            Action::Also(hex) => last.is_some_and(|last| {
                let hexes = self.attacks.hexes(last);
                // A unit is next to all of them, so no more than six.
                let together: ArrayVec<Hex, 7> = hexes.iter().copied().chain([hex]).collect();
                new(hex) && hexes.last().is_some_and(|highest| hex > *highest) && self.attackers_of(side, &together) != 0
            }),
            _ => false,
        }
    }

    /// Enemy hexes next to units of the side.
    fn attackable(&self, side: Side) -> HexSet {
        let beside = |hex: &Hex| self.attackers_of(side, &[*hex]) != 0;
        self.board.occupied(side.opponent()).iter().filter(beside).collect()
    }
}
