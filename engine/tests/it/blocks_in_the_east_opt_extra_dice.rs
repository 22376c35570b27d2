//! Chapters 22 and 25 of Blocks in the East: the dice of the Jericho trumpets and of the Katyushas.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::display::{fire_at_hand, fires_into};
use stavka_engine::blocks_in_the_east::terms::{Nation, UnitKind};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::game::{Game as _, Scenario, Turn};
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::blocks_in_the_east_kit::{ADVANCED, WHOLE, hex, play, unit, volleys};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

fn trumpets() -> &'static Prepared {
    with_options(WAR, "jericho-trumpets = true")
}

fn rockets() -> &'static Prepared {
    with_options(WAR, "katyusha = true")
}

/// Dice of a side in a step in the first round, if nobody is hit; the report of who throws says the same.
fn thrown(position: PositionBuilder, attacker: Side, side: Side, firing: Firing) -> Vec<(u8, u8)> {
    let mut game = position.open(attacker, Phase::Combat);
    let told = |game: &BlocksInTheEast| -> u8 { game.throwers(side, firing).iter().map(|thrower| thrower.dice).sum() };
    let reported = told(&game);
    let seen = volleys(&mut game, &[]);
    let found = seen.iter().find(|(whose, step, _)| (*whose, *step) == (side, firing));
    let dice = found.map(|(.., dice)| dice.clone()).unwrap_or_default();
    // Guns have spent their ammunition when their dice lie there.
    if !dice.is_empty() && firing != Firing::Artillery {
        assert_eq!(reported, dice.iter().map(|(dice, _)| dice).sum::<u8>());
    }
    dice
}

/// The dice of the aircraft of the Axis that bomb the ground; `flying` are in the air.
fn bombs(data: &'static Prepared, units: &str, flying: &[&str], turn: u8, attacker: Side) -> Vec<(u8, u8)> {
    let position = set_up(data, units, turn);
    let position = flying.iter().fold(position, |position, id| position.flying(id).expect("on the map"));
    thrown(position, attacker, Side::Axis, Firing::AirAttack)
}

/// Each chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapters_are_off_unless_players_agree_on_them() {
    let options = scenario(WAR).script.options;
    assert!(!options.jericho_trumpets && !options.katyusha);
    assert!(trumpets().script.options.jericho_trumpets && !trumpets().script.options.katyusha);
    assert!(rockets().script.options.katyusha && !rockets().script.options.jericho_trumpets);
    let numbers = [scenario(WAR), trumpets(), rockets()].map(Scenario::fingerprint);
    assert!((0..3).all(|a| (0..a).all(|b| numbers[a] != numbers[b])));
}

/// [22.0] Stukas at full strength throw two dice more at units in the open, in attack and in defence; bombers do not, nor Stukas that have lost
/// a step, nor anybody without the chapter.
#[test]
fn stukas_at_full_strength_throw_two_dice_more() {
    let scene = "GC23 2943, GN01 2943, SL01 2943";
    for attacker in Side::ALL {
        assert_eq!(bombs(trumpets(), scene, &["GC23"], 2, attacker), [(6, 2)]);
        assert_eq!(bombs(scenario(WAR), scene, &["GC23"], 2, attacker), [(4, 2)]);
    }
    assert_eq!(bombs(trumpets(), "GN13 2943, GN01 2943, SL01 2943", &["GN13"], 2, Side::Axis), [(4, 2)]);
    let reduced = set_up(trumpets(), scene, 2).steps("GC23", 3).expect("a step lost").flying("GC23").expect("on the map");
    assert_eq!(thrown(reduced, Side::Axis, Side::Axis, Firing::AirAttack), [(3, 2)]);
    // Aircraft alone bomb as well as those that come with ground units.
    assert_eq!(bombs(trumpets(), "GC23 2943, SL01 2943", &["GC23"], 2, Side::Axis), [(6, 2)]);
}

/// [22.0] Not in rain, nor in snow.
#[test]
fn trumpets_sound_in_clear_weather_alone() {
    let scene = "GC23 2943, GN01 2943, SL01 2943";
    for turn in [2, 4, 13, 16] {
        assert_eq!(bombs(trumpets(), scene, &["GC23"], turn, Side::Axis), [(6, 2)], "turn {turn}");
    }
    for turn in [6, 7, 11, 18] {
        let with = bombs(trumpets(), scene, &["GC23"], turn, Side::Axis);
        assert_eq!(with, bombs(scenario(WAR), scene, &["GC23"], turn, Side::Axis), "turn {turn}");
    }
}

/// [22.0] A Minor City is no shelter, nor a site of a battle or rough ground; a Major City, a bunker and a fortress are, for the defender.
#[test]
fn towns_that_modify_combat_shelter_the_defender() {
    let data = trumpets();
    for (at, sheltered) in [
        ("Kiev", true),
        ("Minsk", true),
        ("Leningrad", true),
        ("Sevastopol", true),
        ("Solone Ozero", true),
        ("Vitebsk", false),
        ("Pinsk", false),
        ("2943", false),
        ("1524", false),
    ] {
        let scene = format!("SL01 {at}, GN01 {at}, GC23 {at}");
        let malus = |attacker| bombs(scenario(WAR), &scene, &["GC23"], 2, attacker);
        let with = |attacker| bombs(data, &scene, &["GC23"], 2, attacker);
        assert_eq!(with(Side::Axis) == malus(Side::Axis), sheltered, "{at}");
        // Soviets who attack the town are outside of it.
        assert_eq!(with(Side::Soviet), [(6, 2)], "{at}");
    }
}

/// [22.0] Not where fighters of the enemy are in the hex, in the air or on the ground; bombers do not keep them off.
#[test]
fn fighters_of_the_enemy_silence_the_trumpets() {
    let data = trumpets();
    let dice = |units: &str, flying: &[&str]| {
        let position = set_up(data, units, 2);
        let position = flying.iter().fold(position, |position, id| position.flying(id).expect("on the map"));
        let game = position.open(Side::Axis, Phase::Combat);
        game.throwers(Side::Axis, Firing::AirAttack).iter().map(|thrower| thrower.dice).collect::<Vec<_>>()
    };
    let ground = "GC23 Vitebsk, GN01 Vitebsk, SL01 Vitebsk";
    assert_eq!(dice(ground, &["GC23"]), [6]);
    assert_eq!(dice(&format!("{ground}, SB06 Vitebsk"), &["GC23", "SB06"]), [4], "a fighter in flight");
    assert_eq!(dice(&format!("{ground}, SB06 Vitebsk"), &["GC23"]), [4], "a fighter that takes off");
    assert_eq!(dice(&format!("{ground}, SA01 Vitebsk"), &["GC23"]), [6], "a bomber");
    assert!(dice(&format!("{ground}, GN12 Vitebsk"), &["GC23", "GN12"]).contains(&6), "an own fighter");
    // When the escort has driven them off, the trumpets sound.
    let position = set_up(data, &format!("{ground}, SB06 Vitebsk, GN12 Vitebsk"), 2);
    let position = ["GC23", "SB06", "GN12"].into_iter().fold(position, |position, id| position.flying(id).expect("on the map"));
    let mut game = position.open(Side::Axis, Phase::Combat);
    // Three hits: the fighters are gone.
    let mut seen = volleys(&mut game, &[3]);
    while !seen.iter().any(|(side, firing, _)| (*side, *firing) == (Side::Axis, Firing::AirAttack)) {
        play(&mut game, &["done"]);
        seen.extend(volleys(&mut game, &[]));
    }
    let bombed = seen.iter().find(|(side, firing, _)| (*side, *firing) == (Side::Axis, Firing::AirAttack)).expect("bombs fall");
    assert!(bombed.2.contains(&(6, 2)), "{bombed:?}");
}

/// [22.0][1.3] What a battle would bring, reckoned before it is opened, tells nothing of fighters that are hidden; it does of those that are
/// known.
#[test]
fn hidden_fighters_are_not_betrayed() {
    let data = with_options(WHOLE, "jericho-trumpets = true");
    let reckoned = |fighters: bool, hidden: bool| {
        let units = if fighters { "GC23 Warsaw, SL01 Pinsk, SB06 Pinsk" } else { "GC23 Warsaw, SL01 Pinsk" };
        let position = set_up(data, units, 2);
        let position = if hidden { position.hidden("SB06").expect("on the map") } else { position };
        let mut game = position.open(Side::Axis, Phase::AirMovement);
        play(&mut game, &["select GC23"]);
        let fires = fires_into(&game, Side::Axis, hex(data, "Pinsk"));
        let bombs = fires.into_iter().find(|fire| fire.firing == Firing::AirAttack).expect("bombs");
        bombs.shots.iter().map(|shot| shot.dice).sum::<u8>()
    };
    assert_eq!([reckoned(false, false), reckoned(true, true), reckoned(true, false)], [6, 6, 4]);
}

/// [22.0] Who bombs a base without ground units bombs no ground units.
#[test]
fn trumpets_are_for_units_on_the_ground() {
    assert_eq!(bombs(trumpets(), "GC23 Vitebsk, SA01 Vitebsk", &["GC23"], 2, Side::Axis), [(4, 2)]);
}

/// [22.0][SBE5.h] The supremacy of the Luftwaffe doubles the combat factor, not the two dice.
#[test]
fn supremacy_doubles_the_factor_alone() {
    let (_, text) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == ADVANCED).expect("it loads");
    let text = text.replace("luftwaffe_supremacy = false", "luftwaffe_supremacy = true");
    let own = |option: &str| -> &'static Prepared {
        let text = format!("{text}\n[options]\n{option}\norigin = \"given: agreed before the game\"\n");
        BlocksInTheEast::load_text("own.toml", &text).unwrap_or_else(|error| panic!("{error}"))
    };
    let scene = "GC23 2943, GN01 2943, SL01 2943";
    assert_eq!(bombs(own("jericho-trumpets = true"), scene, &["GC23"], 1, Side::Axis), [(10, 3)]);
    assert_eq!(bombs(own("jericho-trumpets = false"), scene, &["GC23"], 1, Side::Axis), [(8, 3)]);
}

/// The dice of the Soviet guns.
fn guns(data: &'static Prepared, units: &str, turn: u8, attacker: Side) -> Vec<(u8, u8)> {
    thrown(set_up(data, units, turn), attacker, Side::Soviet, Firing::Artillery)
}

/// [25.0] Soviet artillery throws two dice more from TECH 2 on, in attack and in defence.
#[test]
fn rockets_throw_two_dice_more() {
    let scene = "SW08 2943, SL01 2943, GN01 2943";
    for attacker in Side::ALL {
        assert_eq!(guns(rockets(), scene, 9, attacker), [(4, 1)], "TECH 1");
        assert_eq!(guns(rockets(), scene, 10, attacker), [(6, 2)], "TECH 2");
        assert_eq!(guns(rockets(), scene, 40, attacker), [(6, 3)], "TECH 3");
        assert_eq!(guns(scenario(WAR), scene, 10, attacker), [(4, 2)], "without the chapter");
    }
    // Two of them, one with a step less: 4 and 2 points.
    let position = set_up(rockets(), "SW08 2943, SK11 2943, SL01 2943, GN01 2943", 13).steps("SK11", 3).expect("a step lost");
    assert_eq!(thrown(position, Side::Soviet, Side::Soviet, Firing::Artillery), [(10, 2)]);
    // The board tells the dice of each gun.
    let game = set_up(rockets(), scene, 10).open(Side::Soviet, Phase::Combat);
    let fire = fire_at_hand(&game).expect("the guns fire first");
    assert_eq!(fire.shots.iter().map(|shot| (shot.dice, shot.faces)).collect::<Vec<_>>(), [(6, 2)]);
    // German guns have none.
    let german = set_up(rockets(), "GN10 2943, GN01 2943, SL01 2943", 13);
    assert_eq!(thrown(german, Side::Axis, Side::Axis, Firing::Artillery), [(4, 2)]);
}

/// [25.0] Guns without strength do not fire, and those that are alone do not either [6.1.4.b].
#[test]
fn spent_guns_have_no_rockets() {
    let position = |steps: u8, units: &str| set_up(rockets(), units, 13).steps("SW08", steps).expect("steps lost");
    let fire = |steps: u8, units: &str| thrown(position(steps, units), Side::Axis, Side::Soviet, Firing::Artillery);
    let scene = "SW08 2943, SL01 2943, GN01 2943";
    assert_eq!(fire(2, scene), [(3, 2)]);
    assert_eq!(fire(1, scene), []);
    assert_eq!(fire(4, "SW08 2943, GN01 2943"), []);
    // It costs ammunition as ever [7.7.4.a].
    let mut game = position(4, scene).open(Side::Axis, Phase::Combat);
    volleys(&mut game, &[]);
    assert!(game.step(unit(rockets(), "SW08")) >= 1);
}

/// [25.0] Not at aircraft; against a fortress the dice are divided with the others.
#[test]
fn rockets_are_for_the_ground_and_divide_with_the_factor() {
    let scene = "SW08 2943, SL01 2943, GN01 2943, GN13 2943";
    let fire = |data: &'static Prepared| {
        let position = set_up(data, scene, 13).flying("GN13").expect("on the map");
        thrown(position, Side::Axis, Side::Soviet, Firing::AntiAircraft)
    };
    assert_eq!(fire(rockets()), fire(scenario(WAR)));
    assert!(!fire(rockets()).is_empty());
    // Two Malus of Sevastopol: a quarter of 12 dice, and of 8.
    let besieged = "SW08 Sevastopol, SK11 Sevastopol, SL01 Sevastopol, GN01 Sevastopol";
    assert_eq!(guns(rockets(), besieged, 13, Side::Soviet), [(3, 2)]);
    assert_eq!(guns(scenario(WAR), besieged, 13, Side::Soviet), [(2, 2)]);
}

/// Random play under both chapters: two dice more, where they are due, than the factors make.
#[test]
fn random_play_keeps_to_the_chapters() {
    let data = with_options(WAR, "jericho-trumpets = true\nkatyusha = true");
    let game = PositionBuilder::start(data).turn(13).expect("a turn").open(Side::Axis, Phase::Supply);
    let (mut stukas, mut salvos) = (0, 0);
    play_at_random(game, 14, 47, |game| {
        if game.battle_report().is_none() || game.turn() != Turn::Chance {
            return;
        }
        for side in Side::ALL {
            for firing in Firing::ALL {
                for thrower in game.throwers(side, firing) {
                    let known = data.unit(thrower.unit);
                    let strength = game.strength(thrower.unit);
                    let malus: u8 = thrower.modifiers.malus.iter().map(|(_, count)| count).sum();
                    let fires = (known.nation, known.kind, firing) == (Nation::Soviet, UnitKind::Artillery, Firing::Artillery);
                    let whistles = (known.kind, firing) == (UnitKind::Stuka, Firing::AirAttack);
                    match (fires, whistles) {
                        (true, _) if strength > 0 && malus == 0 => {
                            assert_eq!(thrower.dice, strength + 2);
                            salvos += 1;
                        }
                        (_, true) => stukas += u32::from(thrower.dice == strength + 2),
                        _ if malus == 0 => assert_eq!(thrower.dice, strength, "{} in {firing:?}", known.id),
                        _ => {}
                    }
                }
            }
        }
    });
    assert!(salvos > 0, "{salvos} salvos, {stukas} trumpets");
}
