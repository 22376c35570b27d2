//! Chapter 26 of Blocks in the East: the Gustav gun.

use stavka_engine::blocks_in_the_east::combat::{Cause, Conditions, Fighter, Firing, Role};
use stavka_engine::blocks_in_the_east::terms::{TownClass, UnitKind};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, Prepared, UnitId};
use stavka_engine::game::Determinize as _;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{Volley, at, hex, offers, pass_to, play, rule_against, unit, volleys};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, scene, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const MOVE: Phase = Phase::GroundMovement;
/// Clear weather in 1942, when the gun is there.
const SUMMER: u8 = 13;

fn gustav() -> &'static Prepared {
    with_options(WAR, "gustav = true")
}

fn points(game: &BlocksInTheEast, id: &str) -> u8 {
    game.points(unit(game.data(), id))
}

/// Without the chapter the gun is artillery in all but its fire at fortifications [BOX1.k].
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).script.options.gustav && gustav().script.options.gustav);
    let scene = |data: &'static Prepared| scene(data, "AD01 1127, GN01 1228, SW01 1228, AH03 1027", SUMMER, AXIS, MOVE);
    let mut off = scene(scenario(WAR));
    assert_eq!((points(&off, "AD01"), off.needs_fuel(unit(scenario(WAR), "AD01"))), (4, false));
    play(&mut off, &["select AD01"]);
    assert!(offers(&off, "move 1228"));
    let on = scene(gustav());
    assert_eq!((points(&on, "AD01"), on.needs_fuel(unit(gustav(), "AD01"))), (2, true));
}

/// [26.0.b][13.5] Like an armoured corps it moves by halves and attacks nobody without the fuel of an Armoured Headquarters.
#[test]
fn the_gun_needs_fuel_to_move_and_to_attack() {
    let game = scene(gustav(), "AD01 1127, GN01 1228, SW01 1228, AH03 1027", SUMMER, AXIS, MOVE);
    let mut idle = game.clone();
    play(&mut idle, &["select AD01"]);
    assert!(!offers(&idle, "move 1228") && offers(&idle, "move 1125") && !offers(&idle, "move 1123"));
    assert_eq!(rule_against(&idle, "move 1228"), "13.5");
    let mut fed = game.clone();
    play(&mut fed, &["activate AH03", "select AD01", "fuel AH03"]);
    assert_eq!((points(&fed, "AD01"), fed.barrels_left(unit(gustav(), "AH03"))), (4, 3));
    play(&mut fed, &["move 1228"]);
    assert_eq!(at(&fed, "AD01").as_deref(), Some("1228"));
    // [3.8] It is a support unit still.
    let mut alone = scene(gustav(), "AD01 1127, SW01 1228, AH03 1027", SUMMER, AXIS, MOVE);
    play(&mut alone, &["activate AH03", "select AD01", "fuel AH03"]);
    assert_eq!(rule_against(&alone, "move 1228"), "3.8");
    // Other artillery needs none.
    let other = scene(gustav(), "GN10 1127, GN01 1228, SW01 1228, AH03 1027", SUMMER, AXIS, MOVE);
    assert!(!offers(&other, "activate AH03"));
    assert_eq!(points(&other, "GN10"), 4);
}

/// [26.0.b][13.8.1.a] The German Supreme Headquarters moves it in place of an armoured unit.
#[test]
fn the_german_command_moves_the_gun() {
    let mut game = scene(gustav(), "AD01 1127, GN01 1228, SW01 1228, AH01 Rastenburg", SUMMER, AXIS, MOVE);
    play(&mut game, &["select AD01", "fuel AH01"]);
    assert_eq!((points(&game, "AD01"), game.barrels_left(unit(gustav(), "AH01"))), (4, 1));
    assert!(offers(&game, "move 1228"));
}

/// [26.0.b] Formally it is no armour: it neither exploits nor makes a Blitz.
#[test]
fn the_gun_is_no_armour() {
    let mut game = scene(gustav(), "AD01 1127, GC15 1127, AH03 1027, SL01 1813", SUMMER, AXIS, Phase::Exploitation);
    play(&mut game, &["activate AH03"]);
    assert_eq!(rule_against(&game, "select AD01"), "7.10");
    let blitz = set_up(gustav(), "AD01 1127, GC15 1127, SL01 1813", SUMMER).fought("AD01").expect("on the map");
    let blitz = blitz.fought("GC15").expect("on the map").open(AXIS, Phase::Blitz);
    assert!(offers(&blitz, "select GC15") && !offers(&blitz, "select AD01"));
}

/// The stack that attacks Sevastopol or another place, with the gun beside it.
fn siege(data: &'static Prepared, place: &str, gun: &str, gun_at: &str, hq: &str, turn: u8) -> BlocksInTheEast {
    let units = format!("SG03 {place}, GN01 {place}, GN02 {place}, GN10 {place}, {gun} {gun_at}, AH03 {hq}");
    let mut game = scene(data, &units, turn, AXIS, MOVE);
    if offers(&game, "activate AH03") {
        play(&mut game, &["activate AH03"]);
    }
    play(&mut game, &[&format!("select {gun}")]);
    if offers(&game, "fuel AH03") {
        play(&mut game, &["fuel AH03"]);
    }
    game
}

/// [26.0][3.10] Against a fortress or a bunker it comes as a fourth unit; elsewhere, and without the chapter, it does not, nor does other artillery.
#[test]
fn the_gun_exceeds_the_stack_against_fortifications() {
    let enters = |game: &BlocksInTheEast, place: &str| offers(game, &format!("move {}", game.data().map.name(hex(game.data(), place))));
    for place in ["Sevastopol", "Solone Ozero"] {
        let near = if place == "Sevastopol" { ["2241", "2240"] } else { ["2238", "2237"] };
        let into = |data, gun: &str| enters(&siege(data, place, gun, near[0], near[1], SUMMER), place);
        assert!(into(gustav(), "AD01"), "{place}");
        assert!(!into(scenario(WAR), "AD01"), "{place}");
        assert!(!into(gustav(), "GC18"), "{place}");
    }
    assert!(!enters(&siege(gustav(), "2943", "AD01", "2942", "2941", SUMMER), "2943"));
    // With the gun there first, the stack is filled up beside it.
    let units = "SG03 Sevastopol, GN01 Sevastopol, GN02 Sevastopol, AD01 Sevastopol, GN10 2241";
    let mut first = scene(gustav(), units, SUMMER, AXIS, MOVE);
    play(&mut first, &["select GN10"]);
    assert!(enters(&first, "Sevastopol"));
    // In a fortress of its own side it counts like others.
    let units = "GN01 Sevastopol, GN02 Sevastopol, GN10 Sevastopol, AD01 2241, AH03 2240, SL01 1813";
    let mut own = set_up(gustav(), units, SUMMER).open(AXIS, MOVE);
    play(&mut own, &["activate AH03", "select AD01", "fuel AH03"]);
    for id in ["GN01", "GN02", "GN10"] {
        assert_eq!(at(&own, id).as_deref(), Some("2242"));
    }
    play(&mut own, &["move 2242", "done"]);
    assert_eq!(rule_against(&own, "done"), "7.5.3.d", "somebody has to leave");
}

/// [26.0] When the place has fallen the gun may stay for the turn; from the next movement of its side on it counts like others.
#[test]
fn the_gun_stays_for_the_turn_in_which_the_place_falls() {
    let data = gustav();
    let units = "SG03 Sevastopol, GN01 Sevastopol, GN02 Sevastopol, GN10 Sevastopol, AD01 Sevastopol, SL01 1813";
    let position = set_up(data, units, SUMMER).steps("SG03", 1).expect("steps");
    let mut game = position.open(AXIS, Phase::Combat);
    while game.battle_report().is_some() {
        match game.volley() {
            Some((AXIS, ..)) => play(&mut game, &["hits 1"]),
            Some(_) => play(&mut game, &["hits 0"]),
            None => play(&mut game, &["done"]),
        }
    }
    pass_to(&mut game, SOVIET, Phase::Supply);
    let there = |game: &BlocksInTheEast| ["GN01", "GN02", "GN10", "AD01"].map(|id| at(game, id).as_deref() == Some("2242"));
    assert_eq!(game.owner(hex(data, "Sevastopol")), Some(AXIS));
    assert_eq!(there(&game), [true; 4], "nobody is taken away");
    pass_to(&mut game, AXIS, MOVE);
    assert_eq!(rule_against(&game, "done"), "7.5.3.d", "one that can move has to leave");
}

/// The volleys of a battle until the first question.
fn fire(data: &'static Prepared, units: &str, turn: u8) -> Vec<Volley> {
    let mut game = scene(data, units, turn, AXIS, Phase::Combat);
    volleys(&mut game, &[])
}

/// [26.0][BOX1.k] It hits fortifications with a Bonus and without their Malus; on other ground it is artillery.
#[test]
fn the_gun_fires_at_fortifications_with_a_bonus() {
    let guns = |place: &str, gun: &str| {
        let seen = fire(gustav(), &format!("SG03 {place}, GN01 {place}, {gun} {place}"), SUMMER);
        seen.into_iter().find(|(side, firing, _)| (*side, *firing) == (AXIS, Firing::Artillery)).expect("it fires").2
    };
    assert_eq!([guns("Sevastopol", "AD01"), guns("Sevastopol", "GN10")], [vec![(4, 3)], vec![(1, 2)]]);
    assert_eq!([guns("Solone Ozero", "AD01"), guns("Solone Ozero", "GN10")], [vec![(4, 3)], vec![(2, 2)]]);
    for elsewhere in ["2943", "Kiev", "1524"] {
        assert_eq!(guns(elsewhere, "AD01"), guns(elsewhere, "GN10"), "{elsewhere}");
        assert_eq!(guns(elsewhere, "AD01"), [(4, 2)], "{elsewhere}");
    }
}

/// [26.0.a][AMB-88] When German infantry is of TECH 3 it hits fortifications on 3 to 6, and others on 4 to 6 like artillery.
#[test]
fn at_tech_3_it_hits_fortifications_on_3_to_6() {
    let data = gustav();
    let known = data.unit(unit(data, "AD01"));
    let plain = scene(data, "AD01 2943, GN01 2943, SL01 2943", SUMMER, AXIS, Phase::Combat).conditions();
    let faces = |tech: u8, town: Option<TownClass>| {
        let gun = Fighter { unit: known, strength: 4, tech, role: Role::Attacker, crossing: None };
        let conditions = Conditions { town, ..plain };
        let throw = gun.throw(Firing::Artillery, &data.tables.powers, &conditions).expect("it fires");
        assert_eq!(throw.malus, 0);
        let causes: Vec<Cause> = gun.modifiers(Firing::Artillery, &conditions).bonus.iter().map(|&(cause, _)| cause).collect();
        assert_eq!(causes, if town.is_some() { vec![Cause::Gustav] } else { vec![] });
        throw.faces
    };
    let fort = [Some(TownClass::Fortress), Some(TownClass::Bunker)];
    assert_eq!(fort.map(|town| faces(3, town)), [4, 4], "3 to 6");
    assert_eq!(fort.map(|town| faces(2, town)), [3, 3]);
    assert_eq!((faces(3, None), faces(2, None)), (3, 2));
}

/// [1.3][26.0] A stack of four before the battle looks to the other side like one that there may be.
#[test]
fn drawn_worlds_hold_the_stack_with_the_gun() {
    let data = gustav();
    let hidden = ["GN01", "GN02", "GN10", "AD01", "GC01", "GC18", "GC02"];
    let siege = "SG03 Sevastopol, GN01 Sevastopol, GN02 Sevastopol, GN10 Sevastopol, AD01 Sevastopol";
    let position = set_up(data, &format!("{siege}, GC01 1228, SW01 1228, GC18 1127, GC02 1127"), SUMMER);
    let game = hidden.iter().fold(position, |position, id| position.hidden(id).expect("on the map")).open(AXIS, Phase::Combat);
    assert!(game.battle_report().is_none(), "one of two battles is chosen");
    game.verify().unwrap_or_else(|problem| panic!("{problem}"));
    let mut dice = Dice::new(11);
    let mut elsewhere = 0;
    for _ in 0..40 {
        let world = game.determinize(SOVIET, &mut dice);
        assert_eq!(world.view_hash(SOVIET), game.view_hash(SOVIET));
        world.verify().unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(world.crowd_of(AXIS, hex(data, "Sevastopol")).ground, 4);
        elsewhere += u32::from(at(&world, "GN10").as_deref() == Some("1127"));
    }
    assert!(elsewhere > 0);
}

/// Random play under the chapter: a stack has a unit too many only with the gun, and only where it fights for a fortification.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = gustav();
    let siege = "SG03 Sevastopol, SM02 Sevastopol, AD01 Sevastopol, GS01 Sevastopol, GS02 Sevastopol, GN10 Sevastopol";
    let units = format!("{siege}, AH03 2241, SL01 1813, GN01 1127");
    let game = set_up(data, &units, SUMMER).open(AXIS, Phase::Combat);
    let is_gun = |&id: &UnitId| data.unit(id).kind == UnitKind::Gustav;
    // The German Supreme Headquarters moves to Berlin at once when the Soviets enter Germany [13.8.2.a].
    let seats = |game: &BlocksInTheEast, hex| game.stack(hex).contains(&unit(data, "AH01"));
    let mut fired = 0;
    for seed in 0..40 {
        play_at_random(game.clone(), u16::from(SUMMER) + 1, 100 + seed, |game| {
            let binds = matches!(game.phase(), Some((SOVIET, _) | (AXIS, Phase::Reaction | Phase::Combat)));
            for hex in data.map.hexes().filter(|_| binds) {
                let ground = game.crowd_of(AXIS, hex).ground;
                assert!(
                    ground <= 4 && (ground <= 3 || game.stack(hex).iter().any(is_gun) || seats(game, hex)),
                    "{} in {:?}: {:?} {:?}",
                    data.map.name(hex),
                    game.phase(),
                    game.crowd_of(AXIS, hex),
                    game.asked()
                );
            }
            let fires = |id: &str| game.throwers(AXIS, Firing::Artillery).iter().any(|thrower| thrower.unit == unit(data, id));
            fired += u32::from(game.battle_report().is_some() && game.place(unit(data, "AD01")) != Place::ELIMINATED && fires("AD01"));
        });
    }
    assert!(fired > 0);
}
