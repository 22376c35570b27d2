//! Infiltration: one step from enemy ZOC to enemy ZOC [11.5].

use super::data::{Features, Kind, Mobility, MovementPhase, Tables, Unit};
use super::movement::{Going, is_clear};
use crate::game::Side;

/// Why a unit cannot infiltrate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum InfiltrationRefusal {
    /// Not a unit that infiltrates [11.52].
    #[error("the unit does not infiltrate [11.52]")]
    Unit,
    /// Not the phase of its full allowance [11.53].
    #[error("the unit does not infiltrate in this phase [11.53]")]
    Phase,
    /// Out of supply [11.54].
    #[error("out of supply [11.54]")]
    Supply,
    /// Mud [11.56].
    #[error("no infiltration in mud [11.56]")]
    Weather,
    /// Cavalry from or into a clear hex [11.52.b].
    #[error("cavalry infiltrates between hexes that are not clear only [11.52.b]")]
    Clear,
    /// An undestroyed enemy fortification [11.56].
    #[error("no infiltration into a strongpoint or over a fortified line [11.56]")]
    Fortified,
}

/// A step that would be an infiltration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Infiltration {
    /// Phase.
    pub phase: MovementPhase,
    /// Weather on the ground.
    pub going: Going,
    /// Out of supply.
    pub out_of_supply: bool,
    /// Printed terrain of the hex left.
    pub from: Features,
    /// Printed terrain of the hex entered.
    pub to: Features,
    /// An undestroyed enemy strongpoint is in the hex entered, or an undestroyed enemy line on the hexside.
    pub fortified: bool,
}

/// [11.52][11.53][11.54][11.56] Why a unit cannot infiltrate; that it starts its move in the ZOC of an adjacent enemy is the
/// caller's to know.
///
/// # Errors
/// The first bar that applies.
pub fn check(tables: &Tables, unit: &Unit, step: Infiltration) -> Result<(), InfiltrationRefusal> {
    let ma = unit.faces[0].ma;
    let able = match unit.mobility {
        Mobility::Motorized => unit.infiltrates && ma >= tables.movement.infiltration_least_ma,
        Mobility::Cavalry => unit.infiltrates,
        _ => false,
    };
    let full = match (unit.mobility, unit.side) {
        (Mobility::Motorized, Side::Soviet) => MovementPhase::Motorized,
        _ => MovementPhase::Movement,
    };
    let condition = step.going.condition_in(step.to);
    let row = tables.kinds.iter().find(|row| row.name == Kind::Infiltration).expect("loading checks that every kind has a row");
    if !able {
        Err(InfiltrationRefusal::Unit)
    } else if step.phase != full {
        Err(InfiltrationRefusal::Phase)
    } else if step.out_of_supply && row.weather[0].allowed != Some(true) {
        Err(InfiltrationRefusal::Supply)
    } else if row.weather[1 + condition.terrain_column()].allowed != Some(true) {
        Err(InfiltrationRefusal::Weather)
    } else if step.fortified {
        Err(InfiltrationRefusal::Fortified)
    } else if unit.mobility == Mobility::Cavalry && (is_clear(step.from) || is_clear(step.to)) {
        Err(InfiltrationRefusal::Clear)
    } else {
        Ok(())
    }
}
