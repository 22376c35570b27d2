//! The game in words: tracks, counters, scenarios and the final account.

use stavka_engine::Scenario as _;
use stavka_engine::east_front::{Action, EastFront, EastFrontDenial, Prepared};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side};
use stavka_words::{tr, translate};

use super::words::{reason, words};
use super::{fight, panels};
use crate::phrases::{by_formation, panel_line, roster};
use crate::theme::{Panel, PhaseCell};
use crate::{Extent, Ink, ScenarioSheet, Tabletop, textmap};

impl Tabletop for EastFront {
    const TITLE: &'static str = "East Front, the Perekop isthmus in September 1941";

    fn board(&self, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String> {
        textmap::board(self, viewer, extent, ink)
    }

    fn map_text(data: &'static Prepared, ink: Ink) -> String {
        textmap::map::<Self>(data, ink)
    }

    fn words(&self, action: Action, viewer: Side) -> String {
        words(self, action, viewer)
    }

    fn reason(&self, action: Action, denial: &EastFrontDenial) -> String {
        reason(self, action, *denial)
    }

    /// A further hex of a combat belongs to the attack that was declared before it.
    fn may_come_before(action: Action, later: Action) -> bool {
        matches!(
            (action, later),
            (Action::Attack(_), Action::Attack(_) | Action::Also(_))
                | (Action::Also(_), Action::Also(_))
                | (Action::Commit(_), Action::Commit(_))
                | (Action::Support(_), Action::Support(_))
        )
    }

    fn phase_owner(&self) -> Option<Side> {
        PhaseCell::named(self.phase_name()).side
    }

    fn turn_number(&self) -> u16 {
        self.data().script.turns[usize::from(self.game_turn()) - 1].number
    }

    fn odds(&self, _: Side) -> Vec<String> {
        fight::lines(self)
    }

    /// A line for each panel of the board.
    fn status(&self, viewer: Side) -> Vec<String> {
        let line = |mut panel: Panel| {
            // Of an empty box nothing needs to be said in a line.
            panel.tracks.retain(|track| track.value != 0 || track.most != 0 || !track.note.is_empty());
            panel_line(panel)
        };
        panels::panels(self, viewer).into_iter().map(line).collect()
    }

    /// Counters by kind and side. The side to act sees its own secrets.
    fn roster(&self, filter: &str, ink: Ink) -> String {
        roster(by_formation(self, (14, 18)), filter, ink)
    }

    /// Result and what it rests on [PB 10.15].
    fn account(&self) -> Vec<String> {
        let Some(outcome) = self.outcome() else {
            return vec![tr!("the game is not over").into()];
        };
        let script = &self.data().script;
        let mut lines = vec![tr!("{level} after turn {game_turn}", level = translate(outcome.level), game_turn = self.turn_number())];
        for &hex in &script.objectives {
            lines.push(format!("{}: {}", self.hex_name(hex), self.controller(hex)));
        }
        lines.push(tr!(
            "Objectives held by the Axis: {objectives_held} of {objectives} [PB 10.15]",
            objectives_held = self.objectives_held(),
            objectives = script.objectives.len()
        ));
        lines.push(tr!(
            "Axis steps lost: {steps_lost}, allowed {axis_steps_allowed} [PB 10.15]",
            steps_lost = self.steps_lost(Side::Axis),
            axis_steps_allowed = script.axis_steps_allowed
        ));
        lines.push(tr!("Soviet steps lost: {steps_lost}", steps_lost = self.steps_lost(Side::Soviet)));
        lines
    }

    fn sheet(data: &Prepared) -> ScenarioSheet {
        let script = &data.script;
        let grid = &data.map.grid;
        let fact = |name: &str, text: String| (name.to_owned(), text);
        let hexes = |hexes: &mut dyn Iterator<Item = Hex>| hexes.map(|hex| grid.name(hex).to_string()).collect::<Vec<_>>().join(", ");
        let dates: Vec<&str> = script.turns.iter().map(|turn| translate(&turn.date)).collect();
        let arrivals: Vec<String> = script
            .reinforcements
            .iter()
            .map(|arrival| {
                let steps = if arrival.steps == 1 { tr!("1 step").to_owned() } else { tr!("{steps} steps", steps = arrival.steps) };
                tr!(
                    "turn {turn} {unit} at {hex} ({steps})",
                    turn = arrival.turn,
                    unit = data.unit(arrival.unit).id,
                    hex = grid.name(arrival.hex),
                    steps
                )
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
                fact(tr!("dates"), dates.join("; ")),
                fact(
                    tr!("counters"),
                    tr!(
                        "{placements} on the map, {axis} Axis and {soviet} Soviet air units",
                        placements = script.placements.len(),
                        axis = air[0],
                        soviet = air[1]
                    ),
                ),
                fact(
                    tr!("to win"),
                    tr!(
                        "the Axis holds {hexes} with at most {axis_steps_allowed} steps lost",
                        hexes = hexes(&mut script.objectives.iter().copied()),
                        axis_steps_allowed = script.axis_steps_allowed
                    ),
                ),
                fact(tr!("strongpoints"), hexes(&mut Side::ALL.iter().flat_map(|side| script.strongpoints[side.index()].iter().copied()))),
                fact(tr!("fortified lines"), hexes(&mut data.map.lines.iter().map(|line| line.owner))),
                fact(tr!("reinforcements"), arrivals.join("; ")),
            ],
        }
    }
}
