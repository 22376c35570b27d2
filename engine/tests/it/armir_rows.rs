//! Halves of the rules that other tests leave open: the other side, the other kind of counter, the other exit.

use stavka_engine::armir::{Armir, Class, Face, Formation, Mobility, Nationality, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game, Side, Turn};
use stavka_engine::hex::Hex;

use crate::armir_kit::fight::{self, FIELD, attack, choices, exercise, put, sheet, texts};
use crate::armir_kit::march::{self, cost, march, may_move_to, name_of};
use crate::armir_kit::{
    Sound, at, counters, denied, hex, historical, is_legal, legal_texts, offers, on_turn, play, roll, scenario, stands, steps, unit, with,
};

#[track_caller]
fn plays(game: &mut Armir, actions: &[&str]) {
    for action in actions {
        play(game, action);
    }
}

/// Whether a counter would be found in supply.
fn supplied(position: PositionBuilder, id: &str) -> bool {
    let game = position.open(Phase::Initiative, 0);
    game.is_supplied(&game.supply_report(unit(id).side()), unit(id))
}

/// The hex so many hexes west of another in its row.
fn west(name: &str, by: u8) -> String {
    format!("{:04}", name.parse::<u16>().unwrap() - 100 * u16::from(by))
}

// ---- movement [2.1.d][5] ------------------------------------------------------

#[test]
fn every_hq_and_every_marked_counter_pays_half_a_point_on_a_road_and_the_others_a_point() {
    for counter in Side::ALL.into_iter().flat_map(counters) {
        let id = counter.id.as_str();
        let [from, to] = if id == "HQ/XXIV" { ["0701", "0602"] } else { ["2222", "2223"] };
        let wheels = counter.class == Class::Hq || counter.mobility != Mobility::Foot;
        assert_eq!(cost(&march(march::field(&[(id, from)]), id), to), Some(if wheels { 1 } else { 2 }), "{id}");
    }
}

#[test]
fn italians_on_wheels_but_hqs_and_the_celere_need_fuel_for_a_second_hex_and_nobody_else_does() {
    for counter in counters(Side::Axis) {
        let id = counter.id.as_str();
        let wheels = counter.class == Class::Hq || counter.mobility != Mobility::Foot;
        let celere = ["3B/Cel", "6B/Cel", "art/Cel"].contains(&id);
        let thirsty = counter.nationality == Nationality::Italian && wheels && counter.class != Class::Hq && !celere;
        let [from, near, far] = if id == "HQ/XXIV" { ["0701", "0602", "0703"] } else { ["2222", "2223", "2224"] };
        for points in [0, 5] {
            let mut game = march(march::field(&[(id, from)]).supply_points(points), id);
            let pays = game.march_report().unwrap().points >= if wheels { 2 } else { 4 };
            assert!(may_move_to(&game, near), "{id}");
            assert_eq!(may_move_to(&game, far), pays && (points > 0 || !thirsty), "{id} with {points} supply points");
            if may_move_to(&game, far) {
                play(&mut game, &format!("move > {far}"));
                assert_eq!(game.supply_points(), points - u8::from(thirsty), "{id}");
            }
        }
    }
}

#[test]
fn the_second_hex_is_paid_for_when_it_is_entered_by_an_overrun() {
    let overrun = |start: &str| {
        let position = put(exercise(), &[("Pz/27", start), ("TA/II", start), ("106B/6", "0509"), ("TA/XXXV", "2222")]);
        let mut game = position.steps("106B/6", 1).sound().supply_points(2).open(Phase::AxisMotorised, 0);
        plays(&mut game, &["select Pz/27", "join TA/II", "overrun 0509 from 0409", "die 1", "stand", "move > 0509"]);
        assert!(stands(&game, "TA/II", "0509"));
        game
    };
    assert_eq!(overrun("0409").supply_points(), 2, "the first hex is free");
    let mut game = overrun("0309");
    assert_eq!(game.supply_points(), 1);
    plays(&mut game, &["select TA/XXXV", "move > 2224"]);
    assert_eq!(game.supply_points(), 1, "one point fuels them all for the phase");
}

#[test]
fn a_counter_that_was_turned_over_is_turned_back_in_a_later_turn() {
    let mut game = march::field(&[("HQ/II", "2222")]).short_side("HQ/II").sound().open(Phase::AxisMovement, 0);
    plays(&mut game, &["flip HQ/II", "select HQ/II"]);
    let long = historical().unit(unit("HQ/II")).faces[Face::Long as usize];
    assert_eq!((game.face(unit("HQ/II")), game.march_report().unwrap().points), (Face::Long, 2 * long.mp));
    let mut game = march::field(&[("HQ/6", "2009")]).short_side("HQ/6").sound().open(Phase::Initiative, 0);
    plays(&mut game, &["initiative", "flip HQ/6"]);
    assert_eq!(game.artillery_points(0), historical().unit(unit("HQ/6")).faces[Face::Long as usize].radius);
}

#[test]
fn a_soviet_unit_without_the_points_for_a_hex_enters_one_all_the_same() {
    let position = march::field(&[("127/6", "0309")]).turn(1).sound().out_of_supply("127/6").sound();
    let game = march(position, "127/6");
    assert!(game.march_report().unwrap().points < 3);
    let mut ends: Vec<String> = march::around("0309").into_iter().map(|near| format!("move > {}", name_of(near))).collect();
    let mut legal = legal_texts(&game);
    ends.sort();
    legal.sort();
    assert_eq!(legal, ends);
}

#[test]
fn italian_guns_and_hqs_in_strongpoints_stand_fast_too() {
    for (turn, held) in [(2, true), (3, false)] {
        let mut game = with(on_turn(turn), &[("art/Cos", "1007"), ("HQ/II", "1007"), ("LegCro", "0107")]).open(Phase::AxisMovement, 0);
        play(&mut game, "done");
        for select in ["select art/Cos", "select HQ/II"] {
            assert_eq!(is_legal(&game, select), !held, "{select} on turn {turn}");
            assert!(!held || denied(&game, select) == "5.5");
        }
    }
}

// ---- stacking [6] -------------------------------------------------------------

#[test]
fn a_soviet_hq_stacks_as_one_step_and_eight_steps_fit() {
    let too_many = |counters: &[(&str, &str)]| {
        let mut game = march::field(counters).open(Phase::SovietMovement, 0);
        while game.current_phase() == Phase::SovietMovement && is_legal(&game, "done") {
            play(&mut game, "done");
        }
        game.current_phase() == Phase::SovietMovement && offers(&legal_texts(&game), "remove")
    };
    let divisions = [("127/6", "2009"), ("160/6", "2009"), ("HQ/6", "2009")];
    assert!(!too_many(&divisions[..2]) && too_many(&divisions));
}

#[test]
fn a_group_leaves_no_unit_behind_in_a_hex_of_another_army() {
    for (friend, may) in [("106B/6", true), ("41G/1G", false)] {
        let position = put(exercise(), &[("66/XVII", "0410"), ("67/XVII", "0410"), ("89/Cos", FIELD), (friend, "0511")]);
        let mut game = position.open(Phase::SovietMovement, 0);
        plays(&mut game, &["select 66/XVII", "join 67/XVII", "overrun 0510 from 0410", "die 1", "retreat 0610", "move > 0510"]);
        assert_eq!([is_legal(&game, "drop 66/XVII 0511"), is_legal(&game, "move > 0511")], [may; 2], "{friend}");
    }
}

#[test]
fn nobody_enters_from_the_bokovskaya_box_while_another_army_fills_every_hex_in_reach() {
    // Heavy Germans hold everybody in Bokovskaya itself.
    let position = with(on_turn(3), &[("525/298", "2218"), ("387/XXIV", "2319")]).chir_reached(2);
    let position = position.put_in_box("14G/3G", Place::BOKOVSKAYA_BOX).sound();
    let open = |friend: &str| position.clone().place(friend, "2318").sound().open(Phase::SovietMovement, 0);
    let (strangers, own) = (open("41G/1G"), open("50G/3G"));
    assert!(is_legal(&strangers, "done") && !is_legal(&strangers, "select 14G/3G"));
    assert!(!is_legal(&own, "done") && is_legal(&own, "select 14G/3G"));
}

#[test]
fn an_axis_unit_that_starts_in_a_soviet_zone_may_leave_or_go_from_zone_to_zone() {
    let game = march(march::field(&[("89/Cos", "0307"), ("127/6", "0308")]), "89/Cos");
    assert_eq!(["0407", "0306", "0406"].map(|name| cost(&game, name)), [Some(3), Some(3), Some(6)]);
    assert_eq!(cost(&game, "0507"), None, "0407 is in the zone of the same enemy");
}

#[test]
fn a_free_set_up_keeps_to_the_limit_however_closely_units_are_placed() {
    let weight = |game: &Armir, at: Hex| game.stack(at).map(|unit| game.steps(unit)).sum::<u8>();
    let mut game = Armir::new(scenario("free"));
    while !offers(&legal_texts(&game), "objectives") {
        let fullest = |text: &String| text.strip_prefix("place ").map(|rest| weight(&game, hex(rest.split(' ').nth(1).unwrap())));
        let placements = legal_texts(&game).into_iter().filter(|text| !text.ends_with(" chir"));
        let choice = placements.max_by_key(fullest).expect("a hex for everybody");
        play(&mut game, &choice);
    }
    let parents = |at: Hex| game.stack(at).map(|unit| game.data().unit(unit).parent_number).collect::<Vec<_>>();
    let apart = |at: &Hex| !parents(*at).iter().all(|&parent| parent != 0 && parent == parents(*at)[0]);
    for side in Side::ALL {
        let mixed = game.data().map.in_play.iter().filter(|&at| game.occupant(at) == Some(side)).filter(apart);
        assert_eq!(mixed.map(|at| weight(&game, at)).max(), Some(8), "{side}");
    }
}

// ---- supply [8] ---------------------------------------------------------------

#[test]
fn a_headquarters_finds_no_source_where_the_enemy_has_his() {
    // One enemy closes every way out of the corner, which is a Soviet source.
    let corner = "2402";
    for (hq, enemy, open) in [("HQ/1G", "89/Cos", true), ("HQ/II", "127/6", false)] {
        assert_eq!(supplied(march::field(&[(hq, corner), (enemy, "2302")]), hq), open, "{hq}");
    }
}

#[test]
fn a_headquarters_traces_to_the_depot_while_there_is_one() {
    // Divisions beside the sources A, B and C close them; HQ and regiment are far from depot and railway.
    let far = [("HQ/II", "2009"), ("89/Cos", "2009"), ("127/6", "0215"), ("160/6", "0227"), ("172/6", "0702")];
    assert!(supplied(march::field(&far), "HQ/II") && supplied(march::field(&far), "89/Cos"));
    let mut game = march::field(&[("66/XVII", "0813")]).open(Phase::SovietMovement, 0);
    plays(&mut game, &["select 66/XVII", "move > 0812", "die 1"]);
    let without = with(PositionBuilder::of(&game).put_in_box("66/XVII", Place::RESERVE).sound(), &far);
    assert!(!supplied(without.clone(), "HQ/II") && !supplied(without, "89/Cos"));
}

#[test]
fn the_panzer_corps_hq_supplies_its_own_units_within_the_radius_that_is_up() {
    for (face, values) in historical().unit(unit("HQ/XXIV")).faces.into_iter().enumerate() {
        let position = |by: u8| {
            let position = march::field(&[("HQ/XXIV", "1409"), ("387/XXIV", &format!("{}09", 14 + by))]);
            if face == 1 { position.short_side("HQ/XXIV").sound() } else { position }
        };
        assert!(supplied(position(values.radius), "387/XXIV") && !supplied(position(values.radius + 1), "387/XXIV"));
    }
}

#[test]
fn every_army_hq_gives_supply_points_and_aircraft_by_its_own_radius() {
    let armies = [("HQ/6", "127/6"), ("HQ/1G", "41G/1G"), ("HQ/3G", "14G/3G")];
    for (slot, (hq, division)) in armies.into_iter().enumerate() {
        for (face, reach) in historical().unit(unit(hq)).faces.map(|face| face.radius).into_iter().enumerate() {
            let turned = |position: PositionBuilder| if face == 1 { position.short_side(hq).sound() } else { position };
            for (by, within) in [(reach, true), (reach + 1, false)] {
                let position = turned(march::field(&[(hq, "1209"), (division, &west("1209", by))]));
                assert_eq!(supplied(position, division), within, "{division} at {by} hexes");
            }
            let mut game = turned(march::field(&[(hq, "1209")])).open(Phase::Initiative, 0);
            play(&mut game, "done");
            let mut points = [0; 3];
            points[slot] = reach;
            assert_eq!([0, 1, 2].map(|army| game.artillery_points(army)), points, "{hq}");
            // The aircraft serve before either combat phase, once.
            let (rim, beyond) = (west("1809", reach), west("1809", reach + 1));
            for earlier in [0, 1] {
                let position = turned(march::field(&[(hq, "1809"), ("89/Cos", &rim), ("90/Cos", &beyond)]));
                let position = position.artillery(unit_army(hq), 0).initiative(Side::Soviet).air_unit(Some(Side::Soviet));
                let mut game = position.open(Phase::Bombardment, earlier);
                assert_eq!(denied(&game, &format!("air {beyond}")), "9.1.2");
                play(&mut game, &format!("air {rim}"));
                roll(&mut game, 1);
                assert_eq!(game.air_unit(), None, "{hq}");
            }
        }
    }
}

fn unit_army(hq: &str) -> Formation {
    historical().unit(unit(hq)).formation
}

#[test]
fn the_supply_phase_places_and_takes_off_markers_of_both_sides() {
    let position = march::field(&[("89/Cos", "2009"), ("90/Cos", "1619"), ("127/6", "0309"), ("160/6", "2002")]);
    let mut game = position.out_of_supply("90/Cos").sound().out_of_supply("160/6").sound().open(Phase::Supply, 0);
    while game.current_phase() == Phase::Supply {
        play(&mut game, "done");
    }
    assert_eq!(["89/Cos", "90/Cos", "127/6", "160/6"].map(|id| game.is_out_of_supply(unit(id))), [true, false, true, false]);
}

#[test]
fn a_soviet_unit_out_of_supply_exerts_no_zone_and_has_half_its_allowance() {
    let position = march::field(&[("106B/6", "0309")]);
    assert!(position.clone().open(Phase::SovietMovement, 0).in_zoc(Side::Soviet, hex("0409")));
    let cut_off = position.out_of_supply("106B/6").sound();
    assert!(!cut_off.open(Phase::SovietMovement, 0).in_zoc(Side::Soviet, hex("0409")));
    for id in ["127/6", "66/XVII", "31M/XVII", "HQ/6"] {
        let game = march(march::field(&[(id, "0309")]).out_of_supply(id).sound(), id);
        let mp = historical().unit(unit(id)).faces[0].mp;
        assert_eq!(game.march_report().unwrap().points, 2 * mp.div_ceil(2), "{id}");
    }
}

// ---- bombardment [11] -----------------------------------------------------------

#[test]
fn soviet_aircraft_and_guns_do_not_strike_the_same_hex() {
    for (first, second) in [("air 0610", "salvo HQ/6 1 0610"), ("salvo HQ/6 1 0610", "air 0610")] {
        let position = put(fight::field(), &[("HQ/6", FIELD), ("89/Cos", "0610"), ("90/Cos", "0810")]).initiative(Side::Soviet);
        let mut game = position.artillery(Formation::Sixth, 3).air_unit(Some(Side::Soviet)).open(Phase::Bombardment, 0);
        assert!(is_legal(&game, second));
        play(&mut game, first);
        assert_eq!(game.turn(), Turn::Chance, "nothing can be added");
        roll(&mut game, 1);
        assert_eq!(denied(&game, second), "11.b");
    }
}

#[test]
fn a_gun_in_attack_stands_within_one_hex_of_the_target_and_not_of_the_attackers() {
    let counters = [("127/6", FIELD), ("89/Cos", "0509"), ("37/Rav", "0509"), ("art/Rav", "0410"), ("art/Cos", "0408")];
    let distance = |to: &str| historical().map.grid.distance(hex("0408"), hex(to));
    assert_eq!((distance("0509"), distance(FIELD)), (1, 2));
    let mut game = put(fight::field(), &counters).open(Phase::AxisCombat, 0);
    attack(&mut game, FIELD, &["89/Cos", "37/Rav"]);
    assert_eq!((denied(&game, "support art/Cos"), is_legal(&game, "support art/Rav")), ("10.1", true));
}

#[test]
fn a_disorganised_gun_in_the_attacked_hex_gives_no_support() {
    let counters = [("art/Cos", FIELD), ("art/Rav", FIELD), ("127/6", "0609")];
    let mut game = put(fight::field(), &counters).disorganised("art/Cos").sound().open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    assert_eq!((denied(&game, "support art/Cos"), is_legal(&game, "support art/Rav")), ("11.2.a", true));
}

#[test]
fn the_soviet_owner_picks_the_step_that_an_axis_bombardment_costs() {
    let position = put(fight::field(), &[("127/6", "0610"), ("160/6", "0610")]).air_unit(Some(Side::Axis));
    let mut game = position.open(Phase::Bombardment, 0);
    plays(&mut game, &["air 0610", "die 6"]);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Soviet), texts(&["lose 127/6", "lose 160/6"])));
    play(&mut game, "lose 160/6");
    assert_eq!((steps(&game, "127/6"), steps(&game, "160/6")), (4, 3));
}

// ---- combat [12] ----------------------------------------------------------------

#[test]
fn strength_counts_and_is_halved_in_axis_attack_and_soviet_defence_too() {
    let cp = |id: &str, steps: usize| u16::from(historical().unit(unit(id)).cp[steps]);
    let (full, worn) = (cp("525/298", 2), cp("127/6", 3));
    let strengths = |marked: &[&str], disorganised: &[&str]| {
        let position = put(fight::field(), &[("525/298", "0509"), ("127/6", FIELD)]);
        let position = position.steps("525/298", 2).sound().steps("127/6", 3).sound();
        let position = marked.iter().fold(position, |position, id| position.out_of_supply(id).sound());
        let position = disorganised.iter().fold(position, |position, id| position.disorganised(id).sound());
        let mut game = position.open(Phase::AxisCombat, 0);
        attack(&mut game, FIELD, &["525/298"]);
        (sheet(&game).attack, sheet(&game).defence)
    };
    let both = ["525/298", "127/6"];
    assert_eq!(strengths(&[], &[]), (full, worn));
    assert_eq!(strengths(&both, &[]), (full.div_ceil(2), worn), "lack of supply leaves the defence whole");
    assert_eq!(strengths(&[], &both), (full.div_ceil(2), worn.div_ceil(2)));
    assert_eq!(strengths(&both, &both), (full.div_ceil(2), worn.div_ceil(2)), "once and no more");
}

#[test]
fn before_tanks_one_loss_becomes_a_retreat_and_the_others_are_taken() {
    let mut game = put(exercise(), &[("66/XVII", "0509"), ("89/Cos", FIELD)]).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["66/XVII"]);
    roll(&mut game, 2);
    assert_eq!(steps(&game, "89/Cos"), 1);
    play(&mut game, "retreat 0611");
    assert!(stands(&game, "89/Cos", "0611") && steps(&game, "89/Cos") == 1);
}

#[test]
fn an_axis_advance_ignores_soviet_zones_of_control() {
    let position = put(exercise(), &[("89/Cos", "0509"), ("350/6", FIELD), ("127/6", "0611")]).steps("350/6", 1).sound();
    let mut game = position.open(Phase::AxisCombat, 0);
    attack(&mut game, FIELD, &["89/Cos"]);
    plays(&mut game, &["die 1", "stand"]);
    assert!(game.in_zoc(Side::Soviet, hex(FIELD)));
    play(&mut game, "advance 89/Cos");
    assert!(stands(&game, "89/Cos", FIELD));
}

#[test]
fn leashed_units_retreat_out_of_the_radius_of_their_hq() {
    let grid = &historical().map.grid;
    for (id, hq) in [("387/XXIV", "HQ/XXIV"), ("5/Tri", "HQ/CA")] {
        let radius = u16::from(historical().unit(unit(hq)).faces[0].radius);
        let far = |at: &Hex| historical().map.in_play.contains(*at) && grid.distance(*at, hex("0611")) == radius + 1;
        let centre = grid.hexes().find(|at| far(at) && grid.distance(*at, hex(FIELD)) == radius).map(name_of).unwrap();
        let mut game = put(exercise(), &[(id, FIELD), (hq, &centre), ("127/6", "0509")]).open(Phase::SovietCombat, 0);
        attack(&mut game, FIELD, &["127/6"]);
        plays(&mut game, &["die 1", "retreat"]);
        assert_eq!(choices(&game).len(), 5, "{id}: every neighbour without an enemy");
        play(&mut game, "retreat 0611");
        assert!(stands(&game, id, "0611"));
    }
}

#[test]
fn axis_attacks_come_from_several_hexes_meet_the_whole_stack_and_are_made_once() {
    let counters = [("89/Cos", "0509"), ("90/Cos", "0410"), ("37/Rav", "0611"), ("127/6", FIELD), ("160/6", FIELD), ("350/6", "0408")];
    let mut game = put(exercise(), &counters).open(Phase::AxisCombat, 0);
    let cp = |id: &str| fight::cp(&game, id);
    let strengths = (cp("89/Cos") + cp("90/Cos"), cp("127/6") + cp("160/6"));
    attack(&mut game, FIELD, &["89/Cos", "90/Cos"]);
    assert_eq!((sheet(&game).attack, sheet(&game).defence), strengths);
    // Three steps fall on them evenly.
    let either = texts(&["lose 89/Cos", "lose 90/Cos"]);
    roll(&mut game, 5);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Axis), either.clone()));
    play(&mut game, "lose 89/Cos");
    assert_eq!((steps(&game, "89/Cos"), steps(&game, "90/Cos"), choices(&game)), (1, 1, either));
    play(&mut game, "lose 89/Cos");
    play(&mut game, "attack 0510");
    assert_eq!((denied(&game, "with 90/Cos"), is_legal(&game, "with 37/Rav")), ("12", true));
}

#[test]
fn a_soviet_stack_spreads_its_losses_and_retreats_by_the_same_rules() {
    let counters = [("79/Pas", "0509"), ("127/6", FIELD), ("160/6", FIELD)];
    let mut game = put(exercise(), &counters).open(Phase::AxisCombat, 0);
    attack(&mut game, FIELD, &["79/Pas"]);
    plays(&mut game, &["die 2", "stand"]);
    assert_eq!((game.turn(), choices(&game)), (Turn::Player(Side::Soviet), texts(&["lose 127/6", "lose 160/6"])));
    play(&mut game, "lose 160/6");
    assert_eq!((steps(&game, "127/6"), steps(&game, "160/6")), (3, 3));

    let counters = [("79/Pas", "0509"), ("80/Pas", "0512"), ("90/Cos", "0610"), ("127/6", FIELD), ("350/6", "0511")];
    let mut game = put(exercise(), &counters).open(Phase::AxisCombat, 0);
    attack(&mut game, FIELD, &["79/Pas"]);
    plays(&mut game, &["die 1", "retreat"]);
    assert!(game.in_zoc(Side::Axis, hex("0611")));
    assert_eq!(choices(&game), texts(&["retreat 0410", "retreat 0511", "retreat 0609", "retreat 0611"]));
    // Among friends it adds nothing and shares their fate.
    plays(&mut game, &["retreat 0511", "done"]);
    attack(&mut game, "0511", &["80/Pas"]);
    assert_eq!(sheet(&game).defence, fight::cp(&game, "350/6"));
    roll(&mut game, 1);
    let mut stands_fast = game.clone();
    play(&mut stands_fast, "stand");
    assert_eq!((steps(&stands_fast, "127/6"), steps(&stands_fast, "350/6")), (4, 3));
    plays(&mut game, &["retreat", "retreat 0411"]);
    assert!(stands(&game, "127/6", "0411") && stands(&game, "350/6", "0411"));
}

// ---- overruns [13] ----------------------------------------------------------------

#[test]
fn guns_neither_make_nor_join_an_overrun() {
    let position = put(exercise(), &[("Pz/27", "0410"), ("AA1", "0410"), ("127/6", FIELD)]).short_side("AA1").sound();
    let mut game = position.open(Phase::AxisMovement, 0);
    play(&mut game, "done");
    let mut gun = game.clone();
    play(&mut game, "select Pz/27");
    assert_eq!(denied(&game, "join AA1"), "13");
    assert!(is_legal(&game, "overrun 0510 from 0410"));
    play(&mut gun, "select AA1");
    assert!(gun.march_report().unwrap().points >= 3 + 4, "it could pay");
    assert_eq!(denied(&gun, "overrun 0510 from 0410"), "13");
}

#[test]
fn guns_and_hqs_alone_are_overrun_like_anybody() {
    for (target, defence) in [("HQ/II", 0), ("art/Cos", 1)] {
        let mut game = put(exercise(), &[("66/XVII", "0410"), (target, FIELD)]).open(Phase::SovietMovement, 0);
        plays(&mut game, &["select 66/XVII", "overrun 0510 from 0410"]);
        assert_eq!(sheet(&game).defence, defence, "{target}");
        plays(&mut game, &["die 1", "retreat 0610"]);
        assert!(stands(&game, "66/XVII", FIELD) && stands(&game, target, "0610"));
    }
}

#[test]
fn an_axis_overrun_costs_as_much_and_the_move_goes_on() {
    let position = put(exercise(), &[("Pz/27", "0410"), ("106B/6", FIELD)]).steps("106B/6", 1).sound();
    let mut game = position.open(Phase::AxisMotorised, 0);
    play(&mut game, "select Pz/27");
    let before = game.march_report().unwrap().points;
    plays(&mut game, &["overrun 0510 from 0410", "die 1", "stand"]);
    assert_eq!(before - game.march_report().unwrap().points, 3 + 4, "half points off the road");
    assert!(stands(&game, "Pz/27", FIELD) && is_legal(&game, "done") && may_move_to(&game, "0511"));
}

#[test]
fn one_leashed_unit_keeps_its_whole_group_in_the_radius() {
    // The radius of the HQ in 0910 ends in 0410.
    let group = [("Pz/27", "0410"), ("TA/II", "0410"), ("FB/XXIV", "0410"), ("HQ/XXIV", "0910")];
    let position = put(put(exercise(), &group), &[("106B/6", "0310"), ("350/6", FIELD)]);
    let mut game = position.open(Phase::AxisMotorised, 0);
    plays(&mut game, &["select Pz/27", "join TA/II"]);
    assert!(is_legal(&game, "overrun 0310 from 0410"));
    play(&mut game, "join FB/XXIV");
    assert_eq!(denied(&game, "overrun 0310 from 0410"), "15.1.2");
    assert!(is_legal(&game, "overrun 0510 from 0410"));
}

// ---- reinforcements [15] ------------------------------------------------------------

#[test]
fn the_reinforcement_phase_runs_drain_garrison_arrivals_replacement_relief_complement_and_return() {
    let counters = [
        ("HQ/XXIV", "0701"),
        ("8/Jul", "1003"),
        ("9/Jul", "0904"),
        ("277/Vic", "0903"),
        ("278/Vic", "0804"),
        ("Pz/27", "0706"),
        ("Compl", "0708"),
        ("89/Cos", "0708"),
        ("127/6", "2009"),
    ];
    for initiative in Side::ALL {
        let position = with(on_turn(2), &counters).steps("Pz/27", 1).sound().steps("89/Cos", 1).sound();
        let position = position.put_in_box("HQ/6", Place::ELIMINATED).sound().momentum(5).sound().initiative(initiative);
        let mut game = position.open(Phase::AxisReinforcement, 0);
        assert_eq!((game.momentum(), game.turn(), at(&game, "387/XXIV")), (4, Turn::Chance, Place::RESERVE), "the drain comes first");
        let garrison = game.garrison();
        roll(&mut game, 1);
        assert_eq!(game.garrison(), garrison + 1, "then the garrison die");
        assert!(stands(&game, "387/XXIV", "0701") && stands(&game, "3Geb", "1222"), "then the arrivals");
        for (choice, who) in [
            ("replace Pz/27", Side::Axis),
            ("relieve 8/Jul by 277/Vic", Side::Axis),
            ("relieve 9/Jul by 278/Vic", Side::Axis),
            ("complement 89/Cos", Side::Axis),
            ("return HQ/6 1205", Side::Soviet),
        ] {
            let verb = choice.split(' ').next().unwrap();
            let legal = legal_texts(&game);
            assert_eq!(game.turn(), Turn::Player(who), "{choice}");
            assert!(legal.iter().all(|text| text == "done" || text.starts_with(verb)), "{choice}: {legal:?}");
            play(&mut game, choice);
        }
        assert_ne!(game.current_phase(), Phase::AxisReinforcement);
    }
}

#[test]
fn the_gebirgs_division_does_not_advance_out_of_millerovo_before_it_has_its_four_steps() {
    for (strength, advances) in [(3, false), (4, true)] {
        let position = put(exercise(), &[("3Geb", "1222"), ("89/Cos", "1222"), ("350/6", "1223")]);
        let position = position.steps("3Geb", strength).sound().steps("350/6", 1).sound();
        let mut game = position.open(Phase::AxisCombat, 0);
        attack(&mut game, "1223", &["3Geb", "89/Cos"]);
        plays(&mut game, &["die 1", "stand"]);
        assert!(is_legal(&game, "advance 89/Cos"));
        assert_eq!(is_legal(&game, "advance 3Geb"), advances, "{strength} steps");
    }
}

#[test]
fn the_gebirgs_division_grows_outside_millerovo_too() {
    for (supplied, strength) in [(true, 3), (false, 2)] {
        let position = with(on_turn(4), &[("3Geb", "1223")]).steps("3Geb", 2).sound();
        let position = if supplied { position } else { position.out_of_supply("3Geb").sound() };
        let mut game = position.open(Phase::AxisReinforcement, 0);
        roll(&mut game, 6);
        assert_eq!(steps(&game, "3Geb"), strength);
    }
}

#[test]
fn the_complementi_restore_alpini_too_and_defend_with_their_own_cp() {
    let position = with(on_turn(3), &[("Compl", "0708"), ("5/Tri", "0708")]).steps("5/Tri", 1).sound();
    let mut game = position.open(Phase::AxisReinforcement, 0);
    while !is_legal(&game, "complement 5/Tri") {
        crate::armir_kit::pass(&mut game, 6);
    }
    play(&mut game, "complement 5/Tri");
    assert_eq!((steps(&game, "5/Tri"), at(&game, "Compl")), (2, Place::WITHDRAWN));
    let mut game = put(fight::field(), &[("Compl", FIELD), ("127/6", "0509")]).open(Phase::SovietCombat, 0);
    attack(&mut game, FIELD, &["127/6"]);
    assert_eq!(sheet(&game).defence, fight::cp(&game, "Compl"));
}

// ---- tracks and victory [16][17] ------------------------------------------------------

#[test]
fn units_on_wheels_and_tracks_need_half_a_point_more_to_leave_along_the_railway() {
    let map = &historical().map;
    for exit in map.exits.iter().map(|&exit| name_of(exit)) {
        for id in ["66/XVII", "31M/XVII"] {
            let railway = map.roads.iter().find(|road| road.rail && road.path.contains(&hex(&exit))).unwrap();
            let (mut leaves, mut ends) = (0, 0);
            for from in railway.path.iter().filter(|&&from| from != hex(&exit)).map(|&from| name_of(from)) {
                let game = march(march::field(&[(id, &from)]).out_of_supply(id).sound(), id);
                let left = cost(&game, &exit).map(|price| game.march_report().unwrap().points - price);
                assert_eq!(is_legal(&game, &format!("exit {exit}")), left >= Some(1), "{id} from {from} has {left:?} left in {exit}");
                leaves += u8::from(left == Some(1));
                ends += u8::from(left == Some(0));
            }
            assert!(leaves > 0 && ends > 0, "{id} by {exit}");
        }
    }
}

#[test]
fn units_on_foot_need_a_whole_point_more_to_leave_along_the_railway() {
    let map = &historical().map;
    for &exit in &map.exits {
        let mut short = 0;
        for from in map.in_play.iter().filter(|&from| (1..=3).contains(&map.grid.distance(from, exit))).map(name_of) {
            let game = march(march::field(&[("127/6", &from)]), "127/6");
            let exit = name_of(exit);
            let left = cost(&game, &exit).map(|price| game.march_report().unwrap().points - price);
            assert_eq!(is_legal(&game, &format!("exit {exit}")), left >= Some(2), "{left:?} left from {from}");
            short += u8::from(left == Some(1));
        }
        assert!(short > 0, "from somewhere half a point is left");
    }
}

#[test]
fn two_soviet_hqs_return_in_one_phase_and_take_control_where_they_stand() {
    let pavlovsk = name_of(historical().map.place_named("Pavlovsk").unwrap());
    let position = on_turn(3).put_in_box("HQ/6", Place::ELIMINATED).sound().put_in_box("HQ/1G", Place::ELIMINATED).sound();
    let position = position.control("1205", Side::Axis).sound().control(&pavlovsk, Side::Axis).sound();
    let mut game = position.place("127/6", "1206").sound().open(Phase::AxisReinforcement, 0);
    roll(&mut game, 6);
    while !offers(&legal_texts(&game), "return HQ/6") {
        play(&mut game, "done");
    }
    assert_eq!((game.controller(hex("1205")), game.victory_points().hq_penalty), (Side::Axis, 2));
    play(&mut game, "return HQ/6 1205");
    assert_eq!(game.controller(hex("1205")), Side::Soviet);
    assert_eq!(denied(&game, "return HQ/1G 1205"), "17.1.3", "the other army");
    let momentum = game.momentum();
    play(&mut game, &format!("return HQ/1G {pavlovsk}"));
    assert!(stands(&game, "HQ/1G", &pavlovsk) && game.controller(hex(&pavlovsk)) == Side::Soviet);
    assert_eq!(game.momentum(), momentum + 2);
}

// ---- the Soviet initiative [3.B2] -------------------------------------------------------

#[test]
fn with_the_soviet_initiative_the_soviet_phases_hold_what_they_always_hold() {
    let counters = [("387/XXIV", "1909"), ("127/6", "2009"), ("66/XVII", "1809"), ("HQ/6", "2109"), ("Pz/27", "0107")];
    let position = with(on_turn(2), &counters).initiative(Side::Soviet).disorganised("127/6").sound();
    let movement = position.clone().open(Phase::SovietMovement, 0);
    assert!(["127/6", "66/XVII", "HQ/6"].iter().all(|id| is_legal(&movement, &format!("select {id}"))));
    let position = position.put_in_box("1M/IGM", Place::CHIR).sound().put_in_box("67/XVII", Place::AIRFIELDS).sound();
    let mut game = position.open(Phase::SovietCombat, 0);
    assert_eq!((game.turn(), game.chir_box()), (Turn::Chance, 1));
    roll(&mut game, 6);
    assert_eq!((game.turn(), game.chir_box(), steps(&game, "67/XVII")), (Turn::Chance, 2, 3), "the Chir, then the airfields");
    roll(&mut game, 1);
    assert!(steps(&game, "67/XVII") < 3 && is_legal(&game, "attack 1909"));
    play(&mut game, "done");
    assert!(!game.is_disorganised(unit("127/6")));
    assert_eq!((game.current_phase(), is_legal(&game, "select 66/XVII")), (Phase::SovietMotorised, true));
    assert_eq!([denied(&game, "select 127/6"), denied(&game, "select HQ/6")], ["5.2"; 2]);
}
