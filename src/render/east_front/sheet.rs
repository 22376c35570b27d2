//! The game in words: tracks, counters, scenarios and the final account.

use stavka_engine::Scenario as _;
use stavka_engine::east_front::{Action, EastFront, Prepared};
use stavka_engine::hex::Hex;
use stavka_engine::{Game as _, Side, Turn};

use super::words::words;
use super::{counters, fight, panels};
use crate::render::phrases::{Group, roster};
use crate::render::theme::Counter;
use crate::render::{Extent, Ink, ScenarioSheet, Tabletop, textmap};

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

    fn odds(&self) -> Vec<String> {
        fight::lines(self)
    }

    /// A line for each panel of the board.
    fn status(&self, viewer: Side) -> Vec<String> {
        let mut lines = Vec::new();
        for panel in panels::panels(self, viewer) {
            // Of an empty box nothing needs to be said in a line.
            let tracks =
                panel.tracks.into_iter().filter(|track| track.value != 0 || track.most != 0 || !track.note.is_empty()).map(|track| {
                    let most = if track.most > 0 { format!(" of {}", track.most) } else { String::new() };
                    let note = if track.note.is_empty() { String::new() } else { format!(" ({})", track.note) };
                    format!("{} {}{most}{note}", track.name, track.value)
                });
            let parts: Vec<String> = tracks.chain(panel.lines).collect();
            lines.push(format!("{}: {}", panel.title, parts.join("; ")));
        }
        lines
    }

    /// Counters by kind and side. The side to act sees its own secrets.
    fn roster(&self, filter: &str, ink: Ink) -> String {
        let viewer = match self.turn() {
            Turn::Player(side) => side,
            Turn::Chance | Turn::Over => Side::Axis,
        };
        let mut groups: Vec<Group> = Vec::new();
        for counter in counters::counters(self, viewer) {
            let line = (counter.side, line(&counter));
            match groups.iter_mut().find(|group| group.heading == counter.formation) {
                Some(group) => group.lines.push(line),
                None => groups.push(Group { heading: counter.formation.into(), keys: counter.formation.into(), lines: vec![line] }),
            }
        }
        roster(groups, filter, ink)
    }

    /// Result and what it rests on [PB 10.15].
    fn account(&self) -> Vec<String> {
        let Some(outcome) = self.outcome() else {
            return vec!["the game is not over".into()];
        };
        let script = &self.data().script;
        let mut lines = vec![format!("{} after turn {}", outcome.level, script.turns[usize::from(self.game_turn()) - 1].number)];
        for &hex in &script.objectives {
            lines.push(format!("{}: {}", self.hex_name(hex), self.controller(hex)));
        }
        lines.push(format!("Objectives held by the Axis: {} of {} [PB 10.15]", self.objectives_held(), script.objectives.len()));
        lines.push(format!("Axis steps lost: {}, allowed {} [PB 10.15]", self.steps_lost(Side::Axis), script.axis_steps_allowed));
        lines.push(format!("Soviet steps lost: {}", self.steps_lost(Side::Soviet)));
        lines
    }

    fn sheet(data: &Prepared) -> ScenarioSheet {
        let script = &data.script;
        let grid = &data.map.grid;
        let fact = |name: &str, text: String| (name.to_owned(), text);
        let hexes = |hexes: &mut dyn Iterator<Item = Hex>| hexes.map(|hex| grid.name(hex).to_string()).collect::<Vec<_>>().join(", ");
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
}

fn line(counter: &Counter) -> String {
    let steps = if counter.steps[1] > 1 { format!("{}/{}", counter.steps[0], counter.steps[1]) } else { String::new() };
    format!("{:<14} {:<9} {steps:<4} {:<18} {}", counter.id, counter.values, counter.place, counter.title)
}
