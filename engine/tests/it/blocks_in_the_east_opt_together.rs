//! Optional chapters of Blocks in the East that are played together: each keeps to its rules beside the others.

use stavka_engine::Side;
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{BlocksInTheEast, Phase, PositionBuilder, Prepared};
use stavka_engine::game::Game as _;

use crate::blocks_in_the_east_kit::legal;
use crate::blocks_in_the_east_opt_kit::{WAR, play_at_random, with_options};

/// Longest legal list that observations have room for.
const MOST: usize = 500;

fn all() -> &'static Prepared {
    let keys = [
        "lend-lease",
        "italian-surrender",
        "volkssturm",
        "chechens",
        "persia",
        "new-factories",
        "technology",
        "scorched-earth",
        "naval-movement",
        "first-winter",
        "light-rain",
        "katyusha",
        "jericho-trumpets",
        "mountains-and-swamps",
    ];
    with_options(WAR, &keys.map(|key| format!("{key} = true")).join("\n"))
}

/// Games by random play from several months of the war: invariants hold, drawn worlds agree, and no legal list is too long.
#[test]
fn chapters_are_played_together() {
    for (turn, last, seed) in [(1, 4, 101), (8, 10, 102), (25, 28, 103)] {
        let start = PositionBuilder::start(all()).turn(turn).expect("a turn");
        let rich = start.points(Nation::German, 60).points(Nation::Soviet, 60);
        let mut longest = 0;
        play_at_random(rich.open(Side::Axis, Phase::Supply), last, seed, |game| longest = longest.max(legal(game).len()));
        assert!(longest <= MOST, "{longest}");
    }
}

/// A clone is its original, and goes the same way under every chapter.
#[test]
fn clones_go_the_same_way() {
    let game = PositionBuilder::start(all()).turn(4).expect("a turn").open(Side::Axis, Phase::Supply);
    let mut hashes: Vec<Vec<u64>> = Vec::new();
    for _ in 0..2 {
        let mut seen = Vec::new();
        play_at_random(BlocksInTheEast::clone(&game), 4, 104, |game| seen.push(game.state_hash()));
        hashes.push(seen);
    }
    assert!(hashes[0].len() > 50 && hashes[0] == hashes[1]);
}
