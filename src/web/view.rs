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
        "openers": G::OPENERS,
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
