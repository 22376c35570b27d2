//! The tables of Across the Bug River: every cell against the formula or the list behind it, what the rulebook says of each, and the
//! defects that loading refuses.

use std::sync::LazyLock;

use stavka_engine::across_the_bug::data::{
    Attackers, CHITS, COLUMNS, ChitColumn, CombatResult, FACES, Hits, LEVELS, Passage, ROWS, Share, Tables,
};
use stavka_engine::across_the_bug::switches::Switches;
use stavka_engine::across_the_bug::terms::{Arm, Bridge, Crossing, HexsideKind, MoveClass, Terrain, UnitKind, Way, ZocClass};
use stavka_engine::data::Source;
use stavka_engine::kit::points::HalfPoints;

const TEXT: &str = include_str!("../../data/across-the-bug/tables.toml");

static TABLES: LazyLock<Tables> = LazyLock::new(|| load(TEXT).expect("the tables of the game load"));

/// The tables of the game.
pub(crate) fn tables() -> &'static Tables {
    &TABLES
}

fn load(text: &str) -> Result<Tables, String> {
    Tables::load(&Source { name: "tables.toml", text }).map_err(|error| error.to_string())
}

/// A result as the file writes it.
pub(crate) fn cell(text: &str) -> CombatResult {
    CombatResult::try_from(text.to_owned()).expect("a combat result")
}

// ---- combat results [7.5.1] ------------------------------------------------

#[test]
fn every_cell_of_the_combat_results_follows_the_formula() {
    let steps = [(3, "5r/0"), (6, "4r/0"), (9, "3r/0"), (12, "3r/1"), (15, "2/1"), (18, "2/2"), (21, "1/2r"), (25, "1/3r"), (29, "0/3r")];
    for (row, column) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
        let x = row + 1 + 2 * column;
        let beyond = if x <= 33 { "0/4r" } else { "0/5r" };
        let expected = steps.iter().find(|(to, _)| x <= *to).map_or(beyond, |(_, result)| result);
        assert_eq!(tables().crt.body[row][column], cell(expected), "row {} column {}", row + 1, column + 1);
    }
}

/// [7.5.1.2] Twenty rows; [7.5.2.x1] a red three against nothing; [7.5.3] ties; [7.5.2.4] more than two hits; [7.5.2.3] second hits in
/// black and in red; a single hit is never red, so that A19 lies idle.
#[test]
fn combat_results_are_as_the_rulebook_describes_them() {
    let cells: Vec<CombatResult> = tables().crt.body.iter().flatten().copied().collect();
    let has = |holds: fn(&CombatResult) -> bool| cells.iter().any(holds);
    assert_eq!(cells.len(), 200);
    assert!(cells.contains(&cell("3r/0")), "the worked result");
    assert!(
        has(|cell| cell.attacker.hits == 5) && has(|cell| cell.attacker.hits == cell.defender.hits) && has(|cell| cell.defender.hits > 2)
    );
    let twos = |red: bool| cells.iter().flat_map(|cell| [cell.attacker, cell.defender]).any(|side| side == Hits { hits: 2, red });
    assert!(twos(true) && twos(false));
    for cell in &cells {
        for (own, enemy, defends) in [(cell.attacker, cell.defender, false), (cell.defender, cell.attacker, true)] {
            let red = own.hits >= 3 || defends && own.hits == 2 && enemy.hits < 2;
            assert_eq!(own.red, red, "{cell:?}");
        }
    }
    assert!(cells[0].attacker.hits >= 3 && cells[199].defender.hits >= 3);
}

#[test]
fn results_get_no_worse_for_the_attacker_with_die_ratio_and_open_ground() {
    let body = &tables().crt.body;
    let no_worse = |from: CombatResult, to: CombatResult| to.attacker.hits <= from.attacker.hits && to.defender.hits >= from.defender.hits;
    for (row, column) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
        assert!(row + 1 == ROWS || no_worse(body[row][column], body[row + 1][column]), "row {row} column {column}");
        assert!(column + 1 == COLUMNS || no_worse(body[row][column], body[row][column + 1]), "row {row} column {column}");
    }
    let line = |terrain, fort| tables().terrain.crt_line(terrain, fort);
    let rising = [Terrain::Clear, Terrain::Village, Terrain::Forest, Terrain::City].map(|terrain| line(terrain, false));
    assert_eq!(rising, [1, 2, 3, 4], "obstructive terrain favours the defender [3.1.1]");
    assert_eq!(line(Terrain::Swamp, false), 3);
    assert!(Terrain::ALL.iter().all(|terrain| line(*terrain, true) == line(*terrain, false) + 1));
}

#[test]
fn each_line_of_ratios_is_the_one_before_by_a_column() {
    let ladder = [(1, 3), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1), (10, 1)];
    assert_eq!(tables().crt.lines.len(), 5);
    for (at, line) in tables().crt.lines.iter().enumerate() {
        assert_eq!(line[..], ladder[at..at + COLUMNS], "line {}", at + 1);
    }
}

// ---- combat chits [7.5.1.1] ------------------------------------------------

#[test]
fn every_multiplier_of_every_chit_follows_the_formula() {
    for (chit, printed) in tables().chits.iter().enumerate() {
        for (column, shift) in [(ChitColumn::Left, 0), (ChitColumn::Right, 3)] {
            for effectiveness in 2..=7_u8 {
                let sum = usize::from(effectiveness) + chit + shift;
                let expected = 1 + u8::from(sum >= 8) + u8::from(sum >= 13);
                assert_eq!(printed.multiplier(column, effectiveness), expected, "chit {chit} {column:?} {effectiveness}");
            }
        }
    }
}

#[test]
fn the_mean_of_the_cup_rises_with_effectiveness_and_in_the_right_column() {
    let sum = |column, effectiveness| -> u32 { tables().chits.iter().map(|chit| u32::from(chit.multiplier(column, effectiveness))).sum() };
    let left: Vec<u32> = (2..=7).map(|effectiveness| sum(ChitColumn::Left, effectiveness)).collect();
    let right: Vec<u32> = (2..=7).map(|effectiveness| sum(ChitColumn::Right, effectiveness)).collect();
    assert_eq!((left[0], left[5], right[0], right[5]), (14, 23, 19, 27), "tenths");
    assert!(left.is_sorted_by(|a, b| a < b) && right.is_sorted_by(|a, b| a < b) && left.iter().zip(&right).all(|(a, b)| a < b));
    assert_eq!(tables().chits.len(), CHITS);
}

// ---- action points [6.3.1][6.4.2.a] ----------------------------------------

#[test]
fn every_cell_of_the_action_points_is_as_listed() {
    let black = [
        [1, 2, 2, 2, 3, 3, 3, 3, 4, 4],
        [2, 2, 3, 3, 3, 3, 4, 4, 4, 5],
        [2, 3, 3, 3, 4, 4, 4, 5, 5, 5],
        [3, 3, 4, 4, 4, 5, 5, 5, 6, 6],
        [3, 4, 4, 5, 5, 5, 6, 6, 6, 7],
        [4, 4, 5, 5, 6, 6, 6, 7, 7, 7],
    ];
    let points = &tables().points;
    for (level, dice) in (1..).zip(black) {
        for (die, expected) in (1..).zip(dice) {
            assert_eq!(points.activation(level, die), expected, "level {level} die {die}");
            assert_eq!(points.reaction(level, die), expected.div_ceil(2), "level {level} die {die}");
        }
    }
    assert_eq!((points.activation(0, 10), points.reaction(0, 10)), (0, 0), "level 0 is not activated [6.3.2]");
    assert_eq!((black.len(), black[0].len()), (LEVELS, FACES));
}

// ---- terrain [3.1] ---------------------------------------------------------

fn half(halves: u8) -> HalfPoints {
    HalfPoints(halves)
}

/// [3.1.1][3.1.1.i][3.1.1.j][5.4.c][7.5.2.6.a]
#[test]
fn the_chart_of_hexes_is_as_listed() {
    let rows = [
        (Terrain::Clear, 2, 2, 0, "1", "1", true, 2),
        (Terrain::Village, 2, 2, 1, "1", "1", true, 2),
        (Terrain::City, 2, 4, 2, "1/2", "1", false, 2),
        (Terrain::Forest, 4, 6, 1, "1/2", "1", false, 1),
        (Terrain::Swamp, 4, 8, 0, "1/4", "1/4", false, 1),
    ];
    let share = |text: &str| Share::try_from(text.to_owned()).expect("a share");
    let chart = &tables().terrain;
    for (terrain, leg, motorized, at_bonus, into, out_of, afv_zoc, retreat) in rows {
        let row = chart.hex(terrain);
        assert_eq!((row.leg, row.motorized, row.at_bonus), (half(leg), half(motorized), at_bonus), "{terrain:?}");
        assert_eq!((row.tank_into, row.tank_out_of), (share(into), share(out_of)), "{terrain:?}");
        assert_eq!((row.afv_zoc, row.infantry_zoc, row.motorized_retreat), (afv_zoc, true, retreat), "{terrain:?}");
        assert_eq!(row.afv_check, terrain == Terrain::Swamp);
        assert_eq!(chart.price(terrain, MoveClass::Leg), half(leg));
        assert_eq!(chart.price(terrain, MoveClass::Motorized), half(motorized));
        assert_eq!(chart.at_bonus(terrain, true), at_bonus, "a strongpoint adds nothing, or the worked hasty attack breaks");
    }
}

/// [3.1.1.c][3.1.1.e][7.3.3][B1]
#[test]
fn roads_are_as_listed_and_minor_ones_follow_their_switch() {
    let price = |way, minor_as_main| tables().terrain.way_price(way, MoveClass::Motorized, minor_as_main);
    assert_eq!(Way::ALL.map(|way| price(way, false)), [half(1), half(2), half(3)]);
    assert_eq!(Way::ALL.map(|way| price(way, true)), [half(1), half(1), half(3)]);
    assert!(Way::ALL.iter().all(|way| tables().terrain.way_price(*way, MoveClass::Leg, false) == half(2)));
}

/// [3.1.2][7.3.7][7.3.8][7.5.1.2.A][10.1][10.3]
#[test]
fn the_chart_of_hexsides_is_as_listed() {
    let extra = |points| Passage::Extra(HalfPoints::whole(points));
    let rows = [
        (Crossing::Plain, extra(0), extra(0), 0, 4, true, true, true, Attackers::All),
        (Crossing::Stream, extra(1), Passage::WholeAllowance, -2, 2, true, false, true, Attackers::All),
        (Crossing::BridgedStream, extra(0), extra(0), -2, 2, true, false, true, Attackers::All),
        (Crossing::Bug, Passage::Boat(HalfPoints::whole(1)), Passage::Closed, -4, 0, false, false, false, Attackers::Leg),
        (Crossing::BugBridge, extra(0), extra(0), -4, 1, false, false, true, Attackers::All),
        (Crossing::Pontoon, extra(0), extra(1), -4, 1, false, false, true, Attackers::All),
        (Crossing::Lake, Passage::Closed, Passage::Closed, 0, 0, false, false, false, Attackers::None),
    ];
    let chart = &tables().terrain;
    for (crossing, leg, motorized, drm, quarters, infantry, afv, open, by) in rows {
        let row = chart.crossing(crossing);
        assert_eq!((row.leg, row.motorized, row.attack_drm, row.tank.quarters()), (leg, motorized, drm, quarters), "{crossing:?}");
        assert_eq!(
            (row.infantry_zoc, row.afv_zoc, row.supply, row.retreat, row.attack_by),
            (infantry, afv, open, open, by),
            "{crossing:?}"
        );
        assert_eq!((chart.passage(crossing, MoveClass::Leg), chart.passage(crossing, MoveClass::Motorized)), (leg, motorized));
    }
}

/// [5.4.c][5.4.d][A58][B3] TV-14: an AFV beside a forest, city or swamp gives no support, for its ZOC does not reach into it.
#[test]
fn tv14_afv_zocs_reach_into_clear_and_village_hexes_and_over_dry_hexsides_alone() {
    let chart = &tables().terrain;
    let into = |class| Terrain::ALL.map(|terrain| chart.zoc_into(class, terrain));
    assert_eq!(into(ZocClass::Afv), [true, true, false, false, false]);
    assert_eq!(into(ZocClass::Infantry), [true; 5]);
    let across = |class, over_bridges| Crossing::ALL.map(|crossing| chart.zoc_across(class, crossing, over_bridges));
    assert_eq!(across(ZocClass::Afv, false), [true, false, false, false, false, false, false]);
    assert_eq!(across(ZocClass::Infantry, false), [true, true, true, false, false, false, false]);
    assert_eq!(across(ZocClass::Afv, true), [true, false, false, false, true, true, false]);
    assert_eq!(across(ZocClass::Infantry, true), [true, true, true, false, true, true, false]);
}

/// [A42] Over the unbridged Bug units on foot attack, unless the switch forbids it; [A16] streams stop supply only by switch.
#[test]
fn attacks_and_supply_cross_hexsides_as_the_switches_say() {
    let chart = &tables().terrain;
    let attack = |crossing, arm, class, leg| chart.may_attack_across(crossing, arm, class, leg);
    assert!(attack(Crossing::Bug, Arm::Infantry, MoveClass::Leg, true));
    assert!(!attack(Crossing::Bug, Arm::Infantry, MoveClass::Leg, false));
    assert!(!attack(Crossing::Bug, Arm::Infantry, MoveClass::Motorized, true));
    assert!(!attack(Crossing::Bug, Arm::Afv, MoveClass::Motorized, true));
    assert!(attack(Crossing::BugBridge, Arm::Afv, MoveClass::Motorized, false));
    assert!(!attack(Crossing::Lake, Arm::Infantry, MoveClass::Leg, true));
    let supply = |streams_block| Crossing::ALL.map(|crossing| chart.supply_across(crossing, streams_block));
    assert_eq!(supply(false), [true, true, true, false, true, true, false]);
    assert_eq!(supply(true), [true, false, true, false, true, true, false]);
}

/// [3.1.2.a][7.3.3][10.3] Which row of the chart serves a printed hexside.
#[test]
fn bridges_and_pontoons_choose_the_row_of_a_hexside() {
    assert_eq!(Crossing::of(HexsideKind::Plain, None, false), Crossing::Plain);
    assert_eq!(Crossing::of(HexsideKind::Stream, None, false), Crossing::Stream);
    assert_eq!(Crossing::of(HexsideKind::Stream, Some(Bridge::City), false), Crossing::BridgedStream);
    assert_eq!(Crossing::of(HexsideKind::Stream, Some(Bridge::Road), false), Crossing::Stream);
    assert_eq!(Crossing::of(HexsideKind::Stream, Some(Bridge::Road), false).at_road_rate(), Crossing::BridgedStream);
    assert_eq!(Crossing::of(HexsideKind::Bug, None, false), Crossing::Bug);
    assert_eq!(Crossing::of(HexsideKind::Bug, None, true), Crossing::Pontoon);
    assert_eq!(Crossing::of(HexsideKind::Bug, Some(Bridge::Bug), false), Crossing::BugBridge);
    assert_eq!(Crossing::of(HexsideKind::Lake, None, false), Crossing::Lake);
}

// ---- units, as their types say [3.2] ---------------------------------------

/// [3.2.g][3.2.i][5.3.1.b][B21]
#[test]
fn types_of_units_say_arm_zoc_class_and_stacking() {
    use stavka_engine::across_the_bug::terms::StackingClass::{Free, Limited};
    for kind in UnitKind::ALL {
        let expected = match kind {
            UnitKind::AntiTank => (Arm::Infantry, ZocClass::Afv, Free),
            UnitKind::BorderGuard => (Arm::Infantry, ZocClass::Infantry, Free),
            UnitKind::PzIii | UnitKind::PzIv | UnitKind::StugIii | UnitKind::Ba10 | UnitKind::Bt5 | UnitKind::T26 | UnitKind::Kv2 => {
                (Arm::Afv, ZocClass::Afv, Free)
            }
            _ => (Arm::Infantry, ZocClass::Infantry, Limited),
        };
        assert_eq!((kind.arm(), kind.zoc_class(), kind.stacking()), expected, "{kind:?}");
    }
}

// ---- small tables ----------------------------------------------------------

/// [8.1.2][8.1.3][6.1.a][5.8.4.a]
#[test]
fn interdiction_recovery_and_track_are_as_listed() {
    let tables = tables();
    assert_eq!(tables.interdiction.levels, [0, 0, 0, 1, 1, 1, 1, 2, 2, 2]);
    let row = |value| [0, 1, 2].map(|interdiction| tables.soviet_recovery.levels(value, interdiction));
    assert_eq!(row(3), [Some(3), Some(2), Some(1)]);
    assert_eq!(row(2), [Some(2), Some(1), Some(0)]);
    assert_eq!(row(4), [None; 3]);
    assert_eq!(tables.initiative.track, [0, 2, 3, 4, 5, 6, 7, 8]);
}

/// [3.1.3.a][8.3]
#[test]
fn replacements_come_every_second_turn() {
    for turn in 1..=7 {
        let row = tables().replacements(turn).map(|row| (row.infantry, row.afv, row.soviet_reorganization));
        assert_eq!(row, matches!(turn, 3 | 5 | 7).then_some((2, 1, true)), "turn {turn}");
    }
}

/// [8.3.2.a]
#[test]
fn reorganization_allows_the_printed_pairs_and_no_other() {
    use UnitKind::{AntiTank, BorderGuard, Engineer, Infantry, MachineGun, MotorizedEngineer, MotorizedInfantry};
    let printed = [
        (Infantry, Infantry),
        (MachineGun, Infantry),
        (Engineer, Infantry),
        (BorderGuard, Infantry),
        (AntiTank, Infantry),
        (MotorizedInfantry, MotorizedInfantry),
        (MotorizedEngineer, MotorizedInfantry),
        (MachineGun, MachineGun),
        (Engineer, Engineer),
        (MotorizedEngineer, MotorizedEngineer),
    ];
    let table = &tables().reorganization;
    for (from, to) in UnitKind::ALL.into_iter().flat_map(|from| UnitKind::ALL.map(|to| (from, to))) {
        assert_eq!(table.allows(from, to), printed.contains(&(from, to)), "{from:?} to {to:?}");
    }
    assert!(UnitKind::ALL.iter().all(|kind| table.cannibalizes(*kind) == printed.iter().any(|(from, _)| from == kind)));
}

/// [7][10.3] The list of actions.
#[test]
fn actions_cost_what_the_list_says() {
    let costs = &tables().costs;
    assert_eq!((costs.movement, costs.recovery, costs.improved_defence, costs.pontoon), (1, 1, 1, 2));
    assert_eq!((costs.hasty, costs.regular, costs.prepared), (1, 2, 3));
    assert_eq!((costs.movement_out_of_command, costs.hasty_out_of_command), (2, 2));
    let movement = &tables().movement;
    assert_eq!((movement.leg_bonus, movement.boats), (HalfPoints::whole(2), 2), "[7.3.5][7.3.8]");
    assert_eq!((movement.exit, movement.exit_over_stream), (HalfPoints::whole(1), HalfPoints::whole(1)), "[11.2.g]");
}

// ---- switches --------------------------------------------------------------

#[test]
fn switches_have_their_defaults_and_a_file_turns_each_alone() {
    let read = |text: &str| Source { name: "scenario", text }.parse::<Switches>();
    let default = Switches::default();
    assert_eq!(read(""), Ok(default));
    assert!(default.penalized_relocation && default.leg_attacks_over_bug && default.support_against_hasty);
    let turned = [
        ("streams_block_supply", Switches { streams_block_supply: true, ..default }),
        ("engineers_count_once", Switches { engineers_count_once: true, ..default }),
        ("single_red_hit_retreats", Switches { single_red_hit_retreats: true, ..default }),
        ("cannibalized_count_as_destroyed", Switches { cannibalized_count_as_destroyed: true, ..default }),
        ("penalized_relocation", Switches { penalized_relocation: false, ..default }),
        ("leg_attacks_over_bug", Switches { leg_attacks_over_bug: false, ..default }),
        ("support_against_hasty", Switches { support_against_hasty: false, ..default }),
        ("zoc_over_bridges", Switches { zoc_over_bridges: true, ..default }),
        ("bystanders_check", Switches { bystanders_check: true, ..default }),
        ("minor_roads_as_main", Switches { minor_roads_as_main: true, ..default }),
    ];
    for (name, expected) in turned {
        let off = ["penalized_relocation", "leg_attacks_over_bug", "support_against_hasty"].contains(&name);
        assert_eq!(read(&format!("{name} = {}", !off)), Ok(expected), "{name}");
    }
    assert!(read("zoc_over_bridge = true").is_err());
}

// ---- defects that loading refuses ------------------------------------------

/// A change of the file, and what the error has to name.
fn refuses(from: &str, to: &str, expected: &[&str]) {
    assert!(TEXT.contains(from), "{from:?} stands in the file");
    let error = load(&TEXT.replacen(from, to, 1)).expect_err(&format!("{from:?} as {to:?}"));
    assert!(expected.iter().all(|word| error.contains(word)) && error.starts_with("tables.toml: "), "{error}");
}

#[test]
fn a_broken_table_is_refused_with_its_key_and_what_was_expected() {
    let first = r#"results = ["5r/0", "5r/0", "4r/0", "3r/0", "3r/0", "3r/1", "2/1", "2/1", "2/2", "1/2r"]"#;
    refuses(
        first,
        r#"results = ["5r/0", "4r/0", "5r/0", "3r/0", "3r/0", "3r/1", "2/1", "2/1", "2/2", "1/2r"]"#,
        &["crt.row die 1 c3", "monotone"],
    );
    refuses(
        first,
        r#"results = ["4r/0", "4r/0", "4r/0", "3r/0", "3r/0", "3r/1", "2/1", "2/1", "2/2", "1/2r"]"#,
        &["crt.row die 2 c1", "monotone"],
    );
    refuses(
        first,
        r#"results = ["5/0", "5r/0", "4r/0", "3r/0", "3r/0", "3r/1", "2/1", "2/1", "2/2", "1/2r"]"#,
        &["crt.row die 1 c1", "red"],
    );
    refuses(
        first,
        r#"results = ["5r/0r", "5r/0", "4r/0", "3r/0", "3r/0", "3r/1", "2/1", "2/1", "2/2", "1/2r"]"#,
        &["crt.row die 1 c1", "red"],
    );
    refuses(
        first,
        r#"results = ["6r/0", "5r/0", "4r/0", "3r/0", "3r/0", "3r/1", "2/1", "2/1", "2/2", "1/2r"]"#,
        &["6r/0", "expected hits"],
    );
    refuses(first, r#"results = ["5r/0", "5r/0"]"#, &["crt.row die 1", "2 results"]);
    refuses("die = 20", "die = 21", &["crt.row die 20", "missing"]);
    refuses(r#"below = "5r/0""#, r#"below = "4r/0""#, &["combat.below"]);
    refuses("line = 2", "line = 3", &["crt_line number 2", "expected line 2"]);
    refuses(r#"odds = ["1:3", "1:2", "2:3""#, r#"odds = ["1:3", "2:3", "1:2""#, &["crt_line number 1", "rising"]);
    refuses(r#"odds = ["1:2", "2:3", "1:1""#, r#"odds = ["1:3", "2:3", "1:1""#, &["crt_line number 2 c1", "favour the defender"]);
    refuses(r#""1:3""#, r#""1:0""#, &["ratio"]);
    refuses("chit = 9", "chit = 8", &["chit number 10", "expected chit 9"]);
    refuses("left = [1, 1, 1, 1, 1, 1]", "left = [1, 1, 1, 1, 1, 4]", &["chit number 1", "1 to 3"]);
    refuses("left = [1, 1, 1, 1, 1, 2]", "left = [1, 1, 1, 2, 1, 2]", &["chit number 2", "fall"]);
    refuses("left = [1, 1, 1, 1, 2, 2]", "left = [2, 2, 2, 2, 2, 2]", &["chit number 3", "left to right"]);
    refuses("anti_tank_divisor = 4", "anti_tank_divisor = 0", &["combat", "divisors"]);
    refuses("support_normal = -1", "support_normal = 1", &["combat", "DRM of support"]);
    refuses("bonus_points = 1", "bonus_points = 8", &["combat.bonus_points", "at most 7"]);
    refuses("hexes = 2", "hexes = 3", &["retreat.hexes", "1 or 2"]);
    refuses("drm = -2", "drm = 2", &["brandenburg.drm"]);
    refuses("check = 2", "check = -2", &["surprise"]);
}

#[test]
fn a_broken_chart_is_refused_with_its_key_and_what_was_expected() {
    refuses("terrain = \"city\"", "terrain = \"clear\"", &["terrain number 3", "expected city"]);
    refuses("crt_line = 4", "crt_line = 5", &["terrain city.crt_line", "1 to 5"]);
    refuses("crt_line = 2", "crt_line = 0", &["terrain village", "no lower line"]);
    refuses("tank_into = \"1/2\"", "tank_into = \"1/3\"", &["share"]);
    refuses("motorized_retreat = 2", "motorized_retreat = 3", &["terrain clear", "1 or 2"]);
    refuses("motorized = \"1 1/2\"", "motorized = \"1/2\"", &["way rail.motorized", "main road"]);
    refuses("attack_drm = -2", "attack_drm = 2", &["crossing stream", "attack_drm"]);
    refuses("motorized = \"whole\"", "motorized = \"all\"", &["crossing", "expected movement points"]);
    refuses("check = -2\nengineers", "check = 2\nengineers", &["fort.check"]);
    refuses("engineers = 1", "engineers = -1", &["fort.engineers"]);
    refuses("black = [1, 2, 2, 3, 3, 4]", "black = [2, 1, 2, 3, 3, 4]", &["action_points.row die 1", "level"]);
    refuses("black = [4, 5, 5, 6, 7, 7]", "black = [4, 5, 5, 6, 7, 8]", &["action_points.row die 10", "1 to 7"]);
    refuses("levels = [0, 0, 0, 1", "levels = [0, 1, 0, 1", &["interdiction.levels", "fall"]);
    refuses("2, 2, 2]\norigin = \"given: 0 to 2", "2, 2, 3]\norigin = \"given: 0 to 2", &["interdiction.levels", "0 to 2"]);
    refuses("levels = [2, 1, 0]", "levels = [2, 1, 2]", &["soviet_recovery number 1", "interdiction"]);
    refuses("value = 3", "value = 2", &["soviet_recovery number 2", "rising"]);
    refuses("track = [0, 2, 3", "track = [0, 3, 3", &["initiative.track", "rising"]);
    refuses("turn = 5", "turn = 3", &["replacement number 2", "rising turns"]);
    refuses("cannibalized = \"anti-tank\"", "cannibalized = \"infantry\"", &["reorganization number 5", "second row"]);
    refuses("afv_sp = 15", "afv_sp = 0", &["victory", "above 0"]);
    refuses("axis_minor = 12", "axis_minor = 14", &["victory_levels attack", "falling"]);
    refuses("name = \"delayed\"", "name = \"attack\"", &["victory_levels attack", "unique"]);
    refuses("two_from = 4", "two_from = 1", &["attrition"]);
    refuses("far = 2", "far = 0", &["displacement"]);
    refuses("recovery = 1", "recovery = 0", &["costs", "action point"]);
    refuses("units = 3", "units = 9", &["stacking", "1 to 8"]);
    refuses("limited = 1", "limited = 0", &["stacking", "limited"]);
    refuses("at_bonus = 2", "at_bonus = 10", &["terrain city", "at_bonus"]);
    refuses("crt_lines = 1", "crt_lines = 255", &["crt_line", "1 to 5"]);
    refuses("track = [0, 2, 3, 4, 5, 6, 7, 8]", "track = [0, 2, 3, 4, 5, 6, 7, 21]", &["initiative.track", "20"]);
    refuses("leg_bonus = \"2\"", "leg_bonus = \"2\"\nflight = 1", &["unknown field"]);
    refuses("origin = \"given: 10.2.a\"", "origin = \"\"", &["surprise", "origin"]);
}
