//! Supply, attrition and air power [8][9], rule by rule.
//!
//! A unit far from sources and railways and without its HQ is out of supply, also on an empty map. Two
//! regiments on either side of a hex enclose it: 0309 between 0209 and 0409 in the west, 2009 between 1909
//! and 2109 in the east.

use stavka_engine::armir::{Armir, BombardmentResult, Formation, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game, Side, Turn};

use crate::armir_kit::{denied, empty, hex, historical, is_legal, legal_texts, pass, pass_to, play, roll, unit, with};

/// Counters on turn 3, when neither the weather nor the held front interfere.
fn field(counters: &[(&str, &str)]) -> PositionBuilder {
    with(empty(), counters).turn(3).unwrap()
}

/// Whether a counter would be found in supply.
fn supplied(position: PositionBuilder, id: &str) -> bool {
    // The initiative phase waits for the Soviets, so the position stays as it is.
    let game = position.open(Phase::Initiative, 0);
    let counter = unit(id);
    game.is_supplied(&game.supply_report(counter.side()), counter)
}

/// Supply phase begun, air supply declined, up to the first die or to the end of the phase.
fn judged(position: PositionBuilder) -> Armir {
    let mut game = position.open(Phase::Supply, 0);
    while game.current_phase() == Phase::Supply && game.turn() == Turn::Player(Side::Axis) {
        play(&mut game, "done");
    }
    game
}

fn radius(id: &str) -> u16 {
    historical().unit(unit(id)).faces[0].radius.into()
}

fn distance(a: &str, b: &str) -> u16 {
    historical().map.grid.distance(hex(a), hex(b))
}

/// The hex so many hexes west of another in its row.
fn west(name: &str, by: u16) -> String {
    let number: u16 = name.parse().unwrap();
    format!("{:04}", number - 100 * by)
}

// ---- 8: who is in supply ---------------------------------------------------------------

#[test]
fn a_unit_is_in_supply_within_the_radius_of_its_own_headquarters() {
    let reach = radius("HQ/6");
    let (rim, beyond) = (west("1209", reach), west("1209", reach + 1));
    assert!(supplied(field(&[("HQ/6", "1209"), ("127/6", &rim)]), "127/6"));
    assert!(!supplied(field(&[("HQ/6", "1209"), ("127/6", &beyond)]), "127/6"));
    // The radius that is up counts, and the HQ of another army does not help.
    let short = field(&[("HQ/6", "1209"), ("127/6", &rim)]).short_side("HQ/6").unwrap();
    assert!(!supplied(short, "127/6"));
    assert!(!supplied(field(&[("HQ/1G", "1209"), ("127/6", &rim)]), "127/6"));
}

#[test]
fn a_unit_is_in_supply_within_four_hexes_of_a_source() {
    assert_eq!((distance("2402", "2002"), distance("2402", "1902")), (4, 5));
    assert!(supplied(field(&[("127/6", "2002")]), "127/6"));
    assert!(!supplied(field(&[("127/6", "1902")]), "127/6"));
    // Sources of the enemy are of no use.
    assert!(!supplied(field(&[("LegCro", "2402")]), "LegCro"));
}

#[test]
fn a_unit_is_in_supply_within_four_hexes_of_a_railway_that_leads_to_a_source() {
    assert_eq!((distance("1219", "1619"), distance("1219", "1719")), (4, 5));
    assert!(supplied(field(&[("89/Cos", "1619")]), "89/Cos"));
    assert!(!supplied(field(&[("89/Cos", "1719")]), "89/Cos"));
    // No Soviet source lies on a railway.
    assert!(!supplied(field(&[("127/6", "1219")]), "127/6"));
}

#[test]
fn a_railway_feeds_only_as_far_as_it_is_open() {
    // The line by 1116 comes from source C, the branch by 0924 from sources A and B.
    let north = ("127/6", "1116");
    let west = ("160/6", "0924");
    assert!(supplied(field(&[("89/Cos", "1619"), north]), "89/Cos"));
    assert!(supplied(field(&[("89/Cos", "1619"), west]), "89/Cos"));
    assert!(!supplied(field(&[("89/Cos", "1619"), north, west]), "89/Cos"));
    // A zone of control cuts it as well, unless a friend stands there.
    let beside = ("127/6", "1215");
    assert!(!supplied(field(&[("89/Cos", "1619"), beside, west]), "89/Cos"));
    assert!(supplied(field(&[("89/Cos", "1619"), beside, west, ("90/Cos", "1116")]), "89/Cos"));
}

#[test]
fn a_headquarters_supplies_only_while_it_traces_a_line_of_any_length_to_a_source() {
    let open = field(&[("HQ/1G", "0309"), ("41G/1G", "0309")]);
    assert!(distance("0309", "2406") > 20);
    assert!(supplied(open.clone(), "HQ/1G") && supplied(open.clone(), "41G/1G"));
    let enclosed = with(open, &[("89/Cos", "0209"), ("90/Cos", "0409")]);
    assert!(!supplied(enclosed.clone(), "HQ/1G") && !supplied(enclosed.clone(), "41G/1G"), "reading A19");
    // A regiment worn down to a step exerts no zone and opens the ring.
    let worn = enclosed.steps("89/Cos", 1).unwrap();
    assert!(supplied(worn.clone(), "HQ/1G") && supplied(worn, "41G/1G"));
}

/// An Italian regiment four hexes from Kantemirovka, the railway cut north and south of the town, and a
/// tank brigade two hexes from it.
fn depot() -> PositionBuilder {
    let counters = [("89/Cos", "1212"), ("127/6", "0708"), ("160/6", "1016"), ("66/XVII", "0611")];
    assert_eq!(distance("1212", "0812"), 4);
    field(&counters)
}

#[test]
fn the_depot_at_kantemirovka_is_a_source_until_soviets_enter_the_town() {
    assert!(supplied(depot(), "89/Cos"));
    assert!(!supplied(with(depot(), &[("90/Cos", "1312")]), "90/Cos"), "five hexes are too far");
    for (through_the_town, ways) in [(true, &["via 0812", "die 3", "move > 0710"][..]), (false, &["move > 0710"])] {
        let mut game = depot().supply_points(9).open(Phase::SovietMotorised, 0);
        play(&mut game, "select 66/XVII");
        for way in ways {
            play(&mut game, way);
        }
        assert_eq!(game.depot(), !through_the_town);
        assert_eq!(game.supply_points(), if through_the_town { 6 } else { 9 });
        pass_to(&mut game, 4, Phase::Initiative, 6);
        assert_eq!(game.is_out_of_supply(unit("89/Cos")), through_the_town);
    }
}

// ---- 8.2: lines -------------------------------------------------------------------------

#[test]
fn neither_line_nor_radius_passes_an_enemy_zone_unless_a_friend_stands_there() {
    let ring = [("41G/1G", "0309"), ("89/Cos", "0209"), ("90/Cos", "0409")];
    // The HQ is two hexes away and in supply itself.
    let outside = with(field(&ring), &[("HQ/1G", "0509")]);
    assert!(supplied(outside.clone(), "HQ/1G"));
    assert!(!supplied(outside.clone(), "41G/1G"));
    assert!(supplied(with(outside, &[("44G/1G", "0308")]), "41G/1G"), "0308 is in a zone, but a friend stands there");
    let inside = with(field(&ring), &[("HQ/1G", "0309")]);
    assert!(!supplied(inside.clone(), "HQ/1G"));
    assert!(supplied(with(inside, &[("44G/1G", "0308")]), "HQ/1G"));
}

#[test]
fn lines_to_sources_and_railways_are_blocked_in_the_same_way() {
    // A division two hexes from a source and a regiment two hexes from a railway, each between two enemies.
    for (id, at, enemies, friend) in [
        ("127/6", "2203", [("89/Cos", "2103"), ("90/Cos", "2303")], ("160/6", "2202")),
        ("89/Cos", "1419", [("127/6", "1319"), ("160/6", "1519")], ("90/Cos", "1318")),
    ] {
        let free = field(&[(id, at)]);
        assert!(supplied(free.clone(), id));
        let between = with(free, &enemies);
        assert!(!supplied(between.clone(), id), "{id}");
        assert!(supplied(with(between, &[friend]), id), "{id} by the hex of its friend");
    }
}

#[test]
fn no_line_passes_a_hex_that_the_enemy_occupies() {
    // The corner has two neighbours; neither unit in them exerts a zone.
    let corner = field(&[("HQ/1G", "0101"), ("LegCro", "0201")]);
    assert!(supplied(corner.clone(), "HQ/1G"));
    assert!(!supplied(with(corner, &[("TA/II", "0102")]), "HQ/1G"));
}

#[test]
fn zones_of_light_units_block_the_supply_of_soviet_tanks() {
    let ring = [("110/XVIII", "0309"), ("HQ/1G", "0509"), ("89/Cos", "0209"), ("90/Cos", "0409")];
    assert!(!historical().unit(unit("89/Cos")).heavy && !historical().unit(unit("90/Cos")).heavy);
    assert!(!supplied(field(&ring), "110/XVIII"));
    assert!(supplied(field(&ring[..2]), "110/XVIII"));
}

#[test]
fn both_sides_are_judged_by_the_zones_from_before_the_phase() {
    // The regiments are found out of supply in the same phase as the division that they enclose (reading A61).
    let counters = [("41G/1G", "2009"), ("HQ/1G", "2207"), ("89/Cos", "1909"), ("90/Cos", "2109")];
    let game = judged(field(&counters));
    assert!(["41G/1G", "89/Cos", "90/Cos"].iter().all(|id| game.is_out_of_supply(unit(id))));
    // Markers from before count: a regiment without supply encloses nobody.
    let marked = field(&counters).out_of_supply("89/Cos").unwrap();
    let game = judged(marked);
    assert!(!game.is_out_of_supply(unit("41G/1G")) && game.is_out_of_supply(unit("89/Cos")));
}

// ---- 8.3: out of supply --------------------------------------------------------------------

#[test]
fn the_supply_phase_marks_units_and_takes_markers_off_again() {
    let position = field(&[("127/6", "0309"), ("160/6", "2002")]).out_of_supply("160/6").unwrap();
    let game = judged(position);
    assert!(game.is_out_of_supply(unit("127/6")));
    assert!(!game.is_out_of_supply(unit("160/6")));
}

#[test]
fn a_unit_out_of_supply_exerts_no_zone() {
    let position = field(&[("89/Cos", "0309"), ("LegCro", "0109")]);
    assert!(position.clone().open(Phase::AxisMovement, 0).in_zoc(Side::Axis, hex("0409")));
    assert!(!position.out_of_supply("89/Cos").unwrap().open(Phase::AxisMovement, 0).in_zoc(Side::Axis, hex("0409")));
}

#[test]
fn without_supply_attack_is_halved_and_defence_is_not() {
    let sheet = |cut_off: &[&str]| {
        let position = field(&[("89/Cos", "0409"), ("127/6", "0309")]);
        let position = cut_off.iter().fold(position, |position, id| position.out_of_supply(id).unwrap());
        let mut game = position.open(Phase::SovietCombat, 0);
        play(&mut game, "attack 0409");
        play(&mut game, "with 127/6");
        let sheet = game.battle_sheet(game.battle().unwrap());
        (sheet.attack, sheet.defence)
    };
    let cp = |id: &str| u16::from(historical().unit(unit(id)).cp[usize::from(historical().unit(unit(id)).steps)]);
    assert_eq!(sheet(&[]), (cp("127/6"), cp("89/Cos")));
    assert_eq!(sheet(&["127/6", "89/Cos"]), (cp("127/6").div_ceil(2), cp("89/Cos")));
}

#[test]
fn dv10_without_supply_the_allowance_is_halved_to_whole_points() {
    for id in ["89/Cos", "Barbo", "Pz/27", "HQ/II"] {
        let mut game = field(&[(id, "0309")]).out_of_supply(id).unwrap().open(Phase::AxisMovement, 0);
        if is_legal(&game, "done") && !is_legal(&game, &format!("select {id}")) {
            play(&mut game, "done");
        }
        play(&mut game, &format!("select {id}"));
        let mp = historical().unit(unit(id)).faces[0].mp;
        // 5 MP become 3, which are 6 half points.
        assert_eq!(game.march_report().unwrap().points, 2 * mp.div_ceil(2), "{id}");
    }
}

#[test]
fn guns_and_headquarters_out_of_supply_do_not_bombard() {
    let counters = [("AA1", "0309"), ("AA2", "0308"), ("127/6", "0409"), ("HQ/6", "0509"), ("HQ/1G", "0408")];
    let position = field(&counters).artillery(Formation::Sixth, 3).artillery(Formation::FirstGuards, 3);
    let position = position.out_of_supply("AA1").unwrap().out_of_supply("HQ/6").unwrap();
    let mut game = position.open(Phase::Bombardment, 0);
    assert_eq!(denied(&game, "barrage AA1 0409"), "8.3.1");
    assert!(is_legal(&game, "barrage AA2 0409"));
    play(&mut game, "done");
    assert_eq!(denied(&game, "salvo HQ/6 1 0308"), "8.3.1");
    assert!(is_legal(&game, "salvo HQ/1G 1 0308"));
}

#[test]
fn a_gun_out_of_supply_may_still_support() {
    // Reading A27.
    let position = field(&[("89/Cos", "0309"), ("art/Cos", "0309"), ("127/6", "0409")]).out_of_supply("art/Cos").unwrap();
    let mut game = position.open(Phase::AxisCombat, 0);
    for action in ["attack 0409", "with 89/Cos", "engage"] {
        play(&mut game, action);
    }
    assert!(is_legal(&game, "support art/Cos"));
}

// ---- 8.4: raids ---------------------------------------------------------------------------

#[test]
fn tv1_raid_die_of_four_or_less_keeps_two_brigades_in_supply_on_turn_two() {
    for die in 1..=6 {
        let mut game = judged(with(empty(), &[("110/XVIII", "0309"), ("170/XVIII", "0309")]).turn(2).unwrap());
        assert_eq!((game.turn(), game.current_phase()), (Turn::Chance, Phase::Supply));
        roll(&mut game, die);
        assert_ne!(game.current_phase(), Phase::Supply, "one die for the hex");
        for id in ["110/XVIII", "170/XVIII"] {
            assert_eq!(game.is_out_of_supply(unit(id)), die >= 5, "{id}, die {die}");
        }
    }
}

#[test]
fn the_raid_die_succeeds_when_die_and_turn_stay_below_seven() {
    for turn in 1..=6 {
        for die in 1..=6 {
            let mut game = judged(with(empty(), &[("110/XVIII", "0309")]).turn(turn).unwrap());
            roll(&mut game, die);
            assert_eq!(game.is_out_of_supply(unit("110/XVIII")), die + turn >= 7, "turn {turn}, die {die}");
        }
    }
}

#[test]
fn each_hex_of_the_four_tank_corps_rolls_its_own_die_and_nobody_else_rolls() {
    let brigades = [("66/XVII", "0309"), ("110/XVIII", "0409"), ("24M/XXIV", "0509"), ("16M/XXV", "0609")];
    let others = [("1M/IGM", "0311"), ("41G/1G", "0411"), ("115T/6", "0511")];
    let mut game = judged(with(field(&brigades), &others));
    for (index, (id, at)) in brigades.into_iter().enumerate() {
        // One die each, in the order of the hexes: the first and third succeed.
        assert_eq!((game.turn(), game.current_phase()), (Turn::Chance, Phase::Supply), "{id} in {at}");
        roll(&mut game, if index % 2 == 0 { 3 } else { 4 });
    }
    assert_ne!(game.current_phase(), Phase::Supply);
    assert_eq!(brigades.map(|(id, _)| game.is_out_of_supply(unit(id))), [false, true, false, true]);
    assert_eq!(others.map(|(id, _)| game.is_out_of_supply(unit(id))), [true; 3]);
}

#[test]
fn the_airfields_box_is_judged_like_one_cut_off_hex() {
    let mut position = field(&[("127/6", "2002")]);
    for id in ["66/XVII", "110/XVIII", "1M/IGM"] {
        position = position.put_in_box(id, Place::AIRFIELDS).unwrap();
    }
    let mut game = judged(position);
    assert_eq!((game.turn(), game.current_phase()), (Turn::Chance, Phase::Supply));
    roll(&mut game, 3);
    assert_ne!(game.current_phase(), Phase::Supply, "one die for the box");
    assert_eq!(["66/XVII", "110/XVIII", "1M/IGM"].map(|id| game.is_out_of_supply(unit(id))), [false, false, true]);
}

#[test]
fn the_raid_die_does_not_help_others_in_the_hex() {
    // Reading A20.
    let mut game = judged(field(&[("110/XVIII", "0309"), ("41G/1G", "0309")]));
    roll(&mut game, 1);
    assert!(!game.is_out_of_supply(unit("110/XVIII")) && game.is_out_of_supply(unit("41G/1G")));
}

#[test]
fn raiders_already_out_of_supply_do_not_roll_again() {
    let marked = |at: &[(&str, &str)]| field(at).out_of_supply("110/XVIII").unwrap();
    let game = judged(marked(&[("110/XVIII", "0309")]));
    assert_ne!(game.current_phase(), Phase::Supply, "no die");
    assert!(game.is_out_of_supply(unit("110/XVIII")));
    // The die of a newcomer in the hex is not for them.
    let mut game = judged(marked(&[("110/XVIII", "0309"), ("170/XVIII", "0309")]));
    roll(&mut game, 1);
    assert!(game.is_out_of_supply(unit("110/XVIII")) && !game.is_out_of_supply(unit("170/XVIII")));
    // Only a real line brings them back.
    let game = judged(marked(&[("110/XVIII", "0309"), ("HQ/1G", "0310")]));
    assert!(!game.is_out_of_supply(unit("110/XVIII")));
}

// ---- 8.5: Axis headquarters -------------------------------------------------------------------

#[test]
fn the_armir_headquarters_supplies_any_axis_unit_and_a_corps_its_own() {
    for id in ["89/Cos", "5/Tri", "79/Pas", "387/XXIV", "art/Cos", "LegCro"] {
        assert!(!supplied(field(&[(id, "2009")]), id), "{id} alone");
        assert!(supplied(field(&[(id, "2009"), ("HQ/ARMIR", "1809")]), id), "{id}");
    }
    assert!(supplied(field(&[("89/Cos", "2009"), ("HQ/II", "1809")]), "89/Cos"));
    assert!(!supplied(field(&[("89/Cos", "2009"), ("HQ/XXXV", "1809")]), "89/Cos"));
}

#[test]
fn any_axis_headquarters_supplies_units_without_a_stripe() {
    for hq in ["HQ/CA", "HQ/II", "HQ/XXXV", "HQ/XXIX", "HQ/XXIV", "HQ/ARMIR"] {
        for id in ["LegCro", "Pz/27", "3Geb"] {
            assert!(supplied(field(&[(id, "2009"), (hq, "1809")]), id), "{id} by {hq}");
        }
    }
}

#[test]
fn every_axis_headquarters_supplies_within_the_radius_that_is_up_and_while_it_is_in_supply() {
    for (hq, id) in [("HQ/ARMIR", "89/Cos"), ("HQ/II", "89/Cos"), ("HQ/XXXV", "79/Pas"), ("HQ/XXIX", "81/Tor"), ("HQ/CA", "5/Tri")] {
        for (face, reach) in historical().unit(unit(hq)).faces.iter().map(|face| face.radius).enumerate() {
            let at = |by: u8| {
                let position = field(&[(hq, "1409"), (id, &format!("{}09", 14 + by))]);
                if face == 1 { position.short_side(hq).unwrap() } else { position }
            };
            assert!(supplied(at(reach), id), "{hq} reaches {reach} hexes");
            assert!(!supplied(at(reach + 1), id), "{hq} reaches {reach} hexes and no more");
        }
        let open = field(&[(hq, "2009"), (id, "2009")]);
        assert!(supplied(open.clone(), hq) && supplied(open.clone(), id));
        let enclosed = with(open, &[("127/6", "1909"), ("160/6", "2109")]);
        assert!(!supplied(enclosed.clone(), hq) && !supplied(enclosed, id), "{hq} is cut off");
    }
}

// ---- 8.6: attrition ------------------------------------------------------------------------------

#[test]
fn attrition_takes_one_step_in_each_hex_with_units_out_of_supply() {
    let counters = [
        ("41G/1G", "0309"),
        ("44G/1G", "0309"),
        ("127/6", "0311"),
        ("89/Cos", "0501"),
        ("90/Cos", "0501"),
        ("37/Rav", "0503"),
        ("160/6", "0313"),
    ];
    let cut_off = ["41G/1G", "44G/1G", "127/6", "89/Cos", "90/Cos"];
    let position = cut_off.iter().fold(field(&counters), |position, id| position.out_of_supply(id).unwrap());
    let mut game = position.open(Phase::Attrition, 0);
    let full = |id: &str| historical().unit(unit(id)).steps;
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    play(&mut game, "lose 90/Cos");
    assert_eq!(game.turn(), Turn::Player(Side::Soviet), "the owner picks");
    assert_eq!(legal_texts(&game), ["lose 41G/1G", "lose 44G/1G"]);
    assert_eq!(denied(&game, "lose 127/6"), "8.6", "it stands in another hex");
    play(&mut game, "lose 44G/1G");
    assert_ne!(game.current_phase(), Phase::Attrition, "a lone unit leaves no choice");
    let lost = |id: &str| full(id) - game.steps(unit(id));
    assert_eq!(counters.map(|(id, _)| lost(id)), [0, 1, 1, 0, 1, 0, 0], "hexes in supply lose nothing");
}

#[test]
fn a_unit_in_supply_may_pay_for_its_hex() {
    // Reading A68: the hex owes the step, guns and HQs included.
    let counters =
        [("110/XVIII", "0309"), ("41G/1G", "0309"), ("160/6", "0311"), ("89/Cos", "0501"), ("art/Pas", "0501"), ("HQ/II", "0501")];
    let position = field(&counters).out_of_supply("41G/1G").unwrap().out_of_supply("89/Cos").unwrap();
    let mut game = position.open(Phase::Attrition, 0);
    assert_eq!(legal_texts(&game), ["lose HQ/II", "lose 89/Cos", "lose art/Pas"]);
    play(&mut game, "lose art/Pas");
    assert_eq!(game.place(unit("art/Pas")), Place::ELIMINATED);
    assert_eq!(legal_texts(&game), ["lose 41G/1G", "lose 110/XVIII"]);
    assert_eq!(denied(&game, "lose 160/6"), "8.6");
    play(&mut game, "lose 110/XVIII");
    let full = |id: &str| historical().unit(unit(id)).steps;
    assert_eq!((game.steps(unit("110/XVIII")), game.steps(unit("41G/1G"))), (full("110/XVIII") - 1, full("41G/1G")));
    assert_ne!(game.current_phase(), Phase::Attrition, "one step for the hex");
    // The units at the airfields are one group [16.3.3], whatever their raid dice said.
    let position = field(&[]).put_in_box("66/XVII", Place::AIRFIELDS).unwrap().put_in_box("22M/3G", Place::AIRFIELDS).unwrap();
    let game = position.out_of_supply("22M/3G").unwrap().open(Phase::Attrition, 0);
    assert_eq!(legal_texts(&game), ["lose 66/XVII", "lose 22M/3G"]);
}

#[test]
fn attrition_eliminates_a_unit_with_its_last_step_and_counts_the_airfields_as_one_hex() {
    let position = field(&[("106B/6", "0309")]).steps("106B/6", 1).unwrap().out_of_supply("106B/6").unwrap();
    let position = position.put_in_box("66/XVII", Place::AIRFIELDS).unwrap().put_in_box("110/XVIII", Place::AIRFIELDS).unwrap();
    let mut game = position.out_of_supply("66/XVII").unwrap().out_of_supply("110/XVIII").unwrap().open(Phase::Attrition, 0);
    assert_eq!(game.place(unit("106B/6")), Place::ELIMINATED);
    assert_eq!(legal_texts(&game), ["lose 66/XVII", "lose 110/XVIII"]);
    play(&mut game, "lose 66/XVII");
    assert_ne!(game.current_phase(), Phase::Attrition);
}

// ---- 9.1: air units -------------------------------------------------------------------------------

#[test]
fn the_air_die_gives_the_axis_an_air_unit_on_one_to_three_and_the_soviets_on_four_to_six() {
    for die in 1..=6 {
        let mut game = field(&[("127/6", "2002")]).open(Phase::Initiative, 0);
        play(&mut game, "done");
        roll(&mut game, die);
        assert_eq!(game.air_unit(), Some(if die <= 3 { Side::Axis } else { Side::Soviet }), "die {die}");
    }
    // Turn 1 has no initiative phase and no air unit.
    let mut game = Armir::new(historical());
    play(&mut game, "objectives 3+4");
    while game.game_turn() == 1 {
        assert_eq!(game.air_unit(), None);
        assert_ne!(game.current_phase(), Phase::Initiative);
        pass(&mut game, 6);
    }
}

#[test]
fn the_axis_air_unit_bombards_with_four_and_the_soviet_one_with_three() {
    for (side, value, target, victim) in [(Side::Axis, 4, "2009", "127/6"), (Side::Soviet, 3, "2109", "89/Cos")] {
        for die in 1..=6 {
            let position = field(&[("127/6", "2009"), ("89/Cos", "2109"), ("HQ/6", "2008")]).initiative(side);
            let mut game = position.air_unit(Some(side)).open(Phase::Bombardment, 0);
            play(&mut game, &format!("air {target}"));
            let expected = game.bombardment_result(side, value, hex(target), die);
            let steps = game.steps(unit(victim));
            roll(&mut game, die);
            assert_eq!(game.is_disorganised(unit(victim)), expected >= BombardmentResult::Disorganised, "{side}, die {die}");
            assert_eq!(steps - game.steps(unit(victim)), u8::from(expected == BombardmentResult::DisorganisedAndStep));
        }
    }
}

#[test]
fn the_air_unit_strikes_once_a_turn_before_either_combat_phase() {
    let position = field(&[("127/6", "2009"), ("89/Cos", "2109"), ("160/6", "2209"), ("Pz/27", "0107")]).air_unit(Some(Side::Axis));
    let mut game = position.open(Phase::Bombardment, 0);
    assert_eq!(legal_texts(&game), ["done", "air 2009", "air 2209"]);
    assert_eq!(denied(&game, "air 2109"), "12", "no enemy there");
    let mut saved = game.clone();
    play(&mut game, "air 2009");
    roll(&mut game, 1);
    assert_eq!(game.air_unit(), None);
    // Not used in the first bombardment phase, it is there for the second.
    play(&mut saved, "done");
    pass_to(&mut saved, 3, Phase::AxisMotorised, 1);
    pass_to(&mut saved, 3, Phase::Bombardment, 1);
    assert_eq!(legal_texts(&saved), ["done", "air 2009", "air 2209"]);
    // Not used at all, it is gone with the turn.
    pass_to(&mut saved, 4, Phase::Initiative, 1);
    play(&mut saved, "done");
    roll(&mut saved, 6);
    assert_eq!(saved.air_unit(), Some(Side::Soviet));
}

#[test]
fn soviet_aircraft_strike_within_the_radius_of_a_headquarters_and_axis_aircraft_anywhere() {
    let reach = radius("HQ/6");
    let (rim, beyond) = (west("1809", reach), west("1809", reach + 1));
    let counters = [("HQ/6", "1809"), ("89/Cos", rim.as_str()), ("90/Cos", beyond.as_str()), ("127/6", "0101")];
    // The distance counts, whatever stands between and even out of supply.
    let position = field(&counters).out_of_supply("HQ/6").unwrap().initiative(Side::Soviet).air_unit(Some(Side::Soviet));
    let game = position.open(Phase::Bombardment, 0);
    assert!(is_legal(&game, &format!("air {rim}")));
    assert_eq!(denied(&game, &format!("air {beyond}")), "9.1.2");
    let game = field(&counters).air_unit(Some(Side::Axis)).open(Phase::Bombardment, 0);
    assert!(is_legal(&game, "air 0101") && is_legal(&game, "air 1809"));
}

// ---- 9.2: air supply ---------------------------------------------------------------------------------

/// Three hexes with Germans, one of them shared with Italians, and a hex of Italians, all cut off.
const CUT_OFF: [(&str, &str); 5] =
    [("387/XXIV", "1805"), ("385/XXIV", "1807"), ("89/Cos", "1807"), ("Feg/XXIV", "1809"), ("90/Cos", "1605")];

fn marks(game: &Armir) -> [bool; 5] {
    CUT_OFF.map(|(id, _)| game.is_out_of_supply(unit(id)))
}

#[test]
fn the_axis_supplies_up_to_two_hexes_with_germans_by_air() {
    let mut game = field(&CUT_OFF).aircraft_ready(false).open(Phase::Supply, 0);
    assert_eq!(legal_texts(&game), ["done", "supply 1805", "supply 1807", "supply 1809"]);
    assert_eq!(denied(&game, "supply 1605"), "9.2", "no Germans there");
    // Hexes are named in ascending order.
    let mut later = game.clone();
    play(&mut later, "supply 1807");
    assert_eq!(legal_texts(&later), ["done", "supply 1809"]);
    // Two hexes and no more; everybody in them is supplied (reading A22).
    play(&mut game, "supply 1805");
    play(&mut game, "supply 1807");
    assert_ne!(game.current_phase(), Phase::Supply);
    assert_eq!(marks(&game), [false, false, false, true, true]);
}

#[test]
fn the_italian_aircraft_supplies_one_more_hex_with_italians() {
    let mut game = field(&CUT_OFF).open(Phase::Supply, 0);
    play(&mut game, "supply 1805");
    play(&mut game, "supply 1809");
    assert_eq!(legal_texts(&game), ["done", "supply 1605", "supply 1807"]);
    assert_eq!(denied(&game, "supply 1805"), "9.2");
    play(&mut game, "supply 1605");
    assert_eq!(marks(&game), [false, true, true, false, false]);
}

#[test]
fn hexes_in_supply_are_no_targets_of_air_supply() {
    // Within four hexes of the railway.
    let game = field(&[("387/XXIV", "0609"), ("Feg/XXIV", "1809")]).open(Phase::Supply, 0);
    assert_eq!(legal_texts(&game), ["done", "supply 1809"]);
}

/// The cut-off regiment supplied by the Italian aircraft, then on to the initiative phase of turn 4.
fn after_a_sortie() -> Armir {
    let mut game = field(&[("90/Cos", "1605"), ("127/6", "2002")]).momentum(9).unwrap().open(Phase::Supply, 0);
    play(&mut game, "supply 1605");
    assert_eq!((game.game_turn(), game.current_phase()), (4, Phase::Initiative));
    play(&mut game, "done");
    roll(&mut game, 1);
    game
}

#[test]
fn the_used_aircraft_is_ready_again_on_a_five_or_six() {
    for die in 1..=6 {
        let mut game = after_a_sortie();
        assert_eq!((game.turn(), game.current_phase()), (Turn::Chance, Phase::Initiative), "the die for the aircraft");
        roll(&mut game, die);
        pass_to(&mut game, 4, Phase::Supply, 1);
        let flies = game.current_phase() == Phase::Supply && is_legal(&game, "supply 1605");
        assert_eq!(flies, die >= 5, "die {die}");
    }
}

#[test]
fn the_used_aircraft_rolls_every_turn_and_a_ready_one_never() {
    // Reading A23.
    let mut game = after_a_sortie();
    roll(&mut game, 4);
    pass_to(&mut game, 5, Phase::Initiative, 1);
    play(&mut game, "done");
    roll(&mut game, 1);
    assert_eq!(game.current_phase(), Phase::Initiative);
    roll(&mut game, 6);
    assert_eq!(game.current_phase(), Phase::AxisReinforcement);
    pass_to(&mut game, 6, Phase::Initiative, 1);
    play(&mut game, "done");
    roll(&mut game, 1);
    assert_eq!(game.current_phase(), Phase::AxisReinforcement);
}

#[test]
fn soviets_in_kantemirovka_put_the_italian_aircraft_out_of_the_game() {
    for ready in [true, false] {
        let position = field(&[("66/XVII", "0911"), ("90/Cos", "1605")]).aircraft_ready(ready).momentum(9).unwrap();
        let mut game = position.open(Phase::SovietMotorised, 0);
        for action in ["select 66/XVII", "move > 0812", "die 1"] {
            play(&mut game, action);
        }
        // No sortie in the supply phase, no die for its recovery in the next initiative phase.
        pass_to(&mut game, 4, Phase::Initiative, 6);
        assert!(game.is_out_of_supply(unit("90/Cos")));
        play(&mut game, "done");
        roll(&mut game, 1);
        assert_eq!(game.current_phase(), Phase::AxisReinforcement, "ready: {ready}");
    }
}

#[test]
fn the_italian_aircraft_does_not_come_back_when_kantemirovka_is_retaken() {
    for ready in [true, false] {
        let position = field(&[("66/XVII", "0911"), ("90/Cos", "1605")]).aircraft_ready(ready).momentum(9).unwrap();
        let mut game = position.open(Phase::SovietMotorised, 0);
        for action in ["select 66/XVII", "move > 0812", "die 1"] {
            play(&mut game, action);
        }
        let retaken = PositionBuilder::of(&game).put_in_box("66/XVII", Place::RESERVE).unwrap();
        let retaken = with(retaken, &[("89/Cos", "0812"), ("127/6", "2002")]);
        let mut game = retaken.turn(4).unwrap().open(Phase::Supply, 0);
        // No sortie, and no die for its recovery.
        assert_eq!((game.game_turn(), game.current_phase()), (5, Phase::Initiative), "ready: {ready}");
        assert!(game.is_out_of_supply(unit("90/Cos")) && game.controller(hex("0812")) == Side::Axis);
        play(&mut game, "done");
        roll(&mut game, 1);
        assert_eq!(game.current_phase(), Phase::AxisReinforcement, "ready: {ready}");
    }
}
