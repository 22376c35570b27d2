//! A scenario as play reads it: what the files say, and the tables that are derived from it once.

use std::ops::Deref;

use super::data::Data;
use super::ground::Ground;
use crate::data::DataError;
use crate::game::Scenario;
use crate::kit::files::{ScenarioFiles, Sources};

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Prepared {
    data: Data,
    /// What moves and is joined on the map.
    pub ground: Ground,
    fingerprint: u64,
}

impl ScenarioFiles for Prepared {
    const RULES_VERSION: u32 = 1;
    const OWN: [&'static str; 3] = [
        include_str!("../../data/blocks-in-the-east/map.toml"),
        include_str!("../../data/blocks-in-the-east/units.toml"),
        include_str!("../../data/blocks-in-the-east/tables.toml"),
    ];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("towards-leningrad", include_str!("../../data/blocks-in-the-east/scenarios/towards-leningrad.toml")),
        ("towards-moscow", include_str!("../../data/blocks-in-the-east/scenarios/towards-moscow.toml")),
        ("towards-rostov", include_str!("../../data/blocks-in-the-east/scenarios/towards-rostov.toml")),
        ("short-barbarossa", include_str!("../../data/blocks-in-the-east/scenarios/short-barbarossa.toml")),
        ("barbarossa", include_str!("../../data/blocks-in-the-east/scenarios/barbarossa.toml")),
        ("operation-blue", include_str!("../../data/blocks-in-the-east/scenarios/operation-blue.toml")),
        ("operation-citadel", include_str!("../../data/blocks-in-the-east/scenarios/operation-citadel.toml")),
        ("operation-bagration", include_str!("../../data/blocks-in-the-east/scenarios/operation-bagration.toml")),
        ("codeword-dortmund", include_str!("../../data/blocks-in-the-east/scenarios/codeword-dortmund.toml")),
    ];

    fn read(sources: &Sources<'_>) -> Result<Prepared, DataError> {
        let data = Data::load(sources)?;
        Ok(Prepared { ground: Ground::new(&data), fingerprint: sources.fingerprint(Self::RULES_VERSION), data })
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

    /// In a turn each unit is repaired, moves, fights in two phases with every die apart, and retreats: sixty choices and dice at most.
    fn max_actions(&self) -> usize {
        let [first, last] = self.script.turns;
        usize::from(last - first + 1) * (self.script.placed.len() + 200) * 60
    }
}

impl Deref for Prepared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
    }
}
