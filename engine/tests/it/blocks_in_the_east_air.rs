//! The later phases of a turn of Blocks in the East: aircraft, battles as the turn sees them, Blitz, exploitation, victory.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::ground::joined_by_rail;
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, HexSet, Phase, Place};
use stavka_engine::game::{Game as _, Notation as _, Outcome, Turn};

use crate::blocks_in_the_east_kit::{
    LENINGRAD, ROSTOV, WHOLE, at, builder, goals, hex, offers, pass_to, play, rule_against, saved, strength, unit,
};
use crate::blocks_in_the_east_map::{IN_REACH, scenario};
use crate::blocks_in_the_east_turn::{pass, second, set};

// ---- aircraft --------------------------------------------------------------------------------------------------------------------

/// [3.4][3.4.a][7.5.2][7.5.2.a][7.5.2.b][7.5.3.b][7.5.3.g] Fighters fly five hexes to enemies, bombers ten; twice as far to another base, one
/// air unit in each.
#[test]
fn aircraft_fly_missions_or_transfer() {
    let units = "GN12 0923, GN13 0824, GC20 0921, SB01 1122, SB02 1813, SL01 2521, GN01 1023";
    let mut game = second(WHOLE, units).open(Side::Axis, Phase::AirMovement);
    let data = game.data();
    let distance = |a: &str, b: &str| data.map.grid.distance(hex(data, a), hex(data, b));
    assert!(distance("0923", "1122") <= 5 && distance("0923", "1813") > 5 && distance("0824", "1813") > 10);
    play(&mut game, &["select GN12"]);
    assert_eq!(goals(&game, "fly"), set(&["1122"]));
    let bases = goals(&game, "rebase");
    assert!(bases.contains("0227") && !bases.contains("0921") && !bases.contains("0824"), "{bases:?}");
    assert!(bases.iter().all(|base| distance("0923", base) <= 10));
    assert_eq!(rule_against(&game, "rebase 0921"), "3.4");
    assert_eq!(rule_against(&game, "fly 1813"), "7.5.2.a");
    play(&mut game, &["fly 1122", "select GN13", "fly 1122", "select GC20"]);
    assert!(goals(&game, "fly").is_empty(), "[3.10.b] two in a battle");
    assert!(game.is_flying(unit(game.data(), "GN12")));
}

/// [4.4.a][7.5.2.c] Aircraft out of supply transfer alone, and no farther than a mission.
#[test]
fn unsupplied_aircraft_transfer() {
    let position = second(WHOLE, "GN12 0923, SB01 1122").out_of_supply("GN12").expect("on the map");
    let mut game = position.open(Side::Axis, Phase::AirMovement);
    play(&mut game, &["select GN12"]);
    assert_eq!(rule_against(&game, "fly 1122"), "4.4.a");
    let (data, bases) = (game.data(), goals(&game, "rebase"));
    assert!(!bases.is_empty() && bases.iter().all(|base| data.map.grid.distance(hex(data, "0923"), hex(data, base)) <= 5));
}

/// [5.3.b] Aircraft of minor allies support their own units alone.
#[test]
fn minor_aircraft_support_their_own() {
    let battle = |units: &str| {
        let game = second(WHOLE, units).open(Side::Axis, Phase::AirMovement);
        let mut game = game;
        play(&mut game, &["select RO08"]);
        goals(&game, "fly")
    };
    assert_eq!(battle("RO08 1637, SL01 1737"), set(&[]));
    assert_eq!(battle("RO08 1637, SL01 1737, GS01 1737"), set(&[]));
    assert_eq!(battle("RO08 1637, SL01 1737, RO03 1737"), set(&["1737"]));
}

/// [7.6.1] Aircraft on the ground are attacked with strength.
#[test]
fn bases_are_attacked_with_strength() {
    let position = second(WHOLE, "RO08 1637, RO03 1737, SB06 1737").steps("RO08", 1).expect("steps");
    let mut game = position.open(Side::Axis, Phase::AirMovement);
    assert_eq!(strength(&game, "RO08"), 0);
    play(&mut game, &["select RO08"]);
    assert_eq!(goals(&game, "fly"), set(&[]));
}

/// [7.6][7.6.a][3.21] The other side flies to battles within range, with aircraft that are not in one.
#[test]
fn the_other_side_reacts() {
    let units = "GN01 1222, SB01 1222, SB06 1221, SA08 1219, SA09 1222, SW14 2521";
    let mut game = second(WHOLE, units).open(Side::Axis, Phase::Reaction);
    assert_eq!(game.turn(), Turn::Player(Side::Soviet));
    assert_eq!(goals(&game, "select"), set(&["SA08", "SB06"]), "Moscow is too far, and one is in the battle");
    play(&mut game, &["select SB06"]);
    assert_eq!(goals(&game, "fly"), set(&["1222"]));
    assert!(goals(&game, "rebase").is_empty());
    play(&mut game, &["fly 1222"]);
    assert!(!offers(&game, "select SA08"), "[3.10.b] two are there");
}

/// [7.7.16][7.8.1] Aircraft return to free bases in range when the Blitz is over; one without a base is lost.
#[test]
fn aircraft_return() {
    let units = "GN12 1222, SB01 1222, GN13 0923";
    let position = second(WHOLE, units).flying("GN12").expect("on the map");
    let mut game = position.open(Side::Axis, Phase::AirReturn);
    let data = game.data();
    let bases = goals(&game, "rebase");
    assert!(bases.contains("0921") && !bases.contains("0923"), "{bases:?}");
    assert!(bases.iter().all(|base| data.map.grid.distance(hex(data, "1222"), hex(data, base)) <= 5));
    play(&mut game, &["rebase 0921"]);
    assert!(!game.is_flying(unit(data, "GN12")));
    let lost = second(WHOLE, "GN12 2521, SB01 2521").flying("GN12").expect("on the map").open(Side::Axis, Phase::AirReturn);
    assert_eq!(lost.place(unit(lost.data(), "GN12")), Place::ELIMINATED);
}

// ---- battles, Blitz, exploitation -------------------------------------------------------------------------------------------------

/// [3.22][7.7][7.7.14][7.7.15] Battles are opened in the order of the active side; attackers retreat towards their supply, out of enemy zones
/// of control.
#[test]
fn battles_are_opened_in_any_order() {
    let mut game = second(WHOLE, "GN01 1222, SB01 1222, GN02 1228, SB02 1228").open(Side::Axis, Phase::Combat);
    assert_eq!(goals(&game, "battle"), set(&["1222", "1228"]));
    assert_eq!(rule_against(&game, "battle 1221"), "3.22");
    play(&mut game, &["battle 1228", "hits 0", "hits 0", "done"]);
    assert_eq!(rule_against(&game, "withdraw GN01"), "7.7.13", "it fights elsewhere");
    play(&mut game, &["withdraw GN02"]);
    assert!(offers(&game, "move 1128"));
    assert_eq!(rule_against(&game, "move 1328"), "7.7.15", "away from its supply");
}

/// [7.8][7.8.a] Armour that fought enters a plain hex beside it, once; artillery of TECH 2 that fought with it follows.
#[test]
fn armour_makes_blitz_moves() {
    let position = second(WHOLE, "GN08 1123, GN10 1123, GN01 1123, RO07 1637, SB01 1721");
    let position = ["GN08", "GN10", "GN01", "RO07"].into_iter().fold(position, |position, id| position.fought(id).expect("on the map"));
    let mut game = position.open(Side::Axis, Phase::Blitz);
    assert_eq!(goals(&game, "select"), set(&["GN08"]), "[AMB-22] no minor ally, no infantry");
    assert_eq!(rule_against(&game, "select GN01"), "7.8.a");
    play(&mut game, &["select GN08"]);
    assert!(offers(&game, "move 1222") && !offers(&game, "move 1221"));
    play(&mut game, &["move 1222"]);
    assert_eq!(goals(&game, "join"), set(&["GN10"]));
    play(&mut game, &["join GN10"]);
    assert_eq!([at(&game, "GN08"), at(&game, "GN10")], [Some("1222".to_owned()), Some("1222".to_owned())]);
    assert_eq!(game.owner(hex(game.data(), "1222")), Some(Side::Axis));
    assert_ne!(game.phase(), Some((Side::Axis, Phase::Blitz)), "once");
}

/// [7.8.a][7.10][6.2.1] Soviet tanks make it, mechanized troops do not before TECH 2; artillery of TECH 1 does not follow.
#[test]
fn soviet_tanks_make_blitz_moves() {
    let position = second(WHOLE, "SB05 1221, SB04 1222, SQ01 1221, GN01 0826");
    let position = ["SB05", "SB04", "SQ01"].into_iter().fold(position, |position, id| position.fought(id).expect("on the map"));
    let mut game = position.open(Side::Soviet, Phase::Blitz);
    assert_eq!(goals(&game, "select"), set(&["SB05"]));
    play(&mut game, &["select SB05", "move 1121"]);
    assert!(goals(&game, "join").is_empty());
}

/// [7.8][7.8.b] A Blitz into a hex with enemies is a battle at once, to which the other side does not fly.
#[test]
fn a_blitz_meets_no_reaction() {
    let position = second(WHOLE, "GN08 1123, GN12 0923, GC20 1123, SB01 1222, SB06 1221, SL01 1813");
    let position = ["GN08", "GC20"].into_iter().fold(position, |position, id| position.fought(id).expect("on the map"));
    let mut game = position.flying("GC20").expect("on the map").open(Side::Axis, Phase::Blitz);
    play(&mut game, &["select GN08", "move 1222"]);
    assert_eq!(goals(&game, "join"), set(&["GC20"]), "[7.8.a] fighters of TECH 2 fly along");
    play(&mut game, &["join GC20"]);
    let mut asked = BTreeSet::new();
    while game.phase().is_some_and(|(side, phase)| side == Side::Axis && phase < Phase::AirReturn) {
        asked.insert((game.turn() == Turn::Player(Side::Soviet), game.prompt()));
        pass(&mut game);
    }
    assert!(asked.iter().any(|(_, prompt)| prompt.contains("how many dice of the volley hit")), "{asked:?}");
    assert!(asked.iter().all(|(soviet, prompt)| !soviet || !prompt.contains("flies")), "{asked:?}");
}

/// [7.10][7.10.a][7.10.b] Armour in supply moves a second time with all its points, into no hex with enemies.
#[test]
fn armour_exploits() {
    let units = "GN08 1123, GN01 1123, RO07 1637, GC13 1828, SB01 1222";
    let mut game = second(WHOLE, units).open(Side::Axis, Phase::Exploitation);
    assert_eq!(goals(&game, "select"), set(&["GN08"]), "no infantry, no minor ally, nobody out of supply");
    assert_eq!(rule_against(&game, "select GC13"), "7.10");
    play(&mut game, &["select GN08"]);
    assert_eq!(rule_against(&game, "move 1222"), "7.10.b");
    assert!(offers(&game, "move 1122"));
}

/// [7.10] In the turn the armour has moved before.
#[test]
fn armour_exploits_after_it_has_moved() {
    let mut game = second(LENINGRAD, "GN08 1123, SL01 1813").open(Side::Axis, Phase::GroundMovement);
    play(&mut game, &["select GN08", "move 1222", "done"]);
    pass_to(&mut game, Side::Axis, Phase::Exploitation);
    assert_eq!(game.phase(), Some((Side::Axis, Phase::Exploitation)));
    play(&mut game, &["select GN08", "move 1220"]);
    assert_eq!(game.owner(hex(game.data(), "1220")), Some(Side::Axis));
}

// ---- victory ---------------------------------------------------------------------------------------------------------------------

/// Plays on to the end without a move.
fn finish(mut game: BlocksInTheEast) -> Outcome {
    while game.turn() != Turn::Over {
        pass(&mut game);
    }
    game.outcome().expect("a result")
}

fn held(id: &str, names: &[&str], units: &str) -> BlocksInTheEast {
    let data = scenario(id);
    let [_, last] = data.script.turns;
    let mut position = builder(id, units).turn(last).expect("the last turn");
    for name in names {
        position = position.owner(&data.map.name(hex(data, name)), Side::Axis).expect("a hex that can be owned");
    }
    position.open(Side::Soviet, Phase::Recheck)
}

/// G19, G20, C3, C4. [SBE4.a][SBE4.b] Points for Major Cities, and what they come to.
#[test]
fn the_short_barbarossa_counts_cities() {
    let result = |names: &[&str]| {
        let outcome = held(WHOLE, names, "").outcome().expect("a result");
        (outcome.winner, outcome.level, outcome.margin)
    };
    let seven = ["Minsk", "Riga", "Vilnius", "Lvov", "Smolensk", "Kiev", "Tallinn"];
    assert_eq!(result(&seven[..3]), (Some(Side::Soviet), "Soviet decisive victory", -4));
    assert_eq!(result(&seven[..5]), (Some(Side::Soviet), "Soviet marginal victory", -2));
    assert_eq!(result(&seven), (None, "draw", 0));
    assert_eq!(result(&[&seven[..], &["Odessa"]].concat()), (Some(Side::Axis), "Axis marginal victory", 1));
    assert_eq!(result(&[&IN_REACH[..], &["Leningrad"]].concat()), (Some(Side::Axis), "Axis marginal victory", 11));
    assert_eq!(result(&[&IN_REACH[..], &["Leningrad", "Moscow"]].concat()), (Some(Side::Axis), "Axis decisive victory", 14));
    assert_eq!(result(&[&IN_REACH[..14], &["Leningrad", "Moscow"]].concat()), (Some(Side::Axis), "Axis decisive victory", 12));
    assert_eq!(result(&["Königsberg", "Warsaw"]), (Some(Side::Soviet), "Soviet decisive victory", -7), "their own count for nothing");
}

/// [SBE3.b] Three objectives.
#[test]
fn towards_rostov_counts_objectives() {
    let result = |names: &[&str]| held(ROSTOV, names, "").outcome().map(|outcome| (outcome.winner, outcome.level));
    assert_eq!(result(&[]), Some((Some(Side::Soviet), "Soviet victory")));
    assert_eq!(result(&["Kharkov"]), Some((None, "draw")));
    assert_eq!(result(&["Kharkov", "Rostov"]), Some((Some(Side::Axis), "Axis marginal victory")));
    assert_eq!(result(&["Kharkov", "Rostov", "Sevastopol"]), Some((Some(Side::Axis), "Axis decisive victory")));
}

/// G21. [SBE1.b][AMB-95] Leningrad taken, or cut off from Siberia by land and sea.
#[test]
fn towards_leningrad_looks_at_its_link() {
    let wins = |names: &[&str], units: &str| held(LENINGRAD, names, units).outcome().and_then(|outcome| outcome.winner) == Some(Side::Axis);
    assert!(wins(&["Leningrad"], ""));
    assert!(!wins(&[], ""));
    let ring = "GN01 1812, GN02 1914, GN03 1815, GN04 1715, GN05 1714, SL01 1813";
    assert!(!wins(&[], ring), "the fleet comes from Tallinn");
    assert!(wins(&["Tallinn", "Hanko", "Vyborg"], ring));
}

/// [SBE2.b][AMB-95] Moscow taken, or surrounded by Axis units and their zones of control.
#[test]
fn towards_moscow_looks_around_the_city() {
    let wins =
        |names: &[&str], units: &str| held("towards-moscow", names, units).outcome().and_then(|outcome| outcome.winner) == Some(Side::Axis);
    assert!(wins(&["Moscow"], ""));
    assert!(!wins(&[], "GC01 2421, GC02 2520"));
    assert!(wins(&[], "GC01 2421, GC02 2520, GC03 2620, GC04 2621, GC05 2622, GC06 2522, SW01 2521"));
    assert!(wins(&[], "GC02 2520, GC04 2621, GC06 2522, SW01 2521"), "zones of control cover the rest");
    assert!(!wins(&[], "GC02 2520, GC04 2621, SW01 2521"));
}

/// [7.11.a][7.11.b][7.11.e] A nation whose capital falls is out of the game; Germany's fall ends it.
#[test]
fn nations_surrender_with_their_capitals() {
    let position = second(WHOLE, "RO03 1637, GN01 1028, HU02 0735");
    let mut game = position.clone().owner("1542", Side::Soviet).expect("a hex").open(Side::Soviet, Phase::Recheck);
    assert!(game.has_surrendered(Nation::Romanian) && !game.has_surrendered(Nation::Hungarian));
    assert_eq!(game.place(unit(game.data(), "RO03")), Place::REMOVED);
    assert_eq!(saved(&game, Nation::Romanian), 0);
    pass_to(&mut game, Side::Soviet, Phase::Production);
    assert_eq!(saved(&game, Nation::Romanian), 0, "no points any more");
    let over = position.owner("0227", Side::Soviet).expect("a hex").open(Side::Soviet, Phase::Recheck);
    assert_eq!(over.outcome().map(|outcome| (outcome.winner, outcome.level)), Some((Some(Side::Soviet), "German surrender")));
    assert_eq!(over.turn(), Turn::Over);
}

/// [5.5.h][AMB-70] Finland gives up when Vyborg is Soviet and four of its ground units are eliminated.
#[test]
fn finland_gives_up() {
    let lost = |count: usize, vyborg: Side| {
        let ids = ["FI01", "FI02", "FI03", "FI04", "FI06"];
        let mut position = second(WHOLE, "FI05 1313");
        for id in &ids[..count] {
            position = position.put_in_box(id, Place::ELIMINATED).expect("a unit");
        }
        let position = if vyborg == Side::Axis { position.owner("1712", Side::Axis).expect("a hex") } else { position };
        position.open(Side::Soviet, Phase::Recheck).has_surrendered(Nation::Finnish)
    };
    assert!(lost(4, Side::Soviet) && !lost(4, Side::Axis) && !lost(3, Side::Soviet));
    // Aircraft do not count: four units are lost, three of them on the ground.
    let mut position = second(WHOLE, "FI05 1313");
    for id in ["FI01", "FI02", "FI03", "FI06"] {
        position = position.put_in_box(id, Place::ELIMINATED).expect("a unit");
    }
    assert!(!position.open(Side::Soviet, Phase::Recheck).has_surrendered(Nation::Finnish));
}

/// A game without a move ends as its scenario says.
#[test]
fn games_without_a_move_end() {
    assert_eq!(finish(BlocksInTheEast::new(scenario("towards-moscow"))).level, "draw");
    assert_eq!(finish(BlocksInTheEast::new(scenario(ROSTOV))).level, "Soviet victory");
    assert_eq!(finish(BlocksInTheEast::new(scenario(WHOLE))).level, "Soviet decisive victory");
}

/// [3.21] Frozen aircraft neither fly nor react in the first turn.
#[test]
fn frozen_aircraft_stay_on_the_ground() {
    let reacts = |turn: u8| {
        let position = builder(ROSTOV, "GS01 1737, SK01 1737, SO09 1938, SK21 1836").turn(turn).expect("a turn");
        goals(&position.open(Side::Axis, Phase::Reaction), "select")
    };
    assert_eq!((reacts(1), reacts(2)), (set(&["SK21"]), set(&["SK21", "SO09"])));
}

/// [7.5.2][3.1] Ground units move first, each side its own.
#[test]
fn phases_have_their_units() {
    let ground = second(WHOLE, "GN01 1023, GN12 0923, SB01 1222").open(Side::Axis, Phase::GroundMovement);
    assert_eq!(rule_against(&ground, "select GN12"), "7.5.2");
    assert_eq!(rule_against(&ground, "select SB01"), "3.1");
    assert_eq!(rule_against(&ground, "select GN02"), "7.3");
    assert_eq!(rule_against(&ground, "repair GN01"), "7.0");
    assert_eq!(rule_against(&ground, "die 3"), "3.14");
    let air = second(WHOLE, "GN01 1023, GN12 0923, SB01 1222").open(Side::Axis, Phase::AirMovement);
    assert_eq!(rule_against(&air, "select GN01"), "7.5.2");
}

/// [5.5.h] Nobody enters a Finland that has given up; who is there may leave.
#[test]
fn a_neutral_finland_is_left_alone() {
    let mut position = second(WHOLE, "GC01 1601, SL01 1712, GC02 1028");
    for id in ["FI01", "FI02", "FI03", "FI04"] {
        position = position.put_in_box(id, Place::ELIMINATED).expect("a unit");
    }
    let mut game = position.open(Side::Soviet, Phase::Recheck);
    assert!(game.has_surrendered(Nation::Finnish) && game.game_turn() == 3);
    pass_to(&mut game, Side::Soviet, Phase::GroundMovement);
    play(&mut game, &["select SL01"]);
    assert_eq!(rule_against(&game, "move 1612"), "7.5.4");
}

/// (D-07) The Soviets do not enter the Swedish railway before an Axis unit has.
#[test]
fn the_swedish_railway_is_entered_by_the_axis_first() {
    let mut game = second(WHOLE, "SL01 narvik, GC01 1028").open(Side::Soviet, Phase::GroundMovement);
    assert!(game.data().ground.axis_rail.contains(hex(game.data(), "0901")));
    play(&mut game, &["select SL01"]);
    assert_eq!(rule_against(&game, "move 0901"), "7.5.4");
    let mut game = second(WHOLE, "GC01 narvik").open(Side::Axis, Phase::GroundMovement);
    play(&mut game, &["select GC01", "move 0901"]);
    assert_eq!(at(&game, "GC01").as_deref(), Some("0901"));
}

/// [AMB-94][7.3.3] New units that nobody can move out of a crowd are kept back, and come in another turn.
#[test]
fn new_units_in_a_crowd_are_kept_back() {
    let position = second(WHOLE, "SG01 1813, SG02 1813").put_in_box("SG03", Place::ELIMINATED).expect("a unit");
    let mut game = position.open(Side::Soviet, Phase::Production);
    play(&mut game, &["rebuild SG03", "place 1813", "done", "done"]);
    while game.phase() != Some((Side::Soviet, Phase::AirMovement)) {
        pass(&mut game);
    }
    assert_eq!(goals(&game, "delay"), set(&["SG03"]), "new ones go first");
    assert_eq!(rule_against(&game, "remove SG01"), "7.5.3.d");
    play(&mut game, &["delay SG03"]);
    assert_eq!(game.place(unit(game.data(), "SG03")), Place::RESERVE);
    pass_to(&mut game, Side::Axis, Phase::Production);
    pass_to(&mut game, Side::Soviet, Phase::Production);
    assert!(offers(&game, "bring SG03"));
}

/// G10, as far as the Basic game goes. [4.2][11.3.a] In June 1942 Kerch is joined to Berlin by the railway through 2240 alone.
#[test]
fn kerch_hangs_on_a_railway() {
    let data = scenario("operation-blue");
    let game = builder("operation-blue", "").open(Side::Axis, Phase::GroundMovement);
    let berlin = [hex(data, "Berlin")].into_iter().collect();
    let joined = |serving: HexSet| joined_by_rail(&game.situation().railways, &berlin, &serving).contains(hex(data, "Kerch"));
    let own = game.situation().owners[0];
    assert!(joined(own));
    assert!(!joined(own.difference([hex(data, "2240")].into_iter().collect())));
    assert!(data.supply_sources(&game.situation(), Nation::German).contains(hex(data, "Kerch")));
}
