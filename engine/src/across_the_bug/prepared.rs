//! A scenario as play reads it: what the files say, and the tables that are derived from it once.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::data::Data;
use super::ground::Ground;
use super::posts::{self, Post};
use super::roster::Roster;
use super::view;
use crate::data::DataError;
use crate::game::Scenario;
use crate::kit::files::{ScenarioFiles, Sources};
use crate::observation::ObservationSpec;

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Prepared {
    data: Data,
    pub(super) ground: Ground,
    pub(super) roster: Roster,
    /// By side, what a free set-up asks: the counters in order. None where the set-up is fixed.
    pub(super) posts: [Vec<Post>; 2],
    /// Shape of observations.
    pub(super) observation: ObservationSpec,
    fingerprint: u64,
}

impl ScenarioFiles for Prepared {
    const RULES_VERSION: u32 = 1;
    const OWN: [&'static str; 3] = [
        include_str!("../../data/across-the-bug/map.toml"),
        include_str!("../../data/across-the-bug/units.toml"),
        include_str!("../../data/across-the-bug/tables.toml"),
    ];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("attack", include_str!("../../data/across-the-bug/scenarios/attack.toml")),
        ("delayed", include_str!("../../data/across-the-bug/scenarios/delayed.toml")),
        ("campaign", include_str!("../../data/across-the-bug/scenarios/campaign.toml")),
        ("attack-free", include_str!("../../data/across-the-bug/scenarios/attack-free.toml")),
        ("delayed-free", include_str!("../../data/across-the-bug/scenarios/delayed-free.toml")),
        ("campaign-free", include_str!("../../data/across-the-bug/scenarios/campaign-free.toml")),
    ];

    fn read(sources: &Sources<'_>) -> Result<Prepared, DataError> {
        let data = Data::load(sources)?;
        let roster = Roster::new(&data);
        Ok(Prepared {
            posts: posts::load(&data, &roster, &sources.scenario)?,
            ground: Ground::new(&data),
            roster,
            observation: view::spec(&data),
            fingerprint: sources.fingerprint(Self::RULES_VERSION),
            data,
        })
    }
}

/// A scenario enters the hash of a state by its fingerprint.
impl Hash for Prepared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint().hash(state);
    }
}

impl Scenario for Prepared {
    fn id(&self) -> &str {
        &self.script.id
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn rules_version(&self) -> u32 {
        Self::RULES_VERSION
    }

    /// In each turn a formation is activated at most as often as its level allows, with at most seven Action Points [6.3.1]; each
    /// of them moves a stack over the map and back, or fights, with every die rolled twice.
    fn max_actions(&self) -> usize {
        let levels: usize = self.formations.iter().map(|formation| usize::from(formation.max_level)).sum();
        self.script.turns.len() * (levels * 7 * 250 + 2_000)
    }
}

impl Deref for Prepared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
    }
}
