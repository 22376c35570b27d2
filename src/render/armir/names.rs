//! What counters are called.

use stavka_engine::armir::Unit;

use crate::phrases::designation;

/// Names of units that have a number, by what stands after it.
const NUMBERED: &[&str] = &[
    "{number} Rifle Division",
    "{number} Guards Rifle Division",
    "{number} Infantry Division",
    "{number} Security Division",
    "{number} Gebirgs-Division",
    "{number} Division",
    "{number} Rifle Brigade",
    "{number} Motor Rifle Brigade",
    "{number} Tank Brigade",
    "{number} Guards Tank Brigade",
    "{number} Guards Mechanised Brigade",
    "{number} Regiment",
    "{number} Infantry",
    "{number} Alpini",
    "{number} Bersaglieri",
    "{number} Artillery",
    "{number} Motor Artillery",
    "{number} Alpine Artillery",
    "{number} Corps Artillery",
    "{number} Army Artillery",
    "{number} Panzer",
    "{number} Panzergrenadier battle group",
    "{number} anti-tank and assault-gun battle group",
    "{number} Tank Corps",
    "{number} Guards Mechanised Corps",
    "{number} Corps troops",
    "{number} Corps stripe",
];

/// What a counter is called in full.
pub(super) fn full(counter: &Unit) -> String {
    designation(&counter.name, NUMBERED)
}
