//! A scenario as play reads it: what the files say, judged against the rules of the set-up, and what is derived from it once.

use std::ops::Deref;

use super::data::{Data, RULES_VERSION, Sources};
use super::ids::{HexSet, UnitId};
use super::{setup, view};
use crate::data::{DataError, Interner};
use crate::game::{Scenario, Side};
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
}

impl Prepared {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(sources: &Sources<'_>) -> Result<Prepared, DataError> {
        let data = Data::load(sources)?;
        setup::validate(&data, &sources.scenario)?;
        Ok(Prepared { axis_order: setup::axis_order(&data), barbo_hexes: setup::barbo_hexes(&data), observation: view::spec(&data), data })
    }

    /// Loads a scenario for the life of the process; equal sources are loaded once.
    ///
    /// # Errors
    /// Those of [`Prepared::load`].
    pub fn interned(sources: &Sources<'_>) -> Result<&'static Prepared, DataError> {
        static LOADED: Interner<Prepared> = Interner::new();
        LOADED.get(sources.fingerprint(), || Prepared::load(sources))
    }
}

impl Deref for Prepared {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
    }
}

impl Scenario for Prepared {
    fn id(&self) -> &str {
        &self.id
    }

    fn fingerprint(&self) -> u64 {
        self.data.fingerprint()
    }

    fn rules_version(&self) -> u32 {
        RULES_VERSION
    }

    /// Every counter can be picked and placed twice in each of four movement phases of a turn, every
    /// attack takes its attackers, supports, losses and advances; the factor is what that adds up to
    /// in the worst case, with room to spare.
    fn max_actions(&self) -> usize {
        let counters: usize = Side::ALL.iter().map(|&side| self.counters(side).count()).sum();
        counters * 4 + usize::from(self.turns) * counters * 40
    }
}
