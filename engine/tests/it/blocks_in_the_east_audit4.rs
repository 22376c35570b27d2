//! Positions in which a reader who has written none of the rules of Blocks in the East tried to break them.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::terms::{Colour, Infrastructure, Nation, Route};
use stavka_engine::blocks_in_the_east::{Action, Asked, BlocksInTheEast, Phase};
use stavka_engine::game::{Determinize as _, Game as _, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{ADVANCED, WHOLE, at, builder, dice, goals, hex, legal, offers, pass_to, play, rule_against, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, cross, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const GROUND: Phase = Phase::GroundMovement;
/// June 1942.
const SUMMER: u8 = 13;

/// Whom the Soviets may send to a battle at 1726 that a German corps opens against units, or against partisans.
fn help(units: &str, battalions: u8) -> BTreeSet<String> {
    let data = with_options("operation-blue", "partisans = true\nreserve = true");
    let mut position = set_up(data, &format!("GN07 0227, SL01 4020, GN01 1626, {units}"), SUMMER);
    if battalions > 0 {
        position = position.partisans("1726", battalions).expect("a hex");
    }
    let position = if units.contains("SB05") { position.reserve("SB05", false).expect("on the map") } else { position };
    let position = if units.contains("SH06") { position.active("SH06").expect("a headquarters") } else { position };
    let mut game = position.open(AXIS, GROUND);
    play(&mut game, &["select GN01", "move 1726"]);
    assert_eq!(game.battles(), [hex(data, "1726")].into_iter().collect());
    pass_to(&mut game, AXIS, Phase::Reaction);
    if game.phase() == Some((AXIS, Phase::Reaction)) { goals(&game, "select") } else { BTreeSet::new() }
}

/// [29.0][29.1.e][29.1.f] Nobody comes to the help of partisans: neither fighters nor armour in Reserve, which both come to that of units.
#[test]
fn nobody_comes_to_the_help_of_partisans() {
    for (id, with) in [("SB06", "SB06 1826, SH06 1826"), ("SB05", "SB05 1826")] {
        assert!(help(&format!("{with}, SW01 1726"), 0).contains(id), "{id} helps units");
        for battalions in 2..=3 {
            assert_eq!(help(with, battalions), BTreeSet::new(), "{id} helps {battalions} battalions");
        }
    }
}

/// [23.0.b] A unit that was picked and stays is not asked for again in the turn.
#[test]
fn who_does_not_jump_is_not_asked_again() {
    let data = with_options(WAR, "airborne-assault = true");
    let position = set_up(data, "AH01 Rastenburg, GX02 Warsaw, SW01 1328, SL01 1813, GN01 1127", 2).active("AH01").expect("one");
    let mut game = position.open(AXIS, Phase::AirMovement);
    play(&mut game, &["select GX02", "done"]);
    assert!(!offers(&game, "select GX02"));
    // In the next turn it may jump.
    pass_to(&mut game, SOVIET, Phase::Supply);
    pass_to(&mut game, AXIS, GROUND);
    if !game.is_active(unit(data, "AH01")) && offers(&game, "activate AH01") {
        play(&mut game, &["activate AH01"]);
    }
    pass_to(&mut game, AXIS, Phase::AirMovement);
    assert!(offers(&game, "select GX02") || game.barrels_left(unit(data, "AH01")) == 0);
}

/// [13.8.1.f] One assault is launched in a turn, with an action left for another one.
#[test]
fn one_assault_is_launched_in_a_turn() {
    let data = with_options(WAR, "airborne-assault = true");
    let units = "AH01 Rastenburg, GX02 Warsaw, GX03 Warsaw, GN13 Warsaw, SW01 1328, SL01 1813, GN01 1127";
    let mut game = set_up(data, units, 2).active("AH01").expect("one").open(AXIS, Phase::AirMovement);
    assert!(offers(&game, "select GX02") && offers(&game, "select GX03"));
    play(&mut game, &["select GX02", "fly 1328"]);
    assert_eq!((game.phase(), game.barrels_left(unit(data, "AH01"))), (Some((AXIS, Phase::AirMovement)), 1));
    assert_eq!(rule_against(&game, "select GX03"), "23.0.a");
}

/// [7.6.a] Aircraft in a battle are not sent to another one.
#[test]
fn aircraft_in_a_battle_stay_in_it() {
    let units = "GN01 1222, SB01 1222, SA09 1222, GN02 1122, SB02 1122, SB06 1221, SA08 1219, SW14 2521";
    let mut game = builder(WHOLE, units).turn(2).expect("a turn").open(AXIS, Phase::Reaction);
    assert_eq!(goals(&game, "select"), ["SA08", "SB06"].map(str::to_owned).into());
    play(&mut game, &["select SB06"]);
    assert_eq!(goals(&game, "fly"), ["1122", "1222"].map(str::to_owned).into());
}

/// The battle at hand is fought: the attackers hit once in each throw, and nobody leaves.
fn won(game: &mut BlocksInTheEast) {
    while game.battle_report().is_some() {
        match game.volley() {
            Some((AXIS, _, pool)) => play(game, &[&format!("hits {}", dice(pool).iter().map(|(dice, _)| *dice).sum::<u8>().min(1))]),
            Some(_) => play(game, &["hits 0"]),
            None if offers(game, "done") => play(game, &["done"]),
            None => {
                let first = legal(game)[0];
                game.apply(first);
            }
        }
    }
}

/// [23.0.e][1.3] Troops that were dropped make a stack too large, and so the enemy does not lose sight of them in it: worlds that it cannot
/// tell apart keep the limits.
#[test]
fn worlds_hold_the_stack_with_paratroops() {
    let data = with_options(WAR, "airborne-assault = true");
    let units = "AH01 Rastenburg, GX02 Warsaw, SW01 1328, GN01 1328, GN02 1328, AH02 1328, GN03 1127, GN04 1127, GN05 1026, SL01 1813";
    let mut position = set_up(data, units, 2).active("AH01").expect("a headquarters");
    for id in ["GN03", "GN04", "GN05"] {
        position = position.hidden(id).expect("on the map");
    }
    let mut game = position.open(AXIS, Phase::AirMovement);
    play(&mut game, &["select GX02", "fly 1328"]);
    pass_to(&mut game, AXIS, Phase::Combat);
    won(&mut game);
    pass_to(&mut game, AXIS, Phase::Exploitation);
    assert!(offers(&game, "select AH02"));
    play(&mut game, &["select AH02", "done"]);
    pass_to(&mut game, SOVIET, GROUND);
    assert!(["GN01", "GN02", "AH02"].into_iter().all(|id| game.is_hidden(unit(data, id)) && at(&game, id).as_deref() == Some("1328")));
    assert!(!game.is_hidden(unit(data, "GX02")), "it is known until its side moves again");
    let mut worlds = Dice::new(23);
    for _ in 0..50 {
        let world = game.determinize(SOVIET, &mut worlds);
        world.verify().unwrap_or_else(|problem| panic!("{problem}"));
    }
}

/// [32.2][24.0.a] No landing sets out from a port that bombs have hit.
#[test]
fn no_landing_sets_out_from_a_bombed_port() {
    let data = with_options(WAR, "strategic-bombing = true\namphibious-assault = true");
    let lands = |damage: u8| {
        let units = "SH10 Sevastopol, SM02 Sevastopol, GN01 0927, SR01 4020, GN02 2341";
        let mut position = set_up(data, units, 14).active("SH10").expect("a headquarters");
        if damage > 0 {
            let port = data.map.name(hex(data, "Sevastopol"));
            position = position.bombed(AXIS, Infrastructure::Port, &port, damage).expect("a port");
        }
        offers(&position.open(SOVIET, GROUND), "assault SM02")
    };
    assert_eq!([0, 1, 2, 3].map(lands), [true, false, false, false]);
}

/// [35.2.b] The Italian submarine leaves the raiders with the surrender of Italy.
#[test]
fn the_marcello_leaves_with_italy() {
    let data = with_options(WAR, "strategic-warfare = true\nlend-lease = true");
    let mut game = set_up(data, "GN01 1127, SL01 1814, SH01 Moscow, AH01 Rastenburg", 28).open(SOVIET, Phase::Production);
    assert_eq!(dice(game.dice_against_convoys(Route::Persian)), [(3, 1)]);
    while game.game_turn() == 28 && game.turn() != Turn::Over {
        let actions = legal(&game);
        game.apply(if actions.contains(&Action::Done) { Action::Done } else { actions[0] });
    }
    assert!(game.has_surrendered(Nation::Italian), "September 1943 is over");
    assert_eq!(dice(game.dice_against_convoys(Route::Persian)), [(2, 1)]);
}

/// [27.0.a][18.0] Who alone covers the Turkish frontier does not leave it by sea either.
#[test]
fn who_alone_covers_the_frontier_does_not_sail() {
    let data = with_options(WAR, "garrisons = true\nnaval-movement = true");
    let sails = |units: &str| {
        let position = set_up(data, &format!("SH01 Moscow, GN01 0927, SL01 4020, {units}"), 14).active("SH01").expect("a headquarters");
        let mut game = position.open(SOVIET, GROUND);
        if !offers(&game, "ship SH01") {
            return BTreeSet::new();
        }
        play(&mut game, &["ship SH01"]);
        goals(&game, "select")
    };
    let batumi = data.map.name(hex(data, "Batumi"));
    let [covered, _] = {
        let game = set_up(data, &format!("GN01 0927, SL01 4020, SW01 {batumi}"), 14).open(SOVIET, GROUND);
        game.turkish_frontier().expect("the chapter is played")
    };
    assert!(!covered.is_empty(), "Batumi watches the frontier");
    assert!(!sails(&format!("SW01 {batumi}")).contains("SW01"));
    assert!(sails(&format!("SW01 {batumi}, SW02 {batumi}")).contains("SW01"));
}

/// [12.3.b][16.2] What was moved away from Leningrad makes nothing in the pocket.
#[test]
fn a_factory_that_was_moved_makes_nothing_in_the_pocket() {
    let data = with_options(WAR, "scorched-earth = true");
    let place = |name: &str| data.map.name(hex(data, name));
    let ring = ["1714", "1715", "1812", "1815", "1914"];
    // Beside each hex of the ring, and not beside the pocket, a German corps.
    let mut taken: Vec<String> = [&ring[..], &["1813", "1814", "2013"]].concat().into_iter().map(str::to_owned).collect();
    let mut germans = Vec::new();
    for (at, number) in ring.into_iter().zip(1..) {
        let id = format!("GC0{number}");
        let comes = |from: &String| {
            let position = set_up(data, &format!("{id} {from}, SL01 4020"), 3);
            let mut game = position.open(AXIS, GROUND);
            offers(&game, &format!("select {id}")) && {
                play(&mut game, &[&format!("select {id}")]);
                offers(&game, &format!("move {at}"))
            }
        };
        let distance = |one: Hex, other: &str| data.map.grid.distance(one, hex(data, other));
        let outside = |&from: &Hex| data.ground.open.contains(from) && !data.map.is_box(from) && distance(from, "1813") > 1;
        let mut near: Vec<Hex> = data.map.hexes().filter(outside).filter(|&from| distance(from, at) <= 2).collect();
        near.sort_by_key(|&from| (distance(from, at), std::cmp::Reverse(from)));
        let from =
            near.into_iter().map(|from| data.map.name(from)).find(|near| !taken.contains(near) && comes(near)).expect("a hex outside");
        germans.push((id, from.clone(), at));
        taken.push(from);
    }
    let units: Vec<String> = germans.iter().map(|(id, from, _)| format!("{id} {from}")).collect();
    let red = |moved: bool| {
        let line = format!("GN01 0927, SL01 1813, SL02 1814, SL03 2013, SL04 Moscow, {}", units.join(", "));
        let position =
            ["Tallinn", "Vyborg"].into_iter().fold(set_up(data, &line, 2), |all, port| all.owner(&place(port), AXIS).expect("a port"));
        // What lies west and south of the city is lost, so that railways feed the Germans.
        let lost = |&at: &Hex| {
            let (column, row) = (at.index() % usize::from(data.map.grid.columns()), at.index() / usize::from(data.map.grid.columns()));
            (column < 17 || column < 22 && row > 14) && data.ownable.contains(at) && !data.map.is_box(at)
        };
        let position = data.map.hexes().filter(lost).fold(position, |all, at| all.clone().owner(&data.map.name(at), AXIS).unwrap_or(all));
        let mut game = position.points(Nation::Soviet, 9).open(SOVIET, Phase::RailMoves);
        if moved {
            play(&mut game, &[&format!("evacuate red {}", place("Leningrad"))]);
        }
        pass_to(&mut game, AXIS, GROUND);
        for (id, _, to) in &germans {
            while !offers(&game, &format!("select {id}")) {
                play(&mut game, &["done"]);
            }
            play(&mut game, &[&format!("select {id}"), &format!("move {to}")]);
            if let Some(Asked::March { .. }) = game.asked() {
                play(&mut game, &["done"]);
            }
        }
        pass_to(&mut game, SOVIET, Phase::Production);
        cross(&mut game);
        game.saved_in_pocket(Colour::Red)
    };
    assert_eq!([red(false), red(true)], [3, 2]);
}

/// [12.3][12.3.b] While the road across the lake works nobody in the pocket starves or surrenders, also where a corps of their own that is
/// cut off stands in the ring, so that Germans do not hold all of it.
#[test]
fn the_road_feeds_a_pocket_whose_ring_is_broken() {
    let turn = |corps: &str, road: bool| {
        let mut position =
            builder(ADVANCED, &format!("SL01 Leningrad, SL02 Oranienbaum, {corps} 1715, GC01 1714, GC03 1812, GC04 1815, GC05 1914"));
        let data = scenario(ADVANCED);
        let place = |name: &str| hex(data, name);
        let far = |at, name: &str, least| data.map.grid.distance(place(name), at) > least;
        let lost = |at| data.ownable.contains(at) && !data.map.is_box(at) && !far(at, "1715", 4) && far(at, "Volkhov", 2);
        let kept = ["1715", "1813", "1814"];
        for at in data.map.hexes().filter(|&at| lost(at)).map(|at| data.map.name(at)).filter(|at| !kept.contains(&at.as_str())) {
            if let Ok(owned) = position.clone().owner(&at, AXIS) {
                position = owned;
            }
        }
        for port in ["Tallinn", "Vyborg"].into_iter().chain((!road).then_some("Volkhov")) {
            position = position.owner(&data.map.name(place(port)), AXIS).expect("a port");
        }
        let mut game = position.turn(2).expect("a turn").open(SOVIET, Phase::Supply);
        assert!(["SL01", "SL02"].into_iter().all(|id| game.is_out_of_supply(unit(data, id))), "{corps}, {road}");
        pass_to(&mut game, AXIS, Phase::Production);
        ["SL01", "SL02", "SL03"].map(|id| at(&game, id).map(|_| game.step(unit(data, id))))
    };
    assert_eq!(turn("GC02", true)[..2], [Some(0), Some(0)], "all of the ring is held");
    assert_eq!(turn("GC02", false)[..2], [Some(1), Some(1)], "they starve");
    assert_eq!(turn("SL03", true), [Some(0), Some(0), None], "a corps of their own is in it");
    assert_eq!(turn("SL03", false), [None; 3], "neither fed nor besieged");
}
