//! Movement, stacking and zones of control [5][6][7], rule by rule.
//!
//! Rows 7 to 9 of columns 1 to 5 are open steppe without roads; the road 2222-2228 and the railway
//! 1222-1225 run far from everything.

use stavka_engine::armir::{Armir, Class, Formation, Phase, Place, PositionBuilder, Prepared, edge};
use stavka_engine::game::{Game, Side, Turn};
use stavka_engine::hex::Hex;

use crate::armir_kit::march::{around, cost, field, march, may_move_to, name_of};
use crate::armir_kit::{altered, denied, drill, empty, hex, historical, is_legal, legal_texts, pass, pass_to, play, roll, unit, with};

/// The historical scenario with another movement allowance for one combat unit.
fn with_mp(id: &str, mp: u8) -> &'static Prepared {
    altered("units.toml", |text| {
        let (head, tail) = text.split_once(&format!("id = \"{id}\"\n")).expect("the counter is in the file");
        let (values, rest) = tail.split_once("\nmp = ").expect("a combat unit has an allowance");
        let (_, rest) = rest.split_once('\n').expect("a line ends");
        format!("{head}id = \"{id}\"\n{values}\nmp = {mp}\n{rest}")
    })
}

/// One counter with an allowance of `mp` on turn 3, on its march.
fn walker(id: &str, mp: u8, at: &str) -> Armir {
    march(with(PositionBuilder::empty(with_mp(id, mp)), &[(id, at)]).turn(3).unwrap(), id)
}

fn points(game: &Armir) -> u8 {
    game.march_report().expect("a counter marches").points
}

fn allowance(id: &str) -> u8 {
    2 * historical().unit(unit(id)).faces[0].mp
}

// ---- 5: movement points -----------------------------------------------------------

#[test]
fn a_counter_moves_once_in_a_phase_or_not_at_all() {
    let mut game = field(&[("89/Cos", "0107"), ("90/Cos", "0109")]).open(Phase::AxisMovement, 0);
    assert_eq!(legal_texts(&game), ["done", "select 89/Cos", "select 90/Cos"]);
    play(&mut game, "select 89/Cos");
    play(&mut game, "move > 0207");
    assert_eq!(denied(&game, "select 89/Cos"), "5");
    play(&mut game, "done");
    assert_eq!(game.place(unit("90/Cos")), Place::on(hex("0109")));
    assert_ne!(game.current_phase(), Phase::AxisMovement);
}

#[test]
fn points_left_over_are_neither_saved_nor_passed_on() {
    let mut game = march(field(&[("110/XVIII", "0107"), ("170/XVIII", "0109")]), "110/XVIII");
    play(&mut game, "move > 0207");
    play(&mut game, "select 170/XVIII");
    assert_eq!(points(&game), allowance("170/XVIII"));
    play(&mut game, "move > 0209");
    pass_to(&mut game, 3, Phase::SovietMotorised, 1);
    play(&mut game, "select 110/XVIII");
    assert_eq!(points(&game), allowance("110/XVIII"));
}

#[test]
fn a_unit_pays_hex_by_hex_and_stops_when_it_cannot_pay() {
    let game = walker("127/6", 5, "0107");
    assert_eq!(["0207", "0307", "0407", "0507"].map(|name| cost(&game, name)), [Some(3), Some(6), Some(9), None]);
    assert_eq!(denied(&game, "move > 0507"), "5.a");
}

#[test]
fn terrain_makes_no_difference_to_the_cost_of_a_hex() {
    let map = &historical().map;
    let town = |hex: Hex| map.places.iter().any(|place| place.hex == hex);
    let mut kinds = [0; 3];
    for to in map.grid.hexes().filter(|&hex| map.in_play.contains(hex) && hex != map.bokovskaya) {
        let kind = match map.terrain[to.index()] {
            b'f' => 0,
            b'r' => 1,
            _ if town(to) => 2,
            _ => continue,
        };
        let off_road = |from: &Hex| map.edge(to, map.grid.direction(to, *from).unwrap()) & edge::ROAD == 0;
        let from = map
            .grid
            .neighbours(to)
            .map(|(_, near)| near)
            .filter(|near| map.in_play.contains(*near) && *near != map.bokovskaya)
            .find(off_road);
        let Some(from) = from else { continue };
        // On foot no way round by road is shorter than a single step.
        let game = march(field(&[("LegCro", &name_of(from))]), "LegCro");
        assert_eq!(cost(&game, &name_of(to)), Some(3), "{} to {}", name_of(from), name_of(to));
        kinds[kind] += 1;
    }
    assert!(kinds.iter().all(|&count| count > 10), "forest, rough and towns were all tried: {kinds:?}");
}

#[test]
fn crossing_a_river_costs_nothing_extra() {
    // The Chornaya Kalitva, the Donets, the Don with no Soviets about.
    for (from, to) in [("0606", "0706"), ("0827", "0927"), ("0906", "1006")] {
        let side = historical().map.edge(hex(from), historical().map.grid.direction(hex(from), hex(to)).unwrap());
        assert!(side & (edge::RIVER | edge::DON) != 0 && side & edge::ROAD == 0);
        assert_eq!(cost(&march(field(&[("LegCro", from)]), "LegCro"), to), Some(3), "{from} to {to}");
    }
}

#[test]
fn dv8_six_points_on_tracks_are_four_hexes_in_good_and_three_in_bad_weather() {
    let game = walker("110/XVIII", 6, "0107");
    assert!(may_move_to(&game, "0507") && !may_move_to(&game, "0607"));
    let position = with(PositionBuilder::empty(with_mp("110/XVIII", 6)), &[("110/XVIII", "0107")]);
    let game = march(position.turn(1).unwrap(), "110/XVIII");
    assert!(may_move_to(&game, "0407") && !may_move_to(&game, "0507"));
}

#[test]
fn dv8_an_overrun_off_the_road_takes_three_and_a_half_points() {
    let assault = |mp, from: &str| {
        let position = with(PositionBuilder::empty(with_mp("110/XVIII", mp)), &[("110/XVIII", from), ("89/Cos", "0307")]);
        march(position.turn(3).unwrap(), "110/XVIII")
    };
    assert!(is_legal(&assault(5, "0107"), "overrun 0307 from 0207"));
    assert_eq!(denied(&assault(4, "0107"), "overrun 0307 from 0207"), "13.1");
    assert!(is_legal(&assault(4, "0207"), "overrun 0307 from 0207"));
    assert_eq!(denied(&assault(3, "0207"), "overrun 0307 from 0207"), "13.1");
}

#[test]
fn dv9_a_unit_that_may_move_can_always_enter_one_neighbouring_hex() {
    let on_turn_1 = |at: &str| {
        let position = with(PositionBuilder::empty(with_mp("LegCro", 3)), &[("LegCro", at)]);
        march(position.turn(1).unwrap(), "LegCro")
    };
    // One point left: a hex off the road by the minimum move.
    let game = on_turn_1("0309");
    assert_eq!(points(&game), 2);
    let destinations: Vec<String> = legal_texts(&game);
    let neighbours: Vec<String> = around("0309").into_iter().map(|near| format!("move > {}", name_of(near))).collect();
    assert!(destinations.iter().all(|text| neighbours.contains(text)) && destinations.len() == 6, "{destinations:?}");
    // Or one hex along the road, which it can pay, and none after it.
    let game = on_turn_1("2223");
    assert!(may_move_to(&game, "2224") && !may_move_to(&game, "2225"));
    // Even a unit with no points at all.
    let position = with(PositionBuilder::empty(with_mp("LegCro", 1)), &[("LegCro", "0309")]);
    let game = march(position.turn(1).unwrap(), "LegCro");
    assert_eq!((points(&game), legal_texts(&game).len()), (0, 6));
}

#[test]
fn the_minimum_move_is_the_only_step_and_obeys_every_prohibition() {
    // Two points are left after two hexes, too few for a third.
    let game = walker("127/6", 4, "0107");
    assert!(may_move_to(&game, "0307") && !may_move_to(&game, "0407"));
    // Neither an enemy nor the closed railway can be entered by it.
    let position = with(empty(), &[("127/6", "0419"), ("89/Cos", "0519")]).turn(1).unwrap();
    let game = march(position, "127/6");
    assert_eq!(denied(&game, "move > 0519"), "5");
    assert_eq!(denied(&game, "move > 0319"), "5.1.2");
    assert!(may_move_to(&game, "0420"));
}

#[test]
fn a_road_costs_half_a_point_on_wheels_and_a_point_on_foot() {
    for (id, step) in [("66/XVII", 1), ("31M/XVII", 1), ("HQ/6", 1), ("127/6", 2)] {
        let game = march(field(&[(id, "2222")]), id);
        assert_eq!([cost(&game, "2223"), cost(&game, "2224")], [Some(step), Some(2 * step)], "{id}");
        assert_eq!(cost(&game, "2122"), Some(3), "{id} off the road");
    }
}

#[test]
fn the_road_cost_needs_the_side_that_the_road_crosses() {
    // 1821 and 1721 both lie on roads, but no road joins them; 1720 and 1821 are joined.
    let game = march(field(&[("127/6", "1721")]), "127/6");
    assert_eq!(cost(&game, "1821"), Some(3));
    let game = march(field(&[("127/6", "1720")]), "127/6");
    assert_eq!(cost(&game, "1821"), Some(2));
    assert_eq!(cost(&game, "1921"), Some(5), "road and open ground in one move");
}

#[test]
fn railways_are_roads_for_movement() {
    for (id, step) in [("66/XVII", 1), ("127/6", 2)] {
        let game = march(field(&[(id, "1223")]), id);
        assert_eq!([cost(&game, "1124"), cost(&game, "1225")], [Some(step), Some(2 * step)], "{id}");
    }
}

#[test]
fn soviets_never_enter_the_railway_between_sources_a_and_b() {
    for closed in ["0115", "0217", "0319", "0322", "0424", "0525", "0527", "0128"] {
        for from in around(closed).into_iter().map(name_of).filter(|from| !historical().map.closed_rail.contains(hex(from))) {
            let game = march(field(&[("66/XVII", &from)]), "66/XVII");
            assert_eq!(denied(&game, &format!("move > {closed}")), "5.1.2", "{from} to {closed}");
        }
    }
    let game = march(field(&[("LegCro", "0419")]), "LegCro");
    assert!(may_move_to(&game, "0319"), "the Axis may");
}

#[test]
fn soviets_neither_overrun_nor_advance_onto_the_closed_railway() {
    let game = march(field(&[("66/XVII", "0419"), ("89/Cos", "0319")]), "66/XVII");
    assert_eq!(denied(&game, "overrun 0319 from 0419"), "5.1.2");

    for (target, offered) in [("0319", false), ("0519", true)] {
        let position = with(PositionBuilder::empty(drill()), &[("41G/1G", "0419"), ("89/Cos", target)]).turn(3).unwrap();
        let mut game = position.steps("89/Cos", 1).unwrap().open(Phase::SovietCombat, 0);
        play(&mut game, &format!("attack {target}"));
        play(&mut game, "with 41G/1G");
        play(&mut game, "engage");
        roll(&mut game, 1);
        play(&mut game, "stand");
        assert_eq!(game.place(unit("89/Cos")), Place::ELIMINATED);
        assert_eq!(is_legal(&game, "advance 41G/1G"), offered, "{target}");
    }
}

#[test]
fn soviets_never_retreat_onto_the_closed_railway() {
    let position = with(PositionBuilder::empty(drill()), &[("89/Cos", "0519"), ("41G/1G", "0419")]).turn(3).unwrap();
    let mut game = position.open(Phase::AxisCombat, 0);
    for action in ["attack 0419", "with 89/Cos", "engage"] {
        play(&mut game, action);
    }
    roll(&mut game, 1);
    play(&mut game, "retreat");
    assert_eq!(denied(&game, "retreat 0319"), "5.1.2");
    assert_eq!(denied(&game, "retreat 0320"), "5.1.2");
    for open in ["0318", "0418", "0420"] {
        assert!(is_legal(&game, &format!("retreat {open}")), "{open}");
    }
}

#[test]
fn mobile_combat_units_move_again_in_the_motorised_phase() {
    let counters = [("110/XVIII", "0107"), ("32M/XVIII", "0108"), ("41G/1G", "0109"), ("HQ/1G", "0110")];
    let mut game = march(field(&counters), "110/XVIII");
    play(&mut game, "move > 0207");
    pass_to(&mut game, 3, Phase::SovietMotorised, 1);
    assert_eq!(legal_texts(&game), ["done", "select 110/XVIII", "select 32M/XVIII"]);
    assert_eq!(denied(&game, "select 41G/1G"), "5.2");
    assert_eq!(denied(&game, "select HQ/1G"), "5.2");
    play(&mut game, "select 110/XVIII");
    assert_eq!(points(&game), allowance("110/XVIII"), "full allowance");
    // The Axis has such a phase too.
    let game = field(&[("TA/II", "0107"), ("89/Cos", "0108"), ("AA1", "0109")]).open(Phase::AxisMotorised, 0);
    assert_eq!(legal_texts(&game), ["done", "select TA/II"]);
    assert_eq!(denied(&game, "select AA1"), "5.2");
}

// ---- 5.3: two-sided counters ----------------------------------------------------------

#[test]
fn one_side_of_headquarters_and_guns_reaches_farther_and_the_other_moves_farther() {
    for (_, counter) in
        Side::ALL.into_iter().flat_map(|side| historical().counters(side)).filter(|(_, counter)| counter.class != Class::Combat)
    {
        let [long, short] = counter.faces;
        assert!(long.mp < short.mp && long.radius + long.range > short.radius + short.range, "{}", counter.id);
    }
}

#[test]
fn the_side_turned_up_at_the_start_of_axis_movement_holds_for_the_move() {
    let position = field(&[("HQ/II", "2222"), ("art/Cos", "0309")]);
    let mut game = position.open(Phase::AxisMovement, 0);
    play(&mut game, "flip HQ/II");
    play(&mut game, "done");
    play(&mut game, "select HQ/II");
    let faces = historical().unit(unit("HQ/II")).faces;
    assert_eq!(points(&game), 2 * faces[1].mp);
    assert!(faces[1].mp > faces[0].mp);
    assert_eq!(cost(&game, "2223"), Some(1), "HQs use motorised costs");
    play(&mut game, "move > 2223");
    play(&mut game, "select art/Cos");
    assert_eq!(points(&game), allowance("art/Cos"), "not turned over");
}

#[test]
fn nothing_is_turned_over_in_the_motorised_phase() {
    let mut game = field(&[("Pz/27", "0107"), ("HQ/II", "0109")]).open(Phase::AxisMotorised, 0);
    assert_eq!(legal_texts(&game), ["done", "select Pz/27"]);
    assert_eq!(denied(&game, "flip HQ/II"), "3");
    play(&mut game, "done");
}

#[test]
fn soviet_headquarters_turn_over_only_with_the_initiative() {
    let position = field(&[("HQ/6", "2009"), ("HQ/1G", "2011")]);
    let mut with_it = position.clone().open(Phase::Initiative, 0);
    play(&mut with_it, "initiative");
    assert_eq!(legal_texts(&with_it), ["done", "flip HQ/6", "flip HQ/1G"]);
    let mut without = position.open(Phase::Initiative, 0);
    play(&mut without, "done");
    assert_eq!((without.turn(), without.current_phase()), (Turn::Chance, Phase::Initiative), "straight to the air die");
    while without.game_turn() == 3 {
        assert!(legal_texts(&without).iter().all(|text| !text.starts_with("flip ")));
        pass(&mut without, 1);
    }
    // Nor at the start of their movement.
    let game = field(&[("HQ/6", "2009")]).initiative(Side::Soviet).open(Phase::SovietMovement, 0);
    assert_eq!(denied(&game, "flip HQ/6"), "3");
}

// ---- 5.4: Italian fuel ------------------------------------------------------------------

const THIRSTY: [(&str, &str); 3] = [("TA/CA", "0107"), ("TA/II", "0108"), ("TA/XXXV", "0109")];
const FAR: [(&str, &str); 3] = [("TA/CA", "0507"), ("TA/II", "0508"), ("TA/XXXV", "0509")];

fn move_all(game: &mut Armir, moves: &[(&str, &str)]) {
    for (id, to) in moves {
        play(game, &format!("select {id}"));
        play(game, &format!("move > {to}"));
    }
}

#[test]
fn dv20_one_supply_point_fuels_all_italian_motorised_units_for_a_phase() {
    let mut game = field(&THIRSTY).supply_points(9).open(Phase::AxisMovement, 0);
    move_all(&mut game, &FAR[..1]);
    assert_eq!(game.supply_points(), 8);
    move_all(&mut game, &FAR[1..]);
    assert_eq!(game.supply_points(), 8, "reading A5: one point for the phase");
    pass_to(&mut game, 3, Phase::AxisMotorised, 1);
    move_all(&mut game, &[("TA/CA", "0107"), ("TA/II", "0108"), ("TA/XXXV", "0109")]);
    assert_eq!(game.supply_points(), 7);
}

#[test]
fn where_the_scenario_says_so_every_unit_pays_for_its_own_fuel() {
    let data = altered("historical", |text| text.replace("pa_price = \"phase\"", "pa_price = \"unit\""));
    let mut game = with(PositionBuilder::empty(data), &THIRSTY).turn(3).unwrap().supply_points(2).open(Phase::AxisMovement, 0);
    move_all(&mut game, &FAR[..2]);
    assert_eq!(game.supply_points(), 0);
    play(&mut game, "select TA/XXXV");
    assert_eq!(denied(&game, "move > 0509"), "5.4");
}

#[test]
fn a_move_of_one_hex_needs_no_fuel() {
    let mut game = field(&THIRSTY).supply_points(9).open(Phase::AxisMovement, 0);
    move_all(&mut game, &[("TA/CA", "0207"), ("TA/II", "0208"), ("TA/XXXV", "0209")]);
    assert_eq!(game.supply_points(), 9);
}

#[test]
fn without_supply_points_italian_motorised_units_move_one_hex_only() {
    for id in ["TA/II", "AA1"] {
        let game = march(field(&[(id, "0309")]).supply_points(0), id);
        assert_eq!(legal_texts(&game).len(), 6, "{id}");
        assert!(may_move_to(&game, "0409"), "{id}");
        assert_eq!(denied(&game, "move > 0509"), "5.4", "{id}");
    }
}

#[test]
fn headquarters_celere_and_germans_need_no_fuel() {
    // Neither do units on foot; reading A6.
    for (id, from, to) in [
        ("HQ/II", "2223", "2225"),
        ("3B/Cel", "0107", "0307"),
        ("art/Cel", "0107", "0307"),
        ("Pz/27", "0107", "0307"),
        ("LegCro", "0107", "0307"),
    ] {
        for points in [0, 5] {
            let mut game = march(field(&[(id, from)]).supply_points(points), id);
            play(&mut game, &format!("move > {to}"));
            assert_eq!(game.supply_points(), points, "{id}");
        }
    }
}

/// A group of German tanks and Italian lorries that has overrun 0409 from 0309 and stands in it.
fn through(lorries: &[&str], supply_points: u8) -> Armir {
    let position = with(PositionBuilder::empty(drill()), &[("Pz/27", "0309"), ("106B/6", "0409")]).turn(3).unwrap();
    let position = lorries.iter().fold(position, |position, id| position.place(id, "0309").unwrap());
    let mut game = position.steps("106B/6", 1).unwrap().supply_points(supply_points).open(Phase::AxisMovement, 0);
    play(&mut game, "select Pz/27");
    for id in lorries {
        play(&mut game, &format!("join {id}"));
    }
    play(&mut game, "overrun 0409 from 0309");
    roll(&mut game, 1);
    play(&mut game, "stand");
    play(&mut game, "move > 0409");
    game
}

#[test]
fn a_group_short_of_fuel_goes_no_farther_than_the_hex_it_overran() {
    let mut game = through(&["TA/II"], 0);
    assert_eq!(legal_texts(&game), ["done", "drop TA/II 0409"]);
    assert_eq!(denied(&game, "move > 0509"), "5.4");
    // The tanks may leave the lorries behind.
    play(&mut game, "drop TA/II 0409");
    play(&mut game, "move > 0509");
    assert_eq!((game.place(unit("Pz/27")), game.place(unit("TA/II"))), (Place::on(hex("0509")), Place::on(hex("0409"))));
    // Two lorry units are left one after the other.
    let mut game = through(&["TA/II", "TA/XXXV"], 0);
    assert_eq!(legal_texts(&game), ["done", "drop TA/II 0409"]);
    play(&mut game, "drop TA/II 0409");
    assert_eq!(legal_texts(&game), ["done", "drop TA/XXXV 0409"]);
    play(&mut game, "drop TA/XXXV 0409");
    assert!(may_move_to(&game, "0509"));
    // With fuel the group goes on together.
    let mut game = through(&["TA/II"], 1);
    play(&mut game, "move > 0509");
    assert_eq!((game.place(unit("TA/II")), game.supply_points()), (Place::on(hex("0509")), 0));
}

#[test]
fn a_group_short_of_fuel_overruns_no_second_hex() {
    // The enemy is two hexes away: the lorries would have to enter one hex on the way.
    for (supply_points, joins) in [(0, false), (1, true)] {
        let position = field(&[("Pz/27", "0309"), ("TA/II", "0309"), ("106B/6", "0509")]).supply_points(supply_points);
        assert_eq!(is_legal(&march(position, "Pz/27"), "join TA/II"), joins);
    }
    // The zone of a second enemy holds the group in the hex it overran; to overrun that one too takes fuel.
    for (supply_points, goes_on) in [(0, false), (1, true)] {
        let counters = [("Pz/27", "2222"), ("TA/II", "2222"), ("106B/6", "2223"), ("127/6", "2224")];
        let position = with(PositionBuilder::empty(drill()), &counters).turn(3).unwrap().steps("106B/6", 1).unwrap();
        let mut game = march(position.supply_points(supply_points), "Pz/27");
        for action in ["join TA/II", "overrun 2223 from 2222", "die 1", "stand", "move > 2223"] {
            play(&mut game, action);
        }
        assert_eq!(is_legal(&game, "overrun 2224 from 2223"), goes_on);
    }
}

// ---- 5.5: the front line is held ---------------------------------------------------------

const LINE: [(&str, &str); 6] =
    [("89/Cos", "1007"), ("5/Tri", "0901"), ("318/213", "1308"), ("LegCro", "2013"), ("MtCervino", "1003"), ("90/Cos", "1008")];

#[test]
fn italians_in_strongpoints_stand_fast_on_the_first_two_turns() {
    for turn in 1..=3 {
        let game = with(empty(), &LINE).turn(turn).unwrap().open(Phase::AxisMovement, 0);
        for id in ["89/Cos", "5/Tri"] {
            let select = format!("select {id}");
            if turn < 3 {
                assert_eq!(denied(&game, &select), "5.5", "turn {turn}");
            } else {
                assert!(is_legal(&game, &select), "{id}");
            }
        }
        // Germans, Croats, the Monte Cervino and Italians behind the line are free (readings A7, A9).
        for id in ["318/213", "LegCro", "MtCervino", "90/Cos"] {
            assert!(is_legal(&game, &format!("select {id}")), "{id} on turn {turn}");
        }
    }
}

#[test]
fn the_colour_of_the_corps_counts_and_for_army_troops_that_of_the_hex() {
    let select = |id: &str, at: &str, breached: Formation| {
        let position = with(empty(), &[(id, at), ("LegCro", "0107")]).turn(2).unwrap().breached(breached);
        let game = position.open(Phase::AxisMovement, 0);
        let select = format!("select {id}");
        if is_legal(&game, &select) { "" } else { denied(&game, &select) }
    };
    // A regiment of the XXXV Corps in a strongpoint of the II Corps.
    assert_eq!(select("79/Pas", "1007", Formation::Ii), "5.5");
    assert_eq!(select("79/Pas", "1007", Formation::Xxxv), "");
    assert_eq!(select("Barbo", "1007", Formation::Ii), "");
    assert_eq!(select("Barbo", "1007", Formation::Xxxv), "5.5");
}

#[test]
fn the_front_is_held_in_the_motorised_phase_too() {
    let game = with(empty(), &[("3B/Cel", "1812"), ("6B/Cel", "1813")]).turn(2).unwrap().open(Phase::AxisMotorised, 0);
    assert_eq!(denied(&game, "select 3B/Cel"), "5.5");
    assert!(is_legal(&game, "select 6B/Cel"));
}

#[test]
fn a_strongpoint_entered_by_the_soviets_frees_its_corps_for_good() {
    let position = with(empty(), &LINE).turn(2).unwrap().initiative(Side::Soviet);
    let position = with(position, &[("66/XVII", "1106")]);
    let mut game = position.open(Phase::SovietMovement, 0);
    play(&mut game, "select 66/XVII");
    play(&mut game, "move > 1107");
    // It leaves again before the Axis moves.
    pass_to(&mut game, 2, Phase::SovietMotorised, 1);
    play(&mut game, "select 66/XVII");
    play(&mut game, "move > 1106");
    pass_to(&mut game, 2, Phase::AxisMovement, 1);
    assert!(is_legal(&game, "select 89/Cos"), "a regiment of the II Corps");
    assert_eq!(denied(&game, "select 5/Tri"), "5.5", "the Alpine Corps is another colour");
}

#[test]
fn the_alpine_headquarters_leaves_rossosh_only_when_soviets_come_within_two_hexes() {
    let select = |soviet: &str, at: &str| {
        let mut game = field(&[("HQ/CA", at), ("127/6", soviet), ("LegCro", "0107")]).open(Phase::AxisMovement, 0);
        play(&mut game, "done");
        if is_legal(&game, "select HQ/CA") { "" } else { denied(&game, "select HQ/CA") }
    };
    assert_eq!(select("1005", "0705"), "5.5.1", "three hexes away");
    assert_eq!(select("0905", "0705"), "", "two hexes away");
    assert_eq!(select("1005", "0605"), "", "once it has left Rossosh it is free");
}

/// A hex at the rim of the circle and a neighbour outside, in the rear of the Axis.
fn rim(centre: &str, radius: u16) -> (String, String) {
    let grid = &historical().map.grid;
    let rear = |hex: &Hex| grid.column(*hex) < 7;
    let inside = grid.within(hex(centre), radius).filter(rear).filter(|&near| grid.distance(near, hex(centre)) == radius);
    let pairs = inside.filter_map(|near| {
        let outside = grid.neighbours(near).map(|(_, out)| out).filter(rear).find(|&out| grid.distance(out, hex(centre)) > radius)?;
        Some((name_of(near), name_of(outside)))
    });
    pairs.last().expect("the circle lies on the map")
}

#[test]
fn alpine_units_do_not_leave_the_radius_of_their_headquarters() {
    let faces = historical().unit(unit("HQ/CA")).faces;
    let (inside, outside) = rim("0705", faces[0].radius.into());
    let within = |near: &Hex| historical().map.grid.distance(*near, hex("0705")) <= faces[0].radius.into();
    for id in ["5/Tri", "TA/CA", "art/Tri", "277/Vic"] {
        let game = march(field(&[("HQ/CA", "0705"), (id, &inside)]), id);
        assert_eq!(denied(&game, &format!("move > {outside}")), "5.5.1.a", "{id}");
        for near in around(&inside).into_iter().filter(within) {
            assert!(may_move_to(&game, &name_of(near)), "{id} moves to {} within the circle", name_of(near));
        }
    }
    // The leash is as long as the radius that is up.
    let (inside, outside) = rim("0705", faces[1].radius.into());
    let position = field(&[("HQ/CA", "0705"), ("5/Tri", &inside)]);
    assert!(may_move_to(&march(position.clone(), "5/Tri"), &outside));
    let game = march(position.short_side("HQ/CA").unwrap(), "5/Tri");
    assert_eq!(denied(&game, &format!("move > {outside}")), "5.5.1.a");
}

#[test]
fn an_alpine_unit_beyond_the_radius_may_only_come_closer() {
    let grid = &historical().map.grid;
    let radius = u16::from(historical().unit(unit("HQ/CA")).faces[0].radius);
    let (_, outside) = rim("0705", radius + 1);
    let from = grid.distance(hex(&outside), hex("0705"));
    let game = march(field(&[("HQ/CA", "0705"), ("5/Tri", &outside)]), "5/Tri");
    let mut closer = 0;
    for near in around(&outside) {
        let comes_closer = grid.distance(near, hex("0705")) < from;
        assert_eq!(may_move_to(&game, &name_of(near)), comes_closer, "{outside} to {}", name_of(near));
        closer += u8::from(comes_closer);
    }
    assert!(closer > 0);
}

#[test]
fn a_group_is_held_by_the_leashes_of_all_its_units() {
    let grid = &historical().map.grid;
    let radius = u16::from(historical().unit(unit("HQ/CA")).faces[0].radius);
    let (here, outside) = rim("0705", radius);
    let within = around(&here).into_iter().find(|&near| grid.distance(near, hex("0705")) <= radius).map(name_of).unwrap();
    let group = ["HQ/XXIV", "Pz/27", "TA/CA", "FB/XXIV"].map(|id| (id, here.as_str()));
    let position = with(field(&group), &[("HQ/CA", "0705"), ("160/6", &outside), ("127/6", &within)]);
    let mut game = march(position, "Pz/27");
    let overrun = |target: &str| format!("overrun {target} from {here}");
    play(&mut game, "join TA/CA");
    assert_eq!(denied(&game, &overrun(&outside)), "5.5.1.a");
    play(&mut game, "join FB/XXIV");
    assert_eq!(denied(&game, &overrun(&outside)), "5.5.1.a", "a unit of the XXIV Corps in the group does not free it");
    assert!(is_legal(&game, &overrun(&within)));
}

#[test]
fn the_leash_spares_other_corps_the_reassigned_julia_and_the_monte_cervino() {
    let radius = u16::from(historical().unit(unit("HQ/CA")).faces[0].radius);
    let (inside, outside) = rim("0705", radius);
    for id in ["8/Jul24", "MtCervino", "89/Cos"] {
        let game = march(field(&[("HQ/CA", "0705"), (id, &inside)]), id);
        assert!(may_move_to(&game, &outside), "{id}");
    }
    // A dead HQ holds nobody (reading A8).
    assert!(may_move_to(&march(field(&[("5/Tri", &inside)]), "5/Tri"), &outside));
}

#[test]
fn dv19_the_third_gebirgs_grows_a_step_a_turn_and_first_moves_on_turn_five() {
    let position = with(empty(), &[("LegCro", "0107")]).momentum(9).unwrap().turn(2).unwrap();
    let mut game = position.open(Phase::AxisReinforcement, 0);
    for turn in 2..=5 {
        pass_to(&mut game, turn, Phase::AxisMovement, 1);
        assert_eq!(u16::from(game.steps(unit("3Geb"))), turn - 1);
        assert_eq!(game.place(unit("3Geb")), Place::on(hex("1222")), "Millerovo");
        if turn < 5 {
            assert_eq!(denied(&game, "select 3Geb"), "15.2", "turn {turn}");
        } else {
            assert!(is_legal(&game, "select 3Geb"));
        }
    }
}
