//! The tables of the game, read from `tables.toml`.

/// Declares tables of numbers: unknown keys are refused, and each says where its values come from.
macro_rules! rule {
    ($($(#[$about:meta])* $name:ident { $($(#[$note:meta])* $field:ident: $kind:ty),* $(,)? })*) => {
        $($(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$note])* pub $field: $kind,)*
            /// Where the values come from.
            pub origin: String,
        })*
    };
}

mod combat;
mod terrain;
mod turn;

use serde::Deserialize;

pub use combat::{
    BrandenburgRules, CHITS, COLUMNS, Chit, ChitColumn, CombatResult, CombatResultError, CombatRules, CombatTable, EFFECTIVENESS, Hits,
    MOST_HITS, RATINGS, ROWS, RetreatRules, SurpriseRules,
};
pub use terrain::{Attackers, CrossingRow, FortRules, Passage, PassageError, Share, ShareError, TerrainChart, TerrainRow, WayRow};
pub use turn::{
    ActionCosts, ActionPoints, AttritionRules, DisplacementRules, FACES, INTERDICTION_LEVELS, InitiativeRules, InterdictionRules, LEVELS,
    Ladder, MOST_POINTS, MovementRules, RecoveryRules, Reorganization, ReplacementCosts, ReplacementRow, SovietRecovery, Stacking,
    VictoryRules,
};

use crate::data::{DataError, Source};

/// All tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// Combat results.
    pub crt: CombatTable,
    /// Combat chits.
    pub chits: [Chit; CHITS],
    /// Numbers of combat.
    pub combat: CombatRules,
    /// Retreats.
    pub retreat: RetreatRules,
    /// Brandenburgers.
    pub brandenburg: BrandenburgRules,
    /// Surprise.
    pub surprise: SurpriseRules,
    /// Terrain effects chart.
    pub terrain: TerrainChart,
    /// Action points by level.
    pub points: ActionPoints,
    /// Costs of actions.
    pub costs: ActionCosts,
    /// Movement.
    pub movement: MovementRules,
    /// Stacking.
    pub stacking: Stacking,
    /// Displaced HQs.
    pub displacement: DisplacementRules,
    /// Attrition.
    pub attrition: AttritionRules,
    /// Interdiction.
    pub interdiction: InterdictionRules,
    /// Recovery.
    pub recovery: RecoveryRules,
    /// Recovery of Soviet formations.
    pub soviet_recovery: SovietRecovery,
    /// Initiative.
    pub initiative: InitiativeRules,
    /// Replacement points by turn.
    pub replacements: Vec<ReplacementRow>,
    /// Costs of replacements.
    pub replacement_costs: ReplacementCosts,
    /// Soviet reorganization.
    pub reorganization: Reorganization,
    /// Victory points.
    pub victory: VictoryRules,
    /// Victory levels of the scenarios.
    pub ladders: Vec<Ladder>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    crt: combat::RawCrt,
    crt_line: Vec<combat::RawLine>,
    chit: Vec<combat::RawChit>,
    combat: CombatRules,
    retreat: RetreatRules,
    brandenburg: BrandenburgRules,
    surprise: SurpriseRules,
    terrain: Vec<TerrainRow>,
    fort: FortRules,
    way: Vec<WayRow>,
    crossing: Vec<CrossingRow>,
    action_points: turn::RawPoints,
    costs: ActionCosts,
    movement: MovementRules,
    stacking: Stacking,
    displacement: DisplacementRules,
    attrition: AttritionRules,
    interdiction: InterdictionRules,
    recovery: RecoveryRules,
    soviet_recovery: Vec<turn::RawRecovery>,
    initiative: InitiativeRules,
    replacement: Vec<ReplacementRow>,
    replacement_costs: ReplacementCosts,
    reorganization: Vec<turn::RawReorganization>,
    victory: VictoryRules,
    victory_levels: Vec<Ladder>,
}

impl Tables {
    /// Parses and validates.
    ///
    /// # Errors
    /// The first defect found, with file, key and what was expected.
    pub fn load(source: &Source<'_>) -> Result<Tables, DataError> {
        source.check_origins(&[])?;
        let raw: RawFile = source.parse()?;
        let tables = Tables {
            crt: CombatTable::load(source, &raw.crt, &raw.crt_line, raw.combat.below)?,
            chits: combat::chits(source, &raw.chit)?,
            combat: raw.combat,
            retreat: raw.retreat,
            brandenburg: raw.brandenburg,
            surprise: raw.surprise,
            terrain: TerrainChart::load(source, raw.terrain, raw.way, raw.crossing, raw.fort)?,
            points: ActionPoints::load(source, &raw.action_points)?,
            costs: raw.costs,
            movement: raw.movement,
            stacking: raw.stacking,
            displacement: raw.displacement,
            attrition: raw.attrition,
            interdiction: raw.interdiction,
            recovery: raw.recovery,
            soviet_recovery: SovietRecovery::load(source, &raw.soviet_recovery)?,
            initiative: raw.initiative,
            replacements: raw.replacement,
            replacement_costs: raw.replacement_costs,
            reorganization: Reorganization::load(source, &raw.reorganization)?,
            victory: raw.victory,
            ladders: raw.victory_levels,
        };
        tables.check(source)?;
        Ok(tables)
    }

    /// [8.3] The replacement points of a turn; `None` in turns without.
    pub fn replacements(&self, turn: u8) -> Option<&ReplacementRow> {
        self.replacements.iter().find(|row| row.turn == turn)
    }

    /// The victory levels that a scenario calls by this name.
    pub fn ladder(&self, name: &str) -> Option<&Ladder> {
        self.ladders.iter().find(|ladder| ladder.name == name)
    }

    fn check(&self, source: &Source<'_>) -> Result<(), DataError> {
        let lines = self.crt.lines.len();
        for terrain in crate::across_the_bug::terms::Terrain::ALL {
            if !(1..=lines).contains(&usize::from(self.terrain.crt_line(terrain, true)))
                || !(1..=lines).contains(&usize::from(self.terrain.crt_line(terrain, false)))
            {
                let key = format!("terrain {}.crt_line", terrain.name());
                return Err(source.error(key, format!("expected lines from 1 to {lines}, a strongpoint included")));
            }
        }
        self.combat.check(source)?;
        turn::check_costs(source, &self.costs)?;
        turn::check_stacking(source, &self.stacking)?;
        turn::check_interdiction(source, &self.interdiction.levels)?;
        turn::check_track(source, &self.initiative.track)?;
        turn::check_replacements(source, &self.replacements)?;
        turn::check_ladders(source, &self.ladders)?;
        let victory = &self.victory;
        if [victory.afv_sp, victory.other_sp, victory.exited_sp, victory.units_for_penalty, victory.markers_for_penalty].contains(&0) {
            return Err(source.error("victory", "expected divisors above 0"));
        }
        if self.attrition.one_from >= self.attrition.two_from || self.attrition.one_from < 1 {
            return Err(source.error("attrition", "expected one_from from 1 and two_from above it [5.8.4.a]"));
        }
        if !(1..=2).contains(&self.retreat.hexes) {
            return Err(source.error("retreat.hexes", "expected 1 or 2 [7.5.2.6]"));
        }
        if ![self.surprise.check, self.surprise.reaction].iter().all(|modifier| (0..=9).contains(modifier)) {
            return Err(source.error("surprise", "expected modifiers from 0 to 9, against the Soviets [10.2.a]"));
        }
        if !(-20..=0).contains(&self.brandenburg.drm) {
            return Err(source.error("brandenburg.drm", "expected -20 to 0, for the defender [10.1]"));
        }
        if self.displacement.near > self.displacement.far {
            return Err(source.error("displacement", "expected no greater loss near than far [5.3.2]"));
        }
        Ok(())
    }
}
