//! Terrain in movement and combat [14], rule by rule.

use stavka_engine::armir::{Formation, Phase, Place, PlaceKind, PositionBuilder, edge};
use stavka_engine::game::Side;
use stavka_engine::hex::{Direction, Hex};

use crate::armir_kit::fight::*;
use crate::armir_kit::{denied, drill, hex, historical, play, roll, unit};

/// The shifts when these Soviet units attack these Axis units in a hex.
fn shifts_at(target: &str, defender: &str, attackers: &[(&str, &str)]) -> Vec<(&'static str, i8)> {
    let position = put(put(field(), attackers), &[(defender, target)]);
    let mut game = position.open(Phase::SovietCombat, 0);
    let ids: Vec<&str> = attackers.iter().map(|(id, _)| *id).collect();
    attack(&mut game, target, &ids);
    shifts(&game)
}

// ---- forest, rough, villages [14.1] -----------------------------------------

#[test]
fn forest_rough_and_villages_do_not_change_the_price_of_a_step() {
    let map = &historical().map;
    for from in map.grid.hexes().filter(|&from| map.in_play.contains(from)) {
        for direction in Direction::ALL {
            let (foot, wheels) = (&map.foot_steps[from.index()], &map.wheel_steps[from.index()]);
            if map.grid.neighbour(from, direction).is_none_or(|to| !map.in_play.contains(to)) {
                continue;
            }
            let road = map.edge(from, direction) & edge::ROAD != 0;
            let paid = (foot.cost[direction.index()], wheels.cost[direction.index()]);
            assert_eq!(
                paid,
                if road { (2, 1) } else { (3, 3) },
                "half points from {} to direction {}",
                map.grid.name(from),
                direction.index()
            );
        }
    }
}

/// A hex of this kind outside cities and strongpoints, and a neighbour without a river in between.
fn open_hex(fits: impl Fn(Hex) -> bool) -> (String, String) {
    let map = &historical().map;
    let disturbed = edge::RIVER | edge::DON | edge::FORTIFIED;
    let mut pairs = map.grid.hexes().flat_map(|hex| map.grid.neighbours(hex).map(move |(direction, near)| (hex, direction, near)));
    let found = pairs.find(|&(hex, direction, near)| {
        let apart = map.cities.contains(hex) || map.fortified.contains(hex) || map.edge(hex, direction) & disturbed != 0;
        map.in_play.contains(hex) && map.in_play.contains(near) && !apart && fits(hex)
    });
    let (hex, _, near) = found.expect("the map has such a hex");
    (map.grid.name(hex).to_string(), map.grid.name(near).to_string())
}

#[test]
fn forest_rough_and_villages_do_not_change_the_odds() {
    let map = &historical().map;
    let village = |hex: Hex| map.places.iter().any(|place| place.hex == hex && place.kind == PlaceKind::Village);
    let hexes = [
        open_hex(|hex| map.terrain[hex.index()] == b'f'),
        open_hex(|hex| map.terrain[hex.index()] == b'r'),
        open_hex(village),
        open_hex(|hex| map.terrain[hex.index()] == b'.' && !village(hex)),
    ];
    for (target, from) in hexes {
        assert_eq!(shifts_at(&target, "89/Cos", &[("127/6", &from)]), [], "{target}");
    }
}

// ---- rivers [14.2] ----------------------------------------------------------

#[test]
fn an_attack_wholly_across_a_minor_river_is_shifted_one_column_left() {
    // The Derkul runs between 0717 and 0716, 0817 and 0718.
    assert_eq!(shifts_at("0717", "89/Cos", &[("127/6", "0716")]), [("14.2", -1)]);
    assert_eq!(shifts_at("0717", "89/Cos", &[("127/6", "0716"), ("160/6", "0817")]), [("14.2", -1)]);
}

#[test]
fn one_attacker_on_the_near_bank_cancels_the_river() {
    assert_eq!(shifts_at("0717", "89/Cos", &[("127/6", "0716"), ("160/6", "0617")]), []);
}

#[test]
fn a_major_river_shifts_like_a_minor_one() {
    // The Seversky Donets runs between 1029 and 0928 and 1028.
    assert_eq!(shifts_at("1029", "89/Cos", &[("127/6", "0928")]), [("14.2", -1)]);
    assert_eq!(shifts_at("1029", "89/Cos", &[("127/6", "0928"), ("160/6", "0929")]), []);
}

#[test]
fn the_river_shift_applies_to_axis_attacks_too_and_moves_the_column() {
    let mut game = put(field(), &[("89/Cos", "0716"), ("90/Cos", "0716"), ("106B/6", "0717")]).open(Phase::AxisCombat, 0);
    attack(&mut game, "0717", &["89/Cos", "90/Cos"]);
    assert_eq!(shifts(&game), [("14.2", -1)]);
    let sheet = sheet(&game);
    assert_eq!((sheet.base_column, sheet.column), (1, 0), "even odds fought at 1:2");
}

// ---- the Don [14.2.1] -------------------------------------------------------

#[test]
fn the_don_does_not_change_the_odds() {
    // 1609 lies on the right bank, in front of the strongpoints.
    assert_eq!(shifts_at("1609", "89/Cos", &[("127/6", "1608"), ("160/6", "1709")]), []);
}

#[test]
fn the_axis_may_not_attack_across_the_don() {
    let mut game = put(field(), &[("89/Cos", "1609"), ("127/6", "1608")]).open(Phase::AxisCombat, 0);
    assert_eq!(denied(&game, "attack 1608"), "14.2.1");
    play(&mut game, "done");
    let mut game = put(field(), &[("89/Cos", "1510"), ("90/Cos", "1709"), ("127/6", "1609")]).open(Phase::AxisCombat, 0);
    play(&mut game, "attack 1609");
    assert_eq!(denied(&game, "with 90/Cos"), "14.2.1");
    play(&mut game, "with 89/Cos");
}

#[test]
fn the_axis_crosses_the_don_only_into_hexes_out_of_soviet_zones() {
    // The division in 1508 covers 1608 but not 1709; without supply the regiment can take one step only.
    let position = put(field(), &[("89/Cos", "1609"), ("127/6", "1508")]).out_of_supply("89/Cos").expect("a counter");
    let mut game = position.open(Phase::AxisMovement, 0);
    assert!(game.in_zoc(Side::Soviet, hex("1608")) && !game.in_zoc(Side::Soviet, hex("1709")));
    play(&mut game, "select 89/Cos");
    assert_eq!(denied(&game, "move > 1608"), "14.2.1");
    play(&mut game, "move > 1709");
    assert_eq!(at(&game, "89/Cos"), on("1709"));
}

#[test]
fn the_axis_retreats_across_the_don_only_into_hexes_out_of_soviet_zones() {
    let mut game = put(PositionBuilder::empty(drill()), &[("89/Cos", "1609"), ("127/6", "1508")]).open(Phase::SovietCombat, 0);
    attack(&mut game, "1609", &["127/6"]);
    roll(&mut game, 1);
    play(&mut game, "retreat");
    assert_eq!(denied(&game, "retreat 1608"), "14.2.1");
    assert_eq!(choices(&game), texts(&["retreat 1509", "retreat 1510", "retreat 1610", "retreat 1709"]));
}

#[test]
fn the_soviets_cross_the_don_freely() {
    let mut game = put(field(), &[("66/XVII", "1608"), ("525/298", "1510")]).open(Phase::SovietMovement, 0);
    assert!(game.in_zoc(Side::Axis, hex("1609")));
    play(&mut game, "select 66/XVII");
    play(&mut game, "move > 1609");
    let mut game = put(field(), &[("127/6", "1608"), ("89/Cos", "1609")]).open(Phase::SovietCombat, 0);
    attack(&mut game, "1609", &["127/6"]);
}

// ---- strongpoints [14.3] ----------------------------------------------------

#[test]
fn tv4_a_strongpoint_at_six_to_one_on_a_four() {
    let mut game = four_divisions_against_a_strongpoint();
    assert_eq!(column(&sheet(&game)), "6:1");
    let printed = historical().tables.crt[3][6];
    assert_eq!((printed.attacker, printed.defender), (1, 3));
    roll(&mut game, 4);
    let divisions = ["127/6", "160/6", "172/6", "267/6"];
    let before: u8 = divisions.iter().map(|id| historical().unit(unit(id)).steps).sum();
    play(&mut game, "lose 127/6");
    play(&mut game, "lose 160/6");
    assert_eq!(divisions.iter().map(|id| steps(&game, id)).sum::<u8>(), before - 2);
    assert_eq!(choices(&game), texts(&["retreat", "stand"]));
    play(&mut game, "retreat");
    assert_eq!(steps(&game, "37/Rav"), 1, "one loss taken, one ignored, one turned into the retreat");
    play(&mut game, "retreat 1309");
    play(&mut game, "advance 127/6");
    assert_eq!(at(&game, "127/6"), on("1308"));
}

#[test]
fn tv4b_the_defender_of_the_strongpoint_stands() {
    let mut game = four_divisions_against_a_strongpoint();
    roll(&mut game, 4);
    play(&mut game, "lose 127/6");
    play(&mut game, "lose 160/6");
    play(&mut game, "stand");
    assert_eq!(steps(&game, "37/Rav"), 0, "two of the three losses are taken");
    let mut reinforced =
        put(PositionBuilder::empty(drill()), &[("127/6", "1307"), ("160/6", "1407"), ("525/298", "1308")]).open(Phase::SovietCombat, 0);
    attack(&mut reinforced, "1308", &["127/6", "160/6"]);
    roll(&mut reinforced, 4);
    play(&mut reinforced, "lose 127/6");
    play(&mut reinforced, "stand");
    assert_eq!(steps(&reinforced, "525/298"), 1);
}

/// Losses of the Soviets and of the Axis in a strongpoint for a die of the drill table.
fn strongpoint_losses(die: u8) -> (u8, u8) {
    let mut game =
        put(PositionBuilder::empty(drill()), &[("127/6", "1307"), ("89/Cos", "1308"), ("90/Cos", "1308")]).open(Phase::SovietCombat, 0);
    attack(&mut game, "1308", &["127/6"]);
    let result = game.battle_result(&sheet(&game), die);
    (result.attacker, result.defender)
}

#[test]
fn dv17_a_single_loss_in_a_strongpoint_is_not_ignored() {
    assert_eq!(strongpoint_losses(6), (2, 1), "1/1 in the table");
}

#[test]
fn a_strongpoint_costs_the_soviets_a_step_and_saves_the_axis_the_second() {
    assert_eq!(strongpoint_losses(1), (1, 1), "-/1 in the table");
    assert_eq!(strongpoint_losses(2), (1, 1), "-/2 in the table");
    assert_eq!(strongpoint_losses(3), (1, 2), "-/3 in the table");
    assert_eq!(strongpoint_losses(5), (4, 0), "3/- in the table");
}

#[test]
fn one_attacker_from_another_side_cancels_every_effect_of_the_strongpoint() {
    let counters = [("127/6", "1307"), ("160/6", "1208"), ("89/Cos", "1308")];
    let mut game = put(PositionBuilder::empty(drill()), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, "1308", &["127/6", "160/6"]);
    assert_eq!((sheet(&game).strongpoint, shifts(&game)), (false, vec![]));
    let result = game.battle_result(&sheet(&game), 2);
    assert_eq!((result.attacker, result.defender), (0, 2));
}

#[test]
fn a_strongpoint_shields_its_own_hex_only() {
    // Axis units in front of a strongpoint that the Soviets have taken are attacked out of it.
    assert_eq!(shifts_at("1307", "89/Cos", &[("127/6", "1308")]), []);
}

#[test]
fn soviet_units_do_not_benefit_from_strongpoints() {
    let mut game = put(field(), &[("89/Cos", "1307"), ("127/6", "1308")]).open(Phase::AxisCombat, 0);
    attack(&mut game, "1308", &["89/Cos"]);
    assert_eq!((sheet(&game).strongpoint, shifts(&game)), (false, vec![]));
}

#[test]
fn a_strongpoint_survives_its_capture() {
    let mut game = put(PositionBuilder::empty(drill()), &[("127/6", "1307"), ("160/6", "1307"), ("89/Cos", "1308"), ("90/Cos", "1409")])
        .open(Phase::SovietCombat, 0);
    attack(&mut game, "1308", &["127/6", "160/6"]);
    roll(&mut game, 3);
    play(&mut game, "lose 127/6");
    play(&mut game, "stand");
    play(&mut game, "advance 127/6");
    play(&mut game, "done");
    assert_eq!(game.controller(hex("1308")), Side::Soviet);
    let retaken = PositionBuilder::of(&game).put_in_box("127/6", Place::RESERVE).expect("a counter");
    let mut game = put(retaken, &[("525/298", "1308")]).open(Phase::SovietCombat, 0);
    attack(&mut game, "1308", &["160/6"]);
    assert!(sheet(&game).strongpoint);
}

#[test]
fn soviet_bombardment_of_a_strongpoint_has_one_off_the_die() {
    let position = put(field(), &[("HQ/6", "1306"), ("89/Cos", "1308"), ("127/6", "1208"), ("HQ/1G", "0508"), ("90/Cos", FIELD)]);
    let table = &historical().tables.bombardment;
    let game = position.open(Phase::Bombardment, 0);
    for die in 1..=6u8 {
        let column = |row: u8| table[usize::from(row)][2];
        assert_eq!(game.bombardment_result(Side::Soviet, 3, hex("1308"), die), column(die - 1), "artillery or air unit on a {die}");
        assert_eq!(game.bombardment_result(Side::Soviet, 3, hex(FIELD), die), column(die));
        assert_eq!(game.bombardment_result(Side::Axis, 3, hex("1308"), die), column(die), "the Soviets in it have no such shield");
    }
}

#[test]
fn salvos_and_air_strikes_on_a_strongpoint_are_rolled_with_one_less() {
    // On a four three points disorganise in the open, on a three they do nothing.
    let disorganised = |target: &str, choice: &str| {
        let counters = [("HQ/6", "1306"), ("127/6", "1408"), ("89/Cos", target)];
        let position = put(field(), &counters).initiative(Side::Soviet).artillery(Formation::Sixth, 3).air_unit(Some(Side::Soviet));
        let mut game = position.open(Phase::Bombardment, 0);
        play(&mut game, &format!("{choice} {target}"));
        roll(&mut game, 4);
        game.is_disorganised(unit("89/Cos"))
    };
    for choice in ["salvo HQ/6 3", "air"] {
        assert_eq!((disorganised("1308", choice), disorganised("1309", choice)), (false, true), "{choice}");
    }
}

// ---- cities [14.4] ----------------------------------------------------------

#[test]
fn attacks_on_a_city_are_shifted_one_column_left_for_both_sides() {
    assert_eq!(shifts_at("0705", "89/Cos", &[("127/6", "0704")]), [("14.4", -1)]);
    assert_eq!(shifts_at("0705", "89/Cos", &[("127/6", "0704"), ("160/6", "0805")]), [("14.4", -1)]);
    let mut game = put(field(), &[("5/Tri", "0704"), ("127/6", "0705")]).open(Phase::AxisCombat, 0);
    attack(&mut game, "0705", &["5/Tri"]);
    assert_eq!(shifts(&game), [("14.4", -1)]);
}

#[test]
fn shifts_add_up() {
    // 0606 lies across the Chornaya Kalitva from Rossosh.
    let all = shifts_at("0705", "89/Cos", &[("127/6", "0606"), ("160/6", "0606"), ("172/6", "0606")]);
    assert_eq!(all, [("14.2", -1), ("14.4", -1)]);
    let counters = [("127/6", "0606"), ("160/6", "0606"), ("172/6", "0606"), ("89/Cos", "0705")];
    let mut game = put(field(), &counters).open(Phase::SovietCombat, 0);
    attack(&mut game, "0705", &["127/6", "160/6", "172/6"]);
    assert_eq!(sheet(&game).column, sheet(&game).base_column - 2);
}
