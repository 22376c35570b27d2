//! Ground combat: the golden vectors of the series that single procedures can carry, and the numbers of the worked turn of the first
//! scenario. `gvNN` is the number of the vector. Vectors of whole positions come with the game.

use stavka_engine::east_front::data::{Cell, Effect, Face, Feature, Features, Substitute, Switches, TopOdds, UnitKind, edge};
use stavka_engine::east_front::drm::{self, Across, Assault, Cause, DefendingHex, Stand};
use stavka_engine::east_front::losses;
use stavka_engine::east_front::movement::Going;
use stavka_engine::east_front::odds::{self, Attacker, Column, Support};
use stavka_engine::east_front::results::{self, Burdens, FirstLoss, Force, Order, Presence, Verdict};
use stavka_engine::east_front::retreat::{self, Fate, Retreating, Stop};
use stavka_engine::east_front::surrender::{self, Pocket};
use stavka_engine::east_front::victory;
use stavka_engine::east_front::weather::Condition;
use stavka_engine::game::Side;
use stavka_engine::kit::tally::Tally;

use crate::east_front_kit::{CLEAR, DRY, MUD, WOODED_HILL, data, embedded, hex, switches, tables};

// ---- odds ------------------------------------------------------------------

fn column(attack: u16, defence: u16) -> Option<&'static str> {
    Column::of(attack, defence, TopOdds::TenToOne).map(Column::name)
}

fn full(strengths: &[u8]) -> Vec<Attacker> {
    strengths.iter().map(|&strength| Attacker { strength, halvings: 0 }).collect()
}

fn attack(attackers: &[Attacker], support: Support) -> u16 {
    odds::attack_total(&tables().odds, &tables().artillery, attackers, support)
}

fn guns(points: u16) -> Support {
    Support { points, halved: false }
}

#[test]
fn gv18_twenty_seven_to_six_is_four_to_one() {
    let total = attack(&full(&[8, 2, 2, 8]), guns(3 + 2 + 2));
    let defence = odds::defence_total(&tables().artillery, 4 + 1, guns(1));
    assert_eq!((total, defence, column(total, defence)), (27, 6, Some("4-1")));
}

#[test]
fn gv32_twenty_nine_to_ten_is_two_to_one() {
    assert_eq!(column(29, 10), Some("2-1"));
}

#[test]
fn odds_are_rounded_for_the_defender_between_their_limits() {
    let cases = [
        ((1, 5), None),
        ((1, 4), Some("1-4")),
        ((3, 10), Some("1-4")),
        ((1, 3), Some("1-3")),
        ((5, 10), Some("1-2")),
        ((3, 4), Some("3-4")),
        ((99, 100), Some("3-4")),
        ((4, 4), Some("1-1")),
        ((3, 2), Some("3-2")),
        ((19, 10), Some("3-2")),
        ((30, 10), Some("3-1")),
        ((99, 10), Some("9-1")),
        ((100, 10), Some("10-1")),
        ((65, 1), Some("10-1")),
    ];
    for ((attack, defence), expected) in cases {
        assert_eq!(column(attack, defence), expected, "{attack} to {defence}");
    }
    let sixteenth = |attack| Column::of(attack, 10, TopOdds::Sixteenth).map(Column::name);
    assert_eq!((sixteenth(99), sixteenth(100)), (Some("9-1"), Some("X16")));
}

#[test]
fn halvings_multiply_and_fractions_fall_at_the_end() {
    let halved = |strength, halvings| Attacker { strength, halvings };
    assert_eq!(attack(&[halved(3, 1), halved(3, 1)], Support::default()), 3);
    assert_eq!(attack(&[halved(3, 1)], Support::default()), 1);
    assert_eq!(attack(&[halved(5, 2), halved(3, 0)], Support::default()), 4);
    assert_eq!(attack(&[halved(1, 2)], Support::default()), 1, "never below 1");
}

#[test]
fn gv46_support_counts_up_to_the_strength_it_joins() {
    assert_eq!(odds::defence_total(&tables().artillery, 7, guns(8)), 14);
    assert_eq!(attack(&full(&[2, 2]), guns(7)), 8);
    let muddy = Support { points: 7, halved: true };
    assert_eq!(attack(&full(&[8]), muddy), 11, "3 1/2 is 3");
    assert_eq!(attack(&[Attacker { strength: 5, halvings: 1 }], muddy), 4, "five count, two are left: 2 + 2");
}

#[test]
fn swamps_major_rivers_and_streets_halve_attackers() {
    let swamp = Features::of(&[Feature::Swamp]);
    let city = CLEAR.with(Feature::City);
    let halvings = |going, from, side, into, armour| odds::halvings(&tables().terrain, going, from, side, into, armour);
    assert_eq!(halvings(DRY, CLEAR, 0, CLEAR, true), 0);
    assert_eq!(halvings(DRY, swamp, edge::MAJOR | edge::BRIDGE, city, true), 3);
    assert_eq!(halvings(DRY, swamp, 0, city, false), 1);
    assert_eq!(halvings(Going::of(Condition::Frost), swamp, edge::MAJOR, CLEAR, false), 2);
    assert_eq!(halvings(Going::of(Condition::Snow), swamp, edge::MAJOR, CLEAR, false), 0);
    assert!(odds::support_is_halved(MUD, CLEAR) && odds::support_is_halved(DRY, swamp) && !odds::support_is_halved(DRY, CLEAR));
    assert!(!odds::support_is_halved(Going::of(Condition::Snow), swamp));
    let lingering = Going { lingering_mud: true, ..DRY };
    assert!(odds::support_is_halved(lingering, WOODED_HILL) && !odds::support_is_halved(lingering, CLEAR));
}

// ---- modifiers -------------------------------------------------------------

const TRENCH: [DefendingHex; 1] = [DefendingHex { features: CLEAR, strongpoint: true }];
const OPEN: [DefendingHex; 1] = [DefendingHex { features: CLEAR, strongpoint: false }];
const LINE: Across = Across { river: false, major_river: false, line: true };
const FLAT: Across = Across { river: false, major_river: false, line: false };

fn soviet(hexes: &[DefendingHex]) -> Stand<'_> {
    Stand { side: Side::Soviet, hexes, fights_armour: false, overrun: false, out_of_supply: false, no_retreat: false }
}

fn supplied() -> Assault {
    Assault { attack_supply: true, ..Assault::default() }
}

fn tally(across: Across, assault: Assault, stand: Stand<'_>) -> Tally<Cause> {
    drm::tally(tables(), DRY, across, assault, stand)
}

#[test]
fn gv19_line_and_strongpoint_against_two_heavies_and_a_stuka() {
    let assault = Assault { armour: true, partners: true, super_heavies: 2, air: 2, ..supplied() };
    let stand = Stand { fights_armour: true, ..soviet(&TRENCH) };
    let tally = tally(LINE, assault, stand);
    let expected = [(Cause::Strongpoint, 1), (Cause::FortifiedLine, 1), (Cause::SuperHeavy, -2), (Cause::CloseAirSupport, -2)];
    assert_eq!((tally.terms.as_slice(), tally.net), (expected.as_slice(), -2));
}

#[test]
fn gv21_line_and_strongpoint_against_engineers() {
    let tally = tally(LINE, Assault { engineers: true, partners: true, ..supplied() }, soviet(&TRENCH));
    let expected = [(Cause::Strongpoint, 1), (Cause::FortifiedLine, 1), (Cause::Engineers, -1)];
    assert_eq!((tally.terms.as_slice(), tally.net), (expected.as_slice(), 1));
}

#[test]
fn engineers_and_heavies_only_offset_what_the_defender_receives() {
    let both = Assault { engineers: true, super_heavies: 3, ..supplied() };
    let found = |across, hexes: &[DefendingHex]| {
        let tally = tally(across, both, soviet(hexes));
        (tally.of(Cause::SuperHeavy), tally.of(Cause::Engineers), tally.net)
    };
    assert_eq!(found(FLAT, &OPEN), (0, 0, 0));
    assert_eq!(found(FLAT, &TRENCH), (-1, 0, 0));
    assert_eq!(found(LINE, &TRENCH), (-2, 0, 0));
    let river = Across { river: true, ..FLAT };
    assert_eq!(found(river, &OPEN), (0, -1, 0), "engineers cross rivers, guns do not");
    assert_eq!(found(river, &TRENCH), (-1, -1, 0));
    let hill = [DefendingHex { features: Features::of(&[Feature::Hill]), strongpoint: false }];
    assert_eq!(found(FLAT, &hill), (0, 0, 1));
    let city = [DefendingHex { features: Features::of(&[Feature::Clear, Feature::MajorCity]), strongpoint: false }];
    assert_eq!(found(FLAT, &city), (-2, 0, 0), "a major city is worth two to Soviet defenders");
}

#[test]
fn terrain_counts_once_and_fortifications_beside_it() {
    let hexes = [
        DefendingHex { features: Features::of(&[Feature::Hill, Feature::City]), strongpoint: true },
        DefendingHex { features: CLEAR, strongpoint: false },
    ];
    let found = tally(FLAT, supplied(), soviet(&hexes));
    assert_eq!(found.terms.as_slice(), [(Cause::Terrain(Feature::Hill), 1), (Cause::Strongpoint, 1)]);
    let town = [DefendingHex { features: CLEAR.with(Feature::Town), strongpoint: false }];
    let net = |going| drm::tally(tables(), going, FLAT, supplied(), soviet(&town)).net;
    assert_eq!((net(DRY), net(MUD), net(Going::of(Condition::Frost)), net(Going::of(Condition::Snow))), (0, 1, 0, 1));
    let river = |going| drm::tally(tables(), going, Across { river: true, ..FLAT }, supplied(), soviet(&OPEN)).net;
    let ice = Going { frozen: true, ..Going::of(Condition::Frost) };
    assert_eq!((river(DRY), river(MUD), river(Going::of(Condition::Snow)), river(ice)), (1, 1, 0, 0));
}

#[test]
fn combined_arms_need_partners_open_ground_and_no_guns_against_them() {
    let arms = Assault { armour: true, partners: true, ..supplied() };
    let bonus = |going, across, assault, stand| drm::tally(tables(), going, across, assault, stand).of(Cause::CombinedArms);
    assert_eq!(bonus(DRY, FLAT, arms, soviet(&OPEN)), -1);
    assert_eq!(bonus(Going::of(Condition::Frost), FLAT, arms, soviet(&OPEN)), -1);
    for condition in [Condition::Mud, Condition::Snow, Condition::Arctic] {
        assert_eq!(bonus(Going::of(condition), FLAT, arms, soviet(&OPEN)), 0);
    }
    assert_eq!(bonus(DRY, FLAT, Assault { partners: false, ..arms }, soviet(&OPEN)), 0);
    assert_eq!(bonus(DRY, FLAT, Assault { armour: false, ..arms }, soviet(&OPEN)), 0);
    assert_eq!(bonus(DRY, FLAT, arms, Stand { fights_armour: true, ..soviet(&OPEN) }), 0);
    assert_eq!(bonus(DRY, FLAT, arms, soviet(&TRENCH)), 0);
    assert_eq!(bonus(DRY, LINE, arms, soviet(&OPEN)), 0);
    assert_eq!(bonus(DRY, Across { major_river: true, ..FLAT }, arms, soviet(&OPEN)), 0);
    assert_eq!(bonus(DRY, Across { river: true, ..FLAT }, arms, soviet(&OPEN)), 0);
    let mixed = [OPEN[0], DefendingHex { features: Features::of(&[Feature::Swamp]), strongpoint: false }];
    assert_eq!(bonus(DRY, FLAT, arms, soviet(&mixed)), -1, "one open hex is enough");
    assert_eq!(bonus(DRY, FLAT, arms, soviet(&mixed[1..])), 0);
    let city = [DefendingHex { features: CLEAR.with(Feature::City), strongpoint: false }];
    assert_eq!(bonus(DRY, FLAT, arms, soviet(&city)), 0);
}

#[test]
fn other_modifiers_have_their_own_cause_and_the_net_its_limit() {
    let weak = Stand { overrun: true, out_of_supply: true, no_retreat: true, ..soviet(&OPEN) };
    let found = tally(FLAT, Assault { integrity: 2, air: -1, ..Assault::default() }, weak);
    let expected = [
        (Cause::NoRetreat, 1),
        (Cause::NoAttackSupply, 2),
        (Cause::Integrity, -2),
        (Cause::OverrunMarker, -1),
        (Cause::DefenderOutOfSupply, -1),
        (Cause::CloseAirSupport, 1),
    ];
    assert_eq!((found.terms.as_slice(), found.net), (expected.as_slice(), 0));
    assert_eq!(tally(FLAT, Assault { air: 6, ..supplied() }, soviet(&OPEN)).net, -3);
    let walls = Stand { no_retreat: true, ..soviet(&TRENCH) };
    assert_eq!(tally(LINE, Assault { air: -1, ..Assault::default() }, walls).net, 3);
}

// ---- results ---------------------------------------------------------------

fn of(text: &str) -> Cell {
    Cell::try_from(text.to_owned()).expect("a cell")
}

const NOBODY: Force = Force { order: Order::None, all_german: false, sheltered: false };

fn verdict(effect: Effect, extra: u8, force: Force) -> Verdict {
    results::verdict(&tables().losses, effect, extra, force)
}

#[test]
fn gv20_a_five_at_four_to_one_with_minus_two_drives_the_defender_out() {
    let column = Column::of(27, 6, TopOdds::TenToOne);
    let found = results::cell(tables(), column, 5, -2);
    assert_eq!(found, of("-/2R"));
    let fate = verdict(found.defender, 0, NOBODY);
    assert_eq!((fate.steps, fate.retreat, fate.eliminated), (2, 2, false));
    let attacker = verdict(found.attacker, 0, NOBODY);
    assert_eq!((attacker.steps, attacker.retreat), (0, 0));
}

#[test]
fn gv21_a_ten_at_one_to_one_with_plus_one_throws_the_engineers_back() {
    let found = results::cell(tables(), Column::of(4, 4, TopOdds::TenToOne), 10, 1);
    assert_eq!(found, of("2R/-"));
    let fate = verdict(found.attacker, 0, Force { order: Order::FurtherRetreat, all_german: true, sheltered: false });
    assert_eq!((fate.steps, fate.retreat, fate.path_by_opponent, fate.held_back), (1, 3, true, true));
}

#[test]
fn gv33_modifiers_shift_rows_between_the_ends() {
    let column = Column::of(1, 1, TopOdds::TenToOne);
    for (die, net, row) in [(5, 2, 7), (5, -3, 2), (10, 3, 11), (1, -3, 0)] {
        assert_eq!(Some(results::cell(tables(), column, die, net)), column.map(|column| tables().crt[row][column.index()]));
    }
}

#[test]
fn below_one_to_four_the_attackers_are_eliminated() {
    let found = results::cell(tables(), Column::of(1, 5, TopOdds::TenToOne), 1, -3);
    assert!(verdict(found.attacker, 0, NOBODY).eliminated && !verdict(found.defender, 0, NOBODY).eliminated);
}

#[test]
fn gv34_and_gv35_an_asterisk_costs_a_step_per_burden() {
    let extra = |burdens| results::asterisk_steps(&tables().losses, of("*/1").attacker, burdens);
    let all = Burdens { no_attack_supply: true, mandated: true, fortification: true };
    assert_eq!(extra(all), 3);
    assert_eq!(extra(Burdens { mandated: false, ..all }), 2);
    assert_eq!(extra(Burdens::default()), 0);
    assert_eq!(results::asterisk_steps(&tables().losses, of("1/1").attacker, all), 0, "only on an asterisk");
}

/// Steps of the attacker and who takes the first, in a supplied attack on a strongpoint.
fn assault(text: &str, engineers: bool, switches: &Switches) -> (u8, FirstLoss) {
    let cell = of(text);
    let extra = results::asterisk_steps(&tables().losses, cell.attacker, Burdens { fortification: true, ..Burdens::default() });
    let presence = Presence { engineers, ..Presence::default() };
    (verdict(cell.attacker, extra, NOBODY).steps, results::first_losses(cell, extra, presence, switches).0)
}

#[test]
fn gv36_to_gv39_engineers_pay_for_asterisks_when_their_effects_were_declared() {
    assert_eq!(assault("*/1", true, switches()), (1, FirstLoss::Engineers));
    assert_eq!(assault("1*/1", true, switches()), (2, FirstLoss::Engineers));
    assert_eq!(assault("1/1", true, switches()), (1, FirstLoss::Any));
    assert_eq!(assault("*/1", false, switches()), (1, FirstLoss::Any));
}

#[test]
fn the_switch_of_a16_lets_engineers_pay_for_plain_numbers() {
    let example = &embedded(1).script.switches;
    assert_eq!(assault("2R/-", true, example), (2, FirstLoss::Engineers));
    assert_eq!(assault("2R/-", true, switches()), (2, FirstLoss::Any));
    assert_eq!(assault("R/-", true, example), (0, FirstLoss::Any));
}

#[test]
fn armour_pays_for_a_number_with_an_asterisk_against_what_fights_it() {
    let tanks = Presence { engineers: false, attacking_armour: true, fights_armour: true };
    let first = |text: &str, presence| results::first_losses(of(text), 0, presence, switches());
    assert_eq!(first("1*/2", tanks), (FirstLoss::Armour, FirstLoss::FightsArmour));
    assert_eq!(first("1*/R", tanks), (FirstLoss::Armour, FirstLoss::Any));
    assert_eq!(first("*/3R", tanks), (FirstLoss::Any, FirstLoss::Any), "a lone asterisk is no attrition");
    assert_eq!(first("1/2", tanks), (FirstLoss::Any, FirstLoss::Any));
    assert_eq!(first("1*/2", Presence { fights_armour: false, ..tanks }), (FirstLoss::Any, FirstLoss::Any));
    assert_eq!(first("1*/2", Presence { attacking_armour: false, ..tanks }), (FirstLoss::Any, FirstLoss::Any));
    assert_eq!(first("1*/2", Presence { engineers: true, ..tanks }), (FirstLoss::Engineers, FirstLoss::Any));
}

#[test]
fn gv54_to_gv57_orders_trade_ground_for_steps() {
    let fast = Force { order: Order::NoRetreat, ..NOBODY };
    let fate = |text: &str, force| {
        let verdict = verdict(of(text).defender, 0, force);
        (verdict.steps, verdict.retreat)
    };
    assert_eq!(fate("-/1R", fast), (3, 0));
    assert_eq!(fate("-/R", Force { sheltered: true, ..fast }), (1, 0));
    assert_eq!(fate("-/2R", Force { all_german: true, ..fast }), (3, 0));
    assert_eq!(fate("-/2", fast), (2, 0), "without an R the order costs nothing");
    let back = Force { order: Order::FurtherRetreat, ..NOBODY };
    let attacker = verdict(of("2R/-").attacker, 0, back);
    assert_eq!((attacker.steps, attacker.retreat, attacker.held_back), (1, 3, true));
    assert_eq!(fate("-/R", back), (0, 3), "an R alone has no step to save");
    assert_eq!(fate("-/2", back), (2, 0));
}

#[test]
fn cities_hills_woods_and_fortifications_shelter() {
    assert!(results::shelters(CLEAR, true) && results::shelters(WOODED_HILL, false) && results::shelters(CLEAR.with(Feature::City), false));
    assert!(!results::shelters(CLEAR, false) && !results::shelters(CLEAR.with(Feature::Town), false));
}

#[test]
fn the_two_combats_of_the_worked_turn_from_their_counters() {
    let unit = |id: &str| data().unit(data().find_unit(id).expect("a counter"));
    let attackers = |ids: &[&str]| full(&ids.iter().map(|id| unit(id).faces[0].attack).collect::<Vec<_>>());
    let support = |ids: &[&str]| guns(ids.iter().map(|id| u16::from(unit(id).faces[0].support)).sum());
    let defence = |ids: &[&str]| ids.iter().map(|id| u16::from(unit(id).faces[0].defence)).sum::<u16>();

    let total = attack(&attackers(&["73", "190AG", "LAH/Rcn", "46"]), support(&["49", "I/814", "641"]));
    let held = odds::defence_total(&tables().artillery, defence(&["106", "5(+)"]), support(&["52"]));
    let first = Column::of(total, held, TopOdds::TenToOne);
    let trench = |name: &str| [DefendingHex { features: data().map.features[hex(name).index()], strongpoint: true }];
    let armyansk = trench("3606");
    let kinds = |ids: &[&str], is: fn(UnitKind) -> bool| ids.iter().any(|id| is(unit(id).kind));
    let assault = Assault {
        armour: kinds(&["73", "190AG", "LAH/Rcn", "46"], UnitKind::is_armour),
        partners: kinds(&["73", "190AG", "LAH/Rcn", "46"], UnitKind::combines_with_armour),
        super_heavies: 2,
        air: 2,
        ..supplied()
    };
    let stand = Stand { fights_armour: kinds(&["106", "5(+)"], UnitKind::fights_armour), ..soviet(&armyansk) };
    let net = tally(LINE, assault, stand).net;
    assert_eq!((first.map(Column::name), net, results::cell(tables(), first, 5, net)), (Some("4-1"), -2, of("-/2R")));

    let second = Column::of(attack(&attackers(&["Eng", "X"]), Support::default()), defence(&["271"]), TopOdds::TenToOne);
    let rampart = trench("3705");
    let net = tally(LINE, Assault { engineers: true, partners: true, ..supplied() }, soviet(&rampart)).net;
    let found = results::cell(tables(), second, 10, net);
    assert_eq!((second.map(Column::name), net, found), (Some("1-1"), 1, of("2R/-")));
    let burdens = Burdens { fortification: true, ..Burdens::default() };
    let extra = results::asterisk_steps(&tables().losses, found.attacker, burdens);
    let back = Force { order: Order::FurtherRetreat, all_german: true, sheltered: false };
    assert_eq!((extra, verdict(found.attacker, extra, back).steps), (0, 1), "the cell has no asterisk");
}

// ---- steps and substitutes -------------------------------------------------

fn after(id: &str, lost: u8) -> Option<(u8, u8, bool, bool)> {
    let unit = data().unit(data().find_unit(id).expect("a counter"));
    losses::strength(&tables().steps, &unit.faces, unit.steps, lost).map(|left| (left.attack, left.defence, left.back_up, left.marker))
}

#[test]
fn a_division_goes_by_marker_flip_marker_and_is_gone() {
    let steps: Vec<_> = (0..5).map(|lost| after("73", lost)).collect();
    assert_eq!(steps, [Some((8, 9, false, false)), Some((6, 7, false, true)), Some((4, 5, true, false)), Some((2, 3, true, true)), None]);
}

#[test]
fn the_106th_survives_a_step_and_the_tanks_do_not() {
    assert_eq!((after("106", 1), after("106", 2)), (Some((1, 2, true, false)), None));
    assert_eq!(after("5(+)", 1), None);
    assert_eq!(after("Eng", 1), Some((1, 1, true, false)));
    assert_eq!(after("51HQ", 1), None);
}

#[test]
fn three_steps_go_by_marker_and_flip() {
    let front = Face { attack: 5, defence: 6, ma: 5, ..Face::default() };
    let back = Face { attack: 3, defence: 3, ma: 5, ..Face::default() };
    let left = |lost| losses::strength(&tables().steps, &[front, back], 3, lost).map(|left| (left.attack, left.defence));
    assert_eq!([left(0), left(1), left(2), left(3)], [Some((5, 6)), Some((3, 4)), Some((3, 3)), None]);
}

#[test]
fn gv40_a_substitute_is_strong_only_for_two_points_of_what_is_left() {
    let mut unit = data().unit(data().find_unit("73").expect("a counter")).clone();
    unit.faces[0] = Face { attack: 7, defence: 8, ..unit.faces[0] };
    unit.faces[1] = Face { attack: 4, defence: 4, ..unit.faces[1] };
    let of = |lost| losses::substitute(&tables().steps, &tables().substitutes, &unit, lost);
    assert_eq!(of(1), Some(Substitute::Regular), "5 to 4");
    assert_eq!((of(0), of(2)), (Some(Substitute::Strong), Some(Substitute::Strong)));
    assert_eq!(of(3), None, "the last step stays");
}

// ---- retreat and surrender -------------------------------------------------

#[test]
fn the_retreat_table_spares_germans_and_woods_and_not_guns() {
    let limit = |stack| (1..=10).filter(|&die| retreat::survives(&tables().retreat, die, stack)).count();
    assert_eq!(limit(Retreating::default()), 3);
    assert_eq!(limit(Retreating { all_german: true, ..Retreating::default() }), 5);
    assert_eq!(limit(Retreating { all_german: true, through_woods: true, artillery: false }), 7);
    assert_eq!(limit(Retreating { artillery: true, ..Retreating::default() }), 1);
}

#[test]
fn retreats_pass_one_empty_zone_and_perish_in_two() {
    let free = Stop::default();
    let zone = Stop { enemy_zoc: true, ..free };
    let held = Stop { friends: true, ..zone };
    let fate = |path: &[Stop]| retreat::fate(path, 2, false);
    assert_eq!(fate(&[free, free]), Fate::Safe);
    assert_eq!(fate(&[held, free]), Fate::Safe, "friends negate the zone");
    assert_eq!(fate(&[zone, free]), Fate::Shaken);
    assert_eq!((fate(&[zone, zone]), fate(&[zone, zone, free])), (Fate::Eliminated, Fate::Eliminated));
    assert_eq!((fate(&[free, zone]), fate(&[])), (Fate::Forbidden, Fate::Forbidden));
    assert_eq!(retreat::fate(&[zone, free, free], 3, true), Fate::Forbidden, "not under Further Retreat");
    assert_eq!(retreat::fate(&[held, free, free], 3, true), Fate::Safe);
}

#[test]
fn retreats_go_on_once_where_nobody_may_stand() {
    let free = Stop::default();
    let held = Stop { enemy_zoc: true, friends: true, ..free };
    let (declared, full) = (Stop { declared: true, ..free }, Stop { overstacked: true, ..free });
    for (bad, fate) in [(held, Fate::GoesOn), (declared, Fate::GoesOn), (full, Fate::Crowded)] {
        assert_eq!(retreat::fate(&[free, bad], 2, false), fate);
        assert_eq!(retreat::fate(&[free, bad, free], 2, false), Fate::Safe);
        for further in [held, declared, full, Stop { enemy_zoc: true, ..free }] {
            assert_eq!(retreat::fate(&[free, bad, further], 2, false), Fate::Cadre, "{further:?}");
        }
    }
}

#[test]
fn surrender_depends_on_hope() {
    let limit = |pocket, turn| (1..=10).filter(|&die| surrender::surrenders(&tables().surrender, pocket, turn, die)).count();
    assert_eq!((limit(Pocket::default(), 30), limit(Pocket::default(), 48), limit(Pocket::default(), 62)), (2, 4, 2));
    let hopeful = Pocket { near_operational_hq: true, guards_or_nkvd: true, built_up_or_fortified: true, ..Pocket::default() };
    assert_eq!((limit(hopeful, 48), limit(hopeful, 100)), (1, 0));
    let lost = Pocket { out_of_supply: true, militia_or_coastal: true, ..Pocket::default() };
    assert_eq!(limit(lost, 48), 8);
    assert_eq!(surrender::modifier(&tables().surrender, Pocket { emergency_supply: true, ..Pocket::default() }, 70), -1);
}

#[test]
fn the_axis_wins_with_four_hexes_and_five_steps_lost() {
    let winner = |held, lost| victory::winner(data().script.objectives.len(), held, lost, data().script.axis_steps_allowed);
    assert_eq!((winner(4, 5), winner(4, 6), winner(3, 0)), (Side::Axis, Side::Soviet, Side::Soviet));
    let early = |lost| victory::lost_early(lost, data().script.axis_steps_allowed);
    assert!(!early(5) && early(6));
}
