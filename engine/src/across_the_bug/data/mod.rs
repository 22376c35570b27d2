//! Static data of Across the Bug River: map, counters and scenario, parsed from files and validated.

mod map;
mod scenario;
mod units;

pub use map::{Bank, Bridge, Hexside, Map, Place, Strongpoint, SupplyArea, Terrain, Water, Way, WayClass};
pub use scenario::{
    Arrival, Brandenburg, Deployment, Exit, Interdiction, Levels, Loss, Objective, Placement, Pontoon, Reserve,
    Restriction, Script, Start, Surprise, Switches, TurnEntry, Zone,
};
pub use units::{Attachable, Attachment, Class, Face, Formation, HqKind, Mobility, Unit, UnitKind};
