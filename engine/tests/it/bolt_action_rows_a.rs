//! Bolt Action: scenes for rows of the turn, of orders, of tests and of movement.

use stavka_engine::bolt_action::resolution::morale::{self, Nerve};
use stavka_engine::bolt_action::terms::{Order, Quality, Rank};
use stavka_engine::bolt_action::{BoltAction, Opening};
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::tables::tables;
use crate::bolt_action_kit::{Scene, choices, dice, does, offered, piece, place, question, scene, squads, table, throw_best, weights};

/// Open ground, seven cells high.
fn plain(width: usize, axis: &[&str], soviet: &[&str]) -> Scene {
    let row = ".".repeat(width);
    table(&[row.as_str(); 7], [axis, soviet])
}

// ---- the turn ----------------------------------------------------------------

/// [TURN][TURN.1][TURN.1.2.a][TURN.1.5][TURN.2][TURN.2.b]
#[test]
fn dice_are_drawn_until_every_unit_has_one_order_and_then_the_turn_ends() {
    let start = squads().put("g-rifle10-2", "0125", Facing::EAST);
    let mut game = start.0.open(Opening::Draw, [0; 2]);
    let mut ordered: Vec<String> = Vec::new();
    for drawn in 1..=4 {
        if game.turn() == Turn::Chance {
            assert_eq!(question(&game), "a die is drawn from the bag");
            let first = choices(&game).remove(0);
            does(&mut game, &[&first]);
        }
        assert_eq!(game.in_bag(Side::Axis) + game.in_bag(Side::Soviet), 4 - drawn, "each die leaves the bag for good");
        let down = choices(&game).into_iter().find(|line| line.ends_with(" down")).expect("a unit may go Down");
        assert!(!ordered.contains(&down), "{down} a second time");
        does(&mut game, &[&down]);
        ordered.push(down);
        assert_eq!(game.game_turn(), 1);
    }
    // The phase of orders is over: each side says what is kept, Axis first.
    for line in ["keep g-rifle10-1", "give-back g-rifle10-2", "give-back s-rifle10-1", "give-back s-rifle10-2"] {
        assert_eq!((game.game_turn(), question(&game)), (1, "does the unit keep its order for the next turn?".to_owned()));
        does(&mut game, &[line]);
    }
    assert_eq!((game.game_turn(), game.in_bag(Side::Axis), game.in_bag(Side::Soviet)), (2, 1, 2));
    assert_eq!((piece(&game, "g-rifle10-1").order, piece(&game, "g-rifle10-2").order), (Some(Order::Down), None));
}

/// [TURN.1.1][TURN.1.2] The die is that of a side, and the side gives one order to one of its own.
#[test]
fn the_side_whose_die_is_drawn_gives_an_order_to_a_unit_of_its_own() {
    let start = squads().edit("s-rifle10-1", |piece| piece.order = Some(Order::Fire));
    let mut game = start.0.open(Opening::Draw, [1, 0]);
    assert_eq!((game.turn(), choices(&game), weights(&game)), (Turn::Chance, vec!["draw axis".into(), "draw soviet".into()], vec![2, 1]));
    does(&mut game, &["draw soviet"]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    assert!(choices(&game).iter().all(|line| line.contains("s-rifle10-2")), "{:?}", choices(&game));
    does(&mut game, &["order s-rifle10-2 down"]);
    assert_eq!(piece(&game, "s-rifle10-2").order, Some(Order::Down));
}

/// [TURN.1.4] Nothing is drawn before the action is over: move, fire and what the fire does.
#[test]
fn an_action_is_over_before_another_die_is_drawn() {
    let mut game = squads().ordered(Side::Axis);
    let bag = [game.in_bag(Side::Axis), game.in_bag(Side::Soviet)];
    let steps = [
        ("order g-rifle10-1 advance", "where does the unit go?"),
        ("move 0201", "which unit is shot at?"),
        ("target s-rifle10-1 0", "does the target react?"),
        ("done", "the dice to hit"),
    ];
    for (line, next) in steps {
        does(&mut game, &[line]);
        assert_eq!((question(&game).as_str(), [game.in_bag(Side::Axis), game.in_bag(Side::Soviet)]), (next, bag), "after {line}");
    }
    while question(&game) != "which unit gets which order?" {
        assert_ne!(question(&game), "a die is drawn from the bag", "the Soviets alone have dice");
        let first = choices(&game).into_iter().nth(1).expect("dice have results");
        does(&mut game, &[&first]);
    }
    assert!(piece(&game, "s-rifle10-1").men < 10 && piece(&game, "g-rifle10-1").moved);
}

// ---- orders --------------------------------------------------------------------

fn orders(game: &BoltAction, unit: &str) -> Vec<String> {
    let prefix = format!("order {unit} ");
    choices(game).iter().filter_map(|line| line.strip_prefix(&prefix).map(str::to_owned)).collect()
}

/// [ORD] All six to a pinned unit that sees an enemy, and no Fire or Rally without enemy or pins.
#[test]
fn there_are_six_orders() {
    let game = squads().edit("g-rifle10-1", |piece| piece.pins = 1).ordered(Side::Axis);
    assert_eq!(orders(&game, "g-rifle10-1"), ["fire", "advance", "run", "ambush", "rally", "down"]);
    let game = scene("duel").put("g-rifle10-1", "0109", Facing::EAST).put("s-rifle10-1", "2525", Facing::WEST).ordered(Side::Axis);
    assert_eq!(orders(&game, "g-rifle10-1"), ["advance", "run", "ambush", "down"]);
}

/// [ORD.1] All weapons at full effect, from where the unit stands.
#[test]
fn a_unit_that_fires_stands_still_and_shoots_with_all_it_has() {
    let mut game = squads().edit("s-rifle10-1", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 fire"]);
    assert_eq!(question(&game), "which unit is shot at?", "no move is asked for");
    does(&mut game, &["target s-rifle10-1 0"]);
    // Three dice of the light machine gun and seven rifles at 3+, then both of the submachine gun, at long range.
    assert_eq!(dice(&game), (10, 3));
    does(&mut game, &["score 0"]);
    assert_eq!(dice(&game), (2, 4));
    does(&mut game, &["score 0"]);
    assert_eq!((place(&game, "g-rifle10-1"), piece(&game, "g-rifle10-1").moved), ("0101".into(), false));
}

/// [ORD.2][MOVE.1][HIT.5] Six inches, then fire on the move.
#[test]
fn a_unit_that_advances_moves_six_inches_and_then_shoots_at_one_less() {
    let mut game = squads().edit("s-rifle10-1", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 advance"]);
    assert_eq!(offered(&game, ["move 0101", "move 0107", "move 0701", "move 0801", "move 0108"]), [true, true, true, false, false]);
    does(&mut game, &["move 0401", "target s-rifle10-1 0"]);
    // The submachine gun is at long range and loses nothing by moving (supplement S9).
    assert_eq!((place(&game, "g-rifle10-1"), dice(&game)), ("0401".into(), (12, 4)));
}

/// [ORD.3][MOVE.1] Twelve inches, and no shot.
#[test]
fn a_unit_that_runs_moves_twelve_inches_and_does_not_shoot() {
    let mut game = squads().ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 run"]);
    assert_eq!(offered(&game, ["move 0107", "move 0113", "move 0114"]), [true, true, false]);
    does(&mut game, &["move 0113"]);
    assert_eq!((game.turn(), piece(&game, "g-rifle10-1").order), (Turn::Player(Side::Soviet), Some(Order::Run)));
}

/// [ORD.5] As many pins as the die shows, and no more than there are.
#[test]
fn a_unit_that_rallies_stands_still_and_loses_as_many_pins_as_a_die_shows() {
    for (pins, die, left) in [(6, 3, 2), (3, 6, 0)] {
        let mut game = squads().edit("g-rifle10-1", |piece| piece.pins = pins).ordered(Side::Axis);
        // The order is tested, and passing takes a pin itself (supplement S1).
        does(&mut game, &["order g-rifle10-1 rally", "test pass"]);
        assert_eq!(weights(&game), [1; 6]);
        does(&mut game, &[&format!("die {die}")]);
        assert_eq!(piece(&game, "g-rifle10-1").pins, left, "{pins} pins and a {die}");
        assert_eq!((place(&game, "g-rifle10-1"), game.turn()), ("0101".into(), Turn::Player(Side::Soviet)), "no move, no shot");
    }
}

/// [ORD.6][HIT.6] Men who are Down are harder to hit by one; a vehicle is not (decision D33).
#[test]
fn a_unit_that_goes_down_does_nothing_and_is_harder_to_hit() {
    let mut game = squads().ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 down"]);
    assert_eq!((place(&game, "g-rifle10-1"), game.turn()), ("0101".into(), Turn::Player(Side::Soviet)));
    does(&mut game, &["order s-rifle10-1 fire", "target g-rifle10-1 0"]);
    assert_eq!(dice(&game), (10, 4));
    for order in [Order::Fire, Order::Down] {
        let target = plain(40, &["g_pak40"], &["s_t34"]).put("pak40", "0104", Facing::EAST);
        let target = target.put("t34", "1404", Facing::WEST).edit("t34", |piece| piece.order = Some(order));
        let mut game = target.ordered(Side::Axis);
        does(&mut game, &["order pak40 fire", "target t34 0"]);
        assert_eq!(dice(&game), (1, 3), "{order:?}");
    }
}

// ---- FUBAR -----------------------------------------------------------------------

/// [FUB.1] Whatever the value, and instead of the order.
#[test]
fn a_double_six_gives_no_order_however_good_the_unit() {
    let start = plain(40, &["g_rifle10"], &["s_cpt", "s_guards9"]).put("rifle10", "4007", Facing::WEST);
    let start = start.put("guards9", "0104", Facing::EAST).put("cpt", "0404", Facing::EAST).edit("guards9", |piece| piece.pins = 1);
    let mut game = start.ordered(Side::Soviet);
    does(&mut game, &["order guards9 run"]);
    // Ten and three less a pin are twelve, which all throws come to.
    assert_eq!((choices(&game), weights(&game)), (vec!["test pass".into(), "test fubar".into()], vec![35, 1]));
    does(&mut game, &["test fubar"]);
    assert_eq!((question(&game).as_str(), weights(&game)), ("the die of FUBAR: friendly fire or panic", vec![1; 6]));
    assert_eq!((place(&game, "guards9"), piece(&game, "guards9").pins), ("0104".into(), 1), "it has neither run nor lost its pin");
}

/// [FUB.2] One and two: a Fire order, no move, the usual dice at a friend.
#[test]
fn friendly_fire_is_a_fire_order_at_a_friend() {
    for die in ["die 1", "die 2"] {
        let start = squads().put("g-rifle10-2", "0401", Facing::EAST).edit("g-rifle10-1", |piece| piece.pins = 1);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order g-rifle10-1 run", "test fubar", die, "mistake g-rifle10-2"]);
        assert_eq!((piece(&game, "g-rifle10-1").order, place(&game, "g-rifle10-1")), (Some(Order::Fire), "0101".into()));
        // Close, and a pin on those who fire.
        assert_eq!(dice(&game), (12, 3));
        throw_best(&mut game);
        assert_eq!(piece(&game, "g-rifle10-2").men, 0);
    }
}

/// [FUB.2.a][FUB.2.b] Twelve inches from the friend to its enemy, and no more.
#[test]
fn a_friend_is_shot_at_if_its_enemy_is_within_twelve_inches() {
    for (enemy, is_target) in [("1704", true), ("1804", false)] {
        let start = plain(40, &["g_rifle10", "g_gren9"], &["s_rifle9"]).put("rifle10", "0104", Facing::EAST);
        let start = start.put("gren9", "0504", Facing::EAST).put("rifle9", enemy, Facing::WEST).edit("rifle10", |piece| piece.pins = 1);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order rifle10 fire", "test fubar", "die 1"]);
        assert_eq!(offered(&game, ["mistake gren9"]), [is_target], "{enemy}");
        assert_eq!(piece(&game, "rifle10").order, Some(if is_target { Order::Fire } else { Order::Down }));
    }
}

/// [FUB.3] Three to six: as far as a Run goes from the closest enemy, whoever stands behind.
#[test]
fn panic_is_a_run_straight_away_from_the_closest_enemy() {
    for die in ["die 3", "die 6"] {
        let start = plain(40, &["g_rifle10"], &["s_rifle9", "s_smg10"]).put("rifle10", "2004", Facing::EAST);
        let start = start.put("rifle9", "2304", Facing::WEST).put("smg10", "0104", Facing::EAST).edit("rifle10", |piece| piece.pins = 1);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["order rifle10 fire", "test fubar", die]);
        assert_eq!((place(&game, "rifle10"), piece(&game, "rifle10").order), ("0804".into(), Some(Order::Run)), "{die}");
    }
}

// ---- morale --------------------------------------------------------------------------

/// [MOR][MOR.1][MOR.2][MOR.3][TURN.1.3] Ways of 36 to pass with one pin.
#[test]
fn the_value_of_a_test_is_that_of_the_quality() {
    for (id, passes) in [("g_guard10", 21), ("g_rifle10", 26), ("g_rifle10_v", 30)] {
        let name = id.strip_prefix("g_").expect("a German");
        let start = plain(40, &[id], &["s_smg10"]).put(name, "0104", Facing::EAST).put("smg10", "4004", Facing::WEST);
        let mut game = start.edit(name, |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &[&format!("order {name} run")]);
        assert_eq!(weights(&game)[0], passes, "{id}");
    }
}

/// [MOR.4][MOR.5][MOR.6] Supplement S25: within six inches, a captain within twelve; the best one counts.
#[test]
fn officers_help_those_who_are_near() {
    let passes = |officers: &[(&str, &str)]| {
        let mut ids: Vec<String> = officers.iter().map(|(name, _)| format!("s_{name}")).collect();
        ids.push("s_rifle10".to_owned());
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let mut start = plain(40, &["g_gren9"], &ids).put("gren9", "4004", Facing::WEST).put("rifle10", "0104", Facing::EAST);
        for (name, cell) in officers {
            start = start.put(name, cell, Facing::EAST);
        }
        let mut game = start.edit("rifle10", |piece| piece.pins = 3).ordered(Side::Soviet);
        does(&mut game, &["order rifle10 run"]);
        weights(&game)[0]
    };
    assert_eq!(passes(&[]), 15);
    assert_eq!([passes(&[("2lt", "0704")]), passes(&[("2lt", "0804")])], [21, 15]);
    assert_eq!([passes(&[("lt", "0704")]), passes(&[("lt", "0804")])], [26, 15]);
    assert_eq!([passes(&[("cpt", "1304")]), passes(&[("cpt", "1404")])], [30, 15]);
    assert_eq!(passes(&[("2lt", "0504"), ("lt", "0602")]), 26, "bonuses do not add");
}

/// [MOR.7] No unit of the lists is led by a major.
#[test]
fn a_major_adds_four() {
    let value = |officer| morale::value(&tables(), Nerve { quality: Quality::Regular, pins: 1, officer, penalty: 0 });
    assert_eq!((value(None), value(Some(Rank::Captain)), value(Some(Rank::Major))), (8, 11, 12));
}

// ---- movement ------------------------------------------------------------------------

/// A vehicle in the west of a plain, with the order that it carries out.
fn drives(id: &str, cell: &str, order: &str) -> BoltAction {
    let (prefix, name) = id.split_at(2);
    let (side, forces) = if prefix == "g_" { (Side::Axis, [[id], ["s_smg10"]]) } else { (Side::Soviet, [["g_gren9"], [id]]) };
    let start = plain(61, &forces[0], &forces[1]).put(name, cell, Facing::EAST);
    let start = start.put(if prefix == "g_" { "smg10" } else { "gren9" }, "6107", Facing::WEST);
    let mut game = start.ordered(side);
    does(&mut game, &[&format!("order {name} {order}")]);
    game
}

/// Number of cells that a vehicle may drive at most by legs of a kind.
fn farthest(game: &BoltAction, leg: &str) -> Option<u32> {
    choices(game).iter().filter_map(|line| line.strip_prefix(leg)?.trim().parse().ok()).max()
}

/// [MOVE][MOVE.2][MOVE.3][MOVE.4][MAN.1][MAN.2][MAN.3]
#[test]
fn vehicles_drive_as_far_as_their_class_says() {
    for (id, advance, run) in [("g_pz3", 9, 18), ("g_251", 9, 18), ("g_222", 12, 24)] {
        let ahead = |order| farthest(&drives(id, "0104", order), "leg E");
        assert_eq!((ahead("advance"), ahead("run")), (Some(advance), Some(run)), "{id}");
    }
}

/// [MAN][MAN.1][MAN.2][MAN.3] Each leg of one cell turns by 45 degrees, which takes a whole turn.
#[test]
fn vehicles_turn_as_often_as_their_class_says() {
    for (id, advance, run) in [("g_pz3", 1, 0), ("g_251", 2, 1), ("g_222", 2, 1)] {
        for (order, turns) in [("advance", advance), ("run", run)] {
            let mut game = drives(id, "0104", order);
            let mut taken = 0;
            for leg in ["leg NE 1", "leg E 1", "leg NE 1", "leg E 1"] {
                if offered(&game, [leg]) == [false] {
                    break;
                }
                does(&mut game, &[leg]);
                taken += 1;
            }
            assert_eq!(taken, turns, "{id}, {order}");
        }
    }
    // A turn is of up to 90 degrees; more takes two.
    assert_eq!(offered(&drives("g_pz3", "0504", "advance"), ["leg S 0", "leg SW 0", "leg W 0"]), [true, false, false]);
    assert_eq!(offered(&drives("g_251", "0504", "advance"), ["leg S 0", "leg SW 0", "leg W 0"]), [true, true, true]);
}

/// [REV][REV.1] Half of nine inches, straight back, in an Advance alone and to its end.
#[test]
fn a_vehicle_reverses_straight_back_for_half_its_advance() {
    let mut game = drives("g_pz3", "3004", "advance");
    assert_eq!((farthest(&game, "reverse E"), farthest(&game, "reverse NE"), farthest(&game, "reverse S")), (Some(4), None, None));
    does(&mut game, &["reverse E 4"]);
    assert_eq!((place(&game, "pz3"), piece(&game, "pz3").facing), ("2604".into(), Facing::EAST));
    assert_eq!(farthest(&game, "leg NE"), None, "the move is over");
    assert!(choices(&drives("g_pz3", "3004", "run")).iter().all(|line| !line.starts_with("reverse")));
    for (vehicle, half) in [("g_251", 4), ("s_ba10", 6)] {
        assert_eq!(farthest(&drives(vehicle, "3004", "advance"), "reverse E"), Some(half), "{vehicle}");
    }
}

/// [REV.2] The whole rate, with turns, and on.
#[test]
fn a_recce_vehicle_reverses_as_it_drives_forwards() {
    let mut game = drives("g_222", "3004", "advance");
    assert_eq!((farthest(&game, "reverse E"), farthest(&game, "reverse NE")), (Some(12), Some(3)));
    does(&mut game, &["reverse NE 2"]);
    assert_eq!((place(&game, "222"), piece(&game, "222").facing), ("2806".into(), Facing::NORTH_EAST));
    assert!(farthest(&game, "reverse E").is_some_and(|cells| cells == 9), "{:?}", choices(&game));
}

/// [TERK.7][TER.5] Twice as far on a road from the first cell to the last; men gain nothing.
#[test]
fn a_move_on_a_road_alone_goes_twice_as_far() {
    let (plain, road) = (".".repeat(61), "=".repeat(61));
    let broken = format!("{}.{}", "=".repeat(29), "=".repeat(31));
    for (id, whole) in [("g_222", 48), ("g_pz3", 36)] {
        let name = id.strip_prefix("g_").expect("a German");
        for (middle, most) in [(&road, whole), (&broken, 28)] {
            let rows = [&plain, &plain, &plain, middle, &plain, &plain, &plain].map(String::as_str);
            let start = table(&rows, [&[id], &["s_smg10"]]).put(name, "0104", Facing::EAST).put("smg10", "6107", Facing::WEST);
            let mut game = start.ordered(Side::Axis);
            does(&mut game, &[&format!("order {name} run")]);
            assert_eq!(farthest(&game, "leg E"), Some(most), "{id}");
        }
    }
    let rows = [&plain, &plain, &plain, &road, &plain, &plain, &plain].map(String::as_str);
    let start = table(&rows, [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "0104", Facing::EAST).put("smg10", "6107", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order rifle10 run"]);
    assert_eq!(offered(&game, ["move 1304", "move 1404"]), [true, false]);
}

/// A belt of one glyph across a table, but for its last row.
fn belt(glyph: char, id: &str) -> Scene {
    let (open, closed) = (".".repeat(30), format!("{}{glyph}{}", ".".repeat(11), ".".repeat(18)));
    let mut rows = vec![closed.as_str(); 14];
    rows.push(&open);
    table(&rows, [&[id], &["s_smg10"]]).put("smg10", "3015", Facing::WEST)
}

/// Whether a unit three cells away comes through the belt by an order.
fn passes(glyph: char, id: &str, order: &str) -> char {
    let name = id.strip_prefix("g_").expect("a German");
    let mut game = belt(glyph, id).put(name, "1004", Facing::EAST).ordered(Side::Axis);
    let line = format!("order {name} {order}");
    if offered(&game, [&line]) == [false] {
        return '-';
    }
    does(&mut game, &[&line]);
    let [on_foot, driven] = offered(&game, ["move 1304", "leg E 3"]);
    if on_foot || driven { '+' } else { '-' }
}

/// [TER][TER.1][TER.2][TER.3][TER.4][TER.5][TERK.1][TERK.2][TERK.3][TERK.4][TERK.6] Decision D10.
#[test]
fn ground_is_open_to_units_as_the_chart_says() {
    let moves = [
        ("g_rifle10", "advance"),
        ("g_rifle10", "run"),
        ("g_pak36", "advance"),
        ("g_222", "advance"),
        ("g_pz3", "advance"),
        ("g_pz3", "run"),
        ("g_tiger", "advance"),
        ("g_222", "run"),
        ("g_251", "advance"),
        ("g_251", "run"),
    ];
    let chart = [
        ('.', "++++++++++"),
        ('=', "++++++++++"),
        ('s', "+---+-+-+-"),
        ('T', "+---+-+-+-"),
        ('f', "+---+++-++"),
        ('w', "+---+++-++"),
        ('a', "+---------"),
        ('t', "++--+++-++"),
        ('H', "++--------"),
        ('~', "----------"),
    ];
    for (glyph, expected) in chart {
        let found: String = moves.iter().map(|(id, order)| passes(glyph, id, order)).collect();
        assert_eq!(found, expected, "{glyph:?}");
    }
}

/// [TERK.5] Rough ground, buildings and, by decision D13, trenches.
#[test]
fn a_gun_is_set_up_where_it_cannot_move_and_then_stays() {
    for (glyph, moves) in [('.', true), ('s', false), ('H', false), ('t', false)] {
        let game = belt(glyph, "g_pak36").put("pak36", "1204", Facing::EAST).ordered(Side::Axis);
        assert_eq!(offered(&game, ["order pak36 advance", "order pak36 run"]), [moves, false], "{glyph:?}");
    }
}
