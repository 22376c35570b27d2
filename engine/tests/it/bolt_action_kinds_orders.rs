//! Rules of the turn and of orders, for each kind of unit that they hold for: squads, teams, guns, and vehicles on wheels and tracks.

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Opening, Piece};
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::{
    KEEPING, PLAIN, SHOOTING, Scene, choices, dice, does, duel_on, facing_squad, has_fired, misses, name_of, offered, piece, place,
    question, row_with, rows_with, table, unit, waits, weights,
};

const CHOICE: &str = "which unit gets which order?";

const fn is_pinned(piece: &mut Piece) {
    piece.pins = 2;
}

// ---- the turn ---------------------------------------------------------------------------------

/// [TURN.2.b] Whoever keeps Ambush has no die in the next turn and fires in it; then it has had its order, and a die in the turn after.
#[test]
fn each_kind_of_unit_keeps_its_ambush_for_one_turn() {
    for id in ["g_rifle10", "g_mmg", "g_pak36", "g_pak40", "g_pz3", "g_251", "g_222"] {
        let kept = name_of(id);
        let mut game = facing_squad(id, 20).edit(kept, waits).0.open(Opening::EndOfOrders, [0; 2]);
        assert_eq!(choices(&game), [format!("keep {kept}"), format!("give-back {kept}")], "{id}");
        does(&mut game, &[&format!("keep {kept}")]);
        // The bag holds the Soviet die alone, which is drawn.
        assert_eq!((game.turn(), game.in_bag(Side::Axis)), (Turn::Player(Side::Soviet), 0), "{id}");
        assert_eq!(piece(&game, kept).order, Some(Order::Ambush), "{id}");
        does(&mut game, &["order smg10 run", "move 1805", &format!("spring {kept}")]);
        misses(&mut game);
        // Nobody is asked to keep anything, and both have a die.
        assert_eq!((question(&game).as_str(), game.game_turn()), ("a die is drawn from the bag", 3), "{id}");
        assert_eq!((weights(&game), piece(&game, kept).order), (vec![1, 1], None), "{id}");
    }
}

/// [TURN.2.b][ORD.6] Whoever keeps Down has no die and is harder to hit; whoever gives it back has a die.
#[test]
fn each_kind_of_unit_keeps_down_or_gives_it_back() {
    for (id, need) in [("g_rifle10", 4), ("g_mmg", 4), ("g_pak36", 4), ("g_pak40", 4), ("g_pz3", 3), ("g_222", 3)] {
        let kept = name_of(id);
        let start = duel_on(&PLAIN, [id, "s_45mm"], 20).edit(kept, |piece| piece.order = Some(Order::Down));
        let mut game = start.0.open(Opening::EndOfOrders, [0; 2]);
        does(&mut game, &[&format!("keep {kept}")]);
        assert_eq!((game.turn(), game.in_bag(Side::Axis)), (Turn::Player(Side::Soviet), 0), "{id}");
        does(&mut game, &["order 45mm fire", &format!("target {kept} 0")]);
        assert_eq!((piece(&game, kept).order, dice(&game)), (Some(Order::Down), (1, need)), "{id}");
        does(&mut game, &["score 0"]);
        assert_eq!(choices(&game), [format!("keep {kept}"), format!("give-back {kept}")], "{id}");
        does(&mut game, &[&format!("give-back {kept}")]);
        assert_eq!((question(&game).as_str(), weights(&game)), ("a die is drawn from the bag", vec![1, 1]), "{id}");
        assert_eq!(piece(&game, kept).order, None, "{id}");
    }
}

/// [TURN.2.b] The other side is asked about its Down too, and nobody about the other four orders.
#[test]
fn only_ambush_and_down_are_kept() {
    for order in Order::ALL {
        for (id, side) in [("rifle10", Side::Axis), ("smg10", Side::Soviet)] {
            let start = facing_squad("g_rifle10", 20).edit("rifle10", has_fired).edit(id, |piece| piece.order = Some(order));
            let game = start.0.open(Opening::EndOfOrders, [0; 2]);
            let asked = [Order::Ambush, Order::Down].contains(&order);
            assert_eq!(question(&game) == KEEPING, asked, "{id}, {order:?}");
            assert_eq!(game.turn(), if asked { Turn::Player(side) } else { Turn::Chance }, "{id}, {order:?}");
        }
    }
}

/// [TURN.2][ORD.1] Who moved in the last turn has not moved in this one.
#[test]
fn a_new_turn_begins_at_full_effect() {
    for id in ["g_rifle10", "g_pak36", "g_pz3", "g_222"] {
        let from = name_of(id);
        let moved = |piece: &mut Piece| (piece.order, piece.moved) = (Some(Order::Advance), true);
        let mut game = duel_on(&PLAIN, [id, "s_45mm"], 10).edit(from, moved).0.open(Opening::EndOfOrders, [0; 2]);
        does(&mut game, &["draw axis", &format!("order {from} fire"), "target 45mm 0", "done"]);
        assert_eq!(dice(&game).1, 3, "{id}");
    }
}

/// [TURN.2.a] The die of a vehicle that left a wreck is out of the game, as are those that leave nothing.
#[test]
fn a_wreck_has_no_die() {
    let start = table(&PLAIN, [&["g_rifle10", "g_pz3"], &["s_smg10", "s_t34"]]).put("rifle10", "0105", Facing::EAST);
    let start = start.put("pz3", "0109", Facing::EAST).put("smg10", "6105", Facing::WEST).put("t34", "6101", Facing::WEST);
    let start = ["pz3", "t34"].into_iter().fold(start, |start, id| start.edit(id, |piece| piece.men = 0));
    let start = ["rifle10", "smg10"].into_iter().fold(start, |start, id| start.edit(id, has_fired));
    assert_eq!(weights(&start.0.open(Opening::EndOfOrders, [0; 2])), [1, 1]);
}

/// [TURN.1.2.a] Decision D30: a reaction takes the die out of the bag, whoever ducks, shoots back or escapes.
#[test]
fn each_reaction_takes_a_die() {
    let react = |id: &str, inches: u8, lines: &[&str]| {
        let start = table(&PLAIN, [&[id, "g_gren9"], &["s_smg10"]]).put(name_of(id), "0105", Facing::EAST);
        let start = start.put("gren9", "6109", Facing::EAST).put("smg10", &format!("{:02}05", 1 + inches), Facing::WEST);
        let mut game = start.ordered(Side::Soviet);
        assert_eq!(game.in_bag(Side::Axis), 2);
        does(&mut game, lines);
        assert_eq!(game.in_bag(Side::Axis), 1, "{id} {lines:?}");
        piece(&game, name_of(id)).order
    };
    for id in ["g_rifle10", "g_mmg", "g_mortar81", "g_pak36", "g_pak40"] {
        let lines = ["order smg10 fire", &format!("target {} 0", name_of(id)), &format!("duck {}", name_of(id))];
        assert_eq!(react(id, 10, &lines), Some(Order::Down), "{id}");
    }
    for id in ["g_rifle10", "g_mmg", "g_pak36", "g_pak40", "g_pz3", "g_251", "g_222"] {
        // Submachine guns are tested before they assault closed armour.
        let (test, fires) = (["test pass"], format!("return {}", name_of(id)));
        let tested = if id == "g_pz3" { &test[..] } else { &[] };
        assert_eq!(react(id, 10, &[&["assault smg10"], tested, &[&fires]].concat()), Some(Order::Fire), "{id}");
    }
    for lines in [&["order smg10 fire", "target 222 0", "escape 222"][..], &["assault smg10", "escape 222"]] {
        assert_eq!(react("g_222", 10, lines), Some(Order::Down), "{lines:?}");
    }
}

// ---- orders -----------------------------------------------------------------------------------

fn orders(game: &BoltAction, unit: &str) -> String {
    let prefix = format!("order {unit} ");
    choices(game).iter().filter_map(|line| line.strip_prefix(&prefix)).collect::<Vec<_>>().join(" ")
}

/// [ORD][ORD.1][ORD.2][ORD.3][ORD.4][ORD.5][ORD.6] Supplement S22: the orders of each kind of unit that sees an enemy, pinned or not.
#[test]
fn each_kind_of_unit_has_its_orders() {
    let cases = [
        ("g_rifle10", "fire advance run ambush rally down"),
        ("g_lt", "fire advance run ambush rally down"),
        ("g_atr", "fire advance run ambush rally down"),
        ("g_mmg", "fire advance run ambush rally down"),
        ("g_mortar81", "fire advance rally down"),
        ("g_mortar120", "fire advance rally down"),
        ("g_pak36", "fire advance ambush rally down"),
        ("g_pak40", "fire advance ambush rally down"),
        ("g_leig18", "fire advance ambush rally down"),
        ("g_pz3", "fire advance run ambush rally down"),
        ("g_251", "fire advance run ambush rally down"),
        ("g_222", "fire advance run ambush rally down"),
        ("g_marder", "fire advance run ambush rally down"),
    ];
    for (id, pinned) in cases {
        let start = facing_squad(id, 20);
        assert_eq!(orders(&Scene(start.0.clone()).edit(name_of(id), is_pinned).ordered(Side::Axis), name_of(id)), pinned, "{id}, pinned");
        assert_eq!(orders(&start.ordered(Side::Axis), name_of(id)), pinned.replace("rally ", ""), "{id}");
    }
    for id in ["g_pz3", "g_251", "g_222"] {
        let start = facing_squad(id, 20).edit(name_of(id), |piece| (piece.immobilised, piece.pins) = (true, 1));
        assert_eq!(orders(&start.ordered(Side::Axis), name_of(id)), "fire ambush rally down", "{id} that does not move");
    }
}

/// [TURN.1.3][FUB.1] Supplements S1, S31: each order of each kind of unit is tested if it is pinned, but for Down. Who passes loses a pin,
/// who fails is Down with all its pins, and a double six is FUBAR.
#[test]
fn each_order_of_each_kind_of_unit_is_tested() {
    for id in ["g_rifle10", "g_mmg", "g_mortar81", "g_pak36", "g_pak40", "g_pz3", "g_251", "g_222"] {
        let unit = name_of(id);
        let start = || facing_squad(id, 20).edit(unit, is_pinned).ordered(Side::Axis);
        for order in orders(&start(), unit).split(' ') {
            let after = |verdict: &[&str]| {
                let mut game = start();
                does(&mut game, &[&format!("order {unit} {order}")]);
                assert_eq!(question(&game) == "the order test", order != "down", "{id} {order}");
                does(&mut game, verdict);
                (piece(&game, unit).order, piece(&game, unit).pins, question(&game))
            };
            if order == "down" {
                assert_eq!((after(&[]).0, after(&[]).1), (Some(Order::Down), 2), "{id}");
                continue;
            }
            assert_eq!((after(&["test pass"]).0.map(Order::name), after(&["test pass"]).1), (Some(order), 1), "{id} {order}");
            let (failed, pins, _) = after(&["test fail"]);
            assert_eq!((failed, pins), (Some(Order::Down), 2), "{id} {order}");
            assert_eq!(after(&["test fubar"]).2, "the die of FUBAR: friendly fire or panic", "{id} {order}");
        }
    }
}

/// [TURN.1.3][ORD.3.a] An assault of pinned men on men is tested too; it takes a pin if it is passed, and is not carried out if not.
#[test]
fn an_assault_of_pinned_men_is_tested() {
    for (verdict, order, pins) in [("test pass", Order::Run, 1), ("test fail", Order::Down, 2)] {
        let mut game = facing_squad("g_rifle10", 8).edit("rifle10", is_pinned).ordered(Side::Axis);
        does(&mut game, &["assault rifle10"]);
        assert_eq!(question(&game), "the order test");
        does(&mut game, &[verdict]);
        assert_eq!((piece(&game, "rifle10").order, piece(&game, "rifle10").pins), (Some(order), pins), "{verdict}");
        assert_eq!(question(&game) == "the dice of those who assault", order == Order::Run, "{verdict}");
        assert_eq!(place(&game, "rifle10") == "0105", order == Order::Down, "{verdict}");
    }
}

/// [ORD.2][ORD.3][HIT.5] Each kind of unit shoots after its Advance, at one less, and not after its Run.
#[test]
fn each_kind_of_unit_shoots_after_an_advance_and_not_after_a_run() {
    for (id, ahead, runs, shoots) in [
        ("g_rifle10", "move 0205", true, true),
        ("g_pz3", "leg E 1", true, true),
        ("g_251", "leg E 1", true, true),
        ("g_222", "leg E 1", true, true),
        // Fixed weapons fire on no move (supplement S12).
        ("g_mmg", "move 0205", true, false),
        ("g_pak36", "move 0205", false, false),
        ("g_leig18", "move 0205", false, false),
    ] {
        for order in &["advance", "run"][..=usize::from(runs)] {
            let mut game = facing_squad(id, 14).ordered(Side::Axis);
            does(&mut game, &[&format!("order {} {order}", name_of(id)), ahead]);
            while ["the next leg of the vehicle, or done", "where does the unit look?"].contains(&question(&game).as_str()) {
                let line =
                    if question(&game) == "where does the unit look?" { format!("face {} E", name_of(id)) } else { "done".to_owned() };
                does(&mut game, &[&line]);
            }
            assert_eq!(question(&game) == SHOOTING, shoots && *order == "advance", "{id} {order}");
            if question(&game) == SHOOTING {
                does(&mut game, &["target smg10 0"]);
                assert_eq!(dice(&game).1, 4, "{id}");
            }
        }
    }
}

/// [ORD.4][ORD.5][ORD.6] Whoever waits, rallies or goes Down neither moves nor shoots, whatever it is.
#[test]
fn each_kind_of_unit_that_waits_rallies_or_goes_down_does_nothing_else() {
    for id in ["g_rifle10", "g_mmg", "g_pak36", "g_pak40", "g_pz3", "g_222"] {
        for order in ["ambush", "rally", "down"] {
            let unit = name_of(id);
            let start = table(&PLAIN, [&[id, "g_gren9"], &["s_smg10"]]).put(unit, "0105", Facing::EAST).put("gren9", "0109", Facing::EAST);
            let start = start.put("smg10", "1105", Facing::WEST).edit("smg10", has_fired);
            let mut game = start.edit(unit, |piece| piece.pins = 3).ordered(Side::Axis);
            does(&mut game, &[&format!("order {unit} {order}")]);
            if order != "down" {
                does(&mut game, &["test pass"]);
            }
            if order == "rally" {
                does(&mut game, &["die 2"]);
                assert_eq!(piece(&game, unit).pins, 0, "{id}");
            }
            assert_eq!((question(&game).as_str(), place(&game, unit).as_str()), (CHOICE, "0105"), "{id} {order}");
            assert!(choices(&game).iter().all(|line| line.contains("gren9")), "{id} {order}: {:?}", choices(&game));
        }
    }
}

/// Supplement S27: a mortar that does anything but fire ranges anew; so does a howitzer that waits.
#[test]
fn a_mortar_that_does_not_fire_ranges_anew() {
    for (id, order) in [("g_mortar81", "advance"), ("g_mortar81", "rally"), ("g_mortar81", "down"), ("g_leig18", "ambush")] {
        let start = facing_squad(id, 30);
        let target = unit(&Scene(start.0.clone()).ordered(Side::Axis), "smg10");
        let ranges = |piece: &mut Piece| (piece.pins, piece.ranging) = (1, Some((target, 2)));
        let mut game = start.edit(name_of(id), ranges).ordered(Side::Axis);
        does(&mut game, &[&format!("order {} {order}", name_of(id))]);
        assert_eq!(piece(&game, name_of(id)).ranging, None, "{id} {order}");
    }
}

/// [ORD.6][HIT.6] Decision D13: vehicles, guns and men alike find men who are Down or dug in harder to hit.
#[test]
fn each_kind_of_shooter_finds_cover_and_down_harder() {
    for shooter in ["g_rifle10", "g_pak40", "g_pz3", "g_222"] {
        for target in ["s_smg10", "s_maxim", "s_45mm"] {
            for (order, dug_in, need) in [(Order::Fire, false, 3), (Order::Down, false, 4), (Order::Fire, true, 5), (Order::Down, true, 6)]
            {
                let start = duel_on(&PLAIN, [shooter, target], 10)
                    .edit(name_of(target), |piece| (piece.order, piece.dug_in) = (Some(order), dug_in));
                let mut game = start.ordered(Side::Axis);
                does(&mut game, &[&format!("order {} fire", name_of(shooter)), &format!("target {} 0", name_of(target))]);
                assert_eq!(dice(&game).1, need, "{shooter} {target} {order:?}, dug in: {dug_in}");
            }
        }
    }
}

/// [TURN.1.3] Supplement S25: an officer helps itself and others, whatever its own state.
#[test]
fn an_officer_helps_in_any_state() {
    for (order, pins) in [(None, 0), (Some(Order::Down), 0), (None, 3)] {
        let start =
            table(&PLAIN, [&["g_rifle10", "g_lt"], &["s_smg10"]]).put("rifle10", "0105", Facing::EAST).put("lt", "0505", Facing::EAST);
        let start = start.put("smg10", "6105", Facing::WEST).edit("lt", |piece| (piece.order, piece.pins) = (order, pins));
        let mut game = start.edit("rifle10", |piece| piece.pins = 3).ordered(Side::Axis);
        does(&mut game, &["order rifle10 run"]);
        // Nine and two less three pins.
        assert_eq!(weights(&game)[0], 26, "{order:?}, {pins} pins");
    }
    let mut game = facing_squad("g_lt", 20).edit("lt", |piece| piece.pins = 3).ordered(Side::Axis);
    does(&mut game, &["order lt run"]);
    assert_eq!(weights(&game)[0], 26);
}

/// Decision D24: an officer observes, Down or not, for each kind of gun and mortar.
#[test]
fn an_officer_observes_in_any_state_for_each_kind_of_gun() {
    let tower = row_with(20, "#");
    let rows = rows_with(9, 4..=6, &tower);
    for id in ["g_mortar81", "g_mortar120", "g_leig18", "g_lefh18"] {
        for order in [None, Some(Order::Down)] {
            for (watches, seen) in [("2501", true), ("1505", false)] {
                let start =
                    table(&rows, [&[id, "g_lt"], &["s_smg10"]]).put(name_of(id), "0105", Facing::EAST).put("lt", watches, Facing::EAST);
                let game = start.put("smg10", "4005", Facing::WEST).edit("lt", |piece| piece.order = order).ordered(Side::Axis);
                assert_eq!(offered(&game, [&format!("order {} fire", name_of(id))]), [seen], "{id}, {watches} {order:?}");
            }
        }
    }
}
