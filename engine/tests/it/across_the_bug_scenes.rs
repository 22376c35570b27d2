//! Scenes of Across the Bug River made by hand: zones, command, supply, movement, reactions. Numbers in brackets are rule ids.

use std::sync::OnceLock;

use stavka_engine::across_the_bug::{AcrossTheBug, Action, Command, FormationId, Opening, Place, PositionBuilder, Prepared, UnitId};
use stavka_engine::game::{Denial as _, Game as _, Notation as _, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::ScenarioFiles as _;

/// A scenario by its id. Each is read once: scenes ask for hexes and counters by the thousand.
pub(crate) fn load(id: &str) -> &'static Prepared {
    static LOADED: [OnceLock<&'static Prepared>; Prepared::SCENARIOS.len()] = [const { OnceLock::new() }; Prepared::SCENARIOS.len()];
    let at = Prepared::SCENARIOS.iter().position(|(name, _)| *name == id).expect("an embedded scenario");
    let (name, text) = Prepared::SCENARIOS[at];
    LOADED[at].get_or_init(|| Prepared::interned(&Prepared::sources(name, text)).unwrap_or_else(|error| panic!("{error}")))
}

/// A scenario with switches turned.
pub(crate) fn switched(id: &str, from: &str, to: &str) -> &'static Prepared {
    let (name, text) = Prepared::SCENARIOS.iter().find(|(name, _)| *name == id).expect("an embedded scenario");
    assert!(text.contains(from), "{from} stands in the scenario");
    let text: &'static str = text.replace(from, to).leak();
    Prepared::interned(&Prepared::sources(name, text)).unwrap_or_else(|error| panic!("{error}"))
}

/// The campaign map with these counters: `id hex`, one a line.
pub(crate) fn placed(counters: &str) -> PositionBuilder {
    placed_on(load("campaign"), counters)
}

pub(crate) fn placed_on(data: &'static Prepared, counters: &str) -> PositionBuilder {
    let mut position = PositionBuilder::empty(data);
    let mut words = counters.split_whitespace();
    while let (Some(id), Some(hex)) = (words.next(), words.next()) {
        position = position.place(id, hex).unwrap_or_else(|error| panic!("{error}"));
    }
    position
}

pub(crate) fn hex(name: &str) -> Hex {
    load("campaign").map.grid.parse(name).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn unit(id: &str) -> UnitId {
    load("campaign").find_unit(id).unwrap_or_else(|| panic!("no counter {id}"))
}

pub(crate) fn formation(id: &str) -> FormationId {
    load("campaign").find_formation(id).unwrap_or_else(|| panic!("no formation {id}"))
}

pub(crate) fn at(game: &AcrossTheBug, id: &str) -> String {
    match game.place(unit(id)).hex() {
        Some(hex) => load("campaign").map.grid.name(hex).to_string(),
        None => format!("{:?}", game.place(unit(id))),
    }
}

pub(crate) fn legal(game: &AcrossTheBug) -> Vec<Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal
}

pub(crate) fn lines(game: &AcrossTheBug) -> Vec<String> {
    legal(game).into_iter().map(|action| game.notation(action)).collect()
}

pub(crate) fn offers(game: &AcrossTheBug, line: &str) -> bool {
    lines(game).iter().any(|known| known == line)
}

/// Plays lines of notation one after the other.
pub(crate) fn play(game: &mut AcrossTheBug, text: &[&str]) {
    for line in text {
        let action = game.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
        if let Err(denial) = game.try_apply(action) {
            panic!("{line}: {denial} [{}]; {} of {:?}", denial.rule(), game.prompt(), lines(game));
        }
        game.verify().unwrap_or_else(|problem| panic!("after {line}: {problem}"));
    }
}

/// The rule against an action.
pub(crate) fn denied(game: &AcrossTheBug, line: &str) -> &'static str {
    let action = game.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
    game.check(action).expect_err(line).rule()
}

/// The hexes to which the stack that was selected may be moved.
pub(crate) fn goals(game: &AcrossTheBug) -> Vec<String> {
    let moves = legal(game).into_iter().filter(|action| matches!(action, Action::MoveTo(_)));
    moves.map(|action| game.notation(action)["move ".len()..].to_owned()).collect()
}

/// The token in hands where it asks nothing: the side that does not roll.
pub(crate) fn acting(position: PositionBuilder, id: &str, points: u8) -> AcrossTheBug {
    let side = load("campaign").formation(formation(id)).side;
    position.luck(side.opponent()).open(Opening::Activation(id, points)).unwrap_or_else(|error| panic!("{error}"))
}

// ---- zones [5.4] ----------------------------------------------------------------------------------------------------------

fn zone_of(game: &AcrossTheBug, side: Side, names: &str) -> Vec<String> {
    names.split_whitespace().filter(|name| game.in_zoc(side, hex(name))).map(str::to_owned).collect()
}

/// [5.4][5.4.d] No ZOC passes the Bug, bridge or not; infantry reaches everywhere else.
#[test]
fn zones_of_infantry_stop_at_the_bug() {
    let game = acting(placed("B/19 1711 A/145 2108 HQ-2FR 2711"), "2FR", 3);
    let round = "1610 1611 1612 1710 1712 1811 1812";
    assert_eq!(zone_of(&game, Side::Soviet, round), ["1611", "1612", "1710", "1712", "1811", "1812"]);
    assert_eq!(zone_of(&game, Side::Soviet, "2008 1908"), ["2008"], "[5.4.d] across the river nothing is covered");
}

/// [5.4.c][3.2.i] AFVs and AT guns reach neither over streams nor into forest, city and swamp.
#[test]
fn zones_of_armour_pass_no_stream() {
    let game = acting(placed("I/191 1814 HQ-14Pz 1110"), "14Pz", 3);
    assert!(!game.in_zoc(Side::Axis, hex("1914")), "a stream lies between 1814 and 1914 [7.5.1.2.x2]");
    let covered = |name: &str| game.in_zoc(Side::Axis, hex(name));
    for (direction, near) in load("campaign").map.grid.neighbours(hex("1814")) {
        let terrain = load("campaign").map.terrain(near);
        if matches!(terrain.name(), "forest" | "city" | "swamp") {
            assert!(!covered(&load("campaign").map.grid.name(near).to_string()), "{direction:?}");
        }
    }
}

/// [5.4.b][5.6.3.2][3.3.k] Disorganized units and headquarters have no ZOC.
#[test]
fn the_disorganized_and_headquarters_have_no_zone() {
    let whole = acting(placed("B/19 1711 HQ-2FR 2711"), "2FR", 3);
    assert!(whole.in_zoc(Side::Soviet, hex("1710")) && !whole.in_zoc(Side::Soviet, hex("2710")));
    let turned = placed("B/19 1711 HQ-2FR 2711").turned("B/19").expect("a unit");
    assert!(!acting(turned, "2FR", 3).in_zoc(Side::Soviet, hex("1710")));
}

/// [5.4.a] Zones of both sides may lie over one hex.
#[test]
fn zones_of_both_sides_coexist() {
    let game = acting(placed("B/19 1711 I/103 1610 HQ-14Pz 1110"), "14Pz", 3);
    let both = Side::ALL.map(|side| game.in_zoc(side, hex("1611")));
    assert_eq!(both, [true, true]);
}

// ---- command and supply [5.7][5.8] -------------------------------------------------------------------------------------------

/// [5.8][5.8.x1][TV-10] The range counts the hex of the headquarters and not that of the unit.
#[test]
fn command_ends_after_ten_hexes_of_the_87th() {
    let data = load("campaign");
    let hq = hex("2708");
    let away = |steps: u16| {
        let far = data.map.grid.hexes().find(|&hex| data.map.grid.distance(hex, hq) == steps && data.map.terrain(hex).name() == "clear");
        data.map.grid.name(far.expect("a clear hex")).to_string()
    };
    for (steps, expected) in [(10, Command::InCommand), (11, Command::OutOfCommand)] {
        let game = acting(placed(&format!("HQ-87RD 2708 II/96 {}", away(steps))), "87RD", 3);
        assert_eq!(game.command(unit("II/96")), expected, "{steps} hexes");
    }
}

/// [5.8.4][5.8.2][TV-11] Zones on every side cut a unit off, however near its headquarters is.
#[test]
fn zones_all_round_isolate_a_unit() {
    let game = acting(placed("43 2610 HQ-13Pz 2008 I/16 2608 II/16 2410 III/16 2612 I/96 2811 II/96 2809 HQ-87RD 2708"), "13Pz", 3);
    assert_eq!(game.command(unit("43")), Command::Isolated);
    let friend = acting(placed("43 2610 13/13Pz 2609 HQ-13Pz 2607"), "13Pz", 3);
    assert_eq!(friend.command(unit("43")), Command::InCommand);
}

/// [5.4.1.b][A59] A friend in the hex takes its ZOC away for paths.
#[test]
fn friends_open_covered_hexes_to_paths() {
    let covered = "43 2610 HQ-13Pz 2008 I/16 2608 II/16 2410 III/16 2612 I/96 2811 II/96 2809 HQ-87RD 2708";
    let game = acting(placed(covered), "13Pz", 3);
    assert_eq!(game.command(unit("43")), Command::Isolated);
    // A way of friends out of the ring.
    let near: Vec<String> =
        load("campaign").map.grid.neighbours(hex("2610")).map(|(_, near)| load("campaign").map.grid.name(near).to_string()).collect();
    assert_eq!(near.len(), 6);
    let open = acting(placed(&format!("{covered} 1/I/4 2509 2/I/4 2409 3/I/4 2308")), "13Pz", 3);
    assert_ne!(open.command(unit("43")), Command::Isolated, "{near:?}");
}

/// [5.7.1] All headquarters of the campaign begin in supply.
#[test]
fn headquarters_are_supplied_at_start() {
    let game = AcrossTheBug::new(load("campaign"));
    for formation in load("campaign").formation_ids() {
        let hq = load("campaign").formation(formation).hq;
        assert_eq!(game.is_supplied(formation), game.place(hq).hex().is_some(), "{}", load("campaign").formation(formation).id);
    }
    let delayed = AcrossTheBug::new(load("delayed"));
    assert!(!delayed.is_supplied(formation("87RD")), "the 87th is cut off in scenario two");
}

/// [9.a][9.b] Hexes that score are Soviet at start, and German only with a line to them.
#[test]
fn victory_hexes_need_an_occupant_and_a_line() {
    let game = AcrossTheBug::new(load("campaign"));
    assert!(!game.german_controls(hex("2008")));
    let held = acting(placed("I/103 2708 HQ-14Pz 1110"), "14Pz", 3);
    assert!(held.german_controls(hex("2708")), "along the main road");
    let near: Vec<String> =
        load("campaign").map.grid.neighbours(hex("2708")).map(|(_, near)| load("campaign").map.grid.name(near).to_string()).collect();
    let ring = ["I/16", "II/16", "III/16", "I/96", "II/96", "III/96"].iter().zip(&near);
    let ring: Vec<String> = ring.map(|(unit, hex)| format!("{unit} {hex}")).collect();
    let cut = acting(placed(&format!("I/103 2708 HQ-14Pz 1110 {}", ring.join(" "))), "14Pz", 3);
    assert!(!cut.german_controls(hex("2708")));
}

// ---- movement [7.3] -----------------------------------------------------------------------------------------------------------

/// [7.3][7.3.5] A battalion of the 44th goes five hexes of clear ground, and seven far from the enemy.
#[test]
fn units_on_foot_go_further_away_from_the_enemy() {
    let data = load("campaign");
    let far = |game: &AcrossTheBug, from: &str| {
        goals(game).iter().map(|name| data.map.grid.distance(hex(name), hex(from))).max().expect("it can move")
    };
    let mut game = acting(placed("I/131 1113 HQ-44ID 1110"), "44ID", 5);
    play(&mut game, &["select I/131"]);
    assert_eq!(far(&game, "1113"), 7);
    let mut game = acting(placed("I/131 2412 HQ-44ID 2008 HQ-87RD 2411"), "44ID", 5);
    play(&mut game, &["select I/131"]);
    let beyond = far(&game, "2412");
    assert!(beyond <= 5, "{beyond} hexes beside an enemy");
}

/// [7.3.3][3.1.1.e] A tank company follows the main road for half a point a hex.
#[test]
fn roads_halve_the_price() {
    let mut game = acting(placed("1/II/82 2008 HQ-41TD 2708"), "41TD", 5);
    play(&mut game, &["select 1/II/82"]);
    let road = &load("campaign").map.ways.iter().find(|way| way.id == "M1").expect("the main road").path;
    let start = road.iter().position(|&on| on == hex("2008")).expect("Ustyluh lies on it");
    let reached = |steps: usize| goals(&game).contains(&load("campaign").map.grid.name(road[start + steps]).to_string());
    assert!(reached(14) && !reached(15), "{:?}", goals(&game));
}

/// [9.a] A hex that changes hands by being entered ends the flood: the stack may go on from there.
#[test]
fn enemy_settlements_are_entered_one_by_one() {
    let mut game = acting(placed("1/I/36 2008 HQ-14Pz 1110"), "14Pz", 5);
    play(&mut game, &["select 1/I/36", "move 2307"]);
    assert_eq!(game.last_in(hex("2307")), Side::Axis);
    assert!(offers(&game, "move 2607") && offers(&game, "move 2407"), "{:?}", lines(&game));
    play(&mut game, &["move 2407"]);
    assert_eq!(game.acting_stack(), 0, "where nothing happens the movement ends");
}

/// [7.3.8] Units on foot cross the Bug by boat, two in an activation, and nobody else does.
#[test]
fn boats_carry_two_units_over_the_bug() {
    let mut game = acting(placed("I/526 1807 II/526 1807 III/526 1707 64 1808 HQ-298ID 1706 HQ-14Pz 1110"), "298ID", 5);
    play(&mut game, &["select I/526"]);
    assert!(offers(&game, "boat 1806"));
    play(&mut game, &["join II/526", "boat 1806"]);
    assert_eq!((at(&game, "I/526"), at(&game, "II/526")), ("1806".into(), "1806".into()));
    play(&mut game, &["done", "die 1", "die 1"]);
}

/// [7.3.8] A third unit of the activation finds no boat.
#[test]
fn a_third_boat_is_refused() {
    let mut game = acting(placed("I/526 1807 II/526 1808 III/526 1706 HQ-298ID 1706"), "298ID", 6);
    let mut first = game.clone();
    play(&mut first, &["select III/526"]);
    assert!(offers(&first, "boat 1806"), "as the first it finds one");
    play(&mut game, &["select I/526", "boat 1806", "done"]);
    play(&mut game, &["select II/526"]);
    let boat = lines(&game).into_iter().find(|line| line.starts_with("boat")).expect("a second boat");
    play(&mut game, &[&boat, "done", "select III/526"]);
    assert!(!lines(&game).iter().any(|line| line.starts_with("boat")));
    assert_eq!(denied(&game, "boat 1806"), "7.3.8");
}

/// [7.3.7] Motorized units cross a stream with the whole allowance, from beside it, and stop.
#[test]
fn streams_take_the_whole_allowance_of_the_motorized() {
    let data = load("campaign");
    let grid = &data.map.grid;
    let side = grid.hexes().flat_map(|from| grid.neighbours(from).map(move |(direction, to)| (from, direction, to))).find(
        |&(from, direction, to)| {
            let side = data.map.side(from, direction);
            side.kind.name() == "stream"
                && side.bridge.is_none()
                && grid.column(from) > 36
                && data.map.terrain(from).name() == "clear"
                && data.map.terrain(to).name() == "clear"
        },
    );
    let (from, _, to) = side.expect("a stream between clear hexes");
    let (from, to) = (grid.name(from).to_string(), grid.name(to).to_string());
    let mut game = acting(placed(&format!("1/I/36 {from} HQ-14Pz 3814")), "14Pz", 5);
    play(&mut game, &["select 1/I/36"]);
    if goals(&game).contains(&to) {
        play(&mut game, &[&format!("move {to}")]);
        assert_eq!(at(&game, "1/I/36"), to);
        assert_eq!(game.acting(), Some((formation("14Pz"), if game.command(unit("1/I/36")) == Command::InCommand { 4 } else { 3 })));
    } else {
        panic!("the stream between {from} and {to} cannot be crossed");
    }
}

/// [5.4.1.a][7.3.2.d][7.3.9] Entering enemy ZOC ends the movement; from ZOC to ZOC leads infiltration alone.
#[test]
fn enemy_zones_stop_a_stack() {
    let mut game = acting(placed("I/103 2412 HQ-14Pz 2008 I/16 2410"), "14Pz", 6);
    play(&mut game, &["select I/103", "move 2411"]);
    assert_eq!(at(&game, "I/103"), "2411");
    assert_eq!(game.acting_stack(), 0, "the movement is over");
    play(&mut game, &["select I/103"]);
    assert_eq!(denied(&game, "move 2409"), "7.3.2");
    assert!(lines(&game).iter().any(|line| line.starts_with("infiltrate")));
    let to = lines(&game).into_iter().find(|line| line.starts_with("infiltrate")).expect("a hex");
    let goal = to["infiltrate ".len()..].to_owned();
    let mut passed = game.clone();
    play(&mut passed, &[&to, "die 6"]);
    assert_eq!(at(&passed, "I/103"), goal, "[7.3.4] a unit that passes its check is there");
    play(&mut game, &[&to, "die 7"]);
    assert_eq!(at(&game, "I/103"), "2411");
    assert!(game.is_disorganized(unit("I/103")), "[7.3.4] one that fails stays, disorganized");
}

/// [7.3.2.c][5.3.1.a] Enemies close a hex, friends do not.
#[test]
fn enemies_close_hexes_and_friends_do_not() {
    let mut game = acting(placed("I/103 2412 II/103 2413 HQ-14Pz 2008 I/16 2410"), "14Pz", 6);
    play(&mut game, &["select I/103"]);
    assert_eq!(denied(&game, "move 2410"), "7.3.2.c");
    assert!(offers(&game, "move 2413"));
}

/// [7.a][5.8.3.2][D-20] Out of command movement and hasty attacks cost two points, and nothing else is done.
#[test]
fn the_lack_of_command_doubles_costs() {
    let far = "I/131 2412 HQ-44ID 1110";
    let game = acting(placed(far), "44ID", 1);
    assert!(!offers(&game, "select I/131"));
    assert_eq!(denied(&game, "select I/131"), "7.1.g");
    let mut game = acting(placed(far), "44ID", 2);
    assert_eq!(game.command(unit("I/131")), Command::OutOfCommand);
    play(&mut game, &["select I/131", "move 2413"]);
    assert_eq!(game.acting(), None, "both points are gone");
}

/// [7.b][5.8.4.2] An isolated stack is checked unit by unit before it moves; those that fail stay.
#[test]
fn isolated_units_are_checked_before_they_act() {
    let ring = "43 2610 13/13Pz 2610 HQ-13Pz 2008 I/16 2608 II/16 2410 III/16 2612 I/96 2811 II/96 2809 HQ-87RD 2708";
    let mut game = acting(placed(ring), "13Pz", 4);
    play(&mut game, &["select 43", "join 13/13Pz"]);
    assert_eq!(denied(&game, "move 2611"), "7.b");
    play(&mut game, &["try move", "die 6", "die 7"]);
    assert!(!game.is_disorganized(unit("43")) && game.is_disorganized(unit("13/13Pz")));
    assert_eq!(game.acting_stack(), unit("43").bit(), "[5.8.4.2] the one that failed does not take part");
    play(&mut game, &["done"]);
    assert_eq!(game.acting(), Some((formation("13Pz"), 2)), "the points are spent even so");
}

// ---- reactions [6.4] ------------------------------------------------------------------------------------------------------------

fn before_a_window() -> PositionBuilder {
    placed("I/103 2413 II/103 2513 HQ-14Pz 2008 I/16 2410 II/16 2510 HQ-87RD 2708").level("87RD", 4).expect("a level")
}

/// The 14th Panzer acts, and the Axis holds the luck token: Soviet dice count at once.
fn with_axis_token(position: PositionBuilder) -> AcrossTheBug {
    position.luck(Side::Axis).open(Opening::Activation("14Pz", 5)).expect("a position")
}

/// [6.4.1][6.4.2][6.4.3] A stack that comes next to a unit in command may be stopped by a reaction.
#[test]
fn a_reaction_interrupts_a_movement() {
    let mut game = with_axis_token(before_a_window());
    play(&mut game, &["select I/103", "move 2411"]);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    assert_eq!(lines(&game), ["done", "react 87RD"]);
    play(&mut game, &["react 87RD", "die 5"]);
    assert_eq!(game.turn(), Turn::Chance, "the die for its Action Points [6.4.2.a]");
    play(&mut game, &["die 10"]);
    assert_eq!(game.acting(), Some((formation("87RD"), 3)), "red points of level 4");
    assert_eq!(game.level(formation("87RD")), 3);
    play(&mut game, &["done"]);
    assert_eq!(game.acting(), Some((formation("14Pz"), 4)), "[6.4.3.a] the interrupted formation goes on");
}

/// [6.4.4][6.4.1.b] A failed attempt costs nothing, and there is no other in this movement.
#[test]
fn a_failed_reaction_lets_the_movement_go_on() {
    let mut game = with_axis_token(before_a_window());
    play(&mut game, &["select I/103", "move 2411", "react 87RD", "die 6"]);
    assert_eq!(game.level(formation("87RD")), 4);
    assert_eq!(game.acting(), Some((formation("14Pz"), 4)));
    play(&mut game, &["select I/103"]);
    let step = lines(&game).into_iter().find(|line| line.starts_with("move")).expect("a hex without ZOC");
    play(&mut game, &[&step]);
    assert!(offers(&game, "react 87RD"), "[6.4.1] another movement may be reacted to, as it leaves");
}

/// [6.4.1.a][5.6.3.3][5.8.3.3] Neither the disorganized nor those out of command qualify their headquarters, nor one without a level.
#[test]
fn some_units_do_not_qualify_for_a_reaction() {
    for position in [
        before_a_window().turned("I/16").and_then(|position| position.turned("II/16")).expect("units"),
        before_a_window().level("87RD", 0).expect("a level"),
        placed("I/103 2413 HQ-14Pz 2008 I/16 2410 HQ-87RD 4011").level("87RD", 4).expect("a level"),
    ] {
        let mut game = acting(position, "14Pz", 5);
        play(&mut game, &["select I/103", "move 2411"]);
        assert_eq!(game.turn(), Turn::Player(Side::Axis), "{}", game.prompt());
    }
}

/// [6.4.3.b] Nobody reacts to a reaction.
#[test]
fn nobody_reacts_to_a_reaction() {
    let mut game = with_axis_token(before_a_window().level("14Pz", 5).expect("a level"));
    play(&mut game, &["select I/103", "move 2411", "react 87RD", "die 1", "die 10", "select I/16"]);
    let step = lines(&game).into_iter().find(|line| line.starts_with("move") || line.starts_with("infiltrate")).expect("a step");
    play(&mut game, &[&step]);
    assert!(!lines(&game).iter().any(|line| line.starts_with("react")));
}

/// [7.3.6] A stack that comes next to a lone headquarters drives it away, and its formation does not react.
#[test]
fn lone_headquarters_are_displaced() {
    let position = placed("I/103 2411 HQ-14Pz 2008 HQ-87RD 2711 I/16 2610").level("87RD", 4).expect("a level");
    let mut game = acting(position.support("HQ-87RD", 3).expect("support"), "14Pz", 5);
    play(&mut game, &["select I/103"]);
    let near = goals(&game).into_iter().find(|name| load("campaign").map.grid.distance(hex(name), hex("2711")) == 1);
    let near = near.expect("a hex beside the headquarters");
    play(&mut game, &[&format!("move {near}")]);
    let displaced = lines(&game).into_iter().find(|line| line.starts_with("displace HQ-87RD"));
    play(&mut game, &[&displaced.expect("the owner picks a settlement")]);
    assert_ne!(at(&game, "HQ-87RD"), "2711");
    assert!(game.points(unit("HQ-87RD")) < 3 && game.level(formation("87RD")) < 4, "[5.3.2] it costs support and levels");
    assert_ne!(game.turn(), Turn::Player(Side::Soviet), "[7.3.6] no reaction by its formation");
}

// ---- stacking [5.3] ---------------------------------------------------------------------------------------------------------------

/// [5.3.1.b][TV-09] A headquarters, three units, one of them infantry.
#[test]
fn legal_stacks_are_left_alone() {
    for stack in
        ["HQ-14Pz 2008 I/103 2008 1/I/36 2008 2/I/36 2008 II/103 2010", "HQ-14Pz 2008 1/I/36 2008 2/I/36 2008 3/I/36 2008 II/103 2010"]
    {
        let mut game = acting(placed(stack), "14Pz", 5);
        play(&mut game, &["select II/103", "move 2011"]);
        assert_eq!(game.acting(), Some((formation("14Pz"), 4)));
    }
}

/// [5.3.1.d][5.3.1.f][5.3.3] Too many units: all are checked, and the enemy displaces the excess, the disorganized first.
#[test]
fn the_enemy_displaces_the_excess() {
    let mut game = acting(placed("HQ-14Pz 2008 I/103 2409 II/103 2411 I/16 3014"), "14Pz", 5);
    play(&mut game, &["select II/103", "move 2409"]);
    assert_eq!(game.turn(), Turn::Chance);
    play(&mut game, &["die 6", "die 7"]);
    assert!(game.is_disorganized(unit("II/103")));
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "[5.3.1.f]");
    assert!(lines(&game).iter().all(|line| line.starts_with("displace II/103")), "{:?}", lines(&game));
    let first = lines(&game)[0].clone();
    play(&mut game, &[&first]);
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    assert_eq!(at(&game, "I/103"), "2409");
}

// ---- the luck token [5.2] -----------------------------------------------------------------------------------------------------------

/// [5.2][A34] The holder rolls a die of his own again, once, and the token goes over.
#[test]
fn the_luck_token_buys_one_die() {
    let position = placed("HQ-14Pz 2008 I/103 2409").turned("I/103").expect("a unit");
    let mut game = position.luck(Side::Axis).open(Opening::Activation("14Pz", 3)).expect("a position");
    play(&mut game, &["recover I/103", "die 10"]);
    assert_eq!(lines(&game), ["done", "reroll"]);
    play(&mut game, &["reroll"]);
    assert_eq!((game.luck(), game.turn()), (Side::Soviet, Turn::Chance));
    play(&mut game, &["die 5"]);
    assert!(!game.is_disorganized(unit("I/103")), "[7.6] effectiveness 5 of the disorganized side");
}

/// [11.2.g][D 9] A battalion of the 111th leaves over the eastern edge with the points for it.
#[test]
fn units_leave_the_map_in_the_east() {
    let mut game = acting(placed("I/50 5416 HQ-111ID 5212"), "111ID", 4);
    play(&mut game, &["select I/50"]);
    assert!(offers(&game, "exit"), "{:?}", lines(&game));
    play(&mut game, &["exit"]);
    assert_eq!(game.place(unit("I/50")), Place::EXITED);
    assert_eq!(game.ledger().exited_sp, 6);
    let mut far = acting(placed("I/50 5416 HQ-111ID 4612"), "111ID", 4);
    play(&mut far, &["select I/50"]);
    assert!(!offers(&far, "exit"), "out of command");
    assert_eq!(denied(&far, "exit"), "11.2.g");
}

/// [10.3][10.3.d] A pontoon is built for two points, once, and crossed without boats.
#[test]
fn a_pontoon_joins_the_banks() {
    let ways = |game: &AcrossTheBug| {
        let mut game = game.clone();
        play(&mut game, &["select I/131"]);
        (offers(&game, "boat 1709"), offers(&game, "move 1709"))
    };
    let mut game = acting(placed("I/131 1609 HQ-44ID 1110 I/16 3014"), "44ID", 6);
    assert_eq!(ways(&game), (true, false));
    play(&mut game, &["pontoon 1609 1709"]);
    assert_eq!(game.acting(), Some((formation("44ID"), 4)), "[10.3] two points");
    assert!(!lines(&game).iter().any(|line| line.starts_with("pontoon")), "[10.3] one of each corps");
    assert_eq!(ways(&game), (false, true));
    play(&mut game, &["select I/131", "move 1709"]);
    assert_eq!(at(&game, "I/131"), "1709");
}
