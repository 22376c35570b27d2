//! Rules of movement and terrain, for each kind of unit and of ground that they hold for.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Piece};
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    PLAIN, Scene, choices, dice, does, duel_on, has_fired, name_of, offered, piece, place, question, remade, row_with, rows_with, table,
    table_of, unit,
};

/// A German unit in the west that looks east, on its own but for a squad in a far corner.
fn alone(rows: &[&str], id: &str) -> Scene {
    table(rows, [&[id], &["s_smg10"]]).put(name_of(id), "3005", Facing::EAST).put("smg10", "6109", Facing::WEST)
}

fn ordered(start: Scene, id: &str, order: &str) -> BoltAction {
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &[&format!("order {} {order}", name_of(id))]);
    if question(&game) == "the order test" {
        does(&mut game, &["test pass"]);
    }
    game
}

/// Number of cells that a vehicle may drive at most by legs of a kind; 0 if none is offered.
fn farthest(game: &BoltAction, leg: &str) -> u32 {
    choices(game).iter().filter_map(|line| line.strip_prefix(leg)?.trim().parse().ok()).max().unwrap_or(0)
}

/// The farthest cell to the west to which a unit on foot may go, in columns.
fn walks(game: &BoltAction) -> u32 {
    let west = |columns: &u32| offered(game, [&format!("move {:02}05", 30 - columns)]) == [true];
    (0..=20).filter(west).max().unwrap_or(0)
}

// ---- rates --------------------------------------------------------------------------------------

/// [MOVE.1] Supplement S22: men, teams, officers and light guns advance six inches, and those who Run twelve, pinned or not.
#[test]
fn each_kind_of_unit_on_foot_has_its_rate() {
    for (id, advance, run) in [
        ("g_rifle10", 6, 12),
        ("g_lt", 6, 12),
        ("g_atr", 6, 12),
        ("g_mmg", 6, 12),
        ("g_mortar50", 6, 0),
        ("g_mortar81", 6, 0),
        ("g_pak36", 6, 0),
        ("g_leig18", 6, 0),
    ] {
        for pins in [0, 3] {
            let start = || alone(&PLAIN, id).edit(name_of(id), |piece| piece.pins = pins);
            assert_eq!(walks(&ordered(start(), id, "advance")), advance, "{id}, {pins} pins");
            if run > 0 {
                assert_eq!(walks(&ordered(start(), id, "run")), run, "{id}, {pins} pins");
            }
        }
    }
}

/// [MOVE.2][MOVE.3][MOVE.4][MAN.1][MAN.2][MAN.3] Open, closed and Recce vehicles have the rates and the turns of their class.
#[test]
fn each_kind_of_vehicle_has_its_rate_and_its_turns() {
    for (id, advance, run, turns) in [
        ("g_pz3", 9, 18, [1, 0]),
        ("g_marder", 9, 18, [1, 0]),
        ("g_251", 9, 18, [2, 1]),
        ("g_222", 12, 24, [2, 1]),
        ("g_231", 12, 24, [2, 1]),
    ] {
        for (order, rate, turns) in [("advance", advance, turns[0]), ("run", run, turns[1])] {
            for pins in [0, 3] {
                let mut game = ordered(alone(&PLAIN, id).edit(name_of(id), |piece| piece.pins = pins), id, order);
                assert_eq!(farthest(&game, "leg E"), rate, "{id} {order}, {pins} pins");
                let mut taken = 0;
                while let Some(leg) = ["leg NE 1", "leg E 1"].into_iter().find(|&leg| taken < 4 && offered(&game, [leg]) == [true]) {
                    if taken == 0 && leg == "leg E 1" {
                        break;
                    }
                    does(&mut game, &[leg]);
                    taken += 1;
                }
                assert_eq!(taken, turns, "{id} {order}");
            }
        }
    }
}

/// [REV.1][REV.2] Half an Advance straight back, to the end of the move; a Recce vehicle of any class the whole, with its turns, and on.
/// Nobody reverses in a Run.
#[test]
fn each_kind_of_vehicle_reverses() {
    for (id, recce, cells, turned) in [
        ("g_pz3", false, 4, false),
        ("g_251", false, 4, false),
        ("g_222", false, 6, false),
        ("g_pz3", true, 9, true),
        ("g_251", true, 9, true),
        ("g_222", true, 12, true),
        ("g_231", true, 12, true),
    ] {
        let (mobility, was) = (if id == "g_pz3" { "tracked" } else { "half-tracked" }, ["g_222", "g_231"].contains(&id));
        let change = move |units: String| match (was, recce) {
            (true, true) => units,
            (true, false) => remade(id, "recce = true", "recce = false")(units),
            (false, true) => remade(id, &format!("mobility = {mobility:?}"), &format!("mobility = {mobility:?}\nrecce = true"))(units),
            (false, false) => units,
        };
        let start = || {
            let start = table_of(&PLAIN, [&[id], &["s_smg10"]], change).put(name_of(id), "3005", Facing::EAST);
            start.put("smg10", "6109", Facing::WEST)
        };
        let mut game = ordered(start(), id, "advance");
        let ways = ["reverse E", "reverse NE", "reverse N"].map(|leg| farthest(&game, leg) > 0);
        assert_eq!((farthest(&game, "reverse E"), ways), (cells, [true, turned, turned]), "{id}, Recce: {recce}");
        does(&mut game, &["reverse E 2"]);
        assert_eq!(question(&game) == "the next leg of the vehicle, or done", recce, "{id}, Recce: {recce}");
        let run = ordered(start(), id, "run");
        assert!(choices(&run).iter().all(|line| !line.starts_with("reverse")), "{id}, Recce: {recce}");
    }
}

/// [TERK.7][REV] A road doubles an Advance and a Run of each class of vehicle, and no reverse.
#[test]
fn a_road_doubles_the_rate_of_each_kind_of_vehicle() {
    let road = "=".repeat(61);
    let rows = rows_with(9, 5..=5, &road);
    for (id, advance, run, reverse) in [("g_pz3", 18, 36, 4), ("g_251", 18, 36, 4), ("s_ba10", 24, 48, 6), ("g_222", 24, 48, 12)] {
        let (side, forces) = if id == "s_ba10" { (Side::Soviet, [["g_gren9"], [id]]) } else { (Side::Axis, [[id], ["s_smg10"]]) };
        let other = name_of(forces[usize::from(side == Side::Axis)][0]);
        let start =
            |cell: &str| table(&rows, [&forces[0], &forces[1]]).put(name_of(id), cell, Facing::EAST).put(other, "6109", Facing::WEST);
        for (order, rate, back) in [("advance", advance, reverse), ("run", run, 0)] {
            let mut game = start("0805").ordered(side);
            does(&mut game, &[&format!("order {} {order}", name_of(id))]);
            assert_eq!(farthest(&game, "leg E"), rate, "{id} {order}");
            let mut game = start("3005").ordered(side);
            does(&mut game, &[&format!("order {} {order}", name_of(id))]);
            assert_eq!(farthest(&game, "reverse E"), back, "{id} {order}");
        }
    }
}

// ---- room ---------------------------------------------------------------------------------------

/// Decision D3: nobody passes beside an enemy, whatever either is and does; beside a friend everybody does.
#[test]
fn nobody_passes_beside_an_enemy_of_any_kind() {
    let (wall, niche) = (row_with(9, &"#".repeat(15)), row_with(9, "####.##########"));
    let mut rows = rows_with(9, 1..=9, &wall);
    (rows[4], rows[5]) = (PLAIN[0], &niche);
    for id in ["g_rifle10", "g_mmg", "g_pak36", "g_pz3", "g_251", "g_222"] {
        for (other, order) in [
            ("s_smg10", None),
            ("s_smg10", Some(Order::Down)),
            ("s_45mm", None),
            ("s_45mm", Some(Order::Down)),
            ("s_t34", None),
            ("s_maxim", None),
        ] {
            for (in_niche, passes) in [(name_of(other), false), ("gren9", true)] {
                let start = table(&rows, [&[id, "g_gren9"], &[other]]).put(name_of(id), "1005", Facing::EAST);
                let start = start.put(in_niche, "1306", Facing::WEST);
                let start = start.put(if in_niche == "gren9" { name_of(other) } else { "gren9" }, "6109", Facing::WEST);
                let game = ordered(start.edit(name_of(other), |piece| piece.order = order), id, "advance");
                let [on_foot, driven] = offered(&game, ["move 1505", "leg E 5"]);
                assert_eq!(on_foot || driven, passes, "{id} past {in_niche}, {other} {order:?}");
            }
        }
    }
}

/// Decision D3: nobody ends a move beside a friend, whatever either is.
#[test]
fn nobody_ends_beside_a_friend_of_any_kind() {
    for id in ["g_rifle10", "g_pak36", "g_251", "g_222"] {
        for friend in ["g_gren9", "g_pak40", "g_pz3", "g_mmg"] {
            let start = table(&PLAIN, [&[id, friend], &["s_smg10"]]).put(name_of(id), "0505", Facing::EAST);
            let start = start.put(name_of(friend), "1005", Facing::EAST).put("smg10", "6109", Facing::WEST);
            let game = ordered(start, id, "advance");
            let [far, beside] =
                [("move 0805", "leg E 3"), ("move 0905", "leg E 4")].map(|(walk, leg)| offered(&game, [walk, leg]) != [false; 2]);
            assert_eq!([far, beside], [true, false], "{id} beside {friend}");
        }
    }
}

/// Decision D13: whoever moves or turns is not dug in any more, whatever it is and in whichever order.
#[test]
fn who_moves_or_turns_leaves_its_works() {
    for (id, lines) in [
        ("g_rifle10", &["order rifle10 run", "move 0205"][..]),
        ("g_mmg", &["order mmg advance", "move 0205", "face mmg E"]),
        ("g_mmg", &["order mmg run", "move 0205", "face mmg E"]),
        ("g_mmg", &["order mmg advance", "move 0105", "face mmg N"]),
        ("g_pak36", &["order pak36 advance", "move 0205", "face pak36 E"]),
        ("g_pak40", &["order pak40 advance", "face pak40 N"]),
        ("g_mortar81", &["order mortar81 advance", "move 0105", "face mortar81 N"]),
    ] {
        let mut game = duel_on(&PLAIN, [id, "s_smg10"], 40).edit(name_of(id), |piece| piece.dug_in = true).ordered(Side::Axis);
        does(&mut game, lines);
        assert!(!piece(&game, name_of(id)).dug_in, "{lines:?}");
    }
    for id in ["g_mmg", "g_pak36", "g_pak40"] {
        let digs = |piece: &mut Piece| (piece.dug_in, piece.facing) = (true, Facing::WEST);
        let mut game = duel_on(&PLAIN, [id, "s_smg10"], 20).edit(name_of(id), digs).ordered(Side::Axis);
        does(&mut game, &[&format!("order {} fire", name_of(id)), "target smg10 0"]);
        assert!(!piece(&game, name_of(id)).dug_in && piece(&game, name_of(id)).facing != Facing::WEST, "{id}");
        // Turning is moving (decision D14): 20 inches are long range for the machine gun alone.
        assert_eq!(dice(&game).1, if id == "g_mmg" { 5 } else { 4 }, "{id}");
    }
}

/// Supplement S27: a move of the target, whatever it is, makes a mortar begin anew, and so does a turn of its own.
#[test]
fn a_mortar_loses_its_range_when_each_kind_of_target_moves() {
    for (id, line) in
        [("s_rifle11", "move 3205"), ("s_maxim", "move 3205"), ("s_45mm", "move 3205"), ("s_t34", "leg W 1"), ("s_ba64", "leg W 1")]
    {
        for (moves, need) in [(false, 4), (true, 6)] {
            let target = name_of(id);
            let start = table(&PLAIN, [&["g_mortar81"], &[id]]).put("mortar81", "0105", Facing::EAST).put(target, "3305", Facing::WEST);
            let at = unit(&Scene(start.0.clone()).ordered(Side::Axis), target);
            let mut game = start.edit("mortar81", |piece| piece.ranging = Some((at, 2))).ordered(Side::Soviet);
            let order = format!("order {target} {}", if moves { "advance" } else { "down" });
            does(&mut game, &[&order]);
            if moves {
                does(&mut game, &[line]);
            }
            while question(&game) != "which unit gets which order?" {
                let first = if question(&game) == "where does the unit look?" { format!("face {target} W") } else { "done".to_owned() };
                does(&mut game, &[&first]);
            }
            does(&mut game, &["order mortar81 fire", &format!("shell {target}")]);
            assert_eq!(dice(&game), (1, need), "{id}, moves: {moves}");
        }
    }
    let start = duel_on(&PLAIN, ["g_mortar81", "s_rifle11"], 30);
    let at = unit(&Scene(start.0.clone()).ordered(Side::Axis), "rifle11");
    let away = |piece: &mut Piece| (piece.ranging, piece.facing) = (Some((at, 2)), Facing::WEST);
    let mut game = start.edit("mortar81", away).ordered(Side::Axis);
    does(&mut game, &["order mortar81 fire", "shell rifle11"]);
    assert_eq!(dice(&game), (1, 6));
    does(&mut game, &["score 0"]);
    assert_eq!(piece(&game, "mortar81").ranging, Some((at, 1)));
}

// ---- ground -------------------------------------------------------------------------------------

/// [TER][TER.2][TER.4][TERK.2][TERK.3] Marsh and ravine are rough, crops are open, every section of a house is a building.
#[test]
fn each_glyph_is_the_ground_that_it_stands_for() {
    let moves = [("g_rifle10", "+-"), ("g_mmg", "+-"), ("g_pak36", "-"), ("g_222", "--"), ("g_pz3", "+-"), ("g_251", "+-")];
    let through = |glyph: char, id: &str, order: &str| {
        let closed = row_with(33, &glyph.to_string());
        let mut rows = vec![closed.as_str(); 9];
        rows.push(PLAIN[0]);
        let start = table(&rows, [&[id], &["s_smg10"]]).put(name_of(id), "3005", Facing::EAST).put("smg10", "6110", Facing::WEST);
        let game = ordered(start, id, order);
        let [on_foot, driven] = offered(&game, ["move 3305", "leg E 3"]);
        if on_foot || driven { '+' } else { '-' }
    };
    for (id, rough) in moves {
        let all: String = ["advance", "run"][..rough.len()].iter().map(|order| through(',', id, order)).collect();
        assert_eq!(all, "++"[..rough.len()], "{id} in crops");
        for glyph in ['m', 'v'] {
            let found: String = ["advance", "run"][..rough.len()].iter().map(|order| through(glyph, id, order)).collect();
            assert_eq!(found, rough, "{id} in {glyph:?}");
        }
        let on_foot = ["g_rifle10", "g_mmg"].contains(&id);
        for order in &["advance", "run"][..rough.len()] {
            assert_eq!([through('h', id, order), through('#', id, order)], [if on_foot { '+' } else { '-' }, '-'], "{id} {order}");
        }
    }
    for (id, glyph, order) in [("g_251", 'a', "advance"), ("g_222", 't', "advance"), ("g_rifle10", 'a', "run")] {
        assert_eq!(through(glyph, id, order), '-', "{id} in {glyph:?}");
    }
}

/// [TERK.5] Who may be set up where: guns also on rough ground, in houses and trenches, and on no obstacle.
#[test]
fn each_kind_of_unit_is_set_up_where_it_may_be() {
    let ids = ["g_rifle10", "g_mortar81", "g_pak36", "g_pak40", "g_mortar120", "g_222", "g_251", "g_pz3"];
    for (glyphs, expected) in [
        (".,=", "++++++++"),
        ("smvT", "+++++-++"),
        ("fw", "++----++"),
        ("a", "++------"),
        ("t", "+++++-++"),
        ("Hh", "+++++---"),
        ("~#", "--------"),
    ] {
        for glyph in glyphs.chars() {
            let row = row_with(20, &glyph.to_string());
            let start = table(&rows_with(9, 5..=5, &row), [&ids, &["s_smg10"]]);
            let may = |id: &&str| if start.0.clone().place(name_of(id), "2005", Facing::EAST).is_ok() { '+' } else { '-' };
            assert_eq!(ids.iter().map(may).collect::<String>(), expected, "{glyph:?}");
        }
    }
}

/// [TERK.5] Supplement S22: a gun that was set up where it may not go does not Advance, but turns to fire; a heavy one in the open may turn
/// by an Advance too.
#[test]
fn each_kind_of_gun_stays_where_it_was_set_up_and_turns_to_fire() {
    for id in ["g_pak36", "g_leig18", "g_pak40", "g_mortar120"] {
        for glyph in [".", "s", "T", "m", "v", "t", "H"] {
            let row = row_with(20, glyph);
            let start = table(&rows_with(9, 5..=5, &row), [&[id], &["s_smg10"]]).put(name_of(id), "2005", Facing::WEST);
            let mut game = start.put("smg10", "4505", Facing::WEST).edit("smg10", has_fired).ordered(Side::Axis);
            let orders = ["fire", "advance", "run"].map(|order| format!("order {} {order}", name_of(id)));
            let offers = offered(&game, [&orders[0], &orders[1], &orders[2]]);
            assert_eq!(offers, [true, glyph == ".", false], "{id} in {glyph:?}");
            let shot = if id == "g_mortar120" { "shell smg10" } else { "target smg10 0" };
            does(&mut game, &[&orders[0], shot]);
            assert_ne!(piece(&game, name_of(id)).facing, Facing::WEST, "{id} in {glyph:?}");
            assert_eq!(place(&game, name_of(id)), "2005", "{id} in {glyph:?}");
        }
    }
    let start = alone(&PLAIN, "g_pak40");
    assert_eq!(choices(&ordered(start, "g_pak40", "advance")).len(), 8);
}

/// [HIT.8][HIT.9] Decision D8, supplement S10: what stands between, near the target, and at the feet of the shooter, along rows and askew.
#[test]
fn each_kind_of_ground_covers_what_is_behind_it() {
    // From column 1 to column 11: ten inches.
    let seen = |column: usize, what: &str, rows: std::ops::RangeInclusive<usize>, to: &str| {
        let row = row_with(column, what);
        let start = table(&rows_with(9, rows, &row), [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "0105", Facing::EAST);
        let mut game = start.put("smg10", to, Facing::WEST).edit("smg10", has_fired).ordered(Side::Axis);
        if offered(&game, ["order rifle10 fire"]) == [false] {
            return 0;
        }
        does(&mut game, &["order rifle10 fire", "target smg10 0"]);
        dice(&game).1
    };
    for (column, what, need) in [
        (10, "f", 4),
        (10, "w", 5),
        (9, "w", 3),
        (10, ",", 4),
        (10, "s", 4),
        (8, ",", 4),
        (7, ",", 3),
        (8, "s", 4),
        (7, "s", 3),
        (3, "T", 4),
        (2, "T", 3),
        (4, "TTT", 4),
        (4, "TTTT", 0),
        (5, "#", 0),
        (5, "H", 0),
        (5, "h", 0),
        (10, "v", 3),
        (10, "t", 3),
    ] {
        // Along the row, and two rows down.
        assert_eq!([seen(column, what, 5..=5, "1105"), seen(column, what, 1..=9, "1107")], [need; 2], "{what} in column {column}");
    }
    // The only cell between is both at the feet of the shooter and near the target; close range.
    assert_eq!([seen(2, ",", 5..=5, "0305"), seen(2, "T", 5..=5, "0305"), seen(2, ",", 5..=5, "0405")], [3, 3, 2]);
}
