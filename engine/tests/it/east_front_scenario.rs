//! East Front: what the counters, hexes and boxes of the first scenario mean in play, and what this scenario leaves out.

use stavka_engine::Dice;
use stavka_engine::east_front::data::{AirBox, Mobility, Nationality, Service, UnitKind};
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game as _, Side, Turn};
use stavka_engine::kit::position::PositionError;

use crate::east_front_kit::play::{after, air_box, allows, denial, legal, open, play, prices, start, unit, with};
use crate::east_front_kit::{data, hex, variant};

// ---- counters --------------------------------------------------------------

/// The legal lines with two words exchanged, sorted.
fn exchanged(game: &EastFront, one: &str, other: &str) -> Vec<String> {
    let swap = |word: &str| match word {
        _ if word == one => other.to_owned(),
        _ if word == other => one.to_owned(),
        _ => word.to_owned(),
    };
    let mut lines: Vec<String> = legal(game).iter().map(|line| line.split(' ').map(swap).collect::<Vec<_>>().join(" ")).collect();
    lines.sort();
    lines
}

#[test]
fn a_counter_of_several_steps_set_up_on_its_back_has_its_reduced_steps() {
    let turned = ["271", "73", "51HQ"].map(|id| format!("[[face]]\nunit = \"{id}\"\nup = \"back\"\norigin = \"test\"\n")).concat();
    let faces = variant(&[
        ("scenario.toml", "[[face]]\nunit = \"51HQ\"\nup = \"back\"\norigin = \"given: non-operational by the worked turn\"\n", &turned),
        // Three steps by its defence of 5.
        ("units.toml", "steps = 2\nfront = { attack = 4, defence = 4,", "steps = 3\nfront = { attack = 4, defence = 5,"),
    ]);
    let game = PositionBuilder::start(faces).open(Phase::Weather);
    let state = |id: &str| {
        let values = game.values(unit(id));
        (game.steps(unit(id)), values.attack, values.defence, game.is_back_up(unit(id)))
    };
    assert_eq!(state("271"), (1, 1, 2, false), "two steps");
    assert_eq!(state("73"), (2, 4, 5, false), "four steps");
    assert_eq!(state("156"), (3, 4, 5, false), "its front is up");
    assert_eq!(state("51HQ"), (1, 0, 1, true), "the sides of a headquarters are no steps");
    assert_eq!(game.steps_lost(Side::Soviet) + game.steps_lost(Side::Axis), 0, "what starts reduced has lost nothing");
}

#[test]
fn names_mean_nothing_where_no_rule_names_them() {
    let here = |axis: [&str; 2], soviet: [&str; 2]| {
        format!("{} 3505, {} 3605, 190AG 3504, 106 3606, {} 3706, {} 3708", axis[0], axis[1], soviet[0], soviet[1])
    };
    for phase in [Phase::AxisMovement, Phase::AxisDeclaration, Phase::SovietMotorized, Phase::SovietDeclaration] {
        let one = open(with(&here(["73", "46"], ["48K", "42K"])), phase);
        let other = open(with(&here(["46", "73"], ["48K", "42K"])), phase);
        assert_eq!(exchanged(&one, "73", "46"), exchanged(&other, "", " "), "{}", phase.name());
        let riders = open(with(&here(["73", "46"], ["42K", "48K"])), phase);
        assert_eq!(exchanged(&one, "48K", "42K"), exchanged(&riders, "", " "), "{}", phase.name());
    }
}

#[test]
fn markers_change_what_units_do_and_are_none() {
    // An empty strongpoint holds no hex, exerts no zone and cannot be attacked; it is walked into.
    let position =
        with("X 3611, 271 4001").and_then(|builder| builder.strongpoint(Side::Soviet, "3612", true)?.control(Side::Soviet, "3612"));
    let game = after(open(position.clone(), Phase::AxisMovement), "select X");
    assert_eq!(game.occupant(hex("3612")), None);
    assert!(!game.in_zoc(Side::Soviet, hex("3611")));
    assert_eq!(prices(&game).get("3612"), Some(&4), "a point more than the ground");
    let game = after(game, "move > 3612");
    assert_eq!(game.controller(hex("3612")), Side::Axis);
    assert!(game.has_strongpoint(Side::Soviet, hex("3612")), "until engineers or a division come");
    let beside =
        open(with("73 3611, 271 3701").and_then(|builder| builder.strongpoint(Side::Soviet, "3612", true)), Phase::AxisDeclaration);
    assert!(!allows(&beside, "attack 3612"));
}

#[test]
fn counters_are_what_their_colours_say() {
    let motorized = |kind| {
        use UnitKind as K;
        let armoured = matches!(kind, K::Tank | K::AssaultGun | K::ArmouredAt);
        armoured
            || matches!(
                kind,
                K::Reconnaissance | K::Motorcycle | K::MotorizedInfantry | K::MotorizedEngineer | K::MotorizedAa | K::MotorizedAt
            )
    };
    let artillery = |kind| matches!(kind, UnitKind::Artillery | UnitKind::SuperHeavy);
    let mut kinds = 0;
    for side in Side::ALL {
        for (id, counter) in data().units(side) {
            let game =
                open(with(&format!("{} 3302", counter.id)).and_then(|builder| builder.place(enemy_of(side), "4014")), phase_of(side));
            let moves = game.current_phase() == phase_of(side) && allows(&game, &format!("select {}", counter.id));
            assert_eq!(counter.mobility == Mobility::Motorized, motorized(counter.kind), "{}", counter.id);
            assert_eq!(moves, motorized(counter.kind) || counter.kind == UnitKind::Cavalry, "{}", counter.id);
            assert_eq!(game.values(id).support > 0, artillery(counter.kind), "{}", counter.id);
            assert_eq!(counter.nationality == Nationality::Soviet, side == Side::Soviet, "{}", counter.id);
            assert!(counter.is_combat_unit(), "{}: no bridges, columns or dumps here", counter.id);
            kinds += 1;
        }
    }
    assert!(kinds > 40);
    let services: Vec<Service> = Side::ALL.into_iter().flat_map(|side| data().units(side)).map(|(_, unit)| unit.service).collect();
    assert_eq!(services.iter().filter(|&&service| service != Service::Regular).count(), 1, "the Leibstandarte");
}

fn enemy_of(side: Side) -> &'static str {
    if side == Side::Axis { "271" } else { "X" }
}

fn phase_of(side: Side) -> Phase {
    if side == Side::Axis { Phase::AxisMotorized } else { Phase::SovietMotorized }
}

// ---- hexes -----------------------------------------------------------------

#[test]
fn ranges_are_chains_of_hexes_whatever_lies_on_them() {
    // Of the four hexes from 3610 to 3606 one is sea.
    let commanded = |at: &str| {
        let game = open(with(&format!("106 3606, 51HQ {at}, X 3201")), Phase::SovietMotorized);
        game.turn() == Turn::Player(Side::Soviet) && allows(&game, "activate 106 by 51HQ")
    };
    assert!(commanded("3610") && !commanded("3611"));
    // On foot the same way is longer than an allowance.
    let walker = after(open(with("106 3606, X 3201"), Phase::SovietMovement), "select 106");
    assert!(!prices(&walker).contains_key("3610"));
}

#[test]
fn the_edge_of_the_map_saves_those_to_whom_it_is_friendly() -> Result<(), PositionError> {
    let south: Vec<String> = (32..=40).map(|column| format!("{column}15")).collect();
    let taken = |names: &[String]| -> Result<PositionBuilder, PositionError> {
        names.iter().try_fold(with("106 3712, 73 3711")?, |builder, name| builder.control(Side::Axis, name))
    };
    let shut = taken(&south)?.open(Phase::Surrender);
    assert_eq!((shut.current_phase(), shut.turn()), (Phase::Surrender, Turn::Chance), "the Axis has been everywhere on the edge");
    let open_corner = taken(&south[1..])?.open(Phase::Surrender);
    assert_ne!(open_corner.current_phase(), Phase::Surrender, "3215 is Soviet");
    Ok(())
}

#[test]
fn a_strongpoint_faces_all_sides() {
    let around: Vec<String> = data().map.grid.neighbours(hex("3612")).map(|(_, near)| data().map.grid.name(near).to_string()).collect();
    assert_eq!(around.len(), 6);
    for from in around {
        let built = |placed: &str| with(placed).and_then(|builder| builder.strongpoint(Side::Soviet, "3612", true));
        let mut attack = open(built(&format!("73 {from}, 106 3612")), Phase::AxisDeclaration);
        play(&mut attack, "attack 3612; done; with 73");
        let sheet = attack.battle_sheet().expect("a combat is in progress");
        assert_eq!(sheet.modifiers.of(Cause::Strongpoint), 1, "from {from}");
        let entry = after(open(built(&format!("X {from}, 271 4001")), Phase::AxisMovement), "select X");
        assert_eq!(prices(&entry).get("3612"), Some(&4), "from {from}");
    }
}

// ---- the air ---------------------------------------------------------------

#[test]
fn every_hex_lies_in_range_of_every_type() {
    // Nowhere on this part of the map are two hexes more than 25 apart, and each side has towns or edges of its own on it.
    let grid = &data().map.grid;
    let furthest = grid.hexes().flat_map(|one| grid.hexes().map(move |other| (one, other))).map(|(one, other)| grid.distance(one, other));
    assert!(furthest.max().is_some_and(|most| most <= 25));
    let game = open(start().turn(48), Phase::Interdiction);
    assert_eq!(legal(&game).iter().filter(|line| line.starts_with("interdict")).count(), grid.len());
    for target in ["3201", "4015"] {
        let mission = after(game.clone(), &format!("interdict {target}"));
        for id in ["Bf109E", "Bf109F", "Ju87/1", "He111"] {
            assert!(allows(&mission, &format!("fly {id} {target}")), "{id}");
        }
    }
    let mut support = open(start().back_up("51HQ", false).and_then(|builder| builder.turn(48)), Phase::AxisDeclaration);
    play(&mut support, "attack 3705; attack 3606; done; done; order none; order none; done");
    for id in ["MiG-3", "I-153", "I-16", "DB3/1"] {
        assert!(allows(&support, &format!("fly {id} 3606")), "{id}");
    }
}

#[test]
fn three_counters_at_most_fly_a_mission_dummies_included() {
    let mut game = open(start().turn(48), Phase::AxisDeclaration);
    play(&mut game, "attack 3705; attack 3606; done; done; fly Bf109E 3705; fly Ju87/1 3705; fly decoy/A 3705");
    assert_eq!(legal(&game).iter().filter(|line| line.ends_with("3705")).count(), 0);
    assert!(allows(&game, "fly Ju88 3606"));
    assert_eq!(denial(&game, "fly Ju88 3705"), EastFrontDenial::NoMissionThere);
}

#[test]
fn the_axis_alone_interdicts() {
    assert!(data().air_units(Side::Soviet).all(|(_, unit)| unit.interdiction == 0));
    let game = open(start().turn(48), Phase::Interdiction);
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    let answer = after(game, "interdict 3504; fly Ju88 3504; done; done");
    assert_eq!(answer.turn(), Turn::Player(Side::Soviet));
    assert!(legal(&answer).iter().all(|line| line == "done" || line.ends_with(" 3504")), "fighters oppose and no more");
    assert_eq!(denial(&answer, "interdict 3606"), EastFrontDenial::WrongStep);
}

// ---- what the scenario fixes and leaves out --------------------------------

#[test]
fn the_scenario_begins_on_turn_48_with_the_heavies_ready_to_fire() {
    let game = EastFront::new(data());
    assert_eq!((data().script.turns[0].number, data().script.turns.len(), game.game_turn()), (48, 4, 1));
    assert!(!game.is_back_up(unit("641")) && !game.is_back_up(unit("I/814")));
    assert!(game.is_back_up(unit("51HQ")));
    assert_eq!((game.values(unit("641")).support, game.values(unit("641")).ma), (2, 0));
}

#[test]
fn withdrawals_cannot_be_bought_off() {
    let game = open(start().turn(50), Phase::Arrivals);
    assert_eq!(legal(&game), ["withdraw LAH/Rcn"]);
    assert!(!allows(&game, "done"));
}

#[test]
fn substitutes_are_no_more_than_their_pools() {
    let used: Vec<String> = (1..=14).map(|number| format!("S{number} 3401")).collect();
    let game = open(with(&format!("73 3302, 271 4014, {}", used.join(", "))), Phase::AxisMovement);
    assert_eq!(denial(&game, "detach 73 strong"), EastFrontDenial::MayNotDetachStrong);
    assert!(allows(&game, "detach 73"), "regular ones are left");
}

#[test]
fn nobody_moves_by_rail() {
    // 3607 lies on the railway to 4009 and on no road.
    let game = after(open(with("5(+) 3607, X 3201"), Phase::SovietMovement), "select 5(+)");
    assert_eq!(prices(&game).get("3707"), Some(&2), "the track is ground like any other");
    assert!(allows(&game, "move > 3908") && !allows(&game, "move > 4009"), "two points: one off the road, two halves on it");
}

#[test]
fn nothing_is_built_and_nobody_comes_back() {
    let boxes = [Place::CADRE, Place::ELIMINATED, Place::CANNOT_REBUILD];
    let counters: Vec<_> = Side::ALL.into_iter().flat_map(|side| data().units(side)).map(|(unit, _)| unit).collect();
    let works = |game: &EastFront| {
        let all = data().map.grid.hexes().flat_map(|at| Side::ALL.map(|side| (side, at)));
        all.filter(|&(side, at)| game.has_strongpoint(side, at)).collect::<Vec<_>>()
    };
    for seed in 0..20 {
        let mut dice = Dice::stream(seed, 3);
        let mut game = EastFront::new(data());
        let mut actions = Vec::new();
        while game.turn() != Turn::Over {
            let before = game.clone();
            game.legal_actions(&mut actions);
            let action = if game.turn() == Turn::Chance { game.draw(&actions, &mut dice) } else { dice.choose(&actions) };
            game.apply(action);
            assert!(works(&game).iter().all(|place| works(&before).contains(place)), "seed {seed}: a strongpoint was built");
            let mended = data().map.grid.hexes().any(|at| before.is_breached(at) && !game.is_breached(at));
            assert!(!mended, "seed {seed}: a line was mended");
            let back = |&&unit: &&_| boxes.contains(&before.place(unit)) && game.place(unit).hex().is_some();
            assert_eq!(counters.iter().find(back), None, "seed {seed}: it came back");
        }
    }
}

#[test]
fn air_units_are_in_their_boxes_at_the_start() {
    let game = EastFront::new(data());
    for (id, place) in [("Ju87/1", AirBox::Ready), ("decoy/A", AirBox::Ready), ("I-16", AirBox::Ready), ("SB", AirBox::Damaged)] {
        assert_eq!(air_box(&game, id), Some(place), "{id}");
    }
}
