//! Scenes for rows of Bolt Action of which a reader found that the rule could be broken without a test that fails.

use stavka_engine::bolt_action::terms::Order;
use stavka_engine::bolt_action::{BoltAction, Opening};
use stavka_engine::square::Facing;
use stavka_engine::{Game as _, Side, Turn};

use crate::bolt_action_kit::{
    OPEN, PLAIN, Scene, WIDTH, choices, dice, does, duel_on, name_of, offered, piece, place, question, remade, row_with, squads, table,
    table_of, weights,
};

/// The plain with something in its middle row from a column on.
fn plain_with(column: usize, what: &str) -> [String; 9] {
    let row = row_with(column, what);
    std::array::from_fn(|at| if at == 4 { row.clone() } else { OPEN.to_owned() })
}

fn drawn<const N: usize>(rows: &[String; N], forces: [&[&str]; 2]) -> Scene {
    table(&std::array::from_fn::<&str, N, _>(|at| rows[at].as_str()), forces)
}

/// A German unit in the west that looks east, and a Soviet one so many inches away that looks at it and has its order.
fn duel(german: &str, soviet: &str, inches: u8) -> Scene {
    duel_on(&PLAIN, [german, soviet], inches)
}

/// The same with a friend of each far away: that of the Germans has its order, that of the Soviets has none.
fn facing(german: &str, soviet: &str, inches: u8) -> Scene {
    let [from, to] = [german, soviet].map(name_of);
    let start = table(&PLAIN, [&[german, "g_mmg"], &[soviet, "s_maxim"]]).put(from, "1005", Facing::EAST);
    let start = start.put(to, &format!("{:02}05", 10 + inches), Facing::WEST).put("maxim", "6109", Facing::WEST);
    start.put("mmg", "6101", Facing::WEST).edit("mmg", |piece| piece.order = Some(Order::Down))
}

/// The German unit has its order to fire and names the target.
fn fired(start: Scene, german: &str, line: &str) -> BoltAction {
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &[&format!("order {german} fire"), line]);
    game
}

fn orders(game: &BoltAction, unit: &str) -> Vec<String> {
    let prefix = format!("order {unit} ");
    choices(game).iter().filter_map(|line| line.strip_prefix(&prefix).map(str::to_owned)).collect()
}

/// The choices that begin with a word, without it, in order.
fn listed(game: &BoltAction, word: &str) -> Vec<String> {
    let mut rest: Vec<String> = choices(game).iter().filter_map(|line| line.strip_prefix(word).map(str::to_owned)).collect();
    rest.sort();
    rest
}

fn scores(range: std::ops::RangeInclusive<u8>) -> Vec<String> {
    range.map(|total| format!("score {total}")).collect()
}

// ---- the turn ------------------------------------------------------------------

/// [TURN.1.2] The die shows the order that was given, whichever it is.
#[test]
fn the_die_shows_the_order_that_was_given() {
    let all = [
        ("fire", Order::Fire),
        ("advance", Order::Advance),
        ("run", Order::Run),
        ("ambush", Order::Ambush),
        ("rally", Order::Rally),
        ("down", Order::Down),
    ];
    for (word, order) in all {
        let mut game = squads().edit("g-rifle10-1", |piece| piece.pins = 1).ordered(Side::Axis);
        does(&mut game, &[&format!("order g-rifle10-1 {word}")]);
        assert_eq!(piece(&game, "g-rifle10-1").order, Some(order), "{word}");
        if order != Order::Down {
            does(&mut game, &["test pass"]);
            assert_eq!(piece(&game, "g-rifle10-1").order, Some(order), "{word}, after its test");
        }
    }
}

/// [ORD.5] The die of a unit that rallies stays at Rally.
#[test]
fn a_unit_that_has_rallied_has_had_its_order() {
    let mut game = squads().edit("g-rifle10-1", |piece| piece.pins = 4).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 rally", "test pass", "die 2"]);
    assert_eq!((piece(&game, "g-rifle10-1").order, piece(&game, "g-rifle10-1").pins), (Some(Order::Rally), 1));
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
}

/// [TURN.1.3] Supplement S1: whoever is not pinned carries its order out at once, and Down is never tested.
#[test]
fn only_those_who_are_pinned_are_tested_and_down_never_is() {
    let mut game = squads().ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 run"]);
    assert_eq!(question(&game), "where does the unit go?");
    let mut game = squads().edit("g-rifle10-1", |piece| piece.pins = 3).ordered(Side::Axis);
    does(&mut game, &["order g-rifle10-1 down"]);
    assert_eq!((game.turn(), question(&game).as_str()), (Turn::Player(Side::Soviet), "which unit gets which order?"));
    assert_eq!((piece(&game, "g-rifle10-1").order, piece(&game, "g-rifle10-1").pins), (Some(Order::Down), 3));
}

/// [TURN.2.a] Who is destroyed has no die in the next turn, whether its own was given or was still in the bag.
#[test]
fn the_dice_of_destroyed_units_are_gone_in_the_next_turn() {
    for order in [Some(Order::Fire), None] {
        let start = squads().edit("s-rifle10-1", |piece| piece.order = order);
        let mut game = start.edit("s-rifle10-2", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
        does(&mut game, &["order g-rifle10-1 fire", "target s-rifle10-1 0"]);
        if order.is_none() {
            does(&mut game, &["done"]);
        }
        does(&mut game, &["score 10", "score 10"]);
        assert_eq!(piece(&game, "s-rifle10-1").men, 0);
        assert_eq!((game.game_turn(), question(&game).as_str()), (2, "a die is drawn from the bag"));
        assert_eq!((game.in_bag(Side::Axis), game.in_bag(Side::Soviet)), (1, 1), "{order:?}");
    }
}

/// [TURN.2.b] Supplement S8: what is kept is kept for one turn.
#[test]
fn an_ambush_that_fired_in_the_next_turn_is_a_die_in_the_one_after() {
    let start = squads().edit("s-rifle10-1", |piece| piece.order = Some(Order::Ambush));
    let start =
        start.edit("s-rifle10-2", |piece| piece.order = Some(Order::Run)).edit("g-rifle10-1", |piece| piece.order = Some(Order::Fire));
    let mut game = start.0.open(Opening::EndOfOrders, [0; 2]);
    does(&mut game, &["keep s-rifle10-1", "draw axis", "order g-rifle10-1 run", "move 0301", "spring s-rifle10-1", "score 0", "score 0"]);
    does(&mut game, &["order s-rifle10-2 down", "give-back s-rifle10-2"]);
    assert_eq!((game.game_turn(), game.in_bag(Side::Axis), game.in_bag(Side::Soviet)), (3, 1, 2));
    assert_eq!(piece(&game, "s-rifle10-1").order, None);
}

// ---- orders ----------------------------------------------------------------------

/// [ORD.3] Nor does a vehicle shoot after a Run, whatever it sees.
#[test]
fn a_tank_that_runs_does_not_shoot() {
    let start = facing("g_pz3", "s_smg10", 30).edit("smg10", |piece| piece.order = Some(Order::Fire));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order pz3 run", "leg E 10"]);
    assert_eq!((place(&game, "pz3").as_str(), question(&game).as_str()), ("2005", "which unit gets which order?"));
    assert_eq!((game.turn(), piece(&game, "pz3").order), (Turn::Player(Side::Soviet), Some(Order::Run)));
}

/// [FUB.3] Decision D19: a vehicle flees by legs of a Run, never backwards; one that cannot turn away goes Down.
#[test]
fn a_vehicle_that_panics_drives_away_by_legs_of_a_run() {
    let flees = |id: &str, looks: Facing| {
        let name = name_of(id);
        let rows = [OPEN; 49];
        let start = table(&rows, [&[id], &["s_smg10", "s_maxim"]]).put(name, "3025", looks).put("smg10", "4025", Facing::WEST);
        let start = start.put("maxim", "0125", Facing::EAST).edit(name, |piece| piece.pins = 1);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &[&format!("order {name} run"), "test fubar", "die 5"]);
        (place(&game, name), piece(&game, name).facing, piece(&game, name).order)
    };
    assert_eq!(flees("g_pz3", Facing::WEST), ("1225".into(), Facing::WEST, Some(Order::Run)), "eighteen inches straight on");
    assert_eq!(flees("g_pz3", Facing::EAST), ("3025".into(), Facing::EAST, Some(Order::Down)), "tracks do not turn in a Run");
    assert_eq!(flees("g_251", Facing::NORTH), ("1225".into(), Facing::WEST, Some(Order::Run)), "a half-track turns once");
    assert_eq!(flees("g_222", Facing::NORTH), ("0625".into(), Facing::WEST, Some(Order::Run)), "wheels go on for twenty-four inches");
}

/// [MOR.7] No unit of the lists is led by a major, so that one is made: he adds four within twelve inches.
#[test]
fn a_major_helps_those_who_are_within_twelve_inches() {
    let promoted = remade("s_cpt", "rank = \"captain\"", "rank = \"major\"");
    for (cell, passes) in [("1305", 33), ("1405", 15)] {
        let start = table_of(&PLAIN, [&["g_gren9"], &["s_cpt", "s_rifle10"]], promoted).put("gren9", "6105", Facing::WEST);
        let start = start.put("rifle10", "0105", Facing::EAST).put("cpt", cell, Facing::EAST).edit("rifle10", |piece| piece.pins = 3);
        let mut game = start.ordered(Side::Soviet);
        does(&mut game, &["order rifle10 run"]);
        assert_eq!(weights(&game)[0], passes, "{cell}");
    }
}

// ---- movement ----------------------------------------------------------------------

/// [TER.5][TERK.7] The road doubles an Advance too, for wheels, tracks and half-tracks; men and guns gain nothing.
#[test]
fn an_advance_on_a_road_goes_twice_as_far() {
    let rows = plain_with(1, &"=".repeat(WIDTH));
    let begun = |id: &str| {
        let name = name_of(id);
        let start = drawn(&rows, [&[id], &["s_smg10"]]).put(name, "0105", Facing::EAST).put("smg10", "6109", Facing::WEST);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &[&format!("order {name} advance")]);
        game
    };
    for (id, inches) in [("g_222", "24"), ("g_pz3", "18"), ("g_251", "18")] {
        let longest = listed(&begun(id), "leg E ").into_iter().max_by_key(|cells| cells.parse::<u8>().expect("a number"));
        assert_eq!(longest.as_deref(), Some(inches), "{id}");
    }
    for id in ["g_rifle10", "g_pak36"] {
        assert_eq!(offered(&begun(id), ["move 0705", "move 0805"]), [true, false], "{id}");
    }
}

/// [REV.2] In an Advance alone.
#[test]
fn a_recce_vehicle_that_runs_does_not_reverse() {
    for (order, reverses) in [("advance", true), ("run", false)] {
        let mut game = facing("g_222", "s_smg10", 30).ordered(Side::Axis);
        does(&mut game, &[&format!("order 222 {order}")]);
        assert_eq!(choices(&game).iter().any(|line| line.starts_with("reverse ")), reverses, "{order}");
    }
}

/// [VD.4.a] Nobody goes through a wreck: in a lane one cell wide it bars the way.
#[test]
fn a_wreck_bars_a_lane() {
    let lane = row_with(11, &"#".repeat(10));
    let rows: [String; 7] = std::array::from_fn(|at| if at == 3 { OPEN.to_owned() } else { lane.clone() });
    let runs = |id: &str, wreck: bool| {
        let name = name_of(id);
        let start = drawn(&rows, [&[id], &["s_t34", "s_smg10"]]).put(name, "1004", Facing::EAST).put("smg10", "6104", Facing::WEST);
        let start = if wreck { start.put("t34", "1304", Facing::WEST).edit("t34", |piece| piece.men = 0) } else { start };
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &[&format!("order {name} run")]);
        game
    };
    let farthest = |wreck: bool| listed(&runs("g_rifle10", wreck), "move ").into_iter().filter(|cell| cell.ends_with("04")).max();
    assert_eq!([farthest(false).as_deref(), farthest(true).as_deref()], [Some("2204"), Some("1204")]);
    assert!(listed(&runs("g_rifle10", true), "move ").iter().all(|cell| cell.as_str() < "1300"), "behind the towers");
    assert_eq!(listed(&runs("g_pz3", false), "leg ").len(), 18);
    assert_eq!(choices(&runs("g_pz3", true)), ["done", "leg E 1", "leg E 2"]);
}

// ---- shooting ------------------------------------------------------------------------

/// [SHOOT.1] Who is named is shot at, first or not; who is out of range is not named (decision D34).
#[test]
fn the_unit_that_is_named_is_shot_at() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_rifle9", "s_smg10", "s_rifle11"]]).put("rifle10", "1005", Facing::EAST);
    let mut start = start.put("rifle9", "2003", Facing::WEST).put("smg10", "2007", Facing::WEST).put("rifle11", "4105", Facing::WEST);
    for unit in ["rifle9", "smg10"] {
        start = start.edit(unit, |piece| piece.order = Some(Order::Fire));
    }
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order rifle10 fire"]);
    assert_eq!(choices(&game), ["done", "target rifle9 0", "target smg10 0"], "31 inches are too far");
    does(&mut game, &["target smg10 0", "score 8", "score 4", "score 0"]);
    assert_eq!((piece(&game, "rifle9").men, piece(&game, "smg10").men), (9, 6));
    assert_eq!((piece(&game, "rifle9").pins, piece(&game, "smg10").pins), (0, 1));
}

/// [SHOOT.2] Supplement S5: a Recce vehicle without an order may drive away from a shot; out of sight it is not hit.
#[test]
fn a_recce_vehicle_escapes_from_a_shot() {
    let rows = plain_with(20, "#");
    let shot = |order: Option<Order>| {
        let start = drawn(&rows, [&["g_pak36"], &["s_ba64", "s_smg10"]]).put("pak36", "0105", Facing::EAST);
        let start = start.put("ba64", "2106", Facing::NORTH).put("smg10", "6109", Facing::WEST);
        fired(start.edit("ba64", |piece| piece.order = order), "pak36", "target ba64 0")
    };
    assert_eq!(question(&shot(Some(Order::Fire))), "the dice to hit", "it has its order");
    let game = shot(None);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Soviet), vec!["done".into(), "escape ba64".to_owned()]));
    let mut escapes = game.clone();
    does(&mut escapes, &["escape ba64"]);
    assert_eq!((escapes.in_bag(Side::Soviet), piece(&escapes, "ba64").order), (game.in_bag(Side::Soviet) - 1, Some(Order::Down)));
    let mut hidden = escapes.clone();
    does(&mut hidden, &["leg N 1"]);
    while question(&hidden) == "the next leg of the vehicle, or done" {
        does(&mut hidden, &["done"]);
    }
    assert_eq!((place(&hidden, "ba64").as_str(), question(&hidden).as_str()), ("2105", "which unit gets which order?"), "behind the tower");
    does(&mut escapes, &["leg N 3", "done"]);
    assert_eq!((place(&escapes, "ba64").as_str(), question(&escapes).as_str()), ("2103", "the dice to hit"), "in sight it is shot at");
}

/// [SHOOT.5] A die for each hit against armour too.
#[test]
fn each_hit_on_armour_is_a_die() {
    for (hits, asked) in [("score 1", 1), ("score 2", 2)] {
        let mut game = fired(duel("g_flak20", "s_t70", 20), "flak20", "target t70 0");
        assert_eq!(dice(&game).0, 2, "two shots");
        does(&mut game, &[hits]);
        let mut rolled = 0;
        while question(&game) == "the die against armour" {
            does(&mut game, &["die 1"]);
            rolled += 1;
        }
        assert_eq!(rolled, asked, "{hits}");
    }
}

/// [SHOOT.5] Supplements S21 and S32: small arms pin an open-topped vehicle and do it no harm; a closed one they do not even pin.
#[test]
fn rifles_do_no_harm_to_armour() {
    let mut game = fired(duel("g_rifle10", "s_ba64", 10), "rifle10", "target ba64 0");
    assert_eq!((question(&game).as_str(), choices(&game)), ("the dice to hit", scores(0..=1)));
    // The machine gun and the rifles, then the submachine gun at long range.
    does(&mut game, &["score 1"]);
    assert_eq!(question(&game), "the dice to hit");
    does(&mut game, &["score 0"]);
    assert_eq!((piece(&game, "ba64").men, piece(&game, "ba64").pins), (1, 1));
    let game = fired(duel("g_rifle10", "s_t34", 10), "rifle10", "target t34 0");
    assert_eq!((question(&game).as_str(), piece(&game, "t34").pins), ("a die is drawn from the bag", 0), "no dice are thrown");
}

/// [SHOOT.7] Supplement S25: an officer who is near helps in a test of morale too.
#[test]
fn an_officer_steadies_those_who_lost_half() {
    for (cell, ways) in [("1705", [33, 3]), ("1805", [26, 10])] {
        let start = table(&PLAIN, [&["g_rifle10"], &["s_smg10", "s_lt"]]).put("rifle10", "0105", Facing::EAST);
        let start = start.put("smg10", "1105", Facing::WEST).edit("smg10", |piece| piece.order = Some(Order::Fire));
        let mut game = fired(start.put("lt", cell, Facing::WEST), "rifle10", "target smg10 0");
        does(&mut game, &["score 8", "score 5", "score 0"]);
        // Nine less a pin, and two of the lieutenant.
        assert_eq!((question(&game).as_str(), weights(&game)), ("the test of morale", ways.into()), "{cell}");
    }
}

/// [HIT.5] Decision D14: a Fixed weapon that turns to fire has moved.
#[test]
fn a_machine_gun_that_turns_fires_at_one_less() {
    for (looks, expected) in [(Facing::WEST, (4, 4)), (Facing::EAST, (4, 3))] {
        let game = fired(duel("g_mmg", "s_smg10", 10).edit("mmg", |piece| piece.facing = looks), "mmg", "target smg10 0");
        assert_eq!(dice(&game), expected, "{looks:?}");
    }
}

/// [HIT.5] Who moved in the last turn fires at full effect in this one.
#[test]
fn a_move_of_the_last_turn_is_forgotten() {
    let mut game = duel("g_rifle10", "s_smg10", 11).ordered(Side::Axis);
    does(&mut game, &["order rifle10 advance", "move 0205", "target smg10 0"]);
    assert_eq!(dice(&game).1, 4);
    does(&mut game, &["score 0"]);
    assert_eq!(game.game_turn(), 2);
    does(&mut game, &["draw axis", "order rifle10 fire", "target smg10 0", "done"]);
    assert_eq!(dice(&game), (10, 3));
}

/// [HIT.7] Supplement S26: a vehicle is one model, and no small target.
#[test]
fn a_vehicle_is_no_small_target() {
    assert_eq!(dice(&fired(duel("g_pak36", "s_t34", 10), "pak36", "target t34 0")), (1, 3));
    let crew = duel("g_pak36", "s_45mm", 10).edit("45mm", |piece| piece.men = 2);
    assert_eq!(dice(&fired(crew, "pak36", "target 45mm 0")), (1, 4));
}

/// [HIT.8][HIT.9] Decision D8: cover comes from what stands before the target too.
#[test]
fn cover_comes_from_what_stands_before_the_target() {
    // The shooter is in column 5, the target in column 15.
    let need = |column: usize, what: &str| {
        let start = drawn(&plain_with(column, what), [&["g_rifle10"], &["s_smg10"]]).put("rifle10", "0505", Facing::EAST);
        let start = start.put("smg10", "1505", Facing::WEST).edit("smg10", |piece| piece.order = Some(Order::Fire));
        dice(&fired(start, "rifle10", "target smg10 0")).1
    };
    assert_eq!([need(15, "s"), need(15, "H")], [4, 5], "in it");
    assert_eq!([need(14, "f"), need(14, "w")], [4, 5], "just behind a fence and a wall");
    assert_eq!([need(13, "f"), need(13, "w"), need(14, "t")], [3, 3, 3], "not farther behind, and not behind a trench");
    assert_eq!([need(12, "s"), need(11, "s")], [4, 3], "scrub and crops up to three cells before it");
    assert_eq!([need(12, ","), need(11, ",")], [4, 3]);
    assert_eq!([need(8, "T"), need(14, "T")], [4, 4], "woods anywhere between");
    assert_eq!(need(14, "fw"), 5, "the better cover counts");
}

// ---- weapons ------------------------------------------------------------------------

/// [WPN.07][WPN.08][WPN.09][WPN.14][WPN.17] Range, shots, and the die for damage to regulars, in play.
#[test]
fn heavy_weapons_reach_and_damage_as_their_rows_say() {
    let shot = |id: &str, inches: u8| {
        let name = name_of(id);
        let game = duel(id, "s_rifle11", inches).ordered(Side::Axis);
        offered(&game, [&format!("order {name} fire")])[0].then(|| fired(duel(id, "s_rifle11", inches), name, "target rifle11 0"))
    };
    // Three or four to damage regulars, less what the weapon or its high explosive adds.
    let rows = [("g_mmg", 36, 4, Some(4)), ("g_flak20", 48, 2, Some(3)), ("g_schreck", 24, 1, None), ("g_pak38", 60, 1, Some(3))];
    for (id, range, shots, damage) in rows {
        assert!(range == 60 || shot(id, range + 1).is_none(), "{id} reaches {range} inches");
        let mut game = shot(id, range).unwrap_or_else(|| panic!("{id} reaches {range} inches"));
        assert_eq!(dice(&game), (shots, 4), "{id} at long range");
        does(&mut game, &["score 1"]);
        if question(&game) == "the hits of high explosive" {
            assert_eq!(choices(&game), scores(1..=2), "{id}");
            does(&mut game, &["score 1"]);
        }
        match damage {
            Some(need) => assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (1, need)), "{id}"),
            None => assert_eq!(piece(&game, "rifle11").men, 10, "whoever is hit falls"),
        }
    }
}

/// [WPN.08] One more than a rifle against men, and against armour.
#[test]
fn a_heavy_machine_gun_adds_one() {
    let start = |german: &str| {
        let start = table(&PLAIN, [&[german], &["s_dshk"]]).put(name_of(german), "3705", Facing::WEST);
        start.put("dshk", "0105", Facing::EAST).edit(name_of(german), |piece| piece.order = Some(Order::Fire))
    };
    let mut game = start("g_rifle10").ordered(Side::Soviet);
    does(&mut game, &["order dshk fire", "target rifle10 0"]);
    assert_eq!(dice(&game), (3, 4), "three shots at long range");
    does(&mut game, &["score 2"]);
    assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (2, 3)));
    let farther = start("g_rifle10").put("rifle10", "3805", Facing::WEST).ordered(Side::Soviet);
    assert_eq!(offered(&farther, ["order dshk fire"]), [false], "37 inches");
    // Five and one do not come to seven, six and one do.
    let near = start("g_251").put("251", "1105", Facing::WEST);
    for (die, damaged) in [("die 5", false), ("die 6", true)] {
        let mut game = near.0.clone().open(Opening::Order(Side::Soviet), [0; 2]);
        does(&mut game, &["order dshk fire", "target 251 0", "score 1", die]);
        assert_eq!(question(&game) == "the die of the vehicle damage table", damaged, "{die}");
    }
}

/// [WPN.04] The automatic rifle has two shots up to 30 inches.
#[test]
fn automatic_rifles_fire_twice_and_reach_thirty_inches() {
    let shots = |inches: u8| {
        let start = table(&PLAIN, [&["g_gren9"], &["s_rifle11"]]).put("rifle11", "0105", Facing::EAST);
        let start =
            start.put("gren9", &format!("{:02}05", 1 + inches), Facing::WEST).edit("gren9", |piece| piece.order = Some(Order::Fire));
        let mut game = start.ordered(Side::Soviet);
        does(&mut game, &["order rifle11 fire", "target gren9 0"]);
        dice(&game)
    };
    // Two automatic rifles and the machine gun; near enough, six rifles too, which are at long range with them.
    assert_eq!([shots(15), shots(25), shots(30)], [(7, 3), (7, 4), (7, 4)]);
    assert_eq!(shots(24), (13, 4));
}

/// [WPN.02] No unit of the lists has a pistol, so that one is made: six inches, one shot, two dice in close quarters.
#[test]
fn a_pistol_reaches_six_inches_and_serves_in_close_quarters() {
    let armed = remade("g_guard10", "\"smg\", \"rifle*9\"", "\"pistol*3\", \"rifle*7\"");
    let start = |inches: u8| {
        let start = table_of(&PLAIN, [&["g_guard10"], &["s_rifle11"]], armed).put("guard10", "1005", Facing::EAST);
        let to = format!("{:02}05", 10 + inches);
        start.put("rifle11", &to, Facing::WEST).edit("rifle11", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis)
    };
    let mut game = start(6);
    does(&mut game, &["order guard10 fire", "target rifle11 0"]);
    // Raw men, close to their target; six inches are long range for a pistol.
    assert_eq!(dice(&game), (3, 4));
    does(&mut game, &["score 0"]);
    assert_eq!(dice(&game), (7, 3));
    let mut game = start(7);
    does(&mut game, &["order guard10 fire", "target rifle11 0"]);
    assert_eq!(dice(&game), (7, 4), "the pistols do not reach so far");
    let mut game = start(5);
    does(&mut game, &["assault guard10"]);
    let attack = weights(&game);
    assert_eq!(attack[2] / attack[1], 6, "thirteen dice at a half");
}

/// [WPN.15] Twelve inches, six of penetration, and nothing lost at long range (supplement S14).
#[test]
fn a_panzerfaust_reaches_twelve_inches_and_pierces_armour() {
    for (inches, reaches) in [(12, true), (13, false)] {
        let mut game = duel("g_assault8", "s_t34", inches).ordered(Side::Axis);
        does(&mut game, &["order assault8 fire"]);
        assert_eq!(offered(&game, ["target t34 1"]), [reaches], "{inches} inches");
    }
    for (die, damaged) in [("die 2", false), ("die 3", true)] {
        let mut game = fired(duel("g_assault8", "s_t34", 12), "assault8", "target t34 1");
        does(&mut game, &["score 1", die]);
        assert_eq!(question(&game) == "the die of the vehicle damage table", damaged, "{die}");
    }
    let mut game = duel("g_assault8", "s_smg10", 10).ordered(Side::Axis);
    does(&mut game, &["order assault8 fire"]);
    assert_eq!(choices(&game), ["done", "target smg10 0"], "not at men");
}

/// [WPN.14] Six of penetration, and nothing lost at long range (supplement S14).
#[test]
fn a_panzerschreck_pierces_at_long_range() {
    for (die, damaged) in [("die 2", false), ("die 3", true)] {
        let mut game = fired(duel("g_schreck", "s_t34", 24), "schreck", "target t34 0");
        does(&mut game, &["score 1", die]);
        assert_eq!(question(&game) == "the die of the vehicle damage table", damaged, "{die}");
    }
}

/// [WPN.09][WPN.17][WPN.18][PEN] What guns add against armour from the front.
#[test]
fn guns_pierce_armour_by_their_rows() {
    // The least die that damages a medium tank, 9 or more; a light autocannon may at best scratch a light one.
    for (gun, target, least) in [("g_flak20", "s_t70", 6), ("g_pak36", "s_t34", 5), ("g_pak38", "s_t34", 4), ("g_pak40", "s_t34", 3)] {
        let [from, to] = [gun, target].map(name_of);
        let damages = |die: &u8| {
            let mut game = fired(duel(gun, target, 20), from, &format!("target {to} 0"));
            does(&mut game, &["score 1", &format!("die {die}")]);
            question(&game) == "the die of the vehicle damage table" || question(&game) == "two dice of the vehicle damage table"
        };
        assert_eq!((1..=6).find(damages), Some(least), "{gun}");
    }
}

/// [WPN.18] The heavy gun at men: up to three hits, one pin, three or more to damage regulars; its crew turns and does not move.
#[test]
fn a_heavy_gun_fires_high_explosive_at_men() {
    let mut game = fired(duel("g_pak40", "s_rifle11", 30), "pak40", "target rifle11 0");
    does(&mut game, &["score 1"]);
    assert_eq!((question(&game).as_str(), choices(&game)), ("the hits of high explosive", scores(1..=3)));
    does(&mut game, &["score 3"]);
    assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (3, 3)));
    does(&mut game, &["score 1"]);
    assert_eq!((piece(&game, "rifle11").men, piece(&game, "rifle11").pins), (10, 1));
}

/// [WPN.20] Six inches and no more; two less to damage; no cover helps (supplement S15); alone it hits at one less (S11).
#[test]
fn a_flamethrower_reaches_six_inches_and_ignores_cover() {
    assert_eq!(offered(&duel("g_flame", "s_rifle11", 7).ordered(Side::Axis), ["order flame fire"]), [false]);
    for (men, dug_in, need) in [(2, false, 3), (2, true, 3), (1, false, 4)] {
        let start = duel("g_flame", "s_rifle11", 6).edit("flame", |piece| piece.men = men).edit("rifle11", |piece| piece.dug_in = dug_in);
        let mut game = fired(start, "flame", "target rifle11 0");
        does(&mut game, &["score 3"]);
        assert_eq!(dice(&game), (3, need), "{men} men, dug in: {dug_in}");
        does(&mut game, &["score 2", "score 1"]);
        assert_eq!((question(&game).as_str(), dice(&game)), ("the dice for damage", (2, 2)));
    }
}

/// [HE.5][WPN.27] The heaviest shells: three dice of hits, a die of pins, and all hits damage. Vehicles fire them directly (decision D26).
#[test]
fn the_heaviest_shell_makes_up_to_eighteen_hits_and_six_pins() {
    let start = table(&PLAIN, [&["g_rifle10"], &["s_isu152"]]).put("rifle10", "2505", Facing::WEST).put("isu152", "0105", Facing::EAST);
    let mut game = start.edit("rifle10", |piece| piece.order = Some(Order::Fire)).ordered(Side::Soviet);
    does(&mut game, &["order isu152 fire"]);
    assert_eq!(choices(&game), ["done", "target rifle10 0"]);
    does(&mut game, &["target rifle10 0", "score 1"]);
    assert_eq!((question(&game).as_str(), choices(&game)), ("the hits of high explosive", scores(3..=18)));
    does(&mut game, &["score 3"]);
    assert_eq!((question(&game).as_str(), choices(&game)), ("the pins", scores(1..=6)));
    does(&mut game, &["score 6"]);
    assert_eq!((piece(&game, "rifle10").men, piece(&game, "rifle10").pins), (7, 6));
}

// ---- damage to vehicles -----------------------------------------------------------

/// A medium tank that is hit in the rear by a light gun, with this die against its armour, or the two results of a six.
fn struck(order: Option<Order>, lines: &[&str]) -> BoltAction {
    let start = duel("g_pak36", "s_t34", 20).edit("t34", |piece| (piece.facing, piece.order) = (Facing::EAST, order));
    let mut game = fired(start, "pak36", "target t34 0");
    does(&mut game, &["score 1"]);
    does(&mut game, lines);
    game
}

/// [VD.1] A tank that is stunned on its way stops there and does not shoot.
#[test]
fn a_tank_that_is_stunned_on_its_way_stops_and_does_not_shoot() {
    let start = facing("g_pz3", "s_zis3", 20).edit("zis3", |piece| piece.order = Some(Order::Ambush));
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["order pz3 advance", "leg E 9"]);
    assert_eq!((question(&game).as_str(), place(&game, "pz3").as_str()), ("which unit fires from Ambush at the one that moves?", "1005"));
    let mut unharmed = game.clone();
    does(&mut unharmed, &["spring zis3", "score 0", "done"]);
    assert_eq!((place(&unharmed, "pz3").as_str(), question(&unharmed).as_str()), ("1905", "which unit is shot at?"));
    does(&mut game, &["spring zis3", "score 1", "die 4", "die 1"]);
    assert_eq!((piece(&game, "pz3").order, place(&game, "pz3").as_str()), (Some(Order::Down), "1005"));
    assert_eq!((game.turn(), question(&game).as_str()), (Turn::Player(Side::Soviet), "which unit gets which order?"));
}

/// [VD.2] A pin more, and no move for the rest of the game.
#[test]
fn a_vehicle_is_immobilised_for_the_rest_of_the_game_and_pinned_once_more() {
    let mut game = struck(Some(Order::Fire), &["die 4", "die 2"]);
    assert_eq!((piece(&game, "t34").immobilised, piece(&game, "t34").pins), (true, 2), "a pin of the hit and one of the damage");
    does(&mut game, &["give-back t34", "draw soviet"]);
    assert_eq!((game.game_turn(), orders(&game, "t34")), (2, ["fire", "ambush", "rally", "down"].map(str::to_owned).into()));
    does(&mut game, &["order t34 rally", "test pass", "die 6", "order pak36 down", "give-back pak36", "draw soviet"]);
    assert_eq!((game.game_turn(), orders(&game, "t34")), (3, ["fire", "ambush", "down"].map(str::to_owned).into()));
}

/// [VDC.3] The lesser result applies first: the crew of a stunned vehicle that burns has two pins.
#[test]
fn the_lesser_of_two_results_applies_first() {
    let mut game = struck(None, &["die 6", "mishaps stunned on-fire"]);
    assert_eq!((question(&game).as_str(), weights(&game)), ("the test of the crew of the burning vehicle", vec![21, 15]));
    does(&mut game, &["test pass"]);
    assert_eq!((piece(&game, "t34").men, piece(&game, "t34").order, piece(&game, "t34").pins), (1, Some(Order::Down), 3));
    let game = struck(None, &["die 6", "mishaps immobilised destroyed"]);
    assert_eq!((piece(&game, "t34").men, piece(&game, "t34").immobilised), (0, true), "both apply");
}

/// Faces of the damage table that destroy the target of a unit.
fn deadly(start: impl Fn() -> Scene, shooter: &str, target: &str, lines: &[&str]) -> Vec<u8> {
    let dies = |face: &u8| {
        let mut game = fired(start(), shooter, lines[0]);
        does(&mut game, &lines[1..]);
        assert_eq!(question(&game), "the die of the vehicle damage table");
        does(&mut game, &[&format!("die {face}")]);
        piece(&game, target).men == 0
    };
    (1..=6).filter(dies).collect()
}

/// [VDC.4] One more for an open top, under indirect fire and no other.
#[test]
fn an_open_top_matters_under_indirect_fire_alone() {
    let gun = || duel("g_pak36", "s_su76", 14);
    let mut game = fired(gun(), "pak36", "target su76 0");
    does(&mut game, &["score 1", "die 4", "die 6"]);
    assert_eq!(question(&game), "the test of the crew of the burning vehicle", "six less three");
    assert_eq!(deadly(gun, "pak36", "su76", &["target su76 0", "score 1", "die 4"]), [0; 0]);
    // At 25 inches of 48 a shell from above adds two for its blast and one for the top, and loses one by the range: a six comes to eight.
    let howitzer = || duel("g_leig18", "s_ba64", 25);
    assert_eq!(deadly(howitzer, "leig18", "ba64", &["shell ba64", "score 1", "score 1", "die 6"]), [3, 4, 5, 6]);
    assert_eq!(deadly(howitzer, "leig18", "ba64", &["target ba64 0", "score 1", "score 1", "die 6"]), [0; 0]);
}

/// [VDC.3][VDC.4] To both results of massive damage one is added.
#[test]
fn an_open_top_adds_one_to_both_results_of_massive_damage() {
    let results = |target: &str| {
        let mut game = fired(duel("g_mortar120", target, 20), "mortar120", &format!("shell {}", name_of(target)));
        does(&mut game, &["score 1", "score 1", "die 6"]);
        assert_eq!(question(&game), "two dice of the vehicle damage table");
        choices(&game).into_iter().zip(weights(&game)).collect::<Vec<_>>()
    };
    let open = [
        ("immobilised immobilised", 1),
        ("immobilised on-fire", 2),
        ("immobilised destroyed", 8),
        ("on-fire on-fire", 1),
        ("on-fire destroyed", 8),
        ("destroyed destroyed", 16),
    ];
    assert_eq!(results("s_ba64"), open.map(|(pair, weight)| (format!("mishaps {pair}"), weight)));
    assert_eq!(results("s_ba10").first().map(|(pair, _)| pair.as_str()), Some("mishaps stunned stunned"));
}

// ---- close quarters -------------------------------------------------------------

/// [CQ.4.a][CQ.4.c] Damage goes by the quality of those who are struck.
#[test]
fn those_who_are_struck_fall_by_their_quality() {
    // Of eleven dice two succeed in five times as many ways as one, and each way counts by the odds of one die more.
    for (soviet, ratio) in [("s_militia12", 20), ("s_rifle9", 10), ("s_guards9", 5)] {
        let mut game = facing("g_rifle10", soviet, 5).ordered(Side::Axis);
        does(&mut game, &["assault rifle10"]);
        let attack = weights(&game);
        assert_eq!((question(&game).as_str(), 2 * attack[2] / attack[1]), ("the dice of those who assault", ratio), "{soviet}");
    }
    for (german, (up, down)) in [("g_guard10", (2, 1)), ("g_rifle10", (1, 1)), ("g_rifle10_v", (1, 2))] {
        let mut game = facing(german, "s_militia12", 5).ordered(Side::Axis);
        does(&mut game, &[&format!("assault {}", name_of(german)), "score 2"]);
        // Ten are left, with a die each.
        let defence = weights(&game);
        assert_eq!(
            (question(&game).as_str(), defence[1] * down),
            ("the dice of those who are assaulted", defence[0] * 10 * up),
            "{german}"
        );
    }
}

/// [CQ.6] As far as the die says, in inches.
#[test]
fn the_winner_consolidates_by_a_die_of_inches() {
    let ends = |die: u8| {
        let mut game = facing("g_rifle10", "s_rifle9", 15 - 9).ordered(Side::Axis);
        does(&mut game, &["assault rifle10", "score 9", &format!("die {die}")]);
        assert_eq!((question(&game).as_str(), place(&game, "rifle10").as_str()), ("where does the unit consolidate?", "1505"));
        choices(&game).len()
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(ends), [5, 13, 29, 49, 71, 93]);
    let mut game = facing("g_rifle10", "s_rifle9", 6).ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "score 9", "die 6", "consolidate 2105"]);
    assert_eq!((place(&game, "rifle10").as_str(), game.turn()), ("2105", Turn::Player(Side::Soviet)));
}

/// [CQ.6] Decisions D3 and D28: with room to friends and enemies.
#[test]
fn who_consolidates_keeps_its_distance() {
    let start = table(&PLAIN, [&["g_rifle10", "g_gren9"], &["s_rifle9", "s_smg10"]]).put("rifle10", "1005", Facing::EAST);
    let start = start.put("gren9", "1307", Facing::EAST).put("rifle9", "1605", Facing::WEST).put("smg10", "1703", Facing::WEST);
    let mut game = start.ordered(Side::Axis);
    does(&mut game, &["assault rifle10", "charge rifle9", "score 9", "die 2"]);
    assert_eq!(place(&game, "rifle10"), "1505");
    // Without others thirteen; beside the friend 1406, beside the enemy 1604.
    let ends = ["1305", "1404", "1405", "1503", "1504", "1505", "1506", "1507", "1605", "1606", "1705"];
    assert_eq!(listed(&game, "consolidate "), ends);
}

/// [CQV.4] Supplement S5.
#[test]
fn a_recce_vehicle_that_has_its_order_or_is_immobilised_does_not_escape() {
    let asked = |order: Option<Order>, still: bool| {
        let start = facing("g_pion8", "s_ba64", 5).edit("ba64", |piece| (piece.order, piece.immobilised) = (order, still));
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["assault pion8"]);
        question(&game)
    };
    assert_eq!(asked(None, false), "does the target of the assault react?");
    for order in [Order::Fire, Order::Ambush, Order::Advance, Order::Down] {
        assert_ne!(asked(Some(order), false), "does the target of the assault react?", "{order:?}");
    }
    assert_eq!(asked(None, true), "the dice to hit the vehicle", "immobilised");
}

/// [CQV.3] With every weapon in whose arc the men come; the gunner of the turret has one (decision D23).
#[test]
fn a_tank_fires_at_those_who_assault_with_the_weapons_that_bear() {
    for (looks, hull) in [(Facing::WEST, true), (Facing::EAST, false)] {
        let start = facing("g_pion8", "s_t34", 7).edit("t34", |piece| piece.facing = looks);
        let mut game = start.ordered(Side::Axis);
        does(&mut game, &["assault pion8", "return t34"]);
        assert_eq!((question(&game).as_str(), dice(&game)), ("the dice to hit", (1, 2)), "the gun, close");
        does(&mut game, &["score 0"]);
        if hull {
            assert_eq!((question(&game).as_str(), dice(&game)), ("the dice to hit", (4, 2)), "the machine gun in the hull");
            does(&mut game, &["score 0"]);
        }
        assert_eq!((question(&game).as_str(), piece(&game, "t34").order), ("the dice to hit the vehicle", Some(Order::Fire)), "{looks:?}");
    }
}

/// [CQV.9] Decision D44: men whose Panzerfausts are spent do superficial damage.
#[test]
fn men_without_panzerfausts_left_do_superficial_damage() {
    for (left, asked) in [(0, "the die of the vehicle damage table"), (1, "two dice of the vehicle damage table")] {
        let start = facing("g_volks8", "s_t34", 5).edit("volks8", |piece| piece.panzerfausts = left);
        let mut game = start.edit("t34", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
        does(&mut game, &["assault volks8"]);
        if left == 0 {
            does(&mut game, &["test pass"]);
        }
        does(&mut game, &["score 8", "die 6"]);
        assert_eq!(question(&game), asked, "{left} left");
        if left == 0 {
            does(&mut game, &["die 4"]);
            assert_eq!((piece(&game, "t34").men, piece(&game, "t34").order), (1, Some(Order::Down)), "a four less three stuns");
        }
    }
}

/// [CQV.10] The assault is over after its one round: the men go as far as a die says, away from the vehicle that survives.
#[test]
fn men_who_assaulted_a_vehicle_consolidate_away_from_it() {
    let mut game = facing("g_pion8", "s_t34", 5).edit("t34", |piece| piece.order = Some(Order::Fire)).ordered(Side::Axis);
    does(&mut game, &["assault pion8", "score 5", "die 4", "die 1", "die 2"]);
    assert_eq!((question(&game).as_str(), place(&game, "pion8").as_str()), ("where does the unit consolidate?", "1405"));
    assert_eq!(listed(&game, "consolidate "), ["1205", "1304", "1305", "1306", "1405"]);
    does(&mut game, &["consolidate 1304"]);
    assert_eq!((place(&game, "pion8").as_str(), game.turn()), ("1304", Turn::Player(Side::Soviet)));
}
