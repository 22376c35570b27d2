//! What optional chapters remember from one decision to another, kept so that a game without them has the hash that it would have if they
//! did not exist.

use std::hash::{Hash, Hasher};

use super::airborne::Airborne;
use super::reconnaissance::Reconnaissance;
use super::reserve::Reserve;

/// State of optional chapters. It enters the hash of a position only where it is not as it begins.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Chapter<T>(pub(super) T);

impl<T: Default + PartialEq + Hash> Hash for Chapter<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.0 != T::default() {
            self.0.hash(state);
        }
    }
}

/// What optional chapters remember beyond a battle.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Chapters {
    /// [20.0.a] Gruppo Barbò has charged with its dice.
    pub(super) barbo_has_charged: bool,
    /// [19.0] What has been reconnoitred in the turn.
    pub(super) reconnaissance: Reconnaissance,
    /// [31.0] Who is in Reserve.
    pub(super) reserve: Reserve,
    /// [23.0] Airborne assaults.
    pub(super) airborne: Airborne,
}
