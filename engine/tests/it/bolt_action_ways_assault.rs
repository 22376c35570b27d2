//! Rules of movement on the way into close quarters, and after them.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Piece};
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    PLAIN, Scene, WIDTH, choices, dice, does, duel_on, has_fired, is_wrecked, name_of, offered, piece, place, question, row_with,
    rows_with, side_of, table, unit, waits,
};

/// A squad in a lane between ruins, in which its target is so many cells ahead, and something else: a glyph, a friend, a wreck, or a
/// machine gun in a niche beside the lane.
fn lane(
    target: &str,
    cells: usize,
    glyph: Option<(usize, char)>,
    other: Option<(&str, usize)>,
    change: impl FnOnce(&mut Piece),
) -> BoltAction {
    let lane = glyph.map_or_else(|| ".".repeat(WIDTH), |(cells, glyph)| row_with(30 + cells, &glyph.to_string()));
    let ruins = "#".repeat(WIDTH);
    let niche = other.filter(|&(other, _)| other == "maxim").map(|(_, cells)| 30 + cells);
    let beside = niche.map_or_else(|| ruins.clone(), |column| format!("{}.{}", "#".repeat(column - 1), "#".repeat(WIDTH - column)));
    let rows = [&ruins, &ruins, &ruins, &ruins, &lane, &beside, &ruins, &ruins, &ruins].map(String::as_str);
    let start = table(&rows, [&["g_rifle10", "g_gren9", "g_marder"], &[target, "s_maxim"]]).put("rifle10", "3005", Facing::EAST);
    let mut start = start.put(name_of(target), &format!("{:02}05", 30 + cells), Facing::WEST).edit(name_of(target), has_fired);
    if let Some((other, cells)) = other {
        let row = if niche.is_some() { "06" } else { "05" };
        start = start.put(other, &format!("{:02}{row}", 30 + cells), Facing::WEST);
        if other == "marder" {
            start = start.edit(other, is_wrecked);
        }
    }
    if other.is_none_or(|(other, _)| other != "maxim") {
        start = start.put("maxim", "6105", Facing::WEST);
    }
    start.edit("rifle10", change).ordered(Side::Axis)
}

/// [CQ.3][ORD.3.a][TER][TERK.3] Supplement S24: men come twelve inches to the cell beside each kind of target, by trench, house, crops and
/// road too, pinned or not, and out of scrub; six over ground that forbids a Run.
#[test]
fn an_assault_keeps_to_its_ground_against_each_kind_of_target() {
    for target in ["s_smg10", "s_45mm", "s_t34", "s_m3a1"] {
        for pins in [0, 2] {
            let comes = |cells: usize, glyph: Option<(usize, char)>| {
                let game = lane(target, cells, glyph, None, |piece| piece.pins = pins);
                if offered(&game, ["assault rifle10"]) == [true] { '+' } else { '-' }
            };
            assert_eq!([comes(13, None), comes(14, None)], ['+', '-'], "{target}, {pins} pins");
            assert_eq!(comes(13, Some((0, 's'))), '+', "{target}, out of scrub, {pins} pins");
            for (cells, expected) in [(7, "++++++++"), (8, "----++++"), (13, "----++++")] {
                let found: String = "sfwatH,=".chars().map(|glyph| comes(cells, Some((3, glyph)))).collect();
                assert_eq!(found, expected, "{target} after {cells} cells, {pins} pins");
            }
        }
    }
}

/// [CQ.3][VD.4.a] Decision D3: an assault goes through friends, not through a wreck, and does not end beside a friend.
#[test]
fn an_assault_passes_friends_and_no_wreck_against_each_kind_of_target() {
    for target in ["s_smg10", "s_45mm", "s_t34", "s_m3a1"] {
        for (other, cells, comes) in [("gren9", 3, true), ("gren9", 11, false), ("marder", 3, false)] {
            let game = lane(target, 13, None, Some((other, cells)), |_| {});
            assert_eq!(offered(&game, ["assault rifle10"]), [comes], "{target}, {other} {cells} cells ahead");
        }
    }
}

/// [CQV.1] No vehicle that runs is assaulted, whatever it is and whether or not it has left its cell; one that has moved and is Down, or
/// has advanced, may be.
#[test]
fn each_kind_of_vehicle_that_runs_is_safe_whether_or_not_it_has_left_its_cell() {
    for target in ["s_t34", "s_m3a1", "s_ba10"] {
        for moved in [false, true] {
            for (order, safe) in [(Order::Run, true), (Order::Advance, false), (Order::Down, false), (Order::Fire, false)] {
                let start = table(&PLAIN, [&["g_rifle10"], &[target]]).put("rifle10", "0105", Facing::EAST);
                let start = start.put(name_of(target), "0505", Facing::WEST);
                let game = start.edit(name_of(target), |piece| (piece.order, piece.moved) = (Some(order), moved)).ordered(Side::Axis);
                assert_eq!(offered(&game, ["assault rifle10"]), [!safe], "{target}, {order:?}, moved: {moved}");
            }
        }
    }
}

/// The farthest column ahead in which a squad may consolidate by a six after it has destroyed a gun seven cells ahead, beside which it
/// stands.
fn consolidates(glyph: Option<(usize, char)>, other: Option<(&str, usize)>) -> usize {
    let mut game = lane("s_45mm", 7, glyph, other, |_| {});
    does(&mut game, &["assault rifle10"]);
    while question(&game) != "the die of consolidation" {
        let best = choices(&game).pop().expect("dice have results");
        does(&mut game, &[&best]);
    }
    assert_eq!(place(&game, "rifle10"), "3605");
    does(&mut game, &["die 6"]);
    let columns = |line: &String| line.strip_prefix("consolidate ")?[..2].parse().ok();
    choices(&game).iter().filter_map(columns).max().expect("its own cell at least")
}

/// [CQ.6][TER][VD.4.a] Decisions D3 and D28: men consolidate over all ground that is open to an Advance, through friends, not through a
/// wreck, and not beside friends or enemies.
#[test]
fn a_consolidation_keeps_to_ground_and_room() {
    assert_eq!(consolidates(None, None), 42);
    for glyph in "sfwatH,=".chars() {
        assert_eq!(consolidates(Some((9, glyph)), None), 42, "{glyph}");
    }
    for (other, cells, end) in [("gren9", 9, 42), ("gren9", 12, 40), ("marder", 9, 38), ("maxim", 9, 37)] {
        assert_eq!(consolidates(None, Some((other, cells))), end, "{other} {cells} cells ahead");
    }
}

/// [CQV.1][CQV.5] A vehicle that moved and was immobilised or halted since is assaulted as one that stands: each man hits on a four.
#[test]
fn each_kind_of_vehicle_that_was_halted_on_its_way_is_hit_on_a_four() {
    for target in ["s_t34", "s_m3a1", "s_ba10"] {
        for (order, immobilised) in [(Order::Run, true), (Order::Down, true), (Order::Down, false)] {
            let start = table(&PLAIN, [&["g_pion8"], &[target]]).put("pion8", "0105", Facing::EAST);
            let start = start.put(name_of(target), "0505", Facing::WEST);
            let halted = |piece: &mut Piece| (piece.order, piece.immobilised, piece.moved) = (Some(order), immobilised, true);
            let mut game = start.edit(name_of(target), halted).ordered(Side::Axis);
            does(&mut game, &["assault pion8"]);
            assert_eq!((question(&game).as_str(), dice(&game)), ("the dice to hit the vehicle", (8, 4)), "{target}, {order:?}");
        }
    }
}

/// [VD.1][VD.2][ORD.4][CQV.1] Who is stunned or immobilised from Ambush in its Run is fired at no more, and may be assaulted.
#[test]
fn who_is_halted_from_ambush_in_its_run_may_be_assaulted() {
    for (die, immobilised) in [(1, false), (2, true)] {
        let start = table(&PLAIN, [&["g_pak40", "g_pak38", "g_pion8"], &["s_t34"]]).put("t34", "3005", Facing::WEST);
        let start = start.put("pak40", "0505", Facing::EAST).put("pak38", "0508", Facing::EAST).put("pion8", "2409", Facing::EAST);
        let mut game = start.edit("pak40", waits).edit("pak38", waits).ordered(Side::Soviet);
        does(&mut game, &["order t34 run", "leg W 6"]);
        while place(&game, "t34") != "2405" {
            does(&mut game, &["done"]);
        }
        assert_eq!(offered(&game, ["spring pak40", "spring pak38"]), [true; 2]);
        does(&mut game, &["spring pak40", "score 1", "die 4", &format!("die {die}")]);
        let tank = piece(&game, "t34");
        assert_eq!((tank.order, tank.immobilised, offered(&game, ["spring pak38"])), (Some(Order::Down), immobilised, [false]));
        does(&mut game, &["assault pion8"]);
        assert_eq!((question(&game).as_str(), dice(&game)), ("the dice to hit the vehicle", (8, 4)));
    }
}

/// [CQ.3][CQ.6] Decision D13, supplement S27: whoever assaults is ranged at anew as it comes, and men and crews that beat it off as they
/// consolidate. They leave their works and begin anew themselves.
#[test]
fn whoever_assaults_or_consolidates_is_ranged_at_anew() {
    for (attacker, target, lines, winner) in [
        ("g_rifle10", "s_smg10", &["score 9"][..], "rifle10"),
        ("g_rifle10", "s_45mm", &["score 3"], "rifle10"),
        ("g_pion8", "s_ba64", &["score 0"], "pion8"),
        ("s_smg10", "g_rifle10", &["score 0"], "rifle10"),
        ("s_smg10", "g_pak36", &["score 0"], "pak36"),
        ("s_smg10", "g_mortar81", &["score 0"], "mortar81"),
    ] {
        let (axis, soviet) = if attacker.starts_with("g_") { (attacker, target) } else { (target, attacker) };
        let start = table(&PLAIN, [&[axis, "g_gren9"], &[soviet, "s_mortar82"]]).put("gren9", "6109", Facing::EAST);
        let start = start.put(name_of(axis), "3005", Facing::EAST).put(name_of(soviet), "3305", Facing::WEST);
        let start = start.put("mortar82", "6001", Facing::WEST);
        let [ranged, gunner] = [winner, "mortar82"].map(|name| unit(&Scene(start.0.clone()).ordered(Side::Axis), name));
        let own = (target == "g_mortar81").then_some((gunner, 1));
        let holds = |piece: &mut Piece| (piece.order, piece.dug_in, piece.ranging) = (Some(Order::Fire), true, own);
        let start = start.edit(name_of(target), holds);
        let start = start.edit("mortar82", |piece| (piece.ranging, piece.order) = (Some((ranged, 2)), Some(Order::Fire)));
        let one_man = |piece: &mut Piece| piece.men = if piece.men > 1 && attacker.starts_with("s_") { 1 } else { piece.men };
        let mut game = start.edit(name_of(attacker), one_man).ordered(side_of(attacker));
        does(&mut game, &[&format!("assault {}", name_of(attacker))]);
        does(&mut game, lines);
        while question(&game) != "the die of consolidation" {
            let first = choices(&game).remove(0);
            does(&mut game, &[&first]);
        }
        does(&mut game, &["die 6"]);
        let kept = if winner == name_of(target) { Some((ranged, 2)) } else { None };
        assert_eq!(piece(&game, "mortar82").ranging, kept, "{attacker} {target}");
        let stays = format!("consolidate {}", place(&game, winner));
        let other = choices(&game).into_iter().find(|line| *line != stays).expect("another cell");
        does(&mut game, &[&other]);
        assert_eq!(piece(&game, "mortar82").ranging, None, "{attacker} {target}");
        assert_eq!((piece(&game, winner).ranging, piece(&game, winner).dug_in), (None, false), "{attacker} {target}");
    }
}

/// [CQ.2] Decisions D13 and D16: whoever was dug in is not so on its way: those who are assaulted shoot where nothing covers it, not in
/// the trench before them.
#[test]
fn men_who_were_dug_in_are_shot_at_in_the_open_on_their_way() {
    let trench = row_with(8, "ttt");
    let rows = rows_with(9, 5..=5, &trench);
    for dug_in in [false, true] {
        let start = duel_on(&rows, ["g_gren9", "s_smg10"], 10).edit("smg10", |piece| piece.order = None);
        let mut game = start.edit("gren9", |piece| piece.dug_in = dug_in).ordered(Side::Axis);
        does(&mut game, &["assault gren9", "return smg10"]);
        assert_eq!((question(&game).as_str(), place(&game, "gren9").as_str()), ("the dice to hit", "0705"), "dug in: {dug_in}");
    }
}
