//! What a page may know of a game: the redacted view of one side with the complete list of its choices.

use serde_json::{Value, json};
use stavka_engine::{Side, Turn};

use crate::render::theme::Theme;
use crate::session::{Entry, Session};

/// Entries of the log that a view carries; the rest is asked for.
const RECENT: usize = 60;

/// The view of the side that looks at a session.
pub(super) fn of_session<G: Theme>(session: &mut Session<G>) -> Value {
    let viewer = session.viewer();
    let mut view = position(session.game(), viewer);
    let actor = match session.game().turn() {
        Turn::Player(side) => Some(side),
        Turn::Chance | Turn::Over => None,
    };
    let mine = actor.is_some_and(|side| session.is_human(side));
    let choices = if mine { choices(session, viewer) } else { Vec::new() };
    let log = session.log();
    let from = log.len().saturating_sub(RECENT);
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
        "handover": Side::ALL.into_iter().all(|side| session.is_human(side)) && session.has_secrets(),
        "openers": G::OPENERS,
        "fights": G::FIGHTS,
        "fight": if mine { json!(session.game().fight()) } else { Value::Null },
        "undo": session.undoable(),
        "settled": if session.undoable() == 0 { session.why_settled() } else { "" },
        "redo": session.redoable(),
        "log": { "from": from, "entries": told(&log[from..]) },
        "actions": log.len(),
    });
    merge(&mut view, extra);
    view
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
    })
}

fn choices<G: Theme>(session: &mut Session<G>, viewer: Side) -> Vec<Value> {
    let legal = session.choices().to_vec();
    let game = session.game();
    let spots = game.spots(&legal);
    legal
        .iter()
        .zip(spots)
        .map(|(&action, spot)| {
            json!({
                "do": game.notation(action),
                "words": game.words(action, viewer),
                "spot": spot,
                "final": session.is_final(action),
            })
        })
        .collect()
}

/// Entries of a log.
pub(super) fn told(entries: &[Entry]) -> Vec<Value> {
    entries.iter().map(|entry| json!({ "side": entry.side.map(Side::name), "words": entry.words })).collect()
}

fn merge(into: &mut Value, from: Value) {
    if let (Value::Object(into), Value::Object(from)) = (into, from) {
        into.extend(from);
    }
}

#[cfg(test)]
mod tests {
    use stavka_engine::armir::Armir;
    use stavka_engine::catalogue::Catalogue as _;
    use stavka_engine::{Dice, Game, View};

    use super::*;

    /// Calls back at positions of a random game.
    fn wander(seed: u64, mut visit: impl FnMut(&Armir, &[<Armir as Game>::Action])) {
        let mut dice = Dice::new(seed);
        let mut game = Armir::new(Armir::load(Armir::embedded()[seed as usize % 2]).expect("it is embedded"));
        let mut legal = Vec::new();
        while game.turn() != Turn::Over {
            game.legal_actions(&mut legal);
            if dice.below(40) == 0 {
                visit(&game, &legal);
            }
            let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
            game.apply(action);
        }
        visit(&game, &[]);
    }

    #[test]
    fn the_view_of_a_side_holds_nothing_that_it_cannot_know() {
        for seed in 0..4 {
            wander(seed, |game, _| {
                for viewer in Side::ALL {
                    let told = position(game, viewer);
                    let other = View::new(game, viewer).determinize(&mut Dice::new(seed));
                    assert_eq!(told, position(&other, viewer));
                    for (key, _) in Armir::OVERLAYS {
                        for side in Side::ALL {
                            assert_eq!(game.overlay(key, side, viewer), other.overlay(key, side, viewer));
                        }
                    }
                }
            });
        }
    }

    #[test]
    fn whatever_is_asked_about_a_position_has_an_answer() {
        let cells = Armir::ground(Armir::load("historical").expect("it is embedded")).cells;
        for seed in 0..2 {
            wander(seed, |game, legal| {
                let spots = game.spots(legal);
                assert_eq!(spots.len(), legal.len());
                for cell in &cells {
                    for action in game.attempts(&cell.name) {
                        // Allowed or refused, but never a panic; what is refused has a rule.
                        let _ = game.check(action);
                    }
                    let odds = game.fight_for(&cell.name);
                    assert!(odds.is_none_or(|odds| odds.falls.len() == usize::from(odds.takes[1])));
                }
                for counter in game.counters(Side::Axis) {
                    let _ = game.supply_of(&counter.id);
                }
                for (key, _) in Armir::OVERLAYS {
                    assert!(Side::ALL.into_iter().all(|side| game.overlay(key, side, Side::Axis).is_some()));
                }
            });
        }
    }

    #[test]
    fn senseless_questions_have_no_answer_and_do_no_harm() {
        let game = Armir::new(Armir::load("historical").expect("it is embedded"));
        for text in ["", "9999", "0000", "Ж", "12061206", "-1"] {
            assert_eq!(game.attempts(text), []);
            assert!(
                game.fight_for(text).is_none() && game.supply_of(text).is_none() && game.overlay(text, Side::Axis, Side::Axis).is_none()
            );
        }
    }
}
