//! Chapter 36 of Blocks in the East: the surrender of Italy by a die.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::{Colour, Nation};
use stavka_engine::blocks_in_the_east::{Asked, BlocksInTheEast, Phase, Place, Prepared};
use stavka_engine::game::{Game as _, Scenario as _, Turn};

use crate::blocks_in_the_east_kit::{lines, pass_to, play, unit};
use crate::blocks_in_the_east_map::scenario;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, set_up, with_options};

const AXIS: Side = Side::Axis;

fn chapter() -> &'static Prepared {
    with_options(WAR, "italian-surrender = true")
}

/// An Italian and a German corps behind the front, when the turn of the Axis begins.
fn in_turn(data: &'static Prepared, turn: u8) -> BlocksInTheEast {
    set_up(data, "IT02 2037, GN01 2038, SL01 4020", turn).open(AXIS, Phase::Supply)
}

/// The highest face with which Italy surrenders; none where no die is thrown.
fn asked(game: &BlocksInTheEast) -> Option<u8> {
    match game.asked() {
        Some(Asked::ItalianSurrender { gives_up }) => Some(gives_up),
        _ => None,
    }
}

fn is_out(game: &BlocksInTheEast) -> bool {
    let gone = game.data().units(AXIS).filter(|(_, known)| known.nation == Nation::Italian).all(|(id, _)| game.place(id) == Place::REMOVED);
    assert_eq!(gone, game.has_surrendered(Nation::Italian));
    gone
}

/// The chapter is a switch of its own, and a scenario with it another one.
#[test]
fn the_chapter_is_off_unless_players_agree_on_it() {
    assert!(!scenario(WAR).script.options.italian_surrender && chapter().script.options.italian_surrender);
    assert_ne!(scenario(WAR).fingerprint(), chapter().fingerprint());
    for turn in [26, 28, 30, 49] {
        assert_eq!(asked(&in_turn(scenario(WAR), turn)), None);
    }
    // A scenario in which Italy has no part throws no die.
    let data = with_options("operation-bagration", "italian-surrender = true");
    assert_eq!(asked(&set_up(data, "GN01 2037, SL01 4020", 40).open(AXIS, Phase::Supply)), None);
}

/// [36.0] A die when a turn begins, from July 1943 on: Italy surrenders on 1 in July, on 1 and 2 in August, on 1 to 4 in September, on 1 to
/// 5 from October on.
#[test]
fn italy_surrenders_by_a_die() {
    for (turn, highest) in [(25, None), (26, Some(1)), (27, Some(2)), (28, Some(4)), (29, Some(5)), (30, Some(5)), (49, Some(5))] {
        let game = in_turn(chapter(), turn);
        assert_eq!(asked(&game), highest, "turn {turn}");
        assert!(!is_out(&game));
        let Some(highest) = highest else { continue };
        assert_eq!((game.turn(), lines(&game).len()), (Turn::Chance, 6));
        for face in 1..=6 {
            let mut then = game.clone();
            play(&mut then, &[&format!("die {face}")]);
            assert_eq!(is_out(&then), face <= highest, "{face} in turn {turn}");
            assert_eq!(then.place(unit(chapter(), "IT02")) == Place::REMOVED, face <= highest);
            assert!(then.place(unit(chapter(), "GN01")).hex().is_some());
            assert_eq!(asked(&then), None, "once in a turn");
        }
    }
}

/// [36.0] The die is thrown once in a turn of the game: in the turn of the Soviets it is not, and in the next month it is again, until
/// Italy is out.
#[test]
fn the_die_is_thrown_once_in_a_turn() {
    let mut game = in_turn(chapter(), 26);
    play(&mut game, &["die 2"]);
    pass_to(&mut game, Side::Soviet, Phase::Supply);
    let mut thrown = 0;
    while game.game_turn() == 26 {
        thrown += u32::from(asked(&game).is_some());
        let actions = lines(&game);
        let line = if actions.contains("done") { "done".to_owned() } else { actions.into_iter().next_back().expect("a choice") };
        play(&mut game, &[&line]);
    }
    assert_eq!((thrown, game.game_turn(), asked(&game)), (0, 27, Some(2)));
    play(&mut game, &["die 2"]);
    assert!(is_out(&game));
    pass_to(&mut game, Side::Soviet, Phase::Supply);
    while game.game_turn() == 27 {
        let actions = lines(&game);
        let line = if actions.contains("done") { "done".to_owned() } else { actions.into_iter().next_back().expect("a choice") };
        play(&mut game, &[&line]);
    }
    assert_eq!(asked(&game), None, "Italy is out");
}

/// [36.0][7.11.d] It takes the place of the surrender of September 1943.
#[test]
fn italy_does_not_surrender_by_itself() {
    let september = |data: &'static Prepared| {
        let mut game = in_turn(data, 28);
        if asked(&game).is_some() {
            play(&mut game, &["die 6"]);
        }
        while game.game_turn() == 28 {
            let actions = lines(&game);
            let line = if actions.contains("done") { "done".to_owned() } else { actions.into_iter().next_back().expect("a choice") };
            play(&mut game, &[&line]);
        }
        is_out(&game)
    };
    assert!(!september(chapter()) && september(scenario(WAR)));
}

/// [36.0][7.2] Supply is judged after the die as it is without one, whatever it says.
#[test]
fn supply_is_judged_after_the_die() {
    let marks = |data: &'static Prepared, face: Option<&str>| {
        let mut game = set_up(data, "IT02 2037, GN01 3929, GN02 2038, SL01 4020", 26).open(AXIS, Phase::Supply);
        if let Some(face) = face {
            assert!(!game.is_out_of_supply(unit(data, "GN01")), "not yet");
            play(&mut game, &[face]);
        }
        assert_eq!(game.phase().map(|(side, _)| side), Some(AXIS));
        ["GN01", "GN02", "IT02"].map(|id| game.is_out_of_supply(unit(data, id)))
    };
    let usual = marks(scenario(WAR), None);
    assert!(usual[0] && !usual[1], "{usual:?}");
    assert_eq!(marks(chapter(), Some("die 6")), usual);
    assert_eq!(marks(chapter(), Some("die 1"))[..2], usual[..2]);
}

/// Random play from July 1943 on: Italy is in until a die says otherwise, and then out for good, with its points.
#[test]
fn random_play_keeps_to_the_chapter() {
    let data = chapter();
    let mut dice = 0;
    for seed in [36, 37] {
        let mut game = set_up(data, "IT02 2037, GN01 2038, SL01 4020, SL02 4019", 26).open(AXIS, Phase::Supply);
        if seed == 37 {
            play(&mut game, &["die 4"]);
        }
        let (mut out, mut last) = (false, 0);
        play_at_random(game, 33, seed, |game| {
            let now = is_out(game);
            assert!(now || !out, "it does not come back");
            if asked(game).is_some() {
                assert!(!now && game.game_turn() > last, "one die a turn");
                (dice, last) = (dice + 1, game.game_turn());
            }
            if now {
                assert!(Colour::ALL.iter().all(|&colour| game.saved_of(Nation::Italian, colour) == 0));
            }
            out = now;
        });
        assert!(out, "by March 1944");
    }
    assert!(dice > 2);
}
