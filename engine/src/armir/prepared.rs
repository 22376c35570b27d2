//! A scenario as play reads it: what the files say, judged against the rules of the set-up, and what is derived from it once.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::data::Data;
use super::ids::{HexSet, UnitId};
use super::{setup, view};
use crate::data::DataError;
use crate::game::{Scenario, Side};
use crate::kit::files::{ScenarioFiles, Sources};
use crate::observation::ObservationSpec;

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Prepared {
    data: Data,
    /// Order of placement of the other Axis counters in a free set-up.
    pub axis_order: Vec<UnitId>,
    /// [18.1.3.a] Hexes for the Barbo cavalry.
    pub barbo_hexes: HexSet,
    /// Shape of observations.
    pub observation: ObservationSpec,
    fingerprint: u64,
}

impl ScenarioFiles for Prepared {
    const RULES_VERSION: u32 = 3;
    const OWN: [&'static str; 3] = [
        include_str!("../../data/armir/map.toml"),
        include_str!("../../data/armir/units.toml"),
        include_str!("../../data/armir/tables.toml"),
    ];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[
        ("historical", include_str!("../../data/armir/scenarios/historical.toml")),
        ("free", include_str!("../../data/armir/scenarios/free.toml")),
    ];

    fn read(sources: &Sources<'_>) -> Result<Prepared, DataError> {
        let data = Data::load(sources)?;
        setup::validate(&data, &sources.scenario)?;
        Ok(Prepared {
            axis_order: setup::axis_order(&data),
            barbo_hexes: setup::barbo_hexes(&data),
            observation: view::spec(&data),
            fingerprint: sources.fingerprint(Self::RULES_VERSION),
            data,
        })
    }
}

/// By the fingerprint of its files.
impl Hash for Prepared {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint().hash(state);
    }
}

impl Scenario for Prepared {
    fn id(&self) -> &str {
        &self.id
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn rules_version(&self) -> u32 {
        Self::RULES_VERSION
    }

    /// Every counter can be picked and placed twice in each of four movement phases of a turn, every
    /// attack takes its attackers, supports, losses and advances; the factor is what that adds up to
    /// in the worst case, with room to spare.
    fn max_actions(&self) -> usize {
        let counters: usize = Side::ALL.iter().map(|&side| self.counters(side).count()).sum();
        counters * 4 + usize::from(self.turns) * counters * 40
    }
}

impl Deref for Prepared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
    }
}
