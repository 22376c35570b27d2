//! Chapter 31 of Blocks in the East: units in Reserve.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::terms::{UnitClass, Weather};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::game::{Determinize as _, Game as _, Turn};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{at, goals, legal, lines, offers, pass_to, play, rule_against, unit, volleys};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const MOVE: Phase = Phase::GroundMovement;
const EXPLOIT: Phase = Phase::Exploitation;

fn reserve() -> &'static Prepared {
    with_options(WAR, "reserve = true")
}

/// Units in the second turn, with a Soviet corps far away.
fn scene(units: &str, turn: u8) -> PositionBuilder {
    set_up(reserve(), &format!("{units}, SL01 1813"), turn)
}

fn left(game: &BlocksInTheEast, id: &str) -> u8 {
    game.barrels_left(unit(game.data(), id))
}

fn is_kept(game: &BlocksInTheEast, id: &str) -> bool {
    game.is_in_reserve(unit(game.data(), id))
}

fn words(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|&word| word.to_owned()).collect()
}

/// Without the chapter nobody is in Reserve.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).script.options.reserve && reserve().script.options.reserve);
    let units = "GC01 1127, GC15 1127, AH03 1027, SL01 1813";
    let mut game = set_up(scenario(WAR), units, 2).open(AXIS, MOVE);
    play(&mut game, &["activate AH03"]);
    assert!(goals(&game, "reserve").is_empty());
    assert_eq!(rule_against(&game, "reserve GC01"), "31.0");
    // Infantry alone is no reason to activate an Armoured Headquarters, and none to exploit.
    assert!(!offers(&set_up(scenario(WAR), "GC01 1127, AH03 1027, SL01 1813", 2).open(AXIS, MOVE), "activate AH03"));
    assert!(offers(&scene("GC01 1127, AH03 1027", 2).open(AXIS, MOVE), "activate AH03"));
}

/// [31.0][31.0.a] Infantry is put in Reserve for an action point: it does not move in the Movement Phase, and exploits free of charge with all its
/// points, into no hex with enemies.
#[test]
fn motorized_infantry_exploits() {
    let mut game = scene("GC01 1127, GC02 1126, AH03 1027, SW01 1228", 2).open(AXIS, MOVE);
    play(&mut game, &["activate AH03"]);
    assert_eq!(goals(&game, "reserve"), words(&["GC01", "GC02"]));
    play(&mut game, &["reserve GC01"]);
    assert!(is_kept(&game, "GC01") && !is_kept(&game, "GC02"));
    assert_eq!(left(&game, "AH03"), 3);
    assert_eq!(rule_against(&game, "select GC01"), "31.0");
    assert_eq!(rule_against(&game, "reserve GC01"), "31.0", "once");
    assert!(offers(&game, "select GC02"));
    pass_to(&mut game, AXIS, EXPLOIT);
    assert_eq!(game.phase(), Some((AXIS, EXPLOIT)));
    assert_eq!(rule_against(&game, "select GC02"), "7.10");
    play(&mut game, &["select GC01"]);
    assert!(matches!(game.asked(), Some(Asked::March { left: 4, exploits: true, .. })));
    assert!(goals(&game, "fuel").is_empty(), "free of charge");
    assert_eq!(rule_against(&game, "move 1228"), "7.10.b");
    play(&mut game, &["move 1124"]);
    pass_to(&mut game, SOVIET, MOVE);
    assert_eq!(at(&game, "GC01").as_deref(), Some("1124"));
    assert!(!is_kept(&game, "GC01"), "for one exploitation");
}

/// [31.0.a][7.10.a] It exploits as armour does: if it is in supply when the phase begins, and what it is in is judged again afterwards.
#[test]
fn motorized_infantry_needs_supply() {
    let scene = |at: &str| {
        let position = scene(&format!("GC01 {at}, GC02 1126"), 2).reserve("GC01", true).expect("on the map");
        position.open(AXIS, EXPLOIT)
    };
    assert!(offers(&scene("1127"), "select GC01"));
    let cut = scene("3424");
    assert!(!offers(&cut, "select GC01"));
    assert!(cut.is_out_of_supply(unit(reserve(), "GC01")) || cut.phase() != Some((AXIS, EXPLOIT)));
}

/// [31.0] TECH 2, able to move still, within the radius of an Armoured Headquarters of its command, which has an action point left.
#[test]
fn reserve_takes_tech_2_and_a_headquarters_nearby() {
    // Soviet infantry is of TECH 2 from March 1942 on.
    for (turn, may) in [(2, false), (13, true)] {
        let mut game = scene("SW02 2421, SB05 2421, SH02 2420, GC01 0528", turn).weather(Weather::Clear).open(SOVIET, MOVE);
        play(&mut game, &["activate SH02"]);
        assert_eq!(offers(&game, "reserve SW02"), may, "turn {turn}");
    }
    let mut game = scene("GC01 1127, GC02 1120, RO03 1537, GC15 1127, GN12 1028, AH03 1027, AH04 1026", 2).open(AXIS, MOVE);
    play(&mut game, &["activate AH03"]);
    // Too far, another nation, armour in the Movement Phase, aircraft, headquarters.
    for id in ["GC02", "RO03", "GC15", "GN12", "AH04"] {
        assert!(!offers(&game, &format!("reserve {id}")), "{id}");
        assert_eq!(rule_against(&game, &format!("reserve {id}")), "31.0", "{id}");
    }
    // Who has moved is not put in Reserve.
    play(&mut game, &["select GC01", "move 1126", "done"]);
    assert!(!offers(&game, "reserve GC01"));
    // Barrels run out.
    let mut game = scene("GC01 1127, GC02 1127, AH03 1027", 2).steps("AH03", 1).expect("steps").open(AXIS, MOVE);
    play(&mut game, &["activate AH03", "reserve GC01"]);
    assert_eq!(left(&game, "AH03"), 0);
    assert_eq!(rule_against(&game, "reserve GC02"), "31.0");
    // Static units and those in a battle do not move, and are not put there.
    let mut game = scene("GC01 1228, SW01 1228, GC02 1127, AH03 1027", 2).open(AXIS, MOVE);
    play(&mut game, &["activate AH03"]);
    assert_eq!(goals(&game, "reserve"), words(&["GC02"]));
}

/// [31.0][AMB-39] Where several headquarters can do it their side says which.
#[test]
fn one_of_several_headquarters_pays() {
    let mut game = scene("GC01 1127, GC02 1127, AH03 1027, AH04 1026", 2).open(AXIS, MOVE);
    play(&mut game, &["activate AH03", "activate AH04", "reserve GC01"]);
    assert_eq!(game.asked(), Some(Asked::Keeping(unit(reserve(), "GC01"))));
    assert_eq!((lines(&game), game.turn()), (words(&["fuel AH03", "fuel AH04"]), Turn::Player(AXIS)));
    assert_eq!(rule_against(&game, "fuel AH02"), "13.4");
    play(&mut game, &["fuel AH04"]);
    assert_eq!((left(&game, "AH03"), left(&game, "AH04")), (4, 3));
    assert!(is_kept(&game, "GC01"));
}

/// [13.8.1.g] A Supreme Headquarters puts one armoured unit in Reserve, wherever it is, in the Movement Phase; it exploits free of charge.
#[test]
fn a_supreme_headquarters_puts_one_armoured_unit_in_reserve() {
    let mut game = scene("SH01 Moscow, SB05 2421, SW09 2421, SW02 2520, GC01 0528", 25).open(SOVIET, MOVE);
    play(&mut game, &["activate SH01"]);
    assert_eq!(goals(&game, "reserve"), words(&["SB05", "SW09"]), "infantry is for Armoured Headquarters");
    play(&mut game, &["reserve SB05"]);
    assert_eq!(left(&game, "SH01"), 3);
    assert!(goals(&game, "reserve").is_empty(), "each action once");
    assert_eq!(rule_against(&game, "select SB05"), "31.0");
    pass_to(&mut game, SOVIET, EXPLOIT);
    assert_eq!(rule_against(&game, "select SW09"), "13.7", "without fuel");
    play(&mut game, &["select SB05"]);
    assert!(matches!(game.asked(), Some(Asked::March { left: 4, .. })));
    assert!(goals(&game, "fuel").is_empty() && offers(&game, "move 2424"));
    // Of TECH 1 nobody is.
    let mut early = scene("SH01 Moscow, SB05 2421, GC01 0528", 2).open(SOVIET, MOVE);
    play(&mut early, &["activate SH01"]);
    assert!(goals(&early, "reserve").is_empty());
}

/// [13.7.a][AMB-40] Romanian and Hungarian armour, put in Reserve by its Supreme Headquarters in the Movement Phase, exploits; it does not otherwise.
#[test]
fn minor_armour_exploits_from_reserve() {
    let after = |lines: &[&str]| {
        let mut game = scene("RO07 1541, RO03 1541, AH10 1542", 2).open(AXIS, MOVE);
        play(&mut game, &["activate AH10"]);
        play(&mut game, lines);
        pass_to(&mut game, AXIS, EXPLOIT);
        game
    };
    let mut kept = after(&["reserve RO07"]);
    assert_eq!(kept.phase(), Some((AXIS, EXPLOIT)));
    play(&mut kept, &["select RO07"]);
    assert!(!goals(&kept, "move").is_empty());
    let idle = after(&[]);
    assert!(!offers(&idle, "select RO07"));
    // The German one does it as well; nobody puts Romanian infantry there.
    let mut game = scene("RO07 1541, RO03 1541, AH10 1542", 2).open(AXIS, MOVE);
    play(&mut game, &["activate AH10"]);
    assert_eq!(goals(&game, "reserve"), words(&["RO07"]));
}

/// Armour of the Axis that was put in Reserve in its exploitation.
fn kept(units: &str) -> PositionBuilder {
    scene(&format!("GC15 1127, {units}"), 2).reserve("GC15", false).expect("on the map")
}

/// [31.0.b] In the exploitation armour is put in Reserve by an Armoured Headquarters, and does not exploit.
#[test]
fn armour_in_reserve_does_not_exploit() {
    let mut game = scene("GC15 1127, GC16 1127, GC01 1126, AH03 1027", 2).open(AXIS, EXPLOIT);
    play(&mut game, &["activate AH03"]);
    assert_eq!(goals(&game, "reserve"), words(&["GC15", "GC16"]), "infantry is for the Movement Phase");
    play(&mut game, &["reserve GC15"]);
    assert_eq!((left(&game, "AH03"), is_kept(&game, "GC15")), (3, true));
    assert_eq!(rule_against(&game, "select GC15"), "31.0");
    play(&mut game, &["select GC16", "fuel AH03", "move 1125"]);
    pass_to(&mut game, SOVIET, MOVE);
    assert!(is_kept(&game, "GC15"), "for the turn of the other side");
    pass_to(&mut game, AXIS, MOVE);
    assert!(!is_kept(&game, "GC15"), "and no longer");
    assert!(offers(&game, "select GC15"));
}

/// [31.0.b][AMB-96] In the reaction it moves with all its points into a battle, and defends there; then it is not in Reserve any more.
#[test]
fn armour_in_reserve_comes_to_the_help_of_defenders() {
    let mut game = kept("GC01 1129, SW01 1129, SW02 1229").open(SOVIET, Phase::Reaction);
    assert_eq!((game.asked(), game.turn()), (Some(Asked::Reserves), Turn::Player(AXIS)));
    assert_eq!(lines(&game), words(&["done", "select GC15"]));
    assert_eq!(rule_against(&game, "select GC01"), "31.0.b");
    play(&mut game, &["select GC15"]);
    assert!(matches!(game.asked(), Some(Asked::March { left: 4, .. })), "without fuel");
    assert_eq!(goals(&game, "move"), words(&["1129"]), "into the battle alone");
    assert_eq!(rule_against(&game, "move 1128"), "31.0.b");
    play(&mut game, &["move 1129"]);
    assert_eq!(at(&game, "GC15").as_deref(), Some("1129"));
    assert!(!is_kept(&game, "GC15"));
    // It fires as a defender: a tank of TECH 2 on 5 and 6.
    assert!(game.battle_report().is_some());
    let tanks = game.throwers(AXIS, Firing::Ground).into_iter().find(|thrower| thrower.unit == unit(reserve(), "GC15")).expect("it fires");
    assert_eq!((tanks.dice, tanks.hits_on), (5, 2));
    assert!(tanks.modifiers.malus.is_empty());
    volleys(&mut game, &[]);
    // It may also stay.
    let mut game = kept("GC01 1129, SW01 1129").open(SOVIET, Phase::Reaction);
    play(&mut game, &["done"]);
    assert_eq!(at(&game, "GC15").as_deref(), Some("1127"));
}

/// [31.0.b][AMB-96] Not where the stack is full, where it is too far, past enemies, or where nobody is under attack.
#[test]
fn reserves_respect_stacks_and_ways() {
    let open = |units: &str| goals(&kept(units).open(SOVIET, Phase::Reaction), "select");
    assert_eq!(open("GC01 1129, SW01 1129"), words(&["GC15"]));
    assert!(open("GC01 1129, GC02 1129, SW01 1129").is_empty(), "two combat units are there");
    assert!(open("GC01 1134, SW01 1134").is_empty(), "too far");
    assert!(open("GC01 1129, SW01 1229").is_empty(), "no battle");
    let game = kept("GC01 1129, SW01 1129, GC02 1127, SW02 1127").open(SOVIET, Phase::Reaction);
    assert!(!offers(&game, "select GC15"), "it is under attack itself");
    // Units that were not put in Reserve stay.
    let game = scene("GC15 1127, GC01 1129, SW01 1129", 2).open(SOVIET, Phase::Reaction);
    assert_ne!(game.asked(), Some(Asked::Reserves));
    // A river behind it helps no attacker: it came as a defender.
    let mut game = kept("GC01 1129, SW01 1129").open(SOVIET, Phase::Reaction);
    play(&mut game, &["select GC15", "move 1129"]);
    assert_eq!(game.entry(unit(reserve(), "GC15")), None);
}

/// [7.8.b] A Blitz meets no aircraft, but armour in Reserve comes.
#[test]
fn reserves_react_to_a_blitz() {
    let position = kept("GC01 1129, SW09 1229, GN12 1028").fought("SW09").expect("on the map");
    let mut game = position.open(SOVIET, Phase::Blitz);
    play(&mut game, &["select SW09", "move 1129"]);
    assert_eq!((game.asked(), game.turn()), (Some(Asked::Reserves), Turn::Player(AXIS)));
    assert_eq!(lines(&game), words(&["done", "select GC15"]));
    let mut stays = game.clone();
    play(&mut game, &["select GC15", "move 1129"]);
    assert_eq!(game.battle_report().map(|report| report.round), Some(1));
    assert_eq!(at(&game, "GC15").as_deref(), Some("1129"));
    play(&mut stays, &["done"]);
    assert!(stays.battle_report().is_some() && is_kept(&stays, "GC15"), "it waits for another");
}

/// [1.3][31.0] The barrel lies on the card: both sides know that a unit is in Reserve, and not where it stands.
#[test]
fn the_place_of_a_unit_in_reserve_is_not_told() {
    let data = reserve();
    let position = set_up(data, "GC01 1127, GC02 1126, GC03 1125, AH03 1027, SL01 1813", 2);
    let position = ["GC01", "GC02", "GC03"].into_iter().fold(position, |position, id| position.hidden(id).expect("on the map"));
    let mut game = position.open(AXIS, MOVE);
    play(&mut game, &["activate AH03", "reserve GC01"]);
    assert!(game.is_hidden(unit(data, "GC01")));
    let mut dice = Dice::new(3);
    let mut places = BTreeSet::new();
    for _ in 0..60 {
        let world = game.determinize(SOVIET, &mut dice);
        assert_eq!(world.view_hash(SOVIET), game.view_hash(SOVIET));
        world.verify().unwrap_or_else(|problem| panic!("{problem}"));
        assert!(is_kept(&world, "GC01") && !is_kept(&world, "GC02"));
        places.insert(at(&world, "GC01"));
    }
    assert_eq!(places.len(), 3);
}

/// Random play under the chapter: who is put in Reserve may be, does not move before its time, and goes where it may.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = reserve();
    let game = PositionBuilder::start(data).turn(25).expect("a turn").open(AXIS, Phase::Supply);
    let (mut kept, mut reacted) = (0, 0);
    play_at_random(game, 27, 83, |game| {
        for action in legal(game) {
            match (action, game.asked()) {
                (Action::Reserve(unit), Some(Asked::Mover { exploits })) => {
                    let known = data.unit(unit);
                    assert!(data.tech(unit, game.game_turn() as u8) >= 2 || !["GN", "SL"].iter().any(|own| known.id.starts_with(own)));
                    assert!(!exploits || known.class == UnitClass::Armour);
                    kept += 1;
                }
                (Action::Select(unit), Some(Asked::Mover { exploits: false })) => assert!(!game.is_in_reserve(unit)),
                (Action::Select(unit), Some(Asked::Reserves)) => {
                    assert!(game.is_in_reserve(unit));
                    reacted += 1;
                }
                _ => {}
            }
        }
    });
    assert!(kept > 0 && reacted > 0, "{kept} kept, {reacted} reacted");
}
