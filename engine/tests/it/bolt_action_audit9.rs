//! What the ninth audit found untested: the end of an assault in every state of the winner, and what a unit's state leaves as it is.

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::{
    AMBUSH, OPEN, PLAIN, SHOOTING, Scene, does, duel_on, escapes, has_fired, name_of, offered, piece, place, question, row_with, rows_with,
    table, waits,
};

/// The winner of close quarters is asked for its die so.
const CONSOLIDATION: &str = "the die of consolidation";

/// A German unit that faces a Soviet one so many inches away, and one team of each side far off, which looks away.
fn assault_on(rows: &[&str], [german, soviet]: [&str; 2], inches: u8) -> Scene {
    let [from, to] = [german, soviet].map(name_of);
    let start = table(rows, [&[german, "g_mmg"], &[soviet, "s_maxim"]]).put(from, "1005", Facing::EAST);
    let start = start.put(to, &format!("{:02}05", 10 + inches), Facing::WEST);
    start.put("mmg", "6101", Facing::EAST).put("maxim", "6109", Facing::EAST).edit("maxim", has_fired)
}

// ---- consolidation ----------------------------------------------------------------------------

/// [CQ.6] The side of the winner, be it the one that assaults or the other, says where the winner consolidates.
#[test]
fn the_winner_says_where_it_consolidates() {
    for (men, blows, side) in [([6, 4], ["score 4", "die 3"], Side::Axis), ([1, 9], ["score 0", "die 3"], Side::Soviet)] {
        let start = assault_on(&PLAIN, ["g_rifle10", "s_rifle9"], 5).edit("rifle10", |piece| piece.men = men[0]);
        let mut game = start.edit("rifle9", |piece| piece.men = men[1]).ordered(Side::Axis);
        does(&mut game, &["assault rifle10"]);
        does(&mut game, &blows);
        assert_eq!((question(&game).as_str(), game.turn()), ("where does the unit consolidate?", Turn::Player(side)));
    }
}

/// [CQ.6] After fire at those who came the winner consolidates, be it the one that was shot at or the one that shot.
#[test]
fn the_winner_consolidates_after_return_fire() {
    for (winner, blows) in [("rifle10", &["score 4"][..]), ("smg10", &["score 0", "score 6"])] {
        let start = assault_on(&PLAIN, ["g_rifle10", "s_smg10"], 10).edit("rifle10", |piece| piece.men = 6);
        let mut game = start.edit("smg10", |piece| piece.men = 4).ordered(Side::Axis);
        does(&mut game, &["assault rifle10", "return smg10", "score 0"]);
        does(&mut game, blows);
        assert_eq!(question(&game), CONSOLIDATION, "{winner}");
        assert!(piece(&game, winner).is_alive(), "{winner}");
    }
}

/// [CQ.6][CQV.10] Men at whom the vehicle shot as they came consolidate, whether or not it survives.
#[test]
fn men_consolidate_after_the_fire_of_a_vehicle() {
    for (hits, die, survives) in [("score 8", "die 6", false), ("score 1", "die 1", true)] {
        let mut game = assault_on(&PLAIN, ["g_pion8", "s_su76"], 7).ordered(Side::Axis);
        does(&mut game, &["assault pion8", "return su76", "score 0", hits, die]);
        assert_eq!((question(&game).as_str(), piece(&game, "su76").is_alive()), (CONSOLIDATION, survives), "{hits}");
    }
}

/// [CQ.6] The winner consolidates while an enemy waits in Ambush.
#[test]
fn the_winner_consolidates_while_an_enemy_waits() {
    let start = assault_on(&PLAIN, ["g_rifle10", "s_smg10"], 10).edit("smg10", |piece| (piece.men, piece.order) = (4, Some(Order::Fire)));
    let mut game = start.edit("maxim", waits).ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 4"]);
    assert_eq!(question(&game), CONSOLIDATION);
}

/// [CQ.6] The winner consolidates however many pins it has, and keeps them.
#[test]
fn the_winner_consolidates_with_four_pins() {
    let start = assault_on(&PLAIN, ["g_rifle10", "s_smg10"], 5).edit("smg10", |piece| piece.men = 4);
    let mut game = start.edit("rifle10", |piece| piece.pins = 5).ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "test pass", "score 4"]);
    assert_eq!((question(&game).as_str(), piece(&game, "rifle10").pins), (CONSOLIDATION, 4));
}

/// [CQ.6] A command group that wins consolidates, whatever order it has had.
#[test]
fn a_command_group_consolidates() {
    for order in Order::ALL.into_iter().map(Some).chain([None]) {
        let start = assault_on(&PLAIN, ["g_rifle10", "s_lt"], 5).edit("rifle10", |piece| piece.men = 1);
        let mut game = start.edit("lt", |piece| piece.order = order).ordered(Side::Axis);
        does(&mut game, &["assault rifle10"]);
        while question(&game) == AMBUSH {
            does(&mut game, &["done"]);
        }
        does(&mut game, &["score 0"]);
        assert_eq!((question(&game).as_str(), piece(&game, "lt").men), (CONSOLIDATION, 3), "{order:?}");
    }
}

/// [CQ.6] Men who have held their house consolidate.
#[test]
fn the_winner_consolidates_in_a_house() {
    let house = row_with(15, "HH");
    let start = assault_on(&rows_with(9, 5..=6, &house), ["g_rifle10", "s_smg10"], 5).edit("rifle10", |piece| piece.men = 1);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 0"]);
    assert_eq!((question(&game).as_str(), place(&game, "smg10").as_str()), (CONSOLIDATION, "1505"));
}

// ---- assaults ---------------------------------------------------------------------------------

/// [CQ.3] A target that has escaped, but not far enough, is assaulted where it is now.
#[test]
fn what_has_not_escaped_far_enough_is_assaulted() {
    let mut game = assault_on(&PLAIN, ["g_pion8", "s_ba64"], 5).ordered(Side::Axis);
    does(&mut game, &["assault pion8"]);
    escapes(&mut game, "ba64", "reverse W 4");
    assert_eq!((place(&game, "ba64").as_str(), place(&game, "pion8").as_str()), ("1905", "1805"));
    assert_eq!(question(&game), "the dice to hit the vehicle");
}

/// [TURN.1.2.a] Decision D30: who fires at an assault spends its die, pinned or not, and a vehicle also where it does not move.
#[test]
fn return_fire_takes_a_die_in_any_state() {
    for id in ["g_rifle10", "g_mmg", "g_pak36", "g_pak40", "g_pz3", "g_251", "g_222"] {
        for (pins, immobilised) in [(0, false), (2, false), (0, true), (2, true)] {
            if immobilised && !["g_pz3", "g_251", "g_222"].contains(&id) {
                continue;
            }
            let unit = name_of(id);
            let start = table(&PLAIN, [&[id, "g_gren9"], &["s_smg10"]]).put(unit, "0105", Facing::EAST).put("gren9", "6109", Facing::EAST);
            let start = start.put("smg10", "1105", Facing::WEST).edit(unit, |piece| (piece.pins, piece.immobilised) = (pins, immobilised));
            let mut game = start.ordered(Side::Soviet);
            assert_eq!(game.in_bag(Side::Axis), 2);
            does(&mut game, &["assault smg10"]);
            // Submachine guns are tested before they assault closed armour.
            if id == "g_pz3" {
                does(&mut game, &["test pass"]);
            }
            does(&mut game, &[&format!("return {unit}")]);
            let after = (game.in_bag(Side::Axis), piece(&game, unit).order);
            assert_eq!(after, (1, Some(Order::Fire)), "{id}, {pins} pins, immobilised: {immobilised}");
        }
    }
}

// ---- vehicles ---------------------------------------------------------------------------------

/// [VD.1][VD.3] An open-topped vehicle that is stunned on its Advance, or whose crew puts a fire out, does not shoot any more.
#[test]
fn an_open_vehicle_that_is_stopped_on_its_way_does_not_shoot() {
    for lines in [&["die 1"][..], &["die 3", "test pass"]] {
        let mut game = duel_on(&PLAIN, ["g_marder", "s_zis2"], 30).edit("zis2", waits).ordered(Side::Axis);
        does(&mut game, &["order marder advance", "leg E 5", "spring zis2", "score 1", "die 4"]);
        does(&mut game, lines);
        assert_eq!(piece(&game, "marder").order, Some(Order::Down), "{lines:?}");
        assert_ne!(question(&game), SHOOTING, "{lines:?}");
    }
}

/// [TERK.7] A road doubles a move also while an enemy waits in Ambush.
#[test]
fn a_road_doubles_a_move_while_an_enemy_waits() {
    let road = "=".repeat(OPEN.len());
    for (order, legs) in [("advance", ["leg E 18", "leg E 19"]), ("run", ["leg E 36", "leg E 37"])] {
        let start = table(&rows_with(9, 5..=5, &road), [&["g_pz3"], &["s_maxim"]]).put("pz3", "0105", Facing::EAST);
        let mut game = start.put("maxim", "6109", Facing::EAST).edit("maxim", waits).ordered(Side::Axis);
        does(&mut game, &[&format!("order pz3 {order}")]);
        assert_eq!(offered(&game, legs), [true, false], "{order}");
    }
}

/// [TERK.7] A road doubles the way of a vehicle that escapes from an assault.
#[test]
fn a_road_doubles_an_escape_from_an_assault() {
    let road = "=".repeat(OPEN.len());
    let start = table(&rows_with(9, 5..=5, &road), [&["g_222"], &["s_smg10"]]).put("222", "1505", Facing::EAST);
    let mut game = start.put("smg10", "0505", Facing::EAST).ordered(Side::Soviet);
    does(&mut game, &["assault smg10", "escape 222"]);
    assert_eq!(offered(&game, ["leg E 24", "leg E 25"]), [true, false]);
}

// ---- orders -----------------------------------------------------------------------------------

/// [ORD.5] Each kind of unit loses as many pins as its die shows, and keeps its works and its facing.
#[test]
fn each_kind_of_unit_rallies_by_the_whole_die() {
    for id in ["g_rifle10", "g_mmg", "g_pak36", "g_pz3", "g_251", "g_222"] {
        let (name, on_foot) = (name_of(id), ["g_rifle10", "g_mmg", "g_pak36"].contains(&id));
        for die in 1..=6 {
            let start = duel_on(&PLAIN, [id, "s_smg10"], 40).edit(name, |piece| (piece.pins, piece.dug_in) = (8, on_foot));
            let mut game = start.ordered(Side::Axis);
            does(&mut game, &[&format!("order {name} rally"), "test pass", &format!("die {die}")]);
            let after = piece(&game, name);
            assert_eq!((after.pins, after.dug_in, after.facing), (7 - die, on_foot, Facing::EAST), "{id}, {die}");
        }
    }
}

/// [ORD.5][ORD.4][TERK.5] A gun that was set up for good where it cannot move rallies and waits as others do.
#[test]
fn a_gun_that_is_set_up_for_good_rallies_and_waits() {
    let house = row_with(1, "HH");
    let start = duel_on(&rows_with(9, 5..=6, &house), ["g_pak40", "s_smg10"], 20).edit("pak40", |piece| piece.pins = 2);
    let game = start.ordered(Side::Axis);
    assert_eq!(offered(&game, ["order pak40 rally", "order pak40 ambush", "order pak40 advance"]), [true, true, false]);
}
