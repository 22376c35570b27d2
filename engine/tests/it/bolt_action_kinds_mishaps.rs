//! Orders that go wrong and fire from Ambush, for each kind of unit that they befall or that is near.

use stavka_engine::bolt_action::BoltAction;
use stavka_engine::bolt_action::terms::Order;
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::{
    AMBUSH, KEEPING, PLAIN, SHOOTING, Scene, choices, dice, does, duel_on, facing_squad, name_of, offered, piece, place, question,
    row_with, rows_with, table, waits,
};

// ---- orders that go wrong -----------------------------------------------------------------------

/// A pinned unit in the middle, a friend 19 inches to its east, and an enemy 6 inches behind the friend. The order is FUBAR.
fn fubar(id: &str, friend: &str, enemy: &str, edit: impl FnOnce(Scene) -> Scene) -> BoltAction {
    let start = table(&PLAIN, [&[id, friend], &[enemy]]).put(name_of(id), "1005", Facing::EAST).put(name_of(friend), "2905", Facing::EAST);
    let start = start.put(name_of(enemy), "3505", Facing::WEST).edit(name_of(id), |piece| piece.pins = 1);
    let mut game = edit(start).ordered(Side::Axis);
    does(&mut game, &[&format!("order {} rally", name_of(id)), "test fubar"]);
    game
}

/// [FUB.2.a] A wreck is no unit of the enemy: a friend with nothing else near it is not taken for one.
#[test]
fn a_friend_beside_a_wreck_is_not_mistaken() {
    for (men, expected) in [(1, Order::Fire), (0, Order::Down)] {
        let start = table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_t34", "s_rifle9"]]).put("rifle10", "0105", Facing::EAST);
        let start = start.put("gren9", "0505", Facing::EAST).put("t34", "1205", Facing::WEST).put("rifle9", "5005", Facing::WEST);
        let mut game = start.edit("rifle10", |piece| piece.pins = 1).edit("t34", |piece| piece.men = men).ordered(Side::Axis);
        does(&mut game, &["order rifle10 advance", "test fubar", "die 1"]);
        assert_eq!(piece(&game, "rifle10").order, Some(expected), "{men}");
    }
}

/// [FUB.2][FUB.3] One and two are friendly fire and three to six are panic, whatever the unit is. Who cannot Run goes Down.
#[test]
fn friendly_fire_and_panic_befall_each_kind_of_unit() {
    for (id, runs) in [
        ("g_rifle10", true),
        ("g_mmg", true),
        ("g_mortar81", false),
        ("g_pak36", false),
        ("g_pak40", false),
        ("g_pz3", true),
        ("g_251", true),
        ("g_222", true),
    ] {
        let unit = name_of(id);
        for die in 1..=6 {
            // Tracks flee straight ahead alone.
            let mut game = fubar(id, "g_gren9", "s_rifle11", |start| start.edit(unit, |piece| piece.facing = Facing::WEST));
            does(&mut game, &[&format!("die {die}")]);
            if die > 2 {
                assert_eq!(piece(&game, unit).order, Some(if runs { Order::Run } else { Order::Down }), "{id}, {die}");
                assert_eq!((place(&game, unit) != "1005", piece(&game, unit).pins), (runs, 1), "{id}, {die}");
            } else if id != "g_251" {
                let asked = (game.turn(), question(&game));
                let names = (Turn::Player(Side::Soviet), "which of its friends does the unit shoot at?".to_owned());
                assert_eq!((asked, piece(&game, unit).order), (names, Some(Order::Fire)), "{id}, {die}");
                does(&mut game, &["mistake gren9"]);
                // No reaction, and no move.
                assert_eq!((question(&game).as_str(), place(&game, unit).as_str()), ("the dice to hit", "1005"), "{id}");
            }
        }
    }
}

/// [FUB.2.a] Decision D29: each kind of friend is shot at, near each kind of enemy, and does not react.
#[test]
fn each_kind_of_friend_near_each_kind_of_enemy_is_shot_at() {
    for friend in ["g_gren9", "g_mmg", "g_pak36", "g_222"] {
        for enemy in ["s_rifle11", "s_maxim", "s_45mm", "s_t34"] {
            for order in [None, Some(Order::Down)] {
                let edit = |start: Scene| {
                    start.edit(name_of(friend), |piece| piece.order = order).edit(name_of(enemy), |piece| piece.order = order)
                };
                let mut game = fubar("g_pak40", friend, enemy, edit);
                does(&mut game, &["die 1", &format!("mistake {}", name_of(friend))]);
                assert_eq!(question(&game), "the dice to hit", "{friend} {enemy} {order:?}");
            }
        }
    }
    // The enemy is near, seen or not.
    let wall = row_with(33, "#");
    let rows = rows_with(9, 5..=5, &wall);
    let start = table(&rows, [&["g_rifle10", "g_gren9"], &["s_smg10"]]).put("rifle10", "1005", Facing::EAST);
    let start = start.put("gren9", "2905", Facing::EAST).put("smg10", "3705", Facing::WEST).edit("rifle10", |piece| piece.pins = 1);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order rifle10 rally", "test fubar", "die 2"]);
    assert_eq!(choices(&game), ["mistake gren9"]);
}

/// [FUB.2.b] Without such a friend each kind of unit goes Down.
#[test]
fn without_a_friend_to_shoot_at_each_kind_of_unit_goes_down() {
    for id in ["g_rifle10", "g_mmg", "g_pak40", "g_pz3", "g_222"] {
        let mut game = facing_squad(id, 10).edit(name_of(id), |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &[&format!("order {} rally", name_of(id)), "test fubar", "die 1"]);
        assert_eq!(piece(&game, name_of(id)).order, Some(Order::Down), "{id}");
    }
}

/// [FUB.3] The closest enemy counts whatever it is and does; of two as close, the first.
#[test]
fn a_unit_flees_from_each_kind_of_enemy() {
    let flees = |near: &str, order: Option<Order>, far: &str| {
        let start = table(&PLAIN, [&["g_rifle10"], &[near, "s_guards9"]]).put("rifle10", "3005", Facing::EAST);
        let start = start
            .put(name_of(near), "3405", Facing::WEST)
            .put("guards9", far, Facing::EAST)
            .edit(name_of(near), |piece| piece.order = order);
        let mut game = start.edit("rifle10", |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &["order rifle10 rally", "test fubar", "die 4"]);
        place(&game, "rifle10")
    };
    for near in ["s_smg10", "s_maxim", "s_45mm", "s_t34"] {
        for order in [None, Some(Order::Down)] {
            assert_eq!(flees(near, order, "0105"), "1805", "{near} {order:?}");
        }
    }
    assert!(flees("s_smg10", None, "2605").as_str() < "3005");
}

/// [FUB.3] Of several cells as far away the unit runs to the one that costs least, and of those to the first.
#[test]
fn a_unit_that_panics_takes_the_shorter_of_two_ways() {
    const SCRUB: &str = "sssssssssssssssssssssssssssss";
    // No Run leads through scrub.
    let (north, lane, pocket) = ("ssssssssssssss.ssssssssssssss", "sssssssssssss.......sssssssss", "ssssssssssss..sssssssssssssss");
    let panics = |rows: &[&str]| {
        let start = table(rows, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "1506", Facing::EAST).put("smg10", "2006", Facing::WEST);
        let mut game = start.edit("rifle10", |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &["order rifle10 rally", "test fubar", "die 4"]);
        place(&game, "rifle10")
    };
    // Seven columns and a row, or five columns and five rows: fifty, but the way to the north is longer.
    assert_eq!(panics(&[north, north, north, north, north, lane, pocket, SCRUB, SCRUB, SCRUB, SCRUB]), "1307");
    assert_eq!(panics(&[SCRUB, SCRUB, SCRUB, SCRUB, pocket, lane, pocket, SCRUB, SCRUB, SCRUB, SCRUB]), "1305");
}

/// [FUB.3][TERK.7] Decision D29: a vehicle panics down a road as fast as it can, and nobody fires at it.
#[test]
fn a_vehicle_that_panics_on_a_road_goes_twice_as_far() {
    let road = "=".repeat(61);
    let rows = rows_with(9, 5..=5, &road);
    let start = table(&rows, [&["g_222"], &["s_smg10"]]).put("222", "5505", Facing::WEST).put("smg10", "6105", Facing::WEST);
    let mut game = start.edit("222", |piece| piece.pins = 1).edit("smg10", waits).ordered(Side::Axis);
    does(&mut game, &["order 222 rally", "test fubar", "die 6"]);
    assert_eq!((place(&game, "222").as_str(), question(&game).as_str()), ("0705", KEEPING));
}

/// [FUB.3] Decision D19: who is hemmed in, men or vehicle, goes Down where it stands.
#[test]
fn who_cannot_flee_goes_down() {
    let (wall, pocket) = (row_with(9, "###"), row_with(9, "#.."));
    for id in ["g_rifle10", "g_222"] {
        let mut rows = rows_with(9, 4..=6, &wall);
        rows[4] = &pocket;
        let start = table(&rows, [&[id], &["s_smg10"]]).put(name_of(id), "1005", Facing::EAST).put("smg10", "1205", Facing::WEST);
        let mut game = start.edit(name_of(id), |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &[&format!("order {} rally", name_of(id)), "test fubar", "die 5"]);
        assert_eq!((piece(&game, name_of(id)).order, place(&game, name_of(id)).as_str()), (Some(Order::Down), "1005"), "{id}");
    }
}

// ---- Ambush -------------------------------------------------------------------------------------

/// [ORD.4] Supplement S7: each kind of unit in Ambush fires at full effect, pinned or not, and has had its order then.
#[test]
fn each_kind_of_unit_fires_from_ambush() {
    for id in ["g_rifle10", "g_mmg", "g_pak36", "g_pak40", "g_pz3", "g_251", "g_222"] {
        for immobilised in [false, true] {
            let unit = name_of(id);
            let start = table(&PLAIN, [&[id, "g_gren9"], &["s_45mm"]]).put(unit, "0105", Facing::EAST).put("gren9", "0109", Facing::EAST);
            let start = start.put("45mm", "1405", Facing::WEST).edit(unit, waits);
            let mut game = start.edit(unit, |piece| (piece.immobilised, piece.pins) = (immobilised, 1)).ordered(Side::Soviet);
            does(&mut game, &["order 45mm advance", "move 1305", &format!("spring {unit}")]);
            // A pin, and twelve inches.
            assert_eq!((dice(&game).1, piece(&game, unit).order), (4, Some(Order::Fire)), "{id}");
        }
    }
}

/// [ORD.4] Supplement S7: they fire at each kind of unit that moves, at an Advance, a Run and an assault.
#[test]
fn those_in_ambush_fire_at_each_kind_of_unit_that_moves() {
    for (id, order, line) in [
        ("g_rifle10", "advance", "move 0205"),
        ("g_rifle10", "run", "move 0205"),
        ("g_mmg", "advance", "move 0205"),
        ("g_mmg", "run", "move 0205"),
        ("g_mortar81", "advance", "move 0205"),
        ("g_pak36", "advance", "move 0205"),
        ("g_251", "advance", "leg E 1"),
        ("g_251", "run", "leg E 1"),
        ("g_222", "advance", "leg E 1"),
        ("g_222", "run", "leg E 1"),
    ] {
        let mut game = facing_squad(id, 8).edit("smg10", waits).ordered(Side::Axis);
        does(&mut game, &[&format!("order {} {order}", name_of(id)), line]);
        assert_eq!((question(&game).as_str(), offered(&game, ["spring smg10"])), (AMBUSH, [true]), "{id} {order}");
    }
    let mut game = facing_squad("g_rifle10", 8).edit("smg10", waits).ordered(Side::Axis);
    does(&mut game, &["assault rifle10"]);
    assert_eq!(question(&game), AMBUSH);
}

/// [ORD.4] Decision D18: pins do not stop who moves, whatever it is.
#[test]
fn pins_from_ambush_do_not_stop_each_kind_of_unit() {
    for (id, order, line, end) in [
        ("g_rifle10", "run", "move 0505", "0505"),
        ("g_mmg", "run", "move 0505", "0505"),
        ("g_pak36", "advance", "move 0505", "0505"),
        ("g_251", "run", "leg E 4", "0505"),
        ("g_222", "run", "leg E 4", "0505"),
    ] {
        let mut game = facing_squad(id, 11).edit("smg10", waits).ordered(Side::Axis);
        let unit = name_of(id);
        does(&mut game, &[&format!("order {unit} {order}"), line, "spring smg10", "score 1"]);
        if question(&game) == "the dice for damage" {
            does(&mut game, &["score 0"]);
        }
        assert_eq!((piece(&game, unit).pins, place(&game, unit).as_str()), (1, end), "{id}");
    }
}

/// [VD.1][VD.2] A vehicle that is halted on its way goes no further and does not shoot.
#[test]
fn a_vehicle_that_is_halted_on_its_way_does_not_shoot() {
    for die in ["die 1", "die 2"] {
        let start = duel_on(&PLAIN, ["g_pz3", "s_zis2"], 30).edit("zis2", waits);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order pz3 advance", "leg E 5", "spring zis2", "score 1", "die 4", die]);
        assert_eq!((piece(&game, "pz3").order, place(&game, "pz3").as_str()), (Some(Order::Down), "0105"), "{die}");
        assert_ne!(question(&game), SHOOTING, "{die}");
    }
}

/// [ORD.4] Decision D17: those in Ambush, whatever they are, are asked where cover, range, weapons or the side that shows change for the
/// unit that moves, whatever it is.
#[test]
fn each_kind_of_unit_in_ambush_is_asked_where_its_chance_changes() {
    let trench = row_with(10, "t");
    for (row, mover, ambusher, at, cells) in [
        (&trench, "g_rifle10", "s_maxim", "4005", ["0505", "1005", "1105", "1505"]),
        (&trench, "g_251", "s_maxim", "4005", ["0505", "1005", "1105", "1505"]),
        (&PLAIN[0].to_owned(), "g_251", "s_maxim", "3005", ["0505", "1205", "1505", ""]),
        (&PLAIN[0].to_owned(), "g_rifle10", "s_t34", "4005", ["0505", "1005", "1505", ""]),
        (&PLAIN[0].to_owned(), "g_rifle10", "s_45mm", "3305", ["0505", "0905", "1505", ""]),
        (&PLAIN[0].to_owned(), "g_rifle10", "s_t34", "4505", ["0505", "0905", "1505", ""]),
        (&PLAIN[0].to_owned(), "g_rifle10", "s_rifle11", "3305", ["0505", "0905", "1505", ""]),
    ] {
        let start = table(&rows_with(9, 5..=5, row), [&[mover], &[ambusher]]).put(name_of(mover), "0505", Facing::EAST);
        let mut game = start.put(name_of(ambusher), at, Facing::WEST).edit(name_of(ambusher), waits).ordered(Side::Axis);
        does(&mut game, &[&format!("order {} run", name_of(mover)), if mover == "g_251" { "leg E 10" } else { "move 1505" }]);
        assert_eq!(
            asked(&mut game, name_of(mover)),
            cells.into_iter().filter(|cell| !cell.is_empty()).collect::<Vec<_>>(),
            "{mover} {ambusher}"
        );
    }
    // A gun to the south sees them between its diagonals: front, sides and, last, rear.
    for (mover, from, leg) in
        [("g_222", "0501", "leg E 24"), ("g_231", "0501", "leg E 24"), ("g_251", "1101", "leg E 18"), ("g_marder", "1101", "leg E 18")]
    {
        let start = table(&PLAIN, [&[mover], &["s_45mm"]]).put(name_of(mover), from, Facing::EAST).put("45mm", "2009", Facing::NORTH);
        let mut game = start.edit("45mm", waits).ordered(Side::Axis);
        does(&mut game, &[&format!("order {} run", name_of(mover)), leg]);
        assert_eq!(asked(&mut game, name_of(mover)), ["1201", "1301", "2801"], "{mover}");
    }
}

/// The cells in which those in Ambush are asked about a unit. They hold their fire.
fn asked(game: &mut BoltAction, mover: &str) -> Vec<String> {
    let mut cells = Vec::new();
    while question(game) == AMBUSH {
        cells.push(place(game, mover));
        does(game, &["done"]);
    }
    cells
}

/// [VD.1][VD.3] A vehicle that is stunned, or whose fire is put out, is Down, whatever its order was.
#[test]
fn a_stunned_vehicle_is_down_whatever_its_order_was() {
    for order in [None].into_iter().chain(Order::ALL.map(Some)) {
        for lines in [&["die 1"][..], &["die 3", "test pass"]] {
            let start = duel_on(&PLAIN, ["g_pak40", "s_t34"], 20).edit("t34", |piece| piece.order = order);
            let mut game = start.ordered(Side::Axis);
            does(&mut game, &["order pak40 fire", "target t34 0", "score 1", "die 4"]);
            does(&mut game, lines);
            assert_eq!(piece(&game, "t34").order, Some(Order::Down), "{order:?} {lines:?}");
        }
    }
}
