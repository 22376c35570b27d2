//! Bolt Action for people.

mod theme;

use stavka_engine::bolt_action::{BoltAction, Prepared};
use stavka_engine::{Notation as _, Scenario as _, Side};

use super::{Extent, Ink, ScenarioSheet, Tabletop};

impl Tabletop for BoltAction {
    const TITLE: &'static str = "Bolt Action";

    fn board(&self, _: Side, _: Extent<'_>, _: Ink) -> anyhow::Result<String> {
        Ok(String::new())
    }

    fn status(&self, _: Side) -> Vec<String> {
        Vec::new()
    }

    fn roster(&self, _: &str, _: Ink) -> String {
        String::new()
    }

    fn words(&self, action: Self::Action, _: Side) -> String {
        self.notation(action)
    }

    fn phase_owner(&self) -> Option<Side> {
        None
    }

    fn odds(&self, _: Side) -> Vec<String> {
        Vec::new()
    }

    fn account(&self) -> Vec<String> {
        Vec::new()
    }

    fn map_text(_: &'static Prepared, _: Ink) -> String {
        String::new()
    }

    fn sheet(scenario: &Prepared) -> ScenarioSheet {
        ScenarioSheet {
            id: scenario.id().to_owned(),
            name: scenario.mission.name.clone(),
            description: scenario.mission.description.clone(),
            turns: scenario.mission.turns.into(),
            data: format!("{:016x}", scenario.fingerprint()),
            facts: Vec::new(),
        }
    }
}
