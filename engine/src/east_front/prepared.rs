//! A scenario as play reads it: what the files say, and the tables that are derived from it once.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::data::Data;
use super::ground::GroundTables;
use super::roster::Roster;
use super::view;
use crate::data::DataError;
use crate::game::{Scenario, Side};
use crate::kit::files::{ScenarioFiles, Sources};
use crate::observation::ObservationSpec;

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Prepared {
    data: Data,
    pub(super) ground: GroundTables,
    pub(super) roster: Roster,
    /// Shape of observations.
    pub(super) observation: ObservationSpec,
    fingerprint: u64,
}

impl ScenarioFiles for Prepared {
    const RULES_VERSION: u32 = 5;
    const OWN: [&'static str; 3] = [
        include_str!("../../data/east-front/map.toml"),
        include_str!("../../data/east-front/units.toml"),
        include_str!("../../data/east-front/tables.toml"),
    ];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("tartar-trench", include_str!("../../data/east-front/scenarios/tartar-trench.toml")),
        ("worked-turn", include_str!("../../data/east-front/scenarios/worked-turn.toml")),
    ];

    fn read(sources: &Sources<'_>) -> Result<Prepared, DataError> {
        let data = Data::load(sources)?;
        Ok(Prepared {
            ground: GroundTables::new(&data.map, &data.tables),
            roster: Roster::new(&data),
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

    /// In each turn every unit moves in two phases and reacts, fights, retreats and advances; every air unit flies and rolls.
    fn max_actions(&self) -> usize {
        let units: usize = Side::ALL.iter().map(|&side| self.units(side).count()).sum();
        let air: usize = Side::ALL.iter().map(|&side| self.air_units(side).count()).sum();
        self.script.turns.len() * (40 * units + 20 * air + 200)
    }
}

impl Deref for Prepared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
    }
}
