//! The properties of the contract [`Game`], [`Notation`] and [`Observe`] that hold in every position
//! of every game.

use std::collections::{HashMap, HashSet};

use stavka_engine::Dice;
use stavka_engine::game::{Denial as _, Scenario as _, Side, Turn};
use stavka_engine::observation::ActionIds;

use super::coverage::RuleIds;
use super::walk::Policy;
use super::{Finding, Playable, require};

/// Cheap enough for every position: the list is there exactly while the game goes on, is without
/// duplicates, fits the declared buffers, and dice have exact weights.
pub(crate) fn list_is_sound<G: Playable>(game: &G, legal: &[G::Action], scratch: &mut Vec<G::Action>) -> Finding {
    require!(legal.is_empty() == (game.turn() == Turn::Over), "{} legal actions while {:?} is to act", legal.len(), game.turn());
    require!(
        game.outcome().is_some() == (game.turn() == Turn::Over),
        "the outcome is {:?} while {:?} is to act",
        game.outcome(),
        game.turn()
    );
    let most = G::observation_spec(game.scenario()).max_actions;
    require!(legal.len() <= most, "{} legal actions, but buffers for {most}", legal.len());
    scratch.clear();
    scratch.extend_from_slice(legal);
    scratch.sort_unstable();
    if let Some((twin, _)) = scratch.iter().zip(scratch.iter().skip(1)).find(|(one, other)| one == other) {
        return Err(format!("{twin:?} is listed twice"));
    }
    if game.turn() == Turn::Chance {
        let weights = legal.iter().map(|&action| game.chance_weight(action));
        require!(weights.clone().all(|weight| weight > 0), "a die result without weight");
        require!(weights.into_iter().try_fold(0_u64, u64::checked_add).is_some(), "the weights overflow");
    }
    Ok(())
}

/// The list is the same when it is asked for again, and every entry passes `check`.
pub(crate) fn entries_pass<G: Playable>(game: &G, legal: &[G::Action]) -> Finding {
    let mut again = vec![];
    game.legal_actions(&mut again);
    require!(again == legal, "the legal list differs when asked for again");
    for &action in legal {
        if let Err(denial) = game.check(action) {
            return Err(format!("{action:?} is listed but denied: {denial}"));
        }
    }
    Ok(())
}

/// Actions that are not listed are denied, by a rule that exists, and nothing changes. `strangers` are
/// actions of other positions; some are tried as they are, some mutated.
pub(crate) fn strangers_fail<G: Playable>(
    game: &G,
    legal: &[G::Action],
    strangers: &[G::Action],
    rules: &RuleIds,
    dice: &mut Dice,
) -> Finding {
    let seeds = strangers.iter().chain(legal).copied();
    for (turn, seed) in seeds.enumerate() {
        let action = if turn % 2 == 0 { seed } else { game.mutated(seed, dice) };
        let listed = legal.contains(&action);
        match game.check(action) {
            Ok(()) => require!(listed, "{action:?} passes, but is not listed"),
            Err(denial) => {
                require!(!listed, "{action:?} is listed but denied: {denial}");
                require!(!denial.to_string().trim().is_empty(), "{action:?} is denied without a word");
                require!(
                    rules.has(denial.rule()),
                    "{action:?} is denied by rule {:?}, which the coverage table does not have",
                    denial.rule()
                );
            }
        }
    }
    let Some(&denied) = strangers.iter().find(|action| !legal.contains(action)) else {
        return Ok(());
    };
    let mut trial = game.clone();
    require!(trial.try_apply(denied).is_err(), "{denied:?} is applied though it is not listed");
    same_position(game, &trial)
}

/// Every action prints to a line of its own, which reads back as the action.
pub(crate) fn notation_round_trips<G: Playable>(game: &G, legal: &[G::Action]) -> Finding {
    let mut seen = HashSet::new();
    for &action in legal {
        let text = game.notation(action);
        require!(!text.is_empty() && text == text.trim() && !text.contains(['\n', '\r']), "{action:?} prints as {text:?}");
        require!(text.len() <= 80, "{action:?} prints as {} characters", text.len());
        match game.parse_action(&text) {
            Ok(read) => require!(read == action, "{text:?} stands for {action:?} and reads as {read:?}"),
            Err(error) => return Err(format!("{text:?} stands for {action:?} and does not read: {error}")),
        }
        require!(seen.insert(text.clone()), "{text:?} stands for two actions");
    }
    require!(!game.prompt().trim().is_empty(), "nothing is asked");
    Ok(())
}

/// Every action has a token of its own within the declared ranges.
pub(crate) fn tokens_are_in_range<G: Playable>(game: &G, legal: &[G::Action]) -> Finding {
    let spec = G::observation_spec(game.scenario());
    let hexes = (spec.height * spec.width) as i16;
    let mut seen = HashSet::new();
    for &action in legal {
        let token = game.token(action);
        require!((0..spec.verbs.len() as i16).contains(&token.verb), "{action:?} has verb {}", token.verb);
        require!((-1..spec.units as i16).contains(&token.unit), "{action:?} has unit {}", token.unit);
        for hex in [token.from, token.to] {
            require!((-1..hexes).contains(&hex), "{action:?} has hex {hex}");
        }
        require!(seen.insert(token), "{action:?} shares its token {token:?}");
    }
    Ok(())
}

/// Every action has an id of its own, that stands for the same words in every position: `meanings` holds those that were met.
pub(crate) fn ids_are_stable<G: Playable>(game: &G, legal: &[G::Action], ids: &ActionIds, meanings: &mut HashMap<u64, String>) -> Finding {
    let mut seen = HashSet::new();
    for &action in legal {
        let (id, text) = (game.action_id(action, ids), game.notation(action));
        require!(id < ids.count(), "{text:?} has id {id} of {}", ids.count());
        require!(seen.insert(id), "{text:?} shares its id {id}");
        let row = ids.rows.iter().rfind(|row| row.first <= id).expect("the first row begins at 0");
        require!(row.notation.split(' ').count() == text.split(' ').count(), "{text:?} has an id of the row {:?}", row.notation);
        let meaning = meanings.entry(id).or_insert_with(|| text.clone());
        require!(*meaning == text, "{id} stands for {meaning:?} and for {text:?}");
    }
    Ok(())
}

/// A clone is equal in all that can be asked of it.
pub(crate) fn clone_is_equal<G: Playable>(game: &G) -> Finding {
    same_position(game, &game.clone())
}

/// Hash, turn, outcome, legal lists and both observations agree.
pub(crate) fn same_position<G: Playable>(a: &G, b: &G) -> Finding {
    require!(a.state_hash() == b.state_hash(), "the hashes differ");
    require!(a.turn() == b.turn() && a.game_turn() == b.game_turn() && a.is_quiet() == b.is_quiet(), "the turns differ");
    require!(a.outcome() == b.outcome(), "the outcomes differ");
    require!(a.prompt() == b.prompt(), "the prompts differ");
    let (mut of_a, mut of_b) = (vec![], vec![]);
    a.legal_actions(&mut of_a);
    b.legal_actions(&mut of_b);
    require!(of_a == of_b, "the legal lists differ");
    for viewer in Side::ALL {
        require!(super::information::sight(a, viewer) == super::information::sight(b, viewer), "what the {viewer} side sees differs");
    }
    Ok(())
}

/// A line of look-ahead, a world drawn for a viewer and played on at random with dice of its own, comes to an end, and until
/// then whoever is to act has something to choose.
pub(crate) fn look_ahead_comes_to_an_end<G: Playable>(game: &G, viewer: Side, dice: &mut Dice) -> Finding {
    let mut world = game.determinize(viewer, dice);
    let (mut legal, mut scratch) = (vec![], vec![]);
    for _ in 0..=world.scenario().max_actions() {
        world.legal_actions(&mut legal);
        list_is_sound(&world, &legal, &mut scratch)?;
        let action = match world.turn() {
            Turn::Over => return Ok(()),
            Turn::Chance => world.draw(&legal, dice),
            Turn::Player(_) => dice.choose(&Policy::ALL).choose(&world, &legal, dice),
        };
        world.apply(action);
    }
    Err(format!("a line of look-ahead of the {viewer} side does not end"))
}

/// Actions that differ lead to states that differ in their hash, or not at all: two states with one
/// hash answer alike.
pub(crate) fn hash_tells_states_apart<G: Playable>(game: &G, legal: &[G::Action]) -> Finding {
    let mut seen: Vec<(u64, G)> = Vec::new();
    for &action in legal {
        let mut next = game.clone();
        next.apply(action);
        let hash = next.state_hash();
        match seen.iter().find(|(known, _)| *known == hash) {
            Some((_, twin)) => {
                same_position(twin, &next).map_err(|problem| format!("one hash after {action:?} and another action: {problem}"))?;
            }
            None => seen.push((hash, next)),
        }
    }
    Ok(())
}
