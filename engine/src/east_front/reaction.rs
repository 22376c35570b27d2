//! Who may react to declared attacks [14.1].

use super::data::{Mobility, MovementRules, Service, Unit};
use crate::game::Side;

/// Why a unit does not react.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum ReactionRefusal {
    /// Only motorized units do [14.11].
    #[error("only motorized units react [14.11]")]
    Unit,
    /// Too far from every defending hex [14.11].
    #[error("no defending hex within {0} hexes [14.11]")]
    Distance(u16),
    /// It starts in enemy ZOC or in a defending hex [14.11.a].
    #[error("it starts in enemy ZOC or in a defending hex [14.11.a]")]
    Engaged,
    /// Overrun or out of supply [14.11.b].
    #[error("overrun or out of supply [14.11.b]")]
    Marker,
    /// No command point is left for it [14.11.c.1].
    #[error("no headquarters in range has a command point left [14.11.c.1]")]
    Command,
    /// In range of a non-operational headquarters, or motorized NKVD [14.11.c.2].
    #[error("a non-operational headquarters is in range, or the unit is of the NKVD [14.11.c.2]")]
    Broken,
}

/// A unit that would react.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a unit, read by name")]
pub struct Reactor {
    /// Hexes to the nearest defending hex.
    pub distance: u16,
    /// It starts in enemy ZOC or in a defending hex.
    pub engaged: bool,
    /// It carries an Overrun or Out of Supply marker.
    pub marked: bool,
    /// A headquarters in range has a command point left for reactions.
    pub commanded: bool,
    /// It is in range of a non-operational headquarters.
    pub near_broken_hq: bool,
}

/// [14.11] Whether a unit may make a reaction move.
///
/// # Errors
/// The first bar that applies.
pub fn check(rules: &MovementRules, unit: &Unit, reactor: Reactor) -> Result<(), ReactionRefusal> {
    let soviet = unit.side == Side::Soviet;
    if unit.mobility != Mobility::Motorized {
        Err(ReactionRefusal::Unit)
    } else if reactor.distance > rules.reaction_distance {
        Err(ReactionRefusal::Distance(rules.reaction_distance))
    } else if reactor.engaged {
        Err(ReactionRefusal::Engaged)
    } else if reactor.marked {
        Err(ReactionRefusal::Marker)
    } else if soviet && (reactor.near_broken_hq || unit.service == Service::Nkvd) {
        Err(ReactionRefusal::Broken)
    } else if soviet && !reactor.commanded {
        Err(ReactionRefusal::Command)
    } else {
        Ok(())
    }
}
