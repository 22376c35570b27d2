//! Combats of the East Front: strengths, odds, modifiers, results [15][16] and who may support whom [T.ARTY], read off the
//! board with the numbers of the rulebook.

use std::collections::BTreeMap;

use stavka_engine::east_front::data::{Cell, Effect, Feature, Nationality, UnitKind, edge};
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::odds::Column;
use stavka_engine::east_front::results::{Order, Verdict};
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{Action, AttackReport, EastFront, FightReport, UnitId, units};
use stavka_engine::game::{Game as _, Side};
use stavka_engine::hex::{Direction, Hex};

use super::super::{Finding, require};
use super::east_front::{covered, name};

/// [15.5] Odds columns in the order of the combat table, attack to defence.
const COLUMNS: [(u16, u16); 15] =
    [(1, 4), (1, 3), (1, 2), (3, 4), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1), (10, 1)];

/// Modifiers that engineers and super-heavy artillery may offset [15.63][15.64].
const CITIES: [Feature; 2] = [Feature::City, Feature::MajorCity];

/// What a series of combats has shown, so that a test can demand that it has seen everything.
#[derive(Default, Debug)]
pub(crate) struct Met(BTreeMap<&'static str, u32>);

impl Met {
    /// What must have been met: every modifier, halved attacks and support, support that is capped, every order, every
    /// column, guns that may and that may not be committed.
    const ALL: [&'static str; 28] = [
        "ground",
        "strongpoint",
        "river",
        "line",
        "no retreat",
        "no attack supply",
        "combined arms",
        "overrun marker",
        "engineers and super-heavy artillery",
        "close air support",
        "halved attack",
        "attack halved twice",
        "halved support",
        "capped support",
        "support in defence",
        "several hexes",
        "odds below 1-4",
        "odds of 10-1",
        "fortified retreat",
        "attacker's No Retreat",
        "attacker's Further Retreat",
        "defender's Further Retreat",
        "gun admitted",
        "gun refused",
        "first loss of engineers",
        "first loss of armour",
        "free loss",
        "advance",
    ];

    fn note(&mut self, what: &'static str, holds: bool) {
        if holds {
            *self.0.entry(what).or_insert(0) += 1;
        }
    }

    /// Adds what another series has shown.
    pub(crate) fn add(&mut self, other: Met) {
        for (what, count) in other.0 {
            *self.0.entry(what).or_insert(0) += count;
        }
    }

    /// Fails unless everything has been met.
    pub(crate) fn demand_everything(&self) {
        let missing: Vec<&str> = Met::ALL.into_iter().filter(|what| !self.0.contains_key(what)).collect();
        assert!(missing.is_empty(), "never met: {missing:?}; met: {:?}", self.0);
    }
}

/// A combat on the board.
struct Fight<'a> {
    game: &'a EastFront,
    report: &'a FightReport,
    hexes: Vec<Hex>,
}

impl Fight<'_> {
    fn attackers(&self) -> impl Iterator<Item = UnitId> {
        units(self.report.attacker, self.report.attackers)
    }

    fn defenders(&self) -> impl Iterator<Item = UnitId> {
        units(self.defender(), self.report.defenders)
    }

    fn defender(&self) -> Side {
        self.report.attacker.opponent()
    }

    fn kind(&self, unit: UnitId) -> UnitKind {
        self.game.data().unit(unit).kind
    }

    fn hex(&self, unit: UnitId) -> Hex {
        self.game.place(unit).hex().expect("who fights is on the map")
    }

    fn has(&self, hex: Hex, feature: Feature) -> bool {
        self.game.data().map.features[hex.index()].has(feature)
    }

    fn any_hex(&self, feature: Feature) -> bool {
        self.hexes.iter().any(|&hex| self.has(hex, feature))
    }

    fn condition(&self) -> Condition {
        self.game.condition()
    }

    /// Snow, or the arctic weather that has its column.
    fn is_white(&self) -> bool {
        matches!(self.condition(), Condition::Snow | Condition::Arctic)
    }

    /// [15.61.b] Whether everybody attacks every hex across such a side.
    fn all_across(&self, crossed: impl Fn(Hex, Direction, Hex) -> bool) -> bool {
        let grid = &self.game.data().map.grid;
        self.attackers().all(|unit| {
            let from = self.hex(unit);
            self.hexes.iter().all(|&to| grid.direction(from, to).is_some_and(|direction| crossed(from, direction, to)))
        })
    }

    fn all_across_edge(&self, flag: u16) -> bool {
        self.all_across(|from, direction, _| self.game.data().map.edge(from, direction) & flag != 0)
    }

    /// [18.21] An undestroyed fortified line, which protects the Soviets alone.
    fn all_across_line(&self) -> bool {
        let map = &self.game.data().map;
        self.report.attacker == Side::Axis
            && self.all_across(|from, direction, to| {
                map.edge(from, direction) & edge::LINE != 0 && map.line_owner(from, to).is_none_or(|owner| !self.game.is_breached(owner))
            })
    }

    /// [18.36] An undestroyed strongpoint of the defender.
    fn in_strongpoint(&self) -> bool {
        self.hexes.iter().any(|&hex| self.game.has_strongpoint(self.defender(), hex))
    }

    fn has_attack_supply(&self) -> bool {
        let turn = &self.game.data().script.turns[usize::from(self.game.game_turn()) - 1];
        match self.report.attacker {
            Side::Axis => turn.axis_attack_supply,
            Side::Soviet => turn.soviet_attack_supply,
        }
    }

    // ---- strengths [15.5] ------------------------------------------------------------

    /// [15.52] Times that a unit's attack is halved.
    fn halvings(&self, unit: UnitId) -> u32 {
        let (from, map) = (self.hex(unit), &self.game.data().map);
        let swamp = self.has(from, Feature::Swamp) && !self.is_white();
        let armour = matches!(self.kind(unit), UnitKind::Tank | UnitKind::AssaultGun | UnitKind::ArmouredAt);
        let into = |&to: &Hex| {
            let river = map.edge_between(from, to).unwrap_or(0) & edge::MAJOR != 0 && !self.is_white();
            let streets = armour && CITIES.iter().any(|&city| self.has(to, city));
            u32::from(swamp) + u32::from(river) + u32::from(streets)
        };
        self.hexes.iter().map(into).max().unwrap_or(0)
    }

    /// [15.53][15.55] Support beside a strength: no more than that, then half of it in mud and into a swamp.
    fn support(&self, side: Side, guns: u128, strength: u32) -> u32 {
        let points: u32 = units(side, guns).map(|gun| u32::from(self.game.values(gun).support)).sum();
        let halved = self.condition() == Condition::Mud || self.any_hex(Feature::Swamp) && !self.is_white();
        points.min(strength) / if halved { 2 } else { 1 }
    }

    fn attack(&self) -> u32 {
        let strength = |unit| u32::from(self.game.values(unit).attack);
        let whole: u32 = self.attackers().map(strength).sum();
        let quarters: u32 = self.attackers().map(|unit| 8 * strength(unit) / 2_u32.pow(self.halvings(unit))).sum();
        (quarters / 8 + self.support(self.report.attacker, self.report.supports, whole)).max(1)
    }

    /// Guns that support the defence still: outside the hexes only while they stand in no enemy ZOC [15.55.a].
    fn guns(&self) -> u128 {
        let fires = |gun: &UnitId| {
            let hex = self.game.place(*gun).hex();
            hex.is_some_and(|hex| self.hexes.contains(&hex) || !covered(self.game, self.report.attacker, hex))
        };
        units(self.defender(), self.report.guns).filter(fires).fold(0, |bits, gun| bits | gun.bit())
    }

    /// [15.54] Guns give support or defence, not both.
    fn defence(&self) -> u32 {
        let guns = self.guns();
        let rest = self.defenders().filter(|unit| guns & unit.bit() == 0);
        let strength = rest.map(|unit| u32::from(self.game.values(unit).defence)).sum();
        strength + self.support(self.defender(), guns, strength)
    }

    // ---- modifiers [15.6] ------------------------------------------------------------

    /// [15.61.a] What the ground of a hex gives.
    fn ground(&self, hex: Hex) -> (Option<Feature>, i8) {
        let major = if self.defender() == Side::Soviet { 2 } else { 1 };
        let town = i8::from(self.condition() == Condition::Mud || self.is_white());
        let ground = [(Feature::MajorCity, major), (Feature::Hill, 1), (Feature::City, 1), (Feature::Town, town)];
        let here = ground.into_iter().filter(|&(feature, drm)| drm > 0 && self.has(hex, feature));
        here.max_by_key(|&(feature, drm)| (drm, feature == Feature::Hill)).map_or((None, 0), |(feature, drm)| (Some(feature), drm))
    }

    /// [15.67] Armour, its partners, nothing against it; dry or frost; not across water or works, nor all of it in streets,
    /// swamps or strongpoints.
    fn combined_arms(&self) -> bool {
        use UnitKind::{
            Aa, ArmouredAt, AssaultGun, At, Engineer, Motorcycle, MotorizedAa, MotorizedAt, MotorizedEngineer, MotorizedInfantry,
            Reconnaissance, Tank,
        };
        let attack = |kinds: &[UnitKind]| self.attackers().any(|unit| kinds.contains(&self.kind(unit)));
        let against = [Tank, AssaultGun, ArmouredAt, MotorizedAt, At, MotorizedAa, Aa];
        let frost = self.condition() == Condition::Frost;
        let water = self.all_across_edge(edge::RIVER) || self.all_across_edge(edge::MAJOR);
        let shut = |&hex: &Hex| {
            self.game.has_strongpoint(self.defender(), hex)
                || CITIES.iter().any(|&city| self.has(hex, city))
                || self.has(hex, Feature::Swamp) && !frost
        };
        attack(&[Tank, AssaultGun, ArmouredAt])
            && attack(&[Reconnaissance, Motorcycle, MotorizedInfantry, Engineer, MotorizedEngineer])
            && !self.defenders().any(|unit| against.contains(&self.kind(unit)))
            && (frost || self.condition() == Condition::Dry)
            && !water
            && !self.all_across_line()
            && !self.hexes.iter().all(shut)
    }

    fn modifiers(&self, order: Order) -> [(&'static str, i8); 10] {
        let best = self.hexes.iter().map(|&hex| self.ground(hex)).max_by_key(|&(feature, drm)| (drm, feature == Some(Feature::Hill)));
        let (feature, ground) = best.expect("a combat has a hex");
        let strongpoint = i8::from(self.in_strongpoint());
        let river = i8::from(self.all_across_edge(edge::RIVER) && !self.is_white());
        let line = i8::from(self.all_across_line());
        let siege = |features: &[Feature]| if feature.is_some_and(|feature| features.contains(&feature)) { ground } else { 0 };
        let works = strongpoint + line;
        let heavies = units(self.report.attacker, self.report.supports).filter(|&gun| self.kind(gun) == UnitKind::SuperHeavy).count();
        let for_guns = works + siege(&CITIES);
        let heavy = for_guns.min(i8::try_from(heavies).expect("there are few such guns"));
        let for_engineers = works + river + siege(&[Feature::Town, Feature::City, Feature::MajorCity]) - heavy;
        let engineers = i8::from(self.report.breach && for_engineers > 0);
        let marked = self.defenders().any(|unit| self.game.has_overrun_marker(unit));
        [
            ("ground", ground),
            ("strongpoint", strongpoint),
            ("river", river),
            ("line", line),
            ("no retreat", i8::from(order == Order::NoRetreat)),
            ("no attack supply", if self.has_attack_supply() { 0 } else { 2 }),
            ("combined arms", -i8::from(self.combined_arms())),
            ("overrun marker", -i8::from(marked)),
            ("engineers and super-heavy artillery", -engineers - heavy),
            ("close air support", -self.game.air_support(self.hexes[0])),
        ]
    }

    /// The engine's modifiers in the same words.
    fn told(&self) -> [(&'static str, i8); 10] {
        let tally = &self.report.sheet.modifiers;
        let ground = tally.terms.iter().filter(|(cause, _)| matches!(cause, Cause::Terrain(_))).map(|(_, drm)| drm).sum();
        [
            ("ground", ground),
            ("strongpoint", tally.of(Cause::Strongpoint)),
            ("river", tally.of(Cause::River)),
            ("line", tally.of(Cause::FortifiedLine)),
            ("no retreat", tally.of(Cause::NoRetreat)),
            ("no attack supply", tally.of(Cause::NoAttackSupply)),
            ("combined arms", tally.of(Cause::CombinedArms)),
            ("overrun marker", tally.of(Cause::OverrunMarker)),
            ("engineers and super-heavy artillery", tally.of(Cause::Engineers) + tally.of(Cause::SuperHeavy)),
            ("close air support", tally.of(Cause::CloseAirSupport)),
        ]
    }

    // ---- results [15.8][16] ----------------------------------------------------------

    /// [16.4][16.41] Steps and hexes of one side.
    fn verdict(effect: Effect, extra: u8, order: Order, exempt: bool) -> Verdict {
        let (mut steps, mut retreat) = (effect.steps + extra, if effect.retreat { 2 } else { 0 });
        let mut held_back = false;
        match order {
            Order::NoRetreat if effect.retreat => {
                retreat = 0;
                steps += if exempt { 1 } else { 2 };
            }
            Order::FurtherRetreat => {
                held_back = true;
                if effect.retreat {
                    retreat = 3;
                    steps -= u8::from(effect.steps > 0);
                }
            }
            _ => {}
        }
        Verdict { eliminated: effect.eliminated, steps, retreat, path_by_opponent: held_back && effect.retreat, held_back }
    }

    /// The cell of the combat table, and the steps of its asterisk [16.31]; `None` below 1-4.
    fn cell(&self, die: i8, net: i8, column: Option<usize>) -> Option<(Cell, u8)> {
        let cell = self.game.data().tables.crt[usize::from((die + net).clamp(0, 11).unsigned_abs())][column?];
        let fortified = self.in_strongpoint() || self.all_across_line();
        let extra = if cell.attacker.asterisk { u8::from(!self.has_attack_supply()) + u8::from(fortified) } else { 0 };
        Some((cell, extra))
    }

    /// [16.13] Who shares the attacker's result: attackers, and supporting guns next to a defending hex.
    fn hit(&self) -> impl Iterator<Item = UnitId> {
        let grid = &self.game.data().map.grid;
        let beside = |gun: &UnitId| self.hexes.iter().any(|&hex| grid.distance(self.hex(*gun), hex) == 1);
        self.attackers().chain(units(self.report.attacker, self.report.supports).filter(beside))
    }

    /// What a die does to the attacker and the defender.
    fn fall(&self, die: i8, net: i8, column: Option<usize>, order: Order) -> [Verdict; 2] {
        let data = self.game.data();
        let Some((cell, extra)) = self.cell(die, net, column) else {
            let nothing = Verdict { eliminated: false, steps: 0, retreat: 0, path_by_opponent: false, held_back: false };
            let held = |order| Verdict { held_back: order == Order::FurtherRetreat, ..nothing };
            return [Verdict { eliminated: true, ..held(self.report.order) }, held(order)];
        };
        let fortified = self.in_strongpoint() || self.all_across_line();
        let german = |unit: UnitId| data.unit(unit).nationality == Nationality::German;
        let attacker = Self::verdict(cell.attacker, extra, self.report.order, self.hit().all(german));
        let sheltered = self.hexes.iter().all(|&hex| {
            let ground = [Feature::City, Feature::MajorCity, Feature::Hill, Feature::Woods];
            let behind_line = fortified && data.map.lines.iter().any(|line| line.owner == hex);
            ground.iter().any(|&feature| self.has(hex, feature)) || self.game.has_strongpoint(self.defender(), hex) || behind_line
        });
        let spared = sheltered && data.script.switches.ground_spares_the_second_step;
        let defender = Self::verdict(cell.defender, 0, order, self.defenders().all(german) || spared);
        [attacker, defender]
    }
}

impl Fight<'_> {
    /// What this combat shows.
    fn note(&self, order: Order, column: Option<usize>, met: &mut Met) {
        let report = self.report;
        let most = self.attackers().map(|unit| self.halvings(unit)).max().unwrap_or(0);
        let points = |side, guns| -> u32 { units(side, guns).map(|gun| u32::from(self.game.values(gun).support)).sum() };
        let support = points(report.attacker, report.supports);
        let strength: u32 = self.attackers().map(|unit| u32::from(self.game.values(unit).attack)).sum();
        met.note("halved attack", most > 0);
        met.note("attack halved twice", most > 1);
        met.note("halved support", support > 0 && self.support(report.attacker, report.supports, strength) < support.min(strength));
        met.note("capped support", support > strength);
        met.note("support in defence", self.guns() != 0);
        met.note("several hexes", self.hexes.len() > 1);
        met.note("odds below 1-4", column.is_none());
        met.note("odds of 10-1", column == Some(COLUMNS.len() - 1));
        met.note("fortified retreat", order == Order::NoRetreat && self.in_strongpoint());
        met.note("attacker's No Retreat", report.order == Order::NoRetreat);
        met.note("attacker's Further Retreat", report.order == Order::FurtherRetreat);
        met.note("defender's Further Retreat", order == Order::FurtherRetreat);
    }
}

/// The attack whose combat is at hand, as its attacker sees it.
fn attack_on(game: &EastFront, attacker: Side, hex: Hex) -> Option<AttackReport> {
    game.attack_reports(attacker).into_iter().find(|attack| attack.hexes.contains(hex))
}

/// [15][16] Odds, modifiers and the results of every die of the combat at hand.
pub(crate) fn fights_agree(game: &EastFront, met: &mut Met) -> Finding {
    let Some(report) = game.fight_report().filter(|report| report.attackers != 0) else { return Ok(()) };
    let hexes: Vec<Hex> = report.hexes.iter().collect();
    // Before anybody has joined, the report tells what all together could do.
    let Some(attack) = hexes.first().and_then(|&hex| attack_on(game, report.attacker, hex)) else { return Ok(()) };
    let order = attack.order.unwrap_or(Order::None);
    let fight = Fight { game, report: &report, hexes };
    let place = name(game, fight.hexes[0]);
    let (attack, defence) = (fight.attack(), fight.defence());
    let sheet = &report.sheet;
    require!(u32::from(sheet.attack) == attack, "[15.51] {place}: attack {attack} by the rules, {} by the engine", sheet.attack);
    require!(u32::from(sheet.defence) == defence, "[15.54] {place}: defence {defence} by the rules, {} by the engine", sheet.defence);
    let column = COLUMNS.iter().rposition(|&(most, least)| attack * u32::from(least) >= defence * u32::from(most));
    require!(sheet.column.map(Column::index) == column, "[15.57] {place}: {attack} to {defence} is {:?}", sheet.column);
    let (slow, fast) = (fight.modifiers(order), fight.told());
    require!(slow == fast, "[15.6] {place}: {slow:?} by the rules, {fast:?} by the engine");
    for (what, drm) in slow {
        met.note(what, drm != 0);
    }
    fight.note(order, column, met);
    let net = slow.iter().map(|(_, drm)| drm).sum::<i8>().clamp(-3, 3);
    require!(sheet.modifiers.net == net, "[15.7] {place}: net {net} by the rules, {} by the engine", sheet.modifiers.net);
    for (die, &falls) in (1..).zip(&report.falls) {
        let expected = fight.fall(die, net, column, order);
        require!(falls == expected, "[16] {place}, die {die}: {expected:?} by the rules, {falls:?} by the engine");
    }
    Ok(())
}

/// Kinds of units that pay first for a loss [16.32]; none for whoever the owner picks.
type Payers = &'static [UnitKind];

const ENGINEERS: Payers = &[UnitKind::Engineer, UnitKind::MotorizedEngineer];
const ARMOUR: Payers = &[UnitKind::Tank, UnitKind::AssaultGun, UnitKind::ArmouredAt];
const AGAINST_ARMOUR: Payers =
    &[UnitKind::Tank, UnitKind::AssaultGun, UnitKind::ArmouredAt, UnitKind::MotorizedAt, UnitKind::At, UnitKind::MotorizedAa, UnitKind::Aa];

/// What a die has brought to one side of a combat.
#[derive(Debug)]
struct Toll {
    side: Side,
    /// Who shares the result.
    force: Vec<UnitId>,
    verdict: Verdict,
    /// Steps that the force had.
    steps: u32,
    /// Steps that the side had lost in the game.
    lost: u8,
    /// Who pays first.
    first: Payers,
    /// The owner has been asked for a loss.
    asked: bool,
}

/// The consequences of a combat, from its die until nobody owes steps any more.
#[derive(Debug)]
pub(crate) struct Aftermath {
    tolls: [Toll; 2],
    hexes: Vec<Hex>,
}

impl Aftermath {
    /// What is to follow when this die is rolled; `None` where no combat is resolved.
    pub(crate) fn of(game: &EastFront, die: u8) -> Option<Self> {
        game.combat_result(die)?;
        let report = game.fight_report()?;
        let hexes: Vec<Hex> = report.hexes.iter().collect();
        let order = attack_on(game, report.attacker, hexes[0])?.order.unwrap_or(Order::None);
        let fight = Fight { game, report: &report, hexes };
        let net = report.sheet.modifiers.net;
        let column = report.sheet.column.map(Column::index);
        let die = i8::try_from(die).expect("a die has ten faces");
        let [attacker, defender] = fight.fall(die, net, column, order);
        let (first, second) = match fight.cell(die, net, column) {
            Some((cell, extra)) => fight.payers(cell, extra),
            None => (&[][..], &[][..]),
        };
        let toll = |side: Side, force: Vec<UnitId>, verdict, first| {
            let steps = force.iter().map(|&unit| u32::from(game.steps(unit))).sum();
            Toll { side, force, verdict, steps, lost: game.steps_lost(side), first, asked: false }
        };
        let tolls = [
            toll(report.attacker, fight.hit().collect(), attacker, first),
            toll(fight.defender(), fight.defenders().collect(), defender, second),
        ];
        let hexes = std::mem::take(&mut { fight }.hexes);
        Some(Aftermath { tolls, hexes })
    }

    /// Compares what the engine does after the die; false when the losses are through.
    pub(crate) fn goes_on(&mut self, game: &EastFront, legal: &[Action], met: &mut Met) -> Result<bool, String> {
        let mut losers: Vec<UnitId> =
            legal.iter().filter_map(|&action| if let Action::Lose(unit) = action { Some(unit) } else { None }).collect();
        losers.sort_unstable();
        let Some(side) = losers.first().map(|unit| unit.side()) else {
            self.tolls.iter().try_for_each(|toll| toll.is_paid(game))?;
            return Ok(false);
        };
        let toll = self.tolls.iter_mut().find(|toll| toll.side == side).expect("there are two sides");
        if !toll.asked {
            toll.asked = true;
            let kinds = toll.first;
            let left: Vec<UnitId> = toll.force.iter().copied().filter(|&unit| game.place(unit).hex().is_some()).collect();
            // Steps are taken in ascending order of the counters, so those that follow must have enough of them.
            let suffices = |unit: UnitId| {
                let following = left.iter().filter(|&&other| other >= unit);
                following.map(|&other| game.steps(other)).sum::<u8>() >= toll.verdict.steps
            };
            let picked = |&unit: &UnitId| if kinds.is_empty() { suffices(unit) } else { kinds.contains(&game.data().unit(unit).kind) };
            let mut expected: Vec<UnitId> = left.iter().copied().filter(picked).collect();
            expected.sort_unstable();
            met.note("first loss of engineers", kinds == ENGINEERS);
            met.note("first loss of armour", kinds == ARMOUR);
            met.note("free loss", kinds.is_empty());
            require!(losers == expected, "[16.21][16.32] {expected:?} lose first by the rules, {losers:?} by the engine");
        }
        Ok(true)
    }

    /// [16.5] Who advances: attackers of the combat other than guns, into its emptied hexes, within stacking, unless they retreat or
    /// have been told to give ground.
    pub(crate) fn advances_agree(&self, game: &EastFront, legal: &[Action], met: &mut Met) -> Finding {
        let [attacker, _] = &self.tolls;
        for &action in legal {
            let Action::Advance { unit, hex } = action else { continue };
            let kind = game.data().unit(unit).kind;
            met.note("advance", true);
            require!(attacker.force.contains(&unit) && !kind.is_artillery(), "[16.52] {unit:?} advances without having attacked");
            require!(self.hexes.contains(&hex), "[16.53] {unit:?} advances beside the attacked hexes");
            require!(game.occupant(hex) != Some(unit.side().opponent()), "[16.5] {unit:?} advances into a hex that is held");
            require!(attacker.verdict.retreat == 0 && !attacker.verdict.held_back, "[16.41.b.4] {unit:?} advances all the same");
        }
        Ok(())
    }
}

impl Toll {
    /// [16.1] As many steps are gone as the result says, or all; those who retreat may lose more on their way.
    fn is_paid(&self, game: &EastFront) -> Finding {
        let owed = if self.verdict.eliminated { self.steps } else { self.steps.min(u32::from(self.verdict.steps)) };
        let paid = u32::from(game.steps_lost(self.side) - self.lost);
        let exact = self.verdict.retreat == 0 || owed == self.steps;
        require!(if exact { paid == owed } else { paid >= owed }, "[16.1] the {} side owes {owed} steps and lost {paid}", self.side);
        Ok(())
    }
}

impl Fight<'_> {
    /// [16.32] Who pays first on either side.
    fn payers(&self, cell: Cell, extra: u8) -> (Payers, Payers) {
        let effect = cell.attacker;
        let has = |kinds: Payers, mut force: Box<dyn Iterator<Item = UnitId> + '_>| force.any(|unit| kinds.contains(&self.kind(unit)));
        if self.report.breach {
            let any = self.game.data().script.switches.engineers_take_any_first_loss && effect.steps > 0;
            return (if effect.asterisk && effect.steps + extra > 0 || any { ENGINEERS } else { &[] }, &[]);
        }
        let both = has(ARMOUR, Box::new(self.attackers())) && has(AGAINST_ARMOUR, Box::new(self.defenders()));
        if effect.asterisk && effect.steps > 0 && both {
            return (ARMOUR, if cell.defender.steps > 0 { AGAINST_ARMOUR } else { &[] });
        }
        (&[], &[])
    }
}

/// [14.21][T.ARTY] Which guns may be committed to the defence, one after the other.
pub(crate) fn barrages_agree(game: &EastFront, legal: &[Action], met: &mut Met) -> Finding {
    let offered: Vec<(UnitId, Hex)> =
        legal.iter().filter_map(|&action| if let Action::Barrage { gun, target } = action { Some((gun, target)) } else { None }).collect();
    let Some(&(first, _)) = offered.first() else { return Ok(()) };
    let side = first.side();
    let data = game.data();
    let is_gun = |unit: UnitId| data.unit(unit).kind == UnitKind::Artillery && game.values(unit).support > 0;
    let guns = units(side, game.on_map(side)).filter(|&unit| unit >= first && is_gun(unit));
    let attacks = game.attack_reports(side);
    for gun in guns {
        let from = game.place(gun).hex().expect("it is on the map");
        for attack in &attacks {
            let target = attack.hexes.first().expect("an attack has a hex");
            let inside = attack.hexes.contains(from);
            let reach = attack.hexes.iter().map(|hex| data.map.grid.distance(from, hex)).min().expect("an attack has a hex");
            let alone = game.attacked_hexes().contains(from) && game.stack(from).all(|unit| data.unit(unit).kind.is_artillery());
            let able = reach <= u16::from(game.values(gun).range)
                && !game.has_overrun_marker(gun)
                && !game.is_spent(gun)
                && (inside || !covered(game, side.opponent(), from))
                && !alone
                && may_join(game, attack, gun);
            let told = offered.contains(&(gun, target));
            met.note(if able { "gun admitted" } else { "gun refused" }, true);
            require!(
                able == told,
                "[T.ARTY] {} in {} for {}: {able} by the rules, {told} by the engine",
                data.unit(gun).id,
                name(game, from),
                name(game, target)
            );
        }
    }
    Ok(())
}

/// [T.ARTY.axis][T.ARTY.sov] Four Axis guns; one Soviet gun anywhere, or up to four in the hexes and with headquarters in
/// operation that nothing silences.
fn may_join(game: &EastFront, attack: &AttackReport, gun: UnitId) -> bool {
    let side = gun.side();
    let all = attack.guns | gun.bit();
    if side == Side::Axis {
        return all.count_ones() <= 4;
    }
    if all.is_power_of_two() {
        return true;
    }
    let data = game.data();
    let hqs = || data.units(Side::Soviet).filter(|(unit, counter)| counter.kind == UnitKind::Hq && game.place(*unit).hex().is_some());
    let hq_hex = |unit: UnitId| game.place(unit).hex().expect("it is on the map");
    let commanded = |hex: Hex| hqs().any(|(unit, _)| !game.is_back_up(unit) && hq_hex(unit) == hex);
    let silenced = hqs().any(|(unit, counter)| {
        let near = |hex| data.map.grid.distance(hq_hex(unit), hex) <= u16::from(counter.faces[1].range);
        game.is_back_up(unit) && attack.hexes.iter().any(near)
    });
    let is_placed = |unit: UnitId| attack.hexes.contains(hq_hex(unit)) || commanded(hq_hex(unit));
    let heard = hqs().filter(|(unit, _)| !game.is_back_up(*unit)).all(|(unit, _)| {
        let hex = hq_hex(unit);
        if attack.hexes.contains(hex) {
            return true;
        }
        let here = |bits: u128| units(side, bits).filter(|&gun| game.place(gun).hex() == Some(hex)).count();
        let stacked = game.stack(hex).filter(|&unit| data.unit(unit).kind.is_artillery()).count();
        here(all) <= stacked.saturating_sub(usize::from(game.interdiction(hex)))
    });
    !silenced && all.count_ones() <= 4 && units(side, all).all(is_placed) && heard
}
