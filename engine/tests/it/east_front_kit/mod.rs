//! What tests of the East Front share.

pub(crate) mod play;

use std::sync::LazyLock;

use stavka_engine::data::Source;
use stavka_engine::east_front::data::{Feature, Features, Switches, Tables};
use stavka_engine::east_front::movement::{Going, RoadEntry};
use stavka_engine::east_front::weather::Condition;
use stavka_engine::east_front::{HalfPoints, Prepared};
use stavka_engine::hex::Hex;
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};

/// Dry ground.
pub(crate) const DRY: Going = Going::of(Condition::Dry);
/// Mud.
pub(crate) const MUD: Going = Going::of(Condition::Mud);
/// An open hex.
pub(crate) const CLEAR: Features = Features::of(&[Feature::Clear]);
/// A hill with woods, the hex of the examples.
pub(crate) const WOODED_HILL: Features = Features::of(&[Feature::Hill, Feature::Woods]);

/// The first scenario.
pub(crate) fn data() -> &'static Prepared {
    static DATA: LazyLock<&'static Prepared> = LazyLock::new(|| embedded(0));
    &DATA
}

/// An embedded scenario by its number.
pub(crate) fn embedded(number: usize) -> &'static Prepared {
    let (name, text) = Prepared::SCENARIOS[number];
    Prepared::interned(&Prepared::sources(name, text)).expect("the embedded scenario is sound")
}

/// Files of the first scenario, by the names that [`variant`] takes.
const FILES: [(&str, &str); 4] = [
    ("map.toml", include_str!("../../../data/east-front/map.toml")),
    ("units.toml", include_str!("../../../data/east-front/units.toml")),
    ("tables.toml", include_str!("../../../data/east-front/tables.toml")),
    ("scenario.toml", Prepared::SCENARIOS[0].1),
];

/// A file, a passage of it and what stands in its place.
pub(crate) type Change = (&'static str, &'static str, &'static str);

/// The first scenario with passages of its files replaced, each of which is there once: other ground, other counters, other
/// weather than those of the isthmus.
pub(crate) fn variant(changes: &[(&str, &str, &str)]) -> &'static Prepared {
    let [map, units, tables, scenario] = FILES.map(|(name, text)| {
        let mut text = text.to_owned();
        for (_, from, to) in changes.iter().filter(|(file, ..)| *file == name) {
            assert_eq!(text.matches(from).count(), 1, "{from:?} is in {name} once");
            text = text.replacen(from, to, 1);
        }
        (name, text)
    });
    let source = |(name, text): &'_ (&'static str, String)| Source { name, text: text.clone().leak() };
    let sources = Sources { map: source(&map), units: source(&units), tables: source(&tables), scenario: source(&scenario) };
    Prepared::interned(&sources).unwrap_or_else(|error| panic!("{error}"))
}

/// Mud on turn 48.
pub(crate) const MUDDY: (&str, &str, &str) = (
    "scenario.toml",
    "climate = \"dry\"\nweather = \"dry\"\nair_readiness = false",
    "climate = \"dry\"\nweather = \"mud\"\nair_readiness = false",
);

/// The weathers as the files name them.
pub(crate) const SKIES: [&str; 5] = ["dry", "mud", "frost", "snow", "arctic"];

/// Turn 48 in some weather other than dry.
pub(crate) fn turn_48_in(sky: &str) -> Change {
    (MUDDY.0, MUDDY.1, MUDDY.2.replace("\"mud\"", &format!("{sky:?}")).leak())
}

/// The first scenario with some changes, turn 48 in some weather.
pub(crate) fn under(sky: &str, changes: &[Change]) -> &'static Prepared {
    let turn = (sky != "dry").then(|| turn_48_in(sky));
    variant(&changes.iter().copied().chain(turn).collect::<Vec<_>>())
}

/// The map with a passage before its last place.
pub(crate) fn passage(text: &str) -> Change {
    let last = "[[place]]\nhex = \"4009\"";
    ("map.toml", last, format!("{text}\norigin = \"a test\"\n\n{last}").leak())
}

/// The headquarters with a command value of 2.
pub(crate) const TWO_POINTS: (&str, &str, &str) =
    ("units.toml", "front = { command = 1, defence = 1,", "front = { command = 2, defence = 1,");

/// A second headquarters.
pub(crate) const SECOND_HQ: (&str, &str, &str) = (
    "units.toml",
    "[[unit]]\nid = \"156\"",
    "[[unit]]\nid = \"9HQ\"\nname = \"9th Army Headquarters\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"hq\"\nsize = \"army\"\n\
     mobility = \"foot\"\nsteps = 1\nfront = { command = 1, defence = 1, ma = 5, stacking = 0, zoc = false }\n\
     back = { recovery = 3, defence = 1, ma = 3, stacking = 0, zoc = false }\norigin = \"a test\"\n\n[[unit]]\nid = \"156\"",
);

/// A second Soviet gun.
pub(crate) const SECOND_GUN: (&str, &str, &str) = (
    "units.toml",
    "[[unit]]\nid = \"51HQ\"",
    "[[unit]]\nid = \"53\"\nname = \"Artillery Regiment 53\"\nside = \"soviet\"\nnationality = \"soviet\"\nkind = \"artillery\"\n\
     size = \"regiment\"\nmobility = \"orange\"\nsteps = 1\n\
     front = { support = 1, range = 2, defence = 1, ma = 4, stacking = 1, zoc = false }\norigin = \"a test\"\n\n[[unit]]\nid = \"51HQ\"",
);

/// The Soviet tanks with a ZOC.
pub(crate) const TANKS_WITH_A_ZONE: (&str, &str, &str) = (
    "units.toml",
    "front = { attack = 3, defence = 1, ma = 4, stacking = 1, zoc = false }",
    "front = { attack = 3, defence = 1, ma = 4, stacking = 1, zoc = true }",
);

/// A move in progress: half points spent, and what leaving the road would cost on top [10.74.off].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Trail {
    /// Spent so far.
    pub(crate) spent: HalfPoints,
    /// Charged by the next step off the road; `None` when only a road leads on.
    pub(crate) debt: Option<HalfPoints>,
}

impl Trail {
    /// Before the first step.
    pub(crate) const START: Self = Self { spent: HalfPoints::ZERO, debt: Some(HalfPoints::ZERO) };

    /// The same after a step by road.
    pub(crate) fn by_road(self, entry: RoadEntry) -> Self {
        Self { spent: self.spent + entry.cost, debt: entry.debt }
    }

    /// The same after a step off the road; `None` when the hex can be left by road only.
    pub(crate) fn off_road(self, cost: HalfPoints) -> Option<Self> {
        Some(Self { spent: self.spent + cost + self.debt?, debt: Some(HalfPoints::ZERO) })
    }
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
