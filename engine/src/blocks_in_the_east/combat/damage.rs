//! [3.15][7.7.8][7.7.9][7.7.10] Who takes a hit, and what it does.

use arrayvec::ArrayVec;

use super::pool::MOST_UNITS;
use crate::blocks_in_the_east::data::Unit;

/// A unit that can be hit.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// Its step, from 0 for full strength.
    pub step: u8,
    /// Its shield took a hit in this battle [7.7.8].
    pub marked: bool,
}

/// What a hit does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// The shield takes it.
    Marked,
    /// The block turns by a step.
    Reduced,
    /// The unit is eliminated.
    Eliminated,
}

impl Target<'_> {
    /// Combat factor now.
    pub fn strength(&self) -> u8 {
        self.unit.steps[usize::from(self.step)].strength
    }

    /// Whether hits can be allotted to it: to all but units of support at a factor of 0, which stay until they are left alone (AMB-05).
    pub fn takes_hits(&self) -> bool {
        self.strength() > 0 || !self.unit.is_support()
    }

    /// Takes a hit. An eliminated unit keeps its last step.
    pub fn hit(&mut self) -> Hit {
        if self.unit.shield && !self.marked {
            self.marked = true;
            return Hit::Marked;
        }
        self.marked = false;
        if usize::from(self.step) + 1 == self.unit.steps.len() {
            return Hit::Eliminated;
        }
        self.step += 1;
        Hit::Reduced
    }

    /// [7.7.4.a] The step after artillery has fired: ammunition costs one, down to the last.
    pub fn step_after_fire(&self) -> u8 {
        (self.step + 1).min(self.unit.steps.len() as u8 - 1)
    }

    /// Hits that it can take until it is gone, or is support without strength.
    pub fn endures(&self) -> u8 {
        let mut target = *self;
        let mut hits = 0;
        while target.takes_hits() {
            hits += 1;
            if target.hit() == Hit::Eliminated {
                break;
            }
        }
        hits
    }
}

/// [7.7.9] Indices of those among whom the owner chooses who takes the next hit: the strongest, and of them the one alone whose shield was hit,
/// since the strongest takes hits until it loses a step. Empty if nobody takes any [7.7.11].
///
/// # Panics
/// If there are more than eight.
pub fn next_targets(targets: &[Target<'_>]) -> ArrayVec<usize, MOST_UNITS> {
    let able = || targets.iter().enumerate().filter(|(_, target)| target.takes_hits());
    let Some(most) = able().map(|(_, target)| target.strength()).max() else { return ArrayVec::new() };
    let strongest = || able().filter(|(_, target)| target.strength() == most);
    match strongest().find(|(_, target)| target.marked) {
        Some((index, _)) => [index].into_iter().collect(),
        None => strongest().map(|(index, _)| index).collect(),
    }
}
