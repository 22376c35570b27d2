//! Chapter 24 of Blocks in the East: amphibious assaults.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Crossing, Firing};
use stavka_engine::blocks_in_the_east::display::fires_into;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation, Terrain, TownClass, Weather};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Scenario as _, Turn};

use crate::blocks_in_the_east_kit::{at, goals, hex, lines, offers, pass_to, play, rule_against, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, dice_in, play_at_random, production_of, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const GROUND: Phase = Phase::GroundMovement;
const SUMMER: u8 = 14;
/// Coasts of the Black Sea around the Crimea that the Axis may hold.
const CRIMEA: [&str; 12] = ["1839", "1938", "2037", "2038", "2039", "2140", "2141", "2241", "2341", "2440", "2541", "2643"];

fn amphibious() -> &'static Prepared {
    with_options(WAR, "amphibious-assault = true")
}

fn name(place: &str) -> String {
    amphibious().map.name(hex(amphibious(), place))
}

/// Marines and other units of the Black Sea, with the naval headquarters at Sevastopol.
fn squadron_on(data: &'static Prepared, units: &str, turn: u8) -> PositionBuilder {
    set_up(data, &format!("SH10 Sevastopol, GN01 0927, SR01 4020, {units}"), turn)
}

fn squadron(units: &str) -> PositionBuilder {
    squadron_on(amphibious(), units, SUMMER).active("SH10").expect("a headquarters")
}

/// The Axis has no port on the Black Sea, and lays no mines.
fn swept(position: PositionBuilder) -> PositionBuilder {
    ["Constanta", "Galati"].into_iter().fold(position, |position, port| position.owner(&name(port), SOVIET).expect("a port"))
}

fn held_by_axis(position: PositionBuilder, hexes: &[&str]) -> PositionBuilder {
    hexes.iter().fold(position, |position, at| position.owner(&name(at), AXIS).expect("a hex"))
}

fn can_land(position: PositionBuilder, id: &str) -> bool {
    offers(&position.open(SOVIET, GROUND), &format!("assault {id}"))
}

/// The coasts on which marines at a port can land if the Axis holds all that it may.
fn coasts(port: &str, id: &str, lost: &[&str]) -> BTreeSet<String> {
    let position = set_up(amphibious(), &format!("SH10 {port}, {id} {port}, GN01 0927, SR01 4020"), SUMMER);
    let mut game = held_by_axis(position.active("SH10").expect("a headquarters"), lost).open(SOVIET, GROUND);
    if !offers(&game, &format!("assault {id}")) {
        return BTreeSet::new();
    }
    play(&mut game, &[&format!("assault {id}")]);
    goals(&game, "move")
}

/// Marines who have landed beside the Axis at Feodosia, past no mines, as the battle is opened.
fn landed(units: &str) -> BlocksInTheEast {
    let mut game = swept(squadron(&format!("SM02 Sevastopol, {units}"))).open(SOVIET, GROUND);
    play(&mut game, &["assault SM02", "move 2341"]);
    pass_to(&mut game, SOVIET, Phase::Combat);
    game
}

/// Plays until the attackers may leave the battle, with so many hits of the defenders on the ground.
fn to_withdrawal(game: &mut BlocksInTheEast, hits: u8) {
    while game.asked() != Some(Asked::Withdrawal { side: SOVIET, air_only: false }) {
        match game.volley() {
            Some((AXIS, Firing::Ground, _)) => play(game, &[&format!("hits {hits}")]),
            Some(_) => play(game, &["hits 0"]),
            None => play(game, &["done"]),
        }
    }
}

/// Nobody hits, and nobody leaves.
fn stay(game: &mut BlocksInTheEast) {
    let line = if game.volley().is_some() { "hits 0" } else { "done" };
    play(game, &[line]);
}

fn causes(list: &[(Cause, u8)]) -> Vec<Cause> {
    list.iter().map(|&(cause, _)| cause).collect()
}

/// Without the chapter nobody lands, and the naval headquarters has nothing to do.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let off = scenario(WAR);
    assert!(!off.script.options.amphibious_assault && amphibious().script.options.amphibious_assault);
    assert_ne!(off.fingerprint(), amphibious().fingerprint());
    let position = |data| squadron_on(data, "SM02 Sevastopol, GN02 2341", SUMMER);
    assert!(!offers(&position(off).open(SOVIET, GROUND), "activate SH10"));
    assert!(!can_land(position(off).active("SH10").expect("a headquarters"), "SM02"));
    let mut game = position(amphibious()).open(SOVIET, GROUND);
    assert!(!offers(&game, "assault SM02") && goals(&game, "ship").is_empty(), "not activated");
    assert_eq!(rule_against(&game, "assault SM02"), "24.0.a");
    play(&mut game, &["activate SH10"]);
    assert!(offers(&game, "assault SM02") && goals(&game, "ship").is_empty(), "naval movement is a chapter of its own");
}

/// [24.0][24.0.a] Soviet marines of TECH 2, at full strength and in supply, in the port of the activated naval headquarters that is so too; in good
/// weather. Nobody else lands.
#[test]
fn who_lands() {
    let shore = "GN02 2341";
    let with = |units: &str| squadron(&format!("{units}, {shore}"));
    assert!(can_land(with("SM02 Sevastopol"), "SM02"));
    assert!(can_land(with("SM01 Sevastopol"), "SM01"), "those of the Baltic as well");
    assert!(!can_land(with("SL01 Sevastopol"), "SL01"), "infantry");
    let early = squadron_on(amphibious(), &format!("SM02 Sevastopol, {shore}"), 2).active("SH10").expect("a headquarters");
    assert!(!can_land(early, "SM02"), "TECH 1");
    assert!(!can_land(with("SM02 Sevastopol").steps("SM02", 2).expect("steps"), "SM02"), "a step lost");
    assert!(!can_land(with("SM02 Sevastopol").steps("SH10", 3).expect("steps"), "SM02"), "the headquarters has lost one");
    assert!(!can_land(with("SM02 Sevastopol").out_of_supply("SM02").expect("on the map"), "SM02"), "out of supply");
    assert!(!can_land(with("SM02 Sevastopol").out_of_supply("SH10").expect("on the map"), "SM02"), "the headquarters is");
    assert!(!can_land(with("SM02 Novorossiysk"), "SM02"), "another port");
    assert!(!can_land(with("SM02 2241"), "SM02"), "no port");
    for weather in [Weather::Rain, Weather::LightRain, Weather::Snow] {
        assert!(!can_land(with("SM02 Sevastopol").weather(weather), "SM02"), "{weather:?}");
    }
    // The headquarters of another command does not do it, nor one that is not activated.
    let stavka = set_up(amphibious(), &format!("SH01 Moscow, SH10 Sevastopol, SM02 Sevastopol, {shore}"), SUMMER);
    assert!(!can_land(stavka.active("SH01").expect("a headquarters"), "SM02"));
    // Who has marched does not land, nor march who has landed.
    let mut game = with("SM02 Sevastopol").open(SOVIET, GROUND);
    play(&mut game, &["select SM02", "done"]);
    assert!(!offers(&game, "assault SM02"));
    assert_eq!(rule_against(&game, "assault SM02"), "24.0.a");
    let known = amphibious().unit(unit(amphibious(), "SM02"));
    assert_eq!(known.nation, Nation::Soviet);
    let marines = amphibious().units(AXIS).filter(|(_, known)| known.kind == amphibious().unit(unit(amphibious(), "SM02")).kind);
    assert_eq!(marines.count(), 0, "the Axis has none");
}

/// [24.0.a] On a coast of the sea of the port within five hexes, which its side does not control: no mountain, no Major City, and not in the Gulf of
/// Bothnia and the Sea of Azov, where sandbanks are.
#[test]
fn where_marines_land() {
    let data = amphibious();
    let expected = |hexes: &[&str]| hexes.iter().map(|&at| at.to_owned()).collect::<BTreeSet<String>>();
    let open = coasts("Sevastopol", "SM02", &CRIMEA);
    let cities = ["1938", "2037"];
    assert!(CRIMEA.iter().all(|at| open.contains(*at) != cities.contains(at)), "{open:?}");
    for city in cities {
        assert_eq!(data.map.place_at(hex(data, city)).and_then(|place| place.class), Some(TownClass::Major));
    }
    let held_before = ["1740", "1741", "1742", "1840"];
    assert!(open.iter().all(|at| CRIMEA.contains(&at.as_str()) || held_before.contains(&at.as_str())), "{open:?}");
    // What its own side controls is no goal.
    assert!(!coasts("Sevastopol", "SM02", &["2341"]).contains("2440"));
    assert!(coasts("Sevastopol", "SM02", &["2341"]).contains("2341"));
    // Six hexes away; beside no sea; on another sea.
    let far = coasts("Sevastopol", "SM02", &["2743", "2240", "2340", "2840"]);
    for at in ["2743", "2240", "2340"] {
        assert!(!far.contains(at), "{at}");
    }
    // Mountains.
    let caucasus = coasts("Batumi", "SM02", &["2844", "2845", "2743", "2946"]);
    assert_eq!(caucasus, expected(&["2845", "2946"]));
    assert_eq!(data.map.terrain[hex(data, "2844").index()], Terrain::Mountain);
    // Every sea but two.
    assert!(coasts("Oranienbaum", "SM01", &["1714", "1615"]).is_superset(&expected(&["1714", "1615"])));
    assert_eq!(coasts("Arkhangelsk", "SM01", &["2606"]), expected(&["2606"]));
    assert_eq!(coasts("Baku", "SM02", &["3547"]), expected(&["3547"]));
    assert_eq!(coasts("Murmansk", "SM01", &["petsamo"]), expected(&["petsamo"]));
    assert!(coasts("Kerch", "SM02", &["Taman", "Mariupol", "Feodosia"]).is_empty(), "the Sea of Azov");
    assert!(coasts("Turku", "SM01", &["Vaasa"]).is_empty(), "the Gulf of Bothnia");
    assert!(coasts("Feodosia", "SM02", &["Kerch"]).contains(&name("Kerch")), "from the Black Sea");
    let mut game = held_by_axis(squadron("SM02 Sevastopol"), &["2341"]).open(SOVIET, GROUND);
    play(&mut game, &["assault SM02"]);
    assert_eq!(rule_against(&game, "move 2440"), "24.0.a");
}

/// [24.0.a][18.0.a] A landing is declared in the open and costs an action point of the headquarters; where nobody is the hex is taken at once. Who stays has
/// moved.
#[test]
fn a_landing_is_an_order_of_the_naval_headquarters() {
    let data = amphibious();
    let position = || held_by_axis(swept(squadron("SM01 Sevastopol, SM02 Sevastopol, SL01 Sevastopol")), &["2341", "2140"]);
    let mut game = position().hidden("SM02").expect("on the map").open(SOVIET, GROUND);
    let headquarters = unit(data, "SH10");
    assert_eq!(game.barrels_left(headquarters), 4);
    play(&mut game, &["assault SM02"]);
    assert_eq!((game.asked(), game.turn()), (Some(Asked::Landing(unit(data, "SM02"))), Turn::Player(SOVIET)));
    assert!(!game.is_hidden(unit(data, "SM02")), "declared in the open");
    let mut stays = game.clone();
    play(&mut stays, &["done"]);
    assert!(!offers(&stays, "assault SM02") && !offers(&stays, "select SM02") && offers(&stays, "assault SM01"));
    assert_eq!(stays.barrels_left(headquarters), 4);
    play(&mut game, &["move 2341"]);
    assert_eq!((at(&game, "SM02").as_deref(), game.owner(hex(data, "2341"))), (Some("2341"), Some(SOVIET)));
    assert!(game.battles().is_empty() && game.has_landed(unit(data, "SM02")));
    assert!(!offers(&game, "select SM02") && !offers(&game, "assault SM02"));
    assert_eq!(game.barrels_left(headquarters), 3);
    play(&mut game, &["assault SM01", "move 2140"]);
    assert_eq!(game.barrels_left(headquarters), 2);
    game.verify().unwrap_or_else(|problem| panic!("{problem}"));
    // It is over with the next turn of the side.
    pass_to(&mut game, AXIS, GROUND);
    assert!(game.has_landed(unit(data, "SM02")) && !game.is_hidden(unit(data, "SM02")));
    pass_to(&mut game, SOVIET, Phase::Production);
    assert!(!game.has_landed(unit(data, "SM02")));
    game.verify().unwrap_or_else(|problem| panic!("{problem}"));
}

/// [24.0.c][18.1] On a mined sea that the enemy controls a die decides on the way: 1 to 3 the marines land, 4 and 5 with a step less, 6 they are lost.
#[test]
fn mines_lie_before_the_coast() {
    let data = amphibious();
    let mut game = held_by_axis(squadron("SM02 Sevastopol"), &["2341"]).open(SOVIET, GROUND);
    play(&mut game, &["assault SM02", "move 2341"]);
    assert_eq!((game.asked(), game.turn(), lines(&game).len()), (Some(Asked::SeaMines(unit(data, "SM02"))), Turn::Chance, 6));
    assert_eq!(game.owner(hex(data, "2341")), Some(AXIS));
    for face in 1..=6 {
        let mut then = game.clone();
        play(&mut then, &[&format!("die {face}")]);
        then.verify().unwrap_or_else(|problem| panic!("{problem}"));
        let lost = face == 6;
        assert_eq!(then.owner(hex(data, "2341")), Some(if lost { AXIS } else { SOVIET }));
        match face {
            1..=3 => assert_eq!((at(&then, "SM02").as_deref(), strength(&then, "SM02")), (Some("2341"), 3)),
            4 | 5 => assert_eq!((at(&then, "SM02").as_deref(), strength(&then, "SM02")), (Some("2341"), 2)),
            _ => assert_eq!(then.place(unit(data, "SM02")), Place::ELIMINATED),
        }
    }
    // Where no mines are nobody throws.
    let position = set_up(data, "SH10 Baku, SM02 Baku, GN01 0927, SR01 4020", SUMMER).active("SH10").expect("a headquarters");
    let mut game = held_by_axis(position, &["3547"]).open(SOVIET, GROUND);
    play(&mut game, &["assault SM02", "move 3547"]);
    assert_eq!(at(&game, "SM02").as_deref(), Some("3547"));
}

/// [24.0.b] In the first round the defenders on the ground have a Bonus and fire first, and the marines fire with a Malus; later neither.
#[test]
fn defenders_of_a_coast_fire_first() {
    let data = amphibious();
    let mut game = landed("GN02 2341");
    assert_eq!(game.crossing(unit(data, "SM02")), Some(Crossing::Sea));
    assert!(game.conditions().landed && !game.conditions().all_crossed);
    let (first, firing) = game.volley().map(|(side, firing, _)| (side, firing)).expect("a volley");
    assert_eq!((first, firing), (AXIS, Firing::Ground), "the defenders come first");
    let bonus = |game: &BlocksInTheEast| causes(&game.throwers(AXIS, Firing::Ground)[0].modifiers.bonus);
    let malus = |game: &BlocksInTheEast| causes(&game.throwers(SOVIET, Firing::Ground)[0].modifiers.malus);
    assert_eq!((bonus(&game), malus(&game)), (vec![Cause::Amphibious], vec![Cause::Amphibious]));
    let defence = |round: u8| dice_in(&mut landed("GN02 2341"), AXIS, Firing::Ground, round, &[]);
    let attack = |round: u8| dice_in(&mut landed("GN02 2341"), SOVIET, Firing::Ground, round, &[]);
    let ([(dice, faces)], [(later, fewer)]) = (&defence(1)[..], &defence(2)[..]) else { panic!("one kind of dice") };
    assert_eq!((*dice, *faces), (*later, fewer + 1));
    let ([(few, faces)], [(many, same)]) = (&attack(1)[..], &attack(2)[..]) else { panic!("one kind of dice") };
    assert_eq!((*few, *many, faces), (1, 3, same));
    dice_in(&mut game, AXIS, Firing::Ground, 2, &[]);
    assert_eq!((bonus(&game), malus(&game)), (vec![], vec![]));
    // Marines that the fire has taken do not fire.
    let mut game = landed("GN02 2341");
    play(&mut game, &["hits 3"]);
    assert_eq!(game.place(unit(data, "SM02")), Place::ELIMINATED);
    assert!(game.battle_report().is_none());
    // Who comes by land has no such Malus; the Bonus holds for all defenders.
    let game = landed("GN02 2341, GN03 2341, SL01 2341");
    for thrower in game.throwers(SOVIET, Firing::Ground) {
        assert_eq!(causes(&thrower.modifiers.malus).contains(&Cause::Amphibious), thrower.unit == unit(data, "SM02"));
    }
    assert!(game.throwers(AXIS, Firing::Ground).iter().all(|thrower| causes(&thrower.modifiers.bonus).contains(&Cause::Amphibious)));
    // What the board tells of a landing that is thought of.
    let mut game = swept(squadron("SM02 Sevastopol, GN02 2341")).open(SOVIET, GROUND);
    play(&mut game, &["assault SM02"]);
    let fires = fires_into(&game, SOVIET, hex(data, "2341"));
    let ground = fires.iter().find(|fire| fire.firing == Firing::Ground).expect("they fire on the ground");
    assert!(causes(&ground.shots[0].modifiers.malus).contains(&Cause::Amphibious) && ground.pool.count() == 1);
    // When the enemy comes for them they defend as everywhere.
    let mut game = held_by_axis(swept(squadron("SM02 Sevastopol, GN02 2140")), &["2241"]).open(SOVIET, GROUND);
    play(&mut game, &["assault SM02", "move 2241"]);
    pass_to(&mut game, AXIS, GROUND);
    play(&mut game, &["select GN02", "move 2241"]);
    pass_to(&mut game, AXIS, Phase::Combat);
    assert!(game.battle_report().is_some() && !game.conditions().landed);
    assert!(!causes(&game.throwers(SOVIET, Firing::Ground)[0].modifiers.malus).contains(&Cause::Amphibious));
}

/// [24.0.c] At the end of a round marines are taken off for an action point of the headquarters and a step, to a port of their sea, past the mines again.
#[test]
fn marines_are_taken_off() {
    let data = amphibious();
    let mut game = landed("GN02 2341");
    to_withdrawal(&mut game, 0);
    assert!(offers(&game, "reembark SM02"));
    play(&mut game, &["reembark SM02"]);
    assert_eq!(game.asked(), Some(Asked::Reembarkation(unit(data, "SM02"))));
    let ports = goals(&game, "move");
    for (port, open) in
        [("Sevastopol", true), ("Batumi", true), ("Constanta", true), ("Feodosia", false), ("Kerch", false), ("Baku", false)]
    {
        assert_eq!(ports.contains(&name(port)), open, "{port}");
    }
    assert_eq!(rule_against(&game, &format!("move {}", name("Kerch"))), "24.0.c");
    play(&mut game, &[&format!("move {}", name("Sevastopol"))]);
    // With the battle the turn of the headquarters is over: the first activation costs its own point as it stands down.
    assert_eq!((at(&game, "SM02"), strength(&game, "SM02"), strength(&game, "SH10")), (Some(name("Sevastopol")), 2, 2));
    assert!(
        !game.is_active(unit(data, "SH10"))
            && !game.has_landed(unit(data, "SM02"))
            && game.battle_report().is_none()
            && game.battles().is_empty()
    );
    assert_eq!(game.owner(hex(data, "2341")), Some(AXIS));
    game.verify().unwrap_or_else(|problem| panic!("{problem}"));
    // After the second round as well, and not when they have lost all but a step.
    let mut game = landed("GN02 2341");
    to_withdrawal(&mut game, 1);
    assert_eq!(strength(&game, "SM02"), 2);
    play(&mut game, &["done"]);
    let mut weak = game.clone();
    to_withdrawal(&mut game, 0);
    assert!(offers(&game, "reembark SM02"));
    while weak.volley().is_none() {
        play(&mut weak, &["done"]);
    }
    play(&mut weak, &["hits 1", "hits 0"]);
    assert_eq!(strength(&weak, "SM02"), 1);
    assert!(!offers(&weak, "reembark SM02"));
    // Past mines: a step more may be lost.
    let mut game = squadron("SM02 Sevastopol, GN02 2341").open(SOVIET, GROUND);
    play(&mut game, &["assault SM02", "move 2341", "die 1"]);
    pass_to(&mut game, SOVIET, Phase::Combat);
    to_withdrawal(&mut game, 0);
    play(&mut game, &["reembark SM02", &format!("move {}", name("Sevastopol"))]);
    assert_eq!((game.asked(), game.turn()), (Some(Asked::SeaMines(unit(data, "SM02"))), Turn::Chance));
    for (face, left) in [(1, 2), (4, 1), (6, 0)] {
        let mut then = game.clone();
        play(&mut then, &[&format!("die {face}")]);
        let place = then.place(unit(data, "SM02"));
        assert_eq!(if place.hex().is_some() { strength(&then, "SM02") } else { 0 }, left, "{face}");
        assert!(place == Place::ELIMINATED || at(&then, "SM02") == Some(name("Sevastopol")));
    }
    // Two corps cost two points; each is asked for.
    let mut game = swept(squadron("SM01 Sevastopol, SM02 Sevastopol, GN02 2341")).open(SOVIET, GROUND);
    play(&mut game, &["assault SM01", "move 2341", "assault SM02", "move 2341"]);
    pass_to(&mut game, SOVIET, Phase::Combat);
    to_withdrawal(&mut game, 0);
    play(&mut game, &["reembark SM01", &format!("move {}", name("Batumi")), "reembark SM02", &format!("move {}", name("Poti"))]);
    assert_eq!((strength(&game, "SH10"), strength(&game, "SM01"), strength(&game, "SM02")), (1, 2, 2));
}

/// [24.0.c] A headquarters without a point to spend takes nobody off; nor is anybody taken off who came by land, or in the turn of the enemy.
#[test]
fn who_is_not_taken_off() {
    let mut game = landed("GN02 2341, SL01 2341");
    to_withdrawal(&mut game, 0);
    assert!(offers(&game, "reembark SM02") && !offers(&game, "reembark SL01"));
    assert_eq!(rule_against(&game, "reembark SL01"), "24.0.c");
    // Its points are spent on others before.
    let data = with_options(WAR, "amphibious-assault = true\nopen = true");
    let position = squadron_on(data, "SM01 Sevastopol, SM02 Sevastopol, GN02 2341, GN03 2140", SUMMER).active("SH10").expect("one");
    let mut game = swept(position).open(SOVIET, GROUND);
    play(&mut game, &["assault SM01", "move 2341", "assault SM02", "move 2140"]);
    pass_to(&mut game, SOVIET, Phase::Combat);
    play(&mut game, &["battle 2341"]);
    to_withdrawal(&mut game, 0);
    play(&mut game, &["reembark SM01", &format!("move {}", name("Sevastopol"))]);
    assert_eq!(strength(&game, "SH10"), 3);
    to_withdrawal(&mut game, 0);
    assert!(offers(&game, "reembark SM02"));
    // In the turn of the enemy.
    let mut game = held_by_axis(swept(squadron("SM02 Sevastopol, GN02 2140")), &["2241"]).open(SOVIET, GROUND);
    play(&mut game, &["assault SM02", "move 2241"]);
    pass_to(&mut game, AXIS, GROUND);
    play(&mut game, &["select GN02", "move 2241"]);
    pass_to(&mut game, AXIS, Phase::Combat);
    while game.battle_report().is_some() && game.asked() != Some(Asked::Withdrawal { side: SOVIET, air_only: false }) {
        stay(&mut game);
    }
    assert!(!offers(&game, "reembark SM02"));
}

/// [24.0.c][AMB-93] From a battle that nobody can win they are taken off where they have no way out on land.
#[test]
fn marines_leave_a_hopeless_battle_by_sea() {
    let data = amphibious();
    let around = ["2340", "2240", "2241", "2440"];
    let mut game = held_by_axis(swept(squadron("SM02 Sevastopol, GN02 2341")), &around).open(SOVIET, GROUND);
    play(&mut game, &["assault SM02", "move 2341"]);
    pass_to(&mut game, SOVIET, Phase::Combat);
    while game.asked() != Some(Asked::Leaving(unit(data, "SM02"))) {
        stay(&mut game);
    }
    assert!(offers(&game, "reembark SM02") && game.battle_report().is_none());
    play(&mut game, &["reembark SM02", &format!("move {}", name("Sevastopol"))]);
    assert_eq!((at(&game, "SM02"), strength(&game, "SM02"), strength(&game, "SH10")), (Some(name("Sevastopol")), 2, 2));
}

/// [24.0.d][7.3.1.e][AMB-35] Marines are rebuilt with yellow points alone, in a naval yard that is left; the white point is waived.
#[test]
fn marines_are_rebuilt_with_yellow_points() {
    let data = amphibious();
    let position = PositionBuilder::start(data).turn(3).expect("a turn").put_in_box("SM02", Place::ELIMINATED).expect("off the map");
    let mut game = production_of(position, 20, SOVIET);
    assert_eq!(game.colour_of_price(unit(data, "SM02")), None);
    let purse = |game: &BlocksInTheEast| Colour::ALL.map(|colour| game.saved_of(Nation::Soviet, colour));
    let before = purse(&game);
    play(&mut game, &["rebuild SM02"]);
    assert_eq!(goals(&game, "place"), ["Leningrad", "Oranienbaum", "Sevastopol"].map(name).into_iter().collect());
    play(&mut game, &[&format!("place {}", name("Oranienbaum"))]);
    let price = data.tables.production.cost(data.unit(unit(data, "SM02")).steps[2].colour).expect("a price");
    let after = purse(&game);
    assert_eq!(before[Colour::Yellow as usize] - after[Colour::Yellow as usize], u16::from(price));
    assert_eq!(before.iter().sum::<u16>() - after.iter().sum::<u16>(), u16::from(price), "and nothing else");
    assert_eq!(strength(&game, "SM02"), 1);
    // One of the yards is enough; without any there is none.
    let lost = |yards: &[&str]| {
        let position = set_up(data, "GN01 0927, SL01 4020", 3).put_in_box("SM02", Place::ELIMINATED).expect("off the map");
        let position = yards.iter().fold(position, |position, yard| position.owner(&name(yard), AXIS).expect("a hex"));
        production_of(position, 20, SOVIET)
    };
    assert!(offers(&lost(&["Leningrad", "Oranienbaum"]), "rebuild SM02"));
    assert!(!offers(&lost(&["Leningrad", "Oranienbaum", "Sevastopol"]), "rebuild SM02"));
}

/// [24.0.e] In the hex and the turn of the landing they may be too many; nowhere else, and not in the next movement of their side.
#[test]
fn marines_exceed_the_stack_where_they_land() {
    let data = amphibious();
    let mut game = landed("GN02 2341, SL01 2341, SL02 2341");
    assert_eq!(game.crowd_of(SOVIET, hex(data, "2341")).combat, 3);
    game.verify().unwrap_or_else(|problem| panic!("{problem}"));
    while game.battle_report().is_some() {
        match game.volley() {
            Some((SOVIET, _, _)) => {
                let most = goals(&game, "hits").iter().filter_map(|hits| hits.parse::<u8>().ok()).max().unwrap_or(0);
                play(&mut game, &[&format!("hits {most}")]);
            }
            Some(_) => play(&mut game, &["hits 0"]),
            None => play(&mut game, &["done"]),
        }
    }
    pass_to(&mut game, AXIS, Phase::Supply);
    for id in ["SL01", "SL02", "SM02"] {
        assert_eq!(at(&game, id).as_deref(), Some("2341"), "{id}");
    }
    game.verify().unwrap_or_else(|problem| panic!("{problem}"));
    pass_to(&mut game, SOVIET, GROUND);
    assert!(!offers(&game, "done"), "somebody has to leave");
    assert_eq!(rule_against(&game, "done"), "7.5.3.d");
    // They retreat into no full stack.
    let ways_out = |friends: &str| {
        let position = swept(squadron(&format!("SM02 Sevastopol, GN02 2341, {friends}")));
        let mut game = held_by_axis(position, &["2340", "2440"]).open(SOVIET, GROUND);
        play(&mut game, &["assault SM02", "move 2341"]);
        pass_to(&mut game, SOVIET, Phase::Combat);
        to_withdrawal(&mut game, 0);
        if offers(&game, "withdraw SM02") {
            play(&mut game, &["withdraw SM02"]);
        }
        let asked = game.asked() == Some(Asked::Retreat(unit(data, "SM02")));
        if asked { goals(&game, "move") } else { at(&game, "SM02").into_iter().collect() }
    };
    assert!(ways_out("SL01 2241").contains("2241") && !ways_out("SL01 2241, SL02 2241").contains("2241"));
}

/// Random play under the chapter, with naval movement and without: landings, mines, battles on the coast and boats that take marines off.
#[test]
fn random_play_keeps_to_the_chapter() {
    let both = with_options(WAR, "amphibious-assault = true\nnaval-movement = true\nreserve = true");
    let units = "SH10 Sevastopol, SM01 Sevastopol, SM02 Sevastopol, SL01 2241, SL02 2241, GN02 2341, GN03 2440, GN04 2140, \
                 RO03 Bucharest, AH10 Bucharest, SL03 Batumi, SL04 Novorossiysk";
    let (mut landings, mut dies, mut ashore, mut rescues, mut fought) = (0, 0, 0, 0, 0);
    for seed in 0..16 {
        let data = if seed % 2 == 0 { amphibious() } else { both };
        let position = set_up(data, units, SUMMER).active("SH10").expect("a headquarters").points(Nation::Soviet, 9);
        let mut game = if seed % 4 < 2 { position } else { swept(position) }.open(SOVIET, GROUND);
        play(&mut game, if seed % 3 == 0 { &["assault SM01", "move 2341"] } else { &["assault SM02", "move 2440"] });
        play_at_random(game, u16::from(SUMMER) + 1, 240 + seed, |game| {
            match game.asked() {
                Some(Asked::Landing(id)) => {
                    landings += 1;
                    assert!(!game.is_hidden(id) && goals(game, "move").len() < 40);
                }
                Some(Asked::SeaMines(_)) => dies += 1,
                Some(Asked::Reembarkation(id)) => {
                    rescues += 1;
                    assert!(game.has_landed(id) && !game.is_hidden(id));
                }
                _ => {}
            }
            for (id, at) in game.units_on_map(SOVIET).filter(|&(id, _)| game.has_landed(id)) {
                ashore += 1;
                assert!(!game.is_hidden(id) && data.unit(id).id.starts_with("SM"));
                fought += u32::from(game.battle_report().is_some_and(|report| report.hex == at && report.attacker == SOVIET));
            }
        });
    }
    assert!(landings > 0 && dies > 0 && ashore > 0 && rescues > 0 && fought > 0, "{landings} {dies} {ashore} {rescues} {fought}");
}
