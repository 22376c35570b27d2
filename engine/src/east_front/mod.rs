//! The East Front series, first scenario: The Tartar Trench. Data and resolution so far.
//!
//! This module holds the data of the series (map, counters, every table of its cards, the scenario) and the resolution of
//! its procedures as functions over small values: prices of movement, odds, modifiers, combat results, losses, retreats,
//! overruns, air combat, anti-aircraft fire, command, surrender, weather. It holds no state of a game in progress, no sequence
//! of play and no actions: it implements none of the contracts of [`crate::game`] and is not in the catalogue of games.

pub mod air;
pub mod artillery;
pub mod command;
pub mod data;
pub mod declaration;
pub mod drm;
pub mod ids;
pub mod losses;
pub mod movement;
pub mod odds;
pub mod overrun;
pub mod points;
pub mod results;
pub mod retreat;
pub mod surrender;
pub mod weather;
pub mod zoc;

pub use data::{Data, EMBEDDED, Sources};
pub use ids::{AirId, HexSet, UnitId};
pub use points::HalfPoints;
