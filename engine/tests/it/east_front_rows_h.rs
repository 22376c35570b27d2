//! East Front: clauses of rules on retreats, guns, substitutes, overruns, terrain and counters, each in a played position.

use stavka_engine::data::Source;
use stavka_engine::east_front::data::{AirBox, UnitKind};
use stavka_engine::east_front::drm::Cause;
use stavka_engine::east_front::overrun::{self, Group, Target};
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{EastFront, Phase, Place, Prepared};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};

use crate::east_front_kit::play::{
    after, air_box, allows, attacked, ends, go_on_to, legal, open, place, play, prices, reach, stands, start, to_participants, unit, with,
    with_of,
};
use crate::east_front_kit::{CLEAR, Change, SKIES, TANKS_WITH_A_ZONE, data, hex, passage, tables, under, variant};

/// A place of a kind where the map has open ground.
fn place_of(kind: &str, at: &str) -> Change {
    passage(&format!("[[place]]\nhex = \"{at}\"\nname = \"A place\"\nkind = \"{kind}\""))
}

/// Swamp or a hill in 3612.
fn ground_of_3612(letter: char) -> Change {
    ("map.toml", "\".........\", # 12", format!("\"....{letter}....\", # 12").leak())
}

fn distance(from: &str, to: &str) -> u16 {
    data().map.grid.distance(hex(from), hex(to))
}

// ---- retreats --------------------------------------------------------------

#[test]
fn attackers_who_are_beaten_go_two_hexes_where_their_owner_likes() {
    // 8 to 4 are 2-1; a 9 is R*/-, and in the open, with Attack Supply, the asterisk costs nothing.
    let game = after(attacked(open(with("73 3611, 106 3612"), Phase::AxisDeclaration), "3612", "73"), "die 9");
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    let ways = ends(&game, "retreat");
    assert!(ways.len() > 3, "{ways:?}");
    for way in &ways {
        assert_eq!(distance("3611", way), 2, "{way}");
        assert!(distance("3612", way) >= 2, "{way}: away from the hex that was attacked");
        assert!(!game.in_zoc(Side::Soviet, hex(way)), "{way}");
    }
    let back = after(game, "retreat 3709");
    assert!(stands(&back, "73", "3709") && back.steps(unit("73")) == 4 && back.steps_lost(Side::Axis) == 0);
}

#[test]
fn a_retreat_leads_into_no_other_hex_of_the_attack() {
    // Nobody here has a zone. The guns in 3513 stand two hexes from the tanks in 3612, by 3512 and by 3613 of the battalions.
    // 4 to 1 are 4-1, and 4 to 2 are 2-1: a 7 is -/R at either.
    let beaten = |attack: &str| {
        let game = open(with("190AG 3613, LAH/Rcn 3613, 5(+) 3612, 52 3513"), Phase::AxisDeclaration);
        after(to_participants(after(game, &format!("{attack}; done"))), "with 190AG; with LAH/Rcn; order none; die 7")
    };
    let alone = beaten("attack 3612");
    assert!(allows(&alone, "retreat 3513") && allows(&alone, "retreat 3413"));
    let both = beaten("attack 3612; also 3513");
    assert!(!allows(&both, "retreat 3513") && allows(&both, "retreat 3413"));
}

#[test]
fn mobile_super_heavies_retreat_along_minor_roads_in_dry_weather_alone() {
    // 7 to 3 are 2-1; a 7 is -/R. The minor road leads from 3405 over 3305 to 3205.
    let beaten = |sky: &str| {
        let position = with_of(under(sky, &[]), "X 3405, 156 3505, 172 3505, 73 3302");
        let position = position.and_then(|builder| builder.back_up("641", true)?.place("641", "3405"));
        after(attacked(reach(position, Phase::SovietDeclaration), "3405", "156 172"), "die 7")
    };
    let dry = beaten("dry");
    assert_eq!(legal(&dry), ["retreat 3205"], "by road alone");
    assert!(stands(&after(dry, "retreat 3205"), "641", "3205"));
    for sky in ["mud", "frost", "snow"] {
        let game = beaten(sky);
        assert_eq!(place(&game, "641"), Place::CANNOT_REBUILD, "{sky}");
        assert!(stands(&game, "X", "3405") && game.retreating() == Some(Side::Axis), "{sky}: infantry goes its way");
    }
}

#[test]
fn a_retreat_goes_on_past_friends_in_an_enemy_zone_and_past_attacked_hexes() {
    // The guns stand in 3614, two hexes behind 3612; the zone of X in 3714 reaches them and not 3514. 2-1 and a 7: -/R.
    let beaten = |others: &str| {
        let game = attacked(open(with(&format!("73 3611, 106 3612, 52 3614, {others}")), Phase::AxisDeclaration), "3612", "73");
        after(game, "die 7")
    };
    let free = beaten("X 3302");
    assert!(allows(&free, "retreat 3614") && !allows(&free, "retreat 3514"));
    let held = beaten("X 3714");
    assert!(held.in_zoc(Side::Axis, hex("3614")) && !held.in_zoc(Side::Axis, hex("3514")));
    assert!(!allows(&held, "retreat 3614") && allows(&held, "retreat 3514"), "one hex more");
    let gone = after(held, "retreat 3514");
    assert!(stands(&gone, "106", "3514") && gone.steps(unit("106")) == 2, "without a loss");
    // 3714 is attacked as well; 3715 lies behind it, three hexes from 3712.
    let attacked = |lines: &str| {
        let game = open(with("73 3711, 190AG 3814, 106 3712, 271 3714"), Phase::AxisDeclaration);
        after(game, &format!("attack 3712; attack 3714; done; {lines}; order none; die 7"))
    };
    let pending = attacked("resolve 3712; with 73");
    assert!(!allows(&pending, "retreat 3714") && allows(&pending, "retreat 3715"));
    let resolved = attacked("resolve 3714; with 190AG; order none; die 3; with 73");
    assert!(allows(&resolved, "retreat 3714") && !allows(&resolved, "retreat 3715"));
}

#[test]
fn who_has_no_way_but_through_two_empty_zones_is_eliminated() {
    // 10 to 4 are 2-1 without the line, which X does not cross; a 7 is -/R. Every way out begins in an empty zone; behind
    // 3605 lies that of the regiment in 3503, behind 3607 that of the one in 3708.
    let beaten = |others: &str| {
        let game = open(with(&format!("73 3505, X 3706, R1 3503, 106 3606, 190AG 3302{others}")), Phase::AxisDeclaration);
        after(attacked(game, "3606", "73 X"), "die 7")
    };
    assert_eq!(legal(&beaten("")), ["retreat 3608"], "one empty zone");
    let lost = beaten(", R2 3708");
    assert!(lost.in_zoc(Side::Axis, hex("3608")) && lost.in_zoc(Side::Axis, hex("3607")));
    assert_eq!(place(&lost, "106"), Place::ELIMINATED);
}

#[test]
fn each_group_that_came_through_a_zone_loses_a_step_and_rolls_for_itself() {
    // 10 to 8 are 1-1 without the line; a 4 is 1*/R. One division goes north and the other south, each through a zone.
    let game = open(with("73 3505, X 3706, 106 3606, 271 3606, 190AG 3302"), Phase::AxisDeclaration);
    let game = after(attacked(game, "3606", "73 X"), "die 4; lose 73; retreat 3608; retreat 3604");
    let rolled = |dice: &str| {
        let game = after(game.clone(), dice);
        assert_ne!(game.turn(), Turn::Chance, "two dice");
        [stands(&game, "106", "3608"), stands(&game, "271", "3604")]
    };
    assert_eq!([rolled("die 3; die 4"), rolled("die 4; die 3")], [[false, true], [true, false]], "the first hex rolls first");
    let both = after(game.clone(), "die 1; die 1");
    assert_eq!((both.steps(unit("106")), both.steps(unit("271")), both.steps_lost(Side::Soviet)), (1, 1, 2));
}

#[test]
fn whom_the_third_hex_does_not_hold_either_goes_to_cadre() {
    // From 3202 in the corner the last step of the 73rd comes to 3401, and on to 3501. 7 to 3 are 2-1; a 7 is -/R.
    let beaten = |full: &str| {
        let mut placed = vec!["73 3202, 156 3203, 172 3302".to_owned()];
        for (at, ids) in [("3401", "R1 R2 R3 R4"), ("3501", "R5 R6 R7 R8")].into_iter().filter(|(at, _)| full.contains(at)) {
            placed.extend(ids.split(' ').map(|id| format!("{id} {at}")));
        }
        let position = with(&placed.join(", ")).and_then(|builder| builder.steps("73", 1));
        after(attacked(open(position, Phase::SovietDeclaration), "3202", "156 172"), "die 7")
    };
    assert_eq!(ends(&beaten(""), "retreat"), ["3401"]);
    assert_eq!(ends(&beaten("3401"), "retreat"), ["3501"], "eight and four are more than ten");
    let lost = beaten("3401 3501");
    assert_eq!(place(&lost, "73"), Place::CADRE);
}

#[test]
fn the_opponent_picks_among_ways_that_cost_nothing() {
    // 3605 lies in the zone of the 73rd: the way north costs a step. 2-1 and the line, a 6 is -/R.
    let beaten = |order: &str| {
        let game = open(with("73 3505, 106 3606, 51HQ 3709"), Phase::AxisDeclaration);
        after(game, &format!("attack 3606; done; order {order}; with 73; order none; die 6"))
    };
    let ordinary = beaten("none");
    assert_eq!(ordinary.turn(), Turn::Player(Side::Soviet));
    assert!(allows(&ordinary, "retreat 3604"));
    let further = beaten("further-retreat");
    assert_eq!(further.turn(), Turn::Player(Side::Axis));
    let ways = ends(&further, "retreat");
    assert!(ways.len() > 2, "{ways:?}");
    for way in ways {
        let gone = after(further.clone(), &format!("retreat {way}"));
        assert!(stands(&gone, "106", &way) && gone.steps(unit("106")) == 2 && gone.turn() != Turn::Chance, "{way}");
    }
}

#[test]
fn substitutes_that_cannot_retreat_are_set_aside_for_reuse() {
    // 4015 is the corner, and the three hexes around it are Soviet: 10 to 2 are 5-1, a 9 is -/R.
    let trapped = |id: &str| {
        let game = open(with(&format!("{id} 4015, 271 4014, 156 3914, 172 3915, 73 3302")), Phase::SovietDeclaration);
        place(&after(attacked(game, "4015", "271 156 172"), "die 9"), id)
    };
    assert_eq!(["R1", "S1", "X"].map(trapped), [Place::RESERVE, Place::RESERVE, Place::ELIMINATED]);
}

#[test]
fn attackers_advance_out_of_each_of_their_hexes() {
    // 10 to 2 are 5-1, and X crosses no line; a 1 is -/3R and takes both.
    let game = open(with("46 3605, X 3706, 5(+) 3606, 52 3705"), Phase::AxisDeclaration);
    let mut game = after(game, "attack 3705; also 3606; done; with 46; with X; order none; die 1");
    for id in ["46", "X"] {
        assert_eq!(ends(&game, &format!("advance {id}")), ["3606", "3705"], "{id}");
    }
    play(&mut game, "advance 46 3705; advance X 3606");
    assert!(stands(&game, "46", "3705") && stands(&game, "X", "3606"));
}

#[test]
fn who_has_advanced_does_not_attack_again() {
    // 8 to 1 over the line are 8-1; a 1 is read on row 2: -/e. From 3606 the division touches 3705, which is still attacked.
    let game = open(with("46 3605, X 3605, 5(+) 3606, 271 3705"), Phase::AxisDeclaration);
    let game = after(game, "attack 3705; attack 3606; done; resolve 3606; with 46; engage; order none; die 1; advance 46 3606");
    assert!(stands(&game, "46", "3606") && game.prompt().contains("who attacks 3705"), "at once, before the other combat");
    assert!(allows(&game, "with X") && !allows(&game, "with 46"));
}

// ---- fortifications and surrender ------------------------------------------

#[test]
fn divisions_of_any_strength_and_kind_take_down_works_and_lesser_units_do_not() {
    let taken = |id: &str, steps: u8| {
        let position = with(&format!("{id} 3708, 73 3201")).and_then(|builder| builder.strongpoint(Side::Axis, "3708", true));
        !open(position.and_then(|builder| builder.steps(id, steps)), Phase::SovietEngineer).has_strongpoint(Side::Axis, hex("3708"))
    };
    assert_eq!([taken("271", 2), taken("271", 1), taken("48K", 2), taken("48K", 1)], [true; 4]);
    assert_eq!([taken("5(+)", 1), taken("52", 1), taken("51HQ", 1)], [false; 3]);
    let beside = with("271 3709, 73 3201").and_then(|builder| builder.strongpoint(Side::Axis, "3708", true));
    assert!(open(beside, Phase::SovietEngineer).has_strongpoint(Side::Axis, hex("3708")), "from the next hex neither");
}

#[test]
fn a_division_leaves_the_works_of_its_own_side_alone() {
    let position = with("106 3606, 271 3708, 73 3201").and_then(|builder| builder.strongpoint(Side::Soviet, "3708", true));
    let game = open(position, Phase::SovietEngineer);
    assert!(game.has_strongpoint(Side::Soviet, hex("3708")));
    assert!(!game.is_breached(hex("3606")), "nor is the line of its own side broken");
}

#[test]
fn cities_and_works_of_every_kind_hold_out_longer_and_towns_do_not() {
    // The 106th with its back to the gulf: of a 2, with -2 for the early war, a 4 is the last die that takes it in the open.
    let last = |kind: &str, line: bool, fort: bool| {
        let town = "name = \"Armyansk\"\nkind = \"town\"";
        let data = variant(&[("map.toml", town, &town.replace("\"town\"", &format!("{kind:?}")))]);
        let gone = |die: &u8| {
            let position = with_of(data, "106 3606, 73 3706, 46 3607").and_then(|builder| builder.strongpoint(Side::Soviet, "3606", fort));
            let position = if line { position } else { position.and_then(|builder| builder.breached("3606")) };
            place(&after(open(position, Phase::Surrender), &format!("die {die}")), "106") == Place::ELIMINATED
        };
        (1..=10).filter(gone).max()
    };
    assert_eq!([last("town", false, false), last("locality", false, false)], [Some(4); 2]);
    assert_eq!([last("town", true, false), last("town", false, true), last("town", true, true)], [Some(3); 3]);
    assert_eq!([last("city", false, false), last("city", true, true)], [Some(3); 2]);
}

// ---- guns ------------------------------------------------------------------

#[test]
fn super_heavies_fire_at_cities_and_not_at_towns() {
    let ishun = "name = \"Ishun\"\nkind = \"locality\"";
    let fires = |kind: &str| {
        let data = variant(&[("map.toml", ishun, &ishun.replace("locality", kind))]);
        let position = with_of(data, "73 3708, 49 3608, 641 3608, 106 3808");
        let game = after(open(position, Phase::AxisDeclaration), "attack 3808; done; with 73");
        assert!(allows(&game, "support 49"), "{kind}");
        allows(&game, "support 641")
    };
    assert_eq!(["town", "city", "major-city"].map(fires), [false, true, true]);
}

#[test]
fn a_gun_supports_once_in_each_phase_of_combat() {
    // 52 defends 3606 and then supports the attack out of it; 49 supports an attack and then defends 3505. 11 to 9 are
    // 1-1; with the line a 4 is read on row 5 and does nothing.
    let game = open(with("73 3505, 49 3405, 106 3606, 271 3606, 52 3607"), Phase::AxisDeclaration);
    let mut game = after(game, "attack 3606; done; barrage 52 3606; with 73; support 49; order none; die 4");
    assert!(stands(&game, "73", "3505") && stands(&game, "106", "3606"));
    go_on_to(&mut game, Phase::SovietDeclaration, 10);
    assert_eq!(game.game_turn(), 1);
    let game = after(game, "attack 3505; done");
    assert!(allows(&game, "barrage 49 3505"));
    let game = after(to_participants(after(game, "barrage 49 3505")), "with 106; with 271");
    assert!(allows(&game, "support 52"));
}

// ---- engineers and substitutes ---------------------------------------------

#[test]
fn an_engineer_above_the_limit_storms_a_line_and_falls_back_when_nothing_is_taken() {
    // Twelve points in 3505; no strongpoint stands in 3606.
    let full = |breached: bool| {
        let position = with("73 3505, X 3505, R1 3505, Eng 3505, 106 3606");
        let position = position.and_then(|builder| if breached { builder.breached("3606") } else { Ok(builder) });
        after(open(position, Phase::AxisMovement), "done")
    };
    assert!(!allows(&full(true), "storm Eng"), "nothing is left to be stormed");
    let mut game = after(full(false), "storm Eng; attack 3606; done");
    go_on_to(&mut game, Phase::AxisCombat, 10);
    // 10 to 4 are 2-1; the engineers offset the line; an 8 does nothing.
    play(&mut game, "with 73; engage; order none");
    assert_eq!(game.battle_sheet().map(|sheet| (sheet.attack, sheet.modifiers.net)), Some((10, 0)));
    play(&mut game, "die 8");
    assert_eq!(game.turn(), Turn::Player(Side::Axis));
    let ways = ends(&game, "retreat");
    assert!(!ways.is_empty() && ways.iter().all(|way| distance("3505", way) == 2), "{ways:?}");
    let way = format!("retreat {}", ways[0]);
    play(&mut game, &way);
    assert!(stands(&game, "Eng", &ways[0]) && stands(&game, "73", "3505"));
    assert_eq!((game.stacking_points(hex("3505")), game.steps_lost(Side::Axis)), (10, 0));
}

#[test]
fn several_regiments_recombine_one_after_the_other() {
    let short = with("46 3401, R1 3401, S1 3401, 271 4014").and_then(|builder| builder.steps("46", 2));
    let game = after(open(short, Phase::AxisMovement), "done; recombine 46 R1");
    assert_eq!((game.current_phase(), game.steps(unit("46"))), (Phase::AxisMovement, 3), "the second in the same phase");
    let game = after(game, "recombine 46 S1");
    assert_eq!((game.steps(unit("46")), place(&game, "R1"), place(&game, "S1")), (4, Place::RESERVE, Place::RESERVE));
}

#[test]
fn regiments_that_a_division_gives_have_their_printed_values() {
    let game = after(open(with("73 3302, 271 4014"), Phase::AxisMovement), "detach 73; detach 73 strong");
    let values = ["R1", "S1"].map(|id| game.values(unit(id))).map(|face| (face.attack, face.defence, face.ma));
    assert_eq!(values, [(1, 2, 5), (2, 2, 5)]);
}

#[test]
fn regular_regiments_are_no_more_than_their_pool() {
    let used: Vec<String> = (1..=10).map(|number| format!("R{number} 340{}", 1 + number % 3)).collect();
    let game = open(with(&format!("73 3302, 271 4014, {}", used.join(", "))), Phase::AxisMovement);
    assert!(!allows(&game, "detach 73") && allows(&game, "detach 73 strong"));
    let left = open(with(&format!("73 3302, 271 4014, {}", used[1..].join(", "))), Phase::AxisMovement);
    assert!(allows(&left, "detach 73"));
}

// ---- overruns --------------------------------------------------------------

/// The assault guns with so many points of attack.
fn assault_guns(attack: u8) -> Change {
    let front = "front = { attack = 2, defence = 1, ma = 7,";
    ("units.toml", front, front.replace("attack = 2", &format!("attack = {attack}")).leak())
}

#[test]
fn defenders_are_soft_when_all_of_them_are() {
    // Always six to one, which gives nothing by itself.
    let told = |attack: u8, defenders: &str, reduced: &str| {
        let placed: Vec<String> = defenders.split(' ').map(|id| format!("{id} 3912")).collect();
        let mut position = with_of(variant(&[assault_guns(attack)]), &format!("190AG 3911, {}", placed.join(", ")));
        for id in reduced.split_whitespace() {
            position = position.and_then(|builder| builder.steps(id, 1));
        }
        let game = after(open(position, Phase::AxisMovement), "select 190AG; overrun 3912 from 3911");
        let tally = game.overrun_report().and_then(|report| report.modifiers).expect("the die is to be rolled");
        tally.terms.iter().map(|&(_, drm)| drm).collect::<Vec<_>>()
    };
    for (attack, soft, reduced) in
        [(6, "52", ""), (6, "48K", "48K"), (6, "51HQ", ""), (12, "48K 52", "48K"), (12, "51HQ 52", ""), (12, "48K 42K", "48K 42K")]
    {
        assert_eq!(told(attack, soft, reduced), [-1], "{soft}");
    }
    assert_eq!(told(18, "48K 51HQ 52", "48K"), [-1], "all three kinds");
    for (attack, hard, reduced) in [(6, "5(+)", ""), (12, "5(+) 52", ""), (18, "106 52", "106"), (12, "5(+) 51HQ", "")] {
        assert_eq!(told(attack, hard, reduced), [], "{hard}");
    }
    let strong = |defence: u8| {
        let group = Group { attack: 6 * u16::from(defence), all_german: true, motorized_engineers: false };
        let target =
            Target { defence: defence.into(), soft: false, marked: false, features: CLEAR, side: 0, strongpoint: false, line: false };
        overrun::tally(&tables().overrun, group, target).net
    };
    assert_eq!([1, 3, 4, 9].map(strong), [0, 0, 1, 1]);
}

// ---- zones and movement ----------------------------------------------------

#[test]
fn the_zone_of_wheels_keeps_to_roads_in_swamps_mud_and_snow() {
    let reached = |sky: &str, changes: &[Change], placed: &str, into: &str| {
        let changes = [&[TANKS_WITH_A_ZONE], changes].concat();
        let game = reach(with_of(under(sky, &changes), &format!("{placed}, 73 3201")), Phase::AxisMovement);
        game.in_zoc(Side::Soviet, hex(into))
    };
    let tanks = |changes: &[Change], from: &str, into: &str| SKIES.map(|sky| reached(sky, changes, &format!("5(+) {from}"), into));
    assert_eq!(tanks(&[], "3711", "3712"), [true, false, true, false, false], "open ground");
    assert_eq!(tanks(&[], "3911", "3912"), [true; 5], "by road");
    assert_eq!(tanks(&[], "3606", "3607"), [true; 5], "by railway");
    assert_eq!(tanks(&[], "3705", "3606"), [true; 5], "into a town");
    let swamp = [ground_of_3612('p')];
    assert_eq!(tanks(&swamp, "3611", "3612"), [false, false, true, false, false], "into a swamp");
    let road = [("map.toml", "\".........\", # 12", "\".......p.\", # 12")];
    assert_eq!(tanks(&road, "3911", "3912"), [true; 5], "into a swamp by road");
    for (changes, from, into) in [(&swamp[..], "3611", "3612"), (&[], "3711", "3712")] {
        assert_eq!(SKIES.map(|sky| reached(sky, changes, &format!("106 {from}"), into)), [true; 5], "on foot");
    }
}

#[test]
fn infiltration_waits_for_the_mud_to_dry() {
    // 3607 can be reached from 3606 alone, and both lie in Soviet zones.
    let squeezed = |sky: &str| {
        let position = with_of(under(sky, &[]), "46 3606, LAH/Rcn 3606, 271 3705, 106 3706");
        allows(&after(reach(position, Phase::AxisMovement), "select LAH/Rcn"), "move > 3607")
    };
    assert_eq!(SKIES.map(squeezed), [true, false, true, true, true]);
}

#[test]
fn cavalry_infiltrates_in_its_movement_phase_between_rough_hexes() {
    let (from, to) =
        (("map.toml", "\"...~..mss\", # 06", "\"...~h.mss\", # 06"), ("map.toml", "\".~.~.....\", # 07", "\".~.~h....\", # 07"));
    let squeezed = |hills: &[Change], phase| {
        let position = with_of(variant(hills), "271 3606, 48K 3606, 46 3705, 73 3706");
        allows(&after(open(position, phase), "select 48K"), "move > 3607")
    };
    assert!(squeezed(&[from, to], Phase::SovietMovement));
    assert!(!squeezed(&[from, to], Phase::SovietMotorized), "half its points");
    for hills in [&[][..], &[from], &[to]] {
        assert!(!squeezed(hills, Phase::SovietMovement), "open ground on one side at least");
    }
}

#[test]
fn snow_stops_the_wheels_of_the_axis_in_their_motorized_phase() {
    let moves = |sky: &str| {
        let game = after(reach(with_of(under(sky, &[]), "190AG 3303, 271 4014"), Phase::AxisMovement), "done");
        game.current_phase() == Phase::AxisMotorized && allows(&game, "select 190AG")
    };
    assert_eq!(SKIES.map(moves), [true, true, true, false, false]);
    let soviet = |sky: &str| {
        let game = reach(with_of(under(sky, &[]), "5(+) 4014, 73 3302"), Phase::SovietMotorized);
        after(game, "select 5(+)").march_report().map(|report| report.points)
    };
    assert_eq!(SKIES.map(soviet), [Some(8); 5], "and nobody else's");
}

#[test]
fn half_a_point_that_is_left_takes_a_unit_into_a_city() {
    // Three and a half points: three clear hexes, then a city or not.
    let into = |changes: &[Change]| {
        let game = open(with_of(variant(changes), "190AG 3611, 271 3201"), Phase::AxisMotorized);
        prices(&after(game, "select 190AG")).get("3615").copied()
    };
    assert_eq!(into(&[]), None);
    for kind in ["city", "major-city"] {
        assert_eq!(into(&[place_of(kind, "3615")]), Some(7), "{kind}");
    }
    assert_eq!(into(&[place_of("town", "3615")]), None);
}

// ---- ground ----------------------------------------------------------------

/// Half points from one hex into the next in the Movement Phase of the Axis, in all weather.
fn into(changes: &[Change], id: &str, from: &str, to: &str) -> [Option<u8>; 5] {
    SKIES.map(|sky| {
        let game = reach(with_of(under(sky, changes), &format!("{id} {from}, 271 4014")), Phase::AxisMovement);
        prices(&after(game, &format!("select {id}"))).get(to).copied()
    })
}

#[test]
fn hills_and_cities_cost_what_the_chart_says_in_all_weather() {
    for id in ["73", "190AG"] {
        assert_eq!(into(&[ground_of_3612('h')], id, "3611", "3612"), [4, 6, 6, 6, 6].map(Some), "{id}: a hill");
        for kind in ["city", "major-city"] {
            assert_eq!(into(&[place_of(kind, "3612")], id, "3611", "3612"), [Some(1); 5], "{id}: a {kind}");
        }
    }
}

#[test]
fn main_roads_cost_what_the_chart_says_in_all_weather() {
    let hill = [("map.toml", "\".........\", # 03", "\"...h.....\", # 03")];
    for id in ["73", "190AG"] {
        for changes in [&[][..], &hill] {
            assert_eq!(into(changes, id, "3403", "3503"), [1, 2, 1, 2, 2].map(Some), "{id}");
        }
    }
}

#[test]
fn rivers_cost_and_help_what_the_chart_says_in_all_weather() {
    let sides = "\"3611/3612\", \"3511/3612\", \"3711/3612\"";
    let river = [passage(&format!("[[water]]\nname = \"a river\"\nclass = \"river\"\nsides = [{sides}]"))];
    // Clear ground, and a point, two in mud, none in snow.
    assert_eq!(into(&river, "73", "3611", "3612"), [4, 8, 4, 4, 4].map(Some));
    let helps = |sky: &str| {
        let game = reach(with_of(under(sky, &river), "73 3611, 106 3612"), Phase::AxisDeclaration);
        attacked(game, "3612", "73").battle_sheet().expect("a combat is in progress").modifiers.of(Cause::River)
    };
    assert_eq!(SKIES.map(helps), [1, 1, 1, 0, 0]);
}

// ---- counters --------------------------------------------------------------

#[test]
fn the_game_begins_with_every_counter_and_marker_of_the_card() {
    let game = EastFront::new(data());
    let placed = [
        ("106", "3606"),
        ("5(+)", "3606"),
        ("271", "3705"),
        ("52", "3706"),
        ("156", "3706"),
        ("51HQ", "3809"),
        ("172", "3810"),
        ("48K", "4009"),
        ("42K", "4014"),
        ("49", "3405"),
        ("I/814", "3503"),
        ("641", "3504"),
        ("73", "3505"),
        ("190AG", "3505"),
        ("Eng", "3603"),
        ("46", "3605"),
        ("X", "3804"),
        ("LAH/Rcn", "4004"),
    ];
    for (id, at) in placed {
        assert!(stands(&game, id, at), "{id} in {at}");
        assert_eq!(game.steps(unit(id)), data().unit(unit(id)).steps, "{id} is at full strength");
    }
    let count: u32 = Side::ALL.into_iter().map(|side| game.on_map(side).count_ones()).sum();
    assert_eq!(count as usize, placed.len(), "and nobody else");
    assert!(game.is_back_up(unit("51HQ")) && !game.is_back_up(unit("641")));
    let forts = |side| data().map.grid.hexes().filter(|&at| game.has_strongpoint(side, at)).collect::<Vec<_>>();
    let mut four = ["3606", "3705", "3708", "3808"].map(hex);
    four.sort_unstable();
    assert_eq!((forts(Side::Soviet), forts(Side::Axis)), (four.to_vec(), vec![]));
    assert!(four.iter().all(|&at| !game.is_breached(at)));
    assert_eq!((game.steps_lost(Side::Axis), game.steps_lost(Side::Soviet), game.objectives_held()), (0, 0, 0));
    assert_eq!(air_box(&game, "SB"), Some(AirBox::Damaged));
}

#[test]
fn the_types_of_the_legend_are_motorized_armoured_and_artillery_as_it_says() {
    use UnitKind as K;
    // What loading says when the infantry regiment is of another type, on foot or on wheels.
    let refused = |kind: &str, mobility: &str| {
        let words = "name = \"Infantry Regiment\"\nside = \"axis\"\nnationality = \"german\"\nkind = ";
        let from = format!("{words}\"infantry\"\nsize = \"regiment\"\nmobility = \"foot\"");
        let text = include_str!("../../data/east-front/units.toml");
        assert_eq!(text.matches(&from).count(), 1);
        let text = text.replacen(&from, &format!("{words}{kind:?}\nsize = \"regiment\"\nmobility = {mobility:?}"), 1);
        let (name, scenario) = Prepared::SCENARIOS[0];
        let sources = Sources { units: Source { name: "units.toml", text: &text }, ..Prepared::sources(name, scenario) };
        Prepared::load(&sources).err().map(|error| error.to_string().contains("does not fit the type"))
    };
    let red = [
        "tank",
        "assault-gun",
        "armoured-at",
        "reconnaissance",
        "motorcycle",
        "motorized-infantry",
        "motorized-engineer",
        "motorized-aa",
        "motorized-at",
    ];
    for kind in red {
        assert_eq!((refused(kind, "motorized"), refused(kind, "foot")), (None, Some(true)), "{kind}");
    }
    for kind in ["infantry", "mountain", "airborne", "police", "border-guard", "engineer", "aa", "at"] {
        assert_eq!((refused(kind, "foot"), refused(kind, "motorized")), (None, Some(true)), "{kind}");
    }
    let all = [
        K::Tank,
        K::AssaultGun,
        K::ArmouredAt,
        K::Reconnaissance,
        K::Motorcycle,
        K::MotorizedInfantry,
        K::MotorizedEngineer,
        K::MotorizedAa,
        K::MotorizedAt,
        K::Infantry,
        K::Mountain,
        K::Airborne,
        K::Police,
        K::BorderGuard,
        K::Partisan,
        K::Engineer,
        K::Cavalry,
        K::Hq,
        K::Aa,
        K::At,
        K::Artillery,
        K::Rocket,
        K::CoastalArtillery,
        K::SuperHeavy,
        K::RailArtillery,
        K::ArmouredTrain,
        K::Flotilla,
        K::Ski,
    ];
    let of = |is: fn(UnitKind) -> bool| all.into_iter().filter(|&kind| is(kind)).collect::<Vec<_>>();
    assert_eq!(of(UnitKind::is_armour), [K::Tank, K::AssaultGun, K::ArmouredAt]);
    assert_eq!(of(UnitKind::is_artillery), [K::Artillery, K::Rocket, K::CoastalArtillery, K::SuperHeavy, K::RailArtillery]);
}

// ---- the scenario ----------------------------------------------------------

#[test]
fn the_last_withdrawal_takes_one_of_two_bombers() {
    let game = open(start().turn(51), Phase::Arrivals);
    assert_eq!(legal(&game), ["withdraw Ju88", "withdraw He111"]);
    for (gone, left) in [("Ju88", "He111"), ("He111", "Ju88")] {
        let game = after(game.clone(), &format!("withdraw {gone}"));
        assert_eq!((air_box(&game, gone), air_box(&game, left)), (None, Some(AirBox::Ready)));
        assert_ne!(game.current_phase(), Phase::Arrivals, "one of the two");
    }
}

#[test]
fn the_scenario_lasts_four_dry_turns() {
    let mut game = EastFront::new(data());
    let mut seen = Vec::new();
    while game.turn() != Turn::Over {
        if seen.last() != Some(&game.game_turn()) {
            seen.push(game.game_turn());
        }
        assert_eq!(game.condition(), Condition::Dry);
        assert!(!game.is_stormy());
        let line = match game.turn() {
            Turn::Chance => "die 10".to_owned(),
            _ if allows(&game, "done") => "done".to_owned(),
            _ => legal(&game).swap_remove(0),
        };
        play(&mut game, &line);
    }
    assert_eq!(seen, [1, 2, 3, 4]);
    assert_eq!(game.outcome().map(|outcome| outcome.winner), Some(Some(Side::Soviet)), "nobody has attacked");
}
