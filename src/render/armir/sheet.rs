//! The game in words: tracks, counters, scenarios and the final account.

use stavka_engine::Scenario as _;
use stavka_engine::armir::{Action, Armir, Class, Formation, Place, Prepared, SetUp, UnitId};
use stavka_engine::{Game as _, Side};
use stavka_words::{tr, translate};

use super::words::{OBJECTIVES, objectives, place, words};
use super::{names, odds};
use crate::phrases::{Group, roster};
use crate::theme::PhaseCell;
use crate::{Extent, Ink, ScenarioSheet, Tabletop, textmap};

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

    /// Attackers of a combat and guns in support are sets.
    fn may_come_before(action: Action, later: Action) -> bool {
        matches!((action, later), (Action::Commit(_), Action::Commit(_)) | (Action::Support(_), Action::Support(_)))
    }

    fn phase_owner(&self) -> Option<Side> {
        PhaseCell::named(self.phase_name()).side
    }

    fn odds(&self, _: Side) -> Vec<String> {
        odds::at_hand(self)
    }

    /// Turn, tracks and losses.
    fn status(&self, viewer: Side) -> Vec<String> {
        let data = self.data();
        let points = self.victory_points();
        let air = self.air_unit().map_or_else(|| tr!("used or none").to_owned(), |side| side.to_string());
        let artillery: Vec<String> = Formation::ARMIES
            .iter()
            .enumerate()
            .map(|(slot, army)| format!("{} {}", translate(army.name()), self.artillery_points(slot)))
            .collect();
        let losses: Vec<String> = Formation::LINE_CORPS
            .iter()
            .enumerate()
            .map(|(corps, formation)| {
                let (lost, all) = self.corps_losses(corps);
                let destroyed = if self.is_destroyed(corps) { tr!("destroyed") } else { "" };
                format!("{} {lost}/{all} {destroyed}", translate(formation.name()))
            })
            .collect();
        let mut lines = vec![
            tr!(
                "Turn {game_turn} of {turns}, {phase}; the {people} have the initiative",
                game_turn = self.game_turn(),
                turns = data.turns,
                phase = translate(self.phase_name()),
                people = people(self.initiative())
            ),
            tr!(
                "Soviet momentum {momentum}; stars {stars}; artillery points: {artillery}; air unit: {air}",
                momentum = self.momentum(),
                stars = points.stars,
                artillery = artillery.join(", "),
                air
            ),
            tr!(
                "Italian supply points {supply_points}; depot at Kantemirovka {depot}",
                supply_points = self.supply_points(),
                depot = if self.depot() { tr!("stands") } else { tr!("lost") }
            ),
            tr!(
                "Chir front box {chir_box} of {boxes} (strength {chir_strength}); garrison of the airfields {garrison}",
                chir_box = self.chir_box(),
                boxes = data.tables.chir.boxes,
                chir_strength = self.chir_strength(),
                garrison = if self.garrison() == 0 { tr!("beaten").to_owned() } else { self.garrison().to_string() }
            ),
            tr!("Steps lost: {losses}", losses = losses.join(", ")),
        ];
        if let Some(chosen) = self.known_objectives(viewer) {
            lines.push(tr!(
                "Objectives: {objectives}; points now {total}, needed {pv_to_win}",
                objectives = objectives(chosen),
                total = points.total(chosen),
                pv_to_win = data.tables.objectives.pv_to_win
            ));
        }
        lines
    }

    /// Counters by formation.
    fn roster(&self, filter: &str, ink: Ink) -> String {
        let group = |side: Side, formation: Formation| {
            let counters = self.data().counters(side).filter(|(_, unit)| unit.formation == formation);
            let lines = counters.map(|(unit, _)| (side, unit_line(self, unit))).collect();
            let name = translate(formation.name());
            Group { heading: format!("{side}: {name}"), keys: format!("{name} {side}"), lines }
        };
        roster(Side::ALL.into_iter().flat_map(|side| Armir::formations(side).map(move |formation| group(side, formation))), filter, ink)
    }

    /// Result and points, itemised [17].
    fn account(&self) -> Vec<String> {
        let Some(outcome) = self.outcome() else {
            return vec![tr!("the game is not over").into()];
        };
        let points = self.victory_points();
        let needed = self.data().tables.objectives.pv_to_win;
        let mut lines = vec![tr!("{level} after turn {game_turn}", level = translate(outcome.level), game_turn = self.game_turn())];
        let Some(chosen) = self.known_objectives(Side::Soviet) else {
            lines.push(tr!("the objectives had not been chosen").into());
            return lines;
        };
        let details = [
            tr!("Chir front in box {chir_box} of {boxes}", chir_box = self.chir_box(), boxes = self.data().tables.chir.boxes),
            if self.garrison() == 0 {
                tr!("the airfields are taken").to_owned()
            } else {
                tr!("the airfields stand, garrison {garrison}", garrison = self.garrison())
            },
            tr!("{corps_destroyed} corps destroyed, the 8th Army HQ counted as one", corps_destroyed = points.corps_destroyed),
            tr!("stars worth {stars} held", stars = points.stars),
        ];
        for (index, (name, detail)) in OBJECTIVES.iter().zip(details).enumerate() {
            let counted = if chosen.has(1 << index) { format!("{:+}", points.objectives[index]) } else { tr!("not chosen").into() };
            lines.push(format!(
                "  {} {:<20} {counted:>10}   {detail} [17.1.1.{}]",
                tr!("objective {number}", number = index + 1),
                translate(name),
                index + 1
            ));
        }
        if points.hq_penalty != 0 {
            lines.push(tr!(
                "  Soviet HQs eliminated {hq_penalty}   [17.1.3]",
                hq_penalty = format_args!("{:>20}", format!("{:+}", -points.hq_penalty))
            ));
        }
        lines.push(tr!(
            "  Soviet victory points {total}   needed {needed} [17.2]",
            total = format_args!("{:>20}", points.total(chosen)),
            needed
        ));
        lines.push(tr!(
            "  Soviet momentum       {momentum}   nothing left is a defeat [17]",
            momentum = format_args!("{:>20}", self.momentum())
        ));
        lines
    }

    fn sheet(data: &Prepared) -> ScenarioSheet {
        let start = &data.start;
        let weather = &data.weather;
        let set_up = match &data.set_up {
            SetUp::Fixed(places, _) => tr!("fixed, {places} counters placed", places = places.len()),
            SetUp::Free => tr!("free, both players place their counters [18]").into(),
        };
        let arrivals: Vec<String> = data
            .arrivals
            .iter()
            .map(|arrival| {
                let steps = if arrival.steps == 1 { tr!("1 step").into() } else { tr!("{steps} steps", steps = arrival.steps) };
                tr!(
                    "turn {turn} {unit} at {hex} ({steps})",
                    turn = arrival.turn,
                    unit = data.unit(arrival.unit).id,
                    hex = data.map.grid.name(arrival.hex),
                    steps
                )
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
                fact(tr!("set-up"), set_up),
                fact(
                    tr!("counters"),
                    tr!(
                        "{axis} Axis, {soviet} Soviet",
                        axis = data.counters(Side::Axis).count(),
                        soviet = data.counters(Side::Soviet).count()
                    ),
                ),
                fact(tr!("momentum"), start.momentum.to_string()),
                fact(tr!("supply points"), start.supply_points.to_string()),
                fact(tr!("garrison"), start.garrison.to_string()),
                fact(
                    tr!("weather"),
                    tr!(
                        "on turn {turn}: foot {foot}, motorised {motorised}, tracked {tracked} MP",
                        turn = weather.turn,
                        foot = format_args!("{:+}", weather.foot),
                        motorised = format_args!("{:+}", weather.motorised),
                        tracked = format_args!("{:+}", weather.tracked)
                    ),
                ),
                fact(tr!("to win"), tr!("the Soviets need {pv_to_win} victory points", pv_to_win = data.tables.objectives.pv_to_win)),
                fact(tr!("reinforcements"), arrivals.join("; ")),
                fact(
                    tr!("fuel"),
                    if data.options.fuel_per_unit {
                        tr!("one supply point per unit").into()
                    } else {
                        tr!("one supply point per phase").to_owned()
                    },
                ),
                fact(
                    tr!("overruns"),
                    if data.options.strongpoint_hex_bars_overrun {
                        tr!("never into a strongpoint hex").into()
                    } else {
                        tr!("not across a fortified hexside").to_owned()
                    },
                ),
            ],
        }
    }
}

fn people(side: Side) -> &'static str {
    match side {
        Side::Axis => tr!("Axis"),
        Side::Soviet => tr!("Soviets"),
    }
}

fn unit_line(game: &Armir, unit: UnitId) -> String {
    let counter = game.data().unit(unit);
    let gone = matches!(game.place(unit), Place::ELIMINATED | Place::WITHDRAWN | Place::RESERVE);
    let values = if gone { counter.id.clone() } else { game.unit_name(unit) };
    let mut notes = String::new();
    for (holds, note) in [
        (game.is_out_of_supply(unit), tr!("out of supply")),
        (game.is_disorganised(unit), tr!("disorganised")),
        (game.has_moved(unit), tr!("moved")),
        (counter.class == Class::Combat && !gone && game.steps(unit) < counter.steps, tr!("reduced")),
    ] {
        if holds {
            notes.push_str("; ");
            notes.push_str(note);
        }
    }
    format!("{values:<42} {:<24} {}{notes}", place(game, unit), names::full(counter))
}
