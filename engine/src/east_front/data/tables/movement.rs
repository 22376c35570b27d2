//! Tables of movement: shares of the allowance, kinds of movement, changes of the allowance.

use serde::Deserialize;

use crate::data::{DataError, Source};
use crate::east_front::data::units::Mobility;
use crate::game::Side;
use crate::kit::files::rows;
use crate::kit::points::HalfPoints;

/// Printed allowances run from 0 to 9.
pub const ALLOWANCES: usize = 10;

/// Who moves together in the phases of a turn [T.PHASES].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mover {
    /// Red box.
    Motorized,
    /// White, headquarters aside.
    Foot,
    /// Cavalry.
    Cavalry,
    /// Orange, green and grey.
    Once,
    /// Soviet headquarters.
    Hq,
    /// Armoured train.
    Train,
    /// Flotilla.
    Flotilla,
}

/// A movement phase [10.1][10.2][10.3].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovementPhase {
    /// Movement Phase.
    Movement,
    /// Motorized Movement Phase.
    Motorized,
    /// Reaction Phase.
    Reaction,
}

/// Part of the allowance that a phase gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// Nothing.
    None,
    /// Half.
    Half,
    /// All.
    Full,
    /// All, when a headquarters activates the unit.
    Activated,
}

/// A kind of movement: a row of the movement chart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Ordinary movement in the Movement Phase.
    Movement,
    /// Ordinary movement in the Motorized Movement Phase.
    Motorized,
    /// Reaction.
    Reaction,
    /// Infiltration.
    Infiltration,
    /// The move of one hex.
    OneHex,
    /// Overrun.
    Overrun,
    /// Strategic movement.
    Strategic,
    /// Rail movement.
    Rail,
    /// Armoured train.
    Train,
    /// Flotilla.
    Flotilla,
}

impl Kind {
    /// All rows in the order of the chart.
    pub const ALL: [Self; 10] = [
        Self::Movement,
        Self::Motorized,
        Self::Reaction,
        Self::Infiltration,
        Self::OneHex,
        Self::Overrun,
        Self::Strategic,
        Self::Rail,
        Self::Train,
        Self::Flotilla,
    ];
}

/// A cell of the movement chart: allowed, forbidden or not arising, with its notes.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Permission {
    /// Allowed; `None` when the question does not arise.
    pub allowed: Option<bool>,
    /// Notes that add to it or turn it round.
    pub notes: Vec<u8>,
}

/// A text that is no cell of the movement chart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no permission; expected y, n or -, with the numbers of notes such as y6 n7")]
pub struct PermissionError(String);

impl TryFrom<String> for Permission {
    type Error = PermissionError;

    fn try_from(text: String) -> Result<Self, PermissionError> {
        let mut permission = Permission { allowed: None, notes: Vec::new() };
        for (at, word) in text.split(' ').enumerate() {
            let number = word.strip_prefix(['y', 'n', '-']);
            let note = number.filter(|number| !number.is_empty()).map(str::parse);
            match (number, note) {
                (None, _) | (_, Some(Err(_))) => return Err(PermissionError(text)),
                (_, Some(Ok(note))) => permission.notes.push(note),
                (Some(_), None) => {}
            }
            if at == 0 {
                permission.allowed = (!word.starts_with('-')).then(|| word.starts_with('y'));
            }
        }
        Ok(permission)
    }
}

/// A row of the movement chart [T.MOVE].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRow {
    /// The kind of movement.
    pub name: Kind,
    /// Out of supply, dry, mud, frost, snow and arctic.
    pub weather: [Permission; 5],
    /// Entering enemy ZOC, paying for it, stopping, ZOC to ZOC, leaving and entering again.
    pub zoc: [Permission; 5],
    /// Where the row comes from.
    pub origin: String,
}

/// When an adjustment applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// The unit is out of supply.
    OutOfSupply,
    /// Frost.
    Frost,
    /// Snow.
    Snow,
    /// Arctic.
    Arctic,
}

/// A note of the movement chart that changes the allowance.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjustment {
    /// Number of the note.
    pub note: u8,
    /// When.
    pub when: Occasion,
    /// Whose units; both sides when left out.
    pub side: Option<Side>,
    /// In which kinds of movement.
    pub kinds: Vec<Kind>,
    /// Which units.
    pub movers: Vec<Mover>,
    /// Whole movement points.
    pub mp: i8,
    /// Where it comes from.
    pub origin: String,
}

rows! {
    pub(super) RawPhase { side: Side, mover: Mover, share: [Share; 3] }
}

/// Shares by side, mover and phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shares(Vec<(Side, Mover, [Share; 3])>);

impl Shares {
    /// The share of a unit in a phase of its side; movers that a side does not have move in none.
    pub fn of(&self, side: Side, mover: Mover, phase: MovementPhase) -> Share {
        let row = self.0.iter().find(|(whose, who, _)| (*whose, *who) == (side, mover));
        row.map_or(Share::None, |(_, _, shares)| shares[phase as usize])
    }
}

pub(super) fn shares(source: &Source<'_>, raw: &[RawPhase]) -> Result<Shares, DataError> {
    let mut rows: Vec<(Side, Mover, [Share; 3])> = Vec::new();
    for (at, row) in raw.iter().enumerate() {
        if rows.iter().any(|&(side, mover, _)| (side, mover) == (row.side, row.mover)) {
            return Err(source.error(format!("phase number {}", at + 1), "a second row for these units"));
        }
        rows.push((row.side, row.mover, row.share));
    }
    for side in Side::ALL {
        for mover in [Mover::Motorized, Mover::Foot, Mover::Cavalry, Mover::Once] {
            if !rows.iter().any(|&(whose, who, _)| (whose, who) == (side, mover)) {
                return Err(source.error("phase", format!("no row for the {side} movers {mover:?}")));
            }
        }
    }
    Ok(Shares(rows))
}

pub(super) fn kinds(source: &Source<'_>, rows: &[KindRow]) -> Result<(), DataError> {
    if rows.iter().map(|row| row.name).ne(Kind::ALL) {
        return Err(source.error("kind_of_movement", format!("expected one row each for {:?}, in this order", Kind::ALL)));
    }
    Ok(())
}

/// Allowances by printed number [T.HALF].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllowanceTable {
    /// Half of it.
    pub half: [HalfPoints; ALLOWANCES],
    /// One and a half times.
    pub strategic: [HalfPoints; ALLOWANCES],
    /// Where the numbers come from.
    pub origin: String,
}

/// Numbers of movement [10][11].
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovementRules {
    /// Entering enemy ZOC.
    pub zoc: super::terrain::Price,
    /// Hexes by rail.
    pub rail_mp: u16,
    /// Hexes of an armoured train.
    pub train_mp: u16,
    /// Hexes of a flotilla.
    pub flotilla_mp: u16,
    /// Least distance from enemies by rail.
    pub rail_distance: u16,
    /// Least distance from enemies in strategic movement.
    pub strategic_distance: u16,
    /// Hexes from a defending hex within which units react.
    pub reaction_distance: u16,
    /// Least yellow allowance that lets motorized units infiltrate.
    pub infiltration_least_ma: u8,
    /// Change of the allowance out of supply, in whole points.
    pub out_of_supply: i8,
    /// Road hex of super-heavy artillery.
    pub super_heavy_road: HalfPoints,
    /// Where the numbers come from.
    pub origin: String,
}

impl Mobility {
    /// The row of the phase chart that a unit of this mobility moves by.
    pub const fn mover(self) -> Mover {
        match self {
            Self::Foot => Mover::Foot,
            Self::Cavalry => Mover::Cavalry,
            Self::Motorized => Mover::Motorized,
            Self::Orange | Self::Green | Self::Grey => Mover::Once,
            Self::Blue => Mover::Flotilla,
        }
    }
}
