//! The tables meet every fact that the rules text gives about them. Numbers in brackets are rule ids.

use std::collections::BTreeSet;

use stavka_engine::armir::{Armir, BombardmentResult, Class};
use stavka_engine::game::Side;

use crate::armir_kit::{counters, historical};

#[test]
fn the_terrain_effects_are_those_of_the_text() {
    let tables = &historical().tables;
    let shifts = &tables.shifts;
    assert_eq!((shifts.river, shifts.strongpoint, shifts.city, shifts.don), (-1, -1, -1, 0), "[14]");
    let strongpoint = &tables.strongpoint;
    assert_eq!((strongpoint.soviet_extra_loss, strongpoint.ignored_defender_loss, strongpoint.bombardment_die), (1, 2, -1), "[14.3]");
    assert_eq!(
        (tables.movement.off_road, tables.movement.road_foot, tables.movement.road_mobile, tables.movement.overrun),
        (3, 2, 1, 4),
        "half points"
    );
}

#[test]
fn the_combat_results_favour_the_attacker_more_with_every_pip_and_column() {
    let crt = &historical().tables.crt;
    let grows = |lower: (usize, usize), higher: (usize, usize)| {
        let (less, more) = (crt[lower.0][lower.1], crt[higher.0][higher.1]);
        assert!(
            more.attacker <= less.attacker && more.defender >= less.defender,
            "die {} column {} against die {} column {}",
            lower.0 + 1,
            lower.1,
            higher.0 + 1,
            higher.1
        );
    };
    for row in 0..crt.len() {
        for column in 0..crt[row].len() {
            if row + 1 < crt.len() {
                grows((row, column), (row + 1, column));
            }
            if column + 1 < crt[row].len() {
                grows((row, column), (row, column + 1));
            }
        }
    }
}

#[test]
fn the_combat_results_hold_the_cells_that_the_text_quotes() {
    let crt = &historical().tables.crt;
    assert_eq!((crt.len(), crt[0].len()), (7, 8), "A33: a row for a six with the tank bonus; columns 1:2 to 7:1");
    assert_eq!([Armir::column_name(0), Armir::column_name(6), Armir::column_name(7)], ["1:2", "6:1", "7:1"]);
    let cell = |die: usize, column: usize| (crt[die - 1][column].attacker, crt[die - 1][column].defender);
    assert_eq!(cell(4, 6), (1, 3), "TV4, A32");
    let all: Vec<(u8, u8)> = crt.iter().flatten().map(|cell| (cell.attacker, cell.defender)).collect();
    assert!(all[..48].contains(&(0, 2)), "TV3: a -/2 without the tank bonus");
    assert!(all.iter().any(|&(_, defender)| defender >= 3) && all.contains(&(0, 3)), "second and third losses exist");
    assert!(all.iter().all(|&(attacker, defender)| attacker + defender > 0), "every roll costs somebody a step");
}

#[test]
fn the_bombardment_table_serves_every_value_in_the_game_and_favours_higher_rolls() {
    let table = &historical().tables.bombardment;
    assert_eq!(table.len(), 7, "a strongpoint turns a one into a nought [14.3.2]");
    assert!(table[0].iter().all(|&result| result == BombardmentResult::Nothing));
    for die in 0..table.len() {
        for column in 0..table[die].len() {
            assert!(die + 1 == table.len() || table[die][column] <= table[die + 1][column], "die {die}, value {}", column + 1);
            assert!(column + 1 == table[die].len() || table[die][column] <= table[die][column + 1], "die {die}, value {}", column + 1);
        }
    }
    let kinds: BTreeSet<BombardmentResult> = table.iter().flatten().copied().collect();
    assert_eq!(kinds.len(), 3, "[11.1.3]");
    let air = &historical().tables.air;
    assert_eq!((air.axis_value, air.soviet_value), (4, 3), "[9.1]");
    let radius = counters(Side::Soviet).filter(|counter| counter.class == Class::Hq).map(|counter| counter.faces[0].radius).max();
    assert!(table[0].len() >= 4 && Some(table[0].len() as u8) >= radius, "a column for every number of points an army can fire");
}

#[test]
fn chance_tables_are_those_of_the_text() {
    let tables = &historical().tables;
    assert_eq!(tables.raid_below, 7, "[8.4]");
    assert_eq!((tables.air.axis_on.as_slice(), tables.air.soviet_on.as_slice()), (&[1, 2, 3][..], &[4, 5, 6][..]), "[9.1]");
    assert_eq!(tables.air_supply.recovery_on, [5, 6], "[9.2.1]");
    assert_eq!((tables.chir.advance_at, tables.chir.cp_per_modifier, tables.chir.mobile_factor), (3, 20, 2), "[16.1]");
    let losses: Vec<(u8, u8)> = tables.chir.losses.iter().map(|loss| (loss.from, loss.steps)).collect();
    assert_eq!(losses, [(1, 0), (3, 1), (7, 2)], "[16.1.2]");
}

#[test]
fn the_chir_track_has_two_boxes_before_bokovskaya() {
    let data = historical();
    assert_eq!((data.tables.chir.boxes, data.start.chir_box), (3, 1), "two dice fall by turn 2, and arrival then can be made certain");
}

#[test]
fn the_garrison_grows_stronger_with_every_point_up_to_six() {
    let cp = &historical().tables.garrison_cp;
    assert_eq!((cp.len(), cp[0]), (7, 0), "one at start and at most five more [16.3]");
    assert!(cp.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn the_marker_track_holds_the_start_values() {
    let start = historical().start;
    assert_eq!((start.momentum, start.supply_points), (4, 16), "box 4, and box 6 on the +10 side [18.3]");
    assert!(start.artillery.iter().all(|&points| (1..=9).contains(&points)), "ten boxes from 0 to 9");
}

#[test]
fn victory_scales_are_those_of_the_text() {
    let objectives = &historical().tables.objectives;
    assert_eq!((objectives.least, objectives.pv_to_win, objectives.pv_per_soviet_hq, objectives.airfields), (2, 3, 1, 1), "[17]");
    assert_eq!(objectives.chir.iter().map(|step| (step.turn, step.pv)).collect::<Vec<_>>(), [(2, 1), (3, 0), (4, -1)]);
    assert_eq!(objectives.corps.iter().map(|step| (step.from, step.pv)).collect::<Vec<_>>(), [(0, -1), (3, 1), (4, 2)]);
    assert_eq!(objectives.stars.iter().map(|step| (step.from, step.pv)).collect::<Vec<_>>(), [(0, -1), (12, 0), (14, 1), (16, 2)]);
}
