//! Static data of Bolt Action: weapons, units, forces, tables, the battlefield and the mission, parsed from four files and validated.

pub mod tables;
pub mod units;
