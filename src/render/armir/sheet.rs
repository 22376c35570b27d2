//! Tracks, counters, scenarios and the final account in words.

use std::fmt::Write as _;

use stavka_engine::armir::{Armir, Class, Data, Formation, Place, SetUp, UnitId};
use stavka_engine::{Game as _, Side};

use super::words::{OBJECTIVES, objectives, place};
use crate::render::{Ink, ScenarioSheet, Tone};

/// Turn, tracks and losses as one side may see them.
pub(super) fn status(game: &Armir, viewer: Side) -> Vec<String> {
    let data = game.data();
    let points = game.victory_points();
    let air = game.air_unit().map_or("used or none", Side::name);
    let artillery: Vec<String> =
        Formation::ARMIES.iter().enumerate().map(|(slot, army)| format!("{} {}", army.name(), game.artillery_points(slot))).collect();
    let losses: Vec<String> = Formation::LINE_CORPS
        .iter()
        .enumerate()
        .map(|(corps, formation)| {
            let (lost, all) = game.corps_losses(corps);
            let destroyed = if game.is_destroyed(corps) { " destroyed" } else { "" };
            format!("{} {lost}/{all}{destroyed}", formation.name())
        })
        .collect();
    let mut lines = vec![
        format!(
            "Turn {} of {}, {}; the {} have the initiative",
            game.game_turn(),
            data.turns,
            game.phase_name(),
            people(game.initiative())
        ),
        format!("Soviet momentum {}; stars {}; artillery points: {}; air unit: {air}", game.momentum(), points.stars, artillery.join(", ")),
        format!("Italian supply points {}; depot at Kantemirovka {}", game.supply_points(), if game.depot() { "stands" } else { "lost" }),
        format!(
            "Chir front box {} of {} (strength {}); garrison of the airfields {}",
            game.chir_box(),
            data.tables.chir.boxes,
            game.chir_strength(),
            if game.garrison() == 0 { "beaten".to_owned() } else { game.garrison().to_string() }
        ),
        format!("Steps lost: {}", losses.join(", ")),
    ];
    if let Some(chosen) = game.known_objectives(viewer) {
        lines.push(format!(
            "Objectives: {}; points now {}, needed {}",
            objectives(chosen),
            points.total(chosen),
            data.tables.objectives.pv_to_win
        ));
    }
    lines
}

fn people(side: Side) -> &'static str {
    match side {
        Side::Axis => "Axis",
        Side::Soviet => "Soviets",
    }
}

/// Counters by formation, those that match every word of the filter.
pub(super) fn roster(game: &Armir, filter: &str, ink: Ink) -> String {
    let data = game.data();
    let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
    let mut text = String::new();
    for side in Side::ALL {
        let tone = if side == Side::Axis { Tone::Axis } else { Tone::Soviet };
        for formation in Armir::formations(side) {
            let lines: Vec<String> = data
                .counters(side)
                .filter(|(_, unit)| unit.formation == formation)
                .map(|(unit, _)| unit_line(game, unit))
                .filter(|line| {
                    let searched = format!("{} {side} {line}", formation.name()).to_lowercase();
                    words.iter().all(|word| searched.contains(word.as_str()))
                })
                .collect();
            if !lines.is_empty() {
                let _ = writeln!(text, "{}", ink.paint(tone, &format!("{side}: {}", formation.name())));
                text.extend(lines.into_iter().map(|line| format!("  {line}\n")));
            }
        }
    }
    if text.is_empty() {
        text = format!("no counter matches {filter:?}\n");
    }
    text
}

fn unit_line(game: &Armir, unit: UnitId) -> String {
    let counter = game.data().unit(unit);
    let gone = matches!(game.place(unit), Place::ELIMINATED | Place::WITHDRAWN | Place::RESERVE);
    let values = if gone { counter.id.clone() } else { game.unit_name(unit) };
    let mut notes = String::new();
    for (holds, note) in [
        (game.is_out_of_supply(unit), "out of supply"),
        (game.is_disorganised(unit), "disorganised"),
        (game.has_moved(unit), "moved"),
        (counter.class == Class::Combat && !gone && game.steps(unit) < counter.steps, "reduced"),
    ] {
        if holds {
            notes.push_str("; ");
            notes.push_str(note);
        }
    }
    format!("{values:<42} {:<24} {}{notes}", place(game, unit), counter.name)
}

/// Result and points, itemised [17].
pub(super) fn account(game: &Armir) -> Vec<String> {
    let Some(outcome) = game.outcome() else {
        return vec!["the game is not over".into()];
    };
    let points = game.victory_points();
    let needed = game.data().tables.objectives.pv_to_win;
    let mut lines = vec![format!("{} after turn {}", outcome.level, game.game_turn())];
    let Some(chosen) = game.known_objectives(Side::Soviet) else {
        lines.push("the objectives had not been chosen".into());
        return lines;
    };
    let details = [
        format!("Chir front in box {} of {}", game.chir_box(), game.data().tables.chir.boxes),
        if game.garrison() == 0 {
            "the airfields are taken".to_owned()
        } else {
            format!("the airfields stand, garrison {}", game.garrison())
        },
        format!("{} corps destroyed, the 8th Army HQ counted as one", points.corps_destroyed),
        format!("stars worth {} held", points.stars),
    ];
    for (index, (name, detail)) in OBJECTIVES.iter().zip(details).enumerate() {
        let counted = if chosen.has(1 << index) { format!("{:+}", points.objectives[index]) } else { "not chosen".into() };
        lines.push(format!("  objective {} {name:<20} {counted:>10}   {detail} [17.1.1.{}]", index + 1, index + 1));
    }
    if points.hq_penalty != 0 {
        lines.push(format!("  Soviet HQs eliminated {:>20}   [17.1.3]", format!("{:+}", -points.hq_penalty)));
    }
    lines.push(format!("  Soviet victory points {:>20}   needed {needed} [17.2]", points.total(chosen)));
    lines.push(format!("  Soviet momentum       {:>20}   nothing left is a defeat [17]", game.momentum()));
    lines
}

/// What a scenario is about.
pub(super) fn scenario(data: &Data) -> ScenarioSheet {
    let start = &data.start;
    let weather = &data.weather;
    let set_up = match &data.set_up {
        SetUp::Fixed(places, _) => format!("fixed, {} counters placed", places.len()),
        SetUp::Free => "free, both players place their counters [18]".into(),
    };
    let arrivals: Vec<String> = data
        .arrivals
        .iter()
        .map(|arrival| {
            let steps = if arrival.steps == 1 { "1 step".into() } else { format!("{} steps", arrival.steps) };
            format!("turn {} {} at {} ({steps})", arrival.turn, data.unit(arrival.unit).id, data.map.grid.name(arrival.hex))
        })
        .collect();
    let fact = |name: &str, text: String| (name.to_owned(), text);
    ScenarioSheet {
        id: data.id.clone(),
        name: data.name.clone(),
        description: data.description.clone(),
        turns: u16::from(data.turns),
        data: format!("{:016x}", data.fingerprint()),
        facts: vec![
            fact("set-up", set_up),
            fact("counters", format!("{} Axis, {} Soviet", data.counters(Side::Axis).count(), data.counters(Side::Soviet).count())),
            fact("momentum", start.momentum.to_string()),
            fact("supply points", start.supply_points.to_string()),
            fact("garrison", start.garrison.to_string()),
            fact(
                "weather",
                format!(
                    "on turn {}: foot {:+}, motorised {:+}, tracked {:+} MP",
                    weather.turn, weather.foot, weather.motorised, weather.tracked
                ),
            ),
            fact("to win", format!("the Soviets need {} victory points", data.tables.objectives.pv_to_win)),
            fact("reinforcements", arrivals.join("; ")),
            fact(
                "fuel",
                if data.options.fuel_per_unit { "one supply point per unit".into() } else { "one supply point per phase".to_owned() },
            ),
            fact(
                "overruns",
                if data.options.strongpoint_hex_bars_overrun {
                    "never into a strongpoint hex".into()
                } else {
                    "not across a fortified hexside".to_owned()
                },
            ),
        ],
    }
}
