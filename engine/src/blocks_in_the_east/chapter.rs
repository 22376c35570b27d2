//! State of an optional chapter, kept so that a game without it has the hash that it would have if the chapter did not exist.

use std::hash::{Hash, Hasher};

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
