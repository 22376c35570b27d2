//! Resolution in Across the Bug River: the worked examples of the rulebook (TV), whole combats (G), vectors derived from the text (D) as
//! far as they need no map.

use stavka_engine::Dice;
use stavka_engine::across_the_bug::armour::{self, Ground, Superiority};
use stavka_engine::across_the_bug::checks::{self, Checked, Failure, Occasion};
use stavka_engine::across_the_bug::data::{ChitColumn, CombatResult, Hits};
use stavka_engine::across_the_bug::drm::{self, Assault, Cause, HexSupport, Stand, Support, Supporter};
use stavka_engine::across_the_bug::hits::{self, Casualty, Hit};
use stavka_engine::across_the_bug::initiative::{self, Marker};
use stavka_engine::across_the_bug::results::{self, Role};
use stavka_engine::across_the_bug::score::{self, Item, Ledger, Level};
use stavka_engine::across_the_bug::strength::{self, Armour, Fighter};
use stavka_engine::across_the_bug::switches::Switches;
use stavka_engine::across_the_bug::terms::{AttackType, Crossing, MoveClass, Terrain, UnitKind};
use stavka_engine::across_the_bug::upkeep::{self, ReplacementKind};
use stavka_engine::game::Side;

use crate::across_the_bug_tables::{cell, tables};

// ---- units of the worked examples ------------------------------------------

const fn infantry(strength: u8, effectiveness: u8, points: u8) -> Fighter {
    Fighter { strength, effectiveness, armour: Armour::AntiTank(points), guns: false, disorganized: false }
}

const fn tanks(strength: u8, effectiveness: u8, points: u8) -> Fighter {
    Fighter { strength, effectiveness, armour: Armour::Tank(points), guns: false, disorganized: false }
}

/// I/103 and II/103, motorized infantry of 14Pz.
const RIFLES: Fighter = infantry(6, 6, 2);
/// A machine-gun unit of 2FR.
const MACHINE_GUNS: Fighter = infantry(3, 4, 1);
/// A rifle battalion of 87RD.
const SOVIET_RIFLES: Fighter = infantry(5, 4, 1);
/// 3/I/36 and 3/I/4, Pz.Kpfw. III.
const PANZERS: Fighter = tanks(3, 6, 4);
/// III/191, assault guns.
const STUGS: Fighter = tanks(3, 7, 4);
const T26: Fighter = tanks(2, 3, 2);
const BT5: Fighter = tanks(2, 3, 3);
/// I/712 of 1AT.
const GUNS: Fighter = Fighter { strength: 4, effectiveness: 5, armour: Armour::AntiTank(5), guns: true, disorganized: false };

const OPEN: Ground = Ground { from: Terrain::Clear, into: Terrain::Clear, fort: false, crossing: Crossing::Plain, brandenburg: false };
const STRONGPOINT: Ground = Ground { fort: true, ..OPEN };
const VILLAGE_FORT: Ground = Ground { into: Terrain::Village, ..STRONGPOINT };
const OVER_THE_BRIDGE: Ground = Ground { into: Terrain::Village, crossing: Crossing::BugBridge, ..OPEN };

const NOBODY: Support = Support { same: 0, other: 0 };
const HASTY: Assault = Assault { attack: AttackType::Hasty, hq_points: 4, support: NOBODY, engineers: 0, supporting_engineers: 0 };
const REGULAR: Assault = Assault { attack: AttackType::Regular, ..HASTY };
const PREPARED: Assault = Assault { attack: AttackType::Prepared, ..HASTY };
const NORMAL: Stand = Stand { improved: false, disorganized: false, support: NOBODY };
const IMPROVED: Stand = Stand { improved: true, ..NORMAL };

fn same(hexes: u8) -> Support {
    Support { same: hexes, other: 0 }
}

fn other(hexes: u8) -> Support {
    Support { same: 0, other: hexes }
}

fn superiority(ground: Ground, attackers: &[Fighter], defenders: &[Fighter]) -> Superiority {
    armour::superiority(tables(), ground, attackers, defenders)
}

fn net(ground: Ground, assault: Assault, stand: Stand, armour: i8) -> i8 {
    drm::tally(tables(), Switches::default(), ground, assault, stand, armour).net
}

/// A combat carried through: strengths, column from 1, row, result.
fn fight(
    attack: AttackType,
    (attackers, attacker_chit): (&[Fighter], usize),
    (defenders, defender_chit, improved): (&[Fighter], usize, bool),
    ground: Ground,
    (die, net): (u8, i8),
) -> (u16, u16, usize, u8, CombatResult) {
    let tables = tables();
    let strong = strength::attack(&tables.combat, &tables.chits[attacker_chit], attack, attackers);
    let firm = strength::defence(&tables.chits[defender_chit], improved, defenders);
    let column = results::column(&tables.crt, tables.terrain.crt_line(ground.into, ground.fort), strong, firm);
    let number = column.map_or(0, |column| column.index() + 1);
    (strong, firm, number, results::row(die, net), results::result(&tables.crt, column, die, net))
}

// ---- worked examples of the rulebook ---------------------------------------

/// [7.5.1.2.x1] [7.5.1.2.B5] [7.5.1.2.B6] [7.5.1.2.C1]
#[test]
fn tv01_g01_a_regular_attack_on_a_strongpoint_with_support_of_both_sides() {
    let assault = Assault { support: same(1), ..REGULAR };
    let stand = Stand { support: same(1), ..NORMAL };
    let compared = superiority(STRONGPOINT, &[RIFLES], &[MACHINE_GUNS]);
    let tally = drm::tally(tables(), Switches::default(), STRONGPOINT, assault, stand, compared.drm);
    let causes = [(Cause::AttackerSupport, 1), (Cause::DefenderSupport, -1), (Cause::Headquarters, 2)];
    assert_eq!((tally.terms.as_slice(), tally.net), (causes.as_slice(), 2));
    let fought = fight(AttackType::Regular, (&[RIFLES], 4), (&[MACHINE_GUNS], 2, false), STRONGPOINT, (5, tally.net));
    assert_eq!(fought, (12, 3, 7, 7, cell("1/2r")));
    let unit = Checked { side: Side::Soviet, in_fort: true, surprise: false };
    assert_eq!(checks::modifiers(tables(), Occasion::RedResult(Role::Defender), unit).net, -2, "the check of B/19 [3.1.1.g]");
}

/// [7.5.1.2.x2] [7.5.1.2.A] [7.5.1.2.B7] [7.5.1.2.B8] [7.5.1.2.C2] [5.4.c]
#[test]
fn tv02_g02_a_prepared_attack_across_a_stream_on_an_improved_defence() {
    let ground = Ground { crossing: Crossing::Stream, ..STRONGPOINT };
    let stug = Supporter {
        disorganized: false,
        in_command: true,
        zoc_reaches: tables().terrain.zoc_across(stavka_engine::across_the_bug::terms::ZocClass::Afv, Crossing::Stream, false),
        same_formation: false,
    };
    let mut support = same(1);
    support.add(stug.gives());
    let assault = Assault { support, ..PREPARED };
    let tally = drm::tally(tables(), Switches::default(), ground, assault, Stand { support: same(1), ..IMPROVED }, 0);
    let causes =
        [(Cause::Hexside(Crossing::Stream), -2), (Cause::AttackerSupport, 2), (Cause::DefenderSupport, -2), (Cause::Headquarters, 4)];
    assert_eq!((tally.terms.as_slice(), tally.net), (causes.as_slice(), 2));
    let fought = fight(AttackType::Prepared, (&[RIFLES], 0), (&[MACHINE_GUNS], 5, true), ground, (4, tally.net));
    assert_eq!(fought, (12, 6, 5, 6, cell("2/1")));
}

/// [7.5.1.2.x3] [7.5.1.2.D2] [7.5.1.2.B3]
#[test]
fn tv03_g03_a_hasty_attack_of_tanks_on_a_village_strongpoint() {
    let compared = superiority(VILLAGE_FORT, &[PANZERS], &[MACHINE_GUNS]);
    assert_eq!(compared, Superiority { drm: 2, attackers: 1, defenders: 1 });
    let supported = Assault { support: same(3), ..HASTY };
    assert_eq!(net(VILLAGE_FORT, supported, NORMAL, compared.drm), 2, "a hasty attack has neither support nor HQ");
    let fought = fight(AttackType::Hasty, (&[PANZERS], 9), (&[MACHINE_GUNS], 0, false), VILLAGE_FORT, (10, 2));
    assert_eq!(fought, (9, 3, 5, 12, cell("1/2r")));
}

/// [7.5.1.2.D.x1] [10.1] TV-08 [7.5.2.x1]: the result is 3r/0.
#[test]
fn tv04_g04_assault_guns_over_a_bridge_of_the_bug_gain_nothing() {
    assert_eq!(armour::tank_points(tables(), OVER_THE_BRIDGE, 4), 1);
    let compared = superiority(OVER_THE_BRIDGE, &[STUGS], &[SOVIET_RIFLES]);
    assert_eq!(compared, Superiority { drm: 0, attackers: 1, defenders: 1 });
    let drm = net(OVER_THE_BRIDGE, HASTY, NORMAL, compared.drm);
    assert_eq!(drm, -4);
    let fought = fight(AttackType::Hasty, (&[STUGS], 3), (&[SOVIET_RIFLES], 1, false), OVER_THE_BRIDGE, (8, drm));
    assert_eq!(fought, (6, 5, 3, 4, cell("3r/0")));
    let result = fought.4;
    assert!(hits::checks(result.attacker) && !hits::checks(result.defender));
    assert_eq!((result.attacker.hits, result.defender.hits), (3, 0));
}

/// [10.1] On the first turn.
#[test]
fn the_brandenburgers_halve_the_price_of_the_bridge() {
    let ground = Ground { brandenburg: true, ..OVER_THE_BRIDGE };
    assert_eq!(armour::tank_points(tables(), ground, 4), 2);
    let tally = drm::tally(tables(), Switches::default(), ground, HASTY, NORMAL, 0);
    assert_eq!(tally.terms.as_slice(), [(Cause::Brandenburg, -2)]);
    let pontoon = Ground { crossing: Crossing::Pontoon, ..ground };
    assert_eq!(net(pontoon, HASTY, NORMAL, 0), -4, "a pontoon has no Brandenburgers [B16]");
}

/// [7.5.1.2.D.x2] [7.5.1.2.D3] [7.5.1.2.D.x3] [7.5.1.2.D4] [7.5.1.2.D.x4] [7.5.1.2.D1]
#[test]
fn tv05_tv06_tv07_tanks_against_tanks_infantry_against_tanks_and_no_tanks() {
    assert_eq!(superiority(OPEN, &[PANZERS], &[T26]).drm, 2);
    let compared = superiority(OPEN, &[RIFLES, GUNS], &[SOVIET_RIFLES, BT5]);
    assert_eq!(compared, Superiority { drm: -3, attackers: 0, defenders: 0b10 });
    assert_eq!(superiority(OPEN, &[RIFLES], &[SOVIET_RIFLES]), Superiority::default());
}

/// [5.3.1.b] [5.3.1.x1] [5.3.1.x2] [5.3.1.x3] [5.3.1.c] HQs do not count.
#[test]
fn tv09_three_units_stack_with_one_limited_among_them() {
    let stacking = &tables().stacking;
    let limited = |kinds: &[UnitKind]| {
        kinds.iter().filter(|kind| kind.stacking() == stavka_engine::across_the_bug::terms::StackingClass::Limited).count() as u8
    };
    let holds = |kinds: &[UnitKind]| stacking.holds(kinds.len() as u8, limited(kinds));
    assert!(holds(&[UnitKind::MotorizedInfantry, UnitKind::PzIii, UnitKind::PzIii]));
    assert!(holds(&[UnitKind::Infantry, UnitKind::AntiTank, UnitKind::AntiTank]));
    assert!(holds(&[UnitKind::PzIii, UnitKind::PzIii, UnitKind::PzIv]));
    assert!(!holds(&[UnitKind::Infantry, UnitKind::Engineer]));
    assert!(!holds(&[UnitKind::BorderGuard; 4]));
    assert_eq!(Terrain::ALL.map(|terrain| stacking.hqs(terrain)), [0, 1, 2, 0, 0]);
}

/// [7.5.1.D2]
#[test]
fn g05_below_the_first_ratio_the_attack_fails_without_a_die() {
    let city = Ground { into: Terrain::City, ..OPEN };
    for die in 1..=10 {
        let fought = fight(AttackType::Hasty, (&[infantry(3, 6, 1)], 0), (&[SOVIET_RIFLES], 9, false), city, (die, 12));
        assert_eq!((fought.0, fought.1, fought.2, fought.4), (3, 15, 0, cell("5r/0")));
    }
}

/// [7.5.1.1.d]
#[test]
fn g06_anti_tank_guns_attack_with_a_quarter() {
    let tables = tables();
    assert_eq!(strength::attack(&tables.combat, &tables.chits[0], AttackType::Hasty, &[GUNS]), 1);
    assert_eq!(strength::defence(&tables.chits[0], false, &[GUNS]), 4, "they defend with all of it");
}

// ---- derived vectors -------------------------------------------------------

/// [7.5.1.2] [7.5.1.D3]
#[test]
fn d02_the_modified_die_stays_between_1_and_20() {
    assert_eq!((results::row(10, 12), results::row(1, -4), results::row(7, 3)), (20, 1, 10));
    assert_eq!((results::row(10, i8::MAX), results::row(1, i8::MIN)), (20, 1));
}

/// [5.1] [7.5.1.1.d]
#[test]
fn d03_fractions_are_added_before_the_sum_is_rounded_up() {
    let tables = tables();
    let guns = Fighter { strength: 3, effectiveness: 2, ..GUNS };
    let units = [guns, infantry(4, 7, 1)];
    assert_eq!(strength::attack(&tables.combat, &tables.chits[1], AttackType::Regular, &units), 9);
    let three = [Fighter { strength: 1, ..guns }; 3];
    assert_eq!(strength::attack(&tables.combat, &tables.chits[0], AttackType::Regular, &three), 1, "three quarters, not three");
}

/// [5.8.4.a] [3.1.1.g]
#[test]
fn d04_d05_attrition_costs_nothing_one_or_two() {
    let attrition = |die, effectiveness, fort| checks::attrition(tables(), die, effectiveness, fort);
    assert_eq!([4, 5, 7, 8].map(|die| attrition(die, 4, false)), [0, 1, 1, 2]);
    assert_eq!(attrition(6, 3, true), 1);
    assert_eq!((attrition(5, 3, true), attrition(10, 3, true)), (0, 2));
}

/// [5.6.1] [10.2.a] [3.1.1.g]
#[test]
fn d06_checks_pass_up_to_the_effectiveness() {
    let plain = Checked { side: Side::Soviet, in_fort: false, surprise: false };
    let modifier = |occasion, unit| checks::modifiers(tables(), occasion, unit).net;
    let passes = |die, occasion, unit| checks::passes(die, modifier(occasion, unit), 5);
    let defends = Occasion::RedResult(Role::Defender);
    assert!(passes(5, defends, plain) && !passes(6, defends, plain));
    let surprised = Checked { surprise: true, ..plain };
    assert!(passes(3, Occasion::Isolated, surprised) && !passes(4, Occasion::Isolated, surprised));
    let in_fort = Checked { in_fort: true, ..plain };
    assert!(passes(7, defends, in_fort) && !passes(8, defends, in_fort));
    assert_eq!(modifier(Occasion::Recovery, in_fort), -2);
    let elsewhere =
        [Occasion::RedResult(Role::Attacker), Occasion::Isolated, Occasion::Infiltration, Occasion::Swamp, Occasion::Overstacking];
    assert!(elsewhere.iter().all(|occasion| modifier(*occasion, in_fort) == 0));
    assert_eq!(modifier(defends, Checked { in_fort: true, ..surprised }), 0, "both");
    assert_eq!(modifier(defends, Checked { side: Side::Axis, in_fort: true, surprise: true }), 0, "Germans have neither");
    assert_eq!(checks::Cause::Fort.rule(), "3.1.1.g");
}

#[test]
fn the_weight_of_success_counts_the_faces_that_pass() {
    for (modifier, value) in (-4..=4).flat_map(|modifier| (0..=9).map(move |value| (modifier, value))) {
        let faces = (1..=10).filter(|die| checks::passes(*die, modifier, value)).count();
        assert_eq!(usize::from(checks::chances(modifier, value)), faces, "{modifier} {value}");
    }
}

/// [5.6.2] [5.6.2.a] [5.6.2.c] [5.3.1.d]
#[test]
fn a_failed_check_disorganizes_or_costs_strength_or_does_nothing() {
    use Occasion::{Infiltration, Isolated, Overstacking, Recovery, RedResult, Swamp};
    for occasion in [RedResult(Role::Attacker), RedResult(Role::Defender), Overstacking] {
        assert_eq!(checks::failure(occasion, false), Failure::Disorganizes);
        assert_eq!(checks::failure(occasion, true), Failure::CostsStrength, "{occasion:?}");
    }
    for occasion in [Isolated, Infiltration, Swamp] {
        assert_eq!(checks::failure(occasion, false), Failure::Disorganizes);
        assert_eq!(checks::failure(occasion, true), Failure::Nothing, "{occasion:?}");
    }
    assert_eq!(checks::failure(Recovery, true), Failure::Nothing);
}

/// [6.4.2] [3.3.c] [10.2.a]
#[test]
fn a_reaction_of_value_4_succeeds_on_2_under_surprise() {
    let surprised = checks::reaction_modifier(tables(), Side::Soviet, true);
    assert!(checks::passes(2, surprised, 4) && !checks::passes(3, surprised, 4));
    let usual = checks::reaction_modifier(tables(), Side::Soviet, false);
    assert!(checks::passes(4, usual, 4) && !checks::passes(5, usual, 4));
    assert_eq!(checks::reaction_modifier(tables(), Side::Axis, true), 0);
}

/// [6.1] [6.1.a]
#[test]
fn d07_d08_d09_the_initiative_marker_helps_the_side_that_reacted() {
    let rules = &tables().initiative;
    assert_eq!(initiative::winner(rules, Marker::START, 0, 5, 5), Side::Axis, "a tie");
    let marker = Marker::START.after(rules, Side::Soviet);
    assert_eq!(marker, Marker { side: Side::Soviet, space: 1 });
    assert_eq!((marker.bonus(rules, Side::Soviet), marker.bonus(rules, Side::Axis)), (2, 0));
    assert_eq!(initiative::winner(rules, marker, 0, 5, 4), Side::Soviet);
    assert_eq!(marker.after(rules, Side::Axis), Marker { side: Side::Axis, space: 1 }, "it flips");
    assert_eq!(initiative::winner(rules, marker, 0, 9, 4), Side::Axis);
    assert_eq!(marker.after(rules, Side::Soviet).bonus(rules, Side::Soviet), 3, "the next higher number");
    assert_eq!(initiative::winner(rules, marker, 1, 5, 4), Side::Axis, "interdiction helps the German");
    let last = (0..20).fold(Marker::START, |marker, _| marker.after(rules, Side::Soviet));
    assert_eq!(last.bonus(rules, Side::Soviet), 8, "the last space is kept");
    assert_eq!(Marker::START.after(rules, Side::Axis).bonus(rules, Side::Axis), 2, "at 0 the side does not matter");
    assert_eq!(Marker::AFTER_SURPRISE.bonus(rules, Side::Soviet), 2, "[10.2]");
}

#[test]
fn the_chances_of_the_initiative_are_counted_over_all_hundred_dice() {
    let rules = &tables().initiative;
    assert_eq!(initiative::german_chances(rules, Marker::START, 0), 55);
    assert_eq!(initiative::german_chances(rules, Marker::AFTER_SURPRISE, 0), 36);
    assert_eq!(initiative::german_chances(rules, Marker { side: Side::Axis, space: 7 }, 2), 100);
}

/// [6.2.2]
#[test]
fn d10_initiative_is_transferred_only_by_a_side_without_the_highest_marker() {
    assert!(initiative::may_transfer(3, 3) && initiative::may_transfer(2, 3));
    assert!(!initiative::may_transfer(4, 3));
}

/// [7.5.1.2.C1] [7.5.1.2.C2]
#[test]
fn d11_the_hq_gives_half_its_points_to_a_regular_attack_and_all_to_a_prepared_one() {
    assert_eq!([3, 1, 0].map(|points| drm::headquarters(tables(), AttackType::Regular, points)), [2, 1, 0]);
    assert_eq!([3, 1, 0].map(|points| drm::headquarters(tables(), AttackType::Prepared, points)), [3, 1, 0]);
    assert_eq!([3, 1, 0].map(|points| drm::headquarters(tables(), AttackType::Hasty, points)), [0, 0, 0]);
}

/// [9.c] [5.1] [11.2.g]
#[test]
fn d13_fractions_of_victory_points_are_added_and_rounded_up_once() {
    let rules = &tables().victory;
    let strength = |afv_sp, other_sp, exited_sp| Ledger { afv_sp, other_sp, exited_sp, ..Ledger::default() }.points(rules, Item::Strength);
    assert_eq!(strength(10, 45, 0), 3);
    assert_eq!((strength(15, 0, 0), strength(16, 0, 0), strength(0, 1, 0), strength(0, 0, 0)), (1, 2, 1, 0));
    assert_eq!(strength(5, 10, 20), 2, "a third, a third and a whole one");
    assert_eq!(strength(5, 10, 0), 1);
    assert_eq!(strength(0, 0, 21), 2);
}

/// [9.d] [9.e] [9.f] [11.1.d]
#[test]
fn penalties_are_rounded_down_and_every_line_adds_up() {
    let rules = &tables().victory;
    let ledger = Ledger { hexes: 13, forts_clear: true, orders: 2, afv_sp: 10, other_sp: 45, exited_sp: 0, units: 8, markers: 3 };
    assert_eq!(Item::ALL.map(|item| ledger.points(rules, item)), [13, 2, 2, 3, -2, -1]);
    assert_eq!(ledger.total(rules), 17);
    assert_eq!((rules.least_level, rules.off_road), (2, 5));
    assert_eq!(Item::ALL.map(Item::rule), ["9.a", "11.1.e", "9.f", "9.c", "9.d", "9.e"]);
}

/// [11.1.f] [11.2.h] [11.3.d]
#[test]
fn d14_totals_become_levels_of_victory() {
    use Level::{AxisDecisive, AxisMinor, Draw, SovietDecisive, SovietMinor};
    let level = |name, total| score::level(tables().ladder(name).expect("a ladder"), total);
    let expected = [SovietDecisive, SovietMinor, SovietMinor, Draw, Draw, AxisMinor, AxisMinor, AxisDecisive];
    assert_eq!([7, 8, 9, 10, 11, 12, 13, 14].map(|total| level("attack", total)), expected);
    let lowest = [SovietDecisive, SovietMinor, Draw, AxisMinor, AxisDecisive];
    assert_eq!([4, 5, 7, 9, 11].map(|total| level("delayed", total)), lowest);
    assert_eq!([16, 17, 19, 21, 24].map(|total| level("campaign", total)), lowest);
    assert_eq!([6, 8, 10].map(|total| level("delayed", total)), [SovietMinor, Draw, AxisMinor]);
    assert_eq!([18, 20, 23].map(|total| level("campaign", total)), [SovietMinor, Draw, AxisMinor]);
    assert!(tables().ladder("other").is_none());
}

fn casualty(strength: u8, hits: u8) -> Casualty {
    Casualty { strength, hits, retreated: false }
}

/// [7.5.2.1] [7.5.2.3] [7.5.2.4]
#[test]
fn d15_d16_d22_the_second_hit_falls_on_those_who_stay() {
    let red = Hits { hits: 2, red: true };
    let switches = Switches::default();
    let fresh = [casualty(5, 0), casualty(3, 0)];
    assert_eq!(hits::who_loses_next(Hit::number(1), 0b01, &fresh), 0b01, "the unit whose AT value counted");
    assert_eq!(hits::must_retreat(switches, red, 0b01), 0b01, "it failed its check");
    let one_retreats = [Casualty { retreated: true, ..casualty(4, 1) }, casualty(3, 0)];
    assert!(!hits::second_hit_is_satisfied(&one_retreats) && hits::may_retreat(red));
    assert_eq!(hits::who_loses_next(Hit::number(2), 0b01, &one_retreats), 0b10);
    let both_retreat = one_retreats.map(|unit| Casualty { retreated: true, ..unit });
    assert!(hits::second_hit_is_satisfied(&both_retreat), "a retreat of all takes the second hit");
    let black = Hits { hits: 2, red: false };
    assert!(!hits::checks(black) && hits::checks(red));
    assert_eq!(hits::must_retreat(switches, black, 0b11), 0);
    let stays = [casualty(4, 1), casualty(3, 0)];
    assert_eq!(hits::who_loses_next(Hit::number(2), 0b01, &stays), 0b10, "spread evenly");
}

/// [7.5.2.3] [7.5.2.4] [7.5.2.5]
#[test]
fn later_hits_fall_on_whoever_has_taken_fewest_wherever_he_is() {
    let gone = [casualty(0, 1), Casualty { retreated: true, ..casualty(2, 0) }, casualty(2, 1)];
    assert_eq!(hits::who_loses_next(Hit::Second, 0b001, &gone), 0b100, "only he stayed, though another has taken none");
    assert_eq!(hits::who_loses_next(Hit::Further, 0b001, &gone), 0b010);
    assert_eq!(hits::who_loses_next(Hit::First, 0b001, &gone), 0b110, "the dead take no hit");
    assert_eq!(hits::who_loses_next(Hit::First, 0, &[casualty(1, 0), casualty(1, 0)]), 0b11, "the owner chooses");
    assert_eq!(hits::who_loses_next(Hit::Further, 0b1, &[casualty(0, 1)]), 0);
    assert!(hits::second_hit_is_satisfied(&[casualty(0, 1), Casualty { retreated: true, ..casualty(2, 0) }]));
    assert_eq!([1, 2, 3, 5].map(Hit::number), [Hit::First, Hit::Second, Hit::Further, Hit::Further]);
}

/// Whatever the owner chooses: nobody takes a second hit while another has none, and hits end only with the units.
#[test]
fn hits_are_spread_evenly_over_every_stack() {
    let mut dice = Dice::new(22);
    for _ in 0..2_000 {
        let count = 1 + dice.below(3) as usize;
        let mut units: Vec<Casualty> = (0..count).map(|_| casualty(1 + dice.below(6) as u8, 0)).collect();
        let first = 1 << dice.below(count as u32);
        for number in 1..=1 + dice.below(5) as u8 {
            let able = hits::who_loses_next(Hit::number(number), first, &units);
            let alive: Vec<usize> = (0..count).filter(|at| units[*at].strength > 0).collect();
            assert_eq!(able == 0, alive.is_empty());
            let chosen: Vec<usize> = alive.iter().copied().filter(|at| able >> at & 1 == 1).collect();
            let Some(&unit) = chosen.get(dice.below(chosen.len().max(1) as u32) as usize) else { break };
            assert!(number == 1 || alive.iter().all(|other| units[*other].hits >= units[unit].hits));
            units[unit].hits += 1;
            units[unit].strength -= 1;
        }
        let living = units.iter().filter(|unit| unit.strength > 0).map(|unit| unit.hits);
        assert!(living.clone().max().unwrap_or(0) - living.min().unwrap_or(0) <= 1, "{units:?}");
    }
}

/// [7.5.3]
#[test]
fn d17_d18_fewer_hits_win_unless_nobody_is_left() {
    assert_eq!(results::winner(cell("1/1"), true, true), None);
    assert_eq!(results::winner(cell("0/1"), true, false), Some(Role::Attacker));
    assert_eq!(results::winner(cell("0/3r"), false, true), None, "the winner is gone");
    assert_eq!(results::winner(cell("3r/1"), true, true), Some(Role::Defender));
    assert_eq!(results::winner(cell("3r/1"), true, false), None);
    assert_eq!(tables().combat.bonus_points, 1);
}

/// [3.1.1.f] [B8]
#[test]
fn d19_a_strongpoint_works_for_soviet_infantry_alone() {
    assert!(drm::fort_works(true, Side::Soviet, &[T26, MACHINE_GUNS]));
    assert!(drm::fort_works(true, Side::Soviet, &[GUNS]), "anti-tank guns are of infantry type");
    assert!(!drm::fort_works(true, Side::Soviet, &[T26]));
    assert!(!drm::fort_works(true, Side::Axis, &[RIFLES]));
    assert!(!drm::fort_works(false, Side::Soviet, &[MACHINE_GUNS]));
}

/// [7] [5.8.3.2]
#[test]
fn d20_out_of_command_moves_and_hasty_attacks_cost_two_and_others_are_barred() {
    let costs = &tables().costs;
    assert_eq!((upkeep::movement_cost(costs, true), upkeep::movement_cost(costs, false)), (1, 2));
    let attack = |in_command| AttackType::ALL.map(|attack| upkeep::attack_cost(costs, attack, in_command));
    assert_eq!(attack(true), [Some(1), Some(2), Some(3)]);
    assert_eq!(attack(false), [Some(2), None, None]);
}

// ---- rules one by one ------------------------------------------------------

/// Every cell of the table is reached by its column and its die.
#[test]
fn every_cell_is_read_at_its_row_and_column() {
    let crt = &tables().crt;
    for (at, heading) in crt.lines[0].iter().enumerate() {
        let column = results::column(crt, 1, heading.0, heading.1);
        for row in 1..=20_i8 {
            let found = results::result(crt, column, 10, row - 10);
            assert_eq!(found, crt.body[row as usize - 1][at], "row {row} column {}", at + 1);
        }
    }
}

/// [7.5.1.1.a] [7.5.1.1.b] [5.6.3.6]
#[test]
fn attack_type_and_defence_choose_the_column_of_the_chit() {
    let left = [AttackType::Hasty, AttackType::Regular].map(strength::attack_column);
    assert_eq!((left, strength::attack_column(AttackType::Prepared)), ([ChitColumn::Left; 2], ChitColumn::Right));
    let shaken = Fighter { disorganized: true, ..SOVIET_RIFLES };
    assert_eq!(strength::defence_column(true, &[SOVIET_RIFLES]), ChitColumn::Right);
    assert_eq!(strength::defence_column(false, &[SOVIET_RIFLES]), ChitColumn::Left);
    assert_eq!(strength::defence_column(true, &[SOVIET_RIFLES, shaken]), ChitColumn::Left);
}

/// [7.5.1.1.c] One chit for all units of a side, whose multipliers differ by effectiveness.
#[test]
fn a_chit_multiplies_each_unit_by_its_own_effectiveness() {
    let chit = &tables().chits[4];
    assert_eq!(strength::defence(chit, false, &[infantry(5, 3, 1), infantry(3, 4, 1)]), 5 + 6);
    let cup: Vec<u8> = results::cup(Some(4)).collect();
    assert_eq!((cup.len(), cup.contains(&4), results::cup(None).count()), (9, false, 10));
}

/// [7.5.1.2.B1] [7.5.1.2.B2] [7.5.1.2.B4] [5.4.1.d] [5.6.3.2]
#[test]
fn a_unit_supports_only_in_order_in_command_and_with_its_zoc() {
    let unit = Supporter { disorganized: false, in_command: true, zoc_reaches: true, same_formation: true };
    assert_eq!(unit.gives(), HexSupport::Same);
    assert_eq!(Supporter { same_formation: false, ..unit }.gives(), HexSupport::Other);
    assert_eq!(Supporter { disorganized: true, ..unit }.gives(), HexSupport::None);
    assert_eq!(Supporter { in_command: false, ..unit }.gives(), HexSupport::None);
    assert_eq!(Supporter { zoc_reaches: false, ..unit }.gives(), HexSupport::None);
}

/// [7.5.1.2.B9] A hex gives one or two, never three.
#[test]
fn a_hex_counts_once_by_the_best_unit_in_it() {
    let mut support = Support::default();
    for hex in [[HexSupport::Other, HexSupport::Same], [HexSupport::None, HexSupport::Other], [HexSupport::None; 2]] {
        support.add(*hex.iter().max().expect("two units"));
    }
    assert_eq!(support, Support { same: 1, other: 1 });
    let attack = |attack| drm::attacker_support(tables(), Assault { attack, support, ..HASTY });
    assert_eq!(AttackType::ALL.map(attack), [0, 2, 3]);
}

/// [7.5.1.2.B4] [7.5.1.2.B6] [7.5.1.2.B8] [5.6.3.4]
#[test]
fn the_defender_is_supported_by_hexes_and_doubly_by_his_formation_in_improved_defence() {
    let drm = |stand| drm::defender_support(tables(), Switches::default(), AttackType::Regular, stand);
    let support = Support { same: 2, other: 1 };
    assert_eq!(drm(Stand { support, ..NORMAL }), -3);
    assert_eq!(drm(Stand { support, ..IMPROVED }), -5);
    assert_eq!(drm(Stand { support: other(2), ..IMPROVED }), -2);
    assert_eq!(drm(Stand { support, disorganized: true, ..NORMAL }), 0);
    assert_eq!(drm(Stand { support, disorganized: true, ..IMPROVED }), 0);
}

/// [A46]
#[test]
fn support_against_a_hasty_attack_follows_its_switch() {
    let stand = Stand { support: same(1), ..NORMAL };
    let drm = |support_against_hasty, attack| {
        drm::defender_support(tables(), Switches { support_against_hasty, ..Switches::default() }, attack, stand)
    };
    assert_eq!((drm(true, AttackType::Hasty), drm(false, AttackType::Hasty)), (-1, 0));
    assert_eq!(drm(false, AttackType::Regular), -1);
}

/// [3.1.1.h] [A17]
#[test]
fn engineers_count_each_or_once_and_against_working_strongpoints_alone() {
    let assault = Assault { hq_points: 0, engineers: 1, supporting_engineers: 1, ..REGULAR };
    let drm = |ground, assault, engineers_count_once| {
        drm::tally(tables(), Switches { engineers_count_once, ..Switches::default() }, ground, assault, NORMAL, 0).of(Cause::Engineers)
    };
    assert_eq!((drm(STRONGPOINT, assault, false), drm(STRONGPOINT, assault, true)), (2, 1));
    assert_eq!(drm(OPEN, assault, false), 0);
    let hasty = Assault { attack: AttackType::Hasty, ..assault };
    assert_eq!(drm(STRONGPOINT, hasty, false), 1, "nobody supports a hasty attack");
    assert_eq!(Cause::Engineers.rule(), "3.1.1.h");
}

/// [7.5.1.2.A]
#[test]
fn each_hexside_gives_its_own_drm() {
    let drm = |crossing| net(Ground { crossing, ..OPEN }, HASTY, NORMAL, 0);
    assert_eq!(Crossing::ALL.map(drm), [0, -2, -2, -4, -4, -4, 0]);
}

/// [3.1.1.i] [5.1] [B6]
#[test]
fn shares_of_tank_points_multiply_and_a_swamp_counts_once() {
    use Terrain::{Clear, Forest, Swamp, Village};
    let points = |from, into, crossing| armour::tank_points(tables(), Ground { from, into, crossing, ..OPEN }, 8);
    assert_eq!(points(Clear, Village, Crossing::Plain), 8);
    assert_eq!(points(Clear, Forest, Crossing::Plain), 4);
    assert_eq!((points(Swamp, Clear, Crossing::Plain), points(Clear, Swamp, Crossing::Plain)), (2, 2));
    assert_eq!(points(Swamp, Swamp, Crossing::Plain), 2);
    assert_eq!(points(Swamp, Forest, Crossing::Plain), 1);
    assert_eq!(points(Clear, Forest, Crossing::Stream), 2);
    assert_eq!(points(Swamp, Forest, Crossing::Stream), 0);
    assert_eq!(points(Clear, Village, Crossing::BugBridge), 2);
    assert_eq!(points(Forest, Clear, Crossing::Plain), 8, "only a swamp is bad to leave");
}

/// [7.5.1.2.D2] [7.5.1.2.D5] [7.5.1.2.D]
#[test]
fn anti_tank_points_and_the_ground_stop_tanks_but_never_gain_superiority() {
    let village = Ground { into: Terrain::Village, ..OPEN };
    assert_eq!(superiority(village, &[PANZERS], &[GUNS]).drm, 0);
    assert_eq!(superiority(OPEN, &[PANZERS], &[infantry(5, 4, 0)]).drm, 4, "nothing is anti-tank points of 0");
    assert_eq!(superiority(village, &[PANZERS], &[infantry(5, 4, 0)]).drm, 3, "the village adds one");
    let shaken = Fighter { disorganized: true, armour: Armour::AntiTank(3), ..GUNS };
    assert_eq!(superiority(OPEN, &[PANZERS], &[shaken, SOVIET_RIFLES]), Superiority { drm: 1, attackers: 1, defenders: 0b01 });
    assert_eq!(superiority(OPEN, &[PANZERS], &[GUNS, T26]).drm, 2, "a defender with tanks uses them");
    let wreck = tanks(1, 2, 0);
    let compared = superiority(village, &[PANZERS], &[wreck, infantry(1, 4, 0)]);
    assert_eq!(compared, Superiority { drm: 3, attackers: 1, defenders: 0b10 }, "Tank points of 0 are none [B12]");
    let alone = superiority(village, &[PANZERS], &[wreck, tanks(2, 2, 0)]);
    assert_eq!(alone, Superiority { drm: 3, attackers: 1, defenders: 0b10 }, "the strongest stands for 0");
}

/// [7.5.1.2.D] Of equal values the stronger unit, of equal strength the owner's choice.
#[test]
fn equal_values_go_by_strength_and_then_by_choice() {
    let weak = Fighter { strength: 2, ..PANZERS };
    assert_eq!(superiority(OPEN, &[weak, PANZERS], &[T26]).attackers, 0b10);
    assert_eq!(superiority(OPEN, &[PANZERS, PANZERS], &[T26]).attackers, 0b11);
    assert_eq!(superiority(OPEN, &[weak, tanks(6, 6, 3)], &[T26]).attackers, 0b01, "the value comes first");
}

/// [7.5.2.1] [7.5.2.1.a] [A14] [B13]
#[test]
fn the_first_hit_falls_on_the_unit_whose_value_counted_and_spares_superior_afvs() {
    let first = |attackers: &[Fighter], defenders: &[Fighter], attacking| {
        let found = superiority(OPEN, attackers, defenders);
        let (own, enemy) = if attacking { (attackers, defenders) } else { (defenders, attackers) };
        armour::first_loss(tables(), found, attacking, own, enemy)
    };
    assert_eq!(first(&[RIFLES, PANZERS], &[SOVIET_RIFLES, T26], true), 0b10);
    assert_eq!(first(&[RIFLES, PANZERS], &[SOVIET_RIFLES, T26], false), 0b10);
    assert_eq!(first(&[RIFLES, PANZERS], &[SOVIET_RIFLES], true), 0b01, "+3 against no AFV: the infantry pays");
    assert_eq!(first(&[RIFLES, PANZERS], &[infantry(5, 4, 3)], true), 0b10, "+1 spares nobody");
    assert_eq!(first(&[PANZERS, PANZERS], &[SOVIET_RIFLES], true), 0b11, "there is nobody else");
    assert_eq!(first(&[RIFLES], &[SOVIET_RIFLES, BT5], false), 0b01, "the defender's tanks are spared alike");
    assert_eq!(first(&[RIFLES, PANZERS], &[tanks(1, 2, 0), SOVIET_RIFLES], true), 0b10, "a disorganized AFV is an AFV");
    assert_eq!(first(&[RIFLES, SOVIET_RIFLES], &[SOVIET_RIFLES, GUNS], true), 0b11, "nothing was compared");
    assert_eq!(first(&[RIFLES, SOVIET_RIFLES], &[SOVIET_RIFLES, BT5], true), 0b11, "AT points do not attack");
    assert_eq!(first(&[PANZERS], &[SOVIET_RIFLES, GUNS], false), 0b10, "the highest AT points even at a DRM of 0");
}

/// [7.5.2.3] [A19]
#[test]
fn forced_retreats_follow_their_switch() {
    let single = Hits { hits: 1, red: true };
    let forced =
        |single_red_hit_retreats, side| hits::must_retreat(Switches { single_red_hit_retreats, ..Switches::default() }, side, 0b11);
    assert_eq!((forced(false, single), forced(true, single)), (0, 0b11));
    assert_eq!(forced(true, Hits { hits: 1, red: false }), 0);
    assert!(!hits::may_retreat(single));
}

/// [7.5.2.6] [7.5.2.6.a]
#[test]
fn motorized_units_retreat_one_hex_over_streams_and_into_woods_and_swamps() {
    use MoveClass::{Leg, Motorized};
    let tables = tables();
    let hexes = |class, into, crossing| hits::retreat_hexes(&tables.terrain, &tables.retreat, class, into, crossing);
    assert_eq!(Terrain::ALL.map(|into| hexes(Motorized, into, Crossing::Plain)), [2, 2, 2, 1, 1]);
    assert_eq!(hexes(Motorized, Terrain::Clear, Crossing::Stream), 1);
    assert_eq!(hexes(Motorized, Terrain::Clear, Crossing::BridgedStream), 2);
    assert_eq!(hexes(Motorized, Terrain::Clear, Crossing::BugBridge), 2);
    assert!(Terrain::ALL.iter().all(|into| hexes(Leg, *into, Crossing::Stream) == 2));
}

/// [7.5.2.6.b] [7.5.2.7] [7.5.2.8]
#[test]
fn tv13_retreats_go_round_enemies_ezocs_the_bug_and_lakes_and_force_opens_the_ezoc() {
    let tables = tables();
    let free = |crossing, enemy, ezoc| hits::retreat_is_free(&tables.terrain, crossing, enemy, ezoc);
    let forced = |crossing, enemy| hits::retreat_is_forced(&tables.terrain, crossing, enemy);
    assert!(free(Crossing::Plain, false, false));
    assert!(!free(Crossing::Plain, false, true) && forced(Crossing::Plain, false));
    assert!(!free(Crossing::Plain, true, false) && !forced(Crossing::Plain, true));
    assert_eq!(Crossing::ALL.map(|crossing| free(crossing, false, false)), [true, true, true, false, true, true, false]);
    assert_eq!(Crossing::ALL.map(|crossing| forced(crossing, false)), [true, true, true, false, true, true, false]);
    assert_eq!((tables.retreat.hexes, tables.retreat.forced_into_ezoc, tables.retreat.forced_but_shut_in), (2, 1, 2));
}

/// [8.1.a] [8.1.c]
#[test]
fn levels_recover_up_to_the_maximum_and_one_less_under_emergency_supply() {
    assert_eq!((upkeep::recovered(2, 6, 3), upkeep::recovered(5, 6, 3), upkeep::recovered(6, 6, 3)), (5, 6, 6));
    let emergency = |value| upkeep::emergency_value(&tables().recovery, value);
    assert_eq!((emergency(3), emergency(1), emergency(0)), (2, 0, 0));
}

/// [8.3.1] [8.3.d] [A55]
#[test]
fn replacements_cost_double_for_motorized_infantry_and_engineers() {
    use ReplacementKind::{Afv, Infantry};
    let price = |kind, class| upkeep::replacement(tables(), kind, class);
    assert_eq!(price(UnitKind::Infantry, MoveClass::Leg), (Infantry, 1));
    assert_eq!(price(UnitKind::Engineer, MoveClass::Leg), (Infantry, 2));
    assert_eq!(price(UnitKind::MotorizedEngineer, MoveClass::Motorized), (Infantry, 2));
    assert_eq!(price(UnitKind::MotorizedInfantry, MoveClass::Motorized), (Infantry, 2));
    assert_eq!(price(UnitKind::Reconnaissance, MoveClass::Motorized), (Infantry, 2));
    assert_eq!(price(UnitKind::PzIv, MoveClass::Motorized), (Afv, 1));
}
