//! Victory points of the German player and what they are worth [9][11].

use super::data::{Ladder, VictoryRules};

/// What counts at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ledger {
    /// Points of the hexes that the German controls, conditional ones among them [9.a].
    pub hexes: i16,
    /// The scenario counts strongpoints, and no Soviet counter, a headquarters included, stands in one [11.1.e].
    pub forts_clear: bool,
    /// Counterattack orders left [9.f].
    pub orders: u8,
    /// Printed SP of destroyed Soviet AFVs [9.c][A24].
    pub afv_sp: u16,
    /// Printed SP of other destroyed Soviet units [9.c][A24].
    pub other_sp: u16,
    /// SP of German units that left the map [11.2.g].
    pub exited_sp: u16,
    /// German units lost, out of command or isolated [9.d][A60].
    pub units: u16,
    /// Activation markers of German formations in play below the least level [9.e][A25].
    pub markers: u16,
}

/// A line of the account.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Item {
    /// Hexes [9.a].
    Hexes,
    /// Strongpoints [11.1.e].
    Forts,
    /// Orders [9.f].
    Orders,
    /// Destroyed and exited strength together: fractions are added and rounded up once [9.c][11.2.g][5.1].
    Strength,
    /// Units [9.d].
    Units,
    /// Markers [9.e].
    Markers,
}

impl Item {
    /// All lines.
    pub const ALL: [Item; 6] = [Item::Hexes, Item::Forts, Item::Orders, Item::Strength, Item::Units, Item::Markers];

    /// Number of the rule.
    pub const fn rule(self) -> &'static str {
        match self {
            Item::Hexes => "9.a",
            Item::Forts => "11.1.e",
            Item::Orders => "9.f",
            Item::Strength => "9.c",
            Item::Units => "9.d",
            Item::Markers => "9.e",
        }
    }
}

impl Ledger {
    /// Points of a line.
    pub fn points(&self, rules: &VictoryRules, item: Item) -> i16 {
        match item {
            Item::Hexes => self.hexes,
            Item::Forts => rules.forts_clear * i16::from(self.forts_clear),
            Item::Orders => rules.order * i16::from(self.orders),
            Item::Strength => self.strength(rules),
            Item::Units => -((self.units / rules.units_for_penalty) as i16),
            Item::Markers => -((self.markers / rules.markers_for_penalty) as i16),
        }
    }

    /// The total.
    pub fn total(&self, rules: &VictoryRules) -> i16 {
        Item::ALL.iter().map(|&item| self.points(rules, item)).sum()
    }

    fn strength(&self, rules: &VictoryRules) -> i16 {
        let [afv, other, exited] = [rules.afv_sp, rules.other_sp, rules.exited_sp].map(u64::from);
        let shares =
            u64::from(self.afv_sp) * other * exited + u64::from(self.other_sp) * afv * exited + u64::from(self.exited_sp) * afv * other;
        shares.div_ceil(afv * other * exited) as i16
    }
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// German decisive victory.
    AxisDecisive,
    /// German minor victory.
    AxisMinor,
    /// Draw.
    Draw,
    /// Soviet minor victory.
    SovietMinor,
    /// Soviet decisive victory.
    SovietDecisive,
}

/// [11.1.f][11.2.h][11.3.d] The result of a total.
pub fn level(ladder: &Ladder, total: i16) -> Level {
    match total {
        total if total >= ladder.axis_decisive => Level::AxisDecisive,
        total if total >= ladder.axis_minor => Level::AxisMinor,
        total if total >= ladder.draw => Level::Draw,
        total if total >= ladder.soviet_minor => Level::SovietMinor,
        _ => Level::SovietDecisive,
    }
}
