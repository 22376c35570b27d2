//! Initiative [6.1][6.2].

use super::data::{FACES, InitiativeRules};
use crate::game::Side;

/// The initiative marker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marker {
    /// The side that it shows.
    pub side: Side,
    /// Its space on the track, from 0.
    pub space: u8,
}

impl Marker {
    /// [8] Where a phase begins: on 0, where its side does not matter.
    pub const START: Marker = Marker { side: Side::Axis, space: 0 };

    /// [10.2] Where it lies after the surprise activations.
    pub const AFTER_SURPRISE: Marker = Marker { side: Side::Soviet, space: 1 };

    /// [3.1.3.b] What it adds to the die of a side.
    #[inline]
    pub fn bonus(self, rules: &InitiativeRules, side: Side) -> u8 {
        let last = rules.track.len() - 1;
        if self.side == side { rules.track[usize::from(self.space).min(last)] } else { 0 }
    }

    /// [6.1.a] Where it lies after a determination: a space further for a side that reacts again, else on the first number. The last
    /// space is kept.
    #[inline]
    pub fn after(self, rules: &InitiativeRules, reacting: Side) -> Marker {
        let last = rules.track.len() as u8 - 1;
        let space = if self.side == reacting { (self.space + 1).min(last) } else { 1 };
        Marker { side: reacting, space }
    }
}

/// [6.1] Who has the initiative: dice with the bonus of the marker, the German one with the level of interdiction; ties are German.
#[inline]
pub fn winner(rules: &InitiativeRules, marker: Marker, interdiction: u8, german: u8, soviet: u8) -> Side {
    let axis = german + marker.bonus(rules, Side::Axis) + interdiction;
    if axis >= soviet + marker.bonus(rules, Side::Soviet) { Side::Axis } else { Side::Soviet }
}

/// How many of the hundred pairs of dice give the German the initiative.
pub fn german_chances(rules: &InitiativeRules, marker: Marker, interdiction: u8) -> u32 {
    let faces = 1..=FACES as u8;
    let wins =
        |german: u8| faces.clone().filter(|soviet| winner(rules, marker, interdiction, german, *soviet) == Side::Axis).count() as u32;
    faces.clone().map(wins).sum()
}

/// [6.2.2][A39] Whether a side may transfer the initiative, by the highest level of either side: it may not be the higher one. Whether
/// the opponent has passed, and whether it was transferred already, is for the caller.
#[inline]
pub const fn may_transfer(own_highest: u8, enemy_highest: u8) -> bool {
    own_highest <= enemy_highest
}
