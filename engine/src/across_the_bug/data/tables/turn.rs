//! The tables of activations, of the Administrative phase and of victory [6][7][8][9].

use std::array::from_fn;

use serde::Deserialize;

use crate::across_the_bug::terms::UnitKind;
use crate::data::{DataError, Source};
use crate::kit::files::rows;
use crate::kit::points::HalfPoints;

/// Faces of a die [3.9].
pub const FACES: usize = 10;
/// Activation levels for which the table of action points has a column.
pub const LEVELS: usize = 6;
/// Levels of interdiction: 0, 1 and 2 [8.1.2].
pub const INTERDICTION_LEVELS: usize = 3;
/// Most that the initiative marker adds to a die.
const MOST_BONUS: u8 = 20;
/// Most units of a stack: a bit each in a byte.
const MOST_STACKED: u8 = 8;
/// Most action points of an activation [6.3.1].
pub const MOST_POINTS: u8 = 7;

rows! {
    pub(super) RawPoints { row: Vec<RawPointsRow> }
    pub(super) RawRecovery { value: u8, levels: [u8; INTERDICTION_LEVELS] }
    pub(super) RawReorganization { cannibalized: UnitKind, strengthens: Vec<UnitKind> }
}

/// Points of a die, by level.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPointsRow {
    die: u8,
    black: [u8; LEVELS],
    red: [u8; LEVELS],
}

/// [6.3.1] The table of action points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionPoints {
    black: [[u8; LEVELS]; FACES],
    red: [[u8; LEVELS]; FACES],
}

impl ActionPoints {
    pub(super) fn load(source: &Source<'_>, raw: &RawPoints) -> Result<Self, DataError> {
        let dice: Vec<u8> = raw.row.iter().map(|row| row.die).collect();
        if dice != (1..=FACES as u8).collect::<Vec<_>>() {
            return Err(source.error("action_points.row", format!("dice {dice:?}; expected 1 to {FACES} in order")));
        }
        for row in &raw.row {
            let key = format!("action_points.row die {}", row.die);
            let falls = |points: &[u8; LEVELS]| points.windows(2).any(|pair| pair[0] > pair[1]);
            if falls(&row.black) || falls(&row.red) {
                return Err(source.error(key, "expected points that do not fall with the level [6.3.1]"));
            }
            if row.black.iter().chain(&row.red).any(|points| *points > MOST_POINTS) || row.black[0] == 0 {
                return Err(source.error(key, format!("expected 1 to {MOST_POINTS} black and 0 to {MOST_POINTS} red points [6.3.1]")));
            }
        }
        Ok(ActionPoints { black: from_fn(|die| raw.row[die].black), red: from_fn(|die| raw.row[die].red) })
    }

    /// [6.3.1] Points of an activation at this level, 1 to 6, for a die from 1 to 10; none at level 0.
    #[inline]
    pub const fn activation(&self, level: u8, die: u8) -> u8 {
        Self::read(&self.black, level, die)
    }

    /// [6.4.2.a] Points of a reaction at this level, 1 to 6, for a die from 1 to 10; none at level 0.
    #[inline]
    pub const fn reaction(&self, level: u8, die: u8) -> u8 {
        Self::read(&self.red, level, die)
    }

    const fn read(table: &[[u8; LEVELS]; FACES], level: u8, die: u8) -> u8 {
        match level {
            0 => 0,
            level => {
                let level = if level as usize > LEVELS { LEVELS } else { level as usize };
                let die = if die == 0 || die as usize > FACES { FACES } else { die as usize };
                table[die - 1][level - 1]
            }
        }
    }
}

rule! {
    /// Action points that actions cost [7]. Relocation costs what the HQ prints.
    ActionCosts {
        /// Movement in command.
        movement: u8,
        /// Movement out of command or isolated.
        movement_out_of_command: u8,
        /// Recovery of a unit.
        recovery: u8,
        /// Improved defence.
        improved_defence: u8,
        /// Hasty attack in command.
        hasty: u8,
        /// Hasty attack out of command or isolated.
        hasty_out_of_command: u8,
        /// Regular attack.
        regular: u8,
        /// Prepared attack.
        prepared: u8,
        /// Pontoon bridge [10.3].
        pontoon: u8,
    }

    /// Numbers of movement that stand in no chart.
    MovementRules {
        /// [7.3.5] Points more of a leg unit far from the enemy.
        leg_bonus: HalfPoints,
        /// [7.3.8] Units that cross the Bug by boat in an activation.
        boats: u8,
        /// [11.2.g] Price of leaving the map.
        exit: HalfPoints,
        /// [11.2.g] Points more where a stream runs along the edge.
        exit_over_stream: HalfPoints,
    }

    /// Stacking limits [5.3.1].
    Stacking {
        /// Combat units.
        units: u8,
        /// Units of the limited class among them.
        limited: u8,
        /// HQs in a village.
        hqs_village: u8,
        /// HQs in a city.
        hqs_city: u8,
        /// Support points that each HQ loses where there are too many.
        hq_loss: u8,
    }

    /// What a displaced HQ loses [5.3.2]; where there is no path it loses everything.
    DisplacementRules {
        /// Support points and levels, within its command range.
        near: u8,
        /// Support points and levels, out of its command range.
        far: u8,
    }

    /// [5.8.4.a] Attrition: what the die less the effectiveness costs.
    AttritionRules {
        /// Excess from which a unit loses one SP.
        one_from: i8,
        /// Excess from which it loses two.
        two_from: i8,
    }

    /// [8.1.2] The interdiction table.
    InterdictionRules {
        /// Level of each die from 1 to 10.
        levels: [u8; FACES],
    }

    /// Activation recovery that is no table [8.1].
    RecoveryRules {
        /// [8.1.a] Levels less under Emergency Supply.
        emergency_less: u8,
    }

    /// [6.1.a] Values of the spaces of the initiative track.
    InitiativeRules {
        /// From the space at which a phase begins; the marker stays on the last.
        track: Vec<u8>,
    }

    /// [8.3][3.1.3.a] Replacement points of a turn.
    ReplacementRow {
        /// Turn.
        turn: u8,
        /// German infantry RPs.
        infantry: u8,
        /// German AFV RPs.
        afv: u8,
        /// The Soviet player may reorganize.
        soviet_reorganization: bool,
    }

    /// [8.3.1] Infantry RPs of a strength point.
    ReplacementCosts {
        /// Of infantry on foot, and of AFVs in AFV RPs.
        plain: u8,
        /// Of motorized infantry types and engineers.
        motorized_or_engineer: u8,
    }

    /// Victory points of the German player [9][11].
    VictoryRules {
        /// [9.c] SP of destroyed AFVs for a point.
        afv_sp: u16,
        /// [9.c] SP of other destroyed units for a point.
        other_sp: u16,
        /// [11.2.g] SP that leave the map for a point.
        exited_sp: u16,
        /// [9.f] Each counterattack order left.
        order: i16,
        /// [11.1.d] No strongpoint holds a Soviet combat unit.
        forts_clear: i16,
        /// [9.d] German units lost, out of command or isolated for a point off.
        units_for_penalty: u16,
        /// [9.e] Activation markers below the least level for a point off.
        markers_for_penalty: u16,
        /// [9.e] The least level.
        least_level: u8,
        /// [9.a] Hexes of a VP line that may lie off roads and railways.
        off_road: u8,
    }

    /// Lowest totals of the results of a scenario; below the last the Soviet victory is decisive [11.1.f][11.2.h][11.3.d].
    Ladder {
        /// Name by which scenarios call it.
        name: String,
        /// German decisive victory.
        axis_decisive: i16,
        /// German minor victory.
        axis_minor: i16,
        /// Draw.
        draw: i16,
        /// Soviet minor victory.
        soviet_minor: i16,
    }
}

/// Activation recovery of Soviet formations by value of the HQ and level of interdiction [8.1.3].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SovietRecovery(Vec<(u8, [u8; INTERDICTION_LEVELS])>);

impl SovietRecovery {
    pub(super) fn load(source: &Source<'_>, raw: &[RawRecovery]) -> Result<Self, DataError> {
        for (at, row) in raw.iter().enumerate() {
            let key = format!("soviet_recovery number {}", at + 1);
            if raw[..at].last().is_some_and(|before| before.value >= row.value) {
                return Err(source.error(key, "expected rising values of HQs"));
            }
            if row.levels.windows(2).any(|pair| pair[0] < pair[1]) {
                return Err(source.error(key, "expected levels that do not rise with interdiction [8.1.3]"));
            }
        }
        Ok(SovietRecovery(raw.iter().map(|row| (row.value, row.levels)).collect()))
    }

    /// Levels that a supplied HQ of this recovery value gains; `None` when the table has no such row. Interdiction beyond 2 counts
    /// as 2.
    pub fn levels(&self, value: u8, interdiction: u8) -> Option<u8> {
        let row = self.0.iter().find(|(known, _)| *known == value)?;
        Some(row.1[usize::from(interdiction).min(INTERDICTION_LEVELS - 1)])
    }
}

/// [8.3.2.a] Which types a cannibalized unit may strengthen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reorganization([u16; UnitKind::COUNT]);

impl Reorganization {
    pub(super) fn load(source: &Source<'_>, raw: &[RawReorganization]) -> Result<Self, DataError> {
        let mut targets = [0; UnitKind::COUNT];
        for (at, row) in raw.iter().enumerate() {
            let key = format!("reorganization number {}", at + 1);
            let known = &mut targets[row.cannibalized.index()];
            if *known != 0 {
                return Err(source.error(key, format!("a second row of {}; expected one", row.cannibalized.name())));
            }
            if row.strengthens.is_empty() {
                return Err(source.error(key, "expected types that it may strengthen"));
            }
            *known = row.strengthens.iter().fold(0, |set, kind| set | 1 << kind.index());
        }
        Ok(Reorganization(targets))
    }

    /// Whether SP of one type may become SP of another.
    #[inline]
    pub const fn allows(&self, cannibalized: UnitKind, receiver: UnitKind) -> bool {
        self.0[cannibalized.index()] >> receiver.index() & 1 == 1
    }

    /// Whether a type may be cannibalized at all.
    #[inline]
    pub const fn cannibalizes(&self, kind: UnitKind) -> bool {
        self.0[kind.index()] != 0
    }
}

/// [6.1.a] A track that begins at 0 and rises.
pub(super) fn check_track(source: &Source<'_>, track: &[u8]) -> Result<(), DataError> {
    let falls = track.windows(2).any(|pair| pair[0] >= pair[1]);
    if track.first() != Some(&0) || track.len() < 2 || falls || track.last().is_some_and(|last| *last > MOST_BONUS) {
        return Err(
            source.error("initiative.track", format!("expected rising values from 0 to {MOST_BONUS} at most, two at least [6.1.a]"))
        );
    }
    Ok(())
}

/// [8.1.2] Levels that do not fall with the die.
pub(super) fn check_interdiction(source: &Source<'_>, levels: &[u8; FACES]) -> Result<(), DataError> {
    let last = INTERDICTION_LEVELS as u8 - 1;
    if levels.iter().any(|level| *level > last) || levels.windows(2).any(|pair| pair[0] > pair[1]) {
        return Err(source.error("interdiction.levels", format!("expected levels from 0 to {last} that do not fall with the die [8.1.2]")));
    }
    Ok(())
}

/// Falling totals, each name once.
pub(super) fn check_ladders(source: &Source<'_>, ladders: &[Ladder]) -> Result<(), DataError> {
    for (at, ladder) in ladders.iter().enumerate() {
        let key = format!("victory_levels {}", ladder.name);
        let steps = [ladder.axis_decisive, ladder.axis_minor, ladder.draw, ladder.soviet_minor];
        if steps.windows(2).any(|pair| pair[0] <= pair[1]) {
            return Err(source.error(key, "expected falling totals from axis_decisive to soviet_minor"));
        }
        if ladders[..at].iter().any(|other| other.name == ladder.name) {
            return Err(source.error(key, "a second table with this name; expected unique names"));
        }
    }
    Ok(())
}

/// [7] No action is free, or an activation need not end.
pub(super) fn check_costs(source: &Source<'_>, costs: &ActionCosts) -> Result<(), DataError> {
    let all = [
        costs.movement,
        costs.movement_out_of_command,
        costs.recovery,
        costs.improved_defence,
        costs.hasty,
        costs.hasty_out_of_command,
        costs.regular,
        costs.prepared,
        costs.pontoon,
    ];
    if all.contains(&0) {
        return Err(source.error("costs", "expected at least one action point for every action"));
    }
    Ok(())
}

/// [5.3.1] A stack fits the sets of units of a combat.
pub(super) fn check_stacking(source: &Source<'_>, stacking: &Stacking) -> Result<(), DataError> {
    if !(1..=MOST_STACKED).contains(&stacking.units) || !(1..=stacking.units).contains(&stacking.limited) {
        return Err(source.error("stacking", format!("expected 1 to {MOST_STACKED} units, and 1 or more of them limited")));
    }
    Ok(())
}

/// Rising turns, each once.
pub(super) fn check_replacements(source: &Source<'_>, rows: &[ReplacementRow]) -> Result<(), DataError> {
    match rows.windows(2).position(|pair| pair[0].turn >= pair[1].turn) {
        Some(at) => Err(source.error(format!("replacement number {}", at + 2), "expected rising turns")),
        None => Ok(()),
    }
}
