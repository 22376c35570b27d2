//! Stacking and zones of control [6][7], rule by rule.
//!
//! Rows 7 to 9 of columns 1 to 5 are open steppe without roads.

use stavka_engine::armir::{Armir, Phase, Place, PositionBuilder};
use stavka_engine::game::{Game, Side, Turn};

use crate::armir_kit::march::{cost, field, march, may_move_to, name_of};
use crate::armir_kit::{denied, drill, hex, historical, is_legal, legal_texts, play, roll, unit, with};

// ---- 6: stacking ---------------------------------------------------------------------------

/// Steps in a hex.
fn weight(game: &Armir, name: &str) -> u8 {
    game.stack(hex(name)).map(|unit| game.steps(unit)).sum()
}

/// The counters that may be removed as excess, once every other choice of the phase is declined.
fn excess(position: PositionBuilder, phase: Phase) -> Vec<String> {
    let mut game = position.open(phase, 0);
    while game.current_phase() == phase && game.game_turn() == 3 && is_legal(&game, "done") {
        play(&mut game, "done");
    }
    let over = game.current_phase() == phase && legal_texts(&game).iter().all(|text| text.starts_with("remove "));
    if over { legal_texts(&game) } else { Vec::new() }
}

#[test]
fn more_than_eight_steps_in_a_hex_are_too_many() {
    let eight = [("89/Cos", "0309"), ("90/Cos", "0309"), ("37/Rav", "0309"), ("38/Rav", "0309")];
    let position = field(&eight);
    assert_eq!(weight(&position.clone().open(Phase::AxisMovement, 0), "0309"), 8);
    assert_eq!(excess(position.clone(), Phase::AxisMovement), Vec::<String>::new());
    let nine = with(position, &[("LegCro", "0309")]);
    assert_eq!(excess(nine.clone(), Phase::AxisMovement).len(), 5);
    // Only the steps that are left count.
    assert_eq!(excess(nine.steps("89/Cos", 1).unwrap(), Phase::AxisMovement), Vec::<String>::new());
}

#[test]
fn a_headquarters_or_gun_stacks_as_one_step() {
    for id in ["HQ/II", "art/Cos", "art/II"] {
        let seven = field(&[("89/Cos", "0309"), ("90/Cos", "0309"), ("37/Rav", "0309"), ("38/Rav", "0309"), (id, "0309")]);
        assert_eq!(excess(seven.clone(), Phase::AxisMovement).len(), 5, "{id} is the ninth");
        assert!(excess(seven.steps("89/Cos", 1).unwrap(), Phase::AxisMovement).is_empty(), "{id} is the eighth");
    }
}

#[test]
fn stacking_is_checked_after_every_movement_and_combat_phase() {
    let axis = [("89/Cos", "0309"), ("90/Cos", "0309"), ("37/Rav", "0309"), ("38/Rav", "0309"), ("LegCro", "0309")];
    let soviet = [("127/6", "2009"), ("160/6", "2009"), ("106B/6", "2009")];
    for phase in [Phase::AxisMovement, Phase::AxisMotorised, Phase::AxisCombat, Phase::SovietCombat] {
        assert_eq!(excess(field(&axis), phase).len(), 5, "{}", phase.name());
    }
    for phase in [Phase::SovietMovement, Phase::SovietMotorised, Phase::AxisCombat, Phase::SovietCombat] {
        assert_eq!(excess(field(&soviet), phase).len(), 3, "{}", phase.name());
    }
    // A combat phase checks both sides, one after the other.
    let mut game = with(field(&axis), &soviet).open(Phase::AxisCombat, 0);
    let first = game.turn();
    play(&mut game, if first == Turn::Player(Side::Axis) { "remove LegCro" } else { "remove 106B/6" });
    assert_eq!(game.current_phase(), Phase::AxisCombat);
    assert_ne!(game.turn(), first);
}

#[test]
fn what_arrived_before_the_other_side_moved_is_checked_once_its_owner_has_moved() {
    // Two divisions and a battalion at the source where reinforcements enter.
    let arrived = field(&[("387/XXIV", "0701"), ("385/XXIV", "0701"), ("LegCro", "0701"), ("66/XVII", "2009")]);
    for phase in [Phase::SovietMovement, Phase::SovietMotorised] {
        assert!(excess(arrived.clone(), phase).is_empty(), "A64: {}", phase.name());
    }
    assert_eq!(excess(arrived, Phase::AxisMovement).len(), 3);
}

/// Units in 0510 and 0611; the overrun of 0510 from 0410 by a tracked unit has driven its stack onto 0611.
fn driven_onto_friends(phase: Phase, tank: &str, target: &str, friends: &[&str]) -> Armir {
    let mut counters = vec![(tank, "0410"), (target, "0510")];
    counters.extend(friends.iter().map(|&id| (id, "0611")));
    // Others far away keep the phases open.
    counters.extend([("94B/3G", "2004"), ("LegCro", "2005")]);
    let mut game = with(PositionBuilder::empty(drill()), &counters).turn(3).unwrap().open(phase, 0);
    play(&mut game, &format!("select {tank}"));
    play(&mut game, "overrun 0510 from 0410");
    roll(&mut game, 1);
    for choice in ["retreat", "retreat 0611"] {
        if is_legal(&game, choice) {
            play(&mut game, choice);
        }
    }
    assert_eq!(game.place(unit(target)), Place::on(hex("0611")));
    game
}

#[test]
fn units_driven_onto_friends_by_an_overrun_lose_the_excess_when_the_phase_ends() {
    let axis = ["37/Rav", "38/Rav", "79/Pas", "80/Pas"];
    let soviet = ["127/6", "160/6"];
    for (phase, tank, target, friends) in [
        (Phase::SovietMovement, "66/XVII", "89/Cos", &axis[..]),
        (Phase::SovietMotorised, "66/XVII", "89/Cos", &axis[..]),
        (Phase::AxisMotorised, "Pz/27", "350/6", &soviet[..]),
    ] {
        let mut game = driven_onto_friends(phase, tank, target, friends);
        assert!(weight(&game, "0611") > 8);
        while is_legal(&game, "done") {
            play(&mut game, "done");
        }
        assert_eq!(game.current_phase(), phase, "the phase is not over yet");
        assert_eq!(game.turn(), Turn::Player(unit(target).side()), "{}: the owner picks", phase.name());
        assert!(legal_texts(&game).iter().all(|text| text.starts_with("remove ")) && legal_texts(&game).len() == friends.len() + 1);
        play(&mut game, &format!("remove {target}"));
        assert_ne!(game.current_phase(), phase);
        assert!(weight(&game, "0611") <= 8);
    }
}

#[test]
fn a_stack_that_an_overrun_made_too_large_is_cut_down_before_the_next_overrun_of_it() {
    let friends = ["37/Rav", "38/Rav", "79/Pas", "80/Pas"];
    let mut game = driven_onto_friends(Phase::SovietMovement, "66/XVII", "89/Cos", &friends);
    play(&mut game, "overrun 0611 from 0510");
    assert_eq!(game.turn(), Turn::Player(Side::Axis), "stacking is checked before an overrun");
    assert_eq!(denied(&game, "remove LegCro"), "6.2");
    play(&mut game, "remove 89/Cos");
    assert_eq!(game.turn(), Turn::Chance);
    assert_eq!(game.battle_sheet(game.battle().unwrap()).defence, 16, "four regiments are left");
}

#[test]
fn a_full_hex_may_be_passed_during_the_phase() {
    let stack = [("89/Cos", "0309"), ("90/Cos", "0309"), ("37/Rav", "0309"), ("38/Rav", "0309"), ("Pz/27", "0209")];
    let game = march(field(&stack), "Pz/27");
    assert_eq!([cost(&game, "0309"), cost(&game, "0409")], [Some(3), Some(6)]);
}

#[test]
fn stacking_is_checked_before_an_overrun() {
    // Three brigades of two tank corps.
    let counters = [("110/XVIII", "0309"), ("170/XVIII", "0309"), ("54/XXIV", "0309"), ("89/Cos", "0409")];
    let mut game = march(field(&counters), "110/XVIII");
    assert!(weight(&game, "0309") > 8);
    play(&mut game, "overrun 0409 from 0309");
    assert_eq!(legal_texts(&game), ["remove 110/XVIII", "remove 170/XVIII", "remove 54/XXIV"]);
    let mut without_it = game.clone();
    play(&mut game, "remove 54/XXIV");
    assert_eq!(game.turn(), Turn::Chance, "the overrun is fought");
    play(&mut without_it, "remove 110/XVIII");
    assert!(without_it.battle().is_none() && is_legal(&without_it, "select 170/XVIII"), "nobody is left to fight it");
}

#[test]
fn a_division_or_a_tank_corps_alone_in_a_hex_may_exceed_the_limit() {
    let division = [("525/298", "0309"), ("526/298", "0309"), ("527/298", "0309")];
    assert!(weight(&field(&division).open(Phase::AxisMovement, 0), "0309") > 8);
    assert!(excess(field(&division), Phase::AxisMovement).is_empty());
    assert_eq!(excess(with(field(&division), &[("HQ/XXXV", "0309")]), Phase::AxisMovement).len(), 4);

    let corps = [("110/XVIII", "2009"), ("170/XVIII", "2009"), ("181/XVIII", "2009"), ("32M/XVIII", "2009")];
    assert!(excess(field(&corps), Phase::SovietMovement).is_empty());
    for other in ["54/XXIV", "41G/1G", "HQ/1G"] {
        assert_eq!(excess(with(field(&corps), &[(other, "2009")]), Phase::SovietMovement).len(), 5, "{other}");
    }
    // Rifle divisions of an army are of no corps (reading A11).
    assert_eq!(excess(field(&[("127/6", "2009"), ("160/6", "2009"), ("106B/6", "2009")]), Phase::SovietMovement).len(), 3);
}

#[test]
fn the_owner_eliminates_counters_of_an_overfull_hex_until_it_fits() {
    let counters = [("525/298", "0309"), ("526/298", "0309"), ("527/298", "0309"), ("HQ/XXXV", "0309"), ("LegCro", "0109")];
    let mut game = field(&counters).open(Phase::AxisMotorised, 0);
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    assert_eq!(denied(&game, "remove LegCro"), "6.2");
    let mut by_steps = game.clone();
    // Without the HQ the rest is one division again.
    play(&mut game, "remove HQ/XXXV");
    assert_eq!(game.place(unit("HQ/XXXV")), Place::ELIMINATED);
    assert_ne!(game.current_phase(), Phase::AxisMotorised);
    play(&mut by_steps, "remove 525/298");
    assert_eq!((by_steps.steps(unit("525/298")), weight(&by_steps, "0309") <= 8), (0, true));
    assert_ne!(by_steps.current_phase(), Phase::AxisMotorised);

    // Twelve steps in a hex lose two regiments; then the next hex is looked at.
    let twelve = ["89/Cos", "90/Cos", "37/Rav", "38/Rav", "79/Pas", "80/Pas"].map(|id| (id, "0309"));
    let nine = ["81/Tor", "82/Tor", "53/Sfo", "54/Sfo", "LegCro"].map(|id| (id, "0509"));
    let mut game = with(field(&twelve), &nine).open(Phase::AxisMotorised, 0);
    for (victim, at, left) in [("79/Pas", "0309", 10), ("90/Cos", "0309", 8), ("LegCro", "0509", 8)] {
        assert_eq!(denied(&game, &format!("remove {}", if at == "0309" { "LegCro" } else { "89/Cos" })), "6.2");
        play(&mut game, &format!("remove {victim}"));
        assert_eq!(weight(&game, at), left, "{victim}");
    }
    assert_ne!(game.current_phase(), Phase::AxisMotorised);
}

#[test]
fn soviet_armies_pass_each_other_but_do_not_share_a_hex() {
    let game = march(field(&[("66/XVII", "0209"), ("41G/1G", "0309")]), "66/XVII");
    assert_eq!(denied(&game, "move > 0309"), "6.3");
    assert_eq!(cost(&game, "0409"), Some(6));
    assert!(may_move_to(&march(field(&[("66/XVII", "0209"), ("106B/6", "0309")]), "66/XVII"), "0309"));
}

#[test]
fn a_soviet_retreat_does_not_mix_armies() {
    let counters = [("89/Cos", "0409"), ("106B/6", "0309"), ("41G/1G", "0209"), ("127/6", "0208")];
    let mut game = with(PositionBuilder::empty(drill()), &counters).turn(3).unwrap().open(Phase::AxisCombat, 0);
    for action in ["attack 0309", "with 89/Cos", "engage"] {
        play(&mut game, action);
    }
    roll(&mut game, 1);
    play(&mut game, "retreat");
    assert_eq!(denied(&game, "retreat 0209"), "6.3");
    assert!(is_legal(&game, "retreat 0208"));
}

#[test]
fn soviet_tanks_do_not_overrun_from_a_hex_of_another_army() {
    // If the overrun failed, they would have to stay there.
    let game = march(field(&[("66/XVII", "0309"), ("41G/1G", "0409"), ("89/Cos", "0509")]), "66/XVII");
    assert_eq!(denied(&game, "overrun 0509 from 0409"), "6.3");
    assert!(is_legal(&game, "overrun 0509 from 0408"));
    let own = march(field(&[("66/XVII", "0309"), ("106B/6", "0409"), ("89/Cos", "0509")]), "66/XVII");
    assert!(is_legal(&own, "overrun 0509 from 0409"));
}

#[test]
fn a_soviet_headquarters_does_not_return_to_a_hex_of_another_army() {
    let position = field(&[("41G/1G", "1205"), ("127/6", "1206")]).put_in_box("HQ/6", Place::ELIMINATED).unwrap();
    let mut game = position.open(Phase::AxisReinforcement, 0);
    roll(&mut game, 6);
    // The replacement for the 3rd Gebirgs is declined.
    play(&mut game, "done");
    assert_eq!(denied(&game, "return HQ/6 1205"), "17.1.3");
    assert!(is_legal(&game, "return HQ/6 1206"));
}

// ---- 7: zones of control ----------------------------------------------------------------------

fn zone(counters: &[(&str, &str)], side: Side) -> Vec<String> {
    let game = field(counters).open(Phase::SovietMovement, 0);
    let mut zone: Vec<String> = historical().map.grid.hexes().filter(|&hex| game.in_zoc(side, hex)).map(name_of).collect();
    zone.sort();
    zone
}

#[test]
fn two_steps_of_combat_units_exert_a_zone_over_the_six_neighbours() {
    let ring = ["0208", "0209", "0210", "0308", "0310", "0409"];
    assert_eq!(zone(&[("89/Cos", "0309")], Side::Axis), ring);
    assert_eq!(zone(&[("106B/6", "0309")], Side::Soviet), ring);
    assert!(zone(&[("89/Cos", "0309")], Side::Soviet).is_empty());
    // The steps of the whole hex count.
    assert_eq!(zone(&[("LegCro", "0309"), ("TA/II", "0309")], Side::Axis), ring);
    for lone in ["LegCro", "TA/II"] {
        assert!(zone(&[(lone, "0309")], Side::Axis).is_empty(), "{lone}");
    }
    let worn = field(&[("89/Cos", "0309")]).steps("89/Cos", 1).unwrap().open(Phase::AxisMovement, 0);
    assert!(!worn.in_zoc(Side::Axis, hex("0409")));
}

#[test]
fn dv11_headquarters_and_guns_add_nothing_to_a_zone() {
    assert!(zone(&[("LegCro", "0309"), ("HQ/II", "0309"), ("art/II", "0309")], Side::Axis).is_empty());
    let worn = field(&[("106B/6", "0309"), ("HQ/6", "0309")]).steps("106B/6", 1).unwrap().open(Phase::SovietMovement, 0);
    assert!(!worn.in_zoc(Side::Soviet, hex("0409")));
}

#[test]
fn a_unit_that_enters_an_enemy_zone_stops_there() {
    // 0307 and 0407 lie next to the enemy in 0308; the way round by row 6 is one hex longer.
    let mut game = march(field(&[("127/6", "0207"), ("89/Cos", "0308"), ("160/6", "2009")]), "127/6");
    assert_eq!([cost(&game, "0307"), cost(&game, "0407")], [Some(3), None]);
    assert_eq!(denied(&game, "move > 0407"), "5.a");
    assert!(game.march_report().unwrap().stops.contains(hex("0307")));
    play(&mut game, "move > 0307");
    assert_eq!(denied(&game, "select 127/6"), "5");
    // Axis tanks stop as well.
    let game = march(field(&[("Pz/27", "0207"), ("106B/6", "0308")]), "Pz/27");
    assert_eq!([cost(&game, "0307"), cost(&game, "0407")], [Some(3), Some(9)]);
}

#[test]
fn a_hex_whose_entry_has_an_effect_is_no_way_through_an_enemy_zone() {
    // Kantemirovka with the depot, and Taly with its star.
    for (walker, from, place, enemy, at) in [("127/6", "0912", "0812", "89/Cos", "0712"), ("89/Cos", "1110", "1010", "127/6", "0910")] {
        let owner = unit(enemy).side();
        // Others far away keep the phase open.
        let open = || field(&[(walker, from), ("160/6", "2009"), ("90/Cos", "0107")]).control(place, owner).unwrap();
        assert!(is_legal(&march(open(), walker), &format!("via {place}")), "{place} out of zones");
        let mut game = march(with(open(), &[(enemy, at)]), walker);
        assert!(game.in_zoc(owner, hex(place)) && !game.in_zoc(owner, hex(from)));
        assert!(!is_legal(&game, &format!("via {place}")), "{place} in a zone");
        play(&mut game, &format!("move > {place}"));
        if game.turn() == Turn::Chance {
            roll(&mut game, 1);
        }
        assert!(game.has_moved(unit(walker)) && game.place(unit(walker)) == Place::on(hex(place)));
    }
}

#[test]
fn a_unit_that_starts_in_an_enemy_zone_may_leave_or_go_from_zone_to_zone() {
    let game = march(field(&[("127/6", "0307"), ("89/Cos", "0308")]), "127/6");
    assert_eq!([cost(&game, "0407"), cost(&game, "0306")], [Some(3), Some(3)]);
    assert_eq!(cost(&game, "0507"), None, "0407 is in the zone of the same enemy");
    assert_eq!(cost(&game, "0406"), Some(6), "by 0306, which is in no zone");
}

#[test]
fn dv12_soviet_mobile_units_ignore_light_zones_in_movement_but_not_in_supply() {
    for id in ["66/XVII", "31M/XVII", "HQ/6"] {
        let light = march(field(&[(id, "0207"), ("89/Cos", "0308")]), id);
        assert_eq!(cost(&light, "0407"), Some(6), "{id} drives past an Italian regiment");
        let heavy = march(field(&[(id, "0207"), ("525/298", "0308")]), id);
        assert_ne!(cost(&heavy, "0407"), Some(6), "{id} stops before heavy weapons");
        assert!(heavy.march_report().unwrap().stops.contains(hex("0307")), "{id}");
        assert!(!light.supply_report(Side::Soviet).passable.contains(hex("0307")), "no line of supply passes there");
        let open = march(field(&[(id, "0207")]), id);
        assert!(open.supply_report(Side::Soviet).passable.contains(hex("0307")));
    }
    // Units on foot stop for any zone.
    let game = march(field(&[("127/6", "0207"), ("89/Cos", "0308")]), "127/6");
    assert_eq!(cost(&game, "0407"), None);
}

#[test]
fn one_heavy_unit_makes_the_whole_hex_heavy() {
    // The battalion has one step, which is enough in the company of a regiment (reading A13).
    let game = march(field(&[("66/XVII", "0207"), ("89/Cos", "0308"), ("FB/XXIV", "0308")]), "66/XVII");
    assert_eq!(cost(&game, "0407"), Some(9));
    let game = march(field(&[("66/XVII", "0207"), ("FB/XXIV", "0308")]), "66/XVII");
    assert_eq!(cost(&game, "0407"), Some(6), "alone it exerts no zone");
}

#[test]
fn zones_stop_at_the_don_and_at_major_rivers_but_not_at_minor_ones() {
    for (a, b, barred) in [("1306", "1307", true), ("0827", "0927", true), ("0606", "0706", false)] {
        for (axis, soviet) in [(a, b), (b, a)] {
            let game = field(&[("89/Cos", axis), ("127/6", soviet)]).open(Phase::AxisMovement, 0);
            assert_eq!(!game.in_zoc(Side::Axis, hex(soviet)), barred, "{axis} over {soviet}");
            assert_eq!(!game.in_zoc(Side::Soviet, hex(axis)), barred, "{soviet} over {axis}");
        }
    }
}

#[test]
fn soviet_zones_do_not_cross_strongpoint_sides_either_way_and_axis_zones_do() {
    // No river flows between the bridgehead 1307 and the strongpoints 1207, 1208 and 1308.
    let game = field(&[("127/6", "1307")]).open(Phase::SovietMovement, 0);
    for strongpoint in ["1207", "1208", "1308"] {
        assert!(!game.in_zoc(Side::Soviet, hex(strongpoint)), "{strongpoint}");
    }
    let game = field(&[("89/Cos", "1207")]).open(Phase::AxisMovement, 0);
    assert!(game.in_zoc(Side::Axis, hex("1307")));
    // From inside a strongpoint: out over the other sides only (reading A14).
    let game = field(&[("127/6", "1207")]).open(Phase::SovietMovement, 0);
    assert!(!game.in_zoc(Side::Soviet, hex("1307")));
    for behind in ["1107", "1108", "1208"] {
        assert!(game.in_zoc(Side::Soviet, hex(behind)), "{behind}");
    }
}
