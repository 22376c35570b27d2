//! What the board tells of positions of random games: nothing that a side cannot know, an answer to every question, every word with a message.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use stavka_engine::blocks_in_the_east::{Action, BlocksInTheEast};
use stavka_engine::catalogue::Catalogue as _;
use stavka_engine::{Dice, Game as _, Notation as _, Side, Turn, View};
use stavka_words::{Language, outside_of_messages, speaking, translate};

use super::walks::random_games;
use crate::theme::{Lit, Overlay, Role, Theme, purpose, undone};

/// Calls back at positions of a random game of each scenario.
fn wander(seed: u64, mut visit: impl FnMut(&BlocksInTheEast, &[Action])) {
    let mut battles = 0;
    random_games(seed, |game, legal, dice| {
        // Battles are short, and are looked at more often.
        let wanted = if game.battle_report().is_some() { 8 } else { 60 };
        battles += u32::from(game.battle_report().is_some());
        if game.turn() == Turn::Over || dice.below(wanted) == 0 {
            visit(game, legal);
        }
    });
    assert!(battles > 0, "battles are fought");
}

fn told(game: &BlocksInTheEast, viewer: Side) -> Value {
    json!([game.counters(viewer), game.front(), game.focus(), game.panels(viewer), game.phases().0, game.fight(viewer)])
}

#[test]
fn the_board_of_a_side_holds_nothing_that_it_cannot_know() {
    wander(1, |game, legal| {
        let cells: Vec<String> = game.data().map.hexes().map(|hex| game.data().map.name(hex)).collect();
        for viewer in Side::ALL {
            let other = View::new(game, viewer).determinize(&mut Dice::new(1));
            assert_eq!(told(game, viewer), told(&other, viewer));
            for cell in cells.iter().step_by(13) {
                assert_eq!(game.hex_card(cell), other.hex_card(cell), "{cell}");
            }
            for cell in game.battles().iter().map(|hex| game.data().map.name(hex)) {
                assert_eq!(game.fight_for(&cell, viewer), other.fight_for(&cell, viewer), "{cell}");
            }
            for (key, side) in BlocksInTheEast::OVERLAYS.iter().flat_map(|row| Side::ALL.map(|side| (row.key, side))) {
                assert_eq!(game.overlay(key, side, viewer), other.overlay(key, side, viewer), "{key}");
            }
            for counter in game.counters(viewer) {
                assert_eq!(game.counter_overlay(&counter.id, viewer), other.counter_overlay(&counter.id, viewer), "{}", counter.id);
            }
            if game.turn() == Turn::Player(viewer) {
                assert_eq!(game.spots(legal), other.spots(legal));
            }
        }
    });
}

#[test]
fn no_name_of_a_hidden_unit_is_on_the_board_of_the_other_side() {
    wander(7, |game, _| {
        let data = game.data();
        for viewer in Side::ALL {
            let text = told(game, viewer).to_string();
            let enemy = viewer.opponent();
            for (unit, known) in data.units(enemy).filter(|&(unit, _)| game.is_hidden(unit)) {
                assert!(!text.contains(&format!("\"{}\"", known.id)), "{} is told", known.id);
                assert!(game.counter_overlay(&known.id, viewer).is_none());
                assert!(game.place(unit).hex().is_some(), "{} is hidden off the map", known.id);
            }
        }
    });
}

#[test]
fn whatever_is_asked_about_a_position_has_an_answer() {
    let known: BTreeSet<String> = BlocksInTheEast::embedded()
        .iter()
        .flat_map(|id| BlocksInTheEast::ground(BlocksInTheEast::load(id).expect("it is embedded")).cells)
        .map(|cell| cell.name)
        .collect();
    wander(3, |game, legal| {
        let spots = game.spots(legal);
        assert_eq!(spots.len(), legal.len());
        for (spot, &action) in spots.iter().zip(legal) {
            let on_map = [&spot.from, &spot.to].into_iter().flatten().all(|cell| known.contains(cell));
            assert!(on_map, "{spot:?} of {}", game.notation(action));
            let row = BlocksInTheEast::VERBS.iter().find(|row| row.verb == spot.verb);
            let speaks = row.is_some_and(|row| row.is(Role::Closes) || row.purpose.ends_with('.'));
            assert!(game.turn() == Turn::Chance || speaks, "a kind of choice without a row: {spot:?}");
        }
        let tables = game.tables();
        assert!(tables.iter().all(|table| table.rows.iter().all(|row| row.len() == table.head.len())), "a cell for each head");
        let heads: Vec<&String> = tables.iter().filter(|table| table.lit == Lit::Column).flat_map(|table| &table.head).collect();
        let rows: BTreeSet<&String> =
            tables.iter().filter(|table| table.lit == Lit::Rows).flat_map(|table| &table.rows).map(|row| &row[0]).collect();
        for cell in known.iter().step_by(5) {
            if let Some(card) = game.hex_card(cell) {
                assert!(!card.terrain.is_empty() && card.terrain.iter().all(|name| rows.contains(name)), "{cell}: {:?}", card.terrain);
            }
            for action in game.attempts(cell) {
                let _ = game.check(action);
            }
        }
        let battles = game.battles();
        let possible = battles.iter().flat_map(|hex| Side::ALL.map(|viewer| game.fight_for(&game.data().map.name(hex), viewer))).flatten();
        for odds in possible.chain(Side::ALL.into_iter().filter_map(|viewer| game.fight(viewer))) {
            assert!(heads.contains(&&odds.column), "{}", odds.column);
            assert_eq!(odds.falls.iter().map(|fall| fall.weight).sum::<u32>(), odds.takes[1], "{odds:?}");
        }
        for layer in game.focus() {
            assert!(layer.cells.iter().all(|cell| known.contains(cell)), "{layer:?}");
        }
        for viewer in Side::ALL {
            let counters = game.counters(viewer);
            let ids: BTreeSet<&str> = counters.iter().map(|counter| counter.id.as_str()).collect();
            assert_eq!(ids.len(), counters.len(), "two blocks of one name");
            for (key, side) in BlocksInTheEast::OVERLAYS.iter().flat_map(|row| Side::ALL.map(|side| (row.key, side))) {
                let Some(Overlay { layers, .. }) = game.overlay(key, side, viewer) else { panic!("{key} is there") };
                assert!(layers.iter().flat_map(|layer| &layer.cells).all(|cell| known.contains(cell)), "{key}");
            }
        }
        let (phases, at) = game.phases();
        assert!(at < phases.len());
    });
}

#[test]
fn senseless_questions_have_no_answer_and_do_no_harm() {
    let game = BlocksInTheEast::new(BlocksInTheEast::load("towards-leningrad").expect("it is embedded"));
    for text in ["", "9999", "0000", "Ж", "12061206", "-1"] {
        assert_eq!(game.attempts(text), []);
        assert!(game.fight_for(text, Side::Axis).is_none() && game.hex_card(text).is_none());
        assert!(game.counter_overlay(text, Side::Axis).is_none() && game.overlay(text, Side::Axis, Side::Axis).is_none());
    }
}

/// The strings under keys that are words for people.
fn words_in(value: &Value, is_told: bool, out: &mut BTreeSet<String>) {
    const TOLD: [&str; 14] = [
        "title",
        "formation",
        "lines",
        "note",
        "attackers",
        "defenders",
        "notes",
        "what",
        "summary",
        "outlook",
        "told",
        "short",
        "taken_by",
        "parts",
    ];
    match value {
        Value::String(text) if is_told => {
            out.insert(text.clone());
        }
        Value::Array(all) => all.iter().for_each(|one| words_in(one, is_told, out)),
        Value::Object(all) => all.iter().for_each(|(key, one)| words_in(one, TOLD.contains(&key.as_str()), out)),
        _ => {}
    }
}

#[test]
fn every_word_of_the_board_has_a_message_in_italian() {
    let mut all = BTreeSet::new();
    wander(11, |game, legal| {
        speaking(Language::Pseudo, || {
            for viewer in Side::ALL {
                words_in(&told(game, viewer), false, &mut all);
                for (key, side) in BlocksInTheEast::OVERLAYS.iter().flat_map(|row| Side::ALL.map(|side| (row.key, side))) {
                    words_in(&json!(game.overlay(key, side, viewer)), false, &mut all);
                }
                for hex in game.battles().iter() {
                    words_in(&json!(game.fight_for(&game.data().map.name(hex), viewer)), false, &mut all);
                }
                for counter in game.counters(viewer).iter().step_by(9) {
                    all.extend(game.counter_overlay(&counter.id, viewer).map(|(words, _)| words));
                }
            }
            let spots = game.spots(legal);
            all.extend(undone::<BlocksInTheEast>(&spots));
            all.extend(game.left_over());
            all.insert(purpose::<BlocksInTheEast>(&spots).to_owned());
            all.extend(game.phases().0.into_iter().map(|cell| cell.name.to_owned()));
            for table in game.tables() {
                all.extend([table.title, table.note].into_iter().chain(table.head).chain(table.rows.into_iter().flatten()));
            }
            for cell in game.data().map.hexes().step_by(17) {
                let card = game.hex_card(&game.data().map.name(cell)).unwrap_or_default();
                all.extend(card.terrain.into_iter().chain(card.lines));
            }
        });
    });
    speaking(Language::Pseudo, || {
        for id in BlocksInTheEast::embedded() {
            let ground = BlocksInTheEast::ground(BlocksInTheEast::load(id).expect("it is embedded"));
            all.insert(ground.note.to_owned());
            all.extend(ground.legend.into_iter().map(|row| row.words));
        }
        all.extend(BlocksInTheEast::OVERLAYS.iter().map(|row| translate(row.title).to_owned()));
        all.extend(BlocksInTheEast::COUNTER_WORDS.iter().map(|word| translate(word).to_owned()));
        for row in BlocksInTheEast::VERBS {
            let undone = row.undone.into_iter().flatten().chain(row.heading).chain([row.purpose]);
            all.extend(undone.filter(|words| !words.is_empty()).map(|words| translate(words).to_owned()));
        }
    });
    let missing: BTreeSet<&str> =
        all.iter().flat_map(|text| text.split("⟦UNTRANSLATED ").skip(1)).map(|rest| rest.split('⟧').next().unwrap_or(rest)).collect();
    assert!(missing.is_empty(), "keys without Italian: {missing:#?}");
    // What stands outside of messages is names of places and units alone.
    let bare: BTreeSet<String> = all
        .iter()
        .flat_map(|text| {
            let outside = outside_of_messages(text);
            let words = outside.split(|letter: char| !letter.is_alphabetic()).map(str::to_owned).collect::<Vec<_>>();
            words.into_iter().filter(|word| word.chars().count() > 2 && word.chars().next().is_some_and(char::is_lowercase))
        })
        .collect();
    assert!(bare.is_empty(), "words without a key: {bare:#?}");
}
