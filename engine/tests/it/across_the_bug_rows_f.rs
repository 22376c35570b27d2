//! Rules of Across the Bug River as scenes, rule by rule: movement [7.3], relocation [7.4], combat up to its support [7.5].

use stavka_engine::across_the_bug::drm::Cause;
use stavka_engine::across_the_bug::terms::{AttackType, Crossing, HexsideKind};
use stavka_engine::across_the_bug::{AcrossTheBug, Opening, Place, PositionBuilder, Prepared};
use stavka_engine::data::Source;
use stavka_engine::game::{Game as _, Side, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};
use stavka_engine::kit::points::HalfPoints;

use super::across_the_bug_rows_d::{fight, halves, modifier, open_field, roll};
use super::across_the_bug_scenes::{
    acting, at, denied, formation, goals, hex, lines, load, offers, placed, placed_on, play, switched, unit,
};

/// What the stack that was put together pays to a hex.
fn price(game: &AcrossTheBug, name: &str) -> Option<HalfPoints> {
    let reach = game.reach();
    reach.iter().find(|reached| reached.hex == hex(name)).unwrap_or_else(|| panic!("{name} is out of reach")).cost
}

pub(crate) fn selected(position: PositionBuilder, id: &str, units: &str) -> AcrossTheBug {
    let mut game = acting(position, id, 6);
    for (at, unit) in units.split_whitespace().enumerate() {
        play(&mut game, &[&format!("{} {unit}", if at == 0 { "select" } else { "join" })]);
    }
    game
}

// ---- stacks on the move [7.3][7.3.1] -----------------------------------------------------------------------------------------

/// [7.3][5.3.1.a] Any number of friends may be passed: stacking is looked at where the movement ends.
#[test]
fn full_hexes_are_passed() {
    let ring = "II/103 2402 I/108 2502 II/108 2503 64 2404 13/14Pz 2303 40 2302";
    let mut game = selected(placed(&format!("I/103 2403 HQ-14Pz 2200 {ring}")), "14Pz", "I/103");
    assert!(goals(&game).contains(&"2400".to_owned()), "beyond the ring: {:?}", goals(&game));
    play(&mut game, &["move 2400"]);
    assert_eq!((at(&game, "I/103"), game.turn()), ("2400".into(), Turn::Player(Side::Axis)), "no check on the way");
}

/// [7.3.1.a] A stack goes as far as its slowest unit.
#[test]
fn the_slowest_unit_sets_the_pace() {
    let stand = || placed("1/I/36 2303 I/191 2303 HQ-14Pz 2200").assign("I/191", "14Pz").expect("a unit");
    let (fast, slow) = (goals(&selected(stand(), "14Pz", "1/I/36")), goals(&selected(stand(), "14Pz", "I/191")));
    let both = goals(&selected(stand(), "14Pz", "1/I/36 I/191"));
    assert!(fast.len() > slow.len(), "10 points against 8");
    assert_eq!(both, slow);
}

/// [7.3.1.b][7.3.1.c] On the way nobody joins and nobody stays: the stack ends in one hex.
#[test]
fn a_stack_neither_collects_nor_drops_units() {
    let position = halves("I/103 2300 1/I/36 2300 2/I/36 2301 HQ-14Pz 2200 HQ-87RD 2607 | I/16 2402");
    let mut game = selected(position, "14Pz", "I/103 1/I/36");
    play(&mut game, &["move 2301"]);
    assert_eq!((at(&game, "I/103"), game.acting_stack().count_ones()), ("2301".into(), 2), "an enemy is near: it is asked again");
    assert!(lines(&game).iter().all(|line| line == "done" || line.starts_with("move")), "{:?}", lines(&game));
    play(&mut game, &["move 2202"]);
    assert_eq!(["I/103", "1/I/36", "2/I/36"].map(|id| at(&game, id)), ["2202", "2202", "2301"]);
}

// ---- how far [7.3.2] ------------------------------------------------------------------------------------------------------------

/// [7.3.2] Nobody goes beyond his allowance in one action, and nothing is saved for the next.
#[test]
fn the_allowance_holds_for_one_action() {
    let away = |game: &AcrossTheBug, from: &str| {
        let grid = &load("campaign").map.grid;
        goals(game).iter().map(|name| grid.distance(hex(name), hex(from))).max().expect("it can move")
    };
    // A Soviet battalion of four points with an enemy beside it, so without the bonus on foot.
    let mut game = selected(halves("I/16 2302 HQ-87RD 2607 HQ-14Pz 2200 | I/103 2301"), "87RD", "I/16");
    assert_eq!(away(&game, "2302"), 4);
    play(&mut game, &["move 2303", "select I/16"]);
    assert_eq!(away(&game, "2303"), 6, "four and two away from the enemy: the three points left over are gone");
}

/// The campaign with forests that cost seven points on foot.
fn deep_forest() -> &'static Prepared {
    let (name, text) = Prepared::SCENARIOS.iter().find(|(name, _)| *name == "campaign").expect("an embedded scenario");
    let forest = "terrain = \"forest\"\nleg = \"2\"";
    assert!(Prepared::OWN[2].contains(forest));
    let tables = Prepared::OWN[2].replacen(forest, "terrain = \"forest\"\nleg = \"7\"", 1);
    let sources = Sources { tables: Source { name: "tables.toml", text: &tables }, ..Prepared::sources(name, text) };
    Prepared::interned(&sources).unwrap_or_else(|error| panic!("{error}"))
}

/// [7.3.2.a] The next hex can always be entered, at the price of everything; not a second one, nor one from ZOC to ZOC, nor one over
/// a closed side.
#[test]
fn one_hex_can_always_be_entered() {
    let selected_on = |counters: &str, id: &str, unit: &str| {
        let side = load("campaign").formation(formation(id)).side;
        let position = placed_on(deep_forest(), counters).luck(side.opponent());
        let mut game = position.open(Opening::Activation(id, 5)).expect("a position");
        play(&mut game, &[&format!("select {unit}")]);
        game
    };
    // No5 has four points, and two more far from the enemy.
    let mut game = selected_on("No5 2505 HQ-2/90 2403", "2/90", "No5");
    assert!(offers(&game, "move 2506"), "{:?}", goals(&game));
    play(&mut game, &["move 2506"]);
    assert_eq!((at(&game, "No5"), game.acting_stack()), ("2506".into(), 0), "the movement is over");
    let game = selected_on("No5 2504 HQ-2/90 2403", "2/90", "No5");
    assert!(!offers(&game, "move 2506"), "from two hexes away the points do not do");
    // From ZOC to ZOC, and into an enemy.
    let game = selected_on("No5 2505 HQ-2/90 2403 I/103 2606 HQ-14Pz 2200", "2/90", "No5");
    assert_eq!(denied(&game, "move 2506"), "5.4.1.a");
    assert_eq!(denied(&game, "move 2606"), "7.3.2.c");
    // Over the Bug.
    let game = selected_on("No5 1610 HQ-2/90 2110", "2/90", "No5");
    assert_eq!(denied(&game, "move 1609"), "7.3.2.a");
}

/// [7.3.2.c][A53] Enemy combat units close a hex; a headquarters alone is driven off by who enters, and its formation does not react.
#[test]
fn lone_headquarters_close_no_hex() {
    let game = selected(placed("I/103 2402 HQ-14Pz 2200 I/16 2403 HQ-87RD 2607"), "14Pz", "I/103");
    assert_eq!(denied(&game, "move 2403"), "7.3.2.c");
    let position = placed("I/103 2402 HQ-14Pz 2200 HQ-87RD 2403 I/16 2404").level("87RD", 4).expect("a level");
    let mut game = position.luck(Side::Axis).open(Opening::Activation("14Pz", 5)).expect("a position");
    play(&mut game, &["select I/103", "move 2403"]);
    assert_eq!((at(&game, "I/103"), game.turn()), ("2402".into(), Turn::Player(Side::Soviet)), "the headquarters leaves first");
    play(&mut game, &["displace HQ-87RD 2607"]);
    assert_eq!((at(&game, "I/103"), at(&game, "HQ-87RD")), ("2403".into(), "2607".into()));
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "[7.3.6] I/16 beside it does not react");
    assert!(game.in_zoc(Side::Axis, hex("2404")) && game.last_in(hex("2403")) == Side::Axis);
    // The other way round, and by infiltration: who fails the check drives nobody off.
    let stand = "I/16 2402 HQ-87RD 2607 HQ-14Pz 2403 I/103 2502";
    let mut game = selected(placed(stand), "87RD", "I/16");
    play(&mut game, &["infiltrate 2403"]);
    let mut failed = game.clone();
    roll(&mut failed, &[10]);
    assert_eq!((at(&failed, "I/16"), at(&failed, "HQ-14Pz")), ("2402".into(), "2403".into()));
    roll(&mut game, &[1]);
    let first = lines(&game)[0].clone();
    play(&mut game, &[&first]);
    assert_eq!((at(&game, "I/16"), game.occupant(hex("2403"))), ("2403".into(), Some(Side::Soviet)));
    assert!(game.in_zoc(Side::Soviet, hex("2404")));
}

/// [7.3.2.d][7.3.9][5.4.1.a] Enemy ZOC ends the movement, and a friend in the hex does not help.
#[test]
fn zones_stop_a_stack_on_top_of_a_friend_too() {
    let mut game = selected(placed("1/I/36 2201 I/103 2301 HQ-14Pz 2200 I/16 2402 HQ-87RD 2607"), "14Pz", "1/I/36");
    play(&mut game, &["move 2301"]);
    assert_eq!((at(&game, "1/I/36"), game.acting_stack()), ("2301".into(), 0));
    assert_eq!(game.acting(), Some((formation("14Pz"), 5)));
}

// ---- ways and waters [7.3.3][7.3.7][7.3.8] ----------------------------------------------------------------------------------------

/// [7.3.3] The price of a road replaces those of terrain and hexside, but not into or out of enemy ZOC.
#[test]
fn roads_do_not_serve_beside_the_enemy() {
    // 2208 to 2307: the main road over a stream.
    let stand = "1/I/36 2208 HQ-14Pz 2008";
    let free = selected(placed(stand), "14Pz", "1/I/36");
    assert_eq!(price(&free, "2307"), Some(HalfPoints(1)), "half a point, the stream is bridged");
    let covered = selected(placed(&format!("{stand} I/16 2308 HQ-87RD 2607")), "14Pz", "1/I/36");
    assert!(!offers(&covered, "move 2307"), "from ZOC to ZOC");
    let leaving = selected(placed("1/I/36 2407 HQ-14Pz 2008 I/16 2306 HQ-87RD 2708"), "14Pz", "1/I/36");
    assert!(leaving.in_zoc(Side::Soviet, hex("2407")) && !leaving.in_zoc(Side::Soviet, hex("2507")));
    assert_eq!(price(&leaving, "2507"), Some(HalfPoints(2)), "a whole point out of ZOC");
    let free = selected(placed("1/I/36 2407 HQ-14Pz 2008"), "14Pz", "1/I/36");
    assert_eq!(price(&free, "2507"), Some(HalfPoints(1)));
    // Seven points are fourteen hexes of main road, the last of them not into ZOC.
    let mut far = selected(placed("1/II/82 2008 HQ-41TD 2708"), "41TD", "1/II/82");
    assert!(offers(&far, "move 3310"));
    far = selected(placed("1/II/82 2008 HQ-41TD 2708 I/103 3410 HQ-14Pz 4011"), "41TD", "1/II/82");
    assert!(!offers(&far, "move 3310") && offers(&far, "move 3211"), "the last hex would cost a whole point");
}

/// [7.3.3] On a railway the motorized pay more than on a road.
#[test]
fn railways_are_dear_roads() {
    let game = selected(placed("1/I/36 2710 HQ-14Pz 2708"), "14Pz", "1/I/36");
    assert_eq!(price(&game, "2711"), Some(HalfPoints(3)), "the railway bridges the stream");
    let foot = selected(placed("I/131 2710 HQ-44ID 2708"), "44ID", "I/131");
    assert_eq!(price(&foot, "2711"), Some(HalfPoints(2)));
}

/// [7.3.7] On foot a stream costs a point more.
#[test]
fn streams_cost_a_point_on_foot() {
    let game = selected(placed("I/131 4802 HQ-44ID 4903"), "44ID", "I/131");
    assert_eq!([price(&game, "4701"), price(&game, "4902")], [Some(HalfPoints(4)), Some(HalfPoints(2))]);
}

/// [7.3.7] The motorized cross a stream from beside it with all their points, and stop.
#[test]
fn streams_cost_the_motorized_everything() {
    let mut game = selected(placed("1/I/36 4802 HQ-14Pz 4903"), "14Pz", "1/I/36");
    assert!(offers(&game, "move 4701"));
    play(&mut game, &["move 4701"]);
    assert_eq!((at(&game, "1/I/36"), game.acting_stack()), ("4701".into(), 0));
    let back = selected(placed("1/I/36 4902 HQ-14Pz 4903"), "14Pz", "1/I/36");
    assert!(offers(&back, "move 4802") && !offers(&back, "move 4701"), "not from a hex away: {:?}", goals(&back));
}

/// [7.3.7] A stack that comes to a stream with its last points does not cross it: the whole allowance is spent at the beginning.
#[test]
fn streams_are_crossed_at_the_beginning_of_a_movement_alone() {
    let map = &load("campaign").map;
    let name = |at: Hex| map.grid.name(at).to_string();
    let go = |from: Hex| selected(placed(&format!("1/I/36 {} HQ-14Pz 3814", name(from))), "14Pz", "1/I/36");
    let mut seen = 0;
    for village in map.grid.hexes().filter(|&at| map.terrain(at).name() == "village" && map.grid.column(at) > 36) {
        let is_wet = |direction| map.side(village, direction).kind == HexsideKind::Stream && !map.side(village, direction).has_way();
        let is_beyond = |&(direction, to): &(_, Hex)| is_wet(direction) && map.terrain(to).name() == "clear";
        let Some((_, beyond)) = map.grid.neighbours(village).find(is_beyond) else { continue };
        let ends_there = |&from: &Hex| {
            let near = (6..=11).contains(&map.grid.distance(from, village)) && map.terrain(from).name() == "clear";
            near && go(from).reach().iter().any(|reached| reached.hex == village && reached.cost == Some(HalfPoints(20)))
        };
        let Some(start) = map.grid.hexes().find(ends_there) else { continue };
        assert!(goals(&go(village)).contains(&name(beyond)), "{} to {}", name(village), name(beyond));
        let mut game = go(start);
        play(&mut game, &[&format!("move {}", name(village))]);
        assert_eq!(at(&game, "1/I/36"), name(village));
        assert_eq!(game.acting_stack(), 0, "{} by {}: {:?}", name(start), name(village), goals(&game));
        seen += 1;
    }
    assert!(seen > 0, "a village beside a stream, ten points away");
}

/// [7.3.8] A boat costs a point more than the hex, takes Germans on foot only, and only from the bank where they began.
#[test]
fn boats_are_for_germans_on_foot_who_begin_on_the_bank() {
    let stand = "I/526 1807 HQ-298ID 1706";
    let mut game = selected(placed(stand), "298ID", "I/526");
    let over = lines(&game).into_iter().find(|line| line.starts_with("boat")).expect("a boat");
    assert_eq!(over, "boat 1806");
    play(&mut game, &[&over]);
    // The forest costs two, the boat one: of five points and two more far from the enemy four are left [B15].
    let most = game.reach().iter().filter_map(|reached| reached.cost).map(|cost| cost.0).max();
    assert_eq!(most, Some(8), "halves");
    assert!(!lines(&game).iter().any(|line| line.starts_with("boat")), "not twice in a movement");
    let mut inland = selected(placed("I/526 1608 HQ-298ID 1706"), "298ID", "I/526");
    assert!(!lines(&inland).iter().any(|line| line.starts_with("boat")));
    assert_eq!(denied(&inland, "boat 1806"), "7.3.8");
    play(&mut inland, &["move 1708"]);
    let soviet = selected(placed("No3 1906 HQ-1/90 2105"), "1/90", "No3");
    assert!(!lines(&soviet).iter().any(|line| line.starts_with("boat")));
    let tanks = selected(placed("1/I/36 1807 HQ-14Pz 1609"), "14Pz", "1/I/36");
    assert!(!lines(&tanks).iter().any(|line| line.starts_with("boat")));
    let mixed = placed("I/526 1807 I/191 1807 HQ-298ID 1706").assign("I/191", "298ID").expect("a unit");
    let mixed = selected(mixed, "298ID", "I/526 I/191");
    assert!(!lines(&mixed).iter().any(|line| line.starts_with("boat")), "assault guns stay ashore, and who goes with them");
}

// ---- infiltration, the bonus on foot, headquarters [7.3.4][7.3.5][7.3.6] -----------------------------------------------------------

/// [7.3.4] A stack is checked unit by unit: those that pass go, the others stay disorganized; the point is spent, the action over.
#[test]
fn infiltration_is_checked_unit_by_unit() {
    let mut game = selected(placed("I/103 2301 1/I/36 2301 HQ-14Pz 2200 I/16 2402 HQ-87RD 2607"), "14Pz", "I/103 1/I/36");
    play(&mut game, &["infiltrate 2302"]);
    roll(&mut game, &[7, 6]);
    assert_eq!((at(&game, "I/103"), game.is_disorganized(unit("I/103"))), ("2301".into(), true));
    assert_eq!((at(&game, "1/I/36"), game.is_disorganized(unit("1/I/36"))), ("2302".into(), false));
    assert_eq!((game.acting(), game.acting_stack()), (Some((formation("14Pz"), 5)), 0), "the whole allowance");
    let out = selected(placed("I/103 2201 HQ-14Pz 2200 I/16 2402 HQ-87RD 2607"), "14Pz", "I/103");
    assert_eq!(denied(&out, "infiltrate 2301"), "7.3.4", "only from ZOC");
}

/// [7.3.4.a] It may be reacted to, before it leaves and where it arrives.
#[test]
fn infiltration_is_reacted_to() {
    let position = placed("I/103 2301 HQ-14Pz 2200 I/16 2402 HQ-87RD 2607").level("87RD", 4).expect("a level");
    let mut game = position.luck(Side::Soviet).open(Opening::Activation("14Pz", 5)).expect("a position");
    play(&mut game, &["select I/103", "infiltrate 2302"]);
    assert_eq!((lines(&game), at(&game, "I/103")), (vec!["done".to_owned(), "react 87RD".to_owned()], "2301".into()));
    play(&mut game, &["done", "die 1"]);
    assert_eq!((lines(&game), at(&game, "I/103")), (vec!["done".to_owned(), "react 87RD".to_owned()], "2302".into()));
}

/// [7.3.5] Units on foot have two points more while they are nowhere next to an enemy counter; the motorized never.
#[test]
fn the_bonus_on_foot_is_lost_beside_an_enemy() {
    let reach = |counters: &str, to: &str| {
        let game = selected(halves(counters), "44ID", "I/131");
        goals(&game).contains(&to.to_owned())
    };
    let far = "I/131 2301 HQ-44ID 2200";
    assert!(reach(far, "2606"), "six hexes of clear ground, five points and two");
    assert!(!reach(&format!("{far} | I/16 2300"), "2606"), "an enemy beside the start, disorganized or not");
    assert!(!reach(&format!("{far} | I/16 2607"), "2606"), "an enemy beside the goal");
    let staff = "I/131 2401 HQ-44ID 2105";
    assert!(reach(staff, "2606") && !reach(&format!("{staff} HQ-87RD 2500"), "2606"), "a headquarters is an enemy counter too [A22]");
    // Ten hexes of clear ground are all that ten points of a tank pay for.
    let tank = selected(placed("1/I/36 4802 HQ-14Pz 4903"), "14Pz", "1/I/36");
    assert!(tank.reach().iter().filter_map(|reached| reached.cost).all(|cost| cost <= HalfPoints(20)));
}

/// [7.3.6] Formations other than that of the displaced headquarters may still react.
#[test]
fn only_the_formation_without_a_headquarters_is_barred() {
    let stand = "I/103 2201 HQ-14Pz 2200 HQ-87RD 2403 I/16 2402 1/II/82 2401 HQ-41TD 2500";
    let position = placed(stand).level("87RD", 4).and_then(|it| it.level("41TD", 4)).expect("levels");
    let mut game = position.luck(Side::Axis).open(Opening::Activation("14Pz", 5)).expect("a position");
    // 2301 is next to both units, not to the headquarters of the 87th.
    play(&mut game, &["select I/103", "move 2301"]);
    assert_eq!(lines(&game), ["done", "react 87RD", "react 41TD"]);
    // 2302 is next to the headquarters as well.
    let stand = stand.replace("1/II/82 2401", "1/II/82 2303").replace("I/103 2201", "I/103 2202");
    let position = placed(&stand).level("87RD", 4).and_then(|it| it.level("41TD", 4)).expect("levels");
    let mut game = position.luck(Side::Axis).open(Opening::Activation("14Pz", 5)).expect("a position");
    play(&mut game, &["select I/103", "move 2302"]);
    play(&mut game, &["displace HQ-87RD 2607"]);
    assert!(game.is_in_command(unit("I/16")) && game.level(formation("87RD")) > 0, "it could react if it were let");
    assert_eq!(lines(&game), ["done", "react 41TD"]);
}

/// [7.3.6.a] A headquarters beyond the unbridged Bug stays where it is; over a bridge it goes.
#[test]
fn lone_headquarters_are_safe_behind_water() {
    let mut game = selected(placed("I/525 1807 HQ-298ID 1706 HQ-87RD 1906 I/16 3014"), "298ID", "I/525");
    play(&mut game, &["move 1907"]);
    assert_eq!((at(&game, "HQ-87RD"), game.turn()), ("1906".into(), Turn::Player(Side::Axis)), "nobody is asked where it goes");
    let mut game = selected(placed("I/525 1807 HQ-298ID 1706 HQ-87RD 2008 I/16 3014"), "298ID", "I/525");
    play(&mut game, &["move 1907"]);
    assert_eq!((at(&game, "HQ-87RD"), game.turn()), ("2008".into(), Turn::Player(Side::Axis)), "1907 is beside Ustyluh, off the bridge");
    let mut game = selected(placed("I/525 1807 HQ-298ID 1706 HQ-87RD 2008 I/16 3014"), "298ID", "I/525");
    play(&mut game, &["move 1908"]);
    let first = lines(&game)[0].clone();
    assert!(first.starts_with("displace HQ-87RD"), "{first}");
}

// ---- relocation [7.4] ----------------------------------------------------------------------------------------------------------------

/// Headquarters of the 14th in the north with a choice of German settlements.
fn staff() -> PositionBuilder {
    let own = ["2102", "2403", "2804", "3114"]
        .into_iter()
        .try_fold(placed("HQ-14Pz 2200 I/103 2201 I/16 3014 HQ-87RD 3201"), |position, name| position.last_in(name, Side::Axis));
    own.and_then(|position| position.level("14Pz", 5)).expect("a position")
}

pub(crate) fn relocated(position: PositionBuilder, id: &str, to: &str) -> AcrossTheBug {
    let mut game = acting(position, id, 6);
    play(&mut game, &[&format!("relocate HQ-{id}"), &format!("displace HQ-{id} {to}")]);
    game
}

/// [7.4] A headquarters goes to a friendly settlement in range and in supply for its printed points, and loses nothing.
#[test]
fn a_relocation_within_its_limits_costs_points_alone() {
    let game = relocated(staff(), "14Pz", "2403");
    assert_eq!((at(&game, "HQ-14Pz"), game.points(unit("HQ-14Pz")), game.level(formation("14Pz"))), ("2403".into(), 4, 5));
    assert_eq!(game.acting(), Some((formation("14Pz"), 5)));
    let mut asked = acting(staff(), "14Pz", 6);
    play(&mut asked, &["relocate HQ-14Pz"]);
    assert_eq!(denied(&asked, "displace HQ-14Pz 2105"), "7.4", "a Soviet settlement");
    assert_eq!(denied(&asked, "displace HQ-14Pz 2303"), "7.4", "no settlement");
    assert_eq!(denied(&asked, "displace HQ-14Pz 3114"), "7.4", "in enemy ZOC, and no friend stands there");
}

/// [7.4.b][A37][5.3.2] Out of range, out of supply or without a path it pays as if it were displaced; a switch forbids it.
#[test]
fn a_relocation_against_its_limits_is_paid_for() {
    let far = relocated(staff(), "14Pz", "2804");
    let ground = load("campaign").map.grid.distance(hex("2200"), hex("2804"));
    assert!(ground <= 8 && far.points(unit("HQ-14Pz")) == 4, "eight hexes are in range");
    let beyond = || staff().last_in("2711", Side::Axis).expect("a settlement");
    let game = relocated(beyond(), "14Pz", "2711");
    assert_eq!((game.points(unit("HQ-14Pz")), game.level(formation("14Pz"))), (2, 3), "out of range: two of each");
    let hungry = || staff().place("II/16", "1612").and_then(|it| it.place("III/16", "2008")).expect("units");
    let game = relocated(hungry(), "14Pz", "2403");
    assert_eq!((game.points(unit("HQ-14Pz")), game.level(formation("14Pz"))), (3, 4), "out of supply: one of each");
    let strict = switched("campaign", "penalized_relocation = true", "penalized_relocation = false");
    let stand = placed_on(strict, "HQ-14Pz 2200 I/103 2201 I/16 3014 HQ-87RD 3201 II/16 1612");
    let stand = stand.last_in("2403", Side::Axis).and_then(|it| it.last_in("2711", Side::Axis)).expect("settlements");
    let mut game = acting(stand, "14Pz", 6);
    play(&mut game, &["relocate HQ-14Pz"]);
    assert!(offers(&game, "displace HQ-14Pz 2403") && !offers(&game, "displace HQ-14Pz 2711"), "{:?}", lines(&game));
}

/// [7.4] The path of a relocation is free of enemies and of their ZOC but where a friend stands.
#[test]
fn a_relocation_needs_a_free_path() {
    // Round 2403 only the ZOC of four battalions.
    let zones = "HQ-87RD 2403 I/103 2401 II/103 2603 I/108 2405 II/108 2203 HQ-14Pz 3201";
    let shut_in = relocated(placed(zones), "87RD", "2711");
    assert_eq!((shut_in.points(unit("HQ-87RD")), shut_in.level(formation("87RD"))), (0, 0), "no path: everything is lost");
    let path = halves(&format!("{zones} | I/16 2502 II/16 2602"));
    let open = relocated(path.level("87RD", 4).expect("a level"), "87RD", "2607");
    assert_eq!((open.points(unit("HQ-87RD")), open.level(formation("87RD"))), (3, 4), "through two friends");
}

/// [7.4.a] Over the Bug the path keeps within the range, and the destination has to be in supply.
#[test]
fn a_relocation_over_the_bug_needs_a_bridge_behind_it() {
    let stand = || placed("HQ-298ID 1706 I/525 1906").level("298ID", 5).expect("a level");
    let fed = relocated(stand(), "298ID", "1906");
    assert_eq!((fed.points(unit("HQ-298ID")), fed.level(formation("298ID"))), (3, 5), "supplied by the bridge of Ustyluh");
    let cut = stand().place("I/16", "1612").and_then(|it| it.place("II/16", "2008")).expect("units");
    let hungry = relocated(cut, "298ID", "1906");
    assert_eq!((hungry.points(unit("HQ-298ID")), hungry.level(formation("298ID"))), (0, 0), "no supply beyond the river: no path");
    let long = stand().last_in("2403", Side::Axis).expect("a settlement");
    let long = relocated(long, "298ID", "2403");
    assert_eq!((long.points(unit("HQ-298ID")), long.level(formation("298ID"))), (0, 0), "longer than the range");
}

// ---- combat [7.5] ---------------------------------------------------------------------------------------------------------------------

/// [7.5] Nobody has to attack: a stack beside the enemy may stop or go, and an activation may end.
#[test]
fn nobody_has_to_attack() {
    let mut game = selected(open_field("I/16 2402"), "14Pz", "I/103");
    assert!(offers(&game, "attack 2402 hasty") && lines(&game).iter().any(|line| line.starts_with("move")));
    play(&mut game, &["move 2400", "done", "done"]);
    assert_eq!(game.acting(), None);
}

/// [7.5.a] A headquarters takes no part in a combat, and is displaced when its units have left it alone.
#[test]
fn headquarters_are_left_out_of_combat_and_displaced_when_alone() {
    let stand = || placed("I/103 2402 HQ-14Pz 2200 I/16 2403 HQ-87RD 2403 II/16 3014");
    let mut game = selected(stand(), "14Pz", "I/103");
    let sheet = game.attack_report(hex("2403"), AttackType::Hasty).expect("an attack").sheet;
    assert_eq!(sheet.defenders.len(), 1);
    let before = game.points(unit("HQ-87RD"));
    // 18 against 5 is 3:1, and with four points of the headquarters the die becomes 14: 1/3r.
    fight(&mut game, "attack 2403 prepared", [9, 0], 10);
    while game.place(unit("I/16")).hex() == Some(hex("2403")) {
        if game.turn() == Turn::Chance {
            roll(&mut game, &[10]);
        } else {
            let known = lines(&game);
            let next = known.iter().find(|line| line.starts_with("retreat") || line.starts_with("withdraw")).unwrap_or(&known[0]).clone();
            play(&mut game, &[&next]);
        }
    }
    assert_eq!(game.points(unit("HQ-87RD")), before, "no hit falls on it");
    for _ in 0..20 {
        if at(&game, "HQ-87RD") != "2403" {
            break;
        }
        if game.turn() == Turn::Chance {
            roll(&mut game, &[1]);
        } else {
            let next = lines(&game)[0].clone();
            play(&mut game, &[&next]);
        }
    }
    assert_ne!(at(&game, "HQ-87RD"), "2403");
    assert!(game.points(unit("HQ-87RD")) < before, "a displacement has its price");
}

/// [7.5.1][7.5.1.B][7.5.1.C][7.5.1.D1][7.5.1.D3] The whole chain in the open: 12 against 5 is 2:1, and the die alone gives the rest.
#[test]
fn a_combat_runs_through_its_steps() {
    // 1/2r asks for the check of the defender, 2/2 for his retreat, 2/1 for that of the attacker, 3r/1 for the attacker's check.
    let next = [(9, Turn::Chance), (6, Turn::Player(Side::Soviet)), (3, Turn::Player(Side::Axis)), (1, Turn::Chance)];
    for (die, asked) in next {
        let mut game = selected(open_field("I/16 2402"), "14Pz", "I/103");
        play(&mut game, &["attack 2402 hasty"]);
        assert_eq!((game.turn(), lines(&game).len()), (Turn::Chance, 10), "[7.5.1.B] the chit of the attacker");
        play(&mut game, &["chit 2"]);
        assert_eq!(lines(&game).len(), 9, "[7.5.1.B] the chit of the defender");
        play(&mut game, &["chit 0"]);
        assert!(offers(&game, "die 10"));
        let report = game.battle_report().expect("a combat in progress");
        assert_eq!(report.sheet.modifiers.net, 0);
        roll(&mut game, &[die]);
        assert_eq!((game.points(unit("I/16")), game.turn()), (4, asked), "[7.5.1.D3] applied at once, die {die}");
        assert_eq!(game.points(unit("I/103")), if die < 6 { 5 } else { 6 }, "the defender's result comes first");
    }
    // [7.5.1.D3] The modifiers move the row: four points of the headquarters make a 9 of a 5.
    let mut game = selected(open_field("I/16 2402"), "14Pz", "I/103");
    fight(&mut game, "attack 2402 prepared", [2, 0], 5);
    assert_eq!((game.turn(), game.points(unit("I/103"))), (Turn::Chance, 6), "1/2r: a check of the defender; 5 alone is 2/1");
    // [7.5.1.D1] Rounded down: 10 against 5 is 2:1, 8 against 5 is 3:2.
    let mut game = selected(open_field("I/16 2402").steps("I/103", 5).expect("points"), "14Pz", "I/103");
    fight(&mut game, "attack 2402 hasty", [2, 0], 9);
    assert_eq!(game.turn(), Turn::Chance, "1/2r at 2:1: a check follows");
    let mut game = selected(open_field("I/16 2402").steps("I/103", 4).expect("points"), "14Pz", "I/103");
    fight(&mut game, "attack 2402 hasty", [2, 0], 9);
    assert_ne!(game.turn(), Turn::Chance, "8 against 5 is 3:2, and 2/2 is black");
}

/// [7.5.1.1.a][7.5.1.1.b] A prepared attack and an improved defence use the other column of their chits.
#[test]
fn prepared_attacks_and_improved_defences_use_the_right_column() {
    let below = |position: PositionBuilder, kind: AttackType| {
        let game = selected(position, "14Pz", "I/103");
        let report = game.attack_report(hex("2402"), kind).expect("an attack");
        report.below + report.columns[..5].iter().sum::<u32>()
    };
    let plain = || open_field("I/16 2402");
    let [hasty, regular, prepared] = [AttackType::Hasty, AttackType::Regular, AttackType::Prepared].map(|kind| below(plain(), kind));
    assert_eq!(hasty, regular);
    assert!(prepared < regular, "{prepared} draws below 2:1 against {regular}");
    assert!(below(plain().improved("2402").expect("a stack"), AttackType::Regular) > regular);
}

/// [7.5.1.1.d] Anti-tank guns attack with a quarter of their strength, and defend with all of it.
#[test]
fn anti_tank_guns_attack_with_a_quarter() {
    let stand = "I/712 2402 HQ-1AT 2403 I/103 2401 HQ-14Pz 2200";
    let attack = selected(placed(stand), "1AT", "I/712").attack_report(hex("2401"), AttackType::Hasty).expect("an attack");
    assert_eq!(attack.columns[2..].iter().sum::<u32>(), 0, "at most 3 against at least 6: {:?}", attack.columns);
    let defence = selected(placed(stand), "14Pz", "I/103").attack_report(hex("2402"), AttackType::Hasty).expect("an attack");
    assert!(defence.columns[6..].iter().sum::<u32>() < 45, "four points of strength count: {:?}", defence.columns);
}

/// [7.5.1.2.A] One hexside counts, in favour of the defender alone, and a road over it changes nothing.
#[test]
fn the_hexside_helps_the_defender_on_a_road_too() {
    let side = |from: &str, to: &str| {
        let game = selected(placed(&format!("I/103 {from} HQ-14Pz 2008 I/16 {to} HQ-87RD 2607")), "14Pz", "I/103");
        let sheet = game.attack_report(hex(to), AttackType::Hasty).expect("an attack").sheet;
        (sheet.modifiers.terms.iter().filter(|(cause, _)| matches!(cause, Cause::Hexside(_))).count(), sheet.modifiers.net)
    };
    assert_eq!(side("2208", "2307"), (1, -2), "the main road crosses the stream");
    let back = selected(placed("I/16 2307 HQ-87RD 2607 I/103 2208 HQ-14Pz 2008"), "87RD", "I/16");
    assert_eq!(modifier(&back, "2208", AttackType::Hasty, Cause::Hexside(Crossing::Stream)), -2, "in the other direction alike");
    assert_eq!(side("2401", "2402").1, 0);
}

/// [7.5.1.2.B] Who supports takes no hit and no check, whatever comes of the combat.
#[test]
fn supporters_take_no_part_in_the_losses() {
    let mut game = selected(open_field("II/103 2302 I/16 2402 II/16 2501"), "14Pz", "I/103");
    fight(&mut game, "attack 2402 regular", [0, 9], 1);
    for _ in 0..30 {
        if game.acting_stack() != 0 || offers(&game, "select II/103") {
            break;
        }
        if game.turn() == Turn::Chance {
            roll(&mut game, &[10]);
        } else {
            let next = lines(&game)[0].clone();
            play(&mut game, &[&next]);
        }
    }
    assert!(game.place(unit("I/103")) == Place::ELIMINATED || game.points(unit("I/103")) < 6);
    assert_eq!((game.points(unit("II/103")), game.is_disorganized(unit("II/103")), at(&game, "II/103")), (6, false, "2302".into()));
    assert_eq!((game.points(unit("II/16")), game.is_disorganized(unit("II/16"))), (5, false));
}

/// [7.5.1.2.B1] A unit whose ZOC does not reach the enemy hex gives no support: tanks none into a forest.
#[test]
fn tanks_support_no_attack_on_a_forest() {
    let support = |unit: &str| {
        let stand = format!("I/103 2411 {unit} 2310 HQ-14Pz 2008 I/16 2410 HQ-87RD 2708");
        let game = selected(placed(&stand), "14Pz", "I/103");
        modifier(&game, "2410", AttackType::Regular, Cause::AttackerSupport)
    };
    assert_eq!(support("II/103"), 1);
    assert_eq!(support("1/I/36"), 0);
}

/// [7.5.1.2.B3] A hasty attack has no support; its defender has [A46].
#[test]
fn hasty_attacks_are_not_supported() {
    let game = selected(open_field("II/103 2302 I/16 2402 II/16 2501"), "14Pz", "I/103");
    assert_eq!(modifier(&game, "2402", AttackType::Hasty, Cause::AttackerSupport), 0);
    assert_eq!(modifier(&game, "2402", AttackType::Hasty, Cause::DefenderSupport), -1);
}

/// [7.5.1.2.B5][7.5.1.2.B6] Support counts by hexes, not by units: one each, for the attacker round the defender and for the defender
/// round the attacker.
#[test]
fn support_counts_by_hexes() {
    let both = |more: &str| {
        let game = selected(open_field(&format!("I/16 2402 {more}")), "14Pz", "I/103");
        [Cause::AttackerSupport, Cause::DefenderSupport].map(|cause| modifier(&game, "2402", AttackType::Regular, cause))
    };
    assert_eq!(both("II/103 2302 1/I/36 2302"), [1, 0]);
    assert_eq!(both("II/103 2302 1/I/36 2403"), [2, 0]);
    assert_eq!(both("1/I/36 2401"), [0, 0], "who stands in the attacking hex and does not attack supports nobody");
    assert_eq!(both("II/16 2501 No1 2501 HQ-1/90 2105"), [0, -1]);
    assert_eq!(both("II/16 2501 III/16 2300"), [0, -2]);
    assert_eq!(both("III/16 2502"), [0, 0], "beside the defender is not beside the attacker");
}

/// [7.5.1.2.B7][7.5.1.2.B8] In prepared attacks and improved defences a hex with the own formation gives two, one with others alone one.
#[test]
fn the_own_formation_supports_doubly() {
    let attack = |more: &str| {
        let game = selected(open_field(&format!("I/16 2402 HQ-44ID 2102 {more}")), "14Pz", "I/103");
        modifier(&game, "2402", AttackType::Prepared, Cause::AttackerSupport)
    };
    assert_eq!(attack("II/103 2302"), 2);
    assert_eq!(attack("I/131 2302"), 1);
    assert_eq!(attack("I/131 2302 1/I/36 2302"), 2, "the better of a hex counts, not the sum");
    assert_eq!(attack("I/131 2302 II/103 2502"), 3);
    let defence = |more: &str| {
        let position = open_field(&format!("I/16 2402 HQ-1/90 2105 {more}")).improved("2402").expect("a stack");
        let game = selected(position, "14Pz", "I/103");
        modifier(&game, "2402", AttackType::Regular, Cause::DefenderSupport)
    };
    assert_eq!(defence("II/16 2501"), -2);
    assert_eq!(defence("No1 2501"), -1);
    assert_eq!(defence("No1 2501 II/16 2300"), -3, "round the attacking hex [A12]");
    assert_eq!(defence("II/16 2502"), 0, "not round the defending one");
}

/// [7.5.1.D2] Above the last ratio of the ground the last column serves, and below the first the attack fails outright.
#[test]
fn ratios_beyond_the_table_are_kept_within_it() {
    let crushing = placed("I/103 2401 1/I/36 2401 2/I/36 2401 HQ-14Pz 2200 No1 2402 HQ-1/90 2105").steps("No1", 1).expect("a point");
    let game = selected(crushing, "14Pz", "I/103 1/I/36 2/I/36");
    let report = game.attack_report(hex("2402"), AttackType::Prepared).expect("an attack");
    assert_eq!((report.below, report.columns.iter().sum::<u32>()), (0, 90));
    assert!(report.columns[9] >= 60, "more than 6:1 in most draws: {:?}", report.columns);
    let hopeless = placed("40 2709 HQ-14Pz 2008 I/103 2009 I/16 2708 HQ-87RD 2804").steps("40", 1).expect("a point");
    let mut game = selected(hopeless, "14Pz", "40");
    play(&mut game, &["attack 2708 hasty", "chit 0", "chit 9"]);
    assert_eq!(game.place(unit("40")), Place::ELIMINATED, "5/0 without a die");
    assert_eq!(game.acting(), Some((formation("14Pz"), 5)), "the point is spent");
}
