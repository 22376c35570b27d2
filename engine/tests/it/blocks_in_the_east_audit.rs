//! What the first audit of Blocks in the East found: four defects, and clauses that no test held.

use stavka_engine::blocks_in_the_east::combat::Firing;
use stavka_engine::blocks_in_the_east::data::Unit;
use stavka_engine::blocks_in_the_east::terms::{Country, Nation, Terrain};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, UnitId};
use stavka_engine::game::{Game as _, Turn};
use stavka_engine::hex::{Direction, Hex};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{
    LENINGRAD, ROSTOV, WHOLE, at, builder, goals, hex, lines, offers, pass_to, play, saved, strength, unit,
};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_turn::second;

const MOSCOW: &str = "towards-moscow";

fn place(game: &BlocksInTheEast, id: &str) -> Place {
    game.place(unit(game.data(), id))
}

fn winner(game: &BlocksInTheEast) -> Option<Side> {
    game.outcome().and_then(|outcome| outcome.winner)
}

// ---- victory ----------------------------------------------------------------------------------------------------------------------

/// [SBE1.b][SBE2.b][7.11] The Axis that takes Leningrad or Moscow wins in the Victory Phase; [SBE3.b] its objectives of the south are held to
/// the end.
#[test]
fn leningrad_and_moscow_win_at_once() {
    for (id, units, turn) in [(LENINGRAD, "GN01 1813", 2), (MOSCOW, "GC01 2521", 3)] {
        let game = builder(id, units).turn(turn).expect("a turn").open(Side::Soviet, Phase::Recheck);
        assert_eq!((game.turn(), winner(&game), game.game_turn()), (Turn::Over, Some(Side::Axis), turn.into()), "{id}");
    }
    for (turn, over) in [(5, false), (6, true)] {
        let position = builder(ROSTOV, "GS01 Rostov, GS02 Kharkov, GS03 Sevastopol").turn(turn).expect("a turn");
        assert_eq!(position.open(Side::Soviet, Phase::Recheck).turn() == Turn::Over, over, "turn {turn}");
    }
}

/// [SBE3.b] No other Major City counts in the south, and an objective in which a Soviet unit is counts for nobody.
#[test]
fn the_south_has_three_objectives() {
    let position = |units: &str| builder(ROSTOV, units).turn(6).expect("a turn").open(Side::Soviet, Phase::Combat);
    assert_eq!(position("GS01 Kiev, GS02 Odessa, GS03 Stalino").axis_points(), 0);
    assert_eq!(position("GS01 Rostov").axis_points(), 1);
    let contested = builder(ROSTOV, "GS01 Rostov, SK01 Rostov").turn(6).expect("a turn").open(Side::Axis, Phase::GroundMovement);
    assert_eq!(contested.axis_points(), 0);
}

/// [7.11.e] A nation that surrenders loses its points and its units, those that are eliminated or still to come with them.
#[test]
fn a_nation_that_surrenders_is_gone() {
    let position = second(WHOLE, "SK01 Bucharest, RO03 Kiev, GC01 Minsk").points(Nation::Romanian, 9);
    let position = position.put_in_box("RO04", Place::ELIMINATED).expect("known").put_in_box("RO05", Place::RESERVE).expect("known");
    let mut game = position.open(Side::Soviet, Phase::Recheck);
    for _ in 0..2 {
        assert!(game.has_surrendered(Nation::Romanian) && saved(&game, Nation::Romanian) == 0);
        for id in ["RO03", "RO04", "RO05"] {
            assert_eq!(place(&game, id), Place::REMOVED, "{id}");
        }
        pass_to(&mut game, Side::Soviet, Phase::Supply);
    }
}

// ---- ground -----------------------------------------------------------------------------------------------------------------------

/// [SBE3.a] Slovakia is no part of the south; [D-01] nobody flies out of a part either.
#[test]
fn slovakia_lies_outside_of_the_south() {
    let data = scenario(ROSTOV);
    let slovak = |hex: &Hex| data.map.country[hex.index()] == Some(Country::Slovakia);
    let all: Vec<Hex> = data.map.hexes().filter(slovak).collect();
    assert!(all.len() == 7 && all.iter().all(|&hex| data.closed_to(Nation::German).contains(hex)));
    assert!(!data.closed_to(Nation::German).contains(hex(data, "Budapest")));
    // Soviets beyond the limit, within range of bombers.
    let game = second(ROSTOV, "GS16 0932, SB01 1230, SK01 1228").open(Side::Axis, Phase::AirMovement);
    let region = data.map.region(data.script.region.expect("a part of the map"));
    assert!(region.contains(hex(data, "1230")) && !region.contains(hex(data, "1228")));
    let mut game = game;
    play(&mut game, &["select GS16"]);
    assert!(offers(&game, "fly 1230") && !offers(&game, "fly 1228"));
}

/// [3.4][BOX1.g] A fortress that has fallen is a bunker, and a bunker is no base.
#[test]
fn a_fallen_fortress_is_no_base() {
    let mut game = second(WHOLE, "GS16 1542, GS01 Sevastopol, GS02 Simferopol").open(Side::Axis, Phase::AirMovement);
    play(&mut game, &["select GS16"]);
    let sevastopol = game.data().map.name(hex(game.data(), "Sevastopol"));
    assert!(!goals(&game, "rebase").contains(&sevastopol));
    let mut game = second(WHOLE, "SA01 Moscow, SG03 Sevastopol").open(Side::Soviet, Phase::AirMovement);
    play(&mut game, &["select SA01"]);
    assert!(goals(&game, "rebase").contains(&sevastopol), "a fortress is one");
    assert!(!goals(&game, "rebase").contains("2139"), "Armyansk is a bunker");
}

/// [7.5.3.e] Aircraft on the ground alone stop a march, which has no points left then.
#[test]
fn aircraft_on_the_ground_stop_a_march() {
    let data = scenario(WHOLE);
    let plain = |hex: Hex| {
        let soviet = data.map.country[hex.index()] == Some(Country::SovietUnion);
        soviet && data.map.terrain[hex.index()] == Terrain::Plain && data.map.place_at(hex).is_none() && data.ground.open.contains(hex)
    };
    // Five plain hexes in a line: there is no other way to the last for four points.
    let line = |first: Hex, direction: Direction| {
        let next = |hex: &Hex| data.map.grid.neighbour(*hex, direction);
        let line: Vec<Hex> = std::iter::successors(Some(first), next).take(5).collect();
        (line.len() == 5 && line.iter().all(|&hex| plain(hex))).then_some(line)
    };
    let lines = data.map.hexes().flat_map(|hex| Direction::ALL.map(|direction| line(hex, direction)));
    let line: Vec<String> = lines.flatten().next().expect("a plain").into_iter().map(|hex| data.map.name(hex)).collect();
    let reaches = |aircraft: &str| {
        let mut game = second(WHOLE, &format!("GN08 {}{aircraft}", line[0])).open(Side::Axis, Phase::GroundMovement);
        play(&mut game, &["select GN08"]);
        (offers(&game, &format!("move {}", line[4])), game)
    };
    assert!(reaches("").0);
    let (passes, mut game) = reaches(&format!(", SB06 {}", line[1]));
    assert!(!passes);
    play(&mut game, &[&format!("move {}", line[1])]);
    assert!(!offers(&game, &format!("move {}", line[2])), "no points are left");
}

// ---- supply and surrender ---------------------------------------------------------------------------------------------------------

/// [7.9.a] Each unit that surrenders gives the enemy a point: aircraft and units of allies too.
#[test]
fn each_unit_of_the_axis_that_surrenders_gives_the_soviets_a_point() {
    for units in ["GN01 2521", "RO03 2521", "GN12 2521", "GN01 2521, GN02 2520, GN03 2621"] {
        let mut game = second(WHOLE, units).open(Side::Axis, Phase::Supply);
        let before = saved(&game, Nation::Soviet);
        let german = saved(&game, Nation::German);
        while game.phase().is_some_and(|(side, phase)| side == Side::Axis && phase < Phase::Exploitation) {
            let spent = saved(&game, Nation::Soviet);
            assert!(spent >= before);
            crate::blocks_in_the_east_turn::pass(&mut game);
        }
        let count = units.split(',').count() as u16;
        // The Soviet income of the turn comes on top where the Axis had nothing to decide.
        let income = if game.phase().is_some_and(|(side, phase)| side == Side::Soviet && phase >= Phase::Production) { 46 } else { 0 };
        assert_eq!(saved(&game, Nation::Soviet) - before, count + income, "{units}");
        assert!(saved(&game, Nation::German) >= german);
        assert!(units.split(", ").all(|unit| place(&game, &unit[..4]) == Place::ELIMINATED), "{units}");
    }
}

/// [4.5.a] Units without strength do not surrender, of either side.
#[test]
fn units_without_strength_do_not_surrender() {
    let empty = |(_, unit): &(UnitId, &Unit)| unit.is_combat() && unit.steps.last().is_some_and(|step| step.strength == 0);
    let rifles = scenario(WHOLE).units(Side::Soviet).find(empty).map(|(_, unit)| unit.id.as_str()).expect("rifles with a step of 0");
    for (id, hex, side) in [("GC18", "2521", Side::Axis), ("SW08", "0226", Side::Soviet), (rifles, "0226", Side::Soviet)] {
        let position = second(WHOLE, &format!("{id} {hex}, GN01 0923, SL01 2818")).steps(id, 1).expect("its last step");
        let mut game = position.open(side, Phase::Supply);
        pass_to(&mut game, side, Phase::Recheck);
        assert_ne!(place(&game, id), Place::ELIMINATED, "{id}");
    }
}

/// [7.2] The active side's units are marked, aircraft with them, and no others; a mark goes when there is supply again. [7.10.a] After
/// exploitation armour alone is looked at.
#[test]
fn marks_of_supply_are_those_of_the_active_side() {
    let marked = |game: &BlocksInTheEast, id: &str| game.is_out_of_supply(unit(game.data(), id));
    let position = || second(WHOLE, "GN12 2521, GN01 0923, SL01 0730").out_of_supply("GN01").expect("on the map");
    let game = position().open(Side::Axis, Phase::Supply);
    assert_eq!(["GN12", "GN01", "SL01"].map(|id| marked(&game, id)), [true, false, false]);
    let game = second(WHOLE, "GN01 2521, GN08 2320, SL01 2818").open(Side::Axis, Phase::Recheck);
    assert_eq!(["GN01", "GN08"].map(|id| marked(&game, id)), [false, true]);
}

/// [3.6.a][5.2.b] Finland, Italy and Slovakia have no income; those who have one earn it once in a turn.
#[test]
fn incomes_are_those_of_the_scenario() {
    let mut game = second(WHOLE, "GN01 0923, SL01 2818").open(Side::Axis, Phase::Production);
    let axis = [Nation::German, Nation::Romanian, Nation::Hungarian, Nation::Italian, Nation::Finnish, Nation::Slovak];
    assert_eq!(axis.map(|nation| saved(&game, nation)), [15, 2, 1, 0, 0, 0]);
    assert_eq!(saved(&game, Nation::Soviet), 0);
    pass_to(&mut game, Side::Soviet, Phase::Production);
    assert_eq!((saved(&game, Nation::Soviet), saved(&game, Nation::German)), (46, 15));
}

// ---- air --------------------------------------------------------------------------------------------------------------------------

/// [7.6.1.a][7.7.13] Bombers that stay on the ground may leave at the end of the first round.
#[test]
fn bombers_on_the_ground_leave_after_the_first_round() {
    let mut game = second(WHOLE, "SW01 1624, SA08 1624, GC01 1624").open(Side::Axis, Phase::Combat);
    play(&mut game, &["hits 0", "hits 0"]);
    assert!(!game.is_flying(unit(game.data(), "SA08")));
    assert!(offers(&game, "withdraw SA08") && offers(&game, "withdraw SW01"));
    play(&mut game, &["withdraw SA08"]);
    let base = goals(&game, "rebase").into_iter().next().expect("a base");
    play(&mut game, &[&format!("rebase {base}")]);
    assert_eq!((at(&game, "SA08"), strength(&game, "SA08")), (Some(base), 3), "leaving costs nothing");
}

/// [6.3.1.a] Axis fighters take off too.
#[test]
fn fighters_of_the_axis_take_off() {
    let position = second(WHOLE, "GN12 0923, SW14 0923").flying("SW14").expect("on the map");
    let game = position.open(Side::Soviet, Phase::Combat);
    assert!(game.is_flying(unit(game.data(), "GN12")));
    assert_eq!(game.volley().map(|(side, firing, _)| (side, firing)), Some((Side::Soviet, Firing::AirCombat)));
}

/// [6.3.2.c][7.6.2] Bombers that must flee and have no base in range are lost, and so are those that would lose their last step; they fly no
/// farther than on a mission.
#[test]
fn bombers_flee_within_their_range() {
    let mut flees = second(WHOLE, "SA08 1624, GC01 1624").open(Side::Axis, Phase::Combat);
    play(&mut flees, &["hits 0"]);
    let data = flees.data();
    let far = |base: &String| data.map.grid.distance(hex(data, "1624"), hex(data, base));
    assert!(goals(&flees, "rebase").iter().all(|base| far(base) <= 10) && goals(&flees, "rebase").iter().any(|base| far(base) > 5));
    let mut last = second(WHOLE, "SA08 1624, GC01 1624").steps("SA08", 1).expect("its last step").open(Side::Axis, Phase::Combat);
    play(&mut last, &["hits 0"]);
    assert_eq!(place(&last, "SA08"), Place::ELIMINATED);
    let mut position = second(WHOLE, "SA08 1624");
    for town in &data.map.places {
        let name = data.map.name(town.hex);
        if name != "1624"
            && let Ok(taken) = position.clone().owner(&name, Side::Axis)
        {
            position = taken;
        }
    }
    let mut lost = position.place("GC01", "1624").expect("there").open(Side::Axis, Phase::Combat);
    play(&mut lost, &["hits 0"]);
    assert_eq!(place(&lost, "SA08"), Place::ELIMINATED);
}

/// [6.3.2.a] Long-range bombers fly 15 hexes; [7.5.2.c] aircraft out of supply fly no missions, and transfer half as far.
#[test]
fn aircraft_fly_as_far_as_they_may() {
    let data = scenario(WHOLE);
    let distance = |at: &str| data.map.grid.distance(hex(data, "2521"), hex(data, at));
    let at = |steps: u16| {
        let land = |hex: &Hex| data.ground.open.contains(*hex) && distance(&data.map.name(*hex)) == steps;
        data.map.name(data.map.hexes().find(land).expect("land so far away"))
    };
    let [edge, beyond] = [15, 16].map(at);
    let mut game = second(WHOLE, &format!("SA01 2521, GC01 {edge}, GC02 {beyond}")).open(Side::Soviet, Phase::AirMovement);
    play(&mut game, &["select SA01"]);
    assert_eq!([offers(&game, &format!("fly {edge}")), offers(&game, &format!("fly {beyond}"))], [true, false]);
    let farthest = |game: &BlocksInTheEast| goals(game, "rebase").iter().map(|base| distance(base)).max();
    let supplied = farthest(&game);
    let position = second(WHOLE, &format!("SA01 2521, GC01 {edge}")).out_of_supply("SA01").expect("on the map");
    let mut game = position.open(Side::Soviet, Phase::AirMovement);
    play(&mut game, &["select SA01"]);
    assert!(goals(&game, "fly").is_empty());
    let unsupplied = farthest(&game);
    assert!(unsupplied <= Some(15) && unsupplied > Some(10) && supplied > Some(15), "{supplied:?} {unsupplied:?}");
}

/// [7.5.2.c][4.4.a] Aircraft out of supply do not react.
#[test]
fn aircraft_out_of_supply_do_not_react() {
    for (out, asked) in [(false, true), (true, false)] {
        let mut position = second(WHOLE, "SW14 1624, SW01 1523, GC15 1423, GC01 1422");
        if out {
            position = position.out_of_supply("SW14").expect("on the map");
        }
        let mut game = position.open(Side::Axis, Phase::GroundMovement);
        play(&mut game, &["select GC15", "move 1523", "done"]);
        let reacts = game.phase() == Some((Side::Axis, Phase::Reaction)) && offers(&game, "select SW14");
        assert_eq!(reacts, asked, "{:?}", lines(&game));
    }
}

/// [3.21][3.21.a] Hungarian units are frozen in the first turn, fighters with them: they neither fly nor go by rail.
#[test]
fn hungarians_are_frozen() {
    for (turn, free) in [(1, false), (2, true)] {
        let position = builder(WHOLE, "HU04 Budapest, HU02 0935, SK01 1135").turn(turn).expect("a turn");
        let game = position.clone().open(Side::Axis, Phase::AirMovement);
        assert_eq!(offers(&game, "select HU04"), free, "turn {turn}");
        let game = position.points(Nation::German, 9).points(Nation::Hungarian, 9).open(Side::Axis, Phase::RailMoves);
        assert!(free || !offers(&game, "select HU02"), "turn {turn}");
    }
}

/// [7.8.b][BOX1.b] A Blitz over a river is an attack over a river.
#[test]
fn a_blitz_crosses_rivers_like_others() {
    let data = scenario(WHOLE);
    let plain = |hex: Hex| {
        data.ground.open.contains(hex)
            && data.map.terrain[hex.index()] == Terrain::Plain
            && data.map.place_at(hex).is_none()
            && data.map.country[hex.index()] == Some(Country::SovietUnion)
    };
    let over = |from: Hex| {
        let near = data.map.grid.neighbours(from);
        let mut across = near.filter(|&(direction, near)| data.map.sides[from.index()][direction.index()].river && plain(near));
        across.next().map(|(_, near)| (from, near))
    };
    let (from, to) = data.map.hexes().filter(|&hex| plain(hex)).find_map(over).expect("a river through the plain");
    let [from, to] = [from, to].map(|hex| data.map.name(hex));
    let position = second(WHOLE, &format!("GN08 {from}, SL01 {to}")).fought("GN08").expect("on the map");
    let mut game = position.open(Side::Axis, Phase::Blitz);
    play(&mut game, &["select GN08", &format!("move {to}")]);
    let (side, firing, pool) = game.volley().expect("the defender fires");
    assert_eq!((side, firing, pool.with_faces(2), pool.count()), (Side::Soviet, Firing::Ground, 4, 4));
    play(&mut game, &["hits 0"]);
    assert_eq!(game.volley().map(|(_, _, pool)| pool.count()), Some(2), "five factors, halved");
}

/// [5.5.c] Finnish ski troops have their Bonus in attack in the woods of their zone, and not beyond it.
#[test]
fn ski_troops_attack_better_in_their_zone() {
    let data = scenario(WHOLE);
    let wood = |within: bool| {
        let is = |hex: &Hex| {
            let soviet = data.map.country[hex.index()] == Some(Country::SovietUnion);
            let wild = data.map.terrain[hex.index()] == Terrain::Forest && data.map.place_at(*hex).is_none();
            soviet && wild && data.ground.open.contains(*hex) && data.ground.finnish_attack.contains(*hex) == within
        };
        data.map.hexes().find(is).map(|hex| data.map.name(hex))
    };
    let mut found = Vec::new();
    for wood in [wood(true), wood(false)].into_iter().flatten() {
        let mut game = second(WHOLE, &format!("SL01 {wood}, FI01 {wood}")).open(Side::Axis, Phase::Combat);
        play(&mut game, &["hits 0"]);
        let (side, _, pool) = game.volley().expect("the attacker fires");
        found.push((side, pool.count(), pool.with_faces(2)));
    }
    assert_eq!(found, [(Side::Axis, 2, 2), (Side::Axis, 2, 0)]);
}

/// [D-01] Random games of a part of the front keep to it, on the ground and in the air.
#[test]
fn nobody_leaves_a_part_of_the_map() {
    for id in [LENINGRAD, MOSCOW, ROSTOV] {
        let data = scenario(id);
        let region = *data.map.region(data.script.region.expect("a part of the map"));
        for seed in 0..4 {
            let (mut game, mut dice, mut legal) = (BlocksInTheEast::new(data), Dice::new(seed), Vec::new());
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                game.apply(action);
                let mut all = Side::ALL.into_iter().flat_map(|side| data.units(side)).filter_map(|(unit, _)| game.place(unit).hex());
                assert!(all.all(|hex| region.contains(hex)), "{id}, seed {seed}: {}", stavka_engine::Notation::notation(&game, action));
            }
        }
    }
}
