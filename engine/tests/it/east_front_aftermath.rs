//! East Front: what follows the die: who shares the result, boxes, retreats of guns and headquarters, advance, and what a
//! headquarters that is broken bars.

use stavka_engine::east_front::{EastFront, EastFrontDenial, Phase, Place};
use stavka_engine::game::{Game as _, Notation as _, Side, Turn};

use crate::east_front_kit::hex;
use crate::east_front_kit::play::{after, allows, denial, ends, go_on_to, legal, open, place, play, stands, start, unit, with};

/// An attack declared on a hex, fought by the units named without support or orders, the die rolled.
fn fought(game: EastFront, target: &str, attackers: &str, die: u8) -> EastFront {
    let mut game = after(game, &format!("attack {target}; done"));
    while !game.prompt().contains("who attacks") {
        let line = if allows(&game, "done") { "done" } else { "order none" };
        play(&mut game, line);
    }
    attackers.split(' ').for_each(|id| play(&mut game, &format!("with {id}")));
    while game.turn() != Turn::Chance {
        let line = ["engage", "done", "order none"].into_iter().find(|line| allows(&game, line));
        play(&mut game, line.expect("the attack goes on"));
    }
    after(game, &format!("die {die}"))
}

// ---- who shares the result -------------------------------------------------

#[test]
fn guns_beside_the_target_share_the_result_and_distant_ones_do_not() {
    // 2 and 2 of support against 4 over the line: 1-1, +1; a 10 is read on row 11: 2R/-.
    let beaten = |gun: &str| {
        let placed = format!("X 3505, 49 {gun}, 271 3606, 73 3302, 190AG 3303");
        let mut game = after(open(with(&placed), Phase::AxisDeclaration), "attack 3606; done; with X; support 49; order none");
        assert_eq!(game.battle_sheet().map(|sheet| (sheet.attack, sheet.defence)), Some((4, 4)));
        play(&mut game, "die 10");
        game
    };
    let beside = beaten("3505");
    assert_eq!((place(&beside, "49"), place(&beside, "X")), (Place::CADRE, Place::CADRE), "two steps among the two");
    let distant = beaten("3405");
    assert!(stands(&distant, "49", "3405"));
    assert_eq!(place(&distant, "X"), Place::CADRE);
}

#[test]
fn guns_in_the_defending_hex_share_the_result() {
    // 8 against 4 and 1: 3-2, +1 for the line; a 2 is read on row 3: -/R.
    let game = fought(open(with("73 3505, 271 3606, 52 3606"), Phase::AxisDeclaration), "3606", "73", 2);
    assert_eq!(game.retreating(), Some(Side::Soviet));
    let game = after(game, "retreat 3608; retreat 3707");
    assert!(stands(&game, "271", "3608") && stands(&game, "52", "3707"), "the division and its guns go, each its way");
}

// ---- boxes -----------------------------------------------------------------

#[test]
fn lost_units_go_to_the_box_of_their_kind() {
    // A 1 is -/2R at 2-1 and -/3R at 4-1.
    let lost = |id: &str| {
        let placed = format!("156 3711, {id} 3712, 73 3302");
        place(&fought(open(with(&placed), Phase::SovietDeclaration), "3712", "156", 1), id)
    };
    assert_eq!(lost("R1"), Place::RESERVE, "a substitute may be used again");
    assert_eq!(lost("190AG"), Place::CADRE);
    assert_eq!(lost("I/814"), Place::CANNOT_REBUILD);
    // 10-1 and a 1: -/e.
    let all = open(with("271 3612, 156 3711, 172 3711, 641 3712, 73 3302"), Phase::SovietDeclaration);
    assert_eq!(place(&fought(all, "3712", "271 156 172", 1), "641"), Place::CANNOT_REBUILD, "eliminated, and yet not rebuilt");
}

#[test]
fn what_cannot_move_cannot_retreat() {
    // 7 against 3: 2-1; a 7 is -/R.
    let placed = "156 3711, 172 3711, X 3712, 641 3712, 73 3302";
    let game = fought(open(with(placed), Phase::SovietDeclaration), "3712", "156 172", 7);
    let game = after(game, "retreat 3714");
    assert_eq!(place(&game, "641"), Place::CANNOT_REBUILD);
    assert!(stands(&game, "X", "3714"));
}

#[test]
fn mobile_super_heavies_retreat_along_roads() {
    let beaten = |at: &str, from: &str| {
        let position = with(&format!("156 {from}, 172 {from}, X {at}, 641 {at}, 73 3302")).and_then(|builder| builder.back_up("641", true));
        let game = fought(open(position, Phase::SovietDeclaration), at, "156 172", 7);
        let first = legal(&game);
        (game, first)
    };
    let (road, first) = beaten("3910", "3909");
    assert_eq!(first, ["retreat 3912"], "two hexes of road; the other way ends in a Soviet zone");
    let road = after(road, "retreat 3912");
    assert!(stands(&road, "641", "3912"));
    let (off, _) = beaten("3712", "3711");
    assert_eq!(place(&off, "641"), Place::CANNOT_REBUILD);
}

// ---- retreats --------------------------------------------------------------

#[test]
fn a_headquarters_that_flees_through_a_zone_is_broken() {
    // Both ways out of 3606 lead through an Axis zone: see the test of the retreat table.
    let beaten = || {
        let placed = "73 3505, X 3706, 106 3606, 51HQ 3606, 190AG 3302";
        fought(open(with(placed), Phase::AxisDeclaration), "3606", "73 X", 7)
    };
    let game = after(beaten(), "retreat 3608");
    assert!(!game.is_back_up(unit("51HQ")), "it has not gone yet");
    let game = after(game, "retreat 3608");
    assert!(game.is_back_up(unit("51HQ")));
    // Together they lose a step and roll once.
    let game = after(game, "lose 106; die 3");
    assert!(stands(&game, "51HQ", "3608") && stands(&game, "106", "3608"));
}

#[test]
fn the_marker_of_a_declared_attack_is_off_when_its_result_is_applied() {
    // 3714 is attacked by guns without a zone: 1-2, a 3 does nothing. From 3712, 2-1 and a 7, a retreat may end there only
    // when no attack on it is pending.
    let retreat = |lines: &str| {
        let mut game = open(with("73 3711, 190AG 3715, 106 3712, 271 3714"), Phase::AxisDeclaration);
        play(&mut game, &format!("attack 3712; attack 3714; done; {lines}; order none; die 7"));
        game
    };
    assert!(!allows(&retreat("resolve 3712; with 73"), "retreat 3714"), "3714 is still to be attacked");
    assert!(allows(&retreat("resolve 3714; with 190AG; order none; die 3; with 73"), "retreat 3714"));
}

// ---- advance ---------------------------------------------------------------

#[test]
fn an_advance_ends_within_ten_points() {
    // 8, 8, 2 and 2 against 1 over the line: 10-1, +1; a 1 is read on row 2: -/e.
    let placed = "73 3505, X 3505, 46 3605, Eng 3605, 5(+) 3606";
    let mut game = fought(open(with(placed), Phase::AxisDeclaration), "3606", "73 46 Eng X", 1);
    assert_eq!(ends(&game, "advance").len(), 4);
    play(&mut game, "advance 73 3606");
    assert!(!allows(&game, "advance 46 3606"), "six and six are twelve");
    play(&mut game, "advance Eng 3606; advance X 3606");
    assert_eq!(game.stacking_points(hex("3606")), 10);
}

#[test]
fn attackers_of_several_hexes_advance_into_any_beside_them() {
    // 3605 touches 3606 and 3705, as one attack of 20 against 2.
    let placed = "46 3605, X 3605, Eng 3605, 5(+) 3606, 52 3705";
    let mut game = open(with(placed), Phase::AxisDeclaration);
    play(&mut game, "attack 3705; also 3606; done");
    play(&mut game, "with 46; with Eng; with X; order none; done; die 1");
    assert_eq!(ends(&game, "advance 46"), ["3606", "3705"]);
    play(&mut game, "advance 46 3606; advance Eng 3705");
    assert!(stands(&game, "46", "3606") && stands(&game, "Eng", "3705"));
    assert_eq!(denial(&game, "advance 46 3705"), EastFrontDenial::CannotAdvance, "once");
}

// ---- broken headquarters ---------------------------------------------------

#[test]
fn what_a_broken_headquarters_bars() {
    let broken = |back: bool| move |phase| open(start().back_up("51HQ", back).and_then(|builder| builder.turn(49)), phase);
    for (back, open_up) in [(true, broken(true)), (false, broken(false))] {
        let motorized = open_up(Phase::SovietMotorized);
        assert_eq!(allows(&motorized, "activate 106 by 51HQ"), !back, "activation");
        let mut game = open_up(Phase::AxisDeclaration);
        play(&mut game, "attack 3705; attack 3606; done; done");
        assert_eq!(allows(&game, "order no-retreat"), !back, "orders");
        go_on_to(&mut game, Phase::AxisCombat, 10);
        play(&mut game, "done");
        assert_eq!(allows(&game, "fly DB3/1 3606"), !back, "close air support");
    }
}
