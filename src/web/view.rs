//! What a page may know of a game: the redacted view of one side with the complete list of its choices.

use serde_json::{Value, json};
use stavka_engine::{Outcome, Side, Turn};
use stavka_words::{language, tr, translate};

use super::story::Told;
use crate::origin::Origin;
use crate::render::theme::{Parts, Role, Theme, purpose, undone};
use crate::session::{Entry, Session};

/// Entries of the log that a view carries; the rest is asked for.
const RECENT: usize = 40;

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
        "headings": headings::<G>(),
        "parts": parts::<G>(),
        "language": language().tag(),
        "standing": standing(session, viewer),
        "opened": if mine { opened(session, viewer) } else { Value::Null },
        "fight": if mine { json!(session.game().fight(viewer)) } else { Value::Null },
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
        "works": game.works(),
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

/// The standing answers of the viewer by question, with the hexes that he has named.
fn standing<G: Theme>(session: &Session<G>, viewer: Side) -> Value {
    let kept = session
        .standing(viewer)
        .iter()
        .map(|(key, standing)| ((*key).to_owned(), json!({ "answer": standing.answer, "near": standing.cells })));
    Value::Object(kept.collect())
}

/// For each role the verbs that have it.
fn verbs<G: Theme>() -> Value {
    let of = |role: Role| G::VERBS.iter().filter(|row| row.is(role)).map(|row| row.verb).collect::<Vec<_>>();
    Role::ALL.into_iter().map(|role| (json!(role).as_str().expect("a role is a word").to_owned(), json!(of(role)))).collect()
}

/// The last choice of the viewer if it only began something and can be taken back, such as a unit that has been picked up.
fn opened<G: Theme>(session: &Session<G>, viewer: Side) -> Value {
    let begun = || {
        let at = session.log().len().checked_sub(1).filter(|_| session.undoable() > 0)?;
        let (before, action, _) = session.position_at(at).filter(|(before, ..)| before.turn() == Turn::Player(viewer))?;
        let spot = before.spots(&[action]).pop()?;
        let opens = G::VERBS.iter().any(|row| row.verb == spot.verb && row.is(Role::Opens));
        opens.then(|| json!({ "do": before.notation(action), "spot": spot }))
    };
    begun().unwrap_or_default()
}

/// The headings of the verbs whose choices at one place stand together.
fn headings<G: Theme>() -> Value {
    G::VERBS.iter().filter_map(|row| Some((row.verb.to_owned(), json!(translate(row.heading?))))).collect()
}

/// The messages about what counters consist of.
fn parts<G: Theme>() -> Value {
    let Parts { left, listed, lost, fights } = G::PARTS;
    json!(Parts { left: translate(left), listed: translate(listed), lost: translate(lost), fights: fights.map(translate) })
}

/// The choices of the side to act, what is left undone if it ends the phase instead, and what they are for.
fn choices<G: Theme>(session: &mut Session<G>, viewer: Side) -> (Vec<Value>, Vec<String>, &'static str) {
    let legal = session.choices().to_vec();
    let game = session.game();
    let spots = game.spots(&legal);
    let undone = game.left_over().into_iter().chain(undone::<G>(&spots)).collect();
    let choices = legal
        .iter()
        .zip(&spots)
        .map(|(&action, spot)| {
            let mut choice = json!({ "do": game.notation(action), "words": game.words(action, viewer), "spot": spot });
            // There are hundreds of choices, and most can be taken back.
            if session.is_final(action) {
                choice["final"] = json!(true);
            }
            choice
        })
        .collect();
    (choices, undone, purpose::<G>(&spots))
}

/// Entries of a log. Each has what happened in words; the side that acted, `who` and `phase` are left out where they are nobody's, and the
/// first of each turn has its number.
pub(super) fn told(entries: &[Entry]) -> Vec<Value> {
    let before = std::iter::once(0).chain(entries.iter().map(|entry| entry.turn));
    let one = |(entry, before): (&Entry, u16)| {
        let mut told = json!({ "words": entry.words.here() });
        if entry.turn != before {
            told["turn"] = json!(entry.turn);
        }
        if let Some(side) = entry.side {
            told["side"] = json!(side.name());
            told["who"] = json!(who(side));
        }
        if let Some(side) = entry.phase {
            told["phase"] = json!(side.name());
        }
        told
    };
    entries.iter().zip(before).map(one).collect()
}

/// Who acted, before the words of what was done.
fn who(side: Side) -> String {
    tr!("{side}:", side)
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
    use stavka_words::{Language, speaking};

    use super::*;
    use crate::render::theme::{Lit, Spot};

    /// Calls back at positions of a random game.
    fn wander<G: Theme + Catalogue>(seed: u64, mut visit: impl FnMut(&G, &[G::Action])) {
        let mut dice = Dice::new(seed);
        let mut game = G::new(G::load(G::embedded()[seed as usize % G::embedded().len()]).expect("it is embedded"));
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

    /// Keys of a view whose strings are words for people.
    const TOLD: [&str; 21] = [
        "title",
        "formation",
        "words",
        "prompt",
        "purpose",
        "undone",
        "settled",
        "lines",
        "note",
        "attackers",
        "defenders",
        "absent",
        "notes",
        "what",
        "taken_by",
        "effects",
        "level",
        "summary",
        "outlook",
        "told",
        "short",
    ];

    /// The words of a value of JSON.
    fn told_in(value: &Value, is_told: bool, out: &mut Vec<String>) {
        match value {
            Value::String(text) if is_told => out.push(text.clone()),
            Value::Array(all) => all.iter().for_each(|one| told_in(one, is_told, out)),
            Value::Object(all) => {
                // Phases and tracks are named in words, cells of the map by their numbers.
                let named = all.contains_key("most") || (all.contains_key("side") && all.len() == 2);
                all.iter().for_each(|(key, one)| told_in(one, TOLD.contains(&key.as_str()) || (named && key == "name"), out));
            }
            _ => {}
        }
    }

    /// Words outside of the brackets that messages have in the language of tests, but for names that the data give.
    fn without_a_message(text: &str, names: &[String]) -> Vec<String> {
        let mut outside = stavka_words::outside_of_messages(text);
        for name in names {
            outside = outside.replace(name.as_str(), " ");
        }
        let words = outside
            .split(|letter: char| !letter.is_alphabetic())
            .filter(|word| word.chars().count() > 2 && !word.chars().all(char::is_uppercase));
        words.map(str::to_owned).collect()
    }

    fn is_told_by_messages<G: Theme + Catalogue>(seeds: u64) {
        let scenario = G::load(G::embedded()[0]).expect("it is embedded");
        let cells = G::ground(scenario).cells;
        let names: Vec<String> = {
            let game = G::new(scenario);
            let quoted = |text: &str| text.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("engine/data").join(G::NAME.as_str());
            let files =
                ["units.toml", "map.toml", "tables.toml"].map(|file| std::fs::read_to_string(folder.join(file)).expect("it is there"));
            let mut names: Vec<String> = files
                .iter()
                .flat_map(|text| quoted(text))
                .filter(|name| name.chars().count() > 1 && !name.starts_with(char::is_lowercase))
                .collect();
            names.extend(Side::ALL.into_iter().flat_map(|side| game.counters(side)).map(|counter| counter.id));
            names.sort_by_key(|name| std::cmp::Reverse(name.len()));
            names
        };
        let mut all: Vec<String> = Vec::new();
        for seed in 0..seeds {
            wander::<G>(seed, |game, legal| {
                speaking(Language::Pseudo, || {
                    for viewer in Side::ALL {
                        told_in(&position(game, viewer), false, &mut all);
                        all.extend(legal.iter().map(|&action| game.words(action, viewer)));
                        all.extend(game.status(viewer));
                        all.extend(game.account());
                        all.extend(game.odds(viewer));
                        told_in(&json!(game.fight(viewer)), false, &mut all);
                        all.extend(game.panels(viewer).into_iter().flat_map(|panel| panel.lines));
                        for (key, side) in G::OVERLAYS.iter().flat_map(|row| Side::ALL.map(|side| (row.key, side))) {
                            told_in(&json!(game.overlay(key, side, viewer)), false, &mut all);
                        }
                    }
                    let spots = game.spots(legal);
                    all.extend(undone::<G>(&spots));
                    all.extend(game.left_over());
                    all.push(purpose::<G>(&spots).to_owned());
                    all.push(game.prompt());
                    told_in(&json!(game.focus()), false, &mut all);
                    for table in game.tables() {
                        all.extend([table.title, table.note].into_iter().chain(table.head).chain(table.rows.into_iter().flatten()));
                    }
                    for cell in cells.iter().step_by(5) {
                        let card = game.hex_card(&cell.name).unwrap_or_default();
                        all.extend(card.terrain.into_iter().chain(card.lines));
                        for viewer in Side::ALL {
                            told_in(&json!(game.fight_for(&cell.name, viewer)), false, &mut all);
                        }
                        all.extend(game.attempts(&cell.name).into_iter().filter_map(|action| Some(game.check(action).err()?.to_string())));
                    }
                    for counter in game.counters(Side::Axis) {
                        all.extend(game.counter_overlay(&counter.id, Side::Axis).map(|(words, _)| words));
                    }
                });
                all.sort_unstable();
                all.dedup();
            });
        }
        let ground = speaking(Language::Pseudo, || G::ground(scenario));
        all.push(ground.note.to_owned());
        all.extend(ground.legend.into_iter().map(|row| row.words));
        all.extend(speaking(Language::Pseudo, || {
            let sheet = G::sheet(scenario);
            sheet
                .facts
                .into_iter()
                .flat_map(|(head, text)| [head, text])
                .chain([translate(G::TITLE), translate(&sheet.name), translate(&sheet.description)].map(str::to_owned))
        }));
        for row in G::VERBS {
            let undone = row.undone.into_iter().flatten().chain(row.heading);
            all.extend(speaking(Language::Pseudo, || {
                undone.chain([row.purpose]).map(|words| translate(words).to_owned()).collect::<Vec<_>>()
            }));
        }
        let bare: Vec<String> = all
            .iter()
            .filter_map(|text| Some((text, without_a_message(text, &names))).filter(|(_, bare)| !bare.is_empty()))
            .map(|(text, bare)| format!("{} in {text}\n", bare.join(" ")))
            .collect();
        assert!(bare.is_empty(), "words without a key:\n{}", bare[..bare.len().min(60)].concat());
        let mut untranslated: Vec<&str> =
            all.iter().flat_map(|text| text.split("⟦UNTRANSLATED ").skip(1)).map(|rest| rest.split('⟧').next().unwrap_or(rest)).collect();
        untranslated.sort_unstable();
        untranslated.dedup();
        assert!(untranslated.is_empty(), "keys without Italian: {untranslated:#?}");
    }

    #[test]
    fn every_word_of_a_game_has_a_key_and_an_italian_message() {
        for game in GameName::ALL {
            with_game!(game, G => is_told_by_messages::<G>(6));
        }
    }

    /// What is said to people in a position about its choices, its panels and its tables.
    fn said<G: Theme>(game: &G, legal: &[G::Action]) -> Vec<String> {
        let mut all = vec![game.prompt()];
        for viewer in Side::ALL {
            all.extend(legal.iter().map(|&action| game.words(action, viewer)));
            all.extend(game.status(viewer));
            all.extend(game.panels(viewer).into_iter().flat_map(|panel| panel.lines));
            all.extend(game.odds(viewer));
        }
        all.extend(game.tables().into_iter().flat_map(|table| table.rows.into_iter().flatten()));
        all
    }

    fn counts_one_as_one<G: Theme + Catalogue>() {
        const SEVERAL: [&str; 9] = ["steps", "columns", "boxes", "points", "hexes", "gradini", "colonne", "caselle", "punti"];
        for language in [Language::English, Language::Italian] {
            speaking(language, || {
                for seed in 0..12 {
                    wander::<G>(seed, |game, legal| {
                        for text in said(game, legal) {
                            let words: Vec<&str> = std::iter::once("").chain(text.split_whitespace()).collect();
                            // What is counted out of one is told as what is counted out of several.
                            let wrong = words.windows(3).find(|three| {
                                let is_one = ["1", "-1", "+1"].contains(&three[1].trim_start_matches('('));
                                let noun = three[2].trim_end_matches(|letter: char| !letter.is_alphabetic());
                                is_one && SEVERAL.contains(&noun) && !["of", "su"].contains(&three[0])
                            });
                            assert!(wrong.is_none(), "{text}");
                        }
                    });
                }
            });
        }
    }

    #[test]
    fn one_of_a_thing_is_told_in_the_singular() {
        for game in GameName::ALL {
            with_game!(game, G => counts_one_as_one::<G>());
        }
    }

    fn names_what_is_ended<G: Theme + Catalogue>(closing: &str) {
        let mut dice = Dice::new(7);
        for seed in 0..40 {
            let mut game = G::new(G::load(G::embedded()[seed % 2]).expect("it is embedded"));
            let mut legal = Vec::new();
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                if let Some(&done) = legal.iter().find(|&&action| game.notation(action) == "done") {
                    let words = game.words(done, Side::Axis);
                    assert_ne!(words, "end this step", "{}", game.prompt());
                    let declares = game.prompt().contains("declare attacks");
                    assert!(!declares || words == closing, "{words}: {}", game.prompt());
                }
                let action = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                game.apply(action);
            }
        }
    }

    #[test]
    fn what_ends_a_list_says_what_it_ends() {
        for game in GameName::ALL {
            with_game!(game, G => names_what_is_ended::<G>("end the declaration"));
        }
    }

    #[test]
    fn the_log_names_who_acts_apart_from_what_is_done() {
        let entry =
            Entry { turn: 1, side: Some(Side::Soviet), phase: None, words: stavka_words::Told::by(|| "...".to_owned()), standing: false };
        let [told] = &speaking(Language::Italian, || told(std::slice::from_ref(&entry)))[..] else { panic!("one entry") };
        assert_eq!(told["who"], "Sovietici:");
    }

    fn keeps_its_secrets<G: Theme + Catalogue>(seeds: u64) {
        let cells = G::ground(G::load(G::embedded()[0]).expect("it is embedded")).cells;
        for seed in 0..seeds {
            wander::<G>(seed, |game, _| {
                for viewer in Side::ALL {
                    let told = position(game, viewer);
                    let other = View::new(game, viewer).determinize(&mut Dice::new(seed));
                    assert_eq!(told, position(&other, viewer));
                    assert_eq!(game.fight(viewer), other.fight(viewer));
                    for cell in cells.iter().step_by(7) {
                        assert_eq!(game.hex_card(&cell.name), other.hex_card(&cell.name), "{}", cell.name);
                        assert_eq!(game.fight_for(&cell.name, viewer), other.fight_for(&cell.name, viewer), "{}", cell.name);
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
        let grounds = G::embedded().iter().map(|id| G::ground(G::load(id).expect("it is embedded")));
        let mut cells: Vec<_> = grounds.flat_map(|ground| ground.cells).collect();
        cells.sort_by(|one, other| one.name.cmp(&other.name));
        cells.dedup_by(|one, other| one.name == other.name);
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
                    for odds in Side::ALL.into_iter().filter_map(|viewer| game.fight_for(cell, viewer)) {
                        let mut columns = tables.iter().filter(|table| table.lit == Lit::Column).flat_map(|table| &table.head);
                        assert!(columns.any(|head| *head == odds.column) || odds.column.starts_with("below"), "{}", odds.column);
                        assert_eq!(odds.falls.iter().map(|fall| fall.weight).sum::<u32>(), odds.takes[1], "{odds:?}");
                    }
                }
                for viewer in Side::ALL {
                    let counters = game.counters(viewer);
                    let mut ids: Vec<&str> = counters.iter().map(|counter| counter.id.as_str()).collect();
                    ids.sort_unstable();
                    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "two counters of one name");
                    for counter in &counters {
                        let _ = game.counter_overlay(&counter.id, viewer);
                    }
                    assert!(!game.panels(viewer).is_empty() && !game.status(viewer).is_empty());
                }
                for layer in game.focus() {
                    assert!(layer.cells.iter().all(|cell| known.contains(&cell.as_str())), "{layer:?}");
                }
                let _ = (Side::ALL.map(|viewer| (game.fight(viewer), game.odds(viewer))), game.account());
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
                game.fight_for(text, Side::Axis).is_none()
                    && game.counter_overlay(text, Side::Axis).is_none()
                    && game.overlay(text, Side::Axis, Side::Axis).is_none()
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
