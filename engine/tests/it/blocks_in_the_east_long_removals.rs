//! The long scenarios of Blocks in the East: units that leave the game, the one that becomes another, and Italy.

use stavka_engine::blocks_in_the_east::terms::{Colour, Nation};
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, Place, PositionBuilder};
use stavka_engine::game::{Determinize as _, Game as _, Turn};
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_kit::{ADVANCED, at, builder, goals, lines, offers, pass_to, play, rule_against, saved, strength, unit};
use crate::blocks_in_the_east_map::scenario;

const AXIS: Side = Side::Axis;
const SOVIET: Side = Side::Soviet;
const CAMPAIGN: &str = "codeword-dortmund";
const BLUE: &str = "operation-blue";
const BAGRATION: &str = "operation-bagration";

fn in_turn(id: &str, units: &str, turn: u8) -> PositionBuilder {
    builder(id, units).turn(turn).expect("a turn")
}

/// The production of the Axis, dice of mines thrown.
fn production(position: PositionBuilder) -> BlocksInTheEast {
    let mut game = position.open(AXIS, Phase::Production);
    while game.turn() == Turn::Chance {
        play(&mut game, &["die 1"]);
    }
    game
}

fn place(game: &BlocksInTheEast, id: &str) -> Place {
    game.place(unit(game.data(), id))
}

fn purse(game: &BlocksInTheEast, nation: Nation, colour: Colour) -> u16 {
    game.saved_of(nation, colour)
}

/// [SBE9.f][7.3.c][LONG.b] Units at full strength and in supply leave in their turn, not before, and are not built again [LONG.c].
#[test]
fn units_leave_in_their_turns() {
    for (id, from, turn) in [("GX02", "0227", 7), ("HU01", "0836", 7), ("GX03", "0227", 14)] {
        let stay = production(in_turn(CAMPAIGN, &format!("{id} {from}, SL01 1813, GN01 0923"), turn - 1));
        assert_eq!(at(&stay, id), Some(from.to_owned()), "{id}");
        let mut gone = production(in_turn(CAMPAIGN, &format!("{id} {from}, SL01 1813, GN01 0923"), turn));
        assert_eq!(place(&gone, id), Place::REMOVED, "{id}");
        assert!(!lines(&gone).iter().any(|line| line.ends_with(id)), "[LONG.c] {id}");
        pass_to(&mut gone, SOVIET, Phase::Production);
        pass_to(&mut gone, AXIS, Phase::Production);
        assert_eq!(place(&gone, id), Place::REMOVED, "{id}");
        assert!(matches!(rule_against(&gone, &format!("rebuild {id}")), "7.3.a" | "LONG.b"), "{id}");
    }
    // The Order of Battle is that of all long scenarios.
    assert_eq!(place(&production(in_turn(BLUE, "GX03 0227, GN01 0923", 14)), "GX03"), Place::REMOVED);
    assert_eq!(at(&production(in_turn(BLUE, "GX03 0227, GN01 0923", 13)), "GX03").as_deref(), Some("0227"));
    let basic = builder("short-barbarossa", "GX02 0227, GN01 0923").turn(3).expect("a turn");
    assert_eq!(at(&basic.open(AXIS, Phase::Production), "GX02").as_deref(), Some("0227"));
}

/// [LONG.b] G24: a unit that has lost steps is repaired before it leaves, and its side pays; one that is eliminated costs all its steps.
#[test]
fn reduced_units_are_paid_for_before_they_leave() {
    let whole = production(in_turn(CAMPAIGN, "GX02 0227, SL01 1813, GN01 0923", 7));
    let points = |game: &BlocksInTheEast| [Colour::Yellow, Colour::Blue].map(|colour| purse(game, Nation::German, colour));
    let [yellow, blue] = points(&whole);
    let reduced = production(in_turn(CAMPAIGN, "GX02 0227, SL01 1813, GN01 0923", 7).steps("GX02", 1).expect("steps"));
    assert_eq!(place(&reduced, "GX02"), Place::REMOVED);
    assert_eq!(points(&reduced), [yellow - 4, blue - 4], "two white steps");
    let position = in_turn(CAMPAIGN, "SL01 1813, GN01 0923", 7).put_in_box("GX02", Place::ELIMINATED).expect("a unit");
    let lost = production(position);
    assert_eq!(place(&lost, "GX02"), Place::REMOVED);
    assert_eq!(points(&lost), [yellow - 6, blue - 6], "all three");
}

/// [LONG.b] Who cannot pay keeps the unit until it can, and does not rebuild one that is lost.
#[test]
fn units_leave_as_soon_as_they_are_paid_for() {
    let position = in_turn(CAMPAIGN, "SL01 1813, GN01 0923, HU02 0836", 7).put_in_box("HU01", Place::ELIMINATED).expect("a unit");
    let poor = production(position.clone());
    assert_eq!(place(&poor, "HU01"), Place::ELIMINATED);
    assert_eq!(rule_against(&poor, "rebuild HU01"), "LONG.b");
    let rich = production(position.points(Nation::Hungarian, 6).coloured(Nation::Hungarian, Colour::Red, 6));
    assert_eq!(place(&rich, "HU01"), Place::REMOVED);
    // Germany gives what is missing, and the unit goes at once.
    let position = in_turn(CAMPAIGN, "SL01 1813, GN01 0923, HU01 0836", 7).steps("HU01", 2).expect("steps");
    let mut game = production(position);
    let before = saved(&game, Nation::Hungarian);
    assert_eq!((before, at(&game, "HU01").as_deref()), (1, Some("0836")));
    play(&mut game, &["aid hungarian", "send red hungarian"]);
    assert_eq!(at(&game, "HU01").as_deref(), Some("0836"));
    play(&mut game, &["send red hungarian"]);
    assert_eq!((place(&game, "HU01"), saved(&game, Nation::Hungarian)), (Place::REMOVED, 0));
}

/// [LONG.b] A unit out of supply leaves when it is in supply again; one that has not come does not come.
#[test]
fn units_out_of_supply_leave_later() {
    let position = in_turn(CAMPAIGN, "GX02 0227, SL01 1813, GN01 0923", 7).out_of_supply("GX02").expect("a unit");
    let mut game = production(position);
    assert_eq!(at(&game, "GX02").as_deref(), Some("0227"));
    pass_to(&mut game, SOVIET, Phase::Production);
    pass_to(&mut game, AXIS, Phase::Disbanding);
    assert_eq!((game.game_turn(), place(&game, "GX02")), (8, Place::REMOVED));
    let waits = in_turn(CAMPAIGN, "SL01 1813, GN01 0923", 7).put_in_box("GX02", Place::RESERVE).expect("a unit");
    let waits = production(waits);
    assert_eq!(place(&waits, "GX02"), Place::REMOVED);
    let whole = production(in_turn(CAMPAIGN, "GX02 0227, SL01 1813, GN01 0923", 7));
    assert_eq!(saved(&waits, Nation::German), saved(&whole, Nation::German), "nothing is paid");
}

/// [SBE9.g] G25: in turn 44 LSSAH becomes the 1st SS Panzer Corps where it is, with the steps that it has lost.
#[test]
fn lssah_becomes_a_panzer_corps() {
    for id in [CAMPAIGN, BAGRATION] {
        let position = in_turn(id, "AP02 0227, SL01 1813, GN01 0923", 43).steps("AP02", 3).expect("steps");
        let mut game = production(position);
        assert_eq!((at(&game, "AP02").as_deref(), place(&game, "AP09")), (Some("0227"), Place::RESERVE), "{id}");
        assert_eq!(rule_against(&game, "bring AP09"), "SBE9.g");
        pass_to(&mut game, SOVIET, Phase::Production);
        pass_to(&mut game, AXIS, Phase::Disbanding);
        assert_eq!(game.game_turn(), 44);
        assert_eq!((place(&game, "AP02"), at(&game, "AP09").as_deref()), (Place::REMOVED, Some("0227")), "{id}");
        assert_eq!(strength(&game, "AP09"), 4, "one step lost of 6-4-2-1");
        assert!(!game.is_hidden(unit(game.data(), "AP09")), "it comes in the open");
    }
}

/// [SBE9.g] LSSAH out of supply, or lost, is no panzer corps yet: the corps does not come by itself. When it is rebuilt it is one at once.
#[test]
fn lssah_is_rebuilt_before_it_is_upgraded() {
    let cut = in_turn(CAMPAIGN, "AP02 0227, SL01 1813, GN01 0923", 44).out_of_supply("AP02").expect("a unit");
    let cut = production(cut);
    assert_eq!((at(&cut, "AP02").as_deref(), place(&cut, "AP09")), (Some("0227"), Place::RESERVE));
    assert_eq!(rule_against(&cut, "bring AP09"), "SBE9.g");
    let lost = in_turn(CAMPAIGN, "SL01 1813, GN01 0923", 44).put_in_box("AP02", Place::ELIMINATED).expect("a unit");
    let mut lost = production(lost);
    assert!(!offers(&lost, "bring AP09"));
    play(&mut lost, &["rebuild AP02"]);
    let home = goals(&lost, "place").into_iter().next().expect("a city");
    play(&mut lost, &[&format!("place {home}")]);
    assert_eq!((place(&lost, "AP02"), at(&lost, "AP09")), (Place::REMOVED, Some(home)));
    assert_eq!(strength(&lost, "AP09"), 1);
    let waits = in_turn(CAMPAIGN, "SL01 1813, GN01 0923", 44).put_in_box("AP02", Place::RESERVE).expect("a unit");
    let waits = production(waits);
    assert!(place(&waits, "AP02") == Place::REMOVED && offers(&waits, "bring AP09"), "who never came is brought in as a corps");
}

/// [7.11.d] Italy surrenders at the end of September 1943: its units are gone, those that wait too.
#[test]
fn italy_surrenders_in_september_1943() {
    for (id, turn, gone) in [(CAMPAIGN, 27, false), (CAMPAIGN, 28, true), ("operation-citadel", 28, true)] {
        let position = in_turn(id, "IT02 1428, SL01 1813, GN01 0923", turn).put_in_box("IT03", Place::ELIMINATED).expect("a unit");
        let before = position.clone().open(SOVIET, Phase::Verification);
        assert!(!before.has_surrendered(Nation::Italian) || gone);
        let during = position.clone().open(SOVIET, Phase::GroundMovement);
        assert_eq!(at(&during, "IT02").as_deref(), Some("1428"), "it fights to the end of the month");
        let after = position.open(SOVIET, Phase::Recheck);
        assert_eq!(after.has_surrendered(Nation::Italian), gone, "{id} {turn}");
        assert_eq!(place(&after, "IT02") == Place::REMOVED && place(&after, "IT03") == Place::REMOVED, gone, "{id} {turn}");
    }
    let barbarossa = in_turn(ADVANCED, "IT02 1428, SL01 1813, GN01 0923", 5).open(SOVIET, Phase::Recheck);
    assert!(!barbarossa.has_surrendered(Nation::Italian));
}

/// [LONG.b] What leaves is seen to leave, and drawn worlds keep to it.
#[test]
fn leaving_is_seen() {
    let data = scenario(CAMPAIGN);
    let position = in_turn(CAMPAIGN, "GX02 0227, GN02 0227, SL01 1813, GN01 0923", 7);
    let hidden = position.hidden("GX02").expect("a unit").hidden("GN02").expect("a unit");
    let game = hidden.open(AXIS, Phase::Production);
    assert_eq!(place(&game, "GX02"), Place::REMOVED);
    assert!(!game.is_hidden(unit(data, "GX02")) && game.is_hidden(unit(data, "GN02")));
    let world = game.determinize(SOVIET, &mut Dice::new(1));
    assert_eq!((world.place(unit(data, "GX02")), world.view_hash(SOVIET)), (Place::REMOVED, game.view_hash(SOVIET)));
    world.verify().unwrap_or_else(|problem| panic!("{problem}"));
}
