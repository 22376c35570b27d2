//! Modifiers of a die roll with their causes.

use arrayvec::ArrayVec;

/// Most causes that meet in one roll.
const CAUSES: usize = 16;

/// Modifiers of a roll, each with its cause `C`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally<C> {
    /// Each one, in the order in which they were reckoned.
    pub terms: ArrayVec<(C, i8), CAUSES>,
    /// Their sum within the limit.
    pub net: i8,
}

impl<C> Default for Tally<C> {
    fn default() -> Self {
        Tally { terms: ArrayVec::new(), net: 0 }
    }
}

impl<C: Copy + PartialEq> Tally<C> {
    /// None yet.
    pub fn new() -> Self {
        Tally::default()
    }

    /// Adds a modifier, unless it is 0.
    pub fn add(&mut self, cause: C, drm: i8) {
        if drm != 0 {
            self.terms.push((cause, drm));
        }
    }

    /// The same with its net, no more than the limit either way.
    pub fn limited(mut self, limit: i8) -> Self {
        let sum: i16 = self.terms.iter().map(|(_, drm)| i16::from(*drm)).sum();
        self.net = sum.clamp(-i16::from(limit), i16::from(limit)) as i8;
        self
    }

    /// The same with its net, which nothing limits.
    pub fn unlimited(self) -> Self {
        self.limited(i8::MAX)
    }

    /// The modifier of a cause, 0 when it gives none.
    pub fn of(&self, cause: C) -> i8 {
        self.terms.iter().filter(|(known, _)| *known == cause).map(|(_, drm)| drm).sum()
    }
}
