//! Rules of close quarters, for each kind of unit that assaults or is assaulted.

use stavka_engine::Side;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Piece};
use stavka_engine::square::Facing;

use crate::bolt_action_kit::{
    PLAIN, Scene, choices, dice, does, has_fired, name_of, offered, piece, place, question, remade, row_with, rows_with, side_of, table_of,
    weights,
};

const REACTION: &str = "does the target of the assault react?";
const ATTACK: &str = "the dice of those who assault";
const DEFENCE: &str = "the dice of those who are assaulted";
const CONSOLIDATION: &str = "the die of consolidation";

/// A unit that looks east and an enemy so many inches away that looks at it, each with a machine gun of its side far away.
fn meet_on(rows: &[&str], [attacker, target]: [&str; 2], inches: u8, change: impl FnOnce(String) -> String) -> Scene {
    let german = attacker.starts_with("g_");
    let forces = if german { [attacker, target] } else { [target, attacker] };
    let start = table_of(rows, [&[forces[0], "g_mmg"], &[forces[1], "s_maxim"]], change);
    let far = |id: &str, own: &str| if id == own { format!("{}-2", name_of(own)) } else { name_of(own).to_owned() };
    let start = start.put(&called(attacker), "1005", Facing::EAST).put(&called(target), &format!("{:02}05", 10 + inches), Facing::WEST);
    start.put(&far(forces[0], "g_mmg"), "6101", Facing::WEST).put(&far(forces[1], "s_maxim"), "6109", Facing::WEST)
}

fn meet(ids: [&str; 2], inches: u8) -> Scene {
    meet_on(&PLAIN, ids, inches, |units| units)
}

/// How a unit is called in [`meet`]: where it is itself a machine gun there are two of them.
fn called(id: &str) -> String {
    if ["g_mmg", "s_maxim"].contains(&id) { format!("{}-1", name_of(id)) } else { name_of(id).to_owned() }
}

/// The assault, past the test of its order.
fn assaults(start: Scene, attacker: &str) -> BoltAction {
    let mut game = start.ordered(side_of(attacker));
    does(&mut game, &[&format!("assault {}", name_of(attacker))]);
    if question(&game) == "the order test" {
        does(&mut game, &["test pass"]);
    }
    game
}

// ---- who and whom ---------------------------------------------------------------------------------

/// [ORD.3.a] Decisions D15 and D40: men assault, pinned or not and to the last man; crews, guns and vehicles do not, however few are left,
/// nor do command groups of fewer than four.
#[test]
fn each_kind_of_unit_assaults_or_does_not() {
    for (id, men, assaults) in [
        ("g_rifle10", 10, true),
        ("g_rifle10", 1, true),
        ("g_assault8", 8, true),
        ("g_atr", 2, true),
        ("g_schreck", 2, true),
        ("g_flame", 2, true),
        ("g_lt", 3, false),
        ("g_mortar50", 3, false),
        ("g_mortar81", 1, false),
        ("g_pak36", 4, false),
        ("g_pak36", 1, false),
        ("g_pz3", 1, false),
        ("g_222", 1, false),
    ] {
        for pins in [0, 1] {
            let start = meet([id, "s_smg10"], 5).edit("smg10", has_fired).edit(name_of(id), |piece| (piece.men, piece.pins) = (men, pins));
            assert_eq!(
                offered(&start.ordered(Side::Axis), [&format!("assault {}", name_of(id))]),
                [assaults],
                "{id}: {men} men, {pins} pins"
            );
        }
    }
    for men in [5, 2, 1] {
        let start = meet(["g_mmg", "s_smg10"], 5).edit("smg10", has_fired).edit("mmg-1", |piece| piece.men = men);
        assert_eq!(offered(&start.ordered(Side::Axis), ["assault mmg-1"]), [false], "{men} men");
    }
    let four = |units: String| remade("g_lt", "rifle*2", "rifle*3")(remade("g_lt", "men = 3", "men = 4")(units));
    for (men, assaults) in [(4, true), (3, false)] {
        let start = meet_on(&PLAIN, ["g_lt", "s_smg10"], 5, four).edit("smg10", has_fired).edit("lt", |piece| piece.men = men);
        assert_eq!(offered(&start.ordered(Side::Axis), ["assault lt"]), [assaults], "an officer and {} men", men - 1);
    }
}

/// [CQ.1][CQV.1] Each kind of enemy may be assaulted, whatever its order; a vehicle that runs may not, unless it cannot move any more.
#[test]
fn each_kind_of_enemy_may_be_assaulted() {
    for (attacker, target) in [
        ("g_pion8", "s_smg10"),
        ("g_pion8", "s_maxim"),
        ("g_pion8", "s_45mm"),
        ("g_pion8", "s_zis2"),
        ("g_pion8", "s_t34"),
        ("g_pion8", "s_su76"),
        ("g_pion8", "s_ba10"),
        ("g_pion8", "s_m3a1"),
        ("s_eng8", "g_251"),
        ("s_eng8", "g_231"),
    ] {
        let vehicle = ["s_t34", "s_su76", "s_ba10", "s_m3a1", "g_251", "g_231"].contains(&target);
        for order in [None].into_iter().chain(Order::ALL.map(Some)) {
            for immobilised in [false, true] {
                let state = |piece: &mut Piece| (piece.order, piece.immobilised) = (order, immobilised && vehicle);
                let game = meet([attacker, target], 8).edit(&called(target), state).ordered(side_of(attacker));
                let may = !vehicle || order != Some(Order::Run) || immobilised;
                assert_eq!(offered(&game, [&format!("assault {}", name_of(attacker))]), [may], "{target} {order:?} {immobilised}");
            }
        }
    }
}

/// [CQV.2] Closed armour of every class, moving or not, is assaulted after a test at three less, which adds to the pins; open and soft
/// vehicles, and all of them by men with weapons against tanks, without one.
#[test]
fn each_kind_of_closed_armour_calls_for_a_test() {
    let test = |attacker: &str, target: &str, edit: fn(&mut Piece), pins: u8| {
        let start = meet([attacker, target], 5).edit(name_of(target), edit).edit(name_of(attacker), |piece| piece.pins = pins);
        let mut game = start.ordered(side_of(attacker));
        does(&mut game, &[&format!("assault {}", name_of(attacker))]);
        (question(&game) == "the order test").then(|| weights(&game)[0])
    };
    let halted: fn(&mut Piece) = |piece| (piece.order, piece.immobilised) = (Some(Order::Down), true);
    for (attacker, target) in [
        ("g_rifle10", "s_ba10"),
        ("g_rifle10", "s_t26"),
        ("g_rifle10", "s_t34"),
        ("g_rifle10", "s_kv1"),
        ("s_smg10", "g_231"),
        ("s_smg10", "g_tiger2"),
    ] {
        for edit in [has_fired, halted] {
            assert_eq!([0, 1].map(|pins| test(attacker, target, edit, pins)), [Some(15), Some(10)], "{attacker} {target}");
        }
    }
    for (attacker, target) in [
        ("g_rifle10", "s_m3a1"),
        ("g_rifle10", "s_su76"),
        ("s_smg10", "g_251"),
        ("g_pion8", "s_t34"),
        ("g_atr", "s_t34"),
        ("g_schreck", "s_kv1"),
        ("g_flame", "s_t34"),
        ("g_volks8", "s_t34"),
    ] {
        assert_eq!(test(attacker, target, has_fired, 0), None, "{attacker} {target}");
    }
    let soft = remade("s_ba10", "armour = \"armoured-car\"", "armour = \"soft-skin\"");
    let mut game = meet_on(&PLAIN, ["g_rifle10", "s_ba10"], 5, soft).edit("ba10", has_fired).ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    assert_eq!(question(&game), "the dice to hit the vehicle");
}

/// [CQ.3] Supplement S24: twelve inches to the cell beside the target, and six through scrub, whatever the target is.
#[test]
fn an_assault_reaches_as_far_at_each_kind_of_enemy() {
    let scrub = row_with(12, "ss");
    let (open, rough) = (PLAIN, [scrub.as_str(); 9]);
    for target in ["s_smg10", "s_maxim", "s_45mm", "s_t34", "s_m3a1"] {
        for (rows, inches, comes) in [(&open, 13, true), (&open, 14, false), (&rough, 7, true), (&rough, 8, false)] {
            let start = meet_on(rows, ["g_pion8", target], inches, |units| units).edit(&called(target), has_fired);
            let game = Scene(start.0.clone()).ordered(Side::Axis);
            assert_eq!(offered(&game, ["assault pion8"]), [comes], "{target} at {inches} inches");
            if comes {
                let blows = ["the dice to hit the vehicle", ATTACK];
                assert!(blows.contains(&question(&assaults(start, "g_pion8")).as_str()), "{target} at {inches} inches");
            }
        }
    }
}

/// [CQ.2][CQV.3] Supplement S6: each kind of target without an order may shoot if the assault begins more than six inches away, pinned or
/// not, and does so as near as it may: the best shot on the way (decision D16).
#[test]
fn each_kind_of_target_shoots_from_more_than_six_inches() {
    for target in ["s_smg10", "s_maxim", "s_45mm", "s_zis2", "s_t34", "s_su76", "s_m3a1", "s_ba10"] {
        let (id, fires) = (called(target), format!("return {}", called(target)));
        for (pins, immobilised) in [(0, false), (1, false), (0, target == "s_t34")] {
            let state = |piece: &mut Piece| (piece.pins, piece.immobilised) = (pins, immobilised);
            let asked = |inches: u8| offered(&assaults(meet(["g_pion8", target], inches).edit(&id, state), "g_pion8"), [&fires]);
            assert_eq!([asked(6), asked(7)], [[false], [true]], "{target}, {pins} pins");
        }
        // Six columns and a row are just beyond six inches.
        let start = meet(["g_pion8", target], 30).put(&id, "1606", Facing::WEST);
        assert_eq!(offered(&assaults(start, "g_pion8"), [&fires]), [true], "{target}");
        for order in [Order::Ambush, Order::Fire] {
            let mut game = assaults(meet(["g_pion8", target], 10).edit(&id, |piece| piece.order = Some(order)), "g_pion8");
            assert_ne!(question(&game), REACTION, "{target} {order:?}");
            while question(&game) == "which unit fires from Ambush at the one that moves?" {
                does(&mut game, &["done"]);
            }
            assert!(["the dice to hit the vehicle", ATTACK].contains(&question(&game).as_str()), "{target} {order:?}");
        }
        // In the open the last cell, before a trench the one in front of it, in which the men have no cover.
        let trench = row_with(19, "t");
        for (rows, cell) in [(PLAIN, "1905"), ([trench.as_str(); 9], "1805")] {
            let mut game = assaults(meet_on(&rows, ["g_pion8", target], 10, |units| units), "g_pion8");
            does(&mut game, &[&fires]);
            assert_eq!((place(&game, "pion8").as_str(), piece(&game, &id).order), (cell, Some(Order::Fire)), "{target}");
        }
    }
}

/// [CQV.4] Supplement S5: Recce vehicles, open or closed, pinned or not and however near, drive away; others do not.
#[test]
fn each_kind_of_recce_vehicle_escapes() {
    for (attacker, target, recce) in [
        ("g_pion8", "s_m3a1", true),
        ("g_pion8", "s_ba64", true),
        ("s_eng8", "g_231", true),
        ("g_pion8", "s_ba10", false),
        ("s_eng8", "g_251", false),
    ] {
        for (inches, pins) in [(4, 0), (8, 0), (8, 1)] {
            let game = assaults(meet([attacker, target], inches).edit(name_of(target), |piece| piece.pins = pins), attacker);
            assert_eq!(offered(&game, [&format!("escape {}", name_of(target))]), [recce], "{target} at {inches} inches, {pins} pins");
        }
    }
}

/// Decision D4, supplement S24: whoever is in a house is reached at each of its walls.
#[test]
fn each_kind_of_unit_in_a_house_is_reached_at_any_wall() {
    let house = row_with(20, "HHHHH");
    for target in ["s_smg10", "s_maxim", "s_45mm"] {
        let start = meet_on(&rows_with(9, 5..=5, &house), ["g_rifle10", target], 14, |units| units).edit(&called(target), has_fired);
        assert_eq!(offered(&start.ordered(Side::Axis), ["assault rifle10"]), [true], "{target}");
    }
}

// ---- blows ------------------------------------------------------------------------------------------

/// The dice of those who are assaulted after so many of them fell.
fn strike_back(rows: &[&str], target: &str, edit: impl FnOnce(&mut Piece), kills: u8) -> usize {
    let start = meet_on(rows, ["g_rifle10", target], 5, |units| units).edit(&called(target), edit);
    let mut game = assaults(start.edit(&called(target), has_fired), "g_rifle10");
    assert_eq!(question(&game), ATTACK);
    does(&mut game, &[&format!("score {kills}")]);
    assert_eq!(question(&game), DEFENCE);
    choices(&game).len() - 1
}

/// [CQ.4.c] Decision D27: behind hard cover of every sort all strike, men and crews alike; behind soft cover or none those who are left.
#[test]
fn each_kind_of_target_strikes_at_once_behind_hard_cover() {
    let wall = row_with(14, "w");
    let fence = row_with(14, "f");
    let under = ["t", "H", "v", ",", "s"].map(|glyph| row_with(15, glyph));
    let plain = PLAIN[0].to_owned();
    for (target, all, left) in [("s_maxim", 5, 1), ("s_45mm", 5, 1), ("s_rifle9", 9, 5)] {
        for (row, hard) in [
            (&plain, false),
            (&wall, true),
            (&fence, false),
            (&under[0], true),
            (&under[1], true),
            (&under[2], true),
            (&under[3], false),
            (&under[4], false),
        ] {
            let dice = strike_back(&rows_with(9, 5..=5, row), target, |_| (), 4);
            // Two submachine guns of the nine have two dice each; no more than ten can fall.
            let expected = match (hard, target) {
                (true, "s_rifle9") => 10,
                (false, "s_rifle9") => 7,
                (true, _) => all,
                (false, _) => left,
            };
            assert_eq!(dice, expected, "{target}: {row}");
        }
        let dug_in = strike_back(&PLAIN, target, |piece| piece.dug_in = true, 4);
        assert_eq!(dug_in, if target == "s_rifle9" { 10 } else { all }, "{target}");
    }
}

/// [CQ.4.a][CQ.4.c] Men who are Down or pinned strike as others do, and fall as others do.
#[test]
fn pins_and_down_change_nothing_in_close_quarters() {
    for target in ["s_maxim", "s_45mm"] {
        for (order, pins) in [(Order::Fire, 0), (Order::Down, 0), (Order::Fire, 3)] {
            let state = |piece: &mut Piece| (piece.order, piece.pins) = (Some(order), pins);
            let start = meet(["g_rifle10", target], 5).edit("rifle10", |piece| piece.men = 1).edit(&called(target), state);
            let mut game = assaults(start, "g_rifle10");
            // One die against regulars; if it misses, five dice have to strike the man down: 31 of 32.
            let [missed, killed] = weights(&game)[..] else { panic!("{:?}", choices(&game)) };
            assert_eq!(32 * missed, 31 * killed, "{target} {order:?} {pins}");
            does(&mut game, &["score 1"]);
            let [missed, killed] = weights(&game)[..] else { panic!("{:?}", choices(&game)) };
            assert_eq!(15 * missed, killed, "{target} {order:?} {pins}: four dice");
        }
    }
}

/// [CQ.4.e] Whoever lost more is destroyed, with all who are left of it.
#[test]
fn the_loser_is_destroyed_with_all_who_are_left() {
    for target in ["s_smg10", "s_maxim", "s_45mm"] {
        for (kills, losses) in [(2, 1), (1, 2)] {
            let mut game = assaults(meet(["g_rifle10", target], 5).edit(&called(target), has_fired), "g_rifle10");
            does(&mut game, &[&format!("score {kills}"), &format!("score {losses}")]);
            let alive = [piece(&game, "rifle10").is_alive(), piece(&game, &called(target)).is_alive()];
            assert_eq!(alive, [kills > losses, kills < losses], "{target}: {kills} to {losses}");
        }
    }
}

/// [CQ.5] The next round is fought as the first: at once behind hard cover, in turn elsewhere.
#[test]
fn each_round_is_fought_as_the_first() {
    for (dug_in, dice) in [(true, 4), (false, 1)] {
        let start = meet(["g_rifle10", "s_45mm"], 5).edit("45mm", |piece| (piece.order, piece.dug_in) = (Some(Order::Fire), dug_in));
        let mut game = assaults(start, "g_rifle10");
        does(&mut game, &["score 1", "score 1", "score 3"]);
        assert_eq!((question(&game).as_str(), choices(&game).len() - 1), (DEFENCE, dice), "dug in: {dug_in}");
    }
}

/// [CQ.6] Each kind of winner that walks goes as far as the die says, pinned or not and to the last man; men go onto rough ground too.
#[test]
fn each_kind_of_winner_consolidates() {
    let scrub = row_with(17, "s");
    for (id, men) in [("g_rifle10", 10), ("g_rifle10", 1), ("g_lt", 3), ("g_mortar81", 5), ("g_pak36", 4), ("g_mmg", 5)] {
        for pins in [0, 2] {
            let on_foot = id != "g_pak36";
            for rows in [PLAIN, [scrub.as_str(); 9]] {
                let state = |piece: &mut Piece| (piece.order, piece.men, piece.pins) = (Some(Order::Fire), men, pins);
                let start = meet_on(&rows, ["s_smg10", id], 5, |units| units).edit(&called(id), state).edit("smg10", |piece| piece.men = 1);
                let mut game = assaults(start, "s_smg10");
                does(&mut game, &["score 0", "die 6"]);
                let passes = on_foot || rows == PLAIN;
                let [near, rough, far, beyond] =
                    offered(&game, ["consolidate 1605", "consolidate 1705", "consolidate 2105", "consolidate 2205"]);
                assert_eq!([near, rough, far, beyond], [true, passes, passes, false], "{id}, {men} men, {pins} pins: {}", rows[0]);
            }
        }
    }
}

// ---- vehicles ---------------------------------------------------------------------------------------

/// [CQV.5] One die a man, submachine guns too: a six if the vehicle advanced, else a four, with or without an order, halted or not.
#[test]
fn each_state_of_a_vehicle_is_hit_on_its_number() {
    for target in ["s_t34", "s_m3a1", "s_ba10"] {
        for (order, immobilised, need) in [
            (None, false, 4),
            (None, true, 4),
            (Some(Order::Fire), true, 4),
            (Some(Order::Run), true, 4),
            (Some(Order::Down), false, 4),
            (Some(Order::Down), true, 4),
            (Some(Order::Advance), false, 6),
        ] {
            let state = |piece: &mut Piece| (piece.order, piece.immobilised) = (order, immobilised);
            let mut game = assaults(meet(["g_pion8", target], 5).edit(name_of(target), state), "g_pion8");
            if question(&game) == REACTION {
                does(&mut game, &["done"]);
            }
            assert_eq!((question(&game).as_str(), dice(&game)), ("the dice to hit the vehicle", (8, need)), "{target} {order:?}");
        }
    }
}

/// [CQV.6][CQV.7][CQV.8][CQV.9][CQV.10] What hits and a die do to each kind of vehicle, by men with weapons against tanks and without. Then
/// the men consolidate, whether or not it survives.
#[test]
fn each_kind_of_vehicle_is_damaged_by_its_class() {
    const TABLE: &str = "the die of the vehicle damage table";
    for (attacker, target, soft, throw, then) in [
        ("g_rifle10", "s_m3a1", false, [3, 3], CONSOLIDATION),
        ("g_rifle10", "s_m3a1", false, [3, 4], "destroyed"),
        ("g_pion8", "s_su76", false, [3, 5], "destroyed"),
        ("g_rifle10", "s_su76", false, [6, 6], "destroyed"),
        ("g_rifle10", "s_ba10", true, [2, 4], "destroyed"),
        ("g_pion8", "s_ba10", false, [3, 4], TABLE),
        ("g_pion8", "s_ba10", false, [6, 6], "two dice of the vehicle damage table"),
        ("g_pion8", "s_t34", false, [6, 6], "two dice of the vehicle damage table"),
        ("g_rifle10", "s_ba10", false, [6, 6], TABLE),
        ("g_rifle10", "s_kv1", false, [5, 5], TABLE),
        ("g_rifle10", "s_kv1", false, [5, 4], CONSOLIDATION),
    ] {
        let change = |units: String| {
            let [armoured, soft_skinned] = ["armour = \"armoured-car\"", "armour = \"soft-skin\""];
            if soft { remade(target, armoured, soft_skinned)(units) } else { units }
        };
        let mut game = assaults(meet_on(&PLAIN, [attacker, target], 5, change).edit(name_of(target), has_fired), attacker);
        does(&mut game, &[&format!("score {}", throw[0]), &format!("die {}", throw[1])]);
        let ended = if then == "destroyed" { CONSOLIDATION } else { then };
        assert_eq!(question(&game), ended, "{attacker} {target} {throw:?}");
        assert_eq!(piece(&game, name_of(target)).is_alive(), then != "destroyed", "{attacker} {target} {throw:?}");
    }
}
