//! Chapter 30 of Blocks in the East: the Chechen revolutionaries.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, Prepared};
use stavka_engine::game::{Game as _, Scenario as _};

use crate::blocks_in_the_east_kit::{goals, hex, offers, pass_to, play, rule_against, strength, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;

fn chapter() -> &'static Prepared {
    with_options(WAR, "chechens = true")
}

/// The production of the Axis; every point comes through the mines.
fn production(data: &'static Prepared, units: &str, turn: u8) -> BlocksInTheEast {
    let mut game = set_up(data, &format!("{units}, GN01 0927, SR01 4020"), turn).open(AXIS, Phase::Production);
    while offers(&game, "die 1") {
        play(&mut game, &["die 1"]);
    }
    game
}

/// A Soviet corps far from Grozny.
const REAR: &str = "SL01 3020";

fn grozny() -> String {
    chapter().map.name(hex(chapter(), "Grozny"))
}

fn purse(game: &BlocksInTheEast) -> [[u16; 4]; 2] {
    [Nation::German, Nation::Chechen].map(|nation| Colour::ALL.map(|colour| game.saved_of(nation, colour)))
}

/// The chapter is a switch of its own, and a scenario with it another one; without it the block takes no part.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    let off = scenario(WAR);
    assert!(!off.script.options.chechens && chapter().script.options.chechens);
    assert_ne!(off.fingerprint(), chapter().fingerprint());
    assert_eq!(production(off, REAR, 8).place(unit(off, "AC01")), Place::REMOVED);
    assert_eq!(rule_against(&production(off, REAR, 8), "bring AC01"), "7.3.c");
    // A scenario that is over before January 1942 has no Chechens.
    let short = with_options("barbarossa", "chechens = true");
    assert_eq!(set_up(short, REAR, 6).open(AXIS, Phase::Production).place(unit(short, "AC01")), Place::REMOVED);
    let later = with_options("operation-blue", "chechens = true");
    assert!(offers(&production(later, REAR, 13), "bring AC01"));
}

/// [30.0] From January 1942 on the unit comes to Grozny, free of charge and whole, in the production of the Axis, while no Soviet unit on
/// the ground is there; Grozny becomes the Axis'.
#[test]
fn chechens_rise_where_no_garrison_is() {
    let data = chapter();
    let place = format!("place {}", grozny());
    for (units, turn, rises) in [
        (REAR, 7, false),
        (REAR, 8, true),
        (REAR, 40, true),
        ("SL01 Grozny", 8, false),
        ("SH02 Grozny", 8, false),
        ("SL01 Grozny, GN02 Grozny", 8, false),
        ("GN02 Grozny, SL01 3020", 8, true),
        // Aircraft are no garrison.
        ("SA01 Grozny, SL01 3020", 8, true),
    ] {
        let mut game = production(data, units, turn);
        assert_eq!(offers(&game, "bring AC01"), rises, "{units}, turn {turn}");
        if !rises {
            assert_eq!(rule_against(&game, "bring AC01"), if turn < 8 { "7.3.c" } else { "30.0" }, "{units}, turn {turn}");
            continue;
        }
        let before = purse(&game);
        play(&mut game, &["bring AC01"]);
        assert_eq!(goals(&game, "place"), [grozny()].into());
        play(&mut game, &[&place]);
        assert_eq!((strength(&game, "AC01"), purse(&game)), (1, before), "free, and whole");
        let alone = !units.contains("SA01");
        assert_eq!(game.controls(AXIS, hex(data, "Grozny")), alone, "{units}");
        assert_eq!(rule_against(&game, "bring AC01"), "7.3.c", "there is one unit");
    }
    // The Soviets have no part in it.
    let game = set_up(data, "SL01 3020, GN01 0927", 8).open(SOVIET, Phase::Production);
    assert!(!offers(&game, "bring AC01"));
}

/// [30.0] Grozny in the hands of the Axis is enough, whoever stands there for it; so is a Grozny that the Axis only owns.
#[test]
fn chechens_rise_in_a_grozny_of_the_axis() {
    let data = chapter();
    let position = set_up(data, "SL01 3020, GN01 0927", 16).owner(&grozny(), AXIS).expect("a hex");
    assert!(offers(&position.open(AXIS, Phase::Production), "bring AC01"));
}

/// [30.0.a] A unit that is destroyed or disbanded comes again free of charge, under the same conditions.
#[test]
fn chechens_that_are_lost_rise_again() {
    let data = chapter();
    for (units, rises) in [(REAR, true), ("SL01 Grozny", false), ("GN02 Grozny, SL01 3020", true)] {
        let position = set_up(data, &format!("{units}, GN01 0927"), 20).put_in_box("AC01", Place::ELIMINATED).expect("a unit");
        let mut game = position.open(AXIS, Phase::Production);
        while offers(&game, "die 1") {
            play(&mut game, &["die 1"]);
        }
        assert_eq!(game.rebuilding_price(unit(data, "AC01")), Some(0));
        assert_eq!(offers(&game, "rebuild AC01"), rises, "{units}");
        if !rises {
            assert_eq!(rule_against(&game, "rebuild AC01"), "30.0");
            continue;
        }
        let before = purse(&game);
        play(&mut game, &["rebuild AC01", &format!("place {}", grozny())]);
        assert_eq!((strength(&game, "AC01"), purse(&game)), (1, before));
    }
    // Disbanded: in the next turn.
    let mut game = production(data, REAR, 8);
    play(&mut game, &["bring AC01", &format!("place {}", grozny())]);
    pass_to(&mut game, AXIS, Phase::Disbanding);
    play(&mut game, &["disband AC01"]);
    pass_to(&mut game, SOVIET, Phase::Production);
    pass_to(&mut game, AXIS, Phase::Production);
    assert_eq!(game.game_turn(), 9);
    assert!(offers(&game, "rebuild AC01"));
}

/// [30.0.a] They are under German command: of German TECH, commanded by German headquarters and carried by rail for German points; their
/// source of supply is Grozny, and no other.
#[test]
fn chechens_are_germans_with_a_source_of_their_own() {
    let data = chapter();
    for turn in 8..=49 {
        assert_eq!(data.tech(unit(data, "AC01"), turn), data.infantry_tech(Nation::German, turn), "turn {turn}");
    }
    let cut = |units: &str, owned: &[&str]| {
        let position = owned.iter().fold(set_up(data, &format!("{units}, SL01 3020, GN01 0927"), 14), |position, name| {
            position.owner(&data.map.name(hex(data, name)), AXIS).expect("a hex")
        });
        let mut game = position.open(AXIS, Phase::Supply);
        pass_to(&mut game, AXIS, Phase::Production);
        game.is_out_of_supply(unit(data, "AC01"))
    };
    assert!(!cut("AC01 Grozny", &[]));
    assert!(!cut("AC01 3243", &["Grozny"]), "a hex beside it");
    assert!(cut("AC01 3243", &[]), "Grozny is Soviet");
    assert!(cut("AC01 Berlin", &["Grozny"]), "Berlin is no source of theirs");
    assert!(cut("AC01 Berlin", &[]) && !cut("AC01 Grozny, SL02 3240", &[]));
}

/// Random play with an empty Caucasus: the unit rises in Grozny alone, and is never paid for.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = chapter();
    let id = unit(data, "AC01");
    let game = set_up(data, "SL01 3020, SL02 3120, GN01 0927, GN02 1027", 8).open(AXIS, Phase::Production);
    let (mut before, mut rises) = (Place::RESERVE, 0);
    play_at_random(game, 16, 30, |game| {
        let now = game.place(id);
        if before.hex().is_none() && now.hex().is_some() {
            assert_eq!(now.hex(), Some(hex(data, "Grozny")));
            assert!(!game.has_ground_units(SOVIET, hex(data, "Grozny")));
            rises += 1;
        }
        assert!(Colour::ALL.iter().all(|&colour| game.saved_of(Nation::Chechen, colour) == 0));
        before = now;
    });
    assert!(rises > 0);
}
