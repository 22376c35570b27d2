//! Chapter 27 of Blocks in the East: garrisons, and the Turkish frontier.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::game::Scenario as _;

use crate::blocks_in_the_east_kit::{WHOLE, at, goals, hex, offers, play, rule_against, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, cross, play_at_random, production_of, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const BLUE: &str = "operation-blue";
const MOVES: Phase = Phase::GroundMovement;
const TROOPS: [&str; 5] = ["AG01", "AG02", "AG03", "AK01", "AK02"];
/// The Soviet hexes beside Turkey.
const FRONTIER: [&str; 6] = ["2947", "3047", "3148", "3149", "3250", "3251"];

fn garrisons() -> &'static Prepared {
    with_options(WAR, "garrisons = true")
}

fn scene(units: &str) -> PositionBuilder {
    set_up(garrisons(), &format!("GN01 0927, SL01 4020, {units}"), 2)
}

fn names(game: &BlocksInTheEast) -> [BTreeSet<String>; 2] {
    let hexes = game.turkish_frontier().expect("the chapter is played");
    hexes.map(|hexes| hexes.iter().map(|hex| game.data().map.name(hex)).collect())
}

fn all(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// The chapter is a switch of its own, and a scenario with it another one; the Basic game has no such troops.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let off = scenario(WAR);
    assert!(!off.script.options.garrisons && garrisons().script.options.garrisons);
    assert_ne!(off.fingerprint(), garrisons().fingerprint());
    let open = |data: &'static Prepared, turn: u8| set_up(data, "GN01 0927, SL01 4020", turn).open(AXIS, MOVES);
    let (on, off) = (open(with_options(BLUE, "garrisons = true"), 13), open(scenario(BLUE), 13));
    let basic = open(with_options(WHOLE, "garrisons = true"), 2);
    for id in TROOPS {
        assert_eq!(on.place(unit(on.data(), id)), Place::RESERVE, "{id}");
        for game in [&off, &basic] {
            assert_eq!(game.place(unit(game.data(), id)), Place::REMOVED, "{id} in {}", game.data().script.id);
        }
    }
    assert!(off.turkish_frontier().is_none());
}

/// [27.0] Three security corps of Germany and two corps of Slovakia come in at home, whenever the scenario begins. In June 1941 they stand on the
/// map in any case.
#[test]
fn security_corps_and_slovaks_come_in() {
    for (id, turn) in [(WAR, 1), (BLUE, 13)] {
        let data = with_options(id, "garrisons = true");
        let mut game = production_of(set_up(data, "GN01 0927, SL01 4020", turn), 0, AXIS);
        assert!(TROOPS.iter().all(|id| offers(&game, &format!("bring {id}"))), "{id}");
        play(&mut game, &["bring AG01"]);
        assert!(goals(&game, "place").contains("0227"));
        play(&mut game, &["place 0227", "bring AK01"]);
        let bratislava = data.map.name(hex(data, "Bratislava"));
        assert_eq!(goals(&game, "place"), all(&[&bratislava]));
        play(&mut game, &[&format!("place {bratislava}")]);
        assert_eq!((at(&game, "AG01").as_deref(), at(&game, "AK01")), (Some("0227"), Some(bratislava)));
        assert!(!offers(&game, "bring AK01"));
    }
    let start = PositionBuilder::start(scenario(WAR)).open(AXIS, MOVES);
    assert!(TROOPS.iter().all(|id| at(&start, id).is_some()));
}

/// [27.0][29.1] They garrison cities like other units.
#[test]
fn they_garrison_cities() {
    let data = with_options(WAR, "garrisons = true\npartisans = true");
    let left = |units: &str| {
        let position = set_up(data, &format!("GN01 0927, SL01 4020{units}"), 4);
        let position =
            ["1624", "2023"].into_iter().filter(|at| !units.contains(at)).fold(position, |all, at| all.owner(at, AXIS).expect("a hex"));
        let mut game = position.open(SOVIET, Phase::Production);
        cross(&mut game);
        while game.asked() == Some(Asked::Production) {
            play(&mut game, &["done"]);
        }
        if let Some(Asked::Uprising { left }) = game.asked() { left } else { 0 }
    };
    assert_eq!((left(""), left(", AG01 1624"), left(", AK01 1624"), left(", AG01 1624, AK01 2023")), (2, 1, 1, 0));
}

/// [27.0.a] The frontier is six hexes, which the default set-up covers; units on the ground cover their hex and those in their zones of control.
#[test]
fn the_turkish_frontier_is_covered() {
    let [covered, open] = names(&PositionBuilder::start(garrisons()).open(AXIS, MOVES));
    assert_eq!((covered, open), (all(&FRONTIER), BTreeSet::new()));
    assert_eq!(names(&scene("").open(AXIS, MOVES))[1], all(&FRONTIER));
    assert_eq!(names(&scene("SW01 3148").open(AXIS, MOVES))[0], all(&["3148", "3149"]));
    let data = garrisons();
    let airmen = data.units(SOVIET).find(|(_, known)| !known.is_ground() && known.nation == Nation::Soviet).expect("aircraft").1.id.clone();
    assert!(names(&scene(&format!("{airmen} 3148")).open(AXIS, MOVES))[0].is_empty(), "aircraft do not");
}

/// [27.0.a] Who alone covers a hex stays: it does not march, go by rail or disband, until another unit covers what it covers.
#[test]
fn who_alone_covers_the_frontier_stays() {
    let game = scene("SW01 3148").open(SOVIET, MOVES);
    assert!(!offers(&game, "select SW01"));
    assert_eq!(rule_against(&game, "select SW01"), "27.0.a");
    let game = scene("SW01 3148").open(SOVIET, Phase::Disbanding);
    assert_eq!(rule_against(&game, "disband SW01"), "27.0.a");
    let game = scene("SW01 3148").points(Nation::Soviet, 9).open(SOVIET, Phase::RailMoves);
    assert_eq!(rule_against(&game, "select SW01"), "27.0.a");
    // One beside it is enough, and the other one is bound then.
    let mut game = scene("SW01 3148, SW02 3148").open(SOVIET, MOVES);
    assert!(offers(&game, "select SW01") && offers(&game, "select SW02"));
    play(&mut game, &["select SW01"]);
    play(&mut game, &["move 3147"]);
    while offers(&game, "done") && matches!(game.asked(), Some(Asked::March { .. })) {
        play(&mut game, &["done"]);
    }
    assert_eq!(names(&game)[0], all(&["3047", "3148", "3149"]));
    assert!(!offers(&game, "select SW02"));
    // What others cover binds nobody, nor does what lies beyond their zones of control.
    assert!(offers(&scene("SW01 3148, SW02 3047, SW03 3149").open(SOVIET, MOVES), "select SW01"));
    assert!(offers(&scene("SW01 3044").open(SOVIET, MOVES), "select SW01"));
    // Without the chapter everybody goes.
    assert!(offers(&set_up(scenario(WAR), "GN01 0927, SL01 4020, SW01 3148", 2).open(SOVIET, MOVES), "select SW01"));
}

/// Random play under the chapter: what the Soviets cover of the frontier stays covered while no enemy comes there.
#[test]
fn random_play_keeps_to_the_chapter() {
    let (mut seen, mut arrived) = (0, BTreeSet::new());
    play_at_random(PositionBuilder::start(garrisons()).open(AXIS, Phase::Supply), 3, 27, |game| {
        assert_eq!(names(game)[1], BTreeSet::new());
        seen += 1;
        arrived.extend(TROOPS.into_iter().filter(|id| at(game, id).is_some()));
    });
    assert!(seen > 1000 && !arrived.is_empty(), "{seen} {arrived:?}");
}
