//! Chapter 33 of Blocks in the East: the first winter of the Axis.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::combat::{Cause, Firing};
use stavka_engine::blocks_in_the_east::terms::{Nation, RailStatus, UnitKind, Weather};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder, Prepared};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::game::{Game as _, Scenario as _, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::ScenarioFiles as _;

use crate::blocks_in_the_east_kit::{goals, offers, pass_to, play, unit, volleys};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, scene, set_up, with_options};

fn winter() -> &'static Prepared {
    with_options(WAR, "first-winter = true")
}

/// Turns beside the limits of the first winter with whether it holds, and those of the winter after it.
const TURNS: [(u8, bool); 8] = [(6, false), (7, true), (8, true), (9, true), (10, true), (11, false), (19, false), (22, false)];

/// Malus of the first winter of a unit in a step.
fn freezes(game: &BlocksInTheEast, id: &str, firing: Firing) -> u8 {
    let side = unit(game.data(), id).side();
    let thrower = game.throwers(side, firing).into_iter().find(|thrower| thrower.unit == unit(game.data(), id));
    let malus = thrower.unwrap_or_else(|| panic!("{id} does not fire")).modifiers.malus;
    malus.iter().filter(|(cause, _)| *cause == Cause::FirstWinter).map(|(_, count)| count).sum()
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let (on, off) = (winter(), scenario(WAR));
    assert!(on.script.options.first_winter && !off.script.options.first_winter);
    assert_ne!(on.fingerprint(), off.fingerprint());
    for turn in 1..=49 {
        assert!(!off.is_first_winter(turn));
        assert_eq!(off.rail_moves(turn), off.tables.rail_moves);
    }
    assert_eq!((1..=49).filter(|&turn| on.is_first_winter(turn)).collect::<Vec<_>>(), [7, 8, 9, 10]);
}

/// [33.0] Every unit of the Axis suffers a Malus more in every step in which it fires, from December 1941 to March 1942, in attack and
/// defence; not mountain infantry of any nation, Finns, and Soviets.
#[test]
fn every_unit_of_the_axis_freezes_but_mountain_infantry_and_finns() {
    use Firing::{AirAttack, AirCombat, AntiAircraft, Artillery, Ground};
    let who = [
        ("GN01", &[Ground, AntiAircraft][..], true),
        ("GN08", &[Ground, AntiAircraft], true),
        ("GN10", &[Artillery, AntiAircraft], true),
        ("RO03", &[Ground, AntiAircraft], true),
        ("RO02", &[Ground, AntiAircraft], true),
        ("HU02", &[Ground, AntiAircraft], true),
        ("GC23", &[AirAttack], true),
        ("GN12", &[AirCombat, AirAttack], true),
        ("GS09", &[Ground, AntiAircraft], false),
        ("RO01", &[Ground, AntiAircraft], false),
        ("HU03", &[Ground, AntiAircraft], false),
        ("FI01", &[Ground, AntiAircraft], false),
        ("FI03", &[Ground, AntiAircraft], false),
        ("FI06", &[AirCombat], false),
    ];
    for (turn, holds) in TURNS {
        for (id, steps, suffers) in who {
            for attacker in Side::ALL {
                let is_air = matches!(steps, [AirAttack | AirCombat, ..]);
                // Artillery fires beside a combat unit.
                let beside = if id == "GN10" { ", GN02 2943" } else { "" };
                let position = set_up(winter(), &format!("{id} 2943{beside}, SL01 2943, SW08 2943"), turn);
                let position = if is_air { position.flying(id).expect("on the map") } else { position };
                let game = position.open(attacker, Phase::Combat);
                for &firing in steps {
                    assert_eq!(freezes(&game, id, firing), u8::from(holds && suffers), "{id}, {firing:?}, turn {turn}, {attacker}");
                }
                assert_eq!(freezes(&game, "SL01", Ground) + freezes(&game, "SW08", Artillery), 0);
            }
        }
    }
    // Without the chapter nobody does.
    let game = scene(scenario(WAR), "GN01 2943, SL01 2943", 8, Side::Axis, Phase::Combat);
    assert_eq!(freezes(&game, "GN01", Ground), 0);
}

/// Dice of a side in a step in the first round, if nobody is hit.
fn thrown(game: &mut BlocksInTheEast, side: Side, firing: Firing) -> Vec<(u8, u8)> {
    let seen = volleys(game, &[]);
    let found = seen.iter().find(|(whose, step, _)| (*whose, *step) == (side, firing));
    found.map(|(.., dice)| dice.clone()).unwrap_or_default()
}

/// [33.0.a] The totals of the chapter, played in January 1942: aircraft and artillery; other ground units and their fire at aircraft, in attack
/// and in defence. C2 of the digest.
#[test]
fn the_totals_are_those_of_the_chapter() {
    let data = winter();
    let fire = |units: &str, flying: &[&str], attacker: Side, firing: Firing| {
        let position = set_up(data, units, 8);
        let position = flying.iter().fold(position, |position, id| position.flying(id).expect("on the map"));
        thrown(&mut position.open(attacker, Phase::Combat), Side::Axis, firing)
    };
    // Aircraft of four points: a quarter, in attack and in defence; Stukas of TECH 2 hit on 5 and 6.
    for attacker in Side::ALL {
        assert_eq!(fire("GC23 2943, GN01 2943, SL01 2943", &["GC23"], attacker, Firing::AirAttack), [(1, 2)], "{attacker}");
    }
    // Artillery of four points: a half.
    for attacker in Side::ALL {
        assert_eq!(fire("GN10 2943, GN01 2943, SL01 2943", &[], attacker, Firing::Artillery), [(2, 2)], "{attacker}");
    }
    // Infantry of four points: a quarter in attack, a half in defence.
    assert_eq!(fire("GN01 2943, SL01 2943", &[], Side::Axis, Firing::Ground), [(1, 1)]);
    assert_eq!(fire("GN01 2943, SL01 2943", &[], Side::Soviet, Firing::Ground), [(2, 1)]);
    // So does fire at aircraft.
    let bombed = "GN01 2943, SL01 2943, SA01 2943";
    assert_eq!(fire(bombed, &["SA01"], Side::Axis, Firing::AntiAircraft), [(1, 1)]);
    assert_eq!(fire(bombed, &["SA01"], Side::Soviet, Firing::AntiAircraft), [(2, 1)]);
    // Two corps add up before they divide [7.7.7.c].
    assert_eq!(fire("GN01 2943, GN02 2943, SL01 2943", &[], Side::Axis, Firing::Ground), [(2, 1)]);
}

/// [33.0.a] Without the chapter snow alone counts: aircraft and attackers are halved, artillery and defenders are not.
#[test]
fn without_the_chapter_snow_alone_counts() {
    let fire = |attacker: Side, firing: Firing| {
        let units = "GC23 2943, GN10 2943, GN01 2943, SL01 2943";
        let game = set_up(scenario(WAR), units, 8).flying("GC23").expect("on the map").open(attacker, Phase::Combat);
        thrown(&mut game.clone(), Side::Axis, firing)
    };
    assert_eq!(fire(Side::Axis, Firing::AirAttack), [(2, 2)]);
    assert_eq!(fire(Side::Axis, Firing::Artillery), [(4, 2)]);
    assert_eq!(fire(Side::Axis, Firing::Ground), [(2, 1)]);
    assert_eq!(fire(Side::Soviet, Firing::Ground), [(4, 1)]);
}

/// Hexes on the ground within so many of a set by land, as the lines of supply go: no water, no strait.
fn within(data: &Prepared, sources: &BTreeSet<Hex>, steps: usize) -> BTreeSet<Hex> {
    let mut reached = sources.clone();
    for _ in 0..steps {
        let from = reached.clone();
        for arrow in data.map.arrows.iter().filter(|arrow| arrow.ends.iter().any(|end| from.contains(end))) {
            reached.extend(arrow.ends);
        }
        for hex in from.into_iter().filter(|&hex| !data.map.is_box(hex)) {
            for (direction, near) in data.map.grid.neighbours(hex) {
                let side = data.map.sides[hex.index()][direction.index()];
                if !side.water && !side.strait {
                    reached.insert(near);
                }
            }
        }
    }
    reached
}

/// [33.0.b] Lines of supply of the Axis are a hex long in the first winter; those of Finns, and of Germans in the north who use their
/// railways, two, like those of everybody else in snow. C11 of the digest.
#[test]
fn lines_of_supply_of_the_axis_are_a_hex_long() {
    let data = winter();
    for (turn, holds) in TURNS {
        let game = scene(data, "GN01 2943, FI03 Helsinki, SL01 3020", turn, Side::Axis, Phase::GroundMovement);
        let situation = game.situation();
        let snow = data.usual_weather(turn) == Weather::Snow;
        assert_eq!(situation.first_winter, holds, "turn {turn}");
        for nation in [Nation::German, Nation::Romanian, Nation::Hungarian, Nation::Finnish, Nation::Soviet] {
            let sources: BTreeSet<Hex> = data.supply_sources(&situation, nation).iter().collect();
            let supplied: BTreeSet<Hex> = data.supplied_by_own(&situation, nation).iter().filter(|&hex| !data.map.is_box(hex)).collect();
            let usual = if data.usual_weather(turn) == Weather::Clear { 3 } else { 2 };
            let short = holds && !matches!(nation, Nation::Finnish | Nation::Soviet);
            let steps = if short { 1 } else { usual };
            assert!(supplied.is_subset(&within(data, &sources, steps)), "{nation:?} in turn {turn}");
            let beyond = within(data, &sources, steps - 1);
            assert!(supplied.iter().any(|hex| !beyond.contains(hex)), "{nation:?} in turn {turn}: the whole length is used");
        }
        assert!(snow || !holds);
    }
}

/// [33.0.b] What lies two hexes from the railway is out of supply in December, and in supply in November and without the chapter; a German
/// corps in Finland at two hexes stays in supply.
#[test]
fn corps_two_hexes_from_the_railway_are_cut_off() {
    let far = |data: &'static Prepared, turn: u8, nation: Nation, of: fn(&Prepared, Hex) -> bool| {
        let game = scene(data, "SL01 3020", turn, Side::Axis, Phase::GroundMovement);
        let situation = game.situation();
        let sources: BTreeSet<Hex> = data.supply_sources(&situation, nation).iter().collect();
        let near = within(data, &sources, 1);
        let hexes = data.supplied_by_own(&situation, nation);
        let found = hexes.iter().find(|&hex| !near.contains(&hex) && of(data, hex) && data.ground.open.contains(hex));
        data.map.name(found.unwrap_or_else(|| panic!("no hex at two")))
    };
    let is_cut = |data: &'static Prepared, turn: u8, id: &str, at: &str| {
        let mut game = scene(data, &format!("{id} {at}, SL01 3020"), turn, Side::Axis, Phase::Supply);
        pass_to(&mut game, Side::Axis, Phase::Production);
        game.is_out_of_supply(unit(data, id))
    };
    let (on, off) = (winter(), scenario(WAR));
    // Before the winter, two hexes from a railway of the Axis.
    let at = far(on, 6, Nation::German, |data, hex| !data.ground.finland.contains(hex) && !data.map.is_box(hex));
    assert_eq!([6, 7, 10, 11].map(|turn| is_cut(on, turn, "GN01", &at)), [false, true, true, false], "{at}");
    assert_eq!([6, 7, 10, 11].map(|turn| is_cut(off, turn, "GN01", &at)), [false; 4], "{at}");
    // Mountain infantry fights as ever, but eats like the others.
    assert!(is_cut(on, 8, "GS09", &at));
    let north = far(on, 6, Nation::Finnish, |data, hex| data.ground.finland.contains(hex) && !data.map.is_box(hex));
    for id in ["FI03", "GX01"] {
        assert_eq!([6, 7, 10].map(|turn| is_cut(on, turn, id, &north)), [false; 3], "{id} at {north}");
    }
}

/// The war without its table of removals.
fn without_removals(options: &str) -> &'static Prepared {
    let (_, text) = Prepared::SCENARIOS.iter().find(|(id, _)| *id == WAR).expect("it loads");
    let (before, rest) = text.split_once("[removals]").expect("the table");
    let (_, after) = rest.split_once("\n\n").expect("the next table");
    let text = format!("{before}\n{after}\n[options]\n{options}\norigin = \"given: agreed before the game\"\n");
    BlocksInTheEast::load_text("own.toml", &text).unwrap_or_else(|error| panic!("{error}"))
}

/// [33.0.c] The 7th Flieger Division and the Hungarian Rapid Corps leave for good in December 1941, as units leave [LONG.b].
#[test]
fn two_units_leave_in_december() {
    let leavers = |data: &Prepared| -> Vec<(String, u8)> {
        let named = |&(unit, turn): &(_, u8)| (data.unit(unit).name.clone(), turn);
        data.script.long.leavers.iter().map(named).collect()
    };
    let mut december = leavers(without_removals("first-winter = true"));
    december.sort();
    assert_eq!(december, [("7th Flieger Division".to_owned(), 7), ("Hungarian Rapid Corps".to_owned(), 7)]);
    assert!(leavers(without_removals("first-winter = false")).is_empty());
    // Where the Order of Battle removes units it is one removal, and no other.
    assert_eq!(leavers(winter()), leavers(scenario(WAR)));
    let gone = |data: &'static Prepared, turn: u8| {
        let mut game = scene(data, "GX02 0927, HU01 Budapest, GN01 0927", turn, Side::Axis, Phase::Supply);
        pass_to(&mut game, Side::Axis, Phase::Disbanding);
        ["GX02", "HU01", "GN01"].map(|id| game.place(unit(data, id)) == Place::REMOVED)
    };
    assert_eq!(gone(without_removals("first-winter = true"), 6), [false; 3]);
    assert_eq!(gone(without_removals("first-winter = true"), 7), [true, true, false]);
    assert_eq!(gone(without_removals("first-winter = false"), 7), [false; 3]);
}

/// [33.1] Rail moves of the Axis in the Soviet Union: one from November 1941 to March 1942, two in the same months a year later, four at other
/// times; one more in the Finnish area, and those of the Soviets as ever.
#[test]
fn few_locomotives_of_the_axis_run_in_two_winters() {
    let left = |data: &'static Prepared, turn: u8, side: Side| {
        let game = scene(data, "GN01 0927, SL01 3020", turn, side, Phase::RailMoves);
        let moves = game.rail_moves_left(side);
        (moves.general, moves.finnish)
    };
    for turn in 2..=49 {
        let axis = match turn {
            6..=10 => 1,
            18..=22 => 2,
            _ => 4,
        };
        assert_eq!(left(winter(), turn, Side::Axis), (axis, 1), "turn {turn}");
        assert_eq!(left(scenario(WAR), turn, Side::Axis), (4, 1), "turn {turn}");
        assert_eq!(left(winter(), turn, Side::Soviet), left(scenario(WAR), turn, Side::Soviet));
    }
}

/// [33.1] In January 1942 one corps goes by rail in the Soviet Union, and no second one; without the chapter all three go.
#[test]
fn one_train_runs_in_the_soviet_union() {
    let trains = |data: &'static Prepared| {
        let is_there = |hex: &Hex| data.ground.soviet_union.contains(*hex) && data.ground.open.contains(*hex) && !data.map.is_box(*hex);
        let lines = data.map.rails.iter().filter(|rail| rail.status == RailStatus::Built).flat_map(|rail| rail.path.windows(3));
        let line = lines.into_iter().find(|line| line.iter().all(is_there)).expect("a railway");
        let ids = ["GN01", "GN02", "GN03"];
        let corps = ids.into_iter().zip(line);
        let position = corps.fold(set_up(data, "SL01 4020", 8), |all, (id, &hex)| all.place(id, &data.map.name(hex)).expect("it fits"));
        let mut game = position.points(Nation::German, 9).open(Side::Axis, Phase::RailMoves);
        let mut moved = 0;
        let by_rail = |game: &BlocksInTheEast| game.phase() == Some((Side::Axis, Phase::RailMoves));
        while let Some(id) = ids.into_iter().find(|id| by_rail(&game) && offers(&game, &format!("select {id}"))) {
            play(&mut game, &[&format!("select {id}")]);
            let to = goals(&game, "move").into_iter().next().expect("a hex of the line");
            play(&mut game, &[&format!("move {to}")]);
            moved += 1;
        }
        (moved, game.rail_moves_left(Side::Axis).general)
    };
    assert_eq!(trains(winter()), (1, 0));
    assert_eq!(trains(scenario(WAR)), (3, 1));
}

/// [33.2] Soviet tanks and Armoured Headquarters have four points from December 1941 to March 1942; mechanized units and the Axis do not.
#[test]
fn soviet_tanks_run_on_wide_tracks() {
    let points = |data: &'static Prepared, id: &str, turn: u8| {
        let side = unit(data, id).side();
        scene(data, &format!("{id} 2935"), turn, side, Phase::GroundMovement).points(unit(data, id))
    };
    let usual = |id: &str, turn: u8| scenario(WAR).points(unit(scenario(WAR), id), turn);
    for (turn, holds) in TURNS {
        for id in ["SB05", "SW09", "SH02", "SH03"] {
            let full = winter().points(unit(winter(), id), turn);
            assert_eq!(full, if holds { 4 } else { usual(id, turn) }, "{id} in turn {turn}");
        }
        for id in ["SL05", "SB04", "SL01", "SW13", "GN08", "AH02", "SH01"] {
            assert_eq!(winter().points(unit(winter(), id), turn), usual(id, turn), "{id} in turn {turn}");
        }
    }
    assert_eq!(usual("SB05", 8), 3, "TECH 1");
    // A headquarters needs no fuel to march: it moves with all of them. Tanks without fuel have half [13.5].
    assert_eq!((points(winter(), "SH02", 8), points(scenario(WAR), "SH02", 8)), (4, 3));
    assert_eq!((points(winter(), "SB05", 8), points(scenario(WAR), "SB05", 8)), (2, 1));
}

/// Random play from November 1941 on: the Axis freezes when it should, and its trains keep to their number.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = winter();
    let game = PositionBuilder::start(data).turn(6).expect("a turn").open(Side::Axis, Phase::Supply);
    let (mut frozen, mut turns) = (0, BTreeSet::new());
    play_at_random(game, 8, 43, |game| {
        let turn = game.game_turn() as u8;
        turns.insert(turn);
        let trains = game.rail_moves_left(Side::Axis).general;
        assert!(trains <= 1 || game.phase().is_none_or(|(side, _)| side == Side::Soviet), "{trains} in turn {turn}");
        if game.battle_report().is_some() && game.turn() == Turn::Chance {
            for firing in Firing::ALL {
                for thrower in game.throwers(Side::Axis, firing) {
                    let known = data.unit(thrower.unit);
                    let spared = known.nation == Nation::Finnish || known.kind == UnitKind::Mountain;
                    let suffers = thrower.modifiers.malus.iter().any(|(cause, _)| *cause == Cause::FirstWinter);
                    assert_eq!(suffers, turn >= 7 && !spared, "{} in turn {turn}", known.id);
                    frozen += u32::from(suffers);
                }
            }
        }
    });
    assert!(frozen > 20 && turns.len() == 3, "{frozen} {turns:?}");
}
