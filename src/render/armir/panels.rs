//! Tracks, losses, points and arrivals beside the board.

use stavka_engine::armir::{Armir, Formation, Place};
use stavka_engine::{Game as _, Side};

use super::sheet;
use super::words::{OBJECTIVES, objectives};
use crate::render::theme::{Panel, Track};

/// What lies beside the board, as `viewer` may see it.
pub(super) fn panels(game: &Armir, viewer: Side) -> Vec<Panel> {
    let mut all = vec![tracks(game), points(game, viewer), losses(game), arrivals(game)];
    if game.outcome().is_some() {
        let lines = sheet::account(game).iter().map(|line| separated(line)).collect();
        all.insert(0, Panel { title: "Result", tracks: Vec::new(), lines });
    }
    all
}

/// A line of columns as one of phrases.
fn separated(line: &str) -> String {
    let columns: Vec<&str> = line.split("  ").map(str::trim).filter(|column| !column.is_empty()).collect();
    columns.join(": ")
}

fn track(name: impl Into<String>, value: impl Into<i32>, most: impl Into<i32>, note: impl Into<String>) -> Track {
    Track { name: name.into(), value: value.into(), most: most.into(), note: note.into() }
}

fn tracks(game: &Armir) -> Panel {
    let data = game.data();
    let mut tracks = vec![
        track("Turn", i32::from(game.game_turn()), data.turns, format!("{} has the initiative", game.initiative())),
        track("Soviet momentum", game.momentum(), 0, "none left is a Soviet defeat [17]"),
        track("Italian supply points", game.supply_points(), 0, if game.depot() { "the depot stands" } else { "the depot is lost" }),
        track("Chir front", game.chir_box(), data.tables.chir.boxes, format!("strength {} on the track", game.chir_strength())),
        track("Garrison of the airfields", game.garrison(), 0, if game.garrison() == 0 { "taken" } else { "they stand" }),
    ];
    for (army, formation) in Formation::ARMIES.into_iter().enumerate() {
        tracks.push(track(format!("Guns of {}", formation.name()), game.artillery_points(army), 0, "artillery points"));
    }
    let air = game.air_unit().map_or_else(|| "used or none".to_owned(), |side| format!("{side}, ready"));
    Panel { title: "Tracks", tracks, lines: vec![format!("Air unit: {air}")] }
}

fn points(game: &Armir, viewer: Side) -> Panel {
    let points = game.victory_points();
    let needed = game.data().tables.objectives.pv_to_win;
    let chosen = game.known_objectives(viewer);
    let mut tracks: Vec<Track> = OBJECTIVES
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let note = match chosen {
                Some(set) if set.has(1 << index) => "an objective",
                Some(_) => "not chosen",
                None => "if it is an objective",
            };
            track(format!("{} {name}", index + 1), i32::from(points.objectives[index]), 0, note)
        })
        .collect();
    tracks.push(track("Stars held by the Soviets", points.stars, 0, ""));
    let mut lines = Vec::new();
    if points.hq_penalty != 0 {
        lines.push(format!("{} for Soviet HQs eliminated [17.1.3]", -points.hq_penalty));
    }
    match chosen {
        Some(set) => lines.push(format!("Objectives: {}. Points now {}, needed {needed} [17.2]", objectives(set), points.total(set))),
        None => lines.push(format!("The Soviets keep their objectives secret and need {needed} points of those they chose [17.1]")),
    }
    Panel { title: "Victory points now", tracks, lines }
}

fn losses(game: &Armir) -> Panel {
    let tracks = Formation::LINE_CORPS
        .into_iter()
        .enumerate()
        .map(|(corps, formation)| {
            let (lost, all) = game.corps_losses(corps);
            let note = if game.is_destroyed(corps) { "destroyed" } else { "destroyed past half" };
            track(formation.name(), lost, all, note)
        })
        .collect();
    let gone: Vec<String> = Side::ALL
        .into_iter()
        .filter_map(|side| {
            let names: Vec<&str> = game
                .data()
                .counters(side)
                .filter(|(unit, _)| game.place(*unit) == Place::ELIMINATED)
                .map(|(_, counter)| counter.id.as_str())
                .collect();
            (!names.is_empty()).then(|| format!("{side} counters eliminated: {}", names.join(", ")))
        })
        .collect();
    Panel { title: "Steps lost", tracks, lines: gone }
}

fn arrivals(game: &Armir) -> Panel {
    let data = game.data();
    let waiting = data.arrivals.iter().filter(|arrival| game.place(arrival.unit) == Place::RESERVE);
    let mut lines: Vec<String> =
        waiting.map(|arrival| format!("turn {}: {} at {}", arrival.turn, data.unit(arrival.unit).id, game.hex_name(arrival.hex))).collect();
    if lines.is_empty() {
        lines.push("none to come".to_owned());
    }
    Panel { title: "Reinforcements", tracks: Vec::new(), lines }
}
