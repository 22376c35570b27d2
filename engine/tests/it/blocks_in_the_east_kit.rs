//! What the tests of Blocks in the East share: scenarios, positions, lines of play.

use std::collections::BTreeSet;

use stavka_engine::blocks_in_the_east::combat::{Firing, Pool};
use stavka_engine::blocks_in_the_east::terms::Nation;
use stavka_engine::blocks_in_the_east::{Action, BlocksDenial, BlocksInTheEast, Phase, PositionBuilder, Prepared, UnitId};
use stavka_engine::game::{Denial as _, Game as _, Notation as _, Scenario as _, Turn};
use stavka_engine::hex::Hex;
use stavka_engine::{Dice, Side};

use crate::blocks_in_the_east_map::scenario;

pub(crate) const LENINGRAD: &str = "towards-leningrad";
pub(crate) const ROSTOV: &str = "towards-rostov";
pub(crate) const WHOLE: &str = "short-barbarossa";
/// The Advanced game, June to November 1941.
pub(crate) const ADVANCED: &str = "barbarossa";

pub(crate) fn hex(data: &Prepared, name: &str) -> Hex {
    data.map.find(name).or_else(|| data.map.place_named(name).map(|place| place.hex)).unwrap_or_else(|| panic!("no hex {name}"))
}

pub(crate) fn unit(data: &Prepared, id: &str) -> UnitId {
    data.find_unit(id).unwrap_or_else(|| panic!("no unit {id}"))
}

/// Units on an empty map: "GN01 1123, SL01 1813".
pub(crate) fn builder(id: &str, units: &str) -> PositionBuilder {
    let data = scenario(id);
    let mut position = PositionBuilder::empty(data);
    for line in units.split(',').map(str::trim).filter(|line| !line.is_empty()) {
        let (name, at) = line.split_once(' ').unwrap_or_else(|| panic!("{line:?} is no unit with a hex"));
        let place = data.map.name(hex(data, at));
        position = position.place(name, &place).unwrap_or_else(|error| panic!("{line}: {error}"));
    }
    position
}

/// Units on an empty map in the second turn, when nothing is frozen, at a phase of a side.
pub(crate) fn placed(id: &str, units: &str, side: Side, phase: Phase) -> BlocksInTheEast {
    builder(id, units).turn(2).expect("a second turn").open(side, phase)
}

pub(crate) fn legal(game: &BlocksInTheEast) -> Vec<Action> {
    let mut out = Vec::new();
    game.legal_actions(&mut out);
    out
}

/// The legal list in notation.
pub(crate) fn lines(game: &BlocksInTheEast) -> BTreeSet<String> {
    legal(game).into_iter().map(|action| game.notation(action)).collect()
}

pub(crate) fn offers(game: &BlocksInTheEast, line: &str) -> bool {
    lines(game).contains(line)
}

/// The words after a verb in the legal list.
pub(crate) fn goals(game: &BlocksInTheEast, verb: &str) -> BTreeSet<String> {
    lines(game).iter().filter_map(|line| line.strip_prefix(verb)?.strip_prefix(' ').map(str::to_owned)).collect()
}

/// Plays lines of notation.
pub(crate) fn play(game: &mut BlocksInTheEast, moves: &[&str]) {
    for line in moves {
        let action = game.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
        game.try_apply(action).unwrap_or_else(|denial| panic!("{line}: {denial} [{}]; open: {:?}", denial.rule(), lines(game)));
        game.verify().unwrap_or_else(|problem| panic!("{line}: {problem}"));
    }
}

/// The rule against a line.
pub(crate) fn rule_against(game: &BlocksInTheEast, line: &str) -> &'static str {
    let action = game.parse_action(line).unwrap_or_else(|error| panic!("{error}"));
    let denial = game.check(action).expect_err(line);
    denial.rule()
}

/// Says `done` until a phase of a side begins or the game is over.
pub(crate) fn pass_to(game: &mut BlocksInTheEast, side: Side, phase: Phase) {
    for _ in 0..500 {
        match game.phase() {
            Some((whose, at)) if whose == side && at >= phase => return,
            None if game.turn() == Turn::Over => return,
            _ => {}
        }
        let actions = legal(game);
        game.apply(if actions.contains(&Action::Done) { Action::Done } else { *actions.last().expect("a choice") });
    }
    panic!("{side} never comes to {phase:?}");
}

pub(crate) fn at(game: &BlocksInTheEast, id: &str) -> Option<String> {
    let data = game.data();
    game.place(unit(data, id)).hex().map(|hex| data.map.name(hex))
}

pub(crate) fn strength(game: &BlocksInTheEast, id: &str) -> u8 {
    game.strength(unit(game.data(), id))
}

pub(crate) fn saved(game: &BlocksInTheEast, nation: Nation) -> u16 {
    game.saved(nation)
}

/// Dice of a pool with the faces that hit.
pub(crate) fn dice(pool: Pool) -> Vec<(u8, u8)> {
    (1..=5).map(|faces| (pool.with_faces(faces), faces)).filter(|(dice, _)| *dice > 0).collect()
}

/// Who throws, in which step, and how many dice with how many faces that hit.
pub(crate) type Volley = (Side, Firing, Vec<(u8, u8)>);

/// Volleys of a battle until something else is asked or the battle is over, each answered with so many hits.
pub(crate) fn volleys(game: &mut BlocksInTheEast, hits: &[u8]) -> Vec<Volley> {
    let mut seen = Vec::new();
    while let Some((side, firing, pool)) = game.volley() {
        let hits = hits.get(seen.len()).copied().unwrap_or(0);
        seen.push((side, firing, dice(pool)));
        play(game, &[&format!("hits {hits}")]);
    }
    seen
}

/// One of the legal actions, dice by their weights. Units are disbanded seldom, so that armies last.
pub(crate) fn pick(game: &BlocksInTheEast, actions: &[Action], dice: &mut Dice) -> Action {
    if game.turn() == Turn::Chance {
        return game.draw(actions, dice);
    }
    let disbands = game.phase().is_some_and(|(_, phase)| phase == Phase::Disbanding);
    if disbands && dice.below(30) > 0 && actions.contains(&Action::Done) { Action::Done } else { dice.choose(actions) }
}

/// Plays so many random games of each scenario, and looks at each position with the legal actions of it and the dice of the game.
pub(crate) fn random_games(games: &[(&str, u64)], seed: u64, mut look: impl FnMut(&BlocksInTheEast, &[Action], &mut Dice)) {
    for &(id, games) in games {
        for number in 0..games {
            let mut dice = Dice::stream(seed, number);
            let mut game = BlocksInTheEast::new(scenario(id));
            for count in 0.. {
                assert!(count < game.scenario().max_actions(), "{id}: no end");
                let actions = legal(&game);
                look(&game, &actions, &mut dice);
                if game.turn() == Turn::Over {
                    assert!(actions.is_empty() && game.outcome().is_some());
                    break;
                }
                let action = pick(&game, &actions, &mut dice);
                game.apply(action);
            }
        }
    }
}

/// The reasons against actions of earlier positions of random games that are tried in later ones.
pub(crate) fn denials_in_random_games(games: &[(&str, u64)], seed: u64) -> BTreeSet<BlocksDenial> {
    let mut seen = BTreeSet::new();
    let (mut known, mut positions) = (Vec::new(), 0_u32);
    let mut strangers = Dice::new(seed);
    random_games(games, seed, |game, actions, _| {
        positions += 1;
        if positions.is_multiple_of(13) {
            known.extend(actions.first().into_iter().chain(actions.last()));
        }
        if !positions.is_multiple_of(29) || known.is_empty() {
            return;
        }
        for _ in 0..8 {
            let action = strangers.choose(&known);
            if let Err(denial) = game.check(action) {
                assert!(!denial.rule().is_empty() && !denial.to_string().is_empty());
                assert!(!actions.contains(&action));
                seen.insert(denial);
            }
        }
    });
    seen
}
