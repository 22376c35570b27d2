//! No heap allocation in play: after a warm-up, whole random games with observations, hashes, clones and
//! drawn worlds touch the heap not once.

use std::hint::black_box;

use allocation_counter::measure;
use stavka_engine::catalogue::GameName;
use stavka_engine::game::{Side, Turn};
use stavka_engine::observation::Observation;
use stavka_engine::{Dice, with_game};

use crate::props::information::buffers;
use crate::props::walk::Walk;
use crate::props::{Of, Playable, for_every_scenario};

/// Games played before anything is measured.
const WARM_UP: u64 = 4;
const MEASURED: u64 = 40;

/// [`Invariants::one_in`](crate::props::Invariants::one_in) of games in which every position is measured.
const ONE_IN_OF_SHORT_GAMES: usize = 60;

/// Allocations while a piece of code runs, its result included.
fn allocations<T>(run: impl FnOnce() -> T) -> u64 {
    measure(|| {
        black_box(run());
    })
    .count_total
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| vec![1u8; 100]), 1, "without its allocator the other tests prove nothing");
}

#[test]
fn play_does_not_allocate() {
    fn test<G: Playable>(_: Of<G>, scenario: &'static G::Scenario) {
        let mut legal: Vec<G::Action> = Vec::with_capacity(G::observation_spec(scenario).max_actions);
        // Of long games one position in several is measured.
        let stride = (G::one_in(scenario) as usize / ONE_IN_OF_SHORT_GAMES).max(1);
        for seed in 0..WARM_UP + MEASURED.div_ceil(G::one_in(scenario)) {
            let mut walk = Walk::<G>::new(scenario, seed);
            let (mut planes, mut globals) = buffers(&walk.game);
            let mut dice = Dice::new(seed);
            while !walk.is_over() {
                if !walk.count.is_multiple_of(stride) {
                    walk.step();
                    continue;
                }
                let game = &walk.game;
                let mut counts = [
                    ("legal_actions", allocations(|| game.legal_actions(&mut legal))),
                    ("turn", allocations(|| (game.turn(), game.outcome(), game.is_quiet(), game.game_turn()))),
                    ("state_hash", allocations(|| game.state_hash())),
                    ("clone", allocations(|| game.clone())),
                    ("token", allocations(|| legal.iter().map(|&action| game.token(action).verb).max())),
                    ("draw", allocations(|| (game.turn() == Turn::Chance).then(|| game.draw(&legal, &mut dice)))),
                    ("observe", 0),
                    ("determinize", 0),
                ];
                for viewer in Side::ALL {
                    counts[6].1 += allocations(|| game.observe(viewer, &mut Observation { planes: &mut planes, globals: &mut globals }));
                    counts[7].1 += allocations(|| game.determinize(viewer, &mut dice));
                }
                let action = walk.next();
                let mut next = walk.game.clone();
                let applying = allocations(|| next.apply(action));
                if seed >= WARM_UP {
                    for (what, count) in counts {
                        assert_eq!(count, 0, "{}: allocations in {what}", walk.here());
                    }
                    assert_eq!(applying, asserted(&walk.game, action), "{}: allocations in applying {action:?}", walk.here());
                }
                walk.apply(action);
            }
        }
    }
    for_every_scenario!(test);
}

/// Allocations that `apply` makes in a debug build to assert that its action is legal; none in release.
fn asserted<G: Playable>(game: &G, action: G::Action) -> u64 {
    if cfg!(debug_assertions) { allocations(|| game.check(action)) } else { 0 }
}

/// Most bytes of a state: what a copy moves in well under a fifth of a microsecond. East Front has room for a map of 2,304
/// hexes and 128 counters a side, Across the Bug River for one of 1,216 hexes and 96 counters a side.
const fn most_bytes(game: GameName) -> usize {
    match game {
        GameName::Armir => 2048,
        GameName::EastFront => 4096,
        GameName::AcrossTheBug => 3072,
        GameName::BoltAction => 2048,
        GameName::BlocksInTheEast => 4096,
    }
}

#[test]
fn a_state_is_a_small_block_of_bytes() {
    for game in GameName::ALL {
        with_game!(game, G => {
            assert!(!std::mem::needs_drop::<G>(), "a state of {game} owns heap");
            assert!(size_of::<G>() <= most_bytes(game), "a state of {game} has {} bytes", size_of::<G>());
        });
    }
}
