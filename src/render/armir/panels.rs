//! Tracks, losses, points and arrivals beside the board.

use stavka_engine::armir::{Armir, Formation, Level, ObjectiveSet, Place};
use stavka_engine::{Game as _, Side};

use super::words::{OBJECTIVES, objectives as named_objectives};
use crate::render::Tabletop as _;
use crate::render::theme::{Panel, Track};

/// What lies beside the board, as `viewer` may see it.
pub(super) fn panels(game: &Armir, viewer: Side) -> Vec<Panel> {
    let mut all = vec![tracks(game), points(game, viewer), losses(game), arrivals(game)];
    if game.outcome().is_some() {
        let lines = game.account().iter().map(|line| separated(line)).collect();
        all.insert(0, Panel { title: "Result", tracks: Vec::new(), lines });
    }
    all
}

/// A line of columns as one of phrases.
fn separated(line: &str) -> String {
    let columns: Vec<&str> = line.split("  ").map(str::trim).filter(|column| !column.is_empty()).collect();
    columns.join(": ")
}

fn tracks(game: &Armir) -> Panel {
    let data = game.data();
    let mut tracks = vec![
        Track::new("Turn", i32::from(game.game_turn()), data.turns, format!("{} has the initiative", game.initiative())),
        Track::new("Soviet momentum", game.momentum(), 0, "none left is a Soviet defeat [17]"),
        Track::new("Italian supply points", game.supply_points(), 0, if game.depot() { "the depot stands" } else { "the depot is lost" }),
        Track::new("Chir front", game.chir_box(), data.tables.chir.boxes, format!("strength {} on the track", game.chir_strength())),
        Track::new("Garrison of the airfields", game.garrison(), 0, if game.garrison() == 0 { "taken" } else { "they stand" }),
    ];
    for (army, formation) in Formation::ARMIES.into_iter().enumerate() {
        tracks.push(Track::new(format!("Guns of {}", formation.name()), game.artillery_points(army), 0, "artillery points"));
    }
    let air = game.air_unit().map_or_else(|| "used or none".to_owned(), |side| format!("{side}, ready"));
    Panel { title: "Tracks", tracks, lines: vec![format!("Air unit: {air}")] }
}

/// Points if the game ended now, and what each objective can still bring.
fn points(game: &Armir, viewer: Side) -> Panel {
    let points = game.victory_points();
    let prospects = game.prospects();
    let objectives = &game.data().tables.objectives;
    let needed = objectives.pv_to_win;
    let chosen = game.known_objectives(viewer);
    let over = game.outcome().is_some();
    let mut tracks: Vec<Track> = OBJECTIVES
        .iter()
        .zip(prospects)
        .enumerate()
        .map(|(index, (name, prospect))| {
            let counts = match chosen {
                Some(set) if set.has(1 << index) => "counts",
                Some(_) => "not chosen",
                None => "if chosen",
            };
            let note = match prospect.next {
                _ if over => counts.to_owned(),
                None => format!("{counts}; no more to be had"),
                Some(gain) => format!("{counts}; {} for {:+}", missing(index, gain.missing), gain.points),
            };
            Track::new(format!("{} {name}", index + 1), prospect.now, if over { 0 } else { prospect.best }, note)
        })
        .collect();
    if points.hq_penalty != 0 {
        tracks.push(Track::new("Soviet HQs eliminated", -points.hq_penalty, 0, "taken off [17.1.3]"));
    }
    let mut lines = vec![format!("Stars held by the Soviets: {}. Corps destroyed: {}.", points.stars, points.corps_destroyed)];
    match chosen {
        _ if over => {}
        Some(set) => {
            let total = points.total(set);
            let best: i16 = prospects.iter().enumerate().filter(|(index, _)| set.has(1 << index)).map(|(_, prospect)| prospect.best).sum();
            lines.push(format!("Objectives: {}.", named_objectives(set)));
            lines.push(format!(
                "If the game ended now: {}, with {total} of the {needed} points that the Soviets need; at most {} can be had [17.2].",
                game.level_with(set).name(),
                best - points.hq_penalty
            ));
        }
        None => {
            let sets: Vec<ObjectiveSet> = ObjectiveSet::choices(objectives.least).collect();
            let won = sets.iter().filter(|&&set| game.level_with(set) == Level::SovietVictory).count();
            lines.push(format!(
                "The Soviets keep their objectives secret and need {needed} points of those they chose. If the game ended now, {won} of \
                 the {} possible choices would win [17.2].",
                sets.len()
            ));
        }
    }
    Panel { title: if over { "Victory points" } else { "Victory points: now, and at most" }, tracks, lines }
}

/// What is still to be done for the next point of an objective.
fn missing(objective: usize, count: u8) -> String {
    let many = |one: &str, more: &str| format!("{count} {} more", if count == 1 { one } else { more });
    match objective {
        0 if count == 0 => "the last box".to_owned(),
        0 => many("box", "boxes"),
        1 => format!("a garrison of {count} to beat"),
        2 => many("corps", "corps"),
        _ => many("star", "stars"),
    }
}

fn losses(game: &Armir) -> Panel {
    let tracks = Formation::LINE_CORPS
        .into_iter()
        .enumerate()
        .map(|(corps, formation)| {
            let (lost, all) = game.corps_losses(corps);
            let note = if game.is_destroyed(corps) { "destroyed" } else { "destroyed past half" };
            Track::new(formation.name(), lost, all, note)
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
