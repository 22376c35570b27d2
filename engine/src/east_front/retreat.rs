//! Retreats: the table, and what a path of them comes to [16.4].

use super::data::RetreatRules;

/// A stack that retreated through an empty hex in enemy ZOC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Retreating {
    /// All of it is German.
    pub all_german: bool,
    /// The hex is woods.
    pub through_woods: bool,
    /// Artillery is among it.
    pub artillery: bool,
}

/// [16.46][T.RETREAT] Modifier of the retreat table.
pub fn modifier(rules: &RetreatRules, stack: Retreating) -> i8 {
    let if_so = |holds: bool, drm: i8| if holds { drm } else { 0 };
    if_so(stack.all_german, rules.all_german) + if_so(stack.through_woods, rules.woods) + if_so(stack.artillery, rules.artillery)
}

/// [16.46][T.RETREAT] Whether the stack survives; otherwise all of it goes to Cadre.
pub fn survives(rules: &RetreatRules, die: u8, stack: Retreating) -> bool {
    die as i8 + modifier(rules, stack) <= rules.safe_to
}

/// A hex of a retreat path as the retreating unit finds it, its own start left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of a hex, read by name")]
pub struct Stop {
    /// In enemy ZOC.
    pub enemy_zoc: bool,
    /// Friendly combat units are in it, which negate that ZOC for retreats [3.45].
    pub friends: bool,
    /// It carries a Declared Attack marker.
    pub declared: bool,
    /// Ending there would break the stacking limit.
    pub overstacked: bool,
}

impl Stop {
    const fn is_empty_zoc(self) -> bool {
        self.enemy_zoc && !self.friends
    }

    /// [16.44] In enemy ZOC beside friends, or under attack.
    const fn sends_on(self) -> bool {
        self.enemy_zoc && self.friends || self.declared
    }
}

/// What a retreat path comes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// The unit stands at its end.
    Safe,
    /// It stands there after losing a step and passing the retreat table [16.46].
    Shaken,
    /// It has to go one hex further [16.44].
    GoesOn,
    /// It goes one hex further if no other way takes it [16.47].
    Crowded,
    /// The path ends in enemy ZOC or runs where the order forbids it [16.41.b.2][16.44].
    Forbidden,
    /// It went further and still cannot stand there, be it for enemy ZOC: Cadre [16.44][16.47].
    Cadre,
    /// Two empty hexes in enemy ZOC in a row: Eliminated [16.45].
    Eliminated,
}

/// [16.41.b.2][16.44][16.45][16.46][16.47] What a path of so many ordered hexes, or one more, comes to. `further` is the order to retreat
/// further, under which empty hexes in enemy ZOC are closed.
pub fn fate(path: &[Stop], ordered: u8, further: bool) -> Fate {
    let Some((&end, way)) = path.split_last() else { return Fate::Forbidden };
    let through = way.iter().any(|stop| stop.is_empty_zoc());
    let went_on = path.len() > usize::from(ordered);
    if further && through {
        Fate::Forbidden
    } else if path.windows(2).any(|pair| pair[0].is_empty_zoc() && pair[1].is_empty_zoc()) {
        Fate::Eliminated
    } else if went_on && (end.enemy_zoc || end.sends_on() || end.overstacked) {
        Fate::Cadre
    } else if end.is_empty_zoc() {
        Fate::Forbidden
    } else if end.sends_on() {
        Fate::GoesOn
    } else if end.overstacked {
        Fate::Crowded
    } else if through {
        Fate::Shaken
    } else {
        Fate::Safe
    }
}
