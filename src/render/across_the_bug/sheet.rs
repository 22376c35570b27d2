//! The game in words: tracks, counters, scenarios and the final account.

use stavka_engine::across_the_bug::{AcrossTheBug, Action, Prepared};
use stavka_engine::hex::Hex;
use stavka_engine::{Scenario as _, Side};
use stavka_words::{proper, tr, translate};

use super::words::words;
use super::{account, fight, names, panels, standing};
use crate::phrases::{by_formation, panel_line, roster};
use crate::{Extent, Ink, ScenarioSheet, Standing, StandingRow, Tabletop, textmap};

impl Tabletop for AcrossTheBug {
    const TITLE: &'static str = "Across the Bug River, Volodymyr-Volynskyi in June 1941";

    const STANDING: &'static [StandingRow] = standing::ROWS;

    fn standing_choice(&self, key: &str, standing: &Standing) -> Option<Action> {
        standing::choice(self, key, standing)
    }

    fn unknown_cell<'a>(&self, cells: &'a [String]) -> Option<&'a str> {
        cells.iter().map(String::as_str).find(|cell| self.data().map.grid.parse(cell).is_err())
    }

    fn board(&self, viewer: Side, extent: Extent<'_>, ink: Ink) -> anyhow::Result<String> {
        textmap::board(self, viewer, extent, ink)
    }

    fn map_text(data: &'static Prepared, ink: Ink) -> String {
        textmap::map::<Self>(data, ink)
    }

    fn words(&self, action: Action, viewer: Side) -> String {
        words(self, action, viewer)
    }

    /// Stacks, assignments, replacements and improved defence of a set-up are sets of units or hexes.
    fn may_come_before(action: Action, later: Action) -> bool {
        matches!(
            (action, later),
            (Action::Join(_), Action::Join(_))
                | (Action::Assign { .. }, Action::Assign { .. })
                | (Action::Replace(_), Action::Replace(_))
                | (Action::Cannibalize(_), Action::Cannibalize(_))
                | (Action::Improve(_), Action::Improve(_))
        )
    }

    /// The side whose formation is active on its initiative; before and after the activations nobody's.
    fn phase_owner(&self) -> Option<Side> {
        self.active_side()
    }

    fn odds(&self, viewer: Side) -> Vec<String> {
        fight::lines(self, viewer)
    }

    /// A line for each panel of the board.
    fn status(&self, viewer: Side) -> Vec<String> {
        panels::panels(self, viewer).into_iter().map(panel_line).collect()
    }

    /// Counters by formation. The side to act sees its own secrets.
    fn roster(&self, filter: &str, ink: Ink) -> String {
        roster(by_formation(self, (12, 13)), filter, ink)
    }

    /// Result and what it rests on [9].
    fn account(&self) -> Vec<String> {
        account::result(self)
    }

    fn sheet(data: &Prepared) -> ScenarioSheet {
        let script = &data.script;
        let fact = |name: &str, text: String| (name.to_owned(), text);
        let mut facts = vec![
            fact(
                tr!("dates"),
                script.turns.iter().map(|turn| format!("{} {}", turn.number, translate(&turn.date))).collect::<Vec<_>>().join("; "),
            ),
            fact(tr!("formations"), formations(data)),
            fact(tr!("to win"), to_win(data)),
            fact(tr!("victory hexes"), objectives(data)),
            fact(tr!("special rules"), special(data)),
        ];
        let arrivals: Vec<String> = script
            .arrivals
            .iter()
            .map(|arrival| {
                let ids: Vec<&str> = arrival.units.iter().map(|unit| data.unit(unit).id.as_str()).collect();
                tr!("turn {turn}: {units}", turn = arrival.turn, units = ids.join(" "))
            })
            .collect();
        if !arrivals.is_empty() {
            facts.push(fact(tr!("reinforcements"), arrivals.join("; ")));
        }
        ScenarioSheet {
            id: script.id.clone(),
            name: script.name.clone(),
            description: script.description.clone(),
            turns: script.turns.len() as u16,
            data: format!("{:016x}", data.fingerprint()),
            facts,
        }
    }
}

/// The formations at start by side, with the number of their counters.
fn formations(data: &Prepared) -> String {
    let of = |side: Side| {
        let ids = data
            .script
            .deployments
            .iter()
            .map(|deployment| data.formation(deployment.formation))
            .filter(|formation| formation.side == side);
        let counters = data.script.placements.iter().filter(|placement| placement.unit.side() == side).count();
        let ids: Vec<&str> = ids.map(|formation| formation.id.as_str()).collect();
        tr!("{side}: {ids}, counters: {counters}", side, ids = ids.join(" "), counters)
    };
    Side::ALL.map(of).join("; ")
}

fn to_win(data: &Prepared) -> String {
    match data.tables.ladder(&data.script.ladder) {
        None => String::new(),
        Some(ladder) => tr!(
            "German victory points: {decisive} or more a decisive victory, {minor} a minor one, {draw} a draw, {soviet} a Soviet minor victory, fewer a decisive one",
            decisive = ladder.axis_decisive,
            minor = ladder.axis_minor,
            draw = ladder.draw,
            soviet = ladder.soviet_minor
        ),
    }
}

fn objectives(data: &Prepared) -> String {
    let name = |hex: Hex| match data.map.places.iter().find(|place| place.hex == hex) {
        Some(place) => format!("{} {}", data.map.grid.name(hex), proper(&place.name)),
        None => data.map.grid.name(hex).to_string(),
    };
    let told = data.script.objectives.iter().map(|objective| {
        let until = objective.turn.map_or_else(String::new, |turn| tr!(" at the end of turn {turn}", turn));
        format!("{} ({}{until})", name(objective.hex), objective.points)
    });
    told.collect::<Vec<_>>().join(", ")
}

/// The rules of section 10 that the scenario has.
fn special(data: &Prepared) -> String {
    let script = &data.script;
    let mut all = Vec::new();
    if let Some(brandenburg) = &script.brandenburg {
        let sides: Vec<String> =
            brandenburg.bridges.iter().map(|(a, b)| format!("{}-{}", data.map.grid.name(*a), data.map.grid.name(*b))).collect();
        all.push(tr!(
            "Brandenburgers hold the bridges {bridges} to turn {turn} [10.1]",
            bridges = sides.join(", "),
            turn = brandenburg.last_turn
        ));
    }
    if let Some(surprise) = &script.surprise {
        all.push(tr!("surprise activations: {count} [10.2]", count = surprise.activations));
    }
    all.extend(script.pontoons.iter().map(|pontoon| tr!("pontoon bridge of {corps} [10.3]", corps = pontoon.corps)));
    for restriction in &script.restrictions {
        all.push(tr!(
            "the headquarters of {formation} is tied to its place [10.4]",
            formation = names::formation_id(data, restriction.formation)
        ));
    }
    if let Some(reserve) = &script.reserve {
        all.push(tr!(
            "a German who goes too far north releases a reserve of {formation} [10.5]",
            formation = names::formation_id(data, reserve.formation)
        ));
    }
    all.push(tr!("counterattack orders: {count} [9.f]", count = script.start.orders));
    all.join("; ")
}
