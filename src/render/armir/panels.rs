//! Tracks, losses, points and arrivals beside the board.

use stavka_engine::armir::{Armir, Formation, Level, ObjectiveSet, Place};
use stavka_engine::{Game as _, Side};
use stavka_words::{tr, translate};

use super::words::{OBJECTIVES, objectives as named_objectives};
use crate::Tabletop as _;
use crate::theme::{Panel, Track};

/// What lies beside the board, as `viewer` may see it.
pub(super) fn panels(game: &Armir, viewer: Side) -> Vec<Panel> {
    let mut all = vec![tracks(game), points(game, viewer), losses(game), arrivals(game)];
    if game.outcome().is_some() {
        let lines = game.account().iter().map(|line| separated(line)).collect();
        all.insert(0, Panel { title: tr!("Result"), tracks: Vec::new(), lines });
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
        Track::new(
            tr!("Turn"),
            i32::from(game.game_turn()),
            data.turns,
            tr!("{initiative} has the initiative", initiative = game.initiative()),
        ),
        Track::new(tr!("Soviet momentum"), game.momentum(), 0, tr!("none left is a Soviet defeat [17]")),
        Track::new(
            tr!("Italian supply points"),
            game.supply_points(),
            0,
            if game.depot() { tr!("the depot stands") } else { tr!("the depot is lost") },
        ),
        Track::new(
            tr!("Chir front"),
            game.chir_box(),
            data.tables.chir.boxes,
            tr!("strength {chir_strength} on the track", chir_strength = game.chir_strength()),
        ),
        Track::new(
            tr!("Garrison of the airfields"),
            game.garrison(),
            0,
            if game.garrison() == 0 { tr!("taken") } else { tr!("they stand") },
        ),
    ];
    for (army, formation) in Formation::ARMIES.into_iter().enumerate() {
        tracks.push(Track::new(
            tr!("Guns of {formation}", formation = translate(formation.name())),
            game.artillery_points(army),
            0,
            tr!("artillery points"),
        ));
    }
    let air = game.air_unit().map_or_else(|| tr!("used or none").to_owned(), |side| tr!("{side}, ready", side));
    Panel { title: tr!("Tracks"), tracks, lines: vec![tr!("Air unit: {air}", air)] }
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
                Some(set) if set.has(1 << index) => tr!("counts"),
                Some(_) => tr!("not chosen"),
                None => tr!("if chosen"),
            };
            let note = match prospect.next {
                _ if over => counts.to_owned(),
                None => tr!("{counts}; no more to be had", counts),
                Some(gain) => tr!(
                    "{counts}; {missing} for {points}",
                    counts,
                    missing = missing(index, gain.missing),
                    points = format_args!("{:+}", gain.points)
                ),
            };
            Track::new(format!("{} {}", index + 1, translate(name)), prospect.now, if over { 0 } else { prospect.best }, note)
        })
        .collect();
    if points.hq_penalty != 0 {
        tracks.push(Track::new(tr!("Soviet HQs eliminated"), -points.hq_penalty, 0, tr!("taken off [17.1.3]")));
    }
    let mut lines = vec![tr!(
        "Stars held by the Soviets: {stars}. Corps destroyed: {corps_destroyed}.",
        stars = points.stars,
        corps_destroyed = points.corps_destroyed
    )];
    match chosen {
        _ if over => {}
        Some(set) => {
            let total = points.total(set);
            let best: i16 = prospects.iter().enumerate().filter(|(index, _)| set.has(1 << index)).map(|(_, prospect)| prospect.best).sum();
            lines.push(tr!("Objectives: {objectives}.", objectives = named_objectives(set)));
            lines.push(tr!("If the game ended now: {level}, with {total} of the {needed} points that the Soviets need; at most {best} can be had [17.2].", level = translate(game.level_with(set).name()), total, needed, best = best - points.hq_penalty));
        }
        None => {
            let sets: Vec<ObjectiveSet> = ObjectiveSet::choices(objectives.least).collect();
            let won = sets.iter().filter(|&&set| game.level_with(set) == Level::SovietVictory).count();
            lines.push(tr!(
                "The Soviets keep their objectives secret and need {needed} points of those they chose. If the game ended now, {won} of \
                 the {sets} possible choices would win [17.2].",
                needed,
                won,
                sets = sets.len()
            ));
        }
    }
    Panel { title: if over { tr!("Victory points") } else { tr!("Victory points: now, and at most") }, tracks, lines }
}

/// What is still to be done for the next point of an objective.
fn missing(objective: usize, count: u8) -> String {
    let many = |one: &str, more: String| if count == 1 { one.to_owned() } else { more };
    match objective {
        0 if count == 0 => tr!("the last box").to_owned(),
        0 => many(tr!("1 box more"), tr!("{count} boxes more", count)),
        1 => tr!("a garrison of {count} to beat", count),
        2 => many(tr!("1 corps more"), tr!("{count} corps more", count)),
        _ => many(tr!("1 star more"), tr!("{count} stars more", count)),
    }
}

fn losses(game: &Armir) -> Panel {
    let tracks = Formation::LINE_CORPS
        .into_iter()
        .enumerate()
        .map(|(corps, formation)| {
            let (lost, all) = game.corps_losses(corps);
            let note = if game.is_destroyed(corps) { tr!("destroyed") } else { tr!("destroyed past half") };
            Track::new(translate(formation.name()), lost, all, note)
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
            (!names.is_empty()).then(|| tr!("{side} counters eliminated: {names}", side, names = names.join(", ")))
        })
        .collect();
    Panel { title: tr!("Steps lost"), tracks, lines: gone }
}

fn arrivals(game: &Armir) -> Panel {
    let data = game.data();
    let waiting = data.arrivals.iter().filter(|arrival| game.place(arrival.unit) == Place::RESERVE);
    let mut lines: Vec<String> = waiting
        .map(|arrival| {
            tr!("turn {turn}: {unit} at {hex}", turn = arrival.turn, unit = data.unit(arrival.unit).id, hex = game.hex_name(arrival.hex))
        })
        .collect();
    if lines.is_empty() {
        lines.push(tr!("none to come").to_owned());
    }
    Panel { title: tr!("Reinforcements"), tracks: Vec::new(), lines }
}
