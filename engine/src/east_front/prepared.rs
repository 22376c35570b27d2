//! A scenario as play reads it: what the files say, and the tables that are derived from it once.

use std::hash::{Hash, Hasher};
use std::ops::Deref;

use super::data::{Data, RULES_VERSION, Sources};
use super::ground::GroundTables;
use super::roster::Roster;
use super::view;
use crate::data::{DataError, Interner};
use crate::game::{Scenario, Side};
use crate::observation::ObservationSpec;

/// Everything that does not change during a game.
#[derive(Debug)]
pub struct Prepared {
    data: Data,
    pub(super) ground: GroundTables,
    pub(super) roster: Roster,
    /// Shape of observations.
    pub(super) observation: ObservationSpec,
}

impl Prepared {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(sources: &Sources<'_>) -> Result<Prepared, DataError> {
        Data::load(sources).map(Prepared::new)
    }

    /// Loads a scenario for the life of the process; equal sources are loaded once.
    ///
    /// # Errors
    /// Those of [`Prepared::load`].
    pub fn interned(sources: &Sources<'_>) -> Result<&'static Prepared, DataError> {
        static LOADED: Interner<Prepared> = Interner::new();
        LOADED.get(sources.fingerprint()?, || Prepared::load(sources))
    }

    fn new(data: Data) -> Self {
        Prepared { ground: GroundTables::new(&data.map, &data.tables), roster: Roster::new(&data), observation: view::spec(&data), data }
    }
}

impl Deref for Prepared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
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
        self.data.fingerprint()
    }

    fn rules_version(&self) -> u32 {
        RULES_VERSION
    }

    /// In each turn every unit moves in two phases and reacts, fights, retreats and advances; every air unit flies and rolls.
    fn max_actions(&self) -> usize {
        let units: usize = Side::ALL.iter().map(|&side| self.units(side).count()).sum();
        let air: usize = Side::ALL.iter().map(|&side| self.air_units(side).count()).sum();
        self.script.turns.len() * (40 * units + 20 * air + 200)
    }
}
