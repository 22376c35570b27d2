//! What tests of the East Front share.

#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod play;

use std::sync::LazyLock;

use stavka_engine::east_front::data::{Feature, Features, Switches, Tables};
use stavka_engine::east_front::movement::Going;
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{Data, EMBEDDED, Sources};
use stavka_engine::hex::Hex;

/// Dry ground.
pub(crate) const DRY: Going = Going::of(Condition::Dry);
/// Mud.
pub(crate) const MUD: Going = Going::of(Condition::Mud);
/// An open hex.
pub(crate) const CLEAR: Features = Features::of(&[Feature::Clear]);
/// A hill with woods, the hex of the examples.
pub(crate) const WOODED_HILL: Features = Features::of(&[Feature::Hill, Feature::Woods]);

/// The first scenario.
pub(crate) fn data() -> &'static Data {
    static DATA: LazyLock<&'static Data> = LazyLock::new(|| embedded(0));
    &DATA
}

/// An embedded scenario by its number.
pub(crate) fn embedded(number: usize) -> &'static Data {
    let (name, text) = EMBEDDED[number];
    Data::interned(&Sources::embedded(name, text)).expect("the embedded scenario is sound")
}

/// The tables of the series.
pub(crate) fn tables() -> &'static Tables {
    &data().tables
}

/// The readings of the first scenario.
pub(crate) fn switches() -> &'static Switches {
    &data().script.switches
}

/// A hex by its printed name.
pub(crate) fn hex(name: &str) -> Hex {
    data().map.grid.parse(name).unwrap_or_else(|error| panic!("{error}"))
}
