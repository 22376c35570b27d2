//! Small numbers with names: units and sets of them.

use crate::kit::counters::counters;

// Units of both sides in the order of their force.
counters! { UnitId(u8), UnitSet of u16, 16 a side }
