//! Tracks, counters, scenarios and the final account in words.

use std::fmt::Write as _;

use stavka_engine::east_front::{Data, EastFront};
use stavka_engine::{Game as _, Side};

use super::{counters, panels};
use crate::render::theme::Counter;
use crate::render::{Ink, ScenarioSheet, Tone};

/// Tracks and markers as one side may see them, a line for each panel of the board.
pub(super) fn status(game: &EastFront, viewer: Side) -> Vec<String> {
    let mut lines = Vec::new();
    for panel in panels::panels(game, viewer) {
        // Of an empty box nothing needs to be said in a line.
        let tracks = panel.tracks.into_iter().filter(|track| track.value != 0 || track.most != 0 || !track.note.is_empty()).map(|track| {
            let most = if track.most > 0 { format!(" of {}", track.most) } else { String::new() };
            let note = if track.note.is_empty() { String::new() } else { format!(" ({})", track.note) };
            format!("{} {}{most}{note}", track.name, track.value)
        });
        let parts: Vec<String> = tracks.chain(panel.lines).collect();
        lines.push(format!("{}: {}", panel.title, parts.join("; ")));
    }
    lines
}

/// Counters by kind and side, those that match every word of the filter. The side to act sees its own secrets.
pub(super) fn roster(game: &EastFront, filter: &str, ink: Ink) -> String {
    let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
    let viewer = match game.turn() {
        stavka_engine::Turn::Player(side) => side,
        stavka_engine::Turn::Chance | stavka_engine::Turn::Over => Side::Axis,
    };
    let all = counters::counters(game, viewer);
    let mut formations: Vec<&str> = Vec::new();
    for counter in &all {
        if !formations.contains(&counter.formation) {
            formations.push(counter.formation);
        }
    }
    let mut text = String::new();
    for formation in formations {
        let lines: Vec<(Side, String)> = all
            .iter()
            .filter(|counter| counter.formation == formation)
            .map(|counter| (counter.side, line(counter)))
            .filter(|(_, line)| {
                let searched = format!("{formation} {line}").to_lowercase();
                words.iter().all(|word| searched.contains(word.as_str()))
            })
            .collect();
        if let Some((side, _)) = lines.first() {
            let tone = if *side == Side::Axis { Tone::Axis } else { Tone::Soviet };
            let _ = writeln!(text, "{}", ink.paint(tone, formation));
            text.extend(lines.into_iter().map(|(_, line)| format!("  {line}\n")));
        }
    }
    if text.is_empty() {
        text = format!("no counter matches {filter:?}\n");
    }
    text
}

fn line(counter: &Counter) -> String {
    let steps = if counter.steps[1] > 1 { format!("{}/{}", counter.steps[0], counter.steps[1]) } else { String::new() };
    format!("{:<14} {:<9} {steps:<4} {:<18} {}", counter.id, counter.values, counter.place, counter.title)
}

/// Result and what it rests on [PB 10.15].
pub(super) fn account(game: &EastFront) -> Vec<String> {
    let Some(outcome) = game.outcome() else {
        return vec!["the game is not over".into()];
    };
    let script = &game.data().script;
    let mut lines = vec![format!("{} after turn {}", outcome.level, script.turns[usize::from(game.game_turn()) - 1].number)];
    for &hex in &script.objectives {
        lines.push(format!("{}: {}", game.hex_name(hex), game.controller(hex)));
    }
    lines.push(format!("Objectives held by the Axis: {} of {} [PB 10.15]", game.objectives_held(), script.objectives.len()));
    lines.push(format!("Axis steps lost: {}, allowed {} [PB 10.15]", game.steps_lost(Side::Axis), script.axis_steps_allowed));
    lines.push(format!("Soviet steps lost: {}", game.steps_lost(Side::Soviet)));
    lines
}

/// What a scenario is about.
pub(super) fn scenario(data: &Data) -> ScenarioSheet {
    let script = &data.script;
    let grid = &data.map.grid;
    let fact = |name: &str, text: String| (name.to_owned(), text);
    let hexes = |hexes: &mut dyn Iterator<Item = stavka_engine::hex::Hex>| {
        hexes.map(|hex| grid.name(hex).to_string()).collect::<Vec<_>>().join(", ")
    };
    let dates: Vec<&str> = script.turns.iter().map(|turn| turn.date.as_str()).collect();
    let arrivals: Vec<String> = script
        .reinforcements
        .iter()
        .map(|arrival| {
            let steps = if arrival.steps == 1 { "1 step".to_owned() } else { format!("{} steps", arrival.steps) };
            format!("turn {} {} at {} ({steps})", arrival.turn, data.unit(arrival.unit).id, grid.name(arrival.hex))
        })
        .collect();
    let air = Side::ALL.map(|side| data.air_units(side).count());
    ScenarioSheet {
        id: script.id.clone(),
        name: script.name.clone(),
        description: script.description.clone(),
        turns: script.turns.len() as u16,
        data: format!("{:016x}", data.fingerprint()),
        facts: vec![
            fact("dates", dates.join("; ")),
            fact("counters", format!("{} on the map, {} Axis and {} Soviet air units", script.placements.len(), air[0], air[1])),
            fact(
                "to win",
                format!(
                    "the Axis holds {} with at most {} steps lost",
                    hexes(&mut script.objectives.iter().copied()),
                    script.axis_steps_allowed
                ),
            ),
            fact("strongpoints", hexes(&mut Side::ALL.iter().flat_map(|side| script.strongpoints[side.index()].iter().copied()))),
            fact("fortified lines", hexes(&mut data.map.lines.iter().map(|line| line.owner))),
            fact("reinforcements", arrivals.join("; ")),
        ],
    }
}
