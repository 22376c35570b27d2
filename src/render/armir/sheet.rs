//! The game in words: tracks, counters, scenarios and the final account.

use stavka_engine::Scenario as _;
use stavka_engine::armir::{Action, Armir, Class, Formation, Place, Prepared, SetUp, UnitId};
use stavka_engine::{Game as _, Side};

use super::odds;
use super::words::{OBJECTIVES, objectives, place, words};
use crate::render::phrases::{Group, roster};
use crate::render::{Extent, Ink, ScenarioSheet, Tabletop, textmap};

impl Tabletop for Armir {
    const TITLE: &'static str = "ARMIR, the Don front in December 1942";

    fn board(&self, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String> {
        textmap::board(self, viewer, extent, ink)
    }

    fn map_text(data: &'static Prepared, ink: Ink) -> String {
        textmap::map::<Self>(data, ink)
    }

    fn words(&self, action: Action, viewer: Side) -> String {
        words(self, action, viewer)
    }

    fn odds(&self) -> Vec<String> {
        odds::at_hand(self)
    }

    /// Turn, tracks and losses.
    fn status(&self, viewer: Side) -> Vec<String> {
        let data = self.data();
        let points = self.victory_points();
        let air = self.air_unit().map_or("used or none", Side::name);
        let artillery: Vec<String> =
            Formation::ARMIES.iter().enumerate().map(|(slot, army)| format!("{} {}", army.name(), self.artillery_points(slot))).collect();
        let losses: Vec<String> = Formation::LINE_CORPS
            .iter()
            .enumerate()
            .map(|(corps, formation)| {
                let (lost, all) = self.corps_losses(corps);
                let destroyed = if self.is_destroyed(corps) { " destroyed" } else { "" };
                format!("{} {lost}/{all}{destroyed}", formation.name())
            })
            .collect();
        let mut lines = vec![
            format!(
                "Turn {} of {}, {}; the {} have the initiative",
                self.game_turn(),
                data.turns,
                self.phase_name(),
                people(self.initiative())
            ),
            format!(
                "Soviet momentum {}; stars {}; artillery points: {}; air unit: {air}",
                self.momentum(),
                points.stars,
                artillery.join(", ")
            ),
            format!(
                "Italian supply points {}; depot at Kantemirovka {}",
                self.supply_points(),
                if self.depot() { "stands" } else { "lost" }
            ),
            format!(
                "Chir front box {} of {} (strength {}); garrison of the airfields {}",
                self.chir_box(),
                data.tables.chir.boxes,
                self.chir_strength(),
                if self.garrison() == 0 { "beaten".to_owned() } else { self.garrison().to_string() }
            ),
            format!("Steps lost: {}", losses.join(", ")),
        ];
        if let Some(chosen) = self.known_objectives(viewer) {
            lines.push(format!(
                "Objectives: {}; points now {}, needed {}",
                objectives(chosen),
                points.total(chosen),
                data.tables.objectives.pv_to_win
            ));
        }
        lines
    }

    /// Counters by formation.
    fn roster(&self, filter: &str, ink: Ink) -> String {
        let group = |side: Side, formation: Formation| {
            let counters = self.data().counters(side).filter(|(_, unit)| unit.formation == formation);
            let lines = counters.map(|(unit, _)| (side, unit_line(self, unit))).collect();
            let name = formation.name();
            Group { heading: format!("{side}: {name}"), keys: format!("{name} {side}"), lines }
        };
        roster(Side::ALL.into_iter().flat_map(|side| Armir::formations(side).map(move |formation| group(side, formation))), filter, ink)
    }

    /// Result and points, itemised [17].
    fn account(&self) -> Vec<String> {
        let Some(outcome) = self.outcome() else {
            return vec!["the game is not over".into()];
        };
        let points = self.victory_points();
        let needed = self.data().tables.objectives.pv_to_win;
        let mut lines = vec![format!("{} after turn {}", outcome.level, self.game_turn())];
        let Some(chosen) = self.known_objectives(Side::Soviet) else {
            lines.push("the objectives had not been chosen".into());
            return lines;
        };
        let details = [
            format!("Chir front in box {} of {}", self.chir_box(), self.data().tables.chir.boxes),
            if self.garrison() == 0 {
                "the airfields are taken".to_owned()
            } else {
                format!("the airfields stand, garrison {}", self.garrison())
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
        lines.push(format!("  Soviet momentum       {:>20}   nothing left is a defeat [17]", self.momentum()));
        lines
    }

    fn sheet(data: &Prepared) -> ScenarioSheet {
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
}

fn people(side: Side) -> &'static str {
    match side {
        Side::Axis => "Axis",
        Side::Soviet => "Soviets",
    }
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
