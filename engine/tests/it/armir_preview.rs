//! What boards tell of things to come: threats and points, held against the rules themselves.

use stavka_engine::armir::{Armir, Gain, HexSet, ObjectiveSet, Phase, PositionBuilder};
use stavka_engine::game::{Game, Side};

use crate::armir_kit::march::march;
use crate::armir_kit::{Sound as _, empty, hex, historical, legal_texts, start, with};

/// Where a counter that is on the march may stay.
fn reached(game: &Armir) -> HexSet {
    game.march_report().expect("a counter marches").reached.into_iter().map(|(hex, _)| hex).collect()
}

#[test]
fn a_threat_reaches_as_far_as_the_march() {
    let position = || with(empty().turn(3).expect("a turn"), &[("127/6", "0308"), ("89/Cos", "0508")]);
    let waiting = position().open(Phase::AxisMovement, 0);
    let marching = march(position(), "127/6");
    assert_eq!(waiting.threat_report(Side::Soviet).reached, reached(&marching));
    let enemy: HexSet = [hex("0508")].into_iter().collect();
    assert_eq!(waiting.threat_report(Side::Soviet).attacked, enemy, "its neighbours are within reach");
    let alone = with(empty().turn(3).expect("a turn"), &[("127/6", "0308")]).open(Phase::AxisMovement, 0);
    assert!(alone.threat_report(Side::Soviet).attacked.is_empty() && alone.threat_report(Side::Axis).reached.is_empty());
}

#[test]
fn every_attack_of_a_combat_phase_was_a_threat_before_it() {
    for (side, phase) in [(Side::Soviet, Phase::SovietCombat), (Side::Axis, Phase::AxisCombat)] {
        let position = || with(empty().turn(3).expect("a turn").garrison(0).sound(), &[("127/6", "0308"), ("89/Cos", "0309")]);
        let game = position().open(phase, 0);
        let targets: Vec<String> = legal_texts(&game).iter().filter_map(|text| Some(text.strip_prefix("attack ")?.to_owned())).collect();
        assert!(!targets.is_empty(), "{side}: two units face each other");
        assert!(targets.iter().all(|name| game.threat_report(side).attacked.contains(hex(name))), "{side}: {targets:?}");
    }
}

#[test]
fn a_front_that_is_held_threatens_nobody_beyond_its_neighbours() {
    let moves = |turn: u8| {
        let game = start().turn(turn).expect("a turn").open(Phase::AxisMovement, 0);
        game.threat_report(Side::Axis).reached.len()
    };
    let held = historical().tables.front_held.iter().copied().max().expect("the front is held for a while");
    assert!(moves(held) < moves(held + 1), "the army is free to go a turn later");
    let before = start().turn(held).expect("a turn").open(Phase::AxisCombat, 0);
    assert_eq!(before.threat_report(Side::Axis).reached.len(), moves(held + 1), "its next movement is one turn on");
}

fn prospects(builder: PositionBuilder, turn: u8) -> [stavka_engine::armir::Prospect; 4] {
    builder.turn(turn).expect("a turn").open(Phase::SovietMovement, 0).prospects()
}

#[test]
fn prospects_are_steps_of_the_scales() {
    let stars: u8 = historical().map.stars.iter().sum();
    let [_, airfields, corps, donets] = prospects(empty(), 1);
    assert_eq!((airfields.now, airfields.best), (0, 1));
    assert_eq!(airfields.next.map(|gain| gain.points), Some(1));
    assert_eq!(corps.next, Some(Gain { missing: 3 - corps_lost(), points: 1 }));
    assert_eq!((corps.now, corps.best), (-1, 2));
    let early = prospects(start(), 1)[0];
    assert_eq!((early.now, early.best), (-1, 1), "one box this turn, one the next");
    assert_eq!(early.next, Some(Gain { missing: 2, points: 1 }));
    assert!(stars >= 16 && donets.best == 2);
    let late = prospects(empty(), 4)[0];
    assert_eq!((late.now, late.next, late.best), (-1, None, -1), "too late for anything better");
    let there = prospects(empty().chir_reached(2), 4)[0];
    assert_eq!((there.now, there.next, there.best), (1, None, 1));
}

/// Corps that count as destroyed on an empty map: those without a counter are.
fn corps_lost() -> u8 {
    empty().turn(1).expect("a turn").open(Phase::AxisMovement, 0).victory_points().corps_destroyed
}

#[test]
fn the_result_now_is_that_of_the_end_of_the_game() {
    for chosen in ObjectiveSet::choices(2) {
        let position = || start().turn(6).expect("a turn").objectives(chosen);
        let now = position().open(Phase::Supply, 0).level_with(chosen);
        let end = position().open(Phase::Attrition, 0).outcome().expect("the last turn has ended");
        assert_eq!(now.name(), end.level);
    }
}
