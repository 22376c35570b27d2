//! Chapter 37 of Blocks in the East: Persia and the Axis.

use std::collections::BTreeSet;

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, Entry};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::game::{Game as _, Scenario as _};
use stavka_engine::hex::Hex;

use crate::blocks_in_the_east_kit::{goals, hex, lines, offers, pass_to, play, rule_against, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const TEHERAN: &str = "3858";

fn chapter() -> &'static Prepared {
    with_options(WAR, "persia = true\nlend-lease = true")
}

fn persia(data: &Prepared) -> BTreeSet<Hex> {
    data.map.hexes().filter(|hex| data.map.entry[hex.index()] == Entry::Persia).collect()
}

/// The ground movement of a side in a turn.
fn movement(data: &'static Prepared, units: &str, turn: u8, side: Side) -> BlocksInTheEast {
    let mut game = set_up(data, &format!("{units}, GN01 0927, SR01 4020"), turn).open(side, Phase::GroundMovement);
    // Supreme headquarters come first.
    while game.phase() == Some((side, Phase::GroundMovement)) && lines(&game).iter().any(|line| line.starts_with("activate")) {
        if lines(&game).iter().any(|line| line.starts_with("select")) {
            break;
        }
        play(&mut game, &["done"]);
    }
    game
}

/// The war after a march of a corps into Teheran in a turn.
fn fallen(units: &str, turn: u8) -> BlocksInTheEast {
    let data = chapter();
    let position = set_up(data, &format!("SL01 3857, GN01 0927, SR01 4020{units}"), turn);
    let mut game = ["3857", "3757", "3656", "3655"]
        .into_iter()
        .fold(position, |position, at| position.owner(at, SOVIET).expect("a hex"))
        .open(SOVIET, Phase::GroundMovement);
    while !offers(&game, "select SL01") {
        play(&mut game, &["done"]);
    }
    play(&mut game, &["select SL01", &format!("move {TEHERAN}")]);
    game
}

/// The chapter is a switch of its own, and a scenario with it another one; without it nobody owns Persia, and nobody enters it.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let off = scenario(WAR);
    assert!(!off.script.options.persia && chapter().script.options.persia);
    assert_ne!(off.fingerprint(), chapter().fingerprint());
    for turn in [2, 3, 20] {
        let game = movement(off, "SL01 3352", turn, SOVIET);
        assert!(persia(off).iter().all(|&hex| game.owner(hex).is_none()));
        let mut game = game;
        play(&mut game, &["select SL01"]);
        assert_eq!(rule_against(&game, "move 3353"), "7.5.4");
        assert!(game.is_corridor_open());
    }
    // A scenario that begins later has its Persia closed.
    let late = with_options("operation-blue", "persia = true");
    let mut game = movement(late, "SL01 3352", 13, SOVIET);
    play(&mut game, &["select SL01"]);
    assert_eq!(rule_against(&game, "move 3353"), "7.5.4");
}

/// [37.0] Persia is of the Axis from August 1941 on, without a unit: both sides enter it then, and nobody before.
#[test]
fn persia_joins_the_axis_in_august_1941() {
    let data = chapter();
    for (id, side) in [("SL01", SOVIET), ("GN02", AXIS)] {
        for (turn, enters) in [(2, false), (3, true), (4, true), (30, true)] {
            let mut game = movement(data, &format!("{id} 3352"), turn, side);
            assert!(persia(data).iter().all(|&hex| game.owner(hex) == Some(AXIS)));
            play(&mut game, &[&format!("select {id}")]);
            assert_eq!(goals(&game, "move").contains("3353"), enters, "{id} in turn {turn}");
            if enters {
                play(&mut game, &["move 3353"]);
                assert_eq!(game.owner(hex(data, "Tabriz")), Some(side));
                assert_eq!(game.fall_of_persia(), None);
            } else {
                assert_eq!(rule_against(&game, "move 3353"), "37.0", "{id} in turn {turn}");
            }
        }
    }
}

/// [37.0] When a Soviet unit enters Teheran Persia surrenders at once: all of it is Soviet, but for what units of the Axis hold.
#[test]
fn persia_surrenders_with_teheran() {
    let data = chapter();
    for units in ["", ", GN02 3357"] {
        let game = fallen(units, 3);
        assert_eq!(game.fall_of_persia(), Some(3));
        for at in persia(data) {
            let held = !units.is_empty() && data.map.name(at) == "3357";
            assert_eq!(game.owner(at), Some(if held { AXIS } else { SOVIET }), "{}", data.map.name(at));
        }
    }
    // Any other town is not enough.
    let mut game = movement(data, "SL01 3352", 3, SOVIET);
    play(&mut game, &["select SL01", "move 3353"]);
    assert_eq!((game.fall_of_persia(), game.owner(hex(data, TEHERAN))), (None, Some(AXIS)));
    // The turn of the fall is a part of the state.
    assert_ne!(fallen("", 3).state_hash(), fallen("", 4).state_hash());
}

/// [37.0.a] The last Soviet unit on the ground in Teheran stays: it neither marches nor goes by rail, and is not disbanded. With another
/// one there each of them may go, but not both.
#[test]
fn a_unit_stays_in_teheran() {
    let next = |units: &str, phase: Phase| {
        // In summer, when the way to the Caspian Sea is short enough.
        let mut game = fallen(units, 13);
        assert!(goals(&game, "move").is_empty(), "its march is over");
        pass_to(&mut game, AXIS, Phase::Supply);
        pass_to(&mut game, SOVIET, phase);
        game
    };
    let game = next("", Phase::GroundMovement);
    assert!(!offers(&game, "select SL01"));
    assert_eq!(rule_against(&game, "select SL01"), "37.0.a");
    let mut game = next(", SL02 3757", Phase::GroundMovement);
    play(&mut game, &["select SL02", &format!("move {TEHERAN}")]);
    pass_to(&mut game, AXIS, Phase::Supply);
    pass_to(&mut game, SOVIET, Phase::GroundMovement);
    assert!(offers(&game, "select SL01") && offers(&game, "select SL02"));
    play(&mut game, &["select SL02", "move 3857"]);
    if !lines(&game).iter().any(|line| line.starts_with("select")) {
        play(&mut game, &["done"]);
    }
    assert_eq!(rule_against(&game, "select SL01"), "37.0.a");
    let game = next("", Phase::Disbanding);
    assert!(!offers(&game, "disband SL01"));
    assert_eq!(rule_against(&game, "disband SL01"), "37.0.a");
    assert!(offers(&game, "disband SR01"));
}

/// [37.0.a] It goes by rail as little as on foot, and it is supplied by the Allies, in winter too.
#[test]
fn the_guard_of_teheran_neither_entrains_nor_starves() {
    let data = chapter();
    let mut game = fallen("", 3);
    for _ in 0..6 {
        pass_to(&mut game, AXIS, Phase::Supply);
        pass_to(&mut game, SOVIET, Phase::RailMoves);
        assert!(!game.is_out_of_supply(unit(data, "SL01")), "turn {}", game.game_turn());
        if game.phase() == Some((SOVIET, Phase::RailMoves)) {
            assert_eq!(rule_against(&game, "select SL01"), "37.0.a");
        }
    }
    assert_eq!(game.game_turn(), 9);
    // One hex away winter cuts the line.
    let mut game = fallen(", SL02 3857", 8);
    pass_to(&mut game, AXIS, Phase::Supply);
    pass_to(&mut game, SOVIET, Phase::Production);
    assert!(game.place(unit(data, "SL02")).hex().is_none() || game.is_out_of_supply(unit(data, "SL02")));
}

/// [37.0.a][AMB-56] Nine months after the fall the corridor opens, for Lend-Lease too; without a unit in Teheran it is closed.
#[test]
fn the_corridor_opens_after_nine_months() {
    for fell in [3, 5] {
        let mut game = fallen("", fell);
        let mut seen = Vec::new();
        while game.game_turn() < 16 {
            pass_to(&mut game, AXIS, Phase::Supply);
            pass_to(&mut game, SOVIET, Phase::Production);
            while offers(&game, "die 1") {
                play(&mut game, &["die 1"]);
            }
            let turn = game.game_turn() as u8;
            assert_eq!(game.is_corridor_open(), turn >= fell + 9, "turn {turn}");
            let persian = u8::from(turn >= 13 && turn >= fell + 9);
            assert_eq!(
                [Colour::Red, Colour::Blue].map(|colour| game.lend_lease_left(colour)),
                match turn {
                    0..=3 => [0, 0],
                    _ => [5 + persian, 3 + persian],
                }
            );
            seen.push(turn);
        }
        assert!(seen.len() > 8);
    }
    // Persia that has not fallen lets nothing through.
    let position = set_up(chapter(), "SL01 3020, GN01 0927", 20);
    assert!(!position.open(SOVIET, Phase::Production).is_corridor_open());
}

/// Random play from August 1941 on keeps Persia and its guard.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = chapter();
    let teheran = hex(data, TEHERAN);
    let game = PositionBuilder::start(data).turn(3).expect("a turn").open(SOVIET, Phase::Supply);
    let mut looks = 0;
    play_at_random(game, 4, 37, |game| {
        looks += 1;
        assert_eq!(game.fall_of_persia().is_some(), game.owner(teheran) == Some(SOVIET));
    });
    let (mut guarded, mut looks_after) = (0, 0);
    play_at_random(fallen(", SL02 3757, SL03 3756", 3), 8, 38, |game| {
        looks_after += 1;
        guarded += u32::from(game.has_ground_units(SOVIET, teheran));
        assert_eq!(game.fall_of_persia(), Some(3));
    });
    assert!(looks > 100 && guarded == looks_after, "{guarded} of {looks_after}");
}
