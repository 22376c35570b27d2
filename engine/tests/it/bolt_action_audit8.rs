//! What the eighth audit found untested: two things at once, diagonals, and turns beyond a right angle.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    OPEN, PLAIN, all_are, dice, does, name_of, offered, piece, place, question, row_with, rows_with, table, table_of, weights,
};

/// [REV.1] A vehicle that looks aslant goes back half of its Advance too: a diagonal cell costs seven fifths of an inch.
#[test]
fn a_vehicle_reverses_half_its_rate_on_a_diagonal() {
    for (id, cells, end) in [("g_pz3", 3, "2716"), ("g_251", 3, "2716"), ("s_ba10", 4, "2617")] {
        let rows = vec![OPEN; 25];
        let (name, soviet) = (name_of(id), id.starts_with("s_"));
        let forces: [&[&str]; 2] = if soviet { [&["g_mmg"], &[id]] } else { [&[id], &["s_maxim"]] };
        let start = table(&rows, forces).put(name, "3013", Facing::NORTH_EAST);
        let start = start.put(if soviet { "mmg" } else { "maxim" }, "6101", Facing::WEST);
        let mut game = start.ordered(if soviet { Side::Soviet } else { Side::Axis });
        does(&mut game, &[&format!("order {name} advance")]);
        let lines = [cells, cells + 1].map(|cells| format!("reverse NE {cells}"));
        assert_eq!(offered(&game, [&lines[0], &lines[1]].map(String::as_str)), [true, false], "{id}");
        does(&mut game, &[&lines[0]]);
        assert_eq!((place(&game, name).as_str(), piece(&game, name).facing), (end, Facing::NORTH_EAST), "{id}");
    }
}

/// [REV.2][MAN.3] A Recce vehicle turns round by two turns of a right angle and drives backwards, as it would forwards.
#[test]
fn a_recce_vehicle_turns_about_and_reverses() {
    let start = table(&PLAIN, [&["g_222"], &["s_maxim"]]).put("222", "3005", Facing::EAST).put("maxim", "6109", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order 222 advance"]);
    assert_eq!(offered(&game, ["reverse W 12", "reverse W 13", "reverse SW 2", "leg W 12"]), [true, false, true, true]);
    does(&mut game, &["reverse W 2"]);
    assert_eq!((place(&game, "222").as_str(), piece(&game, "222").facing), ("3205", Facing::WEST));
    assert_eq!(offered(&game, ["reverse SW 1", "reverse NW 1", "leg SW 1", "leg NW 1"]), [false; 4], "both turns are spent");
}

/// [ORD.6][HIT.6][HIT.9] Who is Down behind a wall is harder to hit than who stands there: men and crews, for men and vehicles.
#[test]
fn down_counts_behind_a_wall() {
    for (shooter, target) in [("g_rifle10", "s_smg10"), ("g_rifle10", "s_45mm"), ("g_251", "s_smg10"), ("g_251", "s_45mm")] {
        let wall = row_with(19, "w");
        let need = |order: Order| {
            let start = table_of(&rows_with(9, 1..=9, &wall), [&[shooter], &[target]], all_are("regular"));
            let start = start.put(name_of(shooter), "1005", Facing::EAST).put(name_of(target), "2005", Facing::WEST);
            let mut game = start.edit(name_of(target), |piece| piece.order = Some(order)).ordered(Side::Axis);
            does(&mut game, &[&format!("order {} fire", name_of(shooter)), &format!("target {} 0", name_of(target))]);
            dice(&game).1
        };
        assert_eq!([need(Order::Fire), need(Order::Down)], [5, 6], "{shooter} at {target}");
    }
}

/// [MOR.4][MOR.5][MOR.6] Supplement S25: an officer of each rank helps his own group.
#[test]
fn an_officer_of_each_rank_helps_his_own_group() {
    // Of 36 throws those of no more than 9, less three pins and with the bonus of the rank.
    for (id, ways) in [("g_2lt", 21), ("g_lt", 26), ("s_2lt", 21), ("s_lt", 26), ("s_cpt", 30)] {
        let soviet = id.starts_with("s_");
        let forces: [&[&str]; 2] = if soviet { [&["g_mmg"], &[id]] } else { [&[id], &["s_maxim"]] };
        let start = table_of(&PLAIN, forces, all_are("regular")).put(name_of(id), "1005", Facing::EAST);
        let start = start.put(if soviet { "mmg" } else { "maxim" }, "6109", Facing::WEST).edit(name_of(id), |piece| piece.pins = 3);
        let mut game = start.ordered(if soviet { Side::Soviet } else { Side::Axis });
        does(&mut game, &[&format!("order {} advance", name_of(id))]);
        assert_eq!((question(&game).as_str(), weights(&game)[0]), ("the order test", ways), "{id}");
    }
}
