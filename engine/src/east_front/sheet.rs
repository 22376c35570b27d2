//! The odds sheet of a combat in progress: what the position gives to the resolution of [`super::odds`] and [`super::drm`].

use arrayvec::ArrayVec;

use super::EastFront;
use super::combat::Battle;
use super::data::edge;
use super::drm::{self, Across, Assault, DefendingHex, Stand};
use super::ids::{UnitId, units};
use super::movement::Going;
use super::odds::{self, Attacker, Column, Support};
use super::results::Order;
use crate::game::Side;
use crate::hex::{Direction, Hex};
use crate::kit::tally::Tally;

/// Most units in one combat.
const PARTICIPANTS: usize = 64;
/// Most hexes attacked as one: the neighbours of a hex.
const DEFENDING_HEXES: usize = 6;

/// Odds of a combat, itemised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleSheet {
    /// Attack strength after halving, support included.
    pub attack: u16,
    /// Defence strength, support included.
    pub defence: u16,
    /// Column of the combat table; `None` below 1-4.
    pub column: Option<Column>,
    /// Modifiers with their causes.
    pub modifiers: Tally<drm::Cause>,
}

impl EastFront {
    /// The odds sheet of a combat as it stands.
    pub(super) fn sheet(&self, battle: &Battle) -> BattleSheet {
        let attack = self.attack_total(battle);
        let defence = self.defence_total(battle);
        let column = Column::of(attack, defence, self.data.script.switches.top_odds);
        BattleSheet { attack, defence, column, modifiers: self.modifiers(battle) }
    }

    /// The weather on the ground.
    pub(super) fn weather_on_ground(&self) -> Going {
        Going { condition: self.condition(), lingering_mud: false, frozen: self.season.frozen }
    }

    fn hexes_of(&self, battle: &Battle) -> &[Hex] {
        self.attacks.hexes(usize::from(battle.attack))
    }

    /// [15.51][15.52][15.53] Attack strength with support.
    pub(super) fn attack_total(&self, battle: &Battle) -> u16 {
        let hexes = self.hexes_of(battle);
        let mut attackers: ArrayVec<Attacker, PARTICIPANTS> = ArrayVec::new();
        for unit in units(battle.attacker, battle.attackers).take(PARTICIPANTS) {
            attackers.push(Attacker { strength: self.board.values(self.data, unit).attack, halvings: self.halvings(unit, hexes) });
        }
        let support = Support { points: self.support_of(battle.attacker, battle.supports), halved: self.support_is_halved(hexes) };
        odds::attack_total(&self.data.tables.odds, &self.data.tables.artillery, &attackers, support)
    }

    /// [15.52] How often a unit's attack is halved: the most that one of the hexes calls for.
    fn halvings(&self, unit: UnitId, hexes: &[Hex]) -> u8 {
        let Some(hex) = self.board.hex(unit) else { return 0 };
        let features = &self.data.map.features;
        let armour = self.data.roster.armour.contains(unit);
        let times = |target: Hex| {
            let side = self.data.map.edge_between(hex, target).unwrap_or(0);
            let (from, into) = (features[hex.index()], features[target.index()]);
            odds::halvings(&self.data.tables.terrain, self.weather_on_ground(), from, side, into, armour)
        };
        hexes.iter().copied().map(times).max().unwrap_or(0)
    }

    pub(super) fn support_of(&self, side: Side, guns: u128) -> u16 {
        units(side, guns).map(|gun| u16::from(self.board.values(self.data, gun).support)).sum()
    }

    /// [15.52.a][15.53] Whether support into one of the hexes is halved.
    fn support_is_halved(&self, hexes: &[Hex]) -> bool {
        hexes.iter().any(|&hex| odds::support_is_halved(self.weather_on_ground(), self.data.map.features[hex.index()]))
    }

    /// [15.54][15.55] Defence strength: all in the hexes but guns that support, and support up to that strength.
    pub(super) fn defence_total(&self, battle: &Battle) -> u16 {
        let side = battle.attacker.opponent();
        let hexes = self.hexes_of(battle);
        let guns = self.guns_in_defence(side, usize::from(battle.attack));
        let defenders = hexes.iter().flat_map(|&hex| self.board.stack(hex)).filter(|unit| guns & unit.bit() == 0);
        let strength = defenders.map(|unit| u16::from(self.board.values(self.data, unit).defence)).sum();
        let support = Support { points: self.support_of(side, guns), halved: self.support_is_halved(hexes) };
        odds::defence_total(&self.data.tables.artillery, strength, support)
    }

    /// [15.6] Modifiers.
    fn modifiers(&self, battle: &Battle) -> Tally<drm::Cause> {
        let roster = &self.data.roster;
        let enemy = battle.attacker.opponent();
        let attack = &self.attacks.declared()[usize::from(battle.attack)];
        let mut hexes: ArrayVec<DefendingHex, DEFENDING_HEXES> = ArrayVec::new();
        for &hex in self.hexes_of(battle).iter().take(DEFENDING_HEXES) {
            let strongpoint = self.forts.strongpoints[enemy.index()].contains(&hex);
            hexes.push(DefendingHex { features: self.data.map.features[hex.index()], strongpoint });
        }
        let edge = |flag: u16| self.all_cross(battle, |from, direction| self.data.map.edge(from, direction) & flag != 0);
        let across = Across { river: edge(edge::RIVER), major_river: edge(edge::MAJOR), line: self.all_cross_line(battle) };
        let heavies = if battle.attacker == Side::Axis { battle.supports & roster.super_heavy.of(Side::Axis) } else { 0 };
        let assault = Assault {
            armour: battle.attackers & roster.armour.of(battle.attacker) != 0,
            partners: battle.attackers & roster.with_armour.of(battle.attacker) != 0,
            integrity: 0,
            engineers: battle.breach,
            super_heavies: heavies.count_ones() as u8,
            attack_supply: self.has_attack_supply(battle.attacker),
            air: attack.support,
        };
        let stand = Stand {
            side: enemy,
            hexes: &hexes,
            fights_armour: battle.defenders & roster.against_armour.of(enemy) != 0,
            overrun: units(enemy, battle.defenders).any(|unit| self.board.has_overrun_marker(unit)),
            out_of_supply: false,
            // [15.59] The defender's order counts once it has been turned up.
            no_retreat: attack.order() == Order::NoRetreat && self.sealed_order() != Some(usize::from(battle.attack)),
        };
        drm::tally(&self.data.tables, self.weather_on_ground(), across, assault, stand)
    }

    /// [15.63] Whether declaring engineer effects would change anything.
    pub(super) fn may_breach(&self, battle: &Battle) -> bool {
        let engineers = battle.attackers & self.data.roster.engineers.of(battle.attacker) != 0;
        engineers && self.modifiers(&Battle { breach: true, ..*battle }).of(drm::Cause::Engineers) != 0
    }

    /// [15.61.b] Whether every attacker attacks every hex across such a side.
    fn all_cross(&self, battle: &Battle, side: impl Fn(Hex, Direction) -> bool) -> bool {
        let hexes = self.hexes_of(battle);
        let grid = &self.data.map.grid;
        battle.attackers != 0
            && units(battle.attacker, battle.attackers).all(|unit| {
                let from = self.board.hex(unit).expect("attackers are on the map");
                hexes.iter().all(|&target| grid.direction(from, target).is_some_and(|direction| side(from, direction)))
            })
    }

    /// [18.21] Whether all Axis attackers attack across undestroyed fortified lines.
    fn all_cross_line(&self, battle: &Battle) -> bool {
        battle.attacker == Side::Axis && self.all_cross(battle, |from, direction| self.crosses_line(from, direction))
    }

    /// [16.31.c] Whether the attack is made against an undestroyed fortification.
    pub(super) fn is_against_works(&self, battle: &Battle) -> bool {
        let works = &self.forts.strongpoints[battle.attacker.opponent().index()];
        self.hexes_of(battle).iter().any(|hex| works.contains(hex)) || self.all_cross_line(battle)
    }
}
