//! What a page may know of a game: the redacted view of one side with the complete list of its choices.

use serde_json::{Value, json};
use stavka_engine::{Outcome, Side, Turn};
use stavka_words::translate;

use super::story::Told;
use crate::origin::Origin;
use crate::render::theme::{Role, Theme, purpose, undone};
use crate::session::{Entry, Session};

/// Entries of the log that a view carries; the rest is asked for.
const RECENT: usize = 60;

/// The view of the side that looks at a session. Where it is only read, nobody has anything to choose.
pub(super) fn of_session<G: Theme>(session: &mut Session<G>, reading: bool, told_before: &mut Told) -> Value {
    let viewer = session.viewer();
    let story = if reading { &[][..] } else { told_before.steps(session, viewer) };
    let mut view = position(session.game(), viewer);
    let actor = match session.game().turn() {
        Turn::Player(side) => Some(side),
        Turn::Chance | Turn::Over => None,
    };
    let mine = !reading && actor.is_some_and(|side| session.is_human(side));
    let (choices, undone, purpose) = if mine { choices(session, viewer) } else { Default::default() };
    let was_over = reading && session.origin().is_some_and(Origin::was_over);
    let log = session.log();
    let from = log.len().saturating_sub(RECENT.max(story.len() + 1));
    let sides: Vec<Value> = Side::ALL
        .iter()
        .map(|&side| json!({ "name": side.name(), "player": session.players()[side.index()], "human": session.is_human(side) }))
        .collect();
    let extra = json!({
        "game": G::NAME,
        "viewer": viewer.name(),
        "sides": sides,
        "actor": actor.map(Side::name),
        "mine": mine,
        "prompt": session.game().prompt(),
        "choices": choices,
        "handover": !was_over && Side::ALL.into_iter().all(|side| session.is_human(side)) && session.has_secrets(),
        "undone": undone,
        "purpose": purpose,
        "verbs": verbs::<G>(),
        "fight": if mine { json!(session.game().fight()) } else { Value::Null },
        "undo": session.undoable(),
        "settled": if session.undoable() == 0 { translate(session.why_settled()) } else { "" },
        "origin": origin(session, reading),
        "redo": session.redoable(),
        "log": { "from": from, "entries": told(&log[from..]) },
        "actions": log.len(),
        "story": story,
        "result": session.outcome().map(|outcome| result(session.game(), outcome)),
    });
    merge(&mut view, extra);
    view
}

/// How a finished game ended, and why.
fn result<G: Theme>(game: &G, outcome: Outcome) -> Value {
    json!({ "winner": outcome.winner.map(Side::name), "level": translate(outcome.level), "lines": game.account() })
}

/// What is said of the record of other rules or data that a session goes on from, and while it is only read, what is
/// recorded after the accepted actions and may be read.
fn origin<G: Theme>(session: &Session<G>, reading: bool) -> Value {
    session.origin().map_or(Value::Null, |origin| {
        json!({
            "words": origin.sentence(),
            "reading": reading,
            "accepted": origin.accepted(),
            "rest": if reading { json!(session.readable_rest()) } else { Value::Null },
        })
    })
}

/// What lies on the board and beside it in a position, as one side may see it.
pub(super) fn position<G: Theme>(game: &G, viewer: Side) -> Value {
    json!({
        "turn": game.game_turn(),
        "over": game.turn() == Turn::Over,
        "counters": game.counters(viewer),
        "front": game.front(),
        "focus": game.focus(),
        "panels": game.panels(viewer),
        "phases": phases(game),
    })
}

/// The phases of the turn and the place of the one in progress; none before the first turn and after the last.
fn phases<G: Theme>(game: &G) -> Value {
    if game.turn() == Turn::Over || game.game_turn() == 0 {
        return Value::Null;
    }
    let (cells, at) = game.phases();
    json!({ "cells": cells, "at": at })
}

/// For each role the verbs that have it.
fn verbs<G: Theme>() -> Value {
    let of = |role: Role| G::VERBS.iter().filter(|row| row.is(role)).map(|row| row.verb).collect::<Vec<_>>();
    Role::ALL.into_iter().map(|role| (json!(role).as_str().expect("a role is a word").to_owned(), json!(of(role)))).collect()
}

/// The choices of the side to act, what is left undone if it ends the phase instead, and what they are for.
fn choices<G: Theme>(session: &mut Session<G>, viewer: Side) -> (Vec<Value>, Vec<String>, &'static str) {
    let legal = session.choices().to_vec();
    let game = session.game();
    let spots = game.spots(&legal);
    let undone = undone::<G>(&spots);
    let choices = legal
        .iter()
        .zip(&spots)
        .map(|(&action, spot)| {
            json!({
                "do": game.notation(action),
                "words": game.words(action, viewer),
                "spot": spot,
                "final": session.is_final(action),
            })
        })
        .collect();
    (choices, undone, purpose::<G>(&spots))
}

/// Entries of a log.
pub(super) fn told(entries: &[Entry]) -> Vec<Value> {
    entries.iter().map(|entry| json!({ "side": entry.side.map(Side::name), "words": entry.words.here() })).collect()
}

fn merge(into: &mut Value, from: Value) {
    if let (Value::Object(into), Value::Object(from)) = (into, from) {
        into.extend(from);
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::catalogue::Catalogue;
    use stavka_engine::{Dice, GameName, View, with_game};

    use super::*;
    use crate::render::theme::{Lit, Spot};

    /// Calls back at positions of a random game.
    fn wander<G: Theme + Catalogue>(seed: u64, mut visit: impl FnMut(&G, &[G::Action])) {
        let mut dice = Dice::new(seed);
        let mut game = G::new(G::load(G::embedded()[seed as usize % 2]).expect("it is embedded"));
        let mut legal = Vec::new();
        while game.turn() != Turn::Over {
            game.legal_actions(&mut legal);
            if dice.below(20) == 0 {
                visit(&game, &legal);
            }
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            game.apply(action);
        }
        visit(&game, &[]);
    }

    fn keeps_its_secrets<G: Theme + Catalogue>(seeds: u64) {
        let cells = G::ground(G::load(G::embedded()[0]).expect("it is embedded")).cells;
        for seed in 0..seeds {
            wander::<G>(seed, |game, _| {
                for viewer in Side::ALL {
                    let told = position(game, viewer);
                    let other = View::new(game, viewer).determinize(&mut Dice::new(seed));
                    assert_eq!(told, position(&other, viewer));
                    for cell in cells.iter().step_by(7) {
                        assert_eq!(game.hex_card(&cell.name), other.hex_card(&cell.name), "{}", cell.name);
                    }
                    for key in G::OVERLAYS.iter().map(|row| row.key) {
                        for side in Side::ALL {
                            assert_eq!(game.overlay(key, side, viewer), other.overlay(key, side, viewer));
                        }
                    }
                }
            });
        }
    }

    #[test]
    fn the_view_of_a_side_holds_nothing_that_it_cannot_know() {
        for game in GameName::ALL {
            with_game!(game, G => keeps_its_secrets::<G>(12));
        }
    }

    fn answers_everything<G: Theme + Catalogue>(seeds: u64) {
        let cells = G::ground(G::load(G::embedded()[0]).expect("it is embedded")).cells;
        let known: Vec<&str> = cells.iter().map(|cell| cell.name.as_str()).collect();
        for seed in 0..seeds {
            wander::<G>(seed, |game, legal| {
                let spots = game.spots(legal);
                assert_eq!(spots.len(), legal.len());
                for (spot, &action) in spots.iter().zip(legal) {
                    let named = [&spot.from, &spot.to].into_iter().flatten().all(|cell| known.contains(&cell.as_str()));
                    assert!(named, "{spot:?} of {}", game.notation(action));
                    for viewer in Side::ALL {
                        assert!(!game.words(action, viewer).is_empty());
                    }
                }
                let has_row =
                    |spot: &Spot| G::VERBS.iter().any(|row| row.verb == spot.verb && (row.is(Role::Closes) || row.purpose.ends_with('.')));
                assert!(game.turn() == Turn::Chance || spots.iter().all(has_row), "a kind of choice without a row: {spots:?}");
                let tables = game.tables();
                let rows = |lit: Lit| tables.iter().filter(move |table| table.lit == lit).flat_map(|table| &table.rows);
                assert!(
                    tables.iter().all(|table| table.rows.iter().all(|row| row.len() == table.head.len())),
                    "a row has a cell for each head"
                );
                let (phases, at) = game.phases();
                assert!(at < phases.len());
                for cell in &known {
                    if let Some(card) = game.hex_card(cell) {
                        let is_known = |name: &String| rows(Lit::Rows).any(|row| row[0] == *name);
                        assert!(!card.terrain.is_empty() && card.terrain.iter().all(is_known), "{cell}: {:?}", card.terrain);
                    }
                    for action in game.attempts(cell) {
                        // Allowed or refused, but never a panic; what is refused has a rule.
                        let _ = game.check(action);
                    }
                    let odds = game.fight_for(cell);
                    let columns = || tables.iter().filter(|table| table.lit == Lit::Column).flat_map(|table| &table.head);
                    assert!(odds.as_ref().is_none_or(|odds| columns().any(|head| head == odds.column) || odds.column.starts_with("below")));
                    assert!(odds.is_none_or(|odds| odds.falls.len() == usize::from(odds.takes[1])));
                }
                for viewer in Side::ALL {
                    let counters = game.counters(viewer);
                    let mut ids: Vec<&str> = counters.iter().map(|counter| counter.id.as_str()).collect();
                    ids.sort_unstable();
                    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "two counters of one name");
                    for counter in &counters {
                        let _ = game.supply_of(&counter.id);
                    }
                    assert!(!game.panels(viewer).is_empty() && !game.status(viewer).is_empty());
                }
                for layer in game.focus() {
                    assert!(layer.cells.iter().all(|cell| known.contains(&cell.as_str())), "{layer:?}");
                }
                let _ = (game.fight(), game.odds(), game.account());
                for key in G::OVERLAYS.iter().map(|row| row.key) {
                    assert!(Side::ALL.into_iter().all(|side| game.overlay(key, side, Side::Axis).is_some()));
                }
            });
        }
    }

    #[test]
    fn whatever_is_asked_about_a_position_has_an_answer() {
        for game in GameName::ALL {
            with_game!(game, G => answers_everything::<G>(4));
        }
    }

    fn shrugs<G: Theme + Catalogue>() {
        let game = G::new(G::load(G::embedded()[0]).expect("it is embedded"));
        for text in ["", "9999", "0000", "Ж", "12061206", "-1"] {
            assert_eq!(game.attempts(text), []);
            assert!(
                game.fight_for(text).is_none() && game.supply_of(text).is_none() && game.overlay(text, Side::Axis, Side::Axis).is_none()
            );
        }
    }

    #[test]
    fn senseless_questions_have_no_answer_and_do_no_harm() {
        for game in GameName::ALL {
            with_game!(game, G => shrugs::<G>());
        }
    }
}
