//! What tests of the East Front share.

#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod play;

use std::sync::LazyLock;

use stavka_engine::data::Source;
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

/// Files of the first scenario, by the names that [`variant`] takes.
const FILES: [(&str, &str); 4] = [
    ("map.toml", include_str!("../../data/east-front/map.toml")),
    ("units.toml", include_str!("../../data/east-front/units.toml")),
    ("tables.toml", include_str!("../../data/east-front/tables.toml")),
    ("scenario.toml", EMBEDDED[0].1),
];

/// The first scenario with passages of one file replaced, each of which is there once: other ground, other counters, other
/// weather than those that the isthmus has.
pub(crate) fn variant(file: &str, changes: &[(&str, &str)]) -> &'static Data {
    let [map, units, tables, scenario] = FILES.map(|(name, text)| {
        let mut text = text.to_owned();
        for (from, to) in changes.iter().filter(|_| name == file) {
            assert_eq!(text.matches(from).count(), 1, "{from:?} is in {file} once");
            text = text.replacen(from, to, 1);
        }
        (name, text)
    });
    let source = |(name, text): &'_ (&'static str, String)| Source { name, text: text.clone().leak() };
    let sources = Sources { map: source(&map), units: source(&units), tables: source(&tables), scenario: source(&scenario) };
    Data::interned(&sources).unwrap_or_else(|error| panic!("{error}"))
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
